//! Engines start before the clock of any move; one that does not start in time is its player's fault, never the referee's.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use arbitre::engine::{EngineHost, EngineSeat, EngineSpec, EngineStart, InstallPaths, StartError};
use arbitre::game::GameEntry;
use arbitre::judge::Coup;
use arbitre::match_loop::Conditions;
use arbitre::record::Record;
use arbitre::rencontre::{Contestant, Observer, Rencontre};
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use arbitre::{registry, replay};
use confine::Policy;
use jeux::game::Params;
use jeux::{Reason, Slot};
use protocol::Termination;
use testing::PATIENCE;

/// What happens, in order.
type Events = RefCell<Vec<&'static str>>;

fn kind() -> &'static GameEntry {
    registry::find("morpion").expect("a game")
}

/// Starts an engine that is this shell command.
fn engine(command: &str, bound: Duration) -> Result<EngineHost, StartError> {
    let launcher = env!("CARGO_BIN_EXE_launcher").into();
    let places = InstallPaths { folder: PathBuf::new(), java: None, launcher };
    let (spec, policy) = (EngineSpec::Pipe(command.into()), Policy::none());
    EngineStart { bound, ..EngineStart::new(&spec, kind(), &places, &policy) }.run()
}

/// Plays the cells of one line, and tells what happens to it.
struct Line<'a> {
    cells: [&'static str; 3],
    made: usize,
    only_answers: bool,
    events: &'a Events,
}

impl Seat for Line<'_> {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), NoMove> {
        self.made = 0;
        self.events.borrow_mut().push("begins");
        Ok(())
    }

    fn hears_only_answers(&self) -> bool {
        self.only_answers
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
        self.events.borrow_mut().push("chooses");
        self.made += 1;
        Ok(Answer { coup: Coup::said(self.cells[self.made - 1]), at: Instant::now() })
    }

    fn tell_own(&mut self, _ruling: &Ruling) {}

    fn tell_opponent(&mut self, _ruling: &Ruling) {}
}

/// Keeps the record that is to be committed.
struct Keeper(Option<Record>);

impl Observer for Keeper {
    fn ended(&mut self, record: &Record) -> bool {
        self.0 = Some(record.clone());
        true
    }
}

/// Referees a rencontre; the first place has the line of A, whatever sits in the second.
fn referee(second: &mut EngineSeat<'_>, events: &Events) -> Record {
    against(Line { cells: ["A1", "A2", "A3"], made: 0, only_answers: false, events }, second)
}

fn against(mut first: Line<'_>, second: &mut EngineSeat<'_>) -> Record {
    let contestant = |name: &str| Contestant { name: name.into(), from: "ici".into() };
    let contestants = [contestant("Ada"), contestant("Blaise")];
    let rencontre = Rencontre {
        kind: kind(),
        id: "essai",
        contestants: &contestants,
        setup: &Params::new(),
        parties: kind().parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    let conditions = Conditions { time: Some(Duration::from_secs(60)), interrupt: None };
    let mut keeper = Keeper(None);
    let record = rencontre.referee([&mut first, second], conditions, &mut keeper).expect("a setup");
    assert_eq!(keeper.0.as_ref(), Some(&record), "committed before the end is told");
    replay::verify(&record).expect("what was refereed follows from the rules");
    record
}

/// Takes C1, C2 and C3, then starts again with each game.
const GOOD: &str = "echo engine 1 bon
    while read -r word rest; do
        case $word in
            game) n=0 ;;
            go) n=$((n + 1)); echo move C$n ;;
        esac
    done";

#[test]
fn engines_start_before_anybodys_clock_runs() {
    let events = Events::default();
    let begin = || {
        events.borrow_mut().push("starts");
        engine(GOOD, PATIENCE)
    };
    let record = referee(&mut EngineSeat::new(None, Box::new(begin), Duration::ZERO), &events);
    let winners: Vec<_> = record.parties.iter().map(|partie| partie.result.winner).collect();
    assert_eq!(winners, [Some(Slot::Zero), Some(Slot::One)], "whoever begins has three first");
    let before: Vec<_> = events.borrow().iter().copied().take_while(|event| *event != "chooses").collect();
    assert_eq!(before, ["begins", "starts"]);
    assert_eq!(events.borrow().iter().filter(|event| **event == "starts").count(), 1, "it serves again");
}

#[test]
fn an_engine_that_does_not_start_in_time_loses() {
    let events = Events::default();
    let begin = || engine("exec sleep 1000", Duration::from_millis(50));
    let record = referee(&mut EngineSeat::new(None, Box::new(begin), Duration::ZERO), &events);
    assert_eq!((record.parties.len(), record.interrupted), (2, None));
    for partie in &record.parties {
        let result = &partie.result;
        assert_eq!((result.termination, result.charged), (Termination::Crash, Some(Slot::One)));
        // What it did meanwhile is the cause.
        assert_eq!(result.detail.as_ref().map(|why| why.code.as_str()), Some("engine-silent"));
    }
    assert!(!events.borrow().contains(&"chooses"), "nobody had to move");
}

/// A client of Colonnes would take the news for the answer to its first move.
#[test]
fn who_hears_only_answers_moves_before_he_wins() {
    let events = Events::default();
    let begin = || engine("exit 3", PATIENCE);
    let line = Line { cells: ["A1", "A2", "A3"], made: 0, only_answers: true, events: &events };
    let record = against(line, &mut EngineSeat::new(None, Box::new(begin), Duration::ZERO));
    let told: Vec<_> =
        record.parties.iter().map(|partie| (partie.moves.len(), partie.result.charged)).collect();
    assert_eq!(told, [(1, Some(Slot::One)), (0, Some(Slot::One))]);
}

/// Whatever it writes, the error says it with its end, unless its log does.
#[test]
fn what_an_engine_writes_before_it_ends_is_told() {
    let ended = |command: &str| match engine(command, PATIENCE) {
        Err(error) => Reason::from(&error).to_string(),
        Ok(_) => "it started".to_owned(),
    };
    for (command, told) in [
        ("echo bonjour", "engine-ended: engine-instead: 0; engine-no-message: bonjour"),
        ("echo usage; exit 2", "engine-ended: engine-instead: 2; engine-no-message: usage"),
        ("echo bonjour; echo hum >&2", "engine-ended: engine-instead: 0; hum; engine-no-message: bonjour"),
        ("echo bonjour; echo IndexError >&2; exit 1", "engine-ended: engine-exit: 1; IndexError"),
        ("echo bonjour; kill -SEGV $$", "engine-ended: engine-killed: SIGSEGV"),
        ("exit 3", "engine-ended: engine-exit: 3"),
    ] {
        assert_eq!(ended(command), told, "{command}");
    }
}

/// It loses the game in which it dies, and the next one because it does not come back: the rencontre is complete.
#[test]
fn an_engine_that_dies_and_restarts_slowly_loses() {
    let events = Events::default();
    let dies = "echo engine 1 fragile; while read -r word rest; do [ $word = go ] && exit 7; done";
    let host = engine(dies, PATIENCE).expect("it starts");
    let begin = || engine("exec sleep 1000", Duration::from_millis(50));
    let record = referee(&mut EngineSeat::new(Some(host), Box::new(begin), Duration::ZERO), &events);
    assert_eq!((record.parties.len(), record.interrupted), (2, None));
    let details = record.parties.iter().map(|partie| {
        assert_eq!((partie.result.termination, partie.result.charged), (Termination::Crash, Some(Slot::One)));
        partie.result.detail.clone().expect("why")
    });
    let details: Vec<Reason> = details.collect();
    assert_eq!(details[0], Reason::new("engine-ended").because(Reason::new("engine-exit").with(7)));
    assert_eq!(details[1].code, "engine-silent");
}
