use jeux::sept_couleurs::{BOMB_EVERY, Cell, Colour, SeptCouleurs};
use jeux::{Player, Position};

use crate::{Numbered, Planes};

/// The planes before those of the colours.
const BEFORE: usize = 7;

impl Numbered for SeptCouleurs {
    fn actions(&self) -> usize {
        self.rules().colours
    }

    fn shape(&self) -> [usize; 3] {
        [BEFORE + self.rules().colours, self.grid().height, self.grid().width]
    }

    fn longest(&self) -> Option<u64> {
        // A gain makes both zones together larger than ever before.
        Some(self.grid().len() as u64 * u64::from(self.rules().useless))
    }

    fn number(&self, colour: Colour) -> Option<usize> {
        Some(colour.index()).filter(|index| *index < self.rules().colours)
    }

    fn numbered(&self, action: usize) -> Option<Colour> {
        u8::try_from(action).ok().filter(|_| action < self.rules().colours).map(Colour)
    }

    fn each(&self, each: impl FnMut(usize)) {
        if self.ending().is_none() {
            (0..self.rules().colours).for_each(each);
        }
    }

    fn is_legal(&self, colour: Colour) -> bool {
        colour.index() < self.rules().colours && self.ending().is_none()
    }

    fn observe(&self, me: Player, _played: f32, planes: &mut Planes<'_>) {
        let (side, rules) = (self.side(me), self.rules());
        for cell in 0..self.grid().len() {
            let plane = match self.cell(cell) {
                Cell::Zone(owner) => usize::from(owner != side),
                Cell::Wall => 2,
                Cell::Free(colour) => BEFORE + colour.index(),
            };
            planes.mark(plane, cell);
        }
        if rules.golden {
            SeptCouleurs::golden_cells(self.grid()).into_iter().for_each(|cell| planes.mark(3, cell));
        }
        planes.flag(4, self.to_move() == me);
        planes.all(5, self.idle() as f32 / rules.useless as f32);
        if rules.bombs.is_some() {
            planes.all(6, (self.plies() % BOMB_EVERY) as f32 / BOMB_EVERY as f32);
        }
    }
}
