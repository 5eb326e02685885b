//! Games between two players in this process, on boards with random objectives: each twice, so that
//! both begin once.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jeux::coursidor::{Board, Course, CourseError, Coursidor, Shape};
use jeux::{Position, Status};

use super::chemin::Chemin;
use super::judgement::Weights;
use super::stratege::{Options, Stratege};
use crate::adapter::{Engine, Limits};
use crate::any_game::Hasard;
use crate::statistics::Results;

/// A player as typed: `hasard`, `chemin`, `stratege:MS`, `stratege:pN` for N plies; with other
/// weights, `stratege:MS,wall=120,turn=40`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Any move.
    Hasard,
    /// The shortest way.
    Chemin,
    /// The search.
    Stratege(Options),
}

impl Spec {
    /// `None` for an unknown player.
    pub fn read(text: &str) -> Option<Self> {
        let limit = match text {
            "hasard" => return Some(Spec::Hasard),
            "chemin" => return Some(Spec::Chemin),
            _ => text.strip_prefix("stratege:")?,
        };
        let mut parts = limit.split(',');
        let first = parts.next()?;
        let (time, depth) = match first.strip_prefix('p') {
            Some(plies) => (None, Some(plies.parse().ok()?)),
            None => (Some(Duration::from_millis(first.parse().ok()?)), None),
        };
        let mut weights = Weights::default();
        for part in parts {
            let (name, value) = part.split_once('=')?;
            weights.set(name, value.parse().ok()?)?;
        }
        Some(Spec::Stratege(Options { time, depth, weights }))
    }

    /// The player; `seed` is for random ones.
    pub fn seat(&self, seed: u64) -> Seat {
        match self {
            Spec::Hasard => Seat::Hasard(Hasard::new(Some(seed))),
            Spec::Chemin => Seat::Chemin(Chemin),
            Spec::Stratege(options) => Seat::Stratege(Box::new(Stratege::new(*options))),
        }
    }
}

/// A player at the board.
pub enum Seat {
    /// Any move.
    Hasard(Hasard<Coursidor>),
    /// The shortest way.
    Chemin(Chemin),
    /// The search.
    Stratege(Box<Stratege>),
}

impl Seat {
    fn choose(&mut self, position: &Coursidor, limits: &Limits<'_>) -> Option<jeux::coursidor::Move> {
        match self {
            Seat::Hasard(hasard) => hasard.choose(position, limits),
            Seat::Chemin(chemin) => chemin.choose(position, limits),
            Seat::Stratege(stratege) => stratege.choose(position, limits),
        }
    }

    fn last(&self) -> Option<super::Thought> {
        match self {
            Seat::Stratege(stratege) => stratege.last(),
            _ => None,
        }
    }
}

/// The boards of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The form of the board.
    pub shape: Shape,
    /// Its size: `m` in the subject.
    pub size: usize,
    /// The number of objectives.
    pub objectives: usize,
    /// Plies until a draw.
    pub plies: u32,
}

/// A player's totals.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Moves made.
    pub moves: u64,
    pub time: Duration,
    /// The longest time for one.
    pub slowest: Duration,
    /// The sum of search depths.
    pub depths: u64,
    /// Positions searched.
    pub nodes: u64,
    /// Walls built.
    pub walls: u64,
    /// Illegal moves, or none where there was one.
    pub illegal: u64,
}

/// Results of games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// By winner.
    pub results: Results,
    /// Plies of all games.
    pub plies: u64,
    /// Totals of the players, in order.
    pub efforts: [Effort; 2],
}

impl Tally {
    /// Plays the game of this number, from 0: each two games have the same objectives, and the
    /// first player begins the even ones. An illegal move loses.
    pub fn play(
        &mut self,
        setting: &Setting,
        players: &[Spec; 2],
        seed: u64,
        game: u64,
    ) -> Result<(), CourseError> {
        let board = Board::new(setting.shape, setting.size)?;
        let course = Course::draw(board, setting.objectives, setting.plies, seed.wrapping_add(game / 2))?;
        let mut position = Coursidor::new(course);
        let mut seats = [0, 1].map(|place| players[place].seat(seed.wrapping_add(2 * game + place as u64)));
        let place = |player| Results::place(game, player);
        let winner = loop {
            if let Status::Over(outcome) = position.status() {
                break outcome.winner();
            }
            let mover = position.to_move();
            if !self.efforts[place(mover)].one(&mut position, &mut seats[place(mover)]) {
                break Some(!mover);
            }
        };
        self.plies += u64::from(position.plies());
        self.results.count(game, winner);
        Ok(())
    }
}

impl Effort {
    /// Makes a move; whether it was legal.
    fn one(&mut self, position: &mut Coursidor, seat: &mut Seat) -> bool {
        let stop = AtomicBool::new(false);
        let begin = Instant::now();
        let mv = seat.choose(position, &Limits { deadline: None, stop: &stop });
        let time = begin.elapsed();
        self.moves += 1;
        self.time += time;
        self.slowest = self.slowest.max(time);
        if let Some(thought) = seat.last() {
            self.depths += u64::from(thought.depth);
            self.nodes += thought.nodes;
        }
        self.walls += u64::from(matches!(mv, Some(jeux::coursidor::Move::Wall(_))));
        let legal = mv.is_some_and(|mv| position.play(mv).is_ok());
        self.illegal += u64::from(!legal);
        legal
    }
}
