//! Watching a game in the terminal: every move with its board.

use std::io::{IsTerminal, stdout};
use std::time::Duration;

use arbitre::game::{Beginning, GameEntry};
use arbitre::host::Task;
use arbitre::judge::{Coup, Judge, Judgement, Verdict};
use arbitre::record::MoveRecord;
use jeux::Slot;
use protocol::verdict::Validity;

use crate::report::{painted, say};

/// Home and clear; each line clears the rest of an older one.
const TOP: &str = "\u{1b}[H\u{1b}[J";

/// How a game is watched.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Watching {
    /// How long each board stays; the game waits.
    pub pause: Duration,
    /// Whether a board replaces the one before, on a terminal.
    pub in_place: bool,
    /// Whether it is drawn on a page instead.
    pub on_page: bool,
}

/// A spectator of a rencontre.
pub struct Spectator<'a> {
    kind: &'static GameEntry,
    task: &'a Task,
    in_place: bool,
    /// Whether anything is printed here.
    shown: bool,
    game: Option<WatchedGame>,
}

struct WatchedGame {
    judge: Box<dyn Judge>,
    first: Slot,
    /// Moves made.
    moves: usize,
}

impl<'a> Spectator<'a> {
    /// A spectator here or on a page.
    pub fn new(kind: &'static GameEntry, task: &'a Task, watching: Watching, shown: bool) -> Self {
        let in_place = watching.in_place && stdout().is_terminal();
        Spectator { kind, task, in_place, shown, game: None }
    }

    /// A game begins.
    pub fn begins(&mut self, number: usize) {
        let Some(partie) = self.kind.parties_numbering(self.task.parties).get(number) else { return };
        let beginning = Beginning { setup: &self.task.setup, first: partie.first, judged: true };
        let judge = self.kind.start(&beginning).ok();
        self.game = judge.map(|judge| WatchedGame { judge, first: partie.first, moves: 0 });
        let name = &self.task.players[partie.first].name;
        self.show(&i18n::text!("report-begins", partie = partie.name, name = name));
    }

    /// A move was judged.
    pub fn moved(&mut self, mv: &MoveRecord) {
        let Some(game) = &mut self.game else { return };
        game.moves += 1;
        let mut line = i18n::text!(
            "report-move",
            number = format!("{:>2}", game.moves),
            name = &self.task.players[mv.player].name,
            move = &mv.text,
            verdict = mv.verdict.word(),
            property = mv.property.word()
        );
        if let Some(answer) = &mv.answer {
            line += &format!(" ({})", i18n::text!("report-answer", answer = i18n::reason::answer(answer)));
        }
        let coup = Coup::said(&mv.text);
        // Only a legal move changes the board.
        if mv.verdict == Validity::Valid {
            game.judge.judge(&coup).ok();
        } else if let Ok(Judgement { verdict: Verdict::Illegal(why), .. }) = game.judge.copy().judge(&coup) {
            line = i18n::text!("outcome-because", text = line, why = i18n::reason(&why));
        }
        self.show(&line);
    }

    /// Prints the board under this line.
    fn show(&self, line: &str) {
        let Some(game) = self.game.as_ref().filter(|_| self.shown) else { return };
        let names = game.first.in_order().map(|slot| self.task.players[slot].name.as_str());
        let top = if self.in_place { TOP } else { "" };
        say(&format!("{top}{line}\n{}", painted(self.kind.inks, &game.judge.picture(names))));
    }
}
