//! A player's knowledge of the other's grid: the true one, whatever he writes into his private
//! grid.

use std::hash::{Hash, Hasher};

use super::moves::{Answer, CellName, Doors};
use super::shape::{Cell, Shape};

/// What a player knows of the grid that he explores: RULES 4 and 6.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Exploration {
    shape: Shape,
    known: Vec<Option<Cell>>,
    visited: Cells,
    treasure: usize,
    found: bool,
    asked: usize,
    last: Option<usize>,
}

/// Cells in some order.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cells(Vec<usize>);

/// Number by number: a slice is hashed by its bytes, which are others where `usize` has another size.
impl Hash for Cells {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        self.0.iter().for_each(|cell| cell.hash(state));
    }
}

impl Exploration {
    /// The beginning: entry and treasure are known. `None` where a grid cannot have them there.
    pub fn new(shape: Shape, doors: Doors) -> Option<Self> {
        let (entry, treasure) = (doors.entry.cell(&shape)?, doors.treasure.cell(&shape)?);
        let mut known = vec![None; shape.cells()];
        known[entry] = Some(Cell::Entry);
        known[treasure] = Some(Cell::Treasure);
        let begun = Exploration {
            shape,
            known,
            visited: Cells(vec![entry]),
            treasure,
            found: false,
            asked: 0,
            last: None,
        };
        (entry != treasure).then_some(begun)
    }

    /// The size of the grid.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What is known of a cell; `None`: nothing.
    ///
    /// # Panics
    /// The shape has no such cell.
    pub fn known(&self, cell: usize) -> Option<Cell> {
        self.known[cell]
    }

    /// Whether a cell has been visited.
    ///
    /// # Panics
    /// The shape has no such cell.
    pub fn is_visited(&self, cell: usize) -> bool {
        match self.known[cell] {
            Some(Cell::Free | Cell::Entry) => true,
            Some(Cell::Treasure) => self.found,
            Some(Cell::Wall) | None => false,
        }
    }

    /// The cells that have been visited, in this order: the entry first.
    pub fn visited(&self) -> &[usize] {
        &self.visited.0
    }

    /// The cell of the treasure.
    pub const fn treasure(&self) -> usize {
        self.treasure
    }

    /// Whether the treasure has been found.
    pub const fn found(&self) -> bool {
        self.found
    }

    /// The cell that was asked last, if it is in the grid.
    pub const fn last(&self) -> Option<usize> {
        self.last
    }

    /// How many questions have been asked, allowed or not: RULES 9.
    pub const fn asked(&self) -> usize {
        self.asked
    }

    /// How many questions are left: RULES 11.
    pub const fn left(&self) -> usize {
        self.shape.cells().saturating_sub(self.asked)
    }

    /// The cell of a place, if it may be asked: RULES 6.
    pub fn allowed(&self, place: CellName) -> Option<usize> {
        let cell = place.cell(&self.shape)?;
        let reached = self.is_visited(cell) || self.shape.around(cell).any(|other| self.is_visited(other));
        reached.then_some(cell)
    }

    /// Whether nobody has asked this cell, and it may be asked.
    ///
    /// # Panics
    /// The shape has no such cell.
    pub fn is_useful(&self, cell: usize) -> bool {
        let new = self.known[cell].is_none() || (cell == self.treasure && !self.found);
        new && self.shape.around(cell).any(|other| self.is_visited(other))
    }

    /// The cells that may be asked and have not been, ascending.
    pub fn useful(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.shape.cells()).filter(|cell| self.is_useful(*cell))
    }

    /// Whether this can be the answer to a question, as far as is known.
    pub fn can_be(&self, place: CellName, answer: Answer) -> bool {
        match (self.allowed(place), answer) {
            (None, Answer::NotAllowed) => true,
            (Some(cell), Answer::Is(is)) => match self.known[cell] {
                Some(known) => known == is,
                None => matches!(is, Cell::Free | Cell::Wall),
            },
            _ => false,
        }
    }

    /// A question was asked, and this was the answer; one that [cannot be](Self::can_be) is counted and not believed.
    pub fn note(&mut self, place: CellName, answer: Answer) {
        let believed = self.can_be(place, answer);
        self.asked += 1;
        self.last = place.cell(&self.shape);
        let (Some(cell), Answer::Is(is)) = (self.allowed(place).filter(|_| believed), answer) else { return };
        let visited = self.is_visited(cell);
        self.known[cell] = Some(is);
        self.found |= is == Cell::Treasure;
        if !visited && is != Cell::Wall {
            self.visited.0.push(cell);
        }
    }
}
