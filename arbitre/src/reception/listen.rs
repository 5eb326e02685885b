//! Opening a listening socket: IPv6 and IPv4 at once where the machine has both. How a connection begins and ends.

use std::io::{self, ErrorKind, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use jeux::Reason;
use nix::errno::Errno;
use socket2::{Domain, Protocol, Socket, TcpKeepalive, Type};

/// Connections that the kernel keeps until they are accepted.
const BACKLOG: i32 = 1024;

/// Nobody can be taken in at this port.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// Another program listens there.
    #[error("port {0} is taken")]
    Taken(u16),
    /// Only the system's own programs may.
    #[error("port {0} is reserved")]
    Reserved(u16),
    /// Something else.
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

/// Listens on the port, on all addresses unless one is given. Non-blocking, SO_REUSEADDR.
///
/// # Errors
/// See [`ListenError`].
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

/// Prepares a client's connection: small messages leave at once, a machine that vanished is noticed.
///
/// # Errors
/// The connection has just gone.
pub fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(true)?;
    let socket = socket2::SockRef::from(stream);
    socket.set_tcp_nodelay(true)?;
    socket.set_tcp_keepalive(
        &TcpKeepalive::new().with_time(Duration::from_secs(30)).with_interval(Duration::from_secs(10)),
    )
}

/// Ends a non-blocking connection so that the client sees the last answer and then the end of the stream, as with the
/// course's server: closing it over unread bytes would reset it instead, and an answer on its way could be lost.
pub fn end(mut stream: &TcpStream) {
    // The client may have left before; there is nobody to tell then.
    stream.shutdown(Shutdown::Write).ok();
    let mut rest = [0; 4096];
    // Bounded: who floods us is reset after all.
    for _ in 0..64 {
        if !matches!(stream.read(&mut rest), Ok(read) if read > 0) {
            break;
        }
    }
}
