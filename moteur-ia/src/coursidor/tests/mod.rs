//! Tests of the players of Coursidor: against plain searches that are written with the rules alone.

mod legality;
mod races;
mod tables;

use jeux::Position;
use jeux::coursidor::{Board, Course, Coursidor, Move, Shape};

use super::ground::mix;

/// The beginning of a game with drawn objectives: as many as asked for, or fewer where there is no room, or two.
fn begin(shape: Shape, size: usize, objectives: usize, seed: u64) -> Coursidor {
    let course = |count| {
        let board = Board::new(shape, size).expect("a board");
        Course::draw(board, count, 500, seed)
    };
    let course = (1..=objectives).rev().chain([2]).find_map(|count| course(count).ok());
    Coursidor::new(course.expect("objectives"))
}

/// After so many random moves, walls where there are any in so many of four.
fn wander(mut position: Coursidor, moves: u32, walls: u64, seed: u64) -> Coursidor {
    for number in 0..moves {
        let drawn = mix(seed ^ mix(u64::from(number)));
        let all: Vec<_> = position.legal_walls().collect();
        let pick = (drawn >> 8) as usize;
        let mv = if drawn % 4 < walls && !all.is_empty() {
            position.placing(all[pick % all.len()])
        } else {
            let steps = position.steps();
            Move::Pawn(steps[pick % steps.len()].to.into())
        };
        let mut next = position.clone();
        next.play(mv).expect("a legal move");
        if next.ending().is_some() {
            break;
        }
        position = next;
    }
    position
}
