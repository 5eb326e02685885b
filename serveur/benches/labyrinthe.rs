//! The server of Labyrinthe under load: 500 clients in 250 games at once, what a move takes through the server, whole games
//! per second.
//!
//! `cargo bench -p serveur --bench labyrinthe [-- GAMES]`. A move is timed from the moment when the mover sends PLAY_MOVE to
//! the moment when the opponent, who waits in GET_MOVE, has it; next to it stands the same over a thread that only passes
//! the messages on, so that the difference is what the server adds.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use jeux::labyrinthe::{Labyrinth, Maze};
use jeux::{Position, Status};
use moteur_ia::labyrinthe::astar;
use protocol::cgs::{Edition, FrameError, OK, decode_message, encode_message, parse_size, to_numbers};

/// Moves of each game whose moves are timed.
const MOVES: usize = 40;
/// Moves timed with one game at a time.
const ALONE: usize = 4000;
/// Whole games played one after the other.
const IN_A_ROW: usize = 500;
/// Between two moves of a game when the games do not saturate the machine.
const PAUSE: Duration = Duration::from_millis(500);

fn main() -> Result<()> {
    let games: usize = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(250);
    let server = Server::start(&["--apparier", "--sans-parties", "--timeout", "60"])?;
    let loads = [
        ("one game, instant players".to_owned(), Load { games: 1, moves: ALONE, pause: Duration::ZERO }),
        (format!("{games} games at once, a move each {PAUSE:?}"), Load { games, moves: 20, pause: PAUSE }),
        (
            format!("{games} games at once, instant players"),
            Load { games, moves: MOVES, pause: Duration::ZERO },
        ),
    ];
    for (what, load) in loads {
        let bare = load.run(|_| bare_pair(load.moves))?;
        let through = load.run(|game| server_pair(&server, game))?;
        println!("{what}:");
        show("messages only passed on", &bare);
        show("through the server", &through);
        // Of two distributions, not the distribution of a difference; below zero, other programs disturbed more than the
        // server adds.
        let micros = |times: &Times, percent| quantile(&times.times, percent).as_secs_f64() * 1e6;
        let added = |percent| micros(&through, percent) - micros(&bare, percent);
        println!("  difference: median {:+.1} µs, 99 % {:+.1} µs", added(50), added(99));
    }
    for (what, options) in [("no record", &["--sans-parties"][..]), ("durable record", &[])] {
        let server = Server::start(&[&["--apparier", "--seed", "1"], options].concat())?;
        let (seconds, moves) = games_in_a_row(&server)?;
        println!(
            "two instant clients, whole games, {what}: {:.0} games/s of {:.0} moves, {:.2} ms each",
            IN_A_ROW as f64 / seconds,
            moves as f64 / IN_A_ROW as f64,
            1e3 * seconds / IN_A_ROW as f64
        );
    }
    Ok(())
}

/// So many games at once, in each of them so many moves with a pause after each.
#[derive(Clone, Copy)]
struct Load {
    games: usize,
    moves: usize,
    pause: Duration,
}

/// What came of it.
struct Times {
    /// Every move.
    times: Vec<Duration>,
    /// From the first move of all games to the last one; connecting is not in it.
    elapsed: Duration,
}

impl Load {
    /// Plays; the two players of each game come from `pair`, the one who begins first.
    fn run(self, pair: impl Fn(usize) -> Result<Pair>) -> Result<Times> {
        let barrier = Barrier::new(self.games + 1);
        // One after the other, so that each is matched with its own opponent.
        let pairs = (0..self.games).map(pair).collect::<Result<Vec<_>>>()?;
        let play = |pair: Pair| {
            barrier.wait();
            self.moves_of(pair)
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = pairs.into_iter().map(|pair| scope.spawn(|| play(pair))).collect();
            barrier.wait();
            let start = Instant::now();
            let mut times = Vec::new();
            for thread in threads {
                times.extend(thread.join().ok().context("a client")??);
            }
            Ok(Times { times, elapsed: start.elapsed() })
        })
    }

    fn moves_of(self, [mut one, mut other]: Pair) -> Result<Vec<Duration>> {
        let mut times = Vec::with_capacity(self.moves);
        for ply in 0..self.moves {
            let (mover, waiting) = if ply % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
            times.push(pass(mover, waiting, "8 0")?.0);
            std::thread::sleep(self.pause);
        }
        Ok(times)
    }
}

/// The players of a game.
type Pair = [Client; 2];

fn show(what: &str, Times { times, elapsed }: &Times) {
    println!(
        "  {what:<24} median {:?}, 99 % {:?}, worst {:?}, {:.0} moves/s",
        quantile(times, 50),
        quantile(times, 99),
        quantile(times, 100),
        times.len() as f64 / elapsed.as_secs_f64()
    );
}

/// The value below which so many percent of the times are.
fn quantile(times: &[Duration], percent: usize) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted
        .get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

/// A server that ends with the measurement.
struct Server {
    child: Child,
    port: u16,
    /// Goes with it.
    _folder: tempfile::TempDir,
}

impl Server {
    fn start(options: &[&str]) -> Result<Server> {
        let folder = tempfile::tempdir()?;
        let mut child = Command::new(env!("CARGO_BIN_EXE_serveur"))
            .args(["labyrinthe", "--port", "0", "--controle"])
            .arg(folder.path().join("controle"))
            .args(options)
            .current_dir(folder.path())
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()?;
        let mut out = BufReader::new(child.stdout.take().context("no output")?);
        let mut line = String::new();
        out.read_line(&mut line)?;
        let port = line.trim().rsplit(' ').next().and_then(|word| word.parse().ok()).context("no port")?;
        // The reports must be read, or the games would wait for us.
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        Ok(Server { child, port, _folder: folder })
    }

    fn client(&self, name: &str) -> Result<Client> {
        let mut client = Client::new(TcpStream::connect(("127.0.0.1", self.port))?)?;
        client.ask(&format!("CLIENT_NAME {name}\n"))?;
        Ok(client)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // All its games are over: nothing is lost.
        if self.child.kill().is_ok() {
            self.child.wait().ok();
        }
    }
}

/// A client that answers at once.
struct Client {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Client {
    fn new(stream: TcpStream) -> Result<Client> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Client { stream, received: Vec::new() })
    }

    fn message(&mut self) -> Result<String> {
        loop {
            match decode_message(Edition::E2017, &self.received) {
                Ok(message) => {
                    let (payload, length) = (message.payload.to_owned(), message.length);
                    self.received.drain(..length);
                    return Ok(payload);
                }
                Err(FrameError::Incomplete(_)) => {}
                Err(error) => return Err(error.into()),
            }
            let mut bytes = [0; 4096];
            match self.stream.read(&mut bytes)? {
                0 => bail!("the server has closed the connection"),
                read => self.received.extend_from_slice(&bytes[..read]),
            }
        }
    }

    fn ask(&mut self, command: &str) -> Result<()> {
        self.stream.write_all(command.as_bytes())?;
        let answer = self.message()?;
        ensure!(answer == OK, "{command}: {answer}");
        Ok(())
    }

    /// Waits for the game; the labyrinth, and whether this client begins.
    fn game(&mut self) -> Result<(Labyrinth, bool)> {
        self.message()?;
        let (width, height) = parse_size(&self.message()?).context("size")?;
        self.ask("GET_GAME_DATA")?;
        let maze = Maze::from_text(width, height, &self.message()?)?;
        Ok((Labyrinth::new(maze)?, self.message()? == "0"))
    }
}

/// One move, from one client to the other who waits; how long it was under way.
fn pass(mover: &mut Client, waiting: &mut Client, mv: &str) -> Result<(Duration, String)> {
    waiting.ask("GET_MOVE")?;
    let start = Instant::now();
    mover.stream.write_all(format!("PLAY_MOVE {mv}").as_bytes())?;
    let got = waiting.message()?;
    let code = waiting.message()?;
    let taken = start.elapsed();
    ensure!(got == mv, "{got} instead of {mv}");
    ensure!(mover.message()? == OK && mover.message()? == code, "two codes");
    mover.message()?;
    Ok((taken, code))
}

/// Two clients of the server in a game, of which nothing is played yet.
fn server_pair(server: &Server, game: usize) -> Result<Pair> {
    let mut pair = [server.client(&format!("a{game}"))?, server.client(&format!("b{game}"))?];
    for client in &mut pair {
        client.ask("WAIT_GAME \n")?;
    }
    let (_, begins) = pair[0].game()?;
    pair[1].game()?;
    if !begins {
        pair.reverse();
    }
    Ok(pair)
}

/// Two clients of a thread that only passes their messages on.
fn bare_pair(moves: usize) -> Result<Pair> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    let connect = || Client::new(TcpStream::connect(("127.0.0.1", port))?);
    let pair = [connect()?, connect()?];
    let mut seats = [listener.accept()?.0, listener.accept()?.0];
    for seat in &seats {
        seat.set_nodelay(true)?;
    }
    std::thread::spawn(move || -> Result<()> {
        let messages = |texts: &[&str]| {
            let mut bytes = Vec::new();
            texts.iter().try_for_each(|text| encode_message(Edition::E2017, text, &mut bytes)).map(|()| bytes)
        };
        let mut bytes = [0; 128];
        for ply in 0..moves {
            let (mover, waiting) = (ply % 2, 1 - ply % 2);
            ensure!(seats[waiting].read(&mut bytes)? > 0, "closed");
            seats[waiting].write_all(&messages(&[OK])?)?;
            ensure!(seats[mover].read(&mut bytes)? > 0, "closed");
            seats[mover].write_all(&messages(&[OK, "0", ""])?)?;
            seats[waiting].write_all(&messages(&["8 0", "0"])?)?;
        }
        Ok(())
    });
    Ok(pair)
}

/// Whole games of two clients who walk to the treasure, on the same two connections; the seconds, and the moves.
fn games_in_a_row(server: &Server) -> Result<(f64, usize)> {
    let (mut one, mut other) = (server.client("one")?, server.client("other")?);
    let (mut moves, start) = (0, Instant::now());
    for _ in 0..IN_A_ROW {
        one.ask("WAIT_GAME \n")?;
        other.ask("WAIT_GAME \n")?;
        let (mut position, begins) = one.game()?;
        other.game()?;
        let mut turn = begins;
        while position.status() == Status::Ongoing {
            let mv = astar(&position);
            position.play(mv)?;
            let (kind, value) = to_numbers(mv);
            let (mover, waiting) = if turn { (&mut one, &mut other) } else { (&mut other, &mut one) };
            pass(mover, waiting, &format!("{kind} {value}"))?;
            turn = !turn;
            moves += 1;
        }
    }
    Ok((start.elapsed().as_secs_f64(), moves))
}
