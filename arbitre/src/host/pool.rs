//! The client's side of the hosts: started before there is work for them, kept for the next.

use std::ffi::OsString;
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ipc::channel::{Channel, ChannelError};
use ipc::process::{self, ProcessEnd};
use ipc::sidecar::Lines;
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use super::{HostSettings, Order, Report};
use crate::reasons;
use crate::reception::ready_now;

/// This program, also when its file has been replaced since: a contest may last longer than a version.
const THIS_PROGRAM: &str = "/proc/self/exe";
/// How long hosts may take to stop.
const STOP_BOUND: Duration = Duration::from_secs(5);
/// How long one may take to end that has closed its channel.
const END_BOUND: Duration = Duration::from_secs(1);
/// How long a host may leave an order unread. All of them fit the socket: only one that has been suspended does.
const READ_BOUND: Duration = Duration::from_secs(1);

/// The numbers of the cores of the two players, by slot; `None`: none of its own.
pub type Cores = [Option<usize>; 2];

/// How hosts are started.
#[derive(Clone, Debug)]
pub struct HostCommand {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// Whether what they log comes by [`Pool::lines`]; it goes to the client's standard error otherwise.
    piped: bool,
}

impl HostCommand {
    /// This program, which is a host where [`requested`](super::requested) says so, and speaks in this way.
    pub fn this_program(settings: &HostSettings, piped: bool) -> Self {
        HostCommand { program: THIS_PROGRAM.into(), arguments: settings.arguments().into(), piped }
    }
}

/// What a host has to say of its rencontre.
#[derive(Debug)]
pub enum HostEvent {
    Said(Report),
    /// It has ended over it, for this reason.
    Died(Reason),
}

#[derive(Debug)]
struct Host<K> {
    child: Child,
    channel: Channel,
    lines: Option<Lines>,
    /// The cores of the engines that it has kept; `None` as long as it has played nothing.
    cores: Option<Cores>,
    /// The rencontre that it plays.
    busy: Option<K>,
    /// It plays nothing more: its end is awaited.
    leaving: bool,
    /// Why it was killed by us, if it was.
    killed: Option<Reason>,
}

/// All hosts of a client, which names its rencontres by `K`.
#[derive(Debug)]
pub struct Pool<K> {
    command: HostCommand,
    hosts: Vec<Host<K>>,
    /// How many wait for work at most.
    spare: usize,
    /// What hosts have logged that nobody has taken yet.
    logged: Vec<String>,
}

impl<K: Copy + PartialEq> Pool<K> {
    /// Hosts that are started so; up to `spare` of them wait for work, and one always does where [`Pool::prepare`] is called.
    pub fn new(command: HostCommand, spare: usize) -> Self {
        Pool { command, hosts: Vec::new(), spare, logged: Vec::new() }
    }

    /// Starts those that are to wait for work, once none does. Where the system refuses, [`Pool::give`] tells.
    pub fn prepare(&mut self) {
        if self.hosts.iter().any(Host::is_idle) {
            return;
        }
        for _ in 0..self.spare {
            match Host::start(&self.command) {
                Ok(host) => self.hosts.push(host),
                Err(error) => return log::debug!("host: {error}"),
            }
        }
    }

    /// Makes sure that a host is free.
    pub fn ready(&mut self) -> io::Result<()> {
        if !self.hosts.iter().any(Host::is_idle) {
            self.hosts.push(Host::start(&self.command)?);
        }
        Ok(())
    }

    /// Has a host play this with these connections: the one that has started an engine under this key, or one that is free,
    /// or a new one. One that does not read it within a second is ended, and another one takes its place. Engines that a
    /// host has kept are on these cores.
    ///
    /// # Errors
    /// The system refuses; where it [`lacks`] something for now, another try a moment later is worth it.
    pub fn give(
        &mut self,
        key: K,
        cores: Cores,
        order: &Order,
        connections: &[BorrowedFd<'_>],
    ) -> io::Result<()> {
        loop {
            let own = self.hosts.iter().position(|host| host.busy == Some(key));
            // One that has kept engines there goes first.
            let known = || self.hosts.iter().position(|host| host.is_idle() && host.cores == Some(cores));
            let new = || self.hosts.iter().position(|host| host.is_idle() && host.cores.is_none());
            let free = own.or_else(known).or_else(new);
            let index = match free {
                Some(index) => index,
                None => {
                    self.hosts.push(Host::start(&self.command)?);
                    self.hosts.len() - 1
                }
            };
            let host = &mut self.hosts[index];
            match host.channel.send(order, connections, READ_BOUND) {
                Ok(()) => {
                    (host.busy, host.cores) = (Some(key), Some(cores));
                    return Ok(());
                }
                Err(error) => {
                    // Half an order is none; one that has just ended, or hangs, is of no use.
                    let host = self.hosts.remove(index);
                    self.end(host);
                    if let ChannelError::Io(error) = error {
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Answers the host of a rencontre, if it is still there; one that does not read it within a second is killed.
    pub fn answer(&mut self, key: K, order: &Order, connections: &[BorrowedFd<'_>]) {
        if let Some(host) = self.host(key)
            && !host.leaving
            && let Err(error) = host.channel.send(order, connections, READ_BOUND)
        {
            host.kill(reasons::channel(&error));
        }
    }

    /// Has a rencontre stop at once: its record, interrupted, is still to come, and its host ends.
    pub fn stop(&mut self, key: K) {
        if let Some(host) = self.host(key) {
            host.stop();
        }
    }

    /// Ends the host of a rencontre, for this reason: its end will be reported.
    pub fn kill(&mut self, key: K, why: Reason) {
        if let Some(host) = self.host(key) {
            host.kill(why);
        }
    }

    fn host(&mut self, key: K) -> Option<&mut Host<K>> {
        self.hosts.iter_mut().find(|host| host.busy == Some(key))
    }

    /// What to wait for: then [`Pool::events`] and [`Pool::lines`] are due.
    pub fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.hosts
            .iter()
            .flat_map(|host| [Some(host.channel.fd()), host.lines.as_ref().and_then(Lines::fd)])
            .flatten()
    }

    /// The whole lines that the hosts have logged since the last time, where they come here.
    pub fn lines(&mut self) -> Vec<String> {
        let mut lines = std::mem::take(&mut self.logged);
        let fds = self.hosts.iter().filter_map(|host| host.lines.as_ref()).filter_map(Lines::fd);
        let ready = ready_now(fds.map(readable));
        let logs = self.hosts.iter_mut().filter_map(|host| host.lines.as_mut());
        let logs = logs.filter(|log| log.fd().is_some()).zip(ready).filter(|(_, ready)| *ready);
        lines.extend(logs.flat_map(|(log, _)| log.take()));
        lines
    }

    /// Waits for the end of a host; how it ended.
    fn end(&mut self, host: Host<K>) -> Reason {
        let (why, lines) = host.end();
        self.logged.extend(lines);
        why
    }

    /// What has come of the rencontres since the last time, for each in the order in which it was said. Waits for nobody
    /// but a host that has closed its channel: a second at most, then it is killed.
    pub fn events(&mut self) -> Vec<(K, HostEvent)> {
        let mut events = Vec::new();
        let ready = ready_now(self.hosts.iter().map(|host| readable(host.channel.fd())));
        for (mut host, ready) in std::mem::take(&mut self.hosts).into_iter().zip(ready) {
            if !ready {
                self.hosts.push(host);
                continue;
            }
            loop {
                match host.channel.receive::<Report>() {
                    Ok(Some((report, _))) => {
                        let key = if report.is_last() { host.busy.take() } else { host.busy };
                        events.extend(key.map(|key| (key, HostEvent::Said(report))));
                    }
                    Ok(None) => {
                        self.hosts.push(host);
                        break;
                    }
                    Err(_) => {
                        let busy = host.busy;
                        let why = self.end(host);
                        events.extend(busy.map(|key| (key, HostEvent::Died(why))));
                        break;
                    }
                }
            }
        }
        self.dismiss_idle(self.spare);
        events
    }

    /// Kills the hosts that somebody has suspended: what they play would never end.
    pub fn end_suspended(&mut self) {
        for host in self.hosts.iter_mut().filter(|host| host.busy.is_some()) {
            let pid = Pid::from_raw(host.child.id().cast_signed());
            let flags = WaitPidFlag::WSTOPPED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
            if let Ok(WaitStatus::Stopped(_, signal)) = waitid(Id::Pid(pid), flags) {
                host.kill(Reason::new("suspended").with(signal.as_str()));
            }
        }
    }

    /// Lets the hosts go that play nothing, but for so many.
    pub fn dismiss_idle(&mut self, but: usize) {
        for host in self.hosts.iter_mut().filter(|host| host.is_idle()).skip(but) {
            host.leaving = true;
            host.channel.finish();
        }
    }

    /// Tells every host to stop at once, and waits for that, five seconds at most, before it kills the others; what
    /// they still had to say.
    pub fn end_all(&mut self) -> Vec<(K, HostEvent)> {
        self.hosts.iter_mut().for_each(Host::stop);
        let deadline = Deadline::after(Instant::now(), Some(STOP_BOUND));
        let mut events = Vec::new();
        while !self.hosts.is_empty() && !deadline.passed() {
            let mut fds: Vec<PollFd<'_>> = self.sockets().map(readable).collect();
            if wait_any(&mut fds, deadline).is_err() {
                break;
            }
            events.extend(self.events());
        }
        for host in &mut self.hosts {
            // Waiting for one after the other would take as often as long.
            host.child.kill().ok();
        }
        for host in std::mem::take(&mut self.hosts) {
            self.end(host);
        }
        events
    }
}

impl<K> Drop for Pool<K> {
    fn drop(&mut self) {
        self.hosts.iter().for_each(|host| host.channel.finish());
        self.hosts.drain(..).for_each(|host| drop(host.end()));
    }
}

impl<K> Host<K> {
    /// Whether it waits for work.
    fn is_idle(&self) -> bool {
        self.busy.is_none() && !self.leaving
    }

    fn start(command: &HostCommand) -> io::Result<Self> {
        let (channel, theirs) = Channel::pair()?;
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::from(theirs.into_fd()))
            .stdout(Stdio::null())
            .stderr(if command.piped { Stdio::piped() } else { Stdio::inherit() })
            // A Ctrl-C in the terminal is for the client alone.
            .process_group(0)
            .spawn()?;
        let lines = child.stderr.take().map(Lines::of).transpose()?;
        Ok(Host { child, channel, lines, cores: None, busy: None, leaving: false, killed: None })
    }

    /// Has it stop at once and end; it is still heard.
    fn stop(&mut self) {
        if self.busy.is_some() && !self.leaving {
            // A host that is not told takes the end of the channel for the end of its client, and keeps the record itself.
            self.channel.send(&Order::Stop, &[], READ_BOUND).ok();
        }
        self.leaving = true;
        self.channel.finish();
    }

    fn kill(&mut self, why: Reason) {
        self.killed.get_or_insert(why);
        // It may just have ended by itself.
        self.child.kill().ok();
    }

    /// Waits for the end of a host that has closed its channel, or is to; makes sure of it. How it ended, and its last lines.
    fn end(mut self) -> (Reason, Vec<String>) {
        self.channel.finish();
        let end = process::end(&mut self.child, END_BOUND);
        let lines = self.lines.as_mut().map(Lines::take).unwrap_or_default();
        (self.killed.unwrap_or_else(|| why(end)), lines)
    }
}

fn readable(fd: BorrowedFd<'_>) -> PollFd<'_> {
    PollFd::new(fd, PollFlags::POLLIN)
}

/// Why a rencontre was interrupted whose host ended so.
fn why(end: ProcessEnd) -> Reason {
    match end {
        ProcessEnd::Exited(code) => Reason::new("interrupted-exit-code").with(code),
        ProcessEnd::Killed(signal) => Reason::new("interrupted-signal").with(signal),
        ProcessEnd::Unknown => reasons::ended(end),
    }
}

/// Whether the system only lacks a process, memory or a descriptor for now.
pub fn lacks(error: &io::Error) -> bool {
    let errno = error.raw_os_error().map(Errno::from_raw);
    matches!(
        errno,
        Some(
            Errno::EAGAIN
                | Errno::ENOMEM
                | Errno::EMFILE
                | Errno::ENFILE
                | Errno::ENOBUFS
                | Errno::ETOOMANYREFS
        )
    )
}
