//! The thread that looks after the hosts in which the games of all tables are played.

use std::collections::HashMap;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use arbitre::committer::{Committed, Committer};
use arbitre::host::person::{Say, View};
use arbitre::host::{Event, HostCommand, Order, Pool, Report, Settings, TaskSeat};
use arbitre::record::{Record, prepare_folder};
use ipc::channel::Channel;
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags};

use super::table::{Stage, Table};

/// The longest that a rencontre lasts.
const LONGEST: Duration = Duration::from_secs(12 * 3600);
/// How long a host may take to stop.
const STOP_BOUND: Duration = Duration::from_secs(10);

/// Names a table.
pub type Key = u64;

/// What is wanted of the thread.
pub enum Wanted {
    /// A host, soon.
    Host,
    /// The game of this table.
    Begin(Arc<Table>),
    /// The person in this place has said something.
    Say(Key, usize, Say),
    /// The last move of the person is taken back.
    TakeBack(Key),
    /// The game is to stop.
    Stop(Key),
}

/// The thread, as tables know it.
pub struct Hosts {
    wanted: Sender<Wanted>,
    wake: PipeWriter,
    records: PathBuf,
}

impl Hosts {
    /// Starts the thread; records go to this folder.
    ///
    /// # Errors
    /// The system refuses a thread or a pipe.
    pub fn new(records: PathBuf) -> io::Result<Self> {
        let settings = Settings { language: words::language().code().to_owned(), level: log::max_level() };
        let (woken, wake) = io::pipe()?;
        // Neither waits: a byte is enough to wake the thread, and it takes all of them.
        for end in [woken.as_fd(), wake.as_fd()] {
            fcntl(end, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        }
        let (wanted, asked) = mpsc::channel();
        let thread = Thread {
            asked,
            woken,
            records: records.clone(),
            committer: Committer::new(&records)?,
            pool: Pool::new(HostCommand::this_program(&settings, false), 1),
            games: HashMap::new(),
        };
        thread::Builder::new().name("hosts".into()).spawn(move || thread.run())?;
        Ok(Hosts { wanted, wake, records })
    }

    /// Asks the thread for something, without waiting for it.
    pub fn ask(&self, wanted: Wanted) {
        // The thread lives as long as this.
        self.wanted.send(wanted).ok();
        (&self.wake).write(&[0]).ok();
    }

    /// The folder of the records.
    pub fn records(&self) -> &Path {
        &self.records
    }
}

/// A game that is played, or about to be.
struct Game {
    table: Arc<Table>,
    /// The channels of people, by place.
    people: [Option<Channel>; 2],
    /// When it is stopped; once it was, when its host is killed.
    until: Deadline,
    stopping: bool,
    /// Its last move is to be taken back.
    taking_back: bool,
    /// What was played before moves were taken back.
    before: Option<Box<Record>>,
    record: Kept,
    /// How it has ended in the host, unless there is a record.
    ended: Option<Stage>,
}

/// What has become of a record.
enum Kept {
    /// There is none yet.
    No,
    /// It is on its way to the disk.
    Soon,
    /// It is there, or is not to be.
    Done(Stage),
}

impl Game {
    fn new(table: Arc<Table>, before: Option<Box<Record>>) -> Self {
        Game {
            table,
            people: [None, None],
            until: Deadline::after(Instant::now(), Some(LONGEST)),
            stopping: false,
            taking_back: false,
            before,
            record: Kept::No,
            ended: None,
        }
    }

    /// Passes on what people are shown.
    fn look(&mut self) {
        for (place, person) in self.people.iter_mut().enumerate() {
            while let Some(channel) = person {
                match channel.receive::<View>() {
                    Ok(Some((view, _))) => self.table.show(place, view),
                    Ok(None) => break,
                    // The host has closed it; how the game has ended is heard from the host.
                    Err(_) => *person = None,
                }
            }
        }
    }
}

struct Thread {
    asked: Receiver<Wanted>,
    woken: PipeReader,
    records: PathBuf,
    committer: Committer<Key>,
    pool: Pool<Key>,
    games: HashMap<Key, Game>,
}

impl Thread {
    /// Looks after all games until nobody can ask for one any more.
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
            for (key, event) in self.pool.events() {
                self.hear(key, event);
            }
            self.games.values_mut().for_each(Game::look);
            let due: Vec<Key> =
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
        wait_any(&mut fds, self.games.values().map(|game| game.until).fold(Deadline::NEVER, Deadline::min))
    }

    fn answer(&mut self, wanted: Wanted) {
        match wanted {
            Wanted::Host => {}
            Wanted::Begin(table) => {
                let key = table.key;
                self.games.insert(key, Game::new(table, None));
                self.begin(key);
            }
            Wanted::Say(key, place, say) => {
                // What cannot be heard now is lost: it is no game any more, or hopelessly late.
                let person = self.games.get(&key).and_then(|game| game.people[place].as_ref());
                if let Some(Err(error)) = person.map(|channel| channel.send(&say, &[], Duration::ZERO)) {
                    log::debug!("{key}: {error}");
                }
            }
            Wanted::TakeBack(key) => {
                if let Some(game) = self.games.get_mut(&key) {
                    game.taking_back = true;
                    self.pool.answer(key, &Order::HandOver, &[]);
                }
            }
            Wanted::Stop(key) => {
                if self.games.get(&key).is_some_and(|game| !game.stopping) {
                    self.stop(key);
                }
            }
        }
    }

    /// Stops a game; kills its host if it was to stop before.
    fn stop(&mut self, key: Key) {
        let Some(game) = self.games.get_mut(&key) else { return };
        game.until = Deadline::after(Instant::now(), Some(STOP_BOUND));
        if std::mem::replace(&mut game.stopping, true) {
            self.pool.kill(key, Reason::new("channel-silent"));
        } else {
            self.pool.stop(key);
        }
    }

    /// Has the engine started, if one plays: the game begins when it is there.
    fn begin(&mut self, key: Key) {
        let prepared = prepare_folder(&self.records).map_err(|error| Reason::os(&error));
        if let Err(why) = prepared.and_then(|()| self.give(key, true)) {
            self.end(key, Stage::Failed(why));
        }
    }

    /// Gives the task of this table to a host: first to start its engine, if there is one, then to play.
    fn give(&mut self, key: Key, first: bool) -> Result<(), Reason> {
        let os = |error: io::Error| Reason::os(&error);
        let Some(game) = self.games.get_mut(&key) else { return Ok(()) };
        let task = game.table.task(game.before.take())?;
        let engine = task.players.iter().find_map(|player| match &player.seat {
            TaskSeat::Engine(engine) => Some(engine.clone()),
            _ => None,
        });
        let mut theirs: Vec<OwnedFd> = Vec::new();
        let order = match engine.filter(|_| first) {
            Some(engine) => {
                game.before = task.before;
                Order::Start(task.game, engine)
            }
            None => {
                for (place, player) in task.players.iter().enumerate() {
                    if matches!(player.seat, TaskSeat::Person(_)) {
                        let (here, there) = Channel::pair().map_err(os)?;
                        game.people[place] = Some(here);
                        theirs.push(there.into_fd());
                    }
                }
                Order::Play(Box::new(task))
            }
        };
        let connections: Vec<_> = theirs.iter().map(AsFd::as_fd).collect();
        self.pool.give(key, [None, None], &order, &connections).map_err(os)
    }

    fn hear(&mut self, key: Key, event: Event) {
        let Some(game) = self.games.get_mut(&key) else { return };
        match event {
            Event::Said(Report::Named(Ok(_))) => {
                if let Err(why) = self.give(key, false) {
                    self.end(key, Stage::Failed(why));
                }
            }
            Event::Said(Report::Named(Err(_))) if game.stopping => self.end(key, Stage::Nothing),
            Event::Said(Report::Begun) => game.table.stand(Stage::Playing),
            Event::Said(Report::Record(mut record)) => {
                if game.taking_back && !game.stopping && record.interrupted.is_some() {
                    game.table.shorten(&mut record);
                    game.before = Some(record);
                } else if record.is_nothing() {
                    game.record = Kept::Done(Stage::Nothing);
                } else {
                    game.record = Kept::Soon;
                    self.committer.commit(key, record);
                }
            }
            Event::Said(Report::Done) => match game.before.take() {
                Some(before) if game.stopping => {
                    (game.record, game.ended) = (Kept::Soon, Some(Stage::Kept));
                    self.committer.commit(key, before);
                }
                Some(before) => {
                    *game = Game::new(game.table.clone(), Some(before));
                    self.begin(key);
                }
                None => self.end(key, Stage::Nothing),
            },
            Event::Said(Report::Named(Err(why)) | Report::Failed(why)) | Event::Died(why) => {
                self.end(key, Stage::Failed(why));
            }
            Event::Said(_) => {}
        }
    }

    /// The record of a game was dealt with.
    fn committed(&mut self, Committed { key, record, result, .. }: Committed<Key>) {
        let Some(game) = self.games.get_mut(&key) else { return };
        game.record = Kept::Done(match result {
            Ok(_) => Stage::Kept,
            Err(error) => {
                // What was finished is at least said: whoever runs the pages can keep it.
                let path = error.path.display().to_string();
                let why = words::text!("file", path = path, why = words::system(&error.source));
                log::error!("{why}\n{}", record.to_json().unwrap_or_default());
                Stage::Failed(Reason::os(&error.source))
            }
        });
        if record.interrupted.is_none() {
            self.pool.answer(key, &Order::Recorded, &[]);
        }
        if let Some(stage) = game.ended.take() {
            self.end(key, stage);
        }
    }

    /// A game has ended in its host, and in this way if there is no record of it.
    fn end(&mut self, key: Key, stage: Stage) {
        let Some(mut game) = self.games.remove(&key) else { return };
        // What people were told before that is there by now.
        game.look();
        match game.record {
            Kept::No => game.table.stand(stage),
            Kept::Done(stage) => game.table.stand(stage),
            Kept::Soon => {
                game.ended = Some(stage);
                self.games.insert(key, game);
            }
        }
    }
}
