//! The games of the lobby: each starts in a child, which says when it is over and hands the connections back.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use arbitre::record::PlayerRecord;
use arbitre::wait::Deadline;
use championnat::{Key, PartyResult};
use jeux::draw::below;
use jeux::{ByPlayer, Player};
use jiff::Timestamp;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::unistd::Pid;
use protocol::cgs::{Edition, MAX_SEED, OK, Start, Training};
use rand_core::Rng;

use super::connection::Rest;
use super::lobby::{Lobby, Opponent, PAUSE, Running, State};
use super::rencontre::{self, FromChild, Match, Seat, blank_record};
use super::tournament::{self, Tournament};
use crate::process::{self, Side};
use crate::report;

/// How long players may take to ask how their game ended when the server is to stop.
const LAST_QUESTIONS: Duration = Duration::from_secs(5);

impl Lobby<'_> {
    /// Lets those play who wait, in order.
    pub fn pair(&mut self) {
        for two in self.waiting().chunks_exact(2) {
            if self.play(ByPlayer { first: two[0], second: two[1] }, None).is_none() {
                return;
            }
        }
    }

    /// Starts a game between two clients; the first begins, and his edition decides the energy of the other.
    pub fn play(&mut self, numbers: ByPlayer<u64>, scheduled: Option<(String, Key)>) -> Option<String> {
        let seed = u64::from(self.rng.next_u32() & MAX_SEED);
        let edition = self.clients.get(&numbers.first)?.connection.edition;
        let time = self.options.time.unwrap_or(edition.default_time());
        let seats =
            ByPlayer { first: Opponent::Client(numbers.first), second: Opponent::Client(numbers.second) };
        let terms = Terms { seed, edition, time, delay: Duration::ZERO, scheduled };
        self.start(seats, terms)
    }

    /// Starts the games of tournaments whose players are both there.
    pub fn play_tournaments(&mut self) {
        let mut waiting: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for (&number, client) in &self.clients {
            if let State::Waiting { tournament: Some(name), .. } = &client.state {
                waiting.insert((name, &client.name), number);
            }
        }
        let mut ready = Vec::new();
        for (name, tournament) in &self.tournaments {
            for (key, [first, second]) in tournament.pending() {
                // A player has one game at a time: he waits no more when it begins.
                let first = waiting.get(&(name.as_str(), first.as_str())).copied();
                let second = waiting.get(&(name.as_str(), second.as_str())).copied();
                if let (Some(first), Some(second)) = (first, second) {
                    waiting.retain(|_, number| *number != first && *number != second);
                    ready.push((name.clone(), key, ByPlayer { first, second }));
                }
            }
        }
        for (name, key, numbers) in ready {
            if self.play(numbers, Some((name.clone(), key))).is_none() {
                return;
            }
            if let Some(tournament) = self.tournaments.get_mut(&name) {
                tournament.started(key);
            }
        }
    }

    /// Takes in the end of a game of a tournament.
    fn tournament_game_ended(&mut self, name: &str, key: Key, result: Option<PartyResult>) {
        let Some(tournament) = self.tournaments.get_mut(name) else { return };
        if tournament.ended(key, result) {
            say(&tournament.standings());
        }
        self.dismiss(name);
    }

    /// Sends those away who wait for a game of a tournament that is over.
    pub fn dismiss(&mut self, name: &str) {
        if !self.tournaments.get(name).is_some_and(Tournament::is_over) {
            return;
        }
        for client in self.clients.values_mut() {
            if matches!(&client.state, State::Waiting { tournament: Some(other), .. } if other == name) {
                client.connection.close("le tournoi est terminé");
            }
        }
    }

    /// Starts a training game.
    pub fn train(&mut self, number: u64, training: &Training) {
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
        let terms = Terms { seed: seed.into(), edition, time, delay: training.delay, scheduled: None };
        self.start(ByPlayer { first, second }, terms);
    }

    /// Forks a child for a game. Gives the name of the game.
    fn start(&mut self, opponents: ByPlayer<Opponent>, terms: Terms) -> Option<String> {
        let Terms { seed, edition, time, delay, scheduled } = terms;
        let time = Some(time);
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
                        let boards = options.verbose > 0;
                        let game = Match {
                            id,
                            seats,
                            names,
                            seed,
                            game_name,
                            second_energy,
                            time,
                            delay,
                            boards,
                            scheduled,
                        };
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
                            client.connection.lend();
                            client.connection.origin()
                        }
                        Opponent::Trainer(trainer) => format!("training player {}", trainer.name()),
                    };
                    players.push(PlayerRecord { name: names[player].clone(), color: None, from });
                }
                self.games.insert(
                    pid,
                    Running { id, players, time, scheduled, over: None, said: Vec::new(), pipe },
                );
                Some(game_name)
            }
            Err(error) => self.cannot_start(&opponents, &error),
        }
    }

    /// The system refuses a process: those who wait go on waiting, one who asked for a training game is let go.
    fn cannot_start(&mut self, opponents: &ByPlayer<Opponent>, error: &anyhow::Error) -> Option<String> {
        log::error!("impossible de lancer une partie : {error:#}");
        self.paused_until = Deadline::after(Instant::now(), Some(PAUSE));
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

    /// Takes in what the children say.
    pub fn hear_games(&mut self) {
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
            match line.parse() {
                Ok(FromChild::Over(winner, termination)) => {
                    let Some(game) = self.games.get_mut(&pid) else { continue };
                    game.over = Some(Instant::now());
                    if let Some((name, key)) = game.scheduled.take() {
                        self.tournament_game_ended(&name, key, tournament::result(winner, termination));
                    }
                }
                Ok(FromChild::Free(number, rest)) => self.take_back(pid, number, Some(&rest)),
                Ok(FromChild::Gone(number)) => self.take_back(pid, number, None),
                Err(error) => log::error!("partie du processus {pid} : {error}"),
            }
        }
    }

    /// A connection comes back from a game, unless its client has left.
    fn take_back(&mut self, pid: Pid, number: u64, rest: Option<&Rest>) {
        let stopping = self.stopping();
        let Some(client) = self.clients.get_mut(&number) else { return };
        if client.state != State::Playing(pid) {
            return;
        }
        client.state = State::Idle;
        match rest {
            Some(_) if stopping => client.connection.close("arrêt"),
            Some(rest) => client.connection.resume(rest),
            None => client.connection.close("parti pendant sa partie"),
        }
    }

    /// Until when a game may go on although the server is to stop: players who have still to ask how it ended get a
    /// little time for that.
    pub fn hurry(&self, game: &Running) -> Deadline {
        match game.over {
            Some(over) if self.stop_requests == 1 => Deadline::after(over, Some(LAST_QUESTIONS)),
            _ => Deadline::NEVER,
        }
    }

    /// Stops the games whose time is over by [`Lobby::hurry`]. A child that is told twice is none the worse.
    pub fn stop_the_slow(&mut self) {
        let slow = self.games.iter().filter(|(_, game)| self.hurry(game).passed()).map(|(&pid, _)| pid);
        for pid in slow.collect::<Vec<_>>() {
            process::stop(pid);
            if let Some(game) = self.games.get_mut(&pid) {
                game.over = None;
            }
        }
    }

    /// Sees the end of a child; what it did not hand back is lost, and the game is recorded as interrupted.
    pub fn game_ended(&mut self, pid: Pid, end: Result<i32, String>) {
        let Some(game) = self.games.remove(&pid) else { return };
        for client in self.clients.values_mut().filter(|client| client.state == State::Playing(pid)) {
            client.state = State::Idle;
            client.connection.close("sa partie s'est interrompue");
        }
        if let Some((name, key)) = &game.scheduled {
            self.tournament_game_ended(name, *key, None);
        }
        let why = match end {
            Ok(process::DONE) => return,
            Ok(process::STOPPED | process::NOT_RECORDED) => {
                self.failed = true;
                return;
            }
            Ok(code) => format!("code de sortie {code}"),
            Err(signal) => signal,
        };
        self.failed = true;
        log::error!("la partie {} s'est interrompue : {why}", game.id);
        let mut record = blank_record(&game.id, game.players, game.time);
        if self.options.no_records || record.path(&self.options.records).exists() {
            return;
        }
        record.interrupted = Some(why);
        record.scheduled = game.scheduled.map(|(name, key)| format!("{name}:{key}"));
        match record.commit(&self.options.records) {
            Ok(_) => {
                say(&report::rencontre(&record, false));
            }
            Err(error) => log::error!("{error}"),
        }
    }
}

/// What a game between two opponents is played on.
struct Terms {
    /// Decides the labyrinth.
    seed: u64,
    /// Decides the energy of the second player.
    edition: Edition,
    time: Duration,
    /// The pause of a training player after each move.
    delay: Duration,
    /// The game of a tournament that it is.
    scheduled: Option<(String, Key)>,
}

/// Shows something to the organiser. A server whose output nobody takes goes on.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        log::warn!("sortie standard : {error}");
    }
}
