//! The program as its users have it: started on a free port, asked over HTTP.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod contest;
pub mod events;
pub mod ladder;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};

use testing::PATIENCE;
use testing::process::Killed;

/// A program that serves pages.
pub struct Tableau {
    process: Killed,
    /// Where it listens.
    pub address: SocketAddr,
    /// The tokens that it has printed.
    pub player: String,
    pub organiser: String,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// As they came, names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    /// The first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl Tableau {
    /// Starts it with these arguments, in this folder.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        Tableau::start_by(Command::new(env!("CARGO_BIN_EXE_tableau")), folder, arguments)
    }

    /// Starts it by a command that executes it.
    pub fn start_by(command: Command, folder: &Path, arguments: &[&str]) -> Self {
        Tableau::try_start_by(command, folder, arguments).unwrap_or_else(|_| panic!("no greeting"))
    }

    /// The same; its process if it does not greet.
    pub fn try_start_by(mut command: Command, folder: &Path, arguments: &[&str]) -> Result<Self, Killed> {
        command.args(["--adresse", "127.0.0.1:0", "--langue", "fr"]).args(arguments).current_dir(folder);
        let mut process = Killed::start(command.stdout(Stdio::piped()));
        let lines = BufReader::new(process.0.stdout.take().expect("its output")).lines();
        // The program of ladders says before it which ones it plays.
        let mut lines = lines.map_while(Result::ok).skip_while(|line| !line.contains("http://"));
        let mut after = |sign: &str| lines.next().and_then(|line| Some(line.rsplit_once(sign)?.1.to_owned()));
        let (Some(url), Some(player), Some(organiser)) = (after("http://"), after("#"), after("#")) else {
            return Err(process);
        };
        let address = url.trim_end_matches('/').parse().expect("an address");
        Ok(Tableau { process, address, player, organiser })
    }

    /// The cookie that keeps a token.
    pub fn cookie(&self, token: &str) -> String {
        format!("arbitre-{}={token}", self.address.port())
    }

    /// Its process, to be ended.
    pub fn end(self) -> Killed {
        self.process
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.process.0.id()
    }

    /// Asks for a page.
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    /// Sends a form as a page of its own would, with a token.
    pub fn post(&self, path: &str, token: &str, form: &str) -> Answer {
        self.try_post(path, token, form).expect("an answer")
    }

    /// The same; the error if no answer comes.
    pub fn try_post(&self, path: &str, token: &str, form: &str) -> io::Result<Answer> {
        let (origin, cookie) = (format!("http://{}", self.address), self.cookie(token));
        let kind = ("content-type", "application/x-www-form-urlencoded");
        self.try_ask("POST", path, &[("origin", &origin), ("cookie", &cookie), kind], form)
    }

    /// Asks for something, with these headers.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        self.try_ask(method, path, headers, body).expect("an answer")
    }

    /// The same; the error if no answer comes.
    pub fn try_ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> io::Result<Answer> {
        let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            request += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += &format!("content-length: {}\r\n\r\n{body}", body.len());
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        // What is too long is answered, and closed, before it is all sent; the answer comes first.
        let closed = |error: &io::Error| {
            matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset)
        };
        let mut bytes = Vec::new();
        let written = stream.write_all(request.as_bytes());
        let read = stream.read_to_end(&mut bytes).map(|_| ());
        if let Err(error) = written.and(read)
            && !closed(&error)
        {
            return Err(error);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|word| word.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers: Vec<_> = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
        let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = if chunked { joined(body) } else { body.to_owned() };
        Ok(Answer { status: status.expect("a status"), headers, body })
    }
}

/// What was sent in chunks.
fn joined(mut chunks: &str) -> String {
    let mut text = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).expect("a length");
        if length == 0 {
            break;
        }
        text += rest.get(..length).expect("a whole chunk");
        chunks = rest[length..].trim_start_matches("\r\n");
    }
    text
}
