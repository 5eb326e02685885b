//! The texts that describe a program's own commands and options.

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Arg, Command};

use super::commands::with_manual;
use super::keys::key;
use crate::catalogue::find;
use crate::{Language, say_in};

/// A command line as it was derived, its texts in a language, with `--langue`, `completion` and `manuel` added. What no English text describes keeps
/// its French one. It can still be built: for manual pages and completions.
pub fn described(command: Command, language: Language) -> Command {
    with_manual(described_alone(command, language), language)
}

/// The same without the two commands that are not the program's own.
pub(super) fn described_alone(command: Command, language: Language) -> Command {
    let langue = Arg::new("langue")
        .long("langue")
        .value_name(say_in(language, "clap-name-language", &[]))
        .value_parser(PossibleValuesParser::new(Language::ALL.map(Language::code)))
        .global(true)
        // After those of the command, before clap's own.
        .display_order(998)
        .help(say_in(language, "clap-langue", &[]));
    let path = command.get_name().to_owned();
    describe(command, &path, language).arg(langue)
}

fn describe(command: Command, path: &str, language: Language) -> Command {
    let mut command = command.mut_args(|arg| describe_arg(arg, path, language));
    if let Some(text) = english(language, &key(path)) {
        command = command.about(text.short);
        // Where the French text is longer under --help, so is the English one.
        if command.get_long_about().is_some() {
            command = command.long_about(text.long);
        }
    }
    command.mut_subcommands(|below| {
        let path = format!("{path}-{}", below.get_name());
        describe(below, &path, language)
    })
}

fn describe_arg(mut arg: Arg, path: &str, language: Language) -> Arg {
    if let Some(names) = arg.get_value_names() {
        let names: Vec<String> = names.iter().map(|name| value_name(name, language)).collect();
        arg = arg.value_names(names);
    }
    if let Some(text) = english(language, &format!("{}.{}", key(path), arg.get_id())) {
        arg = arg.help(text.short);
        if arg.get_long_help().is_some() {
            arg = arg.long_help(text.long);
        }
    }
    arg
}

/// A text of the catalogue: its first paragraph, and all of it.
struct Text {
    short: StyledStr,
    long: StyledStr,
}

fn english(language: Language, key: &str) -> Option<Text> {
    let text = (language == Language::En).then(|| find(language, key, &[])).flatten()?;
    // In a catalogue a line ends where its room ends; on the terminal, where its paragraph does.
    let paragraphs: Vec<String> =
        text.split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    // As the derive does with a first paragraph, which stands in lists too.
    let short = paragraphs.first().map(String::as_str).unwrap_or_default();
    let short = short.strip_suffix('.').filter(|short| !short.ends_with('.')).unwrap_or(short).to_owned();
    Some(Text { short: short.into(), long: paragraphs.join("\n\n").into() })
}

/// The name of a value in a language: each of its words that `clap-value-names` knows is replaced.
fn value_name(name: &str, language: Language) -> String {
    let known = say_in(language, "clap-value-names", &[]);
    let translated = |word: &str| {
        let mut pairs = known.split_whitespace().filter_map(|pair| pair.split_once('='));
        pairs.find(|(from, _)| *from == word).map_or(word, |(_, to)| to).to_owned()
    };
    let mut text = String::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| c.is_alphabetic() != first.is_alphabetic()).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        text += &if first.is_alphabetic() { translated(piece) } else { piece.to_owned() };
        rest = after;
    }
    text
}
