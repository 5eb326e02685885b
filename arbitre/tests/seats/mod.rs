//! Seats for tests.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::time::{Duration, Instant};

use arbitre::game::GameEntry;
use arbitre::judge::{Coup, Judge};
use arbitre::match_loop::Conditions;
use arbitre::record::Record;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use jeux::game::{Params, SINGLE};

/// Somebody who is never heard of.
pub struct Nobody;

impl Seat for Nobody {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), NoMove> {
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
        Err(NoMove::stopped())
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
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        self.judge = opening.judge.map(|judge| judge.copy());
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
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

/// A rencontre with the usual setup, or its only game.
pub fn referee(kind: &'static GameEntry, seed: u64, single: bool) -> Record {
    let contestant = |name: &str| Contestant { name: name.into(), from: "ici".into() };
    let contestants = [contestant("Ada"), contestant("Blaise")];
    let rencontre = Rencontre {
        kind,
        id: "essai",
        contestants: &contestants,
        setup: &kind.draw(&Params::new(), seed).expect("the defaults will do"),
        parties: if single { &SINGLE } else { kind.parties },
        judged: true,
        scheduled: None,
        before: None,
    };
    let conditions = Conditions { time: Some(Duration::from_secs(600)), interrupt: None };
    let [mut one, mut two] = [2, 3].map(|factor| Chance::new(factor * seed + factor));
    rencontre.referee([&mut one, &mut two], conditions, &mut ()).expect("a setup")
}
