//! The library, hosted and refereed as that of any player.

#[path = "../../../tests/table/mod.rs"]
mod table;

use jeux::Slot;
use jeux::game::SINGLE;

use table::{PATIENCE, Table, kind, so};

/// Our own brain in a library, against itself and the engine, whole games on each form of board.
#[test]
fn stratege_is_the_same_in_a_library() {
    // Cargo builds it beside this program.
    let library = std::env::current_exe().expect("this program").with_file_name("libstratege.so");
    let library = so(&library);
    for (shape, size, objectives) in [("T", 3, 3), ("C", 3, 2), ("H", 6, 2)] {
        let given = [("t", shape.to_owned()), ("m", size.to_string()), ("objectifs", objectives.to_string())];
        let setup = kind("coursidor")
            .draw(&given.map(|(key, value)| (key.to_owned(), value)).into(), 5)
            .expect("a setup");
        let table = Table {
            kind: kind("coursidor"),
            specs: [&library, "hasard --graine 4"],
            setup,
            parties: &SINGLE,
            time: PATIENCE,
        };
        let partie = table.play().parties.remove(0);
        assert_eq!(
            (partie.result.winner, partie.result.charged),
            (Some(Slot::Zero), None),
            "{shape}: {:?}",
            partie.result
        );
    }
    let smallest = [("m", "2"), ("M", "30")].map(|(key, value)| (key.to_owned(), value.to_owned()));
    let setup = kind("coursidor").draw(&smallest.into(), 5).expect("a setup");
    let table = Table {
        kind: kind("coursidor"),
        specs: [&library, &library],
        setup,
        parties: &SINGLE,
        time: PATIENCE,
    };
    assert_eq!(table.play().parties[0].result.charged, None);
}
