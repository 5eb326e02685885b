//! Input from the keyboard and signals, and its meaning. Only [`Input::wait`] blocks.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;

use ipc::process;
use ipc::wait::{Deadline, is_ready, wait_any};
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

/// Standard input and this process's signals.
pub struct Input {
    typed: File,
    signals: SignalFd,
    ended: bool,
}

#[derive(Default, PartialEq, Eq, Debug)]
pub struct Came {
    /// Bytes, in order.
    pub bytes: Vec<u8>,
    /// The program is told to stop.
    pub stop: bool,
    /// The terminal was resized, or the program resumed.
    pub redraw: bool,
    /// End of input.
    pub ended: bool,
}

impl Input {
    pub fn open() -> io::Result<Self> {
        let all = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGWINCH, Signal::SIGCONT];
        let signals = process::signals(&all)?;
        // Unbuffered, as poll does not see buffered bytes.
        let typed = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Input { typed, signals, ended: false })
    }

    /// The descriptors to wait for; the keyboard only if `bytes`.
    pub fn watch<'a>(&'a self, bytes: bool, fds: &mut Vec<PollFd<'a>>) {
        fds.push(PollFd::new(self.signals.as_fd(), PollFlags::POLLIN));
        if bytes && !self.ended {
            fds.push(PollFd::new(self.typed.as_fd(), PollFlags::POLLIN));
        }
    }

    /// Waits for input, until the deadline at most.
    pub fn wait(&self, bytes: bool, deadline: Deadline) -> io::Result<()> {
        let mut fds = Vec::new();
        self.watch(bytes, &mut fds);
        wait_any(&mut fds, deadline)
    }

    /// Takes what is there, without waiting; at most 4096 bytes, and only if `bytes`.
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Play(String),
    /// Take the last move back.
    Undo,
    /// Give up.
    GiveUp,
    /// Leave.
    Quit,
    /// Pause between two moves of engines, or resume.
    Pause,
    /// Show the next move and pause again.
    Step,
    /// Show moves faster.
    Faster,
    /// Show moves slower.
    Slower,
}

/// The command of a key, where so many colours are in play: the letter of a colour is a move.
pub fn command(sign: char, colours: usize) -> Option<Command> {
    let colour = sign.is_ascii_alphabetic() && usize::from(sign.to_ascii_uppercase() as u8 - b'A') < colours;
    match sign {
        _ if colour => Some(Command::Play(sign.to_ascii_uppercase().to_string())),
        'u' | 'U' | '<' => Some(Command::Undo),
        'q' | 'Q' => Some(Command::Quit),
        '!' => Some(Command::GiveUp),
        ' ' => Some(Command::Pause),
        '.' => Some(Command::Step),
        '+' | '=' => Some(Command::Faster),
        '-' => Some(Command::Slower),
        _ if sign.is_ascii_alphabetic() => Some(Command::Play(sign.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_is_a_colour_is_a_move() {
        assert_eq!(command('b', 7), Some(Command::Play("B".into())));
        assert_eq!(command('u', 7), Some(Command::Undo));
        assert_eq!(command('u', 26), Some(Command::Play("U".into())));
        assert_eq!(command('<', 26), Some(Command::Undo));
        assert_eq!(command('é', 26), None);
    }
}
