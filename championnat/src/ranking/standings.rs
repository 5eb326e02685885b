//! The table of points and its tie-breaks.
//!
//! Contestants are sorted by points; equal ones are separated by the criteria of the regulations
//! ([`TieBreaks`](crate::TieBreaks)) in turn. Those still equal after the last criterion share the
//! rank.
//!
//! In a knock-out the place reached comes before the points.

use std::collections::{BTreeMap, HashMap};

use crate::model::{ContestantId, PartieResult, RencontreResult, Side};
use crate::points::Points;
use crate::tie_breaks::TieBreak;

/// The input of a table.
pub(crate) struct StandingsInput<'a> {
    /// The ranked contestants.
    pub contestants: &'a [ContestantId],
    /// The finished rencontres among them.
    pub results: Vec<&'a RencontreResult>,
    /// Contestants with byes, once per round.
    pub byes: Vec<ContestantId>,
    /// Each contestant's place in the knock-out (1 while still in).
    pub places: Option<Vec<u32>>,
    pub points: &'a Points,
    /// Games of a rencontre.
    pub parties: u32,
}

/// A line of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// From 1, shared by equals.
    pub rank: u32,
    pub contestant: ContestantId,
    /// The place reached in a knock-out (1: still in, or the winner); 0 in other formats.
    pub place: u32,
    pub points: i64,
    /// Finished rencontres, with forfeits, without those given up.
    pub rencontres: u32,
    pub won: u32,
    pub drawn: u32,
    /// Lost by the rules.
    pub lost: u32,
    /// Lost by disqualification.
    pub faults: u32,
    /// Paid byes; they are neither rencontres nor wins.
    pub byes: u32,
    /// Their points, included in [`Standing::points`].
    pub bye_points: i64,
    /// Twice the Sonneborn-Berger score, a whole number.
    pub sonneborn_berger_doubled: i64,
    /// The Buchholz score: see [`TieBreak::Buchholz`].
    pub buchholz: i64,
    /// What puts it behind the line before, if that has equal place and points and another rank.
    pub tie: Option<Tie>,
}

/// What separated two neighbours with equal points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tie {
    pub by: TieBreak,
    /// The value of the line before; doubled for Sonneborn-Berger.
    pub before: i64,
    pub behind: i64,
    /// How many were still equal before this criterion, with these two.
    pub among: u32,
}

/// Ranks the contestants; equals keep their order.
pub(crate) fn standings(contest: &StandingsInput<'_>) -> Vec<Standing> {
    let mut lines: Vec<Standing> = Vec::with_capacity(contest.contestants.len());
    let mut line_of = HashMap::new();
    for (i, contestant) in contest.contestants.iter().enumerate() {
        line_of.insert(*contestant, i);
        lines.push(Standing {
            rank: 0,
            contestant: *contestant,
            place: contest.places.as_ref().and_then(|places| places.get(i).copied()).unwrap_or(0),
            points: 0,
            rencontres: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            faults: 0,
            byes: 0,
            bye_points: 0,
            sonneborn_berger_doubled: 0,
            buchholz: 0,
            tie: None,
        });
    }
    for contestant in &contest.byes {
        if let Some(i) = line_of.get(contestant) {
            let points = contest.points.of_bye(contest.parties);
            lines[*i].byes += 1;
            lines[*i].bye_points += points;
            lines[*i].points += points;
        }
    }
    // Only rencontres between ranked contestants count; as (line of white, line of black).
    let played: Vec<([usize; 2], &RencontreResult)> = contest
        .results
        .iter()
        .filter(|result| !result.is_given_up())
        .filter_map(|result| Some(([*line_of.get(&result.white)?, *line_of.get(&result.black)?], *result)))
        .collect();
    for (players, result) in &played {
        let points = contest.points.of(result);
        for (i, side) in players.iter().zip(Side::ALL) {
            lines[*i].add(result, side, points[side]);
        }
    }
    let totals: Vec<i64> = lines.iter().map(|line| line.points).collect();
    for line in &mut lines {
        line.buchholz = i64::from(line.byes) * line.points;
    }
    for (players, result) in &played {
        let [white, black] = *players;
        lines[white].buchholz += totals[black];
        lines[black].buchholz += totals[white];
        for partie in &result.parties {
            for (me, opponent, side) in [(white, black, Side::White), (black, white, Side::Black)] {
                lines[me].sonneborn_berger_doubled += match *partie {
                    PartieResult::Drawn => totals[opponent],
                    partie if partie.winner() == Some(side) => 2 * totals[opponent],
                    _ => 0,
                };
            }
        }
    }
    let mut rank = 1;
    let mut ranked = Vec::with_capacity(lines.len());
    for Group { members, mut tie } in separate(&lines, &played, contest.points) {
        let size = members.len() as u32;
        for i in members {
            ranked.push(Standing { rank, tie: tie.take(), ..lines[i].clone() });
        }
        rank += size;
    }
    ranked
}

/// Separates equals by their points in a play-off: who takes part in it is in one group of equals.
pub(crate) fn separate_by_playoff(lines: &mut [Standing], points: &BTreeMap<ContestantId, i64>) {
    let Some(lowest) = points.values().min() else { return };
    let gained = |line: &Standing| points.get(&line.contestant).copied();
    for equals in lines.chunk_by_mut(|a, b| a.rank == b.rank) {
        if equals.iter().filter(|line| gained(line).is_some()).count() < 2 {
            continue;
        }
        let among = equals.len() as u32;
        let tie = equals[0].tie.take();
        // Who has left is not asked to play, and is not before anybody who is.
        equals.sort_by_key(|line| std::cmp::Reverse(gained(line).unwrap_or(*lowest)));
        for at in 1..equals.len() {
            let [before, behind] = [at - 1, at].map(|at| gained(&equals[at]).unwrap_or(*lowest));
            let rank = equals[0].rank + at as u32;
            (equals[at].rank, equals[at].tie) = match before == behind {
                true => (equals[at - 1].rank, None),
                false => (rank, Some(Tie { by: TieBreak::Playoff, before, behind, among })),
            };
        }
        equals[0].tie = tie;
    }
}

impl Standing {
    fn add(&mut self, result: &RencontreResult, side: Side, points: i64) {
        self.rencontres += 1;
        self.points += points;
        for partie in &result.parties {
            let count = match *partie {
                partie if partie.fault_of(side).is_some() => &mut self.faults,
                PartieResult::Drawn => &mut self.drawn,
                partie if partie.winner() == Some(side) => &mut self.won,
                _ => &mut self.lost,
            };
            *count += 1;
        }
    }
}

/// Equal contestants.
struct Group {
    /// Indices of lines.
    members: Vec<usize>,
    /// What separates them from the group before.
    tie: Option<Tie>,
}

/// The groups of equals, best first.
fn separate(lines: &[Standing], played: &[([usize; 2], &RencontreResult)], points: &Points) -> Vec<Group> {
    let mut groups = vec![Group { members: (0..lines.len()).collect(), tie: None }];
    groups = split_all(groups, None, |group| group.iter().map(|i| -i64::from(lines[*i].place)).collect());
    groups = split_all(groups, None, |group| group.iter().map(|i| lines[*i].points).collect());
    for criterion in points.tie_breaks.iter() {
        groups = split_all(groups, Some(criterion), |group| {
            let of_each = |score: fn(&Standing) -> i64| group.iter().map(|i| score(&lines[*i])).collect();
            match criterion {
                TieBreak::Encounters => direct_encounters(group, played, points),
                TieBreak::Wins => of_each(|line| i64::from(line.won)),
                TieBreak::SonnebornBerger => of_each(|line| line.sonneborn_berger_doubled),
                TieBreak::Faults => of_each(|line| -i64::from(line.faults)),
                TieBreak::Buchholz => of_each(|line| line.buchholz),
                TieBreak::Playoff => vec![0; group.len()],
            }
        });
    }
    groups
}

/// Splits every group by a score (highest first), computed for the whole group at once.
fn split_all(groups: Vec<Group>, by: Option<TieBreak>, scores: impl Fn(&[usize]) -> Vec<i64>) -> Vec<Group> {
    let mut split: Vec<Group> = Vec::with_capacity(groups.len());
    for group in groups {
        if group.members.len() < 2 {
            split.push(group);
            continue;
        }
        let among = group.members.len() as u32;
        let mut scored: Vec<(i64, usize)> = scores(&group.members).into_iter().zip(group.members).collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let mut before: Option<i64> = None;
        for equal in scored.chunk_by(|a, b| a.0 == b.0) {
            let score = equal[0].0;
            let tie = match before.replace(score) {
                None => group.tie,
                // Fewer faults come first; shown as a count.
                Some(before) => by.map(|by| match by {
                    TieBreak::Faults => Tie { by, before: -before, behind: -score, among },
                    _ => Tie { by, before, behind: score, among },
                }),
            };
            split.push(Group { members: equal.iter().map(|(_, i)| *i).collect(), tie });
        }
    }
    split
}

/// The points from the rencontres within a group; all zero unless they met equally often.
fn direct_encounters(
    group: &[usize],
    played: &[([usize; 2], &RencontreResult)],
    points: &Points,
) -> Vec<i64> {
    let place: HashMap<usize, usize> = group.iter().enumerate().map(|(at, i)| (*i, at)).collect();
    let size = group.len();
    let mut meetings = vec![0u32; size * size];
    let mut sums = vec![0i64; size];
    for (players, result) in played {
        let (Some(white), Some(black)) = (place.get(&players[0]), place.get(&players[1])) else { continue };
        meetings[white.min(black) * size + white.max(black)] += 1;
        let gained = points.of(result);
        sums[*white] += gained.white;
        sums[*black] += gained.black;
    }
    let mut pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
    let first = meetings[1];
    if first > 0 && pairs.all(|(a, b)| meetings[a * size + b] == first) { sums } else { vec![0; size] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Fault;
    use PartieResult::{Disqualified, Drawn, Won};
    use Side::{Black, White};

    fn rencontre(white: u32, black: u32, parties: &[PartieResult]) -> RencontreResult {
        RencontreResult { white: ContestantId(white), black: ContestantId(black), parties: parties.to_vec() }
    }

    /// (contestant, rank) of a table, best first.
    fn ranks(count: usize, results: &[RencontreResult]) -> Vec<(u32, u32)> {
        table(count, results, None).iter().map(|line| (line.contestant.0, line.rank)).collect()
    }

    fn table(count: usize, results: &[RencontreResult], places: Option<Vec<u32>>) -> Vec<Standing> {
        let contestants: Vec<_> = ContestantId::all(count).collect();
        standings(&StandingsInput {
            contestants: &contestants,
            results: results.iter().collect(),
            byes: vec![],
            places,
            points: &Points::default(),
            parties: 1,
        })
    }

    #[test]
    fn points_come_first() {
        let results =
            [rencontre(0, 1, &[Won(Black)]), rencontre(1, 2, &[Drawn]), rencontre(2, 0, &[Won(White)])];
        let table = table(3, &results, None);
        let points: Vec<_> = table.iter().map(|line| (line.contestant.0, line.points)).collect();
        // 1 and 2 have 13 points each and drew against each other; Sonneborn-Berger is equal, too
        // (both beat 0): they share the rank.
        assert_eq!(points, [(1, 13), (2, 13), (0, 2)]);
        assert_eq!(table.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 1, 3]);
    }

    #[test]
    fn direct_encounter_decides_between_equals() {
        // 0 and 1 have 21 points each; 1 won their rencontre.
        let results = [
            rencontre(0, 1, &[Won(Black)]),
            rencontre(0, 2, &[Won(White)]),
            rencontre(0, 3, &[Won(White)]),
            rencontre(1, 2, &[Won(White)]),
            rencontre(1, 3, &[Won(Black)]),
            rencontre(2, 3, &[Won(White)]),
        ];
        assert_eq!(ranks(4, &results), [(1, 1), (0, 2), (2, 3), (3, 4)]);
    }

    #[test]
    fn direct_encounters_are_passed_over_when_not_everybody_has_met() {
        // 0 and 1 are level on points and wins and never met; 0 beat the stronger opponent. 2 has
        // one point more than both.
        let results =
            [rencontre(0, 2, &[Won(White)]), rencontre(1, 3, &[Won(White)]), rencontre(2, 3, &[Won(White)])];
        assert_eq!(ranks(4, &results), [(2, 1), (0, 2), (1, 3), (3, 4)]);
        let table = table(4, &results, None);
        assert_eq!((table[1].points, table[2].points), (10, 10));
        assert_eq!(table[1].sonneborn_berger_doubled, 2 * 11);
        assert_eq!(table[2].sonneborn_berger_doubled, 2 * 2);
        let tie = Tie { by: TieBreak::SonnebornBerger, before: 22, behind: 4, among: 2 };
        assert_eq!(table.iter().map(|line| line.tie).collect::<Vec<_>>(), [None, None, Some(tie), None]);
    }

    #[test]
    fn what_has_separated_equals_is_said_of_the_one_behind() {
        let results =
            [rencontre(0, 1, &[Won(Black)]), rencontre(2, 0, &[Won(Black)]), rencontre(2, 1, &[Won(White)])];
        // Everybody beat one and lost to one: nothing separates them.
        assert!(table(3, &results, None).iter().all(|line| line.tie.is_none() && line.rank == 1));
        // 11 points each; each won one of the two meetings, but 1 has a fault less.
        let points = Points { disqualified: 1, ..Points::default() };
        let results = [rencontre(0, 1, &[Disqualified(White, Fault::Crash)]), rencontre(0, 1, &[Won(White)])];
        let contestants: Vec<_> = ContestantId::all(2).collect();
        let contest = StandingsInput {
            contestants: &contestants,
            results: results.iter().collect(),
            byes: vec![],
            places: None,
            points: &points,
            parties: 1,
        };
        let table = standings(&contest);
        assert_eq!(table[1].tie, Some(Tie { by: TieBreak::Faults, before: 0, behind: 1, among: 2 }));
        // Without a criterion they share the rank.
        let points = Points { tie_breaks: crate::TieBreaks::of([]), ..points };
        let table =
            standings(&StandingsInput { points: &points, results: results.iter().collect(), ..contest });
        assert_eq!(
            table.iter().map(|line| (line.rank, line.tie)).collect::<Vec<_>>(),
            [(1, None), (1, None)]
        );
    }

    #[test]
    fn buchholz_is_the_points_of_the_opponents_and_a_bye_is_one_like_oneself() {
        // 0 beat 2, 1 had nobody: 10 points each. 2 then beat 3 and has 11.
        let results = [rencontre(0, 2, &[Won(White)]), rencontre(2, 3, &[Won(White)])];
        let contestants: Vec<_> = ContestantId::all(4).collect();
        let points = Points {
            tie_breaks: crate::TieBreaks::of([TieBreak::Buchholz, TieBreak::Wins]),
            ..Points::default()
        };
        let table = standings(&StandingsInput {
            contestants: &contestants,
            results: results.iter().collect(),
            byes: vec![ContestantId(1)],
            places: None,
            points: &points,
            parties: 1,
        });
        let seen: Vec<_> = table.iter().map(|line| (line.contestant.0, line.buchholz)).collect();
        assert_eq!(seen, [(2, 11), (0, 11), (1, 10), (3, 11)]);
        assert_eq!(table[2].tie, Some(Tie { by: TieBreak::Buchholz, before: 11, behind: 10, among: 2 }));
        assert_eq!((table[2].won, table[2].rencontres, table[2].bye_points), (0, 0, 10));
    }

    #[test]
    fn wins_then_faults_separate() {
        // 30 points each: ten draws against three wins.
        let mut results = vec![];
        for _ in 0..10 {
            results.push(rencontre(0, 2, &[Drawn]));
        }
        for _ in 0..3 {
            results.push(rencontre(1, 3, &[Won(White)]));
        }
        let order = ranks(4, &results);
        assert!(order.iter().position(|x| x.0 == 1) < order.iter().position(|x| x.0 == 0), "{order:?}");

        // Disqualification costs no more than a loss here: 0 and 1 differ only in the fault.
        let points = Points { disqualified: 1, ..Points::default() };
        let results = [rencontre(0, 2, &[Disqualified(White, Fault::Crash)]), rencontre(1, 3, &[Won(Black)])];
        let contestants: Vec<_> = ContestantId::all(4).collect();
        let table = standings(&StandingsInput {
            contestants: &contestants,
            results: results.iter().collect(),
            byes: vec![],
            places: None,
            points: &points,
            parties: 1,
        });
        let order: Vec<_> = table.iter().map(|line| (line.contestant.0, line.rank)).collect();
        assert_eq!(order, [(2, 1), (3, 1), (1, 3), (0, 4)]);
    }

    #[test]
    fn the_place_in_a_knock_out_comes_before_points() {
        let results = [rencontre(0, 1, &[Won(White)])];
        let table = table(2, &results, Some(vec![2, 1]));
        assert_eq!(table[0].contestant, ContestantId(1));
    }

    #[test]
    fn byes_bring_points() {
        let contestants: Vec<_> = ContestantId::all(2).collect();
        let table = standings(&StandingsInput {
            contestants: &contestants,
            results: vec![],
            byes: vec![ContestantId(1)],
            places: None,
            points: &Points::default(),
            parties: 2,
        });
        assert_eq!((table[0].contestant, table[0].points, table[0].byes), (ContestantId(1), 20, 1));
    }
}
