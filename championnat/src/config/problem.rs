//! Problems of a description, with their positions.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use jiff::{Timestamp, Zoned, civil};
use toml::Spanned;

use crate::message::Message;

/// Where a description comes from.
pub(super) enum Source<'a> {
    File { name: String, text: &'a str },
    CommandLine,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Line and column, from 1, in characters. `None`: the whole description, or a command line.
    pub position: Option<(usize, usize)>,
    pub message: Message,
}

/// An unusable description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// The file's name; `None`: the command line.
    pub source_name: Option<String>,
    /// All problems, in the order of the file.
    pub problems: Vec<Problem>,
}

impl ConfigError {
    pub(crate) fn new(source_name: Option<String>, message: Message) -> ConfigError {
        ConfigError { source_name, problems: vec![Problem { position: None, message }] }
    }
}

impl std::error::Error for ConfigError {}

impl fmt::Display for ConfigError {
    /// One line per problem, like compilers, for programs without the catalogue.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.source_name.as_deref().unwrap_or("-");
        for (i, Problem { position, message }) in self.problems.iter().enumerate() {
            let end_of_line = if i == 0 { "" } else { "\n" };
            match position {
                Some((line, column)) => write!(f, "{end_of_line}{name}:{line}:{column}: {message}")?,
                None => write!(f, "{end_of_line}{name}: {message}")?,
            }
        }
        Ok(())
    }
}

/// Collects problems.
pub(super) struct Problems<'a> {
    source: &'a Source<'a>,
    found: Vec<(usize, Problem)>,
}

impl<'a> Problems<'a> {
    pub fn new(source: &'a Source<'a>) -> Problems<'a> {
        Problems { source, found: vec![] }
    }

    /// Adds a problem at these bytes, or of the whole file.
    pub fn add(&mut self, span: Option<Range<usize>>, message: Message) {
        let span = span.filter(|_| matches!(self.source, Source::File { .. }));
        let position = span.as_ref().and_then(|span| self.source.position(span.start));
        self.found.push((span.map_or(usize::MAX, |span| span.start), Problem { position, message }));
    }

    /// All problems, in the order of the file, if there are any.
    pub fn finish(mut self) -> Result<(), ConfigError> {
        if self.found.is_empty() {
            return Ok(());
        }
        self.found.sort_by_key(|(offset, _)| *offset);
        let problems = self.found.into_iter().map(|(_, problem)| problem).collect();
        Err(ConfigError { source_name: self.source.name(), problems })
    }
}

impl Source<'_> {
    pub fn name(&self) -> Option<String> {
        match self {
            Source::File { name, .. } => Some(name.clone()),
            Source::CommandLine => None,
        }
    }

    fn position(&self, offset: usize) -> Option<(usize, usize)> {
        let Source::File { text, .. } = self else { return None };
        let before = text.get(..offset)?;
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
    }
}

/// A number; one out of range is reported.
pub(super) fn integer(
    value: &Option<Spanned<i64>>,
    key: &str,
    range: RangeInclusive<i64>,
    found: &mut Problems<'_>,
) -> Option<i64> {
    let value = value.as_ref()?;
    let number = *value.get_ref();
    if range.contains(&number) {
        return Some(number);
    }
    let message = Message::new("config-range").with("key", key).with("number", number);
    found.add(Some(value.span()), message.with("from", *range.start()).with("to", *range.end()));
    None
}

/// Seconds, at most a day; others are reported.
pub(super) fn seconds(value: &Option<Spanned<f64>>, key: &str, found: &mut Problems<'_>) -> Option<Duration> {
    let value = value.as_ref()?;
    let number = *value.get_ref();
    if (0.0..=86_400.0).contains(&number) {
        return Some(Duration::from_millis((number * 1000.0).round() as u64));
    }
    let message = Message::new("config-seconds").with("key", key).with("number", number.to_string());
    found.add(Some(value.span()), message.with("most", 86_400));
    None
}

/// A time of the organiser's clock after an instant: of today, or of tomorrow; or with a date.
pub fn moment_after(text: &str, instant: Timestamp) -> Option<Timestamp> {
    let today = Zoned::now();
    let days = [today.tomorrow().ok()?, today];
    days.iter().rev().filter_map(|day| clock(text.trim(), day).ok()).find(|at| *at > instant)
}

fn clock(text: &str, day: &Zoned) -> Result<Timestamp, jiff::Error> {
    let on_day = |time: civil::Time| day.date().to_datetime(time);
    // Of `2026-12-18T14:00`, a `civil::Time` would read the time alone.
    let time = text.parse::<civil::DateTime>().or_else(|_| text.parse::<civil::Time>().map(on_day));
    Ok(time?.to_zoned(day.time_zone().clone())?.timestamp())
}

/// A time of this machine's clock: `14:00` today, or `2026-12-18T14:00`.
pub fn parse_moment(text: &str) -> Option<Timestamp> {
    clock(text, &Zoned::now()).ok()
}

/// The same in a description; others are reported.
pub(super) fn moment(
    value: &Option<Spanned<String>>,
    key: &str,
    found: &mut Problems<'_>,
) -> Option<Timestamp> {
    let value = value.as_ref()?;
    let text = value.get_ref().trim();
    let at = parse_moment(text);
    if at.is_none() {
        found.add(Some(value.span()), Message::new("config-moment").with("key", key).with("text", text));
    }
    at
}
