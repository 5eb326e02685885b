//! The position of a game, its moves and its end.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Board, BoardSide, Cell, Colour, Grid, Neighbours, World, Zones};
use crate::{Outcome, ParseMoveError, Player, Position, Reason, Status};

/// After how many moves a bomb falls (the subject, section 8).
pub const BOMB_EVERY: u32 = 10;
/// How far it reaches, in steps from cell to cell.
const BOMB_REACH: u32 = 6;

/// The rules of a game, besides its board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// How many colours may be played.
    pub colours: usize,
    /// Who begins.
    pub begins: BoardSide,
    /// The game ends after so many moves in a row by which the two zones together have not become larger than ever before.
    pub useless: u32,
    /// Whether a cell in the middle wins at once (section 8).
    pub golden: bool,
    /// Where bombs fall by this seed, if they do: after every ten moves (section 8).
    pub bombs: Option<u64>,
}

impl Default for Rules {
    /// Those of the subject, where a game need not end: `useless` is ours. Its figure
    /// lets `^` begin, we let player 1.
    fn default() -> Self {
        Rules { colours: 7, begins: BoardSide::Low, useless: 100, golden: false, bombs: None }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A side has the golden cell.
    Golden(BoardSide),
    /// A side has more than half of the cells: a sufficient condition (question 5).
    Majority(BoardSide),
    /// Neither side can grow any more.
    Full,
    /// Nobody has won anything for too long: [`Rules::useless`].
    Useless,
}

/// The rule that a refused move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game is played with fewer colours.
    #[error("no colour {0} among {1}")]
    NoSuchColour(Colour, usize),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl From<Illegal> for Reason {
    fn from(rule: Illegal) -> Self {
        match rule {
            Illegal::NoSuchColour(colour, count) => {
                let last = Colour(count.saturating_sub(1) as u8);
                Reason::new("no-such-colour").with(colour).with(last)
            }
            Illegal::GameOver => Reason::new("game-over"),
        }
    }
}

/// A position.
#[derive(Clone, Debug)]
pub struct SeptCouleurs {
    rules: Rules,
    /// The board at the beginning, or when the last bomb had fallen.
    board: Arc<Board>,
    world: Arc<World>,
    zones: Zones,
    to_move: BoardSide,
    plies: u32,
    /// The most cells that both sides have ever had together, and how many moves ago it became so many.
    most: u32,
    idle: u32,
}

impl PartialEq for SeptCouleurs {
    /// In which order the zones have grown does not count.
    fn eq(&self, other: &Self) -> bool {
        let count = |game: &Self| (game.to_move, game.plies, game.most, game.idle);
        let boards = Arc::ptr_eq(&self.board, &other.board) || self.board == other.board;
        boards && self.rules == other.rules && count(self) == count(other) && self.owners().eq(other.owners())
    }
}

impl Eq for SeptCouleurs {}

impl Hash for SeptCouleurs {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.rules.hash(state);
        (self.to_move, self.plies, self.most, self.idle).hash(state);
        self.owners().for_each(|owner| owner.hash(state));
    }
}

impl SeptCouleurs {
    /// Who has each island.
    fn owners(&self) -> impl Iterator<Item = Option<BoardSide>> {
        (0..self.world.islands()).map(|island| self.zones.owner(island))
    }

    /// The beginning of a game on this board.
    ///
    /// # Panics
    /// A free cell of the board has a colour that may not be played.
    pub fn new(board: Board, rules: Rules) -> Self {
        let world = World::new(&board, rules.colours);
        let zones = Zones::new(&world);
        let most = BoardSide::ALL.map(|side| zones.area(side)).iter().sum();
        let (board, world) = (Arc::new(board), Arc::new(world));
        SeptCouleurs { rules, board, world, zones, to_move: rules.begins, plies: 0, most, idle: 0 }
    }

    /// Its rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The islands that the zones are made of.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The zones of both sides.
    pub const fn zones(&self) -> &Zones {
        &self.zones
    }

    /// The shape of the board.
    pub fn grid(&self) -> &Grid {
        self.board.grid()
    }

    /// How many moves have been made.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// How many moves in a row, up to now, have not made both zones together larger than ever before.
    pub const fn idle(&self) -> u32 {
        self.idle
    }

    /// What is on a cell now.
    pub fn cell(&self, cell: usize) -> Cell {
        let owner = self.world.island_of(cell).and_then(|island| self.zones.owner(island));
        owner.map_or(self.board[cell], Cell::Zone)
    }

    /// The board as it is now.
    pub fn board(&self) -> Board {
        Board::from_fn(*self.grid(), |cell| self.cell(cell))
    }

    /// Whose turn it is, or would be.
    pub const fn side_to_move(&self) -> BoardSide {
        self.to_move
    }

    /// On which side a player is.
    pub fn side(&self, player: Player) -> BoardSide {
        if player == Player::First { self.rules.begins } else { !self.rules.begins }
    }

    /// Which player is on a side.
    pub fn player(&self, side: BoardSide) -> Player {
        if side == self.rules.begins { Player::First } else { Player::Second }
    }

    /// How many cells a side has.
    pub fn area(&self, side: BoardSide) -> u32 {
        self.zones.area(side)
    }

    /// The part of the cells that a side has, from 0 to 1 (question 5); walls do not count.
    pub fn occupation(&self, side: BoardSide) -> f64 {
        f64::from(self.area(side)) / self.world.open_cells() as f64
    }

    /// How many cells a colour wins for a side now; 0 for one that may not be played.
    pub fn gain(&self, side: BoardSide, colour: Colour) -> u32 {
        if colour.index() < self.rules.colours { self.zones.gain(side, colour) } else { 0 }
    }

    /// The cells of the middle, each of which is golden where one is: one, or two or four where a side of the board is even, so
    /// that neither player is nearer. Of a board of 2 x 2 they are those where nobody begins.
    pub fn golden_cells(grid: &Grid) -> BTreeSet<usize> {
        let middle = |length: usize| [(length - 1) / 2, length / 2];
        let rows = middle(grid.height).into_iter();
        let cells = rows.flat_map(|row| middle(grid.width).map(|column| row * grid.width + column));
        cells.filter(|cell| BoardSide::ALL.iter().all(|side| side.corner(grid) != *cell)).collect()
    }

    /// Why the game is over; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        let majority = |side: &BoardSide| 2 * self.area(*side) as usize > self.world.open_cells();
        if let Some(side) = self.rules.golden.then(|| self.golden()).flatten() {
            Some(Ending::Golden(side))
        } else if let Some(side) = BoardSide::ALL.into_iter().find(majority) {
            Some(Ending::Majority(side))
        } else if BoardSide::ALL.into_iter().all(|side| self.zones.is_stuck(side)) {
            Some(Ending::Full)
        } else {
            (self.idle >= self.rules.useless).then_some(Ending::Useless)
        }
    }

    /// Who has a golden cell. Between two bombs only one side can come to have one.
    fn golden(&self) -> Option<BoardSide> {
        let owner = |cell| match self.cell(cell) {
            Cell::Zone(side) => Some(side),
            _ => None,
        };
        Self::golden_cells(self.grid()).into_iter().find_map(owner)
    }

    /// Changes every cell within reach of a place that the seed decides to a colour that it decides, whoever has it. Walls stay, and
    /// so do the corners, so that nobody loses everything.
    fn bomb(&mut self, seed: u64) {
        let grid = *self.grid();
        let mut state = seed.wrapping_add(u64::from(self.plies) << 32);
        let mut below = |bound: usize| (split_mix(&mut state) % bound as u64) as usize;
        let centre = below(grid.len());
        let mut distance = vec![u32::MAX; grid.len()];
        distance[centre] = 0;
        let mut reached = vec![centre];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for other in grid.around(cell) {
                if distance[cell] < BOMB_REACH && distance[other] == u32::MAX {
                    distance[other] = distance[cell] + 1;
                    reached.push(other);
                }
            }
        }
        let mut board = self.board();
        reached.sort_unstable();
        for cell in reached {
            let corner = BoardSide::ALL.iter().any(|side| side.corner(&grid) == cell);
            if !corner && board[cell] != Cell::Wall {
                board[cell] = Cell::Free(Colour(below(self.rules.colours) as u8));
            }
        }
        self.world = Arc::new(World::new(&board, self.rules.colours));
        self.zones = Zones::new(&self.world);
        self.board = Arc::new(board);
    }
}

/// The next number of SplitMix64: a generator of four lines, which engines in any language can follow (`protocol/MOTEUR.md`).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Position for SeptCouleurs {
    type Move = Colour;
    type Illegal = Illegal;

    fn to_move(&self) -> Player {
        self.player(self.to_move)
    }

    fn status(&self) -> Status {
        let Some(ending) = self.ending() else { return Status::Ongoing };
        let [low, high] = BoardSide::ALL.map(|side| self.area(side));
        let winner = match ending {
            Ending::Golden(side) | Ending::Majority(side) => Some(side),
            Ending::Full | Ending::Useless if low == high => None,
            Ending::Full | Ending::Useless => Some(if low > high { BoardSide::Low } else { BoardSide::High }),
        };
        Status::Over(winner.map_or(Outcome::Draw, |side| Outcome::Win(self.player(side))))
    }

    fn play(&mut self, colour: Colour) -> Result<Status, Illegal> {
        if colour.index() >= self.rules.colours {
            return Err(Illegal::NoSuchColour(colour, self.rules.colours));
        }
        if self.ending().is_some() {
            return Err(Illegal::GameOver);
        }
        self.zones.play(&self.world, self.to_move, colour);
        self.zones.settle();
        self.to_move = !self.to_move;
        self.plies += 1;
        let both = self.area(BoardSide::Low) + self.area(BoardSide::High);
        self.idle = if both > self.most { 0 } else { self.idle + 1 };
        self.most = self.most.max(both);
        let status = self.status();
        match self.rules.bombs {
            Some(seed) if status == Status::Ongoing && self.plies.is_multiple_of(BOMB_EVERY) => {
                self.bomb(seed);
                Ok(self.status())
            }
            _ => Ok(status),
        }
    }

    fn legal_moves(&self) -> Vec<Colour> {
        // Any colour may be played at any time, also a useless one.
        if self.ending().is_some() { Vec::new() } else { Colour::all(self.rules.colours).collect() }
    }

    fn parse_move(&self, text: &str) -> Result<Colour, ParseMoveError> {
        text.parse()
    }
}

impl fmt::Display for SeptCouleurs {
    /// The board with a space between cells, and the part that each side has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = self.grid();
        for row in 0..grid.height {
            if grid.neighbours == Neighbours::Six {
                f.write_str(&" ".repeat(grid.height - 1 - row))?;
            }
            for column in 0..grid.width {
                let space = if column > 0 { " " } else { "" };
                write!(f, "{space}{}", self.cell(row * grid.width + column))?;
            }
            f.write_str("\n")?;
        }
        let part = |side: BoardSide| format!("{} {:.1} %", side.symbol(), 100.0 * self.occupation(side));
        writeln!(f, "{}   {}", part(BoardSide::Low), part(BoardSide::High))
    }
}
