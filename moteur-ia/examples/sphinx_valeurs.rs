//! What small shapes of Sphinx are worth, in walls, where builder and searcher play as well as can be:
//!
//! ```text
//! cargo run --release -p moteur-ia --example sphinx_valeurs -- 2x3 3x3 3x4
//! ```

use anyhow::{Context, bail};
use clap::Parser;
use jeux::sphinx::{CellName, Shape};
use moteur_ia::sphinx::values::{CELLS, value};

/// Sizes.
#[derive(Parser)]
struct Args {
    /// Heights and widths.
    #[arg(default_values = ["2x3", "3x3", "3x4"])]
    sizes: Vec<String>,
    /// With one wall up to so many.
    #[arg(long, default_value_t = 5)]
    murs: usize,
    /// How many rounds: the more there are, the nearer the bounds.
    #[arg(long, default_value_t = 5000)]
    tours: usize,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    for size in &args.sizes {
        let Some((height, width)) = size.split_once('x') else { bail!("no such size: {size}") };
        let (height, width): (usize, usize) = (height.parse()?, width.parse()?);
        for walls in 1..=args.murs {
            let Ok(shape) = Shape::new(height, width, walls) else { break };
            let found = value(&shape, args.tours).with_context(|| format!("more than {CELLS} cells"))?;
            let [entry, treasure] = [found.entry, found.treasure].map(|cell| CellName::of(&shape, cell));
            println!(
                "{size}, {walls} walls: {:.4} to {:.4}, from {entry} to {treasure}",
                found.low, found.high
            );
        }
    }
    Ok(())
}
