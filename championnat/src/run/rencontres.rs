//! Scheduled games on their way to a worker, and what the workers say of them.

use anyhow::{Result, anyhow};
use arbitre::live::path_in;
use arbitre::reception::Guest;
use championnat::{ContestantId, Forfeit, Key, Seat, Side, Start, State};

use super::attempt::Attempt;
use super::channel::{Order, Report, Task, TaskEngine, TaskGuest, TaskPlayer, TaskSeat};
use super::pool::{Event, Job};
use super::runner::Runner;
use super::told;
use championnat::edge::place;
use championnat::edge::say::{self, InWords};

impl Runner<'_> {
    /// An attempt at a scheduled game.
    ///
    /// # Errors
    /// The game cannot begin with the parameters of the championship.
    pub(super) fn attempt(&mut self, pairing: championnat::Pairing) -> Result<Attempt> {
        self.count += 1;
        let meetings = self.store.meetings_before(&pairing);
        let attempt = Attempt::new(&self.config, self.kind, pairing, meetings, self.count);
        let words = |error: jeux::game::ParameterError| {
            anyhow!(words::text!("config-parameter", key = error.name, why = say::reason(&error.problem)))
        };
        attempt.map_err(words)
    }

    /// Has a rencontre played as soon as there is a worker for it; where a contestant has just left, it is as if it
    /// had not been begun.
    ///
    /// # Errors
    /// It cannot begin.
    pub(super) fn start(&mut self, start: &Start) -> Result<()> {
        let attempt = self.attempt(start.pairing)?;
        let mut guests = [None, None];
        let mut missing = false;
        for (side, guest) in Side::ALL.into_iter().zip(&mut guests) {
            let contestant = start.pairing.contestants()[side];
            if let Seat::Network(_) = self.config.seats[contestant.index()] {
                let reserve = &mut self.reserve;
                *guest = self.network.as_mut().and_then(|network| network.take(contestant, reserve));
                missing |= guest.is_none();
            }
        }
        if missing {
            // He has left at this very moment: as if the game had not been begun.
            return self.not_begun(&start.pairing, guests);
        }
        let mut connections = Vec::new();
        let mut guests = guests.into_iter();
        let mut seat = |side: Side| {
            let contestant = start.pairing.contestants()[side];
            let guest = guests.next().flatten();
            let name = self.config.regulations.name(contestant);
            let seat = match (&self.config.seats[contestant.index()], guest) {
                (Seat::Network(_), Some(guest)) => {
                    connections.push(guest.stream);
                    TaskSeat::Network(TaskGuest { from: guest.from, state: guest.state })
                }
                (Seat::Network(_), None) => {
                    TaskSeat::Network(TaskGuest { from: String::new(), state: String::new() })
                }
                (Seat::Engine { spec, .. }, _) => TaskSeat::Engine(Box::new(TaskEngine {
                    spec: spec.clone(),
                    core: start.cores[side],
                    ponder: self.config.ponder,
                    policy: self.confining.policy(contestant),
                    log: place::log(&self.config.records, name, contestant.index()),
                })),
            };
            TaskPlayer { name: name.to_owned(), seat }
        };
        let players = Side::ALL.map(&mut seat);
        let key = attempt.key();
        let task = Task {
            id: attempt.id.clone(),
            key: key.to_string(),
            game: self.kind.name.to_owned(),
            parties: self.config.regulations.parties as usize,
            setup: attempt.setup.clone(),
            time_ms: Some(self.config.regulations.time_ms).filter(|ms| *ms > 0),
            start_ms: self.config.start_bound.as_millis() as u64,
            kept: self.config.engines_kept,
            live: path_in(&self.config.records),
            players,
        };
        self.attempts.insert(key, attempt);
        let cores = Side::ALL.map(|side| start.cores[side]);
        self.jobs.push_back(Job { key, cores, order: Order::Play(Box::new(task)), connections });
        Ok(())
    }

    /// A rencontre could not begin, because somebody has just left; the other one waits on.
    ///
    /// # Errors
    /// The plan does not know it as begun.
    pub(super) fn not_begun(
        &mut self,
        pairing: &championnat::Pairing,
        guests: [Option<Guest>; 2],
    ) -> Result<()> {
        self.plan.not_begun(pairing.key).in_words()?;
        for (contestant, guest) in [pairing.white, pairing.black].into_iter().zip(guests) {
            if let (Some(network), Some(guest)) = (&mut self.network, guest) {
                network.keep(contestant, guest, &mut self.plan);
            }
        }
        Ok(())
    }

    /// Records a forfeit.
    ///
    /// # Errors
    /// It cannot be recorded: going on would lose it.
    pub(super) fn forfeit(&mut self, forfeit: &Forfeit) -> Result<()> {
        let attempt = self.attempt(forfeit.pairing)?;
        let record = attempt.forfeited(forfeit.absent);
        self.attempts.insert(attempt.key(), attempt);
        self.write_down(forfeit.pairing.key, &record)?;
        self.over(forfeit.pairing.key)
    }

    /// What a worker says of a game.
    ///
    /// # Errors
    /// What comes of it cannot be recorded, and the championship cannot go on.
    pub(super) fn hear(&mut self, key: Key, event: Event) -> Result<()> {
        match event {
            Event::Said(Report::Record(json)) => self.handed_in(key, &json),
            Event::Said(Report::Wanted(place)) => {
                let pairing = self.attempts.get(&key).map(|attempt| attempt.pairing);
                match (&mut self.network, pairing) {
                    (Some(network), Some(pairing)) => {
                        network.want(key, if place == 0 { pairing.white } else { pairing.black });
                    }
                    _ => self.pool.answer(key, &Order::Absent, &[]),
                }
                Ok(())
            }
            Event::Said(Report::Done(states)) => {
                let pairing = self.attempts.get(&key).map(|attempt| attempt.pairing);
                self.over(key)?;
                // Who asks again after the last game of all learns that it was the last.
                if let Some(network) = self.network.as_mut().filter(|_| self.plan.state() == State::Finished)
                {
                    network.all_over();
                }
                if let Some(pairing) = pairing {
                    self.give_back(&pairing, &states);
                }
                Ok(())
            }
            Event::Said(Report::Started(place, failed)) => {
                if let Some(contestant) = self.player(key, place)
                    && let Some(why) = self.starts.hear(contestant, failed)
                {
                    self.put_out(contestant, &why)?;
                }
                Ok(())
            }
            Event::Said(Report::Odd(place, what, count)) => {
                if let Some(contestant) = self.player(key, place) {
                    told::odd(key, self.config.regulations.name(contestant), &what, count);
                }
                Ok(())
            }
            Event::Said(Report::Tried(_)) => Ok(()),
            Event::Said(Report::Failed(why)) => self.failed(key, why),
            Event::Died(why) => self.failed(key, why),
        }
    }

    /// Who plays in this place (0 or 1) of a game under way; `None` once it is over.
    pub(super) fn player(&self, key: Key, place: usize) -> Option<ContestantId> {
        let pairing = self.attempts.get(&key)?.pairing;
        Some(if place == 0 { pairing.white } else { pairing.black })
    }
}
