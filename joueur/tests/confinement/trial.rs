//! A match between a hostile engine and an honest one.

use jeux::Slot;
use std::time::Duration;

use arbitre::engine::{EngineHost, EngineSeat, EngineSpec, EngineStart, InstallPaths};
use arbitre::game::GameEntry;
use arbitre::match_loop::Conditions;
use arbitre::record::{Record, ResultRecord};
use arbitre::registry;
use arbitre::rencontre::{Contestant, Rencontre};
use confine::{Layer, Level, Limits, Means, Policy, Survey};
use jeux::game::Params;
use protocol::Termination;
use tempfile::TempDir;

use crate::build::Moteur;
use crate::remains;

/// How long a player may take for a move: far more than any takes that comes back at all.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How an engine ends that has done what it should not have been able to do.
const SUCCEEDED: &str = "engine-exit: 42";

/// The game that needs least of an engine: any colour may be played at any time.
pub fn game() -> &'static GameEntry {
    registry::find("sept-couleurs").expect("a game")
}

/// A small board, on which a game ends soon.
pub fn setup() -> Params {
    let given = [("L", "4"), ("H", "4"), ("inutiles", "6")];
    let given = given.map(|(key, value)| (key.to_owned(), value.to_owned()));
    game().draw(&given.into(), 1).expect("a setup")
}

/// A confinement that is soon full.
pub fn ordinary() -> Policy {
    let limits = Limits { memory_mib: 256, processes: 32, disk_mib: 8, network: false, without_rules: false };
    Policy { level: Level::Ordinary, limits, ..Policy::default() }
}

/// Where the programs are.
pub fn places() -> InstallPaths {
    InstallPaths::beside_this_program().expect("this program")
}

/// What this machine can do.
pub fn here() -> &'static Survey {
    confine::survey(&places().launcher).expect("a survey")
}

/// Plays both games between these engines; the record agrees with the rules.
pub fn referee(specs: [&str; 2], policy: &Policy, time: Duration) -> Record {
    between(specs.map(|spec| seat(None, spec, policy)), time)
}

/// The seat of an engine, which may run already.
pub fn seat<'a>(running: Option<EngineHost>, spec: &str, policy: &'a Policy) -> EngineSeat<'a> {
    let spec: EngineSpec = spec.parse().expect("a spec");
    let start = move || EngineStart::new(&spec, game(), &places(), policy).run();
    EngineSeat::new(running, Box::new(start), Duration::ZERO).pondering(false)
}

/// The same between these seats.
pub fn between([mut one, mut other]: [EngineSeat<'_>; 2], time: Duration) -> Record {
    let contestants =
        ["hostile", "honest"].map(|name| Contestant { name: name.to_owned(), from: "here".to_owned() });
    let rencontre = Rencontre {
        kind: game(),
        id: "essai",
        contestants: &contestants,
        setup: &setup(),
        parties: game().parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    let conditions = Conditions { time: Some(time), interrupt: None };
    let record = rencontre.referee([&mut one, &mut other], conditions, &mut ()).expect("a record");
    arbitre::replay::verify(&record).expect("the rules agree with the record");
    record
}

/// A match that is about to be played: the hostile engine is in place 0, and makes the first move of one game of two.
pub struct Essai {
    /// The hostile engine.
    pub hostile: Moteur,
    /// Its opponent.
    pub honest: Moteur,
    /// Before the program, of one that another one runs.
    pub runner: String,
    /// What the program is told.
    pub words: Vec<String>,
    /// How both are confined.
    pub policy: Policy,
    /// Where an engine is that is not confined.
    pub here: TempDir,
    /// For each move.
    pub time: Duration,
}

/// Means that many machines do not have: those that come with a user namespace, and the newest of Landlock.
pub const WITHOUT_NAMESPACES: [Means; 5] =
    [Means::UserNamespace, Means::PidNamespace, Means::Root, Means::NetworkNamespace, Means::LandlockScope];

impl Essai {
    /// With the engine of this source.
    pub fn new(name: &str) -> Self {
        Essai {
            hostile: Moteur::new(name),
            honest: Moteur::new("honnete"),
            runner: String::new(),
            words: Vec::new(),
            policy: ordinary(),
            here: tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder"),
            time: PATIENCE,
        }
    }

    /// Against this opponent.
    #[must_use]
    pub fn against(mut self, name: &str) -> Self {
        self.honest = Moteur::new(name);
        self
    }

    /// The engine is told this.
    #[must_use]
    pub fn told<T: ToString>(mut self, words: impl IntoIterator<Item = T>) -> Self {
        self.words.extend(words.into_iter().map(|word| word.to_string()));
        self
    }

    /// Another program runs it.
    #[must_use]
    pub fn run_by(mut self, runner: &str) -> Self {
        runner.clone_into(&mut self.runner);
        self
    }

    /// Both are confined like this.
    #[must_use]
    pub fn under(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Neither is confined.
    #[must_use]
    pub fn unconfined(self) -> Self {
        self.under(Policy::none())
    }

    /// How `--moteur` names the hostile engine, which is told its words.
    pub fn spec(&self) -> String {
        let here = self.here.path().display();
        let before = match self.policy.level {
            Level::None => format!("cd {here} && TMPDIR={here} HOME={here} {}", self.runner),
            _ => self.runner.clone(),
        };
        let program = self.hostile.program.display();
        self.hostile.tell(&self.words);
        let words = match self.runner.as_str() {
            "" | "exec" => String::new(),
            // It does not look into the file.
            _ => self.words.join(" "),
        };
        let command = format!("{before} {program} {words}");
        format!("pipe:{}", command.trim())
    }

    /// Plays both games; the record agrees with the rules.
    pub fn play(&self) -> Record {
        self.beware();
        referee([&self.spec(), &self.honest.spec()], &self.policy, self.time)
    }

    /// A confinement that does not confine would let an engine harm whoever tests it: an honest one is asked first.
    fn beware(&self) {
        if self.policy.level == Level::Ordinary {
            let (spec, places) = (self.honest.spec().parse().expect("a spec"), places());
            let mut host = EngineStart::new(&spec, game(), &places, &self.policy).run().expect("started");
            let held = host.confinement().expect("confined").layers;
            for layer in [Layer::Life, Layer::Files, Layer::Resources] {
                assert!(held.contains_key(&layer), "{layer:?}: {held:?}");
            }
        }
    }

    /// Both games have come to their end, and this is how.
    pub fn results(&self) -> Vec<ResultRecord> {
        let record = self.play();
        assert_eq!(record.interrupted, None, "{record:?}");
        assert_eq!(record.parties.len(), game().parties.len(), "{record:?}");
        record.parties.into_iter().map(|partie| partie.result).collect()
    }

    /// It loses both games by a verdict that begins like this; what the verdicts say.
    fn loses_by(&self, said: &str) -> Vec<String> {
        let told = self.results().into_iter().map(|result| {
            let (told, detail) =
                (format!("{result:?}"), result.detail.as_ref().map(ToString::to_string).unwrap_or_default());
            assert_eq!(result.termination, Termination::Crash, "{told}");
            assert_eq!((result.charged, result.winner), (Some(Slot::Zero), Some(Slot::One)), "{told}");
            let rest = detail.strip_prefix("engine-ended: ").and_then(|detail| detail.strip_prefix(said));
            assert!(rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("; ")), "{told}");
            detail
        });
        told.collect()
    }

    /// It loses both games by a verdict that begins like this, and nothing of it is left.
    pub fn ends_by(&self, said: &str) {
        self.loses_by(said);
        self.nothing_left();
    }

    /// It plays on: both games end on the board, and nothing of it is left.
    pub fn plays_on(&self) {
        for result in self.results() {
            assert!(matches!(result.termination, Termination::Win | Termination::Draw), "{result:?}");
            assert_eq!(result.charged, None, "{result:?}");
        }
        self.nothing_left();
    }

    /// It does what it is here for, and says so in these words; what it leaves behind is no process.
    pub fn succeeds(&self, said: &str) {
        for detail in self.loses_by(SUCCEEDED) {
            assert!(detail.contains(said), "{detail}");
        }
        assert!(testing::happens(|| remains::processes(&self.hostile).is_empty()));
    }

    /// Nothing is left of either of them.
    pub fn nothing_left(&self) {
        remains::nothing(&self.hostile);
        remains::nothing(&self.honest);
    }
}
