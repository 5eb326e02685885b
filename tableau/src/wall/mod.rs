//! The wall: games under way, for a projector. It is drawn once per change and language, at most twice a second, and
//! only while somebody watches.
//!
//! * `choice`: which games are shown, and where. `section`: their HTML.

mod choice;
mod section;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use i18n::Language;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::contest::ContestData;
use crate::live::{LiveGame, LiveGames};
use crate::sources::Sources;
use choice::GameChoice;
use section::{Content, RankingPage, WallFault, WallStand};

pub use choice::PLACES;
pub use section::Section;

/// The least time between two updates of the wall.
pub const PACE: Duration = Duration::from_millis(500);
/// How often to check for changes that no game announces.
const LOOK: Duration = Duration::from_secs(1);
/// How long the last fault is shown.
const FAULT: Duration = Duration::from_secs(5);
/// The least time between two changes of the ranking.
const RANKING: Duration = Duration::from_secs(2);
/// How long a page of the ranking is shown.
const PAGE: Duration = Duration::from_secs(8);
/// How long the last games of a championship stay before its podium.
const LINGERS: Duration = Duration::from_secs(5);
/// How long an unwatched wall is kept up.
const UNSEEN: Duration = Duration::from_secs(30);

/// The `id`s of the sections' elements.
pub const NAMES: [&str; PLACES + 4] = [
    "wall-1",
    "wall-2",
    "wall-3",
    "wall-4",
    "wall-5",
    "wall-6",
    "wall-7",
    "wall-8",
    "wall-9",
    "wall-10",
    "wall-11",
    "wall-12",
    "wall-head",
    "wall-ranking",
    "wall-idle",
    "wall-fault",
];

/// The sections in the order of [`NAMES`].
pub type WallScreen = Arc<Vec<Arc<Section>>>;

/// A wall that is watched.
#[derive(Clone)]
struct Lit {
    screen: watch::Receiver<WallScreen>,
    /// The languages in which it is watched.
    spoken: Arc<[AtomicBool; 2]>,
}

/// The watched walls, by championship.
#[derive(Clone, Default)]
pub struct Walls(Arc<Mutex<HashMap<Option<String>, Lit>>>);

impl Walls {
    /// The wall of this championship, or of all; it is kept up while it is watched. Needs a
    /// runtime.
    pub fn look(
        &self,
        about: Option<&str>,
        language: Language,
        sources: &Sources,
        live: &LiveGames,
    ) -> watch::Receiver<WallScreen> {
        let mut walls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let about = about.map(str::to_owned);
        let lit = walls.entry(about.clone()).or_insert_with(|| {
            let mut wall = WallState::new(about.clone(), sources.clone(), live.clone());
            let (sender, screen) = watch::channel(wall.compose());
            let lit = Lit { screen, spoken: Arc::default() };
            tokio::spawn(wall.keep_up(sender, lit.spoken.clone(), self.clone()));
            lit
        });
        lit.spoken[language as usize].store(true, Ordering::Relaxed);
        lit.screen.clone()
    }

    /// Drops a wall that nobody watches.
    fn forget(&self, about: &Option<String>, sender: &watch::Sender<WallScreen>) -> bool {
        let mut walls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The last receiver is ours.
        let unseen = sender.receiver_count() <= 1;
        if unseen {
            walls.remove(about);
        }
        unseen
    }
}

/// The state of a wall.
struct WallState {
    about: Option<String>,
    sources: Sources,
    live: LiveGames,
    choice: GameChoice,
    pieces: Vec<Arc<Section>>,
    /// Faults already shown, of games still visible.
    known: HashSet<(String, usize)>,
    fault: Option<WallFault>,
    /// When the ranking may change again.
    ranking: Instant,
    /// The pages of the ranking are shown in turn from here.
    began: Instant,
}

impl WallState {
    fn new(about: Option<String>, sources: Sources, live: LiveGames) -> Self {
        let pieces = NAMES.iter().map(|_| Arc::new(Section::new(Content::Empty))).collect();
        let mut wall = WallState {
            about,
            sources,
            live,
            choice: GameChoice::default(),
            pieces,
            known: HashSet::new(),
            fault: None,
            ranking: Instant::now(),
            began: Instant::now(),
        };
        // Faults before the first viewer are not news.
        let games = wall.games();
        wall.known = games.iter().flat_map(|game| WallFault::all(game)).map(|fault| fault.game).collect();
        wall
    }

    fn games(&self) -> Vec<Arc<LiveGame>> {
        self.live.moments(self.about.as_deref())
    }

    async fn keep_up(
        mut self,
        sender: watch::Sender<WallScreen>,
        spoken: Arc<[AtomicBool; 2]>,
        walls: Walls,
    ) {
        let mut changes = self.live.changes();
        let mut seen = Instant::now();
        loop {
            sleep(PACE).await;
            // A timeout checks as well.
            let _ = timeout(LOOK, changes.changed()).await;
            if sender.receiver_count() > 1 {
                seen = Instant::now();
            } else if seen.elapsed() > UNSEEN && walls.forget(&self.about, &sender) {
                return;
            }
            let screen = self.compose();
            if screen.iter().zip(sender.borrow().iter()).all(|(one, other)| Arc::ptr_eq(one, other)) {
                continue;
            }
            // Drawing boards takes time: nothing else waits for it.
            let (made, spoken) = (screen.clone(), spoken.clone());
            let making = move || {
                let spoken = Language::ALL
                    .into_iter()
                    .filter(|language| spoken[*language as usize].load(Ordering::Relaxed));
                for language in spoken {
                    made.iter().for_each(|piece| drop(piece.html(language)));
                }
            };
            if tokio::task::spawn_blocking(making).await.is_err() {
                log::error!("wall");
            }
            sender.send_replace(screen);
        }
    }

    /// The current wall; unchanged sections are the same object.
    fn compose(&mut self) -> WallScreen {
        let stands = self.stands();
        let mut games = self.games();
        self.note_faults(&games);
        let over = |name: &str| stands.iter().any(|stand| stand.name == name && stand.is_over());
        games.retain(|game| !over(&game.folder) || (game.seen.is_over() && game.came.elapsed() < LINGERS));
        let ranked = ranked(&stands, &games).cloned();
        let announced: Vec<&str> = stands.iter().filter_map(WallStand::announcement).collect();
        let announced = announced.join(" · ");
        let mut contents: Vec<Content> = self
            .choice
            .choose(&games)
            .iter()
            .map(|game| game.clone().map_or(Content::Empty, Content::Game))
            .collect();
        let turn = self.began.elapsed().as_secs() / PAGE.as_secs();
        // Before the first result everybody is first.
        let begun = |stand: &&WallStand| stand.read.as_ref().is_ok_and(|read| read.played() > 0);
        let ranking = ranked.as_ref().filter(begun).and_then(|stand| RankingPage::of(stand, turn));
        contents.push(Content::Head(if self.about.is_some() {
            stands.clone()
        } else {
            ranked.into_iter().collect()
        }));
        // The ranking's place is reserved early, so that boards keep theirs when it comes.
        let awaited = if stands.is_empty() { Content::Empty } else { Content::Awaited };
        contents.push(ranking.map_or(awaited, Content::Ranking));
        let quiet = contents[..PLACES].iter().all(|content| matches!(content, Content::Empty));
        contents.push(if quiet { Content::Idle(stands) } else { Content::Empty });
        contents.push(match self.fault.clone() {
            Some(fault) => Content::Fault(fault),
            None if announced.is_empty() => Content::Empty,
            None => Content::Announcement(announced),
        });
        let climbs = Instant::now() >= self.ranking;
        for (piece, content) in self.pieces.iter_mut().zip(contents) {
            let ranking = matches!(content, Content::Ranking(..));
            if piece.shows(&content) || (ranking && !climbs) {
                continue;
            }
            if ranking {
                self.ranking = Instant::now() + RANKING;
            }
            *piece = Arc::new(Section::new(content));
        }
        Arc::new(self.pieces.clone())
    }

    fn note_faults(&mut self, games: &[Arc<LiveGame>]) {
        self.known.retain(|(id, _)| games.iter().any(|game| game.seen.record.id == *id));
        for fault in games.iter().flat_map(|game| WallFault::all(game)) {
            if self.known.insert(fault.game.clone()) {
                self.fault = Some(fault);
            }
        }
        if self.fault.as_ref().is_some_and(|fault| fault.since.elapsed() > FAULT) {
            self.fault = None;
        }
    }

    fn stands(&self) -> Vec<WallStand> {
        let all = self.sources.contests().into_iter();
        let meant = all.filter(|contest| self.about.as_ref().is_none_or(|name| *name == contest.name));
        let stand = |contest: Arc<ContestData>| WallStand {
            name: contest.name.clone(),
            read: contest.snapshot(),
            paused: contest.is_paused(),
            trouble: contest.trouble(),
            gathering: contest.gathering(),
            ends: contest.ends(),
        };
        meant.map(stand).collect()
    }
}

/// The championship with most games under way; without games, the unfinished or only one.
fn ranked<'a>(stands: &'a [WallStand], games: &[Arc<LiveGame>]) -> Option<&'a WallStand> {
    let playing = |stand: &WallStand| games.iter().filter(|game| game.folder == stand.name).count();
    let going_on = |stand: &WallStand| stand.read.as_ref().is_ok_and(|snapshot| !snapshot.over);
    let known = stands.iter().filter(|stand| stand.read.is_ok());
    known.max_by_key(|stand| (playing(stand), going_on(stand)))
}
