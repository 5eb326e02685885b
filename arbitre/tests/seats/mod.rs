//! Seats for tests.

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
