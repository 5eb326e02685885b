//! Games of a record (format: `arbitre/RECORDS.md`), and moves as typed.

use anyhow::{Context, anyhow};
use i18n::text;
use jeux::colonnes::{Board, Move};
use jeux::{ByPlayer, Game, Position};
use serde_json::Value;

use super::sentences::wrong_move;

/// A partie of a record.
pub struct Partie {
    /// Its name within the rencontre.
    pub name: String,
    /// The slot of the player who began.
    pub first: usize,
    /// The players in order of play.
    pub players: ByPlayer<String>,
    /// Its legal moves.
    pub moves: Vec<Move>,
}

/// The parties of a record of Colonnes.
pub fn parties(text: &str) -> anyhow::Result<Vec<Partie>> {
    let no_record = || text!("engine-no-record");
    let record: Value = serde_json::from_str(text).map_err(|_| anyhow!(no_record()))?;
    if record["game"] != Board::NAME {
        return Err(anyhow!(text!("engine-other-record", game = Board::TITLE)));
    }
    let name = |place: usize| record["players"][place]["name"].as_str().unwrap_or("?").to_owned();
    let parties = record["parties"].as_array().ok_or_else(|| anyhow!(text!("engine-no-parties")))?;
    let read = |partie: &Value| {
        let first = usize::from(partie["first"] == 1);
        let moves = partie["moves"].as_array().ok_or_else(|| anyhow!(text!("engine-no-moves")))?;
        let valid = moves.iter().filter(|mv| mv["verdict"] == "VALID");
        let words: Vec<&str> = valid.map(|mv| mv["text"].as_str().unwrap_or("?")).collect();
        let title = partie["name"].as_str().unwrap_or("?").to_owned();
        let moves =
            read_moves(words.into_iter()).with_context(|| text!("replay-partie", name = title.as_str()))?;
        let players = ByPlayer { first: name(first), second: name(1 - first) };
        Ok(Partie { name: title, first, players, moves })
    };
    parties.iter().map(read).collect()
}

/// Parses moves separated by spaces, and checks them.
pub fn parse_moves(text: &str) -> anyhow::Result<Vec<Move>> {
    read_moves(text.split_whitespace())
}

fn read_moves<'a>(texts: impl Iterator<Item = &'a str>) -> anyhow::Result<Vec<Move>> {
    let mut board = Board::new();
    let mut moves = Vec::new();
    for (text, number) in texts.zip(1..) {
        let mv = board.parse_move(text).map_err(|error| anyhow!(wrong_move(number, text, error)))?;
        board.play(mv).map_err(|rule| anyhow!(wrong_move(number, text, rule)))?;
        moves.push(mv);
    }
    Ok(moves)
}
