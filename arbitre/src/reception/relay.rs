//! Handing guests from one process to another: a server has the sockets, a championship beside it
//! plays.
//!
//! The server has a [`RelayServer`], the championship a [`Relay`], which is a [`Reception`] like
//! any other. A guest stays at the server's reception all the time, under his number there, which
//! handles his waiting; his connection goes to the championship for a rencontre, and the wire's
//! state comes back after it.
//!
//! # For the server
//! [`RelayServer::pair`] returns the server's end and the championship's standard input. When a
//! guest asks for the championship (`News::Asks`), call [`RelayServer::ask`] as soon as there
//! [is room](RelayServer::has_room); when he leaves, [`RelayServer::left`]; when [`RelayServer::fd`]
//! is readable, [`RelayServer::advance`], which does at the reception what the championship
//! requests: welcome, refuse, take, give back. When that fails the championship has ended:
//! [`RelayServer::abandon`] returns those who still wait.

use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags};
use protocol::name::Login;
use serde::{Deserialize, Serialize};

use super::{Asking, Guest, News, Reception, TurnedAway, ready_now};
use ipc::channel::{Channel, ChannelError, adopt};
use ipc::wait::Deadline;

/// The time for the other side to read: messages are short, and both sides read at once.
const READ_BOUND: Duration = Duration::from_secs(1);
/// The time for the server to hand over a connection.
const TAKE_BOUND: Duration = Duration::from_secs(2);

/// From the server to the championship.
#[derive(Debug, Serialize, Deserialize)]
enum RelayEvent {
    /// A guest asks to play.
    Asks { number: u64, name: Login, address: SocketAddr, tournament: Option<String> },
    /// A waiting guest has left.
    Left(u64),
    /// The guest's connection, which comes with the message.
    Taken { number: u64, from: String, state: String },
    /// He has left.
    Missing(u64),
    /// Rounds up to this one may begin.
    Phase(u32),
    /// This contestant forfeits what is left.
    Withdrawn(String),
}

/// From the championship to the server.
#[derive(Debug, Serialize, Deserialize)]
enum RelayRequest {
    Welcome(u64),
    Refuse(u64, TurnedAway),
    Take(u64),
    GiveBack(u64, Option<String>),
    PhaseOver(u32),
    AllOver,
}

/// The server's side. A message takes a second at most: a championship that does not read has ended
/// for the server.
#[derive(Debug)]
pub struct RelayServer {
    channel: Channel,
    /// Guests who asked.
    asking: BTreeSet<u64>,
    /// Guests whose connections the championship has.
    lent: BTreeSet<u64>,
    /// The last open round, and whether it is played.
    phase: (u32, bool),
    /// Everything is played.
    over: bool,
}

impl RelayServer {
    /// The server's side, and the descriptor for the championship's standard input.
    pub fn pair() -> io::Result<(RelayServer, OwnedFd)> {
        let (channel, theirs) = Channel::pair()?;
        let (asking, lent) = Default::default();
        Ok((RelayServer { channel, asking, lent, phase: (0, false), over: false }, theirs.into_fd()))
    }

    /// Readable when [`RelayServer::advance`] is due.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.channel.fd()
    }

    /// Whether a message is taken at once: [`RelayServer::fd`] is then writable.
    pub fn has_room(&self) -> bool {
        ready_now([PollFd::new(self.fd(), PollFlags::POLLOUT)].into_iter()) == [true]
    }

    /// A guest asks for this championship.
    pub fn ask(&mut self, asking: &Asking) -> Result<(), ChannelError> {
        let Asking { number, name, address, tournament } = asking.clone();
        self.asking.insert(number);
        self.tell(&RelayEvent::Asks { number, name, address, tournament }, &[])
    }

    /// A guest has left; unknown numbers are ignored.
    pub fn left(&mut self, number: u64) -> Result<(), ChannelError> {
        if self.asking.remove(&number) { self.tell(&RelayEvent::Left(number), &[]) } else { Ok(()) }
    }

    /// Rounds up to this one may begin.
    pub fn open_until(&mut self, round: u32) -> Result<(), ChannelError> {
        self.phase = (round, false);
        self.tell(&RelayEvent::Phase(round), &[])
    }

    /// Whether the open rounds are played.
    pub fn phase_is_over(&self) -> bool {
        self.phase.1
    }

    /// Whether everything is played; the championship has still to end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// A contestant forfeits what is left.
    pub fn withdraw(&mut self, name: &str) -> Result<(), ChannelError> {
        self.tell(&RelayEvent::Withdrawn(name.to_owned()), &[])
    }

    /// Does at the reception what the championship requests.
    pub fn advance(&mut self, reception: &mut dyn Reception) -> Result<(), ChannelError> {
        while let Some((wish, _)) = self.channel.receive::<RelayRequest>()? {
            match wish {
                RelayRequest::Welcome(number) => reception.welcome(number),
                RelayRequest::Refuse(number, why) => {
                    if self.asking.remove(&number) {
                        reception.refuse(number, why);
                    }
                }
                RelayRequest::Take(number) => self.hand_over(number, reception)?,
                RelayRequest::PhaseOver(round) => self.phase.1 |= round == self.phase.0,
                RelayRequest::AllOver => self.over = true,
                RelayRequest::GiveBack(number, state) => {
                    if self.lent.remove(&number) {
                        reception.give_back(number, state.as_deref());
                    }
                }
            }
        }
        Ok(())
    }

    fn hand_over(&mut self, number: u64, reception: &mut dyn Reception) -> Result<(), ChannelError> {
        let asked = self.asking.remove(&number);
        match asked.then(|| reception.take(number)).flatten() {
            Some(Guest { stream, from, state }) => {
                self.lent.insert(number);
                self.tell(&RelayEvent::Taken { number, from, state }, &[stream.as_fd()])
            }
            None => {
                // He must not wait for nothing.
                reception.refuse(number, TurnedAway::ConnectionLost);
                self.tell(&RelayEvent::Missing(number), &[])
            }
        }
    }

    /// A championship that misses something is lost: [`RelayServer::advance`] fails from then on.
    fn tell(&self, told: &RelayEvent, connections: &[BorrowedFd<'_>]) -> Result<(), ChannelError> {
        self.channel.send(told, connections, READ_BOUND).inspect_err(|_| self.channel.shut())
    }

    /// The championship has ended, or is ending: closes the connections of its players. Those who
    /// still wait.
    pub fn abandon(self, reception: &mut dyn Reception) -> BTreeSet<u64> {
        self.channel.shut();
        for number in self.lent {
            reception.give_back(number, None);
        }
        self.asking
    }
}

/// The reception of a championship whose guests a server receives.
#[derive(Debug)]
pub struct Relay {
    channel: Channel,
    waiting: BTreeSet<u64>,
    /// Received while waiting for something else.
    kept: Vec<News>,
    /// The server is there.
    open: bool,
}

impl Relay {
    /// From the descriptor of [`RelayServer::pair`].
    pub fn of(socket: OwnedFd) -> io::Result<Self> {
        let (waiting, kept) = Default::default();
        Ok(Relay { channel: Channel::of(socket)?, waiting, kept, open: true })
    }

    fn wish(&mut self, wish: &RelayRequest) {
        if self.open && self.channel.send(wish, &[], READ_BOUND).is_err() {
            self.lose();
        }
    }

    /// The server is gone, with all waiting guests.
    fn lose(&mut self) {
        self.open = false;
        // The server must not wait for one that no longer reads.
        self.channel.shut();
        self.kept.extend(std::mem::take(&mut self.waiting).into_iter().map(News::Left));
    }

    /// Handles a message of the server; a connection with its guest's number, or the number of one
    /// who has left.
    fn hear(&mut self, told: RelayEvent, connections: Vec<OwnedFd>) -> Option<(u64, Option<Guest>)> {
        match told {
            RelayEvent::Asks { number, name, address, tournament } => {
                self.waiting.insert(number);
                self.kept.push(News::Asks(Asking { number, name, address, tournament }));
                None
            }
            RelayEvent::Left(number) => {
                if self.waiting.remove(&number) {
                    self.kept.push(News::Left(number));
                }
                None
            }
            RelayEvent::Taken { number, from, state } => {
                let stream = connections.into_iter().next().and_then(|fd| adopt(fd).ok());
                Some((number, stream.map(|stream| Guest { stream, from, state })))
            }
            RelayEvent::Missing(number) => Some((number, None)),
            RelayEvent::Phase(round) => {
                self.kept.push(News::Phase(round));
                None
            }
            RelayEvent::Withdrawn(name) => {
                self.kept.push(News::Withdrawn(name));
                None
            }
        }
    }
}

impl Reception for Relay {
    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        if self.open {
            fds.push(PollFd::new(self.channel.fd(), PollFlags::POLLIN));
        }
        if self.kept.is_empty() {
            Deadline::NEVER
        } else {
            Deadline::after(Instant::now(), Some(Duration::ZERO))
        }
    }

    fn advance(&mut self) -> Vec<News> {
        while self.open {
            match self.channel.receive::<RelayEvent>() {
                Ok(Some((told, connections))) => {
                    // A connection that comes too late is dropped.
                    if let Some((number, guest)) = self.hear(told, connections) {
                        self.wish(&RelayRequest::GiveBack(number, guest.map(|guest| guest.state)));
                    }
                }
                Ok(None) => break,
                Err(_) => self.lose(),
            }
        }
        std::mem::take(&mut self.kept)
    }

    fn welcome(&mut self, number: u64) {
        self.wish(&RelayRequest::Welcome(number));
    }

    fn take(&mut self, number: u64) -> Option<Guest> {
        if !self.waiting.remove(&number) {
            return None;
        }
        self.wish(&RelayRequest::Take(number));
        // The only wait of a reception: the connection is in another process, which has nothing
        // else to wait for.
        let deadline = Deadline::after(Instant::now(), Some(TAKE_BOUND));
        while self.open {
            match self.channel.wait_for::<RelayEvent>(deadline) {
                Ok(Some((told, connections))) => match self.hear(told, connections) {
                    Some((taken, guest)) if taken == number => return guest,
                    Some((other, guest)) => {
                        self.wish(&RelayRequest::GiveBack(other, guest.map(|guest| guest.state)));
                    }
                    None => {}
                },
                Ok(None) => return None,
                Err(_) => self.lose(),
            }
        }
        None
    }

    fn give_back(&mut self, number: u64, state: Option<&str>) {
        self.wish(&RelayRequest::GiveBack(number, state.map(str::to_owned)));
    }

    fn refuse(&mut self, number: u64, why: TurnedAway) {
        self.waiting.remove(&number);
        self.wish(&RelayRequest::Refuse(number, why));
    }

    fn phase_over(&mut self, round: u32) {
        self.wish(&RelayRequest::PhaseOver(round));
    }

    fn all_over(&mut self) {
        self.wish(&RelayRequest::AllOver);
    }

    fn close(&mut self) {
        for number in std::mem::take(&mut self.waiting) {
            self.wish(&RelayRequest::Refuse(number, TurnedAway::Stopped));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::thread;

    use jeux::Reason;

    use super::*;

    /// A reception that records calls.
    #[derive(Default)]
    struct House {
        guests: BTreeMap<u64, TcpStream>,
        done: Vec<String>,
    }

    impl Reception for House {
        fn watch<'a>(&'a self, _fds: &mut Vec<PollFd<'a>>) -> Deadline {
            Deadline::NEVER
        }

        fn advance(&mut self) -> Vec<News> {
            Vec::new()
        }

        fn welcome(&mut self, number: u64) {
            self.done.push(format!("welcome {number}"));
        }

        fn take(&mut self, number: u64) -> Option<Guest> {
            let stream = self.guests.remove(&number)?;
            Some(Guest { stream, from: "ici".into(), state: "reste".into() })
        }

        fn give_back(&mut self, number: u64, state: Option<&str>) {
            self.done.push(format!("back {number} {state:?}"));
        }

        fn refuse(&mut self, number: u64, why: TurnedAway) {
            self.done.push(format!("refuse {number} {}", Reason::from(why)));
        }

        fn close(&mut self) {}
    }

    fn connection() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).expect("connected");
        (client, listener.accept().expect("accepted").0)
    }

    fn asking(number: u64) -> Asking {
        let address = (Ipv4Addr::LOCALHOST, 1).into();
        Asking { number, name: Login::new(format!("n{number}")), address, tournament: Some("mai".into()) }
    }

    #[test]
    fn guests_go_to_the_championship_and_come_back() {
        let (mut lobby, fd) = RelayServer::pair().expect("a pair");
        let mut relay = Relay::of(fd).expect("a relay");
        let (mut house, (mut client, server)) = (House::default(), connection());
        house.guests.insert(7, server);
        for number in [7, 8, 9] {
            lobby.ask(&asking(number)).expect("asked");
        }
        lobby.left(8).expect("left");
        lobby.left(1000).expect("nobody");
        let asked = [7, 8, 9].map(|number| News::Asks(asking(number)));
        assert_eq!(relay.advance(), [&asked[..], &[News::Left(8)]].concat());
        assert!(relay.take(8).is_none(), "he has left");
        relay.welcome(7);
        relay.refuse(9, TurnedAway::NotAdmitted);
        // The server answers while the championship waits for the connection.
        let guest = thread::scope(|scope| {
            let taking = scope.spawn(|| relay.take(7));
            while !taking.is_finished() {
                lobby.advance(&mut house).expect("it is there");
            }
            taking.join().expect("taken").expect("a guest")
        });
        assert_eq!((guest.from.as_str(), guest.state.as_str()), ("ici", "reste"));
        client.write_all(b"x").expect("written");
        let mut byte = [0];
        guest.stream.set_nonblocking(false).expect("blocking");
        (&guest.stream).read_exact(&mut byte).expect("read");
        relay.give_back(7, Some("plus"));
        relay.give_back(1000, None);
        lobby.advance(&mut house).expect("it is there");
        assert_eq!(house.done, ["welcome 7", "refuse 9 not-admitted", "back 7 Some(\"plus\")"]);
    }

    #[test]
    fn a_championship_that_does_not_read_is_lost() {
        let (mut lobby, _fd) = RelayServer::pair().expect("a pair");
        let mut house = House::default();
        lobby.advance(&mut house).expect("it is there");
        let refused = (0..).find(|&number| lobby.ask(&asking(number)).is_err());
        assert!(lobby.advance(&mut house).is_err());
        assert_eq!(lobby.abandon(&mut house).last(), refused.as_ref());
    }

    #[test]
    fn either_end_may_go() {
        let (mut lobby, fd) = RelayServer::pair().expect("a pair");
        let mut relay = Relay::of(fd).expect("a relay");
        let (mut house, (_client, server)) = (House::default(), connection());
        house.guests.insert(1, server);
        lobby.ask(&asking(1)).expect("asked");
        lobby.ask(&asking(2)).expect("asked");
        assert_eq!(relay.advance().len(), 2);
        thread::scope(|scope| {
            let taking = scope.spawn(|| relay.take(1));
            while !taking.is_finished() {
                lobby.advance(&mut house).expect("it is there");
            }
            assert!(taking.join().expect("taken").is_some());
        });
        drop(relay);
        assert!(lobby.advance(&mut house).is_err());
        assert_eq!(lobby.abandon(&mut house), BTreeSet::from([2]), "who still waits");
        assert_eq!(house.done, ["back 1 None"]);

        let (mut lobby, fd) = RelayServer::pair().expect("a pair");
        let mut relay = Relay::of(fd).expect("a relay");
        lobby.ask(&asking(3)).expect("asked");
        drop(lobby);
        assert_eq!(relay.advance(), [News::Asks(asking(3)), News::Left(3)]);
        assert!(relay.take(3).is_none());
        let mut fds = Vec::new();
        assert_eq!((relay.watch(&mut fds), fds.len()), (Deadline::NEVER, 0), "nothing to spin on");
    }
}
