//! The position of a game, its moves and its end.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::walls::Rows;
use super::{Board, Course, Direction, Edge, MOST_OBJECTIVES, Move, Vertex, Wall, Walls};
use crate::{Outcome, ParseMoveError, Player, Position, Reason, Status};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This player is home with all objectives.
    Home(Player),
    /// The game has lasted as long as it may.
    Plies,
}

/// The rule that a refused move breaks, by which the mover loses (subject, Règles du jeu).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The board has no such vertex.
    #[error("no vertex {0}")]
    NoVertex(u32),
    /// The pawn is there already.
    #[error("the pawn is on {0} already")]
    Stay(u32),
    /// The opponent is there.
    #[error("the opponent is on {0}")]
    Occupied(u32),
    /// The pawn cannot go so far in this direction now, or something is in the way.
    #[error("the pawn cannot go to {0}")]
    Unreachable(u32),
    /// All walls have been placed.
    #[error("no wall is left")]
    NoWallLeft,
    /// The two edges are seen from different vertices.
    #[error("the edges begin at {0} and {1}")]
    DifferentFrom(u32, u32),
    /// The board has no such edge.
    #[error("no edge {0}")]
    NoEdge(Edge),
    /// The two edges are not next to each other.
    #[error("the edges {0} and {1} are not consecutive")]
    NotConsecutive(Edge, Edge),
    /// A wall closes this edge already.
    #[error("the edge {0} is closed")]
    Overlap(Edge),
    /// A player could no longer reach everything.
    #[error("the wall {0} {1} blocks the way")]
    Blocks(Edge, Edge),
    /// The move has this colour, which is not the mover's.
    #[error("a move of the colour {0}")]
    Colour(u32),
    /// The move has this type, which is neither MOVE nor WALL.
    #[error("a move of the type {0}")]
    Type(u32),
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl From<Illegal> for Reason {
    fn from(rule: Illegal) -> Self {
        match rule {
            Illegal::NoVertex(vertex) => Reason::new("no-vertex").with(vertex),
            Illegal::Stay(vertex) => Reason::new("stay").with(vertex),
            Illegal::Occupied(vertex) => Reason::new("occupied").with(vertex),
            Illegal::Unreachable(vertex) => Reason::new("unreachable").with(vertex),
            Illegal::NoWallLeft => Reason::new("no-wall-left"),
            Illegal::DifferentFrom(one, other) => Reason::new("different-from").with(one).with(other),
            Illegal::NoEdge(edge) => Reason::new("no-edge").with(edge),
            Illegal::NotConsecutive(one, other) => Reason::new("not-consecutive").with(one).with(other),
            Illegal::Overlap(edge) => Reason::new("overlap").with(edge),
            Illegal::Blocks(one, other) => Reason::new("blocks").with(one).with(other),
            Illegal::Colour(number) => Reason::new("move-colour").with(number),
            Illegal::Type(number) => Reason::new("move-type").with(number),
            Illegal::GameOver => Reason::new("game-over"),
        }
    }
}

/// A legal move of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it ends.
    pub to: Vertex,
    /// Its last unit direction, from which the next move takes its momentum.
    pub direction: Direction,
    /// How it gets there.
    pub kind: PawnStep,
}

/// How a pawn moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnStep {
    /// Straight on over so many edges, 1 to 3.
    Line(u8),
    /// Over the opponent.
    Jump,
}

/// What is a player's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Runner {
    at: Vertex,
    last: Option<Direction>,
    walls: u16,
    /// A bit for each objective that is done.
    done: u64,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Coursidor {
    course: Arc<Course>,
    walls: Walls,
    /// The walls one by one, and who placed them.
    placed: Vec<(Wall, Player)>,
    runners: [Runner; 2],
    to_move: Player,
    plies: u32,
    home: Option<Player>,
}

impl PartialEq for Coursidor {
    fn eq(&self, other: &Self) -> bool {
        let courses = Arc::ptr_eq(&self.course, &other.course) || self.course == other.course;
        courses && self.state() == other.state()
    }
}

impl Eq for Coursidor {}

impl Hash for Coursidor {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.course.objectives().hash(hasher);
        self.state().hash(hasher);
    }
}

impl Coursidor {
    /// What the rules go on from, besides the course: who placed which wall is for the drawing.
    fn state(&self) -> (&Walls, [Runner; 2], Player, u32, Option<Player>) {
        (&self.walls, self.runners, self.to_move, self.plies, self.home)
    }

    /// The beginning of a game.
    pub fn new(course: Course) -> Self {
        let walls = course.board().walls() as u16;
        let runner = |player| Runner { at: course.start(player), last: None, walls, done: 0 };
        Coursidor {
            walls: Walls::new(course.board()),
            placed: Vec::new(),
            runners: Player::ALL.map(runner),
            to_move: Player::First,
            plies: 0,
            home: None,
            course: Arc::new(course),
        }
    }

    /// What the game has begun with.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.course.board()
    }

    /// Which edges are open.
    pub const fn walls(&self) -> &Walls {
        &self.walls
    }

    /// The walls in the order in which they were placed, with who did.
    pub fn placed(&self) -> &[(Wall, Player)] {
        &self.placed
    }

    /// How many moves have been made.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Where a player is.
    pub const fn pawn(&self, player: Player) -> Vertex {
        self.runners[player.index()].at
    }

    /// The last unit direction of a player's pawn; `None` before it has moved.
    pub const fn last_direction(&self, player: Player) -> Option<Direction> {
        self.runners[player.index()].last
    }

    /// How many walls a player has left.
    pub fn walls_left(&self, player: Player) -> usize {
        self.runners[player.index()].walls.into()
    }

    /// Whether a player has done an objective; `false` for other vertices.
    pub fn has_done(&self, player: Player, objective: Vertex) -> bool {
        let place = self.course.objectives().binary_search(&objective);
        place.is_ok_and(|place| self.runners[player.index()].done >> place & 1 == 1)
    }

    /// The objectives that a player has not done yet, ascending.
    pub fn missing(&self, player: Player) -> impl Iterator<Item = Vertex> + '_ {
        let objectives = self.course.objectives().iter().copied();
        objectives.filter(move |objective| !self.has_done(player, *objective))
    }

    /// Why the game is over; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        let plies = (self.plies >= self.course.plies()).then_some(Ending::Plies);
        self.home.map(Ending::Home).or(plies)
    }

    /// Where the pawn of the player whose turn it is can go, ascending, the end of the game aside. A line is
    /// preferred to a jump that ends at the same place.
    pub fn steps(&self) -> Vec<Step> {
        let other = self.pawn(!self.to_move);
        let Runner { at, last, .. } = self.runners[self.to_move.index()];
        let mut steps: Vec<Step> = Vec::with_capacity(18);
        let mut beside = None;
        for direction in Direction::ALL {
            let longest = last.map_or(1, |last| [3, 2, 1, 1][last.apart(direction)]);
            let mut here = at;
            for length in 1..=longest {
                let Some(next) = self.open_neighbour(here, direction) else { break };
                if next == other {
                    if length == 1 {
                        beside = Some(next);
                    }
                    break;
                }
                steps.push(Step { to: next, direction, kind: PawnStep::Line(length) });
                here = next;
            }
        }
        for (over, direction) in beside.into_iter().flat_map(|over| Direction::ALL.map(|way| (over, way))) {
            let landing = self.open_neighbour(over, direction).filter(|landing| *landing != at);
            if let Some(to) = landing.filter(|to| steps.iter().all(|step| step.to != *to)) {
                steps.push(Step { to, direction, kind: PawnStep::Jump });
            }
        }
        steps.sort_unstable_by_key(|step| step.to);
        steps
    }

    /// Every wall that the player whose turn it is may place, the end of the game aside.
    pub fn legal_walls(&self) -> impl Iterator<Item = Wall> + '_ {
        let needed = self.needed();
        let room = (self.walls_left(self.to_move) > 0).then(|| self.walls.room());
        room.into_iter()
            .flatten()
            .filter(move |wall| self.walls.leaves_connected(self.board(), *wall, &needed))
    }

    /// The move that places a wall.
    pub fn placing(&self, wall: Wall) -> Move {
        let to = |direction| self.board().neighbour(wall.at, direction).map_or(u32::MAX, u32::from);
        Move::Wall(wall.directions().map(|direction| Edge { from: wall.at.into(), to: to(direction) }))
    }

    /// The vertices that must stay connected: pawns, starts and objectives.
    pub fn needed(&self) -> Rows {
        let mut needed = *self.course.needed();
        for runner in &self.runners {
            let (row, bit) = self.board().place(runner.at);
            needed[row] |= 1 << bit;
        }
        needed
    }

    fn open_neighbour(&self, vertex: Vertex, direction: Direction) -> Option<Vertex> {
        let next = self.board().neighbour(vertex, direction);
        next.filter(|_| self.walls.is_open(vertex, direction))
    }

    /// The vertex of this number.
    fn vertex(&self, number: u32) -> Result<Vertex, Illegal> {
        let vertex = Vertex::try_from(number).ok().filter(|vertex| usize::from(*vertex) < self.board().len());
        vertex.ok_or(Illegal::NoVertex(number))
    }

    /// The step of the player whose turn it is to this vertex, the end of the game aside.
    ///
    /// # Errors
    /// The rule against it.
    pub fn step_to(&self, to: u32) -> Result<Step, Illegal> {
        let vertex = self.vertex(to)?;
        if vertex == self.pawn(self.to_move) {
            return Err(Illegal::Stay(to));
        }
        if vertex == self.pawn(!self.to_move) {
            return Err(Illegal::Occupied(to));
        }
        let step = self.steps().into_iter().find(|step| step.to == vertex);
        step.ok_or(Illegal::Unreachable(to))
    }

    /// The wall of the player whose turn it is on these edges, in either order, the end of the game aside.
    ///
    /// # Errors
    /// The rule against it.
    pub fn wall_on(&self, edges: [Edge; 2]) -> Result<Wall, Illegal> {
        let [one, other] = edges;
        if self.walls_left(self.to_move) == 0 {
            return Err(Illegal::NoWallLeft);
        }
        for vertex in [one.from, one.to, other.from, other.to] {
            self.vertex(vertex)?;
        }
        if one.from != other.from {
            return Err(Illegal::DifferentFrom(one.from, other.from));
        }
        let at = self.vertex(one.from)?;
        let direction = |edge: Edge| {
            let direction = self.board().direction(at, self.vertex(edge.to)?);
            direction.ok_or(Illegal::NoEdge(edge))
        };
        let (first, second) = (direction(one)?, direction(other)?);
        let from = if first.turned(1) == second {
            first
        } else if second.turned(1) == first {
            second
        } else {
            return Err(Illegal::NotConsecutive(one, other));
        };
        for (edge, direction) in [(one, first), (other, second)] {
            if !self.walls.is_open(at, direction) {
                return Err(Illegal::Overlap(edge));
            }
        }
        let wall = Wall { at, from };
        match self.walls.leaves_connected(self.board(), wall, &self.needed()) {
            true => Ok(wall),
            false => Err(Illegal::Blocks(one, other)),
        }
    }

    /// Moves the pawn by a legal step.
    fn run(&mut self, step: Step) {
        let mover = self.to_move;
        let mut cells = vec![step.to];
        if let PawnStep::Line(length) = step.kind {
            for _ in 1..length {
                let before =
                    cells.last().and_then(|cell| self.board().neighbour(*cell, step.direction.opposite()));
                cells.extend(before);
            }
        }
        let places = cells.iter().filter_map(|cell| self.course.objectives().binary_search(cell).ok());
        let done = places.fold(0, |done, place| done | 1 << place);
        let runner = &mut self.runners[mover.index()];
        runner.done |= done;
        runner.at = step.to;
        runner.last = Some(step.direction);
        let all = u64::MAX >> (MOST_OBJECTIVES - self.course.objectives().len());
        if runner.done == all && runner.at == self.course.start(mover) {
            self.home = Some(mover);
        }
    }
}

impl Position for Coursidor {
    type Move = Move;
    type Illegal = Illegal;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn status(&self) -> Status {
        match self.ending() {
            None => Status::Ongoing,
            Some(Ending::Home(player)) => Status::Over(Outcome::Win(player)),
            Some(Ending::Plies) => Status::Over(Outcome::Draw),
        }
    }

    fn play(&mut self, mv: Move) -> Result<Status, Illegal> {
        if self.ending().is_some() {
            return Err(Illegal::GameOver);
        }
        match mv {
            Move::Pawn(to) => self.run(self.step_to(to)?),
            Move::Wall(edges) => {
                let wall = self.wall_on(edges)?;
                self.walls.place(self.course.board(), wall);
                self.placed.push((wall, self.to_move));
                self.runners[self.to_move.index()].walls -= 1;
            }
            Move::Colour(number) => return Err(Illegal::Colour(number)),
            Move::Type(number) => return Err(Illegal::Type(number)),
        }
        self.to_move = !self.to_move;
        self.plies += 1;
        Ok(self.status())
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let steps = self.steps().into_iter().map(|step| Move::Pawn(step.to.into()));
        steps.chain(self.legal_walls().map(|wall| self.placing(wall))).collect()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        text.parse()
    }
}
