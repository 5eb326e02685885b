//! Games between two players in this process, each beginning alternately, and searches in given
//! grids.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jeux::game::ParameterError;
use jeux::sphinx::{Cell, CellName, Exploration, Explorer, Grid, Move, Plan, Shape, Sphinx, setup_of};
use jeux::{ByPlayer, Game, Outcome, Player, Position, Reason, Status, View};

use super::{Hasard, Options, Profondeur, Stratege};
use crate::adapter::{Engine, Limits};
use crate::statistics::Results;

/// A player as typed: `hasard`, `profondeur`, `stratege`, `stratege:MS`, `stratege:eN` for N grids
/// per question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Any question.
    Hasard,
    /// The search in depth.
    Profondeur,
    /// The search in possible grids.
    Stratege(Options),
}

impl Spec {
    /// `None` for an unknown player.
    pub fn read(text: &str) -> Option<Self> {
        let limit = match text {
            "hasard" => return Some(Spec::Hasard),
            "profondeur" => return Some(Spec::Profondeur),
            "stratege" => return Some(Spec::Stratege(Options::default())),
            _ => text.strip_prefix("stratege:")?,
        };
        Some(Spec::Stratege(match limit.strip_prefix('e') {
            Some(samples) => Options { samples: Some(samples.parse().ok()?), ..Options::default() },
            None => Options { time: Some(Duration::from_millis(limit.parse().ok()?)), ..Options::default() },
        }))
    }

    pub fn seat(&self, seed: u64) -> Seat {
        match self {
            Spec::Hasard => Box::new(Hasard::new(Some(seed))),
            Spec::Profondeur => Box::new(Profondeur::new(Some(seed))),
            Spec::Stratege(options) => Box::new(Stratege::new(Options { seed: Some(seed), ..*options })),
        }
    }
}

pub type Seat = Box<dyn Engine<View = Explorer>>;

/// Why a game cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DuelError {
    /// There are no such grids.
    #[error(transparent)]
    Shape(#[from] ParameterError),
    /// A move was refused, or its answer is inconsistent.
    #[error("{0}")]
    Refused(Reason),
    /// A player has no legal move.
    #[error("no move that is allowed")]
    NoMove,
}

/// A player's totals.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Games in which he found the treasure.
    pub found: u64,
    pub questions: u64,
    /// Walls hit in these.
    pub walls: u64,
    /// The lengths of their shortest ways.
    pub shortest: u64,
    /// Questions in all games.
    pub moves: u64,
    pub time: Duration,
    /// The longest time for a question.
    pub slowest: Duration,
}

/// Results of games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// By winner.
    pub results: Results,
    /// Totals of the players, in order.
    pub efforts: [Effort; 2],
}

impl Tally {
    /// Plays the game of this number, from 0: the first player begins the even ones.
    pub fn play(
        &mut self,
        shape: &Shape,
        players: &[Spec; 2],
        seed: u64,
        game: u64,
    ) -> Result<(), DuelError> {
        let place = |player| Results::place(game, player);
        let seed = |place: usize| seed.wrapping_add(2 * game + place as u64);
        let mut seats = ByPlayer::from_fn(|player| players[place(player)].seat(seed(place(player))));
        let mut table = Table::new(shape)?;
        while table.position.status() == Status::Ongoing {
            let mover = table.position.to_move();
            table.go(seats[mover].as_mut(), &mut self.efforts[place(mover)])?;
        }
        for player in Player::ALL {
            let effort = &mut self.efforts[place(player)];
            let (Some(exploration), Some(plan)) =
                (table.position.exploration(player), table.position.plan(!player))
            else {
                return Err(DuelError::NoMove);
            };
            if exploration.found() {
                effort.found += 1;
                effort.questions += exploration.asked() as u64;
                effort.walls += (exploration.asked() + 1 - exploration.visited().len()) as u64;
                effort.shortest += shortest(plan) as u64;
            }
        }
        self.results.count(game, table.position.status().outcome().and_then(Outcome::winner));
        Ok(())
    }
}

/// A game in progress.
struct Table {
    position: Sphinx,
    views: ByPlayer<Explorer>,
}

impl Table {
    fn new(shape: &Shape) -> Result<Self, DuelError> {
        let setup = setup_of(shape);
        let (first, second) =
            (Explorer::begin(&setup, Player::First)?, Explorer::begin(&setup, Player::Second)?);
        Ok(Table { position: Sphinx::start(&setup)?, views: ByPlayer { first, second } })
    }

    /// A move of the player to move.
    fn go(&mut self, seat: &mut dyn Engine<View = Explorer>, effort: &mut Effort) -> Result<(), DuelError> {
        let (mover, begin) = (self.position.to_move(), Instant::now());
        let stop = AtomicBool::new(false);
        let mv = seat.choose(&self.views[mover], &Limits { deadline: None, stop: &stop });
        let (mv, time) = (mv.ok_or(DuelError::NoMove)?, begin.elapsed());
        if let Move::Ask(place) = &mv {
            (effort.moves, effort.time) = (effort.moves + 1, effort.time + time);
            effort.slowest = effort.slowest.max(time);
            let useful = |cell| self.position.exploration(mover).is_some_and(|known| known.is_useful(cell));
            place.cell(self.position.shape()).filter(|cell| useful(*cell)).ok_or(DuelError::NoMove)?;
        }
        self.play(&mv)
    }

    fn play(&mut self, mv: &Move) -> Result<(), DuelError> {
        let mover = self.position.to_move();
        let (answer, shown) = (self.position.answer(mv), self.position.shown(mv));
        self.position.play(mv.clone()).map_err(|illegal| DuelError::Refused(illegal.into()))?;
        self.views[mover].own(mv, answer.as_deref()).map_err(DuelError::Refused)?;
        self.views[!mover].opponent(shown.of(&mv.to_string())).map_err(DuelError::Refused)
    }
}

/// The length of the shortest way from entry to treasure; 0 if there is none.
pub fn shortest(plan: &Plan) -> usize {
    let shape = plan.shape();
    let mut steps = vec![None; shape.cells()];
    steps[plan.entry()] = Some(0);
    let mut queue = VecDeque::from([(plan.entry(), 0)]);
    while let Some((cell, length)) = queue.pop_front() {
        for other in shape.around(cell) {
            if steps[other].is_none() && plan.cell(other) != Cell::Wall {
                steps[other] = Some(length + 1);
                queue.push_back((other, length + 1));
            }
        }
    }
    steps[plan.treasure()].unwrap_or(0)
}

/// A player's grid.
pub fn grid(shape: &Shape, spec: &Spec, seed: u64) -> Result<Grid, DuelError> {
    let view = Explorer::begin(&setup_of(shape), Player::First)?;
    let stop = AtomicBool::new(false);
    match spec.seat(seed).choose(&view, &Limits { deadline: None, stop: &stop }) {
        Some(Move::Grid(grid)) => Ok(grid),
        _ => Err(DuelError::NoMove),
    }
}

/// The questions a player needs in a grid, and how many hit walls. Nobody searches his own grid.
pub fn search(shape: &Shape, spec: &Spec, seed: u64, grid: &Grid) -> Result<(usize, usize), DuelError> {
    let mut table = Table::new(shape)?;
    let (mut seat, mut effort) = (spec.seat(seed), Effort::default());
    table.play(&Move::Grid(grid.clone()))?;
    table.play(&Move::Grid(grid.clone()))?;
    while table.position.status() == Status::Ongoing {
        let mover = table.position.to_move();
        if mover == Player::First {
            table.go(seat.as_mut(), &mut effort)?;
            if table.position.exploration(mover).is_some_and(Exploration::found) {
                break;
            }
        } else {
            // Outside: counted, and the turn passes.
            table.play(&Move::Ask(CellName { row: -1, column: -1 }))?;
        }
    }
    let known = table.position.exploration(Player::First).ok_or(DuelError::NoMove)?;
    Ok((known.asked(), known.asked() + 1 - known.visited().len()))
}
