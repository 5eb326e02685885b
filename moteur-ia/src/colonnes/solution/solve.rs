//! The computation of the table.
//!
//! Movement phase (16 pawns), backwards from the ends of the games: the positions that win at once are known from
//! their patterns alone. After that, in round `n`, the positions that are decided in exactly `n` plies tell their
//! predecessors: a loss makes every undecided predecessor a win in `n + 1`; a win takes one hope from its
//! predecessor, which loses in `n + 1` when no hope is left. Every position speaks once, so the whole phase costs one
//! look at every move into a decided position. A position that never hears anything decisive is a draw.
//!
//! Each class collects what its own positions hear, link by link, from the lists of the positions just decided: so
//! every core writes only to classes of its own, and no list changes while it is read.
//!
//! Placement phase, layer by layer from 15 pawns to none: the best of all placements.

use std::sync::atomic::{AtomicUsize, Ordering};

use jeux::colonnes::{MAX_PLIES, PLACEMENT_PLIES};

use super::{
    index::{Class, Index, MAX_PAWNS, NO_RANK},
    links::Link,
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

/// Sets the bytes of the positions of a class in which a move finishes a three: the others do not change.
pub(super) fn mark_wins(links: &[Link], patterns: &[u16], share: &mut [u8]) {
    let mut threes: Vec<u16> = links.iter().filter_map(|link| link.three).collect();
    threes.sort_unstable();
    threes.dedup();
    for three in threes {
        // Without branches: the compiler makes vector code of it.
        for (value, pattern) in share.iter_mut().zip(patterns) {
            *value = if pattern & three == three { 1 } else { *value };
        }
    }
}

/// The moves of a class of the movement phase.
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

    /// Fills in what is known before the first round: the wins in one, and the hopes of the others.
    fn prepare(&self, patterns: &[u16], share: &mut [u8]) {
        share.fill(UNDECIDED);
        for link in &self.links {
            for (value, pattern) in share.iter_mut().zip(patterns) {
                *value += u8::from(pattern & link.mover != 0);
            }
        }
        // Who cannot move must pass, which is a move like any other.
        share.iter_mut().for_each(|value| *value = (*value).max(UNDECIDED + 1));
        mark_wins(&self.links, patterns, share);
    }
}

fn solve_movement(index: &Index, limit: Limit, values: &mut [u8], report: &mut impl FnMut(usize)) {
    let rooms: Vec<Room> =
        index.classes()[index.layer(MAX_PAWNS)].iter().map(|class| Room::new(index, class)).collect();
    let rounds = match limit {
        Limit::FortyPlies => MAX_PLIES - PLACEMENT_PLIES,
        Limit::None => UNDECIDED.into(),
    };
    // The patterns decided in each round, class by class.
    let mut last: Vec<Vec<u16>>;
    let mut new: Vec<Vec<u16>> = rooms.iter().map(|_| Vec::new()).collect();

    let (wins, counts) = prepare(index, &rooms, values);
    report(wins.len());
    let mut rest = &wins[..];
    let speakers: Vec<&[u16]> = counts
        .into_iter()
        .map(|count| {
            let (share, others) = rest.split_at(count);
            rest = others;
            share
        })
        .collect();
    tell(index, &rooms, &speakers, 1, values, &mut new);
    // Most of the memory of this computation: it goes back before the placement phase needs its own.
    drop(wins);
    last = new.iter().map(|_| Vec::new()).collect();

    for round in 2..rounds as u8 {
        std::mem::swap(&mut last, &mut new);
        let speakers: Vec<&[u16]> = last.iter().map(Vec::as_slice).collect();
        let decided = speakers.iter().map(|speakers| speakers.len()).sum();
        report(decided);
        if decided == 0 {
            break;
        }
        tell(index, &rooms, &speakers, round, values, &mut new);
    }

    let rest = AtomicUsize::new(new.iter().map(Vec::len).sum());
    workers::for_each(shares(index, MAX_PAWNS, values), |(_, share)| {
        let draws = share.iter_mut().filter(|value| **value > UNDECIDED).map(|value| *value = DRAW);
        rest.fetch_add(draws.count(), Ordering::Relaxed);
    });
    report(rest.into_inner());
}

/// Fills in what is known before the first round. Returns the patterns that win at once, class after class, and how many
/// there are in each class.
fn prepare(index: &Index, rooms: &[Room], values: &mut [u8]) -> (Vec<u16>, Vec<usize>) {
    let mut counts = vec![0; rooms.len()];
    let work = rooms.iter().zip(shares(index, MAX_PAWNS, values)).zip(&mut counts);
    workers::for_each(work, |((room, (class, share)), count)| {
        room.prepare(index.set(class).patterns(), share);
        *count = share.iter().filter(|value| **value == 1).count();
    });
    let mut wins = vec![0; counts.iter().sum()];
    let mut rest = &mut wins[..];
    let work = shares(index, MAX_PAWNS, values).zip(&counts).map(|(share, &count)| {
        let (wins, others) = std::mem::take(&mut rest).split_at_mut(count);
        rest = others;
        (share, wins)
    });
    workers::for_each(work, |((class, share), wins)| {
        let winning = index.set(class).patterns().iter().zip(share).filter(|(_, value)| **value == 1);
        for (win, (pattern, _)) in wins.iter_mut().zip(winning) {
            *win = *pattern;
        }
    });
    (wins, counts)
}

/// One round: the positions of `speakers`, decided in exactly `round` plies and given by class, tell their predecessors.
/// Those that are decided thereby become `new`.
fn tell(
    index: &Index,
    rooms: &[Room],
    speakers: &[&[u16]],
    round: u8,
    values: &mut [u8],
    new: &mut [Vec<u16>],
) {
    let first_class = index.layer(MAX_PAWNS).start;
    let work = rooms.iter().zip(speakers).zip(shares(index, MAX_PAWNS, values)).zip(new);
    workers::for_each(work, |(((room, own), (class, share)), new)| {
        new.clear();
        let mut listener = Listener { ranks: index.set(class).ranks(), share, new, round };
        for link in &room.links {
            let speakers = speakers[usize::from(link.target) - first_class];
            if !speakers.is_empty() {
                let back = link.backward();
                listener.hear(speakers, |pattern| {
                    let before = back.apply(pattern);
                    (before & link.mover != 0).then_some(before)
                });
            }
        }
        // A pass: the same board, the other side to move.
        listener.hear(own, |pattern| (!pattern & room.movable == 0).then_some(!pattern));
    });
}

/// The positions of one class, while they learn about the positions decided in the last round.
struct Listener<'a> {
    ranks: &'a [u16],
    share: &'a mut [u8],
    new: &'a mut Vec<u16>,
    round: u8,
}

impl Listener<'_> {
    /// Tells the predecessors of `speakers` along one link; `before` gives the predecessor's pattern, if there is one.
    fn hear(&mut self, speakers: &[u16], before: impl Fn(u16) -> Option<u16>) {
        let speakers_win = self.round % 2 == 1;
        for pattern in speakers.iter().filter_map(|&pattern| before(pattern)) {
            let rank = self.ranks[usize::from(pattern)];
            if rank == NO_RANK {
                continue;
            }
            let value = &mut self.share[usize::from(rank)];
            if *value <= UNDECIDED {
                continue;
            }
            if speakers_win {
                *value -= 1;
            }
            if !speakers_win || *value == UNDECIDED {
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
    let links = Link::placements(index, class);
    let patterns = index.set(class).patterns();
    // Memory that is read before it is written costs each page twice, and stops the other cores.
    share.fill(DRAW);
    mark_wins(&links, patterns, share);
    // The positions that do not win at once: where, which, and the merit of the best placement so far.
    let open = share.iter().zip(patterns).enumerate().filter(|(_, (value, _))| **value != 1);
    let mut open: Vec<(usize, u16, Merit)> =
        open.map(|(rank, (_, pattern))| (rank, *pattern, Merit::WORST)).collect();
    for link in links {
        let target = &index.classes()[usize::from(link.target)];
        let target_values = &after[target.start as usize - after_start..];
        let (ranks, forward) = (index.set(target).ranks(), link.forward());
        for (_, pattern, best) in &mut open {
            let rank = ranks[usize::from(forward.apply(*pattern))];
            *best = Merit::of(target_values[usize::from(rank)]).max(*best);
        }
    }
    for (rank, _, best) in open {
        share[rank] = best.value_before();
    }
}

/// What a position is worth to the one who moves into it, ordered: wins of the opponent (the later the better), draws,
/// losses of the opponent (the sooner the better).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Merit(u8);

impl Merit {
    /// No better than the worst position.
    pub(super) const WORST: Merit = Merit(0);
    const DRAW: Merit = Merit(128);

    /// The merit of moving to a position with this byte. Halves keep their order, for all wins are odd and all
    /// losses even.
    pub(super) const fn of(value: u8) -> Merit {
        if value == DRAW {
            Self::DRAW
        } else if value % 2 == 1 {
            Merit(value / 2)
        } else {
            Merit(u8::MAX - value / 2)
        }
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
