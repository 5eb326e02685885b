//! A root folder of the engine's own: what it may read, a scratch folder, and nothing else. See mount_namespaces(7), pivot_root(2).

use std::ffi::CString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use jeux::Reason;
use nix::errno::Errno;
use nix::libc;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::unistd::{chdir, pivot_root};

use super::request::Confined;

/// The engine's scratch folder; other folders that programs write to are in it.
pub const SCRATCH: &str = "/tmp";
/// Shared memory and semaphores by name, as the C library has them.
const SHARED: &str = "/dev/shm";
/// Where the old root is until it is let go.
const OLD: &str = "/.old";
/// The devices that there are.
pub const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
/// How many files and folders the scratch folder may hold.
const FILES: u32 = 65_536;

/// Builds the root for this process, which is in a mount namespace of its own, and goes there. Gives why `/proc` had to be that
/// of the machine, if it had to.
///
/// # Errors
/// `mount-refused`, with what the system says.
pub fn build(confined: &Confined) -> Result<Option<Reason>, Reason> {
    build_from(confined).map_err(|error| Reason::new("mount-refused").with(Reason::os(&error)))
}

fn build_from(confined: &Confined) -> io::Result<Option<Reason>> {
    // Nothing of what follows reaches the machine's own mounts.
    mount(NONE, "/", NONE, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NONE)?;
    let quiet = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    // Any folder that every machine has; what is in it is still there below the old root.
    mount(Some("tmpfs"), SCRATCH, Some("tmpfs"), quiet, Some("size=1m,mode=755"))?;
    let old = Path::new(SCRATCH).join(OLD.trim_start_matches('/'));
    fs::create_dir(&old)?;
    pivot_root(SCRATCH, &old)?;
    chdir("/")?;
    let proc = proc()?;
    devices()?;
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
    umount2(OLD, MntFlags::MNT_DETACH)?;
    fs::remove_dir(OLD)?;
    read_only("/", true)?;
    for folder in [SCRATCH, SHARED, "/proc"] {
        read_only(folder, false)?;
    }
    Ok(proc)
}

const NONE: Option<&str> = None;

/// The processes of this namespace; where a container hides some of the machine's own `/proc`, that has to do.
fn proc() -> io::Result<Option<Reason>> {
    fs::create_dir("/proc")?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    match mount(Some("proc"), "/proc", Some("proc"), flags, NONE) {
        Ok(()) => Ok(None),
        Err(errno) => {
            let outside = Path::new(OLD).join("proc");
            mount(Some(&outside), "/proc", NONE, MsFlags::MS_BIND | MsFlags::MS_REC, NONE)?;
            Ok(Some(Reason::new("mount-refused").with(Reason::os(&errno.into()))))
        }
    }
}

/// Makes this mount and all below it read-only, or it alone writable again. Linux 5.12.
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

/// Nobody writes to `/proc` any more.
///
/// # Errors
/// What the system reports.
pub fn close_proc() -> io::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC | MsFlags::MS_RDONLY;
    Ok(mount(NONE, "/proc", NONE, flags | MsFlags::MS_REMOUNT | MsFlags::MS_BIND, NONE)?)
}

fn devices() -> io::Result<()> {
    fs::create_dir("/dev")?;
    for device in DEVICES {
        let (outside, inside) = (Path::new(OLD).join("dev").join(device), Path::new("/dev").join(device));
        File::create(&inside)?;
        mount(Some(&outside), &inside, NONE, MsFlags::MS_BIND, NONE)?;
    }
    symlink("/proc/self/fd", "/dev/fd")?;
    for (number, name) in ["stdin", "stdout", "stderr"].iter().enumerate() {
        symlink(format!("/proc/self/fd/{number}"), Path::new("/dev").join(name))?;
    }
    Ok(())
}

/// Shows a file or folder of the old root in its place in the new one, read-only. What is not there is not shown.
fn show(path: &Path) -> io::Result<()> {
    let Ok(below) = path.strip_prefix("/") else { return Ok(()) };
    let outside = Path::new(OLD).join(below);
    let Ok(kind) = fs::symlink_metadata(&outside) else { return Ok(()) };
    // A folder that is shown already has it.
    if fs::symlink_metadata(path).is_ok() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        folders(parent)?;
    }
    if kind.is_symlink() && below.components().count() == 1 {
        // `/lib` and the like: where they lead is shown too.
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

/// Where a link of the old root leads, in the old root: its absolute ones start there.
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

/// Makes a folder and those above it, which anybody may pass.
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
