//! A port where nobody listens, kept for whom a test starts there later.

use std::net::{Ipv4Addr, SocketAddr};

use socket2::{Domain, Socket, Type};

/// Held as long as this is: the system gives it to nobody who asks for any port, and a server may listen there, as ours and
/// those of `std` share an address with who does not listen.
pub struct Port {
    _held: Socket,
    pub number: u16,
}

impl Port {
    pub fn free() -> Port {
        let held = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        held.set_reuse_address(true).expect("shared");
        held.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).expect("a port");
        let address = held.local_addr().ok().and_then(|address| address.as_socket());
        Port { number: address.expect("an address").port(), _held: held }
    }
}
