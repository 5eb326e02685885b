//! The host's side: seats the players, runs the match loop, and reports.

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ipc::channel::{Channel, ChannelError, adopt};
use ipc::process;
use ipc::wait::Deadline;
use jeux::game::Params;
use jeux::{Reason, Slot};
use nix::sys::epoll::{Epoll, EpollCreateFlags, EpollEvent, EpollFlags};
use nix::sys::eventfd::{EfdFlags, EventFd};
use nix::sys::signal::Signal;

use super::engines::Engines;
use super::person::PersonSeat;
use super::trial;
use super::{Order, Report, Task, TaskPlayer, TaskSeat, Tried, Watched};
use crate::engine::{EngineSeat, InstallPaths};
use crate::game::GameEntry;
use crate::live::Live;
use crate::match_loop::Conditions;
use crate::reasons;
use crate::reception::{Guest, NetworkSeat, Reconnector, see_off};
use crate::record::{CommitError, Record};
use crate::registry;
use crate::rencontre::{Contestant, Observer, Rencontre};
use crate::seat::{NoMove, Seat};

/// The first argument of a host program.
pub(super) const HOST: &str = "--hote";
/// The time for the client to read.
const WRITE_BOUND: Duration = Duration::from_secs(60);
/// The time for the client to store a record.
const RECORD_BOUND: Duration = Duration::from_secs(120);
/// The longest wait for a returning player or a paced client; the client ends it earlier by its own
/// clock.
const RETURN_BOUND: Duration = Duration::from_secs(2 * 24 * 3600);

/// Makes the seat of one of the program's own players, from the text of [`TaskSeat::House`] and the
/// setup; `None` for an unknown one.
pub type HousePlayer = fn(&str, &Params) -> Option<Box<dyn Seat>>;

/// Settings of a host, as arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostSettings {
    /// The code of the client's language.
    pub language: String,
    /// Its log level.
    pub level: log::LevelFilter,
}

impl HostSettings {
    /// The arguments that request a host.
    pub(super) fn arguments(&self) -> [OsString; 3] {
        [HOST.into(), (&self.language).into(), self.level.as_str().into()]
    }
}

/// The settings, if this program was started as a host.
pub fn requested() -> Option<HostSettings> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() != Some(HOST) {
        return None;
    }
    let language = arguments.next()?;
    Some(HostSettings { language, level: arguments.next()?.parse().ok()? })
}

/// Plays what the client sends on standard input, one rencontre after the other, until it closes
/// the channel or does not read for a minute. Exit code 1: there is no such channel.
pub fn run(house: HousePlayer) -> ExitCode {
    // A host ends with its client: at shutdown the system signals every process, and the client
    // lets games end. Engines inherit the block: otherwise a shutdown would end them, and lose the games.
    if let Err(error) = process::signals(&[Signal::SIGTERM, Signal::SIGINT]) {
        log::debug!("{error}");
    }
    let stdin = std::io::stdin();
    let channel = stdin.as_fd().try_clone_to_owned().and_then(Channel::of);
    let (channel, places) = match (channel, InstallPaths::beside_this_program()) {
        (Ok(channel), Ok(places)) => (channel, places),
        (Err(error), _) => return failed(&error),
        (_, Err(error)) => return failed(&error),
    };
    let line = match ClientChannel::new(channel) {
        Ok(line) => line,
        Err(error) => return failed(&error),
    };
    let mut engines = Engines::new(places);
    // The end of the channel ends the work; engines leave with their hosts.
    while let Ok((order, connections)) = line.hear(Deadline::NEVER) {
        if matches!(order, Order::Play(_) | Order::Try(_) | Order::Start(..)) {
            line.begin();
        }
        let report = match order {
            Order::Play(mut task) => match play(&mut task, connections, &mut engines, &line, house) {
                Ok(()) => Report::Done,
                Err(why) => Report::Failed(why),
            },
            Order::Try(task) => Report::Tried(Box::new(match line.end() {
                Ok(stop) => trial::attempt(&task, &mut engines, stop.as_fd()),
                Err(why) => Tried::failed(why),
            })),
            Order::Start(game, engine) => Report::Named((|| {
                let (stop, kind) = (line.end()?, registry::named(&game)?);
                engines.start(kind, &engine, stop.as_fd())
            })()),
            Order::Recorded | Order::GoOn | Order::Guest { .. } | Order::Absent | Order::Stop => continue,
        };
        let said = line.say(&report);
        engines.see_off();
        if said.is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

fn failed(error: &(dyn Error + 'static)) -> ExitCode {
    log::error!("{}", i18n::causes(error));
    ExitCode::FAILURE
}

struct ClientChannel {
    channel: RefCell<Channel>,
    /// The client has stopped the current rencontre, perhaps in answer to something else.
    stopped: Cell<bool>,
    /// Readable when it has.
    stop: EventFd,
    /// Readable when it has, or when the channel is.
    end: Epoll,
}

impl ClientChannel {
    fn new(channel: Channel) -> io::Result<Self> {
        let flags = EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK;
        let (stop, end) = (EventFd::from_flags(flags)?, Epoll::new(EpollCreateFlags::EPOLL_CLOEXEC)?);
        end.add(channel.fd(), EpollEvent::new(EpollFlags::EPOLLIN, 0))?;
        end.add(&stop, EpollEvent::new(EpollFlags::EPOLLIN, 0))?;
        Ok(ClientChannel { channel: RefCell::new(channel), stopped: Cell::new(false), stop, end })
    }

    /// Something new begins: nobody has stopped it.
    fn begin(&self) {
        self.stopped.set(false);
        // There is nothing to read if the one before was not stopped.
        self.stop.read().ok();
    }

    /// Readable when the client wants an end, also once its order has been read: it sends nothing else
    /// unasked.
    fn end(&self) -> Result<OwnedFd, Reason> {
        self.end.0.try_clone().map_err(|error| Reason::os(&error))
    }

    fn say(&self, report: &Report) -> Result<(), ChannelError> {
        self.channel.borrow().send(report, &[], WRITE_BOUND)
    }

    /// The next order; silence until the deadline counts as the end.
    fn hear(&self, deadline: Deadline) -> Result<(Order, Vec<OwnedFd>), ChannelError> {
        let heard = self.channel.borrow_mut().wait_for(deadline)?.ok_or(ChannelError::Silent)?;
        if matches!(heard, (Order::Stop, _)) && !self.stopped.replace(true) {
            self.stop.write(1).map_err(io::Error::from)?;
        }
        Ok(heard)
    }

    fn ask(&self, report: &Report, bound: Duration) -> Result<(Order, Vec<OwnedFd>), ChannelError> {
        self.say(report)?;
        self.hear(Deadline::after(Instant::now(), Some(bound)))
    }
}

impl Reconnector for ClientChannel {
    fn call_back(&self, slot: Slot) -> Result<Guest, NoMove> {
        let broken = |error: ChannelError| NoMove::Interrupted(reasons::channel(&error));
        let (order, connections) = self.ask(&Report::Wanted(slot), RETURN_BOUND).map_err(broken)?;
        let Order::Guest { from, state } = order else {
            let why = if matches!(order, Order::Stop) {
                NoMove::stopped()
            } else {
                NoMove::Disconnected(Reason::new("not-back"))
            };
            return Err(why);
        };
        let missing = || NoMove::Interrupted(Reason::new("connection-missing"));
        let connection = connections.into_iter().next().ok_or_else(missing)?;
        Ok(Guest { stream: adopt(connection).map_err(|error| NoMove::poll(&error))?, from, state })
    }
}

/// A player's seat for the rencontre.
enum Chair<'a> {
    /// On a connection.
    Network(Box<dyn NetworkSeat + 'a>),
    Engine(Box<EngineSeat<'a>>),
    /// Anybody else.
    Other(Box<dyn Seat + 'a>),
}

impl Chair<'_> {
    fn seat(&mut self) -> &mut dyn Seat {
        match self {
            Chair::Network(seat) => seat.as_mut(),
            Chair::Engine(seat) => seat.as_mut(),
            Chair::Other(seat) => seat.as_mut(),
        }
    }

    /// The network seat whose player has still to leave.
    fn leaving(&mut self) -> Option<&mut dyn NetworkSeat> {
        match self {
            Chair::Network(seat) => Some(seat.as_mut()),
            Chair::Engine(..) | Chair::Other(_) => None,
        }
    }
}

/// Plays a rencontre, and has it recorded before the players hear the result.
fn play(
    task: &mut Task,
    connections: Vec<OwnedFd>,
    engines: &mut Engines,
    line: &ClientChannel,
    house: HousePlayer,
) -> Result<(), Reason> {
    let kind = registry::named(&task.game)?;
    engines.separate(kind, task);
    let task = &*task;
    let stop = line.end()?;
    let parties = kind.parties_numbering(task.parties);
    let missing = || Reason::new("connection-missing");
    let mut connections = connections.into_iter();
    let mut guests = [None, None];
    let mut people = [None, None];
    for (slot, player) in Slot::ALL.into_iter().zip(&task.players) {
        match &player.seat {
            TaskSeat::Network(state) => {
                let stream = adopt(connections.next().ok_or_else(missing)?);
                let stream = stream.map_err(|error| Reason::os(&error))?;
                guests[slot] = Some(Guest { stream, from: player.from.clone(), state: state.clone() });
            }
            TaskSeat::Person(_) => {
                let channel = Channel::of(connections.next().ok_or_else(missing)?);
                people[slot] = Some(channel.map_err(|error| Reason::os(&error))?);
            }
            TaskSeat::Engine(_) | TaskSeat::House(_) => {}
        }
    }
    let names = task.players.each_ref().map(|player| player.name.as_str());
    let logins = task.players.each_ref().map(|player| player.login.as_ref().unwrap_or(&player.name).as_str());
    let mut network = sit(kind, guests, logins, task.title.as_deref(), line)?;
    let starts = engines.start_both(kind, task, stop.as_fd());
    let mut starts = starts.map_or([None, None], |starts| starts.map(Some));
    let mut chair = |slot: Slot| -> Result<Chair<'_>, Reason> {
        Ok(match &task.players[slot].seat {
            TaskSeat::Network(_) => Chair::Network(network[slot].take().ok_or_else(missing)?),
            TaskSeat::Engine(engine) => {
                let started = move |why: Option<&Reason>| {
                    // A lost client is noticed soon enough.
                    line.say(&Report::Started(slot, why.cloned())).ok();
                };
                let start = starts[slot].take();
                let start = start.unwrap_or_else(|| Box::new(engines.starter(kind, engine, stop.as_fd())));
                Chair::Engine(Box::new(engines.seat(engine, start, started)))
            }
            TaskSeat::Person(setting) => {
                let channel = people[slot].take().ok_or_else(missing)?;
                let names = names.map(str::to_owned);
                let before = task.before.as_deref();
                let seat = PersonSeat::new(channel, setting, names, parties.len(), (slot, before));
                Chair::Other(Box::new(seat))
            }
            TaskSeat::House(text) => {
                let unknown = || Reason::new("unknown-player").with(text);
                Chair::Other(house(text, &task.setup).ok_or_else(unknown)?)
            }
        })
    };
    let (mut zero, mut one) = (chair(Slot::Zero)?, chair(Slot::One)?);
    let contestants = task.contestants();
    let rencontre = task.rencontre(kind, &contestants);
    let conditions = Conditions { time: task.time(), interrupt: Some(stop.as_fd()) };
    line.say(&Report::Begun).map_err(|error| reasons::channel(&error))?;
    let live = task.live.clone().map(Live::to);
    let orphaned = task.orphaned.as_deref();
    let mut client =
        RencontreClient { line, live, watched: task.watched, orphaned, shown: (0, 0), told: true };
    let played = rencontre.referee([zero.seat(), one.seat()], conditions, &mut client);
    let told = client.told;
    if told {
        let mut freed = |slot: Slot, state| {
            line.say(&Report::Left(slot, state)).ok();
        };
        let mut leaving = [zero.leaving(), one.leaving()];
        see_off(&mut leaving, Duration::from_millis(task.leave_ms), Some(stop.as_fd()), &mut freed);
    }
    let interrupted = played.as_ref().is_ok_and(|record| record.interrupted.is_some());
    for (chair, player) in [zero, one].into_iter().zip(&task.players) {
        let (Chair::Engine(mut seat), TaskSeat::Engine(engine)) = (chair, &player.seat) else {
            continue;
        };
        if interrupted && let Some(host) = seat.host() {
            // An interruption does not wait for engines to leave.
            host.kill();
        }
        if task.kept && !interrupted {
            engines.keep(engine, seat.into_host());
        } else {
            engines.part_with(seat.into_host());
        }
    }
    played.map_err(|error| Reason::new("record-setup").with(error.name).because(error.problem))?;
    if told { Ok(()) } else { Err(Reason::new("not-recorded")) }
}

/// The seats of network players.
fn sit<'a>(
    kind: &GameEntry,
    guests: [Option<Guest>; 2],
    names: [&str; 2],
    title: Option<&str>,
    line: &'a ClientChannel,
) -> Result<[Option<Box<dyn NetworkSeat + 'a>>; 2], Reason> {
    if guests.iter().all(Option::is_none) {
        return Ok([None, None]);
    }
    let wire = kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title))?;
    wire.sit(guests, names, title, line).map_err(|error| Reason::os(&error))
}

impl TaskPlayer {
    /// A player who is called by this name on the wire, too.
    pub fn new(name: impl Into<String>, from: impl Into<String>, seat: TaskSeat) -> Self {
        TaskPlayer { name: name.into(), login: None, from: from.into(), seat }
    }
}

impl Task {
    /// A rencontre without a time limit and without viewers, which the rules judge, of a game without parameters.
    pub fn new(id: impl Into<String>, game: &str, parties: usize, players: [TaskPlayer; 2]) -> Self {
        Task {
            id: id.into(),
            game: game.to_owned(),
            title: None,
            parties,
            setup: Params::new(),
            time_ms: None,
            judged: true,
            scheduled: None,
            players,
            before: None,
            orphaned: None,
            leave_ms: 0,
            kept: false,
            live: None,
            watched: Watched::No,
        }
    }

    /// Its players, as in the record.
    pub fn contestants(&self) -> [Contestant; 2] {
        self.players
            .each_ref()
            .map(|TaskPlayer { name, from, .. }| Contestant { name: name.clone(), from: from.clone() })
    }

    /// As the referee's type.
    pub fn rencontre<'a>(
        &'a self,
        kind: &'static GameEntry,
        contestants: &'a [Contestant; 2],
    ) -> Rencontre<'a> {
        Rencontre {
            kind,
            id: &self.id,
            contestants,
            setup: &self.setup,
            parties: kind.parties_numbering(self.parties),
            judged: self.judged,
            scheduled: self.scheduled.as_deref(),
            before: self.before.as_deref(),
        }
    }

    pub fn time(&self) -> Option<Duration> {
        self.time_ms.map(Duration::from_millis)
    }

    /// Its empty record.
    pub fn blank(&self) -> Result<Record, Reason> {
        let (kind, contestants) = (registry::named(&self.game)?, self.contestants());
        Ok(self.rencontre(kind, &contestants).blank(self.time()))
    }
}

/// The client of a rencontre, and its viewers.
struct RencontreClient<'a> {
    line: &'a ClientChannel,
    live: Option<Live>,
    watched: Watched,
    orphaned: Option<&'a Path>,
    /// How many PARTIEs, and moves of the last one, the client has heard of.
    shown: (usize, usize),
    /// The record is stored: the players may be told.
    told: bool,
}

impl RencontreClient<'_> {
    fn watch(&self, report: &Report) {
        // A lost client is noticed soon enough.
        match self.watched {
            Watched::No => {}
            Watched::Yes => drop(self.line.say(report)),
            // Once stopped, the client answers nothing.
            Watched::Paced if self.line.stopped.get() => {}
            Watched::Paced => drop(self.line.ask(report, RETURN_BOUND)),
        }
    }

    /// Waits until the client has stored the record; a client that stopped the rencontre stores it
    /// unasked.
    fn recorded(&self, record: &Record) -> bool {
        let deadline = Deadline::after(Instant::now(), Some(RECORD_BOUND));
        loop {
            if self.line.stopped.get() && record.interrupted.is_some() {
                return true;
            }
            match self.line.hear(deadline) {
                Ok((Order::Recorded, _)) => return true,
                // A Stop after the end of the rencontre has no effect.
                Ok((Order::Stop, _)) => {}
                Ok(_) | Err(_) => return false,
            }
        }
    }
}

impl Observer for RencontreClient<'_> {
    fn show(&mut self, record: &Record) {
        if let Some(live) = &mut self.live {
            live.show(record);
        }
        let Some(partie) = record.parties.last().filter(|_| self.watched != Watched::No) else { return };
        if self.shown.0 < record.parties.len() {
            self.shown = (record.parties.len(), partie.moves.len());
            self.watch(&Report::Begins(record.parties.len() - 1));
        }
        for mv in partie.moves.iter().skip(self.shown.1) {
            self.watch(&Report::Move(mv.clone()));
        }
        self.shown.1 = partie.moves.len();
    }

    fn ended(&mut self, record: &Record) -> bool {
        let said = self.line.say(&Report::Record(Box::new(record.clone()))).is_ok();
        self.told = said && self.recorded(record);
        if !self.told
            && let Some(folder) = self.orphaned
            && !record.is_nothing()
            && let Err(CommitError { path, source }) = record.commit(folder)
        {
            log::error!("{}\n{}", i18n::file(&path, &source), record.to_json().unwrap_or_default());
        }
        self.told
    }
}
