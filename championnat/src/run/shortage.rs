//! What the system has too little of to start a host: descriptors, processes, or time.

use std::io;
use std::time::{Duration, Instant};

use arbitre::host::lacks;
use ipc::wait::Deadline;

/// The pause after a refusal: a rencontre that ends gives something back.
const PAUSE: Duration = Duration::from_millis(200);
/// The pause of a machine that has too much to do: it may be for a moment.
const REST: Duration = Duration::from_secs(1);
/// So many refusals in a row are more than a moment: five seconds.
const REFUSALS: u32 = 25;

/// When the system may be asked for a host, and its refusals in a row.
#[derive(Debug)]
pub(super) struct Shortage {
    /// The system is not asked before.
    again: Deadline,
    refusals: u32,
}

impl Default for Shortage {
    fn default() -> Self {
        Shortage { again: Deadline::NEVER, refusals: 0 }
    }
}

impl Shortage {
    /// Whether the system may be asked for a host now.
    pub fn may_ask(&mut self) -> bool {
        if self.again.passed() {
            self.again = Deadline::NEVER;
        }
        self.again == Deadline::NEVER
    }

    /// When it may be asked again.
    pub fn again(&self) -> Deadline {
        self.again
    }

    /// The machine has too much to do: the system is not asked for a while.
    pub fn rests(&mut self) {
        self.again = Deadline::after(Instant::now(), Some(REST));
    }

    /// A host has been given.
    pub fn ended(&mut self) {
        *self = Shortage::default();
    }

    /// The system has refused. Whether to wait for it: not if it lacks nothing, and not for long unless a host
    /// plays, which will be free.
    pub fn passes(&mut self, error: &io::Error, playing: bool) -> bool {
        self.again = Deadline::after(Instant::now(), Some(PAUSE));
        self.refusals = self.refusals.saturating_add(1);
        lacks(error) && (playing || self.refusals < REFUSALS)
    }

    /// Whether it has refused for the first time in a row.
    pub fn is_new(&self) -> bool {
        self.refusals == 1
    }
}
