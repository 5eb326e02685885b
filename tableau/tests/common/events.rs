//! A stream of events, as a browser reads it.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Instant;

use testing::PATIENCE;

use super::Tableau;

/// An open stream.
pub struct Events {
    reader: BufReader<TcpStream>,
    /// The data of all that has come.
    pub seen: Vec<String>,
    /// The status of the answer, and all of its head.
    pub status: u16,
    pub head: String,
}

impl Events {
    /// Opens the stream of this path; every wait for what comes next is bounded.
    pub fn open(tableau: &Tableau, path: &str, headers: &[(&str, &str)]) -> Self {
        let mut stream = TcpStream::connect(tableau.address).expect("connected");
        stream.set_read_timeout(Some(PATIENCE)).expect("a bound");
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\n{headers}\r\n", tableau.address).expect("asked");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).expect("an answer");
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        let mut head = String::new();
        while line != "\r\n" {
            head += &line;
            line.clear();
            reader.read_line(&mut line).expect("a head");
        }
        Events { reader, seen: Vec::new(), status, head }
    }

    /// The next event: its name, and its data.
    pub fn next(&mut self) -> (String, String) {
        self.next_if_any().expect("the stream has ended")
    }

    /// The same; `None` at the end of the stream.
    pub fn next_if_any(&mut self) -> Option<(String, String)> {
        let (mut name, mut data) = (String::new(), Vec::new());
        let begin = Instant::now();
        loop {
            assert!(begin.elapsed() < PATIENCE, "nothing comes any more: {:?}", self.seen);
            let mut line = String::new();
            if self.reader.read_line(&mut line).expect("an event") == 0 {
                return None;
            }
            let line = line.trim_end_matches(['\r', '\n']);
            if let Some(text) = line.strip_prefix("event: ") {
                name = text.to_owned();
            } else if let Some(text) = line.strip_prefix("data: ").or(line.strip_prefix("data:")) {
                data.push(text.to_owned());
            } else if line.is_empty() && !name.is_empty() {
                self.seen.push(data.join("\n"));
                return Some((name, data.join("\n")));
            }
        }
    }

    /// The data of the next one of this name.
    pub fn named(&mut self, wanted: &str) -> String {
        loop {
            let (name, data) = self.next();
            if name == wanted {
                return data;
            }
        }
    }

    /// The next one that holds this; what came before it is left.
    pub fn until(&mut self, text: &str) -> String {
        loop {
            let (_, data) = self.next();
            if data.contains(text) {
                return data;
            }
        }
    }

    /// Waits until what has come, all of it, is so.
    pub fn wait(&mut self, mut so: impl FnMut(&[String]) -> bool) {
        let begin = Instant::now();
        while !so(&self.seen) {
            assert!(begin.elapsed() < PATIENCE, "it never comes: {:?}", self.seen);
            self.next();
        }
    }

    /// Waits until something with this has come, or gives what has.
    pub fn find(&mut self, text: &str) -> String {
        self.wait(|seen| seen.iter().any(|data| data.contains(text)));
        self.seen.iter().find(|data| data.contains(text)).cloned().unwrap_or_default()
    }
}
