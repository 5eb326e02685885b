//! A game under way, in numbers.

use std::fmt::Display;

use jeux::game::{Game, MOST_MOVES, ParameterError, Params, number};
use jeux::{Outcome, Player, Reason, Status};

use crate::Planes;

/// The action is none of those that are legal now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("action {0} is not legal now")]
pub struct IllegalAction(pub usize);

/// A game under way whose actions are numbers. Of the environments that begin from one setup, actions and shape are the same, and stay so.
pub trait Environment: Clone + Send + Sync + 'static {
    /// What an action does, in the notation of the game.
    type Move: Clone + Eq + std::fmt::Debug + Display;
    /// The name of the game.
    const NAME: &'static str;
    /// Whether both players see everything.
    const PERFECT: bool = true;

    /// The beginning of a game.
    ///
    /// # Errors
    /// See [`Game::start`].
    fn begin(setup: &Params) -> Result<Self, ParameterError>;

    /// How many numbers there are.
    fn actions(&self) -> usize;

    /// Planes, rows and columns of an observation.
    fn shape(&self) -> [usize; 3];

    /// No game takes more actions than this, if there is such a number.
    fn longest(&self) -> Option<u64>;

    /// The position, as the referee sees it.
    fn any(&self) -> &dyn jeux::any::AnyPosition;

    /// Whose turn it is. In a finished game: whose it would be.
    fn to_move(&self) -> Player;

    /// Whether the game goes on.
    fn status(&self) -> Status;

    /// Calls with each legal action, once each and in any order; with none when the game is over.
    fn legal(&self, each: impl FnMut(usize));

    /// The number of a move; `None` for one that the board does not have. It need not be legal.
    fn number(&self, mv: &Self::Move) -> Option<usize>;

    /// The move of this number; `None` for one that the board does not have, and beyond the last.
    fn numbered(&self, action: usize) -> Option<Self::Move>;

    /// Reads a move, or what stands for several actions: these numbers play it.
    fn read(&self, text: &str) -> Option<Vec<usize>>;

    /// Whether the action is legal now.
    fn is_legal(&self, action: usize) -> bool;

    /// Plays an action of the player whose turn it is.
    ///
    /// # Errors
    /// It is not legal; nothing has changed.
    fn play(&mut self, action: usize) -> Result<Status, IllegalAction>;

    /// Writes what this player sees: [`Environment::shape`] values, row by row, plane by plane.
    ///
    /// # Panics
    /// Not so many values.
    fn observe(&self, me: Player, out: &mut [f32]);

    /// Writes 1 for legal actions and 0 for others.
    fn mask(&self, out: &mut [u8]) {
        out.fill(0);
        self.legal(|action| {
            if let Some(legal) = out.get_mut(action) {
                *legal = 1;
            }
        });
    }

    /// How many values an observation has.
    fn size(&self) -> usize {
        self.shape().iter().product()
    }
}

/// The outcome for a player: 1, 0, -1; 0 while the game goes on.
pub fn score_of(status: Status, player: Player) -> f32 {
    match status {
        Status::Over(Outcome::Win(winner)) if winner == player => 1.0,
        Status::Over(Outcome::Win(_)) => -1.0,
        Status::Over(Outcome::Draw) | Status::Ongoing => 0.0,
    }
}

/// The beginning of a game with these parameters and this seed.
///
/// # Errors
/// See [`Game::draw`].
pub fn begin<E: Environment>(parameters: &Params, seed: u64) -> Result<E, ParameterError> {
    let game = jeux::any::named(E::NAME).map_err(|reason| ParameterError::new("game", reason))?;
    E::begin(&game.draw(parameters, seed)?)
}

/// What a game says to be an [`Env`], in which each action is a move.
pub trait Numbered: Game<Move: Copy> {
    /// See [`Environment::actions`].
    fn actions(&self) -> usize;

    /// See [`Environment::shape`].
    fn shape(&self) -> [usize; 3];

    /// See [`Environment::longest`]; the limit that any game may have is not counted.
    fn longest(&self) -> Option<u64>;

    /// See [`Environment::number`].
    fn number(&self, mv: Self::Move) -> Option<usize>;

    /// See [`Environment::numbered`].
    fn numbered(&self, action: usize) -> Option<Self::Move>;

    /// See [`Environment::legal`].
    fn each(&self, each: impl FnMut(usize));

    /// Whether a move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Writes what a player sees; `played` is the part of the plies played after which the game is drawn, or 0.
    fn observe(&self, me: Player, played: f32, planes: &mut Planes<'_>);
}

/// The environment of a game in which each action is a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Env<G> {
    position: G,
    plies: u32,
    /// After so many plies the game is drawn; 0: never.
    most: u32,
}

impl<G: Numbered> Env<G> {
    /// The position.
    pub const fn position(&self) -> &G {
        &self.position
    }

    const fn is_at_limit(&self) -> bool {
        self.most > 0 && self.plies >= self.most
    }
}

impl<G: Numbered> Environment for Env<G>
where
    G: Sync,
    G::Move: Send,
{
    type Move = G::Move;
    const NAME: &'static str = G::NAME;

    fn begin(setup: &Params) -> Result<Self, ParameterError> {
        let most = if setup.contains_key(MOST_MOVES) { number(setup, MOST_MOVES)? } else { 0 };
        let too_many = |_| ParameterError::new(MOST_MOVES, Reason::new("impossible"));
        Ok(Env { position: G::start(setup)?, plies: 0, most: u32::try_from(most).map_err(too_many)? })
    }

    fn actions(&self) -> usize {
        self.position.actions()
    }

    fn shape(&self) -> [usize; 3] {
        self.position.shape()
    }

    fn longest(&self) -> Option<u64> {
        let limit = (self.most > 0).then_some(u64::from(self.most));
        [limit, self.position.longest()].into_iter().flatten().min()
    }

    fn any(&self) -> &dyn jeux::any::AnyPosition {
        &self.position
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn status(&self) -> Status {
        match self.position.status() {
            Status::Ongoing if self.is_at_limit() => Status::Over(Outcome::Draw),
            status => status,
        }
    }

    fn legal(&self, each: impl FnMut(usize)) {
        if !self.is_at_limit() {
            self.position.each(each);
        }
    }

    fn number(&self, mv: &G::Move) -> Option<usize> {
        self.position.number(*mv)
    }

    fn numbered(&self, action: usize) -> Option<G::Move> {
        self.position.numbered(action)
    }

    fn read(&self, text: &str) -> Option<Vec<usize>> {
        let mv = self.position.parse_move(text).ok()?;
        self.position.number(mv).map(|action| vec![action])
    }

    fn is_legal(&self, action: usize) -> bool {
        let mv = self.position.numbered(action).filter(|_| !self.is_at_limit());
        mv.is_some_and(|mv| self.position.is_legal(mv))
    }

    fn play(&mut self, action: usize) -> Result<Status, IllegalAction> {
        let mv = self.position.numbered(action).filter(|_| !self.is_at_limit());
        let mv = mv.ok_or(IllegalAction(action))?;
        let status = self.position.play(mv).map_err(|_| IllegalAction(action))?;
        self.plies += 1;
        Ok(if status == Status::Ongoing { self.status() } else { status })
    }

    fn observe(&self, me: Player, out: &mut [f32]) {
        let [planes, rows, columns] = self.position.shape();
        assert_eq!(out.len(), planes * rows * columns, "the size of an observation");
        let played = if self.most == 0 { 0.0 } else { self.plies as f32 / self.most as f32 };
        self.position.observe(me, played, &mut Planes::new(out, rows * columns));
    }
}
