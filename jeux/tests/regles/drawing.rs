//! Drawings of positions for the pages of the rules, where a game has none itself.

use std::fmt::Display;

use jeux::Player;
use jeux::colonnes::{self, Board};
use jeux::labyrinthe::{self, Labyrinth};
use jeux::morpion::{self, Morpion};
use jeux::sept_couleurs::{Cell, SeptCouleurs, Side};

/// What a player's things are filled with, as in the drawings of the other games.
const FILLS: [&str; 2] = ["#1d3557", "#e9a03b"];
const INK: &str = "#222";
/// The colours of 7 couleurs.
const COLOURS: [&str; 7] = ["#d9534f", "#5cb85c", "#f0d75a", "#5b8dd9", "#b07cc6", "#6cc5c1", "#e8a5c0"];

/// A drawing that grows.
struct Drawing(String);

impl Drawing {
    fn new(width: usize, height: usize) -> Drawing {
        Drawing(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        ))
    }

    fn rect(&mut self, [x, y, width, height]: [usize; 4], fill: &str, line: &str) {
        self.0 += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" stroke=\"{line}\"/>\n"
        );
    }

    fn disc(&mut self, x: usize, y: usize, radius: usize, fill: &str) {
        self.0 +=
            &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{INK}\"/>\n");
    }

    fn text(&mut self, x: usize, y: usize, fill: &str, text: impl Display) {
        self.0 += &format!("<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{text}</text>\n");
    }

    fn path(&mut self, path: &str, fill: &str, line: &str, width: usize) {
        self.0 +=
            &format!("<path d=\"{path}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width}\"/>\n");
    }

    fn end(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// The names of three columns and three lines, for cells of this side.
fn names_of_three(drawing: &mut Drawing, side: usize) {
    for (i, column) in ["A", "B", "C"].into_iter().enumerate() {
        drawing.text(30 + i * side + side / 2, 20, INK, column);
        drawing.text(15, 30 + i * side + side / 2 + 5, INK, i + 1);
    }
}

/// Colonnes: the piles seen from the side.
pub fn colonnes(board: &Board) -> String {
    let side = 90;
    let mut drawing = Drawing::new(30 + 3 * side + 10, 30 + 3 * side + 10);
    names_of_three(&mut drawing, side);
    for cell in colonnes::Cell::all() {
        let (left, top) = (30 + cell.column() * side, 30 + cell.line() * side);
        drawing.rect([left, top, side, side], "#f4f1ea", INK);
        for (height, player) in board.stack(cell).pawns().enumerate() {
            let fill = ["#ffffff", "#333333"][player.index()];
            drawing.rect([left + 15, top + side - 30 - 24 * height, side - 30, 20], fill, INK);
        }
    }
    drawing.end()
}

/// Morpion.
pub fn morpion(position: &Morpion) -> String {
    let side = 60;
    let mut drawing = Drawing::new(30 + 3 * side + 10, 30 + 3 * side + 10);
    names_of_three(&mut drawing, side);
    for (i, cell) in morpion::Cell::all().enumerate() {
        let (left, top) = (30 + i % 3 * side, 30 + i / 3 * side);
        drawing.rect([left, top, side, side], "#f4f1ea", INK);
        let (near, far) = (15, side - 15);
        match position.owner(cell) {
            Some(Player::First) => {
                let [a, b, c, d] = [left + near, left + far, top + near, top + far];
                drawing.path(&format!("M{a} {c}L{b} {d}M{a} {d}L{b} {c}"), "none", FILLS[0], 6);
            }
            Some(Player::Second) => {
                let (x, y) = (left + side / 2, top + side / 2);
                drawing.0 += &format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"none\" stroke=\"{}\" stroke-width=\"6\"/>\n",
                    FILLS[1]
                );
            }
            None => {}
        }
    }
    drawing.end()
}

/// Labyrinthe: walls, players, treasure and energies; the numbers of lines and columns.
pub fn labyrinthe(position: &Labyrinth) -> String {
    let side = 24;
    let maze = position.maze();
    let mut drawing = Drawing::new(30 + maze.width() * side + 10, 30 + maze.height() * side + 30);
    for x in 0..maze.width() {
        drawing.text(30 + x * side + side / 2, 20, INK, x);
    }
    for y in 0..maze.height() {
        drawing.text(15, 30 + y * side + 17, INK, y);
    }
    let place = |cell: labyrinthe::Cell| (30 + usize::from(cell.x) * side, 30 + usize::from(cell.y) * side);
    for cell in maze.cells() {
        let (left, top) = place(cell);
        let fill = if maze.is_wall(cell) { "#6b6b6b" } else { "#f4f1ea" };
        drawing.rect([left, top, side, side], fill, "#bbb");
    }
    let (left, top) = place(position.treasure());
    let (x, y) = (left + side / 2, top + side / 2);
    let diamond = format!("M{} {y}L{x} {}L{} {y}L{x} {}Z", x - 9, y - 9, x + 9, y + 9);
    drawing.path(&diamond, "#c9302c", INK, 1);
    for player in Player::ALL {
        let (left, top) = place(position.player(player));
        drawing.disc(left + side / 2, top + side / 2, 9, FILLS[player.index()]);
        drawing.text(left + side / 2, top + side / 2 + 5, "#fff", player.index() + 1);
        let x = 30 + (1 + 2 * player.index()) * maze.width() * side / 4;
        let (fill, energy) = (FILLS[player.index()], position.energy(player));
        drawing.text(x, 30 + maze.height() * side + 20, fill, format!("{} : +{energy}", player.index() + 1));
    }
    drawing.end()
}

/// 7 couleurs: colours with their letters, zones in the players' own.
pub fn sept_couleurs(position: &SeptCouleurs) -> String {
    let side = 24;
    let grid = position.grid();
    let mut drawing = Drawing::new(grid.width * side + 2, grid.height * side + 26);
    for index in 0..grid.len() {
        let (left, top) = (1 + index % grid.width * side, 1 + index / grid.width * side);
        let cell = position.cell(index);
        let (fill, ink) = match cell {
            Cell::Zone(owner) => (FILLS[usize::from(owner == Side::High)], "#fff"),
            Cell::Free(colour) => (COLOURS[colour.index()], INK),
            Cell::Wall => ("#6b6b6b", "#fff"),
        };
        drawing.rect([left, top, side, side], fill, "#fff");
        drawing.text(left + side / 2, top + 17, ink, cell);
    }
    for (i, owner) in Side::ALL.into_iter().enumerate() {
        let x = (1 + 2 * i) * grid.width * side / 4;
        let area = format!("{} : {}", owner.symbol(), position.area(owner));
        drawing.text(x, grid.height * side + 20, FILLS[usize::from(owner == Side::High)], area);
    }
    drawing.end()
}
