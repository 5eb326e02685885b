//! The numbers of positions, counted in another way: generating functions, and Burnside's lemma for the symmetries.
//!
//! The stacks of one cell that no three finishes are counted by a polynomial in x (pawns of the side to move) and y (the
//! others): 1 + (x+y) + (x+y)^2 + (x+y)^3 - x^3 - y^3. Boards are its ninth power; those that a symmetry leaves alone have
//! equal stacks along each of its cycles.

use jeux::colonnes::Cell;
use moteur_ia::colonnes::solution::solve::DRAW;

use crate::{facts, table};

const MAX: usize = 16;

/// `polynomial[a][b]` is the coefficient of x^a y^b.
type Polynomial = [[u64; MAX + 1]; MAX + 1];

fn product(one: &Polynomial, other: &Polynomial) -> Polynomial {
    let mut product = [[0; MAX + 1]; MAX + 1];
    for (a, row) in one.iter().enumerate() {
        for (b, factor) in row.iter().enumerate().filter(|(_, factor)| **factor > 0) {
            for (c, other_row) in other.iter().enumerate().take(MAX + 1 - a) {
                for (d, other_factor) in other_row.iter().enumerate().take(MAX + 1 - b) {
                    product[a + c][b + d] += factor * other_factor;
                }
            }
        }
    }
    product
}

/// The stacks of a cycle of `length` cells, which are all the same.
fn stacks(length: usize) -> Polynomial {
    let mut polynomial = [[0; MAX + 1]; MAX + 1];
    for (a, b, count) in
        [(0, 0, 1), (1, 0, 1), (0, 1, 1), (2, 0, 1), (1, 1, 2), (0, 2, 1), (2, 1, 3), (1, 2, 3)]
    {
        polynomial[a * length][b * length] = count;
    }
    polynomial
}

/// The boards that a symmetry with cycles of these lengths leaves alone.
fn boards(cycles: &[usize]) -> Polynomial {
    assert_eq!(cycles.iter().sum::<usize>(), Cell::COUNT);
    let one = {
        let mut one = [[0; MAX + 1]; MAX + 1];
        one[0][0] = 1;
        one
    };
    cycles.iter().fold(one, |boards, &length| product(&boards, &stacks(length)))
}

#[test]
fn agree_with_generating_functions() {
    let identity = boards(&[1; 9]);
    let quarter_turn = boards(&[1, 4, 4]);
    let half_turn = boards(&[1, 2, 2, 2, 2]);
    // Along a line or a diagonal: three cells stay.
    let mirror = boards(&[1, 1, 1, 2, 2, 2]);

    let facts = facts();
    assert_eq!(facts.layers.len(), MAX + 1);
    for (pawns, layer) in facts.layers.iter().enumerate() {
        let (own, other) = (pawns / 2, pawns.div_ceil(2));
        // With all pawns on the board either side may move; the exchange of colours makes that one side again.
        let sides = if pawns == MAX { 2 } else { 1 };
        assert_eq!(layer.raw, sides * identity[own][other], "{pawns} pawns");
        let left_alone = |polynomial: &Polynomial| polynomial[own][other];
        let burnside = left_alone(&identity)
            + 2 * left_alone(&quarter_turn)
            + left_alone(&half_turn)
            + 4 * left_alone(&mirror);
        assert_eq!(layer.distinct, burnside / 8, "{pawns} pawns");
        assert_eq!(layer.wins + layer.draws + layer.losses, layer.raw, "{pawns} pawns");
        let stored = table().index().layer_positions(pawns).len() as u64;
        assert!((layer.distinct..=layer.raw).contains(&stored), "{pawns} pawns");
    }
    assert_eq!(facts.total.raw, facts.layers.iter().map(|layer| layer.raw).sum::<u64>());
}

#[test]
fn the_longest_win_is_the_longest() {
    let facts = facts();
    let longest = facts.longest.plies;
    assert_eq!(table().bytes().iter().filter(|byte| **byte % 2 == 1).max(), Some(&longest));
    assert_eq!(table().bytes().iter().filter(|byte| **byte == longest).count(), facts.longest.positions);
    let number = table().index().locate(facts.longest.board).expect("a position");
    assert_eq!(table().bytes()[number], longest);
    assert_ne!(longest, DRAW);
    assert_eq!(facts.first_moves().map(|(mv, _)| mv.to_string()).collect::<Vec<_>>(), ["A1", "B1", "B2"]);
}
