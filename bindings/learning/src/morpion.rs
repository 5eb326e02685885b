use jeux::morpion::{Cell, Morpion};
use jeux::{Player, Position, Status};

use crate::{Numbered, Planes};

const CELLS: usize = 9;

impl Numbered for Morpion {
    fn actions(&self) -> usize {
        CELLS
    }

    fn shape(&self) -> [usize; 3] {
        [3, 3, 3]
    }

    fn longest(&self) -> Option<u64> {
        Some(CELLS as u64)
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        Some(3 * cell.line() + cell.column())
    }

    fn numbered(&self, action: usize) -> Option<Cell> {
        Cell::all().nth(action)
    }

    fn each(&self, each: impl FnMut(usize)) {
        if self.status() == Status::Ongoing {
            self.free().filter_map(|cell| self.number(cell)).for_each(each);
        }
    }

    fn is_legal(&self, cell: Cell) -> bool {
        self.owner(cell).is_none() && self.status() == Status::Ongoing
    }

    fn observe(&self, me: Player, _played: f32, planes: &mut Planes<'_>) {
        for (number, cell) in Cell::all().enumerate() {
            if let Some(owner) = self.owner(cell) {
                planes.mark(usize::from(owner != me), number);
            }
        }
        planes.flag(2, self.to_move() == me);
    }
}
