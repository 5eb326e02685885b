//! Matchmaking on the server of Labyrinthe: training games at once, games between clients as the
//! organiser decides.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use arbitre::host::{Task, TaskPlayer, TaskSeat};
use arbitre::jeux::labyrinthe::{ClientState, Clients, KIND};
use arbitre::live::path_in;
use arbitre::reception::{Door, Listeners, News, Reception};
use chacha20::ChaCha8Rng;
use ipc::control::Control;
use ipc::process;
use ipc::wait::Deadline;
use jeux::ByPlayer;
use jeux::draw::below;
use jeux::game::{Game, MOST_MOVES, Params, SINGLE};
use jeux::labyrinthe::Labyrinth;
use nix::poll::PollFd;
use protocol::cgs::{Edition, GameString, MAX_SEED, Refusal, Start, Training, TrainingPlayer};
use rand_core::{Rng, SeedableRng};

use super::options::ServeOptions;
use super::tournaments::Tournaments;
use super::{control, training};
use crate::accept_loop::{
    self, FINISH_BOUND, Matchmaker, ResultKeeping, Server, listen_on, prepare_folder, told,
};
use crate::report::say;
use crate::sibling_programs::Pages;

/// Runs until told to stop. Exit code 1: a game was interrupted or not recorded.
pub fn serve(options: &ServeOptions) -> Result<ExitCode> {
    let signals = accept_loop::signals()?;
    if !options.no_records {
        prepare_folder(&options.records)?;
    }
    process::raise_descriptor_limit();
    let mut doors = Vec::new();
    for spec in &options.ports {
        let edition = spec.edition.unwrap_or(options.edition);
        doors.push(Door { listener: listen_on(options.address, spec.port)?, form: edition.to_string() });
    }
    let ports = doors.iter().map(|door| Ok((door.listener.local_addr()?.port(), door.form.clone())));
    let ports: Vec<(u16, String)> = ports.collect::<std::io::Result<_>>()?;
    let (port, _) = ports.first().context("--port")?;
    let control = control::listen(options.control.as_deref(), *port)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = options.seed.unwrap_or(now.as_nanos() as u64);
    let records = (!options.no_records).then_some(options.records.as_path());
    let board = options.board.and_then(|address| {
        let records = records.into_iter().flat_map(|records| ["--parties".into(), records.into()]);
        Pages::open(&address.to_string(), records.chain(["--labyrinthe".into(), control.path().into()]))
    });
    let results = ResultKeeping { records, boards: options.verbose > 0 };
    let clients = Clients::new(Listeners::new(doors), options.name_time);
    let server = Server::new(clients, signals, results)?;
    // Announced once everything a reader may use is there.
    let mut listening = String::new();
    for (port, edition) in &ports {
        let port = port.to_string();
        listening += &i18n::text!("lobby-listening-labyrinthe", edition = edition, port = port);
        listening.push('\n');
    }
    say(&listening);
    let games = Games {
        options,
        board,
        control: Some(control),
        tournaments: Tournaments::open(records)?,
        waiting: Vec::new(),
        training: Vec::new(),
        rng: ChaCha8Rng::seed_from_u64(seed),
        ports,
        titles: BTreeMap::new(),
        opened: BTreeSet::new(),
    };
    server.run(games)
}

/// The matchmaker; `organiser` has more of its methods.
pub struct Games<'a> {
    pub options: &'a ServeOptions,
    pub control: Option<Control>,
    pub tournaments: Tournaments,
    /// The program that shows pages.
    board: Option<Pages>,
    /// Clients waiting for any opponent, by reception number, in order of request.
    pub waiting: Vec<u64>,
    /// Clients waiting for a training game that the system has refused so far.
    training: Vec<(u64, Training)>,
    rng: ChaCha8Rng,
    /// Ports and editions.
    pub ports: Vec<(u16, String)>,
    /// Names on the wire of games under way, by record.
    pub titles: BTreeMap<String, String>,
    /// Who began the last game of each pair matched here: the other one begins the next.
    opened: BTreeSet<(String, String)>,
}

enum GameOpponent {
    Client(u64),
    Trainer(TrainingPlayer),
}

struct GameGround {
    /// Of the labyrinth.
    seed: u32,
    /// Decides the second player's energy.
    edition: Edition,
    time: Duration,
    /// A training player's pause after each move.
    delay: Duration,
}

/// The organiser's options for a game.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// Of the labyrinth: [`MAX_SEED`] at most.
    pub seed: Option<u32>,
    pub time: Option<Duration>,
}

/// A game that has begun.
pub struct Begun {
    /// Its name on the wire.
    pub title: String,
    /// Its record's name.
    pub id: String,
}

impl Matchmaker<Clients> for Games<'_> {
    fn news(&mut self, server: &mut Server<Clients>, news: News) {
        match news {
            News::Asks(asking) => {
                let Some(client) = server.reception.get(asking.number) else { return };
                let ClientState::Waiting { wants, .. } = client.state.clone() else { return };
                log::info!("{}", i18n::text!("laby-waits", name = asking.name.name()));
                match wants {
                    GameString::Regular => {
                        server.reception.welcome(asking.number);
                        self.waiting.push(asking.number);
                    }
                    GameString::Training(training) => self.training.push((asking.number, training)),
                    GameString::Tournament(name) => match self.tournaments.join(&name, &asking) {
                        Ok(()) => server.reception.welcome(asking.number),
                        Err(why) => {
                            server.reception.refuse_with(asking.number, &Refusal::Tournament(name, why))
                        }
                    },
                }
            }
            News::Left(number) => {
                self.waiting.retain(|waiting| *waiting != number);
                self.training.retain(|(waiting, _)| *waiting != number);
                self.tournaments.left(number);
            }
            other => told(&other),
        }
    }

    fn pair(&mut self, server: &mut Server<Clients>) {
        while let Some((number, training)) = self.training.first().cloned() {
            server.reception.welcome(number);
            if server.reception.get(number).is_some() && self.train(server, number, &training).is_none() {
                return;
            }
            self.training.remove(0);
        }
        while self.options.pair && self.waiting.len() >= 2 {
            let two = [self.waiting[0], self.waiting[1]];
            let name = |number: u64| server.reception.get(number).map(|client| client.name.clone());
            let names = two.map(|number| name(number).unwrap_or_default());
            let begins = self.who_begins(&names);
            let numbers = ByPlayer { first: two[begins], second: two[1 - begins] };
            if self.play(server, numbers, Wishes::default()).is_none() {
                return;
            }
            let pair = |first: usize| (names[first].clone(), names[1 - first].clone());
            self.opened.remove(&pair(1 - begins));
            self.opened.insert(pair(begins));
        }
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let control = self.control.as_ref().map_or(Deadline::NEVER, |control| control.watch(fds));
        let board = self.board.as_ref().map_or(Deadline::NEVER, |board| board.watch(fds));
        control.min(self.tournaments.watch(fds)).min(board)
    }

    fn attend(&mut self, server: &mut Server<Clients>) {
        self.tournaments.attend(&mut server.reception);
        self.answer_organiser(server);
        if let Some(board) = &mut self.board {
            board.attend().iter().for_each(|line| say(&format!("{line}\n")));
        }
    }

    fn close(&mut self) {
        self.control = None;
        self.tournaments.close();
    }

    fn hurry(&mut self) {
        self.tournaments.hurry();
    }

    fn busy(&self) -> bool {
        self.tournaments.running()
    }
}

impl Games<'_> {
    /// Which of two clients matched in order of request begins: drawn the first time, then alternating.
    fn who_begins(&mut self, [one, other]: &[String; 2]) -> usize {
        let opened = |first: &String, second: &String| self.opened.contains(&(first.clone(), second.clone()));
        match (opened(one, other), opened(other, one)) {
            (true, _) => 1,
            (_, true) => 0,
            (false, false) => below(&mut self.rng, 2),
        }
    }

    /// Starts a game between two clients; the first begins, and his edition decides the other's
    /// energy. `None`: not now.
    pub fn play(
        &mut self,
        server: &mut Server<Clients>,
        numbers: ByPlayer<u64>,
        wishes: Wishes,
    ) -> Option<Begun> {
        let seed = wishes.seed.unwrap_or_else(|| self.rng.next_u32() & MAX_SEED);
        let edition = server.reception.get(numbers.first)?.connection.edition;
        let time = wishes.time.or(self.options.time).unwrap_or(edition.default_time());
        let seats = [GameOpponent::Client(numbers.first), GameOpponent::Client(numbers.second)];
        self.start(server, seats, &GameGround { seed, edition, time, delay: Duration::ZERO })
    }

    /// Starts a training game (the subject, section 3.3). `None`: not now.
    pub fn train(&mut self, server: &mut Server<Clients>, number: u64, training: &Training) -> Option<Begun> {
        let edition = server.reception.get(number)?.connection.edition;
        let seed = training.seed.unwrap_or_else(|| self.rng.next_u32() & MAX_SEED);
        let begins = match training.start {
            Start::Client => true,
            Start::Trainer => false,
            Start::Drawn => below(&mut self.rng, 2) == 0,
        };
        let mut seats = [GameOpponent::Client(number), GameOpponent::Trainer(training.player)];
        if !begins {
            seats.reverse();
        }
        let time = training.time.or(self.options.time).unwrap_or(edition.default_time());
        self.start(server, seats, &GameGround { seed, edition, time, delay: training.delay })
    }

    /// Starts a game; the first opponent begins. `None`: not now.
    fn start(
        &mut self,
        server: &mut Server<Clients>,
        opponents: [GameOpponent; 2],
        ground: &GameGround,
    ) -> Option<Begun> {
        let id = server.next_id(KIND.name);
        let title = ground.edition.game_name(ground.seed, self.rng.next_u32());
        let energy = Params::from([("energy".to_owned(), ground.edition.second_energy().to_string())]);
        let mut setup = Labyrinth::draw(&energy, ground.seed.into()).ok()?;
        // The course's server plays to the end.
        setup.remove(MOST_MOVES);
        let player = |opponent: &GameOpponent| match opponent {
            GameOpponent::Client(number) => {
                let client = server.reception.get(*number)?;
                let seat = TaskSeat::Network(String::new());
                Some(TaskPlayer::new(&client.name, client.connection.origin(), seat))
            }
            GameOpponent::Trainer(trainer) => {
                let house = training::House { player: *trainer, seed: ground.seed, delay: ground.delay };
                let seat = TaskSeat::House(serde_json::to_string(&house).ok()?);
                let from = format!("training player {}", trainer.name());
                Some(TaskPlayer::new(trainer.name(), from, seat))
            }
        };
        let options = self.options;
        let players = [player(&opponents[0])?, player(&opponents[1])?];
        let task = Task {
            title: Some(title.clone()),
            setup,
            time_ms: Some(ground.time.as_millis() as u64),
            orphaned: (!options.no_records).then(|| options.records.clone()),
            leave_ms: FINISH_BOUND.as_millis() as u64,
            live: (!options.no_records).then(|| path_in(&options.records)),
            ..Task::new(&id, KIND.name, SINGLE.len(), players)
        };
        let [one, other] = task.players.each_ref().map(|player| player.name.clone());
        let numbers = opponents.each_ref().map(|opponent| match opponent {
            GameOpponent::Client(number) => Some(*number),
            GameOpponent::Trainer(_) => None,
        });
        let started = server.start(numbers, task);
        if !started {
            return None;
        }
        self.waiting.retain(|number| !numbers.contains(&Some(*number)));
        log::info!("{}", i18n::text!("laby-starts", name = &title, id = &id, one = one, other = other));
        // Forget the names of finished games.
        let ids: BTreeSet<&str> = server.under_way().map(|game| game.record.id.as_str()).collect();
        self.titles.retain(|id, _| ids.contains(id.as_str()));
        self.titles.insert(id.clone(), title.clone());
        Some(Begun { title, id })
    }
}
