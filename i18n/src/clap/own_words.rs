//! clap's own words in a help text: headings, standard options, remarks.

use std::ffi::OsStr;
use std::fmt::Write;

use clap::builder::StyledStr;
use clap::{Arg, Command};

use super::help::{described, described_alone};
use crate::number::point;
use crate::{Language, Value, say_in};

/// The width of clap's `Usage: `, and the indent of further lines.
const INDENT: usize = 7;

/// A derived command line, translated and ready to parse.
pub fn localised(command: Command, language: Language) -> Command {
    built(described(command, language), language)
}

/// The same without our two commands: in a program without others an extra word is an argument, not
/// a command.
pub(super) fn localised_alone(command: Command, language: Language) -> Command {
    built(described_alone(command, language), language)
}

fn built(mut command: Command, language: Language) -> Command {
    // clap adds its options and its command `help` only here.
    command.build();
    in_words(command, language)
}

fn in_words(command: Command, language: Language) -> Command {
    let say = |id: &str| say_in(language, id, &[]);
    let template = template(&command, language);
    let command = command
        .help_template(template)
        .subcommand_value_name(say("clap-name-command"))
        .mut_args(|arg| arg_in_words(arg, language));
    command.mut_subcommands(|below| {
        let below = in_words(below, language);
        let own = below.get_name() == "help";
        if own { below.about(say("clap-help-command")) } else { below }
    })
}

/// clap's default template, with translated headings.
fn template(command: &Command, language: Language) -> StyledStr {
    let styles = command.get_styles();
    let (usage, header) = (styles.get_usage(), styles.get_header());
    let shown = |arg: &&Arg| !arg.is_hide_set();
    let sections = [
        (
            command.has_subcommands() && command.get_subcommands().any(|below| !below.is_hide_set()),
            "subcommands",
        ),
        (command.get_positionals().any(|arg| shown(&arg)), "positionals"),
        (command.get_arguments().filter(|arg| !arg.is_positional()).any(|arg| shown(&arg)), "options"),
    ];
    let mut text = StyledStr::new();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{{before-help}}{{about-with-newline}}\n{usage}{}{usage:#} {{usage}}",
        say_in(language, "clap-usage", &[])
    );
    for (_, section) in sections.iter().filter(|(shown, _)| *shown) {
        let heading = say_in(language, &format!("clap-heading-{section}"), &[]);
        let _ = write!(text, "\n\n{header}{heading}{header:#}\n{{{section}}}");
    }
    text.push_str("{after-help}");
    text
}

fn arg_in_words(arg: Arg, language: Language) -> Arg {
    let say = |id: &str| say_in(language, id, &[]);
    match arg.get_id().as_str() {
        "help" if arg.get_long_help().is_some() => {
            arg.help(say("clap-help-short")).long_help(say("clap-help-long"))
        }
        "help" => arg.help(say("clap-help")),
        "version" => arg.help(say("clap-version")),
        _ => with_remarks(arg, language),
    }
}

/// Adds default and possible values to an argument's help, instead of clap's English remarks.
fn with_remarks(arg: Arg, language: Language) -> Arg {
    let say = |id: &str, values: String| say_in(language, id, &[("values", Value::from(values))]);
    let mut remarks = Vec::new();
    let takes_value = arg.get_action().takes_values();
    let defaults = arg.get_default_values();
    if takes_value && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        let shown = |value: &OsStr| {
            let value = value.to_string_lossy();
            if value.parse::<f64>().is_ok() { point(value.into_owned(), language) } else { quoted(&value) }
        };
        let shown: Vec<String> = defaults.iter().map(|value| shown(value)).collect();
        remarks.push(say("clap-default", shown.join(" ")));
    }
    let possible: Vec<_> =
        arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    if takes_value && !possible.is_empty() && !arg.is_hide_possible_values_set() {
        let shown: Vec<String> = possible.iter().map(|value| quoted(value.get_name())).collect();
        remarks.push(say("clap-possible", shown.join(", ")));
    }
    if remarks.is_empty() {
        return arg;
    }
    let remarks = remarks.join(" ");
    let text = |help: &StyledStr, between: &str| format!("{help}{between}{remarks}");
    let short = arg.get_help().map_or_else(|| remarks.clone(), |help| text(help, " "));
    let long = arg.get_long_help().map(|help| text(help, "\n\n"));
    let arg = arg.help(short).hide_default_value(true).hide_possible_values(true);
    match long {
        Some(long) => arg.long_help(long),
        None => arg,
    }
}

/// A value as it must be typed.
fn quoted(value: &str) -> String {
    if value.is_empty() || value.contains(char::is_whitespace) {
        format!("{value:?}")
    } else {
        value.to_owned()
    }
}

/// Aligns further usage lines with the first, whatever the heading's width.
pub(super) fn aligned(text: &StyledStr, language: Language) -> StyledStr {
    let heading = say_in(language, "clap-usage", &[]);
    let indent = " ".repeat(heading.chars().count() + 1);
    let text = text.ansi().to_string().replace("Usage:", &heading);
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        inside = (inside || line.contains(&heading)) && !line.is_empty();
        lines.push(match line.strip_prefix(&" ".repeat(INDENT)) {
            Some(rest) if inside => indent.clone() + rest,
            _ => line.to_owned(),
        });
    }
    lines.join("\n").into()
}
