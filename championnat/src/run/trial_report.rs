//! The outcome of a trial as a file to mail: a line per contestant, those who do not play first.

use std::collections::BTreeMap;
use std::fs::{File, rename};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use arbitre::engine::InstallPaths;
use arbitre::host::Tried;
use arbitre::registry;
use championnat::presentation;
use championnat::spreadsheet::Convention;
use championnat::{Alike, Config, ContestantId, SeatSpec, paths};
use jeux::Reason;
use serde::Serialize;

use super::confining::named;
use super::trial::LogsBefore;

/// Pairs that are much alike, told beside the report.
const MOST_SIMILAR: usize = 10;

/// Which engines are the same program, or nearly; those that come with Arbitre do not count.
fn engines_alike(config: &Config) -> Alike {
    let kind = registry::find(&config.regulations.game);
    let Ok(places) = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error)) else {
        return Alike::default();
    };
    let ours = places.folder.canonicalize().unwrap_or_else(|_| places.folder.clone());
    let files = config.seats.iter().map(|seat| {
        let mut files = named(seat, kind, &places).unwrap_or_default();
        files.retain(|file| !file.starts_with(&ours));
        files
    });
    championnat::alike(&files.collect::<Vec<_>>())
}

/// A contestant in a report, as in its JSON.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TrialLine {
    pub name: String,
    pub engine: String,
    /// `None`: by network, or not tried.
    pub plays: Option<bool>,
    /// Why not, as a code and for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// The last lines on its standard error.
    pub stderr: Vec<String>,
    pub start_ms: Option<u64>,
    pub moves: usize,
    pub median_ms: Option<f64>,
    pub longest_ms: Option<f64>,
    /// PARTIEs played to their end.
    pub games: usize,
    /// The most memory it has had.
    pub memory_mib: Option<f64>,
    pub same_program_as: Vec<String>,
    pub similar_to: Vec<Likeness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Its log, if it wrote one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
}

/// Another contestant whose source is much alike: worth a look, no proof.
#[derive(Clone, Debug, Serialize)]
pub struct Likeness {
    name: String,
    /// Of the shorter source, what is in the other, whatever names and comments say.
    share: f64,
}

/// The report of a trial.
#[derive(Debug, Serialize)]
pub struct TrialReport {
    contestants: Vec<TrialLine>,
    /// Names, and the share that they have in common; the most alike come first.
    #[serde(skip)]
    similar: Vec<(String, String, f64)>,
}

impl TrialReport {
    /// What was seen of each; `description` is the championship's file, beside which the list of a class may be.
    pub fn new(
        config: &Config,
        description: Option<&Path>,
        tried: &BTreeMap<ContestantId, Tried>,
        logs: &LogsBefore,
    ) -> Self {
        let mails = description.map(mails).unwrap_or_default();
        let alike = engines_alike(config);
        let name = |contestant: ContestantId| config.regulations.name(contestant).to_owned();
        let line = |(contestant, seat): (ContestantId, &SeatSpec)| {
            let mut line = TrialLine { name: name(contestant), ..TrialLine::default() };
            line.email = mails.get(&line.name).cloned();
            line.engine = match seat {
                SeatSpec::Engine { spec, .. } => spec.clone(),
                SeatSpec::Network(_) => "reseau".to_owned(),
            };
            let same = alike.same.iter().filter(|group| group.contains(&contestant)).flatten();
            line.same_program_as =
                same.filter(|other| **other != contestant).map(|other| name(*other)).collect();
            let other = |(one, other, share): &(ContestantId, ContestantId, f64)| match contestant {
                who if who == *one => Some((name(*other), *share)),
                who if who == *other => Some((name(*one), *share)),
                _ => None,
            };
            let similar = alike.similar.iter().filter_map(other);
            line.similar_to = similar
                .map(|(name, share)| Likeness { name, share: (share * 100.0).round() / 100.0 })
                .collect();
            if let Some(tried) = tried.get(&contestant) {
                line.seen(tried);
            }
            if let Some((path, lines)) = logs.since(contestant) {
                (line.log, line.stderr) = (Some(path.display().to_string()), lines);
            }
            line
        };
        let seats = ContestantId::all(config.seats.len()).zip(&config.seats);
        let mut contestants: Vec<TrialLine> = seats.map(line).collect();
        contestants.sort_by_key(|line| line.plays != Some(false));
        let similar = alike.similar.iter().map(|(one, other, share)| (name(*one), name(*other), *share));
        TrialReport { contestants, similar: similar.collect() }
    }

    /// Those who do not play.
    pub fn broken(&self) -> impl Iterator<Item = &TrialLine> {
        self.contestants.iter().filter(|line| line.plays == Some(false))
    }

    /// Who has the same program as whom, or one that is much alike, as sentences.
    pub fn alike(&self) -> Vec<String> {
        let first = |line: &&TrialLine| !line.same_program_as.is_empty();
        let mut groups: Vec<Vec<&str>> = Vec::new();
        for line in self.contestants.iter().filter(first) {
            let names = std::iter::once(&line.name).chain(&line.same_program_as).map(String::as_str);
            let mut names: Vec<&str> = names.collect();
            names.sort_unstable();
            if !groups.contains(&names) {
                groups.push(names);
            }
        }
        let same = groups.iter().map(|names| i18n::text!("trial-same", names = names.join(", ")));
        let similar = self.similar.iter().take(MOST_SIMILAR).map(|(one, other, share)| {
            i18n::text!("trial-similar", one = one, other = other, share = i18n::percent(*share, 0))
        });
        let more = self.similar.len().saturating_sub(MOST_SIMILAR);
        let more = (more > 0).then(|| i18n::text!("trial-similar-more", count = more));
        same.chain(similar).chain(more).collect()
    }

    fn csv(&self) -> String {
        let head = i18n::text!("trial-columns");
        let head: Vec<String> = head.split(';').map(|title| title.trim().to_owned()).collect();
        let row = |line: &TrialLine| {
            let ms = |ms: Option<f64>| ms.map(|ms| i18n::decimal(ms / 1e3, 3)).unwrap_or_default();
            vec![
                line.name.clone(),
                match line.plays {
                    Some(true) => i18n::text!("trial-yes"),
                    Some(false) => i18n::text!("trial-no"),
                    None => String::new(),
                },
                line.cause.clone().unwrap_or_default(),
                line.stderr.join("\n"),
                line.email.clone().unwrap_or_default(),
                line.engine.clone(),
                line.code.clone().unwrap_or_default(),
                ms(line.start_ms.map(|ms| ms as f64)),
                line.games.to_string(),
                line.moves.to_string(),
                ms(line.median_ms),
                ms(line.longest_ms),
                line.memory_mib.map(|mib| i18n::decimal(mib, 1)).unwrap_or_default(),
                line.same_program_as.join(", "),
                line.similar_to.iter().map(Likeness::said).collect::<Vec<_>>().join(", "),
                line.log.clone().unwrap_or_default(),
            ]
        };
        Convention::spoken().table(std::iter::once(head).chain(self.contestants.iter().map(row)))
    }

    /// Writes it to a file: as CSV or JSON, by its name.
    pub fn write(&self, path: &Path) -> Result<()> {
        let json = path.extension().is_some_and(|extension| extension == "json");
        let text = if json { serde_json::to_string_pretty(self)? + "\n" } else { self.csv() };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".nouveau");
        let beside = PathBuf::from(beside);
        let write = || -> std::io::Result<()> {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder)?;
            }
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            rename(&beside, path)
        };
        write()
            .inspect_err(|_| drop(std::fs::remove_file(&beside)))
            .with_context(|| path.display().to_string())
    }

    /// Writes it beside the records, where the pages find it; a failure is only told.
    pub fn keep(&self, config: &Config) {
        for path in [paths::trial(&config.records), paths::trial(&config.records).with_extension("csv")] {
            if let Err(error) = self.write(&path) {
                log::warn!("{}", i18n::causes(error.as_ref()));
            }
        }
    }
}

impl Likeness {
    fn said(&self) -> String {
        format!("{} ({})", self.name, i18n::percent(self.share, 0))
    }
}

impl TrialLine {
    fn seen(&mut self, tried: &Tried) {
        let mut moves = tried.moves.clone();
        moves.sort_unstable();
        let ms = |micros: &u64| Duration::from_micros(*micros).as_secs_f64() * 1e3;
        self.median_ms = moves.get(moves.len() / 2).map(ms);
        self.longest_ms = moves.last().map(ms);
        (self.start_ms, self.moves, self.games) = (tried.start_ms, moves.len(), tried.finished);
        self.memory_mib = tried.memory.map(|bytes| (bytes as f64 / f64::from(1 << 20) * 10.0).round() / 10.0);
        self.plays = Some(tried.outcome.is_ok());
        if let Err(why) = &tried.outcome {
            (self.code, self.cause) = (Some(code(why)), Some(presentation::reason(why)));
        }
    }
}

/// The code of what went wrong, whenever it did.
fn code(why: &Reason) -> String {
    why.cause.as_ref().filter(|_| why.code == "trial-at").map_or(&why.code, |why| &why.code).clone()
}

/// The addresses of the class: of the list that the description was imported from, or of the handout.
fn mails(description: &Path) -> BTreeMap<String, String> {
    let files = ["secrets.csv", "csv"].map(|extension| description.with_extension(extension));
    let lists = files.iter().filter_map(|file| std::fs::read(file).ok());
    lists.flat_map(|list| championnat::mails(&list)).collect()
}
