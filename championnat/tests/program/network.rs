//! Contestants by network, with both wires; a server that sends them.

use std::collections::BTreeSet;
use std::io::{BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arbitre::reception::{Asking, Door, Listeners, News, RelayServer};
use arbitre::registry;
use championnat::{Attendance, Attending, DecisionDraft, DecisionRuling, RunState, Status};
use ipc::wait::{Deadline, wait_any};
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::stat::Mode;
use protocol::cgs::Edition;
use protocol::colonnes::{CodeRep, TPartieRep, TPartieReq};
use protocol::name::Login;
use socket2::{Domain, Socket, Type};

use crate::support::*;
use testing::labyrinthe::Client;
use testing::port::Port;
use testing::process;

const HASARD: (&str, &str) = ("hasard", "moteur = \"hasard --graine 1\"");

/// A championship that listens, its port, and the rest of its output.
fn listening(folder: &Path) -> (Killed, u16, BufReader<ChildStdout>) {
    listening_with(folder, &[])
}

fn listening_with(folder: &Path, options: &[&str]) -> (Killed, u16, BufReader<ChildStdout>) {
    let mut command = championnat(folder, &["jouer", "mai.toml", "--port", "0"]);
    process::listening(command.args(options).stderr(Stdio::null()))
}

/// A client of Colonnes who asks for a rencontre under this name.
fn come(port: u16, name: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.write_all(&TPartieReq::new(name).encode()).expect("sent");
    stream.set_read_timeout(Some(PATIENCE)).expect("a bound");
    stream
}

/// What it is answered.
fn answer(client: &mut TcpStream) -> CodeRep {
    let mut reply = [0; TPartieRep::SIZE];
    client.read_exact(&mut reply).expect("an answer");
    TPartieRep::decode(&reply).expect("a reply").err
}

struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// The loop that contestants are given, for each of these command lines: again and again until `work` is done.
pub fn with_players<T>(players: &[Vec<String>], work: impl FnOnce() -> T) -> T {
    let (joueur, done) = (program("joueur"), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for args in players {
            let (joueur, done) = (&joueur, &done);
            scope.spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    let mut player = Command::new(joueur);
                    let player = player.args(args).stdin(Stdio::null()).stdout(Stdio::null());
                    player.stderr(Stdio::null()).status().expect("joueur");
                }
            });
        }
        // Also when the work fails: who waits for the players would wait for ever.
        let _done = OnDrop(|| done.store(true, Ordering::Relaxed));
        work()
    })
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn contestants_come_by_network_with_their_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    let network = "moteur = \"reseau\"";
    let secret = "moteur = \"reseau\"\nsecret = \"gargouille\"";
    let contestants = [("alice", network), ("bob", secret), HASARD];
    describe(folder.path(), "colonnes", "temps = 20\ngrace = 600", &contestants);
    let (server, port, out) = listening(folder.path());
    for stranger in ["eve", "bob", "bob#cerbere", "hasard"] {
        assert_eq!(answer(&mut come(port, stranger)), CodeRep::Partie, "{stranger}");
    }
    let player = |name: &str| words(&format!("localhost {port} {name} --moteur hasard"));
    with_players(&[player("alice"), player("bob#gargouille")], || {
        ends_well(server, out);
    });
    let records = exported(folder.path());
    assert_eq!(records.len(), 6);
    for record in records.values() {
        assert!(record.players.iter().all(|player| !player.name.contains('#')), "a secret is shown");
        assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
    }
}

/// The wire carries the identifiers, people read the names; another identifier holds from the next start.
#[test]
fn who_has_a_long_name_connects_by_an_identifier() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (long, machine) = ("Maximilienne Dupont-Saint-Exupéry", "Une machine au nom trop long pour tous");
    let describe = |login: &str| {
        let network = format!("moteur = \"reseau\"\nidentifiant = \"{login}\"\nsecret = \"gargouille\"");
        let engine = "moteur = \"hasard --graine 1\"";
        describe(folder, "colonnes", "temps = 20\ngrace = 600", &[(long, &network), (machine, engine)]);
    };
    describe("maxi");
    let (server, port, _out) = listening(folder);
    assert_eq!(answer(&mut come(port, "Maximilienne#gargouille")), CodeRep::Partie);
    let mut client = come(port, "maxi#gargouille");
    let mut reply = [0; TPartieRep::SIZE];
    client.read_exact(&mut reply).expect("an answer");
    let reply = TPartieRep::decode(&reply).expect("a reply");
    assert_eq!((reply.err, &reply.opponent), (CodeRep::Ok, b"Une machine au nom trop long p"));
    drop(server);
    describe("mdupont");
    let verified = text(&run(folder, &["verifie", "mai.toml"]).stderr);
    assert!(
        verified.contains("ses adversaires par réseau lisent « Une machine au nom trop long p »"),
        "{verified}"
    );
    let (server, port, out) = listening(folder);
    let player = words(&format!("localhost {port} mdupont#gargouille --moteur hasard"));
    let rest = with_players(&[player], || ends_well(server, out));
    assert!(rest.contains(long) && !rest.contains("mdupont"), "{rest}");
    let records = exported(folder);
    assert_eq!(records.len(), 2);
    for record in records.values() {
        let names: BTreeSet<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, BTreeSet::from([long, machine]));
    }
}

#[test]
fn wrong_secrets_take_time_and_do_not_lock_their_owner_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let network = ("bob", "moteur = \"reseau\"\nsecret = \"abc\"");
    describe(folder.path(), "colonnes", "temps = 20\ngrace = 600", &[network, HASARD]);
    let verified = text(&run(folder.path(), &["verifie", "mai.toml"]).stderr);
    assert!(verified.contains("secrets si courts") && verified.contains("bob"), "{verified}");
    assert!(!verified.contains("abc"), "{verified}");
    let (_server, port, _out) = listening(folder.path());
    for secret in ["a", "b", "c", "d", "e"] {
        assert_eq!(answer(&mut come(port, &format!("bob#{secret}"))), CodeRep::Partie, "{secret}");
    }
    assert_eq!(answer(&mut come(port, "bob#abc")), CodeRep::Partie, "not yet, from this address");
    let elsewhere = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    elsewhere.bind(&SocketAddr::from(([127, 0, 0, 2], 0)).into()).expect("bound");
    elsewhere.connect(&SocketAddr::from(([127, 0, 0, 1], port)).into()).expect("connected");
    let mut elsewhere = TcpStream::from(elsewhere);
    elsewhere.write_all(&TPartieReq::new("bob#abc").encode()).expect("sent");
    elsewhere.set_read_timeout(Some(PATIENCE)).expect("a bound");
    assert_eq!(answer(&mut elsewhere), CodeRep::Ok, "its owner plays");
}

#[test]
fn absentees_forfeit_after_their_grace() {
    for game in ["colonnes", "labyrinthe"] {
        let folder = tempfile::tempdir().expect("a folder");
        let head = "temps = 20\ngrace = 0.2\ngrace_suivante = 0.1";
        let other = ("autre", "moteur = \"hasard --graine 2\"");
        describe(folder.path(), game, head, &[("absent", "moteur = \"reseau\""), HASARD, other]);
        let (server, _, out) = listening_with(folder.path(), &["--sans-attendre"]);
        ends_well(server, out);
        let records = exported(folder.path());
        assert_eq!(records.len(), 6);
        for record in records.values() {
            let absent = record.slot_of("absent");
            assert!(record.parties.iter().all(|partie| partie.result.charged == absent), "{record:?}");
            arbitre::replay::verify(record).expect("the rules agree");
        }
    }
}

#[test]
fn doors_are_open_until_everybody_is_there_or_the_organiser_begins() {
    let network = "moteur = \"reseau\"";
    let contestants = [("alice", network), ("bob", network), HASARD];
    let gathers = |folder: &Path| {
        let status = run(folder, &["decision", "mai.toml", "etat"]);
        let status: Status = serde_json::from_slice(&status.stdout).expect("a status");
        let there = |one: &Attending| one.attendance == Attendance::Waiting;
        (
            status.state == RunState::Gathering,
            status.played,
            status.network.iter().filter(|one| there(one)).count(),
        )
    };
    let begin = |folder: &Path| run(folder, &["decision", "mai.toml", "commence"]);

    let folder = tempfile::tempdir().expect("a folder");
    let single = "temps = 20\n[format]\ntype = \"aller-simple\"";
    describe(folder.path(), "colonnes", single, &contestants);
    let (server, port, out) = listening(folder.path());
    let alice = come(port, "alice");
    until("she is there", || gathers(folder.path()).2 == 1);
    assert_eq!(gathers(folder.path()), (true, 0, 1));
    drop(alice);
    until("she has left", || gathers(folder.path()).2 == 0);
    let player = |name: &str| words(&format!("localhost {port} {name} --moteur hasard"));
    with_players(&[player("alice"), player("bob")], || ends_well(server, out));
    let outcomes = exported(folder.path());
    assert!(outcomes.len() == 3 && !format!("{outcomes:?}").contains("absent"), "{outcomes:?}");

    // Begun at once: there is nothing to begin.
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "colonnes", "temps = 20\ngrace = 600", &contestants);
    let (server, ..) = listening_with(folder.path(), &["--sans-attendre"]);
    assert!(!gathers(folder.path()).0);
    assert!(text(&begin(folder.path()).stderr).contains("a déjà commencé"));
    drop(server);

    // Begun without bob, who loses all: his grace did not run before.
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "colonnes", "temps = 20\ngrace = 0\ngrace_suivante = 0", &contestants);
    let (server, port, out) = listening(folder.path());
    let player = words(&format!("localhost {port} alice --moteur hasard"));
    with_players(&[player], || {
        until("she is there", || gathers(folder.path()).2 == 1);
        assert!(text(&begin(folder.path()).stdout).contains("un absent a 0 s pour se connecter"));
        ends_well(server, out);
    });

    // At its time, which has passed for the second.
    let folder = tempfile::tempdir().expect("a folder");
    let begins =
        |year: u32| format!("temps = 20\ngrace = 0\ngrace_suivante = 0\ndebut = \"{year}-05-01T14:00\"");
    describe(folder.path(), "colonnes", &begins(2999), &[("absent", network), HASARD]);
    let (server, ..) = listening(folder.path());
    until("it waits", || gathers(folder.path()).0);
    drop(server);
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "colonnes", &begins(2001), &[("absent", network), HASARD]);
    assert!(run(folder.path(), &["jouer", "mai.toml", "--port", "0"]).status.success());
    describe(folder.path(), "colonnes", "debut = \"demain\"", &[HASARD, ("autre", "moteur = \"hasard\"")]);
    let refused = run(folder.path(), &["jouer", "mai.toml"]);
    assert!(text(&refused.stderr).contains("« demain » n'est pas une heure"), "{}", text(&refused.stderr));
}

#[test]
fn a_second_start_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let contestants = [("alice", "moteur = \"reseau\""), HASARD];
    describe(folder.path(), "colonnes", "temps = 20\ngrace = 600", &contestants);
    let (_server, _, _) = listening(folder.path());
    let second = run(folder.path(), &["jouer", "mai.toml", "--port", "0"]);
    assert!(!second.status.success());
    assert!(text(&second.stderr).contains("déjà en cours"), "{}", text(&second.stderr));
}

/// Eight contestants of Labyrinthe: engines in two languages, and two by network, one of each edition of the wire; one of
/// them goes after each game and comes back. The championship is killed twenty times on the way.
#[test]
fn a_labyrinthe_championship_survives_twenty_kills() {
    let folder = tempfile::tempdir().expect("a folder");
    let python = folder.path().join("rien.py");
    std::fs::write(&python, PYTHON).expect("a script");
    let python = format!("moteur = \"pipe:python3 {}\"", python.display());
    // The editions differ in the energy at the beginning: nobody here rotates anything.
    let astar = "moteur = \"astar\"";
    let network = "moteur = \"reseau\"";
    let contestants = [
        ("a", astar),
        ("b", astar),
        ("c", astar),
        ("d", astar),
        ("e", astar),
        ("p", &python),
        ("alice", network),
        ("bob", network),
    ];
    let head = "temps = 20\ngrace = 600\n[parametres]\nL = 13\nH = 9\n[format]\ntype = \"aller-simple\"\nrepetitions = 4";
    describe(folder.path(), "labyrinthe", head, &contestants);
    let kept = [Port::free(), Port::free()];
    let [old, new] = kept.each_ref().map(|port| port.number);
    let ports = [format!("{old}:2017"), format!("{new}:2025")];
    let args = [
        "jouer",
        "mai.toml",
        "--discret",
        // Each start is killed long before every engine could be tried.
        "--sans-essai",
        "--adresse",
        "127.0.0.1",
        "--port",
        &ports[0],
        "--port",
        &ports[1],
    ];
    let player = |line: &str| words(&format!("labyrinthe 127.0.0.1 {line} --moteur astar --temps 20"));
    let players = [
        player(&format!("{old} alice --nombre 100000")),
        player(&format!("{new} bob --nombre 1 --edition 2025")),
    ];
    let (mut random, mut finished) = (fastrand::Rng::with_seed(7), BTreeSet::new());
    let start = || {
        let mut command = championnat(folder.path(), &args);
        Killed(command.stderr(Stdio::null()).stdout(Stdio::null()).spawn().expect("started"))
    };
    with_players(&players, || {
        // What is killed while it makes its store for the first time has nothing to export.
        let mut first = start();
        until("it has begun", || run(folder.path(), &["exporte", "mai.toml"]).status.success());
        first.0.kill().and_then(|()| first.0.wait()).expect("killed");
        for kill in 0..20 {
            let mut child = start();
            std::thread::sleep(Duration::from_millis(60 + random.u64(..250)));
            child.0.kill().expect("kill");
            child.0.wait().expect("its end");
            if kill % 5 == 4 {
                let keys: BTreeSet<String> = exported(folder.path()).into_keys().collect();
                assert!(finished.is_subset(&keys), "a finished game is lost");
                finished = keys;
            }
        }
        let output = run(folder.path(), &args);
        assert!(output.status.success(), "{}", text(&output.stderr));
    });
    let records = exported(folder.path());
    assert_eq!(records.len(), 4 * 28, "everybody meets everybody four times");
    assert!(finished.iter().all(|key| records.contains_key(key)));
    for record in records.values() {
        arbitre::replay::verify(record).expect("the rules agree");
        assert!(record.interrupted.is_none() && record.parties.len() == 2);
        assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
    }
}

/// An engine in another language, which stays where it is.
const PYTHON: &str = "\
import sys
print('engine 1 rien', flush=True)
for line in sys.stdin:
    if line.startswith('go'):
        print('move rien', flush=True)
";

/// The guests of a championship that another process receives: both come back for each game.
#[test]
fn a_server_sends_its_guests_to_a_championship_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let network = "moteur = \"reseau\"";
    let contestants = [("alice", network), ("bob", network), HASARD];
    describe(folder.path(), "labyrinthe", "temps = 20\ngrace = 600", &contestants);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    listener.set_nonblocking(true).expect("a door");
    let wire = registry::find("labyrinthe").and_then(|kind| kind.wire).expect("a wire");
    let doors = Listeners::new(vec![Door { listener, form: String::new() }]);
    let mut reception = wire.open(doors, PATIENCE);
    let (mut lobby, socket) = RelayServer::pair().expect("a pair");
    let mut command = championnat(folder.path(), &["jouer", "mai.toml", "--discret", "--accueil"]);
    command.stdin(Stdio::from(socket)).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = Killed(command.spawn().expect("championnat"));
    drop(command);
    let player =
        |line: &str| words(&format!("labyrinthe 127.0.0.1 {port} {line} --moteur hasard --temps 20"));
    let players = [player("alice --nombre 100000"), player("bob --nombre 1")];
    with_players(&players, || {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "it does not end");
            let mut fds = vec![PollFd::new(lobby.fd(), PollFlags::POLLIN)];
            let due = reception.watch(&mut fds);
            wait_any(&mut fds, due.min(Deadline::after(start, Some(PATIENCE)))).expect("poll");
            drop(fds);
            for news in reception.advance() {
                let told = match news {
                    News::Asks(asking) => lobby.ask(&asking),
                    News::Left(number) => lobby.left(number),
                    _ => Ok(()),
                };
                if told.is_err() {
                    break;
                }
            }
            if lobby.advance(reception.as_mut()).is_err() {
                break;
            }
        }
        lobby.abandon(reception.as_mut());
        reception.close();
        drop(reception);
        assert!(child.0.wait().expect("its end").success());
    });
    let records = exported(folder.path());
    assert_eq!(records.len(), 6);
    for record in records.values() {
        assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
    }
}

/// Somebody asks and has left when his game begins: the connection of his opponent, who was taken before, stays.
#[test]
fn who_was_taken_for_a_game_that_could_not_begin_waits_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let network = "moteur = \"reseau\"";
    describe(folder.path(), "colonnes", "temps = 600\ngrace = 600", &[("alice", network), ("bob", network)]);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    listener.set_nonblocking(true).expect("a door");
    let wire = registry::find("colonnes").and_then(|kind| kind.wire).expect("a wire");
    let mut reception = wire.open(Listeners::new(vec![Door { listener, form: String::new() }]), PATIENCE);
    let (mut lobby, socket) = RelayServer::pair().expect("a pair");
    let mut command = championnat(folder.path(), &["jouer", "mai.toml", "--discret", "--accueil"]);
    command.stdin(Stdio::from(socket)).stdout(Stdio::null()).stderr(Stdio::null());
    let _child = Killed(command.spawn().expect("championnat"));
    drop(command);
    // How many the reception watches: with the door alone, everybody has been taken.
    let mut serve = |lobby: &mut RelayServer| {
        let mut asked = 0;
        for news in reception.advance() {
            if let News::Asks(asking) = news {
                lobby.ask(&asking).expect("told");
                asked += 1;
            }
        }
        lobby.advance(reception.as_mut()).expect("it is there");
        let mut fds = Vec::new();
        reception.watch(&mut fds);
        (asked, fds.len())
    };
    let mut alice = come(address.port(), "alice");
    until("alice asks", || serve(&mut lobby).0 == 1);
    // Nobody has this number: he has left.
    let (name, tournament) = (Login::new("bob"), None);
    lobby.ask(&Asking { number: 99, name, address, tournament }).expect("told");
    until("alice is taken", || serve(&mut lobby).1 == 1);
    let mut bob = come(address.port(), "bob");
    until("bob asks", || serve(&mut lobby).0 == 1);
    until("bob is taken", || serve(&mut lobby).1 == 1);
    assert_eq!([&mut alice, &mut bob].map(answer), [CodeRep::Ok; 2], "the game begins");
}

/// Keeps others from writing to the results until its input ends.
const LOCK: &str = "\
import sqlite3, sys
store = sqlite3.connect('mai.sqlite', isolation_level=None)
store.execute('BEGIN IMMEDIATE')
print(flush=True)
sys.stdin.read()
";

/// Told twice to stop, and held up before it stops its hosts: a game that ends meanwhile counts only if both players
/// hear its end.
#[test]
fn who_has_finished_before_all_is_stopped_hears_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let network = "moteur = \"reseau\"";
    let head = "temps = 600\ngrace = 600\nrencontre = \"simple\"";
    describe(folder.path(), "labyrinthe", head, &[("alice", network), ("bob", network)]);
    let (mut server, port, _out) = listening(folder.path());
    let [mut first, mut second] = ["alice", "bob"].map(|name| {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
        let mut player = Client::new(stream, Edition::E2017);
        player.ask(&format!("CLIENT_NAME {name}\n"), &["OK"]);
        player.ask("WAIT_GAME \n", &["OK"]);
        player
    });
    for player in [&mut first, &mut second] {
        player.game_data();
    }
    if first.last == "1" {
        std::mem::swap(&mut first, &mut second);
    }
    second.ask("GET_MOVE\n", &["OK"]);
    let mut locking = Command::new("python3");
    locking.args(["-c", LOCK]).current_dir(&folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut locking = Killed::start(&mut locking);
    locking.0.stdout.take().expect("its output").read_exact(&mut [0]).expect("locked");
    // A late entry has the description read again, which ends as this test wants, and is refused as it cannot be stored.
    let [description, elsewhere] = ["mai.toml", "ailleurs"].map(|name| folder.path().join(name));
    let described = std::fs::read_to_string(&description).expect("the description");
    std::fs::rename(&description, &elsewhere).expect("renamed");
    nix::unistd::mkfifo(&description, Mode::S_IRWXU).expect("a pipe");
    server.signal(Signal::SIGSTOP);
    let control = folder.path().join("mai.parties/.controle");
    let mut organiser = UnixStream::connect(control).expect("a connection");
    let ruling = DecisionRuling::Add { contestant: "eve".into() };
    let draft = DecisionDraft { who: "moi".into(), why: String::new(), ruling };
    writeln!(organiser, "{}", serde_json::to_string(&draft).expect("a line")).expect("sent");
    for name in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGCONT] {
        server.signal(name);
    }
    let mut held_up = hold_up(&description);
    first.send("PLAY_MOVE 9 0");
    std::fs::rename(&elsewhere, &description).expect("renamed");
    let late = described + "[[concurrent]]\nnom = \"eve\"\nmoteur = \"reseau\"\n";
    held_up.write_all(late.as_bytes()).expect("written");
    drop(held_up);
    let mut refusal = String::new();
    organiser.read_to_string(&mut refusal).expect("an answer");
    assert!(refusal.contains("n'a pas pu être enregistrée"), "{refusal}");
    drop(locking.0.stdin.take());
    let hears = |player: &mut Client| std::iter::from_fn(|| player.message()).any(|said| said == "-1");
    let heard = [&mut first, &mut second].map(hears);
    assert_eq!(server.0.wait().expect("its end").code(), Some(3));
    assert_eq!(heard, [!exported(folder.path()).is_empty(); 2]);
}

/// Killed while they play, and away for longer than anybody would be waited for: whoever comes back late is not forfeited, as he could
/// not know that it is there again.
#[test]
fn who_was_there_before_the_server_was_away_has_time_to_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let network = "moteur = \"reseau\"";
    let contestants = [("alice", network), ("bob", network), HASARD];
    let all_day = "temps = 20\ngrace = 600\n[format]\ntype = \"aller-simple\"\nrepetitions = 20";
    describe(folder.path(), "colonnes", all_day, &contestants);
    let (mut server, first, _) = listening(folder.path());
    let player = |port: u16, name: &str| words(&format!("localhost {port} {name} --moteur hasard"));
    with_players(&[player(first, "alice"), player(first, "bob")], || {
        until("some rencontres are played", || {
            let files = std::fs::read_dir(folder.path().join("mai.parties")).into_iter().flatten().flatten();
            let is_record = |name: &str| name.ends_with(".json") && !name.starts_with('.');
            files.filter(|file| file.file_name().to_str().is_some_and(is_record)).count() > 5
        });
        server.0.kill().and_then(|()| server.0.wait()).expect("killed");
    });
    let played = exported(folder.path()).len();
    assert!(played > 2 && played < 60, "{played}");
    // Nobody notices for longer than the grace that the doors are open again: another championship, which
    // forfeits who is absent, tells when it is over. Who comes then is welcome.
    let in_haste = all_day.replace("grace = 600", "grace = 0.3");
    describe(folder.path(), "colonnes", &in_haste, &contestants);
    let (mut server, second, _out) = listening(folder.path());
    let clock = tempfile::tempdir().expect("a folder");
    describe(clock.path(), "colonnes", "grace = 0.3", &[("absent", network), HASARD]);
    assert!(run(clock.path(), &["jouer", "mai.toml", "--port", "0", "--sans-attendre"]).status.success());
    let mut guests = ["alice", "bob"].map(|name| come(second, name));
    assert_eq!(guests.each_mut().map(answer), [CodeRep::Ok; 2]);
    server.0.kill().and_then(|()| server.0.wait()).expect("killed");
    // And nobody was forfeited meanwhile.
    describe(folder.path(), "colonnes", all_day, &contestants);
    let (server, third, out) = listening(folder.path());
    with_players(&[player(third, "alice"), player(third, "bob")], || {
        ends_well(server, out);
    });
    let records = exported(folder.path());
    assert_eq!(records.len(), 60);
    for record in records.values() {
        assert!(record.parties.iter().all(|partie| partie.result.charged.is_none()), "{record:?}");
    }
}
