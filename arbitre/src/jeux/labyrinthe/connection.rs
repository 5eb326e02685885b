//! A client's connection: commands in, messages out. The lobby and the games read and write through it alone.
//!
//! Nothing here blocks. What the client's socket does not take at once is kept and sent when it does; meanwhile he gets no
//! answer to a further command, so that what is kept stays small, and one who reads nothing for too long is gone.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpStream};
use std::os::fd::AsFd;
use std::rc::Rc;
use std::time::{Duration, Instant};

use jeux::Reason;
use nix::poll::{PollFd, PollFlags};
use protocol::cgs::{CommandDecoder, Edition, NextCommand, Refusal, SETTLE, encode_message};
use serde::{Deserialize, Serialize};

use crate::reception::{Guest, departure, ip, origin};
use ipc::wait::{Deadline, is_ready};

/// How long a client may leave a full socket buffer unread before he counts as gone.
const STALL_BOUND: Duration = Duration::from_secs(5);
/// Reads of one look at a socket: a client who floods is left for the next round.
const READS: usize = 4;

#[derive(Debug)]
pub struct Connection {
    stream: Rc<TcpStream>,
    peer: SocketAddr,
    /// What the client expects.
    pub edition: Edition,
    decoder: CommandDecoder,
    /// How long it must be quiet before the decoder is asked again; `Some(ZERO)`: it has not been asked since bytes came.
    settles: Option<Duration>,
    last_byte: Instant,
    /// No more bytes will come.
    ended: bool,
    /// What the socket has not taken yet.
    unsent: Vec<u8>,
    /// When there has been too much of it for too long.
    stalled: Deadline,
    /// Why nothing can be sent any more.
    gone: Option<Reason>,
}

/// What another process needs in order to go on with the stream.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ConnectionState {
    /// The year of the edition; 0 where the other side knows it.
    #[serde(default)]
    pub edition: u32,
    /// The bytes that were read and not used, in hexadecimal.
    #[serde(with = "hex::serde")]
    pub bytes: Vec<u8>,
    /// See [`CommandDecoder::after_digit`].
    pub after_digit: bool,
    /// See [`CommandDecoder::splits`].
    pub splits: bool,
}

impl Connection {
    /// A client who has just connected; the stream is non-blocking.
    pub fn new(stream: TcpStream, peer: SocketAddr, edition: Edition) -> Self {
        Connection {
            stream: Rc::new(stream),
            peer,
            edition,
            decoder: CommandDecoder::new(),
            settles: Some(Duration::ZERO),
            last_byte: Instant::now(),
            ended: false,
            unsent: Vec::new(),
            stalled: Deadline::NEVER,
            gone: None,
        }
    }

    /// The connection of a guest whom somebody else has received.
    ///
    /// One who has just left has no address any more: that he has left is seen when the game waits for him.
    pub fn of_guest(guest: Guest) -> Self {
        let rest: ConnectionState = serde_json::from_str(&guest.state).unwrap_or_default();
        let edition = rest.edition.to_string().parse().unwrap_or_default();
        let nowhere = SocketAddr::new(std::net::Ipv4Addr::UNSPECIFIED.into(), 0);
        let peer = guest.stream.peer_addr().unwrap_or(nowhere);
        let mut connection = Connection::new(guest.stream, peer, edition);
        connection.resume(&rest);
        connection
    }

    /// The address of the client.
    pub fn ip(&self) -> IpAddr {
        ip(self.peer)
    }

    /// Where the client is.
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// A copy of the stream, for another process.
    pub fn stream(&self) -> std::io::Result<TcpStream> {
        self.stream.try_clone()
    }

    /// The stream itself, for somebody who waits for it: it closes when both have let go of it.
    pub fn shared(&self) -> Rc<TcpStream> {
        Rc::clone(&self.stream)
    }

    /// Address and port, as people write them.
    pub fn origin(&self) -> String {
        origin(self.peer)
    }

    /// What to wait for: when it is ready, [`Connection::advance`] has something to do.
    pub fn poll_fd(&self) -> PollFd<'_> {
        PollFd::new(self.stream.as_fd(), self.wanted())
    }

    /// The same as flags.
    pub fn wanted(&self) -> PollFlags {
        let mut wanted = PollFlags::empty();
        wanted.set(PollFlags::POLLIN, self.open());
        wanted.set(PollFlags::POLLOUT, !self.unsent.is_empty());
        wanted
    }

    /// Whether there is any sense in waiting for bytes.
    pub fn open(&self) -> bool {
        !self.ended && self.gone.is_none()
    }

    /// Whether everything has been sent, or never will be.
    pub fn flushed(&self) -> bool {
        self.unsent.is_empty() || self.gone.is_some()
    }

    /// Why the client cannot be reached any more, if he cannot.
    pub fn gone(&self) -> Option<&Reason> {
        self.gone.as_ref()
    }

    /// Whether he has sent more than is kept while he was to wait.
    pub fn flooded(&self) -> bool {
        self.decoder.overflowed()
    }

    /// When the last byte came.
    pub fn last_byte(&self) -> Instant {
        self.last_byte
    }

    /// Whether the client has left, seen without reading: another process may be reading.
    pub fn hung_up(&self) -> bool {
        let mut fds = [departure(self.stream.as_ref())];
        // An error of poll tells nothing about the client.
        nix::poll::poll(&mut fds, nix::poll::PollTimeout::ZERO).is_ok() && is_ready(&fds[0])
    }

    /// Takes what has arrived and sends what was kept, without blocking.
    pub fn advance(&mut self) {
        self.receive();
        self.flush();
        if self.stalled.passed() && self.gone.is_none() {
            self.gone = Some(Reason::new("no-reader"));
        }
    }

    fn receive(&mut self) {
        let mut bytes = [0; 1024];
        for _ in 0..READS {
            if !self.open() {
                return;
            }
            match self.stream.as_ref().read(&mut bytes) {
                Ok(0) => self.ended = true,
                Ok(read) => {
                    self.decoder.push(&bytes[..read]);
                    self.settles = Some(Duration::ZERO);
                    self.last_byte = Instant::now();
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.gone = Some(Reason::os(&error)),
            }
        }
    }

    fn flush(&mut self) {
        while !self.unsent.is_empty() && self.gone.is_none() {
            match self.stream.as_ref().write(&self.unsent) {
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if self.stalled == Deadline::NEVER {
                        self.stalled = Deadline::after(Instant::now(), Some(STALL_BOUND));
                    }
                    return;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.gone = Some(Reason::os(&error)),
            }
        }
        self.stalled = Deadline::NEVER;
    }

    /// The next command of those that have arrived, or how long to wait for it. When nothing can come any more the
    /// connection is gone.
    pub fn next_command(&mut self) -> NextCommand {
        let quiet = if self.open() { self.last_byte.elapsed() } else { Duration::MAX };
        self.next_after(quiet)
    }

    /// The same when no more time is left to see whether a command that is complete as it stands goes on.
    pub fn last_command(&mut self) -> NextCommand {
        let quiet = if self.open() { self.last_byte.elapsed().max(SETTLE) } else { Duration::MAX };
        self.next_after(quiet)
    }

    fn next_after(&mut self, quiet: Duration) -> NextCommand {
        if !self.unsent.is_empty() || self.gone.is_some() {
            return NextCommand::Wait(None);
        }
        let next = self.decoder.next(quiet);
        self.settles = match next {
            NextCommand::Wait(quiet) => quiet,
            NextCommand::Command(_) | NextCommand::Bad(_) => Some(Duration::ZERO),
        };
        if self.ended && matches!(next, NextCommand::Wait(_)) {
            self.gone = Some(Reason::new("closed"));
        }
        next
    }

    /// When there is something to do although nothing happens: a command has settled (asked for where commands are
    /// taken), or a client has not read for too long.
    pub fn due(&self, takes_commands: bool) -> Deadline {
        let asks = takes_commands && self.unsent.is_empty() && self.gone.is_none();
        match self.settles.filter(|quiet| asks && (self.decoder.has_rest() || !quiet.is_zero())) {
            Some(quiet) => self.stalled.min(Deadline::after(self.last_byte, Some(quiet))),
            None => self.stalled,
        }
    }

    /// Sends messages, headers and payloads in one write. Where one is too long for its header, nothing can be sent
    /// any more.
    pub fn send<T: AsRef<str>>(&mut self, messages: &[T]) {
        for message in messages {
            if let Err(error) = encode_message(self.edition, message.as_ref(), &mut self.unsent) {
                // Part of an answer would be taken for another one.
                self.gone.get_or_insert_with(|| Reason::new("message-too-long").with(error.bytes));
                return;
            }
        }
        self.flush();
    }

    /// Says no; the connection is over when the refusal is of that kind.
    pub fn refuse(&mut self, refusal: &Refusal) {
        self.send(&refusal.messages(self.edition, self.ip()));
        if refusal.closes() {
            self.close(&Reason::new("refused"));
        }
    }

    /// Ends the connection: the client sees what was sent, then the end of the stream.
    pub fn close(&mut self, why: &Reason) {
        if self.gone.is_none() {
            self.gone = Some(why.clone());
            // He may have left already.
            self.stream.shutdown(Shutdown::Write).ok();
            // Bytes that nobody has read would turn the end of the stream into a reset.
            let mut rest = [0; 1024];
            for _ in 0..READS {
                if !matches!(self.stream.as_ref().read(&mut rest), Ok(read) if read > 0) {
                    break;
                }
            }
        }
    }

    /// Leaves the stream to another process, which has a copy of all this.
    pub fn lend(&mut self) {
        self.decoder = CommandDecoder::new();
        self.unsent.clear();
        self.stalled = Deadline::NEVER;
    }

    /// Goes on where the other process has stopped.
    pub fn resume(&mut self, rest: &ConnectionState) {
        self.decoder = CommandDecoder::resume(&rest.bytes, rest.after_digit, rest.splits);
        self.settles = Some(Duration::ZERO);
        self.last_byte = Instant::now();
    }

    /// What is needed to go on with the stream elsewhere.
    pub fn into_rest(self) -> ConnectionState {
        let (after_digit, splits) = (self.decoder.after_digit(), self.decoder.splits());
        ConnectionState { edition: self.edition.year(), bytes: self.decoder.into_rest(), after_digit, splits }
    }

    /// The same without giving the stream up.
    pub fn rest(&self) -> ConnectionState {
        let (after_digit, splits) = (self.decoder.after_digit(), self.decoder.splits());
        ConnectionState {
            edition: self.edition.year(),
            bytes: self.decoder.clone().into_rest(),
            after_digit,
            splits,
        }
    }
}
