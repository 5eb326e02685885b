//! A rencontre on this machine: who sits where, who watches, what is kept of it.

use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::confine::sight;
use arbitre::engine::confine::{Level, Policy};
use arbitre::engine::{self, EngineHost, EngineSeat, EngineSpec, Places};
use arbitre::game::Kind;
use arbitre::live::{Live, path_in};
use arbitre::match_loop::Conditions;
use arbitre::record::{CommitError, Record};
use arbitre::registry;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::Seat;
use clap::Args;
use ipc::process;
use ipc::wait::{Deadline, wait};
use jeux::Reason;
use jeux::game::{ParameterError, Params, Partie};
use nix::poll::PollFlags;
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use crate::page::Page;
use crate::person::{Keyboard, PersonSeat};
use crate::report::{self, say};
use crate::spectator::{Spectator, Watching};

/// How long an engine may take to start: a JVM on a busy machine takes its time.
const START_BOUND: Duration = Duration::from_secs(30);
/// What is kept back of the time that an engine is told: the way there and back.
const MARGIN: Duration = Duration::from_millis(50);
/// The player who is a person at the terminal.
pub const PERSON: &str = "personne";

/// A rencontre that is to be played here.
pub struct Here<'a> {
    /// The game.
    pub kind: &'static Kind,
    /// What its games begin with.
    pub setup: &'a Params,
    /// Its games.
    pub parties: &'static [Partie],
    /// The time for each move, if it is limited.
    pub time: Option<Duration>,
    /// Which of several it is, from 1: they may begin in the same second. `None`: the only one.
    pub number: Option<u32>,
    /// The folder where its record is kept, if it is.
    pub records: Option<&'a Path>,
    /// How much is shown.
    pub shown: Shown,
}

/// How much is shown of a rencontre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The result.
    Result,
    /// The result, with all moves and boards.
    Boards,
    /// Every move and board when it is made, then the result.
    Live(Watching),
}

impl Here<'_> {
    /// Plays it between these players, the one in place 0 first, and says how it went. A page stays open until
    /// somebody has seen enough of it. The exit code: 1 when it was interrupted.
    ///
    /// # Errors
    /// It cannot be played, or its record cannot be kept.
    pub fn play(&self, players: [Player; 2], stop: &SignalFd) -> Result<ExitCode> {
        let watching = match self.shown {
            Shown::Live(watching) => Some(watching),
            Shown::Result | Shown::Boards => None,
        };
        let page = watching.is_some_and(|watching| watching.on_page).then(Page::open).transpose();
        let page = page.context("127.0.0.1")?;
        if let Some(page) = &page {
            say(&format!("{}\n", words::text!("page-open", url = page.url())));
        }
        let (record, committed) = self.referee(players, stop, (watching, page.as_ref()))?;
        let mut text = report::rencontre(&record, self.shown == Shown::Boards);
        match committed {
            Ok(Some(path)) => {
                let path = path.display().to_string();
                text += &format!("  {}\n", words::text!("report-recorded", path = path));
            }
            Ok(None) => {}
            Err(error) => {
                say(&text);
                return Err(not_kept(&error));
            }
        }
        say(&text);
        if page.is_some() && record.interrupted.is_none() {
            stay(stop.as_fd())?;
        }
        Ok(if record.interrupted.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Plays it without a word; its record is kept where records are. One that was interrupted is a record too.
    ///
    /// # Errors
    /// It cannot be played, or its record cannot be kept.
    pub fn played(&self, players: [Player; 2], stop: &SignalFd) -> Result<Record> {
        let (record, committed) = self.referee(players, stop, (None, None))?;
        committed.map(|_| record).map_err(|error| not_kept(&error))
    }

    fn referee(
        &self,
        players: [Player; 2],
        stop: &SignalFd,
        (watching, page): (Option<Watching>, Option<&Page>),
    ) -> Result<(Record, Committed)> {
        let kind = self.kind;
        let contestants = players
            .each_ref()
            .map(|player| Contestant { name: player.name.clone(), from: player.from.clone() });
        let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
        let number = self.number.map(|number| format!("-{number}")).unwrap_or_default();
        let id = format!("{}-{now}-{}{number}", kind.name, std::process::id());
        let rencontre = Rencontre {
            kind,
            id: &id,
            contestants: &contestants,
            setup: self.setup,
            parties: self.parties,
            judged: true,
            scheduled: None,
        };
        let live = self.records.map(|folder| Live::to(path_in(folder)));
        let conditions = Conditions { time: self.time, interrupt: Some(stop.as_fd()), live: live.as_ref() };
        let mut committed = Ok(None);
        let mut commit = |record: &Record| {
            committed = self.records.map(|folder| record.commit(folder)).transpose();
        };
        let places = places()?;
        let keyboard = Keyboard::open().context(PERSON)?;
        let [one, other] = players;
        let (mut one, mut other) = (one.seat(kind, &places, &keyboard), other.seat(kind, &places, &keyboard));
        let names = contestants.each_ref().map(|contestant| contestant.name.as_str());
        let mut spectator = Spectator::beside(one.as_mut(), names, kind.inks, watching, page);
        let record = rencontre
            .referee([&mut spectator, other.as_mut()], conditions, &mut commit)
            .map_err(|error| wrong(&error))?;
        spectator.conclude(&report::rencontre(&record, self.shown == Shown::Boards));
        Ok((record, committed))
    }
}

/// Where a record was kept, if it was to be.
type Committed = Result<Option<PathBuf>, CommitError>;

/// Why a record was not kept.
fn not_kept(error: &CommitError) -> anyhow::Error {
    sentence(&Reason::os(&error.source)).context(error.path.display().to_string())
}

/// Keeps a page open until the person at the terminal has seen enough.
fn stay(stop: BorrowedFd<'_>) -> Result<()> {
    say(&format!("{}\n", words::text!("page-stays")));
    let input = io::stdin();
    // Where nobody types, a signal ends it.
    let person = if input.is_terminal() { input.as_fd() } else { stop };
    wait([(stop, PollFlags::POLLIN), (person, PollFlags::POLLIN)], Deadline::NEVER).map(drop).context("poll")
}

/// How the engines of a rencontre are confined.
#[derive(Args, Clone, Copy, Debug)]
pub struct Confined {
    /// Confinement des moteurs : aucun, ordinaire (tout ce que cette machine permet), ou strict (ne joue pas là où une couche manque)
    #[arg(long = "confinement", value_name = "NIVEAU", default_value_t, value_parser = level)]
    pub confinement: Level,
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|why: Reason| words::reason(&why))
}

impl Confined {
    /// How that is done where records are kept in this folder, which is there already, and of which no engine is to
    /// learn anything.
    ///
    /// # Errors
    /// Nobody can say where the folder is.
    pub fn policy(self, records: Option<&Path>) -> Result<Policy> {
        let hidden = records.map(real).transpose()?;
        Ok(Policy { level: self.confinement, hidden: hidden.into_iter().collect(), ..Policy::default() })
    }
}

/// The files that an engine is made of.
fn own_files(kind: &Kind, engine: &EngineSpec) -> Result<Vec<PathBuf>> {
    let command = engine.command(kind, &places()?).map_err(|error| sentence(&Reason::from(&error)))?;
    Ok(engine.files(&command).own)
}

/// The path by which a file is compared with others.
fn real(path: &Path) -> Result<PathBuf> {
    sight::real(path).with_context(|| path.display().to_string())
}

/// Somebody who plays here.
pub struct Player {
    name: String,
    /// How people named the player.
    from: String,
    /// How his engine is confined.
    policy: Policy,
    /// The engine; a person has none.
    engine: Option<EngineSpec>,
    /// It runs already.
    host: Option<EngineHost>,
}

impl Player {
    /// The player of this description, [`PERSON`] or an engine, as far as can be known without starting one.
    ///
    /// # Errors
    /// There is no such engine.
    pub fn new(kind: &'static Kind, spec: &str) -> Result<Self> {
        if spec == PERSON {
            return Ok(Player {
                name: spec.to_owned(),
                from: spec.to_owned(),
                policy: Policy::none(),
                engine: None,
                host: None,
            });
        }
        Player::engine(kind, spec, spec.parse().map_err(|error| sentence(&Reason::from(&error)))?)
    }

    /// The same of an engine, which people have named so.
    ///
    /// # Errors
    /// There is no such engine.
    pub fn engine(kind: &'static Kind, from: &str, engine: EngineSpec) -> Result<Self> {
        engine.check(kind, &places()?).map_err(|error| sentence(&Reason::from(&error)))?;
        Ok(Player {
            name: engine.label(),
            from: from.to_owned(),
            policy: Policy::none(),
            engine: Some(engine),
            host: None,
        })
    }

    /// The same with the engine confined, whenever it is started.
    ///
    /// # Errors
    /// It is in a folder that is hidden from it.
    pub fn confined(self, kind: &Kind, policy: Policy) -> Result<Self> {
        let files =
            self.engine.as_ref().map(|engine| own_files(kind, engine)).transpose()?.unwrap_or_default();
        let files = files.iter().map(|file| real(file)).collect::<Result<Vec<_>>>()?;
        if policy.level != Level::None
            && let Some((file, folder)) = sight::hidden(&files, &policy.hidden)
        {
            let (file, folder) = (file.display().to_string(), folder.display().to_string());
            bail!(words::text!("confine-within", name = self.name, file = file, folder = folder));
        }
        Ok(Player { policy, ..self })
    }

    /// The same with the engine started, by the name that it gives itself; waits for that, 30 seconds at most.
    ///
    /// # Errors
    /// It does not start.
    pub fn started(self, kind: &'static Kind) -> Result<Self> {
        let Some(engine) = &self.engine else { return Ok(self) };
        let host = engine::start(engine, kind, &places()?, &self.policy, START_BOUND)
            .map_err(|why| sentence(&why))?;
        let name = Some(host.name().trim().to_owned()).filter(|name| !name.is_empty());
        Ok(Player { name: name.unwrap_or(self.name), host: Some(host), ..self })
    }

    /// What the player is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The two players of these descriptions, in their order, told apart by a number each where they have the same
    /// name.
    ///
    /// # Errors
    /// There is no such player, or it does not start.
    pub fn pair(specs: [&str; 2], player: impl Fn(&str) -> Result<Self>) -> Result<[Self; 2]> {
        let (mut one, mut other) = (player(specs[0])?, player(specs[1])?);
        if one.name == other.name {
            one.name += "-1";
            other.name += "-2";
        }
        Ok([one, other])
    }

    fn seat<'a>(
        self,
        kind: &'static Kind,
        places: &'a Places,
        keyboard: &Rc<RefCell<Keyboard>>,
    ) -> Box<dyn Seat + 'a> {
        let Some(spec) = self.engine else { return Box::new(PersonSeat::new(keyboard, &say, kind.inks)) };
        let policy = self.policy;
        let start = move || engine::start(&spec, kind, places, &policy, START_BOUND);
        Box::new(EngineSeat::new(self.host, Box::new(start), MARGIN).unlimited(kind.time))
    }
}

/// The game of this name, which the house has.
///
/// # Errors
/// It has not.
pub fn kind(name: &str) -> Result<&'static Kind> {
    registry::named(name).map_err(|why| sentence(&why))
}

/// Readable when the person or the system wants an end. To be asked for before an engine is started: the signals are blocked in the
/// threads that begin after that.
///
/// # Errors
/// What the system reports.
pub fn stop_signals() -> Result<SignalFd> {
    process::signals(&[Signal::SIGTERM, Signal::SIGINT]).context("signalfd")
}

/// A seed for who gives none: short enough to be typed again.
pub fn drawn_seed() -> u64 {
    jiff::Timestamp::now().as_nanosecond() as u64 & 0xFF_FFFF
}

/// A reason as an error.
pub fn sentence(why: &Reason) -> anyhow::Error {
    anyhow!(words::reason(&why))
}

/// What is wrong with a parameter, in words.
pub fn wrong(error: &ParameterError) -> anyhow::Error {
    let ParameterError { name, problem } = error;
    sentence(problem).context(words::text!("parameter-wrong", name = name))
}

fn places() -> Result<Places> {
    Places::beside_this_program().map_err(|error| sentence(&Reason::from(&error)))
}
