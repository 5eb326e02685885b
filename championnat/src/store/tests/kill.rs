//! A process that is killed while it takes in records.
//!
//! The test starts itself as the process to be killed.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::*;

const FILE: &str = "ARBITRE_TEST_KILLED_STORE";

fn championship() -> Regulations {
    regulations(Format::Swiss { rounds: 20, finals: None }, 6)
}

/// Not a test of its own: what is killed. It takes in one record after the other and names each that is in.
#[test]
fn victim() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let regulations = championship();
    let mut store = open(&Location::Sqlite(path.into()), &regulations);
    for record in all_records(&regulations) {
        store.take(&record).unwrap();
        println!("pris {}", record.id);
    }
}

#[test]
fn killed_at_any_point_nothing_is_lost_or_counted_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    let location = Location::Sqlite(path.clone());
    let regulations = championship();
    let records = all_records(&regulations);
    let mut done = 0;
    // Each run is killed somewhere after it has taken in a few more; the last one comes to its end.
    for more in [1, 2, 3, 5, 8, 13, 1, usize::MAX] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::tests::kill::victim", "--nocapture", "--test-threads=1"])
            .env(FILE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Those that are there already are named again first.
        let target = done + more.min(records.len());
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let taken = lines.map_while(Result::ok).filter(|line| line.contains("pris ")).take(target).count();
        let _ = child.kill();
        child.wait().unwrap();
        let mut archive = Archive::open(&location).unwrap();
        let results = archive.results().unwrap();
        assert!(results.len() >= taken, "{} of at least {taken}", results.len());
        assert!(results.len() >= done);
        for record in &records[..results.len()] {
            assert!(results.contains_key(&record.key));
            assert_eq!(results[&record.key].parties.len(), 2);
        }
        let moves = archive.database.number("SELECT COUNT(*) FROM moves", vec![]).unwrap();
        let expected: usize = records[..results.len()]
            .iter()
            .map(|record| match &record.outcome {
                IncomingOutcome::Finished(parties) => parties.iter().map(|partie| partie.moves.len()).sum(),
                IncomingOutcome::Interrupted(_) | IncomingOutcome::GivenUp(_) => 0,
            })
            .sum();
        assert_eq!(moves as usize, expected);
        done = results.len();
    }
    assert_eq!(done, records.len());
}
