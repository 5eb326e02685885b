//! What is wrong with the arguments, in whole sentences.

use std::error::Error as _;
use std::fmt::Write;
use std::net::AddrParseError;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::own_words::aligned;
use crate::{Language, Value, say_in};

/// The complaint about arguments, of which this is the first: what is wrong, what was meant perhaps, how the program is called, where to read on.
pub(super) fn complaint(
    error: &clap::Error,
    command: &Command,
    first: Option<&str>,
    language: Language,
) -> StyledStr {
    let context = Context { error, command, first, language };
    let say = |id: &str| say_in(language, id, &[]);
    let style = command.get_styles().get_error();
    let mut text = StyledStr::new();
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{style}{}{style:#} {}", say("clap-error"), context.sentence());
    for tip in context.tips() {
        let _ = writeln!(text, "  {tip}");
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let _ = writeln!(text, "\n{}", aligned(usage, language).ansi());
    }
    let _ = writeln!(text, "\n{}", say("clap-more"));
    text
}

/// From here on two words look alike, as for clap itself.
const ALIKE: f64 = 0.7;

struct Context<'a> {
    error: &'a clap::Error,
    command: &'a Command,
    first: Option<&'a str>,
    language: Language,
}

impl Context<'_> {
    /// What is wrong.
    fn sentence(&self) -> String {
        use ContextKind::{
            ActualNumValues, ExpectedNumValues, InvalidArg, InvalidSubcommand, InvalidValue, MinValues,
        };
        let arg = || ("arg", Value::from(self.get(InvalidArg)));
        let value = || ("value", Value::from(self.get(InvalidValue)));
        let command = || ("command", Value::from(self.get(InvalidSubcommand)));
        let number = |name, kind| (name, Value::from(self.number(kind)));
        match self.error.kind() {
            ErrorKind::UnknownArgument => self.say("clap-unknown-argument", &[arg()]),
            ErrorKind::InvalidSubcommand => self.say("clap-unknown-command", &[command()]),
            ErrorKind::InvalidValue if self.get(InvalidValue).is_empty() => {
                self.say("clap-empty-value", &[arg()]) + &self.among(ContextKind::ValidValue)
            }
            ErrorKind::InvalidValue => {
                self.say("clap-invalid-value", &[arg(), value()]) + &self.among(ContextKind::ValidValue)
            }
            ErrorKind::ValueValidation => {
                self.say("clap-wrong-value", &[arg(), value(), ("why", Value::from(self.why()))])
            }
            ErrorKind::NoEquals => self.say("clap-no-equals", &[arg()]),
            ErrorKind::TooManyValues => self.say("clap-too-many-values", &[arg(), value()]),
            ErrorKind::TooFewValues => self.say(
                "clap-too-few-values",
                &[arg(), number("needed", MinValues), number("given", ActualNumValues)],
            ),
            ErrorKind::WrongNumberOfValues => self.say(
                "clap-wrong-number",
                &[arg(), number("needed", ExpectedNumValues), number("given", ActualNumValues)],
            ),
            ErrorKind::ArgumentConflict => self.conflict(),
            ErrorKind::MissingRequiredArgument => {
                let count = match self.error.get(InvalidArg) {
                    Some(ContextValue::Strings(args)) => args.len(),
                    _ => 1,
                };
                self.say(
                    "clap-required",
                    &[("count", Value::from(count)), ("args", Value::from(self.get(InvalidArg)))],
                )
            }
            ErrorKind::MissingSubcommand => {
                self.say("clap-missing-command", &[command()]) + &self.among(ContextKind::ValidSubcommand)
            }
            ErrorKind::InvalidUtf8 => self.say("clap-utf8", &[]),
            // What programs raise themselves: their own words.
            _ => {
                let text = self.error.to_string();
                text.trim().trim_start_matches("error: ").to_owned()
            }
        }
    }

    /// Two arguments that do not go together, or one given twice.
    fn conflict(&self) -> String {
        let first = match self.get(ContextKind::InvalidArg) {
            arg if arg.is_empty() => self.get(ContextKind::InvalidSubcommand),
            arg => arg,
        };
        let other = self.get(ContextKind::PriorArg);
        if first == other {
            return self.say("clap-twice", &[("arg", Value::from(first))]);
        }
        self.say("clap-conflict", &[("arg", Value::from(first)), ("other", Value::from(other))])
    }

    /// Why a value was refused: the program's own words, or those for what the standard library reads.
    fn why(&self) -> String {
        let Some(source) = self.error.source() else { return self.say("clap-why-unknown", &[]) };
        if let Some(error) = source.downcast_ref::<ParseIntError>() {
            return match error.kind() {
                IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => self.say("clap-why-overflow", &[]),
                _ => self.say("clap-why-integer", &[]),
            };
        }
        if source.is::<ParseFloatError>() {
            return self.say("clap-why-number", &[]);
        }
        if source.is::<AddrParseError>() {
            return self.say("clap-why-address", &[]);
        }
        let text = source.to_string();
        match text.split_once(" is not in ").map(|(_, bounds)| bounds) {
            Some(bounds) => self.bounds(bounds),
            None => text,
        }
    }

    /// clap's ranges of numbers: `1..=65535`, `1..`.
    fn bounds(&self, bounds: &str) -> String {
        match bounds.split_once("..").map(|(from, to)| (from, to.trim_start_matches('='))) {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => {
                self.say("clap-why-between", &[("from", Value::from(from)), ("to", Value::from(to))])
            }
            Some((from, "")) => self.say("clap-why-from", &[("from", Value::from(from))]),
            Some((_, to)) => self.say("clap-why-to", &[("to", Value::from(to))]),
            None => self.say("clap-why-unknown", &[]),
        }
    }

    /// What was meant, perhaps.
    fn tips(&self) -> Vec<String> {
        let similar =
            [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
        let similar = similar.into_iter().map(|kind| self.quoted(kind)).filter(|names| !names.is_empty());
        let mut tips: Vec<String> =
            similar.map(|names| self.say("clap-similar", &[("names", Value::from(names))])).collect();
        let meant = self.commands_like_the_first_word();
        if !meant.is_empty() {
            tips.push(self.say("clap-similar", &[("names", Value::from(meant.join(", ")))]));
        }
        if let Some(ContextValue::StyledStrs(suggestions)) = self.error.get(ContextKind::Suggested) {
            tips.extend(suggestions.iter().map(|suggestion| self.tip(&suggestion.to_string())));
        }
        tips
    }

    /// The commands that look like what was typed in the place of one, where the program took it for something else:
    /// `serveur championat` is no port.
    fn commands_like_the_first_word(&self) -> Vec<String> {
        let Some(word) = self.first.filter(|word| !word.starts_with('-')) else { return Vec::new() };
        let shown = self.command.get_subcommands().filter(|below| !below.is_hide_set());
        let names: Vec<&str> = shown.map(Command::get_name).collect();
        // It is a command, or clap has guessed itself.
        if names.contains(&word) || self.error.get(ContextKind::SuggestedSubcommand).is_some() {
            return Vec::new();
        }
        let mut alike: Vec<(f64, &str)> = names
            .into_iter()
            .map(|name| (strsim::jaro(word, name), name))
            .filter(|(alike, _)| *alike > ALIKE)
            .collect();
        alike.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        alike.iter().map(|(_, name)| self.say("clap-quoted", &[("text", Value::from(*name))])).collect()
    }

    /// The three tips that clap gives as English sentences.
    fn tip(&self, text: &str) -> String {
        let wrong = match self.get(ContextKind::InvalidArg) {
            arg if arg.is_empty() => self.get(ContextKind::InvalidSubcommand),
            arg => arg,
        };
        if text.starts_with("to pass '") {
            return self.say("clap-tip-value", &[("value", Value::from(wrong))]);
        }
        if text.starts_with("subcommand '") {
            return self.say("clap-tip-dashes", &[("command", Value::from(wrong))]);
        }
        match text.strip_prefix('\'').and_then(|text| text.strip_suffix("' exists")) {
            Some(name) => self.say("clap-tip-exists", &[("name", Value::from(name))]),
            None => text.to_owned(),
        }
    }

    /// The possible values, in brackets after a sentence.
    fn among(&self, kind: ContextKind) -> String {
        match self.get(kind) {
            values if values.is_empty() => String::new(),
            values => "\n  ".to_owned() + &self.say("clap-possible", &[("values", Value::from(values))]),
        }
    }

    /// Something of the context as text; empty when there is none.
    fn get(&self, kind: ContextKind) -> String {
        self.error.get(kind).map(ToString::to_string).unwrap_or_default()
    }

    /// The same, each text of it in the language's quotes.
    fn quoted(&self, kind: ContextKind) -> String {
        let quote = |text: &String| self.say("clap-quoted", &[("text", Value::from(text))]);
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => quote(text),
            Some(ContextValue::Strings(texts)) => texts.iter().map(quote).collect::<Vec<_>>().join(", "),
            _ => String::new(),
        }
    }

    fn number(&self, kind: ContextKind) -> i64 {
        match self.error.get(kind) {
            Some(ContextValue::Number(number)) => *number as i64,
            _ => 0,
        }
    }

    fn say(&self, id: &str, args: &[(&str, Value)]) -> String {
        say_in(self.language, id, args)
    }
}
