//! The organiser's program: the loop of `run/`, without processes, sockets and files.
//!
//! The plan, what follows from records and interruptions, and what counts are the real ones. What binds them is in
//! `run/` bound to processes, and is written here again, under the same names: `Runner::run` and `plan_settings`
//! (`runner.rs`); `start`, `call`, `forfeit`, `decide_unplayed`, `handed_in`, `committed`, `not_recorded`,
//! `record_again`, `taken`, `failed`, `ended`, `conclude`, `interrupted`, `machine_fails` and `suspect`
//! (`rencontres.rs`); `decide`, `take_effect`, `hold`, `begin_if_due`, `end_if_due` and `rule` (`organiser.rs`);
//! `earlier` (`elsewhere.rs`); `expect_back` and `was_absent` (`network.rs`).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use championnat::{
    Action, ChampionshipState, Conclusion, ContestantId, Decided, Decision, DecisionDraft, DecisionRuling,
    Fault, Forfeit, IncomingOutcome, IncomingPartie, IncomingRencontre, Intake, Key, MachineHealth, Pairing,
    PartieResult, Plan, PlannedStart, Recorded, Side, Suspects, Times,
};
use jeux::Reason;

use crate::books::Unwritten;
use crate::simulation::{Host, Player, Simulation};

/// The least time to return after a restart.
const RETURN_AT_LEAST: Duration = Duration::from_secs(60);

/// Why a step ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    Killed,
    /// It cannot go on without a loss.
    Failed,
}

pub struct Attempt {
    pub pairing: Pairing,
    pub id: String,
    pub started_ms: i64,
    pub recorded: Recorded,
    pub played: bool,
    pub ended: bool,
    pub host: Host,
}

/// One life of the program.
pub struct Life {
    pub plan: Plan,
    health: MachineHealth,
    suspects: Suspects,
    pub attempts: BTreeMap<Key, Attempt>,
    /// On their way to disk.
    pub committing: Vec<IncomingRencontre>,
    /// What disk or store did not take.
    unrecorded: Vec<IncomingRencontre>,
    trouble: bool,
    /// When a pause ends that the organiser has not asked for, on the clock of the plan.
    pub resumes: Option<Duration>,
    /// On the simulated clock.
    pub since: u64,
    /// Told to stop: what is under way ends.
    pub stopping: bool,
    /// Interruptions of each game.
    interruptions: BTreeMap<Key, u32>,
}

impl Simulation {
    /// The program begins, or begins again.
    pub fn begin_life(&mut self, rebuilt: bool) {
        self.files.sort_by(|one, other| one.id.cmp(&other.id));
        let described = self.described();
        let resumed = !self.files.is_empty() || self.lives > 0;
        let doubles = self.books.open(&described, &self.by_network, &self.journal, &self.files, rebuilt);
        self.files.retain(|record| !doubles.contains(&record.id));
        self.lives += 1;
        let mut settings = self.world.settings.clone();
        settings.by_network = self.by_network.clone();
        let model = &self.books.model;
        let plan = Plan::new(model.schedule.clone(), settings, model.results(), Duration::ZERO);
        let mut plan = plan.expect("cores enough");
        for who in model.gone() {
            plan.withdraw(who);
        }
        let times = self.files.iter().filter(|record| model.record_of(record.key) == Some(&record.id));
        let times = times.map(|record| {
            let (started_ms, finished_ms) =
                (record.started_ms - self.wall(), record.finished_ms - self.wall());
            (record.key, Times { started_ms, finished_ms })
        });
        plan.played_before(model.regulations.pace(&times.collect()));
        if plan.results().is_empty() {
            plan.gather(self.world.gathers && plan.awaited().next().is_some());
        }
        if resumed && !plan.is_gathering() {
            for index in self.networked() {
                let who = ContestantId(index as u32);
                if !was_absent(&plan, who) {
                    let grace = self.world.settings.grace.max(RETURN_AT_LEAST);
                    plan.returning(who, grace);
                }
            }
        }
        for absence in &mut self.absences {
            absence.restart(self.world.settings.grace);
        }
        self.life = Some(Life {
            plan,
            health: MachineHealth::default(),
            suspects: Suspects::default(),
            attempts: BTreeMap::new(),
            committing: vec![],
            unrecorded: vec![],
            trouble: false,
            resumes: None,
            since: self.clock,
            stopping: false,
            interruptions: BTreeMap::new(),
        });
        self.check_plan();
    }

    pub fn life(&mut self) -> &mut Life {
        self.life.as_mut().expect("it runs")
    }

    pub fn plan(&mut self) -> &mut Plan {
        &mut self.life().plan
    }

    fn plan_clock(&self) -> Duration {
        let since = self.life.as_ref().map_or(0, |life| life.since);
        Duration::from_millis(self.clock - since)
    }

    /// Until it waits for something to happen; whether it is over.
    pub fn until_waiting(&mut self) -> Result<bool, Ended> {
        let now = self.plan_clock();
        self.plan().advance(now);
        if self.life().resumes.is_some_and(|resumes| now >= resumes) {
            self.hold(false);
        }
        if self.plan().is_gathering() && self.plan().awaited().next().is_none() {
            self.plan().gather(false);
        }
        if let Some(places) = self.world.elsewhere {
            self.plan().play_elsewhere(places);
        }
        if !self.life().stopping {
            self.end_if_due()?;
            for action in self.plan().next_actions() {
                match action {
                    Action::Start(start) => self.start(&start),
                    Action::Forfeit(forfeit) => self.forfeit(&forfeit),
                }
            }
        }
        let idle = self.plan().running().next().is_none();
        Ok(self.plan().state() == ChampionshipState::Finished || (self.life().stopping && idle))
    }

    fn start(&mut self, start: &PlannedStart) {
        self.check_start(start);
        if !self.call(&start.pairing) {
            return;
        }
        let host = self.host_of(start.pairing.key);
        let attempt = self.attempt(start.pairing, host);
        self.say("start", || format!("{} {} attempt {}", attempt.id, attempt.pairing.key, start.attempt));
        let attempts = &mut self.life().attempts;
        assert!(attempts.insert(start.pairing.key, attempt).is_none(), "{} twice", start.pairing.key);
    }

    /// Whether its network players are still there; who is waits on.
    fn call(&mut self, pairing: &Pairing) -> bool {
        let players = [pairing.white, pairing.black];
        let by_network = players.into_iter().filter(|who| self.by_network[who.index()]);
        let by_network: Vec<ContestantId> = by_network.collect();
        let leaver = by_network.first().copied().filter(|_| self.happens(3));
        if leaver.is_none() {
            for who in by_network {
                self.players[who.index()] = Player::Playing;
            }
            return true;
        }
        self.say("left at the start", || format!("{leaver:?} of {}", pairing.key));
        self.plan().not_begun(pairing.key).expect("it was begun");
        for who in by_network {
            self.absences[who.index()].afresh();
            if Some(who) == leaver || self.plan().connected(who).is_err() {
                self.players[who.index()] = self.away();
            }
        }
        false
    }

    fn attempt(&mut self, pairing: Pairing, host: Host) -> Attempt {
        self.count += 1;
        Attempt {
            pairing,
            id: format!("r-{:05}", self.count),
            started_ms: self.wall(),
            recorded: Recorded::Nothing,
            played: true,
            ended: false,
            host,
        }
    }

    fn forfeit(&mut self, forfeit: &Forfeit) {
        self.check_forfeit(forfeit);
        let attempt = self.attempt(forfeit.pairing, Host::None);
        self.say("forfeit", || format!("{} {} absent {:?}", attempt.id, forfeit.pairing.key, forfeit.absent));
        let outcome = finished(&forfeit.result.parties);
        self.decide_unplayed(attempt, outcome);
    }

    fn decide_unplayed(&mut self, attempt: Attempt, outcome: IncomingOutcome) {
        let attempt = Attempt { ended: true, played: false, ..attempt };
        let record = self.record(&attempt, outcome);
        self.life().attempts.insert(attempt.pairing.key, attempt);
        self.commit(record);
    }

    /// A record of this attempt.
    pub fn record(&self, attempt: &Attempt, outcome: IncomingOutcome) -> IncomingRencontre {
        let name = |who: ContestantId| self.books.model.regulations.name(who).to_owned();
        IncomingRencontre {
            key: attempt.pairing.key,
            id: attempt.id.clone(),
            white: name(attempt.pairing.white),
            black: name(attempt.pairing.black),
            started_ms: attempt.started_ms,
            finished_ms: self.wall().max(attempt.started_ms),
            outcome,
            machine: None,
            json: format!("{{\"id\":\"{}\"}}", attempt.id),
        }
    }

    /// A host, or another machine, hands in a record.
    pub fn handed_in(&mut self, record: IncomingRencontre) {
        let life = self.life();
        // One of another attempt contradicts the task.
        if life.attempts.get(&record.key).is_some_and(|attempt| attempt.id == record.id) {
            self.commit(record);
        }
    }

    fn commit(&mut self, record: IncomingRencontre) {
        let life = self.life();
        if let Some(attempt) = life.attempts.get_mut(&record.key) {
            attempt.recorded = Recorded::UnderWay;
        }
        life.committing.push(record);
    }

    /// Writes what was handed in, and has the store take it in.
    pub fn settle(&mut self) -> Result<(), Ended> {
        while self.life().committing.iter().any(|_| true) {
            let batch = std::mem::take(&mut self.life().committing);
            self.committed(batch)?;
        }
        Ok(())
    }

    pub fn committed(&mut self, batch: Vec<IncomingRencontre>) -> Result<(), Ended> {
        let mut written = vec![];
        for record in batch {
            if self.happens(1) {
                self.say("record not written", || record.id.clone());
                self.not_recorded(vec![record]);
                continue;
            }
            if !self.files.iter().any(|file| file.id == record.id) {
                self.files.push(record.clone());
            }
            written.push(record);
        }
        if written.is_empty() {
            return Ok(());
        }
        self.may_be_killed("between record and store")?;
        match self.books.take_together(&written) {
            Ok(intakes) => {
                self.may_be_killed("between store and plan")?;
                for (record, intake) in written.iter().zip(intakes) {
                    self.taken(record, intake);
                }
                Ok(())
            }
            Err(Unwritten::Passing) => {
                self.say("store refused", String::new);
                self.not_recorded(written);
                Ok(())
            }
            Err(Unwritten::Fatal) => Err(Ended::Failed),
        }
    }

    fn not_recorded(&mut self, records: Vec<IncomingRencontre>) {
        self.life().unrecorded.extend(records);
        self.machine_fails();
    }

    pub fn is_settled(&mut self) -> bool {
        !self.life().trouble || self.life().unrecorded.is_empty()
    }

    fn taken(&mut self, record: &IncomingRencontre, intake: Intake) {
        self.say("taken", || format!("{} {}: {intake:?}", record.id, record.key));
        if let Intake::Duplicate(_) = &intake {
            self.files.retain(|file| file.id != record.id);
        }
        let why = match &record.outcome {
            IncomingOutcome::Interrupted(why) | IncomingOutcome::GivenUp(why) => Some(why),
            IncomingOutcome::Finished(_) => None,
        };
        let recorded = Recorded::by(&intake, why, self.books.model.has_result(record.key));
        let tells = self.clock + self.dice.between(0, 20_000);
        let life = self.life();
        let attempt = life.attempts.get_mut(&record.key);
        let Some(attempt) = attempt.filter(|attempt| attempt.id == record.id) else { return };
        attempt.recorded = recorded;
        if attempt.host == Host::HandedIn {
            attempt.host = Host::Tells(tells);
        }
        self.conclude(record.key);
    }

    /// A host failed.
    pub fn failed(&mut self, key: Key) {
        if let Some(attempt) = self.life.as_ref().and_then(|life| life.attempts.get(&key))
            && attempt.recorded == Recorded::Nothing
        {
            let record = self.record(attempt, IncomingOutcome::Interrupted(Reason::new("no-worker")));
            self.commit(record);
        }
        self.ended(key);
    }

    /// A host has finished.
    pub fn ended(&mut self, key: Key) {
        if let Some(attempt) = self.life().attempts.get_mut(&key) {
            attempt.ended = true;
            attempt.host = Host::None;
        }
        self.conclude(key);
    }

    fn conclude(&mut self, key: Key) {
        let now = self.books.model.results().get(&key).cloned();
        let life = self.life();
        let Some(attempt) = life.attempts.get(&key).filter(|attempt| attempt.ended) else { return };
        let Some(conclusion) = attempt.recorded.conclusion(now.as_ref()) else { return };
        let Attempt { pairing, played, .. } = life.attempts.remove(&key).expect("it is there");
        match conclusion {
            Conclusion::Result(result) => {
                if played {
                    life.health.played();
                }
                life.plan.finished(key, result).expect("a game of the plan");
            }
            Conclusion::Replayed => life.plan.not_begun(key).expect("a game of the plan"),
            Conclusion::Interrupted(why) => self.interrupted(&pairing, &why),
        }
        if played {
            self.give_back(&pairing);
        }
    }

    fn interrupted(&mut self, pairing: &Pairing, why: &Reason) {
        let again = self.plan().interrupted(pairing.key).expect("a game of the plan");
        let times = self.life().interruptions.entry(pairing.key).or_default();
        *times += 1;
        let times = *times;
        self.say("interrupted", || format!("{} {why:?}, again: {again}", pairing.key));
        assert_eq!(again, times <= self.world.settings.replays, "replays of {}", pairing.key);
        self.suspect(pairing);
        if self.life().health.interrupted(pairing.key) {
            self.machine_fails();
        }
        if !again {
            let attempt = self.attempt(*pairing, Host::None);
            self.say("given up", || pairing.key.to_string());
            self.decide_unplayed(attempt, IncomingOutcome::GivenUp(why.clone()));
        }
    }

    fn machine_fails(&mut self) {
        let now = self.plan_clock();
        let life = self.life();
        if life.trouble {
            return;
        }
        let pause = life.health.pause();
        if !life.plan.is_held() {
            self.hold(true);
            self.life().resumes = Some(now + pause);
        }
        self.life().trouble = true;
        self.say("machine fails", || format!("{pause:?}"));
    }

    fn suspect(&mut self, pairing: &Pairing) {
        let by_network = self.by_network.clone();
        let life = self.life();
        let under_way = life.attempts.values().filter(|attempt| attempt.played);
        let playing = under_way.map(|attempt| &attempt.pairing).chain([pairing]);
        let playing = playing.flat_map(|pairing| [pairing.white, pairing.black]);
        let playing = playing.filter(|who| !by_network[who.index()]).collect();
        if let Some(suspect) = life.suspects.hear(playing)
            && life.plan.isolate(suspect)
        {
            self.say("isolated", || format!("{suspect:?}"));
        }
    }

    /// Gives network players their connections back: they have to ask again.
    fn give_back(&mut self, pairing: &Pairing) {
        for who in [pairing.white, pairing.black] {
            if self.players[who.index()] == Player::Playing {
                self.players[who.index()] = self.away();
                self.absences[who.index()].afresh();
            }
        }
    }

    /// Pauses or resumes.
    pub fn hold(&mut self, held: bool) {
        self.say(if held { "held" } else { "goes on" }, String::new);
        let life = self.life();
        life.plan.hold(held);
        life.resumes = None;
        if !held {
            life.trouble = false;
            let unrecorded = std::mem::take(&mut life.unrecorded);
            unrecorded.into_iter().for_each(|record| self.commit(record));
        }
    }

    /// Takes the organiser's decision, unless it is refused.
    pub fn decide(&mut self, ruling: DecisionRuling) -> Result<(), Ended> {
        self.settle()?;
        if !self.is_settled() {
            return Ok(());
        }
        let running: BTreeSet<Key> = self.plan().running().map(|pairing| pairing.key).collect();
        self.take_decision(ruling, |key| running.contains(&key))
    }

    /// Takes a decision of the referee.
    fn rule(&mut self, ruling: DecisionRuling) -> Result<(), Ended> {
        self.settle()?;
        if !self.is_settled() {
            return Ok(());
        }
        self.take_decision(ruling, |_| false)
    }

    fn take_decision(
        &mut self,
        ruling: DecisionRuling,
        is_running: impl Fn(Key) -> bool,
    ) -> Result<(), Ended> {
        let request = DecisionDraft { who: "ada".into(), why: String::new(), ruling };
        let at_ms = self.wall();
        let Some(decision) = self.books.consider(request.clone(), at_ms, is_running) else {
            self.say("decision refused", || format!("{:?}", request.ruling));
            return Ok(());
        };
        self.say("decision", || format!("{decision:?}"));
        self.enter(&decision);
        self.journal.push(decision.clone());
        self.may_be_killed("between journal and store")?;
        if self.books.decide(&decision).is_err() {
            return Err(Ended::Failed);
        }
        self.may_be_killed("between decision and plan")?;
        self.take_effect();
        Ok(())
    }

    /// The description gets a late entrant.
    fn enter(&mut self, decision: &Decision) {
        if let DecisionRuling::Add { .. } = decision.request.ruling {
            let by_network = self.dice.percent(40);
            self.add_contestant(by_network);
        }
    }

    fn take_effect(&mut self) {
        let model = &self.books.model;
        let disqualified = model.disqualified();
        let attempts = self.life.iter().flat_map(|life| &life.attempts);
        let told = attempts.filter(|(_, attempt)| attempt.recorded == Recorded::Result);
        let decided = Decided {
            told: told.map(|(key, _)| *key).collect(),
            schedule: model.schedule.clone(),
            results: model.results(),
            by_network: self.by_network.clone(),
            gone: model.gone(),
            disqualified,
        };
        for key in self.plan().decided(decided) {
            self.say("stopped", || key.to_string());
            if let Some(attempt) = self.life().attempts.remove(&key) {
                self.give_back(&attempt.pairing);
            }
        }
        self.check_plan();
    }

    /// The end of the championship, on the clock of the wall.
    pub fn ends(&self) -> Option<i64> {
        let moved = self.journal.iter().rev().find_map(|decision| match decision.request.ruling {
            DecisionRuling::PlayOn { end_ms } => Some(end_ms),
            _ => None,
        });
        moved.unwrap_or(self.world.ends)
    }

    fn end_if_due(&mut self) -> Result<(), Ended> {
        let ends = self.ends();
        let (now, wall) = (self.plan_clock(), self.wall());
        let at = |end: i64| match end - wall {
            left if left < 0 => now.saturating_sub(Duration::from_millis(left.unsigned_abs())),
            left => now + Duration::from_millis(left.unsigned_abs()),
        };
        self.plan().end_by(ends.map(at));
        if self.plan().ends_after().is_none() {
            return Ok(());
        }
        self.settle()?;
        let Some(round) = self.plan().ends_after().filter(|_| self.life.is_some()) else { return Ok(()) };
        if !self.is_settled() {
            return Ok(());
        }
        self.say("end", || format!("after round {round}"));
        self.rule(DecisionRuling::EndAfter { round: Some(round), of: None, end_ms: ends })
    }

    /// Another machine tells a result of an earlier run: whether it is to be played still.
    pub fn earlier(&mut self, record: &IncomingRencontre) {
        let open = self.plan().open().find(|pairing| pairing.key == record.key).copied();
        if self.life().attempts.contains_key(&record.key) {
            return;
        }
        let Some(pairing) = open else { return };
        let mut attempt = self.attempt(pairing, Host::None);
        attempt.id.clone_from(&record.id);
        let names = [pairing.white, pairing.black].map(|who| self.books.model.regulations.name(who));
        if names != [&record.white, &record.black] || !self.plan().is_away(record.key) {
            return;
        }
        self.say("late result", || format!("{} {}", record.id, record.key));
        (attempt.ended, attempt.started_ms) = (true, record.started_ms);
        self.life().attempts.insert(record.key, attempt);
        self.handed_in(record.clone());
    }
}

/// The outcome of a rencontre with these results.
pub fn finished(parties: &[PartieResult]) -> IncomingOutcome {
    let partie = |result: &PartieResult| IncomingPartie {
        result: *result,
        detail: None,
        moves: vec![],
        waits: Default::default(),
    };
    IncomingOutcome::Finished(parties.iter().map(partie).collect())
}

/// Whether this contestant lost its last rencontre by absence.
pub fn was_absent(plan: &Plan, who: ContestantId) -> bool {
    let mut last = plan.results().values().rev();
    let last = last.find_map(|result| Some((result.side_of(who)?, &result.parties)));
    last.is_some_and(|(side, parties): (Side, _)| {
        let absent = [PartieResult::Disqualified(side, Fault::Absent), PartieResult::BothAbsent];
        !parties.is_empty() && parties.iter().all(|partie| absent.contains(partie))
    })
}
