//! The board as a drawing: the colours with their letters, the zones with a texture, the frontiers as lines.

use super::{BoardSide, Cell, Colour, Grid, Neighbours, SeptCouleurs};
use crate::scene::Scene;
use crate::svg::{
    self, BRICKS, Class, Drawing, FLAT_DISCS, GOAL, LAST, LINE, Marks, ON_COLOUR, ON_DARK, Path, SHADE,
    SOLID, Sides, TILES,
};
use crate::{ByPlayer, Game, Position, Slot, Status};

/// The side of a cell.
const SIDE: f64 = 20.0;
/// Boards that are longer than this have no letters on their cells.
const LETTERS: usize = 20;
/// A thumbnail shows at most so many rows and columns: of a larger board every second one, or every third.
const SEEN: usize = 48;
/// As many textures stand in a row at most.
const TEXTURES: usize = 40;

/// Okabe and Ito's palette, distinguishable with any colour vision; then further ones for boards
/// with more colours.
const COLOURS: [Class; 26] = [
    Class::new("c1", r##"fill="#e69f00""##),
    Class::new("c2", r##"fill="#56b4e9""##),
    Class::new("c3", r##"fill="#009e73""##),
    Class::new("c4", r##"fill="#f0e442""##),
    Class::new("c5", r##"fill="#0072b2""##),
    Class::new("c6", r##"fill="#d55e00""##),
    Class::new("c7", r##"fill="#cc79a7""##),
    Class::new("c8", r##"fill="#9c9a8c""##),
    Class::new("c9", r##"fill="#8f6b3f""##),
    Class::new("c10", r##"fill="#a5d86e""##),
    Class::new("c11", r##"fill="#7f6fc9""##),
    Class::new("c12", r##"fill="#8ed3c7""##),
    Class::new("c13", r##"fill="#b03a48""##),
    Class::new("c14", r##"fill="#f2b8a0""##),
    Class::new("c15", r##"fill="#5d7f3a""##),
    Class::new("c16", r##"fill="#b9a3e3""##),
    Class::new("c17", r##"fill="#4f8a93""##),
    Class::new("c18", r##"fill="#d6c48a""##),
    Class::new("c19", r##"fill="#e05f9a""##),
    Class::new("c20", r##"fill="#6f7f95""##),
    Class::new("c21", r##"fill="#c5dce8""##),
    Class::new("c22", r##"fill="#96582d""##),
    Class::new("c23", r##"fill="#52c25d""##),
    Class::new("c24", r##"fill="#a34fa6""##),
    Class::new("c25", r##"fill="#e7d9d0""##),
    Class::new("c26", r##"fill="#5e5a9e""##),
];

/// Those on which dark letters cannot be read.
const DARK: [u8; 7] = [4, 8, 12, 14, 21, 23, 25];

/// The textures and the frontiers of the zones, by slot: ink on light, light on ink.
const TEXTURE_LINES: [Class; 2] = [
    Class::new("t0", r##"fill="none" stroke="#1d1f21" stroke-width="1.4""##),
    Class::new("t1", r##"fill="none" stroke="#e7e5df" stroke-width="1.4""##),
];

/// Whether letters on this colour are light.
fn is_dark(colour: Colour) -> bool {
    DARK.contains(&colour.0)
}

/// The position as an SVG document.
pub fn svg(position: &SeptCouleurs, scene: &Scene<'_>) -> String {
    let sheet = Sheet::new(position, scene);
    let [width, height] = sheet.size();
    let text = svg::text_size(width);
    let frame = match scene.plain {
        true => [-3.0, -3.0, width + 6.0, height + 6.0],
        false => [
            -3.0,
            -3.0,
            width + 6.0,
            height + 6.0 + sheet.legend_height() + 2.2 * text + svg::sides_height(width),
        ],
    };
    let mut drawing = Drawing::new(SeptCouleurs::NAME, frame, scene.plain);
    if !scene.plain {
        // Before the cells: who looks for a colour by its name finds the legend first.
        sheet.legend(&mut drawing, height + 0.7 * text);
    }
    sheet.cells(&mut drawing);
    for side in BoardSide::ALL {
        let zone = sheet.of(Cell::Zone(side));
        drawing.filled(FLAT_DISCS[sheet.slot(side)], &zone);
    }
    sheet.tiles(&mut drawing);
    for side in BoardSide::ALL {
        sheet.zone(&mut drawing, side);
    }
    if position.rules().golden {
        sheet.golden(&mut drawing);
    }
    if !scene.plain {
        if sheet.grid.width.max(sheet.grid.height) <= LETTERS {
            sheet.letters(&mut drawing);
        }
        sheet.occupation(&mut drawing, height + 0.7 * text + sheet.legend_height(), text);
    }
    drawing.end()
}

/// What is drawn: the board, or every so many-th row and column of it.
struct Sheet<'a> {
    position: &'a SeptCouleurs,
    scene: &'a Scene<'a>,
    /// As many rows and columns as are drawn.
    grid: Grid,
    /// What is on each of the cells that are drawn.
    shown: Vec<Cell>,
}

impl<'a> Sheet<'a> {
    fn new(position: &'a SeptCouleurs, scene: &'a Scene<'a>) -> Self {
        let whole = *position.grid();
        let longest = whole.width.max(whole.height);
        let every = if scene.plain { longest.div_ceil(SEEN) } else { 1 };
        let (width, height) = (whole.width.div_ceil(every), whole.height.div_ceil(every));
        let grid = Grid { width, height, ..whole };
        // The corners at the bottom and on the right are seen, where the players begin.
        let cell = |index: usize| {
            let (row, column) = (index / width, index % width);
            let (row, column) = (whole.height - 1 - every * (height - 1 - row), every * column);
            position.cell(row * whole.width + column.min(whole.width - 1))
        };
        Sheet { position, scene, grid, shown: (0..grid.len()).map(cell).collect() }
    }

    /// How far a row is drawn to the right: those of hexagons lie half a cell to the left of the ones above.
    fn aside(&self, row: usize) -> f64 {
        match self.grid.neighbours {
            Neighbours::Six => (self.grid.height - 1 - row) as f64 * SIDE / 2.0,
            _ => 0.0,
        }
    }

    fn size(&self) -> [f64; 2] {
        [SIDE * self.grid.width as f64 + self.aside(0), SIDE * self.grid.height as f64]
    }

    /// Left and top of a cell.
    fn corner(&self, row: usize, column: usize) -> [f64; 2] {
        [SIDE * column as f64 + self.aside(row), SIDE * row as f64]
    }

    /// The cells of which this is true, those side by side as one.
    fn of(&self, what: Cell) -> Path {
        let mut path = Path::default();
        for row in 0..self.grid.height {
            let cells = &self.shown[row * self.grid.width..(row + 1) * self.grid.width];
            let mut column = 0;
            while column < cells.len() {
                let run = cells[column..].iter().take_while(|cell| **cell == what).count();
                if run > 0 {
                    let [x, y] = self.corner(row, column);
                    path.rect([x, y, SIDE * run as f64, SIDE]);
                }
                column += run.max(1);
            }
        }
        path
    }

    /// Everything that nobody has: a colour is touched where it is free.
    fn cells(&self, drawing: &mut Drawing) {
        let ongoing = self.position.status() == Status::Ongoing;
        for colour in Colour::all(Colour::MOST) {
            let (class, path) = (COLOURS[colour.index()], self.of(Cell::Free(colour)));
            match ongoing && !self.scene.plain {
                true => drawing.touch_path(class, colour, &path),
                false => drawing.path(class, &path),
            }
        }
        drawing.path(SOLID, &self.of(Cell::Wall));
    }

    /// The slot of the player on a side.
    fn slot(&self, side: BoardSide) -> Slot {
        self.scene.slot(self.position.player(side))
    }

    /// Light and shade about each cell.
    fn tiles(&self, drawing: &mut Drawing) {
        let mut path = Path::default();
        let large = self.grid.width.max(self.grid.height) > LETTERS;
        if self.scene.plain && (large || self.grid.neighbours == Neighbours::Six) {
            return;
        }
        if self.grid.neighbours != Neighbours::Six {
            // Small cells would be nothing but edges.
            let opacity = if large { r#"opacity=".5""# } else { "" };
            path.rect([0.0, 0.0, self.size()[0], self.size()[1]]);
            drawing.group(TILES, opacity, |drawing| drawing.bare(&path));
            return;
        }
        // Bricks begin with a row that is not shifted.
        let aside = if self.grid.height.is_multiple_of(2) { SIDE / 2.0 } else { 0.0 };
        for row in 0..self.grid.height {
            let [x, y] = self.corner(row, 0);
            path.rect([x - aside, y, SIDE * self.grid.width as f64, SIDE]);
        }
        drawing.group(BRICKS, &format!(r#"transform="translate({} 0)""#, svg::N(aside)), |drawing| {
            drawing.bare(&path);
        });
    }

    /// The texture of a zone, and its frontier.
    fn zone(&self, drawing: &mut Drawing, side: BoardSide) {
        let slot = self.slot(side);
        drawing.path(TEXTURE_LINES[slot], &self.texture(side));
        let frontier = self.frontier(side);
        let moved = self.scene.last.and_then(|text| text.parse::<Colour>().ok());
        if moved.is_some() && !self.scene.plain && self.position.player(side) != self.position.to_move() {
            drawing.lines(LAST, 5.0, &frontier);
        }
        drawing.lines(TEXTURE_LINES[slot], 2.5, &frontier);
    }

    /// `v` or `^`, as the board is written, on every cell, or on every so many-th one of a large board.
    fn texture(&self, side: BoardSide) -> Path {
        let every = self.grid.width.max(self.grid.height).div_ceil(TEXTURES).max(1);
        let scale = every as f64;
        let mut path = Path::default();
        for (index, cell) in self.shown.iter().enumerate() {
            let (row, column) = (index / self.grid.width, index % self.grid.width);
            if *cell != Cell::Zone(side) || row % every + column % every > 0 {
                continue;
            }
            let [x, y] = self.corner(row, column).map(|place| place + SIDE / 2.0);
            let down = if side == BoardSide::Low { 2.5 } else { -2.5 } * scale;
            path.to('M', &[x - 4.0 * scale, y - down]).to('l', &[4.0 * scale, 2.0 * down]);
            path.to('l', &[4.0 * scale, -2.0 * down]);
        }
        path
    }

    /// The line about the zone of a side.
    fn frontier(&self, side: BoardSide) -> Path {
        let mut path = Path::default();
        let own = |row: Option<usize>, column: Option<usize>| {
            let inside =
                row.zip(column).filter(|(row, column)| *row < self.grid.height && *column < self.grid.width);
            inside.is_some_and(|(row, column)| self.shown[row * self.grid.width + column] == Cell::Zone(side))
        };
        for row in 0..self.grid.height {
            for column in (0..self.grid.width).filter(|column| own(Some(row), Some(*column))) {
                let [x, y] = self.corner(row, column);
                for (next, right) in [(column.checked_sub(1), 0.0), (Some(column + 1), SIDE)] {
                    if !own(Some(row), next) {
                        path.to('M', &[x + right, y]).to('v', &[SIDE]);
                    }
                }
                // Above and below two cells touch this one where rows are shifted, and else one.
                let (left_above, right_below) = match self.grid.neighbours {
                    Neighbours::Six => (column.checked_sub(1), Some(column + 1)),
                    _ => (Some(column), Some(column)),
                };
                for (next_row, left, right, down) in [
                    (row.checked_sub(1), left_above, Some(column), 0.0),
                    (Some(row + 1), Some(column), right_below, SIDE),
                ] {
                    for (next, half) in [(left, 0.0), (right, SIDE / 2.0)] {
                        if !own(next_row, next) {
                            path.to('M', &[x + half, y + down]).to('h', &[SIDE / 2.0]);
                        }
                    }
                }
            }
        }
        path
    }

    /// The golden cells, where there are any.
    fn golden(&self, drawing: &mut Drawing) {
        let mut path = Path::default();
        for cell in SeptCouleurs::golden_cells(&self.grid) {
            let [x, y] = self.corner(cell / self.grid.width, cell % self.grid.width);
            path.diamond([x + SIDE / 2.0, y + SIDE / 2.0], SIDE / 2.0 - 1.0);
        }
        drawing.path(GOAL, &path);
    }

    /// The letters of the free cells.
    fn letters(&self, drawing: &mut Drawing) {
        for (class, dark) in [(ON_COLOUR, false), (ON_DARK, true)] {
            drawing.texts(class, 11.0, |drawing| {
                for row in 0..self.grid.height {
                    let cells = &self.shown[row * self.grid.width..(row + 1) * self.grid.width];
                    let free = |(column, cell): (usize, &Cell)| match cell {
                        Cell::Free(colour) if is_dark(*colour) == dark => {
                            Some((self.corner(row, column)[0] + SIDE / 2.0, colour.to_string()))
                        }
                        _ => None,
                    };
                    let (xs, letters): (Vec<f64>, Vec<String>) =
                        cells.iter().enumerate().filter_map(free).unzip();
                    drawing.letters(&xs, SIDE * row as f64 + 14.0, &letters.concat());
                }
            });
        }
    }

    /// How wide and high a colour of the legend is.
    fn swatch(&self) -> f64 {
        let colours = self.position.rules().colours as f64;
        (self.size()[0] / colours).min(2.2 * svg::text_size(self.size()[0]))
    }

    fn legend_height(&self) -> f64 {
        self.swatch() + 0.8 * svg::text_size(self.size()[0])
    }

    /// Every colour that may be played, with its letter; the last one that was is ringed.
    fn legend(&self, drawing: &mut Drawing, top: f64) {
        let (swatch, colours) = (self.swatch(), self.position.rules().colours);
        let pitch = (self.size()[0] / colours as f64).min(1.25 * swatch);
        let left = (self.size()[0] - pitch * colours as f64) / 2.0;
        let at = |colour: Colour| left + pitch * colour.index() as f64 + (pitch - 0.9 * swatch) / 2.0;
        let last = self.scene.last.and_then(|text| text.parse::<Colour>().ok());
        for colour in Colour::all(colours) {
            let square = [at(colour), top, 0.9 * swatch, 0.9 * swatch];
            drawing.rect(COLOURS[colour.index()], square, 0.15 * swatch);
            if last == Some(colour) {
                let mut ring = Path::default();
                ring.rect([at(colour) - 0.08 * swatch, top - 0.08 * swatch, 1.06 * swatch, 1.06 * swatch]);
                drawing.lines(LAST, 0.09 * swatch, &ring);
            }
        }
        for (class, dark) in [(ON_COLOUR, false), (ON_DARK, true)] {
            drawing.texts(class, 0.5 * swatch, |drawing| {
                let written = Colour::all(colours).filter(|colour| is_dark(*colour) == dark);
                let xs: Vec<f64> = written.clone().map(|colour| at(colour) + 0.45 * swatch).collect();
                let letters: String = written.map(|colour| colour.to_string()).collect();
                drawing.letters(&xs, top + 0.63 * swatch, &letters);
            });
        }
        if self.position.status() == Status::Ongoing {
            drawing.touch(|drawing| {
                for colour in Colour::all(colours) {
                    drawing.touch_rect(colour, [at(colour), top, 0.9 * swatch, 0.9 * swatch]);
                }
            });
        }
    }

    /// One bar, and who has how much.
    fn occupation(&self, drawing: &mut Drawing, top: f64, text: f64) {
        let [width, _] = self.size();
        let part = |slot| self.position.occupation(self.position.side(self.scene.player(slot)));
        let bar = |left: f64, part: f64| [left, top, width * part, 0.6 * text];
        drawing.rect(SHADE, bar(0.0, 1.0), 0.0);
        for (slot, left) in [(Slot::Zero, 0.0), (Slot::One, width * (1.0 - part(Slot::One)))] {
            let mut path = Path::default();
            path.rect(bar(left, part(slot)));
            drawing.filled(FLAT_DISCS[slot], &path);
        }
        let mut outline = Path::default();
        // Both parts end in a line: the one of the dark side is not seen on dark paper.
        for end in [part(Slot::Zero), 1.0 - part(Slot::One)] {
            outline.to('M', &[width * end, top]).to('v', &[0.6 * text]);
        }
        outline.rect(bar(0.0, 1.0)).to('M', &[width / 2.0, top - 0.15 * text]).to('v', &[0.9 * text]);
        drawing.lines(LINE, 0.06 * text, &outline);
        let turn = (self.position.status() == Status::Ongoing).then(|| self.position.to_move());
        let figures = ByPlayer::from_fn(|player| {
            let side = self.position.side(player);
            format!("{} · {:.0} %", self.position.area(side), 100.0 * self.position.occupation(side))
        });
        let sides = Sides { marks: Marks::Discs, turn, figures, room: 0.0 };
        drawing.sides(self.scene, &sides, [0.0, top + 1.1 * text, width]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a fill such as `fill="#0072b2"`.
    fn luminance(Class(_, attributes): Class) -> f64 {
        let (_, hex) = attributes.split_once('#').expect("a colour");
        let hex = hex.trim_end_matches('"');
        let digits = hex.len() / 3;
        let part = |at: usize| {
            let text = hex[at * digits..(at + 1) * digits].repeat(2 / digits);
            let value = f64::from(u8::from_str_radix(&text, 16).expect("hexadecimal")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
    }

    #[test]
    fn letters_can_be_read_on_every_colour() {
        for colour in Colour::all(Colour::MOST) {
            let letter = luminance(if is_dark(colour) { ON_DARK } else { ON_COLOUR });
            let ground = luminance(COLOURS[colour.index()]);
            let contrast = (letter.max(ground) + 0.05) / (letter.min(ground) + 0.05);
            assert!(contrast >= 4.5, "{colour}: {contrast}");
        }
    }
}
