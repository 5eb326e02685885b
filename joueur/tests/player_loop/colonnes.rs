//! Rencontres of Colonnes.

use std::time::Duration;

use protocol::colonnes::{Coul, PropCoup, ValCoup};

use crate::scene::{Notes, command, start};
use crate::servers::{Colonnes, listen};
use testing::output::both;
use testing::process::Killed;

/// A rencontre with this engine, in which the player has these pawns.
fn rencontre(notes: &Notes, coul: Coul, on_go: &str, on_game: &str) -> (Killed, Colonnes) {
    let (listener, port) = listen();
    let engine = notes.engine(on_go, on_game);
    let player = start(&["127.0.0.1", &port, "moi", "--moteur", &engine, "--temps", "60"]);
    (player, Colonnes::accept(&listener, coul))
}

#[test]
fn an_engine_is_told_all_of_a_rencontre() {
    let notes = Notes::new();
    let on_go = "case $n in 1|3) echo move B2;; 2) echo move C3;; esac";
    let (player, mut server) = rencontre(&notes, Coul::Blanc, on_go, ":");
    assert_eq!(server.coup(), "B2");
    notes.expect("hello 1");
    let game = notes.expect_game("");
    for word in ["colonnes first", "color=BLANC", "party=aller", "time=60000", "opponent=autre"] {
        assert!(game.contains(word), "{game}");
    }
    notes.expect("go ");
    server.judge(ValCoup::Valid, PropCoup::Cont);
    notes.expect("verdict VALID CONT");
    server.opponent("A1");
    notes.expect("opponent A1");
    notes.expect("go ");
    assert_eq!(server.coup(), "C3");
    server.judge(ValCoup::Triche, PropCoup::Perdu);
    notes.expect("verdict TRICHE PERDU");
    notes.expect("end PERDU triche");
    // NOIR begins the retour.
    assert!(notes.expect_game("").contains("second color=BLANC party=retour"));
    server.opponent("A1");
    notes.expect("opponent A1");
    notes.expect("go ");
    assert_eq!(server.coup(), "B2");
    server.judge(ValCoup::Valid, PropCoup::Cont);
    notes.expect("verdict VALID CONT");
    server.judge(ValCoup::Timeout, PropCoup::Perdu);
    notes.expect("end GAGNE timeout");
    notes.expect("quit");
    let output = player.end();
    assert!(output.status.success(), "{}", both(&output));
    for said in [
        "moi : en attente d'un adversaire (moteur témoin)",
        "Rencontre contre autre : vous jouez BLANC",
        "Partie aller : vous perdez, TRICHE",
        "Partie retour : vous gagnez, TIMEOUT de autre",
        "Rencontre contre autre : gagnées 1, nulles 0, perdues 1",
    ] {
        assert!(both(&output).contains(said), "{}", both(&output));
    }
}

/// The number after this in what a program said, in thousandths.
fn thousandths(said: &str, before: &str) -> u64 {
    let after = said.split(before).nth(1).unwrap_or_else(|| panic!("{before}: {said}"));
    let number: String = after.chars().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    number.replace(',', "").parse().expect("a number")
}

#[test]
fn the_limit_follows_a_timeout_that_comes_before_it() {
    let margins = [("0.001", false), ("59", true)];
    for (margin, above) in margins {
        let notes = Notes::new();
        let (listener, port) = listen();
        // No answer to the first question; the others are answered.
        let engine = notes.engine("case $n in 1) :;; *) echo move B2;; esac", ":");
        let args = ["127.0.0.1", &port, "moi", "--moteur", &engine, "--temps", "60", "--marge", margin];
        let player = start(&args);
        let mut server = Colonnes::accept(&listener, Coul::Blanc);
        notes.expect("hello 1");
        assert!(notes.expect_game("").contains("time=60000"));
        notes.expect("go ");
        server.judge(ValCoup::Timeout, PropCoup::Perdu);
        for line in ["stop", "verdict TIMEOUT PERDU", "end PERDU timeout"] {
            notes.expect(line);
        }
        let game = notes.expect_game("");
        server.opponent("A1");
        notes.expect("opponent A1");
        let go: u64 = notes.expect("go ").trim_start_matches("go ").parse().expect("a time");
        server.coup();
        server.judge(ValCoup::Valid, PropCoup::Gagne);
        let output = player.end();
        let measured = thousandths(&both(&output), "TIMEOUT après ");
        assert!(both(&output).contains("plus tôt que les 60,000 s attendues"), "{}", both(&output));
        assert!(game.contains(&format!("time={measured} ")) || game.ends_with(&format!("time={measured}")));
        // Whatever the margin was, there is one, and it is no more than the limit.
        let most = if above { measured.div_ceil(2) } else { measured.saturating_sub(1) };
        assert!((1..=most.max(1)).contains(&go), "{go} of {measured}, margin {margin}");
    }
}

/// NOIR begins the retour.
#[test]
fn a_timeout_takes_nothing_of_the_time_for_the_retour() {
    let notes = Notes::new();
    let (listener, port) = listen();
    let engine = notes.engine("case $n in 1) :;; *) echo move B2;; esac", ":");
    let args = ["127.0.0.1", &port, "moi", "--moteur", &engine, "--temps", "60", "--marge", "0.001"];
    let player = start(&args);
    let mut server = Colonnes::accept(&listener, Coul::Noir);
    notes.expect("hello 1");
    notes.expect_game("");
    server.opponent("A1");
    notes.expect("opponent A1");
    notes.expect("go ");
    // The player finds a limit as long as this.
    std::thread::sleep(Duration::from_secs(2));
    server.judge(ValCoup::Timeout, PropCoup::Perdu);
    for line in ["stop", "verdict TIMEOUT PERDU", "end PERDU timeout"] {
        notes.expect(line);
    }
    notes.expect_game("");
    let go: u64 = notes.expect("go ").trim_start_matches("go ").parse().expect("a time");
    server.coup();
    server.judge(ValCoup::Valid, PropCoup::Gagne);
    let output = player.end();
    assert!(go > 1, "all of it was taken for gone: {}", both(&output));
}

#[test]
fn a_margin_that_leaves_no_time_is_refused() {
    for margin in ["5", "6"] {
        let output =
            command(&["127.0.0.1", "1", "moi", "--moteur", "pipe:exit 9", "--marge", margin]).output();
        let output = output.expect("joueur");
        let said = both(&output);
        assert!(!output.status.success() && said.contains("la marge"), "{said}");
        assert!(!said.contains("code de sortie"), "the engine was started: {said}");
    }
}

#[test]
fn a_move_in_the_place_of_the_engines_is_announced_and_never_judged() {
    for (absurd, said) in [("echo move Z9", "« Z9 »"), ("echo move passe", "coup illégal")] {
        let notes = Notes::new();
        let on_go = format!("case $n in 1) {absurd};; *) echo move C1;; esac");
        let (player, mut server) = rencontre(&notes, Coul::Blanc, &on_go, ":");
        let fallback = server.coup();
        assert_ne!(fallback, "C1", "the test would show nothing");
        for line in ["hello 1", "game colonnes", "go "] {
            notes.expect(line);
        }
        server.judge(ValCoup::Valid, PropCoup::Cont);
        notes.expect_game(&fallback);
        server.opponent("C3");
        notes.expect("opponent C3");
        notes.expect("go ");
        // The next answer counts, whatever the first one was.
        assert_eq!(server.coup(), "C1");
        server.judge(ValCoup::Valid, PropCoup::Cont);
        notes.expect("verdict VALID CONT");
        drop(server);
        let output = player.end();
        assert!(
            both(&output).contains(said) && both(&output).contains("coup de secours"),
            "{}",
            both(&output)
        );
    }
}

#[test]
fn an_error_costs_one_move_and_swallows_none_of_the_next_ones() {
    let notes = Notes::new();
    let (player, mut server) =
        rencontre(&notes, Coul::Blanc, "case $n in 1) echo error perdu;; *) echo move C1;; esac", ":");
    assert_ne!(server.coup(), "C1", "the test would show nothing");
    server.judge(ValCoup::Valid, PropCoup::Cont);
    for _ in 0..2 {
        server.opponent("C3");
        assert_eq!(server.coup(), "C1");
        server.judge(ValCoup::Valid, PropCoup::Cont);
    }
    drop(server);
    let output = player.end();
    assert!(both(&output).contains("perdu"), "{}", both(&output));
    assert!(both(&output).contains("1 coup sur 3 est un coup de secours"), "{}", both(&output));
}

#[test]
fn an_engine_that_died_is_started_again_in_the_opponents_time() {
    // With its move, or without one.
    for (death, own) in [("echo move C1; exit 3", true), ("exit 3", false)] {
        let notes = Notes::new();
        let on_go = format!("case $n in 1) {death};; *) echo move B2;; esac");
        let (player, mut server) = rencontre(&notes, Coul::Noir, &on_go, ":");
        for line in ["hello 1", "game colonnes second"] {
            notes.expect(line);
        }
        server.opponent("A1");
        let played = server.coup();
        assert_eq!(played == "C1", own);
        notes.expect("opponent A1");
        notes.expect("go ");
        server.judge(ValCoup::Valid, PropCoup::Cont);
        // It has not been its turn since; and the fresh start has made no move that could be judged.
        notes.expect("hello 1");
        let mut game = notes.expect("game colonnes second");
        if !game.contains(&format!("moves=A1,{played}")) {
            game = notes.expect("game colonnes second");
        }
        assert!(game.contains(&format!("moves=A1,{played}")), "{game}");
        server.opponent("A1");
        notes.expect("opponent A1");
        notes.expect("go ");
        assert_eq!(server.coup(), "B2");
        server.judge(ValCoup::Valid, PropCoup::Cont);
        notes.expect("verdict VALID CONT");
        drop(server);
        let output = player.end();
        assert!(both(&output).contains("code de sortie 3"), "{}", both(&output));
        assert!(both(&output).contains("nouveau départ"), "{}", both(&output));
    }
}

#[test]
fn an_engine_that_always_dies_is_given_up_once_and_the_games_go_on() {
    let notes = Notes::new();
    let (player, mut server) = rencontre(&notes, Coul::Blanc, "exit 3", "exit 3");
    // A move for each end of the engine: with fewer the player may leave before it has noticed the last one.
    for mv in ["A1", "B2", "B3"] {
        server.coup();
        server.judge(ValCoup::Valid, PropCoup::Cont);
        server.opponent(mv);
    }
    server.coup();
    server.judge(ValCoup::Valid, PropCoup::Cont);
    server.judge(ValCoup::Triche, PropCoup::Perdu);
    server.judge(ValCoup::Triche, PropCoup::Perdu);
    let output = player.end();
    assert_eq!(output.status.code(), Some(1), "{}", both(&output));
    assert!(both(&output).contains("gagnées 2, nulles 0, perdues 0"), "{}", both(&output));
    assert!(both(&output).contains("4 coups sur 4 sont des coups de secours"), "{}", both(&output));
    // The first start and the three others, each with its end.
    assert_eq!(both(&output).matches("code de sortie 3").count(), 4, "{}", both(&output));
    assert_eq!(both(&output).matches("il n'est plus relancé").count(), 1, "{}", both(&output));
    let starts = notes.rest().iter().filter(|line| line.starts_with("hello")).count();
    assert_eq!(starts, 4, "the first one and three more");
}

#[test]
fn an_engine_that_needs_long_to_start_again_loses_no_game_by_it() {
    let notes = Notes::new();
    let (listener, port) = listen();
    // From its second start on it never says its name.
    let engine = notes.engine("exit 3", "echo > silent");
    let options = ["--temps", "1", "--marge", "0.2", "--demarrage", "600"];
    let player = start(&[&["127.0.0.1", &port, "moi", "--moteur", &engine][..], &options].concat());
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    server.coup();
    server.judge(ValCoup::Valid, PropCoup::Cont);
    // The opponent takes no time: the new start is on our clock, which leaves it some of the time only.
    server.opponent("B2");
    server.coup();
    drop(server);
    let output = player.end();
    assert!(both(&output).contains("ne démarre pas"), "{}", both(&output));
}

#[test]
fn english_is_spoken_on_demand() {
    let (listener, port) = listen();
    let notes = Notes::new();
    let engine = notes.engine("echo move A1-A2", ":");
    let player = start(&["127.0.0.1", &port, "moi", "--langue", "en", "--moteur", &engine, "--temps", "60"]);
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    server.coup();
    server.judge(ValCoup::Timeout, PropCoup::Perdu);
    server.judge(ValCoup::Valid, PropCoup::Gagne);
    let output = player.end();
    for said in [
        "moi: waiting for an opponent (engine témoin)",
        "engine: illegal move A1-A2: ",
        "fallback move: ",
        "Game aller: you lose, TIMEOUT",
        "Game retour: you lose against autre (three pawns in a stack)",
        "Rencontre against autre: won 0, drawn 0, lost 2",
    ] {
        assert!(both(&output).contains(said), "{said}: {}", both(&output));
    }
    for word in [" nous ", "partie", "moteur", "coup"] {
        assert!(!both(&output).contains(word), "{word}: {}", both(&output));
    }
    let output = command(&["--langue", "en"]).output().expect("joueur");
    assert!(both(&output).contains("error: "), "{}", both(&output));
}
