//! The scenarios that were recorded of the course's server (`vecteurs/colonnes/transcripts.jsonl`).

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;

use protocol::colonnes::TPartieReq;
use serde_json::Value;

use super::{Client, TIMEOUT};

/// The scenarios in which the course's server shows no fault of its list.
pub const FAULTLESS: [u32; 23] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 41];

/// One recorded scenario.
pub struct Scenario {
    pub number: u32,
    pub options: Vec<String>,
    /// Whether the course's server came to its normal end.
    pub completed: bool,
    pub events: Vec<Event>,
}

pub struct Event {
    pub from: String,
    pub to: String,
    pub what: What,
}

pub enum What {
    Bytes(Vec<u8>),
    Other(String),
}

/// All of them.
pub fn scenarios() -> Vec<Scenario> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/colonnes/transcripts.jsonl");
    let text = std::fs::read_to_string(path).expect("the vectors are part of the repository");
    text.lines().map(|line| read_scenario(&serde_json::from_str(line).expect("JSON"))).collect()
}

fn read_scenario(value: &Value) -> Scenario {
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    let events = value["events"].as_array().expect("events").iter().map(|event| {
        let what = match event["hex"].as_str() {
            Some(hex) => What::Bytes(unhex(hex)),
            None => What::Other(word(&event["event"])),
        };
        Event { from: word(&event["from"]), to: word(&event["to"]), what }
    });
    Scenario {
        number: value["scenario"].as_str().and_then(|name| name[..2].parse().ok()).expect("a number"),
        options: value["options"].as_array().expect("options").iter().map(word).collect(),
        completed: value["server_exit"].as_i64() == Some(0),
        events: events.collect(),
    }
}

fn unhex(hex: &str) -> Vec<u8> {
    let digits = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
    digits.collect::<Result<_, _>>().expect("hexadecimal digits")
}

/// Returns when the server at this address has read everything that was sent to it before a rencontre: it reads the
/// clients in the order of their connections, and this one, the last, has got an answer.
pub fn barrier(server: SocketAddr) {
    let mut last = Client::connect(server);
    last.send(&[0xff; 4]);
    let refused: [u8; 40] = last.read();
    assert_eq!(refused[..4], [3, 0, 0, 0], "ERR_TYP");
    last.ended();
}

impl Scenario {
    /// Whether somebody is too late in it.
    pub fn is_late(&self) -> bool {
        self.events
            .iter()
            .any(|event| matches!(&event.what, What::Bytes(bytes) if bytes == &TIMEOUT.encode()))
    }

    /// Plays it as it was recorded: the clients act in the recorded order, each only after it has received what it had
    /// received by then. The server at this address has just been started. The clients at its end.
    pub fn replay(&self, server: SocketAddr) -> HashMap<&str, Client> {
        let number = self.number;
        let mut clients: HashMap<&str, Client> = HashMap::new();
        let (mut asked, mut answers) = (0, 0);
        for Event { from, to, what } in &self.events {
            let client = if from == "server" { to } else { from };
            match what {
                What::Other(event) if event == "connect" => {
                    clients.insert(client, Client::connect(server));
                }
                What::Bytes(bytes) if to == "server" => {
                    clients.get_mut(client.as_str()).expect("connected").send(bytes);
                    // What is sent before the second PARTIE is complete is read in the order in which it is sent.
                    asked += bytes.len();
                    if asked < 2 * TPartieReq::SIZE {
                        barrier(server);
                    }
                }
                What::Bytes(bytes) => {
                    let client = clients.get_mut(client.as_str()).expect("connected");
                    answers += 1;
                    match bytes.len() {
                        12 => assert_eq!(client.read::<12>(), bytes[..], "{number}: answer {answers}"),
                        28 => assert_eq!(client.read::<28>(), bytes[..], "{number}: answer {answers}"),
                        40 => {
                            // Behind the name theirs shows its memory (fault 7), ours nothing.
                            let ours: [u8; 40] = client.read();
                            let end = (8..38).find(|&at| bytes[at] == 0).unwrap_or(38);
                            assert_eq!(ours[..end], bytes[..end], "{number}: answer {answers}");
                            assert!(ours[end..].iter().all(|&byte| byte == 0), "{number}: {ours:?}");
                        }
                        other => panic!("{number}: a message of {other} bytes"),
                    }
                }
                What::Other(event) if event == "shutdown" => {
                    clients.get_mut(client.as_str()).expect("connected").ended();
                }
                What::Other(event) if ["accept", "close", "process exit 0"].contains(&event.as_str()) => {}
                What::Other(event) => panic!("{number}: {event}"),
            }
        }
        clients
    }
}
