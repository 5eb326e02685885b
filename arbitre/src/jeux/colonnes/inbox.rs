//! Bytes that a player has sent and the referee has not used yet: reassembles COUP requests, and
//! finds the beginning of the next one after something that was no request, or came too late.
//!
//! TCP keeps no message boundaries, and the protocol numbers neither parties nor turns. Hence three
//! rules:
//! * A request is what its first four bytes say; the next one begins 28 bytes later.
//! * After bytes that begin no COUP, the next request begins where one of the expected size ends,
//!   if the bytes end there or a COUP begins there; otherwise at the first place that looks like a
//!   COUP of this player: idRequest 1, a known type, his own colour (12 bytes).
//! * The rest of a COUP that was incomplete when its time was over is dropped, unless a new COUP
//!   begins in its place. (A rest that looks like the beginning of a COUP cannot be told apart from
//!   one, and is taken for one.)

use protocol::colonnes::{COUP, Coul, DecodeError, PARTIE, TCoupReq, TPartieReq};

/// Bytes kept of what a player sends ahead; more stay in the kernel's buffer.
const ROOM: usize = 4096;

#[derive(Debug)]
pub(super) struct Inbox {
    coul: Coul,
    bytes: Vec<u8>,
    /// Bytes of a dropped request still to come.
    to_skip: usize,
    /// Where among those a new COUP may begin instead.
    restart: Restart,
}

/// Where a new COUP may begin in place of the rest of a dropped request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Restart {
    /// Nowhere.
    Never,
    /// At the first byte of the rest: the request was cut off there.
    AtOnce,
    /// Anywhere: the length of the rest is unknown.
    Anywhere,
}

/// What begins the inbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Incoming {
    Coup(TCoupReq),
    /// Not a COUP: its `idRequest`.
    Other(u32),
    /// Nothing complete yet.
    Incomplete,
}

impl Inbox {
    pub(super) fn new(coul: Coul) -> Self {
        Inbox { coul, bytes: Vec::new(), to_skip: 0, restart: Restart::Never }
    }

    /// Free bytes.
    pub(super) fn room(&self) -> usize {
        ROOM.saturating_sub(self.bytes.len())
    }

    /// Adds received bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.skip();
    }

    pub(super) fn next(&self) -> Incoming {
        if self.to_skip > 0 {
            return Incoming::Incomplete;
        }
        match self.bytes.first_chunk() {
            Some(&id) if u32::from_le_bytes(id) != COUP => Incoming::Other(u32::from_le_bytes(id)),
            _ => match self.bytes.get(..TCoupReq::SIZE).map(TCoupReq::decode) {
                Some(Ok(coup)) => Incoming::Coup(coup),
                // Every field is a plain integer: 28 bytes always decode.
                Some(Err(DecodeError::Range | DecodeError::Size { .. })) | None => Incoming::Incomplete,
            },
        }
    }

    /// Whether a second complete COUP follows the first.
    pub(super) fn has_two(&self) -> bool {
        self.bytes.len() >= 2 * TCoupReq::SIZE && matches!(self.next(), Incoming::Coup(_))
    }

    /// Whether an incomplete request has begun.
    pub(super) fn has_partial(&self) -> bool {
        self.to_skip > 0 || (!self.bytes.is_empty() && self.next() == Incoming::Incomplete)
    }

    /// Removes the first COUP.
    pub(super) fn take_coup(&mut self) {
        self.bytes.drain(..TCoupReq::SIZE.min(self.bytes.len()));
    }

    /// Removes what begins the inbox and is no COUP, up to the next place that looks like one.
    pub(super) fn drop_other(&mut self, id: u32) {
        // A PARTIE has 36 bytes; anything else counts as the expected size.
        let size = if id == PARTIE { TPartieReq::SIZE } else { TCoupReq::SIZE };
        // The end of a request of a due size, if everything ends or a COUP begins there: its own
        // fields may look like a COUP, too.
        let ends = [TCoupReq::SIZE, size].into_iter();
        let mut whole = ends.filter(|&end| end <= self.bytes.len());
        let gone = whole.find(|&end| end == self.bytes.len() || self.coup_at(end) == Some(true));
        let gone = gone.unwrap_or_else(|| self.first_coup_after(size));
        self.bytes.drain(..gone);
        self.to_skip = if self.bytes.is_empty() { size.saturating_sub(gone) } else { 0 };
        self.restart = Restart::Anywhere;
    }

    /// The first later place that looks like a COUP, or may become one after a request of this
    /// size.
    fn first_coup_after(&self, size: usize) -> usize {
        let end = self.bytes.len();
        let looks = (1..end).find(|&at| self.coup_at(at) == Some(true)).unwrap_or(end);
        // Before `size` it would be the request's own tail.
        (size..looks).find(|&at| self.coup_at(at).is_none()).unwrap_or(looks)
    }

    /// Drops everything so far, which answers an earlier turn, including the rest of a partial
    /// COUP. Whether there was anything.
    pub(super) fn drop_late(&mut self) -> bool {
        let came = !self.bytes.is_empty();
        let under_way = self.bytes.len() % TCoupReq::SIZE;
        if self.to_skip == 0 && under_way > 0 {
            self.to_skip = TCoupReq::SIZE - under_way;
            self.restart = Restart::AtOnce;
        }
        self.bytes.clear();
        came
    }

    /// Drops the rest of a dropped request, unless a new COUP begins there.
    fn skip(&mut self) {
        while self.to_skip > 0 && !self.bytes.is_empty() {
            if self.restart != Restart::Never {
                match self.coup_at(0) {
                    Some(true) => {
                        self.to_skip = 0;
                        return;
                    }
                    // Too few bytes to tell; if they complete the rest, they are it.
                    None if self.bytes.len() < self.to_skip => return,
                    _ => {}
                }
            }
            if self.restart == Restart::AtOnce {
                self.restart = Restart::Never;
            }
            let gone = if self.restart == Restart::Never { self.to_skip.min(self.bytes.len()) } else { 1 };
            self.bytes.drain(..gone);
            self.to_skip -= gone;
        }
    }

    /// Whether a COUP of this player seems to begin at this byte; `None` with too few bytes.
    fn coup_at(&self, at: usize) -> Option<bool> {
        let fields = self.bytes[at..].chunks(4).take(3);
        let known = [1..=1, 0..=2, self.coul as u32..=self.coul as u32];
        let mut seen = 0;
        for (field, range) in fields.zip(known) {
            let mut whole = [0; 4];
            whole[..field.len()].copy_from_slice(field);
            // A cut field is compared by its low byte: the ranges are below 256.
            if !range.contains(&u32::from_le_bytes(whole)) {
                return Some(false);
            }
            seen += field.len();
        }
        (seen == 12).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use jeux::colonnes::Move;

    use super::*;

    fn coup(coul: Coul, text: &str) -> [u8; 28] {
        let mv: Move = text.parse().expect(text);
        TCoupReq::new(coul, mv).encode()
    }

    fn take(inbox: &mut Inbox) -> Option<String> {
        match inbox.next() {
            Incoming::Coup(coup) => {
                inbox.take_coup();
                Some(coup.read().expect("a move").1.to_string())
            }
            Incoming::Other(_) | Incoming::Incomplete => None,
        }
    }

    #[test]
    fn requests_are_reassembled_however_they_are_cut() {
        let mut inbox = Inbox::new(Coul::Noir);
        for byte in [coup(Coul::Noir, "A1"), coup(Coul::Noir, "B3-B2")].concat() {
            inbox.push(&[byte]);
        }
        assert!(inbox.has_two());
        assert_eq!(take(&mut inbox).as_deref(), Some("A1"));
        assert_eq!(take(&mut inbox).as_deref(), Some("B3-B2"));
        assert_eq!(inbox.next(), Incoming::Incomplete);
        assert!(!inbox.has_partial());
    }

    #[test]
    fn the_rest_of_a_late_coup_is_dropped() {
        let late = coup(Coul::Noir, "C3-B3");
        for cut in 1..28 {
            for chunk in [1, 5, 28] {
                let mut inbox = Inbox::new(Coul::Noir);
                inbox.push(&late[..cut]);
                assert!(inbox.has_partial());
                inbox.drop_late();
                let rest = [&late[cut..], &coup(Coul::Noir, "C3")].concat();
                rest.chunks(chunk).for_each(|bytes| inbox.push(bytes));
                assert_eq!(take(&mut inbox).as_deref(), Some("C3"), "cut at {cut}, by {chunk}");
            }
        }
    }

    #[test]
    fn a_new_coup_in_place_of_the_rest_is_kept() {
        for cut in 1..28 {
            let mut inbox = Inbox::new(Coul::Noir);
            inbox.push(&coup(Coul::Noir, "A1")[..cut]);
            inbox.drop_late();
            inbox.push(&coup(Coul::Noir, "C3"));
            assert_eq!(take(&mut inbox).as_deref(), Some("C3"), "cut at {cut}");
        }
    }

    /// A request with only a wrong idRequest ends where it should, whatever its fields look like.
    #[test]
    fn the_fields_of_a_wrong_request_begin_nothing() {
        for (coul, text) in [(Coul::Blanc, "B1-C1"), (Coul::Noir, "B2-C2"), (Coul::Blanc, "A1")] {
            for id in [0, 2, 256, 0x0100_0000_u32] {
                let wrong = [&id.to_le_bytes()[..], &coup(coul, text)[4..]].concat();
                // Nothing, most or all of the next request is there.
                for there in [0, 27, 28] {
                    let next = coup(coul, "B2");
                    let mut inbox = Inbox::new(coul);
                    inbox.push(&[&wrong[..], &next[..there]].concat());
                    inbox.drop_other(id);
                    inbox.push(&next[there..]);
                    assert_eq!(take(&mut inbox).as_deref(), Some("B2"), "{id} {text} {there}");
                }
            }
        }
    }

    #[test]
    fn after_rubbish_the_next_coup_is_found() {
        for (rubbish, id) in [
            (vec![0xff; 8], u32::MAX),
            (TPartieReq::new("again").encode().to_vec(), PARTIE),
            ([&[0, 0, 0, 0], &coup(Coul::Blanc, "A1")[4..]].concat(), PARTIE),
            ([&[2, 0, 0, 0], &coup(Coul::Blanc, "A1")[4..]].concat(), 2),
        ] {
            for cut in 0..rubbish.len() {
                let mut inbox = Inbox::new(Coul::Blanc);
                inbox.push(&rubbish[..cut]);
                if cut >= 4 {
                    assert_eq!(inbox.next(), Incoming::Other(id));
                    inbox.drop_other(id);
                    inbox.push(&rubbish[cut..]);
                } else {
                    inbox.push(&rubbish[cut..]);
                    inbox.drop_other(id);
                }
                inbox.push(&coup(Coul::Blanc, "B2"));
                while let Incoming::Other(other) = inbox.next() {
                    inbox.drop_other(other);
                }
                assert_eq!(take(&mut inbox).as_deref(), Some("B2"), "{rubbish:?} cut at {cut}");
            }
        }
    }
}
