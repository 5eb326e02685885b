//! The engine line protocol, specified in `protocol/MOTEUR.md`.
//!
//! [`HostLine`] is what `joueur` or the referee writes, [`EngineLine`] what an engine answers; `Display` writes a line
//! without its end, `FromStr` reads it. [`LineBuffer`] cuts a stream of bytes into lines.

use std::fmt;
use std::str::FromStr;

use jeux::text::decoded;
use jeux::{Player, Reason};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::Termination;
use crate::verdict::{Property, Validity};

/// The version of the protocol that this module speaks.
pub const VERSION: u32 = 1;
/// The longest line in bytes, its end not counted.
pub const MAX_LINE: usize = 65_536;
/// What an engine [wants](EngineLine::Want) that is to be told before each `go` what it may play.
pub const LEGAL: &str = "legal";

/// The line is not a message of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}: {line:?}")]
pub struct LineError {
    /// What is wrong with it.
    pub reason: &'static str,
    /// The line, cut to 200 characters.
    pub line: String,
}

impl LineError {
    fn new(reason: &'static str, line: &str) -> Self {
        LineError { reason, line: line.chars().take(200).collect() }
    }
}

/// The announcement of a game: `game JEU SIDE [key=value]...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameStart {
    /// The game's name, such as `colonnes`.
    pub game: String,
    /// Whether the engine makes the first move.
    pub side: Player,
    /// The parameters in order, names that come twice included; values are kept decoded.
    pub params: Vec<(String, String)>,
}

impl GameStart {
    /// The value of a parameter, the last one if it is given twice.
    pub fn param(&self, key: &str) -> Option<&str> {
        self.params.iter().rev().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

/// A move that was made, as one player knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldMove {
    /// Its notation; of the opponent's what is shown of it.
    pub text: String,
    /// What only this player was told, of a move of his own.
    pub answer: Option<String>,
}

/// The value of the parameter `moves`: `B2,A1`, with answers `B2>yes,?`.
pub fn join_moves(moves: &[ToldMove]) -> String {
    let one = |told: &ToldMove| match &told.answer {
        Some(answer) => format!("{}>{answer}", told.text),
        None => told.text.clone(),
    };
    moves.iter().map(one).collect::<Vec<_>>().join(",")
}

/// Reads what [`join_moves`] writes; empty moves are left out.
pub fn split_moves(text: &str) -> Vec<ToldMove> {
    let one = |text: &str| match text.split_once('>') {
        Some((text, answer)) => ToldMove { text: text.to_owned(), answer: Some(answer.to_owned()) },
        None => ToldMove { text: text.to_owned(), answer: None },
    };
    text.split(',').filter(|text| !text.is_empty()).map(one).collect()
}

/// A line from the host to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostLine {
    /// `hello VERSION`
    Hello(u32),
    /// `game ...`
    Game(GameStart),
    /// `legal MOVE,MOVE...`: what the engine may play, as it has [wanted](EngineLine::Want) to know; no move has a comma.
    Legal(Vec<String>),
    /// `go MS`: a move is due within so many milliseconds.
    Go(u64),
    /// `verdict VALIDITY PROPERTY [ANSWER]`: of the move that the engine has just given, with what only it is told.
    Verdict(Validity, Property, Option<String>),
    /// `opponent TEXT`: the opponent's move, or what is shown of it.
    Opponent(String),
    /// `end RESULT REASON`, seen by the engine's player.
    End(Property, Termination),
    /// `stop`: the move that is due is wanted now.
    Stop,
    /// `quit`: the engine is to end.
    Quit,
}

impl HostLine {
    /// The list of these moves: as many of the first ones as a line of [`MAX_LINE`] bytes takes. `None` where there is none.
    pub fn legal(mut moves: Vec<String>) -> Option<Self> {
        let mut length = "legal".len();
        let fitting = moves.iter().take_while(|text| {
            length += 1 + text.len();
            length <= MAX_LINE
        });
        let count = fitting.count();
        moves.truncate(count);
        (count > 0).then_some(HostLine::Legal(moves))
    }
}

impl fmt::Display for HostLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostLine::Hello(version) => write!(f, "hello {version}"),
            HostLine::Game(start) => {
                write!(f, "game {} {}", start.game, start.side)?;
                for (key, value) in &start.params {
                    write!(f, " {key}=")?;
                    write!(f, "{}", utf8_percent_encode(value, ENCODED))?;
                }
                Ok(())
            }
            HostLine::Legal(moves) => {
                f.write_str("legal")?;
                moves.iter().enumerate().try_for_each(|(index, text)| {
                    write!(f, "{}{}", if index == 0 { ' ' } else { ',' }, OneLine(text))
                })
            }
            HostLine::Go(ms) => write!(f, "go {ms}"),
            HostLine::Verdict(validity, property, answer) => {
                write!(f, "verdict {validity} {property}")?;
                answer.iter().try_for_each(|answer| write!(f, " {}", OneLine(answer)))
            }
            HostLine::Opponent(text) => write!(f, "opponent {}", OneLine(text)),
            HostLine::End(result, reason) => write!(f, "end {result} {reason}"),
            HostLine::Stop => f.write_str("stop"),
            HostLine::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for HostLine {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let (word, rest) = split_word(line);
        let bad = |reason| LineError::new(reason, line);
        match word {
            "hello" => rest.parse().map(HostLine::Hello).map_err(|_| bad("hello without a version")),
            "game" => parse_game(rest).ok_or_else(|| bad("not a game announcement")).map(HostLine::Game),
            "legal" => {
                let moves =
                    rest.split(',').map(|text| text.trim_matches(is_blank)).filter(|text| !text.is_empty());
                let moves: Vec<String> = moves.map(str::to_owned).collect();
                if moves.is_empty() { Err(bad("legal without a move")) } else { Ok(HostLine::Legal(moves)) }
            }
            "go" => rest.parse().map(HostLine::Go).map_err(|_| bad("go without milliseconds")),
            "verdict" => {
                let (validity, rest) = split_word(rest);
                let (property, answer) = split_word(rest);
                match (validity.parse(), property.parse()) {
                    (Ok(validity), Ok(property)) => {
                        let answer = (!answer.is_empty()).then(|| answer.to_owned());
                        Ok(HostLine::Verdict(validity, property, answer))
                    }
                    _ => Err(bad("unknown verdict")),
                }
            }
            "opponent" if !rest.is_empty() => Ok(HostLine::Opponent(rest.to_owned())),
            "opponent" => Err(bad("opponent without a move")),
            "end" => {
                let (result, reason) = split_word(rest);
                match (result.parse(), reason.parse()) {
                    (Ok(result), Ok(reason)) => Ok(HostLine::End(result, reason)),
                    _ => Err(bad("unknown end")),
                }
            }
            "stop" if rest.is_empty() => Ok(HostLine::Stop),
            "quit" if rest.is_empty() => Ok(HostLine::Quit),
            _ => Err(bad("unknown message")),
        }
    }
}

fn parse_game(rest: &str) -> Option<GameStart> {
    let (game, rest) = split_word(rest);
    let (side, rest) = split_word(rest);
    let side = match side {
        "first" => Player::First,
        "second" => Player::Second,
        _ => return None,
    };
    let named = |name: &str| !name.is_empty() && !name.contains(is_blank);
    // A parameter without `=` or without a proper name is one we do not know.
    let params = rest.split(' ').filter_map(|word| word.split_once('=')).filter(|(key, _)| named(key));
    let params = params.map(|(key, value)| (key.to_owned(), percent_decode(value))).collect();
    named(game).then(|| GameStart { game: game.to_owned(), side, params })
}

/// A line from the engine to the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineLine {
    /// `engine VERSION NAME`
    Engine {
        /// The version that the engine speaks.
        version: u32,
        /// Its name.
        name: String,
    },
    /// `want TEXT`: something that a host may give besides; [`LEGAL`] is the only one.
    Want(String),
    /// `move TEXT`: the answer to `go`.
    Move(String),
    /// `info TEXT`: something for the log.
    Info(String),
    /// `error TEXT`: why the engine cannot go on; in the place of a move that is due.
    Error(String),
}

impl fmt::Display for EngineLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineLine::Engine { version, name } => write!(f, "engine {version} {}", OneLine(name)),
            EngineLine::Want(text) => write!(f, "want {}", OneLine(text)),
            EngineLine::Move(text) => write!(f, "move {}", OneLine(text)),
            EngineLine::Info(text) => write!(f, "info {}", OneLine(text)),
            EngineLine::Error(text) => write!(f, "error {}", OneLine(text)),
        }
    }
}

impl FromStr for EngineLine {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let (word, rest) = split_word(line);
        let bad = |reason| LineError::new(reason, line);
        match word {
            "engine" => {
                let (version, name) = split_word(rest);
                let version = version.parse().map_err(|_| bad("engine without a version"))?;
                Ok(EngineLine::Engine { version, name: name.to_owned() })
            }
            "want" if rest.is_empty() => Err(bad("want without a wish")),
            "want" => Ok(EngineLine::Want(rest.to_owned())),
            "move" if rest.is_empty() => Err(bad("move without a move")),
            "move" => Ok(EngineLine::Move(rest.to_owned())),
            "info" => Ok(EngineLine::Info(rest.to_owned())),
            "error" => Ok(EngineLine::Error(rest.to_owned())),
            _ => Err(bad("unknown message")),
        }
    }
}

/// The first word, and the rest without the blanks around it.
fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_matches(is_blank);
    line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim_start_matches(is_blank)))
}

/// Control characters are written as blanks, so they are read as such.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Free text that stays on its line: control characters become blanks.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.split(char::is_control).enumerate().try_for_each(|(index, part)| {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(part)
        })
    }
}

/// What is written `%XX` in the value of a parameter.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b':')
    .remove(b',')
    .remove(b'/');

/// The inverse of the encoding; what is not `%XX` stays, what is not UTF-8 becomes U+FFFD.
fn percent_decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// The peer sends a line longer than [`MAX_LINE`] or one that is not UTF-8.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StreamError {
    /// More than [`MAX_LINE`] bytes without an end of line.
    #[error("a line of more than {MAX_LINE} bytes")]
    TooLong,
    /// Not UTF-8; the line as Latin-1, which most of such lines are.
    #[error("a line that is not UTF-8: {0}")]
    NotText(String),
}

impl From<StreamError> for Reason {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::TooLong => Reason::new("line-too-long").with(MAX_LINE),
            StreamError::NotText(line) => Reason::new("line-not-text").with(line),
        }
    }
}

/// Cuts a stream of bytes into lines; holds at most one line and what came with it.
///
/// The lines are the same wherever the stream was cut on its way.
#[derive(Default, Debug)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// What is before was given out already.
    start: usize,
    /// From `start` to here there is no end of line.
    scanned: usize,
    /// The line under way is too long: what comes of it is dropped.
    skipping: bool,
}

impl LineBuffer {
    /// Takes what has just arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete line without its end; `None` when more bytes are needed.
    ///
    /// # Errors
    /// A line that is too long (told as soon as it is, once) or not UTF-8; it is dropped, and the stream goes on after it.
    pub fn next_line(&mut self) -> Option<Result<String, StreamError>> {
        while let Some(length) = self.bytes[self.scanned..].iter().position(|&b| b == b'\n') {
            let end = self.scanned + length;
            let line = content(&self.bytes[self.start..end]).and_then(|line| {
                std::str::from_utf8(line).map(str::to_owned).map_err(|_| StreamError::NotText(decoded(line)))
            });
            (self.start, self.scanned) = (end + 1, end + 1);
            if !std::mem::take(&mut self.skipping) {
                return Some(line);
            }
        }
        self.scanned = self.bytes.len();
        if !self.skipping && content(&self.bytes[self.start..]).is_ok() {
            return None;
        }
        self.start = self.scanned;
        let told = std::mem::replace(&mut self.skipping, true);
        (!told).then_some(Err(StreamError::TooLong))
    }

    /// What has come of a line that has no end yet.
    pub fn unfinished(&self) -> String {
        decoded(&self.bytes[self.start..])
    }
}

/// A line, or the beginning of one, without the `\r` that may belong to its end.
fn content(line: &[u8]) -> Result<&[u8], StreamError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > MAX_LINE { Err(StreamError::TooLong) } else { Ok(line) }
}
