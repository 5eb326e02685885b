//! Recognises a graph as a board. Servers number vertices as they like and start in any two
//! opposite corners; ours start in the north-west and the south-east, so a foreign board may have
//! to be turned.

use std::collections::{HashMap, VecDeque};

use jeux::Player;
use jeux::coursidor::{Board, Course, Direction, Shape, Vertex};

use crate::raw::Graph;

/// Our games are drawn after so many plies; the server decides that here.
const PLIES: u32 = 1_000_000;

/// A graph and its board.
pub struct Atlas {
    /// Our number of each vertex, if it is on the board.
    ours: Vec<Option<Vertex>>,
    /// The inverse.
    theirs: Vec<u32>,
}

/// The coordinates of a cell.
type Place = (i32, i32);

impl Atlas {
    /// The board of this graph and the course on it; `None` if it is not one of ours.
    pub fn new(graph: &Graph) -> Option<(Self, Course)> {
        let places = places(graph)?;
        let count = places.iter().flatten().count();
        let boards = Shape::ALL
            .into_iter()
            .flat_map(|shape| (2..=Board::LARGEST).filter_map(move |size| Board::new(shape, size).ok()));
        let ends: usize = graph.edges.iter().map(Vec::len).sum();
        for board in boards.filter(|board| board.len() == count && 2 * board.edges() == ends) {
            for turns in 0..6 {
                let Some(atlas) = Atlas::laid(&board, graph, &places, turns) else { continue };
                let objectives = graph.objectives.iter().map(|vertex| atlas.ours[*vertex]);
                let objectives = objectives.collect::<Option<Vec<_>>>()?;
                return Some((atlas, Course::new(board, objectives, PLIES).ok()?));
            }
        }
        None
    }

    /// Lays the graph on a board, turned by so many sixths, with both starts in place.
    fn laid(board: &Board, graph: &Graph, places: &[Option<Place>], turns: usize) -> Option<Self> {
        let turned = |place: Place| (0..turns).fold(place, |(row, column), _| (row + column, -row));
        let starts = Player::ALL.map(|player| if player == Player::First { 0 } else { board.opposite(0) });
        let from = turned(places[graph.starts[0]]?);
        let to = board.coordinates(starts[0]);
        let moved = |place: Place| {
            let (row, column) = turned(place);
            (row - from.0 + to.0, column - from.1 + to.1)
        };
        let known: HashMap<Place, Vertex> =
            board.vertices().map(|vertex| (board.coordinates(vertex), vertex)).collect();
        let mut atlas = Atlas { ours: vec![None; places.len()], theirs: vec![0; board.len()] };
        for (number, place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            let vertex = *known.get(&moved(*place))?;
            atlas.ours[number] = Some(vertex);
            atlas.theirs[usize::from(vertex)] = number as u32;
        }
        (atlas.ours[graph.starts[1]] == Some(starts[1])).then_some(atlas)
    }

    /// Our number of their vertex.
    pub fn ours(&self, vertex: u32) -> Option<Vertex> {
        *self.ours.get(vertex as usize)?
    }

    /// Their number of our vertex; an unknown one stays as it is.
    pub fn theirs(&self, vertex: u32) -> u32 {
        self.theirs.get(vertex as usize).copied().unwrap_or(vertex)
    }
}

/// The coordinates of the vertices reachable from the first start; `None` if directions contradict
/// each other, or an edge leads to a vertex without edges.
fn places(graph: &Graph) -> Option<Vec<Option<Place>>> {
    let mut places = vec![None; graph.edges.len()];
    let mut queue = VecDeque::from([graph.starts[0]]);
    places[graph.starts[0]] = Some((0, 0));
    while let Some(vertex) = queue.pop_front() {
        let (row, column) = places[vertex]?;
        for (next, number) in &graph.edges[vertex] {
            let direction = Direction::ALL.into_iter().find(|way| u32::from(way.number()) == *number)?;
            let (down, right) = direction.step();
            let place = (row + down, column + right);
            match places[*next] {
                None => {
                    places[*next] = Some(place);
                    queue.push_back(*next);
                }
                Some(known) if known == place => {}
                Some(_) => return None,
            }
        }
    }
    let lost = |(edges, place): (&Vec<_>, &Option<Place>)| place.is_none() && !edges.is_empty();
    (!graph.edges.iter().zip(&places).any(lost)).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board as a server would number it, with direction 0 turned this far.
    fn foreign(
        board: &Board,
        order: &[Vertex],
        turns: usize,
        starts: [Vertex; 2],
        objectives: &[Vertex],
    ) -> Graph {
        let number = |vertex: Vertex| order.iter().position(|known| *known == vertex).expect("a vertex");
        let edges = |vertex: &Vertex| {
            let edge = |way: Direction| {
                let next = board.neighbour(*vertex, way)?;
                Some((number(next), u32::from(way.turned(turns).number())))
            };
            Direction::ALL.into_iter().filter_map(edge).collect()
        };
        Graph {
            edges: order.iter().map(edges).collect(),
            starts: starts.map(number),
            objectives: objectives.iter().map(|vertex| number(*vertex)).collect(),
        }
    }

    #[test]
    fn our_own_numbers_stay() {
        for (shape, size) in [(Shape::T, 2), (Shape::T, 6), (Shape::C, 5), (Shape::H, 9)] {
            let board = Board::new(shape, size).expect("a board");
            let last = board.opposite(0);
            let order: Vec<Vertex> = board.vertices().collect();
            let graph = foreign(&board, &order, 0, [0, last], &[1, last - 1]);
            let (atlas, course) = Atlas::new(&graph).expect("a board of ours");
            assert_eq!(course.board(), &board);
            assert_eq!(course.objectives(), [1, last - 1]);
            assert!(board.vertices().all(|vertex| atlas.ours(vertex.into()) == Some(vertex)));
        }
    }

    #[test]
    fn other_numbers_and_turned_boards_are_recognised() {
        for turns in 0..6 {
            for (shape, size) in [(Shape::T, 4), (Shape::C, 4), (Shape::H, 6)] {
                let board = Board::new(shape, size).expect("a board");
                let last = board.opposite(0);
                let mut order: Vec<Vertex> = board.vertices().collect();
                order.reverse();
                order.rotate_left(3);
                let graph = foreign(&board, &order, turns, [0, last], &[2, last - 2]);
                let (atlas, course) = Atlas::new(&graph).expect("a board of ours");
                assert_eq!(course.board(), &board, "turned by {turns}");
                // Neighbours are neighbours in any numbering.
                for (vertex, edges) in graph.edges.iter().enumerate() {
                    let here = atlas.ours(vertex as u32).expect("a vertex");
                    for (next, _) in edges {
                        assert!(board.direction(here, atlas.ours(*next as u32).expect("a vertex")).is_some());
                    }
                    assert_eq!(atlas.theirs(here.into()), vertex as u32);
                }
            }
        }
    }

    #[test]
    fn isolated_vertices_do_not_matter_and_other_graphs_are_refused() {
        let board = Board::new(Shape::C, 4).expect("a board");
        let last = board.opposite(0);
        let order: Vec<Vertex> = board.vertices().collect();
        let mut graph = foreign(&board, &order, 0, [0, last], &[1, last - 1]);
        graph.edges.extend([Vec::new(), Vec::new()]);
        assert!(Atlas::new(&graph).is_some());
        graph.edges[0].pop();
        assert!(Atlas::new(&graph).is_none(), "an edge is missing on one side");
        graph.starts = [0, 1];
        assert!(Atlas::new(&graph).is_none());
    }
}
