//! What is killed, stopped or cut off: each scheduled game has exactly one result all the same.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use nix::sys::signal::Signal;
use testing::disk::SmallDisk;
use testing::left_out;

use crate::support::{
    ANY_SPEED, Heard, JoinedMachine, Killed, Organiser, RunningRoom, children, find, machine, nats_server,
    signal, slow, until,
};

/// Engines that take a while, so that something is under way.
fn organiser(seconds: &str) -> Organiser {
    let contestants = [("ada", "pipe:ada/bot.sh"), ("bob", "pipe:bob/bot.sh"), ("cid", "pipe:cid/bot.sh")];
    let organiser = Organiser::new("format = { type = \"aller-simple\" }", &contestants);
    contestants.iter().for_each(|(name, _)| organiser.engine(name, &slow(seconds)));
    organiser
}

/// Waits until a machine plays something.
fn under_way(organiser: &Organiser) {
    until("a rencontre under way on a machine", || {
        let status = ipc::control::ask(&organiser.records().join(".controle"), "etat");
        status.is_ok_and(|status| status.contains("\"machine\":\""))
    });
}

fn each_once(organiser: &Organiser) {
    assert_eq!(organiser.exported().len(), 3);
}

#[test]
fn another_machine_plays_what_a_killed_one_had() {
    let organiser = organiser("0.3");
    let mut running = organiser.start(&[]);
    let lost = running.machine(&organiser, "salle-1", "2");
    under_way(&organiser);
    signal(lost.process.0.id(), Signal::SIGKILL);
    running.complained.wait_for("salle-1 ne répond plus");
    let other = running.machine(&organiser, "salle-2", "2");
    // With the time since the one before was last heard of.
    let complained = running.ends_well();
    assert!(complained.contains("salle-2 la joue maintenant, "), "{complained}");
    each_once(&organiser);
    other.leaves();
}

#[test]
fn a_host_that_is_killed_is_replaced() {
    let organiser = organiser("0.3");
    let running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "1");
    under_way(&organiser);
    let host = find("a host", || children(machine.process.0.id()).first().copied());
    signal(host.as_raw().cast_unsigned(), Signal::SIGKILL);
    running.ends_well();
    each_once(&organiser);
    machine.leaves();
}

#[test]
fn server_and_bridge_may_be_killed() {
    let organiser = organiser("0.2");
    let running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "2");
    under_way(&organiser);
    running.kill_companion("nats-server");
    until("a new server", || !organiser.exported().is_empty());
    running.kill_companion("machines");
    running.ends_well();
    each_once(&organiser);
    drop(machine);
}

/// Where a server is reached over a connection that breaks with the first request for answers; whether it has.
fn breaking(server: String) -> (String, Arc<AtomicBool>) {
    const REQUEST: &[u8] = b"CONSUMER.MSG.NEXT.ARBITRE_ANSWERS";
    fn pass_on(mut from: TcpStream, mut to: TcpStream, broken: &AtomicBool) {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            let asks = buffer[..length].windows(REQUEST.len()).any(|part| part == REQUEST);
            if (asks && !broken.swap(true, Ordering::Relaxed)) || to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        [from, to].iter().for_each(|stream| drop(stream.shutdown(Shutdown::Both)));
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    let broken = Arc::new(AtomicBool::new(false));
    let breaks = Arc::clone(&broken);
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let server = TcpStream::connect(&server).expect("the server");
            let back = (server.try_clone().expect("a stream"), client.try_clone().expect("a stream"));
            let (there, here) = (Arc::clone(&breaks), Arc::clone(&breaks));
            thread::spawn(move || pass_on(client, server, &there));
            thread::spawn(move || pass_on(back.0, back.1, &here));
        }
    });
    (address, broken)
}

#[test]
fn the_connection_may_break_while_the_bridge_reads_what_earlier_runs_have_left() {
    let organiser = organiser("0");
    let (_server, server) = nats_server(&organiser.folder.path().join("nats"));
    let (address, broken) = breaking(server.clone());
    let address = format!("nats://{address}");
    let begin = ["jouer", "mai.toml", "--sans-essai", "--machines", &address];
    let mut process = Killed::start(&mut organiser.championnat(&[&begin[..], &ANY_SPEED].concat()));
    let mut said = Heard::of(process.0.stdout.take().expect("its output"));
    said.wait_for("machines rejoindre");
    let command = machine(organiser.folder.path(), &format!("nats://{server}"), "", "salle-1", "1");
    let machine = JoinedMachine::start(command);
    until("the championship ends", || process.0.try_wait().expect("its state").is_some());
    assert!(broken.load(Ordering::Relaxed));
    each_once(&organiser);
    machine.leaves();
}

#[test]
fn the_queue_may_lose_everything() {
    let organiser = organiser("0.2");
    let running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "1");
    under_way(&organiser);
    std::fs::remove_dir_all(organiser.records().join("machines/file")).expect("removed");
    running.kill_companion("nats-server");
    running.ends_well();
    each_once(&organiser);
    machine.leaves();
}

#[test]
fn an_organiser_that_is_killed_goes_on_where_he_was() {
    let organiser = organiser("0.3");
    let running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "2");
    under_way(&organiser);
    let RunningRoom { process, .. } = running;
    signal(process.0.id(), Signal::SIGKILL);
    drop(process);
    let running = organiser.start(&[]);
    running.ends_well();
    each_once(&organiser);
    machine.leaves();
}

#[test]
fn what_waited_when_the_organiser_was_killed_is_played_with_the_files_of_now() {
    // The first rencontre lasts longer than the restart.
    let organiser = organiser("1");
    let running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "1");
    under_way(&organiser);
    let RunningRoom { process, .. } = running;
    signal(process.0.id(), Signal::SIGKILL);
    drop(process);
    for name in ["ada", "bob", "cid"] {
        organiser.engine(name, &slow("0.2").replace("hello*)", "hello*) echo refait >&2;"));
    }
    organiser.start(&[]).ends_well();
    each_once(&organiser);
    let logs = ["ada", "bob", "cid"].map(|name| {
        std::fs::read_to_string(organiser.records().join(format!("journaux/{name}.log"))).unwrap_or_default()
    });
    let again: usize = logs.iter().map(|log| log.matches("refait").count()).sum();
    assert_eq!(again, 4, "both engines of all but the rencontre under way: {logs:?}");
    machine.leaves();
}

#[test]
fn a_result_that_comes_too_late_is_put_aside() {
    let organiser = organiser("0.3");
    let mut running = organiser.start(&[]);
    let cut_off = running.machine(&organiser, "salle-1", "1");
    under_way(&organiser);
    // Its host plays on, but nothing gets out, as with an unplugged cable.
    signal(cut_off.process.0.id(), Signal::SIGSTOP);
    running.complained.wait_for("salle-1 ne répond plus");
    let other = running.machine(&organiser, "salle-2", "1");
    until("another has played it", || !organiser.exported().is_empty());
    signal(cut_off.process.0.id(), Signal::SIGCONT);
    running.ends_well();
    each_once(&organiser);
    other.leaves();
    cut_off.leaves();
}

#[test]
fn who_leaves_ends_his_rencontres_or_hands_them_back() {
    let organiser = organiser("0.3");
    let running = organiser.start(&[]);
    let mut patient = running.machine(&organiser, "salle-1", "1");
    under_way(&organiser);
    signal(patient.process.0.id(), Signal::SIGINT);
    patient.complained.wait_for("départ après 1 rencontre");
    assert!(patient.leaves().contains("parti après 1 rencontre"));
    until("its result", || organiser.exported().len() == 1);
    let hurried = running.machine(&organiser, "salle-2", "1");
    under_way(&organiser);
    signal(hurried.process.0.id(), Signal::SIGINT);
    signal(hurried.process.0.id(), Signal::SIGTERM);
    hurried.leaves();
    let last = running.machine(&organiser, "salle-3", "2");
    running.ends_well();
    each_once(&organiser);
    last.leaves();
}

#[test]
fn an_organiser_that_stops_waits_for_nothing_that_was_handed_back() {
    let organiser = organiser("0.3");
    let mut running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "1");
    under_way(&organiser);
    signal(machine.process.0.id(), Signal::SIGINT);
    signal(machine.process.0.id(), Signal::SIGTERM);
    machine.leaves();
    signal(running.process.0.id(), Signal::SIGINT);
    until("the organiser stops", || running.process.0.try_wait().expect("its state").is_some());
    assert!(running.complained.all().contains("championnat arrêté avant la fin"));
}

#[test]
fn a_championship_may_move_to_another_computer() {
    let organiser = organiser("0.3");
    let running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "2");
    under_way(&organiser);
    signal(running.process.0.id(), Signal::SIGKILL);
    drop(running);
    let other = Organiser { folder: tempfile::tempdir().expect("a folder") };
    let from = organiser.folder.path();
    let copied = Command::new("cp").arg("-a").args([from.join("."), other.folder.path().into()]).status();
    assert!(copied.expect("cp").success());
    let running = other.start(&[]);
    running.ends_well();
    each_once(&other);
    machine.leaves();
}

/// Nothing is lost while the disk of the queue is full: everything waits.
#[test]
fn the_disk_of_the_queue_may_be_full_for_a_while() {
    let organiser = organiser("0.1");
    let store = organiser.records().join("machines/file");
    std::fs::create_dir_all(&store).expect("a folder");
    let Some(disk) = SmallDisk::over(&store) else {
        return left_out("faults::the_disk_of_the_queue_may_be_full_for_a_while", "mount est refusé");
    };
    let mut running = organiser.start(&[]);
    disk.fill();
    let mut machine = running.machine(&organiser, "salle-1", "1");
    machine.said.wait_for("a rejoint la salle");
    running.complained.wait_for("salle-1 joue");
    disk.free();
    running.ends_well();
    each_once(&organiser);
    machine.leaves();
}
