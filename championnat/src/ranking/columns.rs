//! The columns of the table of points, and which are left out when there is no room.

use super::Standing;
use super::page::halves;
use crate::spreadsheet::Convention;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Rank,
    Place,
    Contestant,
    Points,
    Rencontres,
    Won,
    Drawn,
    Lost,
    Faults,
    Byes,
    Sonneborn,
    Buchholz,
    Rating,
}

/// What a table gives up to fit.
#[derive(Clone, Copy)]
pub(super) struct Fitting {
    /// Whether lines separate its columns.
    pub lines_between: bool,
    /// Whether a rating has its interval.
    pub intervals: bool,
    pub without: &'static [Column],
}

/// From everything to the least.
pub(super) const FITTINGS: [Fitting; 6] = [
    Fitting { lines_between: true, intervals: true, without: &[] },
    Fitting { lines_between: true, intervals: false, without: &[] },
    Fitting { lines_between: false, intervals: false, without: &[] },
    Fitting { lines_between: false, intervals: false, without: &[Column::Rating] },
    Fitting {
        lines_between: false,
        intervals: false,
        without: &[Column::Rating, Column::Sonneborn, Column::Buchholz, Column::Rencontres],
    },
    Fitting {
        lines_between: false,
        intervals: false,
        without: &[
            Column::Rating,
            Column::Sonneborn,
            Column::Buchholz,
            Column::Rencontres,
            Column::Won,
            Column::Drawn,
            Column::Lost,
            Column::Faults,
            Column::Byes,
        ],
    },
];

impl Column {
    /// The message of its heading.
    pub const fn heading(self, intervals: bool) -> &'static str {
        match self {
            Column::Rank => "ranking-rank",
            Column::Place => "ranking-place",
            Column::Contestant => "ranking-contestant",
            Column::Points => "ranking-points",
            Column::Rencontres => "ranking-rencontres",
            Column::Won => "ranking-won",
            Column::Drawn => "ranking-drawn",
            Column::Lost => "ranking-lost",
            Column::Faults => "ranking-faults",
            Column::Byes => "ranking-byes",
            Column::Sonneborn => "ranking-sonneborn",
            Column::Buchholz => "ranking-buchholz",
            Column::Rating if intervals => "ranking-rating",
            Column::Rating => "ranking-rating-value-only",
        }
    }

    /// The sentence that explains it, if needed; that of `Won` explains the two that follow, too.
    pub const fn legend(self) -> Option<&'static str> {
        match self {
            Column::Place => Some("ranking-legend-place"),
            Column::Rencontres => Some("ranking-legend-rencontres"),
            Column::Won => Some("ranking-legend-won"),
            Column::Faults => Some("ranking-legend-faults"),
            Column::Byes => Some("ranking-legend-byes"),
            Column::Sonneborn => Some("ranking-legend-sonneborn"),
            Column::Buchholz => Some("ranking-legend-buchholz"),
            Column::Rating => Some("ranking-legend-rating"),
            Column::Rank | Column::Contestant | Column::Points | Column::Drawn | Column::Lost => None,
        }
    }

    /// A contestant's value in a numeric column.
    pub fn number(self, standing: &Standing) -> String {
        match self {
            Column::Rank => standing.rank.to_string(),
            Column::Place => standing.place.to_string(),
            Column::Points => standing.points.to_string(),
            Column::Rencontres => standing.rencontres.to_string(),
            Column::Won => standing.won.to_string(),
            Column::Drawn => standing.drawn.to_string(),
            Column::Lost => standing.lost.to_string(),
            Column::Faults => standing.faults.to_string(),
            Column::Byes => standing.byes.to_string(),
            Column::Sonneborn => Convention::spoken().number(&halves(standing.sonneborn_berger_doubled)),
            Column::Buchholz => standing.buchholz.to_string(),
            Column::Contestant | Column::Rating => String::new(),
        }
    }
}
