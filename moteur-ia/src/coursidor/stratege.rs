//! `stratege`: searches as deep as the time allows.

use std::time::{Duration, Instant};

use i18n::text;
use jeux::Position;
use jeux::coursidor::{Coursidor, Move};
use protocol::analysis::{Analysis, Expected, Opinion, Unit};

use crate::adapter::{Engine, Limits};
use crate::analysis::Analyst;
use crate::coursidor::chemin;
use crate::coursidor::judgement::{PLY, RACE, SURE, WON, Weights};
use crate::coursidor::search::{DEEPEST, Memory, Search};

/// Limits besides the host's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// For each move.
    pub time: Option<Duration>,
    /// The search depth in plies.
    pub depth: Option<u8>,
    /// The weights of the evaluation.
    pub weights: Weights,
}

/// The most entries of the tables of one player for one set of walls: nine objectives on small boards, four on the largest ones.
const ENTRIES: usize = 600_000;
/// With less time fewer: so many, and so many more for each millisecond.
const LEAST: usize = 16_000;
const IN_A_MILLISECOND: usize = 5_000;
/// This part of the time has to be left for another search, one ply deeper.
const WORTHWHILE: f64 = 0.1;
/// What comes after the search takes less.
const MARGIN: Duration = Duration::from_millis(2);

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best move.
    pub mv: Move,
    /// Its value to the mover in hundredths of a ply; far beyond when the race or the game is
    /// decided.
    pub score: i32,
    /// The search depth; 0: static.
    pub depth: u8,
    /// Positions searched.
    pub nodes: u64,
}

/// The player.
#[derive(Debug, Default)]
pub struct Stratege {
    options: Options,
    memory: Memory,
    last: Option<Thought>,
}

impl Stratege {
    /// Within these limits and the host's; without any, a second.
    pub fn new(options: Options) -> Self {
        Stratege { options, ..Stratege::default() }
    }

    /// The result of the last search.
    pub const fn last(&self) -> Option<Thought> {
        self.last
    }

    /// Searches a position; `None` when the game is over.
    pub fn think(&mut self, position: &Coursidor, limits: &Limits<'_>) -> Option<Thought> {
        if position.ending().is_some() {
            return None;
        }
        let begin = Instant::now();
        let limits = match (self.options.time, self.options.depth, limits.deadline) {
            (Some(time), ..) => limits.within(time),
            (None, None, None) => limits.within(Duration::from_secs(1)),
            _ => *limits,
        };
        let limits = Limits { deadline: limits.deadline.and_then(|at| at.checked_sub(MARGIN)), ..limits };
        let time = limits.deadline.map(|deadline| deadline.saturating_duration_since(begin));
        let more = time.and_then(|time| usize::try_from(time.as_millis()).ok()).unwrap_or(ENTRIES);
        let entries = more.saturating_mul(IN_A_MILLISECOND).saturating_add(LEAST).min(ENTRIES);
        let mut search = Search::new(position, self.options.weights, entries, &mut self.memory, &limits);
        let mut choices = search.choices();
        let first = *choices.first()?;
        let mut thought = Thought { mv: search.named(first.what), score: first.score, depth: 0, nodes: 0 };
        let deepest = self.options.depth.map_or(DEEPEST - 1, |depth| depth.min(DEEPEST as u8 - 1) as i8);
        for depth in 1..=deepest {
            let late = time.is_some_and(|time| begin.elapsed() > time.mul_f64(1.0 - WORTHWHILE));
            if late || choices.len() == 1 || limits.reached() {
                break;
            }
            let found = search.deepen(&mut choices, depth);
            if let Some(best) = found {
                thought = Thought {
                    mv: search.named(best.what),
                    score: best.score,
                    depth: depth as u8,
                    nodes: search.nodes,
                };
            }
            let over = depth > 16 && search.decided(thought.score);
            if search.stopped || thought.score.abs() > SURE || over {
                break;
            }
        }
        thought.nodes = search.nodes;
        // Always a legal move: the rules have the last word.
        if position.clone().play(thought.mv).is_err() {
            thought.mv = chemin::best(position, ENTRIES)?;
        }
        self.last = Some(thought);
        Some(thought)
    }
}

impl Engine for Stratege {
    type View = Coursidor;

    fn name(&self) -> &str {
        "stratege"
    }

    fn choose(&mut self, position: &Coursidor, limits: &Limits<'_>) -> Option<Move> {
        self.think(position, limits).map(|thought| thought.mv)
    }

    fn info(&self) -> Option<String> {
        let Thought { score, depth, nodes, .. } = self.last?;
        let score = if score.abs() > RACE / 2 {
            if score > 0 { "+∞" } else { "-∞" }.to_owned()
        } else {
            format!("{:+.1}", f64::from(score) / f64::from(PLY))
        };
        Some(text!("engine-searched-nodes", depth = depth, score = score, nodes = nodes))
    }
}

/// The search, and its memory of a game.
#[derive(Default)]
pub struct Opinions(Stratege);

impl Analyst for Opinions {
    type Game = Coursidor;
    type View = Coursidor;

    fn begin(&mut self) {
        self.0 = Stratege::new(Options::default());
    }

    fn analyse(&mut self, position: &Coursidor, _view: &Coursidor, limits: &Limits<'_>) -> Analysis {
        let Some(thought) = self.0.think(position, limits) else { return Analysis::default() };
        let size = thought.score.abs();
        let sure = (size > SURE).then_some(if thought.score > 0 { Expected::Win } else { Expected::Loss });
        // A race that nobody can stop counts so much more; how far ahead one is in it is what people ask.
        let race = if size > RACE / 2 { RACE * thought.score.signum() } else { 0 };
        let opinion = Opinion {
            engine: "stratege".into(),
            score: sure.is_none().then(|| f64::from(thought.score - race) / f64::from(PLY)),
            unit: Unit::Plies,
            sure,
            plies: sure.and_then(|_| u32::try_from(WON - size).ok()),
            depth: Some(thought.depth.into()),
            positions: Some(thought.nodes),
        };
        Analysis { best: vec![thought.mv.to_string()], opinion: Some(opinion), ..Analysis::default() }
    }
}
