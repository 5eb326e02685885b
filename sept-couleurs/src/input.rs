//! What comes from outside: bytes that are typed, and signals. Nothing here blocks but [`Input::wait`].

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;

use ipc::process;
use ipc::wait::{Deadline, is_ready, wait_any};
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

/// The standard input and the signals of this process.
pub struct Input {
    typed: File,
    signals: SignalFd,
    ended: bool,
}

/// What has come.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Came {
    /// Bytes, in order.
    pub bytes: Vec<u8>,
    /// The program is told to end.
    pub stop: bool,
    /// The terminal has another size now, or the program goes on after it was stopped.
    pub redraw: bool,
    /// No more bytes will come.
    pub ended: bool,
}

impl Input {
    /// Takes the standard input, and the signals from now on.
    ///
    /// # Errors
    /// What the system reports.
    pub fn open() -> io::Result<Self> {
        let all = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGWINCH, Signal::SIGCONT];
        let signals = process::signals(&all)?;
        // Unbuffered: what is buffered cannot be waited for.
        let typed = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Input { typed, signals, ended: false })
    }

    /// What is worth waiting for; bytes only if they are wanted.
    pub fn watch<'a>(&'a self, bytes: bool, fds: &mut Vec<PollFd<'a>>) {
        fds.push(PollFd::new(self.signals.as_fd(), PollFlags::POLLIN));
        if bytes && !self.ended {
            fds.push(PollFd::new(self.typed.as_fd(), PollFlags::POLLIN));
        }
    }

    /// Waits for something to come, until the deadline at most.
    ///
    /// # Errors
    /// What poll(2) reports.
    pub fn wait(&self, bytes: bool, deadline: Deadline) -> io::Result<()> {
        let mut fds = Vec::new();
        self.watch(bytes, &mut fds);
        wait_any(&mut fds, deadline)
    }

    /// Takes what is there, without waiting; bytes only if they are wanted, 4096 at most.
    pub fn take(&mut self, bytes: bool) -> Came {
        let mut came = Came { ended: self.ended, ..Came::default() };
        while let Ok(Some(signal)) = self.signals.read_signal() {
            match Signal::try_from(signal.ssi_signo as i32) {
                Ok(Signal::SIGWINCH | Signal::SIGCONT) => came.redraw = true,
                _ => came.stop = true,
            }
        }
        if !bytes || self.ended || !self.has_bytes() {
            return came;
        }
        let mut read = [0; 4096];
        match self.typed.read(&mut read) {
            Ok(count @ 1..) => came.bytes.extend(&read[..count]),
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            Ok(_) | Err(_) => self.ended = true,
        }
        came.ended = self.ended;
        came
    }

    fn has_bytes(&self) -> bool {
        let mut fds = [PollFd::new(self.typed.as_fd(), PollFlags::POLLIN)];
        let now = Deadline::after(std::time::Instant::now(), Some(std::time::Duration::ZERO));
        wait_any(&mut fds, now).is_ok() && is_ready(&fds[0])
    }
}
