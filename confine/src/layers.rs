//! The layers that the engine's own process puts around itself just before it is executed: control
//! group, rlimits, Landlock and seccomp, in this order.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd, RawFd};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use ipc::channel::Channel;
use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    Scope, path_beneath_rules,
};
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc;
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use nix::unistd::setsid;

use crate::error::{LaunchError, Unavailable};
use crate::messages::{Confining, LauncherReply, SEND_BOUND};
use crate::namespaces;
use crate::policy::{Layer, Means, OPEN_FILES};
use crate::seccomp;
use crate::survey::Survey;

/// Signals and timers under way, and the bytes of message queues.
const SIGNALS: u64 = 1024;
const MESSAGES: u64 = 64 << 10;
/// How many processes beyond the limit the kernel allows: two are the launcher's, and the keeper ends an
/// engine that exceeds the limit, with the reason.
pub const SLACK: u32 = 4;
/// The kernel accepts one such write in 100 ms, from all processes.
const AUTOGROUP_TRIES: u32 = 20;
const AUTOGROUP_PAUSE: Duration = Duration::from_millis(20);
/// The newest version of Landlock that is asked for. Older kernels give what they have.
const LANDLOCK: ABI = ABI::V6;
/// The first versions of Landlock with rules on TCP, and on signals and abstract sockets.
const LANDLOCK_TCP: i32 = 4;
const LANDLOCK_SCOPES: i32 = 6;

/// Gives this session the lowest priority, where the kernel shares processors between sessions
/// rather than processes: sched(7).
fn background_session() {
    for _ in 0..AUTOGROUP_TRIES {
        match fs::write("/proc/self/autogroup", "19") {
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(AUTOGROUP_PAUSE),
            _ => break,
        }
    }
}

/// The layers of an engine's process.
pub struct Layers {
    pub keeper: Channel,
    /// What holds already.
    pub around: Survey,
    /// The scratch folder.
    pub folder: Option<PathBuf>,
}

impl Layers {
    /// Puts them around this process. `group`: the kind of the control group that it is in, if it is in one.
    /// `limited_apart`: whether the kernel counts the engine's processes on their own.
    ///
    /// # Errors
    /// What the system refuses. Or the policy is strict and a layer is missing.
    pub fn put(
        &mut self,
        confined: &Confining,
        group: Option<Means>,
        limited_apart: bool,
    ) -> Result<(), LaunchError> {
        if let Some(means) = group {
            self.around.hold(Layer::Resources, means);
        }
        setsid().ok();
        if confined.background {
            ipc::process::lowest_priority();
            background_session();
        }
        rlimits(confined, limited_apart)?;
        self.around.hold(Layer::Resources, Means::Rlimits);
        self.around.hold(Layer::Resources, Means::Watcher);
        if self.around.holds(Layer::Files, Means::Root) {
            // Some files there belong to root, which may be the engine's user.
            namespaces::close_proc()?;
        }
        prctl::set_no_new_privs()?;
        give_up_capabilities();
        self.landlock(confined).map_err(io::Error::other)?;
        let kept = !self.around.holds(Layer::Life, Means::PidNamespace);
        if kept {
            // The keeper may be killed. The engine cannot kill it where it may not signal others.
            prctl::set_pdeathsig(Signal::SIGKILL)?;
        }
        let grouped = [Means::Cgroup, Means::PidsCgroup];
        let limited =
            limited_apart || grouped.iter().any(|means| self.around.holds(Layer::Resources, *means));
        let listener = self.seccomp(confined, limited);
        if kept && (self.around.holds(Layer::Calls, Means::LandlockScope) || listener.is_some()) {
            self.around.hold(Layer::Life, Means::Keeper);
        }
        if confined.limits.network {
            self.around.hold(Layer::Network, Means::AskedFor);
        }
        let missing: BTreeSet<Layer> = self.around.lacking(Layer::ALL).collect();
        if confined.strict && !missing.is_empty() {
            return Err(LaunchError::LayersMissing(missing));
        }
        let descriptors: Vec<BorrowedFd<'_>> = listener.iter().map(AsFd::as_fd).collect();
        let survey = self.around.clone();
        self.keeper
            .send(&LauncherReply::Started(survey), &descriptors, SEND_BOUND)
            .map_err(io::Error::other)?;
        // Only now: with it the kernel would refuse the message while others have descriptors under way.
        bound(Resource::RLIMIT_NOFILE, OPEN_FILES)?;
        Ok(only_standard_streams()?)
    }

    /// Landlock, see landlock(7): which files the engine may use, and which processes it may signal,
    /// also where there is no mount namespace.
    fn landlock(&mut self, confined: &Confining) -> Result<(), RulesetError> {
        let asked = |means| confined.means.contains(&means);
        let tcp = asked(Means::LandlockTcp) && !confined.limits.network;
        if !asked(Means::Landlock) && !tcp && !asked(Means::LandlockScope) {
            return Ok(());
        }
        let all = AccessFs::from_all(LANDLOCK);
        let mut ruleset = Ruleset::default();
        if asked(Means::Landlock) {
            ruleset = ruleset.handle_access(all)?;
        }
        if tcp {
            ruleset = ruleset.handle_access(AccessNet::from_all(LANDLOCK))?;
        }
        if asked(Means::LandlockScope) {
            ruleset = ruleset.scope(Scope::from_all(LANDLOCK))?;
        }
        let mut ruleset = ruleset.create()?;
        if asked(Means::Landlock) {
            let own_root = self.around.holds(Layer::Files, Means::Root);
            let group = self.around.holds(Layer::Resources, Means::Cgroup);
            let devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev | AccessFs::Truncate;
            let looking = AccessFs::ReadFile | AccessFs::ReadDir;
            // Everything in a root of its own is there for the engine.
            let root = [PathBuf::from("/")];
            let readable = if own_root { &root } else { confined.readable.as_slice() };
            let mut writable: Vec<&Path> = self.folder.iter().map(PathBuf::as_path).collect();
            if own_root {
                // Without a root of its own this folder is the machine's.
                writable.push(Path::new("/dev/shm"));
            }
            ruleset = ruleset
                .add_rules(path_beneath_rules(readable, AccessFs::from_read(LANDLOCK)))?
                .add_rules(path_beneath_rules(["/proc", "/sys/devices/system/cpu"], looking))?
                .add_rules(path_beneath_rules(
                    namespaces::devices(group).map(|name| Path::new("/dev").join(name)),
                    devices,
                ))?
                .add_rules(path_beneath_rules(writable, all & !(AccessFs::MakeBlock | AccessFs::MakeChar)))?;
        }
        let found = match ruleset.restrict_self()?.landlock {
            LandlockStatus::Available { effective_abi, .. } => effective_abi as i32,
            _ => 0,
        };
        for (wanted, layer, means, needed) in [
            (asked(Means::Landlock), Layer::Files, Means::Landlock, 1),
            (tcp, Layer::Network, Means::LandlockTcp, LANDLOCK_TCP),
            (asked(Means::LandlockScope), Layer::Calls, Means::LandlockScope, LANDLOCK_SCOPES),
        ] {
            if wanted && found >= needed {
                self.around.hold(layer, means);
            } else if wanted {
                let why = match found {
                    0 => Unavailable::NoLandlock,
                    found => Unavailable::OldLandlock { found, needed },
                };
                self.around.missing.insert(means, why);
            }
        }
        Ok(())
    }

    /// `limited`: whether the kernel bounds the number of the engine's processes.
    fn seccomp(&mut self, confined: &Confining, limited: bool) -> Option<OwnedFd> {
        if !confined.means.contains(&Means::Seccomp) {
            return None;
        }
        let namespaces = self.around.holds(Layer::User, Means::UserNamespace)
            && (confined.limits.network || self.around.holds(Layer::Network, Means::NetworkNamespace));
        let around = seccomp::Around {
            namespaces,
            root: self.around.holds(Layer::Files, Means::Root),
            group: self.around.holds(Layer::Resources, Means::Cgroup),
            processes: self.around.holds(Layer::Life, Means::PidNamespace),
            limited,
            signals: self.around.holds(Layer::Calls, Means::LandlockScope),
        };
        match seccomp::restrict(confined, around) {
            Ok(listener) => {
                self.around.hold(Layer::Calls, Means::Seccomp);
                if !confined.limits.network {
                    self.around.hold(Layer::Network, Means::Seccomp);
                }
                listener
            }
            Err(error) => {
                self.around.missing.insert(Means::Seccomp, Unavailable::NoSeccomp(error.into()));
                None
            }
        }
    }
}

/// Sets a limit of this process, which it cannot raise again.
fn bound(resource: Resource, most: u64) -> io::Result<()> {
    let (_, hard) = getrlimit(resource)?;
    Ok(setrlimit(resource, most.min(hard), most.min(hard))?)
}

/// Limits of each single process.
fn rlimits(confined: &Confining, limited_apart: bool) -> io::Result<()> {
    bound(Resource::RLIMIT_CORE, 0)?;
    bound(Resource::RLIMIT_FSIZE, confined.limits.disk_mib << 20)?;
    // The system counts these for each user: one engine could take all.
    bound(Resource::RLIMIT_SIGPENDING, SIGNALS)?;
    bound(Resource::RLIMIT_MSGQUEUE, MESSAGES)?;
    if limited_apart {
        bound(Resource::RLIMIT_NPROC, u64::from(confined.limits.processes.saturating_add(SLACK)))?;
    }
    // When the machine runs out of memory, the kernel kills the engine and not the referee.
    fs::write("/proc/self/oom_score_adj", "1000").ok();
    Ok(())
}

/// Whatever root may do is not the engine's, not even where it has root's user.
fn give_up_capabilities() {
    for capability in 0..64 {
        #[expect(unsafe_code, reason = "prctl(2)")]
        // SAFETY: numbers go in. It is refused to an ordinary user, who has none.
        unsafe {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
    }
}

/// Every other descriptor closes when the engine is executed.
fn only_standard_streams() -> io::Result<()> {
    #[expect(unsafe_code, reason = "close_range(2)")]
    // SAFETY: nothing is closed now.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if Errno::result(closed).is_ok() {
        return Ok(());
    }
    // Kernels before 5.11.
    let open =
        fs::read_dir("/proc/self/fd")?.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    for number in open.filter(|&number: &RawFd| number > 2) {
        #[expect(unsafe_code, reason = "a descriptor by its number")]
        // SAFETY: only a flag is set, and the kernel refuses a number that is not open any more.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).ok();
    }
    Ok(())
}
