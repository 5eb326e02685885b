//! Reads the host's lines while the engine thinks.
//!
//! Lines are numbered. The thinking thread says after which line it began ([`Signal::watch`]), and
//! the reader raises the stop flag at a later line that ends the search. So, in either order, no
//! `stop` is lost and none hits a later search.

use std::io::{self, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use jeux::Reason;
use protocol::moteur::{HostLine, LineBuffer, LineError};

/// Lines waiting for the engine. A host has no reason to send many during a search; when the queue
/// is full the search is stopped, so that the queue moves on.
const QUEUE: usize = 1024;

/// Input from the host.
pub(super) enum Received {
    /// A line, or why it is invalid.
    Line {
        /// Counted from 1.
        number: u64,
        /// When it was read.
        at: Instant,
        /// The message.
        line: Result<HostLine, Refused>,
    },
    /// The input has ended, or failed.
    End(io::Result<()>),
}

/// An invalid line.
pub(super) struct Refused {
    /// An unknown message, perhaps of a later version: to be ignored.
    pub(super) unknown: bool,
    /// What is wrong.
    pub(super) reason: Reason,
}

/// Which later lines end the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// Any line: the engine ponders.
    Any,
    /// A line that means that the host wants the move now, or no longer.
    Urgent,
}

/// The stop flag, and what it depends on.
#[derive(Default)]
pub(super) struct Signal {
    pub(super) stop: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    last: u64,
    last_urgent: u64,
    watch: Option<(u64, Interrupt)>,
}

impl Signal {
    fn update<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state: MutexGuard<'_, State> = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let result = change(&mut state);
        let interrupted = state.watch.is_some_and(|(since, interrupt)| match interrupt {
            Interrupt::Any => state.last > since,
            Interrupt::Urgent => state.last_urgent > since,
        });
        self.stop.store(interrupted, Ordering::Relaxed);
        result
    }

    /// A search begins because of line `since`: the stop flag is for it from now on.
    pub(super) fn watch(&self, since: u64, interrupt: Interrupt) {
        self.update(|state| state.watch = Some((since, interrupt)));
    }

    /// A line was read; its number.
    fn arrived(&self, urgent: bool) -> u64 {
        self.update(|state| {
            state.last += 1;
            if urgent {
                state.last_urgent = state.last;
            }
            state.last
        })
    }

    /// The current search must end.
    fn hurry(&self) {
        self.update(|state| state.last_urgent = state.last);
    }
}

/// Starts the reader. It ends after `quit`, at the end of the input, and when the receiver is
/// dropped.
pub(super) fn spawn(mut input: impl Read + Send + 'static) -> io::Result<(Receiver<Received>, Arc<Signal>)> {
    let (sender, receiver) = sync_channel(QUEUE);
    let signal = Arc::new(Signal::default());
    let reader = Reader { lines: sender, signal: Arc::clone(&signal) };
    thread::Builder::new().name("reader".to_owned()).spawn(move || reader.run(&mut input))?;
    Ok((receiver, signal))
}

struct Reader {
    lines: SyncSender<Received>,
    signal: Arc<Signal>,
}

impl Reader {
    fn run(&self, input: &mut impl Read) {
        let mut buffer = LineBuffer::default();
        let mut chunk = [0; 4096];
        loop {
            match input.read(&mut chunk) {
                Ok(0) => return self.end(Ok(())),
                Ok(read) => buffer.push(&chunk[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return self.end(Err(error)),
            }
            while let Some(line) = buffer.next_line() {
                let line = match line {
                    Ok(text) => parse(&text),
                    Err(error) => Err(Refused { unknown: false, reason: error.into() }),
                };
                let quit = matches!(line, Ok(HostLine::Quit));
                if !self.forward(line) || quit {
                    return;
                }
            }
        }
    }

    /// Passes a line on; whether the receiver is still there.
    fn forward(&self, line: Result<HostLine, Refused>) -> bool {
        let number = self.signal.arrived(line.as_ref().is_ok_and(is_urgent));
        match self.lines.try_send(Received::Line { number, at: Instant::now(), line }) {
            Ok(()) => true,
            Err(TrySendError::Full(received)) => {
                self.signal.hurry();
                self.lines.send(received).is_ok()
            }
            Err(TrySendError::Disconnected(_)) => false,
        }
    }

    fn end(&self, result: io::Result<()>) {
        self.signal.arrived(true);
        // The receiver may be gone.
        let _ = self.lines.send(Received::End(result));
    }
}

/// Whether a line ends a search: anything a host sends only when it has the answer or has given up.
fn is_urgent(line: &HostLine) -> bool {
    !matches!(line, HostLine::Hello(_))
}

fn parse(text: &str) -> Result<HostLine, Refused> {
    text.parse().map_err(|error: LineError| {
        let unknown = !is_known(text);
        let reason = Reason::new(if unknown { "unknown-message" } else { "bad-message" }).with(error.line);
        Refused { unknown, reason }
    })
}

/// Whether the line begins like a message that the engine depends on.
fn is_known(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    ["hello", "game", "go", "verdict", "opponent", "end", "stop", "quit"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stops(signal: &Signal) -> bool {
        signal.stop.load(Ordering::Relaxed)
    }

    fn urgent(line: &str) -> bool {
        parse(line).is_ok_and(|line| is_urgent(&line))
    }

    #[test]
    fn a_search_is_stopped_by_urgent_lines_after_its_own() {
        let signal = Signal::default();
        signal.arrived(true);
        let go = signal.arrived(true);
        signal.watch(go, Interrupt::Urgent);
        assert!(!stops(&signal));
        signal.arrived(false);
        assert!(!stops(&signal));
        signal.arrived(true);
        assert!(stops(&signal));
    }

    #[test]
    fn what_came_before_the_search_began_is_not_lost() {
        let signal = Signal::default();
        let go = signal.arrived(true);
        signal.arrived(true);
        signal.watch(go, Interrupt::Urgent);
        assert!(stops(&signal));
    }

    #[test]
    fn a_stop_is_not_meant_for_the_next_search() {
        let signal = Signal::default();
        let go = signal.arrived(true);
        signal.watch(go, Interrupt::Urgent);
        signal.arrived(true);
        let next = signal.arrived(true);
        signal.watch(next, Interrupt::Urgent);
        assert!(!stops(&signal));
    }

    #[test]
    fn pondering_is_stopped_by_any_line() {
        let signal = Signal::default();
        let verdict = signal.arrived(true);
        signal.watch(verdict, Interrupt::Any);
        assert!(!stops(&signal));
        signal.arrived(false);
        assert!(stops(&signal));
    }

    #[test]
    fn a_full_queue_stops_the_search() {
        let signal = Signal::default();
        let go = signal.arrived(true);
        signal.watch(go, Interrupt::Urgent);
        signal.arrived(false);
        signal.hurry();
        assert!(stops(&signal));
    }

    #[test]
    fn noise_is_not_urgent() {
        assert!(
            ["stop", "quit", "go 5", "game colonnes first", "end PERDU win"].map(urgent).iter().all(|&u| u)
        );
        assert!(!["", "noise", "hello 1", "go x", "stop it"].map(urgent).iter().any(|&u| u));
    }
}
