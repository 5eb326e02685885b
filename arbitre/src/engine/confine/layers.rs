//! What is put around an engine in its own process, the last thing before it is executed.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd, RawFd};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jeux::Reason;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc;
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use nix::unistd::setsid;

use super::policy::{Layer, Means, Survey};
use super::request::{Confined, Word};
use super::{calls, cgroup, files, root};
use ipc::channel::Channel;

/// How long the keeper may take to hear.
const SPEAK: Duration = Duration::from_secs(1);
/// Open files of a process of the engine.
const OPEN_FILES: u64 = 1024;
/// How many processes more than allowed the kernel lets the family have: the keeper ends it when there are more than allowed, with
/// the reason; this is for what happens between two of its looks.
pub const SLACK: u32 = 64;
/// The kernel that counts the processes of a user namespace by themselves, not with all that its user runs.
const COUNTS_APART: (u32, u32) = (5, 14);

/// What is put around the engine in its own process, the last before it is executed.
pub struct Layers {
    /// To the keeper.
    pub said: Channel,
    /// What holds already.
    pub around: Survey,
    /// The scratch folder.
    pub folder: Option<PathBuf>,
}

impl Layers {
    /// Puts them. `joining` is where the engine's control group is joined, if it has one; `limited_apart`: whether the kernel counts
    /// its processes by themselves.
    ///
    /// # Errors
    /// What the system refuses; the policy is strict and a layer is missing, which the keeper has been told.
    pub fn put(
        &mut self,
        confined: &Confined,
        joining: Option<&File>,
        limited_apart: bool,
    ) -> io::Result<()> {
        if let Some(joining) = joining {
            cgroup::join(joining)?;
            self.around.hold(Layer::Resources, Means::Cgroup);
        }
        setsid().ok();
        limits(confined, limited_apart)?;
        self.around.hold(Layer::Resources, Means::Rlimits);
        self.around.hold(Layer::Resources, Means::Watcher);
        if self.around.holds(Layer::Files, Means::Root) {
            // Some of what is there belongs to root, who may be the engine's user.
            root::close_proc()?;
        }
        prctl::set_no_new_privs()?;
        self.files(confined).map_err(io::Error::other)?;
        if !self.around.holds(Layer::Life, Means::PidNamespace) {
            // The keeper may be killed; it cannot be by the engine, where that may not signal others.
            prctl::set_pdeathsig(Signal::SIGKILL)?;
            if self.around.holds(Layer::Calls, Means::LandlockScope) {
                self.around.hold(Layer::Life, Means::Keeper);
            }
        }
        let listener = self.calls(confined);
        if confined.limits.network {
            self.around.hold(Layer::Network, Means::AskedFor);
        }
        let missing: Vec<&str> = Layer::ALL
            .into_iter()
            .filter(|layer| !self.around.held.contains_key(layer))
            .map(Layer::name)
            .collect();
        if confined.strict && !missing.is_empty() {
            let why =
                missing.into_iter().fold(Reason::new("confinement-missing"), |why, name| why.with(name));
            self.said.send(&Word::Refused(why.to_string()), &[], SPEAK).ok();
            return Err(Errno::EPERM.into());
        }
        let descriptors: Vec<BorrowedFd<'_>> = listener.iter().map(AsFd::as_fd).collect();
        let survey = self.around.clone();
        self.said.send(&Word::Started(survey), &descriptors, SPEAK).map_err(io::Error::other)?;
        only_standard_streams()
    }

    fn files(&mut self, confined: &Confined) -> Result<(), landlock::RulesetError> {
        let own_root = self.around.holds(Layer::Files, Means::Root);
        let folder = self.folder.clone();
        let mut writable: Vec<&Path> = folder.iter().map(PathBuf::as_path).collect();
        if own_root {
            // Elsewhere what is shared there is the machine's.
            writable.push(Path::new("/dev/shm"));
        }
        let rules = files::Rules {
            readable: &confined.readable,
            writable: &writable,
            own_root,
            network: confined.limits.network,
            means: &confined.means,
        };
        files::restrict(&rules, &mut self.around)
    }

    fn calls(&mut self, confined: &Confined) -> Option<OwnedFd> {
        if !confined.means.contains(&Means::Seccomp) {
            return None;
        }
        let namespaces = self.around.holds(Layer::User, Means::UserNamespace)
            && (confined.limits.network || self.around.holds(Layer::Network, Means::NetworkNamespace));
        let around = calls::Around {
            namespaces,
            root: self.around.holds(Layer::Files, Means::Root),
            group: self.around.holds(Layer::Resources, Means::Cgroup),
        };
        match calls::restrict(confined, around) {
            Ok(listener) => {
                self.around.hold(Layer::Calls, Means::Seccomp);
                if !confined.limits.network {
                    self.around.hold(Layer::Network, Means::Seccomp);
                }
                listener
            }
            Err(error) => {
                let why = Reason::new("seccomp-missing").with(Reason::os(&error));
                self.around.missing.insert(Means::Seccomp, why.to_string());
                None
            }
        }
    }
}

/// Limits of each process by itself. The engine cannot raise them again.
fn limits(confined: &Confined, limited_apart: bool) -> io::Result<()> {
    let bound = |resource, most: u64| -> io::Result<()> {
        let (_, hard) = getrlimit(resource)?;
        Ok(setrlimit(resource, most.min(hard), most.min(hard))?)
    };
    bound(Resource::RLIMIT_CORE, 0)?;
    bound(Resource::RLIMIT_FSIZE, confined.limits.disk_mib << 20)?;
    bound(Resource::RLIMIT_NOFILE, OPEN_FILES)?;
    if limited_apart {
        bound(Resource::RLIMIT_NPROC, u64::from(confined.limits.processes.saturating_add(SLACK)))?;
    }
    // Where the machine's memory is out, it is not the referee who is ended for it.
    fs::write("/proc/self/oom_score_adj", "1000").ok();
    Ok(())
}

/// Whether the kernel counts the processes of a user namespace by themselves.
pub fn counts_apart() -> bool {
    let Ok(system) = nix::sys::utsname::uname() else { return false };
    let release = system.release().to_string_lossy().into_owned();
    let mut numbers = release.split('.').map_while(|part| part.parse::<u32>().ok());
    numbers.next().zip(numbers.next()).is_some_and(|version| version >= COUNTS_APART)
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
        // SAFETY: only a flag is set; one that is not open any more is refused.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).ok();
    }
    Ok(())
}
