//! One game from its beginning to its end: people and engines at one table.
//!
//! Engines sit in the referee's own seats; the face listens beside them while they think. A move that is taken back has never been
//! made: the engines are told the game anew, with the moves that remain.

use std::time::{Duration, Instant};

use anyhow::Result;
use arbitre::game::Kind;
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn};
use ipc::wait::{Deadline, wait_any};
use jeux::game::{Params, SINGLE};
use jeux::{ByPlayer, Player, Position, Reason};
use nix::poll::PollFd;

use crate::face::Face;
use crate::game::{Game, Pace};
use crate::setting::{self, Seated};
use crate::table::Table;
use crate::wish::Wish;

/// A referee who is later than this on a deadline does not trust his own clock to condemn a player.
const TRUSTED: Duration = Duration::from_secs(1);
/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By a move.
    Played,
    /// By a fault, seen by the player to move.
    Fault(Fault),
    /// Somebody has left.
    Left,
}

/// A game and those who play it.
pub struct Sitting<'a> {
    /// What is seen of it.
    pub game: Game,
    kind: &'static Kind,
    seats: ByPlayer<Option<arbitre::engine::EngineSeat<'a>>>,
    /// Which engines know where the game is.
    told: ByPlayer<bool>,
    /// The time of the engines for a move; `None` where only people play.
    pub time: Option<Duration>,
}

impl<'a> Sitting<'a> {
    /// A game before its first move.
    ///
    /// # Errors
    /// It cannot begin with this setup.
    pub fn new(setup: Params, players: ByPlayer<Seated<'a>>, time: Duration) -> Result<Self> {
        let table = Table::new(&setup).map_err(|error| setting::wrong(&error))?;
        let (first, second) = (players.first, players.second);
        let engines = first.engine.is_some() || second.engine.is_some();
        let players = ByPlayer { first: first.named, second: second.named };
        let game = Game { table, setup, players, undo: false, title: String::new(), pace: Pace::usual() };
        Ok(Sitting {
            game,
            kind: setting::kind()?,
            seats: ByPlayer { first: first.engine, second: second.engine },
            told: ByPlayer::default(),
            time: engines.then_some(time),
        })
    }

    /// The game, as the referee knows it.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Plays to the end, however long people take. `keep` is called after each move, before it is shown, and after
    /// moves were taken back.
    ///
    /// # Errors
    /// The system does not let us wait; what `keep` reports.
    pub fn play(&mut self, face: &mut dyn Face, keep: &mut dyn FnMut(&Table) -> Result<()>) -> Result<Ended> {
        loop {
            if self.game.table.position().status().outcome().is_some() {
                return Ok(Ended::Played);
            }
            let mover = self.game.table.position().to_move();
            if let Some(fault) = self.tell_game(mover) {
                return Ok(Ended::Fault(fault));
            }
            face.turn(&self.game);
            let began = Instant::now();
            let chosen = match self.seats[mover] {
                None => self.person(face, began)?,
                Some(_) => self.engine(mover, face, began)?,
            };
            match chosen {
                Chosen::Move(text, thought) => {
                    let ruling = self.game.table.play(&text, thought);
                    keep(&self.game.table)?;
                    self.tell_move(mover, &ruling);
                    match ruling {
                        // The line has the move: the referee judges it again.
                        Ruling::Fault(_) => return Ok(Ended::Played),
                        Ruling::Judged { judgement, .. } => {
                            if let arbitre::judge::Verdict::Illegal(_) = judgement.verdict {
                                return Ok(Ended::Played);
                            }
                        }
                    }
                    face.moved(&self.game);
                }
                Chosen::Undo => {
                    if self.undo(face) {
                        keep(&self.game.table)?;
                    }
                }
                Chosen::Ended(ended) => return Ok(ended),
            }
        }
    }

    /// Announces the game as it is to the engines that do not know it.
    fn tell_game(&mut self, mover: Player) -> Option<Fault> {
        let mut setup = self.game.setup.clone();
        let line = self.game.table.line();
        if !line.is_empty() {
            let moves: Vec<&str> = line.iter().map(|played| played.text.as_str()).collect();
            setup.insert("moves".into(), moves.join(","));
        }
        for me in Player::ALL {
            let Some(seat) = self.seats[me].as_mut().filter(|_| !self.told[me]) else { continue };
            let opening = Opening {
                game: self.kind.name,
                title: self.kind.title,
                colour: None,
                judge: None,
                setup: &setup,
                partie: SINGLE[0].name,
                played: 0,
                place: me.index(),
                me,
                opponent: &self.game.players[!me].name,
                time: self.time,
                interrupt: None,
            };
            if let Err(fault) = seat.begin(&opening) {
                return Some(if me == mover { fault } else { fault.of_the_other() });
            }
            self.told[me] = true;
        }
        None
    }

    fn tell_move(&mut self, mover: Player, ruling: &Ruling) {
        for player in Player::ALL {
            let Some(seat) = self.seats[player].as_mut().filter(|_| self.told[player]) else { continue };
            if player == mover { seat.tell_own(ruling) } else { seat.tell_opponent(ruling) }
        }
    }

    fn undo(&mut self, face: &mut dyn Face) -> bool {
        let people = Player::ALL.map(|player| self.game.is_person(player));
        let refused = if self.game.undo { None } else { Some(words::text!("couleurs-undo-refused")) };
        let taken = match refused {
            Some(_) => 0,
            None => self.game.table.undo(|player| people[player.index()]),
        };
        if taken > 0 {
            self.told = ByPlayer::default();
        }
        let text = match (refused, taken) {
            (Some(refused), _) => refused,
            (None, 0) => words::text!("couleurs-undo-nothing"),
            (None, count) => words::text!("couleurs-undone", count = count),
        };
        face.say(&self.game, &text);
        taken > 0
    }

    fn person(&mut self, face: &mut dyn Face, began: Instant) -> Result<Chosen> {
        loop {
            match face.heard(&self.game, false) {
                None => face.wait()?,
                Some(Wish::Play(text)) => match self.game.table.colour(&text) {
                    Ok(colour) => return Ok(Chosen::Move(colour.to_string(), began.elapsed())),
                    Err(why) => {
                        let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
                        let why = words::reason(&why);
                        face.say(&self.game, &words::text!("person-refused", move = shown, why = why));
                    }
                },
                Some(wish) => {
                    if let Some(chosen) = decisive(&wish, &self.game, true) {
                        return Ok(chosen);
                    }
                }
            }
        }
    }

    fn engine(&mut self, mover: Player, face: &mut dyn Face, began: Instant) -> Result<Chosen> {
        let deadline = Deadline::after(began, self.time);
        let turn = Turn { began, deadline, interrupt: None };
        let mut beside = Beside { face, game: &self.game, decided: None };
        let Some(seat) = self.seats[mover].as_mut() else { return Ok(Chosen::Ended(Ended::Left)) };
        let answer = seat.choose(&turn, &mut beside);
        let decided = beside.decided.take();
        match (answer, decided) {
            (_, Some(chosen)) => Ok(chosen),
            (Ok(Answer { coup, at }), None) => {
                let thought = at.saturating_duration_since(began);
                match self.linger(face, began)? {
                    Some(chosen) => Ok(chosen),
                    None => Ok(Chosen::Move(coup.text, thought)),
                }
            }
            (Err(Fault::Timeout), None) if deadline.overshoot().is_some_and(|late| late > TRUSTED) => {
                let late = deadline.overshoot().unwrap_or_default().as_millis();
                let fault = Fault::Interrupted(Reason::new("overloaded").with(late));
                Ok(Chosen::Ended(Ended::Fault(fault)))
            }
            (Err(fault), None) => Ok(Chosen::Ended(Ended::Fault(fault))),
        }
    }

    /// Lets people look at the board for a while before the next move of an engine appears, and as long as they have paused.
    fn linger(&mut self, face: &mut dyn Face, began: Instant) -> Result<Option<Chosen>> {
        let pace = &self.game.pace;
        let watched = self.game.is_watched();
        loop {
            while let Some(wish) = face.heard(&self.game, true) {
                if let Some(chosen) = decisive(&wish, &self.game, false) {
                    return Ok(Some(chosen));
                }
                pace.wish(&wish);
                face.turn(&self.game);
            }
            let deadline = if pace.paused() && watched {
                if pace.step() {
                    return Ok(None);
                }
                Deadline::NEVER
            } else {
                Deadline::after(began, Some(face.rest(&self.game)))
            };
            if deadline.passed() {
                return Ok(None);
            }
            let mut fds = Vec::new();
            face.watch(true, &mut fds);
            wait_any(&mut fds, deadline)?;
        }
    }
}

/// What came of a turn.
enum Chosen {
    Move(String, Duration),
    Undo,
    Ended(Ended),
}

/// What a wish decides of a turn, if anything.
fn decisive(wish: &Wish, game: &Game, own: bool) -> Option<Chosen> {
    let gave_up = || Fault::Disconnected(Reason::new("gave-up"));
    match wish {
        Wish::Quit => Some(Chosen::Ended(Ended::Left)),
        Wish::GiveUp if game.is_watched() => None,
        Wish::GiveUp if own => Some(Chosen::Ended(Ended::Fault(gave_up()))),
        Wish::GiveUp => Some(Chosen::Ended(Ended::Fault(gave_up().of_the_other()))),
        Wish::Undo if !game.is_watched() => Some(Chosen::Undo),
        _ => None,
    }
}

/// Listens to people while an engine thinks: takes the place of its opponent.
struct Beside<'a> {
    face: &'a mut dyn Face,
    game: &'a Game,
    decided: Option<Chosen>,
}

impl Seat for Beside<'_> {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, Fault> {
        Err(Fault::stopped())
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        self.face.watch(true, fds);
        Deadline::NEVER
    }

    fn attend(&mut self) -> Result<(), Fault> {
        while let Some(wish) = self.face.heard(self.game, true) {
            self.decided = decisive(&wish, self.game, false);
            if self.decided.is_some() {
                return Err(Fault::stopped());
            }
            self.game.pace.wish(&wish);
            self.face.turn(self.game);
        }
        Ok(())
    }

    fn tell_own(&mut self, _ruling: &Ruling) {}

    fn tell_opponent(&mut self, _ruling: &Ruling) {}
}
