//! Whole rencontres between real processes: `serveur`, `joueur`, and engines of every kind.

use jeux::Slot;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use arbitre::record::Record;
use nix::sys::signal::Signal;
use protocol::Termination;
use testing::championship::records;
use testing::output::text;
use testing::process::{Killed, listening, program, signal};
use testing::root;

/// Fails where the Java engine has not been built.
fn with_java() {
    let jar = program("joueur").with_file_name("../java/moteur-colonnes.jar");
    assert!(jar.exists(), "{} is missing: sh moteur-ia/java/compile.sh target/java", jar.display());
}

/// A server for one rencontre, killed with the test.
struct Server {
    server: Killed,
    port: String,
    records: tempfile::TempDir,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        let records = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(program("serveur"));
        command.args(["--once", "--parties"]).arg(records.path()).args(options).arg("0");
        let (server, port, _) = listening(command.env("RUST_LOG", "error"));
        Server { server, port: port.to_string(), records }
    }

    /// The end of the server, and the record of its rencontre.
    fn record(self) -> Record {
        assert!(self.server.end().status.success());
        let files = records(self.records.path());
        assert_eq!(files.len(), 1);
        Record::read(&files[0]).expect("a record")
    }
}

fn player(port: &str, name: &str, engine: &str, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joueur"));
    command.args(["localhost", port, name, "--moteur", engine]).args(options);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays a rencontre; what the two players said, and the record. The first to start need not be BLANC.
fn rencontre(server: Server, one: (&str, &[&str]), other: (&str, &[&str])) -> ([Output; 2], Record) {
    let port = server.port.clone();
    let start = |name: &str, (engine, options): (&str, &[&str])| {
        player(&port, name, engine, options).spawn().expect("joueur")
    };
    let children = [start("un", one), start("autre", other)];
    let outputs = children.map(|child| child.wait_with_output().expect("its end"));
    (outputs, server.record())
}

/// The player of this name in a record.
fn number(record: &Record, name: &str) -> Slot {
    record.slot_of(name).expect("a player")
}

/// Nobody is to be charged with anything.
fn assert_clean(record: &Record) {
    assert_eq!(record.parties.len(), 2);
    for partie in &record.parties {
        assert!(
            matches!(partie.result.termination, Termination::Win | Termination::Draw),
            "{:?}",
            partie.result
        );
    }
}

#[test]
fn engines_of_every_kind_play_a_rencontre() {
    with_java();
    let python = format!("pipe:python3 {}", root().join("moteur-ia/exemples/hasard.py").display());
    for engine in ["java", "java-pipe", "alphabeta", "glouton", &python] {
        let (outputs, record) =
            rencontre(Server::start(&[]), (engine, &["--reflexion", "0.02"]), ("hasard", &[]));
        for output in &outputs {
            assert!(output.status.success(), "{engine}: {}", text(&output.stderr));
            assert!(text(&output.stdout).contains("Rencontre contre"), "{}", text(&output.stdout));
        }
        assert_clean(&record);
        if engine != python {
            let me = number(&record, "un");
            assert!(
                record.parties.iter().all(|partie| partie.result.winner != Some(me.other())),
                "{engine} lost"
            );
        }
    }
}

#[test]
fn engines_that_fail_cost_a_move_and_not_the_party() {
    for (engine, said) in [
        ("pipe:echo engine 1 crash; read a; read b; read c; exit 3", "code de sortie 3"),
        (
            "pipe:echo engine 1 bavard; while read a b; do echo bla bla; [ $a != go ] || echo error no; done",
            "une ligne qui ne fait pas partie du protocole : « bla bla »",
        ),
        (
            "pipe:echo engine 1 bref; while read a b; do [ $a != go ] || { echo C1; echo error no; }; done",
            "« C1 », qui ne fait pas partie du protocole : vouliez-vous dire « move C1 » ?",
        ),
        (
            "pipe:echo engine 1 absurd; while read a b; do [ $a != go ] || echo move Z9; done",
            "n'est pas un coup",
        ),
        (
            "pipe:echo engine 1 cheat; while read a b; do [ $a != go ] || echo move passe; done",
            "coup illégal",
        ),
        (
            "pipe:echo engine 1 chatty; while read a b; do echo bla bla; [ $a != go ] || echo error no; done",
            "no",
        ),
    ] {
        let (outputs, record) = rencontre(Server::start(&[]), (engine, &[]), ("hasard", &[]));
        assert_eq!(outputs[0].status.code(), Some(1), "{engine}: {}", text(&outputs[0].stderr));
        assert!(text(&outputs[0].stderr).contains(said), "{engine}: {}", text(&outputs[0].stderr));
        assert_clean(&record);
    }
}

#[test]
fn an_engine_that_hangs_is_passed_over_in_time() {
    let hangs = "pipe:echo engine 1 hangs; exec sleep 1000";
    // Time enough for the server, which waits for its own 30 s; the player thinks that it has one.
    let options = ["--temps", "0.4", "--marge", "0.1"];
    let (outputs, record) = rencontre(Server::start(&["--temps", "30"]), (hangs, &options), ("hasard", &[]));
    assert_eq!(outputs[0].status.code(), Some(1), "{}", text(&outputs[0].stderr));
    assert!(text(&outputs[0].stderr).contains("pas de coup après 0,"));
    assert_clean(&record);
}

#[test]
fn a_timeout_stops_the_search_and_the_retour_is_played_within_its_limit() {
    let hangs = "pipe:echo engine 1 hangs; exec sleep 1000";
    let (outputs, record) = rencontre(Server::start(&["--temps", "1"]), (hangs, &[]), ("hasard", &[]));
    // Its moves in the retour are not the engine's.
    assert_eq!(outputs.each_ref().map(|output| output.status.code()), [Some(1), Some(0)]);
    let said = text(&outputs[0].stdout);
    assert_eq!(said.matches("vous perdez, TIMEOUT").count(), 1, "{said}");
    assert!(
        text(&outputs[0].stderr).contains("plus tôt que les 5,000 s attendues"),
        "{}",
        text(&outputs[0].stderr)
    );
    let me = number(&record, "un");
    let [aller, retour] = &record.parties[..] else { panic!("{record:?}") };
    assert_eq!((aller.result.termination, aller.result.charged), (Termination::Timeout, Some(me)));
    // Nothing stale was sent: no move of ours was judged.
    assert!(aller.moves.iter().all(|mv| mv.player != me));
    assert!(matches!(retour.result.termination, Termination::Win | Termination::Draw), "{:?}", retour.result);
}

#[test]
fn what_is_missing_is_said() {
    with_java();
    let fails = |mut command: Command, said: &str| {
        let output = command.output().expect("joueur");
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    };
    let nobody = testing::port::Port::free();
    fails(player(&nobody.number.to_string(), "moi", "hasard", &[]), "personne n'écoute");
    fails(player("1", "moi", "pipe:no-such-program", &[]), "no-such-program");
    fails(player("1", "moi", "minmax", &[]), "le moteur minmax ne joue pas à colonnes (moteurs possibles : ");
    fails(player("1", "moi", "pipe:sleep 1000", &["--demarrage", "0.2"]), "ne démarre pas");
    let mut without_engine = player("1", "moi", "java", &[]);
    without_engine.env("ARBITRE_JAVA", "/nonexistent.jar");
    fails(without_engine, "/nonexistent.jar");
    let mut without_jvm = player("1", "moi", "java", &[]);
    without_jvm.env_remove("JAVA_HOME").env("PATH", "/nonexistent");
    fails(without_jvm, "pas de machine virtuelle Java");
    let mut empty = player("1", "moi", "java", &[]);
    let nothing = tempfile::tempdir().expect("a folder");
    empty.env("ARBITRE_JAVA", nothing.path());
    fails(empty, "Moteur");
}

/// Before anything is looked for, Java or a server.
#[test]
fn an_engine_in_the_players_own_process_cannot_be_confined() {
    for level in ["ordinaire", "strict"] {
        let output = player("1", "moi", "java", &["--confinement", level]).output().expect("joueur");
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains("choisissez --moteur java-pipe"), "{said}");
    }
}

#[test]
fn an_interrupted_player_takes_its_engine_along() {
    let server = Server::start(&[]);
    let mut child =
        player(&server.port, "moi", "pipe:echo engine 1 $$; exec sleep 1000", &[]).spawn().expect("joueur");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("its output")).read_line(&mut line).expect("a line");
    let engine = line.trim().trim_end_matches(')').rsplit(' ').next().expect("its number").to_owned();
    let folder = Path::new("/proc").join(engine);
    assert!(folder.exists(), "{line}");
    signal(child.id(), Signal::SIGTERM);
    assert!(!child.wait().expect("its end").success());
    // It may still have to be reaped, by whoever does that on this machine.
    let state = std::fs::read_to_string(folder.join("stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "the engine is still there: {state}");
}
