//! The servers' side of the two wires, one message at a time.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use ipc::wait::{Deadline, wait};
use jeux::labyrinthe::maze_of_seed;
use nix::poll::PollFlags;
use protocol::cgs::{Command, CommandDecoder, Edition, MoveCode, NextCommand, OK, encode_message};
use protocol::colonnes::{CodeRep, Coul, PropCoup, TCoupRep, TCoupReq, TPartieRep, TPartieReq, ValCoup};

use testing::PATIENCE;

/// A port to listen on, and its number.
pub fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    (listener, port)
}

fn accept(listener: &TcpListener) -> TcpStream {
    let deadline = Deadline::after(Instant::now(), Some(PATIENCE));
    let ready = wait([(listener.as_fd(), PollFlags::POLLIN)], deadline);
    assert_eq!(ready.expect("poll"), [true], "no player has come");
    let (stream, _) = listener.accept().expect("a player");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    stream
}

/// A server of Colonnes with one player.
pub struct Colonnes {
    stream: TcpStream,
    coul: Coul,
}

impl Colonnes {
    /// Lets the player in, with these pawns.
    pub fn accept(listener: &TcpListener, coul: Coul) -> Colonnes {
        let mut colonnes = Colonnes { stream: accept(listener), coul };
        let asked = TPartieReq::decode(&colonnes.read::<{ TPartieReq::SIZE }>()).expect("a request");
        assert!(["moi", "moi#gargouille"].contains(&asked.name().as_str()));
        colonnes.write(&TPartieRep::accepted(coul, "autre").encode());
        colonnes
    }

    fn read<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes).expect("a message");
        bytes
    }

    fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("a player who listens");
    }

    /// The player's move.
    pub fn coup(&mut self) -> String {
        let coup = TCoupReq::decode(&self.read::<{ TCoupReq::SIZE }>()).expect("a request");
        let (coul, mv) = coup.read().expect("a move");
        assert_eq!(coul, self.coul);
        mv.to_string()
    }

    /// The judgement of the player's move, or of the opponent's last one.
    pub fn judge(&mut self, valid_coup: ValCoup, prop_coup: PropCoup) {
        self.write(&TCoupRep { err: CodeRep::Ok, valid_coup, prop_coup }.encode());
    }

    /// Bytes that need not be a message.
    pub fn say(&mut self, bytes: &[u8]) {
        self.write(bytes);
    }

    /// Whether the player leaves without another word.
    pub fn left(&mut self) -> bool {
        matches!(self.stream.read(&mut [0]), Ok(0))
    }

    /// A valid move of the opponent.
    pub fn opponent(&mut self, mv: &str) {
        self.judge(ValCoup::Valid, PropCoup::Cont);
        self.write(&TCoupReq::new(self.coul.other(), mv.parse().expect("a move")).encode());
    }
}

/// A server of Labyrinthe with one client.
pub struct Labyrinthe {
    stream: TcpStream,
    edition: Edition,
    commands: CommandDecoder,
}

impl Labyrinthe {
    /// Lets the client in.
    pub fn enter(listener: &TcpListener, edition: Edition) -> Labyrinthe {
        let mut server = Labyrinthe { stream: accept(listener), edition, commands: CommandDecoder::new() };
        assert_eq!(server.command(), Command::ClientName("moi".into()));
        server.say(&[OK]);
        server
    }

    /// Lets the client in, up to the beginning of a game that he begins.
    pub fn accept(listener: &TcpListener, edition: Edition) -> Labyrinthe {
        let mut server = Labyrinthe::enter(listener, edition);
        server.game();
        server
    }

    /// A game that the client demands, and begins.
    pub fn game(&mut self) {
        self.game_of("");
    }

    /// The same for a demand in these words.
    pub fn game_of(&mut self, demand: &str) {
        assert_eq!(self.command(), Command::WaitGame(demand.into()));
        let maze = maze_of_seed(5);
        self.say(&[OK, "00050000", &format!("{} {}", maze.width(), maze.height())]);
        assert_eq!(self.command(), Command::GetGameData);
        self.say(&[OK, &maze.to_string(), "0"]);
    }

    pub fn command(&mut self) -> Command {
        loop {
            match self.commands.next(Duration::MAX) {
                NextCommand::Command(command) => return command,
                NextCommand::Bad(text) => panic!("{text:?} is no command"),
                NextCommand::Wait(_) => {
                    let mut bytes = [0; 1024];
                    let read = self.stream.read(&mut bytes).expect("a command");
                    assert!(read > 0, "the client has left");
                    self.commands.push(&bytes[..read]);
                }
            }
        }
    }

    pub fn say(&mut self, messages: &[&str]) {
        let mut bytes = Vec::new();
        for message in messages {
            encode_message(self.edition, message, &mut bytes).expect("a message");
        }
        self.stream.write_all(&bytes).expect("a client who listens");
    }

    /// The client's move, which is answered so.
    pub fn play(&mut self, code: MoveCode, message: &str) -> String {
        let Command::PlayMove(mv) = self.command() else { panic!("no move") };
        let [first, second] = self.edition.play_answer(code, message);
        self.say(&[OK, first, second]);
        mv.mv().expect("a move").to_string()
    }

    /// The client asks for the opponent's move, which is this.
    pub fn opponent(&mut self, mv: &str, message: &str, code: MoveCode) {
        assert_eq!(self.command(), Command::GetMove);
        self.say(&[OK]);
        let answer = self.edition.move_answer(mv, message, code);
        self.say(&answer);
    }
}
