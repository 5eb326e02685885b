//! Records that somebody has pasted: kept in memory for a while, under a name that nobody guesses.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::records::Opened;

/// How long a record is kept.
pub const STAYS: Duration = Duration::from_secs(2 * 3600);
/// So many bytes of records are kept, and so many records of one address.
const MOST_BYTES: usize = 32 << 20;
const MOST_OF_ONE: usize = 16;

/// The records that were pasted, the oldest first.
#[derive(Default)]
pub struct Pasted {
    kept: Mutex<VecDeque<Kept>>,
}

struct Kept {
    secret: String,
    since: Instant,
    from: IpAddr,
    bytes: usize,
    record: Arc<Opened>,
}

impl Pasted {
    /// Keeps a record of so many bytes for [`STAYS`]; gives its name. Where there is no room the oldest ones go,
    /// those of the same address first.
    ///
    /// # Errors
    /// The system has no random bytes to give.
    pub fn keep(&self, record: Opened, bytes: usize, from: IpAddr) -> Result<String, getrandom::Error> {
        let mut secret = [0; 16];
        getrandom::fill(&mut secret)?;
        let secret = hex::encode(secret);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| one.since.elapsed() < STAYS);
        if kept.iter().filter(|one| one.from == from).count() >= MOST_OF_ONE
            && let Some(oldest) = kept.iter().position(|one| one.from == from)
        {
            kept.remove(oldest);
        }
        while kept.iter().map(|one| one.bytes).sum::<usize>() + bytes > MOST_BYTES
            && kept.pop_front().is_some()
        {}
        kept.push_back(Kept {
            secret: secret.clone(),
            since: Instant::now(),
            from,
            bytes,
            record: Arc::new(record),
        });
        Ok(secret)
    }

    /// The record of this name, if it is still there.
    pub fn get(&self, secret: &str) -> Option<Arc<Opened>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|one| one.secret == secret && one.since.elapsed() < STAYS);
        found.map(|one| one.record.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::parse;

    const RECORD: &str = r#"{"schema": 1, "game": "x", "id": "x", "started": "2026-11-21T00:52:56Z", "ended": null, "versions": {},
        "settings": {"time_ms": null, "judged": true}, "players": [{"name": "a", "from": "x"}, {"name": "b", "from": "x"}],
        "parties": []}"#;

    #[test]
    fn the_oldest_ones_go_where_there_is_no_room() {
        let pasted = Pasted::default();
        let keep = |bytes, from: [u8; 4]| {
            let record = parse(RECORD).expect("a record");
            pasted.keep(record, bytes, IpAddr::from(from)).expect("a secret")
        };
        let other = keep(1, [192, 0, 2, 1]);
        let own: Vec<String> = (0..=MOST_OF_ONE).map(|_| keep(1, [127, 0, 0, 1])).collect();
        assert!(
            pasted.get(&own[0]).is_none() && pasted.get(&own[1]).is_some() && pasted.get(&other).is_some()
        );
        let large = keep(MOST_BYTES, [192, 0, 2, 2]);
        assert!(
            pasted.get(&large).is_some() && pasted.get(&own[1]).is_none() && pasted.get(&other).is_none()
        );
        assert!(pasted.get("").is_none());
    }
}
