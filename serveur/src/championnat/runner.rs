//! The main loop of a championship: the plan says what is to be done, the workers and the network do it.
//!
//! What counts is on disk before anybody is told: the worker commits the record file, the store takes it in under the key
//! of the scheduled game. Killed at any instant, the championship goes on from the files when it is started again.

use std::net::TcpStream;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use arbitre::wait::Deadline;
use championnat::{
    Action, Config, Forfeit, IncomingRencontre, Intake, Key, Plan, PlanSettings, Rendering, Seat, Side,
    Start, State, Store,
};
use jiff::Timestamp;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, poll};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use super::Championnat;
use super::intake;
use super::network::Network;
use super::pool::Pool;
use super::view::View;
use super::worker::{Report, Task, TaskPlayer, TaskSeat};
use crate::lobby::{prepare_folder, raise_descriptor_limit};
use crate::{listen, process};

/// Where contestants connect unless the organiser says otherwise.
const USUAL_PORT: u16 = 4242;
/// The view is brought up to date this often.
const REFRESH: Duration = Duration::from_secs(1);
/// A referee who is this late for one move in a hundred is short of processor time.
const OVERLOADED: Duration = Duration::from_millis(50);
/// Not finished: stopped by the organiser, or blocked by faults of the server.
const UNFINISHED: u8 = 3;

/// Runs a championship to its end, or until it is told to stop.
pub fn run(args: &Championnat, config: &Config) -> Result<ExitCode> {
    let signals = process::signals(&[Signal::SIGTERM, Signal::SIGINT]).context("signalfd")?;
    prepare_folder(&config.records)?;
    raise_descriptor_limit();
    let store = open_store(args, config)?;
    let by_network: Vec<bool> = config.seats.iter().map(|seat| matches!(seat, Seat::Network(_))).collect();
    let network = if by_network.contains(&true) {
        let listener = listen::listen(args.address, args.port.unwrap_or(USUAL_PORT))?;
        println!("serveur à l'écoute sur le port {}", listener.local_addr()?.port());
        Some(Network::new(listener, config, args.handshake_time))
    } else {
        None
    };
    let started = Instant::now();
    let settings = PlanSettings {
        by_network,
        parties: config.regulations.parties,
        cores: usable_cores(),
        simultaneous: config.simultaneous,
        ponder: config.ponder,
        grace: config.grace,
        next_grace: config.next_grace,
        replays: config.replays,
    };
    let plan = Plan::new(store.generator().clone(), settings, store.known_results().clone(), Duration::ZERO)?;
    let view = View::new(args.discret);
    let mut runner = Runner {
        config,
        signals,
        store,
        plan,
        network,
        pool: Pool::default(),
        view,
        started,
        attempts: 0,
        stop_requests: 0,
    };
    let outcome = runner.run();
    runner.pool.stop();
    runner.view.close();
    outcome?;
    runner.summary()
}

/// Opens the store and takes in the records that it does not know yet.
fn open_store(args: &Championnat, config: &Config) -> Result<Store> {
    let mut unreadable = Vec::new();
    let records: Vec<IncomingRencontre> = record_files(&config.records)?
        .iter()
        .filter_map(|path| intake::read(path).map_err(|error| unreadable.push(error)).ok())
        .collect();
    let (store, report) = if args.reconstruire {
        Store::rebuild(&config.results, &config.regulations, &config.seats, records)?
    } else {
        let mut store = Store::open(&config.results, &config.regulations, &config.seats)?;
        let report = store.take_all(records)?;
        (store, report)
    };
    for error in unreadable {
        log::warn!("fichier laissé de côté : {error:#}");
    }
    for error in &report.refused {
        log::warn!("partie laissée de côté : {error}");
    }
    for (id, kept) in &report.duplicates {
        log::warn!("la partie {id} est en double : c'est {kept} qui compte");
        set_aside(&config.records, id);
    }
    if report.new > 0 {
        log::info!("{} rencontre(s) reprise(s) des fichiers", report.new);
    }
    Ok(store)
}

/// The record files of a folder, in order.
fn record_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Renames a record that must not count.
fn set_aside(folder: &Path, id: &str) {
    let path = folder.join(format!("{id}.json"));
    if let Err(error) = std::fs::rename(&path, path.with_extension("json.double")) {
        log::warn!("{} : {error}", path.display());
    }
}

/// The cores that this process may use.
fn usable_cores() -> Vec<usize> {
    let set = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0));
    let allowed = |core: &usize| set.as_ref().is_ok_and(|set| set.is_set(*core).unwrap_or(false));
    let cores: Vec<usize> = (0..nix::sched::CpuSet::count()).filter(allowed).collect();
    if cores.is_empty() { vec![0] } else { cores }
}

struct Runner<'a> {
    config: &'a Config,
    signals: SignalFd,
    store: Store,
    plan: Plan,
    network: Option<Network<'a>>,
    pool: Pool,
    view: View,
    started: Instant,
    /// Makes the names of records unique.
    attempts: u64,
    stop_requests: u32,
}

impl Runner<'_> {
    fn run(&mut self) -> Result<()> {
        loop {
            self.plan.advance(self.started.elapsed());
            if self.stop_requests == 0 {
                for action in self.plan.next_actions() {
                    match action {
                        Action::Start(start) => self.start(&start)?,
                        Action::Forfeit(forfeit) => self.forfeit(&forfeit)?,
                    }
                }
            }
            self.view.update(&self.plan, &self.config.regulations);
            let idle = self.plan.running().next().is_none();
            if self.plan.state() != State::Ongoing
                || (self.stop_requests > 0 && idle)
                || self.stop_requests > 1
            {
                return Ok(());
            }
            self.wait()?;
            self.handle_signals()?;
            for (key, report) in self.pool.reports() {
                self.hear(key, report)?;
            }
            if let Some(network) = &mut self.network {
                network.advance(&mut self.plan);
            }
        }
    }

    fn wait(&self) -> Result<()> {
        let mut until = Deadline::after(Instant::now(), Some(REFRESH));
        until = until.min(Deadline::after(Instant::now(), self.plan.wake_after()));
        if let Some(network) = &self.network {
            until = until.min(network.deadline());
        }
        let readable = [self.signals.as_fd()].into_iter().chain(self.pool.sockets());
        let mut fds: Vec<PollFd<'_>> = readable.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
        fds.extend(self.network.iter().flat_map(Network::polls));
        match poll(&mut fds, until.poll_timeout()) {
            Ok(_) | Err(Errno::EINTR) => Ok(()),
            Err(errno) => Err(errno).context("poll"),
        }
    }

    fn handle_signals(&mut self) -> Result<()> {
        while self.signals.read_signal().context("signalfd")?.is_some() {
            self.stop_requests += 1;
            if self.stop_requests == 1 {
                log::info!(
                    "arrêt demandé : les rencontres en cours se terminent (encore une fois pour les arrêter)"
                );
            }
        }
        Ok(())
    }

    /// A name for a record that no other has.
    fn next_id(&mut self, key: Key) -> String {
        self.attempts += 1;
        let now = Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
        let game = &self.config.regulations.game;
        format!("{game}-{now}-{}-{}-{}", key, std::process::id(), self.attempts)
    }

    /// Has a rencontre played.
    fn start(&mut self, start: &Start) -> Result<()> {
        let key = start.pairing.key;
        let id = self.next_id(key);
        let mut connections: Vec<TcpStream> = Vec::new();
        let mut players = Vec::new();
        for side in Side::ALL {
            let contestant = start.pairing.contestants()[side];
            let seat = match &self.config.seats[contestant.index()] {
                Seat::Engine(spec) => {
                    let (spec, core) = (spec.clone(), start.cores[side]);
                    TaskSeat::Engine { spec, core, ponder: self.config.ponder }
                }
                Seat::Network(_) => {
                    let waiting = self.network.as_mut().and_then(|network| network.take(contestant));
                    let waiting = waiting.context("un concurrent qui n'est plus là")?;
                    connections.push(waiting.stream);
                    TaskSeat::Network(waiting.address)
                }
            };
            players.push(TaskPlayer { name: self.config.regulations.name(contestant).to_owned(), seat });
        }
        let Ok(players) = <[TaskPlayer; 2]>::try_from(players) else { bail!("il faut deux joueurs") };
        let time_ms = Some(self.config.regulations.time_ms).filter(|ms| *ms > 0);
        let task =
            Task { id, key: key.to_string(), time_ms, records: absolute(&self.config.records)?, players };
        let cores = Side::ALL.map(|side| start.cores[side]);
        if let Err(error) = self.pool.give(key, cores, &task, &connections) {
            self.interrupted(key, &format!("{error:#}"))?;
        }
        Ok(())
    }

    /// Records a forfeit.
    fn forfeit(&mut self, forfeit: &Forfeit) -> Result<()> {
        let id = self.next_id(forfeit.pairing.key);
        let record = intake::forfeit(id, forfeit, &self.config.regulations);
        let path = record.commit(&self.config.records)?;
        self.take_in(&path)
    }

    /// What a worker says of a game.
    fn hear(&mut self, key: Key, report: Result<Report>) -> Result<()> {
        match report {
            Ok(Report::Committed(path)) => self.take_in(&path),
            // The disk: going on would lose what is finished.
            Ok(Report::Failed(why)) => bail!("la rencontre {key} n'a pas pu être enregistrée : {why}"),
            Err(error) => self.interrupted(key, &format!("{error:#}")),
        }
    }

    /// Takes a committed record into the store and the plan.
    fn take_in(&mut self, path: &Path) -> Result<()> {
        let record = intake::read(path)?;
        let key = record.key;
        match self.store.take(&record)? {
            Intake::New(result) => {
                self.view.finished(key, &result, &self.config.regulations);
                self.plan.finished(key, result)?;
            }
            Intake::Interrupted => self.interrupted(key, "voir son enregistrement")?,
            Intake::Known => {}
            Intake::Duplicate(kept) => {
                log::warn!("la partie {} est en double : c'est {kept} qui compte", record.id);
                set_aside(&self.config.records, &record.id);
            }
        }
        Ok(())
    }

    /// A game was interrupted by a fault that is nobody's.
    fn interrupted(&mut self, key: Key, why: &str) -> Result<()> {
        if self.stop_requests > 1 {
            return Ok(());
        }
        let again = self.plan.interrupted(key)?;
        let what = if again { "elle sera rejouée" } else { "interrompue trop souvent, elle reste à jouer" };
        log::error!("rencontre {key} interrompue ({why}) : {what}");
        Ok(())
    }

    /// Shows how it stands; the exit code.
    fn summary(mut self) -> Result<ExitCode> {
        let ranking = self.store.ranking()?;
        print!("{}", ranking.render(Rendering::Table));
        if let Some(latency) = self.store.latencies()? {
            let ms = |duration: Duration| format!("{:.2} ms", duration.as_secs_f64() * 1e3).replace('.', ",");
            println!(
                "retard de l'arbitre sur {} coups : médian {}, 99 % {}, au plus {}",
                latency.moves,
                ms(latency.median),
                ms(latency.percentile_99),
                ms(latency.max)
            );
            if latency.percentile_99 > OVERLOADED {
                eprintln!(
                    "la machine est surchargée : moins de rencontres à la fois (simultanees) seraient plus justes"
                );
            }
        }
        match self.plan.state() {
            State::Finished => Ok(ExitCode::SUCCESS),
            State::Ongoing => {
                eprintln!("championnat arrêté avant la fin : la même commande le reprend");
                Ok(ExitCode::from(UNFINISHED))
            }
            State::Blocked(keys) => {
                let keys: Vec<String> = keys.iter().map(Key::to_string).collect();
                eprintln!(
                    "rencontres interrompues trop souvent par des fautes du serveur : {}",
                    keys.join(", ")
                );
                Ok(ExitCode::from(UNFINISHED))
            }
        }
    }
}

/// The folder for a process that may run elsewhere.
fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).with_context(|| path.display().to_string())
}
