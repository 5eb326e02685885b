//! People at the terminal, at any game: the host's views, and their input.
//!
//! A person sees the board and types a move in the game's notation; a move that cannot be played is
//! refused with the reason, and costs only time. `?` shows the legal moves, `!` gives up, and so
//! does the end of input.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;

use arbitre::game::GameEntry;
use arbitre::host::LocalHost;
use arbitre::host::person::{PersonMessage, PersonTurn, PersonView};
use jeux::Slot;
use nix::poll::{PollFd, PollFlags};
use protocol::moteur::LineBuffer;

use crate::report::{painted, say};

/// Typed to see the legal moves, and to give up.
const MOVES: &str = "?";
const GIVE_UP: &str = "!";

/// The keyboard, which two people may share.
struct Keyboard {
    input: File,
    lines: LineBuffer,
    ended: bool,
}

impl Keyboard {
    /// The next line; at the end of input, giving up.
    fn typed(&mut self) -> Option<String> {
        loop {
            match self.lines.next_line() {
                Some(Ok(line)) => return Some(line.trim().to_owned()),
                Some(Err(_)) => {}
                None if self.ended => return Some(GIVE_UP.to_owned()),
                None => return None,
            }
        }
    }

    fn read(&mut self) {
        let mut bytes = [0; 4096];
        match self.input.read(&mut bytes) {
            Ok(read @ 1..) => self.lines.push(&bytes[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => {
                // A last line without a line feed counts.
                self.lines.push(b"\n");
                self.ended = true;
            }
        }
    }
}

pub struct Terminal {
    keyboard: Keyboard,
    kind: &'static GameEntry,
    /// By slot.
    names: [String; 2],
    /// The last view of each person, by slot.
    views: [Option<PersonView>; 2],
    /// The slot of the person asked for input.
    asked: Option<Slot>,
}

impl Terminal {
    /// Before anything is shown.
    pub fn open(kind: &'static GameEntry, names: [String; 2]) -> io::Result<Self> {
        // Unbuffered, as poll does not see buffered bytes.
        let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let keyboard = Keyboard { input, lines: LineBuffer::default(), ended: false };
        Ok(Terminal { keyboard, kind, names, views: [None, None], asked: None })
    }

    /// Shows what is new to the person in this slot.
    pub fn show(&mut self, slot: Slot, view: PersonView) {
        let known = self.views[slot].take().filter(|known| known.number == view.number);
        let heard = known.as_ref().map_or(0, |known| known.moves.len());
        let opponent = self.names[slot.other()].as_str();
        if known.is_none() {
            let colour = self.kind.colours.map_or("none", |colours| colours[slot]);
            let begins = i18n::text!(
                "person-begins",
                game = self.kind.title,
                partie = &view.partie,
                opponent = opponent,
                colour = colour,
                first = if view.begins { "yes" } else { "no" }
            );
            say(&format!("\n{begins}\n"));
        }
        for said in view.moves.iter().skip(heard) {
            match &said.answer {
                _ if !said.mine => {
                    say_line(&i18n::text!("person-opponent", name = opponent, move = &said.text));
                }
                Some(answer) => say_line(&i18n::text!("report-answer", answer = answer)),
                None => {}
            }
        }
        if self.asked == Some(slot) {
            self.asked = None;
        }
        match (view.turn, &view.refused) {
            // One's own move, before the opponent's.
            (PersonTurn::Theirs, _) => {
                let played = view.moves.len() > heard;
                if played && view.moves.last().is_some_and(|said| said.mine) {
                    say_line(&painted(self.kind.inks, &view.picture));
                }
            }
            (PersonTurn::Mine, Some((text, why))) => {
                let why = i18n::reason(why);
                say_line(&i18n::text!("person-refused", move = text, why = why));
            }
            // The report says how it ended.
            (PersonTurn::Mine | PersonTurn::Next | PersonTurn::Over, _) => {
                if !view.picture.is_empty() {
                    say_line(&painted(self.kind.inks, &view.picture));
                }
            }
        }
        if view.turn == PersonTurn::Mine {
            self.asked = Some(slot);
            if view.refused.is_none() {
                say_line(&i18n::text!("person-turn"));
            }
        }
        self.views[slot] = Some(view);
    }

    /// Sends input to the host for the player to move.
    pub fn hear(&mut self, host: &LocalHost) {
        while let Some(slot) = self.asked
            && let Some(line) = self.keyboard.typed()
        {
            let view = self.views[slot].as_ref();
            match line.as_str() {
                "" => {}
                MOVES => {
                    let choices = view.map(|view| view.choices.as_slice()).unwrap_or_default();
                    let moves: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
                    say_line(&i18n::text!("person-moves", moves = moves.join(" ")));
                }
                text => {
                    self.asked = None;
                    host.say(
                        slot,
                        &match text {
                            GIVE_UP => PersonMessage::GiveUp,
                            text => {
                                PersonMessage::Move(view.map_or(0, |view| view.moves.len()), text.to_owned())
                            }
                        },
                    );
                }
            }
        }
    }

    /// Adds the keyboard to the descriptors while input is wanted; its index there.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Option<usize> {
        self.asked?;
        fds.push(PollFd::new(self.keyboard.input.as_fd(), PollFlags::POLLIN));
        Some(fds.len() - 1)
    }

    /// Reads input; blocks.
    pub fn read(&mut self) {
        self.keyboard.read();
    }
}

fn say_line(text: &str) {
    say(&format!("{}\n", text.trim_end()));
}
