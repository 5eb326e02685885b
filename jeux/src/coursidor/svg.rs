//! The board as a drawing: cells as hexagons, since walls lie on their sides; walls as thick bars of the side that placed them.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use super::{Coursidor, Direction, Edge, Move, PawnStep, Vertex, Wall};
use crate::scene::Scene;
use crate::svg::{
    self, Class, Drawing, FLAT_SIDES, GLOW, LABEL, LAST, LINE, LIVE, Marks, Path, SIDE_LINES, Sides,
};
use crate::{ByPlayer, Game, Player, Position, Slot, Status};

/// From the centre of a cell to its corners.
const RADIUS: f64 = 20.0;
/// The radius of a pawn, and of an objective.
const PAWN: f64 = 7.5;
const OBJECTIVE: f64 = 8.2;
/// The thickness of a wall.
const WALL: f64 = 6.0;
/// Around the board.
const MARGIN: f64 = 6.0;
/// Larger boards have no numbers on their cells.
const NUMBERED: usize = 12;
/// A cell, and a row of cells.
const CELL: Class = Class::new(
    "cell",
    r##"fill="url(#m-floor) #f5eedf" stroke="url(#m-wood) #d9b27b" stroke-width="3" stroke-linejoin="round""##,
);
const ROW: Class = Class::new("ground", r##"fill="none" stroke="#ebe8df""##);
/// A light line in the walls of the player in slot 1.
const CORE: Class =
    Class::new("core", r##"fill="none" stroke="#fbfaf7" stroke-linecap="round" stroke-linejoin="round""##);

/// A wall that might be placed, by slot; pages show it.
const PREVIEWS: [Class; 2] = [
    Class::new("l0 preview", r##"fill="none" stroke="#0072b2" stroke-linecap="round" visibility="hidden""##),
    Class::new("l1 preview", r##"fill="none" stroke="#d55e00" stroke-linecap="round" visibility="hidden""##),
];

/// The position as an SVG document.
pub fn svg(position: &Coursidor, scene: &Scene<'_>) -> String {
    let board = position.board();
    let [mut right, mut bottom] = [0.0_f64; 2];
    // Boards are symmetric about their middle.
    for [x, y] in board.vertices().map(|vertex| centre(position, vertex)) {
        right = right.max(x.abs() + RADIUS);
        bottom = bottom.max(y.abs() + RADIUS);
    }
    let (width, height) = (2.0 * (right + MARGIN), 2.0 * (bottom + MARGIN));
    let below = if scene.plain { 0.0 } else { svg::sides_height(width) };
    let mut drawing =
        Drawing::new(Coursidor::NAME, [-width / 2.0, -height / 2.0, width, height + below], scene.plain);
    cells(&mut drawing, position, scene);
    for objective in position.course().objectives() {
        halves(&mut drawing, position, scene, *objective);
    }
    walls(&mut drawing, position, scene);
    let last = scene.last.and_then(|text| text.parse::<Move>().ok());
    if let Some(mv) = last {
        mark(&mut drawing, position, mv);
    }
    pawns(&mut drawing, position, scene, last);
    if !scene.plain {
        around(&mut drawing, position, scene, [-width / 2.0 + MARGIN, height / 2.0, width - 2.0 * MARGIN]);
    }
    drawing.end()
}

/// Whether this is a thumbnail of so large a board that its cells cannot be told apart.
fn large(position: &Coursidor, scene: &Scene<'_>) -> bool {
    scene.plain && position.board().size() > NUMBERED
}

/// How much larger things are than their cells, so that they are seen in a thumbnail of a large board.
fn scale(position: &Coursidor, scene: &Scene<'_>) -> f64 {
    if scene.plain { (position.board().size() as f64 / 7.0).max(1.0) } else { 1.0 }
}

/// The middle of a cell.
fn centre(position: &Coursidor, vertex: Vertex) -> [f64; 2] {
    let (row, column) = position.board().coordinates(vertex);
    let (row, column) = (f64::from(row), f64::from(column));
    [3_f64.sqrt() * RADIUS * (column + row / 2.0), 1.5 * RADIUS * row]
}

/// The angle of a direction.
fn angle(direction: Direction) -> f64 {
    // East, the third direction of the cycle, has no angle; each next one has 60 degrees more.
    (direction.index() as f64 - 2.0) * PI / 3.0
}

/// The place so far away at this angle.
fn away([x, y]: [f64; 2], angle: f64, far: f64) -> [f64; 2] {
    [x + far * angle.cos(), y + far * angle.sin()]
}

/// The corner of a cell just before this direction, clockwise.
fn corner(centre: [f64; 2], direction: Direction) -> [f64; 2] {
    away(centre, angle(direction) - PI / 6.0, RADIUS)
}

/// Adds the outline of a cell.
fn hexagon(path: &mut Path, centre: [f64; 2], scale: f64) {
    let corners = Direction::ALL.map(|direction| corner([0.0, 0.0], direction).map(|place| scale * place));
    let from = corners[0];
    path.to('M', &[centre[0] + from[0], centre[1] + from[1]]);
    let sides: Vec<f64> =
        corners.windows(2).flat_map(|pair| [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]).collect();
    path.to('l', &sides).to('z', &[]);
}

/// The cells, the homes of both players, and where the mover's pawn can go: the farther, the larger.
fn cells(drawing: &mut Drawing, position: &Coursidor, scene: &Scene<'_>) {
    let mut outlines = Path::default();
    if large(position, scene) {
        // Each row as one bar would hide the holes; a cell is hardly a dot.
        for vertex in position.board().vertices() {
            let [x, y] = centre(position, vertex);
            if position.board().neighbour(vertex, Direction::W).is_none() {
                outlines.to('M', &[x - 0.87 * RADIUS, y]);
            }
            if position.board().neighbour(vertex, Direction::E).is_none() {
                outlines.to('H', &[x + 0.87 * RADIUS]);
            }
        }
        drawing.lines(ROW, 1.5 * RADIUS, &outlines);
    } else {
        for vertex in position.board().vertices() {
            hexagon(&mut outlines, centre(position, vertex), 1.0);
        }
        // Tiles in a frame of wood, which is seen where walls may stand.
        drawing.under("raise", |drawing| drawing.path(CELL, &outlines));
    }
    let scale = scale(position, scene);
    for slot in Slot::ALL {
        let here = centre(position, position.course().start(scene.player(slot)));
        let (mut outline, mut sign) = (Path::default(), Path::default());
        hexagon(&mut outline, here, 0.9 * scale);
        // Of the shape of its pawn, for those to whom both are one colour.
        let half = 0.9 * PAWN * scale;
        match slot {
            Slot::Zero => sign.disc(here, PAWN * scale),
            Slot::One => sign.rect([here[0] - half, here[1] - half, 2.0 * half, 2.0 * half]),
        };
        drawing.lines(SIDE_LINES[slot], 2.0 * scale, &outline);
        drawing.lines(SIDE_LINES[slot], 1.2 * scale, &sign);
    }
    if scene.plain || position.status() != Status::Ongoing {
        return;
    }
    drawing.group(LIVE, r#"opacity=".45""#, |drawing| {
        let mut dots = Path::default();
        for step in position.steps() {
            let length = if let PawnStep::Line(length) = step.kind { f64::from(length) } else { 1.0 };
            dots.disc(centre(position, step.to), 1.5 + 1.5 * length);
        }
        drawing.bare(&dots);
    });
}

/// An objective: a ring of two halves, the left one full once the player in slot 0 has been there, the right one for slot 1.
fn halves(drawing: &mut Drawing, position: &Coursidor, scene: &Scene<'_>, objective: Vertex) {
    let [x, y] = centre(position, objective);
    // A little lower, for its number.
    let y = y + 2.0;
    let scale = scale(position, scene);
    let radius = OBJECTIVE * scale;
    let mut open = Path::default();
    for (slot, sweep) in [(Slot::Zero, 0.0), (Slot::One, 1.0)] {
        let mut half = Path::default();
        let aside = if slot == Slot::Zero { -0.8 * scale } else { 0.8 * scale };
        half.to('M', &[x + aside, y - radius]);
        half.to('A', &[radius, radius, 0.0, 0.0, sweep, x + aside, y + radius]).to('z', &[]);
        if position.has_done(scene.player(slot), objective) {
            drawing.filled(FLAT_SIDES[slot], &half);
        }
        open.join(&half);
    }
    drawing.lines(LINE, 1.2 * scale, &open);
}

/// The line of a wall: two sides of the cell that it goes round.
fn bar(path: &mut Path, position: &Coursidor, wall: Wall) {
    let middle = centre(position, wall.at);
    for (turns, command) in [(0, 'M'), (1, 'L'), (2, 'L')] {
        path.to(command, &corner(middle, wall.from.turned(turns)));
    }
}

fn walls(drawing: &mut Drawing, position: &Coursidor, scene: &Scene<'_>) {
    let mut bars = [Path::default(), Path::default()];
    let mut all = Path::default();
    for (wall, player) in position.placed() {
        bar(&mut bars[scene.slot(*player)], position, *wall);
        bar(&mut all, position, *wall);
    }
    let thick = WALL * scale(position, scene).sqrt();
    drawing.lines(LINE, thick + 1.6, &all);
    for (bars, class) in bars.iter().zip(SIDE_LINES) {
        drawing.lines(class, thick, bars);
    }
    drawing.lines(CORE, thick / 3.7, &bars[1]);
}

/// The last move: where the pawn is now, or the wall.
fn mark(drawing: &mut Drawing, position: &Coursidor, mv: Move) {
    match mv {
        Move::Pawn(_) => {
            let here = centre(position, position.pawn(!position.to_move()));
            let mut ring = Path::default();
            hexagon(&mut ring, here, 0.9);
            drawing.path(GLOW, &ring);
            drawing.lines(LAST, 1.5, &ring);
        }
        Move::Wall(_) => {
            let Some((wall, _)) = position.placed().last() else { return };
            let mut line = Path::default();
            bar(&mut line, position, *wall);
            drawing.lines(LAST, 1.8, &line);
        }
        Move::Colour(_) | Move::Type(_) => {}
    }
}

/// The pawns, each with the direction of its momentum.
fn pawns(drawing: &mut Drawing, position: &Coursidor, scene: &Scene<'_>, last: Option<Move>) {
    for slot in Slot::ALL {
        let player = scene.player(slot);
        let here = centre(position, position.pawn(player));
        let scale = scale(position, scene);
        let mark = |drawing: &mut Drawing| {
            drawing.shadow(here, PAWN);
            drawing.mark(Marks::Shapes, slot, here, PAWN * scale);
        };
        let moved = matches!(last, Some(Move::Pawn(_))) && player != position.to_move();
        match position.last_direction(player).filter(|_| moved) {
            Some(direction) => {
                drawing.moved(away([0.0, 0.0], angle(direction) + PI, 3_f64.sqrt() * RADIUS), mark);
            }
            None => mark(drawing),
        }
        if let Some(direction) = position.last_direction(player) {
            let angle = angle(direction);
            let mut arrow = Path::default();
            arrow.head(away(here, angle, (PAWN + 7.0) * scale), angle, 6.0 * scale);
            drawing.lines(LINE, 2.0 * scale, &arrow);
        }
    }
}

/// Numbers, names, what is left to place and to do, and what can be touched.
fn around(drawing: &mut Drawing, position: &Coursidor, scene: &Scene<'_>, below: [f64; 3]) {
    let board = position.board();
    if board.size() <= NUMBERED {
        // In the middle of what is free, and above whatever stands on a cell.
        let course = position.course();
        let mut taken: BTreeSet<Vertex> = course.objectives().iter().copied().collect();
        for player in [Player::First, Player::Second] {
            taken.extend([course.start(player), position.pawn(player)]);
        }
        if position.status() == Status::Ongoing {
            taken.extend(position.steps().into_iter().map(|step| step.to));
        }
        for (size, down, above) in [(7.5, 2.7, false), (5.6, -8.8, true)] {
            drawing.texts(LABEL, size, |drawing| {
                for vertex in board.vertices().filter(|vertex| taken.contains(vertex) == above) {
                    let [x, y] = centre(position, vertex);
                    drawing.text([x, y + down], "", &vertex.to_string());
                }
            });
        }
    }
    let turn = (position.status() == Status::Ongoing).then(|| position.to_move());
    let all = position.course().objectives().len();
    let figures = ByPlayer::from_fn(|player| {
        let done = all - position.missing(player).count();
        format!("┃ {}\u{2003}◎ {done}/{all}", position.walls_left(player))
    });
    drawing.sides(scene, &Sides { marks: Marks::Shapes, turn, figures, room: 0.0 }, below);
    if turn.is_none() {
        return;
    }
    let steps = position.steps().into_iter().map(|step| step.to);
    let mut cells: BTreeSet<Vertex> = steps.collect();
    let mut corners = BTreeMap::new();
    for wall in position.legal_walls() {
        cells.insert(wall.at);
        if let Move::Wall(edges) = position.placing(wall) {
            let place = corner(centre(position, wall.at), wall.from.turned(1));
            corners.insert(meeting(edges), place);
        }
    }
    if !corners.is_empty() {
        // What a wall looks like about a corner, for whoever is to choose it: round the cell on the right.
        let (mut wall, half) = (Path::default(), RADIUS / 2.0);
        wall.line([half, -3_f64.sqrt() * half], [0.0, 0.0]).to('L', &[half, 3_f64.sqrt() * half]);
        drawing.lines(PREVIEWS[scene.slot(position.to_move())], WALL, &wall);
    }
    drawing.touch(|drawing| {
        for vertex in cells {
            drawing.touch_disc(vertex, centre(position, vertex), 14.0);
        }
        for (name, place) in corners {
            drawing.touch_disc(name, place, 9.0);
        }
    });
}

/// The name of the corner where the three cells of a wall meet.
fn meeting([one, other]: [Edge; 2]) -> String {
    let mut cells = [one.from, one.to, other.to];
    cells.sort_unstable();
    let [a, b, c] = cells;
    format!("{a}-{b}-{c}")
}

/// What is touched to make a move: the cell where the pawn goes; for a wall the corner about which it bends, then the cell that it goes
/// round.
pub fn touches(mv: Move) -> Vec<String> {
    match mv {
        Move::Pawn(to) => vec![to.to_string()],
        Move::Wall(edges) => vec![meeting(edges), edges[0].from.to_string()],
        Move::Colour(_) | Move::Type(_) => Vec::new(),
    }
}
