//! Games of which the value of every position is known.

use std::cmp::Reverse;
use std::marker::PhantomData;

use jeux::Game;
use protocol::analysis::{Analysis, Value, Valued};

use super::Analyst;
use crate::adapter::Limits;

/// Says what positions are worth by their values.
pub struct Exact<G, F> {
    value: F,
    game: PhantomData<G>,
}

impl<G: Game, F: FnMut(&G) -> Value> Exact<G, F> {
    /// By this value of any position, seen by its player to move; of a finished game it need not know.
    pub fn new(value: F) -> Self {
        Exact { value, game: PhantomData }
    }

    /// The legal moves and what they are worth to the one who makes them, the best ones first.
    fn moves(&mut self, position: &G) -> Vec<(G::Move, G, Value)> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            if after.play(mv.clone()).is_ok() {
                let value = (self.value)(&after).of_move();
                moves.push((mv, after, value));
            }
        }
        moves.sort_by_key(|(.., value)| Reverse(*value));
        moves
    }

    /// How the game goes on by perfect play, from a position and a best move in it.
    fn line(&mut self, mut next: Option<(G::Move, G)>) -> Vec<String> {
        let mut line = Vec::new();
        while let Some((mv, position)) = next {
            line.push(mv.to_string());
            next = self.moves(&position).into_iter().next().map(|(mv, after, _)| (mv, after));
        }
        line
    }
}

impl<G: Game, F: FnMut(&G) -> Value> Analyst for Exact<G, F> {
    type Game = G;
    type View = G;

    const EXACT: bool = true;

    fn analyse(&mut self, position: &G, _view: &G, _limits: &Limits<'_>) -> Analysis {
        let moves = self.moves(position);
        let value = moves.first().map(|(.., value)| *value);
        let best =
            moves.iter().take_while(|(.., other)| Some(*other) == value).map(|(mv, ..)| mv.to_string());
        Analysis {
            value,
            best: best.collect(),
            line: self.line(moves.first().map(|(mv, after, _)| (mv.clone(), after.clone()))),
            moves: moves
                .into_iter()
                .map(|(mv, _, value)| Valued { value: Some(value), ..Valued::of(mv) })
                .collect(),
            ..Analysis::default()
        }
    }
}
