//! Clients that do what they should not before their rencontre.

use fastrand::Rng;
use nix::sys::signal::Signal;
use protocol::colonnes::{Coul, Manche};

use testing::until;

use crate::common::{
    Client, ERR_COUP, ERR_TYP, Leave, Server, TRICHE, Table, coup, noise, partie, partie_bytes, plays_on,
    state,
};

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
    let mut draw = Rng::with_seed(20);
    let mut crowd = Vec::new();
    for _ in 0..150 {
        let mut client = server.connect();
        let size = 1 + draw.usize(..80);
        let mut bytes = noise(&mut draw, size);
        // Every second one begins like a request; but none is a PARTIE, which would make a player.
        if bytes.len() >= 4 && draw.usize(..2) == 0 {
            bytes[..4].copy_from_slice(&[1, 0, 0, 0]);
        } else {
            bytes[0] |= 2;
        }
        let cut = draw.usize(..=bytes.len());
        // The server may have dropped the client after the first piece.
        client.flood(&bytes[..cut], cut);
        client.flood(&bytes[cut..], bytes.len() - cut);
        match draw.usize(..4) {
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
    let address = server.address();
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
    let server = Server::start(&[]);
    server.barrier();
    server.signal(Signal::SIGSTOP);
    until("the server is stopped", || state(server.pid()) == Some('T'));
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
