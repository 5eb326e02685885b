//! The life of the server: pair after pair, many at once, stopping, crashing, recording; the processes and descriptors
//! that it uses.

mod common;

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;

use arbitre::record::Record;
use common::{
    CONT, Client, ERR_TYP, GAGNE, MANCHES, NULLE, Server, TIMEOUT, TRICHE, Table, WIN_BY_FIRST, alive, coup,
    descriptors, partie, play_rencontre, program, run, server_socket, sockets, until,
};
use nix::sys::signal::{Signal, kill};
use protocol::Termination;
use protocol::colonnes::{Coul, Manche};
use tempfile::tempdir;

// ---------------------------------------------------------------------------------------------------------------------
// Pair after pair
// ---------------------------------------------------------------------------------------------------------------------

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
    let server = Server::start(&[]);
    let mut idle = Vec::new();
    for index in 0..20 {
        let mut client = server.connect();
        if index % 2 == 0 {
            client.send(&partie("muet")[..1 + index]);
        }
        idle.push(client);
    }
    let tables: Vec<Table> = (0..40).map(|_| server.table()).collect();
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
    idle.iter().for_each(Client::silent);
    server.no_children();
    let records = server.records();
    assert_eq!(records.len(), 40);
    for party in records.iter().flat_map(|record| &record.parties) {
        assert!([Termination::Win, Termination::Draw].contains(&party.result.termination));
    }
    let files = server.record_files();
    let (code, _, log) = common::rejoue(&["--discret"], &files);
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
    assert!(!out.contains("joue"), "no boards without -v: {out}");
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

// ---------------------------------------------------------------------------------------------------------------------
// Stopping
// ---------------------------------------------------------------------------------------------------------------------

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
        assert_eq!((record.interrupted.as_deref(), record.parties.len()), (None, 2));
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
            moves.push(record.parties.iter().map(|party| party.moves.len()).collect::<Vec<_>>());
        }
        moves.sort();
        assert_eq!(moves, [vec![0], vec![1], vec![5, 1]], "nothing that was played is lost");
        let (code, _, log) = common::rejoue(&["--discret"], &server.record_files());
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
            sockets(**child).contains(&socket)
        })
        .copied()
        .collect::<Vec<_>>()[..]
    else {
        panic!("one child has the connection: {children:?}")
    };
    kill(child, Signal::SIGKILL).expect("kill");
    table.players.iter_mut().for_each(Client::cut_off);
    assert!(server.log.wait_for("s'est interrompue").contains("SIGKILL"));
    server.log.wait_for("enregistrée comme interrompue");
    let record = server.record();
    assert!(record.interrupted.as_deref().is_some_and(|why| why.contains("SIGKILL")));
    assert_eq!(record.players.iter().map(|player| &player.name[..]).collect::<Vec<_>>(), ["alice", "bob"]);
    assert!(record.started <= record.ended.expect("an end"));
    let (code, out, _) = common::rejoue(&[], &server.record_files());
    assert_eq!(code, 0);
    assert!(out.contains("interrompue"), "{out}");
    // The others go on.
    other.aller_et_retour();
    other.ended();
    server.still_serves();
    server.signal(Signal::SIGTERM);
    assert_eq!(server.exit_code(), 1, "not everything went well");
}

/// A rencontre may outlive the server: its own process finishes and records it.
#[test]
fn a_killed_server_loses_no_rencontre() {
    let server = Server::start(&[]);
    let mut table = server.table();
    let [child] = server.children()[..] else { panic!("one rencontre") };
    server.signal(Signal::SIGKILL);
    until("the server is dead", || server_socket(server.port, 0).is_none());
    table.aller_et_retour();
    table.ended();
    until("the rencontre is over", || !alive(child));
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

// ---------------------------------------------------------------------------------------------------------------------
// What the system refuses
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn a_port_that_is_taken_is_said() {
    let server = Server::start(&[]);
    let port = server.port.to_string();
    for options in [&["--sans-parties"][..], &["--sans-parties", "--adresse", "127.0.0.1"]] {
        let (code, out, log) = run(&[options, &[&port]].concat());
        assert_eq!((code, &out[..]), (1, ""));
        assert!(log.contains(&format!("le port {port} est déjà pris")), "{log}");
    }
    // Taken by an IPv4 program only.
    let other = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a port");
    let port = other.local_addr().expect("an address").port().to_string();
    let (code, _, log) = run(&["--sans-parties", &port]);
    assert_eq!(code, 1);
    assert!(log.contains(&format!("le port {port} est déjà pris")), "{log}");
}

/// A port is free again as soon as its server is gone, though connections of it linger.
#[test]
fn a_port_can_be_taken_again_at_once() {
    let mut server = Server::start(&[]);
    server.still_serves();
    let port = server.port.to_string();
    server.signal(Signal::SIGTERM);
    assert_eq!(server.exit_code(), 0);
    let again = Server::start_on(&port, &[]);
    assert_eq!(again.port, server.port);
    again.still_serves();
}

#[test]
fn a_folder_that_cannot_be_written_is_said() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("fichier");
    fs::write(&file, "not a folder").expect("written");
    let sealed = folder.path().join("scelle");
    fs::create_dir(&sealed).expect("a folder");
    fs::set_permissions(&sealed, fs::Permissions::from_mode(0o500)).expect("permissions");
    let mut refused = vec![file.clone(), file.join("parties"), "/proc/parties".into()];
    // Root may write anywhere.
    if fs::File::create(sealed.join("essai")).is_err() {
        refused.push(sealed);
    }
    for path in refused {
        let path = path.to_str().expect("a path");
        let (code, out, log) = run(&["--parties", path, "0"]);
        assert_eq!((code, &out[..]), (1, ""));
        assert!(log.contains("impossible d'écrire dans le dossier") && log.contains(path), "{log}");
    }
}

/// The folder may disappear while the server runs: the players get their rencontre, the record goes to the terminal.
#[test]
fn a_record_that_cannot_be_written_is_printed() {
    let mut server = Server::start(&["--once"]);
    let mut table = server.table();
    fs::remove_dir_all(server.records_folder()).expect("removed");
    table.aller_et_retour();
    table.ended();
    assert_eq!(server.exit_code(), 1);
    let out = server.out.complete();
    let json = &out[out.find("\n{").expect("JSON")..];
    assert_eq!(Record::from_json(json).expect("a record").parties.len(), 2);
    assert!(server.log.so_far().contains("cannot write"), "{}", server.log.so_far());
}

#[test]
fn wrong_arguments_are_refused() {
    for args in
        [&[][..], &["99999"], &["-1"], &["--temps", "0", "0"], &["--temps", "x", "0"], &["--inconnu", "0"]]
    {
        let (code, out, log) = run(args);
        assert_eq!((code, &out[..]), (2, ""), "{args:?}");
        assert!(!log.is_empty());
    }
}

/// Nobody listens to what the server prints: not worth a rencontre.
#[test]
fn a_closed_terminal_costs_no_rencontre() {
    let mut server = Server::start_unheard(&["--once"]);
    let mut table = server.table();
    table.aller_et_retour();
    table.ended();
    assert_eq!(server.exit_code(), 0);
    assert_eq!(server.record().parties.len(), 2);
}

// ---------------------------------------------------------------------------------------------------------------------
// Processes and descriptors
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn a_child_has_its_two_sockets_and_no_listener() {
    let server = Server::start(&[]);
    let idle = server.connect();
    server.barrier();
    let listener = server_socket(server.port, 0).expect("it listens");
    assert!(sockets(server.pid()).contains(&listener));
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
        assert_eq!(sockets(child), own.into_iter().collect(), "exactly its two sockets");
        known.push(child);
        tables.push(table);
    }
    let waiting = server.asked("seul");
    let mine = [&idle, &waiting]
        .map(|client| server_socket(server.port, client.address().port()).expect("connected"));
    // The parent keeps the listener and those who have no rencontre.
    assert_eq!(sockets(server.pid()), mine.into_iter().chain([listener]).collect());
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
    until("every descriptor is closed", || descriptors(server.pid()).len() == before);
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

    let only = Server::start(&["--adresse", "127.0.0.1"]);
    only.still_serves();
    if has_v6 {
        assert!(TcpStream::connect((v6, only.port)).is_err());
        let only = Server::start(&["--adresse", "::1"]);
        assert!(TcpStream::connect((v4, only.port)).is_err());
        assert!(TcpStream::connect((v6, only.port)).is_ok());
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Records
// ---------------------------------------------------------------------------------------------------------------------

/// However the last party ends: whoever gets its last answer finds the record on disk.
#[test]
fn the_record_is_there_before_the_last_answer() {
    for first_to_look in [Coul::Noir, Coul::Blanc] {
        for (end, rep) in
            [("win", GAGNE), ("triche", TRICHE), ("malformed", ERR_TYP), ("disconnected", TIMEOUT)]
        {
            if end == "disconnected" && first_to_look == Coul::Noir {
                continue;
            }
            let server = Server::start(&[]);
            let mut table = server.table();
            table.win(Manche::Aller);
            for (ply, text) in WIN_BY_FIRST[..4].iter().enumerate() {
                table.play([Coul::Noir, Coul::Blanc][ply % 2], text);
            }
            assert_eq!(server.record_files().len(), 0, "not before the end");
            let noir = table.of(Coul::Noir);
            match end {
                "win" => noir.coup(Coul::Noir, WIN_BY_FIRST[4]),
                "triche" => noir.coup(Coul::Noir, "passe"),
                "malformed" => noir.ask("encore"),
                _ => noir.half_close(),
            }
            table.of(first_to_look).expect(rep);
            // A record that cannot be read whole is none.
            assert_eq!(server.record().parties.len(), 2, "{end}");
        }
        let server = Server::start(&["--temps", "0.3"]);
        let mut table = server.table();
        table.both(TIMEOUT);
        assert_eq!(server.record_files().len(), 0, "not before the end");
        table.of(first_to_look).expect(TIMEOUT);
        assert_eq!(server.record().parties.len(), 2);
    }
}

/// What is recorded is what was played.
#[test]
fn a_record_says_what_happened() {
    let server = Server::start(&["--temps", "2.5"]);
    let mut table = server.table();
    let froms = table.players.each_ref().map(|player| player.address().to_string());
    table.win(Manche::Aller);
    table.play(Coul::Noir, "B2");
    table.finish(Coul::Blanc, "B2-B1", TRICHE);
    table.ended();
    let record = server.record();
    assert_eq!((record.schema, &record.game[..]), (1, "colonnes"));
    assert_eq!((record.settings.time_ms, record.settings.judged), (Some(2500), true));
    assert!(record.started <= record.ended.expect("an end"));
    for (player, (name, color, from)) in
        record.players.iter().zip([("alice", "BLANC", &froms[0]), ("bob", "NOIR", &froms[1])])
    {
        assert_eq!((&player.name[..], player.color.as_deref(), &player.from), (name, Some(color), from));
    }
    let [aller, retour] = &record.parties[..] else { panic!("two parties") };
    assert_eq!((&aller.name[..], aller.first, &retour.name[..], retour.first), ("aller", 0, "retour", 1));
    let texts: Vec<&str> = aller.moves.iter().map(|mv| &mv.text[..]).collect();
    assert_eq!(texts, WIN_BY_FIRST);
    assert_eq!(aller.moves.iter().map(|mv| mv.player).collect::<Vec<_>>(), [0, 1, 0, 1, 0]);
    assert_eq!((aller.result.winner, aller.result.termination), (Some(0), Termination::Win));
    assert_eq!((retour.result.winner, retour.result.charged), (Some(1), Some(0)));
    assert_eq!(retour.result.termination, Termination::Triche);
    let last = retour.moves.last().expect("the illegal move");
    assert_eq!((&last.verdict[..], &last.property[..]), ("TRICHE", "PERDU"));
    let hex: String = coup(Coul::Blanc, "B2-B1").iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(last.raw, Some(hex));
}

// ---------------------------------------------------------------------------------------------------------------------
// Options
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn no_valid_takes_everything_and_ends_after_forty() {
    let server = Server::start(&["--noValid"]);
    let mut table = server.table();
    for manche in MANCHES {
        for ply in 0..40 {
            let mover = if ply % 2 == 0 { manche.first() } else { manche.first().other() };
            // Illegal, or no move at all.
            let mut bytes = coup(mover, "passe");
            bytes[4] = ply as u8;
            bytes[8..].fill(0xee);
            table.of(mover).send(&bytes);
            if ply == 39 {
                table.both(NULLE);
            } else {
                table.of(mover).expect(CONT);
                table.of(mover.other()).expect_forwarded(&bytes);
            }
        }
    }
    table.ended();
    let record = server.record();
    assert!(!record.settings.judged);
    assert_eq!(record.parties.iter().map(|party| party.moves.len()).collect::<Vec<_>>(), [40, 40]);
    assert!(record.parties.iter().all(|party| party.result.termination == Termination::Draw));
    let (code, _, log) = common::rejoue(&[], &server.record_files());
    assert_eq!((code, &log[..]), (0, ""));
}

/// A request that is none is not taken even so, and a late one neither.
#[test]
fn no_valid_still_knows_requests_and_time() {
    let server = Server::start(&["--noValid", "--temps", "2"]);
    let mut table = server.table();
    table.of(Coul::Blanc).ask("encore");
    table.both(ERR_TYP);
    table.both(TIMEOUT);
    table.ended();
}

/// While a server with a time limit has ended two parties by it, the one without still waits.
#[test]
fn no_timeout_waits_for_ever() {
    let patient = Server::start(&["--noTimeout", "--temps", "0.3"]);
    let mut waited_for = patient.table();
    let server = Server::start(&["--temps", "0.3"]);
    let mut clock = server.table();
    clock.both(TIMEOUT);
    clock.both(TIMEOUT);
    clock.ended();
    waited_for.players.iter().for_each(Client::silent);
    waited_for.aller_et_retour();
    waited_for.ended();
    assert_eq!(patient.record().settings.time_ms, None);
    // Who leaves is noticed all the same.
    let [mut alice, bob] = patient.table().split();
    drop(bob);
    alice.coup(Coul::Blanc, "A1");
    alice.expect(CONT);
    alice.expect(TIMEOUT);
    alice.expect(TIMEOUT);
    alice.ended();
}

#[test]
fn the_help_is_in_french_and_names_every_option() {
    let (code, out, _) = run(&["--help"]);
    assert_eq!(code, 0);
    for option in ["--noValid", "--noTimeout", "--temps", "--once", "--parties", "--attente-partie", "rejoue"]
    {
        assert!(out.contains(option), "{option}");
    }
    assert!(program(&["--version"]).output().expect("runs").status.success());
}
