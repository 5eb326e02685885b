//! COUP that come too late (fault 1 of the course's server).

use protocol::Termination;
use protocol::colonnes::{Coul, Manche};

use crate::common::{MANCHES, SHORT, Server, TIMEOUT, TRICHE, Table, at_once, coup};

/// BLANC is too late at ply 1 of the aller, and so second in the retour: what he then sends before NOIR has moved is dropped.
#[test]
fn a_late_coup_of_the_second_of_the_retour_is_dropped() {
    // How the late COUP is cut, before and after the TIMEOUT.
    let cuts: [(usize, &[usize]); 5] = [(0, &[28]), (0, &[10, 18]), (10, &[18]), (27, &[1]), (10, &[5, 13])];
    at_once(&cuts, |&(before, after)| {
        let server = Server::start(&SHORT);
        let mut table = server.table();
        let late = coup(Coul::Blanc, "B2");
        table.of(Coul::Blanc).flood(&late, before);
        table.both(TIMEOUT);
        let mut sent = before;
        for size in after {
            table.of(Coul::Blanc).send(&late[sent..sent + size]);
            sent += size;
        }
        table.play(Coul::Noir, "A1");
        table.play(Coul::Blanc, "C3");
        table.finish(Coul::Noir, "passe", TRICHE);
        table.ended();
        assert_eq!(retour_of(&server), ["A1", "C3", "passe"], "cut {before} {after:?}");
    });
}

/// The moves of the retour of the only record.
fn retour_of(server: &Server) -> Vec<String> {
    server.record().parties[1].moves.iter().map(|mv| mv.text.clone()).collect()
}

/// The same when the rest of it comes only after NOIR's first move.
#[test]
fn the_rest_of_a_late_coup_may_come_after_the_opponents_move() {
    let server = Server::start(&SHORT);
    let mut table = server.table();
    let late = coup(Coul::Blanc, "B2");
    table.both(TIMEOUT);
    table.of(Coul::Blanc).send(&late[..10]);
    table.play(Coul::Noir, "A1");
    table.of(Coul::Blanc).send(&late[10..]);
    table.play(Coul::Blanc, "C3");
    table.finish(Coul::Noir, "passe", TRICHE);
    table.ended();
}

/// When all of it comes only after NOIR's first move, it is known by what it is, or by the COUP behind it.
#[test]
fn a_late_coup_may_come_after_the_opponents_move() {
    let cases: [(&str, &[usize]); 5] =
        [("B2", &[28]), ("B2", &[10, 18]), ("A1-B1", &[28]), ("A1-B1", &[10, 18]), ("passe", &[28])];
    at_once(&cases, |&(late, cuts)| {
        let server = Server::start(&SHORT);
        let mut table = server.table();
        table.both(TIMEOUT);
        table.play(Coul::Noir, "A1");
        let bytes = coup(Coul::Blanc, late);
        let mut sent = 0;
        for size in cuts {
            table.of(Coul::Blanc).send(&bytes[sent..sent + size]);
            sent += size;
        }
        table.play(Coul::Blanc, "C3");
        table.finish(Coul::Noir, "passe", TRICHE);
        table.ended();
        assert_eq!(retour_of(&server), ["A1", "C3", "passe"], "{late} cut {cuts:?}");
    });
}

/// NOIR is too late at ply 2 of the aller, and so first in the retour: a COUP that was begun before the TIMEOUT, or that begins
/// no partie, or behind which another comes, is the late one.
#[test]
fn a_late_coup_of_the_first_of_the_retour_is_dropped() {
    let cases: [(&str, usize, &[usize]); 8] = [
        ("B2", 10, &[18]),
        ("B2", 10, &[9, 9]),
        ("A1-B1", 0, &[28]),
        ("A1-B1", 0, &[10, 18]),
        ("A1-B1", 27, &[1]),
        ("passe", 0, &[28]),
        ("B2", 0, &[28]),
        ("B2", 0, &[10, 18]),
    ];
    at_once(&cases, |&(late, before, after)| {
        let server = Server::start(&SHORT);
        let mut table = server.table();
        table.play(Coul::Blanc, "A1");
        let bytes = coup(Coul::Noir, late);
        table.of(Coul::Noir).flood(&bytes, before);
        table.both(TIMEOUT);
        let mut sent = before;
        for size in after {
            table.of(Coul::Noir).send(&bytes[sent..sent + size]);
            sent += size;
        }
        table.play(Coul::Noir, "C3");
        table.play(Coul::Blanc, "A1");
        table.finish(Coul::Noir, "passe", TRICHE);
        table.ended();
        assert_eq!(retour_of(&server), ["C3", "A1", "passe"], "{late} cut {before} {after:?}");
    });
}

/// All pawns on the board: 16 placements, after which BLANC can move one pawn only.
const PLACED: [&str; 16] =
    ["A1", "A1", "A2", "A2", "A3", "A3", "B1", "B1", "B2", "B2", "B3", "B3", "C1", "C1", "C2", "C3"];

/// Plays the aller until this player has a pawn to move, and lets his time pass.
fn too_late_with_pawns_to_move(table: &mut Table, late: Coul) {
    let mut mover = Coul::Blanc;
    for text in PLACED.into_iter().chain((late == Coul::Noir).then_some("C2-C3")) {
        table.play(mover, text);
        mover = mover.other();
    }
    assert_eq!(mover, late);
    table.both(TIMEOUT);
}

/// The retour in which the late player's first move is C3, and the other one then passes.
fn begun(late: Coul) -> &'static [&'static str] {
    if late == Coul::Blanc { &["A1", "C3", "passe"] } else { &["C3", "passe"] }
}

/// Who is too late with a pawn to move can send no late placement: the first that comes is his move, were there others behind it.
#[test]
fn nothing_is_held_after_an_aller_whose_pawns_were_placed() {
    at_once(&[Coul::Blanc, Coul::Noir], |&late| {
        let server = Server::start(&SHORT);
        let mut table = server.table();
        too_late_with_pawns_to_move(&mut table, late);
        if late == Coul::Blanc {
            table.play(Coul::Noir, "A1");
        }
        table.of(late).send(&[coup(late, "C3"), coup(late, "B2")].concat());
        table.goes_on(late, "C3");
        table.finish(late.other(), "passe", TRICHE);
        table.ended();
        assert_eq!(retour_of(&server), begun(late), "{late}");
    });
}

/// What he may send too late is a pawn that he moved, or a PASSE, which begin no partie.
#[test]
fn a_late_move_of_a_pawn_is_dropped_wherever_its_player_sits() {
    let cases =
        [(Coul::Blanc, "C2-C3"), (Coul::Blanc, "passe"), (Coul::Noir, "C1-C2"), (Coul::Noir, "passe")];
    at_once(&cases, |&(late, text)| {
        let server = Server::start(&SHORT);
        let mut table = server.table();
        too_late_with_pawns_to_move(&mut table, late);
        if late == Coul::Blanc {
            table.play(Coul::Noir, "A1");
        }
        table.of(late).coup(late, text);
        table.play(late, "C3");
        table.finish(late.other(), "passe", TRICHE);
        table.ended();
        assert_eq!(retour_of(&server), begun(late), "{late} {text}");
    });
}

/// A player who drops what he was thinking of when TIMEOUT comes, as the best do, plays the retour normally.
#[test]
fn after_a_timeout_a_well_behaved_player_plays_the_retour() {
    at_once(&[Coul::Blanc, Coul::Noir], |&late| {
        let server = Server::start(&SHORT);
        let mut table = server.table();
        if late == Coul::Noir {
            table.play(Coul::Blanc, "A1");
        }
        table.both(TIMEOUT);
        table.win(Manche::Retour);
        table.ended();
        let winner = Some(late.other().index());
        assert_eq!(server.results(), [(winner, Termination::Timeout), (Some(1), Termination::Win)]);
    });
}

#[test]
fn moves_that_are_half_there_are_too_late_in_both_parties() {
    let server = Server::start(&["--temps", "0.3"]);
    let mut table = server.table();
    for manche in MANCHES {
        table.of(manche.first()).send(&coup(manche.first(), "A1")[..27]);
        table.both(TIMEOUT);
    }
    table.ended();
    assert_eq!(server.results(), [(Some(1), Termination::Timeout), (Some(0), Termination::Timeout)]);
}
