//! The moves of the games under way, for those who watch at the organiser's: the newest state of each, a few
//! times a second, and nothing while nobody watches.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use arbitre::live::Receiver;
use serde::Deserialize;

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
    loop {
        if heard.wait_for(|heard| heard.said.watched).await.is_err() {
            return;
        }
        // Hosts send nothing where nobody listens.
        match Receiver::bind(&agent.folder) {
            Ok(receiver) => {
                while heard.borrow().said.watched {
                    tokio::time::sleep(EVERY).await;
                    for update in newest(&receiver).into_values() {
                        // The next one makes up for a lost one.
                        agent.client.publish(format!("{LIVE}.{}", agent.key), update.into()).await.ok();
                    }
                }
            }
            Err(error) => {
                log::debug!("{}: {error}", agent.folder.display());
                tokio::time::sleep(EVERY).await;
            }
        }
    }
}

/// What has come, without waiting: the newest update of each rencontre.
fn newest(receiver: &Receiver) -> BTreeMap<String, Vec<u8>> {
    let mut newest = BTreeMap::new();
    while let Ok(bytes) = receiver.receive_bytes() {
        if let Ok(update) = serde_json::from_slice::<Update>(&bytes) {
            newest.insert(update.record.id, bytes);
        }
    }
    newest
}
