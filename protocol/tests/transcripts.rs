//! Every message that was recorded of the course's server and its clients decodes and encodes to the same bytes.

use std::collections::HashMap;
use std::path::Path;

use protocol::colonnes::{CodeRep, Coul, TCoupRep, TCoupReq, TPartieRep, TPartieReq, ValCoup};
use serde_json::Value;

/// A recorded message.
struct Message {
    scenario: String,
    from: String,
    to: String,
    bytes: Vec<u8>,
}

fn messages() -> Vec<Message> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/colonnes/transcripts.jsonl");
    let text = std::fs::read_to_string(path).expect("the vectors are part of the repository");
    let mut messages = Vec::new();
    for line in text.lines() {
        let scenario: Value = serde_json::from_str(line).expect("JSON");
        let word = |value: &Value| value.as_str().expect("a text").to_owned();
        for event in scenario["events"].as_array().expect("events") {
            let Some(hex) = event["hex"].as_str() else { continue };
            let digits = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
            messages.push(Message {
                scenario: word(&scenario["scenario"]),
                from: word(&event["from"]),
                to: word(&event["to"]),
                bytes: digits.collect::<Result<_, _>>().expect("hexadecimal digits"),
            });
        }
    }
    assert_eq!(messages.len(), 1179);
    messages
}

#[test]
fn messages_of_the_server_are_encoded_alike() {
    for message in messages().iter().filter(|message| message.from == "server") {
        let bytes = &message.bytes[..];
        match bytes.len() {
            TPartieRep::SIZE => {
                let reply = TPartieRep::decode(bytes).expect("a PARTIE reply");
                assert_eq!(reply.encode(), bytes);
                assert_eq!(reply.err, CodeRep::Ok);
                // Ours has NUL where theirs shows its memory, and something in the place of an empty name (of a COUP that
                // was taken for a PARTIE).
                let ours = TPartieRep::accepted(reply.coul, &reply.opponent()).encode();
                let end = bytes[8..38].iter().position(|&byte| byte == 0).map_or(38, |nul| 8 + nul);
                if end > 8 && bytes[8..end].iter().all(u8::is_ascii_graphic) {
                    assert_eq!(ours[..end], bytes[..end], "{}", message.scenario);
                    assert!(ours[end..].iter().all(|&byte| byte == 0));
                }
            }
            TCoupRep::SIZE => {
                let reply = TCoupRep::decode(bytes).expect("a COUP reply");
                assert_eq!(reply.encode(), bytes);
                let ours = match reply.valid_coup {
                    ValCoup::Valid => TCoupRep::valid(reply.prop_coup),
                    refused => TCoupRep::lost(CodeRep::Ok, refused),
                };
                assert_eq!(ours, reply, "{}", message.scenario);
            }
            _ => assert_eq!(TCoupReq::decode(bytes).expect("a forwarded COUP").encode(), bytes),
        }
    }
}

/// Clients sent whole messages, but for those that cut them in pieces or glued them together on purpose.
#[test]
fn requests_of_clients_are_encoded_alike() {
    let mut whole = 0;
    let mut pieces: HashMap<String, Vec<u8>> = HashMap::new();
    for Message { scenario, bytes, .. } in messages().iter().filter(|message| message.to == "server") {
        match (TPartieReq::decode(bytes), TCoupReq::decode(bytes)) {
            (Ok(request), Err(_)) => assert_eq!(request.encode(), bytes[..]),
            (Err(_), Ok(request)) => assert_eq!(request.encode(), bytes[..]),
            _ => {
                pieces.entry(scenario.clone()).or_default().extend(bytes);
                continue;
            }
        }
        whole += 1;
    }
    assert_eq!(whole, 342);
    for (scenario, bytes) in &pieces {
        match scenario.get(..2) {
            Some("19") => assert_eq!(bytes.len(), 10),
            Some("20" | "33") => bytes.chunks(TCoupReq::SIZE).for_each(|bytes| {
                TCoupReq::decode(bytes).expect("a COUP").read().expect("a move");
            }),
            Some("32") => assert_eq!(TPartieReq::decode(bytes).expect("a PARTIE").name(), "alice"),
            _ => panic!("unexpected pieces in {scenario}"),
        }
    }
    assert_eq!(pieces.len(), 4);
}

/// Each player was told the other's name and the colour of his own pawns.
#[test]
fn the_players_learn_who_they_play_against() {
    let mut names: HashMap<(&str, &str), String> = HashMap::new();
    let mut couls: HashMap<(&str, &str), Coul> = HashMap::new();
    let messages = messages();
    let mut checked = 0;
    for Message { scenario, from, to, bytes } in &messages {
        if let Ok(request) = TPartieReq::decode(bytes) {
            names.entry((scenario, from)).or_insert(request.name());
        } else if let Ok(reply) = TPartieRep::decode(bytes) {
            let other = if to == "A" { "B" } else { "A" };
            // The names of COUP requests taken for PARTIE, and of one that came in pieces, are not in the list.
            if let Some(name) = names.get(&(scenario.as_str(), other)) {
                assert_eq!(&reply.opponent(), name, "{scenario}");
                checked += 1;
            }
            if let Some(other) = couls.insert((scenario, to), reply.coul) {
                panic!("{scenario}: a second reply after {other}");
            }
        }
    }
    assert_eq!(couls.values().filter(|&&coul| coul == Coul::Blanc).count(), 40);
    assert_eq!((couls.len(), checked), (80, 78));
}
