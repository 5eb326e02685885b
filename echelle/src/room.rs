//! The machines of a room: they play rencontres of the ladders, as long as there are any.
//!
//! What an earlier run has given away is paired anew, and what comes back of it is dropped.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use arbitre::engine::{EngineSpec, InstallPaths, Travelling};
use arbitre::host::remote::{
    BRIDGE_PROGRAM, Bridge, BridgeEvent, Machine, MachineState, Outcome, RoomSettings,
};
use arbitre::host::{Task, TaskSeat, append_to_log};
use arbitre::record::Record;
use arbitre::{registry, replay};
use ipc::wait::Deadline;
use jeux::text::{sanitize, sanitize_lines};
use jeux::{Reason, Slot};
use jiff::Timestamp;
use nix::poll::PollFd;

/// How long rencontres wait in a room where nobody plays.
const WAITS: Duration = Duration::from_secs(15);

/// The bridge, and the rencontres that it was given.
pub struct Room {
    bridge: Bridge<u64>,
    away: BTreeMap<u64, Away>,
    /// Since when nobody plays.
    empty: Option<Instant>,
    /// What it has complained of last.
    complained: String,
    /// It does not work, and that was told.
    broken: bool,
}

struct Away {
    task: Task,
    /// What the bridge calls its result, once it is there.
    tag: Option<u64>,
}

/// What has happened to a rencontre.
pub enum RoomEvent {
    Record(u64, Box<Record>),
    /// It could not be played elsewhere, by the fault of the engine in this slot if that is known.
    StaysHere(u64, Option<Slot>, Reason),
    /// Nobody plays it.
    Back(u64),
}

impl Room {
    /// The room of a bridge with these arguments.
    ///
    /// # Errors
    /// Its program is not built.
    pub fn new(arguments: Vec<OsString>, band: u32) -> Result<Self> {
        let places = InstallPaths::beside_this_program()
            .map_err(|error| anyhow!(i18n::reason(&Reason::from(&error))))?;
        let Ok(program) = places.program(BRIDGE_PROGRAM) else {
            let path = places.folder.join(BRIDGE_PROGRAM).display().to_string();
            let command = "sh outils/compiler.sh machines";
            bail!(i18n::text!("program-missing", program = BRIDGE_PROGRAM, path = path, command = command));
        };
        let settings = RoomSettings { ponder: false, band, fallback: true };
        let bridge = Bridge::new(program, arguments, settings);
        Ok(Room { bridge, away: BTreeMap::new(), empty: None, complained: String::new(), broken: false })
    }

    /// Whether machines are there that play.
    pub fn is_open(&self) -> bool {
        self.bridge.places() > 0
    }

    /// Whether one more rencontre is wanted.
    pub fn has_place(&self) -> bool {
        self.away.len() < self.bridge.places()
    }

    /// Has a rencontre played.
    ///
    /// # Errors
    /// The engine in this slot cannot travel.
    pub fn give(&mut self, key: u64, task: Task) -> Result<(), (Slot, Reason)> {
        let [one, other] = Slot::ALL.map(|slot| travelling(&task, slot).map_err(|why| (slot, why)));
        let engines = Box::new([one?, other?]);
        self.bridge.play(key, Box::new(task.clone()), engines);
        self.away.insert(key, Away { task, tag: None });
        Ok(())
    }

    /// Whether this rencontre was played here; then its result is stored, or of no use.
    pub fn stored(&mut self, key: u64) -> bool {
        let Some(Away { tag: Some(tag), .. }) = self.away.remove(&key) else { return false };
        self.bridge.taken(Some(key), tag);
        true
    }

    /// Takes back what no machine has begun.
    pub fn take_back(&mut self) -> Vec<u64> {
        let waiting = self.bridge.waiting();
        self.stop(waiting)
    }

    /// Nobody is to play these any more; those whose result is not there yet.
    fn stop(&mut self, mut keys: Vec<u64>) -> Vec<u64> {
        keys.retain(|key| self.away.get(key).is_some_and(|away| away.tag.is_none()));
        for key in &keys {
            self.bridge.stop(*key);
            self.away.remove(key);
        }
        keys
    }

    /// Takes back everything, once nobody has played for a while: they may be gone for the night.
    fn take_back_from_empty_room(&mut self) -> Vec<u64> {
        let plays = |machine: &Machine| machine.state != MachineState::Silent && !machine.playing.is_empty();
        if self.is_open() || self.bridge.machines().iter().any(plays) {
            self.empty = None;
            return vec![];
        }
        if self.empty.get_or_insert_with(Instant::now).elapsed() < WAITS {
            return vec![];
        }
        let all = self.away.keys().copied().collect();
        self.stop(all)
    }

    /// Adds descriptors to wait for; when [`Room::events`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let until = self.bridge.watch(fds);
        let waits = self.empty.filter(|_| self.away.values().any(|away| away.tag.is_none()));
        waits.map_or(until, |empty| until.min(Deadline::after(empty, Some(WAITS))))
    }

    /// What has happened since, in order.
    pub fn events(&mut self) -> Vec<RoomEvent> {
        let mut events = vec![];
        for event in self.bridge.events() {
            match event {
                BridgeEvent::Result(tag, outcome, _) => events.extend(self.come_back(tag, *outcome)),
                BridgeEvent::UnderWay(task) => self.bridge.drop_task(task.id),
                BridgeEvent::Failed(key, slot, why) => {
                    self.away.remove(&key);
                    events.push(RoomEvent::StaysHere(key, slot, why));
                }
                // It is started again and again, and the room may work later.
                BridgeEvent::Broken if self.broken => {}
                BridgeEvent::Broken => {
                    self.broken = true;
                    log::warn!("{}", i18n::text!("ladder-alone"));
                }
                // A reader that has gone does not stop the ladders.
                BridgeEvent::Said(line) => drop(writeln!(io::stdout(), "{line}")),
                BridgeEvent::Complained(line) if line == self.complained => {}
                BridgeEvent::Complained(line) => {
                    i18n::out::complain(&line);
                    self.complained = line;
                }
            }
        }
        events.extend(self.take_back_from_empty_room().into_iter().map(RoomEvent::Back));
        events
    }

    /// A machine has played a rencontre.
    fn come_back(&mut self, tag: u64, mut outcome: Outcome) -> Option<RoomEvent> {
        let key = self.bridge.key_of(&outcome.task);
        let away = key.and_then(|key| self.away.get_mut(&key));
        let (Some(key), Some(away)) = (key, away) else {
            let (task, machine) = (sanitize(&outcome.task), sanitize(&outcome.machine.name));
            log::debug!("{task} by {machine}: nobody waits for it");
            self.bridge.taken(None, tag);
            return None;
        };
        match away.tag {
            // Told again by a bridge that was started meanwhile.
            Some(known) if known == tag => return None,
            Some(_) => {
                self.bridge.taken(None, tag);
                return None;
            }
            None => away.tag = Some(tag),
        }
        outcome.on_this_clock(Timestamp::now());
        let checked = outcome.end.and_then(|record| check(&away.task, &record).map(|()| record));
        match checked {
            Ok(mut record) => {
                keep_logs(&away.task, &outcome.logs);
                record.machine = Some(outcome.machine);
                Some(RoomEvent::Record(key, record))
            }
            Err(why) => {
                self.stored(key);
                let why = Reason::new("machine-failed").with(outcome.machine.name).because(why);
                Some(RoomEvent::StaysHere(key, None, why))
            }
        }
    }
}

/// The engine in this slot, as it travels.
fn travelling(task: &Task, slot: Slot) -> Result<Travelling, Reason> {
    let TaskSeat::Engine(engine) = &task.players[slot].seat else {
        return Err(Reason::new("connection-missing"));
    };
    let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
    let spec: EngineSpec = engine.spec.parse().map_err(|error| Reason::from(&error))?;
    Travelling::new(&spec, registry::named(&task.game)?, &places, &engine.policy)
}

/// Whether a machine's record is one of this rencontre, and follows from the rules.
fn check(task: &Task, record: &Record) -> Result<(), Reason> {
    let other = || Reason::new("record-other-rencontre").with(&record.id);
    let expected: Record = task.blank().map_err(|_| other())?;
    let same = record.id == expected.id
        && record.game == expected.game
        && record.settings == expected.settings
        && Slot::ALL.into_iter().all(|slot| {
            let (one, other) = (&record.players[slot], &expected.players[slot]);
            one.name == other.name && one.from == other.from
        })
        && record.parties.iter().all(|partie| partie.setup == task.setup);
    if !same {
        return Err(other());
    }
    if let Some(why) = &record.interrupted {
        return Err(why.clone());
    }
    replay::verify(record).map_err(|contradiction| contradiction.problem)
}

/// What the engines logged stands where a host of this machine would have written it.
fn keep_logs(task: &Task, logs: &[String; 2]) {
    for (player, text) in task.players.iter().zip(logs) {
        let TaskSeat::Engine(engine) = &player.seat else { continue };
        if let Some(log) = engine.log.as_ref().filter(|_| !text.is_empty())
            && let Err(error) = append_to_log(&log.path, &sanitize_lines(text))
        {
            log::debug!("{}: {error}", log.path.display());
        }
    }
}
