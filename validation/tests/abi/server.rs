//! A server in the students' manner, linked with the library in the place of the course's object code, answers as the
//! course's server did.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use testing::PATIENCE;
use testing::process::listening;

use crate::common::{bytes, read};
use crate::compiler::{LIBRARIES, link};

/// The recorded rencontres that depend on the validation alone: wins, draws, forced PASSE, TRICHE of all kinds.
const SCENARIOS: [&str; 9] = ["01_", "02_", "03_", "04_", "05_", "06_", "07_", "08_", "41_"];

/// Sends what the players sent and compares what comes with what came.
fn replay(program: &Path, scenario: &Value) {
    let name = scenario["scenario"].as_str().expect("a name");
    let mut command = Command::new(program);
    let (mut server, port, _out) = listening(command.arg("0").env_remove("LD_LIBRARY_PATH"));

    let mut players: HashMap<&str, TcpStream> = HashMap::new();
    for (index, event) in scenario["events"].as_array().expect("events").iter().enumerate() {
        let (from, to) = (event["from"].as_str().expect("who"), event["to"].as_str().expect("to whom"));
        if event["event"] == "connect" {
            let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("the server listens");
            stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
            stream.set_nodelay(true).expect("an option");
            players.insert(from, stream);
        }
        let Some(hex) = event["hex"].as_str() else { continue };
        let message = bytes(hex);
        if to == "server" {
            (&players[from]).write_all(&message).expect("the server reads");
        } else {
            let mut answer = vec![0; message.len()];
            (&players[to])
                .read_exact(&mut answer)
                .unwrap_or_else(|error| panic!("{name} event {index}: {error}"));
            let end = if message.len() == 40 { name_end(&message) } else { message.len() };
            assert_eq!(answer[..end], message[..end], "{name} event {index}");
        }
    }
    for mut player in players.into_values() {
        let mut rest = Vec::new();
        player.read_to_end(&mut rest).expect("the end of the stream");
        assert!(rest.is_empty(), "{name}: more was sent than was recorded: {rest:?}");
    }
    assert!(server.0.wait().expect("it ends").success(), "{name}");
}

/// Where the name of a PARTIE reply ends: behind it, the course's server sent whatever was in its memory.
fn name_end(message: &[u8]) -> usize {
    let name = &message[8..38];
    8 + name.iter().position(|&byte| byte == 0).map_or(name.len(), |nul| nul + 1)
}

#[test]
fn the_recorded_rencontres_are_refereed_alike() {
    let scenarios: Vec<Value> = read("transcripts.jsonl")
        .into_iter()
        .filter(|one| {
            SCENARIOS.iter().any(|start| one["scenario"].as_str().is_some_and(|n| n.starts_with(start)))
        })
        .collect();
    assert_eq!(scenarios.len(), SCENARIOS.len());
    for library in LIBRARIES {
        // As the students compile: no more than these options.
        let program = link("server.c", "gnu11", library);
        scenarios.iter().for_each(|scenario| replay(&program, scenario));
    }
}
