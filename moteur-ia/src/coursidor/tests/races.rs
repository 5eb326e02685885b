//! Races without walls, solved exactly by going back from their ends.

use std::collections::HashMap;

use jeux::coursidor::{Coursidor, Move, Shape};
use jeux::{Outcome, Player, Position, Status};

use super::{begin, wander};
use crate::coursidor::errand::Errand;
use crate::coursidor::ground::{Fences, Ground};
use crate::coursidor::judgement::{SURE, Weights};
use crate::coursidor::runner::{Runner, STANDING};
use crate::coursidor::tours::Tours;
use crate::coursidor::{Options, Stratege};

type Key = ([(u16, Option<usize>, u64); 2], Player);

fn key(position: &Coursidor) -> Key {
    let of = |player: Player| {
        let objectives = position.course().objectives().iter().enumerate();
        let done =
            objectives.fold(0, |done, (bit, at)| done | u64::from(position.has_done(player, *at)) << bit);
        (position.pawn(player), position.last_direction(player).map(|way| way.index()), done)
    };
    (Player::ALL.map(of), position.to_move())
}

/// Who wins from every position that the pawns can come to from this one; nobody where it is not there.
fn solve(start: &Coursidor) -> HashMap<Key, Player> {
    let mut numbers = HashMap::from([(key(start), 0)]);
    let mut positions = vec![start.clone()];
    let mut next: Vec<Vec<usize>> = Vec::new();
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut winners: Vec<Option<Player>> = vec![None];
    let mut queue = Vec::new();
    let mut place = 0;
    while place < positions.len() {
        let position = positions[place].clone();
        let mut after = Vec::new();
        if winners[place].is_none() {
            for step in position.steps() {
                let mut then = position.clone();
                let status = then.play(Move::Pawn(step.to.into())).expect("a legal step");
                let number = *numbers.entry(key(&then)).or_insert_with(|| {
                    positions.push(then);
                    before.push(Vec::new());
                    winners.push(match status {
                        Status::Over(Outcome::Win(player)) => Some(player),
                        _ => None,
                    });
                    if winners.last() != Some(&None) {
                        queue.push(positions.len() - 1);
                    }
                    positions.len() - 1
                });
                before[number].push(place);
                after.push(number);
            }
        }
        next.push(after);
        place += 1;
    }
    let mut at = 0;
    while let Some(&number) = queue.get(at) {
        at += 1;
        let winner = winners[number].expect("decided");
        for &earlier in &before[number] {
            let mover = positions[earlier].to_move();
            let lost = || next[earlier].iter().all(|after| winners[*after] == Some(winner));
            if winners[earlier].is_none() && (mover == winner || lost()) {
                winners[earlier] = Some(winner);
                queue.push(earlier);
            }
        }
    }
    numbers.into_iter().filter_map(|(key, number)| Some((key, winners[number]?))).collect()
}

/// Positions of small boards in which nobody has a wall left.
fn races() -> Vec<Coursidor> {
    let mut races = Vec::new();
    for (shape, size) in [(Shape::T, 2), (Shape::T, 3), (Shape::C, 3)] {
        for seed in 0..6 {
            let position = wander(begin(shape, size, 2, seed), 30, 3, seed);
            if Player::ALL.into_iter().all(|player| position.walls_left(player) == 0) {
                races.push(position);
            }
        }
    }
    assert!(races.len() >= 9, "{}", races.len());
    races
}

/// The judgement that the search trusts where the players are more than two plies apart.
#[test]
fn a_race_is_won_by_who_is_clearly_ahead() {
    let mut judged = 0;
    for race in races() {
        let solution = solve(&race);
        let ground = Ground::new(race.board());
        let fences = Fences::new(race.board(), &ground, race.walls());
        let errands = Player::ALL.map(|player| {
            let objectives = race.course().objectives().to_vec();
            Errand::new(&ground, objectives, race.course().start(player), true, 0)
        });
        let tours = [0, 1].map(|player| Tours::new(&ground, &fences.edges, &errands[player]));
        for (key, winner) in &solution {
            let (pawns, mover) = key;
            let runners = [0, 1].map(|player| {
                let (at, last, done) = pawns[player];
                let last = last.map_or(STANDING, |last| last as u8);
                Runner { at, last, done: done as u16, walls: 0 }
            });
            let [one, other] = [*mover, !*mover].map(Player::index);
            let (mine, theirs) = (tours[one].of(&runners[one]), tours[other].of(&runners[other]));
            if mine == 0 || theirs == 0 || mine.abs_diff(theirs) <= 2 {
                continue;
            }
            judged += 1;
            let score = Weights::default().race(mine, theirs, &runners[one], &runners[other]);
            let expected = if score.expect("a race") > 0 { *mover } else { !*mover };
            assert_eq!(*winner, expected, "{key:?}: {mine} and {theirs}");
        }
    }
    assert!(judged > 1000, "{judged}");
}

/// What is won stays won.
#[test]
fn stratege_keeps_won_races() {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let limits = crate::adapter::Limits { deadline: None, stop: &stop };
    let mut kept = 0;
    for race in races() {
        let solution = solve(&race);
        let mut position = race;
        let mut stratege = Stratege::new(Options { depth: Some(14), ..Options::default() });
        while position.ending().is_none() && position.plies() < 80 {
            let mover = position.to_move();
            let thought = stratege.think(&position, &limits).expect("a move");
            let before = solution.get(&key(&position)).copied();
            if thought.score.abs() > SURE {
                let expected = if thought.score > 0 { mover } else { !mover };
                assert_eq!(before, Some(expected), "{position:?}");
            }
            position.play(thought.mv).expect("a legal move");
            let after = solution.get(&key(&position)).copied();
            assert!(before != Some(mover) || after == Some(mover), "{position:?}");
            kept += usize::from(before == Some(mover));
        }
    }
    assert!(kept > 20, "{kept}");
}
