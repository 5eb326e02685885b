//! Hosts on other machines: what a client and its bridge say to each other, over the same kind of channel.
//!
//! The bridge is a companion program of the client. It passes tasks of engines on to machines, and hands in
//! what their hosts say: a rencontre may be played twice if a machine was cut off, so the client counts its
//! result once, by the scheduled game.

mod bridge;

use std::collections::BTreeMap;
use std::time::Duration;

use jeux::{Reason, Slot};
use serde::{Deserialize, Serialize};

pub use bridge::{BRIDGE_PROGRAM, Bridge, BridgeEvent};

use super::{Report, Task};
use crate::engine::Travelling;
use crate::record::{MachineRecord, Record};

/// From a client to its bridge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum BridgeOrder {
    /// What all rencontres have in common. Comes first, once.
    Begin(RoomSettings),
    /// Have this rencontre played; both players are engines, by slot.
    Play { task: Box<Task>, engines: Box<[Travelling; 2]> },
    /// Nobody wants the rencontre of this task any more.
    Stop(String),
    /// Whether rencontres that wait are not to begin.
    Hold(bool),
    /// This result is stored, or has been put aside: the bridge may forget it.
    Taken(u64),
    /// Everything is played: the machines may go.
    Finished,
}

/// What all rencontres of a client have in common.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoomSettings {
    /// Both engines of a rencontre think at once: it needs two cores.
    pub ponder: bool,
    /// By how much the speeds of machines may differ, in hundredths.
    pub band: u32,
    /// The client plays itself what does not play on a machine, and is not to wait for another one.
    pub fallback: bool,
}

/// From a bridge to its client.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum BridgeReport {
    /// The machines of the room, whenever something has changed.
    Machines(Vec<Machine>),
    /// A rencontre that an earlier run of the client has given away, and nobody has played yet.
    UnderWay(Box<Task>),
    /// What earlier runs have left has been told.
    Ready,
    /// A machine plays the rencontre of this task; how long after another one with it was last heard of, in
    /// milliseconds, if one was lost.
    Begun { task: String, machine: String, lost_ms: Option<u64> },
    /// The machine that played this one is silent: another one plays it.
    Lost { task: String, machine: String },
    /// The machine that had this one has given it back: it waits for another one. `refused`: all that are there have
    /// refused it.
    Waits { task: String, refused: bool },
    /// The rencontre of this task cannot be played elsewhere, perhaps by the fault of the engine in this slot.
    Failed { task: String, slot: Option<Slot>, why: Reason },
    /// A rencontre is over.
    Result { tag: u64, outcome: Box<Outcome> },
}

/// What a machine's host said of a rencontre.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The task's name, and the scheduled game.
    pub task: String,
    pub scheduled: Option<String>,
    pub machine: MachineRecord,
    /// What was said before the end: starts of engines, odd lines.
    pub reports: Vec<Report>,
    /// The record, or why there is none.
    pub end: Result<Box<Record>, Reason>,
    /// What the engines logged, by slot.
    pub logs: [String; 2],
    /// How long ago the rencontre ended, in milliseconds, by the clock of the machine when it handed this in.
    pub age_ms: u64,
}

/// A machine of the room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    pub record: MachineRecord,
    pub cores: usize,
    pub memory_mib: u64,
    /// Programs that engines may need, with their versions.
    pub programs: BTreeMap<String, String>,
    /// Rencontres at once.
    pub places: usize,
    /// The tasks under way.
    pub playing: Vec<String>,
    pub played: u64,
    pub state: MachineState,
    /// What failed there last.
    pub fault: Option<Reason>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MachineState {
    Ready,
    /// It gets no rencontres for this reason.
    Refused(Reason),
    /// It ends its rencontres and leaves.
    Leaving,
    /// Nothing was heard of it for a while.
    Silent,
}

impl Machine {
    /// Rencontres that it takes at once.
    pub fn open_places(&self) -> usize {
        if self.state == MachineState::Ready { self.places } else { 0 }
    }
}

impl Outcome {
    /// Brings the times of the record to the clock of this machine: that of the other one may be wrong.
    pub fn on_this_clock(&mut self, now: jiff::Timestamp) {
        let age = Duration::from_millis(self.age_ms);
        if let Ok(record) = &mut self.end
            && let Some(ended) = record.ended
            && let Ok(here) = now.checked_sub(age)
        {
            let wrong = here.duration_since(ended);
            // Clocks that are kept right differ by less, and so does the way here.
            if wrong.unsigned_abs() > CLOCKS {
                record.shift(wrong);
            }
        }
    }
}

/// Clocks of machines that differ by less agree.
const CLOCKS: Duration = Duration::from_secs(2);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{TaskPlayer, TaskSeat};
    use jiff::{SignedDuration, Timestamp};

    fn blank() -> Record {
        let player = |name| TaskPlayer::new(name, "", TaskSeat::House(String::new()));
        Task::new("1", "morpion", 2, ["a", "b"].map(player)).blank().expect("a record")
    }

    #[test]
    fn a_record_has_the_time_of_the_organiser_whatever_the_machine_believes() {
        let started: Timestamp = "2026-11-25T10:00:00Z".parse().expect("a time");
        let ended = started + SignedDuration::from_secs(40);
        let mut record = blank();
        (record.started, record.ended) = (started, Some(ended));
        let outcome = |wrong: SignedDuration, age_ms: u64| {
            let mut record = record.clone();
            record.shift(wrong);
            Outcome {
                task: record.id.clone(),
                scheduled: None,
                machine: MachineRecord::default(),
                reports: Vec::new(),
                end: Ok(Box::new(record)),
                logs: Default::default(),
                age_ms,
            }
        };
        let now = ended + SignedDuration::from_millis(1500);
        for hours in [-5, 0, 7] {
            let mut outcome = outcome(SignedDuration::from_hours(hours), 1500);
            outcome.on_this_clock(now);
            let record = outcome.end.expect("a record");
            assert_eq!((record.started, record.ended), (started, Some(ended)), "{hours} h");
        }
        // Clocks that agree, and a slow way here.
        let mut near = outcome(SignedDuration::ZERO, 0);
        near.on_this_clock(now);
        assert_eq!(near.end.expect("a record").ended, Some(ended));
        let mut never = outcome(SignedDuration::ZERO, u64::MAX);
        never.on_this_clock(Timestamp::MIN);
        assert_eq!(never.end.expect("a record").started, started);
    }
}
