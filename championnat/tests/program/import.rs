//! The list of a class, as an organiser uses it: from the spreadsheet to the championship that is played with it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use testing::process::listening;

use crate::network::with_players;
use crate::support::*;

fn list(folder: &Path, text: &str) {
    std::fs::write(folder.join("mai.csv"), text).expect("a list");
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn a_class_list_becomes_a_championship_that_its_players_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    // As an old spreadsheet writes it: Latin-1, carriage returns.
    std::fs::write(folder.join("mai.csv"), b"Nom;Pr\xe9nom;Mail\r\nDurand;Zo\xe9;z@x.fr\r\nO'Brien;Jo;\r\n")
        .expect("a list");
    let done = run(folder, &["importe", "mai.csv", "--hote", "localhost", "--port", "4321"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert!(text(&done.stdout).contains("mai.toml : 2 concurrents ajoutés"), "{}", text(&done.stdout));
    for file in ["mai.toml", "mai.secrets.csv"] {
        let mode = std::fs::metadata(folder.join(file)).expect("written").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    let written = ["mai.toml", "mai.secrets.csv"].map(|file| read(folder, file));
    assert!(written[0].contains("jeu = \"colonnes\"\nport = 4321\n"), "{}", written[0]);
    let again = run(folder, &["importe", "mai.csv"]);
    assert!(!again.status.success());
    assert!(
        text(&again.stderr).contains("mai.toml existe déjà et n'est pas remplacé"),
        "{}",
        text(&again.stderr)
    );
    assert_eq!(["mai.toml", "mai.secrets.csv"].map(|file| read(folder, file)), written);

    // An engine comes later, and what is played is said by hand; who comes by network comes to the same port.
    list(folder, "Nom;Prénom;Mail;Moteur\nDurand;Zoé;z@x.fr;\nO'Brien;Jo;;\nPort;;;\n");
    let late = ["importe", "mai.csv", "--vers", "juin.toml", "--ajouter"];
    std::fs::write(folder.join("juin.toml"), &written[0]).expect("a description");
    assert!(run(folder, &late).status.success());
    let handout = read(folder, "juin.secrets.csv");
    assert_eq!(handout.matches(" 4321 ").count(), 3, "{handout}");
    list(folder, "Nom;Prénom;Mail;Moteur\nDurand;Zoé;z@x.fr;\nO'Brien;Jo;;\nhasard;;;hasard --graine 1\n");
    let added = run(folder, &["importe", "mai.csv", "--ajouter"]);
    assert!(added.status.success(), "{}", text(&added.stderr));
    assert!(text(&added.stdout).contains("1 concurrent ajouté, 2 déjà là"), "{}", text(&added.stdout));
    assert!(read(folder, "mai.toml").starts_with(&written[0]));
    assert_eq!(read(folder, "mai.secrets.csv"), written[1]);
    let quick =
        read(folder, "mai.toml").replacen("\njeu =", "\ntemps = 20\ngrace = 600\ngraine = 1\njeu =", 1);
    std::fs::write(folder.join("mai.toml"), quick).expect("a description");

    let mut command = championnat(folder, &["jouer", "mai.toml", "--port", "0"]);
    let (server, port, out) = listening(command.stderr(Stdio::null()));
    let rows = csv::ReaderBuilder::new().delimiter(b';').from_reader(written[1].as_bytes()).into_records();
    let players: Vec<Vec<String>> = rows
        .map(|row| {
            // What is typed, without the script that builds the program, and at the port of this test.
            let mut words = shlex::split(&row.expect("a row")[2]).expect("a command");
            assert_eq!(words[..4], ["sh", "joueur.sh", "localhost", "4321"]);
            words[3] = port.to_string();
            words.drain(..2);
            // Everybody fills in a command; --insiste is there already.
            let engine = words.iter_mut().find(|word| *word == "pipe:VOTRE COMMANDE").expect("an engine");
            *engine = "hasard".to_owned();
            assert!(words.iter().any(|word| word == "--insiste"), "{words:?}");
            // One that is started once more at the end does not wait for long.
            words.extend(["--patience", "2"].map(str::to_owned));
            words
        })
        .collect();
    assert_eq!(players.len(), 2);
    with_players(&players, || {
        let rest = ends_well(server, out);
        let (shown, _commands) = rest.split_once("À voir ensuite").expect("what to look at");
        assert!(shown.contains("Zoé Durand") && !shown.contains('#'), "{rest}");
    });
    let records = exported(folder);
    assert_eq!(records.len(), 6);
    assert!(
        records.values().all(|record| record.parties.iter().all(|partie| partie.result.charged.is_none()))
    );
}

/// Killed between the two files, or while one was written.
#[test]
fn an_import_that_was_cut_short_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    list(folder, "nom\nAda\nÈve\n");
    assert!(run(folder, &["importe", "mai.csv"]).status.success());
    let before = read(folder, "mai.toml");
    list(folder, "nom\nAda\nÈve\nBob\n");
    let add = || {
        let added = run(folder, &["importe", "mai.csv", "--ajouter"]);
        assert!(added.status.success(), "{}", text(&added.stderr));
    };
    add();
    let handout = read(folder, "mai.secrets.csv");
    std::fs::write(folder.join("mai.toml"), before).expect("as before");
    add();
    assert_eq!(read(folder, "mai.secrets.csv"), handout);
    let row = handout.lines().find(|line| line.starts_with("Bob;")).expect("his row");
    let secret = row.split(';').nth(1).expect("a secret");
    assert!(read(folder, "mai.toml").contains(&format!("secret = \"{secret}\"")), "{row}");
}

#[test]
fn who_is_added_later_connects_to_the_same_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    list(folder, "Nom;Mail\nZoé;z@x.fr\nZoé;z@x.fr\nAda;\n");
    assert!(run(folder, &["importe", "mai.csv", "--hote", "salle-12", "--accepter"]).status.success());
    // Who is twice in the list is in the championship, and not asked about again.
    list(folder, "Nom;Mail\nZoé;z@x.fr\nZoé;z@x.fr\nAda;\nEve;\n");
    let added = run(folder, &["importe", "mai.csv", "--ajouter"]);
    assert!(added.status.success(), "{}", text(&added.stderr));
    let handout = read(folder, "mai.secrets.csv");
    assert_eq!(handout.matches(";sh joueur.sh salle-12 4242 ").count(), 3, "{handout}");
}

#[test]
fn a_list_with_mistakes_writes_nothing_and_names_its_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    list(folder, "nom,prénom\nDurand,Zoé\n\nDurand,Zoé\n");
    let refused = run(folder, &["importe", "mai.csv"]);
    let said = text(&refused.stderr);
    assert!(!refused.status.success());
    assert!(said.contains("mai.csv : ligne 4 : « Zoé Durand » est déjà à la ligne 2"), "{said}");
    assert!(said.contains("proposition : « Zoé Durand 2 »") && said.contains("--accepter"), "{said}");
    assert!(!folder.join("mai.toml").exists() && !folder.join("mai.secrets.csv").exists());
    let taken = run(folder, &["importe", "mai.csv", "--accepter", "--vers", "juin.toml"]);
    assert!(taken.status.success(), "{}", text(&taken.stderr));
    assert!(text(&taken.stderr).contains("mai.csv : ligne 3 : vide"), "{}", text(&taken.stderr));
    assert!(read(folder, "juin.toml").contains("nom = \"Zoé Durand 2\""));
    let verified = run(folder, &["verifie", "juin.toml"]);
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    for (args, said) in [
        (&["importe", "absent.csv"][..], "absent.csv : introuvable"),
        (&["importe", "mai.csv", "--ajouter", "--vers", "absent.toml"], "absent.toml : introuvable"),
        (
            &["importe", "mai.csv", "--ajouter", "--vers", "juin.toml", "--jeu", "labyrinthe"],
            "championnat de colonnes",
        ),
    ] {
        let output = run(folder, args);
        assert!(!output.status.success() && text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}
