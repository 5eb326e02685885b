//! `moteur sept-couleurs pire`: searches for a board on which a player does badly.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use i18n::{percent, text};
use jeux::sept_couleurs::{Rules, SeptCouleurs};
use serde_json::json;

use super::report::{self, Line, failed};
use super::tournoi::read;
use super::worst::{judge, search::Search};

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The player who is to do badly.
    #[arg(value_name = "JOUEUR", help = text!("moteur-pire-joueur"))]
    pub joueur: String,
    /// His opponent.
    #[arg(long, value_name = "JOUEUR", default_value = "utile", help = text!("moteur-pire-contre"))]
    pub contre: String,
    /// The side of the board.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(3..=50), help = text!("moteur-pire-taille"))]
    pub taille: u16,
    /// The number of changes.
    #[arg(long, value_name = "N", default_value_t = 4000, help = text!("moteur-pire-pas"))]
    pub pas: u32,
    /// The number of searches.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..), help = text!("moteur-pire-essais"))]
    pub essais: u16,
    #[arg(long, value_name = "N", default_value_t = 1, help = text!("moteur-graine-tournoi"))]
    pub graine: u64,
    /// The data file.
    #[arg(long, value_name = "FICHIER", help = text!("moteur-donnees"))]
    pub donnees: Option<PathBuf>,
}

/// Searches, and prints the worst board.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let players = read(&[&args.joueur, &args.contre])?;
    let search = Search {
        player: &players[0],
        opponent: &players[1],
        side: usize::from(args.taille),
        steps: args.pas,
        attempts: usize::from(args.essais),
        seeds: 6,
        seed: args.graine,
    };
    let line = Line::default();
    let found = search.run(&|done| line.show(done, search.attempts));
    line.clear();
    let found = found.map_err(failed)?.ok_or_else(|| anyhow!(text!("worst-nothing")))?;
    // Judged again on many more seeds, to remove luck.
    let (score, share, games) = judge(&found.board, [&players[0], &players[1]], 250).map_err(failed)?;
    let data = args.donnees.as_ref().map(|path| {
        let data = json!({
            "player": args.joueur, "opponent": args.contre, "board": found.board.to_string(),
            "games": games.len(), "score": score, "area": share,
        });
        report::write(path, &data)
    });
    let mut out = io::stdout().lock();
    write!(out, "{}", SeptCouleurs::new(found.board.clone(), Rules::default()))?;
    writeln!(out, "{}", found.board)?;
    let (score, share) = (percent(score, 1), percent(share, 1));
    let said = text!(
        "worst-result",
        player = &args.joueur,
        opponent = &args.contre,
        games = games.len(),
        score = score,
        share = share,
    );
    writeln!(out, "{said}")?;
    // Without the file, the board is on the screen.
    data.unwrap_or(Ok(()))
}
