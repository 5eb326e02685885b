//! Everybody against everybody, by the circle method.

use crate::model::{ContestantId, Key, Pairing, Round};

/// The rounds of a round robin among `entrants`, each pair meeting `meetings` times with
/// alternating colours.
///
/// Home and away games of a contestant differ by at most one, and so do those of every pair. Nobody
/// plays twice in a round; with an odd number of entrants each rests once per meeting.
pub(super) fn rounds(entrants: &[ContestantId], meetings: u32) -> Vec<Round> {
    // With an odd number the fixed place of the circle is empty: its opponent rests.
    let fixed = entrants.len().is_multiple_of(2);
    let circle = if fixed { entrants.len() - 1 } else { entrants.len() };
    let mut rounds = Vec::with_capacity(circle * meetings as usize);
    for meeting in 0..meetings {
        for turn in 0..circle {
            let number = rounds.len() as u32 + 1;
            let mut games = Vec::with_capacity(entrants.len() / 2);
            if fixed {
                games.push(((circle, turn), turn % 2 == 0));
            }
            for k in 1..=(circle - 1) / 2 {
                // On the circle everybody is once the first and once the second of the pair at
                // distance k, so white for the first at odd k and for the second at even k is
                // balanced.
                let pair = ((turn + k) % circle, (turn + circle - k) % circle);
                games.push((pair, k % 2 == 1));
            }
            let pairings = games.into_iter().enumerate().map(|(i, ((a, b), first_white))| {
                let (white, black) = if first_white == (meeting % 2 == 0) { (a, b) } else { (b, a) };
                Pairing {
                    key: Key { round: number, board: i as u32 + 1 },
                    white: entrants[white],
                    black: entrants[black],
                }
            });
            rounds.push(Round { number, pairings: pairings.collect(), bye: None });
        }
    }
    rounds
}

/// One round per meeting: the champion against each of the others, in order. Colours alternate from
/// game to game and, against the same opponent, from meeting to meeting.
pub(super) fn gauntlet_rounds(
    entrants: &[ContestantId],
    champion: ContestantId,
    meetings: u32,
) -> Vec<Round> {
    let challengers: Vec<_> = entrants.iter().copied().filter(|entrant| *entrant != champion).collect();
    (0..meetings)
        .map(|meeting| {
            let pairings = challengers.iter().enumerate().map(|(i, challenger)| {
                let key = Key { round: meeting + 1, board: i as u32 + 1 };
                if (meeting as usize + i).is_multiple_of(2) {
                    Pairing { key, white: champion, black: *challenger }
                } else {
                    Pairing { key, white: *challenger, black: champion }
                }
            });
            Round { number: meeting + 1, pairings: pairings.collect(), bye: None }
        })
        .collect()
}
