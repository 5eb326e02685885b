//! All clients of a Labyrinthe server: names, commands, waiting. Speaks with the functions
//! `connectToServer` and `waitForLabyrinth` (subject, section 4.2).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jeux::Reason;
use jiff::Timestamp;
use nix::poll::PollFd;
use protocol::cgs::{
    Command, Due, Edition, GameString, NOT_READY, NameError, NextCommand, OK, Refusal, check_name,
};
use protocol::name::Login;

use super::connection::{Connection, ConnectionState};
use crate::reception::{Asking, Guest, Listeners, News, Reception, TurnedAway, origin, ready_now};
use ipc::wait::Deadline;

/// How many clients are disconnected to free descriptors.
const ROOM: usize = 4;

#[derive(Debug)]
pub struct Client {
    pub connection: Connection,
    /// Empty before he has sent it.
    pub name: String,
    pub state: ClientState,
    /// When he connected.
    pub since: Timestamp,
}

impl Client {
    fn is_away(&self) -> bool {
        matches!(self.state, ClientState::Away(_))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientState {
    /// He has not sent his name; since when.
    Nameless(Instant),
    /// He may ask for a game.
    Idle,
    /// He waits for a game.
    Waiting {
        /// What he asked for.
        wants: GameString,
        /// When the next sign of life is due, in the edition that has them.
        sign: Option<Instant>,
        /// He has not been told yet that he may wait.
        unanswered: bool,
    },
    /// Another process uses his connection; his state before.
    Away(Box<ClientState>),
}

#[derive(Debug)]
pub struct Clients {
    doors: Listeners,
    /// The time to send a name.
    patience: Duration,
    /// The last client number.
    numbers: u64,
    clients: BTreeMap<u64, Client>,
    closing: bool,
}

impl Clients {
    /// A client may take `patience` to send his name.
    pub fn new(doors: Listeners, patience: Duration) -> Self {
        Clients { doors, patience, numbers: 0, clients: BTreeMap::new(), closing: false }
    }

    /// By number.
    pub fn get(&self, number: u64) -> Option<&Client> {
        self.clients.get(&number)
    }

    /// In the order of connection.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &Client)> {
        self.clients.iter().map(|(&number, client)| (number, client))
    }

    /// Refuses a client's request, in the words of the wire.
    pub fn refuse_with(&mut self, number: u64, refusal: &Refusal) {
        let Some(client) = self.clients.get_mut(&number) else { return };
        client.connection.refuse(refusal);
        client.state = ClientState::Idle;
    }

    /// Disconnects a client silently.
    pub fn send_away(&mut self, number: u64, why: &Reason) {
        if let Some(client) = self.clients.get_mut(&number) {
            client.connection.close(why);
        }
    }

    /// Takes back a connection; `None`: the client has left.
    pub fn resume(&mut self, number: u64, rest: Option<&ConnectionState>) {
        let closing = self.closing;
        let Some(client) = self.clients.get_mut(&number).filter(|client| client.is_away()) else { return };
        client.state = ClientState::Idle;
        match rest {
            Some(_) if closing => client.connection.close(&Reason::new("stopped")),
            Some(rest) => client.connection.resume(rest),
            None => client.connection.close(&Reason::new("left-while-playing")),
        }
    }

    /// A client's next command, if he may give one.
    fn next_command(&mut self, number: u64) -> Option<Command> {
        let client = self.clients.get_mut(&number)?;
        let due = match client.state {
            ClientState::Nameless(_) => Due::ClientName,
            ClientState::Idle => Due::WaitGame,
            // Kept for the beginning of the game.
            ClientState::Waiting { .. } | ClientState::Away(_) => return None,
        };
        match client.connection.next_command() {
            NextCommand::Command(command) => Some(command),
            NextCommand::Bad(_) => {
                client.connection.refuse(&Refusal::Sequence(due));
                None
            }
            NextCommand::Wait(_) => None,
        }
    }

    fn obey(&mut self, number: u64, command: Command) -> Option<News> {
        match (&self.clients.get(&number)?.state, command) {
            (ClientState::Nameless(_), Command::ClientName(name)) => self.name(number, name),
            (ClientState::Nameless(_), _) => self.refuse_with(number, &Refusal::Sequence(Due::ClientName)),
            (_, Command::WaitGame(string)) => return self.ask(number, &string),
            _ => self.refuse_with(number, &Refusal::Sequence(Due::WaitGame)),
        }
        None
    }

    /// A client sent his name.
    fn name(&mut self, number: u64, name: String) {
        self.release_name(&name);
        let taken = self.clients.values().any(|client| client.name == name);
        let refusal = match check_name(&name) {
            Err(NameError::Empty) => Some(Refusal::Sequence(Due::ClientName)),
            Err(_) => Some(Refusal::Name(name.clone())),
            Ok(()) if taken => Some(Refusal::NameTaken(name.clone())),
            Ok(()) => None,
        };
        let Some(client) = self.clients.get_mut(&number) else { return };
        match refusal {
            Some(refusal) => client.connection.refuse(&refusal),
            None => {
                client.name = name;
                client.state = ClientState::Idle;
                client.connection.send(&[OK]);
            }
        }
    }

    /// Frees the name of a client who has left, before that is noticed otherwise.
    fn release_name(&mut self, name: &str) {
        let owner = self.clients.values_mut().find(|client| client.name == name);
        if let Some(owner) = owner.filter(|owner| owner.connection.hung_up()) {
            // No client can have such a name.
            owner.name = format!("{name} (parti)");
        }
    }

    /// A client asks for a game: he waits until somebody [welcomes](Reception::welcome) or refuses
    /// him.
    fn ask(&mut self, number: u64, string: &str) -> Option<News> {
        let client = self.clients.get_mut(&number)?;
        match GameString::parse(client.connection.edition, string) {
            Ok(wants) => {
                let tournament = match &wants {
                    GameString::Tournament(name) => Some(name.clone()),
                    GameString::Regular | GameString::Training(_) => None,
                };
                client.state = ClientState::Waiting { wants, sign: None, unanswered: true };
                let (name, address) = (Login::new(&client.name), client.connection.peer());
                Some(News::Asks(Asking { number, name, address, tournament }))
            }
            Err(error) => {
                client.connection.refuse(&Refusal::GameString(string.to_owned(), error));
                None
            }
        }
    }

    /// Sends due signs of life; disconnects those who left or send too much.
    fn see_to(&mut self, number: u64) {
        let Some(Client { connection, state, .. }) = self.clients.get_mut(&number) else { return };
        match state {
            ClientState::Nameless(since) if Deadline::after(*since, Some(self.patience)).passed() => {
                connection.close(&Reason::new("no-name"));
            }
            ClientState::Waiting { .. } if !connection.open() => connection.close(&Reason::new("left")),
            ClientState::Waiting { .. } if connection.flooded() => {
                connection.refuse(&Refusal::Sequence(Due::GameData));
            }
            ClientState::Waiting { sign: Some(at), .. } if *at <= Instant::now() => {
                if let Some((_, every)) = connection.edition.not_ready() {
                    *at = Instant::now() + every;
                    connection.send(&[NOT_READY]);
                }
            }
            _ => {}
        }
    }

    /// Disconnects those who have been nameless longest.
    fn let_nameless_go(&mut self, most: usize) {
        let nameless = |client: &Client| matches!(client.state, ClientState::Nameless(_));
        let oldest = self.clients.iter().filter(|(_, client)| nameless(client)).map(|(&number, _)| number);
        for number in oldest.take(most).collect::<Vec<_>>() {
            self.clients.remove(&number);
        }
    }
}

impl Reception for Clients {
    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let mut until = self.doors.watch(fds);
        for client in self.clients.values() {
            let due = match &client.state {
                ClientState::Nameless(since) => Deadline::after(*since, Some(self.patience)),
                ClientState::Waiting { sign: Some(at), .. } => Deadline::after(*at, Some(Duration::ZERO)),
                ClientState::Waiting { sign: None, .. } | ClientState::Idle => Deadline::NEVER,
                // Another process uses the connection.
                ClientState::Away(_) => continue,
            };
            let takes_commands = matches!(client.state, ClientState::Nameless(_) | ClientState::Idle);
            until = until.min(due).min(client.connection.due(takes_commands));
            fds.push(client.connection.poll_fd());
        }
        until
    }

    fn advance(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        let (clients, numbers) = (&mut self.clients, &mut self.numbers);
        let full = self.doors.accept(&mut |why| news.push(News::Full(why)), &mut |stream, peer, form| {
            *numbers += 1;
            let edition = form.parse::<Edition>().unwrap_or_default();
            let connection = Connection::new(stream, peer, edition);
            let state = ClientState::Nameless(Instant::now());
            clients
                .insert(*numbers, Client { connection, name: String::new(), state, since: Timestamp::now() });
        });
        if full {
            self.let_nameless_go(1);
        }
        let here = || self.clients.values().map(|client| client.connection.poll_fd());
        let ready = ready_now(here());
        let numbers: Vec<u64> = self.clients.keys().copied().collect();
        for (number, ready) in numbers.into_iter().zip(ready) {
            if let Some(client) = self.clients.get_mut(&number)
                && !client.is_away()
                && (ready || !client.connection.flushed())
            {
                client.connection.advance();
            }
            while let Some(command) = self.next_command(number) {
                news.extend(self.obey(number, command));
            }
            self.see_to(number);
            let Some(client) = self.clients.get(&number) else { continue };
            let (Some(why), false) = (client.connection.gone(), client.is_away()) else {
                continue;
            };
            let from = format!("{} {}", client.name, client.connection.origin());
            news.push(News::Dropped { from: from.trim().to_owned(), why: why.clone() });
            if matches!(client.state, ClientState::Waiting { .. }) {
                news.push(News::Left(number));
            }
            self.clients.remove(&number);
        }
        news
    }

    fn welcome(&mut self, number: u64) {
        let Some(Client { connection, state: ClientState::Waiting { sign, unanswered, .. }, .. }) =
            self.clients.get_mut(&number)
        else {
            return;
        };
        if std::mem::take(unanswered) {
            connection.send(&[OK]);
            *sign = connection.edition.not_ready().map(|(first, _)| Instant::now() + first);
        }
    }

    fn take(&mut self, number: u64) -> Option<Guest> {
        let client = self.clients.get_mut(&number)?;
        let guest = Guest {
            stream: client.connection.stream().ok()?,
            from: origin(client.connection.peer()),
            state: serde_json::to_string(&client.connection.rest()).ok()?,
        };
        client.connection.lend();
        client.state = ClientState::Away(Box::new(client.state.clone()));
        Some(guest)
    }

    fn give_back(&mut self, number: u64, state: Option<&str>) {
        let rest = state.and_then(|state| serde_json::from_str(state).ok());
        self.resume(number, rest.as_ref());
    }

    fn wait_on(&mut self, number: u64, state: &str) {
        let away = self.clients.get(&number).map(|client| client.state.clone());
        self.give_back(number, Some(state));
        if let (Some(ClientState::Away(before)), Some(client)) = (away, self.clients.get_mut(&number)) {
            client.state = *before;
        }
    }

    fn refuse(&mut self, number: u64, why: TurnedAway) {
        let why = Reason::from(why);
        let wants = self.clients.get(&number).map(|client| client.state.clone());
        match wants {
            Some(ClientState::Waiting { wants: GameString::Tournament(name), unanswered: true, .. }) => {
                self.refuse_with(number, &Refusal::Tournament(name, why.to_string()));
            }
            // A client told to wait is disconnected silently, as by the course's server.
            _ => self.send_away(number, &why),
        }
    }

    fn make_room(&mut self) {
        self.let_nameless_go(ROOM);
        self.doors.pause();
    }

    fn close(&mut self) {
        self.closing = true;
        self.doors.close();
        self.clients.retain(|_, client| client.is_away());
    }
}
