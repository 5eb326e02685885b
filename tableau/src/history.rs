//! The course of a championship for its contestants.

use std::collections::BTreeMap;

use championnat::{
    ContestantId, Fault, Key, PartieResult, Ranking, Regulations, RencontreResult, Results, Round, Side,
    Times,
};

/// The outcome of a rencontre for one contestant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ContestantOutcome {
    /// Won more games than the other.
    Won,
    /// As many; if none each, without a fault of its own.
    Drawn,
    Lost,
    /// Lost or absent, and disqualified in one of them.
    Faulty,
}

/// A finished rencontre, from one contestant's side.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    pub key: Key,
    pub opponent: ContestantId,
    pub side: Side,
    pub outcome: ContestantOutcome,
    /// The points that it gave to this contestant.
    pub points: i64,
    /// When it ended, in milliseconds since 1970, if it was played.
    pub finished_ms: Option<i64>,
}

/// The course of a championship.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// The rencontres of each contestant, by [`ContestantId::index`], by time; decided ones come
    /// last.
    pub games: Vec<Vec<FinishedGame>>,
    /// The rounds with results, ascending, up to the last one that is played.
    pub rounds: Vec<u32>,
    /// The points of each contestant, by [`ContestantId::index`], after each of these rounds.
    pub points: Vec<Vec<i64>>,
    /// Places gained by each contestant, by [`ContestantId::index`], in the last round; negative:
    /// lost.
    pub climbs: Vec<i64>,
}

impl ContestantOutcome {
    fn of(parties: &[PartieResult], side: Side) -> Self {
        let won = |side: Side| parties.iter().filter(|partie| partie.winner() == Some(side)).count();
        let faulty = parties.iter().any(|partie| partie.fault_of(side).is_some());
        match won(side).cmp(&won(!side)) {
            std::cmp::Ordering::Greater => ContestantOutcome::Won,
            _ if faulty && won(side) == 0 => ContestantOutcome::Faulty,
            std::cmp::Ordering::Equal => ContestantOutcome::Drawn,
            std::cmp::Ordering::Less if faulty => ContestantOutcome::Faulty,
            std::cmp::Ordering::Less => ContestantOutcome::Lost,
        }
    }
}

impl FinishedGame {
    fn of(key: Key, result: &RencontreResult, side: Side, points: i64, times: Option<&Times>) -> Self {
        FinishedGame {
            key,
            opponent: result.contestants()[!side],
            side,
            outcome: ContestantOutcome::of(&result.parties, side),
            points,
            finished_ms: times.map(|times| times.finished_ms),
        }
    }

    /// Its games, in the order of play, from the results that the history is of.
    fn parties<'a>(&self, results: &'a Results) -> &'a [PartieResult] {
        results.get(&self.key).map_or(&[], |result| &result.parties)
    }

    /// Games won, drawn and lost; a game to which nobody came counts as lost.
    pub fn counts(&self, results: &Results) -> [u32; 3] {
        self.count(self.parties(results).iter())
    }

    /// The same of games that were really played.
    pub fn played(&self, results: &Results) -> [u32; 3] {
        self.count(self.parties(results).iter().filter(|partie| is_played(partie)))
    }

    fn count<'a>(&self, parties: impl Iterator<Item = &'a PartieResult>) -> [u32; 3] {
        let mut counts = [0; 3];
        for partie in parties {
            counts[match partie.winner() {
                Some(winner) if winner == self.side => 0,
                None if *partie == PartieResult::Drawn => 1,
                _ => 2,
            }] += 1;
        }
        counts
    }

    /// The faults charged to this contestant.
    pub fn faults(&self, results: &Results) -> impl Iterator<Item = Fault> {
        self.parties(results).iter().filter_map(|partie| partie.fault_of(self.side))
    }
}

impl History {
    /// Needs the ranking that these results give.
    pub fn of(
        regulations: &Regulations,
        results: &Results,
        rounds: &[Round],
        times: &BTreeMap<Key, Times>,
        ranking: &Ranking,
    ) -> Self {
        let count = regulations.contestants.len();
        let mut games = vec![Vec::new(); count];
        let mut gained: BTreeMap<u32, Vec<i64>> = BTreeMap::new();
        for (key, result) in results.iter().filter(|(_, result)| !result.is_given_up()) {
            let points = regulations.points.of(result);
            for side in Side::ALL {
                let contestant = result.contestants()[side].index();
                if let Some(games) = games.get_mut(contestant) {
                    games.push(FinishedGame::of(*key, result, side, points[side], times.get(key)));
                    let counted = regulations.roster.counts(result) && !ranking.is_playoff(*key);
                    let counted = if counted { points[side] } else { 0 };
                    gained.entry(key.round).or_insert_with(|| vec![0; count])[contestant] += counted;
                }
            }
        }
        for games in &mut games {
            games.shrink_to_fit();
            // Decided results have no time: they keep the order of the schedule.
            games.sort_by_key(|game| (game.finished_ms.unwrap_or(i64::MAX), game.key));
        }
        for round in rounds {
            if let (Some(bye), Some(gained)) = (round.bye, gained.get_mut(&round.number))
                && let Some(gained) = gained.get_mut(bye.index())
            {
                *gained += regulations.points.of_bye(regulations.parties);
            }
        }
        // Who leaves forfeits rencontres of rounds that are still to come.
        let played = results.iter().filter(|(_, result)| result.parties.iter().any(is_played));
        let last = played.map(|(key, _)| key.round).max();
        gained.retain(|round, _| last.is_none_or(|last| *round <= last));
        let mut points = vec![Vec::with_capacity(gained.len()); count];
        for gained in gained.values() {
            for (points, gained) in points.iter_mut().zip(gained) {
                points.push(points.last().copied().unwrap_or_default() + gained);
            }
        }
        let climbs = climbs(regulations, results, ranking, last);
        History { games, rounds: gained.into_keys().collect(), points, climbs }
    }
}

/// Whether it was played, rather than lost by being away.
fn is_played(partie: &PartieResult) -> bool {
    let away = [Fault::Absent, Fault::Excluded];
    *partie != PartieResult::BothAbsent
        && !matches!(partie, PartieResult::Disqualified(_, fault) if away.contains(fault))
}

/// Places gained since the round before this one.
fn climbs(regulations: &Regulations, results: &Results, ranking: &Ranking, last: Option<u32>) -> Vec<i64> {
    let mut climbs = vec![0; regulations.contestants.len()];
    let Some(last) = last.filter(|last| *last > 1) else {
        return climbs;
    };
    let mut before = Results::new();
    let earlier = results.iter().filter(|(key, _)| key.round < last);
    before.extend(earlier.map(|(key, result)| (*key, result.clone())));
    let Ok(before) = regulations.ranking(&before) else { return climbs };
    let ranks = |ranking: &Ranking| -> BTreeMap<ContestantId, i64> {
        let lines = ranking.lines.iter();
        lines.map(|line| (line.standing.contestant, i64::from(line.standing.rank))).collect()
    };
    let (then, now) = (ranks(&before), ranks(ranking));
    for (contestant, rank) in &now {
        if let (Some(before), Some(climb)) = (then.get(contestant), climbs.get_mut(contestant.index())) {
            *climb = before - rank;
        }
    }
    climbs
}

#[cfg(test)]
mod tests {
    use PartieResult::{BothAbsent, Disqualified, Drawn, Won};
    use Side::{Black, White};

    use super::*;

    #[test]
    fn a_rencontre_is_won_by_who_wins_more_of_it() {
        let of = |parties: &[PartieResult]| {
            (ContestantOutcome::of(parties, White), ContestantOutcome::of(parties, Black))
        };
        assert_eq!(of(&[Won(White), Drawn]), (ContestantOutcome::Won, ContestantOutcome::Lost));
        assert_eq!(of(&[Won(White), Won(Black)]), (ContestantOutcome::Drawn, ContestantOutcome::Drawn));
        assert_eq!(
            of(&[Disqualified(Black, Fault::Timeout), Drawn]),
            (ContestantOutcome::Won, ContestantOutcome::Faulty)
        );
        assert_eq!(
            of(&[Disqualified(Black, Fault::Timeout), Won(Black)]),
            (ContestantOutcome::Drawn, ContestantOutcome::Drawn)
        );
        assert_eq!(of(&[BothAbsent]), (ContestantOutcome::Faulty, ContestantOutcome::Faulty));
    }
}
