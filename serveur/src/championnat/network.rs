//! The contestants who connect: `sh joueur.sh HOST PORT NAME`, again and again.

use std::collections::BTreeMap;
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use arbitre::wait::Deadline;
use championnat::{Config, ConnectError, ContestantId, Plan};
use nix::poll::{PollFd, PollFlags};
use protocol::colonnes::{CodeRep, TPartieRep};

use crate::handshake::{Client, Progress, departed, departure, origin};
use crate::listen;

/// How long a contestant may be ahead of the news that his last rencontre is over.
const AHEAD: Duration = Duration::from_secs(5);

/// Everybody who is connected and does not play.
pub struct Network<'a> {
    listener: TcpListener,
    config: &'a Config,
    handshake_time: Duration,
    /// Whose request is not complete, in the order of their connections.
    clients: Vec<Client>,
    /// Who is known and still counts as playing.
    ahead: Vec<(ContestantId, Client, Instant)>,
    /// Who waits for his next rencontre.
    waiting: BTreeMap<ContestantId, Waiting>,
}

/// A contestant who waits.
pub struct Waiting {
    /// His connection, from which nothing after his PARTIE request has been read.
    pub stream: TcpStream,
    /// Where he is.
    pub address: String,
}

impl<'a> Network<'a> {
    /// Takes contestants on this listener.
    pub fn new(listener: TcpListener, config: &'a Config, handshake_time: Duration) -> Self {
        let (clients, ahead, waiting) = Default::default();
        Network { listener, config, handshake_time, clients, ahead, waiting }
    }

    /// What to wait for.
    pub fn polls(&self) -> impl Iterator<Item = PollFd<'_>> {
        let clients = self.clients.iter().map(|client| client.stream.as_fd());
        let readable = [self.listener.as_fd()].into_iter().chain(clients);
        let waiting = self.waiting.values().map(|waiting| departure(&waiting.stream));
        readable.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).chain(waiting)
    }

    /// When somebody's delay ends.
    pub fn deadline(&self) -> Deadline {
        let clients =
            self.clients.iter().map(|client| Deadline::after(client.since, Some(self.handshake_time)));
        let retry = (!self.ahead.is_empty())
            .then(|| Deadline::after(Instant::now(), Some(Duration::from_millis(100))));
        clients.chain(retry).fold(Deadline::NEVER, Deadline::min)
    }

    /// Takes in who has come, and lets go of who has left; the plan is told.
    pub fn advance(&mut self, plan: &mut Plan) {
        while let Ok((stream, address)) = self.listener.accept() {
            if listen::prepare(&stream).is_ok() {
                self.clients.push(Client::new(stream, address));
            }
        }
        let mut kept = Vec::new();
        let mut asked = Vec::new();
        for mut client in self.clients.drain(..) {
            match client.advance() {
                Progress::Asked(name) => asked.push((name, client)),
                Progress::Gone(why) => {
                    log::info!("{} : {why}", origin(client.address));
                    listen::end(client.stream);
                }
                Progress::Waiting if Deadline::after(client.since, Some(self.handshake_time)).passed() => {
                    log::info!("{} : pas de requête PARTIE complète, écarté", origin(client.address));
                }
                Progress::Waiting => kept.push(client),
            }
        }
        self.clients = kept;
        for (name, client) in asked {
            match self.config.admit(&name, client.address.ip()) {
                Ok(contestant) => self.enter(contestant, client, Instant::now(), plan),
                Err(refusal) => refuse(client, &refusal.to_string()),
            }
        }
        for (contestant, client, since) in std::mem::take(&mut self.ahead) {
            self.enter(contestant, client, since, plan);
        }
        let left = departed(self.waiting.values().map(|waiting| &waiting.stream));
        let mut left = left.into_iter();
        self.waiting.retain(|contestant, _| {
            let left = left.next().unwrap_or(false);
            if left {
                log::info!("{} est parti", self.config.regulations.name(*contestant));
                plan.disconnected(*contestant);
            }
            !left
        });
    }

    /// A contestant is there.
    fn enter(&mut self, contestant: ContestantId, client: Client, since: Instant, plan: &mut Plan) {
        let name = self.config.regulations.name(contestant);
        match plan.connected(contestant) {
            Ok(()) => {
                let address = origin(client.address);
                log::info!("{name} ({address}) attend sa rencontre");
                let waiting = Waiting { stream: client.stream, address };
                self.waiting.insert(contestant, waiting);
            }
            Err(ConnectError::Playing) if since.elapsed() < AHEAD => {
                self.ahead.push((contestant, client, since));
            }
            Err(error) => refuse(client, &format!("« {name} » : {error}")),
        }
    }

    /// Takes the connection of a contestant whose rencontre begins.
    pub fn take(&mut self, contestant: ContestantId) -> Option<Waiting> {
        self.waiting.remove(&contestant)
    }
}

/// Refuses a demand: ERR_PARTIE to the client, the reason to the organiser.
fn refuse(mut client: Client, why: &str) {
    log::warn!("{} : refusé (ERR_PARTIE) : {why}", origin(client.address));
    client.answer(&TPartieRep::refused(CodeRep::Partie).encode());
    listen::end(client.stream);
}
