//! What was recorded of the course's validator and server, read from `vecteurs/colonnes`.

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
    let games: Vec<Game> = read("validation.jsonl").iter().map(game).collect();
    assert_eq!(games.len(), 400);
    games
}

/// The lines of a file of vectors.
pub fn read(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/colonnes").join(name);
    let text = std::fs::read_to_string(&path).expect("the vectors are part of the repository");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn game(value: &Value) -> Game {
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

/// The bytes that these hexadecimal digits stand for.
pub fn bytes(hex: &str) -> Vec<u8> {
    let digits = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
    digits.collect::<Result<_, _>>().expect("hexadecimal digits")
}
