//! What a player has still to do: some objectives in any order, then a place at which a move has to end.
//!
//! All missing objectives and home where the tables for so many can be had; else the next few of a good order, and the one after
//! them as the place to go to.

use jeux::Player;
use jeux::coursidor::{Coursidor, Vertex};

use super::ground::{Ground, NOWHERE};

/// What a player has still to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Errand {
    /// Where it ends.
    pub end: Vertex,
    /// The objectives on the way, a bit each in this order.
    pub objectives: Vec<Vertex>,
    /// Whether the game is won with it.
    pub whole: bool,
    /// About how many plies come after it.
    pub rest: u16,
    bits: Vec<u16>,
}

impl Errand {
    /// That of a player, with tables of at most so many entries; `open` as [`Fences`](super::ground::Fences) has it.
    pub fn of(position: &Coursidor, player: Player, ground: &Ground, open: &[u8], entries: usize) -> Self {
        let home = position.course().start(player);
        let missing: Vec<Vertex> = position.missing(player).collect();
        let fits = |count: usize| count < 16 && ground.entries(count) <= entries;
        if fits(missing.len()) {
            return Errand::new(ground, missing, home, true, 0);
        }
        let (order, lengths) = order(ground, open, position.pawn(player), &missing, home);
        let count = (0..missing.len()).rev().find(|count| fits(*count)).unwrap_or(0);
        // Straight lines take a ply for three edges, corners more.
        let rest = lengths[count + 1..].iter().sum::<u32>() * 9 / 20;
        let rest = u16::try_from(rest).unwrap_or(u16::MAX / 4);
        Errand::new(ground, order[..count].to_vec(), order[count], false, rest)
    }

    /// These objectives, then this place.
    pub fn new(ground: &Ground, objectives: Vec<Vertex>, end: Vertex, whole: bool, rest: u16) -> Self {
        let mut bits = vec![0; ground.cells];
        for (place, objective) in objectives.iter().enumerate() {
            bits[usize::from(*objective)] = 1 << place;
        }
        Errand { end, objectives, whole, rest, bits }
    }

    /// The bit of an objective; nothing for other vertices.
    #[inline]
    pub fn bit(&self, vertex: Vertex) -> u16 {
        self.bits[usize::from(vertex)]
    }

    /// All objectives.
    #[inline]
    pub const fn all(&self) -> u16 {
        ((1u32 << self.objectives.len()) - 1) as u16
    }

    /// What is done once a move has ended here: who only had to get somewhere for now has done so for good.
    #[inline]
    pub const fn arrived(&self, at: Vertex, done: u16) -> u16 {
        let there = !self.whole && at == self.end && done == self.all();
        if there { done + 1 } else { done }
    }

    /// Whether the game is won when a move ends here.
    #[inline]
    pub const fn wins(&self, at: Vertex, done: u16) -> bool {
        self.whole && at == self.end && done == self.all()
    }
}

/// How many edges each vertex is from this one.
fn distances(ground: &Ground, open: &[u8], from: Vertex) -> Vec<u32> {
    let mut distances = vec![u32::MAX; ground.cells];
    distances[usize::from(from)] = 0;
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&here) = queue.get(next) {
        next += 1;
        for way in (0..6).filter(|way| open[usize::from(here)] >> way & 1 == 1) {
            let to = ground.next(here, way);
            if to != NOWHERE && distances[usize::from(to)] == u32::MAX {
                distances[usize::from(to)] = distances[usize::from(here)] + 1;
                queue.push(to);
            }
        }
    }
    distances
}

/// The objectives in a good order and home behind them, and how far each is from the one before it, the first from the pawn.
fn order(
    ground: &Ground,
    open: &[u8],
    from: Vertex,
    missing: &[Vertex],
    home: Vertex,
) -> (Vec<Vertex>, Vec<u32>) {
    let stops: Vec<Vertex> = missing.iter().copied().chain([home, from]).collect();
    let table: Vec<Vec<u32>> = stops.iter().map(|stop| distances(ground, open, *stop)).collect();
    let far = |one: usize, other: usize| table[one][usize::from(stops[other])].min(100_000);
    let count = missing.len();
    // The nearest one each time...
    let mut tour = vec![count + 1];
    let mut left: Vec<usize> = (0..count).collect();
    let mut here = count + 1;
    while let Some(nearest) = (0..left.len()).min_by_key(|place| far(here, left[*place])) {
        here = left.swap_remove(nearest);
        tour.push(here);
    }
    tour.push(count);
    // ... and turned round wherever that makes it shorter. The length falls each time, so that this ends.
    let mut better = true;
    while better {
        better = false;
        for first in 1..tour.len() - 1 {
            for last in first + 1..tour.len() - 1 {
                let now = far(tour[first - 1], tour[first]) + far(tour[last], tour[last + 1]);
                let then = far(tour[first - 1], tour[last]) + far(tour[first], tour[last + 1]);
                if then < now {
                    tour[first..=last].reverse();
                    better = true;
                }
            }
        }
    }
    let lengths = tour.windows(2).map(|pair| far(pair[0], pair[1])).collect();
    (tour[1..].iter().map(|stop| stops[*stop]).collect(), lengths)
}
