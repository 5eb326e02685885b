//! What the organiser asks of the lobby.

use jeux::ByPlayer;

use super::control::Control;
use super::lobby::{Client, Lobby, State};

impl Lobby<'_> {
    pub fn answer_organiser(&mut self) {
        let requests = self.control.as_mut().map(Control::requests).unwrap_or_default();
        for request in requests {
            let words: Vec<&str> = request.line.split_whitespace().collect();
            let answer = match words[..] {
                ["joueurs"] => Ok(self.list()),
                ["rencontre", first, second] => self.organise(first, second),
                _ => Err(format!("requête inconnue : {}", request.line)),
            };
            let text = answer.map_or_else(|error| error + "\n", |text| format!("OK\n{text}"));
            if let Some(control) = &mut self.control {
                control.answer(request.id, &text);
            }
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
