//! Pair after pair, and many at once.

use std::net::{Ipv4Addr, TcpStream};

use protocol::Termination;
use protocol::colonnes::{Coul, Manche};

use crate::common::{
    Client, GAGNE, MANCHES, NULLE, Server, Table, WIN_BY_FIRST, partie, play_rencontre, rejoue,
};

#[test]
fn pairs_play_one_after_the_other() {
    let server = Server::start(&[]);
    for _ in 0..5 {
        let mut table = server.table();
        table.aller_et_retour();
        table.ended();
    }
    server.no_children();
    let ids: Vec<String> = server.records().into_iter().map(|record| record.id).collect();
    assert_eq!(ids.len(), 5);
    for (file, id) in server.record_files().iter().zip(&ids) {
        assert_eq!(file.file_stem().and_then(|stem| stem.to_str()), Some(&id[..]));
    }
}

/// Their moves are interleaved, and nothing of one rencontre shows in another.
#[test]
fn pairs_play_at_once() {
    let server = Server::start(&[]);
    let mut tables: Vec<Table> = (0..4).map(|_| server.table()).collect();
    assert_eq!(server.children().len(), 4);
    for manche in MANCHES {
        for (ply, text) in WIN_BY_FIRST.into_iter().enumerate() {
            let mover = if ply % 2 == 0 { manche.first() } else { manche.first().other() };
            for table in &mut tables {
                match ply {
                    4 => table.finish(mover, text, GAGNE),
                    _ => table.play(mover, text),
                }
            }
        }
    }
    tables.iter_mut().for_each(Table::ended);
    server.no_children();
    assert_eq!(server.records().len(), 4);
}

/// Players are paired in the order of their requests, whatever the order of their connections.
#[test]
fn pairs_are_made_in_the_order_of_the_requests() {
    let server = Server::start(&[]);
    let names = ["a", "b", "c", "d", "e", "f"];
    let mut clients: Vec<Client> = names.iter().map(|_| server.connect()).collect();
    let order = [4, 1, 5, 0, 3, 2];
    for index in order {
        clients[index].ask(names[index]);
        server.barrier();
    }
    for pair in order.chunks(2) {
        clients[pair[0]].welcome(Coul::Blanc, names[pair[1]]);
        clients[pair[1]].welcome(Coul::Noir, names[pair[0]]);
    }
}

#[test]
fn forty_rencontres_at_once_with_idle_clients_beside_them() {
    many_at_once(40);
}

/// A contest of 400 players.
#[test]
fn two_hundred_rencontres_at_once_with_idle_clients_beside_them() {
    many_at_once(200);
}

/// So many rencontres at once, with 10 silent and 10 half-sent handshakes beside them: nobody is too late.
fn many_at_once(count: u64) {
    let server = Server::start(&[]);
    let mut idle = Vec::new();
    for index in 0..20 {
        let mut client = server.connect();
        if index % 2 == 0 {
            client.send(&partie("muet")[..1 + index]);
        }
        idle.push(client);
    }
    let tables: Vec<Table> = (0..count).map(|_| server.table()).collect();
    idle.iter().for_each(Client::silent);
    let ends: Vec<_> = std::thread::scope(|scope| {
        let games = tables
            .into_iter()
            .zip(0..)
            .map(|(mut table, seed)| scope.spawn(move || play_rencontre(&mut table, 100 * seed)));
        let games: Vec<_> = games.collect();
        games.into_iter().map(|game| game.join().expect("a rencontre")).collect()
    });
    for [blanc, noir] in ends {
        assert_eq!(blanc.len(), 2);
        assert_eq!(blanc, noir, "both saw the same");
        assert!(blanc.iter().all(|(_, rep)| [GAGNE, NULLE].contains(rep)), "{blanc:?}");
    }
    server.no_children();
    let records = server.records();
    assert_eq!(records.len() as u64, count);
    for partie in records.iter().flat_map(|record| &record.parties) {
        assert!([Termination::Win, Termination::Draw].contains(&partie.result.termination));
    }
    let (code, _, log) = rejoue(&["--discret"], &server.record_files());
    assert_eq!((code, &log[..]), (0, ""));
}

#[test]
fn once_prints_the_result_and_leaves() {
    let mut server = Server::start(&["--once"]);
    let late = server.connect();
    let mut table = server.table();
    // The others are let go, and nobody else is taken.
    drop(late);
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).is_err());
    table.win(Manche::Aller);
    table.triche(Manche::Retour);
    table.ended();
    assert_eq!(server.exit_code(), 0);
    let out = server.out.complete();
    for text in [
        "alice (BLANC) contre bob (NOIR)",
        "aller  : alice gagne en 5 coups",
        "retour : alice gagne, TRICHE de bob",
        "en 1 coup ;",
        "alice 2, bob 0, nulles 0",
        "enregistrée : ",
    ] {
        assert!(out.contains(text), "{text:?} is not in {out}");
    }
    assert!(!out.contains(" joue "), "no boards without -v: {out}");
}

#[test]
fn verbose_shows_the_boards() {
    let mut server = Server::start(&["--once", "-v", "--sans-parties"]);
    let mut table = server.table();
    table.aller_et_retour();
    table.ended();
    assert_eq!(server.exit_code(), 0);
    let out = server.out.complete();
    assert!(out.contains("5. alice (B) joue A1 : VALID GAGNE"), "{out}");
    assert!(!out.contains("enregistrée"), "{out}");
}
