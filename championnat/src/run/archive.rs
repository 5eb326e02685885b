//! What reads the results of a championship: `classement`, `exporte`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use arbitre::notes::Marker;
use arbitre::record::Record;
use championnat::{Archive, Config, Key, Location, ParseKeyError, ParseRenderingError, Rendering};
use clap::Args;
use jeux::Reason;

use super::catalogue::Games;
use super::say::{self, InWords};

/// Classement d'un championnat, fini ou en cours.
#[derive(Args, Debug)]
pub struct Classement {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub source: String,
    /// Forme : table, json, csv ou md
    #[arg(long, default_value = "table", value_parser = rendering)]
    pub format: Rendering,
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

/// Vérifier la description d'un championnat, sans rien jouer.
#[derive(Args, Debug)]
pub struct Verifie {
    /// Description du championnat (.toml)
    #[arg(value_name = "FICHIER.toml")]
    pub file: PathBuf,
}

/// Looks at a description: what is wrong with it, or with its schedule, is the error.
pub fn verify(args: &Verifie) -> Result<ExitCode> {
    Config::load(&args.file, &Games::default()).in_words()?;
    Ok(ExitCode::SUCCESS)
}

fn rendering(text: &str) -> Result<Rendering, String> {
    text.parse().map_err(|ParseRenderingError(text)| words::text!("ranking-form", text = text))
}

fn key(text: &str) -> Result<Key, String> {
    text.parse().map_err(|ParseKeyError(text)| words::text!("key-form", text = text))
}

/// Opens the results that a file, a description or a URL names.
fn open(source: &str) -> Result<Archive> {
    let location = if Path::new(source).extension().is_some_and(|extension| extension == "toml") {
        Config::load(&PathBuf::from(source), &Games::default()).in_words()?.results
    } else {
        Location::parse(source, Path::new(""))
            .map_err(|why| anyhow!(words::text!("file", path = source, why = say::message(&why))))?
    };
    Archive::open(&location).in_words()
}

/// Shows the ranking.
pub fn ranking(args: &Classement) -> Result<ExitCode> {
    let mut archive = open(&args.source)?;
    let mut text = archive.ranking().in_words()?.render(args.format, &say::message);
    if args.notes {
        let mut marker = Marker::new(words::language().code(), None);
        let mut marked = Ok(());
        let _stopped: ControlFlow<()> = archive
            .for_each_record(|_, json| {
                marked = mark(&mut marker, json);
                if marked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .in_words()?;
        marked?;
        let totals = marker.totals().into_iter().map(|(name, marks)| (name, marks.into()));
        text += &format!("\n{}", words::notes::table(totals));
    }
    words::out().write_all(text.as_bytes()).with_context(|| words::text!("out-standard"))?;
    Ok(ExitCode::SUCCESS)
}

fn mark(marker: &mut Marker, json: &str) -> Result<()> {
    let record = Record::from_json(json).with_context(|| words::text!("replay-no-record"))?;
    marker.mark(&record).map_err(|error| Reason::from(&error)).in_words()?;
    Ok(())
}

/// Writes all records as JSON Lines, or one.
pub fn export(args: &Exporte) -> Result<ExitCode> {
    let mut archive = open(&args.source)?;
    let mut out = words::out();
    let mut write = |json: &str| -> Result<()> {
        let line = serde_json::from_str::<serde_json::Value>(json)?;
        writeln!(out, "{line}").with_context(|| words::text!("out-standard"))
    };
    if let Some(key) = args.key {
        let record = archive.record(key).in_words()?;
        let record = record.with_context(|| words::text!("replay-not-played", key = key.to_string()))?;
        write(&record)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut written = Ok(());
    let _stopped: ControlFlow<()> = archive
        .for_each_record(|_, json| {
            written = write(json);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .in_words()?;
    written?;
    Ok(ExitCode::SUCCESS)
}
