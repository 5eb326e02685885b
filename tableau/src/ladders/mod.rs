//! The ladders of a folder, read again when their files change, and who may see them.
//!
//! * this file: [`Ladders`], all of them; [`LadderData`], one. [`access`]: its visitors.
//! * [`upload`]: a request that hands something in. [`intake`]: within which limits.
//! * [`names`]: which names files that are handed in may have. [`progress`]: how far a student's versions have got.

pub mod access;
pub mod intake;
pub mod names;
pub mod progress;
pub mod upload;

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use echelle::{Class, Folder, Ladder};
use jeux::Reason;
use tokio::time::sleep;

use crate::live::LiveGames;
use crate::play::Tables;

/// How often ladders are looked for, and how often the files of one.
const AGAIN: Duration = Duration::from_secs(3);
const LOOK: Duration = Duration::from_secs(1);
/// What the name of a ladder stands behind where a game under way says its folder: no other folder's name has this sign.
pub const OF_LADDER: &str = "echelle:";
/// Games that people play against engines of a ladder, in its folder.
const PLAYED: &str = "jouees";

/// All ladders of a folder, now and later.
#[derive(Clone, Default)]
pub struct Ladders {
    all: Arc<RwLock<BTreeMap<String, Arc<LadderData>>>>,
}

impl Ladders {
    /// Those in this folder. A game that people have abandoned for so long ends. Needs a runtime.
    pub fn open(root: &Path, abandoned: Duration) -> Self {
        let ladders = Ladders::default();
        ladders.look(root, abandoned);
        let (looking, root) = (ladders.clone(), root.to_owned());
        tokio::spawn(async move {
            loop {
                sleep(AGAIN).await;
                let (looking, root) = (looking.clone(), root.clone());
                let looked = tokio::task::spawn_blocking(move || looking.look(&root, abandoned)).await;
                if let Err(error) = looked {
                    log::error!("{error}");
                }
            }
        });
        ladders
    }

    /// Adds new ones, and forgets those that are gone.
    fn look(&self, root: &Path, abandoned: Duration) {
        let found = match echelle::ladders(root) {
            Ok(found) => found,
            Err(error) => return log::warn!("{}", i18n::reason(&Reason::from(&error))),
        };
        let write = || self.all.write().unwrap_or_else(PoisonError::into_inner);
        write().retain(|name, _| found.iter().any(|folder| folder.name() == name));
        for folder in found {
            if self.get(folder.name()).is_none() {
                // Reading it may take a while.
                let name = folder.name().to_owned();
                let data = LadderData::follow(root, folder, abandoned);
                write().insert(name, data);
            }
        }
    }

    pub fn get(&self, name: &str) -> Option<Arc<LadderData>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// By name.
    pub fn all(&self) -> Vec<Arc<LadderData>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}

/// What tells whether a file has changed: it is another one, was written, or has another length.
type FileState = Option<(u64, Option<SystemTime>, u64)>;

/// A ladder, with all that its pages need.
pub struct LadderData {
    /// The folder of all ladders.
    pub root: PathBuf,
    pub folder: Folder,
    /// Its games under way, which only its class sees.
    pub live: LiveGames,
    /// Who is handing something in.
    handing_in: Mutex<HashSet<String>>,
    abandoned: Duration,
    /// `None` while it has never been readable.
    ladder: RwLock<Option<Ladder>>,
    /// Its title and class: whoever comes in waits for nothing else.
    door: RwLock<Option<(String, Class)>>,
    seen: Mutex<Option<[FileState; 5]>>,
    /// What could not be read last, which is told once.
    trouble: Mutex<Option<String>>,
    tables: OnceLock<Tables>,
}

impl LadderData {
    /// Reads it, and again whenever it changes, on a thread of its own that ends with it.
    fn follow(root: &Path, folder: Folder, abandoned: Duration) -> Arc<Self> {
        let live = LiveGames::default();
        live.listen(format!("{OF_LADDER}{}", folder.name()), folder.records());
        let data = Arc::new(LadderData {
            root: root.to_owned(),
            folder,
            live,
            handing_in: Mutex::default(),
            abandoned,
            ladder: RwLock::default(),
            door: RwLock::default(),
            seen: Mutex::default(),
            trouble: Mutex::default(),
            tables: OnceLock::new(),
        });
        data.look();
        let following = Arc::downgrade(&data);
        let reading = move || {
            while let Some(data) = Weak::upgrade(&following) {
                data.look();
                drop(data);
                thread::sleep(LOOK);
            }
        };
        if let Err(error) = thread::Builder::new().name("echelle".into()).spawn(reading) {
            log::error!("{}", i18n::system(&error));
        }
        data
    }

    pub fn name(&self) -> &str {
        self.folder.name()
    }

    /// Reads again what has changed; blocks.
    pub fn look(&self) {
        let folder = &self.folder;
        let paths = [
            folder.settings(),
            folder.class(),
            folder.journal(),
            folder.standings(),
            folder.public_standings(),
        ];
        let now = paths.map(|path| {
            let about = std::fs::metadata(path).ok()?;
            Some((about.ino(), about.modified().ok(), about.len()))
        });
        // Whoever comes meanwhile waits, and sees what was read.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if *seen == Some(now) {
            return;
        }
        *seen = Some(now);
        let mut ladder = self.ladder.write().unwrap_or_else(PoisonError::into_inner);
        let read = match ladder.as_mut() {
            Some(ladder) => ladder.refresh(),
            None => Ladder::open(folder.clone()).map(|read| *ladder = Some(read)),
        };
        let door = ladder.as_ref().map(|ladder| (ladder.settings.title.clone(), ladder.class.clone()));
        drop(ladder);
        *self.door.write().unwrap_or_else(PoisonError::into_inner) = door;
        // What was read before stays.
        let said = read.err().map(|error| i18n::reason(&Reason::from(&error)));
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = said.as_ref().filter(|said| trouble.as_ref() != Some(said)) {
            log::warn!("{said}");
        }
        *trouble = said;
    }

    /// What was read last; `None` if it has never been readable. Held while a page is made, not longer.
    pub fn read(&self) -> RwLockReadGuard<'_, Option<Ladder>> {
        self.ladder.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn door(&self) -> RwLockReadGuard<'_, Option<(String, Class)>> {
        self.door.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its title; `None` if it has never been readable.
    pub fn title(&self) -> Option<String> {
        Some(self.door().as_ref()?.0.clone())
    }

    /// Whose link has this secret.
    pub fn admit(&self, said: &str) -> Option<String> {
        Some(self.door().as_ref()?.1.admit(said)?.slug.clone())
    }

    /// The folder of games that people play here.
    pub fn played(&self) -> PathBuf {
        self.folder.path().join(PLAYED)
    }

    /// The tables of people; `None` before the first game.
    pub fn tables(&self) -> Option<&Tables> {
        self.tables.get()
    }

    /// The same, which are made if there are none.
    pub fn open_tables(&self) -> io::Result<&Tables> {
        if self.tables.get().is_none() {
            // If two come at once, one of both is dropped.
            drop(self.tables.set(Tables::new(self.played(), self.abandoned)?));
        }
        self.tables.get().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}
