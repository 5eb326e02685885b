//! The records of Labyrinthe: `serveur rejoue` verifies and shows what the server writes, and notices what was changed.

use std::path::Path;
use std::process::{Command, Output};

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use testing::labyrinthe::{Client, Server};
use testing::process::signal;
use testing::until;

fn replay(path: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serveur"));
    command.arg("rejoue").args(options).arg(path).output().expect("rejoue")
}

/// A training game that the training player wins while the client stays where he is.
fn lose(client: &mut Client) {
    client.train("ASTAR start=0 seed=7");
    loop {
        client.ask("PLAY_MOVE 8 0", &["OK", "0", ""]);
        client.ask("GET_MOVE", &["OK"]);
        client.message().expect("a move");
        if client.message().as_deref() == Some("1") {
            return;
        }
    }
}

#[test]
fn every_end_is_recorded_and_read_back() {
    let server = Server::start(&["--timeout", "300", "--seed", "3"]);
    let mut alice = server.named("alice");
    lose(&mut alice);
    alice.train("PLAY_RANDOM start=1");
    alice.ask("GET_MOVE", &["OK"]);
    alice.message().expect("a move");
    alice.expect(&["0"]);
    alice.ask("PLAY_MOVE 0 0", &["OK", "-1", "not enough energy to make a rotation"]);
    alice.train("DO_NOTHING start=0");
    alice.send(b"PLAY_MOVE \xFFx 0\n");
    alice.expect(&["OK", "-1", "The move is not in correct form ('%d %d') !"]);
    alice.train("DO_NOTHING start=0 timeout=0");
    alice.ask("PLAY_MOVE 8 0", &["OK", "-1", "Timeout !"]);
    let [mover, mut other] = server.game("bob", "carol");
    drop(mover);
    other.ask("GET_MOVE", &["OK", "", "-1"]);
    let [mut mover, mut other] = server.game("dave", "erin");
    other.ask("PLAY_MOVE 8 0", &["It's not our turn to play, so we cannot play a move!"]);
    mover.ask("PLAY_MOVE 8 0", &["OK", "1", "Timeout of the opponent!"]);
    drop((alice, other, mover));
    until("the end of the games", || server.children().is_empty());
    let _killed = server.game("heidi", "ivan");
    signal(server.children()[0], Signal::SIGKILL);
    server.wait_for_records(7);
    let _interrupted = server.game("frank", "grace");
    // Two of the same would be one, before the first is seen.
    signal(server.pid(), Signal::SIGTERM);
    signal(server.pid(), Signal::SIGINT);

    let mut ends = Vec::new();
    for path in server.wait_for_records(8) {
        let shown = replay(&path, &[]);
        assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(text.contains("conforme aux règles"), "{text}");
        let record: Value =
            serde_json::from_str(&std::fs::read_to_string(&path).expect("a record")).expect("JSON");
        let partie = &record["parties"][0];
        ends.push(partie["result"]["termination"].as_str().unwrap_or("none").to_owned());
        // One board before the first move, one after each that was legal.
        let legal = partie["moves"]
            .as_array()
            .map_or(0, |moves| moves.iter().filter(|mv| mv["verdict"] == "VALID").count());
        let boards = text.matches('⚑').count();
        assert!(boards == legal + usize::from(!partie.is_null()) || boards == legal, "{text}");
        let quiet = replay(&path, &["--discret"]);
        assert!(quiet.status.success() && quiet.stdout.len() < 300);
    }
    ends.sort_unstable();
    let expected = ["disconnected", "interrupted", "malformed", "none", "timeout", "triche", "triche", "win"];
    assert_eq!(ends, expected);
}

#[test]
fn what_was_changed_is_noticed() {
    let server = Server::start(&["--timeout", "300"]);
    lose(&mut server.named("alice"));
    let path = server.wait_for_records(1).remove(0);
    let record: Value =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("a record")).expect("JSON");
    let last = record["parties"][0]["moves"].as_array().expect("moves").len() - 1;
    let text = |path: &str| record.pointer(path).and_then(Value::as_str).expect("a text").to_owned();
    let walls = text("/parties/0/setup/walls");
    let opened = walls.replacen('1', "0", 1);
    let last_move = format!("/parties/0/moves/{last}/");
    let changes = [
        ("/parties/0/setup/walls".to_owned(), json!(opened)),
        ("/parties/0/setup/walls".to_owned(), json!(&walls[1..])),
        ("/parties/0/setup/seed".to_owned(), json!("8")),
        ("/parties/0/setup/L".to_owned(), json!("-3")),
        ("/parties/0/setup/energy".to_owned(), json!("x")),
        ("/parties/0/first".to_owned(), json!(1)),
        ("/parties/0/moves/0/text".to_owned(), json!("CL 0")),
        ("/parties/0/moves/0/text".to_owned(), json!("?")),
        ("/parties/0/moves/0/player".to_owned(), json!(1)),
        (last_move.clone() + "property", json!("CONT")),
        (last_move.clone() + "verdict", json!("TRICHE")),
        ("/parties/0/result/winner".to_owned(), json!(0)),
        ("/parties/0/result/termination".to_owned(), json!("timeout")),
        ("/parties/0/result/charged".to_owned(), json!(0)),
        ("/game".to_owned(), json!("go")),
    ];
    for (pointer, value) in changes {
        let mut changed = record.clone();
        *changed.pointer_mut(&pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
        let file = server.records().join("changed.json");
        std::fs::write(&file, changed.to_string()).expect("written");
        let output = replay(&file, &[]);
        assert!(!output.status.success(), "{pointer} = {value}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
    }
}

#[test]
fn boards_are_reported_when_asked_for() {
    let server = Server::start(&["-v", "--timeout", "300"]);
    let mut alice = server.training("alice", "DO_NOTHING start=0 seed=7");
    alice.ask("PLAY_MOVE 9 0", &["OK", "-1", "The type is not valid !"]);
    server.line_with("alice commence");
    server.line_with("⚑");
    server.line_with("TRICHE de alice");
}
