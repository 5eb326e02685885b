//! A worker: a process that plays scheduled rencontres one after the other and keeps its engines from one to the next.
//!
//! It is a process of its own, started by executing this program again: the championship's process has threads (of its
//! database), and must not fork. It gets each rencontre over a socket on its standard input, with the connections of the
//! players who came by network, commits the record, and says so. Anything that can be read on that socket meanwhile,
//! its end included, means: stop at once.

use std::collections::BTreeMap;
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use arbitre::colonnes::{Contestant, EnginePlayer, Seats, SocketSeat, referee};
use arbitre::engine::{EngineHost, EngineSpec, Places, ProcessLink};
use arbitre::party::Conditions;
use arbitre::record::Record;
use arbitre::seat::Seat;
use arbitre::wait::{Deadline, wait};
use nix::poll::PollFlags;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;
use protocol::colonnes::{Coul, TCoupReq, TPartieRep};
use serde::{Deserialize, Serialize};

use super::channel::Channel;
use crate::listen;

/// How long an engine may take to start: a JVM on a busy machine takes its time.
const START_BOUND: Duration = Duration::from_secs(30);
/// What is kept back of the time that an engine is told: the way there and back.
const MARGIN: Duration = Duration::from_millis(50);

/// A rencontre to play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Unique; names the record.
    pub id: String,
    /// The key of the scheduled game.
    pub key: String,
    /// Time for each move in milliseconds; `None` without limit.
    pub time_ms: Option<u64>,
    /// The folder for the record.
    pub records: PathBuf,
    /// BLANC, then NOIR.
    pub players: [TaskPlayer; 2],
}

/// A player of a rencontre.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskPlayer {
    /// The name.
    pub name: String,
    /// Where he sits.
    pub seat: TaskSeat,
}

/// Where a player sits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum TaskSeat {
    /// On the connection that comes with the message; from this address.
    Network(String),
    /// An engine, on this core if it has one of its own.
    Engine {
        /// As people name it.
        spec: String,
        /// The core.
        core: Option<usize>,
        /// Whether it may think in the opponent's time.
        ponder: bool,
    },
}

/// What came of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The record is on disk, complete or interrupted.
    Committed(PathBuf),
    /// There is no record, because the disk refuses it or because the task could not be begun.
    Failed(String),
}

/// Works until the championship's process closes the socket.
pub fn run() -> Result<ExitCode> {
    let stdin = std::io::stdin().as_fd().try_clone_to_owned().context("entrée standard")?;
    let channel = Channel::from_fd(stdin);
    let mut engines = Engines { running: BTreeMap::new(), places: Places::beside_this_program()? };
    loop {
        wait([(channel.fd(), PollFlags::POLLIN)], Deadline::NEVER)?;
        // The end of the socket is the end of the work; the engines leave with their hosts.
        let Ok(received) = channel.receive::<Task>() else { return Ok(ExitCode::SUCCESS) };
        let Some((task, connections)) = received else { continue };
        let report = play(&task, connections, &mut engines, &channel)
            .unwrap_or_else(|error| Report::Failed(format!("{error:#}")));
        channel.send(&report, &[])?;
    }
}

/// Plays a rencontre and commits its record before the players are told of the end.
fn play(task: &Task, connections: Vec<TcpStream>, engines: &mut Engines, stop: &Channel) -> Result<Report> {
    let time = task.time_ms.map(Duration::from_millis);
    let mut connections = connections.into_iter();
    let mut chairs = Vec::new();
    for (player, coul) in task.players.iter().zip([Coul::Blanc, Coul::Noir]) {
        let opponent = &task.players[1 - coul.index()].name;
        chairs.push(match &player.seat {
            TaskSeat::Network(_) => {
                let stream = connections.next().context("une connexion manque")?;
                let copy = stream.try_clone()?;
                Chair::Network(SocketSeat::new(stream, coul)?, copy)
            }
            TaskSeat::Engine { spec, core, ponder } => {
                let slot = (player.name.clone(), *core);
                let host = engines.running.remove(&slot);
                let places = &engines.places;
                let restart =
                    Box::new(move || start(spec, *core, places).map_err(|error| format!("{error:#}")));
                let player = EnginePlayer::new(host, restart, (coul, opponent), (time, MARGIN), *ponder);
                Chair::Engine(Box::new(player), slot)
            }
        });
    }
    let [Some(mut blanc), Some(mut noir)] = [0, 1].map(|_| (!chairs.is_empty()).then(|| chairs.remove(0)))
    else {
        bail!("il faut deux joueurs");
    };
    for (chair, coul) in [(&mut blanc, Coul::Blanc), (&mut noir, Coul::Noir)] {
        if let Chair::Network(seat, _) = chair {
            let opponent = &task.players[1 - coul.index()].name;
            seat.send(&TPartieRep::accepted(coul, opponent).encode());
        }
    }
    let contestants = task.players.clone().map(|player| Contestant {
        name: player.name,
        from: match player.seat {
            TaskSeat::Network(address) => address,
            TaskSeat::Engine { spec, .. } => spec,
        },
    });
    let mut report = Report::Failed("la rencontre n'a pas commencé".into());
    let mut commit = |record: &Record| {
        let mut record = record.clone();
        record.scheduled = Some(task.key.clone());
        report = match record.commit(&task.records) {
            Ok(path) => Report::Committed(path),
            Err(error) => Report::Failed(error.to_string()),
        };
    };
    let conditions = Conditions { time, interrupt: Some(stop.fd()) };
    let seats = Seats { blanc: blanc.seat(), noir: noir.seat() };
    referee(&task.id, &contestants, seats, true, conditions, &mut commit);
    for chair in [blanc, noir] {
        match chair {
            Chair::Network(_, stream) => listen::end(stream),
            Chair::Engine(player, slot) => {
                if let Some(host) = player.into_host() {
                    engines.running.insert(slot, host);
                }
            }
        }
    }
    Ok(report)
}

/// Where a player sits, for the length of a rencontre.
enum Chair<'a> {
    /// On a socket; with a copy of it, to close it in the end.
    Network(SocketSeat, TcpStream),
    /// An engine, and under what it is kept.
    Engine(Box<EnginePlayer<'a>>, (String, Option<usize>)),
}

impl Chair<'_> {
    fn seat(&mut self) -> &mut dyn Seat<TCoupReq> {
        match self {
            Chair::Network(seat, _) => seat,
            Chair::Engine(player, _) => player.as_mut(),
        }
    }
}

/// The engines that wait for their next rencontre, by contestant and core.
struct Engines {
    running: BTreeMap<(String, Option<usize>), EngineHost>,
    places: Places,
}

/// Starts an engine on its core and waits for its name.
fn start(spec: &str, core: Option<usize>, places: &Places) -> Result<EngineHost> {
    let spec: EngineSpec = spec.parse()?;
    let command = spec.command("colonnes", places)?;
    let deadline = Deadline::after(Instant::now(), Some(START_BOUND));
    let link = {
        // The child inherits the cores of the one who starts it.
        let _pinned = core.map(Pinned::to);
        ProcessLink::start(command).with_context(|| format!("impossible de lancer {spec}"))?
    };
    Ok(EngineHost::greet(Box::new(link), deadline)?)
}

/// This process on one core; on all of its own again when dropped.
struct Pinned(Option<CpuSet>);

impl Pinned {
    /// Where the system does not allow it, the engine goes where it likes, as without a core of its own.
    fn to(core: usize) -> Self {
        let this = Pid::from_raw(0);
        let before = sched_getaffinity(this).ok();
        let mut one = CpuSet::new();
        let moved = one.set(core).and_then(|()| sched_setaffinity(this, &one));
        if let Err(errno) = moved {
            log::debug!("coeur {core} : {errno}");
        }
        Pinned(before)
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if let Some(before) = &self.0
            && let Err(errno) = sched_setaffinity(Pid::from_raw(0), before)
        {
            log::debug!("retour sur tous les coeurs : {errno}");
        }
    }
}
