//! What is taken home: the records of one contestant, and an archive for each.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use arbitre::record::Record;
use testing::left_out;
use zip::ZipArchive;

use crate::support::*;

/// The files of an archive.
pub fn unpacked(path: &Path) -> BTreeMap<String, String> {
    let mut zip = ZipArchive::new(File::open(path).expect("an archive")).expect("a zip");
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).expect("a file");
        let (name, mut text) = (file.name().expect("a name").into_owned(), String::new());
        file.read_to_string(&mut text).expect("text");
        files.insert(name, text);
    }
    files
}

/// Three contestants, one of whom says where it lives before it fails.
fn played(folder: &Path) {
    let failing = script(
        folder,
        "panne.sh",
        "echo engine 1 x; echo 'SECRET-DE-PANNE /home/prof/panne.sh' >&2; read -r line; exit 3",
    );
    let contestants = [
        ("Zoé D'Arc", "moteur = \"glouton\""),
        ("../b", "moteur = \"hasard\"\nsecret = \"loup-garou\""),
        ("panne", failing.as_str()),
    ];
    let head = "titre = \"Groupe 2\"\nconfinement = \"aucun\"\n[format]\ntype = \"aller-simple\"";
    describe(folder, "colonnes", head, &contestants);
    let output = run(folder, &["jouer", "mai.toml", "--sans-essai"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn everybody_takes_his_own_home() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    played(folder);
    let done = run(folder, &["exporte", "mai.toml", "--archives", "rendus"]);
    assert!(done.status.success() && text(&done.stdout).contains("3 archives"), "{done:?}");
    let names: BTreeSet<String> = fs::read_dir(folder.join("rendus"))
        .expect("archives")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    let expected = ["Zoé_D_Arc-0.zip", "___b-1.zip", "panne.zip"].map(String::from);
    assert_eq!(names, BTreeSet::from(expected));
    let path = folder.join("rendus/Zoé_D_Arc-0.zip");
    assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
    let files = unpacked(&path);
    let file =
        |name: &str| files.get(&format!("Zoé_D_Arc-0/{name}")).unwrap_or_else(|| panic!("{name}: {files:?}"));
    let records = files.iter().filter(|(name, _)| name.contains("/parties/"));
    let records: Vec<Record> = records.map(|(_, json)| Record::from_json(json).expect("a record")).collect();
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| record.players.iter().any(|player| player.name == "Zoé D'Arc")));
    let results = file("resultats.csv");
    assert!(
        results.starts_with("\u{feff}") && results.contains("\r\n") && results.contains(";../b;"),
        "{results}"
    );
    assert!(file("precision.txt").contains("Zoé D'Arc"), "{files:?}");
    assert!(
        file("LISEZMOI.txt").contains(", championnat de Colonnes de trois « Groupe 2 » : ")
            && file("LISEZMOI.txt").contains("e sur 3")
            && file("LISEZMOI.txt").contains("2 rencontres"),
        "{files:?}"
    );
    for (name, text) in &files {
        for hidden in ["SECRET-DE-PANNE", "/home/", "loup-garou", &folder.display().to_string()] {
            assert!(!text.contains(hidden), "{hidden} in {name}: {text}");
        }
    }
    // His own log is his.
    let own = unpacked(&folder.join("rendus/panne.zip"));
    assert!(own["panne/journal.txt"].contains("SECRET-DE-PANNE"), "{own:?}");
    // One of them, in English, in the place of the one that is there.
    let done = run(folder, &["exporte", "mai.sqlite", "panne", "--archives", "rendus", "--langue", "en"]);
    assert!(done.status.success(), "{done:?}");
    let own = unpacked(&folder.join("rendus/panne.zip"));
    let readme = &own["panne/README.txt"];
    assert!(
        readme.starts_with("panne, championship of Colonnes de trois \"Groupe 2\": number 3 of 3.\n"),
        "{own:?}"
    );
}

#[test]
fn the_records_of_one_contestant_are_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    played(folder);
    let records = |what: &str| {
        let output = run(folder, &["exporte", "mai.toml", what]);
        (output.status.code(), text(&output.stdout).lines().count(), text(&output.stderr))
    };
    assert_eq!(records("Zoé D'Arc"), (Some(0), 2, String::new()));
    assert_eq!(records("1.1"), (Some(0), 1, String::new()));
    for (what, said) in [("Zoe", "panne"), ("9", "RONDE.NUMÉRO"), ("9.9", "9.9")] {
        let (code, lines, why) = records(what);
        assert!((code, lines) == (Some(1), 0) && why.contains(said), "{why}");
    }
    let both = run(folder, &["exporte", "mai.toml", "1.1", "--archives", "rendus"]);
    assert!(both.status.code() == Some(1) && !folder.join("rendus").exists(), "{both:?}");
}

#[test]
fn a_championship_is_called_by_its_title() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let contestants = [("a", "moteur = \"hasard\""), ("b", "moteur = \"glouton\"")];
    let titled = |title: &str| {
        describe(folder, "morpion", &format!("{title}\n[format]\ntype = \"aller-simple\""), &contestants);
        let played = run(folder, &["jouer", "mai.toml", "--sans-essai"]);
        assert!(played.status.success(), "{}", text(&played.stderr));
        text(&played.stdout)
    };
    let ranking = |form: &str| text(&run(folder, &["classement", "mai.sqlite", "--format", form]).stdout);
    assert!(titled("titre = \"Tournoi de mai, groupe *2*\"").contains("\nTournoi de mai, groupe *2*\n"));
    assert!(ranking("table").starts_with("Tournoi de mai, groupe *2*\n\n"), "{}", ranking("table"));
    assert!(ranking("md").starts_with("# Tournoi de mai, groupe \\*2\\*\n\n"), "{}", ranking("md"));
    let json: serde_json::Value = serde_json::from_str(&ranking("json")).expect("JSON");
    assert_eq!(json["titre"], "Tournoi de mai, groupe *2*");
    assert!(ranking("csv").starts_with("\u{feff}rang;"), "{}", ranking("csv"));
    let pdf = run(folder, &["classement", "mai.toml", "--format", "pdf"]).stdout;
    match read_pdf(folder, &pdf) {
        Some(read) => assert!(read.contains("Tournoi de mai, groupe *2*"), "{read}"),
        None => left_out("exports::a_championship_is_called_by_its_title", "il manque pdftotext"),
    }
    // Another one is taken when it is started again, and none.
    titled("titre = \"Juin\"");
    assert!(ranking("md").starts_with("# Juin\n"));
    titled("");
    assert!(!ranking("json").contains("titre") && !ranking("table").contains("Juin"));
}

/// What a person reads in a document; `None` without the program that reads it.
fn read_pdf(folder: &Path, bytes: &[u8]) -> Option<String> {
    fs::write(folder.join("x.pdf"), bytes).expect("written");
    let read =
        std::process::Command::new("pdftotext").args(["-layout", "x.pdf", "-"]).current_dir(folder).output();
    let read = read.ok()?;
    assert!(read.status.success(), "{read:?}");
    Some(text(&read.stdout))
}

#[test]
fn the_ranking_and_certificates_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let names: Vec<String> = (1..=70).map(|number| format!("Łukasz Ångström {number}")).collect();
    let names = names.iter().map(|name| (name.as_str(), "moteur = \"hasard\""));
    let all: Vec<_> = names.chain([("日本", "moteur = \"hasard\"")]).collect();
    describe(folder, "morpion", "[format]\ntype = \"suisse\"\nrondes = 1", &all);
    let output = run(folder, &["jouer", "mai.toml", "--sans-essai"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = |args: &[&str]| {
        let output = run(folder, &[&["classement", "mai.toml"], args].concat());
        assert!(output.status.success() && output.stdout.starts_with(b"%PDF"), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("日本"), "a name that is not whole is told");
        read_pdf(folder, &output.stdout)
    };
    let Some(ranking) = printed(&["--format", "pdf", "--titre", "Coupe d'été"]) else {
        return left_out("exports::the_ranking_and_certificates_are_printed", "il manque pdftotext");
    };
    assert!(ranking.contains("Coupe d'été") && ranking.contains("□□"), "{ranking}");
    for number in 1..=70 {
        assert!(ranking.contains(&format!("Łukasz Ångström {number} ")), "{number}: {ranking}");
    }
    assert_eq!(ranking.matches("concurrent ").count(), 3, "the head is on each page: {ranking}");
    let args = ["--format", "diplomes", "--premiers", "71", "--signature", "Mme Noël", "--langue", "en"];
    let certificates = printed(&args).expect("pdftotext");
    assert_eq!(certificates.matches("Mme Noël").count(), 71);
    assert!(certificates.contains("First place of 71"), "{certificates}");
}
