//! Who takes part from when until when.

use crate::model::ContestantId;

/// Who has come after the beginning, and who has gone before the end.
///
/// In Swiss they take part in the draws between. Elsewhere the schedule stays: who comes late meets the others in rounds
/// added at the end, and who has gone loses what was left to play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// Who has come late, in the order in which they came: the last ones of the list of contestants.
    pub late: Vec<ContestantId>,
    /// Who has come or gone, and how many rounds had been drawn by then; in the order of time.
    pub moves: Vec<(ContestantId, u32, Presence)>,
}

/// Whether somebody is in or out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// He takes part.
    In,
    /// He does not.
    Out,
}

impl Roster {
    /// Whether a contestant is in the draw of a round.
    pub(super) fn takes_part(&self, contestant: ContestantId, round: u32) -> bool {
        let before = self.moves.iter().rfind(|(who, drawn, _)| *who == contestant && *drawn < round);
        match before {
            Some((_, _, presence)) => *presence == Presence::In,
            None => !self.late.contains(&contestant),
        }
    }

    /// Who is out now, in the order in which they went.
    pub fn gone(&self) -> impl Iterator<Item = ContestantId> {
        let last =
            |at: usize, who: ContestantId| self.moves[at + 1..].iter().all(|(other, ..)| *other != who);
        let moves = self.moves.iter().enumerate();
        moves
            .filter(move |(at, (who, _, presence))| *presence == Presence::Out && last(*at, *who))
            .map(|(_, (who, ..))| *who)
    }
}
