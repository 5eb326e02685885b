//! A control group of version 2 for each engine, where the system has delegated one to us. See cgroups(7).

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use jeux::Reason;
use nix::errno::Errno;
use nix::unistd::{AccessFlags, UnlinkatFlags, access, getpid, unlinkat};

use super::family::View;
use super::policy::Limits;

/// The group for the referee's own processes: one that has controllers for its children can have no processes itself.
const OURS: &str = "arbitre";
/// What an engine's group must bound.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];
/// How often a group that should be empty is tried to be removed, and how long between.
const TRIES: usize = 500;
const PAUSE: Duration = Duration::from_millis(4);

/// The group under which engines get theirs; this process moves into one beside them where it must.
///
/// # Errors
/// There is none, with what it would need.
pub fn delegated() -> Result<PathBuf, Reason> {
    let missing = || Reason::new("cgroup-missing");
    let own = fs::read_to_string("/proc/self/cgroup").map_err(|_| missing())?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::/")).ok_or_else(missing)?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").map_err(|_| missing())?;
    let mount = mounts.lines().find_map(mount_point).ok_or_else(missing)?;
    let own = mount.join(own);
    let group = if own.ends_with(OURS) { own.parent().unwrap_or(&own).to_owned() } else { own };
    let path = group.display().to_string();
    let controllers = fs::read_to_string(group.join("cgroup.controllers")).map_err(|_| missing())?;
    let has =
        |list: &str| CONTROLLERS.iter().all(|wanted| list.split_whitespace().any(|name| name == *wanted));
    if !has(&controllers) {
        return Err(Reason::new("cgroup-controllers").with(path).with(controllers.trim()));
    }
    let writable = |file: &str| access(&group.join(file), AccessFlags::W_OK).is_ok();
    if !["", "cgroup.procs", "cgroup.subtree_control"].into_iter().all(writable) {
        return Err(Reason::new("cgroup-not-delegated").with(path));
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

/// What is refused in a group that looked as if it were ours.
pub fn refused(group: &Path, error: &io::Error) -> Reason {
    Reason::new("cgroup-not-delegated").with(group.display()).with(Reason::os(error))
}

/// The mount point of the second version in a line of mountinfo, proc(5).
fn mount_point(line: &str) -> Option<PathBuf> {
    let (before, after) = line.split_once(" - ")?;
    (after.split(' ').next()? == "cgroup2").then(|| before.split(' ').nth(4).map(PathBuf::from))?
}

/// Moves this process and all that it has started out of the group, into one below it. Others are not moved.
fn give_way(group: &Path) -> Result<(), Reason> {
    let refused = |error: io::Error| refused(group, &error);
    let there = fs::read_to_string(group.join("cgroup.procs")).map_err(refused)?;
    let there: Vec<i32> = there.lines().filter_map(|line| line.parse().ok()).collect();
    let mut ours = View::Descent.pids();
    ours.push(getpid().as_raw());
    if there.iter().any(|pid| !ours.contains(pid)) {
        return Err(Reason::new("cgroup-shared").with(group.display()));
    }
    let beside = group.join(OURS);
    fs::create_dir_all(&beside).map_err(refused)?;
    for pid in there {
        fs::write(beside.join("cgroup.procs"), pid.to_string()).map_err(refused)?;
    }
    Ok(())
}

/// The group of one engine.
pub struct Group {
    memory: File,
    /// To be joined by writing `0`.
    pub joining: File,
    /// `cpu.stat`.
    pub statistics: File,
}

impl Group {
    /// A new one with these limits, and by what it is removed.
    ///
    /// # Errors
    /// The system refuses one, or a limit.
    pub fn new(parent: &Path, limits: &Limits, most_tasks: u32) -> io::Result<(Self, Folder)> {
        let name = format!("moteur-{}", getpid());
        let path = parent.join(&name);
        match fs::create_dir(&path) {
            // Of a launcher that was killed and had the same number.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                fs::remove_dir(&path)?;
                fs::create_dir(&path)?;
            }
            made => made?,
        }
        let group = Group::bounded(&path, limits, most_tasks).and_then(|group| {
            // Kernels before 5.14 lack it; nobody is left there by then.
            let kill = OpenOptions::new().write(true).open(path.join("cgroup.kill")).ok();
            Ok((group, Folder { parent: File::open(parent)?, name, kill }))
        });
        if group.is_err() {
            fs::remove_dir(&path).ok();
        }
        group
    }

    fn bounded(path: &Path, limits: &Limits, most_tasks: u32) -> io::Result<Self> {
        let set = |file: &str, value: String| fs::write(path.join(file), value);
        set("memory.max", (limits.memory_mib << 20).to_string())?;
        set("pids.max", most_tasks.to_string())?;
        // Not every kernel has these two.
        set("memory.swap.max", "0".into()).ok();
        set("memory.oom.group", "1".into()).ok();
        Ok(Group {
            memory: File::open(path.join("memory.events"))?,
            joining: OpenOptions::new().write(true).open(path.join("cgroup.procs"))?,
            statistics: File::open(path.join("cpu.stat"))?,
        })
    }

    /// Whether somebody was killed for the group's memory.
    pub fn out_of_memory(&mut self) -> bool {
        let mut text = String::new();
        let read = self.memory.rewind().and_then(|()| self.memory.read_to_string(&mut text));
        let killed = text.lines().find_map(|line| line.strip_prefix("oom_kill ")?.trim().parse::<u64>().ok());
        read.is_ok() && killed.is_some_and(|killed| killed > 0)
    }
}

/// The folder of a group. Descriptors and no path: who changes the root of a mount namespace changes it for all who are in it.
pub struct Folder {
    parent: File,
    name: String,
    kill: Option<File>,
}

impl Folder {
    /// Kills who is left in the group, and removes it; given up after two seconds.
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

/// This process joins the group.
///
/// # Errors
/// What the system reports.
pub fn join(mut joining: &File) -> io::Result<()> {
    joining.write_all(b"0")
}

/// Processor time in the text of `cpu.stat`: of all that has been in the group. `None` where it cannot be read.
pub fn processor_time(statistics: &File) -> Option<Duration> {
    use std::os::unix::fs::FileExt;
    let mut bytes = [0; 512];
    let read = statistics.read_at(&mut bytes, 0).ok()?;
    let text = str::from_utf8(&bytes[..read]).ok()?;
    let micros = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?.trim().parse().ok()?;
    Some(Duration::from_micros(micros))
}
