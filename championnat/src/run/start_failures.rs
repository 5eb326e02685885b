//! How often engines fail to start: one that does so again and again is not waited for before each of its rencontres.

use std::collections::BTreeMap;

use championnat::ContestantId;
use jeux::Reason;

/// The failed starts of each contestant, since the last that went well.
#[derive(Debug)]
pub struct StartFailures {
    /// So many in a row are too many; 0: never.
    most: u32,
    failed: BTreeMap<ContestantId, u32>,
}

impl StartFailures {
    /// So many failed starts in a row are too many; 0: never.
    pub fn new(most: u32) -> Self {
        StartFailures { most, failed: BTreeMap::new() }
    }

    /// The engine of a contestant has been started (`None`); or has not, for this reason. Why it is out, if it is
    /// from now on: then it is counted anew.
    pub fn hear(&mut self, contestant: ContestantId, failed: Option<Reason>) -> Option<Reason> {
        let Some(why) = failed else {
            self.failed.remove(&contestant);
            return None;
        };
        let times = self.failed.entry(contestant).or_default();
        *times += 1;
        let out = *times == self.most;
        if out {
            // Whom the organiser takes back begins anew.
            self.failed.remove(&contestant);
        }
        out.then(|| Reason::new("starts-failed").with(self.most).because(why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_failures_in_a_row_count_and_only_once() {
        let (one, other) = (ContestantId(0), ContestantId(1));
        let failed = |code| Some(Reason::new(code));
        let mut failures = StartFailures::new(2);
        assert_eq!(failures.hear(one, failed("a")), None);
        assert_eq!(failures.hear(one, None), None);
        assert_eq!(failures.hear(one, failed("a")), None);
        assert_eq!(failures.hear(other, failed("a")), None);
        let why = Reason::new("starts-failed").with(2).because(Reason::new("b"));
        assert_eq!(failures.hear(one, failed("b")), Some(why));
        assert_eq!(failures.hear(one, failed("b")), None, "who is taken back begins anew");
        let mut never = StartFailures::new(0);
        assert!((0..100).all(|_| never.hear(one, failed("a")).is_none()));
    }
}
