//! The host of a game of people: somebody who leaves, moves that are taken back, an end of the pages.

use jeux::{Reason, Slot};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use arbitre::host::person::{LegalMove, PersonMessage, PersonSettings, PersonTurn, PersonView};
use arbitre::host::{
    HostCommand, HostEvent, HostSettings, LocalHost, Order, Pool, Report, Task, TaskEngine, TaskPlayer,
    TaskSeat, Watched,
};
use arbitre::record::Record;
use arbitre::replay;
use ipc::channel::Channel;
use ipc::wait::{Deadline, wait_any};
use nix::poll::{PollFd, PollFlags};
use protocol::Termination;
use serde::de::DeserializeOwned;

const BOUND: Duration = Duration::from_secs(60);

/// A host, with the channel to it and the one to its person, who begins.
struct Game {
    child: Child,
    line: Channel,
    person: Channel,
}

impl Game {
    /// Morpion against an engine, which goes on after this.
    fn begin(folder: &Path, patience_ms: u64, before: Option<Record>) -> Self {
        Game::of(folder, patience_ms, |task| task.before = before.map(Box::new))
    }

    /// Morpion against an engine, with this change.
    fn of(folder: &Path, patience_ms: u64, change: impl FnOnce(&mut Task)) -> Self {
        let (line, there) = Channel::pair().expect("a pair");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tableau"));
        command.args(["--hote", "fr", "WARN"]).stdin(Stdio::from(there.into_fd())).stdout(Stdio::null());
        let child = command.spawn().expect("a host");
        drop(command);
        let (person, theirs) = Channel::pair().expect("a pair");
        let (mut task, engine) = task(folder, patience_ms);
        change(&mut task);
        let mut game = Game { child, line, person };
        game.order(&Order::Start("morpion".into(), Box::new(engine)));
        assert!(matches!(game.report(), Report::Named(Ok(_))));
        let theirs = theirs.into_fd();
        game.line.send(&Order::Play(Box::new(task)), &[theirs.as_fd()], BOUND).expect("sent");
        assert!(matches!(game.report(), Report::Begun));
        game
    }

    fn order(&self, order: &Order) {
        self.line.send(order, &[], BOUND).expect("sent");
    }

    /// The next report but those of engines that are started.
    fn report(&mut self) -> Report {
        loop {
            match next(&mut self.line) {
                Report::Started(..) => {}
                report => return report,
            }
        }
    }

    fn record(&mut self) -> Record {
        match self.report() {
            Report::Record(record) => *record,
            report => panic!("{report:?}"),
        }
    }

    fn until(&mut self, turn: PersonTurn) -> PersonView {
        loop {
            let view: PersonView = next(&mut self.person);
            if view.turn == turn {
                return view;
            }
        }
    }

    /// The next time that the person has to move: after how many moves, and which can be made.
    fn mine(&mut self) -> (usize, Vec<LegalMove>) {
        let view = self.until(PersonTurn::Mine);
        (view.moves.len(), view.choices)
    }

    fn say(&self, say: &PersonMessage) {
        self.person.send(say, &[], BOUND).expect("said");
    }

    fn play(&self, after: usize, choice: &LegalMove) {
        self.say(&PersonMessage::Move(after, choice.text.clone()));
    }

    fn end(mut self) {
        self.line.finish();
        assert!(self.child.wait().expect("its end").success());
    }
}

/// Morpion against an engine, for a person who is waited for so long.
fn task(folder: &Path, patience_ms: u64) -> (Task, TaskEngine) {
    let engine = TaskEngine {
        spec: "hasard".into(),
        key: "hasard".into(),
        label: "hasard".into(),
        start_ms: 60_000,
        unlimited_ms: None,
        core: None,
        ponder: false,
        policy: Default::default(),
        log: None,
    };
    let setting = PersonSettings {
        patience_ms: Some(patience_ms),
        drawn: true,
        asked: true,
        ..PersonSettings::default()
    };
    let players = [
        TaskPlayer::new("Ada", "Ada", TaskSeat::Person(setting)),
        TaskPlayer::new("hasard", "hasard", TaskSeat::Engine(Box::new(engine.clone()))),
    ];
    let task = Task { orphaned: Some(folder.to_owned()), ..Task::new("essai", "morpion", 2, players) };
    (task, engine)
}

/// How a client starts it.
fn command() -> HostCommand {
    let settings = HostSettings { language: "fr".into(), level: log::LevelFilter::Warn };
    HostCommand::of(env!("CARGO_BIN_EXE_tableau"), &settings, false)
}

/// Waits for a report of a pool's only host.
fn spoken(pool: &Pool<()>) {
    let mut fds: Vec<PollFd<'_>> = pool.sockets().map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
    let until = Deadline::after(Instant::now(), Some(BOUND));
    wait_any(&mut fds, until).expect("poll");
    assert!(!until.passed(), "the host says nothing");
}

fn next<T: DeserializeOwned>(line: &mut Channel) -> T {
    let said = line.wait_for(Deadline::after(Instant::now(), Some(BOUND))).expect("a message");
    said.expect("in time").0
}

#[test]
fn who_leaves_has_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = Game::begin(folder.path(), 1, None);
    let record = game.record();
    replay::verify(&record).unwrap_or_else(|contradiction| panic!("{contradiction}"));
    // Moves that are taken back too late are no answer.
    game.order(&Order::Stop);
    game.order(&Order::Recorded);
    assert!(matches!(game.report(), Report::Done));
    game.end();
    assert_eq!(record.parties.len(), 2);
    for partie in &record.parties {
        let result = &partie.result;
        assert_eq!((result.termination, result.charged), (Termination::Disconnected, Some(Slot::Zero)));
        assert_eq!(result.detail.as_ref().map(|why| why.code.as_str()), Some("left-page"));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "the client keeps records");
}

/// The client stops it while its record is on the way.
#[test]
fn what_was_over_before_it_was_stopped_is_kept_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut host = LocalHost::of(command());
    host.play(task(folder.path(), 1).0).expect("given");
    let (until, mut over) = (Deadline::after(Instant::now(), Some(BOUND)), false);
    while !over {
        let mut fds = Vec::new();
        host.watch(&mut fds);
        wait_any(&mut fds, until).expect("poll");
        assert!(!until.passed(), "the host waits for something");
        for event in host.events() {
            match event {
                HostEvent::Said(Report::Record(record)) => {
                    assert_eq!((record.parties.len(), record.interrupted), (2, None));
                    host.stop();
                    host.answer(&Order::Recorded);
                }
                HostEvent::Said(Report::Begun | Report::Started(..)) => {}
                HostEvent::Said(Report::Done) => over = true,
                event => panic!("{event:?}"),
            }
        }
    }
}

/// The client stops it while the name of its engine is on the way.
#[test]
fn a_host_that_has_started_an_engine_in_vain_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut pool = Pool::new(command(), 1);
    let engine = task(folder.path(), 1).1;
    pool.give((), [None, None], &Order::Start("morpion".into(), Box::new(engine)), &[]).expect("given");
    spoken(&pool);
    pool.stop(());
    let events = pool.events();
    assert!(matches!(events[..], [((), HostEvent::Said(Report::Named(Ok(_))))]), "{events:?}");
    assert!(!pool.plays());
    while pool.sockets().count() > 0 {
        spoken(&pool);
        assert!(pool.events().is_empty());
    }
}

/// Nobody answers a record at the end of a client.
#[test]
fn a_host_does_not_wait_for_a_client_that_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut pool = Pool::new(command(), 1);
    let (mut task, engine) = task(folder.path(), 1);
    // Both games are lost at once.
    let nobody = TaskEngine { spec: "pipe:exit 3".into(), key: "personne".into(), ..engine };
    (task.players[0].seat, task.orphaned) = (TaskSeat::Engine(Box::new(nobody)), None);
    pool.give((), [None, None], &Order::Play(Box::new(task)), &[]).expect("given");
    loop {
        spoken(&pool);
        let handed_in = |event: &((), HostEvent)| matches!(event.1, HostEvent::Said(Report::Record(_)));
        if pool.events().iter().any(handed_in) {
            break;
        }
    }
    let events = pool.end_all();
    // One that is killed says nothing.
    let ended = |why: &Reason| why.code == "not-recorded";
    assert!(matches!(&events[..], [((), HostEvent::Said(Report::Failed(why)))] if ended(why)), "{events:?}");
}

#[test]
fn what_is_played_again_keeps_its_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = Game::begin(folder.path(), 3_600_000, None);
    // The first game is given up, the second is gone on with twice.
    game.mine();
    game.say(&PersonMessage::GiveUp);
    game.until(PersonTurn::Next);
    game.say(&PersonMessage::Next);
    let (after, moves) = game.mine();
    game.play(after, &moves[0]);
    game.mine();
    game.order(&Order::Stop);
    let handed = game.record();
    assert!(matches!(game.report(), Report::Done));
    game.end();
    assert_eq!((handed.parties.len(), handed.parties[1].moves.len()), (2, 3));
    for moves in [0, 1] {
        let mut before = handed.clone();
        before.parties[1].moves.truncate(moves);
        let mut game = Game::begin(folder.path(), 3_600_000, Some(before));
        let (after, choices) = game.mine();
        assert_eq!(after, 1, "it is asked for nothing that was played before, nor whether a game may begin");
        game.play(after, &choices[choices.len() - 1]);
        game.mine();
        // The pages stop it.
        game.order(&Order::Stop);
        game.line.finish();
        let record = game.record();
        assert!(matches!(game.report(), Report::Done));
        game.end();
        replay::verify(&record).unwrap_or_else(|contradiction| panic!("{contradiction}"));
        assert_eq!((record.started, &record.parties[0]), (handed.started, &handed.parties[0]));
        assert_eq!(record.parties[1].moves[..moves], handed.parties[1].moves[..moves]);
        assert!(record.parties[1].moves.len() >= 3 && record.interrupted.is_some());
    }
}

#[test]
fn what_has_not_begun_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = Game::begin(folder.path(), 3_600_000, None);
    game.mine();
    let Game { mut child, line, person } = game;
    drop((line, person));
    assert!(child.wait().expect("its end").success());
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// The client stops where it was to say that the game goes on.
#[test]
fn a_stop_in_answer_to_something_else_stops() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = Game::of(folder.path(), 3_600_000, |task| task.watched = Watched::Paced);
    assert!(matches!(game.report(), Report::Begins(0)));
    game.order(&Order::GoOn);
    let (after, moves) = game.mine();
    game.play(after, &moves[0]);
    assert!(matches!(game.report(), Report::Move(_)));
    game.order(&Order::Stop);
    let record = game.record();
    // The engine may have answered before.
    assert!(record.interrupted.is_some() && record.parties[0].moves.len() <= 2, "{record:?}");
    // The next rencontre of this host is another one.
    game.order(&Order::Recorded);
    assert!(matches!(game.report(), Report::Done));
    game.end();
}

#[test]
fn who_sends_refused_moves_is_late_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = Game::of(folder.path(), 3_600_000, |task| {
        (task.time_ms, task.parties) = (Some(300), 1);
    });
    let (after, _) = game.mine();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(900) {
        // Nobody reads it any more when the game is over.
        game.person.send(&PersonMessage::Move(after, "Z9".into()), &[], Duration::from_millis(1)).ok();
        while let Ok(Some(_)) = game.person.receive::<PersonView>() {}
        std::thread::sleep(Duration::from_millis(1));
    }
    let record = game.record();
    let result = &record.parties[0].result;
    assert_eq!((result.termination, result.charged), (Termination::Timeout, Some(Slot::Zero)), "{record:?}");
}
