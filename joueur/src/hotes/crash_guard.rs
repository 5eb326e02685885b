//! The host of a library: an engine of the line protocol that survives whatever the library does.
//!
//! The library lives in another process, a new one for each game, as programs are written that expect to be loaded for one game.
//! Lines from the referee are handed on to it; when it has ended, or has to be ended, the referee is told why and in which call.

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

/// How long a library may take over the end of its game.
const LEAVING: Duration = Duration::from_millis(500);

/// The host.
pub struct CrashGuard<C> {
    kind: &'static GameEntry,
    /// The command that loads the library and serves one game.
    start: C,
    /// How long loading may take.
    loading: Duration,
    /// The process group is this process's own, and that of all that the library starts.
    alone: bool,
    input: File,
    lines: LineBuffer,
    /// Readable when a process has ended.
    ends: SignalFd,
    library: Option<EngineHost>,
    /// The library has not been told of a game yet.
    fresh: bool,
    /// Why there are no moves any more in this game.
    failure: Option<Reason>,
    /// A `go` is still to be answered.
    asked: bool,
}

impl<C: Fn() -> Command> CrashGuard<C> {
    /// A host of a library of this game that has loaded nothing yet. `loading`: how long that may take. `alone`: nobody else is in the process
    /// group, which whoever has started the host ends as a whole.
    pub fn new(kind: &'static GameEntry, start: C, loading: Duration, alone: bool) -> Result<Self> {
        let ends = process::signals(&[Signal::SIGCHLD]).context("signalfd")?;
        let input = File::from(io::stdin().as_fd().try_clone_to_owned().context("stdin")?);
        let lines = LineBuffer::default();
        let (library, fresh, failure, asked) = (None, true, None, false);
        let alone = alone && getpgrp() == getpid();
        Ok(CrashGuard { kind, start, loading, alone, input, lines, ends, library, fresh, failure, asked })
    }

    /// Serves the referee, on the standard streams, until he leaves.
    pub fn serve(mut self) -> Result<()> {
        loop {
            while let Some(line) = self.lines.next_line() {
                // What is no message of the protocol is nothing to an engine.
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
            // A call cannot be asked to come back.
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

    /// Takes what the library has said, and notices its end.
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

    /// Waits until somebody has something to say; whether the referee is still there.
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
        // It has nothing more to say: its end is what comes.
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

    /// The call in which the library is, or was last.
    fn call(&self) -> String {
        self.library.as_ref().map(|library| library.info().to_owned()).unwrap_or_default()
    }

    /// What an error of the library's process means.
    fn died(&self, error: EngineError) -> Reason {
        let about = |code: &str, why: Option<Reason>| {
            let reason = Reason::new(code).with(self.call());
            why.into_iter().fold(reason, |reason, why| reason.because(why))
        };
        match error {
            EngineError::Ended(why) => about("library-ended", why),
            EngineError::Silent(why) => about("library-silent", why),
            EngineError::Said(text) => Reason::read(&text),
            version => version.into(),
        }
    }

    /// Says why there is no move.
    fn refuse(&mut self, why: Reason) -> Result<()> {
        self.asked = false;
        self.failure = Some(why.clone());
        say(&EngineLine::Error(why.to_string()))
    }

    /// Ends the library's process, and all that it has started.
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
