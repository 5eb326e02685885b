//! The organiser's requests, as the running server answers them.

use std::time::Duration;

use arbitre::jeux::labyrinthe::{Client, ClientState, Clients};
use ipc::control::Control;
use jeux::ByPlayer;
use protocol::cgs::{GameString, MAX_SEED, Start, Training, TrainingPlayer};

use super::description::Description;
use super::matchmaker::{Begun, Games, Wishes};
use crate::accept_loop::Server;

impl Games<'_> {
    /// Answers complete requests, without waiting for others; errors are answers, too.
    pub fn answer_organiser(&mut self, server: &mut Server<Clients>) {
        let requests = self.control.as_mut().map(Control::requests).unwrap_or_default();
        for request in requests {
            let words: Vec<&str> = request.line.split_whitespace().collect();
            let answer = match words[..] {
                ["joueurs"] => Ok(list(&server.reception)),
                ["etat"] => self.status(server),
                ["rencontre", first, second, ref options @ ..] => {
                    self.organise(server, first, second, options)
                }
                ["entraine", name, trainer, ref options @ ..] => {
                    self.train_as_asked(server, name, trainer, options)
                }
                ["tournoi", name, format, order, seed] => self.create(name, format, order, seed),
                ["lance", name] => self.tournaments.launch(name),
                ["classement", name] => self.tournaments.file(name),
                ["forfait", name, player] => self.tournaments.forfeit(name, player),
                _ => Err(i18n::text!("control-unknown", text = &request.line)),
            };
            let answer = answer.as_deref().map_err(String::as_str);
            if let Some(control) = &mut self.control
                && let Err(error) = control.answer(request.id, answer)
            {
                log::warn!("{}", i18n::text!("control-answering", why = i18n::system(&error)));
            }
        }
    }

    /// Creates a tournament; its format was checked by the organiser's program.
    fn create(&mut self, name: &str, format: &str, order: &str, seed: &str) -> Result<String, String> {
        let seed = seed.parse().map_err(|_| i18n::text!("organise-seed", text = seed))?;
        let time = self.options.time.unwrap_or(self.options.edition.default_time());
        let energy = self.options.edition.second_energy();
        self.tournaments.create(name, Description::new(format, order, seed, time, energy))
    }

    /// Starts the requested game.
    fn organise(
        &mut self,
        server: &mut Server<Clients>,
        first: &str,
        second: &str,
        options: &[&str],
    ) -> Result<String, String> {
        let wished = Wished::read(options, &[SEED, TIME])?;
        let (one, other) = (waiting(server, first)?, waiting(server, second)?);
        if one == other {
            return Err(i18n::text!("organise-same"));
        }
        let wishes = Wishes { seed: wished.seed, time: wished.time };
        let game = self.play(server, ByPlayer { first: one, second: other }, wishes);
        begun(game, first, second)
    }

    /// Starts the requested training game.
    fn train_as_asked(
        &mut self,
        server: &mut Server<Clients>,
        name: &str,
        trainer: &str,
        options: &[&str],
    ) -> Result<String, String> {
        let wished = Wished::read(options, &[SEED, TIME, FIRST, DELAY])?;
        let player = TrainingPlayer::named(trainer).ok_or_else(|| {
            let all = TrainingPlayer::ALL.map(TrainingPlayer::name).join(", ");
            i18n::text!("organise-trainer", name = trainer, all = all)
        })?;
        let start = match wished.first {
            None => Start::Drawn,
            Some(first) if first == name => Start::Client,
            Some(first) if first == trainer => Start::Trainer,
            Some(first) => {
                return Err(i18n::text!("organise-first", name = first, one = name, other = trainer));
            }
        };
        let number = waiting(server, name)?;
        let delay = wished.delay.unwrap_or_default();
        let training = Training { player, time: wished.time, start, seed: wished.seed, delay };
        begun(self.train(server, number, &training), name, trainer)
    }
}

/// The options of a request: seed of the labyrinth, seconds per move, who begins, a training
/// player's pause in milliseconds.
const SEED: &str = "graine";
const TIME: &str = "temps";
const FIRST: &str = "commence";
const DELAY: &str = "delai";
/// The longest time or pause.
const LONGEST: Duration = Duration::from_secs(86_400);

/// Parsed options.
#[derive(Debug, Default)]
struct Wished<'a> {
    seed: Option<u32>,
    time: Option<Duration>,
    first: Option<&'a str>,
    delay: Option<Duration>,
}

impl<'a> Wished<'a> {
    fn read(options: &[&'a str], keys: &[&str]) -> Result<Self, String> {
        let mut wished = Wished::default();
        for &option in options {
            let known = option.split_once('=').filter(|(key, _)| keys.contains(key));
            let (key, value) = known.ok_or_else(|| i18n::text!("control-unknown", text = option))?;
            let wrong = || i18n::text!("organise-option", text = option);
            match key {
                SEED => {
                    let seed = value.parse().ok().filter(|seed| *seed <= MAX_SEED);
                    wished.seed = Some(seed.ok_or_else(wrong)?);
                }
                TIME => {
                    let time = i18n::clap::seconds(value).ok().filter(|time| *time <= LONGEST);
                    wished.time = Some(time.ok_or_else(wrong)?);
                }
                FIRST => wished.first = Some(value),
                _ => {
                    let delay = value.parse().map(Duration::from_millis).ok();
                    wished.delay = Some(delay.filter(|delay| *delay <= LONGEST).ok_or_else(wrong)?);
                }
            }
        }
        Ok(wished)
    }
}

/// The client of this name, who must be waiting for any opponent.
fn waiting(server: &Server<Clients>, name: &str) -> Result<u64, String> {
    match server.reception.iter().find(|(_, client)| client.name == name) {
        None => Err(i18n::text!("organise-absent", name = name)),
        Some((number, Client { state: ClientState::Waiting { wants: GameString::Regular, .. }, .. })) => {
            Ok(number)
        }
        Some(_) => Err(i18n::text!("organise-busy", name = name)),
    }
}

/// The answer: the game on one line, its record's name on the next.
fn begun(game: Option<Begun>, one: &str, other: &str) -> Result<String, String> {
    let Begun { title, id } = game.ok_or_else(|| i18n::text!("organise-not-started"))?;
    Ok(i18n::text!("organise-started", name = title, one = one, other = other) + "\n" + &id + "\n")
}

/// The clients, one per line.
fn list(clients: &Clients) -> String {
    let line = |client: &Client| {
        let does = match &client.state {
            ClientState::Nameless(_) => return String::new(),
            ClientState::Idle => i18n::text!("client-connected"),
            ClientState::Waiting { wants: GameString::Tournament(_), .. } => {
                i18n::text!("client-waiting-tournament")
            }
            ClientState::Waiting { .. } => i18n::text!("client-waiting"),
            ClientState::Away(_) => i18n::text!("client-playing"),
        };
        format!("{:<20} {:<5} {does}\n", client.name, client.connection.edition.to_string())
    };
    clients.iter().map(|(_, client)| line(client)).collect()
}
