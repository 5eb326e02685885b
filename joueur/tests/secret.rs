//! A secret that is sent to a server without secrets is shown to nobody.

use std::io::Read;
use std::process::{Command, Stdio};

use arbitre::record::Record;
use testing::championship::records;
use testing::output::text;
use testing::process::{listening, program};

/// Two players whose names differ after the `#` only: one name, as the subject allows.
#[test]
fn a_server_without_secrets_lets_them_fall() {
    program("moteur");
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Command::new(program("serveur"));
    server.args(["0", "--once", "-vv", "--adresse", "127.0.0.1", "--parties"]).arg(folder.path());
    server.env("LANG", "C.UTF-8").env("RUST_LOG", "trace");
    let log = tempfile::NamedTempFile::new().expect("a file");
    let (mut server, port, mut out) = listening(server.stderr(log.reopen().expect("the file")));
    let (port, mut said) = (port.to_string(), String::new());
    let players = ["durand#gargouille", "durand#cerbere"].map(|name| {
        let mut player = Command::new(program("joueur"));
        player.args(["127.0.0.1", &port, name, "--moteur", "hasard", "-vv"]).env("LANG", "C.UTF-8");
        player.env("RUST_LOG", "trace").stdout(Stdio::piped()).stderr(Stdio::piped());
        player.spawn().expect("joueur")
    });
    for player in players {
        let output = player.wait_with_output().expect("its end");
        let told = text(&output.stdout);
        assert!(output.status.success() && told.contains("Rencontre contre durand, "), "{told}");
        said += &told;
        said += &text(&output.stderr);
    }
    out.read_to_string(&mut said).expect("its output");
    assert!(server.0.wait().expect("its end").success());
    said += &std::fs::read_to_string(log.path()).expect("its log");
    let record = &records(folder.path())[0];
    said += &std::fs::read_to_string(record).expect("a record");
    let record = Record::read(record).expect("a record");
    assert_eq!(record.players.each_ref().map(|player| player.name.as_str()), ["durand", "durand"]);
    for secret in ["gargouille", "cerbere"] {
        let line = said.lines().find(|line| line.contains(secret));
        assert_eq!(line, None);
    }
}
