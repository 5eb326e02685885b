//! Which cells are next to each other.

/// How many neighbours a cell has, away from the borders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Neighbours {
    /// Above, below, left, right: the subject, section 1.
    #[default]
    Four,
    /// Cells are hexagons: besides these the one above to the left and the one below to the right. A row is drawn half a cell to
    /// the left of the one above it, so that the corners of the players lie farthest apart.
    Six,
    /// Those of the diagonals too.
    Eight,
}

impl Neighbours {
    /// The steps to the neighbours, as rows and columns.
    const fn steps(self) -> &'static [(i32, i32)] {
        match self {
            Neighbours::Four => &[(-1, 0), (0, -1), (0, 1), (1, 0)],
            Neighbours::Six => &[(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (1, 1)],
            Neighbours::Eight => &[(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)],
        }
    }
}

/// The shape of a board. Cells are numbered from 0, row by row from the top, each from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Cells of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How many neighbours a cell has.
    pub neighbours: Neighbours,
    /// Whether each border goes on at the opposite one.
    pub torus: bool,
}

impl Grid {
    /// A rectangle with four neighbours and borders.
    pub const fn new(width: usize, height: usize) -> Self {
        Grid { width, height, neighbours: Neighbours::Four, torus: false }
    }

    /// The number of cells.
    pub const fn len(&self) -> usize {
        self.width * self.height
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell opposite in the half-turn about the middle, which exchanges the players.
    pub const fn opposite(&self, cell: usize) -> usize {
        self.len() - 1 - cell
    }

    /// The cells next to this one. On a torus of one or two rows or columns a cell may come twice, or be its own neighbour.
    pub fn around(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, height, torus) = (self.width as i32, self.height as i32, self.torus);
        let (row, column) = ((cell / self.width) as i32, (cell % self.width) as i32);
        self.neighbours.steps().iter().filter_map(move |(down, right)| {
            let (mut row, mut column) = (row + down, column + right);
            if torus {
                (row, column) = (row.rem_euclid(height), column.rem_euclid(width));
            }
            let inside = (0..height).contains(&row) && (0..width).contains(&column);
            inside.then_some((row * width + column) as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(grid: Grid, cell: usize) -> Vec<usize> {
        let mut cells: Vec<usize> = grid.around(cell).collect();
        cells.sort_unstable();
        cells
    }

    #[test]
    fn neighbours_are_counted() {
        let grid = |neighbours, torus| Grid { neighbours, torus, ..Grid::new(4, 3) };
        // 0 1 2 3 / 4 5 6 7 / 8 9 10 11
        assert_eq!(around(grid(Neighbours::Four, false), 5), [1, 4, 6, 9]);
        assert_eq!(around(grid(Neighbours::Six, false), 5), [0, 1, 4, 6, 9, 10]);
        assert_eq!(around(grid(Neighbours::Eight, false), 5), [0, 1, 2, 4, 6, 8, 9, 10]);
        assert_eq!(around(grid(Neighbours::Four, false), 8), [4, 9]);
        assert_eq!(around(grid(Neighbours::Four, true), 8), [0, 4, 9, 11]);
        assert_eq!(around(grid(Neighbours::Eight, true), 0).len(), 8);
    }

    #[test]
    fn being_neighbours_is_mutual_and_survives_the_half_turn() {
        for neighbours in [Neighbours::Four, Neighbours::Six, Neighbours::Eight] {
            for torus in [false, true] {
                let grid = Grid { neighbours, torus, ..Grid::new(5, 4) };
                for cell in 0..grid.len() {
                    for other in grid.around(cell) {
                        assert!(grid.around(other).any(|back| back == cell));
                        assert!(grid.around(grid.opposite(cell)).any(|next| next == grid.opposite(other)));
                    }
                }
            }
        }
    }
}
