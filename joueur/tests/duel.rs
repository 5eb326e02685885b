//! `joueur duel`, as a student calls it: no server is started before.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use arbitre::record::{PartieRecord, Record};
use nix::sys::signal::Signal;
use testing::championship::records;
use testing::output::both;
use testing::process::{program, signal};
use testing::until;

/// A duel in a folder of its own.
fn duel(folder: &Path, args: &[&str]) -> Command {
    program("serveur");
    program("moteur");
    let mut command = Command::new(env!("CARGO_BIN_EXE_joueur"));
    command.current_dir(folder).args(["duel", "--langue", "fr"]).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn played(args: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = duel(folder.path(), args).arg("--sans-parties").output().expect("joueur");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0, "something was left behind");
    said(&output)
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), both(output))
}

/// The cells of a player's row of the table: points, won, drawn, lost, each of them moving first and second, longest
/// move (two words), faults.
fn row(text: &str, name: &str) -> Vec<String> {
    let table = text.split_once("\njoueur ").expect("a table").1;
    let line = table.lines().find(|line| line.split_whitespace().next() == Some(name)).expect("a row");
    line.split_whitespace().skip(1).map(str::to_owned).collect()
}

#[test]
fn one_rencontre_is_shown_with_its_boards() {
    let (code, text) = played(&["glouton", "hasard", "--graine", "3"]);
    assert_eq!(code, Some(0), "{text}");
    for shown in ["aller : glouton commence", "  1. glouton (B) joue ", "+---+", "bilan : glouton "] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
}

#[test]
fn several_are_a_table_at_any_game() {
    let (code, text) = played(&["glouton", "hasard", "-n", "3", "--jeu", "morpion"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("1/3  aller : ") && text.contains("3/3  aller : ") && !text.contains("+---+"),
        "{text}"
    );
    let [one, other] = ["glouton", "hasard"].map(|name| row(&text, name));
    let count = |cell: &String| cell.parse::<u32>().expect("a number");
    assert_eq!(one[1..4].iter().map(count).sum::<u32>(), 6, "{text}");
    assert_eq!((&one[1], &one[2], &one[3]), (&other[3], &other[2], &other[1]), "{text}");
    let points = |row: &[String]| row[0].replace(',', ".").parse::<f64>().expect("points");
    assert_eq!(points(&one), f64::from(count(&one[1])) + f64::from(count(&one[2])) / 2.0, "{text}");
    assert_eq!(points(&one) + points(&other), 6.0, "{text}");
}

#[test]
fn an_engine_that_ends_has_lost_and_nothing_else_is_wrong() {
    let crash = "pipe:echo engine 1 casse; read a; read b; read c; echo adieu >&2; exit 3";
    let (code, text) = played(&["hasard", crash, "-n", "2"]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(row(&text, "hasard")[..2], ["4,0", "4"], "{text}");
    assert!(text.contains("crash 4"), "{text}");
    assert_eq!(text.matches("code de sortie 3, « adieu »").count(), 1, "{text}");
}

#[test]
fn records_are_kept_where_they_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["hasard", "glouton", "-n", "3", "--jeu", "morpion", "--parties", "gardees"];
    let output = duel(folder.path(), &args).output().expect("joueur");
    assert!(output.status.success(), "{}", said(&output).1);
    let files = records(&folder.path().join("gardees"));
    assert_eq!(files.len(), 3);
    for file in files {
        record_of(&file);
    }
}

fn record_of(path: &Path) -> Record {
    let record = Record::read(path).expect("a record");
    arbitre::replay::verify(&record).expect("verified");
    record
}

#[test]
fn the_last_rencontres_and_the_results_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |args: &[&str]| said(&duel(folder.path(), args).output().expect("joueur")).1;
    let text = play(&["hasard --graine 3", "minimax", "-n", "4", "--jeu", "morpion"]);
    assert!(text.contains("serveur rejoue duels/derniere.json"), "{text}");
    record_of(&folder.path().join("duels/derniere.json"));
    play(&["minimax", "hasard --graine 3", "-n", "4", "--jeu", "morpion"]);
    play(&["glouton", "hasard"]);
    let text = play(&["--bilan"]);
    // Whoever is named first: eight rencontres of the same two.
    assert!(text.contains("minimax bat hasard --graine 3 de ") && text.contains("(8 rencontres)"), "{text}");
    assert!(text.contains("colonnes\n  glouton ") && text.contains("(1 rencontre)"), "{text}");
    // The result is kept also where there is no room for the rencontre.
    std::fs::create_dir(folder.path().join("duels/derniere.nouveau")).expect("a folder");
    let text = play(&["glouton", "hasard"]);
    assert!(text.contains("derniere.json"), "{text}");
    assert!(play(&["--bilan"]).contains("(2 rencontres)"), "{text}");
}

#[test]
fn it_stops_when_the_stronger_one_is_known() {
    let (code, text) = played(&["minimax", "hasard", "--jeu", "morpion", "--sprt", "-q"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Décidé, au risque de 5 % : minimax est plus fort."), "{text}");
    assert!(!text.contains("1/1000"), "{text}");
    let (_, text) = played(&["hasard", "minimax", "--jeu", "morpion", "--sprt=0:100", "--simultanees", "3"]);
    assert!(text.contains("hasard n'est pas plus fort"), "{text}");
    let (code, text) = played(&["hasard", "minimax", "--jeu", "morpion", "--sprt=100:0"]);
    assert!(code != Some(0) && text.contains("0:50"), "{text}");
}

#[test]
fn engines_that_always_answer_alike_begin_differently() {
    let alike = ["hasard --graine 7", "hasard --graine 8", "-n", "3", "--jeu", "morpion"];
    let (_, text) = played(&alike);
    assert!(text.contains("Toutes les rencontres sont identiques, coup pour coup : --debuts 4"), "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    let args =
        [&alike[..], &["--debuts", "3", "--graine", "5", "--simultanees", "2", "--parties", "p"]].concat();
    let output = duel(folder.path(), &args).output().expect("joueur");
    assert!(output.status.success(), "{}", said(&output).1);
    let begun: Vec<Vec<String>> = records(&folder.path().join("p"))
        .iter()
        .flat_map(|path| {
            let [aller, retour] = record_of(path).parties.try_into().expect("two games");
            let first = |partie: &PartieRecord| partie.moves[..3].iter().map(|mv| mv.text.clone()).collect();
            let both: [Vec<String>; 2] = [first(&aller), first(&retour)];
            assert_eq!(both[0], both[1], "both begin alike");
            assert_ne!(aller.first, retour.first);
            both
        })
        .collect();
    assert_eq!(begun.len(), 6);
    assert!(begun.iter().any(|one| *one != begun[0]), "{begun:?}");
}

#[test]
fn an_interrupted_series_says_what_was_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let slow = "pipe:echo engine 1 lent; read a; read b; read c; touch ici; exec sleep 1000";
    let mut child =
        duel(folder.path(), &[slow, "hasard", "-n", "5", "--temps", "1000"]).spawn().expect("joueur");
    until("the engine hangs", || {
        assert!(matches!(child.try_wait(), Ok(None)));
        folder.path().join("ici").exists()
    });
    signal(child.id(), Signal::SIGINT);
    let (code, text) = said(&child.wait_with_output().expect("its end"));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("rencontre interrompue") && text.contains("\njoueur "), "{text}");
}

#[test]
fn what_cannot_be_played_is_said() {
    for (args, expected) in [
        (&["astra", "hasard", "--jeu", "labyrinthe"][..], "(moteurs possibles : hasard, astar, minmax)"),
        (&["hasard", "hasard", "--jeu", "echecs"], "colonnes, labyrinthe"),
        (&["hasard", "hasard", "-n", "0"], "-n"),
        (&["hasard"], "MOTEUR2"),
        (&["personne", "hasard"], "serveur joue colonnes"),
    ] {
        let (code, text) = played(args);
        assert!(code != Some(0) && text.contains(expected), "{args:?}: {text}");
    }
}
