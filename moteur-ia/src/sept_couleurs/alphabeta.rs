//! `alphabeta`: searches both players' moves as deep as the time allows.
//!
//! Iterative deepening with a window around what was found before, transpositions, moves ordered by the transposition and by what
//! won before, and at the leaves who reaches what first ([`super::reach`]).
//!
//! A colour that wins nothing is tried only where no other does: every colour may always be played, so whoever has more and
//! leaves less to the opponent can do whatever he could have done with less. For the variants with bombs and golden cells that is no
//! proof, and the search knows nothing of them but a golden cell that can be had at once.

use std::time::{Duration, Instant};

use bytemuck::{Zeroable, zeroed_vec};
use i18n::text;
use jeux::sept_couleurs::{Board, BoardSide, Cell, Colour, SeptCouleurs, World, Zones};

use super::exact::{self, Goal};
use super::reach::{CELL, FITTED, Reach};
use crate::adapter::{Engine, Limits};

/// Limits besides the host's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// For each move.
    pub time: Option<Duration>,
    /// The search depth in moves; endgames are not solved then.
    pub depth: Option<u8>,
    /// The evaluation at the leaves.
    pub judgement: Judgement,
}

/// An evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Judgement {
    /// Who reaches what first.
    #[default]
    Reach,
    /// The zones and their perimeters, two to one: what known programs do, kept as an opponent to be measured against.
    Perimeter,
}

/// More than any estimate: the value of a won game, less one for each move until then.
const WON: i32 = 1 << 28;
/// Values beyond this are won or lost games.
pub(super) const SURE: i32 = WON - 1_000_000;
/// Transpositions that are kept.
const ENTRIES: usize = 1 << 20;
/// The deepest search: moves that a board may need, and more than time ever allows.
const DEEPEST: u8 = 200;
/// With so many islands that both sides can reach, it is worth trying whether the rest can be solved in this part of the time: in a
/// millisecond, and so many more with each doubling of the time.
const ENDGAME: usize = 30;
const ENDGAME_MORE: usize = 9;
const ENDGAME_PART: u32 = 3;
/// So many positions are looked at between two looks at the clock, fewer where each takes longer: so many islands at most.
const CLOCK: usize = 64;
const CLOCK_ISLANDS: usize = 1 << 15;

/// The player.
pub struct AlphaBeta {
    options: Options,
    table: Vec<Entry>,
    last: Option<Thought>,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best colour.
    pub colour: Colour,
    /// Its value to the mover in hundredths of a cell; far beyond when the game is decided.
    pub score: i32,
    /// The search depth in moves; 0: nothing was seen in time.
    pub depth: u8,
    /// Positions searched.
    pub nodes: u64,
}

/// A searched position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroable)]
struct Entry {
    key: u64,
    score: i32,
    depth: u8,
    bound: Bound,
    best: u8,
}

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Zeroable)]
#[repr(u8)]
enum Bound {
    Exact = 0,
    AtLeast,
    AtMost,
}

impl AlphaBeta {
    /// Within these limits and the host's; without any, a second. Its memory is 16 MiB.
    pub fn new(options: Options) -> Self {
        AlphaBeta { options, table: zeroed_vec(ENTRIES), last: None }
    }

    /// A winning colour, if so little is left that part of the time may find one.
    fn won(&mut self, position: &SeptCouleurs, limits: &Limits<'_>) -> Option<Colour> {
        if self.options.depth.is_some() {
            return None;
        }
        let time = limits.deadline?.saturating_duration_since(Instant::now()) / ENDGAME_PART;
        let doublings = time.as_millis().max(1).ilog2() as usize;
        let most = ENDGAME + ENDGAME_MORE * doublings;
        let solution = exact::solve_small(position, most, Goal::Result, &limits.within(time))?;
        let colour = solution.colour.filter(|_| solution.proven && solution.margin > 0)?;
        self.last = Some(Thought { colour, score: WON, depth: solution.depth, nodes: solution.nodes });
        Some(colour)
    }

    /// Searches an unfinished position.
    pub fn think(&mut self, position: &SeptCouleurs, limits: &Limits<'_>) -> Thought {
        let thought = self.look(position, self.options.depth.unwrap_or(DEEPEST), limits);
        self.last = Some(thought);
        thought
    }

    /// The same, to this depth at most.
    pub(super) fn look(&mut self, position: &SeptCouleurs, depth: u8, limits: &Limits<'_>) -> Thought {
        // The islands that are taken need not be carried along.
        let board = position.board();
        let world = World::new(&board, position.rules().colours);
        let (keys, key) = keys(&board, &world);
        let mut search = Search {
            zones: Zones::new(&world),
            reach: Reach::new(&world),
            keys,
            key,
            history: [[0; Colour::MOST]; 2],
            half: world.open_cells() as u32 / 2,
            golden: golden(position, &world),
            table: &mut self.table,
            nodes: 0,
            limits,
            judgement: self.options.judgement,
            clock: (CLOCK_ISLANDS / world.islands().max(1)).clamp(1, CLOCK) as u64,
            stopped: false,
            world: &world,
        };
        search.deepen(position.side_to_move(), depth)
    }
}

impl Engine for AlphaBeta {
    type View = SeptCouleurs;

    fn name(&self) -> &str {
        "alphabeta"
    }

    fn choose(&mut self, position: &SeptCouleurs, limits: &Limits<'_>) -> Option<Colour> {
        if position.ending().is_some() {
            return None;
        }
        let limits = match (self.options.time, self.options.depth, limits.deadline) {
            (Some(time), ..) => limits.within(time),
            (None, None, None) => limits.within(Duration::from_secs(1)),
            _ => *limits,
        };
        if let Some(colour) = self.won(position, &limits) {
            return Some(colour);
        }
        Some(self.think(position, &limits).colour)
    }

    fn info(&self) -> Option<String> {
        let Thought { score, depth, nodes, .. } = self.last?;
        let cells = f64::from(score) / f64::from(CELL);
        let score = if score.abs() > SURE {
            if score > 0 { "+∞" } else { "-∞" }.to_owned()
        } else {
            format!("{cells:+.1}")
        };
        Some(text!("engine-searched-nodes", depth = depth, score = score, nodes = nodes))
    }
}

/// What taking each island changes in the number of a position, for each side; and the number of the position with which the world
/// begins. Positions of one board have the same number, whatever was taken before the search.
fn keys(board: &Board, world: &World) -> (Vec<[u64; 2]>, u64) {
    // SplitMix64: any number well mixed.
    let mix = |cell: usize, content: usize| {
        let mut z = (64 * cell + content + 1) as u64;
        z = z.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let of = |cell: usize, content: Cell| match content {
        Cell::Free(colour) => mix(cell, colour.index()),
        Cell::Zone(side) => mix(cell, Colour::MOST + side.index()),
        Cell::Wall => 0,
    };
    let changes = |island: usize, side: BoardSide| {
        let cells = world.cells_of(island).iter().map(|&cell| usize::from(cell));
        cells.fold(0, |key, cell| key ^ of(cell, board[cell]) ^ of(cell, Cell::Zone(side)))
    };
    let changed =
        (0..world.islands()).map(|island| BoardSide::ALL.map(|side| changes(island, side))).collect();
    (changed, board.cells().iter().enumerate().fold(0, |key, (cell, &content)| key ^ of(cell, content)))
}

/// The islands with golden cells that count.
fn golden(position: &SeptCouleurs, world: &World) -> Vec<usize> {
    let cells = position.rules().golden.then(|| SeptCouleurs::golden_cells(position.grid()));
    cells.into_iter().flatten().filter_map(|cell| world.island_of(cell)).collect()
}

struct Search<'a> {
    world: &'a World,
    zones: Zones,
    reach: Reach,
    keys: Vec<[u64; 2]>,
    key: u64,
    /// How much each colour has cut off for each side.
    history: [[u32; Colour::MOST]; 2],
    half: u32,
    golden: Vec<usize>,
    table: &'a mut Vec<Entry>,
    nodes: u64,
    limits: &'a Limits<'a>,
    judgement: Judgement,
    /// How many positions lie between two looks at the clock.
    clock: u64,
    stopped: bool,
}

impl Search<'_> {
    /// Searches deeper and deeper.
    fn deepen(&mut self, side: BoardSide, deepest: u8) -> Thought {
        let mut moves = self.moves(side, None);
        let mut thought = Thought { colour: moves[0], score: 0, depth: 0, nodes: 0 };
        for depth in 1..=deepest {
            let Some((colour, score)) = self.root(side, depth, &moves, thought) else { break };
            thought = Thought { colour, score, depth, nodes: self.nodes };
            if score.abs() > SURE || moves.len() == 1 {
                break;
            }
            moves.retain(|mv| *mv != colour);
            moves.insert(0, colour);
        }
        thought.nodes = self.nodes;
        thought
    }

    /// The best of these moves, or of those that were searched before the time was over; `None` when that is none.
    fn root(
        &mut self,
        side: BoardSide,
        depth: u8,
        moves: &[Colour],
        before: Thought,
    ) -> Option<(Colour, i32)> {
        let mut best: Option<(Colour, i32)> = None;
        for &colour in moves {
            let alpha = best.map_or(-WON, |(_, score)| score);
            let taken = self.play(side, colour);
            let mut score = match best {
                None => -self.search(!side, depth - 1, 1, -WON, WON),
                Some(_) => -self.search(!side, depth - 1, 1, -alpha - 1, -alpha),
            };
            if best.is_some() && score > alpha && !self.stopped {
                score = -self.search(!side, depth - 1, 1, -WON, -alpha);
            }
            self.undo(side, taken);
            if self.stopped {
                // The first of a depth is the best of the one before: what is found better is better.
                return best.filter(|(colour, _)| *colour != before.colour);
            }
            if best.is_none_or(|(_, highest)| score > highest) {
                best = Some((colour, score));
            }
        }
        best
    }

    fn play(&mut self, side: BoardSide, colour: Colour) -> jeux::sept_couleurs::Taken {
        let taken = self.zones.play(self.world, side, colour);
        self.toggle(side, &taken);
        taken
    }

    fn undo(&mut self, side: BoardSide, taken: jeux::sept_couleurs::Taken) {
        self.toggle(side, &taken);
        self.zones.undo(taken);
    }

    fn toggle(&mut self, side: BoardSide, taken: &jeux::sept_couleurs::Taken) {
        let islands = self.zones.taken(taken);
        self.reach.toggle(islands);
        for &island in islands {
            self.key ^= self.keys[usize::from(island)][side.index()];
        }
    }

    /// The colours worth trying, the best first: one at least.
    fn moves(&self, side: BoardSide, first: Option<u8>) -> Vec<Colour> {
        let history = &self.history[side.index()];
        let rank = |colour: &Colour| {
            let known = first == Some(colour.0);
            (known, history[colour.index()] + self.zones.gain(side, *colour))
        };
        let mut moves: Vec<Colour> = self.zones.gaining(self.world, side).collect();
        moves.sort_by_key(|colour| std::cmp::Reverse(rank(colour)));
        if moves.is_empty() {
            moves.push(Colour(0));
        }
        moves
    }

    /// The value of a finished game for `side`, who is to move; `None` while it goes on.
    fn end(&self, side: BoardSide, ply: u8) -> Option<i32> {
        let won = |winner: bool| if winner { WON - i32::from(ply) } else { i32::from(ply) - WON };
        if let Some(owner) = self.golden.iter().find_map(|&island| self.zones.owner(island)) {
            return Some(won(owner == side));
        }
        let [own, theirs] = [side, !side].map(|side| self.zones.area(side));
        if own > self.half || theirs > self.half {
            return Some(won(own > self.half));
        }
        let over = self.zones.is_stuck(side) && self.zones.is_stuck(!side);
        over.then(|| if own == theirs { 0 } else { won(own > theirs) })
    }

    /// The value of the position for the side to move.
    fn search(&mut self, side: BoardSide, depth: u8, ply: u8, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(self.clock) && self.limits.reached() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.end(side, ply) {
            return score;
        }
        if depth == 0 {
            if self.judgement == Judgement::Perimeter {
                let [own, theirs] = [side, !side]
                    .map(|side| 2 * self.zones.area(side) as i32 + self.zones.frontier(side) as i32);
                return CELL * (own - theirs);
            }
            let outlook = self.reach.outlook(self.world, &self.zones, side, &FITTED);
            let half = self.half as i32;
            // Who surely gets more than half has won, whatever is played until then.
            return match (outlook.mine > half, outlook.theirs > half) {
                (true, _) if self.golden.is_empty() => WON - i32::from(DEEPEST) - i32::from(ply),
                (_, true) if self.golden.is_empty() => i32::from(DEEPEST) + i32::from(ply) - WON,
                _ => outlook.score(),
            };
        }
        let key = self.key ^ if side == BoardSide::High { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        let slot = key as usize % ENTRIES;
        let entry = self.table[slot];
        let known = (entry.key == key).then_some(entry);
        if let Some(Entry { score, bound, .. }) = known.filter(|entry| entry.depth >= depth) {
            let enough = match bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if enough {
                return score;
            }
        }
        let floor = alpha;
        let mut best = (-WON, 0);
        for (index, colour) in self.moves(side, known.map(|entry| entry.best)).into_iter().enumerate() {
            let taken = self.play(side, colour);
            let mut score = match index {
                0 => -self.search(!side, depth - 1, ply + 1, -beta, -alpha),
                _ => -self.search(!side, depth - 1, ply + 1, -alpha - 1, -alpha),
            };
            if index > 0 && score > alpha && score < beta {
                score = -self.search(!side, depth - 1, ply + 1, -beta, -alpha);
            }
            self.undo(side, taken);
            if self.stopped {
                return 0;
            }
            if score > best.0 {
                best = (score, colour.0);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                let history = &mut self.history[side.index()][colour.index()];
                *history = history.saturating_add(u32::from(depth) * u32::from(depth)).min(1 << 20);
                break;
            }
        }
        let bound = match best.0 {
            score if score >= beta => Bound::AtLeast,
            score if score <= floor => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table[slot] = Entry { key, score: best.0, depth, bound, best: best.1 };
        best.0
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use jeux::sept_couleurs::{Fairness, Grid, Rules, generate};

    use super::*;

    #[test]
    fn the_larger_the_board_the_sooner_it_hears_that_it_has_to_stop() {
        let stop = AtomicBool::new(true);
        let limits = Limits { deadline: None, stop: &stop };
        for (side, colours, most) in [(8, 7, 64), (30, 7, 64), (150, 26, 2)] {
            let board = generate(Grid::new(side, side), colours, Fairness::Random, 0, 1);
            let position = SeptCouleurs::new(board, Rules { colours, ..Rules::default() });
            let thought = AlphaBeta::new(Options::default()).think(&position, &limits);
            assert!(thought.nodes <= most, "{side}: {thought:?}");
        }
    }
}
