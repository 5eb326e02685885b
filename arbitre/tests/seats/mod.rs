//! Seats for tests.

#![allow(dead_code, reason = "each test program uses a part of this")]

use std::time::Duration;

use arbitre::game::GameEntry;
use arbitre::match_loop::Conditions;
use arbitre::random_seat::RandomSeat;
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

/// A rencontre at random with the usual setup, or its only game.
pub fn referee(kind: &'static GameEntry, seed: u64, single: bool) -> Record {
    let [mut one, mut two] = [2, 3].map(|factor| RandomSeat::new(factor * seed + factor));
    between(kind, [&mut one, &mut two], seed, single)
}

/// The same between these.
pub fn between(kind: &'static GameEntry, seats: [&mut dyn Seat; 2], seed: u64, single: bool) -> Record {
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
    rencontre.referee(seats, conditions, &mut ()).expect("a setup")
}
