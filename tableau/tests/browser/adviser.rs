//! An engine that whispers to somebody who plays on the pages.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use testing::process::{Killed, program};

/// An engine, asked through its protocol.
pub struct Adviser {
    _process: Killed,
    input: ChildStdin,
    lines: BufReader<ChildStdout>,
}

impl Adviser {
    /// This one of this game, for a player who begins, or does not.
    pub fn new(game: &str, engine: &[&str], begins: bool) -> Self {
        let mut command = Command::new(program("moteur"));
        command.arg(game).args(engine).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Killed::start(&mut command);
        let pipes = (process.0.stdin.take(), process.0.stdout.take());
        let (Some(input), Some(lines)) = pipes else { unreachable!("both are piped") };
        let mut adviser = Adviser { _process: process, input, lines: BufReader::new(lines) };
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
