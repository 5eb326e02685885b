//! The 300 positions of `vecteurs/colonnes/solved_sample.jsonl`, solved by another program.

use std::{collections::BTreeSet, fs, path::Path};

use jeux::{
    Player, Position, Status,
    colonnes::{Board, Cell, Move},
};
use moteur_ia::analysis::{Exact, answer};
use moteur_ia::colonnes::solution::{Value, plies_to_end};
use protocol::analysis::Answer;
use serde_json::{Value as Json, json};

use crate::table;

fn cell(text: &str) -> Cell {
    Cell::new(text.parse().expect("a number")).expect("a cell")
}

/// `P:c`, `D:a-b` or `X`.
fn parse(text: &str) -> Move {
    match (text.strip_prefix("P:"), text.strip_prefix("D:").and_then(|cells| cells.split_once('-'))) {
        (Some(to), _) => Move::Place(cell(to)),
        (_, Some((from, to))) => Move::Shift { from: cell(from), to: cell(to) },
        _ => {
            assert_eq!(text, "X");
            Move::Pass
        }
    }
}

fn moves(record: &Json, key: &str) -> Vec<Move> {
    let list = record[key].as_array().unwrap_or_else(|| panic!("{key} is a list"));
    list.iter().map(|text| parse(text.as_str().expect("a text"))).collect()
}

/// The moves and the solution of every record.
pub fn records() -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/colonnes/solved_sample.jsonl");
    let text = fs::read_to_string(path).expect("the vectors");
    let records: Vec<_> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(records.len(), 300);
    records
}

/// The moves that lead to the position of a record.
pub fn line(record: &Json) -> Vec<Move> {
    moves(record, "moves")
}

#[test]
fn all_fields_agree() {
    for record in records() {
        let mut board = Board::new();
        for mv in line(&record) {
            assert_eq!(board.play(mv), Ok(Status::Ongoing), "{record}");
        }
        assert_eq!(record["ply"], board.ply());
        assert_eq!(record["to_move"], board.to_move().index() + 1);
        for (stack, cell) in record["board"].as_array().expect("nine stacks").iter().zip(Cell::all()) {
            let pawns = board.stack(cell).pawns();
            let text: String = pawns.map(|player| if player == Player::First { '1' } else { '2' }).collect();
            assert_eq!(*stack, text, "{record}");
        }

        let value = table().value(board);
        let word = match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        };
        assert_eq!(record["value"], word, "{record}");
        assert_eq!(record["plies_to_end"], plies_to_end(board, value), "{record}");

        let judgement = table().judge(board);
        assert_eq!(judgement.value, value, "{record}");
        assert_eq!(record["legal"], judgement.moves.len(), "{record}");
        let texts = |moves: Vec<Move>| moves.iter().map(Move::to_string).collect::<BTreeSet<_>>();
        assert_eq!(texts(judgement.keeping().collect()), texts(moves(&record, "optimal")), "{record}");
        assert_eq!(texts(judgement.best().collect()), texts(moves(&record, "best")), "{record}");
    }
}

/// What programs are told of every position, as they ask for it.
#[test]
fn programs_are_told_the_same() {
    let mut analyst = Exact::new(|board: &Board| table().value(*board));
    for record in records() {
        let played: Vec<String> = line(&record).iter().map(Move::to_string).collect();
        let request = json!({ "moves": played, "all": true }).to_string();
        let Answer::Analyses { analyses } = answer(&mut analyst, request.as_bytes()) else {
            panic!("{record}");
        };
        assert_eq!(analyses.len(), played.len() + 1);
        let made: Vec<_> = analyses.iter().filter_map(|analysis| analysis.played.clone()).collect();
        assert_eq!(made, played);
        let last = analyses.last().expect("the position");
        let value = last.value.expect("a value");
        assert_eq!(record["to_move"], last.mover.map(|mover| mover + 1).expect("a mover"), "{record}");
        assert_eq!(record["legal"], last.moves.len(), "{record}");
        let texts = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<BTreeSet<_>>();
        let best: BTreeSet<String> = last.best.iter().cloned().collect();
        assert_eq!(best, texts(&moves(&record, "best")), "{record}");
        let keeping = last.moves.iter().filter(|valued| {
            valued.value.is_some_and(|value| Some(value.result()) == last.value.map(Value::result))
        });
        let keeping: BTreeSet<String> = keeping.map(|valued| valued.text.clone()).collect();
        assert_eq!(keeping, texts(&moves(&record, "optimal")), "{record}");
        // The line of perfect play ends when it should, as it should.
        assert_eq!(record["plies_to_end"], last.line.len(), "{record}");
        let mut board = line(&record).into_iter().fold(Board::new(), |board, mv| board.after(mv));
        let mover = board.to_move();
        for text in &last.line {
            board.play(text.parse().expect("a move")).expect("a legal move");
        }
        let outcome = board.status().outcome().expect("an end");
        let seen = outcome.winner().map(|winner| winner == mover);
        assert_eq!(
            seen,
            match value {
                Value::Win(_) => Some(true),
                Value::Draw => None,
                Value::Loss(_) => Some(false),
            }
        );
    }
}
