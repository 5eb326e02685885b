//! `moteur colonnes analyse`: the value of a position and its moves, and the blunders of a game.

use std::cmp::{Ordering, Reverse};
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use i18n::text;
use jeux::colonnes::{Board, MAX_PLIES};
use jeux::{ByPlayer, Outcome, Position, Status};

use super::record::{self, Partie};
use super::sentences::{illegal_move, print_notes, value_text};
use super::solution::{Table, notes};
use super::table;

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[arg(long, value_name = "COUPS", default_value = "", hide_default_value = true, help = text!("moteur-coups"))]
    pub coups: String,
    #[arg(value_name = "FICHIER", conflicts_with = "coups", help = text!("moteur-partie"))]
    pub partie: Option<PathBuf>,
    /// The table's file or folder; by default the usual one.
    #[arg(long, value_name = "CHEMIN", help = text!("moteur-table"))]
    pub table: Option<PathBuf>,
}

/// Prints the analysis of the position after the moves, and marks for the moves.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mark = |table: &Table, moves: &[_]| {
        notes::mark(table, moves).map_err(|illegal| anyhow!(illegal_move(&illegal)))
    };
    if let Some(path) = &args.partie {
        let file = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(file)?;
        let parties = record::parties(&text).with_context(file)?;
        let table = table::open(args.table.as_deref());
        let mut out = io::stdout().lock();
        for Partie { name, players, moves, .. } in parties {
            writeln!(out, "{}", text!("notes-partie", name = &name))?;
            print_notes(&mut out, &mark(&table, &moves)?, players.as_ref().map(String::as_str))?;
        }
        return Ok(());
    }
    let moves = record::parse_moves(&args.coups)?;
    let table = table::open(args.table.as_deref());
    let notes = mark(&table, &moves)?;
    let board = moves.iter().fold(Board::new(), |board, &mv| board.after(mv));
    let mut out = io::stdout().lock();
    print_position(&mut out, &table, board)?;
    if !moves.is_empty() {
        writeln!(out)?;
        let [first, second] = [1, 2].map(|number| text!("engine-player", number = number));
        print_notes(&mut out, &notes, ByPlayer { first: &first, second: &second })?;
    }
    Ok(())
}

/// Writes the board, its value and those of all legal moves, best first.
pub fn print_position(out: &mut impl Write, table: &Table, board: Board) -> io::Result<()> {
    writeln!(out, "{board}")?;
    match board.status() {
        Status::Over(Outcome::Win(winner)) => {
            return writeln!(out, "{}", text!("engine-won", number = winner.index() + 1));
        }
        Status::Over(Outcome::Draw) => return writeln!(out, "{}", text!("engine-drawn", count = MAX_PLIES)),
        Status::Ongoing => {}
    }
    let mut judgement = table.judge(board);
    let said = text!(
        "engine-to-move",
        number = board.ply() + 1,
        all = MAX_PLIES,
        player = board.to_move().index() + 1,
        value = value_text(judgement.value),
    );
    writeln!(out, "{said}")?;
    judgement.moves.sort_by_key(|(_, value)| Reverse(*value));
    for (mv, value) in &judgement.moves {
        let remark = match (judgement.value.result(), value.result()) {
            (before, after) if before == after => String::new(),
            (Ordering::Greater, _) => format!("  {}", text!("value-throws-win")),
            _ => format!("  {}", text!("value-throws-draw")),
        };
        writeln!(out, "  {:6} {}{remark}", mv.to_string(), value_text(*value))?;
    }
    Ok(())
}
