//! Which walls lengthen a player's way, and by how much.
//!
//! Only walls across a shortest way can, and all that lie across one are tried together: a search from where the runner is goes
//! through the places in the order of how much longer a way through them is than a shortest one, which the table says (A*), and
//! carries along a word with a bit for each wall that does not close the ways found so far. Walls that a shortest way from a place
//! does not meet any more are settled there.

use std::rc::Rc;

use jeux::coursidor::{Board, Direction, Rows, Wall};

use super::errand::Errand;
use super::ground::{Fences, Ground};
use super::runner::{Runner, Stride};
use super::tours::Tours;

/// So many lengths of detours, nothing included, are told apart.
const LEVELS: usize = 6;
/// How long a detour is at least that is longer than these.
pub const MOST: u16 = LEVELS as u16;
/// On frames of more words than this so many states are gone through at most: there are many ways of the same length.
const WORDS: usize = 6;
const STATES: usize = 12_000;
/// A word has a bit for so many walls: of more across a way those nearest to the runner are tried.
const WALLS: usize = 128;

/// A wall, and how many plies longer it makes somebody's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detour {
    pub wall: Wall,
    /// By how many plies; [`MOST`] for all that is longer.
    pub plies: u16,
}

/// What is known of a state of the runner, where the numbers of the search say that it is of this search.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    search: u32,
    way: u32,
    /// Without which walls it is reached.
    reached: u128,
    /// With which of them the search has gone on.
    followed: u128,
    /// The walls across one shortest way from here.
    across: u128,
}

/// What the searches need, kept from one to the next.
#[derive(Debug, Default)]
pub struct Finder {
    known: Vec<Known>,
    number: u32,
    walls: Vec<Wall>,
    gains: Vec<u16>,
    /// The walls on each edge, seen from each end.
    cut: Vec<u128>,
    /// By how much longer the way is, and how long it is from there: states, and the walls that they are reached without.
    fronts: Vec<Vec<(Stride, u128)>>,
    trail: Vec<(usize, u128)>,
}

/// The board, a player's errand on it, and how long it takes.
#[derive(Clone, Copy, Debug)]
pub struct Trip<'a> {
    /// The board.
    pub ground: &'a Ground,
    /// Which edges are open.
    pub fences: &'a Fences,
    /// What is to be done.
    pub errand: &'a Errand,
    /// How long it takes.
    pub tours: &'a Tours,
    /// Walls are tried where the runner comes within so many plies: later ones can wait.
    pub near: u16,
    /// The board as the rules know it, and what must stay connected on it.
    pub board: &'a Board,
    /// What must stay connected whatever the pawns do, and the pawn.
    pub needed: &'a Rows,
}

impl Trip<'_> {
    /// Calls with every state that a lone runner can be in after the next move, and the walls on the edges up to there, until the
    /// answer is that it is enough.
    #[inline]
    fn strides(&self, from: Stride, cut: &[u128], mut enough: impl FnMut(Stride, u128) -> bool) {
        let runner = Runner { at: from.to, last: from.last, done: from.done, walls: 0 };
        for way in 0..6 {
            let (mut here, mut done, mut walls) = (from.to, from.done, 0);
            for _ in 0..runner.longest(way) {
                if self.fences.open[usize::from(here)] >> way & 1 == 0 {
                    break;
                }
                walls |= cut[6 * usize::from(here) + usize::from(way)];
                here = self.ground.next(here, way.into());
                done |= self.errand.bit(here);
                let state = Stride { to: here, last: way, done: self.errand.arrived(here, done) };
                if enough(state, walls) {
                    return;
                }
            }
        }
    }

    #[inline]
    fn left(&self, state: Stride) -> u16 {
        self.tours.plies(state.to, state.last, state.done)
    }

    /// The next state of one shortest way, and the walls on the edges up to there.
    fn next(&self, from: Stride, cut: &[u128]) -> Option<(Stride, u128)> {
        let left = self.left(from);
        let mut next = None;
        self.strides(from, cut, |state, walls| {
            let found = self.left(state) + 1 == left;
            if found {
                next = Some((state, walls));
            }
            found
        });
        next
    }
}

impl Finder {
    /// Every wall that lengthens the runner's way, of those that are tried, the longest detours first. Walls that are never legal
    /// are not among them.
    pub fn detours(&mut self, trip: &Trip<'_>, runner: Runner) -> Rc<[Detour]> {
        let start = Stride { to: runner.at, last: runner.last, done: runner.done };
        if trip.left(start) == 0 {
            return Rc::new([]);
        }
        self.number = self.number.wrapping_add(1);
        self.known.resize((8 * trip.ground.cells) << trip.errand.objectives.len(), Known::default());
        self.gather(trip, start);
        let open = self.search(trip, start);
        for place in (0..self.walls.len()).filter(|place| open >> place & 1 == 1) {
            self.gains[place] = MOST;
        }
        for wall in &self.walls {
            for way in wall.directions() {
                let next = trip.ground.next(wall.at, way.index());
                self.cut[6 * usize::from(wall.at) + way.index()] = 0;
                self.cut[6 * usize::from(next) + way.opposite().index()] = 0;
            }
        }
        let detours = self.walls.iter().zip(&self.gains).filter(|(_, plies)| **plies > 0);
        let mut detours: Vec<Detour> =
            detours.map(|(wall, plies)| Detour { wall: *wall, plies: *plies }).collect();
        detours.sort_by_key(|detour| std::cmp::Reverse(detour.plies));
        detours.into()
    }

    /// Whether the last search may have left walls untried.
    #[cfg(test)]
    pub fn is_full(&self) -> bool {
        self.walls.len() == WALLS
    }

    /// The walls across the beginning of a shortest way.
    fn gather(&mut self, trip: &Trip<'_>, start: Stride) {
        self.cut.resize(6 * trip.ground.cells, 0);
        self.walls.clear();
        let mut from = start;
        for _ in 0..trip.near {
            let Some((to, _)) = trip.next(from, &self.cut) else { break };
            let mut here = from.to;
            while here != to.to {
                let next = trip.ground.next(here, to.last.into());
                for (at, way) in [(here, to.last), (next, (to.last + 3) % 6)] {
                    for first in [way, (way + 5) % 6] {
                        self.try_wall(trip, Wall { at, from: Direction::ALL[usize::from(first)] });
                    }
                }
                here = next;
            }
            from = to;
        }
        self.gains.clear();
        self.gains.resize(self.walls.len(), 0);
    }

    fn try_wall(&mut self, trip: &Trip<'_>, wall: Wall) {
        let open = trip.fences.open[usize::from(wall.at)];
        let room = wall.directions().into_iter().all(|way| open >> way.index() & 1 == 1);
        if room
            && self.walls.len() < WALLS
            && !self.walls.contains(&wall)
            && trip.fences.walls.leaves_connected(trip.board, wall, trip.needed)
        {
            for way in wall.directions() {
                let next = trip.ground.next(wall.at, way.index());
                self.cut[6 * usize::from(wall.at) + way.index()] |= 1 << self.walls.len();
                self.cut[6 * usize::from(next) + way.opposite().index()] |= 1 << self.walls.len();
            }
            self.walls.push(wall);
        }
    }

    /// Finds the gains of walls; those that are left open are longer.
    fn search(&mut self, trip: &Trip<'_>, start: Stride) -> u128 {
        let length = usize::from(trip.left(start));
        let rows = length + LEVELS;
        self.fronts.iter_mut().for_each(Vec::clear);
        if self.fronts.len() < LEVELS * rows {
            self.fronts.resize(LEVELS * rows, Vec::new());
        }
        let mut open = if self.walls.len() == WALLS { u128::MAX } else { (1 << self.walls.len()) - 1 };
        self.fronts[length].push((start, open));
        let mut states = 0;
        for level in 0..LEVELS {
            for left in (0..rows).rev() {
                let front = std::mem::take(&mut self.fronts[level * rows + left]);
                for (state, walls) in &front {
                    let new = walls & open & !self.known(trip, *state).reached;
                    if new == 0 {
                        continue;
                    }
                    self.known(trip, *state).reached |= new;
                    let settled = new & !self.across(trip, *state);
                    open &= !settled;
                    self.settle(settled, level);
                }
                states += front.len();
                if states > STATES && trip.ground.words > WORDS {
                    return 0;
                }
                for (state, _) in &front {
                    let known = self.known(trip, *state);
                    let walls = known.reached & !known.followed & open;
                    known.followed |= walls;
                    if walls == 0 {
                        continue;
                    }
                    let fronts = &mut self.fronts;
                    trip.strides(*state, &self.cut, |next, cut| {
                        let walls = walls & !cut;
                        let after = usize::from(trip.left(next));
                        let longer = level + 1 + after - left;
                        if walls != 0 && longer < LEVELS {
                            fronts[longer * rows + after].push((next, walls));
                        }
                        false
                    });
                }
                self.fronts[level * rows + left] = front;
                if open == 0 {
                    return 0;
                }
            }
        }
        open
    }

    fn settle(&mut self, mut walls: u128, level: usize) {
        while walls != 0 {
            self.gains[walls.trailing_zeros() as usize] = level as u16;
            walls &= walls - 1;
        }
    }

    fn known(&mut self, trip: &Trip<'_>, state: Stride) -> &mut Known {
        let number = self.number;
        // The end is one state, however it is reached.
        let done = state.done.min(trip.errand.all());
        let known = &mut self.known[trip.tours.place(state.to, state.last, done)];
        if known.search != number {
            *known = Known { search: number, ..Known::default() };
        }
        known
    }

    /// The walls across one shortest way from a state.
    fn across(&mut self, trip: &Trip<'_>, state: Stride) -> u128 {
        let mut here = state;
        let mut across = 0;
        self.trail.clear();
        while trip.left(here) > 0 {
            let number = self.number;
            let known = self.known(trip, here);
            if known.way == number {
                across = known.across;
                break;
            }
            let Some((next, walls)) = trip.next(here, &self.cut) else { break };
            self.trail.push((trip.tours.place(here.to, here.last, here.done), walls));
            here = next;
        }
        while let Some((place, walls)) = self.trail.pop() {
            across |= walls;
            let known = &mut self.known[place];
            (known.way, known.across) = (self.number, across);
        }
        across
    }
}
