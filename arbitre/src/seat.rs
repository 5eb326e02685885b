//! Where a player sits, and what can go wrong there.

use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use confine::Confinement;
use jeux::game::Params;
use jeux::{Player, Reason, Slot};
use nix::poll::{PollFd, PollFlags};
use protocol::Termination;

use crate::judge::{Coup, Judge, Judgement, Verdict};
use crate::record::MoveRecord;
use ipc::wait::{Deadline, is_ready, wait_any};

/// A game that is about to begin, as one player is told of it.
#[derive(Clone, Copy)]
pub struct Opening<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// Its name for people.
    pub title: &'a str,
    /// What this player is called for the whole rencontre, if anything.
    pub colour: Option<&'a str>,
    /// The game before its first move, for a seat that follows it.
    pub judge: Option<&'a dyn Judge>,
    /// What it begins with.
    pub setup: &'a Params,
    /// The moves that were made before: the game goes on after them. Players are named by slot.
    pub before: &'a [MoveRecord],
    /// Its name within the rencontre.
    pub partie: &'a str,
    /// How many games of the rencontre have been played before it.
    pub played: usize,
    /// This player's slot in the rencontre.
    pub slot: Slot,
    /// This player in the order of play.
    pub me: Player,
    /// The opponent's name.
    pub opponent: &'a str,
    /// The time for each move; `None`: nothing limits it.
    pub time: Option<Duration>,
    /// Readable when the referee is told to stop at once.
    pub interrupt: Option<BorrowedFd<'a>>,
}

impl Opening<'_> {
    /// The slot of the player who begins.
    pub fn first(&self) -> Slot {
        if self.me == Player::First { self.slot } else { self.slot.other() }
    }
}

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move as it came.
    pub coup: Coup,
    /// When it was complete.
    pub at: Instant,
}

/// Why there is no move. All but the last two lose the game for the player whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoMove {
    /// His time is over.
    #[error("timeout")]
    Timeout,
    /// He has left, takes nothing any more, or never came.
    #[error("disconnected ({0})")]
    Disconnected(Reason),
    /// What he sent is no request of the protocol.
    #[error("malformed ({0})")]
    Malformed(Reason),
    /// His engine failed.
    #[error("crash ({0})")]
    Crash(Reason),
    /// It is the opponent who has left, or who broke the protocol, out of turn: he loses.
    #[error("opponent, out of turn: {0}")]
    Opponent(Box<NoMove>),
    /// The referee failed or was told to stop; nobody is charged with it.
    #[error("interrupted ({0})")]
    Interrupted(Reason),
}

impl NoMove {
    /// The referee was told to stop.
    pub fn stopped() -> Self {
        NoMove::Interrupted(Reason::new("stopped"))
    }

    /// This fault, of the player who is not to move.
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

    /// The word of the closed list.
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

    /// What there is to say besides; `None` of a timeout.
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

/// What came of a turn.
#[derive(Clone, Debug)]
pub enum Ruling {
    /// A move was made and judged.
    Judged {
        /// The move as it came.
        coup: Coup,
        /// The judgement, seen by the mover, and what each player is told besides.
        judgement: Judgement,
    },
    /// No move was made; the game is over.
    NoMove(NoMove),
}

impl Ruling {
    /// How the game ends by this ruling; `None` when it goes on.
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

/// Where a player sits: a socket with the protocol of the game, an engine on a pipe, a person at a terminal.
///
/// Telling a player never fails: a seat that cannot reach its player any more answers [`NoMove::Disconnected`] when
/// the player should move. Every method returns within a bound of its own (beginning, telling) or of the turn (choosing).
pub trait Seat {
    /// Gets ready for a game, not on its clock.
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove>;

    /// Both players are about to begin: what only then can be said.
    fn ready(&mut self, _opening: &Opening<'_>) -> Result<(), NoMove> {
        Ok(())
    }

    /// How the engine that sits here is confined, where it is one.
    fn confinement(&mut self) -> Option<Confinement> {
        None
    }

    /// The processor time that the player has taken so far, where that is known.
    fn processor_time(&mut self) -> Option<Duration> {
        None
    }

    /// Waits for the player's move until the deadline of the turn, and lets `other` attend to the opponent meanwhile.
    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove>;

    /// Adds what is worth waiting for while the opponent thinks; gives when [`Seat::attend`] is due in any case.
    fn watch<'a>(&'a self, _fds: &mut Vec<PollFd<'a>>) -> Deadline {
        Deadline::NEVER
    }

    /// Sees to a player who is not to move, without blocking: most have nothing to say then.
    fn attend(&mut self) -> Result<(), NoMove> {
        Ok(())
    }

    /// The opponent says something about the game, to be shown to those who look at it.
    fn remark(&mut self, _text: &str) {}

    /// Tells the player what came of his own turn.
    fn tell_own(&mut self, ruling: &Ruling);

    /// Tells the player what came of the opponent's turn.
    fn tell_opponent(&mut self, ruling: &Ruling);
}

/// What ended a wait for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Woken {
    /// His descriptor is ready, or may be.
    Ready,
    /// It was the other player, or nothing: the deadline may have passed.
    Other,
}

/// Waits for this descriptor, for the interruption, or for the deadline, while the other player is attended to.
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
