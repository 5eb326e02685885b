//! The search of `stratege`: principal variation search with transpositions, over steps that waste
//! little and walls that cost the opponent more than oneself.

mod choices;

use std::rc::Rc;
use std::time::Duration;

use jeux::Position;
use jeux::coursidor::{Coursidor, Vertex, Wall};

use super::configs::{Config, Configs};
use super::detour::{Detour, Finder, MOST};
use super::errand::Errand;
use super::ground::{Fences, Ground, mix};
use super::judgement::{RACE, SURE, WON, Weights};
use super::runner::{Runner, STANDING, Stride};
use super::transpositions::{Bound, Entry, Transpositions};
use crate::adapter::Limits;

/// The deepest search.
pub const DEEPEST: i8 = 60;
/// Positions between two looks at the clock, on frames of so many words at most; otherwise one.
const CLOCK: u64 = 32;
const WORDS: usize = 4;
/// From which move on the search is reduced by one and two plies.
const REDUCED: [usize; 2] = [3, 8];
/// Cached detours.
const LISTS: usize = 1 << 15;

/// A move to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Try {
    Pawn(Stride),
    /// A wall, and by how many plies it lengthens either player's way.
    Wall(Wall, [u16; 2]),
}

/// A move with what is known before its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub what: Try,
    /// Its value to the mover: static, then that of a search.
    pub score: i32,
}

/// A node.
#[derive(Clone, Copy, Debug)]
struct Node {
    runners: [Runner; 2],
    mover: usize,
    /// Plies that each needs alone.
    plies: [u16; 2],
    /// Plies until the draw.
    left: u32,
}

/// A node with its walls, and its distance from the root.
#[derive(Clone, Copy)]
struct Here<'a> {
    node: &'a Node,
    config: &'a Rc<Config>,
    ply: usize,
}

/// Kept between the searches of a game.
#[derive(Debug)]
pub struct Memory {
    table: Transpositions,
    configs: Configs,
    finder: Finder,
    lists: Vec<Option<(u64, Rc<[Detour]>)>>,
    errands: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Memory {
            table: Transpositions::default(),
            configs: Configs::default(),
            finder: Finder::default(),
            lists: vec![None; LISTS],
            errands: 0,
        }
    }
}

/// A search from one position.
pub struct Search<'a> {
    position: &'a Coursidor,
    ground: Ground,
    errands: [Errand; 2],
    root: Node,
    config: Rc<Config>,
    /// The size of the tables for one set of walls.
    bytes: usize,
    weights: Weights,
    memory: &'a mut Memory,
    limits: &'a Limits<'a>,
    /// Cut-offs of each move of each player.
    history: Vec<[u32; 2]>,
    /// Vectors for the moves of each ply.
    spare: Vec<Vec<Choice>>,
    /// Positions searched.
    pub nodes: u64,
    /// The longest time spent on finding walls.
    slowest: Duration,
    /// Whether the time is over.
    pub stopped: bool,
}

impl<'a> Search<'a> {
    /// From this position, with tables of so many entries for each player's errand.
    pub fn new(
        position: &'a Coursidor,
        weights: Weights,
        entries: usize,
        memory: &'a mut Memory,
        limits: &'a Limits<'a>,
    ) -> Self {
        let ground = Ground::new(position.board());
        let fences = Fences::new(position.board(), &ground, position.walls());
        let errand = |player| Errand::of(position, player, &ground, &fences.open, entries);
        let errands = jeux::Player::ALL.map(errand);
        let stops = errands.iter().flat_map(|errand| {
            let rest = u64::from(errand.rest) << 16 | u64::from(errand.whole);
            errand.objectives.iter().map(|at| u64::from(*at)).chain([u64::from(errand.end), 1 << 40 | rest])
        });
        let salt = stops.fold(ground.cells as u64, |salt, stop| mix(salt ^ stop));
        if memory.errands != salt {
            memory.configs.clear();
            memory.errands = salt;
        }
        memory.table.age();
        let runner = |player| Runner {
            at: position.pawn(player),
            last: position.last_direction(player).map_or(STANDING, |way| way.index() as u8),
            done: 0,
            walls: position.walls_left(player) as u16,
        };
        let tables: usize = errands.iter().map(|errand| (8 * ground.cells) << errand.objectives.len()).sum();
        let bytes = 2 * tables + 48 * ground.words + 20 * ground.cells;
        let config = memory.configs.get(fences.key, bytes, || Config::new(fences));
        let runners = jeux::Player::ALL.map(runner);
        let plies = [0, 1].map(|player| config.tours(&ground, &errands, player).of(&runners[player]));
        let left = position.course().plies() - position.plies();
        let root = Node { runners, mover: position.to_move().index(), plies, left };
        Search {
            position,
            ground,
            errands,
            root,
            config,
            bytes,
            weights,
            memory,
            limits,
            history: vec![[0; 2]; 1 << 16],
            spare: Vec::new(),
            nodes: 0,
            slowest: Duration::ZERO,
            stopped: false,
        }
    }

    /// The moves of the root, best first by static value; an immediate win stands alone.
    pub fn choices(&mut self) -> Vec<Choice> {
        let (root, config) = (self.root, self.config.clone());
        let mut choices = Vec::new();
        if !self.steps(&root, &config, 0, DEEPEST, &mut choices) && root.runners[root.mover].walls > 0 {
            self.walls(&root, &config, 0, DEEPEST, &mut choices);
            choices.sort_by_key(|choice| std::cmp::Reverse(choice.score));
        }
        choices
    }

    /// Searches these moves to this depth and sorts them by value. `None` if the time was over
    /// before anything was found.
    pub fn deepen(&mut self, choices: &mut [Choice], depth: i8) -> Option<Choice> {
        let (root, config) = (self.root, self.config.clone());
        let mut best: Option<Choice> = None;
        for place in 0..choices.len() {
            let what = choices[place].what;
            let here = Here { node: &root, config: &config, ply: 0 };
            let alpha = best.map_or(-WON, |best| best.score);
            let mut score = match best {
                None => self.follow(here, what, depth - 1, -WON, WON),
                Some(_) => self.follow(here, what, depth - 1, alpha, alpha + 1),
            };
            if best.is_some() && score > alpha && !self.stopped {
                score = self.follow(here, what, depth - 1, alpha, WON);
            }
            if self.stopped {
                break;
            }
            if best.is_none_or(|best| score > best.score) {
                best = Some(Choice { what, score });
                // The next search begins with the best ones.
                choices[..=place].rotate_right(1);
            }
        }
        best
    }

    /// The value of a move to the mover.
    fn follow(&mut self, here: Here<'_>, what: Try, depth: i8, alpha: i32, beta: i32) -> i32 {
        let Here { node, config, ply } = here;
        let mut next = Node { mover: 1 - node.mover, left: node.left - 1, ..*node };
        match what {
            Try::Pawn(stride) => {
                next.runners[node.mover] = node.runners[node.mover].after(stride);
                let tours = config.tours(&self.ground, &self.errands, node.mover);
                next.plies[node.mover] = tours.of(&next.runners[node.mover]);
                if self.errands[node.mover].wins(stride.to, stride.done) {
                    return WON - ply as i32;
                }
                -self.search(&next, config, depth, ply + 1, -beta, -alpha)
            }
            Try::Wall(wall, longer) => {
                next.runners[node.mover].walls -= 1;
                let config = self.config_with(config, wall);
                for player in 0..2 {
                    next.plies[player] = match longer[player] {
                        MOST => {
                            let tours = config.tours(&self.ground, &self.errands, player);
                            tours.of(&next.runners[player])
                        }
                        longer => node.plies[player] + longer,
                    };
                }
                -self.search(&next, &config, depth, ply + 1, -beta, -alpha)
            }
        }
    }

    fn config_with(&mut self, config: &Config, wall: Wall) -> Rc<Config> {
        let (ground, board) = (&self.ground, self.position.board());
        let key = config.fences.key_with(ground, wall);
        self.memory.configs.get(key, self.bytes, || Config::new(config.fences.with(board, ground, wall)))
    }

    /// The value of the position to the player to move.
    fn search(
        &mut self,
        node: &Node,
        config: &Rc<Config>,
        depth: i8,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.ground.words > WORDS || self.nodes.is_multiple_of(CLOCK) {
            self.stopped |= self.limits.reached();
        }
        if self.stopped || node.left == 0 {
            return 0;
        }
        let (mover, other) = (node.runners[node.mover], node.runners[1 - node.mover]);
        let (mine, theirs) = self.plies(node);
        if depth <= 0 {
            return self.weights.judge(mine, theirs, &mover, &other);
        }
        // A ply or two is what the pawns can take from each other where they meet.
        if mine.abs_diff(theirs) > 2
            && let Some(score) = self.weights.race(mine, theirs, &mover, &other)
        {
            return score;
        }
        let key = self.key(node, config);
        let known = self.memory.table.get(key);
        if let Some(Entry { score, bound, .. }) = known.filter(|entry| entry.depth >= depth) {
            let score = from_table(score, ply);
            let enough = match bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if enough {
                return score;
            }
        }
        let known = known.map_or(0, |entry| entry.best);
        let mut choices = self.spare.pop().unwrap_or_default();
        choices.clear();
        // Finding walls takes time: often a step is enough.
        let won = self.steps(node, config, known, depth, &mut choices);
        let mut later = !won && mover.walls > 0;
        if later && known >> 15 == 1 {
            later = false;
            self.walls(node, config, known, depth, &mut choices);
        }
        let floor = alpha;
        let mut best = (-WON, 0);
        let mut place = 0;
        loop {
            if place == choices.len() {
                if !later || self.stopped {
                    break;
                }
                later = false;
                self.walls(node, config, 0, depth, &mut choices);
                continue;
            }
            let choice = choices[place];
            let score = if depth == 1 && node.left > 1 && choice.score < SURE {
                choice.score
            } else {
                self.later(Here { node, config, ply }, choice.what, place, depth, [alpha, beta])
            };
            if self.stopped {
                break;
            }
            place += 1;
            if score > best.0 {
                best = (score, code(choice.what));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                let history = &mut self.history[usize::from(code(choice.what))][node.mover];
                *history = history.saturating_add(u32::from(depth.unsigned_abs()).pow(2));
                break;
            }
        }
        self.spare.push(choices);
        if self.stopped {
            return 0;
        }
        let bound = match best.0 {
            score if score >= beta => Bound::AtLeast,
            score if score <= floor => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.memory.table.put(Entry {
            key,
            score: to_table(best.0, ply),
            best: best.1,
            depth,
            bound,
            search: 0,
        });
        best.0
    }

    /// The value of a later move: reduced at first.
    fn later(&mut self, here: Here<'_>, what: Try, place: usize, depth: i8, window: [i32; 2]) -> i32 {
        let [alpha, beta] = window;
        if place == 0 {
            return self.follow(here, what, depth - 1, alpha, beta);
        }
        let less = i8::from(place >= REDUCED[0] && depth >= 3) + i8::from(place >= REDUCED[1] && depth >= 5);
        let mut score = self.follow(here, what, depth - 1 - less, alpha, alpha + 1);
        if less > 0 && score > alpha && !self.stopped {
            score = self.follow(here, what, depth - 1, alpha, alpha + 1);
        }
        if score > alpha && score < beta && !self.stopped {
            score = self.follow(here, what, depth - 1, alpha, beta);
        }
        score
    }

    /// Plies that the mover and the other player need alone.
    fn plies(&self, node: &Node) -> (u16, u16) {
        let plies = |player: usize| node.plies[player].saturating_add(self.errands[player].rest);
        (plies(node.mover), plies(1 - node.mover))
    }

    /// The key of the position.
    fn key(&self, node: &Node, config: &Config) -> u64 {
        let runners = mix(packed(&node.runners[0], 0)) ^ mix(packed(&node.runners[1], 1)).rotate_left(1);
        // Near the draw, the remaining plies matter.
        let late = if node.left < 64 { u64::from(node.left) } else { 64 };
        mix(self.memory.errands ^ (late << 1 | node.mover as u64)) ^ config.fences.key ^ runners
    }

    /// Whether no walls are left and the race is decided: searching deeper tells little.
    pub fn decided(&self, score: i32) -> bool {
        self.root.runners.iter().all(|runner| runner.walls == 0) && score.abs() > RACE / 2
    }

    /// The move for the rules.
    pub fn named(&self, what: Try) -> jeux::coursidor::Move {
        match what {
            Try::Pawn(stride) => jeux::coursidor::Move::Pawn(stride.to.into()),
            Try::Wall(wall, _) => self.position.placing(wall),
        }
    }
}

/// A player's state as a number.
fn packed(runner: &Runner, player: usize) -> u64 {
    let Runner { at, last, done, walls } = *runner;
    let own = u64::from(at) | u64::from(last) << 16 | u64::from(done) << 20;
    own | u64::from(walls) << 40 | (player as u64) << 60
}

/// A move as a number, not 0.
fn code(what: Try) -> u16 {
    match what {
        Try::Pawn(stride) => stride.to + 1,
        Try::Wall(Wall { at, from }, _) => 1 << 15 | (6 * at + from.index() as Vertex),
    }
}

/// In the table, wins are counted from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    if score.abs() > SURE { score + score.signum() * ply as i32 } else { score }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score.abs() > SURE { score - score.signum() * ply as i32 } else { score }
}
