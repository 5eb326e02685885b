//! A command as a process: what it says, and its end, within a bound.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use testing::output::Heard;
use testing::terminal::Terminal;

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
    /// On both its outputs.
    heard: Heard,
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
        screen: impl Read + Send + 'static,
        patience: Duration,
    ) -> Running {
        Running { child, keys, heard: Heard::of(screen), ended: false, patience }
    }

    /// Listens until it has said this, after what was waited for before.
    pub fn wait_for(&mut self, wanted: &str) -> Result<(), Fault> {
        self.heard.try_wait_for(wanted, self.patience)
    }

    /// Types it on its terminal.
    pub fn type_keys(&mut self, text: &str) -> Result<(), Fault> {
        let keys = self.keys.as_mut().expect("a terminal");
        keys.write_all(text.as_bytes()).map_err(|error| format!("takes no keys: {error}"))
    }

    /// Listens to its end.
    pub fn end(&mut self) -> Result<ExitStatus, Fault> {
        let until = Instant::now() + self.patience;
        let hangs = || format!("hangs: no end after {} s", self.patience.as_secs());
        if !self.heard.try_end(self.patience) {
            return Err(hangs());
        }
        // Who has closed his outputs may still run.
        loop {
            if let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? {
                self.ended = true;
                return Ok(status);
            }
            if Instant::now() >= until {
                return Err(hangs());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// All that it has said so far.
    pub fn said(&self) -> String {
        self.heard.said()
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
