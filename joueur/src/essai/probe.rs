//! The engine under test: its process, input and output, and its faults.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use arbitre::engine::{Activity, Adviser, EngineError, EngineSpec, Link, ProcessLink, advice};
use arbitre::game::{Beginning, GameEntry};
use arbitre::judge::Coup;
use arbitre::reasons;
use confine::EngineEnd;
use i18n::text;
use ipc::wait::{Deadline, wait};
use jeux::game::Params;
use jeux::text::{sanitize_lines, truncate};
use jeux::{ByPlayer, Reason, Slot};
use nix::poll::PollFlags;
use protocol::moteur::{
    EngineLine, GameStart, HostLine, LineBuffer, ToldMove, VERSION, join_moves, split_moves,
};
use protocol::verdict::Validity;

use super::check::{Check, TrialFault};
use crate::values::said;

/// An engine that waits for input for so long believes that it has answered.
const SILENCE: Duration = Duration::from_millis(1500);
/// The time for output held back until the end of input.
const LEFT_OVER: Duration = Duration::from_secs(1);
/// How long a late move is waited for, to say how late it was; or an end for which there was no processor.
const PATIENCE: Duration = Duration::from_secs(10);
/// The interval of looking at a silent engine.
const LOOK: Duration = Duration::from_millis(50);
/// The interval while it processes input.
const BLINK: Duration = Duration::from_millis(5);
/// Reads before the clock is checked, so that a flood ends.
const READS: usize = 64;
/// Sent lines shown in a report.
const SHOWN: usize = 3;
/// The longest part of a line shown, in characters.
const LONGEST: usize = 100;

/// The trial cannot continue: the cause is among the faults, unless it is ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halted;

/// A trial's result.
pub type ProbeResult<T = ()> = Result<T, Halted>;

/// The answer to a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Move(String),
    /// An error instead of a move.
    Error(String),
}

/// Output of the engine.
enum ProbeLine {
    Line(EngineLine),
    /// It has ended.
    End,
}

/// The engine.
pub struct Probe {
    kind: &'static GameEntry,
    spec: EngineSpec,
    link: ProcessLink,
    lines: LineBuffer,
    /// The last lines sent.
    sent: VecDeque<String>,
    /// Whether a game was announced to it.
    played: bool,
    /// When the pending answer was requested.
    asked: Instant,
    /// Its time for a move.
    time: Duration,
    /// The check that unrequested moves fail.
    unasked: Check,
    faults: Vec<TrialFault>,
    /// The game under way as it was announced, with the moves since; its last move is not judged yet.
    game: Option<GameStart>,
    given: Option<String>,
    /// Its list of moves, if wanted.
    adviser: Adviser,
}

impl Probe {
    /// A newly started engine with so much time for each move.
    pub fn new(kind: &'static GameEntry, spec: EngineSpec, link: ProcessLink, time: Duration) -> Self {
        Probe {
            kind,
            spec,
            link,
            lines: LineBuffer::default(),
            sent: VecDeque::new(),
            played: false,
            asked: Instant::now(),
            time,
            unasked: Check::Turn,
            faults: Vec::new(),
            game: None,
            given: None,
            adviser: Adviser::new(kind),
        }
    }

    /// New faults.
    pub fn faults(&mut self) -> Vec<TrialFault> {
        std::mem::take(&mut self.faults)
    }

    pub fn time(&self) -> Duration {
        self.time
    }

    /// Unrequested moves now fail this check.
    pub fn unasked_is(&mut self, check: Check) {
        self.unasked = check;
    }

    /// Greets it within this bound; its name.
    pub fn greet(&mut self, bound: Duration) -> ProbeResult<String> {
        self.asked = Instant::now();
        self.send(&HostLine::Hello(VERSION));
        match self.awaited(bound)? {
            EngineLine::Engine { version: VERSION, name } if !name.is_empty() => Ok(name),
            EngineLine::Error(text) => self.halt(Check::Start, error(&text)),
            line => self.halt(Check::Start, shown(&line.to_string())),
        }
    }

    /// Gets ready for a game within this bound, as at the referee's: the host of a library that has played is greeted again,
    /// and loads it.
    pub fn reload(&mut self, bound: Duration) -> ProbeResult {
        if self.hosted() && self.played { self.greet(bound).map(drop) } else { Ok(()) }
    }

    /// Sends a line, which the engine must take within a bound. A lost engine is noticed at the
    /// next answer.
    pub fn send(&mut self, line: &HostLine) {
        self.adviser.sent(line);
        self.follow(line);
        self.send_text(&line.to_string());
    }

    /// Keeps the announcement of the position up to date.
    fn follow(&mut self, line: &HostLine) {
        let told = match line {
            HostLine::Game(start) => {
                self.game = Some(start.clone());
                self.played = true;
                None
            }
            HostLine::Verdict(Validity::Valid, _, answer) => {
                self.given.take().map(|text| ToldMove { text, answer: answer.clone() })
            }
            HostLine::Opponent(text) => Some(ToldMove { text: text.clone(), answer: None }),
            HostLine::End(..) => {
                self.game = None;
                None
            }
            _ => None,
        };
        if let (Some(told), Some(game)) = (told, &mut self.game) {
            let mut moves = split_moves(game.param("moves").unwrap_or_default());
            moves.push(told);
            game.params.retain(|(key, _)| key != "moves");
            game.params.push(("moves".to_owned(), join_moves(&moves)));
        }
    }

    /// The position of the game under way, if anything was played: its picture, where nothing is hidden,
    /// and the line that announces it.
    fn position(&self) -> Option<(String, String)> {
        let game = self.game.as_ref().filter(|game| game.param("moves").is_some())?;
        let line = HostLine::Game(game.clone()).to_string();
        let setup: Params = game.params.iter().cloned().collect();
        let mut judge =
            self.kind.start(&Beginning { setup: &setup, first: Slot::Zero, judged: true }).ok()?;
        for told in split_moves(game.param("moves")?) {
            if judge.judge(&Coup::said(&told.text)).is_err() {
                return Some((String::new(), line));
            }
        }
        Some((judge.picture(ByPlayer { first: "", second: "" }), line))
    }

    /// Sends any text.
    pub fn send_text(&mut self, line: &str) {
        if let Err(error) = self.link.send(line) {
            log::debug!("{}", i18n::system(&error));
        }
        self.sent.push_back(truncate(line, LONGEST));
        if self.sent.len() > SHOWN {
            self.sent.pop_front();
        }
    }

    /// Asks for a move within this time, and waits for it: see [`Probe::answer`].
    pub fn ask(&mut self, within: Duration) -> ProbeResult<Reply> {
        self.go(within)?;
        self.answer()
    }

    /// Waits until the engine waits for input: unrequested output has come by then.
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

    /// Asks for a move within this time. Earlier output is no answer.
    pub fn go(&mut self, within: Duration) -> ProbeResult {
        self.quiet(Duration::ZERO)?;
        if let Some(list) = self.adviser.list().cloned() {
            self.send(&list);
        }
        self.asked = Instant::now();
        self.link.begin_turn();
        self.send(&HostLine::Go(u64::try_from(within.as_millis()).unwrap_or(u64::MAX)));
        Ok(())
    }

    /// The answer to the pending `go`. A late one is waited for 10 s longer, and is a fault all the
    /// same.
    pub fn answer(&mut self) -> ProbeResult<Reply> {
        let line = self.awaited(self.time + PATIENCE)?;
        let took = self.asked.elapsed();
        let reply = match line {
            EngineLine::Move(text) => {
                self.given = Some(text.clone());
                Reply::Move(text)
            }
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

    /// The answer to a `go` just stopped: due at once. One after the time for a move fails this
    /// check.
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
            EngineLine::Move(text) => {
                self.given = Some(text.clone());
                Ok(Reply::Move(text))
            }
            EngineLine::Error(text) => Ok(Reply::Error(text)),
            other => self.halt(Check::Turn, shown(&other.to_string())),
        }
    }

    /// Listens to an engine that should be silent; its error, if it reports one.
    pub fn quiet(&mut self, time: Duration) -> ProbeResult<Option<String>> {
        let deadline = Deadline::after(Instant::now(), Some(time));
        let mut error = None;
        loop {
            match self.hear(deadline) {
                None => return Ok(error),
                Some(ProbeLine::Line(EngineLine::Error(text))) => error = Some(text),
                // Anything after it answers nothing.
                Some(ProbeLine::Line(line)) => return self.halt(self.unasked, shown(&line.to_string())),
                Some(ProbeLine::End) => return self.ended(),
            }
        }
    }

    /// Waits for its end; whether it ended, and how, if known. The time in which it was given no processor is not
    /// its own.
    pub fn end_within(&mut self, bound: Duration) -> (bool, Option<EngineEnd>) {
        let (asked, before) = (Instant::now(), self.link.waiting_time());
        let (mut deadline, mut excused) = (Deadline::after(asked, Some(bound)), Duration::ZERO);
        loop {
            match self.hear(deadline) {
                None => {
                    self.link.count_waiting();
                    let waited = self.link.waiting_time().zip(before);
                    let waited = waited.map_or(excused, |(now, before)| now.saturating_sub(before));
                    if waited <= excused || asked.elapsed() > bound + PATIENCE {
                        return (false, None);
                    }
                    deadline = Deadline::after(Instant::now(), Some(waited - excused));
                    excused = waited;
                }
                Some(ProbeLine::Line(EngineLine::Move(text))) => {
                    self.fault(self.unasked, shown(&EngineLine::Move(text).to_string()));
                }
                Some(ProbeLine::Line(_)) => {}
                Some(ProbeLine::End) => return (true, self.link.last_words().end),
            }
        }
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.link.close_input();
        self.sent.push_back(text!("essai-input-closed"));
    }

    pub fn activity(&self) -> Option<Activity> {
        self.link.activity()
    }

    /// Records a fault, the first of each check, and continues.
    pub fn fault(&mut self, check: Check, came: String) {
        // One of a kind is enough; an engine may write much.
        if self.faults.iter().any(|fault| fault.check == check) {
            return;
        }
        let position =
            matches!(check, Check::Legal | Check::Time | Check::Alive).then(|| self.position()).flatten();
        self.faults.push(TrialFault {
            check,
            sent: self.sent.iter().cloned().collect(),
            came,
            log: String::new(),
            position,
            advised: self.hosted(),
        });
    }

    /// Whether it is a shared library: what is advised about lines is a matter of its host.
    fn hosted(&self) -> bool {
        matches!(self.spec, EngineSpec::Library { .. })
    }

    /// Records a fault and ends the trial.
    pub fn halt<T>(&mut self, check: Check, came: String) -> ProbeResult<T> {
        self.fault(check, came);
        Err(Halted)
    }

    /// It ended by itself.
    fn ended<T>(&mut self) -> ProbeResult<T> {
        let last = self.link.last_words();
        let why = Reason::new("engine-ended");
        let end = last.end.as_ref().map(reasons::engine_end);
        let why = last.why(None).map_or(why.clone(), |cause| why.because(cause));
        let advised = advice(&self.spec, &EngineError::Ended(end));
        let told = advised.clone().map_or(why.clone(), |advised| advised.because(why));
        self.fault(Check::Alive, said(&told));
        if let Some(fault) = self.faults.iter_mut().find(|fault| fault.check == Check::Alive) {
            fault.log = last.log;
            fault.advised |= advised.is_some();
        }
        Err(Halted)
    }

    /// The pending line, within this bound. A silent idle engine is not waited for: it holds the
    /// line back, or has none.
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

    /// Why there is no answer: it comes at the end of input, or not at all.
    fn unanswered<T>(&mut self) -> ProbeResult<T> {
        let took = i18n::seconds(self.asked.elapsed());
        let activity = self.activity();
        let sent: Vec<String> = self.sent.iter().cloned().collect();
        let greeted = self.sent.len() > 1;
        let begun = self.lines.unfinished();
        self.link.close_input();
        // What it wrote instead is the fault, and is known.
        let instead = self.faults.iter().any(|fault| fault.check == Check::Lines && fault.sent == sent);
        if instead {
            return Err(Halted);
        }
        if !begun.trim().is_empty() {
            let why = Reason::new("engine-unfinished").with(truncate(begun.trim(), LONGEST));
            return self.halt(Check::Lines, said(&why));
        }
        let (check, came) = match self.hear(Deadline::after(Instant::now(), Some(LEFT_OVER))) {
            Some(ProbeLine::Line(line)) => {
                let line = shown(&line.to_string());
                (Check::Flush, text!("essai-came-kept", line = line, took = took))
            }
            _ => {
                let check = if greeted { Check::Time } else { Check::Start };
                let logged = Some(self.link.turn_log()).filter(|log| !log.trim().is_empty());
                let why = |code: &str| match &logged {
                    Some(log) => said(&Reason::new(code).with(sanitize_lines(log.trim()))),
                    // Its output has ended meanwhile: nothing was left in a buffer.
                    None if code == "engine-reads" => text!("essai-reads"),
                    None => said(&Reason::new(code)),
                };
                let why = match activity {
                    Some(Activity { computes: true, .. }) => Some(why("engine-computes")),
                    Some(Activity { reads: true, .. }) => Some(why("engine-reads")),
                    Some(Activity { .. }) => Some(why("engine-idle")),
                    None => None,
                };
                let came = match why {
                    Some(why) => text!("essai-came-why", took = took, why = why),
                    None => text!("essai-came-nothing", took = took),
                };
                let came = if greeted {
                    text!("essai-came-most", came = came, time = i18n::seconds(self.time))
                } else {
                    came
                };
                (check, came)
            }
        };
        let position = self.position();
        let log = String::new();
        self.faults.push(TrialFault { check, sent, came, log, position, advised: self.hosted() });
        Err(Halted)
    }

    /// The next message until the deadline; others are faults, logs are skipped.
    fn hear(&mut self, deadline: Deadline) -> Option<ProbeLine> {
        let mut reads = READS;
        loop {
            let mut advised = false;
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
                    Err(_) => match self.adviser.meant(&line) {
                        Some(meant) => {
                            advised = true;
                            text!("essai-came-meant", line = shown(&line), meant = shown(&meant))
                        }
                        None => shown(&line),
                    },
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
            if let Some(fault) = self.faults.last_mut().filter(|fault| fault.check == Check::Lines) {
                fault.advised |= advised;
            }
        }
    }
}

/// A line of the engine for a report, cut to 100 columns.
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

/// An error instead of a move, in words: what the host of a shared library says of it is a reason.
pub fn error(text: &str) -> String {
    let why = Reason::read(text);
    if why.code.starts_with("library-") { said(&why) } else { shown(&format!("error {text}")) }
}

/// The point that an error instead of a move fails.
pub fn failed_by(error: &str) -> Check {
    if Reason::read(error).code == "library-ended" { Check::Alive } else { Check::Legal }
}
