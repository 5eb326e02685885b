//! The difference in strength of two engines, from the points of their rencontres.

/// Two-sided, 95 %.
const Z: f64 = 1.96;
/// Of the sequential test: the risk of deciding wrongly, either way.
const RISK: f64 = 0.05;

/// The points of one engine in rencontres, each a share from 0 to 1 of what it could get.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Scores {
    rencontres: f64,
    parties: f64,
    sum: f64,
    squares: f64,
}

/// A difference in Elo, with its interval of confidence (95 %). Infinite where only one of them won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// The hypotheses of a sequential probability ratio test (Wald, 1945), in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// No stronger than this...
    pub low: f64,
    /// ... or at least as strong as this.
    pub high: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    Stronger,
    NotStronger,
}

impl Scores {
    /// Adds a rencontre of so many games in which it got this share.
    pub fn add(&mut self, share: f64, parties: usize) {
        self.rencontres += 1.0;
        self.parties += parties as f64;
        self.sum += share;
        self.squares += share * share;
    }

    pub fn mean(&self) -> f64 {
        self.sum / self.rencontres
    }

    fn variance(&self) -> f64 {
        (self.squares / self.rencontres - self.mean().powi(2)).max(0.0)
    }

    /// By the interval of Wilson. The games of a rencontre depend on each other: what counts as trials
    /// is what gives the observed variance between rencontres.
    pub fn elo(&self) -> Elo {
        let (mean, variance) = (self.mean(), self.variance());
        let spread = mean * (1.0 - mean);
        let trials = match variance > 1e-9 {
            true => (self.rencontres * spread / variance).min(self.parties),
            false => self.rencontres,
        };
        let squared = Z * Z / trials;
        let middle = (mean + squared / 2.0) / (1.0 + squared);
        let half = Z / (1.0 + squared) * (spread / trials + squared / (4.0 * trials)).sqrt();
        Elo { value: elo_of(mean), low: elo_of(middle - half), high: elo_of(middle + half) }
    }

    /// What the test says by now. The ratio of likelihoods is that of normal distributions with the
    /// observed variance; half a rencontre won and half a one lost keep it from being 0.
    pub fn decided(&self, test: Sprt) -> Option<SprtDecision> {
        let virtual_ones = Scores {
            rencontres: self.rencontres + 1.0,
            sum: self.sum + 0.5,
            squares: self.squares + 0.5,
            ..*self
        };
        let [low, high] = [test.low, test.high].map(share_of);
        let ratio = virtual_ones.rencontres * (high - low) * (2.0 * virtual_ones.mean() - low - high)
            / (2.0 * virtual_ones.variance());
        let bound = ((1.0 - RISK) / RISK).ln();
        match ratio {
            ratio if ratio >= bound => Some(SprtDecision::Stronger),
            ratio if ratio <= -bound => Some(SprtDecision::NotStronger),
            _ => None,
        }
    }
}

/// The difference in Elo that gives this share of points.
fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of points that a difference in Elo gives.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(shares: &[(f64, u32)]) -> Scores {
        let mut scores = Scores::default();
        for (share, times) in shares {
            (0..*times).for_each(|_| scores.add(*share, 2));
        }
        scores
    }

    #[test]
    fn elo_is_that_of_the_tables() {
        // 75 % are 190.8 points; 50 % none.
        assert!((elo_of(0.75) - 190.85).abs() < 0.01 && elo_of(0.5).abs() < 1e-9);
        assert!((share_of(elo_of(0.6)) - 0.6).abs() < 1e-12);
        let level = scores(&[(1.0, 50), (0.0, 50)]).elo();
        // 100 trials of one half: +- 9.6 % by Wilson, +- 67 Elo.
        assert!(level.value.abs() < 1e-9 && (level.high - 67.0).abs() < 1.0, "{level:?}");
        assert!((level.high + level.low).abs() < 1e-6);
    }

    #[test]
    fn who_always_wins_is_stronger_by_more_than_something() {
        let elo = scores(&[(1.0, 10)]).elo();
        assert!(
            elo.value.is_infinite() && elo.high.is_infinite() && (100.0..400.0).contains(&elo.low),
            "{elo:?}"
        );
        let elo = scores(&[(0.0, 10)]).elo();
        assert!(elo.value.is_infinite() && elo.low.is_infinite() && elo.high < -100.0, "{elo:?}");
    }

    #[test]
    fn rencontres_that_split_tell_more_than_single_games() {
        let split = scores(&[(0.5, 90), (1.0, 10)]).elo();
        let torn = scores(&[(0.0, 45), (1.0, 55)]).elo();
        assert!((split.value - torn.value).abs() < 1e-9);
        assert!(split.high - split.low < torn.high - torn.low);
    }

    #[test]
    fn the_sequential_test_ends() {
        let test = Sprt { low: 0.0, high: 50.0 };
        assert_eq!(scores(&[(1.0, 3)]).decided(test), None, "three in a row are chance");
        assert_eq!(scores(&[(1.0, 10)]).decided(test), Some(SprtDecision::Stronger));
        assert_eq!(scores(&[(0.0, 10)]).decided(test), Some(SprtDecision::NotStronger));
        assert_eq!(scores(&[(1.0, 20), (0.0, 20)]).decided(test), None);
        assert_eq!(scores(&[(1.0, 300), (0.0, 300)]).decided(test), Some(SprtDecision::NotStronger));
    }

    #[test]
    fn the_sequential_test_is_seldom_wrong() {
        // Equal engines: it may say "stronger" in one series of twenty.
        let mut random = fastrand::Rng::with_seed(7);
        let wrong = (0..1000)
            .filter(|_| {
                let mut scores = Scores::default();
                let decided = std::iter::from_fn(|| {
                    scores.add(f64::from(random.u8(0..=2)) / 2.0, 2);
                    Some(scores.decided(Sprt { low: 0.0, high: 50.0 }))
                });
                decided.flatten().next() == Some(SprtDecision::Stronger)
            })
            .count();
        assert!(wrong < 75, "{wrong} of 1000");
    }
}
