//! Both grids as a drawing: each as its explorer knows it, what he does not know as a ghost, where it may be seen.

use super::exploration::Exploration;
use super::moves::{CellName, Move};
use super::picture::SearchPicture;
use super::position::Sphinx;
use super::shape::{Cell, Shape};
use crate::scene::Scene;
use crate::svg::{
    self, DIM, Drawing, FLAT_SIDES, FLOOR, GHOST, GRID, LABEL, LAST, LINE, Marks, Path, SHADE, SIDE_LINES,
    STONE, Sides, TILES,
};
use crate::{ByPlayer, Game, Player, Position, Slot, Status};

/// The side of a cell.
const SIDE: f64 = 20.0;
/// The numbers of rows and columns, above each grid and left of it.
const MARGIN: f64 = 16.0;
/// Beyond so many rows or columns not every one has its number.
const NUMBERED: usize = 20;

/// What there is to see.
pub struct Sight<'a> {
    /// How large the grids are.
    pub shape: Shape,
    /// The grids, by who explores them.
    pub searches: ByPlayer<SearchPicture<'a>>,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// Who asks by touching.
    pub asks: Option<Player>,
}

/// The position as an SVG document: everything is seen.
pub fn svg(position: &Sphinx, scene: &Scene<'_>) -> String {
    let search = |player: Player| {
        let exploration = position.exploration(player);
        SearchPicture {
            plan: position.plan(!player),
            exploration,
            asked: exploration.map_or(0, Exploration::asked),
        }
    };
    let turn = (position.status() == Status::Ongoing).then(|| position.to_move());
    let sight = Sight { shape: *position.shape(), searches: ByPlayer::from_fn(search), turn, asks: turn };
    draw(&sight, scene)
}

/// Left and top of the grid that is drawn for this slot.
fn corner(shape: &Shape, scene: &Scene<'_>, slot: Slot) -> [f64; 2] {
    let width = SIDE * shape.width() as f64;
    let gap = if scene.plain { SIDE } else { SIDE + MARGIN };
    [slot.index() as f64 * (width + gap), 0.0]
}

/// What is seen as an SVG document.
pub fn draw(sight: &Sight<'_>, scene: &Scene<'_>) -> String {
    let shape = &sight.shape;
    let [right, _] = corner(shape, scene, Slot::One);
    let width = right + SIDE * shape.width() as f64;
    let height = SIDE * shape.height() as f64;
    let text = svg::text_size(width);
    let frame = match scene.plain {
        true => [-3.0, -3.0, width + 6.0, height + 6.0],
        false => {
            let below = 1.4 * text + svg::sides_height(width);
            [-MARGIN - 4.0, -MARGIN, width + MARGIN + 8.0, height + MARGIN + below]
        }
    };
    let mut drawing = Drawing::new(Sphinx::NAME, frame, scene.plain);
    for slot in Slot::ALL {
        let player = scene.player(slot);
        let search = sight.searches[player];
        grid(&mut drawing, shape, search, slot, corner(shape, scene, slot), scene.plain);
        if !scene.plain {
            numbers(&mut drawing, shape, corner(shape, scene, slot));
            used(&mut drawing, shape, search, slot, corner(shape, scene, slot), text);
        }
    }
    if !scene.plain {
        let cells = shape.cells();
        let figures = sight.searches.map(|search| format!("{}/{cells}", search.asked));
        let sides = Sides { marks: Marks::Shapes, turn: sight.turn, figures, room: 0.0 };
        drawing.sides(scene, &sides, [-2.0, height + 1.4 * text, width + 2.0]);
        let asks = sight.asks.and_then(|player| Some((player, sight.searches[player].exploration?)));
        if let Some((player, exploration)) = asks {
            let at = corner(shape, scene, scene.slot(player));
            drawing.touch(|drawing| {
                for cell in exploration.useful() {
                    let [x, y] = corner_of(shape, at, cell);
                    drawing.touch_rect(CellName::of(shape, cell), [x, y, SIDE, SIDE]);
                }
            });
        }
    }
    drawing.end()
}

/// Left and top of a cell of the grid that begins there.
fn corner_of(shape: &Shape, [left, top]: [f64; 2], cell: usize) -> [f64; 2] {
    let (row, column) = (cell / shape.width(), cell % shape.width());
    [left + SIDE * column as f64, top + SIDE * row as f64]
}

/// Adds the cells of which this is true, those side by side as one.
fn cells(shape: &Shape, at: [f64; 2], is: impl Fn(usize) -> bool) -> Path {
    let mut path = Path::default();
    for row in 0..shape.height() {
        let mut column = 0;
        while column < shape.width() {
            let first = row * shape.width() + column;
            let run = (first..(row + 1) * shape.width()).take_while(|cell| is(*cell)).count();
            if run > 0 {
                let [x, y] = corner_of(shape, at, first);
                path.rect([x, y, SIDE * run as f64, SIDE]);
            }
            column += run.max(1);
        }
    }
    path
}

fn grid(
    drawing: &mut Drawing,
    shape: &Shape,
    search: SearchPicture<'_>,
    slot: Slot,
    at: [f64; 2],
    plain: bool,
) {
    let [left, top] = at;
    let [width, height] = [shape.width(), shape.height()].map(|cells| SIDE * cells as f64);
    let SearchPicture { plan, exploration, .. } = search;
    let known = |cell: usize| exploration.and_then(|exploration| exploration.known(cell));
    let truth = |cell: usize| plan.map(|plan| plan.cell(cell));
    drawing.under("raise", |drawing| drawing.rect(FLOOR, [left, top, width, height], 0.0));
    drawing.path(DIM, &cells(shape, at, |cell| known(cell).is_none() && truth(cell) != Some(Cell::Wall)));
    drawing.path(GHOST, &cells(shape, at, |cell| known(cell).is_none() && truth(cell) == Some(Cell::Wall)));
    if !plain {
        drawing.group(TILES, r#"opacity=".5""#, |drawing| {
            let mut tiles = Path::default();
            drawing.bare(tiles.rect([left, top, width, height]));
        });
    }
    drawing.under("block", |drawing| {
        drawing.path(STONE, &cells(shape, at, |cell| known(cell) == Some(Cell::Wall)));
    });
    let mut border = Path::default();
    border.rect([left, top, width, height]);
    drawing.path(GRID, &border);
    if let Some(exploration) = exploration {
        let walk = walk(shape, exploration, at);
        if !plain {
            drawing.lines(LINE, 6.4, &walk);
        }
        drawing.lines(SIDE_LINES[slot], 5.0, &walk);
    }
    signs(drawing, shape, search, slot, at);
    if let Some(cell) = exploration.and_then(Exploration::last) {
        let [x, y] = corner_of(shape, at, cell);
        drawing.rect(LAST, [x + 1.5, y + 1.5, SIDE - 3.0, SIDE - 3.0], 3.0);
    }
}

/// Entry and treasure.
fn signs(drawing: &mut Drawing, shape: &Shape, search: SearchPicture<'_>, slot: Slot, at: [f64; 2]) {
    let is = |cell: usize| {
        let known = search.exploration.and_then(|exploration| exploration.known(cell));
        known.or_else(|| search.plan.map(|plan| plan.cell(cell)))
    };
    for cell in 0..shape.cells() {
        let [x, y] = corner_of(shape, at, cell);
        let (x, y) = (x + SIDE / 2.0, y + SIDE / 2.0);
        let mut path = Path::default();
        match is(cell) {
            Some(Cell::Entry) => {
                path.to('M', &[x - 6.0, y + 6.0]).to('v', &[-7.0]);
                path.to('a', &[6.0, 6.0, 0.0, 0.0, 1.0, 12.0, 0.0]).to('v', &[7.0]).to('z', &[]);
                drawing.path(Marks::Shapes.class(slot), &path);
            }
            Some(Cell::Treasure) => {
                drawing.gem([x, y], 8.0);
                if search.exploration.is_some_and(Exploration::found) {
                    drawing.mark(Marks::Shapes, slot, [x, y], 4.5);
                }
            }
            _ => {}
        }
    }
}

/// The way from the entry: each cell that was visited, joined to one beside it that was visited before.
fn walk(shape: &Shape, exploration: &Exploration, at: [f64; 2]) -> Path {
    let middle = |cell: usize| corner_of(shape, at, cell).map(|place| place + SIDE / 2.0);
    let mut path = Path::default();
    let mut before = vec![None; shape.cells()];
    for (order, cell) in exploration.visited().iter().enumerate() {
        before[*cell] = Some(order);
        let next = shape.around(*cell).filter(|other| before[*other].is_some());
        if let Some(from) = next.max_by_key(|other| before[*other]) {
            path.line(middle(from), middle(*cell));
        }
    }
    path
}

/// The numbers of rows and columns.
fn numbers(drawing: &mut Drawing, shape: &Shape, [left, top]: [f64; 2]) {
    let every = |length: usize| if length > NUMBERED { 5 } else { 1 };
    let size = if shape.width().max(shape.height()) > NUMBERED { 14.0 } else { 9.0 };
    drawing.texts(LABEL, size, |drawing| {
        for column in (0..shape.width()).step_by(every(shape.width())) {
            drawing.text([left + SIDE * (column as f64 + 0.5), top - 4.0], "", &column.to_string());
        }
        for row in (0..shape.height()).step_by(every(shape.height())) {
            let y = top + SIDE * (row as f64 + 0.5) + 0.35 * size;
            drawing.text([left - 3.0, y], r#" text-anchor="end""#, &row.to_string());
        }
    });
}

/// The questions that were used, as a part of all.
fn used(
    drawing: &mut Drawing,
    shape: &Shape,
    search: SearchPicture<'_>,
    slot: Slot,
    [left, top]: [f64; 2],
    text: f64,
) {
    let [width, height] = [shape.width(), shape.height()].map(|cells| SIDE * cells as f64);
    let bar = |part: f64| [left, top + height + 0.5 * text, width * part, 0.4 * text];
    drawing.rect(SHADE, bar(1.0), 0.2 * text);
    if search.asked > 0 {
        let part = search.asked as f64 / shape.cells() as f64;
        drawing.rect(FLAT_SIDES[slot], bar(part.min(1.0)), 0.2 * text);
    }
}

/// What is touched to make a move: the cell; a grid is given as text.
pub fn touches(mv: &Move) -> Vec<String> {
    match mv {
        Move::Ask(place) => vec![place.to_string()],
        Move::Grid(_) => Vec::new(),
    }
}
