//! Namespaces: the engine has its own processes, mounts, network, messages and user, see
//! user_namespaces(7). And a root folder of its own with what it may read, a scratch folder and
//! nothing else, see mount_namespaces(7) and pivot_root(2).

use std::ffi::CString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::libc;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{chdir, getegid, geteuid, pivot_root};

use crate::error::LaunchError;
use crate::messages::Confining;

/// The user that the engine has in its namespace where it would be root: root gains rights by
/// executing a program, this user has none.
pub const NOBODY: u32 = 65_534;

/// The engine's scratch folder. Other folders that programs write to are in it.
pub const SCRATCH: &str = "/tmp";
/// Where the C library keeps shared memory and semaphores that have names.
const SHARED: &str = "/dev/shm";
/// Where the old root is until it is unmounted.
const OLD: &str = "/.old";
/// The devices that the engine has.
const DEVICES: [&str; 4] = ["null", "full", "random", "urandom"];
/// Mapped, it is memory of no process: only a control group counts it.
const ZERO: &str = "zero";
/// The length of the file in its place, in bytes.
const HOLE: u64 = 1 << 60;
/// How many files and folders the scratch folder may hold.
const FILES: u32 = 65_536;

/// Which `/proc` the engine sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proc {
    /// That of its PID namespace.
    Own,
    /// That of the machine: a container hides parts of it, so that no other can be mounted.
    Machine,
}

/// Puts this process, which has one thread, into namespaces of its own, except that of the network
/// if `network` is set. Its next child is the first process of the new PID namespace. Outside, the
/// engine keeps its user: it may read the files that this user may read.
pub fn enter(network: bool) -> Result<(), LaunchError> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(CloneFlags::CLONE_NEWUSER).map_err(|errno| LaunchError::UserNamespace(errno.into()))?;
    let inner = |id: u32| if id == 0 { NOBODY } else { id };
    // Only root may map groups without this.
    fs::write("/proc/self/setgroups", "deny")
        .and_then(|()| fs::write("/proc/self/uid_map", format!("{} {user} 1", inner(user))))
        .and_then(|()| fs::write("/proc/self/gid_map", format!("{} {group} 1", inner(group))))
        .map_err(|error| LaunchError::UserNamespace(error.into()))?;
    let mut kinds = CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    if !network {
        kinds |= CloneFlags::CLONE_NEWNET;
    }
    unshare(kinds).map_err(|errno| LaunchError::Namespaces(errno.into()))
}

/// The devices that the engine has. `group`: it has a control group of its own.
pub fn devices(group: bool) -> impl Iterator<Item = &'static str> {
    DEVICES.into_iter().chain(group.then_some(ZERO))
}

/// Builds the root folder for this process, which is in a mount namespace of its own, and makes it
/// the root. `group`: the engine has a control group of its own.
pub fn build_root(confined: &Confining, group: bool) -> Result<Proc, LaunchError> {
    build(confined, group).map_err(|error| LaunchError::Mount(error.into()))
}

fn build(confined: &Confining, group: bool) -> io::Result<Proc> {
    // The machine's own mounts stay as they are.
    mount(NONE, "/", NONE, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NONE)?;
    let quiet = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    // Any folder that every machine has. Its contents are still reachable below the old root.
    mount(Some("tmpfs"), SCRATCH, Some("tmpfs"), quiet, Some("size=1m,mode=755"))?;
    let old = Path::new(SCRATCH).join(OLD.trim_start_matches('/'));
    fs::create_dir(&old)?;
    pivot_root(SCRATCH, &old)?;
    chdir("/")?;
    let proc = proc()?;
    show_devices(group)?;
    fs::create_dir(SCRATCH)?;
    let options = format!("size={}m,nr_inodes={FILES},mode=700", confined.limits.disk_mib);
    mount(Some("tmpfs"), SCRATCH, Some("tmpfs"), quiet, Some(options.as_str()))?;
    let shared = Path::new(SCRATCH).join(".shm");
    fs::create_dir(&shared)?;
    fs::create_dir(SHARED)?;
    mount(Some(&shared), SHARED, NONE, MsFlags::MS_BIND, NONE)?;
    for path in &confined.readable {
        show(path)?;
    }
    for path in &confined.passed {
        folders(path)?;
    }
    for path in confined.covered.iter().filter(|path| path.exists()) {
        cover(path)?;
    }
    umount2(OLD, MntFlags::MNT_DETACH)?;
    fs::remove_dir(OLD)?;
    read_only("/", true)?;
    for folder in [SCRATCH, SHARED, "/proc"] {
        read_only(folder, false)?;
    }
    Ok(proc)
}

const NONE: Option<&str> = None;

/// Mounts `/proc` for this PID namespace, or that of the machine where that is refused.
fn proc() -> io::Result<Proc> {
    fs::create_dir("/proc")?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    match mount(Some("proc"), "/proc", Some("proc"), flags, NONE) {
        Ok(()) => Ok(Proc::Own),
        Err(_) => {
            let outside = Path::new(OLD).join("proc");
            mount(Some(&outside), "/proc", NONE, MsFlags::MS_BIND | MsFlags::MS_REC, NONE)?;
            Ok(Proc::Machine)
        }
    }
}

/// Makes this mount and all mounts below it read-only, or this one alone writable again. Linux 5.12.
fn read_only(path: &str, below: bool) -> io::Result<()> {
    let flag = libc::MOUNT_ATTR_RDONLY;
    let attributes = libc::mount_attr {
        attr_set: if below { flag | libc::MOUNT_ATTR_NOSUID } else { 0 },
        attr_clr: if below { 0 } else { flag },
        propagation: 0,
        userns_fd: 0,
    };
    let path = CString::new(path)?;
    #[expect(unsafe_code, reason = "mount_setattr(2)")]
    // SAFETY: the path and the attributes live until the call returns, and it only reads them; their size is given.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            if below { libc::AT_RECURSIVE } else { 0 },
            &raw const attributes,
            size_of_val(&attributes),
        )
    };
    Errno::result(done)?;
    Ok(())
}

/// Makes `/proc` read-only.
pub fn close_proc() -> io::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC | MsFlags::MS_RDONLY;
    Ok(mount(NONE, "/proc", NONE, flags | MsFlags::MS_REMOUNT | MsFlags::MS_BIND, NONE)?)
}

fn show_devices(group: bool) -> io::Result<()> {
    fs::create_dir("/dev")?;
    for device in devices(group) {
        let (outside, inside) = (Path::new(OLD).join("dev").join(device), Path::new("/dev").join(device));
        File::create(&inside)?;
        mount(Some(&outside), &inside, NONE, MsFlags::MS_BIND, NONE)?;
    }
    if !group {
        // Instead of the device a file with a hole: it reads alike, and what is mapped of it is bounded.
        File::create(Path::new("/dev").join(ZERO))?.set_len(HOLE)?;
    }
    symlink("/proc/self/fd", "/dev/fd")?;
    for (number, name) in ["stdin", "stdout", "stderr"].iter().enumerate() {
        symlink(format!("/proc/self/fd/{number}"), Path::new("/dev").join(name))?;
    }
    Ok(())
}

/// Shows a file or folder of the old root at the same path of the new one, if it exists.
fn show(path: &Path) -> io::Result<()> {
    let Ok(below) = path.strip_prefix("/") else { return Ok(()) };
    let outside = Path::new(OLD).join(below);
    let Ok(kind) = fs::symlink_metadata(&outside) else { return Ok(()) };
    // It is in a folder that is shown already.
    if fs::symlink_metadata(path).is_ok() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        folders(parent)?;
    }
    if kind.is_symlink() && below.components().count() == 1 {
        // `/lib` and the like: the target is shown too.
        return symlink(fs::read_link(&outside)?, path);
    }
    let outside = if kind.is_symlink() { resolved(&outside) } else { Some(outside) };
    let Some(outside) = outside else { return Ok(()) };
    if fs::metadata(&outside)?.is_dir() {
        fs::create_dir(path)?;
    } else {
        File::create(path)?;
    }
    Ok(mount(Some(&outside), path, NONE, MsFlags::MS_BIND | MsFlags::MS_REC, NONE)?)
}

/// Puts something empty in the place of a file or folder that is shown.
fn cover(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        let options = Some("size=0,mode=755");
        return Ok(mount(
            Some("tmpfs"),
            path,
            Some("tmpfs"),
            MsFlags::MS_NOSUID | MsFlags::MS_NODEV,
            options,
        )?);
    }
    Ok(mount(Some("/dev/null"), path, NONE, MsFlags::MS_BIND, NONE)?)
}

/// The file of the old root that a link of the old root leads to. Absolute links start at the old root.
fn resolved(outside: &Path) -> Option<PathBuf> {
    let mut path = outside.to_owned();
    for _ in 0..40 {
        let Ok(target) = fs::read_link(&path) else { return path.exists().then_some(path) };
        path = match target.strip_prefix("/") {
            Ok(below) => Path::new(OLD).join(below),
            Err(_) => path.parent()?.join(target),
        };
    }
    None
}

/// Makes a folder and those above it, open to every user.
fn folders(path: &Path) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        folders(parent)?;
    }
    fs::create_dir(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}
