//! Games of Coursidor between two of our players in one process, each course with either player beginning:
//!
//! ```text
//! cargo run --release -p moteur-ia --example coursidor_duels -- stratege:1000 chemin --plateau T5 -n 100
//! ```
//!
//! Players are `hasard`, `chemin`, `stratege:MS`, `stratege:pN` for N plies. Every move is judged by the rules.

use anyhow::{Context, bail};
use clap::Parser;
use jeux::coursidor::Shape;
use moteur_ia::coursidor::duels::{Effort, Setting, Spec, Tally};

/// Two players, and on what they play.
#[derive(Parser)]
struct Args {
    /// The players.
    #[arg(num_args = 2, required = true)]
    players: Vec<String>,
    /// The boards: T5, C6, H12...
    #[arg(long, value_delimiter = ',', default_value = "T5")]
    plateau: Vec<String>,
    /// How many games on each.
    #[arg(short, default_value_t = 100)]
    n: u64,
    /// How many objectives.
    #[arg(long, default_value_t = 4)]
    objectifs: usize,
    /// After how many plies a game is drawn.
    #[arg(long, default_value_t = 500)]
    plies: u32,
    /// The seed of the first objectives.
    #[arg(long, default_value_t = 1)]
    graine: u64,
}

/// Reads a board.
fn board(text: &str) -> Option<(Shape, usize)> {
    let shape = Shape::ALL.into_iter().find(|shape| text.starts_with(shape.letter()))?;
    Some((shape, text[1..].parse().ok()?))
}

fn effort(name: &str, effort: &Effort) {
    let moves = effort.moves.max(1) as f64;
    let mean = effort.time.as_secs_f64() * 1e3 / moves;
    let slowest = effort.slowest.as_secs_f64() * 1e3;
    println!(
        "  {name:<28} {mean:>8.1} ms a move, {slowest:>8.1} at most; depth {:>5.2}, {:>9.0} positions; walls {:>4.1} %; illegal {}",
        effort.depths as f64 / moves,
        effort.nodes as f64 / moves,
        100.0 * effort.walls as f64 / moves,
        effort.illegal,
    );
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let player = |text: &String| Spec::read(text).with_context(|| format!("no such player: {text}"));
    let players = [player(&args.players[0])?, player(&args.players[1])?];
    for text in &args.plateau {
        let Some((shape, size)) = board(text) else { bail!("no such board: {text}") };
        let setting = Setting { shape, size, objectives: args.objectifs, plies: args.plies };
        let mut tally = Tally::default();
        for game in 0..args.n {
            tally.play(&setting, &players, args.graine, game)?;
        }
        println!(
            "{text}, {} objectives: {} - {}: {}; {:.1} plies a game; who began won {}",
            args.objectifs,
            args.players[0],
            args.players[1],
            tally.results,
            tally.plies as f64 / tally.results.games().max(1) as f64,
            tally.results.begun,
        );
        for (name, one) in args.players.iter().zip(&tally.efforts) {
            effort(name, one);
        }
    }
    Ok(())
}
