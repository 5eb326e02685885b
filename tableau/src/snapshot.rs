//! What a championship looked like when it was read.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use championnat::{
    Archive, FaultLine, Interruption, Key, LatencySummary, Message, Pairing, Ranking, Regulations, Results,
    Round, StoreError, Times,
};

use crate::history::History;
use crate::kept::Kept;

/// How many have been read.
static READ: AtomicU64 = AtomicU64::new(1);

/// A championship at a moment.
pub struct Snapshot {
    /// Its regulations.
    pub regulations: Regulations,
    /// The ranking.
    pub ranking: Ranking,
    /// All results.
    pub results: Results,
    /// Every round that the results determine, by ascending number.
    pub rounds: Vec<Round>,
    /// The rencontres that are in its schedule, by ascending key.
    pub schedule: Vec<Pairing>,
    /// How many rencontres it will have, as far as anybody can know.
    pub expected: u64,
    /// Every disqualification that the records tell of: see [`Archive::faults`].
    pub faults: Vec<FaultLine>,
    /// What the server interrupted.
    pub interruptions: Vec<Interruption>,
    /// The referee's own delay.
    pub latencies: Option<LatencySummary>,
    /// The engines, by [`ContestantId::index`](championnat::ContestantId::index); none of those by network.
    pub engines: Vec<Option<String>>,
    /// Nothing is left to be played.
    pub over: bool,
    /// When the rencontres were played.
    pub times: BTreeMap<Key, Times>,
    /// The course of the championship.
    pub history: History,
    /// What each round is called where it has a name, by its number; in the order of [`Snapshot::rounds`].
    pub round_names: Vec<Option<Message>>,
    /// A number that no other one of this process has.
    pub number: u64,
    /// Pieces of pages about it.
    pub kept: Kept,
}

impl Snapshot {
    /// Reads a store.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(archive: &mut Archive) -> Result<Self, StoreError> {
        let ranking = archive.ranking()?;
        let results = archive.results()?;
        let regulations = archive.regulations().clone();
        let schedule = regulations.schedule()?;
        let rounds = schedule.rounds(&results);
        let times = archive.times()?;
        let name = |round: &Round| schedule.stage_of(round.pairings.first()?, &results);
        let played = |round: &Round| round.pairings.iter().all(|pairing| results.contains_key(&pairing.key));
        Ok(Snapshot {
            over: rounds.iter().all(played),
            expected: schedule.expected_rencontres().max(results.len() as u64),
            schedule: archive.schedule()?,
            faults: archive.faults()?,
            interruptions: archive.interruptions()?,
            latencies: archive.latencies()?,
            engines: archive.engines()?,
            history: History::of(&regulations, &results, &rounds, &times, &ranking),
            round_names: rounds.iter().map(name).collect(),
            number: READ.fetch_add(1, Ordering::Relaxed),
            kept: Kept::default(),
            times,
            rounds,
            regulations,
            ranking,
            results,
        })
    }

    /// How many rencontres have a result, or were given up.
    pub fn played(&self) -> u64 {
        self.results.len() as u64
    }

    /// The title of the game, or its name where the program does not know it.
    pub fn title(&self) -> &str {
        arbitre::registry::find(&self.regulations.game).map_or(&self.regulations.game, |kind| kind.title)
    }
}
