//! The position and the rules.

use super::{Cell, Direction, Maze, Move, MoveList, ROTATION_COST, SECOND_ENERGY};
use crate::{ByPlayer, Outcome, ParseMoveError, Player, Position, Reason, Status};

/// The rule that a refused move breaks, by which the subject has the mover lose (section 2.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Illegal {
    /// Rotation of a line that the labyrinth does not have.
    #[error("there is no line {0}")]
    Line(u8),
    /// Rotation of a column that the labyrinth does not have.
    #[error("there is no column {0}")]
    Column(u8),
    /// Rotation without the energy for it.
    #[error("a rotation costs {ROTATION_COST} units of energy, {energy} are left")]
    Energy {
        /// What the player has.
        energy: u32,
    },
    /// Displacement into a wall.
    #[error("there is a wall at {0}")]
    Wall(Cell),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl From<Illegal> for Reason {
    fn from(rule: Illegal) -> Self {
        match rule {
            Illegal::Line(line) => Reason::new("line").with(line),
            Illegal::Column(column) => Reason::new("column").with(column),
            Illegal::Energy { energy } => Reason::new("energy").with(energy).with(ROTATION_COST),
            Illegal::Wall(cell) => Reason::new("wall").with(cell),
            Illegal::GameOver => Reason::new("game-over"),
        }
    }
}

/// A wall stands where a player begins or the treasure lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a wall stands at {0}, where a player begins or the treasure lies")]
pub struct SetupError(pub Cell);

/// A position: the walls, where everything stands, the energies, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Labyrinth {
    maze: Maze,
    treasure: Cell,
    players: [Cell; 2],
    energy: [u32; 2],
    to_move: Player,
    won: bool,
}

impl Labyrinth {
    /// The position at the beginning of a game (section 2.2), with the subject's energies.
    ///
    /// # Errors
    /// A wall stands on one of the three cells that matter.
    pub fn new(maze: Maze) -> Result<Self, SetupError> {
        Self::with_energy(maze, ByPlayer { first: 0, second: SECOND_ENERGY })
    }

    /// The same with other initial energies (the course's server of 2025 gives the second player 2).
    ///
    /// # Errors
    /// A wall stands on one of the three cells that matter.
    pub fn with_energy(maze: Maze, energy: ByPlayer<u32>) -> Result<Self, SetupError> {
        let [left, treasure, right] = Self::marked_cells(&maze);
        match [left, treasure, right].into_iter().find(|&cell| maze.is_wall(cell)) {
            Some(cell) => Err(SetupError(cell)),
            None => Ok(Labyrinth {
                maze,
                treasure,
                players: [left, right],
                energy: [energy.first, energy.second],
                to_move: Player::First,
                won: false,
            }),
        }
    }

    /// Where the first player begins, where the treasure lies, where the second player begins.
    pub(super) fn marked_cells(maze: &Maze) -> [Cell; 3] {
        let (right, middle) = ((maze.width() - 1) as u8, (maze.height() / 2) as u8);
        [0, right / 2, right].map(|x| Cell::new(x, middle))
    }

    /// The walls as they stand now.
    pub const fn maze(&self) -> &Maze {
        &self.maze
    }

    /// Where the treasure lies.
    pub const fn treasure(&self) -> Cell {
        self.treasure
    }

    /// Where a player stands.
    pub const fn player(&self, player: Player) -> Cell {
        self.players[player.index()]
    }

    /// The units of energy that a player has.
    pub const fn energy(&self, player: Player) -> u32 {
        self.energy[player.index()]
    }

    /// The winner, once the treasure is found.
    fn winner(&self) -> Option<Player> {
        self.won.then_some(!self.to_move)
    }

    /// The position after a move that is legal here.
    ///
    /// # Panics
    /// On a rotation of a line or of a column far outside the labyrinth: see [`Maze::rotate_line_left`]
    /// and [`Maze::rotate_column_up`]. Other illegal moves give a position of no game;
    /// [`Position::play`] is the one that checks.
    pub fn after(mut self, mv: Move) -> Self {
        self.make(mv);
        self
    }

    /// Makes a legal move.
    fn make(&mut self, mv: Move) {
        let mover = self.to_move.index();
        match mv {
            Move::LineLeft(y) => self.maze.rotate_line_left(y),
            Move::LineRight(y) => self.maze.rotate_line_right(y),
            Move::ColumnUp(x) => self.maze.rotate_column_up(x),
            Move::ColumnDown(x) => self.maze.rotate_column_down(x),
            Move::Step(direction) => {
                self.players[mover] = self.maze.neighbour(self.players[mover], direction);
                // Things that stand on a line are carried together: only a displacement can reach the treasure.
                self.won = self.players[mover] == self.treasure;
            }
            Move::Stay => {}
        }
        for cell in self.players.iter_mut().chain([&mut self.treasure]) {
            if let Some(direction) = mv.carries(*cell) {
                *cell = self.maze.neighbour(*cell, direction);
            }
        }
        let energy = &mut self.energy[mover];
        *energy =
            if mv.is_rotation() { energy.wrapping_sub(ROTATION_COST) } else { energy.saturating_add(1) };
        self.to_move = !self.to_move;
    }

    /// The legal moves, without allocation: displacements, staying, rotations. None when the game is over.
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList::new();
        if self.won {
            return list;
        }
        let here = self.player(self.to_move);
        for direction in Direction::ALL {
            if !self.maze.is_wall(self.maze.neighbour(here, direction)) {
                list.push(Move::Step(direction));
            }
        }
        list.push(Move::Stay);
        if self.energy(self.to_move) >= ROTATION_COST {
            for y in 0..self.maze.height() as u8 {
                list.push(Move::LineLeft(y));
                list.push(Move::LineRight(y));
            }
            for x in 0..self.maze.width() as u8 {
                list.push(Move::ColumnUp(x));
                list.push(Move::ColumnDown(x));
            }
        }
        list
    }

    /// Examines one move (sections 2.3 and 2.4); the number of a rotation comes before the
    /// energy, as on the course's server.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.won {
            return Err(Illegal::GameOver);
        }
        match mv {
            Move::Stay => return Ok(()),
            Move::Step(direction) => {
                let to = self.maze.neighbour(self.player(self.to_move), direction);
                return if self.maze.is_wall(to) { Err(Illegal::Wall(to)) } else { Ok(()) };
            }
            Move::LineLeft(y) | Move::LineRight(y) if usize::from(y) >= self.maze.height() => {
                return Err(Illegal::Line(y));
            }
            Move::ColumnUp(x) | Move::ColumnDown(x) if usize::from(x) >= self.maze.width() => {
                return Err(Illegal::Column(x));
            }
            Move::LineLeft(_) | Move::LineRight(_) | Move::ColumnUp(_) | Move::ColumnDown(_) => {}
        }
        match self.energy(self.to_move) {
            ROTATION_COST.. => Ok(()),
            energy => Err(Illegal::Energy { energy }),
        }
    }
}

impl Position for Labyrinth {
    type Move = Move;
    type Illegal = Illegal;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn status(&self) -> Status {
        self.winner().map_or(Status::Ongoing, |winner| Status::Over(Outcome::Win(winner)))
    }

    fn play(&mut self, mv: Move) -> Result<Status, Illegal> {
        self.check(mv)?;
        self.make(mv);
        Ok(self.status())
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.moves().to_vec()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        text.parse()
    }
}
