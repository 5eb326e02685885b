//! Programs behind the engine line protocol (`protocol/MOTEUR.md`).
//!
//! * [`Link`]: how lines get to an engine and back; [`ProcessLink`] is a child process.
//! * [`EngineHost`]: the host's side of the dialogue over any link.
//! * [`EngineSeat`]: the seat of an engine at the referee's table, whatever the game.
//! * [`start`]: a program of its own for an engine, greeted within a bound; [`launch`] and [`greet`] are its halves.
//! * [`confine`]: what such a program may do to the machine.
//! * [`EngineSpec`]: how people name an engine (`java`, `pipe:COMMAND`, `alphabeta`...).

pub mod confine;
mod host;
mod java;
mod process;
mod seat;
mod spec;

pub use host::{EngineError, EngineHost};
pub use java::JavaEngine;
pub use process::{LastWords, Link, ProcessLink};
pub use seat::{EngineSeat, Start, announcement};
pub use spec::{EngineSpec, Places, SpecError};

use std::time::{Duration, Instant};

use jeux::Reason;

use self::confine::Policy;
use crate::game::Kind;
use crate::wait::Deadline;

/// Why an engine was not even executed.
const NOT_BEGUN: [&str; 7] = [
    "confinement-missing",
    "engine-start",
    "launcher-failed",
    "mount-refused",
    "namespace-refused",
    "os",
    "userns-refused",
];

/// Starts the engine for this game in a process of its own and waits for its name, so long at most.
///
/// # Errors
/// It cannot be started, or does not introduce itself in time.
pub fn start(
    spec: &EngineSpec,
    kind: &Kind,
    places: &Places,
    policy: &Policy,
    bound: Duration,
) -> Result<EngineHost, Reason> {
    let deadline = Deadline::after(Instant::now(), Some(bound));
    greet(Box::new(launch(spec, kind, places, policy)?), deadline)
}

/// Starts the engine for this game in a process of its own, and says nothing to it yet.
///
/// # Errors
/// It cannot be started.
pub fn launch(
    spec: &EngineSpec,
    kind: &Kind,
    places: &Places,
    policy: &Policy,
) -> Result<ProcessLink, Reason> {
    let command = spec.command(kind, places).map_err(|error| Reason::from(&error))?;
    let launch = confine::prepare(&places.launcher, &command, &spec.files(&command), policy)?;
    ProcessLink::launch(launch).map_err(|error| Reason::new("launcher-failed").with(Reason::os(&error)))
}

/// Waits for the name of an engine that was [launched](launch), until the deadline.
///
/// # Errors
/// It does not introduce itself.
pub fn greet(link: Box<dyn Link>, deadline: Deadline) -> Result<EngineHost, Reason> {
    EngineHost::greet(link, deadline).map_err(|error| match error {
        // The engine has not even begun.
        EngineError::Ended(Some(why)) if NOT_BEGUN.contains(&why.code.as_str()) => why,
        error => error.into(),
    })
}
