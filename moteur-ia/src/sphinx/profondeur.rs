//! `profondeur`: depth-first search. It asks beside the cell it visited last, towards the treasure
//! first, and goes back only when nothing is left to ask. Its own grid is random.

use jeux::sphinx::{CellName, Exploration, Explorer, Move, random};

use crate::adapter::{Engine, Limits};
use crate::any_game::chance;

pub struct Profondeur {
    chance: fastrand::Rng,
}

impl Profondeur {
    /// With a seed it gives the same grids; its questions are deterministic.
    pub fn new(seed: Option<u64>) -> Self {
        Profondeur { chance: chance(seed) }
    }
}

impl Engine for Profondeur {
    type View = Explorer;

    fn name(&self) -> &str {
        "profondeur"
    }

    fn choose(&mut self, view: &Explorer, _limits: &Limits<'_>) -> Option<Move> {
        match view.exploration() {
            None => Some(Move::Grid(random(*view.shape(), |bound| self.chance.usize(..bound)))),
            Some(exploration) => {
                question(exploration).map(|cell| Move::Ask(CellName::of(view.shape(), cell)))
            }
        }
    }
}

/// The cell to ask; `None` when there is nothing more to learn.
fn question(exploration: &Exploration) -> Option<usize> {
    let shape = exploration.shape();
    let treasure = CellName::of(shape, exploration.treasure());
    let steps = |cell: &usize| {
        let place = CellName::of(shape, *cell);
        place.row.abs_diff(treasure.row) + place.column.abs_diff(treasure.column)
    };
    exploration.visited().iter().rev().find_map(|visited| {
        shape.around(*visited).filter(|cell| exploration.is_useful(*cell)).min_by_key(steps)
    })
}

pub struct Hasard {
    chance: fastrand::Rng,
}

impl Hasard {
    /// With a seed it plays the same moves in the same games.
    pub fn new(seed: Option<u64>) -> Self {
        Hasard { chance: chance(seed) }
    }
}

impl Engine for Hasard {
    type View = Explorer;

    fn name(&self) -> &str {
        "hasard"
    }

    fn choose(&mut self, view: &Explorer, _limits: &Limits<'_>) -> Option<Move> {
        match view.exploration() {
            None => Some(Move::Grid(random(*view.shape(), |bound| self.chance.usize(..bound)))),
            Some(exploration) => {
                let cell = self.chance.choice(exploration.useful().collect::<Vec<_>>())?;
                Some(Move::Ask(CellName::of(view.shape(), cell)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Hasard;
    use super::*;
    use jeux::sphinx::{Ending, Shape, Sphinx, setup_of};
    use jeux::{ByPlayer, Game, Player, Position, Status, View};
    use std::sync::atomic::AtomicBool;

    /// A game between two players, who know what they are told.
    fn game(first: &mut dyn Engine<View = Explorer>, second: &mut dyn Engine<View = Explorer>) -> Sphinx {
        let setup = setup_of(&Shape::new(8, 9, 20).expect("a shape"));
        let mut position = Sphinx::start(&setup).expect("a start");
        let mut views = ByPlayer::from_fn(|me| Explorer::begin(&setup, me).expect("a view"));
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        while position.status() == Status::Ongoing {
            let mover = position.to_move();
            let mv = match mover {
                Player::First => first.choose(&views[mover], &limits),
                Player::Second => second.choose(&views[mover], &limits),
            };
            let mv = mv.expect("a move");
            let (answer, shown) = (position.answer(&mv), position.shown(&mv));
            position.play(mv.clone()).expect("legal");
            views[mover].own(&mv, answer.as_deref()).expect("it follows");
            views[!mover].opponent(shown.of(&mv.to_string())).expect("it follows");
        }
        position
    }

    #[test]
    fn a_search_in_depth_finds_more_than_chance() {
        let (mut won, mut lost) = (0, 0);
        for seed in 0..100 {
            let (mut deep, mut chance) = (Profondeur::new(Some(seed)), Hasard::new(Some(seed + 1000)));
            let (me, position) = if seed % 2 == 0 {
                (Player::First, game(&mut deep, &mut chance))
            } else {
                (Player::Second, game(&mut chance, &mut deep))
            };
            match position.ending().expect("an end") {
                Ending::Found(player) if player == me => won += 1,
                Ending::Found(_) => lost += 1,
                Ending::BothFound => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(won > 2 * lost, "{won} won, {lost} lost");
    }

    /// From the entry towards the treasure, and back from where it does not go on.
    #[test]
    fn it_goes_on_from_where_it_is() {
        let setup = setup_of(&Shape::new(3, 3, 2).expect("a shape"));
        let mut view = Explorer::begin(&setup, Player::First).expect("a view");
        let stop = AtomicBool::new(false);
        let limits = Limits { deadline: None, stop: &stop };
        let mut engine = Profondeur::new(Some(1));
        let mut step = |view: &mut Explorer, answer: Option<&str>| {
            let mv = engine.choose(view, &limits).expect("a move");
            view.own(&mv, answer).expect("it is believed");
            mv.to_string()
        };
        step(&mut view, None);
        view.opponent("0:0 0:2").expect("entry and treasure");
        assert_eq!(step(&mut view, Some("1")), "0:1");
        view.opponent("passe").expect("a question");
        assert_eq!(step(&mut view, Some("0")), "1:0");
        assert_eq!(step(&mut view, Some("1")), "1:1");
        view.opponent("encore").expect("a question");
        view.opponent("passe").expect("a question");
        assert_eq!(step(&mut view, Some("0")), "2:0");
        assert_eq!(step(&mut view, Some("0")), "2:1");
        assert_eq!(step(&mut view, Some("0")), "2:2");
        assert_eq!(step(&mut view, Some("0")), "1:2");
        assert_eq!(step(&mut view, Some("3")), "0:2");
        assert_eq!(view.turn(), Some(Player::Second));
    }
}
