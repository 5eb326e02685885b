//! The rules of 7 couleurs against the vectors, against the subject's own slow method, and as properties of random games.

use std::fs;
use std::path::Path;

use jeux::game::Params;

use jeux::sept_couleurs::{
    Board, BoardError, BoardSide, Cell, Colour, Ending, Fairness, Grid, Neighbours, Rules, SeptCouleurs,
    World, Zones, generate, setup_of, sweep,
};
use jeux::{ByPlayer, Game, Outcome, Player, Position, Status};
use proptest::prelude::*;
use serde_json::Value;

fn square(text: &str) -> Board {
    Board::read(text, Grid::new(2, 2), 26).expect(text)
}

fn colour(text: &str) -> Colour {
    text.parse().expect(text)
}

fn game(text: &str, rules: Rules) -> SeptCouleurs {
    SeptCouleurs::new(square(text), rules)
}

/// The lines of the vectors: the example of the subject, then a hundred games.
fn vectors() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/sept-couleurs/rules.jsonl");
    let text = fs::read_to_string(path).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn texts(value: &Value) -> Vec<Option<&str>> {
    value.as_array().expect("a list").iter().map(Value::as_str).collect()
}

#[test]
fn every_vector_is_played_as_it_says() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 101);
    let mut moves = 0;
    for vector in &vectors {
        let board = square(vector["board"].as_str().expect("a board"));
        let cells = board.open_cells() as u64;
        let world = World::new(&board, 7);
        let (mut zones, mut swept) = (Zones::new(&world), board.clone());
        let first = if vector["first"] == "v" { BoardSide::Low } else { BoardSide::High };
        let rules = Rules { begins: first, useless: u32::MAX, ..Rules::default() };
        let mut position = SeptCouleurs::new(board, rules);
        let (mut majority_at, mut full_at) = (None, None);
        let (areas, boards) = (vector["areas"].as_array().expect("areas"), texts(&vector["boards"]));
        for (ply, mv) in texts(&vector["moves"]).into_iter().flatten().enumerate() {
            let side = if mv.starts_with('v') { BoardSide::Low } else { BoardSide::High };
            let colour = colour(&mv[1..]);
            zones.play(&world, side, colour);
            sweep::play(&mut swept, side, colour);
            // The files go on after the end that the referee sees.
            let over = position.ending().is_some();
            assert_eq!(position.play(colour).is_err(), over);
            let expected: Vec<u64> =
                areas[ply].as_array().expect("two").iter().flat_map(Value::as_u64).collect();
            assert_eq!(BoardSide::ALL.map(|side| u64::from(zones.area(side))).to_vec(), expected);
            assert_eq!(BoardSide::ALL.map(|side| swept.area(side) as u64).to_vec(), expected);
            if let Some(text) = boards[ply] {
                assert_eq!(swept.to_string(), text);
                if !over {
                    assert_eq!(position.board().to_string(), text);
                }
            }
            if majority_at.is_none() && expected.iter().any(|area| 2 * area > cells) {
                majority_at = Some(ply as u64);
                assert!(matches!(position.ending(), Some(Ending::Majority(_))));
            }
            if full_at.is_none() && expected.iter().sum::<u64>() == cells {
                full_at = Some(ply as u64);
            }
            moves += 1;
        }
        assert_eq!(majority_at, vector["majority_at"].as_u64(), "{}", vector["id"]);
        assert_eq!(full_at, vector["full_at"].as_u64(), "{}", vector["id"]);
        let winner =
            position.status().outcome().map(|end| end.winner().map(|player| position.side(player).symbol()));
        let why = vector["result"]["why"].as_str().expect("why");
        match winner {
            None => assert_eq!(why, "unfinished"),
            Some(None) => assert_eq!(why, "draw"),
            Some(Some(symbol)) => {
                assert_eq!(why, "majority");
                assert_eq!(vector["result"]["winner"], symbol.to_string());
            }
        }
    }
    assert!(moves > 3000, "{moves}");
}

/// The figure of the subject has one wrong cell, from turn 5 on: the vectors say where.
#[test]
fn the_figure_of_the_subject_is_ours_but_for_one_cell() {
    let vectors = vectors();
    let example = &vectors[0];
    let mut position = game(
        example["board"].as_str().expect("a board"),
        Rules { begins: BoardSide::High, ..Rules::default() },
    );
    let mut differ = Vec::new();
    for (turn, (mv, figure)) in
        texts(&example["moves"]).into_iter().zip(texts(&example["figure"])).enumerate()
    {
        position.play(colour(&mv.expect("a move")[1..])).expect("a legal move");
        let figure = square(figure.expect("a figure"));
        for cell in 0..100 {
            if figure[cell] != position.cell(cell) {
                differ.push((
                    turn + 1,
                    cell / 10,
                    cell % 10,
                    position.cell(cell).to_string(),
                    figure[cell].to_string(),
                ));
            }
        }
    }
    let wrong = |turn| (turn, 0, 7, "^".to_owned(), "C".to_owned());
    assert_eq!(differ, [5, 6, 7].map(wrong));
}

#[test]
fn the_slow_method_is_slow_on_a_snake() {
    for (side, rows, stairs) in [(10, 28, 29), (20, 116, 123), (30, 233, 284), (100, 2576, 3269)] {
        for (mut board, expected) in [(sweep::rows_board(side), rows), (sweep::worst_board(side), stairs)] {
            let islands = World::new(&board, 2);
            let won = Zones::new(&islands).gain(BoardSide::Low, Colour(0));
            assert_eq!(sweep::play(&mut board, BoardSide::Low, Colour(0)), expected, "{side}");
            assert_eq!(board.area(BoardSide::Low) as u32, won + 1, "the whole snake, in one move");
        }
    }
}

/// What a world of zones says, said a second time from the cells.
fn agrees(position: &SeptCouleurs) {
    let (board, grid) = (position.board(), *position.grid());
    for side in BoardSide::ALL {
        assert_eq!(position.area(side) as usize, board.area(side));
        let touches = |cell: &usize| grid.around(*cell).any(|next| board[next] == Cell::Zone(side));
        let frontier: Vec<usize> =
            (0..grid.len()).filter(|cell| matches!(board[*cell], Cell::Free(_)) && touches(cell)).collect();
        assert_eq!(position.zones().frontier(side) as usize, frontier.len());
        for colour in Colour::all(position.rules().colours) {
            let mut swept = board.clone();
            sweep::play(&mut swept, side, colour);
            let gain = swept.area(side) - board.area(side);
            assert_eq!(position.gain(side, colour) as usize, gain, "{side:?} {colour}");
            let near: usize = position
                .zones()
                .near(side, colour)
                .map(|island| position.world().cells_of(island).len())
                .sum();
            assert_eq!(near, gain);
        }
        assert_eq!(position.zones().is_stuck(side), frontier.is_empty());
    }
}

fn grids() -> impl Strategy<Value = Grid> {
    let neighbours = prop_oneof![Just(Neighbours::Four), Just(Neighbours::Six), Just(Neighbours::Eight)];
    (2..12_usize, 2..12_usize, neighbours, any::<bool>())
        .prop_map(|(width, height, neighbours, torus)| Grid { width, height, neighbours, torus })
}

proptest! {
    /// Every variant composes with the others: the islands give what the slow method gives, also with bombs.
    #[test]
    fn islands_and_sweeps_agree(
        grid in grids(),
        colours in 2..10_usize,
        fair in any::<bool>(),
        walls in 0..40_usize,
        golden in any::<bool>(),
        bombs in any::<bool>(),
        seed in any::<u64>(),
        moves in proptest::collection::vec(any::<prop::sample::Index>(), 60),
    ) {
        let fairness = if fair { Fairness::Fair } else { Fairness::Random };
        let board = generate(grid, colours, fairness, walls, seed);
        if fair {
            for cell in 0..grid.len() {
                let same = match (board[cell], board[grid.opposite(cell)]) {
                    (Cell::Zone(one), Cell::Zone(other)) => one != other,
                    (one, other) => one == other,
                };
                prop_assert!(same);
            }
        }
        let rules = Rules { colours, begins: BoardSide::High, useless: 20, golden, bombs: bombs.then_some(seed) };
        let mut position = SeptCouleurs::new(board, rules);
        agrees(&position);
        for mv in moves {
            if position.ending().is_some() {
                prop_assert!(position.legal_moves().is_empty() && position.clone().play(Colour(0)).is_err());
                break;
            }
            let colour = Colour(mv.index(colours) as u8);
            let (mut swept, side) = (position.board(), position.side_to_move());
            sweep::play(&mut swept, side, colour);
            position.play(colour).expect("every colour may be played");
            if !bombs || !position.plies().is_multiple_of(10) {
                prop_assert_eq!(position.board(), swept);
            }
            agrees(&position);
            // A game that begins here is the same game, if one can.
            let begins = SeptCouleurs::new(position.board(), rules).ending().is_none();
            let again: Option<SeptCouleurs> = Game::start(&setup_of(&position.board(), &rules)).ok();
            prop_assert_eq!(again.map(|again| again.board()), begins.then(|| position.board()));
        }
    }

    /// Moves are taken back in any depth, and leave nothing behind.
    #[test]
    fn moves_are_taken_back(
        grid in grids(),
        colours in 2..8_usize,
        seed in any::<u64>(),
        moves in proptest::collection::vec((any::<bool>(), any::<prop::sample::Index>()), 1..40),
    ) {
        let world = World::new(&generate(grid, colours, Fairness::Random, 10, seed), colours);
        let mut zones = Zones::new(&world);
        let mut made = Vec::new();
        for (high, mv) in moves {
            let before = zones.clone();
            let side = if high { BoardSide::High } else { BoardSide::Low };
            made.push((zones.play(&world, side, Colour(mv.index(colours) as u8)), before));
        }
        while let Some((taken, before)) = made.pop() {
            zones.undo(taken);
            for side in BoardSide::ALL {
                prop_assert_eq!(zones.area(side), before.area(side));
                prop_assert_eq!(zones.frontier(side), before.frontier(side));
                for colour in Colour::all(colours) {
                    prop_assert_eq!(zones.gain(side, colour), before.gain(side, colour));
                    prop_assert!(zones.near(side, colour).eq(before.near(side, colour)));
                }
            }
            prop_assert!((0..world.islands()).all(|island| zones.owner(island) == before.owner(island)));
        }
    }

    /// Nothing that is read as a board panics, and what is read is written the same.
    #[test]
    fn any_text_is_a_board_or_is_not(text in "[A-H#v^/ a]{0,40}", torus in any::<bool>()) {
        if let Ok(board) = Board::read(&text, Grid { torus, ..Grid::new(2, 2) }, 7) {
            let again = Board::read(&board.to_string(), *board.grid(), 7);
            prop_assert_eq!(again, Ok(board));
        }
    }
}

#[test]
fn what_is_wrong_with_a_board_is_said() {
    let read = |text: &str| Board::read(text, Grid::new(2, 2), 3).map(drop);
    assert_eq!(read("AB^\nABC\n v A #\n"), Ok(()));
    assert_eq!(read("AB^/ABC/vA"), Err(BoardError::Row(3, 2, 3)));
    assert_eq!(read("AB^/ADC/vAA"), Err(BoardError::Letter('D', 2)));
    assert_eq!(read("AB^/AbC/vAA"), Err(BoardError::Letter('b', 2)));
    assert_eq!(read("^BA/ABC/vAA"), Err(BoardError::Corner('^')));
    assert_eq!(read("AB^/ABC/AAv"), Err(BoardError::Corner('v')));
    assert_eq!(read(""), Err(BoardError::Size(0, 0)));
    assert_eq!(read("v^"), Err(BoardError::Size(2, 1)));
    assert_eq!(read(&"A".repeat(151)), Err(BoardError::Size(151, 1)));
}

#[test]
fn the_game_ends_when_it_is_decided() {
    let rules = Rules::default();
    // Two colours of nine cells each way: v has 6 of 9 after one move.
    let mut position = game("AB^/AAB/vAB", rules);
    assert_eq!(position.play(colour("a")), Ok(Status::Over(Outcome::Win(Player::First))));
    assert_eq!(position.ending(), Some(Ending::Majority(BoardSide::Low)));
    assert!(position.play(colour("B")).is_err());
    // Half each is a draw.
    let mut position = game("AB^/BAC/vBC/", Rules { useless: 4, ..rules });
    position.play(colour("B")).expect("a move");
    assert_eq!(position.status(), Status::Ongoing);
    let mut position = game("A^/vB", rules);
    position.play(colour("A")).expect("a move");
    assert_eq!(position.play(colour("B")), Ok(Status::Over(Outcome::Draw)));
    assert_eq!(position.ending(), Some(Ending::Full));
    // Nobody wins anything any more: the larger zone wins, or nobody.
    let mut position = game("AB^/CAA/vBB", Rules { useless: 3, ..rules });
    for (text, idle) in [("G", 1), ("G", 2)] {
        assert_eq!(position.play(colour(text)), Ok(Status::Ongoing));
        assert_eq!(position.idle(), idle);
    }
    assert_eq!(position.play(colour("G")), Ok(Status::Over(Outcome::Draw)));
    assert_eq!(position.ending(), Some(Ending::Useless));
    let mut position = game("AB^/CAA/vBB", Rules { useless: 2, ..rules });
    for text in ["C", "G", "G"] {
        position.play(colour(text)).expect("a move");
    }
    assert_eq!(position.status(), Status::Over(Outcome::Win(Player::First)));
    // The golden cell is in the middle.
    let mut position = game("ABBB^/BBAAA/AACBB/ADDDD/vBBEE", Rules { golden: true, ..rules });
    for text in ["A", "B", "G", "G"] {
        assert_eq!(position.play(colour(text)), Ok(Status::Ongoing), "{text}");
    }
    assert_eq!(position.play(colour("C")), Ok(Status::Over(Outcome::Win(Player::First))));
    assert_eq!(position.ending(), Some(Ending::Golden(BoardSide::Low)));
    // On the smallest board it is not where somebody begins.
    let mut position = game("A^/vB", Rules { golden: true, ..rules });
    assert_eq!(position.status(), Status::Ongoing);
    position.play(colour("B")).expect("a move");
    assert_eq!(position.ending(), Some(Ending::Golden(BoardSide::Low)));
}

#[test]
fn a_bomb_falls_every_ten_moves_where_the_seed_says() {
    let drawn = |seed| {
        let parameters = Params::from([("bombe".into(), "oui".into())]);
        let setup = SeptCouleurs::draw(&parameters, seed).expect("parameters");
        SeptCouleurs::start(&setup).expect("a start")
    };
    let mut ends = Vec::new();
    for seed in [1, 1, 2] {
        let mut position = drawn(seed);
        for ply in 1..=40 {
            let mut quiet = position.board();
            let colour = Colour((ply % 7) as u8);
            sweep::play(&mut quiet, position.side_to_move(), colour);
            position.play(colour).expect("a move");
            let changed: Vec<usize> = (0..900).filter(|&cell| position.cell(cell) != quiet[cell]).collect();
            assert_eq!(changed.is_empty(), ply % 10 != 0, "move {ply}");
            // The place, as `MOTEUR.md` tells it to engines; six steps reach 85 cells, of which a seventh keep their colour by chance.
            let mut x = (seed + (ply << 32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let place = ((x ^ (x >> 31)) % 900) as usize;
            let steps = |cell: &usize| (cell / 30).abs_diff(place / 30) + (cell % 30).abs_diff(place % 30);
            assert!(changed.iter().all(|cell| steps(cell) <= 6), "{place}: {changed:?}");
            assert!(changed.len() <= 85);
        }
        assert_eq!(
            BoardSide::ALL.map(|side| position.cell(side.corner(position.grid()))),
            BoardSide::ALL.map(Cell::Zone)
        );
        ends.push(position.board());
    }
    assert_eq!(ends[0], ends[1]);
    assert_ne!(ends[0], ends[2]);
}

#[test]
fn setups_are_drawn_checked_and_read() {
    let with = |pairs: &[(&str, &str)]| -> Params {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let setup = SeptCouleurs::draw(&Params::new(), 7).expect("the defaults will do");
    let position = SeptCouleurs::start(&setup).expect("a start");
    assert_eq!((position.grid().width, position.grid().height), (30, 30));
    assert_eq!(position.legal_moves().len(), 7);
    assert_eq!(position.board().area(BoardSide::Low) + position.board().area(BoardSide::High), 2);
    // The text travels in a line of the engine protocol, and records keep it.
    assert_eq!(setup["plateau"].len(), 929);
    let small = with(&[("L", "4"), ("H", "3"), ("couleurs", "9"), ("tore", "oui"), ("voisins", "8")]);
    let drawn = SeptCouleurs::draw(&small, 3).expect("parameters");
    assert_eq!(drawn["plateau"], "BHI^/BFFB/vIHB", "the same seed gives the same board for ever");
    let own = with(&[("plateau", "AB^\nABA\nvAA\n"), ("commence", "^")]);
    let drawn = SeptCouleurs::draw(&own, 3).expect("parameters");
    assert_eq!([drawn["plateau"].as_str(), &drawn["L"]], ["AB^/ABA/vAA", "3"]);
    assert_eq!(SeptCouleurs::start(&drawn).expect("a start").side_to_move(), BoardSide::High);
    for (parameters, name) in [
        (with(&[("plateau", "AB^/ABA/vA")]), "plateau"),
        (with(&[("plateau", "AB^/ABH/vAA")]), "plateau"),
        (with(&[("plateau", "AB^/ABA/vAA"), ("L", "4")]), "L"),
        (with(&[("L", "1")]), "L"),
        (with(&[("couleurs", "27")]), "couleurs"),
        (with(&[("or", "peut-etre")]), "or"),
        (with(&[("inutiles", "0")]), "inutiles"),
        // Over before the first move: nobody can grow, all is taken, a side has the golden cell.
        (with(&[("plateau", "##^/v##")]), "plateau"),
        (with(&[("plateau", "v^/v^")]), "plateau"),
        (with(&[("plateau", "AB^/vvA/vAA"), ("or", "oui")]), "plateau"),
    ] {
        assert_eq!(SeptCouleurs::draw(&parameters, 1).expect_err("refused").name, name);
    }
    for (name, value) in [
        ("plateau", "x"),
        ("plateau", "vv^/vv^/vv^"),
        ("L", "4"),
        ("commence", "x"),
        ("couleurs", "1"),
        ("voisins", "5"),
        ("inutiles", "0"),
    ] {
        let mut setup = drawn.clone();
        setup.insert(name.into(), value.into());
        assert_eq!(SeptCouleurs::start(&setup).expect_err("refused").name, name);
    }
}

#[test]
fn the_picture_says_who_has_what() {
    let mut position = game("AB^/AAB/vCD", Rules { begins: BoardSide::High, ..Rules::default() });
    position.play(colour("B")).expect("a move");
    let names = ByPlayer { first: "Ada", second: "Blaise" };
    assert_eq!(
        position.picture(names, None),
        "A ^ ^\nA A ^\nv C D\nv Blaise : 1 (11.1 %)   ^ Ada : 3 (33.3 %)\n"
    );
    let hexagons = Grid { neighbours: Neighbours::Six, ..Grid::new(2, 2) };
    let board = Board::read("A^/vB", hexagons, 7).expect("a board");
    assert_eq!(SeptCouleurs::new(board, Rules::default()).to_string(), " A ^\nv B\nv 25.0 %   ^ 25.0 %\n");
}

#[test]
fn walls_leave_every_open_cell_within_reach() {
    for (seed, fairness) in [(1, Fairness::Fair), (2, Fairness::Random)] {
        let board = generate(Grid::new(30, 30), 7, fairness, 30, seed);
        assert!((629..=630).contains(&board.open_cells()), "{}", board.open_cells());
    }
}

#[test]
fn the_middle_of_a_fair_board_may_have_any_colour() {
    let middle = |seed| generate(Grid::new(5, 5), 7, Fairness::Fair, 0, seed)[12];
    assert!((0..200).map(middle).collect::<std::collections::HashSet<_>>().len() == 7);
}
