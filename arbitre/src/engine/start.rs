//! Starting an engine, and why it does not start.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use confine::{LaunchError, Policy, Survey};
use ipc::wait::Deadline;
use jeux::Reason;

use super::host::{EngineError, EngineHost};
use super::process::{LogTo, ProcessLink};
use super::spec::{EngineSpec, InstallPaths, SpecError};
use crate::game::GameEntry;
use crate::reasons;

/// How long an engine may take to start, up to its name, unless somebody says otherwise: a JVM on a
/// busy machine takes its time.
pub const START_BOUND: Duration = Duration::from_secs(30);
/// What is kept back of the time that an engine is told that it has: its move travels through two
/// pipes and the scheduler, and the clock runs meanwhile.
pub const MARGIN: Duration = Duration::from_millis(50);
/// What an engine is told that it has for a move where nothing limits it and no person waits for it.
pub const UNLIMITED: Duration = Duration::from_secs(24 * 3600);

/// Why an engine does not run.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot be started for this game, or a program of ours that it needs is missing.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It was not executed, which is not its fault.
    #[error(transparent)]
    NotExecuted(#[from] LaunchError),
    /// It was executed, and did not introduce itself: its own fault.
    #[error(transparent)]
    Engine(EngineError),
    /// Nobody wants it any more.
    #[error("stopped")]
    Stopped,
}

impl StartError {
    /// Whether it is the engine's own fault.
    pub fn is_engines_fault(&self) -> bool {
        matches!(self, StartError::Engine(_))
    }
}

impl From<EngineError> for StartError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::NotExecuted(error) => StartError::NotExecuted(error),
            EngineError::Stopped => StartError::Stopped,
            error => StartError::Engine(error),
        }
    }
}

impl From<&StartError> for Reason {
    fn from(error: &StartError) -> Self {
        match error {
            StartError::Spec(error) => Reason::from(error),
            StartError::NotExecuted(error) => reasons::not_executed(error),
            StartError::Engine(error) => Reason::from(error.clone()),
            StartError::Stopped => Reason::new("stopped"),
        }
    }
}

/// How an engine is started in a process of its own.
#[derive(Clone)]
pub struct EngineStart<'a> {
    pub spec: &'a EngineSpec,
    pub kind: &'static GameEntry,
    /// Where our programs are.
    pub places: &'a InstallPaths,
    /// How it is confined.
    pub policy: &'a Policy,
    /// How long it may take, up to its name.
    pub bound: Duration,
    /// Gets everything that it logs.
    pub log_to: Option<LogTo>,
    /// Readable when nobody wants it any more.
    pub interrupt: Option<BorrowedFd<'a>>,
}

impl<'a> EngineStart<'a> {
    /// Within [`START_BOUND`]. Its log goes nowhere, and nobody interrupts it.
    pub fn new(
        spec: &'a EngineSpec,
        kind: &'static GameEntry,
        places: &'a InstallPaths,
        policy: &'a Policy,
    ) -> Self {
        EngineStart { spec, kind, places, policy, bound: START_BOUND, log_to: None, interrupt: None }
    }

    /// Starts the engine and waits for its name.
    pub fn run(self) -> Result<EngineHost, StartError> {
        let deadline = Deadline::after(Instant::now(), Some(self.bound));
        let mut host = EngineHost::new(self.kind, Box::new(self.launch()?));
        host.introduce(deadline, self.interrupt)?;
        Ok(host)
    }

    /// Starts the process of the engine, and says nothing to it. That it was not executed may be known
    /// only later, when it has [ended](super::LastWords::end).
    pub fn launch(&self) -> Result<ProcessLink, StartError> {
        let command = self.spec.command(self.kind, self.places)?;
        let files = self.spec.files(&command);
        let launch = confine::prepare(&self.places.launcher, &command, &files, self.policy)?;
        Ok(ProcessLink::launch(launch, self.log_to.clone())?)
    }
}

/// What this machine can do to confine engines. Finding it out the first time may take ten seconds,
/// or twenty where a first attempt with namespaces is refused.
pub fn survey() -> Result<&'static Survey, StartError> {
    Ok(confine::survey(&InstallPaths::beside_this_program()?.launcher)?)
}
