//! Where contestants by network come in.

use anyhow::{Context, Result};
use arbitre::game::Kind;
use arbitre::reception::{Door, Doors, Reception, listen};
use championnat::{Config, Seat};
use jeux::Reason;

use super::options::{Jouer, Port};
use super::terminal;
use championnat::presentation::InWords;

/// Where contestants connect unless the organiser says otherwise.
const USUAL_PORT: u16 = 4242;

/// The doors of the game's own wire, at the ports of the command line or the usual one; they listen, and each has
/// been said.
///
/// # Errors
/// The game is not played by network, or not in a form that is asked for; or a port cannot be listened at.
pub fn open_doors(args: &Jouer, kind: &Kind) -> Result<Box<dyn Reception>> {
    let wire = kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title)).in_words()?;
    let usual = [Port { number: USUAL_PORT, form: String::new() }];
    let ports = if args.ports.is_empty() { &usual } else { args.ports.as_slice() };
    let mut doors = Vec::new();
    for Port { number, form } in ports {
        wire.check_form(form).in_words()?;
        let listener =
            listen::listen(args.address, *number).map_err(|error| Reason::from(&error)).in_words()?;
        let port = listener.local_addr().with_context(|| words::text!("listen-address"))?.port();
        terminal::show(&format!("{}\n", words::text!("lobby-listening", port = port.to_string())));
        doors.push(Door { listener, form: form.clone() });
    }
    Ok(wire.open(Doors::new(doors), args.handshake_time))
}

/// Which contestants connect by network, in the order of their list.
pub fn by_network(config: &Config) -> Vec<bool> {
    config.seats.iter().map(|seat| matches!(seat, Seat::Network(_))).collect()
}
