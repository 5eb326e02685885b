//! A system that has no room, descriptors, processes or memory left: the cause is said, nothing is lost, and the next start goes on.

use std::path::Path;
use std::process::ExitStatus;

use championnat::{Archive, Location};
use nix::sys::signal::Signal;
use testing::cuts::Disk;
use testing::output::{Heard, both};
use testing::refusals::{self, Refusals, Refused, Resource};

use crate::cuts::result;
use crate::support::*;

/// Plays it, and stops it where it pauses by itself; how it has ended, and what it has said on each output.
fn play(folder: &Path, refusals: &Refusals, refused: Option<Refused>) -> (ExitStatus, [String; 2]) {
    let mut command = championnat(folder, &["jouer", "mai.toml", "--sans-essai"]);
    let mut running = Killed::start(refusals.below(&mut command, refused));
    let mut told = Heard::of(running.0.stdout.take().expect("its output"));
    let mut errors = Heard::of(running.0.stderr.take().expect("its errors"));
    match errors.try_wait_for("pause : ", PATIENCE) {
        Ok(()) => running.signal(Signal::SIGINT),
        Err(why) => assert!(why.contains("has ended"), "it {why}: {}", errors.said()),
    }
    let said = [told.all(), errors.all()];
    (running.end().status, said)
}

/// The championship of each of these tests, of six rencontres.
fn described() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = |graine: u8| format!("moteur = \"hasard --graine {graine}\"");
    let players = [("un", engine(1)), ("deux", engine(2)), ("trois", engine(3))];
    let players = players.each_ref().map(|(name, engine)| (*name, engine.as_str()));
    let head = "temps = 600\ndemarrage = 600\nsimultanees = 2\nrejeux = 100\nconfinement = \"aucun\"";
    describe(folder.path(), "morpion", head, &players);
    folder
}

/// It has ended in order; what has failed is said with its cause.
fn has_said(refused: Refused, status: ExitStatus, said: &str) {
    assert!(refused.allows(status, said), "{status}: {said}");
    // SQLite does not say why, and a moment later nothing is refused any more.
    let unexplained = ["unable to open database file", "disk I/O error", "en lecture seule"];
    let past = refused.count != u64::MAX && unexplained.iter().any(|words| said.contains(words));
    assert!(status.success() || past || refused.of.is_said(said), "no cause, {status}: {said}");
}

#[test]
fn a_championship_that_is_refused_something_loses_nothing() {
    let refusals = Refusals::default();
    let folder = described();
    let (status, said) = play(folder.path(), &refusals, None);
    assert!(status.success(), "{said:?}");
    refusals::each("championship", refusals.counted(), 12, |refused| {
        let folder = described();
        let (status, [told, errors]) = play(folder.path(), &refusals, Some(refused));
        has_said(refused, status, &errors);
        let again = run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]);
        assert!(again.status.success(), "{errors}\nand then\n{}", both(&again));
        let records = exported(folder.path());
        assert_eq!(records.len(), 6, "{errors}\nand then\n{}", both(&again));
        for key in told.lines().filter_map(result) {
            // What was announced is not played again.
            assert!(!text(&again.stdout).lines().any(|line| result(line) == Some(key)), "{key}: {told}");
        }
        for record in records.values() {
            assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
        }
    });
}

#[test]
fn a_championship_that_can_start_nothing_any_more_pauses() {
    let refusals = Refusals::default();
    let (status, said) = play(described().path(), &refusals, None);
    assert!(status.success(), "{said:?}");
    let from = refusals.counted()[Resource::Processes as usize] / 2;
    let refused = Refused { of: Resource::Processes, from, count: u64::MAX };
    let (status, [_, errors]) = play(described().path(), &refusals, Some(refused));
    assert!(errors.contains("pause : "), "it goes on: {errors}");
    has_said(refused, status, &errors);
}

#[test]
fn a_command_that_is_refused_something_says_so() {
    let refusals = Refusals::default();
    let folder = described();
    assert!(run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]).status.success());
    std::fs::write(folder.path().join("classe.csv"), "nom;prénom\nDurand;Zoé\nDupont;Ali\n").expect("a list");
    let played = Disk::of(folder.path());
    let commands: [&[&str]; 5] = [
        &["classement", "mai.toml"],
        &["exporte", "mai.toml", "--archives", "archives"],
        &["decision", "mai.toml", "annonce", "Remise des prix à 17 h"],
        &["importe", "classe.csv"],
        &["verifie", "mai.toml"],
    ];
    for arguments in commands {
        let refused_or_not = |refused| {
            let folder = tempfile::tempdir().expect("a folder");
            played.write(folder.path()).expect("written");
            let mut command = championnat(folder.path(), arguments);
            (refusals.below(&mut command, refused).output().expect("it"), folder)
        };
        let (output, _) = refused_or_not(None);
        assert!(output.status.success(), "{arguments:?}: {}", both(&output));
        refusals::each(arguments[0], refusals.counted(), 4, |refused| {
            let (output, folder) = refused_or_not(Some(refused));
            has_said(refused, output.status, &both(&output));
            assert_eq!(exported(folder.path()).len(), 6);
            // What is half done does not stand in the way; what is done is not done a second time.
            let again = run(folder.path(), arguments);
            assert!(again.status.success() || output.status.success(), "{arguments:?}: {}", both(&again));
        });
    }
}

#[test]
fn a_decision_for_which_there_is_no_room_is_not_taken() {
    let refusals = Refusals::default();
    let folder = described();
    assert!(run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]).status.success());
    let played = Disk::of(folder.path());
    let decide = |refused| {
        let folder = tempfile::tempdir().expect("a folder");
        played.write(folder.path()).expect("written");
        let arguments = ["decision", "mai.toml", "resultat", "1.1", "nul", "nul"];
        let mut command = championnat(folder.path(), &arguments);
        let output = refusals.below(&mut command, refused).output().expect("it");
        let journal = std::fs::read_to_string(folder.path().join("mai.parties/decisions.jsonl"));
        let noted = journal.unwrap_or_default().matches('\n').count();
        let archive = Archive::open(&Location::Sqlite(folder.path().join("mai.sqlite"))).expect("a store");
        let taken = archive.decisions().list().len();
        let expected = usize::from(output.status.success());
        assert_eq!((noted, taken), (expected, expected), "{refused:?}: {}", both(&output));
        output.status.success()
    };
    assert!(decide(None));
    let calls = refusals.counted()[Resource::Room as usize];
    let refused = (1..=calls).map(|from| Refused { of: Resource::Room, from, count: u64::MAX });
    let taken = refused.filter(|refused| decide(Some(*refused))).count() as u64;
    assert!(taken < calls, "{taken} of {calls}");
}
