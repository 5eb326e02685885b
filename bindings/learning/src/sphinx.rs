//! Sphinx: each player makes a grid cell by cell, and then asks.

use std::collections::VecDeque;

use jeux::game::{Game, ParameterError, Params};
use jeux::sphinx::{Cell, CellName, Grid, Move, Shape, Sphinx};
use jeux::{Player, Position, Status};

use crate::{Environment, IllegalAction, Planes};

const PLANES: usize = 12;

/// The environment of Sphinx. An action is a cell: as long as the mover's grid is not given, its entry, then its treasure, then its walls one
/// by one, in any order; the last of them gives it. After that it is a question that can tell something new.
///
/// A cell is no wall where the rest of the walls could then no longer be put up: every grid that follows the rules can be made, and no other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SphinxEnv {
    position: Sphinx,
    draft: Draft,
}

/// The grid that the mover makes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Draft {
    shape: Shape,
    cells: Vec<Cell>,
    entry: Option<usize>,
    treasure: Option<usize>,
    walls: usize,
}

impl Draft {
    fn new(shape: Shape) -> Self {
        Draft { shape, cells: vec![Cell::Free; shape.cells()], entry: None, treasure: None, walls: 0 }
    }

    /// What the next cell becomes; `None` when the grid is complete.
    fn next(&self) -> Option<Cell> {
        match (self.entry, self.treasure) {
            (None, _) => Some(Cell::Entry),
            (_, None) => Some(Cell::Treasure),
            _ => (self.walls < self.shape.walls()).then_some(Cell::Wall),
        }
    }

    /// The cells of a shortest way from the entry to the treasure, both included, that does not pass through `closed`.
    fn way(&self, entry: usize, treasure: usize, closed: Option<usize>) -> Option<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let mut from = vec![UNSEEN; self.cells.len()];
        from[treasure] = treasure;
        let mut next = VecDeque::from([treasure]);
        while let Some(cell) = next.pop_front() {
            if cell == entry {
                let mut way = vec![entry];
                let mut here = entry;
                while here != treasure {
                    here = from[here];
                    way.push(here);
                }
                return Some(way);
            }
            for other in self.shape.around(cell) {
                if from[other] == UNSEEN && self.cells[other] != Cell::Wall && closed != Some(other) {
                    from[other] = cell;
                    next.push_back(other);
                }
            }
        }
        None
    }

    /// Whether a way of so many cells leaves room for the walls. If so, all of them can be put up beside it.
    const fn has_room(&self, way: usize) -> bool {
        way + self.shape.walls() <= self.shape.cells()
    }

    fn legal(&self, mut each: impl FnMut(usize)) {
        let free = (0..self.cells.len()).filter(|cell| self.cells[*cell] == Cell::Free);
        match (self.entry, self.treasure) {
            (None, _) => free.for_each(each),
            (Some(entry), None) => {
                let width = self.shape.width();
                let way = |cell: usize| {
                    1 + (cell / width).abs_diff(entry / width) + (cell % width).abs_diff(entry % width)
                };
                free.filter(|cell| self.has_room(way(*cell))).for_each(each);
            }
            (Some(entry), Some(treasure)) => {
                if self.next().is_none() {
                    return;
                }
                // Only a wall on this way makes it longer.
                let way = self.way(entry, treasure, None).unwrap_or_default();
                for cell in free {
                    let around = || self.way(entry, treasure, Some(cell));
                    if !way.contains(&cell) || around().is_some_and(|way| self.has_room(way.len())) {
                        each(cell);
                    }
                }
            }
        }
    }

    /// Puts down the next cell, where that is legal.
    fn put(&mut self, cell: usize) {
        let Some(next) = self.next() else { return };
        self.cells[cell] = next;
        match next {
            Cell::Entry => self.entry = Some(cell),
            Cell::Treasure => self.treasure = Some(cell),
            _ => self.walls += 1,
        }
    }

    fn grid(&self) -> Grid {
        let rows = self.cells.chunks(self.shape.width());
        Grid::of_rows(rows.map(|row| row.iter().map(|cell| i64::from(cell.number()))))
    }
}

impl SphinxEnv {
    /// The position; a grid is there once it is complete.
    pub const fn position(&self) -> &Sphinx {
        &self.position
    }

    /// Whether the mover's grid is not complete.
    fn is_drafting(&self) -> bool {
        self.position.status() == Status::Ongoing && self.position.exploration(Player::First).is_none()
    }

    fn cell(&self, action: usize) -> Option<CellName> {
        let shape = self.position.shape();
        (action < shape.cells()).then(|| CellName::of(shape, action))
    }
}

impl Environment for SphinxEnv {
    type Move = CellName;
    const NAME: &'static str = Sphinx::NAME;
    const PERFECT: bool = false;

    fn begin(setup: &Params) -> Result<Self, ParameterError> {
        let position = Sphinx::start(setup)?;
        let draft = Draft::new(*position.shape());
        Ok(SphinxEnv { position, draft })
    }

    fn actions(&self) -> usize {
        self.position.shape().cells()
    }

    fn shape(&self) -> [usize; 3] {
        [PLANES, self.position.shape().height(), self.position.shape().width()]
    }

    fn longest(&self) -> Option<u64> {
        let shape = self.position.shape();
        Some(2 * (2 + shape.walls() + shape.cells()) as u64)
    }

    fn any(&self) -> &dyn jeux::any::AnyPosition {
        &self.position
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn status(&self) -> Status {
        self.position.status()
    }

    fn legal(&self, each: impl FnMut(usize)) {
        if self.position.status() != Status::Ongoing {
            return;
        }
        match self.position.exploration(self.to_move()) {
            None => self.draft.legal(each),
            Some(exploration) => exploration.useful().for_each(each),
        }
    }

    fn number(&self, place: &CellName) -> Option<usize> {
        place.cell(self.position.shape())
    }

    fn numbered(&self, action: usize) -> Option<CellName> {
        self.cell(action)
    }

    /// A cell; or a whole grid, by the actions that make it.
    fn read(&self, text: &str) -> Option<Vec<usize>> {
        match text.parse().ok()? {
            Move::Ask(place) => self.number(&place).map(|action| vec![action]),
            Move::Grid(grid) => {
                let plan = grid.check(*self.position.shape()).ok()?;
                let walls = (0..self.actions()).filter(|cell| plan.cell(*cell) == Cell::Wall);
                Some([plan.entry(), plan.treasure()].into_iter().chain(walls).collect())
            }
        }
    }

    fn is_legal(&self, action: usize) -> bool {
        let exploration = self.position.exploration(self.to_move());
        match exploration.filter(|_| self.position.status() == Status::Ongoing && action < self.actions()) {
            Some(exploration) => exploration.is_useful(action),
            None => {
                let mut found = false;
                self.legal(|legal| found |= legal == action);
                found
            }
        }
    }

    fn play(&mut self, action: usize) -> Result<Status, IllegalAction> {
        let place = self.cell(action).filter(|_| self.is_legal(action)).ok_or(IllegalAction(action))?;
        if !self.is_drafting() {
            return self.position.play(Move::Ask(place)).map_err(|_| IllegalAction(action));
        }
        self.draft.put(action);
        if self.draft.next().is_some() {
            return Ok(Status::Ongoing);
        }
        let given = std::mem::replace(&mut self.draft, Draft::new(*self.position.shape()));
        self.position.play(Move::Grid(given.grid())).map_err(|_| IllegalAction(action))
    }

    fn observe(&self, me: Player, out: &mut [f32]) {
        let shape = self.position.shape();
        assert_eq!(out.len(), PLANES * shape.cells(), "the size of an observation");
        let mut planes = Planes::new(out, shape.cells());
        let plan = self.position.plan(me);
        let drafting = self.is_drafting() && self.to_move() == me;
        for cell in 0..shape.cells() {
            let own = plan.map(|plan| plan.cell(cell)).or_else(|| drafting.then(|| self.draft.cells[cell]));
            match own {
                Some(Cell::Wall) => planes.mark(0, cell),
                Some(Cell::Entry) => planes.mark(1, cell),
                Some(Cell::Treasure) => planes.mark(2, cell),
                Some(Cell::Free) | None => {}
            }
        }
        let (mut own_left, mut other_left) = (shape.cells(), shape.cells());
        if let Some(exploration) = self.position.exploration(me) {
            for cell in 0..shape.cells() {
                if exploration.is_visited(cell) {
                    planes.mark(3, cell);
                }
                match exploration.known(cell) {
                    Some(Cell::Wall) => planes.mark(4, cell),
                    Some(Cell::Entry) => planes.mark(5, cell),
                    Some(Cell::Treasure) => planes.mark(6, cell),
                    Some(Cell::Free) | None => {}
                }
            }
            planes.flag(7, true);
            own_left = exploration.left();
            other_left = self.position.exploration(!me).map_or(0, |exploration| exploration.left());
        }
        planes.all(8, own_left as f32 / shape.cells() as f32);
        planes.all(9, other_left as f32 / shape.cells() as f32);
        planes.flag(10, self.to_move() == me);
        planes.flag(11, me == Player::First);
    }
}
