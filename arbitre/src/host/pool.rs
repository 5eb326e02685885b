//! A client's pool of hosts: started before they are needed, kept for the next rencontre.

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

/// This program, even if its file has been replaced: a contest may outlast a version.
const THIS_PROGRAM: &str = "/proc/self/exe";
/// The time for hosts to stop.
const STOP_BOUND: Duration = Duration::from_secs(5);
/// The time to end after closing its channel.
const END_BOUND: Duration = Duration::from_secs(1);
/// The time to read an order. Orders always fit the socket buffer: only a suspended host needs
/// longer.
const READ_BOUND: Duration = Duration::from_secs(1);

/// The cores of the two players, by slot; `None`: none of its own.
pub type Cores = [Option<usize>; 2];

/// How hosts are started.
#[derive(Clone, Debug)]
pub struct HostCommand {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// Whether their logs come by [`Pool::lines`], instead of the client's standard error.
    piped: bool,
}

impl HostCommand {
    /// This program, which becomes a host by [`requested`](super::requested), with these settings.
    pub fn this_program(settings: &HostSettings, piped: bool) -> Self {
        HostCommand::of(THIS_PROGRAM, settings, piped)
    }

    /// Another such program.
    pub fn of(program: impl Into<PathBuf>, settings: &HostSettings, piped: bool) -> Self {
        HostCommand { program: program.into(), arguments: settings.arguments().into(), piped }
    }
}

/// An event of a host's rencontre.
#[derive(Debug)]
pub enum HostEvent {
    Said(Report),
    /// The host ended during the rencontre.
    Died(Reason),
}

#[derive(Debug)]
struct Host<K> {
    child: Child,
    channel: Channel,
    lines: Option<Lines>,
    /// The cores of the engines that it has kept; `None` before its first rencontre.
    cores: Option<Cores>,
    /// Its current rencontre.
    busy: Option<K>,
    /// It has started an engine for that rencontre, and waits for it to be given.
    ready: bool,
    /// It has handed in the record of that rencontre, and waits for [`Order::Recorded`].
    handed_in: bool,
    /// It plays nothing more: its end is awaited.
    leaving: bool,
    /// Why we killed it.
    killed: Option<Reason>,
}

/// The hosts of a client, which names its rencontres by `K`.
#[derive(Debug)]
pub struct Pool<K> {
    command: HostCommand,
    hosts: Vec<Host<K>>,
    /// Idle hosts at most.
    spare: usize,
    /// Logged lines not taken yet.
    logged: Vec<String>,
}

impl<K: Copy + PartialEq> Pool<K> {
    /// Hosts of this command; up to `spare` stay idle, and one always does where [`Pool::prepare`]
    /// is called.
    pub fn new(command: HostCommand, spare: usize) -> Self {
        Pool { command, hosts: Vec::new(), spare, logged: Vec::new() }
    }

    /// Starts the idle hosts, once there are none. A refusal of the system is reported by
    /// [`Pool::give`].
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

    /// Gives a rencontre and its connections to a host: the one that has started an engine under
    /// this key, an idle one, or a new one. One that does not read within a second is ended and
    /// replaced. `cores` are those of engines a host has kept.
    ///
    /// # Errors
    /// The system refuses; if it [`lacks`] resources for now, try again a moment later.
    pub fn give(
        &mut self,
        key: K,
        cores: Cores,
        order: &Order,
        connections: &[BorrowedFd<'_>],
    ) -> io::Result<()> {
        loop {
            let own = self.hosts.iter().position(|host| host.busy == Some(key));
            // Prefer the host that has kept these engines.
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
                    (host.busy, host.cores, host.ready) = (Some(key), Some(cores), false);
                    return Ok(());
                }
                Err(error) => {
                    // Part of an order is none; a host that has ended or hangs is of no use.
                    let host = self.hosts.remove(index);
                    self.end(host);
                    if let ChannelError::Io(error) = error {
                        return Err(error);
                    }
                }
            }
        }
    }

    /// Whether a host is busy with a rencontre.
    pub fn plays(&self) -> bool {
        self.hosts.iter().any(|host| host.busy.is_some())
    }

    /// Answers the host of a rencontre, if it is still there; kills one that does not read within a
    /// second.
    pub fn answer(&mut self, key: K, order: &Order, connections: &[BorrowedFd<'_>]) {
        let Some(host) = self.host(key) else { return };
        host.handed_in &= !matches!(order, Order::Recorded);
        if let Err(error) = host.channel.send(order, connections, READ_BOUND) {
            host.kill(reasons::channel(&error));
        }
    }

    /// Stops a rencontre: its interrupted record follows, and its host ends.
    pub fn stop(&mut self, key: K) {
        if let Some(host) = self.host(key) {
            host.stop();
        }
    }

    /// Kills the host of a rencontre for this reason, which its end will report.
    pub fn kill(&mut self, key: K, why: Reason) {
        if let Some(host) = self.host(key) {
            host.kill(why);
        }
    }

    fn host(&mut self, key: K) -> Option<&mut Host<K>> {
        self.hosts.iter_mut().find(|host| host.busy == Some(key))
    }

    /// The descriptors for [`Pool::events`] and [`Pool::lines`].
    pub fn sockets(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.hosts
            .iter()
            .flat_map(|host| [Some(host.channel.fd()), host.lines.as_ref().and_then(Lines::fd)])
            .flatten()
    }

    /// Whole lines logged since the last call, if they come here.
    pub fn lines(&mut self) -> Vec<String> {
        let mut lines = std::mem::take(&mut self.logged);
        let fds = self.hosts.iter().filter_map(|host| host.lines.as_ref()).filter_map(Lines::fd);
        let ready = ready_now(fds.map(readable));
        let logs = self.hosts.iter_mut().filter_map(|host| host.lines.as_mut());
        let logs = logs.filter(|log| log.fd().is_some()).zip(ready).filter(|(_, ready)| *ready);
        lines.extend(logs.flat_map(|(log, _)| log.take()));
        lines
    }

    /// Waits for the end of a host; the reason.
    fn end(&mut self, host: Host<K>) -> Reason {
        let (why, lines) = host.end();
        self.logged.extend(lines);
        why
    }

    /// Events since the last call, in order for each rencontre. Blocks only for a host that has
    /// closed its channel: a second at most, then it is killed.
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
                        // A host that is to end plays with no engine that it has started.
                        let last = report.is_last() || host.leaving && matches!(report, Report::Named(_));
                        host.ready = matches!(report, Report::Named(Ok(_)));
                        host.handed_in =
                            matches!(&report, Report::Record(record) if record.interrupted.is_none());
                        let key = if last { host.busy.take() } else { host.busy };
                        if last && host.leaving {
                            host.channel.finish();
                        }
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

    /// Kills suspended hosts, whose rencontres would never end.
    pub fn end_suspended(&mut self) {
        for host in self.hosts.iter_mut().filter(|host| host.busy.is_some()) {
            let pid = Pid::from_raw(host.child.id().cast_signed());
            let flags = WaitPidFlag::WSTOPPED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
            if let Ok(WaitStatus::Stopped(_, signal)) = waitid(Id::Pid(pid), flags) {
                host.kill(Reason::new("suspended").with(signal.as_str()));
            }
        }
    }

    /// Ends idle hosts, except so many.
    pub fn dismiss_idle(&mut self, but: usize) {
        for host in self.hosts.iter_mut().filter(|host| host.is_idle()).skip(but) {
            host.leaving = true;
            host.channel.finish();
        }
    }

    /// Tells every host to stop, within five seconds: this deadline is for [`Pool::end_by`]. The record of a
    /// rencontre that was over by then still waits for [`Order::Recorded`].
    pub fn stop_all(&mut self) -> Deadline {
        self.hosts.iter_mut().for_each(Host::stop);
        Deadline::after(Instant::now(), Some(STOP_BOUND))
    }

    /// Stops every host and collects its last events; kills those that take longer than five
    /// seconds. Nobody answers a record any more.
    pub fn end_all(&mut self) -> Vec<(K, HostEvent)> {
        let deadline = self.stop_all();
        self.end_by(deadline)
    }

    /// As [`Pool::end_all`], of hosts that were told to stop; kills those still there at the deadline.
    pub fn end_by(&mut self, deadline: Deadline) -> Vec<(K, HostEvent)> {
        let mut events = Vec::new();
        // Once more than until the deadline: for what has come by then.
        while !self.hosts.is_empty() {
            let last = deadline.passed();
            self.hosts.iter().filter(|host| host.handed_in).for_each(|host| host.channel.finish());
            let mut fds: Vec<PollFd<'_>> = self.sockets().map(readable).collect();
            if wait_any(&mut fds, deadline).is_err() {
                break;
            }
            events.extend(self.events());
            let lines = self.lines();
            self.logged.extend(lines);
            if last {
                break;
            }
        }
        for host in &mut self.hosts {
            // Killed first, so that waiting does not add up.
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
    /// Whether it is free.
    fn is_idle(&self) -> bool {
        self.busy.is_none() && !self.leaving && self.killed.is_none()
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
        Ok(Host {
            child,
            channel,
            lines,
            cores: None,
            busy: None,
            ready: false,
            handed_in: false,
            leaving: false,
            killed: None,
        })
    }

    /// Tells it to stop and end; its events still come.
    fn stop(&mut self) {
        if std::mem::take(&mut self.ready) {
            self.busy = None;
        }
        let told =
            self.busy.is_some() && (self.leaving || self.channel.send(&Order::Stop, &[], READ_BOUND).is_ok());
        self.leaving = true;
        // A busy host would take the end of the channel for the end of its client, and keep the record
        // itself.
        if !told {
            self.channel.finish();
        }
    }

    fn kill(&mut self, why: Reason) {
        self.killed.get_or_insert(why);
        // It may just have ended.
        self.child.kill().ok();
    }

    /// Waits for the end of a host whose channel is closed or closing, and kills it if need be. The
    /// reason, and its last lines.
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

/// The reason of a rencontre whose host ended so.
fn why(end: ProcessEnd) -> Reason {
    match end {
        ProcessEnd::Exited(code) => Reason::new("interrupted-exit-code").with(code),
        ProcessEnd::Killed(signal) => Reason::new("interrupted-signal").with(signal),
        ProcessEnd::Unknown => reasons::ended(end),
    }
}

/// Whether the innermost cause is that the system [`lacks`] something.
pub fn comes_from_lack(why: &Reason) -> bool {
    match (&why.cause, why.code.as_str(), why.args.first()) {
        (Some(cause), ..) => comes_from_lack(cause),
        (None, "os", Some(number)) => {
            number.parse().is_ok_and(|number| lacks(&io::Error::from_raw_os_error(number)))
        }
        _ => false,
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
