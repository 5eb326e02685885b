//! The cores of this machine.

/// The numbers of the cores that this process may use, ascending: one at least, 0 where the system does not say.
pub fn usable_cores() -> Vec<usize> {
    let set = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0));
    let allowed = |core: &usize| set.as_ref().is_ok_and(|set| set.is_set(*core).unwrap_or(false));
    let cores: Vec<usize> = (0..nix::sched::CpuSet::count()).filter(allowed).collect();
    if cores.is_empty() { vec![0] } else { cores }
}
