//! The bridge to other machines: a companion program, started again when it ends. What was given to it is given
//! again then.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use arbitre::engine::{InstallPaths, Travelling};
use arbitre::host::Task;
use arbitre::host::remote::{BridgeOrder, BridgeReport, Machine, MachineState, Outcome, RoomSettings};
use arbitre::live::path_in;
use arbitre::reasons;
use championnat::presentation::InWords;
use championnat::{Config, Key, paths, presentation};
use ipc::channel::ChannelError;
use ipc::process::ProcessEnd;
use ipc::sidecar::{Sidecar, SidecarEvent};
use ipc::wait::{Deadline, wait_any};
use jeux::text::sanitize;
use jeux::{Reason, Slot};
use nix::poll::PollFd;

use super::console;
use super::options::{Jouer, Queue};

/// The program, and the command that builds it.
const PROGRAM: &str = "machines";
const BUILD: &str = "sh outils/compiler.sh machines";
/// Between two starts of the bridge.
const AGAIN: Duration = Duration::from_secs(1);
/// The time for it to read an order.
const READ_BOUND: Duration = Duration::from_secs(5);
/// How long machines may take to leave when everything is played.
const LEAVING: Duration = Duration::from_secs(6);

pub struct Bridge {
    companion: Sidecar,
    /// Its process, as last seen.
    process: Option<u32>,
    settings: RoomSettings,
    /// The rencontres that are to be played, with their tasks.
    given: BTreeMap<Key, (String, BridgeOrder)>,
    /// The machine that plays each, as far as known.
    on: BTreeMap<Key, String>,
    machines: Vec<Machine>,
    /// The names of those that were there, and have not left.
    present: BTreeSet<String>,
    /// What earlier runs have left is known.
    ready: bool,
    /// It has been ready before.
    worked: bool,
}

/// What the bridge has told.
pub enum BridgeEvent {
    /// Whether it came before what earlier runs have left was known.
    Result(u64, Box<Outcome>, bool),
    /// An earlier run has given this one away.
    UnderWay(Box<Task>),
    /// It cannot be played elsewhere.
    Failed(Key, Option<Slot>, Reason),
    /// The bridge cannot do its work here, and has said why.
    Broken,
}

impl Bridge {
    /// The bridge of this championship, started by [`Bridge::events`].
    ///
    /// # Errors
    /// The program is not built.
    pub fn new(queue: &Queue, args: &Jouer, config: &Config) -> Result<Self> {
        let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error)).in_words()?;
        let Ok(program) = places.program(PROGRAM) else {
            let path = places.folder.join(PROGRAM).display().to_string();
            bail!(i18n::text!("program-missing", program = PROGRAM, path = path, command = BUILD));
        };
        let mut arguments = vec!["--langue".into(), i18n::language().code().into(), "pont".into()];
        arguments.push(paths::machines(&config.records).into());
        match queue {
            Queue::Own(port) => arguments.extend(["--port".into(), port.to_string().into()]),
            Queue::Other(address) => arguments.extend(["--server".into(), address.into()]),
        }
        if let (Some(certificate), Some(key)) = (&args.certificate, &args.certificate_key) {
            arguments.extend(["--certificate".into(), certificate.into(), "--key".into(), key.into()]);
            let authority = args.authority.as_ref().unwrap_or(certificate);
            arguments.extend(["--authority".into(), authority.into()]);
        }
        arguments.extend(["--live".into(), path_in(&config.records).into()]);
        Ok(Bridge {
            companion: Sidecar::new(program, arguments).again_after(AGAIN).talking(),
            process: None,
            settings: RoomSettings { ponder: config.ponder, band: args.band },
            given: BTreeMap::new(),
            on: BTreeMap::new(),
            machines: Vec::new(),
            present: BTreeSet::new(),
            ready: false,
            worked: false,
        })
    }

    /// Rencontres at once: those that machines play, and one more for each that waits on its doorstep.
    pub fn places(&self) -> usize {
        let open = self.machines.iter().map(Machine::open_places).filter(|places| *places > 0);
        if self.ready { open.map(|places| places + 1).sum() } else { 0 }
    }

    pub fn machines(&self) -> &[Machine] {
        &self.machines
    }

    /// The machine that plays this rencontre, if it is under way on one.
    pub fn machine_of(&self, key: Key) -> Option<&str> {
        self.on.get(&key).map(String::as_str)
    }

    /// Whether this rencontre was given away.
    pub fn has(&self, key: Key) -> bool {
        self.given.contains_key(&key)
    }

    /// Has a rencontre played.
    pub fn play(&mut self, key: Key, task: Box<Task>, engines: Box<[Travelling; 2]>) {
        let id = task.id.clone();
        let order = BridgeOrder::Play { task, engines };
        if self.ready {
            self.say(&order);
        }
        self.given.insert(key, (id, order));
    }

    /// A rencontre that an earlier run has given away goes on.
    pub fn adopt(&mut self, key: Key, task: Box<Task>, engines: Box<[Travelling; 2]>) {
        self.given.insert(key, (task.id.clone(), BridgeOrder::Play { task, engines }));
    }

    /// Nobody wants this rencontre any more.
    pub fn stop(&mut self, key: Key) {
        self.on.remove(&key);
        if let Some((task, _)) = self.given.remove(&key) {
            self.drop_task(task);
        }
    }

    /// Nobody wants this task any more.
    pub fn drop_task(&mut self, task: String) {
        self.say(&BridgeOrder::Stop(task));
    }

    /// The rencontres that no machine has begun.
    pub fn waiting(&self) -> Vec<Key> {
        self.given.keys().filter(|key| !self.on.contains_key(key)).copied().collect()
    }

    /// A result is stored, or put aside.
    pub fn taken(&mut self, key: Option<Key>, tag: u64) {
        if let Some(key) = key {
            self.given.remove(&key);
            self.on.remove(&key);
        }
        self.say(&BridgeOrder::Taken(tag));
    }

    fn say(&mut self, order: &BridgeOrder) {
        if let Some(channel) = self.companion.channel()
            && let Err(error) = channel.send(order, &[], READ_BOUND)
        {
            // It is started again, and hears everything again.
            log::debug!("{PROGRAM}: {error}");
            self.companion.stop();
        }
    }

    /// Adds descriptors to wait for; when [`Bridge::events`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        self.companion.watch(fds)
    }

    /// Starts the bridge if it does not run; what it has told since, in order.
    pub fn events(&mut self) -> Vec<BridgeEvent> {
        let mut events = Vec::new();
        let told = self.companion.attend();
        if self.process != self.companion.pid() {
            self.process = self.companion.pid();
            self.starts_afresh();
        }
        while let Some(channel) = self.companion.channel() {
            match channel.receive::<BridgeReport>() {
                Ok(Some((report, _))) => events.extend(self.hear(report)),
                // Its end is seen when its outputs close.
                Ok(None) | Err(ChannelError::Gone) => break,
                Err(error) => {
                    log::warn!("{PROGRAM}: {error}");
                    self.companion.stop();
                }
            }
        }
        for event in told {
            match event {
                SidecarEvent::Said(line) => console::show(&format!("{}\n", sanitize(&line))),
                SidecarEvent::Complained(line) => console::say(&line),
                SidecarEvent::Ended(ProcessEnd::Exited(1)) if !self.worked => {
                    events.push(BridgeEvent::Broken)
                }
                SidecarEvent::Ended(end) => ended(&reasons::ended(end)),
                SidecarEvent::NotStarted(errno) => ended(&Reason::os(&errno.into())),
            }
        }
        events
    }

    fn hear(&mut self, report: BridgeReport) -> Option<BridgeEvent> {
        match report {
            BridgeReport::Machines(machines) => {
                tell_changes(&self.machines, &machines);
                let name = |machine: &Machine| machine.record.name.clone();
                let gone =
                    |machine: &&Machine| !machines.iter().any(|now| now.record.name == machine.record.name);
                for machine in self.machines.iter().filter(gone) {
                    self.present.remove(&name(machine));
                }
                self.present.extend(machines.iter().map(name));
                self.machines = machines;
                None
            }
            BridgeReport::UnderWay(task) => {
                let known = self.given.values().any(|(id, _)| *id == task.id);
                (!known).then_some(BridgeEvent::UnderWay(task))
            }
            BridgeReport::Ready => {
                (self.ready, self.worked) = (true, true);
                let orders: Vec<BridgeOrder> = self.given.values().map(|(_, order)| order.clone()).collect();
                orders.iter().for_each(|order| self.say(order));
                None
            }
            BridgeReport::Begun { task, machine, lost_ms } => {
                if let Some(key) = self.key_of(&task) {
                    if let Some(lost_ms) = lost_ms {
                        let (key, after) = (key.to_string(), i18n::seconds(Duration::from_millis(lost_ms)));
                        let machine = sanitize(&machine);
                        log::warn!(
                            "{}",
                            i18n::text!("machine-again", key = key, machine = machine, after = after)
                        );
                    }
                    self.on.insert(key, machine);
                }
                None
            }
            BridgeReport::Lost { task, machine } => {
                if let Some(key) = self.key_of(&task) {
                    self.on.remove(&key);
                    let key = key.to_string();
                    log::warn!("{}", i18n::text!("machine-lost", key = key, machine = sanitize(&machine)));
                }
                None
            }
            BridgeReport::Failed { task, slot, why } => {
                let key = self.key_of(&task)?;
                self.given.remove(&key);
                self.on.remove(&key);
                Some(BridgeEvent::Failed(key, slot, why))
            }
            BridgeReport::Result { tag, outcome } => Some(BridgeEvent::Result(tag, outcome, !self.ready)),
        }
    }

    /// The rencontre of a task that was given away.
    pub fn key_of(&self, task: &str) -> Option<Key> {
        self.given.iter().find(|(_, (id, _))| id == task).map(|(key, _)| *key)
    }

    /// A new process of the bridge, or none, knows nothing of what the one before has told.
    fn starts_afresh(&mut self) {
        (self.ready, self.machines) = (false, Vec::new());
        self.on.clear();
        if self.process.is_some() {
            self.say(&BridgeOrder::Begin(self.settings.clone()));
        }
    }

    /// Tells the machines that everything is played, and waits until they have left, a little while.
    pub fn finish(&mut self) {
        let until = Deadline::after(Instant::now(), Some(LEAVING));
        while !until.passed() && !self.present.is_empty() {
            // A bridge that has just been started has not heard it yet.
            self.say(&BridgeOrder::Finished);
            let mut fds = Vec::new();
            let next = self.watch(&mut fds).min(until).min(Deadline::after(Instant::now(), Some(AGAIN)));
            if wait_any(&mut fds, next).is_err() {
                break;
            }
            drop(fds);
            self.events();
        }
    }
}

fn ended(why: &Reason) {
    console::say(&i18n::text!("bridge-ended", why = presentation::reason(why)));
}

/// Prints what has changed in the room.
fn tell_changes(before: &[Machine], now: &[Machine]) {
    for machine in now {
        let name = sanitize(&machine.record.name).into_owned();
        let known = before.iter().find(|known| known.record.name == machine.record.name);
        if known.is_some_and(|known| known.state == machine.state) {
            continue;
        }
        let line = match &machine.state {
            MachineState::Ready => i18n::text!("machine-plays", name = name, places = machine.places),
            MachineState::Refused(why) => {
                i18n::text!("machine-refused", name = name, why = presentation::reason(why))
            }
            MachineState::Leaving => i18n::text!("machine-leaves", name = name),
            MachineState::Silent => i18n::text!("machine-silent", name = name),
        };
        console::say(&line);
    }
}
