//! What the functions of the library send, receive and give.

use std::net::TcpListener;
use std::process::Command;

use protocol::cgs::Edition;

use crate::build::Form;
use crate::scene::{LABYRINTH, Pace, Peer, Scene, message, play};

const EDITIONS: [Edition; 2] = Edition::ALL;

/// Two games on one connection, a game on another; every function.
const CALLS: &str = "connecter
attendre DO_NOTHING timeout=10
labyrinthe
afficher
commenter bonjour
jouer 7 -1
recevoir
jouer 2 3
recevoir
jouer 4 0
attendre
labyrinthe
recevoir
jouer 8 -1
recevoir
fermer
connecter
attendre
labyrinthe
recevoir
fermer
fermer";

const PICTURE: &str = "+---+\n|▉ \u{1b}[32m⚑\u{1b}[39m|\n+---+\n\n[bob] déjà\n\n";

fn two_games_and_another(accept: &mut dyn FnMut() -> Peer, training: &str) {
    let mut peer = accept();
    peer.turn("CLIENT_NAME alice", &["OK"]);
    peer.turn(&format!("WAIT_GAME {training}DO_NOTHING timeout=10"), &["OK", "b88a3bac", "13 9"]);
    peer.turn("GET_GAME_DATA", &["OK", LABYRINTH, "0"]);
    peer.turn("DISP_GAME", &["OK", PICTURE]);
    peer.turn("SEND_COMMENT bonjour", &["OK"]);
    peer.play("7 0", "0", "");
    peer.give("8 0", "0", "");
    peer.play("2 3", "0", "");
    peer.give("0 8", "0", "");
    peer.play("4 0", "1", "Treasor found !!");
    peer.turn("WAIT_GAME ", &["OK", "00", "13 9"]);
    peer.turn("GET_GAME_DATA", &["OK", LABYRINTH, "1"]);
    peer.give("3 12", "0", "");
    peer.play("8 0", "0", "");
    peer.give("6 0", "1", "");
    peer.expect_end();
    let mut peer = accept();
    peer.begin("1");
    peer.give("4 0", "-1", "");
    peer.expect_end();
}

#[test]
fn whole_games_in_both_editions() {
    for edition in EDITIONS {
        for pace in [Pace::Whole, Pace::Bytes] {
            for variable in [None, Some(if edition == Edition::E2017 { "2017" } else { "2025" })] {
                for form in [Form::StaticC, Form::SharedC, Form::Cpp] {
                    let training = if edition == Edition::E2017 { "" } else { "TRAINING " };
                    let scene = Scene { edition, pace, form, variable };
                    let outcome = scene.play(CALLS, |accept| two_games_and_another(accept, training));
                    let expected = format!(
                        "connecte\npartie [b88a3bac] 13 x 9 mur\ncommence 0 {LABYRINTH}\n{PICTURE}affiche\ncommente\n\
                         joue code 0\nrecu 8 0 code 0\njoue code 0\nrecu 0 8 code 0\njoue code 1\n\
                         partie [00] 13 x 9 mur\ncommence 1 {LABYRINTH}\nrecu 3 12 code 0\njoue code 0\n\
                         recu 6 0 code 1\nferme\nconnecte\npartie [b88a3bac] 13 x 9 mur\ncommence 1 {LABYRINTH}\n\
                         recu 4 0 code -1\nferme\nferme\n"
                    );
                    assert_eq!(outcome.out, expected, "{edition} {pace:?} {form:?}: {}", outcome.err);
                    assert_eq!(outcome.err, "labyrinthe : sendMove : le serveur dit : Treasor found !!\n");
                    assert_eq!(outcome.code, Some(0));
                }
            }
        }
    }
}

#[test]
fn waits_through_not_ready() {
    for pace in [Pace::Whole, Pace::Bytes] {
        let scene = Scene { pace, ..Scene::new(Edition::E2025) };
        let outcome = scene.play_one("connecter\nattendre", |mut peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK"]);
            (0..20).for_each(|_| peer.say(&["NOT_READY"]));
            peer.say(&["001092263e14", "21 19"]);
            peer.expect_end();
        });
        assert_eq!(outcome.lines(), ["connecte", "partie [001092263e14] 21 x 19 mur"], "{outcome:?}");
    }
}

/// The value of a displacement is not used: the course's server refuses negative numbers, so none is sent.
#[test]
fn moves_as_they_are_sent() {
    let sent = [
        ("7 -1", "7 0"),
        ("8 -1", "8 0"),
        ("4 -2147483648", "4 0"),
        ("5 3", "5 3"),
        ("0 0", "0 0"),
        ("1 8", "1 8"),
        ("3 2147483647", "3 2147483647"),
        ("2 -1", "2 -1"),
        ("9 0", "9 0"),
    ];
    let calls = sent.iter().map(|(call, _)| format!("jouer {call}\nrecevoir\n")).collect::<String>();
    let outcome = Scene::new(Edition::E2017).play_one(
        &format!("connecter\nattendre\nlabyrinthe\n{calls}"),
        |mut peer| {
            peer.begin("0");
            for (_, wire) in sent {
                peer.play(wire, "0", "");
                peer.give("8 0", "0", "");
            }
            peer.expect_end();
        },
    );
    assert_eq!((outcome.code, outcome.lines().len()), (Some(0), 3 + 2 * sent.len()), "{outcome:?}");
}

#[test]
fn moves_as_they_are_received() {
    let received = [
        ("8 0", "recu 8 0 code 0"),
        ("08 00", "recu 8 0 code 0"),
        ("7 -1", "recu 7 -1 code 0"),
        ("8\t1", "recu 8 1 code 0"),
        ("6 0 trailing words", "recu 6 0 code 0"),
        ("4 99999999999999999999", "recu 4 2147483647 code 0"),
        ("0 8", "recu 0 8 code 0"),
        ("3 12", "recu 3 12 code 0"),
    ];
    for edition in EDITIONS {
        let calls =
            format!("connecter\nattendre\nlabyrinthe\n{}", "recevoir\njouer 8 0\n".repeat(received.len()));
        let outcome = Scene::new(edition).play_one(&calls, |mut peer| {
            peer.begin("1");
            for (text, _) in received {
                peer.give(text, "0", "");
                peer.play("8 0", "0", "");
            }
            peer.expect_end();
        });
        let lines = outcome.lines().into_iter().skip(3).step_by(2).collect::<Vec<_>>();
        assert_eq!(lines, received.map(|(_, line)| line), "{outcome:?}");
    }
}

/// The loser may have played nothing, or nothing that could be read.
#[test]
fn a_lost_game_needs_no_move() {
    for edition in EDITIONS {
        for (text, line) in [
            ("", "recu 8 -1 code -1"),
            ("quatre", "recu 8 -1 code -1"),
            ("9 0", "recu 8 -1 code -1"),
            ("0 9", "recu 8 -1 code -1"),
            ("2 13", "recu 8 -1 code -1"),
            ("-8 0", "recu 8 -1 code -1"),
            ("4 0", "recu 4 0 code -1"),
        ] {
            let remark = if text.is_empty() { "Opponent has disconnected" } else { "" };
            let outcome =
                Scene::new(edition).play_one("connecter\nattendre\nlabyrinthe\nrecevoir", |mut peer| {
                    peer.begin("1");
                    peer.give(text, "-1", remark);
                    peer.expect_end();
                });
            assert_eq!(outcome.lines()[3], line, "{text}: {outcome:?}");
            let told = edition == Edition::E2025 && text.is_empty();
            assert_eq!(
                outcome.err.contains("le serveur dit : Opponent has disconnected"),
                told,
                "{outcome:?}"
            );
            assert_eq!(outcome.code, Some(0));
        }
    }
}

/// The reason why a move loses is shown, without what could command the terminal.
#[test]
fn the_reason_of_a_loss_is_shown() {
    for edition in EDITIONS {
        let outcome =
            Scene::new(edition).play_one("connecter\nattendre\nlabyrinthe\njouer 4 0", |mut peer| {
                peer.begin("0");
                peer.play("4 0", "-1", "Outch!\u{1b}[2J \u{9b}mur\r\n");
                peer.expect_end();
            });
        assert_eq!(outcome.lines()[3], "joue code -1", "{outcome:?}");
        assert_eq!(outcome.err, "labyrinthe : sendMove : le serveur dit : Outch! [2J   mur  \n");
    }
}

#[test]
fn game_strings() {
    let strings = [
        // what the program asks for, edition 2017, edition 2025
        ("", "", ""),
        ("   ", "", ""),
        ("timeout=10 seed=3", "timeout=10 seed=3", "timeout=10 seed=3"),
        ("DO_NOTHING timeout=10", "DO_NOTHING timeout=10", "TRAINING DO_NOTHING timeout=10"),
        ("TRAINING DO_NOTHING", "DO_NOTHING", "TRAINING DO_NOTHING"),
        (
            " TRAINING  PLAY_RANDOM rotation=False",
            "PLAY_RANDOM rotation=False",
            "TRAINING PLAY_RANDOM rotation=False",
        ),
        ("TRAINING", "", ""),
        ("TRAININGS", "TRAININGS", "TRAINING TRAININGS"),
        ("TOURNAMENT coupe", "TOURNAMENT coupe", "TOURNAMENT coupe"),
        ("TOURNAMENTS", "TOURNAMENTS", "TRAINING TOURNAMENTS"),
        ("ASTAR\tstart=0\u{7f}", "ASTAR start=0 ", "TRAINING ASTAR start=0 "),
    ];
    for edition in EDITIONS {
        for (asked, old, new) in strings {
            let wire = if edition == Edition::E2017 { old } else { new };
            let outcome =
                Scene::new(edition).play_one(&format!("connecter\nattendre {asked}"), |mut peer| {
                    peer.turn("CLIENT_NAME alice", &["OK"]);
                    peer.turn(&format!("WAIT_GAME {wire}"), &["OK", "aa", "15 11"]);
                    peer.expect_end();
                });
            assert_eq!(outcome.lines()[1..], ["partie [aa] 15 x 11 mur"], "{asked}: {outcome:?}");
        }
    }
}

/// A name of 50 characters, as the subject says; one less than the array that programs have for it.
#[test]
fn long_names_of_games_are_cut() {
    let names = [
        ("a".repeat(49), "a".repeat(49)),
        ("a".repeat(50), "a".repeat(49)),
        ("é".repeat(30), "é".repeat(24)),
        ("b".repeat(9999), "b".repeat(49)),
        ("a\nb".to_owned(), "a b".to_owned()),
        (String::new(), String::new()),
    ];
    for (name, kept) in names {
        let outcome = Scene::new(Edition::E2017).play_one("connecter\nattendre", |mut peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK", &name, "13 9"]);
            peer.expect_end();
        });
        assert_eq!(outcome.lines()[1..], [format!("partie [{kept}] 13 x 9 mur")], "{outcome:?}");
    }
}

#[test]
fn comments_are_cut_and_cleaned() {
    let long = "é".repeat(150);
    let calls = format!(
        "connecter\nattendre\nlabyrinthe\ncommenter {long}\ncommenter \ncommenter   \t \u{7f}\n\
         commenter a\u{1b}[2Jb\tc\ncommenter 100% %s"
    );
    let outcome = Scene::new(Edition::E2017).play_one(&calls, |mut peer| {
        peer.begin("1");
        peer.turn(&format!("SEND_COMMENT {}", "é".repeat(100)), &["OK"]);
        peer.turn("SEND_COMMENT a [2Jb c", &["OK"]);
        peer.turn("SEND_COMMENT 100% %s", &["OK"]);
        peer.expect_end();
    });
    assert_eq!(outcome.lines()[3..], ["commente"; 5], "{outcome:?}");
}

/// As large as any message that a server may send.
#[test]
fn large_messages_arrive_whole() {
    let picture = "▉".repeat(9999 / 3);
    let larger = "▉".repeat(65_536 / 3);
    for (edition, picture) in [(Edition::E2017, &picture), (Edition::E2025, &larger)] {
        let outcome =
            Scene::new(edition).play_one("connecter\nattendre\nlabyrinthe\nafficher", |mut peer| {
                peer.begin("1");
                peer.turn("DISP_GAME", &["OK", picture]);
                peer.expect_end();
            });
        assert_eq!(outcome.out.lines().nth(3), Some(format!("{picture}affiche").as_str()), "{}", outcome.err);
    }
}

/// "At any time", says the subject: also just after the last move.
#[test]
fn a_finished_game_is_not_shown() {
    let calls = "connecter\nafficher\nattendre\nlabyrinthe\njouer 4 0\nafficher\ncommenter a\nfermer";
    let outcome = Scene::new(Edition::E2017).play_one(calls, |mut peer| {
        peer.begin("0");
        peer.play("4 0", "1", "");
        peer.expect_end();
    });
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(outcome.lines().last(), Some(&"ferme"));
    assert_eq!(outcome.err.matches("aucune partie en cours").count(), 3, "{outcome:?}");
}

/// A program that connects again without having closed the connection.
#[test]
fn connecting_again_closes_the_connection() {
    let outcome = Scene::new(Edition::E2017).play("connecter\nconnecter\nattendre", |accept| {
        let mut first = accept();
        first.turn("CLIENT_NAME alice", &["OK"]);
        let mut second = accept();
        first.expect_end();
        second.turn("CLIENT_NAME alice", &["OK"]);
        second.turn("WAIT_GAME ", &["OK", "a", "13 9"]);
        second.expect_end();
    });
    assert_eq!(outcome.lines(), ["connecte", "connecte", "partie [a] 13 x 9 mur"], "{outcome:?}");
}

/// The edition of each connection is its own.
#[test]
fn the_edition_may_change_with_the_connection() {
    let calls = "connecter\nattendre ASTAR\nconnecter\nattendre ASTAR";
    let outcome = Scene::new(Edition::E2025).play(calls, |accept| {
        let mut first = accept();
        first.turn("CLIENT_NAME alice", &["OK"]);
        first.turn("WAIT_GAME TRAINING ASTAR", &["OK", "a", "13 9"]);
        let mut second = accept();
        second.expect("CLIENT_NAME alice");
        second.raw(&message(Edition::E2017, "OK"));
        second.expect("WAIT_GAME ASTAR");
        ["OK", "b", "13 9"].iter().for_each(|text| second.raw(&message(Edition::E2017, text)));
        second.expect_end();
    });
    assert_eq!(outcome.lines().last(), Some(&"partie [b] 13 x 9 mur"), "{outcome:?}");
}

#[test]
fn other_addresses() {
    for (bound, called) in [("[::1]:0", "::1"), ("127.0.0.1:0", "localhost")] {
        let Ok(listener) = TcpListener::bind(bound) else {
            eprintln!("{bound}: not on this machine");
            continue;
        };
        let port = listener.local_addr().expect("an address").port();
        let mut command = Command::new(Form::StaticC.path());
        let outcome = play(&mut command, &format!("connecter {called} {port} alice\n"), &listener, || {
            let mut peer = Peer::accept(&listener, Edition::E2017, Pace::Whole);
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.expect_end();
        });
        assert_eq!(outcome.lines(), ["connecte"], "{called}: {outcome:?}");
    }
}
