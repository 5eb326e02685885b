//! How the server and its rencontres stop, or are stopped.

use std::net::{Ipv4Addr, TcpStream};

use nix::sys::signal::{Signal, kill};
use protocol::Termination;
use protocol::colonnes::{Coul, Manche};

use testing::until;

use crate::common::{Client, GAGNE, Server, TIMEOUT, Table, alive, rejoue, server_socket, sockets, state};

#[test]
fn sigterm_finishes_what_runs_and_takes_no_more() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut server = Server::start(&[]);
        let mut table = server.table();
        table.play(Coul::Blanc, "A1");
        let mut waiting = server.asked("seul");
        let mut idle = server.connect();
        server.barrier();
        server.signal(signal);
        waiting.ended();
        idle.ended();
        server.log.wait_for("arrêt demandé");
        assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, server.port)).is_err(), "nobody is taken any more");
        // The rencontre goes on to its end.
        for (mover, text) in [(Coul::Noir, "C3"), (Coul::Blanc, "A1"), (Coul::Noir, "C3")] {
            table.play(mover, text);
        }
        table.finish(Coul::Blanc, "A1", GAGNE);
        table.win(Manche::Retour);
        table.ended();
        assert_eq!(server.exit_code(), 0);
        let record = server.record();
        assert_eq!((record.interrupted.as_ref(), record.parties.len()), (None, 2));
    }
}

#[test]
fn sigterm_without_rencontre_ends_at_once() {
    let mut server = Server::start(&[]);
    server.signal(Signal::SIGTERM);
    assert_eq!(server.exit_code(), 0);
    assert_eq!(server.records(), []);
}

#[test]
fn a_second_sigterm_stops_the_rencontres_and_records_them_as_interrupted() {
    // One before its first move, one in the aller, one in the retour; without a time limit as well.
    for options in [&[][..], &["--noTimeout"]] {
        let mut server = Server::start(options);
        let mut tables: Vec<Table> = (0..3).map(|_| server.table()).collect();
        tables[1].play(Coul::Blanc, "A1");
        tables[2].win(Manche::Aller);
        tables[2].play(Coul::Noir, "A1");
        server.signal(Signal::SIGTERM);
        server.log.wait_for("arrêt demandé");
        tables.iter().flat_map(|table| &table.players).for_each(Client::silent);
        server.signal(Signal::SIGTERM);
        tables.iter_mut().for_each(Table::ended);
        assert_eq!(server.exit_code(), 1, "not everything went well");
        let records = server.records();
        assert_eq!(records.len(), 3);
        let mut moves = Vec::new();
        for record in &records {
            assert!(record.interrupted.is_some());
            let last = record.parties.last().expect("the party under way");
            assert_eq!(last.result.termination, Termination::Interrupted);
            assert_eq!((last.result.winner, last.result.charged), (None, None), "nobody's fault");
            moves.push(record.parties.iter().map(|partie| partie.moves.len()).collect::<Vec<_>>());
        }
        moves.sort();
        assert_eq!(moves, [vec![0], vec![1], vec![5, 1]], "nothing that was played is lost");
        let (code, _, log) = rejoue(&["--discret"], &server.record_files());
        assert_eq!((code, &log[..]), (0, ""));
        assert!(server.out.complete().contains("interrompue"));
    }
}

#[test]
fn a_killed_rencontre_is_logged_and_recorded_as_interrupted() {
    let mut server = Server::start(&[]);
    let mut table = server.table();
    table.play(Coul::Blanc, "A1");
    let mut other = server.table();
    let children = server.children();
    let [child] = children[..]
        .iter()
        .filter(|child| {
            let socket = server_socket(server.port, table.players[0].address().port()).expect("connected");
            sockets(**child, server.port).contains(&socket)
        })
        .copied()
        .collect::<Vec<_>>()[..]
    else {
        panic!("one child has the connection: {children:?}")
    };
    kill(child, Signal::SIGKILL).expect("kill");
    table.players.iter_mut().for_each(Client::cut_off);
    assert!(server.log.wait_for("a été interrompue").contains("SIGKILL"));
    server.log.wait_for("enregistrée comme interrompue");
    let record = server.record();
    assert!(record.interrupted.as_ref().is_some_and(|why| why.to_string().contains("SIGKILL")));
    assert_eq!(record.players.iter().map(|player| &player.name[..]).collect::<Vec<_>>(), ["alice", "bob"]);
    assert!(record.started <= record.ended.expect("an end"));
    let (code, out, _) = rejoue(&[], &server.record_files());
    assert_eq!(code, 0);
    assert!(out.contains("interrompue"), "{out}");
    // The others go on.
    other.aller_et_retour();
    other.ended();
    server.still_serves();
    server.signal(Signal::SIGTERM);
    assert_eq!(server.exit_code(), 1, "not everything went well");
}

/// A referee who slept through a deadline cannot say who was late: he interrupts the rencontre instead of condemning anybody.
#[test]
fn a_referee_who_was_asleep_condemns_nobody() {
    let sleepy = Server::start(&["--temps", "1.5"]);
    let mut table = sleepy.table();
    let [child] = sleepy.children()[..] else { panic!("one rencontre") };
    until("the referee waits for a move", || state(child) == Some('S'));
    kill(child, Signal::SIGSTOP).expect("kill");
    until("the referee sleeps", || state(child) == Some('T'));
    // The time of this one passes meanwhile.
    let server = Server::start(&["--temps", "3"]);
    server.table().both(TIMEOUT);
    kill(child, Signal::SIGCONT).expect("kill");
    table.ended();
    until("the record is there", || sleepy.record_files().len() == 1);
    let record = sleepy.record();
    assert!(record.interrupted.is_some());
    assert_eq!(record.parties[0].result.termination, Termination::Interrupted);
    assert_eq!(record.parties[0].result.charged, None);
}

/// A killed server takes what is under way with it, and leaves no process; what was finished is on disk.
#[test]
fn a_killed_server_leaves_nothing_behind() {
    let server = Server::start(&[]);
    let mut finished = server.table();
    finished.aller_et_retour();
    finished.ended();
    let table = server.table();
    let [child] = server.children()[..] else { panic!("one rencontre") };
    server.signal(Signal::SIGKILL);
    until("the server is dead", || server_socket(server.port, 0).is_none());
    let [mut one, mut other] = table.split();
    one.cut_off();
    other.cut_off();
    until("its host has ended", || !alive(child));
    assert_eq!(server.record().parties.len(), 2);
}

/// Some programs that start others have SIGCHLD ignored, which their children inherit: the end of rencontres must be seen all
/// the same.
#[test]
fn an_ignored_sigchld_is_no_obstacle() {
    let mut server = Server::start_ignoring_children(&["--once"]);
    let mut table = server.table();
    table.aller_et_retour();
    table.ended();
    assert_eq!(server.exit_code(), 0);
}
