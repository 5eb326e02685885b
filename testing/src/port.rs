//! A port where nobody listens, kept for a server that a test starts there later.

use std::net::{Ipv4Addr, SocketAddr};

use socket2::{Domain, Socket, Type};

/// The system gives it to nobody who asks for any port as long as this is held. A server may listen
/// there: ours and those of `std` share an address with a socket that does not listen.
pub struct Port {
    _held: Socket,
    /// Its number.
    pub number: u16,
}

impl Port {
    /// A port that nobody has.
    pub fn free() -> Port {
        let held = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        held.set_reuse_address(true).expect("shared");
        held.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).expect("a port");
        let address = held.local_addr().ok().and_then(|address| address.as_socket());
        Port { number: address.expect("an address").port(), _held: held }
    }
}
