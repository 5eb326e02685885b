//! seccomp: which system calls the engine cannot make. See seccomp(2), seccomp_unotify(2).
//!
//! A call that no player needs ends the engine, and the keeper learns which call it was. A call that
//! honest programs try but can do without fails as on a system that does not have it. Where other means
//! are missing, the keeper allows some calls one by one. All others are allowed.

use std::collections::BTreeMap;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use nix::errno::Errno;
use nix::libc::{self, c_int, c_long, pid_t};
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
const ABSENT: [c_long; 7] = [
    libc::SYS_clone3,
    // The system counts these for each user: one engine could take all.
    libc::SYS_fanotify_init,
    libc::SYS_inotify_init1,
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
const UNCOUNTED: [c_long; 5] =
    [libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_msgget, libc::SYS_semget, libc::SYS_shmget];

/// Calls on other processes by their numbers, and the number among their arguments that has to be 0:
/// the calling process. For an engine without a PID namespace of its own.
const OWN_ONLY: [(c_long, u8); 7] = [
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_setpriority, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
];

/// Calls on other processes that such an engine does not need.
const OTHERS: [c_long; 4] =
    [libc::SYS_migrate_pages, libc::SYS_move_pages, libc::SYS_pidfd_open, libc::SYS_process_mrelease];

/// Calls that start a process or thread. The keeper allows them as long as the engine plays and does not
/// have too many.
const STARTING: [c_long; 1] = [libc::SYS_clone];

/// Calls that send a signal to the process, group or thread of their first argument.
const SIGNALLING: [c_long; 5] = [
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
];

/// Calls that change the mode, the owner, the times or the length of a file that is not opened for
/// writing. Only for an engine without a root folder of its own, which is read-only.
const CHANGING: [c_long; 15] = [
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_fsetxattr,
    libc::SYS_lsetxattr,
    SETXATTRAT,
    libc::SYS_removexattr,
    libc::SYS_fremovexattr,
    libc::SYS_lremovexattr,
    REMOVEXATTRAT,
    libc::SYS_truncate,
    libc::SYS_utimensat,
];
/// Older forms of these calls, which only some processors have.
#[cfg(target_arch = "x86_64")]
mod older {
    use super::{c_long, libc};

    pub const ABSENT: &[c_long] = &[libc::SYS_inotify_init];
    pub const STARTING: &[c_long] = &[libc::SYS_fork, libc::SYS_vfork];
    pub const CHANGING: &[c_long] = &[
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ];
}
#[cfg(not(target_arch = "x86_64"))]
mod older {
    use super::c_long;

    pub const ABSENT: &[c_long] = &[];
    pub const STARTING: &[c_long] = &[];
    pub const CHANGING: &[c_long] = &[];
}
/// The same on all processors.
const FCHMODAT2: c_long = 452;
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;

/// The kinds of sockets that programs use. Others reach beyond the engine's namespaces.
const FAMILIES: [c_int; 4] = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];

/// Commands of `fcntl` by which an engine could hold up others at files that both may read, or take
/// more of the kernel's memory.
const HOLDING: [c_int; 3] = [libc::F_SETLEASE, libc::F_NOTIFY, libc::F_SETPIPE_SZ];

/// Commands of `fcntl` that lock a file. They succeed without doing anything: no other process writes
/// to an engine's files, and two engines could talk by the locks of a file that both may read.
const LOCKING: [c_int; 4] = [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// Options of sockets that make their buffers larger. They succeed without doing anything: the kernel's
/// default is what the keeper counts for a socket.
const BUFFERS: [c_int; 4] = [libc::SO_SNDBUF, libc::SO_SNDBUFFORCE, libc::SO_RCVBUF, libc::SO_RCVBUFFORCE];

/// The bits of the flags of `mmap` that say whether memory is shared and without a file.
const MAPPING: u64 = (libc::MAP_TYPE | libc::MAP_ANONYMOUS) as u64;
const SHARED: u64 = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;

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
    /// It has a PID namespace of its own: it sees no other process, and ends whole.
    pub processes: bool,
    /// The kernel bounds the number of its processes and threads.
    pub limited: bool,
    /// Landlock keeps its signals from other processes.
    pub signals: bool,
}

/// Puts the filters on this process and all that it will start. Gives the descriptor for
/// [`waiting`] where the kernel has that (5.0). Elsewhere a forbidden call kills the engine, and
/// nobody learns which it was.
pub fn restrict(confined: &Confining, around: Around) -> io::Result<Option<OwnedFd>> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let always = |calls: &[c_long]| calls.iter().map(|&call| (call, Vec::new())).collect::<BTreeMap<_, _>>();
    let compiled = |rules: BTreeMap<c_long, Vec<SeccompRule>>, action| {
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch);
        filter.and_then(BpfProgram::try_from).map_err(io::Error::other)
    };
    let errno = |errno: Errno| SeccompAction::Errno(errno as u32);
    let mut absent = always(&[&ABSENT, older::ABSENT].concat());
    if !around.group {
        absent.extend(always(&UNCOUNTED));
    }
    if !around.namespaces {
        absent.extend(always(&LASTING));
    }
    if !around.processes {
        absent.extend(always(&OTHERS));
    }
    // Each filter makes every start slower: one for all of these.
    apply(&compiled(absent, errno(Errno::ENOSYS))?)?;
    let mut refused =
        if around.root { BTreeMap::new() } else { always(&[&CHANGING, older::CHANGING].concat()) };
    refused.insert(libc::SYS_fcntl, any(1, &HOLDING)?);
    let families = FAMILIES.iter().filter(|family| **family != libc::AF_UNIX || around.root);
    let sockets = match (confined.limits.network, around.namespaces, around.root) {
        (false, true, true) | (true, ..) => vec![none_of(0, families)?],
        // Not even sockets of its own.
        (false, ..) => Vec::new(),
    };
    refused.insert(libc::SYS_socket, sockets);
    if !around.processes {
        for (call, argument) in OWN_ONLY {
            refused.entry(call).or_default().push(rule(argument, SeccompCmpOp::Ne, 0)?);
        }
    }
    apply(&compiled(refused, errno(Errno::EACCES))?)?;
    let pretended = BTreeMap::from([
        (libc::SYS_fcntl, any(1, &LOCKING)?),
        (libc::SYS_flock, Vec::new()),
        // The keeper could no longer look at the process.
        (libc::SYS_prctl, any(0, &[libc::PR_SET_DUMPABLE])?),
        (libc::SYS_setsockopt, buffers()?),
    ]);
    apply(&compiled(pretended, SeccompAction::Errno(0))?)?;
    let mut rules = always(&FORBIDDEN.map(|(_, call)| call));
    let flags = NAMESPACES.map(|flag| flag as u64);
    let flags: io::Result<Vec<_>> =
        flags.into_iter().map(|flag| rule(0, SeccompCmpOp::MaskedEq(flag), flag)).collect();
    rules.insert(libc::SYS_clone, flags?);
    if !around.group {
        rules.insert(libc::SYS_mmap, vec![rule(3, SeccompCmpOp::MaskedEq(MAPPING), SHARED)?]);
    }
    if !around.processes || !around.limited {
        rules.extend(always(&[&STARTING, older::STARTING].concat()));
    }
    if !around.processes && !around.signals {
        rules.extend(always(&SIGNALLING));
    }
    let asking = asking(compiled(rules.clone(), SeccompAction::Trace(ASK))?);
    match listen(&asking) {
        Ok(listener) => Ok(Some(listener)),
        Err(_) => {
            // Nobody can be asked: threads and shared memory stay allowed.
            rules.retain(|call, _| !is_start(*call) && !SIGNALLING.contains(call) && *call != libc::SYS_mmap);
            apply(&compiled(rules, SeccompAction::KillProcess)?).map(|()| None)
        }
    }
}

/// Rules for each of these values of an argument.
fn any(argument: u8, values: &[c_int]) -> io::Result<Vec<SeccompRule>> {
    values.iter().map(|value| rule(argument, SeccompCmpOp::Eq, *value as u64)).collect()
}

/// Rules for the options that are [`BUFFERS`].
fn buffers() -> io::Result<Vec<SeccompRule>> {
    let equal = |argument: u8, value: c_int| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value as u64)
    };
    let rules =
        BUFFERS.iter().map(|option| SeccompRule::new(vec![equal(1, libc::SOL_SOCKET)?, equal(2, *option)?]));
    rules.collect::<Result<Vec<_>, _>>().map_err(io::Error::other)
}

/// A rule for all other values of an argument.
fn none_of<'a>(argument: u8, values: impl IntoIterator<Item = &'a c_int>) -> io::Result<SeccompRule> {
    let conditions = values.into_iter().map(|value| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *value as u64)
    });
    let conditions: Result<Vec<_>, _> = conditions.collect();
    conditions.and_then(SeccompRule::new).map_err(io::Error::other)
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

fn is_start(call: c_long) -> bool {
    STARTING.contains(&call) || older::STARTING.contains(&call)
}

/// A call that waits for an answer.
#[derive(Debug)]
pub struct Call {
    notice: libc::seccomp_notif,
}

/// What a waiting call asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// To start a process or thread.
    Start,
    /// To map so many bytes of memory that its processes share.
    Memory(u64),
    /// To send a signal to this process, or to its group if negative. 0: to its own group.
    Signal(pid_t),
    /// For something that no player needs: the name of the call, or its number if it is not in our list.
    Forbidden(String),
}

mod c {
    nix::ioctl_readwrite!(receive, b'!', 0, nix::libc::seccomp_notif);
    nix::ioctl_readwrite!(answer, b'!', 1, nix::libc::seccomp_notif_resp);
}

/// The call that waits there; `None` if none can be read: its process may have ended.
pub fn waiting(listener: BorrowedFd<'_>) -> Option<Call> {
    let mut notice = MaybeUninit::<libc::seccomp_notif>::zeroed();
    #[expect(unsafe_code, reason = "ioctl(2)")]
    // SAFETY: the kernel asks for a zeroed structure of this size, and fills it.
    let notice = unsafe {
        c::receive(listener.as_raw_fd(), notice.as_mut_ptr()).ok()?;
        notice.assume_init()
    };
    Some(Call { notice })
}

impl Call {
    pub fn asked(&self) -> Asked {
        let call = c_long::from(self.notice.data.nr);
        let argument = |number: usize| self.notice.data.args.get(number).copied().unwrap_or(0);
        match call {
            libc::SYS_clone if NAMESPACES.iter().any(|flag| argument(0) & *flag as u64 != 0) => {
                Asked::Forbidden("clone".to_owned())
            }
            _ if is_start(call) => Asked::Start,
            libc::SYS_mmap => Asked::Memory(argument(1)),
            // The kernel takes the lower half.
            _ if SIGNALLING.contains(&call) => Asked::Signal(argument(0) as pid_t),
            _ => {
                let known = FORBIDDEN.iter().find(|(_, number)| *number == call);
                Asked::Forbidden(known.map_or_else(|| call.to_string(), |(name, _)| (*name).to_owned()))
            }
        }
    }

    /// Lets it go on, or fail with an error. All that was decided upon is in its registers, which
    /// nothing can change while it waits.
    pub fn answer(&self, listener: &OwnedFd, answer: Result<(), Errno>) {
        const CONTINUE: u32 = 1;
        let mut response = libc::seccomp_notif_resp {
            id: self.notice.id,
            val: 0,
            error: answer.err().map_or(0, |errno| -(errno as i32)),
            flags: if answer.is_ok() { CONTINUE } else { 0 },
        };
        #[expect(unsafe_code, reason = "ioctl(2)")]
        // SAFETY: the kernel reads a structure of this size. It refuses the answer if the process has ended.
        unsafe { c::answer(listener.as_fd().as_raw_fd(), &raw mut response) }.ok();
    }
}
