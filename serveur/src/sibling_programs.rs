//! The optional programs beside this one.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::InstallPaths;
use arbitre::reasons;
use clap::Args;
use ipc::sidecar::{Sidecar, SidecarEvent};
use ipc::wait::Deadline;
use jeux::Reason;
use jeux::text::sanitize;
use nix::poll::PollFd;

#[derive(Clone, Copy, Debug)]
pub struct Program {
    pub name: &'static str,
    /// The command that builds it.
    pub build: &'static str,
}

pub const CHAMPIONNAT: Program = Program { name: "championnat", build: "sh outils/compiler.sh championnat" };
/// 7 couleurs in the terminal.
pub const SEPT_COULEURS: Program =
    Program { name: "7couleurs", build: "sh outils/compiler.sh 7couleurs moteur" };

/// Ladders.
pub const ECHELLE: Program =
    Program { name: "echelle", build: "sh outils/compiler.sh echelle tableau joueur moteur" };

/// The web pages.
pub const TABLEAU: Program = Program { name: "tableau", build: "sh outils/compiler.sh tableau" };

/// Arguments passed on unchanged.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct HandedOn {
    /// Arguments du programme
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

impl Program {
    pub fn path(self) -> Result<PathBuf> {
        let places = InstallPaths::beside_this_program().map_err(|error| anyhow!(error))?;
        places.program(self.name).map_err(|_| {
            let path = places.folder.join(self.name).display().to_string();
            anyhow!(i18n::text!("program-missing", program = self.name, path = path, command = self.build))
        })
    }

    /// The program, in the language of this process.
    pub fn command(self) -> Result<Command> {
        let mut command = Command::new(self.path()?);
        // It says what to type next.
        command.arg0(i18n::program(self.name));
        command.args(["--langue", i18n::language().code()]);
        Ok(command)
    }

    /// Executes it with these words before the other arguments.
    pub fn become_it(self, words: &[&str], handed_on: &HandedOn) -> Result<ExitCode> {
        let mut command = self.command()?;
        Err(command.args(words).args(&handed_on.arguments).exec()).context(self.name)
    }
}

/// The program `tableau` as a companion: its failures do not affect this one.
pub struct Pages(Sidecar);

impl Pages {
    /// Pages at this address about these sources. `None` if the program is not built, which is
    /// logged.
    pub fn open(address: &str, about: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let program = match TABLEAU.path() {
            Ok(program) => program,
            Err(error) => {
                let why = i18n::causes(error.as_ref());
                i18n::out::complain(&i18n::text!("companion-missing", why = why));
                return None;
            }
        };
        let usual = ["--langue", i18n::language().code(), "--adresse", address].map(OsString::from);
        Some(Pages(Sidecar::new(program, usual.into_iter().chain(about).collect())))
    }

    /// Adds descriptors to wait for; when [`Pages::attend`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        self.0.watch(fds)
    }

    /// The lines it printed; its errors and its first end are logged.
    pub fn attend(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for told in self.0.attend() {
            match told {
                SidecarEvent::Said(line) => lines.push(sanitize(&line).into_owned()),
                SidecarEvent::Complained(line) => i18n::out::complain(&line),
                SidecarEvent::Ended(end) => ended(&reasons::ended(end)),
                SidecarEvent::NotStarted(errno) => ended(&Reason::os(&errno.into())),
            }
        }
        lines
    }
}

fn ended(why: &Reason) {
    let why = i18n::reason(why);
    i18n::out::complain(&i18n::text!("companion-ended", why = why));
}

/// Has `championnat` check a description.
pub fn verify(description: &Path) -> Result<()> {
    ask("verifie", &[OsStr::new("--sans-essai"), description.as_os_str()]).map(drop)
}

/// Prints a championship's standings.
pub fn standings(description: &Path) -> Result<ExitCode> {
    // It prints itself, as it knows the terminal's width.
    let mut command = CHAMPIONNAT.command()?;
    command.arg("classement").arg(description).stdout(Stdio::inherit());
    answered(command).map(|_| ExitCode::SUCCESS)
}

fn ask(command: &str, arguments: &[&OsStr]) -> Result<String> {
    let mut asked = CHAMPIONNAT.command()?;
    asked.arg(command).args(arguments);
    answered(asked)
}

fn answered(mut command: Command) -> Result<String> {
    let asked = command.output().context(CHAMPIONNAT.name)?;
    if !asked.status.success() {
        let said = String::from_utf8_lossy(&asked.stderr).trim().to_owned();
        let prefix = i18n::text!("program-error", program = CHAMPIONNAT.name, why = "");
        bail!(said.strip_prefix(prefix.trim_end()).unwrap_or(&said).trim_start().to_owned());
    }
    String::from_utf8(asked.stdout).with_context(|| i18n::text!("replay-no-record"))
}
