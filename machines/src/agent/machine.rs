//! This machine in the room: what it does, and what the organiser has said of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arbitre::host::remote::{Machine, MachineState};
use arbitre::record::MachineRecord;
use async_nats::{Client, jetstream};
use jeux::Reason;
use nix::sys::eventfd::EventFd;
use tokio::sync::watch;

use super::cache::BundleCache;
use super::survey::MachineSurvey;
use crate::wire::{BEAT, BEAT_EVERY, Beat, Beaten, JobEngine, RESTS, SHORT, VERSION, pack, unpack};

/// So many failures of this machine one after the other are no accident.
const FAILURES: u32 = 3;
/// After so long without an answer to its beats, a machine begins nothing.
pub const UNHEARD: Duration = Duration::from_secs(5);

/// This machine in the room.
pub struct Agent {
    pub client: Client,
    pub jobs: jetstream::Context,
    pub key: String,
    pub name: String,
    pub survey: MachineSurvey,
    pub cache: BundleCache,
    pub folder: PathBuf,
    pub places: usize,
    pub state: Mutex<AgentState>,
    /// What the organiser has said last.
    pub heard: watch::Sender<LastBeat>,
}

#[derive(Debug, Default)]
pub struct AgentState {
    /// The tasks under way, and what stops each.
    pub playing: BTreeMap<String, Arc<EventFd>>,
    /// Engines that have made a move here.
    pub tried: BTreeSet<String>,
    pub played: u64,
    pub fault: Option<Reason>,
    /// Engines that do not play here: until when they are not tried again, and why.
    pub declined: BTreeMap<JobEngine, (Instant, Reason)>,
    /// Why it takes no rencontres by itself, and until when.
    pub rests: Option<(Instant, Reason)>,
    /// Hosts that failed, or engines that it had no time to try, one after the other.
    pub failures: u32,
    pub leaving: bool,
    /// Rencontres under way go back.
    pub hurried: bool,
}

#[derive(Clone, Debug, Default)]
pub struct LastBeat {
    pub said: Beaten,
    pub at: Option<Instant>,
}

impl Agent {
    pub fn state(&self) -> MutexGuard<'_, AgentState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a rencontre may begin.
    pub fn may_play(&self) -> bool {
        let heard = self.heard.borrow();
        let fresh = heard.at.is_some_and(|at| at.elapsed() < UNHEARD);
        let mut state = self.state();
        if state.rests.as_ref().is_some_and(|(until, _)| *until <= Instant::now()) {
            state.rests = None;
        }
        fresh
            && heard.said.refused.is_none()
            && !heard.said.held
            && !heard.said.finished
            && state.rests.is_none()
            && !state.leaving
    }

    /// Rencontres at once: where both engines of one think at the same time, it takes two cores.
    pub fn open_places(&self) -> usize {
        match self.heard.borrow().said.ponder {
            true => (self.survey.cores.len().max(self.places) / 2).clamp(1, self.places),
            false => self.places,
        }
    }

    /// It has failed once more, for this reason; whether this machine seems to be why.
    pub fn fails(&self, why: &Reason) -> bool {
        let mut state = self.state();
        state.fault = Some(why.clone());
        state.failures += 1;
        state.failures >= FAILURES
    }

    /// Why this engine does not play here, unless it is to be tried, perhaps again.
    pub fn declined(&self, engine: &JobEngine) -> Option<Reason> {
        let mut state = self.state();
        state.declined.retain(|_, (until, _)| *until > Instant::now());
        state.declined.get(engine).map(|(_, why)| why.clone())
    }

    /// This engine does not play here.
    pub fn decline(&self, engine: JobEngine, why: Reason) {
        self.state().declined.insert(engine, (Instant::now() + RESTS, why));
    }

    pub fn record(&self) -> MachineRecord {
        MachineRecord {
            name: self.name.clone(),
            processor: self.survey.processor.clone(),
            speed: self.survey.speed,
            version: VERSION.into(),
        }
    }

    pub fn machine(&self) -> Machine {
        let places = self.open_places();
        let state = self.state();
        let doing = match &state.rests {
            _ if state.leaving => MachineState::Leaving,
            Some((_, why)) => MachineState::Refused(why.clone()),
            None => MachineState::Ready,
        };
        Machine {
            record: self.record(),
            cores: self.survey.cores.len(),
            memory_mib: self.survey.memory_mib,
            programs: self.survey.programs.clone(),
            places,
            playing: state.playing.keys().cloned().collect(),
            played: state.played,
            state: doing,
            fault: state.fault.clone(),
        }
    }

    /// Tells the organiser that this machine is there, and takes his answer.
    pub async fn beat(&self) {
        let beat = Beat { machine: self.machine() };
        let Ok(beat) = pack(&beat) else { return };
        let request = async_nats::Request::new().payload(beat).timeout(Some(BEAT_EVERY));
        // Without a server the request waits for room, and its own bound has not begun.
        let asked = self.client.send_request(format!("{BEAT}.{}", self.key), request);
        let Ok(answer) = tokio::time::timeout(2 * BEAT_EVERY, asked).await else { return };
        let Ok(said) = answer
            .map_err(|_| ())
            .and_then(|answer| unpack::<Beaten>(&answer.payload, SHORT).map_err(|_| ()))
        else {
            return;
        };
        {
            let state = self.state();
            said.unwanted.iter().filter_map(|task| state.playing.get(task)).for_each(|stop| {
                stop.write(1).ok();
            });
        }
        self.heard.send_replace(LastBeat { said, at: Some(Instant::now()) });
    }
}
