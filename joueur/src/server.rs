//! The connection to the referee's server, message by message.

use std::io::{ErrorKind, Read};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use i18n::text;
use ipc::wait::{Deadline, write_until};
use socket2::{SockRef, TcpKeepalive};

use crate::journal::{Journal, Peer};

/// How long connecting to one address may take.
const CONNECT_BOUND: Duration = Duration::from_secs(10);
/// How long the server may take to read what we send.
const WRITE_BOUND: Duration = Duration::from_secs(10);

/// The server is not there, or not any more. It may come back.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Gone(String);

/// The connection; reads whole messages only, and never waits for one.
pub struct ServerConnection {
    stream: TcpStream,
    received: Vec<u8>,
    /// Where the wires write down what is said.
    pub journal: Journal,
}

impl ServerConnection {
    /// Connects to the first address of the host that answers, each within 10 s.
    ///
    /// # Errors
    /// There is no such host; nobody answers ([`Gone`]).
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
        // The wait for an opponent has no end of its own: a server that vanished is noticed by this.
        let keepalive = TcpKeepalive::new().with_time(Duration::from_secs(30));
        socket.set_tcp_keepalive(&keepalive.with_interval(Duration::from_secs(10)))?;
        Ok(ServerConnection { stream, received: Vec::new(), journal })
    }

    /// Leaves, if the server has not yet, and connects again.
    ///
    /// # Errors
    /// As [`ServerConnection::connect`].
    pub fn connect_again(&mut self, host: &str, port: u16) -> Result<()> {
        // The name that was used here is free only when this end is closed; one that is closed already stays so.
        self.stream.shutdown(Shutdown::Both).unwrap_or_else(|error| log::debug!("{error}"));
        *self = Self::connect(host, port, self.journal.clone())?;
        Ok(())
    }

    /// Readable when something has arrived.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Sends a message, which is written down in these words. Waits for 10 s at most until the server takes it.
    ///
    /// # Errors
    /// The server has closed the connection ([`Gone`]), or takes nothing any more.
    pub fn send(&mut self, bytes: &[u8], words: &str) -> Result<()> {
        self.journal.sent(Peer::Server, words);
        let deadline = Deadline::after(Instant::now(), Some(WRITE_BOUND));
        write_until(&mut self.stream, bytes, deadline).map_err(|error| match error.kind() {
            ErrorKind::TimedOut => anyhow!(text!("server-not-reading")),
            _ => anyhow!(error).context(Gone(text!("server-cut"))),
        })
    }

    /// The next message of `N` bytes, if all of it is there. Never blocks.
    ///
    /// # Errors
    /// The server has closed the connection before the message was complete ([`Gone`]).
    pub fn take<const N: usize>(&mut self) -> Result<Option<[u8; N]>> {
        self.take_by(|bytes| Ok(bytes.first_chunk::<N>().map(|&message| (message, N))))
    }

    /// The next message, as `decode` finds it at the beginning of what has arrived, with its length. Never blocks.
    ///
    /// # Errors
    /// What `decode` reports; the server has closed the connection before the message was complete ([`Gone`]).
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
