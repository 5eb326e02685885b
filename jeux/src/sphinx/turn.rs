//! Who plays next.

use crate::{ByPlayer, Player};

/// Whose turn it is after a question that was no treasure: RULES 8 and 11. `left` are the questions that the players have left after it.
/// `None` when both have used theirs up.
pub fn next(mover: Player, goes_on: bool, left: ByPlayer<usize>) -> Option<Player> {
    let wish = if goes_on { mover } else { !mover };
    [wish, !wish].into_iter().find(|player| left[*player] > 0)
}
