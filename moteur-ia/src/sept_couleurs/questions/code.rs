//! The questions that ask for code only, shown at work.

use i18n::text;
use jeux::sept_couleurs::{BoardSide, Cell, Colour, SeptCouleurs};
use jeux::{Position, Status};
use serde_json::json;

use super::asked::{Answer, Asked, paragraph, spec, worlds};
use crate::sept_couleurs::tournament::play;
use crate::sept_couleurs::worlds::{in_words, sentence};

/// A board small enough to be shown several times.
const SMALL: usize = 10;

fn start(side: usize, world: &str, seed: u64) -> anyhow::Result<SeptCouleurs> {
    let [low, _] = worlds(side, world)?.begin(seed).map_err(|error| sentence(&error))?;
    Ok(low)
}

/// Question 1: a random board, and how many cells each colour has.
pub(super) fn fill(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let position = start(asked.side, "hasard", asked.seed)?;
    let board = position.board();
    let count = |colour| board.cells().iter().filter(|cell| **cell == Cell::Free(colour)).count();
    let counts: Vec<(String, usize)> =
        Colour::all(position.rules().colours).map(|colour| (colour.to_string(), count(colour))).collect();
    let said: Vec<String> = counts.iter().map(|(colour, count)| format!("{colour} {count}")).collect();
    let counted = text!("question-1-colours", counts = said.join(", "));
    let text = format!("{}\n{position}{}", paragraph(&text!("question-1")), paragraph(&counted));
    let counts: serde_json::Map<_, _> =
        counts.into_iter().map(|(colour, count)| (colour, json!(count))).collect();
    Ok(Answer { text, data: json!({ "board": board.to_string(), "colours": counts }) })
}

/// Question 4: people play at the terminal; the first moves of a game.
pub(super) fn people(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let mut position = start(SMALL, "equitable", asked.seed)?;
    let mut text = paragraph(&text!("question-4"));
    text += &format!("\n{position}");
    let mut moves = Vec::new();
    for text_of_move in ["A", "B", "C", "D"] {
        let Ok(colour) = position.parse_move(text_of_move) else { continue };
        let symbol = position.side_to_move().symbol();
        if position.play(colour).is_ok() {
            moves.push(format!("{symbol}{colour}"));
        }
    }
    text += &format!("\n{}\n{position}", moves.join(" "));
    Ok(Answer { text, data: json!({ "moves": moves, "board": position.board().to_string() }) })
}

/// Question 6.
pub(super) fn random(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    shown("hasard", text!("question-6"), asked.seed)
}

/// Question 7.
pub(super) fn useful(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    shown("utile", text!("question-7"), asked.seed)
}

/// Question 8.
pub(super) fn greedy(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    shown("glouton", text!("question-8"), asked.seed)
}

/// A player against itself on a small board: its moves with what each won, and the end.
fn shown(player: &str, sentence: String, seed: u64) -> anyhow::Result<Answer> {
    let spec = spec(player)?;
    let make = |seed| spec.make(seed).map_err(|reason| in_words(&reason));
    let mut players = [make(seed)?, make(seed.wrapping_add(1))?];
    let position = start(SMALL, "equitable", seed)?;
    let mut end = position.clone();
    let mut moves = Vec::new();
    let mut useless = 0;
    play(position.clone(), &mut players, BoardSide::Low, None, &mut |position, _, colour| {
        let side = position.side_to_move();
        let gain = position.gain(side, colour);
        useless += usize::from(gain == 0);
        moves.push(format!("{}{colour}+{gain}", side.symbol()));
        end = position.clone();
        // What was chosen is legal: the game goes on from it.
        let _: Result<Status, _> = end.play(colour);
    });
    let told = text!("question-moves", count = moves.len(), useless = useless);
    let text =
        format!("{}\n{position}\n{}\n\n{end}{}", paragraph(&sentence), moves.join(" "), paragraph(&told));
    Ok(Answer { text, data: json!({ "player": player, "moves": moves, "useless": useless }) })
}
