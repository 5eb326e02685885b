//! The plain searcher: it follows the shortest way to the treasure through cells that it does not know.

use super::cells::Cells;
use super::ground::{Ground, Known};
use crate::adapter::Limits;

/// After how many walls it looks at the clock.
const ROUND: usize = 64;

/// What a search for the treasure took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Run {
    /// Walls that were asked: each has cost a turn.
    pub(super) walls: usize,
    /// Questions, the treasure's too.
    pub(super) questions: usize,
}

/// Searches; it keeps its memory from one search to the next.
#[derive(Debug)]
pub(super) struct Searcher<const N: usize> {
    /// The cells at each distance from the treasure.
    layers: Vec<Cells<N>>,
}

impl<const N: usize> Searcher<N> {
    pub(super) const fn new() -> Self {
        Searcher { layers: Vec::new() }
    }

    fn begin(&mut self, treasure: usize) {
        let mut first = Cells::EMPTY;
        first.insert(treasure);
        self.layers.clear();
        self.layers.push(first);
    }

    /// The distance from the treasure where `edge` is reached, going on from the layers that are there; and the cells that touch it.
    fn reach(&mut self, ground: &Ground<N>, free: &Cells<N>, edge: &Cells<N>) -> Option<(usize, Cells<N>)> {
        loop {
            let (last, before) = match self.layers.as_slice() {
                [.., before, last] => (last, *before),
                [last] => (last, Cells::EMPTY),
                [] => return None,
            };
            let touching = last.and(edge);
            if !touching.is_empty() {
                return Some((self.layers.len() - 1, touching));
            }
            // A step changes the parity of a cell: it leads one layer on or one back.
            let next = ground.beside(last).and(free).minus(&before);
            if next.is_empty() {
                return None;
            }
            self.layers.push(next);
        }
    }

    /// A cell of the layer, beside this one.
    fn towards(
        &self,
        ground: &Ground<N>,
        place: usize,
        layer: usize,
        chance: &mut fastrand::Rng,
    ) -> Option<usize> {
        let mut found = [0; 4];
        let mut count = 0;
        for side in ground.around(place).filter(|side| self.layers[layer].has(*side)) {
            found[count] = side;
            count += 1;
        }
        match count {
            0 => None,
            1 => Some(found[0]),
            _ => Some(found[chance.usize(..count)]),
        }
    }

    /// The cells of a shortest way from `edge` to the treasure through free ones, both ends included; chance says which. Its first cell
    /// comes first.
    pub(super) fn way(
        &mut self,
        ground: &Ground<N>,
        free: &Cells<N>,
        edge: &Cells<N>,
        treasure: usize,
        chance: &mut fastrand::Rng,
    ) -> Option<Vec<usize>> {
        self.begin(treasure);
        let (distance, touching) = self.reach(ground, free, edge)?;
        let mut way = vec![touching.any(chance)?];
        for layer in (0..distance).rev() {
            way.push(self.towards(ground, *way.last()?, layer, chance)?);
        }
        Some(way)
    }

    /// Looks for the treasure until it is there; before each question it asks anything else with a probability of `stray`. `None` where
    /// no way leads there, or where the time is over.
    #[expect(
        clippy::too_many_arguments,
        reason = "what is known, what is true, how to search, and for how long"
    )]
    pub(super) fn run(
        &mut self,
        ground: &Ground<N>,
        known: &Known<N>,
        walls: &Cells<N>,
        treasure: usize,
        stray: f64,
        limits: &Limits<'_>,
        chance: &mut fastrand::Rng,
    ) -> Option<Run> {
        let (mut known, mut run) = (known.clone(), Run::default());
        self.begin(treasure);
        'ways: loop {
            if run.questions % ROUND == ROUND - 1 && limits.reached() {
                return None;
            }
            let (mut layer, touching) = self.reach(ground, &known.unknown, &known.edge)?;
            let mut place = touching.any(chance)?;
            loop {
                run.questions += 1;
                if stray > 0.0 && chance.f64() < stray {
                    let other = known.open().any(chance)?;
                    if walls.has(other) {
                        run.walls += 1;
                        known.block(other);
                    } else if other == treasure {
                        return Some(run);
                    } else {
                        known.visit(ground, other);
                    }
                    // What was found aside may be nearer.
                    self.begin(treasure);
                    continue 'ways;
                }
                if walls.has(place) {
                    run.walls += 1;
                    known.block(place);
                    // Nothing nearer to the treasure depends on this cell.
                    self.layers.truncate(layer + 1);
                    self.layers[layer].remove(place);
                    continue 'ways;
                }
                if layer == 0 {
                    return Some(run);
                }
                known.visit(ground, place);
                layer -= 1;
                place = self.towards(ground, place, layer, chance)?;
            }
        }
    }
}
