//! `serveur rejoue`: records as the server makes them, and records that are damaged.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Server, TIMEOUT, TRICHE, rejoue, run};
use protocol::colonnes::{Coul, Manche};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A record of the server: the aller won, in the retour two moves, the second of them illegal.
fn a_record() -> Value {
    let server = Server::start(&[]);
    let mut table = server.table();
    table.win(Manche::Aller);
    table.play(Coul::Noir, "B2");
    table.finish(Coul::Blanc, "passe", TRICHE);
    table.ended();
    let files = server.record_files();
    let (code, out, log) = rejoue(&[], &files);
    assert_eq!((code, &log[..]), (0, ""));
    for text in [
        "alice",
        "5. alice (B) joue A1 : VALID GAGNE",
        "2. alice (B) joue passe : TRICHE",
        "TRICHE de alice (un joueur qui a encore des pions à poser ne peut pas passer)",
        "conforme aux règles",
    ] {
        assert!(out.contains(text), "{text:?} is not in {out}");
    }
    let (_, quiet, _) = rejoue(&["--discret"], &files);
    assert!(quiet.ends_with("conforme aux règles") && quiet.lines().count() == 1, "{quiet}");
    serde_json::from_str(&fs::read_to_string(&files[0]).expect("read")).expect("JSON")
}

/// Files for this test.
struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).expect("written");
        path
    }
}

/// The file is refused, by an error that names it; gives the error.
fn refused(path: &Path) -> String {
    let (code, out, log) = rejoue(&[], &[path]);
    let said = format!("{}: {log:?} {out:?}", path.display());
    assert_eq!(code, 1, "{said}");
    assert_eq!(log.lines().count(), 1, "{said}");
    assert!(log.starts_with(&*path.to_string_lossy()), "{said}");
    assert!(!log.contains("panicked"), "{said}");
    assert!(!log.chars().any(|c| c.is_control()) && !out.contains('\x1b'), "{said}");
    log
}

#[test]
fn the_end_alone_is_shown_with_the_result_in_a_sentence() {
    let files = Files::new();
    let record = a_record();
    let shown = |record: &Value| {
        let path = files.write("a.json", record.to_string().as_bytes());
        let (code, out, log) = rejoue(&["--fin"], &[path]);
        assert_eq!((code, &log[..]), (0, ""), "{out}");
        out
    };
    let out = shown(&record);
    assert_eq!(out.matches("     A   B   C").count(), 2, "{out}");
    assert!(out.contains("aller : alice gagne en 5 coups\n") && out.contains("|BBB|"), "{out}");
    assert!(out.contains("retour : bob gagne, TRICHE de alice"), "{out}");
    assert!(out.contains("\nalice et bob se quittent à égalité, 1 partout.\n"), "{out}");
    // Without the retour, as it is written where the server was stopped.
    let mut cut = record;
    cut["parties"].as_array_mut().expect("games").truncate(1);
    cut["interrupted"] = json!("stopped");
    let out = shown(&cut);
    assert!(out.contains("aller : ") && out.contains("La rencontre a été interrompue."), "{out}");
}

#[test]
fn players_are_marked_by_the_solution() {
    let files = Files::new();
    let good = files.write("a.json", a_record().to_string().as_bytes());
    let table = files.0.path().join("table");
    let table = table.to_str().expect("a readable path");
    let (code, out, log) = rejoue(&["--discret", "--notes", "--table", table], &[&good, &good]);
    assert_eq!((code, &log[..]), (0, ""));
    let line = |name| out.lines().find(|line| line.starts_with(name)).expect("a line").to_owned();
    let marks = |name| line(name).split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>();
    // Twice the three moves of alice, who won the aller, and the two of bob with the legal one of the retour.
    assert_eq!((&*marks("alice")[0], &*marks("bob")[0]), ("6", "6"), "{out}");
    // Without a place for its table, the program marks all the same.
    let (code, out, _) = rejoue(&["--notes", "--table", "/dev/null/x"], &[&good]);
    assert!(code == 0 && out.contains("notes de la partie aller"), "{out}");
}

#[test]
fn every_kind_of_end_is_read_back() {
    let server = Server::start(&["--temps", "2"]);
    let mut table = server.table();
    table.both(TIMEOUT);
    table.play(Coul::Noir, "A1");
    table.of(Coul::Blanc).ask("encore");
    table.both(common::ERR_TYP);
    table.ended();
    let [alice, mut bob] = server.table().split();
    drop(alice);
    bob.expect(TIMEOUT);
    bob.coup(Coul::Noir, "A1");
    bob.expect(common::CONT);
    bob.expect(TIMEOUT);
    bob.ended();
    let (code, out, log) = rejoue(&[], &server.record_files());
    assert_eq!((code, &log[..]), (0, ""), "{out}");
    for text in ["TIMEOUT de alice", "requête incorrecte de alice", "alice est parti"] {
        assert!(out.contains(text), "{text:?} is not in {out}");
    }
}

#[test]
fn files_that_are_no_records_are_refused() {
    let files = Files::new();
    let text = a_record().to_string();
    for (name, bytes) in [
        ("empty.json", &b""[..]),
        ("cut.json", &text.as_bytes()[..text.len() / 2]),
        ("latin1.json", b"{\"sch\xe9ma\": 1}"),
        ("binary.json", b"\0\x01\x02\xff\xfe"),
        ("list.json", b"[]"),
        ("object.json", b"{}"),
        ("number.json", b"1e999"),
        ("deep.json", "[".repeat(100_000).as_bytes()),
        ("line.jsonl", b"{\"first\": 1}"),
        ("cut.jsonl", b"{\"first\":"),
    ] {
        refused(&files.write(name, bytes));
    }
    refused(&files.0.path().join("absent.json"));
    refused(files.0.path());
    // One bad file among good ones is named, the others are read.
    let good = files.write("good.json", text.as_bytes());
    let bad = files.write("bad.json", b"{");
    let (code, out, log) = rejoue(&["--discret"], &[&good, &bad, &good]);
    assert_eq!(code, 1);
    assert_eq!(out.matches("conforme").count(), 2);
    assert!(log.contains("bad.json"), "{log}");
    assert_eq!(run(&["rejoue"]).0, 2, "a file is required");
}

/// What was not written down of older rencontres is not shown, and asked for of none.
#[test]
fn a_record_says_how_an_engine_was_confined() {
    let files = Files::new();
    let older = a_record();
    let (_, out, _) = rejoue(&[], &[files.write("older.json", older.to_string().as_bytes())]);
    assert!(!out.contains("confinement") && !out.contains("processeur"), "{out}");
    let mut record = older;
    let mut confinement = json!({
        "level": "strict",
        "layers": { "life": ["pid-namespace"], "files": ["root", "landlock"] },
        "memory_mib": 512, "processes": 64, "disk_mib": 8, "network": false
    });
    record["players"][0]["confinement"] = confinement.clone();
    confinement["level"] = json!("aucun");
    confinement["layers"] = json!({});
    record["players"][1]["confinement"] = confinement;
    // Numbers from anywhere: their sum is too large for any number.
    for mv in record["parties"][0]["moves"].as_array_mut().expect("moves") {
        mv["cpu_micros"] = json!(u64::MAX);
        mv["micros"] = json!(u64::MAX);
    }
    record["parties"][1]["moves"][0]["cpu_micros"] = json!(1_500_000);
    record["parties"][1]["result"]["fault_cpu_micros"] = json!(u64::MAX);
    let (code, out, log) = rejoue(&[], &[files.write("confined.json", record.to_string().as_bytes())]);
    assert_eq!((code, &log[..]), (0, ""), "{out}");
    for text in [
        "confinement de alice : strict, vie (espace de processus), fichiers (racine à part, Landlock)\n",
        "confinement de bob : aucun\n",
        ", processeur 1,5",
    ] {
        assert!(out.contains(text), "{text:?} is not in {out}");
    }
    let mut alike = record.clone();
    alike["players"][1]["confinement"] = record["players"][0]["confinement"].clone();
    let (_, out, _) = rejoue(&[], &[files.write("alike.json", alike.to_string().as_bytes())]);
    assert_eq!(out.matches("confinement de ").count(), 1, "{out}");
    assert!(out.contains("confinement de alice, bob : strict, vie ("), "{out}");
    for (index, (key, value)) in [
        ("level", json!("mou")),
        ("level", Value::Null),
        ("layers", json!(["life"])),
        ("layers", json!({ "\u{1b}[2J": [] })),
        ("layers", json!({ "life": ["prière"] })),
        ("layers", json!({ "life": "keeper" })),
        ("memory_mib", json!(-1)),
        ("memory_mib", json!(1e30)),
        ("processes", json!(1u64 << 32)),
        ("disk_mib", json!("8")),
        ("network", json!(0)),
    ]
    .into_iter()
    .enumerate()
    {
        let mut hostile = record.clone();
        hostile["players"][0]["confinement"][key] = value;
        refused(&files.write(&format!("{index}.json"), hostile.to_string().as_bytes()));
    }
    let mut hostile = record.clone();
    hostile["parties"][0]["moves"][0]["cpu_micros"] = json!(-1);
    refused(&files.write("cpu.json", hostile.to_string().as_bytes()));
    record["parties"][1]["result"]["fault_cpu_micros"] = json!("1");
    refused(&files.write("fault.json", record.to_string().as_bytes()));
}

/// Every change to a record that makes it say what cannot have been is found.
#[test]
fn damaged_records_are_refused() {
    let files = Files::new();
    let record = a_record();
    let change = |pointer: &str, value: Value| {
        let mut damaged = record.clone();
        *damaged.pointer_mut(pointer).expect(pointer) = value;
        damaged
    };
    let mut damaged: Vec<(&str, Value)> = vec![
        ("schema", change("/schema", json!(2))),
        ("schema text", change("/schema", json!("1"))),
        ("game", change("/game", json!("échecs"))),
        ("no players", change("/players", json!([]))),
        ("colours", change("/players/0/color", json!("NOIR"))),
        ("party name", change("/parties/1/name", json!("aller"))),
        ("unknown party", change("/parties/1/name", json!("belle"))),
        ("first", change("/parties/0/first", json!(1))),
        ("player", change("/parties/0/moves/0/player", json!(1))),
        ("third player", change("/parties/0/moves/0/player", json!(2))),
        ("text", change("/parties/0/moves/0/text", json!("B1"))),
        ("no text", change("/parties/0/moves/0/text", json!(""))),
        ("raw", change("/parties/0/moves/0/raw", json!("01"))),
        ("raw odd", change("/parties/0/moves/0/raw", json!("0"))),
        ("raw letters", change("/parties/0/moves/0/raw", json!("é"))),
        ("verdict", change("/parties/0/moves/0/verdict", json!("TRICHE"))),
        ("property", change("/parties/0/moves/0/property", json!("GAGNE"))),
        ("illegal made legal", change("/parties/1/moves/1/verdict", json!("VALID"))),
        ("winner", change("/parties/0/result/winner", json!(1))),
        ("no winner", change("/parties/0/result/winner", Value::Null)),
        ("charged", change("/parties/1/result/charged", json!(1))),
        ("termination", change("/parties/0/result/termination", json!("draw"))),
        ("unknown termination", change("/parties/0/result/termination", json!("ennui"))),
        ("interrupted party", change("/parties/1/result/termination", json!("interrupted"))),
        ("no aller", change("/parties", json!([record["parties"][1]]))),
        ("no retour", change("/parties", json!([record["parties"][0]]))),
        ("no party", change("/parties", json!([]))),
        ("twice", change("/parties", json!([record["parties"][0], record["parties"][0]]))),
        (
            "three",
            change("/parties", json!([record["parties"][0], record["parties"][1], record["parties"][1]])),
        ),
        ("other order", change("/parties", json!([record["parties"][1], record["parties"][0]]))),
    ];
    let mut shorter = record.clone();
    shorter["parties"][0]["moves"].as_array_mut().expect("moves").pop();
    damaged.push(("a move less", shorter));
    let mut longer = record.clone();
    let moves = longer["parties"][0]["moves"].as_array_mut().expect("moves");
    moves.push(moves[1].clone());
    damaged.push(("a move more", longer));
    let mut complete = record.clone();
    complete["interrupted"] = json!("the server was stopped");
    damaged.push(("complete, but interrupted", complete));
    let count = damaged.len();
    let paths: Vec<PathBuf> = damaged
        .iter()
        .map(|(what, value)| files.write(&format!("{what}.json"), value.to_string().as_bytes()))
        .collect();
    // One run for all of them: an error each.
    let (code, out, log) = rejoue(&[], &paths);
    assert_eq!(code, 1);
    let passed: Vec<&&str> = damaged
        .iter()
        .zip(&paths)
        .filter(|(_, path)| !log.contains(&*path.to_string_lossy()))
        .map(|((what, _), _)| what)
        .collect();
    assert!(passed.is_empty(), "taken for good: {passed:?}");
    assert_eq!((log.lines().count(), &out[..]), (count, ""), "{log}");
}

/// What a record says is shown on a terminal: it must not be able to speak to it.
#[test]
fn control_characters_in_a_record_do_not_reach_the_terminal() {
    let files = Files::new();
    let record = a_record();
    let escape = json!("\u{1b}]0;titre\u{7}\u{1b}[2J\u{9b}31m\u{202e}");
    for pointer in [
        "/id",
        "/players/0/name",
        "/players/1/color",
        "/players/1/from",
        "/parties/0/name",
        "/parties/0/moves/0/text",
        "/parties/0/moves/0/verdict",
        "/parties/0/moves/0/raw",
        "/parties/0/result/termination",
        "/parties/1/result/detail",
    ] {
        let mut hostile = record.clone();
        *hostile.pointer_mut(pointer).expect(pointer) = escape.clone();
        let path = files.write("hostile.json", hostile.to_string().as_bytes());
        let (_, out, log) = rejoue(&[], &[&path]);
        for text in [out, log] {
            let bad = text.chars().find(|&c| c.is_control() && c != '\n' || c == '\u{202e}');
            assert_eq!(bad, None, "{pointer}: {text:?}");
        }
    }
    for line in [
        json!({"moves": [escape], "board": []}),
        json!({"first": escape, "moves": []}),
        json!({"first": "BLANC", "moves": [{"joueur": 1, "req": escape}]}),
    ] {
        refused(&files.write("hostile.jsonl", line.to_string().as_bytes()));
    }
}

/// The vectors of the course's validator and the solved positions agree with the rules.
#[test]
fn the_vectors_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/colonnes");
    let vectors = [folder.join("validation.jsonl"), folder.join("solved_sample.jsonl")];
    let (code, out, log) = rejoue(&["--discret"], &vectors);
    assert_eq!((code, &log[..]), (0, ""));
    assert_eq!(out.matches("conforme").count(), 2);
    // A wrong verdict in one line is found, and the line is named.
    let text = fs::read_to_string(&vectors[0]).expect("read");
    let mut lines: Vec<String> = text.lines().take(3).map(str::to_owned).collect();
    lines[1] =
        lines[1].replacen("\"ok\":true", "\"ok\":false", 1).replacen("\"ok\": true", "\"ok\": false", 1);
    let files = Files::new();
    assert!(refused(&files.write("wrong.jsonl", lines.join("\n").as_bytes())).contains("ligne 2"));
}
