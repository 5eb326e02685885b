//! `moteur sept-couleurs question N`: what the subject asks, as an experiment that anybody can repeat.
//!
//! # Layout
//! * `asked`: what questions and answers are.
//! * `code`: the questions that ask for code only (1, 4, 6, 7 and 8), shown at work.
//! * `passes`: what the slow method costs (2). `rules`: the fast one (3), the sufficient condition (5).
//! * `championships`: who beats whom (9, 10, 11, 12 and 14). `complexity`: what looking ahead costs (12), what players win
//!   with a move (10), why the letter of the hegemonic one is weak (11).
//! * `worst`: the worst worlds (13).

mod asked;
mod championships;
mod code;
mod complexity;
mod passes;
mod rules;
mod worst;

use std::io::{self, Write};
use std::path::PathBuf;

use i18n::text;
use serde_json::json;

use super::report;
use asked::{Answer, Asked};

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The number.
    #[arg(value_name = "N", value_parser = clap::value_parser!(u8).range(1..=14), help = text!("moteur-question-numero"))]
    pub numero: u8,
    /// Games of each championship.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=4_000_000), help = text!("moteur-question-parties"))]
    pub parties: Option<u32>,
    /// The side of the boards.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(4..=150), help = text!("moteur-question-taille"))]
    pub taille: u16,
    #[arg(long, value_name = "N", default_value_t = 1, help = text!("moteur-graine-tournoi"))]
    pub graine: u64,
    /// Question 14: the player who is to beat all others.
    #[arg(long, value_name = "JOUEUR", default_value = "hybride", help = text!("moteur-question-joueur"))]
    pub joueur: String,
    /// The folder of data files.
    #[arg(long, value_name = "DOSSIER", help = text!("moteur-donnees-dossier"))]
    pub donnees: Option<PathBuf>,
}

type Question = fn(&Asked<'_>) -> anyhow::Result<Answer>;

/// The questions in order, from 1.
static QUESTIONS: [Question; 14] = [
    code::fill,
    passes::passes,
    rules::fast,
    code::people,
    rules::sufficient,
    code::random,
    code::useful,
    code::greedy,
    championships::fairness,
    championships::random_and_greedy,
    championships::hegemonic,
    championships::foresighted,
    worst::worlds,
    championships::hybrid,
];

/// As many games as the subject asks for, and as firm figures need.
const GAMES: [usize; 2] = [100, 10_000];

/// Answers the question.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let games = args.parties.map_or(GAMES.to_vec(), |games| vec![games as usize]);
    let (side, seed) = (usize::from(args.taille), args.graine);
    let asked = Asked { games, side, seed, player: &args.joueur };
    let answer = QUESTIONS[usize::from(args.numero) - 1](&asked)?;
    // Without the file, the answer is on the screen.
    let data = args.donnees.as_ref().map(|folder| {
        let data = json!({
            "question": args.numero, "seed": seed, "side": side, "results": answer.data,
        });
        report::write(&folder.join(format!("question-{}.json", args.numero)), &data)
    });
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text!("question-title", number = args.numero))?;
    write!(out, "{}", answer.text)?;
    data.unwrap_or(Ok(()))
}
