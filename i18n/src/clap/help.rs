//! The texts of a program's own commands and options.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Arg, Command, value_parser};
use clap_complete::Shell;

use crate::catalogue::{ENGLISH_HELP, find, has};
use crate::{Language, say_in};

/// A derived command line with texts in a language, and with `--langue`, `completion` and `manuel`.
/// Without an English text the French one stays. It can still be built, for manual pages and
/// completions.
pub fn described(command: Command, language: Language) -> Command {
    with_manual(described_alone(command, language), language)
}

/// The same without these two commands.
pub(super) fn described_alone(command: Command, language: Language) -> Command {
    let langue = Arg::new("langue")
        .long("langue")
        .value_name(say_in(language, "clap-name-language", &[]))
        .value_parser(PossibleValuesParser::new(Language::ALL.map(Language::code)))
        .global(true)
        // After the command's own, before clap's.
        .display_order(998)
        .help(say_in(language, "clap-langue", &[]));
    let path = command.get_name().to_owned();
    describe(command, &path, language).arg(langue)
}

fn describe(command: Command, path: &str, language: Language) -> Command {
    let mut command = command.mut_args(|arg| describe_arg(arg, path, language));
    if let Some(text) = english(language, &key(path)) {
        command = command.about(text.short);
        // The English text is long where the French one is.
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

/// A text of the catalogue: first paragraph, and all.
struct Text {
    short: StyledStr,
    long: StyledStr,
}

fn english(language: Language, key: &str) -> Option<Text> {
    let text = (language == Language::En).then(|| find(language, key, &[])).flatten()?;
    // A catalogue wraps lines; only paragraphs count.
    let paragraphs: Vec<String> =
        text.split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    // As clap's derive does with the first paragraph, which is also used in lists.
    let short = paragraphs.first().map(String::as_str).unwrap_or_default();
    let short = short.strip_suffix('.').filter(|short| !short.ends_with('.')).unwrap_or(short).to_owned();
    Some(Text { short: short.into(), long: paragraphs.join("\n\n").into() })
}

/// The name of a value: words known to `clap-value-names` are translated.
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

/// The command for shell completions.
pub(super) const COMPLETION: &str = "completion";
pub(super) const SHELL: &str = "shell";
/// The command for manual pages.
pub(super) const MANUAL: &str = "manuel";
pub(super) const FOLDER: &str = "folder";

/// Adds both commands.
pub(super) fn with_manual(command: Command, language: Language) -> Command {
    let say = |id: &str| say_in(language, id, &[]);
    let shell = Arg::new(SHELL)
        .required(true)
        .value_name("SHELL")
        .value_parser(value_parser!(Shell))
        .help(say("clap-completion-shell"));
    let folder = Arg::new(FOLDER)
        .required(true)
        .value_name(say("clap-name-folder"))
        .value_parser(value_parser!(PathBuf))
        .help(say("clap-manual-folder"));
    // A program whose first argument is free has no command `help`: it would never be reached.
    let bare = !command.has_subcommands();
    let command = match bare {
        true => command.disable_help_subcommand(true).args_conflicts_with_subcommands(true),
        false => command,
    };
    command
        .subcommand_negates_reqs(true)
        .subcommand(Command::new(COMPLETION).about(say("clap-completion")).arg(shell).display_order(998))
        .subcommand(Command::new(MANUAL).about(say("clap-manual")).arg(folder).display_order(998))
}

/// Whether the arguments (the program's name first) ask for one of them, whatever else the word
/// could mean.
pub(super) fn asked(args: &[OsString]) -> bool {
    args.get(1).is_some_and(|word| word == COMPLETION || word == MANUAL)
}

/// Whether the arguments ask for help, which lists both.
pub(super) fn shown(args: &[OsString]) -> bool {
    args.iter().any(|word| word == "-h" || word == "--help")
}

/// The message id of a command: the names that lead to it, joined by `-`.
pub(super) fn key(path: &str) -> String {
    format!("help-{path}")
}

/// The keys of a derived command line without an English text, ascending.
pub fn missing(command: &Command) -> Vec<String> {
    let keys = keys(command);
    keys.into_iter().filter(|key| !has(Language::En, key)).collect()
}

/// The keys of English texts that describe nothing any more.
pub fn unused(command: &Command) -> Vec<String> {
    let keys = keys(command);
    let root = key(command.get_name());
    let ours = |key: &&String| {
        key.strip_prefix(&root).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
    };
    written().iter().filter(ours).filter(|key| !keys.contains(*key)).cloned().collect()
}

/// The keys of a command and its subcommands. Hidden ones need no text.
fn keys(command: &Command) -> BTreeSet<String> {
    fn collect(command: &Command, path: &str, keys: &mut BTreeSet<String>) {
        keys.insert(key(path));
        let args = command.get_arguments().filter(|arg| !arg.is_hide_set());
        keys.extend(args.map(|arg| format!("{}.{}", key(path), arg.get_id())));
        for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
            collect(below, &format!("{path}-{}", below.get_name()), keys);
        }
    }
    let mut keys = BTreeSet::new();
    collect(command, command.get_name(), &mut keys);
    keys
}

/// The keys in the file of English texts.
fn written() -> BTreeSet<String> {
    let mut message = "";
    let mut keys = BTreeSet::new();
    for line in ENGLISH_HELP.lines() {
        if let Some((attribute, _)) =
            line.trim_start().strip_prefix('.').and_then(|line| line.split_once(" ="))
            && line.starts_with(' ')
        {
            keys.insert(format!("{message}.{attribute}"));
        } else if let Some((id, _)) = line.split_once(" =").filter(|(id, _)| id.starts_with("help-")) {
            message = id;
            keys.insert(id.to_owned());
        }
    }
    keys
}
