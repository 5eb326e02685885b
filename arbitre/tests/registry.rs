//! Every game of the registry: refereed from its first move to its last, written down, verified and shown.

mod seats;

use arbitre::game::Beginning;
use arbitre::judge::{Coup, Judge};
use arbitre::record::Record;
use arbitre::registry::{self, GAMES};
use arbitre::replay;
use jeux::ByPlayer;
use jeux::scene::Scene;

use seats::referee;

#[test]
fn every_game_is_refereed_and_verified() {
    for kind in GAMES {
        for seed in 1..6 {
            for single in [false, true].into_iter().filter(|&single| !single || kind.single) {
                let record = referee(kind, seed, single);
                assert_eq!(record.parties.len(), if single { 1 } else { kind.parties.len() });
                let json = record.to_json().expect("JSON");
                let read = Record::from_json(&json).expect("a record");
                assert_eq!(read, record, "{}", kind.name);
                replay::verify(&read).unwrap_or_else(|problem| panic!("{}: {problem}", kind.name));
            }
        }
    }
}

#[test]
fn every_game_is_shown_move_by_move() {
    for kind in GAMES {
        let record = referee(kind, 7, false);
        for partie in &record.parties {
            let names = replay::names(&record, partie);
            let mut pictures = Vec::new();
            let mut see =
                |judge: Option<&dyn Judge>| pictures.extend(judge.map(|judge| judge.picture(names)));
            replay::go_through(&record, partie, &mut |_, judge| see(judge)).expect("it can be shown");
            assert_eq!(pictures.len(), partie.moves.len() + 1, "{}", kind.name);
            assert!(pictures.iter().all(|picture| picture.ends_with('\n')), "{}", kind.name);
            for (moves, picture) in pictures.iter().enumerate() {
                let judge = replay::after(&record, partie, moves).expect("it can be shown");
                assert_eq!(&judge.picture(names), picture, "{}, {moves} moves", kind.name);
            }
        }
    }
}

/// Whoever judges it, the game is drawn, and its moves are touched in the drawing; what is no legal move is not.
#[test]
fn every_game_is_drawn_and_touched() {
    for kind in GAMES {
        let mut touched = 0;
        for partie in &referee(kind, 3, false).parties {
            let beginning = Beginning { setup: &partie.setup, first: partie.first, judged: true };
            let mut judge = kind.start(&beginning).expect("a start");
            let mut last = None;
            for mv in partie.moves.iter().take(40) {
                let names = ByPlayer { first: "Ada", second: "Blaise" };
                let scene = Scene { first: partie.first, last, ..Scene::of(names) };
                let drawing = judge.drawing(&scene).expect("a drawing");
                for touch in judge.touches(&mv.text) {
                    let there = format!("data-touch=\"{touch}\"");
                    assert!(drawing.contains(&there), "{}: {touch} for {}", kind.name, mv.text);
                    touched += 1;
                }
                assert!(judge.touches("nothing like a move").is_empty());
                judge.judge(&Coup::said(&mv.text)).expect("a move");
                last = Some(mv.text.as_str());
            }
        }
        assert!(touched > 5, "{}", kind.name);
    }
}

/// A record that says another move, whatever the game, is refused.
#[test]
fn what_the_rules_do_not_give_is_refused() {
    for kind in GAMES {
        let mut record = referee(kind, 3, false);
        let partie = record.parties.first_mut().expect("a game");
        partie.moves.pop();
        let problem = replay::verify(&record).expect_err("a game without its end");
        assert_eq!(problem.problem.code, "record-end-unseen", "{}", kind.name);
    }
}

#[test]
fn games_have_names_of_their_own() {
    let mut names: Vec<&str> = GAMES.iter().map(|kind| kind.name).collect();
    assert!(names.iter().all(|name| registry::find(name).is_some_and(|kind| kind.name == *name)));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), GAMES.len());
    assert!(registry::find("echecs").is_none());
}
