//! A championship from its seed to its end: the world around the organiser's program, step by step.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use championnat::{
    ConnectError, ContestantId, Decision, DecisionRuling, Fault, Forfeit, IncomingOutcome, IncomingRencontre,
    Key, MAX_STEP, PartieResult, PlannedStart, Ranking, Recorded, Regulations, Side,
};
use jeux::Reason;

use crate::books::{Books, Broken, TABLES};
use crate::dice::Dice;
use crate::organiser::{Ended, Life, finished};
use crate::world::{MORNING, World, name};

/// Longer than any championship should take once nothing goes wrong any more.
const MOST_STEPS: u32 = 6000;
const MOST_DECISIONS: usize = 12;

/// What plays a rencontre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Host {
    /// Until then.
    Plays(u64),
    /// Its record is on its way.
    HandedIn,
    /// It tells the players how it ended, until then.
    Tells(u64),
    /// Nothing more comes from it.
    None,
}

/// A network contestant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Until then; `None`: for good.
    Away(Option<u64>),
    Waits,
    Playing,
}

/// How long somebody has really been away since his last rencontre, while the program ran and waited.
#[derive(Clone, Copy, Debug)]
pub struct Absence {
    away: Duration,
    /// What he is allowed at least.
    allowed: Duration,
    full: Duration,
}

impl Absence {
    fn new(full: Duration) -> Absence {
        Absence { away: Duration::ZERO, allowed: full, full }
    }

    pub fn afresh(&mut self) {
        *self = Absence::new(self.full);
    }

    pub fn restart(&mut self, full: Duration) {
        *self = Absence::new(full);
    }
}

pub struct Simulation {
    pub dice: Dice,
    pub world: World,
    pub books: Books,
    /// The records on disk.
    pub files: Vec<IncomingRencontre>,
    /// The journal of decisions on disk.
    pub journal: Vec<Decision>,
    /// Results that nobody has heard of yet.
    strays: Vec<IncomingRencontre>,
    pub by_network: Vec<bool>,
    pub players: Vec<Player>,
    pub absences: Vec<Absence>,
    /// In milliseconds; it never goes back.
    pub clock: u64,
    /// How far the clock of the wall is from it.
    jumped: i64,
    pub life: Option<Life>,
    pub lives: u32,
    pub count: u32,
    steps: u32,
    /// What happened, if it is to be told.
    pub history: Option<Vec<String>>,
    pub counts: BTreeMap<&'static str, u64>,
}

/// What a championship came to.
pub struct Outcome {
    /// The lines of its ranking.
    pub ranking: String,
    pub counts: BTreeMap<&'static str, u64>,
}

impl Simulation {
    pub fn new(seed: u64, with_database: bool, told: bool) -> Simulation {
        let mut dice = Dice::new(seed);
        let world = World::draw(&mut dice);
        let books = Books::new(&world.regulations, with_database);
        let by_network = world.settings.by_network.clone();
        let mut simulation = Simulation {
            players: vec![],
            absences: vec![Absence::new(world.settings.grace); by_network.len()],
            dice,
            world,
            books,
            files: vec![],
            journal: vec![],
            strays: vec![],
            by_network,
            clock: 0,
            jumped: 0,
            life: None,
            lives: 0,
            count: 0,
            steps: 0,
            history: told.then(Vec::new),
            counts: BTreeMap::new(),
        };
        simulation.players = (0..simulation.by_network.len()).map(|_| simulation.away()).collect();
        simulation
    }

    /// Runs it to its end.
    pub fn run(&mut self) -> Outcome {
        if let Some(history) = &mut self.history {
            history.push(format!("{:?}", self.world));
        }
        self.begin_life(false);
        while self.steps < self.world.troubled + MOST_STEPS {
            self.steps += 1;
            match self.step() {
                Ok(false) => self.check_plan(),
                Ok(true) if self.is_finished() && !self.decided_afterwards() => return self.end(),
                Ok(true) => {
                    let done = self.settle();
                    self.end_life(done.err().unwrap_or(Ended::Killed));
                }
                Err(ended) => self.end_life(ended),
            }
        }
        panic!("it goes on for ever: {:?}", self.plan().progress());
    }

    fn is_finished(&mut self) -> bool {
        self.books.model.is_over() && self.plan().state() == championnat::ChampionshipState::Finished
    }

    /// Whether the organiser changes his mind after the end.
    fn decided_afterwards(&mut self) -> bool {
        let before = self.journal.len();
        let done = match self.is_troubled() && self.dice.percent(self.world.decisions * 5) {
            true => self.decides(),
            false => Ok(()),
        };
        done.is_err() || self.journal.len() > before
    }

    pub fn say(&mut self, kind: &'static str, what: impl FnOnce() -> String) {
        *self.counts.entry(kind).or_default() += 1;
        if let Some(history) = &mut self.history {
            history.push(format!("{:>8} {kind} {}", self.clock, what()));
        }
    }

    /// Whether things still go wrong.
    fn is_troubled(&self) -> bool {
        self.steps <= self.world.troubled
    }

    /// Whether something goes wrong, so many times in a thousand at the lowest rate.
    pub fn happens(&mut self, chance: u64) -> bool {
        let chance = chance * self.world.trouble;
        self.is_troubled() && chance > 0 && (self.dice.below(1000) as u64) < chance
    }

    pub fn may_be_killed(&mut self, place: &'static str) -> Result<(), Ended> {
        match self.happens(2) {
            true => {
                self.say(place, || "killed".into());
                Err(Ended::Killed)
            }
            false => Ok(()),
        }
    }

    pub fn wall(&self) -> i64 {
        MORNING + self.clock as i64 + self.jumped
    }

    /// The description, with those who have come late.
    pub fn described(&self) -> Regulations {
        let mut described = self.world.regulations.clone();
        described.contestants.extend((described.contestants.len()..self.by_network.len()).map(name));
        described
    }

    /// The network contestants.
    pub fn networked(&self) -> Vec<usize> {
        (0..self.by_network.len()).filter(|index| self.by_network[*index]).collect()
    }

    pub fn add_contestant(&mut self, by_network: bool) {
        self.by_network.push(by_network);
        self.absences.push(Absence::new(self.world.settings.grace));
        let player = self.away();
        self.players.push(player);
    }

    /// Somebody who is not there.
    pub fn away(&mut self) -> Player {
        let far = if self.is_troubled() { 25 } else { 5 };
        let back = match self.dice.below(100) {
            0..2 => return Player::Away(None),
            roll if roll < far => self.dice.between(3_000, 150_000),
            _ => self.dice.between(0, 3_000),
        };
        Player::Away(Some(self.clock + back))
    }

    fn step(&mut self) -> Result<bool, Ended> {
        self.pass_time();
        if self.until_waiting()? {
            return Ok(true);
        }
        self.hear_hosts();
        self.hear_late();
        if self.dice.percent(70) {
            let batch = std::mem::take(&mut self.life().committing);
            self.committed(batch)?;
        }
        self.see_players();
        self.disturb()?;
        let seldom = self.is_troubled() && self.journal.len() < MOST_DECISIONS;
        if seldom && self.dice.percent(self.world.decisions) {
            self.decides()?;
        }
        self.may_be_killed("killed")?;
        Ok(false)
    }

    /// To the next moment at which something is due, or not so far; or the machine sleeps.
    fn pass_time(&mut self) {
        if self.happens(1) {
            let slept = self.dice.between(10_000, 3_600_000);
            self.say("sleep", || format!("{slept} ms"));
            return self.go_on(slept);
        }
        if self.happens(1) {
            self.jumped += self.dice.between(0, 1_200_000) as i64 - 600_000;
            self.say("jump of the wall's clock", String::new);
        }
        let clock = self.clock;
        let life = self.life();
        let hosts = life.attempts.values().filter_map(|attempt| match attempt.host {
            Host::Plays(until) | Host::Tells(until) => Some(until),
            Host::HandedIn | Host::None => None,
        });
        let wakes = life.plan.wake_after().map(|after| clock + after.as_millis() as u64);
        let resumes = life.resumes.map(|at| life.since + at.as_millis() as u64);
        let due = hosts.chain(wakes).chain(resumes).min();
        let back = self.networked().into_iter().filter_map(|index| match self.players[index] {
            Player::Away(back) => back,
            _ => None,
        });
        let due = back.chain(due).min().unwrap_or(clock + 1_000).max(clock);
        let held = self.plan().is_held();
        let most = if held { u64::MAX } else { MAX_STEP.as_millis() as u64 };
        let due = (due - clock).min(most);
        let passed = if self.dice.percent(30) { self.dice.between(0, due) } else { due };
        self.go_on(passed.max(1));
    }

    fn go_on(&mut self, passed: u64) {
        self.clock += passed;
        let plan = self.plan();
        if plan.is_held() || plan.is_gathering() {
            return;
        }
        let passed = Duration::from_millis(passed).min(MAX_STEP);
        for (player, absence) in self.players.iter().zip(&mut self.absences) {
            if let Player::Away(_) = player {
                absence.away += passed;
            }
        }
    }

    pub fn host_of(&mut self, _key: Key) -> Host {
        Host::Plays(self.clock + self.dice.between(500, 30_000))
    }

    /// What hosts tell: records, their end, or nothing more.
    fn hear_hosts(&mut self) {
        let keys: Vec<Key> = self.life().attempts.keys().copied().collect();
        for key in keys {
            let clock = self.clock;
            let Some(attempt) = self.life().attempts.get(&key) else { continue };
            let due = match attempt.host {
                Host::None => continue,
                Host::Plays(until) | Host::Tells(until) => until <= clock,
                Host::HandedIn => false,
            };
            let plays = matches!(attempt.host, Host::Plays(_));
            if self.happens(4) {
                self.say("host died", || key.to_string());
                self.failed(key);
            } else if due && plays {
                self.hands_in(key);
            } else if due {
                self.ended(key);
            }
        }
    }

    /// A host has played a rencontre.
    fn hands_in(&mut self, key: Key) {
        let outcome = match self.happens(10) {
            true => IncomingOutcome::Interrupted(Reason::new("starved")),
            false => self.played(),
        };
        let attempts = &mut self.life().attempts;
        let attempt = attempts.get_mut(&key).expect("it plays");
        attempt.host = Host::HandedIn;
        let attempt = self.life.as_ref().and_then(|life| life.attempts.get(&key)).expect("it plays");
        let record = self.record(attempt, outcome);
        if self.happens(5) {
            self.say("record twice", || record.id.clone());
            self.handed_in(record.clone());
        }
        self.handed_in(record);
    }

    /// What is played: also faults of the players themselves.
    fn played(&mut self) -> IncomingOutcome {
        let parties: Vec<PartieResult> = (0..self.world.regulations.parties)
            .map(|_| {
                let side = Side::ALL[self.dice.below(2)];
                match self.dice.below(10) {
                    0..6 => PartieResult::Won(side),
                    6..9 => PartieResult::Drawn,
                    _ => PartieResult::Disqualified(side, Fault::ALL[1 + self.dice.below(5)]),
                }
            })
            .collect();
        finished(&parties)
    }

    /// Results that come twice, or late: from another machine, or as files.
    fn hear_late(&mut self) {
        let elsewhere = self.world.elsewhere.is_some();
        if elsewhere && self.happens(10) && !self.files.is_empty() {
            let record = self.files[self.dice.below(self.files.len())].clone();
            if let IncomingOutcome::Finished(_) = record.outcome {
                self.say("old result again", || record.id.clone());
                self.earlier(&record);
            }
        }
        if !self.strays.is_empty() && self.dice.percent(20) {
            let record = self.strays.swap_remove(self.dice.below(self.strays.len()));
            if elsewhere && self.dice.percent(60) {
                self.earlier(&record);
            } else {
                self.say("late file", || record.id.clone());
                self.files.push(record);
            }
        }
    }

    fn see_players(&mut self) {
        for index in self.networked() {
            let who = ContestantId(index as u32);
            let player = self.players[index];
            match player {
                Player::Away(Some(back)) if back <= self.clock => match self.plan().connected(who) {
                    Ok(()) => {
                        self.say("connected", || format!("{who:?}"));
                        self.players[index] = Player::Waits;
                        let absence = &mut self.absences[index];
                        if absence.allowed < absence.full {
                            absence.afresh();
                        }
                    }
                    // He is ahead of the end of his last rencontre.
                    Err(ConnectError::Playing) => {
                        self.players[index] = Player::Away(Some(self.clock + 1_000));
                    }
                    Err(error) => panic!("{who:?}: {error:?}"),
                },
                Player::Waits if self.happens(10) => {
                    self.say("left", || format!("{who:?}"));
                    self.plan().disconnected(who);
                    self.players[index] = self.away();
                }
                _ => {}
            }
        }
    }

    /// Pauses, stops, and what breaks; once nothing goes wrong any more, all of it is put right.
    fn disturb(&mut self) -> Result<(), Ended> {
        let troubled = self.is_troubled();
        if self.plan().is_gathering() && (!troubled || self.dice.percent(5)) {
            self.plan().gather(false);
        }
        let held = self.plan().is_held();
        if held && self.life().resumes.is_none() && (!troubled || self.dice.percent(20)) {
            self.hold(false);
        } else if !held && self.happens(2) {
            self.hold(true);
        }
        if self.books.is_broken() {
            if !troubled || self.dice.percent(30) {
                self.say("repaired", String::new);
                self.books.repair();
            }
        } else if self.happens(2) {
            let table = TABLES[self.dice.below(TABLES.len())];
            let how = if self.dice.percent(50) { Broken::Gone } else { Broken::Table(table) };
            self.say("store broken", || format!("{how:?}"));
            self.books.break_it(how);
        }
        if self.happens(1) {
            self.say("told to stop", String::new);
            self.life().stopping = true;
        }
        Ok(())
    }

    /// The organiser decides something, if that is possible.
    fn decides(&mut self) -> Result<(), Ended> {
        let model = &self.books.model;
        let games: Vec<Key> = model.games.keys().copied().collect();
        let (done, open): (Vec<Key>, Vec<Key>) = games.iter().partition(|key| model.has_result(**key));
        let gone = model.gone();
        let all = model.regulations.contestants.len();
        let here: Vec<ContestantId> = ContestantId::all(all).filter(|who| !gone.contains(who)).collect();
        let gone: Vec<ContestantId> = gone.into_iter().collect();
        let running: BTreeSet<Key> = self.plan().running().map(|pairing| pairing.key).collect();
        let begun = games.iter().rfind(|key| done.contains(key) || running.contains(key));
        let begun = begun.map_or(0, |key| key.round);
        let names = self.books.model.regulations.clone();
        let named = |who: ContestantId| names.name(who).to_owned();
        let sides = |key: Key| [self.books.model.games[&key].white, self.books.model.games[&key].black];
        let dice = &mut self.dice;
        let ruling = match dice.below(10) {
            0 | 1 => dice.one_of(&games).map(|key| {
                let winners =
                    (0..names.parties).map(|_| dice.one_of(&sides(key)).filter(|_| dice.percent(70)));
                DecisionRuling::Set { key, winners: winners.map(|winner| winner.map(named)).collect() }
            }),
            2 => dice.one_of(&open).map(|key| {
                let both = dice.percent(30);
                let absent = sides(key).into_iter().skip(usize::from(!both)).map(named).collect();
                DecisionRuling::Forfeit { key, absent }
            }),
            3 | 4 => dice.one_of(&done).map(|key| DecisionRuling::Replay { key }),
            roll @ (5 | 6) => dice.one_of(&here).filter(|_| here.len() > 2).map(|who| {
                let contestant = named(who);
                match roll {
                    5 => DecisionRuling::Withdraw { contestant },
                    _ => DecisionRuling::Disqualify { contestant },
                }
            }),
            7 => dice.one_of(&gone).map(|who| DecisionRuling::Reinstate { contestant: named(who) }),
            8 if all < 10 => Some(DecisionRuling::Add { contestant: name(all) }),
            _ if self.books.model.is_closed() || dice.percent(30) => {
                let end_ms = dice.percent(50).then(|| dice.between(60_000, 1_800_000) as i64);
                let end_ms = end_ms.map(|after| MORNING + self.clock as i64 + self.jumped + after);
                Some(DecisionRuling::PlayOn { end_ms })
            }
            _ => Some(DecisionRuling::EndAfter { round: Some(begun), of: None, end_ms: None }),
        };
        ruling.map_or(Ok(()), |ruling| self.decide(ruling))
    }

    /// The program has ended, and begins again.
    fn end_life(&mut self, ended: Ended) {
        self.say("restart", || format!("{ended:?}"));
        let life = self.life.take().expect("it runs");
        for record in life.committing {
            if self.dice.percent(50) && !self.files.iter().any(|file| file.id == record.id) {
                self.files.push(record);
            }
        }
        for attempt in life.attempts.values() {
            if matches!(attempt.host, Host::Plays(_)) && self.dice.percent(30) {
                let outcome = self.played();
                let record = self.record(attempt, outcome);
                self.strays.push(record);
            }
        }
        for index in self.networked() {
            if !matches!(self.players[index], Player::Away(_)) {
                self.players[index] = self.away();
            }
        }
        self.books.close();
        self.clock += self.dice.between(0, 60_000);
        let rebuilt = self.dice.percent(10) && self.is_single();
        if rebuilt {
            self.say("rebuilt", String::new);
        }
        self.begin_life(rebuilt);
    }

    /// Whether no two records in the folder decide the same game: otherwise a rebuild may choose the other one.
    fn is_single(&self) -> bool {
        let mut keys = BTreeSet::new();
        let decides = |record: &&IncomingRencontre| {
            !matches!(record.outcome, IncomingOutcome::Interrupted(_))
                && !self.books.model.is_void(&record.id)
        };
        self.files.iter().filter(decides).all(|record| keys.insert(record.key))
    }

    /// Nothing changes any more: not by another start, nor if the store is built anew.
    fn end(&mut self) -> Outcome {
        let ranking = self.check_end();
        self.say("finished", String::new);
        for rebuilt in [false, true] {
            self.life = None;
            self.books.close();
            self.begin_life(rebuilt);
            assert!(self.is_finished(), "begun again, it is not over, rebuilt: {rebuilt}");
            assert!(self.check_end() == ranking, "begun again, it is another ranking, rebuilt: {rebuilt}");
        }
        Outcome { ranking: format!("{:?}", ranking.lines), counts: std::mem::take(&mut self.counts) }
    }

    /// What begins was to be played, and could.
    pub fn check_start(&mut self, start: &PlannedStart) {
        let model = &self.books.model;
        let pairing = &start.pairing;
        assert_eq!(model.games.get(&pairing.key), Some(pairing), "it is not scheduled");
        assert!(!model.has_result(pairing.key), "{} has a result", pairing.key);
        if self.ends().is_some() {
            let before = model.games.keys().take_while(|key| key.round < pairing.key.round);
            assert!(before.into_iter().all(|key| model.has_result(*key)), "{} is too early", pairing.key);
        }
        let gone = model.gone();
        for who in [pairing.white, pairing.black] {
            assert!(!gone.contains(&who), "{who:?} has left and plays {}", pairing.key);
            let there = !self.by_network[who.index()] || self.players[who.index()] == Player::Waits;
            assert!(there, "{who:?} is not there for {}", pairing.key);
        }
        let limit = self.world.settings.simultaneous.filter(|_| self.world.elsewhere.is_none());
        let life = self.life();
        assert!(
            !life.plan.is_held() && !life.plan.is_gathering(),
            "{} begins while nothing should",
            pairing.key
        );
        let playing = life.attempts.values().filter(|attempt| attempt.played).count();
        assert!(limit.is_none_or(|limit| playing < limit as usize), "too many at once");
    }

    /// Whoever forfeits has left, or was really away for so long.
    pub fn check_forfeit(&mut self, forfeit: &Forfeit) {
        let key = forfeit.pairing.key;
        assert!(!self.books.model.has_result(key), "{key} has a result");
        let gone = self.books.model.gone();
        let sides = forfeit.absent.map_or(Side::ALL.to_vec(), |side| vec![side]);
        let partie = forfeit
            .absent
            .map_or(PartieResult::BothAbsent, |side| PartieResult::Disqualified(side, Fault::Absent));
        assert_eq!(forfeit.result.parties, vec![partie; self.world.regulations.parties as usize]);
        let contestants = forfeit.pairing.contestants();
        for who in sides.into_iter().map(|side| contestants[side]).filter(|who| !gone.contains(who)) {
            let held = self.plan().is_held() || self.plan().is_gathering();
            let absence = &mut self.absences[who.index()];
            let away = matches!(self.players[who.index()], Player::Away(_)) && self.by_network[who.index()];
            let long = absence.away >= absence.allowed;
            assert!(away && long && !held, "{who:?} is charged with {key}: {away} {absence:?} {held}");
            let next = self.world.settings.next_grace;
            *absence = Absence { away: Duration::ZERO, allowed: next, full: absence.full };
        }
    }

    /// The plan knows what counts, but for what its host still tells.
    pub fn check_plan(&mut self) {
        let results = self.books.model.results();
        let Some(life) = &self.life else { return };
        let known = life.plan.results();
        let told = |key: &Key| {
            life.attempts
                .get(key)
                .is_some_and(|attempt| matches!(attempt.recorded, Recorded::Result | Recorded::UnderWay))
        };
        assert!(
            known.iter().all(|(key, result)| results.get(key) == Some(result)),
            "the plan counts another"
        );
        let missing = results.keys().find(|key| !known.contains_key(key) && !told(key));
        assert_eq!(missing, None, "the plan does not know it");
    }

    /// All is played, and the points are the sum of what counts; the ranking.
    fn check_end(&mut self) -> Ranking {
        self.books.check();
        let ranking = self.books.ranking();
        let model = &self.books.model;
        let results = model.results();
        assert!(model.schedule.next_round(&results).is_empty(), "something is left to play");
        let counted: BTreeSet<&Key> = results.keys().collect();
        assert!(model.games.keys().eq(counted), "what is scheduled is not what counts");
        let given_up = results.iter().filter(|(_, result)| result.parties.is_empty()).map(|(key, _)| *key);
        assert!(ranking.left_out.iter().map(|game| game.key).eq(given_up), "what is left out");
        let points = model.points();
        assert_eq!(ranking.lines.len(), points.len());
        for line in &ranking.lines {
            let standing = &line.standing;
            let said = (standing.points, standing.rencontres, standing.byes);
            assert_eq!(said, points[standing.contestant.index()], "{}", line.name);
        }
        let plan = self.life().plan.results().clone();
        assert_eq!(*plan, *results, "the plan ends with other results");
        ranking
    }
}
