//! `alphabeta` against positions whose exact value is known.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use jeux::colonnes::{Board, Cell, Move};
use jeux::{Outcome, Position, Status};
use moteur_ia::adapter::{Engine, Limits};
use moteur_ia::colonnes::alphabeta::table::WIN;
use moteur_ia::colonnes::alphabeta::{AlphaBeta, Options};
use serde_json::Value;

/// A position of `vecteurs/colonnes/solved_sample.jsonl` with its solution.
struct Solved {
    board: Board,
    value: String,
    plies_to_end: i16,
    best: Vec<Move>,
}

fn read_move(text: &str) -> Move {
    let cell = |digit: &str| Cell::new(digit.parse().expect("a digit")).expect("a cell");
    match text.split_once(':') {
        Some(("P", at)) => Move::Place(cell(at)),
        Some((_, way)) => {
            let (from, to) = way.split_once('-').expect("two cells");
            Move::Shift { from: cell(from), to: cell(to) }
        }
        None => Move::Pass,
    }
}

fn solved() -> Vec<Solved> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/colonnes/solved_sample.jsonl");
    let text = std::fs::read_to_string(path).expect("the vectors");
    let moves = |list: &Value| -> Vec<Move> {
        let texts = list.as_array().expect("a list").iter();
        texts.map(|text| read_move(text.as_str().expect("a move"))).collect()
    };
    text.lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let mut board = Board::new();
            for mv in moves(&line["moves"]) {
                board.play(mv).expect("a legal move");
            }
            Solved {
                board,
                value: line["value"].as_str().expect("a value").to_owned(),
                plies_to_end: line["plies_to_end"].as_i64().expect("a number") as i16,
                best: moves(&line["best"]),
            }
        })
        .collect()
}

/// Searches without a limit of time: to the end of the game, or to a win or loss that nothing makes shorter or longer.
#[test]
fn late_positions_are_searched_to_the_truth() {
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    // One engine, so that what it learns in one position is used, or rightly not used, in the others.
    let mut engine = AlphaBeta::new(Options { seed: Some(1), ..Options::default() });
    let late =
        |solved: &Solved| solved.board.ply() >= 27 || solved.value != "draw" && solved.plies_to_end < 12;
    let positions: Vec<Solved> = solved().into_iter().filter(late).collect();
    assert!(positions.len() > 150);
    for Solved { board, value, plies_to_end, best } in positions {
        let found = engine.search(board, &limits);
        let mv = found.step.to_move();
        assert!(best.contains(&mv), "{mv} instead of {best:?} in\n{board}{found:?}");
        let score = match value.as_str() {
            "win" => WIN - plies_to_end,
            "loss" => plies_to_end - WIN,
            _ => 0,
        };
        // Where there is no choice nothing is searched.
        if found.depth > 0 {
            assert_eq!(found.score, score, "{value} in {plies_to_end}:\n{board}{found:?}");
        }
    }
}

/// Plays to the end from a position; both sides by the same engine.
fn play_out(engine: &mut AlphaBeta, mut board: Board, limits: &Limits<'_>) -> (Outcome, u32) {
    loop {
        match board.play(engine.choose(&board, limits).expect("a move")).expect("a legal move") {
            Status::Ongoing => {}
            Status::Over(outcome) => return (outcome, board.ply()),
        }
    }
}

#[test]
fn won_positions_are_won_in_time() {
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    let mut engine = AlphaBeta::new(Options { seed: Some(1), ..Options::default() });
    let won = |solved: &Solved| solved.value == "win" && solved.plies_to_end < 12;
    for Solved { board, plies_to_end, .. } in solved().into_iter().filter(won) {
        let (outcome, ply) = play_out(&mut engine, board, &limits);
        assert_eq!(outcome, Outcome::Win(board.to_move()), "from\n{board}");
        assert_eq!(ply - board.ply(), plies_to_end as u32, "from\n{board}");
    }
}

#[test]
fn a_stopped_search_still_gives_a_legal_move() {
    let stop = AtomicBool::new(true);
    let limits = Limits { deadline: None, stop: &stop };
    let mut engine = AlphaBeta::new(Options { seed: Some(1), ..Options::default() });
    for Solved { board, .. } in solved() {
        board.check(engine.choose(&board, &limits).expect("a move")).expect("legal");
    }
}

#[test]
fn the_seed_and_the_depth_decide() {
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    let game = |seed| {
        let options = Options { seed: Some(seed), depth: Some(4), time: None };
        let mut engine = AlphaBeta::new(options);
        let mut board = Board::new();
        let mut moves = vec![];
        while board.status() == Status::Ongoing {
            let mv = engine.choose(&board, &limits).expect("a move");
            board.play(mv).expect("a legal move");
            moves.push(mv);
        }
        moves
    };
    assert_eq!(game(1), game(1));
    assert!((2..10).any(|seed| game(seed) != game(1)));
}
