//! What `optimal` has proved of a position, otherwise what `alphabeta` thinks of it and of each
//! move.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use jeux::Position;
use jeux::sept_couleurs::{Colour, SeptCouleurs};
use protocol::analysis::{Analysis, Expected, Opinion, Unit, Valued};

use super::alphabeta::{AlphaBeta, Options, SURE};
use super::exact::{self, Goal};
use super::reach::CELL;
use crate::adapter::Limits;
use crate::analysis::Analyst;

/// These parts of the time are for a proof, and of the rest for the search; what is left is for the other moves.
const PROOF: f64 = 0.3;
const SEARCH: f64 = 0.5;
/// With less time than this the other moves are left alone: beginning a search takes some of it too.
const WORTHWHILE: Duration = Duration::from_millis(50);

/// The search and its memory.
pub struct Opinions(AlphaBeta);

impl Default for Opinions {
    fn default() -> Self {
        Opinions(AlphaBeta::new(Options::default()))
    }
}

/// A score of the search: in cells, or the result where that is certain.
fn read(score: i32, proves: bool) -> (Option<f64>, Option<Expected>) {
    let result = if score > 0 { Expected::Win } else { Expected::Loss };
    match score.abs() > SURE {
        true => (None, Some(result).filter(|_| proves)),
        false => (Some(f64::from(score) / f64::from(CELL)), None),
    }
}

impl Opinions {
    /// What the search thinks of the position after a move, for the one who makes it, looking ahead so far at most; `None` when it
    /// has seen nothing within the limits.
    fn after(
        &mut self,
        position: &SeptCouleurs,
        colour: Colour,
        depth: u8,
        limits: &Limits<'_>,
    ) -> Option<i32> {
        let mut after = position.clone();
        after.play(colour).ok()?;
        if after.ending().is_some() {
            let side = position.side_to_move();
            return Some(CELL * (after.area(side) as i32 - after.area(!side) as i32));
        }
        let thought = self.0.look(&after, depth, limits);
        (thought.depth > 0).then_some(-thought.score)
    }
}

impl Analyst for Opinions {
    type Game = SeptCouleurs;
    type View = SeptCouleurs;

    fn analyse(&mut self, position: &SeptCouleurs, _view: &SeptCouleurs, limits: &Limits<'_>) -> Analysis {
        let now = Instant::now();
        let time = limits.deadline.map_or(Duration::ZERO, |end| end.saturating_duration_since(now));
        let solution = exact::solve(position, Goal::Margin, &limits.within(time.mul_f64(PROOF)));
        if let Some(solution) = solution.filter(|solution| solution.proven) {
            let result = match solution.margin {
                1.. => Expected::Win,
                0 => Expected::Draw,
                _ => Expected::Loss,
            };
            let opinion = Opinion {
                engine: "optimal".into(),
                score: Some(solution.margin.into()),
                unit: Unit::Cells,
                sure: Some(result),
                depth: Some(solution.depth.into()),
                positions: Some(solution.nodes),
                ..Opinion::default()
            };
            let best = solution.colour.iter().map(ToString::to_string).collect();
            return Analysis { best, opinion: Some(opinion), ..Analysis::default() };
        }
        let proves = exact::is_solvable(position);
        let spread = time >= WORTHWHILE;
        let thought = match spread {
            true => self.0.think(position, &limits.within(time.mul_f64(SEARCH))),
            false => self.0.think(position, limits),
        };
        // Before the first depth is done nothing has been seen.
        let seen = thought.depth > 0;
        let (score, sure) = if seen { read(thought.score, proves) } else { (None, None) };
        let mut scores = if seen { vec![(thought.colour, thought.score)] } else { Vec::new() };
        let mut others = if seen && spread { position.legal_moves() } else { Vec::new() };
        others.retain(|colour| *colour != thought.colour);
        let mut left = others.len() as u32;
        for colour in others {
            let share =
                limits.deadline.map_or(Duration::ZERO, |end| end.saturating_duration_since(Instant::now()));
            let limits = limits.within(share / left.max(1));
            left -= 1;
            let found = self.after(position, colour, (thought.depth - 1).max(1), &limits);
            // What was found deeper down for the best move is not topped by what was found for others.
            scores.extend(found.map(|score| (colour, score.min(thought.score))));
        }
        // The best one stays the first of its equals.
        scores.sort_by_key(|(_, score)| Reverse(*score));
        let moves = scores.into_iter().map(|(colour, score)| {
            let (score, sure) = read(score, proves);
            Valued { score, sure, ..Valued::of(colour) }
        });
        let opinion = Opinion {
            engine: "alphabeta".into(),
            score,
            unit: Unit::Cells,
            sure,
            depth: Some(thought.depth.into()),
            positions: Some(thought.nodes),
            ..Opinion::default()
        };
        Analysis {
            moves: moves.collect(),
            best: vec![thought.colour.to_string()],
            opinion: Some(opinion),
            ..Analysis::default()
        }
    }
}
