//! Live updates of a rencontre: datagrams on a local socket, which may be lost.
//!
//! A viewer binds the socket `.tableau` in the folder of records ([`Receiver`]); a referee sends
//! there ([`Live`]) and does not wait: what does not fit is dropped. Every datagram has the whole
//! rencontre so far, so that the next one makes up for a lost one, and late viewers miss nothing.
//! After the end of a rencontre there is no next one: its sender waits a moment for room.
//! The truth is in the records; the format is in `arbitre/RECORDS.md`.
//!
//! Engines can neither read nor fake updates: the folder is hidden from confined ones, a socket is
//! bound once for its owner's lifetime, and its file belongs to the owner's user alone.

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
use ipc::wait::{Deadline, wait};
use nix::poll::PollFlags;

/// The version of the format.
const FORM: u32 = 1;
/// The name of the socket in the folder of records.
const NAME: &str = ".tableau";
/// The longest datagram in bytes.
const LONGEST: usize = 60_000;
/// A game without moves, in JSON.
const NO_MOVES: &str = "\"moves\":[]";
/// How long the end of a rencontre waits for room: a viewer that reads makes some soon.
const END_BOUND: Duration = Duration::from_millis(100);
/// How often to look for a viewer.
const AGAIN: Duration = Duration::from_secs(1);

/// The socket for viewers of the rencontres recorded in this folder.
pub fn path_in(records: &Path) -> PathBuf {
    records.join(NAME)
}

/// A datagram, as [`UpdateText`] writes it.
#[derive(Deserialize)]
struct Datagram {
    /// [`FORM`].
    live: u32,
    /// The time of sending, in milliseconds of the epoch.
    at: i64,
    /// The thinking time of the current turn so far.
    turn_ms: u64,
    /// The moves of finished games were left out as too many; after the end of the rencontre,
    /// perhaps all.
    #[serde(default)]
    shortened: bool,
    record: Record,
}

/// The referee's end, for one rencontre.
#[derive(Debug)]
pub struct Live {
    path: PathBuf,
    line: Listener,
}

/// Whether a viewer listens, as far as known.
#[derive(Debug, Default)]
struct Listener {
    socket: Option<UnixDatagram>,
    /// When none was found.
    looked: Option<Instant>,
    text: UpdateText,
}

impl Live {
    /// Sends to viewers at this path: [`path_in`].
    pub fn to(path: PathBuf) -> Self {
        Live { path, line: Listener::default() }
    }
}

impl Observer for Live {
    /// Sends the rencontre; its end waits up to 100 ms for room. Without a viewer it looks for one once a
    /// second.
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
        let bound = if record.ended.is_some() { END_BOUND } else { Duration::ZERO };
        let deadline = Deadline::after(Instant::now(), Some(bound));
        loop {
            match socket.send(bytes) {
                Ok(_) => return,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    // Other referees send to the same viewer, and may be sooner.
                    wait([(socket.as_fd(), PollFlags::POLLOUT)], deadline).ok();
                    if deadline.passed() {
                        return;
                    }
                }
                // This viewer has gone; another one may come.
                Err(_) => return (self.socket, self.looked) = (None, Some(Instant::now())),
            }
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

/// The datagram of a growing rencontre: only new parts are serialized.
#[derive(Debug, Default)]
struct UpdateText {
    /// The state for which the frame is valid: number of games, end of the rencontre, last result.
    stands: Option<(usize, Option<Timestamp>, ResultRecord)>,
    /// The record around the moves of its last game.
    frame: [Vec<u8>; 2],
    /// Without the moves of finished games.
    shortened: bool,
    /// The moves of the last game, and their number.
    moves: Vec<u8>,
    count: usize,
    bytes: Vec<u8>,
}

impl UpdateText {
    /// The datagram of this record; `None` if it is too long.
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
            // The end is always sent: it leads viewers to the record.
            self.shortened = true;
            self.put_frame(record)?;
            (self.stands, self.count) = (None, 0);
            self.moves.clear();
            self.put();
        }
        (self.bytes.len() <= LONGEST).then_some(&self.bytes)
    }

    /// Serializes the frame.
    fn put_frame(&mut self, record: &Record) -> Option<()> {
        let mut record = record.clone();
        let (last, finished) = record.parties.split_last_mut()?;
        last.moves.clear();
        if self.shortened {
            finished.iter_mut().for_each(|partie| partie.moves.clear());
        }
        let json = serde_json::to_string(&record).ok()?;
        // No name can contain this, since its quotes would be escaped.
        let (before, after) = json.rsplit_once(NO_MOVES)?;
        self.frame =
            [format!("{before}{}", &NO_MOVES[..NO_MOVES.len() - 1]), format!("]{after}")].map(Vec::from);
        Some(())
    }

    /// Assembles the datagram.
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

/// A received update.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveUpdate {
    /// When it was sent.
    pub at: Timestamp,
    /// The thinking time of the current turn so far.
    pub thinking: Duration,
    /// The moves of finished games were left out as too many; after the end of the rencontre,
    /// perhaps all.
    pub shortened: bool,
    /// The rencontre so far: [`LiveUpdate::under_way`] is its last game, if one is.
    pub record: Record,
}

/// An invalid datagram.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// Too long.
    #[error("{0} bytes")]
    Long(usize),
    /// Not JSON of this format.
    #[error("not of the form: {0}")]
    Json(#[from] serde_json::Error),
    /// Of an unknown version.
    #[error("of form {0}, this program knows {FORM}")]
    Form(u32),
    /// An impossible time.
    #[error("at no time: {0}")]
    Time(#[from] jiff::Error),
    /// Not a record.
    #[error(transparent)]
    Record(#[from] ReadError),
}

impl LiveUpdate {
    /// Parses a datagram from any sender.
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

    /// The end of a rencontre that has this record.
    pub fn end_of(mut record: Record) -> Self {
        let at = *record.ended.get_or_insert_with(Timestamp::now);
        LiveUpdate { at, thinking: Duration::ZERO, shortened: false, record }
    }

    /// The current game; `None` between games, and after the last.
    pub fn under_way(&self) -> Option<&PartieRecord> {
        let playing = self.record.ended.is_none();
        let last = self.record.parties.last().filter(|_| playing);
        last.filter(|partie| partie.result.termination == Termination::Interrupted)
    }

    /// When the current turn began.
    pub fn turn_began(&self) -> Timestamp {
        let thinking = SignedDuration::try_from(self.thinking).unwrap_or(SignedDuration::MAX);
        self.at.saturating_sub(thinking).unwrap_or(Timestamp::MIN)
    }

    /// The rencontre has ended.
    pub fn is_over(&self) -> bool {
        self.record.ended.is_some()
    }
}

/// A viewer's end, with its socket file.
#[derive(Debug)]
pub struct Receiver {
    socket: UnixDatagram,
    path: PathBuf,
}

impl Receiver {
    /// Listens in this folder of records. There is room for some ten datagrams
    /// (`net.unix.max_dgram_qlen`: SO_RCVBUF means nothing here); more are lost. The file of a
    /// killed listener is replaced.
    ///
    /// # Errors
    /// Another listener (`AddrInUse`), a missing folder (`NotFound`), or what the system reports.
    pub fn bind(records: &Path) -> io::Result<Self> {
        let path = path_in(records);
        let near = SocketPath::of(&path)?;
        near.clear(|path| UnixDatagram::unbound()?.connect(path))?;
        let receiver = Receiver { socket: UnixDatagram::bind(&near.path)?, path };
        fs::set_permissions(&near.path, fs::Permissions::from_mode(0o600))?;
        receiver.socket.set_nonblocking(true)?;
        Ok(receiver)
    }

    /// The next datagram as it came, without blocking.
    pub fn receive_bytes(&self) -> io::Result<Vec<u8>> {
        // A longer one is cut, and then too long.
        let mut bytes = vec![0; LONGEST + 1];
        let length = self.socket.recv(&mut bytes)?;
        bytes.truncate(length);
        Ok(bytes)
    }

    /// The next update, without blocking; `None` for an invalid one.
    pub fn receive(&self) -> io::Result<Option<LiveUpdate>> {
        let bytes = self.receive_bytes()?;
        let seen = LiveUpdate::parse(&bytes);
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
        // It may have been removed, with or without its folder.
        fs::remove_file(&self.path).ok();
    }
}
