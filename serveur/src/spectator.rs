//! Somebody who watches a game at the terminal while it is played: every move with the board after it.

use arbitre::judge::Judge;
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn};
use arbitre::wait::Deadline;
use jeux::game::Ink;
use jeux::{ByPlayer, Player};
use nix::poll::PollFd;

use crate::paint::painted;
use crate::report::say;

/// The seat of the player in place 0, and a look over the shoulder.
pub struct Spectator<'a> {
    seat: &'a mut dyn Seat,
    names: [&'a str; 2],
    inks: &'static [(char, Ink)],
    game: Option<Watched>,
}

/// The game under way.
struct Watched {
    judge: Box<dyn Judge>,
    /// The names in order of play.
    names: ByPlayer<String>,
    me: Player,
    number: usize,
}

impl<'a> Spectator<'a> {
    /// Beside this seat, which is in place 0; the names are those of both places, `inks` the colours of the game's pictures.
    pub fn beside(seat: &'a mut dyn Seat, names: [&'a str; 2], inks: &'static [(char, Ink)]) -> Self {
        Spectator { seat, names, inks, game: None }
    }

    /// Shows what came of a turn.
    fn see(&mut self, mover: Option<Player>, ruling: &Ruling) {
        let (Some(game), Some(mover)) = (&mut self.game, mover) else { return };
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
        say(&format!("{line}\n"));
        // Only a legal move changes the board.
        if judgement.verdict.is_legal() && game.judge.judge(coup).is_ok() {
            game.show(self.inks);
        }
    }
}

impl Watched {
    fn show(&self, inks: &[(char, Ink)]) {
        let names = ByPlayer { first: self.names.first.as_str(), second: &self.names.second };
        say(&painted(inks, &self.judge.picture(names)));
    }
}

impl Seat for Spectator<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        let mut names = ByPlayer::from_fn(|_| self.names[1 - opening.place].to_owned());
        names[opening.me] = self.names[opening.place].to_owned();
        self.game =
            opening.judge.map(|judge| Watched { judge: judge.copy(), names, me: opening.me, number: 0 });
        if let Some(game) = &self.game {
            let line = words::text!("report-begins", partie = opening.partie, name = &game.names.first);
            say(&format!("{line}\n"));
            game.show(self.inks);
        }
        self.seat.begin(opening)
    }

    fn ready(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        self.seat.ready(opening)
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
