//! `moteur sept-couleurs valeurs`: what it is worth to begin.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use jeux::sept_couleurs::{Colour, Fairness, Grid, SIDES};
use serde_json::json;
use words::text;

use super::Goal;
use super::census::{Boards, Solved, Summary, solve_all};
use super::marks::{Marks, marks};
use crate::sept_couleurs::report;
use crate::statistics::wilson;

/// So many boards are solved one by one; of more, a sample.
const EVERY: usize = 1_000_000;

/// Its options.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// How large the boards are.
    #[arg(long, value_name = "LxH", default_value = "3", value_parser = size, help = text!("moteur-taille"))]
    pub taille: (usize, usize),
    /// How many colours they have.
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = clap::value_parser!(u8).range(2..=Colour::MOST as i64), help = text!("moteur-couleurs"))]
    pub couleurs: u8,
    /// How many boards of each kind, where there are too many.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..), help = text!("moteur-echantillon"))]
    pub echantillon: u32,
    /// Where the sample begins.
    #[arg(long, value_name = "N", default_value_t = 1, help = text!("moteur-graine-plateaux"))]
    pub graine: u64,
    /// The most time for a board.
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..), help = text!("moteur-secondes"))]
    pub secondes: u32,
    /// Only who wins.
    #[arg(long, help = text!("moteur-sans-ecart"))]
    pub sans_ecart: bool,
    /// How often players keep what a position is worth.
    #[arg(long, help = text!("moteur-valeurs-joueurs"))]
    pub joueurs: bool,
    /// Where to write what was found out about each board.
    #[arg(long, value_name = "FICHIER", help = text!("moteur-donnees"))]
    pub donnees: Option<PathBuf>,
}

/// Reads `N` or `LxH`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    side(width).zip(side(height)).ok_or_else(|| text!("size-expected"))
}

/// Solves, and prints what it comes to.
///
/// # Errors
/// The data cannot be written, or nothing can be printed.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let grid = Grid::new(args.taille.0, args.taille.1);
    let colours = usize::from(args.couleurs);
    let goal = if args.sans_ecart { Goal::Result } else { Goal::Margin };
    let mut out = io::stdout().lock();
    let (width, height) = args.taille;
    writeln!(out, "{}", text!("values-title", width = width, height = height, colours = colours))?;
    let time = Duration::from_secs(args.secondes.into());
    let (mut data, mut kept) = (Vec::new(), Vec::new());
    for (fairness, kind) in [(Fairness::Random, "hasard"), (Fairness::Fair, "equitable")] {
        let sample = args.echantillon as usize;
        let boards = Boards::of(grid, colours, fairness, EVERY, sample, args.graine);
        let solved = solve_all(&boards, colours, goal, time);
        print_summary(&mut out, kind, boards.all, goal, &Summary::of(&solved))?;
        if args.joueurs {
            let marks = marks(&boards.list, colours, time);
            print_marks(&mut out, &marks)?;
            kept.push(json!({
                "kind": kind, "positions": marks.positions, "hard": marks.hard,
                "kept": marks.kept.iter().map(|(name, kept)| json!([name, kept])).collect::<Vec<_>>(),
            }));
        }
        data.extend(solved.iter().map(|board| datum(board, kind, goal)));
    }
    if let Some(path) = &args.donnees {
        let mut document = json!({ "width": width, "height": height, "colours": colours, "boards": data });
        if args.joueurs {
            document["players"] = json!(kept);
        }
        report::write(path, &document)?;
    }
    Ok(())
}

fn print_summary(
    out: &mut impl Write,
    kind: &str,
    all: bool,
    goal: Goal,
    summary: &Summary,
) -> io::Result<()> {
    let (solved, unsolved) = (summary.solved, summary.unsolved);
    let whole = if all { "yes" } else { "no" };
    writeln!(
        out,
        "{}",
        text!("values-boards", kind = kind, all = whole, count = solved, unsolved = unsolved)
    )?;
    if solved > 0 {
        let share = |place: usize| {
            let share = words::percent(summary.shares[place], 1);
            if all {
                return share;
            }
            let [low, high] = wilson(summary.shares[place] * solved as f64, solved as f64)
                .map(|share| words::percent(share, 1));
            format!("{share} [{low} - {high}]")
        };
        let (wins, draws, losses) = (share(0), share(1), share(2));
        writeln!(out, "  {}", text!("values-shares", wins = wins, draws = draws, losses = losses))?;
        if goal == Goal::Margin {
            writeln!(out, "  {}", text!("values-margin", margin = words::decimal(summary.margin, 2)))?;
        }
    }
    let [median, most, longest] = summary.times.map(|time| words::decimal(1000.0 * time.as_secs_f64(), 2));
    writeln!(out, "  {}", text!("values-times", median = median, most = most, longest = longest))?;
    let [median, most, longest] = summary.nodes.map(words::grouped);
    let speed = words::grouped(summary.speed as u64);
    writeln!(
        out,
        "  {}",
        text!("values-nodes", median = median, most = most, longest = longest, speed = speed)
    )
}

/// A line for each player, in positions where it can go wrong.
fn print_marks(out: &mut impl Write, marks: &Marks) -> io::Result<()> {
    writeln!(out, "  {}", text!("values-hard", hard = marks.hard, positions = marks.positions))?;
    for (name, kept) in &marks.kept {
        let [low, high] = wilson(*kept as f64, marks.hard as f64);
        let share = words::percent(*kept as f64 / marks.hard.max(1) as f64, 1);
        let (low, high) = (words::percent(low, 1), words::percent(high, 1));
        writeln!(out, "    {}", text!("values-kept", name = *name, share = share, low = low, high = high))?;
    }
    Ok(())
}

/// A board in the data.
fn datum(board: &Solved, kind: &str, goal: Goal) -> serde_json::Value {
    let proven = board.solution.filter(|solution| solution.proven);
    json!({
        "board": board.board.to_string(),
        "kind": kind,
        "stands_for": board.weight,
        "result": proven.map(|solution| solution.margin.signum()),
        "margin": proven.filter(|_| goal == Goal::Margin).map(|solution| solution.margin),
        "nodes": board.solution.map(|solution| solution.nodes),
        "micros": board.time.as_micros() as u64,
    })
}
