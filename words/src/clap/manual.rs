//! What those two commands do that every program has: the manual pages of its commands, and what a shell needs to complete them.

use std::io;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};
use clap_complete::Shell;

use super::commands::{COMPLETION, FOLDER, MANUAL, SHELL};
use super::help::described;
use super::stop::Stop;
use crate::{Language, text_in};

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
