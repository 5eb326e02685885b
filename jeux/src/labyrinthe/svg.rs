//! The labyrinth as a drawing. The border is open: beyond it half a cell of the opposite side is seen, faintly.

use super::{Cell, Direction, Labyrinth, Move, ROTATION_COST};
use crate::scene::Scene;
use crate::svg::{
    self, Drawing, FLOOR, GLOW, LABEL, LAST, LINE, LIVE, MARK, Marks, NAME, Path, SOLID, STONE, Sides, TILES,
};
use crate::{ByPlayer, Game, Player, Position, Slot, Status};

/// The side of a cell.
const SIDE: f64 = 20.0;
/// What is seen of the opposite side.
const BEYOND: f64 = 10.0;
/// The numbers of lines and columns.
const NUMBERS: f64 = 16.0;
/// The arrows of rotations.
const ARROWS: f64 = 20.0;
/// From one pip to the next, and between those of one rotation and of the next, of the size of the text.
const PIP: f64 = 0.5;
const GAP: f64 = 0.35;
/// Beyond so many rotations that can be paid, their number is written instead of pips.
const MOST_PIPS: u32 = 4 * ROTATION_COST;

/// The position as an SVG document.
pub fn svg(position: &Labyrinth, scene: &Scene<'_>) -> String {
    let maze = position.maze();
    let [width, height] = [maze.width(), maze.height()].map(|cells| SIDE * cells as f64);
    let (before, after) = (BEYOND + NUMBERS + ARROWS, BEYOND + ARROWS);
    let frame = match scene.plain {
        true => [-BEYOND, -BEYOND, width + 2.0 * BEYOND, height + 2.0 * BEYOND],
        false => {
            let whole = width + before + after;
            [-before, -before, whole, height + before + after + svg::sides_height(whole)]
        }
    };
    let mut drawing = Drawing::new(Labyrinth::NAME, frame, scene.plain);
    let last = scene.last.and_then(|text| text.parse::<Move>().ok());
    ground(&mut drawing, position, [width, height], last.filter(|_| !scene.plain));
    match last {
        Some(mv) if mv.is_rotation() => turned(&mut drawing, position, mv),
        Some(mv) => stepped(&mut drawing, position, mv),
        None => {}
    }
    drawing.shadow(middle(position.treasure()), 7.0);
    drawing.gem(middle(position.treasure()), 9.2);
    pieces(&mut drawing, position, scene, last);
    if !scene.plain {
        around(&mut drawing, position, scene, [width, height]);
    }
    drawing.end()
}

/// The middle of a cell.
fn middle(cell: Cell) -> [f64; 2] {
    [f64::from(cell.x), f64::from(cell.y)].map(|place| SIDE * (place + 0.5))
}

/// A cell: left, top, width, height.
fn square(cell: Cell) -> [f64; 4] {
    let [x, y] = middle(cell);
    [x - SIDE / 2.0, y - SIDE / 2.0, SIDE, SIDE]
}

/// Floor, walls, and the walls beyond the border.
fn ground(drawing: &mut Drawing, position: &Labyrinth, [width, height]: [f64; 2], last: Option<Move>) {
    let maze = position.maze();
    drawing.rect(FLOOR, [0.0, 0.0, width, height], 0.0);
    if !drawing.is_plain() {
        drawing.group(TILES, r#"opacity=".35""#, |drawing| {
            let mut tiles = Path::default();
            drawing.bare(tiles.rect([0.0, 0.0, width, height]));
        });
    }
    // The row or column that has just been turned slides to its place.
    let turned = |x: u8, y: u8| match last {
        Some(Move::LineLeft(line)) if line == y => Some([SIDE, 0.0]),
        Some(Move::LineRight(line)) if line == y => Some([-SIDE, 0.0]),
        Some(Move::ColumnUp(column)) if column == x => Some([0.0, SIDE]),
        Some(Move::ColumnDown(column)) if column == x => Some([0.0, -SIDE]),
        _ => None,
    };
    let (mut walls, mut sliding, mut from) = (Path::default(), Path::default(), None);
    for y in 0..maze.height() as u8 {
        let mut x = 0;
        while usize::from(x) < maze.width() {
            let slide = turned(x, y);
            let together = |x: &u8| maze.is_wall(Cell::new(*x, y)) && turned(*x, y) == slide;
            let run = (x..maze.width() as u8).take_while(together).count();
            if run > 0 {
                from = from.or(slide);
                let path = if slide.is_some() { &mut sliding } else { &mut walls };
                path.rect([SIDE * f64::from(x), SIDE * f64::from(y), SIDE * run as f64, SIDE]);
            }
            x += run.max(1) as u8;
        }
    }
    drawing.under("block", |drawing| {
        drawing.path(STONE, &walls);
        if let Some(from) = from {
            drawing.moved(from, |drawing| drawing.path(STONE, &sliding));
        }
    });
    // Twice, so that it fades.
    for (depth, opacity) in [(BEYOND, r#"opacity=".16""#), (BEYOND / 2.0, r#"opacity=".24""#)] {
        drawing.group(SOLID, opacity, |drawing| drawing.bare(&beyond(position, [width, height], depth)));
    }
}

/// The walls of the opposite sides, so far beyond the border.
fn beyond(position: &Labyrinth, [width, height]: [f64; 2], depth: f64) -> Path {
    let maze = position.maze();
    let (last_x, last_y) = (maze.width() as u8 - 1, maze.height() as u8 - 1);
    let mut walls = Path::default();
    for y in 0..=last_y {
        for (x, left) in [(last_x, -depth), (0, width)] {
            if maze.is_wall(Cell::new(x, y)) {
                walls.rect([left, SIDE * f64::from(y), depth, SIDE]);
            }
        }
    }
    for x in 0..=last_x {
        for (y, top) in [(last_y, -depth), (0, height)] {
            if maze.is_wall(Cell::new(x, y)) {
                walls.rect([SIDE * f64::from(x), top, SIDE, depth]);
            }
        }
    }
    walls
}

/// The players; both are seen where they share a cell.
fn pieces(drawing: &mut Drawing, position: &Labyrinth, scene: &Scene<'_>, last: Option<Move>) {
    let shared = position.player(Player::First) == position.player(Player::Second);
    for slot in Slot::ALL {
        let [x, y] = middle(position.player(scene.player(slot)));
        let aside = if shared { [-4.0, 4.0][slot] } else { 0.0 };
        let radius = if shared { 5.0 } else { 7.0 };
        let mark = |drawing: &mut Drawing| {
            drawing.shadow([x + aside, y + aside], radius);
            drawing.mark(Marks::Shapes, slot, [x + aside, y + aside], radius);
        };
        match last {
            Some(Move::Step(direction)) if scene.player(slot) != position.to_move() => {
                let [right, down] = way(direction);
                drawing.moved([-right, -down], mark);
            }
            _ => mark(drawing),
        }
    }
}

/// A rotation that has just been made: its line with an arrow at either end.
fn turned(drawing: &mut Drawing, position: &Labyrinth, mv: Move) {
    let maze = position.maze();
    let [width, height] = [maze.width(), maze.height()].map(|cells| SIDE * cells as f64);
    let (band, from, to) = match mv {
        Move::LineLeft(y) | Move::LineRight(y) if usize::from(y) < maze.height() => {
            let top = SIDE * f64::from(y);
            let ends = [[-BEYOND, top + SIDE / 2.0], [width + BEYOND, top + SIDE / 2.0]];
            ([-BEYOND, top, width + 2.0 * BEYOND, SIDE], ends[0], ends[1])
        }
        Move::ColumnUp(x) | Move::ColumnDown(x) if usize::from(x) < maze.width() => {
            let left = SIDE * f64::from(x);
            let ends = [[left + SIDE / 2.0, -BEYOND], [left + SIDE / 2.0, height + BEYOND]];
            ([left, -BEYOND, SIDE, height + 2.0 * BEYOND], ends[0], ends[1])
        }
        _ => return,
    };
    let (from, to) =
        if matches!(mv, Move::LineLeft(_) | Move::ColumnUp(_)) { (to, from) } else { (from, to) };
    drawing.rect(GLOW, band, 4.0);
    let mut arrow = Path::default();
    arrow.arrow(from, to, [0.0, 1.5], 9.0);
    drawing.lines(LAST, 2.0, &arrow);
}

/// A displacement that has just been made: where it came from. It lies under the players.
fn stepped(drawing: &mut Drawing, position: &Labyrinth, mv: Move) {
    let here = position.player(!position.to_move());
    let at = middle(here);
    drawing.rect(GLOW, square(here), 4.0);
    if let Move::Step(direction) = mv {
        let before = position.maze().neighbour(here, direction.opposite());
        let [right, down] = self::way(direction);
        let mut way = Path::default();
        way.line([at[0] - right, at[1] - down], at);
        drawing.lines(LAST, 2.5, &way);
        drawing.circle(MARK, middle(before), 3.0);
    }
    let mut ring = Path::default();
    ring.rect([at[0] - 9.5, at[1] - 9.5, 19.0, 19.0]);
    drawing.lines(LAST, 1.5, &ring);
}

/// How far a step leads, to the right and down.
const fn way(direction: Direction) -> [f64; 2] {
    match direction {
        Direction::Up => [0.0, -SIDE],
        Direction::Down => [0.0, SIDE],
        Direction::Left => [-SIDE, 0.0],
        Direction::Right => [SIDE, 0.0],
    }
}

/// Numbers, names, energies, and what can be touched.
fn around(drawing: &mut Drawing, position: &Labyrinth, scene: &Scene<'_>, [width, height]: [f64; 2]) {
    let maze = position.maze();
    drawing.texts(LABEL, 9.0, |drawing| {
        for x in 0..maze.width() {
            drawing.text([SIDE * (x as f64 + 0.5), -BEYOND - 4.0], "", &x.to_string());
        }
        for y in 0..maze.height() {
            drawing.text([-BEYOND - 8.0, SIDE * (y as f64 + 0.5) + 3.0], "", &y.to_string());
        }
    });
    let left = -BEYOND - NUMBERS - ARROWS;
    let whole = width + 2.0 * BEYOND + NUMBERS + 2.0 * ARROWS;
    let turn = (position.status() == Status::Ongoing).then(|| position.to_move());
    let pips = |player| position.energy(player) <= MOST_PIPS;
    let figures = ByPlayer::from_fn(|player| match pips(player) {
        true => String::new(),
        false => format!("+{}", position.energy(player)),
    });
    let most = Player::ALL.map(|player| if pips(player) { position.energy(player) } else { 0 });
    let room = row(most[0].max(most[1])) * svg::text_size(whole);
    let sides = Sides { marks: Marks::Shapes, turn, figures, room };
    let ends = drawing.sides(scene, &sides, [left + 4.0, height + BEYOND + ARROWS, whole - 12.0]);
    for player in Player::ALL.into_iter().filter(|player| pips(*player)) {
        energy(drawing, position.energy(player), ends[player], svg::text_size(whole));
    }
    let Some(mover) = turn else { return };
    let moves = position.moves();
    if moves.iter().any(|mv| mv.is_rotation()) {
        let mut arrows = Path::default();
        for mv in moves.iter().filter(|mv| mv.is_rotation()) {
            if let Some(([x, y], angle)) = handle(position, *mv) {
                arrows.head([x + 4.0 * angle.cos(), y + 4.0 * angle.sin()], angle, 8.0).to('z', &[]);
            }
        }
        drawing.path(LIVE, &arrows);
    }
    drawing.touch(|drawing| {
        for mv in moves.iter() {
            let rect = match mv {
                Move::Stay => square(position.player(mover)),
                Move::Step(direction) => square(maze.neighbour(position.player(mover), *direction)),
                // All that is beside the board, and takes a finger.
                Move::LineLeft(y) => [left, SIDE * f64::from(*y), NUMBERS + ARROWS, SIDE],
                Move::LineRight(y) => [width, SIDE * f64::from(*y), BEYOND + ARROWS, SIDE],
                Move::ColumnUp(x) => [SIDE * f64::from(*x), left, SIDE, NUMBERS + ARROWS],
                Move::ColumnDown(x) => [SIDE * f64::from(*x), height, SIDE, BEYOND + ARROWS],
            };
            drawing.touch_rect(touch(position, *mv), rect);
        }
    });
}

/// How wide so many pips are, of the size of the text.
fn row(energy: u32) -> f64 {
    PIP * f64::from(energy) + GAP * f64::from(energy.saturating_sub(1) / ROTATION_COST)
}

/// Pips, from the right end: those of a rotation that can be paid stand together and are full.
fn energy(drawing: &mut Drawing, energy: u32, [right, middle]: [f64; 2], size: f64) {
    let (radius, pitch, gap) = (0.18 * size, PIP * size, GAP * size);
    let (mut full, mut open) = (Path::default(), Path::default());
    let paid = energy / ROTATION_COST * ROTATION_COST;
    let width = row(energy) * size;
    for pip in 0..energy {
        let x = right - width + pitch * f64::from(pip) + gap * f64::from(pip / ROTATION_COST);
        let path = if pip < paid { &mut full } else { &mut open };
        path.disc([x + radius, middle], radius);
    }
    drawing.path(NAME, &full);
    drawing.lines(LINE, 0.07 * size, &open);
}

/// Where the arrow of a rotation is, and where it points.
fn handle(position: &Labyrinth, mv: Move) -> Option<([f64; 2], f64)> {
    use std::f64::consts::{FRAC_PI_2, PI};
    let maze = position.maze();
    let [width, height] = [maze.width(), maze.height()].map(|cells| SIDE * cells as f64);
    let along = |number: u8| SIDE * (f64::from(number) + 0.5);
    let before = -BEYOND - NUMBERS - ARROWS / 2.0;
    let after = BEYOND + ARROWS / 2.0;
    match mv {
        Move::LineLeft(y) => Some(([before, along(y)], PI)),
        Move::LineRight(y) => Some(([width + after, along(y)], 0.0)),
        Move::ColumnUp(x) => Some(([along(x), before], -FRAC_PI_2)),
        Move::ColumnDown(x) => Some(([along(x), height + after], FRAC_PI_2)),
        Move::Step(_) | Move::Stay => None,
    }
}

/// What is touched to make a move: the cell where the player then stands, by column and line; the arrow of a rotation, by its name.
pub fn touch(position: &Labyrinth, mv: Move) -> String {
    let here = position.player(position.to_move());
    let cell = match mv {
        Move::Stay => here,
        Move::Step(direction) => position.maze().neighbour(here, direction),
        // A name has no spaces.
        rotation => return rotation.to_string().replace(' ', "-"),
    };
    format!("{},{}", cell.x, cell.y)
}
