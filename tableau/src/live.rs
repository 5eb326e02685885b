//! Games under way, from the live updates of matches.
//!
//! Each game has a channel that holds only its latest update: any number of slow viewers use no
//! more memory.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use arbitre::live::{LiveUpdate, Receiver};
use arbitre::record::Record;
use i18n::Language;
use ipc::wait::{Deadline, wait};
use nix::poll::PollFlags;
use tokio::sync::watch;

/// Games kept at once; more are not shown.
const MOST_GAMES: usize = 2_000;
/// How long a finished game stays.
const STAYS: Duration = Duration::from_secs(30);
/// How long a silent game stays beyond its time for a move.
const SILENT: Duration = Duration::from_secs(120);
/// The same without a time limit.
const SILENT_WITHOUT_LIMIT: Duration = Duration::from_secs(3600);
/// After so long without an update, a record on the disk is taken for its end.
const LOST: Duration = Duration::from_secs(2);
/// The pause before another try to listen in a folder that is missing or taken.
const AGAIN: Duration = Duration::from_secs(1);

/// The latest update of a game, without what players hide from each other: all pages show games from here.
#[derive(Debug)]
pub struct LiveGame {
    pub seen: LiveUpdate,
    pub came: Instant,
    /// The folder of records that it belongs to.
    pub folder: String,
    /// The event for its viewers, made once per language.
    rendered: [OnceLock<Arc<str>>; 2],
}

impl LiveGame {
    /// An update received just now, in this folder.
    pub fn new(seen: LiveUpdate, folder: &str) -> Self {
        LiveGame {
            seen: seen.for_audience(),
            came: Instant::now(),
            folder: folder.to_owned(),
            rendered: Default::default(),
        }
    }

    /// The event for viewers in a language: made when the first one asks.
    pub fn rendered(&self, language: Language, make: impl FnOnce(&Self) -> String) -> Arc<str> {
        let make = || i18n::speaking(language, || make(self)).into();
        self.rendered[language as usize].get_or_init(make).clone()
    }

    /// Whether it is no longer shown.
    fn is_old(&self) -> bool {
        let limit = self.seen.record.settings.time_ms.map(Duration::from_millis);
        let patience = match limit {
            _ if self.seen.is_over() => STAYS,
            Some(limit) if !limit.is_zero() => limit.saturating_add(SILENT),
            _ => SILENT_WITHOUT_LIMIT,
        };
        self.came.elapsed() > patience
    }
}

/// The channels, by record id.
type LiveChannels = BTreeMap<String, watch::Sender<Arc<LiveGame>>>;

#[derive(Clone)]
pub struct LiveGames {
    games: Arc<RwLock<LiveChannels>>,
    /// A counter of changes, for pages that show many games.
    changed: watch::Sender<u64>,
}

impl Default for LiveGames {
    fn default() -> Self {
        LiveGames { games: Arc::default(), changed: watch::Sender::new(0) }
    }
}

impl LiveGames {
    /// Listens to the updates of this folder of records, on a thread of its own.
    pub fn listen(&self, folder: String, path: PathBuf) {
        let live = self.clone();
        let listening = move || {
            let mut warned = false;
            loop {
                match Receiver::bind(&path).and_then(|receiver| live.hear(&folder, &path, &receiver)) {
                    Err(error) if error.kind() == ErrorKind::NotFound || warned => {}
                    Err(error) => {
                        warned = true;
                        log::warn!("{}", i18n::text!("tableau-not-live", why = i18n::file(&path, &error)));
                    }
                }
                live.forget_old();
                thread::sleep(AGAIN);
            }
        };
        if let Err(error) = thread::Builder::new().name("live".into()).spawn(listening) {
            log::error!("{}", i18n::system(&error));
        }
    }

    fn hear(&self, folder: &str, path: &Path, receiver: &Receiver) -> io::Result<Infallible> {
        let mut looked = Instant::now();
        loop {
            let deadline = Deadline::after(Instant::now(), Some(AGAIN));
            wait([(receiver.as_fd(), PollFlags::POLLIN)], deadline)?;
            self.forget_old();
            if looked.elapsed() > AGAIN {
                looked = Instant::now();
                self.find_lost_ends(folder, path);
            }
            loop {
                match receiver.receive() {
                    Ok(Some(seen)) => self.take(seen, folder),
                    Ok(None) => {}
                    Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                    Err(error) => return Err(error),
                }
            }
        }
    }

    fn take(&self, seen: LiveUpdate, folder: &str) {
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        let id = seen.record.id.clone();
        let moment = Arc::new(LiveGame::new(seen, folder));
        match games.get(&id) {
            Some(game) => drop(game.send_replace(moment)),
            None if games.len() < MOST_GAMES => drop(games.insert(id, watch::Sender::new(moment))),
            None => return,
        }
        drop(games);
        self.changed.send_modify(|number| *number += 1);
    }

    /// Datagrams get lost when many games move at once, the last one of a game among them: then its record is the end.
    fn find_lost_ends(&self, folder: &str, path: &Path) {
        let silent = |game: &LiveGame| !game.seen.is_over() && game.came.elapsed() > LOST;
        for game in self.moments(Some(folder)).into_iter().filter(|game| silent(game)) {
            let shown = &game.seen.record;
            // There is none while it is played.
            let record = Record::read(&shown.path(path));
            if let Some(record) = record.ok().filter(|record| record.started == shown.started) {
                self.take(LiveUpdate::end_of(record), folder);
            }
        }
    }

    fn forget_old(&self) {
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        let before = games.len();
        games.retain(|_, game| !game.borrow().is_old());
        let fewer = games.len() < before;
        drop(games);
        if fewer {
            self.changed.send_modify(|number| *number += 1);
        }
    }

    /// The updates of this game, starting with the latest; `None` if there is none.
    pub fn game(&self, id: &str) -> Option<watch::Receiver<Arc<LiveGame>>> {
        let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
        games.get(id).map(watch::Sender::subscribe)
    }

    /// All games, or those of one folder, the oldest first. Finished ones are among them for half a
    /// minute.
    pub fn moments(&self, folder: Option<&str>) -> Vec<Arc<LiveGame>> {
        let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
        let all = games.values().map(|game| game.borrow().clone());
        let mut all: Vec<_> = all.filter(|moment| folder.is_none_or(|name| moment.folder == name)).collect();
        all.sort_by_key(|moment| moment.seen.record.started);
        all
    }

    /// Changes with every update of any game, and when one is dropped.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }
}
