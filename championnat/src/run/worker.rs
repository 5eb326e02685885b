//! A worker: a process that plays scheduled rencontres one after the other, with engines that it starts.
//!
//! It is a process of its own, started by executing this program again: the championship's process has threads (of its
//! database), and must not fork. It gets each rencontre over a socket on its standard input, with the connections of the
//! players who came by network, and hands in the record as data: the championship puts it on disk, and only then are the
//! players told of the end. The end of that socket means: stop at once.

use std::cell::{Cell, RefCell};
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::game::Kind;
use arbitre::live::Live;
use arbitre::match_loop::Conditions;
use arbitre::reception::{Guest, NetworkSeat, Usher, see_off};
use arbitre::record::Record;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::{Fault, Seat};
use arbitre::{reasons, registry};
use ipc::channel::{Channel, ChannelError, adopt};
use ipc::wait::Deadline;
use jeux::Reason;
use jiff::Timestamp;

use super::channel::{Order, Report, Task, TaskGuest, TaskSeat};
use super::engines::{Engines, MARGIN, Slot, Terms};
use super::gate::Gate;
use super::trial;

/// How long the championship may take to read.
const WRITE_BOUND: Duration = Duration::from_secs(60);
/// How long it may take to put a record on disk and into the store.
const RECORD_BOUND: Duration = Duration::from_secs(120);
/// The longest that somebody who has left is waited for; the championship ends the wait before, by its own clock.
const RETURN_BOUND: Duration = Duration::from_secs(2 * 24 * 3600);
/// How long a player may take to learn how the rencontre ended.
const LEAVE_BOUND: Duration = Duration::from_secs(60);

/// Works until the championship's process closes the socket on standard input, or does not read for a minute.
///
/// # Errors
/// Standard input is no such socket, or it is not known where this program is.
pub fn run() -> Result<ExitCode> {
    let stdin = std::io::stdin().as_fd().try_clone_to_owned().with_context(|| words::text!("in-standard"))?;
    let line = Line(RefCell::new(Channel::of(stdin)?));
    let mut engines = Engines::new()?;
    loop {
        // The end of the socket is the end of the work; the engines leave with their hosts.
        let Ok((order, connections)) = line.hear(Deadline::NEVER) else { return Ok(ExitCode::SUCCESS) };
        let report = match order {
            Order::Play(task) => match play(&task, connections, &mut engines, &line) {
                Ok(states) => Report::Done(states),
                Err(why) => Report::Failed(why),
            },
            Order::Try(task) => {
                let tried = line.end().and_then(|stop| trial::attempt(&task, &mut engines, stop.as_fd()));
                Report::Tried(tried)
            }
            Order::Recorded | Order::Here(_) | Order::Absent => continue,
        };
        let said = line.say(&report);
        engines.see_off();
        if said.is_err() {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// The line to the championship.
struct Line(RefCell<Channel>);

impl Line {
    /// Readable when the championship has nothing to ask any more: nothing but its end can be read there while nobody has asked for
    /// anything.
    fn end(&self) -> Result<OwnedFd, Reason> {
        self.0.borrow().fd().try_clone_to_owned().map_err(|error| Reason::os(&error))
    }

    fn say(&self, report: &Report) -> Result<(), ChannelError> {
        self.0.borrow().send(report, &[], WRITE_BOUND)
    }

    /// The next order; silence until the deadline counts as the end.
    fn hear(&self, deadline: Deadline) -> Result<(Order, Vec<OwnedFd>), ChannelError> {
        self.0.borrow_mut().wait_for(deadline)?.ok_or(ChannelError::Silent)
    }

    fn ask(&self, report: &Report, bound: Duration) -> Result<(Order, Vec<OwnedFd>), ChannelError> {
        self.say(report)?;
        self.hear(Deadline::after(Instant::now(), Some(bound)))
    }
}

impl Usher for Line {
    fn call_back(&self, place: usize) -> Result<Guest, Fault> {
        let broken = |error: ChannelError| Fault::Interrupted(reasons::channel(&error));
        let (order, connections) = self.ask(&Report::Wanted(place), RETURN_BOUND).map_err(broken)?;
        let Order::Here(known) = order else { return Err(Fault::Disconnected(Reason::new("not-back"))) };
        let connection = connections.into_iter().next();
        let connection = connection.ok_or_else(|| Fault::Interrupted(Reason::new("connection-missing")))?;
        guest(connection, &known).map_err(|error| Fault::poll(&error))
    }
}

fn guest(connection: OwnedFd, known: &TaskGuest) -> std::io::Result<Guest> {
    let TaskGuest { from, state } = known.clone();
    Ok(Guest { stream: adopt(connection)?, from, state })
}

/// Where a player sits, for the length of a rencontre.
enum Chair<'a> {
    /// On a connection.
    Network(Box<dyn NetworkSeat + 'a>),
    /// An engine, and under what it is kept.
    Engine(Box<arbitre::engine::EngineSeat<'a>>, Slot),
}

impl Chair<'_> {
    fn seat(&mut self) -> &mut dyn Seat {
        match self {
            Chair::Network(seat) => seat.as_mut(),
            Chair::Engine(seat, _) => seat.as_mut(),
        }
    }

    /// The seat of a player who has still to leave.
    fn leaving(&mut self) -> Option<&mut dyn NetworkSeat> {
        match self {
            Chair::Network(seat) => Some(seat.as_mut()),
            Chair::Engine(..) => None,
        }
    }
}

/// Plays a rencontre, and has it recorded before the players are told of the end. What the wire remembers of those whose
/// connections are free again.
fn play(
    task: &Task,
    connections: Vec<OwnedFd>,
    engines: &mut Engines,
    line: &Line,
) -> Result<[Option<String>; 2], Reason> {
    let kind = registry::named(&task.game)?;
    let stop = line.end()?;
    let mut network = sit(kind, task, connections, line)?;
    let chairs = [0, 1].map(|place| match (&task.players[place].seat, network[place].take()) {
        (TaskSeat::Engine(engine), _) => {
            let (name, other) = (&task.players[place].name, &task.players[1 - place].name);
            let slot = (name.clone(), engine.core);
            let terms = Terms {
                kind,
                bound: Duration::from_millis(task.start_ms),
                margin: MARGIN,
                stop: stop.as_fd(),
                title: words::text!(
                    "logbook-rencontre",
                    key = &task.key,
                    other = other,
                    time = Timestamp::now().strftime("%Y-%m-%d %H:%M:%SZ").to_string()
                ),
                label: format!("{} {name}", task.key),
            };
            let started = move |why: Option<&Reason>| {
                // A championship that has gone is noticed soon enough.
                line.say(&Report::Started(place, why.cloned())).ok();
            };
            Ok(Chair::Engine(Box::new(engines.seat(engine, &slot, terms, started)), slot))
        }
        (TaskSeat::Network(_), Some(seat)) => Ok(Chair::Network(seat)),
        (TaskSeat::Network(_), None) => Err(Reason::new("connection-missing")),
    });
    let [zero, one] = chairs;
    let (mut zero, mut one) = (zero?, one?);
    let contestants = task.players.clone().map(|player| Contestant {
        name: player.name,
        from: match player.seat {
            TaskSeat::Network(guest) => guest.from,
            TaskSeat::Engine(engine) => engine.spec,
        },
    });
    let rencontre = Rencontre {
        kind,
        id: &task.id,
        contestants: &contestants,
        setup: &task.setup,
        parties: kind.parties_numbering(task.parties),
        judged: true,
        scheduled: Some(&task.key),
    };
    let time = task.time_ms.map(Duration::from_millis);
    let live = Live::to(task.live.clone());
    let conditions = Conditions { time, interrupt: Some(stop.as_fd()), live: Some(&live) };
    let open = Cell::new(true);
    let mut record = |record: &Record| open.set(recorded(record, line));
    let mut gates = [Gate::new(zero.seat(), &open), Gate::new(one.seat(), &open)];
    let [first, second] = &mut gates;
    let played = rencontre.referee([first, second], conditions, &mut record);
    let mut states = [None, None];
    if open.get() {
        let mut freed = |place: usize, state| states[place] = state;
        let mut leaving = [zero.leaving(), one.leaving()];
        see_off(&mut leaving, LEAVE_BOUND, Some(stop.as_fd()), &mut freed);
    }
    let interrupted = played.as_ref().is_ok_and(|record| record.interrupted.is_some());
    for (place, chair) in [zero, one].into_iter().enumerate() {
        let Chair::Engine(mut seat, slot) = chair else { continue };
        if let Some(host) = seat.host() {
            if let Some(odd) = host.remarks().first() {
                line.say(&Report::Odd(place, odd.clone(), host.odd_lines())).ok();
            }
            if interrupted {
                // Whoever interrupts waits for nobody's leave.
                host.kill();
            }
        }
        if task.kept && !interrupted {
            engines.keep(slot, seat.into_host());
        } else {
            engines.part_with(seat.into_host());
        }
    }
    played.map_err(|error| Reason::new("record-setup").with(error.name).because(error.problem))?;
    if open.get() { Ok(states) } else { Err(Reason::new("not-recorded")) }
}

/// The seats of those who came by network.
fn sit<'a>(
    kind: &Kind,
    task: &Task,
    connections: Vec<OwnedFd>,
    line: &'a Line,
) -> Result<[Option<Box<dyn NetworkSeat + 'a>>; 2], Reason> {
    let io = |error: std::io::Error| Reason::os(&error);
    let mut connections = connections.into_iter();
    let mut guests = [None, None];
    for (place, player) in task.players.iter().enumerate() {
        if let TaskSeat::Network(known) = &player.seat {
            let connection = connections.next().ok_or_else(|| Reason::new("connection-missing"))?;
            guests[place] = Some(guest(connection, known).map_err(io)?);
        }
    }
    if guests.iter().all(Option::is_none) {
        return Ok([None, None]);
    }
    let wire = kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title))?;
    wire.sit(guests, [&task.players[0].name, &task.players[1].name], line).map_err(io)
}

/// Hands in a record. Whether the players may be told: a complete one must be on disk before.
fn recorded(record: &Record, line: &Line) -> bool {
    let Ok(json) = serde_json::to_string(record) else { return false };
    let report = Report::Record(json);
    if record.interrupted.is_some() {
        return line.say(&report).is_ok();
    }
    matches!(line.ask(&report, RECORD_BOUND), Ok((Order::Recorded, _)))
}
