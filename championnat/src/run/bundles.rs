//! What each contestant takes home: an archive of his games, results and log.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use arbitre::notes::Marker;
use arbitre::record::Record;
use arbitre::registry;
use championnat::presentation::{self, InWords};
use championnat::{
    Archive, ContestantId, Key, Pairing, PartieResult, Results, Side, Times, paths, spreadsheet,
};
use jiff::Timestamp;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::stored_records::{each_record, mark, unreadable};

/// The files of an archive.
const RESULTS: &str = "resultats.csv";
const RECORDS: &str = "parties";
const LOG: &str = "journal.txt";
const ACCURACY: &str = "precision.txt";

/// Writes an archive for each of these contestants, readable by the organiser only. One that is there is replaced when
/// the new one is whole.
pub fn write(
    archive: &mut Archive,
    records: Option<&Path>,
    folder: &Path,
    contestants: &[ContestantId],
) -> Result<ExitCode> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(|error| failed(folder, &error))?;
    let season = Season::read(archive)?;
    for contestant in contestants {
        let name = season.name(archive, *contestant).to_owned();
        let plain = paths::plain(&name, contestant.index());
        let (path, part) = (folder.join(format!("{plain}.zip")), folder.join(format!(".{plain}.zip.part")));
        let log = records.map(|records| paths::log(records, &name, contestant.index()));
        let written = private(&part)
            .map_err(|error| failed(&part, &error))
            .and_then(|file| Bundle::new(file, &plain).fill(archive, &season, *contestant, log.as_deref()))
            .and_then(|()| fs::rename(&part, &path).map_err(|error| failed(&path, &error)));
        if written.is_err() {
            // Half an archive is of no use.
            fs::remove_file(&part).ok();
        }
        written?;
    }
    let said =
        i18n::text!("export-archives", count = contestants.len(), folder = folder.display().to_string());
    writeln!(i18n::out(), "{said}").with_context(|| i18n::text!("out-standard"))?;
    Ok(ExitCode::SUCCESS)
}

fn failed(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!(i18n::file(path, error))
}

fn private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

/// What the archives of all contestants are made from.
struct Season {
    schedule: Vec<Pairing>,
    results: Results,
    times: BTreeMap<Key, Times>,
    /// The rank of each contestant.
    ranks: HashMap<ContestantId, u32>,
    /// In words, if the game is solved.
    marks: HashMap<Key, String>,
    marker: Marker,
}

impl Season {
    fn read(archive: &mut Archive) -> Result<Self> {
        let ranking = archive.ranking().in_words()?;
        let ranks = ranking.lines.iter().map(|line| (line.standing.contestant, line.standing.rank));
        let mut season = Season {
            schedule: archive.schedule().in_words()?,
            results: archive.results().in_words()?,
            times: archive.times().in_words()?,
            ranks: ranks.collect(),
            marks: HashMap::new(),
            marker: Marker::new(i18n::language().code(), None),
        };
        if registry::find(&archive.regulations().game).is_some_and(|game| game.solved) {
            let store = archive.location().to_string();
            each_record(archive, |key, json| {
                season.marks.insert(key, mark(&mut season.marker, &store, key, json)?);
                Ok(())
            })?;
        }
        Ok(season)
    }

    fn name<'a>(&self, archive: &'a Archive, contestant: ContestantId) -> &'a str {
        archive.regulations().name(contestant)
    }

    fn games(&self, contestant: ContestantId) -> impl Iterator<Item = &Pairing> {
        self.schedule.iter().filter(move |pairing| pairing.involves(contestant))
    }

    /// The results of a contestant, one line for each rencontre.
    fn results(&self, archive: &Archive, contestant: ContestantId) -> String {
        let head = [
            "contest-rencontre",
            "contestant-opponent",
            "contest-parties",
            "ranking-points",
            "contest-faults",
            "contest-when",
        ];
        let mut rows = vec![head.map(|id| i18n::say(id, &[]))];
        for pairing in self.games(contestant) {
            let Some(result) = self.results.get(&pairing.key) else { continue };
            let Some(side) = result.side_of(contestant) else { continue };
            let parties: Vec<String> = result.parties.iter().map(|partie| outcome(*partie, side)).collect();
            let faults = result.parties.iter().filter_map(|partie| partie.fault_of(side));
            let regulations = archive.regulations();
            let points = match regulations.roster.counts(result) {
                true => regulations.points.of(result)[side].to_string(),
                false => i18n::text!("bundle-uncounted"),
            };
            let ended = self.times.get(&pairing.key).map(|times| times.finished_ms);
            let ended = ended.and_then(|ms| Timestamp::from_millisecond(ms).ok());
            rows.push([
                pairing.key.to_string(),
                regulations.name(result.contestants()[!side]).to_owned(),
                parties.join(", "),
                points,
                faults.map(presentation::fault).collect::<Vec<_>>().join(", "),
                ended.map(i18n::time).unwrap_or_default(),
            ]);
        }
        spreadsheet::table(rows)
    }

    /// The marks of a contestant, and what each of his games was worth.
    fn accuracy(&self, archive: &Archive, contestant: ContestantId) -> Option<String> {
        let name = self.name(archive, contestant);
        let totals = self.marker.totals().into_iter().filter(|(marked, _)| *marked == name);
        let mut text = i18n::analysis::table(totals.map(|(name, marks)| (name, marks.into())));
        let games =
            self.games(contestant).filter_map(|pairing| Some((pairing.key, self.marks.get(&pairing.key)?)));
        let games: Vec<_> = games.collect();
        for (key, marks) in &games {
            text += &format!("\n{key}\n{marks}\n");
        }
        (!games.is_empty()).then_some(text)
    }
}

/// How a game ended for this side.
fn outcome(partie: PartieResult, side: Side) -> String {
    match partie.winner() {
        Some(winner) if winner == side => i18n::text!("contest-won"),
        None if partie == PartieResult::Drawn => i18n::text!("contest-drawn"),
        _ => i18n::text!("contest-lost"),
    }
}

/// An archive being written.
struct Bundle {
    zip: ZipWriter<Target>,
    /// The folder that all its files are in.
    folder: String,
}

impl Bundle {
    fn new(file: File, folder: &str) -> Self {
        Bundle { zip: ZipWriter::new(Target { file, given_up: None }), folder: folder.to_owned() }
    }

    fn begin(&mut self, name: &str, length: u64) -> Result<&mut ZipWriter<Target>> {
        let large = length >= u64::from(u32::MAX);
        let options = SimpleFileOptions::default().unix_permissions(0o644).large_file(large);
        self.zip.start_file(format!("{}/{name}", self.folder), options)?;
        Ok(&mut self.zip)
    }

    fn add(&mut self, name: &str, text: &str) -> Result<()> {
        Ok(self.begin(name, text.len() as u64)?.write_all(text.as_bytes())?)
    }

    /// Writes everything about a contestant: of others, what the page of a game shows.
    fn fill(
        mut self,
        archive: &mut Archive,
        season: &Season,
        contestant: ContestantId,
        log: Option<&Path>,
    ) -> Result<()> {
        let store = archive.location().to_string();
        let mut count = 0;
        for pairing in season.games(contestant) {
            let Some(json) = archive.record(pairing.key).in_words()? else { continue };
            let record = Record::from_json(&json).map_err(|_| unreadable(&store, pairing.key))?;
            let json = record.for_audience().to_json().map_err(|_| unreadable(&store, pairing.key))?;
            self.add(&format!("{RECORDS}/{}.json", pairing.key), &json)?;
            count += 1;
        }
        self.add(RESULTS, &season.results(archive, contestant))?;
        let accuracy = season.accuracy(archive, contestant);
        if let Some(text) = &accuracy {
            self.add(ACCURACY, text)?;
        }
        let opened = log.map(|log| open_log(log).map_err(|error| failed(log, &error))).transpose()?.flatten();
        let logged = opened.is_some();
        if let Some((mut file, length)) = opened {
            io::copy(&mut file, self.begin(LOG, length)?)?;
        }
        let readme = i18n::text!(
            "export-readme",
            name = season.name(archive, contestant),
            game = registry::find(&archive.regulations().game).map_or("", |game| game.title),
            titled = u32::from(archive.title().is_some()),
            title = archive.title().unwrap_or_default(),
            rank = season.ranks.get(&contestant).copied().unwrap_or_default(),
            all = archive.regulations().contestants.len(),
            games = count,
            log = if logged { i18n::text!("export-readme-log") } else { i18n::text!("export-readme-no-log") },
            accuracy = if accuracy.is_some() { i18n::text!("export-readme-accuracy") } else { String::new() }
        );
        self.add(&i18n::text!("export-readme-name"), &(readme.trim_end().to_owned() + "\n"))?;
        self.zip.finish()?;
        Ok(())
    }
}

/// The file of an archive. A `ZipWriter` goes on after an error, when it is dropped: it then writes nowhere.
struct Target {
    file: File,
    /// Where it ended then.
    given_up: Option<u64>,
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.given_up.is_some() {
            return Ok(bytes.len());
        }
        let written = self.file.write(bytes);
        if written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted) {
            self.given_up = Some(self.file.metadata()?.len());
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Target {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.given_up.map_or_else(|| self.file.seek(to), Ok)
    }
}

/// A log with its length; `None` if there is none. Links are not followed.
fn open_log(path: &Path) -> io::Result<Option<(File, u64)>> {
    let flags = nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK;
    let file = match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    let metadata = file.metadata()?;
    Ok(metadata.is_file().then_some((file, metadata.len())))
}
