//! `moteur sept-couleurs tournoi`: a championship of players in this process.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use i18n::{grouped, seconds, text};

use super::players::Spec;
use super::report;
use super::tournament::{GAMES, Tournament};
use super::worlds::{self, in_words};

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The players.
    #[arg(value_name = "JOUEUR", required = true, num_args = 2.., help = text!("moteur-joueurs"))]
    pub joueurs: Vec<String>,
    /// The number of boards.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1_000_000), help = text!("moteur-plateaux"))]
    pub plateaux: u32,
    #[arg(long, value_name = "N", default_value_t = 1, help = text!("moteur-graine-tournoi"))]
    pub graine: u64,
    /// The kind of boards.
    #[command(flatten)]
    pub worlds: worlds::Options,
    /// The time for a move.
    #[arg(long, value_name = "MS", help = text!("moteur-temps-coup"))]
    pub temps: Option<u64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help = text!("moteur-coeurs"))]
    pub coeurs: Option<u16>,
    /// The data file.
    #[arg(long, value_name = "FICHIER", help = text!("moteur-donnees"))]
    pub donnees: Option<PathBuf>,
}

/// Parses players.
pub fn read(texts: &[impl AsRef<str>]) -> anyhow::Result<Vec<Spec>> {
    texts
        .iter()
        .map(|text| {
            let spec = Spec::read(text.as_ref()).map_err(|reason| in_words(&reason));
            spec.with_context(|| text!("colours-player", text = text.as_ref()))
        })
        .collect()
}

/// Plays it and prints the results.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let players = read(&args.joueurs)?;
    let worlds = args.worlds.worlds()?;
    let tournament = Tournament {
        players: &players,
        worlds: &worlds,
        boards: args.plateaux as usize,
        seed: args.graine,
        time: args.temps.map(Duration::from_millis),
        threads: args.coeurs.map_or(0, usize::from),
    };
    let begin = Instant::now();
    let pairs = report::watched(&tournament)?;
    let time = begin.elapsed();
    // Without the file, the results are on the screen.
    let data = args.donnees.as_ref().map(|path| report::write(path, &report::data(&tournament, &pairs)));
    let mut out = io::stdout().lock();
    write!(out, "{}", report::pairs(&players, &pairs))?;
    if players.len() > 2 {
        writeln!(out, "\n{}", text!("colours-ranking"))?;
        write!(out, "{}", report::standing(&players, &pairs))?;
    }
    writeln!(out, "\n{}", report::legend())?;
    let plies: u64 = pairs.iter().flat_map(|pair| pair.games()).map(|game| u64::from(game.plies)).sum();
    let rate = (plies as f64 / time.as_secs_f64().max(1e-9)) as u64;
    let games = grouped((pairs.len() * tournament.boards * GAMES) as u64);
    let said = text!("colours-time", games = games, time = seconds(time), rate = grouped(rate));
    writeln!(out, "{said}")?;
    data.unwrap_or(Ok(()))
}
