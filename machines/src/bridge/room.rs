//! The machines of the room, and which of them may play.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use arbitre::host::remote::{Machine, MachineState, Outcome};
use jeux::Reason;

use crate::wire::{SILENT, VERSION};

/// A silent machine is shown so long, in multiples of the time after which it counts as silent.
const SHOWN: u32 = 600;

/// A machine that has joined is heard of within this time.
const JOINS: Duration = Duration::from_secs(30);
/// The longest name, and how many computers may share one.
const NAME: usize = 60;
const NAMESAKES: u32 = 1000;
/// Places of a machine, whatever it says.
const MOST_PLACES: usize = 1024;

#[derive(Default)]
pub struct Room {
    /// By key.
    machines: BTreeMap<String, SeenMachine>,
    /// By how much speeds may differ, in hundredths.
    band: u32,
    /// The speeds that may play, until a speed comes or goes.
    group: Option<RangeInclusive<u32>>,
    changed: bool,
}

struct SeenMachine {
    name: String,
    /// `None` between joining and the first beat.
    machine: Option<Machine>,
    heard: Instant,
    /// Refused for its version or speed.
    refused: bool,
    /// Rencontres played here since this bridge was started.
    played: u64,
    fault: Option<Reason>,
}

impl Room {
    pub fn band(&mut self, band: u32) {
        (self.band, self.group) = (band, None);
    }

    /// The name of a machine in the room: its own, with a number if another has it.
    pub fn name(&mut self, key: &str, own: &str) -> String {
        let own: String = own.chars().filter(|c| !c.is_control()).take(NAME).collect();
        let others = self.machines.iter().filter(|(other, _)| *other != key);
        let taken: BTreeSet<&str> = others.map(|(_, seen)| seen.name.as_str()).collect();
        let numbered = (2..NAMESAKES).map(|number| format!("{own}-{number}"));
        let names = std::iter::once(own.clone()).chain(numbered);
        let name = names.into_iter().find(|name| !taken.contains(name.as_str())).unwrap_or(own);
        let seen = self.machines.entry(key.to_owned()).or_insert_with(SeenMachine::new);
        seen.name.clone_from(&name);
        name
    }

    /// A machine is there; why it gets no rencontres, if so.
    pub fn beat(&mut self, key: &str, mut machine: Machine) -> Option<Reason> {
        machine.places = machine.places.min(MOST_PLACES);
        let name = machine.record.name.clone();
        if self.machines.get(key).is_none_or(|seen| seen.name.is_empty()) {
            // It joined an earlier bridge.
            self.name(key, &name);
        }
        let (version, speed) = (&machine.record.version, machine.record.speed);
        let refused =
            (version != VERSION).then(|| Reason::new("machine-version").with(version).with(VERSION));
        let seen = self.machines.entry(key.to_owned()).or_insert_with(SeenMachine::new);
        seen.heard = Instant::now();
        let speed_before = seen.machine.as_ref().filter(|machine| machine.state != MachineState::Silent);
        if speed_before.map(|machine| machine.record.speed) != Some(speed) {
            self.group = None;
        }
        let refused = refused.or_else(|| self.too_different(key, speed));
        let seen = self.machines.entry(key.to_owned()).or_insert_with(SeenMachine::new);
        seen.refused = refused.is_some();
        machine.record.name.clone_from(&seen.name);
        let left = machine.state == MachineState::Leaving && machine.playing.is_empty();
        if let (MachineState::Ready, Some(why)) = (&machine.state, &refused) {
            machine.state = MachineState::Refused(why.clone());
        }
        machine.played = machine.played.max(seen.played);
        if machine.fault.is_none() {
            machine.fault.clone_from(&seen.fault);
        }
        let before = seen.machine.replace(machine);
        self.changed |= before != seen.machine;
        if left {
            self.machines.remove(key);
            self.group = None;
        }
        refused
    }

    /// Why the speed of this machine differs too much from the others', if so: not of the largest group
    /// within the band.
    fn too_different(&mut self, key: &str, speed: u32) -> Option<Reason> {
        let group = self.group.get_or_insert_with(|| {
            let others =
                self.machines.iter().filter(|(other, seen)| *other != key && seen.heard.elapsed() < SILENT);
            let others = others.filter_map(|(_, seen)| Some(seen.machine.as_ref()?.record.speed));
            largest_group(&others.chain([speed]).collect::<Vec<_>>(), self.band)
        });
        (!group.contains(&speed)).then(|| {
            let middle = group.start().midpoint(*group.end()).max(1);
            Reason::new("machine-speed").with(u64::from(speed) * 100 / u64::from(middle)).with(self.band)
        })
    }

    /// A machine has answered: it is called as in the room, whatever it says itself.
    pub fn played(&mut self, key: &str, outcome: &mut Outcome) {
        if let Some(seen) = self.machines.get_mut(key) {
            outcome.machine.name.clone_from(&seen.name);
            seen.played += 1;
            if let Err(why) = &outcome.end {
                seen.fault = Some(why.clone());
            }
        }
    }

    /// The keys and names of machines that have just fallen silent, and when each was last heard of.
    pub fn look(&mut self) -> Vec<(String, String, Instant)> {
        let mut silent = Vec::new();
        for (key, seen) in &mut self.machines {
            if let Some(machine) = &mut seen.machine
                && seen.heard.elapsed() >= SILENT
                && machine.state != MachineState::Silent
            {
                machine.state = MachineState::Silent;
                machine.playing.clear();
                silent.push((key.clone(), seen.name.clone(), seen.heard));
            }
        }
        if !silent.is_empty() {
            self.group = None;
        }
        let known = self.machines.len();
        self.machines.retain(|_, seen| {
            let stays = if seen.machine.is_some() { SILENT * SHOWN } else { JOINS };
            seen.heard.elapsed() < stays
        });
        self.changed |= !silent.is_empty() || self.machines.len() < known;
        silent
    }

    /// Whether something has changed since this was asked.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// The keys of the machines that play, or will when what they lack is there.
    pub fn keys(&self) -> BTreeSet<String> {
        let leaves =
            |seen: &SeenMachine| seen.machine.as_ref().is_some_and(|one| one.state == MachineState::Leaving);
        let plays = |seen: &SeenMachine| seen.heard.elapsed() < SILENT && !seen.refused && !leaves(seen);
        self.machines.iter().filter(|(_, seen)| plays(seen)).map(|(key, _)| key.clone()).collect()
    }

    pub fn machines(&self) -> Vec<Machine> {
        let mut machines: Vec<Machine> =
            self.machines.values().filter_map(|seen| seen.machine.clone()).collect();
        machines.sort_by(|one, other| one.record.name.cmp(&other.record.name));
        machines
    }
}

impl SeenMachine {
    fn new() -> Self {
        SeenMachine {
            name: String::new(),
            machine: None,
            heard: Instant::now(),
            refused: false,
            played: 0,
            fault: None,
        }
    }
}

/// The speeds from the slowest to the fastest of the largest group within a band of so many hundredths; of two
/// as large, the faster one.
fn largest_group(speeds: &[u32], band: u32) -> RangeInclusive<u32> {
    let mut sorted = speeds.to_vec();
    sorted.sort_unstable();
    let (mut first, mut best) = (0, 0..=0);
    for (last, fastest) in sorted.iter().enumerate() {
        while u64::from(*fastest) * 100 > u64::from(sorted[first]) * u64::from(100 + band) {
            first += 1;
        }
        if last - first >= best.end() - best.start() {
            best = first..=last;
        }
    }
    let speed = |index: usize| sorted.get(index).copied().unwrap_or_default();
    speed(*best.start())..=speed(*best.end())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use arbitre::record::MachineRecord;

    use super::*;

    #[test]
    fn only_those_that_get_rencontres_are_waited_for() {
        let mut room = Room::default();
        room.band(15);
        let mut beat = |key: &str, speed: u32, state: MachineState| {
            let record =
                MachineRecord { name: key.into(), processor: String::new(), speed, version: VERSION.into() };
            let machine = Machine {
                record,
                cores: 1,
                memory_mib: 1,
                programs: BTreeMap::new(),
                places: 1,
                playing: vec!["1".into()],
                played: 0,
                state,
                fault: None,
            };
            room.beat(key, machine);
        };
        beat("un", 100, MachineState::Ready);
        beat("deux", 100, MachineState::Refused(Reason::new("machine-engine")));
        beat("lent", 10, MachineState::Ready);
        beat("part", 100, MachineState::Leaving);
        assert_eq!(room.keys(), ["un", "deux"].map(str::to_owned).into());
    }

    #[test]
    fn the_largest_group_of_like_machines_plays() {
        assert_eq!(largest_group(&[100], 15), 100..=100);
        assert_eq!(largest_group(&[100, 110, 115, 60], 15), 100..=115);
        assert_eq!(largest_group(&[100, 200], 15), 200..=200, "of two as large, the faster one");
        assert_eq!(largest_group(&[100, 100, 200, 200, 201], 15), 200..=201);
        assert_eq!(largest_group(&[100, 250], 1000), 100..=250);
    }
}
