//! Wrong secrets, which are made to take time: a short one could be found by trying.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Wrong ones that cost nothing.
const FREE: u32 = 5;
/// The first wait; each further wrong one doubles it.
const FIRST: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(60);
/// A name and address without a wrong one for so long is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(600);
/// Names and addresses counted.
const MOST: usize = 10_000;

/// Those of each name from each address: who has the right one is elsewhere.
#[derive(Default)]
pub struct WrongSecrets(HashMap<(String, IpAddr), Attempts>);

struct Attempts {
    wrong: u32,
    last: Instant,
}

impl Attempts {
    fn wait(&self) -> Duration {
        match self.wrong.checked_sub(FREE) {
            Some(further) => FIRST.saturating_mul(2u32.saturating_pow(further)).min(LONGEST),
            None => Duration::ZERO,
        }
    }
}

impl WrongSecrets {
    /// How long this name may not come from this address yet.
    pub fn wait(&self, name: &str, from: IpAddr, now: Instant) -> Option<Duration> {
        let attempts = self.0.get(&(name.to_owned(), from))?;
        let wait = attempts.wait().checked_sub(now.saturating_duration_since(attempts.last))?;
        (!wait.is_zero()).then_some(wait)
    }

    /// Counts a wrong one.
    pub fn count(&mut self, name: &str, from: IpAddr, now: Instant) {
        if self.0.len() >= MOST {
            self.0.retain(|_, attempts| now.saturating_duration_since(attempts.last) < FORGOTTEN);
        }
        if self.0.len() >= MOST
            && let Some(oldest) = self.0.iter().min_by_key(|(_, one)| one.last).map(|(key, _)| key.clone())
        {
            self.0.remove(&oldest);
        }
        let attempts = self.0.entry((name.to_owned(), from)).or_insert(Attempts { wrong: 0, last: now });
        if now.saturating_duration_since(attempts.last) >= FORGOTTEN {
            attempts.wrong = 0;
        }
        (attempts.wrong, attempts.last) = (attempts.wrong.saturating_add(1), now);
    }

    /// The right one came.
    pub fn forget(&mut self, name: &str, from: IpAddr) {
        self.0.remove(&(name.to_owned(), from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_five_wrong_ones_each_takes_longer_up_to_a_minute() {
        let [home, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let (mut wrong, mut now) = (WrongSecrets::default(), Instant::now());
        for _ in 0..FREE {
            assert_eq!(wrong.wait("bob", home, now), None);
            wrong.count("bob", home, now);
        }
        for seconds in [5, 10, 20, 40, 60, 60] {
            let wait = wrong.wait("bob", home, now).expect("a wait");
            assert_eq!(wait, Duration::from_secs(seconds));
            assert_eq!((wrong.wait("bob", other, now), wrong.wait("alice", home, now)), (None, None));
            now += wait;
            assert_eq!(wrong.wait("bob", home, now), None);
            wrong.count("bob", home, now);
        }
        wrong.forget("bob", home);
        assert_eq!(wrong.wait("bob", home, now), None);
        for _ in 0..FREE {
            wrong.count("bob", home, now);
        }
        now += FORGOTTEN;
        wrong.count("bob", home, now);
        assert_eq!(wrong.wait("bob", home, now), None, "long ago");
    }

    #[test]
    fn only_so_many_are_counted() {
        let (mut wrong, now) = (WrongSecrets::default(), Instant::now());
        for number in 0..=MOST {
            let [.., a, b] = number.to_be_bytes();
            wrong.count("bob", IpAddr::from([10, 0, a, b]), now);
        }
        assert_eq!(wrong.0.len(), MOST);
    }
}
