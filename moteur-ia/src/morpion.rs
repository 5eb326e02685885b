//! `minimax`, the engine of morpion: searches every continuation, and never loses.

use jeux::morpion::{Cell, Morpion};
use jeux::{Outcome, Position, Status};
use protocol::analysis::Value;

use crate::adapter::{Engine, Limits};

pub struct Minimax;

impl Engine for Minimax {
    type View = Morpion;

    fn name(&self) -> &str {
        "minimax"
    }

    fn choose(&mut self, position: &Morpion, _limits: &Limits<'_>) -> Option<Cell> {
        position.legal_moves().into_iter().max_by_key(|&cell| value_of_move(*position, cell))
    }
}

/// The value to the player to move.
pub fn value(position: &Morpion) -> Value {
    match position.status() {
        // Only the player who has just moved can have won.
        Status::Over(Outcome::Win(_)) => Value::Loss(0),
        Status::Over(Outcome::Draw) => Value::Draw,
        Status::Ongoing => {
            position.free().map(|reply| value_of_move(*position, reply)).max().unwrap_or(Value::Draw)
        }
    }
}

/// The value of a legal move to the mover.
fn value_of_move(mut position: Morpion, cell: Cell) -> Value {
    // An occupied cell cannot be played.
    position.play(cell).map_or(Value::Loss(0), |_| value(&position).of_move())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jeux::Player;
    use std::sync::atomic::AtomicBool;

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
