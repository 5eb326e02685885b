//! A client on a socket, byte by byte.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use protocol::colonnes::{CodeRep, Coul, PropCoup, TCoupRep, TCoupReq, TPartieReq, ValCoup};
use socket2::{Domain, SockRef, Socket, Type};

use crate::proc::{stands, unread};
use crate::{PATIENCE, until};

/// Legal, the partie goes on.
pub const CONT: TCoupRep = TCoupRep::valid(PropCoup::Cont);
/// Legal, the mover has won.
pub const GAGNE: TCoupRep = TCoupRep::valid(PropCoup::Gagne);
/// Legal, the partie is drawn.
pub const NULLE: TCoupRep = TCoupRep::valid(PropCoup::Nulle);
/// Illegal, the mover has lost.
pub const TRICHE: TCoupRep = TCoupRep::lost(CodeRep::Ok, ValCoup::Triche);
/// The player to move was too late, or has left.
pub const TIMEOUT: TCoupRep = TCoupRep::lost(CodeRep::Ok, ValCoup::Timeout);
/// The player to move sent what is no COUP.
pub const ERR_TYP: TCoupRep = TCoupRep::lost(CodeRep::Typ, ValCoup::Triche);
/// The answer to a COUP before PARTIE.
pub const ERR_COUP: TCoupRep = TCoupRep::lost(CodeRep::Coup, ValCoup::Triche);

/// The 36 bytes that ask for a partie.
pub fn partie(name: &str) -> [u8; 36] {
    partie_bytes(name.as_bytes())
}

/// The same for a name that is not one: up to 30 bytes, as they are.
pub fn partie_bytes(name: &[u8]) -> [u8; 36] {
    let mut request = TPartieReq::new("x").encode();
    request[4..34].fill(0);
    request[4..4 + name.len()].copy_from_slice(name);
    request
}

/// The 28 bytes of a move in text notation.
pub fn coup(coul: Coul, text: &str) -> [u8; 28] {
    TCoupReq::new(coul, text.parse().expect("a move")).encode()
}

/// A connection to the server.
#[derive(Debug)]
pub struct Client {
    stream: TcpStream,
    server: SocketAddr,
}

impl Client {
    /// Connects. Every message leaves at once; no read or write waits for ever.
    pub fn connect(server: SocketAddr) -> Client {
        Self::with(TcpStream::connect(server).expect("a connection"), server)
    }

    /// Connects with room for next to nothing on the receiving side.
    pub fn connect_cramped(server: SocketAddr) -> Client {
        let socket = Socket::new(Domain::for_address(server), Type::STREAM, None).expect("a socket");
        socket.set_recv_buffer_size(1).expect("SO_RCVBUF");
        socket.connect(&server.into()).expect("a connection");
        Self::with(socket.into(), server)
    }

    fn with(stream: TcpStream, server: SocketAddr) -> Client {
        stream.set_nodelay(true).expect("TCP_NODELAY");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time limit");
        Client { stream, server }
    }

    /// Where this end of the connection is.
    pub fn address(&self) -> SocketAddr {
        self.stream.local_addr().expect("an address")
    }

    /// Sends these bytes, in one call.
    pub fn send(&mut self, bytes: &[u8]) {
        let sent = self.stream.write(bytes).expect("the server takes bytes");
        assert_eq!(sent, bytes.len(), "one call");
    }

    /// Sends these bytes in pieces of so many, each only when the server has read the one before.
    pub fn send_in_pieces(&mut self, bytes: &[u8], size: usize) {
        for piece in bytes.chunks(size) {
            self.send(piece);
            self.settle();
        }
    }

    /// Sends as much as the server and the system take without the server reading on; how much that was.
    pub fn flood(&mut self, bytes: &[u8], at_most: usize) -> usize {
        self.stream.set_nonblocking(true).expect("non-blocking");
        let mut sent = 0;
        while sent < at_most {
            let from = sent % bytes.len();
            let to = bytes.len().min(from + at_most - sent);
            match self.stream.write(&bytes[from..to]) {
                Ok(count) => sent += count,
                // Full, or the server has had enough.
                Err(_) => break,
            }
        }
        self.stream.set_nonblocking(false).expect("blocking");
        sent
    }

    /// Waits until the server has read everything that was sent to it.
    pub fn settle(&self) {
        until("the server reads", || unread(self.address(), self.server) == 0);
    }

    /// Waits for so many bytes.
    pub fn read<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes).expect("an answer");
        bytes
    }

    /// Asks for a partie.
    pub fn ask(&mut self, name: &str) {
        self.send(&partie(name));
    }

    /// Waits for the answer to PARTIE: this colour, this opponent, and nothing but NUL behind the name.
    pub fn welcome(&mut self, coul: Coul, opponent: &str) {
        let mut expected = [0; 40];
        expected[4] = coul.index() as u8;
        expected[8..8 + opponent.len()].copy_from_slice(opponent.as_bytes());
        assert_eq!(self.read::<40>(), expected, "the answer to PARTIE");
    }

    /// Makes a move.
    pub fn coup(&mut self, coul: Coul, text: &str) {
        self.send(&coup(coul, text));
    }

    /// Waits for the answer to a COUP.
    pub fn rep(&mut self) -> TCoupRep {
        TCoupRep::decode(&self.read::<12>()).expect("a TCoupRep")
    }

    /// Waits for this answer to a COUP.
    pub fn expect(&mut self, rep: TCoupRep) {
        assert_eq!(self.rep(), rep);
    }

    /// Waits for the opponent's move that goes on: the answer and the request as it was sent.
    pub fn expect_forwarded(&mut self, request: &[u8; 28]) {
        self.expect(CONT);
        assert_eq!(&self.read::<28>(), request, "the forwarded COUP");
    }

    /// Waits for the end of the stream, after which nothing comes.
    pub fn ended(&mut self) {
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest).expect("an end, not a reset");
        assert!(rest.is_empty(), "after the last answer: {rest:?}");
    }

    /// Waits for the end of the stream, or for the reset with which the server answers what it did not want to read.
    pub fn cut_off(&mut self) {
        match self.stream.read(&mut [0]) {
            Ok(0) => {}
            Err(error) if matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe) => {}
            other => panic!("still connected: {other:?}"),
        }
    }

    /// Nothing has come, and the connection stands.
    pub fn silent(&self) {
        assert!(!self.has_answer(), "something came, or the end");
    }

    /// Whether something has come that was not read yet, or the end.
    pub fn has_answer(&self) -> bool {
        self.stream.set_nonblocking(true).expect("non-blocking");
        let peeked = self.stream.peek(&mut [0]);
        self.stream.set_nonblocking(false).expect("blocking");
        !matches!(peeked, Err(error) if error.kind() == ErrorKind::WouldBlock)
    }

    /// Says that nothing more will be sent.
    pub fn half_close(&self) {
        // The server may have ended the connection first.
        self.stream.shutdown(Shutdown::Write).ok();
    }

    /// Leaves with a reset. It is out when this returns: a program that another test is starting may hold a copy of the
    /// descriptor for a moment.
    pub fn reset(self) {
        SockRef::from(&self.stream).set_linger(Some(Duration::ZERO)).expect("SO_LINGER");
        let (here, server) = (self.address(), self.server);
        drop(self);
        until("the reset is out", || !stands(here, server));
    }
}

/// How a client leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// An ordinary end.
    Close,
    /// A reset (SO_LINGER 0).
    Reset,
}

impl Leave {
    /// Both.
    pub const ALL: [Leave; 2] = [Leave::Close, Leave::Reset];

    /// Leaves.
    pub fn with(self, client: Client) {
        match self {
            // Said at once, even while a program that another test starts holds a copy of the descriptor.
            Leave::Close => client.stream.shutdown(std::net::Shutdown::Both).expect("an end"),
            Leave::Reset => client.reset(),
        }
    }
}
