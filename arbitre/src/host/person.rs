//! The seat of a person, who sees what a player may see, and sends moves.
//!
//! The client displays it, on a page or at a terminal. A move that cannot be played is refused here
//! with the reason, and costs only time.

use std::env;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use ipc::channel::Channel;
use ipc::wait::{Deadline, wait};
use jeux::game::Params;
use jeux::scene::Scene;
use jeux::{Player, Reason, Slot};
use nix::poll::{PollFd, PollFlags};
use protocol::moteur::ToldMove;
use protocol::name::clean;
use serde::{Deserialize, Serialize};

use crate::judge::Coup;
use crate::match_loop::result;
use crate::player_view::PlayerView;
use crate::record::{MoveRecord, PartieRecord, Record, ResultRecord};
use crate::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn, wait_beside};

/// Options of a person's seat.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonSettings {
    /// The time for a move without a limit, and between games, in milliseconds; `None` for ever.
    pub patience_ms: Option<u64>,
    /// Whether to draw the game, or show it as text.
    pub drawn: bool,
    /// Whether the person starts each game.
    pub asked: bool,
    /// Whether the time for a move is for engines only.
    pub untimed: bool,
    /// The person's name in views; `None`: the player's name.
    pub called: Option<String>,
}

/// A person, where a player is named, and in records.
pub const PERSON: &str = "personne";

/// The name of the person at this terminal: the login, if the environment tells it.
pub fn login_name() -> Option<String> {
    let told = ["LOGNAME", "USER"].iter().find_map(|name| env::var(name).ok());
    told.filter(|name| !name.trim().is_empty()).map(|name| clean(name.as_bytes()))
}

/// The time for the client to read.
const READ_BOUND: Duration = Duration::from_secs(10);
/// Moves offered at most; any other may still be written.
const MOST_CHOICES: usize = 2_000;

/// A message of a person.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PersonMessage {
    /// A move, after so many of this game.
    Move(usize, String),
    GiveUp,
    /// The next game may begin.
    Next,
}

/// What a person is shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PersonView {
    /// The name of the game within the rencontre.
    pub partie: String,
    /// From 0.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// The person begins it.
    pub begins: bool,
    /// What the person is to do.
    pub turn: PersonTurn,
    /// What the game began with, where nothing is hidden.
    #[serde(default)]
    pub setup: Option<Params>,
    /// The moves of this game, as the person knows them.
    pub moves: Vec<PlayedMove>,
    /// The board as SVG.
    pub drawing: Option<String>,
    /// The board as text.
    pub picture: String,
    /// Legal moves, perhaps not all.
    pub choices: Vec<LegalMove>,
    /// The last refused input, and why.
    pub refused: Option<(String, Reason)>,
    /// The finished games, in order.
    pub results: Vec<EndedPartie>,
}

/// What a person is to do.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PersonTurn {
    /// Wait for the opponent.
    #[default]
    Theirs,
    /// Move.
    Mine,
    /// Begin the next game.
    Next,
    /// Nothing more.
    Over,
}

/// A move as a person knows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// It is the person's own.
    pub mine: bool,
    /// In the game's notation, or what is shown of it.
    pub text: String,
    /// The answer to the person.
    pub answer: Option<String>,
}

impl PlayedMove {
    fn of(mv: &MoveRecord, slot: Slot) -> Self {
        let ToldMove { text, answer } = mv.told_to(slot);
        PlayedMove { mine: mv.player == slot, text, answer }
    }
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LegalMove {
    /// In the game's notation.
    pub text: String,
    /// What is touched for it in the drawing.
    pub touches: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EndedPartie {
    /// Its name within the rencontre.
    pub partie: String,
    /// How it ended.
    pub result: ResultRecord,
}

pub struct PersonSeat {
    line: Channel,
    setting: PersonSettings,
    names: [String; 2],
    /// How many games there are.
    of: usize,
    /// How many had begun before moves were taken back.
    begun: usize,
    /// Has left: nothing waits any more.
    gone: bool,
    player_view: Option<PlayerView>,
    slot: Slot,
    /// The slot of the player who begins the current game.
    first: Slot,
    view: PersonView,
}

impl PersonSeat {
    /// The person at the other end of this channel; the names by slot, the number of games, and the
    /// person's slot with the earlier moves.
    pub(super) fn new(
        line: Channel,
        setting: &PersonSettings,
        names: [String; 2],
        of: usize,
        (slot, before): (Slot, Option<&Record>),
    ) -> Self {
        let mut names = names;
        if let Some(called) = &setting.called {
            names[slot].clone_from(called);
        }
        let parties = before.map(|record| record.parties.as_slice()).unwrap_or_default();
        let over = parties.split_last().map(|(_, over)| over).unwrap_or_default();
        let ended = |partie: &PartieRecord| EndedPartie {
            partie: partie.name.clone(),
            result: partie.result.clone(),
        };
        let results = over.iter().map(ended).collect();
        PersonSeat {
            line,
            setting: setting.clone(),
            names,
            of,
            begun: parties.len(),
            gone: false,
            player_view: None,
            slot,
            first: Slot::Zero,
            view: PersonView { results, ..PersonView::default() },
        }
    }

    /// The end of a person's patience from this instant.
    fn patience(&self, from: Instant) -> Deadline {
        Deadline::after(from, self.setting.patience_ms.map(Duration::from_millis))
    }

    /// Sends the current view. A client that does not read has ended, which is noticed elsewhere.
    fn show(&mut self, turn: PersonTurn) {
        self.view.turn = turn;
        let names = &self.names;
        let names = self.first.in_order().map(|slot| names[slot].as_str());
        let last = self.view.moves.last().map(|said| said.text.clone());
        let scene = Scene { first: self.first, last: last.as_deref(), ..Scene::of(names) };
        (self.view.drawing, self.view.picture) = (None, String::new());
        self.view.choices.clear();
        if let Some(player_view) = &self.player_view {
            self.view.drawing = player_view.drawing(&scene).filter(|_| self.setting.drawn);
            if self.view.drawing.is_none() {
                self.view.picture = player_view.picture(names);
            }
            if turn == PersonTurn::Mine {
                let moves = player_view.legal_moves().into_iter().take(MOST_CHOICES);
                let choice = |text: String| LegalMove { touches: player_view.touches(&text), text };
                self.view.choices = moves.map(choice).collect();
            }
        }
        if let Err(error) = self.line.send(&self.view, &[], READ_BOUND) {
            log::debug!("{error}");
        }
    }

    /// The person's next message, if any.
    fn hear(&mut self) -> Result<Option<PersonMessage>, NoMove> {
        match self.line.receive() {
            Ok(heard) => Ok(heard.map(|(say, _)| say)),
            // The client has ended: nobody is to blame.
            Err(_) => Err(NoMove::stopped()),
        }
    }

    fn has_left(&mut self) -> NoMove {
        self.gone = true;
        NoMove::Disconnected(Reason::new("left-page"))
    }

    /// Follows a turn; a game that cannot be followed is no longer shown.
    fn see(&mut self, ruling: &Ruling, mine: bool) {
        self.view.refused = None;
        if let Ruling::Judged { coup, judgement } = ruling {
            let follow = |player_view: &mut PlayerView| {
                if mine { player_view.own(coup, judgement) } else { player_view.opponent(coup, judgement) }
            };
            if !self.player_view.as_mut().is_some_and(follow) {
                self.player_view = None;
            }
            let (text, answer) = match mine {
                true => (coup.text.clone(), judgement.answer.clone()),
                false => (judgement.shown.of(&coup.text).to_owned(), None),
            };
            self.view.moves.push(PlayedMove { mine, text, answer });
        }
        if let Some(termination) = ruling.termination() {
            let mover = if mine { self.slot } else { self.slot.other() };
            let partie = self.view.partie.clone();
            self.view.results.push(EndedPartie { partie, result: result(mover, ruling, termination) });
            let more =
                self.view.number + 1 < self.of && !matches!(ruling, Ruling::NoMove(NoMove::Interrupted(_)));
            self.show(if more { PersonTurn::Next } else { PersonTurn::Over });
        } else {
            self.show(PersonTurn::Theirs);
        }
    }

    /// Waits until the person starts the next game.
    fn wait_for_next(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        let deadline = self.patience(Instant::now());
        loop {
            match self.hear()? {
                Some(PersonMessage::Next) => return Ok(()),
                Some(_) => continue,
                None => {}
            }
            if deadline.passed() {
                return Err(self.has_left());
            }
            let line = (self.line.fd(), PollFlags::POLLIN);
            let woken = match opening.interrupt {
                Some(stop) => wait([line, (stop.as_fd(), PollFlags::POLLIN)], deadline).map(|[_, stop]| stop),
                None => wait([line], deadline).map(|_| false),
            };
            if woken.map_err(|error| NoMove::poll(&error))? {
                return Err(NoMove::stopped());
            }
        }
    }
}

impl Seat for PersonSeat {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        if self.gone {
            return Err(self.has_left());
        }
        if opening.played > 0 && opening.played >= self.begun && self.setting.asked {
            self.wait_for_next(opening)?;
        }
        self.player_view = PlayerView::of(opening);
        self.first = opening.first();
        self.view = PersonView {
            partie: opening.partie.to_owned(),
            number: opening.played,
            of: self.of,
            begins: opening.me == Player::First,
            setup: matches!(self.player_view, Some(PlayerView::All(_))).then(|| opening.setup.clone()),
            moves: opening.before.iter().map(|mv| PlayedMove::of(mv, opening.slot)).collect(),
            results: std::mem::take(&mut self.view.results),
            ..PersonView::default()
        };
        self.show(PersonTurn::Theirs);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        self.show(PersonTurn::Mine);
        let patience = self.patience(turn.began);
        let limit = if self.setting.untimed { Deadline::NEVER } else { turn.deadline };
        // A person with a limit is late, and has not left.
        let deadline = if limit == Deadline::NEVER { patience } else { limit };
        loop {
            while let Some(say) = self.hear()? {
                if limit.passed() {
                    return Err(turn.expired());
                }
                match say {
                    PersonMessage::GiveUp => return Err(NoMove::Disconnected(Reason::new("gave-up"))),
                    // Meant for another position: sent twice, or too late.
                    PersonMessage::Move(after, _) if after != self.view.moves.len() => {}
                    PersonMessage::Move(_, text) => {
                        match self.player_view.as_ref().and_then(|player_view| player_view.refusal(&text)) {
                            None => return Ok(Answer { coup: Coup::said(text), at: Instant::now() }),
                            Some(why) => {
                                self.view.refused = Some((text, why));
                                self.show(PersonTurn::Mine);
                            }
                        }
                    }
                    PersonMessage::Next => {}
                }
            }
            if limit.passed() {
                return Err(turn.expired());
            }
            if deadline.passed() {
                return Err(self.has_left());
            }
            wait_beside(self.line.fd(), turn, deadline, other)?;
        }
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        fds.push(PollFd::new(self.line.fd(), PollFlags::POLLIN));
        Deadline::NEVER
    }

    fn attend(&mut self) -> Result<(), NoMove> {
        while let Some(say) = self.hear()? {
            if matches!(say, PersonMessage::GiveUp) {
                return Err(NoMove::Disconnected(Reason::new("gave-up")));
            }
        }
        Ok(())
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.see(ruling, true);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.see(ruling, false);
    }
}
