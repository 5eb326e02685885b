//! The parent: who is there, under which name, waiting for what; games started and ended.
//!
//! It never waits for one client in particular. A game runs in a child, which inherits exactly the connections of its
//! players and hands them back, one by one, when each knows how the game ended.

use std::collections::BTreeMap;
use std::io::{PipeReader, Read, Write};
use std::net::TcpListener;
use std::os::fd::AsFd;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use arbitre::record::PlayerRecord;
use arbitre::wait::Deadline;
use jeux::draw::below;
use jeux::{ByPlayer, Player};
use jiff::Timestamp;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, poll};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use nix::unistd::Pid;
use protocol::cgs::{
    Command, Due, Edition, GameString, MAX_SEED, NOT_READY, NameError, Next, OK, Refusal, Start, Training,
    check_name,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::Serve;
use super::connection::Connection;
use super::control::{self, Control};
use super::rencontre::{self, Match, Seat, blank_record};
use crate::lobby::{prepare_folder, raise_descriptor_limit};
use crate::process::{self, Side};
use crate::{listen, report};

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
        println!(
            "serveur de Labyrinthe, édition {edition}, à l'écoute sur le port {}",
            listener.local_addr()?.port()
        );
        listeners.push((listener, edition));
    }
    let port = listeners.first().context("aucun port")?.0.local_addr()?.port();
    let control = Control::listen(options.control.as_deref(), port)?;
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
        rng: ChaCha8Rng::seed_from_u64(seed),
        numbers: 0,
        started: 0,
        stop_requests: 0,
        paused_until: Deadline::after(Instant::now(), Some(Duration::ZERO)),
    }
    .run()
}

/// A client of the lobby.
struct Client {
    connection: Connection,
    name: String,
    state: State,
}

/// What a client does.
#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
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
    },
    /// He plays in the game of this child, which alone uses his connection.
    Playing(Pid),
}

/// A game under way.
struct Running {
    id: String,
    players: Vec<PlayerRecord>,
    time: Option<Duration>,
    /// What the child says, as far as it is no complete line.
    said: Vec<u8>,
    pipe: PipeReader,
}

struct Lobby<'a> {
    options: &'a Serve,
    signals: Option<SignalFd>,
    listeners: Vec<(TcpListener, Edition)>,
    control: Option<Control>,
    clients: BTreeMap<u64, Client>,
    games: BTreeMap<Pid, Running>,
    rng: ChaCha8Rng,
    numbers: u64,
    started: u64,
    stop_requests: u32,
    /// Until when accepting pauses, because the system refused a descriptor.
    paused_until: Deadline,
}

impl Lobby<'_> {
    fn run(mut self) -> Result<ExitCode> {
        loop {
            self.advance_clients();
            if self.options.pair {
                self.pair();
            }
            if self.listeners.is_empty() && self.games.is_empty() {
                return Ok(ExitCode::SUCCESS);
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
                _ => Deadline::NEVER,
            };
            until = until.min(due);
            if matches!(client.state, State::Nameless(_) | State::Idle)
                && let Next::Wait(quiet @ Some(_)) = client.connection.next()
            {
                until = until.min(client.connection.settled(quiet));
            }
            if !matches!(client.state, State::Playing(_)) {
                polled.push(number);
            }
        }
        let signals = self.signals.as_ref().context("signalfd fermé")?;
        let mut fds = vec![PollFd::new(signals.as_fd(), PollFlags::POLLIN)];
        let control = self.control.iter().flat_map(Control::sockets);
        fds.extend(control.map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        fds.extend(self.games.values().map(|game| PollFd::new(game.pipe.as_fd(), PollFlags::POLLIN)));
        let listeners = self.listeners.iter().filter(|_| !paused);
        fds.extend(listeners.map(|(listener, _)| PollFd::new(listener.as_fd(), PollFlags::POLLIN)));
        let before = fds.len();
        let sockets = polled.iter().map(|number| self.clients[number].connection.socket());
        fds.extend(sockets.map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        match poll(&mut fds, until.poll_timeout()) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno).context("poll"),
        }
        let ready: Vec<bool> = fds.iter().map(|fd| fd.any().unwrap_or(true)).collect();
        for (number, _) in polled.iter().zip(&ready[before..]).filter(|(_, ready)| **ready) {
            if let Some(client) = self.clients.get_mut(number) {
                client.connection.receive();
            }
        }
        // The others are few and none of them blocks: each is looked at.
        self.hear_games();
        self.handle_signals()?;
        self.answer_organiser();
        if !paused {
            self.accept();
        }
        Ok(())
    }

    fn accept(&mut self) {
        for index in 0..self.listeners.len() {
            loop {
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
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => break,
                    Err(error) => {
                        log::warn!("connexion refusée : {error}");
                        self.paused_until = Deadline::after(Instant::now(), Some(Duration::from_millis(200)));
                        break;
                    }
                }
            }
        }
    }

    /// Carries out the commands of the clients who may give one, gives signs of life, lets go of those who have left.
    fn advance_clients(&mut self) {
        let numbers: Vec<u64> = self.clients.keys().copied().collect();
        for number in numbers {
            while let Some(command) = self.next_command(number) {
                self.obey(number, command);
            }
            self.sign_of_life(number);
            let Some(client) = self.clients.get_mut(&number) else { continue };
            match &client.state {
                State::Playing(_) => continue,
                State::Nameless(since) if Deadline::after(*since, Some(self.options.name_time)).passed() => {
                    client.connection.close("n'a pas dit son nom");
                }
                State::Waiting { .. } if !client.connection.open() => client.connection.close("parti"),
                _ => {}
            }
            if let Some(why) = client.connection.gone() {
                log::info!("{} ({}) : {why}", client.name, client.connection.origin());
                self.clients.remove(&number);
            }
        }
    }

    fn next_command(&mut self, number: u64) -> Option<Command> {
        let client = self.clients.get_mut(&number)?;
        let due = match client.state {
            State::Nameless(_) => Due::ClientName,
            State::Idle => Due::WaitGame,
            // What comes now is taken for what is due when the game begins.
            State::Waiting { .. } | State::Playing(_) => return None,
        };
        match client.connection.next() {
            Next::Command(command) => Some(command),
            Next::Bad(_) => {
                client.connection.refuse(&Refusal::Sequence(due));
                None
            }
            Next::Wait(_) => None,
        }
    }

    fn obey(&mut self, number: u64, command: Command) {
        let taken = |name: &str| self.clients.values().any(|client| client.name == name);
        let refusal = match &command {
            Command::ClientName(name) => match check_name(name) {
                Err(NameError::Empty) => Some(Refusal::Sequence(Due::ClientName)),
                Err(_) => Some(Refusal::Name(name.clone())),
                Ok(()) if taken(name) => Some(Refusal::NameTaken(name.clone())),
                Ok(()) => None,
            },
            _ => Some(Refusal::Sequence(Due::ClientName)),
        };
        let Some(client) = self.clients.get_mut(&number) else { return };
        match (&client.state, command) {
            (State::Nameless(_), Command::ClientName(name)) if refusal.is_none() => {
                log::info!("{name} ({}) est là", client.connection.origin());
                client.name = name;
                client.state = State::Idle;
                client.connection.send(&[OK]);
            }
            (State::Nameless(_), _) => {
                if let Some(refusal) = refusal {
                    client.connection.refuse(&refusal);
                }
            }
            (_, Command::WaitGame(string)) => match GameString::parse(client.connection.edition, &string) {
                Ok(GameString::Regular) => self.queue(number),
                Ok(GameString::Training(training)) => self.train(number, &training),
                Ok(GameString::Tournament(name)) => {
                    let reason = "there is no such tournament".to_owned();
                    client.connection.refuse(&Refusal::Tournament(name, reason));
                }
                Err(error) => client.connection.refuse(&Refusal::GameString(string, error)),
            },
            _ => client.connection.refuse(&Refusal::Sequence(Due::WaitGame)),
        }
    }

    /// A client waits for another one.
    fn queue(&mut self, number: u64) {
        self.numbers += 1;
        let ticket = self.numbers;
        let Some(client) = self.clients.get_mut(&number) else { return };
        client.connection.send(&[OK]);
        let first_sign = client.connection.edition.not_ready().map(|(first, _)| Instant::now() + first);
        client.state = State::Waiting { ticket, sign: first_sign };
        log::info!("{} attend une partie", client.name);
    }

    /// Says that there is still no game, when it is time to.
    fn sign_of_life(&mut self, number: u64) {
        let Some(client) = self.clients.get_mut(&number) else { return };
        let every = client.connection.edition.not_ready().map(|(_, every)| every);
        if let (State::Waiting { sign: Some(at), .. }, Some(every)) = (&mut client.state, every)
            && *at <= Instant::now()
        {
            *at = Instant::now() + every;
            client.connection.send(&[NOT_READY]);
        }
    }

    /// Those who wait for a game, the first to ask first.
    fn waiting(&self) -> Vec<u64> {
        let mut waiting: Vec<(u64, u64)> = self
            .clients
            .iter()
            .filter_map(|(&number, client)| match client.state {
                State::Waiting { ticket, .. } => Some((ticket, number)),
                _ => None,
            })
            .collect();
        waiting.sort_unstable();
        waiting.into_iter().map(|(_, number)| number).collect()
    }

    /// Lets those play who wait, in order.
    fn pair(&mut self) {
        for two in self.waiting().chunks_exact(2) {
            self.play(ByPlayer { first: two[0], second: two[1] });
        }
    }

    /// Starts a game between two clients; the first begins.
    fn play(&mut self, numbers: ByPlayer<u64>) -> Option<String> {
        let seed = u64::from(self.rng.next_u32());
        let edition = self.clients.get(&numbers.first)?.connection.edition;
        let time = self.options.time.unwrap_or(edition.default_time());
        let seats =
            ByPlayer { first: Opponent::Client(numbers.first), second: Opponent::Client(numbers.second) };
        self.start(seats, seed, edition, Some(time), Duration::ZERO)
    }

    /// Starts a training game.
    fn train(&mut self, number: u64, training: &Training) {
        let Some(client) = self.clients.get_mut(&number) else { return };
        client.connection.send(&[OK]);
        let edition = client.connection.edition;
        let seed = training.seed.unwrap_or_else(|| self.rng.next_u32() & MAX_SEED);
        let begins = match training.start {
            Start::Client => true,
            Start::Trainer => false,
            Start::Drawn => below(&mut self.rng, 2) == 0,
        };
        let (client, trainer) = (Opponent::Client(number), Opponent::Trainer(training.player));
        let (first, second) = if begins { (client, trainer) } else { (trainer, client) };
        let time = training.time.or(self.options.time).unwrap_or(edition.default_time());
        self.start(ByPlayer { first, second }, seed.into(), edition, Some(time), training.delay);
    }

    /// Forks a child for a game. Gives the name of the game.
    fn start(
        &mut self,
        opponents: ByPlayer<Opponent>,
        seed: u64,
        edition: Edition,
        time: Option<Duration>,
        delay: Duration,
    ) -> Option<String> {
        self.started += 1;
        let now = Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
        let id = format!("labyrinthe-{now}-{}-{}", std::process::id(), self.started);
        let game_name = edition.game_name(seed as u32 & MAX_SEED, self.rng.next_u32());
        let name = |opponent: &Opponent| match opponent {
            Opponent::Client(number) => self.clients.get(number).map(|client| client.name.clone()),
            Opponent::Trainer(trainer) => Some(trainer.name().to_owned()),
        };
        let names = ByPlayer { first: name(&opponents.first)?, second: name(&opponents.second)? };
        let (pipe, child_end) = match std::io::pipe() {
            Ok(pipe) => pipe,
            Err(error) => return self.cannot_start(&opponents, &error.into()),
        };
        let blocking = fcntl(&pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK));
        match blocking.map_err(Into::into).and_then(|_| process::split().map_err(anyhow::Error::from)) {
            Ok(Side::Child) => {
                let options = self.options;
                let second_energy = edition.second_energy();
                let seats = self.sit_down(opponents);
                self.leave();
                drop(pipe);
                let records = (!options.no_records).then_some(options.records.as_path());
                process::run_child(|| match seats {
                    Some(seats) => {
                        let game = Match { id, seats, names, seed, game_name, second_energy, time, delay };
                        rencontre::run(game, records, child_end)
                    }
                    None => process::NOT_RECORDED,
                })
            }
            Ok(Side::Parent(pid)) => {
                log::info!("partie {game_name} ({id}) : {} contre {}", names.first, names.second);
                let mut players = Vec::new();
                for player in Player::ALL {
                    let from = match &opponents[player] {
                        Opponent::Client(number) => {
                            let client = self.clients.get_mut(number)?;
                            client.state = State::Playing(pid);
                            client.connection.origin()
                        }
                        Opponent::Trainer(trainer) => format!("training player {}", trainer.name()),
                    };
                    players.push(PlayerRecord { name: names[player].clone(), color: None, from });
                }
                self.games.insert(pid, Running { id, players, time, said: Vec::new(), pipe });
                Some(game_name)
            }
            Err(error) => self.cannot_start(&opponents, &error),
        }
    }

    /// The system refuses a process: those who wait go on waiting, one who asked for a training game is let go.
    fn cannot_start(&mut self, opponents: &ByPlayer<Opponent>, error: &anyhow::Error) -> Option<String> {
        log::error!("impossible de lancer une partie : {error:#}");
        for player in Player::ALL {
            if let Opponent::Client(number) = opponents[player]
                && let Some(client) = self.clients.get_mut(&number)
                && client.state == State::Idle
            {
                client.connection.close("no game could be started");
            }
        }
        None
    }

    /// In the child: takes the connections of the players out of the lobby.
    fn sit_down(&mut self, opponents: ByPlayer<Opponent>) -> Option<ByPlayer<Seat>> {
        let mut seat = |opponent| match opponent {
            Opponent::Client(number) => {
                let client = self.clients.remove(&number)?;
                Some(Seat::Client(number, Box::new(client.connection)))
            }
            Opponent::Trainer(trainer) => Some(Seat::Trainer(trainer)),
        };
        Some(ByPlayer { first: seat(opponents.first)?, second: seat(opponents.second)? })
    }

    /// Takes nobody in any more and lets those go who do not play. In a child: closes all that is the parent's.
    fn leave(&mut self) {
        self.listeners.clear();
        self.control = None;
        self.games.clear();
        self.signals = None;
        self.clients.clear();
    }

    /// Takes in what the children say: connections that come back.
    fn hear_games(&mut self) {
        let mut said = Vec::new();
        for (&pid, game) in &mut self.games {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = game.pipe.read(&mut bytes) {
                game.said.extend_from_slice(&bytes[..read]);
            }
            while let Some(end) = game.said.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = game.said.drain(..=end).collect();
                said.push((pid, String::from_utf8_lossy(&line).trim().to_owned()));
            }
        }
        for (pid, line) in said {
            let mut words = line.split(' ');
            let verb = words.next();
            let number = words.next().and_then(|word| word.parse::<u64>().ok());
            let Some(client) = number.and_then(|number| self.clients.get_mut(&number)) else { continue };
            if client.state != State::Playing(pid) {
                continue;
            }
            match verb {
                Some("free") => {
                    let rest = words.next().unwrap_or_default();
                    let bytes: Vec<u8> = (0..rest.len() / 2)
                        .filter_map(|at| u8::from_str_radix(rest.get(2 * at..2 * at + 2)?, 16).ok())
                        .collect();
                    client.connection.resume(&bytes);
                    client.state = State::Idle;
                }
                _ => {
                    client.state = State::Idle;
                    client.connection.close("parti pendant sa partie");
                }
            }
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
            self.stop_requests += stops;
            if self.stop_requests == stops {
                log::info!("arrêt demandé : plus de nouvelle partie, {} en cours", self.games.len());
                self.listeners.clear();
                self.control = None;
                self.clients.retain(|_, client| matches!(client.state, State::Playing(_)));
            }
            if self.stop_requests > 1 {
                log::warn!("arrêt immédiat de {} partie(s)", self.games.len());
                self.games.keys().copied().for_each(process::stop);
            }
        }
        Ok(())
    }

    /// Sees the end of a child; what it did not hand back is lost, and the game is recorded as interrupted.
    fn game_ended(&mut self, pid: Pid, end: Result<i32, String>) {
        let Some(game) = self.games.remove(&pid) else { return };
        for client in self.clients.values_mut().filter(|client| client.state == State::Playing(pid)) {
            client.state = State::Idle;
            client.connection.close("sa partie s'est interrompue");
        }
        let stopping = self.listeners.is_empty();
        self.clients.retain(|_, client| !stopping || matches!(client.state, State::Playing(_)));
        let why = match end {
            Ok(process::DONE | process::STOPPED | process::NOT_RECORDED) => return,
            Ok(code) => format!("code de sortie {code}"),
            Err(signal) => signal,
        };
        log::error!("la partie {} s'est interrompue : {why}", game.id);
        let mut record = blank_record(&game.id, game.players, game.time);
        if self.options.no_records || record.path(&self.options.records).exists() {
            return;
        }
        record.interrupted = Some(why);
        match record.commit(&self.options.records) {
            Ok(_) => print!("{}", report::rencontre(&record, false)),
            Err(error) => log::error!("{error}"),
        }
    }

    fn answer_organiser(&mut self) {
        let requests = self.control.as_mut().map(Control::requests).unwrap_or_default();
        for (line, stream) in requests {
            let words: Vec<&str> = line.split_whitespace().collect();
            let answer = match words[..] {
                ["joueurs"] => Ok(self.list()),
                ["rencontre", first, second] => self.organise(first, second),
                _ => Err(format!("requête inconnue : {line}")),
            };
            let text = answer.map_or_else(|error| error + "\n", |text| format!("OK\n{text}"));
            control::answer(stream, &text);
        }
    }

    /// The clients, a line each.
    fn list(&self) -> String {
        let line = |client: &Client| {
            let does = match client.state {
                State::Nameless(_) => return String::new(),
                State::Idle => "connecté",
                State::Waiting { .. } => "attend une partie",
                State::Playing(_) => "joue",
            };
            format!("{:<20} {:<5} {does}\n", client.name, client.connection.edition)
        };
        self.clients.values().map(line).collect()
    }

    /// Starts the game that the organiser asks for.
    fn organise(&mut self, first: &str, second: &str) -> Result<String, String> {
        let find = |name: &str| {
            let found = self.clients.iter().find(|(_, client)| client.name == name);
            match found {
                None => Err(format!("{name} n'est pas connecté")),
                Some((&number, Client { state: State::Waiting { .. }, .. })) => Ok(number),
                Some(_) => Err(format!("{name} n'attend pas de partie")),
            }
        };
        let (one, other) = (find(first)?, find(second)?);
        if one == other {
            return Err("il faut deux joueurs différents".into());
        }
        let game = self.play(ByPlayer { first: one, second: other });
        game.map(|name| format!("partie {name} : {first} contre {second}\n"))
            .ok_or_else(|| "la partie n'a pas pu commencer".into())
    }
}

/// Who is to play.
enum Opponent {
    Client(u64),
    Trainer(protocol::cgs::TrainingPlayer),
}
