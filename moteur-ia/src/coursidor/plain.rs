//! The tables computed plainly, state by state and by the rules alone, for testing and measuring
//! [`super::tours`].

use jeux::Player;
use jeux::coursidor::{Board, Coursidor, Direction, Vertex};

/// The place of a state: a set of the missing objectives done, a last direction or 6 for none, and a vertex.
pub fn place(board: &Board, done: u16, last: u8, at: Vertex) -> usize {
    (usize::from(done) * 7 + usize::from(last)) * board.len() + usize::from(at)
}

/// How many plies a player needs from every state, by its place. `None` where home cannot be reached.
pub fn plies(position: &Coursidor, player: Player) -> Vec<Option<u16>> {
    let (board, walls) = (position.board(), position.walls());
    let missing: Vec<Vertex> = position.missing(player).collect();
    let (home, all) = (position.course().start(player), (1usize << missing.len()) - 1);
    let mut bits = vec![0; board.len()];
    for (place, objective) in missing.iter().enumerate() {
        bits[usize::from(*objective)] = 1 << place;
    }
    let place = |done: usize, last: usize, at: Vertex| place(board, done as u16, last as u8, at);
    let mut plies = vec![None; (all + 1) * 7 * board.len()];
    let mut queue: Vec<(usize, usize, Vertex)> = (0..7).map(|last| (all, last, home)).collect();
    for (done, last, at) in &queue {
        plies[place(*done, *last, *at)] = Some(0);
    }
    let mut next = 0;
    while let Some(&(done, last, at)) = queue.get(next) {
        next += 1;
        let later = plies[place(done, last, at)];
        // Nobody comes from a move without a direction.
        let Some(way) = Direction::ALL.get(last) else { continue };
        let (mut here, mut crossed) = (at, bits[usize::from(at)]);
        for length in 1..=3 {
            let from = board.neighbour(here, way.opposite());
            let Some(from) = from.filter(|_| walls.is_open(here, way.opposite())) else { break };
            // What is crossed is done then; each of it may have been done before.
            if crossed & !done != 0 {
                break;
            }
            let mut new = crossed;
            loop {
                let before = done & !new;
                for earlier in 0..7 {
                    let apart = Direction::ALL.get(earlier).map(|earlier| earlier.apart(*way));
                    let longest = apart.map_or(1, |apart| [3, 2, 1, 1][apart]);
                    let plies = &mut plies[place(before, earlier, from)];
                    if longest >= length && plies.is_none() {
                        *plies = later.map(|later| later + 1);
                        queue.push((before, earlier, from));
                    }
                }
                if new == 0 {
                    break;
                }
                new = (new - 1) & crossed;
            }
            crossed |= bits[usize::from(from)];
            here = from;
        }
    }
    plies
}
