//! Where results are kept that nobody has named, and what is said of what is there already.

use std::fs;
use std::path::Path;

use testing::championship::records;
use testing::disk::SmallDisk;
use testing::left_out;

use super::support::{describe, exported, program, run, text};

/// Plays a championship of morpion without a file: exit code, standard output, standard error.
fn play(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let engines = ["jouer", "--jeu", "morpion", "--moteur", "hasard", "--moteur", "glouton"];
    let output = run(folder, &[&engines, args].concat());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn without_a_name_championships_do_not_trip_over_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, out, log) = play(folder.path(), &[]);
    assert_eq!(code, Some(0), "{out}\n{log}");
    assert!(
        out.contains(
            "résultats dans championnats/morpion.sqlite, parties dans championnats/morpion.parties\n"
        )
    );
    assert!(out.contains("À voir ensuite :\n"), "{out}");
    assert!(out.contains("serveur classement championnats/morpion.sqlite\n"), "{out}");
    assert!(out.contains("serveur rejoue championnats/morpion.sqlite#1.1\n"), "{out}");
    // A duel goes on from there.
    let duel = |place: &str| {
        let mut duel = std::process::Command::new(program("serveur"));
        duel.args(["duel", "hasard", "hasard", "--sans-parties", "--langue", "fr", "--depuis", place]);
        duel.current_dir(folder.path()).output().expect("serveur")
    };
    let resumed = duel("championnats/morpion.sqlite#1.1:3");
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    let refused = text(&duel("championnats/morpion.sqlite#9.9:3").stderr);
    assert!(refused.contains("il n'y a pas de rencontre 9.9"), "{refused}");
    // The same again is finished, and says so.
    let (code, again, log) = play(folder.path(), &[]);
    assert_eq!(code, Some(0), "{again}\n{log}");
    assert!(again.contains("championnats/morpion.sqlite : ce championnat est terminé"), "{again}");
    assert!(again.contains("glouton") && !again.contains("1.1 "), "the ranking, and nothing played: {again}");
    // Another one has another name, and both are found again.
    for _ in 0..2 {
        let (code, other, log) = play(folder.path(), &["--graine", "5"]);
        assert_eq!(code, Some(0), "{other}\n{log}");
        assert!(other.contains("résultats dans championnats/morpion-2.sqlite"), "{other}");
    }
    let (_, first, _) = play(folder.path(), &[]);
    assert!(first.contains("résultats dans championnats/morpion.sqlite"), "{first}");
    // Records without their results belong to somebody.
    fs::remove_file(folder.path().join("championnats/morpion-2.sqlite")).expect("removed");
    let (_, other, _) = play(folder.path(), &["--graine", "5"]);
    assert!(other.contains("résultats dans championnats/morpion-3.sqlite"), "{other}");
    assert!(!folder.path().join("championnat.sqlite").exists());
}

#[test]
fn another_championship_in_the_place_that_was_named_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, out, log) = play(folder.path(), &["--resultats", "mai.sqlite", "--discret"]);
    assert_eq!(code, Some(0), "{out}\n{log}");
    assert!(!out.contains("résultats dans") && !out.contains("À voir ensuite"), "quiet: {out}");
    assert!(folder.path().join("mai.parties").is_dir() && !folder.path().join("championnats").exists());
    let (code, _, log) = play(folder.path(), &["--resultats", "mai.sqlite", "--graine", "2"]);
    assert_eq!(code, Some(1), "{log}");
    assert!(log.contains("un autre championnat y est commencé ; ce qui diffère : la graine"), "{log}");
    assert!(log.contains("--resultats AUTRE.sqlite"), "{log}");
}

#[test]
fn a_championship_that_goes_on_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "morpion", "", &[("a", "moteur = \"hasard\""), ("b", "moteur = \"hasard\"")]);
    assert!(run(folder.path(), &["jouer", "mai.toml"]).status.success());
    // As if it had been stopped after its first rencontre.
    fs::remove_file(folder.path().join("mai.sqlite")).expect("removed");
    let mut records: Vec<_> = fs::read_dir(folder.path().join("mai.parties"))
        .expect("records")
        .map(|file| file.expect("a file").path())
        .collect();
    records.sort();
    fs::remove_file(records.pop().expect("a record")).expect("removed");
    let output = run(folder.path(), &["jouer", "mai.toml"]);
    let out = text(&output.stdout);
    assert!(
        output.status.success() && out.contains("repris où il en était : 1 rencontre déjà jouée"),
        "{out}"
    );
    assert!(out.contains("serveur classement mai.toml"), "{out}");
}

#[test]
fn a_rencontre_that_does_not_exist_is_no_rencontre_to_come() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, ..) = play(folder.path(), &[]);
    assert_eq!(code, Some(0));
    // The reader of records says the same.
    let mut replayed = std::process::Command::new(program("serveur"));
    replayed
        .args(["rejoue", "championnats/morpion.sqlite#99.2"])
        .current_dir(folder.path())
        .env_remove("LANG");
    let said = text(&replayed.output().expect("serveur").stderr);
    assert!(said.contains("il n'y a pas de rencontre 99.2"), "{said}");
    for key in ["99.2", "1.9"] {
        let output = run(folder.path(), &["exporte", "championnats/morpion.sqlite", key]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains(&format!("il n'y a pas de rencontre {key} : le calendrier va de 1.1 à 2.1")),
            "{said}"
        );
    }
}

#[test]
fn an_unreadable_record_is_named_with_the_command_that_repairs_it() {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "morpion", "", &[("a", "moteur = \"hasard\""), ("b", "moteur = \"hasard\"")]);
    assert!(run(folder.path(), &["jouer", "mai.toml"]).status.success());
    let folder_of_records = folder.path().join("mai.parties");
    let record = records(&folder_of_records).remove(0);
    let whole = fs::read(&record).expect("a record");
    fs::write(&record, &whole[..whole.len() / 2]).expect("cut");
    let output = run(folder.path(), &["jouer", "mai.toml"]);
    let log = text(&output.stderr);
    let name = record.strip_prefix(folder.path()).expect("relative").display().to_string();
    assert!(
        output.status.success() && log.contains(&format!("enregistrement illisible : {name} (")),
        "{log}"
    );
    // The command as it was said, through this program.
    let [_, command] = log.split_once("serveur exporte ").expect("a command").into();
    let words: Vec<&str> = command.split_whitespace().collect();
    let [store, key, ">", file, ..] = words[..] else { panic!("{command}") };
    fs::write(folder.path().join(file), run(folder.path(), &["exporte", store, key]).stdout)
        .expect("written");
    let again = run(folder.path(), &["jouer", "mai.toml"]);
    assert!(again.status.success() && !text(&again.stderr).contains("illisible"), "{}", text(&again.stderr));
    // Nothing is known of this one.
    fs::write(folder_of_records.join("autre.json"), "{").expect("written");
    let log = text(&run(folder.path(), &["jouer", "mai.toml"]).stderr);
    assert!(log.contains("mai.parties/autre.json") && log.contains("--reconstruire"), "{log}");
    // A damaged database says the same.
    fs::write(
        folder.path().join("mai.sqlite"),
        "no database, and long enough to be taken for one".repeat(99),
    )
    .expect("written");
    let damaged = run(folder.path(), &["jouer", "mai.toml"]);
    let log = text(&damaged.stderr);
    assert!(
        damaged.status.code() == Some(1) && log.contains("la même commande avec --reconstruire"),
        "{log}"
    );
    assert!(run(folder.path(), &["jouer", "mai.toml", "--reconstruire"]).status.success());
}

#[test]
fn a_rebuild_loses_nothing_that_only_the_store_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let engines = [("a", "moteur = \"hasard\""), ("b", "moteur = \"hasard\"")];
    describe(folder, "morpion", "temps = 20", &engines);
    assert!(run(folder, &["jouer", "mai.toml"]).status.success());
    assert!(run(folder, &["decision", "mai.toml", "annonce", "midi"]).status.success());
    let played = exported(folder);
    // Of another championship nothing is touched.
    describe(folder, "morpion", "temps = 30", &engines);
    let refused = run(folder, &["jouer", "mai.toml", "--reconstruire"]);
    let log = text(&refused.stderr);
    assert!(refused.status.code() == Some(1) && log.contains("ce qui diffère : le temps par coup"), "{log}");
    assert!(!folder.join("mai.sqlite.ancien-1").exists());
    describe(folder, "morpion", "temps = 20", &engines);
    // One is damaged; then all are away, with the decisions.
    let place = folder.join("mai.parties");
    fs::write(&records(&place)[0], "{").expect("damaged");
    for rebuilt in 0..2 {
        let again = run(folder, &["jouer", "mai.toml", "--reconstruire"]);
        assert!(again.status.success(), "{}", text(&again.stderr));
        assert_eq!(exported(folder), played, "{rebuilt}");
        assert_eq!(records(&place).len(), 2);
        let decisions = text(&run(folder, &["decision", "mai.toml", "liste"]).stdout);
        assert_eq!(decisions.lines().count(), 1, "{decisions}");
        fs::remove_dir_all(&place).expect("removed");
    }
}

/// What there is can be read all the same, and what is to be written is after there is room again.
#[test]
fn a_full_disk_is_called_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = SmallDisk::over(folder.path()) else {
        return left_out("place::a_full_disk_is_called_full", "mount est refusé");
    };
    let begin = ["--resultats", "juin.sqlite", "--temps", "600", "--sans-essai"];
    disk.fill();
    let (code, _, log) = play(folder.path(), &begin);
    assert_eq!((code, &*log), (Some(1), "championnat : juin.sqlite : le disque est plein\n"));
    disk.free();
    let (code, out, log) = play(folder.path(), &begin);
    assert_eq!(code, Some(0), "{out}\n{log}");
    disk.fill();
    let ranking = run(folder.path(), &["classement", "juin.sqlite"]);
    assert!(ranking.status.success(), "{}", text(&ranking.stderr));
    assert!(text(&ranking.stdout).contains("glouton"));
    let refused = run(folder.path(), &["decision", "juin.sqlite", "annonce", "midi"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(text(&refused.stderr), "championnat : juin.sqlite : le disque est plein\n");
    disk.free();
    let written = run(folder.path(), &["decision", "juin.sqlite", "annonce", "midi"]);
    assert!(written.status.success(), "{}", text(&written.stderr));
}
