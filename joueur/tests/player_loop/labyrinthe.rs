//! Games of Labyrinthe.

use std::fs;
use std::iter;
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use protocol::cgs::{Command, Edition, MoveCode, NOT_READY, OK, OPPONENT_BROKE, TREASURE_FOUND};

use crate::scene::{Notes, command, start};
use crate::servers::{Labyrinthe, listen};
use testing::PATIENCE;
use testing::output::{both, lines};
use testing::process::Killed;

fn play(notes: &Notes, edition: Edition, on_go: &str, options: &[&str]) -> (Killed, Labyrinthe) {
    let (listener, port) = listen();
    let (engine, year) = (notes.engine(on_go, ":"), edition.to_string());
    let args = ["labyrinthe", "127.0.0.1", &port, "moi", "--edition", &year, "--moteur", &engine];
    let player = start(&[&args, options].concat());
    (player, Labyrinthe::accept(&listener, edition))
}

#[test]
fn a_liar_is_never_told_that_its_move_was_valid() {
    for edition in Edition::ALL {
        let notes = Notes::new();
        // A rotation that it cannot pay, and then nothing that is a move.
        let on_go =
            "case $n in 1) echo move ligne 0 gauche;; 2) echo move n importe quoi;; *) echo move rien;; esac";
        let (player, mut server) = play(&notes, edition, on_go, &[]);
        let mut moves = Vec::new();
        notes.expect("hello 1");
        let game = notes.expect_game("");
        let energy = format!("energy={}", edition.second_energy());
        for word in ["labyrinthe first", "L=", "H=", "walls=", &energy, "time=10000"] {
            assert!(game.contains(word), "{game}");
        }
        for _ in 0..2 {
            notes.expect("go ");
            moves.push(server.play(MoveCode::Ok, ""));
            notes.expect_game(&moves.join(","));
            server.opponent("8 0", "", MoveCode::Ok);
            moves.push("rien".to_owned());
            notes.expect("opponent rien");
        }
        notes.expect("go ");
        assert_eq!(server.play(MoveCode::Ok, ""), "rien");
        notes.expect("verdict VALID CONT");
        server.opponent("7 0", TREASURE_FOUND, MoveCode::Win);
        notes.expect("end PERDU win");
        notes.expect("quit");
        let output = player.end();
        let said = both(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("2 coups sur 3 sont des coups de secours"), "{said}");
        assert!(said.contains("Vous perdez contre l'adversaire (trésor atteint)"), "{said}");
        assert!(said.contains("Parties gagnées 0, perdues 1"), "{said}");
        assert_eq!(said.matches("coup de secours").count(), 2, "{said}");
        assert!(said.contains("coup illégal"), "{said}");
    }
}

#[test]
fn an_engine_that_died_is_started_again_in_the_opponents_time() {
    for edition in Edition::ALL {
        let notes = Notes::new();
        let on_go = "case $n in 1) exit 3;; *) echo move rien;; esac";
        let (player, mut server) = play(&notes, edition, on_go, &[]);
        for line in ["hello 1", "game labyrinthe first", "go "] {
            notes.expect(line);
        }
        let first = server.play(MoveCode::Ok, "");
        notes.expect("hello 1");
        notes.expect_game(&first.replace(' ', "%20"));
        server.opponent("8 0", "", MoveCode::Ok);
        notes.expect("opponent rien");
        notes.expect("go ");
        assert_eq!(server.play(MoveCode::Lose, "Timeout !"), "rien");
        notes.expect("verdict TIMEOUT PERDU");
        notes.expect("end PERDU timeout");
        let output = player.end();
        assert_eq!(output.status.code(), Some(1), "{}", both(&output));
        assert!(both(&output).contains("1 coup sur 2 est un coup de secours"), "{}", both(&output));
        assert!(both(&output).contains("Vous perdez, TIMEOUT"), "{}", both(&output));
        assert!(both(&output).contains("nouveau départ"), "{}", both(&output));
    }
}

/// The opponent moves while the engine is restarted.
#[test]
fn a_restart_counts_in_the_time_that_the_engine_is_told() {
    let notes = Notes::new();
    let (listener, port) = listen();
    let engine = notes.engine("echo move rien; exit 3", ":");
    let command = engine.strip_prefix("pipe:").expect("a command");
    let [moved, gate] = ["n", "gate"].map(|name| notes.path().with_file_name(name));
    let slow = format!(
        "pipe:[ ! -e {} ] || until [ -e {} ]; do sleep 0.02; done; exec {command}",
        moved.display(),
        gate.display()
    );
    let mut player =
        start(&["labyrinthe", "127.0.0.1", &port, "moi", "--edition", "2025", "--moteur", &slow]);
    let said = lines(player.0.stderr.take().expect("its errors"));
    let mut server = Labyrinthe::accept(&listener, Edition::E2025);
    let go =
        || iter::repeat_with(|| notes.next()).find_map(|line| line.strip_prefix("go ")?.parse::<u64>().ok());
    go();
    let ended = |line: String| line.contains("code de sortie 3");
    assert!(iter::from_fn(|| said.recv_timeout(PATIENCE).ok()).any(ended), "the player sees its end");
    assert_eq!(server.play(MoveCode::Ok, ""), "rien");
    assert_eq!(server.command(), Command::GetMove);
    server.say(&[OK]);
    server.say(&Edition::E2025.move_answer("8 0", "", MoveCode::Ok));
    thread::sleep(Duration::from_secs(1));
    fs::write(gate, "").expect("a gate");
    let told = go().expect("milliseconds");
    assert!(told <= 9000, "it had 10 s, and took one to start: {told}");
}

#[test]
fn several_games_on_a_connection_and_their_ends_in_words() {
    for edition in Edition::ALL {
        let notes = Notes::new();
        let (player, mut server) = play(&notes, edition, "echo move rien", &["--nombre", "4"]);
        server.play(MoveCode::Win, TREASURE_FOUND);
        server.game();
        server.play(MoveCode::Lose, "Outch! There's a wall where you want to move!");
        server.game();
        server.play(MoveCode::Ok, "");
        server.opponent("0 3", "not enough energy to make a rotation", MoveCode::Lose);
        server.game();
        server.play(MoveCode::Ok, "");
        let broke = format!("{OPPONENT_BROKE}: GET_MOVE on its own turn");
        server.opponent("", &broke, MoveCode::Lose);
        let output = player.end();
        assert!(output.status.success(), "{}", both(&output));
        let said = both(&output);
        let (illegal, broke) = match edition {
            Edition::E2017 => ("0 3", "TIMEOUT"),
            Edition::E2025 => ("pas assez d'énergie pour une rotation", "requête incorrecte"),
        };
        for said_of in [
            "moi : connecté (moteur témoin)",
            "Vous gagnez contre l'adversaire (trésor atteint)",
            "Vous perdez, TRICHE (",
            &format!("Vous gagnez, TRICHE de l'adversaire ({illegal})"),
            &format!("Vous gagnez, {broke} de l'adversaire"),
            "Parties gagnées 3, perdues 1",
        ] {
            assert!(said.contains(said_of), "{said_of}: {said}");
        }
        assert!(!said.contains("Outch") && !said.contains("energy"), "{said}");
        let ends: Vec<String> = notes.rest().into_iter().filter(|line| line.starts_with("end")).collect();
        let last = if edition == Edition::E2017 { "end GAGNE timeout" } else { "end GAGNE malformed" };
        assert_eq!(ends, ["end GAGNE win", "end PERDU triche", "end GAGNE triche", last]);
    }
}

/// Where the server says nothing that could be said again, the sentence has no empty place for it.
#[test]
fn an_illegal_move_of_which_nothing_is_said() {
    for (mv, message, said) in [
        (" ", "", "Vous gagnez, TRICHE de l'adversaire\n"),
        ("9 0 ", "", "Vous gagnez, TRICHE de l'adversaire (9 0)"),
        (" ", "hors sujet \n", "Vous gagnez, TRICHE de l'adversaire (hors sujet)"),
    ] {
        let notes = Notes::new();
        let (player, mut server) = play(&notes, Edition::E2025, "echo move rien", &[]);
        server.play(MoveCode::Ok, "");
        server.opponent(mv, message, MoveCode::Lose);
        let output = player.end();
        assert!(output.status.success() && both(&output).contains(said), "{said}: {}", both(&output));
    }
}

const CUP: &str = "TOURNAMENT cup";

/// A player who plays a tournament to its end, with the server that has let him in and the door for his coming back.
fn to_the_end(notes: &Notes, edition: Edition) -> (Killed, Labyrinthe, TcpListener) {
    let (listener, port) = listen();
    let (engine, year) = (notes.engine("echo move rien", ":"), edition.to_string());
    let args = ["labyrinthe", "127.0.0.1", &port, "moi", "--edition", &year, "--moteur", &engine];
    let player = start(&[&args[..], &["--entrainement", CUP, "--jusqu-a-la-fin"]].concat());
    let server = Labyrinthe::enter(&listener, edition);
    (player, server, listener)
}

/// How the server says that there will be no game any more.
enum Over {
    /// It refuses the next demand.
    Refused,
    /// It lets go of who waits, and refuses him when he asks again.
    LetGo(&'static str),
}

#[test]
fn a_tournament_is_played_to_its_end() {
    let cannot = |why: &str| format!("The tournament 'cup' cannot be joined: The tournament 'cup' {why}");
    for edition in Edition::ALL {
        for over in [Over::Refused, Over::LetGo("is over"), Over::LetGo("doesn't exist")] {
            let notes = Notes::new();
            let (player, mut server, listener) = to_the_end(&notes, edition);
            server.game_of(CUP);
            server.play(MoveCode::Win, TREASURE_FOUND);
            server.game_of(CUP);
            server.play(MoveCode::Lose, "The type is not valid !");
            server.game_of(CUP);
            server.play(MoveCode::Win, TREASURE_FOUND);
            assert_eq!(server.command(), Command::WaitGame(CUP.into()));
            let why = match over {
                Over::Refused => "is over",
                Over::LetGo(why) => {
                    server.say(&[OK]);
                    drop(server);
                    server = Labyrinthe::enter(&listener, edition);
                    assert_eq!(server.command(), Command::WaitGame(CUP.into()));
                    why
                }
            };
            let refusal = cannot(why);
            server.say(&[&refusal, &refusal]);
            drop(server);
            let output = player.end();
            assert!(output.status.success(), "{}", both(&output));
            for said in ["Le tournoi cup est fini", "Parties gagnées 2, perdues 1"] {
                assert!(both(&output).contains(said), "{said}: {}", both(&output));
            }
        }
    }
}

/// A server that lets go of who waits, and is there again, goes on with the tournament.
#[test]
fn a_tournament_that_goes_on_is_gone_on_with() {
    let notes = Notes::new();
    let (player, mut server, listener) = to_the_end(&notes, Edition::E2025);
    assert_eq!(server.command(), Command::WaitGame(CUP.into()));
    server.say(&[OK, NOT_READY]);
    drop(server);
    let mut server = Labyrinthe::enter(&listener, Edition::E2025);
    server.game_of(CUP);
    server.play(MoveCode::Win, TREASURE_FOUND);
    assert_eq!(server.command(), Command::WaitGame(CUP.into()));
    server.say(&["The tournament 'cup' cannot be joined: The tournament 'cup' is over"]);
    let output = player.end();
    assert!(output.status.success(), "{}", both(&output));
    assert!(both(&output).contains("Parties gagnées 1, perdues 0"), "{}", both(&output));
}

/// Nobody knows whether it was the end.
#[test]
fn a_server_that_is_gone_is_no_end_of_a_tournament() {
    let notes = Notes::new();
    let (player, mut server, listener) = to_the_end(&notes, Edition::E2017);
    assert_eq!(server.command(), Command::WaitGame(CUP.into()));
    server.say(&[OK]);
    drop((listener, server));
    let output = player.end();
    assert!(!output.status.success(), "{}", both(&output));
    let said = both(&output);
    assert!(said.contains("le serveur a fermé la connexion : personne n'écoute"), "{said}");
    assert!(!said.contains("fini"), "{said}");
}

/// What was never joined is not over: a name that is wrong is an error.
#[test]
fn a_tournament_that_does_not_exist_is_an_error() {
    let notes = Notes::new();
    let (player, mut server, _listener) = to_the_end(&notes, Edition::E2017);
    assert_eq!(server.command(), Command::WaitGame(CUP.into()));
    server.say(&["The tournament 'cup' cannot be joined: The tournament 'cup' doesn't exist"]);
    let output = player.end();
    assert!(!output.status.success() && both(&output).contains("doesn't exist"), "{}", both(&output));
}

#[test]
fn an_engine_of_another_game_is_refused_by_name() {
    for engine in ["java", "java-pipe"] {
        let refused = |options: &[&str]| {
            let args = ["labyrinthe", "127.0.0.1", "1", "moi", "--moteur", engine];
            let output = command(&[&args, options].concat()).output().expect("joueur");
            assert!(!output.status.success());
            both(&output)
        };
        let said = refused(&[]);
        assert!(said.contains(&format!("le moteur {engine} ne joue pas à labyrinthe")), "{said}");
        let said = refused(&["--langue", "en"]);
        assert!(said.contains("labyrinthe") && !said.contains("moteur java"), "{said}");
    }
}
