//! An engine that whispers to somebody who plays on the pages.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::stage;

/// An engine, asked through its protocol.
pub struct Adviser {
    child: Child,
    input: ChildStdin,
    lines: BufReader<ChildStdout>,
}

impl Adviser {
    /// This one of this game, for a player who begins, or does not.
    pub fn new(game: &str, engine: &[&str], begins: bool) -> Self {
        let mut child = stage::command(std::env::temp_dir().as_path(), "moteur", &[&[game], engine].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("moteur");
        let (input, lines) = (child.stdin.take().expect("input"), child.stdout.take().expect("output"));
        let mut adviser = Adviser { child, input, lines: BufReader::new(lines) };
        adviser.say("hello 1");
        adviser.say(&format!("game {game} {}", if begins { "first" } else { "second" }));
        adviser
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("said");
    }

    /// What it would play now, and will have played.
    pub fn advises(&mut self) -> String {
        self.say("go 1000");
        let mut line = String::new();
        while self.lines.read_line(&mut line).expect("a line") > 0 {
            if let Some(mv) = line.strip_prefix("move ") {
                let mv = mv.trim().to_owned();
                self.say("verdict VALID CONT");
                return mv;
            }
            line.clear();
        }
        panic!("no advice");
    }

    /// The opponent has played this.
    pub fn hears(&mut self, mv: &str) {
        self.say(&format!("opponent {mv}"));
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).ok();
    }
}
