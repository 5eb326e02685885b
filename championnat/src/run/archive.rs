//! Commands that read a championship: `classement`, `exporte` and `verifie`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use arbitre::notes::Marker;
use championnat::pdf::{self, Printed};
use championnat::presentation::{self, InWords};
use championnat::spreadsheet::Convention;
use championnat::{
    Archive, Config, ContestantId, EngineCheck, Key, Location, ParseKeyError, ParseRenderingError, Rendering,
};
use clap::Args;
use i18n::Language;
use jiff::Timestamp;

use super::beginning::Trying;
use super::confining::Confining;
use super::stored_records::{each_record, mark, unreadable};
use super::trial::TrialLength;
use super::{beginning, bundles, console, trial};

/// Classement d'un championnat, fini ou en cours.
#[derive(Args, Debug)]
pub struct Classement {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub source: String,
    /// Forme : table, json, csv, md, pdf ou diplomes (un diplôme par page, en PDF)
    #[arg(long, default_value = "table", value_parser = rendering)]
    pub format: Form,
    /// Seulement les diplômes des N premiers
    #[arg(long = "premiers", value_name = "N")]
    pub first: Option<usize>,
    /// En PDF : le nom du championnat ; par défaut son titre, ou le nom du fichier
    #[arg(long = "titre", value_name = "TEXTE")]
    pub title: Option<String>,
    /// Qui signe les diplômes
    #[arg(long = "signature", value_name = "TEXTE")]
    pub signed: Option<String>,
    /// Ne pas montrer la grille des résultats entre concurrents ; par défaut, elle est montrée si elle est utile et tient dans le terminal
    #[arg(long)]
    pub sans_grille: bool,
    /// En csv : pour un tableur français (fr : « ; » et virgule décimale) ou anglais (en : « , » et point) ; par défaut selon la langue
    #[arg(long = "tableur", value_name = "LANGUE")]
    pub spreadsheet: Option<Language>,
    /// Largeur en caractères ; par défaut celle du terminal, sans limite dans un tube ou un fichier
    #[arg(long = "largeur", value_name = "N")]
    pub width: Option<usize>,
    /// Ajouter la précision de chaque concurrent d'après la solution du jeu, s'il est résolu
    #[arg(long)]
    pub notes: bool,
}

/// Toutes les parties d'un championnat, un enregistrement JSON par ligne, ou une archive pour chaque concurrent.
#[derive(Args, Debug)]
pub struct Exporte {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub source: String,
    /// Seulement la rencontre de cette clé (RONDE.NUMÉRO), ou celles de ce concurrent
    #[arg(value_name = "CLÉ|NOM")]
    pub what: Option<String>,
    /// Écrire plutôt dans ce dossier, pour chaque concurrent ou pour NOM, une archive .zip : ses parties, le journal de son moteur, ses résultats, sa précision si le jeu est résolu
    #[arg(long, value_name = "DOSSIER")]
    pub archives: Option<PathBuf>,
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
    /// Ce que chaque moteur joue à l'essai : un coup, ou une partie entière contre le hasard (par défaut une partie)
    #[arg(long = "essai", value_name = "coup|partie", value_parser = trial::length, conflicts_with = "untried")]
    pub trial: Option<TrialLength>,
    /// Écrire aussi le résultat de l'essai dans ce fichier, un concurrent par ligne : .csv pour un tableur, ou .json
    #[arg(long = "rapport", value_name = "FICHIER", conflicts_with = "untried")]
    pub report: Option<PathBuf>,
}

/// Checks a description, then tries its engines unless told not to. Exit codes: 1, an engine does
/// not play; 3, the trial was stopped.
pub fn verify(args: &Verifie) -> Result<ExitCode> {
    let config = Config::load(&args.file, &EngineCheck::default()).in_words()?;
    if args.untried {
        return Ok(ExitCode::SUCCESS);
    }
    let confining = Confining::new(&config, Some(&args.file))?;
    beginning::verify(&Trying {
        config: &config,
        confining: &confining,
        file: Some(&args.file),
        length: args.trial.unwrap_or(TrialLength::Games),
        report: args.report.as_deref(),
    })
}

/// A form of the ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Text(Rendering),
    Pdf,
    Diplomas,
}

fn rendering(text: &str) -> Result<Form, String> {
    match text {
        "pdf" => return Ok(Form::Pdf),
        "diplomes" => return Ok(Form::Diplomas),
        _ => {}
    }
    text.parse().map(Form::Text).map_err(|ParseRenderingError(text)| i18n::text!("ranking-form", text = text))
}

/// A game's key on a command line: `3.2`.
pub fn key(text: &str) -> Result<Key, String> {
    text.parse().map_err(|ParseKeyError(text)| i18n::text!("key-form", text = text))
}

/// The results named by a file, a description or a URL, and the folder of their records, if known.
pub(super) fn open(source: &str) -> Result<(Archive, Option<PathBuf>)> {
    let (location, records) = if Path::new(source).extension().is_some_and(|extension| extension == "toml") {
        let config = Config::load(&PathBuf::from(source), &EngineCheck::default()).in_words()?;
        (config.results, Some(config.records))
    } else {
        let location = Location::parse(source, Path::new(""))
            .map_err(|why| anyhow!(i18n::text!("file", path = source, why = presentation::message(&why))))?;
        let records = match &location {
            Location::Sqlite(path) => Some(path.with_extension("parties")),
            Location::Postgres(_) => None,
        };
        (location, records)
    };
    Ok((Archive::open(&location).in_words()?, records))
}

/// Prints the ranking, with the marks of all players if wanted.
pub fn ranking(args: &Classement) -> Result<ExitCode> {
    let (mut archive, _) = open(&args.source)?;
    let rendering = match args.format {
        Form::Text(rendering) => rendering,
        Form::Pdf | Form::Diplomas => return print(args, &mut archive),
    };
    let mut room = console::layout();
    room.width = args.width.or(room.width);
    room.grid = !args.sans_grille;
    room.sheet = args.spreadsheet.map_or(room.sheet, Convention);
    let mut text = archive.ranking().in_words()?.render_in(rendering, room, &presentation::message);
    if args.notes {
        let mut marker = Marker::new(i18n::language().code(), None);
        let store = archive.location().to_string();
        each_record(&mut archive, |key, json| mark(&mut marker, &store, key, json).map(drop))?;
        let totals = marker.totals().into_iter().map(|(name, marks)| (name, marks.into()));
        text += &format!("\n{}", i18n::analysis::table(totals));
    }
    i18n::out().write_all(text.as_bytes()).with_context(|| i18n::text!("out-standard"))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the ranking or the certificates as PDF, and says which names are not whole in it.
fn print(args: &Classement, archive: &mut Archive) -> Result<ExitCode> {
    if io::stdout().is_terminal() {
        let file = if args.format == Form::Pdf { "classement.pdf" } else { "diplomes.pdf" };
        bail!(i18n::text!("pdf-terminal", file = file));
    }
    let name = Path::new(&args.source).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let title =
        args.title.clone().or_else(|| archive.title().map(str::to_owned)).or(name).unwrap_or_default();
    let (ranking, times) = (archive.ranking().in_words()?, archive.times().in_words()?);
    let ended = times.values().map(|times| times.finished_ms).max();
    let printed = Printed {
        regulations: archive.regulations(),
        ranking: &ranking,
        title: &title,
        ended: ended.and_then(|ms| Timestamp::from_millisecond(ms).ok()),
        signed: args.signed.as_deref(),
    };
    let paper = match args.format {
        Form::Diplomas => pdf::diplomas(&printed, args.first.unwrap_or(usize::MAX))?,
        _ => pdf::ranking(&printed)?,
    };
    if !paper.incomplete.is_empty() {
        i18n::out::complain(&i18n::text!("pdf-incomplete", names = paper.incomplete.join(", ")));
    }
    i18n::out().write_all(&paper.bytes).with_context(|| i18n::text!("out-standard"))?;
    Ok(ExitCode::SUCCESS)
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

/// What is to be exported.
enum Exported {
    All,
    Rencontre(Key),
    /// Those of this contestant.
    Of(ContestantId),
}

impl Exported {
    /// A key, or the name of a contestant.
    fn read(archive: &Archive, what: Option<&str>) -> Result<Self> {
        let Some(what) = what else { return Ok(Exported::All) };
        let names = &archive.regulations().contestants;
        if let Some(number) = names.iter().position(|name| name == what) {
            return Ok(Exported::Of(ContestantId(u32::try_from(number)?)));
        }
        if what.starts_with(|first: char| first.is_ascii_digit()) {
            return key(what).map(Exported::Rencontre).map_err(|why| anyhow!(why));
        }
        bail!(i18n::text!("decision-nobody", name = what, all = names.join(", ")))
    }
}

/// Prints the records that count, by ascending key, one line of JSON each: all, that of one game, or those of one
/// contestant; or writes an archive for each contestant.
pub fn export(args: &Exporte) -> Result<ExitCode> {
    let (mut archive, records) = open(&args.source)?;
    let what = Exported::read(&archive, args.what.as_deref())?;
    if let Some(folder) = &args.archives {
        let count = archive.regulations().contestants.len();
        let contestants: Vec<ContestantId> = match what {
            Exported::All => (0..u32::try_from(count)?).map(ContestantId).collect(),
            Exported::Of(contestant) => vec![contestant],
            Exported::Rencontre(_) => bail!(i18n::text!("export-archive-of-whom")),
        };
        return bundles::write(&mut archive, records.as_deref(), folder, &contestants);
    }
    let mut out = i18n::out();
    let store = archive.location().to_string();
    let mut write = |key: Key, json: &str| -> Result<()> {
        let line = serde_json::from_str::<serde_json::Value>(json).map_err(|_| unreadable(&store, key))?;
        writeln!(out, "{line}").with_context(|| i18n::text!("out-standard"))
    };
    match what {
        Exported::Rencontre(key) => {
            let record = archive.record(key).in_words()?;
            let Some(record) = record else { bail!(not_there(&mut archive, key)?) };
            write(key, &record)?;
        }
        Exported::Of(contestant) => {
            for pairing in
                archive.schedule().in_words()?.iter().filter(|pairing| pairing.involves(contestant))
            {
                if let Some(record) = archive.record(pairing.key).in_words()? {
                    write(pairing.key, &record)?;
                }
            }
        }
        Exported::All => each_record(&mut archive, write)?,
    }
    Ok(ExitCode::SUCCESS)
}
