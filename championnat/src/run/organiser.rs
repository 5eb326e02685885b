//! The organiser's requests to a running championship (status, pause, decisions), and the referee's
//! own decisions.

use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use arbitre::reception::Reception;
use championnat::presentation::{self, InWords, Sentence};
use championnat::{
    Attending, ChampionshipState, Config, ContestantId, DecideError, Decided, Decision, DecisionDraft,
    DecisionRuling, EngineCheck, Recorded, RunState, Status, UnderWay,
};
use ipc::control::Control;
use ipc::wait::Deadline;
use jeux::Reason;
use jeux::text::{QUOTED, truncate};
use jiff::Timestamp;
use log::Level;

use super::confining::Confining;
use super::network::{Network, by_network, open_doors};
use super::runner::Runner;
use super::{beginning, console, decide, events};

/// Awaited contestants named at most.
const NAMED: usize = 20;

/// A late entry.
struct LateEntry {
    config: Rc<Config>,
    confining: Confining,
    /// The listening sockets, if he is the first network contestant.
    reception: Option<Box<dyn Reception>>,
}

impl Runner<'_> {
    /// Answers the organiser's requests without blocking. A refusal is an answer.
    ///
    /// # Errors
    /// As [`decide::take`].
    pub(super) fn answer_organiser(&mut self) -> Result<()> {
        for asked in self.control.as_mut().map(Control::requests).unwrap_or_default() {
            let answer = match asked.line.as_str() {
                decide::PAUSE => Ok(self.hold(true)),
                decide::RESUME => Ok(self.hold(false)),
                decide::BEGIN if self.plan.is_gathering() => Ok(self.begin()),
                decide::BEGIN => Err(anyhow!(i18n::text!("champ-begun"))),
                Status::REQUEST => self.status(),
                line => self.decide(line)?,
            };
            let answer = answer.map_err(|error| i18n::causes(error.as_ref()));
            let answer = answer.as_deref().map_err(String::as_str);
            if let Some(control) = &mut self.control
                && let Err(error) = control.answer(asked.id, answer)
            {
                log::warn!("{}", i18n::text!("control-answering", why = i18n::system(&error)));
            }
        }
        Ok(())
    }

    /// Takes the requested decision, or describes it; the answer, or why it is refused.
    fn decide(&mut self, line: &str) -> Result<Result<String>> {
        // Results so far count before the decision.
        self.settle()?;
        if let Some(why) = self.not_settled() {
            return Ok(Err(anyhow!(why)));
        }
        let request = line.strip_prefix(decide::PREVIEW);
        let considered = self.consider(request.unwrap_or(line)).and_then(|(decision, late)| {
            let said = decide::described(&mut self.store, &decision, request.is_some())?;
            Ok((decision, late, said))
        });
        let (decision, late, said) = match considered {
            Ok((.., said)) if request.is_some() => return Ok(Ok(said)),
            Ok(considered) => considered,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let before = self.store.regulations().time_at_last();
        if let Err(refusal) = self.take(&decision)? {
            return Ok(Err(refusal));
        }
        self.plan.change_time(before, self.store.regulations().time_at_last());
        self.take_effect(late, &said)?;
        Ok(Ok(said))
    }

    /// The requested decision, with its late entry.
    fn consider(&mut self, line: &str) -> Result<(Decision, Option<LateEntry>)> {
        let request: DecisionDraft =
            serde_json::from_str(line).map_err(|_| anyhow!(i18n::text!("decision-unknown")))?;
        let file = self.args.file.as_deref().filter(|_| matches!(request.ruling, DecisionRuling::Add { .. }));
        let load = |file| Config::load_with(file, &self.args.short, &EngineCheck::default()).in_words();
        let config = file.map(load).transpose()?;
        let plan = &self.plan;
        let is_running = |key| plan.running().any(|pairing| pairing.key == key);
        let decision = decide::consider(&mut self.store, config.as_ref(), request, is_running)?;
        let Some(config) = config else { return Ok((decision, None)) };
        let here = &self.config;
        let (results, records, apart) = (here.results.clone(), here.records.clone(), here.apart);
        let config = Config { results, records, apart, ..config };
        let confining = Confining::new(&config, file)?;
        if self.bridge.is_some() {
            confining.check_travelling(&config, self.kind)?;
        }
        let comes = by_network(&config).contains(&true) && self.network.is_none();
        let reception = comes.then(|| open_doors(self.args, &config, self.kind)).transpose()?;
        Ok((decision, Some(LateEntry { config: Rc::new(config), confining, reception })))
    }

    /// Applies a decision, and says it in these lines.
    fn take_effect(&mut self, late: Option<LateEntry>, said: &str) -> Result<()> {
        if let Some(LateEntry { config, confining, reception }) = late {
            if let Some(reception) = reception {
                self.network = Some(Network::new(reception, config.clone()));
            }
            if let Some(network) = &mut self.network {
                network.described(config.clone());
            }
            self.config = config;
            self.confining = confining;
        }
        let told = self.attempts.iter().filter(|(_, attempt)| attempt.recorded == Recorded::Result);
        let stopped = self.plan.decided(Decided {
            told: told.map(|(key, _)| *key).collect(),
            schedule: self.store.generator().clone(),
            results: self.store.known_results().clone(),
            by_network: by_network(&self.config),
            gone: self.store.gone(),
            disqualified: self.store.disqualified(),
        });
        for key in stopped {
            self.kill(key, &Reason::new("decided"));
            self.jobs.retain(|job| job.key != key);
            if let Some(attempt) = self.attempts.remove(&key) {
                self.give_back(&attempt.pairing, &[None, None]);
            }
        }
        self.view.decided(self.store.regulations(), &self.plan, said);
        Ok(())
    }

    /// Pauses or resumes; games under way go on. The message. A restarted championship is not
    /// paused.
    pub(super) fn hold(&mut self, held: bool) -> String {
        self.plan.hold(held);
        if let Some(bridge) = &mut self.bridge {
            bridge.hold(held);
        }
        self.resumes = Deadline::NEVER;
        if !held {
            self.trouble = None;
            self.record_again();
        }
        let line = if held {
            i18n::text!("champ-paused", count = self.plan.running().count())
        } else {
            i18n::text!("champ-goes-on")
        };
        self.view.held(&line);
        line + "\n"
    }

    /// The first rencontres may begin. The message.
    fn begin(&mut self) -> String {
        self.plan.gather(false);
        let absent = self.plan.awaited().count();
        let line = i18n::text!("champ-begins", absent = absent, seconds = self.config.grace.as_secs());
        self.view.held(&line);
        line + "\n"
    }

    /// Begins at the time of the description; without one, when everybody is there.
    pub(super) fn begin_if_due(&mut self) {
        let due = || match self.config.begins {
            Some(time) => Timestamp::now() >= time,
            None => self.plan.awaited().next().is_none(),
        };
        if self.plan.is_gathering() && due() {
            self.begin();
        }
    }

    /// Says again from time to time who is awaited, and the command that begins without them: without an
    /// hour, nothing else ends the wait.
    pub(super) fn remind(&mut self) {
        if !self.plan.is_gathering() || self.config.begins.is_some() || !self.reminds.passed() {
            return;
        }
        self.reminds = Deadline::after(Instant::now(), Some(beginning::REMINDER));
        let awaited = self.plan.awaited().map(|contestant| self.config.regulations.name(contestant));
        let names: Vec<&str> = awaited.take(NAMED).collect();
        console::say(&i18n::text!("champ-awaited", names = names.join(", ")));
        beginning::tell_gathering(&self.name(), None);
    }

    /// [`Status`] as a line of JSON.
    pub(super) fn status(&self) -> Result<String> {
        let name = |contestant: ContestantId| self.config.regulations.name(contestant).to_owned();
        let progress = self.plan.progress();
        let running = self.plan.running().filter_map(|pairing| {
            // Nobody plays a forfeit.
            let attempt = self.attempts.get(&pairing.key).filter(|attempt| attempt.played)?;
            let players = [name(pairing.white), name(pairing.black)];
            Some(UnderWay {
                key: pairing.key.to_string(),
                id: attempt.task.id.clone(),
                players,
                since: attempt.since,
                ended_by: attempt.endless.then(|| self.ending(pairing.key)),
                machine: self
                    .bridge
                    .as_ref()
                    .and_then(|bridge| bridge.machine_of(pairing.key))
                    .map(str::to_owned),
            })
        });
        let awaited: Vec<ContestantId> = self.plan.awaited().collect();
        let network = self.plan.attendance().map(|(contestant, attendance)| Attending {
            name: name(contestant),
            attendance,
            awaited: awaited.contains(&contestant),
        });
        let state = match self.plan.state() {
            ChampionshipState::Finished => RunState::Finished,
            ChampionshipState::Ongoing if self.stop_requests > 0 => RunState::Stopping,
            ChampionshipState::Ongoing if self.plan.is_held() => RunState::Paused,
            ChampionshipState::Ongoing if self.plan.is_gathering() => RunState::Gathering,
            ChampionshipState::Ongoing => RunState::Running,
        };
        let records = self.config.records.file_stem().unwrap_or_default();
        let status = Status {
            name: records.to_string_lossy().into_owned(),
            game: self.config.regulations.game.clone(),
            state,
            begins: self.config.begins.filter(|_| self.plan.is_gathering()),
            ends: self.ends(),
            without_rules: self.config.without_rules(),
            trouble: self.trouble.clone(),
            running: running.collect(),
            played: progress.finished,
            total: progress.expected,
            remaining_s: progress.remaining_time.map(|left| left.as_secs()),
            network: network.collect(),
            machines: self.bridge.as_ref().map(|bridge| bridge.machines().to_vec()),
        };
        Ok(serde_json::to_string(&status).context("JSON")? + "\n")
    }

    /// Puts a contestant out: it forfeits the rest. This is a decision like the organiser's, who
    /// can reverse it. No effect if it is refused.
    pub(super) fn put_out(&mut self, contestant: ContestantId, why: &Reason) -> Result<()> {
        let name = self.config.regulations.name(contestant).to_owned();
        log::warn!("{}", i18n::text!("champ-out", name = &name, why = presentation::reason(why)));
        // Decisions are for everybody.
        let why = truncate(&presentation::reason(&why.for_audience()), QUOTED);
        // If it cannot be stored, failures are counted anew. It may have left already, or have nothing more
        // to play.
        self.rule(DecisionRuling::Withdraw { contestant: name }, why)
    }

    /// Why a contestant who has left is out: how its engine failed to start, or what was decided.
    pub(super) fn why_out(&self, contestant: ContestantId) -> Option<Reason> {
        let name = self.config.regulations.name(contestant);
        let decisions = self.store.decisions();
        let decision = decisions.departure(name).and_then(|_| decisions.departures(name).next())?;
        let known = self.start_failures.why_out(contestant).cloned();
        known.or_else(|| {
            Some(Reason::text(&decision.request.why)).filter(|_| !decision.request.why.is_empty())
        })
    }

    /// The end of the championship, if it has one: the description's, until a decision says otherwise.
    fn ends(&self) -> Option<Timestamp> {
        match self.store.decisions().end_ms() {
            Some(end) => Timestamp::from_millisecond(end?).ok(),
            None => self.config.ends,
        }
    }

    /// Ends the championship if its end is so near that no further round can be played, or past.
    ///
    /// # Errors
    /// As [`Runner::answer_organiser`].
    pub(super) fn end_if_due(&mut self) -> Result<()> {
        let ends = self.ends();
        let left = ends.map(|end| end.duration_since(Timestamp::now()));
        let now = self.started.elapsed();
        self.plan.end_by(left.map(|left| match left.is_negative() {
            true => now.saturating_sub(left.unsigned_abs()),
            false => now + left.unsigned_abs(),
        }));
        // Tried again after a pause, so that a store that fails is not asked at every event.
        if self.plan.ends_after().is_none() || self.trouble.is_some() {
            return Ok(());
        }
        // What is being stored may complete a round.
        self.settle()?;
        let (Some(round), None) = (self.plan.ends_after(), self.not_settled()) else { return Ok(()) };
        let end_ms = ends.map(Timestamp::as_millisecond);
        self.rule(DecisionRuling::EndAfter { round: Some(round), of: None, end_ms }, String::new())?;
        if let Some(decision) = self.store.decisions().closing().filter(|_| self.trouble.is_none()) {
            let said = presentation::message(&decision.request.ruling.message());
            console::say(&i18n::text!("champ-ended", said = said, file = self.name()));
        }
        Ok(())
    }

    /// Takes a decision of the referee; no effect if it is refused, or cannot be stored for now: then the championship
    /// pauses.
    fn rule(&mut self, ruling: DecisionRuling, why: String) -> Result<()> {
        self.settle()?;
        if self.not_settled().is_some() {
            return Ok(());
        }
        let request = DecisionDraft { who: i18n::text!("decision-referee"), why, ruling };
        // Who leaves before anything is played, or under way, is not drawn.
        let (plan, leaves) = (&self.plan, matches!(request.ruling, DecisionRuling::Withdraw { .. }));
        let is_running = |key| leaves && plan.running().any(|pairing| pairing.key == key);
        let considered = self.store.consider(request, Timestamp::now().as_millisecond(), is_running);
        let considered = considered.and_then(|decision| Ok((self.store.effects(&decision)?, decision)));
        let (effects, decision) = match considered {
            Ok(considered) => considered,
            Err(DecideError::Refused(_)) => return Ok(()),
            Err(DecideError::Store(error)) if error.is_passing() => {
                self.cannot_rule(error.sentence());
                return Ok(());
            }
            Err(error) => return Err(error).in_words(),
        };
        let said: Vec<String> = effects.iter().map(presentation::message).collect();
        if let Err(refusal) = self.take(&decision)? {
            self.cannot_rule(i18n::causes(refusal.as_ref()));
            return Ok(());
        }
        self.take_effect(None, &said.join("\n"))
    }

    /// Pauses, and says why.
    fn cannot_rule(&mut self, why: String) {
        if self.trouble.is_some() {
            events::say(Level::Warn, &i18n::text!("decision-referee"), &why);
        }
        self.machine_fails(Reason::text(why));
    }

    fn take(&mut self, decision: &Decision) -> Result<Result<()>> {
        self.reserve.lend(|| decide::take(&mut self.store, &self.config.records, decision))
    }
}
