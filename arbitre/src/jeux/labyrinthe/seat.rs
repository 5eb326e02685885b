//! One side of a table, for the match loop.

use std::cell::RefCell;
use std::net::TcpStream;
use std::os::fd::AsFd;
use std::rc::Rc;
use std::time::{Duration, Instant};

use jeux::Reason;
use jeux::{Player, Slot};
use nix::poll::PollFd;

use super::connection::Connection;
use super::judge::said;
use super::table::{CgsTable, TableClient};
use crate::reception::{Farewell, NetworkSeat, Reconnector};
use crate::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use ipc::wait::Deadline;

/// The time for a client to ask how a game ended that he lost without knowing, and then for the
/// next game.
const AGAIN_BOUND: Duration = Duration::from_secs(60);

/// The seat of a client at a table.
pub struct TableSeat<'a> {
    table: Rc<RefCell<CgsTable>>,
    slot: Slot,
    me: Player,
    /// The client's stream: a descriptor to wait for cannot be borrowed from the table.
    stream: Option<Rc<TcpStream>>,
    reconnector: &'a dyn Reconnector,
}

impl<'a> TableSeat<'a> {
    /// The seat of the client in this slot.
    pub fn new(table: &Rc<RefCell<CgsTable>>, slot: Slot, reconnector: &'a dyn Reconnector) -> Self {
        let me = table.borrow().side_of(slot);
        let stream = table.borrow_mut().client(me).map(|client| client.connection.shared());
        TableSeat { table: Rc::clone(table), slot, me, stream, reconnector }
    }

    /// Waits until the client knows how the last game ended and asks for another, on this
    /// connection or a new one.
    fn again(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        let deadline = Deadline::after(Instant::now(), Some(AGAIN_BOUND));
        loop {
            let mut table = self.table.borrow_mut();
            // Serve both, so that neither waits for the other's answer.
            Player::ALL.into_iter().for_each(|player| table.hear_again(player));
            let Some(client) = table.client(self.me) else {
                return Err(NoMove::Disconnected(Reason::new("closed")));
            };
            if client.again.is_some() {
                self.renew(&mut table, None);
                return Ok(());
            }
            if client.connection.gone().is_some() {
                drop(table);
                let guest = self.reconnector.call_back(self.slot)?;
                let connection = Connection::of_guest(guest);
                self.stream = Some(connection.shared());
                let mut table = self.table.borrow_mut();
                self.renew(&mut table, Some(connection));
                return Ok(());
            }
            if deadline.passed() {
                client.connection.close(&Reason::new("not-back"));
                return Err(NoMove::Disconnected(Reason::new("not-back")));
            }
            let due = table.sign_due();
            table.wait(deadline.min(due), opening.interrupt, None)?;
        }
    }

    /// Seats the client again, on his connection or a new one.
    fn renew(&self, table: &mut CgsTable, connection: Option<Connection>) {
        let old = table.sides[self.me].take().map(|client| client.connection);
        table.sides[self.me] = connection.or(old).map(|connection| Box::new(TableClient::new(connection)));
    }
}

impl Seat for TableSeat<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        // Both ask for this game before its board is laid.
        if opening.played > 0 {
            self.again(opening)?;
        }
        Ok(())
    }

    fn ready(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        let mut table = self.table.borrow_mut();
        let broken = |_| NoMove::Interrupted(Reason::new("impossible"));
        table.lay(opening).map_err(broken)?;
        self.me = opening.me;
        table.announce(self.me);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        let mut table = self.table.borrow_mut();
        table.sent = None;
        let (text, at) = table.wait_for_move(self.me, turn, other)?;
        let coup = said(&text);
        table.sent = Some(text);
        Ok(Answer { coup, at })
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let mut table = self.table.borrow_mut();
        let (Some(client), Some(stream)) = (table.client(self.me), &self.stream) else {
            return Deadline::NEVER;
        };
        // An ended stream would always be ready.
        if client.connection.gone().is_none() {
            fds.push(PollFd::new(stream.as_fd(), client.connection.wanted()));
        }
        client.connection.due(client.waits_for.is_none() && !client.done)
    }

    fn attend(&mut self) -> Result<(), NoMove> {
        let mut table = self.table.borrow_mut();
        let Some(client) = table.client(self.me) else { return Ok(()) };
        client.connection.advance();
        if table.over {
            return Ok(());
        }
        match table.serve_all(!self.me, false) {
            Ok(_) => Ok(()),
            Err(NoMove::Opponent(fault)) => Err(*fault),
            Err(fault) => Err(fault),
        }
    }

    fn remark(&mut self, text: &str) {
        let opponent = !self.me;
        self.table.borrow_mut().comment(opponent, text);
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        let mut table = self.table.borrow_mut();
        table.note(ruling);
        table.tell_mover(self.me, ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        let mut table = self.table.borrow_mut();
        // A mover at the same table has been told already, and the board has the move.
        if table.client(!self.me).is_none() {
            table.sent = None;
            table.note(ruling);
        }
        table.tell_waiting(self.me, ruling);
    }
}

impl NetworkSeat for TableSeat<'_> {
    fn farewell(&mut self) -> Farewell {
        let farewell = self.table.borrow_mut().farewell(self.me);
        if farewell != Farewell::Stays {
            self.stream = None;
        }
        farewell
    }

    fn dismiss(&mut self) {
        let mut table = self.table.borrow_mut();
        if let Some(client) = table.client(self.me) {
            client.connection.close(&Reason::new("never-asked"));
        }
    }
}
