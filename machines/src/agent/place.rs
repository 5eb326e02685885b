//! A place: takes one rencontre after the other from the queue, plays it, and hands in what happened.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use arbitre::host::remote::Outcome;
use arbitre::host::{Task, TaskSeat, Trial, Tried};
use arbitre::live::path_in;
use arbitre::match_loop::comes_from_load;
use async_nats::HeaderMap;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use i18n::out::complain;
use jeux::text::sanitize;
use jeux::{Reason, Slot};
use nix::sys::eventfd::{EfdFlags, EventFd};
use tokio::task::JoinSet;

use super::machine::Agent;
use super::play::{Place, Played};
use crate::wire::{
    ACK_WAIT, ANSWER, Answer, JOBS, Job, JobEngine, LONGEST, MACHINES, RESTS, Said, pack, unpack,
};

/// How long a request to the queue waits for a rencontre.
const ASKS: Duration = Duration::from_secs(5);
/// Between two attempts at what failed.
const AGAIN: Duration = Duration::from_millis(500);
/// How long a message may wait to be sent.
const SENT: Duration = Duration::from_secs(3);
/// How often an engine is tried where this machine has too much to do.
const TRIES: u32 = 3;

/// Opens the places; each ends when this machine leaves and its rencontre is over.
pub fn open(agent: &Arc<Agent>) -> JoinSet<()> {
    let mut places = JoinSet::new();
    for number in 0..agent.places {
        places.spawn(attend(Arc::clone(agent), number));
    }
    places
}

/// The cores of this place: two where both engines think at once.
fn cores(agent: &Agent, number: usize) -> Vec<usize> {
    let cores = &agent.survey.cores;
    let each = if agent.heard.borrow().said.ponder { 2 } else { 1 };
    let own: Vec<usize> = cores.iter().skip(number * each).take(each).copied().collect();
    // More places than cores: theirs is any.
    if own.len() < each { Vec::new() } else { own }
}

async fn attend(agent: Arc<Agent>, number: usize) {
    let mut heard = agent.heard.subscribe();
    let mut place = None;
    while !agent.state().leaving {
        if !agent.may_play() {
            tokio::time::timeout(AGAIN, heard.changed()).await.ok();
            continue;
        }
        if number >= agent.open_places() {
            tokio::time::sleep(AGAIN).await;
            continue;
        }
        let mut own =
            place.take().unwrap_or_else(|| Place::new(number, cores(&agent, number), &agent.folder));
        own.prepare();
        place = match next(&agent).await {
            Some(message) => Some(handle(&agent, own, &message).await),
            None => Some(own),
        };
    }
}

/// A rencontre from the queue, if one comes within a few seconds.
async fn next(agent: &Agent) -> Option<Message> {
    let consumer: Result<PullConsumer, _> = agent.jobs.get_consumer_from_stream(MACHINES, JOBS).await;
    let consumer = match consumer {
        Ok(consumer) => consumer,
        Err(error) => {
            log::debug!("{error}");
            tokio::time::sleep(AGAIN).await;
            return None;
        }
    };
    let message = match consumer.batch().max_messages(1).expires(ASKS).messages().await {
        Ok(mut messages) => messages.next().await?,
        Err(error) => Err(error.into()),
    };
    let message = match message {
        Ok(message) => message,
        Err(error) => {
            log::debug!("{error}");
            tokio::time::sleep(AGAIN).await;
            return None;
        }
    };
    if agent.may_play() {
        return Some(message);
    }
    bounded(message.ack_with(AckKind::Nak(None))).await;
    None
}

/// Waits for what is sent, but no longer than anybody would: without a server it may wait for room.
async fn bounded<T>(sending: impl Future<Output = T>) {
    tokio::time::timeout(SENT, sending).await.ok();
}

/// How a job ends.
enum JobEnd {
    Said(Said, Instant),
    /// Nobody wants it any more.
    Unwanted,
    /// Another machine is to play it.
    Back,
}

async fn handle(agent: &Arc<Agent>, mut place: Place, message: &Message) -> Place {
    let Ok(job) = unpack::<Job>(&message.payload, LONGEST) else {
        // The organiser notices that it has gone, and publishes it again.
        bounded(message.ack_with(AckKind::Term)).await;
        return place;
    };
    let (task, ticket) = (job.task.id.clone(), job.ticket.clone());
    if agent.state().playing.contains_key(&task) {
        // The queue took this machine for lost. Whoever plays it here acknowledges it.
        return place;
    }
    let Ok(stop) = EventFd::from_flags(EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK).map(Arc::new) else {
        bounded(message.ack_with(AckKind::Nak(Some(AGAIN)))).await;
        return place;
    };
    agent.state().playing.insert(task.clone(), Arc::clone(&stop));
    let end = {
        let playing = run(agent, &mut place, job, &stop);
        tokio::pin!(playing);
        loop {
            // Well before the queue takes this machine for lost.
            match tokio::time::timeout(ACK_WAIT / 4, &mut playing).await {
                Ok(end) => break end,
                Err(_) => bounded(message.ack_with(AckKind::Progress)).await,
            }
        }
    };
    if let JobEnd::Said(said @ Said::Declined { .. }, ended) = end {
        // It may come again at once, but others are to get it first.
        agent.state().playing.remove(&task);
        hand_in(agent, Answer { ticket, said }, ended, message).await;
        tokio::time::sleep(AGAIN).await;
        return place;
    }
    match end {
        JobEnd::Said(said, ended) => hand_in(agent, Answer { ticket, said }, ended, message).await,
        JobEnd::Unwanted => bounded(message.double_ack()).await,
        JobEnd::Back => bounded(message.ack_with(AckKind::Nak(Some(AGAIN)))).await,
    }
    agent.state().playing.remove(&task);
    place
}

/// Plays it, if its engines play here.
async fn run(agent: &Arc<Agent>, place: &mut Place, job: Job, stop: &Arc<EventFd>) -> JobEnd {
    let Job { mut task, engines, .. } = job;
    for slot in Slot::ALL {
        if let Some(why) = agent.declined(&engines[slot]) {
            return declined(&task, Some(slot), fails_here(&task, slot, why));
        }
    }
    let _held = agent.cache.hold(&engines);
    for slot in Slot::ALL {
        let TaskSeat::Engine(engine) = &mut task.players[slot].seat else {
            return rests(agent, &task, Reason::new("connection-missing"));
        };
        match agent.cache.spec(&engines[slot], &agent.client, &agent.key).await {
            Ok((spec, readable)) => {
                engine.spec = spec;
                engine.policy.readable = readable;
                engine.policy.hidden = vec![agent.folder.join("cle"), agent.folder.join("journaux")];
            }
            Err(why) => {
                return rests(agent, &task, fails_here(&task, slot, why));
            }
        }
    }
    task.live = Some(path_in(&agent.folder));
    task.orphaned = None;
    for slot in Slot::ALL {
        match attempt(agent, place, &task, slot, stop).await {
            Ok(()) => {}
            Err(_) if stop.read().is_ok() => return stopped(agent),
            Err(why) => return not_begun(agent, &task, &engines, slot, why),
        }
    }
    let (own, kept) = (std::mem::replace(place, Place::none()), task.clone());
    let stop = Arc::clone(stop);
    let playing = tokio::task::spawn_blocking(move || {
        let mut own = own;
        let played = own.play(*kept, &stop);
        let was_stopped = stop.read().is_ok();
        (own, played, was_stopped)
    });
    let Ok((own, played, was_stopped)) = playing.await else { return JobEnd::Back };
    *place = own;
    let ended = played.ended;
    if was_stopped && played.end.as_ref().is_ok_and(|record| record.interrupted.is_some()) {
        return stopped(agent);
    }
    agent.state().played += 1;
    match &played.end {
        Ok(_) => agent.state().failures = 0,
        Err(why) if agent.fails(why) => return rests(agent, &task, why.clone()),
        Err(_) => {}
    }
    JobEnd::Said(Said::Played(Box::new(outcome(agent, &task, played))), ended)
}

/// A rencontre was stopped: another machine may play it if this one leaves; otherwise nobody wants it any more.
fn stopped(agent: &Agent) -> JobEnd {
    if agent.state().hurried { JobEnd::Back } else { JobEnd::Unwanted }
}

/// Why a rencontre does not begin.
enum NotBegun {
    /// An engine does not play here, for this reason.
    EngineFails(Reason),
    /// Nothing is known of the engine: the host failed or was stopped, or this machine had too much to do.
    HostFails(Reason),
}

/// An engine could not be tried, or does not play: another machine may play the rencontre.
fn not_begun(agent: &Agent, task: &Task, engines: &[JobEngine; 2], slot: Slot, why: NotBegun) -> JobEnd {
    match why {
        NotBegun::EngineFails(why) => {
            agent.decline(engines[slot].clone(), why.clone());
            let why = fails_here(task, slot, why);
            complain(&sanitize(&i18n::reason(&why)));
            agent.state().fault = Some(why.clone());
            declined(task, Some(slot), why)
        }
        NotBegun::HostFails(why) if agent.fails(&why) => rests(agent, task, why),
        NotBegun::HostFails(why) => declined(task, None, why),
    }
}

/// The engine of this contestant does not play here, for this reason.
fn fails_here(task: &Task, slot: Slot, why: Reason) -> Reason {
    Reason::new("machine-engine").with(&task.players[slot].name).because(why)
}

/// Tries an engine that has not played here yet.
async fn attempt(
    agent: &Agent,
    place: &mut Place,
    task: &Task,
    slot: Slot,
    stop: &Arc<EventFd>,
) -> Result<(), NotBegun> {
    let player = &task.players[slot];
    let TaskSeat::Engine(engine) = &player.seat else { return Ok(()) };
    if agent.state().tried.contains(&engine.spec) {
        return Ok(());
    }
    let mut engine = (**engine).clone();
    engine.log = None;
    let spec = engine.spec.clone();
    let trial = Trial {
        game: task.game.clone(),
        setup: task.setup.clone(),
        time_ms: task.time_ms,
        name: player.name.clone(),
        engine,
        whole: None,
    };
    let (own, stop) = (std::mem::replace(place, Place::none()), Arc::clone(stop));
    let trying = tokio::task::spawn_blocking(move || {
        let mut own = own;
        let tried = without_load(|| own.attempt(trial.clone(), &stop));
        (own, tried)
    });
    let (own, tried) = trying.await.map_err(|_| NotBegun::HostFails(Reason::new("interrupted")))?;
    *place = own;
    match tried {
        Ok(Tried { outcome: Ok(_), .. }) => {
            agent.state().tried.insert(spec);
            Ok(())
        }
        Ok(Tried { outcome: Err(why), .. }) => Err(NotBegun::EngineFails(why)),
        Err(why) => {
            log::warn!("{}", i18n::reason(&why));
            Err(NotBegun::HostFails(why))
        }
    }
}

/// What a trial says of an engine.
///
/// # Errors
/// It says nothing of it: the host failed, or this machine had too much to do each time.
fn without_load(mut attempt: impl FnMut() -> Result<Tried, Reason>) -> Result<Tried, Reason> {
    let mut tries = 0;
    loop {
        let tried = attempt()?;
        tries += 1;
        match tried.outcome {
            Err(why) if comes_from_load(&why) && tries == TRIES => return Err(why),
            Err(why) if comes_from_load(&why) => thread::sleep(AGAIN),
            _ => return Ok(tried),
        }
    }
}

/// This machine cannot play it, and plays nothing for a while.
fn rests(agent: &Agent, task: &Task, why: Reason) -> JobEnd {
    complain(&sanitize(&i18n::text!("machines-rests", why = i18n::reason(&why))));
    agent.state().rests = Some((Instant::now() + RESTS, why.clone()));
    declined(task, None, why)
}

fn declined(task: &Task, slot: Option<Slot>, why: Reason) -> JobEnd {
    JobEnd::Said(Said::Declined { task: task.id.clone(), slot, why }, Instant::now())
}

fn outcome(agent: &Agent, task: &Task, played: Played) -> Outcome {
    let Played { reports, end, logs, .. } = played;
    let end = end.map(|mut record| {
        record.machine = Some(agent.record());
        record
    });
    let (machine, task, scheduled) = (agent.record(), task.id.clone(), task.scheduled.clone());
    Outcome { task, scheduled, machine, reports, end, logs, age_ms: 0 }
}

/// Hands in an answer until it is kept, or everything is played, and gives the job back as done. Who leaves in a hurry
/// gives it back to be played again.
async fn hand_in(agent: &Agent, mut answer: Answer, ended: Instant, message: &Message) {
    // The queue drops what it has got already.
    let id = format!("{}-{}", agent.client.new_inbox(), ended.elapsed().as_nanos());
    loop {
        if let Said::Played(outcome) = &mut answer.said {
            outcome.age_ms = ended.elapsed().as_millis() as u64;
        }
        let Ok(mut bytes) = pack(&answer) else { return };
        if bytes.len() > agent.client.max_payload()
            && let Said::Played(outcome) = &mut answer.said
        {
            outcome.logs = Default::default();
            if pack(&answer).map_or(0, |bytes| bytes.len()) > agent.client.max_payload()
                && let Said::Played(outcome) = &mut answer.said
            {
                outcome.end = Err(Reason::new("record-long"));
            }
            bytes = pack(&answer).unwrap_or(bytes);
        }
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", id.as_str());
        let subject = format!("{ANSWER}.{}", agent.key);
        let publishing = async {
            match agent.jobs.publish_with_headers(subject, headers, bytes).await {
                Ok(kept) => kept.await.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            }
        };
        match tokio::time::timeout(2 * SENT, publishing).await {
            Ok(Ok(_)) => break,
            Ok(Err(error)) => log::debug!("{error}"),
            Err(_) => log::debug!("not sent"),
        }
        if agent.state().hurried || agent.heard.borrow().said.finished {
            return;
        }
        // The queue may have gone; the job stays ours meanwhile.
        bounded(message.ack_with(AckKind::Progress)).await;
        tokio::time::sleep(AGAIN).await;
    }
    bounded(message.double_ack()).await;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::sync::Mutex;

    use async_nats::{ConnectOptions, jetstream};
    use tokio::sync::watch;

    use super::super::cache::BundleCache;
    use super::super::machine::LastBeat;
    use super::super::survey::MachineSurvey;
    use super::*;
    use crate::wire::{Beaten, example_job};

    /// Far longer than anything takes that comes back at all.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A machine that has not reached its server yet.
    async fn agent(folder: &Path) -> Arc<Agent> {
        let client = ConnectOptions::new().retry_on_initial_connect().connect("127.0.0.1:1").await;
        let client = client.expect("a client");
        Arc::new(Agent {
            jobs: jetstream::new(client.clone()),
            client,
            key: "U".into(),
            name: "salle-1".into(),
            cache: BundleCache::new(folder).expect("a cache"),
            folder: folder.to_owned(),
            survey: MachineSurvey {
                cores: vec![0],
                memory_mib: 1,
                processor: String::new(),
                programs: BTreeMap::new(),
                speed: 1,
            },
            places: 2,
            state: Mutex::default(),
            heard: watch::channel(LastBeat::default()).0,
        })
    }

    /// A job of this name, as the queue gives it.
    fn message(agent: &Agent, task: &str) -> Message {
        let job = example_job(task, ["a", "b"]);
        let message = async_nats::Message {
            subject: "arbitre.jobs".into(),
            reply: Some("$JS.ACK.ARBITRE_JOBS.machines.2.1.2.0.0".into()),
            payload: pack(&job).expect("a message"),
            headers: None,
            status: None,
            description: None,
            length: 0,
        };
        Message { message, context: agent.jobs.clone() }
    }

    fn bounded_by_patience<T>(test: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let bounded = async { tokio::time::timeout(PATIENCE, test).await };
        runtime.expect("a runtime").block_on(bounded).expect("an end")
    }

    #[test]
    fn what_is_under_way_here_does_not_begin_a_second_time() {
        let folder = tempfile::tempdir().expect("a folder");
        bounded_by_patience(async {
            let agent = agent(folder.path()).await;
            let flags = EfdFlags::EFD_CLOEXEC | EfdFlags::EFD_NONBLOCK;
            let stop = Arc::new(EventFd::from_flags(flags).expect("an event"));
            agent.state().playing.insert("1".into(), Arc::clone(&stop));
            handle(&agent, Place::none(), &message(&agent, "1")).await;
            let playing = agent.state().playing.get("1").cloned();
            assert!(playing.is_some_and(|playing| Arc::ptr_eq(&playing, &stop)), "it can be stopped no more");
        });
    }

    #[test]
    fn the_organiser_hears_of_each_host_that_fails() {
        let folder = tempfile::tempdir().expect("a folder");
        bounded_by_patience(async {
            let agent = agent(folder.path()).await;
            let Job { task, engines, .. } = example_job("1", ["a", "b"]);
            let why = NotBegun::HostFails(Reason::new("starved"));
            let end = not_begun(&agent, &task, &engines, Slot::Zero, why);
            assert!(matches!(end, JobEnd::Said(Said::Declined { slot: None, .. }, _)));
            assert!(agent.state().rests.is_none());
        });
    }

    #[test]
    fn a_refusal_names_the_contestant_of_its_own_rencontre() {
        let folder = tempfile::tempdir().expect("a folder");
        bounded_by_patience(async {
            let agent = agent(folder.path()).await;
            let Job { task, engines, .. } = example_job("1", ["ada", "bob"]);
            let why = NotBegun::EngineFails(Reason::new("timeout"));
            not_begun(&agent, &task, &engines, Slot::Zero, why);
            let another = Job { engines, ..example_job("2", ["cid", "bob"]) };
            let stop = Arc::new(EventFd::new().expect("an event"));
            let end = run(&agent, &mut Place::none(), another, &stop).await;
            let JobEnd::Said(Said::Declined { why, .. }, _) = end else { panic!("it is refused") };
            assert_eq!(why, Reason::new("machine-engine").with("cid").because(Reason::new("timeout")));
        });
    }

    #[test]
    fn nothing_is_handed_in_when_everything_is_played() {
        let folder = tempfile::tempdir().expect("a folder");
        bounded_by_patience(async {
            let agent = agent(folder.path()).await;
            let said = Beaten { finished: true, ..Beaten::default() };
            agent.heard.send_replace(LastBeat { said, at: None });
            handle(&agent, Place::none(), &message(&agent, "1")).await;
            assert!(agent.state().playing.is_empty());
        });
    }

    /// What comes of trials that fail for these reasons, and then go well; how many there are.
    fn trials(reasons: &[&str]) -> (Result<bool, String>, usize) {
        let mut count = 0;
        let tried = without_load(|| {
            let failed = reasons.get(count).map(|code| Tried::failed(Reason::new(code)));
            count += 1;
            Ok(failed
                .unwrap_or_else(|| Tried { outcome: Ok(String::new()), ..Tried::failed(Reason::new("")) }))
        });
        (tried.map(|tried| tried.outcome.is_ok()).map_err(|why| why.code.to_string()), count)
    }

    #[test]
    fn an_engine_is_not_charged_with_the_load_of_this_machine() {
        assert_eq!(trials(&["starved", "overloaded"]), (Ok(true), 3));
        assert_eq!(trials(&["starved"; 3]), (Err("starved".to_owned()), 3));
        assert_eq!(trials(&["timeout"]), (Ok(false), 1));
    }
}
