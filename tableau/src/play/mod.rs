//! Games that people play on the pages.
//!
//! * [`table`]: one table, and the thread that has its games played by hosts ([`arbitre::host`]). [`Tables`]: all of
//!   them, each seat under a secret.
//! * `opponents`: what a form asks to play, and against whom.

pub mod opponents;
pub mod table;

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jeux::{Reason, Slot};
use opponents::GameEngines;
use table::{GameRequest, Hosts, PlayTable, TableOrder, TableStage};

/// Games played, waiting, or not recorded yet.
const MOST: usize = 32;
/// Tables kept, including finished ones.
const MOST_KEPT: usize = 256;
/// How long a finished table stays.
const STAYS: Duration = Duration::from_secs(3600);
/// How long a table waits for the other person.
const WAITS: Duration = Duration::from_secs(3600);

/// A table, and the slot at it.
pub type PlaySeat = (Arc<PlayTable>, Slot);

pub struct Tables {
    /// By the secrets of their seats.
    seats: Mutex<HashMap<String, PlaySeat>>,
    hosts: Arc<Hosts>,
    /// How many were opened.
    made: AtomicU64,
    /// The engines, once asked for.
    engines: tokio::sync::OnceCell<GameEngines>,
}

impl Tables {
    /// An empty set; records go to this folder, and games that nobody has looked at for so long end.
    pub fn new(records: PathBuf, abandoned: Duration) -> io::Result<Self> {
        let hosts = Arc::new(Hosts::new(records, abandoned)?);
        Ok(Tables { seats: Mutex::default(), hosts, made: AtomicU64::default(), engines: Default::default() })
    }

    /// The engines of each game; asked for once.
    pub async fn engines(&self) -> &GameEngines {
        // A visitor who looks at them will soon play.
        self.hosts.ask(TableOrder::Host);
        let read = || async { tokio::task::spawn_blocking(GameEngines::read).await.unwrap_or_default() };
        self.engines.get_or_init(read).await
    }

    /// Opens a table with the person of this slot and returns the seat's secret. The game begins at
    /// once, unless another person has to come.
    pub fn open(&self, request: GameRequest, slot: Slot) -> Result<String, Reason> {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        tidy(&mut seats);
        let open = seats.values().filter(|(table, slot)| {
            // Count each table once.
            table.secrets.iter().position(Option::is_some) == Some(slot.index()) && table.over_for().is_none()
        });
        if open.count() >= MOST {
            return Err(Reason::new("play-full").with(MOST));
        }
        let mut secrets = [None, None];
        for (slot, player) in Slot::ALL.into_iter().zip(&request.players) {
            if player.engine.is_none() {
                secrets[slot] = Some(secret()?);
            }
        }
        let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
        let id = format!("{}-{now}-{}", request.kind.name, &secret()?[..8]);
        let own = secrets[slot].clone().ok_or_else(|| Reason::new("play-no-random"))?;
        let alone = request.people() == 1;
        let key = self.made.fetch_add(1, Ordering::Relaxed);
        let table = PlayTable::new((key, id), request, secrets.clone(), self.hosts.clone());
        for (slot, secret) in Slot::ALL.into_iter().zip(secrets) {
            if let Some(secret) = secret {
                seats.insert(secret, (table.clone(), slot));
            }
        }
        drop(seats);
        if alone {
            table.start(None);
        }
        Ok(own)
    }

    /// Seats the person of this name, who accepts an invitation first: the secret of the seat from now on, as others may
    /// know the invitation. It cannot be told again: who does not get the answer has lost the seat.
    pub fn accept(&self, invitation: &str, name: String) -> Result<Option<String>, Reason> {
        let own = secret()?;
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((table, slot)) = seats.get(invitation).cloned() else { return Ok(None) };
        if !table.start(Some((slot, name))) {
            return Ok(None);
        }
        seats.remove(invitation);
        seats.insert(own.clone(), (table, slot));
        Ok(Some(own))
    }

    /// The table that this invitation was for, once it has been accepted.
    pub fn accepted(&self, invitation: &str) -> Option<Arc<PlayTable>> {
        let seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let invited =
            |table: &&Arc<PlayTable>| table.secrets.iter().flatten().any(|secret| secret == invitation);
        let table = seats.values().map(|(table, _)| table).find(invited);
        table.filter(|_| !seats.contains_key(invitation)).cloned()
    }

    /// How many games a person of this name plays or waits for.
    pub fn of_person(&self, name: &str) -> usize {
        let seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let own = seats
            .values()
            .filter(|(table, slot)| table.over_for().is_none() && table.request.players[*slot].name == name);
        own.count()
    }

    /// The seat of this secret, whose person has come; `None` if there is none any more.
    pub fn seat(&self, secret: &str) -> Option<PlaySeat> {
        let seat = self.seats.lock().unwrap_or_else(PoisonError::into_inner).get(secret).cloned()?;
        seat.0.come();
        Some(seat)
    }
}

/// A secret that nobody guesses.
fn secret() -> Result<String, Reason> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map(|()| hex::encode(bytes)).map_err(|_| Reason::new("play-no-random"))
}

/// Removes finished and abandoned tables.
fn tidy(seats: &mut HashMap<String, PlaySeat>) {
    for (table, slot) in seats.values() {
        if table.made.elapsed() > WAITS && table.standing(*slot).stage == TableStage::Waiting {
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
