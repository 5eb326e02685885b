//! The position, its moves and the rules.

use std::fmt;
use std::str::FromStr;

use crate::{Outcome, ParseMoveError, Player, Position, Reason, Status};

/// The cells of the eight lines, a bit each.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
/// All cells.
const FULL: u16 = 0o777;

/// A cell, and so a move: A1 B1 C1 A2 ... C3 are 0 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// Every cell, in order.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..9).map(Cell)
    }

    /// 0 is A.
    pub const fn column(self) -> usize {
        self.0 as usize % 3
    }

    /// 0 is line 1.
    pub const fn line(self) -> usize {
        self.0 as usize / 3
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.0 % 3), self.0 / 3 + 1)
    }
}

impl FromStr for Cell {
    type Err = ParseMoveError;

    /// Reads `B2`; the column's case does not matter.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let found = Cell::all().find(|cell| cell.to_string().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParseMoveError::new(text, "a cell such as B2"))
    }
}

/// The rule that a refused move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Somebody has played there.
    #[error("the cell {0} is taken")]
    Taken(Cell),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl From<Illegal> for Reason {
    fn from(rule: Illegal) -> Self {
        match rule {
            Illegal::Taken(cell) => Reason::new("taken").with(cell),
            Illegal::GameOver => Reason::new("game-over"),
        }
    }
}

/// A position: the cells of each player, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Morpion {
    cells: [u16; 2],
}

impl Morpion {
    /// Whose cell it is; `None`: nobody's.
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        Player::ALL.into_iter().find(|player| self.cells[player.index()] & cell.bit() != 0)
    }

    /// The cells that nobody has.
    pub fn free(&self) -> impl Iterator<Item = Cell> {
        let taken = self.taken();
        Cell::all().filter(move |cell| taken & cell.bit() == 0)
    }

    /// The cells of a line that one player has; a game is won by the first.
    pub fn line(&self) -> Option<[Cell; 3]> {
        let owned = |line: &&u16| self.cells.iter().any(|cells| cells & **line == **line);
        let line = *LINES.iter().find(owned)?;
        let mut cells = Cell::all().filter(|cell| cell.bit() & line != 0);
        Some([cells.next()?, cells.next()?, cells.next()?])
    }

    const fn taken(&self) -> u16 {
        self.cells[0] | self.cells[1]
    }
}

impl Position for Morpion {
    type Move = Cell;
    type Illegal = Illegal;

    fn to_move(&self) -> Player {
        Player::ALL[self.taken().count_ones() as usize % 2]
    }

    fn status(&self) -> Status {
        let aligned = |player: &Player| LINES.iter().any(|line| self.cells[player.index()] & line == *line);
        match Player::ALL.into_iter().find(aligned) {
            Some(winner) => Status::Over(Outcome::Win(winner)),
            None if self.taken() == FULL => Status::Over(Outcome::Draw),
            None => Status::Ongoing,
        }
    }

    fn play(&mut self, cell: Cell) -> Result<Status, Illegal> {
        if self.status() != Status::Ongoing {
            return Err(Illegal::GameOver);
        }
        if self.owner(cell).is_some() {
            return Err(Illegal::Taken(cell));
        }
        self.cells[self.to_move().index()] |= cell.bit();
        Ok(self.status())
    }

    fn legal_moves(&self) -> Vec<Cell> {
        if self.status() == Status::Ongoing { self.free().collect() } else { Vec::new() }
    }

    fn parse_move(&self, text: &str) -> Result<Cell, ParseMoveError> {
        text.parse()
    }
}

impl fmt::Display for Morpion {
    /// The first player has the X.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("  A B C")?;
        for cell in Cell::all() {
            if cell.0 % 3 == 0 {
                write!(f, "\n{}", cell.0 / 3 + 1)?;
            }
            f.write_str(self.owner(cell).map_or(" .", |player| [" X", " O"][player.index()]))?;
        }
        f.write_str("\n")
    }
}
