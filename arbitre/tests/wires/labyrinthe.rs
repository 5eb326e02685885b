//! Labyrinthe: its two editions, what is asked at a table besides moves, and what ends a game.

use std::collections::{HashSet, VecDeque};
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use arbitre::jeux::labyrinthe::KIND;
use arbitre::reception::{News, TurnedAway};
use arbitre::record::Record;
use jeux::game::{Game, Params, SINGLE};
use jeux::labyrinthe::{Labyrinth, Move};
use jeux::{Outcome, Player, Position, Slot, Status};
use protocol::Termination;
use protocol::cgs::{Edition, MoveText, NOT_READY};
use testing::labyrinthe::Client;
use testing::{PATIENCE, until};

use crate::room::{Room, Rules, asks, news, open, wire};

/// Time for each move where somebody is to be too late.
const SHORT: Duration = Duration::from_millis(700);
/// Both editions, as doors of a room.
const EDITIONS: [&str; 2] = ["2017", "2025"];

const SHOULD_START: &[&str] = &["Bad protocol, should start with CLIENT_NAME "];
const SHOULD_WAIT: &[&str] = &["Bad protocol, should send 'WAIT_GAME %s' command"; 2];
const SHOULD_GET_DATA: &[&str] = &["Bad protocol, should send 'GET_GAME_DATA' command"; 2];
const OWN_TURN: &[&str] = &["It's our turn to play, so we cannot ask for a move!"];
const OPPONENT_TURN: &[&str] = &["It's not our turn to play, so we cannot play a move!"];
const LOST_BY_TYPE: &[&str] = &["OK", "-1", "The type is not valid !"];
const WON: &[&str] = &["OK", "1", "Timeout of the opponent!"];
/// The answer to GET_MOVE when the opponent has lost without a move.
const MOVER_LOST: &[&str] = &["OK", "", "-1"];

fn rules() -> Rules {
    Rules { time: None, parties: &SINGLE, ..Rules::of(&KIND) }
}

fn connect(address: SocketAddr, edition: Edition) -> Client {
    Client::new(TcpStream::connect(address).expect("a connection"), edition)
}

fn named(address: SocketAddr, edition: Edition, name: &str) -> Client {
    let mut client = connect(address, edition);
    client.ask(&format!("CLIENT_NAME {name}\n"), &["OK"]);
    client
}

/// Two clients of these editions who have been seated; the first begins.
fn seated(room: &Room, editions: [Edition; 2]) -> [Client; 2] {
    let mut number = 0;
    editions.map(|edition| {
        number += 1;
        let door = usize::from(edition == Edition::E2025);
        let mut client = named(room.addresses[door], edition, ["", "alice", "bob"][number]);
        client.ask("WAIT_GAME \n", &["OK"]);
        client
    })
}

/// Two clients of 2017 who have the labyrinth.
fn game(room: &Room) -> [Client; 2] {
    let mut players = seated(room, [Edition::E2017; 2]);
    begins(&mut players);
    players
}

/// Both take the labyrinth; the first begins.
fn begins(players: &mut [Client; 2]) {
    for (player, begins) in players.iter_mut().zip(["0", "1"]) {
        player.game_data();
        assert_eq!(player.last, begins);
    }
}

fn result(record: &Record) -> (Option<Slot>, Termination, Option<Slot>) {
    let result = &record.parties.last().expect("a partie").result;
    (result.winner, result.termination, result.charged)
}

/// The steps by which the first player of a game gets to the treasure while the other does nothing.
fn walk(start: Labyrinth) -> Vec<Move> {
    let mut known = HashSet::new();
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some((position, path)) = queue.pop_front() {
        for mv in position.legal_moves().into_iter().filter(|mv| matches!(mv, Move::Step(_))) {
            let mut after = position;
            let status = after.play(mv).expect("legal");
            let path: Vec<Move> = path.iter().copied().chain([mv]).collect();
            if status == Status::Over(Outcome::Win(Player::First)) {
                return path;
            }
            let waits = after.play(Move::Stay);
            if waits == Ok(Status::Ongoing) && known.insert(after.to_string()) {
                queue.push_back((after, path));
            }
        }
    }
    panic!("no way to the treasure")
}

fn said(mv: Move) -> String {
    MoveText::from(mv).relayed().to_owned()
}

#[test]
fn what_is_due_before_a_game() {
    let room = Room::start(&KIND, &EDITIONS, rules());
    for (address, edition) in room.addresses.iter().zip([Edition::E2017, Edition::E2025]) {
        let refused = |sent: &str, answer: &[&str]| {
            let mut client = connect(*address, edition);
            client.ask(sent, answer);
            client.expect_end();
        };
        refused("WAIT_GAME \n", SHOULD_START);
        refused("CLIENT_NAME \n", SHOULD_START);
        let rule = "is invalid (max 20 characters in [a-zA-Z0-9_])";
        refused(
            "CLIENT_NAME a-b\n",
            &[&format!("The name {rule}"), &format!("The name 'a-b' (from 127.0.0.1) {rule}")],
        );
        let alice = named(*address, edition, "alice");
        let taken = "A client with the same name";
        refused(
            "CLIENT_NAME alice\n",
            &[
                &format!("{taken} ('alice') is already connected!"),
                &format!("{taken} is already connected: alice (127.0.0.1)"),
            ],
        );
        // Who has left has no name, even before anybody has noticed otherwise.
        drop(alice);
        let mut again = named(*address, edition, "alice");
        again.ask("GET_MOVE\n", SHOULD_WAIT);
        again.expect_end();
        let mut bob = named(*address, edition, "bob");
        bob.send("WAIT_GAME NOBODY\n");
        let first = bob.message().expect("a refusal");
        assert!(first.contains("NOBODY"), "{first}");
        bob.expect(&[&first]);
        bob.expect_end();
    }
}

#[test]
fn clients_of_both_editions_play_aller_and_retour() {
    let rules = Rules { parties: KIND.parties, ..rules() };
    let start = Labyrinth::start(&rules.setup).expect("a setup");
    let room = Room::start(&KIND, &EDITIONS, rules);
    let mut players = seated(&room, [Edition::E2017, Edition::E2025]);
    begins(&mut players);
    let [old, new] = &mut players;
    let path = walk(start);
    for (turn, &mv) in path.iter().enumerate() {
        let text = said(mv);
        let over = turn + 1 == path.len();
        // The answer is held until the opponent has asked, whoever of them is first.
        if turn % 2 == 0 {
            new.ask("GET_MOVE\n", &["OK"]);
            old.ask(&format!("PLAY_MOVE {text}\n"), &["OK"]);
        } else {
            old.ask(&format!("PLAY_MOVE {text}\n"), &["OK"]);
            if !over {
                assert!(!old.has_message(), "{:?}", old.message());
            }
            new.ask("GET_MOVE\n", &["OK"]);
        }
        if over {
            old.expect(&["1", "Treasor found !!"]);
            new.expect(&[&text, "Treasor found !!", "1"]);
        } else {
            old.expect(&["0", ""]);
            new.expect(&[&text, "", "0"]);
            old.ask("GET_MOVE\n", &["OK"]);
            new.ask("PLAY_MOVE 8 0\n", &["OK", "", "0"]);
            old.expect(&["8 0", "0"]);
        }
    }
    // The other one begins the retour, for which each asks in his own time.
    new.ask("WAIT_GAME \n", &["OK"]);
    old.ask("WAIT_GAME \n", &["OK"]);
    for (player, begins) in [(&mut *old, "1"), (&mut *new, "0")] {
        player.game_data();
        assert_eq!(player.last, begins);
    }
    new.ask("PLAY_MOVE 9 0\n", &["OK", "The type is not valid !", "-1"]);
    old.ask("GET_MOVE\n", &["OK", "9 0", "-1"]);
    let record = room.record();
    assert_eq!(record.parties.len(), 2);
    let [aller, retour] = [&record.parties[0], &record.parties[1]];
    assert_eq!((aller.result.winner, aller.result.termination), (Some(Slot::Zero), Termination::Win));
    assert_eq!(aller.moves.len(), 2 * path.len() - 1);
    assert_eq!(result(&record), (Some(Slot::Zero), Termination::Triche, Some(Slot::One)));
    assert_eq!(retour.first, Slot::One);
    // Both are free for another one, on the same connections.
    old.ask("WAIT_GAME \n", &["OK"]);
    new.ask("WAIT_GAME \n", &["OK"]);
    begins(&mut players);
}

#[test]
fn what_is_sent_instead_of_asking_for_the_retour_is_refused() {
    let room = Room::start(&KIND, &["2017"], Rules { parties: KIND.parties, ..rules() });
    let [mut first, mut second] = game(&room);
    first.ask("PLAY_MOVE 9 0\n", LOST_BY_TYPE);
    second.ask("GET_MOVE\n", &["OK", "9 0", "-1"]);
    first.ask("GET_MOVE\n", SHOULD_WAIT);
    first.expect_end();
    second.ask("WAIT_GAME \n", &["OK"]);
    let record = room.record();
    assert_eq!(record.parties.len(), 2);
    assert_eq!(result(&record), (Some(Slot::One), Termination::Disconnected, Some(Slot::Zero)));
}

#[test]
fn players_look_and_comment_at_any_time() {
    let rules = rules();
    let step = said(walk(Labyrinth::start(&rules.setup).expect("a setup"))[0]);
    let room = Room::start(&KIND, &["2017"], rules);
    let [mut first, mut second] = game(&room);
    let look = |client: &mut Client| {
        client.ask("DISP_GAME\n", &["OK"]);
        client.message().expect("a picture")
    };
    let before = look(&mut first);
    assert!(before.contains("alice") && before.contains("bob"), "{before}");
    second.ask("SEND_COMMENT bonne chance\n", &["OK"]);
    let picture = look(&mut first);
    assert!(picture.contains("bonne chance"), "{picture}");
    // Each comment is shown once to everybody.
    assert_eq!(look(&mut first), before);
    assert!(look(&mut second).contains("bonne chance"));
    // The opponent's move is not seen before it has been asked for; the answer waits for that.
    first.ask(&format!("PLAY_MOVE {step}\n"), &["OK"]);
    second.send("DISP_GAME\n");
    second.expect(&["OK"]);
    let unmoved = second.message().expect("a picture");
    assert_eq!(unmoved, before);
    second.ask("GET_MOVE\n", &["OK", &step, "0"]);
    first.expect(&["0", ""]);
    let moved = look(&mut second);
    assert_ne!(moved, before);
    assert_eq!(look(&mut first), moved);
    second.ask("PLAY_MOVE 9 0\n", LOST_BY_TYPE);
    first.ask("GET_MOVE\n", &["OK", "9 0", "-1"]);
    assert_eq!(result(&room.record()).0, Some(Slot::Zero));
}

#[test]
fn the_wrong_turn_loses() {
    let room = Room::start(&KIND, &["2017"], rules());
    let charged = |slot: Slot| {
        assert_eq!(result(&room.record()), (Some(slot.other()), Termination::Malformed, Some(slot)));
    };
    let [mut first, mut second] = game(&room);
    second.ask("GET_MOVE\n", &["OK"]);
    first.ask("GET_MOVE\n", OWN_TURN);
    second.expect(&MOVER_LOST[1..]);
    charged(Slot::Zero);
    // Only the turn was wrong: both stay connected, and play again.
    for player in [&mut first, &mut second] {
        player.ask("WAIT_GAME \n", &["OK"]);
    }
    let mut players = [first, second];
    begins(&mut players);
    let [mut first, mut second] = players;
    second.ask("PLAY_MOVE 8 0\n", OPPONENT_TURN);
    first.ask("PLAY_MOVE 8 0\n", WON);
    charged(Slot::One);
    for player in [&mut first, &mut second] {
        player.ask("WAIT_GAME \n", &["OK"]);
    }
    let mut players = [first, second];
    begins(&mut players);
    let [mut first, mut second] = players;
    first.ask("PLAY_MOVE 8 0\n", &["OK"]);
    second.ask("PLAY_MOVE 8 0\n", OPPONENT_TURN);
    first.expect(&["1", "Timeout of the opponent!"]);
    charged(Slot::One);
}

#[test]
fn the_opponent_of_edition_2025_hears_why() {
    let room = Room::start(&KIND, &EDITIONS, rules());
    let mut players = seated(&room, [Edition::E2025; 2]);
    begins(&mut players);
    let [first, second] = &mut players;
    second.ask("GET_MOVE\n", &["OK"]);
    first.ask("GET_MOVE\n", OWN_TURN);
    second.expect(&["", "Opponent has sent GET_MOVE on its own turn", "-1"]);
    for player in &mut players {
        player.ask("WAIT_GAME \n", &["OK"]);
    }
    begins(&mut players);
    let [first, mut second] = players;
    drop(first);
    second.ask("GET_MOVE\n", &["OK", "", "Opponent has disconnected", "-1"]);
}

#[test]
fn other_commands_lose_the_game() {
    let room = Room::start(&KIND, &["2017"], rules());
    for (slot, command) in [(Slot::Zero, "WAIT_GAME \n"), (Slot::One, "CLIENT_NAME x\n"), (Slot::Zero, "x\n")]
    {
        let [mut first, mut second] = game(&room);
        let wrong = if slot == Slot::Zero { &mut first } else { &mut second };
        wrong.ask(
            command,
            &[&format!("Bad protocol, command should not start with '{}'", command.trim_end_matches('\n'))],
        );
        wrong.expect_end();
        match slot {
            Slot::Zero => second.ask("GET_MOVE\n", MOVER_LOST),
            Slot::One => first.ask("PLAY_MOVE 8 0\n", WON),
        }
        assert_eq!(result(&room.record()), (Some(slot.other()), Termination::Malformed, Some(slot)));
    }
    let [mut first, mut second] = seated(&room, [Edition::E2017; 2]);
    for player in [&mut first, &mut second] {
        player.message().expect("a name");
        player.message().expect("a size");
    }
    first.ask("DISP_GAME\n", SHOULD_GET_DATA);
    first.expect_end();
}

#[test]
fn who_is_silent_has_lost() {
    let room = Room::start(&KIND, &["2017"], Rules { time: Some(SHORT), ..rules() });
    let [mut first, mut second] = game(&room);
    second.ask("GET_MOVE\n", MOVER_LOST);
    assert_eq!(result(&room.record()), (Some(Slot::One), Termination::Timeout, Some(Slot::Zero)));
    // He learns it from the answer to his move, as late as that comes.
    first.ask("PLAY_MOVE 8 0\n", &["OK", "-1", "Timeout !"]);
    // The second one does not ask for the first's move, and so has no move of his own.
    for player in [&mut first, &mut second] {
        player.ask("WAIT_GAME \n", &["OK"]);
    }
    let mut players = [first, second];
    begins(&mut players);
    let [first, second] = &mut players;
    first.ask("PLAY_MOVE 8 0\n", &["OK"]);
    first.expect(&["1", "Timeout of the opponent!"]);
    assert_eq!(result(&room.record()), (Some(Slot::Zero), Termination::Timeout, Some(Slot::One)));
    second.ask("GET_MOVE\n", &["OK", "8 0", "0"]);
    second.ask("PLAY_MOVE 8 0\n", &["OK", "-1", "Timeout !"]);
}

#[test]
fn who_leaves_has_lost_at_once() {
    let room = Room::start(&KIND, &["2017"], rules());
    let left = |slot: Slot| {
        assert_eq!(result(&room.record()), (Some(slot.other()), Termination::Disconnected, Some(slot)));
    };
    let [first, mut second] = game(&room);
    second.ask("GET_MOVE\n", &["OK"]);
    drop(first);
    second.expect(&MOVER_LOST[1..]);
    left(Slot::Zero);
    drop(second);
    let [mut first, mut second] = game(&room);
    second.ask("GET_MOVE\n", &["OK"]);
    drop(second);
    first.ask("PLAY_MOVE 8 0\n", WON);
    left(Slot::One);
    drop(first);
    let [mut first, second] = game(&room);
    first.ask("PLAY_MOVE 8 0\n", &["OK"]);
    drop(second);
    first.expect(&["1", "Timeout of the opponent!"]);
    left(Slot::One);
}

#[test]
fn a_flood_while_waiting_for_an_answer_loses() {
    let room = Room::start(&KIND, &["2017"], rules());
    let [mut first, mut second] = game(&room);
    second.ask("GET_MOVE\n", &["OK"]);
    second.send([b'a'; 100_000]);
    second.expect(&["Bad protocol, command should not start with ''"]);
    second.expect_end();
    first.ask("PLAY_MOVE 8 0\n", WON);
    assert_eq!(result(&room.record()), (Some(Slot::Zero), Termination::Malformed, Some(Slot::One)));
}

#[test]
fn a_room_that_is_closed_interrupts_its_game() {
    let room = Room::start(&KIND, &["2017"], rules());
    let [mut first, mut second] = game(&room);
    second.ask("GET_MOVE\n", &["OK"]);
    let record = room.close();
    assert!(record.interrupted.is_some());
    assert_eq!(result(&record), (None, Termination::Interrupted, None));
    first.expect_end();
    second.expect_end();
}

#[test]
fn signs_of_life_come_to_who_waits() {
    let (mut reception, addresses) = open(&KIND, &EDITIONS, PATIENCE);
    let mut client = connect(addresses[1], Edition::E2025);
    client.send("CLIENT_NAME alice\nWAIT_GAME TOURNAMENT cup\n");
    let [News::Asks(asking)] = &news(&mut *reception)[..] else { panic!("nobody asks") };
    assert_eq!((asking.name.name(), asking.tournament.as_deref()), ("alice", Some("cup")));
    client.expect(&["OK"]);
    assert!(!client.has_message(), "nothing before he is welcome");
    reception.welcome(asking.number);
    // Once more changes nothing.
    reception.welcome(asking.number);
    client.expect(&["OK"]);
    let answers = std::thread::spawn(move || {
        client.expect(&[NOT_READY; 2]);
        client
    });
    let begin = Instant::now();
    while !answers.is_finished() {
        assert!(begin.elapsed() < PATIENCE, "no sign of life");
        assert!(reception.advance().is_empty());
        let mut fds = Vec::new();
        let due = reception.watch(&mut fds);
        let look = ipc::wait::Deadline::after(Instant::now(), Some(Duration::from_millis(100)));
        ipc::wait::wait_any(&mut fds, due.min(look)).expect("poll");
    }
    let mut client = answers.join().expect("a client");
    // Who has been told to wait is sent away without a word.
    reception.refuse(asking.number, TurnedAway::TournamentOver);
    client.expect_end();
}

#[test]
fn who_is_refused_a_tournament_hears_why() {
    let (mut reception, addresses) = open(&KIND, &["2017"], PATIENCE);
    let mut client = connect(addresses[0], Edition::E2017);
    client.send("CLIENT_NAME alice\nWAIT_GAME TOURNAMENT cup\n");
    let number = asks(&mut *reception);
    reception.refuse(number, TurnedAway::NotAdmitted);
    client.expect(&["OK"]);
    let refusal = client.message().expect("a refusal");
    assert!(refusal.starts_with("The tournament 'cup' cannot be joined: "), "{refusal}");
    client.expect(&[&refusal]);
    client.expect_end();
}

#[test]
fn a_connection_goes_to_the_game_and_comes_back() {
    let (mut reception, addresses) = open(&KIND, &["2017"], PATIENCE);
    let mut client = connect(addresses[0], Edition::E2017);
    client.send("CLIENT_NAME alice\nWAIT_GAME \nGET_GAME_DATA\n");
    let number = asks(&mut *reception);
    reception.welcome(number);
    let guest = reception.take(number).expect("she waits");
    assert_eq!(guest.from, client.stream.local_addr().expect("an address").to_string());
    // What has been read of her next command goes with her.
    let state: serde_json::Value = serde_json::from_str(&guest.state).expect("JSON");
    let bytes = state["bytes"].as_str().expect("bytes");
    assert!(bytes.ends_with(&hex::encode("GET_GAME_DATA\n")), "{bytes}");
    assert_eq!(state["edition"], 2017);
    // Nobody else may have her name meanwhile, and she is nobody's news.
    let mut other = connect(addresses[0], Edition::E2017);
    other.send("CLIENT_NAME alice\n");
    let [News::Dropped { why, .. }] = &news(&mut *reception)[..] else { panic!("one name twice") };
    assert_eq!(why.code, "refused");
    reception.give_back(number, Some(&guest.state));
    let [News::Dropped { from, why }] = &news(&mut *reception)[..] else { panic!("GET_GAME_DATA") };
    assert!(from.starts_with("alice 127.0.0.1:"), "{from}");
    assert_eq!(why.code, "refused");
    client.expect(&["OK", "OK"]);
    client.expect(SHOULD_WAIT);
    client.expect_end();
}

#[test]
fn who_does_not_come_back_is_gone() {
    let (mut reception, addresses) = open(&KIND, &["2017"], PATIENCE);
    for closing in [false, true] {
        let mut client = connect(addresses[0], Edition::E2017);
        client.send("CLIENT_NAME alice\nWAIT_GAME \n");
        let number = asks(&mut *reception);
        let guest = reception.take(number).expect("she waits");
        if closing {
            reception.close();
        }
        reception.give_back(number, closing.then_some(&*guest.state));
        let [News::Dropped { why, .. }] = &news(&mut *reception)[..] else { panic!("she is there") };
        assert_eq!(why.code, if closing { "stopped" } else { "left-while-playing" });
        drop(guest);
        client.expect(&["OK"]);
        client.expect_end();
    }
}

#[test]
fn whoever_says_no_name_is_dropped_first() {
    let (mut reception, addresses) = open(&KIND, &["2017"], SHORT);
    let mut silent = connect(addresses[0], Edition::E2017);
    let [News::Dropped { why, .. }] = &news(&mut *reception)[..] else { panic!("he is there") };
    assert_eq!(why.code, "no-name");
    silent.expect_end();
    let mut alice = connect(addresses[0], Edition::E2017);
    alice.send("CLIENT_NAME alice\n");
    until("she is answered", || reception.advance().is_empty() && alice.has_message());
    let mut nameless: Vec<Client> = (0..5).map(|_| connect(addresses[0], Edition::E2017)).collect();
    assert!(reception.advance().is_empty());
    reception.make_room();
    nameless[..4].iter_mut().for_each(Client::expect_end);
    assert!(!nameless[4].has_message());
    reception.close();
    alice.expect(&["OK"]);
    alice.expect_end();
    nameless[4].expect_end();
}

#[test]
fn who_floods_while_he_waits_is_refused() {
    let (mut reception, addresses) = open(&KIND, &["2017"], PATIENCE);
    let mut client = connect(addresses[0], Edition::E2017);
    client.send("CLIENT_NAME alice\nWAIT_GAME \n");
    let number = asks(&mut *reception);
    client.send([b'a'; 100_000]);
    let news = news(&mut *reception);
    let [News::Dropped { why, .. }, News::Left(left)] = &news[..] else { panic!("{news:?}") };
    assert_eq!((&*why.code, *left), ("refused", number));
}

/// What he has sent besides does not turn the end of the stream into a reset, which would cost him the refusal.
#[test]
fn who_is_refused_hears_it_whatever_he_sends() {
    let (mut reception, addresses) = open(&KIND, &["2017"], PATIENCE);
    let mut client = connect(addresses[0], Edition::E2017);
    client.send([b"GET_MOVE\n", &[b'a'; 7000][..]].concat());
    let [News::Dropped { why, .. }] = &news(&mut *reception)[..] else { panic!("he is there") };
    assert_eq!(why.code, "refused");
    let mut heard = Vec::new();
    client.stream.read_to_end(&mut heard).expect("an end, not a reset");
    assert!(String::from_utf8_lossy(&heard).contains(SHOULD_START[0]));
    drop(reception);
    assert!(client.stream.take_error().expect("a state").is_none(), "a reset after the end");
}

#[test]
fn names_and_forms_are_those_that_fit() {
    let wire = wire(&KIND);
    assert_eq!(wire.check_name("Al_1ce"), Ok(()));
    assert!(wire.check_name(&"a".repeat(21)).is_err());
    assert_eq!(wire.told("alice"), "alice");
    for (form, fits) in [("", true), ("2017", true), ("2025", true), ("2018", false)] {
        assert_eq!(wire.check_form(form).is_ok(), fits, "{form}");
    }
    let mut inside = wire.open_inside();
    let mut fds = Vec::new();
    inside.watch(&mut fds);
    assert!(fds.is_empty());
    drop(fds);
    assert!(inside.advance().is_empty());
    assert!(KIND.draw(&Params::new(), 7).is_ok());
}
