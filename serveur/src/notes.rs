//! Exact marks of the players of Colonnes: how many of their moves kept the value of the game.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use arbitre::record::Record;
use jeux::colonnes::Move;
use jeux::{ByPlayer, Player};
use moteur_ia::colonnes::analyse::print_notes;
use moteur_ia::colonnes::solution::Table;
use moteur_ia::colonnes::solution::notes::{Marks, mark};
use moteur_ia::colonnes::table;

/// Marks the players of records.
pub struct Marker {
    table: Table,
    totals: BTreeMap<String, Marks>,
}

impl Marker {
    /// Opens the solution of the game, computing it when need be.
    pub fn open(path: Option<&Path>) -> Self {
        Marker { table: table::open(path), totals: BTreeMap::new() }
    }

    /// Marks the moves of a record, and adds them to the totals of its players. Gives the marks and the blunders of each
    /// party in words.
    ///
    /// # Errors
    /// The record is of another game, or holds moves that the rules do not allow.
    pub fn mark(&mut self, record: &Record) -> Result<String> {
        anyhow::ensure!(record.game == "colonnes", "seules les parties de Colonnes ont une solution");
        let mut text = Vec::new();
        for party in &record.parties {
            let valid = party.moves.iter().filter(|mv| mv.verdict == "VALID");
            let moves: Result<Vec<Move>, _> = valid.map(|mv| mv.text.parse()).collect();
            let notes = mark(&self.table, &moves?).with_context(|| format!("partie {}", party.name))?;
            let name = |player: Player| {
                let seat = if player == Player::First { party.first } else { 1 - party.first };
                record.players[seat].name.as_str()
            };
            let names = ByPlayer { first: name(Player::First), second: name(Player::Second) };
            text.extend_from_slice(format!("  notes de la partie {} :\n", party.name).as_bytes());
            print_notes(&mut text, &notes, names)?;
            for player in Player::ALL {
                self.totals.entry(names[player].to_owned()).or_default().add(&notes.marks[player]);
            }
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The totals of every player, a line each, the most accurate first.
    pub fn summary(&self) -> String {
        let mut lines: Vec<(&String, &Marks)> = self.totals.iter().collect();
        let accuracy = |marks: &Marks| marks.accuracy().unwrap_or(-1.0);
        lines.sort_by(|(_, a), (_, b)| accuracy(b).total_cmp(&accuracy(a)));
        let mut text = format!(
            "{:<30} {:>6} {:>9} {:>9} {:>7} {:>7}\n",
            "précision", "coups", "justes", "difficiles", "gains", "nulles"
        );
        for (name, marks) in lines {
            let share = |part: u32, of: u32| match of {
                0 => "-".to_owned(),
                _ => format!("{:.1} %", 100.0 * f64::from(part) / f64::from(of)).replace('.', ","),
            };
            text += &format!(
                "{name:<30} {:>6} {:>9} {:>9} {:>7} {:>7}\n",
                marks.moves,
                share(marks.kept, marks.moves),
                share(marks.passed, marks.tested),
                marks.wins_thrown,
                marks.draws_thrown
            );
        }
        text + "(difficiles : la part des coups justes là où l'on pouvait se tromper ; gains, nulles : jetés)\n"
    }
}
