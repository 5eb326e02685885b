//! A ladder, as its folder says.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use jeux::Slot;
use jiff::Timestamp;

use crate::standings::{Tallies, Tally};
use crate::version::VersionFiles;
use crate::{Choice, Class, GameLine, Journal, LadderError, PlayerId, Settings, Standings, Version, files};

/// The paths in a ladder's folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    path: PathBuf,
    name: String,
}

impl Folder {
    /// That of the ladder of this name; `None` if the name cannot be one.
    pub fn new(root: &Path, name: &str) -> Option<Self> {
        crate::player::is_plain(name).then(|| Folder { path: root.join(name), name: name.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Letters, digits and hyphens.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn settings(&self) -> PathBuf {
        self.path.join("echelle.toml")
    }

    pub fn class(&self) -> PathBuf {
        self.path.join("eleves.json")
    }

    pub fn spool(&self) -> PathBuf {
        self.path.join("depots")
    }

    pub fn records(&self) -> PathBuf {
        self.path.join("parties")
    }

    pub fn journal(&self) -> PathBuf {
        self.path.join("resultats.jsonl")
    }

    pub fn standings(&self) -> PathBuf {
        self.path.join("classement.json")
    }

    pub fn public_standings(&self) -> PathBuf {
        self.path.join("classement-public.json")
    }

    /// The folder of a version; its engine is in `moteur` there, what was handed in is in `rendu`.
    pub fn version(&self, student: &str, number: u32) -> PathBuf {
        self.versions(student).version(number)
    }

    /// The table of personal links, beside the ladder.
    pub fn links(&self) -> PathBuf {
        self.path.with_file_name(format!("{}-liens.csv", self.name))
    }

    /// What a student's engine is confined from, besides what is outside its folder.
    pub fn private(&self) -> Vec<PathBuf> {
        vec![self.class(), self.links(), self.settings(), self.spool(), self.records(), self.journal()]
    }

    /// The versions of a student, the oldest first, and which one plays.
    pub fn student(&self, slug: &str) -> Result<StudentVersions, LadderError> {
        let files = self.versions(slug);
        let (mut versions, mut unreadable) = (vec![], vec![]);
        for number in files.numbers()? {
            match files.read(number) {
                Ok(version) => versions.extend(version),
                // The others play on.
                Err(error) => {
                    log::warn!("{error}");
                    unreadable.push(number);
                }
            }
        }
        Ok(StudentVersions { choice: files.choice()?, versions, unreadable })
    }

    /// Keeps a version.
    pub fn write_version(&self, student: &str, version: &Version) -> Result<(), LadderError> {
        self.versions(student).write(version)
    }

    /// Keeps which version plays.
    pub fn write_choice(&self, student: &str, choice: &Choice) -> Result<(), LadderError> {
        self.versions(student).choose(choice)
    }

    fn versions(&self, student: &str) -> VersionFiles {
        VersionFiles::of(&self.path, student)
    }
}

/// The ladders in this folder, by name.
pub fn ladders(root: &Path) -> Result<Vec<Folder>, LadderError> {
    let folders = files::names(root)?.into_iter().filter_map(|name| Folder::new(root, &name));
    Ok(folders.filter(|folder| folder.settings().is_file()).collect())
}

/// Where the program of the ladders in this folder listens.
pub fn socket(root: &Path) -> PathBuf {
    root.join(".echelle.sock")
}

/// The files of its bridge to the machines of a room.
pub fn machines(root: &Path) -> PathBuf {
    root.join(".machines")
}

/// Tells that program that something was handed in. Without it, nothing is lost: it looks when it starts.
pub fn wake(root: &Path) {
    if let Err(error) = ipc::control::ask(&socket(root), WAKE) {
        log::debug!("{error}");
    }
}

/// The request of [`wake`].
pub const WAKE: &str = "depot";

/// The versions of a student.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct StudentVersions {
    pub choice: Choice,
    /// The oldest first.
    pub versions: Vec<Version>,
    /// The numbers of versions whose `version.json` cannot be read.
    pub unreadable: Vec<u32>,
}

impl StudentVersions {
    pub fn version(&self, number: u32) -> Option<&Version> {
        self.versions.iter().find(|version| version.number == number)
    }

    /// The one that plays, whether it rests or not.
    pub fn playing(&self) -> Option<&Version> {
        self.version(self.choice.plays?).filter(|version| version.has_passed())
    }
}

/// A ladder in memory.
#[derive(Debug)]
pub struct Ladder {
    pub folder: Folder,
    pub settings: Settings,
    pub class: Class,
    /// The oldest first.
    pub games: Vec<GameLine>,
    pub tallies: Tallies,
    pub standings: Standings,
    /// What everybody sees.
    pub public: Standings,
    known: HashSet<String>,
    journal: Journal,
}

impl Ladder {
    pub fn open(folder: Folder) -> Result<Self, LadderError> {
        let settings = Settings::read(&folder.settings())?;
        let journal = Journal::new(folder.journal());
        let mut ladder = Ladder {
            folder,
            settings,
            class: Class::default(),
            games: vec![],
            tallies: Tallies::default(),
            standings: Standings::default(),
            public: Standings::default(),
            known: HashSet::new(),
            journal,
        };
        ladder.read()?;
        Ok(ladder)
    }

    /// Reads again what others may have changed; what cannot be read stays as it was.
    pub fn refresh(&mut self) -> Result<(), LadderError> {
        let settings = self.refresh_settings();
        self.read()?;
        settings
    }

    /// Reads again what the organiser may have changed; what cannot be read stays as it was.
    pub fn refresh_settings(&mut self) -> Result<(), LadderError> {
        let class = Class::read(&self.folder.class()).map(|class| self.class = class);
        self.settings = Settings::read(&self.folder.settings())?;
        class
    }

    fn read(&mut self) -> Result<(), LadderError> {
        self.class = Class::read(&self.folder.class())?;
        self.read_games()?;
        // They are computed again from the results.
        let read = |path: &Path| files::read_json(path).inspect_err(|error| log::warn!("{error}"));
        self.standings = read(&self.folder.standings()).ok().flatten().unwrap_or_default();
        self.public = read(&self.folder.public_standings()).ok().flatten().unwrap_or_default();
        Ok(())
    }

    /// Reads the new results.
    pub fn read_games(&mut self) -> Result<(), LadderError> {
        for line in self.journal.news()? {
            if self.known.insert(line.id.clone()) {
                self.tallies.take(&line);
                self.games.push(line);
            }
        }
        Ok(())
    }

    /// Writes a result down.
    pub fn add_game(&mut self, line: GameLine) -> Result<(), LadderError> {
        self.journal.append(&[line])?;
        self.read_games()
    }

    /// Writes down the results of records that the journal lacks.
    pub fn complete(&mut self) -> Result<usize, LadderError> {
        let added = self.journal.complete(&self.folder.records(), &self.known)?;
        self.read_games()?;
        Ok(added)
    }

    /// What the ladder calls a player, for people: `Ana Durand v3`.
    pub fn name(&self, player: &PlayerId) -> String {
        match player {
            PlayerId::House(name) => name.clone(),
            PlayerId::Version { student, number } => {
                let name = self.class.named(student).map_or(student.as_str(), |student| &student.name);
                format!("{name} v{number}")
            }
        }
    }

    pub fn tally(&self, player: &PlayerId) -> Tally {
        self.tallies.of(player).cloned().unwrap_or_default()
    }

    /// The rencontres of a student, the newest first, each with his slot.
    pub fn games_of<'a>(&'a self, student: &'a str) -> impl Iterator<Item = (&'a GameLine, Slot)> {
        self.games.iter().rev().filter_map(move |line| {
            let slot = Slot::ALL.into_iter().find(|slot| line.players[*slot].student() == Some(student))?;
            Some((line, slot))
        })
    }

    /// What this visitor's ranking is: that of the organiser is never frozen.
    pub fn shown(&self, organises: bool) -> &Standings {
        if organises || !self.settings.is_frozen(Timestamp::now()) { &self.standings } else { &self.public }
    }
}
