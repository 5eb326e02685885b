//! Colours that people can tell apart who see them differently: those of Okabe and Ito. The letters stay on the cells.

use jeux::sept_couleurs::{Cell, Colour, Side};
use ratatui::style::{Color, Modifier, Style};

/// Orange, sky blue, green, yellow, blue, vermilion, purple: exactly, and as the terminals with 256 colours have them.
const COLOURS: [((u8, u8, u8), u8); 7] = [
    ((230, 159, 0), 214),
    ((86, 180, 233), 117),
    ((0, 158, 115), 36),
    ((240, 228, 66), 227),
    ((0, 114, 178), 25),
    ((213, 94, 0), 166),
    ((204, 121, 167), 175),
];
/// Blue and vermilion are dark: white letters.
const DARK: [usize; 2] = [4, 5];

/// What a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// Letters only.
    Plain,
    /// 256 colours.
    Indexed,
    /// All colours.
    Exact,
}

impl Palette {
    /// That of this terminal by its environment, if colours are wanted; `NO_COLOR` does not want them.
    pub fn of_this_terminal(colours: bool) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let exact = std::env::var("COLORTERM").is_ok_and(|value| value == "truecolor" || value == "24bit");
        match (colours && !set("NO_COLOR"), exact) {
            (false, _) => Palette::Plain,
            (true, false) => Palette::Indexed,
            (true, true) => Palette::Exact,
        }
    }

    /// How a cell looks.
    pub fn style(self, cell: Cell) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self == Palette::Plain {
            return match cell {
                Cell::Free(_) => Style::new(),
                Cell::Zone(Side::Low) => bold,
                Cell::Zone(Side::High) => bold.add_modifier(Modifier::REVERSED),
                Cell::Wall => Style::new().add_modifier(Modifier::DIM),
            };
        }
        match cell {
            Cell::Free(colour) => self.colour(colour),
            Cell::Zone(Side::Low) => bold.bg(Color::Indexed(231)).fg(Color::Indexed(16)),
            Cell::Zone(Side::High) => bold.bg(Color::Indexed(16)).fg(Color::Indexed(231)),
            Cell::Wall => Style::new().bg(Color::Indexed(240)).fg(Color::Indexed(250)),
        }
    }

    /// How a colour looks. After the seventh they come again, underlined.
    pub fn colour(self, colour: Colour) -> Style {
        if self == Palette::Plain {
            return Style::new();
        }
        let place = colour.index() % COLOURS.len();
        let ((red, green, blue), index) = COLOURS[place];
        let back = if self == Palette::Exact { Color::Rgb(red, green, blue) } else { Color::Indexed(index) };
        let style = Style::new().bg(back).fg(Color::Indexed(if DARK.contains(&place) { 231 } else { 16 }));
        if colour.index() < COLOURS.len() { style } else { style.add_modifier(Modifier::UNDERLINED) }
    }
}
