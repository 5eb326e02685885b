//! The player that searches (step 5).
//!
//! It first looks for a win against perfect play, deepening step by step. Without a certain one it
//! adapts to the opponent: one who could have rotated for several turns and has not counts as a
//! walker, and a win against a walker is kept. Where a perfect opponent would win (as he does with
//! the first move of the subject's game, see `glance`), it plays on against one who does not know
//! how.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use jeux::Position;
use jeux::labyrinthe::{Labyrinth, Move, ROTATION_COST};

use super::boards::Boards;
use super::glance::{DECIDED, WIN};
use super::search::{Candidate, Interrupted, Limits, Memory, Model, Node, Search, lists};
use super::transpositions::{MOVES, Transpositions};

/// The deepest search in plies.
const MAX_DEPTH: i32 = 60;
/// The deepest search for wins against a walker.
const MAX_WALKER_DEPTH: i32 = 20;
/// Turns with the energy for a rotation and none made, for a walker.
const WALKER_TURNS: u32 = 2;
/// The value of a step towards the treasure against a walker, who will not punish it.
const WALKER_STEP: i32 = 30;
/// The time divided between the phases when there is no deadline.
const UNLIMITED: Duration = Duration::from_secs(10);

/// The limit of thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Until this instant, exceeded by well under a millisecond if the processor is free.
    Until(Instant),
    /// So much work, about one per position: the same move on every machine. 10,000 take about a
    /// millisecond.
    Work(u64),
    /// Until stopped, or certain.
    Unlimited,
}

impl From<Option<Instant>> for Budget {
    /// A deadline, or none.
    fn from(deadline: Option<Instant>) -> Self {
        deadline.map_or(Budget::Unlimited, Budget::Until)
    }
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    pub mv: Move,
    /// Its value to the player to move, in hundredths of a displacement; a win in `n` plies is
    /// 30,000 - n.
    pub score: i32,
    /// Plies searched in full.
    pub depth: i32,
    /// Positions searched.
    pub nodes: u64,
}

impl Thought {
    /// Whether the game is won by force.
    pub const fn is_won(&self) -> bool {
        self.score > DECIDED
    }

    /// Whether the game is lost by force, against an opponent who finds his moves.
    pub const fn is_lost(&self) -> bool {
        self.score < -DECIDED
    }
}

/// A player that searches, with a memory from move to move.
pub struct Minmax {
    memory: Memory,
    /// The opponent's energy at our last turn.
    their_energy: u32,
    /// Whether the opponent has rotated in this game.
    rotator: bool,
}

impl Default for Minmax {
    fn default() -> Self {
        Self::new()
    }
}

impl Minmax {
    /// With room for a search of some seconds: 50 MB at most.
    pub fn new() -> Self {
        Self::with_memory(50)
    }

    /// With room for about so many megabytes, allocated as needed.
    pub fn with_memory(megabytes: usize) -> Self {
        let bytes = megabytes.max(1) * 1_000_000;
        // A third for the positions, at 16 bytes; the rest for boards, at 16 and 16 times half a kilobyte.
        let memory = Memory {
            boards: Boards::new(bytes * 2 / 3 / 24_000),
            table: Transpositions::new(bytes / 3 / 16),
            history: [[0; MOVES]; 2],
        };
        Minmax { memory, their_energy: 0, rotator: false }
    }

    /// Forgets the opponent of the last game.
    pub fn new_game(&mut self) {
        self.their_energy = 0;
        self.rotator = false;
    }

    /// Searches until the budget is used up, `stop` is set, or a win is certain. It finds a legal
    /// move in any case, within a fraction of a millisecond; [`Move::Stay`] when the game is over.
    ///
    /// Call it at each of one's turns of a game: the opponent's use of energy tells something about
    /// him.
    pub fn think(&mut self, position: &Labyrinth, budget: impl Into<Budget>, stop: &AtomicBool) -> Thought {
        let their_energy = position.energy(!position.to_move());
        self.rotator |= their_energy < self.their_energy;
        self.their_energy = their_energy;
        let walker = !self.rotator && their_energy >= ROTATION_COST + WALKER_TURNS;
        self.plan(position, budget.into(), stop).decide(position, walker)
    }

    /// The value of a position against perfect play, and the best move; the same limits.
    pub fn weigh(&mut self, position: &Labyrinth, budget: impl Into<Budget>, stop: &AtomicBool) -> Thought {
        self.plan(position, budget.into(), stop).weigh(position)
    }

    fn plan<'a>(&'a mut self, position: &Labyrinth, budget: Budget, stop: &'a AtomicBool) -> Plan<'a> {
        self.memory.history.iter_mut().flatten().for_each(|count| *count /= 8);
        let search = Search {
            memory: &mut self.memory,
            limits: Limits { deadline: None, work: None, stop },
            me: position.to_move(),
            model: Model::Perfect,
            nodes: 0,
            work: 0,
            next_look: 0,
            lists: lists(),
        };
        Plan { search, budget, start: Instant::now(), step_bonus: 0 }
    }
}

/// The phases of one decision.
struct Plan<'a> {
    search: Search<'a>,
    budget: Budget,
    start: Instant,
    /// The value of a step towards the treasure.
    step_bonus: i32,
}

impl Plan<'_> {
    /// Makes the decision.
    fn decide(&mut self, position: &Labyrinth, walker: bool) -> Thought {
        let steps = *self.search.memory.boards.steps(position).0;
        let node = Node { position, steps: &steps };
        let mut moves = self.moves(node);
        if moves.len() < 2 {
            let (score, mv) = moves.first().copied().unwrap_or((0, Move::Stay));
            return Thought { mv, score, depth: 0, nodes: 0 };
        }
        let best = self.deepen(node, &mut moves, Model::Perfect, if walker { 40 } else { 100 });
        if best.is_won() || !best.is_lost() && !walker {
            return best;
        }
        if walker {
            let wins = self.wins_against_walker(node, &moves, 60);
            let model = match (wins.is_empty(), best.is_lost()) {
                (true, _) => Model::Walker,
                (false, true) => Model::Modest,
                (false, false) => Model::Perfect,
            };
            moves.retain(|(_, mv)| wins.is_empty() || wins.contains(mv));
            self.step_bonus = WALKER_STEP;
            let adapted = self.deepen(node, &mut moves, model, 100);
            // What wins against a walker should not lose against others.
            return if adapted.is_lost() && !best.is_lost() { best } else { adapted };
        }
        let mut hopeful = self.deepen(node, &mut moves, Model::Modest, 80);
        if hopeful.is_lost() {
            let wins = self.wins_against_walker(node, &moves, 100);
            if let Some(&mv) = wins.first().filter(|_| !wins.contains(&hopeful.mv)) {
                hopeful.mv = mv;
            }
        }
        hopeful
    }

    /// Against perfect play only.
    fn weigh(&mut self, position: &Labyrinth) -> Thought {
        let steps = *self.search.memory.boards.steps(position).0;
        let node = Node { position, steps: &steps };
        let mut moves = self.moves(node);
        self.deepen(node, &mut moves, Model::Perfect, 100)
    }

    /// The moves, most promising first.
    fn moves(&mut self, node: Node<'_>) -> Vec<Candidate> {
        let mut moves = Vec::new();
        if node.position.status() == jeux::Status::Ongoing {
            self.search.walks(node, &mut moves);
            self.search.rotations(node, true, &mut moves);
        }
        moves.sort_by_key(|&(value, _)| -value);
        moves
    }

    /// Limits the work so far to a percentage of the budget.
    fn allow(&mut self, percent: u32) {
        let limits = &mut self.search.limits;
        match self.budget {
            Budget::Work(work) => limits.work = Some(work.saturating_mul(u64::from(percent)) / 100),
            Budget::Until(end) => {
                let whole = end.saturating_duration_since(self.start);
                limits.deadline = Some(self.start + whole * percent / 100);
            }
            Budget::Unlimited if percent == 100 => limits.deadline = None,
            Budget::Unlimited => limits.deadline = Some(self.start + UNLIMITED * percent / 100),
        }
        self.search.next_look = 0;
    }

    /// Searches deeper and deeper under a model, until the end is certain or a percentage of the
    /// budget is used up.
    fn deepen(&mut self, node: Node<'_>, moves: &mut [Candidate], model: Model, percent: u32) -> Thought {
        self.search.model = model;
        self.allow(percent);
        let (score, mv) = moves.first().copied().unwrap_or((0, Move::Stay));
        let mut best = Thought { mv, score, depth: 0, nodes: self.search.nodes };
        for depth in 1..=MAX_DEPTH {
            let interrupted = self.root(node, moves, depth, &mut best).is_err();
            best.nodes = self.search.nodes;
            if interrupted || best.is_won() || best.is_lost() {
                break;
            }
        }
        best
    }

    /// One iteration: `best` is updated with every better move, so that an interruption loses
    /// little.
    fn root(
        &mut self,
        node: Node<'_>,
        moves: &mut [Candidate],
        depth: i32,
        best: &mut Thought,
    ) -> Result<(), Interrupted> {
        let mut alpha = -WIN;
        for index in 0..moves.len() {
            let mv = moves[index].1;
            let bonus = self.step_bonus * self.progress(node, mv);
            let with_bonus = |value: i32| if value.abs() > DECIDED { value } else { value + bonus };
            let floor = alpha - bonus;
            let mut score = alpha;
            if index > 0 {
                let value = -self.search.child(node, mv, depth - 1, (-floor - 1, -floor), 0)?;
                score = with_bonus(value);
            }
            if index == 0 || score > alpha {
                score = with_bonus(-self.search.child(node, mv, depth - 1, (-WIN, -floor), 0)?);
            }
            if index == 0 || score > alpha {
                alpha = score;
                *best = Thought { mv, score, depth: depth - 1, nodes: self.search.nodes };
                moves[..=index].rotate_right(1);
            }
        }
        best.depth = depth;
        Ok(())
    }

    /// Steps gained towards the treasure by a displacement, -1 to 1; 0 for all other moves.
    fn progress(&self, node: Node<'_>, mv: Move) -> i32 {
        let Move::Step(way) = mv else { return 0 };
        let here = node.position.player(self.search.me);
        let to = node.position.maze().neighbour(here, way);
        (i32::from(node.steps.at(here)) - i32::from(node.steps.at(to))).clamp(-1, 1)
    }

    /// The moves that win by force against a player who never rotates, on a shortest way: a longer
    /// one could grow at each turn. Empty if none was found within that percentage of the budget.
    fn wins_against_walker(&mut self, node: Node<'_>, moves: &[Candidate], percent: u32) -> Vec<Move> {
        self.search.model = Model::Walker;
        self.allow(percent);
        let mut wins: Vec<Candidate> = Vec::new();
        'deeper: for depth in 1..=MAX_WALKER_DEPTH {
            for &(_, mv) in moves {
                if wins.iter().any(|&(_, winning)| winning == mv) {
                    continue;
                }
                match self.search.child(node, mv, depth - 1, (-WIN, -DECIDED), 0) {
                    Ok(value) if -value > DECIDED => wins.push((-value, mv)),
                    Ok(_) => {}
                    Err(Interrupted) => break 'deeper,
                }
            }
            let shortest = wins.iter().map(|&(value, _)| WIN - value).min();
            if shortest.is_some_and(|plies| depth > plies) {
                break;
            }
        }
        let best = wins.iter().map(|&(value, _)| value).max();
        wins.retain(|&(value, _)| Some(value) == best);
        wins.into_iter().map(|(_, mv)| mv).collect()
    }
}
