//! The players that the subject describes (questions 7, 8, 11 and 12). Among equals all of them draw.

use jeux::sept_couleurs::{BoardSide, Colour, SeptCouleurs, World, Zones};

use crate::adapter::{Engine, Limits};
use crate::any_game::chance;
use crate::sept_couleurs::reach::{HARD, Reach};

/// One of the colours with the highest value, each as likely as the others.
pub(super) fn best<V: PartialOrd>(
    chance: &mut fastrand::Rng,
    valued: impl Iterator<Item = (Colour, V)>,
) -> Option<Colour> {
    let (mut best, mut equals): (Option<(Colour, V)>, _) = (None, 0);
    for (colour, value) in valued {
        match &best {
            Some((_, highest)) if value < *highest => {}
            Some((_, highest)) if value == *highest => {
                equals += 1;
                if chance.usize(..equals) == 0 {
                    best = Some((colour, value));
                }
            }
            _ => (best, equals) = (Some((colour, value)), 1),
        }
    }
    best.map(|(colour, _)| colour)
}

/// A colour for somebody for whom none wins anything: any.
pub(super) fn useless(chance: &mut fastrand::Rng, position: &SeptCouleurs) -> Option<Colour> {
    Some(Colour(chance.usize(..position.rules().colours) as u8))
}

/// `utile` (question 7): any of the colours that win something.
pub struct Utile(fastrand::Rng);

/// `glouton` (question 8): a colour that wins the most.
pub struct Glouton(fastrand::Rng);

/// `hegemonique` (question 11): a colour after which the zone has the longest perimeter.
pub struct Hegemonique {
    chance: fastrand::Rng,
    perimeter: Perimeter,
}

/// What counts as the perimeter of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Perimeter {
    /// To the letter: the free cells that touch the zone. A colour that wins nothing keeps it, one that fills a hole of one's own
    /// makes it shorter: then this player stands still.
    #[default]
    Literal,
    /// The same, among the colours that win something.
    Useful,
    /// The free cells that touch the zone and that the opponent can still reach: what lies within one's own walls is no border.
    /// Among colours that win something, the larger gain decides between equals.
    Outer,
    /// The zone together with the free cells that touch it: a hole that is filled stays what it was, and only what is new beyond it
    /// counts.
    Reach,
    /// The same with whole islands: the zone, and everything that one more move of any colour would win.
    Islands,
}

impl Perimeter {
    /// All readings, with the names that people write.
    pub const ALL: [(&'static str, Perimeter); 5] = [
        ("litteral", Perimeter::Literal),
        ("utile", Perimeter::Useful),
        ("exterieur", Perimeter::Outer),
        ("emprise", Perimeter::Reach),
        ("iles", Perimeter::Islands),
    ];

    /// The reading of a name; `None` where there is none of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, perimeter)| *perimeter)
    }
}

/// `prevoyant` (question 12): the first of `depth` moves in a row that win the most together; of one, where the time does not
/// suffice for more.
pub struct Prevoyant {
    chance: fastrand::Rng,
    depth: u8,
    /// The sequences that it has looked at since it was made.
    pub sequences: u64,
}

impl Utile {
    /// With a seed, the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Utile(chance(seed))
    }
}

impl Engine for Utile {
    type View = SeptCouleurs;

    fn name(&self) -> &str {
        "utile"
    }

    fn choose(&mut self, position: &SeptCouleurs, _limits: &Limits<'_>) -> Option<Colour> {
        let gaining = position.zones().gaining(position.world(), position.side_to_move());
        best(&mut self.0, gaining.map(|colour| (colour, ()))).or_else(|| useless(&mut self.0, position))
    }
}

impl Glouton {
    /// With a seed, the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Glouton(chance(seed))
    }
}

impl Engine for Glouton {
    type View = SeptCouleurs;

    fn name(&self) -> &str {
        "glouton"
    }

    fn choose(&mut self, position: &SeptCouleurs, _limits: &Limits<'_>) -> Option<Colour> {
        let side = position.side_to_move();
        let colours = Colour::all(position.rules().colours);
        best(&mut self.0, colours.map(|colour| (colour, position.gain(side, colour))))
    }
}

impl Hegemonique {
    /// With a seed, the same moves in the same games.
    pub fn new(seed: Option<u64>, perimeter: Perimeter) -> Self {
        Hegemonique { chance: chance(seed), perimeter }
    }
}

impl Engine for Hegemonique {
    type View = SeptCouleurs;

    fn name(&self) -> &str {
        "hegemonique"
    }

    fn choose(&mut self, position: &SeptCouleurs, _limits: &Limits<'_>) -> Option<Colour> {
        let (world, side) = (position.world(), position.side_to_move());
        let mut zones = position.zones().clone();
        let perimeter = self.perimeter;
        let mut value = |colour: Colour| {
            let taken = zones.play(world, side, colour);
            let value = match perimeter {
                Perimeter::Literal | Perimeter::Useful => (zones.frontier(side), 0),
                Perimeter::Outer => (outer_frontier(world, &zones, side), taken.cells),
                Perimeter::Reach => (zones.frontier(side) + zones.area(side), taken.cells),
                Perimeter::Islands => {
                    let gains = Colour::all(world.colours()).map(|colour| zones.gain(side, colour));
                    (gains.sum::<u32>() + zones.area(side), taken.cells)
                }
            };
            zones.undo(taken);
            (colour, value)
        };
        match perimeter {
            Perimeter::Literal => {
                best(&mut self.chance, Colour::all(position.rules().colours).map(&mut value))
            }
            _ => best(&mut self.chance, position.zones().gaining(world, side).map(&mut value)),
        }
        .or_else(|| useless(&mut self.chance, position))
    }
}

/// How many free cells touch the zone of a side and can still be reached by the other one.
fn outer_frontier(world: &World, zones: &Zones, side: BoardSide) -> u32 {
    let mut reached = vec![false; world.islands()];
    let other = Colour::all(world.colours()).flat_map(|colour| zones.near(!side, colour));
    let mut stack: Vec<usize> = other.collect();
    stack.iter().for_each(|&island| reached[island] = true);
    let mut count = 0;
    while let Some(island) = stack.pop() {
        count += zones.touching(side, island);
        for next in world.next_to(island) {
            if !reached[next] && zones.owner(next).is_none() {
                reached[next] = true;
                stack.push(next);
            }
        }
    }
    count
}

/// From so many moves on that are still to be looked at, it is worth a look at the clock: fewer take no time.
const SLOW: u8 = 3;

impl Prevoyant {
    /// One that looks so many of its own moves ahead (the subject: two). With a seed, the same moves in the same games.
    pub fn new(seed: Option<u64>, depth: u8) -> Self {
        Prevoyant { chance: chance(seed), depth: depth.max(1), sequences: 0 }
    }

    /// The most that `depth` moves in a row can win; `None` if the limits have been reached.
    fn most(
        &mut self,
        world: &World,
        zones: &mut Zones,
        side: BoardSide,
        depth: u8,
        limits: &Limits<'_>,
    ) -> Option<u32> {
        if depth == 0 {
            self.sequences += 1;
            return Some(0);
        }
        if depth >= SLOW && limits.reached() {
            return None;
        }
        let mut most = 0;
        // A colour that wins nothing only puts off what the others win: it need not be tried.
        for colour in zones.gaining(world, side) {
            let gain = zones.gain(side, colour);
            if depth == 1 {
                self.sequences += 1;
                most = most.max(gain);
                continue;
            }
            let taken = zones.play(world, side, colour);
            let after = self.most(world, zones, side, depth - 1, limits);
            zones.undo(taken);
            most = most.max(gain + after?);
        }
        Some(most)
    }
}

impl Engine for Prevoyant {
    type View = SeptCouleurs;

    fn name(&self) -> &str {
        "prevoyant"
    }

    fn choose(&mut self, position: &SeptCouleurs, limits: &Limits<'_>) -> Option<Colour> {
        let (world, side) = (position.world(), position.side_to_move());
        let mut zones = position.zones().clone();
        let mut valued = Vec::with_capacity(Colour::MOST);
        for colour in position.zones().gaining(world, side) {
            let taken = zones.play(world, side, colour);
            let after = self.most(world, &mut zones, side, self.depth - 1, limits);
            zones.undo(taken);
            let Some(after) = after else {
                let gaining = position.zones().gaining(world, side);
                return best(&mut self.chance, gaining.map(|colour| (colour, position.gain(side, colour))));
            };
            valued.push((colour, taken.cells + after));
        }
        best(&mut self.chance, valued.into_iter()).or_else(|| useless(&mut self.chance, position))
    }
}

/// The player.
pub struct Hybride(fastrand::Rng);

impl Hybride {
    /// With a seed, the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Hybride(chance(seed))
    }
}

impl Engine for Hybride {
    type View = SeptCouleurs;

    fn name(&self) -> &str {
        "hybride"
    }

    fn choose(&mut self, position: &SeptCouleurs, _limits: &Limits<'_>) -> Option<Colour> {
        let (world, side) = (position.world(), position.side_to_move());
        let (mut zones, mut reach) = (position.zones().clone(), Reach::of(world, position.zones()));
        let value = |colour: Colour| {
            let taken = zones.play(world, side, colour);
            reach.toggle(zones.taken(&taken));
            let value = -reach.outlook(world, &zones, !side, &HARD).score();
            reach.toggle(zones.taken(&taken));
            zones.undo(taken);
            (colour, (value, taken.cells))
        };
        let gaining = position.zones().gaining(world, side);
        super::simple::best(&mut self.0, gaining.map(value))
            .or_else(|| super::simple::useless(&mut self.0, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jeux::sept_couleurs::{Fairness, Grid, Rules, generate};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn who_has_no_time_to_look_far_ahead_takes_what_there_is() {
        let stop = AtomicBool::new(true);
        let limits = Limits { deadline: None, stop: &stop };
        for seed in 0..5 {
            let board = generate(Grid::new(30, 30), 26, Fairness::Fair, 0, seed);
            let position = SeptCouleurs::new(board, Rules { colours: 26, ..Rules::default() });
            let colour = Prevoyant::new(Some(1), 12).choose(&position, &limits).expect("a move");
            let gain = |colour| position.gain(BoardSide::Low, colour);
            assert_eq!(gain(colour), Colour::all(26).map(gain).max().unwrap_or(0));
        }
    }
}
