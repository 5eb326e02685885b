//! The standard error of engines: a bounded file per contestant beside the records, sanitized.
//!
//! Several hosts may write to a contestant's file at once: each piece under a lock.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jeux::Slot;
use jeux::text::sanitize_lines;
use nix::fcntl::{Flock, FlockArg};

/// How the title of a turn starts.
const TURN: &str = "-- ";
/// The file beside the record of a rencontre that is no championship's, with what the engine in this slot logged.
pub fn turns_log(folder: &Path, id: &str, slot: Slot) -> PathBuf {
    folder.join(format!("{id}-{}.log", slot.index() + 1))
}

/// The longest file; then its older half goes.
const FILE_BYTES: usize = 1 << 20;
/// How much of a rencontre is written at once...
const FIRST_BYTES: usize = 32 << 10;
/// ... and how much of its end, if there is more.
const LAST_BYTES: usize = 16 << 10;

/// The log of a contestant's engine.
#[derive(Debug)]
pub struct Logbook {
    path: PathBuf,
    state: Mutex<LogbookState>,
}

/// The log of the current rencontre.
#[derive(Debug, Default)]
struct LogbookState {
    /// The title, until the engine logs something.
    head: String,
    /// The turn that begins, until the engine logs something.
    turn: String,
    /// The beginning of an incomplete character.
    broken: Vec<u8>,
    written: usize,
    last: VecDeque<u8>,
    dropped: u64,
    /// The last text written ends a line.
    whole: bool,
}

impl Logbook {
    /// The log in this file, created when needed, a mebibyte at most.
    pub fn new(path: &Path) -> Self {
        Logbook { path: path.to_owned(), state: Mutex::default() }
    }

    /// Begins a rencontre with this title; an unfinished one before is dropped.
    pub fn begin(&self, head: String) {
        let mut state = self.state();
        *state = LogbookState { head, whole: true, ..LogbookState::default() };
    }

    /// A turn of the engine begins: what it logs from now on stands under this line.
    pub fn turn(&self, partie: &str, number: usize) {
        self.state().turn = turn_title(partie, number);
    }

    /// The engine logged these bytes. The first 32 KiB of a rencontre are written at once; the last
    /// 16 KiB of the rest by [`Logbook::end`].
    pub fn take(&self, bytes: &[u8]) {
        let mut state = self.state();
        let mut text = state.shown(bytes);
        let turn = std::mem::take(&mut state.turn);
        if !turn.is_empty() {
            text = format!("{}{turn}\n{text}", if state.whole { "" } else { "\n" });
        }
        let mut room = FIRST_BYTES.saturating_sub(state.written).min(text.len());
        while !text.is_char_boundary(room) {
            room -= 1;
        }
        let (now, later) = text.split_at(room);
        if !now.is_empty() {
            let head = std::mem::take(&mut state.head);
            let line = if head.is_empty() { head } else { head + "\n" };
            state.written += now.len();
            state.whole = now.ends_with('\n');
            self.write(&(line + now));
        }
        if !later.is_empty() {
            // From here on nothing is written at once.
            state.written = FIRST_BYTES;
            state.last.extend(later.as_bytes());
            let excess = state.last.len().saturating_sub(LAST_BYTES);
            state.last.drain(..excess);
            state.dropped += excess as u64;
        }
    }

    /// Ends a rencontre: writes the end of its log, and how much was dropped before it.
    pub fn end(&self) {
        let mut state = self.state();
        let last: Vec<u8> = std::mem::take(&mut state.last).into();
        let mut text = String::new();
        if state.dropped > 0 {
            let line = if state.whole { "" } else { "\n" };
            text = format!("{line}{}\n", i18n::text!("logbook-dropped", count = state.dropped));
        }
        text += &String::from_utf8_lossy(&last);
        if !text.is_empty() && !text.ends_with('\n') || text.is_empty() && !state.whole {
            text.push('\n');
        }
        if !text.is_empty() {
            self.write(&text);
        }
        *state = LogbookState { whole: true, ..LogbookState::default() };
    }

    fn state(&self) -> std::sync::MutexGuard<'_, LogbookState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An unwritable log stops nothing.
    fn write(&self, text: &str) {
        if let Err(error) = append(&self.path, text) {
            log::debug!("{}: {error}", self.path.display());
        }
    }
}

impl LogbookState {
    /// The log as readable text.
    fn shown(&mut self, bytes: &[u8]) -> String {
        let mut all = std::mem::take(&mut self.broken);
        all.extend_from_slice(bytes);
        self.broken = all.split_off(all.len() - unfinished(&all));
        sanitize_lines(&String::from_utf8_lossy(&all)).into_owned()
    }
}

/// The line above what was logged in a turn, which is that of this move.
pub fn turn_title(partie: &str, number: usize) -> String {
    format!("{TURN}{partie} {number}")
}

/// What was logged in each turn, by the name of the game and the number of the move.
pub fn turns(log: &str) -> BTreeMap<(String, usize), Vec<String>> {
    let mut turns: BTreeMap<(String, usize), Vec<String>> = BTreeMap::new();
    let mut current = None;
    for line in log.lines() {
        let title = line.strip_prefix(TURN).and_then(|title| title.rsplit_once(' '));
        match title.and_then(|(partie, number)| Some((partie.to_owned(), number.parse().ok()?))) {
            Some(turn) => current = Some(turn),
            None => {
                if let Some(turn) = &current {
                    turns.entry(turn.clone()).or_default().push(line.to_owned());
                }
            }
        }
    }
    turns
}

/// The length of an incomplete character at the end.
fn unfinished(bytes: &[u8]) -> usize {
    let long = |byte: u8| match byte {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 0,
    };
    let last = (1..=bytes.len().min(3)).find(|back| bytes[bytes.len() - back] >= 0xc0);
    last.filter(|back| long(bytes[bytes.len() - back]) > *back).unwrap_or_default()
}

/// Appends what an engine logged to its file, whose older half goes when it is too long.
pub fn append(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    let mut file = Flock::lock(file, FlockArg::LockExclusive).map_err(|(_, errno)| io::Error::from(errno))?;
    if file.metadata()?.len() + text.len() as u64 > FILE_BYTES as u64 {
        halve(&mut file)?;
    }
    file.write_all(text.as_bytes())
}

fn halve(file: &mut File) -> io::Result<()> {
    let mut kept = Vec::new();
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(FILE_BYTES as u64 / 2)))?;
    file.read_to_end(&mut kept)?;
    let from = kept.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let dropped = length - (kept.len() - from) as u64;
    file.set_len(0)?;
    let line = i18n::text!("logbook-dropped", count = dropped);
    file.write_all(format!("{line}\n").as_bytes())?;
    file.write_all(&kept[from..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> (tempfile::TempDir, Logbook) {
        let folder = tempfile::tempdir().expect("a folder");
        let book = Logbook::new(&folder.path().join("journaux").join("été.log"));
        (folder, book)
    }

    fn text(book: &Logbook) -> String {
        std::fs::read_to_string(&book.path).expect("a log")
    }

    #[test]
    fn what_is_logged_stands_under_its_turn() {
        let (_folder, book) = book();
        book.begin("--- 1.1".into());
        book.take(b"commence\n");
        book.turn("aller", 1);
        book.turn("aller", 3);
        book.take(b"je pense");
        book.take(b" \xc3\xa0 B2\ninfo profondeur 3\n");
        book.turn("retour", 2);
        book.take(b"encore\n");
        book.end();
        let log = text(&book);
        assert_eq!(
            log,
            "--- 1.1\ncommence\n-- aller 3\nje pense \u{e0} B2\ninfo profondeur 3\n-- retour 2\nencore\n"
        );
        let turns = turns(&log);
        assert_eq!(turns[&("aller".to_owned(), 3)], ["je pense \u{e0} B2", "info profondeur 3"]);
        assert_eq!(turns[&("retour".to_owned(), 2)], ["encore"]);
        assert_eq!(turns.len(), 2);
    }

    #[test]
    fn what_is_logged_is_there_at_once_under_its_title() {
        let (_folder, book) = book();
        book.begin("un".into());
        assert!(!book.path.exists(), "nothing to log");
        let boat = "né\n".as_bytes();
        book.take(&boat[..2]);
        book.take(&boat[2..]);
        assert_eq!(text(&book), "un\nné\n");
        book.take(b"fin");
        book.end();
        book.begin("deux".into());
        book.end();
        book.begin("trois".into());
        book.take(b"\x1b[2J\r\xc2\x9b\xff\xe2\x80\xae");
        book.end();
        assert_eq!(
            text(&book),
            "un\nné\nfin\ntrois\n\u{fffd}[2J \u{fffd}\u{fffd}\u{fffd}\n",
            "no command for a terminal"
        );
    }

    #[test]
    fn a_flood_leaves_its_beginning_and_its_end() {
        let (_folder, book) = book();
        book.begin("un".into());
        for number in 0..100_000 {
            book.take(format!("ligne {number}\n").as_bytes());
        }
        book.end();
        let said = text(&book);
        assert!(said.starts_with("un\nligne 0\n") && said.ends_with("ligne 99999\n"), "{}", said.len());
        assert!(said.len() < FIRST_BYTES + LAST_BYTES + 200 && said.contains("octets"), "{}", said.len());
    }

    #[test]
    fn a_file_is_bounded_and_says_what_has_gone() {
        let (_folder, book) = book();
        for number in 0..60 {
            book.begin(format!("rencontre {number}"));
            book.take(&vec![b'x'; FIRST_BYTES]);
            book.end();
        }
        let said = text(&book);
        assert!(said.len() <= FILE_BYTES, "{}", said.len());
        assert!(!said.contains("rencontre 0\n") && said.contains("rencontre 59\n"));
        assert!(said.lines().next().is_some_and(|line| line.contains("octets")), "{:?}", &said[..80]);
    }
}
