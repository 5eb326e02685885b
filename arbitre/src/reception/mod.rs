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

/// A game's network protocol.
pub trait Wire: Sync {
    /// Whether its messages can carry this name.
    fn check_name(&self, sent: &str) -> Result<(), Reason>;

    /// A name as clients read it, perhaps not all of it.
    fn told(&self, name: &str) -> String {
        name.to_owned()
    }

    /// Checks the word after a port (`1235:2025`), a form of the protocol. Empty: the usual one.
    fn check_form(&self, form: &str) -> Result<(), Reason>;

    /// A reception at these sockets; a silent client is disconnected after `patience`.
    fn open(&self, doors: Listeners, patience: Duration) -> Box<dyn Reception>;

    /// A reception without sockets, for guests received elsewhere.
    fn open_inside(&self) -> Box<dyn Reception> {
        self.open(Listeners::new(Vec::new()), Duration::ZERO)
    }

    /// Seats for the guests of a rencontre by slot, of whom only the first messages have been read.
    /// Names are those of both players; `title` is the game's name on the wire, if given; `reconnector`
    /// brings a guest back who left after a game and is to play another.
    fn sit<'a>(
        &self,
        guests: [Option<Guest>; 2],
        names: [&str; 2],
        title: Option<&str>,
        reconnector: &'a dyn Reconnector,
    ) -> std::io::Result<[Option<Box<dyn NetworkSeat + 'a>>; 2]>;
}

/// A network player who asks to play.
#[derive(Debug)]
pub struct Guest {
    /// Non-blocking.
    pub stream: TcpStream,
    /// Where he is, as text.
    pub from: String,
    /// The wire's state, such as bytes read and not used.
    pub state: String,
}

/// A seat on a connection.
pub trait NetworkSeat: Seat {
    /// After the rencontre: serves a player who may have to hear the result, without blocking.
    fn farewell(&mut self) -> Farewell;

    /// The time for that is over: closes his connection.
    fn dismiss(&mut self);
}

/// The state of a leaving player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// He has still to ask for the result, or to read it.
    Stays,
    /// His connection is free for another rencontre, with the wire's state.
    Free(String),
    /// His connection is closed.
    Gone,
}

/// Leaving players, by slot.
pub type Leaving<'a> = [Option<&'a mut dyn NetworkSeat>; 2];

/// Releases those who know the result. `freed` gets the slot, and the wire's state if the
/// connection is free.
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

/// Releases all of them as they hear the result, within this bound or until the interruption.
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
            // The farewell reports what he does wrong now.
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

/// Waits for nobody.
#[derive(Clone, Copy, Debug)]
pub struct NoReconnector;

impl Reconnector for NoReconnector {
    fn call_back(&self, _slot: Slot) -> Result<Guest, NoMove> {
        Err(NoMove::Disconnected(Reason::new("closed")))
    }
}

/// News of a reception.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A guest asks to play: he waits until he is [taken](Reception::take) or
    /// [refused](Reception::refuse).
    Asks(Asking),
    /// A waiting guest has left.
    Left(u64),
    /// Somebody who was not waiting has left or was disconnected.
    Dropped {
        /// His origin, as far as known.
        from: String,
        why: Reason,
    },
    /// Rounds up to this one may begin, by order of the server.
    Phase(u32),
    /// This contestant forfeits what is left, by order of the server.
    Withdrawn(String),
    /// The system has no room for more.
    Full(Reason),
}

/// A guest who asks to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asking {
    /// His unique number at the reception.
    pub number: u64,
    /// The name he sent, cleaned, with its secret.
    pub name: Login,
    pub address: SocketAddr,
    /// The tournament he asks for, if the wire has them.
    pub tournament: Option<String>,
}

/// Why a guest is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TurnedAway {
    /// A guest of this name is already there.
    AlreadyHere,
    ConnectionLost,
    /// He is not admitted.
    NotAdmitted,
    /// Nothing is played any more.
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

/// All clients who are not playing. Nothing blocks here, except [`Relay`], for a second or two.
pub trait Reception {
    /// Adds descriptors to wait for; when [`Reception::advance`] is due in any case.
    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline;

    /// Accepts, reads, and disconnects those who left or say nothing useful.
    fn advance(&mut self) -> Vec<News>;

    /// A guest may wait for his turn.
    fn welcome(&mut self, _number: u64) {}

    /// Takes a waiting guest's connection, of which the reception may keep an unused copy. `None`
    /// if he is no longer waiting.
    fn take(&mut self, number: u64) -> Option<Guest>;

    /// The guest's rencontre is over: the state of his [`Farewell`], or `None` if his connection is
    /// closed.
    fn give_back(&mut self, number: u64, state: Option<&str>);

    /// The rencontre of a guest who was taken could not begin: he waits on, with the state that was
    /// taken. A reception that keeps no copy of his connection loses him.
    fn wait_on(&mut self, number: u64, state: &str) {
        self.give_back(number, Some(state));
    }

    /// Refuses a guest's request, in the words of the wire.
    fn refuse(&mut self, number: u64, why: TurnedAway);

    /// The rounds up to this one are played.
    fn phase_over(&mut self, _round: u32) {}

    /// Everything is played: later requests come too late.
    fn all_over(&mut self) {}

    /// The system lacks resources: disconnects some silent clients, oldest first, and accepts
    /// nothing for a moment.
    fn make_room(&mut self) {}

    /// Accepts no more, and disconnects everybody who is not playing.
    fn close(&mut self);
}

/// An address as text, IPv4 addresses in their own form.
pub fn origin(address: SocketAddr) -> String {
    SocketAddr::new(address.ip().to_canonical(), address.port()).to_string()
}

/// The address in its own form.
pub fn ip(address: SocketAddr) -> IpAddr {
    address.ip().to_canonical()
}

/// For poll(2), on a waiting guest: any event means that he has left. Bytes sent ahead are no
/// event.
pub fn departure(stream: &impl std::os::fd::AsFd) -> PollFd<'_> {
    // nix does not know this flag, and returns no flags at all when it is set.
    PollFd::new(stream.as_fd(), PollFlags::from_bits_retain(nix::libc::POLLRDHUP))
}

/// Which of these descriptors have an event now, in order, by a single poll.
pub fn ready_now<'a>(fds: impl Iterator<Item = PollFd<'a>>) -> Vec<bool> {
    let mut fds: Vec<PollFd<'_>> = fds.collect();
    if nix::poll::poll(&mut fds, nix::poll::PollTimeout::ZERO).is_err() {
        return vec![false; fds.len()];
    }
    fds.iter().map(is_ready).collect()
}
