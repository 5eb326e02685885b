//! Minimax with alpha-beta over displacements and rotations, deepened step by step until the time is over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use jeux::labyrinthe::{Direction, Labyrinth, Move, ROTATION_COST};
use jeux::{Player, Position};

use super::transpositions::{
    Boards, Bound, FAR, MOVES, Steps, Transpositions, hash_of_board, hash_of_position, number_of, rotation,
};

/// The value of having won; a win `n` plies away is worth `n` less.
const WIN: i32 = 30_000;
/// Beyond this a value is a forced win or, negated, a forced loss.
const DECIDED: i32 = WIN - 1000;
/// The deepest search in plies.
const MAX_DEPTH: i32 = 60;
/// The longest line of play, extensions included.
const MAX_PLY: usize = 100;
/// Work between two looks at the clock, in nodes; far below a millisecond.
const WORK_PER_LOOK: u32 = 400;
/// What computing the distances of a new board is worth in nodes.
const WORK_PER_BOARD: u32 = 20;
const WORK_PER_EXPANSION: u32 = 1000;

/// Distances are cut to this for the evaluation: farther is not worse any more.
const FARTHEST: i32 = 40;

/// What a search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// Its value for the player to move, in hundredths of a displacement; near 30,000 a win is certain.
    pub score: i32,
    /// Plies searched in full.
    pub depth: i32,
    /// Positions looked at.
    pub nodes: u64,
}

/// A player that searches. Keeps what it has learnt from one move to the next, in about 40 MB.
pub struct Minmax {
    pub params: Params,
    boards: Boards,
    table: Transpositions,
    history: [[i32; MOVES]; 2],
    killers: [[Option<Move>; 2]; MAX_PLY],
    nodes: u64,
    work: u32,
}

/// The time is over.
struct Interrupted;

/// When a search has to end.
struct Limits<'a> {
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
}

/// A move to try, with what a glance makes of it.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    glance: i32,
    order: i32,
}

#[derive(Clone, Copy)]
pub struct Params {
    pub swing: i32,
    pub width: i32,
    pub near: i32,
    pub later: i32,
    pub lmr: i32,
}

impl Default for Minmax {
    fn default() -> Self {
        Self::new()
    }
}

impl Minmax {
    /// A player who knows nothing yet.
    pub fn new() -> Self {
        Minmax {
            params: Params { swing: 2, width: 16, near: 60, later: 20, lmr: 4 },
            boards: Boards::new(),
            table: Transpositions::new(),
            history: [[0; MOVES]; 2],
            killers: [[None; 2]; MAX_PLY],
            nodes: 0,
            work: 0,
        }
    }

    /// Thinks about the move to make until the deadline, a `stop` from outside, or certainty. Some move is found in any case,
    /// within a fraction of a millisecond; [`Move::Stay`] when the game is over.
    pub fn think(&mut self, position: &Labyrinth, deadline: Option<Instant>, stop: &AtomicBool) -> Thought {
        let limits = Limits { deadline, stop };
        self.nodes = 0;
        self.work = 0;
        self.killers = [[None; 2]; MAX_PLY];
        self.history.iter_mut().flatten().for_each(|count| *count /= 8);
        let board = hash_of_board(position);
        let steps = *self.boards.steps(position, board).0;
        let mut moves = self.candidates(position, board, &steps, None, 0);
        let Some(&first) = moves.first() else {
            return Thought { mv: Move::Stay, score: 0, depth: 0, nodes: 0 };
        };
        let mut best = Thought { mv: first.mv, score: first.glance, depth: 0, nodes: 0 };
        if moves.len() == 1 {
            return best;
        }
        for depth in 1..=MAX_DEPTH {
            let searched = self.root(position, board, &steps, &mut moves, depth, &limits, &mut best);
            best.nodes = self.nodes;
            if searched.is_err() || best.score.abs() > DECIDED && WIN - best.score.abs() <= depth {
                break;
            }
        }
        best
    }

    /// One deepening: `best` is renewed with every move that is found better, so that an interruption loses little.
    #[expect(clippy::too_many_arguments, reason = "the state of one search, private to it")]
    fn root(
        &mut self,
        position: &Labyrinth,
        board: u64,
        steps: &Steps,
        moves: &mut [Candidate],
        depth: i32,
        limits: &Limits<'_>,
        best: &mut Thought,
    ) -> Result<(), Interrupted> {
        let mut alpha = -WIN;
        for index in 0..moves.len() {
            let mv = moves[index].mv;
            let score = if index == 0 {
                -self.child(position, board, steps, mv, depth - 1, (-WIN, -alpha), 1, limits)?
            } else {
                let narrow =
                    -self.child(position, board, steps, mv, depth - 1, (-alpha - 1, -alpha), 1, limits)?;
                if narrow > alpha {
                    -self.child(position, board, steps, mv, depth - 1, (-WIN, -alpha), 1, limits)?
                } else {
                    narrow
                }
            };
            if score > alpha {
                alpha = score;
                *best = Thought { mv, score, depth, nodes: self.nodes };
                moves[..=index].rotate_right(1);
            }
        }
        best.depth = depth;
        Ok(())
    }

    /// Searches the position after a move.
    #[expect(clippy::too_many_arguments, reason = "the state of one search, private to it")]
    fn child(
        &mut self,
        position: &Labyrinth,
        board: u64,
        steps: &Steps,
        mv: Move,
        depth: i32,
        window: (i32, i32),
        ply: usize,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        let next = position.after(mv);
        if mv.is_rotation() {
            let board = hash_of_board(&next);
            let steps = *self.look(&next, board);
            self.search(&next, board, &steps, depth, window, ply, limits)
        } else {
            self.search(&next, board, steps, depth, window, ply, limits)
        }
    }

    /// The distances of a board.
    fn look(&mut self, position: &Labyrinth, board: u64) -> &Steps {
        let (steps, fresh) = self.boards.steps(position, board);
        self.work += if fresh { WORK_PER_BOARD } else { 1 };
        steps
    }

    /// The value of a position for the player to move, within `window`.
    #[expect(clippy::too_many_arguments, reason = "the state of one search, private to it")]
    fn search(
        &mut self,
        position: &Labyrinth,
        board: u64,
        steps: &Steps,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
        ply: usize,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        self.nodes += 1;
        self.work += 1;
        if self.work >= WORK_PER_LOOK {
            self.work = 0;
            if limits.reached() {
                return Err(Interrupted);
            }
        }
        let mover = position.to_move();
        let (here, there) = (position.player(mover), position.player(!mover));
        let (my_energy, their_energy) = (position.energy(mover), position.energy(!mover));
        let value = match glance(&self.params, steps.at(here), steps.at(there), my_energy, their_energy) {
            Glance::Decided(score) => return Ok(score - score.signum() * ply as i32),
            Glance::Open(score) => score,
        };
        // No line of play can be better than to win at once, or worse than to lose at once.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32);
        if alpha >= beta {
            return Ok(alpha);
        }
        // The opponent threatens to win: only a rotation can help, and it costs nothing to look.
        let threatened = steps.at(there) == 1;
        let depth = if threatened { depth.max(0) + 1 } else { depth };
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return Ok(value);
        }
        let key = hash_of_position(position, board);
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| i32::from(known.depth) >= depth) {
            let score = from_table(i32::from(known.score), ply);
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if enough {
                return Ok(score);
            }
        }
        let moves = self.candidates(position, board, steps, known.and_then(|known| known.mv()), ply);
        let (floor, mut best, mut best_move) = (alpha, -WIN, None);
        for (index, &Candidate { mv, .. }) in moves.iter().enumerate() {
            let window = (-beta, -alpha);
            let score = if best_move.is_none() {
                -self.child(position, board, steps, mv, depth - 1, window, ply + 1, limits)?
            } else {
                let late = index >= self.params.lmr as usize && depth >= 3;
                let less = if late { 1 + i32::from(index >= 12) } else { 0 };
                let narrow = (-alpha - 1, -alpha);
                let mut score =
                    -self.child(position, board, steps, mv, depth - 1 - less, narrow, ply + 1, limits)?;
                if score > alpha && less > 0 {
                    score = -self.child(position, board, steps, mv, depth - 1, narrow, ply + 1, limits)?;
                }
                if score > alpha && score < beta {
                    score = -self.child(position, board, steps, mv, depth - 1, window, ply + 1, limits)?;
                }
                score
            };
            if score > best {
                best = score;
                best_move = Some(mv);
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.reward(mover, mv, depth, ply);
                    break;
                }
            }
        }
        if best_move.is_none() {
            // Threatened, and no rotation to be had: what `glance` has decided already.
            return Ok(ply as i32 + 2 - WIN);
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.table.put(key, depth as i8, to_table(best, ply) as i16, bound, best_move);
        Ok(best)
    }

    /// The moves to try, the most promising first.
    fn candidates(
        &mut self,
        position: &Labyrinth,
        board: u64,
        steps: &Steps,
        known: Option<Move>,
        ply: usize,
    ) -> Vec<Candidate> {
        let p = self.params;
        let mover = position.to_move();
        let maze = position.maze();
        let (here, there) = (position.player(mover), position.player(!mover));
        let (mine, theirs) = (steps.at(here), steps.at(there));
        let (my_energy, their_energy) = (position.energy(mover), position.energy(!mover));
        let threatened = theirs == 1 && mine != 1;
        let mut moves = Vec::with_capacity(32);
        let killers = self.killers[ply];
        let history = &self.history[mover.index()];
        let mut add = |mv, value: i32| {
            let special = if Some(mv) == known {
                1_000_000
            } else if killers.contains(&Some(mv)) {
                200
            } else {
                0
            };
            let order = value + special + history[usize::from(number_of(mv))].min(200);
            moves.push(Candidate { mv, glance: value, order });
        };
        if !threatened {
            let mut walk = |mv, to| {
                add(mv, -glance(&p, theirs, steps.at(to), their_energy, my_energy + 1).score());
            };
            for way in Direction::ALL {
                let to = maze.neighbour(here, way);
                if !maze.is_wall(to) {
                    walk(Move::Step(way), to);
                }
            }
            walk(Move::Stay, here);
        }
        if my_energy >= ROTATION_COST && mine != 1 {
            let (expansion, fresh) = self.boards.expansion(position, board);
            if fresh {
                self.work += WORK_PER_EXPANSION;
            }
            let lead = |mine: u8, theirs: u8| i32::from(theirs).min(FARTHEST) - i32::from(mine).min(FARTHEST);
            let now = lead(mine, theirs);
            let after = expansion.after(maze, here).iter().zip(expansion.after(maze, there));
            for (number, (&mine, &theirs)) in after.enumerate() {
                let mv = rotation(maze, number);
                if ply == 0
                    || threatened && theirs > 1
                    || !threatened && lead(mine, theirs) >= now + p.swing
                    || Some(mv) == known
                {
                    add(mv, -glance(&p, theirs, mine, their_energy, my_energy - ROTATION_COST).score());
                }
            }
        }
        moves.sort_by_key(|candidate| -candidate.order);
        if ply > 0 {
            moves.truncate(p.width as usize);
        }
        moves
    }

    /// Remembers a move that was too good for the opponent to allow.
    fn reward(&mut self, mover: Player, mv: Move, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.history[mover.index()][usize::from(number_of(mv))];
        *count = (*count + depth * depth).min(10_000);
    }
}

impl Limits<'_> {
    fn reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a position looks like without looking ahead.
#[derive(Clone, Copy)]
enum Glance {
    /// The end is certain; seen from this position, plies to the end counted from it.
    Decided(i32),
    /// An estimate.
    Open(i32),
}

impl Glance {
    fn score(self) -> i32 {
        match self {
            Glance::Decided(score) | Glance::Open(score) => score,
        }
    }
}

/// Looks at distances and energies, for the player to move.
///
/// Certain are: the treasure is one step away; or one player is first there on the present ways, and the other one will not
/// have the energy for a rotation before. (Every turn spent otherwise earns one unit.)
fn glance(p: &Params, mine: u8, theirs: u8, my_energy: u32, their_energy: u32) -> Glance {
    let [mine, theirs] = [mine, theirs].map(i32::from);
    let [my_energy, their_energy] = [my_energy, their_energy].map(|energy| energy.min(1000) as i32);
    let cost = ROTATION_COST as i32;
    let far = i32::from(FAR);
    if theirs == 0 {
        return Glance::Decided(-WIN);
    }
    // The opponent has mine - 1 turns before I arrive, the last of them with mine - 2 units earned.
    if mine == 1 || mine <= theirs && mine < far && their_energy + mine - 2 < cost {
        return Glance::Decided(WIN - (2 * mine - 1));
    }
    // I have as many turns as the opponent needs steps.
    if theirs < mine && my_energy + theirs - 1 < cost {
        return Glance::Decided(2 * theirs - WIN);
    }
    let ahead = theirs.min(FARTHEST) - mine.min(FARTHEST);
    Glance::Open(100 * ahead + 50 + worth(p, my_energy) - worth(p, their_energy))
}

/// What some energy is worth: the first rotation more than the later ones.
fn worth(p: &Params, energy: i32) -> i32 {
    let cost = ROTATION_COST as i32;
    p.near * energy.min(2 * cost) + p.later * (energy - 2 * cost).clamp(0, 4 * cost)
}

/// Values of won and lost positions are kept as distances from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    if score.abs() > DECIDED { score + score.signum() * ply as i32 } else { score }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score.abs() > DECIDED { score - score.signum() * ply as i32 } else { score }
}
