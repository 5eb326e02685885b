//! Whether a contestant can play now.

use std::time::Duration;

/// Whether a contestant can play now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Presence {
    /// An engine of the server: as many games at once as there are cores.
    Local,
    /// Not connected: for how long since its last game, and how long it may be.
    Absent { waited: Duration, grace: Duration },
    /// Connected; the time that it has been absent since its last game is kept.
    Waiting { absent: Duration },
    /// In a rencontre.
    Playing,
}

impl Presence {
    /// Of somebody who has just been entered.
    pub fn of(by_network: bool, grace: Duration) -> Presence {
        if by_network { Presence::absent(grace) } else { Presence::Local }
    }

    pub fn absent(grace: Duration) -> Presence {
        Presence::Absent { waited: Duration::ZERO, grace }
    }

    /// Can play now.
    pub fn is_available(&self) -> bool {
        matches!(self, Presence::Local | Presence::Waiting { .. })
    }

    /// Absent for longer than allowed.
    pub fn is_overdue(&self) -> bool {
        matches!(self, Presence::Absent { waited, grace } if waited >= grace)
    }

    /// An absent contestant connects. Who comes back after a forfeit starts afresh.
    pub fn appear(&mut self, full_grace: Duration) {
        if let Presence::Absent { waited, grace } = self {
            let absent = if *grace == full_grace { *waited } else { Duration::ZERO };
            *self = Presence::Waiting { absent };
        }
    }

    /// A waiting contestant leaves.
    pub fn leave(&mut self, full_grace: Duration) {
        if let Presence::Waiting { absent } = self {
            *self = Presence::Absent { waited: *absent, grace: full_grace };
        }
    }

    /// A rencontre begins.
    pub fn play(&mut self) {
        if *self != Presence::Local {
            *self = Presence::Playing;
        }
    }

    /// A rencontre has ended: by network, it has to connect again.
    pub fn end_of_game(&mut self, full_grace: Duration) {
        if *self == Presence::Playing {
            *self = Presence::absent(full_grace);
        }
    }

    /// A game was decided by its absence.
    pub fn forfeit(&mut self, next_grace: Duration) {
        *self = Presence::absent(next_grace);
    }
}
