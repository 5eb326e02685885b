//! The organiser's decisions, as he takes them: while the championship runs, and when it is stopped.

use std::fs::File;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Child;

use championnat::{Archive, Attendance, Attending, Location, Pairing, RunState, Status, Store};
use nix::sys::stat::Mode;

use crate::exports::unpacked;
use crate::support::*;

/// Greets, and never moves.
const SLOW: &str = "echo engine 1 lent; while read line; do :; done";

/// The contestants besides the slow one.
const OTHERS: [(&str, &str); 3] = [
    ("un", "moteur = \"hasard --graine 1\""),
    ("deux", "moteur = \"hasard --graine 2\""),
    ("trois", "moteur = \"hasard --graine 3\""),
];

fn archive(folder: &Path) -> Archive {
    Archive::open(&Location::Sqlite(folder.join("mai.sqlite"))).expect("a store")
}

/// The keys of the games of this contestant.
fn games_of(folder: &Path, name: &str) -> Vec<Pairing> {
    let mut archive = archive(folder);
    let who = archive.regulations().contestant(name).expect("a contestant");
    archive.schedule().expect("games").into_iter().filter(|pairing| pairing.involves(who)).collect()
}

/// Takes a decision; what is answered.
fn decide(folder: &Path, action: &[&str]) -> Result<String, String> {
    let output = run(folder, &[&["decision", "mai.toml"], action, &["--motif", "il le faut"]].concat());
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// A championship in which everything is played but the games of the slow one.
fn under_way(folder: &Path) -> Killed {
    let slow = script(folder, "lent.sh", SLOW);
    let contestants = [OTHERS[0], OTHERS[1], OTHERS[2], ("lent", &*slow)];
    let head = "temps = 600\nsimultanees = 12\nconfinement = \"aucun\"";
    describe(folder, "morpion", head, &contestants);
    let running = start(folder);
    until("all other games", || {
        let played = |mut archive: Archive| archive.results().map_or(0, |results| results.len());
        Archive::open(&Location::Sqlite(folder.join("mai.sqlite"))).map_or(0, played) == 6
    });
    running
}

fn start(folder: &Path) -> Killed {
    Killed(championnat(folder, &["jouer", "mai.toml", "--sans-essai"]).spawn().expect("championnat"))
}

fn end(child: &mut Child) {
    let status = child.wait().expect("its end");
    assert!(status.success(), "{status}");
}

#[test]
fn what_is_decided_while_it_runs_holds_at_once_and_for_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut running = under_way(folder);
    let slow = games_of(folder, "lent");
    let finished = games_of(folder, "un").into_iter().find(|game| !slow.contains(game)).expect("a game");
    // A game that runs is lost at once; one that was played is played again, or has another result.
    let said = decide(folder, &["forfait", &slow[0].key.to_string(), "lent"]).expect("decided");
    assert!(said.contains("est perdue par lent, par forfait") && said.contains("il le faut"), "{said}");
    let refused = decide(folder, &["forfait", &slow[0].key.to_string(), "lent"]).expect_err("a result");
    assert!(refused.contains("a déjà un résultat"), "{refused}");
    let before = exported(folder)[&finished.key.to_string()].id.clone();
    decide(folder, &["rejoue", &finished.key.to_string()]).expect("decided");
    until("another record", || {
        exported(folder).get(&finished.key.to_string()).is_some_and(|record| record.id != before)
    });
    decide(folder, &["resultat", &slow[1].key.to_string(), "lent", "nul"]).expect("decided");
    // Killed in the middle, it goes on with all of it.
    drop(running);
    running = start(folder);
    until("the organiser is heard", || UnixStream::connect(folder.join("mai.parties/.controle")).is_ok());
    let results = archive(folder).results().expect("results");
    assert!(results.contains_key(&slow[0].key) && results.contains_key(&slow[1].key));
    // Somebody comes late, the last of the description.
    let refused = decide(folder, &["ajoute", "tard"]).expect_err("unknown");
    assert!(refused.contains("doit nommer tard"), "{refused}");
    let file = folder.join("mai.toml");
    let described = std::fs::read_to_string(&file).expect("the description");
    std::fs::write(&file, described + "[[concurrent]]\nnom = \"tard\"\nmoteur = \"hasard --graine 9\"\n")
        .expect("written");
    decide(folder, &["ajoute", "tard"]).expect("decided");
    assert_eq!(games_of(folder, "tard").len(), 8);
    decide(folder, &["disqualifie", "lent"]).expect("decided");
    end(&mut running.0);
    drop(running);
    let lost: Vec<Pairing> = games_of(folder, "lent");
    let mut archive = archive(folder);
    let him = archive.regulations().contestant("lent").expect("him");
    let results = archive.results().expect("results");
    assert_eq!(results.len(), 12 + 8);
    for game in lost {
        let result = &results[&game.key];
        let side = result.side_of(him).expect("his side");
        assert!(result.parties.iter().all(|partie| partie.fault_of(side).is_some()), "{result:?}");
    }
    let ranking = run(folder, &["classement", "mai.toml", "--format", "csv"]);
    let last = text(&ranking.stdout).lines().last().expect("a line").to_owned();
    assert!(last.contains(";lent;") && last.contains(";disqualifie;"), "{last}");
    for (form, expected) in
        [("table", "lent (disqualifié)"), ("json", "\"disqualify\""), ("md", "- décision n° 5")]
    {
        let shown = text(&run(folder, &["classement", "mai.toml", "--format", form]).stdout);
        assert!(shown.contains(expected) && shown.matches("il le faut").count() == 5, "{shown}");
    }
    // Records and journal give the same again.
    std::fs::remove_file(folder.join("mai.sqlite")).expect("the store");
    let rebuilt = run(folder, &["jouer", "mai.toml", "--discret", "--reconstruire"]);
    assert!(rebuilt.status.success(), "{}", text(&rebuilt.stderr));
    assert_eq!(run(folder, &["classement", "mai.toml", "--format", "csv"]).stdout, ranking.stdout);
    let list = text(&run(folder, &["decision", "mai.toml", "liste"]).stdout);
    assert_eq!(list.lines().count(), 5, "{list}");
}

#[test]
fn what_is_decided_when_it_is_stopped_counts_from_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    drop(under_way(folder));
    let slow = games_of(folder, "lent");
    let finished = games_of(folder, "un").into_iter().find(|game| !slow.contains(game)).expect("a game");
    let said = decide(folder, &["retire", "lent", "--par", "Mme Ada"]).expect("decided");
    assert!(said.contains("Mme Ada") && said.contains("le championnat est arrêté"), "{said}");
    assert!(said.contains("6 rencontres sont perdues par forfait"), "{said}");
    assert!(said.contains("moins de la moitié de ses 6 rencontres sont jouées : aucune ne compte"), "{said}");
    decide(folder, &["rejoue", &finished.key.to_string()]).expect("decided");
    assert!(decide(folder, &["retire", "personne"]).expect_err("nobody").contains("un, deux, trois, lent"));
    assert!(decide(folder, &["rejoue", "99.1"]).expect_err("no game").contains("pas de rencontre 99.1"));
    let played = run(folder, &["jouer", "mai.toml"]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let said = text(&played.stdout);
    assert!(said.contains("lent (retiré, ses rencontres ne comptent pas)"), "{said}");
    assert!(!said.contains("absent"), "his forfeits are told once, by the decision: {said}");
    let records = exported(folder);
    assert_eq!(records.len(), 12);
    assert!(run(folder, &["exporte", "mai.toml", "un", "--archives", "rendus"]).status.success());
    let results = &unpacked(&folder.join("rendus/un.zip"))["un/resultats.csv"];
    let uncounted = results.lines().filter(|line| line.contains(";lent;"));
    assert_eq!(uncounted.filter(|line| line.contains(";ne compte pas;")).count(), 2, "{results}");
    assert_eq!(results.matches("ne compte pas").count(), 2, "{results}");
    // What was forfeited by who has gone is not played after all.
    let lost = decide(folder, &["retablit", &slow[0].key.to_string()]).expect_err("he has gone");
    assert!(lost.contains("déjà retiré"), "{lost}");
    // Who is taken back plays it, and everything else that he has forfeited.
    let preview = decide(folder, &["reintegre", "lent", "--apercu"]).expect("a preview");
    let keys: Vec<String> = slow.iter().map(|game| game.key.to_string()).collect();
    for said in ["6 rencontres perdues par forfait sont rétablies", &keys.join(", "), "rien n'est décidé"]
    {
        assert!(preview.contains(said), "{preview}");
    }
    assert_eq!(archive(folder).results().expect("results").len(), 12);
    let said = decide(folder, &["reintegre", "lent"]).expect("decided");
    assert!(
        said.contains("6 rencontres perdues par forfait sont rétablies")
            && !said.contains("rien n'est décidé"),
        "{said}"
    );
    let results = archive(folder).results().expect("results");
    assert!(slow.iter().all(|game| !results.contains_key(&game.key)), "{results:?}");
    // Without the description, by the results alone.
    let set =
        ["decision", "mai.sqlite", "resultat", &finished.key.to_string(), "nul", "nul", "--motif", "erreur"];
    assert!(run(folder, &set).status.success());
    let result = &archive(folder).results().expect("results")[&finished.key];
    assert_eq!(result.parties, [championnat::PartieResult::Drawn; 2]);
    // Those that a pattern means, at once.
    let results = archive(folder).results().expect("results");
    let played = games_of(folder, "un").into_iter().filter(|game| results.contains_key(&game.key)).count();
    let said = decide(folder, &["rejoue", "*#un"]).expect("decided");
    assert_eq!(said.matches("est à rejouer").count(), played, "{said}");
    let missing = decide(folder, &["rejoue", "--interrompues"]).expect_err("all were played");
    assert!(missing.contains("aucune rencontre de ce genre"), "{missing}");
    // A journal that was tampered with is not passed over.
    std::fs::write(folder.join("mai.parties/decisions.jsonl"), "rien\n").expect("written");
    let refused = run(folder, &["jouer", "mai.toml", "--discret"]);
    assert!(!refused.status.success() && text(&refused.stderr).contains("decisions.jsonl"), "{refused:?}");
}

#[test]
fn two_decide_at_once_when_it_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "morpion", "temps = 600", &OTHERS[..2]);
    assert!(run(folder, &["jouer", "mai.toml"]).status.success());
    // One of them reads the journal before the other one decides, and goes on after it.
    let journal = folder.join("mai.parties/decisions.jsonl");
    nix::unistd::mkfifo(&journal, Mode::S_IRWXU).expect("a pipe");
    let announce = |text| ["decision", "mai.toml", "annonce", text];
    let slow = championnat(folder, &announce("un")).spawn().expect("championnat");
    let held_up = hold_up(&journal);
    std::fs::remove_file(&journal).expect("removed");
    assert!(run(folder, &announce("deux")).status.success());
    drop(held_up);
    let slow = slow.wait_with_output().expect("its end");
    assert!(slow.status.success(), "{}", text(&slow.stderr));
    let written = std::fs::read_to_string(&journal).expect("the journal");
    assert_eq!(written.lines().count(), 2, "{written}");
    let again = run(folder, &["jouer", "mai.toml"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    let list = text(&run(folder, &["decision", "mai.toml", "liste"]).stdout);
    assert!(list.find("deux").expect("the first") < list.find("un").expect("the second"), "{list}");
}

#[test]
fn it_waits_for_the_end_of_a_decision() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "morpion", "temps = 600", &OTHERS[..2]);
    let path = folder.canonicalize().expect("a path").join("mai.sqlite.verrou");
    let lock = File::create(&path).expect("a file");
    lock.lock().expect("locked");
    let mut running = start(folder);
    let open = format!("/proc/{}/fd", running.0.id());
    let is_open = |file: std::io::Result<std::fs::DirEntry>| {
        file.is_ok_and(|file| std::fs::read_link(file.path()).is_ok_and(|open| open == path))
    };
    until("a second one at the lock", || {
        running.0.try_wait().expect("its state").is_some()
            || std::fs::read_dir(&open).is_ok_and(|mut files| files.any(is_open))
    });
    lock.unlock().expect("unlocked");
    end(&mut running.0);
}

#[test]
fn what_the_database_has_lost_counts_before_a_decision() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let head = "temps = 600\n[format]\ntype = \"suisse\"\nrondes = 3";
    describe(folder, "morpion", head, &OTHERS);
    assert!(run(folder, &["jouer", "mai.toml"]).status.success());
    let played = exported(folder);
    // The database is as it was at the beginning, and one record is only in the log that a power cut has left.
    let regulations = archive(folder).regulations().clone();
    let results = folder.join("mai.sqlite");
    std::fs::remove_file(&results).expect("removed");
    drop(Store::open(&Location::Sqlite(results), &regulations, &[], &[]).expect("a store"));
    let file = folder.join("mai.parties").join(format!("{}.json", played["2.1"].id));
    let record = std::fs::read(&file).expect("a record");
    std::fs::remove_file(file).expect("removed");
    let blank = |length: usize| vec![b'\n'; length];
    let blocks = [blank(4096), record.clone(), blank(4096 - record.len() % 4096)].concat();
    std::fs::write(folder.join("mai.parties/.records-1-0.wal"), blocks).expect("written");
    let said = decide(folder, &["disqualifie", "un"]).expect("decided");
    assert!(!said.contains("tirage"), "{said}");
    let again = run(folder, &["jouer", "mai.toml"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(exported(folder), played, "{}", text(&again.stderr));
}

#[test]
fn a_decision_that_the_database_refuses_for_a_moment_can_be_taken_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let running = under_way(folder);
    let [results, elsewhere] = ["mai.sqlite", "ailleurs"].map(|name| folder.join(name));
    std::fs::rename(&results, &elsewhere).expect("renamed");
    let refused = decide(folder, &["retire", "lent"]).expect_err("no database");
    assert!(refused.contains("n'a pas pu être enregistrée") && refused.contains("introuvable"), "{refused}");
    std::fs::rename(&elsewhere, &results).expect("renamed");
    assert_eq!(status(folder).state, RunState::Running);
    decide(folder, &["retire", "lent"]).expect("decided");
    drop(running);
    let list = text(&run(folder, &["decision", "mai.toml", "liste"]).stdout);
    assert_eq!(list.lines().count(), 1, "{list}");
}

/// How the championship stands, as it says itself.
fn status(folder: &Path) -> Status {
    let answer = run(folder, &["decision", "mai.toml", "etat"]);
    assert!(answer.status.success(), "{}", text(&answer.stderr));
    serde_json::from_slice(&answer.stdout).expect("a status")
}

#[test]
fn a_pause_lets_what_is_under_way_end_and_nothing_begin() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let asked = |word: &str| run(folder, &["decision", "mai.toml", word]);
    // Plays as soon as a file is there.
    let waits = format!(
        "while [ ! -e {} ]; do sleep 0.01; done; exec {} colonnes hasard",
        folder.join("va").display(),
        program("moteur").display()
    );
    let waits = script(folder, "attend.sh", &waits);
    let contestants = [OTHERS[0], ("attend", &*waits), ("reseau", "moteur = \"reseau\"")];
    let head = "temps = 600\nsimultanees = 1\nconfinement = \"aucun\"\ndemarrage = 60\ngrace = 600";
    describe(folder, "colonnes", head, &contestants);
    let refused = asked("pause");
    assert!(!refused.status.success() && text(&refused.stderr).contains("pas en cours"), "{refused:?}");
    let mut command =
        championnat(folder, &["jouer", "mai.toml", "--sans-essai", "--sans-attendre", "--port", "0"]);
    let mut running = Killed(command.env("RUST_LOG", "info").spawn().expect("championnat"));
    until("the organiser is heard", || UnixStream::connect(folder.join("mai.parties/.controle")).is_ok());
    until("a game", || !status(folder).running.is_empty());
    let before = status(folder);
    assert_eq!((&*before.name, &*before.game, before.state), ("mai", "colonnes", RunState::Running));
    assert_eq!((before.played, before.total, before.remaining_s), (0, 6, None));
    assert_eq!(before.running.len(), 1);
    let [game] = &before.running[..] else { panic!("{before:?}") };
    assert!(["un", "attend"].iter().all(|name| game.players.iter().any(|player| player == name)), "{game:?}");
    assert!(game.id.starts_with("colonnes-") && game.id.contains(&format!("-{}-", game.key)), "{game:?}");
    let absent = Attending { name: "reseau".into(), attendance: Attendance::Absent, awaited: true };
    assert_eq!(before.network, [absent]);
    let paused = asked("pause");
    assert!(text(&paused.stdout).contains("une rencontre en cours se termine"), "{paused:?}");
    assert_eq!(status(folder).state, RunState::Paused);
    std::fs::write(folder.join("va"), "").expect("a file");
    until("its end", || status(folder).played == 1);
    let held = status(folder);
    assert!(held.running.is_empty() && held.state == RunState::Paused && held.remaining_s.is_some());
    assert!(asked("reprend").status.success());
    until("the other game", || status(folder).played == 2);
    assert_eq!(status(folder).state, RunState::Running);
    // A pause does not outlast the process.
    assert!(asked("pause").status.success());
    running.0.kill().expect("killed");
    let mut log = String::new();
    running.0.stderr.take().expect("its log").read_to_string(&mut log).expect("text");
    assert!(log.contains("en pause") && log.contains("reprend"), "{log}");
    let running = start(folder);
    until("the organiser is heard", || UnixStream::connect(folder.join("mai.parties/.controle")).is_ok());
    assert_eq!(status(folder).state, RunState::Running);
    drop(running);
}
