//! The text protocol of the course's game server.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use jeux::labyrinthe::{Labyrinth, maze_of_seed};
use jeux::{Reason, Slot};
use protocol::cgs::{Edition, check_name};

use super::clients::Clients;
use super::connection::Connection;
use super::seat::TableSeat;
use super::table::CgsTable;
use crate::reception::{Guest, Listeners, NetworkSeat, Reception, Reconnector, Wire};

/// The protocol, in both editions.
#[derive(Clone, Copy, Debug)]
pub struct LabyrintheWire;

impl Wire for LabyrintheWire {
    fn check_name(&self, sent: &str) -> Result<(), Reason> {
        check_name(sent).map_err(Reason::from)
    }

    fn check_form(&self, form: &str) -> Result<(), Reason> {
        let known = form.is_empty() || form.parse::<Edition>().is_ok();
        if known { Ok(()) } else { Err(Reason::new("unknown-form").with(form)) }
    }

    fn open(&self, doors: Listeners, patience: Duration) -> Box<dyn Reception> {
        Box::new(Clients::new(doors, patience))
    }

    fn sit<'a>(
        &self,
        guests: [Option<Guest>; 2],
        names: [&str; 2],
        title: Option<&str>,
        reconnector: &'a dyn Reconnector,
    ) -> io::Result<[Option<Box<dyn NetworkSeat + 'a>>; 2]> {
        let clients = guests.map(|guest| guest.map(Connection::of_guest));
        let usual = || {
            let edition = clients.iter().flatten().map(|connection| connection.edition).next();
            // Distinguishes games of the same name in logs: the time will do.
            let salt = jiff::Timestamp::now().as_microsecond() as u32;
            edition.unwrap_or_default().game_name(salt >> 8, salt)
        };
        let title = title.map_or_else(usual, str::to_owned);
        // Never seen: the first announcement replaces it.
        let nothing = Labyrinth::new(maze_of_seed(0)).map_err(io::Error::other)?;
        let present = [clients[0].is_some(), clients[1].is_some()];
        let table = Rc::new(RefCell::new(CgsTable::new(clients, names, &title, nothing)));
        let seat = |slot: Slot| -> io::Result<Option<Box<dyn NetworkSeat + 'a>>> {
            if !present[slot] {
                return Ok(None);
            }
            Ok(Some(Box::new(TableSeat::new(&table, slot, reconnector))))
        };
        Ok([seat(Slot::Zero)?, seat(Slot::One)?])
    }
}
