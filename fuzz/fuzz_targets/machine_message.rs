//! What the machines of a room and the bridge tell each other: any bytes, compressed or not, are a message or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;

// The program has no library.
#[allow(dead_code, reason = "not all of it reads messages")]
#[path = "../../machines/src/wire.rs"]
mod wire;

use wire::{Answer, Beat, Beaten, BundleRequest, Job, Joined, Joining, LONGEST, SHORT, pack, unpack};

fn read<T: Serialize + DeserializeOwned>(bytes: &[u8], most: usize) {
    let Ok(message) = unpack::<T>(bytes, most) else { return };
    let packed = pack(&message).expect("a message");
    // What is left out in one is written in the other.
    let again: T = unpack(&packed, 2 * LONGEST).expect("what we write can be read");
    assert_eq!(pack(&again).expect("a message"), packed);
}

fuzz_target!(|data: &[u8]| {
    let compressed = miniz_oxide::deflate::compress_to_vec(data, 1);
    for bytes in [data, &compressed] {
        read::<Joining>(bytes, SHORT);
        read::<Joined>(bytes, SHORT);
        read::<Beat>(bytes, SHORT);
        read::<Beaten>(bytes, SHORT);
        read::<BundleRequest>(bytes, SHORT);
        read::<Job>(bytes, LONGEST);
        read::<Answer>(bytes, LONGEST);
    }
});
