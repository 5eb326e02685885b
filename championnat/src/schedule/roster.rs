//! Who takes part from when until when.

use crate::model::ContestantId;

/// Who has come after the beginning, and who has gone before the end.
///
/// In Swiss they take part in the draws between. Elsewhere the schedule stays: who comes late meets the others in rounds
/// added at the end, and who has gone loses what was left to play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// Who has come late, and how many rounds had been drawn by then; in the order in which they came.
    pub late: Vec<(ContestantId, u32)>,
    /// Who has gone, and how many rounds had been drawn by then.
    pub gone: Vec<(ContestantId, u32)>,
}

impl Roster {
    /// Whether a contestant is in the draw of a round.
    pub(super) fn takes_part(&self, contestant: ContestantId, round: u32) -> bool {
        let drawn = |list: &[(ContestantId, u32)]| {
            list.iter().find(|(who, _)| *who == contestant).map(|(_, drawn)| *drawn)
        };
        drawn(&self.late).is_none_or(|drawn| round > drawn)
            && drawn(&self.gone).is_none_or(|drawn| round <= drawn)
    }
}
