//! Somebody who watches a game while it is played: every move with the board after it, on the terminal or on a page.

use std::io::{IsTerminal, stdout};
use std::thread;
use std::time::Duration;

use arbitre::judge::Judge;
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn};
use confine::Confinement;
use ipc::wait::Deadline;
use jeux::game::Ink;
use jeux::scene::Scene;
use jeux::{ByPlayer, Player};
use nix::poll::PollFd;

use crate::page::Page;
use crate::paint::painted;
use crate::report::say;

/// How many lines a page shows beside the board.
const LINES: usize = 300;
/// Back to the top of the terminal, and nothing below; each line loses what is left of an older one.
const TOP: &str = "\u{1b}[H\u{1b}[J";

/// How a game is watched.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Watching {
    /// How long each board stays; the game waits for that.
    pub pause: Duration,
    /// Whether a board takes the place of the one before it, on a terminal.
    pub in_place: bool,
    /// Whether it is drawn on a page.
    pub on_page: bool,
}

/// The seat of the player in place 0, and a look over the shoulder.
pub struct Spectator<'a> {
    seat: &'a mut dyn Seat,
    names: [&'a str; 2],
    inks: &'static [(char, Ink)],
    watching: Option<Watching>,
    page: Option<&'a Page>,
    game: Option<Watched>,
    said: Vec<String>,
    /// The last drawing.
    drawing: String,
}

/// The game under way.
struct Watched {
    judge: Box<dyn Judge>,
    /// The names in order of play.
    names: ByPlayer<String>,
    me: Player,
    /// The place of the player who begins.
    first: usize,
    /// The last legal move.
    last: Option<String>,
    number: usize,
}

impl<'a> Spectator<'a> {
    /// Beside this seat, which is in place 0; the names are those of both places, `inks` the colours of the game's
    /// pictures. Without `watching` it shows nothing; with a page, that in the place of the terminal.
    pub fn beside(
        seat: &'a mut dyn Seat,
        names: [&'a str; 2],
        inks: &'static [(char, Ink)],
        watching: Option<Watching>,
        page: Option<&'a Page>,
    ) -> Self {
        let in_place = |watching: Watching| Watching {
            in_place: watching.in_place && stdout().is_terminal(),
            ..watching
        };
        let watching = watching.map(in_place);
        Spectator { seat, names, inks, watching, page, game: None, said: Vec::new(), drawing: String::new() }
    }

    /// Says how it ended, beside the last board of the page, if there is one.
    pub fn conclude(&mut self, text: &str) {
        self.said.extend(text.lines().map(|line| line.trim().to_owned()));
        self.show_page();
    }

    /// Shows what came of a turn.
    fn see(&mut self, mover: Option<Player>, ruling: &Ruling) {
        let (Some(game), Some(mover)) = (&mut self.game, mover) else { return };
        if self.watching.is_none() {
            return;
        }
        let Ruling::Judged { coup, judgement } = ruling else { return };
        game.number += 1;
        let (verdict, property) = judgement.verdict.words();
        let line = words::text!(
            "report-move",
            number = format!("{:>2}", game.number),
            name = &game.names[mover],
            move = &coup.text,
            verdict = verdict.word(),
            property = property.word()
        );
        // Only a legal move changes the board.
        if judgement.verdict.is_legal() {
            game.judge.judge(coup).ok();
            game.last = Some(coup.text.clone());
        }
        let answer = judgement.answer.as_ref().map(|answer| words::text!("report-answer", answer = answer));
        self.show(line, answer);
    }

    /// Shows the board under this.
    fn show(&mut self, line: String, answer: Option<String>) {
        let (Some(game), Some(watching)) = (&self.game, self.watching) else { return };
        let names = ByPlayer { first: game.names.first.as_str(), second: &game.names.second };
        let told = answer.map(|answer| format!(" ({answer})")).unwrap_or_default();
        let line = format!("{line}{told}");
        match self.page {
            Some(_) => {
                let scene = Scene { first: game.first, last: game.last.as_deref(), ..Scene::of(names) };
                self.drawing = game.judge.drawing(&scene).unwrap_or_default();
            }
            None => {
                let top = if watching.in_place { TOP } else { "" };
                say(&format!("{top}{line}\n{}", painted(self.inks, &game.judge.picture(names))));
            }
        }
        self.said.push(line);
        self.show_page();
        thread::sleep(watching.pause);
    }

    fn show_page(&mut self) {
        let Some(page) = self.page else { return };
        self.said.drain(..self.said.len().saturating_sub(LINES));
        page.show(&self.drawing, &self.said);
    }
}

impl Seat for Spectator<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        let mut names = ByPlayer::from_fn(|_| self.names[1 - opening.place].to_owned());
        names[opening.me] = self.names[opening.place].to_owned();
        let (me, first) = (opening.me, (opening.place + opening.me.index()) % 2);
        let watched =
            |judge: &dyn Judge| Watched { judge: judge.copy(), names, me, first, last: None, number: 0 };
        self.game = opening.judge.map(watched);
        if let Some(game) = &self.game {
            let name = &game.names.first;
            self.show(words::text!("report-begins", partie = opening.partie, name = name), None);
        }
        self.seat.begin(opening)
    }

    fn ready(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        self.seat.ready(opening)
    }

    fn confinement(&mut self) -> Option<Confinement> {
        self.seat.confinement()
    }

    fn processor_time(&mut self) -> Option<Duration> {
        self.seat.processor_time()
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, Fault> {
        self.seat.choose(turn, other)
    }

    fn watch<'b>(&'b self, fds: &mut Vec<PollFd<'b>>) -> Deadline {
        self.seat.watch(fds)
    }

    fn attend(&mut self) -> Result<(), Fault> {
        self.seat.attend()
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        let me = self.game.as_ref().map(|game| game.me);
        self.see(me, ruling);
        self.seat.tell_own(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        let opponent = self.game.as_ref().map(|game| !game.me);
        self.see(opponent, ruling);
        self.seat.tell_opponent(ruling);
    }
}
