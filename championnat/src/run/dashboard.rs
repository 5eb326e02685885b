//! The pages about the championship, shown by a companion program whose failures do not affect it.

use std::net::SocketAddr;

use arbitre::engine::InstallPaths;
use arbitre::reasons;
use championnat::{Config, Location, presentation};
use ipc::sidecar::{Sidecar, SidecarEvent};
use jeux::Reason;
use jeux::text::sanitize;

use super::console;
use super::options::Jouer;

/// The program, and the command that builds it.
const PROGRAM: &str = "tableau";
const BUILD: &str = "sh outils/compiler.sh tableau";

/// Shows this championship at this address; `None` if the program is not built, which is logged.
pub fn open(address: SocketAddr, args: &Jouer, config: &Config) -> Option<Sidecar> {
    let places = InstallPaths::beside_this_program().ok()?;
    let Ok(program) = places.program(PROGRAM) else {
        let path = places.folder.join(PROGRAM).display().to_string();
        let why = i18n::text!("program-missing", program = PROGRAM, path = path, command = BUILD);
        console::say(&i18n::text!("companion-missing", why = why));
        return None;
    };
    let mut arguments = vec!["--langue".into(), i18n::language().code().into()];
    arguments.extend(["--adresse".into(), address.to_string().into()]);
    match (&args.file, &config.results) {
        (Some(file), _) if !config.apart => arguments.push(file.into()),
        (_, results) => {
            arguments.push("--base".into());
            arguments.push(match results {
                Location::Sqlite(path) => path.into(),
                Location::Postgres(url) => url.into(),
            });
            arguments.extend(["--parties".into(), config.records.clone().into()]);
        }
    }
    Some(Sidecar::new(program, arguments))
}

/// Attends to it, and prints its lines.
pub fn attend(board: &mut Sidecar) {
    for told in board.attend() {
        match told {
            SidecarEvent::Said(line) => console::show(&format!("{}\n", sanitize(&line))),
            SidecarEvent::Complained(line) => console::say(&line),
            SidecarEvent::Ended(end) => ended(&reasons::ended(end)),
            SidecarEvent::NotStarted(errno) => ended(&Reason::os(&errno.into())),
        }
    }
}

fn ended(why: &Reason) {
    console::say(&i18n::text!("companion-ended", why = presentation::reason(why)));
}
