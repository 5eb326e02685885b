//! Who plays whom, when, with which colours.
//!
//! A [`Schedule`] is a pure function of the regulations (format, contestants, seed, points) and of the results so
//! far: after a restart it gives the same games under the same keys. Some formats know all their rounds at
//! once; in Swiss and knock-out the next round depends on the results of the one before.
//!
//! ```
//! use championnat::{Format, EntryOrder, Points, Results, Schedule, ScheduleSettings};
//!
//! let format = Format::RoundRobin { meetings: 2 };
//! let settings = ScheduleSettings { order: EntryOrder::Listed, seed: 0, points: Points::default(), parties: 2 };
//! let schedule = Schedule::new(format, 4, settings)?;
//! let rounds = schedule.rounds(&Results::new());
//! assert_eq!(rounds.len(), 6);
//! assert_eq!(rounds[0].pairings[0].key.to_string(), "1.1");
//! # Ok::<(), championnat::ScheduleError>(())
//! ```

mod draw;
mod format;
mod knockout;
mod matching;
mod pools;
mod round_robin;
mod stage;
mod swiss;
#[cfg(test)]
mod tests;

pub(crate) use draw::Draw;
pub use format::{EntryOrder, Format, ScheduleSettings};
pub use format::{Presence, Roster};
pub use knockout::Knockout;
pub(crate) use stage::pool_letter;
pub use stage::{BracketSlot, Fixture, Settled, Stage};

use crate::message::Message;
use crate::model::{ContestantId, Pairing, Round};
use crate::results::Results;

/// The schedule of a championship.
#[derive(Clone, Debug)]
pub struct Schedule {
    format: Format,
    settings: ScheduleSettings,
    /// In the order of entry.
    entrants: Vec<ContestantId>,
    roster: Roster,
}

/// The format does not fit the contestants.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ScheduleError(pub Message);

/// More would be a typing error, or belong on several servers.
const MAX_RENCONTRES: u64 = 200_000;

impl Schedule {
    /// From 2 to 512 contestants, with 200,000 rencontres at most.
    pub fn new(
        format: Format,
        contestants: usize,
        settings: ScheduleSettings,
    ) -> Result<Schedule, ScheduleError> {
        check(&format, contestants).map_err(ScheduleError)?;
        let mut entrants: Vec<_> = ContestantId::all(contestants).collect();
        if settings.order == EntryOrder::Drawn {
            Draw::new(settings.seed, &[]).shuffle(&mut entrants);
        }
        Ok(Schedule { format, settings, entrants, roster: Roster::default() })
    }

    /// With late entries and departures. Knock-outs and pools have no late entries.
    #[must_use]
    pub fn with_roster(mut self, roster: Roster) -> Schedule {
        self.entrants.extend(&roster.late);
        self.roster = roster;
        self
    }

    /// Every round that the results determine, including played ones, ascending. When all their
    /// games have results, the championship is over.
    pub fn rounds(&self, results: &Results) -> Vec<Round> {
        let mut rounds = self.planned_rounds(results);
        rounds.retain(|round| self.roster.plays(round.number));
        rounds
    }

    /// The number of rounds, whatever was decided; `None` where a round depends on who wins, so that
    /// the championship cannot end after any of them.
    pub fn planned(&self) -> Option<u32> {
        match self.format {
            Format::Swiss { rounds } => Some(rounds),
            Format::RoundRobin { .. } | Format::Gauntlet { .. } => {
                Some(self.planned_rounds(&Results::new()).len() as u32)
            }
            _ => None,
        }
    }

    fn planned_rounds(&self, results: &Results) -> Vec<Round> {
        match &self.format {
            Format::RoundRobin { meetings } => {
                let mut rounds = round_robin::rounds(self.first_entrants(), *meetings);
                for come in self.first_entrants().len()..self.entrants.len() {
                    let block =
                        round_robin::gauntlet_rounds(&self.entrants[..=come], self.entrants[come], *meetings);
                    append(&mut rounds, block);
                }
                rounds
            }
            Format::Swiss { rounds } => {
                swiss::rounds(&self.entrants, &self.roster, *rounds, &self.settings, results)
            }
            Format::Gauntlet { champion, meetings } => {
                let mut rounds = round_robin::gauntlet_rounds(self.first_entrants(), *champion, *meetings);
                for come in &self.roster.late {
                    append(&mut rounds, round_robin::gauntlet_rounds(&[*come], *champion, *meetings));
                }
                rounds
            }
            Format::Knockout(_) | Format::Pools { .. } => {
                self.with_bracket(results).map_or_else(|| self.rounds_of_pools(), |found| found.rounds)
            }
        }
    }

    /// Those who were there from the beginning.
    fn first_entrants(&self) -> &[ContestantId] {
        &self.entrants[..self.entrants.len() - self.roster.late.len()]
    }

    /// Those of them who are in the first draw, of pools or a bracket: who left before it is not, if enough
    /// remain.
    fn drawn_entrants(&self) -> Vec<ContestantId> {
        let mut drawn = self.first_entrants().to_vec();
        drawn.retain(|contestant| self.roster.takes_part(*contestant, 1));
        if check(&self.format, drawn.len()).is_ok() { drawn } else { self.first_entrants().to_vec() }
    }

    /// The open games of the first unfinished round; none when the championship is over.
    pub fn next_round(&self, results: &Results) -> Vec<Pairing> {
        let missing = |round: Round| -> Vec<Pairing> {
            round.pairings.into_iter().filter(|pairing| !results.contains_key(&pairing.key)).collect()
        };
        self.rounds(results).into_iter().map(missing).find(|games| !games.is_empty()).unwrap_or_default()
    }

    /// Each contestant's place in the knock-out (by [`ContestantId::index`]; 1 while still in, or
    /// the winner); `None` without one and while the pools are being played.
    pub fn places(&self, results: &Results) -> Option<Vec<u32>> {
        self.with_bracket(results).map(|found| found.places)
    }

    /// The pools in the order of the draw, each in the order of entry; none in formats without
    /// pools.
    pub fn pools(&self) -> Vec<Vec<ContestantId>> {
        match self.format {
            Format::Pools { pools, .. } => pools::deal(&self.drawn_entrants(), pools as usize),
            _ => vec![],
        }
    }

    /// The expected number of rencontres, without the further ones of level knock-out matches.
    pub fn expected_rencontres(&self) -> u64 {
        let first = match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } => self.first_entrants().len(),
            _ => self.drawn_entrants().len(),
        };
        if let Some(last) = self.roster.last_round {
            return match self.format {
                Format::Swiss { rounds } => {
                    expected(&Format::Swiss { rounds: rounds.min(last) }, first as u64)
                }
                _ => self.rounds(&Results::new()).iter().map(|round| round.pairings.len() as u64).sum(),
            };
        }
        let added = match &self.format {
            Format::RoundRobin { meetings } => {
                (first..self.entrants.len()).map(|n| n as u64 * u64::from(*meetings)).sum()
            }
            Format::Gauntlet { meetings, .. } => self.roster.late.len() as u64 * u64::from(*meetings),
            _ => 0,
        };
        expected(&self.format, first as u64) + added
    }

    /// The number of rencontres if it is certain: a knock-out with further rencontres has none.
    pub fn total_rencontres(&self) -> Option<u64> {
        let certain = match &self.format {
            Format::Knockout(form) | Format::Pools { knockout: form, .. } => form.extra == 0,
            Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Gauntlet { .. } => true,
        };
        certain.then(|| self.expected_rencontres())
    }

    /// Whether anybody has come late, left or returned.
    pub(crate) fn has_moves(&self) -> bool {
        !self.roster.moves.is_empty()
    }

    /// Whether a contestant can have a game: who left before the draw of pools or a bracket cannot.
    pub(crate) fn is_drawn(&self, contestant: ContestantId) -> bool {
        match self.format {
            Format::Knockout(_) | Format::Pools { .. } => self.drawn_entrants().contains(&contestant),
            _ => true,
        }
    }

    /// Whether there can be late entrants.
    pub(crate) fn admits_late(&self) -> Result<(), Message> {
        match self.format {
            Format::Knockout(_) | Format::Pools { .. } => Err(Message::new("decision-no-late")),
            _ => check(&self.format, self.entrants.len() + 1),
        }
    }

    /// The rounds of the pools alone.
    fn rounds_of_pools(&self) -> Vec<Round> {
        match self.format {
            Format::Pools { meetings, .. } => pools::rounds(&self.pools(), meetings),
            _ => vec![],
        }
    }

    /// The last round of the pools; 0 without pools.
    pub(crate) fn pool_rounds(&self) -> u32 {
        let Format::Pools { meetings, .. } = self.format else { return 0 };
        let largest = self.pools().iter().map(Vec::len).max().unwrap_or_default() as u32;
        // In a round robin of an odd number everybody rests once.
        (largest - 1 + largest % 2) * meetings
    }

    /// The knock-out; `None` without one and while the pools are being played.
    fn with_bracket(&self, results: &Results) -> Option<KnockoutState> {
        let ScheduleSettings { seed, points, parties, .. } = &self.settings;
        match &self.format {
            Format::Knockout(form) => {
                let setting = knockout::KnockoutSetting { points, seed: *seed, first_round: 1 };
                let entrants = self.drawn_entrants();
                let bracket = knockout::play(&entrants, form, &setting, results);
                let places = self.by_contestant(entrants.iter().copied().zip(bracket.places));
                Some(KnockoutState { rounds: bracket.rounds, places, stages: bracket.stages })
            }
            Format::Pools { pools, qualified, knockout, .. } => {
                let dealt = self.pools();
                let mut rounds = self.rounds_of_pools();
                let mut games = rounds.iter().flat_map(|round| &round.pairings);
                if !games.all(|game| results.contains_key(&game.key)) {
                    return None;
                }
                let pool_results = results.range(..).filter(|(key, _)| key.round <= rounds.len() as u32);
                let pool_results = pool_results.filter(|(_, result)| self.roster.counts(result));
                let pool_results = pool_results.map(|(key, result)| (*key, result.clone())).collect();
                let (seeds, others) =
                    pools::qualify(&dealt, *qualified as usize, &pool_results, points, *parties);
                let first_round = rounds.len() as u32 + 1;
                let setting = knockout::KnockoutSetting { points, seed: *seed, first_round };
                let bracket = knockout::play(&seeds, knockout, &setting, results);
                rounds.extend(bracket.rounds);
                // Those who did not advance are placed behind the bracket by their rank in the
                // pool.
                let behind = others.iter().map(|(who, rank)| (*who, (rank - 1) * pools + 1));
                let places = self.by_contestant(seeds.iter().copied().zip(bracket.places).chain(behind));
                Some(KnockoutState { rounds, places, stages: bracket.stages })
            }
            Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Gauntlet { .. } => None,
        }
    }

    fn by_contestant(&self, places: impl Iterator<Item = (ContestantId, u32)>) -> Vec<u32> {
        // Who was not drawn comes last.
        let mut by_contestant = vec![self.drawn_entrants().len() as u32 + 1; self.entrants.len()];
        for (contestant, place) in places {
            by_contestant[contestant.index()] = place;
        }
        by_contestant
    }
}

/// Appends rounds numbered from 1.
fn append(rounds: &mut Vec<Round>, block: Vec<Round>) {
    for mut round in block {
        round.number = rounds.len() as u32 + 1;
        for pairing in &mut round.pairings {
            pairing.key.round = round.number;
        }
        rounds.push(round);
    }
}

/// The state of a championship with a knock-out.
struct KnockoutState {
    /// All rounds, those of the pools included.
    rounds: Vec<Round>,
    places: Vec<u32>,
    stages: Vec<Stage>,
}

fn check(format: &Format, contestants: usize) -> Result<(), Message> {
    if contestants < 2 {
        return Err(Message::new("format-two"));
    }
    if contestants > swiss::MAX_CONTESTANTS {
        let message = Message::new("format-contestants").with("count", contestants);
        return Err(message.with("most", swiss::MAX_CONTESTANTS));
    }
    let meetings = |meetings: u32| match meetings {
        0 => Err(Message::new("format-meetings")),
        _ => Ok(()),
    };
    let legs = |form: &Knockout| match form.legs {
        1 | 2 => Ok(()),
        other => Err(Message::new("format-legs").with("count", other)),
    };
    match format {
        Format::RoundRobin { meetings: n } => meetings(*n)?,
        Format::Swiss { rounds: 0 } => return Err(Message::new("format-rounds")),
        Format::Swiss { .. } => {}
        Format::Knockout(form) => legs(form)?,
        Format::Gauntlet { champion, meetings: n } => {
            meetings(*n)?;
            if champion.index() >= contestants {
                return Err(Message::new("format-champion"));
            }
        }
        Format::Pools { pools, qualified, meetings: n, knockout } => {
            meetings(*n)?;
            legs(knockout)?;
            if *pools == 0 || (*pools as usize) > contestants / 2 {
                return Err(Message::new("format-pools").with("pools", *pools).with("count", contestants));
            }
            let smallest = contestants / *pools as usize;
            if *qualified == 0 || *qualified as usize > smallest {
                let message = Message::new("format-qualified").with("count", *qualified);
                return Err(message.with("most", smallest));
            }
            if pools * qualified < 2 {
                return Err(Message::new("format-two-qualified"));
            }
        }
    }
    match expected(format, contestants as u64) {
        count if count > MAX_RENCONTRES => {
            Err(Message::new("format-too-many").with("count", count).with("most", MAX_RENCONTRES))
        }
        _ => Ok(()),
    }
}

fn expected(format: &Format, contestants: u64) -> u64 {
    let pairs = |n: u64| n * n.saturating_sub(1) / 2;
    let bracket = |entrants: u64, form: &Knockout| {
        let small_final = u64::from(form.third_place && entrants >= 4);
        (entrants.saturating_sub(1) + small_final) * u64::from(form.legs)
    };
    match format {
        Format::RoundRobin { meetings } => pairs(contestants).saturating_mul((*meetings).into()),
        Format::Swiss { rounds } => contestants / 2 * u64::from(*rounds),
        Format::Knockout(form) => bracket(contestants, form),
        Format::Gauntlet { meetings, .. } => (contestants - 1) * u64::from(*meetings),
        Format::Pools { pools, qualified, meetings, knockout } => {
            let pools = u64::from(*pools).max(1);
            let (size, bigger) = (contestants / pools, contestants % pools);
            let games = bigger * pairs(size + 1) + (pools - bigger) * pairs(size);
            games.saturating_mul((*meetings).into()) + bracket(pools * u64::from(*qualified), knockout)
        }
    }
}

impl Schedule {
    /// The stages of the knock-out in order, future ones included; none without one and while the
    /// pools are being played.
    pub fn stages(&self, results: &Results) -> Vec<Stage> {
        self.with_bracket(results).map(|bracket| bracket.stages).unwrap_or_default()
    }

    /// The stage of a game: `poule A`, `demi-finales`, `ronde 3`. `None` where everybody meets
    /// everybody and rounds do not wait for each other.
    pub fn stage_of(&self, pairing: &Pairing, results: &Results) -> Option<Message> {
        let key = pairing.key;
        match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } => None,
            Format::Swiss { .. } => Some(Message::new("stage-round").with("number", key.round)),
            Format::Pools { .. } if key.round <= self.pool_rounds() => {
                let pool = self.pools().iter().position(|pool| pool.contains(&pairing.white))?;
                Some(Message::new("stage-pool").with("name", pool_letter(pool)))
            }
            Format::Pools { .. } | Format::Knockout(_) => {
                let stages = self.stages(results);
                let reached = stages.iter().rfind(|stage| (1..=key.round).contains(&stage.first_round))?;
                Some(reached.game(key))
            }
        }
    }
}
