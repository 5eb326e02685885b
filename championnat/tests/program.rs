//! Whole championships through the real program: finished, killed, by network, refused.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use arbitre::record::Record;
use protocol::colonnes::{CodeRep, TPartieRep, TPartieReq};

/// Builds the programs of other packages that a championship starts.
fn build() {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let build = ["build", "--quiet", "-p", "moteur-ia", "-p", "joueur"];
        assert!(Command::new(env!("CARGO")).args(build).current_dir(root).status().expect("cargo").success());
    });
}

fn serveur(folder: &Path, args: &[&str]) -> Command {
    build();
    let mut command = Command::new(env!("CARGO_BIN_EXE_serveur"));
    command.current_dir(folder).args(args).env("RUST_LOG", "warn");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    serveur(folder, args).output().expect("serveur")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The records that count, by the key of their scheduled game; each key must come once.
fn exported(folder: &Path) -> BTreeMap<String, Record> {
    let output = run(folder, &["exporte", "mai.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut records = BTreeMap::new();
    for line in text(&output.stdout).lines() {
        let record = Record::from_json(line).expect("a record");
        let key = record.scheduled.clone().expect("a key");
        assert!(records.insert(key, record).is_none(), "a game counts twice");
    }
    records
}

fn describe(folder: &Path, head: &str, contestants: &[(&str, &str)]) {
    let mut file = format!("jeu = \"colonnes\"\ngraine = 1\n{head}\n");
    for (name, rest) in contestants {
        file += &format!("[[concurrent]]\nnom = \"{name}\"\n{rest}\n");
    }
    std::fs::write(folder.join("mai.toml"), file).expect("a file");
}

const LOCAL: [(&str, &str); 4] = [
    ("un", "moteur = \"hasard --graine 1\""),
    ("deux", "moteur = \"hasard --graine 2\""),
    ("trois", "moteur = \"hasard --graine 3\""),
    ("quatre", "moteur = \"glouton --graine 4\""),
];

/// A process that is killed with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).ok();
    }
}

#[test]
fn one_command_plays_a_championship_and_ranks() {
    let folder = tempfile::tempdir().expect("a folder");
    let cheat = "moteur = \"pipe:echo engine 1 t; while read a b; do [ $a != go ] || echo move passe; done\"";
    describe(folder.path(), "temps = 20", &[LOCAL[0], LOCAL[3], ("tricheur", cheat)]);
    let output = run(folder.path(), &["championnat", "mai.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let records = exported(folder.path());
    assert_eq!(records.len(), 6, "everybody meets everybody twice");
    let cheated = |record: &&Record| record.players.iter().any(|player| player.name == "tricheur");
    for record in records.values().filter(cheated) {
        let cheat = record.players.iter().position(|player| player.name == "tricheur");
        assert!(record.parties.iter().all(|party| party.result.charged == cheat));
    }
    let ranking = run(folder.path(), &["classement", "mai.toml", "--format", "csv"]);
    let last = text(&ranking.stdout).lines().last().expect("a line").to_owned();
    assert!(last.contains("tricheur"), "{last}");
    let replay = run(folder.path(), &["rejoue", "mai.toml#1.1"]);
    assert!(replay.status.success() && text(&replay.stdout).contains("aller"), "{}", text(&replay.stderr));
    // Another start finds nothing to do.
    let again = run(folder.path(), &["championnat", "mai.toml", "--discret"]);
    assert!(again.status.success());
    assert_eq!(exported(folder.path()), records);
    // The store is rebuilt from the files alone.
    std::fs::remove_file(folder.path().join("mai.sqlite")).expect("the store");
    let rebuilt = run(folder.path(), &["championnat", "mai.toml", "--discret", "--reconstruire"]);
    assert!(rebuilt.status.success(), "{}", text(&rebuilt.stderr));
    assert_eq!(exported(folder.path()), records);
    assert_eq!(rebuilt.stdout, again.stdout);
}

#[test]
fn killed_a_hundred_times_each_game_has_one_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "temps = 20\n[format]\ntype = \"aller-retour\"\nrepetitions = 40";
    describe(folder.path(), head, &LOCAL);
    let expected = 40 * 12;
    let mut random = 1_u64;
    let mut finished = BTreeSet::new();
    for kill in 0..100 {
        let mut child = serveur(folder.path(), &["championnat", "mai.toml"]).spawn().expect("serveur");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The point of the kill is what is drawn at random, nothing is waited for.
        std::thread::sleep(Duration::from_millis(20 + (random >> 33) % 130));
        if kill % 3 == 0 {
            // A worker first: the championship goes on, or is killed over the replay.
            if let Some(worker) = children(child.id()).first() {
                nix::sys::signal::kill(*worker, nix::sys::signal::Signal::SIGKILL).ok();
            }
        }
        child.kill().expect("kill");
        child.wait().expect("its end");
        if kill % 20 == 19 {
            // What was finished stays.
            let keys: BTreeSet<String> = exported(folder.path()).into_keys().collect();
            assert!(finished.is_subset(&keys), "a finished game is lost");
            finished = keys;
        }
    }
    let output = run(folder.path(), &["championnat", "mai.toml", "--discret"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let records = exported(folder.path());
    assert_eq!(records.len(), expected);
    assert!(finished.iter().all(|key| records.contains_key(key)));
    assert!(records.values().all(|record| record.parties.len() == 2 && record.interrupted.is_none()));
}

/// The child processes of a process.
fn children(parent: u32) -> Vec<nix::unistd::Pid> {
    let list = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|pid| pid.parse().ok()).map(nix::unistd::Pid::from_raw).collect()
}

/// A championship that listens, its port, and the rest of its output.
fn listening(folder: &Path) -> (Killed, u16, BufReader<std::process::ChildStdout>) {
    let mut child = Killed(
        serveur(folder, &["championnat", "mai.toml", "--port", "0"])
            .stderr(Stdio::null())
            .spawn()
            .expect("serveur"),
    );
    let mut out = BufReader::new(child.0.stdout.take().expect("its output"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    let port = line.trim().rsplit(' ').next().and_then(|port| port.parse().ok()).expect("a port");
    (child, port, out)
}

/// What a client is answered who asks under this name.
fn ask(port: u16, name: &str) -> (TcpStream, Option<TPartieRep>) {
    let mut stream = TcpStream::connect(("localhost", port)).expect("a connection");
    stream.write_all(&TPartieReq::new(name).encode()).expect("sent");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a bound");
    let mut reply = [0; TPartieRep::SIZE];
    let answered = stream.read_exact(&mut reply).is_ok();
    (stream, answered.then(|| TPartieRep::decode(&reply).expect("a reply")))
}

#[test]
fn contestants_come_by_network_with_their_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    let network = "moteur = \"reseau\"";
    let secret = "moteur = \"reseau\"\nsecret = \"gargouille\"";
    describe(folder.path(), "temps = 20\ngrace = 600", &[("alice", network), ("bob", secret), LOCAL[0]]);
    let (mut server, port, mut out) = listening(folder.path());
    for stranger in ["eve", "bob", "bob#cerbere", "un"] {
        let (_, reply) = ask(port, stranger);
        assert_eq!(reply.expect("an answer").err, CodeRep::Partie, "{stranger}");
    }
    let joueur = Path::new(env!("CARGO_BIN_EXE_serveur")).parent().expect("a folder").join("joueur");
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for name in ["alice", "bob#gargouille"] {
            let (joueur, done) = (&joueur, &done);
            scope.spawn(move || {
                // The loop that contestants are given: again and again until the server is gone.
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    let port = port.to_string();
                    let mut player = Command::new(joueur);
                    player.args(["localhost", &port, name, "--moteur", "hasard"]);
                    player.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("joueur");
                }
            });
        }
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("its output");
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(server.0.wait().expect("its end").success(), "{rest}");
    });
    let records = exported(folder.path());
    assert_eq!(records.len(), 6);
    for record in records.values() {
        assert!(record.players.iter().all(|player| !player.name.contains('#')), "a secret is shown");
        assert!(record.parties.iter().all(|party| party.result.charged.is_none()), "{record:?}");
    }
}

#[test]
fn absentees_forfeit_after_their_grace() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "temps = 20\ngrace = 0.2\ngrace_suivante = 0.1";
    describe(folder.path(), head, &[("absent", "moteur = \"reseau\""), LOCAL[0], LOCAL[3]]);
    let (mut server, _, mut out) = listening(folder.path());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("its output");
    assert!(server.0.wait().expect("its end").success(), "{rest}");
    let records = exported(folder.path());
    assert_eq!(records.len(), 6);
    for record in records.values() {
        let absent = record.players.iter().position(|player| player.name == "absent");
        assert!(record.parties.iter().all(|party| party.result.charged == absent), "{record:?}");
    }
}

#[test]
fn a_second_start_and_bad_descriptions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    describe(folder.path(), "temps = 20\ngrace = 600", &[("alice", "moteur = \"reseau\""), LOCAL[0]]);
    let (_server, _, _) = listening(folder.path());
    let second = run(folder.path(), &["championnat", "mai.toml", "--port", "0"]);
    assert!(!second.status.success());
    assert!(text(&second.stderr).contains("déjà en cours"), "{}", text(&second.stderr));
    for (args, said) in [
        (&["championnat", "absent.toml"][..], "absent.toml"),
        (&["championnat", "--jeu", "echecs", "--moteur", "a", "--moteur", "b"], "jeu inconnu"),
        (&["championnat"], "il faut"),
        (&["classement", "absent.sqlite"], "absent.sqlite"),
    ] {
        let output = run(folder.path(), args);
        assert!(!output.status.success() && text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}
