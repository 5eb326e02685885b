//! Pools, and the seeds of those who advance.

use super::knockout::seeding;
use crate::model::{ContestantId, Pairing, Round};

/// Deals the entrants into pools in a serpentine: the first seeds lead different pools, and the
/// pools are equally strong. Sizes differ by at most one.
pub(super) fn deal(entrants: &[ContestantId], pools: usize) -> Vec<Vec<ContestantId>> {
    let mut dealt = vec![vec![]; pools];
    for (i, entrant) in entrants.iter().enumerate() {
        let (row, column) = (i / pools, i % pools);
        dealt[if row % 2 == 0 { column } else { pools - 1 - column }].push(*entrant);
    }
    dealt
}

/// The rounds of several groups, played at the same time.
pub(super) fn side_by_side(groups: impl Iterator<Item = Vec<Round>>) -> Vec<Round> {
    let mut merged: Vec<Round> = vec![];
    for group in groups {
        for round in group {
            let at = round.number as usize - 1;
            if at == merged.len() {
                merged.push(Round { pairings: vec![], ..round });
            }
            let pairings = &mut merged[at].pairings;
            for pairing in round.pairings {
                let mut key = pairing.key;
                key.board = pairings.len() as u32 + 1;
                pairings.push(Pairing { key, ..pairing });
            }
        }
    }
    merged
}

/// Those who advance, in the order of the knock-out's seeds: all winners come before all seconds, and
/// so on; within a rank the order avoids meetings of the same pool in the first match of the
/// knock-out where possible. `advancing` are those of each pool, best first.
pub(super) fn seeds(advancing: &[&[ContestantId]], qualified: usize) -> Vec<ContestantId> {
    let pools = advancing.len();
    let pool_of_seed = seed_pools(pools, qualified).into_iter().enumerate();
    pool_of_seed.filter_map(|(seed, pool)| advancing[pool].get(seed / pools).copied()).collect()
}

/// Each seed's pool: first all winners, then all seconds...
fn seed_pools(pools: usize, qualified: usize) -> Vec<usize> {
    let places = seeding(pools * qualified);
    let mut first_opponent = vec![0; places.len()];
    for pair in places.chunks_exact(2) {
        first_opponent[pair[0]] = pair[1];
        first_opponent[pair[1]] = pair[0];
    }
    let mut pool_of_seed: Vec<usize> = vec![];
    for rank in 0..qualified {
        // Opponents of a better rank have their pool already; those of the same rank come from
        // another one.
        let forbidden: Vec<Option<usize>> =
            (0..pools).map(|i| pool_of_seed.get(first_opponent[rank * pools + i]).copied()).collect();
        pool_of_seed.extend(deal_avoiding(&forbidden));
    }
    pool_of_seed
}

/// Gives each place one of as many pools, avoiding the forbidden one where possible: a bipartite
/// matching by augmenting paths.
fn deal_avoiding(forbidden: &[Option<usize>]) -> Vec<usize> {
    fn augment(
        place: usize,
        forbidden: &[Option<usize>],
        holder: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for pool in 0..holder.len() {
            if forbidden[place] == Some(pool) || std::mem::replace(&mut seen[pool], true) {
                continue;
            }
            if holder[pool].is_none_or(|other| augment(other, forbidden, holder, seen)) {
                holder[pool] = Some(place);
                return true;
            }
        }
        false
    }
    let count = forbidden.len();
    let mut holder: Vec<Option<usize>> = vec![None; count];
    let mut unlucky = vec![];
    for place in 0..count {
        if !augment(place, forbidden, &mut holder, &mut vec![false; count]) {
            unlucky.push(place);
        }
    }
    for pool in &mut holder {
        *pool = pool.or_else(|| unlucky.pop());
    }
    let mut dealt = vec![0; count];
    for (pool, place) in holder.into_iter().enumerate() {
        if let Some(place) = place {
            dealt[place] = pool;
        }
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_meets_the_own_pool_again_at_once() {
        for pools in 2..=9 {
            for qualified in 1..=4 {
                let entrants: Vec<_> = ContestantId::all(pools * 4).collect();
                let dealt = deal(&entrants, pools);
                let advancing: Vec<_> = dealt.iter().map(|pool| &pool[..qualified]).collect();
                let seeds = seeds(&advancing, qualified);
                assert_eq!(seeds.len(), pools * qualified);
                let pool_of =
                    |seed: usize| seeds.get(seed).map(|who| dealt.iter().position(|pool| pool.contains(who)));
                for pair in seeding(seeds.len()).chunks_exact(2) {
                    let clash = pool_of(pair[0]).is_some() && pool_of(pair[0]) == pool_of(pair[1]);
                    assert!(!clash, "{pools} pools, {qualified} qualified");
                }
            }
        }
    }
}
