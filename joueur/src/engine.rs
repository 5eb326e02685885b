//! The engine and its knowledge of the current game.
//!
//! It knows the game while it made all of our moves itself. After a fallback move, or its end, the
//! game is announced again with the moves so far, to a restarted engine if need be.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, bail};
use arbitre::engine::{
    EngineError, EngineHost, EngineSpec, EngineStart, InstallPaths, JavaClass, StartError, advice,
};
use arbitre::game::GameEntry;
use confine::{LaunchError, Level, Policy};
use i18n::text;
use ipc::wait::Deadline;
use jeux::Reason;
use protocol::Termination;
use protocol::moteur::{GameStart, ToldMove, join_moves};
use protocol::verdict::{Property, Validity};

use crate::java::JvmLink;
use crate::journal::Journal;
use crate::stop::{StopSignals, Stopped};

/// Restarts without a single legal move; an engine that fails more often will not do better.
const FRUITLESS_STARTS: u32 = 3;
/// How much longer than its bound a start may take before it is abandoned, or a quarter of the
/// bound if less: the error of the start itself comes first.
const GRACE: Duration = Duration::from_millis(500);

/// The number of a start of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineRun(u32);

/// How the engine is started.
#[derive(Clone)]
pub struct Recipe {
    pub spec: EngineSpec,
    pub kind: &'static GameEntry,
    /// How strictly it is confined.
    pub confinement: Level,
    /// The time for its first start, while nothing waits.
    pub bound: Duration,
    /// The total time for restarts between two of our moves: our clock may be running.
    pub again: Duration,
    /// Ends the wait for it.
    pub stop: StopSignals,
    /// Records the whole dialogue.
    pub journal: Journal,
}

/// An engine started at least once.
pub struct EngineProcess {
    host: EngineHost,
    recipe: Recipe,
    /// The current game with its moves.
    game: Option<(GameStart, Vec<ToldMove>)>,
    /// It does not know all of these moves.
    astray: bool,
    run: EngineRun,
    /// Restarts since its last legal move.
    fruitless: u32,
    /// The time left for restarts before our next move.
    left: Duration,
    /// It will not be restarted, which was printed.
    given_up: bool,
    /// The end of this start was printed.
    told: bool,
}

impl EngineProcess {
    /// Starts the engine and waits for its name.
    pub fn start(recipe: Recipe) -> Result<Self> {
        let mut host = recipe.start(recipe.bound)?;
        pass_on_remarks(&mut host);
        let (run, left) = (EngineRun(0), recipe.again);
        let (game, astray, fruitless, given_up, told) = Default::default();
        Ok(EngineProcess { host, recipe, game, astray, run, fruitless, left, given_up, told })
    }

    pub fn name(&self) -> &str {
        self.host.name()
    }

    /// Readable when it has written something; `None` if it cannot be used.
    pub fn output(&self) -> Option<BorrowedFd<'_>> {
        self.usable().then(|| self.host.output())
    }

    pub fn usable(&self) -> bool {
        self.host.failure().is_none()
    }

    pub fn begin(&mut self, start: GameStart) {
        self.game = Some((start, Vec::new()));
        self.astray = true;
        self.refresh();
    }

    /// Makes sure that an engine runs and knows the game, as far as possible. A restart may take
    /// what is left of [`Recipe::again`].
    pub fn refresh(&mut self) {
        if !self.usable() {
            self.start_again();
        }
        let Some((start, moves)) = self.game.as_ref().filter(|_| self.astray && self.usable()) else {
            return;
        };
        let mut start = start.clone();
        if !moves.is_empty() {
            start.params.push(("moves".to_owned(), join_moves(moves)));
        }
        self.host.start(&start);
        self.astray = false;
    }

    /// Prints how the engine ended, once.
    pub fn tell_failure(&mut self) {
        if let Some(failure) = self.host.failure().cloned()
            && !std::mem::replace(&mut self.told, true)
        {
            let trace = trace(&failure);
            log::error!("{}{trace}", text!("player-engine-error", why = said(failure)));
        }
    }

    fn start_again(&mut self) {
        self.tell_failure();
        if self.left.is_zero() {
            return;
        }
        if self.fruitless == FRUITLESS_STARTS {
            if !self.given_up {
                log::error!("{}", text!("player-engine-given-up", count = FRUITLESS_STARTS));
            }
            self.given_up = true;
            return;
        }
        log::warn!("{}", text!("player-engine-restart"));
        self.fruitless += 1;
        let began = Instant::now();
        match self.recipe.start(self.left) {
            Ok(host) => {
                (self.host, self.run, self.astray, self.told) =
                    (host, EngineRun(self.run.0 + 1), true, false);
            }
            // The next wait reports it.
            Err(error) if error.is::<Stopped>() => {}
            Err(error) => log::error!("{}", i18n::causes(error.as_ref())),
        }
        self.left = self.left.saturating_sub(began.elapsed());
    }

    /// Asks for a move within this time, at least a millisecond, without waiting for it.
    pub fn go(&mut self, budget: Duration) {
        self.host.go(u64::try_from(budget.as_millis()).unwrap_or(u64::MAX).max(1));
    }

    /// Its answer to [`EngineProcess::go`], if it is there. Never blocks.
    pub fn receive(&mut self) -> Result<Option<String>, String> {
        let answer = self.host.receive().map_err(|error| {
            let trace = trace(&error);
            said(error) + &trace
        });
        pass_on_remarks(&mut self.host);
        // The caller prints it.
        self.told |= !self.usable();
        answer
    }

    /// Reads unrequested output.
    pub fn overhear(&mut self) {
        if !self.usable() {
            return;
        }
        let answer = self.host.receive();
        pass_on_remarks(&mut self.host);
        if let Err(error) = answer
            && self.usable()
        {
            log::warn!("{}", text!("player-engine-error", why = said(error)));
        }
    }

    /// Asks for the pending move at once.
    pub fn stop(&mut self) {
        self.host.stop();
    }

    /// Cancels the pending move.
    pub fn abandon(&mut self) {
        self.host.abandon();
    }

    /// Cancels the move that it has not given for so long; what it does instead, in words.
    pub fn late(&mut self, time: Duration) -> String {
        let time = i18n::seconds(time);
        let late = match self.host.stuck() {
            Some(why) => text!("player-engine-late-why", time = time, why = i18n::reason(&why)),
            None => text!("player-engine-late", time = time),
        };
        self.host.abandon();
        late
    }

    /// It gave a legal move; which start that was.
    pub fn moved(&mut self) -> EngineRun {
        self.fruitless = 0;
        self.run
    }

    /// Which start is running.
    pub fn run(&self) -> EngineRun {
        self.run
    }

    /// Our move is on its way: no restart delays what follows its judgement.
    pub fn hold(&mut self) {
        self.left = Duration::ZERO;
    }

    /// Reports the judgement of our move, given by this start of the engine; `None`: a fallback
    /// move, which the engine learns with the next announcement.
    pub fn judged(&mut self, author: Option<EngineRun>, validity: Validity, property: Property) {
        self.left = self.recipe.again;
        if author == Some(self.run) {
            self.host.verdict(validity, property, None);
        } else {
            self.astray = true;
        }
    }

    /// Our move counts. A restart waits until the server has been asked for the opponent's.
    pub fn own(&mut self, text: String) {
        self.note(text);
        if self.usable() {
            self.refresh();
        }
    }

    /// The opponent's move counts.
    pub fn opponent(&mut self, text: String) {
        self.host.opponent(&text);
        self.note(text);
        // If it ended meanwhile, restart it now.
        self.refresh();
    }

    fn note(&mut self, text: String) {
        if let Some((_, moves)) = &mut self.game {
            moves.push(ToldMove { text, answer: None });
        }
    }

    /// Further games follow, however the last one ended.
    pub fn for_other_games(&mut self) {
        if self.game.take().is_some() {
            // Cut off: it saw no end, and needs the next announcement.
            self.astray = true;
            self.host.abandon();
        }
        (self.fruitless, self.given_up, self.left) = (0, false, self.recipe.again);
    }

    /// The game is over.
    pub fn end(&mut self, result: Property, reason: Termination) {
        if self.game.take().is_some() {
            self.host.end(result, reason);
        }
        self.tell_failure();
    }
}

impl Recipe {
    /// Starts it, unless the player is told to stop.
    fn start(&self, bound: Duration) -> Result<EngineHost> {
        let recipe = self.clone();
        // What runs in this process cannot be killed: after the bound it is abandoned.
        let left_alone = Deadline::after(Instant::now(), Some(bound.saturating_add(GRACE.min(bound / 4))));
        match self.stop.beside_until(left_alone, move || recipe.start_here(bound))? {
            Some(started) => started,
            None if matches!(self.spec, EngineSpec::Java(_)) => {
                // What has not come back is the constructor: all else is waited for within the bound.
                let why = Reason::new("java-constructor-stuck");
                let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
                Err(self.explained(&EngineError::Silent(Some(why)).into(), &places))
            }
            None => {
                let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
                Err(self.explained(&EngineError::Silent(None).into(), &places))
            }
        }
    }

    fn start_here(&self, bound: Duration) -> Result<EngineHost> {
        let deadline = Deadline::after(Instant::now(), Some(bound));
        let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
        let started = match &self.spec {
            // Nothing confines what runs in this process.
            EngineSpec::Java(_) if self.confinement != Level::None => {
                bail!(text!("player-java-unconfined", level = self.confinement.word()))
            }
            EngineSpec::Java(class) => {
                let link = self.journal.overhear(Box::new(self.in_this_process(class.as_ref(), &places)?));
                EngineHost::greet(self.kind, link, deadline).map_err(StartError::from)
            }
            spec => {
                let policy = Policy { level: self.confinement, ..Policy::default() };
                let log_to = Some(self.journal.log());
                let usual = EngineStart::new(spec, self.kind, &places, &policy);
                EngineStart { log_to, ..usual }.launch().and_then(|link| {
                    let link = self.journal.overhear(Box::new(link));
                    Ok(EngineHost::greet(self.kind, link, deadline)?)
                })
            }
        };
        let mut host = started.map_err(|error| self.explained(&error, &places))?;
        host.log_to(Some(self.journal.log()));
        Ok(host)
    }

    /// The Java engine in a JVM of this process.
    fn in_this_process(&self, own: Option<&JavaClass>, places: &InstallPaths) -> Result<JvmLink> {
        if let Some(class) = own {
            class.check().map_err(|error| Reason::from(&error))?;
            return Ok(crate::java::start(class, self.journal.spoken())?);
        }
        let java = self.spec.java_of(self.kind).map_err(|error| Reason::from(&error))?;
        let path = places.java(java).map_err(|error| Reason::from(&error))?;
        let class = JavaClass { path, name: Some(java.class.to_owned()) };
        Ok(crate::java::start(&class, self.journal.spoken())?)
    }

    /// Why the engine does not start, with its name.
    fn explained(&self, error: &StartError, places: &InstallPaths) -> Error {
        if let Err(error) = self.spec.check(self.kind, places) {
            return Reason::from(&error).into();
        }
        let advised = match error {
            StartError::Engine { error, .. } => advice(&self.spec, error),
            _ => None,
        };
        let reason = Reason::from(error);
        let reason = advised.map_or(reason.clone(), |advised| advised.because(reason));
        match error {
            // This sentence says already that the program does not start.
            StartError::NotExecuted(LaunchError::Program { .. }) => reason.into(),
            _ => Error::new(reason).context(text!("player-engine-start", engine = self.spec.to_string())),
        }
    }
}

/// Prints the engine's unexpected output, each kind once.
fn pass_on_remarks(host: &mut EngineHost) {
    for remark in host.remarks() {
        log::warn!("{}", text!("player-engine-error", why = i18n::reason(&remark)));
    }
}

/// The log of an engine that failed, below what is said of it, if it has several lines and was not shown as it came.
fn trace(error: &EngineError) -> String {
    if log::log_enabled!(log::Level::Info) {
        return String::new();
    }
    let lines = i18n::log_lines(&Reason::from(error.clone()));
    lines.iter().map(|line| format!("\n| {line}")).collect()
}

/// What went wrong with an engine, in words.
fn said(error: EngineError) -> String {
    let reason = Reason::from(error);
    i18n::reason(&reason)
}
