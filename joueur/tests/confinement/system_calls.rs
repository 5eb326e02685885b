//! Engines that ask the system for what no player needs.

use std::fs;
use std::os::unix::fs::MetadataExt;

use confine::Policy;

use crate::trial::{Essai, ordinary};

#[test]
fn an_opponent_is_not_traced() {
    let essai = |policy: Policy| {
        let mut essai = Essai::new("espionne").under(policy);
        essai.words = vec![essai.honest.mark.clone()];
        essai
    };
    essai(ordinary()).ends_by("call-forbidden: ptrace");
    let restricted = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    // Where only parents may trace their children the comparison says nothing.
    let root = fs::metadata("/proc/self").expect("this process").uid() == 0;
    if root || matches!(restricted.trim(), "" | "0") {
        essai(Policy::none()).succeeds("traced");
    }
}

#[test]
fn forbidden_calls_end_who_asks() {
    for call in [
        "ptrace",
        "process_vm_readv",
        "process_vm_writev",
        "bpf",
        "mount",
        "umount2",
        "unshare",
        "setns",
        "pivot_root",
        "chroot",
        "keyctl",
        "add_key",
        "request_key",
        "perf_event_open",
        "userfaultfd",
        "kexec_load",
        "init_module",
        "finit_module",
        "delete_module",
        "reboot",
    ] {
        Essai::new("appel").told([call]).ends_by(&format!("call-forbidden: {call}"));
    }
}

/// What runtimes try first, and can do without.
#[test]
fn some_calls_are_there_for_nobody() {
    for call in ["io_uring_setup", "clone3"] {
        Essai::new("appel").told([call]).plays_on();
        Essai::new("appel").told([call]).unconfined().succeeds("asked");
    }
}
