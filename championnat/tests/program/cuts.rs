//! Power cuts of a championship: what was announced counts, what is there is whole, and the next start goes on by itself.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use arbitre::record::Record;
use championnat::{Archive, Location};
use testing::cuts::{self, Cut, Layer};
use testing::output::{Heard, both};
use testing::postgres::Postgres;

use crate::support::*;

/// Why the organiser has decided that a game is played again, and that one is lost.
const AGAIN: &str = "à rejouer";
const LOST: &str = "parti";

/// A championship of three, that was played to its end over a layer.
struct Played {
    /// Of its process.
    process: u32,
    /// As they are in the end.
    records: BTreeMap<String, Record>,
    /// The game that is played again, and its record before.
    again: (String, String),
    /// The game that is lost by decision.
    lost: String,
    /// Reasons of decisions, and how long the journal was when each was acknowledged.
    decided: [(u64, &'static str); 2],
}

/// The key that a line begins with that tells a result.
pub fn result(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(' ')?;
    (rest.contains(" : ") && key.parse::<championnat::Key>().is_ok()).then_some(key)
}

impl Played {
    /// Plays it: two play, then the organiser decides, then the third plays with both at once.
    fn over(layer: &Layer, folder: &Path, results: &Location, slow: &Path) -> Played {
        let mut command = championnat(folder, &["jouer", "mai.toml", "--sans-essai"]);
        let mut running = Killed::start(layer.below(&mut command));
        let process = running.0.id();
        let mut told = Heard::of(running.0.stdout.take().expect("its output"));
        told.wait_for("deux - un : ");
        told.wait_for("\n");
        let said = told.said();
        let again = said
            .lines()
            .filter(|line| line.contains("deux - un : "))
            .find_map(result)
            .expect("a result")
            .to_owned();
        let before = exported(folder)[&again].id.clone();
        let mut archive = Archive::open(results).expect("a store");
        let last = archive.regulations().contestant("lent").expect("a contestant");
        let lost =
            archive.schedule().expect("games").into_iter().find(|game| game.involves(last)).expect("a game");
        let lost = lost.key.to_string();
        let decide = |action: &[&str], why: &'static str| {
            let output = run(folder, &[&["decision", "mai.toml"], action, &["--motif", why]].concat());
            assert!(output.status.success(), "{}", both(&output));
            (layer.journal().end(), why)
        };
        let decided = [decide(&["rejoue", &again], AGAIN), decide(&["forfait", &lost, "lent"], LOST)];
        drop(archive);
        fs::write(slow.join("go"), "").expect("written");
        assert!(running.end().status.success(), "{}", told.all());
        Played { process, records: BTreeMap::new(), again: (again, before), lost, decided }
    }

    /// Looks at a folder after a cut, and goes on there.
    fn goes_on(&self, cut: &Cut<'_>) {
        let records = cut.folder.join("mai.parties");
        let output = run(cut.folder, &["jouer", "mai.toml", "--sans-essai"]);
        assert!(output.status.success(), "{}", both(&output));
        for path in testing::championship::records(&records) {
            if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
                continue;
            }
            let record = Record::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            arbitre::replay::verify(&record).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        }
        let now = exported(cut.folder);
        let decisions = fs::read_to_string(records.join("decisions.jsonl")).unwrap_or_default();
        let [is_again, is_lost] = self.decided.map(|(acknowledged, why)| {
            let is_decided = decisions.contains(why);
            assert!(is_decided || cut.end() < acknowledged, "{why} was acknowledged");
            is_decided
        });
        let (again, before) = &self.again;
        let said = cut.said(self.process);
        for key in said.lines().filter_map(result) {
            let record = now.get(key).unwrap_or_else(|| panic!("{key} was announced"));
            if key == again {
                assert_eq!(record.id == *before, !is_again, "{key} is played again: {is_again}");
            } else {
                assert!(*record == self.records[key], "{key} was announced with another result");
            }
        }
        assert_eq!(
            now.len(),
            if is_lost { 5 } else { 6 },
            "{:?}, without {}: {is_lost}",
            now.keys(),
            self.lost
        );
        let names = fs::read_dir(&records).expect("records").flatten().map(|file| file.file_name());
        let aside: Vec<_> = names.filter(|name| !name.as_encoded_bytes().ends_with(b".json")).collect();
        assert!(
            aside.iter().all(|name| !name.to_string_lossy().contains(".json.d")
                && !name.to_string_lossy().contains(".json.r")),
            "{aside:?}"
        );
    }
}

/// Describes it; the third of them waits for a file `go` in a folder.
fn describe_for(folder: &Path, results: &Location, slow: &Path) {
    let results = match results {
        Location::Sqlite(_) => String::new(),
        Location::Postgres(url) => format!("resultats = \"{url}\"\n"),
    };
    let (go, healthy) = (slow.join("go"), program("moteur"));
    let wait = format!("while [ ! -e {} ]; do sleep 0.02; done\n", go.display());
    let slow = script(slow, "lent.sh", &format!("{wait}exec {} morpion glouton\n", healthy.display()));
    let head = format!("{results}temps = 600\ndemarrage = 600\nsimultanees = 6\nconfinement = \"aucun\"");
    let players =
        [("un", "moteur = \"hasard --graine 1\""), ("deux", "moteur = \"glouton\""), ("lent", &*slow)];
    describe(folder, "morpion", &head, &players);
}

#[test]
fn after_a_power_cut_a_championship_has_what_it_announced_and_goes_on() {
    let [folder, slow] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let results = Location::Sqlite(folder.path().join("mai.sqlite"));
    describe_for(folder.path(), &results, slow.path());
    let layer = Layer::over(folder.path());
    let mut played = Played::over(&layer, folder.path(), &results, slow.path());
    let journal = layer.whole(&[]);
    played.records = exported(folder.path());
    cuts::each("championship", &journal, layer.before(), 4, |cut| played.goes_on(cut));
}

/// The server of the database loses its power, too.
#[test]
fn after_a_power_cut_a_championship_on_postgresql_goes_on_as_well() {
    let Some(programs) = Postgres::programs() else { return };
    let [folder, slow] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    // The server is another user.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("its mode");
    let server = folder.path().join("pg");
    fs::create_dir(&server).expect("a folder");
    Postgres::create(&programs, &server);
    let results = |server: &Path| Location::Postgres(Postgres::url(server, "postgres", ""));
    describe_for(folder.path(), &results(&server), slow.path());
    let layer = Layer::over(folder.path());
    let running = Postgres::start(&programs, &server, |command| {
        layer.below(command);
    });
    let served = layer.journal().end();
    let mut played = Played::over(&layer, folder.path(), &results(&server), slow.path());
    played.records = exported(folder.path());
    running.end();
    // The server writes its caches and statistics by other calls, and does without them after a cut.
    let journal = layer.whole(&["pg_internal.init", "pgstat.stat", "postmaster.opts"]);
    // No cut while the server starts.
    let (before, journal) = layer.before().after(served, journal);
    cuts::each("PostgreSQL", &journal, &before, 1, |cut| {
        let server = cut.folder.join("pg");
        fs::set_permissions(cut.folder, fs::Permissions::from_mode(0o755)).expect("its mode");
        let running = Postgres::start(&programs, &server, |command| {
            command.args(["-c", "fsync=off"]);
        });
        describe_for(cut.folder, &results(&server), slow.path());
        played.goes_on(cut);
        drop(running);
    });
}
