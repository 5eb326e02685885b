//! Championships of engines, of every game: finished, killed, resumed, refused.

use std::collections::BTreeSet;
use std::time::Duration;

use arbitre::registry;
use jeux::Reason;

use crate::support::*;

const LOCAL: [(&str, &str); 4] = [
    ("un", "moteur = \"hasard --graine 1\""),
    ("deux", "moteur = \"hasard --graine 2\""),
    ("trois", "moteur = \"hasard --graine 3\""),
    ("quatre", "moteur = \"glouton\""),
];

/// `championnat ... | head -1`
#[test]
fn a_reader_that_has_gone_costs_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "morpion", "", &LOCAL);
    let mut child = championnat(folder.path(), &["jouer", "mai.toml"]).spawn().expect("championnat");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("its end");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    assert_eq!(exported(folder.path()).len(), 12);
}

#[test]
fn one_command_plays_a_championship_and_ranks() {
    let folder = tempfile::tempdir().expect("a folder");
    let cheat = "moteur = \"pipe:echo engine 1 t; while read a b; do [ $a != go ] || echo move passe; done\"";
    describe(folder.path(), "colonnes", "temps = 20", &[LOCAL[0], LOCAL[3], ("tricheur", cheat)]);
    let output = run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("TRICHE de tricheur"), "{}", text(&output.stdout));
    let records = exported(folder.path());
    assert_eq!(records.len(), 6, "everybody meets everybody twice");
    for record in records.values() {
        let cheat = record.slot_of("tricheur");
        assert!(record.parties.iter().all(|partie| partie.result.charged == cheat), "{record:?}");
    }
    let ranking = run(folder.path(), &["classement", "mai.toml", "--format", "csv"]);
    let last = text(&ranking.stdout).lines().last().expect("a line").to_owned();
    assert!(last.contains("tricheur"), "{last}");
    let one = run(folder.path(), &["exporte", "mai.toml", "1.1"]);
    assert!(one.status.success() && text(&one.stdout).lines().count() == 1, "{}", text(&one.stderr));
    let none = run(folder.path(), &["exporte", "mai.toml", "9.1"]);
    assert!(text(&none.stderr).contains("il n'y a pas de rencontre 9.1"));
    // Another start finds nothing to do.
    let again = run(folder.path(), &["jouer", "mai.toml", "--discret"]);
    assert!(again.status.success());
    assert_eq!(exported(folder.path()), records);
    // The store is rebuilt from the files alone.
    std::fs::remove_file(folder.path().join("mai.sqlite")).expect("the store");
    let rebuilt = run(folder.path(), &["jouer", "mai.toml", "--discret", "--reconstruire"]);
    assert!(rebuilt.status.success(), "{}", text(&rebuilt.stderr));
    assert_eq!(exported(folder.path()), records);
    assert_eq!(rebuilt.stdout, again.stdout);
}

#[test]
fn players_of_a_solved_game_are_marked() {
    let marked = |game: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        describe(folder.path(), game, "temps = 20", &[LOCAL[0], LOCAL[1]]);
        assert!(run(folder.path(), &["jouer", "mai.toml", "--discret"]).status.success());
        let mut ranking = championnat(folder.path(), &["classement", "mai.toml", "--notes"]);
        let output = ranking.env("MOTEUR_TABLE", folder.path().join("table")).output().expect("championnat");
        (output, exported(folder.path()))
    };
    let (output, records) = marked("colonnes");
    let shown = text(&output.stdout);
    let (_, table) =
        shown.split_once("précision").unwrap_or_else(|| panic!("{shown} {}", text(&output.stderr)));
    for name in ["un", "deux"] {
        let moves = records.values().flat_map(|record| {
            let place = record.slot_of(name);
            let moves = record.parties.iter().flat_map(|partie| &partie.moves);
            moves.filter(move |mv| Some(mv.player) == place)
        });
        let moves = moves.count().to_string();
        let line = table.lines().find(|line| line.starts_with(&format!("{name} "))).expect("a line");
        assert_eq!(line.split_whitespace().nth(1), Some(&*moves), "{table}");
    }
    let (output, _) = marked("labyrinthe");
    let said = text(&output.stderr);
    assert!(!output.status.success() && said.contains("labyrinthe n'a pas de solution"), "{said}");
}

#[test]
fn every_game_of_the_registry_is_played_from_fair_starts() {
    for kind in registry::GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let contestants = [1, 2, 3].map(|i| (format!("n{i}"), format!("moteur = \"hasard --graine {i}\"")));
        let contestants = contestants.each_ref().map(|(name, engine)| (name.as_str(), engine.as_str()));
        describe(folder.path(), kind.name, "temps = 20", &contestants);
        let output = run(folder.path(), &["jouer", "mai.toml"]);
        assert!(output.status.success(), "{}: {}", kind.name, text(&output.stderr));
        let records = exported(folder.path());
        assert_eq!(records.len(), 6, "{}", kind.name);
        for record in records.values() {
            assert_eq!(record.parties.len(), kind.parties.len());
            assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
            arbitre::replay::verify(record).expect("the rules agree");
        }
        // Both meetings of a pair begin alike, with the sides swapped.
        for record in records.values() {
            let names = [1, 0].map(|place| &record.players[place].name);
            let other =
                records.values().find(|other| [0, 1].map(|place| &other.players[place].name) == names);
            assert_eq!(other.expect("they meet twice").parties[0].setup, record.parties[0].setup);
        }
    }
}

#[test]
fn killed_a_hundred_times_each_game_has_one_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "temps = 20\n[format]\ntype = \"aller-retour\"\nrepetitions = 40";
    describe(folder.path(), "colonnes", head, &LOCAL);
    let expected = 40 * 12;
    let mut random = fastrand::Rng::with_seed(1);
    let mut finished = BTreeSet::new();
    // Killed so early it would try its engines again and again.
    let start = || {
        let args = ["jouer", "mai.toml", "--sans-essai"];
        championnat(folder.path(), &args).spawn().expect("championnat")
    };
    let mut first = start();
    until("it has begun", || run(folder.path(), &["exporte", "mai.toml"]).status.success());
    first.kill().and_then(|()| first.wait()).expect("killed");
    for kill in 0..100 {
        let mut child = start();
        // The point of the kill is what is drawn at random, nothing is waited for.
        std::thread::sleep(Duration::from_millis(20 + random.u64(..130)));
        if kill % 3 == 0 {
            // A worker first: the championship goes on, or is killed over the replay.
            if let Some(worker) = children(child.id()).first() {
                nix::sys::signal::kill(*worker, nix::sys::signal::Signal::SIGKILL).ok();
            }
        }
        child.kill().expect("kill");
        child.wait().expect("its end");
        if kill % 20 == 19 {
            // What was finished stays.
            let keys: BTreeSet<String> = exported(folder.path()).into_keys().collect();
            assert!(finished.is_subset(&keys), "a finished game is lost");
            finished = keys;
        }
    }
    let output = run(folder.path(), &["jouer", "mai.toml", "--discret"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let records = exported(folder.path());
    assert_eq!(records.len(), expected);
    assert!(finished.iter().all(|key| records.contains_key(key)));
    assert!(records.values().all(|record| record.parties.len() == 2 && record.interrupted.is_none()));
}

/// How engines are confined is said first, is none of what a championship is bound to, and is nothing to say to who wants none.
#[test]
fn a_championship_says_how_it_confines_and_may_be_resumed_otherwise() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "confinement des moteurs : aucun\n";
    describe(folder.path(), "morpion", "confinement = \"aucun\"", &LOCAL[..2]);
    let output = run(folder.path(), &["jouer", "mai.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with(line), "{}", text(&output.stdout));
    let records = exported(folder.path());
    let head = "confinement = \"aucun\"\n[limites]\nmemoire = 64\nprocessus = 8\ndisque = 1\nreseau = true";
    describe(folder.path(), "morpion", head, &LOCAL[..2]);
    let again = run(folder.path(), &["jouer", "mai.toml", "--discret"]);
    assert!(again.status.success() && !text(&again.stdout).contains(line), "{}", text(&again.stderr));
    assert_eq!(exported(folder.path()), records);
    describe(folder.path(), "morpion", "confinement = \"dur\"\n[limites]\nmemoire = 1", &LOCAL[..2]);
    for command in ["jouer", "verifie"] {
        let refused = run(folder.path(), &[command, "mai.toml"]);
        let said = text(&refused.stderr);
        assert!(!refused.status.success(), "{command}");
        assert!(
            said.contains("confinement inconnu : « dur »")
                && said.contains("memoire = 1 : il faut un nombre de 16"),
            "{said}"
        );
    }
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let two = ["--moteur", "hasard", "--moteur", "hasard"];
    let network = ["--moteur", "hasard", "--reseau", "a"];
    for (args, said) in [
        (&["jouer", "absent.toml"][..], "absent.toml : illisible : introuvable"),
        (&["jouer"], "il faut un fichier"),
        (&["classement", "absent.sqlite"], "absent.sqlite"),
        (&["jouer", "--jeu", "colonnes", "--moteur", "minmax", "--moteur", "hasard"], "minmax"),
        (&["jouer", "--jeu", "labyrinthe", "--moteur", "java", "--moteur", "hasard"], "java ne joue pas"),
        (&["exporte", "mai.sqlite", "premier"], "mai.sqlite : impossible d'y accéder"),
        (&[&["jouer", "--jeu", "morpion", "--processus", "0"][..], &two].concat(), "processus = 0"),
        (&[&["jouer", "--jeu", "echecs"][..], &two].concat(), "jeu inconnu : « echecs »"),
        (&[&["jouer", "--jeu", "morpion"][..], &network].concat(), "ne se joue pas par réseau"),
        (
            &[&["jouer", "--jeu", "labyrinthe", "--parametre", "L=4"][..], &two].concat(),
            "paramètre L : il faut un nombre de 13",
        ),
    ] {
        let output = run(folder.path(), args);
        let shown = text(&output.stderr);
        assert!(!output.status.success() && shown.contains(said), "{args:?}: {shown}");
        let mut english = args.to_vec();
        english.extend(["--langue", "en"]);
        let english = text(&run(folder.path(), &english).stderr);
        assert!(!english.contains(" : "), "no French in English: {english}");
    }
}

/// Told twice to stop, it stops at once: what was under way is recorded as interrupted, and played again by the next start.
#[test]
fn stopped_at_once_it_says_so_and_goes_on_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let silent =
        script(folder.path(), "muet.sh", "echo engine 1 muet\n: > muet\nwhile read a b; do :; done\n");
    describe(
        folder.path(),
        "morpion",
        "confinement = \"aucun\"\ntemps = 600\nsimultanees = 1",
        &[LOCAL[0], ("muet", &silent)],
    );
    let args = ["jouer", "mai.toml", "--sans-essai"];
    let mut child = championnat(folder.path(), &args).spawn().expect("championnat");
    until("a game begins", || folder.path().join("muet").exists());
    let pid = nix::unistd::Pid::from_raw(child.id().cast_signed());
    let mut code = None;
    // Two signals that follow each other at once may be one to the system.
    until("it stops", || {
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).expect("it is there");
        code = child.try_wait().expect("its end").map(|status| status.code());
        code.is_some()
    });
    assert_eq!(code, Some(Some(3)));
    let files = std::fs::read_dir(folder.path().join("mai.parties")).expect("the records");
    let record = arbitre::record::Record::read(&files.flatten().next().expect("a record").path());
    assert_eq!(record.expect("a record").interrupted, Some(Reason::new("stopped")));
    assert!(exported(folder.path()).is_empty());
    describe(folder.path(), "morpion", "temps = 600\nsimultanees = 1", &[LOCAL[0], ("muet", LOCAL[1].1)]);
    assert!(run(folder.path(), &["jouer", "mai.toml"]).status.success());
    assert_eq!(exported(folder.path()).len(), 2);
}
