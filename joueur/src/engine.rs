//! The engine, and what it has to know of the game under way.
//!
//! It knows the game as long as it made all of our moves itself. After a move in its place, and after its end, the game is
//! announced anew with the moves made so far, to a fresh start of the engine where it must be.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, bail};
use arbitre::engine::{EngineError, EngineHost, EngineSpec, EngineStart, InstallPaths, StartError};
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

/// How often an engine is started again without a single legal move of it: whoever fails as often will not do better.
const FRUITLESS_STARTS: u32 = 3;
/// How much longer than its bound a start may take before it is left alone, or a quarter of the bound if that is less: what
/// says why it failed comes first.
const GRACE: Duration = Duration::from_millis(500);

/// Which start of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineRun(u32);

/// How the engine is started.
#[derive(Clone)]
pub struct Recipe {
    pub spec: EngineSpec,
    pub kind: &'static GameEntry,
    /// How strictly it is confined.
    pub confinement: Level,
    /// How long its first start may take, up to its name, while nobody waits.
    pub bound: Duration,
    /// How long later ones may take in all between two of our moves: our clock may run meanwhile.
    pub again: Duration,
    /// What ends the wait for it.
    pub stop: StopSignals,
    /// Where all that is said with it is written down.
    pub journal: Journal,
}

/// An engine that was started at least once.
pub struct EngineProcess {
    host: EngineHost,
    recipe: Recipe,
    /// The game under way and the moves that count.
    game: Option<(GameStart, Vec<ToldMove>)>,
    /// It does not know all of these moves.
    astray: bool,
    run: EngineRun,
    /// Starts after the first one, since its last legal move.
    fruitless: u32,
    /// What is left for starts before our next move.
    left: Duration,
    /// It will not be started any more, and that was said.
    given_up: bool,
    /// The person knows how this start of it has ended.
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

    /// Its name for itself.
    pub fn name(&self) -> &str {
        self.host.name()
    }

    /// Readable when it has written something; `None` when it is of no use.
    pub fn output(&self) -> Option<BorrowedFd<'_>> {
        self.usable().then(|| self.host.output())
    }

    /// Whether it runs.
    pub fn usable(&self) -> bool {
        self.host.failure().is_none()
    }

    /// Announces a new game.
    pub fn begin(&mut self, start: GameStart) {
        self.game = Some((start, Vec::new()));
        self.astray = true;
        self.refresh();
    }

    /// Sees to it that an engine runs and knows the game, as far as that is possible. A start of it is waited for, as
    /// long as is left of [`Recipe::again`].
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

    /// Tells how the engine has ended, once.
    fn tell_failure(&mut self) {
        if let Some(failure) = self.host.failure().cloned()
            && !std::mem::replace(&mut self.told, true)
        {
            log::error!("{}", text!("player-engine-error", why = said(failure)));
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
            // The next wait says so.
            Err(error) if error.is::<Stopped>() => {}
            Err(error) => log::error!("{}", i18n::causes(error.as_ref())),
        }
        self.left = self.left.saturating_sub(began.elapsed());
    }

    /// Asks for a move within this time, of a millisecond at least. Does not wait for it.
    pub fn go(&mut self, budget: Duration) {
        self.host.go(u64::try_from(budget.as_millis()).unwrap_or(u64::MAX).max(1));
    }

    /// Its answer to [`EngineProcess::go`], if it is there; `None`: not yet. Never waits.
    pub fn receive(&mut self) -> Result<Option<String>, String> {
        let answer = self.host.receive().map_err(said);
        pass_on_remarks(&mut self.host);
        // Whoever asks tells it.
        self.told |= !self.usable();
        answer
    }

    /// Reads what it writes when nothing is asked of it. When it has ended, it is started again at once: nobody waits for it.
    pub fn overhear(&mut self) {
        if !self.usable() {
            self.tell_failure();
            return;
        }
        let answer = self.host.receive();
        pass_on_remarks(&mut self.host);
        if !self.usable() {
            self.refresh();
        } else if let Err(error) = answer {
            log::warn!("{}", text!("player-engine-error", why = said(error)));
        }
    }

    /// Asks for the pending move at once.
    pub fn stop(&mut self) {
        self.host.stop();
    }

    /// Loses interest in the pending move.
    pub fn abandon(&mut self) {
        self.host.abandon();
    }

    /// It has given a legal move; which start of it that was.
    pub fn moved(&mut self) -> EngineRun {
        self.fruitless = 0;
        self.run
    }

    /// Which start of it runs.
    pub fn run(&self) -> EngineRun {
        self.run
    }

    /// The judgement of our move, which this run of the engine gave or owed; `None`: another move was made in its place, of
    /// which it learns with the next announcement.
    pub fn judged(&mut self, author: Option<EngineRun>, validity: Validity, property: Property) {
        self.left = self.recipe.again;
        if author == Some(self.run) {
            self.host.verdict(validity, property, None);
        } else {
            self.astray = true;
        }
    }

    /// Our move counts.
    pub fn own(&mut self, text: String) {
        self.note(text);
        self.refresh();
    }

    /// The opponent's move counts.
    pub fn opponent(&mut self, text: String) {
        self.host.opponent(&text);
        self.note(text);
        // One that has ended meanwhile gets a new start even now.
        self.refresh();
    }

    fn note(&mut self, text: String) {
        if let Some((_, moves)) = &mut self.game {
            moves.push(ToldMove { text, answer: None });
        }
    }

    /// Other games are to come, whatever has become of the last one.
    pub fn for_other_games(&mut self) {
        if self.game.take().is_some() {
            // Cut off: it knows of no end, and is announced the next one.
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
    /// Starts it, unless the player is to stop.
    fn start(&self, bound: Duration) -> Result<EngineHost> {
        let recipe = self.clone();
        // What runs in this process cannot be killed: what is made of it after the bound is left alone.
        let left_alone = Deadline::after(Instant::now(), Some(bound.saturating_add(GRACE.min(bound / 4))));
        match self.stop.beside_until(left_alone, move || recipe.start_here(bound))? {
            Some(started) => started,
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
            EngineSpec::Java if self.confinement != Level::None => {
                bail!(text!("player-java-unconfined", level = self.confinement.word()))
            }
            EngineSpec::Java => {
                let link = self.journal.overhear(Box::new(self.in_this_process(&places)?));
                EngineHost::greet(self.kind, link, deadline).map_err(StartError::from)
            }
            spec => {
                let policy = Policy { level: self.confinement, ..Policy::default() };
                EngineStart::new(spec, self.kind, &places, &policy).launch().and_then(|link| {
                    let link = self.journal.overhear(Box::new(link));
                    Ok(EngineHost::greet(self.kind, link, deadline)?)
                })
            }
        };
        started.map_err(|error| self.explained(&error, &places))
    }

    /// The Java engine in a JVM of this process.
    fn in_this_process(&self, places: &InstallPaths) -> Result<JvmLink> {
        let java = self.spec.java_of(self.kind).map_err(|error| Reason::from(&error))?;
        let class_path = places.java(java).map_err(|error| Reason::from(&error))?;
        Ok(crate::java::start(&class_path, java.class)?)
    }

    /// Why the engine does not start, with its name. One that the game does not have could not.
    fn explained(&self, error: &StartError, places: &InstallPaths) -> Error {
        if let Err(error) = self.spec.check(self.kind, places) {
            return Reason::from(&error).into();
        }
        let reason = Reason::from(error);
        match error {
            // Its sentence says already that the program does not start.
            StartError::NotExecuted(LaunchError::Program { .. }) => reason.into(),
            _ => Error::new(reason).context(text!("player-engine-start", engine = self.spec.to_string())),
        }
    }
}

/// Tells the student what is odd in what the engine writes, each kind once.
fn pass_on_remarks(host: &mut EngineHost) {
    for remark in host.remarks() {
        log::warn!("{}", text!("player-engine-error", why = i18n::reason(&remark)));
    }
}

/// What went wrong with an engine, in words.
fn said(error: EngineError) -> String {
    let reason = Reason::from(error);
    i18n::reason(&reason)
}
