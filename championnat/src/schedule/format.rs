//! The forms of championships, and what a schedule depends on besides.

use serde::{Deserialize, Serialize};

use crate::model::ContestantId;
use crate::points::Points;
use crate::schedule::knockout::Knockout;

/// The form of a championship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody `meetings` times, at home and away in turn: 2 is the subject's championship (the
    /// rules sheet).
    RoundRobin {
        /// From 1.
        meetings: u32,
    },
    /// The Swiss system.
    Swiss {
        /// From 1.
        rounds: u32,
    },
    /// A round robin in pools, then a knock-out.
    Pools {
        /// The number of pools; at least two contestants in each.
        pools: u32,
        /// How many of each pool go on: from 1 to as many as the smallest has, and two in all at least.
        qualified: u32,
        /// How often everybody meets everybody of the own pool, from 1.
        meetings: u32,
        /// The knock-out of the best.
        knockout: Knockout,
    },
    Knockout(Knockout),
    /// One against all.
    Gauntlet {
        champion: ContestantId,
        /// How often it meets each of the others, from 1, colours changing in turn.
        meetings: u32,
    },
}

/// In which order the contestants enter: numbers of a round robin, seeds of a knock-out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryOrder {
    /// Drawn from the seed.
    #[default]
    #[serde(rename = "tirage")]
    Drawn,
    /// As in the list of contestants, the strongest first.
    #[serde(rename = "liste")]
    Listed,
}

/// What a schedule depends on besides its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduleSettings {
    pub order: EntryOrder,
    /// The seed of the draw.
    pub seed: u64,
    /// The scale of points: it decides who goes on.
    pub points: Points,
    /// The number of parties of a rencontre (it decides what a bye is worth).
    pub parties: u32,
}

/// Who has come after the beginning, and who has gone before the end.
///
/// In Swiss they take part in the draws between. Elsewhere the schedule stays: who comes late meets the others in rounds
/// added at the end, and who has gone loses what was left to play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// Who has come late, in the order in which they came: the last ones of the list of contestants.
    pub late: Vec<ContestantId>,
    /// Who has come or gone, and how many rounds had been drawn by then; in the order of time.
    pub moves: Vec<(ContestantId, u32, Presence)>,
}

/// Whether somebody is in or out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// He takes part.
    In,
    /// He does not.
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

    /// Who is out now, in the order in which they went.
    pub fn gone(&self) -> impl Iterator<Item = ContestantId> {
        let last =
            |at: usize, who: ContestantId| self.moves[at + 1..].iter().all(|(other, ..)| *other != who);
        let moves = self.moves.iter().enumerate();
        moves
            .filter(move |(at, (who, _, presence))| *presence == Presence::Out && last(*at, *who))
            .map(|(_, (who, ..))| *who)
    }
}
