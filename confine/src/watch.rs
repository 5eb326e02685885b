//! Watching an engine that runs, until it ends or has to be ended.

use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use ipc::channel::Channel;
use ipc::process::{self, ProcessEnd};
use ipc::wait::{Deadline, is_ready, wait_any};
use nix::errno::Errno;
use nix::libc::pid_t;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use nix::unistd::Pid;

use crate::error::{EngineEnd, LaunchError};
use crate::messages::{Confining, KeeperOrder, LauncherReply, SEND_BOUND, Shared, now};
use crate::policy::{Layer, Means};
use crate::processes::{Clocks, ProcessView, Sample};
use crate::scratch::Scratch;
use crate::seccomp::Asked;
use crate::survey::Survey;
use crate::{cgroup, seccomp};

/// The interval between two looks at active processes, and at idle ones.
const OFTEN: Duration = Duration::from_millis(10);
const SELDOM: Duration = Duration::from_millis(100);
/// The interval between two measurements of a scratch folder that the kernel does not bound.
const MEASURING: Duration = Duration::from_millis(200);

/// The processor time that stopped processes may take together, after a first look.
const STOPPING: Duration = Duration::from_millis(5);
/// How many times a stopped engine may run.
const WAKES: u32 = 1;

/// An engine whose processes are stopped.
#[derive(Debug)]
struct Frozen {
    /// When the signal was sent.
    since: Instant,
    /// The processor time of each, a first interval later: who is in the kernel stops when it leaves it.
    clocks: Option<Vec<(pid_t, Clocks)>>,
    /// How many times they have run since.
    wakes: u32,
}

/// A running engine.
pub struct Watch<'a> {
    line: &'a mut Channel,
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
    frozen: Option<Frozen>,
    /// How long it was stopped after it was to go on.
    stopped: Duration,
    /// No other process is in its network namespace.
    alone: bool,
    /// The processes and threads that it has started by leave since they were counted.
    started: u32,
    /// Shared memory that it has asked for, in bytes.
    shared: u64,
    /// When the scratch folder was measured last.
    measured: Instant,
    /// The engine has run since.
    unmeasured: bool,
    last: Sample,
    /// The most memory of all samples, in bytes.
    peak: u64,
    pause: Duration,
}

impl<'a> Watch<'a> {
    #[expect(clippy::too_many_arguments, reason = "all that the launcher knows")]
    pub fn new(
        line: &'a mut Channel,
        usage: &'a File,
        confined: Option<&'a Confining>,
        view: ProcessView,
        first: Pid,
        (ends, listener, group): (SignalFd, Option<OwnedFd>, Option<cgroup::EngineCgroup>),
        survey: Survey,
        scratch: Option<Scratch>,
    ) -> Result<Self, LaunchError> {
        let process = process::pidfd(first).ok();
        let first = first.as_raw();
        let seen = match view {
            ProcessView::Whole => first,
            // No other process descends from this one yet, or it comes later in the list.
            ProcessView::Descent => view.pids().first().copied().unwrap_or(first),
        };
        let alone = survey.holds(Layer::Network, Means::NetworkNamespace);
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
            frozen: None,
            stopped: Duration::ZERO,
            alone,
            started: 0,
            shared: 0,
            measured,
            unmeasured: true,
            last,
            peak: 0,
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
                if !self.obeyed() {
                    return;
                }
                self.pause = OFTEN;
                due = due.min(Instant::now() + OFTEN);
            }
            if asked && let Err(end) = self.answer() {
                return self.put_an_end(end);
            }
            if ended {
                while let Ok(Some(_)) = self.ends.read_signal() {}
                for (pid, end) in process::reap() {
                    if pid.as_raw() == self.first {
                        let end = self.explained(end);
                        return self.say(end);
                    }
                }
            }
            // An order comes first, as a turn waits for it, but puts a look off by one interval at most.
            if deadline.overshoot().is_some_and(|late| !line || late > OFTEN) {
                if let Some(end) = self.look() {
                    return self.put_an_end(end);
                }
                due = Instant::now() + self.pause;
            }
        }
    }

    /// Obeys one order of the process that started the engine, if it is complete. False when the channel has ended.
    fn obeyed(&mut self) -> bool {
        match self.line.receive::<KeeperOrder>() {
            Ok(None) => {}
            Ok(Some((KeeperOrder::Freeze, _))) if self.freeze(true) => {}
            Ok(Some((KeeperOrder::Freeze, _))) => {
                self.view.signal(Signal::SIGSTOP);
                self.frozen = Some(Frozen { since: Instant::now(), clocks: None, wakes: 0 });
            }
            Ok(Some((KeeperOrder::Thaw(asked), _))) => {
                if self.frozen.take().is_some() {
                    self.view.signal(Signal::SIGCONT);
                }
                self.freeze(false);
                self.stopped += now().saturating_sub(asked);
                Shared::Stopped.write(self.usage, self.stopped).ok();
                Shared::Thawed.write(self.usage, asked).ok();
            }
            Err(_) => return false,
        }
        true
    }

    /// Answers the call that waits, if one still does. The error: it ends the engine.
    fn answer(&mut self) -> Result<(), EngineEnd> {
        let call = self.listener.as_ref().and_then(|listener| seccomp::waiting(listener.as_fd()));
        let Some(call) = call else { return Ok(()) };
        let limits = self.confined.map(|confined| confined.limits);
        let answer = match (call.asked(), limits) {
            (Asked::Start, Some(limits)) => {
                if self.has_more_than(limits.processes, 1) {
                    return Err(EngineEnd::Processes(limits.processes));
                }
                self.started += 1;
                Ok(())
            }
            (Asked::Memory(bytes), Some(limits)) => {
                self.shared = self.shared.saturating_add(bytes);
                if self.shared > limits.memory_mib << 20 {
                    return Err(EngineEnd::Memory(limits.memory_mib));
                }
                Ok(())
            }
            (Asked::Start | Asked::Memory(_), None) => Ok(()),
            (Asked::Signal(target), _) if self.view.may_signal(target) => Ok(()),
            (Asked::Signal(_), _) => Err(Errno::EPERM),
            (Asked::Forbidden(name), _) => return Err(EngineEnd::Call(Some(name))),
        };
        if let Some(listener) = &self.listener {
            call.answer(listener, answer);
        }
        Ok(())
    }

    /// Stops processes again that run although it is not their turn; whether they have done so too often.
    fn runs_out_of_turn(&mut self) -> bool {
        let Some(frozen) = &mut self.frozen else { return false };
        if frozen.since.elapsed() < OFTEN {
            return false;
        }
        let now = self.view.clocks();
        let Some(before) = &frozen.clocks else {
            frozen.clocks = Some(now);
            return false;
        };
        let before = |pid: pid_t| {
            before.iter().find(|(one, _)| *one == pid).map_or_else(Clocks::default, |known| known.1)
        };
        let ran = |of: fn(Clocks) -> Duration| -> Duration {
            now.iter().map(|&(pid, now)| of(now).saturating_sub(of(before(pid)))).sum()
        };
        if ran(|clocks| clocks.whole) < STOPPING {
            return false;
        }
        // Who has run none of its own code is only on its way out of a system call.
        frozen.wakes += u32::from(!ran(|clocks| clocks.own_code).is_zero());
        (frozen.since, frozen.clocks) = (Instant::now(), None);
        self.view.signal(Signal::SIGSTOP);
        frozen.wakes > WAKES
    }

    /// What is ready: the line, the end of a process, a call that waits. `None` if waiting fails. Gives up a listener
    /// that nobody asks any more.
    fn wait(&mut self, deadline: Deadline) -> Option<[bool; 3]> {
        let mut fds = vec![
            PollFd::new(self.line.fd(), PollFlags::POLLIN),
            PollFd::new(self.ends.as_fd(), PollFlags::POLLIN),
        ];
        fds.extend(self.listener.iter().map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)));
        wait_any(&mut fds, deadline).ok()?;
        let ready = |place: usize| fds.get(place).is_some_and(is_ready);
        let found = [ready(0), ready(1), ready(2)];
        // It would be ready for ever.
        if fds.get(2).and_then(PollFd::revents).is_some_and(|events| events.contains(PollFlags::POLLHUP)) {
            self.listener = None;
        }
        Some(found)
    }

    /// Looks at what the engine takes: the limit that it has exceeded, if any.
    fn look(&mut self) -> Option<EngineEnd> {
        if self.runs_out_of_turn() {
            return Some(EngineEnd::OutOfTurn);
        }
        if self.last.idle() {
            self.pause = (self.pause * 2).min(SELDOM);
            return self.confined.filter(|_| self.unmeasured).and_then(|confined| self.measure(confined));
        }
        self.pause = OFTEN;
        self.unmeasured = true;
        let most = self.confined.map_or(u64::MAX, |confined| confined.limits.memory_mib << 20);
        let sample = self.view.sample(self.seen, self.alone, self.group.is_none().then_some(most));
        Shared::Others.write(self.usage, sample.others).ok();
        if sample.resident > self.peak {
            self.peak = sample.resident;
            Shared::Resident.write_number(self.usage, self.peak).ok();
        }
        (self.last, self.started) = (sample, 0);
        let confined = self.confined?;
        let limits = confined.limits;
        if self.has_more_than(limits.processes, 0) {
            return Some(EngineEnd::Processes(limits.processes));
        }
        let kernel = self.last.kernel;
        let over = |bytes: u64| bytes.saturating_add(kernel) > most;
        if over(self.last.resident) && over(self.view.proportional()) || self.out_of_memory() {
            return Some(EngineEnd::Memory(limits.memory_mib));
        }
        self.measure(confined)
    }

    /// Measures the scratch folder, now and then.
    fn measure(&mut self, confined: &Confining) -> Option<EngineEnd> {
        if self.measured.elapsed() <= MEASURING {
            return None;
        }
        (self.measured, self.unmeasured) = (Instant::now(), false);
        let most = confined.limits.disk_mib;
        let exceeds = self.scratch.as_ref().is_some_and(|scratch| scratch.exceeds(most, self.view));
        exceeds.then_some(EngineEnd::Disk(most))
    }

    /// Whether the engine has more processes and threads than these, with so many further ones. Those that it
    /// has started by leave are added to those counted, and only if that is too many all are counted
    /// again: some may have ended.
    fn has_more_than(&mut self, most: u32, further: u32) -> bool {
        let exceeds = |tasks: u32, started: u32| tasks.saturating_add(started).saturating_add(further) > most;
        if exceeds(self.last.tasks, self.started) {
            (self.last.tasks, self.started) = (self.view.tasks(), 0);
        }
        exceeds(self.last.tasks, self.started)
    }

    /// Stops the control group, or lets it go on; whether there is one.
    fn freeze(&mut self, frozen: bool) -> bool {
        self.group.as_mut().is_some_and(|group| group.freeze(frozen))
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
