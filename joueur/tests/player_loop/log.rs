//! `--journal`: the dialogues in a file.

use protocol::colonnes::{Coul, PropCoup, ValCoup};

use crate::scene::{Notes, command, start};
use crate::servers::{Colonnes, listen};
use testing::output::both;
use testing::process::Killed;

/// The lines without their times.
fn lines(journal: &str) -> Vec<&str> {
    journal
        .lines()
        .map(|line| {
            let (time, rest) = line.split_once(' ').expect("a time");
            // Where the test has put this machine.
            assert!(
                time.len() == "2026-01-01T00:00:00.000+05:30".len() && time.ends_with("+05:30"),
                "{line}"
            );
            rest
        })
        .collect()
}

#[test]
fn both_dialogues_are_written_down_without_the_secret() {
    let notes = Notes::new();
    let (listener, port) = listen();
    let engine = notes.engine("echo info ici; echo move B2", ":");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.txt");
    std::fs::write(&path, "2026-01-01T00:00:00.000+05:30 # d'avant\n").expect("a file");
    let file = path.to_str().expect("a path");
    let args =
        ["127.0.0.1", &port, "moi#gargouille", "--moteur", &engine, "--temps", "60", "-v", "--journal", file];
    let player = Killed::start(command(&args).env("TZ", "<+0530>-5:30"));
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    assert_eq!(server.coup(), "B2");
    server.judge(ValCoup::Valid, PropCoup::Cont);
    server.opponent("A1");
    server.coup();
    server.judge(ValCoup::Valid, PropCoup::Gagne);
    server.say(&[0xff; 12]);
    let output = player.end();
    let journal = std::fs::read_to_string(&path).expect("a journal");
    let lines = lines(&journal);
    for line in [
        "# d'avant",
        "> moteur  hello 1",
        "< moteur  engine 1 témoin",
        "> serveur TPartieReq moi",
        "< serveur TPartieRep ERR_OK BLANC autre",
        "< moteur  info ici",
        "< moteur  move B2",
        "> serveur TCoupReq BLANC B2",
        "< serveur TCoupRep ERR_OK VALID CONT",
        "> moteur  verdict VALID CONT",
        "< serveur TCoupReq NOIR A1",
        "< serveur TCoupRep ERR_OK VALID GAGNE",
        "< serveur ff ff ff ff ff ff ff ff ff ff ff ff",
    ] {
        assert!(lines.contains(&line), "{line} is not in {journal}");
    }
    // Both are the clock of this machine.
    assert!(both(&output).contains("+05:30 INFO ] "), "{output:?}");
    for said in [journal.as_str(), &both(&output)] {
        assert!(!said.contains("gargouille"), "{said}");
    }
}

#[test]
fn an_engine_that_ends_its_line_by_nothing_is_seen_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.txt");
    let file = path.to_str().expect("a path");
    let engine = "pipe:printf 'engine 1 presque'; echo adieu >&2; exit 4";
    let output = start(&["127.0.0.1", "1", "moi", "--moteur", engine, "--journal", file]).end();
    assert!(!output.status.success());
    let journal = std::fs::read_to_string(&path).expect("a journal");
    for line in ["# ligne non terminée :", "< moteur  engine 1 presque", "code de sortie 4", "# adieu"] {
        assert!(journal.contains(line), "{line} is not in {journal}");
    }
}

#[test]
fn a_journal_that_cannot_be_written_is_said_before_anything_begins() {
    let args = ["127.0.0.1", "1", "moi", "--moteur", "pipe:exit 9", "--journal", "/nulle/part"];
    let output = start(&args).end();
    let said = both(&output);
    assert!(!output.status.success() && said.contains("/nulle/part"), "{said}");
    assert!(!said.contains("code de sortie"), "the engine was started: {said}");
}
