//! The table against a plain search to the end of the game, written without it.

use jeux::{
    Outcome, Position, Status,
    colonnes::{Board, MAX_PLIES},
};
use moteur_ia::colonnes::solution::Value;

use crate::{random_positions, table};

/// The value for the side to move, by trying everything.
fn search(board: Board) -> Value {
    match board.status() {
        Status::Over(Outcome::Win(winner)) => {
            assert_ne!(winner, board.to_move());
            return Value::Loss(0);
        }
        Status::Over(Outcome::Draw) => return Value::Draw,
        Status::Ongoing => {}
    }
    let (mut win, mut draw, mut loss): (Option<u8>, bool, Option<u8>) = (None, false, None);
    for mv in board.legal_moves() {
        let mut after = board;
        after.play(mv).expect("a legal move");
        match search(after) {
            Value::Loss(plies) => win = Some(win.map_or(plies + 1, |best| best.min(plies + 1))),
            Value::Draw => draw = true,
            Value::Win(plies) => loss = loss.max(Some(plies + 1)),
        }
    }
    match (win, draw, loss) {
        (Some(plies), _, _) => Value::Win(plies),
        (None, false, Some(plies)) => Value::Loss(plies),
        _ => Value::Draw,
    }
}

fn compare(seed: u64, plies_left: std::ops::Range<u32>, positions: usize) {
    let late = random_positions(seed).filter(|board| plies_left.contains(&(MAX_PLIES - board.ply())));
    for board in late.take(positions) {
        assert_eq!(table().value(board), search(board), "{board:?}");
    }
}

#[test]
fn agrees_on_random_late_positions() {
    compare(1, 1..5, 2000);
    compare(2, 5..7, 200);
}

#[test]
fn agrees_seven_plies_before_the_end() {
    compare(3, 7..8, 15);
}
