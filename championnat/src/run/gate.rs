//! A seat whose player is told nothing while its gate is closed.

use std::cell::Cell;
use std::time::Duration;

use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn};
use confine::Confinement;
use ipc::wait::Deadline;
use nix::poll::PollFd;

/// A seat behind a gate: as long as it is closed the player hears of no ruling, for what could not be recorded is not
/// announced.
pub struct Gate<'a> {
    seat: &'a mut dyn Seat,
    open: &'a Cell<bool>,
}

impl<'a> Gate<'a> {
    /// This seat behind this gate.
    pub fn new(seat: &'a mut dyn Seat, open: &'a Cell<bool>) -> Self {
        Gate { seat, open }
    }
}

impl Seat for Gate<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        self.seat.begin(opening)
    }

    fn ready(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        self.seat.ready(opening)
    }

    fn confinement(&mut self) -> Option<Confinement> {
        self.seat.confinement()
    }

    fn processor_time(&mut self) -> Option<Duration> {
        self.seat.processor_time()
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, Fault> {
        self.seat.choose(turn, other)
    }

    fn watch<'b>(&'b self, fds: &mut Vec<PollFd<'b>>) -> Deadline {
        self.seat.watch(fds)
    }

    fn attend(&mut self) -> Result<(), Fault> {
        self.seat.attend()
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        if self.open.get() {
            self.seat.tell_own(ruling);
        }
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        if self.open.get() {
            self.seat.tell_opponent(ruling);
        }
    }
}
