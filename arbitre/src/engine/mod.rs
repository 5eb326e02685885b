//! Programs behind the engine line protocol (`protocol/MOTEUR.md`).
//!
//! * [`EngineSpec`]: how people name an engine (`java`, `pipe:COMMAND`, `alphabeta`...).
//! * [`EngineStart`]: starts an engine in a process of its own, and waits for its name.
//! * [`Link`]: how lines get to an engine and back; [`ProcessLink`] is a child process.
//! * [`EngineHost`]: the host's side of the dialogue over any link.
//! * [`EngineSeat`]: the seat of an engine at the referee's table, whatever the game.
//! * [`Adviser`]: the list of moves before each `go`, for engines that want it.
//! * [`hidden_from`]: what engines of one competition must not see of each other.
//! * [`Travelling`]: an engine for another machine, and [`Contents`], its files.
//! * [`Activity`]: what an engine does while it is silent.

mod advice;
mod host;
mod legal;
mod process;
mod rivals;
pub mod rules;
mod seat;
mod spec;
mod start;
mod travel;

pub use advice::advice;
pub use host::{EngineError, EngineHost};
pub use legal::Adviser;
pub use process::Activity;
pub use process::{LastWords, Link, LogTo, ProcessLink};
pub use rivals::{hidden_from, named_files};
pub use seat::{EngineSeat, Start, Turns, announcement, told};
pub use spec::{EngineSpec, InstallPaths, JavaClass, SpecError, nearest};
pub use start::{EngineStart, MARGIN, START_BOUND, StartError, UNLIMITED, survey};
pub use travel::{Contents, ELSEWHERE, MOST_BYTES, MOST_FILES, Travelling};
