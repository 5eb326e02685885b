//! The parent: who is there, under which name, waiting for what; games started and ended.
//!
//! It never waits for one client in particular. A game runs in a child, which inherits exactly the connections of its
//! players and hands them back, one by one, when each knows how the game ended.

use std::collections::BTreeMap;
use std::io::{ErrorKind, PipeReader, Write};
use std::net::TcpListener;
use std::os::fd::AsFd;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use arbitre::record::PlayerRecord;
use arbitre::wait::Deadline;
use championnat::Key;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, poll};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use nix::unistd::Pid;
use protocol::cgs::{Edition, TrainingPlayer};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use super::Serve;
use super::connection::Connection;
use super::control::Control;
use super::tournament::Tournament;
use crate::lobby::{prepare_folder, raise_descriptor_limit};
use crate::{listen, process};

/// How long the lobby pauses what the system has just refused for lack of resources.
pub const PAUSE: Duration = Duration::from_millis(200);
/// Connections accepted in one round.
const ACCEPTS: usize = 64;

/// Runs the server until it is told to stop.
pub fn serve(options: &Serve) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT, Signal::SIGCHLD]).context("signalfd")?;
    if !options.no_records {
        prepare_folder(&options.records)?;
    }
    raise_descriptor_limit();
    let mut listeners = Vec::new();
    for spec in &options.ports {
        let edition = spec.edition.unwrap_or(options.edition);
        let listener = listen::listen(options.address, spec.port)?;
        listeners.push((listener, edition));
    }
    let port = listeners.first().context("aucun port")?.0.local_addr()?.port();
    let control = Control::listen(options.control.as_deref(), port)?;
    // Announced when all is there that somebody who reads it may use.
    for (listener, edition) in &listeners {
        println!(
            "serveur de Labyrinthe, édition {edition}, à l'écoute sur le port {}",
            listener.local_addr()?.port()
        );
    }
    std::io::stdout().flush().context("sortie standard")?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = options.seed.unwrap_or(now.as_nanos() as u64);
    Lobby {
        options,
        signals: Some(signals),
        listeners,
        control: Some(control),
        clients: BTreeMap::new(),
        games: BTreeMap::new(),
        tournaments: BTreeMap::new(),
        rng: ChaCha8Rng::seed_from_u64(seed),
        numbers: 0,
        started: 0,
        failed: false,
        stop_requests: 0,
        paused_until: Deadline::after(Instant::now(), Some(Duration::ZERO)),
    }
    .run()
}

/// A client of the lobby.
pub struct Client {
    pub connection: Connection,
    pub name: String,
    pub state: State,
}

/// What a client does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// He has not said his name; since when.
    Nameless(Instant),
    /// He may ask for a game.
    Idle,
    /// He waits for a game against another client.
    Waiting {
        /// The order of asking.
        ticket: u64,
        /// When the next sign of life is due, in the edition that gives them.
        sign: Option<Instant>,
        /// The tournament whose game he waits for.
        tournament: Option<String>,
    },
    /// He plays in the game of this child, which alone uses his connection.
    Playing(Pid),
}

/// A game under way.
pub struct Running {
    pub id: String,
    pub players: Vec<PlayerRecord>,
    pub time: Option<Duration>,
    /// The game of a tournament that it is.
    pub scheduled: Option<(String, Key)>,
    /// Since when it is recorded; what remains is that the players learn of it.
    pub over: Option<Instant>,
    /// What the child says, as far as it is no complete line.
    pub said: Vec<u8>,
    pub pipe: PipeReader,
}

/// The lobby. `clients`, `games` and `organiser` have its other methods.
pub struct Lobby<'a> {
    pub options: &'a Serve,
    pub signals: Option<SignalFd>,
    pub listeners: Vec<(TcpListener, Edition)>,
    pub control: Option<Control>,
    pub clients: BTreeMap<u64, Client>,
    pub games: BTreeMap<Pid, Running>,
    pub tournaments: BTreeMap<String, Tournament>,
    pub rng: ChaCha8Rng,
    /// The last number given to a client or to a demand for a game.
    pub numbers: u64,
    pub started: u64,
    /// A game could not be recorded, or was interrupted.
    pub failed: bool,
    pub stop_requests: u32,
    /// Until when accepting and matching pause, because the system refused something.
    pub paused_until: Deadline,
}

impl Lobby<'_> {
    fn run(mut self) -> Result<ExitCode> {
        loop {
            self.advance_clients();
            if self.options.pair && !self.stopping() && self.paused_until.passed() {
                self.pair();
            }
            if !self.stopping() && self.paused_until.passed() {
                self.play_tournaments();
            }
            if self.stopping() && self.games.is_empty() {
                return Ok(if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
            }
            self.wait()?;
        }
    }

    /// Waits until something happens, and takes it in.
    fn wait(&mut self) -> Result<()> {
        let paused = !self.paused_until.passed();
        let mut until = if paused { self.paused_until } else { Deadline::NEVER };
        let mut polled = Vec::new();
        for (&number, client) in &mut self.clients {
            let due = match &client.state {
                State::Nameless(since) => Deadline::after(*since, Some(self.options.name_time)),
                State::Waiting { sign: Some(at), .. } => Deadline::after(*at, Some(Duration::ZERO)),
                State::Waiting { sign: None, .. } | State::Idle => Deadline::NEVER,
                // His game alone uses the connection.
                State::Playing(_) => continue,
            };
            let takes_commands = matches!(client.state, State::Nameless(_) | State::Idle);
            until = until.min(due).min(client.connection.due(takes_commands));
            polled.push(number);
        }
        for game in self.games.values() {
            until = until.min(self.hurry(game));
        }
        let signals = self.signals.as_ref().context("signalfd fermé")?;
        let mut fds = vec![PollFd::new(signals.as_fd(), PollFlags::POLLIN)];
        let control = self.control.iter().flat_map(Control::sockets);
        fds.extend(control.map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        fds.extend(self.games.values().map(|game| PollFd::new(game.pipe.as_fd(), PollFlags::POLLIN)));
        let listeners = self.listeners.iter().filter(|_| !paused);
        fds.extend(listeners.map(|(listener, _)| PollFd::new(listener.as_fd(), PollFlags::POLLIN)));
        let before = fds.len();
        fds.extend(polled.iter().map(|number| self.clients[number].connection.poll_fd()));
        match poll(&mut fds, until.poll_timeout()) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno).context("poll"),
        }
        let ready: Vec<bool> = fds.iter().map(|fd| fd.any().unwrap_or(true)).collect();
        for (number, ready) in polled.iter().zip(&ready[before..]) {
            if let Some(client) = self.clients.get_mut(number)
                && (*ready || !client.connection.flushed())
            {
                client.connection.advance();
            }
        }
        // The others are few and none of them blocks: each is looked at.
        self.hear_games();
        self.handle_signals()?;
        self.stop_the_slow();
        self.answer_organiser();
        if !paused {
            self.accept();
        }
        Ok(())
    }

    fn accept(&mut self) {
        for index in 0..self.listeners.len() {
            // The rest of a flood of connections waits for the next round.
            for _ in 0..ACCEPTS {
                let (listener, edition) = &self.listeners[index];
                match listener.accept() {
                    Ok((stream, peer)) => {
                        if let Err(error) = listen::prepare(&stream) {
                            log::debug!("{peer} : {error}");
                            continue;
                        }
                        self.numbers += 1;
                        let connection = Connection::new(stream, peer, *edition);
                        let state = State::Nameless(Instant::now());
                        self.clients.insert(self.numbers, Client { connection, name: String::new(), state });
                    }
                    Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                    Err(error) => {
                        let errno = error.raw_os_error().map(Errno::from_raw);
                        if matches!(
                            errno,
                            Some(Errno::EMFILE | Errno::ENFILE | Errno::ENOBUFS | Errno::ENOMEM)
                        ) {
                            log::warn!("connexion refusée : {error}");
                            self.make_room();
                            self.paused_until = Deadline::after(Instant::now(), Some(PAUSE));
                            return;
                        }
                        // The client has gone while the kernel kept him for us, or the like.
                        log::debug!("accept : {error}");
                    }
                }
            }
        }
    }

    /// Whoever has been connected the longest without a name makes room.
    fn make_room(&mut self) {
        let nameless = |client: &Client| matches!(client.state, State::Nameless(_));
        let oldest = self.clients.iter().find(|(_, client)| nameless(client)).map(|(&number, _)| number);
        if let Some(number) = oldest {
            self.clients.remove(&number);
        }
    }

    fn handle_signals(&mut self) -> Result<()> {
        let mut stops = 0;
        if let Some(signals) = &mut self.signals {
            while let Some(signal) = signals.read_signal().context("signalfd")? {
                let number = i32::try_from(signal.ssi_signo).unwrap_or_default();
                stops += u32::from(Signal::try_from(number) != Ok(Signal::SIGCHLD));
            }
        }
        for (pid, end) in process::reap() {
            // What it said before it ended counts.
            self.hear_games();
            self.game_ended(pid, end);
        }
        if stops > 0 {
            if self.stop_requests == 0 {
                log::info!(
                    "arrêt demandé : plus de nouvelle partie, {} en cours (encore une fois pour les arrêter)",
                    self.games.len()
                );
                self.listeners.clear();
                self.control = None;
                self.clients.retain(|_, client| matches!(client.state, State::Playing(_)));
            }
            self.stop_requests += stops;
            if self.stop_requests > 1 {
                log::warn!("arrêt immédiat de {} partie(s)", self.games.len());
                self.games.keys().copied().for_each(process::stop);
            }
        }
        Ok(())
    }

    /// Whether no new game begins.
    pub fn stopping(&self) -> bool {
        self.stop_requests > 0
    }
}

/// Who is to play.
#[derive(Clone, Copy)]
pub enum Opponent {
    /// A client of the lobby.
    Client(u64),
    /// A training player.
    Trainer(TrainingPlayer),
}
