//! The position, packed in one word, and the rules.

use std::fmt;

use super::{Cell, MAX_HEIGHT, MAX_PLIES, Move, MoveList, PAWNS, PLACEMENT_PLIES};
use crate::{Outcome, ParseMoveError, Player, Position, Reason, Status};

/// The rule that a refused move breaks: the erroneous COUP of the subject (1.4), which loses the partie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Illegal {
    /// A move while the player still holds pawns.
    #[error("all pawns must be placed before any moves")]
    PawnsInHand,
    /// A pass while the player still holds pawns: there is always room for them.
    #[error("a player with pawns to place may not pass")]
    MustPlace,
    /// A placement by a player who holds no pawn any more.
    #[error("no pawn is left to place")]
    NoPawnInHand,
    /// Three pawns stand there already.
    #[error("the cell {0} is full")]
    Full(Cell),
    /// Nothing stands on the cell of departure.
    #[error("there is no pawn on {0}")]
    Empty(Cell),
    /// The top pawn of the cell of departure is the opponent's (one's own may lie under it).
    #[error("the top pawn of {0} is the opponent's")]
    NotOwnPawn(Cell),
    /// Not an orthogonal neighbour.
    #[error("{0} and {1} are not neighbours")]
    NotNeighbours(Cell, Cell),
    /// A pass while a pawn can move.
    #[error("a player who can move may not pass")]
    CanMove,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl From<Illegal> for Reason {
    fn from(rule: Illegal) -> Self {
        match rule {
            Illegal::PawnsInHand => Reason::new("pawns-in-hand"),
            Illegal::MustPlace => Reason::new("must-place"),
            Illegal::NoPawnInHand => Reason::new("no-pawn-in-hand"),
            Illegal::Full(cell) => Reason::new("full").with(cell),
            Illegal::Empty(cell) => Reason::new("empty").with(cell),
            Illegal::NotOwnPawn(cell) => Reason::new("not-own-pawn").with(cell),
            Illegal::NotNeighbours(from, to) => Reason::new("not-neighbours").with(from).with(to),
            Illegal::CanMove => Reason::new("can-move"),
            Illegal::GameOver => Reason::new("game-over"),
        }
    }
}

/// The pawns of one cell, from the bottom.
///
/// Four bits: a leading 1, then one bit per pawn (0 first player, 1 second player), the top pawn last; so `0001` is
/// empty and `1000` three pawns of the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack(u8);

impl Stack {
    const EMPTY: u8 = 0b0001;
    const THREE: [u8; 2] = [0b1000, 0b1111];

    /// 0 to 3.
    pub const fn height(self) -> u32 {
        self.0.ilog2()
    }

    /// The owner of the top pawn; `None` where there is no pawn.
    pub const fn top(self) -> Option<Player> {
        match (self.0, self.0 & 1) {
            (Self::EMPTY, _) => None,
            (_, 0) => Some(Player::First),
            _ => Some(Player::Second),
        }
    }

    /// The owners of the pawns, from the bottom.
    pub fn pawns(self) -> impl Iterator<Item = Player> {
        (0..self.height()).rev().map(move |bit| Player::ALL[usize::from(self.0 >> bit & 1)])
    }
}

/// A position: nine stacks and the number of plies played, in one word.
///
/// Bits `4c..4c+4` hold the [`Stack`] of cell `c`, bits 36 and up the ply. The pawns in hand follow from the ply, since
/// nobody passes during the placement; the winner, if any, from the three that stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board(u64);

impl Board {
    const PLY_SHIFT: u32 = 36;
    const ONE_PLY: u64 = 1 << Self::PLY_SHIFT;
    const ONES: u64 = 0x1_1111_1111;

    /// The empty board, before the first ply.
    pub const fn new() -> Self {
        Board(Self::ONES)
    }

    /// Plies played, 0 to 40.
    pub const fn ply(self) -> u32 {
        (self.0 >> Self::PLY_SHIFT) as u32
    }

    /// The pawns on a cell.
    pub const fn stack(self, cell: Cell) -> Stack {
        Stack((self.0 >> (4 * cell.index())) as u8 & 0xF)
    }

    /// Pawns that this player has not placed yet, 0 to 8.
    pub const fn in_hand(self, player: Player) -> u32 {
        PAWNS - {
            let placed = (self.ply() + 1 - player.index() as u32) / 2;
            if placed < PAWNS { placed } else { PAWNS }
        }
    }

    /// The whole position in one word: equal positions have equal words. For tables and hashes.
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// Makes a position from the stacks of [`Cell::all`], each from the bottom, and the number of plies played.
    ///
    /// # Errors
    /// `None` when no game can have these stacks after so many plies: wrong numbers of pawns, a stack too high, or a
    /// three that is not the last mover's only one. (Whether some game really reaches them is not examined.)
    pub fn from_stacks(stacks: [&[Player]; Cell::COUNT], ply: u32) -> Option<Self> {
        if ply > MAX_PLIES {
            return None;
        }
        let mut bits = u64::from(ply) << Self::PLY_SHIFT;
        let mut on_board = [0; 2];
        for (index, stack) in stacks.iter().enumerate() {
            if stack.len() > MAX_HEIGHT as usize {
                return None;
            }
            let mut code = u64::from(Stack::EMPTY);
            for player in *stack {
                code = code << 1 | player.index() as u64;
                on_board[player.index()] += 1;
            }
            bits |= code << (4 * index);
        }
        let board = Board(bits);
        let counts_fit = Player::ALL.iter().all(|&p| on_board[p.index()] == PAWNS - board.in_hand(p));
        let threes = [Player::First, Player::Second].map(|p| board.threes(p));
        let threes_fit = threes[board.to_move().index()] == 0 && threes[(!board.to_move()).index()] <= 1;
        (counts_fit && threes_fit).then_some(board)
    }

    /// Number of cells with three pawns of this player.
    fn threes(self, player: Player) -> usize {
        Cell::all().filter(|&cell| self.stack(cell).0 == Stack::THREE[player.index()]).count()
    }

    /// Takes the top pawn of a cell that has one.
    const fn lift(self, cell: Cell) -> Self {
        let shift = 4 * cell.index();
        let stack = self.0 >> shift & 0xF;
        Board(self.0 ^ (stack ^ stack >> 1) << shift)
    }

    /// Puts a pawn on a cell that is not full.
    const fn drop(self, cell: Cell, player: Player) -> Self {
        let shift = 4 * cell.index();
        let stack = self.0 >> shift & 0xF;
        Board(self.0 ^ (stack ^ (stack << 1 | player.index() as u64)) << shift)
    }

    const fn is_full(self, cell: Cell) -> bool {
        self.0 >> (4 * cell.index()) & 0b1000 != 0
    }

    /// The position after a move that is legal here.
    ///
    /// # Panics
    /// Never; an illegal move gives a position of no game. [`Position::play`] is the one that checks.
    pub const fn after(self, mv: Move) -> Self {
        let player = if self.ply() & 1 == 0 { Player::First } else { Player::Second };
        let board = match mv {
            Move::Place(cell) => self.drop(cell, player),
            Move::Shift { from, to } => self.lift(from).drop(to, player),
            Move::Pass => self,
        };
        Board(board.0 + Self::ONE_PLY)
    }

    /// The legal moves, without allocation, in the order of their cells: a single [`Move::Pass`] when it is
    /// forced, none when the game is over.
    pub fn moves(self) -> MoveList {
        let mut list = MoveList::new();
        if self.status() != Status::Ongoing {
            return list;
        }
        if self.in_hand(self.to_move()) > 0 {
            Cell::all().filter(|&cell| !self.is_full(cell)).for_each(|cell| list.push(Move::Place(cell)));
            return list;
        }
        self.shifts().for_each(|mv| list.push(mv));
        if list.is_empty() {
            list.push(Move::Pass);
        }
        list
    }

    /// The moves of pawns that the player whose turn it is could make, phase and end of the game aside.
    fn shifts(self) -> impl Iterator<Item = Move> {
        let mover = Some(self.to_move());
        Cell::all().filter(move |&from| self.stack(from).top() == mover).flat_map(move |from| {
            from.neighbours().filter(move |&to| !self.is_full(to)).map(move |to| Move::Shift { from, to })
        })
    }

    /// Examines one move.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(self, mv: Move) -> Result<(), Illegal> {
        if self.status() != Status::Ongoing {
            return Err(Illegal::GameOver);
        }
        let mover = self.to_move();
        let placing = self.in_hand(mover) > 0;
        match mv {
            Move::Place(_) if !placing => Err(Illegal::NoPawnInHand),
            Move::Place(cell) if self.is_full(cell) => Err(Illegal::Full(cell)),
            Move::Place(_) => Ok(()),
            Move::Shift { .. } if placing => Err(Illegal::PawnsInHand),
            Move::Pass if placing => Err(Illegal::MustPlace),
            Move::Shift { from, to } => match self.stack(from).top() {
                None => Err(Illegal::Empty(from)),
                Some(owner) if owner != mover => Err(Illegal::NotOwnPawn(from)),
                Some(_) if !from.is_neighbour(to) => Err(Illegal::NotNeighbours(from, to)),
                Some(_) if self.is_full(to) => Err(Illegal::Full(to)),
                Some(_) => Ok(()),
            },
            Move::Pass if self.shifts().next().is_some() => Err(Illegal::CanMove),
            Move::Pass => Ok(()),
        }
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Position for Board {
    type Move = Move;
    type Illegal = Illegal;

    fn to_move(&self) -> Player {
        Player::ALL[(self.ply() & 1) as usize]
    }

    fn status(&self) -> Status {
        let last = !self.to_move();
        // Only the player who has just moved can have made a three.
        if self.threes(last) > 0 {
            Status::Over(Outcome::Win(last))
        } else if self.ply() >= MAX_PLIES {
            Status::Over(Outcome::Draw)
        } else {
            Status::Ongoing
        }
    }

    fn play(&mut self, mv: Move) -> Result<Status, Illegal> {
        self.check(mv)?;
        *self = self.after(mv);
        Ok(self.status())
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.moves().to_vec()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        text.parse()
    }
}

impl fmt::Display for Board {
    /// Three lines of three stacks, bottom pawn first: `1` first player, `2` second player, `.` nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.render(f, ['1', '2'])
    }
}

impl Board {
    /// The board over several lines, with these letters for the pawns of the players, in order of play.
    pub fn show(self, letters: [char; 2]) -> String {
        struct Shown(Board, [char; 2]);
        impl fmt::Display for Shown {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.render(f, self.1)
            }
        }
        Shown(self, letters).to_string()
    }

    fn render(self, f: &mut fmt::Formatter<'_>, letters: [char; 2]) -> fmt::Result {
        writeln!(f, "     A   B   C")?;
        for line in 0..3 {
            writeln!(f, "   +---+---+---+")?;
            write!(f, " {} |", line + 1)?;
            for cell in (0..3).filter_map(|column| Cell::at(column, line)) {
                let mut text: String =
                    self.stack(cell).pawns().map(|player| letters[player.index()]).collect();
                text.extend(std::iter::repeat_n('.', MAX_HEIGHT as usize - text.chars().count()));
                write!(f, "{text}|")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "   +---+---+---+")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}", self.ply())?;
        for cell in Cell::all() {
            f.write_str(" ")?;
            for player in self.stack(cell).pawns() {
                write!(f, "{}", player.index() + 1)?;
            }
            if self.stack(cell).top().is_none() {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

/// The placement phase ends with the last ply that can place a pawn.
const _: () = assert!(PLACEMENT_PLIES < MAX_PLIES);
