//! The places of a shape, and what is known of them.

use jeux::sphinx::{Cell, Exploration, Grid, Plan, Shape};

use super::cells::Cells;

/// How the cells of a shape lie: row after row, with one place of border after each, so that a step never leads into the next row.
#[derive(Clone, Debug)]
pub(super) struct Ground<const N: usize> {
    shape: Shape,
    /// The distance between two rows.
    stride: usize,
    /// Where each cell is, by its number in the shape.
    pub(super) places: Vec<usize>,
    pub(super) inside: Cells<N>,
}

impl<const N: usize> Ground<N> {
    pub(super) fn new(shape: Shape) -> Self {
        let stride = shape.width() + 1;
        let places: Vec<usize> =
            (0..shape.cells()).map(|cell| cell / shape.width() * stride + cell % shape.width()).collect();
        let mut inside = Cells::EMPTY;
        places.iter().for_each(|place| inside.insert(*place));
        Ground { shape, stride, places, inside }
    }

    pub(super) const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number in the shape of what is inside.
    pub(super) const fn cell(&self, place: usize) -> usize {
        place / self.stride * self.shape.width() + place % self.stride
    }

    /// What lies beside one of these; the border may too.
    pub(super) fn beside(&self, cells: &Cells<N>) -> Cells<N> {
        cells.shifted_both_ways(1).or(&cells.shifted_both_ways(self.stride))
    }

    /// The places inside beside one of them.
    pub(super) fn around(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let sides = [place.wrapping_sub(self.stride), place + 1, place + self.stride, place.wrapping_sub(1)];
        sides.into_iter().filter(|side| *side < 64 * N && self.inside.has(*side))
    }

    /// What a player knows.
    pub(super) fn known(&self, exploration: &Exploration) -> Known<N> {
        let mut known = Known::new(self, self.places[exploration.visited()[0]]);
        for (cell, place) in self.places.iter().enumerate() {
            match exploration.known(cell) {
                Some(Cell::Wall) => known.block(*place),
                _ if exploration.is_visited(cell) => known.visit(self, *place),
                _ => {}
            }
        }
        known
    }

    /// A grid as it was given.
    pub(super) fn maze(&self, plan: &Plan) -> Maze<N> {
        let mut walls = Cells::EMPTY;
        for (cell, place) in self.places.iter().enumerate() {
            if plan.cell(cell) == Cell::Wall {
                walls.insert(*place);
            }
        }
        Maze { walls, entry: self.places[plan.entry()], treasure: self.places[plan.treasure()] }
    }

    /// A grid as it is given.
    pub(super) fn grid(&self, maze: &Maze<N>) -> Grid {
        let cell = |place: usize| match place {
            place if place == maze.entry => Cell::Entry,
            place if place == maze.treasure => Cell::Treasure,
            place if maze.walls.has(place) => Cell::Wall,
            _ => Cell::Free,
        };
        let row =
            |row: &[usize]| row.iter().map(|place| i64::from(cell(*place).number())).collect::<Vec<_>>();
        Grid::of_rows(self.places.chunks(self.shape.width()).map(row))
    }
}

/// A grid of which everything is known.
#[derive(Clone, Debug)]
pub(super) struct Maze<const N: usize> {
    pub(super) walls: Cells<N>,
    pub(super) entry: usize,
    pub(super) treasure: usize,
}

/// What a searcher knows.
#[derive(Clone, Debug)]
pub(super) struct Known<const N: usize> {
    pub(super) unknown: Cells<N>,
    pub(super) visited: Cells<N>,
    /// What lies beside a visited cell.
    pub(super) edge: Cells<N>,
}

impl<const N: usize> Known<N> {
    /// Nothing but the entry.
    pub(super) fn new(ground: &Ground<N>, entry: usize) -> Self {
        let mut known = Known { unknown: ground.inside, visited: Cells::EMPTY, edge: Cells::EMPTY };
        known.visit(ground, entry);
        known
    }

    pub(super) fn visit(&mut self, ground: &Ground<N>, place: usize) {
        self.visited.insert(place);
        self.unknown.remove(place);
        ground.around(place).for_each(|side| self.edge.insert(side));
    }

    pub(super) const fn block(&mut self, place: usize) {
        self.unknown.remove(place);
    }

    /// What may be asked and is not known yet.
    pub(super) fn open(&self) -> Cells<N> {
        self.edge.and(&self.unknown)
    }

    /// The walls that were met.
    pub(super) fn walls(&self, ground: &Ground<N>) -> Cells<N> {
        ground.inside.minus(&self.unknown).minus(&self.visited)
    }
}
