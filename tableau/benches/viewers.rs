//! What a thousand viewers of one game cost the match that is watched, and the program that shows it.
//!
//! `cargo bench -p tableau --bench viewers [-- VIEWERS]`. The same rencontre of Colonnes is refereed in this process, by players who think
//! for a while: with nobody to tell, with nobody who listens, with the pages open, and with viewers who read. What counts is the
//! time that the referee takes between two players. All figures are of one run, so that their ratio means something whatever the machine.

use std::cell::RefCell;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use arbitre::game::GameEntry;
use arbitre::judge::{Coup, Judge};
use arbitre::live::{Live, path_in};
use arbitre::match_loop::Conditions;
use arbitre::registry;
use arbitre::rencontre::{Contestant, Observer, Rencontre};
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use jeux::game::Params;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

#[path = "../tests/common/mod.rs"]
mod common;

use common::Tableau;
use testing::process::{open_files, resident};
use testing::until;

/// How often each is measured, one after the other.
const ROUNDS: usize = 5;
/// How long a player thinks: a fast engine.
const THINKS: Duration = Duration::from_millis(20);
/// Set for the process that holds the viewers: address, path, how many, and whether they read.
const VIEWERS: &str = "BENCH_VIEWERS";

/// What is measured.
const WHAT: [&str; 4] = ["nobody to tell", "nobody listens", "pages open, no viewer", "pages open, viewers"];

fn main() -> Result<()> {
    if let Ok(words) = std::env::var(VIEWERS) {
        return view(&words);
    }
    let count = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(1000);
    let kind = registry::find("colonnes").context("a game")?;
    let folder = tempfile::tempdir()?;
    let records = folder.path().join("parties");
    fs::create_dir(&records)?;
    let tableau = Tableau::start(folder.path(), &["--parties", "parties", "--jouees", "parties"]);
    until("the pages listen", || path_in(&records).exists());
    println!("{count} viewers; resident memory of the pages: {} KiB", resident(tableau.pid())?);
    let mut times: [Vec<f64>; 4] = Default::default();
    let mut seen = String::new();
    for round in 0..ROUNDS {
        let elsewhere = folder.path().join("nobody");
        let live = [None, Some(elsewhere.as_path()), Some(&records), Some(&records)];
        for (number, (times, live)) in times.iter_mut().zip(live).enumerate() {
            let id = format!("banc-{round}-{number}");
            let mut viewers = None;
            let begin = || {
                if number == 3 {
                    viewers = Some(Viewers::of(&tableau, &id, count, true)?);
                }
                Ok(())
            };
            times.extend(rencontre(kind, &id, live, begin)?);
            if let Some(viewers) = viewers {
                let memory = resident(tableau.pid())?;
                seen = format!("{}; resident memory {memory} KiB", viewers.end()?);
            }
        }
    }
    println!("viewers who read: {seen}");
    println!("{:<24} {:>10} {:>10} {:>10}   moves", "referee, per move", "median", "90 %", "99 %");
    let base = quantile(&mut times[0], 0.5);
    for (what, times) in WHAT.iter().zip(&mut times) {
        let [half, most, nearly] = [0.5, 0.9, 0.99].map(|share| quantile(times, share));
        let moves = times.len();
        println!(
            "{what:<24} {half:>7.1} µs {most:>7.1} µs {nearly:>7.1} µs   {moves}   ratio {:.2}",
            half / base
        );
    }
    stalled(&tableau, kind, &records, count)
}

/// Viewers who stop reading are let go, and nothing is kept for them.
fn stalled(tableau: &Tableau, kind: &'static GameEntry, records: &Path, count: usize) -> Result<()> {
    let before = open_files(tableau.pid())?;
    let mut viewers = None;
    let mut most = 0;
    for round in 0..ROUNDS {
        let id = "banc-stalled";
        let begin = || {
            if round == 0 {
                viewers = Some(Viewers::of(tableau, id, count, false)?);
            }
            Ok(())
        };
        rencontre(kind, id, Some(records), begin)?;
        most = most.max(resident(tableau.pid())?);
    }
    let viewers = viewers.context("viewers")?;
    println!(
        "viewers who do not read: resident memory at most {most} KiB, {} files open",
        open_files(tableau.pid())?
    );
    let start = Instant::now();
    let mut wake = Live::to(path_in(records));
    until("who does not read is let go", || {
        // What is sent to them shows that they take nothing.
        if let Ok(record) = blank(kind, "banc-stalled") {
            wake.show(&record);
        }
        open_files(tableau.pid()).is_ok_and(|now| now <= before + 8)
    });
    let after = start.elapsed().as_secs_f64();
    println!("let go after {after:.1} s more; resident memory {} KiB", resident(tableau.pid())?);
    viewers.end()?;
    Ok(())
}

fn blank(kind: &'static GameEntry, id: &str) -> Result<arbitre::record::Record> {
    let contestants = ["Ada", "Blaise"].map(|name| Contestant { name: name.into(), from: "ici".into() });
    let setup = kind.draw(&Params::new(), 4).map_err(|why| anyhow::anyhow!("{why}"))?;
    let rencontre = Rencontre {
        kind,
        id,
        contestants: &contestants,
        setup: &setup,
        parties: kind.parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    Ok(rencontre.blank(None))
}

/// Referees a rencontre whose records are in this folder; `begin` comes before its first move. Gives what the referee took between two
/// players, in microseconds, for each move.
fn rencontre(
    kind: &'static GameEntry,
    id: &str,
    records: Option<&Path>,
    begin: impl FnMut() -> Result<()>,
) -> Result<Vec<f64>> {
    let contestants = ["Ada", "Blaise"].map(|name| Contestant { name: name.into(), from: "ici".into() });
    let setup = kind.draw(&Params::new(), 4).map_err(|why| anyhow::anyhow!("{why}"))?;
    let rencontre = Rencontre {
        kind,
        id,
        contestants: &contestants,
        setup: &setup,
        parties: kind.parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    let mut live = records.map(|records| Live::to(path_in(records)));
    let observer: &mut dyn Observer = match &mut live {
        Some(live) => live,
        None => &mut (),
    };
    let conditions = Conditions { time: Some(Duration::from_secs(600)), interrupt: None };
    let table = RefCell::new(Table { begin: Some(begin), failed: None, left: None, times: Vec::new() });
    let [mut one, mut two] = [5, 6].map(|drawn| Thinker { judge: None, drawn, table: &table });
    rencontre
        .referee([&mut one, &mut two], conditions, observer)
        .map_err(|why| anyhow::anyhow!("{why:?}"))?;
    let Table { failed, times, .. } = table.into_inner();
    failed.map_or(Ok(times), Err)
}

/// What both players share.
struct Table<F> {
    /// To be done before the first move.
    begin: Option<F>,
    failed: Option<anyhow::Error>,
    /// When the last move was given to the referee.
    left: Option<Instant>,
    times: Vec<f64>,
}

/// Plays any legal move, after a while.
struct Thinker<'a, F> {
    judge: Option<Box<dyn Judge>>,
    drawn: u64,
    table: &'a RefCell<Table<F>>,
}

impl<F: FnMut() -> Result<()>> Thinker<'_, F> {
    fn see(&mut self, ruling: &Ruling) {
        if let (Ruling::Judged { coup, .. }, Some(judge)) = (ruling, &mut self.judge) {
            judge.judge(&Coup::said(&coup.text)).expect("a move");
        }
    }
}

impl<F: FnMut() -> Result<()>> Seat for Thinker<'_, F> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        self.judge = opening.judge.map(|judge| judge.copy());
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
        let mut table = self.table.borrow_mut();
        if let Some(left) = table.left.take() {
            table.times.push(left.elapsed().as_secs_f64() * 1e6);
        }
        if let Some(mut begin) = table.begin.take() {
            table.failed = begin().err();
        }
        let _ = turn;
        thread::sleep(THINKS);
        // The usual multiplier of 64-bit congruential generators; its high bits are good enough here.
        self.drawn = self.drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moves = self.judge.as_ref().expect("a game").legal_moves();
        let text = moves[(self.drawn >> 33) as usize % moves.len()].clone();
        table.left = Some(Instant::now());
        Ok(Answer { coup: Coup::said(text), at: Instant::now() })
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.see(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.see(ruling);
    }
}

/// The value that this share of all is not above.
fn quantile(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times
        .get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or(f64::NAN)
}

/// The process that holds the viewers.
struct Viewers {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Viewers {
    /// So many of this game, all of whom have seen it.
    fn of(tableau: &Tableau, id: &str, count: usize, read: bool) -> Result<Self> {
        until("the game is shown", || tableau.get(&format!("/direct/{id}")).status == 200);
        let mut child = Command::new(std::env::current_exe()?)
            .env(VIEWERS, format!("{} /direct/{id}/suite {count} {read}", tableau.address))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("its output")?);
        let mut line = String::new();
        lines.read_line(&mut line)?;
        if line != "ready\n" {
            bail!("viewers: {line}");
        }
        Ok(Viewers { child, lines })
    }

    /// Sends them away; gives what they have seen.
    fn end(mut self) -> Result<String> {
        drop(self.child.stdin.take());
        let mut told = String::new();
        self.lines.read_to_string(&mut told)?;
        self.child.wait()?;
        Ok(told.trim().to_owned())
    }
}

/// The viewers: they connect, wait until each has seen something, and stay until there is no input any more.
fn view(words: &str) -> Result<()> {
    let words: Vec<&str> = words.split(' ').collect();
    let [address, path, count, read] = words[..] else { bail!("four words") };
    ipc::process::raise_descriptor_limit();
    let mut streams = Vec::new();
    for _ in 0..count.parse()? {
        let mut stream = TcpStream::connect(address)?;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\naccept: text/event-stream\r\n\r\n")?;
        streams.push((stream, 0_u64, 0_u64));
    }
    let mut bytes = [0; 65536];
    for (stream, read, _) in &mut streams {
        *read += stream.read(&mut bytes)? as u64;
        if !bytes.starts_with(b"HTTP/1.1 200") {
            bail!("{}", String::from_utf8_lossy(&bytes[..200]));
        }
        stream.set_nonblocking(true)?;
    }
    println!("ready");
    if read != "true" {
        io::copy(&mut io::stdin(), &mut io::sink())?;
        return Ok(());
    }
    let input = io::stdin();
    loop {
        let mut fds: Vec<PollFd<'_>> = vec![PollFd::new(input.as_fd(), PollFlags::POLLIN)];
        fds.extend(streams.iter().map(|(stream, ..)| PollFd::new(stream.as_fd(), PollFlags::POLLIN)));
        poll(&mut fds, PollTimeout::NONE)?;
        let ready: Vec<bool> = fds.iter().map(|fd| fd.any().unwrap_or(false)).collect();
        drop(fds);
        for ((stream, read, events), _) in streams.iter_mut().zip(&ready[1..]).filter(|(_, ready)| **ready) {
            while let Ok(length @ 1..) = stream.read(&mut bytes) {
                *read += length as u64;
                *events += bytes[..length].windows(7).filter(|window| window == b"\nevent:").count() as u64;
            }
        }
        if ready[0] {
            break;
        }
    }
    let all: u64 = streams.iter().map(|(_, read, _)| read).sum();
    let events = streams.iter().map(|(.., events)| *events);
    let (least, most) = (events.clone().min().unwrap_or(0), events.max().unwrap_or(0));
    println!("{:.1} MB sent to all of them, {least} to {most} events each", all as f64 / 1e6);
    Ok(())
}
