//! How network players come in, the same for every game that has a wire of its own.
//!
//! # Layout
//! * [`Wire`]: what such a game brings: a reception that reads its first messages, seats that speak the rest.
//! * [`Reception`]: everybody who is connected and does not play.
//! * [`Listeners`]: listening sockets; accepting pauses when the system refuses.
//! * [`listen`]: opening one, and how a connection begins and ends.
//! * [`RelayServer`], [`Relay`]: players handed from a server to a championship beside it, and back.

pub mod listen;
mod relay;

pub use listen::{Door, Listeners};
pub use relay::{Relay, RelayServer};

use std::net::{IpAddr, SocketAddr, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::{Reason, Slot};
use nix::poll::{PollFd, PollFlags};
use protocol::name::Login;
use serde::{Deserialize, Serialize};

use crate::seat::{NoMove, Seat};

/// A game's own way for programs to take part over the network.
pub trait Wire: Sync {
    /// Whether its messages can carry this name.
    fn check_name(&self, sent: &str) -> Result<(), Reason>;

    /// Reads the word after a port (`1235:2025`): which form of the protocol is spoken there. Empty: the usual one.
    fn check_form(&self, form: &str) -> Result<(), Reason>;

    /// A reception at these doors; who says nothing useful for `patience` is let go.
    fn open(&self, doors: Listeners, patience: Duration) -> Box<dyn Reception>;

    /// A reception without doors of its own, for guests whom somebody else has received.
    fn open_inside(&self) -> Box<dyn Reception> {
        self.open(Listeners::new(Vec::new()), Duration::ZERO)
    }

    /// Seats for the guests of a rencontre by slot, for whom nothing but their first messages has been read. Names
    /// are those of both players, `title` is that of the game on the wire, where somebody has given it one; `usher` brings a guest back who has left after a game and is to play another.
    fn sit<'a>(
        &self,
        guests: [Option<Guest>; 2],
        names: [&str; 2],
        title: Option<&str>,
        usher: &'a dyn Reconnector,
    ) -> std::io::Result<[Option<Box<dyn NetworkSeat + 'a>>; 2]>;
}

/// Somebody who has come by network and asks to play.
#[derive(Debug)]
pub struct Guest {
    /// His connection, non-blocking.
    pub stream: TcpStream,
    /// Where he is, as people write it.
    pub from: String,
    /// What the wire has to remember of him: what has been read and not used, say.
    pub state: String,
}

/// A seat on a connection.
pub trait NetworkSeat: Seat {
    /// The rencontre is over: goes on with a player who may still have to learn how it ended, without blocking.
    fn farewell(&mut self) -> Farewell;

    /// No more time is left for that: his connection ends.
    fn dismiss(&mut self);
}

/// How far a player has got who is to leave his seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// He has still to ask how the game ended, or to take what was sent.
    Stays,
    /// His connection is free for another rencontre; what the wire has to remember of him.
    Free(String),
    /// His connection is over.
    Gone,
}

/// The players of a rencontre who have still to leave, by slot.
pub type Leaving<'a> = [Option<&'a mut dyn NetworkSeat>; 2];

/// Lets those go who know how the rencontre ended. `freed` is called with each one's slot, and what the wire has to remember
/// of him if his connection is free.
pub fn farewells(leaving: &mut Leaving<'_>, freed: &mut dyn FnMut(Slot, Option<String>)) {
    for (slot, seat) in Slot::ALL.into_iter().zip(leaving) {
        let state = match seat.as_mut().map(|seat| seat.farewell()) {
            None | Some(Farewell::Stays) => continue,
            Some(Farewell::Free(state)) => Some(state),
            Some(Farewell::Gone) => None,
        };
        *seat = None;
        freed(slot, state);
    }
}

/// Lets all of them go, each as soon as he knows how the rencontre ended, within this bound or until the interruption.
pub fn see_off(
    leaving: &mut Leaving<'_>,
    bound: Duration,
    interrupt: Option<BorrowedFd<'_>>,
    freed: &mut dyn FnMut(Slot, Option<String>),
) {
    let deadline = Deadline::after(Instant::now(), Some(bound));
    loop {
        farewells(leaving, freed);
        let mut fds: Vec<PollFd<'_>> =
            interrupt.iter().map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)).collect();
        let staying = leaving.iter().flatten();
        let due = staying.fold(deadline, |due, seat| due.min(seat.watch(&mut fds)));
        if leaving.iter().all(Option::is_none) {
            return;
        }
        let waited = wait_any(&mut fds, due);
        let stopped = interrupt.is_some() && fds.first().is_some_and(is_ready);
        drop(fds);
        if waited.is_err() || stopped || deadline.passed() {
            break;
        }
        for seat in leaving.iter_mut().flatten() {
            // What he does wrong now, his farewell says.
            let _out_of_turn = seat.attend();
        }
    }
    for (slot, seat) in Slot::ALL.into_iter().zip(leaving) {
        if let Some(seat) = seat.take() {
            seat.dismiss();
            freed(slot, None);
        }
    }
}

/// Brings guests back between two games of a rencontre.
pub trait Reconnector {
    /// Waits for the player of this slot, who has left his connection.
    fn call_back(&self, slot: Slot) -> Result<Guest, NoMove>;
}

/// Nobody who comes back is waited for.
#[derive(Clone, Copy, Debug)]
pub struct NoReconnector;

impl Reconnector for NoReconnector {
    fn call_back(&self, _slot: Slot) -> Result<Guest, NoMove> {
        Err(NoMove::Disconnected(Reason::new("closed")))
    }
}

/// What a reception has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A guest asks to play: he waits until he is [taken](Reception::take) or [refused](Reception::refuse).
    Asks(Asking),
    /// A guest who waited has left.
    Left(u64),
    /// Somebody who was not waiting has left or was sent away.
    Dropped {
        /// Who, as far as is known.
        from: String,
        why: Reason,
    },
    /// The rounds up to this one may begin, says whoever receives the guests.
    Phase(u32),
    /// The contestant of this name loses all that he has still to play, says whoever receives the guests.
    Withdrawn(String),
    /// The system has no room for more of them.
    Full,
}

/// A guest who asks to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asking {
    /// His number at the reception, used once only.
    pub number: u64,
    /// The name that he sent, cleaned, with the secret that may come with it.
    pub name: Login,
    pub address: SocketAddr,
    /// For which tournament, where the wire lets him say so.
    pub tournament: Option<String>,
}

/// Why a guest who asks to play does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TurnedAway {
    /// Somebody is there under his name.
    AlreadyHere,
    ConnectionLost,
    /// He is none of those who may play.
    NotAdmitted,
    /// Nobody plays any more.
    Stopped,
    /// Everything is played.
    TournamentOver,
}

impl From<TurnedAway> for Reason {
    fn from(why: TurnedAway) -> Self {
        Reason::new(match why {
            TurnedAway::AlreadyHere => "already-here",
            TurnedAway::ConnectionLost => "connection-lost",
            TurnedAway::NotAdmitted => "not-admitted",
            TurnedAway::Stopped => "stopped",
            TurnedAway::TournamentOver => "tournament-over",
        })
    }
}

/// Everybody who is connected and does not play. None of its methods waits (but those of [`Relay`], for a second or
/// two).
pub trait Reception {
    /// Adds what to wait for; gives when [`Reception::advance`] is due in any case.
    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline;

    /// Takes in who has come, reads what they say, lets go of those who have left or say nothing useful.
    fn advance(&mut self) -> Vec<News>;

    /// A guest who asks may wait for his turn.
    fn welcome(&mut self, _number: u64) {}

    /// Takes the connection of a guest who waits; the reception may keep a copy, which it does not use. `None` where
    /// he does not wait any more.
    fn take(&mut self, number: u64) -> Option<Guest>;

    /// The guest's rencontre is over: what his [`Farewell`] gave, `None` when his connection is over.
    fn give_back(&mut self, number: u64, state: Option<&str>);

    /// Refuses what a guest asks for, in the words of the wire.
    fn refuse(&mut self, number: u64, why: TurnedAway);

    /// Nothing is left to be played of the rounds up to this one.
    fn phase_over(&mut self, _round: u32) {}

    /// Everything is played: whoever asks from now on comes too late.
    fn all_over(&mut self) {}

    /// The system refuses something for lack of resources: lets go of some who have said nothing of use yet, the oldest
    /// first, and takes nobody in for a moment.
    fn make_room(&mut self) {}

    /// Takes no more guests and lets those go who do not play.
    fn close(&mut self);
}

/// An address as people write it: IPv4 clients of an IPv6 socket get their own form back.
pub fn origin(address: SocketAddr) -> String {
    SocketAddr::new(address.ip().to_canonical(), address.port()).to_string()
}

/// The address in its own form.
pub fn ip(address: SocketAddr) -> IpAddr {
    address.ip().to_canonical()
}

/// For poll(2), about somebody who has asked and waits: anything that is reported means that he has left. What he sends
/// ahead reports nothing.
pub fn departure(stream: &impl std::os::fd::AsFd) -> PollFd<'_> {
    // nix has no name for this flag, and so gives no flags at all when it is reported.
    PollFd::new(stream.as_fd(), PollFlags::from_bits_retain(nix::libc::POLLRDHUP))
}

/// Which of these have something to report now, in the same order. One question for all of them: nobody is read from
/// who has said nothing.
pub fn ready_now<'a>(fds: impl Iterator<Item = PollFd<'a>>) -> Vec<bool> {
    let mut fds: Vec<PollFd<'_>> = fds.collect();
    if nix::poll::poll(&mut fds, nix::poll::PollTimeout::ZERO).is_err() {
        return vec![false; fds.len()];
    }
    fds.iter().map(is_ready).collect()
}
