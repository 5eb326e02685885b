//! seccomp: which system calls the engine cannot make. See seccomp(2), seccomp_unotify(2).
//!
//! A call that no player needs ends the engine, and the keeper learns which call it was. A call that
//! honest programs try but can do without fails as on a system that does not have it. All others are
//! allowed.

use std::collections::BTreeMap;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use nix::errno::Errno;
use nix::libc::{self, c_long};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter, sock_filter,
};

use crate::messages::Confining;

/// Calls that end the engine.
const FORBIDDEN: [(&str, c_long); 43] = [
    ("acct", libc::SYS_acct),
    ("add_key", libc::SYS_add_key),
    ("bpf", libc::SYS_bpf),
    ("chroot", libc::SYS_chroot),
    ("clock_settime", libc::SYS_clock_settime),
    ("delete_module", libc::SYS_delete_module),
    ("finit_module", libc::SYS_finit_module),
    ("fsconfig", libc::SYS_fsconfig),
    ("fsmount", libc::SYS_fsmount),
    ("fsopen", libc::SYS_fsopen),
    ("fspick", libc::SYS_fspick),
    ("init_module", libc::SYS_init_module),
    ("kcmp", libc::SYS_kcmp),
    ("kexec_file_load", libc::SYS_kexec_file_load),
    ("kexec_load", libc::SYS_kexec_load),
    ("keyctl", libc::SYS_keyctl),
    ("mount", libc::SYS_mount),
    ("mount_setattr", libc::SYS_mount_setattr),
    ("move_mount", libc::SYS_move_mount),
    ("open_by_handle_at", libc::SYS_open_by_handle_at),
    ("open_tree", libc::SYS_open_tree),
    ("perf_event_open", libc::SYS_perf_event_open),
    ("pidfd_getfd", libc::SYS_pidfd_getfd),
    ("pivot_root", libc::SYS_pivot_root),
    ("process_madvise", libc::SYS_process_madvise),
    ("process_vm_readv", libc::SYS_process_vm_readv),
    ("process_vm_writev", libc::SYS_process_vm_writev),
    ("ptrace", libc::SYS_ptrace),
    ("quotactl", libc::SYS_quotactl),
    ("quotactl_fd", libc::SYS_quotactl_fd),
    ("reboot", libc::SYS_reboot),
    ("request_key", libc::SYS_request_key),
    ("setdomainname", libc::SYS_setdomainname),
    ("sethostname", libc::SYS_sethostname),
    ("setns", libc::SYS_setns),
    ("settimeofday", libc::SYS_settimeofday),
    ("swapoff", libc::SYS_swapoff),
    ("swapon", libc::SYS_swapon),
    ("syslog", libc::SYS_syslog),
    ("umount2", libc::SYS_umount2),
    ("unshare", libc::SYS_unshare),
    ("userfaultfd", libc::SYS_userfaultfd),
    ("vhangup", libc::SYS_vhangup),
];

/// Calls that fail as on a system that does not have them. Programs then do without, and the C library
/// starts threads by the older `clone`, whose flags a filter can see.
const ABSENT: [c_long; 5] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // An engine stays on its cores.
    libc::SYS_sched_setaffinity,
];

/// Calls that make messages and memory with names. They would outlive an engine that has no namespace
/// for them.
const LASTING: [c_long; 4] = [libc::SYS_mq_open, libc::SYS_msgget, libc::SYS_semget, libc::SYS_shmget];

/// Calls that take memory of no process: only a control group counts it.
const UNCOUNTED: [c_long; 3] = [libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_shmget];

/// The flags of `clone` that make a namespace.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// Marks the steps of a compiled filter that have to ask the keeper: the compiler has no action for it.
const ASK: u32 = 0x2a2a;

/// What else holds around the engine, on which some calls depend.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// It has namespaces of messages and of the network, which end with it and which it is alone in.
    pub namespaces: bool,
    /// It has a root folder of its own, with no sockets in it.
    pub root: bool,
    /// It has a control group of its own, which counts all memory.
    pub group: bool,
}

/// Puts the filters on this process and all that it will start. Gives the descriptor for
/// [`forbidden`] where the kernel has that (5.0). Elsewhere a forbidden call kills the engine, and
/// nobody learns which it was.
pub fn restrict(confined: &Confining, around: Around) -> io::Result<Option<OwnedFd>> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let always = |calls: &[c_long]| calls.iter().map(|&call| (call, Vec::new())).collect::<BTreeMap<_, _>>();
    let compiled = |rules: BTreeMap<c_long, Vec<SeccompRule>>, action| {
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch);
        filter.and_then(BpfProgram::try_from).map_err(io::Error::other)
    };
    let errno = |errno: Errno| SeccompAction::Errno(errno as u32);
    let mut absent = always(&ABSENT);
    if !around.group {
        absent.extend(always(&UNCOUNTED));
    }
    if !around.namespaces {
        absent.extend(always(&LASTING));
    }
    // Each filter makes every start slower: one for all of these.
    apply(&compiled(absent, errno(Errno::ENOSYS))?)?;
    let sockets = match (confined.limits.network, around.namespaces, around.root) {
        (false, true, true) | (true, _, true) => None,
        (false, ..) => Some(Vec::new()),
        // The engine may use the network, but no socket file of this machine.
        (true, _, false) => Some(vec![rule(0, SeccompCmpOp::Eq, libc::AF_UNIX as u64)?]),
    };
    if let Some(rules) = sockets {
        apply(&compiled(BTreeMap::from([(libc::SYS_socket, rules)]), errno(Errno::EACCES))?)?;
    }
    let mut rules = always(&FORBIDDEN.map(|(_, call)| call));
    let flags = NAMESPACES.map(|flag| flag as u64);
    let flags: io::Result<Vec<_>> =
        flags.into_iter().map(|flag| rule(0, SeccompCmpOp::MaskedEq(flag), flag)).collect();
    rules.insert(libc::SYS_clone, flags?);
    let asking = asking(compiled(rules.clone(), SeccompAction::Trace(ASK))?);
    match listen(&asking) {
        Ok(listener) => Ok(Some(listener)),
        Err(_) => apply(&compiled(rules, SeccompAction::KillProcess)?).map(|()| None),
    }
}

fn rule(argument: u8, operator: SeccompCmpOp, value: u64) -> io::Result<SeccompRule> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value);
    condition.and_then(|condition| SeccompRule::new(vec![condition])).map_err(io::Error::other)
}

fn apply(program: &BpfProgram) -> io::Result<()> {
    apply_filter(program).map_err(|error| match error {
        seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
        other => io::Error::other(other),
    })
}

/// The filter with the kernel's action for asking the keeper. On processors that also know the calls
/// by other numbers (x32), those end the engine.
fn asking(program: BpfProgram) -> BpfProgram {
    const X32: u32 = 0x4000_0000;
    let (load, jump, ret) = (
        (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16,
        (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16,
        (libc::BPF_RET | libc::BPF_K) as u16,
    );
    let mut whole = Vec::new();
    if cfg!(target_arch = "x86_64") {
        // The number of the call is the first word that the filter sees. Only a tracer asks for -1.
        whole.push(sock_filter { code: load, jt: 0, jf: 0, k: 0 });
        whole.push(sock_filter { code: jump, jt: 0, jf: 1, k: X32 });
        whole.push(sock_filter { code: ret, jt: 0, jf: 0, k: libc::SECCOMP_RET_KILL_PROCESS });
    }
    let trace = libc::SECCOMP_RET_TRACE | ASK;
    whole.extend(program.into_iter().map(|step| {
        if step.code == ret && step.k == trace {
            sock_filter { k: libc::SECCOMP_RET_USER_NOTIF, ..step }
        } else {
            step
        }
    }));
    whole
}

/// Puts a filter on this process. Gives the descriptor by which the filter asks.
fn listen(program: &BpfProgram) -> io::Result<OwnedFd> {
    let length = u16::try_from(program.len()).map_err(io::Error::other)?;
    let program = libc::sock_fprog { len: length, filter: program.as_ptr().cast_mut().cast() };
    #[expect(unsafe_code, reason = "seccomp(2)")]
    // SAFETY: the filter lives until the call returns, and the kernel copies it.
    let number = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    };
    let number = Errno::result(number)?;
    #[expect(unsafe_code, reason = "seccomp(2) gives a number")]
    // SAFETY: the kernel has just opened it for this process, and nothing else owns it.
    let listener = unsafe { OwnedFd::from_raw_fd(number as i32) };
    Ok(listener)
}

/// The name of the call that waits for an answer there, or its number if it is not in our list; `None`
/// if none can be read. There is no answer to it but the end of the engine.
pub fn forbidden(listener: BorrowedFd<'_>) -> Option<String> {
    mod c {
        nix::ioctl_readwrite!(receive, b'!', 0, nix::libc::seccomp_notif);
    }
    let mut notice = MaybeUninit::<libc::seccomp_notif>::zeroed();
    #[expect(unsafe_code, reason = "ioctl(2)")]
    // SAFETY: the kernel asks for a zeroed structure of this size, and fills it.
    let call = unsafe {
        c::receive(listener.as_raw_fd(), notice.as_mut_ptr()).ok()?;
        c_long::from(notice.assume_init().data.nr)
    };
    let known = FORBIDDEN.iter().find(|(_, number)| *number == call).map(|(name, _)| (*name).to_owned());
    known.or_else(|| (call == libc::SYS_clone).then(|| "clone".to_owned())).or_else(|| Some(call.to_string()))
}
