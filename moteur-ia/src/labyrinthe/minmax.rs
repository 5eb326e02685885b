//! The player that searches (step 5).
//!
//! It first looks for a win against the best of opponents, deepening step by step. Where there is none for certain, it
//! adapts to the opponent: one who could have rotated for several turns and has not is taken for a walker, and a win
//! against a walker is kept. Where the best of opponents would win (as he does with the first move of the subject's game, see
//! `glance`), it plays on against one who does not know how.

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
/// So many turns with the energy for a rotation, and none made: a walker.
const WALKER_TURNS: u32 = 2;
/// What a step towards the treasure is worth by itself against a walker, who will not punish it.
const WALKER_STEP: i32 = 30;
/// The time that is divided between the phases of the search when there is no deadline.
const UNLIMITED: Duration = Duration::from_secs(10);

/// How long to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Until this instant. It is exceeded by well under a millisecond, if the processor is there.
    Until(Instant),
    /// As much as this, where a position counts for about one: the same move on every machine. 10,000 take about a
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

/// What a search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    pub mv: Move,
    /// Its value for the player to move, in hundredths of a displacement; a win in `n` plies is 30,000 - n.
    pub score: i32,
    /// Plies searched in full.
    pub depth: i32,
    /// Positions looked at.
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

/// A player that searches. It remembers from one move to the next what it has seen.
pub struct Minmax {
    memory: Memory,
    /// The opponent's energy when it was last our turn.
    their_energy: u32,
    /// Whether the opponent has been seen to rotate in this game.
    rotator: bool,
}

impl Default for Minmax {
    fn default() -> Self {
        Self::new()
    }
}

impl Minmax {
    /// A player with room for what a search of some seconds finds out: 50 MB at most.
    pub fn new() -> Self {
        Self::with_memory(50)
    }

    /// A player with room for about so many megabytes, taken as they are needed.
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

    /// Thinks about the move to make, until the budget is used up, `stop` is set, or a win is certain. Some legal move is
    /// found in any case, within a fraction of a millisecond; [`Move::Stay`] when the game is over.
    ///
    /// To be asked at each of one's turns of a game: what the opponent does with his energy tells something about him.
    pub fn think(&mut self, position: &Labyrinth, budget: impl Into<Budget>, stop: &AtomicBool) -> Thought {
        let their_energy = position.energy(!position.to_move());
        self.rotator |= their_energy < self.their_energy;
        self.their_energy = their_energy;
        let walker = !self.rotator && their_energy >= ROTATION_COST + WALKER_TURNS;
        self.plan(position, budget.into(), stop).decide(position, walker)
    }

    /// What a position is worth against the best of opponents, and the move to make then; the same limits.
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
    /// What a step towards the treasure is worth by itself.
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
            // What wins against a walker must not lose against others, if that can be helped.
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

    /// Looks at the best of opponents only.
    fn weigh(&mut self, position: &Labyrinth) -> Thought {
        let steps = *self.search.memory.boards.steps(position).0;
        let node = Node { position, steps: &steps };
        let mut moves = self.moves(node);
        self.deepen(node, &mut moves, Model::Perfect, 100)
    }

    /// The moves, those that look best first.
    fn moves(&mut self, node: Node<'_>) -> Vec<Candidate> {
        let mut moves = Vec::new();
        if node.position.status() == jeux::Status::Ongoing {
            self.search.walks(node, &mut moves);
            self.search.rotations(node, true, &mut moves);
        }
        moves.sort_by_key(|&(value, _)| -value);
        moves
    }

    /// Sets the limits so that a percentage of the whole budget may be used up by then.
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

    /// Searches deeper and deeper under a model, until the end is certain or a percentage of the budget is used up.
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

    /// One deepening: `best` is renewed with every move that is found better, so that an interruption loses little.
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

    /// How many steps a displacement brings one nearer to the treasure, -1 to 1; 0 for all other moves.
    fn progress(&self, node: Node<'_>, mv: Move) -> i32 {
        let Move::Step(way) = mv else { return 0 };
        let here = node.position.player(self.search.me);
        let to = node.position.maze().neighbour(here, way);
        (i32::from(node.steps.at(here)) - i32::from(node.steps.at(to))).clamp(-1, 1)
    }

    /// The moves that win by force against one who never rotates, on a shortest way: a longer one could become longer at
    /// each turn. None when none was found with that percentage of the budget.
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
