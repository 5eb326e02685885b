//! `glouton`: looks one ply ahead, and at the opponent's immediate replies.

use jeux::colonnes::{Board, Cell, Move};
use jeux::{Outcome, Player, Position, Status};

use crate::adapter::{Engine, Limits};
use crate::any_game::chance;

pub struct Glouton {
    chance: fastrand::Rng,
}

/// The apparent value of a move, most important first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    wins: bool,
    /// The opponent cannot win with his next move.
    safe: bool,
    /// Own pairs that one more pawn completes, minus the opponent's.
    pairs: i32,
    /// Own pawns on top of stacks, minus the opponent's.
    tops: i32,
}

impl Glouton {
    /// With a seed it plays the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Glouton { chance: chance(seed) }
    }
}

impl Engine for Glouton {
    type View = Board;

    fn name(&self) -> &str {
        "glouton"
    }

    fn choose(&mut self, position: &Board, _limits: &Limits<'_>) -> Option<Move> {
        let me = position.to_move();
        let moves = position.moves();
        let worths: Vec<Worth> = moves.iter().map(|&mv| worth(position.after(mv), me)).collect();
        let best = worths.iter().max();
        let candidates = moves.iter().zip(&worths).filter(|(_, worth)| Some(*worth) == best);
        let candidates: Vec<Move> = candidates.map(|(&mv, _)| mv).collect();
        self.chance.choice(candidates)
    }
}

/// The value of a position to `me`, who has just moved.
fn worth(after: Board, me: Player) -> Worth {
    let opponent_wins = |mv: &Move| wins(after.after(*mv), !me);
    let signed = |owner: Player| if owner == me { 1 } else { -1 };
    Worth {
        wins: wins(after, me),
        safe: !after.moves().iter().any(opponent_wins),
        pairs: Cell::all().filter_map(|cell| open_pair(after, cell)).map(signed).sum(),
        tops: Cell::all().filter_map(|cell| after.stack(cell).top()).map(signed).sum(),
    }
}

fn wins(board: Board, player: Player) -> bool {
    board.status() == Status::Over(Outcome::Win(player))
}

/// The owner of both pawns of a stack of two.
fn open_pair(board: Board, cell: Cell) -> Option<Player> {
    let mut pawns = board.stack(cell).pawns();
    match (pawns.next(), pawns.next(), pawns.next()) {
        (Some(bottom), Some(top), None) if bottom == top => Some(top),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn after(moves: &str) -> Board {
        moves.split_whitespace().fold(Board::new(), |mut board, text| {
            board.play(text.parse().expect("a move")).expect("legal");
            board
        })
    }

    /// The moves of 20 engines with different seeds.
    fn choices(moves: &str) -> Vec<String> {
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        let choice = |seed| Glouton::new(Some(seed)).choose(&after(moves), &limits).expect("a move");
        (0..20).map(|seed| choice(seed).to_string()).collect()
    }

    #[test]
    fn wins_when_it_can() {
        assert!(choices("A1 C3 A1 C3").iter().all(|mv| mv == "A1"));
    }

    #[test]
    fn prevents_the_win_of_the_opponent() {
        assert!(choices("A1 C3 A1").iter().all(|mv| mv == "A1"));
    }

    #[test]
    fn breaks_ties_by_chance() {
        let mut first = choices("");
        first.sort();
        first.dedup();
        assert!(first.len() > 3, "{first:?}");
    }
}
