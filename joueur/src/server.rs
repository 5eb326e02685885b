//! The connection to the server, message by message.

use std::io::{ErrorKind, Read};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use i18n::text;
use ipc::wait::{Deadline, write_until};
use socket2::{SockRef, TcpKeepalive};

use crate::journal::{Journal, Peer};

/// The time for connecting to one address.
const CONNECT_BOUND: Duration = Duration::from_secs(10);
/// The time for the server to read.
const WRITE_BOUND: Duration = Duration::from_secs(10);

/// The server is not there; it may come back.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Gone(String);

/// The connection; reads whole messages only, never blocking.
pub struct ServerConnection {
    stream: TcpStream,
    received: Vec<u8>,
    /// Records the messages of the wires.
    pub journal: Journal,
}

impl ServerConnection {
    /// Connects to the first address of the host that answers, each within 10 s.
    ///
    /// # Errors
    /// An unknown host; or no answer ([`Gone`]).
    pub fn connect(host: &str, port: u16, journal: Journal) -> Result<Self> {
        let addresses =
            (host, port).to_socket_addrs().ok().with_context(|| text!("server-unknown-host", host = host))?;
        let mut last = anyhow!(text!("server-no-address", host = host));
        for address in addresses {
            match TcpStream::connect_timeout(&address, CONNECT_BOUND) {
                Ok(stream) => {
                    return Self::prepare(stream, journal).with_context(|| text!("server-connecting"));
                }
                Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                    last = Gone(text!("server-nobody", port = port, host = host)).into();
                }
                Err(error) => {
                    last = anyhow!(error)
                        .context(Gone(text!("server-unreachable", address = address.to_string())));
                }
            }
        }
        Err(last)
    }

    fn prepare(stream: TcpStream, journal: Journal) -> Result<Self> {
        stream.set_nonblocking(true)?;
        let socket = SockRef::from(&stream);
        socket.set_tcp_nodelay(true)?;
        // The wait for an opponent is unbounded: keep-alive notices a lost server.
        let keepalive = TcpKeepalive::new().with_time(Duration::from_secs(30));
        socket.set_tcp_keepalive(&keepalive.with_interval(Duration::from_secs(10)))?;
        Ok(ServerConnection { stream, received: Vec::new(), journal })
    }

    /// Leaves, and connects again.
    pub fn connect_again(&mut self, host: &str, port: u16) -> Result<()> {
        // Our name is free only when this end is closed; it may be already.
        self.stream.shutdown(Shutdown::Both).unwrap_or_else(|error| log::debug!("{error}"));
        *self = Self::connect(host, port, self.journal.clone())?;
        Ok(())
    }

    /// Readable when something has arrived.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Sends a message, recorded in these words, within 10 s.
    ///
    /// # Errors
    /// The server has closed the connection ([`Gone`]), or does not read.
    pub fn send(&mut self, bytes: &[u8], words: &str) -> Result<()> {
        self.journal.sent(Peer::Server, words);
        let deadline = Deadline::after(Instant::now(), Some(WRITE_BOUND));
        write_until(&mut self.stream, bytes, deadline).map_err(|error| match error.kind() {
            ErrorKind::TimedOut => anyhow!(text!("server-not-reading")),
            _ => anyhow!(error).context(Gone(text!("server-cut"))),
        })
    }

    /// The next message of `N` bytes, if complete. Never blocks.
    ///
    /// # Errors
    /// The server closed the connection within the message ([`Gone`]).
    pub fn take<const N: usize>(&mut self) -> Result<Option<[u8; N]>> {
        self.take_by(|bytes| Ok(bytes.first_chunk::<N>().map(|&message| (message, N))))
    }

    /// The next message, as found by `decode` at the beginning of the received bytes, with its
    /// length. Never blocks.
    ///
    /// # Errors
    /// As `decode`, or the server closed the connection within the message ([`Gone`]).
    pub fn take_by<T>(&mut self, decode: impl Fn(&[u8]) -> Result<Option<(T, usize)>>) -> Result<Option<T>> {
        loop {
            if let Some((message, length)) = decode(&self.received)? {
                self.received.drain(..length);
                return Ok(Some(message));
            }
            let mut bytes = [0; 1024];
            match self.stream.read(&mut bytes) {
                Ok(0) => bail!(Gone(text!("server-closed"))),
                Ok(read) => self.received.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(anyhow!(error).context(Gone(text!("server-cut")))),
            }
        }
    }
}
