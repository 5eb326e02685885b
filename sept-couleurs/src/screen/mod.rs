//! A game on the whole screen of a terminal (the subject, section 8).
//!
//! * `keys`: keys in the terminal's bytes. `draw`: the layout, the board's cells, and colours that
//!   everybody can tell apart.
//!
//! The terminal is always restored: when the screen is dropped, and before a panic is printed.

mod draw;
mod keys;

use std::collections::VecDeque;
use std::io::{self, Stdout, Write, stdout};
use std::time::Duration;

use anyhow::{Context, Result};
use crossterm::cursor::{Hide, Show};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use draw::{Palette, ScreenContent};
use ipc::wait::Deadline;
use keys::{Key, Keys};
use nix::poll::PollFd;
use nix::sys::signal::{Signal, raise};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::game::ShownGame;
use crate::input::{Command, Input, command};
use crate::messages;
use crate::ui::Ui;

/// The least time between an engine's move against a person and the next.
const GLANCE: Duration = Duration::from_millis(150);

pub struct Screen {
    input: Input,
    keys: Keys,
    typed: VecDeque<Key>,
    terminal: Option<Terminal<CrosstermBackend<Stdout>>>,
    palette: Palette,
    /// The message below the board.
    message: String,
    help: bool,
    /// The wanted scroll position; [`draw`](draw::draw) limits it.
    scroll: (usize, usize),
    seen: (usize, usize),
    /// The command that needs confirmation.
    doubted: Option<Command>,
    stop: bool,
}

/// Switches to the whole screen.
fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Hide)
}

/// Restores the terminal, if it is still there.
fn leave() {
    execute!(stdout(), Show, LeaveAlternateScreen).ok();
    disable_raw_mode().ok();
}

impl Screen {
    /// The screen is entered when the first game begins.
    pub fn new(input: Input, colours: bool) -> Self {
        Screen {
            input,
            keys: Keys::default(),
            typed: VecDeque::new(),
            terminal: None,
            palette: Palette::of_this_terminal(colours),
            message: String::new(),
            help: false,
            scroll: (0, 0),
            seen: (0, 0),
            doubted: None,
            stop: false,
        }
    }

    fn draw(&mut self, game: &ShownGame, end: Option<&str>) {
        let Some(terminal) = &mut self.terminal else { return };
        let mut scene = ScreenContent {
            game,
            message: &self.message,
            help: self.help,
            end,
            palette: self.palette,
            scroll: self.scroll,
        };
        let drawn = terminal.draw(|frame| draw::draw(frame, &mut scene)).is_ok();
        self.seen = scene.scroll;
        self.stop |= !drawn;
    }

    /// Reads input; whether to redraw.
    fn read(&mut self) -> bool {
        let came = self.input.take(true);
        self.stop |= came.stop || came.ended;
        self.typed.extend(self.keys.read(&came.bytes));
        came.redraw
    }

    /// Restores the terminal while the program is stopped.
    fn suspend(&mut self) {
        leave();
        // If it cannot be stopped it goes on.
        raise(Signal::SIGTSTP).ok();
        self.stop |= enter().is_err();
        if let Some(terminal) = &mut self.terminal {
            self.stop |= terminal.clear().is_err();
        }
    }

    /// Handles a key that changes the display; returns any other one.
    fn look(&mut self, key: Key) -> Option<Key> {
        let (row, column) = self.seen;
        match key {
            Key::Up => self.scroll.0 = row.saturating_sub(1),
            Key::Down => self.scroll.0 = row + 1,
            Key::PageUp => self.scroll.0 = row.saturating_sub(10),
            Key::PageDown => self.scroll.0 = row + 10,
            Key::Left => self.scroll.1 = column.saturating_sub(2),
            Key::Right => self.scroll.1 = column + 2,
            Key::Home => self.scroll = (0, 0),
            Key::End => self.scroll = (usize::MAX, usize::MAX),
            Key::Sign('?') => self.help = !self.help,
            Key::Redraw => {
                if let Some(terminal) = &mut self.terminal {
                    self.stop |= terminal.clear().is_err();
                }
            }
            Key::Suspend => self.suspend(),
            key => return Some(key),
        }
        None
    }

    /// Asks for confirmation before something is lost.
    fn sure(&mut self, game: &ShownGame, command: Command) -> Option<Command> {
        let loses = match command {
            Command::Quit => !game.is_watched() && game.undo && game.moves > 0,
            Command::GiveUp => !game.is_watched(),
            _ => false,
        };
        if !loses || self.doubted.as_ref() == Some(&command) {
            self.doubted = None;
            return Some(command);
        }
        self.message = match command {
            Command::Quit => i18n::text!("couleurs-sure-quit"),
            _ => i18n::text!("couleurs-sure-give-up"),
        };
        self.doubted = Some(command);
        None
    }
}

impl Ui for Screen {
    fn open(&mut self, game: &ShownGame) -> Result<()> {
        if self.terminal.is_none() {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                leave();
                usual(info);
            }));
            let taken = enter().and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
            if taken.is_err() {
                leave();
            }
            self.terminal = Some(taken.context("terminal")?);
        }
        // A single person sees his own corner first.
        let low = messages::only_person(game).is_some_and(|me| game.position.side(me).symbol() == 'v');
        self.scroll = if low { (usize::MAX, 0) } else { (0, usize::MAX) };
        self.message.clear();
        Ok(())
    }

    fn turn(&mut self, game: &ShownGame) {
        self.draw(game, None);
    }

    fn moved(&mut self, game: &ShownGame) {
        self.message.clear();
        self.doubted = None;
        self.draw(game, None);
    }

    fn say(&mut self, game: &ShownGame, text: &str) {
        self.message = text.to_owned();
        self.draw(game, None);
    }

    fn watch<'a>(&'a self, _thinking: bool, fds: &mut Vec<PollFd<'a>>) {
        self.input.watch(true, fds);
    }

    fn heard(&mut self, game: &ShownGame, _thinking: bool) -> Option<Command> {
        let mut changed = self.typed.is_empty() && self.read();
        while let (Some(key), false) = (self.typed.pop_front(), self.stop) {
            changed = true;
            let wished = match self.look(key) {
                None | Some(Key::Enter) => None,
                Some(Key::Interrupt) => return Some(Command::Quit),
                Some(Key::Backspace) => Some(Command::Undo),
                Some(Key::Sign(sign)) => command(sign, game.position.rules().colours),
                Some(_) => None,
            };
            if let Some(command) = wished.and_then(|command| self.sure(game, command)) {
                return Some(command);
            }
        }
        if self.stop {
            return Some(Command::Quit);
        }
        if changed {
            self.draw(game, None);
        }
        None
    }

    fn rest(&self, game: &ShownGame) -> Duration {
        if game.is_watched() { game.pace.delay() } else { GLANCE }
    }

    fn over(&mut self, game: &ShownGame, text: &str, more: bool) -> bool {
        let ask = if more { i18n::text!("couleurs-next") } else { i18n::text!("couleurs-leave") };
        self.message = ask;
        self.typed.clear();
        self.draw(game, Some(text));
        loop {
            if self.stop || self.input.wait(true, Deadline::NEVER).is_err() {
                return false;
            }
            self.read();
            while let Some(key) = self.typed.pop_front() {
                match self.look(key) {
                    Some(Key::Enter) => return true,
                    Some(Key::Interrupt | Key::Sign('q' | 'Q')) => return false,
                    _ => {}
                }
            }
            self.draw(game, Some(text));
        }
    }

    fn close(&mut self, text: &str) {
        if self.terminal.take().is_some() {
            leave();
        }
        if !text.is_empty() {
            writeln!(stdout(), "{text}").ok();
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.close("");
    }
}
