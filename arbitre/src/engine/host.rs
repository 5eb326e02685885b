//! The host's side of the engine protocol.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::mem::discriminant;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use confine::{Confinement, EngineEnd, LaunchError};
use ipc::wait::{Deadline, wait};
use jeux::Reason;
use jeux::text::{sanitize, sanitize_lines};
use nix::poll::PollFlags;
use protocol::Termination;
use protocol::moteur::{EngineLine, GameStart, HostLine, LineBuffer, StreamError, VERSION};
use protocol::verdict::{Property, Validity};

use crate::engine::legal::Adviser;
use crate::engine::process::{LastWords, Link, LogTo};
use crate::game::GameEntry;
use crate::reasons;
use crate::record::OddOutput;

/// Reads of an engine's output before the clock is checked again: a flood must not delay a
/// deadline.
const READS: usize = 16;
/// An engine that waits for input for so long, instead of introducing itself, will not do it.
const SILENCE: Duration = Duration::from_millis(1500);
/// The interval of looking at it.
const LOOK: Duration = Duration::from_millis(250);
/// The time for output held back until the end of input.
const LEFT_OVER: Duration = Duration::from_secs(1);

/// An engine that cannot be used any more, or not for this move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// It was not executed, which is not its fault.
    NotExecuted(LaunchError),
    /// It has ended, with details if known.
    Ended(Option<Reason>),
    /// It did not introduce itself in time; what it did instead.
    Silent(Option<Reason>),
    /// It speaks another version of the protocol.
    Version(u32),
    /// It reported an error.
    Said(String),
    /// The keeper of an engine that cannot have ended it has ended, which is not the engine's fault.
    KeeperEnded,
    /// The host was told to stop.
    Stopped,
}

impl EngineError {
    /// Whether it is the engine's own fault.
    pub fn is_engines_fault(&self) -> bool {
        !matches!(self, EngineError::NotExecuted(_) | EngineError::KeeperEnded | EngineError::Stopped)
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(self.clone()).fmt(f)
    }
}

impl Error for EngineError {}

impl From<EngineError> for Reason {
    fn from(error: EngineError) -> Self {
        let about = |code, why: Option<Reason>| match why {
            Some(why) => Reason::new(code).because(why),
            None => Reason::new(code),
        };
        match error {
            EngineError::NotExecuted(error) => reasons::not_executed(&error),
            EngineError::Ended(why) => about("engine-ended", why),
            EngineError::Silent(why) => about("engine-silent", why),
            EngineError::Version(version) => Reason::new("engine-version").with(version),
            EngineError::Said(text) if text.is_empty() => Reason::new("engine-said"),
            // An engine writes a reason in a single line.
            EngineError::Said(text) => Reason::read(&format!("engine-said: {text}")),
            EngineError::KeeperEnded => {
                about("engine-ended", Some(reasons::engine_end(&EngineEnd::KeeperEnded)))
            }
            EngineError::Stopped => Reason::new("stopped"),
        }
    }
}

/// Unexpected output of an engine.
#[derive(Debug)]
enum Oddity {
    /// A message out of turn.
    Unasked(EngineLine),
    /// A line that is not a message, and what it may mean.
    NoMessage(String, Option<String>),
    /// A line that is too long.
    TooLong,
    /// A line that is not UTF-8, as Latin-1.
    NotText(String),
}

impl From<&Oddity> for Reason {
    fn from(oddity: &Oddity) -> Self {
        match oddity {
            Oddity::Unasked(line) => Reason::new("engine-unasked").with(sanitize(&line.to_string())),
            Oddity::NoMessage(line, None) => Reason::new("engine-no-message").with(sanitize(line)),
            Oddity::NoMessage(line, Some(meant)) => {
                Reason::new("engine-meant").with(sanitize(line)).with(sanitize(meant))
            }
            Oddity::TooLong => StreamError::TooLong.into(),
            Oddity::NotText(line) => StreamError::NotText(sanitize(line).into_owned()).into(),
        }
    }
}

/// An engine that has introduced itself.
pub struct EngineHost {
    link: Box<dyn Link>,
    name: String,
    lines: LineBuffer,
    /// The answer to a `go` is awaited.
    pending: bool,
    /// Answers still to come that are no longer wanted.
    stale: usize,
    /// Why the engine can no longer be used.
    failure: Option<EngineError>,
    /// The first of each kind of unexpected output.
    remarks: Vec<Oddity>,
    /// How many of them were reported.
    told: usize,
    /// Its unexpected output, until somebody asks.
    odd: Option<OddOutput>,
    /// The last of them since it was asked for a move.
    instead: Option<Reason>,
    /// Its last `info`.
    info: String,
    /// Receives its `info`, with its log.
    log_to: Option<LogTo>,
    /// Its lines for our log.
    chatter: RateLimitedLog,
    /// The list of moves, if the engine wants it.
    adviser: Adviser,
    /// Whether a game was announced to it.
    played: bool,
    /// The time to load a library for another game, if it is the host of one.
    reloading: Option<Duration>,
}

impl EngineHost {
    /// Greets an engine for this game, and waits for its name.
    pub fn greet(
        kind: &'static GameEntry,
        link: Box<dyn Link>,
        deadline: Deadline,
    ) -> Result<Self, EngineError> {
        let mut host = EngineHost::new(kind, link);
        host.introduce(deadline, None)?;
        Ok(host)
    }

    /// An engine that has not introduced itself yet.
    pub fn new(kind: &'static GameEntry, link: Box<dyn Link>) -> Self {
        EngineHost {
            link,
            name: String::new(),
            lines: LineBuffer::default(),
            pending: false,
            stale: 0,
            failure: None,
            remarks: Vec::new(),
            told: 0,
            odd: None,
            instead: None,
            info: String::new(),
            log_to: None,
            chatter: RateLimitedLog::default(),
            adviser: Adviser::new(kind),
            played: false,
            reloading: None,
        }
    }

    /// It is the host of a library, which it loads anew for each game: within this time.
    pub(super) fn reloading(&mut self, bound: Duration) {
        self.reloading = Some(bound);
    }

    /// Gets ready for a game, before any clock runs: the host of a library that has played is greeted again, and loads it.
    pub(super) fn reload(&mut self, interrupt: Option<BorrowedFd<'_>>) -> Result<(), EngineError> {
        let Some(bound) = self.reloading.filter(|_| self.played) else { return Ok(()) };
        // It may have been stopped since its last move.
        self.thaw();
        self.abandon();
        self.introduce(Deadline::after(Instant::now(), Some(bound)), interrupt)
    }

    /// Greets the engine and waits for its name, until the deadline or until `interrupt` is
    /// readable.
    pub fn introduce(
        &mut self,
        deadline: Deadline,
        interrupt: Option<BorrowedFd<'_>>,
    ) -> Result<(), EngineError> {
        self.send(&HostLine::Hello(VERSION));
        let mut reading: Option<Instant> = None;
        loop {
            let mut reads = READS;
            while let Some(line) = self.next_line(&mut reads).map_err(|error| self.instead(error))? {
                match line.clone() {
                    EngineLine::Move(_) | EngineLine::Error(_) if self.stale > 0 => self.stale -= 1,
                    EngineLine::Engine { version: VERSION, name } => {
                        self.name = sanitize(&name).into_owned();
                        return Ok(());
                    }
                    EngineLine::Engine { version, .. } => return Err(EngineError::Version(version)),
                    EngineLine::Info(text) => self.inform(&text),
                    EngineLine::Want(_) => self.adviser.heard(&line),
                    EngineLine::Error(text) => return Err(EngineError::Said(sanitize(&text).into_owned())),
                    other => self.remark(Oddity::Unasked(other)),
                }
            }
            let output = (self.link.output(), PollFlags::POLLIN);
            let look = Deadline::after(Instant::now(), Some(LOOK)).min(deadline);
            let ready = match interrupt {
                Some(interrupt) => wait([output, (interrupt, PollFlags::POLLIN)], look),
                None => wait([output], look).map(|[output]| [output, false]),
            };
            match ready {
                Ok([_, true]) => {
                    self.link.kill();
                    return Err(EngineError::Stopped);
                }
                Ok([true, false]) if !deadline.passed() => reading = None,
                Ok([false, false]) if !deadline.passed() => {
                    // An engine that waits for input for so long believes that it has answered.
                    let activity = self.link.activity().unwrap_or_default();
                    let since = *reading.get_or_insert_with(Instant::now);
                    if !activity.seen_reading || activity.computes {
                        reading = None;
                    } else if since.elapsed() >= SILENCE {
                        return Err(self.silent(true));
                    }
                }
                _ => return Err(self.silent(false)),
            }
        }
    }

    /// Why it ended before it introduced itself: an end that explains nothing goes with the first thing that it wrote.
    fn instead(&self, error: EngineError) -> EngineError {
        let odd = self.remarks.first().map(Reason::from);
        match (&error, odd) {
            // What it said on its standard error explains it, unless it ended as if all were well.
            (EngineError::Ended(Some(end)), Some(odd))
                if end.code == "engine-exit"
                    && (end.args.len() == 1 || end.args.first().is_some_and(|code| code == "0")) =>
            {
                let instead = Reason { args: end.args.clone(), ..Reason::new("engine-instead") };
                EngineError::Ended(Some(instead.because(odd)))
            }
            _ => error,
        }
    }

    /// Why it has not introduced itself; one that waits for input may hold its answer back until
    /// there is no more.
    fn silent(&mut self, reads: bool) -> EngineError {
        let unfinished = |lines: &LineBuffer| Some(lines.unfinished()).filter(|rest| !rest.trim().is_empty());
        let odd = self.remarks.first().map(Reason::from);
        let mut seen = odd.or_else(|| {
            let begun = unfinished(&self.lines)?;
            Some(Reason::new("engine-unfinished").with(sanitize(&begun)))
        });
        if seen.is_none() && reads {
            self.link.close_input();
            let end = Deadline::after(Instant::now(), Some(LEFT_OVER));
            let held = loop {
                let mut bytes = [0; 4096];
                match self.link.read(&mut bytes) {
                    Ok(read @ 1..) => self.lines.push(&bytes[..read]),
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        let ready = wait([(self.link.output(), PollFlags::POLLIN)], end);
                        if matches!(ready, Ok([true])) && !end.passed() {
                            continue;
                        }
                        break None;
                    }
                    Ok(_) | Err(_) => break unfinished(&self.lines),
                }
                if let Some(line) = self.lines.next_line() {
                    break line.ok();
                }
            };
            seen = Some(match held {
                Some(line) => Reason::new("engine-unflushed").with(sanitize(&line)),
                None => Reason::new("engine-reads"),
            });
            // How it ends now is our doing.
            let log = LastWords { end: None, ..self.link.last_words() };
            return EngineError::Silent(log.why(seen));
        }
        let seen = seen.or_else(|| self.link.stuck());
        EngineError::Silent(self.link.last_words().why(seen))
    }

    /// What it does instead of answering, if that can be seen.
    pub fn stuck(&mut self) -> Option<Reason> {
        if let Some(odd) = self.instead.take() {
            return Some(odd);
        }
        let begun = self.lines.unfinished();
        if !begun.trim().is_empty() {
            return Some(Reason::new("engine-unfinished").with(sanitize(&begun)));
        }
        let stuck = self.link.stuck()?;
        self.link.read_log();
        let log = self.link.turn_log();
        // That of a virtual machine in this process is all about where it is.
        let own = stuck.args.is_empty() && stuck.cause.is_none();
        Some(if own && !log.trim().is_empty() { stuck.with(sanitize_lines(log.trim())) } else { stuck })
    }

    /// Where its `info` goes, as its log does.
    pub fn log_to(&mut self, log_to: Option<LogTo>) {
        self.log_to = log_to;
    }

    /// The engine's name for itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine's last `info`.
    pub fn info(&self) -> &str {
        &self.info
    }

    /// Readable when [`EngineHost::receive`] may have something.
    pub fn output(&self) -> BorrowedFd<'_> {
        self.link.output()
    }

    /// Why the engine can no longer be used.
    pub fn failure(&self) -> Option<&EngineError> {
        self.failure.as_ref()
    }

    /// Gives it another name in the log.
    pub fn call_it(&mut self, label: &str) {
        self.chatter.of(label);
    }

    /// Passes on what it has logged so far.
    pub fn read_log(&mut self) {
        self.link.read_log();
    }

    /// Its unexpected output since this was asked before.
    pub fn take_odd(&mut self) -> Option<OddOutput> {
        self.odd.take()
    }

    /// New unexpected output: the first of each kind.
    pub fn remarks(&mut self) -> Vec<Reason> {
        let new = self.remarks[self.told..].iter().map(Reason::from).collect();
        self.told = self.remarks.len();
        new
    }

    /// Announces a game.
    pub fn start(&mut self, game: &GameStart) {
        self.abandon();
        self.played = true;
        self.send(&HostLine::Game(game.clone()));
    }

    /// Asks for a move within so many milliseconds; [`EngineHost::receive`] returns it. Earlier
    /// output is no answer.
    pub fn go(&mut self, ms: u64) {
        self.abandon();
        if let Err(error) = self.receive() {
            self.chatter.say(&self.name, || format!("before its turn: {error}"));
        }
        self.pending = true;
        self.instead = None;
        self.link.begin_turn();
        if let Some(list) = self.adviser.list().cloned() {
            self.send(&list);
        }
        self.send(&HostLine::Go(ms));
    }

    /// Asks for the pending move at once.
    pub fn stop(&mut self) {
        if self.pending {
            self.send(&HostLine::Stop);
        }
    }

    /// Cancels the pending move: the engine stops, and its answer is dropped.
    pub fn abandon(&mut self) {
        if self.pending {
            self.pending = false;
            self.stale += 1;
            self.send(&HostLine::Stop);
        }
    }

    /// Reports the judgement of the engine's move, with the answer for its player only.
    pub fn verdict(&mut self, validity: Validity, property: Property, answer: Option<&str>) {
        self.send(&HostLine::Verdict(validity, property, answer.map(str::to_owned)));
    }

    /// Reports the opponent's move, or what is shown of it.
    pub fn opponent(&mut self, text: &str) {
        self.send(&HostLine::Opponent(text.to_owned()));
    }

    /// Reports the end of the game, from its player's side.
    pub fn end(&mut self, result: Property, reason: Termination) {
        self.tell(&HostLine::End(result, reason));
    }

    /// Reports a turn; after the end of a game no answer is wanted.
    pub fn tell(&mut self, line: &HostLine) {
        if matches!(line, HostLine::End(..)) {
            self.abandon();
        }
        self.send(line);
    }

    /// Stops a confined engine, with everything it has started, until [`EngineHost::thaw`].
    pub fn freeze(&mut self) {
        self.link.freeze();
    }

    pub fn thaw(&mut self) {
        self.link.thaw();
    }

    pub fn confinement(&mut self) -> Option<Confinement> {
        self.link.confinement()
    }

    /// The processor time used so far, if known.
    pub fn processor_time(&mut self) -> Option<Duration> {
        self.link.processor_time()
    }

    /// The most memory it has had so far, in bytes, if known.
    pub fn peak_memory(&mut self) -> Option<u64> {
        self.link.peak_memory()
    }

    /// The same as far as somebody has looked by now.
    pub fn seen_memory(&mut self) -> Option<u64> {
        self.link.seen_memory()
    }

    /// How long it was ready and had no processor so far, if known.
    pub fn waiting_time(&mut self) -> Option<Duration> {
        self.link.waiting_time()
    }

    /// Waits, not for long, until [`EngineHost::waiting_time`] has all of a turn.
    pub fn count_waiting(&mut self) {
        self.link.count_waiting();
    }

    /// Kills the engine's process.
    pub fn kill(&mut self) {
        self.link.kill();
    }

    /// Reads output; the move, if the pending `go` is answered.
    pub fn receive(&mut self) -> Result<Option<String>, EngineError> {
        let mut reads = READS;
        while let Some(line) = self.next_line(&mut reads)? {
            match line.clone() {
                EngineLine::Move(_) if self.stale > 0 => self.stale -= 1,
                EngineLine::Move(text) if self.pending => {
                    self.pending = false;
                    self.adviser.heard(&line);
                    return Ok(Some(text));
                }
                // A line is shown as it would be sent.
                EngineLine::Move(_) | EngineLine::Engine { .. } => self.remark(Oddity::Unasked(line)),
                EngineLine::Info(text) => self.inform(&text),
                EngineLine::Want(_) => self.adviser.heard(&line),
                EngineLine::Error(text) => {
                    let text = sanitize(&text).into_owned();
                    self.chatter.say(&self.name, || format!("error: {text}"));
                    // An error replaces the move: no other answer is due.
                    if self.stale > 0 {
                        self.stale -= 1;
                        continue;
                    }
                    self.pending = false;
                    return Err(EngineError::Said(text));
                }
            }
        }
        Ok(None)
    }

    /// The next message; nonsense is noted and skipped. `None` when nothing more is there, or after
    /// too many reads.
    fn next_line(&mut self, reads: &mut usize) -> Result<Option<EngineLine>, EngineError> {
        loop {
            match self.lines.next_line() {
                Some(Ok(line)) => match line.parse() {
                    Ok(message) => return Ok(Some(message)),
                    Err(_) => {
                        let meant = self.adviser.meant(&line);
                        self.remark(Oddity::NoMessage(line, meant));
                    }
                },
                Some(Err(StreamError::TooLong)) => self.remark(Oddity::TooLong),
                Some(Err(StreamError::NotText(line))) => self.remark(Oddity::NotText(line)),
                None if *reads == 0 => return Ok(None),
                None => {
                    *reads -= 1;
                    let mut bytes = [0; 4096];
                    match self.link.read(&mut bytes) {
                        Ok(0) => return Err(self.fail(None)),
                        Ok(read) => self.lines.push(&bytes[..read]),
                        Err(error) if error.kind() == ErrorKind::WouldBlock => {
                            return self.failure.clone().map_or(Ok(None), Err);
                        }
                        Err(error) if error.kind() == ErrorKind::Interrupted => {}
                        Err(error) => return Err(self.fail(Some(&error))),
                    }
                }
            }
        }
    }

    fn inform(&mut self, text: &str) {
        self.info = sanitize(text).into_owned();
        if let Some(log_to) = &self.log_to {
            log_to(format!("info {}\n", self.info).as_bytes());
            return;
        }
        self.chatter.say(&self.name, || format!("info {}", self.info));
    }

    fn send(&mut self, line: &HostLine) {
        self.adviser.sent(line);
        if self.failure.is_none()
            && let Err(error) = self.link.send(&line.to_string())
        {
            self.fail(Some(&error));
        }
    }

    /// Marks the engine as unusable.
    fn fail(&mut self, error: Option<&io::Error>) -> EngineError {
        // Without details of its end, report what was seen.
        let seen = error.map_or_else(|| Reason::new("engine-output-closed"), failed);
        let words = self.link.last_words();
        let confinement = self.link.confinement();
        let holds = |has: fn(&Confinement) -> bool| confinement.as_ref().is_some_and(has);
        let failure = match words {
            LastWords { end: Some(EngineEnd::NotExecuted(error)), .. } => EngineError::NotExecuted(error),
            LastWords { end: Some(EngineEnd::KeeperEnded), .. } if holds(Confinement::protects_keeper) => {
                EngineError::KeeperEnded
            }
            words => {
                let offline = holds(Confinement::is_offline);
                let mut why = words.why(Some(seen));
                if offline && words.wanted_network() {
                    why = why.map(|why| Reason::new("engine-network").because(why));
                }
                EngineError::Ended(why)
            }
        };
        self.failure.get_or_insert(failure).clone()
    }

    /// Keeps the first oddity of each kind: a flood must fill neither memory nor terminal.
    fn remark(&mut self, oddity: Oddity) {
        let what = Reason::from(&oddity);
        self.odd.get_or_insert(OddOutput { first: what.clone(), lines: 0 }).lines += 1;
        self.instead = Some(what);
        self.chatter.say(&self.name, || Reason::from(&oddity).to_string());
        if !self.remarks.iter().any(|known| discriminant(known) == discriminant(&oddity)) {
            self.remarks.push(oddity);
        }
    }
}

impl LastWords {
    /// Why an engine is unusable: how it ended, otherwise what was seen; with its log.
    pub fn why(&self, seen: Option<Reason>) -> Option<Reason> {
        let log = sanitize_lines(&self.log).into_owned();
        match self.end.as_ref().map(reasons::engine_end).or(seen) {
            why if log.is_empty() => why,
            Some(why) => Some(logged(why, log)),
            None => Some(Reason::new("engine-log").with(log)),
        }
    }
}

/// Adds the log to the innermost cause.
fn logged(reason: Reason, log: String) -> Reason {
    match reason.cause {
        Some(cause) => Reason { cause: Some(Box::new(logged(*cause, log))), ..reason },
        None => reason.with(log),
    }
}

/// The reason of a link's error.
fn failed(error: &io::Error) -> Reason {
    let own = error.get_ref().and_then(|inner| inner.downcast_ref::<Reason>());
    own.cloned().unwrap_or_else(|| Reason::os(error))
}

/// Lines of one engine logged in a [`WINDOW`].
const LINES: u32 = 20;
const WINDOW: Duration = Duration::from_secs(10);

/// The log of an engine's lines, limited.
#[derive(Debug, Default)]
pub(super) struct RateLimitedLog {
    /// Its name in the log, if not its own.
    label: Option<String>,
    since: Option<Instant>,
    said: u32,
    dropped: u64,
}

impl RateLimitedLog {
    /// Sets its name in the log.
    pub fn of(&mut self, label: &str) {
        self.label = Some(label.to_owned());
    }

    /// Logs a line of this engine, or counts it.
    pub fn say(&mut self, name: &str, line: impl FnOnce() -> String) {
        if !log::log_enabled!(log::Level::Debug) {
            return;
        }
        let (allowed, dropped) = self.count(Instant::now());
        let name = self.label.as_deref().unwrap_or(name);
        if dropped > 0 {
            log::debug!("{name}: {dropped} lines dropped");
        }
        if allowed {
            log::debug!("{name}: {}", line());
        }
    }

    /// Whether another line may be logged, and how many were dropped before it.
    fn count(&mut self, now: Instant) -> (bool, u64) {
        let mut dropped = 0;
        if self.since.is_none_or(|since| now.duration_since(since) >= WINDOW) {
            dropped = std::mem::take(&mut self.dropped);
            (self.since, self.said) = (Some(now), 0);
        }
        let allowed = self.said < LINES;
        if allowed {
            self.said += 1;
        } else {
            self.dropped += 1;
        }
        (allowed, dropped)
    }
}

impl Drop for RateLimitedLog {
    fn drop(&mut self) {
        if self.dropped > 0 {
            log::debug!("{}: {} lines dropped", self.label.as_deref().unwrap_or("engine"), self.dropped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_counted_and_the_count_said_once() {
        let (mut chatter, start) = (RateLimitedLog::default(), Instant::now());
        for line in 0..LINES {
            assert_eq!(chatter.count(start), (true, 0), "{line}");
        }
        for _ in 0..1000 {
            assert_eq!(chatter.count(start + WINDOW / 2), (false, 0));
        }
        assert_eq!(chatter.count(start + WINDOW), (true, 1000));
        assert_eq!(chatter.count(start + WINDOW), (true, 0));
    }
}
