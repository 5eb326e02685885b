//! A server that says what a script says, and a program that talks to it.
//!
//! The bytes are written here as PROTOCOL.md has them, without the help of the crate `protocol`: two opinions are better
//! than one.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use protocol::cgs::Edition;
use testing::PATIENCE;

use crate::build::Form;

/// In which pieces the server's bytes leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// All messages of an answer in one write.
    Whole,
    /// One byte at a time.
    Bytes,
}

/// The server's end of a connection.
pub struct Peer {
    stream: TcpStream,
    edition: Edition,
    pace: Pace,
}

impl Peer {
    /// Waits for a client.
    pub fn accept(listener: &TcpListener, edition: Edition, pace: Pace) -> Self {
        let (stream, _) = listener.accept().expect("a client");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        Peer { stream, edition, pace }
    }

    /// Reads once. The command is all there, and nothing else: the course's server takes what a read gives for a command.
    pub fn expect(&mut self, command: &str) {
        let mut bytes = [0; 4096];
        let n = self.stream.read(&mut bytes).expect("a command");
        assert_eq!(String::from_utf8_lossy(&bytes[..n]), format!("{command}\n"));
    }

    /// Sends messages.
    pub fn say(&mut self, messages: &[&str]) {
        let bytes = messages.iter().flat_map(|text| message(self.edition, text)).collect::<Vec<_>>();
        self.raw(&bytes);
    }

    /// Sends bytes. The client may have left; what it says then is judged elsewhere.
    pub fn raw(&mut self, bytes: &[u8]) {
        let step = if self.pace == Pace::Whole { bytes.len().max(1) } else { 1 };
        for piece in bytes.chunks(step) {
            if self.stream.write_all(piece).is_err() {
                break;
            }
            if self.pace == Pace::Bytes {
                // Lets the client run, which then finds one byte most of the time.
                thread::yield_now();
            }
        }
    }

    /// A command and its answer.
    pub fn turn(&mut self, command: &str, answer: &[&str]) {
        self.expect(command);
        self.say(answer);
    }

    /// The answer to `PLAY_MOVE`, in the order of the edition.
    pub fn play(&mut self, mv: &str, code: &str, remark: &str) {
        let [first, second] = if self.edition == Edition::E2017 { [code, remark] } else { [remark, code] };
        self.turn(&format!("PLAY_MOVE {mv}"), &["OK", first, second]);
    }

    /// The answer to `GET_MOVE`, in the form of the edition.
    pub fn give(&mut self, mv: &str, code: &str, remark: &str) {
        match self.edition {
            Edition::E2017 => self.turn("GET_MOVE", &["OK", mv, code]),
            Edition::E2025 => self.turn("GET_MOVE", &["OK", mv, remark, code]),
        }
    }

    /// From the name of the client to the beginning of a game with this labyrinth.
    pub fn begin(&mut self, start: &str) {
        self.turn("CLIENT_NAME alice", &["OK"]);
        self.turn("WAIT_GAME ", &["OK", "b88a3bac", "13 9"]);
        self.turn("GET_GAME_DATA", &["OK", LABYRINTH, start]);
    }

    /// Waits until the client has closed the connection, having sent nothing more.
    pub fn expect_end(&mut self) {
        let mut bytes = Vec::new();
        self.stream.read_to_end(&mut bytes).expect("the end of the stream");
        assert_eq!(String::from_utf8_lossy(&bytes), "");
    }

    /// Ends the stream, and the connection when the client has ended his: whatever he sends meanwhile, he finds the end.
    pub fn hang_up(mut self) {
        self.stream.shutdown(Shutdown::Write).expect("a connection");
        let _ = self.stream.read_to_end(&mut Vec::new());
    }

    /// Closes the connection as a machine does that has crashed and come back: by a reset.
    pub fn reset(self) {
        let socket = socket2::Socket::from(self.stream);
        socket.set_linger(Some(Duration::ZERO)).expect("a socket");
    }
}

/// What a server says before it does something else.
pub type Script = fn(&mut Peer);

/// A message: the length in 4 or 6 digits, then the text.
pub fn message(edition: Edition, text: &str) -> Vec<u8> {
    match edition {
        Edition::E2017 => format!("{:04}{text}", text.len()),
        Edition::E2025 => format!("{:06}{text}", text.len()),
    }
    .into_bytes()
}

/// 13 columns, 9 lines.
pub const LABYRINTH: &str = "000100000100001010010010100101000101000001010001000101000000000000010010001001000101010101000100000000010001110101110";

/// What a program has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Its exit code; `None` after a signal.
    pub code: Option<i32>,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Outcome {
    /// The lines of the standard output.
    pub fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// Asserts that the program has stopped with exit code 1 and one line of explanation, which has all these words.
    pub fn assert_fatal(&self, function: &str, words: &[&str]) {
        assert_eq!(self.code, Some(1), "{self:?}");
        assert!(self.err.starts_with(&format!("labyrinthe : {function} : ")), "{function}: {self:?}");
        assert_eq!(self.err.lines().count(), 1, "{self:?}");
        for word in words {
            assert!(self.err.contains(word), "« {word} »: {self:?}");
        }
    }
}

/// Runs a program with this text as its standard input, while `server` serves on the other end.
pub fn play(
    command: &mut Command,
    input: &str,
    listener: &TcpListener,
    server: impl FnOnce() + Send,
) -> Outcome {
    thread::scope(|scope| {
        let served = scope.spawn(server);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        // The program may leave without having read all of it.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the end of the program");
        // A script that still waits for a client gets one that says nothing.
        let _ = TcpStream::connect(listener.local_addr().expect("an address"));
        let outcome = Outcome {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        };
        if let Err(panic) = served.join() {
            eprintln!("{outcome:?}");
            std::panic::resume_unwind(panic);
        }
        outcome
    })
}

/// A conversation to be played by the program that calls the library.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Of the server.
    pub edition: Edition,
    /// Of the server.
    pub pace: Pace,
    /// How the program is built.
    pub form: Form,
    /// `LABYRINTHE_EDITION`, when it is set.
    pub variable: Option<&'static str>,
}

impl Scene {
    /// A server of this edition, and nothing out of the ordinary.
    pub fn new(edition: Edition) -> Self {
        Scene { edition, pace: Pace::Whole, form: Form::StaticC, variable: None }
    }

    /// Plays it. The line `connecter` stands for a connection under the name of alice.
    pub fn play(self, calls: &str, server: impl FnOnce(&mut dyn FnMut() -> Peer) + Send) -> Outcome {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let mut command = Command::new(self.form.path());
        match self.variable {
            Some(value) => command.env("LABYRINTHE_EDITION", value),
            None => command.env_remove("LABYRINTHE_EDITION"),
        };
        let input = calls
            .lines()
            .map(|line| match line {
                "connecter" => format!("connecter 127.0.0.1 {port} alice\n"),
                other => format!("{}\n", other.replace("PORT", &port.to_string())),
            })
            .collect::<String>();
        play(&mut command, &input, &listener, || {
            server(&mut || Peer::accept(&listener, self.edition, self.pace));
        })
    }

    /// Plays it with one connection.
    pub fn play_one(self, calls: &str, server: impl FnOnce(Peer) + Send) -> Outcome {
        self.play(calls, |accept| server(accept()))
    }
}
