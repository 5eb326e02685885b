//! The seat of a person who plays on a page: shown what a player may see, heard when something was touched there.
//!
//! A move that cannot be played is refused here, with the reason, and costs nothing but time.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use arbitre::engine::told;
use arbitre::eyes::Eyes;
use arbitre::judge::Coup;
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn as Clock, wait_beside};
use ipc::channel::Channel;
use ipc::wait::{Deadline, wait};
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Reason};
use nix::poll::{PollFd, PollFlags};
use protocol::moteur::HostLine;

use super::talk::{Choice, Outcome, Said, Say, Turn, View};

/// How long the pages may take to read.
const READ_BOUND: Duration = Duration::from_secs(10);
/// So many moves are offered at most; any other may still be written.
const MOST_CHOICES: usize = 2_000;

/// A person.
pub struct PersonSeat {
    line: Channel,
    names: [String; 2],
    /// How many games there are.
    of: usize,
    /// How long without a move until somebody has left.
    patience: Duration,
    /// Has left: nobody waits any more.
    gone: bool,
    /// What is replayed is not shown move by move.
    pub silent: bool,
    eyes: Option<Eyes>,
    me: Player,
    /// The place of who begins the game under way.
    first: usize,
    view: View,
}

impl PersonSeat {
    /// A person at the other end of this line; the names by place, the number of games, and how long a move may take where nothing else
    /// limits it.
    pub fn new(line: Channel, names: [String; 2], of: usize, patience: Duration) -> Self {
        PersonSeat {
            line,
            names,
            of,
            patience,
            gone: false,
            silent: false,
            eyes: None,
            me: Player::First,
            first: 0,
            view: View::default(),
        }
    }

    /// Shows how things stand. Pages that do not read any more have ended, which is noticed elsewhere.
    fn show(&mut self, turn: Turn) {
        self.view.turn = turn;
        if self.silent {
            return;
        }
        let names = &self.names;
        let names = ByPlayer { first: names[self.first].as_str(), second: names[1 - self.first].as_str() };
        let last = self.view.moves.last().map(|said| said.text.clone());
        let scene = Scene { first: self.first, last: last.as_deref(), ..Scene::of(names) };
        (self.view.drawing, self.view.picture) = (None, String::new());
        self.view.choices.clear();
        if let Some(eyes) = &self.eyes {
            self.view.drawing = eyes.drawing(&scene);
            if self.view.drawing.is_none() {
                self.view.picture = eyes.picture(names);
            }
            if turn == Turn::Mine {
                let moves = eyes.legal_moves().into_iter().take(MOST_CHOICES);
                let choice = |text: String| Choice { touches: eyes.touches(&text), text };
                self.view.choices = moves.map(choice).collect();
            }
        }
        if let Err(error) = self.line.send(&self.view, &[], READ_BOUND) {
            log::debug!("{error}");
        }
    }

    /// The next thing that the person says; `None`: nothing now.
    fn hear(&mut self) -> Result<Option<Say>, Fault> {
        match self.line.receive() {
            Ok(heard) => Ok(heard.map(|(say, _)| say)),
            // The pages have ended: nobody is to blame.
            Err(_) => Err(Fault::stopped()),
        }
    }

    fn has_left(&mut self) -> Fault {
        self.gone = true;
        Fault::Disconnected(Reason::new("left-page"))
    }

    /// Sees what came of a turn; what cannot be followed is not shown any more.
    fn see(&mut self, ruling: &Ruling, mine: bool) {
        self.view.refused = None;
        if let Ruling::Judged { coup, judgement } = ruling {
            let follow = |eyes: &mut Eyes| {
                if mine { eyes.own(coup, judgement) } else { eyes.opponent(coup, judgement) }
            };
            if !self.eyes.as_mut().is_some_and(follow) {
                self.eyes = None;
            }
            let (text, answer) = match mine {
                true => (coup.text.clone(), judgement.answer.clone()),
                false => (judgement.shown.of(&coup.text).to_owned(), None),
            };
            self.view.moves.push(Said { mine, text, answer });
        }
        let ended = told(ruling, mine).into_iter().find_map(|line| match line {
            HostLine::End(property, termination) => Some((property, termination)),
            _ => None,
        });
        if let Some((property, termination)) = ended {
            let partie = self.view.partie.clone();
            let why = why(ruling);
            self.view.results.push(Outcome { partie, property, termination, why });
            let more =
                self.view.number + 1 < self.of && !matches!(ruling, Ruling::Fault(Fault::Interrupted(_)));
            self.show(if more { Turn::Next } else { Turn::Over });
        } else {
            self.show(Turn::Theirs);
        }
    }

    /// Lets the person look at the end of a game before the next one begins.
    fn wait_for_next(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        let deadline = Deadline::after(Instant::now(), Some(self.patience));
        loop {
            match self.hear()? {
                Some(Say::Next) => return Ok(()),
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
            if woken.map_err(|error| Fault::poll(&error))? {
                return Err(Fault::stopped());
            }
        }
    }
}

/// Why a game ended by this.
fn why(ruling: &Ruling) -> Option<Reason> {
    use arbitre::judge::Verdict;
    match ruling {
        Ruling::Judged { judgement, .. } => match &judgement.verdict {
            Verdict::Illegal(rule) => Some(rule.clone()),
            _ => judgement.why.clone(),
        },
        Ruling::Fault(fault) => fault.reason().cloned(),
    }
}

impl Seat for PersonSeat {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        if self.gone {
            return Err(self.has_left());
        }
        if opening.played > 0 && !self.silent {
            self.wait_for_next(opening)?;
        }
        self.eyes = Eyes::of(opening);
        self.me = opening.me;
        self.first = if opening.me == Player::First { opening.place } else { 1 - opening.place };
        self.view = View {
            partie: opening.partie.to_owned(),
            number: opening.played,
            of: self.of,
            begins: opening.me == Player::First,
            results: std::mem::take(&mut self.view.results),
            ..View::default()
        };
        self.show(Turn::Theirs);
        Ok(())
    }

    fn choose(&mut self, turn: &Clock<'_>, other: &mut dyn Seat) -> Result<Answer, Fault> {
        self.show(Turn::Mine);
        let patience = Deadline::after(turn.began, Some(self.patience));
        // Who has a limit is late, and has not left.
        let deadline = if turn.deadline == Deadline::NEVER { patience } else { turn.deadline };
        loop {
            while let Some(say) = self.hear()? {
                match say {
                    Say::GiveUp => return Err(Fault::Disconnected(Reason::new("gave-up"))),
                    // For another position: it was sent twice, or too late.
                    Say::Move(after, _) if after != self.view.moves.len() => {}
                    Say::Move(_, text) => match self.eyes.as_ref().and_then(|eyes| eyes.refusal(&text)) {
                        None => return Ok(Answer { coup: Coup::said(text), at: Instant::now() }),
                        Some(why) => {
                            self.view.refused = Some((text, why));
                            self.show(Turn::Mine);
                        }
                    },
                    Say::Next => {}
                }
            }
            if turn.deadline.passed() {
                return Err(Fault::Timeout);
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

    fn attend(&mut self) -> Result<(), Fault> {
        while let Some(say) = self.hear()? {
            if matches!(say, Say::GiveUp) {
                return Err(Fault::Disconnected(Reason::new("gave-up")));
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
