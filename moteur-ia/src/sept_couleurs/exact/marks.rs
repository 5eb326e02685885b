//! How often the simple players keep what a position is worth.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use jeux::sept_couleurs::{Board, Colour, Rules, SeptCouleurs};
use jeux::{Position, Status};

use super::census::on_all_cores;
use super::{Goal, solve};
use crate::adapter::{Engine, Limits};
use crate::sept_couleurs::{Glouton, Hegemonique, Perimeter, Prevoyant, Utile};

/// What players did in positions of perfect games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// How many positions there were, to the move by which what is left is shared out.
    pub positions: usize,
    /// In how many of them some colour that wins something yields something.
    pub hard: usize,
    /// In how many of these each player kept the result.
    pub kept: Vec<(&'static str, usize)>,
}

type Player = Box<dyn Engine<View = SeptCouleurs>>;

/// The players.
fn players() -> [(&'static str, Player); 5] {
    let seed = Some(1);
    [
        ("utile", Box::new(Utile::new(seed))),
        ("glouton", Box::new(Glouton::new(seed))),
        ("hegemonique exterieur", Box::new(Hegemonique::new(seed, Perimeter::Outer))),
        ("prevoyant 2", Box::new(Prevoyant::new(seed, 2))),
        ("prevoyant 4", Box::new(Prevoyant::new(seed, 4))),
    ]
}

/// Asks the players in every position of a game on each board, in which both sides play for the margin; a game goes no further than to a
/// position that is not solved within the time.
pub fn marks(boards: &[(Board, f64)], colours: usize, time: Duration) -> Marks {
    let mut all = Marks { kept: players().map(|(name, _)| (name, 0)).to_vec(), ..Marks::default() };
    for marks in on_all_cores(boards, |(board, _)| marks_of(board, colours, time)) {
        all.positions += marks.positions;
        all.hard += marks.hard;
        for ((_, sum), (_, kept)) in all.kept.iter_mut().zip(marks.kept) {
            *sum += kept;
        }
    }
    all
}

fn marks_of(board: &Board, colours: usize, time: Duration) -> Marks {
    let stop = AtomicBool::new(false);
    let unlimited = Limits { deadline: None, stop: &stop };
    let mut players = players();
    let mut marks = Marks { kept: players.iter().map(|(name, _)| (*name, 0)).collect(), ..Marks::default() };
    let mut position = SeptCouleurs::new(board.clone(), Rules { colours, ..Rules::default() });
    let solved = |position: &SeptCouleurs, goal| {
        solve(position, goal, &unlimited.within(time)).filter(|solution| solution.proven)
    };
    while position.status() == Status::Ongoing {
        let Some(solution) = solved(&position, Goal::Margin) else { break };
        let (Some(best), false) = (solution.colour, solution.nodes == 0) else { break };
        let after = |colour: Colour| {
            let mut next = position.clone();
            next.play(colour).is_ok().then_some(next)
        };
        // The result of a move, for who makes it.
        let result = |colour| Some(-solved(&after(colour)?, Goal::Result)?.margin.signum());
        let results: Option<Vec<i32>> = Colour::all(colours).map(result).collect();
        let Some(results) = results else { break };
        let keeps = |colour: Colour| results[colour.index()] == solution.margin.signum();
        marks.positions += 1;
        let side = position.side_to_move();
        if !position.zones().gaining(position.world(), side).all(keeps) {
            marks.hard += 1;
            for ((_, player), (_, kept)) in players.iter_mut().zip(&mut marks.kept) {
                *kept += usize::from(player.choose(&position, &unlimited).is_some_and(keeps));
            }
        }
        match after(best) {
            Some(next) => position = next,
            None => break,
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use jeux::sept_couleurs::{Fairness, Grid, generate};

    use super::*;

    #[test]
    fn players_that_look_ahead_keep_more() {
        let boards: Vec<(Board, f64)> =
            (0..40).map(|seed| (generate(Grid::new(5, 5), 7, Fairness::Random, 0, seed), 1.0)).collect();
        let marks = marks(&boards, 7, Duration::MAX);
        assert!(marks.positions > marks.hard && marks.hard > 40, "{marks:?}");
        let kept = |name| marks.kept.iter().find(|(player, _)| *player == name).expect("a player").1;
        assert!(kept("glouton") > kept("utile") && kept("prevoyant 2") < marks.hard, "{marks:?}");
    }
}
