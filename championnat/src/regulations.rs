//! What decides schedule and ranking; fixed once a championship has begun.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::decision::{Decisions, Departure};
use crate::message::Message;
use crate::model::{ContestantId, Key, Pairing, RencontreResult};
use crate::pace::Pace;
use crate::points::Points;
use crate::ranking::{LeftOut, PoolTable, Ranking, StandingsInput, standings};
use crate::results::Results;
use crate::schedule::{
    Draw, EntryOrder, Format, Roster, Schedule, ScheduleError, ScheduleSettings, pool_letter,
};
use crate::store::Times;

/// Instead of a time for a move that has no limit.
const UNLIMITED_MS: u64 = 10_000;

/// The regulations of a championship: with the results they determine schedule and ranking. The
/// store keeps them and refuses others. What may change between two starts (engines, secrets,
/// number of rencontres at once) is not among them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Regulations {
    /// As in the engine protocol: `colonnes`.
    pub game: String,
    /// The game's parameters by name, as words of the engine protocol; others are drawn or default.
    pub parameters: BTreeMap<String, String>,
    /// Games of a rencontre (Colonnes: 2, aller and retour).
    pub parties: u32,
    /// Milliseconds for a move; 0 for no limit.
    pub time_ms: u64,
    /// By [`ContestantId::index`].
    pub contestants: Vec<String>,
    pub format: Format,
    pub order: EntryOrder,
    pub seed: u64,
    pub points: Points,
    /// From the decisions.
    #[serde(skip)]
    pub roster: Roster,
}

impl Regulations {
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let Regulations { order, seed, points, parties, .. } = *self;
        let settings = ScheduleSettings { order, seed, points, parties };
        let first = self.contestants.len() - self.roster.late.len();
        Ok(Schedule::new(self.format, first, settings)?.with_roster(self.roster.clone()))
    }

    /// Adds what was decided to the initial regulations.
    pub(crate) fn take_in(&mut self, decisions: &Decisions) {
        for name in decisions.late() {
            self.roster.late.push(ContestantId(self.contestants.len() as u32));
            self.contestants.push(name.to_owned());
        }
        let moves = decisions
            .moves()
            .filter_map(|(name, drawn, presence)| Some((self.contestant(name)?, drawn, presence)));
        self.roster.moves = moves.collect();
        let annulled = |contestant: &ContestantId| {
            decisions.departure(self.name(*contestant)) == Some(Departure::Annulled)
        };
        self.roster.annulled = ContestantId::all(self.contestants.len()).filter(annulled).collect();
        self.roster.last_round = decisions.last_round();
        self.roster.times = decisions.times().collect();
    }

    /// Milliseconds for a move in this round; 0 for no limit.
    pub fn time_in(&self, round: u32) -> u64 {
        let decided = self.roster.times.iter().rfind(|(from, _)| *from <= round);
        decided.map_or(self.time_ms, |(_, time_ms)| *time_ms)
    }

    /// The pace of these rencontres, as if all had had the time per move of the last round.
    pub fn pace(&self, times: &BTreeMap<Key, Times>) -> Pace {
        let mut by_end: Vec<(&Key, &Times)> = times.iter().collect();
        by_end.sort_by_key(|(_, times)| times.finished_ms);
        let last = by_end.last().map_or(0, |(_, times)| times.finished_ms);
        let mut pace = Pace::default();
        let mut before = self.time_at_last();
        for (key, times) in by_end {
            let now = self.time_in(key.round);
            pace.change_time(times.started_ms, before, now);
            pace.add(*times);
            before = now;
        }
        pace.change_time(last, before, self.time_at_last());
        pace
    }

    /// Milliseconds for a move in the last round.
    pub fn time_at_last(&self) -> u64 {
        self.time_in(u32::MAX)
    }

    pub fn contestant(&self, name: &str) -> Option<ContestantId> {
        self.contestants.iter().position(|other| other == name).map(|i| ContestantId(i as u32))
    }

    /// The seed of a scheduled game's start: from the seed, the two players, and how often they
    /// have met (`meetings`). Two consecutive meetings have the same start, with the sides swapped.
    pub fn start_seed(&self, pairing: &Pairing, meetings: u32) -> u64 {
        let (one, other) = (pairing.white.min(pairing.black), pairing.white.max(pairing.black));
        let words = [0x6465_6275, u64::from(one.0), u64::from(other.0), u64::from(meetings / 2)];
        Draw::new(self.seed, &words).next()
    }

    /// A contestant's name; `?` for an unknown number.
    pub fn name(&self, contestant: ContestantId) -> &str {
        self.contestants.get(contestant.index()).map_or("?", String::as_str)
    }

    /// From how long on the wait for a processor in one turn is worth telling: a tenth of its time.
    fn long_wait(&self) -> Duration {
        Duration::from_millis(if self.time_ms == 0 { UNLIMITED_MS } else { self.time_ms } / 10)
    }

    /// The ranking after these results, without decisions and reasons.
    pub fn ranking(&self, results: &Results) -> Result<Ranking, ScheduleError> {
        let schedule = self.schedule()?;
        let contestants: Vec<_> = ContestantId::all(self.contestants.len()).collect();
        let known = |result: &&RencontreResult| {
            result.white.index() < contestants.len() && result.black.index() < contestants.len()
        };
        let has_result = |result: &&RencontreResult| known(result) && !result.is_given_up();
        let results_list: Vec<_> = results.values().filter(has_result).collect();
        let byes = match self.format {
            Format::Swiss { .. } => schedule.rounds(results).iter().filter_map(|round| round.bye).collect(),
            _ => vec![],
        };
        let standings = standings(&StandingsInput {
            contestants: &contestants,
            results: results_list.iter().copied().filter(|result| self.roster.counts(result)).collect(),
            byes,
            places: schedule.places(results),
            points: &self.points,
            parties: self.parties,
        });
        let mut ranking =
            Ranking::new(standings, &self.contestants, &results_list, &self.points, self.format);
        ranking.long_wait = self.long_wait();
        ranking.pools = self.pool_tables(&schedule, results);
        ranking.stages = schedule.stages(results);
        let given_up = results.iter().filter(|(_, result)| result.is_given_up());
        let name = |contestant| self.name(contestant).to_owned();
        ranking.left_out = given_up
            .map(|(key, result)| LeftOut {
                key: *key,
                stage: schedule.stage_of(&result.pairing(*key), results),
                white: name(result.white),
                black: name(result.black),
                why: None,
            })
            .collect();
        Ok(ranking)
    }

    /// The tables of the pools; none in formats without pools.
    fn pool_tables(&self, schedule: &Schedule, results: &Results) -> Vec<PoolTable> {
        let Format::Pools { qualified, meetings, .. } = self.format else { return vec![] };
        let last = schedule.pool_rounds();
        let played: Vec<&RencontreResult> =
            results.iter().filter(|(key, _)| key.round <= last).map(|(_, result)| result).collect();
        let table = |(number, pool): (usize, Vec<ContestantId>)| {
            let lines = standings(&StandingsInput {
                contestants: &pool,
                results: played.iter().copied().filter(|result| self.roster.counts(result)).collect(),
                byes: vec![],
                places: None,
                points: &self.points,
                parties: self.parties,
            });
            let done = played.iter().filter(|result| pool.contains(&result.white)).count();
            PoolTable {
                letter: pool_letter(number),
                lines,
                qualified: qualified as usize,
                over: done == pool.len() * (pool.len() - 1) / 2 * meetings as usize,
            }
        };
        schedule.pools().into_iter().enumerate().map(table).collect()
    }

    /// The parts in which these regulations differ from others, late entries and departures aside.
    pub fn differences(&self, other: &Regulations) -> Vec<Message> {
        let parts = [
            (self.game != other.game, "differs-game"),
            (self.parameters != other.parameters || self.parties != other.parties, "differs-parameters"),
            (self.time_ms != other.time_ms, "differs-time"),
            (self.contestants != other.contestants, "differs-contestants"),
            (self.format != other.format, "differs-format"),
            (self.order != other.order, "differs-order"),
            (self.seed != other.seed, "differs-seed"),
            (self.points != other.points, "differs-points"),
        ];
        parts.into_iter().filter(|(differs, _)| *differs).map(|(_, part)| Message::new(part)).collect()
    }
}
