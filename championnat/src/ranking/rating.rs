//! The Bradley-Terry model: strengths with error bars.
//!
//! Contestant i beats j with probability 1 / (1 + exp(s_j - s_i)). The strengths maximise the
//! likelihood of the results (Newton's method on the concave log-likelihood); a draw counts as half
//! a win for both. A few virtual draws against an average opponent keep the strength of an
//! all-winner or all-loser finite. The errors come from the inverse of the information matrix.
//!
//! The interval assumes independent games. Two engines without randomness play the same game again
//! and again: then it is too narrow.

use serde::{Deserialize, Serialize};

/// A fit of the model.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Strengths on the natural scale, relative to their mean, or on that of the [anchors](Anchor).
    pub strengths: Vec<f64>,
    /// The covariance matrix of the strengths relative to their mean, row by row.
    pub covariance: Vec<f64>,
}

/// Games against somebody whose strength is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    /// Who played them.
    pub contestant: usize,
    /// Of the opponent, on the scale of [`Fit::strengths`].
    pub strength: f64,
    pub won: f64,
    pub lost: f64,
}

/// A rating on the scale of chess: 400 points are odds of ten to one; the mean is 1500.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// 95 % of the normal distribution lies within so many standard deviations.
const NORMAL_95: f64 = 1.959_963_984_540_054;

impl Fit {
    /// The rating of contestant `i`.
    pub fn rating(&self, i: usize) -> Rating {
        let count = self.strengths.len();
        let value = 1500.0 + ELO * self.strengths[i];
        let half = NORMAL_95 * ELO * self.covariance[i * count + i].max(0.0).sqrt();
        Rating { value, low: value - half, high: value + half }
    }

    /// How likely contestant `i` beats `j`.
    pub fn chance(&self, i: usize, j: usize) -> f64 {
        logistic(self.strengths[i] - self.strengths[j])
    }

    /// The variance of the difference between two strengths.
    pub fn variance(&self, i: usize, j: usize) -> f64 {
        let at = |a: usize, b: usize| self.covariance[a * self.strengths.len() + b];
        (at(i, i) + at(j, j) - 2.0 * at(i, j)).max(0.0)
    }
}

impl Rating {
    /// The strength on the scale of [`Fit::strengths`].
    pub fn strength(&self) -> f64 {
        (self.value - 1500.0) / ELO
    }
}

/// Fits the strengths of `count` contestants. `wins[i * count + j]` is how often i beat j (draws as
/// halves); `prior` is the number of virtual draws of each against the average. With 0, everybody
/// must have won and lost against the others, directly or indirectly; otherwise the result is where
/// the iteration stopped.
pub(crate) fn fit(count: usize, wins: &[f64], prior: f64) -> Fit {
    let model = Model { count, wins, prior, anchors: &[] };
    let mut strengths = model.most_likely(vec![0.0; count]);
    let mean = strengths.iter().sum::<f64>() / count.max(1) as f64;
    let (_, information) = model.derivatives(&strengths);
    let covariance = centred_inverse(count, information);
    for strength in &mut strengths {
        *strength -= mean;
    }
    Fit { strengths, covariance }
}

/// Fits strengths with games against anchors, on their scale. `wins` and `prior` are as in the model of a championship: how
/// often i beat j, row by row, and virtual draws of each, here against a strength of 0. `begin` is where the iteration starts:
/// the strengths of an earlier fit, or zeros.
pub fn fit_anchored(begin: Vec<f64>, wins: &[f64], prior: f64, anchors: &[Anchor]) -> Fit {
    let count = begin.len();
    let model = Model { count, wins, prior, anchors };
    let strengths = model.most_likely(begin);
    let (_, information) = model.derivatives(&strengths);
    Fit { strengths, covariance: centred_inverse(count, information) }
}

struct Model<'a> {
    count: usize,
    wins: &'a [f64],
    prior: f64,
    anchors: &'a [Anchor],
}

impl Model<'_> {
    fn most_likely(&self, mut strengths: Vec<f64>) -> Vec<f64> {
        let mut value = self.log_likelihood(&strengths);
        for _ in 0..100 {
            let (gradient, information) = self.derivatives(&strengths);
            let Some(factor) = cholesky(self.count, information) else { break };
            let step = solve(self.count, &factor, &gradient);
            // Halve the step until it climbs: far from the maximum the quadratic model may overshoot.
            let mut scale = 1.0;
            let climbed = loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(s, d)| s + scale * d).collect();
                let next_value = self.log_likelihood(&next);
                if next_value >= value {
                    strengths = next;
                    value = next_value;
                    break true;
                }
                scale /= 2.0;
                if scale < 1e-9 {
                    break false;
                }
            };
            if !climbed || step.iter().all(|d| (scale * d).abs() < 1e-10) {
                break;
            }
        }
        strengths
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.count {
            for j in 0..self.count {
                let wins = self.wins[i * self.count + j];
                if wins > 0.0 {
                    sum += wins * log_logistic(strengths[i] - strengths[j]);
                }
            }
            sum += self.prior / 2.0 * (log_logistic(strengths[i]) + log_logistic(-strengths[i]));
        }
        for anchor in self.anchors {
            let ahead = strengths[anchor.contestant] - anchor.strength;
            sum += anchor.won * log_logistic(ahead) + anchor.lost * log_logistic(-ahead);
        }
        sum
    }

    /// The gradient and the information matrix (negative second derivatives).
    fn derivatives(&self, strengths: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let count = self.count;
        let mut gradient = vec![0.0; count];
        // Without a prior and anchors only differences are determined: a constant added to the matrix fixes
        // the mean and changes nothing else.
        let is_open = self.prior == 0.0 && self.anchors.is_empty();
        let mut information = vec![if is_open { 1.0 } else { 0.0 }; count * count];
        for i in 0..count {
            let chance = logistic(strengths[i]);
            gradient[i] += self.prior * (0.5 - chance);
            information[i * count + i] += self.prior * chance * (1.0 - chance);
            for j in 0..i {
                let (won, lost) = (self.wins[i * count + j], self.wins[j * count + i]);
                let games = won + lost;
                let chance = logistic(strengths[i] - strengths[j]);
                let surplus = won - games * chance;
                gradient[i] += surplus;
                gradient[j] -= surplus;
                let weight = games * chance * (1.0 - chance);
                information[i * count + i] += weight;
                information[j * count + j] += weight;
                information[i * count + j] -= weight;
                information[j * count + i] -= weight;
            }
        }
        for anchor in self.anchors {
            let (i, games) = (anchor.contestant, anchor.won + anchor.lost);
            let chance = logistic(strengths[i] - anchor.strength);
            gradient[i] += anchor.won - games * chance;
            information[i * count + i] += games * chance * (1.0 - chance);
        }
        (gradient, information)
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn log_logistic(x: f64) -> f64 {
    // So that exp() never overflows.
    if x > 0.0 { -(-x).exp().ln_1p() } else { x - x.exp().ln_1p() }
}

/// The lower factor L of a positive definite matrix = L Lᵀ; `None` if it is not.
fn cholesky(count: usize, mut matrix: Vec<f64>) -> Option<Vec<f64>> {
    for j in 0..count {
        for k in 0..j {
            let factor = matrix[j * count + k];
            for i in j..count {
                matrix[i * count + j] -= factor * matrix[i * count + k];
            }
        }
        let root = matrix[j * count + j].sqrt();
        if !(root > 0.0 && root.is_finite()) {
            return None;
        }
        for i in j..count {
            matrix[i * count + j] /= root;
        }
    }
    Some(matrix)
}

/// The solution x of L Lᵀ x = b.
fn solve(count: usize, factor: &[f64], b: &[f64]) -> Vec<f64> {
    let mut x = b.to_vec();
    for i in 0..count {
        for k in 0..i {
            x[i] -= factor[i * count + k] * x[k];
        }
        x[i] /= factor[i * count + i];
    }
    for i in (0..count).rev() {
        for k in i + 1..count {
            x[i] -= factor[k * count + i] * x[k];
        }
        x[i] /= factor[i * count + i];
    }
    x
}

/// The covariance of the strengths relative to their mean; infinite if the matrix is singular.
fn centred_inverse(count: usize, information: Vec<f64>) -> Vec<f64> {
    let Some(factor) = cholesky(count, information) else { return vec![f64::INFINITY; count * count] };
    let mut inverse = vec![0.0; count * count];
    for i in 0..count {
        let mut unit = vec![-1.0 / count as f64; count];
        unit[i] += 1.0;
        inverse[i * count..(i + 1) * count].copy_from_slice(&solve(count, &factor, &unit));
    }
    for row in inverse.chunks_exact_mut(count) {
        let mean = row.iter().sum::<f64>() / count as f64;
        row.iter_mut().for_each(|entry| *entry -= mean);
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// American League East, 1987: A. Agresti, Categorical Data Analysis (2nd ed., 2002), table 10.10.
    const TEAMS: [&str; 7] =
        ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
    #[rustfmt::skip]
    const WINS: [f64; 49] = [
        0., 7., 9., 7., 7., 9., 11.,
        6., 0., 7., 5., 11., 9., 9.,
        4., 6., 0., 7., 7., 8., 12.,
        6., 8., 6., 0., 6., 7., 10.,
        6., 2., 6., 7., 0., 7., 12.,
        4., 4., 5., 6., 6., 0., 6.,
        2., 4., 1., 3., 1., 7., 0.,
    ];

    /// Abilities relative to Baltimore with their standard errors, as published for these data by H. Turner and
    /// D. Firth, Bradley-Terry Models in R: The BradleyTerry2 Package (J. Stat. Software 48(9), 2012), section 3.
    const PUBLISHED: [(&str, f64, f64); 6] = [
        ("Boston", 1.1077, 0.3339),
        ("Cleveland", 0.6839, 0.3319),
        ("Detroit", 1.4364, 0.3396),
        ("Milwaukee", 1.5814, 0.3433),
        ("New York", 1.2476, 0.3359),
        ("Toronto", 1.2945, 0.3367),
    ];

    #[test]
    fn the_published_example_comes_out() {
        let fit = fit(7, &WINS, 0.0);
        let baltimore = 6;
        for (name, strength, error) in PUBLISHED {
            let i = TEAMS.iter().position(|team| *team == name).unwrap();
            let difference = fit.strengths[i] - fit.strengths[baltimore];
            let at = |a: usize, b: usize| fit.covariance[a * 7 + b];
            let variance = at(i, i) + at(baltimore, baltimore) - 2.0 * at(i, baltimore);
            assert!((difference - strength).abs() < 6e-5, "{name}: {difference}");
            assert!((variance.sqrt() - error).abs() < 6e-5, "{name}: error {}", variance.sqrt());
        }
    }

    #[test]
    fn two_players_by_hand() {
        // 3 wins to 1: odds of 3, and a variance of 1/3 + 1/1 of the difference.
        let fit = fit(2, &[0., 3., 1., 0.], 0.0);
        assert!((fit.strengths[0] - fit.strengths[1] - 3f64.ln()).abs() < 1e-9);
        let variance = fit.covariance[0] + fit.covariance[3] - 2.0 * fit.covariance[1];
        assert!((variance - 4.0 / 3.0).abs() < 1e-9);
        let rating = fit.rating(0);
        assert!((rating.value - 1500.0 - 200.0 * 3f64.log10()).abs() < 1e-6);
        assert!(((rating.high - rating.value) - NORMAL_95 * ELO * (1f64 / 3.0).sqrt()).abs() < 1e-6);
    }

    #[test]
    fn an_anchor_is_an_opponent_of_known_strength() {
        // The same games, one of the two at its strength of the fit.
        let both = fit(2, &[0., 3., 1., 0.], 0.0);
        let anchor = Anchor { contestant: 0, strength: both.strengths[1], won: 3.0, lost: 1.0 };
        let alone = fit_anchored(vec![0.0], &[0.0], 0.0, &[anchor]);
        assert!((alone.strengths[0] - both.strengths[0]).abs() < 1e-9);
        // Two that never met, each with a variance of 4/3.
        let each = [0, 1].map(|contestant| Anchor { contestant, ..anchor });
        let apart = fit_anchored(vec![0.0; 2], &[0.0; 4], 0.0, &each);
        assert!((apart.variance(0, 1) - 8.0 / 3.0).abs() < 1e-9);
        // Virtual draws are games against an anchor of strength 0.
        let prior = fit_anchored(vec![0.0; 2], &[0., 5., 2., 0.], 2.0, &[]);
        let draws = [0, 1].map(|contestant| Anchor { contestant, strength: 0.0, won: 1.0, lost: 1.0 });
        let anchored = fit_anchored(vec![1.0, -3.0], &[0., 5., 2., 0.], 0.0, &draws);
        assert!((prior.strengths[0] - anchored.strengths[0]).abs() < 1e-9);
        assert!((prior.variance(0, 1) - anchored.variance(0, 1)).abs() < 1e-9);
        assert!((prior.chance(0, 1) + prior.chance(1, 0) - 1.0).abs() < 1e-12);
        assert!((prior.rating(0).strength() - prior.strengths[0]).abs() < 1e-9);
    }

    #[test]
    fn draws_are_half_wins() {
        let fit = fit(2, &[0., 5., 5., 0.], 0.0);
        assert!(fit.strengths[0].abs() < 1e-12 && fit.strengths[1].abs() < 1e-12);
    }

    #[test]
    fn the_prior_keeps_everything_finite() {
        // One wins all, one loses all, one has not played.
        let fit = fit(3, &[0., 1000., 0., 0., 0., 0., 0., 0., 0.], 1.0);
        assert!(fit.strengths[0] > fit.strengths[2] && fit.strengths[2] > fit.strengths[1]);
        assert!(fit.covariance.iter().chain(&fit.strengths).all(|x| x.is_finite()));
        // Of the one who has not played, least is known.
        assert!(fit.covariance[8] > 1.0);
        assert!((fit.strengths.iter().sum::<f64>()).abs() < 1e-9);
    }

    #[test]
    fn more_parties_narrow_the_interval() {
        let width = |times: f64| {
            let rating = fit(2, &[0., 3. * times, 2. * times, 0.], 1.0).rating(0);
            rating.high - rating.low
        };
        assert!(width(100.0) < width(10.0) && width(10.0) < width(1.0));
    }

    proptest::proptest! {
        #[test]
        fn any_results_give_finite_ratings(wins in proptest::collection::vec(0u32..1000, 36)) {
            let mut wins: Vec<f64> = wins.into_iter().map(f64::from).collect();
            for i in 0..6 {
                wins[i * 6 + i] = 0.0;
            }
            let fit = fit(6, &wins, 1.0);
            for i in 0..6 {
                let rating = fit.rating(i);
                proptest::prop_assert!(rating.low.is_finite() && rating.low < rating.value);
            }
        }
    }
}
