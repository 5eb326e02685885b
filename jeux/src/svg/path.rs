//! The data of paths.

use std::fmt::{self, Display, Write as _};

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
