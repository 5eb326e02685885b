//! Random moves (step 3).

use jeux::draw::below;
use jeux::labyrinthe::{Labyrinth, Move};
use rand_core::Rng;

/// A move drawn uniformly among the legal ones; staying when the game is over.
pub fn choose(position: &Labyrinth, rng: &mut impl Rng) -> Move {
    draw(&position.moves(), rng)
}

/// A random move like the course's PLAY_RANDOM (subject, section 3.3): among the possible
/// displacements and, with `rotations` and the energy for it, both rotations of one line and of one
/// column, themselves drawn. It stays only when walled in.
pub fn choose_like_the_course(position: &Labyrinth, rotations: bool, rng: &mut impl Rng) -> Move {
    let legal = position.moves();
    let (line, column) = (below(rng, position.maze().height()), below(rng, position.maze().width()));
    let wanted = |mv: &Move| match *mv {
        Move::Step(_) => true,
        Move::Stay => false,
        Move::LineLeft(y) | Move::LineRight(y) => rotations && usize::from(y) == line,
        Move::ColumnUp(x) | Move::ColumnDown(x) => rotations && usize::from(x) == column,
    };
    draw(&legal.iter().copied().filter(wanted).collect::<Vec<_>>(), rng)
}

/// One of these moves, or staying when there is none.
fn draw(moves: &[Move], rng: &mut impl Rng) -> Move {
    match moves.len() {
        0 => Move::Stay,
        count => moves[below(rng, count)],
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use jeux::labyrinthe::{Cell, Maze, maze_of_seed};
    use jeux::{ByPlayer, Player};
    use rand_core::SeedableRng;

    use super::*;

    /// How often each move is drawn out of 10,000.
    fn counts(position: &Labyrinth, mut draw: impl FnMut() -> Move) -> Vec<(Move, usize)> {
        let drawn = (0..10_000).map(|_| draw()).collect::<Vec<_>>();
        let count = |mv: Move| drawn.iter().filter(|&&other| other == mv).count();
        let counts = position.moves().iter().map(|&mv| (mv, count(mv))).collect::<Vec<_>>();
        assert_eq!(counts.iter().map(|(_, n)| n).sum::<usize>(), 10_000, "all are legal");
        counts
    }

    #[test]
    fn every_legal_move_has_the_same_chance() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let energy = ByPlayer { first: 5, second: 1 };
        let position = Labyrinth::with_energy(maze_of_seed(1), energy).expect("a labyrinth");
        let counts = counts(&position, || choose(&position, &mut rng));
        let even = 10_000 / counts.len();
        assert!(counts.len() > 40);
        assert!(counts.iter().all(|(_, n)| (even / 2..2 * even).contains(n)), "{counts:?}");
    }

    #[test]
    fn as_the_course_draws() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let energy = ByPlayer { first: 5, second: 1 };
        let position = Labyrinth::with_energy(maze_of_seed(1), energy).expect("a labyrinth");
        let counted = counts(&position, || choose_like_the_course(&position, true, &mut rng));
        let rotations = counted.iter().filter(|(mv, _)| mv.is_rotation()).map(|(_, n)| n).sum::<usize>();
        let steps = counted.iter().filter(|(mv, n)| matches!(mv, Move::Step(_)) && *n > 0).count();
        let expected = 10_000 * 4 / (4 + steps);
        assert!((expected - 300..expected + 300).contains(&rotations), "{rotations} for {steps} steps");
        assert!(counted.contains(&(Move::Stay, 0)));
        let counted = counts(&position, || choose_like_the_course(&position, false, &mut rng));
        assert!(counted.iter().all(|(mv, n)| !mv.is_rotation() || *n == 0));
    }

    #[test]
    fn walled_in_or_over_it_stays() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut maze = Maze::open(13, 9).expect("a size");
        for cell in [(0, 3), (0, 5), (1, 4), (12, 4)].map(|(x, y)| Cell::new(x, y)) {
            maze.set_wall(cell, true);
        }
        maze.set_wall(Cell::new(12, 4), false);
        let position = Labyrinth::new(maze).expect("a labyrinth");
        let counted = counts(&position, || choose_like_the_course(&position, true, &mut rng));
        assert_eq!(counted.iter().filter(|(_, n)| *n > 0).count(), 1, "only to the left, round the torus");
        assert_eq!(position.player(Player::First), Cell::new(0, 4));
        assert_eq!(draw(&[], &mut rng), Move::Stay);
    }
}
