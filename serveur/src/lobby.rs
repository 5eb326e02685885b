//! The parent: one poll loop that accepts, reads PARTIE requests, pairs, starts rencontres and sees them end.
//!
//! It never waits for one client in particular, so nobody's silence delays anybody.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::{ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::colonnes::{Contestant, interrupted};
use arbitre::party::Conditions;
use arbitre::record::Record;
use arbitre::wait::Deadline;
use jiff::Timestamp;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, poll};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use nix::unistd::Pid;

use crate::cli::Serve;
use crate::handshake::{Client, Progress, departed, departure, origin};
use crate::listen;
use crate::process::{self, Side};
use crate::rencontre::{self, Pair};

/// How long the lobby pauses what the system has just refused for lack of resources.
const PAUSE: Duration = Duration::from_millis(200);
/// How many connections are taken before the lobby looks at what else has happened.
const ACCEPTS: usize = 256;

/// Runs the server until it is told to stop, or until its one rencontre is over.
pub fn serve(options: &Serve) -> Result<ExitCode> {
    // Blocked first: a signal that comes at any time from here on is handled in the loop.
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT, Signal::SIGCHLD]).context("signalfd")?;
    if let Some(folder) = options.records() {
        prepare_folder(folder)?;
    }
    raise_descriptor_limit();
    let listener = listen::listen(options.address, options.port.unwrap_or_default())?;
    let port = listener.local_addr().context("adresse d'écoute")?.port();
    let mut out = std::io::stdout().lock();
    writeln!(out, "serveur à l'écoute sur le port {port}")
        .and_then(|()| out.flush())
        .context("sortie standard")?;
    drop(out);
    Lobby {
        options,
        signals: Some(signals),
        listener: Some(listener),
        clients: Vec::new(),
        waiting: VecDeque::new(),
        running: BTreeMap::new(),
        started: 0,
        failed: false,
        stop_requests: 0,
        paused_until: Deadline::after(Instant::now(), Some(Duration::ZERO)),
    }
    .run()
}

/// Makes the folder for records, and finds out now rather than after the first rencontre whether it can be written.
pub fn prepare_folder(folder: &Path) -> Result<()> {
    let advice = || {
        format!(
            "impossible d'écrire dans le dossier {} ; choisissez-en un autre par --parties, ou --sans-parties",
            folder.display()
        )
    };
    fs::create_dir_all(folder).with_context(advice)?;
    let probe = folder.join(format!(".essai-{}", std::process::id()));
    fs::File::create(&probe).with_context(advice)?;
    fs::remove_file(&probe).with_context(advice)
}

/// As many descriptors as the system allows: each client takes one.
pub fn raise_descriptor_limit() {
    let raised = getrlimit(Resource::RLIMIT_NOFILE)
        .and_then(|(_, hard)| setrlimit(Resource::RLIMIT_NOFILE, hard.min(65_536), hard));
    if let Err(errno) = raised {
        log::debug!("RLIMIT_NOFILE : {errno}");
    }
}

/// A player who has asked for a party.
#[derive(Debug)]
struct Waiting {
    stream: TcpStream,
    contestant: Contestant,
}

/// A rencontre under way.
#[derive(Debug)]
struct Running {
    id: String,
    contestants: [Contestant; 2],
    started: Timestamp,
}

struct Lobby<'a> {
    options: &'a Serve,
    signals: Option<SignalFd>,
    /// None when no more clients are taken.
    listener: Option<TcpListener>,
    /// In the order of their connections.
    clients: Vec<Client>,
    /// In the order of their PARTIE requests.
    waiting: VecDeque<Waiting>,
    running: BTreeMap<Pid, Running>,
    started: u64,
    /// A rencontre could not be recorded, or was interrupted.
    failed: bool,
    stop_requests: u32,
    /// Until when accepting and forking pause, because the system refused one of them.
    paused_until: Deadline,
}

impl Lobby<'_> {
    fn run(mut self) -> Result<ExitCode> {
        loop {
            self.drop_departed();
            self.start_pairs();
            if self.listener.is_none() && self.running.is_empty() {
                return Ok(if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
            }
            let events = self.wait()?;
            if events.signal {
                self.handle_signals()?;
            }
            if events.accept {
                self.accept();
            }
            self.advance_clients();
        }
    }

    /// Waits until something happens: a signal, a connection, a byte, a departure, the end of somebody's delay.
    fn wait(&mut self) -> Result<Events> {
        let paused = !self.paused_until.passed();
        let mut deadline = self.clients.iter().fold(Deadline::NEVER, |earliest, client| {
            earliest.min(Deadline::after(client.since, Some(self.options.handshake_time)))
        });
        if paused {
            deadline = deadline.min(self.paused_until);
        }
        let signals = self.signals.as_ref().context("signalfd fermé")?;
        let mut fds = vec![PollFd::new(signals.as_fd(), PollFlags::POLLIN)];
        let listener = self.listener.as_ref().filter(|_| !paused);
        fds.extend(listener.map(|listener| PollFd::new(listener.as_fd(), PollFlags::POLLIN)));
        fds.extend(self.waiting.iter().map(|player| departure(&player.stream)));
        fds.extend(self.clients.iter().map(|client| PollFd::new(client.stream.as_fd(), PollFlags::POLLIN)));
        match poll(&mut fds, deadline.poll_timeout()) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno).context("poll"),
        }
        let events = |fd: &PollFd<'_>| fd.revents().unwrap_or(PollFlags::empty());
        Ok(Events {
            signal: !events(&fds[0]).is_empty(),
            accept: listener.is_some() && !events(&fds[1]).is_empty(),
        })
    }

    fn handle_signals(&mut self) -> Result<()> {
        let mut stops = 0;
        if let Some(signals) = &mut self.signals {
            while let Some(signal) = signals.read_signal().context("signalfd")? {
                let number = i32::try_from(signal.ssi_signo).unwrap_or_default();
                stops += u32::from(Signal::try_from(number) != Ok(Signal::SIGCHLD));
            }
        }
        for (pid, end) in process::reap() {
            self.rencontre_ended(pid, end);
        }
        if stops > 0 {
            self.stop_requests += stops;
            if self.stop_requests == stops {
                log::info!(
                    "arrêt demandé : plus de nouvelle rencontre, {} en cours (encore une fois pour les arrêter)",
                    self.running.len()
                );
                self.close_doors();
            }
            if self.stop_requests > 1 {
                log::warn!("arrêt immédiat de {} rencontre(s)", self.running.len());
                self.running.keys().copied().for_each(process::stop);
            }
        }
        Ok(())
    }

    /// Takes no more clients and lets those go who have no rencontre.
    fn close_doors(&mut self) {
        self.listener = None;
        self.clients.clear();
        self.waiting.clear();
    }

    /// Sees the end of a child, and records a rencontre whose referee did not live to do so.
    fn rencontre_ended(&mut self, pid: Pid, end: Result<i32, String>) {
        let Some(Running { id, contestants, started }) = self.running.remove(&pid) else { return };
        let why = match end {
            Ok(process::DONE) => return,
            Ok(process::STOPPED | process::NOT_RECORDED) => {
                self.failed = true;
                return;
            }
            Ok(code) => format!("code de sortie {code}"),
            Err(signal) => signal,
        };
        self.failed = true;
        log::error!("la rencontre {id} s'est interrompue : {why}");
        let Some(folder) = self.options.records() else { return };
        let conditions = Conditions { time: self.options.time_limit(), interrupt: None };
        let record =
            Record { started, ..interrupted(&id, &contestants, !self.options.no_valid, conditions, &why) };
        if record.path(folder).exists() {
            return;
        }
        match record.commit(folder) {
            Ok(path) => log::error!("enregistrée comme interrompue : {}", path.display()),
            Err(error) => log::error!("{error}"),
        }
    }

    /// Forgets players who have left before their rencontre: just before pairing, since they may leave at any moment.
    fn drop_departed(&mut self) {
        let left = departed(self.waiting.iter().map(|player| &player.stream));
        let mut left = left.into_iter();
        self.waiting.retain(|Waiting { contestant, .. }| {
            let left = left.next().unwrap_or(false);
            if left {
                log::info!("{} ({}) est parti avant sa rencontre", contestant.name, contestant.from);
            }
            !left
        });
    }

    fn accept(&mut self) {
        // Bounded: those who connect faster than this do not keep the others waiting.
        for _ in 0..ACCEPTS {
            let Some(listener) = &self.listener else { return };
            match listener.accept() {
                Ok((stream, address)) => match listen::prepare(&stream) {
                    Ok(()) => {
                        log::debug!("{address} : connecté");
                        self.clients.push(Client::new(stream, address));
                    }
                    Err(error) => log::debug!("{address} : {error}"),
                },
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) => {
                    if matches!(
                        error.raw_os_error().map(Errno::from_raw),
                        Some(Errno::EMFILE | Errno::ENFILE | Errno::ENOBUFS | Errno::ENOMEM)
                    ) {
                        log::warn!("connexion refusée : {error}");
                        // Whoever has been silent the longest makes room.
                        if !self.clients.is_empty() {
                            self.clients.remove(0);
                        }
                        self.pause();
                        return;
                    }
                    // The client has gone while the kernel kept him for us, or the like.
                    log::debug!("accept : {error}");
                }
            }
        }
    }

    fn pause(&mut self) {
        self.paused_until = Deadline::after(Instant::now(), Some(PAUSE));
    }

    /// Reads what the clients have sent, in the order of their connections; drops those who are too slow.
    fn advance_clients(&mut self) {
        let time = self.options.handshake_time;
        let (waiting, mut kept) = (&mut self.waiting, Vec::with_capacity(self.clients.len()));
        for mut client in self.clients.drain(..) {
            match client.advance() {
                Progress::Asked(name) => {
                    log::info!("{name} ({}) demande une partie", origin(client.address));
                    let contestant = Contestant { name, from: origin(client.address) };
                    waiting.push_back(Waiting { stream: client.stream, contestant });
                }
                Progress::Gone(why) => {
                    log::info!("{} : {why}", client.address);
                    listen::end(client.stream);
                }
                Progress::Waiting if Deadline::after(client.since, Some(time)).passed() => {
                    log::info!("{} : pas de requête PARTIE complète en {time:?}, écarté", client.address);
                }
                Progress::Waiting => kept.push(client),
            }
        }
        self.clients = kept;
    }

    /// Starts a rencontre for every two players who wait.
    fn start_pairs(&mut self) {
        while self.listener.is_some() && self.waiting.len() >= 2 && self.paused_until.passed() {
            let id = self.next_id();
            let mut two = self.waiting.drain(..2);
            let (Some(blanc), Some(noir)) = (two.next(), two.next()) else { return };
            drop(two);
            match process::split() {
                Ok(Side::Child) => {
                    // The child inherits exactly its two sockets.
                    self.close_doors();
                    self.signals = None;
                    let pair = Pair {
                        id,
                        contestants: [blanc.contestant, noir.contestant],
                        streams: [blanc.stream, noir.stream],
                    };
                    process::run_child(|| rencontre::run(pair, self.options));
                }
                Ok(Side::Parent(pid)) => {
                    log::info!(
                        "rencontre {id} : {} (BLANC) contre {} (NOIR)",
                        blanc.contestant.name,
                        noir.contestant.name
                    );
                    let contestants = [blanc.contestant, noir.contestant];
                    self.running.insert(pid, Running { id, contestants, started: Timestamp::now() });
                    if self.options.once {
                        self.close_doors();
                    }
                }
                Err(error) => {
                    log::error!("impossible de lancer une rencontre, nouvel essai bientôt : {error}");
                    self.waiting.push_front(noir);
                    self.waiting.push_front(blanc);
                    self.pause();
                }
            }
        }
    }

    /// A name for the next rencontre that no other has.
    fn next_id(&mut self) -> String {
        self.started += 1;
        let now = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
        format!("colonnes-{now}-{}-{}", std::process::id(), self.started)
    }
}

/// What poll(2) has reported.
struct Events {
    signal: bool,
    accept: bool,
}
