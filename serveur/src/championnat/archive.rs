//! What reads the results of a championship: `classement`, `exporte`, `rejoue FILE#ID`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use arbitre::record::Record;
use championnat::{Archive, Config, Key, Location, Rendering};
use clap::Args;

use super::catalogue::Games;
use crate::notes::Marker;

/// Classement d'un championnat, fini ou en cours.
#[derive(Args, Debug)]
pub struct Classement {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub source: String,
    /// Forme : table, json, csv ou md
    #[arg(long, default_value = "table")]
    pub format: Rendering,
    /// Ajouter la précision de chaque concurrent d'après la solution du jeu (Colonnes)
    #[arg(long)]
    pub notes: bool,
}

/// Toutes les parties d'un championnat, un enregistrement JSON par ligne.
#[derive(Args, Debug)]
pub struct Exporte {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub source: String,
}

/// Opens the results that a file, a description or a URL names.
fn open(source: &str) -> Result<Archive> {
    let location = if Path::new(source).extension().is_some_and(|extension| extension == "toml") {
        Config::load(&PathBuf::from(source), &Games)?.results
    } else {
        Location::parse(source, Path::new("")).map_err(|error| anyhow!("{source} : {error}"))?
    };
    Ok(Archive::open(&location)?)
}

/// Shows the ranking.
pub fn ranking(args: &Classement) -> Result<ExitCode> {
    let mut archive = open(&args.source)?;
    let mut text = archive.ranking()?.render(args.format);
    if args.notes {
        let mut marker = Marker::open(None);
        let mut marked = Ok(());
        let _stopped: ControlFlow<()> = archive.for_each_record(|_, json| {
            marked =
                Record::from_json(json).map_err(Into::into).and_then(|record| marker.mark(&record)).map(drop);
            if marked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        marked?;
        text += &format!("\n{}", marker.summary());
    }
    std::io::stdout().write_all(text.as_bytes()).context("sortie standard")?;
    Ok(ExitCode::SUCCESS)
}

/// Writes all records as JSON Lines.
pub fn export(args: &Exporte) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut written = Ok(());
    let _stopped: ControlFlow<()> = open(&args.source)?.for_each_record(|_, json| {
        let line = serde_json::from_str::<serde_json::Value>(json).map(|value| value.to_string());
        written = line.map_err(anyhow::Error::from).and_then(|line| Ok(writeln!(out, "{line}")?));
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    Ok(ExitCode::SUCCESS)
}

/// The record of a game of a championship, named `SOURCE#KEY`; `None` when the text names none.
pub fn record(text: &str) -> Option<Result<String>> {
    let (source, key) = text.rsplit_once('#')?;
    let key: Key = key.parse().ok()?;
    let find = || {
        let record = open(source)?.record(key)?;
        record.with_context(|| format!("la rencontre {key} n'a pas encore été jouée"))
    };
    Some(find())
}
