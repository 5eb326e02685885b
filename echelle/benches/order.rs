//! How many rencontres it takes until the true order of 50 engines is found, chosen and by chance:
//!
//! `cargo bench -p echelle --bench order`
//!
//! Strengths are drawn from a normal distribution with a standard deviation of 200 points; a rencontre is two PARTIEs. The
//! figure is the number of rencontres after which Kendall's tau with the true order is 0.9 in the mean of all draws.

use championnat::{Fit, fit_anchored};
use fastrand::Rng;

const ENGINES: usize = 50;
const DRAWS: u64 = 16;
const RENCONTRES: usize = 2500;
/// How often the order is compared with the true one.
const EVERY: usize = 25;
const WANTED: f64 = 0.9;
/// 200 points on the natural scale.
const DEVIATION: f64 = 200.0 * std::f64::consts::LN_10 / 400.0;

/// Who plays whom next.
type Choose = fn(&Fit, &mut Rng) -> (usize, usize);

fn main() {
    for (name, choose) in [("chosen", chosen as Choose), ("by chance", drawn)] {
        let mut mean = vec![0.0; RENCONTRES / EVERY];
        for seed in 1..=DRAWS {
            for (sum, tau) in mean.iter_mut().zip(course(seed, choose)) {
                *sum += tau / DRAWS as f64;
            }
        }
        let at = |rencontres: usize| mean[rencontres / EVERY - 1];
        let reached = mean.iter().position(|tau| *tau >= WANTED).map(|index| (index + 1) * EVERY);
        let reached = reached.map_or_else(|| format!("more than {RENCONTRES}"), |count| count.to_string());
        println!(
            "{name}: {reached} rencontres until tau is {WANTED}; tau {:.3} after 250, {:.3} after 500, {:.3} after 1000",
            at(250),
            at(500),
            at(1000)
        );
    }
}

fn chosen(fit: &Fit, rng: &mut Rng) -> (usize, usize) {
    echelle::pairing::next(fit, |_, _| true).unwrap_or_else(|| drawn(fit, rng))
}

fn drawn(_: &Fit, rng: &mut Rng) -> (usize, usize) {
    let i = rng.usize(..ENGINES);
    (i, (i + rng.usize(1..ENGINES)) % ENGINES)
}

/// Kendall's tau with the true order in the course of the rencontres.
fn course(seed: u64, choose: Choose) -> Vec<f64> {
    let mut rng = Rng::with_seed(seed);
    // Normal by the sum of twelve uniform numbers.
    let mut truth: Vec<f64> =
        (0..ENGINES).map(|_| DEVIATION * ((0..12).map(|_| rng.f64()).sum::<f64>() - 6.0)).collect();
    truth.sort_by(f64::total_cmp);
    let mut wins = vec![0.0; ENGINES * ENGINES];
    let mut fit = fit_anchored(vec![0.0; ENGINES], &wins, 1.0, &[]);
    let mut taus = vec![];
    for played in 1..=RENCONTRES {
        let (i, j) = choose(&fit, &mut rng);
        for _ in 0..2 {
            let chance = 1.0 / (1.0 + (truth[j] - truth[i]).exp());
            let (winner, loser) = if rng.f64() < chance { (i, j) } else { (j, i) };
            wins[winner * ENGINES + loser] += 1.0;
        }
        fit = fit_anchored(fit.strengths, &wins, 1.0, &[]);
        if played % EVERY == 0 {
            taus.push(tau(&fit.strengths));
        }
    }
    taus
}

/// Kendall's tau of strengths whose true order ascends.
fn tau(strengths: &[f64]) -> f64 {
    let pairs = (0..ENGINES).flat_map(|i| (0..i).map(move |j| (i, j)));
    let agree: i32 = pairs.map(|(i, j)| if strengths[i] > strengths[j] { 1 } else { -1 }).sum();
    f64::from(agree) / (ENGINES * (ENGINES - 1) / 2) as f64
}
