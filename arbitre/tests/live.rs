//! A rencontre is watched while it is played; whoever watches, or does not, changes nothing in it.

mod seats;

use std::cell::RefCell;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::time::Duration;

use arbitre::game::GameEntry;
use arbitre::live::{Live, LiveUpdate, Receiver, path_in};
use arbitre::match_loop::Conditions;
use arbitre::random_seat::RandomSeat;
use arbitre::record::Record;
use arbitre::registry::GAMES;
use arbitre::rencontre::Observer;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::replay;
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use jeux::game::Params;
use protocol::Termination;

/// A player, and something to do before each of his moves.
struct Meanwhile<'a>(RandomSeat, &'a RefCell<dyn FnMut() + 'a>);

impl Seat for Meanwhile<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        self.0.begin(opening)
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        (self.1.borrow_mut())();
        self.0.choose(turn, other)
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.0.tell_own(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.0.tell_opponent(ruling);
    }
}

/// A rencontre of which the records are in this folder; `meanwhile` is called before each move.
fn referee(kind: &'static GameEntry, records: &Path, meanwhile: impl FnMut()) -> Record {
    let contestant = |name: &str| Contestant { name: name.into(), from: "ici".into() };
    let rencontre = Rencontre {
        kind,
        id: "essai",
        contestants: &[contestant("Ada"), contestant("Blaise")],
        setup: &kind.draw(&Params::new(), 4).expect("the defaults will do"),
        parties: kind.parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    let mut live = Live::to(path_in(records));
    let conditions = Conditions { time: Some(Duration::from_secs(600)), interrupt: None };
    let meanwhile = RefCell::new(meanwhile);
    let [mut one, mut two] = [5, 6].map(|seed| Meanwhile(RandomSeat::new(seed), &meanwhile));
    rencontre.referee([&mut one, &mut two], conditions, &mut live).expect("a setup")
}

/// All that is there.
fn all(receiver: &Receiver) -> Vec<LiveUpdate> {
    let mut seen = Vec::new();
    loop {
        match receiver.receive() {
            Ok(one) => seen.push(one.expect("a rencontre")),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::WouldBlock);
                return seen;
            }
        }
    }
}

#[test]
fn every_game_is_watched_from_its_first_move_to_its_last() {
    let mut followed = 0;
    for kind in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        let receiver = Receiver::bind(folder.path()).expect("a socket");
        let mut seen = Vec::new();
        let record = referee(kind, folder.path(), || seen.extend(all(&receiver)));
        seen.extend(all(&receiver));
        // One when a game begins, one for each move that does not end it, one when it has ended; as long as they are short enough.
        let moves: usize = record.parties.iter().map(|partie| partie.moves.len()).sum();
        let whole = serde_json::to_vec(&record).expect("JSON").len() < 59_000;
        if whole {
            assert_eq!(seen.len(), moves + record.parties.len(), "{}", kind.name);
            assert_eq!(seen.last().map(|seen| &seen.record), Some(&record), "{}", kind.name);
            followed += 1;
        }
        for (number, seen) in seen.iter().enumerate() {
            let shown = &seen.record.parties;
            if let Some(partie) = seen.under_way() {
                let whole = &record.parties[shown.len() - 1];
                assert!(whole.moves.starts_with(&partie.moves) && whole.moves.len() > partie.moves.len());
                assert!(seen.shortened || shown[..shown.len() - 1] == record.parties[..shown.len() - 1]);
                assert!(!seen.is_over() && seen.turn_began() == seen.at);
            } else {
                assert!(seen.shortened || shown[..] == record.parties[..shown.len()], "{}", kind.name);
            }
            if number % 20 == 0 {
                let partie = shown.last().expect("a game");
                replay::after(&seen.record, partie, partie.moves.len()).expect("it can be drawn");
            }
        }
        assert!(seen[0].under_way().is_some_and(|partie| partie.moves.is_empty()));
        replay::verify(&record).expect("it follows from the rules");
    }
    assert!(followed > GAMES.len() / 2, "{followed} games are short enough");
}

/// Nobody listens, somebody comes, goes, does not read, is killed: the rencontre is played all the same.
#[test]
fn no_rencontre_is_held_up_by_who_watches() {
    let kind = GAMES.iter().max_by_key(|kind| kind.parties.len()).expect("a game");
    let folder = tempfile::tempdir().expect("a folder");
    let whole = |record: &Record| replay::verify(record).expect("it follows from the rules");
    whole(&referee(kind, folder.path(), || ()));
    whole(&referee(kind, &folder.path().join("nowhere"), || ()));
    let silent = Receiver::bind(folder.path()).expect("a socket");
    let long = referee(kind, folder.path(), || ());
    whole(&long);
    // What did not fit was dropped, and nothing else was damaged by it.
    assert!(!all(&silent).is_empty());
    let mut watching = Some(silent);
    whole(&referee(kind, folder.path(), || drop(watching.take())));
}

#[test]
fn who_watches_is_alone_at_a_path_of_any_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("x".repeat(200));
    let missing = Receiver::bind(&records).expect_err("no folder");
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    fs::create_dir(&records).expect("a folder");
    // Left over from somebody who was killed.
    let (near, left) = (folder.path().join("left"), path_in(&records));
    drop(UnixDatagram::bind(&near).expect("a socket"));
    fs::rename(&near, &left).expect("renamed");
    let receiver = Receiver::bind(&records).expect("a socket");
    assert_eq!(fs::metadata(&left).expect("the file").permissions().mode() & 0o777, 0o600);
    assert_eq!(Receiver::bind(&records).expect_err("somebody listens").kind(), ErrorKind::AddrInUse);
    let record = referee(GAMES[0], &records, || ());
    let seen = all(&receiver);
    assert_eq!(seen[0].record.id, record.id);
    drop(receiver);
    assert!(!left.exists());
    // A file that is no socket is somebody's.
    fs::write(&left, "notes").expect("written");
    Receiver::bind(&records).expect_err("a file is there");
    assert_eq!(fs::read_to_string(&left).expect("still there"), "notes");
}

/// Of a rencontre that is too long for a datagram the moves of finished games are left out, and then all of it but its end.
#[test]
fn what_is_too_long_is_shortened() {
    let folder = tempfile::tempdir().expect("a folder");
    let receiver = Receiver::bind(folder.path()).expect("a socket");
    let mut record = referee(GAMES[0], &folder.path().join("nowhere"), || ());
    let mut live = Live::to(path_in(folder.path()));
    let mv = record.parties[0].moves[0].clone();
    record.parties[0].moves = vec![mv.clone(); 1000];
    live.show(&record);
    let shown = all(&receiver);
    assert!(shown[0].shortened && shown[0].record.parties[0].moves.is_empty());
    assert_eq!(shown[0].record.parties[1..], record.parties[1..]);
    let last = record.parties.last_mut().expect("a game");
    last.moves = vec![mv; 1000];
    let ended = record.ended.take();
    live.show(&record);
    assert!(all(&receiver).is_empty());
    record.ended = ended;
    live.show(&record);
    let shown = all(&receiver);
    assert!(shown[0].is_over() && shown[0].shortened && shown[0].record.id == record.id);
    assert!(shown[0].record.parties.iter().all(|partie| partie.moves.is_empty()));
    let results =
        |record: &Record| record.parties.iter().map(|partie| partie.result.clone()).collect::<Vec<_>>();
    assert_eq!(results(&shown[0].record), results(&record));
}

#[test]
fn what_is_no_rencontre_is_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let receiver = Receiver::bind(folder.path()).expect("a socket");
    let record = referee(GAMES[0], &folder.path().join("nowhere"), || ());
    Live::to(path_in(folder.path())).show(&record);
    assert_eq!(all(&receiver).pop().expect("a rencontre").record, record);
    let text = |change: &dyn Fn(&mut serde_json::Value)| {
        let record = serde_json::to_value(&record).expect("JSON");
        let mut value = serde_json::json!({"live": 1, "at": 0, "turn_ms": 5, "record": record});
        change(&mut value);
        serde_json::to_vec(&value).expect("JSON")
    };
    let seen = LiveUpdate::parse(&text(&|_| ())).expect("a rencontre");
    assert_eq!((seen.thinking, seen.turn_began().as_millisecond()), (Duration::from_millis(5), -5));
    let bad: [&dyn Fn(&mut serde_json::Value); 8] = [
        &|value| value["live"] = 2.into(),
        &|value| value["at"] = i64::MAX.into(),
        &|value| value["turn_ms"] = (-1).into(),
        &|value| value["record"]["schema"] = 2.into(),
        &|value| value["record"]["id"] = "../../etc".into(),
        &|value| value["record"]["parties"][0]["moves"][0]["player"] = 2.into(),
        &|value| value["record"]["players"] = serde_json::json!([]),
        &|value| value["record"]["settings"] = "x".repeat(70_000).into(),
    ];
    let sender = UnixDatagram::unbound().expect("a socket");
    sender.connect(path_in(folder.path())).expect("somebody listens");
    for change in bad {
        let bytes = text(change);
        LiveUpdate::parse(&bytes).expect_err("no rencontre");
        sender.send(&bytes).expect("sent");
        assert_eq!(receiver.receive().expect("something came"), None);
    }
    let extreme = LiveUpdate::parse(&text(&|value| value["turn_ms"] = u64::MAX.into())).expect("a rencontre");
    assert_eq!(extreme.turn_began(), jiff::Timestamp::MIN);
}

/// Any bytes, and anything like what is sent, are a rencontre or none.
#[test]
fn reading_is_total() {
    use proptest::prelude::*;
    let kind = &GAMES[0];
    let record = referee(kind, Path::new("/nonexistent"), || ());
    assert!(record.parties.iter().all(|partie| partie.result.termination != Termination::Interrupted));
    let whole = serde_json::json!({"live": 1, "at": 7, "turn_ms": 0, "record": record});
    let whole = serde_json::to_vec(&whole).expect("JSON");
    let spoiled = proptest::collection::vec((0..whole.len(), any::<u8>()), 0..6);
    proptest!(|(bytes in proptest::collection::vec(any::<u8>(), 0..300), changes in spoiled, length in 0..=whole.len())| {
        prop_assert!(LiveUpdate::parse(&bytes).is_err());
        let mut bytes = whole.clone();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        for bytes in [&bytes[..], &bytes[..length]] {
            if let Ok(seen) = LiveUpdate::parse(bytes) {
                prop_assert!(!seen.record.id.contains('/'));
                for partie in &seen.record.parties {
                    // Whatever it says, it can be drawn or not, and nothing breaks.
                    replay::after(&seen.record, partie, partie.moves.len()).ok();
                }
                seen.under_way();
                seen.turn_began();
            }
        }
    });
}
