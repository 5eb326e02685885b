//! What the process of a game and the pages say to each other.
//!
//! The game is told once what to play, and gets with it a line to each person who plays; on the first line it says what became of it, and
//! its end means: stop at once. Everything that needs the rules is found out in the process of the game, which shows each person what that
//! person may see.

use std::path::PathBuf;

use arbitre::record::Record;
use jeux::Reason;
use jeux::game::Params;
use protocol::Termination;
use protocol::verdict::{Property, as_word};
use serde::{Deserialize, Serialize};

/// What is to be played. The lines of people come with it, in the order of their places.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Unique; names the record.
    pub id: String,
    /// The game.
    pub game: String,
    /// How many games it has.
    pub parties: usize,
    /// What each of them begins with.
    pub setup: Params,
    /// Time for each move in milliseconds; `None` without limit.
    pub time_ms: Option<u64>,
    /// How long a person without a limit may take for a move before being taken to have left, in milliseconds.
    pub patience_ms: u64,
    /// The players by their places.
    pub players: [TaskPlayer; 2],
    /// The folder where the record is kept.
    pub records: PathBuf,
    /// Whether the game is shown to everybody while it is played.
    pub live: bool,
    /// What was played before moves were taken back: it goes on after that.
    pub before: Option<Record>,
}

/// A player.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskPlayer {
    /// The name.
    pub name: String,
    /// The engine; a person has none.
    pub engine: Option<String>,
    /// How many moves this player has taken back.
    pub taken_back: u32,
}

/// What the pages say to a game after its task, once at most: it stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// To go on elsewhere, from an earlier move: what was played is handed over, and not kept.
    HandOver,
}

/// What a game says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// Its players are there: it begins.
    Begun,
    /// It cannot be played.
    Failed(Reason),
    /// What was played until it was to go on elsewhere: a record in JSON.
    Handed(String),
    /// It is over, and its record is kept.
    Kept,
    /// It was stopped before the first move: there is nothing to keep.
    Nothing,
    /// It is over, and its record could not be kept.
    Lost(Reason),
}

/// What a person says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Say {
    /// A move, after so many of this game.
    Move(usize, String),
    /// Gives up the game under way.
    GiveUp,
    /// The next game may begin.
    Next,
}

/// What a person is shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct View {
    /// The name of the game within the rencontre.
    pub partie: String,
    /// Which of how many it is, from 0.
    pub number: usize,
    pub of: usize,
    /// The person begins it.
    pub begins: bool,
    /// What is expected of the person.
    pub turn: Turn,
    /// The moves of this game, as the person knows them.
    pub moves: Vec<Said>,
    /// What is seen: an SVG document, or a text.
    pub drawing: Option<String>,
    pub picture: String,
    /// What may be played, or some of it.
    pub choices: Vec<Choice>,
    /// What was said and cannot be played, and why.
    pub refused: Option<(String, Reason)>,
    /// The games that have ended, in the order of play.
    pub results: Vec<Outcome>,
}

/// What is expected of a person.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Turn {
    /// To wait for the opponent.
    #[default]
    Theirs,
    /// To move.
    Mine,
    /// To begin the next game.
    Next,
    /// Nothing more.
    Over,
}

/// A move as a person knows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Said {
    /// It is the person's own.
    pub mine: bool,
    /// In the notation of the game, or what is shown of it.
    pub text: String,
    /// What the person was told of it.
    pub answer: Option<String>,
}

/// A move that may be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// In the notation of the game.
    pub text: String,
    /// What is touched for it in the drawing.
    pub touches: Vec<String>,
}

/// How a game ended, for one person.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Its name within the rencontre.
    pub partie: String,
    /// How it ended for this person.
    #[serde(with = "as_word")]
    pub property: Property,
    /// In which way.
    pub termination: Termination,
    /// Why, where that does not go without saying.
    pub why: Option<Reason>,
}
