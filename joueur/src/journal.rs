//! A file with the whole dialogue: engine and server, each in its own protocol.
//!
//! A line per message: the time, `>` for sent and `<` for received, the peer, the message. Notes have a `#`. After 64 MiB
//! of one run nothing more is written.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use arbitre::engine::{Activity, LastWords, Link, LogTo};
use arbitre::reasons;
use confine::Confinement;
use i18n::text;
use jeux::Reason;
use jeux::text::{decoded, sanitize};
use jiff::Timestamp;

/// Bytes kept: a flooding engine must not fill the disk.
const MOST: usize = 64 << 20;
/// Bytes kept of a line.
const LINE: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    Engine,
    Server,
}

#[derive(Clone, Default)]
pub struct Journal(Option<Arc<Mutex<Book>>>);

struct Book {
    file: File,
    /// Bytes that may still be written.
    left: usize,
}

impl Journal {
    /// Appends to this file, creating it; without one nothing is recorded.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else { return Ok(Journal::default()) };
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| path.display().to_string())?;
        let journal = Journal(Some(Arc::new(Mutex::new(Book { file, left: MOST }))));
        journal.note(&text!("player-journal"));
        Ok(journal)
    }

    /// A message of the player. A write error is printed once, and ends the journal, not the game.
    pub fn sent(&self, with: Peer, message: &str) {
        self.message('>', with, message);
    }

    /// A message to the player.
    pub fn received(&self, with: Peer, message: &str) {
        self.message('<', with, message);
    }

    /// A note, perhaps of several lines.
    pub fn note(&self, text: &str) {
        for line in text.lines() {
            self.write(&format!("# {line}"));
        }
    }

    /// Takes the log of an engine: it is shown with the moves, and recorded.
    pub fn log(&self) -> LogTo {
        let journal = self.clone();
        by_lines(move |line| {
            log::info!("| {line}");
            journal.write(&format!("| {line}"));
        })
    }

    /// The same for the log of an engine in this process, which is shown as it comes.
    pub fn spoken(&self) -> LogTo {
        let journal = self.clone();
        by_lines(move |line| {
            // Nobody may be there to read it.
            writeln!(io::stderr(), "{line}").ok();
            journal.write(&format!("| {line}"));
        })
    }

    fn message(&self, way: char, with: Peer, message: &str) {
        if self.0.is_none() {
            return;
        }
        let with = match with {
            Peer::Engine => text!("player-journal-engine"),
            Peer::Server => text!("player-journal-server"),
        };
        self.write(&format!("{way} {with:<7} {message}"));
    }

    fn write(&self, line: &str) {
        let Some(book) = &self.0 else { return };
        let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
        let mut line = format!("{} {}\n", i18n::stamp(Timestamp::now()), sanitize(line));
        if book.left == 0 {
            return;
        }
        if line.len() >= book.left {
            line = format!("# {}\n", text!("player-journal-full"));
        }
        book.left = if line.starts_with('#') { 0 } else { book.left - line.len() };
        if let Err(error) = book.file.write_all(line.as_bytes()) {
            book.left = 0;
            log::warn!("{}", text!("player-journal-lost", why = i18n::system(&error)));
        }
    }

    /// The same link, with its lines recorded.
    pub fn overhear(&self, link: Box<dyn Link>) -> Box<dyn Link> {
        match &self.0 {
            None => link,
            Some(_) => Box::new(Overheard { link, journal: self.clone(), line: Vec::new(), ended: false }),
        }
    }
}

/// Passes a log on line by line.
pub fn by_lines(say: impl Fn(&str) + Send + Sync + 'static) -> LogTo {
    let begun = Mutex::new(Vec::new());
    Arc::new(move |bytes: &[u8]| {
        let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.extend_from_slice(bytes);
        let end = |begun: &[u8]| {
            let line = begun.iter().position(|byte| *byte == b'\n');
            line.or_else(|| (begun.len() > LINE).then_some(LINE))
        };
        while let Some(end) = end(&begun) {
            let line: Vec<u8> = begun.drain(..=end).collect();
            say(&sanitize(decoded(&line).trim_end()));
        }
    })
}

struct Overheard {
    link: Box<dyn Link>,
    journal: Journal,
    /// An incomplete line of the engine.
    line: Vec<u8>,
    /// Its end was recorded.
    ended: bool,
}

impl Overheard {
    fn hear(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' => self.line_over(),
                _ if self.line.len() < LINE => self.line.push(*byte),
                _ => {}
            }
        }
    }

    fn line_over(&mut self) {
        self.journal.received(Peer::Engine, &String::from_utf8_lossy(&self.line));
        self.line.clear();
    }
}

impl Link for Overheard {
    fn send(&mut self, line: &str) -> io::Result<()> {
        self.journal.sent(Peer::Engine, line);
        self.link.send(line)
    }

    fn output(&self) -> BorrowedFd<'_> {
        self.link.output()
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.link.read(bytes)?;
        self.hear(&bytes[..read]);
        Ok(read)
    }

    fn kill(&mut self) {
        self.link.kill();
    }

    fn confinement(&mut self) -> Option<Confinement> {
        self.link.confinement()
    }

    fn processor_time(&mut self) -> Option<Duration> {
        self.link.processor_time()
    }

    fn seen_memory(&mut self) -> Option<u64> {
        self.link.seen_memory()
    }

    fn activity(&self) -> Option<Activity> {
        self.link.activity()
    }

    fn read_log(&mut self) {
        self.link.read_log();
    }

    fn begin_turn(&mut self) {
        self.link.begin_turn();
    }

    fn turn_log(&self) -> String {
        self.link.turn_log()
    }

    fn close_input(&mut self) {
        self.link.close_input();
    }

    fn stuck(&mut self) -> Option<Reason> {
        self.link.stuck()
    }

    fn last_words(&mut self) -> LastWords {
        let last = self.link.last_words();
        if !std::mem::replace(&mut self.ended, true) {
            if !self.line.is_empty() {
                self.journal.note(&text!("player-journal-unfinished"));
                self.line_over();
            }
            if let Some(end) = &last.end {
                let why = i18n::reason(&reasons::engine_end(end));
                self.journal.note(&text!("player-engine-error", why = why));
            }
            self.journal.note(&last.log);
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_marked_and_harmless() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let journal = Journal::open(Some(&path)).expect("a file");
        journal.sent(Peer::Engine, "hello 1");
        journal.received(Peer::Server, "\x1b[31mred\u{202e}");
        let written = std::fs::read_to_string(&path).expect("lines");
        let lines: Vec<&str> = written.lines().map(|line| line.split_once(' ').expect("a time").1).collect();
        assert!(lines[0].starts_with("# "), "{written}");
        assert_eq!(&lines[1..], ["> moteur  hello 1", "< serveur \u{fffd}[31mred\u{fffd}"]);
        let stamped =
            |line: &str| line.split_once(' ').is_some_and(|(time, _)| time.parse::<Timestamp>().is_ok());
        assert!(written.lines().all(stamped), "{written}");
    }

    #[test]
    fn a_full_journal_says_so_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let journal = Journal::open(Some(&path)).expect("a file");
        journal.0.as_ref().expect("a book").lock().expect("nobody else").left = 100;
        for _ in 0..10 {
            journal.sent(Peer::Engine, "opponent B2");
        }
        let written = std::fs::read_to_string(&path).expect("lines");
        assert_eq!(written.matches(&text!("player-journal-full")).count(), 1, "{written}");
        assert!(written.matches("opponent").count() < 3, "{written}");
    }
}
