//! The text protocol of Labyrinthe over TCP, as the course's game server (CGS) speaks it, in two editions.
//!
//! A client sends commands without any framing; the server answers with messages that have a decimal length before
//! them. Every command is answered first by `OK` or by a [`Refusal`]. `vecteurs/labyrinthe/PROTOCOL.md` has the whole of it.
//!
//! # Layout
//! * `edition`: [`Edition`], everything in which the two editions differ.
//! * `command`: [`Command`] and [`CommandDecoder`], which finds the commands in a stream without framing.
//! * `frame`: the server's messages, [`encode_message`] and [`decode_message`].
//! * `moves`: [`MoveText`], the argument of `PLAY_MOVE`, and [`MoveFault`], why a move loses.
//! * `game_string`: [`GameString`], the argument of `WAIT_GAME`.
//! * `refusal`: [`Refusal`], the refusals with their texts, and [`check_name`].
//! * `comments`: [`CommentBook`], which comments each player has still to see.

mod command;
mod comments;
mod edition;
mod frame;
mod game_string;
mod moves;
mod refusal;

pub use command::{Command, CommandDecoder, MAX_COMMAND, NextCommand, PATIENCE, SETTLE, decode_all};
pub use comments::{CommentBook, KEPT_PER_PLAYER, MAX_COMMENT};
pub use edition::{Edition, MoveCode, UnknownEdition};
pub use frame::{FrameError, Message, PayloadTooLong, decode_message, encode_message};
pub use game_string::{GameString, GameStringError, MAX_SEED, Start, Training, TrainingPlayer};
pub use moves::{MoveFault, MoveText, from_numbers, to_numbers};
pub use refusal::{Due, MAX_NAME, NameError, Refusal, check_name};

/// The acknowledgement of a command.
pub const OK: &str = "OK";
/// Sent in place of the name of a game while there is none (edition 2025).
pub const NOT_READY: &str = "NOT_READY";
/// What goes with the code of a winning move.
pub const TREASURE_FOUND: &str = "Treasor found !!";
/// What the player gets who waited in vain for the opponent to ask for his move.
pub const OPPONENT_TIMEOUT: &str = "Timeout of the opponent!";
/// What the player gets who waited in vain for the opponent's move (edition 2025).
pub const MOVER_TIMEOUT: &str = "Timeout";
/// What the player gets whose opponent has left (edition 2025).
pub const OPPONENT_GONE: &str = "Opponent has disconnected";

/// What the player gets whose opponent has asked for a move on his own turn, and has lost by it (edition 2025).
pub const OPPONENT_BROKE: &str = "Opponent has sent GET_MOVE on its own turn";

/// Reads the message `L H` that announces the size of a labyrinth: width and height, in cells. Whether it is one,
/// [`jeux::labyrinthe::Maze`] knows; `None`: these are not two numbers.
pub fn parse_size(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.split_once(' ')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// Cuts a text from outside before it is sent back: the C clients of 2017 read 999 bytes.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 200;
    text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("17 13"), Some((17, 13)));
        for text in ["", "17", "17 13 9", "a b", "NOT_READY", "-1 3", "99999999999999999999 3"] {
            assert_eq!(parse_size(text), None, "{text}");
        }
    }
}
