//! Seats for tests.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::time::Instant;

use arbitre::judge::{Coup, Judge};
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn};

/// Somebody who is never heard of.
pub struct Nobody;

impl Seat for Nobody {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, Fault> {
        Err(Fault::stopped())
    }

    fn tell_own(&mut self, _ruling: &Ruling) {}

    fn tell_opponent(&mut self, _ruling: &Ruling) {}
}

/// Plays any legal move, by a judge of its own.
pub struct Chance {
    judge: Option<Box<dyn Judge>>,
    drawn: u64,
}

impl Chance {
    /// Somebody whose moves depend on this seed.
    pub fn new(seed: u64) -> Self {
        Chance { judge: None, drawn: seed }
    }

    fn see(&mut self, ruling: &Ruling) {
        if let (Ruling::Judged { coup, .. }, Some(judge)) = (ruling, &mut self.judge) {
            judge.judge(&Coup::said(&coup.text)).expect("a move");
        }
    }
}

impl Seat for Chance {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        self.judge = opening.judge.map(|judge| judge.copy());
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, Fault> {
        // The usual multiplier of 64-bit congruential generators; its high bits are good enough here.
        self.drawn = self.drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moves = self.judge.as_ref().expect("a game").legal_moves();
        let text = moves[(self.drawn >> 33) as usize % moves.len()].clone();
        Ok(Answer { coup: Coup::said(text), at: Instant::now() })
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.see(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.see(ruling);
    }
}
