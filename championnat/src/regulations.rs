//! What decides schedule and ranking; fixed once a championship has begun.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::{ContestantId, RencontreResult, Results};
use crate::points::Points;
use crate::ranking::{Contest, Ranking, standings};
use crate::schedule::{Format, Order, Schedule, ScheduleError, ScheduleSettings};

/// The regulations of a championship: together with the results they determine the schedule and the ranking. The
/// store keeps them, and refuses to go on with others. What may change between two starts (engines, secrets,
/// number of rencontres at once) is not among them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Regulations {
    /// The game, as in the engine protocol: `colonnes`.
    pub game: String,
    /// The parameters of the game.
    pub parameters: BTreeMap<String, String>,
    /// How many parties a rencontre of this game has (Colonnes: 2, aller and retour).
    pub parties: u32,
    /// Milliseconds for a move; 0 for no limit.
    pub time_ms: u64,
    /// The names of the contestants, by [`ContestantId::index`].
    pub contestants: Vec<String>,
    /// The format.
    pub format: Format,
    /// The order of entry.
    pub order: Order,
    /// The seed of the draw.
    pub seed: u64,
    /// The scale of points.
    pub points: Points,
}

impl Regulations {
    /// The schedule.
    ///
    /// # Errors
    /// The format is impossible with these contestants.
    pub fn schedule(&self) -> Result<Schedule, ScheduleError> {
        let Regulations { order, seed, points, parties, .. } = *self;
        Schedule::new(self.format, self.contestants.len(), ScheduleSettings { order, seed, points, parties })
    }

    /// The contestant of this name.
    pub fn contestant(&self, name: &str) -> Option<ContestantId> {
        self.contestants.iter().position(|other| other == name).map(|i| ContestantId(i as u32))
    }

    /// The name of a contestant.
    pub fn name(&self, contestant: ContestantId) -> &str {
        self.contestants.get(contestant.index()).map_or("?", String::as_str)
    }

    /// The ranking after these results.
    ///
    /// # Errors
    /// The format is impossible with these contestants.
    pub fn ranking(&self, results: &Results) -> Result<Ranking, ScheduleError> {
        let schedule = self.schedule()?;
        let contestants: Vec<_> = ContestantId::all(self.contestants.len()).collect();
        let known = |result: &&RencontreResult| {
            result.white.index() < contestants.len() && result.black.index() < contestants.len()
        };
        let results_list: Vec<_> = results.values().filter(known).collect();
        let byes = match self.format {
            Format::Swiss { .. } => schedule.rounds(results).iter().filter_map(|round| round.bye).collect(),
            _ => vec![],
        };
        let standings = standings(&Contest {
            contestants: &contestants,
            results: results_list.clone(),
            byes,
            places: schedule.places(results),
            points: &self.points,
            parties: self.parties,
        });
        Ok(Ranking::new(standings, &self.contestants, &results_list, &self.points))
    }

    /// In which parts these regulations and others differ, in words for the organiser.
    pub fn differences(&self, other: &Regulations) -> Vec<&'static str> {
        let parts = [
            (self.game != other.game, "le jeu"),
            (self.parameters != other.parameters || self.parties != other.parties, "les paramètres du jeu"),
            (self.time_ms != other.time_ms, "le temps par coup"),
            (self.contestants != other.contestants, "les concurrents"),
            (self.format != other.format, "le format"),
            (self.order != other.order, "l'ordre d'entrée"),
            (self.seed != other.seed, "la graine"),
            (self.points != other.points, "les points"),
        ];
        parts.into_iter().filter(|(differs, _)| *differs).map(|(_, part)| part).collect()
    }
}
