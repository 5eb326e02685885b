//! An attempt at a scheduled game: the task for a host, and its result.

use std::collections::BTreeMap;
use std::net::TcpStream;
use std::time::Duration;

use arbitre::game::GameEntry;
use arbitre::host::{Cores, HostCommand, HostSettings, Task, TaskEngine, TaskLog, TaskPlayer, TaskSeat};
use arbitre::live::path_in;
use arbitre::record::{self, PartieRecord, Record};
use arbitre::rencontre::Rencontre;
use championnat::{Config, ContestantId, Key, Pairing, Recorded, SeatSpec, Side, paths};
use jeux::game::{MOST_MOVES, ParameterError, Params};
use jeux::{Reason, Slot};
use jiff::Timestamp;

use crate::run::confining::Confining;
use crate::run::intake::given_up;

/// How long a player may take to hear the result.
const LEAVE_BOUND: Duration = Duration::from_secs(60);

/// This program as a host, with its log piped to the championship.
pub fn host_command() -> HostCommand {
    let language = i18n::language().code().to_owned();
    HostCommand::this_program(&HostSettings { language, level: log::max_level() }, true)
}

/// The engine of a contestant, confined, on this core and with this title in its log; `None` by network.
pub fn engine_of(
    (config, confining): (&Config, &Confining),
    contestant: ContestantId,
    label: String,
    core: Option<usize>,
    title: String,
) -> Option<Box<TaskEngine>> {
    let SeatSpec::Engine { spec, .. } = config.seats.get(contestant.index())? else { return None };
    let name = config.regulations.name(contestant).to_owned();
    let path = paths::log(&config.records, &name, contestant.index());
    Some(Box::new(TaskEngine {
        spec: spec.clone(),
        key: name,
        label,
        start_ms: config.start_bound.as_millis() as u64,
        unlimited_ms: None,
        core,
        ponder: config.ponder,
        policy: confining.policy(contestant),
        log: Some(TaskLog { path, title }),
    }))
}

/// A rencontre waiting for a host.
#[derive(Debug)]
pub struct Job {
    pub key: Key,
    pub cores: Cores,
    /// The connections of its network players.
    pub connections: Vec<TcpStream>,
}

pub struct Attempt {
    pub pairing: Pairing,
    pub since: Timestamp,
    /// The host's task. Seats are empty until the players come.
    pub task: Task,
    kind: &'static GameEntry,
    pub recorded: Recorded,
    /// Played by a host, not decided without one.
    pub played: bool,
    /// Nothing more will come from its host.
    pub ended: bool,
    /// What the bridge calls its result, until that is stored.
    pub tag: Option<u64>,
    /// It lasts far longer than the others, and the organiser has been told.
    pub endless: bool,
    /// The wire's state of network players whose connections are free again, by slot.
    pub left: [Option<String>; 2],
}

impl Attempt {
    /// Begins an attempt at a game of two who have met so often, with so many milliseconds for a move;
    /// `number` makes its record's name unique in this process.
    pub fn new(
        config: &Config,
        kind: &'static GameEntry,
        pairing: Pairing,
        meetings: u32,
        time_ms: u64,
        number: u64,
    ) -> Result<Self, ParameterError> {
        let regulations = &config.regulations;
        let seed = regulations.start_seed(&pairing, meetings);
        let since = Timestamp::now();
        let now = since.strftime("%Y%m%dT%H%M%SZ");
        let player = |side| {
            let contestant = pairing.contestants()[side];
            let from = match config.seats.get(contestant.index()) {
                Some(SeatSpec::Engine { spec, .. }) => spec.clone(),
                Some(SeatSpec::Network(_)) | None => String::new(),
            };
            let seat = TaskSeat::Network(String::new());
            let name = regulations.name(contestant).to_owned();
            TaskPlayer { name, login: config.logins.get(contestant.index()).cloned().flatten(), from, seat }
        };
        let id = format!("{}-{now}-{}-{}-{number}", kind.name, pairing.key, std::process::id());
        let task = Task {
            setup: kind.draw(&regulations.parameters, seed)?,
            time_ms: Some(time_ms).filter(|ms| *ms > 0),
            scheduled: Some(pairing.key.to_string()),
            leave_ms: LEAVE_BOUND.as_millis() as u64,
            kept: config.engines_kept,
            live: Some(path_in(&config.records)),
            ..Task::new(id, kind.name, regulations.parties as usize, Side::ALL.map(player))
        };
        let (recorded, played, ended, endless, left) = (Recorded::Nothing, false, false, false, [None, None]);
        Ok(Attempt { pairing, since, task, kind, recorded, played, ended, tag: None, endless, left })
    }

    pub fn key(&self) -> Key {
        self.pairing.key
    }

    /// How long ago it began.
    pub fn length(&self) -> Duration {
        Timestamp::now().duration_since(self.since).unsigned_abs()
    }

    fn record(&self, write: impl FnOnce(&Rencontre<'_>, Option<Duration>) -> Record) -> Box<Record> {
        let contestants = self.task.contestants();
        Box::new(write(&self.task.rencontre(self.kind, &contestants), self.task.time()))
    }

    /// The record of a forfeit by this side, or by both (`None`); why, if that is known.
    pub fn forfeited(&self, absent: Option<Side>, why: Option<&Reason>) -> Box<Record> {
        self.record(|rencontre, time| rencontre.forfeited(time, absent.map(Slot::from), why))
    }

    /// The record of an attempt whose host wrote none.
    pub fn cut(&self, why: &Reason) -> Box<Record> {
        self.record(|rencontre, time| rencontre.interrupted(time, why))
    }

    /// The record of a game given up after so many attempts: interrupted, for [this
    /// reason](given_up).
    pub fn given_up(&self, attempts: u32, why: &Reason) -> Box<Record> {
        self.cut(&given_up(attempts, why.clone()))
    }

    /// Whether a host's record belongs to this attempt, beyond the rules.
    pub fn matches_pairing(&self, record: &Record) -> Result<(), Reason> {
        let task = &self.task;
        let names = [0, 1].map(|place| record.players[place].name == task.players[place].name);
        let matches = record.id == task.id && record.scheduled == task.scheduled && names == [true, true];
        if matches { self.begun_alike(record) } else { Err(other(record)) }
    }

    /// Whether a record has this game's conditions and draw.
    pub fn begun_alike(&self, record: &Record) -> Result<(), Reason> {
        begun_alike(record, &self.task.setup, self.task.time_ms)
    }
}

/// Whether a record has this draw and time per move.
pub fn begun_alike(record: &Record, setup: &Params, time_ms: Option<u64>) -> Result<(), Reason> {
    let settings = record::Settings { time_ms, judged: true };
    let mut before = setup.clone();
    // Games of older versions had no limit.
    before.remove(MOST_MOVES);
    let alike = |partie: &PartieRecord| partie.setup == *setup || partie.setup == before;
    let matches = record.settings == settings && record.parties.iter().all(alike);
    if matches { Ok(()) } else { Err(other(record)) }
}

fn other(record: &Record) -> Reason {
    Reason::new("record-other-rencontre").with(&record.id)
}

/// Each contestant's failed starts in a row.
#[derive(Debug)]
pub struct StartFailures {
    /// The limit; 0: none.
    most: u32,
    failed: BTreeMap<ContestantId, u32>,
    /// Why those are out who reached the limit.
    out: BTreeMap<ContestantId, Reason>,
}

impl StartFailures {
    pub fn new(most: u32) -> Self {
        StartFailures { most, failed: BTreeMap::new(), out: BTreeMap::new() }
    }

    /// Counts a start of a contestant's engine: successful (`None`) or failed. The reason why it is
    /// out, if it reached the limit; the count restarts then.
    pub fn hear(&mut self, contestant: ContestantId, failed: Option<Reason>) -> Option<Reason> {
        let Some(why) = failed else {
            self.failed.remove(&contestant);
            return None;
        };
        let times = self.failed.entry(contestant).or_default();
        *times += 1;
        let out = *times == self.most;
        if out {
            // A reinstated contestant starts afresh.
            self.failed.remove(&contestant);
        }
        let why = out.then(|| Reason::new("starts-failed").with(self.most).because(why))?;
        self.out.insert(contestant, why.clone());
        Some(why)
    }

    /// Why this contestant was put out, if it was.
    pub fn why_out(&self, contestant: ContestantId) -> Option<&Reason> {
        self.out.get(&contestant)
    }
}

/// A shorter rencontre is not too long.
const LONG: Duration = Duration::from_secs(120);
/// So many times the median of the others is too long.
const LONGER: u32 = 10;

/// Whether a rencontre of this length lasts far longer than the others.
pub fn is_endless(length: Duration, others: &[Duration]) -> bool {
    let mut others = others.to_vec();
    let middle = others.len() / 2;
    length > LONG && middle > 0 && length > LONGER * *others.select_nth_unstable(middle).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lasts_far_longer_than_the_others_is_endless() {
        let seconds = |lengths: &[u64]| lengths.iter().copied().map(Duration::from_secs).collect::<Vec<_>>();
        let (quick, slow) = (seconds(&[1, 2, 900]), seconds(&[60, 60, 60]));
        let endless = |length, others| is_endless(Duration::from_secs(length), others);
        assert!(endless(121, &quick) && endless(601, &slow));
        assert!(!endless(119, &quick) && !endless(599, &slow) && !endless(9000, &[]));
    }

    #[test]
    fn only_failures_in_a_row_count_and_only_once() {
        let (one, other) = (ContestantId(0), ContestantId(1));
        let failed = |code| Some(Reason::new(code));
        let mut failures = StartFailures::new(2);
        assert_eq!(failures.hear(one, failed("a")), None);
        assert_eq!(failures.hear(one, None), None);
        assert_eq!(failures.hear(one, failed("a")), None);
        assert_eq!(failures.hear(other, failed("a")), None);
        let why = Reason::new("starts-failed").with(2).because(Reason::new("b"));
        assert_eq!(failures.hear(one, failed("b")), Some(why.clone()));
        assert_eq!((failures.why_out(one), failures.why_out(other)), (Some(&why), None));
        assert_eq!(failures.hear(one, failed("b")), None, "who is taken back begins anew");
        let mut never = StartFailures::new(0);
        assert!((0..100).all(|_| never.hear(one, failed("a")).is_none()));
    }
}
