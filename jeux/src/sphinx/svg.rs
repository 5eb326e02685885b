//! Both grids as a drawing, for pages.

use std::fmt::{self, Write as _};

use super::{Cell, Exploration, Place, Sphinx};
use crate::text::Escaped;
use crate::{ByPlayer, Player};

/// The side of a cell.
const SIDE: usize = 20;
/// Around and between the grids: room for the numbers of rows and columns.
const MARGIN: usize = 30;
/// What a player's things are filled with.
const FILLS: [&str; 2] = ["#1d3557", "#e9a03b"];
const INK: &str = "#222";

/// An SVG document: on the left the grid that the first player explores, on the right the second one's. Free cells that have been visited
/// have a dot of the explorer's colour; walls are grey, and black once they were asked. The entry is a triangle, the treasure a diamond that
/// is filled once it has been found. The names are the only foreign text; they are escaped.
pub fn svg(position: &Sphinx, names: ByPlayer<&str>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, position, names);
    text
}

fn write(f: &mut String, position: &Sphinx, names: ByPlayer<&str>) -> fmt::Result {
    let (across, down) = (position.shape().width() * SIDE, position.shape().height() * SIDE);
    let (width, height) = (2 * across + 3 * MARGIN, down + 2 * MARGIN);
    writeln!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">"#
    )?;
    for player in Player::ALL {
        let left = MARGIN + player.index() * (across + MARGIN);
        numbers(f, position, left)?;
        for cell in 0..position.shape().cells() {
            draw(f, position, player, cell, left)?;
        }
        let asked = position.exploration(player).map_or(0, Exploration::asked);
        let (x, y, fill) = (left + across / 2, down + 2 * MARGIN - 10, FILLS[player.index()]);
        let (name, cells) = (Escaped(names[player]), position.shape().cells());
        writeln!(f, r#"<text x="{x}" y="{y}" font-size="12" fill="{fill}">{name} {asked}/{cells}</text>"#)?;
    }
    f.write_str("</svg>\n")
}

/// The numbers of rows and columns.
fn numbers(f: &mut String, position: &Sphinx, left: usize) -> fmt::Result {
    let mut number = |x: usize, y: usize, number: usize| {
        writeln!(f, r##"<text x="{x}" y="{y}" font-size="8" fill="#777">{number}</text>"##)
    };
    for column in 0..position.shape().width() {
        number(left + column * SIDE + SIDE / 2, MARGIN - 5, column)?;
    }
    for row in 0..position.shape().height() {
        number(left - 9, MARGIN + row * SIDE + SIDE / 2 + 3, row)?;
    }
    Ok(())
}

/// A cell of the grid that this player explores.
fn draw(f: &mut String, position: &Sphinx, player: Player, cell: usize, left: usize) -> fmt::Result {
    let place = Place::of(position.shape(), cell);
    let (x, y) = (left + place.column as usize * SIDE, MARGIN + place.row as usize * SIDE);
    let what = position.plan(!player).map(|plan| plan.cell(cell));
    let exploration = position.exploration(player);
    let known = exploration.is_some_and(|exploration| exploration.known(cell).is_some());
    let ground = match what {
        None => "#e8e8e8",
        Some(Cell::Wall) if known => INK,
        Some(Cell::Wall) => "#c9c2b4",
        Some(_) => "#f7f4ee",
    };
    writeln!(f, r##"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{ground}" stroke="#bbb"/>"##)?;
    let (cx, cy, fill) = (x + SIDE / 2, y + SIDE / 2, FILLS[player.index()]);
    match what {
        Some(Cell::Free) if known => writeln!(f, r#"<circle cx="{cx}" cy="{cy}" r="4" fill="{fill}"/>"#),
        Some(Cell::Entry) => {
            writeln!(f, r#"<path d="M{cx} {}l7 12h-14Z" fill="{fill}" stroke="{INK}"/>"#, cy - 6)
        }
        Some(Cell::Treasure) => {
            let fill = if exploration.is_some_and(Exploration::found) { fill } else { "#fff" };
            writeln!(f, r#"<path d="M{cx} {}l7 8l-7 8l-7 -8Z" fill="{fill}" stroke="{INK}"/>"#, cy - 8)
        }
        _ => Ok(()),
    }?;
    if exploration.and_then(Exploration::last) != Some(cell) {
        return Ok(());
    }
    // What was asked last.
    let (x, y, side) = (x + 1, y + 1, SIDE - 2);
    writeln!(
        f,
        r##"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="#b3001b" stroke-width="2"/>"##
    )
}
