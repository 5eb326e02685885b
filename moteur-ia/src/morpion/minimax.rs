//! `minimax`: looks at all that can follow, and never loses.

use jeux::morpion::{Cell, Morpion};
use jeux::{Outcome, Position, Status};

use crate::adapter::{Engine, Limits};

/// The engine.
pub struct Minimax;

impl Engine for Minimax {
    type View = Morpion;

    fn name(&self) -> &str {
        "minimax"
    }

    fn choose(&mut self, position: &Morpion, _limits: &Limits<'_>) -> Option<Cell> {
        position.legal_moves().into_iter().max_by_key(|&cell| -value_after(*position, cell))
    }
}

/// What a move leaves to the opponent: wins are worth more the sooner they come.
fn value_after(mut position: Morpion, cell: Cell) -> i32 {
    match position.play(cell) {
        // Only the one who has just played can have won.
        Ok(Status::Over(Outcome::Win(_))) => -1 - position.free().count() as i32,
        Ok(Status::Over(Outcome::Draw)) => 0,
        _ => position.free().map(|reply| -value_after(position, reply)).max().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use jeux::Player;

    use super::*;

    /// Plays against every sequence of replies, and gives the results that this player can be brought to.
    fn results(position: Morpion, ours: Player, results: &mut [u32; 3]) {
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        if let Status::Over(outcome) = position.status() {
            let result = outcome.winner().map_or(1, |winner| if winner == ours { 0 } else { 2 });
            results[result] += 1;
            return;
        }
        let moves = match position.to_move() == ours {
            true => vec![Minimax.choose(&position, &limits).expect("a move")],
            false => position.legal_moves(),
        };
        for mv in moves {
            let mut next = position;
            next.play(mv).expect("a legal move");
            self::results(next, ours, results);
        }
    }

    #[test]
    fn it_never_loses() {
        for ours in Player::ALL {
            let mut counts = [0; 3];
            results(Morpion::default(), ours, &mut counts);
            assert!(counts[0] > 30 && counts[2] == 0, "{counts:?}");
        }
    }

    #[test]
    fn it_wins_as_soon_as_it_can() {
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        let mut position = Morpion::default();
        for text in ["A1", "B1", "A2", "B2"] {
            position.play(text.parse().expect(text)).expect(text);
        }
        assert_eq!(Minimax.choose(&position, &limits).map(|cell| cell.to_string()), Some("A3".into()));
    }
}
