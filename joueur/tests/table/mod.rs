//! Two players under the referee.

use std::path::Path;
use std::time::Duration;

use arbitre::engine::{EngineSeat, EngineSpec, EngineStart, InstallPaths};
use arbitre::game::GameEntry;
use arbitre::match_loop::{Conditions, comes_from_load};
use arbitre::record::Record;
use arbitre::registry;
use arbitre::rencontre::{Contestant, Rencontre};
use confine::Policy;
use jeux::game::{Params, Partie};

/// How long a player may take for a move: far more than any takes that comes back at all.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How often a rencontre is played at most.
const TRIES: usize = 10;

/// The game of this name.
pub fn kind(name: &str) -> &'static GameEntry {
    registry::find(name).expect("a game")
}

/// Who sits at a table.
pub struct Table<'a> {
    /// The game.
    pub kind: &'static GameEntry,
    /// The engines as people name them, in place 0 and 1.
    pub specs: [&'a str; 2],
    /// What its games begin with.
    pub setup: Params,
    /// Its games.
    pub parties: &'a [Partie],
    /// The time for a move.
    pub time: Duration,
}

/// As a championship has it, with as much memory as the hosts of libraries allow.
pub fn policy() -> Policy {
    let mut policy = Policy::default();
    policy.limits.memory_mib = 4096;
    policy
}

/// How `--moteur` names a library.
pub fn so(library: &Path) -> String {
    format!("so:{}", library.display())
}

impl Table<'_> {
    /// Plays; again, as in a championship, where a player was late because others had the processors.
    pub fn play(&self) -> Record {
        let fair = |record: &Record| !record.interrupted.as_ref().is_some_and(comes_from_load);
        let mut records = (0..TRIES).map(|_| self.attempt());
        records.find(fair).expect("a machine with less to do")
    }

    fn attempt(&self) -> Record {
        let places = InstallPaths::beside_this_program().expect("this program");
        let [mut one, mut other] = self.specs.map(|spec| {
            let spec: EngineSpec = spec.parse().expect("a spec");
            let places = places.clone();
            let start = move || EngineStart::new(&spec, self.kind, &places, &policy()).run();
            EngineSeat::new(None, Box::new(start), Duration::ZERO)
        });
        let contestants =
            ["zero", "one"].map(|name| Contestant { name: name.to_owned(), from: "here".to_owned() });
        let rencontre = Rencontre {
            kind: self.kind,
            id: "essai",
            contestants: &contestants,
            setup: &self.setup,
            parties: self.parties,
            judged: true,
            scheduled: None,
            before: None,
        };
        let conditions = Conditions { time: Some(self.time), interrupt: None };
        let record = rencontre.referee([&mut one, &mut other], conditions, &mut ()).expect("a record");
        arbitre::replay::verify(&record).expect("the rules agree with the record");
        record
    }
}
