//! Looking after an engine that runs, until it ends or has to be ended.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};

use jeux::Reason;
use nix::errno::Errno;
use nix::libc::{self, pid_t};
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use nix::sys::wait::WaitStatus;

use super::family::{self, Sample, View};
use super::policy::Survey;
use super::request::{Confined, Word};
use super::scratch::Scratch;
use super::{calls, cgroup, usage};
use ipc::channel::Channel;
use ipc::wait::{Deadline, is_ready, wait_any};

/// How often the family is looked at that does something, and one that has done nothing for a while.
const OFTEN: Duration = Duration::from_millis(10);
const SELDOM: Duration = Duration::from_millis(100);
/// How often a scratch folder is measured that the kernel does not bound.
const MEASURING: Duration = Duration::from_millis(200);
/// How long whoever has started the engine may take to hear.
const SPEAK: Duration = Duration::from_secs(1);

/// An engine that runs.
pub struct Watch<'a> {
    line: &'a Channel,
    usage: &'a File,
    confined: Option<&'a Confined>,
    view: View,
    first: pid_t,
    /// The same by its number in `/proc`.
    seen: pid_t,
    ends: SignalFd,
    /// Where a call waits that is not allowed.
    listener: Option<OwnedFd>,
    group: Option<cgroup::Group>,
    scratch: Option<Scratch>,
    /// When the scratch folder was measured last.
    measured: Instant,
    last: Sample,
    pause: Duration,
}

impl<'a> Watch<'a> {
    /// The engine with this first process runs; says so.
    ///
    /// # Errors
    /// What the system refuses.
    #[expect(clippy::too_many_arguments, reason = "all that the launcher knows")]
    pub fn new(
        line: &'a Channel,
        usage: &'a File,
        confined: Option<&'a Confined>,
        view: View,
        first: u32,
        (ends, listener, group): (SignalFd, Option<OwnedFd>, Option<cgroup::Group>),
        survey: Survey,
        scratch: Option<Scratch>,
    ) -> Result<Self, Reason> {
        let first = pid_t::try_from(first).map_err(|_| Reason::new("launcher-failed"))?;
        let seen = match view {
            View::Whole => first,
            // Nobody else descends from this process yet, or they come after it.
            View::Descent => view.pids().first().copied().unwrap_or(first),
        };
        let process = descriptor(first).ok();
        let statistics = group.as_ref().map(|group| group.statistics.as_fd());
        let descriptors: Vec<BorrowedFd<'_>> = process.iter().map(AsFd::as_fd).chain(statistics).collect();
        // Whoever does not hear it has gone, which is seen soon.
        line.send(&Word::Started(survey), &descriptors, SPEAK).ok();
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

    /// Until the engine has ended, has to be ended, or nobody is interested any more. Says how it has ended. The rest of the family
    /// may live still.
    pub fn until_the_end(mut self) {
        let mut due = Instant::now() + self.pause;
        loop {
            let deadline = Deadline::after(due, Some(Duration::ZERO));
            let Some([line, ended, asked]) = self.wait(deadline) else { return };
            if line {
                return;
            }
            if asked && let Some(call) = self.listener.as_ref().and_then(|fd| calls::forbidden(fd.as_fd())) {
                return self.put_an_end(&Reason::new("call-forbidden").with(call));
            }
            if ended {
                while let Ok(Some(_)) = self.ends.read_signal() {}
            }
            for (pid, status) in family::reap() {
                if pid == self.first {
                    let why = self.explained(status);
                    return self.say(&why);
                }
            }
            if deadline.passed() {
                if let Some(why) = self.look() {
                    return self.put_an_end(&why);
                }
                due = Instant::now() + self.pause;
            }
        }
    }

    /// What is ready: the line, the end of a process, a call that is not allowed. `None` where nothing can be waited for.
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

    /// Looks at what the family takes: why it has to end, if it has to.
    fn look(&mut self) -> Option<Reason> {
        let idle = self.last.idle();
        if idle {
            self.pause = (self.pause * 2).min(SELDOM);
            return None;
        }
        self.pause = OFTEN;
        let sample = self.view.sample(self.seen);
        usage::tell(self.usage, sample.others).ok();
        self.last = sample;
        let limits = self.confined?.limits;
        if self.last.tasks > limits.processes {
            return Some(Reason::new("processes-exceeded").with(limits.processes));
        }
        let most = limits.memory_mib << 20;
        if self.last.resident > most && self.view.proportional() > most || self.out_of_memory() {
            return Some(Reason::new("memory-exceeded").with(limits.memory_mib));
        }
        if self.measured.elapsed() > MEASURING {
            self.measured = Instant::now();
            if self.scratch.as_ref().is_some_and(|scratch| scratch.exceeds(limits.disk_mib)) {
                return Some(Reason::new("disk-exceeded").with(limits.disk_mib));
            }
        }
        None
    }

    fn out_of_memory(&mut self) -> bool {
        self.group.as_mut().is_some_and(cgroup::Group::out_of_memory)
    }

    /// How the engine's own process has ended, and whether it was for want of something.
    fn explained(&mut self, status: WaitStatus) -> Reason {
        let (end, signal) = match status {
            WaitStatus::Signaled(_, signal, _) => (Reason::new("engine-killed").with(signal), Some(signal)),
            WaitStatus::Exited(_, code) => (Reason::new("engine-exit").with(code), None),
            _ => (Reason::new("engine-gone"), None),
        };
        let Some(confined) = self.confined else { return end };
        if self.out_of_memory() {
            return Reason::new("memory-exceeded").with(confined.limits.memory_mib);
        }
        if signal == Some(Signal::SIGSYS) {
            // Of another kind of processor; or of any, where the kernel does not say which.
            return Reason::new("call-forbidden").with("?");
        }
        let full = || self.scratch.as_ref().is_some_and(|scratch| scratch.is_full(confined.limits.disk_mib));
        if signal == Some(Signal::SIGXFSZ) || full() {
            return Reason::new("disk-exceeded").with(confined.limits.disk_mib);
        }
        end
    }

    /// Ends the engine for this reason. It is said first: that its streams end is seen at once, and then asked why. Its forbidden call
    /// is listened to until it has ended, for else it would go on.
    fn put_an_end(&self, why: &Reason) {
        self.say(why);
        self.view.kill();
    }

    fn say(&self, why: &Reason) {
        // Whoever does not hear it has gone.
        self.line.send(&Word::Ended(why.to_string()), &[], SPEAK).ok();
    }
}

/// A descriptor of a process, by which it is known without its number.
fn descriptor(process: pid_t) -> io::Result<OwnedFd> {
    #[expect(unsafe_code, reason = "pidfd_open(2)")]
    // SAFETY: numbers go in, and a number comes out.
    let number = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
    let number = Errno::result(number)?;
    #[expect(unsafe_code, reason = "pidfd_open(2) gives a number")]
    // SAFETY: the kernel has just opened it for this process, and nobody else knows of it.
    let descriptor = unsafe { OwnedFd::from_raw_fd(number as i32) };
    Ok(descriptor)
}
