//! Commands that read a championship: `classement`, `exporte` and `verifie`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use arbitre::notes::Marker;
use arbitre::record::Record;
use championnat::presentation::{self, InWords};
use championnat::{
    Archive, Config, EngineCheck, Key, Location, ParseKeyError, ParseRenderingError, Rendering,
};
use clap::Args;
use jeux::Reason;

use super::confining::Confining;
use super::{beginning, console};

/// Classement d'un championnat, fini ou en cours.
#[derive(Args, Debug)]
pub struct Classement {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub source: String,
    /// Forme : table, json, csv ou md
    #[arg(long, default_value = "table", value_parser = rendering)]
    pub format: Rendering,
    /// Ne pas montrer qui a gagné combien contre qui. Sans cette option la grille est montrée là où elle sert et tient dans le terminal
    #[arg(long)]
    pub sans_grille: bool,
    /// Tenir dans autant de caractères de large ; par défaut ceux du terminal, et sans limite dans un tube ou un fichier
    #[arg(long = "largeur", value_name = "N")]
    pub width: Option<usize>,
    /// Ajouter la précision de chaque concurrent d'après la solution du jeu, s'il est résolu
    #[arg(long)]
    pub notes: bool,
}

/// Toutes les parties d'un championnat, un enregistrement JSON par ligne.
#[derive(Args, Debug)]
pub struct Exporte {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub source: String,
    /// Seulement la rencontre de cette clé (RONDE.NUMÉRO)
    #[arg(value_name = "CLÉ", value_parser = key)]
    pub key: Option<Key>,
}

/// Vérifier la description d'un championnat et essayer chaque moteur, sans rien jouer.
#[derive(Args, Debug)]
pub struct Verifie {
    /// Description du championnat (.toml)
    #[arg(value_name = "FICHIER.toml")]
    pub file: PathBuf,
    /// La description seulement : ne lancer aucun moteur
    #[arg(long = "sans-essai")]
    pub untried: bool,
}

/// Checks a description, then tries its engines unless told not to. Exit codes: 1, an engine does
/// not play; 3, the trial was stopped.
pub fn verify(args: &Verifie) -> Result<ExitCode> {
    let config = Config::load(&args.file, &EngineCheck::default()).in_words()?;
    if args.untried {
        return Ok(ExitCode::SUCCESS);
    }
    beginning::verify(&config, &Confining::new(&config, Some(&args.file))?)
}

fn rendering(text: &str) -> Result<Rendering, String> {
    text.parse().map_err(|ParseRenderingError(text)| i18n::text!("ranking-form", text = text))
}

/// A game's key on a command line: `3.2`.
pub fn key(text: &str) -> Result<Key, String> {
    text.parse().map_err(|ParseKeyError(text)| i18n::text!("key-form", text = text))
}

/// The results named by a file, a description or a URL.
fn open(source: &str) -> Result<Archive> {
    let location = if Path::new(source).extension().is_some_and(|extension| extension == "toml") {
        Config::load(&PathBuf::from(source), &EngineCheck::default()).in_words()?.results
    } else {
        Location::parse(source, Path::new(""))
            .map_err(|why| anyhow!(i18n::text!("file", path = source, why = presentation::message(&why))))?
    };
    Archive::open(&location).in_words()
}

/// Prints the ranking, with the marks of all players if wanted.
pub fn ranking(args: &Classement) -> Result<ExitCode> {
    let mut archive = open(&args.source)?;
    let mut room = console::layout();
    room.width = args.width.or(room.width);
    room.grid = !args.sans_grille;
    let mut text = archive.ranking().in_words()?.render_in(args.format, room, &presentation::message);
    if args.notes {
        let mut marker = Marker::new(i18n::language().code(), None);
        let mut marked = Ok(());
        let store = archive.location().to_string();
        let _stopped: ControlFlow<()> = archive
            .for_each_record(|key, json| {
                marked = mark(&mut marker, &store, key, json);
                if marked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .in_words()?;
        marked?;
        let totals = marker.totals().into_iter().map(|(name, marks)| (name, marks.into()));
        text += &format!("\n{}", i18n::analysis::table(totals));
    }
    i18n::out().write_all(text.as_bytes()).with_context(|| i18n::text!("out-standard"))?;
    Ok(ExitCode::SUCCESS)
}

fn mark(marker: &mut Marker, store: &str, key: Key, json: &str) -> Result<()> {
    let record = Record::from_json(json).map_err(|_| unreadable(store, key))?;
    marker.mark(&record).map_err(|error| Reason::from(&error)).in_words()?;
    Ok(())
}

/// A damaged record in a store, with the command that repairs it.
fn unreadable(store: &str, key: Key) -> anyhow::Error {
    let why = i18n::text!("replay-no-record");
    anyhow!(i18n::text!("replay-of", key = key.to_string(), store = store, why = why))
}

/// Why a game has no record: not played yet, or unknown.
fn not_there(archive: &mut Archive, key: Key) -> Result<String> {
    let games = archive.schedule().in_words()?;
    let number = key.to_string();
    Ok(match (games.first(), games.last()) {
        _ if games.iter().any(|game| game.key == key) => i18n::text!("replay-not-played", key = number),
        (Some(first), Some(last)) => i18n::text!(
            "replay-no-such-game",
            key = number,
            from = first.key.to_string(),
            to = last.key.to_string()
        ),
        _ => i18n::text!("replay-no-games", key = number),
    })
}

/// Prints the records that count, by ascending key, one line of JSON each, or that of one game.
pub fn export(args: &Exporte) -> Result<ExitCode> {
    let mut archive = open(&args.source)?;
    let mut out = i18n::out();
    let store = archive.location().to_string();
    let mut write = |key: Key, json: &str| -> Result<()> {
        let line = serde_json::from_str::<serde_json::Value>(json).map_err(|_| unreadable(&store, key))?;
        writeln!(out, "{line}").with_context(|| i18n::text!("out-standard"))
    };
    if let Some(key) = args.key {
        let record = archive.record(key).in_words()?;
        let Some(record) = record else { bail!(not_there(&mut archive, key)?) };
        write(key, &record)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut written = Ok(());
    let _stopped: ControlFlow<()> = archive
        .for_each_record(|key, json| {
            written = write(key, json);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .in_words()?;
    written?;
    Ok(ExitCode::SUCCESS)
}
