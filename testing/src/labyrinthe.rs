//! A real `serveur labyrinthe` process and clients that speak the raw protocol to it.

use std::collections::BTreeSet;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use jeux::labyrinthe::Maze;
use nix::sys::signal::{Signal, kill};
use protocol::cgs::{Edition, FrameError, decode_message, parse_size};

use crate::output::{both, lines, port, text};
use crate::process::{children, program};
use crate::{PATIENCE, championship, find, until};

/// A running server, which listens for both editions.
pub struct Server {
    child: Child,
    /// Where it speaks the editions 2017 and 2025.
    pub ports: [u16; 2],
    folder: tempfile::TempDir,
    out: Receiver<String>,
}

impl Server {
    /// Starts a server with these options. Its records, if any are kept, are in [`Server::records`].
    pub fn start(options: &[&str]) -> Server {
        Self::start_in(tempfile::tempdir().expect("a folder"), options)
    }

    /// Kills the server, and starts another one in the same folder with these options.
    pub fn kill_and_restart(mut self, options: &[&str]) -> Server {
        self.child.kill().expect("killed");
        self.child.wait().expect("its end");
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"));
        Self::start_in(folder, options)
    }

    fn start_in(folder: tempfile::TempDir, options: &[&str]) -> Server {
        Self::start_as(Command::new(program("serveur")), folder, options)
    }

    /// Starts a server by this command.
    pub fn start_as(mut command: Command, folder: tempfile::TempDir, options: &[&str]) -> Server {
        let mut child = command
            .args([
                "labyrinthe",
                "--port",
                "0:2017",
                "--port",
                "0:2025",
                "--adresse",
                "127.0.0.1",
                "--controle",
            ])
            .arg(folder.path().join("controle"))
            .args(options)
            .current_dir(folder.path())
            .env("TMPDIR", folder.path())
            .env("RUST_LOG", std::env::var("RUST_LOG").unwrap_or_else(|_| "error".into()))
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut reader = BufReader::new(child.stdout.take().expect("its output"));
        let ports = [port(&mut reader), port(&mut reader)];
        Server { child, ports, folder, out: lines(reader) }
    }

    /// The number of the process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The port where this edition is spoken.
    pub fn port(&self, edition: Edition) -> u16 {
        self.ports[usize::from(edition == Edition::E2025)]
    }

    /// A client who has connected.
    pub fn connect(&self, edition: Edition) -> Client {
        Client::new(TcpStream::connect(("127.0.0.1", self.port(edition))).expect("a connection"), edition)
    }

    /// A client of 2017 who has a name.
    ///
    /// A connection of this test that was closed may live on for a moment in a process that another test is starting: until
    /// then the name is its own.
    pub fn named(&self, name: &str) -> Client {
        find("the name", || {
            let mut client = self.connect(Edition::E2017);
            client.send(format!("CLIENT_NAME {name}\n"));
            match client.message().expect("an answer").as_str() {
                "OK" => Some(client),
                refused => {
                    assert!(refused.starts_with("A client with the same name"), "{refused}");
                    None
                }
            }
        })
    }

    /// A client of 2017 who waits for another one.
    pub fn waiting(&self, name: &str) -> Client {
        let mut client = self.named(name);
        client.ask("WAIT_GAME \n", &["OK"]);
        client
    }

    /// A client of 2017 at a training game with these options, who has been sent the labyrinth.
    pub fn training(&self, name: &str, string: &str) -> Client {
        let mut client = self.named(name);
        client.train(string);
        client
    }

    /// Two clients of 2017 in a game against each other, who have been sent the labyrinth; the first begins.
    pub fn game(&self, first: &str, second: &str) -> [Client; 2] {
        let mut players = [self.waiting(first), self.waiting(second)];
        self.organise(first, second);
        for (player, begins) in players.iter_mut().zip(["0", "1"]) {
            player.game_data();
            assert_eq!(player.last, begins);
        }
        players
    }

    /// A request of the organiser.
    pub fn request(&self, words: &[&str]) -> Output {
        Command::new(program("serveur"))
            .arg("labyrinthe")
            .args(words)
            .arg("--controle")
            .arg(self.folder.path().join("controle"))
            .output()
            .expect("an answer")
    }

    /// Has two clients play who wait for it.
    pub fn organise(&self, first: &str, second: &str) {
        let answer = self.request(&["rencontre", first, second]);
        assert!(answer.status.success(), "{}", both(&answer));
    }

    /// A tournament of these two players, whom `enter` starts: created, and launched phase by phase,
    /// two games in all.
    pub fn tournament(&self, players: [&str; 2], enter: impl FnOnce()) {
        assert!(self.request(&["tournoi", "cup", "--format", "aller-retour"]).status.success());
        enter();
        until("both have entered", || {
            let list = text(&self.request(&["classement", "cup"]).stdout);
            players.iter().all(|name| list.contains(name))
        });
        // Each phase as soon as the one before it is over.
        for _ in 0..2 {
            until("the phase is launched", || self.request(&["lance", "cup"]).status.success());
        }
    }

    /// Where the records are.
    pub fn records(&self) -> PathBuf {
        self.folder.path().join("parties")
    }

    /// The records, when there are as many.
    pub fn wait_for_records(&self, count: usize) -> Vec<PathBuf> {
        find("records", || {
            let records = championship::records(&self.records());
            (records.len() >= count).then_some(records)
        })
    }

    /// The next line of the server's output that has this in it.
    pub fn line_with(&self, wanted: &str) -> String {
        loop {
            let line = self.out.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no line with {wanted}"));
            if line.contains(wanted) {
                return line;
            }
        }
    }

    /// Whether the server has said something with this in it since anybody asked.
    pub fn has_line(&self, wanted: &str) -> bool {
        self.out.try_iter().any(|line| line.contains(wanted))
    }

    /// The hosts of the games under way.
    pub fn children(&self) -> Vec<u32> {
        let hosts = children(self.pid()).into_iter().map(|pid| pid.as_raw().cast_unsigned());
        hosts.filter(|pid| !connections(*pid).is_empty()).collect()
    }

    /// The end of the server.
    pub fn wait(mut self) -> ExitStatus {
        find("the end of the server", || self.child.try_wait().expect("wait"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            for child in children(self.pid()) {
                // It may have ended by itself.
                kill(child, Signal::SIGKILL).ok();
            }
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

/// The sockets of a host, but for its channel, which is its standard input, and its standard error.
pub fn connections(pid: u32) -> BTreeSet<PathBuf> {
    let link = |fd: &str| std::fs::read_link(format!("/proc/{pid}/fd/{fd}")).ok();
    let own = [link("0"), link("2")];
    let files = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    let links = files.filter_map(|file| std::fs::read_link(file.path()).ok());
    let sockets = links.filter(|link| link.to_string_lossy().starts_with("socket:"));
    sockets.filter(|socket| !own.contains(&Some(socket.clone()))).collect()
}

/// A client that speaks the raw protocol.
pub struct Client {
    /// Its connection.
    pub stream: TcpStream,
    /// What it speaks.
    pub edition: Edition,
    received: Vec<u8>,
    /// The last message.
    pub last: String,
}

impl Client {
    /// Speaks this edition on this connection.
    pub fn new(stream: TcpStream, edition: Edition) -> Client {
        stream.set_nodelay(true).expect("nodelay");
        stream.set_read_timeout(Some(PATIENCE)).expect("a bound");
        Client { stream, edition, received: Vec::new(), last: String::new() }
    }

    /// Sends bytes in one write.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).expect("sent");
    }

    /// The next message; `None` at the end of the stream, or when it was reset.
    pub fn message(&mut self) -> Option<String> {
        loop {
            match decode_message(self.edition, &self.received) {
                Ok(message) => {
                    self.last = message.payload.to_owned();
                    let length = message.length;
                    self.received.drain(..length);
                    return Some(self.last.clone());
                }
                Err(FrameError::Incomplete(_)) => {}
                Err(error) => panic!("{error} in {:?}", String::from_utf8_lossy(&self.received)),
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes) {
                Ok(0) => {
                    assert!(self.received.is_empty(), "the stream ends within a message");
                    return None;
                }
                Ok(read) => self.received.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe) => {
                    return None;
                }
                Err(error) => panic!("no message: {error}; the last one was {:?}", self.last),
            }
        }
    }

    /// Whether something has come that was not read yet.
    pub fn has_message(&mut self) -> bool {
        let mut byte = [0];
        self.stream.set_nonblocking(true).expect("non-blocking");
        let there = matches!(self.stream.peek(&mut byte), Ok(1));
        self.stream.set_nonblocking(false).expect("blocking");
        there || !self.received.is_empty()
    }

    /// The next messages must be these.
    pub fn expect(&mut self, messages: &[&str]) {
        for &message in messages {
            assert_eq!(self.message().as_deref(), Some(message), "after {:?}", self.last);
        }
    }

    /// Sends a command; the answer must be this.
    pub fn ask(&mut self, command: &str, answer: &[&str]) {
        self.send(command);
        self.expect(answer);
    }

    /// The server must close the connection without another word.
    pub fn expect_end(&mut self) {
        assert_eq!(self.message(), None);
    }

    /// Asks for a training game and for its labyrinth.
    pub fn train(&mut self, string: &str) {
        self.ask(&format!("WAIT_GAME {string}\n"), &["OK"]);
        self.game_data();
    }

    /// Takes the announcement of a game, and asks for the labyrinth. [`Client::last`] tells who begins.
    pub fn game_data(&mut self) -> Maze {
        self.message().expect("a name");
        let size = self.message().expect("a size");
        self.ask("GET_GAME_DATA\n", &["OK"]);
        let walls = self.message().expect("walls");
        self.message().expect("who begins");
        let (width, height) = parse_size(&size).expect("two numbers");
        Maze::from_text(width, height, &walls).expect("a labyrinth")
    }

    /// Breaks the connection with a reset.
    pub fn reset(self) {
        socket2::SockRef::from(&self.stream).set_linger(Some(Duration::ZERO)).expect("linger");
    }

    /// Says that nothing more will come, and goes on reading.
    pub fn half_close(&mut self) {
        self.stream.shutdown(Shutdown::Write).expect("shut down");
    }
}
