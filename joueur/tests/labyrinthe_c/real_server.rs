//! The library and the programs on the real server, in both editions.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;

use crate::build::Form;
use crate::programs::{assert_remarks, player, run, verdicts};
use crate::scene::{Outcome, play};
use testing::labyrinthe::Server;

/// The program that calls the library, with these calls.
fn call(calls: &str) -> Outcome {
    let unused = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut command = Command::new(Form::StaticC.path());
    play(command.env_remove("LABYRINTHE_EDITION"), calls, &unused, || {})
}

#[test]
fn every_training_player_meets_a_program() {
    let server = Server::start(&[]);
    let games = [
        ("rien", "ASTAR timeout=60", Some(false)),
        ("aleatoire", "ASTAR", None),
        ("astar", "DO_NOTHING timeout=60 start=1", Some(true)),
        ("astar", "PLAY_RANDOM timeout=60 rotation=True seed=5", None),
        ("astar", "PLAY_RANDOM rotation=False start=0", None),
        ("astar", "ASTAR start=0", Some(true)),
        ("astar", "ASTAR start=1", Some(false)),
        ("astar", "MINMAX think=5", None),
        ("malin", "DO_NOTHING", Some(true)),
        ("malin", "PLAY_RANDOM rotation=True", None),
        ("malin", "ASTAR", None),
    ];
    for port in server.ports {
        for (name, string, won) in games {
            let number = if name == "rien" { 1 } else { 3 };
            let outcome = run(&mut player(name, port, string, number));
            assert_eq!(outcome.code, Some(0), "{name} {string}: {outcome:?}");
            assert_remarks(name, &outcome);
            let verdicts = verdicts(&outcome);
            assert_eq!(verdicts.len(), number, "{name} {string}: {outcome:?}");
            if let Some(won) = won {
                assert!(verdicts.iter().all(|&verdict| verdict == won), "{name} {string}: {outcome:?}");
            }
        }
    }
}

/// Players of the two editions, several games on the same connections.
#[test]
fn programs_meet_across_editions() {
    let server = Server::start(&["--apparier"]);
    let [old, new] = server.ports;
    for [a, b] in [["astar", "aleatoire"], ["malin", "astar"]] {
        let (first, second) = thread::scope(|scope| {
            let other = scope.spawn(move || run(&mut player(b, new, "", 3)));
            (run(&mut player(a, old, "", 3)), other.join().expect("the other player"))
        });
        for (name, outcome) in [(a, &first), (b, &second)] {
            assert_eq!(outcome.code, Some(0), "{name}: {outcome:?}");
            assert_remarks(name, outcome);
        }
        let inverse = verdicts(&second).into_iter().map(|won| !won).collect::<Vec<_>>();
        assert_eq!((verdicts(&first).len(), verdicts(&first)), (3, inverse));
    }
}

#[test]
fn every_function_of_the_library() {
    let server = Server::start(&[]);
    for port in server.ports {
        let outcome = call(&format!(
            "connecter localhost {port} alice\nattendre DO_NOTHING timeout=60 start=0\nlabyrinthe\n\
             commenter déjà vu\nafficher\njouer 8 -1\nafficher\nrecevoir\njouer 0 3\nafficher\n\
             attendre DO_NOTHING start=1\nlabyrinthe\nrecevoir\njouer 8 0\nfermer\n"
        ));
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        for words in
            ["[alice] déjà vu", "Player 2: ", "Energy:1", "joue code -1", "recu 8 0 code 0", "\ncommence 1 "]
        {
            assert!(outcome.out.contains(words), "« {words} »: {outcome:?}");
        }
        assert!(outcome.err.contains("le serveur dit : not enough energy to make a rotation"), "{outcome:?}");
        assert!(outcome.err.contains("printLabyrinth : aucune partie en cours"), "{outcome:?}");
        let late = call(&format!(
            "connecter 127.0.0.1 {port} alice\nattendre DO_NOTHING timeout=0 start=0\nlabyrinthe\njouer 8 0\n"
        ));
        assert_eq!(late.lines().last(), Some(&"joue code -1"), "{late:?}");
        assert!(late.err.contains("le serveur dit : Timeout"), "{late:?}");
    }
}

#[test]
fn refusals_of_the_server_are_explained() {
    let server = Server::start(&[]);
    for port in server.ports {
        let connected = format!("connecter 127.0.0.1 {port} bob\n");
        let game = |start| format!("{connected}attendre DO_NOTHING start={start}\nlabyrinthe\n");
        let cases = [
            (format!("connecter 127.0.0.1 {port} al ice\n"), "connectToServer", "1 à 20 caractères"),
            (
                format!("connecter 127.0.0.1 {port} {}\n", "a".repeat(21)),
                "connectToServer",
                "1 à 20 caractères",
            ),
            (format!("connecter 127.0.0.1 {port}\n"), "connectToServer", "1 à 20 caractères"),
            (format!("{connected}attendre NOBODY\n"), "waitForLabyrinth", "joueur d'entraînement inconnu"),
            (format!("{connected}attendre ASTAR timeout=x\n"), "waitForLabyrinth", "option incorrecte"),
            (format!("{connected}attendre ASTAR x\n"), "waitForLabyrinth", "NOM clé=valeur"),
            (format!("{connected}attendre TOURNAMENT nulle_part\n"), "waitForLabyrinth", "ce tournoi"),
            (format!("{}recevoir\n", game(0)), "getMove", "c'est à vous de jouer"),
            (format!("{}jouer 8 0\n", game(1)), "sendMove", "c'est à l'adversaire de jouer"),
        ];
        for (calls, function, words) in cases {
            call(&calls).assert_fatal(function, &["le serveur refuse", words]);
        }
    }
}

/// A name that is taken, and a server that dies while a client waits for a game.
#[test]
fn a_client_who_waits() {
    for edition in 0..2 {
        let server = Server::start(&[]);
        let port = server.ports[edition];
        let mut first = Command::new(Form::StaticC.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a client");
        let calls = format!("connecter 127.0.0.1 {port} alice\nattendre\n");
        first.stdin.take().expect("a pipe").write_all(calls.as_bytes()).expect("a client");
        let mut reader = BufReader::new(first.stdout.take().expect("a pipe"));
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        assert_eq!(line, "connecte\n");
        call(&calls).assert_fatal("connectToServer", &["le serveur refuse", "déjà pris", "'alice'"]);
        drop(server);
        let output = first.wait_with_output().expect("a client");
        let outcome = Outcome {
            code: output.status.code(),
            out: String::new(),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        };
        outcome.assert_fatal("waitForLabyrinth", &["la connexion"]);
    }
}
