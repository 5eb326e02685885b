//! Who was there before the server was away has time to notice that it is back.

use std::time::Duration;

use championnat::{Archive, Config, ContestantId, Fault, Location, PartyResult, Plan, Results, Seat};

use super::folder;

/// How long they have at least, whatever the grace: a player's program tries again more and more rarely.
const AT_LEAST: Duration = Duration::from_secs(60);

/// Whether this championship was begun by an earlier start of this program.
pub fn is_resumed(config: &Config) -> bool {
    let there = match &config.results {
        // Opening it takes longer than anything else at the start.
        Location::Sqlite(path) => path.exists(),
        location @ Location::Postgres(_) => Archive::open(location).is_ok(),
    };
    there || folder::record_files(&config.records).is_ok_and(|files| !files.is_empty())
}

/// Those by network who were not known to be absent get the time to come back: the grace, and a minute at least.
pub fn expect(config: &Config, plan: &mut Plan) {
    for (index, seat) in config.seats.iter().enumerate() {
        let contestant = ContestantId(index as u32);
        if matches!(seat, Seat::Network(_)) && !was_absent(plan.results(), contestant) {
            plan.returning(contestant, config.grace.max(AT_LEAST));
        }
    }
}

/// Whether this contestant has lost its last rencontre by its absence.
fn was_absent(results: &Results, contestant: ContestantId) -> bool {
    let last = results.values().rev().find_map(|result| Some((result.side_of(contestant)?, &result.parties)));
    last.is_some_and(|(side, parties)| {
        let absent = [PartyResult::Disqualified(side, Fault::Absent), PartyResult::BothAbsent];
        !parties.is_empty() && parties.iter().all(|party| absent.contains(party))
    })
}

#[cfg(test)]
mod tests {
    use championnat::{Key, RencontreResult, Side};

    use super::*;

    #[test]
    fn only_the_last_rencontre_says_who_was_absent() {
        let (one, other) = (ContestantId(0), ContestantId(1));
        let mut results = Results::new();
        assert!(!was_absent(&results, one), "nobody knows yet");
        let mut add = |round, party| {
            let result = RencontreResult { white: one, black: other, parties: vec![party; 2] };
            results.insert(Key { round, board: 1 }, result);
            [one, other].map(|contestant| was_absent(&results, contestant))
        };
        assert_eq!(add(1, PartyResult::Disqualified(Side::White, Fault::Absent)), [true, false]);
        assert_eq!(add(2, PartyResult::Won(Side::White)), [false, false]);
        assert_eq!(add(3, PartyResult::BothAbsent), [true, true]);
        assert_eq!(add(4, PartyResult::Disqualified(Side::Black, Fault::Disconnected)), [false, false]);
    }
}
