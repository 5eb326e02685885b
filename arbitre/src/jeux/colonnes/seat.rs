//! A player of Colonnes on a socket: his COUP, and what he is told of it and of the opponent's (subject, 1.2 to 1.4).
//!
//! # Late moves (fault 1 of the course's server)
//! A player who was just sent TIMEOUT may still send the COUP of the partie that is over, at most one. Dropped is what is that one:
//! * a COUP of which bytes were there before the TIMEOUT;
//! * he moves second in the retour: everything that arrives before the first COUP of the retour is forwarded to him;
//! * otherwise, before his first move of the retour: a COUP that is no placement.
//!
//! A placement may be either, if he was to place when his time was over: the bytes are the same. It is held while his time
//! runs: if a second COUP comes, the first was the late one and is dropped; if none comes, the first is his move. If
//! he was to move a pawn, no late COUP is a placement, and nothing is held.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use jeux::Reason;
use jeux::colonnes::{Move, PLACEMENT_PLIES};
use protocol::colonnes::{CodeRep, Coul, PARTIE, TCoupRep, TCoupReq, TPartieRep, ValCoup};

use super::inbox::{Inbox, Incoming};
use super::judge::notation;
use crate::judge::{Coup, Verdict};
use crate::reception::{Farewell, NetworkSeat, listen};
use crate::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn, wait_beside};
use ipc::wait::{Deadline, write_until};

/// The `typeCoup` of a placement.
const POS_PION: u32 = 0;
/// How long a player may leave a full socket buffer unread before he counts as gone.
const WRITE_BOUND: Duration = Duration::from_secs(2);

/// What a late COUP can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LateCoup {
    /// A placement, as any first COUP.
    Placement,
    /// A moved pawn, or PASSE: never a first COUP.
    Movement,
}

/// The seat of the player who sent PARTIE on this socket.
#[derive(Debug)]
pub struct SocketSeat {
    stream: TcpStream,
    coul: Coul,
    /// As the player is told.
    opponent: String,
    inbox: Inbox,
    /// Why the player cannot be reached any more.
    gone: Option<Reason>,
    /// The COUP of the previous partie that may still come, until his first move in this one.
    late: Option<LateCoup>,
    /// Moves of the current partie.
    plies: u32,
    /// A first COUP that may be late, and when it was complete.
    held: Option<Instant>,
}

impl SocketSeat {
    /// Takes over the connection of the player with this colour in both parties, and this opponent; no
    /// byte after PARTIE has been read.
    pub fn new(stream: TcpStream, coul: Coul, opponent: &str) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        let (opponent, inbox) = (opponent.to_owned(), Inbox::new(coul));
        Ok(SocketSeat { stream, coul, opponent, inbox, gone: None, late: None, plies: 0, held: None })
    }

    /// Sends a message; a player who does not take it within two seconds counts as gone, and is
    /// sent nothing more.
    pub fn send(&mut self, bytes: &[u8]) {
        if self.gone.is_some() {
            return;
        }
        let deadline = Deadline::after(Instant::now(), Some(WRITE_BOUND));
        self.gone = match write_until(&mut self.stream, bytes, deadline) {
            Ok(()) => None,
            Err(error) if error.kind() == ErrorKind::TimedOut => Some(Reason::new("no-reader")),
            Err(error) => Some(Reason::os(&error)),
        };
    }

    /// Reads what is there; `false` if nothing is.
    fn receive(&mut self) -> bool {
        let mut bytes = [0; 512];
        let room = self.inbox.room().min(bytes.len());
        if room == 0 || self.gone.is_some() {
            return false;
        }
        match self.stream.read(&mut bytes[..room]) {
            Ok(0) => self.gone = Some(Reason::new("closed")),
            Ok(read) => {
                self.inbox.push(&bytes[..read]);
                return true;
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => return true,
            Err(error) => self.gone = Some(Reason::os(&error)),
        }
        false
    }

    /// The move or fault in the inbox; `None` if more must come.
    fn examine(&mut self, now: Instant) -> Option<Result<Answer, NoMove>> {
        loop {
            match self.inbox.next() {
                Incoming::Incomplete => return None,
                Incoming::Other(id) => {
                    self.inbox.drop_other(id);
                    let what = match id {
                        PARTIE => Reason::new("partie-in-mid-game"),
                        id => Reason::new("id-request").with(id),
                    };
                    return Some(Err(NoMove::Malformed(what)));
                }
                Incoming::Coup(coup) => {
                    let places = coup.type_coup == POS_PION;
                    match self.late {
                        Some(LateCoup::Placement) if places && !self.inbox.has_two() => {
                            self.held.get_or_insert(now);
                            return None;
                        }
                        // Not the beginning of a partie, or followed by another COUP: it answers
                        // the previous partie.
                        Some(late) if !places || late == LateCoup::Placement => {
                            self.inbox.take_coup();
                            self.late = None;
                            self.held = None;
                        }
                        _ => {
                            self.inbox.take_coup();
                            return Some(Ok(Answer { coup: said(&coup), at: now }));
                        }
                    }
                }
            }
        }
    }

    /// The held COUP, now that no other will come.
    fn release(&mut self) -> Option<Answer> {
        let at = self.held.take()?;
        let Incoming::Coup(coup) = self.inbox.next() else { return None };
        self.inbox.take_coup();
        Some(Answer { coup: said(&coup), at })
    }

    /// Drops what came late for the previous partie. If nothing did, it may still come.
    fn drop_late(&mut self) {
        let mut came = self.inbox.drop_late();
        // Bounded: a flood must not hold the referee, and its rest is the player's own loss.
        for _ in 0..64 {
            if !self.receive() {
                break;
            }
            came |= self.inbox.drop_late();
        }
        if came {
            self.late = None;
        }
    }

    /// The answer to a COUP after this ruling.
    fn reply(ruling: &Ruling) -> TCoupRep {
        match ruling {
            Ruling::Judged { judgement, .. } => match judgement.verdict.words() {
                (ValCoup::Valid, property) => TCoupRep::valid(property),
                (validity, _) => TCoupRep::lost(CodeRep::Ok, validity),
            },
            Ruling::NoMove(NoMove::Malformed(_)) => TCoupRep::lost(CodeRep::Typ, ValCoup::Triche),
            Ruling::NoMove(_) => TCoupRep::lost(CodeRep::Ok, ValCoup::Timeout),
        }
    }

    /// Both players proceed to the next partie, or to the end.
    fn partie_over(&mut self) {
        self.plies = 0;
        self.held = None;
    }
}

/// A request's move with its bytes.
fn said(request: &TCoupReq) -> Coup {
    Coup { text: notation(request), raw: Some(request.encode().to_vec()) }
}

impl Seat for SocketSeat {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        if opening.played == 0 {
            self.send(&TPartieRep::accepted(self.coul, &self.opponent).encode());
        }
        Ok(())
    }

    fn hears_only_answers(&self) -> bool {
        true
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        loop {
            if let Some(decided) = self.examine(Instant::now()) {
                return decided;
            }
            if let Some(why) = &self.gone {
                let why = why.clone();
                return self.release().ok_or(NoMove::Disconnected(why));
            }
            wait_beside(self.stream.as_fd(), turn, turn.deadline, other)?;
            // Look once more: what came in time counts, however late we were woken.
            if !self.receive() && turn.deadline.passed() && self.gone.is_none() {
                return match self.examine(Instant::now()) {
                    Some(decided) => decided,
                    None => self.release().ok_or_else(|| turn.expired()),
                };
            }
        }
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        if matches!(ruling, Ruling::NoMove(NoMove::Interrupted(_))) {
            return;
        }
        self.send(&Self::reply(ruling).encode());
        self.late = None;
        if matches!(ruling, Ruling::NoMove(NoMove::Timeout)) {
            let due = if self.plies < PLACEMENT_PLIES { LateCoup::Placement } else { LateCoup::Movement };
            // A partial COUP is the late one; otherwise it is still to come.
            self.late = (!self.inbox.has_partial()).then_some(due);
            self.inbox.drop_late();
        }
        self.plies += 1;
        if ruling.termination().is_some() {
            self.partie_over();
        }
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        let reply = Self::reply(ruling).encode();
        match ruling {
            Ruling::NoMove(NoMove::Interrupted(_)) => {}
            Ruling::Judged { coup, judgement } if judgement.verdict == Verdict::Continue => {
                if self.late.is_some() {
                    self.drop_late();
                }
                self.plies += 1;
                // One write, so that both messages leave in one segment.
                self.send(&[&reply[..], &forwarded(coup, self.coul.other())].concat());
            }
            _ => {
                self.send(&reply);
                self.partie_over();
            }
        }
    }
}

/// The opponent's COUP, as received, or made from its notation.
fn forwarded(coup: &Coup, coul: Coul) -> Vec<u8> {
    let said = || coup.text.parse::<Move>().map(|mv| TCoupReq::new(coul, mv).encode().to_vec());
    coup.raw.clone().or_else(|| said().ok()).unwrap_or_default()
}

impl NetworkSeat for SocketSeat {
    fn farewell(&mut self) -> Farewell {
        listen::end(&self.stream);
        Farewell::Gone
    }

    fn dismiss(&mut self) {
        listen::end(&self.stream);
    }
}
