//! Players that misbehave lose their own game, by a verdict that says what they did; nothing of them is left.

use jeux::Slot;
use std::fs;
use std::time::Duration;

use protocol::Termination;
use testing::until;

use crate::build::player;
use crate::duel::{game, result, setup};
use crate::table::{PATIENCE, Table, kind, so};

/// A player that does nothing wrong.
fn good() -> String {
    so(&player("honnete"))
}

/// The misbehaving player loses, whether it begins or not, and this is said of it.
fn loses(name: &str, termination: Termination, said: &str) {
    let bad = so(&player(name));
    for (first, second, slot) in [(bad.as_str(), &*good(), Slot::Zero), (&*good(), &bad, Slot::One)] {
        let result = result(first, second, 40);
        let told = format!("{name} in slot {slot}: {result:?}");
        assert_eq!(result.termination, termination, "{told}");
        assert_eq!((result.charged, result.winner), (Some(slot), Some(slot.other())), "{told}");
        assert!(result.detail.as_ref().map(ToString::to_string).unwrap_or_default().contains(said), "{told}");
    }
}

#[test]
fn signals_are_told_with_the_call() {
    for (name, said) in [
        ("segfault", "library-ended: play; engine-killed: SIGSEGV"),
        ("segfault_initialize", "library-ended: initialize; engine-killed: SIGSEGV"),
        ("nom_fou", "library-ended: get_player_name; engine-killed: SIGSEGV"),
        ("segfault_chargement", "library-ended: dlopen; engine-killed: SIGSEGV"),
        ("abort", "library-ended: play; engine-killed: SIGABRT"),
        ("imprime", "library-ended: play; engine-killed: SIGABRT; je joue "),
        ("divise", "library-ended: play; engine-killed: SIGFPE"),
        ("pile", "library-ended: play; engine-killed: SIGSEGV"),
        ("fourche", "library-ended: play; engine-killed: SIGSEGV"),
        ("fil", "library-ended: play; engine-killed: SIGABRT"),
    ] {
        loses(name, Termination::Crash, said);
    }
}

/// It may be lucky: what it has written over was its own.
#[test]
fn writing_everywhere_reaches_nobody_else() {
    let bad = so(&player("ecrit_partout"));
    for (first, second, slot) in [(bad.as_str(), &*good(), Slot::Zero), (&*good(), &bad, Slot::One)] {
        let result = result(first, second, 40);
        assert!(result.charged.is_none_or(|charged| charged == slot), "{result:?}");
    }
}

#[test]
fn leaving_is_told_with_the_call() {
    loses("sortie", Termination::Crash, "library-ended: play; engine-exit: 0");
    // It cannot answer, nor say where it is.
    loses("ferme_tout", Termination::Crash, "library-ended: initialize");
    loses("tue_parent", Termination::Crash, "engine-ended: engine-killed: SIGKILL");
}

#[test]
fn wrong_moves_are_cheating() {
    for (name, said) in [
        ("mauvaise_couleur", "move-colour: "),
        ("sans_type", "move-type: 0"),
        ("trop_loin", "no-vertex: 4000000000"),
        ("type_fou", "move-colour: "),
        ("mur_illegal", "not-consecutive: "),
        // What it gives back when no memory is left.
        ("memoire", "move-colour: "),
    ] {
        loses(name, Termination::Triche, said);
    }
}

#[test]
fn who_does_not_come_back_is_late() {
    for name in ["boucle", "boucle_initialize", "signal", "sourd"] {
        let bad = so(&player(name));
        let partie = game(&bad, &good(), 40, Duration::from_millis(400));
        assert_eq!(partie.result.termination, Termination::Timeout, "{name}: {:?}", partie.result);
        assert_eq!(partie.result.charged, Some(Slot::Zero), "{name}");
    }
    let nameless = format!("{} --chargement 1", so(&player("boucle_nom")));
    let result = result(&nameless, &good(), 40);
    assert_eq!((result.termination, result.charged), (Termination::Crash, Some(Slot::Zero)));
    let detail = result.detail.expect("a reason").to_string();
    assert!(detail.starts_with("engine-said: library-silent: "), "{detail}");
}

#[test]
fn a_missing_function_is_named() {
    let result = result(&so(&player("sans_symbole")), &good(), 40);
    let detail = result.detail.expect("a reason").to_string();
    assert!(detail.starts_with("engine-said: library-symbol: ") && detail.ends_with("; play"), "{detail}");
}

#[test]
fn odd_players_that_play_by_the_rules_are_not_punished() {
    for name in [
        "bavard",
        "boucle_finalize",
        "honnete",
        "lent",
        "nom_nul",
        "nom_sale",
        "sans_nom",
        "saute_finalize",
        "setsid",
        // It is missed in finalize only, when the game is over.
        "symbole_absent",
    ] {
        let player = so(&player(name));
        let result = result(&player, &player, 6);
        assert_eq!(result.termination, Termination::Draw, "{name}: {result:?}");
    }
}

#[test]
fn a_fault_in_one_game_is_none_in_the_next() {
    let bad = so(&player("segfault"));
    let table = Table {
        kind: kind("coursidor"),
        specs: [&bad, &good()],
        setup: setup(3, 40),
        parties: kind("coursidor").parties,
        time: PATIENCE,
    };
    let record = table.play();
    let results: Vec<_> = record.parties.iter().map(|partie| &partie.result).collect();
    assert_eq!(results.len(), 2);
    for result in results {
        assert_eq!(
            (result.termination, result.charged),
            (Termination::Crash, Some(Slot::Zero)),
            "{result:?}"
        );
        assert!(
            result
                .detail
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default()
                .contains("play; engine-killed: SIGSEGV")
        );
    }
}

/// Its host ends it by its number, and goes on.
#[test]
fn who_leaves_the_group_is_ended_all_the_same() {
    let player = so(&player("evade"));
    let parties = kind("coursidor").parties;
    let table = Table {
        kind: kind("coursidor"),
        specs: [&player, &good()],
        setup: setup(3, 6),
        parties,
        time: PATIENCE,
    };
    let record = table.play();
    assert_eq!(record.parties.len(), 2);
    assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
}

/// What a player has started dies with it, even if it kills its host, unless it has made itself a session of its own.
#[test]
fn nothing_is_left_of_a_player() {
    for name in ["fourche", "orphelin"] {
        let library = player(name);
        let mine = library.display().to_string();
        let result = result(&so(&library), &good(), 40);
        assert_eq!(result.charged, Some(Slot::Zero), "{result:?}");
        let running = || {
            let processes = fs::read_dir("/proc").expect("/proc").flatten();
            let commands = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
            commands.filter(|command| String::from_utf8_lossy(command).contains(&mine)).count()
        };
        // A process that was killed is there until it has been waited for.
        until(&format!("the end of {name}"), || running() == 0);
    }
}
