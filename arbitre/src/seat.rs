//! A player's seat, and the faults of a player.

use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use confine::Confinement;
use jeux::game::Params;
use jeux::{Player, Reason, Slot};
use nix::poll::{PollFd, PollFlags};
use protocol::Termination;

use crate::judge::{Coup, Judge, Judgement, Verdict};
use crate::record::{MoveRecord, OddOutput};
use ipc::wait::{Deadline, is_ready, wait_any};

/// A game about to begin, as one player hears of it.
#[derive(Clone, Copy)]
pub struct Opening<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// Its name for people.
    pub title: &'a str,
    /// This player's colour for the whole rencontre.
    pub colour: Option<&'a str>,
    /// The game before its first move, for a seat that follows it.
    pub judge: Option<&'a dyn Judge>,
    /// Its setup.
    pub setup: &'a Params,
    /// The moves made before: the game goes on after them.
    pub before: &'a [MoveRecord],
    /// Its name within the rencontre.
    pub partie: &'a str,
    /// Games of the rencontre played before it.
    pub played: usize,
    /// This player's slot.
    pub slot: Slot,
    /// This player in the order of play.
    pub me: Player,
    /// The opponent's name.
    pub opponent: &'a str,
    /// `None` without limit.
    pub time: Option<Duration>,
    /// Readable when the referee is to stop at once.
    pub interrupt: Option<BorrowedFd<'a>>,
}

impl Opening<'_> {
    /// The slot of the player who begins.
    pub fn first(&self) -> Slot {
        if self.me == Player::First { self.slot } else { self.slot.other() }
    }
}

/// Beyond this delay on a deadline a referee does not trust its own clock to condemn a player.
const TRUSTED: Duration = Duration::from_secs(1);
/// The reason of an interruption: the referee woke up too late to condemn a player.
pub(crate) const OVERLOADED: &str = "overloaded";

/// One turn of a player.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// When it began: the instant from which the subject counts.
    pub began: Instant,
    /// When his time is over.
    pub deadline: Deadline,
    /// Readable when the referee is to stop at once.
    pub interrupt: Option<BorrowedFd<'a>>,
}

impl Turn<'_> {
    /// Why there is no move, now that the deadline has passed. A referee that woke up long after it, on an overloaded or
    /// sleeping machine, cannot know whether the player was late: the fault is its own.
    pub fn expired(&self) -> NoMove {
        match self.deadline.overshoot().filter(|late| *late > TRUSTED) {
            Some(late) => NoMove::Interrupted(Reason::new(OVERLOADED).with(late.as_millis())),
            None => NoMove::Timeout,
        }
    }
}

/// A move, and when its last byte was there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move as it came.
    pub coup: Coup,
    /// When it was complete.
    pub at: Instant,
}

/// Why there is no move. All but the last two lose the game for the player to move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoMove {
    /// His time is over.
    #[error("timeout")]
    Timeout,
    /// He has left, reads nothing any more, or never came.
    #[error("disconnected ({0})")]
    Disconnected(Reason),
    /// What he sent is no request of the protocol.
    #[error("malformed ({0})")]
    Malformed(Reason),
    /// His engine failed.
    #[error("crash ({0})")]
    Crash(Reason),
    /// The opponent left or broke the protocol, out of turn: he loses.
    #[error("opponent, out of turn: {0}")]
    Opponent(Box<NoMove>),
    /// The referee failed or was told to stop; nobody is charged.
    #[error("interrupted ({0})")]
    Interrupted(Reason),
}

impl NoMove {
    /// The referee was told to stop.
    pub fn stopped() -> Self {
        NoMove::Interrupted(Reason::new("stopped"))
    }

    /// The same fault, of the player not to move.
    pub fn of_the_other(self) -> Self {
        match self {
            NoMove::Interrupted(_) => self,
            fault => NoMove::Opponent(Box::new(fault)),
        }
    }

    /// The system does not let the referee wait.
    pub fn poll(error: &std::io::Error) -> Self {
        NoMove::Interrupted(Reason::os(error))
    }

    /// As the outcome of a game.
    pub fn termination(&self) -> Termination {
        match self {
            NoMove::Timeout => Termination::Timeout,
            NoMove::Disconnected(_) => Termination::Disconnected,
            NoMove::Malformed(_) => Termination::Malformed,
            NoMove::Crash(_) => Termination::Crash,
            NoMove::Opponent(fault) => fault.termination(),
            NoMove::Interrupted(_) => Termination::Interrupted,
        }
    }

    /// Details; `None` for a timeout.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            NoMove::Timeout => None,
            NoMove::Disconnected(reason)
            | NoMove::Malformed(reason)
            | NoMove::Crash(reason)
            | NoMove::Interrupted(reason) => Some(reason),
            NoMove::Opponent(fault) => fault.reason(),
        }
    }
}

/// The outcome of a turn.
#[derive(Clone, Debug)]
pub enum Ruling {
    /// A move was judged.
    Judged {
        /// As it came.
        coup: Coup,
        /// From the mover's side.
        judgement: Judgement,
    },
    /// No move: the game is over.
    NoMove(NoMove),
}

impl Ruling {
    /// How the game ends by this ruling; `None` if it goes on.
    pub fn termination(&self) -> Option<Termination> {
        match self {
            Ruling::Judged { judgement, .. } => match judgement.verdict {
                Verdict::Continue => None,
                Verdict::Win | Verdict::Loss => Some(Termination::Win),
                Verdict::Draw => Some(Termination::Draw),
                Verdict::Illegal(_) => Some(Termination::Triche),
            },
            Ruling::NoMove(fault) => Some(fault.termination()),
        }
    }
}

/// A player's seat: a socket with the game's protocol, an engine on a pipe, a person at a terminal.
///
/// Telling a player never fails: a seat that cannot reach its player answers
/// [`NoMove::Disconnected`] at his next turn. Every method is bounded, by itself (beginning,
/// telling) or by the turn (choosing).
pub trait Seat {
    /// Gets ready for a game, off its clock.
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove>;

    /// Both players are about to begin: for what can only be said then.
    fn ready(&mut self, _opening: &Opening<'_>) -> Result<(), NoMove> {
        Ok(())
    }

    /// Whether, in his own turn, its player hears of an end only in answer to his move.
    fn hears_only_answers(&self) -> bool {
        false
    }

    /// How the engine here is confined.
    fn confinement(&mut self) -> Option<Confinement> {
        None
    }

    /// The processor time of the player so far, if known.
    fn processor_time(&mut self) -> Option<Duration> {
        None
    }

    /// The most memory of the player so far, in bytes, if known.
    fn memory(&mut self) -> Option<u64> {
        None
    }

    /// How long the player was ready and had no processor so far, if known.
    fn waiting_time(&mut self) -> Option<Duration> {
        None
    }

    /// What an engine here wrote since the last game that is not of its protocol, if it did.
    fn odd(&mut self) -> Option<OddOutput> {
        None
    }

    /// What the player did instead of answering in time, if known.
    fn lateness(&mut self) -> Option<Reason> {
        None
    }

    /// Waits for the player's move until the turn's deadline, letting `other` attend to the
    /// opponent.
    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove>;

    /// Adds descriptors to wait for in the opponent's turn; when [`Seat::attend`] is due in any
    /// case.
    fn watch<'a>(&'a self, _fds: &mut Vec<PollFd<'a>>) -> Deadline {
        Deadline::NEVER
    }

    /// Serves a player who is not to move, without blocking.
    fn attend(&mut self) -> Result<(), NoMove> {
        Ok(())
    }

    /// Shows the opponent's comment on the game.
    fn remark(&mut self, _text: &str) {}

    /// Tells the player the outcome of his own turn.
    fn tell_own(&mut self, ruling: &Ruling);

    /// Tells the player the outcome of the opponent's turn.
    fn tell_opponent(&mut self, ruling: &Ruling);
}

/// The end of a wait for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Woken {
    /// His descriptor is ready, or may be.
    Ready,
    /// The other player, or nothing: the deadline may have passed.
    Other,
}

/// Waits for this descriptor, the interruption, or the deadline, while the other player is served.
pub fn wait_beside(
    fd: BorrowedFd<'_>,
    turn: &Turn<'_>,
    deadline: Deadline,
    other: &mut dyn Seat,
) -> Result<Woken, NoMove> {
    let mut fds = vec![PollFd::new(fd, PollFlags::POLLIN)];
    fds.extend(turn.interrupt.iter().map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)));
    let own = fds.len();
    let due = other.watch(&mut fds);
    wait_any(&mut fds, deadline.min(due)).map_err(|error| NoMove::poll(&error))?;
    let ready = is_ready(&fds[0]);
    let interrupted = own > 1 && is_ready(&fds[1]);
    let others = due.passed() || fds[own..].iter().any(is_ready);
    drop(fds);
    if interrupted {
        return Err(NoMove::stopped());
    }
    if others {
        other.attend().map_err(NoMove::of_the_other)?;
    }
    Ok(if ready { Woken::Ready } else { Woken::Other })
}
