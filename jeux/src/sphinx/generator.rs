//! Grids that follow the rules.

use super::grid::Grid;
use super::shape::{Cell, Shape};

/// How often walls are thrown anywhere before there are too many of them for that.
const THROWS: usize = 10;

/// One to four grids of a shape, always the same ones: the free cells are the beginning of a way that goes to and fro
/// row by row, with the entry and the treasure at its ends; and the same as seen in mirrors.
pub fn some(shape: Shape) -> Vec<Grid> {
    let (height, width) = (shape.height(), shape.width());
    let mut grids: Vec<Grid> = Vec::with_capacity(4);
    for (down, right) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut way = Vec::with_capacity(shape.cells());
        for row in 0..height {
            for column in 0..width {
                let column = if row % 2 == 0 { column } else { width - 1 - column };
                let row = if down { height - 1 - row } else { row };
                let column = if right { width - 1 - column } else { column };
                way.push(row * width + column);
            }
        }
        let free = shape.cells() - shape.walls();
        let grid = write(shape, &way[..free], way[0], way[free - 1]);
        if !grids.contains(&grid) {
            grids.push(grid);
        }
    }
    grids
}

/// Any grid of a shape that follows the rules. `below` draws a number below the one that
/// it is given, which is never 0.
pub fn random(shape: Shape, mut below: impl FnMut(usize) -> usize) -> Grid {
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    for _ in 0..THROWS {
        for last in (1..cells.len()).rev() {
            cells.swap(last, below(last + 1));
        }
        let (free, _walls) = cells.split_at(shape.cells() - shape.walls());
        let grid = write(shape, free, free[0], free[1]);
        if grid.check(shape).is_ok() {
            return grid;
        }
    }
    grown(shape, below)
}

/// A grid whose free cells have grown from the entry, one beside another.
fn grown(shape: Shape, mut below: impl FnMut(usize) -> usize) -> Grid {
    let entry = below(shape.cells());
    let mut seen = vec![false; shape.cells()];
    seen[entry] = true;
    let (mut free, mut edge) = (Vec::new(), vec![entry]);
    while free.len() < shape.cells() - shape.walls() && !edge.is_empty() {
        let cell = edge.swap_remove(below(edge.len()));
        free.push(cell);
        for other in shape.around(cell).filter(|other| !seen[*other]).collect::<Vec<_>>() {
            seen[other] = true;
            edge.push(other);
        }
    }
    let treasure = free[1 + below(free.len() - 1)];
    write(shape, &free, entry, treasure)
}

/// The grid with these free cells, of which two are entry and treasure, and walls everywhere else.
fn write(shape: Shape, free: &[usize], entry: usize, treasure: usize) -> Grid {
    let mut cells = vec![Cell::Wall; shape.cells()];
    free.iter().for_each(|cell| cells[*cell] = Cell::Free);
    cells[entry] = Cell::Entry;
    cells[treasure] = Cell::Treasure;
    Grid::of_rows(cells.chunks(shape.width()).map(|row| row.iter().map(|cell| i64::from(cell.number()))))
}
