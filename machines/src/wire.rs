//! What travels over NATS between the bridge and the machines: subjects, streams, messages.
//!
//! | subject | from, to | what |
//! | --- | --- | --- |
//! | `arbitre.join` | machine, bridge | [`Joining`], answered by [`Joined`]: a request of those who have the room's token |
//! | `arbitre.room` | anybody of the room, bridge | nothing, answered by the machines of the room |
//! | `arbitre.jobs` | bridge, machines | [`Job`], in the stream [`JOBS`]: one machine takes it, and acknowledges it once its answer is kept |
//! | `arbitre.answers.KEY` | machine, bridge | [`Answer`], in the stream [`ANSWERS`] |
//! | `arbitre.beat.KEY` | machine, bridge | [`Beat`] once a second, answered by [`Beaten`] |
//! | `arbitre.bundle.KEY` | machine, bridge | [`BundleRequest`], answered by a piece of the bundle |
//! | `arbitre.live.KEY` | machine, bridge | the live updates of its games |
//!
//! `KEY` is the public key by which a machine has joined. Messages are JSON, compressed.

use std::path::PathBuf;
use std::time::Duration;

use arbitre::host::Task;
use arbitre::host::remote::{Machine, Outcome};
use bytes::Bytes;
use jeux::{Reason, Slot};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub const JOIN: &str = "arbitre.join";
pub const ROOM: &str = "arbitre.room";
pub const JOB: &str = "arbitre.jobs";
pub const ANSWER: &str = "arbitre.answers";
pub const BEAT: &str = "arbitre.beat";
pub const BUNDLE: &str = "arbitre.bundle";
pub const LIVE: &str = "arbitre.live";
/// Where the answers to [`JOIN`] go: those to machines go elsewhere.
pub const JOIN_INBOX: &str = "_INBOX.join";
/// Streams, and the consumers that all machines share and that the bridge has.
pub const JOBS: &str = "ARBITRE_JOBS";
pub const ANSWERS: &str = "ARBITRE_ANSWERS";
pub const MACHINES: &str = "machines";
pub const BRIDGE: &str = "bridge";
/// The user who may only ask to join.
pub const NEWCOMER: &str = "machine";

/// How often a machine is heard of, and after which silence it counts as gone.
pub const BEAT_EVERY: Duration = Duration::from_secs(1);
pub const SILENT: Duration = Duration::from_millis(3500);
/// A job of which nothing is heard for so long goes to another machine.
pub const ACK_WAIT: Duration = Duration::from_secs(4);
/// Machines lost with a rencontre, or failures of machines at it, before it counts as interrupted.
pub const LOSSES: u32 = 4;
/// How long a machine that fails takes no rencontres, and does not try again an engine that does not play on it.
pub const RESTS: Duration = Duration::from_secs(30);
/// The pieces of a bundle.
pub const PIECE: usize = 256 << 10;
/// The longest messages, decompressed: with a rencontre, and any other.
pub const LONGEST: usize = 16 << 20;
pub const SHORT: usize = 256 << 10;
/// The level of compression: records shrink tenfold, quickly.
const LEVEL: u8 = 1;

/// The version of the programs, and the sum of their sources.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("ARBITRE_SOURCES"));

/// A machine wants to join.
#[derive(Debug, Serialize, Deserialize)]
pub struct Joining {
    /// Its public key.
    pub key: String,
    pub version: String,
    pub name: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Joined {
    /// Under this name, which may have got a number.
    Yes {
        name: String,
        /// It has an account of its own, by its key; otherwise the one it has come with.
        account: bool,
    },
    No(Reason),
}

/// A rencontre for one machine.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    /// Who has it may answer.
    pub ticket: String,
    pub task: Box<Task>,
    /// By slot.
    pub engines: [JobEngine; 2],
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct JobEngine {
    /// Its command: see [`Travelling`](arbitre::engine::Travelling).
    pub spec: String,
    /// What it has brought along, if anything.
    pub bundle: Option<BundleRef>,
    pub readable: Vec<PathBuf>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct BundleRef {
    /// SHA-256, in hexadecimal: its name.
    pub sum: String,
    pub bytes: u64,
    /// Who has it gets the bundle.
    pub ticket: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct BundleRequest {
    pub sum: String,
    pub ticket: String,
    pub offset: u64,
}

/// The answer to a job, with its ticket: who was not given it cannot answer.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    pub ticket: String,
    pub said: Said,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Said {
    Played(Box<Outcome>),
    /// The machine cannot play it: another one may.
    Declined {
        task: String,
        /// Whose engine does not play here, if it is that.
        slot: Option<Slot>,
        why: Reason,
    },
}

/// A machine is there.
#[derive(Debug, Serialize, Deserialize)]
pub struct Beat {
    pub machine: Machine,
}

/// The bridge has heard it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Beaten {
    /// Why it gets no rencontres.
    pub refused: Option<Reason>,
    /// Those of its tasks that nobody wants any more.
    pub unwanted: Vec<String>,
    /// Somebody watches the games.
    pub watched: bool,
    /// Both engines of a rencontre think at once.
    pub ponder: bool,
    /// Nothing is to begin.
    pub held: bool,
    /// Everything is played.
    pub finished: bool,
}

/// Not a message of this kind.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    #[error("not compressed, or too long")]
    Compressed,
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

pub fn pack(message: &impl Serialize) -> Result<Bytes, WireError> {
    Ok(miniz_oxide::deflate::compress_to_vec(&serde_json::to_vec(message)?, LEVEL).into())
}

/// Reads a message of so many bytes at most.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8], most: usize) -> Result<T, WireError> {
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, most);
    Ok(serde_json::from_slice(&text.map_err(|_| WireError::Compressed)?)?)
}

/// The key of the machine that has sent something to this subject: only it may publish there.
pub fn key_of(subject: &str) -> Option<&str> {
    subject.rsplit('.').next()
}

/// A job of this task, for engines of these names.
#[cfg(test)]
pub fn example_job(task: &str, engines: [&str; 2]) -> Job {
    use arbitre::host::{TaskPlayer, TaskSeat};
    let player = |name| TaskPlayer::new(name, "", TaskSeat::House(String::new()));
    let task = Task::new(task, "colonnes", 2, engines.map(player));
    let engine = |name: &str| JobEngine { spec: name.to_owned(), bundle: None, readable: Vec::new() };
    Job { ticket: String::new(), task: Box::new(task), engines: engines.map(engine) }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        /// Any bytes, compressed or not, are a message or an error.
        #[test]
        fn any_bytes_may_come(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400)) {
            let compressed = miniz_oxide::deflate::compress_to_vec(&bytes, 1);
            for bytes in [&bytes, &compressed] {
                unpack::<Joining>(bytes, SHORT).ok();
                unpack::<Beat>(bytes, SHORT).ok();
                unpack::<BundleRequest>(bytes, SHORT).ok();
                unpack::<Job>(bytes, LONGEST).ok();
                unpack::<Answer>(bytes, LONGEST).ok();
            }
        }

        /// A message with a byte changed is read without harm; one of this kind comes back as it was.
        #[test]
        fn a_spoilt_message_is_read_without_harm(at in 0_usize..200, byte in proptest::prelude::any::<u8>()) {
            let request = BundleRequest { sum: "0".repeat(64), ticket: "1".repeat(64), offset: 7 };
            let mut json = serde_json::to_vec(&request).expect("a message");
            let length = json.len();
            json[at % length] = byte;
            let packed = miniz_oxide::deflate::compress_to_vec(&json, 1);
            if let Ok(read) = unpack::<BundleRequest>(&packed, SHORT) {
                let again = unpack::<BundleRequest>(&pack(&read).expect("a message"), SHORT).expect("a message");
                proptest::prop_assert_eq!((again.sum, again.ticket, again.offset), (read.sum, read.ticket, read.offset));
            }
        }
    }

    #[test]
    fn nonsense_is_no_message() {
        let joining = Joining { key: "U".into(), version: VERSION.into(), name: "salle-07".into() };
        let bytes = pack(&joining).expect("bytes");
        assert_eq!(unpack::<Joining>(&bytes, SHORT).expect("a message").name, "salle-07");
        assert!(unpack::<Joining>(&bytes[..bytes.len() - 1], SHORT).is_err());
        assert!(unpack::<Beaten>(b"{}", SHORT).is_err() && unpack::<Beaten>(&[], SHORT).is_err());
        let bomb = miniz_oxide::deflate::compress_to_vec(&vec![b' '; SHORT + 1], 9);
        assert!(matches!(unpack::<Joining>(&bomb, SHORT), Err(WireError::Compressed)));
    }
}
