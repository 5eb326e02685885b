//! The classes, and how the sides look.

use crate::Slot;
/// A class, and the attributes that stand for it without a style sheet.
#[derive(Clone, Copy, Debug)]
pub struct Class(pub(super) &'static str, pub(super) &'static str);

impl Class {
    /// A class of one game.
    pub const fn new(name: &'static str, attributes: &'static str) -> Self {
        Class(name, attributes)
    }
}

/// What a board is made of, where nothing stands.
pub const PAPER: Class = Class("paper", r##"fill="#fbfaf7""##);
/// Hairlines between cells.
pub const GRID: Class = Class("hair", r##"fill="none" stroke="#c9c5bb""##);
/// What nobody passes.
pub const SOLID: Class =
    Class("solid", r##"fill="#45484c" stroke="#45484c" stroke-width=".5" stroke-linejoin="round""##);
/// What is there and cannot be seen by who plays.
pub const GHOST: Class = Class("ghost", r##"fill="#cbc7bc""##);
/// What nobody has looked at.
pub const DIM: Class = Class("dim", r##"fill="#ebe8df""##);
/// Coordinates and figures.
pub const LABEL: Class = Class("label", r##"fill="#5f6164""##);
/// A name, and what is filled with ink.
pub const NAME: Class = Class("written", r##"fill="#1d1f21""##);
/// A letter on a colour, which is the same on dark paper.
pub const ON_COLOUR: Class = Class("on-colour", r##"fill="#1d1f21""##);
/// The same on a dark colour.
pub const ON_DARK: Class = Class("on-dark", r##"fill="#fffdf6""##);
/// The outline of the last move.
pub const LAST: Class = Class(
    "last",
    r##"fill="none" stroke="#7a3e9d" stroke-width="3" stroke-linecap="round" stroke-linejoin="round""##,
);
/// A ground of the last move's colour, which lets through what it lies on.
pub const GLOW: Class = Class("glow", r##"fill="#7a3e9d" fill-opacity=".2""##);
/// The last move, filled.
pub const MARK: Class = Class("mark", r##"fill="#7a3e9d""##);
/// What can be chosen, and whose turn it is.
pub const LIVE: Class = Class("live", r##"fill="#7a3e9d""##);
/// What everybody wants.
pub const GOAL: Class =
    Class("goal", r##"fill="#e69f00" stroke="#1d1f21" stroke-width="1.2" stroke-linejoin="round""##);
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
    Class("disc0", r##"fill="#fffdf6" stroke="#1d1f21""##),
    Class("disc1", r##"fill="#303338" stroke="#e7e5df""##),
];
/// The inner rings of discs, which make them things and not holes, by slot.
pub const RINGS: [Class; 2] =
    [Class("r0", r##"fill="none" stroke="#d3cebf""##), Class("r1", r##"fill="none" stroke="#6b6f75""##)];
/// Blue and vermilion, by slot.
const SIDES: [Class; 2] = [
    Class("s0", r##"fill="#0072b2" stroke="#1d1f21""##),
    Class("s1", r##"fill="#d55e00" stroke="#1d1f21""##),
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
