//! Evaluations of positions, requested from `moteur JEU analyse-lignes`: each line of JSON is a
//! [`Request`], answered by a line with an [`Answer`]. A [`Value`] is exact, by perfect play of
//! both sides. An [`Opinion`] is one engine's, found in a bounded time.

use std::cmp::Ordering;
use std::fmt;

use jeux::Reason;
use jeux::game::Params;
use serde::{Deserialize, Serialize};

/// The longest line with a request, in bytes.
pub const LONGEST_REQUEST: usize = 1 << 18;
/// The longest line with an answer, in bytes.
pub const LONGEST_ANSWER: usize = 1 << 22;
/// The most moves of a request.
pub const MOST_MOVES: usize = 10_000;
/// The most time of a request, in milliseconds.
pub const MOST_MS: u64 = 60_000;

/// A request.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What the game begins with, as [`jeux::Game::start`] reads it.
    #[serde(default)]
    pub setup: Params,
    /// The moves up to the position, in order and in the notation of the game: [`MOST_MOVES`] at most.
    #[serde(default)]
    pub moves: Vec<String>,
    /// How long an engine may think about all positions of this request together, in milliseconds; more than
    /// [`MOST_MS`] is cut to that. Values that are known are given at 0 too.
    #[serde(default)]
    pub ms: u64,
    /// Whether the position before each of the moves is asked for too.
    #[serde(default)]
    pub all: bool,
}

/// An answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// The position before each move, where all were asked for, and the one after the last.
    Analyses {
        /// In order of play.
        analyses: Vec<Analysis>,
    },
    /// There is no such position, or the line is no request.
    Refused {
        /// Why.
        error: Reason,
    },
}

/// The evaluation of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Analysis {
    /// Who is to move: 0 for the player who began the game, 1 for the other; `None` when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<usize>,
    /// What the position is worth to the mover, where that is known; when the game is over, to who would be to move
    /// ([`jeux::Position::to_move`]), whom `mover` does not name any more: the opponent of who moved last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The legal moves, the best ones first: all where values are known, else those of which the engine thinks something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Valued>,
    /// The best moves: all that are as good as any, or the one that the engine prefers; empty where nothing is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
    /// How the game goes on from here when both sides play their best; empty where that is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// The move that was made here, as the game writes it, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// What an engine thinks of it, where no values are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opinion: Option<Opinion>,
}

/// A legal move, and what it is worth to who makes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Valued {
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// What an engine thinks it is worth, in the [`Unit`] of its opinion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How the game ends then for who makes it, where the engine is sure of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<Expected>,
}

impl Valued {
    /// A move of which nothing is known yet.
    pub fn of(mv: impl fmt::Display) -> Self {
        Valued { text: mv.to_string(), value: None, score: None, sure: None }
    }
}

/// An engine's opinion of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Opinion {
    /// The name of the engine.
    pub engine: String,
    /// What it thinks the position is worth to the mover, in this unit; `None` where the result is all that it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// What the score counts.
    #[serde(default)]
    pub unit: Unit,
    /// How the game ends for the mover, where the engine is sure of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<Expected>,
    /// In how many moves of both sides, where it is sure of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// How many moves of both sides it has looked ahead, where it does that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it has looked at, where it counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
}

/// What the score of an engine counts: how much the mover is ahead, but for [`Unit::Chance`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// No unit: the more the better.
    #[default]
    None,
    /// Cells.
    Cells,
    /// Steps of one player on his way.
    Steps,
    /// Moves of both sides.
    Plies,
    /// The points to be expected, from 0 for a loss to 1 for a win; a little less for every detour.
    Chance,
}

impl Unit {
    /// Its name, as answers and the catalogue of words have it.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::None => "none",
            Unit::Cells => "cells",
            Unit::Steps => "steps",
            Unit::Plies => "plies",
            Unit::Chance => "chance",
        }
    }
}

/// How a game ends, for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl Expected {
    /// `Less` for a loss, `Equal` for a draw, `Greater` for a win: see [`Value::result`].
    pub const fn result(self) -> Ordering {
        match self {
            Expected::Win => Ordering::Greater,
            Expected::Draw => Ordering::Equal,
            Expected::Loss => Ordering::Less,
        }
    }
}

/// What a position is worth to the side to move, or a move to the one who makes it.
///
/// Ordered by preference: a late loss is better than an early one, an early win better than a late one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// The opponent wins after this many plies; 0 when that has happened already.
    Loss(u8),
    /// Neither side can force a win.
    Draw,
    /// A win within this many plies, the first of which is the next one to be played; 0
    /// when that has happened already.
    Win(u8),
}

impl Value {
    /// Without the distances: losses are `Less` than draws, draws `Equal`, wins `Greater`.
    pub fn result(self) -> Ordering {
        match self {
            Value::Loss(_) => Ordering::Less,
            Value::Draw => Ordering::Equal,
            Value::Win(_) => Ordering::Greater,
        }
    }

    /// In how many plies somebody wins; 0 for a draw.
    pub fn plies(self) -> u32 {
        match self {
            Value::Win(plies) | Value::Loss(plies) => plies.into(),
            Value::Draw => 0,
        }
    }

    /// The value of the move that leads to a position of this value, for the one who makes
    /// it: a ply farther, 255 at most.
    pub fn of_move(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
        }
    }

    fn preference(self) -> (Ordering, i16) {
        let speed = match self {
            Value::Loss(plies) => i16::from(plies),
            Value::Draw => 0,
            Value::Win(plies) => -i16::from(plies),
        };
        (self.result(), speed)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.preference().cmp(&other.preference())
    }
}

/// What a move gave away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blunder {
    /// A win, to a draw or a loss.
    Win,
    /// A draw, to a loss.
    Draw,
}

impl Blunder {
    /// What was given away by a move that left this of what the position was worth before; `None` where the result was kept. From
    /// a loss nothing can be.
    pub fn of(before: Value, after: Value) -> Option<Self> {
        if after.result() >= before.result() {
            return None;
        }
        Some(if before.result() == Ordering::Greater { Blunder::Win } else { Blunder::Draw })
    }
}

/// What a player's moves were worth: numbers of moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Marks {
    /// Played.
    pub moves: u32,
    /// That kept the result of the position: win, draw or loss.
    pub kept: u32,
    /// Played where some legal move would have given the result away.
    pub tested: u32,
    /// Of these, those that kept it.
    pub passed: u32,
    /// That gave a win away, to a draw or a loss.
    pub wins_thrown: u32,
    /// That gave a draw away.
    pub draws_thrown: u32,
}

impl Marks {
    /// The share of the moves that kept the result, from 0 to 1; `None` before the first move.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| f64::from(self.kept) / f64::from(self.moves))
    }

    /// Counts a move that has left this of what the position was worth before; `tested` where some legal move would have given the
    /// result away. Says what it has given away.
    pub fn count(&mut self, before: Value, after: Value, tested: bool) -> Option<Blunder> {
        self.moves += 1;
        self.tested += u32::from(tested);
        let blunder = Blunder::of(before, after);
        match blunder {
            None => {
                self.kept += 1;
                self.passed += u32::from(tested);
            }
            Some(Blunder::Win) => self.wins_thrown += 1,
            Some(Blunder::Draw) => self.draws_thrown += 1,
        }
        blunder
    }

    /// Adds those of another game; none of them goes beyond what it can count.
    pub fn add(&mut self, other: &Marks) {
        let Marks { moves, kept, tested, passed, wins_thrown, draws_thrown } = self;
        for (count, more) in [
            (moves, other.moves),
            (kept, other.kept),
            (tested, other.tested),
            (passed, other.passed),
            (wins_thrown, other.wins_thrown),
            (draws_thrown, other.draws_thrown),
        ] {
            *count = count.saturating_add(more);
        }
    }
}

impl From<Marks> for [u32; 6] {
    /// In the order of the fields.
    fn from(marks: Marks) -> Self {
        let Marks { moves, kept, tested, passed, wins_thrown, draws_thrown } = marks;
        [moves, kept, tested, passed, wins_thrown, draws_thrown]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_game_fits_on_a_line() {
        let moves = vec!["tour b2-c3 mur d4".to_owned(); MOST_MOVES];
        let request = Request { moves, ms: MOST_MS, all: true, ..Request::default() };
        assert!(serde_json::to_vec(&request).expect("a request").len() <= LONGEST_REQUEST);
        let analysis = Analysis { mover: Some(1), value: Some(Value::Loss(120)), ..Analysis::default() };
        let answer = Answer::Analyses { analyses: vec![analysis; MOST_MOVES + 1] };
        assert!(serde_json::to_vec(&answer).expect("an answer").len() <= LONGEST_ANSWER);
    }

    #[test]
    fn values_are_ordered_by_preference() {
        let worst_first = [
            Value::Loss(0),
            Value::Loss(2),
            Value::Loss(40),
            Value::Draw,
            Value::Win(39),
            Value::Win(3),
            Value::Win(1),
        ];
        assert!(worst_first.is_sorted_by(|a, b| a < b));
        assert!(worst_first.map(Value::of_move).is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn what_is_given_away_is_counted() {
        let mut marks = Marks::default();
        let counted = [
            (Value::Win(5), Value::Win(9), None),
            (Value::Win(5), Value::Draw, Some(Blunder::Win)),
            (Value::Win(5), Value::Loss(2), Some(Blunder::Win)),
            (Value::Draw, Value::Loss(2), Some(Blunder::Draw)),
            (Value::Draw, Value::Draw, None),
            (Value::Loss(8), Value::Loss(2), None),
        ];
        for (before, after, blunder) in counted {
            assert_eq!(marks.count(before, after, before != Value::Loss(8)), blunder);
        }
        assert_eq!(<[u32; 6]>::from(marks), [6, 3, 5, 2, 2, 1]);
        assert_eq!((marks.accuracy(), Marks::default().accuracy()), (Some(0.5), None));
        let mut twice = marks;
        twice.add(&marks);
        assert_eq!(<[u32; 6]>::from(twice), [12, 6, 10, 4, 4, 2]);
    }

    #[test]
    fn values_and_answers_are_written_shortly() {
        let written = |value: Value| serde_json::to_string(&value).expect("JSON");
        assert_eq!(
            [Value::Win(5), Value::Draw, Value::Loss(4)].map(written),
            [r#"{"win":5}"#, r#""draw""#, r#"{"loss":4}"#]
        );
        for unit in [Unit::None, Unit::Cells, Unit::Steps, Unit::Plies, Unit::Chance] {
            assert_eq!(serde_json::to_string(&unit).expect("JSON"), format!("{:?}", unit.name()));
        }
        let answer: Answer = serde_json::from_str(r#"{"analyses":[{}]}"#).expect("an answer");
        assert_eq!(answer, Answer::Analyses { analyses: vec![Analysis::default()] });
        assert_eq!(serde_json::to_string(&answer).expect("JSON"), r#"{"analyses":[{}]}"#);
    }
}
