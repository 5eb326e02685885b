//! The side of the process that starts an engine: what this machine can do, the request to the
//! launcher, and its answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use ipc::channel::Channel;
use ipc::wait::Deadline;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc::pid_t;
use nix::sys::memfd::{MFdFlags, memfd_create};

use crate::access::{self, Files};
use crate::error::{EngineEnd, LaunchError, Unavailable};
use crate::messages::{Confining, KeeperOrder, LaunchRequest, LauncherReply, MARK, SEND_BOUND, Shared, now};
use crate::policy::{Level, Means, Policy};
use crate::survey::{Confinement, Survey};
use crate::waiting::WaitingTime;
use crate::{cgroup, processes};

/// The time for a launcher to say whether the engine was executed.
const WORD_BOUND: Duration = Duration::from_secs(10);

/// The time for the kernel to count how long an engine has been ready, after its turn: some rounds of a core that
/// hundreds share.
const COUNTING: Duration = Duration::from_secs(5);
/// The interval of looking whether it has.
const COUNTING_PAUSE: Duration = Duration::from_millis(5);

/// The means that come with a user namespace, and are missing without it.
const NAMESPACES: [Means; 4] =
    [Means::UserNamespace, Means::PidNamespace, Means::Root, Means::NetworkNamespace];

/// Held while a launcher is executed. It inherits descriptors that are open meanwhile, so only one
/// is executed at a time; setting them up between fork(2) and execve(2) would be slow.
static EXECUTING: Mutex<()> = Mutex::new(());

/// What this machine can do, found out once by confining a program that does nothing. That may take
/// ten seconds, or twenty if a first attempt with namespaces is refused.
pub fn survey(launcher: &Path) -> Result<&'static Survey, LaunchError> {
    static SURVEY: OnceLock<Survey> = OnceLock::new();
    // One at a time: systemd gives a process one scope, and who asks second would do without.
    static SURVEYING: Mutex<()> = Mutex::new(());
    let _surveying = SURVEYING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(survey) = SURVEY.get() {
        return Ok(survey);
    }
    let survey = survey_now(launcher)?;
    Ok(SURVEY.get_or_init(|| survey))
}

fn survey_now(launcher: &Path) -> Result<Survey, LaunchError> {
    let mut missing: BTreeMap<Means, Unavailable> = BTreeMap::new();
    let cgroup = match cgroup::delegated() {
        Err(_) if cgroup::ask_for_scope() => cgroup::delegated(),
        delegated => delegated,
    };
    let cgroup = cgroup.map_err(|why| missing.insert(Means::Cgroup, why)).ok();
    let mut means: BTreeSet<Means> = Means::ALL.into();
    if cgroup.is_none() {
        means.remove(&Means::Cgroup);
    }
    loop {
        match tried(launcher, &means, cgroup.as_ref())? {
            Ok(mut survey) => {
                survey.missing.append(&mut missing);
                return Ok(survey);
            }
            // Without namespaces, or without the rights in them that they need, the rest may still hold.
            Err(why) if means.contains(&Means::UserNamespace) => {
                for one in NAMESPACES {
                    means.remove(&one);
                    missing.insert(one, why.clone().into());
                }
            }
            Err(why) => return Err(why),
        }
    }
}

/// What holds with these means, or why nothing can be started with them.
fn tried(
    launcher: &Path,
    means: &BTreeSet<Means>,
    cgroup: Option<&PathBuf>,
) -> Result<Result<Survey, LaunchError>, LaunchError> {
    let policy = Policy { level: Level::Ordinary, ..Policy::default() };
    let confined = request(&policy, &Files::default(), Path::new("/"), means.clone(), cgroup.cloned());
    // It ends when its input does.
    let engine = Command::new("cat");
    let mut launch = Launch::new(launcher, &engine, Some(confined), policy).map_err(LaunchError::launcher)?;
    launch.command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let (mut child, mut line) = launch.spawn().map_err(LaunchError::launcher)?;
    let started = line.wait_until_started();
    line.release();
    drop(child.stdin.take());
    if started.is_none() {
        child.kill().ok();
    }
    child.wait().map_err(LaunchError::launcher)?;
    match started.ok_or(LaunchError::LauncherSilent)? {
        Ok(survey) => Ok(Ok(survey)),
        Err(EngineEnd::NotExecuted(why)) => Ok(Err(why)),
        // The launcher ended without a word.
        Err(_) => Ok(Err(LaunchError::LauncherSilent)),
    }
}

/// The launch of an engine by this command, made of these files. Where the policy is strict and a
/// layer does not hold here, the launcher refuses: the engine ends as
/// [not executed](EngineEnd::NotExecuted).
pub fn prepare(
    launcher: &Path,
    engine: &Command,
    files: &Files,
    policy: &Policy,
) -> Result<Launch, LaunchError> {
    let confined = match policy.level {
        Level::None => None,
        Level::Ordinary | Level::Strict => {
            let mut means: BTreeSet<Means> = survey(launcher)?.held.values().flatten().copied().collect();
            means.retain(|means| !policy.without.contains(means));
            let cwd = std::env::current_dir().map_err(LaunchError::launcher)?;
            let cgroup = means.contains(&Means::Cgroup).then(cgroup::delegated).and_then(Result::ok);
            Some(request(policy, files, &cwd, means, cgroup))
        }
    };
    Launch::new(launcher, engine, confined, policy.clone()).map_err(LaunchError::launcher)
}

/// The request to the launcher, with these means.
fn request(
    policy: &Policy,
    files: &Files,
    cwd: &Path,
    means: BTreeSet<Means>,
    cgroup: Option<PathBuf>,
) -> Confining {
    let access = access::of(files, cwd, policy);
    Confining {
        strict: policy.level == Level::Strict,
        limits: policy.limits,
        background: policy.background,
        pids_cgroup: means
            .contains(&Means::PidsCgroup)
            .then(cgroup::of_processes)
            .flatten()
            .filter(|_| cgroup.is_none()),
        means,
        cgroup,
        readable: access.readable,
        passed: access.passed,
        folder: access.folder,
        links: access.links,
        homes: access.homes,
        covered: access.covered,
    }
}

/// A launcher that is about to be executed.
pub struct Launch {
    /// Executes the launcher, which executes the engine.
    pub command: Command,
    line: LauncherLink,
    /// Descriptors that the launcher takes over.
    given: [OwnedFd; 2],
}

impl Launch {
    /// Of an engine by this command, confined like this, or for this policy not at all.
    fn new(
        launcher: &Path,
        engine: &Command,
        confined: Option<Confining>,
        policy: Policy,
    ) -> io::Result<Launch> {
        let (ours, theirs) = Channel::pair()?;
        let theirs = theirs.into_fd();
        let file = File::from(memfd_create("usage", MFdFlags::MFD_CLOEXEC)?);
        let is_confined = confined.is_some();
        let request = LaunchRequest { line: theirs.as_raw_fd(), usage: file.as_raw_fd(), confined };
        let mut command = Command::new(launcher);
        command.arg(MARK).arg(serde_json::to_string(&request)?);
        command.arg(engine.get_program()).args(engine.get_args());
        if is_confined {
            command.env_clear().envs(access::environment(policy.limits.memory_mib));
        }
        for (name, value) in engine.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        if let Some(folder) = engine.get_current_dir() {
            command.current_dir(folder);
        }
        let usage = file.try_clone()?;
        let line =
            LauncherLink { channel: Some(ours), usage, policy, thawed: None, started: None, end: None };
        Ok(Launch { command, line, given: [theirs, file.into()] })
    }

    /// Executes the launcher.
    pub fn spawn(mut self) -> io::Result<(Child, LauncherLink)> {
        // They are open for the launcher, and for no other process that this one starts.
        let executing = EXECUTING.lock().unwrap_or_else(PoisonError::into_inner);
        for descriptor in &self.given {
            fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::empty()))?;
        }
        let child = self.command.spawn();
        drop(self.given);
        drop(executing);
        Ok((child?, self.line))
    }
}

/// The channel to a launcher. Closing it ends the engine.
#[derive(Debug)]
pub struct LauncherLink {
    channel: Option<Channel>,
    usage: File,
    policy: Policy,
    /// When it was last to go on.
    thawed: Option<Duration>,
    /// Known once the engine runs.
    started: Option<StartedEngine>,
    /// Known once the engine has ended.
    end: Option<EngineEnd>,
}

#[derive(Debug)]
struct StartedEngine {
    survey: Survey,
    /// The number of the engine's first process as seen from here. Not to be used after its end.
    first: Option<pid_t>,
    /// How long that process had no processor.
    waiting: Option<WaitingTime>,
    /// `cpu.stat` of its control group.
    statistics: Option<File>,
}

impl LauncherLink {
    /// How the engine is confined, if it is. Waits until the launcher has said so, ten seconds at
    /// most.
    pub fn confinement(&mut self) -> Option<Confinement> {
        if self.policy.level == Level::None {
            return None;
        }
        // The engine may have spoken before its launcher has.
        self.wait_until_started();
        let Policy { level, limits, .. } = self.policy;
        let started = self.started.as_ref()?;
        Some(Confinement { level, layers: started.survey.held.clone(), limits })
    }

    /// How the engine has ended, if it has.
    pub fn end(&mut self) -> Option<EngineEnd> {
        self.hear();
        self.end.clone()
    }

    /// The processor time of the engine and of everything that it has started. `None` before its
    /// start and after its end.
    ///
    /// Exact where it has a control group. Elsewhere exact for its first process, and for the others
    /// as of the keeper's last look at them.
    pub fn processor_time(&mut self) -> Option<Duration> {
        if self.started.is_none() {
            self.hear();
        }
        let started = self.started.as_ref().filter(|_| self.end.is_none())?;
        if let Some(time) = started.statistics.as_ref().and_then(cgroup::processor_time) {
            return Some(time);
        }
        Some(processes::clock(started.first?)? + Shared::Others.read(&self.usage))
    }

    /// The most memory that the engine has had, in bytes; `None` if it has ended and nobody had looked. Waits until the
    /// launcher has said that it is started, ten seconds at most.
    ///
    /// Exact for its first process while that lives. All of its processes together are seen whenever the
    /// keeper looks, and what they share is counted for each.
    pub fn peak_memory(&mut self) -> Option<u64> {
        // The engine may have played before its launcher has spoken.
        self.wait_until_started();
        let started = self.started.as_ref()?;
        let first = started.first.filter(|_| self.end.is_none()).and_then(processes::peak);
        Some(Shared::Resident.number(&self.usage).max(first.unwrap_or(0))).filter(|bytes| *bytes > 0)
    }

    /// The same as of the keeper's last look, which is all of its processes together: for after every move.
    pub fn seen_memory(&self) -> Option<u64> {
        Some(Shared::Resident.number(&self.usage)).filter(|bytes| *bytes > 0)
    }

    /// How long the threads of the engine's own process were ready and had no processor, together, and how
    /// long it was stopped in its turns because its keeper had none.
    /// `None` before its start and after its end, and where the system does not count it.
    pub fn waiting_time(&mut self) -> Option<Duration> {
        let started = self.started.as_mut().filter(|_| self.end.is_none())?;
        let ready = started.waiting.as_mut()?.total()?;
        let asked = self.thawed.filter(|asked| *asked > Shared::Thawed.read(&self.usage));
        let stopped = asked.map_or(Duration::ZERO, |asked| now().saturating_sub(asked));
        Some(ready + Shared::Stopped.read(&self.usage) + stopped)
    }

    /// Waits until the kernel has counted how long the engine has been ready: it does so when a thread gets a
    /// processor. Five seconds at most.
    pub fn count_waiting(&mut self) {
        let Some(started) = self.started.as_mut().filter(|_| self.end.is_none()) else { return };
        let (Some(first), Some(waiting)) = (started.first, &mut started.waiting) else { return };
        let mut counts = || (waiting.total(), processes::clock(first));
        let (before, until) = (counts(), Instant::now() + COUNTING);
        while Instant::now() < until && processes::is_ready(first) && counts() == before {
            std::thread::sleep(COUNTING_PAUSE);
        }
    }

    /// Waits until the engine runs, and gives what holds around it, or how it has ended. `None` when
    /// the launcher has said nothing in time.
    fn wait_until_started(&mut self) -> Option<Result<Survey, EngineEnd>> {
        let deadline = Deadline::after(Instant::now(), Some(WORD_BOUND));
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

    /// By what a confined engine can be ended from another thread: [`Channel::shut`] does it. `None`
    /// for an engine that is not confined, or has ended.
    pub fn stop(&self) -> io::Result<Option<Channel>> {
        let confined = self.channel.as_ref().filter(|_| self.policy.level != Level::None);
        confined.map(|channel| Channel::of(channel.fd().try_clone_to_owned()?)).transpose()
    }

    /// Stops all processes of a confined engine until [`LauncherLink::thaw`]: it is not its turn.
    pub fn freeze(&self) {
        self.order(KeeperOrder::Freeze);
    }

    pub fn thaw(&mut self) {
        // Without confinement it was not stopped.
        if self.policy.level == Level::None {
            return;
        }
        let asked = now();
        self.thawed = Some(asked);
        self.order(KeeperOrder::Thaw(asked));
    }

    fn order(&self, order: KeeperOrder) {
        let channel = self.channel.as_ref().filter(|_| self.policy.level != Level::None);
        // A keeper that does not hear it has ended, and the engine with it.
        channel.map(|channel| channel.send(&order, &[], SEND_BOUND));
    }

    /// Has the launcher end the engine and everything that it has started. Does not wait for it.
    pub fn release(&mut self) {
        self.hear();
        if let Some(channel) = self.channel.take() {
            // Other processes may still hold this end.
            channel.shut();
        }
    }

    /// Takes in what the launcher has said.
    fn hear(&mut self) {
        while let Some(channel) = &mut self.channel {
            match channel.receive::<LauncherReply>() {
                Ok(None) => return,
                Ok(Some((LauncherReply::Started(survey), descriptors))) => {
                    let mut descriptors = descriptors.into_iter();
                    let first = descriptors.next().and_then(|fd| number(&fd));
                    let statistics = descriptors.next().map(File::from);
                    let waiting = first.map(WaitingTime::of);
                    self.started = Some(StartedEngine { survey, first, waiting, statistics });
                }
                Ok(Some((LauncherReply::Refused(why), _))) => self.end = Some(why.into()),
                Ok(Some((LauncherReply::Ended(end), _))) => self.end = Some(end),
                // The keeper has ended, and the engine with it, if it was started at all.
                Err(_) => {
                    self.channel = None;
                    let early = self.started.is_none();
                    let end = if early { LaunchError::LauncherSilent.into() } else { EngineEnd::KeeperEnded };
                    self.end.get_or_insert(end);
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
