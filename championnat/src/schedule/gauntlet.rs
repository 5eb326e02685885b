//! One against all.

use crate::model::{ContestantId, Key, Pairing, Round};

/// One round per meeting: the champion against each of the others, in their order. Colours alternate from game
/// to game and, against the same opponent, from meeting to meeting.
pub(super) fn rounds(entrants: &[ContestantId], champion: ContestantId, meetings: u32) -> Vec<Round> {
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
