//! `moteur colonnes resoudre`: solves the game, verifies and saves the table, and prints its facts.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use i18n::text;

use super::sentences::value_text;
use super::solution::facts::{Facts, LayerFacts, LongestWin};
use super::solution::solve::Limit;
use super::solution::verify::verify;
use super::solution::{Table, store};
use super::table;

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The table's file or folder; by default the usual one.
    #[arg(long, value_name = "CHEMIN", help = text!("moteur-table"))]
    pub table: Option<PathBuf>,
}

/// Solves, verifies, saves, and prints the facts. An inconsistent table is not saved.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let (table, solving) = timed(|| Table::solve(Limit::FortyPlies, &mut table::progress()));
    let (verified, verifying) = timed(|| verify(&table, Limit::FortyPlies));
    verified.with_context(|| text!("table-wrong"))?;
    let saved = store::path(args.table.as_deref());
    let saving = match &saved {
        Some(path) => {
            let (result, saving) = timed(|| store::save(&table, path));
            result.map_err(|why| anyhow::anyhow!(text!("table-not-saved", why = i18n::causes(&why))))?;
            saving
        }
        None => Duration::ZERO,
    };
    let limited = Facts::new(&table);
    // One table at a time: each has 53 MB.
    drop(table);
    let unlimited = Table::solve(Limit::None, &mut table::progress());
    verify(&unlimited, Limit::None).with_context(|| text!("table-unlimited-wrong"))?;
    let unlimited = Facts::new(&unlimited);

    let mut out = io::stdout().lock();
    print_facts(&mut out, &limited, &unlimited)?;
    writeln!(out, "{}", text!("table-times", solving = seconds(solving), verifying = seconds(verifying)))?;
    let said = match saved {
        Some(path) => {
            let size = path.metadata().map_or(0, |file| file.len());
            let size = i18n::decimal(size as f64 / 1e6, 1);
            text!("table-saved", time = seconds(saving), path = path.display().to_string(), size = size)
        }
        None => text!("table-unsaved"),
    };
    writeln!(out, "{said}")?;
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

/// Writes the facts of the tables with and without the 40-ply rule.
pub fn print_facts(out: &mut impl Write, limited: &Facts, unlimited: &Facts) -> io::Result<()> {
    for legend in
        [text!("facts-legend-positions"), text!("facts-legend-shares"), text!("facts-legend-rule") + "\n"]
    {
        writeln!(out, "{legend}")?;
    }
    writeln!(
        out,
        "{:>5}  {:>11}  {:>11}  {:>8} {:>8} {:>8}",
        text!("facts-pawns"),
        text!("facts-positions"),
        text!("facts-distinct"),
        text!("facts-won"),
        text!("facts-drawn"),
        text!("facts-lost")
    )?;
    for (pawns, layer) in limited.layers.iter().enumerate() {
        print_layer(out, &pawns.to_string(), layer)?;
    }
    print_layer(out, &text!("facts-total"), &limited.total)?;
    print_comparison(out, limited, unlimited)?;
    let titles = [text!("facts-with-rule"), text!("facts-unlimited")];
    for (title, longest) in titles.into_iter().zip([&limited.longest, &unlimited.longest]) {
        let LongestWin { plies, board, positions } = longest;
        let player = board.ply() % 2 + 1;
        let said =
            text!("facts-forced", count = *plies, title = title, player = player, positions = *positions);
        writeln!(out, "\n{said}\n\n{board}")?;
    }
    Ok(())
}

/// The effect of the 40-ply rule.
fn print_comparison(out: &mut impl Write, limited: &Facts, unlimited: &Facts) -> io::Result<()> {
    writeln!(out)?;
    let mut compare =
        |label: &str, one: String, other: String| writeln!(out, "{label:32}{one:>20}{other:>20}");
    compare("", text!("facts-limited"), text!("facts-unlimited"))?;
    compare(&text!("facts-start"), value_text(limited.start.value), value_text(unlimited.start.value))?;
    for ((mv, one), (_, other)) in limited.first_moves().zip(unlimited.first_moves()) {
        let label = text!("facts-first-move", move = mv.to_string());
        compare(&label, value_text(one), value_text(other))?;
    }
    let plies = |longest: &LongestWin| text!("count-moves", count = longest.plies);
    compare(&text!("facts-longest"), plies(&limited.longest), plies(&unlimited.longest))?;
    let placed = format!("  {}", text!("facts-longest-placed"));
    compare(&placed, plies(&limited.longest_in_movement), plies(&unlimited.longest_in_movement))
}

fn print_layer(out: &mut impl Write, label: &str, layer: &LayerFacts) -> io::Result<()> {
    let share = |part: u64| i18n::percent(part as f64 / layer.raw.max(1) as f64, 2);
    writeln!(
        out,
        "{label:>5}  {:>11}  {:>11}  {:>8} {:>8} {:>8}",
        i18n::grouped(layer.raw),
        i18n::grouped(layer.distinct),
        share(layer.wins),
        share(layer.draws),
        share(layer.losses)
    )
}

fn seconds(duration: Duration) -> String {
    i18n::decimal(duration.as_secs_f64(), 2) + " s"
}
