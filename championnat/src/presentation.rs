//! Sentences for the libraries' data.

use anyhow::{Result, anyhow};
use i18n::Value;
use jeux::Reason;
use jeux::text::{QUOTED, truncate};

use crate::config::{ConfigError, Problem};
use crate::message::{Arg, Message};
use crate::model::{Fault, FaultLine};
use crate::plan::{ConnectError, PlanError, UnknownGame};
use crate::regulations::Regulations;
use crate::schedule::{Format, ScheduleError};
use crate::store::{DecideError, StoreError};

/// The sentence of a message; its texts are sanitized and cut.
pub fn message(message: &Message) -> String {
    let values: Vec<(&str, Value<'_>)> = message.args.iter().map(|(name, arg)| (*name, value(arg))).collect();
    i18n::say(message.id, &values)
}

fn value(arg: &Arg) -> Value<'_> {
    match arg {
        Arg::Text(text) => Value::from(truncate(text, QUOTED)),
        Arg::Number(number) => Value::from(*number),
        Arg::Time(time) => Value::from(i18n::seconds(*time)),
        Arg::Reason(reason) => Value::from(self::reason(reason)),
        Arg::Messages(messages) => Value::from(messages.iter().map(message).collect::<Vec<_>>().join(", ")),
    }
}

/// The clause of a reason.
pub fn reason(reason: &Reason) -> String {
    i18n::reason(reason)
}

/// A fault in words, in the language spoken.
pub fn fault(fault: Fault) -> String {
    message(&fault.message())
}

/// Why somebody lost, beside the word of his fault; nothing if that says it all.
pub fn fault_reason(line: &FaultLine, detail: Option<&Reason>) -> Option<String> {
    line.beside(detail?).map(reason)
}

/// The move that a fault was about, if it was about one: `aller, move 3`.
pub fn fault_turn(regulations: &Regulations, line: &FaultLine) -> Option<String> {
    let ply = line.turn?;
    Some(match regulations.partie_name(line.partie) {
        Some(name) => i18n::text!("fault-turn", partie = name, ply = ply),
        None => ply.to_string(),
    })
}

/// The format, in the language spoken.
pub fn format(regulations: &Regulations) -> String {
    match regulations.format {
        Format::RoundRobin { meetings } => i18n::text!("contest-round-robin", count = meetings),
        Format::Swiss { rounds, finals: None } => i18n::text!("contest-swiss", count = rounds),
        Format::Swiss { rounds, finals: Some(finals) } => {
            i18n::text!("contest-swiss-finals", count = rounds, qualified = finals.qualified)
        }
        Format::Pools { pools, qualified, .. } => {
            i18n::text!("contest-pools", count = pools, qualified = qualified)
        }
        Format::Knockout(_) => i18n::text!("contest-knockout"),
        Format::Gauntlet { champion, .. } => {
            i18n::text!("contest-gauntlet", name = regulations.name(champion))
        }
    }
}

/// An error with a sentence.
pub trait Sentence {
    /// In the language spoken.
    fn sentence(&self) -> String;
}

impl Sentence for StoreError {
    fn sentence(&self) -> String {
        message(&self.message())
    }
}

impl Sentence for DecideError {
    fn sentence(&self) -> String {
        match self {
            DecideError::Refused(why) => message(why),
            DecideError::Store(error) => error.sentence(),
        }
    }
}

impl Sentence for ConfigError {
    /// One line per problem, like compilers.
    fn sentence(&self) -> String {
        let name = self.source_name.clone().unwrap_or_else(|| i18n::text!("config-command-line"));
        let line = |problem: &Problem| {
            let why = message(&problem.message);
            match problem.position {
                Some((line, column)) => {
                    i18n::text!("config-at", source = &name, line = line, column = column, problem = why)
                }
                None => i18n::text!("config-in", source = &name, problem = why),
            }
        };
        self.problems.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

impl Sentence for ScheduleError {
    fn sentence(&self) -> String {
        message(&self.0)
    }
}

impl Sentence for PlanError {
    fn sentence(&self) -> String {
        let PlanError::TooFewCores(count) = self;
        i18n::text!("plan-cores", count = *count)
    }
}

impl Sentence for UnknownGame {
    fn sentence(&self) -> String {
        i18n::text!("plan-unknown", key = self.0.to_string())
    }
}

impl Sentence for ConnectError {
    fn sentence(&self) -> String {
        i18n::say(&self.to_string(), &[])
    }
}

impl Sentence for Reason {
    fn sentence(&self) -> String {
        reason(self)
    }
}

/// Turns a result's error into its sentence.
pub trait InWords<T> {
    fn in_words(self) -> Result<T>;
}

impl<T, E: Sentence> InWords<T> for Result<T, E> {
    fn in_words(self) -> Result<T> {
        // Nothing looks at the cause any more.
        self.map_err(|error| anyhow!(error.sentence()))
    }
}
