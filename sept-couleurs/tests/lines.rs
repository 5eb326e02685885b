//! 7 couleurs as people play it in lines: on a pipe, with what they type and where it ends.

mod support;

use std::fs;
use std::path::Path;

use nix::sys::signal::Signal;
use serde_json::Value;
use support::{Session, folder, records, rejoue, run, typed};

/// A small board on which the colours of two people are known: `v` wins by A and then B, whatever `^` does.
const BOARD: &str = "B C ^\nB C C\nv A A\n";

fn board(folder: &Path) -> String {
    let path = folder.join("plateau.txt");
    fs::write(&path, BOARD).expect("a board");
    path.display().to_string()
}

fn only_record(folder: &Path) -> (std::path::PathBuf, Value) {
    let all = records(&folder.join("parties"));
    let [path] = &all[..] else { panic!("{all:?}") };
    let text = fs::read_to_string(path).expect("a record");
    (path.clone(), serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn two_people_play_to_the_end_and_the_record_is_one_of_the_house() {
    let folder = folder();
    let board = board(folder.path());
    let arguments = ["personne", "personne", "--plateau", &board, "--noms", "ada,bob"];
    let played = typed(&folder, &arguments, "a\nC\nB\n");
    let said = played.said();
    assert_eq!(played.code(), Some(0), "{said}");
    for wanted in [
        "ada (v, en bas à gauche) contre bob",
        "1. ada (v) joue A : +2",
        "v ada : 3 cases, 33,3 %",
        "gains : A +2  B +2",
        "ada gagne",
        "ada a plus de la moitié des cases",
        "v ada : 5 cases, 55,6 %",
    ] {
        assert!(said.contains(wanted), "{wanted} is not in {said}");
    }
    assert!(!said.contains('\x1b'), "no escape sequences on a pipe: {said}");
    let (path, record) = only_record(folder.path());
    assert_eq!(record["players"][0]["name"], "ada");
    assert_eq!(record["parties"][0]["result"]["winner"], 0);
    rejoue(&path);
}

#[test]
fn what_is_typed_wrong_is_explained_and_asked_again() {
    let folder = folder();
    let board = board(folder.path());
    let arguments = ["personne", "personne", "--plateau", &board, "--couleurs", "3"];
    let played = typed(&folder, &arguments, "\n  \nrouge\nD\n\u{1b}[31m\n7\n?\nA\nC\nB");
    let said = played.said();
    assert_eq!(played.code(), Some(0), "{said}");
    for wanted in [
        "rouge : « rouge » n'est pas un coup",
        "D : la couleur D n'existe pas dans ce jeu (A à C)",
        "7 : ",
        "abandonner",
    ] {
        assert!(said.contains(wanted), "{wanted} is not in {said}");
    }
    assert!(!said.contains('\x1b'), "{said}");
}

#[test]
fn lines_that_cannot_be_read_are_told_and_no_board_is_over_before_it_begins() {
    let folder = folder();
    let board = board(folder.path());
    let mut lines = b"\xff\n".to_vec();
    lines.extend([b'A'; 70_000]);
    lines.extend(b"\nA\nC\nB\n");
    let played = typed(&folder, &["personne", "personne", "--plateau", &board], lines);
    let said = played.said();
    assert_eq!(played.code(), Some(0), "{said}");
    for wanted in ["une ligne qui n'est pas du texte en UTF-8", "une ligne de plus de 65536 octets"] {
        assert!(said.contains(wanted), "{wanted} is not in {said}");
    }
    let walls = folder.path().join("murs.txt");
    fs::write(&walls, "##^\nv##\n").expect("a board");
    let played = run(&folder, &["hasard", "hasard", "--plateau", &walls.display().to_string()]);
    assert_eq!(played.code(), Some(1), "{}", played.said());
    assert_eq!(records(&folder.path().join("parties")).len(), 1, "only the first game has been played");
}

#[test]
fn moves_are_taken_back_and_the_record_has_the_final_line() {
    let folder = folder();
    let board = board(folder.path());
    let arguments = ["personne", "personne", "--plateau", &board];
    let played = typed(&folder, &arguments, "u\nG\nu\nA\nC\n<\nE\nB\n");
    let said = played.said();
    assert_eq!(played.code(), Some(0), "{said}");
    assert!(said.contains("il n'y a pas de coup à reprendre"), "{said}");
    assert_eq!(said.matches("un coup repris").count(), 2, "{said}");
    let (path, record) = only_record(folder.path());
    let moves = record["parties"][0]["moves"].as_array().expect("moves");
    let moves: Vec<&str> = moves.iter().filter_map(|mv| mv["text"].as_str()).collect();
    assert_eq!(moves, ["A", "E", "B"]);
    rejoue(&path);
}

#[test]
fn against_an_engine_its_reply_is_taken_back_too_and_it_is_told_the_game_anew() {
    let folder = folder();
    let board = board(folder.path());
    let heard = folder.path().join("heard");
    let engine = format!(
        "pipe:while read -r line; do echo \"$line\" >>{}; case $line in hello*) echo engine 1 script;; go*) echo move C;; quit) exit;; esac; done",
        heard.display()
    );
    // It writes beside the board.
    let words = ["personne", &engine, "--plateau", &board, "--confinement", "aucun"];
    let played = typed(&folder, &words, "G\nu\nA\nB\n");
    let said = played.said();
    assert_eq!(played.code(), Some(0), "{said}");
    assert!(said.contains("2 coups repris"), "{said}");
    let heard = fs::read_to_string(heard).expect("what it heard");
    assert_eq!(heard.lines().filter(|line| line.starts_with("game ")).count(), 2, "{heard}");
    let (path, record) = only_record(folder.path());
    assert_eq!(record["parties"][0]["moves"].as_array().map(Vec::len), Some(3));
    rejoue(&path);
}

#[test]
fn the_end_of_the_input_leaves_and_giving_up_loses() {
    let folder = folder();
    let board = board(folder.path());
    let arguments = ["personne", "personne", "--plateau", &board];
    let left = typed(&folder, &arguments, "A\n");
    assert_eq!(left.code(), Some(3), "{}", left.said());
    let (path, record) = only_record(folder.path());
    assert_eq!(record["interrupted"], "left-table");
    rejoue(&path);
    // Nothing was played: nothing is recorded.
    assert_eq!(typed(&folder, &arguments, "").code(), Some(3));
    assert_eq!(records(&folder.path().join("parties")).len(), 1);
    fs::remove_file(path).expect("removed");
    let lost = typed(&folder, &arguments, "A\n!\n");
    assert_eq!(lost.code(), Some(0), "{}", lost.said());
    assert!(lost.said().contains("ada-1 gagne, ada-2 a abandonné"), "{}", lost.said());
    rejoue(&only_record(folder.path()).0);
}

#[test]
fn ctrl_c_and_a_closed_output_leave() {
    let folder = folder();
    let board = board(folder.path());
    let mut session = Session::start(&folder, &["personne", "personne", "--plateau", &board]);
    session.wait_for("de jouer");
    session.signal(Signal::SIGINT);
    assert_eq!(session.end().0, Some(3));
    let session = Session::unheard(&folder, &["personne", "personne", "--plateau", &board]);
    assert_eq!(session.end().0, Some(3));
}

#[test]
fn signals_leave_after_a_move_while_the_engine_is_still_starting() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let folder = folder();
        let board = board(folder.path());
        // It never introduces itself, nor waits for input.
        let engine = "pipe:while :; do sleep 0.02; done";
        let arguments = ["personne", engine, "--plateau", &board, "--confinement", "aucun"];
        let mut session = Session::start(&folder, &arguments);
        session.wait_for("commence");
        session.type_line("A");
        session.wait_until_read();
        session.signal(signal);
        let (code, said) = session.end();
        assert_eq!(code, Some(3), "{said}");
        assert!(!said.contains("gagne"), "{said}");
    }
}

#[test]
fn engines_play_by_themselves_with_nothing_typed() {
    let folder = folder();
    let played = run(
        &folder,
        &[
            "glouton",
            "hasard --graine 3",
            "--taille",
            "10",
            "--graine",
            "4",
            "--voisins",
            "6",
            "--bombe",
            "-v",
        ],
    );
    let said = played.said();
    assert_eq!(played.code(), Some(0), "{said}");
    assert!(said.contains("joue") && said.contains("une bombe est tombée"), "{said}");
    // The rows of hexagons lean.
    assert!(said.lines().any(|line| line.starts_with("     ") && line.ends_with('^')), "{said}");
    rejoue(&only_record(folder.path()).0);
}

#[test]
fn an_engine_that_fails_hangs_or_plays_nonsense_loses_with_its_reason() {
    for (engine, wanted) in [
        ("pipe:read x; echo engine 1 e; read x; read x; exit 7", "le moteur de"),
        ("pipe:read x; echo engine 1 e; while read -r x; do :; done", "TIMEOUT"),
        ("pipe:echo engine 1 e; while read -r x; do echo move rouge; done", "requête incorrecte"),
        ("pipe:echo engine 1 e; while read -r x; do case $x in go*) echo move Z;; esac; done", "TRICHE"),
        ("pipe:exit 1", "le moteur de"),
    ] {
        let folder = folder();
        let board = board(folder.path());
        let arguments = ["personne", engine, "--plateau", &board, "--temps", "0.5", "--noms", "ada"];
        let played = typed(&folder, &arguments, "A\nA\n");
        let said = played.said();
        assert_eq!(played.code(), Some(0), "{engine}: {said}");
        assert!(said.contains("ada gagne") && said.contains(wanted), "{engine}: {said}");
        rejoue(&only_record(folder.path()).0);
    }
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let folder = folder();
    for arguments in [["--taille", "1"], ["--couleurs", "27"], ["--murs", "51"]] {
        assert_eq!(typed(&folder, &arguments, "").code(), Some(2), "{arguments:?}");
    }
    let lone = folder.path().join("lone");
    fs::write(&lone, "AB\nv").expect("a board");
    let binary = folder.path().join("binary");
    fs::write(&binary, [0xff, 0xfe, 0]).expect("a file");
    let (lone, binary) = (lone.display().to_string(), binary.display().to_string());
    for (arguments, wanted) in [
        (&["personne", "dames"][..], "dames"),
        (&["--plateau", "/nulle/part"], "/nulle/part"),
        (&["--plateau", &lone], "la ligne 2"),
        (&["--plateau", &binary], "UTF-8"),
        (&["--noms", "a,b"], "2 noms pour une personne"),
        (&["--parties", "/dev/null/x"], "/dev/null/x"),
    ] {
        let refused = typed(&folder, arguments, "");
        let said = refused.said();
        assert_eq!(refused.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains(wanted) && !said.contains("Error"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_golden_cell_is_marked_and_wins() {
    let folder = folder();
    let board = board(folder.path());
    let arguments = ["personne", "personne", "--plateau", &board, "--or"];
    let played = typed(&folder, &arguments, "G\nC\n");
    let said = played.said();
    assert_eq!(played.code(), Some(0), "{said}");
    assert!(said.contains("\nB C*C\n") && said.contains("ada-2 a une case en or"), "{said}");
}

#[test]
fn the_language_is_chosen_and_nothing_is_recorded_if_so_asked() {
    let folder = folder();
    let board = board(folder.path());
    let arguments = ["--langue", "en", "personne", "personne", "--plateau", &board, "--sans-parties"];
    let played = typed(&folder, &arguments, "A\nC\nB\n");
    assert!(played.said().contains("more than half of the cells"), "{}", played.said());
    assert!(!folder.path().join("parties").exists());
}
