//! Whole championships with a referee that only throws dice: plan and store together, through the public interface.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use championnat::{
    Action, Archive, ChampionshipState, Config, ContestantId, EngineCheck, Forfeit, IncomingOutcome,
    IncomingPartie, IncomingRencontre, Intake, Key, Pairing, PartieResult, Plan, PlanSettings, PlannedStart,
    SeatSpec, Side, Store,
};
use jeux::Reason;

/// A small generator for the dice (xorshift), so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

fn config(folder: &Path, format: &str) -> Config {
    let engines = ["a", "b", "c"].map(|n| format!("[[concurrent]]\nnom = '{n}'\nmoteur = 'hasard'\n"));
    let network = ["d", "e"].map(|n| format!("[[concurrent]]\nnom = '{n}'\nmoteur = 'reseau'\n"));
    let text = format!("jeu = 'colonnes'\ngrace = 20\n{format}\n{}{}", engines.concat(), network.concat());
    Config::parse(&folder.join("mai.toml"), &text, &EngineCheck::by(|_, _| Ok(()))).unwrap()
}

/// The record of a rencontre with these results.
fn record(config: &Config, pairing: &Pairing, id: String, results: &[PartieResult]) -> IncomingRencontre {
    let partie = |result: &PartieResult| IncomingPartie {
        result: *result,
        detail: None,
        moves: vec![],
        waits: Default::default(),
    };
    IncomingRencontre {
        key: pairing.key,
        white: config.regulations.name(pairing.white).into(),
        black: config.regulations.name(pairing.black).into(),
        started_ms: 0,
        finished_ms: 0,
        outcome: IncomingOutcome::Finished(results.iter().map(partie).collect()),
        machine: None,
        json: format!("{{\"id\":\"{id}\"}}"),
        id,
    }
}

/// One life of the organiser's process.
struct Organiser<'a> {
    config: &'a Config,
    store: Store,
    plan: Plan,
    playing: Vec<PlannedStart>,
}

impl<'a> Organiser<'a> {
    fn start(config: &'a Config, files: &[IncomingRencontre], now: Duration) -> Organiser<'a> {
        let mut store = Store::open(&config.results, &config.regulations, &config.seats, &[]).unwrap();
        let report = store.take_all(files.iter().cloned()).unwrap();
        assert!(report.refused.is_empty() && report.duplicates.is_empty(), "{report:?}");
        let settings = PlanSettings {
            by_network: config.seats.iter().map(|seat| matches!(seat, SeatSpec::Network(_))).collect(),
            parties: config.regulations.parties,
            cores: vec![0, 1],
            simultaneous: config.simultaneous,
            ponder: config.ponder,
            grace: config.grace,
            next_grace: config.next_grace,
            replays: config.replays,
        };
        let results = store.known_results().clone();
        let plan = Plan::new(store.generator().clone(), settings, results, now).unwrap();
        Organiser { config, store, plan, playing: vec![] }
    }

    /// Writes the record file and takes it in.
    fn finish(&mut self, record: IncomingRencontre, files: &mut Vec<IncomingRencontre>) {
        files.push(record.clone());
        let Intake::New(result) = self.store.take(&record).unwrap() else { panic!("{} twice", record.key) };
        self.plan.finished(record.key, result).unwrap();
        assert_eq!(self.store.take(&record).unwrap(), Intake::Known);
    }

    /// Records that a game is given up.
    fn give_up(&mut self, attempt: IncomingRencontre, files: &mut Vec<IncomingRencontre>) {
        let outcome = IncomingOutcome::GivenUp(Reason::text("panne"));
        let id = format!("{}-abandon", attempt.id);
        let json = format!("{{\"id\":\"{id}\"}}");
        self.finish(IncomingRencontre { outcome, id, json, ..attempt }, files);
    }

    fn forfeit(&mut self, forfeit: &Forfeit, id: String, files: &mut Vec<IncomingRencontre>) {
        let record = record(self.config, &forfeit.pairing, id, &forfeit.result.parties);
        self.finish(record, files);
    }
}

/// Runs a championship to its end. The organiser's process dies again and again, with games under way whose records
/// may have been committed without having been taken in; contestants by network come and go.
fn run(config: &Config, dice: &mut Dice) -> BTreeMap<Key, String> {
    // What a folder of record files would hold.
    let mut files: Vec<IncomingRencontre> = vec![];
    let mut results: BTreeMap<Key, String> = BTreeMap::new();
    let mut number = 0;
    let mut now = Duration::ZERO;
    for _ in 0..500 {
        let mut organiser = Organiser::start(config, &files, now);
        let known: BTreeSet<Key> = organiser.store.known_results().keys().copied().collect();
        assert!(results.keys().all(|key| known.contains(key)), "what was finished stays");
        for _ in 0..dice.throw(40) {
            now += Duration::from_secs(dice.throw(4));
            organiser.plan.advance(now);
            // Somebody who is there already is refused; that is not what is tested here.
            let _ = organiser.plan.connected(ContestantId(3 + dice.throw(2) as u32));
            for action in organiser.plan.next_actions() {
                number += 1;
                match action {
                    Action::Start(start) => organiser.playing.push(start),
                    Action::Forfeit(forfeit) => organiser.forfeit(&forfeit, format!("f{number}"), &mut files),
                }
            }
            if !organiser.playing.is_empty() {
                let start = organiser.playing.remove(dice.throw(organiser.playing.len() as u64) as usize);
                let ends =
                    [PartieResult::Won(Side::White), PartieResult::Won(Side::Black), PartieResult::Drawn];
                let mut partie = || ends[dice.throw(3) as usize];
                number += 1;
                let played = record(config, &start.pairing, format!("r{number}"), &[partie(), partie()]);
                match dice.throw(10) {
                    // The referee's process has died without a word.
                    0 => {
                        let again = organiser.plan.interrupted(start.pairing.key);
                        assert_eq!(again, Ok(start.attempt < config.replays));
                        if again == Ok(false) {
                            organiser.give_up(played, &mut files);
                        }
                    }
                    // It has recorded that it was interrupted.
                    1 => {
                        let outcome = IncomingOutcome::Interrupted(Reason::text("panne"));
                        let record = IncomingRencontre { outcome, ..played };
                        files.push(record.clone());
                        assert_eq!(organiser.store.take(&record).unwrap(), Intake::Interrupted);
                        if !organiser.plan.interrupted(start.pairing.key).unwrap() {
                            organiser.give_up(record, &mut files);
                        }
                    }
                    // It has committed, and the organiser's process dies before it hears of it.
                    2 => {
                        files.push(played);
                        break;
                    }
                    _ => organiser.finish(played, &mut files),
                }
            }
            for key in organiser.store.known_results().keys().copied().collect::<Vec<_>>() {
                let json = organiser.store.record(key).unwrap().unwrap();
                // A result never changes once it is there.
                assert_eq!(results.entry(key).or_insert_with(|| json.clone()), &json);
            }
            if organiser.plan.state() == ChampionshipState::Finished {
                let counted = organiser.plan.results().clone();
                assert_eq!(organiser.store.results().unwrap(), counted);
                assert!(organiser.store.generator().next_round(&counted).is_empty());
                assert_eq!(organiser.store.known_games().count(), counted.len());
                drop(organiser);
                check_rebuild(config, files);
                return results;
            }
        }
    }
    panic!("it does not come to an end");
}

/// The records alone give the same championship.
fn check_rebuild(config: &Config, mut files: Vec<IncomingRencontre>) {
    let mut archive = Archive::open(&config.results).unwrap();
    let (results, ranking) = (archive.results().unwrap(), archive.ranking().unwrap());
    drop(archive);
    files.reverse();
    let (mut store, report) =
        Store::rebuild(&config.results, &config.regulations, &config.seats, &[], files).unwrap();
    assert!(report.refused.is_empty(), "{report:?}");
    assert_eq!(store.results().unwrap(), results);
    assert_eq!(store.ranking().unwrap(), ranking);
}

#[test]
fn every_game_has_exactly_one_result_whatever_happens() {
    for (format, expected) in [
        ("[format]\ntype = 'aller-retour'", 20..=20),
        ("[format]\ntype = 'suisse'\nrondes = 4", 8..=8),
        ("[format]\ntype = 'suisse'\nrondes = 3\nqualifies = 4\nprolongations = 1", 9..=32),
        ("[format]\ntype = 'elimination'\nprolongations = 1", 4..=16),
        ("[format]\ntype = 'elimination'\nprolongations = 1\nbarrages = 0", 4..=8),
        ("[format]\ntype = 'poules'\npoules = 2\nqualifies = 2\nprolongations = 1", 7..=16),
        ("[format]\ntype = 'aller-simple'\nbarrages = 2", 10..=30),
        ("[format]\ntype = 'defi'\nchampion = 'd'", 8..=8),
    ] {
        for seed in 1..=4 {
            let folder = tempfile::tempdir().unwrap();
            let config = config(folder.path(), format);
            let results = run(&config, &mut Dice(seed * 0x9e37_79b9));
            assert!(expected.contains(&results.len()), "{format}: {}", results.len());
        }
    }
}
