//! `chemin`: takes a shortest way to its goals, and never builds a wall.

use std::time::Instant;

use jeux::Position;
use jeux::coursidor::{Coursidor, Move, PawnStep, Step, Vertex};

use super::errand::Errand;
use super::ground::{Fences, Ground};
use super::tours::Tours;
use crate::adapter::{Engine, Limits};

/// The most entries of a table: ten objectives on the largest board.
const ENTRIES: usize = 30_000_000;
/// Entries computed in a millisecond, with time to spare.
const IN_A_MILLISECOND: usize = 8_000;

/// The player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chemin;

impl Engine for Chemin {
    type View = Coursidor;

    fn name(&self) -> &str {
        "chemin"
    }

    fn choose(&mut self, position: &Coursidor, limits: &Limits<'_>) -> Option<Move> {
        let time = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let entries = time.map(|time| usize::try_from(time.as_millis()).unwrap_or(ENTRIES));
        best(position, entries.map_or(ENTRIES, |time| time.saturating_mul(IN_A_MILLISECOND).min(ENTRIES)))
    }
}

/// The step with the shortest remaining tour, the first of equals, by a table of so many entries;
/// `None` when the game is over.
pub fn best(position: &Coursidor, entries: usize) -> Option<Move> {
    if position.ending().is_some() {
        return None;
    }
    let (board, mover) = (position.board(), position.to_move());
    let ground = Ground::new(board);
    let fences = Fences::new(board, &ground, position.walls());
    let errand = Errand::of(position, mover, &ground, &fences.open, entries);
    let tours = Tours::new(&ground, &fences.edges, &errand);
    let plies = |step: &Step| {
        let done = crossed(position, *step).into_iter().fold(0, |done, cell| done | errand.bit(cell));
        tours.plies(step.to, step.direction.index() as u8, errand.arrived(step.to, done))
    };
    position.steps().into_iter().min_by_key(plies).map(|step| Move::Pawn(step.to.into()))
}

/// The cells of a step, the last one first.
pub fn crossed(position: &Coursidor, step: Step) -> Vec<Vertex> {
    let mut cells = vec![step.to];
    if let PawnStep::Line(length) = step.kind {
        for _ in 1..length {
            let before =
                cells.last().and_then(|at| position.board().neighbour(*at, step.direction.opposite()));
            cells.extend(before);
        }
    }
    cells
}
