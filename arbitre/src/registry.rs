//! The games, one line each.

use jeux::Reason;
use jeux::coursidor::Coursidor;
use jeux::game::unknown;
use jeux::morpion::Morpion;
use jeux::sept_couleurs::SeptCouleurs;
use jeux::sphinx::Sphinx;

use crate::game::GameEntry;
use crate::jeux::{colonnes, labyrinthe};

pub static GAMES: &[&GameEntry] = &[
    &colonnes::KIND,
    &labyrinthe::KIND,
    &GameEntry::of::<Morpion>().played_by("minimax").weighed_by("minimax"),
    &GameEntry::of::<SeptCouleurs>().played_by("hybride").weighed_by("alphabeta"),
    &GameEntry::of::<Coursidor>().played_by("stratege").weighed_by("stratege").hosted(),
    &GameEntry::of::<Sphinx>().played_by("stratege").weighed_by("stratege").hosted(),
];

pub fn find(name: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|kind| kind.name == name).copied()
}

/// The game of this name, or the reason that there is none.
pub fn named(name: &str) -> Result<&'static GameEntry, Reason> {
    find(name).ok_or_else(|| unknown(name, names()))
}

/// All names, separated by commas.
pub fn names() -> String {
    GAMES.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}
