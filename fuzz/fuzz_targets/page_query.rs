//! Which position a page is asked for, and which names files have that are handed in there: any text selects something that
//! exists, or is refused.

#![no_main]

use std::path::Component;

use arbitre::record::Record;
use libfuzzer_sys::fuzz_target;

// The program has no library.
#[allow(dead_code, reason = "not all of it reads")]
#[path = "../../tableau/src/ladders/names.rs"]
mod names;
#[allow(dead_code, reason = "the pages use the rest")]
#[path = "../../tableau/src/game/view_query.rs"]
mod view_query;

use view_query::ViewQuery;

thread_local! {
    static RECORD: Record = Record::from_json(include_str!("../seeds/record/morpion")).expect("a record");
}

fuzz_target!(|text: &str| {
    if let Ok(path) = names::path_of(text) {
        assert!(path.components().all(|part| matches!(part, Component::Normal(_))));
        names::is_made(text);
    }
    let Ok(query) = serde_urlencoded::from_str::<ViewQuery>(text) else { return };
    RECORD.with(|record| {
        let partie = &record.parties[query.partie(record)];
        let coup = query.coup(partie.moves.len());
        assert!(coup <= partie.moves.len());
        let link = query.at(&partie.name, Some(coup));
        let again: ViewQuery = serde_urlencoded::from_str(&link[1..]).expect("what we write can be read");
        assert_eq!(again.partie(record), query.partie(record));
        assert_eq!(again.coup(partie.moves.len()), coup);
        assert_eq!(again.from(), query.from());
    });
});
