//! The computation of the table.
//!
//! Movement phase (16 pawns), backwards from the ends of the games: the positions that win at once are known from
//! their patterns alone, and so are the moves that leave the opponent such a win, for whole classes at a time. The other
//! moves are the *hopes* of a position, which loses in two when there is none. After that, in round `n`, the positions
//! that are decided in exactly `n` plies tell their predecessors: a loss makes every undecided predecessor a win in
//! `n + 1`; a win takes one hope from its predecessor, which loses in `n + 1` when no hope is left. Every position speaks
//! once, so these rounds cost one look at every move into a decided position. A position that never hears anything
//! decisive is a draw.
//!
//! Each class collects what its own positions hear, link by link, from the lists of the positions just decided: so
//! every core writes only to classes of its own, and no list changes while it is read.
//!
//! Placement phase, layer by layer from 15 pawns to none: the best of all placements.

use std::{
    hint,
    sync::atomic::{AtomicUsize, Ordering},
};

use jeux::colonnes::{MAX_PLIES, PLACEMENT_PLIES};

use super::{
    index::{Class, Index, MAX_PAWNS},
    links::{self, Link},
    patterns::{Counts, PatternSet, RankSet, Ranks},
    workers,
};

/// The byte of a draw; every other byte is the number of plies to the end, odd for a win, even for a loss.
pub const DRAW: u8 = 0;
/// During the computation: undecided is this plus the number of hopes, the moves not yet known to lose (at most 24).
/// Distances stay below: without a limit the longest is 167 plies in the movement phase.
const UNDECIDED: u8 = 230;

/// Whether games end after 40 plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// As the rules say: when all pawns are placed 24 plies are left, and what takes longer is a draw.
    FortyPlies,
    /// Never, to see what the rule changes.
    None,
}

/// How far the computation has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions whose value is known.
    pub known: usize,
    /// All positions.
    pub total: usize,
}

/// Computes the byte of every position of the index, in its order. `progress` is called after every round and layer.
pub fn solve(index: &Index, limit: Limit, progress: &mut dyn FnMut(Progress)) -> Vec<u8> {
    let mut values = vec![DRAW; index.positions()];
    let (placement, movement) = values.split_at_mut(index.layer_positions(MAX_PAWNS).start);
    let mut known = 0;
    let mut report = |more| {
        known += more;
        progress(Progress { known, total: index.positions() });
    };
    solve_movement(index, limit, movement, &mut report);
    solve_placement(index, placement, movement, &mut report);
    values
}

/// Goes through the classes of a layer with their shares of `values`, which holds this layer alone.
pub(super) fn shares<'i, 'v>(
    index: &'i Index,
    layer: usize,
    mut values: &'v mut [u8],
) -> impl Iterator<Item = (&'i Class, &'v mut [u8])> {
    index.classes()[index.layer(layer)].iter().map(move |class| {
        let (share, rest) = std::mem::take(&mut values).split_at_mut(index.set(class).patterns().len());
        values = rest;
        (class, share)
    })
}

/// The moves of a class of the movement phase.
#[derive(Default)]
struct Room {
    links: Vec<Link>,
    /// The tops that could move if they were one's own: who has none of them passes.
    movable: u16,
}

impl Room {
    fn new(index: &Index, class: &Class) -> Self {
        let links = Link::shifts(index, class);
        let movable = links.iter().fold(0, |all, link| all | link.mover);
        Room { links, movable }
    }
}

fn solve_movement(index: &Index, limit: Limit, values: &mut [u8], report: &mut impl FnMut(usize)) {
    let classes = &index.classes()[index.layer(MAX_PAWNS)];
    let mut rooms = Vec::new();
    rooms.resize_with(classes.len(), Room::default);
    workers::for_each(rooms.iter_mut().zip(classes), |(room, class)| *room = Room::new(index, class));
    let rounds = match limit {
        Limit::FortyPlies => MAX_PLIES - PLACEMENT_PLIES,
        Limit::None => UNDECIDED.into(),
    };
    // The patterns decided in each round, class by class.
    let mut new: Vec<Vec<u16>> = rooms.iter().map(|_| Vec::new()).collect();
    let mut last = new.clone();

    report(begin(index, &rooms, values, &mut new));
    for round in 2..rounds as u8 {
        std::mem::swap(&mut last, &mut new);
        let decided = last.iter().map(Vec::len).sum();
        report(decided);
        if decided == 0 {
            break;
        }
        tell(index, &rooms, &last, round, values, &mut new);
    }

    let rest = AtomicUsize::new(new.iter().map(Vec::len).sum());
    workers::for_each(shares(index, MAX_PAWNS, values), |(_, share)| {
        rest.fetch_add(share.iter().filter(|value| **value > UNDECIDED).count(), Ordering::Relaxed);
        share.iter_mut().for_each(|value| *value = if *value > UNDECIDED { DRAW } else { *value });
    });
    report(rest.into_inner());
}

/// Fills in what the patterns tell: wins in one, losses in two, which are `new`, and the hopes of the others. Returns the
/// number of wins.
fn begin(index: &Index, rooms: &[Room], values: &mut [u8], new: &mut [Vec<u16>]) -> usize {
    let winning = AtomicUsize::new(0);
    let work = rooms.iter().zip(shares(index, MAX_PAWNS, values)).zip(new);
    workers::for_each(work, |((room, (class, share)), new)| {
        let set = index.set(class);
        let mut hopes = Counts::zero(set.patterns().len());
        let mut hope = set.all();
        for link in &room.links {
            hope.copy(set.having(link.mover));
            keep_hopes(index, set, link, &mut hope);
            hopes.add(&mut hope);
        }
        // Who cannot move must pass, which is a move like any other.
        hope = set.with_none_of(room.movable);
        let threes = links::threes(class);
        set.keep_with_any_of_all(&mut hope, threes.iter().copied());
        hopes.add(&mut hope);

        let wins = set.with_all_of_any(&threes);
        let mut losses = hopes.zeros(set);
        losses.remove(&wins);
        hopes.write(share, UNDECIDED);
        wins.assign(share, 1);
        losses.assign(share, 2);
        new.extend(losses.ranks().map(|rank| set.patterns()[rank]));
        winning.fetch_add(wins.count(), Ordering::Relaxed);
    });
    winning.into_inner()
}

/// Keeps those of some patterns that this move does not lead into a win in one of the opponent: they have a pawn in each
/// of his threes.
fn keep_hopes(index: &Index, set: &PatternSet, link: &Link, patterns: &mut RankSet) {
    let threes = links::threes(&index.classes()[usize::from(link.target)]);
    set.keep_with_any_of_all(patterns, threes.into_iter().filter_map(|three| link.before(three)));
}

/// One round: the positions of `speakers`, decided in exactly `round` plies and given by class, tell their predecessors.
/// Those that are decided thereby become `new`.
fn tell(
    index: &Index,
    rooms: &[Room],
    speakers: &[Vec<u16>],
    round: u8,
    values: &mut [u8],
    new: &mut [Vec<u16>],
) {
    let first_class = index.layer(MAX_PAWNS).start;
    let work = rooms.iter().zip(speakers).zip(shares(index, MAX_PAWNS, values)).zip(new);
    workers::for_each(work, |(((room, own), (class, share)), new)| {
        new.clear();
        foresee(share);
        let mut listener =
            Listener { ranks: index.set(class).ranks(), share, new, round, before: Vec::new() };
        for link in &room.links {
            let speakers = &speakers[usize::from(link.target) - first_class];
            if !speakers.is_empty() {
                let (back, stack) = (link.backward(), link.stack);
                // What moved was one's own; and of a full stack not all was, for then the game was over.
                listener.hear(speakers, |pattern| {
                    let before = back.apply(pattern);
                    (before, (before & link.mover != 0) & (before & stack != stack))
                });
            }
        }
        // A pass: the same board, the other side to move.
        listener.hear(own, |pattern| (!pattern, !pattern & room.movable == 0));
    });
}

/// The positions of one class, while they learn about the positions decided in the last round.
struct Listener<'a> {
    ranks: Ranks<'a>,
    share: &'a mut [u8],
    new: &'a mut Vec<u16>,
    round: u8,
    /// Room for predecessors.
    before: Vec<u16>,
}

impl Listener<'_> {
    /// Tells the predecessors of `speakers` along one link; `before` gives the predecessor's pattern, and whether it is
    /// one.
    fn hear(&mut self, speakers: &[u16], before: impl Fn(u16) -> (u16, bool)) {
        // Half of the speakers have a predecessor here, which no processor can guess: written without branches.
        self.before.resize(speakers.len().max(self.before.len()), 0);
        let mut count = 0;
        for &pattern in speakers {
            let (pattern, is_one) = before(pattern);
            self.before[count] = pattern;
            count += usize::from(is_one);
        }
        let (ranks, speakers_win) = (self.ranks, self.round % 2 == 1);
        for &pattern in &self.before[..count] {
            let value = &mut self.share[ranks.of(pattern)];
            let undecided = *value > UNDECIDED;
            if speakers_win {
                *value -= u8::from(undecided);
            }
            if undecided & (!speakers_win | (*value == UNDECIDED)) {
                *value = self.round + 1;
                self.new.push(pattern);
            }
        }
    }
}

fn solve_placement(index: &Index, placement: &mut [u8], movement: &[u8], report: &mut impl FnMut(usize)) {
    let mut rest = placement;
    let mut after = movement;
    for layer in (0..MAX_PAWNS).rev() {
        let (earlier, values) = rest.split_at_mut(index.layer_positions(layer).start);
        workers::for_each(shares(index, layer, values), |(class, share)| place(index, class, share, after));
        report(values.len());
        rest = earlier;
        after = values;
    }
}

/// Computes the values of a class of the placement phase from those of the layer after it.
fn place(index: &Index, class: &Class, share: &mut [u8], after: &[u8]) {
    let after_start = index.layer_positions(class.pawns() + 1).start;
    let set = index.set(class);
    let wins = set.with_all_of_any(&links::threes(class));
    // Memory that is read before it is written costs each page twice, and stops the other cores.
    share.fill(DRAW);
    wins.assign(share, 1);
    // The positions that do not win at once: their ranks, their patterns, and the merits of their best placements so far.
    let mut open = set.all();
    open.remove(&wins);
    let mut ranks = Vec::with_capacity(open.count());
    ranks.extend(open.ranks());
    let patterns: Vec<u16> = ranks.iter().map(|&rank| set.patterns()[rank]).collect();
    let mut best = vec![Merit::WORST; ranks.len()];
    for link in Link::placements(index, class) {
        let target = &index.classes()[usize::from(link.target)];
        let target_values =
            &after[target.start as usize - after_start..][..index.set(target).patterns().len()];
        foresee(target_values);
        let (target_ranks, forward) = (index.set(target).ranks(), link.forward());
        for (best, &pattern) in best.iter_mut().zip(&patterns) {
            let value = target_values[target_ranks.of(forward.apply(pattern))];
            *best = Merit::of(value).max(*best);
        }
    }
    for (rank, best) in ranks.into_iter().zip(best) {
        share[rank] = best.value_before();
    }
}

/// Reads bytes that will be needed in any order in the order in which the processor foresees what comes next.
fn foresee(bytes: &[u8]) {
    const CACHE_LINE: usize = 64;
    hint::black_box(bytes.iter().step_by(CACHE_LINE).fold(0, |all, byte| all ^ byte));
}

/// What a position is worth to the one who moves into it, ordered: wins of the opponent (the later the better), draws,
/// losses of the opponent (the sooner the better).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Merit(u8);

impl Merit {
    /// No better than the worst position.
    pub(super) const WORST: Merit = Merit(0);
    const DRAW: Merit = Merit(128);

    /// The merit of moving to a position with this byte.
    pub(super) const fn of(value: u8) -> Merit {
        MERITS[value as usize]
    }

    /// The byte of the position whose best move has this merit.
    pub(super) const fn value_before(self) -> u8 {
        if self.0 == Self::DRAW.0 {
            DRAW
        } else if self.0 < Self::DRAW.0 {
            2 * self.0 + 2
        } else {
            2 * (u8::MAX - self.0) + 1
        }
    }
}

/// The merit of every byte. Halves keep their order, for all wins are odd and all losses even.
const MERITS: [Merit; 256] = {
    let mut merits = [Merit::DRAW; 256];
    let mut value = 1;
    while value < merits.len() {
        let half = value as u8 / 2;
        merits[value] = Merit(if value % 2 == 1 { half } else { u8::MAX - half });
        value += 1;
    }
    merits
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merits_are_ordered_and_lead_back() {
        let values = (1..UNDECIDED).step_by(2).chain([DRAW]).chain((2..UNDECIDED).step_by(2).rev());
        let merits: Vec<_> = values.clone().map(Merit::of).collect();
        assert!(merits.is_sorted_by(|a, b| a < b));
        for (value, merit) in values.zip(merits) {
            assert_eq!(merit.value_before(), if value == DRAW { DRAW } else { value + 1 });
        }
    }
}
