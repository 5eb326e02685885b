//! Values of positions and moves: exact for solved games, an engine's evaluation otherwise.
//!
//! [`Analyst`] asks the program `moteur`, confined, bounded and with the lowest priority, and checks its answers like a
//! stranger's. [`review`] turns the analyses of a record into verdicts on moves and players.
//! Questions and answers are types of [`protocol::analysis`].

pub use protocol::analysis::{Analysis, Blunder, Expected, Marks, Opinion, Unit, Value, Valued};

use std::io::{ErrorKind, Read};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use confine::{Files, Level, Limits, Policy};
use ipc::process::start_at_lowest_priority;
use ipc::wait::{Deadline, wait};
use jeux::Reason;
use jeux::game::Params;
use jeux::text::is_harmless;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::PollFlags;
use protocol::analysis::{Answer, LONGEST_ANSWER, LONGEST_REQUEST, MOST_MOVES, MOST_MS, Request};
use protocol::verdict::Validity;

use crate::engine::{InstallPaths, Link, ProcessLink};
use crate::game::GameEntry;
use crate::record::{PartieRecord, Record};
use crate::{reasons, replay};

/// The verdicts on a record's moves and players.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// Of each game, its moves; `None` for a move that was illegal or not analysed.
    pub parties: Vec<Vec<Option<Reviewed>>>,
    /// The marks of the players by slot, as in `rejoue --notes`; without moves if no values are
    /// known.
    pub players: [Marks; 2],
}

/// The verdict on a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reviewed {
    /// The value of the position to the mover, if known.
    pub before: Option<Value>,
    /// The value after the move.
    pub after: Option<Value>,
    /// What it gave away, if values are known.
    pub blunder: Option<Blunder>,
    /// Better moves, best first: after a blunder, all that give nothing away; with an opinion only,
    /// the engine's choice. Empty for a good move.
    pub should: Vec<String>,
    /// How much worse than the best move, by the engine's opinion and in its unit.
    pub cost: Option<f64>,
}

/// Reviews a record, given the analyses of all positions of each game
/// ([`crate::analysis::Analyst::record`]).
pub fn review(record: &Record, analyses: &[Vec<Analysis>]) -> Review {
    let mut review = Review::default();
    let games =
        record.parties.iter().zip(analyses.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..])));
    for (partie, analyses) in games {
        review.parties.push(moves(partie, analyses, &mut review.players));
    }
    review
}

fn moves(partie: &PartieRecord, analyses: &[Analysis], players: &mut [Marks; 2]) -> Vec<Option<Reviewed>> {
    let mut positions = analyses.windows(2);
    let of_move = |mv: &crate::record::MoveRecord| {
        let [before, after] = (mv.verdict == Validity::Valid).then(|| positions.next()).flatten()? else {
            return None;
        };
        Some(reviewed(before, after, &mut players[mv.player]))
    };
    partie.moves.iter().map(of_move).collect()
}

/// The verdict on the move between two positions, which is added to its player's marks.
fn reviewed(before: &Analysis, after: &Analysis, marks: &mut Marks) -> Reviewed {
    let played = before.played.as_deref();
    let mut reviewed = Reviewed { before: before.value, ..Reviewed::default() };
    if let (Some(value), Some(left)) = (before.value, after.value) {
        // A value keeps its sign when the same player moves again.
        let left = if after.mover.is_some() && after.mover == before.mover { left } else { left.of_move() };
        let gives_away = |other: Value| other.result() != value.result();
        let tested = before.moves.iter().filter_map(|valued| valued.value).any(gives_away);
        reviewed.after = Some(left);
        reviewed.blunder = marks.count(value, left, tested);
        if reviewed.blunder.is_some() {
            let keeps =
                before.moves.iter().filter(|valued| valued.value.is_some_and(|other| !gives_away(other)));
            reviewed.should = keeps.map(|valued| valued.text.clone()).collect();
        }
    } else if before.opinion.is_some()
        && played.is_some_and(|played| before.best.iter().all(|best| best != played))
    {
        reviewed.should = before.best.clone();
        let score = |text: &str| before.moves.iter().find(|valued| valued.text == text)?.score;
        let costs = |best: &String| Some((score(best)? - score(played?)?).max(0.0));
        reviewed.cost = before.best.first().and_then(costs);
    }
    reviewed
}

/// The program, and its command that answers requests.
const PROGRAM: &str = "moteur";
const COMMAND: &str = "analyse-lignes";
/// The table of a solved game is large, and computing it takes a thread per core.
const LIMITS: Limits =
    Limits { memory_mib: 1024, processes: 128, disk_mib: 16, network: false, without_rules: false };
/// The time for an answer, besides the thinking time.
const PATIENCE: Duration = Duration::from_secs(10);
/// The extra time for the first one: the process starts, and may have to compute the table.
const FIRST: Duration = Duration::from_secs(60);
/// The time for preparing a solved game: computed once, then kept.
const PREPARATION: Duration = Duration::from_secs(120);
/// The interval of looks whether an answer is still waited for.
const LOOK: Duration = Duration::from_millis(200);
/// The longest path a preparation may print.
const LONGEST_PATH: usize = 4096;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnalysisError {
    /// The game has no analysis, or there is no such position.
    Unanswerable(Reason),
    /// The program could not be asked, or did not answer; it may the next time.
    Failed(Reason),
}

impl From<AnalysisError> for Reason {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Unanswerable(reason) | AnalysisError::Failed(reason) => reason,
        }
    }
}

/// Asks for values of one game at a time. It blocks for each answer, and first for the preparation
/// of a solved game (two minutes at most): call it on a thread.
#[derive(Debug)]
pub struct Analyst {
    places: InstallPaths,
    policy: Policy,
    table: Option<PathBuf>,
    patience: [Duration; 2],
    /// The end of the question, and whether nobody waits for its answer any more.
    until: Deadline,
    stopped: Arc<AtomicBool>,
    running: Option<Running>,
}

impl Analyst {
    /// Starts nothing yet. The table of a solved game is kept at `table`, or in its usual place.
    pub fn new(places: InstallPaths, level: Level, table: Option<&Path>) -> Self {
        // Contestants may be playing on this machine.
        let policy = Policy { level, limits: LIMITS, background: true, ..Policy::default() };
        Analyst {
            places,
            policy,
            table: table.map(Path::to_owned),
            patience: [PATIENCE, FIRST],
            until: Deadline::NEVER,
            stopped: Arc::default(),
            running: None,
        }
    }

    /// Sets other bounds: for an answer besides the thinking time (10 seconds), and the extra time
    /// for a process's first one (a minute).
    #[must_use]
    pub fn patient(self, answer: Duration, first: Duration) -> Self {
        Analyst { patience: [answer, first], ..self }
    }

    /// The analysis of the position after these moves. An engine thinks for this time, [`MOST_MS`]
    /// milliseconds at most; known values need none. After a failure the next question starts a new
    /// process.
    pub fn position(
        &mut self,
        kind: &'static GameEntry,
        setup: &Params,
        moves: &[String],
        time: Duration,
    ) -> Result<Analysis, AnalysisError> {
        let analyses = self.ask(kind, setup, moves, time, false)?;
        analyses.into_iter().next().ok_or_else(|| AnalysisError::Failed(Reason::new("analysis-strange")))
    }

    /// The analyses of all positions of a game: before each of these moves, and after the last,
    /// within this time in all.
    pub fn game(
        &mut self,
        kind: &'static GameEntry,
        setup: &Params,
        moves: &[String],
        time: Duration,
    ) -> Result<Vec<Analysis>, AnalysisError> {
        self.ask(kind, setup, moves, time, true)
    }

    /// The analyses of all positions of each of these games, within this time for each, by one
    /// process. At the deadline there are those of the first games only; an error if there are
    /// none, and soon after `stopped`.
    pub fn games(
        &mut self,
        kind: &'static GameEntry,
        games: &[(Params, Vec<String>)],
        time: Duration,
    ) -> Result<Vec<Vec<Analysis>>, AnalysisError> {
        let mut found = Vec::new();
        for (setup, moves) in games {
            match self.game(kind, setup, moves, self.until.left().unwrap_or(time).min(time)) {
                Ok(analyses) => found.push(analyses),
                Err(_) if !found.is_empty() && self.until.passed() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// Ends the next questions at this deadline, and soon after `stopped` is set.
    pub fn end_at(&mut self, until: Deadline, stopped: Arc<AtomicBool>) {
        (self.until, self.stopped) = (until, stopped);
    }

    /// The analyses of all positions of each game of a record, as [`crate::analysis::review()`]
    /// needs them, within this time for each game.
    pub fn record(&mut self, record: &Record, time: Duration) -> Result<Vec<Vec<Analysis>>, AnalysisError> {
        let kind = replay::kind_of(record);
        let kind = kind.map_err(|contradiction| AnalysisError::Unanswerable(contradiction.problem))?;
        let games = record.parties.iter().map(|partie| {
            let valid = partie.moves.iter().filter(|mv| mv.verdict == Validity::Valid);
            let moves: Vec<String> = valid.map(|mv| mv.text.clone()).collect();
            self.game(kind, &partie.setup, &moves, time)
        });
        games.collect()
    }

    fn ask(
        &mut self,
        kind: &'static GameEntry,
        setup: &Params,
        moves: &[String],
        time: Duration,
        all: bool,
    ) -> Result<Vec<Analysis>, AnalysisError> {
        if !kind.is_analysed() {
            return Err(AnalysisError::Unanswerable(Reason::new("analysis-none").with(kind.title)));
        }
        let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).min(MOST_MS);
        let request = Request { setup: setup.clone(), moves: moves.to_vec(), ms, all };
        let too_long = || AnalysisError::Unanswerable(Reason::new("analysis-too-long"));
        let line = serde_json::to_string(&request).map_err(|_| too_long())?;
        if line.len() > LONGEST_REQUEST || moves.len() > MOST_MOVES {
            return Err(too_long());
        }
        if self.is_over() {
            return Err(AnalysisError::Failed(Reason::new("analysis-late")));
        }
        let [patience, first] = self.patience;
        let bound = Duration::from_millis(ms).saturating_add(patience);
        let (mut running, bound) = match self.running.take() {
            Some(running) if running.game == kind.name => (running, bound),
            _ => (self.start(kind).map_err(AnalysisError::Failed)?, bound.saturating_add(first)),
        };
        let deadline = Deadline::after(Instant::now(), Some(bound)).min(self.until);
        let answer = running.ask(&line, deadline, &self.stopped);
        let answer = answer.map_err(AnalysisError::Failed)?;
        let count = if all { moves.len() + 1 } else { 1 };
        let understood = match serde_json::from_str(&answer) {
            Ok(Answer::Refused { error }) if is_plain(&error.to_string()) => {
                Err(AnalysisError::Unanswerable(error))
            }
            Ok(Answer::Analyses { analyses }) if analyses.len() == count && analyses.iter().all(is_sound) => {
                Ok(analyses)
            }
            // A process with a strange answer is not asked again.
            _ => return Err(AnalysisError::Failed(Reason::new("analysis-strange"))),
        };
        self.running = Some(running);
        understood
    }

    /// Whether the question has to end.
    fn is_over(&self) -> bool {
        self.until.passed() || self.stopped.load(Ordering::Relaxed)
    }

    fn start(&self, kind: &'static GameEntry) -> Result<Running, Reason> {
        let program = self.places.program(PROGRAM).map_err(|error| Reason::from(&error))?;
        let mut policy = self.policy.clone();
        let mut command = Command::new(&program);
        command.args([kind.name, COMMAND]);
        if let Some(table) = self.prepare(kind, &program) {
            command.arg("--table").arg(&table);
            policy.readable.push(table);
        }
        let files = Files { needed: vec![program], ..Files::default() };
        let link = confine::prepare(&self.places.launcher, &command, &files, &policy)
            .and_then(|launch| ProcessLink::launch(launch, None))
            .map_err(|error| reasons::not_executed(&error))?;
        Ok(Running { game: kind.name, link, unread: Vec::new() })
    }

    /// Has the table of a solved game computed if need be, and returns its path. This takes no
    /// input from outside, so it runs unconfined; a confined process could keep nothing. If it
    /// fails the confined process computes what it needs.
    fn prepare(&self, kind: &GameEntry, program: &Path) -> Option<PathBuf> {
        if !kind.solved {
            return None;
        }
        let mut command = Command::new(program);
        command.args([kind.name, COMMAND, "--preparer"]);
        if let Some(table) = &self.table {
            command.arg("--table").arg(table);
        }
        start_at_lowest_priority(&mut command);
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().inspect_err(|error| log::warn!("{PROGRAM}: {error}")).ok()?;
        let told = told(&mut child, Deadline::after(Instant::now(), Some(PREPARATION)).min(self.until));
        // It has answered, or is late.
        child.kill().and_then(|()| child.wait()).ok();
        let path = PathBuf::from(told?.lines().next()?);
        (path.is_absolute() && path.is_file()).then_some(path)
    }
}

/// A child's whole output; `None` if it is late or too long.
fn told(child: &mut Child, deadline: Deadline) -> Option<String> {
    let mut from = child.stdout.take()?;
    let flags = OFlag::from_bits_retain(fcntl(&from, FcntlArg::F_GETFL).ok()?);
    fcntl(&from, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK)).ok()?;
    let (mut said, mut bytes) = (Vec::new(), [0; 1024]);
    while said.len() <= LONGEST_PATH {
        match from.read(&mut bytes) {
            Ok(0) => return String::from_utf8(said).ok(),
            Ok(read) => said.extend_from_slice(&bytes[..read]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if wait([(from.as_fd(), PollFlags::POLLIN)], deadline).ok()? == [false] {
                    return None;
                }
            }
            Err(_) => return None,
        }
    }
    None
}

#[derive(Debug)]
struct Running {
    game: &'static str,
    link: ProcessLink,
    /// Bytes of the next answer.
    unread: Vec<u8>,
}

impl Running {
    /// Sends a line, and waits for its answer until the deadline, or until it is stopped.
    fn ask(&mut self, line: &str, deadline: Deadline, stopped: &AtomicBool) -> Result<String, Reason> {
        self.link.send(line).map_err(|_| self.ended())?;
        let mut bytes = vec![0; 1 << 16];
        loop {
            let read = match self.link.read(&mut bytes) {
                Ok(0) => return Err(self.ended()),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let look = Deadline::after(Instant::now(), Some(LOOK)).min(deadline);
                    let waited = wait([(self.link.output(), PollFlags::POLLIN)], look);
                    let over = deadline.passed() || stopped.load(Ordering::Relaxed);
                    if matches!(waited, Ok([false])) && over {
                        return Err(Reason::new("analysis-late"));
                    }
                    continue;
                }
                Err(_) => return Err(self.ended()),
            };
            let end = bytes[..read].iter().position(|byte| *byte == b'\n');
            self.unread.extend_from_slice(&bytes[..end.unwrap_or(read)]);
            // One question, one answer.
            if self.unread.len() > LONGEST_ANSWER || end.is_some_and(|end| end + 1 < read) {
                return Err(Reason::new("analysis-strange"));
            }
            if end.is_some() {
                return String::from_utf8(std::mem::take(&mut self.unread))
                    .map_err(|_| Reason::new("analysis-strange"));
            }
            if deadline.passed() {
                return Err(Reason::new("analysis-late"));
            }
        }
    }

    /// Why the output ended.
    fn ended(&mut self) -> Reason {
        let end = self.link.last_words().end;
        match end {
            Some(end) => Reason::new("analysis-ended").because(reasons::engine_end(&end)),
            None => Reason::new("analysis-strange"),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has nothing to lose: it need not be asked to leave.
        self.link.close_input();
    }
}

/// Whether a text is a single harmless line.
fn is_plain(text: &str) -> bool {
    text.chars().all(is_harmless)
}

/// Whether an analysis is consistent.
fn is_sound(analysis: &Analysis) -> bool {
    let Analysis { mover, moves, best, line, played, opinion, .. } = analysis;
    let texts = moves.iter().map(|valued| &valued.text).chain(best).chain(line).chain(played);
    let texts = texts.chain(opinion.iter().map(|opinion| &opinion.engine));
    mover.is_none_or(|place| place < 2) && texts.into_iter().all(|text| is_plain(text))
}
