//! `moteur colonnes analyse-lignes`: exact values for programs.

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::PathBuf;

use i18n::text;
use jeux::colonnes::Board;

use super::solution::{Table, store};
use super::table;
use crate::analysis::{self, Exact};

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The table's file or folder; by default the usual one.
    #[arg(long, value_name = "CHEMIN", help = text!("moteur-table"))]
    pub table: Option<PathBuf>,
    /// Only makes sure that the table is there, and prints its path.
    #[arg(long, help = text!("moteur-preparer"))]
    pub preparer: bool,
}

/// Answers each line of standard input; or prepares the table and prints its path.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.preparer {
        drop(table::open(args.table.as_deref()));
        let kept = store::path(args.table.as_deref()).and_then(|path| path.canonicalize().ok());
        if let Some(path) = kept {
            writeln!(io::stdout(), "{}", path.display())?;
        }
        return Ok(());
    }
    // After the first request is read, so that its sender does not wait.
    let solution: OnceCell<Table> = OnceCell::new();
    let table = || solution.get_or_init(|| table::open(args.table.as_deref()));
    Ok(analysis::run(&mut Exact::new(|board: &Board| table().value(*board)))?)
}
