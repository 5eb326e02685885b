//! Engines that honour the protocol: those of the house, at every game.

use arbitre::registry::GAMES;

use crate::scene::{essai, example, with_each};

/// Those that take all of their time would take it in every trial; they are tried in the room of the engines.
const QUICK: &[(&str, &[&str])] = &[
    ("colonnes", &["hasard", "glouton"]),
    ("labyrinthe", &["hasard", "astar"]),
    ("morpion", &["hasard", "glouton", "minimax"]),
    ("sept-couleurs", &["hasard", "glouton", "prevoyant", "hybride"]),
    ("coursidor", &["hasard", "chemin"]),
    ("sphinx", &["hasard", "profondeur"]),
];

#[test]
fn engines_of_the_house_have_no_fault_at_any_game() {
    assert!(GAMES.iter().all(|kind| QUICK.iter().any(|(game, _)| *game == kind.name)));
    let all: Vec<(&str, &str)> =
        QUICK.iter().flat_map(|(game, engines)| engines.iter().map(move |engine| (*game, *engine))).collect();
    with_each(&all, |(game, engine)| without_fault(engine, game));
}

#[test]
fn the_examples_of_other_games_have_none_either() {
    for (file, game) in [("morpion.py", "morpion"), ("sphinx.py", "sphinx")] {
        without_fault(&format!("pipe:python3 {}", example(file).display()), game);
    }
}

/// Tries it, with time enough on a busy machine.
pub fn without_fault(engine: &str, game: &str) {
    without_fault_at(engine, game, &[]);
}

/// The same with parameters of the game.
pub fn without_fault_at(engine: &str, game: &str, parameters: &[&str]) {
    let report = essai(engine, &[&["--jeu", game, "--temps", "20"], parameters].concat());
    assert_eq!((report.code, report.wrong().len()), (Some(0), 0), "{engine}: {}", report.text);
    assert!(report.text.matches("\n  ok    ").count() >= 18, "{engine}: {}", report.text);
}
