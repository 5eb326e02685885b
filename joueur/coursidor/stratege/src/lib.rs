//! `stratege` as a player of Coursidor that any server loads: the four functions of the school's `player.h`.
//!
//! # Layout
//! * `raw`: the graph as it comes, read once and freed in the end. `atlas`: which board it is, whatever numbers its vertices have.
//! * `player`: the game as it goes on.
//!
//! The environment variable `COURSIDOR_MS` says how long it may think for a move; 900 ms unless it is set.

mod atlas;
mod player;
mod raw;

use std::ffi::c_char;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use protocol::coursidor::{RawGraph, RawMove, SchoolMove};

use player::Player;

/// The default thinking time.
const THINKING: Duration = Duration::from_millis(900);

/// The current game.
static GAME: Mutex<Option<Player>> = Mutex::new(None);

#[expect(unsafe_code, reason = "a name for C")]
#[unsafe(no_mangle)]
extern "C" fn get_player_name() -> *const c_char {
    c"stratege".as_ptr()
}

#[expect(unsafe_code, reason = "a function for C")]
#[unsafe(no_mangle)]
extern "C" fn initialize(player_id: u32, graph: *mut RawGraph<u32>) {
    let ms = std::env::var("COURSIDOR_MS").ok().and_then(|text| text.parse().ok());
    let thinking = ms.map_or(THINKING, Duration::from_millis);
    *game() = Player::new(player_id, graph, thinking);
}

#[expect(unsafe_code, reason = "a function for C")]
#[unsafe(no_mangle)]
extern "C" fn play(previous: SchoolMove) -> SchoolMove {
    game().as_mut().map_or(SchoolMove::NONE, |player| player.play(previous))
}

#[expect(unsafe_code, reason = "a function for C")]
#[unsafe(no_mangle)]
extern "C" fn finalize() {
    *game() = None;
}

/// Servers may call from different threads, never two at once.
fn game() -> std::sync::MutexGuard<'static, Option<Player>> {
    GAME.lock().unwrap_or_else(PoisonError::into_inner)
}
