//! Engines that crash, kill their referee or suspend it; records that lie; nothing left of what the system gives.

use std::io::BufReader;
use std::net::TcpStream;
use std::process::Stdio;

use championnat::Key;
use jeux::{Reason, Slot};
use protocol::Termination;
use testing::output::Heard;

use crate::support::*;

const HASARD: (&str, &str) = ("hasard", "moteur = \"hasard --graine 1\"");
/// The process of the referee, for a script that is an engine: the parent of its keeper.
const REFEREE: &str = "$(cut -d' ' -f4 /proc/$PPID/stat)";
const AUTRE: (&str, &str) = ("autre", "moteur = \"hasard --graine 2\"");

/// Whoever crashes and then takes longer to start again than is granted loses, and only he.
#[test]
fn an_engine_that_restarts_slowly_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    // The first start is quick and dies over its first move, every other one is endless.
    let slow = "[ ! -e \"$0.REFEREE\" ] || exec sleep 600\n: > \"$0.REFEREE\"\necho engine 1 lent\nwhile read a b; do [ $a != go ] || exit 1; done\n";
    let slow = script(folder.path(), "lent.sh", &slow.replace("REFEREE", REFEREE));
    let head = "confinement = \"aucun\"\ntemps = 600\ndemarrage = 3\nsimultanees = 1";
    describe(folder.path(), "colonnes", head, &[HASARD, ("lent", &slow)]);
    let output = run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let records = exported(folder.path());
    assert_eq!(records.len(), 2);
    for record in records.values() {
        let slow = record.slot_of("lent");
        for partie in &record.parties {
            assert_eq!((partie.result.termination, partie.result.charged), (Termination::Crash, slow));
        }
    }
}

/// A championship with an engine that does this to its `REFEREE` over every move; it could not, if it were confined.
fn with_attacker(attack: &str, format: &str) -> (tempfile::TempDir, std::process::Output) {
    let folder = tempfile::tempdir().expect("a folder");
    let attack = attack.replace("REFEREE", REFEREE);
    let attack = format!("echo engine 1 mal\nwhile read a b; do [ $a != go ] || {attack}; done\n");
    let attacker = script(folder.path(), "mal.sh", &attack);
    let head = format!("confinement = \"aucun\"\ntemps = 600\nrejeux = 1\n{format}");
    describe(folder.path(), "morpion", &head, &[HASARD, ("mal", &attacker), AUTRE]);
    let output = run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]);
    (folder, output)
}

#[test]
fn a_championship_ends_without_what_stays_interrupted() {
    for (attack, cause) in
        [("kill -9 REFEREE", "tué par le signal SIGKILL"), ("kill -STOP REFEREE", "suspendu par SIGSTOP")]
    {
        let (folder, output) = with_attacker(attack, "");
        assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
        let shown = text(&output.stdout);
        assert!(shown.contains("interrompues, hors classement") && shown.contains(cause), "{shown}");
        let records = exported(folder.path());
        assert_eq!(records.len(), 6);
        for record in records.values() {
            let attacked = record.players.iter().any(|player| player.name == "mal");
            assert_eq!(record.interrupted.is_some(), attacked, "{record:?}");
            assert_eq!(record.parties.is_empty(), attacked, "nobody is charged");
        }
        let json = text(&run(folder.path(), &["classement", "mai.toml", "--format", "json"]).stdout);
        assert_eq!(json.matches("\"raison\": \"given-up: 2; ").count(), 4, "{json}");
        // It is over: nothing is tried again, and the files alone say the same.
        let again = run(folder.path(), &["jouer", "mai.toml", "--reconstruire"]);
        assert_eq!(again.status.code(), Some(4), "{}", text(&again.stderr));
        assert_eq!(exported(folder.path()), records);
        let replay = ["decision", "mai.toml", "rejoue", "--interrompues", "--motif", "moteur corrigé"];
        assert_eq!(text(&run(folder.path(), &replay).stdout).matches("est à rejouer").count(), 4);
    }
}

/// Where no rencontre ends any more the rest is not burnt: the organiser removes the cause, and goes on.
#[test]
fn a_machine_on_which_nothing_can_be_played_is_given_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let sick = folder.path().join("sick");
    std::fs::write(&sick, "").expect("written");
    let kills = format!("[ ! -e {} ] || kill -9 {REFEREE}", sick.display());
    let healthy = program("moteur").display().to_string();
    let engine = script(folder.path(), "mal.sh", &format!("{kills}\nexec {healthy} morpion hasard\n"));
    let names = ["a", "b", "c", "d", "e"];
    let engines = names.map(|name| (name, &*engine));
    describe(folder.path(), "morpion", "confinement = \"aucun\"\nrejeux = 0\ntemps = 600", &engines);
    let mut running =
        Killed(championnat(folder.path(), &["jouer", "mai.toml", "--sans-essai"]).spawn().expect("it"));
    let mut told = Heard::of(running.0.stderr.take().expect("its errors"));
    told.wait_for("8 rencontres de suite ont été interrompues");
    told.wait_for("serveur decision mai.toml reprend");
    let status = text(&run(folder.path(), &["decision", "mai.toml", "etat"]).stdout);
    assert!(status.contains("\"paused\"") && status.contains("\"all-interrupted\""), "{status}");
    std::fs::remove_file(&sick).expect("removed");
    assert!(run(folder.path(), &["decision", "mai.toml", "reprend"]).status.success());
    // Those that were interrupted are given up, as the description wants; the others are played.
    assert_eq!(running.end().status.code(), Some(4));
    let records = exported(folder.path());
    let played = records.values().filter(|record| record.interrupted.is_none()).count();
    assert!((1..=12).contains(&played) && records.len() == 20, "{played} of {}", records.len());
}

/// A disk that takes no record costs time, not results.
#[test]
fn what_cannot_be_recorded_is_kept_until_it_can() {
    let folder = tempfile::tempdir().expect("a folder");
    let [records, elsewhere, go] = ["mai.parties", "ailleurs", "go"].map(|name| folder.path().join(name));
    let wait = format!("while [ ! -e {} ]; do sleep 0.02; done", go.display());
    let healthy = program("moteur").display().to_string();
    let engine = script(folder.path(), "lent.sh", &format!("{wait}\nexec {healthy} morpion hasard\n"));
    let head = "confinement = \"aucun\"\ntemps = 600\ndemarrage = 600";
    describe(folder.path(), "morpion", head, &[("a", &engine), ("b", &engine)]);
    let mut running =
        Killed(championnat(folder.path(), &["jouer", "mai.toml", "--sans-essai"]).spawn().expect("it"));
    let mut told = Heard::of(running.0.stderr.take().expect("its errors"));
    until("its socket", || championnat::paths::socket(&records).exists());
    std::fs::rename(&records, &elsewhere).expect("renamed");
    std::fs::write(&go, "").expect("written");
    told.wait_for("un résultat n'a pas pu être enregistré");
    std::fs::rename(&elsewhere, &records).expect("renamed");
    let refused = run(folder.path(), &["decision", "mai.toml", "retire", "a", "--motif", "malade"]);
    assert!(text(&refused.stderr).contains("n'a pas pu être enregistré"), "{refused:?}");
    assert!(run(folder.path(), &["decision", "mai.toml", "reprend"]).status.success());
    assert_eq!(running.end().status.code(), Some(0));
    assert_eq!(exported(folder.path()).len(), 2);
}

/// Two who only stay where they are draw; records from before there was a limit still count.
#[test]
fn a_game_without_end_is_drawn_after_so_many_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let stays = "echo engine 1 rien\nwhile read a b; do [ $a != go ] || echo move rien; done\n";
    let stays = script(folder.path(), "rien.sh", stays);
    let limit = "temps = 600\n[parametres]\ncoups_max = 7";
    describe(folder.path(), "labyrinthe", limit, &[("a", &stays), ("b", &stays)]);
    let output = run(folder.path(), &["jouer", "mai.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let drawn = exported(folder.path());
    assert_eq!(drawn.len(), 2);
    for partie in drawn.values().flat_map(|record| &record.parties) {
        assert_eq!((partie.moves.len(), partie.result.termination), (7, Termination::Draw));
        let said = i18n::outcome_sentence(&partie.result, ["a", "b"], None);
        assert_eq!(said, "partie nulle (la limite de 7 coups est atteinte)");
        let counted = std::path::Path::new("/proc/self/schedstat").exists();
        assert!(partie.moves.iter().all(|mv| mv.waited_micros.is_some() == counted), "{partie:?}");
    }
    let again = run(folder.path(), &["jouer", "mai.toml", "--reconstruire"]);
    assert!(again.status.success() && exported(folder.path()) == drawn, "{}", text(&again.stderr));

    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "labyrinthe", "temps = 600", &[HASARD, AUTRE]);
    assert!(run(folder.path(), &["jouer", "mai.toml"]).status.success());
    let mut old = exported(folder.path());
    for record in old.values_mut() {
        for partie in &mut record.parties {
            assert_eq!(partie.setup.remove("coups_max").as_deref(), Some("10000"));
        }
        let file = folder.path().join("mai.parties").join(format!("{}.json", record.id));
        std::fs::write(file, record.to_json().expect("text")).expect("written");
    }
    let again = run(folder.path(), &["jouer", "mai.toml", "--reconstruire"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(exported(folder.path()), old);
}

#[test]
fn rounds_follow_rounds_without_a_result() {
    for (format, rencontres) in [
        ("[format]\ntype = \"suisse\"\nrondes = 3", 3..=3),
        ("[format]\ntype = \"elimination\"\nprolongations = 1\nbarrages = 0", 2..=4),
        ("[format]\ntype = \"poules\"\npoules = 1\nqualifies = 2\nprolongations = 1\nbarrages = 0", 4..=5),
    ] {
        let (folder, output) = with_attacker("kill -9 REFEREE", format);
        assert!(matches!(output.status.code(), Some(0 | 4)), "{}", text(&output.stderr));
        let count = exported(folder.path()).len();
        assert!(rencontres.contains(&count), "{format}: {count}");
    }
}

#[test]
fn records_that_the_rules_contradict_do_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "morpion", "temps = 600", &[HASARD, AUTRE]);
    assert!(run(folder.path(), &["jouer", "mai.toml"]).status.success());
    let honest = exported(folder.path());
    let (key, record) = honest.first_key_value().expect("a record");
    let file = folder.path().join("mai.parties").join(format!("{}.json", record.id));
    let mut lie = record.clone();
    let partie = &mut lie.parties[0];
    partie.result.winner = partie.result.winner.map_or(Some(Slot::Zero), |winner| Some(winner.other()));
    partie.result.termination = Termination::Win;
    std::fs::write(&file, lie.to_json().expect("text")).expect("written");
    let output = run(folder.path(), &["jouer", "mai.toml", "--reconstruire"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains(&record.id) && said.contains("partie aller : "), "{said}");
    assert!(!file.exists() && file.with_extension("json.refuse").exists());
    // It has been played again, and the others stay.
    let again = exported(folder.path());
    assert_ne!(again[key].id, record.id);
    assert!(key.parse::<Key>().is_ok() && again.len() == honest.len());
    assert!(honest.iter().filter(|(other, _)| *other != key).all(|(key, record)| again[key] == *record));
}

/// Games of another start or another time, which the rules have nothing against.
#[test]
fn records_that_were_begun_otherwise_do_not_count() {
    let kind = arbitre::registry::find("labyrinthe").expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), kind.name, "temps = 20", &[HASARD, AUTRE]);
    assert!(run(folder.path(), &["jouer", "mai.toml"]).status.success());
    let honest = exported(folder.path());
    let setup = kind.draw(&Default::default(), 12345).expect("a start");
    let [mut other_time, mut other_start] = [0, 1].map(|i| honest.values().nth(i).expect("two").clone());
    other_time.settings.time_ms = Some(600_000);
    for partie in &mut other_start.parties {
        assert_ne!(partie.setup, setup);
        partie.setup = setup.clone();
        partie.moves.clear();
        let lost = &mut partie.result;
        (lost.winner, lost.charged, lost.fault_micros) = (Some(Slot::Zero), Some(Slot::One), None);
        (lost.termination, lost.detail) = (Termination::Disconnected, Some(Reason::new("closed")));
    }
    let lies = [other_time, other_start];
    let file = |id: &str| folder.path().join("mai.parties").join(format!("{id}.json"));
    for lie in &lies {
        arbitre::replay::verify(lie).expect("the rules agree");
        std::fs::write(file(&lie.id), lie.to_json().expect("text")).expect("written");
    }
    let output = run(folder.path(), &["jouer", "mai.toml", "--reconstruire"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let (said, again) = (text(&output.stderr), exported(folder.path()));
    for lie in &lies {
        assert!(said.contains(&format!("{} n'est pas celui de la rencontre prévue", lie.id)), "{said}");
        assert!(!file(&lie.id).exists() && file(&lie.id).with_extension("json.refuse").exists());
        assert!(again.values().all(|record| record.id != lie.id));
    }
    assert_eq!(again.len(), honest.len(), "they have been played again");
}

/// Connections that say nothing use up the descriptors; standard input is hung up.
#[test]
fn nothing_of_the_system_left_is_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "temps = 600\ngrace = 0.5\ngrace_suivante = 0.1";
    describe(folder.path(), "colonnes", head, &[HASARD, AUTRE, ("absent", "moteur = \"reseau\"")]);
    let program = env!("CARGO_BIN_EXE_championnat");
    let line =
        format!("ulimit -n 48 && exec {program} jouer mai.toml --sans-attendre --port 0 --adresse 127.0.0.1");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &line]).current_dir(folder.path()).env("RUST_LOG", "error");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = Killed::start(&mut command);
    drop(server.0.stdin.take());
    let mut out = BufReader::new(server.0.stdout.take().expect("its output"));
    let port = testing::output::port(&mut out);
    let flood: Vec<TcpStream> =
        (0..200).filter_map(|_| TcpStream::connect(("127.0.0.1", port)).ok()).collect();
    assert!(flood.len() > 100, "{} connections", flood.len());
    ends_well(server, out);
    let records = exported(folder.path());
    assert_eq!(records.len(), 6);
    for record in records.values() {
        let absent = record.slot_of("absent");
        assert!(record.parties.iter().all(|partie| partie.result.charged == absent), "{record:?}");
    }
}
