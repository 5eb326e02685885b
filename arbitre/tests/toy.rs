//! Two engines play a game with secrets, are refereed, written down and verified; neither hears what is hidden from it.

#[path = "../../jeux/tests/toy/mod.rs"]
mod toy;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use arbitre::engine::{EngineHost, EngineSeat, Link, StartError};
use arbitre::game::GameEntry;
use arbitre::live::LiveUpdate;
use arbitre::match_loop::Conditions;
use arbitre::record::{MoveRecord, Record, ResultRecord};
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::replay::verify_as;
use ipc::wait::Deadline;
use jeux::game::Params;
use jeux::{Player, Slot, View};
use protocol::Termination;
use protocol::moteur::{HostLine, VERSION};
use protocol::verdict::{Property, Validity};
use toy::{Coup, Devine, Vue};

static KIND: GameEntry = GameEntry::of::<Devine>();

/// An engine on a thread of this process, and every line that it has received.
struct Thread {
    stream: UnixStream,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Link for Thread {
    fn send(&mut self, line: &str) -> io::Result<()> {
        self.heard.lock().expect("no panic").push(line.to_owned());
        writeln!(self.stream, "{line}")
    }

    fn output(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.read(bytes)
    }
}

/// Plays by halves until the stream ends, knowing only what it is told.
fn play(stream: &UnixStream, secret: u64) -> Option<()> {
    let mut out = stream;
    let mut playing: Option<(Vue, Coup)> = None;
    for line in BufReader::new(stream).lines() {
        let say = |mut out: &UnixStream, line: String| writeln!(out, "{line}").ok();
        match line.ok()?.parse().expect("a line of the protocol") {
            HostLine::Hello(_) => say(out, format!("engine {VERSION} devin"))?,
            HostLine::Game(start) => {
                let setup = start.params.iter().cloned().collect();
                let view = Vue::begin(&setup, start.side).expect("a game");
                playing = Some((view, Coup::Secret(secret)));
            }
            HostLine::Go(_) => {
                let (view, given) = playing.as_mut()?;
                *given = view.sensible(secret)?;
                say(out, format!("move {given}"))?;
            }
            HostLine::Verdict(_, _, answer) => {
                let (view, given) = playing.as_mut()?;
                view.own(given, answer.as_deref()).expect("a move that it knows");
            }
            HostLine::Opponent(told) => playing.as_mut()?.0.opponent(&told).expect("what can be told"),
            HostLine::Quit => break,
            HostLine::Legal(_) | HostLine::End(..) | HostLine::Stop => {}
        }
        out.flush().ok()?;
    }
    Some(())
}

/// An engine with this secret, and what it hears.
fn engine(secret: u64) -> (EngineHost, Arc<Mutex<Vec<String>>>) {
    let (stream, other) = UnixStream::pair().expect("a pair");
    stream.set_nonblocking(true).expect("a socket");
    thread::spawn(move || play(&other, secret));
    let heard = Arc::default();
    let link = Thread { stream, heard: Arc::clone(&heard) };
    let deadline = Deadline::after(Instant::now(), Some(Duration::from_secs(60)));
    (EngineHost::greet(&KIND, Box::new(link), deadline).expect("it introduces itself"), heard)
}

/// A rencontre between engines with these secrets, and what each has heard.
fn rencontre(secrets: [u64; 2]) -> (Record, [Vec<String>; 2]) {
    let contestant = |name: &str| Contestant { name: name.into(), from: "ici".into() };
    let contestants = [contestant("Ada"), contestant("Blaise")];
    let rencontre = Rencontre {
        kind: &KIND,
        id: "devine-1",
        contestants: &contestants,
        setup: &KIND.draw(&Params::new(), 1).expect("the default will do"),
        parties: KIND.parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    let conditions = Conditions { time: Some(Duration::from_secs(60)), interrupt: None };
    let (engines, heard): (Vec<_>, Vec<_>) = secrets.into_iter().map(engine).unzip();
    let seat = |host| EngineSeat::new(Some(host), Box::new(|| Err(StartError::Stopped)), Duration::ZERO);
    let mut seats = engines.into_iter().map(seat);
    let (mut one, mut two) = (seats.next().expect("one"), seats.next().expect("two"));
    let record = rencontre.referee([&mut one, &mut two], conditions, &mut ()).expect("a setup");
    let heard = [0, 1].map(|place: usize| heard[place].lock().expect("no panic").clone());
    (record, heard)
}

#[test]
fn what_is_hidden_stays_hidden() {
    for secrets in [[7, 13], [12, 10], [20, 1]] {
        let (record, heard) = rencontre(secrets);
        assert_eq!(record.parties.len(), 2);
        for (slot, lines) in Slot::ALL.into_iter().zip(&heard) {
            let moves: Vec<&MoveRecord> = record.parties.iter().flat_map(|partie| &partie.moves).collect();
            let told: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("opponent ")).collect();
            let theirs = moves.iter().filter(|mv| mv.player != slot);
            let shown: Vec<&str> = theirs.map(|mv| mv.shown.as_deref().expect("nothing whole")).collect();
            assert_eq!(told, shown);
            assert!(told.iter().all(|told| ["?", "essai", "essai encore"].contains(told)), "{told:?}");
            let answers = lines.iter().filter_map(|line| line.strip_prefix("verdict VALID ")).map(|rest| {
                let (_, answer) = rest.split_once(' ').unzip();
                answer.map(str::to_owned)
            });
            let own: Vec<_> =
                moves.iter().filter(|mv| mv.player == slot).map(|mv| mv.answer.clone()).collect();
            assert_eq!(answers.collect::<Vec<_>>(), own);
            assert!(!lines.iter().any(|line| line.contains("secret")), "{lines:?}");
        }
    }
}

#[test]
fn a_record_reads_back_and_is_verified() {
    let (record, _) = rencontre([10, 11]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = record.commit(folder.path()).expect("written");
    let read = Record::read(&path).expect("a record");
    assert_eq!(read, record);
    verify_as(&KIND, &read).expect("it follows from the rules");
    // The first try, 11, finds the second one's secret; in the retour it is close to that of the first one, who goes on.
    let parties = record.parties.iter().map(|partie| {
        assert_eq!(partie.result.termination, Termination::Win);
        partie.moves.iter().map(|mv| (mv.player, mv.text.as_str(), mv.answer.as_deref())).collect::<Vec<_>>()
    });
    let secrets = |first: Slot| [(first, 10 + first.index()), (first.other(), 11 - first.index())];
    for (moves, first) in parties.zip(Slot::ALL) {
        for (mv, (player, secret)) in moves.iter().zip(secrets(first)) {
            assert_eq!(*mv, (player, format!("secret {secret}").as_str(), None));
        }
        match first {
            Slot::Zero => assert_eq!(moves[2..], [(Slot::Zero, "essai 11", Some("trouve"))]),
            Slot::One => assert_eq!(
                moves[2..4],
                [(Slot::One, "essai 11", Some("proche")), (Slot::One, "essai 12", Some("moins"))]
            ),
        }
    }
}

#[test]
fn records_that_say_otherwise_are_refused() {
    let (record, _) = rencontre([7, 13]);
    let tampered = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        verify_as(&KIND, &record).expect_err("it contradicts the rules").problem.code
    };
    let told = |change: &dyn Fn(&mut MoveRecord)| tampered(&|record| change(&mut record.parties[0].moves[2]));
    assert_eq!(told(&|mv| mv.answer = Some("trouve".into())), "record-told");
    assert_eq!(told(&|mv| mv.answer = None), "record-told");
    assert_eq!(told(&|mv| mv.shown = None), "record-told");
    assert_eq!(told(&|mv| mv.shown = Some(mv.text.clone())), "record-told");
    assert_eq!(told(&|mv| mv.property = Property::Gagne), "record-verdict");
    assert_eq!(told(&|mv| mv.verdict = Validity::Triche), "record-verdict");
    assert_eq!(told(&|mv| mv.text = "secret 3".into()), "record-verdict");
    assert_eq!(told(&|mv| mv.text = "essai".into()), "record-no-move");
    let secret = |record: &mut Record| record.parties[0].moves[0].shown = Some("secret 7".into());
    assert_eq!(tampered(&secret), "record-told");
    assert_eq!(tampered(&|record| record.parties[0].moves.swap(0, 1)), "record-other-player");
    assert_eq!(tampered(&|record| record.parties[0].setup.clear()), "record-setup");
    let winner = |record: &mut Record| {
        let result = &mut record.parties[0].result;
        result.winner = result.winner.map(|winner| winner.other());
    };
    assert_eq!(tampered(&winner), "record-result");
}

/// The sides of the game begin in turn.
#[test]
fn each_begins_once() {
    let (record, heard) = rencontre([3, 18]);
    assert_eq!(record.parties.iter().map(|partie| partie.first).collect::<Vec<_>>(), Slot::ALL);
    for (lines, sides) in heard.iter().zip([[Player::First, Player::Second], [Player::Second, Player::First]])
    {
        let announced = lines.iter().filter_map(|line| match line.parse() {
            Ok(HostLine::Game(start)) => Some(start),
            _ => None,
        });
        for (start, (side, partie)) in announced.zip(sides.into_iter().zip(["aller", "retour"])) {
            assert_eq!((start.game.as_str(), start.side), ("devine", side));
            assert_eq!((start.param("party"), start.param("sommet")), (Some(partie), Some("20")));
        }
    }
}

/// Whoever watches knows no more than both players, until the game is over; games before it are whole.
#[test]
fn an_audience_knows_what_both_players_know() {
    let (mut record, _) = rencontre([7, 13]);
    let whole = record.parties.clone();
    let update = |record: &Record| LiveUpdate {
        at: record.started,
        thinking: Duration::ZERO,
        shortened: false,
        record: record.clone(),
    };
    assert_eq!(update(&record).for_audience().record, record, "it is over");
    // Under way, and cut off, when it may be played again.
    record.parties[1].result = ResultRecord::under_way();
    for ended in [None, record.ended] {
        record.ended = ended;
        let seen = update(&record).for_audience().record;
        assert_eq!(seen.parties[0], whole[0]);
        for (mv, known) in seen.parties[1].moves.iter().zip(&whole[1].moves) {
            assert!(
                ["?", "essai", "essai encore"].contains(&mv.text.as_str()) && mv.answer.is_none(),
                "{mv:?}"
            );
            assert_eq!((mv.player, mv.micros, mv.property), (known.player, known.micros, known.property));
        }
        assert_eq!(seen.parties[1].moves.len(), whole[1].moves.len());
    }
    // Of a championship it will be played again, so that its record does not tell either.
    assert_eq!(record.clone().for_audience().parties[1].moves, whole[1].moves);
    record.scheduled = Some("1.1".into());
    assert!(record.for_audience().parties[1].moves.iter().all(|mv| mv.answer.is_none()));
}
