//! Messages as data; the programs say them with sentences from a catalogue.

use std::fmt;
use std::time::Duration;

use jeux::Reason;

/// The id of a sentence and its variables. Texts may come from anybody, and are sanitized when the
/// sentence is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The id in the catalogue, such as `config-twice`.
    pub id: &'static str,
    /// The variables.
    pub args: Vec<(&'static str, Arg)>,
}

/// The value of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A text as it is.
    Text(String),
    /// A number, which may select a plural.
    Number(i64),
    /// A time, said in seconds.
    Time(Duration),
    /// A reason, of which the catalogue has a clause.
    Reason(Reason),
    /// A list of messages.
    Messages(Vec<Message>),
}

impl Message {
    pub fn new(id: &'static str) -> Self {
        Message { id, args: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Arg::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Text(text)
    }
}

impl From<Reason> for Arg {
    fn from(reason: Reason) -> Self {
        Arg::Reason(reason)
    }
}

impl From<Duration> for Arg {
    fn from(time: Duration) -> Self {
        Arg::Time(time)
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Arg::Messages(vec![message])
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Arg {
            /// Saturates at 64 bits.
            fn from(number: $number) -> Self {
                Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers!(u32 i32 i64 u64 usize);

impl fmt::Display for Message {
    /// Id and values, for logs of programs without the catalogue.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)?;
        for (at, (_, value)) in self.args.iter().enumerate() {
            write!(f, "{}{value}", if at == 0 { ": " } else { "; " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Text(text) => f.write_str(text),
            Arg::Number(number) => write!(f, "{number}"),
            Arg::Time(time) => write!(f, "{time:?}"),
            Arg::Reason(reason) => write!(f, "{reason}"),
            Arg::Messages(messages) => {
                for (at, message) in messages.iter().enumerate() {
                    write!(f, "{}{message}", if at == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    }
}

/// The French sentence, for tests: this library has no sentences.
#[cfg(test)]
pub(crate) fn said(message: &Message) -> String {
    let value = |value: &Arg| match value {
        Arg::Reason(reason) => i18n::reason(reason).into(),
        Arg::Messages(messages) => messages.iter().map(said).collect::<Vec<_>>().join(", ").into(),
        Arg::Number(number) => (*number).into(),
        Arg::Time(time) => i18n::seconds(*time).into(),
        Arg::Text(text) => text.clone().into(),
    };
    let values: Vec<(&str, i18n::Value<'_>)> =
        message.args.iter().map(|(name, arg)| (*name, value(arg))).collect();
    i18n::say(message.id, &values)
}
