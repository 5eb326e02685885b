//! Clients that do what they should not, on the text protocol of Labyrinthe: each is answered or sent away, his opponent
//! is told, and nobody else notices.

use std::fs;
use std::io::Write;
use std::net::Shutdown;
use std::process::Command;
use std::sync::Barrier;

use nix::sys::signal::Signal;
use protocol::cgs::Edition;
use testing::labyrinthe::connections;
use testing::labyrinthe::{Client, Server};
use testing::process::signal;
use testing::until;

const QUICK: &str = "0.5";
/// More than any test takes.
const LONG: &str = "300";

const SHOULD_START: &str = "Bad protocol, should start with CLIENT_NAME ";
const SHOULD_WAIT: &str = "Bad protocol, should send 'WAIT_GAME %s' command";
const SHOULD_GET_DATA: &str = "Bad protocol, should send 'GET_GAME_DATA' command";
const OWN_TURN: &str = "It's our turn to play, so we cannot ask for a move!";
const OPPONENT_TURN: &str = "It's not our turn to play, so we cannot play a move!";

/// What an opponent gets who waited when the mover went wrong.
const MOVER_LOST: [&str; 3] = ["OK", "", "-1"];

/// The server still does all that it should.
fn assert_alive(server: &Server, name: &str) {
    let [mut first, mut second] = server.game(&format!("{name}_1"), &format!("{name}_2"));
    first.ask("PLAY_MOVE 9 0", &["OK"]);
    second.ask("GET_MOVE", &["OK", "9 0", "-1"]);
    first.expect(&["-1", "The type is not valid !"]);
    for mut player in [first, second] {
        player.train("DO_NOTHING start=0");
        player.ask("PLAY_MOVE 8 0", &["OK", "0", ""]);
    }
}

/// A refusal is said, perhaps twice, and then the connection ends.
fn expect_refusal(mut client: Client, refusal: &str) {
    let said = client.message();
    assert_eq!(said.as_deref(), Some(refusal));
    while let Some(again) = client.message() {
        assert!(again.starts_with(refusal) || again.starts_with("The name '"), "{again}");
    }
}

#[test]
fn bytes_that_are_no_command() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let long = "A".repeat(2000);
    let long_name = format!("CLIENT_NAME {}", "a".repeat(2000));
    let garbage: [&[u8]; 9] = [
        b"FOO\n",
        b"\xFF\xFE\xFD",
        b"client_name bob",
        b"\0\0\0\0",
        b"CLIENT_NAMEbob",
        b"GET / HTTP/1.1\r\n\r\n",
        b"0012CLIENT_NAME x",
        long.as_bytes(),
        long_name.as_bytes(),
    ];
    for bytes in garbage {
        let mut client = server.connect(Edition::E2017);
        client.send(bytes);
        expect_refusal(client, SHOULD_START);
        let mut client = server.named("alice");
        client.send(bytes);
        expect_refusal(client, SHOULD_WAIT);
        let mut client = server.named("alice");
        client.ask("WAIT_GAME DO_NOTHING start=0\n", &["OK"]);
        client.message().expect("a name");
        client.message().expect("a size");
        client.send(bytes);
        expect_refusal(client, SHOULD_GET_DATA);
        let mut client = server.training("alice", "DO_NOTHING start=0");
        client.send(bytes);
        let refusal = client.message().expect("a refusal");
        assert!(refusal.starts_with("Bad protocol, command should not start with '"), "{refusal}");
        assert!(refusal.len() < 999 && !refusal.contains('\0'), "{refusal}");
        client.expect_end();
        drop(client);
    }
    assert_alive(&server, "x");
}

#[test]
fn names_that_are_none() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let refusal = "The name is invalid (max 20 characters in [a-zA-Z0-9_])";
    for name in [&b"\xA7"[..], b"a\x1b[2J", b"a b", b"123456789012345678901", b"../../x"] {
        let mut client = server.connect(Edition::E2017);
        client.send([b"CLIENT_NAME ", name, b"\n"].concat());
        expect_refusal(client, refusal);
    }
    let mut client = server.connect(Edition::E2017);
    client.send("CLIENT_NAME \n");
    expect_refusal(client, SHOULD_START);
    // What follows a refusal is not carried out.
    let mut client = server.connect(Edition::E2017);
    client.send("CLIENT_NAME !\nCLIENT_NAME alice\nWAIT_GAME DO_NOTHING\n");
    expect_refusal(client, refusal);
    assert!(server.children().is_empty());
    server.named("alice");
}

#[test]
fn texts_that_are_not_utf8_are_cleaned() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let mut client = server.training("alice", "DO_NOTHING start=0");
    client.send(b"SEND_COMMENT \xFF\x1b[2Jhello\n");
    client.expect(&["OK"]);
    client.ask("DISP_GAME", &["OK"]);
    let picture = client.message().expect("a picture");
    assert!(picture.contains("hello") && !picture.contains("\u{1b}[2J"), "{picture}");
    client.send(b"PLAY_MOVE \xFF 0\n");
    client.expect(&["OK", "-1", "The move is not in correct form ('%d %d') !"]);
    let mut client = server.named("bob");
    client.send(b"WAIT_GAME \xFF\x1b\n");
    let refusal = client.message().expect("a refusal");
    assert!(refusal.contains("is not valid") && !refusal.contains('\u{1b}'), "{refusal}");
}

#[test]
fn an_endless_line() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    for prefix in [
        "",
        "CLIENT_NAME ",
        "CLIENT_NAME x\nWAIT_GAME ",
        "CLIENT_NAME y\nWAIT_GAME DO_NOTHING\nSEND_COMMENT ",
    ] {
        let mut client = server.connect(Edition::E2017);
        client.send(prefix);
        // Until the server does not listen any more.
        let line = [b'a'; 4096];
        until("the end of patience", || client.stream.write_all(&line).is_err());
    }
    assert_alive(&server, "x");
}

#[test]
fn commands_out_of_sequence_in_each_state() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let all = [
        "CLIENT_NAME bob\n",
        "WAIT_GAME DO_NOTHING\n",
        "GET_GAME_DATA\n",
        "PLAY_MOVE 8 0\n",
        "GET_MOVE\n",
        "DISP_GAME\n",
        "SEND_COMMENT x\n",
    ];
    for command in all {
        let word = command.split([' ', '\n']).next().expect("a word");
        if word != "CLIENT_NAME" {
            let mut client = server.connect(Edition::E2017);
            client.send(command);
            expect_refusal(client, SHOULD_START);
        }
        if word != "WAIT_GAME" {
            let mut client = server.named("alice");
            client.send(command);
            expect_refusal(client, SHOULD_WAIT);
        }
        if word != "GET_GAME_DATA" {
            // While he waits, and when the game has been announced.
            let (mut client, mut other) = (server.waiting("alice"), server.waiting("carol"));
            client.send(command);
            server.organise("alice", "carol");
            client.message().expect("a name");
            client.message().expect("a size");
            expect_refusal(client, SHOULD_GET_DATA);
            other.game_data();
            other.ask("GET_MOVE", &MOVER_LOST);
        }
        if matches!(word, "CLIENT_NAME" | "WAIT_GAME" | "GET_GAME_DATA") {
            let [mut client, mut other] = server.game("alice", "carol");
            client.send(command);
            expect_refusal(
                client,
                &format!("Bad protocol, command should not start with '{}'", command.trim()),
            );
            other.ask("GET_MOVE", &MOVER_LOST);
            let [mut other, mut client] = server.game("carol2", "alice");
            client.send(command);
            expect_refusal(
                client,
                &format!("Bad protocol, command should not start with '{}'", command.trim()),
            );
            other.ask("PLAY_MOVE 8 0", &["OK", "1", "Timeout of the opponent!"]);
        }
    }
}

#[test]
fn the_wrong_turn_loses() {
    let server = Server::start(&["--timeout", LONG]);
    let [mut first, mut second] = server.game("alice", "bob");
    second.ask("GET_MOVE", &["OK"]);
    first.ask("GET_MOVE", &[OWN_TURN]);
    second.expect(&MOVER_LOST[1..]);
    let [mut third, mut fourth] = server.game("carol", "dave");
    fourth.ask("PLAY_MOVE 8 0", &[OPPONENT_TURN]);
    third.ask("PLAY_MOVE 8 0", &["OK", "1", "Timeout of the opponent!"]);
    for mut player in [first, second, third, fourth] {
        player.train("DO_NOTHING start=0");
    }
    // The move of the opponent has to be asked for before one's own.
    let [mut first, mut second] = server.game("erin", "frank");
    first.ask("PLAY_MOVE 8 0", &["OK"]);
    second.ask("PLAY_MOVE 8 0", &[OPPONENT_TURN]);
    first.expect(&["1", "Timeout of the opponent!"]);
    let told = server.wait_for_records(3);
    let records = told.iter().map(|path| std::fs::read_to_string(path).expect("a record"));
    assert_eq!(records.filter(|text| text.contains("\"malformed\"")).count(), 3);
}

#[test]
fn silence() {
    let server = Server::start(&["--timeout", QUICK, "--attente-nom", "0.2", "--sans-parties"]);
    server.connect(Edition::E2017).expect_end();
    let mut slow = server.connect(Edition::E2025);
    slow.send("CLIENT_NA");
    while let Some(text) = slow.message() {
        assert_eq!(text, SHOULD_START);
    }
    // Before the labyrinth is asked for, on one's own turn, and when the opponent's move is not asked for.
    let (mut silent, mut other) = (server.waiting("alice"), server.waiting("bob"));
    server.organise("alice", "bob");
    other.game_data();
    other.ask("GET_MOVE", &MOVER_LOST);
    silent.game_data();
    silent.ask("PLAY_MOVE 8 0", &["OK", "-1", "Timeout !"]);
    // What is sent ahead is not late, however slow this machine is.
    silent.ask("WAIT_GAME \nGET_GAME_DATA\nPLAY_MOVE 8 0\n", &["OK"]);
    other.ask("WAIT_GAME \n", &["OK"]);
    server.organise("alice", "bob");
    silent.message().expect("a name");
    silent.message().expect("a size");
    silent.expect(&["OK"]);
    silent.message().expect("walls");
    silent.expect(&["0", "OK", "1", "Timeout of the opponent!"]);
    other.game_data();
    other.ask("GET_MOVE", &["OK", "8 0", "0"]);
    other.ask("PLAY_MOVE 8 0", &["OK", "-1", "Timeout !"]);
    for mut player in [silent, other] {
        player.train("DO_NOTHING start=0 timeout=100");
        player.ask("PLAY_MOVE 8 0", &["OK", "0", ""]);
    }
}

/// Leaves in a way of its own.
type Leave = fn(Client);

const WAYS: [Leave; 3] = [drop, Client::reset, half_close_and_wait];

/// Says that it has nothing more to say, and listens to the end.
fn half_close_and_wait(mut client: Client) {
    client.half_close();
    while client.message().is_some() {}
}

#[test]
fn who_leaves_frees_his_name_in_each_state() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    for leave in WAYS {
        leave(server.connect(Edition::E2017));
        leave(server.named("alice"));
        leave(server.waiting("alice"));
        let mut client = server.named("alice");
        client.send("WAIT_GAME DO_NOTHING start=0\n");
        client.expect(&["OK"]);
        leave(client);
        leave(server.training("alice", "DO_NOTHING start=0"));
        // It is the training player's turn for a day.
        let mut client = server.connect(Edition::E2025);
        client.ask("CLIENT_NAME alice\n", &["OK"]);
        client.train("DO_NOTHING start=1 delay=86400");
        client.ask("GET_MOVE", &["OK"]);
        leave(client);
        server.named("alice");
        until("the end of the games", || server.children().is_empty());
    }
}

#[test]
fn the_opponent_is_told_at_once_of_who_leaves() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    for leave in WAYS {
        // The mover: before the labyrinth, on his turn, and while the other one waits already.
        let (mover, mut other) = (server.waiting("alice"), server.waiting("bob"));
        server.organise("alice", "bob");
        leave(mover);
        other.game_data();
        other.ask("GET_MOVE", &MOVER_LOST);
        drop(other);
        let [mover, mut other] = server.game("alice", "bob");
        leave(mover);
        other.ask("GET_MOVE", &MOVER_LOST);
        drop(other);
        let [mover, mut other] = server.game("alice", "bob");
        other.ask("GET_MOVE", &["OK"]);
        leave(mover);
        other.expect(&MOVER_LOST[1..]);
        drop(other);
        // The other one: before he asks for the move, while he waits for it, and when it is there.
        let [mut mover, other] = server.game("alice", "bob");
        leave(other);
        mover.ask("PLAY_MOVE 8 0", &["OK", "1", "Timeout of the opponent!"]);
        drop(mover);
        let [mut mover, mut other] = server.game("alice", "bob");
        other.ask("GET_MOVE", &["OK"]);
        leave(other);
        mover.ask("PLAY_MOVE 8 0", &["OK", "1", "Timeout of the opponent!"]);
        drop(mover);
        let [mut mover, other] = server.game("alice", "bob");
        mover.ask("PLAY_MOVE 8 0", &["OK"]);
        leave(other);
        mover.expect(&["1", "Timeout of the opponent!"]);
        // After the end.
        mover.train("DO_NOTHING start=0");
        mover.ask("PLAY_MOVE 9 0", &["OK", "-1", "The type is not valid !"]);
        leave(mover);
    }
    assert_alive(&server, "x");
}

#[test]
fn edition_2025_says_who_has_left() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let mut players = ["alice", "bob"].map(|name| {
        let mut client = server.connect(Edition::E2025);
        client.ask(&format!("CLIENT_NAME {name}\n"), &["OK"]);
        client.ask("WAIT_GAME \n", &["OK"]);
        client
    });
    server.organise("alice", "bob");
    players.iter_mut().for_each(|player| _ = player.game_data());
    let [mover, mut other] = players;
    other.ask("GET_MOVE", &["OK"]);
    drop(mover);
    other.expect(&["", "Opponent has disconnected", "-1"]);
}

#[test]
fn a_move_before_leaving_counts() {
    let server = Server::start(&["--timeout", LONG]);
    let [mut mover, mut other] = server.game("alice", "bob");
    mover.send("PLAY_MOVE 8 0");
    mover.half_close();
    other.ask("GET_MOVE", &["OK", "8 0", "0"]);
    other.ask("PLAY_MOVE 8 0", &["OK", "1", "Timeout of the opponent!"]);
    server.wait_for_records(1);
}

#[test]
fn a_name_is_taken_once() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let crowd = 40;
    let barrier = Barrier::new(crowd);
    let port = server.port(Edition::E2017);
    let (clients, answers): (Vec<Client>, Vec<String>) = std::thread::scope(|scope| {
        let ask = || {
            let stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("a connection");
            let mut client = Client::new(stream, Edition::E2017);
            barrier.wait();
            client.send("CLIENT_NAME alice\n");
            let answer = client.message().expect("an answer");
            (client, answer)
        };
        let threads: Vec<_> = (0..crowd).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a client")).unzip()
    });
    assert_eq!(answers.iter().filter(|answer| *answer == "OK").count(), 1);
    let refusal = "A client with the same name ('alice') is already connected!";
    assert_eq!(answers.iter().filter(|answer| *answer == refusal).count(), crowd - 1);
    drop(clients);
    server.named("alice");
}

#[test]
fn a_name_is_taken_during_a_game_too() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let alice = server.training("alice", "DO_NOTHING start=0");
    let mut impostor = server.connect(Edition::E2025);
    impostor.ask("CLIENT_NAME alice\n", &["A client with the same name ('alice') is already connected!"]);
    drop(alice);
    server.named("alice");
}

#[test]
fn who_sends_without_end_while_he_is_to_wait_is_sent_away() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let mut waiting = server.waiting("alice");
    let flood = |client: &mut Client| {
        let bytes = b"GET_MOVE\n".repeat(1000);
        until("the end of patience", || client.stream.write_all(&bytes).is_err());
    };
    flood(&mut waiting);
    let [mut mover, mut other] = server.game("bob", "carol");
    other.ask("GET_MOVE", &["OK"]);
    flood(&mut other);
    mover.ask("PLAY_MOVE 8 0", &["OK", "1", "Timeout of the opponent!"]);
    assert_alive(&server, "x");
}

#[test]
fn who_asks_without_end_delays_nobody() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let [mut honest, mut hostile] = server.game("alice", "bob");
    let mut loud = hostile.stream.try_clone().expect("a copy");
    std::thread::scope(|scope| {
        // Everything that the game has to say to him, as often as it can; he reads all of it.
        let writer = scope.spawn(move || {
            let ask = b"DISP_GAME\nSEND_COMMENT me\n";
            (0..500).try_for_each(|_| loud.write_all(ask)).ok();
        });
        let reader = scope.spawn(move || {
            (0..1500).for_each(|_| drop(hostile.message()));
            hostile
        });
        for _ in 0..100 {
            honest.ask("DISP_GAME", &["OK"]);
            honest.message().expect("a picture");
        }
        writer.join().expect("the writer");
        let mut hostile = reader.join().expect("the reader");
        honest.ask("PLAY_MOVE 8 0", &["OK"]);
        hostile.ask("GET_MOVE", &["OK", "8 0", "0"]);
        honest.expect(&["0", ""]);
    });
}

#[test]
fn who_reads_nothing_is_gone_in_the_end_and_delays_nobody() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let [mut honest, mut hostile] = server.game("alice", "bob");
    std::thread::scope(|scope| {
        let flood = scope.spawn(move || {
            let bytes = b"DISP_GAME\n".repeat(100);
            until("the end of patience", || hostile.stream.write_all(&bytes).is_err());
        });
        // He is answered as ever; and in the end he is told that the other one has gone.
        until("the end of the other one", || {
            honest.ask("DISP_GAME", &["OK"]);
            honest.message().expect("a picture");
            flood.is_finished()
        });
        honest.ask("PLAY_MOVE 8 0", &["OK", "1", "Timeout of the opponent!"]);
    });
    assert_alive(&server, "x");
}

#[test]
fn one_byte_per_segment() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let mut client = server.named("alice");
    client.ask("WAIT_GAME DO_NOTHING start=0\n", &["OK"]);
    client.message().expect("a name");
    client.message().expect("a size");
    let drip = |client: &mut Client, text: &str| text.bytes().for_each(|byte| client.send([byte]));
    drip(&mut client, "GET_GAME_DATA");
    client.expect(&["OK"]);
    client.message().expect("walls");
    client.expect(&["0"]);
    for _ in 0..3 {
        drip(&mut client, "PLAY_MOVE 8 -12");
        client.expect(&["OK", "0", ""]);
        drip(&mut client, "GET_MOVE");
        client.expect(&["OK", "8 0", "0"]);
        drip(&mut client, "\nDISP_GAME");
        client.expect(&["OK"]);
        client.message().expect("a picture");
    }
    // The rest of a number comes when the game is over and the lobby reads again.
    client.ask("PLAY_MOVE 9 1", &["OK", "-1", "The type is not valid !"]);
    drip(&mut client, "23");
    client.train("DO_NOTHING start=0");
}

#[test]
fn many_commands_in_one_segment() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let mut client = server.connect(Edition::E2017);
    let game =
        "WAIT_GAME DO_NOTHING start=0\nGET_GAME_DATA\nPLAY_MOVE 8 0\nGET_MOVE\nDISP_GAMEPLAY_MOVE 9 0\n";
    client.send(format!("CLIENT_NAME alice\n{}WAIT_GAME NOBODY\n", game.repeat(3)));
    client.expect(&["OK"]);
    for _ in 0..3 {
        client.expect(&["OK"]);
        client.message().expect("a name");
        client.message().expect("a size");
        client.expect(&["OK"]);
        client.message().expect("walls");
        client.expect(&["0", "OK", "0", "", "OK", "8 0", "0", "OK"]);
        client.message().expect("a picture");
        client.expect(&["OK", "-1", "The type is not valid !"]);
    }
    assert!(client.message().is_some_and(|text| text.contains("'NOBODY' is not valid")));
}

#[test]
fn several_games_on_one_connection() {
    let server = Server::start(&["--timeout", LONG]);
    let mut players = [server.named("alice"), server.named("bob")];
    for round in 0..4 {
        for player in &mut players {
            player.ask("WAIT_GAME \n", &["OK"]);
        }
        let (first, second) = if round % 2 == 0 { ("alice", "bob") } else { ("bob", "alice") };
        server.organise(first, second);
        for player in &mut players {
            player.game_data();
        }
        let [alice, bob] = &mut players;
        let (first, second) = if round % 2 == 0 { (alice, bob) } else { (bob, alice) };
        first.ask("PLAY_MOVE 8 0", &["OK"]);
        second.ask("GET_MOVE", &["OK", "8 0", "0"]);
        first.expect(&["0", ""]);
        second.ask("PLAY_MOVE 0 0", &["OK"]);
        first.ask("GET_MOVE", &["OK", "0 0", "-1"]);
        second.expect(&["-1", "not enough energy to make a rotation"]);
        first.train("ASTAR start=0");
        first.ask("PLAY_MOVE 9 0", &["OK", "-1", "The type is not valid !"]);
    }
    let records = server.wait_for_records(8);
    for path in records {
        let text = std::fs::read_to_string(path).expect("a record");
        assert!(text.contains("\"TRICHE\""), "{text}");
    }
}

#[test]
fn who_never_asks_how_it_ended_keeps_nobody() {
    let server = Server::start(&["--timeout", QUICK]);
    let [silent, mut other] = server.game("alice", "bob");
    other.ask("GET_MOVE", &MOVER_LOST);
    // The winner is free while the loser has still to ask.
    other.train("DO_NOTHING start=0 timeout=100");
    other.ask("PLAY_MOVE 9 0", &["OK", "-1", "The type is not valid !"]);
    server.wait_for_records(2);
    assert!(!server.children().is_empty(), "the game of the loser waits for his question");
    signal(server.pid(), Signal::SIGTERM);
    signal(server.pid(), Signal::SIGTERM);
    assert!(server.wait().success());
    drop((silent, other));
}

#[test]
fn a_stop_does_not_wait_for_questions_for_ever() {
    let server = Server::start(&["--timeout", QUICK]);
    let [silent, mut other] = server.game("alice", "bob");
    other.ask("GET_MOVE", &MOVER_LOST);
    server.wait_for_records(1);
    signal(server.pid(), Signal::SIGTERM);
    assert!(server.wait().success());
    drop(silent);
}

#[test]
fn a_game_that_is_killed_is_interrupted() {
    let server = Server::start(&["--timeout", LONG]);
    let [mut first, mut second] = server.game("alice", "bob");
    second.ask("GET_MOVE", &["OK"]);
    let games = server.children();
    assert_eq!(games.len(), 1);
    signal(games[0], Signal::SIGKILL);
    first.expect_end();
    second.expect_end();
    let path = server.wait_for_records(1).remove(0);
    let text = std::fs::read_to_string(path).expect("a record");
    assert!(text.contains("SIGKILL"), "{text}");
    server.line_with("interrompue");
    // The names are free, and the server goes on.
    server.named("alice");
    assert_alive(&server, "x");
    signal(server.pid(), Signal::SIGTERM);
    signal(server.pid(), Signal::SIGTERM);
    assert!(!server.wait().success(), "the exit code tells of the interrupted game");
}

#[test]
fn a_game_inherits_its_connections_and_nothing_else() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let others: Vec<Client> = ["c", "d", "e"].map(|name| server.waiting(name)).into();
    let _training = server.training("t", "DO_NOTHING start=0");
    let _game = server.game("alice", "bob");
    let mut held: Vec<usize> = server.children().into_iter().map(|pid| connections(pid).len()).collect();
    held.sort_unstable();
    assert_eq!(held, [1, 2]);
    drop(others);
}

#[test]
fn one_stop_lets_games_end() {
    let server = Server::start(&["--timeout", LONG]);
    let [mut first, mut second] = server.game("alice", "bob");
    let mut waiting = server.waiting("carol");
    signal(server.pid(), Signal::SIGTERM);
    waiting.expect_end();
    until("closed doors", || {
        std::net::TcpStream::connect(("127.0.0.1", server.port(Edition::E2017))).is_err()
    });
    second.ask("GET_MOVE", &["OK"]);
    first.ask("PLAY_MOVE 8 0", &["OK", "0", ""]);
    second.expect(&["8 0", "0"]);
    first.ask("GET_MOVE", &["OK"]);
    second.ask("PLAY_MOVE 9 0", &["OK", "-1", "The type is not valid !"]);
    first.expect(&["9 0", "-1"]);
    // Who is free again gets no other game.
    second.stream.write_all(b"WAIT_GAME DO_NOTHING start=0\n").ok();
    second.expect_end();
    first.expect_end();
    assert!(server.wait().success());
}

#[test]
fn two_stops_interrupt_games() {
    let server = Server::start(&["--timeout", LONG]);
    let [mut first, mut second] = server.game("alice", "bob");
    second.ask("GET_MOVE", &["OK"]);
    // A training player who thinks for a minute is interrupted too.
    let mut third = server.training("carol", "MINMAX start=1 think=60000");
    signal(server.pid(), Signal::SIGTERM);
    until("closed doors", || {
        std::net::TcpStream::connect(("127.0.0.1", server.port(Edition::E2017))).is_err()
    });
    signal(server.pid(), Signal::SIGTERM);
    for player in [&mut first, &mut second, &mut third] {
        player.expect_end();
    }
    for path in server.wait_for_records(2) {
        let text = std::fs::read_to_string(path).expect("a record");
        assert!(text.contains("\"interrupted\"") && text.contains("\"winner\": null"), "{text}");
    }
    assert!(!server.wait().success());
}

/// Two matched clients play, and the one who begins loses at once; which one that is.
fn play_as_matched(players: &mut [Client; 2]) -> usize {
    for player in &mut *players {
        player.game_data();
    }
    let begins = usize::from(players[0].last != "0");
    let [one, other] = players;
    let (first, second) = if begins == 0 { (one, other) } else { (other, one) };
    first.ask("PLAY_MOVE 9 0", &["OK", "-1", "The type is not valid !"]);
    second.ask("GET_MOVE", &["OK", "9 0", "-1"]);
    begins
}

#[test]
fn matched_clients_begin_in_turn() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties", "--apparier"]);
    let mut players = ["alice", "bob"].map(|name| server.named(name));
    let mut begun = Vec::new();
    for _ in 0..6 {
        // The same one asks first each time.
        for player in &mut players {
            player.ask("WAIT_GAME \n", &["OK"]);
        }
        begun.push(play_as_matched(&mut players));
    }
    assert!(begun.windows(2).all(|two| two[0] != two[1]), "{begun:?}");
}

fn limit(server: &Server, limits: &str) {
    let limited = Command::new("prlimit").args(["--pid", &server.pid().to_string(), limits]).status();
    assert!(limited.expect("prlimit").success());
}

/// Leaves the server descriptors for one of two matched clients only: all below the second free one.
fn limit_to_one_client(server: &Server) {
    let is_free = |fd: &u32| fs::symlink_metadata(format!("/proc/{}/fd/{fd}", server.pid())).is_err();
    let second = (0..).filter(is_free).nth(1).expect("a number");
    limit(server, &format!("--nofile={second}:"));
}

fn count_of_waiting(server: &Server) -> usize {
    let answer = server.request(&["joueurs"]);
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    String::from_utf8_lossy(&answer.stdout).matches("attend").count()
}

#[test]
fn clients_whose_game_could_not_begin_wait_on() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties", "--apparier"]);
    let mut players = ["alice", "bob", "carl"].map(|name| server.named(name));
    let [alice, bob, carl] = &mut players;
    alice.ask("WAIT_GAME \n", &["OK"]);
    limit_to_one_client(&server);
    bob.ask("WAIT_GAME \n", &["OK"]);
    assert_eq!(count_of_waiting(&server), 2);
    alice.stream.shutdown(Shutdown::Both).expect("shut down");
    until("she has left", || count_of_waiting(&server) == 1);
    limit(&server, "--nofile=1024:");
    carl.ask("WAIT_GAME \n", &["OK"]);
    for player in [bob, carl] {
        player.game_data();
    }
}

#[test]
fn a_game_that_could_not_begin_gives_nobody_his_turn_to_begin() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties", "--apparier"]);
    let mut players = ["alice", "bob"].map(|name| server.named(name));
    let mut begun = Vec::new();
    for _ in 0..4 {
        players[0].ask("WAIT_GAME \n", &["OK"]);
        limit_to_one_client(&server);
        players[1].ask("WAIT_GAME \n", &["OK"]);
        // By the answer it has tried to match them.
        count_of_waiting(&server);
        limit(&server, "--nofile=1024:");
        begun.push(play_as_matched(&mut players));
    }
    assert!(begun.windows(2).all(|two| two[0] != two[1]), "{begun:?}");
}

#[test]
fn edition_2025_tells_of_a_get_move_out_of_turn() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties"]);
    let mut players = ["alice", "bob"].map(|name| {
        let mut player = server.connect(Edition::E2025);
        player.ask(&format!("CLIENT_NAME {name}\n"), &["OK"]);
        player.ask("WAIT_GAME \n", &["OK"]);
        player
    });
    server.organise("alice", "bob");
    players.iter_mut().for_each(|player| _ = player.game_data());
    let [first, second] = &mut players;
    second.ask("GET_MOVE\n", &["OK"]);
    first.ask("GET_MOVE\n", &[OWN_TURN]);
    second.expect(&["", "Opponent has sent GET_MOVE on its own turn", "-1"]);
}

/// A named client is not dropped when the system has no descriptor left for others.
#[test]
fn exhausted_descriptors_cost_no_named_client() {
    let server = Server::start(&["--timeout", LONG, "--sans-parties", "--attente-nom", "600"]);
    let mut named = server.named("alice");
    let limited =
        Command::new("prlimit").args(["--pid", &server.pid().to_string(), "--nofile=24:24"]).status();
    assert!(limited.expect("prlimit").success());
    let crowd: Vec<Client> = (0..40).map(|_| server.connect(Edition::E2017)).collect();
    // She is answered while the crowd is at the doors.
    for _ in 0..3 {
        named.train("DO_NOTHING start=0");
        named.ask("PLAY_MOVE 9 0", &["OK", "-1", "The type is not valid !"]);
    }
    drop(crowd);
    server.named("bob");
}
