//! A ladder under way without hosts: what it decides, and what a restart finds.

use std::fs;
use std::path::Path;

use echelle::spool::Wish;
use echelle::{Class, PartieLine, Stage};
use protocol::Termination;

use super::*;

/// A ladder with two students.
fn folder(home: &Path) -> Folder {
    let folder = Folder::new(home, "mai").unwrap();
    fs::create_dir_all(folder.path()).unwrap();
    let people = championnat::people(b"nom\nAna\nBob\n").unwrap().0;
    let mut class = Class::default();
    class.add(&people).unwrap();
    class.write(&folder.class()).unwrap();
    fs::write(folder.settings(), "jeu = \"colonnes\"\n").unwrap();
    folder
}

fn deposit(id: &str, student: &str, wish: Wish) -> Deposit {
    let (id, student, language) = (id.to_owned(), student.to_owned(), "fr".to_owned());
    Deposit { id, student, arrived: Timestamp::UNIX_EPOCH, language, wish }
}

/// Its first version at this stage.
fn version(course: &mut Course, student: &str, stage: Stage) {
    let mut version = Version::new(1, &deposit("1", student, Wish::Submit), String::new());
    (version.command, version.stage) = (Some("hasard".into()), stage);
    fs::create_dir_all(course.ladder.folder.version(student, 1).join("moteur")).unwrap();
    course.keep(student, version).unwrap();
}

/// The same, where both students have one that plays.
fn course(home: &Path) -> Course {
    let mut course = Course::open(folder(home)).unwrap();
    for student in ["ana", "bob"] {
        version(&mut course, student, Stage::Passed);
        course.mend(student).unwrap();
    }
    course
}

fn line(id: &str, players: [&str; 2], at_fault: Option<Slot>) -> GameLine {
    let partie = PartieLine {
        winner: Some(at_fault.map_or(Slot::Zero, Slot::other)),
        charged: at_fault,
        termination: if at_fault.is_some() { Termination::Crash } else { Termination::Win },
    };
    GameLine {
        id: id.to_owned(),
        ended: Timestamp::UNIX_EPOCH,
        players: players.map(|player| player.parse().unwrap()),
        parties: vec![partie],
        trial: false,
    }
}

fn play(course: &mut Course, number: u32, at_fault: Option<Slot>) {
    let line = line(&number.to_string(), ["ana/1", "bob/1"], at_fault);
    course.ladder.add_game(line.clone()).unwrap();
    Slot::ALL.into_iter().for_each(|slot| course.rest_after(&line, slot).unwrap());
}

#[test]
fn a_version_that_is_often_at_fault_rests_until_its_owner_sends_it_back() {
    let home = tempfile::tempdir().unwrap();
    let mut course = course(home.path());
    let rests = |course: &Course| !course.plays(&PlayerId::version("ana", 1));
    for number in 0..4 {
        play(&mut course, number, Some(Slot::Zero));
    }
    assert!(!rests(&course) && course.next_game(1, Place::Here(0)).is_some());
    course.playing.clear();
    play(&mut course, 5, Some(Slot::Zero));
    assert!(rests(&course) && course.plays(&PlayerId::version("bob", 1)));
    // It is on disk, and it does not play.
    assert!(rests(&Course::open(course.ladder.folder.clone()).unwrap()));
    let mut players = vec![];
    while let Some(task) = course.next_game(10 + players.len() as u64, Place::Here(0)) {
        players.extend(task.players.map(|player| player.from));
        assert!(players.len() < 50, "{players:?}");
    }
    assert!(!players.is_empty() && !players.contains(&"ana/1".to_owned()), "{players:?}");
    // Sent back, it has to be at fault five times more, also after a restart.
    course.return_to(&deposit("2", "ana", Wish::Return(1)), 1).unwrap();
    let mut course = Course::open(course.ladder.folder.clone()).unwrap();
    assert!(!rests(&course));
    play(&mut course, 6, Some(Slot::Zero));
    assert!(!rests(&course));
    for number in 7..20 {
        play(&mut course, number, None);
    }
    for number in 20..25 {
        assert!(!rests(&course));
        play(&mut course, number, Some(Slot::Zero));
    }
    assert!(rests(&course));
}

#[test]
fn a_version_that_loses_a_game_of_its_trial_by_a_fault_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let mut course = Course::open(folder(home.path())).unwrap();
    version(&mut course, "ana", Stage::Games);
    course.unknown.clear();
    course.mend("ana").unwrap();
    let [first, _] = &course.trials.iter().cloned().collect::<Vec<_>>()[..] else { panic!("two games") };
    course.tried(first, None, &line("a", ["ana/1", "=hasard"], Some(Slot::Zero))).unwrap();
    let refused = course.ladder.folder.student("ana").unwrap();
    assert!(matches!(refused.versions[0].stage, Stage::Refused(Refused::Fault { .. })), "{refused:?}");
    assert!(course.trials.is_empty() && refused.choice.plays.is_none());
}

#[test]
fn what_was_cut_short_is_completed() {
    let home = tempfile::tempdir().unwrap();
    let folder = folder(home.path());
    let mut course = Course::open(folder.clone()).unwrap();
    // Its games are played, and it has not heard of the last one.
    version(&mut course, "ana", Stage::Games);
    for name in ["hasard", "glouton"] {
        course.ladder.add_game(line(name, ["ana/1", &format!("={name}")], None)).unwrap();
    }
    // It has passed, and it has not been chosen.
    version(&mut course, "bob", Stage::Passed);
    let course = Course::open(folder.clone()).unwrap();
    for student in ["ana", "bob"] {
        let versions = folder.student(student).unwrap();
        assert_eq!(versions.playing().map(|version| version.number), Some(1), "{student}");
    }
    assert!(course.trials.is_empty());
}

#[test]
fn each_deposit_is_a_version_of_its_own_and_a_stranger_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let folder = folder(home.path());
    let hand_in = |student: &str, text: &str| {
        let draft = spool::Draft::new(&folder.spool()).unwrap();
        fs::write(draft.files().join("a.py"), text).unwrap();
        draft.finish(student, Timestamp::now(), "fr", Wish::Submit).unwrap();
    };
    for text in ["1", "2"] {
        hand_in("ana", text);
    }
    hand_in("eve", "3");
    let mut course = Course::open(folder.clone()).unwrap();
    let mut numbers = vec![];
    while let Some(preparing) = course.prepare_next().unwrap() {
        numbers.push(preparing.version.number);
    }
    assert_eq!(numbers, [1, 2]);
    // They are done again after a restart, under the same numbers.
    let mut course = Course::open(folder.clone()).unwrap();
    let first = course.prepare_next().unwrap().unwrap();
    assert_eq!((first.version.number, course.waiting.len()), (1, 1));
    let mut version = first.version;
    version.decide(Stage::Refused(Refused::Trial), Timestamp::now());
    course.prepared(&first.deposit, version);
    let left = spool::deposits(&folder.spool()).unwrap();
    assert_eq!(left.iter().map(|deposit| deposit.student.as_str()).collect::<Vec<_>>(), ["ana", "eve"]);
    // Who is added to the class is no stranger.
    let mut class = Class::read(&folder.class()).unwrap();
    class.add(&championnat::people(b"nom\nEve\n").unwrap().0).unwrap();
    class.write(&folder.class()).unwrap();
    course.look().unwrap();
    assert_eq!(course.waiting.len(), 2);
    // The number of a version that cannot be read is not given again.
    fs::write(folder.version("ana", 2).join("version.json"), "{").unwrap();
    let mut course = Course::open(folder.clone()).unwrap();
    let again = course.prepare_next().unwrap().unwrap().version;
    assert_eq!(
        (again.number, folder.version("ana", 2).join("version.json").metadata().unwrap().len()),
        (3, 1)
    );
}

/// Two rencontres that one trouble interrupts; then nobody has to wait for a trial that may not begin.
#[test]
fn a_trouble_that_interrupts_several_pauses_once() {
    let home = tempfile::tempdir().unwrap();
    let mut course = Course::open(folder(home.path())).unwrap();
    version(&mut course, "ana", Stage::Games);
    course.mend("ana").unwrap();
    assert!(course.is_waiting());
    let keys: Vec<u64> = (1..=2).filter(|key| course.next_trial(*key, 0).is_some()).collect();
    assert_eq!(keys, [1, 2]);
    course.settled = true;
    course.ended(keys[0], Some(Reason::new("overloaded")));
    course.paused = Deadline::after(Instant::now(), Some(LONGEST_PAUSE));
    course.ended(keys[1], Some(Reason::new("overloaded")));
    assert_eq!((course.pauses, course.is_waiting()), (1, false));
    assert!(course.next_trial(3, 0).is_none());
    assert!(!course.is_settled(), "trials are still to be played");
}
