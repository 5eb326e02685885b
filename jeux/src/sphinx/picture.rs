//! Both grids as text, side by side: on the left the one that the first player explores.
//!
//! `·` is a free cell, `▒` a wall; `●` and `○` are the free cells that the first and the second player have visited, `█` is a wall that
//! was asked. `▲` is the entry, `◇` the treasure, `◆` once it has been found. What is not known is `?`. The cell that
//! was asked last is `◉`, or `▣` where it is a wall.

use std::fmt::{self, Write as _};

use super::exploration::Exploration;
use super::grid::Plan;
use super::position::Sphinx;
use super::shape::{Cell, Shape};
use crate::game::Ink;
use crate::text::sanitize;
use crate::{ByPlayer, Player};

/// What a player has visited.
const VISITED: [char; 2] = ['●', '○'];
const FOUND: char = '◆';
/// Between the grids, and how wide both may be together.
const GAP: &str = "   ";
const WIDTH: usize = 80;

/// What the signs mean.
pub const INKS: &[(char, Ink)] = &[
    ('●', Ink::First),
    ('○', Ink::Second),
    ('█', Ink::Barrier),
    ('◇', Ink::Goal),
    ('◆', Ink::Both),
    ('◉', Ink::Goal),
    ('▣', Ink::Goal),
];

/// What is seen of a player's search.
#[derive(Clone, Copy, Debug)]
pub struct SearchPicture<'a> {
    /// The grid that the player explores, where all of it is seen.
    pub plan: Option<&'a Plan>,
    /// What the player has found out, where that is seen.
    pub exploration: Option<&'a Exploration>,
    /// How many questions the player has asked.
    pub asked: usize,
}

impl SearchPicture<'_> {
    /// The sign of a cell; `visited` is what this player has visited.
    fn sign(&self, cell: usize, visited: char) -> char {
        let known = self.exploration.and_then(|exploration| exploration.known(cell));
        let last = known.is_some() && self.exploration.and_then(Exploration::last) == Some(cell);
        match self.plan.map(|plan| plan.cell(cell)).or(known) {
            None => '?',
            Some(Cell::Entry) => '▲',
            Some(Cell::Treasure) if self.has_found() => FOUND,
            Some(Cell::Treasure) => '◇',
            Some(Cell::Free) if last => '◉',
            Some(Cell::Wall) if last => '▣',
            Some(Cell::Free) if known.is_some() => visited,
            Some(Cell::Free) => '·',
            Some(Cell::Wall) if known.is_some() => '█',
            Some(Cell::Wall) => '▒',
        }
    }

    fn has_found(&self) -> bool {
        self.exploration.is_some_and(Exploration::found)
    }
}

/// A grid with the numbers of its rows and columns; all lines have the same length.
fn grid(shape: &Shape, search: &SearchPicture<'_>, visited: char) -> Vec<String> {
    let (height, width) = (shape.height(), shape.width());
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
            .map(|row| line(&row.to_string(), &mut |column| search.sign(row * width + column, visited))),
    );
    lines
}

/// Both grids, and a line for each player: the name, the questions that have been asked and how many there may be.
pub fn both(shape: &Shape, searches: ByPlayer<SearchPicture<'_>>, names: Option<ByPlayer<&str>>) -> String {
    let [left, right] = Player::ALL.map(|player| grid(shape, &searches[player], VISITED[player.index()]));
    let mut text = String::new();
    for (left, right) in left.iter().zip(right) {
        text += format!("{left}{GAP}{right}").trim_end();
        text.push('\n');
    }
    for (player, search) in searches.iter() {
        let name = names.map(|names| format!("{} : ", sanitize(names[player]))).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(text, "{} {name}{}/{}", VISITED[player.index()], search.asked, shape.cells());
        if search.has_found() {
            text.push(' ');
            text.push(FOUND);
        }
        text.push('\n');
    }
    text
}

/// All of a position.
pub fn picture(position: &Sphinx, names: Option<ByPlayer<&str>>) -> String {
    let searches = ByPlayer::from_fn(|player| {
        let exploration = position.exploration(player);
        let asked = exploration.map_or(0, Exploration::asked);
        SearchPicture { plan: position.plan(!player), exploration, asked }
    });
    both(position.shape(), searches, names)
}

impl fmt::Display for Sphinx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&picture(self, None))
    }
}
