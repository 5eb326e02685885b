//! A rencontre for those who watch it while it is played: datagrams on a local socket, which may be lost.
//!
//! Who watches binds the socket `.tableau` in the folder of the records ([`Receiver`]); who referees sends there ([`Live`]) and never
//! waits: what does not fit is dropped. Every datagram has the whole rencontre so far, so that the next one makes good what was
//! lost, and who comes late has missed nothing. The truth is in the records; the form is in `arbitre/RECORDS.md`.
//!
//! No engine can read along, or say what was not played: the folder of the records is hidden from those that are confined, a
//! socket is bound once for as long as its owner lives, and its file is for its owner's user alone.

use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use protocol::Termination;
use serde::Deserialize;

use crate::record::{PartieRecord, ReadError, Record, ResultRecord};
use crate::rencontre::Observer;
use ipc::socket_path::SocketPath;

/// The version of the form that is sent.
const FORM: u32 = 1;
/// The name of the socket in the folder of the records.
const NAME: &str = ".tableau";
/// The longest datagram in bytes.
const LONGEST: usize = 60_000;
/// A game without moves, in JSON.
const NO_MOVES: &str = "\"moves\":[]";
/// How often somebody who could watch is looked for.
const AGAIN: Duration = Duration::from_secs(1);

/// Where those listen who watch the rencontres of which the records are in this folder.
pub fn path_in(records: &Path) -> PathBuf {
    records.join(NAME)
}

/// What travels: [`UpdateText`] writes it.
#[derive(Deserialize)]
struct Datagram {
    /// [`FORM`].
    live: u32,
    /// When it was sent, in milliseconds of the epoch.
    at: i64,
    /// How long the player whose turn it is had been thinking by then.
    turn_ms: u64,
    /// The moves of finished games were left out: there are too many. Once the rencontre has ended they may all be.
    #[serde(default)]
    shortened: bool,
    record: Record,
}

/// The end of the referee: for one rencontre.
#[derive(Debug)]
pub struct Live {
    path: PathBuf,
    line: Listener,
}

/// Whether somebody listens, as far as is known.
#[derive(Debug, Default)]
struct Listener {
    socket: Option<UnixDatagram>,
    /// When he was looked for in vain.
    looked: Option<Instant>,
    text: UpdateText,
}

impl Live {
    /// Tells those who watch at this path: [`path_in`].
    pub fn to(path: PathBuf) -> Self {
        Live { path, line: Listener::default() }
    }
}

impl Observer for Live {
    /// Shows the rencontre as it stands. Neither waits nor fails; where nobody listens it looks for somebody once a second.
    fn show(&mut self, record: &Record) {
        self.line.show(&self.path, record);
    }
}

impl Listener {
    fn show(&mut self, path: &Path, record: &Record) {
        if self.socket.is_none() {
            if self.looked.is_some_and(|looked| looked.elapsed() < AGAIN) {
                return;
            }
            self.looked = Some(Instant::now());
            self.socket = connect(path).ok();
        }
        let Some(socket) = &self.socket else { return };
        let Some(bytes) = self.text.of(record) else { return };
        match socket.send(bytes) {
            Ok(_) => {}
            // He is slow: the next one will do.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            // He has gone; another one may come.
            Err(_) => (self.socket, self.looked) = (None, Some(Instant::now())),
        }
    }
}

fn connect(path: &Path) -> io::Result<UnixDatagram> {
    let near = SocketPath::of(path)?;
    let socket = UnixDatagram::unbound()?;
    socket.set_nonblocking(true)?;
    socket.connect(&near.path)?;
    Ok(socket)
}

/// The datagram of a rencontre as it grows: what is new is written, the rest is there already.
#[derive(Debug, Default)]
struct UpdateText {
    /// For how many games the frame stands, when the rencontre ended, and how the last game did.
    stands: Option<(usize, Option<Timestamp>, ResultRecord)>,
    /// The record but for the moves of its last game: what is before and after them.
    frame: [Vec<u8>; 2],
    /// Without the moves of finished games.
    shortened: bool,
    /// The moves of the last game, and how many there are.
    moves: Vec<u8>,
    count: usize,
    bytes: Vec<u8>,
}

impl UpdateText {
    /// The datagram of this record; nothing when it would be too long.
    fn of(&mut self, record: &Record) -> Option<&[u8]> {
        let (last, finished) = record.parties.split_last()?;
        let stands = (record.parties.len(), record.ended, last.result.clone());
        let same_game = self.stands.as_ref().is_some_and(|(parties, ..)| *parties == stands.0);
        if !same_game || self.count > last.moves.len() {
            (self.count, self.shortened) = (0, false);
            self.moves.clear();
        }
        if self.stands.as_ref() != Some(&stands) {
            self.put_frame(record)?;
            self.stands = Some(stands);
        }
        for mv in last.moves.get(self.count..)? {
            if self.count > 0 {
                self.moves.push(b',');
            }
            serde_json::to_writer(&mut self.moves, mv).ok()?;
            self.count += 1;
        }
        if self.put().len() > LONGEST && !self.shortened && !finished.is_empty() {
            self.shortened = true;
            self.put_frame(record)?;
            self.put();
        }
        if self.bytes.len() > LONGEST && record.ended.is_some() {
            // That it has ended is said in any case: it leads who watches to the record.
            self.shortened = true;
            self.put_frame(record)?;
            (self.stands, self.count) = (None, 0);
            self.moves.clear();
            self.put();
        }
        (self.bytes.len() <= LONGEST).then_some(&self.bytes)
    }

    /// Writes the frame.
    fn put_frame(&mut self, record: &Record) -> Option<()> {
        let mut record = record.clone();
        let (last, finished) = record.parties.split_last_mut()?;
        last.moves.clear();
        if self.shortened {
            finished.iter_mut().for_each(|partie| partie.moves.clear());
        }
        let json = serde_json::to_string(&record).ok()?;
        // Nobody's name can hold this, since its quotes would be written otherwise.
        let (before, after) = json.rsplit_once(NO_MOVES)?;
        self.frame =
            [format!("{before}{}", &NO_MOVES[..NO_MOVES.len() - 1]), format!("]{after}")].map(Vec::from);
        Some(())
    }

    /// Puts all of it together.
    fn put(&mut self) -> &[u8] {
        let at = Timestamp::now().as_millisecond();
        let shortened = if self.shortened { ",\"shortened\":true" } else { "" };
        let head = format!("{{\"live\":{FORM},\"at\":{at},\"turn_ms\":0{shortened},\"record\":");
        let [before, after] = &self.frame;
        self.bytes.clear();
        for part in [head.as_bytes(), before, &self.moves, after, b"}"] {
            self.bytes.extend_from_slice(part);
        }
        &self.bytes
    }
}

/// A rencontre as it was seen.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveUpdate {
    /// When it stood so.
    pub at: Timestamp,
    /// How long the player whose turn it is had been thinking by then.
    pub thinking: Duration,
    /// The moves of finished games were left out, because there are too many; once the rencontre has ended, perhaps all.
    pub shortened: bool,
    /// The rencontre so far: [`LiveUpdate::under_way`] is its last game, unless none is.
    pub record: Record,
}

/// Bytes that are no rencontre as it is seen.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// Longer than anything that is sent.
    #[error("{0} bytes")]
    Long(usize),
    /// No JSON of this form.
    #[error("not of the form: {0}")]
    Json(#[from] serde_json::Error),
    /// Of a form that this program does not know.
    #[error("of form {0}, this program knows {FORM}")]
    Form(u32),
    /// At no time.
    #[error("at no time: {0}")]
    Time(#[from] jiff::Error),
    /// What it holds is no record.
    #[error(transparent)]
    Record(#[from] ReadError),
}

impl LiveUpdate {
    /// Reads what has come, from whomever.
    ///
    /// # Errors
    /// It is nothing that [`Live`] sends.
    pub fn parse(bytes: &[u8]) -> Result<Self, UpdateError> {
        if bytes.len() > LONGEST {
            return Err(UpdateError::Long(bytes.len()));
        }
        let Datagram { live, at, turn_ms, shortened, record } = serde_json::from_slice(bytes)?;
        if live != FORM {
            return Err(UpdateError::Form(live));
        }
        let at = Timestamp::from_millisecond(at)?;
        Ok(LiveUpdate { at, thinking: Duration::from_millis(turn_ms), shortened, record: record.checked()? })
    }

    /// The game that is being played; `None` between two games, and after the last.
    pub fn under_way(&self) -> Option<&PartieRecord> {
        let playing = self.record.ended.is_none();
        let last = self.record.parties.last().filter(|_| playing);
        last.filter(|partie| partie.result.termination == Termination::Interrupted)
    }

    /// When it became the turn of the player who is to move.
    pub fn turn_began(&self) -> Timestamp {
        let thinking = SignedDuration::try_from(self.thinking).unwrap_or(SignedDuration::MAX);
        self.at.saturating_sub(thinking).unwrap_or(Timestamp::MIN)
    }

    /// The rencontre has ended.
    pub fn is_over(&self) -> bool {
        self.record.ended.is_some()
    }
}

/// The end of who watches. Its file goes with it.
#[derive(Debug)]
pub struct Receiver {
    socket: UnixDatagram,
    path: PathBuf,
}

impl Receiver {
    /// Listens in this folder of records. There is room for some ten datagrams that are not received yet (`net.unix.max_dgram_qlen`:
    /// SO_RCVBUF means nothing to such a socket), and what comes then is lost. A file that is left over there from somebody who was killed is replaced.
    ///
    /// # Errors
    /// Somebody listens there (`AddrInUse`), the folder is not there yet (`NotFound`), or the system refuses.
    pub fn bind(records: &Path) -> io::Result<Self> {
        let path = path_in(records);
        let near = SocketPath::of(&path)?;
        near.clear(|path| UnixDatagram::unbound()?.connect(path))?;
        let receiver = Receiver { socket: UnixDatagram::bind(&near.path)?, path };
        fs::set_permissions(&near.path, fs::Permissions::from_mode(0o600))?;
        receiver.socket.set_nonblocking(true)?;
        Ok(receiver)
    }

    /// The next rencontre that is there; `None`: what came is no rencontre. Does not wait.
    pub fn receive(&self) -> io::Result<Option<LiveUpdate>> {
        // A longer one is cut off here, and is then too long.
        let mut bytes = vec![0; LONGEST + 1];
        let length = self.socket.recv(&mut bytes)?;
        let seen = LiveUpdate::parse(&bytes[..length]);
        if let Err(why) = &seen {
            log::debug!("{}: {why}", self.path.display());
        }
        Ok(seen.ok())
    }
}

impl AsFd for Receiver {
    /// Readable when there is something to receive.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        // Somebody may have removed it, or the folder; nothing else can be done about it here.
        fs::remove_file(&self.path).ok();
    }
}
