//! A client from his connection to his complete PARTIE request (subject, 1.1 and 1.3).

use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

use jeux::Reason;
use protocol::colonnes::{COUP, CodeRep, PARTIE, TCoupRep, TCoupReq, TPartieRep, TPartieReq, ValCoup};
use protocol::name::Login;

/// COUP requests before PARTIE that are refused one by one; more are a flood.
const REFUSALS: u32 = 8;
/// How much longer a PARTIE is than a COUP.
const FILLING: usize = TPartieReq::SIZE - TCoupReq::SIZE;

/// A client who has not sent PARTIE yet.
pub struct PendingClient {
    /// Non-blocking.
    pub stream: TcpStream,
    pub address: SocketAddr,
    /// When he connected.
    pub since: Instant,
    received: Vec<u8>,
    /// Refused COUP requests.
    refused: u32,
}

/// The state of a handshake.
#[derive(Debug, PartialEq, Eq)]
pub enum HandshakeProgress {
    /// The request is incomplete.
    Waiting,
    /// He asks for a partie under this (cleaned) name.
    Asked(Login),
    /// He is to be disconnected, and why.
    Gone(Reason),
}

impl fmt::Debug for PendingClient {
    /// Without the received bytes, which may hold a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("address", &self.address)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

impl PendingClient {
    pub fn new(stream: TcpStream, address: SocketAddr) -> Self {
        let received = Vec::with_capacity(TPartieReq::SIZE);
        PendingClient { stream, address, since: Instant::now(), received, refused: 0 }
    }

    /// Reads what is there, never beyond the request: further bytes belong to the rencontre. A COUP
    /// is refused, and he may still ask; after eight of them, or any other request, he is to be
    /// disconnected.
    pub fn advance(&mut self) -> HandshakeProgress {
        loop {
            match id_request(&self.received) {
                Some(PARTIE) | None => {}
                Some(COUP) => {
                    if self.received.len() == TCoupReq::SIZE {
                        self.refuse_coup();
                        if self.refused == REFUSALS {
                            return HandshakeProgress::Gone(
                                Reason::new("coups-before-partie").with(REFUSALS),
                            );
                        }
                        continue;
                    }
                }
                Some(other) => {
                    self.answer(&TPartieRep::refused(CodeRep::Typ).encode());
                    return HandshakeProgress::Gone(Reason::new("not-partie").with(other));
                }
            }
            // Four bytes identify the request, and so its length.
            let wanted = match id_request(&self.received) {
                None => 4,
                Some(COUP) => TCoupReq::SIZE,
                Some(_) => TPartieReq::SIZE,
            };
            if self.received.len() == TPartieReq::SIZE {
                if self.begins_with_filling() {
                    self.received.drain(..FILLING);
                    continue;
                }
                return match TPartieReq::decode(&self.received) {
                    Ok(request) => HandshakeProgress::Asked(Login::new(request.name())),
                    Err(_) => HandshakeProgress::Gone(Reason::new("request-size").with(self.received.len())),
                };
            }
            let mut bytes = [0; TPartieReq::SIZE];
            match self.stream.read(&mut bytes[..wanted - self.received.len()]) {
                Ok(0) => return HandshakeProgress::Gone(Reason::new("left-before-asking")),
                Ok(read) => self.received.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return HandshakeProgress::Waiting,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return HandshakeProgress::Gone(Reason::os(&error)),
            }
        }
    }

    /// Refuses a COUP before PARTIE with ERR_COUP.
    fn refuse_coup(&mut self) {
        log::debug!("{} : COUP before PARTIE, refused (ERR_COUP)", self.address);
        self.received.clear();
        self.refused += 1;
        // Before the answer, which may bring the next request.
        self.drop_filling();
        self.answer(&TCoupRep::lost(CodeRep::Coup, ValCoup::Triche).encode());
    }

    /// Some programs send every request in the size of the largest: drops the padding of a COUP,
    /// recognised as bytes that cannot begin a request.
    fn drop_filling(&mut self) {
        let mut filling = [0; FILLING + 1];
        if matches!(self.stream.peek(&mut filling), Ok(FILLING))
            && !matches!(id_request(&filling), Some(PARTIE | COUP))
        {
            // Peeked before: the read cannot block.
            self.stream.read_exact(&mut filling[..FILLING]).ok();
        }
    }

    /// Whether an apparent PARTIE without a name is the zero padding of a COUP, followed by the
    /// next request.
    fn begins_with_filling(&self) -> bool {
        let (filling, next) = self.received.split_at(FILLING);
        self.refused > 0
            && filling.iter().all(|&byte| byte == 0)
            && match id_request(next) {
                Some(PARTIE) => next[4] != 0,
                id => id == Some(COUP),
            }
    }

    /// Sends a few bytes into an empty socket buffer; a client who cannot take them learns nothing.
    pub fn answer(&mut self, bytes: &[u8]) {
        if let Err(error) = self.stream.write_all(bytes) {
            log::debug!("{} : {error}", self.address);
        }
    }
}

/// The kind of request that begins here; `None` with too few bytes.
fn id_request(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|&id| u32::from_le_bytes(id))
}
