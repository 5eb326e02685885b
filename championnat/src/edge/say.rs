//! What the libraries give as data, in words.

use anyhow::{Result, anyhow};
use jeux::Reason;
use jeux::text::{QUOTED, truncate};
use words::Value;

use crate::config::{ConfigError, Problem};
use crate::message::{Arg, Message};
use crate::plan::{ConnectError, PlanError, UnknownGame};
use crate::schedule::ScheduleError;
use crate::store::{DecideError, StoreError};

/// The sentence of a message in the language spoken; texts in it are made harmless, and cut.
pub fn message(message: &Message) -> String {
    let values: Vec<(&str, Value<'_>)> = message.args.iter().map(|(name, arg)| (*name, value(arg))).collect();
    words::say(message.id, &values)
}

fn value(arg: &Arg) -> Value<'_> {
    match arg {
        Arg::Text(text) => Value::from(truncate(text, QUOTED)),
        Arg::Number(number) => Value::from(*number),
        Arg::Reason(reason) => Value::from(self::reason(reason)),
        Arg::Messages(messages) => Value::from(messages.iter().map(message).collect::<Vec<_>>().join(", ")),
    }
}

/// The clause of a reason in the language spoken.
pub fn reason(reason: &Reason) -> String {
    words::reason(&reason)
}

/// The clause of an error of the system.
pub fn system(error: &std::io::Error) -> String {
    words::system(error)
}

/// An error that has words.
pub trait Said {
    /// They, in the language spoken.
    fn said(&self) -> String;
}

impl Said for StoreError {
    fn said(&self) -> String {
        message(&self.message())
    }
}

impl Said for DecideError {
    fn said(&self) -> String {
        match self {
            DecideError::Refused(why) => message(why),
            DecideError::Store(error) => error.said(),
        }
    }
}

impl Said for ConfigError {
    /// A line per problem, as compilers write them.
    fn said(&self) -> String {
        let name = self.source_name.clone().unwrap_or_else(|| words::text!("config-command-line"));
        let line = |problem: &Problem| {
            let why = message(&problem.message);
            match problem.position {
                Some((line, column)) => {
                    words::text!("config-at", source = &name, line = line, column = column, problem = why)
                }
                None => words::text!("config-in", source = &name, problem = why),
            }
        };
        self.problems.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

impl Said for ScheduleError {
    fn said(&self) -> String {
        message(&self.0)
    }
}

impl Said for PlanError {
    fn said(&self) -> String {
        let PlanError::TooFewCores(count) = self;
        words::text!("plan-cores", count = *count)
    }
}

impl Said for UnknownGame {
    fn said(&self) -> String {
        words::text!("plan-unknown", key = self.0.to_string())
    }
}

impl Said for ConnectError {
    fn said(&self) -> String {
        words::say(&self.to_string(), &[])
    }
}

impl Said for Reason {
    fn said(&self) -> String {
        reason(self)
    }
}

/// The error of a result in words.
pub trait InWords<T> {
    /// The same result.
    fn in_words(self) -> Result<T>;
}

impl<T, E: Said> InWords<T> for Result<T, E> {
    fn in_words(self) -> Result<T> {
        // The words of a cause are looked at by nobody any more.
        self.map_err(|error| anyhow!(error.said()))
    }
}
