//! `moteur colonnes analyse-lignes`: the exact value of every move, for programs.

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::PathBuf;

use i18n::text;
use jeux::colonnes::Board;

use super::solution::{Table, store};
use super::table;
use crate::analysis::{self, Exact};

/// Its options.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The table's file or folder, if it is not the usual one.
    #[arg(long, value_name = "CHEMIN", help = text!("moteur-table"))]
    pub table: Option<PathBuf>,
    /// Only makes sure that the table is kept, and says where.
    #[arg(long, help = text!("moteur-preparer"))]
    pub preparer: bool,
}

/// Answers each line of standard input; or prepares the table and writes where it is, if it could be kept.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.preparer {
        drop(table::open(args.table.as_deref()));
        let kept = store::path(args.table.as_deref()).and_then(|path| path.canonicalize().ok());
        if let Some(path) = kept {
            writeln!(io::stdout(), "{}", path.display())?;
        }
        return Ok(());
    }
    // Not before the first request has been taken, so that nobody waits to send it.
    let solution: OnceCell<Table> = OnceCell::new();
    let table = || solution.get_or_init(|| table::open(args.table.as_deref()));
    Ok(analysis::run(&mut Exact::new(|board: &Board| table().value(*board)))?)
}
