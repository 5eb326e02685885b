//! What decides schedule and ranking; fixed once a championship has begun.

use std::collections::BTreeMap;
use std::time::Duration;

use arbitre::registry;
use serde::{Deserialize, Serialize};

use crate::decision::{Decisions, Departure};
use crate::message::Message;
use crate::model::{ContestantId, Key, Pairing, RencontreResult};
use crate::pace::{Pace, Times};
use crate::points::Points;
use crate::ranking::{LeftOut, Ranking, StandingsInput, separate_by_playoff, standings};
use crate::results::Results;
use crate::schedule::{Course, Draw, EntryOrder, Format, Roster, Schedule, ScheduleError, ScheduleSettings};

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
    /// Play-offs at most, where a lot would decide otherwise. `None` where the description does not
    /// say: a store keeps its own number, which is 0 if an earlier version began it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playoffs: Option<u32>,
    /// From the decisions.
    #[serde(skip)]
    pub roster: Roster,
}

impl Regulations {
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let Regulations { order, seed, points, parties, playoffs, .. } = *self;
        let playoffs = playoffs.unwrap_or_default();
        let settings = ScheduleSettings { order, seed, points, parties, playoffs };
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

    /// The name of a PARTIE, by its number from 1; `None` if this program does not know the game.
    pub fn partie_name(&self, number: u32) -> Option<&'static str> {
        let parties = registry::find(&self.game)?.parties_numbering(self.parties as usize);
        parties.get(number.checked_sub(1)? as usize).map(|partie| partie.name)
    }

    /// From how long on the wait for a processor in one turn is worth telling: a tenth of its time.
    fn long_wait(&self) -> Duration {
        Duration::from_millis(if self.time_ms == 0 { UNLIMITED_MS } else { self.time_ms } / 10)
    }

    /// How many play-offs a championship has that begins with these regulations.
    pub(crate) fn first_playoffs(&self) -> u32 {
        self.playoffs.unwrap_or_else(|| self.format.usual_playoffs(self.order))
    }

    /// The ranking after these results, without decisions and reasons.
    pub fn ranking(&self, results: &Results) -> Result<Ranking, ScheduleError> {
        Ok(self.ranking_of(self.schedule()?.course(results), results))
    }

    /// The ranking after these results, of which this is the course.
    fn ranking_of(&self, course: Course, results: &Results) -> Ranking {
        let contestants: Vec<_> = ContestantId::all(self.contestants.len()).collect();
        let known = |result: &RencontreResult| {
            result.white.index() < contestants.len() && result.black.index() < contestants.len()
        };
        let has_result = |result: &RencontreResult| known(result) && !result.is_given_up();
        let (mut counted, mut playoffs) = (vec![], vec![]);
        for (key, result) in results.iter().filter(|(_, result)| has_result(result)) {
            if course.is_playoff(*key) { playoffs.push(result) } else { counted.push(result) }
        }
        let mut standings = standings(&StandingsInput {
            contestants: &contestants,
            results: counted.iter().copied().filter(|result| self.roster.counts(result)).collect(),
            byes: course.rounds.iter().filter_map(|round| round.bye).collect(),
            places: course.places.clone(),
            points: &self.points,
            parties: self.parties,
        });
        let is_whole = course.places.is_none() && !matches!(self.format, Format::Pools { .. });
        for playoff in course.tables.iter().filter(|_| is_whole).flat_map(|table| &table.playoffs) {
            if playoff.over {
                separate_by_playoff(&mut standings, &playoff.points);
            }
        }
        let mut ranking =
            Ranking::new(standings, &self.contestants, &counted, &playoffs, &self.points, self.format);
        ranking.long_wait = self.long_wait();
        let given_up = results.iter().filter(|(_, result)| result.is_given_up());
        let name = |contestant| self.name(contestant).to_owned();
        ranking.left_out = given_up
            .map(|(key, result)| LeftOut {
                key: *key,
                stage: course.stage_of(&result.pairing(*key)),
                white: name(result.white),
                black: name(result.black),
                why: None,
            })
            .collect();
        let playoffs = course.tables.iter().flat_map(|table| table.playoffs.clone());
        ranking.playoffs = playoffs.collect();
        ranking.drawn = self.order == EntryOrder::Drawn;
        if self.format.knockout().is_some() {
            (ranking.tables, ranking.stages) = (course.tables, course.stages);
        }
        ranking
    }

    /// The parts in which these regulations of a store differ from those described, late entries and
    /// departures aside.
    pub fn differences(&self, other: &Regulations) -> Vec<Message> {
        let playoffs = other.playoffs.is_some_and(|playoffs| playoffs != self.playoffs.unwrap_or_default());
        let parts = [
            (self.game != other.game, "differs-game"),
            (self.parameters != other.parameters || self.parties != other.parties, "differs-parameters"),
            (self.time_ms != other.time_ms, "differs-time"),
            (self.contestants != other.contestants, "differs-contestants"),
            (self.format != other.format || playoffs, "differs-format"),
            (self.order != other.order, "differs-order"),
            (self.seed != other.seed, "differs-seed"),
            (self.points != other.points, "differs-points"),
        ];
        parts.into_iter().filter(|(differs, _)| *differs).map(|(_, part)| Message::new(part)).collect()
    }
}
