//! The grids that are still possible, drawn one after another, each as likely as the others.

use super::ground::{Ground, UNKNOWN, VISITED, WALL, Ways};

/// How often all walls are thrown anew before they are moved one by one.
const THROWS: usize = 4;

/// A grid that is possible: the last one that was drawn.
#[derive(Debug)]
pub(super) struct Worlds<'a> {
    ground: &'a Ground,
    known: &'a [u8],
    treasure: usize,
    /// The cells of which nothing is known, those that are walls in this grid first.
    cells: Vec<usize>,
    walls: usize,
    /// The grid.
    pub(super) world: Vec<u8>,
    ways: Ways,
    /// Whether a cell is on the way that leads to the treasure.
    on_way: Vec<bool>,
}

impl<'a> Worlds<'a> {
    /// What is known, and how many walls are not; `None` where that is impossible.
    pub(super) fn new(
        ground: &'a Ground,
        known: &'a [u8],
        treasure: usize,
        chance: &mut fastrand::Rng,
    ) -> Option<Self> {
        let inside = || ground.inside.iter().copied();
        let found = inside().filter(|place| known[*place] == WALL).count();
        let cells: Vec<usize> =
            inside().filter(|place| known[*place] == UNKNOWN && *place != treasure).collect();
        let walls = ground.shape().walls().checked_sub(found).filter(|walls| *walls <= cells.len())?;
        let (world, on_way) = (known.to_vec(), vec![false; ground.size()]);
        let mut worlds =
            Worlds { ground, known, treasure, cells, walls, world, ways: Ways::new(ground), on_way };
        worlds.begin(chance).then_some(worlds)
    }

    /// The first grid: a shortest way, and the walls anywhere else.
    fn begin(&mut self, chance: &mut fastrand::Rng) -> bool {
        if !self.ways.find(self.ground, self.known, self.treasure, chance) {
            return false;
        }
        self.mark();
        chance.shuffle(&mut self.cells);
        let on_way = &self.on_way;
        self.cells.sort_by_key(|place| on_way[*place]);
        if self.walls > 0 && self.on_way[self.cells[self.walls - 1]] {
            return false;
        }
        self.build();
        for _ in 0..4 * self.cells.len() {
            self.step(chance);
        }
        true
    }

    /// Another grid that is possible.
    pub(super) fn draw(&mut self, chance: &mut fastrand::Rng) {
        if self.walls == 0 || self.walls == self.cells.len() {
            return;
        }
        let before = self.cells.clone();
        for _ in 0..THROWS {
            for at in 0..self.walls {
                let other = chance.usize(at..self.cells.len());
                self.cells.swap(at, other);
            }
            self.build();
            if self.ways.find(self.ground, &self.world, self.treasure, chance) {
                self.mark();
                return;
            }
        }
        // Where nearly no throw leaves a way open, walls wander: swaps that can be undone lead to all grids alike.
        self.cells = before;
        self.build();
        for _ in 0..2 * self.cells.len() {
            self.step(chance);
        }
    }

    /// Moves a wall if a way stays open.
    fn step(&mut self, chance: &mut fastrand::Rng) {
        if self.walls == 0 || self.walls == self.cells.len() {
            return;
        }
        let (wall, free) = (chance.usize(..self.walls), chance.usize(self.walls..self.cells.len()));
        self.swap(wall, free);
        if self.on_way[self.cells[wall]] {
            if self.ways.find(self.ground, &self.world, self.treasure, chance) {
                self.mark();
            } else {
                self.swap(wall, free);
            }
        }
    }

    fn swap(&mut self, wall: usize, free: usize) {
        self.cells.swap(wall, free);
        self.world[self.cells[wall]] = WALL;
        self.world[self.cells[free]] = UNKNOWN;
    }

    fn build(&mut self) {
        for (at, place) in self.cells.iter().enumerate() {
            self.world[*place] = if at < self.walls { WALL } else { UNKNOWN };
        }
    }

    fn mark(&mut self) {
        self.on_way.fill(false);
        self.ways.way.iter().for_each(|place| self.on_way[*place] = true);
    }

    /// The cells that can tell something new.
    pub(super) fn questions(&self) -> impl Iterator<Item = usize> + '_ {
        let asked =
            |place: usize| self.ground.around(place).iter().any(|other| self.known[*other] == VISITED);
        let open = self.cells.iter().copied().chain([self.treasure]);
        open.filter(move |place| asked(*place))
    }
}
