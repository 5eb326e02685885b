//! Games under way, followed to their records.

use std::fs;

use testing::until;

use crate::common::Tableau;
use crate::common::events::Events;
use crate::played;
use arbitre::live::{Live, path_in};
use arbitre::record::Record;
use arbitre::rencontre::Observer;
use protocol::Termination;

/// The record as it stands after so many moves of its last game.
fn after(record: &Record, moves: usize) -> Record {
    let mut record = record.clone();
    record.ended = None;
    let partie = record.parties.last_mut().expect("a game");
    partie.moves.truncate(moves);
    partie.result.termination = Termination::Interrupted;
    (partie.result.winner, partie.result.detail) = (None, None);
    record
}

#[test]
fn a_game_is_followed_move_by_move_and_leads_to_its_record() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("parties");
    fs::create_dir(&folder).expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    let record = played::record("colonnes", "en-cours", ["ada", "<img src=x onerror=alert(1)>"]);
    let mut live = Live::to(path_in(&folder));
    // Somebody listens once the socket is there.
    until("the socket", || path_in(&folder).exists());
    assert_eq!(tableau.get("/direct/en-cours").status, 404);
    assert_eq!(tableau.get("/direct/en-cours/suite").status, 204, "nothing to wait for");
    live.show(&after(&record, 1));
    until("the game", || tableau.get("/direct/en-cours").status != 404);
    let page = tableau.get("/direct/en-cours?partie=retour").body;
    assert!(
        page.contains("data-live=\"/direct/en-cours/suite\"")
            && page.contains("en direct")
            && !page.contains("<img")
    );
    assert!(page.contains("data-thought="), "the clock runs");
    assert!(page.contains("<a href=\"/parties/parties\">"), "the way back");
    let mut events = Events::open(&tableau, "/direct/en-cours/suite", &[]);
    let sent: serde_json::Value = serde_json::from_str(&events.named("game")).expect("JSON");
    assert_eq!((&sent["last"], &sent["name"]), (&1.into(), &"retour".into()));
    assert!(events.named("clock").parse::<u64>().is_ok());
    live.show(&after(&record, 2));
    let sent: serde_json::Value = serde_json::from_str(&events.named("game")).expect("JSON");
    assert_eq!(sent["last"], 2);
    let board = tableau.get("/direct/en-cours/plateau?partie=retour&coup=2").body;
    assert_eq!(sent["board"], board);
    for part in ["board", "list", "charts", "tabs"] {
        let markup = sent[part].as_str().expect("a text");
        assert!(!markup.is_empty() && !markup.contains("<img"), "names are texts here too: {part}");
    }
    record.commit(&folder).expect("written");
    live.show(&record);
    assert_eq!(events.named("elsewhere"), "/parties/parties/en-cours");
    let led = tableau.get("/direct/en-cours");
    assert_eq!((led.status, led.header("location")), (303, Some("/parties/parties/en-cours")));
    let led = tableau.get("/direct/en-cours?partie=aller&de=3");
    assert_eq!(led.header("location"), Some("/parties/parties/en-cours?partie=aller&de=3"));
}

/// Taking a move back ends the rencontre in its host, which begins it again with fewer moves.
#[test]
fn a_game_is_followed_on_after_a_move_was_taken_back() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("parties");
    fs::create_dir(&folder).expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    let record = played::record("colonnes", "en-cours", ["ada", "bob"]);
    let mut live = Live::to(path_in(&folder));
    until("the socket", || path_in(&folder).exists());
    live.show(&after(&record, 3));
    until("the game", || tableau.get("/direct/en-cours").status == 200);
    let mut events = Events::open(&tableau, "/direct/en-cours/suite", &[]);
    let mut last = || -> serde_json::Value {
        let sent: serde_json::Value = serde_json::from_str(&events.named("game")).expect("JSON");
        sent["last"].clone()
    };
    assert_eq!(last(), 3);
    for left in [2, 1] {
        live.show(&Record { ended: record.ended, ..after(&record, left + 1) });
        assert_eq!(last(), left + 1);
        live.show(&after(&record, left));
        assert_eq!(last(), left);
    }
    record.commit(&folder).expect("written");
    live.show(&record);
    assert_eq!(events.named("elsewhere"), "/parties/parties/en-cours");
}

/// The datagram of the end is the one that is lost.
#[test]
fn a_game_whose_end_was_not_heard_ends_with_its_record() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("parties");
    fs::create_dir(&folder).expect("a folder");
    let tableau = Tableau::start(home.path(), &[]);
    let record = played::record("colonnes", "en-cours", ["ada", "bob"]);
    until("the socket", || path_in(&folder).exists());
    Live::to(path_in(&folder)).show(&after(&record, 1));
    until("the game", || tableau.get("/direct/en-cours").status == 200);
    record.commit(&folder).expect("written");
    let led = || tableau.get("/direct/en-cours");
    until("its end", || led().header("location") == Some("/parties/parties/en-cours"));
}

#[test]
fn a_record_of_a_match_that_nobody_watched_is_found_by_its_name() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("parties");
    fs::create_dir(&folder).expect("a folder");
    played::record("morpion", "finie", ["ada", "bob"]).commit(&folder).expect("written");
    let tableau = Tableau::start(home.path(), &[]);
    assert_eq!(tableau.get("/direct/finie").header("location"), Some("/parties/parties/finie"));
    assert_eq!(tableau.get("/direct/..%2Ffinie").status, 404);
}
