//! The solution of Colonnes de trois: the value of every legal position, by perfect play of both sides.
//!
//! # Why one byte per position is enough
//!
//! A position is a board, the side to move and the number of plies left before the 40-ply draw. Let `n` be the number
//! of plies left, and say that a position is *decided in n* when the side to move can force a three within `n` plies
//! or cannot prevent one. With no ply left nothing is decided: `W(0)` and `L(0)`, the wins and the losses, are empty.
//! The rules give, with forced passes as plies like any other,
//!
//! * `W(n+1)` = positions with a move that finishes a three, or that leads into `L(n)`;
//! * `L(n+1)` = positions all of whose moves lead into `W(n)`;
//! * what is in neither is a draw with `n` plies left.
//!
//! Both sides of these equations are monotonic, so `W(n)` lies in `W(n+1)` and `L(n)` in `L(n+1)`, by induction from the
//! empty sets. So every position has a first `n` from which it is decided, for ever and with the same winner: its
//! *distance*, the length of the game when the winner hurries and the loser delays. With `m` plies left the position
//! has its decisive value when the distance is at most `m`, and is a draw otherwise: the distance alone serves every
//! number of plies left. It also tells the winner, for a three is always made on the winner's own ply: odd distances
//! are wins of the side to move, even ones losses. And the play of the table is right: a winner with distance `d` and `m >= d`
//! plies left moves to a distance of at most `d - 1`, with `m - 1` left.
//!
//! In the movement phase no more than 24 plies are ever left, so distances above 24 are stored as draws. During the
//! placement the number of pawns tells the ply, and the distance follows from the same equations.
//!
//! # How it is done
//!
//! * `symmetry`, `patterns`, [`index`]: a dense number for every position without a finished three, up to the symmetries of the
//!   square and the exchange of colours;
//! * `links`: what moves do to whole classes of positions;
//! * [`solve`]: the bytes, by retrograde analysis on all cores;
//! * [`Table`]: looking up positions and judging moves; [`notes`]: marking games with it;
//! * [`store`]: the compressed cache file, and [`store::open`], with which every program begins;
//! * [`facts`], [`verify`]: what there is to say about the game, and the proof that the table agrees with itself.

pub mod facts;
pub mod index;
pub mod notes;
pub mod solve;
pub mod store;
pub mod verify;

mod links;
mod lookup;
mod patterns;
mod rans;
mod symmetry;
mod workers;

pub use lookup::{Judgement, Table, plies_to_end};
pub use protocol::analysis::Value;
