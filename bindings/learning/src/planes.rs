//! Writing planes.

/// The planes of an observation, to be written; all values begin as 0.
pub struct Planes<'a> {
    values: &'a mut [f32],
    cells: usize,
}

impl<'a> Planes<'a> {
    /// Planes of so many cells.
    ///
    /// # Panics
    /// The values are not whole planes, or there are none of them.
    pub fn new(values: &'a mut [f32], cells: usize) -> Self {
        assert!(cells > 0 && values.len().is_multiple_of(cells), "whole planes");
        values.fill(0.0);
        Planes { values, cells }
    }

    /// Sets a cell of a plane to 1.
    ///
    /// # Panics
    /// There is no such plane.
    pub fn mark(&mut self, plane: usize, cell: usize) {
        debug_assert!(cell < self.cells);
        self.values[plane * self.cells + cell] = 1.0;
    }

    /// Sets a whole plane to a value.
    ///
    /// # Panics
    /// There is no such plane.
    pub fn all(&mut self, plane: usize, value: f32) {
        self.values[plane * self.cells..][..self.cells].fill(value);
    }

    /// A plane of ones where this is true.
    ///
    /// # Panics
    /// There is no such plane.
    pub fn flag(&mut self, plane: usize, yes: bool) {
        if yes {
            self.all(plane, 1.0);
        }
    }
}
