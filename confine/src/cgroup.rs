//! A control group of version 2 for each engine, where the system has delegated one to this user. See
//! cgroups(7). Elsewhere one of version 1 that bounds its processes, where this user may make one: the other
//! controllers of version 1 are not used. Its freezer would hold an engine also against SIGKILL, and nobody
//! would wake it if its keeper was killed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::libc;
use nix::sys::signal::kill;
use nix::unistd::{AccessFlags, ForkResult, Pid, UnlinkatFlags, access, geteuid, getpid, unlinkat};

use crate::error::Unavailable;
use crate::policy::Limits;
use crate::processes::ProcessView;

/// The group for this program's own processes: a group with controllers for its children cannot have
/// processes itself.
const OURS: &str = "arbitre";
/// The group of an engine is called so, and by the process that keeps it.
const ENGINE: &str = "moteur-";
/// The controllers that an engine's group needs.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];
/// How many times the removal of a group that should be empty is tried, and the pause between.
const TRIES: usize = 500;
const PAUSE: Duration = Duration::from_millis(4);

/// The group under which engines get theirs. This process moves into a group beside them if it must.
pub fn delegated() -> Result<PathBuf, Unavailable> {
    let missing = || Unavailable::NoCgroup;
    let own = fs::read_to_string("/proc/self/cgroup").map_err(|_| missing())?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::/")).ok_or_else(missing)?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").map_err(|_| missing())?;
    let mount = mounts.lines().find_map(mount_point).ok_or_else(missing)?;
    let own = mount.join(own);
    let group = if own.ends_with(OURS) { own.parent().unwrap_or(&own).to_owned() } else { own };
    let controllers = fs::read_to_string(group.join("cgroup.controllers")).map_err(|_| missing())?;
    let has =
        |list: &str| CONTROLLERS.iter().all(|wanted| list.split_whitespace().any(|name| name == *wanted));
    if !has(&controllers) {
        return Err(Unavailable::NoControllers { group, controllers: controllers.trim().to_owned() });
    }
    let writable = |file: &str| access(&group.join(file), AccessFlags::W_OK).is_ok();
    if !["", "cgroup.procs", "cgroup.subtree_control"].into_iter().all(writable) {
        return Err(Unavailable::NotDelegated { group, error: None });
    }
    if !fs::read_to_string(group.join("cgroup.subtree_control")).is_ok_and(|list| has(&list)) {
        give_way(&group)?;
        for name in CONTROLLERS {
            fs::write(group.join("cgroup.subtree_control"), format!("+{name}"))
                .map_err(|error| refused(&group, &error))?;
        }
    }
    Ok(group)
}

/// The group of version 1 under which engines get theirs for the number of their processes, if there is one
/// and this user may.
pub fn of_processes() -> Option<PathBuf> {
    let own = fs::read_to_string("/proc/self/cgroup").ok()?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let group = group_of_processes(&own, &mounts)?;
    access(&group, AccessFlags::W_OK).is_ok().then_some(group)
}

/// The same by the texts of `cgroup` and `mountinfo`, proc(5).
fn group_of_processes(own: &str, mounts: &str) -> Option<PathBuf> {
    let has = |list: &str| list.split(',').any(|name| name == "pids");
    let own = own.lines().find_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        has(controllers).then_some(path)
    })?;
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let (kind, options) = after.split_once(' ')?;
        if kind != "cgroup" || !options.rsplit(' ').next().is_some_and(has) {
            return None;
        }
        let mut fields = before.split(' ').skip(3);
        // What is mounted may be a group, of a container.
        let (root, mount) = (fields.next()?, fields.next()?);
        Some(Path::new(mount).join(Path::new(own).strip_prefix(root).ok()?))
    })
}

/// Asks systemd for a scope with a delegated group, and waits until this process is in it; whether it is.
/// Only a process of a login session asks: a service would leave its unit, and its stop would not reach
/// it any more.
pub fn ask_for_scope() -> bool {
    let group = || fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let (before, user) = (group(), geteuid());
    if !is_of_a_login(&before, user.as_raw()) {
        return false;
    }
    // The user's manager ends, and the scope with it, when the last session has no process any more. So one
    // stays there for as long as this process lives, and keeps what nohup(1) or tmux(1) promise.
    let mut staying = Command::new("cat");
    staying.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let Ok(mut stays) = staying.spawn() else { return false };
    let mut request = Command::new("busctl");
    request.args(scope_request(getpid().as_raw(), user.is_root()));
    // Programs of cron(8) and sudo(8) have none.
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        request.env("XDG_RUNTIME_DIR", format!("/run/user/{user}"));
    }
    let asked = request.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let moved = asked.is_ok_and(|status| status.success())
        && (0..TRIES).any(|_| {
            thread::sleep(PAUSE);
            group() != before
        });
    if moved {
        static STAYING: Mutex<Vec<Child>> = Mutex::new(Vec::new());
        STAYING.lock().unwrap_or_else(PoisonError::into_inner).push(stays);
    } else {
        stays.kill().and_then(|()| stays.wait()).ok();
    }
    moved
}

/// Whether a group is that of a login session or of a program in one, as systemd-logind(8) and desktops
/// make them: of this user, or of whom sudo(8) has made root.
fn is_of_a_login(group: &str, user: u32) -> bool {
    let slice = if user == 0 { "/user.slice/" } else { &format!("/user.slice/user-{user}.slice/") };
    let below = group.trim_end().split_once(slice);
    below.is_some_and(|(_, units)| units.split('/').any(|unit| unit.ends_with(".scope")))
}

/// The arguments of busctl(1) by which a manager of systemd puts this process into a scope of its own:
/// org.freedesktop.systemd1(5).
fn scope_request(pid: i32, root: bool) -> Vec<String> {
    let manager = if root { "--system" } else { "--user" };
    let (name, pid) = (format!("arbitre-{pid}.scope"), pid.to_string());
    let call = ["org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager"];
    let properties = ["2", "PIDs", "au", "1", &pid, "Delegate", "b", "true"];
    let words = [manager, "--timeout=2", "call"].into_iter().chain(call);
    let words = words.chain(["StartTransientUnit", "ssa(sv)a(sa(sv))", &name, "fail"]);
    words.chain(properties).chain(["0"]).map(str::to_owned).collect()
}

/// A change of a group that looked as if it were delegated is refused.
pub fn refused(group: &Path, error: &io::Error) -> Unavailable {
    Unavailable::NotDelegated { group: group.to_owned(), error: Some(error.into()) }
}

/// The mount point of cgroup2 in a line of mountinfo, proc(5).
fn mount_point(line: &str) -> Option<PathBuf> {
    let (before, after) = line.split_once(" - ")?;
    (after.split(' ').next()? == "cgroup2").then(|| before.split(' ').nth(4).map(PathBuf::from))?
}

/// Moves this process and all that it has started out of the group, into one below it. A group that
/// has other processes too is left alone.
fn give_way(group: &Path) -> Result<(), Unavailable> {
    let refused = |error: io::Error| refused(group, &error);
    let there = fs::read_to_string(group.join("cgroup.procs")).map_err(refused)?;
    let there: Vec<i32> = there.lines().filter_map(|line| line.parse().ok()).collect();
    let mut ours = ProcessView::Descent.pids();
    ours.push(getpid().as_raw());
    if there.iter().any(|pid| !ours.contains(pid)) {
        return Err(Unavailable::SharedCgroup(group.to_owned()));
    }
    let beside = group.join(OURS);
    fs::create_dir_all(&beside).map_err(refused)?;
    for pid in there {
        fs::write(beside.join("cgroup.procs"), pid.to_string()).map_err(refused)?;
    }
    Ok(())
}

/// The group of one engine.
pub struct EngineCgroup {
    memory: File,
    /// Its folder, for [`fork_into`].
    pub folder: File,
    /// `cgroup.procs`, for [`join`].
    pub joining: File,
    /// `cpu.stat`.
    pub statistics: File,
    /// `cgroup.freeze`, since Linux 5.2.
    freezer: Option<File>,
}

impl EngineCgroup {
    /// A new one with these limits, and the folder by which it is removed.
    pub fn new(parent: &Path, limits: &Limits, most_tasks: u32) -> io::Result<(Self, CgroupDir)> {
        CgroupDir::make(parent, |path| EngineCgroup::bounded(path, limits, most_tasks))
    }

    fn bounded(path: &Path, limits: &Limits, most_tasks: u32) -> io::Result<Self> {
        let set = |file: &str, value: String| fs::write(path.join(file), value);
        set("memory.max", (limits.memory_mib << 20).to_string())?;
        set("pids.max", most_tasks.to_string())?;
        // Not every kernel has these two.
        set("memory.swap.max", "0".into()).ok();
        set("memory.oom.group", "1".into()).ok();
        Ok(EngineCgroup {
            memory: File::open(path.join("memory.events"))?,
            folder: File::open(path)?,
            joining: OpenOptions::new().write(true).open(path.join("cgroup.procs"))?,
            statistics: File::open(path.join("cpu.stat"))?,
            freezer: OpenOptions::new().write(true).open(path.join("cgroup.freeze")).ok(),
        })
    }

    /// Stops all processes of the group, or lets them go on; whether that is possible. No signal wakes them.
    pub fn freeze(&mut self, frozen: bool) -> bool {
        let order: &[u8] = if frozen { b"1" } else { b"0" };
        self.freezer.as_mut().is_some_and(|freezer| freezer.write_all(order).is_ok())
    }

    /// Whether a process was killed for the group's memory.
    pub fn out_of_memory(&mut self) -> bool {
        let mut text = String::new();
        let read = self.memory.rewind().and_then(|()| self.memory.read_to_string(&mut text));
        let killed = text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.trim().parse::<u64>().ok());
        read.is_ok() && killed.is_some_and(|killed| killed > 0)
    }
}

/// A group of version 1 that bounds the processes of one engine: its `tasks`, for [`join`], and the folder by
/// which it is removed.
pub fn bounding_processes(parent: &Path, most_tasks: u32) -> io::Result<(File, CgroupDir)> {
    CgroupDir::make(parent, |path| {
        fs::write(path.join("pids.max"), most_tasks.to_string())?;
        // By `cgroup.procs` it would wait for a grace period of the kernel, ten milliseconds at times.
        OpenOptions::new().write(true).open(path.join("tasks"))
    })
}

/// The folder of a group, by descriptors: paths of this process may lead elsewhere once the engine has a
/// root of its own.
pub struct CgroupDir {
    parent: File,
    name: String,
    kill: Option<File>,
}

impl CgroupDir {
    /// Makes a group and has it prepared; removes it if that fails.
    fn make<T>(parent: &Path, prepare: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<(T, CgroupDir)> {
        remove_left(parent);
        let name = format!("{ENGINE}{}", getpid());
        let path = parent.join(&name);
        fs::create_dir(&path)?;
        let made = prepare(&path).and_then(|made| {
            // Kernels before 5.14 lack it, and version 1. The keeper has then killed all processes before.
            let kill = OpenOptions::new().write(true).open(path.join("cgroup.kill")).ok();
            Ok((made, CgroupDir { parent: File::open(parent)?, name, kill }))
        });
        if made.is_err() {
            fs::remove_dir(&path).ok();
        }
        made
    }

    /// Kills the processes that are left in the group, and removes it. Gives up after two seconds.
    pub fn remove(mut self) {
        if let Some(kill) = &mut self.kill {
            kill.write_all(b"1").ok();
        }
        for _ in 0..TRIES {
            match unlinkat(&self.parent, self.name.as_str(), UnlinkatFlags::RemoveDir) {
                Err(Errno::EBUSY) => thread::sleep(PAUSE),
                _ => return,
            }
        }
    }
}

/// Removes the groups that launchers have left which were killed.
fn remove_left(parent: &Path) {
    let groups = fs::read_dir(parent).into_iter().flatten().flatten();
    for group in groups {
        let name = group.file_name();
        let launcher = name.to_str().and_then(|name| name.strip_prefix(ENGINE)?.parse().ok());
        let gone = |pid| pid == getpid() || kill(pid, None) == Err(Errno::ESRCH);
        if launcher.map(Pid::from_raw).is_some_and(gone) {
            // Not one that has processes yet.
            fs::remove_dir(group.path()).ok();
        }
    }
}

/// This process, which has one thread, joins the group.
pub fn join(mut joining: &File) -> io::Result<()> {
    joining.write_all(b"0")
}

/// fork(2), whose child begins in the group of this folder: joining it later would wait for a grace period of the
/// kernel. Since Linux 5.7.
///
/// # Safety
/// This process has one thread, or the child only makes system calls. The C library is not told.
#[expect(unsafe_code, reason = "clone3(2)")]
pub unsafe fn fork_into(folder: &File) -> nix::Result<ForkResult> {
    // `libc::CLONE_INTO_CGROUP` is a number that cannot hold it.
    const INTO_CGROUP: u64 = 1 << 33;
    let group = u64::try_from(folder.as_raw_fd()).map_err(|_| Errno::EBADF)?;
    // SAFETY: the structure is zeroed, which asks for nothing, but for what is set here; the kernel reads it. With no
    // memory shared and no stack given, the child goes on as after fork(2).
    let child = unsafe {
        let mut wanted: libc::clone_args = std::mem::zeroed();
        wanted.flags = INTO_CGROUP;
        wanted.exit_signal = libc::SIGCHLD as u64;
        wanted.cgroup = group;
        libc::syscall(libc::SYS_clone3, &raw const wanted, size_of::<libc::clone_args>())
    };
    match Errno::result(child)? {
        0 => Ok(ForkResult::Child),
        child => Ok(ForkResult::Parent { child: Pid::from_raw(child as i32) }),
    }
}

/// The processor time in `cpu.stat`: of all processes that have been in the group. `None` if it cannot
/// be read.
pub fn processor_time(statistics: &File) -> Option<Duration> {
    use std::os::unix::fs::FileExt;
    let mut bytes = [0; 512];
    let read = statistics.read_at(&mut bytes, 0).ok()?;
    let text = str::from_utf8(&bytes[..read]).ok()?;
    let micros = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?.trim().parse().ok()?;
    Some(Duration::from_micros(micros))
}

#[cfg(test)]
mod tests {
    use nix::sys::signal::Signal;
    use nix::sys::wait::waitpid;

    use super::*;

    #[test]
    fn a_scope_is_asked_for_as_systemd_wants_it() {
        let request = scope_request(42, false).join(" ");
        let call = "org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager";
        let unit =
            "StartTransientUnit ssa(sv)a(sa(sv)) arbitre-42.scope fail 2 PIDs au 1 42 Delegate b true 0";
        assert_eq!(request, format!("--user --timeout=2 call {call} {unit}"));
        assert_eq!(scope_request(1, true)[0], "--system");
    }

    #[test]
    fn only_a_process_of_a_login_asks_for_a_scope() {
        for login in ["session-c1.scope", "user@1000.service/app.slice/vte-spawn-42.scope"] {
            let group = format!("0::/user.slice/user-1000.slice/{login}\n");
            assert!(is_of_a_login(&group, 1000) && is_of_a_login(&group, 0), "{login}");
        }
        let service = "0::/user.slice/user-1001.slice/user@1001.service/app.slice/contest.service";
        let another = "0::/user.slice/user-1000.slice/session-1.scope";
        for other in [service, another, "0::/system.slice/cron.service", ""] {
            assert!(!is_of_a_login(other, 1001), "{other}");
        }
    }

    #[test]
    fn only_groups_of_launchers_that_have_ended_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let mut launcher = Command::new("true").spawn().unwrap();
        let ended = format!("moteur-{}", launcher.id());
        launcher.wait().unwrap();
        let (own, full) = (format!("moteur-{}", getpid()), "moteur-999999999");
        let living = ["moteur-1", "moteur-x", "autre", full];
        for name in living.iter().copied().chain([&*own, &*ended]) {
            fs::create_dir(parent.path().join(name)).unwrap();
        }
        fs::create_dir(parent.path().join(full).join("processes")).unwrap();
        remove_left(parent.path());
        assert!(living.iter().all(|name| parent.path().join(name).exists()));
        assert!(![own, ended].iter().any(|name| parent.path().join(name).exists()));
    }

    #[test]
    fn a_child_begins_in_its_group() {
        let omitted = |why: &str| testing::left_out("cgroup::a_child_begins_in_its_group", why);
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let mount = mounts.lines().find_map(mount_point);
        let path = mount.map(|mount| mount.join(format!("test-{}", getpid())));
        let Some(path) = path.filter(|path| fs::create_dir(path).is_ok()) else {
            return omitted("aucun groupe de version 2 ne peut être créé ici");
        };
        let folder = File::open(&path).unwrap();
        #[expect(unsafe_code, reason = "clone3(2)")]
        // SAFETY: the child makes two system calls, until a signal ends it.
        let forked = unsafe {
            let forked = fork_into(&folder);
            if matches!(forked, Ok(ForkResult::Child)) {
                libc::alarm(60);
                loop {
                    libc::pause();
                }
            }
            forked
        };
        let found = forked.map(|forked| {
            let ForkResult::Parent { child } = forked else { unreachable!("it ends above") };
            let found = fs::read_to_string(path.join("cgroup.procs")).unwrap();
            kill(child, Signal::SIGKILL).unwrap();
            waitpid(child, None).unwrap();
            (found, format!("{child}\n"))
        });
        fs::remove_dir(&path).unwrap();
        match found {
            Ok((found, child)) => assert_eq!(found, child),
            // Before 5.7, or forbidden: the keeper then forks and joins.
            Err(errno) => omitted(&format!("clone3: {errno}")),
        }
    }

    #[test]
    fn the_group_of_processes_is_found_where_it_is_mounted() {
        let own = "9:name=systemd:/\n8:cpu,pids:/docker/a\n4:memory:/docker/a\n0::/\n";
        let mount = |root: &str, kind: &str| {
            let options = "rw,nosuid shared:9 - ";
            format!("31 25 0:26 {root} /sys/fs/cgroup/cpu,pids {options}{kind} cgroup rw,cpu,pids\n")
        };
        let other = "30 25 0:25 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
        let found = |own, mounts: String| group_of_processes(own, &format!("{other}{mounts}"));
        let group = |path: &str| Some(PathBuf::from(path));
        assert_eq!(found(own, mount("/", "cgroup")), group("/sys/fs/cgroup/cpu,pids/docker/a"));
        // As a container sees it that has its own group only.
        assert_eq!(found(own, mount("/docker/a", "cgroup")), group("/sys/fs/cgroup/cpu,pids/"));
        assert_eq!(found(own, mount("/docker/b", "cgroup")), None);
        assert_eq!(found(own, mount("/", "tmpfs")), None);
        assert_eq!(found("0::/user.slice\n", mount("/", "cgroup")), None);
        assert_eq!(found(own, String::new()), None);
    }
}
