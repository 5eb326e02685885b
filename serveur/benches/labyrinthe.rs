//! The server of Labyrinthe under load: 500 clients in 250 games at once, what a move takes through the server, whole games
//! per second.
//!
//! `cargo bench -p serveur --bench labyrinthe [-- GAMES]`. A move is timed from the moment when the mover sends PLAY_MOVE to
//! the moment when the opponent, who waits in GET_MOVE, has it; next to it stands the same over a thread that only passes
//! the messages on, so that the difference is what the server adds.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Barrier;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use jeux::labyrinthe::Labyrinth;
use jeux::{Position, Status};
use moteur_ia::labyrinthe::astar;
use protocol::cgs::{Edition, OK, encode_message, to_numbers};
use testing::labyrinthe::{Client, Server};

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
    let server = Server::start(&["--apparier", "--sans-parties", "--timeout", "60"]);
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
        let through = load.run(|game| Ok(server_pair(&server, game)))?;
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
        let server = Server::start(&[&["--apparier", "--seed", "1"], options].concat());
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

/// One move, from one client to the other who waits; how long it was under way.
fn pass(mover: &mut Client, waiting: &mut Client, mv: &str) -> Result<(Duration, String)> {
    let next = |client: &mut Client| client.message().context("the server has closed the connection");
    waiting.ask("GET_MOVE", &[OK]);
    let start = Instant::now();
    mover.send(format!("PLAY_MOVE {mv}"));
    let got = next(waiting)?;
    let code = next(waiting)?;
    let taken = start.elapsed();
    ensure!(got == mv, "{got} instead of {mv}");
    ensure!(next(mover)? == OK && next(mover)? == code, "two codes");
    next(mover)?;
    Ok((taken, code))
}

/// Two clients of the server in a game, of which nothing is played yet.
fn server_pair(server: &Server, game: usize) -> Pair {
    let mut pair = ["a", "b"].map(|name| server.waiting(&format!("{name}{game}")));
    for client in &mut pair {
        client.game_data();
    }
    if pair[0].last != "0" {
        pair.reverse();
    }
    pair
}

/// Two clients of a thread that only passes their messages on.
fn bare_pair(moves: usize) -> Result<Pair> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    let connect = || TcpStream::connect(("127.0.0.1", port));
    let pair = [connect()?, connect()?].map(|stream| Client::new(stream, Edition::E2017));
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
    let (mut one, mut other) = (server.named("one"), server.named("other"));
    let (mut moves, start) = (0, Instant::now());
    for _ in 0..IN_A_ROW {
        one.ask("WAIT_GAME \n", &[OK]);
        other.ask("WAIT_GAME \n", &[OK]);
        let mut position = Labyrinth::new(one.game_data())?;
        other.game_data();
        let mut turn = one.last == "0";
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
