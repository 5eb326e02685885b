//! The course's verdicts, read from `vecteurs/colonnes/validation.jsonl`.

use std::path::PathBuf;

use protocol::colonnes::{Coul, PropCoup, TCoupReq};
use serde_json::Value;

/// A game with the verdict of each move.
pub struct Game {
    /// The colour of joueur 1.
    pub first: Coul,
    /// How it was made to end.
    pub kind: String,
    /// In order.
    pub moves: Vec<Move>,
}

/// A move and its verdict.
pub struct Move {
    /// 1 or 2; other numbers in some of the games.
    pub joueur: i32,
    /// The 28 bytes.
    pub req: TCoupReq,
    /// VALID or not.
    pub ok: bool,
    /// The property.
    pub prop: PropCoup,
}

/// The 400 games.
pub fn games() -> Vec<Game> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/colonnes/validation.jsonl");
    let text = std::fs::read_to_string(&path).expect("the vectors are part of the repository");
    let games: Vec<Game> = text.lines().map(game).collect();
    assert_eq!(games.len(), 400);
    games
}

fn game(line: &str) -> Game {
    let value: Value = serde_json::from_str(line).expect("JSON");
    let moves = value["moves"].as_array().expect("moves");
    let moves = moves.iter().map(|mv| Move {
        joueur: mv["joueur"].as_i64().expect("a number") as i32,
        req: TCoupReq::decode(&bytes(mv["req"].as_str().expect("hex"))).expect("28 bytes"),
        ok: mv["ok"].as_bool().expect("a truth"),
        prop: mv["prop"].as_str().expect("a word").parse().expect("a property"),
    });
    Game {
        first: value["first"].as_str().expect("a word").parse().expect("a colour"),
        kind: value["kind"].as_str().expect("a word").to_owned(),
        moves: moves.collect(),
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
    digits.collect::<Result<_, _>>().expect("hexadecimal digits")
}
