//! What hosts, their clients and the bridge to other machines tell each other: any bytes are a message that is written as it
//! is read, or an error.

#![no_main]

use arbitre::host::remote::{BridgeOrder, BridgeReport};
use arbitre::host::{Order, Report};
use libfuzzer_sys::fuzz_target;
use protocol::analysis::{Answer, Request};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn read<T: Serialize + DeserializeOwned>(data: &[u8]) {
    let Ok(message) = serde_json::from_slice::<T>(data) else { return };
    let written = serde_json::to_vec(&message).expect("a message");
    let again: T = serde_json::from_slice(&written).expect("what we write can be read");
    assert_eq!(serde_json::to_vec(&again).expect("a message"), written);
}

fuzz_target!(|data: &[u8]| {
    read::<Order>(data);
    read::<Report>(data);
    read::<BridgeOrder>(data);
    read::<BridgeReport>(data);
    // And what the engines that evaluate positions are asked and answer.
    read::<Request>(data);
    read::<Answer>(data);
});
