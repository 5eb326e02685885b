//! The ranking: points with tie-breaks, the table of crosses, a rating, and their renderings.

mod columns;
mod drawing;
mod for_people;
mod for_programs;
mod machines;
mod page;
mod rating;
mod render;
pub(crate) mod standings;
#[cfg(test)]
mod tests;

pub use machines::MachineShare;
pub(crate) use machines::shares as machine_shares;
pub use page::{MessageText, TextLayout};
pub use rating::{Anchor, Fit, Rating, fit_anchored};
pub use render::{ParseRenderingError, Rendering};
pub use standings::{Standing, Tie};
pub(crate) use standings::{StandingsInput, separate_by_playoff, standings};

use std::time::Duration;

use jeux::Reason;

use crate::decision::Decisions;
use crate::message::Message;
use crate::model::{ContestantId, Fault, FaultLine, Key, PartieResult, RencontreResult, Side};
use crate::points::Points;
use crate::schedule::{Format, PhaseTable, Playoff, Stage};
use crate::store::ProcessorWait;
use crate::tie_breaks::TieBreaks;

/// The ranking of a championship, under way or finished.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    /// What people call the championship, if it has a title.
    pub title: Option<String>,
    /// Best first.
    pub lines: Vec<RankingLine>,
    /// The results between lines: `cross[row][column]`; `None` on the diagonal and before the first
    /// meeting.
    pub cross: Vec<Vec<Option<Cross>>>,
    /// Finished rencontres, without those given up.
    pub played: u64,
    /// Rencontres given up, by ascending key.
    pub left_out: Vec<LeftOut>,
    /// The organiser's decisions, by time.
    pub decisions: Decisions,
    /// The pools, or the Swiss ranking before a knock-out.
    pub tables: Vec<PhaseTable>,
    /// What has separated equals where a lot would have decided; its points count in no table.
    pub playoffs: Vec<Playoff>,
    /// The stages of the knock-out, once begun.
    pub stages: Vec<Stage>,
    /// Whether the order of entry was drawn.
    pub drawn: bool,
    /// What separates equals.
    pub tie_breaks: TieBreaks,
    /// From how long on the wait for a processor in one turn is worth telling.
    pub long_wait: Duration,
    /// What was interrupted, and replayed, because an engine that was late had no processor.
    pub starved: Vec<Key>,
    /// The last fault of each contestant that has any, in the order of the lines.
    pub faults: Vec<LastFault>,
    /// The machines of a room that played rencontres, if there were at least two.
    pub machines: Vec<MachineShare>,
    /// Whether a table of crosses makes sense: not for pools and knock-outs, which have their own
    /// tables.
    has_grid: bool,
    /// Whether not everybody meets everybody, so that opponents' strength matters.
    swiss: bool,
}

/// What a contestant lost a game by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastFault {
    pub line: FaultLine,
    /// The name of its PARTIE, if known.
    pub partie: Option<&'static str>,
}

/// A rencontre without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub key: Key,
    /// Its stage, if it has a name.
    pub stage: Option<Message>,
    /// BLANC's name.
    pub white: String,
    /// NOIR's name.
    pub black: String,
    /// Why there is no result, if known.
    pub why: Option<Reason>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct RankingLine {
    pub name: String,
    /// Rank, points and tie-breaks.
    pub standing: Standing,
    /// The rating; `None` before its first PARTIE. Forfeited games say nothing about strength and
    /// are left out.
    pub rating: Option<Rating>,
    /// How long its engine waited for a processor, if known.
    pub waited: Option<ProcessorWait>,
}

/// An entry of the table of crosses, from the row's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cross {
    pub points: i64,
    pub won: u32,
    pub drawn: u32,
    /// Games lost, by the rules or by disqualification, and those to which neither came.
    pub lost: u32,
}

/// Everybody draws once with an average opponent before the first PARTIE.
const PRIOR_DRAWS: f64 = 1.0;
/// So many long waits are listed.
const WAITS: usize = 5;

impl Ranking {
    /// Completes the standings; `names` are by [`ContestantId::index`]. Play-offs count for the rating
    /// alone.
    pub(crate) fn new(
        standings: Vec<Standing>,
        names: &[String],
        counted: &[&RencontreResult],
        playoffs: &[&RencontreResult],
        points: &Points,
        format: Format,
    ) -> Ranking {
        let count = names.len();
        let mut row = vec![0; count];
        for (at, standing) in standings.iter().enumerate() {
            row[standing.contestant.index()] = at;
        }
        let mut cross: Vec<Vec<Option<Cross>>> = vec![vec![None; count]; count];
        let mut wins = vec![0.0; count * count];
        let mut has_played = vec![false; count];
        for result in counted {
            let gained = points.of(result);
            for side in Side::ALL {
                let (me, opponent) =
                    (result.contestants()[side].index(), result.contestants()[!side].index());
                let entry = cross[row[me]][row[opponent]].get_or_insert_default();
                entry.points += gained[side];
                for partie in &result.parties {
                    match partie.winner() {
                        Some(winner) if winner == side => entry.won += 1,
                        None if *partie == PartieResult::Drawn => entry.drawn += 1,
                        _ => entry.lost += 1,
                    }
                }
            }
        }
        for result in counted.iter().chain(playoffs) {
            for side in Side::ALL {
                let (me, opponent) =
                    (result.contestants()[side].index(), result.contestants()[!side].index());
                for partie in &result.parties {
                    let unplayed = Side::ALL
                        .iter()
                        .any(|side| matches!(partie.fault_of(*side), Some(Fault::Absent | Fault::Excluded)));
                    if !unplayed {
                        has_played[me] = true;
                        wins[me * count + opponent] += match partie.winner() {
                            Some(winner) if winner == side => 1.0,
                            Some(_) => 0.0,
                            None => 0.5,
                        };
                    }
                }
            }
        }
        let fit = rating::fit(count, &wins, PRIOR_DRAWS);
        let lines = standings
            .into_iter()
            .map(|standing| {
                let i = standing.contestant.index();
                let rating = has_played[i].then(|| fit.rating(i));
                RankingLine { name: names[i].clone(), standing, rating, waited: None }
            })
            .collect();
        Ranking {
            title: None,
            lines,
            cross,
            played: (counted.len() + playoffs.len()) as u64,
            left_out: Vec::new(),
            decisions: Decisions::default(),
            tables: Vec::new(),
            playoffs: Vec::new(),
            drawn: false,
            stages: Vec::new(),
            tie_breaks: points.tie_breaks,
            long_wait: Duration::MAX,
            starved: Vec::new(),
            faults: Vec::new(),
            machines: Vec::new(),
            has_grid: format.knockout().is_none(),
            swiss: matches!(format, Format::Swiss { .. }),
        }
    }

    pub fn line_of(&self, contestant: ContestantId) -> Option<&RankingLine> {
        self.lines.iter().find(|line| line.standing.contestant == contestant)
    }

    /// Whose engines waited for a processor for long in a turn, the longest first.
    pub fn long_waits(&self) -> Vec<Message> {
        let waits = self.lines.iter().filter_map(|line| Some((line, line.waited?)));
        let mut waits: Vec<_> = waits.filter(|(_, wait)| wait.most >= self.long_wait).collect();
        waits.sort_by_key(|(_, wait)| std::cmp::Reverse(wait.most));
        let others = waits.split_off(waits.len().min(WAITS));
        let said = |(line, wait): (&RankingLine, ProcessorWait)| {
            let message = Message::new("ranking-wait").with("name", line.name.as_str());
            message.with("total", wait.total).with("most", wait.most)
        };
        let more = others.first().map(|(_, longest)| {
            Message::new("ranking-wait-more").with("count", others.len()).with("most", longest.most)
        });
        waits.into_iter().map(said).chain(more).collect()
    }

    /// Whether it mattered which machine played a rencontre, a line for each; nothing where there were not two.
    pub fn machines(&self) -> Vec<Message> {
        machines::said(&self.machines)
    }

    /// Whether a game is part of a play-off.
    pub fn is_playoff(&self, key: Key) -> bool {
        let mut games = self.playoffs.iter().flat_map(|playoff| &playoff.pairings);
        games.any(|pairing| pairing.key == key)
    }

    fn name_of(&self, contestant: ContestantId) -> &str {
        self.line_of(contestant).map_or("?", |line| &line.name)
    }
}
