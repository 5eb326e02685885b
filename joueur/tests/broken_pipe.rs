//! `PROGRAM ... | head -1`: a reader who goes is nothing to complain of, whatever the program.

use std::io::{Read, Write, pipe};
use std::path::Path;
use std::process::{Command, Stdio};

use testing::championship::records;
use testing::process::{listening, program};

/// What becomes of a program that writes to nobody; where `deaf` its complaints are read by nobody either. Its exit code, and what
/// it says on its standard error.
fn unread(folder: &Path, name: &str, args: &[&str], deaf: bool) -> (Option<i32>, String) {
    let nobody = || {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    let mut command = Command::new(program(name));
    command.args(args).current_dir(folder).env("LANG", "C.UTF-8").env_remove("RUST_LOG");
    let stderr = if deaf { nobody() } else { Stdio::piped() };
    let output = command.stdin(Stdio::null()).stdout(nobody()).stderr(stderr).output().expect("started");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The folder of a championship that is over, whose reader had gone when it began.
fn championship() -> tempfile::TempDir {
    program("moteur");
    let folder = tempfile::tempdir().expect("a folder");
    let play = ["championnat", "--jeu", "morpion", "--moteur", "hasard", "--moteur", "glouton"];
    let (code, said) = unread(folder.path(), "serveur", &play, false);
    assert!(code == Some(0) && !said.contains("panicked"), "{code:?} {said}");
    folder
}

#[test]
fn what_only_shows_ends_quietly_and_well() {
    let folder = championship();
    let records = records(&folder.path().join("championnats/morpion.parties"));
    let record = records.first().expect("the championship was played").to_str().expect("a path");
    for (name, args) in [
        ("serveur", &["classement", "championnats/morpion.sqlite"][..]),
        ("serveur", &["classement", "championnats/morpion.sqlite", "--format", "json"]),
        ("serveur", &["exporte", "championnats/morpion.sqlite"]),
        ("serveur", &["rejoue", record]),
        ("serveur", &["rejoue", "championnats/morpion.sqlite#1.1"]),
        ("serveur", &["confinement"]),
        ("serveur", &["completion", "bash"]),
        ("serveur", &["--help"]),
        ("serveur", &["--version"]),
        ("serveur", &["joue", "morpion", "hasard", "hasard"]),
        ("championnat", &["classement", "championnats/morpion.sqlite"]),
        ("championnat", &["--help"]),
        ("moteur", &["liste"]),
        ("moteur", &["liste", "colonnes"]),
        ("moteur", &["sept-couleurs", "tournoi", "hasard", "glouton", "-n", "1"]),
        ("moteur", &["--help"]),
        ("joueur", &["--help"]),
        ("joueur", &["completion", "bash"]),
        ("7couleurs", &["--help"]),
    ] {
        for deaf in [false, true] {
            let (code, said) = unread(folder.path(), name, args, deaf);
            assert_eq!((code, said.as_str()), (Some(0), ""), "{name} {args:?}");
        }
    }
}

/// A mistake stays one when nobody reads of it.
#[test]
fn a_mistake_keeps_its_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, args, wanted) in [
        ("serveur", &["classement", "rien.sqlite"][..], 1),
        ("serveur", &["rejoue", "rien.json"], 1),
        ("championnat", &["classement", "rien.sqlite"], 1),
        ("moteur", &["liste", "rien"], 1),
        ("joueur", &["127.0.0.1", "1", "moi", "--moteur", "hasard"], 1),
        ("joueur", &["--rien"], 2),
        ("7couleurs", &["personne", "personne", "--plateau", "rien"], 1),
    ] {
        for deaf in [false, true] {
            let (code, said) = unread(folder.path(), name, args, deaf);
            assert_eq!(code, Some(wanted), "{name} {args:?}: {said}");
            assert_eq!(said.is_empty(), deaf, "{name} {args:?}: {said}");
        }
    }
}

/// A rencontre is not lost because a player's terminal has gone.
#[test]
fn players_play_on_without_readers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Command::new(program("serveur"));
    server.args(["0", "--once", "--adresse", "127.0.0.1"]).current_dir(folder.path());
    let (mut server, port, mut out) = listening(server.stderr(Stdio::null()));
    let port = port.to_string();
    std::thread::scope(|scope| {
        for deaf in [false, true] {
            let (port, folder) = (&port, folder.path());
            scope.spawn(move || {
                let args = ["127.0.0.1", port, "moi", "--moteur", "hasard"];
                assert_eq!(unread(folder, "joueur", &args, deaf), (Some(0), String::new()));
            });
        }
    });
    // It says how the rencontre has ended.
    out.read_to_string(&mut String::new()).expect("its output");
    assert!(server.0.wait().expect("its end").success());
}

/// An engine whose host has gone.
#[test]
fn an_engine_leaves_with_its_host() {
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(program("moteur"));
    command.args(["morpion", "hasard"]).stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
    let mut child = command.spawn().expect("moteur");
    child.stdin.take().expect("its input").write_all(b"hello 1\n").expect("sent");
    let output = child.wait_with_output().expect("its end");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}
