//! The command line in both languages.
//!
//! A program describes its command line with clap's derive, in French; this module translates it.
//! The English texts are in `help.en.ftl`: a message for each command, `help-serveur-rejoue`, with
//! an attribute for each of its arguments, `.files`. Paragraphs are separated by an empty line; the
//! first one is the short help.
//!
//! * [`parse_from`]: arguments into a derived `Parser`, or a text and an exit code. It chooses the
//!   language of the process first, so that help, complaints and value parsers speak it.
//! * [`parse_or_exit`]: the same for a `main`, which exits.
//! * [`described`] and [`localised`]: the command for manual pages and completions, and the one for
//!   parsing.
//! * `help`: texts of commands; also `PROGRAM manuel FOLDER` and `PROGRAM completion SHELL`.
//!   `own_words`: clap's own words. `complaint`: errors.
//! * [`Stop`]: a text to show, and the exit code.
//! * [`seconds`], [`seconds_or_zero`], [`decimal`]: values that several programs take.
//! * [`missing`] and [`unused`]: for the programs' tests.

mod complaint;
mod help;
mod own_words;

pub use help::described;
pub use help::{missing, unused};
pub use own_words::localised;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{ArgMatches, Command, Parser};
use clap_complete::Shell;

use crate::clap::help::{COMPLETION, FOLDER, MANUAL, SHELL};
use crate::{Language, text_in};

/// Chooses the language of this process from `--langue` and the environment, and parses the
/// arguments (the program's name first).
///
/// # Errors
/// Help, version, manual or completion was requested, or the arguments are wrong: see
/// [`Stop::code`].
pub fn parse_from<P: Parser>(args: impl IntoIterator<Item = OsString>) -> Result<P, Stop> {
    let (option, args) = take_language(args.into_iter().collect());
    crate::set(Language::from_environment(option));
    let language = crate::language();
    // Correct arguments need no sentences: engines are started by the thousand, and loading the
    // catalogue takes milliseconds.
    if !help::asked(&args)
        && let Ok(parsed) = P::try_parse_from(&args)
    {
        return Ok(parsed);
    }
    let wanted = P::command().has_subcommands() || help::asked(&args) || help::shown(&args);
    let localise = if wanted { localised } else { own_words::localised_alone };
    let mut command = localise(P::command(), language);
    let first = args.get(1).and_then(|word| word.to_str()).map(str::to_owned);
    let matches = command.try_get_matches_from_mut(args);
    if let Ok(matches) = &matches
        && let Some(done) = done(P::command(), matches, language)
    {
        return Err(done);
    }
    let parsed = matches.and_then(|mut matches| {
        P::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    });
    parsed.map_err(|error| stop(&error, &command, first.as_deref(), language))
}

/// For a `main` only: parses this process's arguments; prints and exits if there is nothing to run.
pub fn parse_or_exit<P: Parser>() -> P {
    parse_or_exit_in_a_line(&[])
}

/// The same; errors in arguments with one of these subcommands are one line.
pub fn parse_or_exit_in_a_line<P: Parser>(subcommands: &[&str]) -> P {
    parse_from(std::env::args_os()).unwrap_or_else(|stop| {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let mut arguments = std::env::args_os().skip(1);
        if stop.code != 0 && arguments.any(|argument| subcommands.iter().any(|name| argument == *name)) {
            let text = stop.text.to_string();
            // A closed error output cannot be told.
            let _told = writeln!(std::io::stderr(), "{}", text.lines().next().unwrap_or_default());
            std::process::exit(stop.code.into())
        }
        let show = |out: &mut dyn Write, terminal: bool| match terminal && !plain {
            true => write!(out, "{}", stop.text.ansi()),
            false => write!(out, "{}", stop.text),
        };
        // A closed output cannot be told.
        let _told = match stop.code {
            0 => show(&mut std::io::stdout().lock(), std::io::stdout().is_terminal()),
            _ => show(&mut std::io::stderr().lock(), std::io::stderr().is_terminal()),
        };
        std::process::exit(stop.code.into())
    })
}

/// clap's text for these arguments, in a language. `first` is the first argument, which may have
/// been meant as a command.
fn stop(error: &clap::Error, command: &Command, first: Option<&str>, language: Language) -> Stop {
    let code = if error.use_stderr() { 2 } else { 0 };
    let text = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            own_words::aligned(&error.render(), language)
        }
        ErrorKind::DisplayVersion => error.render(),
        _ => complaint::complaint(error, command, first, language),
    };
    Stop { text, code }
}

/// Takes `--langue` out of the arguments, anywhere before `--`. clap would not do: the language
/// must be known before any help or complaint, and an option before a subcommand must not hide it
/// (`args_conflicts_with_subcommands`). An unknown language is left for clap to complain about.
fn take_language(args: Vec<OsString>) -> (Option<Language>, Vec<OsString>) {
    let mut found = None;
    let mut others = Vec::with_capacity(args.len());
    let mut args = args.into_iter().peekable();
    while let Some(arg) = args.next() {
        if arg == "--" {
            others.push(arg);
            break;
        }
        let parse = |text: &std::ffi::OsStr| text.to_str().and_then(|text| text.parse().ok());
        let (named, separate) = if arg == "--langue" {
            (args.peek().and_then(|next| parse(next)), true)
        } else {
            let value = arg.to_str().and_then(|arg| arg.strip_prefix("--langue="));
            (value.and_then(|value| parse(value.as_ref())), false)
        };
        match named {
            Some(language) => {
                found = Some(language);
                if separate {
                    args.next();
                }
            }
            None => others.push(arg),
        }
    }
    others.extend(args);
    (found, others)
}

#[cfg(test)]
mod tests;

/// A text to show, and the exit code.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Plain by `to_string()`, coloured by `ansi()`; ends with a line feed.
    pub text: StyledStr,
    /// 0 for help, version and manual, on standard output; 1 if the manual cannot be written, and 2
    /// for wrong arguments, on standard error.
    pub code: u8,
}

/// A number of seconds above 0.
///
/// # Errors
/// Why it is none, in the language of this process.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = decimal(text).ok_or_else(|| crate::text!("seconds-expected"))?;
    let seconds = Duration::try_from_secs_f64(seconds).ok().filter(|seconds| !seconds.is_zero());
    seconds.ok_or_else(|| crate::text!("seconds-above-zero"))
}

/// A number of seconds, perhaps 0.
///
/// # Errors
/// Why it is none, in the language of this process.
pub fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    let seconds = decimal(text).ok_or_else(|| crate::text!("seconds-expected"))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| crate::text!("seconds-not-below-zero"))
}

/// A number with a decimal point or, as in French, a decimal comma.
pub fn decimal(text: &str) -> Option<f64> {
    text.replacen(',', ".", 1).parse().ok()
}

/// Executes one of the two commands, if requested; the text to show.
pub(super) fn done(command: Command, matches: &ArgMatches, language: Language) -> Option<Stop> {
    let name = command.get_name().to_owned();
    let (which, matches) = matches.subcommand()?;
    let mut command = described(command, language);
    let text = match which {
        COMPLETION => {
            let mut script = Vec::new();
            clap_complete::generate(*matches.get_one::<Shell>(SHELL)?, &mut command, name, &mut script);
            String::from_utf8_lossy(&script).into_owned()
        }
        MANUAL => {
            let folder = matches.get_one::<PathBuf>(FOLDER)?;
            let shown = folder.display().to_string();
            if let Err(error) = pages(command, folder) {
                let why = crate::system(&error);
                let file = text_in!(language, "file", path = shown, why = why);
                let text = text_in!(language, "program-error", program = name, why = file) + "\n";
                return Some(Stop { text: text.into(), code: 1 });
            }
            text_in!(language, "clap-manual-written", folder = shown, program = name) + "\n"
        }
        _ => return None,
    };
    Some(Stop { text: text.into(), code: 0 })
}

/// Writes one page for the program and one for each command.
fn pages(command: Command, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command, folder)
}
