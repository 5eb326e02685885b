//! Watching an engine that runs, until it ends or has to be ended.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};

use ipc::channel::Channel;
use ipc::process::{self, ProcessEnd};
use ipc::wait::{Deadline, is_ready, wait_any};
use nix::errno::Errno;
use nix::libc::{self, pid_t};
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use crate::error::{EngineEnd, LaunchError};
use crate::messages::{Confining, LauncherReply, SEND_BOUND, write_usage};
use crate::processes::{ProcessView, Sample};
use crate::scratch::Scratch;
use crate::survey::Survey;
use crate::{cgroup, seccomp};

/// The interval between two looks at active processes, and at idle ones.
const OFTEN: Duration = Duration::from_millis(10);
const SELDOM: Duration = Duration::from_millis(100);
/// The interval between two measurements of a scratch folder that the kernel does not bound.
const MEASURING: Duration = Duration::from_millis(200);

/// A running engine.
pub struct Watch<'a> {
    line: &'a Channel,
    usage: &'a File,
    confined: Option<&'a Confining>,
    view: ProcessView,
    first: pid_t,
    /// The number of the same process in `/proc`.
    seen: pid_t,
    /// Readable when a child has ended.
    ends: SignalFd,
    /// Where a forbidden call waits for an answer.
    listener: Option<OwnedFd>,
    group: Option<cgroup::EngineCgroup>,
    scratch: Option<Scratch>,
    /// When the scratch folder was measured last.
    measured: Instant,
    last: Sample,
    pause: Duration,
}

impl<'a> Watch<'a> {
    #[expect(clippy::too_many_arguments, reason = "all that the launcher knows")]
    pub fn new(
        line: &'a Channel,
        usage: &'a File,
        confined: Option<&'a Confining>,
        view: ProcessView,
        first: u32,
        (ends, listener, group): (SignalFd, Option<OwnedFd>, Option<cgroup::EngineCgroup>),
        survey: Survey,
        scratch: Option<Scratch>,
    ) -> Result<Self, LaunchError> {
        let first = pid_t::try_from(first)
            .map_err(|_| LaunchError::system(io::Error::from(io::ErrorKind::InvalidInput)))?;
        let seen = match view {
            ProcessView::Whole => first,
            // No other process descends from this one yet, or it comes later in the list.
            ProcessView::Descent => view.pids().first().copied().unwrap_or(first),
        };
        let process = descriptor(first).ok();
        let statistics = group.as_ref().map(|group| group.statistics.as_fd());
        let descriptors: Vec<BorrowedFd<'_>> = process.iter().map(AsFd::as_fd).chain(statistics).collect();
        // If nobody hears it, the line has ended: the loop below sees that.
        line.send(&LauncherReply::Started(survey), &descriptors, SEND_BOUND).ok();
        let (last, pause, measured) = (Sample::default(), OFTEN, Instant::now());
        Ok(Watch {
            line,
            usage,
            confined,
            view,
            first,
            seen,
            ends,
            listener,
            group,
            scratch,
            measured,
            last,
            pause,
        })
    }

    /// Waits until the engine has ended, has to be ended, or the line ends. Says how it has ended.
    /// Other processes of the engine may still live.
    pub fn until_the_end(mut self) {
        let mut due = Instant::now() + self.pause;
        loop {
            let deadline = Deadline::after(due, Some(Duration::ZERO));
            let Some([line, ended, asked]) = self.wait(deadline) else { return };
            if line {
                return;
            }
            if asked && let Some(call) = self.listener.as_ref().and_then(|fd| seccomp::forbidden(fd.as_fd()))
            {
                return self.put_an_end(EngineEnd::Call(Some(call)));
            }
            if ended {
                while let Ok(Some(_)) = self.ends.read_signal() {}
            }
            for (pid, end) in process::reap() {
                if pid.as_raw() == self.first {
                    let end = self.explained(end);
                    return self.say(end);
                }
            }
            if deadline.passed() {
                if let Some(end) = self.look() {
                    return self.put_an_end(end);
                }
                due = Instant::now() + self.pause;
            }
        }
    }

    /// What is ready: the line, the end of a process, a forbidden call. `None` if waiting fails.
    fn wait(&self, deadline: Deadline) -> Option<[bool; 3]> {
        let mut fds = vec![
            PollFd::new(self.line.fd(), PollFlags::POLLIN),
            PollFd::new(self.ends.as_fd(), PollFlags::POLLIN),
        ];
        fds.extend(self.listener.iter().map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)));
        wait_any(&mut fds, deadline).ok()?;
        let ready = |place: usize| fds.get(place).is_some_and(is_ready);
        Some([ready(0), ready(1), ready(2)])
    }

    /// Looks at what the engine takes: the limit that it has exceeded, if any.
    fn look(&mut self) -> Option<EngineEnd> {
        let idle = self.last.idle();
        if idle {
            self.pause = (self.pause * 2).min(SELDOM);
            return None;
        }
        self.pause = OFTEN;
        let sample = self.view.sample(self.seen);
        write_usage(self.usage, sample.others).ok();
        self.last = sample;
        let limits = self.confined?.limits;
        if self.last.tasks > limits.processes {
            return Some(EngineEnd::Processes(limits.processes));
        }
        let most = limits.memory_mib << 20;
        if self.last.resident > most && self.view.proportional() > most || self.out_of_memory() {
            return Some(EngineEnd::Memory(limits.memory_mib));
        }
        if self.measured.elapsed() > MEASURING {
            self.measured = Instant::now();
            if self.scratch.as_ref().is_some_and(|scratch| scratch.exceeds(limits.disk_mib)) {
                return Some(EngineEnd::Disk(limits.disk_mib));
            }
        }
        None
    }

    fn out_of_memory(&mut self) -> bool {
        self.group.as_mut().is_some_and(cgroup::EngineCgroup::out_of_memory)
    }

    /// How the engine's own process has ended, or the limit that this was for.
    fn explained(&mut self, end: ProcessEnd) -> EngineEnd {
        let (end, signal) = match end {
            ProcessEnd::Killed(signal) => (EngineEnd::Killed(signal.to_string()), Some(signal)),
            ProcessEnd::Exited(code) => (EngineEnd::Exited(code), None),
            ProcessEnd::Unknown => (EngineEnd::Unknown, None),
        };
        let Some(limits) = self.confined.map(|confined| confined.limits) else { return end };
        if self.out_of_memory() {
            return EngineEnd::Memory(limits.memory_mib);
        }
        if signal == Some(Signal::SIGSYS) {
            // A call by a number of another kind of processor, or any call on an old kernel.
            return EngineEnd::Call(None);
        }
        let full = || self.scratch.as_ref().is_some_and(|scratch| scratch.is_full(limits.disk_mib));
        if signal == Some(Signal::SIGXFSZ) || full() {
            return EngineEnd::Disk(limits.disk_mib);
        }
        end
    }

    /// Says this end, and then ends the engine: when its streams end, the reason is there already.
    /// Its forbidden call stays unanswered until then, so that it cannot go on.
    fn put_an_end(&self, end: EngineEnd) {
        self.say(end);
        self.view.kill();
    }

    fn say(&self, end: EngineEnd) {
        // Nobody hears it if the process that started the engine has ended.
        self.line.send(&LauncherReply::Ended(end), &[], SEND_BOUND).ok();
    }
}

fn descriptor(process: pid_t) -> io::Result<OwnedFd> {
    #[expect(unsafe_code, reason = "pidfd_open(2)")]
    // SAFETY: numbers go in, and a number comes out.
    let number = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
    let number = Errno::result(number)?;
    #[expect(unsafe_code, reason = "pidfd_open(2) gives a number")]
    // SAFETY: the kernel has just opened it for this process, and nothing else owns it.
    let descriptor = unsafe { OwnedFd::from_raw_fd(number as i32) };
    Ok(descriptor)
}
