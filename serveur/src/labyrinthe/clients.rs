//! The clients of the lobby: their names, their commands, their waiting.

use std::time::Instant;

use arbitre::wait::Deadline;
use protocol::cgs::{Command, Due, GameString, NOT_READY, NameError, Next, OK, Refusal, check_name};

use super::lobby::{Lobby, State};

impl Lobby<'_> {
    /// Carries out the commands of the clients who may give one, gives signs of life, lets go of those who have left.
    pub fn advance_clients(&mut self) {
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
                State::Waiting { .. } if client.connection.flooded() => {
                    client.connection.refuse(&Refusal::Sequence(Due::GameData));
                }
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
        if let Command::ClientName(name) = &command {
            self.release_name(name);
        }
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
                Ok(GameString::Regular) => self.queue(number, None),
                Ok(GameString::Training(training)) => self.train(number, &training),
                Ok(GameString::Tournament(name)) => {
                    let joined = match self.tournaments.get_mut(&name) {
                        Some(tournament) => tournament.join(&client.name),
                        None => Err(format!("The tournament '{name}' doesn't exist")),
                    };
                    match joined {
                        Ok(()) => self.queue(number, Some(name)),
                        Err(reason) => client.connection.refuse(&Refusal::Tournament(name, reason)),
                    }
                }
                Err(error) => client.connection.refuse(&Refusal::GameString(string, error)),
            },
            _ => client.connection.refuse(&Refusal::Sequence(Due::WaitGame)),
        }
    }

    /// Takes a name from a client who has left, before anybody else has noticed.
    fn release_name(&mut self, name: &str) {
        let owner = self.clients.values_mut().find(|client| client.name == name);
        if let Some(owner) = owner.filter(|owner| owner.connection.hung_up()) {
            // No client can have such a name.
            owner.name = format!("{name} (parti)");
        }
    }

    /// A client waits for another one: for anybody, or for those whom a tournament sends him.
    fn queue(&mut self, number: u64, tournament: Option<String>) {
        self.numbers += 1;
        let ticket = self.numbers;
        let Some(client) = self.clients.get_mut(&number) else { return };
        client.connection.send(&[OK]);
        let first_sign = client.connection.edition.not_ready().map(|(first, _)| Instant::now() + first);
        client.state = State::Waiting { ticket, sign: first_sign, tournament };
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

    /// Those who wait for anybody, the first to ask first.
    pub fn waiting(&self) -> Vec<u64> {
        let mut waiting: Vec<(u64, u64)> = self
            .clients
            .iter()
            .filter_map(|(&number, client)| match client.state {
                State::Waiting { ticket, tournament: None, .. } => Some((ticket, number)),
                _ => None,
            })
            .collect();
        waiting.sort_unstable();
        waiting.into_iter().map(|(_, number)| number).collect()
    }
}
