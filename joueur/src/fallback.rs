//! A legal move when the engine gives none.

use jeux::colonnes::{Board, Move};
use jeux::{Outcome, Position, Status};

/// A move of a player whose engine has failed: it wins at once if it can, and else does not let the opponent win at
/// once if it can help it. `None` when the game is over.
pub fn choose(board: Board) -> Option<Move> {
    let moves = board.moves();
    let wins = |board: Board, mv| matches!(board.after(mv).status(), Status::Over(Outcome::Win(_)));
    let loses = |mv| {
        let next = board.after(mv);
        next.moves().iter().any(|&reply| wins(next, reply))
    };
    let winning = moves.iter().find(|&&mv| wins(board, mv));
    winning.or_else(|| moves.iter().find(|&&mv| !loses(mv))).or_else(|| moves.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Board {
        let mut board = Board::new();
        for text in moves {
            board.play(text.parse().expect(text)).expect(text);
        }
        board
    }

    #[test]
    fn it_wins_and_defends() {
        assert_eq!(choose(after(&["A1", "B1", "A1", "B1"])), "A1".parse().ok());
        assert_eq!(choose(after(&["A1", "B1", "C3", "B1"])), "B1".parse().ok());
        assert_eq!(choose(after(&["A1", "B1", "A1", "B1", "A1"])), None);
    }
}
