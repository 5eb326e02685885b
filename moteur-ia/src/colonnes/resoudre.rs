//! `moteur colonnes resoudre`: solves the game, verifies the table, keeps it, and prints what it says.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::Context;

use super::{
    analyse::describe,
    solution::{
        Table,
        facts::{Facts, LayerFacts, LongestWin},
        solve::Limit,
        store,
        verify::verify,
    },
    table,
};

/// Résout Colonnes de trois, vérifie la table, l'enregistre et affiche ce qu'elle dit du jeu
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Fichier (ou dossier) de la table ; par défaut $MOTEUR_TABLE, sinon le dossier de cache de l'utilisateur
    #[arg(long, value_name = "CHEMIN")]
    pub table: Option<PathBuf>,
}

/// Solves, verifies, saves, and prints the facts.
///
/// # Errors
/// When the table does not agree with itself (it is not saved then), or cannot be saved, or nothing can be printed.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let (table, solving) = timed(|| Table::solve(Limit::FortyPlies, &mut table::progress()));
    let (verified, verifying) = timed(|| verify(&table, Limit::FortyPlies));
    verified.context("la table est fausse")?;
    let saved = store::path(args.table.as_deref());
    let saving = match &saved {
        Some(path) => {
            let (result, saving) = timed(|| store::save(&table, path));
            result.context("la table n'a pas pu être enregistrée")?;
            saving
        }
        None => Duration::ZERO,
    };
    let limited = Facts::new(&table);
    // One table at a time: each is 53 MB.
    drop(table);
    let unlimited = Table::solve(Limit::None, &mut table::progress());
    verify(&unlimited, Limit::None).context("la table sans limite est fausse")?;
    let unlimited = Facts::new(&unlimited);

    let mut out = io::stdout().lock();
    print_facts(&mut out, &limited, &unlimited)?;
    writeln!(out, "Calcul {}, vérification {}.", seconds(solving), seconds(verifying))?;
    match saved {
        Some(path) => {
            let size = path.metadata().map_or(0, |file| file.len());
            let size = format!("{},{} Mo", size / 1_000_000, size / 100_000 % 10);
            writeln!(out, "Table enregistrée en {} : {} ({size}).", seconds(saving), path.display())?;
        }
        None => writeln!(out, "Table non enregistrée : ni MOTEUR_TABLE, ni dossier de cache.")?,
    }
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

/// Writes what the tables with and without the 40-ply rule say about the game.
///
/// # Errors
/// Those of `out`.
pub fn print_facts(out: &mut impl Write, limited: &Facts, unlimited: &Facts) -> io::Result<()> {
    writeln!(
        out,
        "Positions sans colonne de trois achevée ; avec 16 pions, l'un ou l'autre joueur a le trait."
    )?;
    writeln!(out, "Les parts sont celles de toutes les positions, vues par le joueur qui a le trait,")?;
    writeln!(out, "avec la règle des 40 coups (24 coups restants à 16 pions).\n")?;
    writeln!(
        out,
        "{:>5}  {:>11}  {:>11}  {:>8} {:>8} {:>8}",
        "pions", "positions", "distinctes", "gagnées", "nulles", "perdues"
    )?;
    for (pawns, layer) in limited.layers.iter().enumerate() {
        print_layer(out, &pawns.to_string(), layer)?;
    }
    print_layer(out, "total", &limited.total)?;

    writeln!(out, "\n{:32}{:>20}{:>20}", "", "règle des 40 coups", "sans limite")?;
    let mut compare =
        |label: &str, one: String, other: String| writeln!(out, "{label:32}{one:>20}{other:>20}");
    compare("position de départ", describe(limited.start.value), describe(unlimited.start.value))?;
    for ((mv, one), (_, other)) in limited.first_moves().zip(unlimited.first_moves()) {
        compare(&format!("premier coup {mv}"), describe(one), describe(other))?;
    }
    let plies = |longest: &LongestWin| format!("{} coups", longest.plies);
    compare("plus long gain forcé", plies(&limited.longest), plies(&unlimited.longest))?;
    compare(
        "  tous les pions étant posés",
        plies(&limited.longest_in_movement),
        plies(&unlimited.longest_in_movement),
    )?;
    for (title, longest) in
        [("avec la règle des 40 coups", &limited.longest), ("sans limite", &unlimited.longest)]
    {
        let LongestWin { plies, board, positions } = longest;
        let mover = board.ply() % 2 + 1;
        writeln!(
            out,
            "\nGain forcé en {plies} coups, {title}, du joueur {mover} ({positions} position(s)) :\n"
        )?;
        writeln!(out, "{board}")?;
    }
    Ok(())
}

fn print_layer(out: &mut impl Write, label: &str, layer: &LayerFacts) -> io::Result<()> {
    let share =
        |part: u64| format!("{:.2} %", 100.0 * part as f64 / layer.raw.max(1) as f64).replace('.', ",");
    writeln!(
        out,
        "{label:>5}  {:>11}  {:>11}  {:>8} {:>8} {:>8}",
        grouped(layer.raw),
        grouped(layer.distinct),
        share(layer.wins),
        share(layer.draws),
        share(layer.losses)
    )
}

/// A number with a space between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(" ")
}

fn seconds(duration: Duration) -> String {
    format!("{:.2} s", duration.as_secs_f64()).replace('.', ",")
}
