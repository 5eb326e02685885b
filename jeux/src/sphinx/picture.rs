//! Both grids as text, side by side: on the left the one that the first player explores.
//!
//! `·` is a free cell, `▒` a wall; `●` and `○` are the free cells that the first and the second player have visited, `█` is a wall that
//! was asked. `▲` is the entry, `◇` the treasure, `◆` once it has been found. Before a grid is there each cell is `?`.

use std::fmt::{self, Write as _};

use super::{Cell, Exploration, Sphinx};
use crate::game::Ink;
use crate::text::printable;
use crate::{ByPlayer, Player};

/// What a player has visited.
const VISITED: [char; 2] = ['●', '○'];
const FOUND: char = '◆';
/// Between the grids, and how wide both may be together.
const GAP: &str = "   ";
const WIDTH: usize = 80;

/// What the signs mean.
pub const INKS: &[(char, Ink)] =
    &[('●', Ink::First), ('○', Ink::Second), ('█', Ink::Barrier), ('◇', Ink::Goal), ('◆', Ink::Both)];

/// The sign of a cell of the grid that this player explores.
fn sign(position: &Sphinx, player: Player, cell: usize) -> char {
    let Some(plan) = position.plan(!player) else { return '?' };
    let exploration = position.exploration(player);
    let known = exploration.and_then(|exploration| exploration.known(cell));
    match plan.cell(cell) {
        Cell::Entry => '▲',
        Cell::Treasure if exploration.is_some_and(Exploration::found) => FOUND,
        Cell::Treasure => '◇',
        Cell::Free if known.is_some() => VISITED[player.index()],
        Cell::Free => '·',
        Cell::Wall if known.is_some() => '█',
        Cell::Wall => '▒',
    }
}

/// The grid that this player explores, with the numbers of its rows and columns; all lines have the same length.
fn grid(position: &Sphinx, player: Player) -> Vec<String> {
    let (height, width) = (position.shape().height(), position.shape().width());
    let margin = (height - 1).to_string().len();
    // A blank beside each cell makes it a square, where there is room for it.
    let roomy = 2 * (margin + 2 * width) + GAP.len() <= WIDTH;
    let line = |label: &str, signs: &mut dyn FnMut(usize) -> char| {
        let mut line = format!("{label:>margin$}");
        for column in 0..width {
            if roomy || column == 0 {
                line.push(' ');
            }
            line.push(signs(column));
        }
        line
    };
    let digit = |number: usize| char::from_digit((number % 10) as u32, 10).unwrap_or(' ');
    let mut lines = Vec::with_capacity(height + 2);
    if width > 10 {
        let tens =
            |column: usize| if column > 0 && column.is_multiple_of(10) { digit(column / 10) } else { ' ' };
        lines.push(line("", &mut |column| tens(column)));
    }
    lines.push(line("", &mut |column| digit(column)));
    lines.extend(
        (0..height)
            .map(|row| line(&row.to_string(), &mut |column| sign(position, player, row * width + column))),
    );
    lines
}

/// Both grids, and a line for each player: the name, the questions that have been asked and how many there may be.
pub fn picture(position: &Sphinx, names: Option<ByPlayer<&str>>) -> String {
    let mut text = String::new();
    for (left, right) in grid(position, Player::First).iter().zip(grid(position, Player::Second)) {
        text += format!("{left}{GAP}{right}").trim_end();
        text.push('\n');
    }
    for player in Player::ALL {
        let name = names.map(|names| printable(names[player]) + " : ").unwrap_or_default();
        let exploration = position.exploration(player);
        let asked = exploration.map_or(0, Exploration::asked);
        // Writing to a string cannot fail.
        let _ = write!(text, "{} {name}{asked}/{}", VISITED[player.index()], position.shape().cells());
        if exploration.is_some_and(Exploration::found) {
            text.push(' ');
            text.push(FOUND);
        }
        text.push('\n');
    }
    text
}

impl fmt::Display for Sphinx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&picture(self, None))
    }
}
