//! Legal moves on every board, and who beats whom.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use jeux::Position;
use jeux::coursidor::{Coursidor, Move, Shape};

use super::{begin, wander};
use crate::adapter::{Engine, Limits};
use crate::coursidor::duels::{Setting, Spec, Tally};
use crate::coursidor::{Chemin, Options, Stratege};

/// Both players' moves from here on, each of them legal.
fn plays(mut position: Coursidor, moves: usize, time: Duration) {
    let stop = AtomicBool::new(false);
    let mut stratege = Stratege::new(Options::default());
    for number in 0..moves {
        let limits = Limits { deadline: None, stop: &stop }.within(time);
        let mv = match number % 2 {
            0 => stratege.choose(&position, &limits),
            _ => Chemin.choose(&position, &limits),
        };
        position.play(mv.expect("a move")).expect("a legal move");
        if position.ending().is_some() {
            break;
        }
    }
}

#[test]
fn moves_are_legal_on_the_least_and_the_largest_boards() {
    for (shape, size) in
        [(Shape::T, 2), (Shape::C, 3), (Shape::H, 6), (Shape::T, 32), (Shape::C, 32), (Shape::H, 30)]
    {
        for objectives in [1, 2, 12, 64] {
            let position = begin(shape, size, objectives, 1);
            plays(position.clone(), 3, Duration::from_millis(30));
            plays(wander(position, 20, 3, 7), 3, Duration::from_millis(30));
        }
    }
}

#[test]
fn many_objectives_are_done_one_after_the_other() {
    for (shape, size, objectives) in [(Shape::T, 5, 59), (Shape::T, 4, 20), (Shape::C, 6, 30)] {
        let mut position = begin(shape, size, objectives, 3);
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        let mut stratege = Stratege::new(Options { depth: Some(1), ..Options::default() });
        while position.ending().is_none() {
            let mv = match position.plies() % 2 {
                0 => stratege.choose(&position, &limits),
                _ => Chemin.choose(&position, &limits.within(Duration::from_millis(10))),
            };
            position.play(mv.expect("a move")).expect("a legal move");
        }
        assert!(position.plies() < 500, "{shape:?} {size}: somebody comes home");
    }
}

#[test]
fn when_the_game_is_over_there_is_no_move() {
    let mut position = begin(Shape::T, 2, 1, 1);
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    while position.ending().is_none() {
        let mv = Chemin.choose(&position, &limits).expect("a move");
        assert!(matches!(mv, Move::Pawn(_)));
        position.play(mv).expect("a legal move");
    }
    assert_eq!(Chemin.choose(&position, &limits), None);
    assert_eq!(Stratege::new(Options::default()).choose(&position, &limits), None);
}

#[test]
fn a_win_is_taken_at_once() {
    let mut won = 0;
    for seed in 0..40 {
        let mut position = begin(Shape::T, 3, 2, seed);
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        while position.ending().is_none() {
            let wins = position.legal_moves().into_iter().any(|mv| {
                let mut after = position.clone();
                matches!(after.play(mv), Ok(jeux::Status::Over(jeux::Outcome::Win(_))))
            });
            if wins {
                let mut stratege = Stratege::new(Options { depth: Some(3), ..Options::default() });
                let mv = stratege.choose(&position, &limits).expect("a move");
                position.play(mv).expect("a legal move");
                won += usize::from(position.ending().is_some());
                assert!(position.ending().is_some(), "seed {seed}");
                break;
            }
            let mv = Chemin.choose(&position, &limits).expect("a move");
            position.play(mv).expect("a legal move");
        }
    }
    assert_eq!(won, 40);
}

/// All the same on every machine: the search is bounded by its depth.
#[test]
fn stratege_beats_who_only_runs() {
    let strong = Spec::read("stratege:p2").expect("a player");
    for (shape, size) in [(Shape::T, 5), (Shape::C, 6), (Shape::H, 6)] {
        for weak in ["chemin", "hasard"] {
            let players = [strong.clone(), Spec::read(weak).expect("a player")];
            let setting = Setting { shape, size, objectives: 4, plies: 500 };
            let mut tally = Tally::default();
            for game in 0..4 {
                tally.play(&setting, &players, 1, game).expect("a board");
            }
            assert_eq!(
                (tally.results.won, tally.efforts.map(|effort| effort.illegal)),
                (4, [0, 0]),
                "{weak} {shape:?}"
            );
        }
    }
}
