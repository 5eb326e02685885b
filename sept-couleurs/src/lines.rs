//! A game in lines (the subject, section 3): on a pipe, on a simple terminal, or by choice.

use std::collections::VecDeque;
use std::io::{self, Write};

use anyhow::Result;
use jeux::sept_couleurs::{BoardSide, SeptCouleurs};
use jeux::{Position, Reason};
use nix::poll::PollFd;
use protocol::moteur::{LineBuffer, StreamError};

use crate::game::ShownGame;
use crate::input::{Command, Input, command};
use crate::messages;
use crate::ui::Ui;

pub struct LineTerminal {
    input: Input,
    buffer: LineBuffer,
    typed: VecDeque<Result<String, StreamError>>,
    /// End of input.
    ended: bool,
    /// The program is told to stop, or its output is closed.
    stop: bool,
    /// Show the board after each move.
    boards: bool,
    /// What was printed of the end already.
    told: String,
}

impl LineTerminal {
    /// Reads this input and writes to standard output.
    pub fn new(input: Input, boards: bool) -> Self {
        let (buffer, typed, told) = (LineBuffer::default(), VecDeque::new(), String::new());
        LineTerminal { input, buffer, typed, ended: false, stop: false, boards, told }
    }

    fn print(&mut self, text: &str) {
        let mut out = io::stdout().lock();
        if out.write_all(format!("{text}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
            self.stop = true;
        }
    }

    fn board(&mut self, position: &SeptCouleurs) {
        self.print(&messages::board(position));
    }

    fn shares(game: &ShownGame) -> String {
        BoardSide::ALL.map(|side| messages::occupation(game, side)).join("   ")
    }

    fn read(&mut self, bytes: bool) {
        let came = self.input.take(bytes);
        self.stop |= came.stop;
        self.buffer.push(&came.bytes);
        if came.ended && !self.ended {
            // A last line without a line feed counts.
            self.buffer.push(b"\n");
            self.ended = true;
        }
        while let Some(line) = self.buffer.next_line() {
            let line = line.map(|line| line.trim().to_owned());
            if line.as_ref().is_ok_and(String::is_empty) {
                continue;
            }
            self.typed.push_back(line);
        }
    }
}

impl Ui for LineTerminal {
    fn open(&mut self, game: &ShownGame) -> Result<()> {
        if !game.title.is_empty() {
            self.print(&game.title);
        }
        self.print(&messages::begins(game));
        if game.is_watched() {
            self.board(&game.position);
        }
        Ok(())
    }

    fn turn(&mut self, game: &ShownGame) {
        let position = &game.position;
        if !game.is_person(position.to_move()) {
            return;
        }
        self.board(position);
        self.print(&Self::shares(game));
        let gains = messages::gains(position).into_iter().map(|(colour, cells)| format!("{colour} +{cells}"));
        let gains = gains.collect::<Vec<_>>().join("  ");
        self.print(&i18n::text!("couleurs-gains", gains = gains));
        self.print(&messages::turn(game));
    }

    fn moved(&mut self, game: &ShownGame) {
        self.print(&format!("{}   {}", messages::last(game), Self::shares(game)));
        if self.boards {
            self.board(&game.position);
        }
    }

    fn say(&mut self, _game: &ShownGame, text: &str) {
        self.print(text);
    }

    fn watch<'a>(&'a self, thinking: bool, fds: &mut Vec<PollFd<'a>>) {
        self.input.watch(!thinking, fds);
    }

    fn heard(&mut self, game: &ShownGame, thinking: bool) -> Option<Command> {
        if self.typed.is_empty() || thinking {
            self.read(!thinking);
        }
        if self.stop {
            return Some(Command::Quit);
        }
        if thinking {
            return None;
        }
        while let Some(line) = self.typed.pop_front() {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    self.print(&i18n::reason(&Reason::from(error)));
                    continue;
                }
            };
            let mut signs = line.chars();
            match (signs.next(), signs.next()) {
                (Some('?'), None) => self.print(&i18n::text!("couleurs-help-lines")),
                (Some(sign), None) => match command(sign, game.position.rules().colours) {
                    Some(Command::Pause | Command::Step | Command::Faster | Command::Slower) | None => {
                        return Some(Command::Play(line));
                    }
                    command => return command,
                },
                _ => return Some(Command::Play(line)),
            }
        }
        self.ended.then_some(Command::Quit)
    }

    fn over(&mut self, game: &ShownGame, text: &str, _more: bool) -> bool {
        self.board(&game.position);
        self.print(text);
        self.told = text.to_owned();
        !self.stop
    }

    fn close(&mut self, text: &str) {
        if !text.is_empty() && self.told != text {
            self.print(text);
        }
    }
}
