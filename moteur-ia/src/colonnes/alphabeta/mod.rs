//! `alphabeta`: searches as deep as its time allows.
//!
//! # Layout
//! * `grid`, `symmetry`: the position as the search sees it.
//! * `table`: what earlier searches found, valid for any number of plies left.
//! * `estimate`, `search`: the search itself.

pub mod grid;
pub mod search;
mod symmetry;
pub mod table;

use std::time::Duration;

use i18n::text;
use jeux::colonnes::{Board, MAX_PLIES, Move};

use self::grid::Grid;
use self::search::{Found, Search};
use self::table::{SURE, Table, WIN};
use crate::adapter::{Engine, Limits};
use crate::any_game::chance;

/// The size of the table: 2 to this power bytes are 32 MiB.
const TABLE_LOG_BYTES: u32 = 25;

/// Limits besides the host's.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// Of the order in which equal moves are tried.
    pub seed: Option<u64>,
    /// The time for a move.
    pub time: Option<Duration>,
    /// The search depth in plies.
    pub depth: Option<u8>,
}

/// The engine. Its table is kept between moves and games.
pub struct AlphaBeta {
    table: Table,
    options: Options,
    chance: fastrand::Rng,
    last: Option<Found>,
}

impl AlphaBeta {
    /// With a table of 32 MiB, which takes memory as it fills.
    pub fn new(options: Options) -> Self {
        AlphaBeta { table: Table::new(TABLE_LOG_BYTES), options, chance: chance(options.seed), last: None }
    }

    /// Searches an unfinished position, within the limits and the options.
    pub fn search(&mut self, board: Board, limits: &Limits<'_>) -> Found {
        self.run(board, self.options.time.map_or(*limits, |time| limits.within(time)))
    }

    fn run(&mut self, board: Board, limits: Limits<'_>) -> Found {
        let left = MAX_PLIES.saturating_sub(board.ply()) as u8;
        let depth = self.options.depth.unwrap_or(left);
        Search::new(&mut self.table, limits).run(Grid::new(board), left, depth, &mut self.chance)
    }

    /// Clears the table.
    pub fn forget(&mut self) {
        self.table.clear();
    }
}

impl Engine for AlphaBeta {
    type View = Board;

    fn name(&self) -> &str {
        "alphabeta"
    }

    fn choose(&mut self, position: &Board, limits: &Limits<'_>) -> Option<Move> {
        let found = self.search(*position, limits);
        self.last = Some(found);
        Some(found.step.to_move())
    }

    /// Fills the table with the opponent's possible moves.
    fn ponder(&mut self, position: &Board, limits: &Limits<'_>) {
        self.run(*position, *limits);
    }

    fn info(&self) -> Option<String> {
        let Found { score, depth, nodes, .. } = self.last?;
        let score = match score {
            win if win >= SURE => text!("value-win", count = WIN - win),
            loss if loss <= -SURE => text!("value-loss", count = WIN + loss),
            estimate => estimate.to_string(),
        };
        Some(text!("engine-searched-nodes", depth = depth, score = score, nodes = nodes))
    }
}
