//! The engine, and what it has to know of the game under way.
//!
//! It knows the game as long as it made all of our moves itself. After a move in its place, and after its end, the game is
//! announced anew with the moves made so far, to a fresh start of the engine where it must be.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, bail};
use arbitre::engine::confine::{Level, Policy};
use arbitre::engine::{self, EngineError, EngineHost, EngineSpec, Places};
use arbitre::game::Kind;
use arbitre::wait::Deadline;
use jeux::Reason;
use protocol::Termination;
use protocol::moteur::{GameStart, ToldMove, join_moves};
use protocol::verdict::{Property, Validity};
use words::text;

/// How often an engine is started again without a single legal move of it: whoever fails as often will not do better.
const FRUITLESS_STARTS: u32 = 3;

/// Which start of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run(u32);

/// How the engine is started.
#[derive(Clone, Copy)]
pub struct Recipe<'a> {
    /// Which engine.
    pub spec: &'a EngineSpec,
    /// For which game.
    pub kind: &'static Kind,
    /// How strictly it is confined.
    pub confinement: Level,
    /// How long its first start may take, while nobody waits.
    pub bound: Duration,
    /// How long later ones may take in all between two of our moves: our clock may run meanwhile.
    pub again: Duration,
}

/// An engine that was started at least once.
pub struct Engine<'a> {
    host: EngineHost,
    recipe: Recipe<'a>,
    /// The game under way and the moves that count.
    game: Option<(GameStart, Vec<ToldMove>)>,
    /// It does not know all of these moves.
    astray: bool,
    run: Run,
    /// Starts after the first one, since its last legal move.
    fruitless: u32,
    /// What is left for starts before our next move.
    left: Duration,
    /// It will not be started any more, and that was said.
    given_up: bool,
}

impl<'a> Engine<'a> {
    /// Starts the engine and waits for its name.
    ///
    /// # Errors
    /// The game has no such engine, or it does not start.
    pub fn start(recipe: Recipe<'a>) -> Result<Self> {
        let mut host = recipe.start(recipe.bound)?;
        pass_on_remarks(&mut host);
        let (run, fruitless, left, given_up) = (Run(0), 0, recipe.again, false);
        Ok(Engine { host, recipe, game: None, astray: false, run, fruitless, left, given_up })
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

    /// Sees to it that an engine runs and knows the game, as far as that is possible.
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

    fn start_again(&mut self) {
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
        let why = self.host.failure().cloned().map(said).unwrap_or_default();
        log::warn!("{}", text!("player-engine-restart", why = why));
        self.fruitless += 1;
        let began = Instant::now();
        match self.recipe.start(self.left) {
            Ok(host) => {
                (self.host, self.run, self.astray) = (host, Run(self.run.0 + 1), true);
            }
            Err(error) => log::error!("{}", words::causes(error.as_ref())),
        }
        self.left = self.left.saturating_sub(began.elapsed());
    }

    /// Asks for a move within this time.
    pub fn go(&mut self, budget: Duration) {
        self.host.go(u64::try_from(budget.as_millis()).unwrap_or(u64::MAX).max(1));
    }

    /// Its answer to [`Engine::go`], if it is there.
    ///
    /// # Errors
    /// There will be none; why, in words.
    pub fn receive(&mut self) -> Result<Option<String>, String> {
        let answer = self.host.receive().map_err(said);
        pass_on_remarks(&mut self.host);
        answer
    }

    /// Reads what it writes when nothing is asked of it. When it has ended, it is started again at once: nobody waits for it.
    pub fn overhear(&mut self) {
        if !self.usable() {
            return;
        }
        let answer = self.host.receive();
        pass_on_remarks(&mut self.host);
        if let Err(error) = answer {
            log::warn!("{}", text!("player-engine-error", why = said(error)));
            if !self.usable() {
                self.refresh();
            }
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
    pub fn moved(&mut self) -> Run {
        self.fruitless = 0;
        self.run
    }

    /// Which start of it runs.
    pub fn run(&self) -> Run {
        self.run
    }

    /// The judgement of our move, which this run of the engine gave or owed; `None`: another move was made in its place, of
    /// which it learns with the next announcement.
    pub fn judged(&mut self, author: Option<Run>, validity: Validity, property: Property) {
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

    /// The game is over.
    pub fn end(&mut self, result: Property, reason: Termination) {
        if self.game.take().is_some() {
            self.host.end(result, reason);
        }
    }
}

impl Recipe<'_> {
    fn start(&self, bound: Duration) -> Result<EngineHost> {
        let places = Places::beside_this_program().map_err(|error| Reason::from(&error))?;
        let started = match self.spec {
            // Nothing confines what runs in this process.
            EngineSpec::Java if self.confinement != Level::None => {
                bail!(text!("player-java-unconfined", level = self.confinement.word()))
            }
            EngineSpec::Java => self.in_this_process(&places, bound)?,
            spec => {
                let policy = Policy { level: self.confinement, ..Policy::default() };
                engine::start(spec, self.kind, &places, &policy, bound)
            }
        };
        started.map_err(|reason| self.explained(reason, &places))
    }

    /// The Java engine in a JVM of this process.
    fn in_this_process(&self, places: &Places, bound: Duration) -> Result<Result<EngineHost, Reason>> {
        let deadline = Deadline::after(Instant::now(), Some(bound));
        let java = self.spec.java_of(self.kind).map_err(|error| Reason::from(&error))?;
        let class_path = places.java(java).map_err(|error| Reason::from(&error))?;
        let link = crate::java::start(&class_path, java.class)?;
        Ok(EngineHost::greet(Box::new(link), deadline).map_err(Reason::from))
    }

    /// Why the engine does not start, with its name. One that the game does not have could not.
    fn explained(&self, reason: Reason, places: &Places) -> Error {
        if let Err(error) = self.spec.check(self.kind, places) {
            return Reason::from(&error).into();
        }
        match reason.code.as_str() {
            "engine-start" => reason.into(),
            _ => Error::new(reason).context(text!("player-engine-start", engine = self.spec.to_string())),
        }
    }
}

/// Tells the student what is odd in what the engine writes, each kind once.
fn pass_on_remarks(host: &mut EngineHost) {
    for Reason { code, args } in host.remarks() {
        log::warn!("{}", text!("player-engine-error", why = words::reason(&code, &args)));
    }
}

/// What went wrong with an engine, in words.
fn said(error: EngineError) -> String {
    let reason = Reason::from(error);
    words::reason(&reason.code, &reason.args)
}
