//! Starting an engine.

use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use confine::{LaunchError, Level, Policy, Survey, Unseen};
use ipc::wait::Deadline;
use jeux::Reason;

use super::advice::{advice, may_lack_files};
use super::host::{EngineError, EngineHost};
use super::process::{LogTo, ProcessLink};
use super::rules;
use super::spec::{EngineSpec, InstallPaths, SpecError};
use crate::game::GameEntry;
use crate::reasons;

/// How long an engine may take to start, up to its name, unless somebody says otherwise: a JVM on a
/// busy machine takes its time.
pub const START_BOUND: Duration = Duration::from_secs(30);
/// What is kept back of the time that an engine is told that it has: its move travels through two
/// pipes and the scheduler, and the clock runs meanwhile.
pub const MARGIN: Duration = Duration::from_millis(50);
/// The time an engine is told for a move without a limit, if no person waits for it.
pub const UNLIMITED: Duration = Duration::from_secs(24 * 3600);

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot be started for this game, or a program of ours is missing.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It was not executed, which is not its fault.
    #[error(transparent)]
    NotExecuted(#[from] LaunchError),
    /// It was executed and did not introduce itself.
    #[error("{error}")]
    Engine {
        #[source]
        error: EngineError,
        /// What may be why: a file that it does not see, or what is wrong with its command.
        cause: Option<Box<Reason>>,
    },
    /// It brings the library of the rules, which it may not use.
    #[error("{0} has the library of the rules in it")]
    Rules(PathBuf),
    /// Interrupted.
    #[error("stopped")]
    Stopped,
}

impl StartError {
    /// Whether it is the engine's own fault.
    pub fn is_engines_fault(&self) -> bool {
        match self {
            StartError::Engine { error, .. } => error.is_engines_fault(),
            StartError::Rules(_) => true,
            StartError::Spec(_) | StartError::NotExecuted(_) | StartError::Stopped => false,
        }
    }
}

impl From<EngineError> for StartError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::NotExecuted(error) => StartError::NotExecuted(error),
            EngineError::Stopped => StartError::Stopped,
            error => StartError::Engine { error, cause: None },
        }
    }
}

impl From<&StartError> for Reason {
    fn from(error: &StartError) -> Self {
        match error {
            StartError::Spec(error) => Reason::from(error),
            StartError::NotExecuted(error) => reasons::not_executed(error),
            StartError::Engine { error, cause } => {
                let why = Reason::from(error.clone());
                match cause.as_deref().cloned() {
                    Some(cause) => cause.because(why),
                    None => why,
                }
            }
            StartError::Rules(file) => Reason::new("rules-brought").with(file.display()),
            StartError::Stopped => Reason::new("stopped"),
        }
    }
}

/// Starts an engine in a process of its own.
#[derive(Clone)]
pub struct EngineStart<'a> {
    pub spec: &'a EngineSpec,
    pub kind: &'static GameEntry,
    pub places: &'a InstallPaths,
    pub policy: &'a Policy,
    /// The time until its name.
    pub bound: Duration,
    /// Receives its whole log.
    pub log_to: Option<LogTo>,
    /// Readable to cancel.
    pub interrupt: Option<BorrowedFd<'a>>,
}

impl<'a> EngineStart<'a> {
    /// Within [`START_BOUND`], without log and interruption.
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
        host.log_to(self.log_to.clone());
        if matches!(self.spec, EngineSpec::Library { .. }) {
            host.reloading(self.bound);
        }
        match host.introduce(deadline, self.interrupt).map_err(StartError::from) {
            Ok(()) => Ok(host),
            Err(StartError::Engine { error, .. }) => {
                let advice = advice(self.spec, &error);
                // A file that it does not see may be why; what is wrong with its command is.
                let unseen = || self.unseen().first().map(reasons::unseen).filter(|_| may_lack_files(&error));
                let cause = advice.or_else(unseen).map(Box::new);
                Err(StartError::Engine { error, cause })
            }
            Err(error) => Err(error),
        }
    }

    /// Starts the process of the engine, without greeting it. A failed execution may only be known
    /// when it has [ended](super::LastWords::end).
    pub fn launch(&self) -> Result<ProcessLink, StartError> {
        let mut command = self.spec.command(self.kind, self.places)?;
        let mut files = self.spec.files(&command);
        if self.policy.limits.without_rules {
            if let Some(file) = rules::brought(&files, self.policy) {
                return Err(StartError::Rules(file));
            }
            files.covered = rules::installed().to_vec();
        }
        // A confined engine starts where its files have both names.
        if self.policy.level == Level::None
            && let Some((spec, home)) = self.spec.at_home()
        {
            command = spec.command(self.kind, self.places)?;
            command.current_dir(home);
        }
        let launch = confine::prepare(&self.places.launcher, &command, &files, self.policy)?;
        Ok(ProcessLink::launch(launch, self.log_to.clone())?)
    }

    /// What the engine does not see although its command names it or the folder of it.
    fn unseen(&self) -> Vec<Unseen> {
        let (Ok(command), Ok(cwd)) = (self.spec.command(self.kind, self.places), std::env::current_dir())
        else {
            return Vec::new();
        };
        if self.policy.level == Level::None {
            return Vec::new();
        }
        confine::unseen(&self.spec.files(&command), &cwd, self.policy)
    }
}

/// What this machine can do to confine engines. Finding it out the first time may take ten seconds,
/// or twenty where a first attempt with namespaces is refused.
pub fn survey() -> Result<&'static Survey, StartError> {
    Ok(confine::survey(&InstallPaths::beside_this_program()?.launcher)?)
}
