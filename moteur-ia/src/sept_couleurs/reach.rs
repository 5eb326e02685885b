//! How many moves each side needs to each island, at least: who will have it?
//!
//! A side that wins every island that it touches, move by move, whatever their colours, is as far along as it can be. The islands
//! that it has come to after so many moves are its reach. Neither side moves that fast, but they are slowed down alike: an island
//! that I reach in 4 moves and the opponent in 7 is very likely mine.

use jeux::sept_couleurs::{BoardSide, Colour, World, Zones};

/// So many words of 64 bits hold a set of islands: the sizes for which there is code. Beyond, sets are lists.
const WORDS: [usize; 10] = [1, 2, 4, 6, 8, 10, 12, 16, 24, 32];

/// What an island is worth for the side that reaches it first, in hundredths of its cells: by the number of moves after which it
/// does, from 1, and by how many moves it is ahead, from 0; in a tie it is the side to move that has it. The last ones stand for
/// all that are farther.
pub type Worth = [[i32; 5]; 12];

/// As games between good players went on, from 190,000 of their positions (`examples/sept_couleurs_poids.rs`): what lies far away is
/// nobody's yet.
pub const FITTED: Worth = [
    [25, 70, 80, 87, 95],
    [30, 75, 85, 88, 93],
    [30, 80, 82, 88, 92],
    [30, 55, 70, 80, 85],
    [30, 48, 62, 76, 80],
    [27, 40, 55, 65, 72],
    [25, 38, 52, 60, 68],
    [22, 32, 45, 52, 58],
    [20, 28, 40, 45, 52],
    [18, 20, 28, 35, 45],
    [15, 15, 20, 28, 35],
    [5, 3, 5, 8, 10],
];
/// Whoever comes first has it.
pub const HARD: Worth = [[100; 5]; 12];

/// A cell, in the unit of estimates.
pub const CELL: i32 = 100;

/// Who will have what, in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// The cells that the side to move has, with those that it alone can reach: it will have them whatever happens.
    pub mine: i32,
    /// Those of the opponent.
    pub theirs: i32,
    /// What the cells that both can reach are worth, in hundredths of a cell for the side to move.
    pub between: i32,
}

impl Outlook {
    /// What the position is worth for the side to move, in hundredths of a cell.
    pub const fn score(&self) -> i32 {
        CELL * (self.mine - self.theirs) + self.between
    }
}

/// The islands of a world, and who reaches them.
pub struct Reach {
    /// Words of a set; 0 where sets are lists.
    words: usize,
    /// The neighbours of each island: a set each, or a list each.
    rows: Vec<u64>,
    lists: Vec<Vec<u16>>,
    sizes: Vec<i32>,
    /// The islands that nobody has, as a set.
    free: Vec<u64>,
    /// After how many moves the side that is looked at first comes to each island.
    moves: Vec<u8>,
}

impl Reach {
    /// For this world, of which nobody has an island yet.
    pub fn new(world: &World) -> Self {
        let islands = world.islands();
        let words = WORDS.into_iter().find(|words| islands <= 64 * words).unwrap_or(0);
        let next_to = |island: usize| {
            let mut next: Vec<u16> = world.next_to(island).map(|next| next as u16).collect();
            next.sort_unstable();
            next.dedup();
            next
        };
        let mut lists: Vec<Vec<u16>> = (0..islands).map(next_to).collect();
        let mut rows = vec![0; islands * words];
        if words > 0 {
            for (row, list) in rows.chunks_exact_mut(words).zip(std::mem::take(&mut lists)) {
                list.into_iter().for_each(|island| flip(row, island));
            }
        }
        let mut free = vec![0; islands.div_ceil(64).max(words)];
        (0..islands).for_each(|island| flip(&mut free, island as u16));
        let sizes = (0..islands).map(|island| world.size_of(island) as i32).collect();
        Reach { words, rows, lists, sizes, free, moves: vec![0; islands] }
    }

    /// For this world, with what these zones have taken.
    pub fn of(world: &World, zones: &Zones) -> Self {
        let mut reach = Self::new(world);
        let taken = (0..world.islands()).filter(|&island| zones.owner(island).is_some());
        taken.for_each(|island| flip(&mut reach.free, island as u16));
        reach
    }

    /// These islands have been taken, or are given back.
    pub fn toggle(&mut self, islands: &[u16]) {
        islands.iter().for_each(|&island| flip(&mut self.free, island));
    }

    /// Who will have what; the free islands that both reach are valued by `worth`.
    pub fn outlook(&mut self, world: &World, zones: &Zones, to_move: BoardSide, worth: &Worth) -> Outlook {
        let free = match self.words {
            1 => self.by_sets::<1>(world, zones, to_move, worth),
            2 => self.by_sets::<2>(world, zones, to_move, worth),
            4 => self.by_sets::<4>(world, zones, to_move, worth),
            6 => self.by_sets::<6>(world, zones, to_move, worth),
            8 => self.by_sets::<8>(world, zones, to_move, worth),
            10 => self.by_sets::<10>(world, zones, to_move, worth),
            12 => self.by_sets::<12>(world, zones, to_move, worth),
            16 => self.by_sets::<16>(world, zones, to_move, worth),
            24 => self.by_sets::<24>(world, zones, to_move, worth),
            32 => self.by_sets::<32>(world, zones, to_move, worth),
            _ => self.by_lists(world, zones, to_move, worth),
        };
        let [mine, theirs] = [to_move, !to_move].map(|side| zones.area(side) as i32);
        Outlook { mine: mine + free.mine, theirs: theirs + free.theirs, between: free.between }
    }

    /// The same for what is free, with sets of `W` words.
    fn by_sets<const W: usize>(
        &mut self,
        world: &World,
        zones: &Zones,
        to_move: BoardSide,
        worth: &Worth,
    ) -> Outlook {
        let near = |side: BoardSide| {
            let mut near = [0_u64; W];
            for colour in Colour::all(world.colours()) {
                zones.near(side, colour).for_each(|island| flip(&mut near, island as u16));
            }
            near
        };
        let (rows, _) = self.rows.as_chunks::<W>();
        let Some((free, _)) = self.free.split_first_chunk::<W>() else { return Outlook::default() };
        let (sizes, moves) = (self.sizes.as_slice(), self.moves.as_mut_slice());
        let mut outlook = Outlook::default();
        let reached = spread(rows, free, near(to_move), |island, level| {
            moves[island] = level;
            outlook.mine += sizes[island];
        });
        spread(rows, free, near(!to_move), |island, level| {
            let size = sizes[island];
            if reached[island / 64] >> (island % 64) & 1 == 0 {
                outlook.theirs += size;
            } else {
                outlook.mine -= size;
                outlook.between += worth_of(worth, moves[island], level) * size;
            }
        });
        outlook
    }

    /// The same with lists.
    fn by_lists(&self, world: &World, zones: &Zones, to_move: BoardSide, worth: &Worth) -> Outlook {
        let after = |side: BoardSide| {
            let mut moves = vec![0_u8; self.sizes.len()];
            let colours = Colour::all(world.colours());
            let mut edge: Vec<usize> = colours.flat_map(|colour| zones.near(side, colour)).collect();
            let mut level = 1_u8;
            while !edge.is_empty() {
                for island in std::mem::take(&mut edge) {
                    if moves[island] == 0 && zones.owner(island).is_none() {
                        moves[island] = level;
                        edge.extend(self.lists[island].iter().map(|&next| usize::from(next)));
                    }
                }
                level = level.saturating_add(1);
            }
            moves
        };
        let mut outlook = Outlook::default();
        for (size, (mine, theirs)) in self.sizes.iter().zip(after(to_move).into_iter().zip(after(!to_move))) {
            match (mine, theirs) {
                (0, 0) => {}
                (0, _) => outlook.theirs += size,
                (_, 0) => outlook.mine += size,
                _ => outlook.between += worth_of(worth, mine, theirs) * size,
            }
        }
        outlook
    }
}

/// What an island is worth for the side to move, which reaches it after so many moves, the opponent after so many.
fn worth_of(worth: &Worth, mine: u8, theirs: u8) -> i32 {
    let first = usize::from(mine.min(theirs)).clamp(1, worth.len()) - 1;
    let ahead = usize::from(mine.abs_diff(theirs)).min(worth[0].len() - 1);
    let value = worth[first][ahead];
    if mine <= theirs { value } else { -value }
}

fn flip(set: &mut [u64], island: u16) {
    set[usize::from(island) / 64] ^= 1 << (island % 64);
}

/// Goes from these islands to all free ones that can be reached, a step at a time, and visits each with the number of its step,
/// from 1; gives them all.
fn spread<const W: usize>(
    rows: &[[u64; W]],
    free: &[u64; W],
    mut edge: [u64; W],
    mut visit: impl FnMut(usize, u8),
) -> [u64; W] {
    let mut reached = [0; W];
    let mut level = 1_u8;
    while edge != [0; W] {
        let mut next = [0; W];
        for (word, &bits) in edge.iter().enumerate() {
            reached[word] |= bits;
            let mut bits = bits;
            while bits != 0 {
                let island = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                visit(island, level);
                next.iter_mut().zip(&rows[island]).for_each(|(next, row)| *next |= row);
            }
        }
        for word in 0..W {
            edge[word] = next[word] & free[word] & !reached[word];
        }
        level = level.saturating_add(1);
    }
    reached
}

#[cfg(test)]
mod tests {
    use jeux::sept_couleurs::{Fairness, Grid, Neighbours, generate};

    use super::*;

    /// The same without sets of bits.
    fn by_hand(world: &World, zones: &Zones, to_move: BoardSide, worth: &Worth) -> i32 {
        let after = |side: BoardSide| {
            let mut moves = vec![0_u8; world.islands()];
            let mut edge: Vec<usize> =
                Colour::all(world.colours()).flat_map(|colour| zones.near(side, colour)).collect();
            for level in 1.. {
                edge.retain(|&island| moves[island] == 0 && zones.owner(island).is_none());
                edge.sort_unstable();
                edge.dedup();
                edge.iter().for_each(|&island| moves[island] = level);
                edge = edge.iter().flat_map(|&island| world.next_to(island)).collect();
                if edge.is_empty() {
                    break;
                }
            }
            moves
        };
        let (mine, theirs) = (after(to_move), after(!to_move));
        let areas = CELL * (zones.area(to_move) as i32 - zones.area(!to_move) as i32);
        let value = |island: usize| {
            let size = world.size_of(island) as i32;
            match (mine[island], theirs[island]) {
                (0, 0) => 0,
                (_, 0) => CELL * size,
                (0, _) => -CELL * size,
                (mine, theirs) => worth_of(worth, mine, theirs) * size,
            }
        };
        areas + (0..world.islands()).map(value).sum::<i32>()
    }

    #[test]
    fn sets_and_lists_and_a_plain_count_agree() {
        let mut chance = fastrand::Rng::with_seed(1);
        for side in [2, 3, 8, 12, 16, 20, 24, 30, 45, 60] {
            let grid = Grid { neighbours: Neighbours::Four, torus: side % 8 == 0, ..Grid::new(side, side) };
            let world = World::new(&generate(grid, 7, Fairness::Random, 10, side as u64), 7);
            let (mut zones, mut reach) = (Zones::new(&world), Reach::new(&world));
            let mut lists = Reach::new(&world);
            let next_to = |island: usize| world.next_to(island).map(|next| next as u16).collect();
            (lists.words, lists.lists) = (0, (0..world.islands()).map(next_to).collect());
            for ply in 0..4 * side {
                let to_move = BoardSide::ALL[ply % 2];
                for worth in [HARD, FITTED] {
                    let expected = by_hand(&world, &zones, to_move, &worth);
                    assert_eq!(reach.outlook(&world, &zones, to_move, &worth).score(), expected);
                    assert_eq!(lists.outlook(&world, &zones, to_move, &worth).score(), expected);
                }
                let taken = zones.play(&world, to_move, Colour(chance.u8(..7)));
                reach.toggle(zones.taken(&taken));
            }
        }
    }
}
