//! The process of a game, as the pages start it: somebody who leaves, moves that are taken back, an end of the pages.

use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use arbitre::record::Record;
use arbitre::replay;
use ipc::channel::Channel;
use ipc::wait::Deadline;
use protocol::Termination;
use serde_json::{Value, json};
use testing::PATIENCE;

/// The process of a game, with the line to it and the one to its person, who begins.
struct Game {
    child: Child,
    line: Channel,
    person: Channel,
}

impl Game {
    /// Morpion against an engine, which goes on after this.
    fn begin(folder: &Path, patience_ms: u64, (before, taken_back): (Value, u32)) -> Self {
        let (line, there) = Channel::pair().expect("a pair");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tableau"));
        command.arg("--arbitre").stdin(Stdio::from(there.into_fd())).stdout(Stdio::null());
        let child = command.spawn().expect("a game");
        drop(command);
        let (person, theirs) = Channel::pair().expect("a pair");
        let task = json!({
            "id": "essai", "game": "morpion", "parties": 2, "setup": {}, "time_ms": null,
            "patience_ms": patience_ms, "records": folder, "live": false, "before": before,
            "players": [
                { "name": "Ada", "engine": null, "taken_back": taken_back },
                { "name": "hasard", "engine": "hasard", "taken_back": 0 },
            ],
        });
        let theirs = theirs.into_fd();
        line.send(&task, &[theirs.as_fd()], PATIENCE).expect("told");
        let mut game = Game { child, line, person };
        assert_eq!(game.report(), json!("Begun"));
        game
    }

    fn report(&mut self) -> Value {
        next(&mut self.line)
    }

    /// The next time that the person has to move: after how many moves, and which can be made.
    fn mine(&mut self) -> (u64, Vec<Value>) {
        loop {
            let view = next(&mut self.person);
            if view["turn"] == "Mine" {
                let texts = view["choices"].as_array().expect("choices").iter();
                let moves = view["moves"].as_array().expect("moves").len() as u64;
                return (moves, texts.map(|choice| choice["text"].clone()).collect());
            }
        }
    }

    fn play(&self, after: u64, text: &Value) {
        self.person.send(&json!({ "Move": [after, text] }), &[], PATIENCE).expect("said");
    }

    fn end(mut self) {
        assert!(self.child.wait().expect("its end").success());
    }
}

fn next(line: &mut Channel) -> Value {
    let said = line.wait_for::<Value>(Deadline::after(Instant::now(), Some(PATIENCE))).expect("a message");
    said.expect("in time").0
}

fn record(folder: &Path) -> Record {
    let record = Record::read(&folder.join("essai.json")).expect("a record");
    replay::verify(&record).unwrap_or_else(|contradiction| panic!("{contradiction}"));
    record
}

#[test]
fn who_leaves_has_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = Game::begin(folder.path(), 1, (Value::Null, 0));
    assert_eq!(game.report(), json!("Kept"));
    game.end();
    let record = record(folder.path());
    assert_eq!(record.parties.len(), 2);
    for party in &record.parties {
        let result = &party.result;
        assert_eq!((result.termination, result.charged), (Termination::Disconnected, Some(0)));
        assert_eq!(result.detail.as_deref(), Some("left-page"));
    }
}

#[test]
fn what_is_played_again_keeps_its_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = Game::begin(folder.path(), 3_600_000, (Value::Null, 0));
    // The first game is given up, the second is gone on with twice.
    game.mine();
    game.person.send(&json!("GiveUp"), &[], PATIENCE).expect("said");
    while next(&mut game.person)["turn"] != "Next" {}
    game.person.send(&json!("Next"), &[], PATIENCE).expect("said");
    let (after, moves) = game.mine();
    game.play(after, &moves[0]);
    game.mine();
    game.line.send(&json!("HandOver"), &[], PATIENCE).expect("said");
    let handed = game.report()["Handed"].as_str().map(Record::from_json).expect("handed").expect("a record");
    game.end();
    assert!(!folder.path().join("essai.json").exists(), "it goes on elsewhere");
    assert_eq!((handed.parties.len(), handed.parties[1].moves.len()), (2, 3));
    let mut before = handed.clone();
    before.parties[1].moves.truncate(1);
    let again = serde_json::to_value(&before).expect("JSON");
    let mut game = Game::begin(folder.path(), 3_600_000, (again, 1));
    let (after, moves) = game.mine();
    assert_eq!(after, 1, "it is asked for nothing that was played before");
    game.play(after, &moves[moves.len() - 1]);
    game.mine();
    // The pages end.
    game.line.finish();
    assert_eq!(game.report(), json!("Kept"));
    game.end();
    let record = record(folder.path());
    assert_eq!(record.players[0].from, "personne ; coups repris : 1");
    assert_eq!((record.started, &record.parties[0]), (handed.started, &handed.parties[0]));
    assert_eq!(record.parties[1].moves[0], handed.parties[1].moves[0]);
    assert!(record.parties[1].moves.len() >= 3 && record.interrupted.is_some());
}

#[test]
fn what_has_not_begun_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = Game::begin(folder.path(), 3_600_000, (Value::Null, 0));
    game.mine();
    game.line.finish();
    assert_eq!(game.report(), json!("Nothing"));
    game.end();
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
