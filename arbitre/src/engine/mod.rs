//! Programs behind the engine line protocol (`protocol/MOTEUR.md`).
//!
//! * [`Link`]: how lines get to an engine and back; [`ProcessLink`] is a child process.
//! * [`EngineHost`]: the host's side of the dialogue over any link.
//! * [`EngineSeat`]: a seat of the match loop for an engine.
//! * [`EngineSpec`]: how people name an engine (`java`, `pipe:COMMAND`, `alphabeta`...).

mod host;
mod process;
mod seat;
mod spec;

pub use host::{EngineError, EngineHost};
pub use process::{Link, ProcessLink};
pub use seat::EngineSeat;
pub use spec::{EngineSpec, Places, SpecError};
