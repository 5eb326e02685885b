//! The two commands that every program has besides its own, as they are typed: `completion SHELL` and `manuel FOLDER`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, Command, value_parser};
use clap_complete::Shell;

use crate::{Language, say_in};

/// The one that writes what completes commands in a shell.
pub(super) const COMPLETION: &str = "completion";
/// Its argument.
pub(super) const SHELL: &str = "shell";
/// The one that writes the manual pages.
pub(super) const MANUAL: &str = "manuel";
/// Its argument.
pub(super) const FOLDER: &str = "folder";

/// Adds the two commands to a command line.
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

/// Whether the arguments (the program's name first) ask for one of them, whatever the program would make of the word.
pub(super) fn asked(args: &[OsString]) -> bool {
    args.get(1).is_some_and(|word| word == COMPLETION || word == MANUAL)
}

/// Whether the arguments ask for help, which names both.
pub(super) fn shown(args: &[OsString]) -> bool {
    args.iter().any(|word| word == "-h" || word == "--help")
}
