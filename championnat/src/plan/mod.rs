//! What is to be played next: a state machine without clock, processes or files.
//!
//! A [`Plan`] is told what happens (a connection, the end of a rencontre, the time) and says what
//! to do ([`Plan::next_actions`]): start a rencontre, or decide one by forfeit. It is built from
//! the regulations and the store, so that a restarted championship resumes: interrupted games start
//! again.
//!
//! * At most N rencontres run at once. Two engines that think at the same time never share a core,
//!   unless the organiser's number requires it.
//! * A network contestant plays one rencontre at a time and must be connected. Its absence is
//!   counted; when it reaches the grace period, the first of its games that waits for nobody else
//!   is forfeited. Its next games get the shorter grace period until it appears again. Absence adds
//!   up from game to game played, so that coming and going does not hold up a championship.
//! * Time during which the machine slept, or was too busy to report, is charged to nobody: the plan
//!   must be told the time often ([`Plan::wake_after`]), and counts no more than [`MAX_STEP`] per
//!   report.
//! * While it is held ([`Plan::hold`]), or contestants gather ([`Plan::gather`]), nothing begins, and no
//!   absence counts.
//! * A rencontre interrupted by nobody's fault is replayed a bounded number of times, each after a
//!   longer pause, the last time while no other is played: another's engine may be why. Then it is
//!   given up: recorded without a result, charged to nobody.
//! * With an end ([`Plan::end_by`]) rounds begin one by one, each only if it can end in time by the pace
//!   so far; the plan says after which round the championship ends ([`Plan::ends_after`]).
//! * The rencontres of an isolated contestant are played one by one, when no other can begin.

mod cores;
mod terms;
#[cfg(test)]
mod tests;

pub use terms::{
    Action, Attendance, ChampionshipState, ConnectError, Decided, Forfeit, PlanError, PlanSettings,
    PlannedStart, Progress, UnknownGame,
};

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::time::Duration;

use cores::CorePool;

use crate::Times;
use crate::model::{BySide, ContestantId, Fault, Key, Pairing, PartieResult, RencontreResult, Side};
use crate::pace::Pace;
use crate::results::Results;
use crate::schedule::Schedule;

/// The longest time that one report can add to an absence.
pub const MAX_STEP: Duration = Duration::from_secs(5);
/// The pause before the first replay of an interrupted rencontre; each further one is four times as long,
/// up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Rencontres under way at the end of the championship may take so much longer; if they do not end
/// then, their round does not count.
pub const END_MARGIN: Duration = Duration::from_secs(5 * 60);

#[derive(Clone, Debug)]
pub struct Plan {
    schedule: Schedule,
    settings: PlanSettings,
    results: Results,
    /// Neither under way nor played.
    open: BTreeMap<Key, Pairing>,
    running: BTreeMap<Key, Pairing>,
    /// Interrupted too often; to be recorded as given up.
    given_up: BTreeMap<Key, Pairing>,
    /// Contestants without an opponent, once per known round.
    byes: Vec<ContestantId>,
    /// Rencontres in all, as far as the known rounds say.
    expected: u64,
    interruptions: BTreeMap<Key, u32>,
    /// When an interrupted rencontre may begin again.
    pauses: BTreeMap<Key, Duration>,
    /// Contestants whose rencontres are played alone.
    isolated: BTreeSet<ContestantId>,
    /// The last round that may begin, if rounds are opened one by one.
    last_round: Option<u32>,
    /// The end of the championship, if it has one.
    end: Option<Duration>,
    /// Contestants who forfeit what is left.
    withdrawn: BTreeSet<ContestantId>,
    /// Paused: nothing begins.
    held: bool,
    /// Not begun yet.
    gathering: bool,
    presence: Vec<Presence>,
    cores: CorePool,
    /// Rencontres of two engines are played on other machines, so many at once; `None`: here.
    elsewhere: Option<usize>,
    /// Those that are.
    away: BTreeSet<Key>,
    now: Duration,
    /// When those under way began.
    started: BTreeMap<Key, Duration>,
    pace: Pace,
}

impl Plan {
    /// The plan for these results; `now` is the time since any fixed instant, the same as for
    /// [`Plan::advance`]. Network contestants are absent at first.
    pub fn new(
        schedule: Schedule,
        settings: PlanSettings,
        results: Results,
        now: Duration,
    ) -> Result<Plan, PlanError> {
        let cores = CorePool::new(&settings.cores, settings.simultaneous.is_some());
        let engines = settings.by_network.iter().filter(|by_network| !**by_network).count();
        let needed = if settings.ponder { engines.min(2) } else { engines.min(1) };
        if !cores.suffice(needed) {
            return Err(PlanError::TooFewCores(settings.cores.len()));
        }
        let presence =
            settings.by_network.iter().map(|by_network| Presence::of(*by_network, settings.grace)).collect();
        let mut plan = Plan {
            schedule,
            settings,
            results,
            open: BTreeMap::new(),
            running: BTreeMap::new(),
            given_up: BTreeMap::new(),
            byes: Vec::new(),
            expected: 0,
            interruptions: BTreeMap::new(),
            pauses: BTreeMap::new(),
            isolated: BTreeSet::new(),
            last_round: None,
            end: None,
            withdrawn: BTreeSet::new(),
            held: false,
            gathering: false,
            presence,
            cores,
            elsewhere: None,
            away: BTreeSet::new(),
            now,
            started: BTreeMap::new(),
            pace: Pace::default(),
        };
        plan.open_rounds();
        Ok(plan)
    }

    /// Reports the time; an earlier one than before changes nothing.
    pub fn advance(&mut self, now: Duration) {
        let step = now.saturating_sub(self.now).min(MAX_STEP);
        self.now = self.now.max(now);
        if self.is_waiting() {
            // Absence does not count while nothing can begin.
            return;
        }
        for (i, presence) in self.presence.iter_mut().enumerate() {
            let contestant = ContestantId(i as u32);
            if let Presence::Absent { waited, .. } = presence
                && launched(&self.open, self.last_round).any(|pairing| pairing.involves(contestant))
            {
                *waited += step;
            }
        }
    }

    /// When to report the time again if nothing else happens; `None` while nobody is waited for.
    pub fn wake_after(&self) -> Option<Duration> {
        if self.is_waiting() {
            return None;
        }
        let left = |(i, presence): (usize, &Presence)| match presence {
            Presence::Absent { waited, grace } => {
                let contestant = ContestantId(i as u32);
                let awaited =
                    launched(&self.open, self.last_round).any(|pairing| pairing.involves(contestant));
                awaited.then(|| grace.saturating_sub(*waited))
            }
            _ => None,
        };
        // An overdue contestant waits for its opponent: checked once per step.
        let next = self.presence.iter().enumerate().filter_map(left);
        let next = next.map(|left| if left.is_zero() { MAX_STEP / 2 } else { left.min(MAX_STEP / 2) });
        next.chain(self.pauses.values().filter_map(|due| due.checked_sub(self.now))).min()
    }

    /// A contestant connected and waits for its next rencontre.
    pub fn connected(&mut self, contestant: ContestantId) -> Result<(), ConnectError> {
        let grace = self.settings.grace;
        match self.presence.get_mut(contestant.index()) {
            Some(Presence::Local) | None => Err(ConnectError::NotByNetwork),
            Some(Presence::Waiting { .. }) => Err(ConnectError::AlreadyWaiting),
            Some(Presence::Playing) => Err(ConnectError::Playing),
            Some(presence) => {
                presence.appear(grace);
                Ok(())
            }
        }
    }

    /// A contestant present before the restart gets so much time to return.
    pub fn returning(&mut self, contestant: ContestantId, grace: Duration) {
        if let Some(presence @ Presence::Absent { .. }) = self.presence.get_mut(contestant.index()) {
            *presence = Presence::absent(grace);
        }
    }

    /// A waiting contestant left; no effect on any other.
    pub fn disconnected(&mut self, contestant: ContestantId) {
        if let Some(presence) = self.presence.get_mut(contestant.index()) {
            presence.leave(self.settings.grace);
        }
    }

    /// What to do now. It counts as begun, forfeits too, until [`Plan::finished`]. Forfeits first,
    /// then rencontres in the order of the schedule.
    pub fn next_actions(&mut self) -> Vec<Action> {
        if let Some(end) = self.end {
            if self.now >= end || self.ends_after().is_some() {
                return vec![];
            }
            self.last_round = self.round();
        }
        let mut actions: Vec<Action> = self.withdrawals().into_iter().map(Action::Forfeit).collect();
        if self.is_waiting() {
            return actions;
        }
        for i in 0..self.presence.len() {
            if let Some(forfeit) = self.next_forfeit(ContestantId(i as u32)) {
                self.running.insert(forfeit.pairing.key, forfeit.pairing);
                self.open.remove(&forfeit.pairing.key);
                actions.push(Action::Forfeit(forfeit));
            }
        }
        self.pauses.retain(|_, due| *due > self.now);
        let limit = self.settings.simultaneous.map_or(usize::MAX, |limit| limit as usize);
        let mut from = Bound::Unbounded;
        let alone_now = self.running.values().any(|pairing| self.is_alone(pairing));
        while let Some(pairing) = self.next_startable(from, limit).filter(|_| !alone_now) {
            from = Bound::Excluded(pairing.key);
            actions.push(Action::Start(self.begin(pairing)));
        }
        if self.cores.games() == 0 && self.away.is_empty() {
            let alone = |pairing: &Pairing| self.is_alone(pairing) && self.is_startable(pairing);
            if let Some(pairing) = self.open.values().copied().find(alone) {
                actions.push(Action::Start(self.begin(pairing)));
            }
        }
        actions
    }

    /// The first rencontre from there on that can begin beside others, at most so many of them here.
    fn next_startable(&self, from: Bound<Key>, limit: usize) -> Option<Pairing> {
        if self.elsewhere.is_none() && self.cores.games() >= limit {
            return None;
        }
        let startable = |pairing: &Pairing| {
            !self.is_alone(pairing)
                && (self.cores.games() < limit || self.is_for_elsewhere(pairing))
                && self.is_startable(pairing)
        };
        self.open.range((from, Bound::Unbounded)).map(|(_, pairing)| *pairing).find(startable)
    }

    /// Whether a game is played while no other is: an isolated contestant's, or its last attempt.
    fn is_alone(&self, pairing: &Pairing) -> bool {
        let replays = self.settings.replays;
        let last = replays > 0 && self.interruptions.get(&pairing.key).is_some_and(|times| *times >= replays);
        last || [pairing.white, pairing.black].iter().any(|contestant| self.isolated.contains(contestant))
    }

    fn is_startable(&self, pairing: &Pairing) -> bool {
        self.last_round.is_none_or(|last| pairing.key.round <= last)
            && !self.pauses.contains_key(&pairing.key)
            && Side::ALL.iter().all(|side| self.presence_of(pairing, *side).is_available())
            && match self.elsewhere.filter(|_| self.is_for_elsewhere(pairing)) {
                Some(places) => self.away.len() < places,
                None => self.cores.have_room(self.engines_of(pairing), self.settings.ponder),
            }
    }

    /// Whether a rencontre is for other machines: nobody of it plays by network.
    fn is_for_elsewhere(&self, pairing: &Pairing) -> bool {
        let engines = self.engines_of(pairing);
        self.elsewhere.is_some() && engines.white && engines.black
    }

    /// From now on rencontres of two engines are played on other machines, so many at once.
    pub fn play_elsewhere(&mut self, places: usize) {
        self.elsewhere = Some(places);
    }

    /// A rencontre of two engines that is under way on another machine, given away by an earlier run. It counts
    /// as begun; `false` if it is not to be played.
    pub fn is_away(&mut self, key: Key) -> bool {
        let open = self.open.get(&key).copied().filter(|pairing| self.is_for_elsewhere(pairing));
        open.map(|pairing| self.begin(pairing)).is_some()
    }

    fn begin(&mut self, pairing: Pairing) -> PlannedStart {
        let elsewhere = self.is_for_elsewhere(&pairing);
        let cores = if elsewhere {
            self.away.insert(pairing.key);
            BySide { white: None, black: None }
        } else {
            self.cores.take(pairing.key, self.engines_of(&pairing), self.settings.ponder)
        };
        for contestant in [pairing.white, pairing.black] {
            self.presence[contestant.index()].play();
        }
        self.open.remove(&pairing.key);
        self.running.insert(pairing.key, pairing);
        self.started.insert(pairing.key, self.now);
        let attempt = self.interruptions.get(&pairing.key).copied().unwrap_or(0);
        PlannedStart { pairing, attempt, cores, elsewhere }
    }

    /// This contestant's rencontres are played alone from now on. Whether that is new.
    pub fn isolate(&mut self, contestant: ContestantId) -> bool {
        self.isolated.insert(contestant)
    }

    /// The store has the result of a rencontre, perhaps one not begun here, such as the record of a
    /// process that outlived the last run; if that is being replayed, it must be stopped.
    pub fn finished(&mut self, key: Key, result: RencontreResult) -> Result<(), UnknownGame> {
        let known = |games: &BTreeMap<Key, Pairing>| games.get(&key).copied();
        let pairing = known(&self.running)
            .or_else(|| known(&self.open))
            .or_else(|| known(&self.given_up))
            .filter(|pairing| pairing.contestants() == result.contestants())
            .ok_or(UnknownGame(key))?;
        if let Some(started) = self.started.get(&key) {
            self.pace.add(Times { started_ms: ms(*started), finished_ms: ms(self.now) });
        }
        self.release(&pairing);
        self.open.remove(&key);
        self.given_up.remove(&key);
        self.results.insert(key, result);
        if self.open.is_empty() && self.running.is_empty() && self.given_up.is_empty() {
            self.open_rounds();
        }
        Ok(())
    }

    /// A rencontre was interrupted by nobody's fault. Whether it is replayed; otherwise it is given
    /// up: call [`Plan::finished`] with a result without games once that is recorded.
    pub fn interrupted(&mut self, key: Key) -> Result<bool, UnknownGame> {
        let pairing = self.running.get(&key).copied().ok_or(UnknownGame(key))?;
        self.release(&pairing);
        let times = self.interruptions.entry(key).or_default();
        *times += 1;
        let again = *times <= self.settings.replays;
        if again {
            let pause = FIRST_PAUSE.saturating_mul(4u32.saturating_pow(*times - 1)).min(LONGEST_PAUSE);
            self.pauses.insert(key, self.now + pause);
            self.open.insert(key, pairing)
        } else {
            self.given_up.insert(key, pairing)
        };
        Ok(again)
    }

    /// A rencontre could not start as a network contestant had just left, or its result counts no more: it
    /// remains to be played, and does not count as interrupted.
    pub fn not_begun(&mut self, key: Key) -> Result<(), UnknownGame> {
        let pairing = self.running.get(&key).copied().ok_or(UnknownGame(key))?;
        self.release(&pairing);
        self.open.insert(key, pairing);
        Ok(())
    }

    /// Applies a decision. The games under way to stop without a record: they have a result now,
    /// are no longer scheduled, or a player is disqualified. Those whose players are being told go on until
    /// then: [`Plan::finished`], or [`Plan::not_begun`] if they are to be played again.
    pub fn decided(&mut self, decided: Decided) -> Vec<Key> {
        let Decided { schedule, results, by_network, gone, disqualified, told } = decided;
        for by_network in by_network.into_iter().skip(self.presence.len()) {
            self.presence.push(Presence::of(by_network, self.settings.grace));
            self.settings.by_network.push(by_network);
        }
        self.withdrawn = gone;
        self.schedule = schedule;
        self.results = results;
        self.results.retain(|key, _| !told.contains(key));
        self.open.clear();
        self.open_rounds();
        let stands = |pairing: &Pairing| {
            let barred = || disqualified.iter().any(|contestant| pairing.involves(*contestant));
            self.open.get(&pairing.key) == Some(pairing) && (told.contains(&pairing.key) || !barred())
        };
        let (going_on, stopped): (Vec<Pairing>, Vec<Pairing>) =
            self.running.values().partition(|pairing| stands(pairing));
        for pairing in going_on {
            self.open.remove(&pairing.key);
        }
        for pairing in &stopped {
            self.release(pairing);
        }
        let open = &mut self.open;
        self.given_up.retain(|key, _| open.remove(key).is_some());
        stopped.into_iter().map(|pairing| pairing.key).collect()
    }

    /// The state of the championship.
    pub fn state(&self) -> ChampionshipState {
        let over = self.running.is_empty() && self.open.is_empty() && self.given_up.is_empty();
        if over { ChampionshipState::Finished } else { ChampionshipState::Ongoing }
    }

    /// For a progress bar.
    pub fn progress(&self) -> Progress {
        let finished = self.results.len() as u64;
        let running = self.running.len() as u64;
        let known = finished + running + (self.open.len() + self.given_up.len()) as u64;
        let expected = self.expected.max(known);
        let left = self.end.map(|end| end.saturating_sub(self.now));
        let remaining_time = self.pace.remaining(expected - finished);
        let remaining_time = remaining_time.map(|time| left.map_or(time, |left| time.min(left)));
        Progress { finished, running, expected, remaining_time }
    }

    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The contestants with a paid bye, once each per round, in the order of rounds.
    pub fn byes(&self) -> &[ContestantId] {
        &self.byes
    }

    /// The games under way, by ascending key.
    pub fn running(&self) -> impl Iterator<Item = &Pairing> {
        self.running.values()
    }

    /// The known games not yet begun, in the order of the schedule.
    pub fn open(&self) -> impl Iterator<Item = &Pairing> {
        self.open.values()
    }

    /// Disconnected network contestants who have a game to play, in the order of the list.
    pub fn awaited(&self) -> impl Iterator<Item = ContestantId> {
        ContestantId::all(self.presence.len()).filter(|contestant| {
            matches!(self.presence[contestant.index()], Presence::Absent { .. })
                && self.open.values().any(|pairing| pairing.involves(*contestant))
        })
    }

    /// Network contestants in the order of the list, with their presence.
    pub fn attendance(&self) -> impl Iterator<Item = (ContestantId, Attendance)> {
        ContestantId::all(self.presence.len()).filter_map(|contestant| {
            let attendance = match self.presence[contestant.index()] {
                Presence::Local => return None,
                Presence::Absent { .. } => Attendance::Absent,
                Presence::Waiting { .. } => Attendance::Waiting,
                Presence::Playing => Attendance::Playing,
            };
            Some((contestant, attendance))
        })
    }

    /// Holds or resumes: while held, nothing begins and no absence counts; games under way go on.
    pub fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// Whether it is held.
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Before the beginning network contestants gather: nothing begins and no absence counts.
    pub fn gather(&mut self, gathering: bool) {
        self.gathering = gathering;
    }

    /// Whether it has not begun yet.
    pub fn is_gathering(&self) -> bool {
        self.gathering
    }

    fn is_waiting(&self) -> bool {
        self.held || self.gathering
    }

    fn presence_of(&self, pairing: &Pairing, side: Side) -> &Presence {
        &self.presence[pairing.contestants()[side].index()]
    }

    fn engines_of(&self, pairing: &Pairing) -> BySide<bool> {
        let local = |side| *self.presence_of(pairing, side) == Presence::Local;
        BySide { white: local(Side::White), black: local(Side::Black) }
    }

    /// The championship ends by then, after a whole round. `None`: when everything is played.
    pub fn end_by(&mut self, end: Option<Duration>) {
        if end.is_none() && self.end.is_some() {
            self.last_round = None;
        }
        self.end = end;
    }

    /// The round after which the championship ends, because the next one cannot end in time, or the
    /// one under way has not: nothing more begins.
    pub fn ends_after(&self) -> Option<u32> {
        let end = self.end?;
        let round = self.round()?;
        let of_round = Key { round, board: 0 }..=Key { round, board: u32::MAX };
        let running = self.running.range(of_round.clone()).count();
        let open = self.open.range(of_round.clone()).count();
        let played = self.results.range(of_round).any(|(_, result)| !result.is_forfeit());
        let ends = if running > 0 || played {
            self.now >= end && (open > 0 || self.now >= end + END_MARGIN)
        } else {
            let takes = self.pace.remaining(open as u64).unwrap_or_default();
            self.now >= end || self.now + takes > end
        };
        ends.then(|| round - 1)
    }

    /// The first round that is not over.
    fn round(&self) -> Option<u32> {
        let first = |games: &BTreeMap<Key, Pairing>| games.keys().next().map(|key| key.round);
        [&self.open, &self.running, &self.given_up].into_iter().filter_map(first).min()
    }

    /// The pace of an earlier run, with times on the clock of [`Plan::advance`].
    pub fn played_before(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// From now on moves have another time, in milliseconds.
    pub fn change_time(&mut self, before: u64, after: u64) {
        self.pace.change_time(ms(self.now), before, after);
    }

    /// Only rounds up to this one may begin.
    pub fn open_until(&mut self, round: u32) {
        self.last_round = Some(round);
    }

    /// Whether the open rounds are played and others follow.
    pub fn phase_over(&self) -> bool {
        let Some(last) = self.last_round else { return false };
        self.running.is_empty() && self.open.values().all(|pairing| pairing.key.round > last)
    }

    /// This contestant forfeits every game not yet begun: [`Plan::next_actions`] gives them.
    pub fn withdraw(&mut self, contestant: ContestantId) {
        self.withdrawn.insert(contestant);
    }

    /// Forfeits by withdrawal; they count as begun.
    fn withdrawals(&mut self) -> Vec<Forfeit> {
        let mut forfeits = vec![];
        if self.withdrawn.is_empty() {
            // Usual, and asked after every event, while there may be a hundred thousand open games.
            return forfeits;
        }
        // With an end those of later rounds wait for their rounds, which may not be played.
        let last = self.last_round.filter(|_| self.end.is_some());
        for pairing in launched(&self.open, last).copied().collect::<Vec<_>>() {
            let gone = |side: &Side| self.withdrawn.contains(&pairing.contestants()[*side]);
            let absent: Vec<Side> = Side::ALL.into_iter().filter(gone).collect();
            let absent = match absent[..] {
                [] => continue,
                [side] => Some(side),
                _ => None,
            };
            forfeits.push(self.forfeited(pairing, absent));
            self.open.remove(&pairing.key);
            self.running.insert(pairing.key, pairing);
        }
        forfeits
    }

    /// The record of a game not played because this side, or both, are absent.
    fn forfeited(&self, pairing: Pairing, absent: Option<Side>) -> Forfeit {
        let partie =
            absent.map_or(PartieResult::BothAbsent, |side| PartieResult::Disqualified(side, Fault::Absent));
        let Pairing { white, black, .. } = pairing;
        let result = RencontreResult { white, black, parties: vec![partie; self.settings.parties as usize] };
        Forfeit { pairing, absent, result }
    }

    /// The first game that this contestant forfeits, if it is overdue.
    fn next_forfeit(&mut self, contestant: ContestantId) -> Option<Forfeit> {
        if !self.presence[contestant.index()].is_overdue() {
            return None;
        }
        let (pairing, side) = launched(&self.open, self.last_round).find_map(|pairing| {
            let side = Side::ALL.into_iter().find(|side| pairing.contestants()[*side] == contestant)?;
            let opponent = self.presence_of(pairing, !side);
            // An opponent that is playing is not held up; one that is late itself has time to come.
            (opponent.is_available() || opponent.is_overdue()).then_some((*pairing, side))
        })?;
        let both = self.presence_of(&pairing, !side).is_overdue();
        self.presence[contestant.index()].forfeit(self.settings.next_grace);
        if both {
            let opponent = pairing.contestants()[!side];
            self.presence[opponent.index()].forfeit(self.settings.next_grace);
        }
        Some(self.forfeited(pairing, (!both).then_some(side)))
    }

    /// Frees cores and contestants of this game if it was begun.
    fn release(&mut self, pairing: &Pairing) {
        self.started.remove(&pairing.key);
        let away = self.away.remove(&pairing.key);
        if self.running.remove(&pairing.key).is_some() && (away || self.cores.release(pairing.key)) {
            for contestant in [pairing.white, pairing.black] {
                self.presence[contestant.index()].end_of_game(self.settings.grace);
            }
        }
    }

    /// Adds the rounds that the results determine.
    fn open_rounds(&mut self) {
        let rounds = self.schedule.rounds(&self.results);
        self.byes = rounds.iter().filter_map(|round| round.bye).collect();
        self.expected = self.schedule.expected_rencontres(&self.results);
        for round in rounds {
            for pairing in round.pairings {
                if !self.results.contains_key(&pairing.key) {
                    self.open.insert(pairing.key, pairing);
                }
            }
        }
    }
}

fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Games that may begin: up to the last open round.
fn launched(open: &BTreeMap<Key, Pairing>, last_round: Option<u32>) -> impl Iterator<Item = &Pairing> {
    let last = Key { round: last_round.unwrap_or(u32::MAX), board: u32::MAX };
    open.range(..=last).map(|(_, pairing)| pairing)
}

/// Whether a contestant can play now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Presence {
    /// An engine of the server: as many games at once as there are cores.
    Local,
    /// Absent for so long since its last game, of the grace period.
    Absent { waited: Duration, grace: Duration },
    /// Connected; keeps its absence since its last game.
    Waiting { absent: Duration },
    /// In a rencontre.
    Playing,
}

impl Presence {
    pub fn of(by_network: bool, grace: Duration) -> Presence {
        if by_network { Presence::absent(grace) } else { Presence::Local }
    }

    pub fn absent(grace: Duration) -> Presence {
        Presence::Absent { waited: Duration::ZERO, grace }
    }

    pub fn is_available(&self) -> bool {
        matches!(self, Presence::Local | Presence::Waiting { .. })
    }

    /// Absent for longer than allowed.
    pub fn is_overdue(&self) -> bool {
        matches!(self, Presence::Absent { waited, grace } if waited >= grace)
    }

    /// An absent contestant connects. After a forfeit its absence starts afresh.
    pub fn appear(&mut self, full_grace: Duration) {
        if let Presence::Absent { waited, grace } = self {
            let absent = if *grace == full_grace { *waited } else { Duration::ZERO };
            *self = Presence::Waiting { absent };
        }
    }

    pub fn leave(&mut self, full_grace: Duration) {
        if let Presence::Waiting { absent } = self {
            *self = Presence::Absent { waited: *absent, grace: full_grace };
        }
    }

    pub fn play(&mut self) {
        if *self != Presence::Local {
            *self = Presence::Playing;
        }
    }

    /// After a network rencontre it has to connect again.
    pub fn end_of_game(&mut self, full_grace: Duration) {
        if *self == Presence::Playing {
            *self = Presence::absent(full_grace);
        }
    }

    /// A game was decided by its absence.
    pub fn forfeit(&mut self, next_grace: Duration) {
        *self = Presence::absent(next_grace);
    }
}
