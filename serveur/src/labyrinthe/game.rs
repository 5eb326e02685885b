//! A game of Labyrinthe for the match loop.

use std::cell::Cell;
use std::rc::Rc;

use arbitre::game::{Game, Verdict};
use jeux::labyrinthe::Labyrinth;
use jeux::{Player, Position, Status};
use protocol::cgs::{Fault, MoveText};

/// A game; the position is shared with the table, which shows it.
#[derive(Debug)]
pub struct LabyrintheGame {
    position: Rc<Cell<Labyrinth>>,
}

impl LabyrintheGame {
    /// A game from this position.
    pub fn new(position: Rc<Cell<Labyrinth>>) -> Self {
        LabyrintheGame { position }
    }
}

impl Game for LabyrintheGame {
    type Coup = MoveText;

    fn to_move(&self) -> Player {
        self.position.get().to_move()
    }

    fn judge(&mut self, coup: &MoveText) -> Verdict {
        let mut position = self.position.get();
        match coup.mv().and_then(|mv| position.play(mv).map_err(Fault::from)) {
            Ok(status) => {
                self.position.set(position);
                if status == Status::Ongoing { Verdict::Continue } else { Verdict::Win }
            }
            Err(fault) => Verdict::Illegal(fault.wire().to_owned()),
        }
    }

    fn notation(&self, coup: &MoveText) -> String {
        coup.mv().map_or_else(|_| "?".to_owned(), |mv| mv.to_string())
    }

    fn raw(&self, coup: &MoveText) -> Option<Vec<u8>> {
        // What has a notation is said by it.
        coup.mv().is_err().then(|| coup.relayed().as_bytes().to_vec())
    }
}
