//! An engine that is tried: a process, what it is sent, what it answers, and what is wrong with that.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use arbitre::engine::{Activity, Adviser, Link, ProcessLink};
use arbitre::game::GameEntry;
use arbitre::reasons;
use confine::EngineEnd;
use i18n::text;
use ipc::wait::{Deadline, wait};
use jeux::Reason;
use jeux::text::truncate;
use nix::poll::PollFlags;
use protocol::moteur::{EngineLine, HostLine, LineBuffer, VERSION};

use super::check::{Check, TrialFault};
use crate::values::said;

/// An engine that waits for its next line so long owes us an answer that it believes to have given.
const SILENCE: Duration = Duration::from_millis(1500);
/// How long what it has kept back may take to come once its input has ended.
const LEFT_OVER: Duration = Duration::from_secs(1);
/// How long a move may be late and is still waited for, so that it can be said by how much.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a silent engine is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// How often it is looked at while it deals with what it was told.
const BLINK: Duration = Duration::from_millis(5);
/// How often its output is read before the clock is looked at, so that a flood has an end.
const READS: usize = 64;
/// How many of the lines that it was sent a report shows.
const SHOWN: usize = 3;
/// The longest part of a line that a report shows, in characters.
const LONGEST: usize = 100;

/// The trial cannot go on: why is among the faults, unless it is our own affair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halted;

/// What a trial gets, if it can go on.
pub type ProbeResult<T = ()> = Result<T, Halted>;

/// The answer to a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Move(String),
    /// What stands in its place.
    Error(String),
}

/// What an engine is heard saying.
enum ProbeLine {
    Line(EngineLine),
    /// It has ended.
    End,
}

/// The engine.
pub struct Probe {
    link: ProcessLink,
    lines: LineBuffer,
    /// The last lines that it was sent.
    sent: VecDeque<String>,
    /// When the answer that it owes was asked for.
    asked: Instant,
    /// What it has for a move.
    time: Duration,
    /// Where moves that nobody has asked for are put down.
    unasked: Check,
    faults: Vec<TrialFault>,
    /// What it is told that it may play, if it wants to know.
    adviser: Adviser,
}

impl Probe {
    /// An engine of this game that has just been started, and has so long for each move.
    pub fn new(kind: &'static GameEntry, link: ProcessLink, time: Duration) -> Self {
        Probe {
            link,
            lines: LineBuffer::default(),
            sent: VecDeque::new(),
            asked: Instant::now(),
            time,
            unasked: Check::Turn,
            faults: Vec::new(),
            adviser: Adviser::new(kind),
        }
    }

    /// What was wrong until now, and was not asked for yet.
    pub fn faults(&mut self) -> Vec<TrialFault> {
        std::mem::take(&mut self.faults)
    }

    /// What it has for a move.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// From now on moves that nobody has asked for are a fault of this.
    pub fn unasked_is(&mut self, check: Check) {
        self.unasked = check;
    }

    /// Greets it, and gives its name. It may take so long to start.
    pub fn greet(&mut self, bound: Duration) -> ProbeResult<String> {
        self.asked = Instant::now();
        self.send(&HostLine::Hello(VERSION));
        match self.awaited(bound)? {
            EngineLine::Engine { version: VERSION, name } if !name.is_empty() => Ok(name),
            line => self.halt(Check::Start, shown(&line.to_string())),
        }
    }

    /// Sends a line, which the engine has to take within a bound. That it has gone is seen when it should answer.
    pub fn send(&mut self, line: &HostLine) {
        self.adviser.sent(line);
        self.send_text(&line.to_string());
    }

    /// The same with any text.
    pub fn send_text(&mut self, line: &str) {
        if let Err(error) = self.link.send(line) {
            log::debug!("{}", i18n::system(&error));
        }
        self.sent.push_back(truncate(line, LONGEST));
        if self.sent.len() > SHOWN {
            self.sent.pop_front();
        }
    }

    /// Asks for a move within this time, and waits for the answer: see [`Probe::answer`].
    pub fn ask(&mut self, within: Duration) -> ProbeResult<Reply> {
        self.go(within)?;
        self.answer()
    }

    /// Listens until the engine waits for its next line, so long at most: what it has to say out of turn is said then.
    pub fn settle(&mut self, bound: Duration) -> ProbeResult {
        let deadline = Deadline::after(Instant::now(), Some(bound));
        while !self.waits_for_a_line() && !deadline.passed() {
            self.quiet(BLINK)?;
        }
        self.quiet(Duration::ZERO).map(drop)
    }

    fn waits_for_a_line(&self) -> bool {
        self.activity().is_some_and(|activity| activity.reads && !activity.computes)
    }

    /// Asks for a move within this time. Whatever has come before is not the answer.
    pub fn go(&mut self, within: Duration) -> ProbeResult {
        self.quiet(Duration::ZERO)?;
        if let Some(list) = self.adviser.list().cloned() {
            self.send(&list);
        }
        self.asked = Instant::now();
        self.send(&HostLine::Go(u64::try_from(within.as_millis()).unwrap_or(u64::MAX)));
        Ok(())
    }

    /// The answer to the pending `go`. One that is late is waited for 10 s longer, and is a fault all the same.
    pub fn answer(&mut self) -> ProbeResult<Reply> {
        let line = self.awaited(self.time + PATIENCE)?;
        let took = self.asked.elapsed();
        let reply = match line {
            EngineLine::Move(text) => Reply::Move(text),
            EngineLine::Error(text) => Reply::Error(text),
            other => return self.halt(Check::Turn, shown(&other.to_string())),
        };
        if took > self.time {
            let line = shown(&line_of(&reply));
            return self.halt(
                Check::Time,
                text!(
                    "essai-came-late",
                    line = line,
                    took = i18n::seconds(took),
                    time = i18n::seconds(self.time)
                ),
            );
        }
        Ok(reply)
    }

    /// The answer to the `go` that was given up just now by `stop`: it is due at once. One that comes after the time
    /// for a move is a fault of this point.
    pub fn answer_to_stop(&mut self, check: Check) -> ProbeResult<Reply> {
        let stopped = Instant::now();
        self.asked = stopped;
        let line = self.awaited(self.time + PATIENCE)?;
        let took = stopped.elapsed();
        match line {
            EngineLine::Move(_) | EngineLine::Error(_) if took > self.time => {
                let took = i18n::seconds(took);
                self.halt(check, text!("essai-came-after-stop", line = shown(&line.to_string()), took = took))
            }
            EngineLine::Move(text) => Ok(Reply::Move(text)),
            EngineLine::Error(text) => Ok(Reply::Error(text)),
            other => self.halt(Check::Turn, shown(&other.to_string())),
        }
    }

    /// Listens for so long to an engine that has nothing to say; gives its error, if it has said one.
    pub fn quiet(&mut self, time: Duration) -> ProbeResult<Option<String>> {
        let deadline = Deadline::after(Instant::now(), Some(time));
        let mut error = None;
        loop {
            match self.hear(deadline) {
                None => return Ok(error),
                Some(ProbeLine::Line(EngineLine::Error(text))) => error = Some(text),
                // What comes after it is no answer to anything that is asked.
                Some(ProbeLine::Line(line)) => return self.halt(self.unasked, shown(&line.to_string())),
                Some(ProbeLine::End) => return self.ended(),
            }
        }
    }

    /// Waits until it has ended, so long at most; whether it has, and how, if that is known.
    pub fn end_within(&mut self, bound: Duration) -> (bool, Option<EngineEnd>) {
        let deadline = Deadline::after(Instant::now(), Some(bound));
        loop {
            match self.hear(deadline) {
                None => return (false, None),
                Some(ProbeLine::Line(EngineLine::Move(text))) => {
                    self.fault(self.unasked, shown(&EngineLine::Move(text).to_string()));
                }
                Some(ProbeLine::Line(_)) => {}
                Some(ProbeLine::End) => return (true, self.link.last_words().end),
            }
        }
    }

    /// Ends its input.
    pub fn close_input(&mut self) {
        self.link.close_input();
        self.sent.push_back(text!("essai-input-closed"));
    }

    /// What it does just now; `None` where that cannot be seen.
    pub fn activity(&self) -> Option<Activity> {
        self.link.activity()
    }

    /// Something is wrong, and the trial goes on; only the first fault of a point is kept.
    pub fn fault(&mut self, check: Check, came: String) {
        // The first of a kind says enough, and an engine may write much.
        if self.faults.iter().any(|fault| fault.check == check) {
            return;
        }
        self.faults.push(TrialFault {
            check,
            sent: self.sent.iter().cloned().collect(),
            came,
            log: String::new(),
        });
    }

    /// Something is wrong, and the trial cannot go on.
    pub fn halt<T>(&mut self, check: Check, came: String) -> ProbeResult<T> {
        self.fault(check, came);
        Err(Halted)
    }

    /// It has ended by itself.
    fn ended<T>(&mut self) -> ProbeResult<T> {
        let last = self.link.last_words();
        let why = Reason::new("engine-ended");
        let why = last.end.map_or(why.clone(), |end| why.because(reasons::engine_end(&end)));
        self.fault(Check::Alive, said(&why));
        if let Some(fault) = self.faults.iter_mut().find(|fault| fault.check == Check::Alive) {
            fault.log = last.log;
        }
        Err(Halted)
    }

    /// The line that it owes, so long after it was asked for at most. One that says nothing although it does nothing either is not
    /// waited for: either it keeps the line back, or it has none.
    fn awaited(&mut self, bound: Duration) -> ProbeResult<EngineLine> {
        let mut waiting: Option<Instant> = None;
        loop {
            match self.hear(Deadline::after(Instant::now(), Some(LOOK))) {
                Some(ProbeLine::Line(line)) => return Ok(line),
                Some(ProbeLine::End) => return self.ended(),
                None => {}
            }
            let idle = self.waits_for_a_line();
            let since = *waiting.get_or_insert_with(Instant::now);
            if !idle {
                waiting = None;
            }
            if idle && since.elapsed() >= SILENCE || self.asked.elapsed() >= bound {
                return self.unanswered();
            }
        }
    }

    /// Why there is no answer: it comes when the input ends, or it does not.
    fn unanswered<T>(&mut self) -> ProbeResult<T> {
        let took = i18n::seconds(self.asked.elapsed());
        let activity = self.activity().unwrap_or_default();
        let sent: Vec<String> = self.sent.iter().cloned().collect();
        let greeted = self.sent.len() > 1;
        self.link.close_input();
        let (check, came) = match self.hear(Deadline::after(Instant::now(), Some(LEFT_OVER))) {
            Some(ProbeLine::Line(line)) => {
                let line = shown(&line.to_string());
                (Check::Flush, text!("essai-came-kept", line = line, took = took))
            }
            _ => {
                let check = if greeted { Check::Time } else { Check::Start };
                let came = match activity {
                    Activity { computes: true, .. } => text!("essai-came-computes", took = took),
                    Activity { reads: true, .. } => text!("essai-came-reads", took = took),
                    Activity { .. } => text!("essai-came-nothing", took = took),
                };
                (check, came)
            }
        };
        self.faults.push(TrialFault { check, sent, came, log: String::new() });
        Err(Halted)
    }

    /// The next message, until the deadline; what is none is a fault, and what is for the log is passed over.
    fn hear(&mut self, deadline: Deadline) -> Option<ProbeLine> {
        let mut reads = READS;
        loop {
            let odd = match self.lines.next_line() {
                Some(Ok(line)) => match line.parse() {
                    Ok(EngineLine::Info(_)) => continue,
                    Ok(message) => {
                        self.adviser.heard(&message);
                        if matches!(message, EngineLine::Want(_)) {
                            continue;
                        }
                        return Some(ProbeLine::Line(message));
                    }
                    Err(_) => shown(&line),
                },
                Some(Err(error)) => said(&Reason::from(error)),
                None if reads == 0 && deadline.passed() => return None,
                None => {
                    reads = reads.saturating_sub(1);
                    let mut bytes = [0; 4096];
                    match self.link.read(&mut bytes) {
                        Ok(read @ 1..) => self.lines.push(&bytes[..read]),
                        Err(error) if error.kind() == ErrorKind::Interrupted => {}
                        Err(error) if error.kind() == ErrorKind::WouldBlock => {
                            let ready = wait([(self.link.output(), PollFlags::POLLIN)], deadline);
                            if !matches!(ready, Ok([true])) {
                                return None;
                            }
                        }
                        Ok(_) | Err(_) => return Some(ProbeLine::End),
                    }
                    continue;
                }
            };
            self.fault(Check::Lines, odd);
        }
    }
}

/// A line of the engine, as a report shows it: cut to 100 columns.
pub fn shown(line: &str) -> String {
    text!("essai-line", line = truncate(line.trim_end(), LONGEST))
}

fn line_of(reply: &Reply) -> String {
    match reply {
        Reply::Move(text) => EngineLine::Move(text.clone()).to_string(),
        Reply::Error(text) => EngineLine::Error(text.clone()).to_string(),
    }
}

/// An illegal move, in words.
pub fn illegal(text: &str, why: &Reason) -> String {
    text!("essai-came-illegal", line = shown(&format!("move {text}")), why = said(why))
}

/// An error in the place of a move, in words.
pub fn error(text: &str) -> String {
    shown(&format!("error {text}"))
}
