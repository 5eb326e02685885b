//! Each fault is named by the point that it is about, and by no other.

use std::path::Path;
use std::process::Command;

use testing::output::both;
use testing::process::program;
use testing::root;

use crate::scene::{Report, essai, example, with_each};

/// The faults of `faulty.py`, the point that names each, and what the report says of it.
const FAULTS: &[(&str, &str, &str)] = &[
    ("dies-at-once", "start", "le moteur s'est arrêté : code de sortie 1"),
    ("other-version", "start", "« engine 2 moi »"),
    ("no-name", "start", "« engine 1 »"),
    ("talks-first", "start", "« move B2 »"),
    ("nothing-flushed", "flush", "print(..., flush=True)"),
    ("moves-not-flushed", "flush", "dès la fin de son entrée, « move "),
    ("only-A1", "legal", "« move A1 » : "),
    ("no-move", "legal", "« move Z9 » : "),
    ("gives-up", "legal", "« error perdu »"),
    ("late", "time", "; 3,000 s au plus"),
    ("mute", "time", "il attend la ligne suivante"),
    ("asleep", "time", "il ne calcule pas et ne lit pas son entrée"),
    ("complains", "time", "il attend la ligne suivante ; son journal dit « ehco: command not found »"),
    ("computes-for-ever", "time", "il calcule encore"),
    ("out-of-turn", "turn", "« move B2 »"),
    ("twice", "turn", "« move B2 »"),
    ("says-hello", "lines", "« Bonjour ! »"),
    ("talks", "lines", "« je joue contre opponent "),
    ("not-text", "lines", "une ligne qui n'est pas du texte en UTF-8"),
    ("crashes", "alive", "code de sortie 1, « IndexError: pile vide »"),
    ("is-killed", "alive", "tué par SIGSEGV (mémoire interdite"),
    ("one-game", "alive", "code de sortie 0 (exit, halt ou fin du programme"),
    ("one-rencontre", "again", "code de sortie 0"),
    ("deaf-to-stop", "stop", "après « stop »"),
    ("answers-every-stop", "crossed", "« move "),
    ("not-for-timeouts", "dropped", "| ValueError: TIMEOUT"),
    ("moves-ignored", "moves", "moves=C3"),
    ("plays-anything", "unknown", "« move "),
    ("ends-at-unknown-game", "unknown", "| jeu inconnu"),
    ("only-known-messages", "ignored", "« error message inconnu : nouveaute 1 2 3 »"),
    ("only-known-parameters", "ignored", "| KeyError: 'nouveaute'"),
    ("short-lines", "long", "| ValueError: too long"),
    ("ponders", "ponder", "il calcule sans cesse"),
    ("stays-at-quit", "quit", "il tourne encore"),
    ("stays-at-the-end", "eof", "il tourne encore"),
];

/// The points that lose no game.
const MANNERS: [&str; 4] = ["unknown", "ponder", "quit", "eof"];

fn faulty(fault: &str, options: &[&str]) -> Report {
    let engine = format!("pipe:python3 {} {fault}", root().join("joueur/tests/trial/faulty.py").display());
    essai(&engine, options)
}

fn title(point: &str) -> String {
    i18n::text!(&format!("essai-{point}-title"))
}

#[test]
fn each_fault_is_named_by_its_point_and_by_no_other() {
    with_each(FAULTS, |(fault, point, said)| {
        let report = faulty(fault, &["--temps", "3"]);
        let code = if MANNERS.contains(point) { 0 } else { 1 };
        assert_eq!(report.code, Some(code), "{fault}: {}", report.text);
        assert_eq!(report.wrong(), [title(point)], "{fault}: {}", report.text);
        assert!(report.text.contains(said), "{fault}: {}", report.text);
    });
}

/// Confined, as a championship would have it: what it does is seen from further away.
#[test]
fn a_confined_engine_is_tried_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    let there = |file: &Path| {
        let copy = folder.path().join(file.file_name().expect("a name"));
        std::fs::copy(file, &copy).expect("a copy");
        copy.display().to_string()
    };
    let [engine, other] =
        [root().join("joueur/tests/trial/faulty.py"), example("hasard.py")].map(|file| there(&file));
    let faults = [("nothing-flushed", "flush"), ("moves-not-flushed", "flush"), ("moves-ignored", "moves")];
    with_each(&faults, |(fault, point)| {
        let engine = format!("pipe:python3 {engine} {fault} {other}");
        let report = essai(&engine, &["--temps", "3", "--confinement", "ordinaire"]);
        assert_eq!((report.code, report.wrong()), (Some(1), vec![title(point).as_str()]), "{}", report.text);
    });
}

#[test]
fn without_a_fault_all_is_well() {
    let report = faulty("none", &["--temps", "20"]);
    assert_eq!((report.code, report.wrong().len()), (Some(0), 0), "{}", report.text);
    let end = "Tout va bien ; obligatoire : 14 sur 14 ; bonnes manières : 4 sur 4";
    assert!(report.text.contains(end), "{}", report.text);
}

#[test]
fn what_is_required_is_counted_apart_from_good_manners() {
    for (fault, end) in [
        ("stays-at-quit", "Obligatoire : 14 sur 14 ; bonnes manières : 3 sur 4"),
        ("other-version", "Obligatoire : 0 sur 14 ; bonnes manières : 0 sur 4"),
        ("answers-every-stop", "sur 14 ; bonnes manières : 4 sur 4"),
    ] {
        let report = faulty(fault, &["--temps", "3"]);
        assert!(report.text.trim_end().ends_with(end), "{fault}: {}", report.text);
    }
}

/// A library of the tests of the host of Coursidor, in this folder.
fn library(folder: &Path, name: &str) -> String {
    let (library, own) = (folder.join(format!("{name}.so")), root().join("joueur"));
    let compiled = Command::new("cc")
        .args(["-D_GNU_SOURCE", "-shared", "-fPIC", "-I"])
        .arg(own.join("coursidor/src"))
        .arg(own.join(format!("tests/coursidor_host/c/{name}.c")))
        .arg("-o")
        .arg(&library)
        .output()
        .expect("cc");
    assert!(compiled.status.success(), "{}", both(&compiled));
    format!("so:{}", library.display())
}

/// Its host speaks the protocol.
#[test]
fn the_lines_of_the_protocol_are_no_matter_of_a_shared_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let tried = |name: &str| essai(&library(folder.path(), name), &["--jeu", "coursidor", "--temps", "20"]);
    let report = tried("honnete");
    assert_eq!((report.code, report.wrong().len()), (Some(0), 0), "{}", report.text);
    assert_eq!(report.text.matches(" : sans objet pour une bibliothèque").count(), 13, "{}", report.text);
    assert!(report.text.contains("Tout va bien ; obligatoire : 5 sur 5\n"), "{}", report.text);
    for (name, point, said) in [
        (
            "segfault",
            "alive",
            "ne s'arrête pas de lui-même : la bibliothèque s'est arrêtée dans play : tué par SIGSEGV (",
        ),
        ("sans_symbole", "start", "sans_symbole.so ne définit pas la fonction play\n"),
    ] {
        let report = tried(name);
        assert_eq!((report.code, report.wrong()), (Some(1), vec![title(point).as_str()]), "{}", report.text);
        assert!(report.text.contains(said) && !report.text.contains("à faire"), "{}", report.text);
    }
}

/// As the referee has it.
#[test]
fn a_shared_library_is_loaded_off_its_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--jeu", "coursidor", "--parametre", "m=3", "--temps", "2"];
    let report = essai(&library(folder.path(), "recharge_lentement"), &options);
    assert_eq!((report.code, report.wrong().len()), (Some(0), 0), "{}", report.text);
    assert!(folder.path().join("recharge").is_dir(), "it was loaded once for each game");
}

#[test]
fn the_last_words_of_an_engine_are_said_once() {
    let report = faulty("crashes", &["--temps", "3"]);
    // The cause stands in the line of the point, and what it hides in one more.
    let line = "  FAUX  ne s'arrête pas de lui-même : le moteur s'est arrêté : code de sortie 1, « IndexError: pile vide »";
    assert!(report.text.lines().any(|told| told == line), "{}", report.text);
    let hides = "  -     non vérifié, à cause de « ne s'arrête pas de lui-même » : ";
    assert!((1..=2).contains(&report.text.matches(hides).count()), "once in a part: {}", report.text);
    assert_eq!(report.text.matches("| IndexError: pile vide").count(), 1, "{}", report.text);
}

#[test]
fn an_engine_that_cannot_start_is_named() {
    let report = essai("pipe:/nonexistent/bot", &[]);
    assert_eq!((report.code, report.wrong()), (Some(1), vec![title("start").as_str()]), "{}", report.text);
    assert!(report.text.contains("/nonexistent/bot"), "{}", report.text);
    let report = essai("minmax", &[]);
    assert_eq!(report.code, Some(1));
    assert!(report.text.contains("le moteur minmax ne joue pas à colonnes"), "{}", report.text);
    let report = essai("hasard", &["--jeu", "echecs"]);
    assert_eq!(report.code, Some(2));
    assert!(report.text.contains("colonnes, labyrinthe"), "{}", report.text);
}

/// What an engine is called, says and logs is shown, and does nothing to the terminal.
#[test]
fn nothing_of_an_engine_commands_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let scripts = [
        (
            "printf 'engine 1 m\\342\\200\\256\\033[2J\\n'
            while read -r a b; do [ $a != go ] || printf 'error cass\\342\\200\\256\\033[2J\\n'; done",
            ["m\u{fffd}\u{fffd}[2J", "« error cass\u{fffd}\u{fffd}[2J »"],
        ),
        ("printf 'dit\\342\\200\\256\\302\\233\\n' >&2; exit 1", ["FAUX", "| dit\u{fffd}\u{fffd}"]),
    ];
    with_each(&scripts, |(script, shown)| {
        let path = folder.path().join(format!("{}\u{202e}.sh", script.len()));
        std::fs::write(&path, script).expect("a script");
        let report = essai(&format!("pipe:exec sh {}", path.display()), &["--temps", "3"]);
        assert_eq!(report.code, Some(1), "{}", report.text);
        let strange = report.text.chars().find(|c| *c != '\n' && !jeux::text::is_harmless(*c));
        assert_eq!(strange, None, "{:?}", report.text);
        assert!(shown.iter().all(|shown| report.text.contains(shown)), "{}", report.text);
    });
}

#[test]
fn a_crash_shows_the_position_and_one_move_of_a_record_is_tried_again() {
    let report = faulty("crashes", &["--temps", "3"]);
    let line = report.text.lines().find_map(|line| line.trim().strip_prefix("position "));
    let line = line.expect("a position").trim();
    assert!(line.starts_with("game colonnes first ") && line.contains(" moves="), "{line}");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display();
    let duel = format!("duel hasard hasard --jeu morpion --graine 1 --sans-parties --parties {path}");
    program("serveur");
    let output = Command::new(env!("CARGO_BIN_EXE_joueur")).args(duel.split(' ')).output().expect("joueur");
    assert!(output.status.success(), "{}", both(&output));
    let mut files = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.path());
    let record = files.find(|path| path.extension().is_some_and(|kind| kind == "json"));
    let place = format!("{}:retour:4", record.expect("a record").display());
    let report = essai("hasard", &["--depuis", &place]);
    assert_eq!(report.code, Some(0), "{}", report.text);
    let line =
        report.text.lines().find_map(|line| line.trim().strip_prefix("position ")).expect("a position");
    let (_, moves) = line.split_once(" moves=").expect("moves");
    assert_eq!(moves.split(',').count(), 3, "{line}");
    assert!(report.text.contains(" : coup "), "{}", report.text);
    // And played on from there.
    let mut duel = Command::new(env!("CARGO_BIN_EXE_joueur"));
    duel.args(["duel", "hasard", "hasard", "--sans-parties", "--langue", "fr", "--depuis", &place]);
    let said = both(&duel.output().expect("joueur"));
    let begun = moves.split(',').enumerate().map(|(at, mv)| format!("{}. hasard-", at + 1) + " " + mv);
    assert!(said.contains("retour") && begun.count() == 3, "{said}");
    let report = essai("hasard", &["--depuis", &place.replace(":4", ":99")]);
    assert!(report.code == Some(1) && report.text.contains("il n'y a pas de coup 99"), "{}", report.text);
}

#[test]
fn what_an_engine_logs_is_shown_on_demand() {
    let engine = "pipe:echo engine 1 moi; while read a b; do case $a in quit) exit;; go) echo je réfléchis >&2; echo error non;; esac; done";
    let shown = |options: &[&str]| essai(engine, options).text.contains("| je réfléchis");
    assert!(shown(&["-v"]) && !shown(&[]));
}
