//! The reception of Colonnes: clients and their PARTIE requests (subject, 1.3).

use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::AsFd;
use std::time::Duration;

use jeux::Reason;
use nix::poll::{PollFd, PollFlags};
use protocol::colonnes::{CodeRep, Coul, PartieRefusal, TPartieRep};
use protocol::name::{self, NAME_BYTES};

use super::SocketSeat;
use super::handshake::{HandshakeProgress, PendingClient};
use crate::reception::{
    Asking, Guest, Listeners, NetworkSeat, News, Reception, Reconnector, TurnedAway, Wire, departure, listen,
    origin, ready_now,
};
use ipc::wait::Deadline;

/// How many clients are disconnected to free descriptors.
const ROOM: usize = 4;

/// The subject's protocol (1.3). The guest in slot 0 has the white pawns (1.2).
#[derive(Clone, Copy, Debug)]
pub struct ColonnesWire;

impl Wire for ColonnesWire {
    fn check_name(&self, sent: &str) -> Result<(), Reason> {
        if sent.len() > NAME_BYTES {
            Err(Reason::new("name-too-long").with(sent.len()).with(NAME_BYTES))
        } else if name::clean(sent.as_bytes()) != sent {
            Err(Reason::new("name-characters"))
        } else {
            Ok(())
        }
    }

    fn told(&self, name: &str) -> String {
        name::clean(name.as_bytes())
    }

    fn check_form(&self, form: &str) -> Result<(), Reason> {
        if form.is_empty() { Ok(()) } else { Err(Reason::new("unknown-form").with(form)) }
    }

    fn open(&self, doors: Listeners, patience: Duration) -> Box<dyn Reception> {
        Box::new(Requests::new(doors, patience))
    }

    fn sit<'a>(
        &self,
        guests: [Option<Guest>; 2],
        names: [&str; 2],
        _title: Option<&str>,
        _reconnector: &'a dyn Reconnector,
    ) -> io::Result<[Option<Box<dyn NetworkSeat + 'a>>; 2]> {
        let [blanc, noir] = guests;
        let sit =
            |guest: Option<Guest>, coul, opponent: &str| -> io::Result<Option<Box<dyn NetworkSeat + 'a>>> {
                let Some(guest) = guest else { return Ok(None) };
                Ok(Some(Box::new(SocketSeat::new(guest.stream, coul, opponent)?)))
            };
        Ok([sit(blanc, Coul::Blanc, names[1])?, sit(noir, Coul::Noir, names[0])?])
    }
}

/// All clients not playing, before and after their PARTIE.
#[derive(Debug)]
pub struct Requests {
    doors: Listeners,
    patience: Duration,
    /// The last guest number.
    numbers: u64,
    /// Incomplete handshakes, in the order of connection.
    clients: Vec<PendingClient>,
    /// Clients who sent PARTIE.
    waiting: BTreeMap<u64, (TcpStream, SocketAddr)>,
}

impl Requests {
    /// A client may take `patience` for his request.
    pub fn new(doors: Listeners, patience: Duration) -> Self {
        Requests { doors, patience, numbers: 0, clients: Vec::new(), waiting: BTreeMap::new() }
    }

    /// Admits nobody else; present clients stay.
    pub fn shut(&mut self) {
        self.doors.close();
    }

    fn due(&self, client: &PendingClient) -> Deadline {
        Deadline::after(client.since, Some(self.patience))
    }

    /// Disconnects those who have been silent longest.
    fn let_silent_go(&mut self, most: usize) {
        self.clients.drain(..most.min(self.clients.len()));
    }
}

impl Reception for Requests {
    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let paused = self.doors.watch(fds);
        fds.extend(self.waiting.values().map(|(stream, _)| departure(stream)));
        fds.extend(self.clients.iter().map(|client| PollFd::new(client.stream.as_fd(), PollFlags::POLLIN)));
        self.clients.iter().fold(paused, |earliest, client| earliest.min(self.due(client)))
    }

    fn advance(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        let clients = &mut self.clients;
        let full = self.doors.accept(&mut |why| news.push(News::Full(why)), &mut |stream, address, _| {
            clients.push(PendingClient::new(stream, address));
        });
        if full {
            self.let_silent_go(1);
        }
        let here = self.clients.iter().map(|client| PollFd::new(client.stream.as_fd(), PollFlags::POLLIN));
        let ready = ready_now(here);
        for (mut client, ready) in std::mem::take(&mut self.clients).into_iter().zip(ready) {
            match if ready { client.advance() } else { HandshakeProgress::Waiting } {
                HandshakeProgress::Asked(name) => {
                    self.numbers += 1;
                    let (number, address) = (self.numbers, client.address);
                    self.waiting.insert(number, (client.stream, address));
                    news.push(News::Asks(Asking { number, name, address, tournament: None }));
                }
                HandshakeProgress::Gone(why) => {
                    news.push(News::Dropped { from: origin(client.address), why });
                    listen::end(&client.stream);
                }
                HandshakeProgress::Waiting if self.due(&client).passed() => {
                    let why = Reason::new("no-partie");
                    news.push(News::Dropped { from: origin(client.address), why });
                }
                HandshakeProgress::Waiting => self.clients.push(client),
            }
        }
        // Checked last, so that a client who asked and left is not offered as an opponent.
        let left = ready_now(self.waiting.values().map(|(stream, _)| departure(stream)));
        let numbers: Vec<u64> = self.waiting.keys().copied().collect();
        for (number, _) in numbers.into_iter().zip(left).filter(|(_, left)| *left) {
            self.waiting.remove(&number);
            news.push(News::Left(number));
        }
        news
    }

    fn take(&mut self, number: u64) -> Option<Guest> {
        let (stream, address) = self.waiting.remove(&number)?;
        Some(Guest { stream, from: origin(address), state: String::new() })
    }

    fn give_back(&mut self, _number: u64, _state: Option<&str>) {}

    fn refuse(&mut self, number: u64, why: TurnedAway) {
        let Some((stream, address)) = self.waiting.remove(&number) else { return };
        let mut client = PendingClient::new(stream, address);
        // A client does not learn why he is refused: only the organiser does.
        let reply = match why {
            TurnedAway::TournamentOver => TPartieRep::refused_because(PartieRefusal::Over),
            TurnedAway::AlreadyHere => TPartieRep::refused_because(PartieRefusal::Here),
            _ => TPartieRep::refused(CodeRep::Partie),
        };
        client.answer(&reply.encode());
        listen::end(&client.stream);
    }

    fn make_room(&mut self) {
        self.let_silent_go(ROOM);
        self.doors.pause();
    }

    fn close(&mut self) {
        self.doors.close();
        self.clients.clear();
        self.waiting.clear();
    }
}
