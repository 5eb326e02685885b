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
//! let points = Points::default();
//! let settings = ScheduleSettings { order: EntryOrder::Listed, seed: 0, points, parties: 2, playoffs: 0 };
//! let schedule = Schedule::new(format, 4, settings)?;
//! let rounds = schedule.rounds(&Results::new());
//! assert_eq!(rounds.len(), 6);
//! assert_eq!(rounds[0].pairings[0].key.to_string(), "1.1");
//! # Ok::<(), championnat::ScheduleError>(())
//! ```

mod course;
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

pub use course::{Course, PhaseTable, Playoff};
pub(crate) use draw::Draw;
pub use format::{EntryOrder, Finals, Format, ScheduleSettings};
pub use format::{Presence, Roster};
pub use knockout::Knockout;
pub use stage::{BracketSlot, Fixture, Settled, Stage};

use crate::message::Message;
use crate::model::{ContestantId, Key, Pairing, Round};
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
        self.course(results).rounds
    }

    /// The number of rounds, whatever was decided; `None` where a round depends on who wins, so that
    /// the championship cannot end after any of them.
    pub fn planned(&self) -> Option<u32> {
        let depends = self.settings.playoffs > 0 || self.format.knockout().is_some();
        (!depends).then(|| self.first_phase_rounds())
    }

    /// The rounds of the format itself, without play-offs and knock-out.
    fn first_rounds(&self, results: &Results) -> Vec<Round> {
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
            Format::Swiss { rounds, .. } => {
                swiss::rounds(&self.entrants, &self.roster, *rounds, &self.settings, results)
            }
            Format::Gauntlet { champion, meetings } => {
                let mut rounds = round_robin::gauntlet_rounds(self.first_entrants(), *champion, *meetings);
                for come in &self.roster.late {
                    append(&mut rounds, round_robin::gauntlet_rounds(&[*come], *champion, *meetings));
                }
                rounds
            }
            Format::Pools { meetings, .. } => {
                let pools = self.pools();
                pools::side_by_side(pools.iter().map(|pool| round_robin::rounds(pool, *meetings)))
            }
            Format::Knockout(_) => vec![],
        }
    }

    /// How many rounds the format itself has.
    pub(crate) fn first_phase_rounds(&self) -> u32 {
        // In a round robin of an odd number everybody rests once.
        let everybody = |count: usize| (count - 1 + count % 2) as u32;
        let late = self.roster.late.len() as u32;
        match self.format {
            Format::RoundRobin { meetings } => (everybody(self.first_entrants().len()) + late) * meetings,
            Format::Swiss { rounds, .. } => rounds,
            Format::Gauntlet { meetings, .. } => (1 + late) * meetings,
            Format::Pools { pools, meetings, .. } => {
                everybody(self.drawn_entrants().len().div_ceil(pools as usize)) * meetings
            }
            Format::Knockout(_) => 0,
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

    /// Each contestant's place in the knock-out: see [`Course::places`].
    pub fn places(&self, results: &Results) -> Option<Vec<u32>> {
        self.course(results).places
    }

    /// The pools in the order of the draw, each in the order of entry; none in formats without
    /// pools.
    pub fn pools(&self) -> Vec<Vec<ContestantId>> {
        match self.format {
            Format::Pools { pools, .. } => pools::deal(&self.drawn_entrants(), pools as usize),
            _ => vec![],
        }
    }

    /// The expected number of rencontres after these results: play-offs and further rencontres of level
    /// matches are among them once they are drawn.
    pub fn expected_rencontres(&self, results: &Results) -> u64 {
        let first = match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } => self.first_entrants().len(),
            _ => self.drawn_entrants().len(),
        };
        if let Some(last) = self.roster.last_round {
            return match self.format {
                Format::Swiss { rounds, finals } => {
                    expected(&Format::Swiss { rounds: rounds.min(last), finals }, first as u64)
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
        let may_be_more =
            self.settings.playoffs > 0 || self.format.knockout().is_some_and(|form| form.extra > 0);
        let further = if may_be_more { self.course(results).further() } else { 0 };
        expected(&self.format, first as u64) + added + further
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

    /// Whether there can be late entrants, when the rounds up to `drawn` have been drawn.
    pub(crate) fn admits_late(&self, drawn: u32) -> Result<(), Message> {
        match self.format {
            Format::Knockout(_) | Format::Pools { .. } => Err(Message::new("decision-no-late")),
            Format::Swiss { rounds, finals: Some(_) } if drawn >= rounds => {
                Err(Message::new("decision-no-late-finals"))
            }
            _ => check(&self.format, self.entrants.len() + 1),
        }
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
        Format::Swiss { rounds: 0, .. } => return Err(Message::new("format-rounds")),
        Format::Swiss { finals, .. } => {
            if let Some(Finals { qualified, knockout }) = finals {
                legs(knockout)?;
                if *qualified < 2 {
                    return Err(Message::new("format-two-qualified"));
                }
                if *qualified as usize > contestants {
                    let message = Message::new("format-qualified-swiss").with("count", *qualified);
                    return Err(message.with("most", contestants));
                }
            }
        }
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
        Format::Swiss { rounds, finals } => {
            let knockout = |finals: &Finals| bracket(finals.qualified.into(), &finals.knockout);
            contestants / 2 * u64::from(*rounds) + finals.as_ref().map_or(0, knockout)
        }
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
    /// The stages of the knock-out: see [`Course::stages`].
    pub fn stages(&self, results: &Results) -> Vec<Stage> {
        self.course(results).stages
    }

    /// The stage of a game: see [`Course::stage_of`].
    pub fn stage_of(&self, pairing: &Pairing, results: &Results) -> Option<Message> {
        let first = pairing.key.round <= self.first_phase_rounds();
        match self.format {
            Format::RoundRobin { .. } | Format::Gauntlet { .. } if first => None,
            Format::Swiss { .. } if first => Some(stage::round_name(pairing.key)),
            _ => self.course(results).stage_of(pairing),
        }
    }

    /// Whether a game is part of a play-off: see [`Course::is_playoff`].
    pub fn is_playoff(&self, key: Key, results: &Results) -> bool {
        self.settings.playoffs > 0
            && key.round > self.first_phase_rounds()
            && self.course(results).is_playoff(key)
    }
}
