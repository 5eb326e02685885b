//! Rencontres given away: published until a machine answers, and published again if they are lost.
//!
//! The queue gives a job to another machine by itself when the one that had it is silent. Everything else that can
//! be lost, by a power cut or with the files of the server, is found out by looking: a rencontre that is in no
//! queue, on no machine and unanswered is published again. Answers count once, with the client.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arbitre::host::Task;
use arbitre::host::remote::{BridgeReport, Machine};
use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, RawMessageErrorKind, RetentionPolicy, StorageType};
use async_nats::jetstream::{Context, Message};
use bytes::Bytes;
use futures_util::StreamExt;
use jeux::{Reason, Slot};
use tokio::sync::mpsc::UnboundedSender;

use super::tickets::Tickets;
use crate::wire::{
    ACK_WAIT, ANSWER, ANSWERS, Answer, BRIDGE, JOB, JOBS, Job, JobEngine, LONGEST, LOSSES, MACHINES, RESTS,
    Said, key_of, pack, unpack,
};

/// How long the client may take to store an answer before it is told again.
const STORED: Duration = Duration::from_secs(60);
/// Between two attempts at what failed.
const AGAIN: Duration = Duration::from_secs(1);
/// How long the server may take for each answer that earlier runs have left: the connection may break meanwhile.
const EARLIER_ANSWER: Duration = Duration::from_secs(5);
/// How often a rencontre that nobody seems to have is looked for; missing twice, it is published again.
const LOOKS: Duration = Duration::from_secs(2);
/// An engine that does not play on so many machines, and on no other that is there, does not play.
const SURE: usize = 2;
/// How long the last moves of a rencontre may take.
const LAST_MOVES: Duration = Duration::from_secs(5);
/// Answers at once, and answers that the client has not stored yet.
const BATCH: usize = 256;
const UNSTORED: i64 = 16_384;
/// Answers that came too late or twice, of which each is kept beside the results; more are thrown away.
const MOST_LATE: usize = 1000;

type Error = Box<dyn std::error::Error + Send + Sync>;

/// What other tasks and threads find out.
pub enum JobEvent {
    /// The engines of a rencontre, as they travel; or why one does not, and whose, if that is known.
    Packed(Box<Task>, Result<[JobEngine; 2], (Option<Slot>, Reason)>),
    /// There is a connection to the server, perhaps to another one than before.
    Connected,
    /// A rencontre that an earlier run has given away.
    Earlier(Box<Job>, u64),
    /// Streams are there, and what earlier runs have left was told.
    Opened,
    Published(String, u32, Result<u64, String>),
    /// Whether the message of this rencontre is still in the queue, if that is known.
    Looked(String, u32, Option<bool>),
    Answered(Box<Message>),
}

pub struct Jobs {
    context: Context,
    events: UnboundedSender<JobEvent>,
    given: BTreeMap<String, PublishedJob>,
    /// Answers that the client has not stored yet, with their tasks, by when the server got them, in nanoseconds: the
    /// same after a restart, and another one after the files of the server have gone.
    tags: BTreeMap<u64, (Message, String)>,
    tickets: Tickets,
    /// The tasks that each machine plays, by its key.
    playing: BTreeMap<String, BTreeSet<String>>,
    /// The keys of the machines on which an engine does not play, whichever rencontres have shown it.
    declined: BTreeMap<JobEngine, BTreeSet<String>>,
    /// Tasks whose engines are being packed.
    packing: BTreeSet<String>,
    /// What does not play on a machine is the client's.
    fallback: bool,
    /// Rencontres that are over, and when that was known: their last moves may come after it.
    over: VecDeque<(Instant, String, PathBuf)>,
    /// Answers that came too late or twice.
    late: usize,
    /// Whether a task makes sure of the streams for the first time, and whether what earlier runs have left was told.
    opening: bool,
    open: bool,
}

struct PublishedJob {
    bytes: Bytes,
    engines: [JobEngine; 2],
    /// The socket of its pages.
    live: Option<PathBuf>,
    /// How often it was published.
    publication: u32,
    /// Its place in the queue, once it is there.
    sequence: Option<u64>,
    /// The key of the machine that plays it, as far as known.
    on: Option<String>,
    /// The client takes it for under way on a machine.
    begun: bool,
    answered: bool,
    /// It is published again unless it turns out that a machine plays it.
    unsure: bool,
    looked: Instant,
    /// It is being looked for.
    looking: bool,
    missed: bool,
    /// Machines that were lost with it, and when the last one was heard of.
    losses: u32,
    lost: Option<Instant>,
    /// How often a machine has failed at it.
    failures: u32,
    /// The keys of those that have declined it, whichever engine it was for.
    declined: BTreeSet<String>,
}

impl Jobs {
    pub fn new(context: Context, events: UnboundedSender<JobEvent>, tickets: Tickets) -> Self {
        Jobs {
            context,
            events,
            given: BTreeMap::new(),
            tags: BTreeMap::new(),
            tickets,
            playing: BTreeMap::new(),
            declined: BTreeMap::new(),
            packing: BTreeSet::new(),
            fallback: false,
            over: VecDeque::new(),
            late: 0,
            opening: false,
            open: false,
        }
    }

    /// Whether the client plays what does not play on a machine.
    pub fn fallback(&mut self, fallback: bool) {
        self.fallback = fallback;
    }

    /// Whether what earlier runs have left was told.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Makes sure that the streams are there, beside this loop; the first time everything in them is told.
    pub fn open(&mut self) {
        if self.opening && !self.open {
            return;
        }
        self.opening = true;
        let (context, events, first) = (self.context.clone(), self.events.clone(), !self.open);
        tokio::spawn(async move {
            let mut told = Instant::now();
            loop {
                match streams(&context, first).await {
                    Ok(answers) if first => {
                        if earlier(&context, &answers, &events).await.is_ok() {
                            events.send(JobEvent::Opened).ok();
                            return take_answers(context, events).await;
                        }
                    }
                    Ok(_) => return,
                    Err(error) => {
                        if told.elapsed() > AGAIN * 10 {
                            told = Instant::now();
                            log::warn!("NATS: {error}");
                        }
                        log::debug!("NATS: {error}");
                    }
                }
                tokio::time::sleep(AGAIN).await;
            }
        });
    }

    /// The engines of this rencontre are being packed.
    pub fn packing(&mut self, task: &str) {
        self.packing.insert(task.to_owned());
    }

    /// Has a rencontre of these engines played, unless its answer is being stored.
    fn give(&mut self, task: Box<Task>, engines: [JobEngine; 2]) {
        if self.tags.values().any(|(_, answered)| *answered == task.id) {
            return;
        }
        let job = Job { ticket: self.tickets.of(&task.id), task, engines };
        let task = job.task.id.clone();
        match pack(&job) {
            Ok(bytes) => {
                let given =
                    self.given.entry(task.clone()).or_insert_with(|| PublishedJob::new(bytes.clone(), &job));
                if given.bytes == bytes {
                    return self.publish(&task);
                }
                // An earlier run has given it away with other files. Perhaps a machine plays it, and has not said
                // so to this bridge yet.
                (given.bytes, given.unsure, given.looked) = (bytes, true, Instant::now());
                given.engines = job.engines;
                if let Some(before) = given.sequence.take() {
                    self.delete(before);
                }
            }
            Err(error) => log::error!("{task}: {error}"),
        }
    }

    fn publish(&mut self, task: &str) {
        let Some(given) = self.given.get_mut(task).filter(|given| given.sequence.is_none() || given.missed)
        else {
            return;
        };
        given.publication += 1;
        self.publish_again(task);
    }

    /// Under the same number as before: the queue drops what it has got already.
    fn publish_again(&mut self, task: &str) {
        let Some(given) = self.given.get_mut(task) else { return };
        (given.sequence, given.missed, given.unsure, given.looked) = (None, false, false, Instant::now());
        let (context, events, bytes) = (self.context.clone(), self.events.clone(), given.bytes.clone());
        let (task, publication) = (task.to_owned(), given.publication);
        tokio::spawn(async move {
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Msg-Id", format!("{task}#{publication}"));
            let published = match context.publish_with_headers(JOB, headers, bytes).await {
                Ok(kept) => kept.await.map(|kept| kept.sequence).map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            if published.is_err() {
                tokio::time::sleep(AGAIN).await;
            }
            events.send(JobEvent::Published(task, publication, published)).ok();
        });
    }

    /// Nobody wants this rencontre any more.
    pub fn drop_task(&mut self, task: &str) {
        self.packing.remove(task);
        let Some(PublishedJob { sequence, live, .. }) = self.given.remove(task) else { return };
        while self.over.pop_front_if(|(since, ..)| since.elapsed() >= LAST_MOVES).is_some() {}
        self.over.extend(live.map(|live| (Instant::now(), task.to_owned(), live)));
        if let Some(sequence) = sequence {
            self.delete(sequence);
        }
    }

    fn delete(&self, sequence: u64) {
        let context = self.context.clone();
        tokio::spawn(async move {
            if let Ok(stream) = context.get_stream(JOBS).await {
                stream.delete_message(sequence).await.ok();
            }
        });
    }

    /// The socket of the pages of this rencontre, if the machine of this key may play it.
    pub fn pages(&self, task: &str, key: &str) -> Option<&Path> {
        let over = || self.over.iter().find(|(_, id, _)| id == task).map(|(_, _, live)| live.as_path());
        match self.given.get(task) {
            Some(given) => given.live.as_deref().filter(|_| given.on.as_deref().is_none_or(|on| on == key)),
            None => over(),
        }
    }

    /// Whether somebody watches a rencontre.
    pub fn is_watched(&self) -> bool {
        let pages: BTreeSet<&Path> = self.given.values().filter_map(|given| given.live.as_deref()).collect();
        pages.into_iter().any(Path::exists)
    }

    /// Whether the answer to this rencontre is awaited.
    pub fn is_wanted(&self, task: &str) -> bool {
        self.packing.contains(task) || self.given.get(task).is_some_and(|given| !given.answered)
    }

    /// The client has stored this answer, or put it aside.
    pub fn taken(&mut self, tag: u64) {
        let Some((message, task)) = self.tags.remove(&tag) else { return };
        self.drop_task(&task);
        // Lost, it is told again, and the client knows it.
        tokio::spawn(async move { message.double_ack().await.ok() });
    }

    /// What this machine plays now.
    pub fn playing(&mut self, key: &str, machine: &Machine) -> Vec<BridgeReport> {
        let mut reports = Vec::new();
        let playing: BTreeSet<String> = machine.playing.iter().cloned().collect();
        let before = self.playing.remove(key).unwrap_or_default();
        for task in before.difference(&playing) {
            if let Some(given) = self.on(key, task) {
                // Its answer is on the way.
                (given.on, given.looked) = (None, Instant::now());
            }
        }
        for task in &playing {
            if let Some(given) = self.given.get_mut(task).filter(|given| given.on.as_deref() != Some(key)) {
                (given.on, given.begun) = (Some(key.to_owned()), true);
                let lost_ms = given.lost.take().map(|lost| lost.elapsed().as_millis() as u64);
                let (task, machine) = (task.clone(), machine.record.name.clone());
                reports.push(BridgeReport::Begun { task, machine, lost_ms });
            }
        }
        self.playing.insert(key.to_owned(), playing);
        reports
    }

    /// A rencontre that this machine plays, as far as known.
    fn on(&mut self, key: &str, task: &str) -> Option<&mut PublishedJob> {
        self.given.get_mut(task).filter(|given| given.on.as_deref() == Some(key))
    }

    /// Nothing is heard of this machine since then: the queue gives its rencontres to others.
    pub fn lost(&mut self, key: &str, name: &str, heard: Instant) -> Vec<BridgeReport> {
        let mut reports = Vec::new();
        for task in &self.playing.remove(key).unwrap_or_default() {
            let Some(given) = self.on(key, task) else { continue };
            (given.on, given.looked) = (None, Instant::now());
            if !given.answered {
                given.losses += 1;
                given.lost = Some(heard);
                if given.losses > LOSSES {
                    let why = Reason::new("machines-lost").with(given.losses);
                    reports.push(BridgeReport::Failed { task: task.clone(), slot: None, why });
                    continue;
                }
                given.begun = false;
                reports.push(BridgeReport::Lost { task: task.clone(), machine: name.to_owned() });
            }
        }
        for report in &reports {
            if let BridgeReport::Failed { task, .. } = report {
                self.drop_task(task);
            }
        }
        reports
    }

    /// Looks for rencontres that nobody seems to have, while these machines are there.
    pub fn look(&mut self, room: &BTreeSet<String>) {
        let due = self.given.iter().filter(|(task, given)| {
            let waited = given.looked.elapsed();
            let free = given.unsure && given.on.is_none() && !given.answered && waited >= LOOKS;
            free && (waited >= RESTS || !self.is_refused(task, room))
        });
        let due: Vec<String> = due.map(|(task, _)| task.clone()).collect();
        due.iter().for_each(|task| self.publish(task));
        for (task, given) in &mut self.given {
            let Some(sequence) = given.sequence else { continue };
            let elsewhere = given.on.is_some() || given.answered;
            if elsewhere || given.unsure || given.looking || given.looked.elapsed() < LOOKS {
                continue;
            }
            (given.looked, given.looking) = (Instant::now(), true);
            let (context, events) = (self.context.clone(), self.events.clone());
            let (task, publication) = (task.clone(), given.publication);
            tokio::spawn(async move {
                let there = match context.get_stream_no_info(JOBS).await {
                    Ok(stream) => is_there(stream.get_raw_message(sequence).await, &task),
                    Err(_) => None,
                };
                events.send(JobEvent::Looked(task, publication, there)).ok();
            });
        }
    }

    /// Something was found out, while these machines are there; what the client is told of it.
    pub fn hear(&mut self, event: JobEvent, room: &BTreeSet<String>) -> Vec<BridgeReport> {
        match event {
            JobEvent::Connected => self.open(),
            JobEvent::Opened => self.open = true,
            JobEvent::Packed(task, packed) => {
                if !self.packing.remove(&task.id) {
                    return Vec::new();
                }
                match packed {
                    Ok(engines) => self.give(task, engines),
                    Err((slot, why)) => {
                        self.drop_task(&task.id);
                        return vec![BridgeReport::Failed { task: task.id, slot, why }];
                    }
                }
            }
            JobEvent::Earlier(job, sequence) => {
                let Ok(bytes) = pack(&job) else { return Vec::new() };
                let task = job.task.id.clone();
                let earlier = PublishedJob {
                    publication: 1,
                    sequence: Some(sequence),
                    ..PublishedJob::new(bytes, &job)
                };
                self.given.entry(task).or_insert(earlier);
                return vec![BridgeReport::UnderWay(job.task)];
            }
            JobEvent::Published(task, publication, published) => {
                match (self.given.get_mut(&task), published) {
                    (Some(given), Ok(sequence)) if given.publication == publication => {
                        given.sequence = Some(sequence);
                    }
                    (Some(given), Err(error)) if given.publication == publication => {
                        log::debug!("{task}: {error}");
                        self.publish_again(&task);
                    }
                    // Dropped or published anew meanwhile: it must not be played.
                    (_, Ok(sequence)) => self.delete(sequence),
                    _ => {}
                }
            }
            JobEvent::Looked(task, publication, there) => {
                let Some(given) = self.given.get_mut(&task) else { return Vec::new() };
                given.looking = false;
                // A refused one waits for its time, wherever its message is.
                let free = given.on.is_none() && !given.answered && !given.unsure;
                let nobody = given.publication == publication && free;
                // Where nothing is known, it is looked for again.
                let Some(there) = there.filter(|_| nobody) else { return Vec::new() };
                if std::mem::replace(&mut given.missed, !there) && !there {
                    log::warn!("{}", i18n::text!("machines-published-again", task = &task));
                    self.publish(&task);
                } else if there && std::mem::take(&mut given.begun) {
                    return vec![BridgeReport::Waits { task, refused: false }];
                }
            }
            JobEvent::Answered(message) => return self.answered(*message, room),
        }
        Vec::new()
    }

    /// An engine of this rencontre does not play on the machine of this key: another one may play it, unless it
    /// plays on none of those that are there.
    fn declined(
        &mut self,
        task: String,
        slot: Option<Slot>,
        why: Reason,
        key: String,
        room: &BTreeSet<String>,
    ) -> Vec<BridgeReport> {
        let Some(given) = self.given.get_mut(&task).filter(|given| !given.answered) else {
            return Vec::new();
        };
        let begun = std::mem::take(&mut given.begun);
        (given.on, given.missed) = (None, true);
        // Why a machine itself fails is no matter of the engines.
        if self.fallback && slot.is_some() {
            self.drop_task(&task);
            return vec![BridgeReport::Failed { task, slot, why }];
        }
        match slot {
            Some(_) => {
                given.declined.insert(key.clone());
            }
            // A failure of the machine itself says nothing of the engines: it may try again.
            None => given.failures += 1,
        }
        let fails = given.failures > LOSSES;
        let (engines, own) = (given.engines.clone(), given.declined.clone());
        if let Some(slot) = slot {
            self.declined.entry(engines[slot].clone()).or_default().insert(key);
        }
        let of_engines = engines.each_ref().map(|engine| self.refusing(engine, &task));
        let nowhere = |by: &BTreeSet<String>| by.len() >= SURE && room.is_subset(by);
        if fails || nowhere(&of_engines.iter().flatten().chain(&own).cloned().collect()) {
            // No engine is to blame if each plays somewhere.
            let slot = slot.filter(|slot| nowhere(&of_engines[*slot]));
            self.drop_task(&task);
            return vec![BridgeReport::Failed { task, slot, why }];
        }
        let refused = self.is_refused(&task, room);
        if !refused {
            self.publish(&task);
        } else if let Some(given) = self.given.get_mut(&task) {
            (given.unsure, given.looked) = (true, Instant::now());
        }
        if begun || refused { vec![BridgeReport::Waits { task, refused }] } else { Vec::new() }
    }

    /// Whether on each of these machines an engine of this rencontre does not play, and they are too few to be sure
    /// that it plays nowhere.
    fn is_refused(&self, task: &str, room: &BTreeSet<String>) -> bool {
        let engines = self.given.get(task).into_iter().flat_map(|given| &given.engines);
        let by: BTreeSet<String> = engines.flat_map(|engine| self.refusing(engine, task)).collect();
        by.len() < SURE && room.is_subset(&by)
    }

    /// The keys of the machines on which an engine does not play. One that now plays another rencontre of it may have got
    /// what it lacked.
    fn refusing(&self, engine: &JobEngine, task: &str) -> BTreeSet<String> {
        let of_it = |other: &String| {
            other != task && self.given.get(other).is_some_and(|given| given.engines.contains(engine))
        };
        let plays = |key: &String| self.playing.get(key).is_some_and(|tasks| tasks.iter().any(of_it));
        self.declined.get(engine).into_iter().flatten().filter(|key| !plays(key)).cloned().collect()
    }

    /// The engines of this rencontre have played on the machine of this key.
    fn plays_on(&mut self, task: &str, key: &str) {
        for engine in self.given.get(task).iter().flat_map(|given| &given.engines) {
            if let Some(keys) = self.declined.get_mut(engine) {
                keys.remove(key);
            }
        }
    }

    fn answered(&mut self, message: Message, room: &BTreeSet<String>) -> Vec<BridgeReport> {
        let (Answer { ticket, said }, tag) = match (
            unpack::<Answer>(&message.payload, LONGEST),
            message.info().map(|info| info.published.unix_timestamp_nanos() as u64),
        ) {
            (Ok(answer), Ok(tag)) => (answer, tag),
            (Err(error), _) => {
                log::warn!("{}: {error}", message.subject);
                return self.refused(message);
            }
            (_, Err(error)) => {
                log::warn!("{}: {error}", message.subject);
                return self.refused(message);
            }
        };
        let task = match &said {
            Said::Played(outcome) => outcome.task.clone(),
            Said::Declined { task, .. } => task.clone(),
        };
        if !self.tickets.is(&ticket, &task) {
            log::warn!(
                "{}",
                i18n::text!("machines-not-its-job", subject = message.subject.as_str(), task = &task)
            );
            return self.refused(message);
        }
        match said {
            Said::Played(outcome) => {
                // One that is told again while the client stores it is the same.
                let again = self.tags.contains_key(&tag);
                if outcome.end.is_ok() {
                    self.plays_on(&task, key_of(&message.subject).unwrap_or_default());
                }
                let given = self.given.get_mut(&task);
                let first = given.is_some_and(|given| !std::mem::replace(&mut given.answered, true));
                if self.open && !again && !first {
                    self.late += 1;
                    if self.late > MOST_LATE {
                        log::warn!("{}", i18n::text!("machines-too-late", task = &task));
                        return self.refused(message);
                    }
                }
                self.tags.insert(tag, (message, task));
                if again { Vec::new() } else { vec![BridgeReport::Result { tag, outcome }] }
            }
            Said::Declined { slot, why, .. } => {
                let key = key_of(&message.subject).unwrap_or_default().to_owned();
                tokio::spawn(async move { message.double_ack().await.ok() });
                self.declined(task, slot, why, key, room)
            }
        }
    }

    /// No answer, or not of who was asked: nothing of it is kept.
    fn refused(&self, message: Message) -> Vec<BridgeReport> {
        tokio::spawn(async move { message.double_ack().await.ok() });
        Vec::new()
    }
}

impl PublishedJob {
    fn new(bytes: Bytes, job: &Job) -> Self {
        PublishedJob {
            bytes,
            engines: job.engines.clone(),
            live: job.task.live.clone(),
            publication: 0,
            sequence: None,
            on: None,
            begun: false,
            answered: false,
            unsure: false,
            looked: Instant::now(),
            looking: false,
            missed: false,
            losses: 0,
            lost: None,
            failures: 0,
            declined: BTreeSet::new(),
        }
    }
}

/// Whether the message of a rencontre is there; `None`: not known.
fn is_there(
    found: Result<
        async_nats::jetstream::message::StreamMessage,
        async_nats::jetstream::stream::RawMessageError,
    >,
    task: &str,
) -> Option<bool> {
    match found {
        // After the files of the server have gone, another one may be in its place.
        Ok(message) => Some(unpack::<Job>(&message.payload, LONGEST).is_ok_and(|job| job.task.id == task)),
        Err(error) => match error.kind() {
            RawMessageErrorKind::NoMessageFound => Some(false),
            RawMessageErrorKind::JetStream(error)
                if error.kind() == async_nats::jetstream::ErrorCode::STREAM_NOT_FOUND =>
            {
                Some(false)
            }
            _ => None,
        },
    }
}

/// Makes the streams and the consumer of the machines, and the consumer of this bridge afresh: what an earlier one
/// has not stored comes again.
async fn streams(context: &Context, first: bool) -> Result<PullConsumer, Error> {
    let stream = |name: &str, subject: String| Config {
        name: name.into(),
        subjects: vec![subject],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        duplicate_window: Duration::from_secs(120),
        ..Config::default()
    };
    let jobs = context.get_or_create_stream(stream(JOBS, JOB.into())).await?;
    let answers = context.get_or_create_stream(stream(ANSWERS, format!("{ANSWER}.*"))).await?;
    let consumer = |name: &str, ack_wait, max_ack_pending| pull::Config {
        durable_name: Some(name.into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait,
        max_ack_pending,
        max_waiting: 65_536,
        ..pull::Config::default()
    };
    jobs.get_or_create_consumer(MACHINES, consumer(MACHINES, ACK_WAIT, -1)).await?;
    if first {
        answers.delete_consumer(BRIDGE).await.ok();
    }
    Ok(answers.get_or_create_consumer(BRIDGE, consumer(BRIDGE, STORED, UNSTORED)).await?)
}

/// Tells what earlier runs have left: answers first, then what is not answered.
async fn earlier(
    context: &Context,
    answers: &PullConsumer,
    events: &UnboundedSender<JobEvent>,
) -> Result<(), Error> {
    loop {
        let mut messages = answers.fetch().max_messages(BATCH).messages().await?;
        let mut none = true;
        while let Some(message) = tokio::time::timeout(EARLIER_ANSWER, messages.next()).await? {
            none = false;
            events.send(JobEvent::Answered(Box::new(message?)))?;
        }
        if none {
            break;
        }
    }
    let stream = context.get_stream(JOBS).await?;
    let state = &stream.cached_info().state;
    for sequence in state.first_sequence.max(1)..=state.last_sequence {
        match stream.get_raw_message(sequence).await {
            Ok(message) => {
                if let Ok(job) = unpack::<Job>(&message.payload, LONGEST) {
                    events.send(JobEvent::Earlier(Box::new(job), sequence))?;
                }
            }
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Passes on answers for as long as this process runs.
async fn take_answers(context: Context, events: UnboundedSender<JobEvent>) {
    loop {
        let taken = async {
            let consumer: PullConsumer = context.get_consumer_from_stream(BRIDGE, ANSWERS).await?;
            loop {
                let batch = consumer.batch().max_messages(BATCH).expires(Duration::from_secs(5));
                let mut messages = batch.messages().await?;
                while let Some(message) = messages.next().await {
                    if events.send(JobEvent::Answered(Box::new(message?))).is_err() {
                        return Ok::<(), Error>(());
                    }
                }
            }
        };
        if let Err(error) = taken.await {
            log::debug!("NATS: {error}");
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[cfg(test)]
mod tests {
    use async_nats::ConnectOptions;
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;
    use crate::wire::example_job;

    /// Of a bridge that has not reached its server yet.
    async fn jobs() -> Jobs {
        let client = ConnectOptions::new().retry_on_initial_connect().connect("127.0.0.1:1").await;
        let context = async_nats::jetstream::new(client.expect("a client"));
        Jobs::new(context, unbounded_channel().0, Tickets::new(""))
    }

    fn now<T>(test: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(test)
    }

    /// Gives a rencontre of these engines away.
    fn give(jobs: &mut Jobs, task: &str, engines: [&str; 2]) {
        let Job { task, engines, .. } = example_job(task, engines);
        jobs.give(task, engines);
    }

    fn room(keys: &[&str]) -> BTreeSet<String> {
        keys.iter().copied().map(str::to_owned).collect()
    }

    /// The slot of an engine with which this rencontre fails when this machine declines it, or `None`.
    fn declines(
        jobs: &mut Jobs,
        task: &str,
        slot: impl Into<Option<Slot>>,
        key: &str,
        room: &BTreeSet<String>,
    ) -> Option<Option<Slot>> {
        let why = Reason::new("machine-engine");
        let reports = jobs.declined(task.to_owned(), slot.into(), why, key.to_owned(), room);
        reports.into_iter().find_map(|report| match report {
            BridgeReport::Failed { slot, .. } => Some(slot),
            _ => None,
        })
    }

    #[test]
    fn an_engine_plays_nowhere_whichever_rencontres_have_shown_it() {
        now(async {
            let (mut jobs, room) = (jobs().await, room(&["un", "deux"]));
            give(&mut jobs, "1", ["ada", "bob"]);
            give(&mut jobs, "2", ["cid", "ada"]);
            assert_eq!(declines(&mut jobs, "1", Slot::Zero, "un", &room), None);
            assert_eq!(declines(&mut jobs, "1", Slot::Zero, "un", &room), None, "another may play it");
            assert_eq!(declines(&mut jobs, "2", Slot::One, "deux", &room), Some(Some(Slot::One)));
            assert_eq!(declines(&mut jobs, "1", Slot::Zero, "un", &room), Some(Some(Slot::Zero)));
        });
    }

    #[test]
    fn an_engine_that_has_played_meanwhile_plays_there() {
        now(async {
            let (mut jobs, room) = (jobs().await, room(&["un", "deux"]));
            ["1", "2", "3"].iter().for_each(|task| give(&mut jobs, task, ["ada", "bob"]));
            assert_eq!(declines(&mut jobs, "1", Slot::Zero, "un", &room), None);
            jobs.plays_on("2", "un");
            assert_eq!(declines(&mut jobs, "3", Slot::Zero, "deux", &room), None);
        });
    }

    #[test]
    fn an_engine_that_plays_now_plays_there() {
        now(async {
            let (mut jobs, room) = (jobs().await, room(&["un", "deux"]));
            ["1", "2", "3"].iter().for_each(|task| give(&mut jobs, task, ["ada", "bob"]));
            assert_eq!(declines(&mut jobs, "1", Slot::Zero, "un", &room), None);
            jobs.playing.insert("un".into(), ["2".to_owned()].into());
            assert_eq!(declines(&mut jobs, "3", Slot::Zero, "deux", &room), None);
            // It has declined that one too.
            jobs.playing.clear();
            assert_eq!(declines(&mut jobs, "2", Slot::Zero, "un", &room), Some(Some(Slot::Zero)));
        });
    }

    #[test]
    fn what_all_refuse_waits_for_others_beside_the_rest() {
        now(async {
            let (mut jobs, one) = (jobs().await, room(&["un"]));
            give(&mut jobs, "1", ["ada", "bob"]);
            let why = Reason::new("machine-engine");
            let reports = jobs.declined("1".into(), Some(Slot::Zero), why, "un".into(), &one);
            assert!(matches!(reports[..], [BridgeReport::Waits { refused: true, .. }]), "{reports:?}");
            give(&mut jobs, "2", ["bob", "ada"]);
            assert!(jobs.is_refused("2", &one) && !jobs.is_refused("2", &room(&["un", "deux"])));
        });
    }

    #[test]
    fn a_refused_rencontre_is_not_forgotten_where_its_message_is_still_seen() {
        now(async {
            let (mut jobs, one) = (jobs().await, room(&["un"]));
            give(&mut jobs, "1", ["ada", "bob"]);
            let given = jobs.given.get_mut("1").expect("given away");
            (given.sequence, given.looking) = (Some(1), true);
            let publication = given.publication;
            assert_eq!(declines(&mut jobs, "1", Slot::Zero, "un", &one), None);
            jobs.hear(JobEvent::Looked("1".into(), publication, Some(true)), &one);
            assert!(jobs.given["1"].missed, "it can be published no more");
        });
    }

    #[test]
    fn a_rencontre_at_which_machines_fail_is_not_begun_without_end() {
        now(async {
            let (mut jobs, one) = (jobs().await, room(&["un"]));
            ["1", "2"].iter().for_each(|task| give(&mut jobs, task, ["ada", "bob"]));
            for _ in 0..LOSSES {
                assert_eq!(declines(&mut jobs, "1", None, "un", &one), None);
            }
            assert_eq!(declines(&mut jobs, "2", None, "un", &one), None, "another one");
            assert_eq!(declines(&mut jobs, "1", None, "un", &one), Some(None));
        });
    }

    #[test]
    fn machines_that_have_failed_at_a_rencontre_try_again() {
        now(async {
            let (mut jobs, keys) = (jobs().await, ["un", "deux"]);
            give(&mut jobs, "1", ["ada", "bob"]);
            for key in keys.into_iter().cycle().take(LOSSES as usize) {
                assert_eq!(declines(&mut jobs, "1", None, key, &room(&keys)), None);
            }
            assert_eq!(declines(&mut jobs, "1", None, "un", &room(&keys)), Some(None));
        });
    }

    #[test]
    fn engines_that_play_each_on_another_machine_are_not_to_blame() {
        now(async {
            let (mut jobs, room) = (jobs().await, room(&["un", "deux"]));
            ["1", "2"].iter().for_each(|task| give(&mut jobs, task, ["ada", "bob"]));
            assert_eq!(declines(&mut jobs, "1", Slot::Zero, "un", &room), None);
            assert_eq!(declines(&mut jobs, "2", Slot::One, "deux", &room), Some(None));
        });
    }
}
