//! What positions and moves are worth: exact values where the game is solved, an engine's evaluation
//! elsewhere.
//!
//! [`Analyst`] asks the program `moteur`, confined and bounded, and checks its answers like a
//! stranger's. [`review`] says what the analyses of a record mean for its moves and players.
//! Questions and answers are the types of [`protocol::analysis`].

pub use protocol::analysis::{Analysis, Blunder, Expected, Marks, Opinion, Unit, Value, Valued};

use std::io::{ErrorKind, Read};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use confine::{Files, Level, Limits, Policy};
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

/// What there is to say of the moves and players of a record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// For each game, what there is to say of each of its moves; `None` for a move that was illegal, or that nobody has analysed.
    pub parties: Vec<Vec<Option<Reviewed>>>,
    /// The marks of the players, by slot: as `rejoue --notes` gives them. Without a move where no values are known.
    pub players: [Marks; 2],
}

/// What there is to say of a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reviewed {
    /// What the position was worth to the mover, where that is known.
    pub before: Option<Value>,
    /// What the move has left of it.
    pub after: Option<Value>,
    /// What it has given away, where values are known.
    pub blunder: Option<Blunder>,
    /// What should have been played instead, the best first: after a blunder all that would have given nothing away, and where there
    /// is only an opinion, what the engine prefers to this move. Empty where there is nothing to say against the move.
    pub should: Vec<String>,
    /// How much worse the move is than the best one, as the engine thinks, in the unit of its opinion.
    pub cost: Option<f64>,
}

/// What the analyses of all positions of each game ([`crate::analysis::Analyst::record`]) say of the moves of a record.
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

/// What there is to say of the move from one position to the next; it is counted in the marks of its player.
fn reviewed(before: &Analysis, after: &Analysis, marks: &mut Marks) -> Reviewed {
    let played = before.played.as_deref();
    let mut reviewed = Reviewed { before: before.value, ..Reviewed::default() };
    if let (Some(value), Some(left)) = (before.value, after.value) {
        // Who moves twice in a row keeps what is his.
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
/// What it may take: the table of a solved game is not small, and its computation has a thread for each core.
const LIMITS: Limits = Limits { memory_mib: 1024, processes: 128, disk_mib: 16, network: false };
/// How long an answer may take besides the time for thinking.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the first one may take besides: the process starts, and may have to compute what it could not read.
const FIRST: Duration = Duration::from_secs(60);
/// How long the preparation of a solved game may take: it is computed once, and kept.
const PREPARATION: Duration = Duration::from_secs(120);
/// The longest path that a preparation may tell.
const LONGEST_PATH: usize = 4096;

/// Why there is no analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnalysisError {
    /// There is none: nobody knows anything about the game, or there is no such position.
    Unanswerable(Reason),
    /// The program could not be asked, or has not answered; it may the next time.
    Failed(Reason),
}

impl From<AnalysisError> for Reason {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Unanswerable(reason) | AnalysisError::Failed(reason) => reason,
        }
    }
}

/// Asks what positions are worth, of one game at a time. It waits for each answer, and before the first for the
/// preparation of a solved game (two minutes at most), so that a program that has something else to do asks from a
/// thread.
#[derive(Debug)]
pub struct Analyst {
    places: InstallPaths,
    policy: Policy,
    table: Option<PathBuf>,
    patience: [Duration; 2],
    running: Option<Running>,
}

impl Analyst {
    /// One whose process is confined so; nothing is started yet. The solution of a solved game is kept at `table`, or where it
    /// usually is.
    pub fn new(places: InstallPaths, level: Level, table: Option<&Path>) -> Self {
        let policy = Policy { level, limits: LIMITS, ..Policy::default() };
        Analyst {
            places,
            policy,
            table: table.map(Path::to_owned),
            patience: [PATIENCE, FIRST],
            running: None,
        }
    }

    /// The same, with other bounds: how long an answer may take besides the time for thinking, and how much longer the first one of a
    /// process. Without this 10 seconds and a minute.
    #[must_use]
    pub fn patient(self, answer: Duration, first: Duration) -> Self {
        Analyst { patience: [answer, first], ..self }
    }

    /// The analysis of the position after these moves, as records write them, of a game that begins so. An engine
    /// thinks for this time, [`MOST_MS`] milliseconds at most; where values are known it needs none.
    ///
    /// # Errors
    /// There is no such position, or nobody knows anything about it; or the process failed, was killed, and the next question
    /// starts another.
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

    /// The analyses of all positions of a game: before each of these moves, and after the last. The time is that for all of them.
    pub fn game(
        &mut self,
        kind: &'static GameEntry,
        setup: &Params,
        moves: &[String],
        time: Duration,
    ) -> Result<Vec<Analysis>, AnalysisError> {
        self.ask(kind, setup, moves, time, true)
    }

    /// The analyses of all positions of each game of a record, as [`crate::analysis::review()`] wants them. The time is that for one game.
    ///
    /// # Errors
    /// The game is unknown, or see [`Analyst::position`].
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
        let [patience, first] = self.patience;
        let bound = Duration::from_millis(ms).saturating_add(patience);
        let (mut running, bound) = match self.running.take() {
            Some(running) if running.game == kind.name => (running, bound),
            _ => (self.start(kind).map_err(AnalysisError::Failed)?, bound.saturating_add(first)),
        };
        let answer = running.ask(&line, Deadline::after(Instant::now(), Some(bound)));
        let answer = answer.map_err(AnalysisError::Failed)?;
        let count = if all { moves.len() + 1 } else { 1 };
        let understood = match serde_json::from_str(&answer) {
            Ok(Answer::Refused { error }) if is_plain(&error.to_string()) => {
                Err(AnalysisError::Unanswerable(error))
            }
            Ok(Answer::Analyses { analyses }) if analyses.len() == count && analyses.iter().all(is_sound) => {
                Ok(analyses)
            }
            // What has said something strange is not asked again.
            _ => return Err(AnalysisError::Failed(Reason::new("analysis-strange"))),
        };
        self.running = Some(running);
        understood
    }

    /// Starts the process for a game.
    fn start(&self, kind: &'static GameEntry) -> Result<Running, Reason> {
        let program = self.places.program(PROGRAM).map_err(|error| Reason::from(&error))?;
        let mut policy = self.policy.clone();
        let mut command = Command::new(&program);
        command.args([kind.name, COMMAND]);
        if let Some(table) = self.prepare(kind, &program) {
            command.arg("--table").arg(&table);
            policy.readable.push(table);
        }
        let files = Files { own: Vec::new(), needed: vec![program] };
        let link = confine::prepare(&self.places.launcher, &command, &files, &policy)
            .and_then(|launch| ProcessLink::launch(launch, None))
            .map_err(|error| reasons::not_executed(&error))?;
        Ok(Running { game: kind.name, link, unread: Vec::new() })
    }

    /// Where the solution of a solved game is kept, computed if need be. That asks nothing of anybody, so it is done outside of the
    /// confinement, in which nothing could be kept. Where it does not work out the confined process computes what it needs itself.
    fn prepare(&self, kind: &GameEntry, program: &Path) -> Option<PathBuf> {
        if !kind.solved {
            return None;
        }
        let mut command = Command::new(program);
        command.args([kind.name, COMMAND, "--preparer"]);
        if let Some(table) = &self.table {
            command.arg("--table").arg(table);
        }
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().inspect_err(|error| log::warn!("{PROGRAM}: {error}")).ok()?;
        let told = told(&mut child, Deadline::after(Instant::now(), Some(PREPARATION)));
        // It has said what it had to say, or is late.
        child.kill().and_then(|()| child.wait()).ok();
        let path = PathBuf::from(told?.lines().next()?);
        (path.is_absolute() && path.is_file()).then_some(path)
    }
}

/// What a child says until it ends its output; `None` when it is late, or says too much.
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

/// The process, for a game.
#[derive(Debug)]
struct Running {
    game: &'static str,
    link: ProcessLink,
    /// What has come of the next answer.
    unread: Vec<u8>,
}

impl Running {
    /// Sends a line, and waits for the one that answers it.
    fn ask(&mut self, line: &str, deadline: Deadline) -> Result<String, Reason> {
        self.link.send(line).map_err(|_| self.ended())?;
        let mut bytes = vec![0; 1 << 16];
        loop {
            let read = match self.link.read(&mut bytes) {
                Ok(0) => return Err(self.ended()),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    match wait([(self.link.output(), PollFlags::POLLIN)], deadline) {
                        Ok([false]) => return Err(Reason::new("analysis-late")),
                        _ => continue,
                    }
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

    /// Why nothing comes any more.
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
        // It holds nothing that could be lost: it need not be asked to leave.
        self.link.close_input();
    }
}

/// Whether a text can be shown on a line.
fn is_plain(text: &str) -> bool {
    text.chars().all(is_harmless)
}

/// Whether an analysis says nothing that no analysis says.
fn is_sound(analysis: &Analysis) -> bool {
    let Analysis { mover, moves, best, line, played, opinion, .. } = analysis;
    let texts = moves.iter().map(|valued| &valued.text).chain(best).chain(line).chain(played);
    let texts = texts.chain(opinion.iter().map(|opinion| &opinion.engine));
    mover.is_none_or(|place| place < 2) && texts.into_iter().all(|text| is_plain(text))
}
