//! `joueur labyrinthe` plays whole games on the real server of Labyrinthe, with engines on a pipe and built-in ones.

use std::process::{Command, Output, Stdio};

use testing::labyrinthe::Server;
use testing::output::both;
use testing::process::program;

fn player(server: &Server, edition: &str, name: &str, options: &[&str]) -> Command {
    let mut command = Command::new(program("joueur"));
    let port = server.ports[usize::from(edition == "2025")].to_string();
    command.args(["labyrinthe", "127.0.0.1", &port, name, "--edition", edition]).args(options);
    command
}

fn play(server: &Server, edition: &str, name: &str, options: &[&str]) -> Output {
    player(server, edition, name, options).output().expect("a player")
}

/// An engine that never moves, in a few lines of shell.
const STAYS: &str = "pipe:while read -r word rest; do case $word in \
                     hello) echo engine 1 reste;; go) echo move rien;; quit) exit;; esac; done";

#[test]
fn several_games_against_training_players_in_both_editions() {
    let server = Server::start(&[]);
    for edition in ["2017", "2025"] {
        let options = ["--moteur", "astar", "--entrainement", "DO_NOTHING timeout=60", "--nombre", "3"];
        let played = play(&server, edition, "alice", &options);
        assert!(played.status.success(), "{}", both(&played));
        assert!(both(&played).contains("Parties gagnées 3, perdues 0"), "{}", both(&played));
        assert_eq!(both(&played).matches("trésor atteint").count(), 3, "{}", both(&played));
        let options = ["--moteur", STAYS, "--entrainement", "ASTAR start=0", "--nombre", "2"];
        let played = play(&server, edition, "alice", &options);
        assert!(played.status.success(), "{}", both(&played));
        assert!(both(&played).contains("Parties gagnées 0, perdues 2"), "{}", both(&played));
        assert!(both(&played).contains("l'adversaire (trésor atteint)"), "{}", both(&played));
    }
}

#[test]
fn an_engine_that_fails_does_not_forfeit_and_hears_of_its_own_moves_only() {
    let server = Server::start(&[]);
    let engines = [
        "read -r hello; echo engine 1 meurt; read -r game; exit 1",
        "while read -r word rest; do echo $word $rest >&3; case $word in hello) echo engine 1 ment;; \
         go) echo move ligne 99 gauche;; quit) exit;; esac; done",
        "while read -r word rest; do echo $word $rest >&3; case $word in hello) echo engine 1 fou;; \
         go) echo move n importe quoi;; quit) exit;; esac; done",
    ];
    for engine in engines {
        let notes = tempfile::NamedTempFile::new().expect("a file");
        let engine = format!("pipe:exec 3>>{}; {engine}", notes.path().display());
        let options = ["--moteur", &engine, "--entrainement", "ASTAR seed=7 start=0"];
        let played = play(&server, "2017", "bob", &options);
        assert_eq!(played.status.code(), Some(1), "{}", both(&played));
        // It has played on until the other one was there: no illegal move, no timeout.
        assert!(both(&played).contains("l'adversaire (trésor atteint)"), "{}", both(&played));
        let missing = both(&played).matches("coup de secours").count();
        assert!(missing > 1, "{}", both(&played));
        let notes = std::fs::read_to_string(notes.path()).expect("notes");
        assert!(!notes.contains("verdict"), "{notes}");
        if !notes.is_empty() {
            // After each move in its place it was told where the game stands.
            assert_eq!(
                notes.lines().filter(|line| line.starts_with("game ")).count(),
                missing + 1,
                "{notes}"
            );
            assert_eq!(notes.matches(" moves=").count(), missing, "{notes}");
        }
    }
}

#[test]
fn two_players_meet_across_editions() {
    let server = Server::start(&["--apparier"]);
    let quick = ["--moteur", "astar", "--nombre", "2"];
    let first = player(&server, "2017", "alice", &quick).stdout(Stdio::piped()).spawn().expect("a player");
    let second = play(&server, "2025", "bob", &["--moteur", STAYS, "--nombre", "2"]);
    let first = first.wait_with_output().expect("a player");
    assert!(first.status.success() && second.status.success(), "{}\n{}", both(&first), both(&second));
    assert!(both(&first).contains("Parties gagnées 2, perdues 0"), "{}", both(&first));
    assert!(both(&second).contains("Parties gagnées 0, perdues 2"), "{}", both(&second));
}

#[test]
fn a_tournament_ends_for_the_players_of_both_editions() {
    let server = Server::start(&[]);
    let (sender, players) = std::sync::mpsc::channel();
    server.tournament(["alice", "bob"], || {
        for (edition, name, engine) in [("2017", "alice", "astar"), ("2025", "bob", STAYS)] {
            let options = ["--moteur", engine, "--entrainement", "TOURNAMENT cup", "--jusqu-a-la-fin"];
            let mut command = player(&server, edition, name, &options);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a player");
            sender.send(child).expect("the test");
        }
    });
    for tally in ["Parties gagnées 2, perdues 0", "Parties gagnées 0, perdues 2"] {
        let output = players.recv().expect("a player").wait_with_output().expect("its end");
        assert!(output.status.success(), "{}", both(&output));
        for said in ["Le tournoi cup est fini", tally] {
            assert!(both(&output).contains(said), "{said}: {}", both(&output));
        }
    }
    // Who comes when all is over, or does not say of what he wants to see the end.
    let late = play(&server, "2017", "alice", &["--entrainement", "TOURNAMENT cup", "--jusqu-a-la-fin"]);
    assert!(late.status.success() && both(&late).contains("Parties gagnées 0, perdues 0"), "{}", both(&late));
    let endless = play(&server, "2017", "alice", &["--entrainement", "ASTAR", "--jusqu-a-la-fin"]);
    assert!(!endless.status.success() && both(&endless).contains("quel tournoi"), "{}", both(&endless));
}

#[test]
fn what_goes_wrong_is_said() {
    let server = Server::start(&[]);
    let cases = [
        (["2017", "bad name"], vec!["--moteur", "astar"], "The name is invalid"),
        (["2017", "alice"], vec!["--moteur", "astar", "--entrainement", "NOBODY"], "'NOBODY' is not valid"),
        (["2017", "alice"], vec!["--moteur", "pipe:exit 1"], "ne démarre pas"),
        (
            ["2017", "alice"],
            vec!["--moteur", "alphabeta"],
            "le moteur alphabeta ne joue pas à labyrinthe (moteurs possibles : ",
        ),
    ];
    for ([edition, name], options, said) in cases {
        let played = play(&server, edition, name, &options);
        assert!(!played.status.success() && both(&played).contains(said), "{}", both(&played));
    }
    // The other edition's header.
    let mut command = Command::new(program("joueur"));
    command.args(["labyrinthe", "127.0.0.1", &server.ports[1].to_string(), "alice", "--moteur", "astar"]);
    let played = command.output().expect("a player");
    assert!(!played.status.success() && both(&played).contains("édition"), "{}", both(&played));
}
