//! Games of Sphinx between two of our players in one process, each beginning every other one:
//!
//! ```text
//! cargo run --release -p moteur-ia --example sphinx_duels -- stratege:e100 profondeur --taille 10x10 --murs 30 -n 200
//! cargo run --release -p moteur-ia --example sphinx_duels -- stratege:e100 profondeur --grilles -n 50
//! ```
//!
//! Players are `hasard`, `profondeur`, `stratege:MS`, `stratege:eN` for N grids a question. With `--grilles`: how many questions each of
//! them needs in the grids of each of them, and how many of these are walls.

use anyhow::{Context, bail};
use clap::Parser;
use jeux::sphinx::Shape;
use moteur_ia::sphinx::duels::{self, Spec, Tally};

/// Two players, and on what they play.
#[derive(Parser)]
struct Args {
    /// The players.
    #[arg(num_args = 2, required = true)]
    players: Vec<String>,
    /// Height and width.
    #[arg(long, default_value = "10x10")]
    taille: String,
    /// How many walls.
    #[arg(long, default_value_t = 30)]
    murs: usize,
    /// How many games, or grids.
    #[arg(short, default_value_t = 200)]
    n: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    graine: u64,
    /// How hard the grids of each are.
    #[arg(long)]
    grilles: bool,
}

/// Reads a size.
fn shape(text: &str, walls: usize) -> anyhow::Result<Shape> {
    let Some((height, width)) = text.split_once('x') else { bail!("no such size: {text}") };
    Ok(Shape::new(height.parse()?, width.parse()?, walls)?)
}

/// Questions and walls of each player in the grids of each.
fn grids(args: &Args, shape: &Shape, players: &[Spec; 2]) -> anyhow::Result<()> {
    for (builder, spec) in args.players.iter().zip(players) {
        let (mut sums, mut ways) = ([(0, 0); 2], 0);
        for number in 0..args.n {
            let seed = args.graine.wrapping_add(number);
            let grid = duels::grid(shape, spec, seed)?;
            ways += duels::shortest(&grid.check(*shape)?);
            for (sum, solver) in sums.iter_mut().zip(players) {
                let (asked, walls) = duels::search(shape, solver, seed.wrapping_add(1 << 32), &grid)?;
                *sum = (sum.0 + asked, sum.1 + walls);
            }
        }
        let mean = |sum: usize| sum as f64 / args.n.max(1) as f64;
        println!("grids of {builder}: shortest way {:.1}", mean(ways));
        for (solver, (asked, walls)) in args.players.iter().zip(sums) {
            println!("  {solver:<20} {:>6.1} questions, {:>5.1} walls", mean(asked), mean(walls));
        }
    }
    Ok(())
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let player = |text: &String| Spec::read(text).with_context(|| format!("no such player: {text}"));
    let players = [player(&args.players[0])?, player(&args.players[1])?];
    let shape = shape(&args.taille, args.murs)?;
    if args.grilles {
        return grids(&args, &shape, &players);
    }
    let mut tally = Tally::default();
    for game in 0..args.n {
        tally.play(&shape, &players, args.graine, game)?;
    }
    println!(
        "{}, {} walls: {} - {}: {}; who began won {}",
        args.taille, args.murs, args.players[0], args.players[1], tally.results, tally.results.begun,
    );
    for (name, one) in args.players.iter().zip(&tally.efforts) {
        let found = one.found.max(1) as f64;
        println!(
            "  {name:<20} found {:>4}: {:>5.1} questions, {:>4.1} walls, shortest way {:>4.1}; {:>6.1} ms a question, {:>6.1} at most",
            one.found,
            one.questions as f64 / found,
            one.walls as f64 / found,
            one.shortest as f64 / found,
            one.time.as_secs_f64() * 1e3 / one.moves.max(1) as f64,
            one.slowest.as_secs_f64() * 1e3,
        );
    }
    Ok(())
}
