//! Rencontres per second through the real server with two instant clients on loopback, next to a bare exchange of the
//! same messages between the same clients; and moves validated per second.
//!
//! `cargo bench -p serveur --bench rencontres [-- COUNT]`. All figures are of one run, so that their ratio means
//! something whatever the machine.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use jeux::colonnes::{Board, Move};
use jeux::{Outcome, Player, Position, Status};
use protocol::colonnes::{Coul, Manche, TCoupRep, TCoupReq, TPartieRep, TPartieReq};
use testing::process::listening;
use validation::Partie;

/// Rounds of each kind; the best counts, since whatever disturbs a run only makes it slower.
const ROUNDS: usize = 5;

/// Set for the process that only passes messages on: the number of rencontres and of moves of a partie.
const BARE: &str = "BENCH_BARE";

fn main() -> Result<()> {
    if let Ok(numbers) = std::env::var(BARE) {
        let (count, moves) = numbers.split_once(' ').context("two numbers")?;
        return pass_on(count.parse()?, moves.parse()?);
    }
    let count = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(100);
    let folder = tempfile::tempdir()?;
    let records = folder.path().to_string_lossy();
    let games = [shortest_game(), drawn_game()];
    for game in &games {
        let mut best = [f64::INFINITY; 3];
        for _ in 0..ROUNDS {
            best[0] = best[0].min(bare(game, count)?);
            best[1] = best[1].min(through_server(game, count, &["--sans-parties"])?);
            best[2] = best[2].min(through_server(game, count, &["--parties", &records])?);
        }
        println!("{count} rencontres of 2 x {} moves, best of {ROUNDS}", game.len());
        for (what, seconds) in
            ["bare exchange", "server, no record", "server, durable record"].iter().zip(best)
        {
            println!(
                "{what:<24} {:>8.0} rencontres/s   {:>6.3} ms each   ratio {:.2}",
                count as f64 / seconds,
                1e3 * seconds / count as f64,
                seconds / best[0]
            );
        }
    }
    println!("{:<24} {:>8.2} million moves/s", "validation", validation(&games[1]) / 1e6);
    Ok(())
}

/// The shortest of many games, for what a rencontre costs besides its moves.
fn shortest_game() -> Vec<Move> {
    random_games().take(10_000).map(|(moves, _)| moves).min_by_key(Vec::len).unwrap_or_default()
}

/// A game of 40 moves without a winner, so that a rencontre is as long as it can be.
fn drawn_game() -> Vec<Move> {
    random_games().find(|&(_, outcome)| outcome == Outcome::Draw).map(|(moves, _)| moves).unwrap_or_default()
}

/// The same games at each run.
fn random_games() -> impl Iterator<Item = (Vec<Move>, Outcome)> {
    // Any generator will do.
    let mut state = 1_u64;
    std::iter::repeat_with(move || {
        let (mut board, mut moves) = (Board::new(), Vec::new());
        loop {
            if let Status::Over(outcome) = board.status() {
                return (moves, outcome);
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let legal = board.moves();
            let mv = legal[(state >> 33) as usize % legal.len()];
            board = board.after(mv);
            moves.push(mv);
        }
    })
}

/// Seconds for `count` rencontres refereed by the real server.
fn through_server(game: &[Move], count: usize, options: &[&str]) -> Result<f64> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serveur"));
    let (server, port, mut out) = listening(command.args(options).arg("0").env("RUST_LOG", "error"));
    // The reports must be read, or the children would wait for us.
    let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    let seconds = clients(game, count, port)?;
    drop(server);
    reader.join().ok().context("reader")??;
    Ok(seconds)
}

/// Seconds for `count` rencontres through a process that only passes the messages on.
fn bare(game: &[Move], count: usize) -> Result<f64> {
    let mut command = Command::new(std::env::current_exe()?);
    let (_server, port, _) = listening(command.env(BARE, format!("{count} {}", game.len())));
    clients(game, count, port)
}

/// The process that only passes the messages on, for so many rencontres with parties of so many moves.
fn pass_on(count: usize, moves: usize) -> Result<()> {
    let listener = TcpListener::bind("localhost:0")?;
    println!("{}", listener.local_addr()?.port());
    for _ in 0..count {
        let mut seats = Vec::new();
        for _ in 0..2 {
            let (mut stream, _) = listener.accept()?;
            stream.set_nodelay(true)?;
            stream.read_exact(&mut [0; TPartieReq::SIZE])?;
            seats.push(stream);
        }
        for (seat, coul) in seats.iter_mut().zip([Coul::Blanc, Coul::Noir]) {
            seat.write_all(&TPartieRep::accepted(coul, "x").encode())?;
        }
        for ply in 0..2 * moves {
            // NOIR begins the second partie.
            let mover = (ply % moves + ply / moves) % 2;
            let mut both = [0; TCoupRep::SIZE + TCoupReq::SIZE];
            seats[mover].read_exact(&mut both[TCoupRep::SIZE..])?;
            seats[mover].write_all(&both[..TCoupRep::SIZE])?;
            let last = (ply + 1) % moves == 0;
            seats[1 - mover].write_all(if last { &both[..TCoupRep::SIZE] } else { &both })?;
        }
    }
    Ok(())
}

/// Two clients who answer at once, `count` times one rencontre.
fn clients(game: &[Move], count: usize, port: u16) -> Result<f64> {
    let start = Instant::now();
    for _ in 0..count {
        let mut blanc = ask(port, "blanc")?;
        let game_noir = game.to_vec();
        let noir =
            std::thread::spawn(move || ask(port, "noir").and_then(|mut noir| play(&mut noir, &game_noir)));
        play(&mut blanc, game)?;
        noir.join().ok().context("client thread")??;
    }
    Ok(start.elapsed().as_secs_f64())
}

fn ask(port: u16, name: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(("localhost", port))?;
    stream.set_nodelay(true)?;
    stream.write_all(&TPartieReq::new(name).encode())?;
    Ok(stream)
}

/// One rencontre of a client who knows the game by heart.
fn play(stream: &mut TcpStream, game: &[Move]) -> Result<()> {
    let mut rep = [0; TPartieRep::SIZE];
    stream.read_exact(&mut rep)?;
    let coul = TPartieRep::decode(&rep)?.coul;
    for manche in [Manche::Aller, Manche::Retour] {
        for (ply, &mv) in game.iter().enumerate() {
            let mine = manche.player(coul) == Player::ALL[ply % 2];
            if mine {
                stream.write_all(&TCoupReq::new(coul, mv).encode())?;
            }
            let last = ply + 1 == game.len();
            let size = if mine || last { TCoupRep::SIZE } else { TCoupRep::SIZE + TCoupReq::SIZE };
            stream.read_exact(&mut [0; TCoupRep::SIZE + TCoupReq::SIZE][..size])?;
        }
    }
    Ok(())
}

/// Moves judged per second.
fn validation(game: &[Move]) -> f64 {
    let requests: Vec<TCoupReq> = (0..game.len())
        .map(|ply| TCoupReq::new(Manche::Aller.coul(Player::ALL[ply % 2]), game[ply]))
        .collect();
    let rounds = 20_000;
    let start = Instant::now();
    for _ in 0..rounds {
        let mut partie = Partie::from(Manche::Aller);
        for (ply, request) in requests.iter().enumerate() {
            std::hint::black_box(partie.judge(Player::ALL[ply % 2], std::hint::black_box(request))).ok();
        }
    }
    (rounds * game.len()) as f64 / start.elapsed().as_secs_f64()
}
