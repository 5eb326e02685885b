//! The moves of the games under way, for those who watch at the organiser's: the newest state of each, a few
//! times a second, and nothing while nobody watches.

use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::time::Duration;

use arbitre::live::Receiver;
use serde::Deserialize;
use tokio::io::Interest;
use tokio::net::UnixDatagram;
use tokio::time::MissedTickBehavior;

use super::machine::Agent;
use crate::wire::LIVE;

const EVERY: Duration = Duration::from_millis(250);

/// The part of an update that tells which rencontre it is of.
#[derive(Deserialize)]
struct Update {
    record: Named,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

/// Passes them on, as long as this machine is in the room.
pub async fn forward(agent: Arc<Agent>) {
    let mut heard = agent.heard.subscribe();
    while heard.wait_for(|heard| heard.said.watched).await.is_ok() {
        if let Err(error) = forward_while_watched(&agent).await {
            log::debug!("{}: {error}", agent.folder.display());
            tokio::time::sleep(EVERY).await;
        }
    }
}

async fn forward_while_watched(agent: &Agent) -> io::Result<()> {
    // Hosts send nothing where nobody listens.
    let receiver = Receiver::bind(&agent.folder)?;
    let socket = UnixDatagram::from_std(receiver.as_fd().try_clone_to_owned()?.into())?;
    // Of each rencontre.
    let mut newest = BTreeMap::new();
    let mut tick = tokio::time::interval(EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while agent.heard.borrow().said.watched {
        tokio::select! {
            // At once: there is room for ten, and the end of a rencontre waits for some.
            ready = socket.readable() => {
                ready?;
                match socket.try_io(Interest::READABLE, || receiver.receive_bytes()) {
                    Ok(bytes) => {
                        if let Ok(update) = serde_json::from_slice::<Update>(&bytes) {
                            newest.insert(update.record.id, bytes);
                        }
                    }
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(error) => return Err(error),
                }
            }
            _ = tick.tick() => {
                for update in mem::take(&mut newest).into_values() {
                    // The next one makes up for a lost one.
                    agent.client.publish(format!("{LIVE}.{}", agent.key), update.into()).await.ok();
                }
            }
        }
    }
    Ok(())
}
