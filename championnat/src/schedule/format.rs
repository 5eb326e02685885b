//! Formats of championships, and the other settings of a schedule.

use serde::{Deserialize, Serialize};

use crate::model::{ContestantId, RencontreResult};
use crate::points::Points;
use crate::schedule::knockout::Knockout;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody `meetings` times, alternately at home and away: 2 is the subject's
    /// championship (the rules sheet).
    RoundRobin {
        meetings: u32,
    },
    /// The Swiss system.
    Swiss {
        rounds: u32,
        /// What follows, if anything: the first of its ranking are the seeds of a knock-out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        finals: Option<Finals>,
    },
    /// Round robins in pools, then a knock-out.
    Pools {
        /// At least two contestants each.
        pools: u32,
        /// How many of each pool advance: from 1 to the size of the smallest, and two in all at
        /// least.
        qualified: u32,
        /// Meetings of each pair in a pool, from 1.
        meetings: u32,
        /// The knock-out of the best.
        knockout: Knockout,
    },
    Knockout(Knockout),
    /// One against all.
    Gauntlet {
        champion: ContestantId,
        /// Meetings with each of the others, from 1, colours alternating.
        meetings: u32,
    },
}

/// The knock-out after the rounds of a Swiss system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finals {
    /// How many advance, from 2.
    pub qualified: u32,
    pub knockout: Knockout,
}

impl Format {
    /// Its knock-out, if it has one.
    pub fn knockout(&self) -> Option<&Knockout> {
        match self {
            Format::Knockout(knockout) | Format::Pools { knockout, .. } => Some(knockout),
            Format::Swiss { finals, .. } => finals.as_ref().map(|finals| &finals.knockout),
            Format::RoundRobin { .. } | Format::Gauntlet { .. } => None,
        }
    }

    /// The play-offs of a championship whose description does not say: where a lot would decide who
    /// advances. A shared first place stays shared.
    pub(crate) fn usual_playoffs(&self, order: EntryOrder) -> u32 {
        match self {
            Format::Knockout(_) if order == EntryOrder::Listed => 0,
            _ if self.knockout().is_some() => 2,
            _ => 0,
        }
    }
}

/// The order of entry: numbers of a round robin, seeds of a knock-out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryOrder {
    /// Drawn from the seed.
    #[default]
    #[serde(rename = "tirage")]
    Drawn,
    /// As listed, strongest first.
    #[serde(rename = "liste")]
    Listed,
}

/// What a schedule depends on besides its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduleSettings {
    pub order: EntryOrder,
    /// Of the draw.
    pub seed: u64,
    pub points: Points,
    /// Games of a rencontre (for the value of a bye).
    pub parties: u32,
    /// Play-offs at most, where a lot would decide otherwise.
    pub playoffs: u32,
}

/// What decisions change beside results: late entries and departures, the last round, the time.
///
/// In Swiss they join and leave the draws. Elsewhere the schedule stays: a late entrant meets the
/// others in rounds added at the end, and a departed contestant forfeits what is left. Whoever leaves a
/// round robin or a pool before half of his games are played takes all of them out of the table, as in
/// chess (FIDE, tournament rules): nobody gains by meeting him early, or late.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// Late entrants, in order: the last ones of the list.
    pub late: Vec<ContestantId>,
    /// Entries and departures by time, with the number of rounds drawn before.
    pub moves: Vec<(ContestantId, u32, Presence)>,
    /// Those of the departed whose games do not count: see [`Departure::Annulled`](crate::Departure).
    pub annulled: Vec<ContestantId>,
    /// Later rounds are not played; what was played of them does not count.
    pub last_round: Option<u32>,
    /// Times per move in milliseconds, each with its first round, by time of decision.
    pub times: Vec<(u32, u64)>,
}

/// Whether a contestant takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    In,
    Out,
}

impl Roster {
    /// Whether a contestant is in the draw of a round.
    pub(super) fn takes_part(&self, contestant: ContestantId, round: u32) -> bool {
        let before = self.moves.iter().rfind(|(who, drawn, _)| *who == contestant && *drawn < round);
        match before {
            Some((_, _, presence)) => *presence == Presence::In,
            None => !self.late.contains(&contestant),
        }
    }

    /// Whether a round is played and counts.
    pub fn plays(&self, round: u32) -> bool {
        self.last_round.is_none_or(|last| round <= last)
    }

    /// Whether a result counts in the table.
    pub fn counts(&self, result: &RencontreResult) -> bool {
        self.annulled.iter().all(|contestant| result.side_of(*contestant).is_none())
    }

    /// Departed contestants, in order.
    pub fn gone(&self) -> impl Iterator<Item = ContestantId> {
        let last =
            |at: usize, who: ContestantId| self.moves[at + 1..].iter().all(|(other, ..)| *other != who);
        let moves = self.moves.iter().enumerate();
        moves
            .filter(move |(at, (who, _, presence))| *presence == Presence::Out && last(*at, *who))
            .map(|(_, (who, ..))| *who)
    }
}
