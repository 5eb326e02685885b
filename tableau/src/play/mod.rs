//! Games that people play on the pages.
//!
//! * [`table`]: a table, and the thread that looks after the process of its game; [`Tables`]: all of them, each seat under a secret.
//! * `wish`: what somebody wants to play, read from a form. `engines`: whom to play against.
//! * `talk`: what the process of a game and the pages say to each other. [`referee`]: that process; `person`, `resumed`: who sits there.

pub mod engines;
mod person;
pub mod referee;
mod resumed;
pub mod table;
pub mod talk;
pub mod wish;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jeux::Reason;

use table::{Stage, Table, Wish};

/// So many games are played or waited for at once.
const MOST: usize = 32;
/// So many tables are remembered, those that are over included.
const MOST_KEPT: usize = 256;
/// How long a table at which all is over can be looked at.
const STAYS: Duration = Duration::from_secs(3600);
/// How long somebody is waited for.
const WAITS: Duration = Duration::from_secs(3600);

/// A seat: a table, and the place at it.
pub type Seat = (Arc<Table>, usize);

/// All tables.
#[derive(Default)]
pub struct Tables {
    /// By the secrets of their seats.
    seats: Mutex<HashMap<String, Seat>>,
    /// Whom to play against, once it was found out.
    pub engines: tokio::sync::OnceCell<engines::Engines>,
}

impl Tables {
    /// A table for this, at which the person in this place has sat down; gives the secret of the seat. Its game begins at once, unless
    /// somebody else has still to come.
    ///
    /// # Errors
    /// There are too many, or the system has no random bytes to give.
    pub fn open(&self, wish: Wish, place: usize, records: &Path) -> Result<String, Reason> {
        let secret = || {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes)
                .map(|()| hex::encode(bytes))
                .map_err(|_| Reason::new("play-no-random"))
        };
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        tidy(&mut seats);
        let open = seats.values().filter(|(table, place)| {
            // Each table counts once.
            table.secrets.iter().position(Option::is_some) == Some(*place) && table.over_for().is_none()
        });
        if open.count() >= MOST {
            return Err(Reason::new("play-full").with(MOST));
        }
        let mut secrets = [None, None];
        for (place, player) in wish.players.iter().enumerate() {
            if player.engine.is_none() {
                secrets[place] = Some(secret()?);
            }
        }
        let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
        let id = format!("{}-{now}-{}", wish.kind.name, &secret()?[..8]);
        let own = secrets[place].clone().ok_or_else(|| Reason::new("play-no-random"))?;
        let alone = wish.people() == 1;
        let table = Table::new(id, wish, secrets.clone(), records.to_owned());
        for (place, secret) in secrets.into_iter().enumerate() {
            if let Some(secret) = secret {
                seats.insert(secret, (table.clone(), place));
            }
        }
        drop(seats);
        if alone {
            table.start(None);
        }
        Ok(own)
    }

    /// The seat of this secret; `None` where there is none, or it was cleared since.
    pub fn seat(&self, secret: &str) -> Option<Seat> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).get(secret).cloned()
    }
}

/// Clears tables at which nothing happens any more.
fn tidy(seats: &mut HashMap<String, Seat>) {
    for (table, place) in seats.values() {
        if table.made.elapsed() > WAITS && table.standing(*place).stage == Stage::Waiting {
            table.stop();
        }
    }
    seats.retain(|_, (table, _)| table.over_for().is_none_or(|since| since < STAYS));
    while seats.len() > MOST_KEPT {
        let over = seats.iter().filter_map(|(secret, (table, _))| Some((table.over_for()?, secret)));
        let Some(oldest) = over.max().map(|(_, secret)| secret.clone()) else { return };
        seats.remove(&oldest);
    }
}
