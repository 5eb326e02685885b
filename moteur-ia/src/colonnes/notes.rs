//! `moteur colonnes notes`: marks players of records, for programs.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use i18n::text;
use jeux::Player;
use serde_json::{Value, json};

use super::record::{self, Partie};
use super::sentences::{illegal_move, print_notes};
use super::solution::Table;
use super::solution::notes::{Marks, mark};
use super::table;

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The table's file or folder; by default the usual one.
    #[arg(long, value_name = "CHEMIN", help = text!("moteur-table"))]
    pub table: Option<PathBuf>,
}

/// Answers each record on standard input with a line.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let table = table::open(args.table.as_deref());
    for line in io::stdin().lock().lines() {
        let line = line.with_context(|| text!("in-standard"))?;
        let mut out = io::stdout().lock();
        writeln!(out, "{}", answer(&table, &line)).and_then(|()| out.flush())?;
    }
    Ok(())
}

/// The marks of a record's players by slot, and the text about its parties: `{"players": [.., ..],
/// "text": ..}`; or an error in words: `{"error": ..}`.
pub fn answer(table: &Table, record: &str) -> Value {
    match marked(table, record) {
        Ok((players, text)) => json!({ "players": players, "text": text }),
        Err(error) => json!({ "error": i18n::causes(&*error) }),
    }
}

fn marked(table: &Table, record: &str) -> anyhow::Result<([Marks; 2], String)> {
    let mut marks = [Marks::default(); 2];
    let mut text = Vec::new();
    for Partie { name, first, players, moves } in record::parties(record)? {
        let notes = mark(table, &moves).map_err(|illegal| anyhow!(illegal_move(&illegal)))?;
        writeln!(text, "  {}", text!("notes-partie", name = &name))?;
        print_notes(&mut text, &notes, players.as_ref().map(String::as_str))?;
        for player in Player::ALL {
            let place = if player == Player::First { first } else { 1 - first };
            marks[place].add(&notes.marks[player]);
        }
    }
    Ok((marks, String::from_utf8_lossy(&text).into_owned()))
}
