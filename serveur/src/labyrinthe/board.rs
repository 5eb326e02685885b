//! The pages about the server, which a program beside shows. Whatever becomes of it, the server goes on.

use std::net::SocketAddr;
use std::path::Path;

use arbitre::reasons;
use ipc::sidecar::{Sidecar, Told};
use jeux::Reason;

use crate::beside::TABLEAU;
use crate::report::say;
use jeux::text::sanitize;

/// The program that shows this server at this address: it listens to its organiser at this path. Nothing where it is not built,
/// which is said.
pub fn open(address: SocketAddr, control: &Path, records: Option<&Path>) -> Option<Sidecar> {
    let program = match TABLEAU.path() {
        Ok(program) => program,
        Err(error) => {
            let why = words::causes(error.as_ref());
            words::out::complain(&words::text!("companion-missing", why = why));
            return None;
        }
    };
    let mut arguments = vec!["--langue".into(), words::language().code().into()];
    arguments.extend(["--adresse".into(), address.to_string().into()]);
    arguments.extend(records.into_iter().flat_map(|records| ["--parties".into(), records.into()]));
    arguments.extend(["--labyrinthe".into(), control.into()]);
    Some(Sidecar::new(program, arguments))
}

/// Sees to it, and shows what it says.
pub fn attend(board: &mut Sidecar) {
    for told in board.attend() {
        match told {
            Told::Said(line) => say(&format!("{}\n", sanitize(&line))),
            Told::Complained(line) => words::out::complain(&line),
            Told::Ended(end) => ended(&reasons::ended(end)),
            Told::NotStarted(errno) => ended(&Reason::os(&errno.into())),
        }
    }
}

fn ended(why: &Reason) {
    let why = words::reason(&why.code, &why.args);
    words::out::complain(&words::text!("companion-ended", why = why));
}
