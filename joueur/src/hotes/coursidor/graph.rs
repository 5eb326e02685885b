//! The board for a player: blocks of libc's malloc, which the player frees.

#![expect(unsafe_code, reason = "memory that a library in C frees")]

use std::ffi::c_int;
use std::mem::size_of_val;
use std::ptr;

use jeux::coursidor::{Board, Course, Direction, Vertex};
use jeux::{Player, Reason};
use nix::libc;
use protocol::coursidor::{CSR, RawGraph, RawMatrix};

/// The edges of a vertex, ascending: other end, and number of the direction (subject, Graphes de
/// jeu).
pub fn edges(board: &Board, vertex: Vertex) -> Vec<(Vertex, u32)> {
    let edge = |direction: Direction| Some((board.neighbour(vertex, direction)?, direction.number().into()));
    let mut edges: Vec<(Vertex, u32)> = Direction::ALL.into_iter().filter_map(edge).collect();
    edges.sort_unstable();
    edges
}

/// The matrix of a board, as in GSL 2.7.
pub fn matrix(board: &Board) -> Result<*mut RawMatrix, Reason> {
    let (mut columns, mut values, mut rows) = (Vec::new(), Vec::new(), vec![0]);
    for vertex in board.vertices() {
        for (other, direction) in edges(board, vertex) {
            columns.push(c_int::from(other));
            values.push(direction);
        }
        rows.push(values.len() as c_int);
    }
    let count = values.len();
    let matrix = RawMatrix {
        size1: board.len(),
        size2: board.len(),
        i: block(&columns)?,
        data: block(&values)?,
        p: block(&rows)?,
        nzmax: count,
        nz: count,
        tree: ptr::null_mut(),
        pool: ptr::null_mut(),
        node_size: 0,
        work: block(&vec![0_u64; board.len()])?.cast(),
        sptype: CSR,
        spflags: 0,
    };
    one(matrix)
}

/// The graph around a matrix, with vertices of this type.
pub fn graph<V: From<Vertex>>(course: &Course, matrix: *mut RawMatrix) -> Result<*mut RawGraph<V>, Reason> {
    let board = course.board();
    let objectives: Vec<V> = course.objectives().iter().map(|vertex| V::from(*vertex)).collect();
    one(RawGraph {
        kind: board.shape() as u32,
        num_vertices: board.len() as u32,
        num_edges: board.edges() as u32,
        t: matrix,
        start: Player::ALL.map(|player| V::from(course.start(player))),
        num_objectives: objectives.len() as u32,
        objectives: block(&objectives)?,
    })
}

/// A block with a value.
fn one<T>(value: T) -> Result<*mut T, Reason> {
    block(&[value])
}

/// A block with these values, which have no destructors.
fn block<T>(values: &[T]) -> Result<*mut T, Reason> {
    // SAFETY: libc's allocator may be asked for any size; it gives what suits any type of C.
    let memory = unsafe { libc::malloc(size_of_val(values).max(1)) }.cast::<T>();
    if memory.is_null() {
        return Err(Reason::new("os").with(libc::ENOMEM));
    }
    // SAFETY: the block is new and has room for all of them.
    unsafe { ptr::copy_nonoverlapping(values.as_ptr(), memory, values.len()) };
    Ok(memory)
}
