//! Alpha-beta over what is left.

use super::front::{Arena, Front, Step};
use super::table::{Bound, Key, PROVEN, Table};
use crate::adapter::Limits;

/// More than any value.
const INFINITE: i32 = 1 << 20;

/// How many fronts are looked at between two looks at the clock.
const PATIENCE: u64 = 1024;

/// The largest table, 256 megabytes: so many times doubled.
const LARGEST: u32 = 24;

/// The search in an arena.
pub struct Search<'a, const W: usize> {
    arena: &'a Arena<W>,
    limits: &'a Limits<'a>,
    table: Table,
    /// How many fronts it has looked at.
    pub nodes: u64,
    /// How many values were estimates.
    estimates: u64,
    stopped: bool,
}

/// What a search to some depth has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value of what is left, as far as the window tells.
    pub value: i32,
    /// A best colour.
    pub colour: u8,
    /// Whether nothing was estimated.
    pub proven: bool,
}

impl<'a, const W: usize> Search<'a, W> {
    /// One that has looked at nothing yet.
    pub fn new(arena: &'a Arena<W>, limits: &'a Limits<'a>) -> Self {
        Search { arena, limits, table: Table::new(LARGEST), nodes: 0, estimates: 0, stopped: false }
    }

    /// Searches a front so many moves deep. Of a value outside of the window it is told on which side it lies, no more. `None` if the
    /// limits have been reached, or if there is nothing left.
    pub fn root(&mut self, front: &Front<W>, window: [i32; 2], depth: u8) -> Option<Found> {
        let before = self.estimates;
        let (value, colour) = self.value(front, window, depth);
        let found = Found { value, colour: colour?, proven: self.estimates == before };
        (!self.stopped).then_some(found)
    }

    /// The value of a front for the side to move, and a best colour: exact within the window, a bound of it outside.
    fn value(&mut self, front: &Front<W>, [alpha, beta]: [i32; 2], depth: u8) -> (i32, Option<u8>) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && self.limits.reached() {
            self.stopped = true;
        }
        let own = self.arena.gains(front, 0);
        let [lower, upper] = self.arena.bounds(front, &own);
        if lower >= beta || lower == upper {
            return (lower, own.greedy());
        }
        if upper <= alpha {
            return (upper, own.greedy());
        }
        let (mut alpha, beta) = (alpha.max(lower - 1), beta.min(upper + 1));
        let key = Key::of(front);
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if enough {
                self.estimates += u64::from(entry.depth != PROVEN);
                return (entry.value, Some(entry.colour));
            }
        }
        if depth == 0 {
            self.estimates += 1;
            return (front.estimate.clamp(lower, upper), own.greedy());
        }
        // What was best before often is enough: the others are looked at after it.
        let first =
            known.map(|entry| entry.colour).filter(|first| own.each().iter().any(|(_, own)| own == first));
        let arena = self.arena;
        let others = std::iter::once_with(|| arena.steps(front, &own, first)).flatten();
        let steps = first.map(|first| arena.step(front, first)).into_iter().chain(others);
        let (floor, start) = (alpha, self.estimates);
        let (mut best, mut colour, mut since) = (-INFINITE, None, start);
        for step in steps {
            let before = self.estimates;
            // Of those after the first it is first asked whether they are better at all.
            let mut value =
                self.after(&step, [alpha, if colour.is_none() { beta } else { alpha + 1 }], depth);
            if colour.is_some() && value > alpha && value < beta {
                value = self.after(&step, [alpha, beta], depth);
            }
            if self.stopped {
                return (0, None);
            }
            if value > best {
                (best, colour) = (value, Some(step.colour));
            }
            if best >= beta {
                // What other colours were estimated at does not matter.
                since = before;
                break;
            }
            alpha = alpha.max(best);
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best <= floor => Bound::Upper,
            _ => Bound::Exact,
        };
        let proven = self.estimates == since;
        if proven {
            self.estimates = start;
        }
        let depth = if proven { PROVEN } else { depth };
        self.table.put(key, front.free.count(), bound, best, depth, colour.unwrap_or(0));
        (best, colour)
    }

    /// The value of a move, for who makes it.
    fn after(&mut self, step: &Step<W>, [alpha, beta]: [i32; 2], depth: u8) -> i32 {
        if step.front.free.is_empty() {
            return step.certain;
        }
        let window = [step.certain - beta, step.certain - alpha];
        step.certain - self.value(&step.front, window, depth.saturating_sub(1)).0
    }
}
