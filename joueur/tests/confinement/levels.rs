//! The same where the machine lacks a means: other layers hold, or the engine is not started.

use std::collections::BTreeSet;
use std::fs;

use confine::{Layer, Level, Means, Policy};
use protocol::Termination;

use crate::trial::{Essai, WITHOUT_NAMESPACES, here, ordinary};

/// What may be missing.
const MISSING: [&[Means]; 6] = [
    &WITHOUT_NAMESPACES,
    &[Means::UserNamespace, Means::PidNamespace, Means::Root, Means::NetworkNamespace],
    &[Means::Root],
    &[Means::Landlock, Means::LandlockTcp, Means::LandlockScope],
    &[Means::Seccomp],
    &[Means::Seccomp, Means::LandlockScope],
];

/// What may be missing besides what this machine lacks, with the layers that then hold. Without the first
/// ones an engine would harm whoever tests it.
pub fn missing() -> impl Iterator<Item = (&'static [Means], BTreeSet<Layer>)> {
    let holds = |layer: &Layer, without: &[Means]| {
        let left = |means: &Means| !here().missing.contains_key(means) && !without.contains(means);
        match layer {
            Layer::Life => [Means::PidNamespace, Means::Seccomp, Means::LandlockScope].iter().any(left),
            layer => here().held.get(layer).is_some_and(|held| held.iter().any(left)),
        }
    };
    MISSING.into_iter().filter_map(move |means| {
        let layers: BTreeSet<Layer> = Layer::ALL.into_iter().filter(|layer| holds(layer, means)).collect();
        let safe = [Layer::Life, Layer::Files, Layer::Resources].iter().all(|layer| layers.contains(layer));
        safe.then_some((means, layers))
    })
}

pub fn lacking(means: &[Means]) -> Policy {
    Policy { without: means.iter().copied().collect(), ..ordinary() }
}

#[test]
fn the_record_says_what_has_held() {
    for (means, layers) in missing() {
        let record = Essai::new("honnete").under(lacking(means)).play();
        for player in record.players {
            let confinement = player.confinement.expect("confined");
            assert_eq!((confinement.level, confinement.limits), (Level::Ordinary, ordinary().limits));
            let held: BTreeSet<Layer> = confinement.layers.keys().copied().collect();
            assert_eq!(held, layers, "without {means:?}: {:?}", confinement.layers);
            let used: BTreeSet<Means> = confinement.layers.values().flatten().copied().collect();
            assert!(means.iter().all(|means| !used.contains(means)), "{means:?}: {used:?}");
        }
    }
}

#[test]
fn nothing_confines_where_nothing_is_asked() {
    let record = Essai::new("honnete").unconfined().play();
    for player in record.players {
        let layers = player.confinement.map(|confinement| confinement.layers).unwrap_or_default();
        assert!(layers.keys().all(|layer| *layer == Layer::Life), "{layers:?}");
    }
}

#[test]
fn secrets_stay_out_of_sight() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let secret = folder.path().join("secret");
    fs::write(&secret, "secret").expect("written");
    for (means, _) in missing() {
        let told = [secret.display().to_string(), folder.path().display().to_string()];
        Essai::new("lit").told(told).under(lacking(means)).plays_on();
    }
}

#[test]
fn nobody_outlives_a_match() {
    for (means, _) in missing() {
        for engine in ["survit", "prctl"] {
            Essai::new(engine).told(["ferme"]).under(lacking(means)).plays_on();
        }
    }
}

#[test]
fn nobody_is_reached() {
    let ear = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    ear.set_nonblocking(true).expect("a flag");
    let port = ear.local_addr().expect("a port").port().to_string();
    for (means, _) in missing() {
        Essai::new("prises").told(["tcp", &port]).under(lacking(means)).plays_on();
        assert!(ear.accept().is_err(), "without {means:?}");
    }
}

#[test]
fn what_stays_without_a_process_does_not_stay() {
    for (means, _) in missing() {
        let mut essai = Essai::new("restes").under(lacking(means));
        essai.words = vec![essai.hostile.key(), essai.hostile.mark.clone(), "0".to_owned()];
        essai.plays_on();
    }
}

#[test]
fn resources_stay_bounded() {
    for (means, _) in missing() {
        Essai::new("fourche").told([300]).under(lacking(means)).ends_by("processes-exceeded: 32");
        Essai::new("fils").told([300]).under(lacking(means)).ends_by("processes-exceeded: 32");
        Essai::new("memoire").told(["seule", "2048"]).under(lacking(means)).ends_by("memory-exceeded: 256");
        Essai::new("disque")
            .told(["petits", "meurt", "64", "plein"])
            .under(lacking(means))
            .ends_by("disk-exceeded: 8");
        Essai::new("flot").told(["1", "lignes"]).under(lacking(means)).ends_by("output-exceeded: 16");
    }
}

/// Nobody is charged: it is the machine that lacks something.
#[test]
fn a_strict_confinement_that_lacks_something_starts_nobody() {
    let policy = Policy { level: Level::Strict, ..lacking(&[Means::Seccomp, Means::LandlockScope]) };
    let essai = Essai::new("honnete").under(policy);
    let record = essai.play();
    assert!(record.interrupted.is_some(), "{record:?}");
    for partie in record.parties {
        assert_eq!((partie.result.termination, partie.result.charged), (Termination::Interrupted, None));
    }
    essai.nothing_left();
}
