//! From the record of an attempt at a game to what the plan is told of it.

use jeux::Reason;

use crate::model::RencontreResult;
use crate::store::Intake;

/// The state of an attempt's record.
#[derive(Debug)]
pub enum Recorded {
    /// None, or one without effect.
    Nothing,
    /// On its way to disk and store.
    UnderWay,
    /// Stored, with this result.
    Result(RencontreResult),
    /// The same, and the plan knows it.
    Known,
    /// Stored: the game was interrupted for this reason.
    Interrupted(Reason),
}

/// What the plan is told of an attempt that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// The game has this result.
    Result(RencontreResult),
    /// The plan knows it already.
    Known,
    /// It was interrupted, for this reason.
    Interrupted(Reason),
}

impl Recorded {
    /// After the store's answer to a record, interrupted for this reason; `known` is the result that its game has
    /// in the store.
    pub fn by(intake: Intake, interrupted: Option<&Reason>, known: Option<&RencontreResult>) -> Recorded {
        match intake {
            Intake::New(result) => Recorded::Result(result),
            Intake::Interrupted => Recorded::Interrupted(interrupted.cloned().unwrap_or_else(interruption)),
            // The first answer was lost on the way.
            Intake::Known => known.cloned().map_or(Recorded::Nothing, Recorded::Result),
            Intake::Overruled | Intake::Duplicate(_) => Recorded::Nothing,
        }
    }

    /// What the plan is told once nothing more comes from the host; `None` while the record is on its way.
    pub fn conclusion(&self) -> Option<Conclusion> {
        match self {
            Recorded::UnderWay => None,
            Recorded::Result(result) => Some(Conclusion::Result(result.clone())),
            Recorded::Known => Some(Conclusion::Known),
            Recorded::Interrupted(why) => Some(Conclusion::Interrupted(why.clone())),
            Recorded::Nothing => Some(Conclusion::Interrupted(interruption())),
        }
    }
}

fn interruption() -> Reason {
    Reason::new("interrupted")
}
