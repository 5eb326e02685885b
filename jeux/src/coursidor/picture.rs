//! The board as text.
//!
//! A cell shows its number: to type a move is to read it here. Pawns are `●` and `○`, the homes of players who are away `▲` and `△`. An
//! objective is `◇`, half full for the player who has done it (the left half for the first one), `◆` when both have. A wall is a stroke
//! between the two cells that it parts.

use std::fmt::{self, Write as _};

use super::{Coursidor, Direction, Vertex};
use crate::game::Ink;
use crate::text::sanitize;
use crate::{ByPlayer, Player};

/// The pawn of a player, and the home.
const PAWNS: [char; 2] = ['●', '○'];
const HOMES: [char; 2] = ['▲', '△'];

/// What the signs mean.
pub const INKS: &[(char, Ink)] = &[
    ('●', Ink::First),
    ('▲', Ink::First),
    ('⬖', Ink::First),
    ('○', Ink::Second),
    ('△', Ink::Second),
    ('⬗', Ink::Second),
    ('◆', Ink::Both),
    ('◇', Ink::Goal),
    ('┃', Ink::Barrier),
    ('╱', Ink::Barrier),
    ('╲', Ink::Barrier),
];

/// What is written on a cell.
fn cell(position: &Coursidor, vertex: Vertex) -> String {
    let mut text = String::new();
    for player in Player::ALL {
        if position.pawn(player) == vertex {
            text.push(PAWNS[player.index()]);
        } else if position.course().start(player) == vertex {
            text.push(HOMES[player.index()]);
        }
    }
    text.extend(objective(position, vertex));
    text + &vertex.to_string()
}

/// The sign of an objective.
fn objective(position: &Coursidor, vertex: Vertex) -> Option<char> {
    position.course().objectives().binary_search(&vertex).ok()?;
    Some(match Player::ALL.map(|player| position.has_done(player, vertex)) {
        [false, false] => '◇',
        [true, false] => '⬖',
        [false, true] => '⬗',
        [true, true] => '◆',
    })
}

/// The board, and a line for each player: the name, the walls that are left, the objectives that are missing.
pub fn picture(position: &Coursidor, names: Option<ByPlayer<&str>>) -> String {
    let board = position.board();
    // Two signs and the largest number fit between two walls.
    let pitch = (board.len().to_string().len() + 3).next_multiple_of(2) as i32;
    let centre = |vertex: Vertex| {
        let (row, column) = board.coordinates(vertex);
        // The westernmost cell of a whole hexagon is in the middle row.
        ((2 * column + row) * pitch / 2, 2 * (row + board.size() as i32 - 1))
    };
    let west = board.vertices().map(|vertex| centre(vertex).0).min().unwrap_or_default() - pitch / 2;
    let mut canvas = vec![vec![' '; 2 * board.size() * pitch as usize]; 2 * board.rows() - 1];
    let mut put = |x: i32, y: i32, text: &str| {
        let line = &mut canvas[y as usize];
        for (place, sign) in line.iter_mut().skip((x - west) as usize).zip(text.chars()) {
            *place = sign;
        }
    };
    for vertex in board.vertices() {
        let (x, y) = centre(vertex);
        let text = cell(position, vertex);
        put(x - text.chars().count() as i32 / 2, y, &text);
        let aside = (pitch + 2) / 4;
        for (direction, right, down, stroke) in [
            (Direction::E, pitch / 2, 0, "┃"),
            (Direction::SE, aside, 1, "╱"),
            (Direction::SW, -aside, 1, "╲"),
        ] {
            let edge = board.neighbour(vertex, direction).is_some();
            if edge && !position.walls().is_open(vertex, direction) {
                put(x + right, y + down, stroke);
            }
        }
    }
    let mut text = String::new();
    for line in canvas {
        let line: String = line.into_iter().collect();
        text += line.trim_end();
        text.push('\n');
    }
    for player in Player::ALL {
        let pawn = PAWNS[player.index()];
        let name = names.map(|names| format!("{} : ", sanitize(names[player]))).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(text, "{pawn} {name}┃ {}", position.walls_left(player));
        for vertex in position.missing(player) {
            let _ = write!(text, " ◇{vertex}");
        }
        text.push('\n');
    }
    text
}

impl fmt::Display for Coursidor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&picture(self, None))
    }
}
