//! Bots that misbehave lose their own game, by a verdict that says what they did.

use jeux::Slot;
use std::time::Duration;

use protocol::Termination;

use crate::build::{bot, pascal};
use crate::duel::{game, result, setup};

/// The misbehaving bot loses, whether it begins or not, and this is said of it.
fn loses(name: &str, said: &str) {
    let (bad, good) = (bot(name), bot("honnete"));
    for (first, second, slot) in [(&bad, &good, Slot::Zero), (&good, &bad, Slot::One)] {
        let result = result(first, second);
        let told = format!("{name} in slot {slot}: {result:?}");
        assert_eq!((result.termination, result.charged), (Termination::Crash, Some(slot)), "{told}");
        assert_eq!(result.winner, Some(slot.other()), "{told}");
        assert!(result.detail.as_ref().map(ToString::to_string).unwrap_or_default().contains(said), "{told}");
    }
}

#[test]
fn ends_are_told_with_the_call() {
    if !pascal("faults::ends_are_told_with_the_call") {
        return;
    }
    for (name, said) in [
        ("arret", "library-ended: play; engine-exit: 3"),
        ("arret_init", "library-ended: dlopen; engine-exit: 5"),
        ("erreur201", "library-ended: play; engine-exit: 201"),
        ("exception", "library-ended: play; engine-exit: 217"),
        ("memoire", "library-ended: play; engine-exit: 203"),
        ("nil", "library-ended: play; engine-killed: SIGSEGV"),
        ("division", "library-ended: play; engine-killed: SIGFPE"),
        ("deborde_loin", "library-ended: play; engine-killed: SIG"),
        ("redimensionne", "engine-said: grid-resized: 5; 6"),
        ("redimensionne_play", "engine-said: grid-resized: 5; 6"),
        ("sans_play", "; play"),
    ] {
        loses(name, said);
    }
}

#[test]
fn who_does_not_come_back_is_late() {
    if !pascal("faults::who_does_not_come_back_is_late") {
        return;
    }
    for name in ["boucle", "boucle_init", "boucle_outcome"] {
        let partie = game(&bot(name), &bot("honnete"), setup(5, 6, 8), Duration::from_secs(3));
        let result = &partie.result;
        assert_eq!(
            (result.termination, result.charged),
            (Termination::Timeout, Some(Slot::Zero)),
            "{name}: {result:?}"
        );
    }
}

#[test]
fn grids_that_break_a_rule_lose() {
    if !pascal("faults::grids_that_break_a_rule_lose") {
        return;
    }
    for (name, said) in [
        ("mauvaise_grille_murs", "grid-walls: "),
        ("mauvaise_grille_sans_chemin", "grid-path"),
        ("mauvaise_grille_valeurs", "grid-value: "),
        ("deux_entrees", "grid-entries: 2"),
    ] {
        let (bad, good) = (bot(name), bot("honnete"));
        for (first, second, winner) in [(&bad, &good, Slot::One), (&good, &bad, Slot::Zero)] {
            let result = result(first, second);
            assert_eq!(result.winner, Some(winner), "{name}: {result:?}");
            assert!(
                result.detail.as_ref().map(ToString::to_string).unwrap_or_default().starts_with(said),
                "{name}: {result:?}"
            );
        }
        assert_eq!(result(&bad, &bad).winner, None, "two of them draw");
    }
}
