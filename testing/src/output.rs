//! What a program says: as lines, as it comes, or all at its end.

use std::io::{BufRead, BufReader, Read};
use std::process::Output;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::PATIENCE;

/// Bytes as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// All that a program has said, on both outputs.
pub fn both(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

/// The port that the next line ends with.
pub fn port(lines: &mut impl BufRead) -> u16 {
    let mut line = String::new();
    lines.read_line(&mut line).expect("a line");
    let port = line.trim().rsplit(' ').next().and_then(|port| port.parse().ok());
    port.unwrap_or_else(|| panic!("a port: {line:?}"))
}

/// The lines of a stream, as they come; the channel closes at its end.
pub fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        // Nobody may listen any more.
        BufReader::new(stream).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)).ok();
    });
    receiver
}

/// The address on this computer and the token by which machines join the room that this program has opened.
pub fn room(said: &mut Heard) -> (String, String) {
    said.wait_for("--jeton ");
    said.wait_for("\n");
    let all = said.said();
    let line = all.lines().find(|line| line.contains("--jeton")).expect("the line for the room");
    let mut words = line.split_whitespace().skip_while(|word| !word.contains("://"));
    let address = words.next().expect("an address");
    let port = address.rsplit(':').next().expect("a port");
    let scheme = address.split("://").next().expect("a scheme");
    (format!("{scheme}://127.0.0.1:{port}"), words.nth(1).expect("a token").to_owned())
}

/// What a thread hears from a pipe or a terminal.
pub struct Heard {
    from: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    /// How much of it was waited for.
    seen: usize,
}

impl Heard {
    /// Listens to this.
    pub fn of(mut source: impl Read + Send + 'static) -> Heard {
        let (to, from) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = source.read(&mut bytes) {
                if to.send(bytes[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Heard { from, bytes: Vec::new(), seen: 0 }
    }

    /// Waits until this has been said, after what was waited for before.
    pub fn wait_for(&mut self, wanted: &str) {
        self.try_wait_for(wanted, PATIENCE).unwrap_or_else(|why| panic!("it {why}: {}", self.said()));
    }

    /// The same with another patience; what went wrong.
    pub fn try_wait_for(&mut self, wanted: &str, patience: Duration) -> Result<(), String> {
        let until = Instant::now() + patience;
        loop {
            let new = &self.bytes[self.seen..];
            if let Some(at) = new.windows(wanted.len()).position(|part| part == wanted.as_bytes()) {
                self.seen += at + wanted.len();
                return Ok(());
            }
            match self.more(until) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => return Err(format!("does not say {wanted:?}")),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("has ended without saying {wanted:?}"));
                }
            }
        }
    }

    /// Waits until nothing more can come; all that has been said.
    pub fn all(&mut self) -> String {
        assert!(self.try_end(PATIENCE), "no end: {}", self.said());
        self.said()
    }

    /// Whether the end has come within this time.
    pub fn try_end(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        loop {
            match self.more(until) {
                Ok(()) => {}
                Err(error) => return error == RecvTimeoutError::Disconnected,
            }
        }
    }

    fn more(&mut self, until: Instant) -> Result<(), RecvTimeoutError> {
        let bytes = self.from.recv_timeout(until.saturating_duration_since(Instant::now()))?;
        self.bytes.extend(bytes);
        Ok(())
    }

    /// All that has been said so far.
    pub fn said(&self) -> String {
        text(&self.bytes)
    }

    /// The same as it came.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
