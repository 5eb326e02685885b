//! Programs behind the engine line protocol (`protocol/MOTEUR.md`).
//!
//! * [`Link`]: how lines get to an engine and back; [`ProcessLink`] is a child process.
//! * [`EngineHost`]: the host's side of the dialogue over any link.
//! * [`EngineSeat`]: the seat of an engine at the referee's table, whatever the game.
//! * [`start`]: a program of its own for an engine, greeted within a bound; [`launch`] and [`greet`] are its halves.
//! * [`Activity`]: what it does while it is silent.
//! * [`confine`]: what such a program may do to the machine.
//! * [`Adviser`]: the list of moves before each `go`, for engines that want it.
//! * [`EngineSpec`]: how people name an engine (`java`, `pipe:COMMAND`, `alphabeta`...).

mod activity;
mod chatter;
pub mod confine;
mod host;
mod java;
mod legal;
mod process;
mod seat;
mod spec;

pub use activity::Activity;
pub use host::{EngineError, EngineHost};
pub use java::JavaEngine;
pub use legal::Adviser;
pub use process::{LastWords, Link, LogTo, ProcessLink};
pub use seat::{EngineSeat, Start, announcement, is_its_own, told};
pub use spec::{EngineSpec, Places, SpecError};

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use jeux::Reason;

use self::confine::Policy;
use crate::game::Kind;
use ipc::wait::Deadline;

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

/// Starts the engine for this game in a process of its own, to which nothing has been said yet.
///
/// # Errors
/// It cannot be started, as far as that is known already.
pub fn launch(
    spec: &EngineSpec,
    kind: &Kind,
    places: &Places,
    policy: &Policy,
) -> Result<ProcessLink, Reason> {
    launch_logged(spec, kind, places, policy, None)
}

/// The same, and all that the engine logs goes there.
fn launch_logged(
    spec: &EngineSpec,
    kind: &Kind,
    places: &Places,
    policy: &Policy,
    log_to: Option<LogTo>,
) -> Result<ProcessLink, Reason> {
    let command = spec.command(kind, places).map_err(|error| Reason::from(&error))?;
    let launch = confine::prepare(&places.launcher, &command, &spec.files(&command), policy)?;
    ProcessLink::launch(launch, log_to)
        .map_err(|error| Reason::new("launcher-failed").because(Reason::os(&error)))
}

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
    start_watched(spec, kind, places, policy, bound, Watch::default())
}

/// What else there is to the start of an engine.
#[derive(Clone, Default)]
pub struct Watch<'a> {
    /// Who is given all that it logs.
    pub log_to: Option<LogTo>,
    /// Readable when nobody wants it any more.
    pub interrupt: Option<BorrowedFd<'a>>,
}

/// The same, and the engine's log goes where it is wanted; given up as soon as nobody wants the engine any more.
///
/// # Errors
/// The same, and `stopped`.
pub fn start_watched(
    spec: &EngineSpec,
    kind: &Kind,
    places: &Places,
    policy: &Policy,
    bound: Duration,
    watch: Watch<'_>,
) -> Result<EngineHost, Reason> {
    let deadline = Deadline::after(Instant::now(), Some(bound));
    let link = launch_logged(spec, kind, places, policy, watch.log_to)?;
    greet_unless(Box::new(link), deadline, watch.interrupt)
}

/// Waits for the name of an engine that was [launched](launch), until the deadline.
///
/// # Errors
/// It does not introduce itself.
pub fn greet(link: Box<dyn Link>, deadline: Deadline) -> Result<EngineHost, Reason> {
    greet_unless(link, deadline, None)
}

/// The same, unless this descriptor is readable meanwhile.
fn greet_unless(
    link: Box<dyn Link>,
    deadline: Deadline,
    interrupt: Option<BorrowedFd<'_>>,
) -> Result<EngineHost, Reason> {
    let mut host = EngineHost::new(link);
    match host.introduce_unless(deadline, interrupt) {
        Ok(()) => Ok(host),
        // The engine has not even begun.
        Err(EngineError::Ended(Some(why))) if NOT_BEGUN.contains(&why.code.as_str()) => Err(why),
        Err(error) => Err(error.into()),
    }
}
