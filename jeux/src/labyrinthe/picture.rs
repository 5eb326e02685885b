//! The board as text: what the command DISP_GAME answers and `printLabyrinth` shows.

use std::fmt;

use super::{Cell, Labyrinth};
use crate::text::sanitize;
use crate::{ByPlayer, Player, Position};

const BLUE: u8 = 34;
const RED: u8 = 31;
const GREEN: u8 = 32;
const MAGENTA: u8 = 35;
const WHITE: u8 = 37;

/// A player's comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Who.
    pub from: Player,
    /// What.
    pub text: String,
}

/// A position ready to be shown, with who plays it. `Display` writes it, comments included.
///
/// Control characters in names and comments become blanks, lest a player command the terminal of another.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// What to show.
    pub position: &'a Labyrinth,
    /// The players.
    pub names: ByPlayer<&'a str>,
    /// What they have said, in order.
    pub comments: &'a [Comment],
    /// With ANSI colours, as on the course's server; without them the pawns are `1` and `2`, and `X` when they share a cell.
    pub colours: bool,
}

impl Picture<'_> {
    /// A text in a colour, if there are any.
    fn paint(&self, f: &mut fmt::Formatter<'_>, colour: u8, text: &str) -> fmt::Result {
        if self.colours { write!(f, "\x1b[{colour}m{text}\x1b[39m") } else { f.write_str(text) }
    }

    fn cell(&self, f: &mut fmt::Formatter<'_>, cell: Cell) -> fmt::Result {
        let [first, second] = Player::ALL.map(|player| self.position.player(player) == cell);
        let pawn = |plain| if self.colours { "♟" } else { plain };
        match (first, second) {
            (true, true) => self.paint(f, MAGENTA, pawn("X")),
            (true, false) => self.paint(f, BLUE, pawn("1")),
            (false, true) => self.paint(f, RED, pawn("2")),
            _ if self.position.treasure() == cell => self.paint(f, GREEN, "⚑"),
            _ if self.position.maze().is_wall(cell) => f.write_str("▉"),
            _ => f.write_str(" "),
        }
    }

    /// The name of a player beside the board, in brackets when it is his turn.
    fn name(&self, f: &mut fmt::Formatter<'_>, player: Player) -> fmt::Result {
        let turn = self.position.to_move() == player;
        let (colour, title) = match player {
            Player::First => (BLUE, "Player 1: "),
            Player::Second => (RED, "Player 2: "),
        };
        f.write_str(if turn { "\t\t[" } else { "\t\t " })?;
        self.paint(f, colour, title)?;
        f.write_str(&sanitize(self.names[player]))?;
        f.write_str(if turn { "]" } else { " " })
    }

    /// The frame, the lines, the players.
    pub(super) fn board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (self.position.maze().width(), self.position.maze().height());
        let border = "-".repeat(width);
        writeln!(f, "+{border}+")?;
        for y in 0..height {
            f.write_str("|")?;
            for x in 0..width {
                self.cell(f, Cell::new(x as u8, y as u8))?;
            }
            f.write_str("|")?;
            for (player, line) in Player::ALL.into_iter().zip([height / 2 - 2, height / 2 + 2]) {
                if y == line {
                    self.name(f, player)?;
                } else if y == line + 1 {
                    write!(f, "\t\t Energy:{}", self.position.energy(player))?;
                }
            }
            f.write_str("\n")?;
        }
        writeln!(f, "+{border}+")
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board(f)?;
        for comment in self.comments {
            f.write_str("\n")?;
            if self.colours {
                write!(f, "\x1b[{WHITE}m\x1b[1m")?;
            }
            f.write_str("[")?;
            f.write_str(&sanitize(self.names[comment.from]))?;
            f.write_str("] ")?;
            f.write_str(&sanitize(&comment.text))?;
            if self.colours {
                f.write_str("\x1b[39m\x1b[22m")?;
            }
        }
        if self.comments.is_empty() {
            f.write_str("\n")?;
        }
        f.write_str("\n\n\n\n")
    }
}

impl fmt::Display for Labyrinth {
    /// The picture without colours.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ByPlayer { first: "premier", second: "second" };
        Picture { position: self, names, comments: &[], colours: false }.board(f)
    }
}
