//! The argument of `WAIT_GAME`: which game a client waits for.
//!
//! Words are split as a shell does. `NAME key=value...` asks for a training game, with the word `TRAINING` before it or
//! without, whatever the edition; `TOURNAMENT NAME` for a place in a tournament; nothing, or options only,
//! for a regular game. Of a training game unknown keys are ignored and wrong values refused; of the others no
//! key and no value is looked at.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Edition, excerpt};

/// The largest seed of a training game.
pub const MAX_SEED: u32 = 0xFF_FFFF;

/// The longest time per move, pause or thinking time that is taken literally.
const LONGEST: i64 = 86_400;

/// A player that the server provides (section 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TrainingPlayer {
    /// Never moves.
    DoNothing,
    /// Plays legal moves at random; with rotations unless `rotation=False` or `rotate=False`.
    PlayRandom {
        /// Whether it rotates.
        rotations: bool,
    },
    /// Walks on a shortest path to the treasure, never rotates.
    Astar,
    /// Our strong player; it thinks as long as `think=` says, in milliseconds.
    Minmax {
        /// Thinking time per move, 1 ms to 60 s.
        think: Duration,
    },
}

impl TrainingPlayer {
    /// What [`TrainingPlayer::Minmax`] thinks for unless the option `think` says otherwise.
    const THINK: Duration = Duration::from_millis(500);

    /// All of them, as they are unless a client asks for something else.
    pub const ALL: [TrainingPlayer; 4] = [
        TrainingPlayer::DoNothing,
        TrainingPlayer::PlayRandom { rotations: true },
        TrainingPlayer::Astar,
        TrainingPlayer::Minmax { think: TrainingPlayer::THINK },
    ];

    /// The one of this name, as it is unless a client asks for something else; `None`: there is none.
    pub fn named(name: &str) -> Option<Self> {
        TrainingPlayer::ALL.into_iter().find(|player| player.name() == name)
    }

    /// The name that clients ask for.
    pub const fn name(self) -> &'static str {
        match self {
            TrainingPlayer::DoNothing => "DO_NOTHING",
            TrainingPlayer::PlayRandom { .. } => "PLAY_RANDOM",
            TrainingPlayer::Astar => "ASTAR",
            TrainingPlayer::Minmax { .. } => "MINMAX",
        }
    }
}

/// Who begins a training game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Start {
    /// The client (`start=0`).
    Client,
    /// The training player (`start=1`, and other numbers).
    Trainer,
    /// Drawn (`start=-1`, or no such option).
    #[default]
    Drawn,
}

/// A training game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Training {
    /// The opponent.
    pub player: TrainingPlayer,
    /// Time per move of the client, `timeout=` in seconds; [`Duration::ZERO`], which a client may ask for, makes
    /// every move late. `None`: the server decides.
    pub time: Option<Duration>,
    /// Who begins.
    pub start: Start,
    /// Fixes the labyrinth, up to [`MAX_SEED`]; `None`: the server draws one.
    pub seed: Option<u32>,
    /// Pause after each move of either player, `delay=` in seconds (edition 2025).
    pub delay: Duration,
}

/// What a client waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameString {
    /// A game against another client.
    Regular,
    /// A game against a training player, at once.
    Training(Training),
    /// A place in the tournament of this name.
    Tournament(String),
}

/// Why an argument of `WAIT_GAME` is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameStringError {
    /// An unclosed quote, a word that is no `key=value` where one is due, or no name.
    #[error("not of the form `NAME key=value ...`")]
    Form,
    /// There is no such training player.
    #[error("no training player {0}")]
    Player(String),
    /// An option with a value that it cannot have.
    #[error("a wrong value: {key}={value}")]
    Value {
        /// The option.
        key: &'static str,
        /// What was given.
        value: String,
    },
}

impl GameStringError {
    /// The message on the wire: the words of the course's server. `string` is the whole argument.
    pub fn wire(&self, edition: Edition, string: &str) -> String {
        let string = excerpt(string);
        let reason = match self {
            GameStringError::Form => {
                let forms = match edition {
                    Edition::E2017 => "'{options}', 'NAME {options}' or 'TOURNAMENT NAME {options}'",
                    Edition::E2025 => {
                        "'{options}', 'TRAINING <NAME> {options}' or 'TOURNAMENT <NAME> {options}'"
                    }
                };
                return format!(
                    "The string sent with 'WAIT_GAME' is not valid (should be {forms}, but is '{string}' instead)"
                );
            }
            GameStringError::Player(name) => {
                format!("The training player name '{}' is not valid.", excerpt(name))
            }
            GameStringError::Value { key: "start", .. } => {
                "The 'start' option must be '0', '1' or '-1'".to_owned()
            }
            GameStringError::Value { key: key @ ("rotate" | "rotation"), value } => {
                format!("The option {key}={} is incorrect.", excerpt(value))
            }
            GameStringError::Value { key, value } => {
                format!("The '{key}' value is invalid ('{key}={}')", excerpt(value))
            }
        };
        format!("The training player sent by 'WAIT_GAME {string}' command is not valid ({reason})")
    }
}

impl GameString {
    /// Reads an argument of `WAIT_GAME` (section 4.2, waitForLabyrinth).
    ///
    /// # Errors
    /// See [`GameStringError`].
    pub fn parse(edition: Edition, text: &str) -> Result<Self, GameStringError> {
        let words = shlex::split(text).ok_or(GameStringError::Form)?;
        let names = words.iter().take_while(|word| !word.contains('=')).count();
        let (names, options) = words.split_at(names.min(2));
        let names = names.iter().map(String::as_str).collect::<Vec<_>>();
        let options = options.iter().map(|word| option(word)).collect::<Result<Vec<_>, _>>()?;
        match names[..] {
            [] => Ok(GameString::Regular),
            ["TOURNAMENT", name] => Ok(GameString::Tournament(name.to_owned())),
            ["TOURNAMENT"] => Err(GameStringError::Form),
            // To the edition that does not know the word, it is a name.
            ["TRAINING"] if edition == Edition::E2025 => Err(GameStringError::Form),
            ["TRAINING", name] | [name] => Training::parse(edition, name, &options).map(GameString::Training),
            _ => Err(GameStringError::Form),
        }
    }
}

/// A word of the form `key=value`, with one `=`.
fn option(word: &str) -> Result<(&str, &str), GameStringError> {
    let pair = word.split_once('=').filter(|(_, value)| !value.contains('='));
    pair.ok_or(GameStringError::Form)
}

impl Training {
    fn parse(edition: Edition, name: &str, options: &[(&str, &str)]) -> Result<Self, GameStringError> {
        let player = TrainingPlayer::named(name).ok_or_else(|| GameStringError::Player(name.to_owned()))?;
        let mut game =
            Training { player, time: None, start: Start::Drawn, seed: None, delay: Duration::ZERO };
        for &(key, value) in options {
            game.set(edition, key, value)?;
        }
        Ok(game)
    }

    /// Takes an option; later ones override earlier ones, as in the dictionary of the course's server.
    fn set(&mut self, edition: Edition, key: &str, value: &str) -> Result<(), GameStringError> {
        let number = |key| value.parse::<i64>().map_err(|_| wrong(key, value));
        match (key, &mut self.player) {
            ("timeout", _) => self.time = Some(seconds(number("timeout")?)),
            ("delay", _) if edition == Edition::E2025 => self.delay = seconds(number("delay")?),
            ("start", _) => {
                self.start = match number("start")? {
                    0 => Start::Client,
                    -1 => Start::Drawn,
                    _ => Start::Trainer,
                };
            }
            ("seed", _) => {
                let seed = match value.strip_prefix("0x").filter(|_| edition == Edition::E2025) {
                    Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok(),
                    None => value.parse::<u32>().ok(),
                };
                self.seed = Some(seed.filter(|&seed| seed <= MAX_SEED).ok_or_else(|| wrong("seed", value))?);
            }
            ("rotate", TrainingPlayer::PlayRandom { rotations }) => *rotations = truth("rotate", value)?,
            ("rotation", TrainingPlayer::PlayRandom { rotations }) => *rotations = truth("rotation", value)?,
            ("think", TrainingPlayer::Minmax { think }) => {
                let milliseconds = value.parse::<u64>().ok().filter(|ms| (1..=60_000).contains(ms));
                *think = Duration::from_millis(milliseconds.ok_or_else(|| wrong("think", value))?);
            }
            _ => {}
        }
        Ok(())
    }
}

fn wrong(key: &'static str, value: &str) -> GameStringError {
    GameStringError::Value { key, value: value.to_owned() }
}

/// `true` or `false` in any case.
fn truth(key: &'static str, value: &str) -> Result<bool, GameStringError> {
    value.to_ascii_lowercase().parse().map_err(|_| wrong(key, value))
}

/// A number of seconds; less than nothing is nothing.
fn seconds(number: i64) -> Duration {
    Duration::from_secs(number.clamp(0, LONGEST).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<GameString, GameStringError> {
        GameString::parse(Edition::E2017, text)
    }

    fn training(text: &str) -> Training {
        match parse(text) {
            Ok(GameString::Training(game)) => game,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn games_of_all_kinds() {
        for text in ["", " ", "timeout=abc", "seed=3 start=x", "k=v"] {
            assert_eq!(parse(text), Ok(GameString::Regular), "{text}");
        }
        for text in ["TOURNAMENT cup", "TOURNAMENT 'cup' timeout=3"] {
            assert_eq!(parse(text), Ok(GameString::Tournament("cup".to_owned())));
        }
        for text in ["DO_NOTHING", "TRAINING DO_NOTHING", "\"DO_NOTHING\"", "TRAINING DO_NOTHING k=v"] {
            for edition in Edition::ALL {
                let Ok(GameString::Training(game)) = GameString::parse(edition, text) else {
                    panic!("{text} of {edition}")
                };
                assert_eq!((game.player, game.time), (TrainingPlayer::DoNothing, None));
            }
        }
        assert_eq!(training("ASTAR").player, TrainingPlayer::Astar);
        let think = Duration::from_millis(20);
        assert_eq!(training("MINMAX think=20").player, TrainingPlayer::Minmax { think });
    }

    #[test]
    fn options() {
        let game = training("PLAY_RANDOM timeout=60 rotation=True seed=4242 start=1 delay=7");
        assert_eq!(game.player, TrainingPlayer::PlayRandom { rotations: true });
        assert_eq!(game.time, Some(Duration::from_secs(60)));
        assert_eq!((game.seed, game.start, game.delay), (Some(4242), Start::Trainer, Duration::ZERO));
        for text in ["rotation=False", "rotate=False", "rotate=FALSE", "rotate=true rotation=false"] {
            let player = training(&format!("PLAY_RANDOM {text}")).player;
            assert_eq!(player, TrainingPlayer::PlayRandom { rotations: false }, "{text}");
        }
        for (text, start) in
            [("0", Start::Client), ("-1", Start::Drawn), ("2", Start::Trainer), ("7", Start::Trainer)]
        {
            assert_eq!(training(&format!("DO_NOTHING start={text}")).start, start);
        }
        for text in ["-5", "0"] {
            assert_eq!(training(&format!("DO_NOTHING timeout={text}")).time, Some(Duration::ZERO));
        }
        let newer = GameString::parse(Edition::E2025, "TRAINING ASTAR seed=0x10 delay=2");
        let Ok(GameString::Training(game)) = newer else { panic!("{newer:?}") };
        assert_eq!((game.seed, game.delay), (Some(16), Duration::from_secs(2)));
    }

    /// The refusals of the course's server, word for word, but for its `%s` that was never filled in.
    #[test]
    fn refusals() {
        let older = [
            ("DO_NOTHING timeout=abc", "The 'timeout' value is invalid ('timeout=abc')"),
            ("DO_NOTHING start=x", "The 'start' option must be '0', '1' or '-1'"),
            ("DO_NOTHING seed=zz", "The 'seed' value is invalid ('seed=zz')"),
            ("DO_NOTHING seed=0x10 start=0", "The 'seed' value is invalid ('seed=0x10')"),
            ("DO_NOTHING seed=16777216", "The 'seed' value is invalid ('seed=16777216')"),
            ("PLAY_RANDOM rotate=maybe", "The option rotate=maybe is incorrect."),
            ("PLAY_RANDOM rotation=", "The option rotation= is incorrect."),
            ("NOBODY", "The training player name 'NOBODY' is not valid."),
            ("do_nothing", "The training player name 'do_nothing' is not valid."),
            ("TRAINING", "The training player name 'TRAINING' is not valid."),
        ];
        for (text, reason) in older {
            let error = parse(text).expect_err(text);
            let wire =
                format!("The training player sent by 'WAIT_GAME {text}' command is not valid ({reason})");
            assert_eq!(error.wire(Edition::E2017, text), wire);
        }
        for text in [
            "DO_NOTHING timeout",
            "DO_NOTHING timeout=1=2",
            "DO_NOTHING timeout = 10",
            "DO_NOTHING 'start=0",
            "DO NOTHING GAME timeout=3",
            "TOURNAMENT",
            "TOURNAMENT a b",
            "timeout=3 DO_NOTHING",
        ] {
            assert_eq!(parse(text), Err(GameStringError::Form), "{text}");
        }
        let error = GameString::parse(Edition::E2025, "TRAINING").expect_err("no name");
        let wire = "The string sent with 'WAIT_GAME' is not valid (should be '{options}', 'TRAINING <NAME> {options}' \
                    or 'TOURNAMENT <NAME> {options}', but is 'TRAINING' instead)";
        assert_eq!(error.wire(Edition::E2025, "TRAINING"), wire);
    }

    #[test]
    fn huge_numbers_are_no_trouble() {
        let year = Some(Duration::from_secs(86_400));
        assert_eq!(training("DO_NOTHING timeout=9223372036854775807").time, year);
        assert!(parse("DO_NOTHING timeout=9223372036854775808").is_err());
        assert!(parse("DO_NOTHING start=99999999999999999999").is_err());
        assert!(parse("MINMAX think=60001").is_err());
    }
}
