//! A championship of libraries, half of which misbehave, whose referee is killed on the way.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use arbitre::record::Record;

use crate::beside::program;
use crate::construction::player;
use crate::table::so;

/// Those who play by the rules, and those who do not.
const GOOD: [&str; 6] = ["honnete", "nom_nul", "bavard", "nom_sale", "saute_finalize", "setsid"];
const BAD: [&str; 6] = ["segfault", "boucle", "sortie", "mauvaise_couleur", "fourche", "ferme_tout"];

fn championnat(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program("championnat"));
    command.current_dir(folder).args(args).env_remove("LANG").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn ended(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("championnat");
    assert!(status.success(), "{status}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8_lossy(&stdout).into_owned()
}

#[test]
fn a_championship_goes_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = "jeu = \"coursidor\"\ngraine = 1\ntemps = 2\n[format]\ntype = \"aller-simple\"\n\
        [parametres]\nm = \"2\"\nM = \"8\"\n"
        .to_owned();
    for name in GOOD.iter().chain(&BAD) {
        file += &format!("[[concurrent]]\nnom = \"{name}\"\nmoteur = \"{}\"\n", so(&player(name)));
    }
    fs::write(folder.path().join("mai.toml"), file).expect("a description");
    let records = folder.path().join("mai.parties");
    let finished = || fs::read_dir(&records).map(|files| files.count()).unwrap_or_default();
    // Killed as soon as there is something to lose, again and again.
    for kill in 1..=5 {
        let mut child =
            championnat(folder.path(), &["jouer", "mai.toml", "--discret"]).spawn().expect("championnat");
        let start = Instant::now();
        while finished() < 8 * kill {
            assert!(start.elapsed() < Duration::from_secs(120), "{} records", finished());
            if let Some(status) = child.try_wait().expect("its state") {
                panic!("ended before its time: {status}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("kill");
        child.wait().expect("its end");
    }
    ended(championnat(folder.path(), &["jouer", "mai.toml", "--discret"]));
    let mut played = BTreeMap::new();
    for line in ended(championnat(folder.path(), &["exporte", "mai.toml"])).lines() {
        let record = Record::from_json(line).expect("a record");
        arbitre::replay::verify(&record).expect("the rules agree");
        let key = record.scheduled.clone().expect("a key");
        assert!(played.insert(key, record).is_none(), "a rencontre counts twice");
    }
    assert_eq!(played.len(), 12 * 11 / 2);
    for record in played.values() {
        let bad = |place: usize| BAD.contains(&record.players[place].name.as_str());
        assert!(record.interrupted.is_none(), "{record:?}");
        for party in &record.parties {
            match party.result.charged {
                Some(place) => assert!(bad(place), "{record:?}"),
                None => assert!(!bad(0) && !bad(1), "{record:?}"),
            }
        }
    }
}
