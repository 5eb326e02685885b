//! The adapter against hosts of all kinds. The engine of these tests tells when it begins to think and thinks until it is
//! stopped, so that every test waits for events and none for time.

use std::io::{self, PipeReader, PipeWriter, Read, Write, pipe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use jeux::Position;
use jeux::colonnes::{Board, Move};
use moteur_ia::adapter::{Engine, Limits, serve};
use moteur_ia::any_game::Hasard;
use proptest::prelude::*;
use protocol::moteur::{GameStart, MAX_LINE};
use testing::PATIENCE;
use testing::output::lines;

/// What the engine under test does, told to the test.
#[derive(PartialEq, Eq, Debug)]
enum Event {
    NewGame,
    Thinks(Duration),
    Answers,
    Ponders,
    StopsPondering,
}

/// Thinks and ponders until it is stopped; plays the first legal move.
struct Stubborn {
    events: Sender<Event>,
}

impl Stubborn {
    fn tell(&self, event: Event) {
        self.events.send(event).expect("the test listens");
    }

    fn wait(limits: &Limits<'_>) {
        let start = Instant::now();
        while !limits.reached() {
            assert!(start.elapsed() < PATIENCE, "never stopped");
            thread::yield_now();
        }
    }
}

impl Engine for Stubborn {
    type View = Board;

    fn name(&self) -> &str {
        "têtu"
    }

    fn new_game(&mut self, _start: &GameStart) {
        self.tell(Event::NewGame);
    }

    fn choose(&mut self, position: &Board, limits: &Limits<'_>) -> Option<Move> {
        let left = limits.deadline.map_or(Duration::MAX, |deadline| deadline - Instant::now());
        self.tell(Event::Thinks(left));
        Self::wait(limits);
        self.tell(Event::Answers);
        position.legal_moves().first().copied()
    }

    fn ponder(&mut self, _position: &Board, limits: &Limits<'_>) {
        self.tell(Event::Ponders);
        Self::wait(limits);
        self.tell(Event::StopsPondering);
    }
}

/// The test's end of a dialogue.
struct Host {
    input: PipeWriter,
    output: Receiver<String>,
    events: Receiver<Event>,
    ended: Receiver<io::Result<()>>,
}

impl Host {
    fn new() -> Self {
        let (engine_input, input) = pipe().expect("a pipe");
        let (output, engine_output) = pipe().expect("a pipe");
        let (sender, events) = channel();
        let (end, ended) = channel();
        thread::spawn(move || end.send(serve(Stubborn { events: sender }, engine_input, engine_output)));
        Host { input, output: lines(output), events, ended }
    }

    /// A host in whose game the engine has begun to think.
    fn thinking() -> Self {
        let mut host = Host::new();
        host.send("game colonnes first\ngo 3600000\n");
        assert_eq!(host.event(), Event::NewGame);
        assert!(matches!(host.event(), Event::Thinks(_)));
        host
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.input.write_all(bytes.as_ref()).expect("the engine listens");
    }

    fn event(&self) -> Event {
        self.events.recv_timeout(PATIENCE).expect("an event")
    }

    fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("a line")
    }

    fn expect(&self, line: &str) {
        assert_eq!(self.line(), line);
    }

    fn expect_error(&self, about: &str) {
        let line = self.line();
        assert!(line.starts_with("error ") && line.contains(about), "{line}");
    }

    /// The engine must have ended, well and without another word.
    fn expect_end(self) {
        self.ended.recv_timeout(PATIENCE).expect("it ends").expect("well");
        assert_eq!(self.output.recv_timeout(PATIENCE).ok(), None);
    }

    fn quit(mut self) {
        self.send("quit\n");
        self.expect_end();
    }
}

#[test]
fn a_game_is_played() {
    let mut host = Host::new();
    host.send("hello 1\n");
    host.expect("engine 1 têtu");
    host.send("game colonnes second color=NOIR ponder=no future=%41 word\nopponent A1\ngo 3600000\n");
    assert_eq!(host.event(), Event::NewGame);
    let Event::Thinks(left) = host.event() else { panic!("it thinks") };
    assert!(left > Duration::from_secs(3000) && left < Duration::from_secs(3600), "{left:?}");
    host.send("stop\n");
    host.expect("move A1");
    host.send("verdict VALID CONT\nopponent A1\ngo 0\n");
    assert_eq!(host.event(), Event::Answers);
    assert!(matches!(host.event(), Event::Thinks(_)));
    // A1 is full by now.
    host.expect("move B1");
    host.send("verdict VALID CONT\nend GAGNE disconnected\n");
    host.quit();
}

#[test]
fn time_that_no_clock_holds_is_no_limit() {
    let mut host = Host::new();
    host.send(format!("game colonnes first\ngo {}\n", u64::MAX));
    assert_eq!(host.event(), Event::NewGame);
    assert!(matches!(host.event(), Event::Thinks(_)));
    host.send("stop\n");
    host.expect("move A1");
    host.quit();
}

#[test]
fn stop_without_go_is_ignored() {
    let mut host = Host::new();
    host.send("stop\ngame colonnes first\nstop\ngo 3600000\n");
    assert_eq!(host.event(), Event::NewGame);
    assert!(matches!(host.event(), Event::Thinks(_)));
    host.send("stop\n");
    host.expect("move A1");
    host.send("stop\nhello 1\n");
    host.expect("engine 1 têtu");
    host.quit();
}

#[test]
fn a_new_game_during_a_search_ends_it_and_its_answer_comes_first() {
    let mut host = Host::thinking();
    host.send("game colonnes second\nopponent B2\ngo 3600000\n");
    assert_eq!(host.event(), Event::Answers);
    host.expect("move A1");
    assert_eq!(host.event(), Event::NewGame);
    assert!(matches!(host.event(), Event::Thinks(_)));
    host.send("stop\n");
    host.expect("move A1");
    host.quit();
}

#[test]
fn a_timeout_and_the_next_game_need_no_waiting() {
    let mut host = Host::thinking();
    host.send("stop\nverdict TIMEOUT PERDU\nend PERDU timeout\ngame colonnes first\ngo 3600000\nstop\n");
    host.expect("move A1");
    host.expect("move A1");
    host.quit();
}

#[test]
fn every_go_has_its_move() {
    let mut host = Host::thinking();
    host.send("go 3600000\ngo 3600000\nstop\n");
    for _ in 0..3 {
        host.expect("move A1");
    }
    host.quit();
}

#[test]
fn quit_during_a_search_ends_it() {
    let mut host = Host::thinking();
    host.send("quit\n");
    host.expect("move A1");
    host.expect_end();
}

#[test]
fn the_end_of_the_input_is_quit() {
    let Host { input, output, events, ended } = Host::thinking();
    drop(input);
    assert_eq!(events.recv_timeout(PATIENCE), Ok(Event::Answers));
    ended.recv_timeout(PATIENCE).expect("it ends").expect("well");
    assert_eq!(output.iter().collect::<Vec<_>>(), ["move A1"]);
}

#[test]
fn the_end_of_the_input_in_the_middle_of_a_line_is_quit() {
    let mut host = Host::new();
    host.send("hello 1\ngame colonnes fir");
    host.expect("engine 1 têtu");
    let Host { input, output, events: _events, ended } = host;
    drop(input);
    ended.recv_timeout(PATIENCE).expect("it ends").expect("well");
    assert_eq!(output.iter().next(), None);
}

#[test]
fn lines_after_quit_are_not_read() {
    let mut host = Host::new();
    host.send("quit\nhello 1\n");
    host.expect_end();
}

#[test]
fn it_ponders_until_the_next_line() {
    let mut host = Host::thinking();
    host.send("stop\n");
    host.expect("move A1");
    assert_eq!(host.event(), Event::Answers);
    host.send("verdict VALID CONT\n");
    assert_eq!(host.event(), Event::Ponders);
    host.send("opponent C3\n");
    assert_eq!(host.event(), Event::StopsPondering);
    host.send("go 3600000\n");
    assert!(matches!(host.event(), Event::Thinks(_)));
    host.send("stop\n");
    host.expect("move A1");
    assert_eq!(host.event(), Event::Answers);
    host.send("verdict VALID CONT\n");
    assert_eq!(host.event(), Event::Ponders);
    host.quit();
}

#[test]
fn it_does_not_ponder_when_told_so_nor_after_the_end() {
    let mut host = Host::new();
    host.send("game colonnes first ponder=no\ngo 0\nverdict VALID CONT\nopponent C3\n");
    host.expect("move A1");
    host.send("game colonnes first\ngo 0\nverdict TRICHE PERDU\nend PERDU triche\nhello 1\n");
    host.expect("move A1");
    host.expect("engine 1 têtu");
    let events: Vec<Event> = host.events.try_iter().collect();
    assert!(!events.contains(&Event::Ponders), "{events:?}");
    host.quit();
}

#[test]
fn what_is_no_message_of_ours_is_ignored_aloud() {
    let mut host = Host::thinking();
    host.send("\n   \nclock 17\nconsole.log(1)\n\u{1F980}\r\n");
    // They are answered after the search.
    host.send("stop\n");
    host.expect("move A1");
    for _ in 0..5 {
        let line = host.line();
        assert!(line.starts_with("info unknown-message: "), "{line}");
    }
    host.quit();
}

#[test]
fn malformed_messages_are_errors() {
    let mut host = Host::new();
    let malformed = [
        "hello",
        "hello one",
        "go",
        "go x",
        "go -1",
        "go 99999999999999999999",
        "game",
        "game colonnes",
        "game colonnes third",
        "opponent",
        "verdict",
        "verdict VALID",
        "verdict MAYBE CONT",
        "end",
        "end GAGNE",
        "end GAGNE magic",
        "stop it",
        "quit now",
    ];
    for line in malformed {
        host.send(format!("{line}\n"));
        host.expect_error(line);
    }
    host.quit();
}

#[test]
fn messages_out_of_place_are_errors() {
    let mut host = Host::new();
    host.send("go 1000\nopponent A1\nverdict VALID CONT\n");
    host.expect_error("message-without-game: go");
    host.expect_error("message-without-game: opponent");
    host.expect_error("message-without-game: verdict");
    host.send("game coursidor first\ngo 1000\n");
    host.expect_error("unknown-game: coursidor; colonnes");
    host.expect_error("message-without-game: go");
    host.send("game colonnes second\ngo 1000\nverdict VALID CONT\n");
    host.expect_error("message-out-of-place: go");
    host.expect_error("message-out-of-place: verdict");
    host.send("game colonnes first\nopponent A1\ngo 1000\n");
    host.expect_error("message-out-of-place: opponent");
    host.expect_error("message-without-game: go");
    host.send("end GAGNE win\nend GAGNE win\nhello 1\n");
    host.expect("engine 1 têtu");
    host.quit();
}

#[test]
fn a_move_of_the_opponent_that_cannot_be_is_an_error() {
    let mut host = Host::new();
    for mv in ["A4", "A1-A2", "passe", "hello", "\u{e9}1"] {
        host.send(format!("game colonnes second\nopponent {mv}\ngo 1000\n"));
        assert!(host.line().starts_with("error "), "{mv}");
        host.expect_error("message-without-game: go");
    }
    host.quit();
}

#[test]
fn nothing_is_played_after_the_end_of_the_game() {
    let mut host = Host::new();
    // The stubborn engine plays A1 three times and wins.
    host.send("game colonnes first ponder=no\n");
    for (verdict, opponent) in [("CONT", "opponent C3\n"), ("CONT", "opponent C3\n"), ("GAGNE", "")] {
        host.send("go 0\n");
        host.expect("move A1");
        host.send(format!("verdict VALID {verdict}\n{opponent}"));
    }
    host.send("go 1000\nopponent C3\ngo 1000\n");
    host.expect_error("game-over");
    host.expect_error("game-over");
    host.expect_error("message-without-game: go");
    host.quit();
}

#[test]
fn lines_that_are_too_long_or_no_text_are_errors() {
    let mut host = Host::new();
    host.send(vec![b'x'; 3 * MAX_LINE]);
    host.send("\nhello 1\n");
    host.expect_error("line-too-long");
    host.expect("engine 1 têtu");
    host.send(b"hello \xff\xfe\nhello 1\n");
    host.expect_error("line-not-text");
    host.expect("engine 1 têtu");
    host.send(vec![0; 100]);
    host.send("\nhello 1\n");
    assert!(host.line().starts_with("info unknown-message: "));
    host.expect("engine 1 têtu");
    host.quit();
}

#[test]
fn a_flood_during_a_search_ends_the_search() {
    let mut host = Host::thinking();
    // More lines than the adapter keeps waiting.
    for _ in 0..5000 {
        host.send("noise\n");
    }
    host.expect("move A1");
    for _ in 0..5000 {
        host.expect("info unknown-message: noise");
    }
    host.quit();
}

#[test]
fn one_byte_at_a_time_is_enough() {
    let mut host = Host::new();
    for byte in b"hello 1\r\ngame colonnes first\r\ngo 0\r\n" {
        host.send([*byte]);
    }
    host.expect("engine 1 têtu");
    host.expect("move A1");
    host.quit();
}

#[test]
fn an_input_that_fails_is_told() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let error = serve(Hasard::<Board>::new(Some(1)), Failing, io::sink()).expect_err("it fails");
    assert_eq!(error.to_string(), "broken");
}

#[test]
fn a_host_that_closed_its_end_is_a_broken_pipe() {
    let (input, mut host): (PipeReader, PipeWriter) = pipe().expect("a pipe");
    let (output, engine_output) = pipe().expect("a pipe");
    drop(output);
    host.write_all(b"hello 1\n").expect("written");
    let error = serve(Hasard::<Board>::new(Some(1)), input, engine_output).expect_err("it fails");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// A message, or nearly one.
fn message() -> impl Strategy<Value = Vec<u8>> {
    let words =
        "(hello|game|go|verdict|opponent|end|stop|quit|colonnes|first|VALID|CONT|A1|0|x=%zz| |\\PC){0,6}";
    prop_oneof![
        words.prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>(), 0..40),
        Just(b"game colonnes first".to_vec()),
        Just(b"go 0".to_vec()),
        Just(b"verdict VALID CONT".to_vec()),
        "opponent [A-C][1-3](-[A-C][1-3])?".prop_map(String::into_bytes),
    ]
}

proptest! {
    #[test]
    fn no_bytes_break_it(messages in proptest::collection::vec(message(), 0..40)) {
        let input = messages.join(&b'\n');
        let mut output = vec![];
        serve(Hasard::<Board>::new(Some(1)), io::Cursor::new(input), &mut output).expect("it ends well");
        for line in String::from_utf8(output).expect("text").lines() {
            prop_assert!(line.parse::<protocol::moteur::EngineLine>().is_ok(), "{}", line);
        }
    }
}
