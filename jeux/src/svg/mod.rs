//! The parts of all games' drawings: one set of classes, marks of the sides, lines of names. Every
//! class has attributes that replace it in a document without a style sheet; a page gives it its
//! own colours, light or dark (`tableau/assets/boards.css`). A drawing has neither styles nor ids,
//! so that a page may hold many under a strict policy; what it is made of, such as wood, is defined once beside it
//! ([`materials`]). Texts from outside go through
//! [`Drawing::text`] alone. Lengths are in units of the `viewBox`, angles in radians.

pub mod materials;

use std::fmt::{self, Display, Write as _};

use crate::scene::Scene;
use crate::text::{self, Escaped, truncate};
use crate::{ByPlayer, Player, Slot};

/// An SVG document that grows.
#[derive(Debug)]
pub struct Drawing {
    text: String,
    /// A thumbnail: without shadows and the like.
    plain: bool,
}

/// The lines under a board, besides names.
#[derive(Clone, Debug)]
pub struct Sides {
    /// How the sides look.
    pub marks: Marks,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// What is written at the right ends.
    pub figures: ByPlayer<String>,
    /// So much room is left free there besides.
    pub room: f64,
}

/// About how wide a letter is, of the size of the text.
const LETTER: f64 = 0.64;

impl Drawing {
    /// The beginning: the game by its name; what is seen: left, top, width, height; whether it is a thumbnail.
    pub(crate) fn new(game: &str, [left, top, width, height]: [f64; 4], plain: bool) -> Self {
        let text = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="board {game}" viewBox="{} {} {} {}"{}>
"#,
            N(left),
            N(top),
            N(width),
            N(height),
            if plain { "" } else { r#" font-family="system-ui,sans-serif" text-anchor="middle""# }
        );
        Drawing { text, plain }
    }

    /// Whether it is a thumbnail.
    pub(crate) const fn is_plain(&self) -> bool {
        self.plain
    }

    /// The document.
    pub fn end(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }

    /// An element of a class; `rest` are its other attributes.
    fn element(&mut self, tag: &str, Class(name, attributes): Class, rest: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, r#"<{tag} class="{name}" {attributes} {rest}/>"#);
    }

    /// A path, unless there is nothing in it.
    pub fn path(&mut self, class: Class, path: &Path) {
        if !path.is_empty() {
            self.element("path", class, format_args!(r#"d="{path}""#));
        }
    }

    /// A path of lines that are so wide.
    pub fn lines(&mut self, Class(name, attributes): Class, width: f64, path: &Path) {
        if path.is_empty() {
            return;
        }
        // An attribute may not come twice.
        let kept: Vec<&str> =
            self::attributes(attributes).filter(|one| !one.starts_with("stroke-width")).collect();
        let _ = writeln!(
            self.text,
            r#"<path class="{name}" {} stroke-width="{}" d="{path}"/>"#,
            kept.concat(),
            N(width)
        );
    }

    /// A path of the ground of a class, without its outline.
    pub fn filled(&mut self, Class(name, attributes): Class, path: &Path) {
        if !path.is_empty() {
            let fill = self::attributes(attributes).find(|one| one.starts_with("fill=")).unwrap_or_default();
            let _ = writeln!(self.text, r#"<path class="{name} bare" {fill} d="{path}"/>"#);
        }
    }

    /// A path within [`Drawing::group`], whose class it has.
    pub fn bare(&mut self, path: &Path) {
        if !path.is_empty() {
            let _ = writeln!(self.text, r#"<path d="{path}"/>"#);
        }
    }

    /// A circle: its middle and its radius.
    pub fn circle(&mut self, class: Class, [x, y]: [f64; 2], radius: f64) {
        self.element("circle", class, format_args!(r#"cx="{}" cy="{}" r="{}""#, N(x), N(y), N(radius)));
    }

    /// A rectangle with round corners: left, top, width, height.
    pub fn rect(&mut self, class: Class, [x, y, width, height]: [f64; 4], round: f64) {
        let [x, y, width, height, round] = [x, y, width, height, round].map(N);
        let rest = format_args!(r#"x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}""#);
        self.element("rect", class, rest);
    }

    /// Elements that share a class and these attributes.
    pub fn group(&mut self, Class(name, attributes): Class, rest: &str, draw: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.text, r#"<g class="{name}" {attributes} {rest}>"#);
        draw(self);
        self.text += "</g>\n";
    }

    /// Texts of one size, which let fingers through.
    pub fn texts(&mut self, class: Class, size: f64, draw: impl FnOnce(&mut Self)) {
        self.group(class, &format!(r#"font-size="{}" pointer-events="none""#, N(size)), draw);
    }

    /// A text within [`Drawing::texts`]; it may be from outside. `rest` are attributes.
    pub fn text(&mut self, [x, y]: [f64; 2], rest: &str, text: &str) {
        let _ = writeln!(self.text, r#"<text x="{}" y="{}"{rest}>{}</text>"#, N(x), N(y), Escaped(text));
    }

    /// Letters, each about its own place on one line, within [`Drawing::texts`].
    pub fn letters(&mut self, xs: &[f64], y: f64, letters: &str) {
        if !letters.is_empty() {
            let xs: Vec<String> = xs.iter().map(|x| N(*x).to_string()).collect();
            let _ =
                writeln!(self.text, r#"<text x="{}" y="{}">{}</text>"#, xs.join(" "), N(y), Escaped(letters));
        }
    }

    /// Elements under a filter of [`materials`], such as `raise`; a thumbnail does without.
    pub(crate) fn under(&mut self, filter: &str, draw: impl FnOnce(&mut Self)) {
        match self.plain {
            true => draw(self),
            false => self.group(Class("lit", ""), &format!(r#"filter="url(#m-{filter})""#), draw),
        }
    }

    /// What has just been moved here from so far away; pages let it slide.
    pub(crate) fn moved(&mut self, [dx, dy]: [f64; 2], draw: impl FnOnce(&mut Self)) {
        match self.plain {
            true => draw(self),
            false => self.group(Class("moved", ""), &format!(r#"data-from="{} {}""#, N(dx), N(dy)), draw),
        }
    }

    /// The soft shadow of a thing about a place.
    pub(crate) fn shadow(&mut self, [x, y]: [f64; 2], radius: f64) {
        if !self.plain {
            self.circle(SHADOW, [x + 0.08 * radius, y + 0.2 * radius], 1.25 * radius);
        }
    }

    /// A treasure and the like.
    pub(crate) fn gem(&mut self, at: [f64; 2], radius: f64) {
        let mut outline = Path::default();
        outline.diamond(at, radius);
        self.path(GOAL, &outline);
        if !self.plain {
            let (mut facets, half) = (Path::default(), 0.45 * radius);
            facets.diamond(at, half);
            for [x, y] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
                facets.line([at[0] + half * x, at[1] + half * y], [at[0] + radius * x, at[1] + radius * y]);
            }
            self.path(FACETS, &facets);
        }
    }

    /// What can be touched: over everything that is drawn before it.
    pub fn touch(&mut self, draw: impl FnOnce(&mut Self)) {
        self.group(TOUCH, "", draw);
    }

    /// A rectangle within [`Drawing::touch`], by its name.
    pub fn touch_rect(&mut self, name: impl Display, [x, y, width, height]: [f64; 4]) {
        let [x, y, width, height] = [x, y, width, height].map(N);
        let _ = writeln!(
            self.text,
            r#"<rect data-touch="{name}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#
        );
    }

    /// A disc within [`Drawing::touch`], by its name.
    pub fn touch_disc(&mut self, name: impl Display, [x, y]: [f64; 2], radius: f64) {
        let [x, y, radius] = [x, y, radius].map(N);
        let _ = writeln!(self.text, r#"<circle data-touch="{name}" cx="{x}" cy="{y}" r="{radius}"/>"#);
    }

    /// A visible shape that can be touched, by its name.
    pub fn touch_path(&mut self, class: Class, name: impl Display, path: &Path) {
        if !path.is_empty() {
            self.element("path", class, format_args!(r#"data-touch="{name}" d="{path}""#));
        }
    }

    /// The mark of the side in a slot, which its pieces are too.
    pub fn mark(&mut self, marks: Marks, slot: Slot, at: [f64; 2], radius: f64) {
        let (class, [x, y]) = (marks.class(slot), at);
        let line = N((radius / 12.0).max(0.9));
        match (marks, slot) {
            (Marks::Shapes, Slot::One) => {
                // As large to the eye as the disc.
                let half = 0.9 * radius;
                let side = N(2.0 * half);
                let rest = format_args!(
                    r#"x="{}" y="{}" width="{side}" height="{side}" rx="{}" stroke-width="{line}""#,
                    N(x - half),
                    N(y - half),
                    N(0.2 * radius)
                );
                self.element("rect", class, rest);
            }
            _ => {
                if marks == Marks::Discs && radius > 9.0 && !self.plain {
                    // Seen a little from the front, it is as thick as its side.
                    let mut side = Path::default();
                    side.to('M', &[x - radius, y]).to('v', &[0.22 * radius]);
                    side.to('a', &[radius, radius, 0.0, 0.0, 0.0, 2.0 * radius, 0.0]);
                    side.to('v', &[-0.22 * radius]).to('z', &[]);
                    self.path(EDGES[slot], &side);
                }
                let rest =
                    format_args!(r#"cx="{}" cy="{}" r="{}" stroke-width="{line}""#, N(x), N(y), N(radius));
                self.element("circle", class, rest);
                if marks == Marks::Discs && radius > 20.0 && !self.plain {
                    self.circle(RINGS[slot], at, 0.66 * radius);
                }
            }
        }
    }

    /// A line for each side, from this place on and so wide: its mark, its name, its figure at the right end; before it an arrow if it
    /// is to move. Gives the right end and the middle of each player's line.
    pub fn sides(
        &mut self,
        scene: &Scene<'_>,
        sides: &Sides,
        [left, top, width]: [f64; 3],
    ) -> ByPlayer<[f64; 2]> {
        let size = text_size(width);
        let middle = |slot: Slot| top + size * (0.9 + 1.6 * slot.index() as f64);
        for slot in Slot::ALL {
            let y = middle(slot);
            if sides.turn == Some(scene.player(slot)) {
                let mut arrow = Path::default();
                arrow.to('M', &[left, y - 0.4 * size]).to('l', &[0.6 * size, 0.4 * size]);
                arrow.to('l', &[-0.6 * size, 0.4 * size]).to('z', &[]);
                self.path(LIVE, &arrow);
            }
            self.mark(sides.marks, slot, [left + 1.4 * size, y], 0.5 * size);
        }
        self.texts(NAME, size, |drawing| {
            for slot in Slot::ALL {
                let (player, y) = (scene.player(slot), middle(slot) + 0.35 * size);
                let figure = &sides.figures[player];
                let room = width - (3.2 + LETTER * text::width(figure) as f64) * size - sides.room;
                let letters = (room / (LETTER * size)) as usize;
                drawing.name([left + 2.2 * size, y], scene.names[player], letters);
                if !figure.is_empty() {
                    drawing.text([left + width, y], r#" text-anchor="end""#, figure);
                }
            }
        });
        ByPlayer::from_fn(|player| [left + width, middle(scene.slot(player))])
    }

    /// A name that begins here; one that is wider than so many letters is cut, and can be read whole under a pointer.
    fn name(&mut self, [x, y]: [f64; 2], name: &str, letters: usize) {
        let rest = r#" text-anchor="start" font-weight="600""#;
        let cut = truncate(name, letters.max(4));
        if cut == name {
            return self.text([x, y], rest, name);
        }
        let _ = writeln!(
            self.text,
            r#"<text x="{}" y="{}"{rest}>{}<title>{}</title></text>"#,
            N(x),
            N(y),
            Escaped(&cut),
            Escaped(name)
        );
    }
}

/// The size of texts under a board of this width.
pub fn text_size(width: f64) -> f64 {
    width / 27.0
}

/// The height of [`Drawing::sides`] under a board of this width.
pub fn sides_height(width: f64) -> f64 {
    3.4 * text_size(width)
}

/// A class, and the attributes that stand for it without a style sheet.
#[derive(Clone, Copy, Debug)]
pub struct Class(pub(super) &'static str, pub(super) &'static str);

impl Class {
    /// A class of one game.
    pub const fn new(name: &'static str, attributes: &'static str) -> Self {
        Class(name, attributes)
    }
}

/// Hairlines between cells.
pub const GRID: Class = Class("hair", r##"fill="none" stroke="#c9c5bb""##);
/// Walls and the like.
pub const SOLID: Class = Class("solid", r##"fill="#565b63""##);
/// The same, as stone.
pub const STONE: Class = Class("stone", r##"fill="url(#m-stone) #565b63""##);
/// The frame of a board, and where things lie in it.
pub const WOOD: Class = Class("wood", r##"fill="url(#m-wood) #d9b27b""##);
pub const PIT: Class = Class("pit", r##"fill="url(#m-pit) #cfa56f""##);
/// A light ground, with light and shade about each cell.
pub const FLOOR: Class = Class("floor", r##"fill="url(#m-floor) #f5eedf""##);
pub const TILES: Class = Class("tiles", r##"fill="url(#m-tile)" pointer-events="none""##);
/// The same where each second row is shifted by half a cell.
pub const BRICKS: Class = Class("tiles", r##"fill="url(#m-bricks)" pointer-events="none""##);
const SHADOW: Class = Class("shadow", r##"fill="url(#m-shadow)""##);
const FACETS: Class = Class("facets", r##"fill="none" stroke="#fff3c4" stroke-width=".8""##);
/// There, but hidden from the player.
pub const GHOST: Class = Class("ghost", r##"fill="#bdae8f""##);
/// Unexplored.
pub const DIM: Class = Class("dim", r##"fill="#dccfb5""##);
/// Coordinates and figures.
pub const LABEL: Class = Class("label", r##"fill="#5f6164""##);
/// A name, and what is filled with ink.
pub const NAME: Class = Class("written", r##"fill="#1d1f21""##);
/// A letter on a colour, which is the same on dark paper.
pub const ON_COLOUR: Class = Class("on-colour", r##"fill="#000""##);
/// The same on a dark colour.
pub const ON_DARK: Class = Class("on-dark", r##"fill="#fffdf6""##);
/// The outline of the last move.
pub const LAST: Class = Class(
    "last",
    r##"fill="none" stroke="#7a3e9d" stroke-width="3" stroke-linecap="round" stroke-linejoin="round""##,
);
/// What is finished: it glows.
pub const HALO: Class = Class("halo", r##"fill="url(#m-glow)""##);
/// A ground of the last move's colour, which lets through what it lies on.
pub const GLOW: Class = Class("glow", r##"fill="#7a3e9d" fill-opacity=".2""##);
/// The last move, filled.
pub const MARK: Class = Class("mark", r##"fill="#7a3e9d""##);
/// A choice, and the mark of the player to move.
pub const LIVE: Class = Class("live", r##"fill="#7a3e9d""##);
/// Goals, such as a treasure.
pub const GOAL: Class = Class(
    "goal",
    r##"fill="url(#m-gold) #e69f00" stroke="#5c3d00" stroke-width="1" stroke-linejoin="round""##,
);
/// Lines in ink.
pub const LINE: Class = Class(
    "line",
    r##"fill="none" stroke="#1d1f21" stroke-width="2" stroke-linecap="round" stroke-linejoin="round""##,
);
/// A ground of ink that may be seen through.
pub const SHADE: Class = Class("shade", r##"fill="#1d1f21" fill-opacity=".12""##);
/// Invisible; it takes fingers.
pub const TOUCH: Class = Class("touch", r##"fill="none" pointer-events="all""##);

/// Light and dark, by slot.
const DISCS: [Class; 2] = [
    Class("disc0", r##"fill="url(#m-disc0) #fffdf6" stroke="#1d1f21""##),
    Class("disc1", r##"fill="url(#m-disc1) #303338" stroke="#e7e5df""##),
];
/// The sides of discs that are seen, by slot.
const EDGES: [Class; 2] = [Class("e0", r##"fill="#8d8063""##), Class("e1", r##"fill="#0b0c0d""##)];
/// The grooves in discs, by slot.
const RINGS: [Class; 2] =
    [Class("r0", r##"fill="none" stroke="#c9bfa8""##), Class("r1", r##"fill="none" stroke="#777e87""##)];
/// Flat grounds of both sides, by slot.
pub const FLAT_DISCS: [Class; 2] = [Class("d0", r##"fill="#fffdf6""##), Class("d1", r##"fill="#303338""##)];
pub const FLAT_SIDES: [Class; 2] = [Class("f0", r##"fill="#0072b2""##), Class("f1", r##"fill="#d55e00""##)];
/// Blue and vermilion, by slot.
const SIDES: [Class; 2] = [
    Class("s0", r##"fill="url(#m-s0) #0072b2" stroke="#1d1f21""##),
    Class("s1", r##"fill="url(#m-s1) #d55e00" stroke="#1d1f21""##),
];
/// Lines of blue and vermilion, by slot.
pub const SIDE_LINES: [Class; 2] = [
    Class(
        "l0",
        r##"fill="none" stroke="#0072b2" stroke-width="2" stroke-linecap="round" stroke-linejoin="round""##,
    ),
    Class(
        "l1",
        r##"fill="none" stroke="#d55e00" stroke-width="2" stroke-linecap="round" stroke-linejoin="round""##,
    ),
];

/// How the two sides of a rencontre look: never by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// A light disc with a dark rim, a dark one with a light rim.
    Discs,
    /// A blue disc, a vermilion square.
    Shapes,
}

impl Marks {
    /// The class of the things of a side, by its slot.
    pub const fn class(self, slot: Slot) -> Class {
        match self {
            Marks::Discs => DISCS[slot.index()],
            Marks::Shapes => SIDES[slot.index()],
        }
    }
}

/// The attributes of a class, each with the space behind it.
fn attributes(all: &'static str) -> impl Iterator<Item = &'static str> {
    all.split_inclusive("\" ")
}

/// A length as drawings write it, to a tenth.
#[derive(Clone, Copy, Debug)]
pub struct N(pub f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the sign of a zero.
        write!(f, "{}", (self.0 * 10.0).round() as i64 as f64 / 10.0)
    }
}

/// The data of a path.
#[derive(Clone, Default, Debug)]
pub struct Path(String);

impl Path {
    /// Whether nothing is drawn.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a command with its numbers, such as `M` and a place.
    pub fn to(&mut self, command: char, numbers: &[f64]) -> &mut Self {
        self.0.push(command);
        for (index, number) in numbers.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(self.0, "{}{}", if index > 0 && *number >= 0.0 { " " } else { "" }, N(*number));
        }
        self
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, [x, y, width, height]: [f64; 4]) -> &mut Self {
        self.to('M', &[x, y]).to('h', &[width]).to('v', &[height]).to('h', &[-width]).to('z', &[])
    }

    /// Adds a rectangle with round corners.
    pub fn round(&mut self, [x, y, width, height]: [f64; 4], round: f64) -> &mut Self {
        let [across, down] = [width - 2.0 * round, height - 2.0 * round];
        self.to('M', &[x + round, y]).to('h', &[across]);
        let corners = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
        let sides = [('v', down), ('h', -across), ('v', -down), ('z', 0.0)];
        for ([right, below], (command, length)) in corners.into_iter().zip(sides) {
            self.to('a', &[round, round, 0.0, 0.0, 1.0, right * round, below * round]);
            if command != 'z' {
                self.to(command, &[length]);
            }
        }
        self.to('z', &[])
    }

    /// Adds a line.
    pub fn line(&mut self, [x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) -> &mut Self {
        self.to('M', &[x, y]).to('L', &[to_x, to_y])
    }

    /// Adds a disc about a place.
    pub fn disc(&mut self, [x, y]: [f64; 2], radius: f64) -> &mut Self {
        self.to('M', &[x - radius, y]);
        for way in [2.0 * radius, -2.0 * radius] {
            self.to('a', &[radius, radius, 0.0, 1.0, 0.0, way, 0.0]);
        }
        self
    }

    /// Adds all of another path.
    pub fn join(&mut self, other: &Path) -> &mut Self {
        self.0 += &other.0;
        self
    }

    /// Adds a diamond about a place.
    pub fn diamond(&mut self, [x, y]: [f64; 2], radius: f64) -> &mut Self {
        self.to('M', &[x, y - radius]).to('l', &[radius, radius]).to('l', &[-radius, radius]);
        self.to('l', &[-radius, -radius]).to('z', &[])
    }

    /// Adds the head of an arrow that ends here and comes in this direction, in radians.
    pub fn head(&mut self, [x, y]: [f64; 2], angle: f64, size: f64) -> &mut Self {
        let wing = |turn: f64| [x - size * (angle + turn).cos(), y - size * (angle + turn).sin()];
        let [one, other] = [wing(0.55), wing(-0.55)];
        self.to('M', &one).to('L', &[x, y]).to('L', &other)
    }

    /// Adds an arrow; its ends stay away from both places by so much.
    pub fn arrow(&mut self, from: [f64; 2], to: [f64; 2], away: [f64; 2], head: f64) -> &mut Self {
        let angle = (to[1] - from[1]).atan2(to[0] - from[0]);
        let moved = |[x, y]: [f64; 2], by: f64| [x + by * angle.cos(), y + by * angle.sin()];
        let (from, to) = (moved(from, away[0]), moved(to, -away[1]));
        self.line(from, to).head(to, angle, head)
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
