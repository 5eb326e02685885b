//! The board as a drawing, for pages.

use std::f64::consts::PI;
use std::fmt::{self, Write as _};

use super::{Coursidor, Direction, Vertex};
use crate::text::Escaped;
use crate::{ByPlayer, Player};

/// From the centre of a cell to its corners.
const RADIUS: f64 = 20.0;
/// What a player's things are filled with.
const FILLS: [&str; 2] = ["#1d3557", "#e9a03b"];
const INK: &str = "#222";

/// An SVG document: the cells as hexagons, a wall as a thick line between two of them. An objective is a diamond whose left half is
/// filled once the first player has done it, its right half for the second one. The names are the only foreign text; they are
/// escaped.
pub fn svg(position: &Coursidor, names: ByPlayer<&str>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, position, names);
    text
}

/// The middle of a cell.
fn centre(position: &Coursidor, vertex: Vertex) -> (f64, f64) {
    let (row, column) = position.board().coordinates(vertex);
    let (row, column) = (f64::from(row), f64::from(column));
    (3_f64.sqrt() * RADIUS * (column + row / 2.0), 1.5 * RADIUS * row)
}

/// The corner of a cell just before this direction, clockwise.
fn corner((x, y): (f64, f64), direction: Direction) -> (f64, f64) {
    // East, the third direction of the cycle, has no angle; each next one has 60 degrees more.
    let angle = (direction.index() as f64 - 2.0) * PI / 3.0 - PI / 6.0;
    (x + RADIUS * angle.cos(), y + RADIUS * angle.sin())
}

fn write(f: &mut String, position: &Coursidor, names: ByPlayer<&str>) -> fmt::Result {
    let board = position.board();
    let half = 3_f64.sqrt() * RADIUS * board.size() as f64 + RADIUS;
    let (width, height) = (2.0 * half, 3.0 * RADIUS * board.size() as f64 + 4.0 * RADIUS);
    let top = height / 2.0 - RADIUS;
    writeln!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{:.1} {:.1} {width:.1} {height:.1}" font-family="sans-serif" text-anchor="middle">"#,
        -half, -top
    )?;
    for vertex in board.vertices() {
        cell(f, position, vertex)?;
    }
    // Over the outlines of their neighbours.
    for player in Player::ALL {
        let outline = hexagon(centre(position, position.course().start(player)));
        let stroke = FILLS[player.index()];
        writeln!(f, r#"<path d="{outline}" fill="none" stroke="{stroke}" stroke-width="3"/>"#)?;
    }
    for vertex in board.vertices() {
        for direction in [Direction::E, Direction::SE, Direction::SW] {
            let edge = board.neighbour(vertex, direction).is_some();
            if edge && !position.walls().is_open(vertex, direction) {
                let middle = centre(position, vertex);
                let [(x1, y1), (x2, y2)] =
                    [direction, direction.turned(1)].map(|direction| corner(middle, direction));
                writeln!(
                    f,
                    r##"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}" stroke="#b3001b" stroke-width="5" stroke-linecap="round"/>"##
                )?;
            }
        }
    }
    for player in Player::ALL {
        let (x, y) = centre(position, position.pawn(player));
        let fill = FILLS[player.index()];
        writeln!(
            f,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="9" fill="{fill}" stroke="{INK}" stroke-width="2"/>"#
        )?;
        let x = half * (player.index() as f64 - 0.5);
        let (name, walls) = (Escaped(names[player]), position.walls_left(player));
        let missing = position.missing(player).count();
        let y = height - top - RADIUS / 2.0;
        writeln!(f, r#"<text x="{x:.1}" y="{y:.1}" fill="{fill}">{name} ┃{walls} ◇{missing}</text>"#)?;
    }
    f.write_str("</svg>\n")
}

/// The outline of a cell.
fn hexagon(centre: (f64, f64)) -> String {
    let mut path = String::new();
    for (place, direction) in Direction::ALL.into_iter().enumerate() {
        let (x, y) = corner(centre, direction);
        // Writing to a string cannot fail.
        let _ = write!(path, "{}{x:.1} {y:.1}", if place == 0 { 'M' } else { 'L' });
    }
    path + "Z"
}

/// A hexagon with its number, and an objective.
fn cell(f: &mut String, position: &Coursidor, vertex: Vertex) -> fmt::Result {
    let (x, y) = centre(position, vertex);
    writeln!(f, r##"<path d="{}" fill="#f7f4ee" stroke="#bbb"/>"##, hexagon((x, y)))?;
    if position.course().objectives().binary_search(&vertex).is_ok() {
        for (player, side) in Player::ALL.into_iter().zip([-1.0, 1.0]) {
            let fill = if position.has_done(player, vertex) { FILLS[player.index()] } else { "#fff" };
            let (side, above, below) = (x + side * 12.0, y - 12.0, y + 12.0);
            writeln!(
                f,
                r#"<path d="M{x:.1} {above:.1}L{side:.1} {y:.1}L{x:.1} {below:.1}Z" fill="{fill}" stroke="{INK}"/>"#
            )?;
        }
    }
    writeln!(f, r##"<text x="{x:.1}" y="{:.1}" font-size="7" fill="#777">{vertex}</text>"##, y + 16.0)
}
