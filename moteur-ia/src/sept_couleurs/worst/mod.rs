//! Question 13: boards that treat both sides alike, and on which a player still does badly: on both sides, and in both orders.
//!
//! [`CONSTRUCTED`] are built after what the strategy does not see, [`FOUND`] by a [`search`](mod@search).

pub mod search;

use jeux::sept_couleurs::{Board, BoardSide, Cell, Colour, Grid, Rules, SeptCouleurs};

use super::players::Spec;
use super::tournament::{Failure, GAMES, Played, mix, play};
use crate::statistics::mean;

/// A board on which somebody does badly against somebody.
pub struct Worst {
    /// Who does badly.
    pub player: &'static str,
    /// Who wins.
    pub opponent: &'static str,
    pub board: Maker,
    /// The most that the player scores in 4 games with each of many seeds, from 0 to 1.
    pub bound: f64,
    /// The sentence that explains it, by its name in the catalogue of words.
    pub why: &'static str,
}

/// Where a board comes from.
pub enum Maker {
    /// It is built, for a side of this length.
    Built(fn(usize) -> Board, usize),
    /// It is written down.
    Text(&'static str),
}

impl Worst {
    /// The board; `None` if what is written down is none.
    pub fn board(&self) -> Option<Board> {
        match self.board {
            Maker::Built(build, side) => Some(build(side)),
            Maker::Text(text) => Board::read(text, Grid::new(2, 2), Rules::default().colours).ok(),
        }
    }
}

/// The boards that are built, for each strategy of the subject.
pub static CONSTRUCTED: &[Worst] = &[
    Worst {
        player: "hasard",
        opponent: "utile",
        board: Maker::Built(shells, 30),
        bound: 0.0,
        why: "worst-why-shells",
    },
    Worst {
        player: "utile",
        opponent: "glouton",
        board: Maker::Built(confetti, 30),
        bound: 0.0,
        why: "worst-why-confetti",
    },
    Worst {
        player: "glouton",
        opponent: "prevoyant",
        board: Maker::Built(|side| gate(side, 1), 30),
        bound: 0.0,
        why: "worst-why-gate",
    },
    Worst {
        player: "hegemonique",
        opponent: "glouton",
        board: Maker::Built(comb, 30),
        bound: 0.0,
        why: "worst-why-comb",
    },
    Worst {
        player: "hegemonique --perimetre utile",
        opponent: "prevoyant",
        board: Maker::Built(|side| gate(side, 1), 30),
        bound: 0.0,
        why: "worst-why-gate-hegemonic",
    },
    Worst {
        player: "prevoyant",
        opponent: "prevoyant --coups 3",
        board: Maker::Built(|side| gate(side, 2), 30),
        bound: 0.0,
        why: "worst-why-gate-foresighted",
    },
];

/// The boards that the search has found.
pub static FOUND: &[Worst] = &[
    found("hasard", "utile", include_str!("found/hasard-utile.txt"), 0.15),
    found("utile", "glouton", include_str!("found/utile-glouton.txt"), 0.15),
    found("glouton", "prevoyant", include_str!("found/glouton-prevoyant.txt"), 0.0),
    found("glouton", "utile", include_str!("found/glouton-utile.txt"), 0.3),
    found("hegemonique", "utile", include_str!("found/hegemonique-utile.txt"), 0.0),
    found("hegemonique --perimetre utile", "utile", include_str!("found/hegemonique-utile-utile.txt"), 0.15),
    found(
        "hegemonique --perimetre emprise",
        "glouton",
        include_str!("found/hegemonique-emprise-glouton.txt"),
        0.0,
    ),
    found("hegemonique --perimetre iles", "glouton", include_str!("found/hegemonique-iles-glouton.txt"), 0.0),
    found("prevoyant", "glouton", include_str!("found/prevoyant-glouton.txt"), 0.0),
    found("prevoyant", "utile", include_str!("found/prevoyant-utile.txt"), 0.3),
];

/// A board that was found.
const fn found(player: &'static str, opponent: &'static str, text: &'static str, bound: f64) -> Worst {
    Worst { player, opponent, board: Maker::Text(text), bound, why: "worst-why-found" }
}

/// The row above the bottom and the column from the left of a cell, or of the one opposite if that is nearer to `v`: what is built
/// from these treats both sides alike.
fn from_corner(side: usize, cell: usize) -> (usize, usize) {
    let place = |cell: usize| (side - 1 - cell / side, cell % side);
    let (own, opposite) = (place(cell), place(side * side - 1 - cell));
    // On the diagonal both are as near: the lower one.
    std::cmp::min_by_key(own, opposite, |(up, right)| (up + right, *up))
}

fn free(index: usize) -> Cell {
    Cell::Free(Colour(index as u8))
}

/// Against `hasard`: each distance from a corner has one colour, and the next one another. One colour of seven wins something.
pub fn shells(side: usize) -> Board {
    Board::from_fn(Grid::new(side, side), |cell| {
        let (up, right) = from_corner(side, cell);
        free((up + right) % 7)
    })
}

/// Against `utile`: the colours of the distances are A and B, but every other cell is of one of the five others. Among six colours
/// that win something one goes on.
pub fn confetti(side: usize) -> Board {
    Board::from_fn(Grid::new(side, side), |cell| {
        let (up, right) = from_corner(side, cell);
        let distance = up + right;
        if distance > 1 && up % 2 == 1 { free(2 + (up / 2 + distance) % 5) } else { free(distance % 2) }
    })
}

/// Against those who look `depth` moves ahead: one island has more than half of the board, behind a gate of `depth` cells that
/// wins one cell a move. On the other side of the corner lies bait, six cells a move, behind a fence as thick as the gate is long.
pub fn gate(side: usize, depth: usize) -> Board {
    const BAIT: usize = 6;
    let rows = BAIT * (depth + 1);
    Board::from_fn(Grid::new(side, side), |cell| match from_corner(side, cell) {
        // The gate: A and B in turns, so that it takes a move for each cell.
        (0, right) if right <= depth => free((right + 1) % 2),
        // The bait: a column of islands, E and F in turns.
        (up, 0) if up <= rows => free(4 + (up - 1) / BAIT % 2),
        // The fence: C and D as on a chessboard, so that no move takes more than one cell of its thickness.
        (up, right) if up <= rows + depth && right <= depth => free(2 + (up + right) % 2),
        // What it is all about.
        _ => free(6),
    })
}

/// Against the letter of `hegemonique`: a comb of A, with B between its teeth. Who has the comb has the longest perimeter that
/// there is; what is between the teeth would only make it shorter.
pub fn comb(side: usize) -> Board {
    Board::from_fn(Grid::new(side, side), |cell| {
        let (up, right) = from_corner(side, cell);
        if up + right == side - 1 { free(2) } else { free(usize::from(up > 0 && right % 2 == 1)) }
    })
}

/// What the first of two players scores on a board in all four games, with so many seeds: the score from 0 to 1, the
/// share of the cells from 0 to 1, and the games, four of each seed in turn.
pub fn judge(board: &Board, pair: [&Spec; 2], seeds: u64) -> Result<(f64, f64, Vec<Played>), Failure> {
    let starts =
        BoardSide::ALL.map(|begins| SeptCouleurs::new(board.clone(), Rules { begins, ..Rules::default() }));
    let mut games = Vec::with_capacity(GAMES * seeds as usize);
    for seed in 0..seeds {
        for number in 0..GAMES {
            let chance = |place| mix(mix(seed, number as u64), place);
            let mut players = [pair[0].make(chance(0))?, pair[1].make(chance(1))?];
            let start = starts[number / 2].clone();
            games.push(play(start, &mut players, BoardSide::ALL[number % 2], None, &mut |_, _, _| {}));
        }
    }
    let score = mean(games.iter().map(Played::score));
    let share = mean(games.iter().map(|game| game.share(0)));
    Ok((score, share, games))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_as_bad_as_it_says(worst: &Worst) {
        let board = worst.board().expect("a board");
        let grid = *board.grid();
        let opposite = |cell| board[grid.opposite(cell)];
        let fair = |cell: usize| match board[cell] {
            Cell::Zone(side) => opposite(cell) == Cell::Zone(!side),
            content => opposite(cell) == content,
        };
        assert!((0..grid.len()).all(fair), "{} {}: both sides alike", worst.player, board);
        let [player, opponent] = [worst.player, worst.opponent].map(|text| Spec::read(text).expect(text));
        let (score, _, games) = judge(&board, [&player, &opponent], 20).expect("games");
        assert_eq!(games.len(), 80);
        assert!(score <= worst.bound, "{} against {}: {score}\n{board}", worst.player, worst.opponent);
    }

    #[test]
    fn the_boards_that_are_built_are_as_bad_as_they_say() {
        CONSTRUCTED.iter().for_each(is_as_bad_as_it_says);
    }

    #[test]
    fn the_boards_that_were_found_are_as_bad_as_they_say() {
        FOUND.iter().for_each(is_as_bad_as_it_says);
    }

    #[test]
    fn what_is_built_can_be_read() {
        for build in [shells, confetti, comb] {
            let text = build(9).to_string();
            assert_eq!(Board::read(&text, Grid::new(2, 2), 7).expect("a board"), build(9));
        }
        assert_eq!(shells(4).to_string(), "DCB^/CDCB/BCDC/vBCD");
        assert_eq!(gate(40, 2).to_string().matches('A').count(), 2);
    }
}
