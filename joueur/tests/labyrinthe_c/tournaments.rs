//! Tournaments end for programs that know nothing of their end: with their tally, and status 0.

use std::process::Command;
use std::sync::mpsc;
use std::thread;

use protocol::cgs::Edition;

use crate::build::{Form, program};
use crate::programs::{run, verdicts};
use crate::scene::{LABYRINTH, Outcome, Peer, Scene};
use testing::labyrinthe::Server;

const ASKS: &str = "WAIT_GAME TOURNAMENT coupe";
/// Two games, the first won, the second lost, and a demand for a third.
const CALLS: &str = "connecter\nattendre TOURNAMENT coupe\nlabyrinthe\njouer 8 0\n\
                     attendre TOURNAMENT coupe\nlabyrinthe\njouer 8 0\nattendre TOURNAMENT coupe\n";

/// Lets alice in, and plays these two games with her.
fn two_games(peer: &mut Peer) {
    peer.turn("CLIENT_NAME alice", &["OK"]);
    for code in ["1", "-1"] {
        peer.turn(ASKS, &["OK", "b88a3bac", "13 9"]);
        peer.turn("GET_GAME_DATA", &["OK", LABYRINTH, "0"]);
        peer.play("8 0", code, "");
    }
    peer.expect(ASKS);
}

fn refuse(peer: &mut Peer, why: &str) {
    let text = format!("The tournament 'coupe' cannot be joined: The tournament 'coupe' {why}");
    peer.say(&[&text, &text]);
}

fn assert_over(outcome: &Outcome, tally: &str) {
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let said = format!("labyrinthe : waitForLabyrinth : le tournoi coupe est fini ; {tally}\n");
    assert!(outcome.err.ends_with(&said), "{outcome:?}");
}

#[test]
fn who_asks_for_a_tournament_that_is_over_has_played_it() {
    for edition in Edition::ALL {
        for form in [Form::StaticC, Form::SharedC, Form::Cpp] {
            let outcome = Scene { form, ..Scene::new(edition) }.play_one(CALLS, |mut peer| {
                two_games(&mut peer);
                refuse(&mut peer, "is over");
                peer.hang_up();
            });
            assert_over(&outcome, "parties gagnées 1, perdues 1");
        }
    }
}

/// Who waits is let go of without a word, and asks once more.
#[test]
fn who_is_let_go_of_asks_once_more() {
    for edition in Edition::ALL {
        for why in ["is over", "doesn't exist"] {
            for resets in [false, true] {
                let outcome = Scene::new(edition).play(CALLS, |accept| {
                    let mut peer = accept();
                    two_games(&mut peer);
                    peer.say(&["OK"]);
                    if resets {
                        peer.reset()
                    } else {
                        drop(peer)
                    }
                    let mut peer = accept();
                    peer.turn("CLIENT_NAME alice", &["OK"]);
                    peer.expect(ASKS);
                    refuse(&mut peer, why);
                    peer.hang_up();
                });
                assert_over(&outcome, "parties gagnées 1, perdues 1");
            }
        }
    }
}

/// The server was started again: the tournament goes on, and ends.
#[test]
fn a_tournament_goes_on_with_a_server_that_is_there_again() {
    let calls = "connecter\nattendre TOURNAMENT coupe\nlabyrinthe\njouer 8 0\nattendre TOURNAMENT coupe\n";
    let outcome = Scene::new(Edition::E2025).play(calls, |accept| {
        let mut peer = accept();
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.turn(ASKS, &["OK", "NOT_READY"]);
        drop(peer);
        let mut peer = accept();
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.turn(ASKS, &["OK", "NOT_READY", "b88a3bac", "13 9"]);
        peer.turn("GET_GAME_DATA", &["OK", LABYRINTH, "0"]);
        peer.play("8 0", "1", "");
        peer.expect(ASKS);
        refuse(&mut peer, "is over");
        peer.hang_up();
    });
    assert_over(&outcome, "parties gagnées 1, perdues 0");
}

/// Anything else is no end: a server that closes again, one that closes in a game, a tournament that never was, a game of no tournament.
#[test]
fn what_is_no_end_of_a_tournament_is_an_error() {
    let joined = |peer: &mut Peer| {
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.turn(ASKS, &["OK"]);
    };
    let twice = Scene::new(Edition::E2017).play("connecter\nattendre TOURNAMENT coupe", |accept| {
        for _ in 0..2 {
            joined(&mut accept());
        }
    });
    twice.assert_fatal("waitForLabyrinth", &["le serveur a fermé la connexion"]);
    let in_a_game = Scene::new(Edition::E2017).play_one(CALLS, |mut peer| {
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.turn(ASKS, &["OK", "b88a3bac", "13 9"]);
        peer.turn("GET_GAME_DATA", &["OK", LABYRINTH, "0"]);
        peer.expect("PLAY_MOVE 8 0");
        peer.hang_up();
    });
    in_a_game.assert_fatal("sendMove", &["le serveur a fermé la connexion"]);
    let unknown = Scene::new(Edition::E2017).play_one("connecter\nattendre TOURNAMENT coupe", |mut peer| {
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.expect(ASKS);
        refuse(&mut peer, "doesn't exist");
        peer.hang_up();
    });
    unknown.assert_fatal("waitForLabyrinth", &["ce tournoi", "doesn't exist"]);
    let regular = Scene::new(Edition::E2017).play_one("connecter\nattendre", |mut peer| {
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.turn("WAIT_GAME ", &["OK"]);
        peer.hang_up();
    });
    regular.assert_fatal("waitForLabyrinth", &["le serveur a fermé la connexion"]);
}

/// The programs of the subject, in a tournament of the real server, are not told how many games it has.
#[test]
fn the_programs_play_a_tournament_to_its_end() {
    let server = Server::start(&[]);
    let (sender, outcomes) = mpsc::channel();
    server.tournament(["le_astar", "le_rien"], || {
        for (edition, name) in [(0, "astar"), (1, "rien")] {
            let port = server.ports[edition].to_string();
            let mut command = Command::new(program(name));
            command.args(["127.0.0.1", &port, &format!("le_{name}"), "TOURNAMENT cup"]);
            command.env_remove("LABYRINTHE_EDITION");
            let sender = sender.clone();
            thread::spawn(move || sender.send(run(&mut command)).expect("the test"));
        }
    });
    let both: Vec<Outcome> = outcomes.iter().take(2).collect();
    let won = |outcome: &Outcome| verdicts(outcome).into_iter().filter(|&won| won).count();
    assert_eq!(won(&both[0]) + won(&both[1]), 2, "{both:?}");
    for outcome in &both {
        assert_eq!((outcome.code, verdicts(outcome).len()), (Some(0), 2), "{outcome:?}");
        let tally = format!(
            "le tournoi cup est fini ; parties gagnées {}, perdues {}",
            won(outcome),
            2 - won(outcome)
        );
        assert!(outcome.err.contains(&tally), "{tally}: {outcome:?}");
    }
}
