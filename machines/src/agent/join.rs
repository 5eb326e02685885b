//! The command: this computer joins a room, says that it is there, and leaves.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use async_nats::{Client, jetstream};
use clap::Args;
use i18n::out::complain;
use ipc::process::hostname;
use jeux::text::sanitize;
use nix::fcntl::{Flock, FlockArg};
use nkeys::KeyPair;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use super::cache::BundleCache;
use super::machine::{Agent, LastBeat, UNHEARD};
use super::survey::MachineSurvey;
use super::{live, place};
use crate::connection::{RoomAddress, is_refusal};
use crate::wire::{BEAT_EVERY, JOIN, Joined, Joining, SHORT, VERSION, pack, unpack};

/// How long a new account may take to be known.
const ACCOUNT: Duration = Duration::from_secs(10);
/// A token is wrong if it is refused so often: a server that reads its accounts again refuses everybody.
const REFUSALS: u32 = 4;
/// Between two attempts to reach the organiser.
const AGAIN: Duration = Duration::from_secs(2);

/// Jouer des rencontres pour un organisateur, sur cet ordinateur.
///
/// Les moteurs viennent de l'organisateur ; ce qu'il leur faut (python3, java...) doit être installé ici. Ctrl-C laisse finir les
/// rencontres en cours, un second les rend à l'organisateur.
#[derive(Args, Debug)]
pub struct Rejoindre {
    #[command(flatten)]
    pub to: RoomAddress,
    /// Nom de cet ordinateur (par défaut celui du système)
    #[arg(long = "nom", value_name = "NOM")]
    pub name: Option<String>,
    /// Rencontres à la fois (par défaut une par cœur)
    #[arg(long = "places", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub places: Option<u16>,
    /// Dossier des moteurs reçus (par défaut ~/.cache/arbitre)
    #[arg(long = "dossier", value_name = "DOSSIER")]
    pub folder: Option<PathBuf>,
}

pub fn run(args: &Rejoindre) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ended = runtime.block_on(join(args));
    // A place may still be waiting for its host, which ends with this process.
    runtime.shutdown_background();
    ended
}

async fn join(args: &Rejoindre) -> Result<ExitCode> {
    let mut signals = Signals::new()?;
    let name = args.name.clone().unwrap_or_else(hostname);
    let folder = own_folder(args.folder.as_deref(), &name)?;
    let _alone = alone(&folder, &name)?;
    let pair = key_pair(&folder)?;
    let survey = tokio::task::spawn_blocking(MachineSurvey::of_this_machine).await?;
    let places = args.places.map_or(survey.cores.len(), usize::from);
    let programs: Vec<&str> =
        survey.programs.values().map(String::as_str).filter(|text| !text.is_empty()).collect();
    writeln!(
        i18n::out(),
        "{}",
        i18n::text!(
            "machines-found",
            name = &name,
            cores = survey.cores.len(),
            processor = &survey.processor,
            memory = survey.memory_mib / 1024,
            speed = survey.speed,
            programs = programs.join(", ")
        )
    )?;
    let connected = tokio::select! {
        connected = connect(args, &pair, &name) => connected?,
        () = signals.next() => return Ok(ExitCode::SUCCESS),
    };
    let (client, name) = connected;
    writeln!(i18n::out(), "{}", i18n::text!("machines-joined", name = &name, places = places))?;
    let heard = watch::channel(LastBeat::default()).0;
    let agent = Arc::new(Agent {
        jobs: jetstream::new(client.clone()),
        client,
        key: pair.public_key(),
        name,
        cache: BundleCache::new(&folder).with_context(|| folder.display().to_string())?,
        folder,
        survey,
        places,
        state: Mutex::default(),
        heard,
    });
    attend(&agent, &mut signals).await
}

/// Plays until it is told to leave, or everything is played.
async fn attend(agent: &Arc<Agent>, signals: &mut Signals) -> Result<ExitCode> {
    fs::create_dir_all(agent.folder.join("journaux"))?;
    let mut places = place::open(agent);
    tokio::spawn(live::forward(Arc::clone(agent)));
    let mut beat = tokio::time::interval(BEAT_EVERY);
    beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut shown = None;
    loop {
        tokio::select! {
            _ = beat.tick() => agent.beat().await,
            () = signals.next() => leave(agent),
            ended = places.join_next() => if ended.is_none() { break },
        }
        let (finished, refused, silent) = {
            let heard = agent.heard.borrow();
            let silent = heard.at.is_some_and(|at| at.elapsed() >= UNHEARD);
            (heard.said.finished, heard.said.refused.clone(), silent)
        };
        if finished && !agent.state().leaving {
            writeln!(i18n::out(), "{}", i18n::text!("machines-finished"))?;
            agent.state().leaving = true;
        }
        let shows = (refused, silent);
        if shown.as_ref() != Some(&shows) {
            match &shows {
                (_, true) => complain(&i18n::text!("machines-organiser-silent")),
                (Some(why), false) => {
                    complain(&i18n::text!("machines-refused", why = sanitize(&i18n::reason(why))))
                }
                (None, false) if shown.is_some() => complain(&i18n::text!("machines-ready")),
                (None, false) => {}
            }
            shown = Some(shows);
        }
    }
    // The organiser sees at once that nothing more comes from here.
    tokio::time::timeout(BEAT_EVERY, agent.beat()).await.ok();
    tokio::time::timeout(BEAT_EVERY, agent.client.drain()).await.ok();
    writeln!(i18n::out(), "{}", i18n::text!("machines-left", count = agent.state().played))?;
    Ok(ExitCode::SUCCESS)
}

/// Told to leave: once, rencontres under way end; twice, they go back.
fn leave(agent: &Agent) {
    let mut state = agent.state();
    if state.leaving {
        state.hurried = true;
        state.playing.values().for_each(|stop| {
            stop.write(1).ok();
        });
    } else {
        complain(&i18n::text!("machines-leaving", count = state.playing.len()));
    }
    state.leaving = true;
}

/// Requests to leave.
struct Signals(Signal, Signal);

impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Signals(signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?))
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
        }
    }
}

/// Connects, by the account of this machine; its name in the room.
async fn connect(args: &Rejoindre, pair: &KeyPair, name: &str) -> Result<(Client, String)> {
    loop {
        let (asking, joined) = joined(args, pair, name).await?;
        let (name, account) = match joined {
            Joined::Yes { name, account } => (name, account),
            Joined::No(why) => bail!(i18n::text!("machines-refused", why = i18n::reason(&why))),
        };
        if !account {
            return Ok((asking, name));
        }
        let seed = pair.seed().context("nkey")?;
        let deadline = Instant::now() + ACCOUNT;
        while Instant::now() < deadline {
            let options = args.to.options(format!("_INBOX.{}", pair.public_key()))?.nkey(seed.clone());
            match options.connect(args.to.addresses()).await {
                Ok(client) => return Ok((client, name)),
                Err(error) => log::debug!("{}: {error}", args.to.address),
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        // The organiser may have been killed before the account was there.
    }
}

/// What the organiser answers to this machine, which asks until he does.
async fn joined(args: &Rejoindre, pair: &KeyPair, name: &str) -> Result<(Client, Joined)> {
    let joining = Joining { key: pair.public_key(), version: VERSION.into(), name: name.to_owned() };
    let (mut told, mut refusals) = (None, 0);
    loop {
        let why = match asked_to_join(args, &joining).await {
            Ok(JoinAnswer::Answered(answered)) => return Ok(*answered),
            Ok(JoinAnswer::Token) => {
                refusals += 1;
                if refusals == REFUSALS {
                    bail!(i18n::text!("machines-token", address = &args.to.address));
                }
                tokio::time::sleep(AGAIN / 4).await;
                continue;
            }
            Ok(JoinAnswer::Nobody) => i18n::text!("machines-nobody", address = &args.to.address),
            Err(error) => {
                i18n::text!("machines-unreachable", address = &args.to.address, why = format!("{error:#}"))
            }
        };
        if told.as_ref() != Some(&why) {
            complain(&sanitize(&why));
            told = Some(why);
        }
        tokio::time::sleep(AGAIN).await;
    }
}

enum JoinAnswer {
    Answered(Box<(Client, Joined)>),
    /// The token is wrong.
    Token,
    /// There is a server, but no organiser.
    Nobody,
}

async fn asked_to_join(args: &Rejoindre, joining: &Joining) -> Result<JoinAnswer> {
    let client = match args.to.as_newcomer().await {
        Ok(client) => client,
        Err(error) if is_refusal(&error) => return Ok(JoinAnswer::Token),
        Err(error) => return Err(error),
    };
    match client.request(JOIN, pack(joining)?).await {
        Ok(answer) => Ok(JoinAnswer::Answered(Box::new((client, unpack(&answer.payload, SHORT)?)))),
        Err(_) => Ok(JoinAnswer::Nobody),
    }
}

/// The folder of this machine, for its owner alone. Its name needs no quotes in a shell.
fn own_folder(given: Option<&Path>, name: &str) -> Result<PathBuf> {
    let base = match given {
        Some(folder) => std::path::absolute(folder)?,
        None => {
            let cache =
                std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
            let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
            cache.or_else(home).context(i18n::text!("machines-no-home"))?.join("arbitre")
        }
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    let folder = base.join(name);
    if !folder.to_str().is_some_and(|path| path.chars().all(|c| plain(c) || c == '/')) {
        bail!(i18n::text!("machines-folder", path = folder.display().to_string()));
    }
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder);
    made.with_context(|| folder.display().to_string())?;
    Ok(folder)
}

/// Two agents do not share a folder.
fn alone(folder: &Path, name: &str) -> Result<Flock<File>> {
    let path = folder.join("verrou");
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = file.with_context(|| path.display().to_string())?;
    Flock::lock(file, FlockArg::LockExclusiveNonblock)
        .map_err(|_| anyhow::anyhow!(i18n::text!("machines-twice", name = name)))
}

/// The key of this machine, made once.
fn key_pair(folder: &Path) -> Result<KeyPair> {
    let path = folder.join("cle");
    if let Some(pair) = fs::read_to_string(&path).ok().and_then(|seed| KeyPair::from_seed(seed.trim()).ok()) {
        return Ok(pair);
    }
    let pair = KeyPair::new_user();
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path)?;
    file.write_all(pair.seed().context("nkey")?.as_bytes())?;
    Ok(pair)
}
