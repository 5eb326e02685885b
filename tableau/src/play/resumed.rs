//! Going on with a game from which moves were taken back: what was played before is played again, in no time, and keeps its times.
//!
//! The engine hears nothing of that: it takes the game up by `moves` (`protocol/MOTEUR.md`). A game of the rencontre that was over is none
//! of its affair any more.

use std::time::{Duration, Instant};

use arbitre::judge::Coup;
use arbitre::record::{MoveRecord, PartyRecord, Record};
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn};
use confine::Confinement;
use ipc::wait::Deadline;
use jeux::Reason;
use nix::poll::PollFd;
use protocol::Termination;
use protocol::moteur::{ToldMove, join_moves};

use super::person::PersonSeat;

/// Who sits there.
pub enum Chair<'a> {
    /// A person, who sees everything again.
    Person(Box<PersonSeat>),
    /// An engine.
    Engine(Box<arbitre::engine::EngineSeat<'a>>),
}

impl Chair<'_> {
    fn seat(&mut self) -> &mut dyn Seat {
        match self {
            Chair::Person(seat) => seat.as_mut(),
            Chair::Engine(seat) => seat.as_mut(),
        }
    }
}

/// A seat whose player goes on after what was played before; plays from the beginning where nothing was.
pub struct Resumed<'a> {
    chair: Chair<'a>,
    before: &'a [PartyRecord],
    place: usize,
    /// Which game of the rencontre is under way, and how many of its moves were judged.
    number: usize,
    moves: usize,
}

impl<'a> Resumed<'a> {
    /// The seat in this place (0 or 1), after these games, of which the last is to be gone on with.
    pub fn new(chair: Chair<'a>, before: &'a [PartyRecord], place: usize) -> Self {
        Resumed { chair, before, place, number: 0, moves: 0 }
    }

    /// Who sits there.
    pub fn chair(&mut self) -> &mut Chair<'a> {
        &mut self.chair
    }

    /// This game was over before.
    fn is_over(&self) -> bool {
        self.number + 1 < self.before.len()
    }

    /// The move that is to be made again now.
    fn again(&self) -> Option<&'a MoveRecord> {
        self.before.get(self.number)?.moves.get(self.moves)
    }

    fn is_again(&self) -> bool {
        self.is_over() || self.again().is_some()
    }

    /// What this player has heard of the moves before.
    fn told(&self) -> Vec<ToldMove> {
        let moves = self.before.get(self.number).map(|party| party.moves.as_slice()).unwrap_or_default();
        let told = |mv: &MoveRecord| match mv.player == self.place {
            true => ToldMove { text: mv.text.clone(), answer: mv.answer.clone() },
            false => ToldMove { text: mv.shown.clone().unwrap_or_else(|| mv.text.clone()), answer: None },
        };
        moves.iter().map(told).collect()
    }

    /// The end of a game that was over, where no move ended it.
    fn fault(&self) -> Fault {
        let Some(PartyRecord { result, .. }) = self.before.get(self.number) else { return Fault::stopped() };
        let why = result.detail.clone().unwrap_or_else(|| Reason::new("gave-up"));
        let fault = match result.termination {
            Termination::Timeout => Fault::Timeout,
            Termination::Malformed => Fault::Malformed(why),
            Termination::Crash => Fault::Crash(why),
            Termination::Interrupted => return Fault::Interrupted(why),
            _ => Fault::Disconnected(why),
        };
        if result.charged == Some(self.place) { fault } else { fault.of_the_other() }
    }

    fn tell(&mut self, ruling: &Ruling, mine: bool) {
        let again = self.is_again();
        if matches!(ruling, Ruling::Judged { .. }) {
            self.moves += 1;
        }
        let heard = match &self.chair {
            Chair::Person(_) => true,
            Chair::Engine(_) => !again,
        };
        let silent = again && self.is_again();
        if let Chair::Person(seat) = &mut self.chair {
            seat.silent = silent;
        }
        if heard && mine {
            self.chair.seat().tell_own(ruling);
        } else if heard {
            self.chair.seat().tell_opponent(ruling);
        }
    }
}

impl Seat for Resumed<'_> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        (self.number, self.moves) = (opening.played, 0);
        let told = self.told();
        match &mut self.chair {
            Chair::Engine(_) if self.number + 1 < self.before.len() => Ok(()),
            Chair::Engine(seat) if !told.is_empty() => {
                let mut setup = opening.setup.clone();
                setup.insert("moves".to_owned(), join_moves(&told));
                seat.begin(&Opening { setup: &setup, ..*opening })
            }
            Chair::Engine(seat) => seat.begin(opening),
            Chair::Person(seat) => {
                // Nobody is asked whether a game may begin that was begun before.
                seat.silent = self.number < self.before.len();
                seat.begin(opening)
            }
        }
    }

    fn ready(&mut self, opening: &Opening<'_>) -> Result<(), Fault> {
        self.chair.seat().ready(opening)
    }

    fn confinement(&mut self) -> Option<Confinement> {
        self.chair.seat().confinement()
    }

    fn processor_time(&mut self) -> Option<Duration> {
        self.chair.seat().processor_time()
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, Fault> {
        match self.again() {
            Some(mv) if mv.player == self.place => {
                let coup = Coup { text: mv.text.clone(), raw: None };
                let at =
                    turn.began.checked_add(Duration::from_micros(mv.micros)).unwrap_or_else(Instant::now);
                Ok(Answer { coup, at })
            }
            // The rules see it otherwise than the record does: that is nobody's fault.
            Some(_) => Err(Fault::Interrupted(Reason::new("record-other-player").with(self.moves + 1))),
            None if self.is_over() => Err(self.fault()),
            None => {
                if let Chair::Person(seat) = &mut self.chair {
                    seat.silent = false;
                }
                self.chair.seat().choose(turn, other)
            }
        }
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        match &self.chair {
            Chair::Person(seat) => seat.watch(fds),
            Chair::Engine(seat) => seat.watch(fds),
        }
    }

    fn attend(&mut self) -> Result<(), Fault> {
        self.chair.seat().attend()
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.tell(ruling, true);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.tell(ruling, false);
    }
}

/// The record of a rencontre that was gone on with, when what was played before has its own figures again.
pub fn with_figures(record: &Record, before: &Record) -> Record {
    let mut record = Record { started: before.started, ..record.clone() };
    for (number, (party, known)) in record.parties.iter_mut().zip(&before.parties).enumerate() {
        if number + 1 < before.parties.len() {
            party.clone_from(known);
            continue;
        }
        for (mv, known) in party.moves.iter_mut().zip(&known.moves) {
            mv.clone_from(known);
        }
    }
    record
}
