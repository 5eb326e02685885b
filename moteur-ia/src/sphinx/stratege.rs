//! `stratege`: asks what leads to the treasure with the fewest walls in the grids that are still possible, and builds grids that are hard.
//!
//! A free answer costs nothing, a wall costs a turn. So each question is judged by what it is worth to end with so many walls more, given
//! how soon the opponent may end: where he may have found his treasure already, only an unbroken way is worth anything.

use std::time::{Duration, Instant};

use jeux::sphinx::{CellName, Explorer, Move, Sphinx};
use protocol::analysis::{Analysis, Opinion, Unit, Valued};

use crate::adapter::{Engine, Limits};
use crate::analysis::Analyst;
use crate::any_game::chance;
use crate::sphinx::builder::Builder;
use crate::sphinx::ground::{Ground, UNKNOWN, VISITED, WALL, Ways};
use crate::sphinx::rival::Rival;
use crate::sphinx::worlds::Worlds;

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
/// The most grids for a question.
const SAMPLES: usize = 1500;
/// The changes of a grid for each sample, where the samples are counted.
const STEPS: usize = 40;
/// The most changes of a grid.
const MOST_STEPS: usize = 1_000_000;
/// How many questions are tried, and after how many grids the worse half of them is given up.
const QUESTIONS: usize = 12;
const FIRST_ROUND: usize = 24;
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
    rival: Option<Rival>,
    ground: Option<Ground>,
    /// What the questions were worth that were tried last.
    tried: Vec<Candidate>,
}

impl Stratege {
    /// One that searches within these limits and the host's; without any of its own 150 milliseconds for a question
    /// and a second for the grid.
    pub fn new(options: Options) -> Self {
        Stratege { options, chance: chance(options.seed), rival: None, ground: None, tried: Vec::new() }
    }

    /// The cells that were tried for the last question, with what it was worth to ask them, the best ones first.
    pub(super) fn weighed(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let ground = self.ground.as_ref();
        let tried = self.tried.iter().filter(|one| one.runs > 0.0);
        tried.filter_map(move |one| Some((ground?.cell(one.place), one.mean())))
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

    fn build(&mut self, ground: &Ground, limits: &Limits<'_>) -> Move {
        let limits = self.limits(limits, BUILDING);
        let steps = self.options.samples.map_or(MOST_STEPS, |samples| samples.saturating_mul(STEPS));
        Move::Grid(Builder::new(ground, &mut self.chance).build(steps, &limits))
    }

    /// The cell to ask; `None` when there is nothing more to learn.
    fn question(&mut self, ground: &Ground, view: &Explorer, limits: &Limits<'_>) -> Option<usize> {
        self.tried.clear();
        let exploration = view.exploration()?;
        let known = ground.known(exploration);
        let treasure = ground.inside[exploration.treasure()];
        if exploration.is_useful(exploration.treasure()) {
            return Some(treasure);
        }
        let limits = self.limits(limits, TIME);
        let mut ways = Ways::new(ground);
        ways.find(ground, &known, treasure, &mut self.chance);
        let nearest = ways.way.first().copied();
        let mut worlds = Worlds::new(ground, &known, treasure, &mut self.chance)?;
        let mut tried = self.candidates(ground, &known, &worlds, treasure);
        if tried.len() < 2 || limits.reached() {
            return nearest;
        }
        let worth = self.worth(ground, view, &known, &limits);
        let samples = self.options.samples.unwrap_or(SAMPLES);
        let (mut round, mut scratch) = (FIRST_ROUND, known.clone());
        'samples: for sample in 0..samples {
            worlds.draw(&mut self.chance);
            for one in &mut tried {
                if limits.reached() {
                    break 'samples;
                }
                scratch.copy_from_slice(&known);
                let wall = worlds.world[one.place] == WALL;
                scratch[one.place] = if wall { WALL } else { VISITED };
                let run = ways.run(ground, &mut scratch, &worlds.world, treasure, 0.0, &mut self.chance)?;
                let walls = run.walls + usize::from(wall);
                one.sum += worth.get(walls).copied().unwrap_or(0.0)
                    - WALL_WORTH * walls as f64
                    - QUESTION_WORTH * run.questions as f64;
                one.runs += 1.0;
            }
            if sample + 1 == round && tried.len() > 2 {
                tried.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                tried.truncate(tried.len().div_ceil(2));
                round *= 3;
            }
        }
        let chosen = best(&tried).or(nearest);
        tried.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        self.tried = tried;
        chosen
    }

    /// What it is worth to end with so many walls more.
    fn worth(&mut self, ground: &Ground, view: &Explorer, known: &[u8], limits: &Limits<'_>) -> Vec<f64> {
        let Some(grid) = view.own_grid() else { return Vec::new() };
        if self.rival.as_ref().is_none_or(|rival| rival.grid != *grid) {
            // A part of the time, once in a game.
            let part = limits.deadline.map(|end| end.saturating_duration_since(Instant::now()) / 3);
            let limits = part.map_or(*limits, |part| limits.within(part));
            self.rival = Rival::new(ground, grid, RIVALS, &limits, &mut self.chance);
        }
        let met = ground.inside.iter().filter(|place| known[**place] == WALL).count();
        self.rival.as_ref().map_or_else(Vec::new, |rival| rival.worth(view, met))
    }

    /// The questions from which the fewest unknown cells lie before the treasure.
    fn candidates(
        &mut self,
        ground: &Ground,
        known: &[u8],
        worlds: &Worlds<'_>,
        treasure: usize,
    ) -> Vec<Candidate> {
        let mut steps = vec![usize::MAX; ground.size()];
        steps[treasure] = 0;
        let mut queue = vec![treasure];
        let mut first = 0;
        while let Some(&place) = queue.get(first) {
            first += 1;
            for other in ground.around(place) {
                if known[other] == UNKNOWN && steps[other] == usize::MAX {
                    steps[other] = steps[place] + 1;
                    queue.push(other);
                }
            }
        }
        let mut open: Vec<usize> = worlds.questions().filter(|place| steps[*place] < usize::MAX).collect();
        self.chance.shuffle(&mut open);
        open.sort_by_key(|place| steps[*place]);
        open.truncate(QUESTIONS);
        open.into_iter().map(|place| Candidate { place, sum: 0.0, runs: 0.0 }).collect()
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

/// The best question, if any was tried.
fn best(tried: &[Candidate]) -> Option<usize> {
    let best = tried.iter().max_by(|a, b| a.mean().total_cmp(&b.mean()))?;
    (best.runs > 0.0).then_some(best.place)
}

impl Engine for Stratege {
    type View = Explorer;

    fn name(&self) -> &str {
        "stratege"
    }

    fn choose(&mut self, view: &Explorer, limits: &Limits<'_>) -> Option<Move> {
        let ground = self.ground.take().filter(|ground| ground.shape() == view.shape());
        let ground = ground.unwrap_or_else(|| Ground::new(*view.shape()));
        let chosen = match view.exploration() {
            None => Some(self.build(&ground, limits)),
            Some(exploration) => {
                let found = self.question(&ground, view, limits).map(|place| ground.cell(place));
                let useful = found.filter(|cell| exploration.is_useful(*cell));
                let cell = useful.or_else(|| exploration.useful().next());
                cell.map(|cell| Move::Ask(CellName::of(view.shape(), cell)))
            }
        };
        self.ground = Some(ground);
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
        let best = self.0.choose(view, limits);
        let asked = |cell| Move::Ask(CellName::of(view.shape(), cell));
        let moves: Vec<Valued> = self
            .0
            .weighed()
            .map(|(cell, score)| Valued { score: Some(score), ..Valued::of(asked(cell)) })
            .collect();
        let best: Vec<String> = best.iter().map(ToString::to_string).collect();
        let score = moves.iter().find(|valued| best.contains(&valued.text)).and_then(|valued| valued.score);
        Analysis { moves, best, opinion: Some(Opinion { score, ..opinion }), ..Analysis::default() }
    }
}
