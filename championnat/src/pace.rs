//! How long the rest of a championship may take, by the rencontres that were played.

use std::collections::VecDeque;
use std::time::Duration;

/// The estimate is made from so many of the last rencontres.
const LAST: usize = 200;

/// When a rencontre was played, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    pub started_ms: i64,
    pub finished_ms: i64,
}

/// When the last rencontres were played.
#[derive(Clone, Debug, Default)]
pub struct Pace(VecDeque<Times>);

impl Pace {
    /// Takes in a rencontre that ended after those before. One that was not played, such as a forfeit, says
    /// nothing about the time that others take.
    pub fn add(&mut self, times: Times) {
        if times.finished_ms <= times.started_ms {
            return;
        }
        if self.0.len() == LAST {
            self.0.pop_front();
        }
        self.0.push_back(times);
    }

    /// From now on moves have another time, in milliseconds: what was played counts as if it had had it.
    pub fn change_time(&mut self, now_ms: i64, before: u64, after: u64) {
        if before == after || before == 0 || after == 0 {
            return;
        }
        let factor = after as f64 / before as f64;
        let at = |ms: i64| now_ms - ((now_ms - ms) as f64 * factor).round() as i64;
        for times in &mut self.0 {
            *times = Times { started_ms: at(times.started_ms), finished_ms: at(times.finished_ms) };
        }
    }

    /// The estimated time for so many further rencontres.
    pub fn remaining(&self, open: u64) -> Option<Duration> {
        let begin = self.0.iter().map(|times| times.started_ms).min()?;
        let longest = self.0.iter().map(|times| times.finished_ms.saturating_sub(times.started_ms)).max()?;
        let ends = self.0.iter().map(|times| times.finished_ms);
        let gaps = std::iter::once(begin).chain(ends.clone()).zip(ends).map(|(before, end)| {
            // A longer one was a break: a pause, or a stop.
            u64::try_from(end.saturating_sub(before).clamp(0, longest)).unwrap_or_default()
        });
        let played = u64::try_from(self.0.len()).ok()?;
        Some(Duration::from_millis(gaps.sum::<u64>().saturating_mul(open) / played))
    }
}

impl FromIterator<Times> for Pace {
    fn from_iter<T: IntoIterator<Item = Times>>(times: T) -> Self {
        let mut times: Vec<Times> = times.into_iter().collect();
        times.sort_by_key(|times| times.finished_ms);
        let mut pace = Pace::default();
        times.into_iter().for_each(|times| pace.add(times));
        pace
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(started_ms: i64, finished_ms: i64) -> Times {
        Times { started_ms, finished_ms }
    }

    #[test]
    fn forfeits_and_breaks_leave_the_estimate_as_it_is() {
        let mut all: Vec<Times> = (0..10).map(|n| times(n * 60_000, (n + 1) * 60_000)).collect();
        let minutes = |all: &[Times]| {
            all.iter().copied().collect::<Pace>().remaining(5).expect("an estimate").as_secs() / 60
        };
        assert_eq!(minutes(&all), 5);
        all.extend((0..190).map(|_| times(600_000, 600_000)));
        assert_eq!(minutes(&all), 5, "nobody played these");
        all.extend((0..10).map(|n| times(9_000_000 + n * 60_000, 9_060_000 + n * 60_000)));
        assert_eq!(minutes(&all), 5, "hours later");
    }

    #[test]
    fn half_the_time_per_move_halves_the_rest() {
        let mut pace: Pace = (0..10).map(|n| times(n * 60_000, (n + 1) * 60_000)).collect();
        pace.change_time(600_000, 10_000, 5_000);
        assert_eq!(pace.remaining(4), Some(Duration::from_secs(120)));
        pace.add(times(600_000, 630_000));
        assert_eq!(pace.remaining(4), Some(Duration::from_secs(120)));
    }

    #[test]
    fn the_first_that_end_together_do_not_make_the_rest_short() {
        // Four at a time, of an hour each.
        let pace: Pace = (0..4).map(|n| times(n, 3_600_000 + n)).collect();
        assert_eq!(pace.remaining(8).map(|left| left.as_secs() / 60), Some(120));
        assert_eq!(Pace::default().remaining(8), None);
    }
}
