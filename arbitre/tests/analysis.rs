//! What positions are worth, asked of the program `moteur` as pages ask it: confined, bounded, taken for a stranger.

mod seats;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arbitre::analysis::{AnalysisError, Analyst, Blunder, Value, review};
use arbitre::engine::InstallPaths;
use arbitre::notes::Marker;
use arbitre::registry::{self, GAMES};
use confine::Level;
use ipc::wait::Deadline;
use jeux::Reason;
use jeux::game::Params;
use tempfile::TempDir;
use testing::{PATIENCE, executable, until};

use seats::referee;

const TIME: Duration = Duration::from_millis(300);

/// Our programs, and the launcher of this crate's tests.
fn places() -> InstallPaths {
    let beside = InstallPaths::beside_this_program().expect("a folder");
    assert!(beside.program("moteur").is_ok(), "cargo build first");
    InstallPaths { launcher: env!("CARGO_BIN_EXE_launcher").into(), ..beside }
}

/// Where the solution is kept for these tests.
fn table() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("colonnes.table")
}

fn analyst() -> Analyst {
    Analyst::new(places(), Level::Ordinary, Some(&table()))
}

#[test]
fn an_analyst_works_on_any_thread() {
    fn on_any_thread<T: Send + 'static>(_: &T) {}
    on_any_thread(&analyst());
}

#[test]
fn records_of_every_game_are_analysed() {
    let mut analyst = analyst();
    for kind in GAMES {
        let record = referee(kind, 5, kind.single);
        let analyses = analyst.record(&record, TIME).unwrap_or_else(|why| panic!("{}: {why:?}", kind.name));
        assert!(kind.is_analysed(), "{}", kind.name);
        let first = analyses.first().and_then(|game| game.first()).expect("a position");
        match &first.opinion {
            Some(opinion) => assert_eq!(Some(opinion.engine.as_str()), kind.weighed_by),
            None => assert!(first.value.is_some(), "{}: a value or an opinion", kind.name),
        }
        let review = review(&record, &analyses);
        for (partie, reviewed) in record.parties.iter().zip(&review.parties) {
            assert_eq!(reviewed.len(), partie.moves.len(), "{}", kind.name);
            assert!(reviewed.iter().all(Option::is_some), "{}: every move is legal", kind.name);
        }
        // Those who play by chance are found fault with.
        let faults = review.parties.iter().flatten().flatten().filter(|reviewed| !reviewed.should.is_empty());
        assert!(faults.count() > 0, "{}", kind.name);
    }
}

#[test]
fn accuracy_is_what_the_marks_say() {
    let kind = registry::find("colonnes").expect("the solved game");
    let (mut analyst, mut marker) = (analyst(), Marker::new("fr", Some(&table())));
    let mut totals = [[0; 6]; 2];
    let mut blunders = 0;
    for seed in 1..8 {
        let mut record = referee(kind, seed, false);
        if seed == 7 {
            // A move that was none is nobody's mark.
            let partie = record.parties.last_mut().expect("a game");
            let mut illegal = partie.moves.last().expect("a move").clone();
            (illegal.text, illegal.verdict) = ("A1-C3".into(), protocol::verdict::Validity::Triche);
            partie.moves.pop();
            partie.moves.push(illegal);
        }
        let text = marker.mark(&record).expect("marks");
        let analyses = analyst.record(&record, Duration::ZERO).expect("values");
        let review = review(&record, &analyses);
        for (total, marks) in totals.iter_mut().zip(review.players) {
            let marks: [u32; 6] = marks.into();
            total.iter_mut().zip(marks).for_each(|(total, marks)| *total += marks);
        }
        for reviewed in
            review.parties.iter().flatten().flatten().filter(|reviewed| reviewed.blunder.is_some())
        {
            blunders += 1;
            let (before, after) = (reviewed.before.expect("a value"), reviewed.after.expect("a value"));
            assert_eq!(Blunder::of(before, after), reviewed.blunder);
            // The same moves, in the same order of worth, as in the notes.
            assert!(text.contains(reviewed.should.first().expect("something better")), "{text}");
        }
        let said = text.lines().filter(|line| line.contains("au lieu de")).count();
        let found = review.parties.iter().flatten().flatten().filter(|one| one.blunder.is_some()).count();
        assert_eq!(found, said, "{text}");
    }
    assert!(blunders > 10, "{blunders}");
    for (name, marks) in marker.totals() {
        let place = usize::from(name == "Blaise");
        assert_eq!(<[u32; 6]>::from(marks), totals[place], "{name}");
    }
}

#[test]
fn a_position_is_explored_from_anywhere() {
    let (mut analyst, kind) = (analyst(), registry::find("colonnes").expect("the solved game"));
    let moves = ["A1", "B2", "A1", "B2"].map(str::to_owned);
    let analysis = analyst.position(kind, &Params::new(), &moves, TIME).expect("values");
    assert_eq!((analysis.value, analysis.best.as_slice()), (Some(Value::Win(1)), &["A1".to_owned()][..]));
    assert_eq!(analysis.line, ["A1"]);
    // A mistake of who asks is told, and the process goes on.
    let wrong = ["A1-A2".to_owned()];
    let refused = analyst.position(kind, &Params::new(), &wrong, TIME).expect_err("no move");
    let AnalysisError::Unanswerable(refused) = refused else { panic!("{refused:?}") };
    assert_eq!((refused.code.as_str(), refused.args[0].as_str()), ("analysis-move", "1"));
    let whole = analyst.game(kind, &Params::new(), &moves, TIME).expect("values");
    assert_eq!((whole.len(), whole.last()), (5, Some(&analysis)));
}

/// Without a place where the solution could be kept it is computed within the confinement.
#[test]
fn a_table_that_cannot_be_kept_is_computed_anew() {
    let nowhere = Path::new("/dev/null/table");
    let mut analyst = Analyst::new(places(), Level::Ordinary, Some(nowhere)).patient(PATIENCE, PATIENCE);
    let kind = registry::find("colonnes").expect("the solved game");
    assert!(analyst.position(kind, &Params::new(), &[], TIME).is_ok_and(|found| found.best.len() == 9));
}

/// A folder with a program in the place of `moteur`.
fn stand_in(script: &str) -> (TempDir, Analyst) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let program = folder.path().join("moteur");
    executable::script(&program, script);
    let places = InstallPaths { folder: folder.path().to_owned(), ..places() };
    let soon = Duration::from_millis(300);
    let analyst = Analyst::new(places, Level::Ordinary, None).patient(soon, Duration::from_secs(60));
    (folder, analyst)
}

fn asked(analyst: &mut Analyst) -> Result<usize, AnalysisError> {
    let kind = registry::find("morpion").expect("a game");
    analyst.game(kind, &Params::new(), &[], Duration::ZERO).map(|analyses| analyses.len())
}

#[test]
fn what_hangs_is_killed_and_started_again() {
    // The first answer comes; the second never does.
    let (_folder, mut analyst) = stand_in("read line\necho '{\"analyses\":[{}]}'\nread line\nsleep 1000");
    for _ in 0..2 {
        assert_eq!(asked(&mut analyst), Ok(1));
        assert_eq!(asked(&mut analyst), Err(AnalysisError::Failed(Reason::new("analysis-late"))));
    }
}

#[test]
fn at_its_deadline_a_question_ends_with_the_games_that_it_has() {
    let kind = registry::find("morpion").expect("a game");
    let games = vec![(Params::new(), Vec::new()); 3];
    let (_folder, analyst) = stand_in("read line\necho '{\"analyses\":[{}]}'\nread line\nsleep 1000");
    let mut analyst = analyst.patient(Duration::from_secs(1000), Duration::ZERO);
    let soon = |limit| Deadline::after(Instant::now(), Some(limit));
    analyst.end_at(soon(Duration::from_secs(5)), Arc::default());
    let found = analyst.games(kind, &games, Duration::ZERO).expect("the first game");
    assert_eq!(found.len(), 1);
    // Nothing is begun after the deadline, nor once it is stopped.
    let late = Err(AnalysisError::Failed(Reason::new("analysis-late")));
    assert_eq!(analyst.games(kind, &games, Duration::ZERO), late);
    analyst.end_at(Deadline::NEVER, Arc::new(AtomicBool::new(true)));
    assert_eq!(analyst.games(kind, &games, Duration::ZERO), late);
}

#[test]
fn what_nobody_waits_for_is_stopped() {
    let (folder, analyst) = stand_in("read line\nsleep 1000");
    let mut analyst = analyst.patient(Duration::from_secs(1000), Duration::ZERO);
    let stopped = Arc::new(AtomicBool::new(false));
    analyst.end_at(Deadline::NEVER, stopped.clone());
    let asking = std::thread::spawn(move || asked(&mut analyst));
    // Its launcher has its path in its command line.
    let path = folder.path().to_string_lossy().into_owned();
    until("the process", || {
        let processes = std::fs::read_dir("/proc").expect("processes").flatten();
        let commands = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
        commands.into_iter().any(|command| String::from_utf8_lossy(&command).contains(&path))
    });
    stopped.store(true, Ordering::Relaxed);
    let late = Err(AnalysisError::Failed(Reason::new("analysis-late")));
    assert_eq!(asking.join().expect("an answer"), late);
}

/// The niceness and the policy of a process, in a line of `/proc/PID/stat`.
fn priority(stat: &str) -> [&str; 2] {
    let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split_whitespace().collect();
    [fields[16], fields[38]]
}

#[test]
fn analysts_have_the_lowest_priority() {
    // SCHED_IDLE is 5.
    let lowest = ["19", "5"];
    let script = "case $3 in --preparer) cat /proc/self/stat > $0.stat; echo /dev/null; exit;; esac\n\
                  read line; read stat < /proc/self/stat; read group < /proc/self/autogroup\n\
                  echo \"{\\\"error\\\":{\\\"code\\\":\\\"text\\\",\\\"args\\\":[\\\"$stat\\\",\\\"$group\\\"]}}\"; read line";
    let (folder, mut analyst) = stand_in(script);
    let kind = registry::find("colonnes").expect("the solved game");
    let answer = analyst.game(kind, &Params::new(), &[], Duration::ZERO).expect_err("no analysis");
    let AnalysisError::Unanswerable(said) = answer else { panic!("{answer:?}") };
    assert_eq!(priority(&said.args[0]), lowest);
    // Not every kernel shares its processors between sessions.
    assert!(said.args[1].is_empty() || said.args[1].ends_with("nice 19"), "{said:?}");
    let prepared = std::fs::read_to_string(folder.path().join("moteur.stat")).expect("its priority");
    assert_eq!(priority(&prepared), lowest);
}

#[test]
fn what_is_strange_is_not_believed() {
    let analysis = |inside: &str| format!("read line; echo '{{\"analyses\":[{inside}]}}'; sleep 1000");
    for script in [
        "read line; echo rien; sleep 1000".to_owned(),
        "read line; yes '{' ; sleep 1000".to_owned(),
        "read line; head -c 6000000 /dev/zero; sleep 1000".to_owned(),
        "read line; printf '{\"analyses\":[{}]}\\n{\"analyses\":[{}]}\\n'; sleep 1000".to_owned(),
        r#"read line; printf '{"error":{"code":"text","args":["a\\nb"]}}\n'; sleep 1000"#.to_owned(),
        analysis(""),
        analysis("{},{}"),
        analysis(r#"{"mover":2}"#),
        analysis(r#"{"best":["\u001b[2J"]}"#),
        analysis(r#"{"moves":[{"move":"A1","score":1e999}]}"#),
        analysis(r#"{"value":{"win":-1}}"#),
    ] {
        let (_folder, mut analyst) = stand_in(&script);
        assert_eq!(
            asked(&mut analyst),
            Err(AnalysisError::Failed(Reason::new("analysis-strange"))),
            "{script}"
        );
    }
    let (_folder, mut analyst) = stand_in("exit 3");
    let why = asked(&mut analyst).map_err(Reason::from).expect_err("it has ended");
    assert_eq!(why, Reason::new("analysis-ended").because(Reason::new("engine-exit").with(3)));
}
