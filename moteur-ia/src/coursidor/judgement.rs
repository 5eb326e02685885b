//! What a position is worth where the search ends.

use super::runner::Runner;

/// More than any estimate: the value of a won game, less one for each ply until then.
pub const WON: i32 = 1 << 20;
/// Values beyond this are won or lost games.
pub const SURE: i32 = WON - (1 << 16);
/// Of a race that is decided unless the pawns meet.
pub const RACE: i32 = 1 << 17;
/// A ply.
pub const PLY: i32 = 100;

/// What is counted besides the plies that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The turn.
    pub turn: i32,
    /// Each of the first walls that are left...
    pub wall: i32,
    /// ... so many ...
    pub first: u16,
    /// ... and each of the others.
    pub more: i32,
    /// So many walls count in ten plies that the opponent still needs.
    pub pace: u16,
    /// How many walls are tried at the root, deep in the search, and before its last ply.
    pub tried: [usize; 3],
    /// How many plies a step may waste to be tried.
    pub waste: u16,
    /// Walls are tried where a player comes within so many plies.
    pub near: u16,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { turn: 50, wall: 120, first: 4, more: 120, pace: 100, tried: [24, 8, 6], waste: 1, near: 30 }
    }
}

impl Weights {
    /// Changes the one of this name; `None` when there is none.
    pub fn set(&mut self, name: &str, value: i32) -> Option<()> {
        let count = usize::try_from(value).unwrap_or(0);
        match name {
            "turn" => self.turn = value,
            "wall" => self.wall = value,
            "first" => self.first = count as u16,
            "more" => self.more = value,
            "root" => self.tried[0] = count,
            "deep" => self.tried[1] = count,
            "late" => self.tried[2] = count,
            "pace" => self.pace = count as u16,
            "near" => self.near = count as u16,
            "waste" => self.waste = count as u16,
            _ => return None,
        }
        Some(())
    }

    /// The value for the runner whose turn it is, who needs `mine` plies where the other one needs `theirs`.
    pub fn judge(&self, mine: u16, theirs: u16, mover: &Runner, other: &Runner) -> i32 {
        self.race(mine, theirs, mover, other).unwrap_or_else(|| {
            let ahead = i32::from(theirs) - i32::from(mine);
            PLY * ahead + self.turn + self.walls(mover.walls, theirs) - self.walls(other.walls, mine)
        })
    }

    /// The value of a race in which nobody can stop who is ahead, for the one whose turn it is.
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

    fn walls(&self, count: u16, plies: u16) -> i32 {
        let count = count.min(plies.saturating_mul(self.pace) / 10);
        let first = count.min(self.first);
        self.wall * i32::from(first) + self.more * i32::from(count - first)
    }
}
