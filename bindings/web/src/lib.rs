//! What the browser runs: the functions of `libjeux` (`bindings/c/include/jeux.h`), the solution of Colonnes, and what drawings need.
//! `build.sh` makes `jeux.wasm` of it, `jeux.js` calls it.

#![warn(missing_docs)]
#![expect(unsafe_code, reason = "functions for JavaScript: exported names, and texts given as pointers")]

use std::ffi::{c_char, c_int};

use jeux::Position;
use jeux::colonnes::Board;
pub use libjeux::exports;
use protocol::analysis::Value;

mod solution;

pub use solution::Table;

/// [`web_value`] of moves that are not legal ones of a game.
pub const NO_GAME: c_int = c_int::MIN;

/// Solves Colonnes; takes a second or two, and 90 MB.
// SAFETY: no other function of this name exists in the workspace.
#[unsafe(no_mangle)]
pub extern "C" fn web_solve() -> Box<Table> {
    Box::new(Table::solve(solution::solve::Limit::FortyPlies, &mut |_| {}))
}

/// The value to the player to move after these moves, which have blanks between them: 0 for a draw; else one more than the plies to the
/// end, negative if the player loses. So it is the other way round the value of the last move to whoever has made it: a win in so many
/// plies, with the move.
///
/// # Safety
/// The text has this length.
// SAFETY: as for `web_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn web_value(table: Option<&Table>, moves: *const c_char, length: usize) -> c_int {
    if moves.is_null() || isize::try_from(length).is_err() {
        return NO_GAME;
    }
    // SAFETY: the caller's promise.
    let moves = unsafe { std::slice::from_raw_parts(moves.cast(), length) };
    table.zip(after(moves)).map_or(NO_GAME, |(table, board)| number(table.value(board)))
}

/// The position after these moves.
fn after(moves: &[u8]) -> Option<Board> {
    let mut board = Board::new();
    for text in str::from_utf8(moves).ok()?.split_ascii_whitespace() {
        let mv = board.parse_move(text).ok()?;
        board.play(mv).ok()?;
    }
    Some(board)
}

fn number(value: Value) -> c_int {
    match value {
        Value::Draw => 0,
        Value::Win(plies) => c_int::from(plies) + 1,
        Value::Loss(plies) => -c_int::from(plies) - 1,
    }
}

/// Texts of a fixed content: where each is, and its length.
macro_rules! texts {
    ($($name:ident, $length:ident, $text:expr, $about:literal;)*) => {$(
        #[doc = $about]
        // SAFETY: as for `web_solve`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> *const u8 {
            $text.as_ptr()
        }

        #[doc = concat!("The length of [`", stringify!($name), "`], in bytes.")]
        // SAFETY: as for `web_solve`.
        #[unsafe(no_mangle)]
        pub extern "C" fn $length() -> usize {
            $text.len()
        }
    )*};
}

texts! {
    web_materials, web_materials_length, jeux::materials::DEFINITIONS, "The definitions that drawings refer to, once per document.";
    web_style, web_style_length, include_str!("../../../tableau/assets/boards.css"), "The style sheet of drawings.";
}
