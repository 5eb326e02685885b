//! Namespaces: the engine has its own processes, mounts, network, messages and user. See user_namespaces(7).

use std::fs;
use std::io;

use jeux::Reason;
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getegid, geteuid};

/// Who the engine is within its own user namespace where it would be root: nobody has rights there by being executed.
const NOBODY: u32 = 65_534;

/// Puts this process, which has one thread, into namespaces of its own, with `network` in all but one of the network;
/// the next child is the first process of the new PID namespace. Outside the engine stays who it was: the files that
/// its user may read are those that it may read.
///
/// # Errors
/// `userns-refused` or `namespace-refused`, with what the system says.
pub fn enter(network: bool) -> Result<(), Reason> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(CloneFlags::CLONE_NEWUSER).map_err(|errno| refused("userns-refused", &errno.into()))?;
    let inner = |id: u32| if id == 0 { NOBODY } else { id };
    // Without it the group's map is refused to who is not root outside.
    fs::write("/proc/self/setgroups", "deny")
        .and_then(|()| fs::write("/proc/self/uid_map", format!("{} {user} 1", inner(user))))
        .and_then(|()| fs::write("/proc/self/gid_map", format!("{} {group} 1", inner(group))))
        .map_err(|error| refused("userns-refused", &error))?;
    let mut kinds = CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    if !network {
        kinds |= CloneFlags::CLONE_NEWNET;
    }
    unshare(kinds).map_err(|errno| refused("namespace-refused", &errno.into()))
}

fn refused(code: &str, error: &io::Error) -> Reason {
    Reason::new(code).with(Reason::os(error))
}
