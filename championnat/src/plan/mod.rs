//! What is to be played next: a state machine without clock, processes or files.
//!
//! A [`Plan`] is told what happens (somebody connects, a rencontre ends, time passes) and says what to do
//! ([`Plan::next_actions`]): start a rencontre, or decide one by forfeit. It is built from the regulations and from what
//! the store has, so that a restarted championship goes on where it was: what was under way is started again.
//!
//! * At most N rencontres run at once, and two engines that think at the same time never share a core, unless a
//!   number was ordered that leaves no choice.
//! * A contestant by network plays one rencontre at a time and must be connected. Everybody's absence is
//!   counted, and when it reaches the grace period the first of its games that waits for nobody else is
//!   forfeited. Its next games get the shorter grace period until it appears again. Absence adds up from game to
//!   game played, so that coming and going does not hold up a championship for ever.
//! * Time that the machine slept, or was too busy to report, is not held against anybody: the plan must be told the
//!   time often ([`Plan::wake_after`]), and counts no more than [`MAX_STEP`] for one report.
//! * As long as somebody holds it ([`Plan::hold`]) nothing begins, and nobody is waited for.
//! * A rencontre that was interrupted by nobody's fault is played again, a bounded number of times; then it is given up:
//!   recorded without a result, charged to nobody, and the championship goes on and ends without it.

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

use crate::model::{BySide, ContestantId, Fault, Key, Pairing, PartieResult, RencontreResult, Side};
use crate::results::Results;
use crate::schedule::Schedule;

/// The longest time that one report of the time can add to anybody's absence.
pub const MAX_STEP: Duration = Duration::from_secs(5);

/// The plan of a championship.
#[derive(Clone, Debug)]
pub struct Plan {
    schedule: Schedule,
    settings: PlanSettings,
    results: Results,
    /// Known, and neither under way nor played.
    open: BTreeMap<Key, Pairing>,
    running: BTreeMap<Key, Pairing>,
    /// Interrupted too often; to be recorded as given up.
    given_up: BTreeMap<Key, Pairing>,
    /// Who had no opponent, once for every round that is known.
    byes: Vec<ContestantId>,
    interruptions: BTreeMap<Key, u32>,
    /// The last round that may begin, where somebody opens one after the other.
    last_round: Option<u32>,
    /// Those who lose all that they have still to play.
    withdrawn: BTreeSet<ContestantId>,
    /// Nothing begins.
    held: bool,
    /// For how long nothing has begun, of the time since the first start.
    held_for: Duration,
    presence: Vec<Presence>,
    cores: CorePool,
    now: Duration,
    first_start: Option<Duration>,
    finished_here: u32,
}

impl Plan {
    /// The plan of a championship that has these results; `now` is the time since any fixed instant, the same one for
    /// [`Plan::advance`]. Everybody who comes by network is absent at first.
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
            interruptions: BTreeMap::new(),
            last_round: None,
            withdrawn: BTreeSet::new(),
            held: false,
            held_for: Duration::ZERO,
            presence,
            cores,
            now,
            first_start: None,
            finished_here: 0,
        };
        plan.open_rounds();
        Ok(plan)
    }

    /// Time passes, up to `now`; an earlier one than was told before changes nothing.
    pub fn advance(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.now);
        let step = passed.min(MAX_STEP);
        self.now = self.now.max(now);
        if self.held {
            // Nobody is waited for, as nothing could begin.
            if self.first_start.is_some() {
                self.held_for += passed;
            }
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

    /// In how long to report the time again and ask for actions, if nothing else happens; `None` as long as nobody is
    /// waited for.
    pub fn wake_after(&self) -> Option<Duration> {
        if self.held {
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
        // An absentee whose time is over waits for its opponent's sake: that is looked at once per step.
        let next = self.presence.iter().enumerate().filter_map(left);
        next.map(|left| if left.is_zero() { MAX_STEP / 2 } else { left.min(MAX_STEP / 2) }).min()
    }

    /// A contestant is connected and waits for its next rencontre.
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

    /// A contestant that was there before the championship was resumed has so much time to come back, whatever the grace.
    pub fn returning(&mut self, contestant: ContestantId, grace: Duration) {
        if let Some(presence @ Presence::Absent { .. }) = self.presence.get_mut(contestant.index()) {
            *presence = Presence::absent(grace);
        }
    }

    /// A contestant that was waiting has gone; of any other one this changes nothing.
    pub fn disconnected(&mut self, contestant: ContestantId) {
        if let Some(presence) = self.presence.get_mut(contestant.index()) {
            presence.leave(self.settings.grace);
        }
    }

    /// What is to be done now; it counts as begun, forfeits too, until [`Plan::finished`] tells their results.
    /// Forfeits come first, then rencontres in the order of the schedule.
    pub fn next_actions(&mut self) -> Vec<Action> {
        let mut actions: Vec<Action> = self.withdrawals().into_iter().map(Action::Forfeit).collect();
        if self.held {
            return actions;
        }
        for i in 0..self.presence.len() {
            if let Some(forfeit) = self.next_forfeit(ContestantId(i as u32)) {
                self.running.insert(forfeit.pairing.key, forfeit.pairing);
                self.open.remove(&forfeit.pairing.key);
                actions.push(Action::Forfeit(forfeit));
            }
        }
        let limit = self.settings.simultaneous.map_or(usize::MAX, |limit| limit as usize);
        let mut from = Bound::Unbounded;
        while self.cores.games() < limit {
            let startable = |pairing: &&Pairing| {
                self.last_round.is_none_or(|last| pairing.key.round <= last)
                    && Side::ALL.iter().all(|side| self.presence_of(pairing, *side).is_available())
                    && self.cores.have_room(self.engines_of(pairing), self.settings.ponder)
            };
            let mut later = self.open.range((from, Bound::Unbounded)).map(|(_, pairing)| pairing);
            let Some(pairing) = later.find(startable).copied() else { break };
            from = Bound::Excluded(pairing.key);
            let cores = self.cores.take(pairing.key, self.engines_of(&pairing), self.settings.ponder);
            for contestant in [pairing.white, pairing.black] {
                self.presence[contestant.index()].play();
            }
            self.open.remove(&pairing.key);
            self.running.insert(pairing.key, pairing);
            self.first_start.get_or_insert(self.now);
            let attempt = self.interruptions.get(&pairing.key).copied().unwrap_or(0);
            actions.push(Action::Start(PlannedStart { pairing, attempt, cores }));
        }
        actions
    }

    /// A rencontre has its result, and the store has it. This may also be one that was not begun here, such as the
    /// record of a process that outlived the last run; if it is being played again, that is to be stopped.
    pub fn finished(&mut self, key: Key, result: RencontreResult) -> Result<(), UnknownGame> {
        let known = |games: &BTreeMap<Key, Pairing>| games.get(&key).copied();
        let pairing = known(&self.running)
            .or_else(|| known(&self.open))
            .or_else(|| known(&self.given_up))
            .filter(|pairing| pairing.contestants() == result.contestants())
            .ok_or(UnknownGame(key))?;
        self.release(&pairing);
        self.open.remove(&key);
        self.given_up.remove(&key);
        self.results.insert(key, result);
        self.finished_here += 1;
        if self.open.is_empty() && self.running.is_empty() && self.given_up.is_empty() {
            self.open_rounds();
        }
        Ok(())
    }

    /// A rencontre was interrupted, which is nobody's fault. Returns whether it will be played again; after too many times
    /// it is given up: [`Plan::finished`] is to be called with a result without any PARTIE as soon as that is recorded.
    pub fn interrupted(&mut self, key: Key) -> Result<bool, UnknownGame> {
        let pairing = self.running.get(&key).copied().ok_or(UnknownGame(key))?;
        self.release(&pairing);
        let times = self.interruptions.entry(key).or_default();
        *times += 1;
        let again = *times <= self.settings.replays;
        if again {
            self.open.insert(key, pairing)
        } else {
            self.given_up.insert(key, pairing)
        };
        Ok(again)
    }

    /// A rencontre was to be started and could not be, because a contestant by network has just left: it is still to be
    /// played, and nobody's interruption.
    pub fn not_begun(&mut self, key: Key) -> Result<(), UnknownGame> {
        let pairing = self.running.get(&key).copied().ok_or(UnknownGame(key))?;
        self.release(&pairing);
        self.open.insert(key, pairing);
        Ok(())
    }

    /// The organiser has decided something. Gives the games under way that must not go on, with nothing to be recorded of them:
    /// they have a result now, are not scheduled any more, or one of the two is disqualified.
    pub fn decided(&mut self, decided: Decided) -> Vec<Key> {
        let Decided { schedule, results, by_network, gone, disqualified } = decided;
        for by_network in by_network.into_iter().skip(self.presence.len()) {
            self.presence.push(Presence::of(by_network, self.settings.grace));
            self.settings.by_network.push(by_network);
        }
        self.withdrawn = gone;
        self.schedule = schedule;
        self.results = results;
        self.open.clear();
        self.open_rounds();
        let stands = |pairing: &Pairing| {
            self.open.get(&pairing.key) == Some(pairing)
                && !disqualified.iter().any(|contestant| pairing.involves(*contestant))
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

    /// How the championship stands.
    pub fn state(&self) -> ChampionshipState {
        let over = self.running.is_empty() && self.open.is_empty() && self.given_up.is_empty();
        if over { ChampionshipState::Finished } else { ChampionshipState::Ongoing }
    }

    /// Figures for a progress bar.
    pub fn progress(&self) -> Progress {
        let finished = self.results.len() as u64;
        let running = self.running.len() as u64;
        let known = finished + running + (self.open.len() + self.given_up.len()) as u64;
        let expected = self.schedule.expected_rencontres().max(known);
        let remaining_time = self.first_start.filter(|_| self.finished_here > 0).map(|start| {
            let playing = self.now.saturating_sub(start).saturating_sub(self.held_for);
            let each = playing.as_secs_f64() / f64::from(self.finished_here);
            // At most the number of rencontres times what the longest possible championship takes: finite.
            Duration::try_from_secs_f64(each * (expected - finished) as f64).unwrap_or(Duration::MAX)
        });
        Progress { finished, running, expected, remaining_time }
    }

    /// The results so far.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Who had no opponent in a round and is paid for it, once for each, in the order of the rounds.
    pub fn byes(&self) -> &[ContestantId] {
        &self.byes
    }

    /// The games that are under way, by ascending key.
    pub fn running(&self) -> impl Iterator<Item = &Pairing> {
        self.running.values()
    }

    /// The games that are known and not begun yet, in the order of the schedule.
    pub fn open(&self) -> impl Iterator<Item = &Pairing> {
        self.open.values()
    }

    /// The contestants by network who are not connected although they have a game to play, in the order of the list.
    pub fn awaited(&self) -> impl Iterator<Item = ContestantId> {
        ContestantId::all(self.presence.len()).filter(|contestant| {
            matches!(self.presence[contestant.index()], Presence::Absent { .. })
                && self.open.values().any(|pairing| pairing.involves(*contestant))
        })
    }

    /// The contestants by network, in the order of the list, and whether they are there.
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

    /// From now on no rencontre begins and nobody's absence counts, or they do again; what is under way goes on.
    pub fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// Whether no rencontre begins.
    pub fn is_held(&self) -> bool {
        self.held
    }

    fn presence_of(&self, pairing: &Pairing, side: Side) -> &Presence {
        &self.presence[pairing.contestants()[side].index()]
    }

    /// Which sides are played by engines of this machine.
    fn engines_of(&self, pairing: &Pairing) -> BySide<bool> {
        let local = |side| *self.presence_of(pairing, side) == Presence::Local;
        BySide { white: local(Side::White), black: local(Side::Black) }
    }

    /// Only rounds up to this one may begin, until another one is named.
    pub fn open_until(&mut self, round: u32) {
        self.last_round = Some(round);
    }

    /// Whether nothing is left to be played of the rounds that may begin, and others are to come.
    pub fn phase_over(&self) -> bool {
        let Some(last) = self.last_round else { return false };
        self.running.is_empty() && self.open.values().all(|pairing| pairing.key.round > last)
    }

    /// This contestant loses every game that it has still to begin, now and in rounds to come: [`Plan::next_actions`]
    /// gives them.
    pub fn withdraw(&mut self, contestant: ContestantId) {
        self.withdrawn.insert(contestant);
    }

    /// The games that are forfeited because somebody has withdrawn; they count as begun.
    fn withdrawals(&mut self) -> Vec<Forfeit> {
        let mut forfeits = vec![];
        if self.withdrawn.is_empty() {
            // The usual case, asked after every event: the open games may be a hundred thousand.
            return forfeits;
        }
        for pairing in self.open.values().copied().collect::<Vec<_>>() {
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

    /// What is recorded of a game that is not played because of this side, or of both.
    fn forfeited(&self, pairing: Pairing, absent: Option<Side>) -> Forfeit {
        let partie =
            absent.map_or(PartieResult::BothAbsent, |side| PartieResult::Disqualified(side, Fault::Absent));
        let Pairing { white, black, .. } = pairing;
        let result = RencontreResult { white, black, parties: vec![partie; self.settings.parties as usize] };
        Forfeit { pairing, absent, result }
    }

    /// The first game that this contestant forfeits, if its time is over.
    fn next_forfeit(&mut self, contestant: ContestantId) -> Option<Forfeit> {
        if !self.presence[contestant.index()].is_overdue() {
            return None;
        }
        let (pairing, side) = launched(&self.open, self.last_round).find_map(|pairing| {
            let side = Side::ALL.into_iter().find(|side| pairing.contestants()[*side] == contestant)?;
            let opponent = self.presence_of(pairing, !side);
            // An opponent that is playing is not held up; one that is late itself still has time to come.
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

    /// Ends what was begun for this game, if it was: cores and contestants are free again.
    fn release(&mut self, pairing: &Pairing) {
        if self.running.remove(&pairing.key).is_some() && self.cores.release(pairing.key) {
            for contestant in [pairing.white, pairing.black] {
                self.presence[contestant.index()].end_of_game(self.settings.grace);
            }
        }
    }

    /// Takes in the rounds that the results determine.
    fn open_rounds(&mut self) {
        let rounds = self.schedule.rounds(&self.results);
        self.byes = rounds.iter().filter_map(|round| round.bye).collect();
        for round in rounds {
            for pairing in round.pairings {
                if !self.results.contains_key(&pairing.key) {
                    self.open.insert(pairing.key, pairing);
                }
            }
        }
    }
}

/// The games not begun yet that may begin: up to the last round that is open.
fn launched(open: &BTreeMap<Key, Pairing>, last_round: Option<u32>) -> impl Iterator<Item = &Pairing> {
    let last = Key { round: last_round.unwrap_or(u32::MAX), board: u32::MAX };
    open.range(..=last).map(|(_, pairing)| pairing)
}

/// Whether a contestant can play now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Presence {
    /// An engine of the server: as many games at once as there are cores.
    Local,
    /// Not connected: for how long since its last game, and how long it may be.
    Absent { waited: Duration, grace: Duration },
    /// Connected; the time that it has been absent since its last game is kept.
    Waiting { absent: Duration },
    /// In a rencontre.
    Playing,
}

impl Presence {
    /// Of somebody who has just been entered.
    pub fn of(by_network: bool, grace: Duration) -> Presence {
        if by_network { Presence::absent(grace) } else { Presence::Local }
    }

    pub fn absent(grace: Duration) -> Presence {
        Presence::Absent { waited: Duration::ZERO, grace }
    }

    /// Can play now.
    pub fn is_available(&self) -> bool {
        matches!(self, Presence::Local | Presence::Waiting { .. })
    }

    /// Absent for longer than allowed.
    pub fn is_overdue(&self) -> bool {
        matches!(self, Presence::Absent { waited, grace } if waited >= grace)
    }

    /// An absent contestant connects. Who comes back after a forfeit starts afresh.
    pub fn appear(&mut self, full_grace: Duration) {
        if let Presence::Absent { waited, grace } = self {
            let absent = if *grace == full_grace { *waited } else { Duration::ZERO };
            *self = Presence::Waiting { absent };
        }
    }

    /// A waiting contestant leaves.
    pub fn leave(&mut self, full_grace: Duration) {
        if let Presence::Waiting { absent } = self {
            *self = Presence::Absent { waited: *absent, grace: full_grace };
        }
    }

    /// A rencontre begins.
    pub fn play(&mut self) {
        if *self != Presence::Local {
            *self = Presence::Playing;
        }
    }

    /// A rencontre has ended: by network, it has to connect again.
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
