//! Swiss system: in every round, opponents of about equal points who have not met yet.
//!
//! A round is a minimum-weight perfect matching. What is to be avoided, the worst first:
//! 1. pairs that have met already (so nobody meets twice while another pairing of the whole round is possible);
//! 2. a second bye for the same contestant;
//! 3. colours out of balance by more than two;
//! 4. distance in the table (squared, in groups of equal points; a bye counts as an opponent of the last group);
//! 5. colours out of balance by two;
//!
//! and between pairings that are equal in all of this a seeded draw decides, which also makes the optimum unique:
//! the pairing does not depend on how the matching is found.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::draw::Draw;
use super::format::{Roster, ScheduleSettings};
use super::matching::cheapest_pairs;
use crate::model::{ContestantId, Key, Pairing, RencontreResult, Round};
use crate::results::Results;

/// The costs are sums of terms in separate bits of an i128. There are at most 256 pairs in a round
/// (8 bits), so a term of n bits needs n + 8 of them: 32 + 8 for the draw, and so on; 107 in all.
pub(super) const MAX_CONTESTANTS: usize = 512;
const DRAW_BITS: u32 = 32;
const TILT: i128 = 1 << 40; // at most 2 per pair
const DISTANCE: i128 = TILT << 10; // at most 512 squared per pair
const STRONG_TILT: i128 = DISTANCE << 27; // at most 2 per pair
const SECOND_BYE: i128 = STRONG_TILT << 10; // at most 15, once per round
const REMATCH: i128 = SECOND_BYE << 4; // at most 255 per pair

/// A contestant's results before a round.
#[derive(Clone, Copy, Default)]
struct Card {
    points: i64,
    /// Games with white minus games with black.
    tilt: i32,
    /// Whether it had white last time.
    last_white: bool,
    byes: u32,
}

/// The rounds that the results determine: those that are played and the next one.
///
/// Each is drawn from the results as they were at its draw, among those who took part then.
pub(super) fn rounds(
    entrants: &[ContestantId],
    roster: &Roster,
    count: u32,
    settings: &ScheduleSettings,
    results: &Results,
) -> Vec<Round> {
    let mut rounds: Vec<Round> = vec![];
    for number in 1..=count {
        let Some(table) = table(entrants, settings, &rounds, &results.at_draw_of(number)) else { break };
        let present: Vec<usize> =
            (0..entrants.len()).filter(|i| roster.takes_part(entrants[*i], number)).collect();
        rounds.push(pair(entrants, &table, &present, number, settings.seed));
    }
    rounds
}

/// What a draw is based on.
struct SwissTable {
    /// By entrant.
    cards: Vec<Card>,
    /// How often two entrants have met, the smaller index first.
    met: HashMap<(usize, usize), u32>,
}

/// The table after these rounds, if all their games have results.
fn table(
    entrants: &[ContestantId],
    settings: &ScheduleSettings,
    rounds: &[Round],
    results: &BTreeMap<Key, RencontreResult>,
) -> Option<SwissTable> {
    let place: HashMap<ContestantId, usize> = entrants.iter().enumerate().map(|(i, e)| (*e, i)).collect();
    let mut table = SwissTable { cards: vec![Card::default(); entrants.len()], met: HashMap::new() };
    let SwissTable { cards, met } = &mut table;
    for round in rounds {
        for pairing in &round.pairings {
            let (white, black) = (place[&pairing.white], place[&pairing.black]);
            let gained = settings.points.of(results.get(&pairing.key)?);
            cards[white].points += gained.white;
            cards[black].points += gained.black;
            cards[white].tilt += 1;
            cards[black].tilt -= 1;
            cards[white].last_white = true;
            cards[black].last_white = false;
            *met.entry((white.min(black), white.max(black))).or_default() += 1;
        }
        if let Some(bye) = round.bye {
            cards[place[&bye]].byes += 1;
            cards[place[&bye]].points += settings.points.of_bye(settings.parties);
        }
    }
    Some(table)
}

/// A round among these entrants.
fn pair(entrants: &[ContestantId], table: &SwissTable, present: &[usize], number: u32, seed: u64) -> Round {
    let SwissTable { cards, met } = table;
    let groups: BTreeSet<i64> = present.iter().map(|i| cards[*i].points).collect();
    let group_of: HashMap<i64, i128> = groups.into_iter().zip(0..).collect();
    let group = |i: usize| group_of[&cards[i].points];
    let mut draw = Draw::new(seed, &[0x5755, u64::from(number)]);
    let places = present.len() + present.len() % 2;
    let mut costs = vec![vec![0; places]; places];
    let mut set_cost = |x: usize, y: usize, cost: i128| {
        costs[x][y] = cost;
        costs[y][x] = cost;
    };
    for (x, a) in present.iter().copied().enumerate() {
        for (y, b) in present.iter().copied().enumerate().skip(x + 1) {
            let meetings = i128::from(met.get(&(a, b)).copied().unwrap_or(0).min(255));
            let (mild, strong) = tilts(&cards[a], &cards[b]);
            let cost = REMATCH * meetings
                + STRONG_TILT * strong
                + DISTANCE * (group(a) - group(b)).pow(2)
                + TILT * mild
                + i128::from(draw.next() >> (64 - DRAW_BITS));
            set_cost(x, y, cost);
        }
        if places > present.len() {
            let cost = SECOND_BYE * i128::from(cards[a].byes.min(15))
                + DISTANCE * group(a).pow(2)
                + i128::from(draw.next() >> (64 - DRAW_BITS));
            set_cost(x, present.len(), cost);
        }
    }
    let mut bye = None;
    let mut pairs: Vec<(usize, usize)> = vec![];
    for (a, b) in cheapest_pairs(&costs) {
        match present.get(b) {
            Some(second) => pairs.push((present[a], *second)),
            None => bye = Some(entrants[present[a]]),
        }
    }
    // The leaders play on the first boards.
    pairs.sort_by_key(|(a, b)| (-(cards[*a].points + cards[*b].points), *a));
    let pairings = pairs.into_iter().zip(1..).map(|((a, b), board)| {
        let key = Key { round: number, board };
        let a_white = white_is_first(&cards[a], &cards[b]).unwrap_or_else(|| draw.coin());
        let (white, black) = if a_white { (a, b) } else { (b, a) };
        Pairing { key, white: entrants[white], black: entrants[black] }
    });
    Round { number, pairings: pairings.collect(), bye }
}

/// Who should have white: the one who had it less often, or did not have it last time.
fn white_is_first(a: &Card, b: &Card) -> Option<bool> {
    match a.tilt.cmp(&b.tilt) {
        std::cmp::Ordering::Less => Some(true),
        std::cmp::Ordering::Greater => Some(false),
        std::cmp::Ordering::Equal => (a.last_white != b.last_white).then_some(b.last_white),
    }
}

/// How many of the two would be out of balance by two, and by more, with the better colours.
fn tilts(a: &Card, b: &Card) -> (i128, i128) {
    let (low, high) = (a.tilt.min(b.tilt) + 1, a.tilt.max(b.tilt) - 1);
    let count =
        |test: fn(i32) -> bool| [low, high].into_iter().filter(|tilt| test(tilt.abs())).count() as i128;
    (count(|tilt| tilt == 2), count(|tilt| tilt > 2))
}
