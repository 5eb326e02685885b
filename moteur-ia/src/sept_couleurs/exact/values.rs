//! `moteur sept-couleurs valeurs`: what it is worth to begin.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use i18n::text;
use jeux::sept_couleurs::{Board, Colour, Fairness, Grid, Rules, SIDES, SeptCouleurs};
use jeux::{Position, Status};
use serde_json::json;

use crate::adapter::{Engine, Limits};
use crate::sept_couleurs::exact::census::{Boards, Solved, Summary, on_all_cores, solve_all};
use crate::sept_couleurs::exact::{Goal, solve};
use crate::sept_couleurs::{Glouton, Hegemonique, Perimeter, Prevoyant, Utile, report};
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
            let share = i18n::percent(summary.shares[place], 1);
            if all {
                return share;
            }
            let [low, high] = wilson(summary.shares[place] * solved as f64, solved as f64)
                .map(|share| i18n::percent(share, 1));
            format!("{share} [{low} - {high}]")
        };
        let (wins, draws, losses) = (share(0), share(1), share(2));
        writeln!(out, "  {}", text!("values-shares", wins = wins, draws = draws, losses = losses))?;
        if goal == Goal::Margin {
            writeln!(out, "  {}", text!("values-margin", margin = i18n::decimal(summary.margin, 2)))?;
        }
    }
    let [median, most, longest] = summary.times.map(|time| i18n::decimal(1000.0 * time.as_secs_f64(), 2));
    writeln!(out, "  {}", text!("values-times", median = median, most = most, longest = longest))?;
    let [median, most, longest] = summary.nodes.map(i18n::grouped);
    let speed = i18n::grouped(summary.speed as u64);
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
        let share = i18n::percent(*kept as f64 / marks.hard.max(1) as f64, 1);
        let (low, high) = (i18n::percent(low, 1), i18n::percent(high, 1));
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

/// What players did in positions of perfect games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// How many positions there were, to the move by which what is left is shared out.
    pub positions: usize,
    /// In how many of them some colour that wins something yields something.
    pub hard: usize,
    /// In how many of these each player kept the result.
    pub kept: Vec<(&'static str, usize)>,
}

type Player = Box<dyn Engine<View = SeptCouleurs>>;

fn players() -> [(&'static str, Player); 5] {
    let seed = Some(1);
    [
        ("utile", Box::new(Utile::new(seed))),
        ("glouton", Box::new(Glouton::new(seed))),
        ("hegemonique exterieur", Box::new(Hegemonique::new(seed, Perimeter::Outer))),
        ("prevoyant 2", Box::new(Prevoyant::new(seed, 2))),
        ("prevoyant 4", Box::new(Prevoyant::new(seed, 4))),
    ]
}

/// Asks the players in every position of a game on each board, in which both sides play for the margin; a game goes no further than to a
/// position that is not solved within the time.
pub fn marks(boards: &[(Board, f64)], colours: usize, time: Duration) -> Marks {
    let mut all = Marks { kept: players().map(|(name, _)| (name, 0)).to_vec(), ..Marks::default() };
    for marks in on_all_cores(boards, |(board, _)| marks_of(board, colours, time)) {
        all.positions += marks.positions;
        all.hard += marks.hard;
        for ((_, sum), (_, kept)) in all.kept.iter_mut().zip(marks.kept) {
            *sum += kept;
        }
    }
    all
}

fn marks_of(board: &Board, colours: usize, time: Duration) -> Marks {
    let stop = AtomicBool::new(false);
    let unlimited = Limits { deadline: None, stop: &stop };
    let mut players = players();
    let mut marks = Marks { kept: players.iter().map(|(name, _)| (*name, 0)).collect(), ..Marks::default() };
    let mut position = SeptCouleurs::new(board.clone(), Rules { colours, ..Rules::default() });
    let solved = |position: &SeptCouleurs, goal| {
        solve(position, goal, &unlimited.within(time)).filter(|solution| solution.proven)
    };
    while position.status() == Status::Ongoing {
        let Some(solution) = solved(&position, Goal::Margin) else { break };
        let (Some(best), false) = (solution.colour, solution.nodes == 0) else { break };
        let after = |colour: Colour| {
            let mut next = position.clone();
            next.play(colour).is_ok().then_some(next)
        };
        // The result of a move, for who makes it.
        let result = |colour| Some(-solved(&after(colour)?, Goal::Result)?.margin.signum());
        let results: Option<Vec<i32>> = Colour::all(colours).map(result).collect();
        let Some(results) = results else { break };
        let keeps = |colour: Colour| results[colour.index()] == solution.margin.signum();
        marks.positions += 1;
        let side = position.side_to_move();
        if !position.zones().gaining(position.world(), side).all(keeps) {
            marks.hard += 1;
            for ((_, player), (_, kept)) in players.iter_mut().zip(&mut marks.kept) {
                *kept += usize::from(player.choose(&position, &unlimited).is_some_and(keeps));
            }
        }
        match after(best) {
            Some(next) => position = next,
            None => break,
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use jeux::sept_couleurs::{Fairness, Grid, generate};

    #[test]
    fn players_that_look_ahead_keep_more() {
        let boards: Vec<(Board, f64)> =
            (0..40).map(|seed| (generate(Grid::new(5, 5), 7, Fairness::Random, 0, seed), 1.0)).collect();
        let marks = marks(&boards, 7, Duration::MAX);
        assert!(marks.positions > marks.hard && marks.hard > 40, "{marks:?}");
        let kept = |name| marks.kept.iter().find(|(player, _)| *player == name).expect("a player").1;
        assert!(kept("glouton") > kept("utile") && kept("prevoyant 2") < marks.hard, "{marks:?}");
    }
}
