//! The engine `optimal`.

use std::time::Instant;

use i18n::text;
use jeux::sept_couleurs::{Colour, SeptCouleurs};

use super::{Goal, Solution, is_solvable, solve};
use crate::adapter::{Engine, Limits};
use crate::sept_couleurs::Prevoyant;

/// `optimal`: plays perfectly where the game can be solved within the time for a move, and says whether it could. Where it cannot, it
/// plays the best that it has found; where the rules are others or the board is too large, as `prevoyant` does.
pub struct Optimal {
    otherwise: Prevoyant,
    last: Option<String>,
}

impl Optimal {
    /// The seed is for where it plays as `prevoyant`.
    pub fn new(seed: Option<u64>) -> Self {
        Optimal { otherwise: Prevoyant::new(seed, 3), last: None }
    }

    /// The result first, as the margin takes longer: half of the time for each.
    fn solution(position: &SeptCouleurs, limits: &Limits<'_>) -> Option<Solution> {
        let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let first = left.map_or(*limits, |left| limits.within(left / 2));
        let result = solve(position, Goal::Result, &first)?;
        // Without a limit the result is enough.
        if limits.deadline.is_none() {
            return Some(result);
        }
        let margin = solve(position, Goal::Margin, limits)?;
        Some(if result.proven && !margin.proven { result } else { margin })
    }
}

impl Engine for Optimal {
    type View = SeptCouleurs;

    fn name(&self) -> &str {
        "optimal"
    }

    fn choose(&mut self, position: &SeptCouleurs, limits: &Limits<'_>) -> Option<Colour> {
        let Some(solution) = Self::solution(position, limits) else {
            let id = if is_solvable(position) { "optimal-too-large" } else { "optimal-other-rules" };
            self.last = Some(i18n::say(id, &[]));
            return self.otherwise.choose(position, limits);
        };
        let (score, nodes) = (solution.margin, solution.nodes);
        self.last = Some(if solution.proven {
            let sign = solution.margin.signum();
            text!("optimal-proven", sign = sign, nodes = nodes)
        } else {
            text!("optimal-estimated", depth = solution.depth, score = score, nodes = nodes)
        });
        // Where nothing can be won, one colour is as good as another.
        Some(solution.colour.unwrap_or(Colour(0)))
    }

    fn info(&self) -> Option<String> {
        self.last.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use jeux::sept_couleurs::{BoardSide, Fairness, Grid, Rules, generate};
    use jeux::{Outcome, Player, Position, Status};

    use super::*;

    /// The worst that the engine comes to as this player, whatever the other one plays: 1 for a win, 0, -1.
    fn worst(engine: &mut Optimal, position: &SeptCouleurs, own: Player) -> i32 {
        match position.status() {
            Status::Over(Outcome::Draw) => return 0,
            Status::Over(Outcome::Win(winner)) => return if winner == own { 1 } else { -1 },
            Status::Ongoing => {}
        }
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        let colours = match position.to_move() == own {
            true => vec![engine.choose(position, &limits).expect("a move")],
            false => position.legal_moves(),
        };
        let next = colours.into_iter().map(|colour| {
            let mut next = position.clone();
            next.play(colour).expect("a colour");
            worst(engine, &next, own)
        });
        next.min().expect("a move")
    }

    #[test]
    fn nothing_is_lost_against_any_reply() {
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        for seed in 0..60 {
            let (width, colours) = (2 + seed as usize % 3, 3 + seed as usize % 2);
            let board = generate(Grid::new(width, 3), colours, Fairness::Random, 0, seed);
            let begins = BoardSide::ALL[seed as usize / 2 % 2];
            let position =
                SeptCouleurs::new(board, Rules { colours, begins, useless: 2, ..Rules::default() });
            let value = solve(&position, Goal::Result, &limits).expect("its rules").margin.signum();
            let mut engine = Optimal::new(Some(1));
            assert_eq!(worst(&mut engine, &position, Player::First), value, "{position}");
            assert_eq!(worst(&mut engine, &position, Player::Second), -value, "{position}");
        }
    }

    #[test]
    fn it_says_what_it_knows() {
        let stop = AtomicBool::new(true);
        let board = |side| generate(Grid::new(side, side), 7, Fairness::Random, 0, 1);
        let said = |side, rules, stop: &AtomicBool| {
            let mut engine = Optimal::new(Some(1));
            let limits = Limits { deadline: None, stop };
            assert!(engine.choose(&SeptCouleurs::new(board(side), rules), &limits).is_some());
            engine.info().expect("a line")
        };
        let usual = Rules::default();
        assert_eq!(said(30, usual, &stop), text!("optimal-too-large"));
        assert_eq!(said(3, Rules { golden: true, ..usual }, &stop), text!("optimal-other-rules"));
        let estimated = said(14, usual, &stop);
        assert!(
            estimated.starts_with(
                text!("optimal-estimated", depth = 0, score = 0, nodes = 0)
                    .split(' ')
                    .next()
                    .expect("a word")
            ),
            "{estimated}"
        );
        assert_eq!(
            said(2, usual, &AtomicBool::new(false)).split(' ').next(),
            text!("optimal-proven", sign = 1, nodes = 0).split(' ').next()
        );
    }
}
