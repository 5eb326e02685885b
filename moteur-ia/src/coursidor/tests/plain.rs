//! A lone player's way, state by state.

use jeux::Player;
use jeux::coursidor::{Board, Coursidor, Direction, Vertex, Walls};

/// How many plies a player needs from every state, which is a set of the missing objectives done, a last direction or none, and a
/// vertex; in this order. `None` where home cannot be reached.
pub fn plies(position: &Coursidor, player: Player) -> Vec<Option<u16>> {
    let board = position.board();
    let missing: Vec<Vertex> = position.missing(player).collect();
    let (home, all) = (position.course().start(player), (1usize << missing.len()) - 1);
    let place = |done: usize, last: usize, at: Vertex| (done * 7 + last) * board.len() + usize::from(at);
    let states = (all + 1) * 7 * board.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); states];
    for done in 0..=all {
        for last in 0..7 {
            for at in board.vertices() {
                for (to, way, crossed) in lines(board, position.walls(), at, Direction::ALL.get(last)) {
                    let bit = |cell: &Vertex| missing.iter().position(|objective| objective == cell);
                    let then = crossed.iter().filter_map(bit).fold(done, |done, bit| done | 1 << bit);
                    before[place(then, way.index(), to)].push(place(done, last, at));
                }
            }
        }
    }
    let mut plies = vec![None; states];
    let mut queue: Vec<usize> = (0..7).map(|last| place(all, last, home)).collect();
    for state in &queue {
        plies[*state] = Some(0);
    }
    let mut next = 0;
    while let Some(&state) = queue.get(next) {
        next += 1;
        for &earlier in &before[state] {
            if plies[earlier].is_none() {
                plies[earlier] = plies[state].map(|plies: u16| plies + 1);
                queue.push(earlier);
            }
        }
    }
    plies
}

/// Where a pawn can go on an empty board: the vertex, the direction, all cells on the way.
fn lines(
    board: &Board,
    walls: &Walls,
    at: Vertex,
    last: Option<&Direction>,
) -> Vec<(Vertex, Direction, Vec<Vertex>)> {
    let mut lines = Vec::new();
    for way in Direction::ALL {
        let longest = last.map_or(1, |last| [3, 2, 1, 1][last.apart(way)]);
        let mut crossed = Vec::new();
        let mut here = at;
        while crossed.len() < longest && walls.is_open(here, way) {
            here = board.neighbour(here, way).expect("an open edge leads somewhere");
            crossed.push(here);
            lines.push((here, way, crossed.clone()));
        }
    }
    lines
}
