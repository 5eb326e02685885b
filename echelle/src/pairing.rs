//! Who plays whom next, so that the order becomes sure soonest.
//!
//! A rencontre says most about two players whose difference is least known and whose chances are even: it reduces the volume
//! of the ratings' joint error most (D-optimal design). What counts on a ladder is the order: pairs of which it is clear who
//! is better come last. A new version, of which nothing is known, comes first by itself.

use championnat::Fit;

/// What a rencontre must promise to be played: two equal players whose difference is known to 30 points promise as much.
const LEAST: f64 = 0.002;

/// The pair of players that should meet next, by their indices in the fit; `None`: the order is as sure as it can
/// become. `may` says which pairs may meet.
pub fn next(fit: &Fit, may: impl Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
    let count = fit.strengths.len();
    let pairs = (0..count).flat_map(|i| (0..i).map(move |j| (i, j)));
    let promises = pairs.filter_map(|(i, j)| {
        let chance = fit.chance(i, j);
        let (difference, variance) = (fit.strengths[i] - fit.strengths[j], fit.variance(i, j));
        let open = (-difference * difference / (2.0 * variance)).exp();
        let promise = chance * (1.0 - chance) * variance * open;
        (promise > LEAST && may(i, j)).then_some((promise, (i, j)))
    });
    promises.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, pair)| pair)
}

#[cfg(test)]
mod tests {
    use championnat::fit_anchored;
    use fastrand::Rng;

    use super::*;

    fn fit(count: usize, wins: &[f64]) -> Fit {
        fit_anchored(vec![0.0; count], wins, 1.0, &[])
    }

    #[test]
    fn new_ones_come_first_then_close_ones() {
        // 0 and 1 are equal, 2 is far below, of 3 nothing is known.
        let wins = [
            [0., 10., 20., 0.], //
            [10., 0., 20., 0.],
            [0., 0., 0., 0.],
            [0., 0., 0., 0.],
        ]
        .concat();
        let fit = fit(4, &wins);
        assert_eq!(next(&fit, |_, _| true).map(|pair| pair.0), Some(3));
        assert_eq!(next(&fit, |i, j| i < 3 && j < 3), Some((1, 0)));
        assert_eq!(next(&fit, |_, _| false), None);
    }

    #[test]
    fn what_is_sure_is_not_played() {
        let sure = fit(2, &[0., 500., 500., 0.]);
        assert_eq!(next(&sure, |_, _| true), None);
        let clear = fit(2, &[0., 300., 0., 0.]);
        assert_eq!(next(&clear, |_, _| true), None);
    }

    /// Kendall's tau of an order by strengths with the true one, which ascends.
    fn tau(strengths: &[f64]) -> f64 {
        let count = strengths.len();
        let pairs = (0..count).flat_map(|i| (0..i).map(move |j| (i, j)));
        let agree: i64 = pairs.map(|(i, j)| if strengths[i] > strengths[j] { 1 } else { -1 }).sum();
        agree as f64 / (count * (count - 1) / 2) as f64
    }

    /// Rencontres of two PARTIEs until the order of so many players is known with a tau of 0.9.
    fn rencontres_to_order(
        count: usize,
        seed: u64,
        choose: &dyn Fn(&Fit, &mut Rng) -> (usize, usize),
    ) -> usize {
        let mut rng = Rng::with_seed(seed);
        // Normally distributed by the sum of uniform numbers, a standard deviation of 200 points.
        let normal = |rng: &mut Rng| (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0;
        let mut truth: Vec<f64> = (0..count).map(|_| 1.15 * normal(&mut rng)).collect();
        truth.sort_by(f64::total_cmp);
        let mut wins = vec![0.0; count * count];
        let mut fit = fit(count, &wins);
        for played in 1..10_000 {
            let (i, j) = choose(&fit, &mut rng);
            for _ in 0..2 {
                let chance = 1.0 / (1.0 + (truth[j] - truth[i]).exp());
                let (winner, loser) = if rng.f64() < chance { (i, j) } else { (j, i) };
                wins[winner * count + loser] += 1.0;
            }
            fit = fit_anchored(fit.strengths, &wins, 1.0, &[]);
            if tau(&fit.strengths) >= 0.9 {
                return played;
            }
        }
        10_000
    }

    fn drawn(fit: &Fit, rng: &mut Rng) -> (usize, usize) {
        let count = fit.strengths.len();
        let i = rng.usize(..count);
        (i, (i + rng.usize(1..count)) % count)
    }

    fn chosen(fit: &Fit, rng: &mut Rng) -> (usize, usize) {
        next(fit, |_, _| true).unwrap_or_else(|| drawn(fit, rng))
    }

    #[test]
    fn the_order_is_found_sooner_than_by_chance() {
        let sum = |choose: &dyn Fn(&Fit, &mut Rng) -> (usize, usize)| -> usize {
            (1..=6).map(|seed| rencontres_to_order(12, seed, choose)).sum()
        };
        let (chosen, drawn) = (sum(&chosen), sum(&drawn));
        assert!(chosen * 10 < drawn * 9, "{chosen} for {drawn}");
    }
}
