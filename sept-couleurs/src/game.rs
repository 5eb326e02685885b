//! A game as players and viewers see it.

use arbitre::host::person::PERSON;
use std::time::Duration;

use anyhow::Result;
use arbitre::record::MoveRecord;
use jeux::game::{Game as _, Params};
use jeux::sept_couleurs::{Cell, Colour, SeptCouleurs, sweep};
use jeux::{ByPlayer, Player, Position, Reason};

use crate::input::Command;
use crate::setting::{self, NamedPlayer};

/// Delays for showing an engine's move, in milliseconds, slowest last.
const DELAYS: [u64; 7] = [0, 50, 150, 400, 1000, 2500, 6000];
const USUAL: usize = 3;

/// The speed at which two engines are watched.
pub struct Pace {
    pub paused: bool,
    steps: u32,
    speed: usize,
}

impl Pace {
    /// How long a move is shown: up to six seconds.
    pub fn delay(&self) -> Duration {
        Duration::from_millis(DELAYS[self.speed])
    }

    /// Takes one of the single steps requested in a pause.
    pub fn step(&mut self) -> bool {
        let steps = self.steps;
        self.steps = steps.saturating_sub(1);
        steps > 0
    }

    /// Applies a command.
    pub fn command(&mut self, command: &Command) {
        match command {
            Command::Pause => self.paused = !self.paused,
            Command::Step => {
                self.paused = true;
                self.steps = self.steps.saturating_add(1);
            }
            Command::Faster => self.speed = self.speed.saturating_sub(1),
            Command::Slower => self.speed = (self.speed + 1).min(DELAYS.len() - 1),
            _ => {}
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastMove {
    pub player: Player,
    pub colour: Colour,
    /// Cells won, before a bomb fell.
    pub won: u32,
    /// The cells that became the mover's, ascending, row by row from the top left.
    pub cells: Vec<usize>,
    /// Whether a bomb fell after it.
    pub bomb: bool,
}

pub struct ShownGame {
    pub position: SeptCouleurs,
    pub moves: usize,
    /// The last move.
    pub last: Option<LastMove>,
    /// Its setup.
    pub setup: Params,
    pub players: ByPlayer<NamedPlayer>,
    /// Whether moves can be taken back.
    pub undo: bool,
    /// The title: the game of a championship, or empty.
    pub title: String,
    pub pace: Pace,
}

impl ShownGame {
    pub fn new(setup: Params, players: ByPlayer<NamedPlayer>) -> Result<Self> {
        let position = SeptCouleurs::start(&setup).map_err(|error| setting::wrong(&error))?;
        let pace = Pace { paused: false, steps: 0, speed: USUAL };
        Ok(ShownGame {
            position,
            moves: 0,
            last: None,
            setup,
            players,
            undo: false,
            title: String::new(),
            pace,
        })
    }

    pub fn is_person(&self, player: Player) -> bool {
        self.players[player].spec == PERSON
    }

    /// Whether only engines play.
    pub fn is_watched(&self) -> bool {
        Player::ALL.into_iter().all(|player| !self.is_person(player))
    }

    /// Whether the board is decided.
    pub fn is_over(&self) -> bool {
        self.position.status().outcome().is_some()
    }

    /// Goes to the position after these moves.
    pub fn go_to(&mut self, moves: &[MoveRecord]) -> Result<()> {
        self.position = SeptCouleurs::start(&self.setup).map_err(|error| setting::wrong(&error))?;
        (self.moves, self.last) = (0, None);
        moves.iter().try_for_each(|mv| self.play(&mv.text).map_err(|why| setting::sentence(&why)))
    }

    /// Plays a move.
    pub fn play(&mut self, text: &str) -> Result<(), Reason> {
        let colour = self.position.parse_move(text)?;
        let before = self.position.clone();
        let player = before.to_move();
        let side = before.side(player);
        self.position.play(colour)?;
        self.moves += 1;
        let own = |position: &SeptCouleurs, cell: usize| position.cell(cell) == Cell::Zone(side);
        let won = |&cell: &usize| own(&self.position, cell) && !own(&before, cell);
        let cells = (0..before.grid().len()).filter(won).collect();
        // Any other changed cell was a bomb's.
        let bomb = before.rules().bombs.is_some() && {
            let mut expected = before.board();
            sweep::play(&mut expected, side, colour);
            expected != self.position.board()
        };
        self.last = Some(LastMove { player, colour, won: before.gain(side, colour), cells, bomb });
        Ok(())
    }
}
