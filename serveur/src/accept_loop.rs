//! The parent's loop, whatever the game: guests, rencontres in hosts, signals, a stop in two steps.
//!
//! It never waits for one guest, so a silent one delays nobody. A [`Matchmaker`] pairs players. A
//! rencontre runs in a host, a process started before it was needed: it gets the players'
//! connections, hands in the record, and reports when each player is free.

use std::collections::BTreeMap;
use std::net::{IpAddr, TcpListener};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::committer::{Committed, Committer};
use arbitre::host::{HostCommand, HostEvent, HostSettings, Order, Pool, Report, Task, TaskSeat};
use arbitre::reception::{Guest, News, Reception, listen};
use arbitre::record::Record;
use ipc::process;
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use jiff::Timestamp;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use crate::report::Printer;

/// Idle hosts at most.
const SPARE: usize = 4;
/// The pause after the system refused to start a rencontre; shorter than the one for refused
/// connections.
const PAUSE: Duration = Duration::from_millis(100);
/// How long players may ask for their result when the server stops.
const LAST_QUESTIONS: Duration = Duration::from_secs(5);
/// How long a client may ask how a game ended that he lost without knowing.
pub const FINISH_BOUND: Duration = Duration::from_secs(600);

/// Pairs the players of a server.
pub trait Matchmaker<R> {
    /// A guest came, asked, or left.
    fn news(&mut self, server: &mut Server<R>, news: News);

    /// Starts what can be started; called again as long as rencontres begin.
    fn pair(&mut self, server: &mut Server<R>);

    /// Adds descriptors to wait for; when [`Matchmaker::attend`] is due in any case.
    fn watch<'a>(&'a self, _fds: &mut Vec<PollFd<'a>>) -> Deadline {
        Deadline::NEVER
    }

    /// Handles these descriptors; must not block.
    fn attend(&mut self, _server: &mut Server<R>) {}

    /// No new rencontre begins: close what is held open.
    fn close(&mut self) {}

    /// The server was told twice: stop what still runs.
    fn hurry(&mut self) {}

    /// Whether anything but rencontres keeps a stopping server.
    fn busy(&self) -> bool {
        false
    }
}

struct RencontreUnderWay {
    /// By slot, as the reception numbers them.
    guests: [Option<u64>; 2],
    /// What to record if the host dies without handing in a record.
    otherwise: Record,
    /// When it was recorded; only the players have still to hear of it.
    over: Option<Instant>,
}

/// A rencontre under way, for matchmakers.
#[derive(Clone, Copy)]
pub struct UnderWay<'a> {
    /// By slot; `None` once free.
    pub guests: &'a [Option<u64>; 2],
    /// Its record before the first move.
    pub record: &'a Record,
    /// It is over and recorded.
    pub over: bool,
}

#[derive(Clone, Copy)]
pub struct ResultKeeping<'a> {
    /// The folder of records, if any.
    pub records: Option<&'a Path>,
    /// Whether reports show the boards.
    pub boards: bool,
}

pub struct Server<R> {
    /// Guests who are connected and not playing.
    pub reception: R,
    pool: Pool<u64>,
    committer: Option<Committer<u64>>,
    printer: Printer,
    signals: SignalFd,
    playing: BTreeMap<u64, RencontreUnderWay>,
    /// Names of rencontres, and rencontres, so far.
    named: u64,
    started: u64,
    /// Records on their way to the disk.
    committing: usize,
    /// A rencontre was not recorded, or interrupted.
    failed: bool,
    stop_requests: u32,
    /// No rencontre is started before, as the system refused one.
    paused: Deadline,
}

/// Signals as a descriptor; call before starting any thread.
pub fn signals() -> Result<SignalFd> {
    process::signals(&[Signal::SIGTERM, Signal::SIGINT]).context("signalfd")
}

impl<R: Reception> Server<R> {
    pub fn new(reception: R, signals: SignalFd, results: ResultKeeping<'_>) -> Result<Self> {
        let settings = HostSettings { language: i18n::language().code().to_owned(), level: log::max_level() };
        let mut pool = Pool::new(HostCommand::this_program(&settings, false), SPARE);
        pool.prepare();
        Ok(Server {
            reception,
            pool,
            committer: results.records.map(Committer::new).transpose()?,
            printer: Printer::new(results.boards)?,
            signals,
            playing: BTreeMap::new(),
            named: 0,
            started: 0,
            committing: 0,
            failed: false,
            stop_requests: 0,
            paused: Deadline::after(Instant::now(), Some(Duration::ZERO)),
        })
    }

    /// Runs until it is told to stop, or the doors are closed and all is played. Exit code 1: a
    /// rencontre was interrupted or not recorded.
    pub fn run(mut self, mut matchmaker: impl Matchmaker<R>) -> Result<ExitCode> {
        loop {
            for news in self.reception.advance() {
                matchmaker.news(&mut self, news);
            }
            if !self.stopping() && self.paused.passed() {
                matchmaker.pair(&mut self);
            }
            if self.stopping() {
                self.pool.dismiss_idle(0);
                if self.playing.is_empty() && self.committing == 0 && !matchmaker.busy() {
                    return Ok(if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
                }
            }
            self.wait(&matchmaker)?;
            self.hear();
            self.handle_signals(&mut matchmaker)?;
            self.stop_the_slow();
            matchmaker.attend(&mut self);
        }
    }

    fn wait(&self, matchmaker: &impl Matchmaker<R>) -> Result<()> {
        let mut until = if self.paused.passed() { Deadline::NEVER } else { self.paused };
        let readable = |fd| PollFd::new(fd, PollFlags::POLLIN);
        let mut fds = vec![readable(self.signals.as_fd())];
        fds.extend(self.pool.sockets().map(readable));
        fds.extend(self.committer.iter().map(|committer| readable(committer.fd())));
        for playing in self.playing.values() {
            until = until.min(self.hurry(playing));
        }
        until = until.min(self.reception.watch(&mut fds)).min(matchmaker.watch(&mut fds));
        wait_any(&mut fds, until).context("poll")
    }

    pub fn stopping(&self) -> bool {
        self.stop_requests > 0
    }

    /// Rencontres under way, including recorded ones whose players have not all heard the result.
    pub fn under_way(&self) -> impl Iterator<Item = UnderWay<'_>> {
        self.playing.values().map(|playing| UnderWay {
            guests: &playing.guests,
            record: &playing.otherwise,
            over: playing.over.is_some(),
        })
    }

    /// Closes the listening sockets; rencontres go on.
    pub fn close_doors(&mut self) {
        self.stop_requests = self.stop_requests.max(1);
        self.reception.close();
    }

    /// A unique name for a rencontre of this game: time, process and number.
    pub fn next_id(&mut self, game: &str) -> String {
        self.named += 1;
        let now = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
        format!("{game}-{now}-{}-{}", std::process::id(), self.named)
    }

    /// Gives a rencontre between these guests to a host. `false`: the system refuses for now.
    pub fn start(&mut self, guests: [Option<u64>; 2], task: Task) -> bool {
        let prepared = self.pool.ready();
        let taken =
            prepared.map(|()| guests.map(|number| number.and_then(|number| self.reception.take(number))));
        let taken = match taken {
            Ok(taken) => taken,
            Err(error) => {
                log::error!("{}", i18n::text!("lobby-cannot-start", why = i18n::system(&error)));
                self.reception.make_room();
                self.paused = Deadline::after(Instant::now(), Some(PAUSE));
                return false;
            }
        };
        let lost = guests.iter().zip(&taken).any(|(number, guest)| number.is_some() && guest.is_none());
        if lost {
            // The system has no descriptor for one: both wait on.
            for (number, guest) in guests.into_iter().zip(taken) {
                if let (Some(number), Some(guest)) = (number, guest) {
                    self.reception.wait_on(number, &guest.state);
                }
            }
            self.reception.make_room();
            self.paused = Deadline::after(Instant::now(), Some(PAUSE));
            return false;
        }
        let otherwise = match task.blank() {
            Ok(record) => record,
            Err(why) => {
                log::error!("{}", i18n::reason(&why));
                return false;
            }
        };
        self.started += 1;
        let key = self.started;
        let task = with_states(task, &taken);
        let connections: Vec<_> = taken.iter().flatten().map(|guest| guest.stream.as_fd()).collect();
        let given = self.pool.give(key, [None, None], &Order::Play(Box::new(task)), &connections);
        self.playing.insert(key, RencontreUnderWay { guests, otherwise, over: None });
        if let Err(error) = given {
            // The connections are lost with the host that was to take them.
            self.interrupted(key, &Reason::os(&error));
        }
        self.pool.prepare();
        true
    }

    /// Handles the reports of hosts, and finished writes.
    fn hear(&mut self) {
        for (key, event) in self.pool.events() {
            match event {
                HostEvent::Said(Report::Record(record)) => self.handed_in(key, record),
                HostEvent::Said(Report::Left(slot, state)) => {
                    let playing = self.playing.get_mut(&key);
                    if let Some(guest) = playing.and_then(|playing| playing.guests[slot].take()) {
                        self.reception.give_back(guest, state.as_deref());
                    }
                }
                HostEvent::Said(Report::Done) => drop(self.let_go(key)),
                HostEvent::Said(Report::Failed(why)) | HostEvent::Died(why) => self.interrupted(key, &why),
                HostEvent::Said(_) => {}
            }
        }
        for committed in self.committer.as_mut().map(Committer::done).unwrap_or_default() {
            let Committed { key, record, result, .. } = committed;
            self.committing -= 1;
            self.failed |= result.is_err();
            self.recorded(key);
            if let (Ok(path), Some(_)) = (&result, &record.interrupted) {
                let path = path.display().to_string();
                log::error!("{}", i18n::text!("lobby-recorded-interrupted", path = path));
            }
            self.printer.print(record, Some(result));
        }
    }

    /// A host handed in its record: store it before the players hear of it.
    fn handed_in(&mut self, key: u64, record: Box<Record>) {
        let Some(playing) = self.playing.get_mut(&key) else { return };
        // The host knows best what it was told.
        playing.otherwise.clone_from(&record);
        self.failed |= record.interrupted.is_some();
        self.keep(key, record);
    }

    /// Has a record stored, if records are kept.
    fn keep(&mut self, key: u64, record: Box<Record>) {
        match &mut self.committer {
            Some(committer) => {
                self.committing += 1;
                committer.commit(key, record);
            }
            None => {
                self.recorded(key);
                self.printer.print(record, None);
            }
        }
    }

    /// A record is stored, or logged if that failed.
    fn recorded(&mut self, key: u64) {
        let Some(playing) = self.playing.get_mut(&key) else { return };
        playing.over = Some(Instant::now());
        self.pool.answer(key, &Order::Recorded, &[]);
    }

    fn handle_signals(&mut self, matchmaker: &mut impl Matchmaker<R>) -> Result<()> {
        let mut stops = 0;
        while self.signals.read_signal().context("signalfd")?.is_some() {
            stops += 1;
        }
        if stops > 0 {
            let first = self.stop_requests == 0;
            self.stop_requests += stops;
            if first {
                log::info!("{}", i18n::text!("lobby-stopping", count = self.playing.len()));
                self.reception.close();
                matchmaker.close();
            }
            if self.stop_requests > 1 {
                log::warn!("{}", i18n::text!("lobby-stopped", count = self.playing.len()));
                self.playing.keys().for_each(|key| self.pool.stop(*key));
                // They would never end.
                self.pool.end_suspended();
                matchmaker.hurry();
            }
        }
        Ok(())
    }

    /// Forgets a rencontre whose host is free; guests not handed back are lost.
    fn let_go(&mut self, key: u64) -> Option<RencontreUnderWay> {
        let playing = self.playing.remove(&key)?;
        for guest in playing.guests.into_iter().flatten() {
            self.reception.give_back(guest, None);
        }
        Some(playing)
    }

    /// A host died: its rencontre is recorded as interrupted, unless it was over.
    fn interrupted(&mut self, key: u64, why: &Reason) {
        let Some(RencontreUnderWay { otherwise: mut record, .. }) = self.let_go(key) else { return };
        if record.ended.is_some() {
            // Its record was handed in; only the players may not have heard of it.
            return;
        }
        self.failed = true;
        let sentence = i18n::reason(why);
        log::error!("{}", i18n::text!("lobby-interrupted", id = &record.id, why = sentence));
        record.interrupted = Some(why.clone());
        record.ended = Some(record.started);
        self.keep(key, Box::new(record));
    }

    /// How long a rencontre may go on when the server stops: players who have still to ask for
    /// their result get a little time.
    fn hurry(&self, playing: &RencontreUnderWay) -> Deadline {
        match playing.over {
            Some(over) if self.stop_requests == 1 => Deadline::after(over, Some(LAST_QUESTIONS)),
            _ => Deadline::NEVER,
        }
    }

    /// Stops rencontres past that limit.
    fn stop_the_slow(&mut self) {
        let slow = self.playing.iter().filter(|(_, playing)| self.hurry(playing).passed());
        let slow: Vec<u64> = slow.map(|(&key, _)| key).collect();
        for key in slow {
            self.pool.stop(key);
            if let Some(playing) = self.playing.get_mut(&key) {
                playing.over = None;
            }
        }
    }
}

/// Adds the wire's state of each guest to the task.
fn with_states(mut task: Task, guests: &[Option<Guest>; 2]) -> Task {
    for (player, guest) in task.players.iter_mut().zip(guests) {
        if let (TaskSeat::Network(state), Some(guest)) = (&mut player.seat, guest) {
            state.clone_from(&guest.state);
        }
    }
    task
}

/// Creates the folder of records, and checks that it is writable.
pub fn prepare_folder(folder: &Path) -> Result<()> {
    let advice = || i18n::text!("lobby-no-folder", folder = folder.display().to_string());
    arbitre::record::prepare_folder(folder).with_context(advice)
}

/// Listens at this address, or at all; port 0 is any free one.
pub fn listen_on(address: Option<IpAddr>, port: u16) -> Result<TcpListener> {
    listen::listen(address, port).map_err(|error| {
        let why = Reason::from(&error);
        anyhow!(i18n::reason(&why))
    })
}

/// Logs news of guests who were not waiting, or had no room; the matchmaker handles the others.
pub fn told(news: &News) {
    match news {
        News::Dropped { from, why } => {
            let why = i18n::reason(why);
            log::info!("{}", i18n::text!("lobby-gone", from = from, why = why));
        }
        News::Full(why) => log::warn!("{}", i18n::reason(why)),
        News::Asks(_) | News::Left(_) | News::Phase(_) | News::Withdrawn(_) => {}
    }
}
