//! The side of whoever starts an engine: the command for the launcher, and what is heard from it.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use jeux::Reason;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc::pid_t;
use nix::sys::memfd::{MFdFlags, memfd_create};

use super::policy::{Confinement, Level, Policy, Survey};
use super::request::{Confined, MARK, Request, Word};
use super::{access, cgroup, family, usage};
use ipc::channel::Channel;
use ipc::wait::Deadline;

/// One launcher is executed at a time: descriptors are handed on by being open meanwhile, as what would be done between fork(2) and
/// execve(2) instead makes starting slow.
static ONE: Mutex<()> = Mutex::new(());

/// The line to a launcher that is about to be executed.
pub struct Launch {
    /// Executes the launcher, and by it the engine.
    pub command: Command,
    line: Line,
    /// Descriptors that the launcher takes over.
    given: [OwnedFd; 2],
}

/// What is heard from a launcher, and what it is told: the end of the line is the end of the engine.
#[derive(Debug)]
pub struct Line {
    channel: Option<Channel>,
    usage: File,
    policy: Policy,
    /// Once the engine runs.
    started: Option<Started>,
    /// How it has ended.
    end: Option<Reason>,
}

#[derive(Debug)]
struct Started {
    survey: Survey,
    /// The engine's first process, by its number as seen from here: not to be asked for after its end.
    first: Option<pid_t>,
    /// The statistics of its control group.
    statistics: Option<File>,
}

/// The launch of an engine by this command: confined so, or for this policy not at all.
///
/// # Errors
/// What the system refuses.
pub(super) fn launch(
    launcher: &Path,
    engine: &Command,
    confined: Option<Confined>,
    policy: Policy,
) -> io::Result<Launch> {
    let (ours, theirs) = Channel::pair()?;
    let theirs = theirs.into_fd();
    let file = File::from(memfd_create("usage", MFdFlags::MFD_CLOEXEC)?);
    let is_confined = confined.is_some();
    let request = Request { line: theirs.as_raw_fd(), usage: file.as_raw_fd(), confined };
    let mut command = Command::new(launcher);
    command.arg(MARK).arg(serde_json::to_string(&request)?).arg(engine.get_program()).args(engine.get_args());
    if is_confined {
        command.env_clear().envs(access::environment(policy.limits.memory_mib));
    }
    for (name, value) in engine.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let usage = file.try_clone()?;
    let line = Line { channel: Some(ours), usage, policy, started: None, end: None };
    Ok(Launch { command, line, given: [theirs, file.into()] })
}

impl Launch {
    /// Executes the launcher.
    ///
    /// # Errors
    /// It cannot be.
    pub fn spawn(mut self) -> io::Result<(Child, Line)> {
        // They are open for the launcher and for nobody else whom we start.
        let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        for descriptor in &self.given {
            fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::empty()))?;
        }
        let child = self.command.spawn();
        drop(self.given);
        drop(one);
        Ok((child?, self.line))
    }
}

impl Line {
    /// How the engine is confined, where it is and that is known; waits for the launcher's word of it, ten seconds at
    /// most.
    pub fn confinement(&mut self) -> Option<Confinement> {
        if self.policy.level != Level::None {
            // The engine may have spoken before its launcher has.
            self.started_by(soon());
        }
        let Policy { level, limits, .. } = self.policy;
        let started = self.started.as_ref().filter(|_| level != Level::None)?;
        Some(Confinement { level, layers: started.survey.held.clone(), limits })
    }

    /// How the engine has ended, if it has.
    pub fn end(&mut self) -> Option<Reason> {
        self.hear();
        self.end.clone()
    }

    /// The processor time of the engine and of all that it has started; `None` before its start and after its end.
    ///
    /// Exact where it has a control group; elsewhere exact for its first process, and for others as of the last look at them.
    pub fn processor_time(&mut self) -> Option<Duration> {
        if self.started.is_none() {
            self.hear();
        }
        let started = self.started.as_ref().filter(|_| self.end.is_none())?;
        if let Some(time) = started.statistics.as_ref().and_then(cgroup::processor_time) {
            return Some(time);
        }
        Some(family::clock(started.first?)? + usage::told(&self.usage))
    }

    /// Waits until the engine runs, and gives what holds around it; or why it does not. `None` when the time is over.
    pub(super) fn started_by(&mut self, deadline: Deadline) -> Option<Result<Survey, Reason>> {
        loop {
            self.hear();
            if let Some(started) = &self.started {
                return Some(Ok(started.survey.clone()));
            }
            if let Some(end) = &self.end {
                return Some(Err(end.clone()));
            }
            let channel = self.channel.as_ref()?;
            if ipc::wait::wait([(channel.fd(), nix::poll::PollFlags::POLLIN)], deadline).ok()? == [false] {
                return None;
            }
        }
    }

    /// By what a confined engine can be ended from another thread: [`Channel::shut`] does it. `None` for one that is
    /// not confined, or has ended.
    ///
    /// # Errors
    /// What the system reports.
    pub fn stop(&self) -> io::Result<Option<Channel>> {
        let confined = self.channel.as_ref().filter(|_| self.policy.level != Level::None);
        confined.map(|channel| Channel::of(channel.fd().try_clone_to_owned()?)).transpose()
    }

    /// The engine is to end, with all that it has started; nobody waits here until it has.
    pub fn release(&mut self) {
        self.hear();
        if let Some(channel) = self.channel.take() {
            // Others may hold this end still.
            channel.shut();
        }
    }

    /// Takes in what the launcher has said.
    fn hear(&mut self) {
        while let Some(channel) = &mut self.channel {
            match channel.receive::<Word>() {
                Ok(None) => return,
                Ok(Some((Word::Started(survey), descriptors))) => {
                    let mut descriptors = descriptors.into_iter();
                    let first = descriptors.next().and_then(|fd| number(&fd));
                    let statistics = descriptors.next().map(File::from);
                    self.started = Some(Started { survey, first, statistics });
                }
                Ok(Some((Word::Refused(why) | Word::Ended(why), _))) => self.end = Some(Reason::read(&why)),
                // Whoever keeps the engine has gone: so has the engine.
                Err(_) => {
                    self.channel = None;
                    self.end.get_or_insert_with(|| Reason::new("keeper-ended"));
                }
            }
        }
    }
}

/// The number of the process of this descriptor, as seen from here.
fn number(process: &OwnedFd) -> Option<pid_t> {
    let about = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", process.as_fd().as_raw_fd())).ok()?;
    let number = about.lines().find_map(|line| line.strip_prefix("Pid:"))?.trim().parse().ok()?;
    (number > 0).then_some(number)
}

/// How long a survey may take.
pub(super) fn soon() -> Deadline {
    Deadline::after(Instant::now(), Some(Duration::from_secs(10)))
}
