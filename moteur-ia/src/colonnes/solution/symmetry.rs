//! The eight symmetries of the square, as permutations of the cells.

use jeux::colonnes::Cell;

/// Number of symmetries of the square.
pub const COUNT: usize = 8;

/// `IMAGES[s][c]` is the number of the cell to which symmetry `s` takes cell `c`. The identity comes first.
pub const IMAGES: [[u8; Cell::COUNT]; COUNT] = images();

const fn images() -> [[u8; Cell::COUNT]; COUNT] {
    let mut images = [[0; Cell::COUNT]; COUNT];
    let mut symmetry = 0;
    while symmetry < COUNT {
        let mut cell = 0;
        while cell < Cell::COUNT {
            let (mut column, mut line) = (cell % 3, cell / 3);
            // Every symmetry is a choice of: mirror the columns, mirror the lines, exchange lines and columns.
            if symmetry & 1 != 0 {
                column = 2 - column;
            }
            if symmetry & 2 != 0 {
                line = 2 - line;
            }
            images[symmetry][cell] =
                if symmetry & 4 != 0 { 3 * column + line } else { 3 * line + column } as u8;
            cell += 1;
        }
        symmetry += 1;
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_form_the_group_of_the_square() {
        for (s, a) in IMAGES.iter().enumerate() {
            assert_eq!(IMAGES.iter().position(|b| a == b), Some(s), "all different");
            assert!(
                IMAGES.iter().any(|b| (0..Cell::COUNT).all(|c| usize::from(b[usize::from(a[c])]) == c)),
                "an inverse"
            );
            for b in IMAGES {
                let product = std::array::from_fn(|c| b[usize::from(a[c])]);
                assert!(IMAGES.contains(&product), "closed under composition");
            }
            for one in Cell::all() {
                for other in one.neighbours() {
                    let image = |cell: Cell| Cell::new(usize::from(a[cell.index()])).expect("a cell");
                    assert!(image(one).is_neighbour(image(other)), "neighbours stay neighbours");
                }
            }
        }
    }
}
