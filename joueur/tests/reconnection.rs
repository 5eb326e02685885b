//! `joueur --insiste` with the real championship: killed and started again, refusing, over.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use arbitre::record::Record;
use testing::output::both;
use testing::port::Port;
use testing::process::{self, Killed, program};
use testing::until;

fn describe(folder: &Path, head: &str) {
    let contestants = "[[concurrent]]\nnom = \"alice\"\nmoteur = \"reseau\"\nsecret = \"gargouille\"\n\
                       [[concurrent]]\nnom = \"bob\"\nmoteur = \"reseau\"\n\
                       [[concurrent]]\nnom = \"hasard\"\nmoteur = \"hasard --graine 1\"\n";
    let text = format!("jeu = \"colonnes\"\ngraine = 1\ntemps = 20\ngrace = 600\n{head}\n{contestants}");
    fs::write(folder.join("mai.toml"), text).expect("a description");
}

fn championship(folder: &Path, port: &str) -> Command {
    let mut command = Command::new(program("championnat"));
    command.args(["jouer", "mai.toml", "--adresse", "127.0.0.1", "--port", port]).current_dir(folder);
    command.env("LANG", "C.UTF-8").env("RUST_LOG", "debug");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A championship that has begun and listens, and its port.
fn listening(folder: &Path) -> (Killed, String) {
    let (server, port, _) =
        process::listening(championship(folder, "0").arg("--sans-attendre").stderr(Stdio::null()));
    (server, port.to_string())
}

fn player(port: &str, name: &str, options: &[&str]) -> Command {
    program("moteur");
    let mut command = Command::new(program("joueur"));
    command.args(["127.0.0.1", port, name, "--moteur", "hasard", "--insiste"]).args(options);
    command.env("LANG", "C.UTF-8").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Players who were there before the server, and come back each time it is killed, until the championship says that it is over.
#[test]
fn players_insist_through_three_kills_to_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "[format]\ntype = \"aller-simple\"\nrepetitions = 6");
    let kept = Port::free();
    let port = kept.number.to_string();
    let players = ["alice#gargouille", "bob"].map(|name| Killed::start(&mut player(&port, name, &[])));
    let records = folder.join("mai.parties");
    let finished = || fs::read_dir(&records).map(Iterator::count).unwrap_or_default();
    for kill in 1..=3 {
        let mut command = championship(folder, &port);
        let mut server = Killed::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        until("three more are played", || {
            let ended = server.0.try_wait().expect("its state");
            assert!(ended.is_none(), "ended before its time: {ended:?}");
            finished() >= 3 * kill
        });
    }
    let server = Killed::start(&mut championship(folder, &port)).end();
    assert!(server.status.success(), "{}", both(&server));
    assert!(!both(&server).contains("gargouille"), "the secret is in the log");
    for player in players.map(Killed::end) {
        let said = both(&player);
        assert!(player.status.success(), "{said}");
        assert!(said.contains("le championnat est terminé"), "{said}");
        let tally = said.lines().find(|line| line.contains("rencontres jouées")).expect("a tally");
        let played: usize = tally.split(' ').next().and_then(|count| count.parse().ok()).expect("a number");
        // One that was cut off is played again, and one whose end was cut off is not counted.
        assert!((8..=12).contains(&played), "{tally}");
        // Before the first server, and after each one.
        assert!((1..=4).contains(&said.matches("nouveaux essais pendant").count()), "{said}");
        assert!(said.contains("le serveur est de nouveau là"), "{said}");
        assert!(!said.contains("gargouille") && !said.contains("coup de secours"), "{said}");
    }
    let mut played = 0;
    for file in fs::read_dir(&records).expect("records") {
        let path = file.expect("a file").path();
        if path.is_dir() {
            // What engines have logged, if they have.
            continue;
        }
        let text = fs::read(&path).expect("a file");
        assert!(!String::from_utf8_lossy(&text).contains("gargouille"));
        // What was being written when the server was killed is no record.
        if path.extension().is_some_and(|extension| extension == "json") {
            played += usize::from(Record::read(&path).expect("a record").interrupted.is_none());
        }
    }
    assert_eq!(played, 18, "everybody meets everybody six times");
}

#[test]
fn a_refusal_that_will_not_change_ends_at_once_and_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "");
    let (_server, port) = listening(folder.path());
    let long = "alice#gargouille-a-tres-longue-queue";
    for (name, first) in [
        ("alice", "aucun secret n'est donné ; si alice en a un, le nom s'écrit 'alice#secret'"),
        ("alice#cerbere", "le secret donné n'est pas celui de alice"),
        (long, "le nom et le secret font 36 octets, le protocole n'en transmet que 30"),
        ("eve", "aucun secret n'est donné ; si eve en a un"),
    ] {
        let output = player(&port, name, &[]).output().expect("joueur");
        let said = both(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let causes: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  - ")).collect();
        assert!(causes[0].starts_with(first), "{said}");
        assert!(
            causes.iter().any(|cause| cause.starts_with("personne n'est inscrit sous le nom ")),
            "{said}"
        );
        assert!(said.contains("ERR_PARTIE") && said.contains("Le journal du serveur dit laquelle"), "{said}");
        let secret = name.split_once('#').map_or("gargouille", |(_, secret)| secret);
        assert!(!said.contains(secret) && !said.contains("nouveaux essais"), "{said}");
    }
}

#[test]
fn two_players_under_one_name_are_one_too_many() {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "");
    let (_server, port) = listening(folder.path());
    let mut first = Killed::start(&mut player(&port, "alice#gargouille", &[]));
    let mut lines = BufReader::new(first.0.stdout.take().expect("its output"));
    // Between two rencontres it is not there for a moment: it is after both against the engine, when it waits for bob.
    let mut heard = |what: &str| {
        let mut line = String::new();
        while !line.contains(what) {
            line.clear();
            assert!(lines.read_line(&mut line).expect("a line") > 0, "it has left");
        }
    };
    for what in [
        "Rencontre contre hasard : gagnées",
        "Rencontre contre hasard : gagnées",
        "en attente d'un adversaire",
    ] {
        heard(what);
    }
    // Again and again, and never a second one while the first is there.
    let second = player(&port, "alice#gargouille", &["--patience", "0.5"]).output().expect("joueur");
    let said = both(&second);
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert!(said.contains("le serveur connaît déjà un alice"), "{said}");
    for once in ["nouveaux essais pendant", "en attente d'un adversaire"] {
        assert_eq!(said.matches(once).count(), 1, "{said}");
    }
}

#[test]
fn nobody_is_waited_for_without_an_end() {
    let kept = Port::free();
    let port = kept.number.to_string();
    let output = player(&port, "alice", &["--patience", "0.5"]).output().expect("joueur");
    let said = both(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.matches("nouveaux essais pendant").count(), 1, "said once: {said}");
    assert!(said.contains("n'est pas revenu"), "{said}");
}
