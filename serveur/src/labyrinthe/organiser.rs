//! What the organiser asks of the lobby.

use jeux::ByPlayer;

use super::control::Control;
use super::lobby::{Client, Lobby, State};
use super::tournament::{Rules, Tournament};

impl Lobby<'_> {
    pub fn answer_organiser(&mut self) {
        let requests = self.control.as_mut().map(Control::requests).unwrap_or_default();
        for request in requests {
            let words: Vec<&str> = request.line.split_whitespace().collect();
            let answer = match words[..] {
                ["joueurs"] => Ok(self.list()),
                ["rencontre", first, second] => self.organise(first, second),
                ["tournoi", name, format, order, seed] => self.create(name, format, order, seed),
                ["lance", name] => self.tournament(name).and_then(Tournament::launch),
                ["classement", name] => self.tournament(name).map(|tournament| tournament.standings()),
                ["forfait", name, player] => self.forfeit(name, player),
                _ => Err(format!("requête inconnue : {}", request.line)),
            };
            let text = answer.map_or_else(|error| error + "\n", |text| format!("OK\n{text}"));
            if let Some(control) = &mut self.control {
                control.answer(request.id, &text);
            }
        }
    }

    fn tournament(&mut self, name: &str) -> Result<&mut Tournament, String> {
        self.tournaments.get_mut(name).ok_or_else(|| format!("il n'y a pas de tournoi {name}"))
    }

    fn create(&mut self, name: &str, format: &str, order: &str, seed: &str) -> Result<String, String> {
        if self.tournaments.get(name).is_some_and(|tournament| !tournament.is_over()) {
            return Err(format!("il y a déjà un tournoi {name}"));
        }
        let seed = seed.parse().map_err(|_| format!("graine incompréhensible : {seed}"))?;
        let rules = Rules { format: Some(format.into()), order: Some(order.into()), seed: Some(seed) };
        let tournament = Tournament::new(name, rules)?;
        let text = tournament.standings();
        self.tournaments.insert(name.into(), tournament);
        Ok(text)
    }

    fn forfeit(&mut self, name: &str, player: &str) -> Result<String, String> {
        let text = self.tournament(name)?.forfeit(player)?;
        self.dismiss(name);
        Ok(text)
    }

    /// The clients, a line each.
    fn list(&self) -> String {
        let line = |client: &Client| {
            let does = match client.state {
                State::Nameless(_) => return String::new(),
                State::Idle => "connecté",
                State::Waiting { tournament: None, .. } => "attend une partie",
                State::Waiting { tournament: Some(_), .. } => "attend une partie de tournoi",
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
                Some((&number, Client { state: State::Waiting { tournament: None, .. }, .. })) => Ok(number),
                Some(_) => Err(format!("{name} n'attend pas de partie")),
            }
        };
        let (one, other) = (find(first)?, find(second)?);
        if one == other {
            return Err("il faut deux joueurs différents".into());
        }
        let game = self.play(ByPlayer { first: one, second: other }, None);
        game.map(|name| format!("partie {name} : {first} contre {second}\n"))
            .ok_or_else(|| "la partie n'a pas pu commencer".into())
    }
}
