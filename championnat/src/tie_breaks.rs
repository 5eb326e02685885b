//! What separates contestants of equal points, in which order.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The points from rencontres among the equal contestants. Skipped unless they have all met
    /// equally often.
    #[serde(rename = "confrontation")]
    Encounters,
    /// Games won.
    #[serde(rename = "victoires")]
    Wins,
    /// The opponent's points for every game won, half of them for every draw.
    SonnebornBerger,
    /// Fewer games lost by disqualification.
    #[serde(rename = "disqualifications")]
    Faults,
    /// The points of every rencontre's opponent; a bye counts as one against an opponent with as
    /// many points as oneself.
    Buchholz,
    /// The points of a play-off: not chosen, but played where the others leave equals.
    #[serde(rename = "barrage")]
    Playoff,
}

impl TieBreak {
    /// Those that regulations choose from.
    pub const ALL: [TieBreak; 5] = [
        TieBreak::Encounters,
        TieBreak::Wins,
        TieBreak::SonnebornBerger,
        TieBreak::Faults,
        TieBreak::Buchholz,
    ];

    /// Its word in descriptions and in data for programs.
    pub const fn word(self) -> &'static str {
        match self {
            TieBreak::Encounters => "confrontation",
            TieBreak::Wins => "victoires",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::Faults => "disqualifications",
            TieBreak::Buchholz => "buchholz",
            TieBreak::Playoff => "barrage",
        }
    }

    /// The criterion of [`TieBreak::word`].
    pub fn from_word(word: &str) -> Option<TieBreak> {
        TieBreak::ALL.into_iter().find(|criterion| criterion.word() == word)
    }
}

/// The criteria in turn, each at most once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<TieBreak>", from = "Vec<TieBreak>")]
pub struct TieBreaks([Option<TieBreak>; TieBreak::ALL.len()]);

impl Default for TieBreaks {
    /// Direct encounters, wins, Sonneborn-Berger, faults.
    fn default() -> Self {
        TieBreaks::of(TieBreak::ALL.into_iter().filter(|criterion| *criterion != TieBreak::Buchholz))
    }
}

impl TieBreaks {
    /// In this order; repetitions are dropped.
    pub fn of(criteria: impl IntoIterator<Item = TieBreak>) -> TieBreaks {
        let mut kept = [None; TieBreak::ALL.len()];
        for criterion in criteria {
            if kept.contains(&Some(criterion)) {
                continue;
            }
            if let Some(free) = kept.iter_mut().find(|place| place.is_none()) {
                *free = Some(criterion);
            }
        }
        TieBreaks(kept)
    }

    /// In their order.
    pub fn iter(self) -> impl Iterator<Item = TieBreak> {
        self.0.into_iter().flatten()
    }

    /// Whether they are the default.
    pub(crate) fn are_usual(&self) -> bool {
        *self == TieBreaks::default()
    }
}

impl From<Vec<TieBreak>> for TieBreaks {
    fn from(criteria: Vec<TieBreak>) -> Self {
        TieBreaks::of(criteria)
    }
}

impl From<TieBreaks> for Vec<TieBreak> {
    fn from(criteria: TieBreaks) -> Self {
        criteria.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_criteria_and_are_what_is_written() {
        for criterion in TieBreak::ALL {
            assert_eq!(TieBreak::from_word(criterion.word()), Some(criterion));
            assert_eq!(serde_json::to_value(criterion).unwrap(), criterion.word());
        }
    }

    #[test]
    fn each_is_asked_once() {
        let criteria = TieBreaks::of([TieBreak::Buchholz, TieBreak::Wins, TieBreak::Buchholz]);
        assert_eq!(criteria.iter().collect::<Vec<_>>(), [TieBreak::Buchholz, TieBreak::Wins]);
        let text = serde_json::to_string(&criteria).unwrap();
        assert_eq!(serde_json::from_str::<TieBreaks>(&text).unwrap(), criteria);
    }
}
