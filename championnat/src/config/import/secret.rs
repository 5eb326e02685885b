//! Secrets that can be read out and typed: small letters in groups of four, without those that look like others.

use super::model::Import;
use crate::config::game::check_network;

/// Small letters without `i`, `l` and `o`.
const LETTERS: &[u8; 23] = b"abcdefghjkmnpqrstuvwxyz";
/// Letters of a group.
const GROUP: usize = 4;
/// Groups where there is room: 72 bits.
const MOST: usize = 4;
/// And at least: 36 bits, which nobody guesses over a network.
const LEAST: usize = 2;

/// Whether the game's own protocol can carry secrets behind names.
pub(super) fn carried(import: &Import<'_>) -> bool {
    fits(import, "a")
}

/// Whether there is room for a secret behind a name.
pub(super) fn fits(import: &Import<'_>, name: &str) -> bool {
    check_network(import.game, &format!("{name}#{}", shape(LEAST))).is_ok()
}

/// Draws a secret from the randomness of the system, as long as there is room for beside this name.
///
/// # Errors
/// The system has no random numbers.
pub(super) fn draw(import: &Import<'_>, name: &str) -> Result<String, String> {
    let room = |groups: &usize| check_network(import.game, &format!("{name}#{}", shape(*groups))).is_ok();
    let groups = (LEAST..=MOST).rev().find(room).unwrap_or(LEAST);
    let mut letters = String::new();
    while letters.len() < groups * GROUP {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
        // Bytes beyond the last multiple of 23 would make some letters likelier.
        let fair = bytes.into_iter().filter(|byte| usize::from(*byte) < 256 / LETTERS.len() * LETTERS.len());
        letters.extend(fair.map(|byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()])));
    }
    letters.truncate(groups * GROUP);
    let groups: Vec<&str> = (0..groups).map(|at| &letters[at * GROUP..(at + 1) * GROUP]).collect();
    Ok(groups.join("-"))
}

/// A text as long as a secret of so many groups.
fn shape(groups: usize) -> String {
    vec!["abcd"; groups].join("-")
}
