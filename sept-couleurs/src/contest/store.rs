//! What has been played in a championship, on disk: the plan, a record for each finished game, the game under way.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::Places;
use arbitre::record::Record;
use arbitre::replay;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::plan::{Game, Plan, SCHEMA};
use crate::options::Options;
use crate::setting;
use crate::table::Played;

/// The files beside the records, which have other names.
const PLAN: &str = "championnat.json";
const UNDER_WAY: &str = "en-cours.json";
const LOCK: &str = ".verrou";

/// The folder of a championship, which nobody else writes to as long as this lives.
pub struct Store {
    folder: PathBuf,
    _lock: File,
}

/// The game under way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UnderWay {
    /// [`Game::key`].
    pub key: String,
    /// When it began.
    pub started: Timestamp,
    /// Its moves.
    pub line: Vec<Played>,
}

impl Store {
    /// Opens the championship of a command line, or begins it; what the command leaves open is as it was begun.
    ///
    /// # Errors
    /// It was begun in another way, somebody else plays it, or the folder cannot be used.
    pub fn open(options: &Options, games: u32, places: &Places) -> Result<(Self, Plan)> {
        let mut plan = Plan::asked(options, games, places)?;
        // A name holds no sign that a path could be made of.
        let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
        let own: String = plan.name.chars().map(plain).collect();
        let folder = options.records.join(format!("championnat-sept-couleurs-{own}"));
        setting::prepare(&folder)?;
        let shown = folder.display().to_string();
        let lock = File::create(folder.join(LOCK)).with_context(|| shown.clone())?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                bail!(words::text!("couleurs-contest-busy", folder = &shown))
            }
            Err(fs::TryLockError::Error(error)) => return Err(error).context(shown),
        }
        let store = Store { folder, _lock: lock };
        let path = store.folder.join(PLAN);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let kept: Plan = serde_json::from_str(&text)
                    .ok()
                    .filter(|kept: &Plan| kept.schema == SCHEMA)
                    .ok_or_else(|| anyhow!(words::text!("couleurs-contest-unreadable")))
                    .with_context(|| path.display().to_string())?;
                // What the command leaves open is as it was.
                if options.seed.is_none() {
                    plan.seed = kept.seed;
                }
                if options.against.is_empty() {
                    plan.engines.clone_from(&kept.engines);
                }
                if plan != kept {
                    let what = difference(&plan, &kept);
                    bail!(words::text!("couleurs-contest-other", folder = &shown, what = what));
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                store.replace(PLAN, &serde_json::to_string_pretty(&plan)?)?;
            }
            Err(error) => return Err(error).context(path.display().to_string()),
        }
        Ok((store, plan))
    }

    /// Where the records are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The record of a game, if it is finished, verified with the rules.
    ///
    /// # Errors
    /// There is a record that is not that of this game, or that the rules contradict.
    pub fn finished(&self, plan: &Plan, game: &Game) -> Result<Option<Record>> {
        let path = self.folder.join(format!("{}.json", plan.id(game)));
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| path.display().to_string())?,
        };
        let setup = plan.setup(game)?;
        let players = plan.players(game);
        let names = [&players.first.name, &players.second.name];
        let record = Record::from_json(&text).ok().filter(|record| {
            let own = record.scheduled.as_ref() == Some(&game.key()) && record.interrupted.is_none();
            let named = record.players.iter().map(|player| &player.name).eq(names);
            own && named
                && matches!(&record.parties[..], [party] if party.setup == setup)
                && replay::verify(record).is_ok()
        });
        let shown = path.display().to_string();
        let wrong = || anyhow!(words::text!("couleurs-contest-record", path = &shown)).context(shown.clone());
        record.map(Some).ok_or_else(wrong)
    }

    /// The game under way, if there is one; what cannot be read is played anew.
    pub fn under_way(&self) -> Option<UnderWay> {
        let text = fs::read_to_string(self.folder.join(UNDER_WAY)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps the game under way, for good when this returns.
    ///
    /// # Errors
    /// What the disk reports.
    pub fn keep(&self, game: &UnderWay) -> Result<()> {
        self.replace(UNDER_WAY, &serde_json::to_string(game)?)
    }

    /// Puts a file in its place, for good when this returns.
    fn replace(&self, name: &str, text: &str) -> Result<()> {
        let (path, beside) = (self.folder.join(name), self.folder.join(format!(".{name}.new")));
        let written = || -> io::Result<()> {
            let mut file = File::create(&beside)?;
            file.write_all(format!("{text}\n").as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &path)?;
            File::open(&self.folder)?.sync_all()
        };
        written().with_context(|| path.display().to_string())
    }
}

/// The option by which two plans differ.
fn difference(plan: &Plan, kept: &Plan) -> &'static str {
    let differs = [
        (plan.games != kept.games, "--championnat"),
        (plan.engines != kept.engines, "--contre"),
        (plan.seed != kept.seed, "--graine"),
        (plan.time_ms != kept.time_ms, "--temps"),
        (plan.name != kept.name, "--noms"),
    ];
    differs
        .into_iter()
        .find(|(differs, _)| *differs)
        .map_or("--plateau, --taille, --couleurs...", |(_, name)| name)
}
