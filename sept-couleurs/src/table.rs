//! The moves of a game under way, which can be taken back.

use std::time::Duration;

use arbitre::judge::{Coup, Verdict};
use arbitre::seat::{Fault, Ruling};
use jeux::game::{Game, ParameterError, Params};
use jeux::sept_couleurs::{Cell, Colour, SeptCouleurs, sweep};
use jeux::{Player, Position, Reason};
use serde::{Deserialize, Serialize};

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// As it was said.
    pub text: String,
    /// Thinking time in microseconds.
    pub micros: u64,
}

/// The last move that was legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Last {
    /// Who made it.
    pub player: Player,
    /// What it was.
    pub colour: Colour,
    /// How many cells it won, before a bomb fell.
    pub won: u32,
    /// The cells that have become the mover's, by ascending number, row by row from the top left.
    pub cells: Vec<usize>,
    /// Whether a bomb has fallen after it.
    pub bomb: bool,
}

/// A game from its beginning to where it is now.
pub struct Table {
    start: SeptCouleurs,
    position: SeptCouleurs,
    line: Vec<Played>,
    last: Option<Last>,
}

impl Table {
    /// A game before its first move.
    ///
    /// # Errors
    /// The parameter that is wrong.
    pub fn new(setup: &Params) -> Result<Self, ParameterError> {
        let start = SeptCouleurs::start(setup)?;
        Ok(Table { position: start.clone(), start, line: Vec::new(), last: None })
    }

    /// Where the game is.
    pub fn position(&self) -> &SeptCouleurs {
        &self.position
    }

    /// The moves that led there, in order; the last one may have been illegal.
    pub fn line(&self) -> &[Played] {
        &self.line
    }

    /// The last of them, if it was legal; `None` before the first.
    pub fn last(&self) -> Option<&Last> {
        self.last.as_ref()
    }

    /// Who made the move of this number, from 0: the players take turns.
    pub fn mover(&self, number: usize) -> Player {
        if number.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// The colour that a text says, if it can be played now.
    ///
    /// # Errors
    /// Why not.
    pub fn colour(&self, text: &str) -> Result<Colour, Reason> {
        let colour = self.position.parse_move(text)?;
        self.position.clone().play(colour)?;
        Ok(colour)
    }

    /// Plays whatever has been said, and judges it; it is in the line, even if it was no move.
    pub fn play(&mut self, text: &str, thought: Duration) -> Ruling {
        let mover = self.position.to_move();
        let micros = u64::try_from(thought.as_micros()).unwrap_or(u64::MAX);
        self.line.push(Played { text: text.to_owned(), micros });
        self.last = None;
        let colour = match self.position.parse_move(text) {
            Ok(colour) => colour,
            Err(error) => return Ruling::Fault(Fault::Malformed(error.into())),
        };
        let verdict = match self.make(mover, colour) {
            Ok(verdict) => verdict,
            Err(rule) => Verdict::Illegal(rule),
        };
        Ruling::Judged { coup: Coup::said(text), judgement: verdict.into() }
    }

    fn make(&mut self, mover: Player, colour: Colour) -> Result<Verdict, Reason> {
        let side = self.position.side(mover);
        let before = self.position.clone();
        let won = before.gain(side, colour);
        let status = self.position.play(colour)?;
        let own = |position: &SeptCouleurs, cell: usize| position.cell(cell) == Cell::Zone(side);
        let cells = (0..before.grid().len())
            .filter(|&cell| own(&self.position, cell) && !own(&before, cell))
            .collect::<Vec<_>>();
        // Anything else than the move itself has changed cells: a bomb.
        let bomb = before.rules().bombs.is_some() && {
            let mut expected = before.board();
            sweep::play(&mut expected, side, colour);
            expected != self.position.board()
        };
        self.last = Some(Last { player: mover, colour, won, cells, bomb });
        Ok(Verdict::of(status, mover))
    }

    /// Takes moves back up to the last one of a player of whom this is true, that one included; gives how many. None of his:
    /// none.
    pub fn undo(&mut self, whose: impl Fn(Player) -> bool) -> usize {
        let Some(keep) = (0..self.line.len()).rev().find(|&number| whose(self.mover(number))) else {
            return 0;
        };
        let taken = self.line.len() - keep;
        let line = self.line[..keep].to_vec();
        self.replay(&line);
        taken
    }

    /// Goes to the position after these moves, from the beginning, as far as they are legal.
    pub fn replay(&mut self, line: &[Played]) {
        self.position = self.start.clone();
        self.last = None;
        self.line.clear();
        for played in line {
            let mover = self.position.to_move();
            let Ok(colour) = self.position.parse_move(&played.text) else { return };
            if self.make(mover, colour).is_err() {
                return;
            }
            self.line.push(played.clone());
        }
    }
}
