//! The text protocol of Labyrinthe: the transcripts of the course's server, and properties of any bytes.

use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use jeux::labyrinthe::{Direction, MAX_SIDE, Move};
use proptest::prelude::*;
use protocol::cgs::{
    Command, CommandDecoder, Due, Edition, FrameError, GameString, MoveFault, MoveText, NextCommand, Refusal,
    SETTLE, check_name, decode_all, decode_message, encode_message, from_numbers,
};
use serde_json::Value;

const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

struct Event {
    client: String,
    from_server: bool,
    bytes: Vec<u8>,
    text: String,
}

/// The scenarios: edition, name, what was sent.
fn scenarios() -> Vec<(Edition, String, Vec<Event>)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vecteurs/labyrinthe/transcripts.jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let event = |event: &Value| {
        let word = |key: &str| event[key].as_str().map(str::to_owned);
        let (from, to) = (word("from")?, word("to")?);
        let from_server = from == "server";
        let hex = word("hex")?;
        let bytes = hex.as_bytes().chunks(2).map(|pair| {
            u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("hexadecimal")
        });
        let client = if from_server { to } else { from };
        Some(Event { client, from_server, bytes: bytes.collect(), text: word("text")? })
    };
    let scenario = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("a JSON object");
        let word = |key: &str| value[key].as_str().expect(key).to_owned();
        let events = value["events"].as_array().expect("events").iter().filter_map(event);
        (word("edition").parse().expect("an edition"), word("scenario"), events.collect())
    };
    text.lines().map(scenario).collect()
}

#[test]
fn every_message_of_the_course_server() {
    let mut messages = 0;
    for (edition, scenario, events) in scenarios() {
        for event in events.iter().filter(|event| event.from_server) {
            let message =
                decode_message(edition, &event.bytes).unwrap_or_else(|error| panic!("{scenario}: {error}"));
            assert_eq!(
                (message.payload, message.length),
                (event.text.as_str(), event.bytes.len()),
                "{scenario}"
            );
            let mut encoded = Vec::new();
            encode_message(edition, &event.text, &mut encoded).expect("it was sent");
            assert_eq!(encoded, event.bytes);
            messages += 1;
        }
    }
    assert_eq!(messages, 3428);
}

/// The refusal that a server has for what a client said, as far as it needs no knowledge of the game; `answer`, which the
/// course's server gave, stands for that knowledge.
fn refusal(edition: Edition, said: &NextCommand, answer: &str) -> Option<Refusal> {
    let sequence = |due| Refusal::Sequence(due).messages(edition, PEER)[0] == answer;
    if let Some(due) = [Due::ClientName, Due::WaitGame, Due::GameData].into_iter().find(|&due| sequence(due))
    {
        return Some(Refusal::Sequence(due));
    }
    match said {
        NextCommand::Bad(text) => Some(Refusal::Command(text.clone())),
        NextCommand::Wait(_) => None,
        NextCommand::Command(command) => match command {
            Command::ClientName(name) if answer.starts_with("A client") => {
                Some(Refusal::NameTaken(name.clone()))
            }
            Command::ClientName(name) => check_name(name).err().map(|_| Refusal::Name(name.clone())),
            Command::WaitGame(_) if answer.starts_with("Bad protocol, command") => {
                Some(Refusal::Command(command.to_string()))
            }
            Command::WaitGame(string) => match GameString::parse(edition, string) {
                Err(error) => Some(Refusal::GameString(string.clone(), error)),
                Ok(GameString::Tournament(name)) if answer != "OK" => {
                    let reason = answer.split_once(": ").map_or("", |(_, reason)| reason);
                    Some(Refusal::Tournament(name, reason.to_owned()))
                }
                Ok(_) => None,
            },
            Command::GetMove if answer.starts_with("It's") => Some(Refusal::OwnTurn),
            Command::PlayMove(_) if answer.starts_with("It's") => Some(Refusal::OpponentTurn),
            _ => None,
        },
    }
}

/// What a client sent in one segment is a command or a fault, and the answer of the course's server is ours, but where the
/// word TRAINING is or is not expected.
#[test]
fn every_command_and_every_refusal_of_the_course_server() {
    let (mut commands, mut refused, mut differ) = (0, 0, Vec::new());
    for (edition, scenario, events) in scenarios() {
        for (index, event) in events.iter().enumerate().filter(|(_, event)| !event.from_server) {
            let mut next = events[index + 1..].iter().filter(|other| other.client == event.client);
            let Some(answer) = next.next().filter(|answer| answer.from_server) else { continue };
            if scenario.contains("command_while_waiting") && event.text == "GET_MOVE" {
                // What comes next has nothing to do with it.
                continue;
            }
            let said = decode_all([event.bytes.as_slice()]);
            commands += said.len();
            let ours = said.first().and_then(|said| refusal(edition, said, &answer.text));
            refused += usize::from(ours.is_some());
            let ours = ours.map_or("OK".to_owned(), |refusal| refusal.messages(edition, PEER)[0].clone());
            let same = match answer.text.strip_suffix("'%s' instead)") {
                // The server of 2017 forgot to fill this in.
                Some(beginning) => ours.starts_with(beginning),
                None => ours == answer.text,
            };
            if !same {
                differ.push(format!("{edition} {scenario}"));
            }
        }
    }
    let known = ["2025 44_other_edition_string", "2017 44_other_edition_string"];
    assert_eq!(differ, known);
    assert_eq!((commands, refused), (1294, 65));
}

fn any_move() -> impl Strategy<Value = Move> {
    (0..=8i64, 0..MAX_SIDE as i64).prop_map(|(kind, value)| from_numbers(kind, value).expect("a move"))
}

/// Commands as a client may send them.
fn any_command() -> impl Strategy<Value = Command> {
    prop_oneof![
        "[A-Za-z0-9_]{1,20}".prop_map(Command::ClientName),
        "(|[A-Z_]{1,12}( [a-z]{1,8}=[a-z0-9]{0,8}){0,3})".prop_map(Command::WaitGame),
        Just(Command::GetGameData),
        any_move().prop_map(|mv| Command::PlayMove(mv.into())),
        Just(Command::GetMove),
        Just(Command::DispGame),
        "[a-zé!][a-zé !]{0,80}[a-zé!]".prop_map(Command::SendComment),
    ]
}

/// The bytes cut into pieces at these places.
fn cut<'a>(bytes: &'a [u8], places: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut places = places.iter().map(|place| place.index(bytes.len() + 1)).collect::<Vec<_>>();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
}

fn places() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    proptest::collection::vec(any::<prop::sample::Index>(), 0..8)
}

/// A command that keeps of a move what it means.
fn meaning(next: &NextCommand) -> String {
    match next {
        NextCommand::Command(Command::PlayMove(mv)) => format!("{:?}", mv.mv()),
        other => format!("{other:?}"),
    }
}

/// Bytes that are likely to look like commands.
fn near_commands() -> impl Strategy<Value = Vec<u8>> {
    let words = prop_oneof![
        Just("CLIENT_NAME"),
        Just("WAIT_GAME"),
        Just("GET_GAME_DATA"),
        Just("PLAY_MOVE"),
        Just("GET_MOVE"),
        Just("DISP_GAME"),
        Just("SEND_COMMENT"),
        Just(" "),
        Just("\n"),
        Just("-1"),
        Just("8 0"),
        Just("\r"),
        Just("12"),
    ];
    let piece = prop_oneof![
        4 => words.prop_map(|word| word.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..12),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_bytes_end_in_commands_or_a_fault(bytes in near_commands(), places in places()) {
        let said = decode_all(cut(&bytes, &places));
        prop_assert!(said.iter().all(|next| !matches!(next, NextCommand::Wait(_))));
        let faults = said.iter().filter(|next| matches!(next, NextCommand::Bad(_))).count();
        prop_assert!(faults == 0 || faults == 1 && matches!(said.last(), Some(NextCommand::Bad(_))));
        // Every command takes at least its own word.
        prop_assert!(said.len() <= bytes.len() / 8 + 1);
        for next in said {
            if let NextCommand::Command(Command::WaitGame(string)) = next {
                for edition in Edition::ALL {
                    if let Err(error) = GameString::parse(edition, &string) {
                        prop_assert!(error.wire(edition, &string).len() < 999);
                    }
                }
            }
        }
    }

    #[test]
    fn the_decoder_always_advances(bytes in proptest::collection::vec(any::<u8>(), 0..5_000)) {
        let mut decoder = CommandDecoder::new();
        for piece in bytes.chunks(900) {
            decoder.push(piece);
            let mut steps = 0;
            while decoder.next(Duration::MAX) != NextCommand::Wait(None) {
                steps += 1;
                prop_assert!(steps <= piece.len(), "each step takes a byte or more");
            }
            prop_assert!(!decoder.has_rest());
        }
    }

    #[test]
    fn lines_in_any_pieces_are_the_same_commands(
        commands in proptest::collection::vec(any_command(), 1..6),
        places in places(),
    ) {
        // The name comes first, and tells of a client who ends his commands so.
        let name = Command::ClientName("alice".into());
        let commands: Vec<Command> = [name].into_iter().chain(commands).collect();
        let text = commands.iter().map(|command| format!("{command}\n")).collect::<String>();
        let said = decode_all(cut(text.as_bytes(), &places));
        let expected = commands.into_iter().map(NextCommand::Command).collect::<Vec<_>>();
        let meanings = |all: &[NextCommand]| all.iter().map(meaning).collect::<Vec<_>>();
        prop_assert_eq!(meanings(&said), meanings(&expected));
    }

    #[test]
    fn a_command_without_newline_in_any_pieces_is_itself(command in any_command(), places in places()) {
        let text = command.to_string();
        // From a client who has been seen to send commands in pieces.
        let mut decoder = CommandDecoder::resume(b"", false, true);
        let mut said = Vec::new();
        for piece in cut(text.as_bytes(), &places) {
            decoder.push(piece);
            if let NextCommand::Command(command) = decoder.next(Duration::ZERO) {
                said.push(NextCommand::Command(command));
            }
        }
        // A line number that could go on is settled with the rest.
        if let NextCommand::Command(command) = decoder.next(SETTLE) {
            said.push(NextCommand::Command(command));
        }
        prop_assert_eq!(said.iter().map(meaning).collect::<Vec<_>>(), [meaning(&NextCommand::Command(command))]);
        prop_assert_eq!(decoder.next(Duration::MAX), NextCommand::Wait(None));
    }

    /// A game hands its clients over to the next one.
    #[test]
    fn another_decoder_goes_on_where_one_stopped(
        commands in proptest::collection::vec(any_command(), 1..6),
        place: prop::sample::Index,
    ) {
        let text = commands.iter().map(|command| format!("{command}\n")).collect::<String>();
        let (before, after) = text.as_bytes().split_at(place.index(text.len()));
        let mut decoder = CommandDecoder::resume(b"", false, true);
        decoder.push(before);
        let mut said = Vec::new();
        let mut take = |decoder: &mut CommandDecoder, quiet| {
            while let NextCommand::Command(command) = decoder.next(quiet) {
                said.push(command.to_string());
            }
        };
        take(&mut decoder, Duration::ZERO);
        let (after_digit, splits) = (decoder.after_digit(), decoder.splits());
        let mut decoder = CommandDecoder::resume(&decoder.into_rest(), after_digit, splits);
        decoder.push(after);
        take(&mut decoder, Duration::MAX);
        prop_assert_eq!(said, commands.iter().map(Command::to_string).collect::<Vec<_>>());
    }

    #[test]
    fn any_text_is_a_move_or_a_fault(text in "\\PC{0,40}|[0-9 +-]{0,12}") {
        let mv = MoveText::new(&text);
        prop_assert!(matches!(mv.mv(), Ok(_) | Err(MoveFault::Form | MoveFault::Type)));
        prop_assert!(mv.relayed().len() <= 120);
        // The opponent understands the same.
        prop_assert_eq!(MoveText::new(mv.relayed()).mv(), mv.mv());
    }

    #[test]
    fn the_value_of_a_displacement_is_ignored(value in any::<i64>()) {
        prop_assert_eq!(MoveText::new(&format!("6 {value}")).mv(), Ok(Move::Step(Direction::Left)));
        prop_assert_eq!(MoveText::new(&format!("8 {value}")).mv(), Ok(Move::Stay));
    }

    #[test]
    fn any_game_string_is_read_or_refused(text in "\\PC{0,60}|[A-Z_]{0,12}( [a-z]{0,8}=?['\"a-z0-9]{0,8}){0,4}") {
        for edition in Edition::ALL {
            if let Err(error) = GameString::parse(edition, &text) {
                let refusal = Refusal::GameString(text.clone(), error);
                prop_assert!(refusal.messages(edition, PEER).iter().all(|message| message.len() < 999));
            }
        }
    }

    #[test]
    fn messages_read_back(payload in "\\PC{0,60}", rest in proptest::collection::vec(any::<u8>(), 0..9)) {
        for edition in Edition::ALL {
            let mut bytes = Vec::new();
            encode_message(edition, &payload, &mut bytes).expect("it is short");
            let length = bytes.len();
            for end in 0..length {
                prop_assert!(matches!(decode_message(edition, &bytes[..end]), Err(FrameError::Incomplete(_))));
            }
            bytes.extend(&rest);
            let message = decode_message(edition, &bytes).map(|message| (message.payload, message.length));
            prop_assert_eq!(message, Ok((payload.as_str(), length)));
        }
    }

    #[test]
    fn any_bytes_are_a_message_or_an_error(bytes in "[0-9]{0,7}\\PC{0,9}", noise in any::<u8>()) {
        for edition in Edition::ALL {
            let mut bytes = bytes.clone().into_bytes();
            bytes.push(noise);
            if let Ok(message) = decode_message(edition, &bytes) {
                prop_assert_eq!(message.length, message.payload.len() + edition.header_digits());
            }
        }
    }
}
