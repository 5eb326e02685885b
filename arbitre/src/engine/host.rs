//! The host's side of the engine protocol.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::os::fd::BorrowedFd;
use std::time::Duration;

use jeux::Reason;
use jeux::text::{sanitize, sanitize_lines};
use nix::poll::PollFlags;
use protocol::Termination;
use protocol::moteur::{EngineLine, GameStart, HostLine, LineBuffer, MAX_LINE, StreamError, VERSION};
use protocol::verdict::{Property, Validity};

use super::chatter::Chatter;
use super::confine::Confinement;
use super::legal::Adviser;
use super::process::{LastWords, Link};
use ipc::wait::{Deadline, wait};

/// How many times an engine's output is read before the host looks at the clock again: one that floods it cannot keep
/// the host from its deadlines.
const READS: usize = 16;

/// An engine that cannot be used any more, or not for this move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// It has ended, with what is known of its end.
    Ended(Option<Reason>),
    /// It did not introduce itself in time; what it did instead.
    Silent(Option<Reason>),
    /// It speaks another version of the protocol.
    Version(u32),
    /// It says that it cannot go on.
    Said(String),
    /// Whoever started it has lost interest.
    Stopped,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(self.clone()).fmt(f)
    }
}

impl Error for EngineError {}

impl From<EngineError> for Reason {
    fn from(error: EngineError) -> Self {
        let (code, words) = match error {
            EngineError::Ended(why) => ("engine-ended", why.map(|why| why.to_string())),
            EngineError::Silent(why) => ("engine-silent", why.map(|why| why.to_string())),
            EngineError::Version(version) => ("engine-version", Some(version.to_string())),
            EngineError::Said(text) => ("engine-said", Some(text).filter(|text| !text.is_empty())),
            EngineError::Stopped => ("stopped", None),
        };
        let reason = Reason::new(code);
        words.map_or(reason.clone(), |words| reason.with(words))
    }
}

/// An engine that has introduced itself.
pub struct EngineHost {
    link: Box<dyn Link>,
    name: String,
    lines: LineBuffer,
    /// A `go` has been sent whose answer is of interest.
    pending: bool,
    /// Answers still to come that nobody wants any more.
    stale: usize,
    /// Why the engine is of no use any more.
    failure: Option<EngineError>,
    /// What was odd in what it wrote, one of a kind.
    remarks: Vec<Reason>,
    /// How many of them were given away.
    told: usize,
    /// How many lines were odd.
    odd: u64,
    /// The last thing that it wrote for the log.
    info: String,
    /// What is logged of it here.
    chatter: Chatter,
    /// What it is told that it may play, if it wants to know.
    adviser: Adviser,
}

impl EngineHost {
    /// Greets the engine and waits for its name, until the deadline.
    ///
    /// # Errors
    /// See [`EngineHost::introduce`].
    pub fn greet(link: Box<dyn Link>, deadline: Deadline) -> Result<Self, EngineError> {
        let mut host = EngineHost::new(link);
        host.introduce(deadline)?;
        Ok(host)
    }

    /// An engine that has not introduced itself yet.
    pub fn new(link: Box<dyn Link>) -> Self {
        EngineHost {
            link,
            name: String::new(),
            lines: LineBuffer::default(),
            pending: false,
            stale: 0,
            failure: None,
            remarks: Vec::new(),
            told: 0,
            odd: 0,
            info: String::new(),
            chatter: Chatter::default(),
            adviser: Adviser::default(),
        }
    }

    /// Greets the engine and waits for its name, until the deadline.
    ///
    /// # Errors
    /// It ends, keeps silent, says that it cannot go on, or speaks another version.
    pub fn introduce(&mut self, deadline: Deadline) -> Result<(), EngineError> {
        self.introduce_unless(deadline, None)
    }

    /// The same, unless this descriptor is readable meanwhile.
    ///
    /// # Errors
    /// The same, and [`EngineError::Stopped`].
    pub fn introduce_unless(
        &mut self,
        deadline: Deadline,
        interrupt: Option<BorrowedFd<'_>>,
    ) -> Result<(), EngineError> {
        self.send(&HostLine::Hello(VERSION));
        loop {
            let mut reads = READS;
            while let Some(line) = self.next_line(&mut reads)? {
                match line.clone() {
                    EngineLine::Engine { version: VERSION, name } => {
                        self.name = sanitize(&name).into_owned();
                        return Ok(());
                    }
                    EngineLine::Engine { version, .. } => return Err(EngineError::Version(version)),
                    EngineLine::Info(text) => self.inform(&text),
                    EngineLine::Want(_) => self.adviser.heard(&line),
                    EngineLine::Error(text) => return Err(EngineError::Said(sanitize(&text).into_owned())),
                    other => self.remark("engine-unasked", other),
                }
            }
            let output = (self.link.output(), PollFlags::POLLIN);
            let ready = match interrupt {
                Some(interrupt) => wait([output, (interrupt, PollFlags::POLLIN)], deadline),
                None => wait([output], deadline).map(|[output]| [output, false]),
            };
            if matches!(ready, Ok([_, true])) {
                self.link.kill();
                return Err(EngineError::Stopped);
            }
            if deadline.passed() || !matches!(ready, Ok([true, _])) {
                let odd = self.remarks.first().cloned();
                return Err(EngineError::Silent(why(odd, self.link.last_words())));
            }
        }
    }

    /// The engine's name for itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The last thing that the engine wrote for the log.
    pub fn info(&self) -> &str {
        &self.info
    }

    /// Readable when [`EngineHost::receive`] may have something.
    pub fn output(&self) -> BorrowedFd<'_> {
        self.link.output()
    }

    /// Why the engine is of no use any more, if it is not.
    pub fn failure(&self) -> Option<&EngineError> {
        self.failure.as_ref()
    }

    /// What it is called in the log, in the place of its name for itself.
    pub fn call_it(&mut self, label: &str) {
        self.chatter.of(label);
    }

    /// How many lines of what the engine wrote were odd.
    pub fn odd_lines(&self) -> u64 {
        self.odd
    }

    /// What was odd in what the engine wrote since this was asked last: the first of each kind.
    pub fn remarks(&mut self) -> Vec<Reason> {
        let new = self.remarks[self.told..].to_vec();
        self.told = self.remarks.len();
        new
    }

    /// Announces a game.
    pub fn start(&mut self, game: &GameStart) {
        self.abandon();
        self.send(&HostLine::Game(game.clone()));
    }

    /// Asks for a move within so many milliseconds; [`EngineHost::receive`] gives it.
    ///
    /// What the engine has said before is no answer to it.
    pub fn go(&mut self, ms: u64) {
        self.abandon();
        if let Err(error) = self.receive() {
            self.chatter.say(&self.name, || format!("before its turn: {error}"));
        }
        self.pending = true;
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

    /// Loses interest in the pending move: the engine stops, its answer will be dropped.
    pub fn abandon(&mut self) {
        if self.pending {
            self.pending = false;
            self.stale += 1;
            self.send(&HostLine::Stop);
        }
    }

    /// Tells the referee's judgement of the engine's move, and what only its player is told besides.
    pub fn verdict(&mut self, validity: Validity, property: Property, answer: Option<&str>) {
        self.send(&HostLine::Verdict(validity, property, answer.map(str::to_owned)));
    }

    /// Tells the opponent's move, or what is shown of it.
    pub fn opponent(&mut self, text: &str) {
        self.send(&HostLine::Opponent(text.to_owned()));
    }

    /// Tells how the game ended, seen by the engine's player.
    pub fn end(&mut self, result: Property, reason: Termination) {
        self.tell(&HostLine::End(result, reason));
    }

    /// Tells what came of a turn; after the end of a game nobody wants an answer of it any more.
    pub fn tell(&mut self, line: &HostLine) {
        if matches!(line, HostLine::End(..)) {
            self.abandon();
        }
        self.send(line);
    }

    /// How it is confined, where it is.
    pub fn confinement(&mut self) -> Option<Confinement> {
        self.link.confinement()
    }

    /// The processor time that it has taken, where that is known.
    pub fn processor_time(&mut self) -> Option<Duration> {
        self.link.processor_time()
    }

    /// Ends the engine at once, where it is a process.
    pub fn kill(&mut self) {
        self.link.kill();
    }

    /// Reads what the engine has written; gives its move if it has answered the pending `go`.
    ///
    /// # Errors
    /// The engine has ended or reports an error: the pending move will not come.
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
                EngineLine::Move(_) | EngineLine::Engine { .. } => self.remark("engine-unasked", line),
                EngineLine::Info(text) => self.inform(&text),
                EngineLine::Want(_) => self.adviser.heard(&line),
                EngineLine::Error(text) => {
                    let text = sanitize(&text).into_owned();
                    self.chatter.say(&self.name, || format!("error: {text}"));
                    // An error stands in the place of the move that was asked for: no other answer is due.
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

    /// The next line that is a message; nonsense is remarked and passed over. `None` when nothing more is there now, or when
    /// the output has been read so many times; every line that was read has been looked at then.
    fn next_line(&mut self, reads: &mut usize) -> Result<Option<EngineLine>, EngineError> {
        loop {
            match self.lines.next_line() {
                Some(Ok(line)) => match line.parse() {
                    Ok(message) => return Ok(Some(message)),
                    Err(_) => self.remark("engine-no-message", line),
                },
                Some(Err(StreamError::TooLong)) => self.remark("line-too-long", MAX_LINE),
                Some(Err(StreamError::NotText)) => self.remark("line-not-text", ""),
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

    /// The engine is of no use any more.
    fn fail(&mut self, error: Option<&io::Error>) -> EngineError {
        // Where nothing is known of its end, this much is.
        let seen = error.map_or_else(|| Reason::new("engine-output-closed"), failed);
        let why = why(Some(seen), self.link.last_words());
        self.failure.get_or_insert(EngineError::Ended(why)).clone()
    }

    /// Keeps what is odd, the first of each kind: an engine that floods its output fills neither memory nor a terminal.
    fn remark(&mut self, code: &str, what: impl fmt::Display) {
        let what = sanitize(&what.to_string()).into_owned();
        self.odd += 1;
        self.chatter.say(&self.name, || format!("{code}: {what}"));
        if self.remarks.iter().all(|remark| remark.code != code) {
            let remark = Reason::new(code);
            self.remarks.push(if what.is_empty() { remark } else { remark.with(what) });
        }
    }
}

/// Why an engine is of no use: how it ended, else what was seen from here; and what it has logged.
fn why(seen: Option<Reason>, words: LastWords) -> Option<Reason> {
    let log = sanitize_lines(&words.log).into_owned();
    match words.end.or(seen) {
        why if log.is_empty() => why,
        why => Some(why.unwrap_or_else(|| Reason::new("engine-log")).with(log)),
    }
}

/// What a link reports: its own reason, or what the system has refused.
fn failed(error: &io::Error) -> Reason {
    let own = error.get_ref().and_then(|inner| inner.downcast_ref::<Reason>());
    own.cloned().unwrap_or_else(|| Reason::os(error))
}
