//! The processes, descriptors and addresses that the server uses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};

use protocol::colonnes::Coul;

use testing::until;

use crate::common::{Client, Server, Table, descriptors, partie, server_socket, sockets};

#[test]
fn a_child_has_its_two_sockets_and_no_listener() {
    let server = Server::start(&[]);
    let idle = server.connect();
    server.barrier();
    let listener = server_socket(server.port, 0).expect("it listens");
    assert!(sockets(server.pid(), server.port).contains(&listener));
    let mut known: Vec<nix::unistd::Pid> = Vec::new();
    let mut tables = Vec::new();
    for _ in 0..3 {
        let table = server.table();
        let children = server.children();
        let [child] = children.iter().filter(|child| !known.contains(child)).copied().collect::<Vec<_>>()[..]
        else {
            panic!("one child more: {children:?}");
        };
        let own = table
            .players
            .each_ref()
            .map(|player| server_socket(server.port, player.address().port()).expect("connected"));
        assert_eq!(sockets(child, server.port), own.into_iter().collect(), "exactly its two sockets");
        known.push(child);
        tables.push(table);
    }
    let waiting = server.asked("seul");
    let mine = [&idle, &waiting]
        .map(|client| server_socket(server.port, client.address().port()).expect("connected"));
    // The parent keeps the listener and those who have no rencontre.
    assert_eq!(sockets(server.pid(), server.port), mine.into_iter().chain([listener]).collect());
}

#[test]
fn nothing_is_left_of_rencontres_and_clients() {
    let server = Server::start(&["--attente-partie", "1.5"]);
    let before = descriptors(server.pid()).len();
    let mut idle = Vec::new();
    for round in 0..3 {
        server.still_serves();
        drop(server.connect());
        server.connect().reset();
        server.asked("parti").reset();
        idle.push(server.connect());
        idle[round].send(&partie("muet")[..10 + round]);
    }
    idle.iter_mut().for_each(Client::ended);
    server.barrier();
    server.no_children();
    // Fewer hosts may wait for work than at first; the log of records stays open, with its folder.
    until("every descriptor is closed", || descriptors(server.pid()).len() <= before + 2);
}

/// IPv6 and IPv4 at once; and one address only.
#[test]
fn both_internet_protocols_are_served() {
    let (v4, v6): (IpAddr, IpAddr) = (Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into());
    // A machine without IPv6 shows the rest.
    let has_v6 = TcpListener::bind((v6, 0)).is_ok();
    let server = Server::start(&[]);
    let mut alice = Client::connect(SocketAddr::new(if has_v6 { v6 } else { v4 }, server.port));
    alice.ask("alice");
    server.barrier();
    let mut bob = Client::connect(SocketAddr::new(v4, server.port));
    bob.ask("bob");
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    let froms = [alice.address(), bob.address()].map(|address| address.to_string());
    let mut table = Table { players: [alice, bob] };
    table.aller_et_retour();
    table.ended();
    let record = server.record();
    assert_eq!(record.players.iter().map(|player| player.from.clone()).collect::<Vec<_>>(), froms);

    // Another process may have the same port of the other protocol.
    let leaves = |mine: IpAddr, other: IpAddr| {
        testing::happens(|| {
            let only = Server::start(&["--adresse", &mine.to_string()]);
            assert!(TcpStream::connect((mine, only.port)).is_ok());
            TcpListener::bind((other, only.port)).is_ok()
        })
    };
    if has_v6 {
        assert!(leaves(v4, v6));
        assert!(leaves(v6, v4));
    }
    Server::start(&["--adresse", "127.0.0.1"]).still_serves();
}
