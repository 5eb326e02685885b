//! What comes of a game that was begun: its record on disk and in the store, another attempt, or none.

use anyhow::Result;
use arbitre::record::Record;
use championnat::{IncomingRencontre, Intake, Key};
use jeux::Reason;

use super::attempt::Attempt;
use super::channel::Order;
use super::runner::Runner;
use super::{folder, intake, told};
use championnat::edge::say::{self, InWords, Said};

impl Runner<'_> {
    /// A worker has handed in a record: it counts, and may be announced, once the rules agree and the disk has it.
    /// Else the worker is killed, and its end interrupts the game.
    ///
    /// # Errors
    /// The record cannot be put on disk or into the store: going on would lose it.
    pub(super) fn handed_in(&mut self, key: Key, json: &str) -> Result<()> {
        let Some(attempt) = self.attempts.get(&key) else { return Ok(()) };
        let record = match Record::from_json(json) {
            Ok(record) => record,
            Err(_) => {
                self.pool.kill(key, Reason::new("channel-nonsense"));
                return Ok(());
            }
        };
        let verified = attempt
            .fits(&record)
            .map_err(|why| say::reason(&why))
            .and_then(|()| intake::convert(&record, self.kind, String::new()).map_err(|why| why.said()));
        let incoming = match verified {
            Ok(incoming) => incoming,
            Err(why) => {
                log::error!("{}", words::text!("record-contradiction", id = &record.id, why = &why));
                self.pool.kill(key, Reason::text(why));
                return Ok(());
            }
        };
        self.take_in(key, &record, incoming)?;
        if record.interrupted.is_none() {
            self.pool.answer(key, &Order::Recorded, &[]);
        }
        Ok(())
    }

    /// Takes in a record of the championship's own.
    ///
    /// # Errors
    /// As [`Runner::take_in`]; or the rules contradict it.
    pub(super) fn write_down(&mut self, key: Key, record: &Record) -> Result<()> {
        let incoming = intake::convert(record, self.kind, String::new()).in_words()?;
        self.take_in(key, record, incoming)
    }

    /// Puts a record on disk and into the store, and its result, if it gives one, into the attempt.
    ///
    /// # Errors
    /// It cannot be put there: going on would lose it.
    pub(super) fn take_in(
        &mut self,
        key: Key,
        record: &Record,
        mut incoming: IncomingRencontre,
    ) -> Result<()> {
        // Going on would lose what is finished.
        incoming.json = self.reserve.lend(|| folder::commit(record, &self.config.records))?;
        let intake = self.reserve.lend(|| self.store.take(&incoming)).in_words()?;
        let attempt = self.attempts.get_mut(&key);
        match intake {
            Intake::New(result) => {
                if let Some(attempt) = attempt {
                    attempt.result = Some(result);
                }
                told::fault(key, record);
            }
            Intake::Interrupted => {
                if let Some(attempt) = attempt {
                    attempt.interrupted = record.interrupted.clone();
                }
            }
            Intake::Known | Intake::Overruled => {}
            Intake::Duplicate(kept) => folder::double(&self.config.records, &record.id, &kept),
        }
        Ok(())
    }

    /// The worker of a game has failed: unless its record is there, the attempt is recorded as interrupted.
    ///
    /// # Errors
    /// As [`Runner::take_in`].
    pub(super) fn failed(&mut self, key: Key, why: Reason) -> Result<()> {
        self.leave(key, &[None, None]);
        let recorded = |attempt: &Attempt| attempt.result.is_some() || attempt.interrupted.is_some();
        if let Some(attempt) = self.attempts.get(&key)
            && !recorded(attempt)
            && self.stop_requests < 2
        {
            let record = attempt.cut(&why);
            self.write_down(key, &record)?;
        }
        self.over(key)
    }

    /// The players of a game by network have their connections back, where the wire remembers them.
    pub(super) fn leave(&mut self, key: Key, states: &[Option<String>; 2]) {
        if let Some(pairing) = self.attempts.get(&key).map(|attempt| attempt.pairing) {
            self.give_back(&pairing, states);
        }
    }

    /// The same of a game that is no attempt any more; `states` are by place.
    pub(super) fn give_back(&mut self, pairing: &championnat::Pairing, states: &[Option<String>; 2]) {
        let Some(network) = &mut self.network else { return };
        for (contestant, state) in [pairing.white, pairing.black].into_iter().zip(states) {
            network.give_back(contestant, state.as_deref());
        }
    }

    /// A game is over: it has its result, or was interrupted and is played again, or given up.
    ///
    /// # Errors
    /// The plan does not know it; or what is given up cannot be recorded, as [`Runner::take_in`].
    pub(super) fn over(&mut self, key: Key) -> Result<()> {
        let Some(attempt) = self.attempts.remove(&key) else { return Ok(()) };
        if let Some(result) = attempt.result {
            self.view.finished(key, &result);
            return self.plan.finished(key, result).in_words();
        }
        let why = attempt.interrupted.clone().unwrap_or_else(|| Reason::new("interrupted"));
        if self.stop_requests > 1 {
            return Ok(());
        }
        let again = self.plan.interrupted(key).in_words()?;
        told::interrupted(&self.config.regulations, &attempt.pairing, &why, again);
        if again {
            return Ok(());
        }
        let attempt = self.attempt(attempt.pairing)?;
        let record = attempt.given_up(self.config.replays + 1, &why);
        self.attempts.insert(key, attempt);
        self.write_down(key, &record)?;
        match self.attempts.remove(&key).and_then(|attempt| attempt.result) {
            Some(result) => self.plan.finished(key, result).in_words(),
            None => Ok(()),
        }
    }
}
