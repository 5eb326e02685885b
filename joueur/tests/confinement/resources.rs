//! Engines that take more than there is for them.

use arbitre::engine::{EngineStart, Link};
use confine::{EngineEnd, Layer, Limits, Means, Policy};
use jeux::Slot;

use crate::trial::{Essai, WITHOUT_NAMESPACES, game, here, ordinary, places};

/// What they would take if they could: 20 GB, in mebibytes.
const TWENTY_GB: u32 = 20 * 1024;

/// Fewer of all than a machine has.
fn limits(change: impl FnOnce(&mut Limits)) -> Policy {
    let mut policy = ordinary();
    change(&mut policy.limits);
    policy
}

#[test]
fn fork_bombs_are_ended() {
    Essai::new("fourche").told([5000]).ends_by("processes-exceeded: 32");
    // Faster than whoever looks at them now and then; also where the keeper alone bounds them.
    for without in [Vec::new(), WITHOUT_NAMESPACES.to_vec(), vec![Means::PidsCgroup]] {
        let policy = Policy { without: without.into_iter().collect(), ..ordinary() };
        Essai::new("fourche").told(["80", "vite"]).under(policy).ends_by("processes-exceeded: 32");
    }
}

#[test]
fn thread_bombs_are_ended() {
    Essai::new("fils").told([5000]).ends_by("processes-exceeded: 32");
}

#[test]
fn who_wants_higher_limits_has_none() {
    Essai::new("limites").plays_on();
    Essai::new("limites").told([5000]).ends_by("processes-exceeded: 32");
}

#[test]
fn memory_is_bounded_alone_and_in_a_family() {
    for how in ["seule", "partagee", "famille"] {
        Essai::new("memoire").told([how, &TWENTY_GB.to_string()]).ends_by("memory-exceeded: 256");
    }
}

/// No process has it in its own; some more than all may take is enough to be found.
#[test]
fn memory_that_nobody_maps_is_memory() {
    for how in ["fichiers", "segments", "semaphores", "messages"] {
        let essai = Essai::new("memoire").told([how, "1024"]);
        for result in essai.results() {
            // The system may refuse it as well.
            let detail = result.detail.as_ref().map(ToString::to_string).unwrap_or_default();
            let ended = result.charged == Some(Slot::Zero)
                && detail.starts_with("engine-ended: memory-exceeded: 256");
            assert!(ended || result.charged.is_none(), "{how}: {result:?}");
        }
        essai.nothing_left();
    }
}

/// Memory of the kernel, and pages that no process has any more.
#[test]
fn memory_that_is_in_no_process_is_bounded() {
    for without in [Vec::new(), WITHOUT_NAMESPACES.to_vec()] {
        let policy = Policy { without: without.into_iter().collect(), ..ordinary() };
        for how in ["rendue", "sockets", "tables"] {
            let essai = Essai::new("noyau").told([how, "1024"]).under(policy.clone());
            essai.ends_by("memory-exceeded: 256");
        }
        // The system lets a process have about 65,000 mappings.
        Essai::new("noyau").told(["eparses", "512"]).under(policy.clone()).ends_by("memory-exceeded: 256");
        // Buffers stay as they are, and there are few descriptors to watch.
        for how in ["tampons", "veilles"] {
            Essai::new("noyau").told([how, "1024"]).under(policy.clone()).plays_on();
        }
        // The device is there only for a group, which counts what it gives.
        let zero = Essai::new("noyau").told(["zero", "1024"]).under(policy);
        match here().holds(Layer::Resources, Means::Cgroup) {
            true => zero.ends_by("memory-exceeded: 256"),
            false => zero.plays_on(),
        }
    }
}

/// Its turns follow each other faster than the looks at it.
#[test]
fn memory_is_bounded_however_fast_the_turns_are() {
    let policy = Policy { without: [Means::Cgroup].into(), ..ordinary() };
    let essai = Essai::new("memoire").told(["seule", "1024"]);
    let spec = essai.spec().parse().expect("a spec");
    let mut engine = EngineStart::new(&spec, game(), &places(), &policy).launch().expect("launched");
    engine.send("go 1000").expect("sent");
    assert!(testing::happens(|| {
        engine.thaw();
        matches!(engine.read(&mut [0; 64]), Ok(0))
    }));
    assert_eq!(engine.last_words().end, Some(EngineEnd::Memory(256)));
}

#[test]
fn a_jvm_is_bounded_like_any_other() {
    let policy = limits(|limits| (limits.memory_mib, limits.processes) = (512, 64));
    let jvm = Essai::new("Memoire.java").run_by("java -Xmx20g -XX:+UseSerialGC -jar").told([TWENTY_GB]);
    jvm.under(policy).ends_by("memory-exceeded: 512");
}

/// It may play on, whether it fills its folder by one file or by many.
#[test]
fn a_full_folder_is_no_end() {
    for how in ["long", "petits"] {
        let essai = Essai::new("disque").told([how, "joue", "64", "plein"]);
        match here().holds(Layer::Files, Means::Root) {
            true => essai.plays_on(),
            // No file system of its own bounds it.
            false => essai.ends_by("disk-exceeded: 8"),
        }
    }
}

#[test]
fn who_ends_of_a_full_folder_is_told_so() {
    for (how, then) in [("petits", "meurt"), ("long", "signal")] {
        Essai::new("disque").told([how, then, "64", "plein"]).ends_by("disk-exceeded: 8");
    }
}

/// Lines that ask for nothing, bytes that are no line, and a log that nobody reads.
#[test]
fn floods_are_dammed() {
    for (stream, how) in [(1, "lignes"), (1, "octets"), (2, "octets")] {
        Essai::new("flot").told([stream.to_string(), how.to_owned()]).ends_by("output-exceeded: 16");
    }
}
