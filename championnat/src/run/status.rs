//! How the championship stands, for who asks; and its pause, which the organiser begins and ends.

use anyhow::{Context, Result};
use championnat::{Attending, ContestantId, RunState, State, Status, UnderWay};

use super::runner::Runner;

impl Runner<'_> {
    /// From now on no rencontre begins, or they do again; what is under way goes on. Gives what there is to say. A championship that
    /// is started again is not paused.
    pub(super) fn hold(&mut self, held: bool) -> String {
        self.plan.hold(held);
        let line = if held {
            words::text!("champ-paused", count = self.plan.running().count())
        } else {
            words::text!("champ-goes-on")
        };
        self.view.held(&line);
        line + "\n"
    }

    /// How it stands: [`Status`] in a line of JSON, with its end.
    ///
    /// # Errors
    /// What the serialiser reports.
    pub(super) fn status(&self) -> Result<String> {
        let name = |contestant: ContestantId| self.config.regulations.name(contestant).to_owned();
        let progress = self.plan.progress();
        let running = self.plan.running().filter_map(|pairing| {
            // A forfeit is decided at once, and nobody plays it.
            let attempt = self.attempts.get(&pairing.key)?;
            let players = [name(pairing.white), name(pairing.black)];
            Some(UnderWay {
                key: pairing.key.to_string(),
                id: attempt.id.clone(),
                players,
                since: attempt.since,
            })
        });
        let awaited: Vec<ContestantId> = self.plan.awaited().collect();
        let network = self.plan.attendance().map(|(contestant, attendance)| Attending {
            name: name(contestant),
            attendance,
            awaited: awaited.contains(&contestant),
        });
        let state = match self.plan.state() {
            State::Finished => RunState::Finished,
            State::Ongoing if self.stop_requests > 0 => RunState::Stopping,
            State::Ongoing if self.plan.is_held() => RunState::Paused,
            State::Ongoing => RunState::Running,
        };
        let records = self.config.records.file_stem().unwrap_or_default();
        let status = Status {
            name: records.to_string_lossy().into_owned(),
            game: self.config.regulations.game.clone(),
            state,
            running: running.collect(),
            played: progress.finished,
            total: progress.expected,
            remaining_s: progress.remaining_time.map(|left| left.as_secs()),
            network: network.collect(),
        };
        Ok(serde_json::to_string(&status).context("JSON")? + "\n")
    }
}
