//! A client's connection: commands in, messages out, for lobby and games.
//!
//! Nothing here blocks. Bytes that the socket does not take are kept and sent later; meanwhile the
//! client gets no answer to further commands, so that little is kept, and a client who reads
//! nothing for too long is gone.

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
/// Reads per round: a flood waits for the next one.
const READS: usize = 4;

#[derive(Debug)]
pub struct Connection {
    stream: Rc<TcpStream>,
    peer: SocketAddr,
    /// The client's edition.
    pub edition: Edition,
    decoder: CommandDecoder,
    /// How long it must be quiet before the decoder is asked again; `Some(ZERO)`: not asked since
    /// the last bytes.
    settles: Option<Duration>,
    last_byte: Instant,
    /// End of stream.
    ended: bool,
    /// Bytes not sent yet.
    unsent: Vec<u8>,
    /// When the client counts as stalled.
    stalled: Deadline,
    /// Why nothing can be sent any more.
    gone: Option<Reason>,
}

/// The state of a connection for another process.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ConnectionState {
    /// The edition's year; 0 if the other side knows it.
    #[serde(default)]
    pub edition: u32,
    /// Bytes read and not used, in hexadecimal.
    #[serde(with = "hex::serde")]
    pub bytes: Vec<u8>,
    /// See [`CommandDecoder::after_digit`].
    pub after_digit: bool,
    /// See [`CommandDecoder::splits`].
    pub splits: bool,
}

impl Connection {
    /// A new client; the stream is non-blocking.
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

    /// The connection of a guest received elsewhere. One who has just left has no address: that is
    /// noticed when the game waits for him.
    pub fn of_guest(guest: Guest) -> Self {
        let rest: ConnectionState = serde_json::from_str(&guest.state).unwrap_or_default();
        let edition = rest.edition.to_string().parse().unwrap_or_default();
        let nowhere = SocketAddr::new(std::net::Ipv4Addr::UNSPECIFIED.into(), 0);
        let peer = guest.stream.peer_addr().unwrap_or(nowhere);
        let mut connection = Connection::new(guest.stream, peer, edition);
        connection.resume(&rest);
        connection
    }

    pub fn ip(&self) -> IpAddr {
        ip(self.peer)
    }

    pub fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// A copy of the stream, for another process.
    pub fn stream(&self) -> std::io::Result<TcpStream> {
        self.stream.try_clone()
    }

    /// The stream itself, to wait for: it closes when both owners drop it.
    pub fn shared(&self) -> Rc<TcpStream> {
        Rc::clone(&self.stream)
    }

    /// Address and port as text.
    pub fn origin(&self) -> String {
        origin(self.peer)
    }

    /// Ready when [`Connection::advance`] has something to do.
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

    /// Whether bytes may still come.
    pub fn open(&self) -> bool {
        !self.ended && self.gone.is_none()
    }

    /// Whether everything was sent, or never will be.
    pub fn flushed(&self) -> bool {
        self.unsent.is_empty() || self.gone.is_some()
    }

    /// Why the client cannot be reached any more.
    pub fn gone(&self) -> Option<&Reason> {
        self.gone.as_ref()
    }

    /// Whether he sent more while waiting than is kept.
    pub fn flooded(&self) -> bool {
        self.decoder.overflowed()
    }

    /// When the last byte came.
    pub fn last_byte(&self) -> Instant {
        self.last_byte
    }

    /// Whether the client has left, without reading: another process may be reading.
    pub fn hung_up(&self) -> bool {
        let mut fds = [departure(self.stream.as_ref())];
        // An error of poll says nothing about the client.
        nix::poll::poll(&mut fds, nix::poll::PollTimeout::ZERO).is_ok() && is_ready(&fds[0])
    }

    /// Reads and sends without blocking.
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

    /// The next received command, or how long to wait for it. At the end of the stream the
    /// connection is gone.
    pub fn next_command(&mut self) -> NextCommand {
        let quiet = if self.open() { self.last_byte.elapsed() } else { Duration::MAX };
        self.next_after(quiet)
    }

    /// The same with no time left to see whether a complete command continues.
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

    /// When to look again without an event: a command has settled (if commands are taken), or the
    /// client has stalled.
    pub fn due(&self, takes_commands: bool) -> Deadline {
        let asks = takes_commands && self.unsent.is_empty() && self.gone.is_none();
        match self.settles.filter(|quiet| asks && (self.decoder.has_rest() || !quiet.is_zero())) {
            Some(quiet) => self.stalled.min(Deadline::after(self.last_byte, Some(quiet))),
            None => self.stalled,
        }
    }

    /// Sends messages, headers and payloads in one write. After one that is too long for its header
    /// nothing can be sent any more.
    pub fn send<T: AsRef<str>>(&mut self, messages: &[T]) {
        for message in messages {
            if let Err(error) = encode_message(self.edition, message.as_ref(), &mut self.unsent) {
                // A partial answer would be taken for another one.
                self.gone.get_or_insert_with(|| Reason::new("message-too-long").with(error.bytes));
                return;
            }
        }
        self.flush();
    }

    /// Sends a refusal; some end the connection.
    pub fn refuse(&mut self, refusal: &Refusal) {
        self.send(&refusal.messages(self.edition, self.ip()));
        if refusal.closes() {
            self.close(&Reason::new("refused"));
        }
    }

    /// Ends the connection: the client sees everything sent, then the end of the stream.
    pub fn close(&mut self, why: &Reason) {
        if self.gone.is_none() {
            self.gone = Some(why.clone());
            // He may have left already.
            self.stream.shutdown(Shutdown::Write).ok();
            // Unread bytes would turn the end of the stream into a reset.
            let mut rest = [0; 1024];
            for _ in 0..READS {
                if !matches!(self.stream.as_ref().read(&mut rest), Ok(read) if read > 0) {
                    break;
                }
            }
        }
    }

    /// Leaves the stream to another process, which has this state.
    pub fn lend(&mut self) {
        self.decoder = CommandDecoder::new();
        self.unsent.clear();
        self.stalled = Deadline::NEVER;
    }

    /// Continues where the other process stopped.
    pub fn resume(&mut self, rest: &ConnectionState) {
        self.decoder = CommandDecoder::resume(&rest.bytes, rest.after_digit, rest.splits);
        self.settles = Some(Duration::ZERO);
        self.last_byte = Instant::now();
    }

    /// The state for continuing elsewhere.
    pub fn into_rest(self) -> ConnectionState {
        let (after_digit, splits) = (self.decoder.after_digit(), self.decoder.splits());
        ConnectionState { edition: self.edition.year(), bytes: self.decoder.into_rest(), after_digit, splits }
    }

    /// The same without giving up the stream.
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
