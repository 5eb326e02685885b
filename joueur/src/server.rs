//! The connection to the referee's server, message by message.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::wait::{Deadline, wait};
use nix::poll::PollFlags;
use socket2::{SockRef, TcpKeepalive};

/// How long connecting to one address may take.
const CONNECT_BOUND: Duration = Duration::from_secs(10);
/// How long the server may take to read what we send.
const WRITE_BOUND: Duration = Duration::from_secs(10);

/// The connection; non-blocking, reads whole messages only.
#[derive(Debug)]
pub struct Server {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Server {
    /// Connects to the first address of the host that answers.
    pub fn connect(host: &str, port: u16) -> Result<Self> {
        let addresses = (host, port)
            .to_socket_addrs()
            .with_context(|| format!("machine inconnue : {host} (vérifiez hostServeur)"))?;
        let mut last = anyhow!("machine sans adresse : {host}");
        for address in addresses {
            match TcpStream::connect_timeout(&address, CONNECT_BOUND) {
                Ok(stream) => return Self::prepare(stream).context("connexion au serveur"),
                Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                    last = anyhow!(
                        "personne n'écoute sur le port {port} de {host} : le serveur est-il lancé, et sur ce port ?"
                    );
                }
                Err(error) => last = anyhow!(error).context(format!("connexion à {address} impossible")),
            }
        }
        Err(last)
    }

    fn prepare(stream: TcpStream) -> Result<Self> {
        stream.set_nonblocking(true)?;
        let socket = SockRef::from(&stream);
        socket.set_tcp_nodelay(true)?;
        // The wait for an opponent has no end of its own: a server that vanished is noticed by this.
        let keepalive = TcpKeepalive::new().with_time(Duration::from_secs(30));
        socket.set_tcp_keepalive(&keepalive.with_interval(Duration::from_secs(10)))?;
        Ok(Server { stream, received: Vec::new() })
    }

    /// Readable when something has arrived.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Sends a message.
    pub fn send(&mut self, mut bytes: &[u8]) -> Result<()> {
        let deadline = Deadline::after(Instant::now(), Some(WRITE_BOUND));
        while !bytes.is_empty() {
            match self.stream.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if wait([(self.stream.as_fd(), PollFlags::POLLOUT)], deadline)? == [false] {
                        bail!("le serveur ne lit plus ce qu'on lui envoie");
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error).context("le serveur a coupé la connexion"),
            }
        }
        Ok(())
    }

    /// The next message of `N` bytes, if all of it is there. Never blocks.
    ///
    /// # Errors
    /// The server has closed the connection before the message was complete.
    pub fn take<const N: usize>(&mut self) -> Result<Option<[u8; N]>> {
        self.take_by(|bytes| Ok(bytes.first_chunk::<N>().map(|&message| (message, N))))
    }

    /// The next message, as `decode` finds it at the beginning of what has arrived, with its length. Never blocks.
    ///
    /// # Errors
    /// What `decode` reports; the server has closed the connection before the message was complete.
    pub fn take_by<T>(&mut self, decode: impl Fn(&[u8]) -> Result<Option<(T, usize)>>) -> Result<Option<T>> {
        loop {
            if let Some((message, length)) = decode(&self.received)? {
                self.received.drain(..length);
                return Ok(Some(message));
            }
            let mut bytes = [0; 1024];
            match self.stream.read(&mut bytes) {
                Ok(0) => bail!("le serveur a fermé la connexion"),
                Ok(read) => self.received.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error).context("le serveur a coupé la connexion"),
            }
        }
    }
}
