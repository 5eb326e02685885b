//! What the drawings of all games are made of: one set of classes, marks of the sides, lines of names.
//!
//! Every class has attributes that stand for it in a document without a style sheet; a page gives it its own colours, light or dark
//! (`tableau/assets/boards.css`). There are neither styles nor ids in a drawing, so that a page may hold many of them under a strict
//! policy. Texts from outside go through [`Drawing::text`] alone. Lengths are in units of
//! the `viewBox`, angles in radians.

mod classes;
mod path;

use std::fmt::{self, Display, Write as _};

use crate::scene::Scene;
use crate::text::{self, Escaped, truncate};
use crate::{ByPlayer, Player, Slot};
pub use classes::{
    Class, DIM, GHOST, GLOW, GOAL, GRID, LABEL, LAST, LINE, LIVE, MARK, Marks, NAME, ON_COLOUR, ON_DARK,
    PAPER, SHADE, SIDE_LINES, SOLID,
};
use classes::{RINGS, TOUCH};
pub use path::{N, Path};

/// An SVG document that grows.
#[derive(Debug)]
pub struct Drawing(String);

/// What the lines under a board say besides names.
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
    /// The beginning: the game by its name, and what is seen: left, top, width, height.
    pub fn new(game: &str, [left, top, width, height]: [f64; 4]) -> Self {
        Drawing(format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="board {game}" viewBox="{} {} {} {}" font-family="system-ui,sans-serif" text-anchor="middle">
"#,
            N(left),
            N(top),
            N(width),
            N(height)
        ))
    }

    /// The document.
    pub fn end(mut self) -> String {
        self.0 += "</svg>\n";
        self.0
    }

    /// An element of a class; `rest` are its other attributes.
    fn element(&mut self, tag: &str, Class(name, attributes): Class, rest: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, r#"<{tag} class="{name}" {attributes} {rest}/>"#);
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
        let kept: Vec<&str> = attributes.split(' ').filter(|one| !one.starts_with("stroke-width")).collect();
        let _ = writeln!(
            self.0,
            r#"<path class="{name}" {} stroke-width="{}" d="{path}"/>"#,
            kept.join(" "),
            N(width)
        );
    }

    /// A path of the ground of a class, without its outline.
    pub fn filled(&mut self, Class(name, attributes): Class, path: &Path) {
        if !path.is_empty() {
            let fill = attributes.split(' ').find(|one| one.starts_with("fill=")).unwrap_or_default();
            let _ = writeln!(self.0, r#"<path class="{name} bare" {fill} d="{path}"/>"#);
        }
    }

    /// A path within [`Drawing::group`], whose class it has.
    pub fn bare(&mut self, path: &Path) {
        if !path.is_empty() {
            let _ = writeln!(self.0, r#"<path d="{path}"/>"#);
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
        let _ = writeln!(self.0, r#"<g class="{name}" {attributes} {rest}>"#);
        draw(self);
        self.0 += "</g>\n";
    }

    /// Texts of one size, which let fingers through.
    pub fn texts(&mut self, class: Class, size: f64, draw: impl FnOnce(&mut Self)) {
        self.group(class, &format!(r#"font-size="{}" pointer-events="none""#, N(size)), draw);
    }

    /// A text within [`Drawing::texts`]; it may be from outside. `rest` are attributes.
    pub fn text(&mut self, [x, y]: [f64; 2], rest: &str, text: &str) {
        let _ = writeln!(self.0, r#"<text x="{}" y="{}"{rest}>{}</text>"#, N(x), N(y), Escaped(text));
    }

    /// Letters, each about its own place on one line, within [`Drawing::texts`].
    pub fn letters(&mut self, xs: &[f64], y: f64, letters: &str) {
        if !letters.is_empty() {
            let xs: Vec<String> = xs.iter().map(|x| N(*x).to_string()).collect();
            let _ =
                writeln!(self.0, r#"<text x="{}" y="{}">{}</text>"#, xs.join(" "), N(y), Escaped(letters));
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
            self.0,
            r#"<rect data-touch="{name}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#
        );
    }

    /// A disc within [`Drawing::touch`], by its name.
    pub fn touch_disc(&mut self, name: impl Display, [x, y]: [f64; 2], radius: f64) {
        let [x, y, radius] = [x, y, radius].map(N);
        let _ = writeln!(self.0, r#"<circle data-touch="{name}" cx="{x}" cy="{y}" r="{radius}"/>"#);
    }

    /// Something seen that can be touched, by its name.
    pub fn touch_path(&mut self, class: Class, name: impl Display, path: &Path) {
        if !path.is_empty() {
            self.element("path", class, format_args!(r#"data-touch="{name}" d="{path}""#));
        }
    }

    /// The mark of the side in a slot, which its pieces are too.
    pub fn mark(&mut self, marks: Marks, slot: Slot, at: [f64; 2], radius: f64) {
        let (class, [x, y]) = (marks.class(slot), at);
        match (marks, slot) {
            (Marks::Shapes, Slot::One) => {
                // As large to the eye as the disc.
                let half = 0.9 * radius;
                let side = 2.0 * half;
                let (round, line) = (N(0.2 * radius), N((radius / 12.0).max(0.9)));
                let rest = format_args!(
                    r#"x="{}" y="{}" width="{}" height="{}" rx="{round}" stroke-width="{line}""#,
                    N(x - half),
                    N(y - half),
                    N(side),
                    N(side)
                );
                self.element("rect", class, rest);
            }
            (_, slot) => {
                let line = N((radius / 12.0).max(0.9));
                let rest =
                    format_args!(r#"cx="{}" cy="{}" r="{}" stroke-width="{line}""#, N(x), N(y), N(radius));
                self.element("circle", class, rest);
                if marks == Marks::Discs && radius > 9.0 {
                    let rest = format_args!(
                        r#"cx="{}" cy="{}" r="{}" stroke-width="{line}""#,
                        N(x),
                        N(y),
                        N(0.68 * radius)
                    );
                    self.element("circle", RINGS[slot], rest);
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
            self.0,
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
