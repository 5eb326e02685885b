//! How much of one source is in another: fingerprints of runs of words, as by winnowing (Schleimer, Wilkerson and Aiken,
//! 2003). A hint for the organiser, never a verdict.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Instant;

/// The words of a run: shorter ones are alike by chance.
const RUN: usize = 12;
/// Of so many runs one after the other, one at least is kept.
const WINDOW: usize = 4;
/// So few fingerprints say nothing.
const FEW: usize = 20;
/// What is alike at least to be told. Honest engines that began with the same example share a fifth to a third.
const MUCH: f64 = 0.6;
/// From so many programs on, what more than half of them have was given to all.
const CLASS: usize = 4;

/// The fingerprints of a program.
#[derive(Clone, Default, Debug)]
pub struct Fingerprints(Vec<u64>);

impl Fingerprints {
    /// Of files, each by the sums of its words.
    pub fn of(files: impl Iterator<Item = Vec<u64>>) -> Self {
        let mut kept = Vec::new();
        for words in files {
            let runs: Vec<u64> = words.windows(RUN).map(sum).collect();
            kept.extend(runs.windows(WINDOW.min(runs.len().max(1))).filter_map(|few| few.iter().min()));
        }
        kept.sort_unstable();
        kept.dedup();
        Fingerprints(kept)
    }

    /// The share of the smaller one that is in the other.
    fn shared(&self, other: &Fingerprints) -> f64 {
        let (few, many) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        let both = few.0.iter().filter(|print| many.0.binary_search(print).is_ok()).count();
        both as f64 / few.0.len().max(1) as f64
    }
}

fn sum(words: &[u64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

/// The pairs of programs that are much alike, by their places, with the share that they have in common; the most alike
/// come first. What more than half of a class has does not count. Nothing is compared after `until`.
pub fn pairs(mut programs: Vec<Fingerprints>, until: Instant) -> Vec<(usize, usize, f64)> {
    let mut owners: HashMap<u64, usize> = HashMap::new();
    for print in programs.iter().flat_map(|program| &program.0) {
        *owners.entry(*print).or_default() += 1;
    }
    let class = programs.iter().filter(|program| !program.0.is_empty()).count();
    if class >= CLASS {
        let rare = |print: &u64| owners.get(print).is_some_and(|count| 2 * count <= class);
        programs.iter_mut().for_each(|program| program.0.retain(rare));
    }
    let long: Vec<usize> = (0..programs.len()).filter(|at| programs[*at].0.len() >= FEW).collect();
    let mut found = Vec::new();
    for (at, one) in long.iter().enumerate() {
        for other in &long[at + 1..] {
            if Instant::now() >= until {
                break;
            }
            let share = programs[*one].shared(&programs[*other]);
            if share >= MUCH {
                found.push((*one, *other, share));
            }
        }
    }
    found.sort_by(|(.., one), (.., other)| other.total_cmp(one));
    found
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn words(from: u64, count: u64) -> Vec<u64> {
        // Numbers without a pattern, the same each time.
        (from..from + count).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).collect()
    }

    fn found(programs: &[Vec<u64>]) -> Vec<(usize, usize)> {
        let prints = programs.iter().map(|words| Fingerprints::of(std::iter::once(words.clone())));
        let until = Instant::now() + Duration::from_secs(3600);
        pairs(prints.collect(), until).into_iter().map(|(one, other, _)| (one, other)).collect()
    }

    #[test]
    fn a_part_that_was_taken_over_is_found() {
        let (one, own) = (words(0, 400), words(5000, 300));
        let taken = [&own[..], &one[..350], &own[..50]].concat();
        assert_eq!(found(&[one.clone(), words(9000, 400), taken]), [(0, 2)]);
        let less = [&own[..], &one[..150]].concat();
        assert_eq!(found(&[one.clone(), less]), []);
        assert_eq!(found(&[words(0, 20), words(0, 20)]), [], "too short to say anything");
        assert_eq!(found(&[one.clone(), Vec::new(), words(1, 3)]), []);
    }

    #[test]
    fn what_a_class_was_given_does_not_count() {
        let given = words(0, 600);
        let with = |from| [&given[..], &words(from, 200)[..]].concat();
        assert_eq!(found(&[with(1000), with(2000), with(3000), with(4000)]), []);
        assert_eq!(found(&[with(1000), with(1000), with(3000), with(4000)]), [(0, 1)]);
    }

    #[test]
    fn time_is_bounded() {
        let prints = || Fingerprints::of(std::iter::once(words(0, 400)));
        assert!(pairs(vec![prints(), prints()], Instant::now()).is_empty());
    }
}
