//! The host of a library: an engine of the line protocol that survives any failure of the library.
//!
//! The library runs in another process, a new one for each game: many programs are written for one
//! game only. The referee greets the host before each game, and the host loads the library then, so
//! that loading is not on the clock. Lines from the referee are passed on; when the library ends or is ended,
//! the referee hears why, and in which call.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::engine::{EngineError, EngineHost, ProcessLink};
use arbitre::game::GameEntry;
use ipc::process;
use ipc::wait::{Deadline, wait};
use jeux::Reason;
use nix::poll::PollFlags;
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use nix::unistd::{getpgrp, getpid};
use protocol::moteur::{EngineLine, HostLine, LineBuffer, VERSION};

/// The time for a library to finish its game.
const LEAVING: Duration = Duration::from_millis(500);

/// The host.
pub struct CrashGuard<C> {
    kind: &'static GameEntry,
    /// The command that loads the library and serves one game.
    start: C,
    /// The time for loading.
    loading: Duration,
    /// The process group contains only this process and what the library starts.
    alone: bool,
    input: File,
    lines: LineBuffer,
    /// Readable when a process has ended.
    ends: SignalFd,
    library: Option<EngineHost>,
    /// The library has not been told of a game yet.
    fresh: bool,
    /// Why there are no more moves in this game.
    failure: Option<Reason>,
    /// A `go` is pending.
    asked: bool,
}

impl<C: Fn() -> Command> CrashGuard<C> {
    /// Loads nothing yet. `alone`: nobody else is in the process group, which the starter of the
    /// host ends as a whole.
    pub fn new(kind: &'static GameEntry, start: C, loading: Duration, alone: bool) -> Result<Self> {
        let ends = process::signals(&[Signal::SIGCHLD]).context("signalfd")?;
        let input = File::from(io::stdin().as_fd().try_clone_to_owned().context("stdin")?);
        let lines = LineBuffer::default();
        let (library, fresh, failure, asked) = (None, true, None, false);
        let alone = alone && getpgrp() == getpid();
        Ok(CrashGuard { kind, start, loading, alone, input, lines, ends, library, fresh, failure, asked })
    }

    /// Serves the referee on the standard streams until he leaves.
    pub fn serve(mut self) -> Result<()> {
        loop {
            while let Some(line) = self.lines.next_line() {
                // Invalid lines are ignored.
                let Some(line) = line.ok().and_then(|line| line.parse().ok()) else { continue };
                if matches!(line, HostLine::Quit) {
                    self.drop_library();
                    return Ok(());
                }
                self.handle(line)?;
            }
            self.hear()?;
            if !self.wait()? {
                self.drop_library();
                return Ok(());
            }
        }
    }

    fn handle(&mut self, line: HostLine) -> Result<()> {
        match line {
            HostLine::Hello(_) => {
                if let Err(why) = self.load() {
                    say(&EngineLine::Error(why.to_string()))?;
                    return Err(why.into());
                }
                let name = self.library.as_ref().map(EngineHost::name).unwrap_or_default().to_owned();
                say(&EngineLine::Engine { version: VERSION, name })?;
            }
            HostLine::Game(start) => {
                self.failure = None;
                if !self.fresh || self.library.is_none() {
                    self.failure = self.load().err();
                }
                if let Some(library) = &mut self.library {
                    library.start(&start);
                }
                self.fresh = false;
            }
            HostLine::Go(ms) => {
                self.asked = true;
                match (&self.failure, &mut self.library) {
                    (None, Some(library)) if !self.fresh => library.go(ms),
                    (failure, _) => {
                        let nothing = Reason::new("message-without-game").with("go");
                        self.refuse(failure.clone().unwrap_or(nothing))?;
                    }
                }
            }
            HostLine::Verdict(validity, property, answer) => {
                if let Some(library) = &mut self.library {
                    library.verdict(validity, property, answer.as_deref());
                }
            }
            HostLine::Opponent(text) => {
                if let Some(library) = &mut self.library {
                    library.opponent(&text);
                }
            }
            HostLine::End(result, reason) => {
                if let Some(library) = &mut self.library {
                    library.end(result, reason);
                    self.leave();
                }
                self.drop_library();
            }
            // A call cannot be interrupted politely.
            HostLine::Stop if self.asked => {
                self.hear()?;
                if !self.asked {
                    return Ok(());
                }
                let call = self.call();
                self.drop_library();
                self.refuse(Reason::new("library-stopped").with(call))?;
            }
            HostLine::Legal(_) | HostLine::Stop | HostLine::Quit => {}
        }
        Ok(())
    }

    /// Starts a process that loads the library, and waits for its name.
    fn load(&mut self) -> Result<(), Reason> {
        self.drop_library();
        let start = if self.alone { ProcessLink::start_within } else { ProcessLink::start };
        let link = start((self.start)())
            .map_err(|error| Reason::new("engine-start").with("joueur").because(Reason::os(&error)))?;
        let library = self.library.insert(EngineHost::new(self.kind, Box::new(link)));
        let introduced = library.introduce(Deadline::after(Instant::now(), Some(self.loading)), None);
        self.fresh = true;
        introduced.map_err(|error| {
            let why = self.died(error);
            self.drop_library();
            why
        })
    }

    /// Handles the library's output and its end.
    fn hear(&mut self) -> Result<()> {
        let Some(library) = &mut self.library else { return Ok(()) };
        match library.receive() {
            Ok(Some(text)) => {
                self.asked = false;
                say(&EngineLine::Move(text))
            }
            Ok(None) => Ok(()),
            Err(error) => {
                let why = self.died(error);
                self.drop_library();
                self.failure = Some(why.clone());
                if self.asked { self.refuse(why) } else { Ok(()) }
            }
        }
    }

    /// Waits for input from either side; whether the referee is still there.
    fn wait(&mut self) -> Result<bool> {
        let library = self.library.as_ref().map_or(self.ends.as_fd(), EngineHost::output);
        let polled = [self.input.as_fd(), self.ends.as_fd(), library].map(|fd| (fd, PollFlags::POLLIN));
        let [spoken, ended, _] = wait(polled, Deadline::NEVER).context("poll")?;
        if ended {
            while let Ok(Some(_)) = self.ends.read_signal() {}
        }
        if spoken {
            let mut bytes = [0; 4096];
            match self.input.read(&mut bytes) {
                Ok(0) => return Ok(false),
                Ok(read) => self.lines.push(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error).context("stdin"),
            }
        }
        Ok(true)
    }

    /// Lets the library finish its game, for a while.
    fn leave(&mut self) {
        let Some(library) = &mut self.library else { return };
        let deadline = Deadline::after(Instant::now(), Some(LEAVING));
        // It has nothing more to say: only its end can come.
        while library.failure().is_none() && !deadline.passed() {
            let woken = wait(
                [(library.output(), PollFlags::POLLIN), (self.ends.as_fd(), PollFlags::POLLIN)],
                deadline,
            );
            if let Ok([_, true]) = woken {
                while let Ok(Some(_)) = self.ends.read_signal() {}
            }
            if woken.is_err() || library.receive().is_err() {
                return;
            }
        }
    }

    /// The current or last call of the library.
    fn call(&self) -> String {
        self.library.as_ref().map(|library| library.info().to_owned()).unwrap_or_default()
    }

    /// The reason of an error of the library's process.
    fn died(&self, error: EngineError) -> Reason {
        let about = |code: &str, why: Option<Reason>| {
            let reason = Reason::new(code).with(self.call());
            why.into_iter().fold(reason, |reason, why| reason.because(why))
        };
        match error {
            EngineError::Ended(why) => about("library-ended", why),
            EngineError::Silent(why) => about("library-silent", why),
            EngineError::Said(text) => Reason::read(&text),
            error => error.into(),
        }
    }

    /// Reports why there is no move.
    fn refuse(&mut self, why: Reason) -> Result<()> {
        self.asked = false;
        self.failure = Some(why.clone());
        say(&EngineLine::Error(why.to_string()))
    }

    /// Ends the library's process with everything it has started.
    fn drop_library(&mut self) {
        if let Some(mut library) = self.library.take() {
            library.kill();
        }
    }
}

/// Writes a line to the referee.
fn say(line: &EngineLine) -> Result<()> {
    let mut output = io::stdout().lock();
    let written = output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush());
    written.context("stdout")
}
