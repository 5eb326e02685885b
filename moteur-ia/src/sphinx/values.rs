//! What a small shape is worth where both sides play as well as can be: how many walls a searcher asks on an average, if the builder draws
//! his grid, and the searcher his questions, so that neither gains by doing anything else.
//!
//! The searcher sees the doors, so each pair of doors is a game of its own, and the builder takes the one that is worth most. In it, the
//! builder's weights follow his regrets (regret matching, where none is negative and late rounds count more), and the searcher answers
//! with his best questions. Both averages are strategies, so they bound the value: the best answer to the one from below, the worst grid
//! for the other from above.

use std::collections::HashMap;

use jeux::sphinx::Shape;

/// A set of cells.
type Set = u32;
/// The most cells of a shape.
pub const CELLS: usize = 16;

/// Between what the value lies, for which doors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    pub low: f64,
    pub high: f64,
    pub entry: usize,
    pub treasure: usize,
}

/// The value of a shape after so many rounds; `None` for one with too many cells.
pub fn value(shape: &Shape, rounds: usize) -> Option<Value> {
    if shape.cells() > CELLS {
        return None;
    }
    let cells = 0..shape.cells();
    let doors = cells.clone().flat_map(|entry| cells.clone().map(move |treasure| (entry, treasure)));
    let values = doors.filter_map(|(entry, treasure)| Doors::new(shape, entry, treasure)?.value(rounds));
    values.max_by(|one, other| one.low.total_cmp(&other.low))
}

/// The game with these doors.
struct Doors {
    entry: usize,
    treasure: usize,
    around: Vec<Set>,
    /// The walls of each grid.
    grids: Vec<Set>,
    /// What a searcher may know, the later states first; nothing at all comes last.
    states: Vec<State>,
    /// The states by visited cells and walls.
    found: HashMap<(Set, Set), usize>,
}

/// What a searcher may know.
struct State {
    /// The grids that agree with it.
    grids: Vec<usize>,
    /// Each question with the states after a wall and after a free cell; none where all is certain.
    questions: Vec<(usize, usize, usize)>,
}

impl Doors {
    /// `None` where there is no such grid.
    fn new(shape: &Shape, entry: usize, treasure: usize) -> Option<Self> {
        let set = |cells: &mut dyn Iterator<Item = usize>| cells.fold(0, |set, cell| set | 1 << cell);
        let around: Vec<Set> = (0..shape.cells()).map(|cell| set(&mut shape.around(cell))).collect();
        let mut doors =
            Doors { entry, treasure, around, grids: Vec::new(), states: Vec::new(), found: HashMap::new() };
        let all: Set = (1 << shape.cells()) - 1;
        doors.grids = (0..=all)
            .filter(|walls| walls.count_ones() as usize == shape.walls())
            .filter(|walls| walls & (1 << entry | 1 << treasure) == 0)
            .filter(|walls| entry != treasure && doors.grown(1 << entry, all & !walls) >> treasure & 1 == 1)
            .collect();
        if doors.grids.is_empty() {
            return None;
        }
        doors.state(1 << entry, 0, (0..doors.grids.len()).collect());
        Some(doors)
    }

    /// All of `free` that is reached from these.
    fn grown(&self, mut reached: Set, free: Set) -> Set {
        loop {
            let next = (reached | self.beside(reached)) & (free | reached);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    fn beside(&self, cells: Set) -> Set {
        let each = self.around.iter().enumerate().filter(|(cell, _)| cells >> cell & 1 == 1);
        each.fold(0, |all, (_, around)| all | around)
    }

    /// The number of a state, with all that come after it.
    fn state(&mut self, visited: Set, walls: Set, grids: Vec<usize>) -> usize {
        // What is free for certain costs nothing.
        let some_wall = grids.iter().fold(0, |all, grid| all | self.grids[*grid]);
        let all: Set = (1 << self.around.len()) - 1;
        let visited = self.grown(visited, all & !some_wall);
        if let Some(number) = self.found.get(&(visited, walls)) {
            return *number;
        }
        let mut questions = Vec::new();
        if visited >> self.treasure & 1 == 0 {
            let open = self.beside(visited) & !visited & !walls;
            for cell in (0..self.around.len()).filter(|cell| open >> cell & 1 == 1) {
                let (wall, free): (Vec<usize>, Vec<usize>) =
                    grids.iter().partition(|grid| self.grids[**grid] >> cell & 1 == 1);
                if !free.is_empty() {
                    let wall = self.state(visited, walls | 1 << cell, wall);
                    let free = self.state(visited | 1 << cell, walls, free);
                    questions.push((cell, wall, free));
                }
            }
        }
        self.states.push(State { grids, questions });
        self.found.insert((visited, walls), self.states.len() - 1);
        self.states.len() - 1
    }

    /// The walls that a searcher asks on an average who knows these weights, and his question in each state.
    fn best(&self, weights: &[f64]) -> (f64, Vec<usize>) {
        let mut worth: Vec<f64> = Vec::with_capacity(self.states.len());
        let mut asked = Vec::with_capacity(self.states.len());
        let heavy: Vec<f64> =
            self.states.iter().map(|state| state.grids.iter().map(|grid| weights[*grid]).sum()).collect();
        for state in &self.states {
            let walls = |(_, wall, free): &(usize, usize, usize)| heavy[*wall] + worth[*wall] + worth[*free];
            let costs = state.questions.iter().map(walls).enumerate();
            let (question, cost) = costs.min_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or((0, 0.0));
            worth.push(cost);
            asked.push(question);
        }
        (worth.last().copied().unwrap_or_default(), asked)
    }

    /// The walls that these questions meet in a grid.
    fn walls(&self, asked: &[usize], grid: usize) -> f64 {
        let (mut at, mut met) = (self.states.len() - 1, 0.0);
        while let Some((cell, wall, free)) = self.states[at].questions.get(asked[at]) {
            let is_wall = self.grids[grid] >> cell & 1 == 1;
            at = if is_wall { *wall } else { *free };
            met += f64::from(u8::from(is_wall));
        }
        met
    }

    fn value(&self, rounds: usize) -> Option<Value> {
        let count = self.grids.len();
        let mut regrets = vec![1.0; count];
        let (mut drawn, mut met, mut all) = (vec![0.0; count], vec![0.0; count], 0.0);
        for round in 1..=rounds {
            let sum: f64 = regrets.iter().sum();
            let weights: Vec<f64> = regrets
                .iter()
                .map(|regret| if sum > 0.0 { regret / sum } else { 1.0 / count as f64 })
                .collect();
            let (worth, asked) = self.best(&weights);
            for grid in 0..count {
                let walls = self.walls(&asked, grid);
                regrets[grid] = f64::max(0.0, regrets[grid] + walls - worth);
                drawn[grid] += round as f64 * weights[grid];
                met[grid] += round as f64 * walls;
            }
            all += round as f64;
        }
        let drawn: Vec<f64> = drawn.iter().map(|weight| weight / all).collect();
        let high = met.iter().map(|walls| walls / all).max_by(f64::total_cmp)?;
        Some(Value { low: self.best(&drawn).0, high, entry: self.entry, treasure: self.treasure })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(height: usize, width: usize, walls: usize) -> Value {
        value(&Shape::new(height, width, walls).expect("a shape"), 2000).expect("small enough")
    }

    fn is(found: Value, value: f64) {
        assert!(found.low <= value + 1e-9 && value <= found.high + 1e-9, "{found:?}, not {value}");
        assert!(found.high - found.low < 0.01, "{found:?}");
    }

    /// 2 x 2 with a wall: the doors are in opposite corners, and either way may be closed.
    #[test]
    fn one_of_two_ways_is_closed() {
        is(of(2, 2, 1), 0.5);
    }

    /// In a row there is one way, and no wall on it.
    #[test]
    fn a_row_is_worth_nothing() {
        is(of(1, 5, 2), 0.0);
    }

    /// The larger the shape and the more walls, as long as there is room for them, the harder it is.
    #[test]
    fn more_room_is_harder() {
        let values = [of(2, 3, 1), of(3, 3, 1), of(3, 3, 2), of(3, 3, 3)];
        assert!(values.is_sorted_by(|one, other| one.low <= other.high), "{values:?}");
        assert!(values[3].low > values[0].high, "{values:?}");
    }

    #[test]
    fn larger_shapes_are_refused() {
        assert_eq!(value(&Shape::new(3, 6, 2).expect("a shape"), 10), None);
    }
}
