//! A table at which a game is played: who sits there, and how things stand.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arbitre::engine::START_BOUND;
use arbitre::game::{Beginning, Kind};
use arbitre::host::person::{Say, Setting, Turn, View};
use arbitre::host::{Task, TaskEngine, TaskPlayer, TaskSeat, Watched};
use arbitre::live::path_in;
use arbitre::record::Record;
use confine::Policy;
use jeux::game::Params;
use jeux::{Player, Reason};
use tokio::sync::{Semaphore, watch};

use super::hosts::{Hosts, Key, Wanted};

/// How long somebody who has no limit may take for a move.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// The longest that an engine takes for a move that nothing limits: a person waits for it.
const PONDERS: Duration = Duration::from_secs(3);
/// So many pages of the same seat are kept up to date.
const MOST_STREAMS: usize = 4;
/// A person, in records.
pub const PERSON: &str = "personne";

/// What is to be played at a table.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The game.
    pub kind: &'static Kind,
    /// How many games.
    pub parties: usize,
    /// What they begin with.
    pub setup: Params,
    /// The time for each move; `None` without limit.
    pub time: Option<Duration>,
    /// Who plays, by place.
    pub players: [TablePlayer; 2],
    /// What was chosen, for who wants to play the same again.
    pub form: Vec<(String, String)>,
}

impl Wish {
    /// How many people play.
    pub fn people(&self) -> usize {
        self.players.iter().filter(|player| player.engine.is_none()).count()
    }
}

/// A player at a table.
#[derive(Clone, Debug)]
pub struct TablePlayer {
    /// The name.
    pub name: String,
    /// The engine; a person has none.
    pub engine: Option<String>,
    /// How many moves this player has taken back.
    pub taken_back: u32,
}

impl TablePlayer {
    /// Somebody who has taken no move back.
    pub fn new(name: String, engine: Option<String>) -> Self {
        TablePlayer { name, engine, taken_back: 0 }
    }

    /// Where the player comes from, as the record says it; whoever takes moves back is told apart from who does not.
    fn from(&self) -> String {
        let who = self.engine.as_deref().unwrap_or(PERSON);
        match self.taken_back {
            0 => who.to_owned(),
            count => format!("{who} ; coups repris : {count}"),
        }
    }
}

/// How far a table is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The other person has still to come.
    Waiting,
    /// The game is being started.
    Starting,
    /// It is played.
    Playing,
    /// It is over, and its record is kept.
    Kept,
    /// It was given up before it had begun.
    Nothing,
    /// It could not be played, or not to its end, or is not kept.
    Failed(Reason),
}

impl Stage {
    /// Whether nothing more will happen.
    pub const fn is_over(&self) -> bool {
        matches!(self, Stage::Kept | Stage::Nothing | Stage::Failed(_))
    }
}

/// How things stand for one seat.
#[derive(Clone, Debug)]
pub struct Standing {
    /// How far the table is.
    pub stage: Stage,
    /// What the person sees, once there is something, and since when.
    pub view: Option<(Arc<View>, Instant)>,
    /// The names by place.
    pub names: [String; 2],
}

/// A table.
pub struct Table {
    /// Tells it from the other tables.
    pub key: Key,
    /// The identifier of its record.
    pub id: String,
    /// What is played.
    pub wish: Wish,
    /// The secret of each seat; an engine has none.
    pub secrets: [Option<String>; 2],
    /// When it was made.
    pub made: Instant,
    hosts: Arc<Hosts>,
    inner: Mutex<Inner>,
    changed: watch::Sender<u64>,
    streams: [Arc<Semaphore>; 2],
}

struct Inner {
    stage: Stage,
    players: [TablePlayer; 2],
    views: [Option<(Arc<View>, Instant)>; 2],
    ended: Option<Instant>,
    /// Moves are being taken back.
    handing: bool,
}

impl Table {
    /// A table at which nobody plays yet.
    pub fn new(
        (key, id): (Key, String),
        wish: Wish,
        secrets: [Option<String>; 2],
        hosts: Arc<Hosts>,
    ) -> Arc<Self> {
        let inner = Inner {
            stage: Stage::Waiting,
            players: wish.players.clone(),
            views: [None, None],
            ended: None,
            handing: false,
        };
        let streams = [(); 2].map(|()| Arc::new(Semaphore::new(MOST_STREAMS)));
        let (inner, changed) = (Mutex::new(inner), watch::Sender::new(0));
        Arc::new(Table { key, id, wish, secrets, made: Instant::now(), hosts, inner, changed, streams })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Inner)) {
        change(&mut self.inner());
        self.changed.send_modify(|number| *number += 1);
    }

    /// Says how far it is.
    pub(super) fn stand(&self, stage: Stage) {
        self.change(|inner| {
            inner.ended = stage.is_over().then(Instant::now);
            (inner.stage, inner.handing) = (stage, false);
        });
    }

    /// Shows the person in this place how things stand.
    pub(super) fn show(&self, place: usize, view: View) {
        self.change(|inner| inner.views[place] = Some((Arc::new(view), Instant::now())));
    }

    /// How things stand for the seat in this place (0 or 1).
    pub fn standing(&self, place: usize) -> Standing {
        let inner = self.inner();
        let names = inner.players.each_ref().map(|player| player.name.clone());
        Standing { stage: inner.stage.clone(), view: inner.views[place].clone(), names }
    }

    /// Changes whenever something has.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// What bounds the number of pages of a seat that are kept up to date.
    pub fn streams(&self, place: usize) -> Arc<Semaphore> {
        self.streams[place].clone()
    }

    /// How long ago everything was over here; `None` as long as it is not.
    pub fn over_for(&self) -> Option<Duration> {
        self.inner().ended.map(|ended| ended.elapsed())
    }

    /// Starts the game, with the place and the name of who has come last, if somebody has; only the first time.
    pub fn start(self: &Arc<Self>, come: Option<(usize, String)>) {
        let mut begins = false;
        self.change(|inner| {
            if inner.stage == Stage::Waiting {
                (begins, inner.stage) = (true, Stage::Starting);
                if let Some((place, name)) = come {
                    inner.players[place].name = name;
                    tell_apart(&mut inner.players);
                }
            }
        });
        if begins {
            self.hosts.ask(Wanted::Begin(self.clone()));
        }
    }

    /// Says something to the game for the seat in this place.
    pub fn say(&self, place: usize, say: Say) {
        self.hosts.ask(Wanted::Say(self.key, place, say));
    }

    /// Stops everything here; what was played is kept as interrupted.
    pub fn stop(&self) {
        self.change(|inner| {
            if inner.stage == Stage::Waiting {
                (inner.stage, inner.ended) = (Stage::Nothing, Some(Instant::now()));
            }
        });
        self.hosts.ask(Wanted::Stop(self.key));
    }

    /// Whether the person in this place may take back a move now: only who plays against an engine may.
    pub fn may_take_back(&self, place: usize) -> bool {
        let inner = self.inner();
        let view = inner.views[place].as_ref().map(|(view, _)| view);
        let played = view.is_some_and(|view| {
            matches!(view.turn, Turn::Mine | Turn::Theirs) && view.moves.iter().any(|said| said.mine)
        });
        self.wish.people() == 1 && inner.stage == Stage::Playing && !inner.handing && played
    }

    /// Takes back the last move of the person in this place, and what was played after it; nothing where that may not
    /// be.
    pub fn take_back(&self, place: usize) {
        if self.may_take_back(place) {
            self.change(|inner| inner.handing = true);
            self.hosts.ask(Wanted::TakeBack(self.key));
        }
    }

    /// Whether everybody may see the game while it is played: not where somebody who plays could learn what is hidden.
    pub fn is_shown(&self) -> bool {
        self.wish.people() == 1 || !hides(self.wish.kind, &self.wish.setup)
    }

    /// The task of a host: to play this, from the beginning or after what was played before.
    ///
    /// # Errors
    /// Nobody can say where the records are.
    pub(super) fn task(&self, before: Option<Box<Record>>) -> Result<Task, Reason> {
        let records = self.hosts.records();
        // Of the records engines are to learn nothing.
        let hidden = confine::comparable(records).map_err(|error| Reason::os(&error))?;
        let players = self.inner().players.clone().map(|player| {
            let from = player.from();
            let seat = match player.engine {
                Some(spec) => TaskSeat::Engine(Box::new(TaskEngine {
                    key: spec.clone(),
                    spec,
                    label: player.name.clone(),
                    start_ms: ms(START_BOUND),
                    unlimited_ms: Some(ms(self.wish.kind.time.min(PONDERS))),
                    core: None,
                    ponder: true,
                    policy: Policy { hidden: vec![hidden.clone()], ..Policy::default() },
                    log: None,
                })),
                None => TaskSeat::Person(Setting {
                    patience_ms: Some(ms(PATIENCE)),
                    drawn: true,
                    asked: true,
                    ..Setting::default()
                }),
            };
            TaskPlayer { name: player.name, from, seat }
        });
        Ok(Task {
            id: self.id.clone(),
            game: self.wish.kind.name.to_owned(),
            title: None,
            parties: self.wish.parties,
            setup: self.wish.setup.clone(),
            time_ms: self.wish.time.map(ms),
            judged: true,
            scheduled: None,
            players,
            before,
            orphaned: Some(records.to_owned()),
            leave_ms: 0,
            kept: false,
            live: self.is_shown().then(|| path_in(records)),
            watched: Watched::No,
        })
    }

    /// Takes the last move of the person who plays an engine off the game under way, with all that followed.
    pub(super) fn shorten(&self, record: &mut Record) {
        let place = usize::from(self.wish.players[0].engine.is_some());
        let Some(party) = record.parties.last_mut() else { return };
        if let Some(last) = party.moves.iter().rposition(|mv| mv.player == place) {
            party.moves.truncate(last);
            self.change(|inner| inner.players[place].taken_back += 1);
        }
    }
}

fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Whether players of this game see less than everybody else does.
fn hides(kind: &Kind, setup: &Params) -> bool {
    let judge = kind.start(&Beginning { setup, first: 0, judged: true });
    judge.is_ok_and(|judge| judge.follow(setup, Player::First).is_some())
}

/// Gives players of the same name a number each.
pub fn tell_apart(players: &mut [TablePlayer; 2]) {
    if players[0].name == players[1].name {
        players[0].name += "-1";
        players[1].name += "-2";
    }
}
