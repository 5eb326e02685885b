//! Engines that harm others by what all engines of a user share: counters, locks, processors, and, where there are no namespaces,
//! processes and files.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Command;
use std::time::Duration;

use arbitre::engine::{EngineSpec, EngineStart};
use confine::{Layer, Limits, Means, Policy};
use jeux::{Player, Reason};
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;
use protocol::Termination;
use protocol::moteur::GameStart;
use tempfile::TempDir;
use testing::process::Killed;

use crate::build::Moteur;
use crate::trial::{Essai, PATIENCE, WITHOUT_NAMESPACES, between, game, here, ordinary, places, seat};

fn without_namespaces() -> Policy {
    Policy { without: WITHOUT_NAMESPACES.into(), ..ordinary() }
}

/// With namespaces and without.
const BOTH: [fn() -> Policy; 2] = [ordinary, without_namespaces];

#[test]
fn nothing_that_all_share_is_held_up() {
    for policy in BOTH {
        Essai::new("retient").under(policy()).plays_on();
    }
    Essai::new("retient").unconfined().succeeds("a lease");
}

#[test]
fn descriptors_under_way_keep_nobody_from_starting() {
    for policy in BOTH {
        let essai = Essai::new("noyau").told(["enroute"]);
        let start = |spec: &str| {
            let spec: EngineSpec = spec.parse().expect("a spec");
            EngineStart::new(&spec, game(), &places(), &policy()).run()
        };
        let mut hostile = start(&essai.spec()).expect("started");
        hostile.start(&GameStart { game: game().name.to_owned(), side: Player::First, params: Vec::new() });
        hostile.go(1000);
        assert!(testing::happens(|| matches!(hostile.receive(), Ok(Some(_)))));
        let honest = start(&essai.honest.spec()).map(|host| host.name().to_owned());
        assert_eq!(honest.map_err(|error| Reason::from(&error)), Ok("hostile".to_owned()));
    }
}

#[test]
fn nobody_computes_in_the_opponents_time() {
    for policy in BOTH {
        Essai::new("vole").against("lent").under(policy()).plays_on();
        let woken = Essai::new("vole").told(["reveil"]).against("lent").under(policy());
        if here().holds(Layer::Resources, Means::Cgroup) {
            // No timer wakes a group.
            woken.plays_on();
            continue;
        }
        // In the second game its opponent has taken his time before.
        let first = woken.results().remove(0);
        let detail = first.detail.as_ref().map(ToString::to_string);
        assert_eq!(
            (first.termination, detail.as_deref()),
            (Termination::Crash, Some("engine-ended: engine-out-of-turn"))
        );
        woken.nothing_left();
    }
    // A busy machine leaves them less.
    let stolen = Essai::new("vole").told(["dort", "100000"]).against("lent").unconfined();
    assert!(stolen.results().iter().any(|result| {
        result.detail.as_ref().is_some_and(|detail| detail.to_string().contains("microseconds"))
    }));
}

/// The kernel works for it after its turn, which only a control group can put off.
#[test]
fn memory_is_given_back_in_the_opponents_time() {
    let limits = Limits { memory_mib: 1024, ..ordinary().limits };
    let policy = Policy { limits, without: [Means::Cgroup].into(), ..ordinary() };
    Essai::new("libere").against("lent").under(policy).plays_on();
}

/// It was stopped at the end of the match before.
#[test]
fn a_kept_engine_goes_on_where_it_may_think_in_the_opponents_time() {
    let (engine, other, policy) = (Moteur::new("honnete"), Moteur::new("honnete"), ordinary());
    let (spec, other) = (engine.spec(), other.spec());
    let start = EngineStart::new(&spec.parse().expect("a spec"), game(), &places(), &policy).run();
    let mut kept = start.expect("started");
    kept.freeze();
    let seats = [seat(Some(kept), &spec, &policy).pondering(true), seat(None, &other, &policy)];
    let record = between(seats, PATIENCE);
    assert_eq!((record.parties.len(), &record.interrupted), (2, &None));
    assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
}

/// Without namespaces it sees them all.
#[test]
fn other_processes_and_files_stay_as_they_are() {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let store = folder.path().join("mai.sqlite");
    fs::write(&store, "secret").expect("written");
    let before = fs::metadata(&store).expect("a file");
    let essai = |policy: Policy| {
        let mut essai = Essai::new("voisin").under(policy);
        let own = essai.hostile.file("own.txt", "mine");
        let paths = [store.display().to_string(), own, essai.honest.program.display().to_string()];
        essai.words = [std::process::id().to_string()].into_iter().chain(paths).collect();
        essai
    };
    essai(without_namespaces()).plays_on();
    essai(ordinary()).plays_on();
    let after = fs::metadata(&store).expect("still there");
    assert_eq!(
        (after.mode(), after.len(), after.mtime_nsec()),
        (before.mode(), before.len(), before.mtime_nsec())
    );
    essai(Policy::none()).succeeds("chmod");
}

/// Listing and killing its processes one by one would never end.
#[test]
fn a_family_that_flees_ends_with_the_match() {
    for policy in BOTH {
        Essai::new("fuit").under(policy()).plays_on();
    }
}

#[test]
fn a_scratch_folder_is_measured_wherever_its_files_are() {
    for how in ["long", "ferme", "sans-nom"] {
        Essai::new("profond").told([how]).under(without_namespaces()).ends_by("disk-exceeded: 8");
    }
}

/// On a core that a hundred others have too, each in a session of its own: in a turn it has no processor once, or
/// hardly ever, and the kernel counts how long it has waited only when it gets one.
#[test]
fn who_gets_no_processor_is_not_late() {
    let before = sched_getaffinity(Pid::from_raw(0)).expect("cores");
    let core = (0..CpuSet::count()).find(|core| before.is_set(*core) == Ok(true)).expect("a core");
    let mut one = CpuSet::new();
    one.set(core).expect("set");
    let (calcule, honest, policy) = (Essai::new("calcule"), Moteur::new("honnete"), ordinary());
    let spec = calcule.spec();
    // What it is started by goes on elsewhere.
    sched_setaffinity(Pid::from_raw(0), &one).expect("on one core");
    let engine = EngineStart::new(&spec.parse().expect("a spec"), game(), &places(), &policy).run();
    sched_setaffinity(Pid::from_raw(0), &before).expect("on all cores");
    let others: Vec<Killed> = (0..100)
        .map(|_| {
            let mut spinning = Command::new("setsid");
            spinning.args(["taskset", "-c", &core.to_string(), "sh", "-c", "while :; do :; done"]);
            Killed::start(&mut spinning)
        })
        .collect();
    let seats = [seat(Some(engine.expect("started")), &spec, &policy), seat(None, &honest.spec(), &policy)];
    let record = between(seats, Duration::from_millis(400));
    drop(others);
    // Where the system shares processors between groups it had enough.
    if let Some(why) = record.interrupted {
        assert!(["starved", "overloaded"].contains(&why.code.as_str()), "{why:?}");
    }
    let results: Vec<_> = record.parties.iter().map(|partie| &partie.result).collect();
    assert!(results.iter().all(|result| result.charged.is_none()), "{results:#?}");
    // Who sleeps is late.
    let mut essai = Essai::new("lent");
    essai.time = Duration::from_millis(100);
    assert_eq!(essai.results()[0].termination, Termination::Timeout);
}
