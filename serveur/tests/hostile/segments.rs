//! TCP keeps no borders between messages: requests in any number of segments, and many in one.

use fastrand::Rng;
use jeux::Position;
use jeux::colonnes::Board;
use protocol::Termination;
use protocol::colonnes::{Coul, Manche};

use crate::common::{
    GAGNE, MANCHES, Server, TIMEOUT, Table, WIN_BY_FIRST, all_coups, coup, partie, plays_on, plays_partie,
};

#[test]
fn one_byte_per_segment_is_enough() {
    let server = Server::start(&[]);
    let mut alice = server.connect();
    alice.send_in_pieces(&partie("alice"), 1);
    let mut bob = server.connect();
    bob.send_in_pieces(&partie("bob"), 5);
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    let mut table = Table { players: [alice, bob] };
    for manche in MANCHES {
        let mut mover = manche.first();
        for (ply, text) in WIN_BY_FIRST.into_iter().enumerate() {
            let bytes = coup(mover, text);
            table.of(mover).send_in_pieces(&bytes[..27], [1, 2, 9, 3, 13][ply]);
            table.of(mover).send(&bytes[27..]);
            if ply + 1 == WIN_BY_FIRST.len() {
                table.both(GAGNE);
            } else {
                table.goes_on(mover, text);
            }
            mover = mover.other();
        }
    }
    table.ended();
}

#[test]
fn partie_and_coup_may_share_a_segment() {
    let server = Server::start(&[]);
    let mut alice = server.connect();
    alice.send(&[&partie("alice")[..], &coup(Coul::Blanc, "A1")].concat());
    server.barrier();
    let mut bob = server.connect();
    bob.send(&[&partie("bob")[..], &coup(Coul::Noir, "C3")].concat());
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    let mut table = Table { players: [alice, bob] };
    table.goes_on(Coul::Blanc, "A1");
    table.goes_on(Coul::Noir, "C3");
    table.play(Coul::Blanc, "A1");
}

/// The whole rencontre of each player in one segment, PARTIE and the moves of both parties: ahead of time is not too late.
#[test]
fn a_whole_rencontre_fits_in_one_segment() {
    let server = Server::start(&[]);
    let mut alice = server.connect();
    alice.send(&[&partie("alice")[..], &all_coups(Coul::Blanc)].concat());
    server.barrier();
    let mut bob = server.connect();
    bob.send(&[&partie("bob")[..], &all_coups(Coul::Noir)].concat());
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    let mut table = Table { players: [alice, bob] };
    let [begin @ .., _] = WIN_BY_FIRST;
    for manche in MANCHES {
        let mut mover = manche.first();
        for text in begin {
            table.goes_on(mover, text);
            mover = mover.other();
        }
        table.both(GAGNE);
    }
    table.ended();
    assert_eq!(server.results(), [(Some(0), Termination::Win), (Some(1), Termination::Win)]);
}

#[test]
fn a_half_closed_player_has_what_he_sent_played() {
    let server = Server::start(&[]);
    let mut table = server.table();
    let noir = all_coups(Coul::Noir);
    table.of(Coul::Noir).send(&noir);
    table.of(Coul::Noir).half_close();
    table.aller_et_retour_of(Coul::Blanc);
    assert_eq!(server.results(), [(Some(0), Termination::Win), (Some(1), Termination::Win)]);
}

#[test]
fn a_half_closed_player_who_owes_a_move_has_left() {
    let server = Server::start(&[]);
    let mut table = server.table();
    table.of(Coul::Blanc).coup(Coul::Blanc, "A1");
    table.of(Coul::Blanc).half_close();
    table.goes_on(Coul::Blanc, "A1");
    let [_alice, mut bob] = table.split();
    let mut board = Board::new();
    board.play("A1".parse().expect("a move")).expect("legal");
    let mut draw = Rng::with_seed(3);
    assert_eq!(plays_partie(&mut bob, Coul::Noir, Manche::Aller, board, &mut draw), (Coul::Blanc, TIMEOUT));
    assert_eq!(plays_on(&mut bob, Coul::Noir, Manche::Retour, 4), [(Coul::Blanc, TIMEOUT)]);
    assert_eq!(server.results(), [(Some(1), Termination::Disconnected); 2]);
}
