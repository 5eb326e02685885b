//! `machines rejoindre`: this computer plays rencontres for an organiser.
//!
//! # Layout
//! * `join`: the command: joining, beats, signals. `machine`: this machine in the room.
//! * `place`: one rencontre after the other, from the queue to the answer. `play`: a rencontre on a host of this program.
//! * `cache`: the files of engines. `survey`: what this machine has. `live`: the moves of its games, for those who watch.

mod cache;
mod join;
mod live;
mod machine;
mod place;
mod play;
mod survey;

pub use join::{Rejoindre, run};
