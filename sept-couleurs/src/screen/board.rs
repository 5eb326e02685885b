//! The cells of a board, as far as there is room for them.

use jeux::sept_couleurs::{Cell, Neighbours, SeptCouleurs};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::palette::Palette;
use crate::said::GOLDEN;

/// What is marked beside its letter: a cell that the last move has won.
const NEW: char = '+';

/// A part of a board.
pub struct BoardView<'a> {
    /// The board.
    pub position: &'a SeptCouleurs,
    /// The cells that the last move has won, by ascending number, row by row from the top left.
    pub new: &'a [usize],
    /// How it looks.
    pub palette: Palette,
    /// Columns for a cell: 1, or 2 with a mark.
    pub cell: usize,
    /// The first row and column (of the terminal) that are seen, from 0.
    pub scroll: (usize, usize),
}

/// The columns and rows of a terminal that a board takes, with so many columns for a cell.
pub fn extent(position: &SeptCouleurs, cell: usize) -> (usize, usize) {
    let grid = position.grid();
    let lean = if grid.neighbours == Neighbours::Six { grid.height - 1 } else { 0 };
    (grid.width * cell + lean, grid.height)
}

/// Whether each cell needs two columns: half a cell to the left, or a mark.
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
