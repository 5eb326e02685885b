//! The games for machine learning: numbers for moves, planes for what a player sees, and many boards at once.
//!
//! * [`Environment`]: a game under way, whose actions are numbers below [`Environment::actions`]. [`Numbered`]: what a game says for that;
//!   [`Env`] is the environment of it. [`SphinxEnv`]: the one of Sphinx, whose grids are made by several actions.
//! * [`Batch`]: many boards stepped in one call. [`playouts`]: games played at random.
//!
//! # Actions
//! A number means the same for both players and at any time: boards are never turned.
//!
//! | game | actions | numbers |
//! | --- | --- | --- |
//! | `colonnes` | 34 | 0-8: a pawn on cell A1, B1, C1, A2 ... C3. 9-32: a move from a cell to a neighbour, by cells of departure and then of arrival (A1-B1 is 9, A1-A2 10, B1-A1 11). 33: `passe` |
//! | `morpion` | 9 | cell A1, B1, C1, A2 ... C3 |
//! | `sept-couleurs` | `couleurs` | the colour: A is 0 |
//! | `labyrinthe` | 5 + 2 H + 2 L | 0-3: `haut`, `bas`, `gauche`, `droite`. 4: `rien`. 5 + 2 y: line y `gauche`, then `droite`. 5 + 2 H + 2 x: column x `haut`, then `bas` |
//! | `coursidor` | 7 V, for V vertices | v: the pawn to vertex v. V + 6 v + d: the wall at v on the edges in direction d and d + 1 (0-5: NW, NE, E, SE, SW, W) |
//! | `sphinx` | h w | the cell w row + column: of the own grid the entry, then the treasure, then the walls one by one; after that the question |
//!
//! # Observations
//! Planes of rows and columns, for one player: what is his comes first. A plane that says "all" has the same value everywhere.
//!
//! | game | planes | rows, columns |
//! | --- | --- | --- |
//! | `colonnes` | 0-2: own pawns at the bottom, in the middle, on top of a cell; 3-5: the opponent's; all: 6: own pawns in hand / 8, 7: the opponent's, 8: plies / 40, 9: it is my turn | 3, 3 |
//! | `morpion` | 0: own, 1: the opponent's, 2: all: my turn | 3, 3 |
//! | `sept-couleurs` | 0: own zone, 1: the opponent's, 2: walls, 3: golden cells, all: 4: my turn, 5: moves without a gain / `inutiles`, 6: moves since the last bomb / 10; 7...: free cells of each colour | H, L |
//! | `labyrinthe` | 0: walls, 1: me, 2: the opponent, 3: treasure, all: 4: own energy / 5, 5: the opponent's, 6: my turn, 7: plies / `coups_max` | H, L |
//! | `coursidor` | 0: vertices, 1: me, 2: the opponent, 3: my missing objectives, 4: the opponent's, 5: my home, 6: the opponent's, 7-12: open edges by direction, all: 13: my walls left / all, 14: the opponent's, 15: my turn, 16: plies / `M`, 17-22: my last direction, 23-28: the opponent's | 2 m - 1 each, axial |
//! | `sphinx` | own grid: 0: walls, 1: entry, 2: treasure; the other's: 3: visited, 4: walls found, 5: entry, 6: treasure; all: 7: questions begun, 8: own questions left / h w, 9: the opponent's, 10: my turn, 11: I am the first player | h, w |
//!
//! An observation shows what its player may know, and nothing else.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod batch;
mod colonnes;
mod coursidor;
mod env;
mod labyrinthe;
mod morpion;
mod planes;
mod sept_couleurs;
mod sphinx;

pub use batch::{Afterstates, Batch, BatchError, Output, Playouts, playouts};
pub use env::{Env, Environment, IllegalAction, Numbered, begin, score_of};
pub use planes::Planes;
pub use sphinx::SphinxEnv;
