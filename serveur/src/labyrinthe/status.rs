//! The server's status.

use arbitre::jeux::labyrinthe::{
    Client, ClientState, Clients, Connected, Doing, GameUnderWay, ListeningAt, ServerStatus,
};
use protocol::cgs::{GameString, TrainingPlayer};

use super::matchmaker::Games;
use crate::accept_loop::Server;

impl Games<'_> {
    /// [`ServerStatus`] as a line of JSON.
    pub fn status(&self, server: &Server<Clients>) -> Result<String, String> {
        let games = server.under_way().map(|game| GameUnderWay {
            id: game.record.id.clone(),
            title: self.titles.get(&game.record.id).cloned().unwrap_or_default(),
            players: game.record.players.each_ref().map(|player| player.name.clone()),
            since: game.record.started,
            over: game.over,
        });
        let named = server.reception.iter().filter(|(_, client)| !client.name.is_empty());
        let clients = named.map(|(number, client)| Connected {
            name: client.name.clone(),
            edition: client.connection.edition.to_string(),
            since: client.since,
            does: self.doing(server, number, client),
        });
        let port = |(port, edition): &(u16, String)| ListeningAt { port: *port, edition: edition.clone() };
        let status = ServerStatus {
            ports: self.ports.iter().map(port).collect(),
            stopping: server.stopping(),
            clients: clients.collect(),
            games: games.collect(),
            tournaments: self.tournaments.status(),
            training: TrainingPlayer::ALL.map(|player| player.name().to_owned()).to_vec(),
        };
        serde_json::to_string(&status).map(|text| text + "\n").map_err(|error| error.to_string())
    }

    fn doing(&self, server: &Server<Clients>, number: u64, client: &Client) -> Doing {
        match &client.state {
            ClientState::Nameless(_) | ClientState::Idle => Doing::Nothing,
            ClientState::Waiting { wants: GameString::Regular, .. } => Doing::Waiting,
            ClientState::Waiting { wants: GameString::Training(_), .. } => Doing::Training,
            ClientState::Waiting { wants: GameString::Tournament(name), .. } => {
                Doing::Tournament { name: name.clone() }
            }
            ClientState::Away(_) => {
                let place_in = |game: &[Option<u64>; 2]| game.iter().position(|guest| *guest == Some(number));
                let playing =
                    server.under_way().find_map(|game| Some((game.record, 1 - place_in(game.guests)?)));
                match playing {
                    Some((record, other)) => {
                        Doing::Playing { id: record.id.clone(), against: record.players[other].name.clone() }
                    }
                    None => Doing::Tournament { name: self.tournaments.of(number).unwrap_or_default() },
                }
            }
        }
    }
}
