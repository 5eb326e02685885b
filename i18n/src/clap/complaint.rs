//! Errors in arguments, as whole sentences.

use std::error::Error as _;
use std::fmt::Write;
use std::net::{AddrParseError, SocketAddr};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::own_words::aligned;
use crate::{Language, Value, say_in};

/// The complaint about arguments, of which `first` is the first: the error, suggestions, usage, and
/// where to read on.
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
    // Writing to a string cannot fail.
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

/// From this similarity on words are suggested, as in clap.
const ALIKE: f64 = 0.7;

struct Context<'a> {
    error: &'a clap::Error,
    command: &'a Command,
    first: Option<&'a str>,
    language: Language,
}

impl Context<'_> {
    fn sentence(&self) -> String {
        use ContextKind::{InvalidArg, InvalidSubcommand, InvalidValue};
        let arg = || ("arg", Value::from(self.get(InvalidArg)));
        let value = || ("value", Value::from(self.get(InvalidValue)));
        let command = || ("command", Value::from(self.get(InvalidSubcommand)));
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
            // Rare errors, and those of the programs themselves: as written.
            _ => {
                let text = self.error.to_string();
                let sentence = text.split("\n\n").next().unwrap_or_default();
                sentence.trim().trim_start_matches("error: ").to_owned()
            }
        }
    }

    /// Two arguments that exclude each other, or one given twice.
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

    /// Why a value was refused: in our words for the standard library's parsers, otherwise as
    /// written.
    fn why(&self) -> String {
        let Some(source) = self.error.source() else { return String::new() };
        let id = match source.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
            Some(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => "clap-why-overflow",
            Some(_) => "clap-why-integer",
            None if source.is::<ParseFloatError>() => "clap-why-number",
            // The error shows only by comparison what was to be parsed.
            None if source.downcast_ref() == "".parse::<SocketAddr>().err().as_ref() => "clap-why-socket",
            None if source.is::<AddrParseError>() => "clap-why-address",
            None => return source.to_string(),
        };
        self.say(id, &[])
    }

    /// Suggestions.
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
            tips.extend(suggestions.iter().map(ToString::to_string));
        }
        tips
    }

    /// Commands similar to a word that was taken for something else: `serveur championat` is no
    /// port.
    fn commands_like_the_first_word(&self) -> Vec<String> {
        let Some(word) = self.first.filter(|word| !word.starts_with('-')) else { return Vec::new() };
        let shown = self.command.get_subcommands().filter(|below| !below.is_hide_set());
        let names: Vec<&str> = shown.map(Command::get_name).collect();
        // It is a command, or clap has suggested one itself.
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

    /// The possible values, in brackets.
    fn among(&self, kind: ContextKind) -> String {
        match self.get(kind) {
            values if values.is_empty() => String::new(),
            values => "\n  ".to_owned() + &self.say("clap-possible", &[("values", Value::from(values))]),
        }
    }

    /// A text of the context; empty if there is none.
    fn get(&self, kind: ContextKind) -> String {
        self.error.get(kind).map(ToString::to_string).unwrap_or_default()
    }

    /// The same in quotes.
    fn quoted(&self, kind: ContextKind) -> String {
        let quote = |text: &String| self.say("clap-quoted", &[("text", Value::from(text))]);
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => quote(text),
            Some(ContextValue::Strings(texts)) => texts.iter().map(quote).collect::<Vec<_>>().join(", "),
            _ => String::new(),
        }
    }

    fn say(&self, id: &str, args: &[(&str, Value)]) -> String {
        say_in(self.language, id, args)
    }
}
