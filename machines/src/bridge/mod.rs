//! `machines pont`: the bridge, a companion of the program that plays a championship.
//!
//! It speaks the channel of `arbitre::host::remote` on standard input, and NATS JetStream on the other side.
//! The truth is with its client: a rencontre that nobody has, for whatever reason, is published again.
//!
//! # Layout
//! * this file: the loop, orders of the client, requests of machines. `jobs`: rencontres given away.
//! * `room`: the machines, and which of them may play. `server`: the nats-server that is started beside.
//! * `bundles`: the files of engines. `tickets`: what shows that somebody was given a job. `live`: moves for those who watch.

mod bundles;
mod jobs;
mod live;
mod room;
mod server;
mod tickets;

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use arbitre::host::remote::{BridgeOrder, BridgeReport, RoomSettings};
use async_nats::{Client, ConnectOptions, Event, jetstream};
use bytes::Bytes;
use clap::Args;
use futures_util::StreamExt;
use ipc::channel::{Channel, ChannelError};
use ipc::process::hostname;
use ipc::wait::Deadline;
use jeux::Reason;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::wire::{
    BEAT, BUNDLE, Beat, Beaten, BundleRequest, JOIN, JOIN_INBOX, Joined, Joining, LIVE, ROOM, SHORT, VERSION,
    key_of, pack, unpack,
};
use bundles::Packer;
use jobs::{JobEvent, Jobs};
use live::LivePages;
use room::Room;
use server::{Certificate, NatsServer};
use tickets::Tickets;

/// How often everything is looked at.
const TICK: Duration = Duration::from_millis(500);
/// The time for the client to read a report.
const WRITE_BOUND: Duration = Duration::from_secs(60);
/// How often the machines are told although nothing has changed.
const TOLD: Duration = Duration::from_secs(2);
/// How long another organiser may take to say that he is there.
const PRESENT: Duration = Duration::from_secs(2);
/// How long the connection to the server may take at first.
const CONNECTING: Duration = Duration::from_secs(20);

/// Relier un championnat aux ordinateurs de la salle (lancé par championnat).
#[derive(Args, Debug)]
pub struct Pont {
    /// Dossier du pont : secrets, file d'attente, moteurs
    pub folder: PathBuf,
    /// Lancer nats-server sur ce port (0 : un port libre)
    #[arg(long)]
    pub port: Option<u16>,
    /// Employer ce serveur NATS
    #[arg(long)]
    pub server: Option<String>,
    #[arg(long, requires = "key")]
    pub certificate: Option<PathBuf>,
    #[arg(long)]
    pub key: Option<PathBuf>,
    #[arg(long)]
    pub authority: Option<PathBuf>,
}

pub fn run(args: &Pont) -> Result<ExitCode> {
    let certificate = args.certificate.clone().zip(args.key.clone());
    let certificate = certificate.map(|(certificate, key)| Certificate { certificate, key });
    let server = NatsServer::new(&args.folder, args.port, certificate)?;
    let (reports, orders) = (reports()?, orders()?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(bridge(args, reports, orders, server));
    runtime.shutdown_background();
    ended.map(|()| ExitCode::SUCCESS)
}

/// An end of the channel to the client: standard input.
fn client_channel() -> Result<Channel> {
    let stdin = io::stdin().as_fd().try_clone_to_owned().context("stdin")?;
    Ok(Channel::of(stdin)?)
}

/// The orders of the client, until it goes.
fn orders() -> Result<UnboundedReceiver<BridgeOrder>> {
    let (mut channel, (orders, come)) = (client_channel()?, unbounded_channel());
    let read = move || {
        loop {
            match channel.wait_for::<BridgeOrder>(Deadline::NEVER) {
                Ok(Some((order, _))) => {
                    if orders.send(order).is_err() {
                        break;
                    }
                }
                Ok(None) | Err(ChannelError::Gone) => break,
                Err(error) => break log::error!("{error}"),
            }
        }
    };
    thread::Builder::new().name("orders".into()).spawn(read)?;
    Ok(come)
}

/// Tells the client, who may be slow.
fn reports() -> Result<UnboundedSender<BridgeReport>> {
    let (channel, (reports, mut come)) = (client_channel()?, unbounded_channel());
    let write = move || {
        while let Some(report) = come.blocking_recv() {
            if let Err(error) = channel.send(&report, &[], WRITE_BOUND) {
                log::error!("{error}");
                break;
            }
        }
    };
    thread::Builder::new().name("reports".into()).spawn(write)?;
    Ok(reports)
}

/// Everything that the loop has.
struct BridgeLoop {
    reports: UnboundedSender<BridgeReport>,
    server: NatsServer,
    client: Client,
    jobs: Jobs,
    room: Room,
    packer: Packer,
    /// Where the bundles are, and what shows who may have them.
    bundles: PathBuf,
    tickets: Tickets,
    viewer: LivePages,
    settings: Option<RoomSettings>,
    /// Nothing is to begin; so it is until the client has said.
    held: bool,
    /// Everything is played.
    finished: bool,
    /// What earlier runs have left has been told.
    ready: bool,
    /// The machines as last told.
    told: Option<Instant>,
}

async fn bridge(
    args: &Pont,
    reports: UnboundedSender<BridgeReport>,
    mut orders: UnboundedReceiver<BridgeOrder>,
    mut server: NatsServer,
) -> Result<()> {
    let (events, mut came) = unbounded_channel();
    let client = connect(args, &mut server, events.clone()).await?;
    if let Some(address) = &args.server
        && has_organiser(&client).await
    {
        bail!(i18n::text!("machines-other-organiser", address = without_account(address)));
    }
    if let Some(port) = server.port() {
        let line = line_for_the_room(port, server.token(), args.certificate.is_some());
        writeln!(i18n::out(), "{line}")?;
    } else {
        let address = without_account(args.server.as_deref().unwrap_or_default());
        writeln!(i18n::out(), "{}", i18n::text!("machines-line-other", address = address))?;
    }
    let subscribe = |subject: String| client.subscribe(subject);
    let mut joins = subscribe(JOIN.into()).await?;
    let mut rooms = subscribe(ROOM.into()).await?;
    let mut beats = subscribe(format!("{BEAT}.*")).await?;
    let mut pieces = subscribe(format!("{BUNDLE}.*")).await?;
    let mut lives = subscribe(format!("{LIVE}.*")).await?;
    let tickets = Tickets::new(server.ticket_secret());
    let bundles = bundles::folder(&args.folder)?;
    let mut jobs = Jobs::new(jetstream::new(client.clone()), events.clone(), tickets.clone());
    jobs.open();
    let mut bridge = BridgeLoop {
        packer: Packer::new(bundles.clone(), tickets.clone(), events)?,
        bundles,
        tickets,
        reports,
        server,
        client,
        jobs,
        room: Room::default(),
        viewer: LivePages::default(),
        settings: None,
        held: true,
        finished: false,
        ready: false,
        told: None,
    };
    let mut tick = tokio::time::interval(TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                // The client has gone: so does the bridge, and with it the server.
                None => return Ok(()),
                Some(order) => bridge.order(order)?,
            },
            Some(event) = came.recv() => bridge.hear(event)?,
            Some(message) = joins.next() => bridge.join(&message).await,
            Some(message) = rooms.next() => bridge.show_room(&message).await,
            Some(message) = beats.next() => bridge.beat(&message).await?,
            Some(message) = pieces.next() => bridge.piece(&message),
            Some(message) = lives.next() => bridge.show(&message),
            _ = tick.tick() => bridge.look()?,
        }
    }
}

/// An address without the organiser's own account.
fn without_account(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
    format!("{scheme}://{}", rest.rsplit('@').next().unwrap_or(rest))
}

/// Whether another championship is played by this server.
async fn has_organiser(client: &Client) -> bool {
    let inbox = client.new_inbox().replace("_INBOX", JOIN_INBOX);
    let request = async_nats::Request::new().inbox(inbox).timeout(Some(PRESENT));
    client.send_request(ROOM, request).await.is_ok()
}

/// The line that is typed on each computer of the room.
fn line_for_the_room(port: u16, token: &str, tls: bool) -> String {
    let host = hostname();
    let scheme = if tls { "tls" } else { "nats" };
    let tls = if tls { " --autorite ca.pem" } else { "" };
    let command =
        format!("{} rejoindre {scheme}://{host}:{port} --jeton {token}{tls}", i18n::program("machines"));
    i18n::text!("machines-line", command = command)
}

/// Connects to the server, which is started first if it is ours.
async fn connect(args: &Pont, server: &mut NatsServer, events: UnboundedSender<JobEvent>) -> Result<Client> {
    let deadline = Instant::now() + CONNECTING;
    loop {
        server.attend();
        let address = match server.own_address() {
            Some((address, ..)) => address,
            None => args.server.clone().unwrap_or_default(),
        };
        let events = events.clone();
        let mut options = ConnectOptions::new().name("bridge").event_callback(move |event| {
            let events = events.clone();
            async move {
                log::debug!("NATS: {event}");
                if matches!(event, Event::Connected) {
                    events.send(JobEvent::Connected).ok();
                }
            }
        });
        if let Some((_, user, password)) = server.own_address() {
            options = options.user_and_password(user, password);
        }
        if let Some(authority) = args.authority.as_ref().filter(|_| args.port.is_some()) {
            options = options.add_root_certificates(authority.clone()).require_tls(true);
        }
        match options.connect(address.clone()).await {
            Ok(client) => return Ok(client),
            Err(error) if Instant::now() > deadline => return Err(error).context(address),
            Err(error) => log::debug!("{address}: {error}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

impl BridgeLoop {
    fn say(&self, report: BridgeReport) -> Result<()> {
        self.reports.send(report).map_err(|_| ChannelError::Gone.into())
    }

    fn order(&mut self, order: BridgeOrder) -> Result<()> {
        match order {
            BridgeOrder::Begin(settings) => {
                self.room.band(settings.band);
                self.jobs.fallback(settings.fallback);
                if settings.fallback {
                    // Nothing of earlier runs goes on; what was given lately may be fetched yet.
                    bundles::clear(&self.bundles, bundles::KEPT);
                }
                self.settings = Some(settings);
            }
            BridgeOrder::Play { task, engines } => {
                self.jobs.packing(&task.id);
                let brief = self.settings.as_ref().is_some_and(|settings| settings.fallback);
                self.packer.pack(task, engines, brief);
            }
            BridgeOrder::Stop(task) => self.jobs.drop_task(&task),
            BridgeOrder::Hold(held) => self.held = held,
            BridgeOrder::Taken(tag) => self.jobs.taken(tag),
            BridgeOrder::Finished => {
                self.finished = true;
                // Nobody plays any more.
                bundles::clear(&self.bundles, Duration::ZERO);
            }
        }
        Ok(())
    }

    fn hear(&mut self, event: JobEvent) -> Result<()> {
        if matches!(event, JobEvent::Connected) {
            self.jobs.open();
        }
        let key = match &event {
            JobEvent::Answered(message) => key_of(&message.subject).map(str::to_owned),
            _ => None,
        };
        let room = self.room.keys();
        for mut report in self.jobs.hear(event, &room) {
            if let (BridgeReport::Result { outcome, .. }, Some(key)) = (&mut report, &key) {
                self.room.played(key, outcome);
            }
            self.say(report)?;
        }
        Ok(())
    }

    /// Somebody with the token of the room wants to join.
    async fn join(&mut self, message: &async_nats::Message) {
        let Some(reply) = reply_to(message, None) else { return };
        let answer = match unpack::<Joining>(&message.payload, SHORT) {
            Ok(joining) => self.joined(&joining),
            Err(_) => Joined::No(Reason::new("machine-version").with("?").with(VERSION)),
        };
        self.answer(reply, &answer).await;
    }

    /// Somebody asks who is in the room.
    async fn show_room(&self, message: &async_nats::Message) {
        if let Some(reply) = reply_to(message, None) {
            self.answer(reply, &self.room.machines()).await;
        }
    }

    async fn answer(&self, reply: async_nats::Subject, answer: &impl Serialize) {
        match pack(answer) {
            Ok(bytes) => send(&self.client, reply, bytes).await,
            Err(error) => log::error!("{error}"),
        }
    }

    fn joined(&mut self, joining: &Joining) -> Joined {
        if joining.version != VERSION {
            return Joined::No(Reason::new("machine-version").with(&joining.version).with(VERSION));
        }
        match self.server.admit(&joining.key) {
            Ok(account) => Joined::Yes { name: self.room.name(&joining.key, &joining.name), account },
            Err(why) => Joined::No(why),
        }
    }

    async fn beat(&mut self, message: &async_nats::Message) -> Result<()> {
        let Some(key) = key_of(&message.subject) else { return Ok(()) };
        let Some(reply) = reply_to(message, Some(key)) else { return Ok(()) };
        let Ok(Beat { machine }) = unpack::<Beat>(&message.payload, SHORT) else { return Ok(()) };
        let unwanted = machine.playing.iter().filter(|task| !self.jobs.is_wanted(task)).cloned().collect();
        let begun = self.jobs.playing(key, &machine);
        let refused = self.room.beat(key, machine);
        let beaten = Beaten {
            refused,
            // Before all that earlier runs have left is known, nothing is unwanted.
            unwanted: if self.ready { unwanted } else { Vec::new() },
            watched: self.jobs.is_watched(),
            ponder: self.settings.as_ref().is_some_and(|settings| settings.ponder),
            held: self.held,
            finished: self.finished,
        };
        self.answer(reply, &beaten).await;
        begun.into_iter().try_for_each(|report| self.say(report))
    }

    /// Somebody asks for a piece of a bundle.
    fn piece(&self, message: &async_nats::Message) {
        let Some(reply) = reply_to(message, key_of(&message.subject)) else { return };
        let Ok(request) = unpack::<BundleRequest>(&message.payload, SHORT) else { return };
        let (bundles, tickets, client) = (self.bundles.clone(), self.tickets.clone(), self.client.clone());
        tokio::spawn(async move {
            let read = move || bundles::piece(&bundles, &tickets, &request);
            if let Ok(piece) = tokio::task::spawn_blocking(read).await {
                send(&client, reply, piece.into()).await;
            }
        });
    }

    fn show(&mut self, message: &async_nats::Message) {
        let Some(key) = key_of(&message.subject) else { return };
        self.viewer.show(&message.payload, |task| self.jobs.pages(task, key));
    }

    /// What is due every half second.
    fn look(&mut self) -> Result<()> {
        self.server.attend();
        let silent = self.room.look();
        for (key, name, heard) in silent {
            self.jobs.lost(&key, &name, heard).into_iter().try_for_each(|report| self.say(report))?;
        }
        self.jobs.look(&self.room.keys());
        if !self.ready && self.settings.is_some() && self.jobs.is_open() {
            self.ready = true;
            self.say(BridgeReport::Ready)?;
        }
        if self.told.is_none_or(|told| told.elapsed() >= TOLD) || self.room.take_changed() {
            self.told = Some(Instant::now());
            self.say(BridgeReport::Machines(self.room.machines()))?;
        }
        Ok(())
    }
}

/// Sends an answer; without a server it would wait for room, and is of no use later.
async fn send(client: &Client, reply: async_nats::Subject, bytes: Bytes) {
    tokio::time::timeout(TICK, client.publish(reply, bytes)).await.ok();
}

/// Where the answer to a request goes: only where its sender may listen. The server lets anybody name any other
/// subject, such as one that only the bridge may publish to.
fn reply_to(message: &async_nats::Message, key: Option<&str>) -> Option<async_nats::Subject> {
    let reply = message.reply.clone()?;
    let own = key.is_some_and(|key| reply.starts_with(&format!("_INBOX.{key}.")));
    (own || reply.starts_with(&format!("{JOIN_INBOX}."))).then_some(reply)
}
