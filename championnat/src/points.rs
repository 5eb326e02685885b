//! The points of the subject (the rules sheet, championship): win 10, draw 3, loss 1,
//! disqualification 0 (10 for the opponent).

use serde::{Deserialize, Serialize};

use crate::model::{BySide, PartieResult, RencontreResult, Side};
use crate::tie_breaks::TieBreaks;

/// What is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Each PARTIE of a rencontre, as in the subject.
    #[default]
    Partie,
    /// The whole rencontre, won by more games. A loser with a fault in any game is disqualified;
    /// equal numbers are a draw.
    Rencontre,
}

/// The scale of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Points {
    /// A win, by the rules or by the opponent's disqualification.
    pub won: i32,
    /// A draw, for both.
    pub drawn: i32,
    /// A loss by the rules.
    pub lost: i32,
    /// A disqualification by any [`Fault`](crate::Fault): not connected in time, TIMEOUT, TRICHE...
    pub disqualified: i32,
    /// A bye (Swiss), per PARTIE not played; as a win by default.
    pub bye: Option<i32>,
    /// What is scored.
    pub per: Scope,
    /// What separates equal points.
    #[serde(default, skip_serializing_if = "TieBreaks::are_usual")]
    pub tie_breaks: TieBreaks,
}

impl Default for Points {
    /// The subject's scale.
    fn default() -> Self {
        let tie_breaks = TieBreaks::default();
        Points { won: 10, drawn: 3, lost: 1, disqualified: 0, bye: None, per: Scope::Partie, tie_breaks }
    }
}

impl Points {
    /// The points of both sides; none if it was given up.
    pub fn of(&self, result: &RencontreResult) -> BySide<i64> {
        let mut sum = BySide::default();
        match self.per {
            Scope::Partie => {
                for partie in &result.parties {
                    for side in Side::ALL {
                        sum[side] += i64::from(self.of_partie(*partie, side));
                    }
                }
            }
            Scope::Rencontre => {
                for side in Side::ALL {
                    sum[side] = i64::from(self.of_whole(result, side));
                }
            }
        }
        sum
    }

    /// The points of one bye, for rencontres of this many games.
    pub fn of_bye(&self, parties: u32) -> i64 {
        let times = match self.per {
            Scope::Partie => i64::from(parties),
            Scope::Rencontre => 1,
        };
        times * i64::from(self.bye.unwrap_or(self.won))
    }

    fn of_partie(&self, partie: PartieResult, side: Side) -> i32 {
        match partie {
            _ if partie.fault_of(side).is_some() => self.disqualified,
            PartieResult::Drawn => self.drawn,
            _ if partie.winner() == Some(side) => self.won,
            _ => self.lost,
        }
    }

    fn of_whole(&self, result: &RencontreResult, side: Side) -> i32 {
        if result.is_given_up() {
            return 0;
        }
        let (mine, faults) = result.wins_and_faults(side);
        let (theirs, _) = result.wins_and_faults(!side);
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => self.won,
            std::cmp::Ordering::Less if faults > 0 => self.disqualified,
            std::cmp::Ordering::Less => self.lost,
            // A draw cannot be had by staying away.
            std::cmp::Ordering::Equal if result.parties.iter().all(|p| *p == PartieResult::BothAbsent) => {
                self.disqualified
            }
            std::cmp::Ordering::Equal => self.drawn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ContestantId, Fault};
    use PartieResult::{BothAbsent, Disqualified, Drawn, Won};
    use Side::{Black, White};

    fn points(per: Scope, parties: &[PartieResult]) -> (i64, i64) {
        let result =
            RencontreResult { white: ContestantId(0), black: ContestantId(1), parties: parties.to_vec() };
        let points = Points { per, ..Points::default() }.of(&result);
        (points.white, points.black)
    }

    #[test]
    fn per_partie_as_in_the_subject() {
        let of = |parties: &[PartieResult]| points(Scope::Partie, parties);
        assert_eq!(of(&[Won(White), Won(White)]), (20, 2));
        assert_eq!(of(&[Won(White), Won(Black)]), (11, 11));
        assert_eq!(of(&[Drawn, Disqualified(White, Fault::Triche)]), (3, 13));
        assert_eq!(of(&[Disqualified(Black, Fault::Absent), Disqualified(Black, Fault::Absent)]), (20, 0));
        assert_eq!(of(&[BothAbsent, BothAbsent]), (0, 0));
    }

    #[test]
    fn per_rencontre() {
        let of = |parties: &[PartieResult]| points(Scope::Rencontre, parties);
        assert_eq!(of(&[Won(White), Won(White)]), (10, 1));
        assert_eq!(of(&[Won(White), Drawn]), (10, 1));
        assert_eq!(of(&[Won(White), Won(Black)]), (3, 3));
        assert_eq!(of(&[Drawn, Disqualified(White, Fault::Timeout)]), (0, 10));
        assert_eq!(of(&[BothAbsent, BothAbsent]), (0, 0));
    }

    #[test]
    fn a_bye_is_a_win_unless_said_otherwise() {
        assert_eq!(Points::default().of_bye(2), 20);
        assert_eq!(Points { per: Scope::Rencontre, ..Points::default() }.of_bye(2), 10);
        assert_eq!(Points { bye: Some(3), ..Points::default() }.of_bye(2), 6);
    }
}
