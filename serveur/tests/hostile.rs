//! Clients that do everything but what they should, each against the running server: it goes on, and whoever plays by the
//! rules gets a normal, complete rencontre.

mod common;

use std::net::SocketAddr;

use common::{
    CONT, Client, ERR_COUP, ERR_TYP, End, GAGNE, Leave, MANCHES, Seeded, Server, TIMEOUT, TRICHE, Table,
    WIN_BY_FIRST, at_once, coup, partie, partie_bytes, plays_on, plays_party,
};
use jeux::Position;
use jeux::colonnes::Board;
use protocol::Termination;
use protocol::colonnes::{Coul, Manche, TCoupRep};

/// Time for each move where somebody is to be too late but others are not.
const SHORT: [&str; 2] = ["--temps", "2"];

/// The server's address for clients that are made by hand.
fn address(server: &Server) -> SocketAddr {
    (std::net::Ipv4Addr::LOCALHOST, server.port).into()
}

/// How the parties of the only record ended: (winner, termination).
fn results(server: &Server) -> Vec<(Option<usize>, Termination)> {
    let record = server.record();
    record.parties.iter().map(|party| (party.result.winner, party.result.termination)).collect()
}

/// The moves of a party that its first player wins: those of its first, or of its second player.
fn moves_of(coul: Coul, manche: Manche) -> impl Iterator<Item = &'static str> {
    WIN_BY_FIRST.into_iter().skip(usize::from(coul != manche.first())).step_by(2)
}

/// Every COUP that a player of this colour makes in a rencontre won by the first of each party.
fn all_coups(coul: Coul) -> Vec<u8> {
    MANCHES.into_iter().flat_map(|manche| moves_of(coul, manche)).flat_map(|text| coup(coul, text)).collect()
}

// ---------------------------------------------------------------------------------------------------------------------
// Before the rencontre
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn requests_of_a_wrong_size_make_no_player() {
    let server = Server::start(&[]);
    for size in [1, 3, 4, 5, 28, 35] {
        let mut client = server.connect();
        client.send(&partie("court")[..size]);
        client.half_close();
        client.ended();
    }
    server.still_serves();
}

#[test]
fn a_byte_too_many_costs_the_first_move_and_nothing_else() {
    let server = Server::start(&[]);
    let mut alice = server.connect();
    alice.send(&[&partie("alice")[..], &[0]].concat());
    server.barrier();
    let mut bob = server.connect();
    bob.ask("bob");
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    alice.coup(Coul::Blanc, "A1");
    let mut table = Table { players: [alice, bob] };
    table.both(ERR_TYP);
    // The COUP that followed the byte was recognised: it is what BLANC answers next.
    table.play(Coul::Noir, "C3");
    table.goes_on(Coul::Blanc, "A1");
    table.finish(Coul::Noir, "passe", TRICHE);
    table.ended();
}

#[test]
fn random_handshakes_disturb_nobody() {
    let server = Server::start(&[]);
    let mut alice = server.asked("alice");
    let mut draw = Seeded(20);
    let mut crowd = Vec::new();
    for _ in 0..150 {
        let mut client = server.connect();
        let size = 1 + draw.below(80);
        let mut bytes = draw.bytes(size);
        // Every second one begins like a request; but none is a PARTIE, which would make a player.
        if bytes.len() >= 4 && draw.below(2) == 0 {
            bytes[..4].copy_from_slice(&[1, 0, 0, 0]);
        } else {
            bytes[0] |= 2;
        }
        let cut = draw.below(bytes.len() + 1);
        // The server may have dropped the client after the first piece.
        client.flood(&bytes[..cut], cut);
        client.flood(&bytes[cut..], bytes.len() - cut);
        match draw.below(4) {
            0 => drop(client),
            1 => client.reset(),
            2 => {
                client.half_close();
                crowd.push(client);
            }
            _ => crowd.push(client),
        }
    }
    server.barrier();
    alice.silent();
    let mut bob = server.connect();
    bob.ask("bob");
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    let mut table = Table { players: [alice, bob] };
    table.aller_et_retour();
    table.ended();
}

#[test]
fn names_are_harmless_wherever_they_go() {
    // What is sent, and what the opponent, the log and the record get of it.
    let names: [(&[u8], &str); 12] = [
        (b"", "anonyme"),
        (b"   ", "anonyme"),
        (b"\0hidden", "anonyme"),
        (b"\x1b[31mrouge\x1b[0m", "rouge"),
        (b"\x1b]0;titre\x07x", "x"),
        (b"\x1b]52;c;AAAA", "anonyme"),
        (b"a\r\nb\tc\x08\x7f", "abc"),
        (b"Andr\xe9\xff", "André\u{ff}"),
        ("\u{202e}evil\u{200b}".as_bytes(), "evil"),
        (b"123456789012345678901234567890", "123456789012345678901234567890"),
        (
            b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
            "ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ",
        ),
        (b"%s%n{}`rm -rf`../../etc", "%s%n{}`rm -rf`../../etc"),
    ];
    let server = Server::start(&[]);
    for (sent, shown) in names {
        let mut hostile = server.connect();
        hostile.send(&partie_bytes(sent));
        server.barrier();
        let mut bob = server.connect();
        bob.ask("bob");
        hostile.welcome(Coul::Blanc, "bob");
        bob.welcome(Coul::Noir, shown);
        let mut table = Table { players: [hostile, bob] };
        table.triche(Manche::Aller);
        table.triche(Manche::Retour);
        table.ended();
    }
    server.out.wait_for_many("bilan", names.len());
    server.no_children();
    let mut recorded: Vec<String> = server.records().iter().map(|r| r.players[0].name.clone()).collect();
    let mut expected = names.map(|(_, shown)| shown.to_owned()).to_vec();
    recorded.sort();
    expected.sort();
    assert_eq!(recorded, expected);
    for text in [server.out.so_far(), server.log.so_far()] {
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
}

#[test]
fn a_coup_before_partie_is_refused_and_partie_may_follow() {
    let server = Server::start(&[]);
    let early = coup(Coul::Blanc, "A1");
    let mut filled = [0; 36];
    filled[..28].copy_from_slice(&early);
    let mut rubbish = [0xa5; 36];
    rubbish[..28].copy_from_slice(&early);
    for early in [&early[..], &filled[..], &rubbish[..]] {
        let mut bob = server.connect();
        bob.send(early);
        bob.expect(ERR_COUP);
        bob.ask("bob");
        let mut table = seated(&server, bob);
        table.aller_et_retour();
        table.ended();
    }
}

#[test]
fn coups_before_partie_may_come_in_any_pieces() {
    let server = Server::start(&[]);
    let early = coup(Coul::Blanc, "A1");
    let mut filled = [0; 36];
    filled[..28].copy_from_slice(&early);
    for (bytes, refused, sizes) in [
        ([&early[..], &partie("bob")].concat(), 1, &[7, 28, 36, 64][..]),
        ([&filled[..], &partie("bob")].concat(), 1, &[1, 28, 36, 72]),
        ([&filled[..], &filled, &partie("bob")].concat(), 2, &[28, 36, 108]),
        ([&early[..], &early, &early, &partie("bob")].concat(), 3, &[11, 28, 36, 120]),
    ] {
        for &size in sizes {
            let mut bob = server.connect();
            bob.send_in_pieces(&bytes, size);
            for _ in 0..refused {
                bob.expect(ERR_COUP);
            }
            let mut table = seated(&server, bob);
            table.triche(Manche::Aller);
            table.triche(Manche::Retour);
            table.ended();
        }
    }
}

/// A table of alice, who comes now, and bob, who has sent PARTIE on this connection: bob is BLANC.
fn seated(server: &Server, mut bob: Client) -> Table {
    server.barrier();
    let mut alice = server.connect();
    alice.ask("alice");
    bob.welcome(Coul::Blanc, "alice");
    alice.welcome(Coul::Noir, "bob");
    Table { players: [bob, alice] }
}

#[test]
fn a_flood_of_coups_before_partie_delays_nobody() {
    let server = Server::start(&[]);
    let address = address(&server);
    let flood = coup(Coul::Blanc, "A1").repeat(1000);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            // Each sends as long as the server takes it, and reads nothing.
            scope.spawn(|| {
                let mut flooder = Client::connect(address);
                while flooder.flood(&flood, 1 << 20) == 1 << 20 {}
            });
        }
        server.still_serves();
    });
    let lines = server.log.so_far().lines().count();
    assert!(lines < 200, "the log is not flooded either: {lines} lines");
}

#[test]
fn any_other_request_is_answered_and_ends_the_connection() {
    let server = Server::start(&[]);
    for id in [2, 3, 77, 256, 0x0100_0000, u32::MAX] {
        for size in [4, 28, 36, 4000] {
            let mut client = server.connect();
            let mut bytes = vec![0x41; size];
            bytes[..4].copy_from_slice(&id.to_le_bytes());
            client.send(&bytes);
            let answer: [u8; 40] = client.read();
            assert_eq!((&answer[..4], &answer[4..]), (&[3, 0, 0, 0][..], &[0; 36][..]), "ERR_TYP");
            client.ended();
        }
    }
    server.still_serves();
}

#[test]
fn silent_and_half_sent_handshakes_delay_nobody() {
    let server = Server::start(&[]);
    let mut idle = Vec::new();
    for size in [0, 0, 0, 1, 3, 4, 20, 27, 35] {
        let mut client = server.connect();
        if size > 0 {
            client.send(&partie("muet")[..size]);
        }
        idle.push(client);
    }
    let mut begun = server.connect();
    begun.send(&coup(Coul::Blanc, "A1")[..20]);
    server.barrier();
    // They are still there, and two players meet and play.
    server.still_serves();
    idle.iter().for_each(Client::silent);
    begun.silent();
    // One of them goes on after all.
    let mut late = idle.pop().expect("the one who lacks a byte");
    late.send(&partie("muet")[35..]);
    let mut bob = server.asked("bob");
    late.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "muet");
}

#[test]
fn silent_and_half_sent_handshakes_are_dropped_after_the_delay() {
    let server = Server::start(&["--attente-partie", "1.5"]);
    let mut idle = Vec::new();
    for size in [0, 0, 1, 4, 35] {
        let mut client = server.connect();
        if size > 0 {
            client.send(&partie("muet")[..size]);
        }
        idle.push(client);
    }
    let mut begun = server.connect();
    begun.send(&coup(Coul::Blanc, "A1")[..20]);
    idle.push(begun);
    idle.iter_mut().for_each(Client::ended);
    server.log.wait_for_many("pas de requête PARTIE complète", idle.len());
    // A player who has asked waits as long as it takes: the delay is over when the last of the others is dropped.
    let mut alice = server.asked("alice");
    let mut idle = server.connect();
    idle.ended();
    alice.silent();
    let mut bob = server.connect();
    bob.ask("bob");
    alice.welcome(Coul::Blanc, "bob");
}

/// Drops by drop, a client keeps the connection busy for longer than the delay; it counts from the connection.
#[test]
fn a_handshake_that_drips_is_dropped_too() {
    let server = Server::start(&["--attente-partie", "0.3"]);
    let mut dripping = server.connect();
    // Each client that connects after the one before was dropped is one delay later.
    for byte in 0..3 {
        dripping.flood(&[byte, 0], 1);
        server.connect().ended();
    }
    dripping.cut_off();
}

#[test]
fn resets_before_the_rencontre_cost_nothing() {
    let server = Server::start(&[]);
    for leave in Leave::ALL {
        for size in [0, 3, 20, 36] {
            let mut client = server.connect();
            if size > 0 {
                client.send(&partie("parti")[..size]);
            }
            // Once when the server has seen it, once when it may see both together.
            server.barrier();
            leave.with(client);
            let mut client = server.connect();
            if size > 0 {
                client.send(&partie("parti")[..size]);
            }
            leave.with(client);
        }
    }
    server.still_serves();
}

#[test]
fn a_waiting_player_who_has_left_is_not_paired() {
    for ahead in [&[][..], &coup(Coul::Blanc, "A1")] {
        for leave in [Some(Leave::Close), Some(Leave::Reset), None] {
            let server = Server::start(&[]);
            let mut gone = server.connect();
            gone.send(&[&partie("parti"), ahead].concat());
            server.barrier();
            match leave {
                Some(leave) => leave.with(gone),
                // Who can send nothing any more is no opponent.
                None => gone.half_close(),
            }
            server.still_serves();
            server.log.wait_for("parti");
        }
    }
}

/// The same when the server sees the request, the departure and the next player all at once: it is stopped meanwhile.
#[test]
fn a_player_who_has_left_when_the_server_looks_is_not_paired() {
    use nix::sys::signal::Signal;
    let server = Server::start(&[]);
    server.barrier();
    server.signal(Signal::SIGSTOP);
    for leave in Leave::ALL {
        let mut gone = server.connect();
        gone.ask("parti");
        leave.with(gone);
    }
    let mut alice = server.connect();
    alice.ask("alice");
    let mut bob = server.connect();
    bob.ask("bob");
    server.signal(Signal::SIGCONT);
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
}

#[test]
fn a_waiting_player_who_floods_gets_no_more_than_his_rencontre() {
    let server = Server::start(&[]);
    let mut flooder = server.asked("flot");
    assert!(flooder.flood(&[0xff; 65536], 8 << 20) > 65536);
    server.barrier();
    let mut bob = server.connect();
    bob.ask("bob");
    bob.welcome(Coul::Noir, "flot");
    let ends = plays_on(&mut bob, Coul::Noir, Manche::Aller, 1);
    assert_eq!(ends[0], (Coul::Blanc, ERR_TYP));
    assert_eq!(ends.len(), 2);
}

// ---------------------------------------------------------------------------------------------------------------------
// Segments
// ---------------------------------------------------------------------------------------------------------------------

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
    assert_eq!(results(&server), [(Some(0), Termination::Win), (Some(1), Termination::Win)]);
}

#[test]
fn a_half_closed_player_has_what_he_sent_played() {
    let server = Server::start(&[]);
    let mut table = server.table();
    let noir = all_coups(Coul::Noir);
    table.of(Coul::Noir).send(&noir);
    table.of(Coul::Noir).half_close();
    table.aller_et_retour_of(Coul::Blanc);
    assert_eq!(results(&server), [(Some(0), Termination::Win), (Some(1), Termination::Win)]);
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
    let mut draw = Seeded(3);
    assert_eq!(plays_party(&mut bob, Coul::Noir, Manche::Aller, board, &mut draw), (Coul::Blanc, TIMEOUT));
    assert_eq!(plays_on(&mut bob, Coul::Noir, Manche::Retour, 4), [(Coul::Blanc, TIMEOUT)]);
    assert_eq!(results(&server), [(Some(1), Termination::Disconnected); 2]);
}

// ---------------------------------------------------------------------------------------------------------------------
// What is no COUP
// ---------------------------------------------------------------------------------------------------------------------

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
    assert_eq!(results(&server), [(Some(0), Termination::Malformed), (Some(1), Termination::Win)]);
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
        let mut draw = Seeded(seed);
        let [hostile, other] = server.table().split();
        let hostile_coul = if draw.below(2) == 0 { Coul::Blanc } else { Coul::Noir };
        let (mut hostile, mut player) =
            if hostile_coul == Coul::Blanc { (hostile, other) } else { (other, hostile) };
        for _ in 0..1 + draw.below(4) {
            let size = 1 + draw.below(120);
            let mut bytes = draw.bytes(size);
            // Half of them begin as a COUP of the right colour does, or nearly.
            for (at, byte) in coup(hostile_coul, "B2").iter().enumerate().take(draw.below(56)) {
                if at < bytes.len() && draw.below(12) > 0 {
                    bytes[at] = *byte;
                }
            }
            // The rencontre may be over before everything is sent.
            hostile.flood(&bytes, bytes.len());
        }
        match draw.below(3) {
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
    for flood in
        [vec![0; 65536], vec![0xff; 65536], coup(Coul::Noir, "A1").repeat(2340), Seeded(5).bytes(65536)]
    {
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
    let mut stalled = Client::connect_cramped(address(&server));
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
    assert_eq!(results(&server), [(Some(0), Termination::Win), (Some(1), Termination::Win)]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Departures
// ---------------------------------------------------------------------------------------------------------------------

/// At which point of the rencontre somebody leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// Before the first move of the party.
    Beginning,
    /// After its first two moves.
    Middle,
    /// The mover, after a part of his COUP.
    MidCoup,
}

/// Who leaves, by his part in the party: the mover or the one who waits.
#[test]
fn a_departure_leaves_the_opponent_a_complete_rencontre() {
    let server = Server::start(&[]);
    let mut rencontres = 0;
    for manche in MANCHES {
        for when in [When::Beginning, When::Middle, When::MidCoup] {
            for mover_leaves in [true, false] {
                for leave in Leave::ALL {
                    if when == When::MidCoup && !mover_leaves {
                        continue;
                    }
                    let ends = departure(&server, manche, when, mover_leaves, leave);
                    let absent = if mover_leaves { manche.first() } else { manche.first().other() };
                    let context = format!("{manche} {when:?} {mover_leaves} {leave:?}");
                    assert!(ends.iter().all(|&end| end == (absent, TIMEOUT)), "{context}: {ends:?}");
                    assert_eq!(ends.len(), if manche == Manche::Aller { 2 } else { 1 }, "{context}");
                    rencontres += 1;
                }
            }
        }
    }
    server.no_children();
    let records = server.records();
    assert_eq!(records.len(), rencontres);
    for record in records {
        assert_eq!(record.interrupted, None);
        assert_eq!(record.parties.len(), 2);
        let last = &record.parties[1].result;
        assert_eq!(last.termination, Termination::Disconnected);
        assert_eq!(last.charged, last.winner.map(|winner| 1 - winner));
    }
}

/// Plays until then, has one leave, and gives what the other sees of the parties from this one on.
fn departure(server: &Server, manche: Manche, when: When, mover_leaves: bool, leave: Leave) -> Vec<End> {
    let mut table = server.table();
    if manche == Manche::Retour {
        table.win(Manche::Aller);
    }
    let (first, mut board) = (manche.first(), Board::new());
    if when != When::Beginning {
        for (mover, text) in [(first, "A1"), (first.other(), "C3")] {
            table.play(mover, text);
            board.play(text.parse().expect("a move")).expect("legal");
        }
    }
    if when == When::MidCoup {
        table.of(first).send_in_pieces(&coup(first, "B2")[..17], 9);
    }
    let leaves = if mover_leaves { first } else { first.other() };
    let [blanc, noir] = table.split();
    let (absent, mut present) = if leaves == Coul::Blanc { (blanc, noir) } else { (noir, blanc) };
    leave.with(absent);
    let mut ends = vec![plays_party(&mut present, leaves.other(), manche, board, &mut Seeded(7))];
    if manche == Manche::Aller {
        ends.extend(plays_on(&mut present, leaves.other(), Manche::Retour, 8));
    } else {
        present.ended();
    }
    ends
}

#[test]
fn a_rencontre_without_players_comes_to_its_end() {
    let server = Server::start(&[]);
    for leaves in [[Leave::Close, Leave::Close], [Leave::Reset, Leave::Reset], [Leave::Close, Leave::Reset]] {
        for played in 0..3 {
            let mut table = server.table();
            for (mover, text) in [(Coul::Blanc, "A1"), (Coul::Noir, "C3")].into_iter().take(played) {
                table.play(mover, text);
            }
            for (leave, client) in leaves.into_iter().zip(table.split()) {
                leave.with(client);
            }
        }
    }
    server.no_children();
    let records = server.records();
    assert_eq!(records.len(), 9);
    for party in records.iter().flat_map(|record| &record.parties) {
        assert_eq!(party.result.termination, Termination::Disconnected);
    }
    server.still_serves();
}

/// A player who leaves with the party's last answer on its way to him changes nothing of the result.
#[test]
fn leaving_after_the_last_move_changes_nothing() {
    for leave in Leave::ALL {
        let server = Server::start(&[]);
        let mut table = server.table();
        table.win(Manche::Aller);
        for (index, text) in WIN_BY_FIRST[..4].iter().enumerate() {
            table.play([Coul::Noir, Coul::Blanc][index % 2], text);
        }
        table.of(Coul::Noir).coup(Coul::Noir, "A1");
        let [mut alice, bob] = table.split();
        alice.expect(GAGNE);
        leave.with(bob);
        alice.ended();
        assert_eq!(results(&server), [(Some(0), Termination::Win), (Some(1), Termination::Win)]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Too late
// ---------------------------------------------------------------------------------------------------------------------

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
        assert_eq!(results(&server), [(winner, Termination::Timeout), (Some(1), Termination::Win)]);
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
    assert_eq!(results(&server), [(Some(1), Termination::Timeout), (Some(0), Termination::Timeout)]);
}
