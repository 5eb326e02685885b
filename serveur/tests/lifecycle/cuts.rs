//! Power cuts: after the next start, records of which a player may have heard are there, all that are there are whole, and it goes on.

use testing::cuts::{self, Cut, Entry, Layer};
use testing::output::text;

use crate::common::{Server, play_rencontre, rejoue};

#[test]
fn after_a_power_cut_the_records_are_there_and_the_server_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let layer = Layer::over(folder.path());
    let mut server = Server::start_over(&layer, &folder.path().join("un/parties"));
    // One after another, then all at once.
    for seed in 0..4 {
        play_rencontre(&mut server.table(), seed);
    }
    let tables: Vec<_> = (4..10).map(|seed| (server.table(), seed)).collect();
    std::thread::scope(|scope| {
        for (mut table, seed) in tables {
            scope.spawn(move || play_rencontre(&mut table, seed));
        }
    });
    let process = server.pid();
    server.no_children();
    server.signal(nix::sys::signal::Signal::SIGTERM);
    assert_eq!(server.exit_code(), 0);
    let journal = layer.whole(&[]);
    // A host has it before its players hear the result.
    let process = process.as_raw().cast_unsigned();
    let is_answer =
        |entry: &&Entry| entry.is_said(process, None) && text(&entry.data).contains("\"Recorded\"");
    assert_eq!(journal.entries.iter().filter(is_answer).count(), 10);

    let after = |cut: &Cut<'_>| {
        let records = cut.folder.join("un/parties");
        let announced = cut.before.iter().filter(is_answer).count();
        let server = Server::start(&["--parties", records.to_str().expect("a readable path")]);
        let kept = testing::championship::records(&records);
        assert!(kept.len() >= announced, "{} records of {announced} announced", kept.len());
        if !kept.is_empty() {
            let (code, said, log) = rejoue(&[], &kept);
            assert_eq!(code, 0, "{said}\n{log}");
        }
        play_rencontre(&mut server.table(), 1);
        server.no_children();
        let now = testing::championship::records(&records).len();
        assert!(now > kept.len(), "{now}");
    };
    cuts::each("server", &journal, layer.before(), 6, after);
}
