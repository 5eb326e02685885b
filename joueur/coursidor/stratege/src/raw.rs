//! The graph as the server gives it: read once, freed with the game.

#![expect(unsafe_code, reason = "memory of a server in C")]

use std::ffi::c_void;
use std::slice;

use nix::libc::free;
use protocol::coursidor::{CSR, RawGraph};

/// Limits on vertices, and on neighbours of each.
const MOST_VERTICES: usize = 10_000;
const DEGREE: usize = 6;

/// The contents of a graph.
pub struct Graph {
    /// For each vertex, the other ends of its edges with the number of the direction.
    pub edges: Vec<Vec<(usize, u32)>>,
    /// The players' starts.
    pub starts: [usize; 2],
    pub objectives: Vec<usize>,
}

/// A graph that belongs to the player.
pub struct Owned(*mut RawGraph<u32>);

#[expect(unsafe_code, reason = "a pointer that nobody else has")]
// SAFETY: the server has given the graph away; it is only read in the beginning and freed in the end.
unsafe impl Send for Owned {}

impl Owned {
    pub fn new(graph: *mut RawGraph<u32>) -> Self {
        Owned(graph)
    }

    /// Its contents; `None` if it has not the agreed form.
    pub fn read(&self) -> Option<Graph> {
        // SAFETY: the server's contract: a graph of the school's layout.
        let graph = unsafe { self.0.as_ref() }?;
        // SAFETY: the same contract: its matrix.
        let matrix = unsafe { graph.t.as_ref() }?;
        let size = graph.num_vertices as usize;
        if size > MOST_VERTICES || [matrix.size1, matrix.size2] != [size; 2] || matrix.sptype != CSR {
            return None;
        }
        if matrix.nz > size * DEGREE || graph.num_objectives as usize > size {
            return None;
        }
        // SAFETY: in this format there are so many numbers behind these pointers.
        let (rows, columns, values, objectives) = unsafe {
            (
                slice::from_raw_parts(not_null(matrix.p)?, size + 1),
                slice::from_raw_parts(not_null(matrix.i)?, matrix.nz),
                slice::from_raw_parts(not_null(matrix.data)?, matrix.nz),
                slice::from_raw_parts(not_null(graph.objectives)?, graph.num_objectives as usize),
            )
        };
        let row = |bounds: &[i32]| {
            let bounds = usize::try_from(bounds[0]).ok()?..usize::try_from(bounds[1]).ok()?;
            let edges = columns.get(bounds.clone())?.iter().zip(values.get(bounds)?);
            let edge = |(column, value): (&i32, &u32)| {
                let column = usize::try_from(*column).ok().filter(|column| *column < size)?;
                Some((column, *value))
            };
            // A stored zero is no edge.
            edges.filter(|(_, value)| **value != 0).map(edge).collect()
        };
        let inside = |vertex: &u32| Some(*vertex as usize).filter(|vertex| *vertex < size);
        Some(Graph {
            edges: rows.windows(2).map(row).collect::<Option<_>>()?,
            starts: [inside(&graph.start[0])?, inside(&graph.start[1])?],
            objectives: objectives.iter().map(inside).collect::<Option<_>>()?,
        })
    }
}

fn not_null<T>(pointer: *mut T) -> Option<*const T> {
    (!pointer.is_null()).then_some(pointer.cast_const())
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the server's contract: blocks of malloc that are the player's to free. A matrix under construction, with a tree, has
        // more of them, which only GSL knows: those stay.
        unsafe {
            let Some(graph) = self.0.as_ref() else { return };
            if let Some(matrix) = graph.t.as_ref() {
                for block in [matrix.i.cast(), matrix.data.cast(), matrix.p.cast(), matrix.work] {
                    free(block);
                }
                free(graph.t.cast());
            }
            free(graph.objectives.cast::<c_void>());
            free(self.0.cast());
        }
    }
}
