//! The evaluation at the leaves of the search.

use super::runner::Runner;

/// More than any estimate: the value of a won game, less one for each ply until then.
pub const WON: i32 = 1 << 20;
/// Values beyond this are won or lost games.
pub const SURE: i32 = WON - (1 << 16);
/// Of a race that is decided unless the pawns meet.
pub const RACE: i32 = 1 << 17;
/// A ply: values are in hundredths of one.
pub const PLY: i32 = 100;

/// The weights of the evaluation, and the moves tried; tuned in games against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Being to move, in hundredths of a ply.
    pub turn: i32,
    /// A wall in hand, in hundredths of a ply: it is kept until it costs the opponent more than
    /// this and the ply that it takes.
    pub wall: i32,
    /// Walls tried at the root, deep in the search, and before its last ply.
    pub tried: [usize; 3],
    /// Plies that a step may waste.
    pub waste: u16,
    /// Walls are tried where a player comes within so many plies.
    pub near: u16,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { turn: 50, wall: 140, tried: [24, 5, 3], waste: 1, near: 30 }
    }
}

impl Weights {
    /// Changes the one of this name: `turn`, `wall`, `root`, `deep` and `late` (how many are tried), `waste`, `near`;
    /// `None` when there is none.
    pub fn set(&mut self, name: &str, value: u16) -> Option<()> {
        match name {
            "turn" => self.turn = value.into(),
            "wall" => self.wall = value.into(),
            "root" => self.tried[0] = value.into(),
            "deep" => self.tried[1] = value.into(),
            "late" => self.tried[2] = value.into(),
            "waste" => self.waste = value,
            "near" => self.near = value,
            _ => return None,
        }
        Some(())
    }

    /// The value for the runner whose turn it is, who needs `mine` plies where the other one needs `theirs`.
    pub fn judge(&self, mine: u16, theirs: u16, mover: &Runner, other: &Runner) -> i32 {
        self.race(mine, theirs, mover, other).unwrap_or_else(|| {
            let ahead = i32::from(theirs) - i32::from(mine);
            let walls = i32::from(mover.walls) - i32::from(other.walls);
            PLY * ahead + self.turn + self.wall * walls
        })
    }

    /// The value of a race in which nobody can stop who is ahead, for the one whose turn it is; `None` where somebody
    /// can.
    pub fn race(&self, mine: u16, theirs: u16, mover: &Runner, other: &Runner) -> Option<i32> {
        let (mine, theirs) = (i32::from(mine), i32::from(theirs));
        if other.walls == 0 && mine <= theirs {
            Some(RACE + PLY * (theirs - mine).min(50) - mine)
        } else if mover.walls == 0 && theirs < mine {
            Some(PLY * (theirs - mine).max(-50) + theirs - RACE)
        } else {
            None
        }
    }
}
