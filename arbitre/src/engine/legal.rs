//! The list of legal moves before each `go`, for engines that want it (`protocol/MOTEUR.md`), and what a line that is no
//! message may mean.
//!
//! It is made only from the lines sent to the engine: so it cannot reveal what its player may not
//! know.

use jeux::game::Params;
use jeux::{Player, Slot};
use protocol::moteur::{EngineLine, GameStart, HostLine, LEGAL, ToldMove, VERSION, split_moves};
use protocol::verdict::{Property, Validity};

use crate::game::{Beginning, GameEntry};
use crate::judge::Coup;
use crate::player_view::PlayerView;

/// In the place of a name that is missing.
const NAME: &str = "moi";

/// Follows the dialogue with an engine to make its list.
pub struct Adviser {
    kind: &'static GameEntry,
    wanted: bool,
    game: Option<Followed>,
    /// The setup of the game that was announced last.
    setup: Option<Params>,
}

/// A game under way.
struct Followed {
    player_view: PlayerView,
    me: Player,
    /// The engine's move, not judged yet.
    given: Option<String>,
    /// Its legal moves, made before the engine is asked: its clock is not running yet.
    list: Option<HostLine>,
}

impl Adviser {
    pub fn new(kind: &'static GameEntry) -> Self {
        Adviser { kind, wanted: false, game: None, setup: None }
    }

    /// The engine wrote this: a move, or its wish for the list, which counts from the next game on.
    pub fn heard(&mut self, line: &EngineLine) {
        match line {
            EngineLine::Want(what) if what == LEGAL => self.wanted = true,
            EngineLine::Move(text) => {
                if let Some(game) = &mut self.game {
                    game.given = Some(text.clone());
                }
            }
            _ => {}
        }
    }

    /// The engine was sent this. A game that cannot be followed has no list.
    pub fn sent(&mut self, line: &HostLine) {
        if let HostLine::Game(start) = line {
            self.setup = (start.game == self.kind.name).then(|| start.params.iter().cloned().collect());
        }
        if !self.wanted {
            return;
        }
        let game = self.game.take();
        self.game = match line {
            HostLine::Game(start) => Followed::begin(self.kind, start),
            HostLine::Verdict(Validity::Valid, Property::Cont, answer) => {
                game.and_then(|game| game.own(answer.as_deref()))
            }
            HostLine::Opponent(told) => game.and_then(|game| game.opponent(told)),
            HostLine::Verdict(..) | HostLine::End(..) => None,
            HostLine::Hello(_) | HostLine::Legal(_) | HostLine::Go(_) | HostLine::Stop | HostLine::Quit => {
                game
            }
        };
    }

    /// What an engine may have meant by a line that is no message: `MOVE B2`, `coup B2`, `B2`.
    pub fn meant(&self, line: &str) -> Option<String> {
        let line = line.trim();
        let (word, rest) = line.split_once([' ', ':', '=']).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim_start_matches([' ', ':', '=']));
        let said = |text: &str| {
            let like = [text.to_owned(), text.to_uppercase(), text.to_lowercase()];
            like.into_iter().find(|text| self.is_move(text)).map(|text| format!("move {text}"))
        };
        match word.as_str() {
            "engine" if rest.is_empty() => Some(format!("engine {VERSION} {NAME}")),
            "engine" if rest.split(' ').next().is_some_and(|word| word.parse::<u32>().is_err()) => {
                Some(format!("engine {VERSION} {rest}"))
            }
            "move" | "bestmove" | "coup" | "play" | "joue" if !rest.is_empty() => {
                Some(said(rest).unwrap_or_else(|| format!("move {rest}")))
            }
            "engine" | "info" | "error" | "want" if !rest.is_empty() => Some(format!("{word} {rest}")),
            _ => said(line),
        }
    }

    /// Whether this is a move in the notation of the game, legal or not.
    fn is_move(&self, text: &str) -> bool {
        let Some(setup) = &self.setup else { return false };
        let beginning = Beginning { setup, first: Slot::Zero, judged: true };
        let Ok(mut judge) = self.kind.start(&beginning) else { return false };
        judge.judge(&Coup::said(text)).is_ok()
    }

    /// The list to send before the next `go`, if the engine wants one.
    pub fn list(&self) -> Option<&HostLine> {
        self.game.as_ref()?.list.as_ref()
    }
}

impl Followed {
    /// The announced game, after the moves made already; `None` for another game.
    fn begin(kind: &'static GameEntry, start: &GameStart) -> Option<Self> {
        if start.game != kind.name {
            return None;
        }
        let setup: Params = start.params.iter().cloned().collect();
        let mut player_view = PlayerView::at_the_beginning(kind, &setup, start.side)?;
        for ToldMove { text, answer } in split_moves(start.param("moves").unwrap_or_default()) {
            let own = player_view.to_move()? == start.side;
            let seen = if own {
                player_view.told_own(&text, answer.as_deref())
            } else {
                player_view.told_opponent(&text)
            };
            seen.then_some(())?;
        }
        Some(Followed { player_view, me: start.side, given: None, list: None }.listed())
    }

    /// The engine's move counts.
    fn own(mut self, answer: Option<&str>) -> Option<Self> {
        let text = self.given.take()?;
        self.player_view.told_own(&text, answer).then(|| self.listed())
    }

    /// The opponent's move counts.
    fn opponent(mut self, told: &str) -> Option<Self> {
        self.player_view.told_opponent(told).then(|| self.listed())
    }

    /// Adds the list of this turn.
    fn listed(mut self) -> Self {
        let turn = self.player_view.to_move() == Some(self.me);
        self.list = if turn { HostLine::legal(self.player_view.legal_moves()) } else { None };
        self
    }
}
