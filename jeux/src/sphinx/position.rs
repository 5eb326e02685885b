//! The complete position, as the referee knows it.

use std::sync::Arc;

use crate::sphinx::exploration::Exploration;
use crate::sphinx::grid::{Grid, GridError, Plan, some};
use crate::sphinx::moves::{Answer, CellName, Doors, Move};
use crate::sphinx::shape::{Cell, Shape};
use crate::{ByPlayer, Outcome, ParseMoveError, Player, Position, Reason, Status};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Only this player has found the treasure: RULES 12.
    Found(Player),
    /// Both have.
    BothFound,
    /// Nobody has a question left: RULES 11.
    Limit,
    /// The grid of this player breaks a rule: RULES 3.
    Grid(Player, GridError),
    /// Both grids do.
    Grids,
}

impl Ending {
    /// The result.
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::Found(player) => Outcome::Win(player),
            Ending::Grid(Player::First, _) => Outcome::Win(Player::Second),
            Ending::Grid(Player::Second, _) => Outcome::Win(Player::First),
            Ending::BothFound | Ending::Limit | Ending::Grids => Outcome::Draw,
        }
    }
}

/// The rule that a refused move breaks. An invalid grid and a cell that may not be asked are no such moves: the rules say what becomes of
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// A question before the player has given a grid.
    #[error("a grid is due")]
    GridDue,
    /// A second grid.
    #[error("the grid has been given")]
    GridGiven,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl From<Illegal> for Reason {
    fn from(rule: Illegal) -> Self {
        Reason::new(match rule {
            Illegal::GridDue => "grid-due",
            Illegal::GridGiven => "grid-given",
            Illegal::GameOver => "game-over",
        })
    }
}

/// What comes of a question.
enum Next {
    Turn(Player),
    LastChance,
    End(Ending),
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sphinx {
    shape: Shape,
    /// By the player who made it.
    plans: ByPlayer<Option<Result<Arc<Plan>, GridError>>>,
    /// By the player who asks; there once both grids are.
    explorations: Option<ByPlayer<Exploration>>,
    to_move: Player,
    /// Who has found the treasure: the other one has his last chance.
    found: Option<Player>,
    ending: Option<Ending>,
}

impl Sphinx {
    /// The beginning of a game with grids of this shape.
    pub const fn new(shape: Shape) -> Self {
        Sphinx {
            shape,
            plans: ByPlayer { first: None, second: None },
            explorations: None,
            to_move: Player::First,
            found: None,
            ending: None,
        }
    }

    /// The size of the grids.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The grid that this player has given, if it follows the rules.
    pub fn plan(&self, player: Player) -> Option<&Plan> {
        self.plans[player].as_ref()?.as_ref().ok().map(Arc::as_ref)
    }

    /// What this player knows of the other's grid, once both grids are there and follow the rules.
    pub fn exploration(&self, player: Player) -> Option<&Exploration> {
        self.explorations.as_ref().map(|both| &both[player])
    }

    /// Why the game is over; `None` while it goes on.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who has found the treasure while the other one has his last chance.
    pub const fn found(&self) -> Option<Player> {
        self.found
    }

    /// Where entry and treasure of this player's grid are, if it follows the rules.
    pub fn doors(&self, player: Player) -> Option<Doors> {
        let plan = self.plan(player)?;
        let place = |cell| CellName::of(&self.shape, cell);
        Some(Doors { entry: place(plan.entry()), treasure: place(plan.treasure()) })
    }

    /// The answer to a question of the player whose turn it is; `None` where there are no questions yet, or no more.
    pub fn answer_to(&self, place: CellName) -> Option<Answer> {
        let exploration = self.exploration(self.to_move).filter(|_| self.ending.is_none())?;
        let plan = self.plan(!self.to_move)?;
        Some(exploration.allowed(place).map_or(Answer::NotAllowed, |cell| Answer::Is(plan.cell(cell))))
    }

    /// Whether the same player plays again after this answer.
    pub fn plays_again(&self, answer: Answer) -> bool {
        matches!(self.after(answer), Next::Turn(player) if player == self.to_move)
    }

    /// What comes of a question that is answered so.
    fn after(&self, answer: Answer) -> Next {
        let mover = self.to_move;
        let left = ByPlayer::from_fn(|player| {
            let left = self.exploration(player).map_or(0, Exploration::left);
            if player == mover { left.saturating_sub(1) } else { left }
        });
        let found = answer == Answer::Is(Cell::Treasure);
        match self.found {
            Some(_) if found => Next::End(Ending::BothFound),
            Some(_) if answer.goes_on() && left[mover] > 0 => Next::Turn(mover),
            Some(finder) => Next::End(Ending::Found(finder)),
            None if found && left[!mover] > 0 => Next::LastChance,
            None if found => Next::End(Ending::Found(mover)),
            None => next_player(mover, answer.goes_on(), left).map_or(Next::End(Ending::Limit), Next::Turn),
        }
    }

    /// The mover gives his grid. That it breaks a rule matters when the other one is there too.
    fn give(&mut self, grid: &Grid) {
        self.plans[self.to_move] = Some(grid.check(self.shape).map(Arc::new));
        self.to_move = !self.to_move;
        let (Some(first), Some(second)) = (&self.plans.first, &self.plans.second) else { return };
        self.ending = match (first, second) {
            (Err(_), Err(_)) => Some(Ending::Grids),
            (Err(error), Ok(_)) => Some(Ending::Grid(Player::First, *error)),
            (Ok(_), Err(error)) => Some(Ending::Grid(Player::Second, *error)),
            (Ok(_), Ok(_)) => None,
        };
        let begin = |player: Player| Exploration::new(self.shape, self.doors(!player)?);
        self.explorations =
            begin(Player::First).zip(begin(Player::Second)).map(|(first, second)| ByPlayer { first, second });
    }

    fn ask(&mut self, place: CellName, answer: Answer) {
        let (mover, next) = (self.to_move, self.after(answer));
        if let Some(both) = &mut self.explorations {
            both[mover].note(place, answer);
        }
        match next {
            Next::Turn(player) => self.to_move = player,
            Next::LastChance => {
                self.found = Some(mover);
                self.to_move = !mover;
            }
            Next::End(ending) => {
                self.ending = Some(ending);
                self.to_move = !mover;
            }
        }
    }
}

impl Position for Sphinx {
    type Move = Move;
    type Illegal = Illegal;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn status(&self) -> Status {
        self.ending.map_or(Status::Ongoing, |ending| Status::Over(ending.outcome()))
    }

    fn play(&mut self, mv: Move) -> Result<Status, Illegal> {
        if self.ending.is_some() {
            return Err(Illegal::GameOver);
        }
        match mv {
            Move::Grid(_) if self.explorations.is_some() => return Err(Illegal::GridGiven),
            Move::Grid(grid) => self.give(&grid),
            Move::Ask(place) => {
                let answer = self.answer_to(place).ok_or(Illegal::GridDue)?;
                self.ask(place, answer);
            }
        }
        Ok(self.status())
    }

    /// A few grids; then the questions that can tell something new.
    fn legal_moves(&self) -> Vec<Move> {
        if self.ending.is_some() {
            return Vec::new();
        }
        match self.exploration(self.to_move) {
            None => some(self.shape).into_iter().map(Move::Grid).collect(),
            Some(exploration) => {
                exploration.useful().map(|cell| Move::Ask(CellName::of(&self.shape, cell))).collect()
            }
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        text.parse()
    }
}

/// Whose turn it is after a question that was no treasure: RULES 8 and 11. `left` are the questions that the players have left after it.
/// `None` when both have used theirs up.
pub(super) fn next_player(mover: Player, goes_on: bool, left: ByPlayer<usize>) -> Option<Player> {
    let next = if goes_on { mover } else { !mover };
    [next, !next].into_iter().find(|player| left[*player] > 0)
}
