//! Engines tried before round 1; how they start, and what they log.

use std::fs;
use std::path::Path;

use arbitre::record::Record;
use protocol::Termination;

use crate::support::*;

const HASARD: (&str, &str) = ("hasard", "moteur = \"hasard --graine 1\"");
const AUTRE: (&str, &str) = ("autre", "moteur = \"hasard --graine 2\"");

/// Who does not play is named with what went wrong, all of them at once; nothing is begun.
#[test]
fn what_does_not_play_is_named_before_anything_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let contestants = [
        ("muet", script(here, "muet.sh", "exec sleep 600"), "présenté en 4 s : il ne calcule pas"),
        ("mort", script(here, "mort.sh", "echo au secours >&2; exit 3"), "code de sortie 3, « au secours »"),
        ("tue", script(here, "tue.sh", "kill -SEGV $$"), "tué par SIGSEGV"),
        ("nulle-part", "moteur = \"pipe:./nulle-part\"".into(), "not found"),
        // The folder has more than the engine sees, but that is not why.
        ("ferme", "moteur = \"pipe:./ferme\"".into(), "joue pas : ./ferme n'est pas exécutable"),
        (
            "lapsus",
            script(
                here,
                "lapsus.sh",
                "echo engine 1 l\nwhile read a b; do [ $a != go ] || ehco move B2; done",
            ),
            "pas de coup après 2 s : il attend la ligne suivante ; son journal dit «",
        ),
        ("bavard", script(here, "bavard.sh", "echo bonjour; exec sleep 600"), "« bonjour »"),
        (
            "tricheur",
            script(
                here,
                "tricheur.sh",
                "echo engine 1 t\nwhile read a b; do [ $a != go ] || echo move Z9; done",
            ),
            "« Z9 » n'est pas un coup",
        ),
        (
            "lent",
            script(here, "lent.sh", "echo engine 1 l\nwhile read a b; do :; done"),
            "pas de coup après 2 s : il attend la ligne suivante",
        ),
        ("bon", HASARD.1.into(), ""),
    ];
    fs::write(here.join("ferme"), "#!/bin/sh\n").expect("a file that may not be run");
    let described: Vec<(&str, &str)> =
        contestants.iter().map(|(name, engine, _)| (*name, engine.as_str())).collect();
    describe(here, "morpion", "temps = 2\ndemarrage = 4", &described);
    let output = run(here, &["jouer", "mai.toml"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for (name, _, why) in &contestants {
        let line = said.lines().find(|line| line.starts_with(&format!("{name} (")));
        assert_eq!(line.is_some(), *name != "bon", "{name}: {said}");
        assert!(line.is_none_or(|line| line.contains(why)), "{why}: {said}");
    }
    assert!(said.contains("9 moteurs sur 10 ne jouent pas") && said.contains("--sans-essai"), "{said}");
    assert!(!here.join("mai.sqlite").exists(), "nothing has begun: the description may still change");
    // The same by itself, a line for each.
    for args in [&["verifie", "mai.toml"][..], &["jouer", "--verifier", "mai.toml"]] {
        let verified = run(here, args);
        assert_eq!(verified.status.code(), Some(1), "{args:?}");
        let (shown, said) = (text(&verified.stdout), text(&verified.stderr));
        for (name, _, why) in &contestants {
            let line = shown.lines().find(|line| line.starts_with(&format!("{name} ("))).expect("a line");
            assert_eq!(line.contains(") joue "), *name == "bon", "{line}");
            assert!(line.contains(why), "{line}");
        }
        assert!(said.contains("9 moteurs sur 10"), "{said}");
    }
    assert!(run(here, &["verifie", "--sans-essai", "mai.toml"]).status.success(), "the description is good");
    describe(here, "morpion", "", &[HASARD, AUTRE]);
    let verified = run(here, &["jouer", "--verifier", "mai.toml"]);
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    assert!(!here.join("mai.sqlite").exists());
}

/// A championship that has begun goes on, whoever does not play any more.
#[test]
fn a_championship_that_goes_on_tries_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let dead = script(folder.path(), "mort.sh", "echo $$ >> starts; exit 3");
    let dead = ("mort", dead.as_str());
    let head = "confinement = \"aucun\"\ndemarrages_manques = 0";
    describe(folder.path(), "morpion", head, &[HASARD, dead]);
    let output = run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    // Two rencontres of two games each; nobody is out, and each start fails.
    let starts = || fs::read_to_string(folder.path().join("starts")).expect("starts").lines().count();
    assert_eq!(starts(), 4);
    let again = run(folder.path(), &["jouer", "mai.toml"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(starts(), 4, "all is played, and nothing is tried");
    let tried = run(folder.path(), &["jouer", "mai.toml", "--verifier"]);
    assert_eq!(tried.status.code(), Some(1));
    // Once more alone, if the other one ran beside it.
    assert!((5..=6).contains(&starts()), "{}", starts());
}

#[test]
fn a_slip_of_the_pen_lists_the_engines_there_are() {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "colonnes", "", &[HASARD, ("b", "moteur = \"alphabet\"")]);
    let output = run(folder.path(), &["jouer", "mai.toml"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("vouliez-vous dire alphabeta ?") && said.contains("glouton"), "{said}");
}

/// Whoever fails to start so often in a row loses the rest without being started.
#[test]
fn who_does_not_start_is_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let dead = script(folder.path(), "mort.sh", "echo $$ >> starts; echo 'pas de livre' >&2; exit 3");
    let head = "confinement = \"aucun\"\ndemarrages_manques = 3\nsimultanees = 1\n\
                [format]\ntype = \"aller-retour\"\nrepetitions = 5";
    describe(folder.path(), "morpion", head, &[HASARD, ("mort", &dead), AUTRE]);
    let output = run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches("mort est hors concours (3 démarrages manqués d'affilée").count(), 1, "{said}");
    // The rencontre of the third is played to its end.
    let starts = fs::read_to_string(folder.path().join("starts")).expect("starts").lines().count();
    assert!((3..=4).contains(&starts), "{starts}");
    let records = exported(folder.path());
    assert_eq!(records.len(), 30);
    let unplayed = |record: &&Record| {
        record.parties.iter().all(|partie| partie.result.termination == Termination::Disconnected)
    };
    for record in records.values() {
        let dead = record.slot_of("mort");
        assert!(record.parties.iter().all(|partie| partie.result.charged == dead), "{record:?}");
    }
    assert_eq!(records.values().filter(unplayed).count(), 18);
    // Why it did not start stands in what was not played, and in the ranking.
    for record in records.values().filter(unplayed) {
        let why = record.parties[0].result.detail.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(
            why.starts_with("absent: starts-failed: 3; engine-ended") && why.contains("pas de livre"),
            "{why}"
        );
    }
    let ranking = text(&run(folder.path(), &["classement", "mai.toml"]).stdout);
    let last = " : moteur en panne, le moteur s'est arrêté : code de sortie 3, « pas de livre »";
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat(&ranking).contains(&flat(last)), "{ranking}");
    let public = text(&run(folder.path(), &["classement", "--format", "md", "mai.toml"]).stdout);
    assert!(public.contains("code de sortie 3") && !public.contains("pas de livre"), "{public}");
}

fn log_of(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("mai.parties/journaux").join(name)).expect("a log")
}

#[test]
fn engines_start_fresh_unless_they_are_kept() {
    for (kept, most) in [(false, 2), (true, 8)] {
        let folder = tempfile::tempdir().expect("a folder");
        let head = format!("moteurs = \"{}\"\nsimultanees = 1", if kept { "gardes" } else { "neufs" });
        let head = head + "\n[format]\ntype = \"aller-simple\"\nrepetitions = 4";
        // It counts its games, in memory and in a file where it works, and tells by its log.
        let counts = "echo engine 1 compte\nn=0\nwhile read a b; do\n\
            [ $a != game ] || { n=$((n+1)); echo x >> parties; echo memoire $n dossier $(wc -l < parties) >&2; }\n\
            [ $a != go ] || echo move Z9\n[ $a != quit ] || exit 0\ndone\n";
        let counts = script(folder.path(), "compte.sh", counts);
        describe(folder.path(), "morpion", &head, &[HASARD, ("compte", &counts)]);
        let output = run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let log = log_of(folder.path(), "compte.log");
        let count = |what: &str| {
            let after = |line: &str| line.split_once(what)?.1.split_whitespace().next()?.parse::<u32>().ok();
            log.lines().filter_map(after).max()
        };
        assert_eq!((count("memoire "), count("dossier ")), (Some(most), Some(most)), "{kept}: {log}");
        assert_eq!(log.matches("--- rencontre ").count(), 4, "{log}");
    }
}

/// What an engine floods its log with is bounded, and no command of it reaches a terminal; engines do not see it.
#[test]
fn what_an_engine_logs_is_kept_bounded_and_harmless() {
    let folder = tempfile::tempdir().expect("a folder");
    let flood = script(
        folder.path(),
        "flot.sh",
        "echo engine 1 flot\nprintf '\\033[2Jdebut\\n' >&2\nwhile read a b; do\n\
         case $a in go) head -c 3000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo fin >&2; printf '\\033]0;titre\\007 rien\\n'; exit 1;; esac\ndone\n",
    );
    let spy = "for file in $(find FOLDER /tmp -name flot.log 2>/dev/null) FOLDER/mai.parties/journaux/*; do echo \"vu: $file $(cat $file)\" >&2; done\n\
               echo engine 1 espion\nwhile read a b; do [ $a != go ] || exit 1; done\n";
    let spy = spy.replace("FOLDER", &folder.path().display().to_string());
    let spy = script(folder.path(), "espion.sh", &spy);
    describe(folder.path(), "morpion", "simultanees = 1", &[("flot", &flood), ("espion", &spy)]);
    let output = run(folder.path(), &["jouer", "mai.toml", "--sans-essai"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let log = log_of(folder.path(), "flot.log");
    assert!(log.contains("debut\n") && log.contains("\nfin\n") && log.contains("octets omis"));
    assert!(log.len() < 300_000, "{}", log.len());
    assert!(log.contains("--- rencontre 1.1 contre espion"), "{}", &log[..100]);
    let seen = log_of(folder.path(), "espion.log");
    assert!(!seen.contains("debut") && !seen.contains("xxx"), "{seen}");
    for text in [log, text(&output.stderr), text(&output.stdout), seen] {
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:.300}");
    }
    let said = text(&output.stderr);
    assert!(said.contains("flot : ") && said.len() < 20_000, "{} {said:.3000}", said.len());
}

/// What an engine is called, says and logs is shown, and does nothing to the terminal, nor in the
/// tables and files that are read there.
#[test]
fn nothing_of_an_engine_commands_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let hostile = script(
        here,
        "m.sh",
        "printf 'engine 1 m\\342\\200\\256\\033[2J\\n'; printf 'dit\\342\\200\\256\\302\\233\\n' >&2
        while read -r a b; do [ $a != go ] || printf 'error cass\\342\\200\\256\\033[2J\\n'; done",
    );
    describe(here, "morpion", "demarrages_manques = 0", &[HASARD, ("a\u{202e}b", &hostile)]);
    let mut shown = String::new();
    for args in [
        &["verifie", "mai.toml"][..],
        &["jouer", "mai.toml"],
        &["jouer", "--sans-essai", "mai.toml"],
        &["classement", "mai.toml"],
        &["classement", "--format", "md", "mai.toml"],
        &["classement", "--format", "csv", "mai.toml"],
    ] {
        let output = championnat(here, args).env("RUST_LOG", "debug").output().expect("championnat");
        // A spreadsheet begins with a mark, and its lines end with both.
        let printed = text(&output.stdout).replace("\r\n", "\n");
        shown += &(printed.trim_start_matches('\u{feff}').to_owned() + &text(&output.stderr));
    }
    let log = championnat::paths::log(&here.join("mai.parties"), "a\u{202e}b", 1);
    shown += &fs::read_to_string(log).expect("its log");
    let strange = shown.chars().find(|c| !matches!(c, '\n' | '\t') && !jeux::text::is_harmless(*c));
    assert_eq!(strange, None, "{shown:?}");
    for kept in ["a\u{fffd}b", "cass\u{fffd}\u{fffd}[2J", "dit\u{fffd}\u{fffd}"] {
        assert!(shown.contains(kept), "{kept}: {shown}");
    }
}
