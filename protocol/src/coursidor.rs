//! Coursidor for players in C: the structures of moves (subject, Règles du jeu) and of the graph
//! (Graphes de jeu), on x86-64 Linux. There are two layouts, [`Abi`]. `vecteurs/coursidor/ABI.md`
//! says where each comes from and how it was measured.

use std::ffi::{c_int, c_void};

use jeux::Player;
use jeux::coursidor::{Edge, Move};

/// A binary layout of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Abi {
    /// That of the header files which the school has given out: vertices of 32 bits.
    #[default]
    Entetes,
    /// That of the declarations in the subject's text: vertices are `size_t`, the type of a move comes before its colour.
    Sujet,
}

/// The colour of no player.
pub const NO_COLOR: u32 = 2;
/// The value of an edge that a wall closes.
pub const WALL_DIR: u32 = 7;
/// A sparse matrix whose rows are compressed, in GSL's own numbers.
pub const CSR: c_int = 2;

/// A move as it was given, in either layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// The field `c`.
    pub colour: u32,
    /// The field `t`.
    pub kind: MoveType,
    /// The field `m`.
    pub vertex: u64,
    /// The field `e`: of each edge, from where and to where.
    pub edges: [[u64; 2]; 2],
}

/// The type of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveType {
    /// The pawn moves.
    Move,
    /// A wall is placed.
    Wall,
    /// `NO_TYPE`, or a number that means nothing.
    Other(u32),
}

impl Given {
    /// What this player's move is in the notation of the game. Fields that its type does not use are not looked at; a vertex beyond
    /// 32 bits is the last of them, which no board has.
    pub fn of(self, player: Player) -> Move {
        let vertex = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let edge = |[from, to]: [u64; 2]| Edge { from: vertex(from), to: vertex(to) };
        match self.kind {
            _ if self.colour != player.index() as u32 => Move::Colour(self.colour),
            MoveType::Move => Move::Pawn(vertex(self.vertex)),
            MoveType::Wall => Move::Wall(self.edges.map(edge)),
            MoveType::Other(number) => Move::Type(number),
        }
    }

    /// A legal move of a player; fields that its type does not use are 0.
    pub fn by(player: Player, mv: Move) -> Self {
        let colour = player.index() as u32;
        let edge = |edge: Edge| [edge.from.into(), edge.to.into()];
        let nothing = Given { colour, kind: MoveType::Move, vertex: 0, edges: [[0; 2]; 2] };
        match mv {
            Move::Pawn(to) => Given { vertex: to.into(), ..nothing },
            Move::Wall(edges) => Given { kind: MoveType::Wall, edges: edges.map(edge), ..nothing },
            Move::Colour(colour) => Given { colour, ..nothing },
            Move::Type(number) => Given { kind: MoveType::Other(number), ..nothing },
        }
    }
}

/// A move in one of the layouts.
pub trait RawMove: Copy {
    /// What is given before the first move: of no type and no colour.
    const NONE: Self;

    /// What it says.
    fn given(&self) -> Given;

    /// The move that says this.
    fn saying(given: &Given) -> Self;
}

/// `struct move_t` of the school's headers.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchoolMove {
    /// Colour: BLACK 0, WHITE 1, [`NO_COLOR`].
    pub c: u32,
    /// Type: NO_TYPE 0, WALL 1, MOVE 2.
    pub t: u32,
    /// Destination of a MOVE.
    pub m: u32,
    /// Edges of a WALL: from where and to where.
    pub e: [[u32; 2]; 2],
}

/// `struct move_t` of the subject's text (Règles du jeu).
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubjectMove {
    /// Type: WALL 0, MOVE 1, NO_TYPE 2.
    pub t: u32,
    /// Colour: BLACK 0, WHITE 1, [`NO_COLOR`].
    pub c: u32,
    /// Destination of a MOVE.
    pub m: u64,
    /// Edges of a WALL: from where and to where.
    pub e: [[u64; 2]; 2],
}

impl RawMove for SchoolMove {
    const NONE: Self = SchoolMove { c: NO_COLOR, t: 0, m: 0, e: [[0; 2]; 2] };

    fn given(&self) -> Given {
        let kind = match self.t {
            1 => MoveType::Wall,
            2 => MoveType::Move,
            other => MoveType::Other(other),
        };
        Given { colour: self.c, kind, vertex: self.m.into(), edges: self.e.map(|edge| edge.map(u64::from)) }
    }

    fn saying(given: &Given) -> Self {
        let t = match given.kind {
            MoveType::Wall => 1,
            MoveType::Move => 2,
            MoveType::Other(number) => number,
        };
        let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        SchoolMove {
            c: given.colour,
            t,
            m: number(given.vertex),
            e: given.edges.map(|edge| edge.map(number)),
        }
    }
}

impl RawMove for SubjectMove {
    const NONE: Self = SubjectMove { t: 2, c: NO_COLOR, m: 0, e: [[0; 2]; 2] };

    fn given(&self) -> Given {
        let kind = match self.t {
            0 => MoveType::Wall,
            1 => MoveType::Move,
            other => MoveType::Other(other),
        };
        Given { colour: self.c, kind, vertex: self.m, edges: self.e }
    }

    fn saying(given: &Given) -> Self {
        let t = match given.kind {
            MoveType::Wall => 0,
            MoveType::Move => 1,
            MoveType::Other(number) => number,
        };
        SubjectMove { t, c: given.colour, m: given.vertex, e: given.edges }
    }
}

/// `struct graph_t` of the school's headers, with vertices of the type `V`: `u32`. With `u64` it is the subject's layout, whose text
/// does not give it: its counts stay at 32 bits.
#[repr(C)]
#[derive(Debug)]
pub struct RawGraph<V> {
    /// TRIANGULAR 0, CYCLIC 1, HOLEY 2.
    pub kind: u32,
    /// How many vertices there are.
    pub num_vertices: u32,
    /// How many edges, each counted once.
    pub num_edges: u32,
    /// The directions of the edges, as the subject numbers them: row `i` and column `j` have the one from `i` to `j`.
    pub t: *mut RawMatrix,
    /// Where BLACK and WHITE start.
    pub start: [V; 2],
    /// How many objectives there are.
    pub num_objectives: u32,
    /// Ascending.
    pub objectives: *mut V,
}

/// GSL's `gsl_spmatrix_uint`, of 2.7.
#[repr(C)]
#[derive(Debug)]
pub struct RawMatrix {
    /// Rows.
    pub size1: usize,
    /// Columns.
    pub size2: usize,
    /// The column of each value.
    pub i: *mut c_int,
    /// The values, row by row.
    pub data: *mut u32,
    /// Where each row begins in them, and where the last one ends.
    pub p: *mut c_int,
    /// Room for so many values.
    pub nzmax: usize,
    /// How many there are.
    pub nz: usize,
    /// None in [`CSR`].
    pub tree: *mut c_void,
    /// None in [`CSR`].
    pub pool: *mut c_void,
    /// 0 in [`CSR`].
    pub node_size: usize,
    /// Scratch memory, a number for each row or column.
    pub work: *mut c_void,
    /// [`CSR`].
    pub sptype: c_int,
    /// 0.
    pub spflags: usize,
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use std::mem::{offset_of, size_of};
    assert!(
        size_of::<SchoolMove>() == 28 && offset_of!(SchoolMove, t) == 4 && offset_of!(SchoolMove, e) == 12
    );
    assert!(
        size_of::<SubjectMove>() == 48 && offset_of!(SubjectMove, c) == 4 && offset_of!(SubjectMove, e) == 16
    );
    assert!(size_of::<RawGraph<u32>>() == 48 && offset_of!(RawGraph<u32>, t) == 16);
    assert!(offset_of!(RawGraph<u32>, start) == 24 && offset_of!(RawGraph<u32>, objectives) == 40);
    assert!(size_of::<RawGraph<u64>>() == 56 && offset_of!(RawGraph<u64>, num_objectives) == 40);
    assert!(size_of::<RawMatrix>() == 104 && offset_of!(RawMatrix, p) == 32);
    assert!(offset_of!(RawMatrix, work) == 80 && offset_of!(RawMatrix, sptype) == 88);
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn types_have_the_numbers_of_their_layout() {
        let wall = Move::Wall([Edge { from: 6, to: 1 }, Edge { from: 6, to: 2 }]);
        let given = Given::by(Player::Second, wall);
        assert_eq!(SchoolMove::saying(&given), SchoolMove { c: 1, t: 1, m: 0, e: [[6, 1], [6, 2]] });
        assert_eq!(SubjectMove::saying(&given), SubjectMove { t: 0, c: 1, m: 0, e: [[6, 1], [6, 2]] });
        assert_eq!(SchoolMove::NONE.given().kind, MoveType::Other(0));
        assert_eq!(SubjectMove::NONE.given().kind, MoveType::Other(2));
    }

    #[test]
    fn only_the_fields_of_the_type_count() {
        let junk = SchoolMove { c: 0, t: 2, m: 12, e: [[u32::MAX; 2]; 2] };
        assert_eq!(junk.given().of(Player::First), Move::Pawn(12));
        assert_eq!(junk.given().of(Player::Second), Move::Colour(0));
        let far = SubjectMove { t: 1, c: 1, m: u64::MAX, e: [[0; 2]; 2] };
        assert_eq!(far.given().of(Player::Second), Move::Pawn(u32::MAX));
        assert_eq!(SchoolMove { t: 7, ..junk }.given().of(Player::First), Move::Type(7));
    }

    proptest! {
        #[test]
        fn moves_come_back(vertices in any::<[u32; 4]>(), pawn in any::<u32>(), second in any::<bool>()) {
            let [a, b, c, d] = vertices;
            let player = if second { Player::Second } else { Player::First };
            for mv in [Move::Pawn(pawn), Move::Wall([Edge { from: a, to: b }, Edge { from: c, to: d }])] {
                let given = Given::by(player, mv);
                prop_assert_eq!(SchoolMove::saying(&given).given().of(player), mv);
                prop_assert_eq!(SubjectMove::saying(&given).given().of(player), mv);
            }
        }
    }
}
