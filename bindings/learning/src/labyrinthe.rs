use jeux::labyrinthe::{Direction, Labyrinth, Move, ROTATION_COST};
use jeux::{Player, Position};

use crate::{Numbered, Planes};

/// `rien`; the rotations come after it.
const STAY: usize = Direction::ALL.len();
const ROTATIONS: usize = STAY + 1;

impl Numbered for Labyrinth {
    fn actions(&self) -> usize {
        ROTATIONS + 2 * self.maze().height() + 2 * self.maze().width()
    }

    fn shape(&self) -> [usize; 3] {
        [8, self.maze().height(), self.maze().width()]
    }

    fn longest(&self) -> Option<u64> {
        None
    }

    fn number(&self, mv: Move) -> Option<usize> {
        let (height, width) = (self.maze().height(), self.maze().width());
        let line = |y: u8, way| (usize::from(y) < height).then_some(ROTATIONS + 2 * usize::from(y) + way);
        let column = |x: u8, way| {
            (usize::from(x) < width).then_some(ROTATIONS + 2 * height + 2 * usize::from(x) + way)
        };
        match mv {
            Move::Step(direction) => Some(direction as usize),
            Move::Stay => Some(STAY),
            Move::LineLeft(y) => line(y, 0),
            Move::LineRight(y) => line(y, 1),
            Move::ColumnUp(x) => column(x, 0),
            Move::ColumnDown(x) => column(x, 1),
        }
    }

    fn numbered(&self, action: usize) -> Option<Move> {
        let (height, width) = (self.maze().height(), self.maze().width());
        let Some(rotation) = action.checked_sub(ROTATIONS) else {
            return Some(Direction::ALL.get(action).map_or(Move::Stay, |direction| Move::Step(*direction)));
        };
        let (place, back) = (rotation / 2, rotation % 2 == 1);
        if place < height {
            let y = place as u8;
            return Some(if back { Move::LineRight(y) } else { Move::LineLeft(y) });
        }
        let x = u8::try_from(place - height).ok().filter(|x| usize::from(*x) < width)?;
        Some(if back { Move::ColumnDown(x) } else { Move::ColumnUp(x) })
    }

    fn each(&self, each: impl FnMut(usize)) {
        self.moves().iter().filter_map(|mv| self.number(*mv)).for_each(each);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
    }

    fn observe(&self, me: Player, played: f32, planes: &mut Planes<'_>) {
        let width = self.maze().width();
        for (y, line) in self.maze().lines().iter().enumerate() {
            (0..width).filter(|x| line >> x & 1 == 1).for_each(|x| planes.mark(0, y * width + x));
        }
        let things = [self.player(me), self.player(!me), self.treasure()];
        for (plane, cell) in (1..).zip(things) {
            planes.mark(plane, usize::from(cell.y) * width + usize::from(cell.x));
        }
        planes.all(4, self.energy(me) as f32 / ROTATION_COST as f32);
        planes.all(5, self.energy(!me) as f32 / ROTATION_COST as f32);
        planes.flag(6, self.to_move() == me);
        planes.all(7, played);
    }
}
