//! Engines that want to live on, or not to die.

use jeux::Slot;
use std::fs;
use std::os::unix::fs::MetadataExt;

use arbitre::engine::{EngineHost, EngineSpec, EngineStart, ProcessLink};
use confine::{Layer, Means, Policy};
use ipc::wait::Deadline;
use nix::sys::signal::{Signal, kill};
use protocol::Termination;

use crate::remains;
use crate::trial::{Essai, PATIENCE, between, game, here, ordinary, places, seat};

/// Confined or not: nobody outlives a match.
const BOTH: [fn() -> Policy; 2] = [ordinary, Policy::none];

#[test]
fn who_leaves_the_family_ends_with_it() {
    for policy in BOTH {
        for how in ["reste", "ferme"] {
            Essai::new("survit").told([how]).under(policy()).plays_on();
        }
        Essai::new("prctl").under(policy()).plays_on();
    }
}

/// What the same engine leaves behind where nobody but its process group is ended.
#[test]
fn without_a_keeper_it_would_live() {
    let essai = Essai::new("survit").told(["ferme"]);
    let spec: EngineSpec = essai.spec().parse().expect("a spec");
    let command = spec.command(game(), &places()).expect("a command");
    let mut host =
        EngineHost::greet(game(), Box::new(ProcessLink::start(command).expect("started")), Deadline::NEVER)
            .expect("a name");
    host.go(1000);
    assert!(testing::happens(|| matches!(host.receive(), Ok(Some(_)))));
    drop(host);
    let left = remains::processes(&essai.hostile);
    assert_eq!(left.len(), 1, "{left:?}");
    remains::end(&essai.hostile);
    essai.nothing_left();
}

#[test]
fn another_name_hides_nobody() {
    let essai = |policy: Policy| {
        let mut essai = Essai::new("renomme").under(policy);
        essai.words = vec![essai.hostile.mark.clone()];
        essai
    };
    let confined = essai(ordinary());
    let before = confined.hostile.contents();
    confined.plays_on();
    assert_eq!(confined.hostile.contents(), before);
    let unconfined = essai(Policy::none());
    unconfined.play();
    assert!(!unconfined.hostile.program.exists(), "it has renamed its file");
    unconfined.nothing_left();
}

#[test]
fn sleeping_children_do_not_hold_a_verdict_up() {
    for policy in BOTH {
        let mut essai = Essai::new("dormeurs.sh").run_by("sh").under(policy());
        essai.words = vec![essai.hostile.mark.clone()];
        essai.ends_by("engine-exit: 3");
    }
}

#[test]
fn who_takes_his_time_to_die_is_judged_by_how_he_does() {
    for policy in BOTH {
        Essai::new("traine").told(["meurt"]).under(policy()).ends_by("engine-exit: 3");
        // The game is over then.
        Essai::new("traine").told(["quitte"]).under(policy()).plays_on();
        // It has left when it closes its streams; how it ends nobody waits for.
        let essai = Essai::new("traine").told(["ferme"]).under(policy());
        for result in essai.results() {
            assert_eq!(
                (result.termination, result.charged),
                (Termination::Crash, Some(Slot::Zero)),
                "{result:?}"
            );
        }
        essai.nothing_left();
    }
}

/// The numbers of processes are its own, or the referee's are out of its reach. Never unconfined.
#[test]
fn who_kills_all_that_he_can_reaches_his_family() {
    let essai = |how: &str| {
        let mut essai = Essai::new("tue");
        let namespace = fs::metadata("/proc/self/ns/pid").expect("a namespace").ino();
        let (referee, opponent) = (std::process::id(), essai.honest.mark.clone());
        essai.words = vec![referee.to_string(), namespace.to_string(), opponent, how.to_owned()];
        essai
    };
    // Its shell may be among those whom it kills.
    for how in ["autres", "groupe"] {
        let essai = essai(how);
        for result in essai.results() {
            let detail = result.detail.as_ref().map(ToString::to_string).unwrap_or_default();
            match result.charged {
                None => {
                    assert!(matches!(result.termination, Termination::Win | Termination::Draw), "{result:?}")
                }
                charged => {
                    assert_eq!(
                        (result.termination, charged),
                        (Termination::Crash, Some(Slot::Zero)),
                        "{result:?}"
                    );
                    assert!(detail.starts_with("engine-ended: engine-killed: SIG"), "{detail}");
                }
            }
        }
        essai.nothing_left();
    }
}

/// The system or its administrator may end a keeper; an engine that could have ended its own is charged.
#[test]
fn who_loses_a_keeper_that_he_cannot_reach_is_not_charged() {
    let out_of_reach =
        here().holds(Layer::Life, Means::PidNamespace) || here().holds(Layer::Calls, Means::LandlockScope);
    for (policy, own_fault) in [(ordinary(), !out_of_reach), (Policy::none(), true)] {
        let essai = Essai::new("honnete").under(policy.clone());
        let spec = essai.spec();
        let engine = EngineStart::new(&spec.parse().expect("a spec"), game(), &places(), &policy).run();
        let engine = engine.expect("started");
        kill(remains::keeper(&essai.hostile), Signal::SIGKILL).expect("killed");
        let seats = [seat(Some(engine), &spec, &policy), seat(None, &essai.honest.spec(), &policy)];
        let record = between(seats, PATIENCE);
        let result = &record.parties[0].result;
        let detail = result.detail.as_ref().map(ToString::to_string);
        let (termination, charged) =
            if own_fault { (Termination::Crash, Some(Slot::Zero)) } else { (Termination::Interrupted, None) };
        assert_eq!((result.termination, result.charged), (termination, charged), "{result:?}");
        assert_eq!(detail.as_deref(), Some("engine-ended: keeper-ended"));
        assert_eq!(record.interrupted.is_some(), !own_fault);
        essai.nothing_left();
    }
}
