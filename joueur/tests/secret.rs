//! A secret that is sent to a server without secrets is shown to nobody.

mod beside;

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use arbitre::record::Record;
use beside::program;

/// Two players whose names differ after the `#` only: one name, as the subject allows.
#[test]
fn a_server_without_secrets_lets_them_fall() {
    program("moteur");
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Command::new(program("serveur"));
    server.args(["0", "--once", "-vv", "--adresse", "127.0.0.1", "--parties"]).arg(folder.path());
    server.env("LANG", "C.UTF-8").env("RUST_LOG", "trace").stdout(Stdio::piped());
    let log = tempfile::NamedTempFile::new().expect("a file");
    let mut server = server.stderr(log.reopen().expect("the file")).spawn().expect("serveur");
    let mut out = BufReader::new(server.stdout.take().expect("its output"));
    let mut said = String::new();
    out.read_line(&mut said).expect("a line");
    let port = said.trim().rsplit(' ').next().expect("a port").to_owned();
    let players = ["durand#gargouille", "durand#cerbere"].map(|name| {
        let mut player = Command::new(program("joueur"));
        player.args(["127.0.0.1", &port, name, "--moteur", "hasard", "-vv"]).env("LANG", "C.UTF-8");
        player.env("RUST_LOG", "trace").stdout(Stdio::piped()).stderr(Stdio::piped());
        player.spawn().expect("joueur")
    });
    for player in players {
        let output = player.wait_with_output().expect("its end");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && told.contains("Rencontre contre durand, "), "{told}");
        said += &told;
        said += &String::from_utf8_lossy(&output.stderr);
    }
    out.read_to_string(&mut said).expect("its output");
    assert!(server.wait().expect("its end").success());
    said += &std::fs::read_to_string(log.path()).expect("its log");
    let record = std::fs::read_dir(folder.path()).expect("records").next().expect("one").expect("a file");
    said += &std::fs::read_to_string(record.path()).expect("a record");
    let record = Record::read(&record.path()).expect("a record");
    assert_eq!(record.players.each_ref().map(|player| player.name.as_str()), ["durand", "durand"]);
    for secret in ["gargouille", "cerbere"] {
        let line = said.lines().find(|line| line.contains(secret));
        assert_eq!(line, None);
    }
}
