//! What the system refuses, and the command line.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::PermissionsExt;

use arbitre::record::Record;
use nix::sys::signal::Signal;
use tempfile::tempdir;

use crate::common::{Server, run};

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
    assert!(server.log.so_far().contains("introuvable"), "{}", server.log.so_far());
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
