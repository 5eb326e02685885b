//! COUP that come too late (fault 1 of the course's server).

use protocol::Termination;
use protocol::colonnes::{Coul, Manche};

use crate::common::{MANCHES, SHORT, Server, TIMEOUT, TRICHE, at_once, coup};

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

/// NOIR is too late at ply 2 of the aller, and so first in the retour: a COUP that was begun before the TIMEOUT, or that begins
/// no party, or behind which another comes, is the late one.
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
