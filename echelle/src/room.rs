//! The machines of a room: they play rencontres of the ladders, as long as there are any.
//!
//! What an earlier run has given away is paired anew, and what comes back of it is dropped.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};

use anyhow::{Result, anyhow, bail};
use arbitre::engine::{EngineSpec, InstallPaths, Travelling};
use arbitre::host::remote::{BRIDGE, Bridge, BridgeEvent, Outcome, RoomSettings};
use arbitre::host::{HostEvent, Report, Task, TaskSeat, append_to_log};
use arbitre::record::Record;
use arbitre::{registry, replay};
use ipc::wait::Deadline;
use jeux::text::{sanitize, sanitize_lines};
use jeux::{Reason, Slot};
use jiff::Timestamp;
use nix::poll::PollFd;

/// The bridge, and the rencontres that it was given.
pub struct Room {
    bridge: Bridge<u64>,
    away: BTreeMap<u64, Away>,
}

struct Away {
    task: Task,
    /// What the bridge calls its result, once it is there.
    tag: Option<u64>,
}

/// What has happened to a rencontre.
pub enum RoomEvent {
    Host(u64, HostEvent),
    /// The engine in this slot does not play elsewhere.
    StaysHere(u64, Slot, Reason),
}

impl Room {
    /// The room of a bridge with these arguments.
    ///
    /// # Errors
    /// Its program is not built.
    pub fn new(arguments: Vec<OsString>, band: u32) -> Result<Self> {
        let places = InstallPaths::beside_this_program()
            .map_err(|error| anyhow!(i18n::reason(&Reason::from(&error))))?;
        let Ok(program) = places.program(BRIDGE) else {
            let path = places.folder.join(BRIDGE).display().to_string();
            let command = "sh outils/compiler.sh machines";
            bail!(i18n::text!("program-missing", program = BRIDGE, path = path, command = command));
        };
        let settings = RoomSettings { ponder: false, band };
        Ok(Room { bridge: Bridge::new(program, arguments, settings), away: BTreeMap::new() })
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
        let mut waiting = self.bridge.waiting();
        waiting.retain(|key| self.away.get(key).is_some_and(|away| away.tag.is_none()));
        for key in &waiting {
            self.bridge.stop(*key);
            self.away.remove(key);
        }
        waiting
    }

    /// Adds descriptors to wait for; when [`Room::events`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        self.bridge.watch(fds)
    }

    /// What has happened since, in order.
    ///
    /// # Errors
    /// The bridge cannot do its work here, and has said why.
    pub fn events(&mut self) -> Result<Vec<RoomEvent>> {
        let mut events = vec![];
        for event in self.bridge.events() {
            match event {
                BridgeEvent::Result(tag, outcome, _) => {
                    events.extend(
                        self.come_back(tag, *outcome).map(|(key, event)| RoomEvent::Host(key, event)),
                    );
                }
                BridgeEvent::UnderWay(task) => self.bridge.drop_task(task.id),
                BridgeEvent::Failed(key, slot, why) => {
                    self.away.remove(&key);
                    events.push(match slot {
                        Some(slot) => RoomEvent::StaysHere(key, slot, why),
                        None => RoomEvent::Host(key, HostEvent::Said(Report::Failed(why))),
                    });
                }
                BridgeEvent::Broken => bail!(i18n::text!("bridge-broken")),
                // A reader that has gone does not stop the ladders.
                BridgeEvent::Said(line) => drop(writeln!(io::stdout(), "{line}")),
                BridgeEvent::Complained(line) => i18n::out::complain(&line),
            }
        }
        Ok(events)
    }

    /// A machine has played a rencontre: the record, or why there is none.
    fn come_back(&mut self, tag: u64, mut outcome: Outcome) -> Option<(u64, HostEvent)> {
        let key = self.bridge.key_of(&outcome.task);
        let away = key.and_then(|key| self.away.get_mut(&key));
        let (Some(key), Some(away)) = (key, away) else {
            let (task, machine) = (sanitize(&outcome.task), sanitize(&outcome.machine.name));
            log::debug!("{task} by {machine}: nobody waits for it");
            self.bridge.taken(None, tag);
            return None;
        };
        if away.tag.replace(tag).is_some() {
            // Told again by a bridge that was started meanwhile.
            return None;
        }
        outcome.on_this_clock(Timestamp::now());
        let checked = outcome.end.and_then(|record| check(&away.task, &record).map(|()| record));
        let event = match checked {
            Ok(mut record) => {
                keep_logs(&away.task, &outcome.logs);
                record.machine = Some(outcome.machine);
                Report::Record(record)
            }
            Err(why) => {
                self.stored(key);
                Report::Failed(why)
            }
        };
        Some((key, HostEvent::Said(event)))
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
