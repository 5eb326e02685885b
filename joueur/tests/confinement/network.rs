//! Engines that talk to others.

use std::io::{ErrorKind, Read};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};

use arbitre::live::path_in;
use confine::Policy;

use crate::trial::{Essai, ordinary};

/// Somebody who listens.
enum Ear {
    Tcp(TcpListener),
    Udp(UdpSocket),
    Unix(UnixListener),
    /// Who watches rencontres.
    Watcher(UnixDatagram),
}

impl Ear {
    /// Of this kind; what an engine is told to reach him.
    fn new(kind: &str, folder: &std::path::Path) -> (Self, [String; 2]) {
        let (ear, name) = match kind {
            "tcp" => {
                let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
                tcp.set_nonblocking(true).expect("a flag");
                let port = tcp.local_addr().expect("a port").port();
                (Ear::Tcp(tcp), port.to_string())
            }
            "udp" => {
                let udp = UdpSocket::bind("127.0.0.1:0").expect("a port");
                udp.set_nonblocking(true).expect("a flag");
                let port = udp.local_addr().expect("a port").port();
                (Ear::Udp(udp), port.to_string())
            }
            "tableau" => {
                let path = path_in(folder);
                let watcher = UnixDatagram::bind(&path).expect("a socket");
                watcher.set_nonblocking(true).expect("a flag");
                (Ear::Watcher(watcher), path.display().to_string())
            }
            _ => {
                let path = folder.join("oreille");
                let name = path.display().to_string();
                let address = if kind == "unix" {
                    SocketAddr::from_pathname(path)
                } else {
                    SocketAddr::from_abstract_name(&name)
                };
                let unix = UnixListener::bind_addr(&address.expect("an address")).expect("a socket");
                unix.set_nonblocking(true).expect("a flag");
                (Ear::Unix(unix), name)
            }
        };
        (ear, [kind.to_owned(), name])
    }

    /// What he has heard; `None` if nobody has called.
    fn heard(&self) -> Option<String> {
        let mut text = String::new();
        let mut bytes = [0; 64];
        let heard = match self {
            Ear::Tcp(tcp) => tcp.accept().map(|(mut stream, _)| stream.read_to_string(&mut text).map(drop)),
            Ear::Unix(unix) => {
                unix.accept().map(|(mut stream, _)| stream.read_to_string(&mut text).map(drop))
            }
            Ear::Udp(udp) => udp.recv(&mut bytes).map(|length| {
                text = String::from_utf8_lossy(&bytes[..length]).into_owned();
                Ok(())
            }),
            Ear::Watcher(watcher) => watcher.recv(&mut bytes).map(|length| {
                text = String::from_utf8_lossy(&bytes[..length]).into_owned();
                Ok(())
            }),
        };
        match heard {
            Ok(read) => {
                read.expect("read");
                Some(text)
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => None,
            Err(error) => panic!("{error}"),
        }
    }
}

/// With somebody who listens, by a name that engines are not to see.
fn calls(kind: &str, policy: Policy) -> (Ear, Essai) {
    let mut essai = Essai::new("prises").under(policy);
    let (ear, words) = Ear::new(kind, essai.here.path());
    essai.words = words.into();
    (ear, essai)
}

#[test]
fn nobody_is_reached() {
    for kind in ["tcp", "udp", "unix", "abstrait", "tableau"] {
        let (ear, essai) = calls(kind, ordinary());
        essai.plays_on();
        assert_eq!(ear.heard(), None, "{kind}");
        drop(ear);
        let (ear, essai) = calls(kind, Policy::none());
        essai.succeeds("said");
        assert_eq!(ear.heard().as_deref(), Some("hostile\n"), "{kind}");
    }
}

/// The contestant's entry says so.
#[test]
fn who_asks_for_the_network_has_it() {
    for kind in ["tcp", "udp"] {
        let mut policy = ordinary();
        policy.limits.network = true;
        let (ear, essai) = calls(kind, policy);
        essai.succeeds("said");
        assert_eq!(ear.heard().as_deref(), Some("hostile\n"), "{kind}");
    }
}
