//! The program as people start it: on pipes, or on a terminal.
#![allow(dead_code, reason = "each file of tests uses its part")]

use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arbitre::record::Record;
use arbitre::replay;
use ipc::wait::{Deadline, wait};
use nix::poll::PollFlags;
use nix::sys::signal::Signal;
use tempfile::TempDir;
use testing::output::{Heard, both};
use testing::process::Killed;
use testing::until;

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

pub fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_7couleurs"));
    command.env("LOGNAME", "ada");
    command.args(arguments).current_dir(folder.path()).env("LC_ALL", "C").env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR").env_remove("COLORTERM");
    command
}

/// How it ended, and what it said.
pub struct Played(Output);

impl Played {
    pub fn said(&self) -> String {
        both(&self.0)
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

/// Waits until a process has read all that was typed.
pub fn wait_until_read(process: u32) {
    let input = File::open(format!("/proc/{process}/fd/0")).expect("its input");
    let now = || Deadline::after(Instant::now(), Some(Duration::ZERO));
    until("it reads", || wait([(input.as_fd(), PollFlags::POLLIN)], now()).expect("poll") == [false]);
}

/// A game in lines under way.
pub struct Session {
    process: Killed,
    input: Option<ChildStdin>,
    heard: Option<Heard>,
}

impl Session {
    pub fn start(folder: &TempDir, arguments: &[&str]) -> Self {
        let mut command = command(folder, arguments);
        let mut process = Killed::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let input = process.0.stdin.take();
        let heard = process.0.stdout.take().map(Heard::of);
        Session { process, input, heard }
    }

    /// Nobody reads what it says.
    pub fn unheard(folder: &TempDir, arguments: &[&str]) -> Self {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = command(folder, arguments);
        let mut process = Killed::start(command.stdin(Stdio::piped()).stdout(writer));
        let input = process.0.stdin.take();
        Session { process, input, heard: None }
    }

    pub fn wait_for(&mut self, wanted: &str) {
        self.heard.as_mut().expect("an output").wait_for(wanted);
    }

    pub fn type_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an input");
        writeln!(input, "{line}").expect("typed");
    }

    pub fn wait_until_read(&self) {
        wait_until_read(self.process.0.id());
    }

    pub fn signal(&self, name: Signal) {
        self.process.signal(name);
    }

    /// Its code, and all that it has said.
    pub fn end(mut self) -> (Option<i32>, String) {
        let said = self.heard.as_mut().map(Heard::all).unwrap_or_default();
        let code = self.process.0.wait().expect("its end").code();
        drop(self.input.take());
        (code, said)
    }
}

/// The records in a folder, without what else a championship keeps there.
pub fn records(folder: &Path) -> Vec<PathBuf> {
    let mut all = testing::championship::records(folder);
    all.retain(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("sept-couleurs-"))
    });
    all
}

/// Verifies a record as `serveur rejoue` does.
pub fn rejoue(path: &Path) {
    let record = Record::read(path).expect("a record");
    replay::verify(&record).expect("by the rules");
}
