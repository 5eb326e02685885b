use jeux::colonnes::{Board, Cell, MAX_PLIES, Move, PAWNS};
use jeux::{Player, Position};

use crate::{Numbered, Planes};

const SHIFTS: [(u8, u8); 24] = shifts();
const PASS: usize = Cell::COUNT + SHIFTS.len();
/// The number of the shift from a cell to another; 0: they are not neighbours.
const NUMBERS: [[u8; Cell::COUNT]; Cell::COUNT] = numbers();

/// Pairs of neighbours, by departure and then by arrival.
const fn shifts() -> [(u8, u8); 24] {
    let mut shifts = [(0, 0); 24];
    let (mut count, mut from) = (0, 0);
    while from < 9 {
        let mut to = 0;
        while to < 9 {
            let (down, right) = ((from / 3_u8).abs_diff(to / 3), (from % 3).abs_diff(to % 3));
            if down + right == 1 {
                shifts[count] = (from, to);
                count += 1;
            }
            to += 1;
        }
        from += 1;
    }
    shifts
}

const fn numbers() -> [[u8; Cell::COUNT]; Cell::COUNT] {
    let mut numbers = [[0; Cell::COUNT]; Cell::COUNT];
    let mut index = 0;
    while index < SHIFTS.len() {
        let (from, to) = SHIFTS[index];
        numbers[from as usize][to as usize] = (Cell::COUNT + index) as u8;
        index += 1;
    }
    numbers
}

impl Numbered for Board {
    fn actions(&self) -> usize {
        PASS + 1
    }

    fn shape(&self) -> [usize; 3] {
        [10, 3, 3]
    }

    fn longest(&self) -> Option<u64> {
        Some(MAX_PLIES.into())
    }

    fn number(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Place(cell) => Some(cell.index()),
            Move::Shift { from, to } => {
                Some(usize::from(NUMBERS[from.index()][to.index()])).filter(|number| *number > 0)
            }
            Move::Pass => Some(PASS),
        }
    }

    fn numbered(&self, action: usize) -> Option<Move> {
        if let Some(cell) = Cell::new(action) {
            return Some(Move::Place(cell));
        }
        if action == PASS {
            return Some(Move::Pass);
        }
        let (from, to) = SHIFTS.get(action - Cell::COUNT)?;
        Some(Move::Shift { from: Cell::new(usize::from(*from))?, to: Cell::new(usize::from(*to))? })
    }

    fn each(&self, each: impl FnMut(usize)) {
        self.moves().iter().filter_map(|mv| self.number(*mv)).for_each(each);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    fn observe(&self, me: Player, _played: f32, planes: &mut Planes<'_>) {
        for cell in Cell::all() {
            for (height, pawn) in self.stack(cell).pawns().enumerate() {
                planes.mark(height + if pawn == me { 0 } else { 3 }, cell.index());
            }
        }
        planes.all(6, self.in_hand(me) as f32 / PAWNS as f32);
        planes.all(7, self.in_hand(!me) as f32 / PAWNS as f32);
        planes.all(8, self.ply() as f32 / MAX_PLIES as f32);
        planes.flag(9, self.to_move() == me);
    }
}
