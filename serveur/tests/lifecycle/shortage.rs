//! A system that has no room, descriptors, processes or memory left: the cause is said, nothing is lost, and the server goes on.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use nix::sys::signal::Signal;
use testing::output::Heard;
use testing::process::{Killed, program};
use testing::refusals::{self, Refusals, Refused};
use testing::{PATIENCE, until};

use crate::common::{self, Server, rejoue};

/// A server that keeps its records in this folder plays one rencontre, or says why it does not; what it has said.
fn serve(refusals: &Refusals, refused: Option<Refused>, records: &Path) -> String {
    let mut command = common::program(&["--parties", records.to_str().expect("a readable path"), "0"]);
    refusals.below(&mut command, refused).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = Killed::start(&mut command);
    let mut told = Heard::of(server.0.stdout.take().expect("its output"));
    let mut errors = Heard::of(server.0.stderr.take().expect("its errors"));
    if told.try_wait_for("serveur à l'écoute sur le port ", PATIENCE).is_ok() {
        told.wait_for("\n");
        let said = told.said();
        let port = said.trim().rsplit(' ').next().expect("a port");
        let player = |name| {
            let mut command = Command::new(program("joueur"));
            command.args(["127.0.0.1", port, name, "--moteur", "hasard"]).stdin(Stdio::null());
            Killed::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
        };
        let mut players = [player("alice"), player("bob")];
        let over = |child: &mut Child| matches!(child.try_wait(), Ok(Some(_)));
        until("the rencontre ends, or does not begin", || {
            errors.try_end(std::time::Duration::from_millis(20));
            let refused = refused.is_some_and(|refused| refused.of.is_said(&errors.said()));
            players.iter_mut().all(|player| over(&mut player.0)) || refused
        });
        server.signal(Signal::SIGTERM);
    }
    let (said, status) = (errors.all(), server.end().status);
    let in_order = refused.map_or(status.success(), |refused| refused.allows(status, &said));
    assert!(in_order, "{status}: {said}");
    said
}

#[test]
fn a_server_that_is_refused_something_loses_no_record() {
    let refusals = Refusals::default();
    let folder = tempfile::tempdir().expect("a folder");
    let said = serve(&refusals, None, folder.path());
    assert_eq!(testing::championship::records(folder.path()).len(), 1, "{said}");
    refusals::each("server", refusals.counted(), 9, |refused| {
        let folder = tempfile::tempdir().expect("a folder");
        let records = folder.path().join("parties");
        let said = serve(&refusals, Some(refused), &records);
        let kept = testing::championship::records(&records);
        assert!(kept.len() == 1 || refused.of.is_said(&said), "no record, and no cause: {said}");
        if !kept.is_empty() {
            let (code, out, log) = rejoue(&[], &kept);
            assert_eq!(code, 0, "{out}\n{log}\n{said}");
        }
        let server = Server::start(&["--parties", records.to_str().expect("a readable path")]);
        server.still_serves();
        server.no_children();
        assert!(testing::championship::records(&records).len() > kept.len());
    });
}
