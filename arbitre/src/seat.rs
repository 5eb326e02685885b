//! Where a player sits, and what can go wrong there.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use protocol::Termination;

use crate::game::Verdict;
use crate::wait::Deadline;

/// One turn of a player.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// When it became his turn: the instant from which the subject counts.
    pub began: Instant,
    /// When his time is over.
    pub deadline: Deadline,
    /// Readable when the referee is told to stop at once.
    pub interrupt: Option<BorrowedFd<'a>>,
}

/// A move, and when its last byte was there.
#[derive(Clone, Copy, Debug)]
pub struct Answer<C> {
    /// The move as it came.
    pub coup: C,
    /// When it was complete.
    pub at: Instant,
}

/// Why there is no move. All but the last two lose the game for the player whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// His time is over.
    #[error("no complete move in time")]
    Timeout,
    /// He has left, or takes nothing any more.
    #[error("the player has left: {0}")]
    Disconnected(String),
    /// What he sent is no request of the protocol.
    #[error("malformed request: {0}")]
    Malformed(String),
    /// His engine failed.
    #[error("the engine failed: {0}")]
    Crash(String),
    /// It is the opponent who has left, or who broke the protocol, out of turn: he loses.
    #[error("the opponent, out of turn: {0}")]
    Opponent(Box<Fault>),
    /// The referee failed or was told to stop; nobody is charged with it.
    #[error("interrupted: {0}")]
    Interrupted(String),
}

impl Fault {
    /// The word of the closed list.
    pub fn termination(&self) -> Termination {
        match self {
            Fault::Timeout => Termination::Timeout,
            Fault::Disconnected(_) => Termination::Disconnected,
            Fault::Malformed(_) => Termination::Malformed,
            Fault::Crash(_) => Termination::Crash,
            Fault::Opponent(fault) => fault.termination(),
            Fault::Interrupted(_) => Termination::Interrupted,
        }
    }
}

/// What came of a turn.
#[derive(Clone, Debug)]
pub enum Ruling<C> {
    /// A move was made and judged.
    Judged {
        /// The move as it came.
        coup: C,
        /// Its text notation, before it was played.
        notation: String,
        /// The judgement, seen by the mover.
        verdict: Verdict,
    },
    /// No move was made; the game is over.
    Fault(Fault),
}

impl<C> Ruling<C> {
    /// How the game ends by this ruling; `None` when it goes on.
    pub fn termination(&self) -> Option<Termination> {
        match self {
            Ruling::Judged { verdict: Verdict::Continue, .. } => None,
            Ruling::Judged { verdict: Verdict::Win, .. } => Some(Termination::Win),
            Ruling::Judged { verdict: Verdict::Draw, .. } => Some(Termination::Draw),
            Ruling::Judged { verdict: Verdict::Illegal(_), .. } => Some(Termination::Triche),
            Ruling::Fault(fault) => Some(fault.termination()),
        }
    }
}

/// Where a player sits: a socket with the protocol of the game, or an engine on a pipe.
///
/// Telling a player never fails: a seat that cannot reach its player any more answers [`Fault::Disconnected`] when
/// the player should move. Every method returns within a bound of its own (telling) or of the turn (choosing).
pub trait Seat<C> {
    /// Waits for the player's move until the deadline of the turn.
    ///
    /// # Errors
    /// The fault for which there is none.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer<C>, Fault>;

    /// Tells the player what came of his own turn.
    fn tell_own(&mut self, ruling: &Ruling<C>);

    /// Tells the player what came of the opponent's turn; when the game goes on, it is his turn now.
    fn tell_opponent(&mut self, ruling: &Ruling<C>);
}
