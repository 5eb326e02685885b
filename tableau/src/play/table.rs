//! A table and its game; and the thread that runs the hosts of all tables.

use std::collections::HashMap;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arbitre::committer::{Committed, Committer};
use arbitre::engine::{EngineSpec, SpecError};
use arbitre::game::GameEntry;
use arbitre::host::person::{PERSON, PersonMessage, PersonSettings, PersonTurn, PersonView};
use arbitre::host::{
    self, HostCommand, HostEvent, HostSettings, Order, Pool, Report, Task, TaskEngine, TaskPlayer, TaskSeat,
    Unstarted,
};
use arbitre::live::path_in;
use arbitre::record::{Record, prepare_folder};
use confine::Policy;
use ipc::channel::Channel;
use ipc::wait::{Deadline, wait_any};
use jeux::game::Params;
use jeux::{Reason, Slot};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags};
use protocol::Termination;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The time for a move of a person without a limit.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// The longest time for an engine's move without a limit: a person waits for it.
const PONDERS: Duration = Duration::from_secs(3);
/// Streams per seat.
const MOST_STREAMS: usize = 4;

#[derive(Clone, Debug)]
pub struct GameRequest {
    pub kind: &'static GameEntry,
    pub parties: usize,
    /// The setup.
    pub setup: Params,
    /// The time for each move; `None` without limit.
    pub time: Option<Duration>,
    /// The engine may think while the person does.
    pub ponder: bool,
    pub players: [TablePlayer; 2],
    /// The form's fields, to play the same again.
    pub form: Vec<(String, String)>,
    /// Where it belongs, if not among the games that anybody may play.
    pub origin: Option<Origin>,
}

/// Where a game belongs: to a ladder.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The path of the pages of its records.
    pub records: String,
    /// Where the form is sent, to play the same again.
    pub again: String,
    /// How its engine is confined.
    pub policy: Policy,
}

impl GameRequest {
    pub fn people(&self) -> usize {
        self.players.iter().filter(|player| player.engine.is_none()).count()
    }
}

#[derive(Clone, Debug)]
pub struct TablePlayer {
    pub name: String,
    /// The engine; `None` for a person.
    pub engine: Option<String>,
    /// The origin for the record, if it is not the engine as it is started.
    pub from: Option<String>,
    /// Moves taken back so far.
    pub taken_back: u32,
}

impl TablePlayer {
    /// A player who has taken nothing back.
    pub fn new(name: String, engine: Option<String>) -> Self {
        TablePlayer { name, engine, from: None, taken_back: 0 }
    }

    /// The player's origin in the record; taking moves back is marked in it.
    fn from(&self) -> String {
        let who = self.from.as_deref().or(self.engine.as_deref()).unwrap_or(PERSON);
        match self.taken_back {
            0 => who.to_owned(),
            count => format!("{who} ; coups repris : {count}"),
        }
    }
}

/// The state of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableStage {
    /// The other person has still to come.
    Waiting,
    /// The game is being started.
    Starting,
    Playing,
    /// It is over, and its record is stored.
    Kept,
    /// It is over, and its record could not be stored yet.
    Unrecorded(Reason),
    Nothing,
    /// It failed, or was cut short.
    Failed(Reason),
}

impl TableStage {
    /// Whether it is final.
    pub const fn is_over(&self) -> bool {
        !matches!(self, TableStage::Waiting | TableStage::Starting | TableStage::Playing)
    }
}

/// The state shown at one seat.
#[derive(Clone, Debug)]
pub struct SeatStanding {
    /// The state of the table.
    pub stage: TableStage,
    /// The person's view, and since when.
    pub view: Option<(Arc<PersonView>, Instant)>,
    pub names: [String; 2],
}

pub struct PlayTable {
    /// Its unique key.
    pub key: TableKey,
    pub id: String,
    /// What is played.
    pub request: GameRequest,
    /// The secrets of its seats at the beginning: that of the other person is an invitation.
    pub secrets: [Option<String>; 2],
    pub made: Instant,
    hosts: Arc<Hosts>,
    inner: Mutex<Inner>,
    changed: watch::Sender<u64>,
    streams: [Arc<Semaphore>; 2],
}

struct Inner {
    stage: TableStage,
    players: [TablePlayer; 2],
    views: [Option<(Arc<PersonView>, Instant)>; 2],
    ended: Option<Instant>,
    /// Moves are being taken back.
    handing: bool,
    /// When one of its people was last there.
    seen: Instant,
    /// It ended because nobody was.
    abandoned: bool,
    /// A person stopped it.
    left: bool,
}

/// A page of somebody who plays, while it is open.
pub struct OpenPage {
    table: Arc<PlayTable>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        self.table.come();
    }
}

impl PlayTable {
    /// A table before its game.
    pub fn new(
        (key, id): (TableKey, String),
        request: GameRequest,
        secrets: [Option<String>; 2],
        hosts: Arc<Hosts>,
    ) -> Arc<Self> {
        let inner = Inner {
            stage: TableStage::Waiting,
            players: request.players.clone(),
            views: [None, None],
            ended: None,
            handing: false,
            seen: Instant::now(),
            abandoned: false,
            left: false,
        };
        let streams = [(); 2].map(|()| Arc::new(Semaphore::new(MOST_STREAMS)));
        let (inner, changed) = (Mutex::new(inner), watch::Sender::new(0));
        Arc::new(PlayTable {
            key,
            id,
            request,
            secrets,
            made: Instant::now(),
            hosts,
            inner,
            changed,
            streams,
        })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Inner)) {
        change(&mut self.inner());
        self.changed.send_modify(|number| *number += 1);
    }

    pub(super) fn stand(&self, stage: TableStage) {
        self.change(|inner| {
            let ended = stage.is_over() && !matches!(stage, TableStage::Unrecorded(_));
            inner.ended = ended.then(Instant::now);
            (inner.stage, inner.handing) = (stage, false);
        });
    }

    /// Updates the view of the person in this slot.
    pub(super) fn show(&self, slot: Slot, view: PersonView) {
        self.change(|inner| inner.views[slot] = Some((Arc::new(view), Instant::now())));
    }

    /// The state at this slot's seat.
    pub fn standing(&self, slot: Slot) -> SeatStanding {
        let inner = self.inner();
        let names = inner.players.each_ref().map(|player| player.name.clone());
        SeatStanding { stage: inner.stage.clone(), view: inner.views[slot].clone(), names }
    }

    fn stage(&self) -> TableStage {
        self.inner().stage.clone()
    }

    /// Changes with every update.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Opens a page of a seat; `None` if it has too many.
    pub fn open_page(self: &Arc<Self>, slot: Slot) -> Option<OpenPage> {
        let permit = self.streams[slot].clone().try_acquire_owned().ok()?;
        Some(OpenPage { table: self.clone(), _permit: permit })
    }

    /// One of its people is there.
    pub(super) fn come(&self) {
        self.inner().seen = Instant::now();
    }

    /// When it has been without people for so long; `None` while a page is open.
    fn abandoned_at(&self, after: Duration) -> Option<Instant> {
        let open = self.streams.iter().any(|streams| streams.available_permits() < MOST_STREAMS);
        (!open).then(|| self.inner().seen + after)
    }

    /// How long nobody was there, if it ended because of that.
    pub fn abandoned(&self) -> Option<Duration> {
        self.inner().abandoned.then_some(self.hosts.abandoned)
    }

    /// Says of an interrupted record that people ended it, if they did.
    fn explain_end(&self, record: &mut Record) {
        let inner = self.inner();
        if record.interrupted.is_none() || !(inner.abandoned || inner.left) {
            return;
        }
        let last = record.parties.last().map(|partie| partie.result.termination);
        let between = last.is_some_and(|end| end != Termination::Interrupted);
        let why = match (inner.abandoned, between) {
            (true, _) => "abandoned",
            (false, true) => "left-between",
            (false, false) => "left-table",
        };
        record.interrupt(&Reason::new(why));
    }

    /// A person stops it.
    pub fn leave(&self) {
        self.change(|inner| inner.left = true);
        self.stop();
    }

    /// How long it has been over; `None` also as long as its record is not stored.
    pub fn over_for(&self) -> Option<Duration> {
        self.inner().ended.map(|ended| ended.elapsed())
    }

    /// Starts the game, once, with the slot and name of the person who joined; whether it does.
    pub fn start(self: &Arc<Self>, come: Option<(Slot, String)>) -> bool {
        let mut begins = false;
        self.change(|inner| {
            if inner.stage == TableStage::Waiting {
                (begins, inner.stage) = (true, TableStage::Starting);
                if let Some((slot, name)) = come {
                    inner.players[slot].name = name;
                    tell_apart(&mut inner.players);
                }
            }
        });
        if begins {
            self.hosts.ask(TableOrder::Begin(self.clone()));
        }
        begins
    }

    /// Passes input of this seat to the game.
    pub fn say(&self, slot: Slot, say: PersonMessage) {
        self.hosts.ask(TableOrder::Say(self.key, slot, say));
    }

    pub fn stop(&self) {
        self.change(|inner| {
            if inner.stage == TableStage::Waiting {
                (inner.stage, inner.ended) = (TableStage::Nothing, Some(Instant::now()));
            }
        });
        self.hosts.ask(TableOrder::Stop(self.key));
    }

    /// Whether this person may take a move back: only against an engine.
    pub fn may_take_back(&self, slot: Slot) -> bool {
        let inner = self.inner();
        let view = inner.views[slot].as_ref().map(|(view, _)| view);
        let played = view.is_some_and(|view| {
            matches!(view.turn, PersonTurn::Mine | PersonTurn::Theirs)
                && view.moves.iter().any(|said| said.mine)
        });
        self.request.people() == 1 && inner.stage == TableStage::Playing && !inner.handing && played
    }

    /// Takes back this person's last move and what followed, if allowed.
    pub fn take_back(&self, slot: Slot) {
        if self.may_take_back(slot) {
            self.change(|inner| inner.handing = true);
            self.hosts.ask(TableOrder::TakeBack(self.key));
        }
    }

    /// The host's task, from the beginning or after an earlier record.
    pub(super) fn task(&self, before: Option<Box<Record>>) -> Result<Task, Reason> {
        let records = self.hosts.records();
        // Engines must not see the records.
        let hidden = confine::comparable(records).map_err(|error| Reason::os(&error))?;
        let mut policy = self.request.origin.as_ref().map(|origin| origin.policy.clone()).unwrap_or_default();
        policy.hidden.push(hidden);
        let seated = |player: TablePlayer| -> Result<TaskPlayer, Reason> {
            let from = player.from();
            let seat = match &player.engine {
                Some(spec) => {
                    let spec: EngineSpec = spec.parse().map_err(|error: SpecError| Reason::from(&error))?;
                    let (engine, _) = host::engine(self.request.kind, &spec, &policy)?;
                    let unlimited_ms = Some(ms(self.request.kind.time.min(PONDERS)));
                    // A person may think for hours: an engine computes meanwhile only if it was asked to.
                    let ponder = self.request.ponder;
                    TaskSeat::Engine(Box::new(TaskEngine { unlimited_ms, ponder, ..engine }))
                }
                None => {
                    let patience_ms = Some(ms(PATIENCE));
                    TaskSeat::Person(PersonSettings {
                        patience_ms,
                        drawn: true,
                        asked: true,
                        ..PersonSettings::default()
                    })
                }
            };
            Ok(TaskPlayer::new(player.name, from, seat))
        };
        let [zero, one] = self.inner().players.clone().map(seated);
        Ok(Task {
            setup: self.request.setup.clone(),
            time_ms: self.request.time.map(ms),
            before,
            orphaned: Some(records.to_owned()),
            live: Some(path_in(records)),
            ..Task::new(&self.id, self.request.kind.name, self.request.parties, [zero?, one?])
        })
    }

    /// Removes the last move of the person who plays an engine, with what followed.
    pub(super) fn shorten(&self, record: &mut Record) {
        let slot = if self.request.players[0].engine.is_some() { Slot::One } else { Slot::Zero };
        let Some(partie) = record.parties.last_mut() else { return };
        if let Some(last) = partie.moves.iter().rposition(|mv| mv.player == slot) {
            partie.moves.truncate(last);
            self.change(|inner| inner.players[slot].taken_back += 1);
        }
    }
}

fn ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

pub fn tell_apart(players: &mut [TablePlayer; 2]) {
    if players[0].name == players[1].name {
        players[0].name += "-1";
        players[1].name += "-2";
    }
}

/// The longest rencontre.
const LONGEST: Duration = Duration::from_secs(12 * 3600);
/// The pause before records that could not be stored are handed in again.
const RECORD_PAUSE: Duration = Duration::from_secs(2);
/// The time for a host to stop.
const STOP_BOUND: Duration = Duration::from_secs(10);

pub type TableKey = u64;

pub enum TableOrder {
    Host,
    /// Start the game of this table.
    Begin(Arc<PlayTable>),
    /// Input of the person in this slot.
    Say(TableKey, Slot, PersonMessage),
    /// Take the person's last move back.
    TakeBack(TableKey),
    /// Stop the game.
    Stop(TableKey),
}

/// The handle of the thread.
pub struct Hosts {
    wanted: Sender<TableOrder>,
    wake: PipeWriter,
    records: PathBuf,
    abandoned: Duration,
}

impl Hosts {
    /// Starts the thread; records go to this folder, and games without people end after so long.
    pub fn new(records: PathBuf, abandoned: Duration) -> io::Result<Self> {
        let settings = HostSettings { language: i18n::language().code().to_owned(), level: log::max_level() };
        let (woken, wake) = io::pipe()?;
        // Both ends are non-blocking: one byte wakes the thread, which drains all of them.
        for end in [woken.as_fd(), wake.as_fd()] {
            fcntl(end, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        }
        let (wanted, asked) = mpsc::channel();
        let thread = Thread {
            asked,
            woken,
            records: records.clone(),
            abandoned,
            committer: Committer::new(&records)?,
            pool: Pool::new(HostCommand::this_program(&settings, false), 1),
            games: HashMap::new(),
            unrecorded: Vec::new(),
            record_again: Deadline::NEVER,
        };
        thread::Builder::new().name("hosts".into()).spawn(move || thread.run())?;
        Ok(Hosts { wanted, wake, records, abandoned })
    }

    /// Sends an order without waiting.
    pub fn ask(&self, wanted: TableOrder) {
        // The thread lives as long as this handle.
        self.wanted.send(wanted).ok();
        (&self.wake).write_all(&[0]).ok();
    }

    pub fn records(&self) -> &Path {
        &self.records
    }
}

/// A game in play, or about to be.
struct TableGame {
    table: Arc<PlayTable>,
    /// The channels of people, by slot.
    people: [Option<Channel>; 2],
    /// When to stop it; afterwards, when to kill its host.
    until: Deadline,
    stopping: bool,
    /// Its last move is to be taken back.
    taking_back: bool,
    /// The record before moves were taken back.
    before: Option<Box<Record>>,
    record: KeptRecord,
    /// How it ended in the host without a record.
    ended: Option<TableStage>,
}

/// The state of a record.
enum KeptRecord {
    /// Not yet.
    No,
    /// On its way to the disk.
    Soon,
    /// Stored, or not to be.
    Done(TableStage),
}

impl TableGame {
    fn new(table: Arc<PlayTable>, before: Option<Box<Record>>) -> Self {
        TableGame {
            table,
            people: [None, None],
            until: Deadline::after(Instant::now(), Some(LONGEST)),
            stopping: false,
            taking_back: false,
            before,
            record: KeptRecord::No,
            ended: None,
        }
    }

    const fn goes_on(&self) -> bool {
        !self.stopping && matches!(self.record, KeptRecord::No)
    }

    /// Ends it now if its people have left for so long.
    fn leave(&mut self, after: Duration) {
        if self.goes_on() && self.table.abandoned_at(after).is_some_and(|at| at <= Instant::now()) {
            self.until = Deadline::after(Instant::now(), Some(Duration::ZERO));
            self.table.change(|inner| inner.abandoned = true);
        }
    }

    /// Passes the people's views on.
    fn look(&mut self) {
        for (slot, person) in Slot::ALL.into_iter().zip(&mut self.people) {
            while let Some(channel) = person {
                match channel.receive::<PersonView>() {
                    Ok(Some((view, _))) => self.table.show(slot, view),
                    Ok(None) => break,
                    // The host closed it; the host reports the end of the game itself.
                    Err(_) => *person = None,
                }
            }
        }
    }
}

struct Thread {
    asked: Receiver<TableOrder>,
    woken: PipeReader,
    records: PathBuf,
    abandoned: Duration,
    committer: Committer<TableKey>,
    pool: Pool<TableKey>,
    games: HashMap<TableKey, TableGame>,
    /// Records that could not be stored, and when they are handed in again.
    unrecorded: Vec<(TableKey, Box<Record>)>,
    record_again: Deadline,
}

impl Thread {
    /// The thread's loop, until the handle is dropped.
    fn run(mut self) {
        while self.wait().is_ok() {
            while self.woken.read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
            loop {
                match self.asked.try_recv() {
                    Ok(wanted) => self.answer(wanted),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            for committed in self.committer.done() {
                self.committed(committed);
            }
            if self.record_again.passed() {
                self.record_again = Deadline::NEVER;
                self.unrecorded.drain(..).for_each(|(key, record)| self.committer.commit(key, record));
            }
            for (key, event) in self.pool.events() {
                self.hear(key, event);
            }
            self.games.values_mut().for_each(TableGame::look);
            self.games.values_mut().for_each(|game| game.leave(self.abandoned));
            let due: Vec<TableKey> =
                self.games.iter().filter(|(_, game)| game.until.passed()).map(|(key, _)| *key).collect();
            for key in due {
                self.stop(key);
            }
            self.pool.prepare();
        }
    }

    fn wait(&self) -> io::Result<()> {
        let people = self.games.values().flat_map(|game| game.people.iter().flatten().map(Channel::fd));
        let fds = [self.woken.as_fd(), self.committer.fd()].into_iter().chain(self.pool.sockets());
        let mut fds: Vec<_> = fds.chain(people).map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
        // A page that is closed wakes nobody: its game is looked at again after that time at the latest.
        let absent = |game: &TableGame| {
            let from =
                game.table.abandoned_at(self.abandoned).unwrap_or_else(|| Instant::now() + self.abandoned);
            Deadline::after(from, Some(Duration::ZERO))
        };
        let absent = self.games.values().filter(|game| game.goes_on()).map(absent);
        let due = self.games.values().map(|game| game.until).chain(absent);
        wait_any(&mut fds, due.fold(self.record_again, Deadline::min))
    }

    fn answer(&mut self, wanted: TableOrder) {
        match wanted {
            TableOrder::Host => {}
            TableOrder::Begin(table) => {
                let key = table.key;
                self.games.insert(key, TableGame::new(table, None));
                self.begin(key);
            }
            TableOrder::Say(key, slot, say) => {
                // Input that cannot be delivered is dropped: the game is over, or it comes far too
                // late.
                let person = self.games.get(&key).and_then(|game| game.people[slot].as_ref());
                if let Some(Err(error)) = person.map(|channel| channel.send(&say, &[], Duration::ZERO)) {
                    log::debug!("{key}: {error}");
                }
            }
            TableOrder::TakeBack(key) => {
                if let Some(game) = self.games.get_mut(&key) {
                    game.taking_back = true;
                    self.pool.answer(key, &Order::Stop, &[]);
                }
            }
            TableOrder::Stop(key) => {
                if self.games.get(&key).is_some_and(|game| !game.stopping) {
                    self.stop(key);
                }
            }
        }
    }

    /// Stops a game; the second time, kills its host.
    fn stop(&mut self, key: TableKey) {
        let Some(game) = self.games.get_mut(&key) else { return };
        game.until = Deadline::after(Instant::now(), Some(STOP_BOUND));
        if std::mem::replace(&mut game.stopping, true) {
            self.pool.kill(key, Reason::new("channel-silent"));
        } else {
            self.pool.stop(key);
        }
    }

    /// Starts the engine, if one plays; the game begins when it is ready.
    fn begin(&mut self, key: TableKey) {
        let prepared = prepare_folder(&self.records).map_err(|error| Reason::os(&error));
        if let Err(why) = prepared.and_then(|()| self.give(key, true)) {
            self.end(key, TableStage::Failed(why));
        }
    }

    /// Gives the table's task to a host: first to start its engine, then to play.
    fn give(&mut self, key: TableKey, first: bool) -> Result<(), Reason> {
        let os = |error: io::Error| Reason::os(&error);
        let Some(game) = self.games.get_mut(&key) else { return Ok(()) };
        let task = game.table.task(game.before.clone())?;
        let engine = task.players.iter().find_map(|player| match &player.seat {
            TaskSeat::Engine(engine) => Some(engine.clone()),
            _ => None,
        });
        let mut theirs: Vec<OwnedFd> = Vec::new();
        let order = match engine.filter(|_| first) {
            Some(engine) => Order::Start(task.game, engine),
            None => {
                for (slot, player) in Slot::ALL.into_iter().zip(&task.players) {
                    if matches!(player.seat, TaskSeat::Person(_)) {
                        let (here, there) = Channel::pair().map_err(os)?;
                        game.people[slot] = Some(here);
                        theirs.push(there.into_fd());
                    }
                }
                Order::Play(Box::new(task))
            }
        };
        let connections: Vec<_> = theirs.iter().map(AsFd::as_fd).collect();
        self.pool.give(key, [None, None], &order, &connections).map_err(os)?;
        if matches!(order, Order::Play(_)) {
            game.before = None;
        }
        Ok(())
    }

    fn hear(&mut self, key: TableKey, event: HostEvent) {
        let Some(game) = self.games.get_mut(&key) else { return };
        match event {
            HostEvent::Said(Report::Named(Ok(_))) if game.stopping => self.end(key, TableStage::Nothing),
            HostEvent::Said(Report::Named(Ok(_))) => {
                if let Err(why) = self.give(key, false) {
                    // It has nothing to play: it would not say when it has stopped.
                    self.pool.kill(key, why.clone());
                    self.end(key, TableStage::Failed(why));
                }
            }
            HostEvent::Said(Report::Named(Err(_))) if game.stopping => self.end(key, TableStage::Nothing),
            HostEvent::Said(Report::Begun) => game.table.stand(TableStage::Playing),
            HostEvent::Said(Report::Record(mut record)) => {
                if game.taking_back && !game.stopping && record.interrupted.is_some() {
                    game.table.shorten(&mut record);
                    game.before = Some(record);
                } else if record.is_nothing() {
                    game.record = KeptRecord::Done(TableStage::Nothing);
                    self.pool.answer(key, &Order::Recorded, &[]);
                } else {
                    game.table.explain_end(&mut record);
                    game.record = KeptRecord::Soon;
                    self.committer.commit(key, record);
                }
            }
            HostEvent::Said(Report::Done) => match game.before.take() {
                Some(before) if game.stopping => {
                    game.before = Some(before);
                    self.end(key, TableStage::Nothing);
                }
                Some(before) => {
                    *game = TableGame::new(game.table.clone(), Some(before));
                    self.begin(key);
                }
                None => self.end(key, TableStage::Nothing),
            },
            HostEvent::Said(Report::Named(Err(Unstarted { why, .. })) | Report::Failed(why))
            | HostEvent::Died(why) => {
                self.end(key, TableStage::Failed(why));
            }
            HostEvent::Said(_) => {}
        }
    }

    /// A record was stored, or not.
    fn committed(&mut self, Committed { key, record, result, .. }: Committed<TableKey>) {
        let Some(game) = self.games.get_mut(&key) else { return };
        self.pool.answer(key, &Order::Recorded, &[]);
        match result {
            Ok(path) => {
                if matches!(game.table.stage(), TableStage::Unrecorded(_)) {
                    log::warn!("{}", i18n::text!("play-recorded", path = path.display().to_string()));
                }
                game.record = KeptRecord::Done(TableStage::Kept);
                if let Some(stage) = game.ended.take() {
                    self.end(key, stage);
                }
            }
            Err(error) => {
                if !matches!(game.table.stage(), TableStage::Unrecorded(_)) {
                    // So that the organiser can keep it, should the program end before it is stored.
                    let why = i18n::file(&error.path, &error.source);
                    log::error!("{why}\n{}", record.to_json().unwrap_or_default());
                    game.table.stand(TableStage::Unrecorded(Reason::os(&error.source)));
                }
                self.unrecorded.push((key, record));
                self.record_again = Deadline::after(Instant::now(), Some(RECORD_PAUSE));
            }
        }
    }

    /// A game ended in its host; `stage` counts if there is no record.
    fn end(&mut self, key: TableKey, stage: TableStage) {
        let Some(mut game) = self.games.remove(&key) else { return };
        // Deliver the last views first.
        game.look();
        match game.record {
            KeptRecord::No => match game.before.take() {
                // The moves before one that was taken back: the game has not gone on.
                Some(mut before) => {
                    game.table.explain_end(&mut before);
                    (game.record, game.ended) = (KeptRecord::Soon, Some(stage));
                    self.games.insert(key, game);
                    self.committer.commit(key, before);
                }
                None => {
                    if let TableStage::Failed(why) = &stage {
                        let why = i18n::reason(why);
                        log::warn!("{}", i18n::text!("labelled", label = &game.table.id, text = why));
                    }
                    game.table.stand(stage);
                }
            },
            KeptRecord::Done(stage) => game.table.stand(stage),
            KeptRecord::Soon => {
                game.ended = Some(stage);
                self.games.insert(key, game);
            }
        }
    }
}
