//! A championship of engines that is killed again and again, and goes to its end.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use arbitre::record::Record;

use testing::championship::describe;
use testing::output::text;
use testing::process::{program, run};
use testing::until;

fn championnat(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program("championnat"));
    command.current_dir(folder).args(args).env_remove("LANG").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ended(mut command: Command) -> String {
    text(&run(&mut command).stdout)
}

/// Everybody meets everybody once; `head` describes the game. Killed five times, each after some more rencontres; the records that
/// count, each verified, none of them interrupted.
pub fn killed_on_the_way(head: &str, contestants: &[(&str, impl Display)]) -> Vec<Record> {
    let folder = tempfile::tempdir().expect("a folder");
    describe(&folder.path().join("mai.toml"), &format!("graine = 1\n{head}"), contestants);
    let records = folder.path().join("mai.parties");
    let finished = || fs::read_dir(&records).map(|files| files.count()).unwrap_or_default();
    let rencontres = contestants.len() * (contestants.len() - 1) / 2;
    for kill in 1..=5 {
        // Some misbehave, which is what is played here.
        let args = ["jouer", "mai.toml", "--discret", "--sans-essai"];
        let mut child = championnat(folder.path(), &args).spawn().expect("championnat");
        // Killed when there is something to lose.
        until("some more are played", || {
            let ended = child.try_wait().expect("its state");
            assert!(ended.is_none(), "ended before its time: {ended:?}");
            finished() >= rencontres * kill / 8
        });
        child.kill().expect("kill");
        child.wait().expect("its end");
    }
    ended(championnat(folder.path(), &["jouer", "mai.toml", "--discret"]));
    let mut played = BTreeMap::new();
    for line in ended(championnat(folder.path(), &["exporte", "mai.toml"])).lines() {
        let record = Record::from_json(line).expect("a record");
        arbitre::replay::verify(&record).expect("the rules agree");
        assert!(record.interrupted.is_none(), "{record:?}");
        let key = record.scheduled.clone().expect("a key");
        assert!(played.insert(key, record).is_none(), "a rencontre counts twice");
    }
    assert_eq!(played.len(), rencontres);
    played.into_values().collect()
}
