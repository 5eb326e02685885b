//! The bridge to other machines: a companion program, started again when it ends. What was given to it is given
//! again then.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ipc::channel::ChannelError;
use ipc::process::ProcessEnd;
use ipc::sidecar::{Sidecar, SidecarEvent};
use ipc::wait::{Deadline, wait_any};
use jeux::text::sanitize;
use jeux::{Reason, Slot};
use nix::poll::PollFd;

use super::{BridgeOrder, BridgeReport, Machine, MachineState, Outcome, RoomSettings};
use crate::engine::Travelling;
use crate::host::Task;
use crate::reasons;

/// The program that is the bridge.
pub const BRIDGE_PROGRAM: &str = "machines";
/// Between two starts of the bridge.
const AGAIN: Duration = Duration::from_secs(1);
/// The most refused rencontres for which others are given away instead.
const MOST_REFUSED: usize = 1000;
/// The time for it to read an order.
const READ_BOUND: Duration = Duration::from_secs(5);
/// How long machines may take to leave when everything is played.
const LEAVING: Duration = Duration::from_secs(6);

/// The bridge of a client, which names its rencontres by `K`.
pub struct Bridge<K> {
    companion: Sidecar,
    /// Its process, as last seen.
    process: Option<u32>,
    settings: RoomSettings,
    /// Rencontres that wait are not to begin.
    held: bool,
    /// The rencontres that are to be played.
    given: BTreeMap<K, Given>,
    /// The machine that plays each, as far as known.
    on: BTreeMap<K, String>,
    machines: Vec<Machine>,
    /// The names of those that were there, and have not left.
    present: BTreeSet<String>,
    /// What earlier runs have left is known.
    ready: bool,
    /// It has been ready before.
    worked: bool,
}

struct Given {
    task: String,
    order: BridgeOrder,
    /// All machines that are there have refused it.
    refused: bool,
}

/// What the bridge has told.
pub enum BridgeEvent<K> {
    /// Whether it came before what earlier runs have left was known.
    Result(u64, Box<Outcome>, bool),
    /// An earlier run has given this one away.
    UnderWay(Box<Task>),
    /// It cannot be played elsewhere.
    Failed(K, Option<Slot>, Reason),
    /// The bridge cannot do its work here, and has said why.
    Broken,
    /// A line for standard output.
    Said(String),
    /// A line for standard error.
    Complained(String),
}

impl<K: Copy + Ord + Display> Bridge<K> {
    /// The bridge that this program becomes with these arguments, started by [`Bridge::events`].
    pub fn new(program: PathBuf, arguments: Vec<OsString>, settings: RoomSettings) -> Self {
        Bridge {
            companion: Sidecar::new(program, arguments).again_after(AGAIN).talking(),
            process: None,
            settings,
            held: false,
            given: BTreeMap::new(),
            on: BTreeMap::new(),
            machines: Vec::new(),
            present: BTreeSet::new(),
            ready: false,
            worked: false,
        }
    }

    /// Rencontres at once: those that machines play, one more for each that waits on its doorstep, and those that
    /// wait for other machines.
    pub fn places(&self) -> usize {
        let open = self.machines.iter().map(Machine::open_places).filter(|places| *places > 0);
        let refused = self.given.values().filter(|given| given.refused).take(MOST_REFUSED).count();
        if self.ready { open.map(|places| places + 1).sum::<usize>() + refused } else { 0 }
    }

    pub fn machines(&self) -> &[Machine] {
        &self.machines
    }

    /// The machine that plays this rencontre, if it is under way on one.
    pub fn machine_of(&self, key: K) -> Option<&str> {
        self.on.get(&key).map(String::as_str)
    }

    /// Whether this rencontre was given away.
    pub fn has(&self, key: K) -> bool {
        self.given.contains_key(&key)
    }

    /// Has a rencontre played.
    pub fn play(&mut self, key: K, task: Box<Task>, engines: Box<[Travelling; 2]>) {
        let (id, order) = (task.id.clone(), BridgeOrder::Play { task, engines });
        if self.ready {
            self.say(&order);
        }
        self.given.insert(key, Given { task: id, order, refused: false });
    }

    /// A rencontre that an earlier run has given away goes on.
    pub fn adopt(&mut self, key: K, task: Box<Task>, engines: Box<[Travelling; 2]>) {
        let (id, order) = (task.id.clone(), BridgeOrder::Play { task, engines });
        self.given.insert(key, Given { task: id, order, refused: false });
    }

    /// Nobody wants this rencontre any more.
    pub fn stop(&mut self, key: K) {
        self.on.remove(&key);
        if let Some(Given { task, .. }) = self.given.remove(&key) {
            self.drop_task(task);
        }
    }

    /// Whether rencontres that no machine has begun are not to begin.
    pub fn hold(&mut self, held: bool) {
        self.held = held;
        self.say(&BridgeOrder::Hold(held));
    }

    /// Nobody wants this task any more.
    pub fn drop_task(&mut self, task: String) {
        self.say(&BridgeOrder::Stop(task));
    }

    /// The rencontres that no machine has begun.
    pub fn waiting(&self) -> Vec<K> {
        self.given.keys().filter(|key| !self.on.contains_key(key)).copied().collect()
    }

    /// A result is stored, or put aside.
    pub fn taken(&mut self, key: Option<K>, tag: u64) {
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
            log::debug!("{BRIDGE_PROGRAM}: {error}");
            self.companion.stop();
        }
    }

    /// Adds descriptors to wait for; when [`Bridge::events`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        self.companion.watch(fds)
    }

    /// Starts the bridge if it does not run; what it has told since, in order.
    pub fn events(&mut self) -> Vec<BridgeEvent<K>> {
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
                    log::warn!("{BRIDGE_PROGRAM}: {error}");
                    self.companion.stop();
                }
            }
        }
        let worked = self.worked;
        events.extend(told.into_iter().map(|event| match event {
            SidecarEvent::Said(line) => BridgeEvent::Said(sanitize(&line).into_owned()),
            SidecarEvent::Complained(line) => BridgeEvent::Complained(line),
            SidecarEvent::Ended(ProcessEnd::Exited(1)) if !worked => BridgeEvent::Broken,
            SidecarEvent::Ended(end) => ended(&reasons::ended(end)),
            SidecarEvent::NotStarted(errno) => ended(&Reason::os(&errno.into())),
        }));
        events
    }

    fn hear(&mut self, report: BridgeReport) -> Vec<BridgeEvent<K>> {
        match report {
            BridgeReport::Machines(machines) => {
                let told = changes(&self.machines, &machines).map(BridgeEvent::Complained).collect();
                let name = |machine: &Machine| machine.record.name.clone();
                let gone =
                    |machine: &&Machine| !machines.iter().any(|now| now.record.name == machine.record.name);
                for machine in self.machines.iter().filter(gone) {
                    self.present.remove(&name(machine));
                }
                self.present.extend(machines.iter().map(name));
                self.machines = machines;
                told
            }
            BridgeReport::UnderWay(task) => {
                let known = self.given.values().any(|given| given.task == task.id);
                if known { Vec::new() } else { vec![BridgeEvent::UnderWay(task)] }
            }
            BridgeReport::Ready => {
                (self.ready, self.worked) = (true, true);
                let orders: Vec<BridgeOrder> = self.given.values().map(|given| given.order.clone()).collect();
                orders.iter().for_each(|order| self.say(order));
                Vec::new()
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
                    self.refused(key, false);
                }
                Vec::new()
            }
            BridgeReport::Lost { task, machine } => {
                if let Some(key) = self.key_of(&task) {
                    self.on.remove(&key);
                    let key = key.to_string();
                    log::warn!("{}", i18n::text!("machine-lost", key = key, machine = sanitize(&machine)));
                }
                Vec::new()
            }
            BridgeReport::Waits { task, refused } => {
                if let Some(key) = self.key_of(&task) {
                    self.on.remove(&key);
                    self.refused(key, refused);
                }
                Vec::new()
            }
            BridgeReport::Failed { task, slot, why } => {
                let Some(key) = self.key_of(&task) else { return Vec::new() };
                self.given.remove(&key);
                self.on.remove(&key);
                vec![BridgeEvent::Failed(key, slot, why)]
            }
            BridgeReport::Result { tag, outcome } => {
                vec![BridgeEvent::Result(tag, outcome, !self.ready)]
            }
        }
    }

    fn refused(&mut self, key: K, refused: bool) {
        if let Some(given) = self.given.get_mut(&key) {
            given.refused = refused;
        }
    }

    /// The rencontre of a task that was given away.
    pub fn key_of(&self, task: &str) -> Option<K> {
        self.given.iter().find(|(_, given)| given.task == task).map(|(key, _)| *key)
    }

    /// A new process of the bridge, or none, knows nothing of what the one before has told.
    fn starts_afresh(&mut self) {
        (self.ready, self.machines) = (false, Vec::new());
        self.on.clear();
        self.given.values_mut().for_each(|given| given.refused = false);
        if self.process.is_some() {
            self.say(&BridgeOrder::Begin(self.settings.clone()));
            self.say(&BridgeOrder::Hold(self.held));
        }
    }

    /// Tells the machines that everything is played, and waits until they have left, a little while; what was
    /// told meanwhile.
    pub fn finish(&mut self) -> Vec<BridgeEvent<K>> {
        let mut events = Vec::new();
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
            events.extend(self.events());
        }
        events
    }
}

fn ended<K>(why: &Reason) -> BridgeEvent<K> {
    BridgeEvent::Complained(i18n::text!("bridge-ended", why = i18n::reason(why)))
}

/// What has changed in the room.
fn changes(before: &[Machine], now: &[Machine]) -> impl Iterator<Item = String> {
    now.iter().filter_map(|machine| {
        let known = before.iter().find(|known| known.record.name == machine.record.name);
        let name = sanitize(&machine.record.name).into_owned();
        if let Some(known) = known.filter(|known| known.state == machine.state) {
            let why = machine.fault.as_ref().filter(|_| known.fault != machine.fault)?;
            return Some(i18n::text!("machine-fault", name = name, why = i18n::reason(why)));
        }
        Some(match &machine.state {
            MachineState::Ready => i18n::text!("machine-plays", name = name, places = machine.places),
            MachineState::Refused(why) => {
                i18n::text!("machine-refused", name = name, why = i18n::reason(why))
            }
            MachineState::Leaving => i18n::text!("machine-leaves", name = name),
            MachineState::Silent => i18n::text!("machine-silent", name = name),
        })
    })
}
