use jeux::coursidor::{Coursidor, Direction, Edge, Move, Vertex, Wall};
use jeux::{Player, Position};

use crate::{Numbered, Planes};

const DIRECTIONS: usize = Direction::ALL.len();

/// The number of a wall on a board of so many vertices.
fn number_of(vertices: usize, wall: Wall) -> usize {
    vertices + DIRECTIONS * usize::from(wall.at) + wall.from.index()
}

impl Numbered for Coursidor {
    fn actions(&self) -> usize {
        (1 + DIRECTIONS) * self.board().len()
    }

    fn shape(&self) -> [usize; 3] {
        [17 + 2 * DIRECTIONS, self.board().rows(), self.board().rows()]
    }

    fn longest(&self) -> Option<u64> {
        Some(self.course().plies().into())
    }

    fn number(&self, mv: Move) -> Option<usize> {
        let board = self.board();
        let vertex = |number: u32| Vertex::try_from(number).ok().filter(|at| usize::from(*at) < board.len());
        match mv {
            Move::Pawn(to) => vertex(to).map(usize::from),
            Move::Wall([one, other]) => {
                let at = vertex(one.from).filter(|_| one.from == other.from)?;
                let direction = |edge: Edge| board.direction(at, vertex(edge.to)?);
                let (first, second) = (direction(one)?, direction(other)?);
                let from = if first.turned(1) == second {
                    first
                } else {
                    Some(second).filter(|second| second.turned(1) == first)?
                };
                Some(number_of(board.len(), Wall { at, from }))
            }
            Move::Colour(_) | Move::Type(_) => None,
        }
    }

    fn numbered(&self, action: usize) -> Option<Move> {
        let Some(wall) = action.checked_sub(self.board().len()) else {
            return Some(Move::Pawn(action as u32));
        };
        let at =
            Vertex::try_from(wall / DIRECTIONS).ok().filter(|at| usize::from(*at) < self.board().len())?;
        let wall = Wall { at, from: Direction::ALL[wall % DIRECTIONS] };
        let edges = wall.directions().map(|direction| self.board().neighbour(at, direction));
        edges.iter().all(Option::is_some).then(|| self.placing(wall))
    }

    fn each(&self, mut each: impl FnMut(usize)) {
        if self.ending().is_none() {
            self.steps().into_iter().for_each(|step| each(step.to.into()));
            self.legal_walls().for_each(|wall| each(number_of(self.board().len(), wall)));
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.ending().is_none()
            && match mv {
                Move::Pawn(to) => self.step_to(to).is_ok(),
                Move::Wall(edges) => self.wall_on(edges).is_ok(),
                Move::Colour(_) | Move::Type(_) => false,
            }
    }

    fn observe(&self, me: Player, _played: f32, planes: &mut Planes<'_>) {
        let (board, course) = (self.board(), self.course());
        let cell = |vertex| {
            let (row, column) = board.place(vertex);
            row * board.rows() + column
        };
        for vertex in board.vertices() {
            let here = cell(vertex);
            planes.mark(0, here);
            for direction in Direction::ALL {
                if self.walls().is_open(vertex, direction) {
                    planes.mark(7 + direction.index(), here);
                }
            }
        }
        for (behind, player) in [me, !me].into_iter().enumerate() {
            planes.mark(1 + behind, cell(self.pawn(player)));
            self.missing(player).for_each(|objective| planes.mark(3 + behind, cell(objective)));
            planes.mark(5 + behind, cell(course.start(player)));
            planes.all(13 + behind, self.walls_left(player) as f32 / board.walls() as f32);
            if let Some(direction) = self.last_direction(player) {
                planes.flag(17 + DIRECTIONS * behind + direction.index(), true);
            }
        }
        planes.flag(15, self.to_move() == me);
        planes.all(16, self.plies() as f32 / course.plies() as f32);
    }
}
