//! A client's connection: commands in, messages out. The lobby and the games read and write through it alone.
//!
//! Nothing here blocks. What the client's socket does not take at once is kept and sent when it does; meanwhile he gets no
//! answer to a further command, so that what is kept stays small, and one who reads nothing for too long is gone.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpStream};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use arbitre::wait::Deadline;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use protocol::cgs::{CommandDecoder, Edition, Next, Refusal, SETTLE, encode_message};

/// How long a client may leave a full socket buffer unread before he counts as gone.
const STALL_BOUND: Duration = Duration::from_secs(5);
/// Reads of one look at a socket: a client who floods is left for the next round.
const READS: usize = 4;

/// A connection.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    peer: SocketAddr,
    /// What the client expects.
    pub edition: Edition,
    decoder: CommandDecoder,
    last_byte: Instant,
    /// No more bytes will come.
    ended: bool,
    /// What the socket has not taken yet.
    unsent: Vec<u8>,
    /// When there has been too much of it for too long.
    stalled: Deadline,
    /// Why nothing can be sent any more.
    gone: Option<String>,
}

/// What another process needs in order to go on with the stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rest {
    /// The bytes that were read and not used.
    pub bytes: Vec<u8>,
    /// See [`CommandDecoder::after_digit`].
    pub after_digit: bool,
}

impl Connection {
    /// A client who has just connected; the stream is non-blocking.
    pub fn new(stream: TcpStream, peer: SocketAddr, edition: Edition) -> Self {
        Connection {
            stream,
            peer,
            edition,
            decoder: CommandDecoder::new(),
            last_byte: Instant::now(),
            ended: false,
            unsent: Vec::new(),
            stalled: Deadline::NEVER,
            gone: None,
        }
    }

    /// The address of the client.
    pub fn ip(&self) -> IpAddr {
        self.peer.ip().to_canonical()
    }

    /// Address and port, as people write them.
    pub fn origin(&self) -> String {
        SocketAddr::new(self.ip(), self.peer.port()).to_string()
    }

    /// What to wait for: when it is ready, [`Connection::advance`] has something to do.
    pub fn poll_fd(&self) -> PollFd<'_> {
        let mut wanted = PollFlags::empty();
        wanted.set(PollFlags::POLLIN, self.open());
        wanted.set(PollFlags::POLLOUT, !self.unsent.is_empty());
        PollFd::new(self.stream.as_fd(), wanted)
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
    pub fn gone(&self) -> Option<&str> {
        self.gone.as_deref()
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
        let mut fds = [PollFd::new(self.stream.as_fd(), PEER_CLOSED)];
        match poll(&mut fds, PollTimeout::ZERO) {
            Ok(1..) => {
                let gone = PollFlags::POLLHUP | PollFlags::POLLERR;
                // Flags that nix has no name for come as none: this one.
                fds[0].revents().is_none_or(|events| events.intersects(gone))
            }
            // An error of poll tells nothing about the client.
            _ => false,
        }
    }

    /// Takes what has arrived and sends what was kept, without blocking.
    pub fn advance(&mut self) {
        self.receive();
        self.flush();
        if self.stalled.passed() && self.gone.is_none() {
            self.gone = Some("takes no more messages".into());
        }
    }

    fn receive(&mut self) {
        let mut bytes = [0; 1024];
        for _ in 0..READS {
            if !self.open() {
                return;
            }
            match self.stream.read(&mut bytes) {
                Ok(0) => self.ended = true,
                Ok(read) => {
                    self.decoder.push(&bytes[..read]);
                    self.last_byte = Instant::now();
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.gone = Some(error.to_string()),
            }
        }
    }

    fn flush(&mut self) {
        while !self.unsent.is_empty() && self.gone.is_none() {
            match self.stream.write(&self.unsent) {
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if self.stalled == Deadline::NEVER {
                        self.stalled = Deadline::after(Instant::now(), Some(STALL_BOUND));
                    }
                    return;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.gone = Some(error.to_string()),
            }
        }
        self.stalled = Deadline::NEVER;
    }

    /// The next command of those that have arrived, or how long to wait for it. When nothing can come any more the
    /// connection is gone.
    pub fn next(&mut self) -> Next {
        let quiet = if self.open() { self.last_byte.elapsed() } else { Duration::MAX };
        self.next_after(quiet)
    }

    /// The same when no more time is left to see whether a command that is complete as it stands goes on.
    pub fn last_next(&mut self) -> Next {
        let quiet = if self.open() { self.last_byte.elapsed().max(SETTLE) } else { Duration::MAX };
        self.next_after(quiet)
    }

    fn next_after(&mut self, quiet: Duration) -> Next {
        if !self.unsent.is_empty() || self.gone.is_some() {
            return Next::Wait(None);
        }
        let next = self.decoder.next(quiet);
        if self.ended && matches!(next, Next::Wait(_)) {
            self.gone = Some("the connection was closed".into());
        }
        next
    }

    /// When there is something to do although nothing happens: a command has settled (asked for where commands are
    /// taken), or a client has not read for too long.
    pub fn due(&mut self, takes_commands: bool) -> Deadline {
        let settled = match takes_commands.then(|| self.next_due()) {
            Some(quiet @ Some(_)) => Deadline::after(self.last_byte, quiet),
            _ => Deadline::NEVER,
        };
        self.stalled.min(settled)
    }

    fn next_due(&self) -> Option<Duration> {
        // Looking must not take the command that is there.
        match self.decoder.clone().next(self.last_byte.elapsed()) {
            Next::Wait(quiet) => quiet,
            Next::Command(_) | Next::Bad(_) => self.unsent.is_empty().then_some(Duration::ZERO),
        }
    }

    /// Sends messages, headers and payloads in one write.
    pub fn send<T: AsRef<str>>(&mut self, messages: &[T]) {
        for message in messages {
            if let Err(error) = encode_message(self.edition, message.as_ref(), &mut self.unsent) {
                // Part of an answer would be taken for another one.
                log::error!("{} : {error}", self.origin());
                self.gone.get_or_insert_with(|| error.to_string());
                return;
            }
        }
        self.flush();
    }

    /// Says no; the connection is over when the refusal is of that kind.
    pub fn refuse(&mut self, refusal: &Refusal) {
        log::info!("{} : refus {refusal:?}", self.origin());
        self.send(&refusal.messages(self.edition, self.ip()));
        if refusal.closes() {
            self.close("refused");
        }
    }

    /// Ends the connection: the client sees what was sent, then the end of the stream.
    pub fn close(&mut self, why: &str) {
        if self.gone.is_none() {
            self.gone = Some(why.to_owned());
            // He may have left already.
            self.stream.shutdown(Shutdown::Write).ok();
            // Bytes that nobody has read would turn the end of the stream into a reset.
            let mut rest = [0; 1024];
            for _ in 0..READS {
                if !matches!(self.stream.read(&mut rest), Ok(read) if read > 0) {
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
    pub fn resume(&mut self, rest: &Rest) {
        self.decoder = CommandDecoder::resume(&rest.bytes, rest.after_digit);
        self.last_byte = Instant::now();
    }

    /// What the lobby needs to go on.
    pub fn into_rest(self) -> Rest {
        let after_digit = self.decoder.after_digit();
        Rest { bytes: self.decoder.into_rest(), after_digit }
    }
}

/// The other side has ended its half of the stream; nix has no name for it.
const PEER_CLOSED: PollFlags = PollFlags::from_bits_retain(nix::libc::POLLRDHUP);
