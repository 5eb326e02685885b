//! Grids as Free Pascal has them: dynamic arrays of dynamic arrays of integers.
//!
//! A variable is a pointer to the first element, preceded by a reference count and the highest
//! index. Our arrays have the count of constants, -1, which the bot's runtime neither frees nor
//! grows in place. A bot that resizes its grid gets memory of its own, and changes the pointer in
//! the variable.

#![expect(unsafe_code, reason = "memory that a library in Pascal writes to")]

use std::ptr;

use jeux::Reason;

/// The reference count of a constant.
const CONSTANT: i64 = -1;
/// Words before the elements: the count and the highest index.
const HEADER: usize = 2;
/// Free words after each array, so that a write slightly beyond a row does no harm.
const ROOM: usize = 8;

/// The size of an integer in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Without a mode, as in the subject's template.
    Two,
    /// `{$mode objfpc}` and `{$mode delphi}`.
    Four,
}

impl Width {
    /// Both.
    pub const ALL: [Width; 2] = [Width::Two, Width::Four];

    /// By the number of bits, as text.
    pub fn of_bits(bits: &str) -> Option<Self> {
        Width::ALL.into_iter().find(|width| width.bits() == bits)
    }

    /// The number of bits.
    pub const fn bits(self) -> &'static str {
        match self {
            Width::Two => "16",
            Width::Four => "32",
        }
    }

    const fn bytes(self) -> usize {
        match self {
            Width::Two => 2,
            Width::Four => 4,
        }
    }
}

/// A variable of the type `Grid` with its memory. It must not move while a bot has its address.
pub struct Variable {
    /// The bot gets the address of this.
    outer: *mut *mut u8,
    height: usize,
    width: usize,
    /// Each begins with its header.
    blocks: Vec<Vec<u64>>,
}

impl Variable {
    /// A grid of zeros, large enough for either width of integers.
    pub fn new(height: usize, width: usize) -> Box<Self> {
        let array = |elements: usize, words: usize| {
            let mut block = vec![0; HEADER + words + ROOM];
            block[0] = CONSTANT.cast_unsigned();
            block[1] = (elements as u64).wrapping_sub(1);
            block
        };
        let mut blocks: Vec<Vec<u64>> =
            (0..height).map(|_| array(width, (width * Width::Four.bytes()).div_ceil(8))).collect();
        let mut outer = array(height, height);
        for (place, row) in blocks.iter_mut().enumerate() {
            outer[HEADER + place] = row[HEADER..].as_mut_ptr() as u64;
        }
        let start = outer[HEADER..].as_mut_ptr().cast();
        blocks.push(outer);
        Box::new(Variable { outer: start, height, width, blocks })
    }

    /// The address of the variable.
    pub fn address(&mut self) -> *mut *mut *mut u8 {
        debug_assert_eq!(self.blocks.len(), self.height + 1);
        &raw mut self.outer
    }

    /// The values, row by row, wherever the bot has put them.
    pub fn read(&self, width: Width) -> Result<Vec<Vec<i32>>, Reason> {
        let resized = || Reason::new("grid-resized").with(self.height).with(self.width);
        (0..self.height)
            .map(|row| {
                let row = self.row(row).ok_or_else(resized)?;
                let value = |column: usize| {
                    // SAFETY: the array says that it has so many elements.
                    unsafe {
                        let at = row.add(column * width.bytes());
                        match width {
                            Width::Two => at.cast::<i16>().read_unaligned().into(),
                            Width::Four => at.cast::<i32>().read_unaligned(),
                        }
                    }
                };
                Ok((0..self.width).map(value).collect())
            })
            .collect()
    }

    /// Writes these values, row by row; they must have the grid's size and fit the width.
    pub fn write(&mut self, width: Width, values: &[Vec<i32>]) -> Result<(), Reason> {
        let resized = || Reason::new("grid-resized").with(self.height).with(self.width);
        for (number, values) in values.iter().enumerate().take(self.height) {
            let row = self.row(number).ok_or_else(resized)?;
            for (column, value) in values.iter().enumerate().take(self.width) {
                // SAFETY: the array says that it has so many elements.
                unsafe {
                    let at = row.add(column * width.bytes());
                    match width {
                        Width::Two => at.cast::<i16>().write_unaligned(*value as i16),
                        Width::Four => at.cast::<i32>().write_unaligned(*value),
                    }
                }
            }
        }
        Ok(())
    }

    /// The elements of a row; `None` if a length differs.
    fn row(&self, number: usize) -> Option<*mut u8> {
        let outer = sized(self.outer.cast(), self.height)?.cast::<*mut u8>();
        // SAFETY: the array says that it has so many elements.
        let row = unsafe { outer.add(number).read() };
        sized(row, self.width)
    }
}

/// The array, if it has so many elements. A bot's arrays have the same header.
fn sized(array: *mut u8, elements: usize) -> Option<*mut u8> {
    if array.is_null() {
        return None;
    }
    // SAFETY: what is no empty array has its header before it; a bot that points to anything else ends its own process.
    let highest = unsafe { ptr::read_unaligned(array.cast::<i64>().sub(1)) };
    (highest == elements as i64 - 1).then_some(array)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_in_both_widths() {
        for width in Width::ALL {
            let mut grid = Variable::new(3, 5);
            assert_eq!(grid.read(width), Ok(vec![vec![0; 5]; 3]));
            let values: Vec<Vec<i32>> =
                (0..3).map(|row| (0..5).map(|column| 7 * row - column).collect()).collect();
            grid.write(width, &values).expect("of this size");
            assert_eq!(grid.read(width), Ok(values));
        }
    }

    #[test]
    fn another_size_is_noticed() {
        let mut grid = Variable::new(3, 5);
        let mut other = Variable::new(3, 6);
        grid.outer = other.outer;
        assert!(grid.read(Width::Two).is_err());
        let mut fewer = Variable::new(2, 5);
        grid.outer = fewer.outer;
        assert!(grid.read(Width::Two).is_err());
        grid.outer = ptr::null_mut();
        assert!(grid.read(Width::Two).is_err());
        for grid in [&mut other, &mut fewer] {
            assert!(!grid.address().is_null());
        }
    }
}
