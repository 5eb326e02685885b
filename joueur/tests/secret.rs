//! A secret that is sent to a server without secrets is shown to nobody.

use std::io::Read;
use std::net::TcpListener;
use std::process::{Command, Stdio};

use arbitre::record::Record;
use protocol::colonnes::TPartieReq;
use testing::championship::records;
use testing::output::text;
use testing::process::{Killed, listening, program};
use testing::{PATIENCE, find};

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
        assert!(output.status.success() && told.contains("Rencontre contre durand : "), "{told}");
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

/// The login that a player of Colonnes sends, with these arguments and this variable.
fn sent(arguments: &[&str], variable: Option<&str>) -> Vec<u8> {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("not blocking");
    let port = listener.local_addr().expect("its address").port().to_string();
    let mut player = Command::new(program("joueur"));
    player.args(["127.0.0.1", &port]).args(arguments).args(["--moteur", "hasard"]);
    player.env_remove("ARBITRE_SECRET").envs(variable.map(|secret| ("ARBITRE_SECRET", secret)));
    let _player = Killed::start(player.stdout(Stdio::null()).stderr(Stdio::null()));
    let (mut stream, _) = find("a player", || listener.accept().ok());
    stream.set_nonblocking(false).expect("blocking");
    stream.set_read_timeout(Some(PATIENCE)).expect("a bound");
    let mut request = [0; TPartieReq::SIZE];
    stream.read_exact(&mut request).expect("a request");
    request.to_vec()
}

#[test]
fn a_secret_need_not_stand_on_the_command_line() {
    program("moteur");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("secret");
    std::fs::write(&file, "gargouille\r\nsecond line\n").expect("written");
    let path = file.to_str().expect("a path");
    let wanted = TPartieReq::new("durand#gargouille").encode().to_vec();
    assert_eq!(sent(&["durand", "--secret-fichier", path], None), wanted);
    assert_eq!(sent(&["durand", "--secret-fichier", path], Some("cerbere")), wanted, "the file comes first");
    assert_eq!(sent(&["durand"], Some("gargouille")), wanted);
    assert_eq!(sent(&["durand#gargouille"], Some("cerbere")), wanted, "the name comes first");
    std::fs::write(&file, "\n").expect("written");
    for (name, path, why) in [
        ("durand", path, "la première ligne est vide"),
        ("durand", "/nowhere", "impossible de lire le secret dans /nowhere"),
        ("durand#x", path, "le secret suit déjà le nom"),
    ] {
        let mut player = Command::new(program("joueur"));
        player.args(["127.0.0.1", "9", name, "--secret-fichier", path, "--moteur", "hasard"]);
        let refused = player.env("LANG", "C.UTF-8").output().expect("its end");
        let said = text(&refused.stderr);
        assert!(!refused.status.success() && said.contains(why), "{said}");
    }
}
