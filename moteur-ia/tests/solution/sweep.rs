//! The table agrees with itself: position by position with its successors, between symmetric copies, and with and
//! without the limit of 40 plies.

use jeux::{
    Player,
    colonnes::{Board, Cell, MAX_PLIES, PLACEMENT_PLIES},
};
use moteur_ia::colonnes::solution::{
    Table, Value,
    index::MAX_PAWNS,
    solve::{DRAW, Limit},
    verify::verify,
};

use crate::{random_positions, table};

#[test]
fn every_position_agrees_with_its_successors() {
    verify(table(), Limit::FortyPlies).expect("a consistent table");
}

/// The same as above with the rules of `jeux` instead of the links between classes: one position in 61.
#[test]
fn positions_agree_with_the_successors_that_the_rules_give() {
    let index = table().index();
    let check = |start: usize| {
        for number in (start..index.positions()).step_by(2 * 61) {
            let board = index.board(number).expect("a position");
            assert_eq!(index.locate(board), Some(number), "{board:?}");
            let best = board.moves().iter().map(|&mv| table().value(board.after(mv)).of_move()).max();
            assert_eq!(best, Some(table().value(board)), "{board:?}");
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| check(0));
        check(61);
    });
    assert_eq!(index.board(index.positions()), None);
}

/// One byte serves every number of plies left: the limit only turns distances that are too long into draws.
#[test]
fn the_limit_cuts_distances_and_changes_nothing_else() {
    let unlimited = Table::solve(Limit::None, &mut |_| ());
    verify(&unlimited, Limit::None).expect("a consistent table");
    for pawns in 0..=MAX_PAWNS {
        let left = (MAX_PLIES as usize - pawns) as u8;
        let layer = table().index().layer_positions(pawns);
        let pairs = table().bytes()[layer.clone()].iter().zip(&unlimited.bytes()[layer]);
        let cut = |byte: u8| if byte > left { DRAW } else { byte };
        assert!(pairs.into_iter().all(|(limited, unlimited)| *limited == cut(*unlimited)), "{pawns} pawns");
    }
}

/// Where a symmetry takes a column and a line.
type Image = fn(usize, usize) -> (usize, usize);

/// The board seen through a symmetry and with the colours of `owner`, at another ply.
fn copy(board: Board, image: impl Fn(usize, usize) -> (usize, usize), swap: bool, ply: u32) -> Board {
    let mut stacks: [Vec<Player>; Cell::COUNT] = Default::default();
    for cell in Cell::all() {
        let (column, line) = image(cell.column(), cell.line());
        let target = Cell::at(column, line).expect("a cell");
        let owners = board.stack(cell).pawns().map(|owner| if swap { !owner } else { owner });
        stacks[target.index()] = owners.collect();
    }
    Board::from_stacks(stacks.each_ref().map(Vec::as_slice), ply).expect("a position")
}

#[test]
fn symmetric_copies_have_the_same_value() {
    let images: [Image; 7] = [
        |c, l| (l, c),
        |c, l| (2 - c, l),
        |c, l| (c, 2 - l),
        |c, l| (2 - c, 2 - l),
        |c, l| (2 - l, 2 - c),
        |c, l| (2 - l, c),
        |c, l| (l, 2 - c),
    ];
    for board in random_positions(4).take(10_000) {
        let value = table().value(board);
        for image in images {
            assert_eq!(table().value(copy(board, image, false, board.ply())), value, "{board:?}");
        }
    }
}

#[test]
fn the_exchange_of_colours_changes_nothing() {
    let movement = |board: &Board| (PLACEMENT_PLIES..MAX_PLIES - 1).contains(&board.ply());
    for board in random_positions(5).filter(movement).take(10_000) {
        // The other side is to move one ply later, with one ply less to win.
        let swapped = copy(board, |c, l| (c, l), true, board.ply() + 1);
        assert_eq!(table().index().locate(swapped), table().index().locate(board), "{board:?}");
        let left = MAX_PLIES - swapped.ply();
        let expected = match table().value(board) {
            Value::Win(plies) | Value::Loss(plies) if u32::from(plies) > left => Value::Draw,
            value => value,
        };
        assert_eq!(table().value(swapped), expected, "{board:?}");
    }
}
