//! `stratege`: asks what leads to the treasure with the fewest walls in the grids that are still possible, and builds grids that are hard.
//!
//! A free answer costs nothing, a wall costs a turn. So each question is judged by what it is worth to end with so many walls more, given
//! how soon the opponent may end: where he may have found his treasure already, only an unbroken way is worth anything.

use std::time::{Duration, Instant};

use jeux::sphinx::{CellName, Explorer, Grid, Move, Shape, Sphinx};
use protocol::analysis::{Analysis, Opinion, Unit, Valued};

use crate::adapter::{Engine, Limits};
use crate::analysis::Analyst;
use crate::any_game::chance;
use crate::sphinx::builder::Builder;
use crate::sphinx::cells::Cells;
use crate::sphinx::ground::{Ground, Known};
use crate::sphinx::guesses::Guesses;
use crate::sphinx::rival::Rival;
use crate::sphinx::searcher::Searcher;

/// The limits of a search, besides those of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What chance begins with.
    pub seed: Option<u64>,
    /// For each question, and for the grid.
    pub time: Option<Duration>,
    /// In how many possible grids a question is tried: with a seed and without limits of time, games repeat themselves.
    pub samples: Option<usize>,
}

/// Without other limits, for a question and for a grid.
const TIME: Duration = Duration::from_millis(150);
const BUILDING: Duration = Duration::from_millis(1000);
/// What comes after the search takes less.
const MARGIN: Duration = Duration::from_millis(3);
/// The changes of a grid, and of what it may be, for each sample, where the samples are counted.
const STEPS: usize = 40;
/// The most changes of a grid.
const MOST_STEPS: usize = 10_000_000;
/// How many questions are tried, and after how many grids the worse half of them is given up.
const QUESTIONS: usize = 12;
const FIRST_ROUND: usize = 24;
/// The most grids for a question.
const SAMPLES: usize = 300;
/// How many searches show how hard our own grid is.
const RIVALS: usize = 200;
/// What a wall more is worth where it does not change the result.
const WALL_WORTH: f64 = 0.01;
/// What a question more is worth: next to nothing, but nobody has more of them than there are cells.
const QUESTION_WORTH: f64 = 1e-4;

/// The player.
#[derive(Debug)]
pub struct Stratege {
    options: Options,
    chance: fastrand::Rng,
    /// What it thinks with: made for a shape.
    mind: Option<Box<dyn Thinking>>,
    /// The cells that were tried for the last question, with what it was worth to ask them, the best ones first.
    pub(super) tried: Vec<(usize, f64)>,
}

impl Stratege {
    /// One that searches within these limits and the host's; without any of its own 150 milliseconds for a question
    /// and a second for the grid.
    pub fn new(options: Options) -> Self {
        Stratege { options, chance: chance(options.seed), mind: None, tried: Vec::new() }
    }

    /// The limits of a move that should take no longer than this.
    fn limits<'a>(&self, limits: &Limits<'a>, usual: Duration) -> Limits<'a> {
        let early = limits.deadline.map(|end| end.checked_sub(MARGIN).unwrap_or(end));
        let limits = Limits { deadline: early, ..*limits };
        match (self.options.time, self.options.samples) {
            (Some(time), _) => limits.within(time),
            (None, None) => limits.within(usual),
            (None, Some(_)) => limits,
        }
    }
}

/// The same for every size, with as many bits as this one needs.
trait Thinking: std::fmt::Debug + Send {
    fn shape(&self) -> &Shape;

    /// A grid, found in so many changes or in the time.
    fn build(&mut self, steps: usize, limits: &Limits<'_>, chance: &mut fastrand::Rng) -> Grid;

    /// The cells to ask, with what that is worth, the best ones first; none where there is nothing more to learn.
    fn questions(
        &mut self,
        view: &Explorer,
        samples: Option<usize>,
        limits: &Limits<'_>,
        chance: &mut fastrand::Rng,
    ) -> Vec<(usize, f64)>;

    /// Forgets the opponent's grid.
    fn forget(&mut self);
}

fn mind(shape: Shape) -> Box<dyn Thinking> {
    // With its border; the largest shape has 10,100.
    match shape.height() * (shape.width() + 1) {
        ..=128 => Box::new(Mind::<2>::new(shape)),
        129..=256 => Box::new(Mind::<4>::new(shape)),
        257..=448 => Box::new(Mind::<7>::new(shape)),
        449..=1024 => Box::new(Mind::<16>::new(shape)),
        _ => Box::new(Mind::<160>::new(shape)),
    }
}

#[derive(Debug)]
struct Mind<const N: usize> {
    ground: Ground<N>,
    rival: Option<Rival>,
    guesses: Option<Guesses<N>>,
}

impl<const N: usize> Mind<N> {
    fn new(shape: Shape) -> Self {
        Mind { ground: Ground::new(shape), rival: None, guesses: None }
    }

    /// What it is worth to end with so many walls more.
    fn worth(
        &mut self,
        view: &Explorer,
        known: &Known<N>,
        limits: &Limits<'_>,
        chance: &mut fastrand::Rng,
    ) -> Vec<f64> {
        let Some(grid) = view.own_grid() else { return Vec::new() };
        if self.rival.as_ref().is_none_or(|rival| rival.grid != *grid) {
            // A part of the time, once in a game.
            self.rival = Rival::new(&self.ground, grid, RIVALS, &share(limits, 3), chance);
        }
        let met = known.walls(&self.ground).len();
        self.rival.as_ref().map_or_else(Vec::new, |rival| rival.worth(view, met))
    }

    /// The questions from which the fewest unknown cells lie before the treasure.
    fn candidates(&self, known: &Known<N>, treasure: usize) -> Vec<Candidate> {
        let (mut before, mut layer) = (Cells::EMPTY, Cells::EMPTY);
        layer.insert(treasure);
        let mut found = Vec::new();
        while !layer.is_empty() && found.len() < QUESTIONS {
            found.extend(layer.and(&known.edge).iter().map(|place| Candidate { place, sum: 0.0, runs: 0.0 }));
            let next = self.ground.beside(&layer).and(&known.unknown).minus(&before);
            (before, layer) = (layer, next);
        }
        found.truncate(QUESTIONS);
        found
    }
}

/// The limits with one part in so many of the time that is left.
fn share<'a>(limits: &Limits<'a>, parts: u32) -> Limits<'a> {
    let part = limits.deadline.map(|end| end.saturating_duration_since(Instant::now()) / parts);
    part.map_or(*limits, |part| limits.within(part))
}

impl<const N: usize> Thinking for Mind<N> {
    fn shape(&self) -> &Shape {
        self.ground.shape()
    }

    fn forget(&mut self) {
        self.guesses = None;
    }

    fn build(&mut self, steps: usize, limits: &Limits<'_>, chance: &mut fastrand::Rng) -> Grid {
        self.forget();
        Builder::new(&self.ground, chance).build(steps, limits)
    }

    fn questions(
        &mut self,
        view: &Explorer,
        samples: Option<usize>,
        limits: &Limits<'_>,
        chance: &mut fastrand::Rng,
    ) -> Vec<(usize, f64)> {
        let Some(exploration) = view.exploration() else { return Vec::new() };
        let places = &self.ground.places;
        let (entry, treasure) = (places[exploration.visited()[0]], places[exploration.treasure()]);
        let known = self.ground.known(exploration);
        let mut tried = self.candidates(&known, treasure);
        if tried.len() < 2 || known.edge.has(treasure) {
            return tried.first().map(|one| (self.ground.cell(one.place), 0.0)).into_iter().collect();
        }
        let worth = self.worth(view, &known, limits, chance);
        let kept = self.guesses.take().filter(|kept| kept.are_of(entry, treasure));
        let mut guesses = kept.unwrap_or_else(|| Guesses::new(entry, treasure));
        let steps = samples.map_or(usize::MAX, |samples| samples.saturating_mul(STEPS));
        guesses.update(&self.ground, &known, steps, &share(limits, 2), chance);
        chance.shuffle(&mut guesses.all);
        let (mut searcher, mut round) = (Searcher::new(), FIRST_ROUND);
        let guessed = guesses.all.iter().cycle().take(samples.unwrap_or(SAMPLES));
        'guesses: for (number, guess) in guessed.enumerate() {
            for one in &mut tried {
                let mut after = known.clone();
                let wall = guess.walls.has(one.place);
                if wall {
                    after.block(one.place);
                } else {
                    after.visit(&self.ground, one.place);
                }
                let run = searcher.run(&self.ground, &after, &guess.walls, treasure, 0.0, limits, chance);
                let Some(run) = run.filter(|_| !limits.reached()) else { break 'guesses };
                let walls = run.walls + usize::from(wall);
                one.sum += worth.get(walls).copied().unwrap_or(0.0)
                    - WALL_WORTH * walls as f64
                    - QUESTION_WORTH * run.questions as f64;
                one.runs += 1.0;
            }
            if number + 1 == round && tried.len() > 2 {
                tried.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                tried.truncate(tried.len().div_ceil(2));
                round *= 3;
            }
        }
        self.guesses = Some(guesses);
        // Where nothing was tried, the nearest one is first.
        tried.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        tried.iter().map(|one| (self.ground.cell(one.place), one.mean())).collect()
    }
}

/// A question, and what has come of it.
#[derive(Debug)]
struct Candidate {
    place: usize,
    sum: f64,
    runs: f64,
}

impl Candidate {
    fn mean(&self) -> f64 {
        if self.runs > 0.0 { self.sum / self.runs } else { f64::NEG_INFINITY }
    }
}

impl Engine for Stratege {
    type View = Explorer;

    fn name(&self) -> &str {
        "stratege"
    }

    fn choose(&mut self, view: &Explorer, limits: &Limits<'_>) -> Option<Move> {
        let mut mind = match self.mind.take() {
            Some(mind) if mind.shape() == view.shape() => mind,
            _ => mind(*view.shape()),
        };
        let samples = self.options.samples;
        let chosen = match view.exploration() {
            None => {
                let limits = self.limits(limits, BUILDING);
                let steps = samples.map_or(MOST_STEPS, |samples| samples.saturating_mul(STEPS));
                Some(Move::Grid(mind.build(steps, &limits, &mut self.chance)))
            }
            Some(exploration) => {
                let limits = self.limits(limits, TIME);
                self.tried = mind.questions(view, samples, &limits, &mut self.chance);
                let found = self.tried.first().map(|(cell, _)| *cell);
                let cell = found.or_else(|| exploration.useful().next());
                cell.map(|cell| Move::Ask(CellName::of(view.shape(), cell)))
            }
        };
        self.mind = Some(mind);
        chosen
    }
}

/// It is the request that limits the time.
const ANALYSIS_TIME: Duration = Duration::from_secs(3600);

/// The player, and what it remembers of a game.
pub struct Opinions(Stratege);

impl Default for Opinions {
    fn default() -> Self {
        Opinions(Stratege::new(Options { time: Some(ANALYSIS_TIME), ..Options::default() }))
    }
}

impl Analyst for Opinions {
    type Game = Sphinx;
    type View = Explorer;

    fn begin(&mut self) {
        *self = Opinions::default();
    }

    /// Of grids there is no opinion: one that is hard to search is as good as another.
    fn analyse(&mut self, _position: &Sphinx, view: &Explorer, limits: &Limits<'_>) -> Analysis {
        let opinion = Opinion { engine: "stratege".into(), unit: Unit::Chance, ..Opinion::default() };
        if view.exploration().is_none() {
            return Analysis { opinion: Some(opinion), ..Analysis::default() };
        }
        // Positions come in any order.
        if let Some(mind) = &mut self.0.mind {
            mind.forget();
        }
        let best = self.0.choose(view, limits);
        let asked = |cell| Move::Ask(CellName::of(view.shape(), cell));
        let moves: Vec<Valued> = self
            .0
            .tried
            .iter()
            .filter(|(_, worth)| worth.is_finite())
            .map(|(cell, worth)| Valued { score: Some(*worth), ..Valued::of(asked(*cell)) })
            .collect();
        let best: Vec<String> = best.iter().map(ToString::to_string).collect();
        let score = moves.iter().find(|valued| best.contains(&valued.text)).and_then(|valued| valued.score);
        Analysis { moves, best, opinion: Some(Opinion { score, ..opinion }), ..Analysis::default() }
    }
}
