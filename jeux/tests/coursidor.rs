//! The rules of Coursidor against the vectors; its ends, its words, its setups, its pictures.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use jeux::coursidor::{
    Board, Course, CourseError, Coursidor, Direction, Edge, Ending, Illegal, Move, NoSuchBoard, PawnStep,
    Shape, Vertex, setup_of,
};
use jeux::game::Params;
use jeux::{ByPlayer, Game, Outcome, Player, Position, Reason, Status};
use proptest::prelude::*;
use serde_json::Value;

/// The lines of a file of the vectors.
fn vectors(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/coursidor").join(file);
    let text = fs::read_to_string(path).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn board_of(vector: &Value) -> Board {
    let shape = Shape::ALL.into_iter().find(|shape| vector["type"] == shape.letter()).expect("a form");
    Board::new(shape, vector["m"].as_u64().expect("a size") as usize).expect("a board")
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
}

fn vertices(value: &Value) -> Vec<Vertex> {
    numbers(value).into_iter().map(|number| number as Vertex).collect()
}

fn game(shape: Shape, size: usize, objectives: &[Vertex], plies: u32) -> Coursidor {
    let board = Board::new(shape, size).expect("a board");
    Coursidor::new(Course::new(board, objectives.to_vec(), plies).expect("a course"))
}

fn play(position: &mut Coursidor, text: &str) -> Result<Status, Illegal> {
    let mv = position.parse_move(text).expect(text);
    assert_eq!(mv.to_string(), text);
    position.play(mv)
}

#[test]
fn boards_are_those_of_the_vectors() {
    let vectors = vectors("boards.jsonl");
    assert_eq!(vectors.len(), 11);
    for vector in &vectors {
        let board = board_of(vector);
        let counts = [board.len(), board.edges(), board.walls()].map(|count| count as u64);
        let said = ["num_vertices", "num_edges", "walls"].map(|key| vector[key].as_u64().expect("a number"));
        assert_eq!(counts, said);
        let coordinates = vector["coords"].as_array().expect("a list");
        for (vertex, said) in board.vertices().zip(coordinates) {
            let (row, column) = board.coordinates(vertex);
            assert_eq!([Some(row.into()), Some(column.into())], [said[0].as_i64(), said[1].as_i64()]);
        }
        let edges: Vec<Vec<u64>> = board
            .vertices()
            .flat_map(|vertex| board.vertices().skip(usize::from(vertex)).map(move |other| (vertex, other)))
            .filter_map(|(vertex, other)| {
                let direction = board.direction(vertex, other)?;
                Some(vec![vertex.into(), other.into(), direction.number().into()])
            })
            .collect();
        let said: Vec<Vec<u64>> = vector["edges"].as_array().expect("a list").iter().map(numbers).collect();
        assert_eq!(edges, said);
    }
}

#[test]
fn boards_of_every_size_have_the_counts_of_the_formulas() {
    for size in 0..40 {
        let m = size as i64;
        for (shape, from, vertices, edges) in [
            (Shape::T, 2, 3 * m * m - 3 * m + 1, 9 * m * m - 15 * m + 6),
            (Shape::C, 3, 12 * m - 18, 24 * m - 36),
            (Shape::H, 6, 2 * m * m / 3 + 18 * m - 48, 2 * m * m + 34 * m - 78),
        ] {
            let legal = (from..=Board::LARGEST).contains(&size) && (shape != Shape::H || size % 3 == 0);
            match Board::new(shape, size) {
                Err(error) => assert!(!legal && error == NoSuchBoard(shape, size), "{error}"),
                Ok(board) => {
                    assert!(legal);
                    assert_eq!([board.len(), board.edges()], [vertices, edges].map(|count| count as usize));
                    // Euler: the graph is connected.
                    assert_eq!(board.len() + board.faces(), board.edges() + 2, "{shape:?} {size}");
                }
            }
        }
    }
}

/// What a ply of the vectors says, in the notation.
fn move_of(ply: &Value, mover: u64) -> Move {
    let number = |value: &Value| value.as_u64().expect("a number") as u32;
    let edge = |place: usize| Edge { from: number(&ply["e"][place][0]), to: number(&ply["e"][place][1]) };
    match ply["t"].as_str().expect("a type") {
        _ if ply["c"] != mover => Move::Colour(number(&ply["c"])),
        "MOVE" => Move::Pawn(number(&ply["m"])),
        "WALL" => Move::Wall([edge(0), edge(1)]),
        _ => Move::Type(0),
    }
}

#[test]
fn every_game_of_the_vectors_is_judged_as_it_says() {
    let vectors = vectors("rules.jsonl");
    assert_eq!(vectors.len(), 100);
    let (mut plies, mut refused) = (0, 0);
    for vector in &vectors {
        let id = &vector["id"];
        let turns = vector["max_turns"].as_u64().expect("a number") as u32;
        let course = Course::new(board_of(vector), vertices(&vector["objectives"]), turns).expect("a course");
        let starts = Player::ALL.map(|player| u64::from(course.start(player)));
        assert_eq!(starts.to_vec(), numbers(&vector["start"]));
        let mut position = Coursidor::new(course);
        let mut cheat = None;
        for ply in vector["plies"].as_array().expect("a list") {
            plies += 1;
            let me = position.to_move();
            let steps = position.steps();
            let legal: Vec<u64> = steps.iter().map(|step| step.to.into()).collect();
            assert_eq!(legal, numbers(&ply["legal"]), "{id}: {ply}");
            assert_eq!(position.legal_walls().count() as u64, ply["walls"].as_u64().expect("a number"));
            let mv = move_of(ply, me.index() as u64);
            assert_eq!(position.parse_move(&mv.to_string()), Ok(mv));
            let before = position.clone();
            match position.play(mv) {
                Err(rule) => {
                    assert_eq!(ply["verdict"], "illegal", "{id}: {ply}");
                    let why = match rule {
                        Illegal::NoVertex(_) => "no_vertex",
                        Illegal::Stay(_) => "stay",
                        Illegal::Occupied(_) => "occupied",
                        Illegal::Unreachable(_) => "unreachable",
                        Illegal::NoWallLeft => "no_wall_left",
                        Illegal::DifferentFrom(..) => "different_fr",
                        Illegal::NoEdge(_) => "no_edge",
                        Illegal::NotConsecutive(..) => "not_consecutive",
                        Illegal::Overlap(_) => "overlap",
                        Illegal::Blocks(..) => "blocks",
                        Illegal::Colour(_) => "colour",
                        Illegal::Type(_) => "type",
                        Illegal::GameOver => "over",
                    };
                    assert_eq!(ply["why"], why, "{id}: {ply}");
                    assert_eq!(position, before);
                    (refused, cheat) = (refused + 1, Some(me));
                }
                Ok(status) => {
                    let won = status == Status::Over(Outcome::Win(me));
                    assert_eq!(ply["verdict"], if won { "win" } else { "ok" }, "{id}: {ply}");
                    let Move::Pawn(to) = mv else { continue };
                    let step = steps.iter().find(|step| u32::from(step.to) == to).expect("a step");
                    assert_eq!(ply["dir"], step.direction.number());
                    assert_eq!(ply["kind"], if step.kind == PawnStep::Jump { "jump" } else { "line" });
                    let got: BTreeSet<Vertex> =
                        before.missing(me).filter(|at| position.has_done(me, *at)).collect();
                    assert_eq!(got, vertices(&ply["got"]).into_iter().collect(), "{id}: {ply}");
                }
            }
        }
        let end = &vector["end"];
        for player in Player::ALL {
            let place = player.index();
            assert_eq!(end["pos"][place], position.pawn(player));
            assert_eq!(end["dir"][place], position.last_direction(player).map_or(0, Direction::number));
            assert_eq!(end["walls_left"][place], position.walls_left(player));
            assert_eq!(vertices(&end["todo"][place]), position.missing(player).collect::<Vec<_>>());
        }
        let (winner, why) = match (cheat, position.ending()) {
            (Some(cheat), None) => (Some(!cheat), "illegal"),
            (None, Some(Ending::Home(winner))) => (Some(winner), "win"),
            (None, Some(Ending::Plies)) => (None, "max_turns"),
            other => panic!("{id}: {other:?}"),
        };
        assert_eq!(vector["result"]["why"], why, "{id}");
        assert_eq!(vector["result"]["winner"].as_u64(), winner.map(|winner| winner.index() as u64), "{id}");
    }
    assert_eq!((plies, refused), (2492, 42));
}

/// A game on the smallest board: 0 1 / 2 3 4 / 5 6, of which 3 is the objective.
fn small(plies: u32) -> Coursidor {
    game(Shape::T, 2, &[3], plies)
}

#[test]
fn a_game_ends_at_home_or_after_its_plies() {
    let mut position = small(9);
    for text in ["3", "6-3+6-4"] {
        assert_eq!(play(&mut position, text), Ok(Status::Ongoing));
    }
    assert_eq!(play(&mut position, "0"), Ok(Status::Over(Outcome::Win(Player::First))));
    assert_eq!(position.ending(), Some(Ending::Home(Player::First)));
    assert_eq!(play(&mut position, "5"), Err(Illegal::GameOver));
    // Home without the objective is nothing; the last ply ends the game for nobody...
    let mut position = small(4);
    for text in ["1", "4", "0"] {
        assert_eq!(play(&mut position, text), Ok(Status::Ongoing));
    }
    assert_eq!(play(&mut position, "6"), Ok(Status::Over(Outcome::Draw)));
    assert_eq!((position.ending(), position.legal_moves().len()), (Some(Ending::Plies), 0));
    // ... but may still be won.
    let mut position = small(3);
    for text in ["3", "6-3+6-4"] {
        play(&mut position, text).expect("a move");
    }
    assert_eq!(play(&mut position, "0"), Ok(Status::Over(Outcome::Win(Player::First))));
}

#[test]
fn momentum_carries_straight_on_and_a_little_aside() {
    // The northern row of T 5 is 0 to 4, the next ones 5 to 10 and 11 to 17.
    let mut position = game(Shape::T, 5, &[25, 35], 99);
    for text in ["5", "60-59+60-54", "12"] {
        play(&mut position, text).expect(text);
    }
    assert_eq!(position.last_direction(Player::First), Some(Direction::SE));
    play(&mut position, "59").expect_err("a wall is there");
    play(&mut position, "55").expect("a move");
    let lengths: Vec<(Direction, usize)> = Direction::ALL
        .map(|way| (way, position.steps().iter().filter(|step| step.direction == way).count()))
        .to_vec();
    use Direction::{E, NE, NW, SE, SW, W};
    assert_eq!(lengths, [(NW, 1), (NE, 1), (E, 2), (SE, 3), (SW, 2), (W, 1)]);
    // An objective in the middle of a line is done.
    let mut position = game(Shape::T, 5, &[20, 40], 99);
    for text in ["5", "55", "12", "54", "29"] {
        play(&mut position, text).expect(text);
    }
    assert!(position.has_done(Player::First, 20), "{position}");
    assert!(!position.has_done(Player::First, 40) && !position.has_done(Player::First, 29));
}

#[test]
fn a_jump_does_not_do_what_it_passes_over() {
    let mut position = small(9);
    for text in ["2", "3"] {
        play(&mut position, text).expect(text);
    }
    let jumps: Vec<Vertex> =
        position.steps().iter().filter(|step| step.kind == PawnStep::Jump).map(|step| step.to).collect();
    // 0 and 5 are beside the pawn too: lines win over jumps.
    assert_eq!(jumps, [1, 4, 6]);
    play(&mut position, "4").expect("a jump");
    assert_eq!(position.last_direction(Player::First), Some(Direction::E));
    assert!(!position.has_done(Player::First, 3) && position.has_done(Player::Second, 3));
}

#[test]
fn what_breaks_a_rule_is_said() {
    let reason = |position: &Coursidor, text: &str| {
        let refused = position.parse_move(text).map_err(Reason::from);
        let refused = refused.and_then(|mv| position.clone().play(mv).map_err(Reason::from));
        refused.expect_err(text).to_string()
    };
    let mut position = small(9);
    for (text, said) in [
        ("7", "no-vertex: 7"),
        ("4294967295", "no-vertex: 4294967295"),
        ("4294967296", "not-a-move: 4294967296"),
        ("0", "stay: 0"),
        ("6", "occupied: 6"),
        ("5", "unreachable: 5"),
        ("0-1+3-1", "different-from: 0; 3"),
        ("0-1+0-4", "no-edge: 0-4"),
        ("3-0+3-4", "not-consecutive: 3-0; 3-4"),
        ("3-0+3-0", "not-consecutive: 3-0; 3-0"),
        ("0-9+0-1", "no-vertex: 9"),
        ("NO_TYPE 3", "not-a-move: NO_TYPE 3"),
        ("0-1", "not-a-move: 0-1"),
        ("+3", "not-a-move: +3"),
        ("", "not-a-move: "),
        ("-", "not-a-move: -"),
        ("1-0+", "not-a-move: 1-0+"),
        ("1-0+1-3+1-4", "not-a-move: 1-0+1-3+1-4"),
    ] {
        assert_eq!(reason(&position, text), said);
    }
    play(&mut position, "0-1+0-3").expect("a wall");
    assert_eq!(reason(&position, "1-0+1-3"), "overlap: 1-0");
    assert_eq!(reason(&position, "2-0+2-3"), "blocks: 2-0; 2-3");
    play(&mut position, "6-4+6-3").expect("a wall, in the other order");
    assert_eq!(reason(&position, "4-1+4-3"), "no-wall-left");
}

#[test]
fn setups_are_drawn_checked_and_read() {
    let with = |pairs: &[(&str, &str)]| -> Params {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let setup = Coursidor::draw(&Params::new(), 7).expect("the defaults will do");
    let position = Coursidor::start(&setup).expect("a start");
    assert_eq!((position.board().len(), position.course().objectives().len()), (91, 4));
    assert_eq!(setup_of(position.course()), setup);
    assert_eq!(Coursidor::draw(&setup, 8).as_ref(), Ok(&setup), "what is given is not drawn again");
    let odd = Coursidor::draw(&with(&[("m", "5"), ("objectifs", "3")]), 7).expect("parameters");
    assert_eq!(odd["bases"], "12-30-48", "the same seed gives the same objectives for ever");
    let full = Coursidor::draw(&with(&[("m", "2"), ("objectifs", "5")]), 1).expect("parameters");
    assert_eq!(full["bases"], "1-2-3-4-5");
    for (parameters, name) in [
        (with(&[("t", "X")]), "t"),
        (with(&[("m", "33")]), "m"),
        (with(&[("t", "C"), ("m", "2")]), "m"),
        (with(&[("t", "H"), ("m", "7")]), "m"),
        (with(&[("M", "0")]), "M"),
        (with(&[("objectifs", "0")]), "objectifs"),
        (with(&[("objectifs", "65")]), "objectifs"),
        (with(&[("m", "2"), ("objectifs", "6")]), "objectifs"),
        (with(&[("t", "C"), ("objectifs", "3")]), "objectifs"),
        (with(&[("m", "5"), ("bases", "9-51"), ("objectifs", "4")]), "objectifs"),
        (with(&[("m", "5"), ("bases", "9-50")]), "bases"),
        (with(&[("m", "5"), ("bases", "0-60")]), "bases"),
        (with(&[("m", "5"), ("bases", "9-51-9-51")]), "bases"),
        (with(&[("m", "5"), ("bases", "")]), "bases"),
        (with(&[("m", "5"), ("bases", "70000")]), "bases"),
    ] {
        assert_eq!(Coursidor::draw(&parameters, 1).expect_err("refused").name, name, "{parameters:?}");
    }
    for name in ["t", "m", "M", "bases"] {
        let mut setup = setup.clone();
        setup.remove(name);
        assert_eq!(Coursidor::start(&setup).expect_err("refused").problem.code, "missing");
    }
    let board = Board::new(Shape::T, 5).expect("a board");
    assert_eq!(Course::new(board.clone(), vec![9], 1), Err(CourseError::Lopsided(9, 51)));
    assert_eq!(Course::new(board, Vec::new(), 1), Err(CourseError::Count(0, 59)));
}

proptest! {
    /// Nothing that is read panics.
    #[test]
    fn hostile_setups_and_moves_are_refused_or_played(
        t in "[TCHx]?",
        m in "([0-9]{1,3}|-1|99999999999999999999|)",
        bases in "([0-9]{1,5}-?){0,5}[a-z,é-]{0,2}",
        plies in "([0-9]{1,8}|x)",
        text in "[0-9+-]{0,20}|.{0,12}",
    ) {
        let setup = Params::from([
            ("t".to_owned(), t), ("m".to_owned(), m), ("bases".to_owned(), bases), ("M".to_owned(), plies),
        ]);
        let position = Coursidor::start(&setup).unwrap_or_else(|_| game(Shape::T, 2, &[3], 9));
        if let Ok(mv) = position.parse_move(&text) {
            let _verdict = position.clone().play(mv);
            prop_assert_eq!(position.parse_move(&mv.to_string()), Ok(mv));
        }
    }
}

#[test]
fn the_picture_shows_walls_and_who_has_done_what() {
    let mut position = game(Shape::T, 2, &[2, 3, 4], 9);
    let names = ByPlayer { first: "Ada", second: "Bl\u{7}aise" };
    for text in ["0-1+0-3", "4", "2", "6"] {
        play(&mut position, text).expect(text);
    }
    let expected = [
        "   ▲0 ┃ 1",
        "     ╱",
        " ●⬖2 ◇3  ⬗4",
        "",
        "    5  ○6",
        "● Ada : ┃ 0 ◇3 ◇4",
        "○ Bl\u{fffd}aise : ┃ 1 ◇2 ◇3",
        "",
    ];
    assert_eq!(position.picture(names, None), expected.join("\n"));
}
