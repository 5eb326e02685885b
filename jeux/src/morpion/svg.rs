//! The board as a drawing. The first player has the crosses; colours go by slot, as in any game.

use super::position::{Cell, Morpion};
use crate::scene::Scene;
use crate::svg::{self, Drawing, HALO, LABEL, LAST, Marks, PIT, Path, SIDE_LINES, Sides, WOOD};
use crate::{ByPlayer, Game, Player, Position, Status};

/// The side of a cell.
const SIDE: f64 = 100.0;
/// Above the board and left of it: the coordinates.
const MARGIN: f64 = 26.0;
/// How thick the signs are.
const THICK: f64 = 12.0;

/// The board as an SVG document.
pub fn svg(position: &Morpion, scene: &Scene<'_>) -> String {
    let size = 3.0 * SIDE;
    let frame = match scene.plain {
        true => [-4.0, -4.0, size + 8.0, size + 8.0],
        false => [-MARGIN, -MARGIN, size + 2.0 * MARGIN, size + MARGIN + 12.0 + svg::sides_height(size)],
    };
    let mut drawing = Drawing::new(Morpion::NAME, frame, scene.plain);
    let wood = [-4.0, -4.0, size + 8.0, size + 8.0];
    drawing.under("raise", |drawing| drawing.rect(WOOD, wood, 12.0));
    let mut pits = Path::default();
    for [x, y] in Cell::all().map(corner) {
        let pit = [x + 3.0, y + 3.0, SIDE - 6.0, SIDE - 6.0];
        if scene.plain {
            pits.rect(pit)
        } else {
            pits.round(pit, 9.0)
        };
    }
    drawing.under("sink", |drawing| drawing.path(PIT, &pits));
    let last = scene.last.and_then(|text| text.parse::<Cell>().ok());
    let marked = position.line().map_or_else(|| last.into_iter().collect(), Vec::from);
    for cell in marked.into_iter().filter(|cell| position.owner(*cell).is_some()) {
        let [x, y] = corner(cell);
        drawing.rect(HALO, [x + 3.0, y + 3.0, SIDE - 6.0, SIDE - 6.0], 9.0);
    }
    let sliding = last.filter(|_| !scene.plain);
    let signs = |drawing: &mut Drawing, player: Player, moved: bool| {
        let mut signs = Path::default();
        let cells = Cell::all().filter(|cell| position.owner(*cell) == Some(player));
        for cell in cells.filter(|cell| (sliding == Some(*cell)) == moved) {
            sign(&mut signs, player, corner(cell));
        }
        drawing.lines(SIDE_LINES[scene.slot(player)], THICK, &signs);
    };
    drawing.under("raise", |drawing| {
        for player in Player::ALL {
            signs(drawing, player, false);
        }
    });
    let moved = sliding.and_then(|cell| position.owner(cell));
    if let Some(player) = moved {
        drawing.moved([0.0, -0.3 * SIDE], |drawing| {
            drawing.under("raise", |drawing| signs(drawing, player, true));
        });
    }
    if let Some([from, .., to]) = position.line() {
        let mut line = Path::default();
        line.line(corner(from).map(|place| place + SIDE / 2.0), corner(to).map(|place| place + SIDE / 2.0));
        drawing.lines(LAST, 4.0, &line);
    }
    if !scene.plain {
        around(&mut drawing, position, scene);
    }
    drawing.end()
}

/// Left and top of a cell.
fn corner(cell: Cell) -> [f64; 2] {
    [SIDE * cell.column() as f64, SIDE * cell.line() as f64]
}

/// A cross or a ring.
fn sign(path: &mut Path, player: Player, [x, y]: [f64; 2]) {
    let (near, far) = (26.0, SIDE - 26.0);
    match player {
        Player::First => {
            path.line([x + near, y + near], [x + far, y + far]);
            path.line([x + far, y + near], [x + near, y + far]);
        }
        Player::Second => {
            path.disc([x + SIDE / 2.0, y + SIDE / 2.0], 27.0);
        }
    }
}

/// Coordinates, names, and what can be touched.
fn around(drawing: &mut Drawing, position: &Morpion, scene: &Scene<'_>) {
    let size = 3.0 * SIDE;
    drawing.texts(LABEL, 14.0, |drawing| {
        for (place, column) in ["A", "B", "C"].into_iter().enumerate() {
            let middle = SIDE * (place as f64 + 0.5);
            drawing.text([middle, -10.0], "", column);
            drawing.text([-15.0, middle + 5.0], "", &(place + 1).to_string());
        }
    });
    let turn = (position.status() == Status::Ongoing).then(|| position.to_move());
    let figures = ByPlayer { first: "×".to_owned(), second: "○".to_owned() };
    let sides = Sides { marks: Marks::Shapes, turn, figures, room: 0.0 };
    drawing.sides(scene, &sides, [0.0, size + 10.0, size]);
    drawing.touch(|drawing| {
        for cell in position.legal_moves() {
            let [x, y] = corner(cell);
            drawing.touch_rect(cell, [x, y, SIDE, SIDE]);
        }
    });
}
