//! What the tests that listen to an engine share.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// No answer takes so long, on the slowest machine; a test that waits longer has failed.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The lines of a stream, as they come; the channel closes at its end.
pub fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            if sender.send(line.expect("text")).is_err() {
                break;
            }
        }
    });
    receiver
}
