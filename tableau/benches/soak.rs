//! A long championship with everything that people do to it: what the programs hold must not grow.
//!
//! `cargo build --release && cargo bench -p tableau --bench soak [-- MINUTES]`. 200 contestants of Colonnes, instant
//! engines all of them; among them engines that cause trouble, and players by network, one start in four of whom is killed.
//! Viewers of the pages come and go, strangers knock at the port of the game. Memory, descriptors, threads, processes,
//! control groups and temporary files are counted all the time; it fails if one of them grows, if something is left at the
//! end, or if a result that was told does not count.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use nix::sys::signal::Signal;

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Tableau, contest};
use testing::championship::engine;
use testing::output::text;
use testing::process::{Killed, open_files, program, resident};

const CONTESTANTS: usize = 200;
const NETWORK: usize = 20;
const VIEWERS: usize = 20;
const STRANGERS: usize = 4;
/// How many samples the time is divided into, and how many lines the table has.
const SAMPLES: usize = 720;
const LINES: usize = 12;

/// What is counted: its name, what it may grow by from the second third to the last, beside a tenth, and the bytes that
/// a result may take: rankings are counted from all of them, and the pages show all of them while they read all of
/// them again.
const CURVES: [(&str, u64, u64); 10] = [
    ("referee, MiB", 2, 512),
    ("its files", 4, 0),
    ("its threads", 2, 0),
    ("processes", 20, 0),
    ("cgroups", 8, 0),
    ("temporary", 8, 0),
    ("pages, MiB", 2, 768),
    ("their files", 20, 0),
    ("their threads", 2, 0),
    ("results", 0, 0),
];
const RESULTS: usize = CURVES.len() - 1;
type Sample = [u64; CURVES.len()];

fn main() -> Result<()> {
    let minutes = std::env::args().filter_map(|word| word.parse::<f64>().ok()).next().unwrap_or(60.0);
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let temporary = folder.join("tmp");
    fs::create_dir(&temporary)?;
    describe(folder)?;
    let groups_before = groups();
    let mut tableau = Command::new(env!("CARGO_BIN_EXE_tableau"));
    tableau.env("TMPDIR", &temporary);
    let tableau = Tableau::start_by(tableau, folder, &["mai.toml"]);
    let mut referee = contest::command(
        "championnat",
        folder,
        &["jouer", "mai.toml", "--sans-essai", "--sans-attendre", "--adresse", "127.0.0.1", "--port", "0"],
    );
    referee.env("TMPDIR", &temporary).stdout(Stdio::piped());
    let mut referee = Killed::start(&mut referee);
    let mut lines = BufReader::new(referee.0.stdout.take().context("its output")?);
    let port = testing::output::port(&mut lines);
    let (told, said) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(String::new())));
    let reading = {
        let (told, said) = (Arc::clone(&told), Arc::clone(&said));
        thread::spawn(move || {
            for line in lines.lines().map_while(io::Result::ok) {
                let is_result = line.contains(" : ")
                    && line.split(' ').next().is_some_and(|key| key.parse::<championnat::Key>().is_ok());
                if is_result {
                    told.fetch_add(1, Ordering::Relaxed);
                } else if let Ok(mut said) = said.lock() {
                    *said += &(line + "\n");
                }
            }
        })
    };

    let done = AtomicBool::new(false);
    let mut samples = Vec::new();
    let outcome: Result<()> = thread::scope(|scope| {
        let done = &done;
        for number in 0..NETWORK {
            let temporary = &temporary;
            scope.spawn(move || player(port, number, temporary, done));
        }
        for number in 0..VIEWERS {
            let address = tableau.address;
            scope.spawn(move || viewer(address, number as u64, done));
        }
        for number in 0..STRANGERS {
            scope.spawn(move || stranger(port, number as u64, done));
        }
        let pause = Duration::from_secs_f64(minutes * 60.0 / SAMPLES as f64);
        let begin = Instant::now();
        let sampled = (0..SAMPLES).try_for_each(|number| {
            thread::sleep((begin + pause * (number as u32 + 1)).saturating_duration_since(Instant::now()));
            let sample = sample(referee.0.id(), tableau.pid(), &temporary);
            let mut sample = sample.with_context(|| {
                format!(
                    "a program has ended: {}",
                    said.lock().map_or_else(|_| String::new(), |said| said.clone())
                )
            })?;
            sample[RESULTS] = told.load(Ordering::Relaxed) as u64;
            samples.push(sample);
            Ok(())
        });
        done.store(true, Ordering::Relaxed);
        sampled
    });
    print!("{}", table(&samples, minutes));
    outcome?;

    referee.signal(Signal::SIGINT);
    let status = testing::find("the championship stops", || referee.0.try_wait().ok().flatten());
    reading.join().ok();
    ensure!(status.code() == Some(3), "it was to stop before its end: {status}");
    let counted = counted(folder)?;
    let told = told.load(Ordering::Relaxed);
    println!("{told} results told, {counted} counted");
    ensure!(told == counted, "what was told must count");
    let left = files(&temporary);
    ensure!(left.is_empty(), "temporary files are left: {left:?}");
    let unfinished: Vec<_> = files(&folder.join("mai.parties"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "new"))
        .collect();
    ensure!(unfinished.is_empty(), "files are left half written: {unfinished:?}");
    // Those of players who were killed just now: the next one removes them.
    let more = groups().saturating_sub(groups_before);
    ensure!(more <= NETWORK, "{more} control groups are left");
    ensure!(processes_below(folder) <= 1, "processes of engines are left");
    grown(&samples)
}

/// The championship: engines of the house, engines that cause trouble, players by network.
fn describe(folder: &Path) -> Result<()> {
    let good = format!("exec {} colonnes hasard", program("moteur").display());
    let after_hello = "read -r hello; echo engine 1 x;";
    let trouble = [
        ("silent", format!("{after_hello} while read -r line; do :; done")),
        ("crashes", format!("{after_hello} read -r line; read -r line; kill -9 $$")),
        (
            "talks",
            format!("{after_hello} while read -r line; do head -c 100000 /dev/zero | tr '\\0' x; echo; done"),
        ),
        ("forks", format!("(sleep 1000 &) ; (sleep 1000 &) ; {good}")),
        ("leaves", format!("mktemp >/dev/null; mktemp -d >/dev/null; {good}")),
        ("logs", format!("head -c 100000 /dev/zero | tr '\\0' x >&2; {good}")),
    ];
    let mut contestants: Vec<(String, String)> = trouble
        .iter()
        .map(|(name, script)| ((*name).to_owned(), engine(folder, &format!("{name}.sh"), script)))
        .collect();
    contestants.extend((0..NETWORK).map(|number| (format!("r{number}"), "reseau".to_owned())));
    let house = ["hasard", "glouton"];
    let rest = CONTESTANTS - contestants.len();
    contestants
        .extend((0..rest).map(|number| (format!("m{number}"), house[number % house.len()].to_owned())));
    let contestants: Vec<(&str, &str)> =
        contestants.iter().map(|(name, engine)| (name.as_str(), engine.as_str())).collect();
    let head = "jeu = \"colonnes\"\ngraine = 1\ntemps = 0.3\ngrace = 20\nsimultanees = 6\n\
                demarrages_manques = 0\n[format]\ntype = \"aller-retour\"\nrepetitions = 5";
    testing::championship::describe(&folder.join("mai.toml"), head, &contestants);
    Ok(())
}

/// Plays a rencontre after the other under its name; one start in four is killed.
fn player(port: u16, number: usize, temporary: &Path, done: &AtomicBool) {
    let mut random = fastrand::Rng::with_seed(number as u64);
    while !done.load(Ordering::Relaxed) {
        let mut command = Command::new(program("joueur"));
        command.args(["127.0.0.1", &port.to_string(), &format!("r{number}"), "--moteur", "hasard"]);
        command.env("TMPDIR", temporary).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(child) = command.spawn() else { continue };
        let mut child = Killed(child);
        let until = (random.u8(..4) == 0).then(|| Instant::now() + Duration::from_millis(random.u64(..3000)));
        while matches!(child.0.try_wait(), Ok(None)) {
            if done.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            thread::sleep(Duration::from_millis(20));
        }
        drop(child);
        thread::sleep(Duration::from_millis(random.u64(..200)));
    }
}

/// Opens one page after the other, and stays a while where news come.
fn viewer(address: SocketAddr, seed: u64, done: &AtomicBool) {
    const PAGES: [&str; 9] = [
        "/",
        "/championnat/mai",
        "/championnat/mai/suite",
        "/championnat/mai/programme",
        "/championnat/mai/concurrent/7",
        "/championnat/mai/concurrent/30",
        "/championnat/mai/fautes",
        "/direct",
        "/mur",
    ];
    let mut random = fastrand::Rng::with_seed(seed);
    while !done.load(Ordering::Relaxed) {
        let page = random.choice(PAGES).unwrap_or("/");
        let stays = Instant::now() + Duration::from_millis(random.u64(100..10_000));
        // Whoever goes away is not waited for.
        ask(address, page, stays, done).ok();
        thread::sleep(Duration::from_millis(random.u64(500..3000)));
    }
}

/// Asks for a page and reads what comes until it ends or this time has come.
fn ask(address: SocketAddr, page: &str, until: Instant, done: &AtomicBool) -> io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    write!(stream, "GET {page} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut bytes = vec![0; 1 << 16];
    while Instant::now() < until && !done.load(Ordering::Relaxed) {
        match stream.read(&mut bytes) {
            Ok(0) => break,
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Connects to the port of the game, writes bytes that mean nothing, waits, and goes away.
fn stranger(port: u16, seed: u64, done: &AtomicBool) {
    let mut random = fastrand::Rng::with_seed(1000 + seed);
    while !done.load(Ordering::Relaxed) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
            let bytes: Vec<u8> = (0..random.usize(..200)).map(|_| random.u8(..)).collect();
            stream.write_all(&bytes).ok();
            thread::sleep(Duration::from_millis(random.u64(..2000)));
        }
        thread::sleep(Duration::from_millis(random.u64(..500)));
    }
}

fn sample(referee: u32, pages: u32, temporary: &Path) -> Result<Sample> {
    let threads = |pid: u32| -> Result<u64> { Ok(fs::read_dir(format!("/proc/{pid}/task"))?.count() as u64) };
    Ok([
        resident(referee)? / 1024,
        open_files(referee)? as u64,
        threads(referee)?,
        below(referee) as u64,
        groups() as u64,
        files(temporary).len() as u64,
        resident(pages)? / 1024,
        open_files(pages)? as u64,
        threads(pages)?,
        0,
    ])
}

/// How many processes a process has below it.
fn below(process: u32) -> usize {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|line| line.split(' ').filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .collect();
    children.len() + children.into_iter().map(below).sum::<usize>()
}

/// The processes whose command names this folder.
fn processes_below(folder: &Path) -> usize {
    let wanted = folder.as_os_str().as_encoded_bytes();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let commands = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    commands.filter(|command| command.windows(wanted.len()).any(|part| part == wanted)).count()
}

/// All files and folders below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
            found.push(entry.path());
        }
    }
    found
}

fn groups() -> usize {
    let groups = files(Path::new("/sys/fs/cgroup"));
    groups.iter().filter(|path| path.file_name().is_some_and(|name| name == "cgroup.procs")).count()
}

/// How many results the championship counts, as it tells at the end.
fn counted(folder: &Path) -> Result<usize> {
    let output = contest::command("championnat", folder, &["exporte", "mai.toml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()?;
    ensure!(output.status.success(), "{}", text(&output.stderr));
    Ok(output.stdout.iter().filter(|byte| **byte == b'\n').count())
}

/// The median of a curve.
fn median(samples: &[Sample], curve: usize) -> u64 {
    let mut values: Vec<u64> = samples.iter().map(|sample| sample[curve]).collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}

/// Medians, a line for each part of the time.
fn table(samples: &[Sample], minutes: f64) -> String {
    let mut table = format!("{:>8}", "minutes");
    CURVES.iter().for_each(|(name, ..)| write!(table, " {name:>14}").unwrap_or(()));
    let part = (samples.len() / LINES).max(1);
    for (number, part) in samples.chunks(part).enumerate() {
        let from = minutes * number as f64 / LINES as f64;
        write!(table, "\n{from:>8.1}").unwrap_or(());
        (0..CURVES.len()).for_each(|curve| write!(table, " {:>14}", median(part, curve)).unwrap_or(()));
    }
    table + "\n"
}

/// Whether a curve is higher in the last third than in the second.
fn grown(samples: &[Sample]) -> Result<()> {
    let third = samples.len() / 3;
    let thirds = [&samples[third..2 * third], &samples[2 * third..]];
    let results = thirds.map(|samples| median(samples, RESULTS));
    let results = results[1] - results[0];
    let grown: Vec<String> = CURVES[..RESULTS]
        .iter()
        .enumerate()
        .filter_map(|(curve, (name, more, bytes))| {
            let [before, after] = thirds.map(|samples| median(samples, curve));
            let kept = (results * bytes) >> 20;
            (after > before + before / 10 + more + kept).then(|| format!("{name}: {before}, then {after}"))
        })
        .collect();
    ensure!(grown.is_empty(), "what has grown: {}", grown.join("; "));
    Ok(())
}
