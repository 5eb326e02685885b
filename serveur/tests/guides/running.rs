//! A command as a process: what it says, and its end, within a bound.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::terminal::Terminal;

/// Whether the shell has a whole command in this text.
pub fn is_whole(text: &str) -> bool {
    let mut shell = Command::new("sh");
    shell.args(["-n", "-c", text]).stdin(Stdio::null()).stderr(Stdio::null());
    shell.status().expect("sh").success()
}

/// A command under way. Dropped, it is killed with what it has started.
pub struct Running {
    child: Child,
    /// The other side of its terminal, where it has one.
    keys: Option<File>,
    heard: Receiver<Vec<u8>>,
    /// All that it has said, on both its outputs.
    all: Vec<u8>,
    /// How much of it was waited for.
    seen: usize,
    ended: bool,
    patience: Duration,
}

/// Why a command did not do what was expected, for the author.
pub type Fault = String;

impl Running {
    /// Starts it without input; every wait for it is bounded by the patience.
    pub fn start(mut command: Command, patience: Duration) -> Running {
        let (screen, output) = std::io::pipe().expect("a pipe");
        command.stdin(Stdio::null()).stdout(output.try_clone().expect("a pipe")).stderr(output);
        let child = command.process_group(0).spawn().expect("sh");
        // The command holds the ends for its output: as long as it does, nobody hears the end.
        drop(command);
        Running::listening(child, None, screen, patience)
    }

    /// Starts it on a terminal of its own.
    pub fn on_a_terminal(command: &Command, patience: Duration) -> Running {
        let (child, keys) = Terminal::open(40, 120).start(command);
        let screen = keys.try_clone().expect("the terminal");
        Running::listening(child, Some(keys), screen, patience)
    }

    fn listening(
        child: Child,
        keys: Option<File>,
        mut screen: impl Read + Send + 'static,
        patience: Duration,
    ) -> Running {
        let (to, heard) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = screen.read(&mut bytes) {
                if to.send(bytes[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Running { child, keys, heard, all: Vec::new(), seen: 0, ended: false, patience }
    }

    /// Listens until it has said this, after what was waited for before.
    pub fn wait_for(&mut self, wanted: &str) -> Result<(), Fault> {
        let until = Instant::now() + self.patience;
        loop {
            let found =
                self.all[self.seen..].windows(wanted.len()).position(|part| part == wanted.as_bytes());
            if let Some(at) = found {
                self.seen += at + wanted.len();
                return Ok(());
            }
            match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.all.extend(bytes),
                Err(RecvTimeoutError::Timeout) => return Err(format!("does not say {wanted:?}")),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("has ended without saying {wanted:?}"));
                }
            }
        }
    }

    /// Types it on its terminal.
    pub fn type_keys(&mut self, text: &str) -> Result<(), Fault> {
        let keys = self.keys.as_mut().expect("a terminal");
        keys.write_all(text.as_bytes()).map_err(|error| format!("takes no keys: {error}"))
    }

    /// Listens to its end.
    pub fn end(&mut self) -> Result<ExitStatus, Fault> {
        let until = Instant::now() + self.patience;
        loop {
            match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.all.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("hangs: no end after {} s", self.patience.as_secs()));
                }
            }
        }
        // Who has closed his outputs may still run.
        loop {
            if let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? {
                self.ended = true;
                return Ok(status);
            }
            if Instant::now() >= until {
                return Err(format!("hangs: no end after {} s", self.patience.as_secs()));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// All that it has said so far.
    pub fn said(&self) -> String {
        String::from_utf8_lossy(&self.all).into_owned()
    }

    /// Asks it to stop, as Ctrl-C does.
    pub fn interrupt(&self) {
        self.signal(Signal::SIGINT);
    }

    fn signal(&self, signal: Signal) {
        // Who has ended already needs none.
        killpg(Pid::from_raw(self.child.id().cast_signed()), signal).ok();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        self.signal(Signal::SIGKILL);
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
