//! From the record of an attempt at a game to what the plan is told of it.

use jeux::Reason;

use crate::model::RencontreResult;
use crate::store::Intake;

/// The state of an attempt's record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recorded {
    /// None, or one without effect.
    Nothing,
    /// On its way to disk and store.
    UnderWay,
    /// Stored: the game has a result, unless the organiser decides otherwise.
    Result,
    /// Stored: the game was interrupted for this reason.
    Interrupted(Reason),
}

/// What the plan is told of an attempt that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// The game has this result.
    Result(RencontreResult),
    /// Its result counts no more: it is to be played again.
    Replayed,
    /// It was interrupted, for this reason.
    Interrupted(Reason),
}

impl Recorded {
    /// After the store's answer to a record, interrupted for this reason; `known` says whether its game has a result.
    pub fn by(intake: &Intake, interrupted: Option<&Reason>, known: bool) -> Recorded {
        match intake {
            Intake::New(_) => Recorded::Result,
            // The first answer was lost on the way.
            Intake::Known if known => Recorded::Result,
            Intake::Interrupted => Recorded::Interrupted(interrupted.cloned().unwrap_or_else(interruption)),
            Intake::Known | Intake::Overruled | Intake::Duplicate(_) => Recorded::Nothing,
        }
    }

    /// What the plan is told once nothing more comes from the host, of a game with this result; `None` while the
    /// record is on its way.
    pub fn conclusion(&self, now: Option<&RencontreResult>) -> Option<Conclusion> {
        Some(match self {
            Recorded::UnderWay => return None,
            Recorded::Result => now.cloned().map_or(Conclusion::Replayed, Conclusion::Result),
            Recorded::Interrupted(why) => Conclusion::Interrupted(why.clone()),
            Recorded::Nothing => Conclusion::Interrupted(interruption()),
        })
    }
}

fn interruption() -> Reason {
    Reason::new("interrupted")
}
