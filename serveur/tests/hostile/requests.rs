//! Players who send what is no COUP, or far too much.

use fastrand::Rng;
use protocol::Termination;
use protocol::colonnes::{Coul, Manche, TCoupRep};

use crate::common::{
    CONT, Client, ERR_TYP, GAGNE, MANCHES, Server, TIMEOUT, TRICHE, WIN_BY_FIRST, all_coups, coup, noise,
    partie, plays_on,
};

/// What BLANC sends as his first move loses him the aller; then both play the retour normally.
fn loses_the_aller(server: &Server, pieces: &[&[u8]], answer: TCoupRep) {
    let mut table = server.table();
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            table.of(Coul::Blanc).settle();
        }
        table.of(Coul::Blanc).send(piece);
    }
    table.both(answer);
    table.win(Manche::Retour);
    table.ended();
}

#[test]
fn a_bad_id_request_loses_the_party() {
    let server = Server::start(&[]);
    // 0x01000000 is COUP in the other byte order.
    for id in [0, 2, 77, 256, 0x0100_0000, u32::MAX] {
        // Fields of the second look like a COUP of BLANC, too; the request is illegal, but that is not what is answered.
        for text in ["A1", "B1-C1"] {
            let mut bytes = coup(Coul::Blanc, text);
            bytes[..4].copy_from_slice(&u32::to_le_bytes(id));
            loses_the_aller(&server, &[&bytes], ERR_TYP);
        }
    }
    for id in [2, 77, u32::MAX] {
        let mut bytes = coup(Coul::Blanc, "A1");
        bytes[..4].copy_from_slice(&u32::to_le_bytes(id));
        for cut in [1, 3, 4, 5, 14, 27] {
            loses_the_aller(&server, &[&bytes[..cut], &bytes[cut..]], ERR_TYP);
        }
    }
}

#[test]
fn partie_in_mid_game_loses_the_party() {
    let server = Server::start(&[]);
    let request = partie("encore");
    loses_the_aller(&server, &[&request], ERR_TYP);
    for cut in [1, 3, 4, 5, 8, 28, 35] {
        loses_the_aller(&server, &[&request[..cut], &request[cut..]], ERR_TYP);
    }
    // Twice at once is one mistake.
    loses_the_aller(&server, &[&request.repeat(2)], ERR_TYP);
}

/// Out of turn nothing is read: it counts when its sender should move.
#[test]
fn partie_of_the_waiting_player_counts_at_his_turn() {
    let server = Server::start(&[]);
    let mut table = server.table();
    table.of(Coul::Noir).ask("encore");
    table.play(Coul::Blanc, "A1");
    table.both(ERR_TYP);
    table.win(Manche::Retour);
    table.ended();
    assert_eq!(server.results(), [(Some(0), Termination::Malformed), (Some(1), Termination::Win)]);
}

#[test]
fn fields_out_of_range_are_triche() {
    let server = Server::start(&[]);
    for (field, value) in
        [(1, 3), (1, u32::MAX), (2, 2), (2, u32::MAX), (3, 3), (4, 3), (3, u32::MAX), (4, 0x8000_0000)]
    {
        let mut bytes = coup(Coul::Blanc, "A1");
        bytes[4 * field..4 * field + 4].copy_from_slice(&value.to_le_bytes());
        loses_the_aller(&server, &[&bytes], TRICHE);
    }
}

/// Whatever a player sends instead of moves, and however he leaves: the opponent, who plays on, gets a complete rencontre.
#[test]
fn random_bytes_in_the_game_leave_the_opponent_a_complete_rencontre() {
    let server = Server::start(&[]);
    for seed in 0..60 {
        let mut draw = Rng::with_seed(seed);
        let [hostile, other] = server.table().split();
        let hostile_coul = if draw.usize(..2) == 0 { Coul::Blanc } else { Coul::Noir };
        let (mut hostile, mut player) =
            if hostile_coul == Coul::Blanc { (hostile, other) } else { (other, hostile) };
        for _ in 0..1 + draw.usize(..4) {
            let size = 1 + draw.usize(..120);
            let mut bytes = noise(&mut draw, size);
            // Half of them begin as a COUP of the right colour does, or nearly.
            for (at, byte) in coup(hostile_coul, "B2").iter().enumerate().take(draw.usize(..56)) {
                if at < bytes.len() && draw.usize(..12) > 0 {
                    bytes[at] = *byte;
                }
            }
            // The rencontre may be over before everything is sent.
            hostile.flood(&bytes, bytes.len());
        }
        match draw.usize(..3) {
            0 => drop(hostile),
            1 => hostile.reset(),
            _ => hostile.half_close(),
        }
        let ends = plays_on(&mut player, hostile_coul.other(), Manche::Aller, seed);
        assert_eq!(ends.len(), 2, "seed {seed}");
    }
    server.still_serves();
    assert!(!server.log.so_far().contains("interrompue"), "no child failed");
}

#[test]
fn a_flood_out_of_turn_costs_the_flooder_only() {
    for flood in [
        vec![0; 65536],
        vec![0xff; 65536],
        coup(Coul::Noir, "A1").repeat(2340),
        noise(&mut Rng::with_seed(5), 65536),
    ] {
        let server = Server::start(&[]);
        let [mut alice, mut bob] = server.table().split();
        assert!(bob.flood(&flood, 16 << 20) > 100_000);
        let ends = plays_on(&mut alice, Coul::Blanc, Manche::Aller, 11);
        assert_eq!(ends.len(), 2);
        server.no_children();
        server.still_serves();
    }
}

#[test]
fn a_flood_of_the_mover_ends_with_his_party() {
    let server = Server::start(&[]);
    let [mut alice, mut bob] = server.table().split();
    std::thread::scope(|scope| {
        // Sends until the server has had enough.
        scope.spawn(move || while alice.flood(&[0x55; 65536], 1 << 20) == 1 << 20 {});
        let ends = plays_on(&mut bob, Coul::Noir, Manche::Aller, 12);
        // In the retour the flooder may have left.
        assert_eq!(ends[0], (Coul::Blanc, ERR_TYP));
        assert!(ends[1] == (Coul::Blanc, ERR_TYP) || ends[1] == (Coul::Blanc, TIMEOUT), "{ends:?}");
    });
}

/// A player whose receive buffer is as small as it can be, and who never reads.
#[test]
fn a_stalled_reader_holds_nobody_up() {
    let server = Server::start(&[]);
    let mut stalled = Client::connect_cramped(server.address());
    stalled.send(&[&partie("sourd")[..], &all_coups(Coul::Blanc)].concat());
    server.barrier();
    let mut bob = server.connect();
    bob.ask("bob");
    bob.welcome(Coul::Noir, "sourd");
    for manche in MANCHES {
        for (ply, text) in WIN_BY_FIRST.into_iter().enumerate() {
            let mover = if ply % 2 == 0 { manche.first() } else { manche.first().other() };
            if mover == Coul::Noir {
                bob.coup(Coul::Noir, text);
            }
            match mover {
                _ if ply + 1 == WIN_BY_FIRST.len() => bob.expect(GAGNE),
                Coul::Noir => bob.expect(CONT),
                Coul::Blanc => bob.expect_forwarded(&coup(Coul::Blanc, text)),
            }
        }
    }
    bob.ended();
    assert_eq!(server.results(), [(Some(0), Termination::Win), (Some(1), Termination::Win)]);
}
