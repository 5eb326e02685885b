//! One client, from his connection to his complete PARTIE request.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

use protocol::colonnes::{COUP, CodeRep, PARTIE, TCoupRep, TCoupReq, TPartieRep, TPartieReq, ValCoup};

/// A client who has not asked for a party yet.
#[derive(Debug)]
pub struct Client {
    /// His connection, non-blocking.
    pub stream: TcpStream,
    /// Where he is.
    pub address: SocketAddr,
    /// When he connected.
    pub since: Instant,
    received: Vec<u8>,
}

/// How far a client has got.
#[derive(Debug, PartialEq, Eq)]
pub enum Progress {
    /// His request is not complete.
    Waiting,
    /// He asks for a party under this (cleaned) name.
    Asked(String),
    /// He is to be dropped, and why.
    Gone(String),
}

impl Client {
    /// A client who has just connected.
    pub fn new(stream: TcpStream, address: SocketAddr) -> Self {
        Client { stream, address, since: Instant::now(), received: Vec::with_capacity(TPartieReq::SIZE) }
    }

    /// Reads what has arrived, never more than the request: what follows belongs to the rencontre.
    pub fn advance(&mut self) -> Progress {
        loop {
            match self.id_request() {
                Some(PARTIE) | None => {}
                Some(COUP) => {
                    if self.received.len() == TCoupReq::SIZE {
                        self.refuse_coup();
                        continue;
                    }
                }
                Some(other) => {
                    self.answer(&TPartieRep::refused(CodeRep::Typ).encode());
                    return Progress::Gone(format!("idRequest {other} au lieu de PARTIE (ERR_TYP)"));
                }
            }
            // Four bytes tell which request it is, and so how long it is.
            let wanted = match self.id_request() {
                None => 4,
                Some(COUP) => TCoupReq::SIZE,
                Some(_) => TPartieReq::SIZE,
            };
            if self.received.len() == TPartieReq::SIZE {
                return match TPartieReq::decode(&self.received) {
                    Ok(request) => Progress::Asked(request.name()),
                    Err(error) => Progress::Gone(error.to_string()),
                };
            }
            let mut bytes = [0; TPartieReq::SIZE];
            match self.stream.read(&mut bytes[..wanted - self.received.len()]) {
                Ok(0) => return Progress::Gone("parti avant d'avoir demandé une partie".into()),
                Ok(read) => self.received.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Progress::Waiting,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Progress::Gone(error.to_string()),
            }
        }
    }

    fn id_request(&self) -> Option<u32> {
        self.received.first_chunk().map(|&id| u32::from_le_bytes(id))
    }

    /// A COUP before PARTIE: refused with ERR_COUP; the client may still ask for a party.
    fn refuse_coup(&mut self) {
        log::warn!("{} : COUP avant PARTIE, refusé (ERR_COUP)", self.address);
        self.answer(&TCoupRep::lost(CodeRep::Coup, ValCoup::Triche).encode());
        self.received.clear();
        // Some programs send every request in the size of the largest: what fills it up is no request.
        let mut filling = [0; TPartieReq::SIZE];
        let excess = TPartieReq::SIZE - TCoupReq::SIZE;
        if matches!(self.stream.peek(&mut filling), Ok(there) if there == excess) {
            // The peek has seen these bytes: the read takes them and cannot block.
            self.stream.read_exact(&mut filling[..excess]).ok();
        }
    }

    /// Sends a few bytes into an empty socket buffer; a client who cannot take them learns nothing, which is his loss.
    pub fn answer(&mut self, bytes: &[u8]) {
        if let Err(error) = self.stream.write_all(bytes) {
            log::debug!("{} : {error}", self.address);
        }
    }
}

/// An address as people write it: IPv4 clients of an IPv6 socket get their own form back.
pub fn origin(address: SocketAddr) -> String {
    SocketAddr::new(address.ip().to_canonical(), address.port()).to_string()
}

/// Whether a player has left who has asked and waits. `ahead` is set when he has sent more already, which hides it.
pub fn has_left(stream: &TcpStream, ahead: &mut bool) -> bool {
    match stream.peek(&mut [0]) {
        Ok(0) => true,
        Ok(_) => {
            *ahead = true;
            matches!(stream.take_error(), Ok(Some(_)) | Err(_))
        }
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
    }
}
