//! The layout of the screen: the board, and the text beside it, or above it on a narrow screen.

use jeux::Position;
use jeux::sept_couleurs::{BoardSide, Cell, Colour, Neighbours, SeptCouleurs};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::game::ShownGame;
use crate::input::{Command, command};
use crate::messages;
use crate::messages::GOLDEN;

/// The least and the greatest width of the text beside the board.
const PANEL: (usize, usize) = (20, 60);
/// The smallest usable screen.
const LEAST: (u16, u16) = (24, 12);
/// The rows of the text above a board.
const ABOVE: u16 = 8;

/// The content of the screen.
pub struct ScreenContent<'a> {
    pub game: &'a ShownGame,
    pub message: &'a str,
    /// Whether the keys are explained.
    pub help: bool,
    pub end: Option<&'a str>,
    /// The look of cells.
    pub palette: Palette,
    /// The first visible row and column; [`draw`] keeps them within the board.
    pub scroll: (usize, usize),
}

/// Draws the screen; one that is too small shows only a message.
pub fn draw(frame: &mut Frame<'_>, scene: &mut ScreenContent<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let small = i18n::text!("couleurs-too-small", columns = LEAST.0, rows = LEAST.1);
        frame.render_widget(Paragraph::new(small).wrap(Wrap { trim: true }), area);
        return;
    }
    if scene.help {
        let text = i18n::text!("couleurs-help-screen");
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), area);
        return;
    }
    let position = &scene.game.position;
    let (board, panel, cell) = places(area, |cell| extent(position, cell), is_wide(position));
    let (columns, rows) = extent(position, cell);
    let (width, height) = (usize::from(board.width), usize::from(board.height));
    let (row, column) = scene.scroll;
    scene.scroll = (row.min(rows.saturating_sub(height)), column.min(columns.saturating_sub(width)));
    let new = scene.game.last.as_ref().map_or(&[][..], |last| &last.cells);
    let view = BoardView { position, new, palette: scene.palette, cell, scroll: scene.scroll };
    frame.render_widget(view, board);
    // The letter may be a colour.
    let quit = if command('q', position.rules().colours) == Some(Command::Quit) { "q" } else { "Ctrl-C" };
    let mut keys = i18n::text!("couleurs-keys", quit = quit);
    if rows > height || columns > width {
        let (row, column) = scene.scroll;
        let (to, across) = ((row + height).min(rows), (column + width).min(columns));
        let part = i18n::text!("couleurs-part", from = row + 1, to = to, rows = rows);
        let aside = if columns > width {
            format!(" ← {}-{across}/{columns} →", column + 1)
        } else {
            String::new()
        };
        keys = format!("{part}{aside} ; {keys}");
    }
    let lines = said_of(scene, usize::from(panel.width), panel.height <= ABOVE, keys);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), panel);
}

/// The areas of board and text, and the columns of a cell.
fn places(area: Rect, extent: impl Fn(usize) -> (usize, usize), wide: bool) -> (Rect, Rect, usize) {
    let width = usize::from(area.width);
    let widths: &[usize] = if wide { &[2] } else { &[2, 1] };
    for &cell in widths {
        let (columns, _) = extent(cell);
        let left = width.saturating_sub(columns + 1);
        if left >= PANEL.0 {
            let panel = left.min(PANEL.1) as u16;
            let board = Rect { width: columns as u16, ..area };
            return (board, Rect { x: area.x + board.width + 1, width: panel, ..area }, cell);
        }
    }
    let cell = widths.iter().copied().find(|&cell| extent(cell).0 <= width).unwrap_or(widths[0]);
    let panel = Rect { height: ABOVE, ..area };
    (Rect { y: area.y + ABOVE, height: area.height - ABOVE, ..area }, panel, cell)
}

fn said_of<'a>(scene: &ScreenContent<'a>, width: usize, short: bool, keys: String) -> Vec<Line<'a>> {
    let game = scene.game;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = Vec::new();
    let gap = |lines: &mut Vec<Line<'a>>| {
        if !short {
            lines.push(Line::raw(""));
        }
    };
    if !game.title.is_empty() && !short {
        lines.extend(game.title.lines().map(Line::raw));
        gap(&mut lines);
    }
    lines.extend(BoardSide::ALL.map(|side| Line::raw(messages::occupation(game, side))));
    if !short {
        lines.push(bar(game, scene.palette, width));
    }
    gap(&mut lines);
    if game.last.is_some() {
        lines.push(Line::raw(messages::last(game)));
    }
    match scene.end {
        Some(end) => {
            gap(&mut lines);
            let first_lines = end.lines().take(if short { 2 } else { 20 });
            lines.extend(first_lines.map(|line| Line::styled(line, bold)));
        }
        None => {
            lines.push(Line::styled(messages::turn(game), bold));
            if game.is_person(game.position.to_move()) {
                lines.extend(gains(scene, width));
            }
            if game.is_watched() {
                let delay = i18n::decimal(game.pace.delay().as_secs_f64(), 2);
                let state = if game.pace.paused { "yes" } else { "no" };
                lines.push(Line::raw(i18n::text!("couleurs-pace", paused = state, delay = delay)));
            }
        }
    }
    gap(&mut lines);
    if !scene.message.is_empty() {
        lines.push(Line::styled(scene.message, bold));
    }
    if scene.end.is_none() {
        lines.push(Line::raw(keys));
    }
    if short {
        lines.extend(game.title.lines().take(1).map(Line::raw));
    }
    lines
}

/// The shares of the world, as one line.
fn bar<'a>(game: &ShownGame, palette: Palette, width: usize) -> Line<'a> {
    let position = &game.position;
    let part = |side: BoardSide| ((position.occupation(side) * width as f64).round() as usize).min(width);
    let low = part(BoardSide::Low);
    let high = part(BoardSide::High).min(width - low);
    let piece = |side: BoardSide, count: usize| {
        let cell = jeux::sept_couleurs::Cell::Zone(side);
        Span::styled(side.symbol().to_string().repeat(count), palette.style(cell))
    };
    let rest = Span::raw("·".repeat(width - low - high));
    Line::from(vec![piece(BoardSide::Low, low), rest, piece(BoardSide::High, high)])
}

/// Marks the largest gain; `!` gives up.
const BEST: char = '◂';

/// The gain of each colour, several to a line; the best stand out.
fn gains<'a>(scene: &ScreenContent<'_>, width: usize) -> Vec<Line<'a>> {
    let gains = messages::gains(&scene.game.position);
    let most = gains.iter().map(|(_, cells)| *cells).max().unwrap_or_default();
    let digits = most.to_string().len();
    let each = digits + 5;
    let rows = gains.chunks((width / each).max(1));
    rows.map(|row| {
        let spans = row.iter().flat_map(|(colour, cells)| {
            let best = *cells == most && most > 0;
            let style = if best { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            let letter = Span::styled(format!("{colour}"), scene.palette.colour(*colour));
            let sign = if best { BEST } else { ' ' };
            [letter, Span::styled(format!(" +{cells:<digits$}{sign} "), style)]
        });
        Line::from(spans.collect::<Vec<_>>())
    })
    .collect()
}

/// Marks a cell that the last move won.
const NEW: char = '+';

pub struct BoardView<'a> {
    pub position: &'a SeptCouleurs,
    /// The cells that the last move won, ascending, row by row from the top left.
    pub new: &'a [usize],
    pub palette: Palette,
    /// Columns for a cell: 1, or 2 with a mark.
    pub cell: usize,
    /// The first visible row and column of the terminal, from 0.
    pub scroll: (usize, usize),
}

/// The columns and rows of a board on the terminal.
pub fn extent(position: &SeptCouleurs, cell: usize) -> (usize, usize) {
    let grid = position.grid();
    let lean = if grid.neighbours == Neighbours::Six { grid.height - 1 } else { 0 };
    (grid.width * cell + lean, grid.height)
}

/// Whether a cell needs two columns: hexagons, or marks.
pub fn is_wide(position: &SeptCouleurs) -> bool {
    position.grid().neighbours == Neighbours::Six || position.rules().golden
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let grid = self.position.grid();
        let golden = match self.position.rules().golden {
            true => SeptCouleurs::golden_cells(grid),
            false => Default::default(),
        };
        let (top, left) = self.scroll;
        for line in 0..usize::from(area.height).min(grid.height.saturating_sub(top)) {
            let row = top + line;
            let lean = if grid.neighbours == Neighbours::Six { grid.height - 1 - row } else { 0 };
            for column in 0..grid.width {
                let index = row * grid.width + column;
                let cell: Cell = self.position.cell(index);
                let mark = if golden.contains(&index) {
                    GOLDEN
                } else if self.new.binary_search(&index).is_ok() {
                    NEW
                } else {
                    ' '
                };
                let sign = cell.to_string().chars().next().unwrap_or(' ');
                for (offset, sign) in [sign, mark].into_iter().take(self.cell).enumerate() {
                    let at = lean + column * self.cell + offset;
                    let Some(x) = at.checked_sub(left).filter(|x| *x < usize::from(area.width)) else {
                        continue;
                    };
                    let (x, y) = (area.x + x as u16, area.y + line as u16);
                    if let Some(place) = buffer.cell_mut((x, y)) {
                        place.set_char(sign).set_style(self.palette.style(cell));
                    }
                }
            }
        }
    }
}

/// Orange, sky blue, green, yellow, blue, vermilion, purple: as RGB, and in the 256-colour palette.
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

/// The colours of a terminal.
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
    /// The terminal's, by its environment, if colours are wanted and `NO_COLOR` is not set.
    pub fn of_this_terminal(colours: bool) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let exact = std::env::var("COLORTERM").is_ok_and(|value| value == "truecolor" || value == "24bit");
        match (colours && !set("NO_COLOR"), exact) {
            (false, _) => Palette::Plain,
            (true, false) => Palette::Indexed,
            (true, true) => Palette::Exact,
        }
    }

    pub fn style(self, cell: Cell) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self == Palette::Plain {
            return match cell {
                Cell::Free(_) => Style::new(),
                Cell::Zone(BoardSide::Low) => bold,
                Cell::Zone(BoardSide::High) => bold.add_modifier(Modifier::REVERSED),
                Cell::Wall => Style::new().add_modifier(Modifier::DIM),
            };
        }
        match cell {
            Cell::Free(colour) => self.colour(colour),
            Cell::Zone(BoardSide::Low) => bold.bg(Color::Indexed(231)).fg(Color::Indexed(16)),
            Cell::Zone(BoardSide::High) => bold.bg(Color::Indexed(16)).fg(Color::Indexed(231)),
            Cell::Wall => Style::new().bg(Color::Indexed(240)).fg(Color::Indexed(250)),
        }
    }

    /// The style of a colour. After the seventh they are repeated, underlined.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setting::{self, NamedPlayer};
    use arbitre::host::person::PERSON;
    use jeux::ByPlayer;
    use jeux::game::Params;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn game(parameters: &[(&str, &str)]) -> ShownGame {
        let asked: Params =
            parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let setup = setting::setup(&asked, 7).expect("a setup");
        let person = |name: &str| NamedPlayer { name: name.into(), spec: PERSON.into() };
        let players = ByPlayer { first: person("ada"), second: person("bob") };
        let mut game = ShownGame::new(setup, players).expect("a game");
        for text in ["A", "B", "C", "D"] {
            // Some colours cannot be played here.
            game.play(text).ok();
        }
        game
    }

    fn shown(game: &ShownGame, (width, height): (u16, u16), scroll: (usize, usize)) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let mut scene =
            ScreenContent { game, message: "m", help: false, end: None, palette: Palette::Plain, scroll };
        terminal.draw(|frame| draw(frame, &mut scene)).expect("drawn");
        let buffer = terminal.backend().buffer().clone();
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..height).map(row).collect()
    }

    #[test]
    fn every_screen_has_room_for_something() {
        let games: [&[(&str, &str)]; 4] = [
            &[],
            &[("L", "5"), ("H", "4"), ("voisins", "6"), ("or", "oui")],
            &[("L", "150"), ("H", "2"), ("couleurs", "26")],
            &[("L", "2"), ("H", "150"), ("voisins", "6"), ("murs", "20"), ("bombe", "oui")],
        ];
        for parameters in games {
            let game = game(parameters);
            for width in (1..130).step_by(7) {
                for height in (1..60).step_by(7) {
                    let all = shown(&game, (width, height), (usize::MAX, usize::MAX)).join("");
                    assert!(!all.trim().is_empty(), "{width} x {height}");
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_scrolled_and_said() {
        let game = game(&[]);
        let bottom = shown(&game, (80, 24), (usize::MAX, 0));
        assert!(bottom[23].starts_with('v'), "{bottom:?}");
        assert!(bottom.join("").contains("lignes 7 à 30 sur 30"), "{bottom:?}");
        let narrow = shown(&game, (24, 20), (0, usize::MAX));
        assert!(narrow[8].trim_end().ends_with('^'), "{narrow:?}");
    }

    #[test]
    fn the_key_that_is_told_for_leaving_is_one_that_leaves() {
        let keys = |colours| shown(&game(&[("couleurs", colours)]), (100, 40), (0, 0)).join("");
        assert!(keys("16").contains("« q » quitter"));
        assert!(keys("17").contains("« Ctrl-C » quitter"));
    }

    #[test]
    fn hexagons_lean_and_gold_is_marked() {
        let rows = shown(&game(&[("L", "5"), ("H", "5"), ("voisins", "6"), ("or", "oui")]), (80, 24), (0, 0));
        assert!(rows[0].starts_with("    "), "{rows:?}");
        assert!(!rows[4].starts_with(' '), "{rows:?}");
        assert_eq!(rows[2].chars().nth(2 + 5), Some('*'), "{rows:?}");
    }
}
