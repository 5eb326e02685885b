//! The program as people start it: on pipes, or on a terminal.
#![allow(dead_code, reason = "each file of tests uses its part")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use arbitre::record::Record;
use arbitre::replay;
use tempfile::TempDir;

/// No wait for an event is longer.
pub const BOUND: Duration = Duration::from_secs(60);

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_7couleurs"));
    command.args(arguments).current_dir(folder.path()).env("LC_ALL", "C").env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR").env_remove("COLORTERM");
    command
}

/// How it ended, and what it said.
pub struct Played(Output);

impl Played {
    pub fn said(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned() + &String::from_utf8_lossy(&self.0.stderr)
    }

    pub fn code(&self) -> Option<i32> {
        self.0.status.code()
    }
}

/// Plays with these lines typed, and then the end of the input.
pub fn typed(folder: &TempDir, arguments: &[&str], lines: impl AsRef<[u8]>) -> Played {
    let mut command = command(folder, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let mut input = child.stdin.take().expect("its input");
    let lines = lines.as_ref().to_vec();
    // Who ends early reads no further.
    let typing = thread::spawn(move || input.write_all(&lines).ok());
    let output = child.wait_with_output().expect("its end");
    typing.join().expect("typed");
    Played(output)
}

/// Plays with no input at all.
pub fn run(folder: &TempDir, arguments: &[&str]) -> Played {
    Played(command(folder, arguments).stdin(Stdio::null()).output().expect("its end"))
}

/// What a thread reads from somewhere, and waits for.
pub struct Heard {
    pub all: String,
    bytes: Vec<u8>,
    from: Receiver<Vec<u8>>,
}

impl Heard {
    pub fn of(mut source: impl Read + Send + 'static) -> Self {
        let (to, from) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = source.read(&mut bytes) {
                if to.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Heard { all: String::new(), bytes: Vec::new(), from }
    }

    /// Waits until this has been said after `since` bytes; gives how much has been said then.
    pub fn wait_for(&mut self, wanted: &str, since: usize) -> usize {
        loop {
            if let Some(at) = self.all.get(since..).and_then(|new| new.find(wanted)) {
                return since + at + wanted.len();
            }
            match self.from.recv_timeout(BOUND) {
                Ok(bytes) => self.add(&bytes),
                Err(error) => panic!("{wanted:?}: {error}\n{}", self.all),
            }
        }
    }

    /// Letters may come in pieces.
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        self.all = String::from_utf8_lossy(&self.bytes).into_owned();
    }

    /// Everything up to the end, which must come.
    pub fn rest(mut self) -> String {
        loop {
            match self.from.recv_timeout(BOUND) {
                Ok(bytes) => self.add(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("no end: {}", self.all),
            }
        }
        self.all
    }
}

/// A game in lines under way.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    heard: Option<Heard>,
    seen: usize,
}

impl Session {
    pub fn start(folder: &TempDir, arguments: &[&str]) -> Self {
        let mut command = command(folder, arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
        let input = child.stdin.take();
        let heard = child.stdout.take().map(Heard::of);
        Session { child, input, heard, seen: 0 }
    }

    /// Nobody reads what it says.
    pub fn unheard(folder: &TempDir, arguments: &[&str]) -> Self {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = command(folder, arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(writer).spawn().expect("the program");
        let input = child.stdin.take();
        Session { child, input, heard: None, seen: 0 }
    }

    pub fn wait_for(&mut self, wanted: &str) {
        let heard = self.heard.as_mut().expect("an output");
        self.seen = heard.wait_for(wanted, self.seen);
    }

    pub fn type_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an input");
        writeln!(input, "{line}").expect("typed");
    }

    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }

    /// Its code, and all that it has said.
    pub fn end(mut self) -> (Option<i32>, String) {
        let said = self.heard.take().map(Heard::rest).unwrap_or_default();
        let code = self.child.wait().expect("its end").code();
        drop(self.input.take());
        (code, said)
    }
}

/// The records in a folder, without what else a championship keeps there.
pub fn records(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let name = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("sept-couleurs-"))
    };
    all.retain(name);
    all.sort();
    all
}

/// Verifies a record as `serveur rejoue` does.
pub fn rejoue(path: &Path) {
    let record = Record::read(path).expect("a record");
    replay::verify(&record).expect("by the rules");
}
