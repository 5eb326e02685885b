//! Knock-out: the loser of a match is out.
//!
//! The bracket has the next power of two of places; the best seeds skip the first stage where
//! entrants are missing. A match is one rencontre, or two with colours changed. If level, the two
//! play up to `extra` further rencontres one at a time, with colours changed again; if still level,
//! the one with fewer disqualifications advances, otherwise the better seed, after the play-offs if
//! the seeds were drawn. A rencontre given up brings no points: if it leaves the match level, this
//! decides as well.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::draw::Draw;
use super::stage::{BracketSlot, Fixture, Settled, Stage};
use crate::model::{ContestantId, Key, Pairing, Round, Side};
use crate::points::Points;
use crate::results::Results;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Knockout {
    /// Rencontres of a match: 1, or 2 (home and away).
    pub legs: u32,
    /// Further rencontres of a level match at most.
    pub extra: u32,
    /// Whether the losers of the semi-finals play for third place.
    pub third_place: bool,
}

/// The championship around a knock-out.
pub(super) struct KnockoutSetting<'a> {
    pub points: &'a Points,
    pub seed: u64,
    /// The number of its first round: pools may come before.
    pub first_round: u32,
    /// Whether the order of the entrants is nothing but a lot.
    pub drawn: bool,
    /// Rencontres at most where the better seed would advance otherwise.
    pub playoffs: u32,
}

/// The state of a knock-out.
pub(super) struct Bracket {
    /// The known rounds.
    pub rounds: Vec<Round>,
    /// Each entrant's place, in their order; 1 while still in.
    pub places: Vec<u32>,
    /// All stages, future ones included.
    pub stages: Vec<Stage>,
}

/// A match of the current stage.
struct Match {
    /// Indices of entrants (the smaller is the better seed).
    players: [usize; 2],
    /// From 1: the `board` of all its games.
    board: u32,
    /// Whether the first of `players` has white in the first rencontre.
    first_white: bool,
    /// Points and disqualifications so far.
    points: [i64; 2],
    faults: [u32; 2],
    /// Its games so far, and whether it is decided.
    games: Vec<Key>,
    over: bool,
}

impl Match {
    fn level(&self) -> bool {
        self.points[0] == self.points[1]
    }

    /// Whether rencontre number `game`, from 0, is needed after those before it.
    fn goes_on(&self, game: u32, form: &Knockout, setting: &KnockoutSetting<'_>) -> bool {
        let further = form.legs + form.extra;
        game < form.legs
            || self.level()
                && (game < further || game < further + setting.playoffs && self.faults[0] == self.faults[1])
    }

    /// Its state, for people.
    fn fixture(&self, entrants: &[ContestantId], drawn: bool) -> Fixture {
        let slots = self.players.map(|player| BracketSlot::Known(entrants[player]));
        let winner = self.over.then(|| entrants[self.decide().0]);
        let decision = match (self.level(), self.faults[0] == self.faults[1]) {
            (false, _) => Settled::Points,
            (true, false) => Settled::Faults,
            (true, true) if drawn => Settled::Lot,
            (true, true) => Settled::Seed,
        };
        let decision = self.over.then_some(decision);
        Fixture { slots, points: self.points, games: self.games.clone(), winner, decision }
    }

    /// Winner and loser of a decided match.
    fn decide(&self) -> (usize, usize) {
        let [a, b] = self.players;
        let better = |x: usize, y: usize| {
            (self.points[x], std::cmp::Reverse(self.faults[x]))
                .cmp(&(self.points[y], std::cmp::Reverse(self.faults[y])))
        };
        match better(0, 1) {
            std::cmp::Ordering::Greater => (a, b),
            std::cmp::Ordering::Less => (b, a),
            std::cmp::Ordering::Equal => (a.min(b), a.max(b)),
        }
    }
}

/// Plays the knock-out as far as the results go. `entrants` are in the order of their seeds, best
/// first.
pub(super) fn play(
    entrants: &[ContestantId],
    form: &Knockout,
    setting: &KnockoutSetting<'_>,
    results: &Results,
) -> Bracket {
    let mut bracket = Bracket { rounds: vec![], places: vec![1; entrants.len()], stages: vec![] };
    let mut alive: Vec<Option<usize>> =
        seeding(entrants.len()).into_iter().map(|seed| (seed < entrants.len()).then_some(seed)).collect();
    let mut losers_before: Vec<usize> = vec![];
    for stage in 0.. {
        if alive.len() < 2 {
            break;
        }
        let matches: Vec<(usize, [usize; 2])> = alive
            .chunks_exact(2)
            .enumerate()
            .filter_map(|(i, pair)| Some((i, [pair[0]?, pair[1]?])))
            .collect();
        let mut stage_matches: Vec<Match> =
            matches.iter().map(|(i, players)| new_match(*players, *i, stage, setting.seed)).collect();
        let third_place = form.third_place && alive.len() == 2 && losers_before.len() == 2;
        if third_place {
            stage_matches.push(new_match([losers_before[0], losers_before[1]], 1, stage, setting.seed));
        }
        let first_round = setting.first_round + bracket.rounds.len() as u32;
        let decided = play_stage(&mut stage_matches, entrants, form, setting, results, &mut bracket.rounds);
        let small_final =
            stage_matches.last().filter(|_| third_place).map(|last| last.fixture(entrants, setting.drawn));
        let fixtures = alive.chunks_exact(2).enumerate().map(|(i, pair)| {
            let place = matches.iter().position(|(number, _)| *number == i);
            place.map_or_else(
                || Fixture::bye([pair[0], pair[1]], entrants),
                |at| stage_matches[at].fixture(entrants, setting.drawn),
            )
        });
        let fixtures = fixtures.collect();
        let Knockout { legs, extra, .. } = *form;
        bracket.stages.push(Stage { first_round, legs, extra, fixtures, small_final });
        if !decided {
            break;
        }
        if third_place && let Some(small_final) = stage_matches.pop() {
            let (_, loser) = small_final.decide();
            bracket.places[loser] = 4;
        }
        let outcomes: HashMap<usize, (usize, usize)> =
            matches.iter().map(|(i, _)| *i).zip(stage_matches.iter().map(Match::decide)).collect();
        alive = alive
            .chunks_exact(2)
            .enumerate()
            .map(|(i, pair)| outcomes.get(&i).map(|(winner, _)| *winner).or(pair[0]).or(pair[1]))
            .collect();
        let survivors = alive.iter().flatten().count() as u32;
        losers_before = matches.iter().map(|(i, _)| outcomes[i].1).collect();
        for loser in &losers_before {
            bracket.places[*loser] = survivors + 1;
        }
    }
    add_open_stages(&mut bracket.stages, form);
    bracket
}

/// Adds the stages not reached yet, with the contestants known to reach them.
fn add_open_stages(stages: &mut Vec<Stage>, form: &Knockout) {
    while let Some(last) = stages.last().filter(|last| last.fixtures.len() > 1) {
        let slots: Vec<BracketSlot> = last
            .fixtures
            .iter()
            .map(|tie| tie.winner.map_or(BracketSlot::Open, BracketSlot::Known))
            .collect();
        let fixtures: Vec<Fixture> =
            slots.chunks_exact(2).map(|pair| Fixture::open([pair[0], pair[1]])).collect();
        let played = |tie: &Fixture| !tie.slots.contains(&BracketSlot::Empty);
        // A contestant who skips to the final leaves nobody to play for third place.
        let small_final = (form.third_place && fixtures.len() == 1 && last.fixtures.iter().all(played))
            .then(|| Fixture::open([BracketSlot::Open; 2]));
        let Knockout { legs, extra, .. } = *form;
        stages.push(Stage { first_round: 0, legs, extra, fixtures, small_final });
    }
}

fn new_match(players: [usize; 2], number: usize, stage: u64, seed: u64) -> Match {
    let first_white = Draw::new(seed, &[0x6b6f, stage, number as u64]).coin();
    Match {
        players,
        board: number as u32 + 1,
        first_white,
        points: [0; 2],
        faults: [0; 2],
        games: vec![],
        over: false,
    }
}

/// Plays a stage's matches as far as the results go, adding its rounds; whether it is decided.
fn play_stage(
    matches: &mut [Match],
    entrants: &[ContestantId],
    form: &Knockout,
    setting: &KnockoutSetting<'_>,
    results: &Results,
    rounds: &mut Vec<Round>,
) -> bool {
    for game in 0.. {
        let number = setting.first_round + rounds.len() as u32;
        let mut pairings = vec![];
        let mut complete = true;
        for m in matches.iter_mut().filter(|m| m.goes_on(game, form, setting)) {
            let [first, second] = m.players.map(|player| entrants[player]);
            let swapped = m.first_white == (game % 2 == 1);
            let (white, black) = if swapped { (second, first) } else { (first, second) };
            let key = Key { round: number, board: m.board };
            pairings.push(Pairing { key, white, black });
            m.games.push(key);
            let Some(result) = results.get(&key) else {
                complete = false;
                continue;
            };
            let points = setting.points.of(result);
            for (i, side) in if swapped { [1, 0] } else { [0, 1] }.into_iter().zip(Side::ALL) {
                m.points[i] += points[side];
                m.faults[i] += result.wins_and_faults(side).1;
            }
            m.over = !m.goes_on(game + 1, form, setting);
        }
        if pairings.is_empty() {
            break;
        }
        rounds.push(Round { number, pairings, bye: None });
        if !complete {
            return false;
        }
    }
    true
}

/// The seeds (from 0) in the order of the bracket's places: neighbours meet, the best seeds as late
/// as possible. The number of places is the next power of two; seeds from `entrants` on are empty.
pub(super) fn seeding(entrants: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < entrants {
        let size = 2 * order.len();
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}
