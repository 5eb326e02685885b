//! What the organiser asks of the running server.

use arbitre::control::Control;
use arbitre::jeux::labyrinthe::{Client, Clients, State};
use jeux::ByPlayer;
use protocol::cgs::GameString;

use super::description::Description;
use super::desk::Lobby;
use crate::hall::Hall;

impl Lobby<'_> {
    /// Answers the requests that are complete.
    pub fn answer_organiser(&mut self, hall: &mut Hall<Clients>) {
        let requests = self.control.as_mut().map(Control::requests).unwrap_or_default();
        for request in requests {
            let words: Vec<&str> = request.line.split_whitespace().collect();
            let answer = match words[..] {
                ["joueurs"] => Ok(list(&hall.reception)),
                ["rencontre", first, second] => self.organise(hall, first, second),
                ["tournoi", name, format, order, seed] => self.create(name, format, order, seed),
                ["lance", name] => self.tournaments.launch(name),
                ["classement", name] => self.tournaments.file(name),
                ["forfait", name, player] => self.tournaments.forfeit(name, player),
                _ => Err(words::text!("control-unknown", text = &request.line)),
            };
            let answer = answer.as_deref().map_err(String::as_str);
            if let Some(control) = &mut self.control
                && let Err(error) = control.answer(request.id, answer)
            {
                log::warn!("{}", words::text!("control-answering", why = words::system(&error)));
            }
        }
    }

    /// Creates a tournament; the organiser's own program has checked its format.
    fn create(&mut self, name: &str, format: &str, order: &str, seed: &str) -> Result<String, String> {
        let seed = seed.parse().map_err(|_| words::text!("organise-seed", text = seed))?;
        let time = self.options.time.unwrap_or(self.options.edition.default_time());
        let energy = self.options.edition.second_energy();
        self.tournaments.create(name, Description::new(format, order, seed, time, energy))
    }

    /// Starts the game that the organiser asks for.
    fn organise(&mut self, hall: &mut Hall<Clients>, first: &str, second: &str) -> Result<String, String> {
        let find = |name: &str| {
            let found = hall.reception.iter().find(|(_, client)| client.name == name);
            match found {
                None => Err(words::text!("organise-absent", name = name)),
                Some((number, Client { state: State::Waiting { wants: GameString::Regular, .. }, .. })) => {
                    Ok(number)
                }
                Some(_) => Err(words::text!("organise-busy", name = name)),
            }
        };
        let (one, other) = (find(first)?, find(second)?);
        if one == other {
            return Err(words::text!("organise-same"));
        }
        let game = self.play(hall, ByPlayer { first: one, second: other });
        game.map(|name| words::text!("organise-started", name = name, one = first, other = second) + "\n")
            .ok_or_else(|| words::text!("organise-not-started"))
    }
}

/// The clients, a line each.
fn list(clients: &Clients) -> String {
    let line = |client: &Client| {
        let does = match &client.state {
            State::Nameless(_) => return String::new(),
            State::Idle => words::text!("client-connected"),
            State::Waiting { wants: GameString::Tournament(_), .. } => {
                words::text!("client-waiting-tournament")
            }
            State::Waiting { .. } => words::text!("client-waiting"),
            State::Away => words::text!("client-playing"),
        };
        format!("{:<20} {:<5} {does}\n", client.name, client.connection.edition.to_string())
    };
    clients.iter().map(|(_, client)| line(client)).collect()
}
