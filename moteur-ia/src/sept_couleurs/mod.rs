//! The players of 7 couleurs, and the experiments of the subject with them.
//!
//! # Layout
//! * `simple`: those of the subject, from [`Utile`] on; they look at the gains and the frontier that the position keeps. `hasard` is
//!   that of any game.
//! * [`reach`]: who will have what is still free.
//! * [`Hybride`]: one look at that. [`alphabeta`]: a search that ends with it.
//! * [`Opinions`]: what that and `exact` say of positions.
//! * [`exact`] solves positions, for [`exact::engine::Optimal`].
//! * [`players`]: a player by what people write. [`worlds`]: the boards of experiments.
//! * [`tournament`]: championships in this process. [`report`]: how they are shown and written down. [`tournoi`]: the command.
//! * [`questions`]: the subject's questions, each as an experiment. [`variantes`]: the same championship under other rules.
//! * [`worst`]: the boards on which a player does badly (question 13). [`pire`]: the command that finds them.

pub mod alphabeta;
pub mod exact;
mod opinion;
pub mod pire;
pub mod players;
pub mod questions;
pub mod reach;
pub mod report;
mod simple;
pub mod tournament;
pub mod tournoi;
pub mod variantes;
pub mod worlds;
pub mod worst;

pub use alphabeta::AlphaBeta;
pub use opinion::Opinions;
pub use simple::Hybride;
pub use simple::{Glouton, Hegemonique, Perimeter, Prevoyant, Utile};
