//! The seat of a person at the terminal, whatever the game.
//!
//! The person sees the board and types a move in the notation of the game; what cannot be played is said, with the reason, and
//! costs nothing but time. `?` shows the legal moves, `!` gives the game up; the end of the input does too.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::rc::Rc;
use std::time::Instant;

use arbitre::eyes::Eyes;
use arbitre::judge::Coup;
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn, wait_beside};
use jeux::game::Ink;
use jeux::{ByPlayer, Player, Reason};
use protocol::moteur::LineBuffer;

use crate::paint::painted;

/// Typed to see the legal moves, and to give up.
const MOVES: &str = "?";
const GIVE_UP: &str = "!";

/// What is typed. Two people at one keyboard share it.
pub struct Keyboard {
    input: File,
    lines: LineBuffer,
    ended: bool,
}

impl Keyboard {
    /// The standard input.
    ///
    /// # Errors
    /// There is none.
    pub fn open() -> io::Result<Rc<RefCell<Self>>> {
        // Unbuffered: what is buffered cannot be waited for.
        let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Rc::new(RefCell::new(Keyboard { input, lines: LineBuffer::default(), ended: false })))
    }

    /// The next line that was typed; `None` when there is none now.
    fn typed(&mut self) -> Result<Option<String>, Fault> {
        loop {
            match self.lines.next_line() {
                Some(Ok(line)) => return Ok(Some(line.trim().to_owned())),
                Some(Err(_)) => {}
                None if self.ended => return Err(Fault::Disconnected(Reason::new("gave-up"))),
                None => return Ok(None),
            }
        }
    }

    fn read(&mut self) {
        let mut bytes = [0; 4096];
        match self.input.read(&mut bytes) {
            Ok(read @ 1..) => self.lines.push(&bytes[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => {
                // A last line without its end counts.
                self.lines.push(b"\n");
                self.ended = true;
            }
        }
    }
}

/// A person who types.
pub struct PersonSeat<'a> {
    keyboard: Rc<RefCell<Keyboard>>,
    /// Where the person reads.
    show: &'a dyn Fn(&str),
    inks: &'static [(char, Ink)],
    game: Option<Followed>,
}

/// The game as the person follows it.
struct Followed {
    eyes: Option<Eyes>,
    names: ByPlayer<String>,
    me: Player,
}

impl<'a> PersonSeat<'a> {
    /// A seat at this keyboard; `show` is where the person reads, `inks` are the colours of the game's pictures.
    pub fn new(
        keyboard: &Rc<RefCell<Keyboard>>,
        show: &'a dyn Fn(&str),
        inks: &'static [(char, Ink)],
    ) -> Self {
        PersonSeat { keyboard: Rc::clone(keyboard), show, inks, game: None }
    }

    fn say(&self, text: &str) {
        (self.show)(&format!("{}\n", text.trim_end()));
    }

    fn show_board(&self) {
        let Some(game) = &self.game else { return };
        if let Some(eyes) = &game.eyes {
            let names = ByPlayer { first: game.names.first.as_str(), second: &game.names.second };
            self.say(&painted(self.inks, &eyes.picture(names)));
        }
    }

    fn show_moves(&self) {
        let moves = self.game.as_ref().and_then(|game| game.eyes.as_ref()).map(Eyes::legal_moves);
        self.say(&words::text!("person-moves", moves = moves.unwrap_or_default().join(" ")));
    }

    /// Why a move cannot be played, as far as the person's side can know.
    fn refused(&self, text: &str) -> Option<Reason> {
        self.game.as_ref()?.eyes.as_ref()?.refusal(text)
    }

    /// Sees a move; what cannot be followed is not shown any more.
    fn follow(&mut self, see: impl FnOnce(&mut Eyes) -> bool) {
        let Some(game) = &mut self.game else { return };
        if !game.eyes.as_mut().is_some_and(see) {
            game.eyes = None;
        }
    }
}

impl Seat for PersonSeat<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        let you = words::text!("person-you");
        let mut names = ByPlayer { first: you.clone(), second: you };
        names[!opening.me] = opening.opponent.to_owned();
        self.game = Some(Followed { eyes: Eyes::of(opening), names, me: opening.me });
        let colour = opening.colour.unwrap_or("none");
        self.say("");
        self.say(&words::text!(
            "person-begins",
            game = opening.title,
            partie = opening.partie,
            opponent = opening.opponent,
            colour = colour,
            first = if opening.me == Player::First { "yes" } else { "no" }
        ));
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, Fault> {
        self.show_board();
        self.say(&words::text!("person-turn"));
        loop {
            loop {
                let typed = self.keyboard.borrow_mut().typed()?;
                let Some(line) = typed else { break };
                match line.as_str() {
                    "" => {}
                    MOVES => self.show_moves(),
                    GIVE_UP => return Err(Fault::Disconnected(Reason::new("gave-up"))),
                    text => match self.refused(text) {
                        None => return Ok(Answer { coup: Coup::said(text), at: Instant::now() }),
                        Some(why) => {
                            let why = words::reason(&why);
                            self.say(&words::text!("person-refused", move = text, why = why));
                        }
                    },
                }
            }
            if turn.deadline.passed() {
                return Err(Fault::Timeout);
            }
            let mut keyboard = self.keyboard.borrow_mut();
            let woken = wait_beside(keyboard.input.as_fd(), turn, turn.deadline, other)?;
            if woken == arbitre::seat::Woken::Ready {
                keyboard.read();
            }
        }
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        if let Ruling::Judged { coup, judgement } = ruling {
            self.follow(|eyes| eyes.own(coup, judgement));
            if let Some(answer) = &judgement.answer {
                self.say(&words::text!("report-answer", answer = answer));
            }
        }
        self.told_end(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        if let Ruling::Judged { coup, judgement } = ruling {
            let opponent = self.game.as_ref().map(|game| game.names[!game.me].clone()).unwrap_or_default();
            let shown = judgement.shown.of(&coup.text);
            self.say(&words::text!("person-opponent", name = opponent, move = shown));
            self.follow(|eyes| eyes.opponent(coup, judgement));
        }
        self.told_end(ruling);
    }
}

impl PersonSeat<'_> {
    /// The last board of a game that is over: how it ended, the report says.
    fn told_end(&self, ruling: &Ruling) {
        if ruling.termination().is_some() {
            self.show_board();
        }
    }
}
