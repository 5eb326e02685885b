//! Which walls lengthen a player's way, and by how much.
//!
//! A wall matters only where it closes every shortest way. A few of them, found by walking down the table in different orders, leave
//! few walls to try; each of these is tried by a search that the table guides (A*): walls make no way shorter, so that what is left
//! without the wall is never more than what is left with it.

use std::rc::Rc;

use jeux::coursidor::{Direction, Vertex, Wall};

use super::errand::Errand;
use super::ground::{Ground, NOWHERE};
use super::runner::{Runner, Stride};
use super::tours::Tours;

/// Detours are not told apart from this length on.
pub const MOST: u16 = 8;

/// A wall, and how many plies longer it makes somebody's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detour {
    /// The wall.
    pub wall: Wall,
    /// By how many plies, at most [`MOST`].
    pub plies: u16,
}

/// What the searches need, kept from one to the next.
#[derive(Debug, Default)]
pub struct Finder {
    open: Vec<u8>,
    /// The shortest ways that use an edge, a bit each.
    used: Vec<u8>,
    /// The edges of the first of them that the runner comes to soon.
    near: Vec<usize>,
    seen: Vec<u32>,
    now: u32,
    fronts: [Vec<Stride>; MOST as usize],
    tried: Vec<u32>,
}

/// Walls are tried where the runner comes within so many plies: later ones can wait.
const NEAR: u16 = 5;
/// So many shortest ways are walked.
const WAYS: u8 = 8;

impl Finder {
    /// Every wall that lengthens the runner's way, the longest detours first. Whether the wall is legal is not asked.
    pub fn detours(
        &mut self,
        ground: &Ground,
        open: &[u8],
        errand: &Errand,
        tours: &Tours,
        runner: Runner,
    ) -> Rc<[Detour]> {
        self.open.clear();
        self.open.extend_from_slice(open);
        self.used.clear();
        self.used.resize(6 * ground.cells, 0);
        self.tried.resize(6 * ground.cells, 0);
        self.near.clear();
        for way in 0..WAYS {
            self.walk(ground, errand, tours, runner, way);
        }
        self.now = self.now.wrapping_add(1);
        let tried = self.now;
        let mut found = Vec::new();
        for place in 0..self.near.len() {
            let edge = self.near[place];
            let (at, way) = (edge / 6, edge % 6);
            for from in [way, (way + 5) % 6] {
                let both = 1 << from | 1 << ((from + 1) % 6);
                let shut = self.used[6 * at + from] | self.used[6 * at + (from + 1) % 6];
                let id = 6 * at + from;
                if shut != u8::MAX || open[at] & both != both || self.tried[id] == tried {
                    continue;
                }
                self.tried[id] = tried;
                let wall = Wall { at: at as Vertex, from: Direction::ALL[from] };
                let plies = self.detour(ground, errand, tours, runner, wall);
                if plies > 0 {
                    found.push(Detour { wall, plies });
                }
            }
        }
        found.sort_by_key(|detour| std::cmp::Reverse(detour.plies));
        found.into()
    }

    /// Walks a shortest way and marks its edges.
    fn walk(&mut self, ground: &Ground, errand: &Errand, tours: &Tours, mut runner: Runner, number: u8) {
        let length = tours.of(&runner);
        let mut left = length;
        while left > 0 {
            let mut best: Option<(Stride, Vertex)> = None;
            for turn in 0..6u8 {
                let way = (if number & 1 == 0 { turn } else { 6 - turn } + number * 5 / 2) % 6;
                let (mut here, mut done) = (runner.at, runner.done);
                for _ in 0..runner.longest(way) {
                    if self.open[usize::from(here)] >> way & 1 == 0 {
                        break;
                    }
                    here = ground.next(here, way.into());
                    done |= errand.bit(here);
                    let after = errand.arrived(here, done);
                    if tours.plies(here, way, after) + 1 == left {
                        best = Some((Stride { to: here, last: way, done: after }, here));
                        if number & 2 == 0 {
                            break;
                        }
                    }
                }
                if best.is_some() {
                    break;
                }
            }
            let Some((stride, _)) = best else { return };
            let mut here = runner.at;
            while here != stride.to {
                let next = ground.next(here, stride.last.into());
                let ends = [(here, stride.last), (next, (stride.last + 3) % 6)];
                for edge in ends.map(|(at, way)| 6 * usize::from(at) + usize::from(way)) {
                    self.used[edge] |= 1 << number;
                    if number == 0 && length - left < NEAR {
                        self.near.push(edge);
                    }
                }
                here = next;
            }
            runner = runner.after(stride);
            left -= 1;
        }
    }

    /// By how much a wall makes the way longer.
    fn detour(&mut self, ground: &Ground, errand: &Errand, tours: &Tours, runner: Runner, wall: Wall) -> u16 {
        self.toggle(ground, wall);
        let plies = self.longer(ground, errand, tours, runner);
        self.toggle(ground, wall);
        plies
    }

    fn toggle(&mut self, ground: &Ground, wall: Wall) {
        for way in wall.directions() {
            let next = ground.next(wall.at, way.index());
            self.open[usize::from(wall.at)] ^= 1 << way.index();
            self.open[usize::from(next)] ^= 1 << way.opposite().index();
        }
    }

    /// How much longer than without the wall the way is now.
    fn longer(&mut self, ground: &Ground, errand: &Errand, tours: &Tours, runner: Runner) -> u16 {
        let length = tours.of(&runner);
        self.now = self.now.wrapping_add(1);
        self.seen.resize((7 * ground.cells) << errand.objectives.len(), 0);
        self.fronts.iter_mut().for_each(Vec::clear);
        self.fronts[0].push(Stride { to: runner.at, last: runner.last, done: runner.done });
        for more in 0..MOST {
            while let Some(state) = self.fronts[usize::from(more)].pop() {
                let left = tours.plies(state.to, state.last, state.done);
                if left == 0 {
                    return more;
                }
                let seen = &mut self.seen[tours.place(state.to, state.last, state.done)];
                if *seen == self.now {
                    continue;
                }
                *seen = self.now;
                let here = Runner { at: state.to, last: state.last, done: state.done, walls: 0 };
                // The ply itself, and what is spent already.
                let spent = length + more - left + 1;
                for stride in here.strides(ground, &self.open, errand, NOWHERE).iter() {
                    let left = tours.plies(stride.to, stride.last, stride.done);
                    let longer = spent.saturating_add(left).saturating_sub(length);
                    if left == 0 && longer <= more {
                        return longer;
                    }
                    if longer < MOST {
                        self.fronts[usize::from(longer.max(more))].push(*stride);
                    }
                }
            }
        }
        MOST
    }
}
