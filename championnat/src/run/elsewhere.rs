//! Rencontres on other machines: giving them away, and taking what comes back.
//!
//! A rencontre may come back twice, late, or from an earlier run. It counts once, by its scheduled game, if the
//! rules agree; everything else is put aside and told.

use anyhow::{Result, bail};
use arbitre::engine::Travelling;
use arbitre::host::remote::{Bridge, BridgeEvent, Outcome};
use arbitre::host::{HostEvent, Report, Task, append_to_log};
use arbitre::record::{Record, is_file_name};
use championnat::presentation::InWords;
use championnat::{Key, Pairing, Recorded, Side, paths};
use jeux::text::sanitize;
use jeux::{Reason, Slot};
use jiff::Timestamp;

use super::attempt::Attempt;
use super::runner::Runner;
use super::{console, folder};

impl Runner<'_> {
    /// Gives a rencontre of two engines away.
    pub(super) fn give_away(&mut self, attempt: Attempt) -> Result<()> {
        let (key, pairing) = (attempt.key(), attempt.pairing);
        let task = Box::new(attempt.task.clone());
        self.attempts.insert(key, attempt);
        match self.travelling(&pairing) {
            Ok(engines) => {
                if let Some(bridge) = &mut self.bridge {
                    bridge.play(key, task, engines);
                }
                Ok(())
            }
            Err(why) => self.failed(key, &why),
        }
    }

    /// Both engines of a rencontre, by slot, as they travel.
    fn travelling(&self, pairing: &Pairing) -> Result<Box<[Travelling; 2]>, Reason> {
        let contestants = pairing.contestants();
        let engine = |slot| self.confining.travelling(&self.config, self.kind, contestants[Side::from(slot)]);
        let [one, other] = Slot::ALL.map(engine);
        Ok(Box::new([one?, other?]))
    }

    /// Handles what the bridge has told.
    pub(super) fn hear_bridge(&mut self) -> Result<()> {
        let Some(bridge) = &mut self.bridge else { return Ok(()) };
        for event in bridge.events() {
            match event {
                BridgeEvent::Result(tag, outcome, early) => self.come_back(tag, *outcome, early)?,
                BridgeEvent::UnderWay(task) => self.adopt(task)?,
                BridgeEvent::Failed(key, slot, why) => {
                    if let Some(slot) = slot {
                        self.hear(key, HostEvent::Said(Report::Started(slot, Some(why.clone()))))?;
                    }
                    self.failed(key, &why)?;
                }
                BridgeEvent::Broken => bail!(i18n::text!("bridge-broken")),
                BridgeEvent::Said(line) => console::show(&format!("{line}\n")),
                BridgeEvent::Complained(line) => console::say(&line),
            }
        }
        Ok(())
    }

    /// Tells the machines that everything is played.
    pub(super) fn finish_bridge(&mut self) {
        for event in self.bridge.as_mut().map(Bridge::finish).unwrap_or_default() {
            match event {
                BridgeEvent::Said(line) => console::show(&format!("{line}\n")),
                BridgeEvent::Complained(line) => console::say(&line),
                _ => {}
            }
        }
    }

    /// A machine has played a rencontre; `early`: perhaps one of an earlier run.
    fn come_back(&mut self, tag: u64, mut outcome: Outcome, early: bool) -> Result<()> {
        outcome.on_this_clock(Timestamp::now());
        // The machine may write another scheduled game than that of its task.
        let given = self.bridge.as_ref().and_then(|bridge| bridge.key_of(&outcome.task));
        let key = given.or_else(|| outcome.scheduled.as_ref()?.parse::<Key>().ok());
        // Told again by a bridge that was started meanwhile: it is being stored.
        if key.and_then(|key| self.attempts.get(&key)).is_some_and(|attempt| attempt.tag == Some(tag)) {
            return Ok(());
        }
        let ours = |attempt: &&mut Attempt| {
            attempt.task.id == outcome.task && attempt.tag.is_none() && !attempt.ended
        };
        let known = given.and_then(|key| self.attempts.get_mut(&key)).filter(ours).is_some();
        let early = early && is_file_name(&outcome.task);
        let key = match key {
            Some(key) if known || (early && self.earlier(key, &outcome)?) => key,
            _ => {
                self.put_aside(tag, &outcome);
                return Ok(());
            }
        };
        if let Some(attempt) = self.attempts.get_mut(&key) {
            (attempt.tag, attempt.ended) = (Some(tag), true);
        }
        // An engine starts once in a rencontre, whatever a machine says.
        let mut failed = [false, false];
        for report in std::mem::take(&mut outcome.reports) {
            let told = match &report {
                Report::Started(slot, Some(_)) => !std::mem::replace(&mut failed[*slot], true),
                Report::Started(_, None) => true,
                _ => false,
            };
            if told {
                self.hear(key, HostEvent::Said(report))?;
            }
        }
        self.keep_logs(key, &outcome);
        match outcome.end {
            Ok(mut record) => {
                record.machine = Some(outcome.machine);
                self.handed_in(key, record)
            }
            Err(why) => self.failed(key, &why),
        }
    }

    /// Whether this is a rencontre that an earlier run has given away and that is still to be played: then it is
    /// under way from now on.
    fn earlier(&mut self, key: Key, outcome: &Outcome) -> Result<bool> {
        let Ok(record) = &outcome.end else { return Ok(false) };
        if record.interrupted.is_some() || self.attempts.contains_key(&key) {
            return Ok(false);
        }
        let Some(pairing) = self.plan.open().find(|pairing| pairing.key == key).copied() else {
            return Ok(false);
        };
        let mut attempt = self.attempt(pairing)?;
        attempt.task.id.clone_from(&outcome.task);
        if attempt.matches_pairing(record).is_err() || !self.plan.is_away(key) {
            return Ok(false);
        }
        (attempt.played, attempt.since) = (true, record.started);
        self.attempts.insert(key, attempt);
        Ok(true)
    }

    /// A rencontre that an earlier run has given away goes on, if it is still to be played alike.
    fn adopt(&mut self, task: Box<Task>) -> Result<()> {
        let key = task.scheduled.as_ref().and_then(|key| key.parse::<Key>().ok());
        let open = |key: Key| self.plan.open().find(|pairing| pairing.key == key).copied();
        if let Some(pairing) = key.and_then(open)
            && self.stop_requests == 0
        {
            let mut attempt = self.attempt(pairing)?;
            let alike = task.blank().is_ok_and(|record: Record| {
                let Attempt { task: ours, .. } = &attempt;
                record.names() == ours.players.each_ref().map(|player| player.name.as_str())
                    && attempt.begun_alike(&record).is_ok()
                    && task.setup == ours.setup
                    && task.parties == ours.parties
            });
            let engines = self.travelling(&pairing);
            if alike
                && let Ok(engines) = engines
                && self.plan.is_away(pairing.key)
            {
                attempt.task.id.clone_from(&task.id);
                attempt.played = true;
                let key = attempt.key();
                self.attempts.insert(key, attempt);
                if let Some(bridge) = &mut self.bridge {
                    bridge.adopt(key, task, engines);
                }
                return Ok(());
            }
        }
        if let Some(bridge) = &mut self.bridge {
            bridge.drop_task(task.id);
        }
        Ok(())
    }

    /// A result that does not count: of a rencontre that has one, or that is not to be played.
    fn put_aside(&mut self, tag: u64, outcome: &Outcome) {
        if let Ok(record) = &outcome.end {
            folder::late(&self.config.records, record, tag);
        }
        let (task, machine) = (sanitize(&outcome.task), sanitize(&outcome.machine.name));
        log::warn!("{}", i18n::text!("machine-late", id = task, machine = machine));
        if let Some(bridge) = &mut self.bridge {
            bridge.taken(None, tag);
        }
    }

    /// Adds what the engines logged to their logs.
    fn keep_logs(&self, key: Key, outcome: &Outcome) {
        let Some(attempt) = self.attempts.get(&key) else { return };
        let contestants = attempt.pairing.contestants();
        for (slot, text) in Slot::ALL.into_iter().zip(&outcome.logs) {
            let contestant = contestants[Side::from(slot)];
            let name = self.config.regulations.name(contestant);
            let path = paths::log(&self.config.records, name, contestant.index());
            if !text.is_empty()
                && let Err(error) = append_to_log(&path, &jeux::text::sanitize_lines(text))
            {
                log::debug!("{}: {error}", path.display());
            }
        }
    }

    /// Told to stop: what no machine has begun is not begun any more.
    pub(super) fn take_back_waiting(&mut self) -> Result<()> {
        let Some(bridge) = &mut self.bridge else { return Ok(()) };
        for key in bridge.waiting() {
            let begun = self.attempts.get(&key).is_none_or(|attempt| {
                attempt.tag.is_some() || !matches!(attempt.recorded, Recorded::Nothing)
            });
            if !begun {
                bridge.stop(key);
                self.attempts.remove(&key);
                self.plan.not_begun(key).in_words()?;
            }
        }
        Ok(())
    }

    /// Tells the host or the machine of a rencontre that its record is stored.
    pub(super) fn recorded(&mut self, key: Key) {
        match self.attempts.get_mut(&key).and_then(|attempt| attempt.tag.take()) {
            Some(tag) => {
                if let Some(bridge) = &mut self.bridge {
                    bridge.taken(Some(key), tag);
                }
            }
            None => self.pool.answer(key, &arbitre::host::Order::Recorded, &[]),
        }
    }

    /// Stops a rencontre for this reason, wherever it is played.
    pub(super) fn kill(&mut self, key: Key, why: &Reason) {
        match &mut self.bridge {
            Some(bridge) if bridge.has(key) => bridge.stop(key),
            _ => self.pool.kill(key, why.clone()),
        }
    }

    /// A record that contradicts the rules, or is not of its game: whoever handed it in is not asked again.
    pub(super) fn contradicted(&mut self, key: Key, record: &Record, why: String) -> Result<()> {
        log::error!("{}", i18n::text!("record-contradiction", id = &record.id, why = &why));
        let why = Reason::text(why);
        if self.attempts.get(&key).is_some_and(|attempt| attempt.tag.is_some()) {
            return self.failed(key, &why);
        }
        self.pool.kill(key, why);
        Ok(())
    }
}
