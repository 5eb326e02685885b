//! What is left to be fought for: the free islands that both sides can reach.

use jeux::sept_couleurs::{Colour, SeptCouleurs};

use super::set::Set;

/// The islands of a position that both sides can reach, numbered anew: at most 64 for each word of a set.
pub struct Arena<const W: usize> {
    /// The islands next to each.
    next_to: Vec<Set<W>>,
    /// The islands of each colour.
    colours: Vec<Set<W>>,
    /// The islands whose size has this bit.
    sizes: Vec<Set<W>>,
}

/// What is left for both sides, seen by the one to move. What has been won before does not matter any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Front<const W: usize> {
    /// The free islands that both sides can reach.
    pub free: Set<W>,
    /// Those next to the side to move, and to the other one.
    pub near: [Set<W>; 2],
    /// How many cells they have.
    pub cells: i32,
    /// How many cells more than the other side the side to move might get: every island for the side that is nearer.
    pub estimate: i32,
}

/// A move: its colour, how many cells more it makes certain for who plays it than for the other side, what is left.
#[derive(Clone, Copy, Debug)]
pub struct Step<const W: usize> {
    pub colour: u8,
    /// What it wins, with what only one side can reach from now on.
    pub certain: i32,
    /// What is left, for the other side to move.
    pub front: Front<W>,
}

/// What both sides can reach in a position.
pub struct Reach {
    /// The islands that both can reach.
    pub both: Vec<usize>,
    /// The free islands next to the side to move, and to the other one.
    near: [Vec<usize>; 2],
    /// How many cells more than the other side the side to move has: those that it has, and those that only it can reach.
    pub certain: i32,
}

impl Reach {
    pub fn of(position: &SeptCouleurs) -> Self {
        let (world, zones) = (position.world(), position.zones());
        let sides = [position.side_to_move(), !position.side_to_move()];
        let near = sides.map(|side| {
            Colour::all(world.colours()).flat_map(|colour| zones.near(side, colour)).collect::<Vec<_>>()
        });
        let reached = [0, 1].map(|side| {
            let mut reached = vec![false; world.islands()];
            let mut stack = near[side].clone();
            stack.iter().for_each(|&island| reached[island] = true);
            while let Some(island) = stack.pop() {
                for next in world.next_to(island) {
                    if !reached[next] && zones.owner(next).is_none() {
                        reached[next] = true;
                        stack.push(next);
                    }
                }
            }
            reached
        });
        let [own, theirs] = [0, 1].map(|side| {
            let only =
                (0..world.islands()).filter(|&island| reached[side][island] && !reached[1 - side][island]);
            (position.area(sides[side]) + only.map(|island| world.size_of(island)).sum::<u32>()) as i32
        });
        let both = (0..world.islands()).filter(|&island| reached[0][island] && reached[1][island]).collect();
        Reach { both, near, certain: own - theirs }
    }
}

impl<const W: usize> Arena<W> {
    /// That of a position, with its front. Of what both reach, at most 64 islands for each word.
    pub fn of(position: &SeptCouleurs, reach: &Reach) -> (Self, Front<W>) {
        let world = position.world();
        let mut number = vec![None; world.islands()];
        reach.both.iter().enumerate().for_each(|(index, &island)| number[island] = Some(index));
        let set =
            |islands: &mut dyn Iterator<Item = usize>| Set::of(islands.filter_map(|island| number[island]));
        let both = || reach.both.iter().copied();
        let largest = both().map(|island| world.size_of(island)).max().unwrap_or(0);
        let arena = Arena {
            next_to: both().map(|island| set(&mut world.next_to(island))).collect(),
            colours: Colour::all(world.colours()).map(|colour| set(&mut world.islands_of(colour))).collect(),
            sizes: (0..u32::BITS - largest.leading_zeros())
                .map(|bit| set(&mut both().filter(|&island| world.size_of(island) >> bit & 1 == 1)))
                .collect(),
        };
        let near = [0, 1].map(|side| set(&mut reach.near[side].iter().copied()));
        let (_, front) = arena.front(set(&mut both()), near);
        (arena, front)
    }

    /// How many cells they have.
    fn cells_of(&self, islands: Set<W>) -> i32 {
        self.sizes.iter().enumerate().map(|(bit, of)| ((islands & *of).count() as i32) << bit).sum()
    }

    /// How many cells each colour wins for a side of a front: 0 for the side to move, 1 for the other.
    pub fn gains(&self, front: &Front<W>, side: usize) -> Gains {
        let mut gains = Gains::default();
        for (colour, &islands) in self.colours.iter().enumerate() {
            let won = front.near[side] & islands;
            if !won.is_empty() {
                gains.list[gains.count] = (self.cells_of(won), colour as u8);
                gains.count += 1;
            }
        }
        gains
    }

    /// A move of the side to move that wins something.
    pub fn step(&self, front: &Front<W>, colour: u8) -> Step<W> {
        let won = front.near[0] & self.colours[usize::from(colour)];
        let free = front.free & !won;
        let near = (front.near[0] | self.next_to_any(won)) & free;
        let (certain, front) = self.front(free, [front.near[1] & free, near]);
        Step { colour, certain: self.cells_of(won) - certain, front }
    }

    /// The other moves that win something, the most promising first.
    pub fn steps(&self, front: &Front<W>, own: &Gains, but: Option<u8>) -> Vec<Step<W>> {
        let colours = own.each().iter().map(|(_, colour)| *colour).filter(|colour| Some(*colour) != but);
        let mut steps: Vec<Step<W>> = colours.map(|colour| self.step(front, colour)).collect();
        steps.sort_unstable_by_key(|step| step.front.estimate - step.certain);
        steps
    }

    fn next_to_any(&self, islands: Set<W>) -> Set<W> {
        islands.each().fold(Set::EMPTY, |all, island| all | self.next_to[island])
    }

    /// The front of these free islands, and how many cells more only the side to move can reach than only the other one.
    fn front(&self, free: Set<W>, near: [Set<W>; 2]) -> (i32, Front<W>) {
        let (mut seen, mut edge) = (near, near);
        // The side to move comes first where both are equally near.
        let mut nearest = [near[0], near[1] & !near[0]];
        while edge != [Set::EMPTY; 2] {
            for side in 0..2 {
                edge[side] = self.next_to_any(edge[side]) & free & !seen[side];
                seen[side] = seen[side] | edge[side];
                nearest[side] = nearest[side] | edge[side] & !nearest[1 - side];
            }
        }
        let both = seen[0] & seen[1];
        let certain = self.cells_of(seen[0] & !both) - self.cells_of(seen[1] & !both);
        let near = near.map(|near| near & both);
        let cells = self.cells_of(both);
        // What both reach is nearer to one of them.
        let estimate = 2 * self.cells_of(nearest[0] & both) - cells;
        (certain, Front { free: both, near, cells, estimate })
    }

    /// Between which numbers of cells the value of a front lies, for the side to move: see the head of the module.
    pub fn bounds(&self, front: &Front<W>, own: &Gains) -> [i32; 2] {
        let mine: i32 = own.descending().iter().step_by(2).sum();
        let theirs: i32 = self.gains(front, 1).descending().iter().skip(1).step_by(2).sum();
        [2 * mine - front.cells, front.cells - 2 * theirs]
    }
}

/// What colours win; those that win nothing are left out.
#[derive(Clone, Copy, Default)]
pub struct Gains {
    list: [(i32, u8); Colour::MOST],
    count: usize,
}

impl Gains {
    /// Each colour, after how many cells it wins.
    pub fn each(&self) -> &[(i32, u8)] {
        &self.list[..self.count]
    }

    /// The colour that wins most; `None` where none wins anything.
    pub fn greedy(&self) -> Option<u8> {
        self.each().iter().max_by_key(|(gain, _)| *gain).map(|&(_, colour)| colour)
    }

    /// How much they win, the largest first; zeros at the end.
    fn descending(&self) -> [i32; Colour::MOST] {
        let mut sorted = [0; Colour::MOST];
        for (index, &(gain, _)) in self.each().iter().enumerate() {
            let mut place = index;
            while place > 0 && sorted[place - 1] < gain {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = gain;
        }
        sorted
    }
}
