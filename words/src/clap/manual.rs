//! What every program does besides its own work: the manual pages of its commands, and what a shell needs to complete them.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use super::Stop;
use super::help::described;
use crate::{Language, say_in, text_in};

/// What completes the commands.
const COMPLETION: &str = "completion";
/// The pages.
const MANUAL: &str = "manuel";
const SHELL: &str = "shell";
const FOLDER: &str = "folder";

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

/// Does what the arguments ask for, if it is one of the two; what there is to show then.
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

/// Writes the pages: one for the program, one for each of its commands.
fn pages(command: Command, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command, folder)
}
