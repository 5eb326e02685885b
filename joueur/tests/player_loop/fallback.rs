//! Engines that do not play, and what is said of them.

use protocol::colonnes::{Coul, PropCoup, ValCoup};

use crate::scene::{Notes, start};
use crate::servers::{Colonnes, listen};
use testing::output::both;

#[test]
fn without_fallback_moves_the_player_leaves_with_the_engines_fault() {
    for (on_go, why) in [
        ("echo adieu >&2; exit 7", "code de sortie 7, « adieu »"),
        ("kill -SEGV $$", "tué par SIGSEGV"),
        ("echo move Z9", "« Z9 »"),
        ("echo move passe", "coup illégal passe"),
        ("echo error perdu", "perdu"),
    ] {
        let notes = Notes::new();
        let (listener, port) = listen();
        let engine = notes.engine(on_go, ":");
        let args = ["127.0.0.1", &port, "moi", "--moteur", &engine, "--temps", "60", "--sans-secours"];
        let player = start(&args);
        let mut server = Colonnes::accept(&listener, Coul::Blanc);
        assert!(server.left(), "no move is sent");
        let output = player.end();
        let said = both(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("--sans-secours") && said.contains(why), "{why}: {said}");
        assert_eq!(said.matches(why).count(), 1, "said once: {said}");
        assert!(!said.contains("coup de secours"), "{said}");
    }
}

#[test]
fn an_engine_that_plays_needs_no_fallback_and_ends_well() {
    let notes = Notes::new();
    let (listener, port) = listen();
    let engine = notes.engine("echo move B2", ":");
    let args = ["127.0.0.1", &port, "moi", "--moteur", &engine, "--temps", "60", "--sans-secours"];
    let player = start(&args);
    let mut server = Colonnes::accept(&listener, Coul::Blanc);
    assert_eq!(server.coup(), "B2");
    server.judge(ValCoup::Valid, PropCoup::Gagne);
    server.judge(ValCoup::Triche, PropCoup::Perdu);
    let output = player.end();
    assert!(output.status.success(), "{}", both(&output));
    assert!(!both(&output).contains("coup de secours"), "{}", both(&output));
}

/// However an engine goes, whoever notices it: how it ended is said, once, with its last words.
#[test]
fn the_end_of_an_engine_is_told_once() {
    for (on_go, on_game) in [
        // Asked for a move; after its move; on the opponent's turn; when it is announced a game.
        ("echo hors jeu >&2; exit 7", ":"),
        ("echo move C1; echo hors jeu >&2; exit 7", ":"),
        ("echo move C1; exec 1>&-; echo hors jeu >&2; exit 7", ":"),
        ("echo move C1", "echo hors jeu >&2; exit 7"),
    ] {
        let notes = Notes::new();
        let (listener, port) = listen();
        let once = |what: &str| format!("[ -e mort ] || {{ echo > mort; {what}; }}");
        let dies_on_go = on_go.contains("exit");
        let then = if dies_on_go { format!("{}; echo move C1", once(on_go)) } else { on_go.to_owned() };
        let game = if dies_on_go { on_game.to_owned() } else { once(on_game) };
        let engine = notes.engine(&then, &game);
        let player = start(&["127.0.0.1", &port, "moi", "--moteur", &engine, "--temps", "60"]);
        let mut server = Colonnes::accept(&listener, Coul::Blanc);
        server.coup();
        server.judge(ValCoup::Valid, PropCoup::Cont);
        server.opponent("C3");
        server.coup();
        server.judge(ValCoup::Valid, PropCoup::Gagne);
        server.judge(ValCoup::Triche, PropCoup::Perdu);
        let said = both(&player.end());
        assert_eq!(said.matches("code de sortie 7, « hors jeu »").count(), 1, "{on_go}, {on_game}: {said}");
        assert_eq!(said.matches("hors jeu").count(), 1, "{on_go}, {on_game}: {said}");
    }
}
