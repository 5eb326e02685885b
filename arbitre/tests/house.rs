//! What is common to all games knows none of them: neither by name nor by its words.

use std::fs;
use std::path::{Path, PathBuf};

use arbitre::registry::GAMES;

/// The common rooms: files, and folders with all that is in them.
const COMMON: &[&str] = &[
    "arbitre/src/analysis.rs",
    "arbitre/src/engine",
    "arbitre/src/reception",
    "arbitre/src/game.rs",
    "arbitre/src/judge.rs",
    "arbitre/src/committer.rs",
    "arbitre/src/host",
    "arbitre/src/live.rs",
    "arbitre/src/match_loop.rs",
    "arbitre/src/notes.rs",
    "arbitre/src/record.rs",
    "arbitre/src/rencontre.rs",
    "arbitre/src/replay.rs",
    "arbitre/src/seat.rs",
    "confine/src",
    "ipc/src",
    "protocol/src/analysis.rs",
    "protocol/src/moteur.rs",
    "protocol/src/name.rs",
    "protocol/src/verdict.rs",
    "jeux/src/game.rs",
    "jeux/src/position.rs",
    "jeux/src/scene.rs",
    "jeux/src/svg",
    "moteur-ia/src/adapter",
    "moteur-ia/src/analysis",
    "moteur-ia/src/any_game.rs",
    "joueur/src/session.rs",
    "joueur/src/dialogue.rs",
    "joueur/src/play.rs",
    "serveur/src/accept_loop.rs",
    "serveur/src/joue.rs",
    "serveur/src/report.rs",
];

/// And the whole of this crate.
const CHAMPIONSHIP: &str = "championnat/src";

/// Words that belong to single games, in their own language or in the code's.
const WORDS: [&str; 14] = [
    "blanc",
    "cgs",
    "coul",
    "energy",
    "labyrinth",
    "manche",
    "maze",
    "noir",
    "partiereq",
    "pawn",
    "pion",
    "rotation",
    "treasure",
    "wall",
];

/// The sides of a rencontre are written so in the results, since the first of them were kept.
const KEPT: &str = "championnat/src/model.rs";

/// The sources of a place of the workspace.
fn sources(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let entries = fs::read_dir(place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    let mut all: Vec<PathBuf> = entries.flat_map(|entry| sources(&entry.expect("an entry").path())).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    all
}

/// The code of a source: without its tests, without comments and without what the command line says of itself.
fn code(source: &str) -> impl Iterator<Item = (usize, String)> {
    let own = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    // An option of compilers is no wall.
    let bare = |line: &str| line.split("//").next().unwrap_or_default().replace("-Wall", "").to_lowercase();
    own.lines().map(bare).enumerate().map(|(index, line)| (index + 1, line)).collect::<Vec<_>>().into_iter()
}

#[test]
fn the_common_rooms_know_no_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut found = Vec::new();
    let mut looked = 0;
    for place in COMMON.iter().chain([&CHAMPIONSHIP]) {
        for path in sources(&root.join(place)) {
            if path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests") {
                continue;
            }
            looked += 1;
            if path.ends_with(KEPT) {
                continue;
            }
            let source = fs::read_to_string(&path).expect("a source");
            for (number, line) in code(&source) {
                let mut names = GAMES.iter().map(|kind| kind.name).chain(WORDS);
                let known =
                    names.find(|name| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == *name));
                found.extend(known.map(|word| format!("{}:{number}: {word}", path.display())));
            }
        }
    }
    assert!(looked > 60, "{looked} files only");
    assert!(found.is_empty(), "{}", found.join("\n"));
}
