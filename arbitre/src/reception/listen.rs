//! Listening sockets, for IPv6 and IPv4 at once where possible; the beginning and end of a
//! connection.

use std::io::{self, ErrorKind, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use ipc::wait::Deadline;
use jeux::Reason;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags};
use socket2::{Domain, Protocol, Socket, TcpKeepalive, Type};

/// The kernel's queue of pending connections.
const BACKLOG: i32 = 1024;

/// Why a port cannot be listened at.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// Another program listens there.
    #[error("port {0} is taken")]
    Taken(u16),
    /// It is reserved for the system.
    #[error("port {0} is reserved")]
    Reserved(u16),
    /// Anything else.
    #[error("cannot listen on {0}: {1}")]
    Refused(SocketAddr, io::Error),
}

impl From<&ListenError> for Reason {
    fn from(error: &ListenError) -> Self {
        match error {
            ListenError::Taken(port) => Reason::new("port-taken").with(port),
            ListenError::Reserved(port) => Reason::new("port-reserved").with(port),
            ListenError::Refused(address, error) => {
                Reason::new("cannot-listen").with(address).because(Reason::os(error))
            }
        }
    }
}

/// Listens on the port, on all addresses by default. Non-blocking, SO_REUSEADDR.
pub fn listen(address: Option<IpAddr>, port: u16) -> Result<TcpListener, ListenError> {
    let (address, opened) = match address {
        Some(ip) => (SocketAddr::new(ip, port), open(SocketAddr::new(ip, port))),
        None => {
            let all = SocketAddr::new(Ipv6Addr::UNSPECIFIED.into(), port);
            match open(all) {
                // A machine without IPv6.
                Err(error)
                    if error
                        .raw_os_error()
                        .map(Errno::from_raw)
                        .is_some_and(|errno| matches!(errno, Errno::EAFNOSUPPORT | Errno::EADDRNOTAVAIL)) =>
                {
                    let all = SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), port);
                    (all, open(all))
                }
                opened => (all, opened),
            }
        }
    };
    opened.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => ListenError::Taken(port),
        ErrorKind::PermissionDenied => ListenError::Reserved(port),
        _ => ListenError::Refused(address, error),
    })
}

fn open(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    if address.is_ipv6() {
        socket.set_only_v6(false)?;
    }
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Prepares a client's connection: no delay for small messages, keep-alive for lost machines.
pub fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(true)?;
    let socket = socket2::SockRef::from(stream);
    socket.set_tcp_nodelay(true)?;
    socket.set_tcp_keepalive(
        &TcpKeepalive::new().with_time(Duration::from_secs(30)).with_interval(Duration::from_secs(10)),
    )
}

/// Ends a non-blocking connection so that the client sees the last answer and then the end of the
/// stream, as with the course's server: closing over unread bytes would reset it, and lose an
/// answer on its way.
pub fn end(mut stream: &TcpStream) {
    // The client may have left already.
    stream.shutdown(Shutdown::Write).ok();
    let mut rest = [0; 4096];
    // Bounded: a flood is reset after all.
    for _ in 0..64 {
        if !matches!(stream.read(&mut rest), Ok(read) if read > 0) {
            break;
        }
    }
}

/// The pause after the system refused a connection for lack of resources.
const PAUSE: Duration = Duration::from_millis(200);
/// Connections accepted in a row at one socket.
const ACCEPTS: usize = 256;

/// A listening socket.
#[derive(Debug)]
pub struct Door {
    /// Non-blocking.
    pub listener: TcpListener,
    /// Its form of the protocol, a word of [`check_form`](super::Wire::check_form).
    pub form: String,
}

/// The listening sockets of a reception.
#[derive(Debug)]
pub struct Listeners {
    doors: Vec<Door>,
    /// No connection is accepted before, as the system refused one.
    paused: Deadline,
    /// It has accepted nothing since.
    full: bool,
}

impl Listeners {
    pub fn new(doors: Vec<Door>) -> Self {
        Listeners { doors, paused: Deadline::after(Instant::now(), Some(Duration::ZERO)), full: false }
    }

    /// Adds descriptors to wait for; the end of the pause.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        if !self.paused.passed() {
            return self.paused;
        }
        fds.extend(self.doors.iter().map(|door| PollFd::new(door.listener.as_fd(), PollFlags::POLLIN)));
        Deadline::NEVER
    }

    /// Accepts connections, each with its socket's form. `true`: the system refuses more for now,
    /// somebody should make room; the first time in a row `full` learns why.
    pub fn accept(
        &mut self,
        full: &mut dyn FnMut(Reason),
        take: &mut dyn FnMut(TcpStream, SocketAddr, &str),
    ) -> bool {
        if !self.paused.passed() {
            return false;
        }
        for door in &self.doors {
            // Bounded: fast connectors must not keep the others waiting.
            for _ in 0..ACCEPTS {
                match door.listener.accept() {
                    Ok((stream, address)) => {
                        self.full = false;
                        match prepare(&stream) {
                            Ok(()) => take(stream, address, &door.form),
                            Err(error) => log::debug!("{address} : {error}"),
                        }
                    }
                    Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                    Err(error) => {
                        let errno = error.raw_os_error().map(Errno::from_raw);
                        if matches!(
                            errno,
                            Some(Errno::EMFILE | Errno::ENFILE | Errno::ENOBUFS | Errno::ENOMEM)
                        ) {
                            if !self.full {
                                full(Reason::new("no-room").because(Reason::os(&error)));
                            }
                            self.full = true;
                            self.pause();
                            return true;
                        }
                        // The client has gone while it was queued, or similar.
                        log::debug!("accept : {error}");
                    }
                }
            }
        }
        false
    }

    /// Accepts nothing for 200 milliseconds.
    pub fn pause(&mut self) {
        self.paused = Deadline::after(Instant::now(), Some(PAUSE));
    }

    /// Closes all sockets.
    pub fn close(&mut self) {
        self.doors.clear();
    }
}
