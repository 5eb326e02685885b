//! The rules of Labyrinthe: the vectors taken from the course's server, and properties of random games.

use std::fs;
use std::path::PathBuf;

use jeux::labyrinthe::{
    Cell, Comment, Direction, Illegal, Labyrinth, MAX_SIDE, MIN_SIDE, Maze, MazeError, Move, Picture,
    SetupError, maze_of_seed,
};
use jeux::{ByPlayer, Outcome, Player, Position, Status};
use proptest::prelude::*;
use serde_json::Value;

fn vectors(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/labyrinthe").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("an integer")
}

/// A move by its type and value; `None` when no move has this type or a line could not have this number.
fn wire_move(kind: i64, value: i64) -> Option<Move> {
    let line = u8::try_from(value);
    match kind {
        0 => line.ok().map(Move::LineLeft),
        1 => line.ok().map(Move::LineRight),
        2 => line.ok().map(Move::ColumnUp),
        3 => line.ok().map(Move::ColumnDown),
        4..=7 => Some(Move::Step(Direction::ALL[kind as usize - 4])),
        8 => Some(Move::Stay),
        _ => None,
    }
}

fn cell(value: &Value) -> Cell {
    Cell::new(number(&value[0]) as u8, number(&value[1]) as u8)
}

#[test]
fn every_game_of_the_vectors() {
    let games = vectors("rules.jsonl");
    assert_eq!(games.len(), 200);
    let (mut moves, mut wins, mut losses) = (0, 0, 0);
    for game in games {
        let (width, height) = (number(&game["L"]) as usize, number(&game["H"]) as usize);
        let walls = game["walls"].as_str().expect("walls");
        let maze = Maze::from_text(width, height, walls).expect("a maze");
        let mut position = Labyrinth::new(maze).expect("a labyrinth");
        for entry in game["moves"].as_array().expect("moves") {
            moves += 1;
            let mover = position.to_move();
            let before = position;
            let played = wire_move(number(&entry["move"][0]), number(&entry["move"][1]))
                .ok_or("not a move")
                .and_then(|mv| position.play(mv).map_err(|_| "illegal"));
            let verdict = match played {
                Ok(Status::Ongoing) => "OK",
                Ok(Status::Over(outcome)) => {
                    wins += 1;
                    assert_eq!(outcome, Outcome::Win(mover));
                    "WIN"
                }
                Err(_) => {
                    losses += 1;
                    assert_eq!(position, before);
                    "LOSE"
                }
            };
            assert_eq!(entry["verdict"], verdict, "move {} in\n{before}", entry["move"]);
            for player in Player::ALL {
                assert_eq!(
                    position.player(player),
                    cell(&entry["pos"][player.index()]),
                    "{entry} in\n{before}"
                );
                assert_eq!(i64::from(position.energy(player)), number(&entry["energy"][player.index()]));
            }
            assert_eq!(position.treasure(), cell(&entry["treasure"]), "{entry} in\n{before}");
        }
        assert_eq!(game["final_walls"], position.maze().to_string());
    }
    assert_eq!((moves, wins, losses), (7512, 60, 91));
}

/// The pictures of the course's server, byte by byte: at the beginning, around rotations, with comments.
#[test]
fn pictures_of_the_course_server() {
    let mut compared = 0;
    for scenario in vectors("transcripts.jsonl") {
        let events = scenario["events"].as_array().expect("events");
        let energy = ByPlayer { first: 0, second: if scenario["edition"] == "2017" { 1 } else { 2 } };
        let training = events.iter().all(|event| event["from"] != "B");
        let mut size = (0, 0);
        let mut position = None;
        let mut awaiting_move = false;
        let mut said = Vec::new();
        for event in events {
            let Some(text) = event["text"].as_str() else { continue };
            let numbers = text
                .trim_start_matches("PLAY_MOVE ")
                .split_once(' ')
                .and_then(|(a, b)| Some((a.parse::<i64>().ok()?, b.parse::<i64>().ok()?)));
            let maze = Maze::from_text(size.0, size.1, text);
            if let Ok(maze) = maze {
                position = Some(Labyrinth::with_energy(maze, energy).expect("a labyrinth"));
            } else if let (Some((kind, value)), Some(position)) = (numbers, &mut position)
                && (text.starts_with("PLAY_MOVE") || awaiting_move && training)
            {
                // The one who loses by an illegal move sees no picture any more.
                let _ = wire_move(kind, value).map(|mv| position.play(mv));
                awaiting_move = false;
            } else if let Some((width, height)) = numbers.filter(|&(width, _)| width >= MIN_SIDE as i64 + 2) {
                // A new game; comments end with the old one.
                (size, position) = ((width as usize, height as usize), None);
                said.clear();
            } else if text == "GET_MOVE" {
                awaiting_move = true;
            } else if let Some(comment) = text.strip_prefix("SEND_COMMENT ") {
                let name = if event["from"] == "A" { "alice" } else { "bob" };
                // Each comment is shown to each player, once.
                said.extend(["A", "B"].map(|to| (to, name, comment.to_owned())));
            } else if let (true, Some(position)) = (text.starts_with("+--"), &position) {
                // Names are read off the picture, to the right of the board.
                let name = |title: &str| {
                    let line = text.lines().find(|line| line.contains(title)).expect("a player");
                    let end = line.rsplit("\x1b[39m").next().expect("a name");
                    end.trim_end_matches([']', ' ']).to_owned()
                };
                let names = [name("Player 1: "), name("Player 2: ")];
                let names = ByPlayer { first: names[0].as_str(), second: names[1].as_str() };
                let shown = said.extract_if(.., |(to, ..)| event["to"] == *to);
                let shown = shown.map(|(_, name, text)| {
                    let from = if names.first == name { Player::First } else { Player::Second };
                    Comment { from, text }
                });
                let shown = shown.collect::<Vec<_>>();
                let comments = &shown[shown.len().saturating_sub(5)..];
                let picture = Picture { position, names, comments, colours: true };
                assert_eq!(picture.to_string(), text, "{}", scenario["scenario"]);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 46, "all of them");
}

/// Walls at random: nothing needs to be symmetric or connected for the rules.
fn any_labyrinth() -> impl Strategy<Value = Labyrinth> {
    let odd = (MIN_SIDE / 2..=MAX_SIDE / 2).prop_map(|half| 2 * half + 1);
    let size = (odd.clone(), odd);
    let walls = proptest::collection::vec(prop::bool::weighted(0.3), MAX_SIDE * MAX_SIDE);
    (size, walls, 0..12u32, 0..12u32).prop_map(|((width, height), walls, first, second)| {
        let mut maze = Maze::open(width, height).expect("a size");
        maze.cells().zip(walls).for_each(|(cell, wall)| maze.set_wall(cell, wall));
        let (right, middle) = (width as u8 - 1, height as u8 / 2);
        [0, right / 2, right].into_iter().for_each(|x| maze.set_wall(Cell::new(x, middle), false));
        Labyrinth::with_energy(maze, ByPlayer { first, second }).expect("a labyrinth")
    })
}

/// Every move that can be written down, legal or not.
fn all_moves() -> impl Iterator<Item = Move> {
    let rotations = (0..=u8::MAX)
        .flat_map(|n| [Move::LineLeft(n), Move::LineRight(n), Move::ColumnUp(n), Move::ColumnDown(n)]);
    Direction::ALL.map(Move::Step).into_iter().chain([Move::Stay]).chain(rotations)
}

/// A position said a second time, as plain numbers.
#[derive(Clone, PartialEq, Debug)]
struct Plain {
    size: (i32, i32),
    walls: Vec<bool>,
    /// The two players and the treasure.
    things: [(i32, i32); 3],
    energy: [u32; 2],
    turn: usize,
}

impl Plain {
    fn of(position: &Labyrinth) -> Self {
        let maze = position.maze();
        let pair = |cell: Cell| (i32::from(cell.x), i32::from(cell.y));
        let [first, second] = Player::ALL.map(|player| pair(position.player(player)));
        Plain {
            size: (maze.width() as i32, maze.height() as i32),
            walls: maze.to_string().bytes().map(|byte| byte == b'1').collect(),
            things: [first, second, pair(position.treasure())],
            energy: Player::ALL.map(|player| position.energy(player)),
            turn: position.to_move().index(),
        }
    }

    fn index(&self, (x, y): (i32, i32)) -> usize {
        (y.rem_euclid(self.size.1) * self.size.0 + x.rem_euclid(self.size.0)) as usize
    }

    /// The position after a move of a game that is not over, or `None` when it is illegal: cell by cell.
    fn after(&self, mv: Move) -> Option<Plain> {
        let (width, height) = self.size;
        let step = |dx: i32, dy: i32, on: &dyn Fn((i32, i32)) -> bool| {
            let to = |(x, y): (i32, i32)| ((x + dx).rem_euclid(width), (y + dy).rem_euclid(height));
            let mut next = self.clone();
            for y in 0..height {
                for x in (0..width).filter(|&x| on((x, y))) {
                    let target = next.index(to((x, y)));
                    next.walls[target] = self.walls[self.index((x, y))];
                }
            }
            next.things = self.things.map(|thing| if on(thing) { to(thing) } else { thing });
            next
        };
        let line = |y: u8, dx| (i32::from(y) < height).then(|| step(dx, 0, &|cell| cell.1 == i32::from(y)));
        let column = |x: u8, dy| (i32::from(x) < width).then(|| step(0, dy, &|cell| cell.0 == i32::from(x)));
        let walk = |dx: i32, dy: i32| {
            let (x, y) = self.things[self.turn];
            let to = ((x + dx).rem_euclid(width), (y + dy).rem_euclid(height));
            let mut next = self.clone();
            next.things[self.turn] = to;
            (!self.walls[self.index(to)]).then_some(next)
        };
        let mut next = match mv {
            Move::LineLeft(y) => line(y, -1),
            Move::LineRight(y) => line(y, 1),
            Move::ColumnUp(x) => column(x, -1),
            Move::ColumnDown(x) => column(x, 1),
            Move::Step(Direction::Up) => walk(0, -1),
            Move::Step(Direction::Down) => walk(0, 1),
            Move::Step(Direction::Left) => walk(-1, 0),
            Move::Step(Direction::Right) => walk(1, 0),
            Move::Stay => Some(self.clone()),
        }?;
        let energy = &mut next.energy[self.turn];
        *energy = if mv.is_rotation() { energy.checked_sub(5)? } else { *energy + 1 };
        next.turn = 1 - self.turn;
        Some(next)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_random_game_keeps_the_rules(
        start in any_labyrinth(),
        choices in proptest::collection::vec(any::<prop::sample::Index>(), 40),
    ) {
        let mut position = start;
        for choice in choices {
            let plain = Plain::of(&position);
            let mover = position.to_move();
            let legal = position.moves();
            for mv in all_moves() {
                let expected = plain.after(mv);
                prop_assert_eq!(legal.contains(&mv), expected.is_some(), "{} in\n{}", mv, position);
                let mut next = position;
                match (expected, next.play(mv)) {
                    (Some(expected), Ok(status)) => {
                        prop_assert_eq!(Plain::of(&next), expected.clone(), "{} in\n{}", mv, position);
                        prop_assert_eq!(next, position.after(mv));
                        prop_assert_eq!(next.maze().walls(), start.maze().walls());
                        let found = expected.things[mover.index()] == expected.things[2];
                        let won = Status::Over(Outcome::Win(mover));
                        prop_assert_eq!(status, if found { won } else { Status::Ongoing });
                        prop_assert_eq!(next.status(), status);
                    }
                    (None, Err(_)) => prop_assert_eq!(next, position),
                    (expected, played) => prop_assert!(false, "{mv}: {expected:?}, {played:?}"),
                }
            }
            position.play(*choice.get(&legal)).map_err(|error| TestCaseError::fail(error.to_string()))?;
            if position.status() != Status::Ongoing {
                prop_assert!(position.moves().is_empty());
                prop_assert!(all_moves().all(|mv| position.check(mv) == Err(Illegal::GameOver)));
                break;
            }
        }
    }

    #[test]
    fn a_rotation_and_its_inverse_change_nothing(start in any_labyrinth(), choice in any::<prop::sample::Index>()) {
        let rotations = all_moves().filter(|mv| mv.is_rotation()).filter(|&mv| {
            !matches!(start.check(mv), Err(Illegal::Line(_) | Illegal::Column(_)))
        });
        let rotation = *choice.get(&rotations.collect::<Vec<_>>());
        let back = rotation.inverse().ok_or_else(|| TestCaseError::fail("no inverse"))?;
        prop_assert_eq!(back.inverse(), Some(rotation));
        let energy = ByPlayer { first: 5, second: 5 };
        let start = Labyrinth::with_energy(*start.maze(), energy).expect("the same cells");
        let (turned, twice) = (start.after(rotation), start.after(rotation).after(back));
        prop_assert_eq!(twice.maze(), start.maze());
        prop_assert_eq!(twice.treasure(), start.treasure());
        prop_assert!(Player::ALL.iter().all(|&p| twice.player(p) == start.player(p) && twice.energy(p) == 0));
        // As many rotations as the line is long come back to the beginning.
        let around = match rotation {
            Move::LineLeft(_) | Move::LineRight(_) => start.maze().width(),
            _ => start.maze().height(),
        };
        let mut maze = *turned.maze();
        for _ in 1..around {
            match rotation {
                Move::LineLeft(y) => maze.rotate_line_left(y),
                Move::LineRight(y) => maze.rotate_line_right(y),
                Move::ColumnUp(x) => maze.rotate_column_up(x),
                Move::ColumnDown(x) => maze.rotate_column_down(x),
                Move::Step(_) | Move::Stay => {}
            }
        }
        prop_assert_eq!(&maze, start.maze());
    }

    #[test]
    fn neighbours_come_back(start in any_labyrinth()) {
        let maze = start.maze();
        for cell in maze.cells() {
            for (there, back) in [(Direction::Up, Direction::Down), (Direction::Left, Direction::Right)] {
                let neighbour = maze.neighbour(cell, there);
                prop_assert!(maze.contains(neighbour) && neighbour != cell);
                prop_assert_eq!(maze.neighbour(neighbour, back), cell);
            }
            prop_assert_eq!(maze.mirror(maze.mirror(cell)), cell);
        }
    }

    #[test]
    fn data_read_back(start in any_labyrinth()) {
        let maze = start.maze();
        prop_assert_eq!(&Maze::from_text(maze.width(), maze.height(), &maze.to_string()), &Ok(*maze));
    }

    #[test]
    fn any_text_is_a_move_or_an_error(text in "\\PC{0,30}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        let _: Result<Maze, MazeError> = Maze::from_text(7, 7, &text);
    }
}

#[test]
fn a_wall_on_a_marked_cell_is_refused() {
    for x in [0, 6, 12] {
        let mut maze = Maze::open(13, 9).expect("a size");
        maze.set_wall(Cell::new(x, 4), true);
        assert_eq!(Labyrinth::new(maze), Err(SetupError(Cell::new(x, 4))));
    }
}

#[test]
fn reasons_are_named() {
    let mut maze = Maze::open(13, 9).expect("a size");
    maze.set_wall(Cell::new(12, 3), true);
    let mut position = Labyrinth::new(maze).expect("a labyrinth");
    assert_eq!(position.check(Move::LineLeft(9)), Err(Illegal::Line(9)), "before the energy");
    assert_eq!(position.check(Move::ColumnUp(13)), Err(Illegal::Column(13)));
    assert_eq!(position.check(Move::ColumnUp(9)), Err(Illegal::Energy { energy: 0 }));
    assert_eq!(position.play(Move::Step(Direction::Left)), Ok(Status::Ongoing), "onto the opponent");
    assert_eq!(position.player(Player::First), position.player(Player::Second));
    assert_eq!(position.check(Move::Step(Direction::Up)), Err(Illegal::Wall(Cell::new(12, 3))));
}

#[test]
fn a_picture_tells_the_pawns_apart_and_keeps_control_characters_out() {
    let position = Labyrinth::new(maze_of_seed(1)).expect("a labyrinth");
    let names = ByPlayer { first: "a\x1b[2J", second: "bob" };
    let comments = [Comment { from: Player::Second, text: "bonjour\n\x07".to_owned() }];
    let mut picture = Picture { position: &position, names, comments: &comments, colours: false };
    let plain = picture.to_string();
    assert!(
        plain.contains("|1") && plain.contains("2|") && plain.contains("[Player 1: a\u{fffd}[2J]"),
        "{plain}"
    );
    assert!(plain.ends_with("\n\n[bob] bonjour \u{fffd}\n\n\n\n"), "{plain:?}");
    assert!(!plain.contains('\x1b') && !plain.contains('\x07'));
    picture.colours = true;
    let met = position.after(Move::Step(Direction::Left));
    let Picture { names, .. } = picture;
    let together = Picture { position: &met, names, comments: &[], colours: true }.to_string();
    assert!(together.contains("\x1b[35m♟\x1b[39m|"), "both on one cell: {together:?}");
    assert!(together.contains("[\x1b[31mPlayer 2: \x1b[39mbob]"), "his turn: {together:?}");
}
