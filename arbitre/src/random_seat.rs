//! A player who makes any legal move, at any game.

use std::time::Instant;

use jeux::Reason;

use crate::judge::{Coup, Judge};
use crate::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};

/// Plays at random, by a judge of its own.
pub struct RandomSeat {
    judge: Option<Box<dyn Judge>>,
    drawn: u64,
}

impl RandomSeat {
    /// Somebody whose moves depend on this seed.
    pub fn new(seed: u64) -> Self {
        RandomSeat { judge: None, drawn: seed }
    }

    fn see(&mut self, ruling: &Ruling) {
        if let (Ruling::Judged { coup, .. }, Some(judge)) = (ruling, &mut self.judge) {
            // What the referee's judge took, or refused, this one does.
            judge.judge(coup).ok();
        }
    }
}

impl Seat for RandomSeat {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        self.judge = opening.judge.map(|judge| judge.copy());
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
        // The usual multiplier of 64-bit congruential generators; its high bits are good enough here.
        self.drawn = self.drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moves = self.judge.as_ref().map(|judge| judge.legal_moves()).unwrap_or_default();
        let at = (self.drawn >> 33).checked_rem(moves.len() as u64);
        let text = at.and_then(|at| moves.into_iter().nth(at as usize));
        let text = text.ok_or_else(|| NoMove::Interrupted(Reason::new("no-move")))?;
        Ok(Answer { coup: Coup::said(text), at: Instant::now() })
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.see(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.see(ruling);
    }
}
