//! Scheduled games: giving them to hosts, storing their records, telling the plan.
//!
//! A record counts once the rules agree, and is announced once disk and store have it. The
//! committer writes on a thread of its own: the rencontre proceeds when it returns the record.

use std::collections::btree_map::Entry;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Instant;

use anyhow::{Result, anyhow};
use arbitre::committer::Committed;
use arbitre::host::{HostEvent, Order, Report, TaskSeat, comes_from_lack, lacks};
use arbitre::reception::Guest;
use arbitre::record::Record;
use championnat::presentation::{self, InWords, Sentence};
use championnat::{
    ChampionshipState, Conclusion, ContestantId, Forfeit, IncomingRencontre, Intake, Key, MachineHealth,
    Pairing, PlannedStart, Recorded, SeatSpec, Side, Suspects,
};
use ipc::wait::Deadline;
use jeux::{Reason, Slot};

use super::attempt::{Attempt, Job, engine_of, is_endless};
use super::runner::Runner;
use super::{decide, events, folder, intake};

impl Runner<'_> {
    /// An attempt at a scheduled game.
    pub(super) fn attempt(&mut self, pairing: Pairing) -> Result<Attempt> {
        self.count += 1;
        let meetings = self.store.meetings_before(&pairing);
        let time_ms = self.store.regulations().time_in(pairing.key.round);
        let attempt = Attempt::new(&self.config, self.kind, pairing, meetings, time_ms, self.count);
        attempt.map_err(|error| {
            anyhow!(i18n::text!(
                "config-parameter",
                key = error.name,
                why = presentation::reason(&error.problem)
            ))
        })
    }

    /// Has a rencontre played as soon as there is a host; if a contestant has just left, it does
    /// not begin.
    pub(super) fn start(&mut self, start: &PlannedStart) -> Result<()> {
        let Some(guests) = self.call(&start.pairing)? else { return Ok(()) };
        let mut attempt = self.attempt(start.pairing)?;
        let (key, config) = (attempt.key(), &self.config);
        let names = attempt.task.players.each_ref().map(|player| player.name.clone());
        let mut connections = Vec::new();
        for (slot, guest) in Slot::ALL.into_iter().zip(guests) {
            let side = Side::from(slot);
            let contestant = start.pairing.contestants()[side];
            let player = &mut attempt.task.players[slot];
            if let Some(guest) = guest {
                connections.push(guest.stream);
                (player.from, player.seat) = (guest.from, TaskSeat::Network(guest.state));
                continue;
            }
            let title = i18n::text!(
                "logbook-rencontre",
                key = key.to_string(),
                other = &names[slot.other()],
                time = i18n::time_to_second(attempt.since)
            );
            let label = format!("{key} {}", player.name);
            let by = (&**config, &self.confining);
            if let Some(engine) = engine_of(by, contestant, label, start.cores[side], title) {
                player.seat = TaskSeat::Engine(engine);
            }
        }
        attempt.played = true;
        if start.elsewhere {
            return self.give_away(attempt);
        }
        self.attempts.insert(key, attempt);
        let cores = Side::ALL.map(|side| start.cores[side]);
        self.jobs.push_back(Job { key, cores, connections });
        Ok(())
    }

    /// The network players of a rencontre, by slot. `None`: one has just left; the other one waits
    /// on.
    fn call(&mut self, pairing: &Pairing) -> Result<Option<[Option<Guest>; 2]>> {
        let mut guests = [None, None];
        let mut missing = false;
        for (contestant, guest) in [pairing.white, pairing.black].into_iter().zip(&mut guests) {
            if let SeatSpec::Network(_) = self.config.seats[contestant.index()] {
                let reserve = &mut self.reserve;
                *guest = self.network.as_mut().and_then(|network| network.take(contestant, reserve));
                missing |= guest.is_none();
            }
        }
        if !missing {
            return Ok(Some(guests));
        }
        self.plan.not_begun(pairing.key).in_words()?;
        for (contestant, guest) in [pairing.white, pairing.black].into_iter().zip(guests) {
            if let (Some(network), Some(guest)) = (&mut self.network, guest) {
                network.keep(contestant, guest, &mut self.plan);
            }
        }
        Ok(None)
    }

    /// Tells once of each rencontre that lasts far longer than the others.
    pub(super) fn tell_endless(&mut self) {
        let mut found = Vec::new();
        for attempt in self.attempts.values_mut().filter(|attempt| attempt.played && !attempt.endless) {
            let length = attempt.length();
            if is_endless(length, &self.lengths) {
                attempt.endless = true;
                found.push((attempt.key(), length));
            }
        }
        for (key, length) in found {
            events::endless(key, length, &self.ending(key));
        }
    }

    /// The command that ends a rencontre under way: it gets a result.
    pub(super) fn ending(&self, key: Key) -> String {
        let drawn = vec![decide::DRAWN; self.config.regulations.parties as usize].join(" ");
        i18n::text!("champ-ending", file = self.name(), key = key.to_string(), result = drawn)
    }

    /// Gives jobs to hosts, unless the machine fails, or the system has just refused to start one.
    pub(super) fn hand_out(&mut self) {
        while self.shortage.may_ask()
            && self.trouble.is_none()
            && let Some(job) = self.jobs.pop_front()
        {
            let Some(attempt) = self.attempts.get(&job.key) else { continue };
            let order = Order::Play(Box::new(attempt.task.clone()));
            let connections: Vec<BorrowedFd<'_>> = job.connections.iter().map(AsFd::as_fd).collect();
            let mut give = || self.pool.give(job.key, job.cores, &order, &connections);
            let given = match give() {
                Err(error) if lacks(&error) => self.reserve.lend(give),
                given => given,
            };
            let Err(error) = given else {
                self.shortage.ended();
                continue;
            };
            self.jobs.push_front(job);
            if !self.shortage.passes(&error, self.pool.plays()) {
                self.machine_fails(Reason::new("no-worker").because(Reason::os(&error)));
            } else if self.shortage.is_new() {
                log::warn!("{}", i18n::text!("lobby-cannot-start", why = i18n::system(&error)));
            }
        }
    }

    /// Records a forfeit.
    pub(super) fn forfeit(&mut self, forfeit: &Forfeit) -> Result<()> {
        let attempt = self.attempt(forfeit.pairing)?;
        let absent = forfeit.absent.map(|side| forfeit.pairing.contestants()[side]);
        let record = attempt.forfeited(forfeit.absent, absent.and_then(|who| self.why_out(who)).as_ref());
        self.decide_unplayed(attempt, record)
    }

    /// Stores a record that decides a game without playing it.
    fn decide_unplayed(&mut self, mut attempt: Attempt, record: Box<Record>) -> Result<()> {
        attempt.ended = true;
        self.attempts.insert(attempt.key(), attempt);
        self.write_down(record)
    }

    /// Handles a host's report.
    pub(super) fn hear(&mut self, key: Key, event: HostEvent) -> Result<()> {
        let report = match event {
            HostEvent::Said(report) => report,
            HostEvent::Died(why) => return self.failed(key, &why),
        };
        match report {
            Report::Record(record) => return self.handed_in(key, record),
            Report::Wanted(slot) => match (self.player(key, slot), &mut self.network) {
                (Some(contestant), Some(network)) => network.want(key, contestant),
                _ => self.pool.answer(key, &Order::Absent, &[]),
            },
            Report::Left(slot, state) => {
                if let Some(attempt) = self.attempts.get_mut(&key) {
                    attempt.left[slot] = state;
                }
            }
            Report::Done => return self.ended(key),
            Report::Failed(why) => return self.failed(key, &why),
            Report::Started(slot, failed) => {
                if let Some(contestant) = self.player(key, slot)
                    && let Some(why) = self.start_failures.hear(contestant, failed)
                {
                    return self.put_out(contestant, &why);
                }
            }
            Report::Begun | Report::Begins(_) | Report::Move(_) | Report::Tried(_) | Report::Named(_) => {}
        }
        Ok(())
    }

    /// The contestant in this slot of a game; `None` once it is over.
    fn player(&self, key: Key, slot: Slot) -> Option<ContestantId> {
        let pairing = self.attempts.get(&key)?.pairing;
        Some([pairing.white, pairing.black][slot])
    }

    /// A host handed in a record: it is stored if the rules agree; otherwise the host is killed,
    /// which interrupts the game.
    pub(super) fn handed_in(&mut self, key: Key, record: Box<Record>) -> Result<()> {
        let Some(attempt) = self.attempts.get(&key) else { return Ok(()) };
        let incoming = attempt
            .matches_pairing(&record)
            .map_err(|why| presentation::reason(&why))
            .and_then(|()| intake::convert(&record, self.kind, String::new()).map_err(|why| why.sentence()));
        match incoming {
            Ok(incoming) => {
                self.commit(record, incoming);
                Ok(())
            }
            Err(why) => self.contradicted(key, &record, why),
        }
    }

    /// Stores a record made here.
    fn write_down(&mut self, record: Box<Record>) -> Result<()> {
        let incoming = intake::convert(&record, self.kind, String::new()).in_words()?;
        self.commit(record, incoming);
        Ok(())
    }

    /// Gives a record to the committer; [`Runner::committed`] continues.
    fn commit(&mut self, record: Box<Record>, incoming: IncomingRencontre) {
        if let Some(attempt) = self.attempts.get_mut(&incoming.key) {
            attempt.recorded = Recorded::UnderWay;
        }
        self.committer.commit(incoming, record);
    }

    /// Waits until everything handed in is on disk and in the store.
    pub(super) fn settle(&mut self) -> Result<()> {
        loop {
            let batch = self.committer.wait();
            if batch.is_empty() {
                return Ok(());
            }
            self.committed(batch)?;
        }
    }

    /// Why not all that was handed in is, if so.
    pub(super) fn not_settled(&self) -> Option<String> {
        let why = self.trouble.as_ref().filter(|_| !self.unrecorded.is_empty())?;
        Some(presentation::reason(why))
    }

    /// Takes stored records into the database together, and lets hosts tell the players. What disk or
    /// store do not take for now is handed in again after a pause.
    pub(super) fn committed(&mut self, batch: Vec<Committed<IncomingRencontre>>) -> Result<()> {
        let (mut incoming, mut records) = (Vec::new(), Vec::new());
        for Committed { key: mut one, record, result, text } in batch {
            let text = match result {
                Ok(_) => Ok(text),
                // The reserve covers it: it has taken descriptors from connections.
                Err(error) if lacks(&error.source) => {
                    self.reserve.lend(|| folder::commit(&record, &self.config.records))
                }
                Err(error) => Err(folder::not_written(&error)),
            };
            match text {
                Ok(text) => {
                    one.json = text;
                    incoming.push(one);
                    records.push(record);
                }
                Err(why) => self.not_recorded(vec![(one, record)], why),
            }
        }
        if incoming.is_empty() {
            return Ok(());
        }
        match self.reserve.lend(|| self.store.take_together(&incoming)) {
            Ok(intakes) => {
                for (record, (incoming, intake)) in records.into_iter().zip(incoming.iter().zip(intakes)) {
                    self.taken(incoming.key, &record, intake)?;
                }
            }
            Err(error) if error.is_passing() => {
                let why = Reason::text(error.sentence());
                self.not_recorded(incoming.into_iter().zip(records).collect(), why);
            }
            Err(error) => return Err(error).in_words(),
        }
        Ok(())
    }

    /// Disk or store did not take these.
    fn not_recorded(&mut self, unrecorded: Vec<(IncomingRencontre, Box<Record>)>, why: Reason) {
        self.unrecorded.extend(unrecorded);
        self.machine_fails(Reason::new("unrecorded").because(why));
    }

    /// Hands in again what disk and store did not take.
    pub(super) fn record_again(&mut self) {
        for (incoming, record) in std::mem::take(&mut self.unrecorded) {
            self.commit(record, incoming);
        }
    }

    /// The store's answer to a record.
    fn taken(&mut self, key: Key, record: &Record, intake: Intake) -> Result<()> {
        match &intake {
            Intake::New(_) => {
                events::fault(key, record);
                self.tell_odd(key, record);
            }
            Intake::Duplicate(kept) => folder::double(&self.config.records, &record.id, kept),
            Intake::Interrupted | Intake::Known | Intake::Overruled => {}
        }
        let known = self.store.known_results().contains_key(&key);
        let recorded = Recorded::by(&intake, record.interrupted.as_ref(), known);
        // A record that comes twice says nothing of the next attempt.
        let Some(attempt) = self.attempts.get_mut(&key).filter(|attempt| attempt.task.id == record.id) else {
            return Ok(());
        };
        attempt.recorded = recorded;
        self.recorded(key);
        self.conclude(key)
    }

    /// Tells what engines wrote that is not of their protocol: each kind once.
    fn tell_odd(&mut self, key: Key, record: &Record) {
        for player in &record.players {
            if let Some(odd) = &player.odd
                && self.odd.insert((player.name.clone(), odd.first.code.clone()))
            {
                events::odd(key, &player.name, odd);
            }
        }
    }

    /// A host failed: unless its record is there, the attempt is recorded as interrupted.
    pub(super) fn failed(&mut self, key: Key, why: &Reason) -> Result<()> {
        if let Some(attempt) = self.attempts.get(&key)
            && matches!(attempt.recorded, Recorded::Nothing)
            && self.stop_requests < 2
        {
            let record = attempt.cut(why);
            self.write_down(record)?;
        }
        self.ended(key)
    }

    /// A game's host has finished.
    fn ended(&mut self, key: Key) -> Result<()> {
        if let Some(attempt) = self.attempts.get_mut(&key) {
            attempt.ended = true;
        }
        self.conclude(key)
    }

    /// Tells the plan about a game that has ended and whose record is stored: result, replay, or
    /// given up. Its network players are free.
    fn conclude(&mut self, key: Key) -> Result<()> {
        let Entry::Occupied(entry) = self.attempts.entry(key) else { return Ok(()) };
        if !entry.get().ended {
            return Ok(());
        }
        let now = self.store.known_results().get(&key);
        let Some(conclusion) = entry.get().recorded.conclusion(now) else { return Ok(()) };
        let length = entry.get().length();
        let Attempt { pairing, played, left, .. } = entry.remove();
        let why = match conclusion {
            Conclusion::Result(result) => {
                if played {
                    self.health.played();
                    self.lengths.push(length);
                }
                self.view.finished(key, &result);
                self.plan.finished(key, result).in_words()?;
                None
            }
            Conclusion::Replayed => {
                self.plan.not_begun(key).in_words()?;
                None
            }
            Conclusion::Interrupted(why) => Some(why),
        };
        if let Some(why) = why.filter(|_| self.stop_requests < 2) {
            self.interrupted(&pairing, &why)?;
        }
        if played {
            // After the very last game, those who ask again learn that.
            if let Some(network) =
                self.network.as_mut().filter(|_| self.plan.state() == ChampionshipState::Finished)
            {
                network.all_over();
            }
            self.give_back(&pairing, &left);
        }
        Ok(())
    }

    /// A game was interrupted: replayed, or given up.
    fn interrupted(&mut self, pairing: &Pairing, why: &Reason) -> Result<()> {
        let again = self.plan.interrupted(pairing.key).in_words()?;
        events::interrupted(&self.config.regulations, pairing, why, again);
        self.suspect(pairing);
        if comes_from_lack(why) {
            self.machine_fails(why.clone());
        } else if self.health.interrupted(pairing.key) {
            let interrupted = Reason::new("all-interrupted").with(MachineHealth::INTERRUPTED);
            self.machine_fails(interrupted.because(why.clone()));
        }
        if again {
            return Ok(());
        }
        let attempt = self.attempt(*pairing)?;
        let record = attempt.given_up(self.config.replays + 1, why);
        self.decide_unplayed(attempt, record)
    }

    /// Begins nothing for a while: the machine seems to fail. The organiser may go on before; his own
    /// pause lasts until he ends it.
    pub(super) fn machine_fails(&mut self, why: Reason) {
        if self.trouble.is_some() {
            return;
        }
        let pause = self.health.pause();
        if !self.plan.is_held() {
            self.hold(true);
            self.resumes = Deadline::after(Instant::now(), Some(pause));
        }
        events::machine_fails(&why, pause, &self.name());
        self.trouble = Some(why);
    }

    /// Plays an engine alone that was playing whenever a rencontre was interrupted.
    fn suspect(&mut self, pairing: &Pairing) {
        let under_way =
            self.attempts.values().filter(|attempt| attempt.played).map(|attempt| &attempt.pairing);
        let playing = under_way.chain([pairing]).flat_map(|pairing| [pairing.white, pairing.black]);
        let is_engine = |contestant: &ContestantId| {
            matches!(self.config.seats.get(contestant.index()), Some(SeatSpec::Engine { .. }))
        };
        let playing = playing.filter(is_engine).collect();
        if let Some(suspect) = self.suspects.hear(playing)
            && self.plan.isolate(suspect)
        {
            events::isolated(self.config.regulations.name(suspect), Suspects::INTERRUPTIONS);
        }
    }

    /// Gives network players their connections back, with the wire's states, by slot.
    pub(super) fn give_back(&mut self, pairing: &Pairing, states: &[Option<String>; 2]) {
        let Some(network) = &mut self.network else { return };
        for (contestant, state) in [pairing.white, pairing.black].into_iter().zip(states) {
            network.give_back(contestant, state.as_deref());
        }
    }
}
