//! Power cuts: a game that the pages have called kept is kept whole, links go on to work, and so does the program.

use std::process::Command;

use arbitre::record::Record;
use arbitre::replay;
use testing::championship::records;
use testing::cuts::{self, Cut, Layer};

use crate::common::{Tableau, contest};
use crate::seat::{Seat, Turn, values};

const FORM: &str = "jeu=morpion&moteur=glouton";
/// Before the name of a record in a page.
const LINK: &str = "href=\"/parties/parties/";

#[test]
fn after_a_power_cut_games_of_the_pages_are_kept_and_the_pages_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    // Pages of a championship keep their links.
    contest::describe(folder.path(), "", &[("un", "hasard"), ("deux", "hasard")]);
    let layer = Layer::over(folder.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_tableau"));
    layer.below(&mut command);
    let tableau = Tableau::start_by(command, folder.path(), &["mai.toml"]);
    Seat::begin(&tableau, FORM).play_on(|_, moves| moves[0].clone());
    // Two at once, one of them with a move that is taken back.
    let mut seats = [FORM, "jeu=morpion&moteur=hasard&place=seconde"].map(|form| Seat::begin(&tableau, form));
    let Turn::Mine(after, moves) = seats[1].turn() else { panic!("{:?}", seats[1].parts) };
    seats[1].play(after, &moves[0]);
    let Turn::Mine(..) = seats[1].turn() else { panic!("{:?}", seats[1].parts) };
    assert_eq!(seats[1].send("reprendre", "").status, 303);
    for seat in &mut seats {
        seat.play_on(|_, moves| moves[moves.len() - 1].clone());
    }
    let process = tableau.pid();
    let tokens = [tableau.player.clone(), tableau.organiser.clone()];
    drop(seats);
    drop(tableau);
    let journal = layer.whole(&[]);
    assert_eq!(records(&folder.path().join("parties")).len(), 3);

    let after = |cut: &Cut<'_>| {
        let (folder, told) = (cut.folder, cut.told(process));
        let tableau = Tableau::start(folder, &["mai.toml"]);
        for path in records(&folder.join("parties")) {
            let record = Record::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            replay::verify(&record).unwrap_or_else(|contradiction| panic!("{contradiction}"));
        }
        for id in values(&told, LINK) {
            let page = tableau.get(&format!("/parties/parties/{id}"));
            assert_eq!(page.status, 200, "{id} was kept: {}", page.body);
        }
        if cut.said(process).contains(&tokens[1]) {
            assert_eq!([&tableau.player, &tableau.organiser], tokens.each_ref(), "the links work no more");
        }
        Seat::begin(&tableau, FORM).play_on(|_, moves| moves[0].clone());
    };
    cuts::each("pages", &journal, layer.before(), 3, after);
}
