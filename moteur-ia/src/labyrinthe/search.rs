//! Alpha-beta over displacements and rotations.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use jeux::labyrinthe::{Direction, Labyrinth, Move, ROTATION_COST};
use jeux::{Player, Position};

use super::boards::{Boards, FAR, Steps, rotation};
use super::glance::{DECIDED, Glance, Standing, WIN, glance, remoteness};
use super::transpositions::{Bound, Known, MOVES, Transpositions, hash, number_of};

/// The longest line of play, extensions included.
const MAX_PLY: usize = 100;
/// Work between two looks at the clock, about a tenth of a millisecond.
const WORK_PER_LOOK: u64 = 1000;
/// What a position counts for.
const WORK_PER_NODE: u64 = 1;
/// What the distances of a new board count for.
const WORK_PER_STEPS: u64 = 12;
/// What the distances after all its rotations count for.
const WORK_PER_EXPANSION: u64 = 600;

/// The rotations looked at in a position other than the first: those that look best.
const WIDTH: usize = 16;
/// How much weight the success of a move elsewhere has in the order of moves.
const HISTORY: i32 = 90;

/// What the opponent is believed to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Model {
    /// Whatever is best; he knows how to walk and undo.
    Perfect,
    /// What is best as far as one sees by searching; he does not know how to walk and undo. We do.
    Modest,
    /// He never rotates.
    Walker,
}

impl Model {
    /// Keeps the values found under one model from being taken for those of another.
    const fn salt(self) -> u64 {
        match self {
            Model::Perfect => 0,
            Model::Modest => 0x3C6E_F372_FE94_F82B,
            Model::Walker => 0xA54F_F53A_5F1D_36F1,
        }
    }
}

/// The time is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interrupted;

/// When a search has to end.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    pub(super) deadline: Option<Instant>,
    pub(super) work: Option<u64>,
    pub(super) stop: &'a AtomicBool,
}

/// What a player keeps from one search to the next.
pub(super) struct Memory {
    pub(super) boards: Boards,
    pub(super) table: Transpositions,
    /// How often a move of each player was too good for the opponent to allow.
    pub(super) history: [[i32; MOVES]; 2],
}

/// A move to try, with what a glance makes of it.
pub(super) type Candidate = (i32, Move);

/// A position and the distances of its board.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) position: &'a Labyrinth,
    pub(super) steps: &'a Steps,
}

pub(super) struct Search<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) limits: Limits<'a>,
    /// The player who searches.
    pub(super) me: Player,
    pub(super) model: Model,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Work done, and when to look at the clock again.
    pub(super) work: u64,
    pub(super) next_look: u64,
    /// Lists of moves, one per ply, for use again and again.
    pub(super) lists: Vec<Vec<Candidate>>,
}

impl Search<'_> {
    /// Searches the position after a move.
    pub(super) fn child(
        &mut self,
        node: Node<'_>,
        mv: Move,
        depth: i32,
        window: (i32, i32),
        ply: usize,
    ) -> Result<i32, Interrupted> {
        let next = node.position.after(mv);
        let next = &next;
        if !mv.is_rotation() {
            return self.search(Node { position: next, ..node }, depth, window, ply + 1);
        }
        let (steps, fresh) = self.memory.boards.steps(next);
        self.work += if fresh { WORK_PER_STEPS } else { 0 };
        let steps = *steps;
        self.search(Node { position: next, steps: &steps }, depth, window, ply + 1)
    }

    /// Counts a position, and looks at the clock from time to time.
    fn count(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        self.work += WORK_PER_NODE;
        if self.work < self.next_look {
            return Ok(());
        }
        self.next_look = self.work + WORK_PER_LOOK;
        let Limits { deadline, work, stop } = self.limits;
        let over = work.is_some_and(|limit| self.work >= limit)
            || deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || stop.load(Ordering::Relaxed);
        if over { Err(Interrupted) } else { Ok(()) }
    }

    /// The value of a position for the player to move, exact within the window.
    fn search(
        &mut self,
        node: Node<'_>,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
        ply: usize,
    ) -> Result<i32, Interrupted> {
        self.count()?;
        let [mine, theirs] = self.standings(node);
        let value = match glance(mine, theirs) {
            Glance::Decided(value) => return Ok(value - value.signum() * ply as i32),
            Glance::Open(value) => value,
        };
        // No line of play can be better than to win at once, or worse than to lose at once.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32);
        if alpha >= beta {
            return Ok(alpha);
        }
        // The opponent threatens to arrive: only a rotation helps, and the game must not be judged before it.
        let threatened = theirs.steps == 1;
        let depth = if threatened { depth.max(0) + 1 } else { depth };
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return Ok(value);
        }
        let key = hash(node.position, node.steps.board()) ^ self.model.salt();
        let known = self.memory.table.get(key);
        if let Some(known) = known.filter(|known| known.depth >= depth) {
            let value = seen_from(known.value, ply, -1);
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if enough {
                return Ok(value);
            }
        }
        let known = known.and_then(|known| known.mv).filter(|&mv| node.position.check(mv).is_ok());
        let window = (alpha, beta);
        // Without any move to try, the opponent arrives with his next one.
        let mut best = Best { value: ply as i32 + 2 - WIN, mv: None };
        let mut moves = mem::take(&mut self.lists[ply]);
        for stage in [Stage::Known, Stage::Walks, Stage::Rotations] {
            moves.clear();
            match stage {
                Stage::Known => moves.extend(known.map(|mv| (0, mv))),
                Stage::Walks if !threatened => self.walks(node, &mut moves),
                Stage::Walks => {}
                Stage::Rotations => self.rotations(node, false, &mut moves),
            }
            if stage != Stage::Known {
                moves.retain(|&(_, mv)| Some(mv) != known);
                moves.sort_by_key(|&(value, _)| -value);
                moves.truncate(WIDTH);
            }
            self.try_all(node, &moves, depth, window, ply, &mut best)?;
            if best.value >= beta {
                break;
            }
        }
        self.lists[ply] = moves;
        let bound = match best.value {
            value if value >= beta => Bound::AtLeast,
            value if value > window.0 => Bound::Exact,
            _ => Bound::AtMost,
        };
        let value = seen_from(best.value, ply, 1);
        self.memory.table.put(key, Known { value, depth, bound, mv: best.mv });
        Ok(best.value)
    }

    /// Searches some moves of a position, until one is too good for the opponent to allow.
    fn try_all(
        &mut self,
        node: Node<'_>,
        moves: &[Candidate],
        depth: i32,
        (floor, beta): (i32, i32),
        ply: usize,
        best: &mut Best,
    ) -> Result<(), Interrupted> {
        for (index, &(_, mv)) in moves.iter().enumerate() {
            let alpha = floor.max(best.value);
            let value = if best.mv.is_none() {
                -self.child(node, mv, depth - 1, (-beta, -alpha), ply)?
            } else {
                // Rotations that look worse are first searched less deep.
                let less = if mv.is_rotation() && depth >= 3 {
                    i32::from(index >= 3) + i32::from(index >= 8)
                } else {
                    0
                };
                let narrow = (-alpha - 1, -alpha);
                let mut value = -self.child(node, mv, depth - 1 - less, narrow, ply)?;
                if value > alpha && less > 0 {
                    value = -self.child(node, mv, depth - 1, narrow, ply)?;
                }
                if value > alpha && value < beta {
                    value = -self.child(node, mv, depth - 1, (-beta, -alpha), ply)?;
                }
                value
            };
            if value > best.value || best.mv.is_none() {
                *best = Best { value, mv: Some(mv) };
            }
            if value >= beta {
                let mover = node.position.to_move();
                let count = &mut self.memory.history[mover.index()][usize::from(number_of(mv))];
                *count = (*count + depth * depth).min(10_000);
                break;
            }
        }
        Ok(())
    }

    /// What the player to move and his opponent have, under the model.
    fn standings(&self, node: Node<'_>) -> [Standing; 2] {
        let mover = node.position.to_move();
        [mover, !mover].map(|player| Standing {
            steps: node.steps.at(node.position.player(player)),
            energy: self.energy(node.position, player),
            undoes: player == self.me || self.model == Model::Perfect,
        })
    }

    /// The energy of a player under the model.
    fn energy(&self, position: &Labyrinth, player: Player) -> i32 {
        /// Less than all the turns of a game will earn.
        const NONE: i32 = -100_000;
        if self.model == Model::Walker && player != self.me {
            NONE
        } else {
            position.energy(player).min(10_000) as i32
        }
    }

    /// Displacements and staying.
    pub(super) fn walks(&self, node: Node<'_>, moves: &mut Vec<Candidate>) {
        let position = node.position;
        let [mine, theirs] = self.standings(node);
        let here = position.player(position.to_move());
        let mut add = |mv, to| {
            let mine = Standing { steps: node.steps.at(to), energy: mine.energy + 1, ..mine };
            moves.push((self.promise(position, mv, mine, theirs), mv));
        };
        for way in Direction::ALL {
            let to = position.maze().neighbour(here, way);
            if !position.maze().is_wall(to) {
                add(Move::Step(way), to);
            }
        }
        add(Move::Stay, here);
    }

    /// The rotations that bring the mover forward in comparison with the opponent; or all of them.
    pub(super) fn rotations(&mut self, node: Node<'_>, all: bool, moves: &mut Vec<Candidate>) {
        let position = node.position;
        let [mine, theirs] = self.standings(node);
        let left = mine.energy - ROTATION_COST as i32;
        if left < 0 {
            return;
        }
        let lead = |mine: u8, theirs: u8| remoteness(theirs.min(FAR)) - remoteness(mine.min(FAR));
        let now = lead(mine.steps, theirs.steps);
        let mover = position.to_move();
        let (expansion, fresh) = self.memory.boards.expansion(position, node.steps.board());
        self.work += if fresh { WORK_PER_EXPANSION } else { 0 };
        let after = [mover, !mover].map(|player| expansion.after(position.player(player)));
        let useful = |mine, their| if theirs.steps == 1 { their > 1 } else { lead(mine, their) > now };
        let numbered = after[0].iter().zip(after[1]).enumerate();
        let kept = numbered.filter(|(_, (mine, their))| all || useful(**mine, **their));
        moves.extend(kept.map(|(number, (&my_steps, &their_steps))| {
            let mv = rotation(position.maze(), number);
            let mine = Standing { steps: my_steps, energy: left, ..mine };
            let theirs = Standing { steps: their_steps, ..theirs };
            (promise(&self.memory.history, position, mv, mine, theirs), mv)
        }));
    }

    /// See [`promise`].
    fn promise(&self, position: &Labyrinth, mv: Move, mine: Standing, theirs: Standing) -> i32 {
        promise(&self.memory.history, position, mv, mine, theirs)
    }
}

/// How good a move looks that leads to these standings of the mover and the opponent.
fn promise(
    history: &[[i32; MOVES]; 2],
    position: &Labyrinth,
    mv: Move,
    mine: Standing,
    theirs: Standing,
) -> i32 {
    let count = history[position.to_move().index()][usize::from(number_of(mv))];
    count.min(HISTORY) - glance(theirs, mine).value()
}

/// The best move so far.
struct Best {
    value: i32,
    mv: Option<Move>,
}

/// The moves of a position are made in this order, as far as needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The move that was best before.
    Known,
    /// Displacements and staying.
    Walks,
    /// Rotations, which are costly to look at.
    Rotations,
}

/// Forced ends are counted from the root in the search and from the position in the table: moves them by `ply` plies,
/// towards the position with `sign` 1, towards the root with -1.
fn seen_from(value: i32, ply: usize, sign: i32) -> i32 {
    if value.abs() > DECIDED { value + sign * value.signum() * ply as i32 } else { value }
}

/// Lists for every ply.
pub(super) fn lists() -> Vec<Vec<Candidate>> {
    vec![Vec::new(); MAX_PLY]
}
