//! A rencontre on this machine, played by a host of this program.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::{EngineSpec, InstallPaths};
use arbitre::game::GameEntry;
use arbitre::host::person::{PERSON, PersonSettings, login_name};
use arbitre::host::{
    self, HostEvent, LocalHost, Order, Report, Task, TaskEngine, TaskPlayer, TaskSeat, Unstarted, Watched,
};
use arbitre::live::path_in;
use arbitre::record::{CommitError, PartieRecord, Record};
use arbitre::registry;
use clap::Args;
use confine::{Level, Policy};
use ipc::process;
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::Reason;
use jeux::game::{ParameterError, Params, Partie};
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;

use crate::page::{self, PassingFolder};
use crate::person::Terminal;
use crate::report::{self, say};
use crate::sibling_programs::Pages;
use crate::spectator::{Spectator, Watching};
use crate::turn_logs;

/// The host, and the signals that stop it.
pub struct LocalSession {
    host: LocalHost,
    /// Readable when the person or the system stops the program.
    stop: OwnedFd,
}

impl LocalSession {
    /// Starts a host; SIGTERM and SIGINT stop its rencontre from now on. Call before starting
    /// threads.
    pub fn open() -> Result<Self> {
        let stop = process::signals(&[Signal::SIGTERM, Signal::SIGINT]).context("signalfd")?;
        LocalSession::stopped_by(stop.as_fd())
    }

    /// Another host, stopped by the same signals.
    pub fn another(&self) -> Result<Self> {
        LocalSession::stopped_by(self.stop.as_fd())
    }

    fn stopped_by(stop: BorrowedFd<'_>) -> Result<Self> {
        Ok(LocalSession { host: LocalHost::start(), stop: stop.try_clone_to_owned().context("signalfd")? })
    }
}

/// The rencontre to be played.
pub struct LocalRencontre<'a> {
    pub kind: &'static GameEntry,
    pub setup: &'a Params,
    pub parties: &'static [Partie],
    /// The time for each move, if limited.
    pub time: Option<Duration>,
    /// Its number in a series, from 1: names must differ within a second.
    pub number: Option<u32>,
    /// The folder of its record, if kept.
    pub records: Option<&'a Path>,
    /// Whether to print the record's path.
    pub announced: bool,
    /// How much is shown.
    pub shown: Verbosity,
    /// How its games begin, if not as usual.
    pub before: &'a [PartieRecord],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verbosity {
    Result,
    /// The result, with all moves and boards.
    Boards,
    /// Every move and board at once, then the result.
    Live(Watching),
}

/// 1: it was interrupted.
pub fn exit_code(record: &Record) -> ExitCode {
    if record.interrupted.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

type KeptRecord = Result<Option<PathBuf>, CommitError>;

impl LocalRencontre<'_> {
    /// Plays it with players by slot, and prints the result. A page stays open until the person has
    /// seen it.
    pub fn play(&self, players: [LocalPlayer; 2], session: &mut LocalSession) -> Result<Record> {
        let mut task = self.task(players)?;
        let boards = self.shown == Verbosity::Boards;
        let passing = (boards && self.records.is_none()).then(PassingFolder::new).transpose()?;
        let logs = self.records.or(passing.as_ref().map(|folder| folder.0.as_path()));
        if let Some(folder) = logs {
            turn_logs::keep(&mut task, folder);
        }
        let mut page = None;
        if let Verbosity::Live(watching) = self.shown {
            if let (true, Some(records)) = (watching.on_page, self.records) {
                page = page::open(records, &task.id, session.stop.as_fd())?;
            }
            task.watched = Watched::Paced;
        }
        let (record, committed) = self.referee(&task, session, page.as_mut())?;
        let logs = logs.map(|folder| turn_logs::read(folder, &record.id)).unwrap_or_default();
        let mut text = report::logged(&record, boards, &logs);
        match committed {
            Ok(path) => {
                if let Some(path) = path.filter(|_| self.announced) {
                    let path = path.display().to_string();
                    text += &format!("  {}\n", i18n::text!("report-recorded", path = path));
                }
            }
            Err(error) => {
                say(&text);
                return Err(not_kept(&error));
            }
        }
        say(&text);
        if let Some(page) = page.filter(|_| record.interrupted.is_none()) {
            page::stay(page, session.stop.as_fd())?;
        }
        Ok(record)
    }

    /// Plays it silently and stores its record, if records are kept; an interrupted one, too.
    pub fn played(&self, players: [LocalPlayer; 2], session: &mut LocalSession) -> Result<Record> {
        let mut task = self.task(players)?;
        if let Some(folder) = self.records {
            turn_logs::keep(&mut task, folder);
        }
        let (record, committed) = self.referee(&task, session, None)?;
        committed.map(|_| record).map_err(|error| not_kept(&error))
    }

    fn task(&self, players: [LocalPlayer; 2]) -> Result<Task> {
        let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
        let number = self.number.map(|number| format!("-{number}")).unwrap_or_default();
        let id = format!("{}-{now}-{}{number}", self.kind.name, std::process::id());
        let mut task = Task {
            setup: self.setup.clone(),
            time_ms: self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            live: self.records.map(path_in),
            ..Task::new(id, self.kind.name, self.parties.len(), players.map(LocalPlayer::seated))
        };
        if !self.before.is_empty() {
            let mut before = task.blank().map_err(|why| sentence(&why))?;
            before.parties = self.before.to_vec();
            task.before = Some(Box::new(before));
        }
        Ok(task)
    }

    /// Has the host play it, shows it, and stores its record.
    fn referee(
        &self,
        task: &Task,
        session: &mut LocalSession,
        mut page: Option<&mut Pages>,
    ) -> Result<(Record, KeptRecord)> {
        let LocalSession { host, stop } = session;
        let names = task.players.each_ref().map(|player| player.name.clone());
        let mut terminal = Terminal::open(self.kind, names.clone()).context(PERSON)?;
        let watching = match self.shown {
            Verbosity::Live(watching) => watching,
            Verbosity::Result | Verbosity::Boards => Watching::default(),
        };
        let mut spectator = Spectator::new(self.kind, task, watching, page.is_none());
        let keep = |mut record: Record, stopped: bool| {
            if stopped && record.interrupted.is_some() {
                record.interrupt(&Reason::new("stopped-here"));
            }
            let committed = self.records.map(|folder| record.commit(folder)).transpose();
            if committed.is_err() {
                // So that it can be kept.
                log::error!("{}", record.to_json().unwrap_or_default());
            }
            (record, committed)
        };
        host.play(task.clone()).context("socketpair")?;
        let mut ended = None;
        let mut stopped = false;
        // The audience gets time for the last board.
        let mut resting = None;
        loop {
            let mut done = false;
            for event in host.events() {
                match event {
                    HostEvent::Said(Report::Record(record)) => {
                        ended = Some(keep(*record, stopped));
                        host.answer(&Order::Recorded);
                    }
                    HostEvent::Said(Report::Begins(number)) => {
                        spectator.begins(number);
                        resting = Some(Deadline::after(Instant::now(), Some(watching.pause)));
                    }
                    HostEvent::Said(Report::Move(mv)) => {
                        spectator.moved(&mv);
                        resting = Some(Deadline::after(Instant::now(), Some(watching.pause)));
                    }
                    HostEvent::Said(Report::Failed(why)) if ended.is_none() => return Err(sentence(&why)),
                    HostEvent::Said(Report::Done | Report::Failed(_)) => done = true,
                    HostEvent::Said(_) => {}
                    HostEvent::Died(why) => {
                        let contestants = task.contestants();
                        let lost = task.rencontre(self.kind, &contestants).interrupted(task.time(), &why);
                        ended.get_or_insert_with(|| keep(lost, stopped));
                        done = true;
                    }
                }
            }
            for (slot, view) in host.views() {
                terminal.show(slot, view);
            }
            if done {
                return ended.ok_or_else(|| sentence(&Reason::new("stopped")));
            }
            terminal.hear(host);
            if resting.is_some_and(Deadline::passed) {
                resting = None;
                host.answer(&Order::GoOn);
            }
            let mut fds = Vec::new();
            let mut due = resting.unwrap_or(Deadline::NEVER);
            if !stopped {
                fds.push(PollFd::new(stop.as_fd(), PollFlags::POLLIN));
            }
            host.watch(&mut fds);
            if let Some(page) = &mut page {
                page.attend();
                due = due.min(page.watch(&mut fds));
            }
            let typed = terminal.watch(&mut fds);
            wait_any(&mut fds, due).context("poll")?;
            let told_to_stop = !stopped && is_ready(&fds[0]);
            let typed = typed.is_some_and(|index| is_ready(&fds[index]));
            drop(fds);
            if told_to_stop {
                stopped = true;
                host.stop();
            }
            if typed {
                terminal.read();
            }
        }
    }
}

fn not_kept(error: &CommitError) -> anyhow::Error {
    sentence(&Reason::os(&error.source)).context(error.path.display().to_string())
}

/// Options for the confinement of engines.
#[derive(Args, Clone, Copy, Debug)]
pub struct ConfineOptions {
    /// Confinement des moteurs : aucun, ordinaire (tout ce que cette machine permet), ou strict (refuse de jouer si une couche manque)
    #[arg(long = "confinement", value_name = "NIVEAU", default_value_t, value_parser = level)]
    pub confinement: Level,
}

pub fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error| i18n::reason(&arbitre::reasons::unknown_level(&error)))
}

impl ConfineOptions {
    /// The policy, which hides this folder of records from engines; it must exist.
    pub fn policy(self, records: Option<&Path>) -> Result<Policy> {
        policy(self.confinement, records)
    }
}

/// A policy of this level that hides this folder of records; it must exist.
pub fn policy(level: Level, records: Option<&Path>) -> Result<Policy> {
    let real = |path: &Path| confine::comparable(path).with_context(|| path.display().to_string());
    let hidden = records.map(real).transpose()?;
    Ok(Policy { level, hidden: hidden.into_iter().collect(), ..Policy::default() })
}

/// A player here.
pub struct LocalPlayer {
    name: String,
    /// As typed.
    from: String,
    /// `None` for a person.
    engine: Option<TaskEngine>,
}

impl LocalPlayer {
    /// [`PERSON`], or an engine confined so; checked as far as possible without starting it.
    pub fn new(kind: &'static GameEntry, spec: &str, policy: &Policy) -> Result<Self> {
        if spec == PERSON {
            let name = login_name().unwrap_or_else(|| i18n::text!("person-unnamed"));
            return Ok(LocalPlayer { name, from: spec.to_owned(), engine: None });
        }
        let engine = EngineSpec::typed(spec).map_err(|error| sentence(&Reason::from(&error)))?;
        LocalPlayer::engine(kind, spec, &engine, policy)
    }

    /// The same for an engine with the name that was typed.
    pub fn engine(kind: &'static GameEntry, from: &str, spec: &EngineSpec, policy: &Policy) -> Result<Self> {
        let (engine, within) = host::engine(kind, spec, policy).map_err(|why| sentence(&why))?;
        let name = spec.label();
        if let Some((file, folder)) = within {
            let (file, folder) = (file.display().to_string(), folder.display().to_string());
            bail!(i18n::text!("confine-within", name = name, file = file, folder = folder));
        }
        // Without a limit nobody wants to wait a day.
        let unlimited_ms = u64::try_from(kind.time.as_millis()).ok();
        let engine = TaskEngine { unlimited_ms, key: from.to_owned(), ..engine };
        Ok(LocalPlayer { name, from: from.to_owned(), engine: Some(engine) })
    }

    /// The same; whether it may think in the opponent's time.
    pub fn pondering(mut self, ponder: bool) -> Self {
        if let Some(engine) = &mut self.engine {
            engine.ponder = ponder;
        }
        self
    }

    /// Starts the engine, which has 30 seconds, for its name. One that does not start by its own fault keeps that of
    /// its file, and loses the rencontre.
    fn start(&mut self, kind: &GameEntry, session: &mut LocalSession) -> Result<()> {
        let Some(engine) = &self.engine else { return Ok(()) };
        match session.host.start_engine(kind, engine, session.stop.as_fd()) {
            Ok(name) if name.trim().is_empty() => {}
            Ok(name) => name.trim().clone_into(&mut self.name),
            Err(Unstarted { why, own_fault: true }) => {
                let why = i18n::reason(&why);
                log::warn!("{}", i18n::text!("duel-unstarted", name = &self.name, why = why));
            }
            Err(Unstarted { why, .. }) => return Err(sentence(&why)),
        }
        Ok(())
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The two players in order, numbered if their names are equal. With a session their engines
    /// start now, otherwise when the first game begins.
    pub fn pair(
        specs: [&str; 2],
        kind: &GameEntry,
        session: Option<&mut LocalSession>,
        player: impl Fn(&str) -> Result<Self>,
    ) -> Result<[Self; 2]> {
        let mut pair = [player(specs[0])?, player(specs[1])?];
        for (number, player) in pair.iter_mut().enumerate() {
            if let Some(engine) = &mut player.engine {
                engine.key = number.to_string();
            }
        }
        if let Some(session) = session {
            // For the rencontre, too: they are kept until then.
            let places =
                InstallPaths::beside_this_program().map_err(|error| sentence(&Reason::from(&error)))?;
            host::separate(kind, &places, pair.each_mut().map(|player| player.engine.as_mut()));
            pair.iter_mut().try_for_each(|player| player.start(kind, session))?;
        }
        if pair[0].name == pair[1].name {
            pair[0].name += "-1";
            pair[1].name += "-2";
        }
        Ok(pair)
    }

    fn seated(self) -> TaskPlayer {
        let seat = match self.engine {
            Some(engine) => TaskSeat::Engine(Box::new(engine)),
            None => {
                let called = Some(i18n::text!("person-you"));
                TaskSeat::Person(PersonSettings { called, ..PersonSettings::default() })
            }
        };
        TaskPlayer::new(self.name, self.from, seat)
    }
}

/// The game of this name.
pub fn kind(name: &str) -> Result<&'static GameEntry> {
    let unknown = || sentence(&Reason::new("unknown-game").with(name).with(registry::names()));
    registry::find(name).ok_or_else(unknown)
}

/// A random seed, short enough to be typed again.
pub fn drawn_seed() -> u64 {
    jiff::Timestamp::now().as_nanosecond() as u64 & 0xFF_FFFF
}

pub fn sentence(why: &Reason) -> anyhow::Error {
    anyhow!(i18n::reason(why))
}

/// A wrong parameter, in words.
pub fn wrong(error: &ParameterError) -> anyhow::Error {
    let ParameterError { name, problem } = error;
    sentence(problem).context(i18n::text!("parameter-wrong", name = name))
}
