//! A small server of whole games, both editions: training games, and regular ones between the clients that wait. Every
//! move is judged by `jeux::labyrinthe`.

use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use jeux::labyrinthe::{Direction, Labyrinth, Move, Picture, maze_of_seed};
use jeux::{ByPlayer, Player, Position, Status};
use protocol::cgs::{
    Command, CommandDecoder, Edition, GameString, MoveCode, MoveFault, MoveText, NextCommand, OK, Refusal,
    Start, TREASURE_FOUND, TrainingPlayer, encode_message, from_numbers,
};
use testing::PATIENCE;

/// A game that lasts so long is ended: the one who has the turn loses it as if he were late.
pub const LONGEST: usize = 400;
/// How long a game may last.
const LONGEST_TIME: Duration = Duration::from_secs(300);

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The treasure was reached.
    Treasure,
    /// A move was refused.
    Illegal(MoveFault),
    /// [`LONGEST`].
    TooLong,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Report {
    /// The labyrinth at the beginning.
    pub start: Labyrinth,
    /// The players; a trainer is called by his name in game strings.
    pub names: ByPlayer<String>,
    /// The moves played.
    pub moves: Vec<Move>,
    /// The winner.
    pub winner: Player,
    /// Why.
    pub end: End,
}

/// A server that runs as long as the test.
pub struct Host {
    /// Where it listens.
    pub port: u16,
    reports: Receiver<Result<Report, String>>,
}

impl Host {
    /// Starts one.
    pub fn start(edition: Edition) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (reports, received) = channel();
        let house =
            Arc::new(House { edition, lobby: Mutex::default(), regular_games: Mutex::new(0), reports });
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let house = Arc::clone(&house);
                thread::spawn(move || {
                    if let Err(fault) = house.serve(stream) {
                        let _ = house.reports.send(Err(fault));
                    }
                });
            }
        });
        Host { port, reports: received }
    }

    /// The next finished game.
    pub fn report(&self) -> Report {
        match self.reports.recv_timeout(LONGEST_TIME) {
            Ok(Ok(report)) => report,
            Ok(Err(fault)) => panic!("{fault}"),
            Err(error) => panic!("no game has finished: {error}"),
        }
    }
}

/// A client.
struct Client {
    name: String,
    edition: Edition,
    reader: BufReader<TcpStream>,
}

impl Client {
    /// The next command; `None` at the end of the stream. Every command of our library ends with a newline.
    fn command(&mut self) -> Result<Option<Command>, String> {
        let mut line = Vec::new();
        self.reader.read_until(b'\n', &mut line).map_err(|error| format!("{}: {error}", self.name))?;
        if line.is_empty() {
            return Ok(None);
        }
        let mut decoder = CommandDecoder::new();
        decoder.push(&line);
        match decoder.next(Duration::ZERO) {
            NextCommand::Command(command) if line.ends_with(b"\n") => Ok(Some(command)),
            other => Err(format!("{}: {other:?}", self.name)),
        }
    }

    /// The next command, which is due.
    fn due(&mut self) -> Result<Command, String> {
        self.command()?.ok_or_else(|| format!("{} has left", self.name))
    }

    fn say<'a>(&mut self, messages: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        let mut bytes = Vec::new();
        for text in messages {
            encode_message(self.edition, text, &mut bytes).map_err(|error| error.to_string())?;
        }
        self.reader.get_mut().write_all(&bytes).map_err(|error| format!("{}: {error}", self.name))
    }

    /// Waits for the one command that is due in a game, and serves those that are always allowed.
    fn in_game(&mut self, position: &Labyrinth, names: &ByPlayer<String>) -> Result<Command, String> {
        loop {
            match self.due()? {
                Command::DispGame => {
                    let names = ByPlayer { first: names.first.as_str(), second: &names.second };
                    let picture = Picture { position, names, comments: &[], colours: true }.to_string();
                    self.say([OK, &picture])?;
                }
                Command::SendComment(_) => self.say([OK])?,
                command => return Ok(command),
            }
        }
    }
}

type Trainer = Box<dyn FnMut(&Labyrinth) -> Move + Send>;

/// Who plays.
enum Seat {
    Client(Client),
    Trainer(Trainer),
}

/// A client that waits for a game, and where he goes afterwards.
type Waiting = (Client, Sender<Client>);

struct House {
    edition: Edition,
    lobby: Mutex<Option<Waiting>>,
    regular_games: Mutex<u64>,
    reports: Sender<Result<Report, String>>,
}

impl House {
    /// Serves a client until he leaves.
    fn serve(&self, stream: TcpStream) -> Result<(), String> {
        let setup = stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(Some(PATIENCE)));
        setup.map_err(|error| error.to_string())?;
        let mut client =
            Client { name: "a client".to_owned(), edition: self.edition, reader: BufReader::new(stream) };
        let Command::ClientName(name) = client.due()? else { return Err("CLIENT_NAME was due".to_owned()) };
        client.name = name;
        client.say([OK])?;
        let mut trainings = 0;
        while let Some(command) = client.command()? {
            let Command::WaitGame(string) = command else {
                return Err(format!("{command:?}: WAIT_GAME was due"));
            };
            client = match GameString::parse(self.edition, &string) {
                Ok(GameString::Regular) => self.regular(client)?,
                Ok(GameString::Training(training)) => {
                    client.say([OK])?;
                    let seed = training.seed.map_or(trainings, u64::from);
                    let client_begins = match training.start {
                        Start::Client => true,
                        Start::Trainer => false,
                        Start::Drawn => trainings % 2 == 0,
                    };
                    trainings += 1;
                    let trainer = Seat::Trainer(trainer(training.player, seed)?);
                    let names = [client.name.clone(), training.player.name().to_owned()];
                    self.play(seed, [Seat::Client(client), trainer], names, client_begins)?
                        .pop()
                        .ok_or_else(|| "the client is gone".to_owned())?
                }
                Ok(other) => return Err(format!("{other:?}")),
                Err(error) => {
                    let refusal = Refusal::GameString(string, error);
                    let messages = refusal.messages(self.edition, IpAddr::V4(Ipv4Addr::LOCALHOST));
                    return client.say(messages.iter().map(String::as_str));
                }
            };
        }
        Ok(())
    }

    /// A game against another client. Each labyrinth is played twice, with the sides swapped.
    fn regular(&self, mut client: Client) -> Result<Client, String> {
        client.say([OK])?;
        let waiting = {
            let mut lobby = self.lobby.lock().map_err(|error| error.to_string())?;
            match lobby.take() {
                Some(waiting) => waiting,
                None => {
                    let (back, again) = channel();
                    *lobby = Some((client, back));
                    drop(lobby);
                    return again.recv().map_err(|_| "the game has failed".to_owned());
                }
            }
        };
        let (opponent, back) = waiting;
        let game = {
            let mut games = self.regular_games.lock().map_err(|error| error.to_string())?;
            *games += 1;
            *games - 1
        };
        let own_name = client.name.clone();
        let mut pair = [client, opponent];
        pair.sort_by(|a, b| a.name.cmp(&b.name));
        let names = [pair[0].name.clone(), pair[1].name.clone()];
        let clients = self.play(game / 2, pair.map(Seat::Client), names, game % 2 == 0)?;
        let (own, others) = clients.into_iter().partition::<Vec<_>, _>(|client| client.name == own_name);
        others.into_iter().for_each(|other| {
            let _ = back.send(other);
        });
        own.into_iter().next().ok_or_else(|| "the client is gone".to_owned())
    }

    /// Plays a game, the first of the seats beginning or not. Gives the clients back.
    fn play(
        &self,
        seed: u64,
        seats: [Seat; 2],
        names: [String; 2],
        begins: bool,
    ) -> Result<Vec<Client>, String> {
        let ([a, b], [name_a, name_b]) = (seats, names);
        let (mut seats, names) = if begins {
            (ByPlayer { first: a, second: b }, ByPlayer { first: name_a, second: name_b })
        } else {
            (ByPlayer { first: b, second: a }, ByPlayer { first: name_b, second: name_a })
        };
        let energy = ByPlayer { first: 0, second: self.edition.second_energy() };
        let start = Labyrinth::with_energy(maze_of_seed(seed), energy).map_err(|error| error.to_string())?;
        let (width, height) = (start.maze().width(), start.maze().height());
        let name = self.edition.game_name(seed as u32, 0xBEEF);
        for player in Player::ALL {
            let Seat::Client(client) = &mut seats[player] else { continue };
            client.say([name.as_str(), &format!("{width} {height}")])?;
            match client.due()? {
                Command::GetGameData => {}
                other => return Err(format!("{other:?}: GET_GAME_DATA was due")),
            }
            let first = if player == Player::First { "0" } else { "1" };
            client.say([OK, &start.maze().to_string(), first])?;
        }
        let mut report = Report { start, names, moves: Vec::new(), winner: Player::First, end: End::TooLong };
        let mut position = start;
        while !self.ply(&mut position, &mut seats, &mut report)? {}
        let _ = self.reports.send(Ok(report));
        let ByPlayer { first, second } = seats;
        Ok([first, second]
            .into_iter()
            .filter_map(|seat| match seat {
                Seat::Client(client) => Some(client),
                Seat::Trainer(_) => None,
            })
            .collect())
    }

    /// One move. Whether the game has ended.
    fn ply(
        &self,
        position: &mut Labyrinth,
        seats: &mut ByPlayer<Seat>,
        report: &mut Report,
    ) -> Result<bool, String> {
        let mover = position.to_move();
        let before = *position;
        let text = match &mut seats[mover] {
            Seat::Trainer(choose) => MoveText::from(choose(&before)),
            Seat::Client(client) => match client.in_game(&before, &report.names)? {
                Command::PlayMove(text) => text,
                other => return Err(format!("{other:?}: PLAY_MOVE was due from {}", client.name)),
            },
        };
        if let Seat::Client(client) = &mut seats[!mover] {
            match client.in_game(&before, &report.names)? {
                Command::GetMove => {}
                other => return Err(format!("{other:?}: GET_MOVE was due from {}", client.name)),
            }
        }
        let late = report.moves.len() >= LONGEST;
        let played = text.mv().and_then(|mv| {
            report.moves.push(mv);
            position.play(mv).map_err(MoveFault::from)
        });
        let (code, remark) = match played {
            _ if late => (MoveCode::Lose, MoveFault::Late.wire()),
            Ok(Status::Ongoing) => (MoveCode::Ok, ""),
            Ok(Status::Over(_)) => (MoveCode::Win, TREASURE_FOUND),
            Err(fault) => (MoveCode::Lose, fault.wire()),
        };
        (report.winner, report.end) = match played {
            Err(fault) if !late => (!mover, End::Illegal(fault)),
            Ok(Status::Over(_)) if !late => (mover, End::Treasure),
            _ => (!mover, End::TooLong),
        };
        if let Seat::Client(client) = &mut seats[mover] {
            client.say([OK].into_iter().chain(self.edition.play_answer(code, remark)))?;
        }
        if let Seat::Client(client) = &mut seats[!mover] {
            let relayed = if late { "" } else { text.relayed() };
            client.say([OK].into_iter().chain(self.edition.move_answer(relayed, remark, code)))?;
        }
        Ok(code != MoveCode::Ok)
    }
}

/// The training players.
fn trainer(player: TrainingPlayer, seed: u64) -> Result<Trainer, String> {
    match player {
        TrainingPlayer::DoNothing => Ok(Box::new(|_| Move::Stay)),
        TrainingPlayer::PlayRandom { rotations } => {
            let mut state = seed;
            Ok(Box::new(move |position| {
                let moves = position.moves();
                let allowed = moves.iter().filter(|mv| rotations || !mv.is_rotation()).collect::<Vec<_>>();
                // Knuth's linear generator: good enough for a walk.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *allowed[(state >> 33) as usize % allowed.len()]
            }))
        }
        TrainingPlayer::Astar => Ok(Box::new(|position| {
            let maze = position.maze();
            let here = position.player(position.to_move());
            let distances = maze.distances(position.treasure());
            let steps = |direction| distances.to(maze.neighbour(here, direction)).unwrap_or(u16::MAX);
            let best = Direction::ALL.into_iter().min_by_key(|&direction| steps(direction));
            best.filter(|&direction| steps(direction) < u16::MAX).map_or(Move::Stay, Move::Step)
        })),
        TrainingPlayer::Minmax { .. } => Err("no such training player here".to_owned()),
    }
}

/// The move that is written as `type value`.
pub fn mv(kind: i64, value: i64) -> Move {
    from_numbers(kind, value).expect("a move")
}
