//! Games of Labyrinthe.

use protocol::cgs::{Edition, MoveCode, OPPONENT_BROKE, TREASURE_FOUND};

use crate::scene::{Notes, Player, command, text};
use crate::serveurs::{Labyrinthe, listen};

fn play(notes: &Notes, edition: Edition, on_go: &str, options: &[&str]) -> (Player, Labyrinthe) {
    let (listener, port) = listen();
    let (engine, year) = (notes.engine(on_go, ":"), edition.to_string());
    let args = ["labyrinthe", "127.0.0.1", &port, "moi", "--edition", &year, "--moteur", &engine];
    let player = Player::start(&[&args, options].concat());
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
        let said = text(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("2 coups sur 3 joués à la place du moteur"), "{said}");
        assert!(said.contains("Partie perdue (l'adversaire : trésor atteint)"), "{said}");
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
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        assert!(text(&output).contains("1 coup sur 2 joué à la place du moteur"), "{}", text(&output));
        assert!(text(&output).contains("Partie perdue (nous : hors temps ou partis)"), "{}", text(&output));
        assert!(text(&output).contains("nouveau départ"), "{}", text(&output));
    }
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
        assert!(output.status.success(), "{}", text(&output));
        let said = text(&output);
        let (illegal, broke) = match edition {
            Edition::E2017 => ("0 3", "hors temps ou parti"),
            Edition::E2025 => ("pas assez d'énergie pour une rotation", "n'a pas suivi le protocole"),
        };
        for said_of in [
            "moi : connecté (moteur témoin)",
            "Partie gagnée (nous : trésor atteint)",
            "Partie perdue (nous : coup illégal : ",
            &format!("Partie gagnée (l'adversaire : coup illégal : {illegal})"),
            &format!("Partie gagnée (l'adversaire : {broke})"),
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

#[test]
fn an_engine_of_another_game_is_refused_by_name() {
    for engine in ["java", "java-pipe"] {
        let refused = |options: &[&str]| {
            let args = ["labyrinthe", "127.0.0.1", "1", "moi", "--moteur", engine];
            let output = command(&[&args, options].concat()).output().expect("joueur");
            assert!(!output.status.success());
            text(&output)
        };
        let said = refused(&[]);
        assert!(said.contains(&format!("le moteur {engine} ne joue pas à labyrinthe")), "{said}");
        let said = refused(&["--langue", "en"]);
        assert!(said.contains("labyrinthe") && !said.contains("moteur java"), "{said}");
    }
}
