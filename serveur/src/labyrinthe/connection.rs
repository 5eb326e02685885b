//! A client's connection: commands in, messages out. The lobby and the games read and write through it alone.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use arbitre::wait::{Deadline, wait};
use nix::poll::PollFlags;
use protocol::cgs::{CommandDecoder, Edition, Next, Refusal, encode_message};

/// How long a client may leave his full socket buffer unread before he counts as gone.
const WRITE_BOUND: Duration = Duration::from_secs(2);
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
    /// Why nothing can be sent any more.
    gone: Option<String>,
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

    /// Readable when [`Connection::receive`] has something.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Whether there is any sense in waiting for bytes.
    pub fn open(&self) -> bool {
        !self.ended && self.gone.is_none()
    }

    /// Why the client cannot be reached any more, if he cannot.
    pub fn gone(&self) -> Option<&str> {
        self.gone.as_deref()
    }

    /// Takes what has arrived, without blocking.
    pub fn receive(&mut self) {
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

    /// The next command of those that have arrived, or how long to wait for it. When nothing can come any more the
    /// connection is gone.
    pub fn next(&mut self) -> Next {
        let quiet = if self.open() { self.last_byte.elapsed() } else { Duration::MAX };
        let next = self.decoder.next(quiet);
        if self.ended && matches!(next, Next::Wait(_)) {
            self.gone.get_or_insert_with(|| "the connection was closed".into());
        }
        next
    }

    /// When a [`Next::Wait`] with this duration ends.
    pub fn settled(&self, quiet: Option<Duration>) -> Deadline {
        Deadline::after(self.last_byte, quiet)
    }

    /// Sends messages, headers and payloads in one write; a client who does not take them in time is gone.
    pub fn send<T: AsRef<str>>(&mut self, messages: &[T]) {
        let mut bytes = Vec::new();
        for message in messages {
            if let Err(error) = encode_message(self.edition, message.as_ref(), &mut bytes) {
                log::error!("{} : {error}", self.origin());
                return;
            }
        }
        let mut bytes = bytes.as_slice();
        let deadline = Deadline::after(Instant::now(), Some(WRITE_BOUND));
        while !bytes.is_empty() && self.gone.is_none() {
            match self.stream.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    match wait([(self.stream.as_fd(), PollFlags::POLLOUT)], deadline) {
                        Ok([true]) => {}
                        Ok([false]) => self.gone = Some("takes no more messages".into()),
                        Err(error) => self.gone = Some(error.to_string()),
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.gone = Some(error.to_string()),
            }
        }
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
            self.stream.shutdown(std::net::Shutdown::Write).ok();
            let mut rest = [0; 1024];
            for _ in 0..READS {
                if !matches!(self.stream.read(&mut rest), Ok(read) if read > 0) {
                    break;
                }
            }
        }
    }

    /// Goes on after another process has used the connection, with the bytes that it read and did not use.
    pub fn resume(&mut self, rest: &[u8]) {
        self.decoder = CommandDecoder::new();
        self.decoder.push(rest);
        self.last_byte = Instant::now();
    }

    /// The bytes that were read and not used.
    pub fn into_rest(self) -> Vec<u8> {
        self.decoder.into_rest()
    }
}
