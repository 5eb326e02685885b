//! The rules of Colonnes de trois as properties of random games.

use jeux::colonnes::{Board, Cell, MAX_PLIES, Move, PAWNS};
use jeux::{Outcome, Player, Position, Status};
use proptest::prelude::*;

/// Every move that can be written down, legal or not.
fn all_moves() -> Vec<Move> {
    let shifts = Cell::all().flat_map(|from| Cell::all().map(move |to| Move::Shift { from, to }));
    Cell::all().map(Move::Place).chain(shifts).chain([Move::Pass]).collect()
}

fn pawns_on_board(board: Board, player: Player) -> u32 {
    Cell::all().map(|cell| board.stack(cell).pawns().filter(|&p| p == player).count() as u32).sum()
}

fn has_three(board: Board, player: Player) -> bool {
    Cell::all().any(|cell| board.stack(cell).pawns().eq([player; 3]))
}

/// The rules of one move, said a second time over plain stacks: (own top pawn, heights, neighbours by distance).
fn plainly_legal(board: Board, mv: Move) -> bool {
    let mover = board.to_move();
    let height = |cell: Cell| board.stack(cell).pawns().count();
    let top = |cell: Cell| board.stack(cell).pawns().last();
    let next_to = |a: Cell, b: Cell| {
        matches!((a.column().abs_diff(b.column()), a.line().abs_diff(b.line())), (0, 1) | (1, 0))
    };
    let can_shift = |from, to| top(from) == Some(mover) && next_to(from, to) && height(to) < 3;
    if pawns_on_board(board, mover) < PAWNS {
        return matches!(mv, Move::Place(cell) if height(cell) < 3);
    }
    match mv {
        Move::Place(_) => false,
        Move::Shift { from, to } => can_shift(from, to),
        Move::Pass => !Cell::all().any(|from| Cell::all().any(|to| can_shift(from, to))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_random_game_keeps_the_rules(choices in proptest::collection::vec(any::<prop::sample::Index>(), 41)) {
        let candidates = all_moves();
        let mut board = Board::new();
        for choice in choices {
            let mover = board.to_move();
            prop_assert_eq!(mover, Player::ALL[board.ply() as usize % 2]);
            for player in Player::ALL {
                prop_assert_eq!(pawns_on_board(board, player) + board.in_hand(player), PAWNS);
            }
            if let Status::Over(outcome) = board.status() {
                let winner = outcome.winner();
                prop_assert_eq!(winner, Player::ALL.into_iter().find(|&p| has_three(board, p)));
                prop_assert!(winner.is_some() || board.ply() == MAX_PLIES);
                prop_assert!(board.moves().is_empty());
                prop_assert!(candidates.iter().all(|&mv| board.clone().play(mv).is_err()));
                return Ok(());
            }
            prop_assert!(board.ply() < MAX_PLIES);
            let legal = board.moves();
            for &mv in &candidates {
                prop_assert_eq!(legal.contains(&mv), plainly_legal(board, mv), "{} in {:?}", mv, board);
                let mut next = board;
                prop_assert_eq!(next.play(mv).is_ok(), legal.contains(&mv));
                prop_assert!(legal.contains(&mv) || next == board);
            }
            let mv = *choice.get(&legal);
            board.play(mv).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let stacks = Cell::all().map(|cell| board.stack(cell).pawns().collect::<Vec<_>>()).collect::<Vec<_>>();
            let stacks: [&[Player]; 9] = std::array::from_fn(|index| stacks[index].as_slice());
            prop_assert_eq!(Board::from_stacks(stacks, board.ply()), Some(board));
        }
        prop_assert!(board.status() != Status::Ongoing, "no game is longer than 40 plies");
    }
}

#[test]
fn a_three_wins_at_once() {
    let mut board = Board::new();
    for text in ["B2", "A1", "B2", "A1"] {
        let mv = board.parse_move(text).expect(text);
        assert_eq!(board.play(mv), Ok(Status::Ongoing));
    }
    let mv = board.parse_move("B2").expect("a move");
    assert_eq!(board.play(mv), Ok(Status::Over(Outcome::Win(Player::First))));
}

#[test]
fn impossible_setups_are_refused() {
    use Player::{First, Second};
    let empty: [&[Player]; 9] = [&[]; 9];
    assert_eq!(Board::from_stacks(empty, 0), Some(Board::new()));
    assert_eq!(Board::from_stacks(empty, 1), None);
    assert_eq!(Board::from_stacks(empty, 41), None);
    let mut stacks = empty;
    stacks[0] = &[First, First, First, First];
    stacks[1] = &[Second, Second, Second];
    assert_eq!(Board::from_stacks(stacks, 7), None, "four on a cell");
    stacks[0] = &[First, First, First];
    assert_eq!(Board::from_stacks(stacks, 6), None, "two winners");
}
