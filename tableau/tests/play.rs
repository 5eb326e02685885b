//! Games on the pages: against engines, between two people, taken back, left, cut off.

mod common;
mod seat;

use std::path::Path;

use arbitre::record::Record;
use arbitre::replay;
use common::Tableau;
use jeux::game::fallback;
use jeux::{Position, colonnes, morpion};
use protocol::Termination;
use seat::{Seat, Turn, values};

fn record(folder: &Path, seat: &Seat<'_>) -> Record {
    let path = folder.join("parties").join(format!("{}.json", seat.record()));
    let record = Record::read(&path).expect("a record");
    replay::verify(&record).unwrap_or_else(|contradiction| panic!("{contradiction}"));
    record
}

#[test]
fn a_whole_game_is_played_against_an_engine_in_each_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    for form in [
        "jeu=colonnes&moteur=hasard&nom=Ada",
        "jeu=labyrinthe&moteur=astar&p-L=13&p-H=9&graine=5",
        "jeu=morpion&moteur=minimax&place=seconde",
        "jeu=sept-couleurs&moteur=glouton&p-L=6&p-H=6&temps=60",
        "jeu=coursidor&moteur=hasard&p-m=2&p-M=24&p-objectifs=1",
        "jeu=sphinx&moteur=profondeur&p-h=4&p-w=4&p-n=4&parties=1",
    ] {
        let mut seat = Seat::begin(&tableau, form);
        let mut number = 0;
        seat.play_on(|_, moves| {
            number += 7;
            moves[number % moves.len()].clone()
        });
        let record = record(folder.path(), &seat);
        assert!(record.ended.is_some() && record.interrupted.is_none(), "{form}");
        assert_eq!(record.parties.len(), if form.contains("parties=1") { 1 } else { 2 }, "{form}");
        let person = record.players.iter().find(|player| player.from == "personne").expect("a person");
        assert_eq!(person.name, if form.contains("nom=Ada") { "Ada" } else { "personne" });
        let moved = record.parties.iter().all(|party| {
            let end = party.result.termination;
            (end == Termination::Win || end == Termination::Draw) && !party.moves.is_empty()
        });
        assert!(moved, "{form}: {:?}", record.parties);
        let engine = record.players.iter().find(|player| player.from != "personne").expect("an engine");
        assert!(engine.confinement.is_some(), "{form}");
    }
}

/// Plays rencontres without thinking ahead until a game is won.
fn win<P: Position>(folder: &Path, tableau: &Tableau, form: &str, start: impl Fn() -> P) {
    for _ in 0..20 {
        let mut seat = Seat::begin(tableau, form);
        let mut won = false;
        loop {
            match seat.turn() {
                Turn::Mine(after, _) => {
                    let mut position = start();
                    for text in seat.moves() {
                        let mv = position.parse_move(&text).expect("a move");
                        position.play(mv).expect("legal");
                    }
                    seat.play(after, &fallback(&position).expect("a move").to_string());
                }
                Turn::Next => {
                    won |= seat.parts["etat"].contains("Vous gagnez");
                    seat.send("suivante", "");
                }
                Turn::Over => break,
            }
        }
        let record = record(folder, &seat);
        let winner = record.parties.iter().any(|party| party.result.winner == Some(0));
        assert!(!won || winner, "{:?}", record.parties);
        if won {
            return;
        }
    }
    panic!("{form}: never won");
}

#[test]
fn a_game_is_won_where_the_engine_is_weak() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    win(folder.path(), &tableau, "jeu=morpion&moteur=hasard", || morpion::Morpion::default());
    win(folder.path(), &tableau, "jeu=colonnes&moteur=hasard", colonnes::Board::new);
}

#[test]
fn moves_are_taken_back_and_the_record_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    for form in [
        "jeu=colonnes&moteur=glouton&place=seconde",
        "jeu=sphinx&moteur=stratege --echantillons 4&p-h=5&p-w=5&p-n=6",
        "jeu=coursidor&moteur=stratege --profondeur 1&p-m=3&p-M=12&p-objectifs=1",
    ] {
        let mut seat = Seat::begin(&tableau, form);
        let mut taken = 0;
        let mut games = 0;
        loop {
            match seat.turn() {
                Turn::Mine(after, _) if after >= 3 && taken < 2 * (games + 1) => {
                    let before = seat.moves();
                    assert_eq!(seat.send("reprendre", "").status, 303);
                    taken += 1;
                    let Turn::Mine(now, moves) = seat.turn() else { panic!("{:?}", seat.parts) };
                    assert!(now < after, "{now} {after}");
                    assert_eq!(seat.moves()[..], before[..now], "{form}");
                    seat.play(now, &moves[moves.len() / 2]);
                }
                Turn::Mine(after, moves) => seat.play(after, &moves[0]),
                Turn::Next => {
                    games += 1;
                    seat.send("suivante", "");
                }
                Turn::Over => break,
            }
        }
        let record = record(folder.path(), &seat);
        assert!(taken > 1 && record.ended.is_some() && record.interrupted.is_none());
        let said = format!("personne ; coups repris : {taken}");
        assert!(record.players.iter().any(|player| player.from == said), "{:?}", record.players);
        assert_eq!(record.parties.len(), 2, "{form}");
    }
}

#[test]
fn two_people_play_by_a_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let mut ada = Seat::begin(&tableau, "jeu=morpion&moteur=lien&nom=<b>Ada&parties=1");
    ada.until("coups", "id=\"lien\"");
    let link = values(&ada.parts["coups"], "id=\"lien\">http://").remove(0);
    let path = link.split_once('/').map(|(_, path)| format!("/{path}")).expect("a path");
    let path = path.split('<').next().expect("a path").to_owned();
    let invitation = tableau.get(&path);
    assert!(invitation.body.contains("&#60;b&#62;Ada vous invite"), "{}", invitation.body);
    // Who only looks has not come, and who has invited cannot come in the place of the other.
    assert_eq!(ada.send("venir", "nom=Eve").status, 303);
    let mut bob = Seat::at(&tableau, &path);
    bob.until("coups", "/venir\"");
    assert_eq!(bob.send("venir", "nom=Bob").status, 303);
    // A, B, D, C, G: the left column is Ada's.
    let cells = |turn: Turn| match turn {
        Turn::Mine(after, moves) => (after, moves),
        turn => panic!("{turn:?}"),
    };
    for round in 0..3 {
        let (after, moves) = cells(ada.turn());
        assert_eq!(after, 2 * round);
        // Bob cannot move in Ada's turn.
        bob.play(after, &moves[0]);
        ada.play(after, &moves[0]);
        if round == 2 {
            break;
        }
        let (after, moves) = cells(bob.turn());
        bob.play(after, &moves[moves.len() - 1]);
    }
    assert_eq!((ada.turn(), bob.turn()), (Turn::Over, Turn::Over));
    let record = record(folder.path(), &ada);
    assert_eq!(record.id, bob.record());
    assert_eq!(record.players.each_ref().map(|player| player.name.as_str()), ["<b>Ada", "Bob"]);
    assert_eq!(record.parties[0].moves.len(), 5);
    assert_eq!(record.parties[0].result.winner, Some(0));
    assert!(ada.parts["etat"].contains("Vous gagnez contre Bob"), "{:?}", ada.parts);
    assert!(bob.parts["etat"].contains("Vous perdez contre &#60;b&#62;Ada"), "{:?}", bob.parts);
}
