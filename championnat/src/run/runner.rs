//! The main loop of a championship: the plan decides, hosts and network act.
//!
//! A result is stored before it is announced: a host hands in a record, the rules verify it, the
//! committer writes it, the database takes it in, and only then does the host tell the players.
//! Killed at any instant, the championship resumes from the files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::IsTerminal;
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::committer::Committer;
use arbitre::game::GameEntry;
use arbitre::host::remote::Bridge;
use arbitre::host::{HostEvent, Order, Pool, Report};
use arbitre::reception::{Guest, Relay};
use arbitre::record::Record;
use arbitre::registry;
use championnat::presentation::{self, InWords};
use championnat::{
    Action, ChampionshipState, Config, IncomingRencontre, Key, MachineHealth, Plan, PlanSettings, Rendering,
    Store, Suspects, paths,
};
use ipc::control::Control;
use ipc::process::{self, usable_cores};
use ipc::sidecar::Sidecar;
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use jiff::Timestamp;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use super::attempt::{Attempt, Job, StartFailures, host_command};
use super::beginning::{TrialVerdict, Trying};
use super::confining::Confining;
use super::fd_reserve::Reserve;
use super::network::{Network, by_network, hung_up, open_doors};
use super::options::Jouer;
use super::shortage::Shortage;
use super::trial::{TrialLength, at_once};
use super::view::ConsoleView;
use super::{beginning, console, dashboard, decide, events, folder, network};

/// The interval of regular checks.
const REFRESH: Duration = Duration::from_secs(1);
/// Idle hosts at most; the first are started in advance.
const SPARE: usize = 64;
/// A referee this late on one move in a hundred lacks processor time.
const OVERLOADED: Duration = Duration::from_millis(50);
/// Stopped by the organiser before the end.
const UNFINISHED: u8 = 3;
/// Finished without the rencontres that were given up.
const INCOMPLETE: u8 = 4;

/// Runs a championship to its end or until told to stop: once, games under way end; twice, they are
/// interrupted. Exit codes as in [`super::run`].
///
/// # Errors
/// It cannot begin (folder, store, ports), or cannot go on without a loss: a decision cannot be stored,
/// or at the end a record.
pub fn run(args: &Jouer, config: Config, confining: Confining) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT]).with_context(|| i18n::text!("stop-signals"))?;
    let kind = registry::named(&config.regulations.game).in_words()?;
    folder::prepare(&config.records)?;
    process::raise_descriptor_limit();
    let resumed = beginning::is_resumed(&config);
    if let Some(end) = config.ends.filter(|end| !resumed && *end <= Timestamp::now()) {
        bail!(i18n::text!("champ-end-past", time = i18n::moment(end)));
    }
    if args.room.machines.is_some() {
        confining.check_travelling(&config, kind)?;
    }
    let mut failed = Vec::new();
    if !args.untried {
        let trying = Trying {
            config: &config,
            confining: &confining,
            file: args.file.as_deref(),
            length: args.trial.unwrap_or(match args.without_failing {
                true => TrialLength::Games,
                false => TrialLength::Move,
            }),
            report: args.report.as_deref(),
        };
        match beginning::try_engines(&trying, args, &signals)? {
            TrialVerdict::Begins(without) => failed = without,
            TrialVerdict::Ends(code) => return Ok(code),
        }
    }
    beginning::warn_of_short_secrets(&config);
    beginning::warn_of_cut_names(&config);
    let asked_to_stop = || matches!(signals.read_signal(), Ok(Some(_)));
    let Some(mut store) = folder::open_store(&config, kind, args.reconstruire, &asked_to_stop)? else {
        console::say(&i18n::text!("champ-stopping", count = 0));
        return Ok(ExitCode::from(UNFINISHED));
    };
    decide::leave_out(&mut store, &config, &failed)?;
    // Before the doors, which tell the port: who reads it may give orders.
    let control = Control::listen(&paths::socket(&config.records));
    let control = control.map_err(|error| {
        log::warn!("{}", i18n::text!("decision-deaf", why = i18n::system(&error)));
    });
    let config = Rc::new(config);
    let (mut network, mut lobby) = (None, None);
    if by_network(&config).contains(&true) {
        let reception = if args.relayed {
            let stdin = std::io::stdin().as_fd().try_clone_to_owned();
            let stdin = stdin.with_context(|| i18n::text!("in-standard"))?;
            lobby = Some(stdin.try_clone()?);
            Box::new(Relay::of(stdin)?)
        } else {
            open_doors(args, &config, kind)?
        };
        network = Some(Network::new(reception, config.clone()));
    }
    if !args.discret {
        confining.announce()?;
    }
    let settings = plan_settings(&config);
    let results = store.known_results().clone();
    let mut plan = Plan::new(store.generator().clone(), settings, results, Duration::ZERO).in_words()?;
    for contestant in store.gone() {
        plan.withdraw(contestant);
    }
    // On the clock of the plan, which begins now.
    let now = Timestamp::now().as_millisecond();
    let mut times = store.times().in_words()?;
    for times in times.values_mut() {
        (times.started_ms, times.finished_ms) = (times.started_ms - now, times.finished_ms - now);
    }
    plan.played_before(store.regulations().pace(&times));
    // A server that hands players over opens the rounds itself.
    if !args.at_once && !args.relayed && plan.results().is_empty() {
        let early = config.begins.is_some_and(|time| Timestamp::now() < time);
        plan.gather(early || (config.begins.is_none() && plan.awaited().next().is_some()));
    }
    if resumed && !plan.is_gathering() {
        network::expect_back(&config, &mut plan);
    }
    if !args.discret {
        announce(&config, &plan);
    }
    let bridge = args.bridge(&config)?;
    let view = ConsoleView::new(store.regulations(), &plan, args.discret);
    let committer = Committer::new(&config.records).with_context(|| config.records.display().to_string())?;
    let progress = plan.progress();
    let spare = at_once(&config).min(SPARE).min((progress.expected - progress.finished) as usize);
    let mut pool = Pool::new(host_command(), spare);
    pool.prepare();
    let start_failures = StartFailures::new(config.failed_starts);
    let board = args.board.and_then(|address| dashboard::open(address, args, &config));
    let mut runner = Runner {
        args,
        board,
        config,
        confining,
        kind,
        signals,
        control: control.ok(),
        store,
        plan,
        network,
        lobby,
        pool,
        bridge,
        committer,
        reserve: Reserve::new(),
        start_failures,
        odd: BTreeSet::new(),
        suspects: Suspects::default(),
        health: MachineHealth::default(),
        trouble: None,
        resumes: Deadline::NEVER,
        reminds: Deadline::after(Instant::now(), Some(beginning::REMINDER)),
        unrecorded: Vec::new(),
        view,
        started: Instant::now(),
        attempts: BTreeMap::new(),
        lengths: Vec::new(),
        count: 0,
        jobs: VecDeque::new(),
        shortage: Shortage::default(),
        looked: Instant::now(),
        stop_requests: 0,
    };
    if runner.plan.is_gathering() {
        beginning::tell_gathering(&runner.name(), runner.config.begins);
    }
    let outcome = runner.run();
    let stopped = runner.stop();
    events::close();
    runner.view.close();
    outcome.and(stopped)?;
    let ended = runner.summary()?;
    if !args.discret {
        next(&runner.name());
    }
    runner.show_pages()?;
    Ok(ended)
}

/// What the plan depends on.
pub fn plan_settings(config: &Config) -> PlanSettings {
    PlanSettings {
        by_network: by_network(config),
        parties: config.regulations.parties,
        cores: usable_cores(),
        simultaneous: config.simultaneous,
        ponder: config.ponder,
        grace: config.grace,
        next_grace: config.next_grace,
        replays: config.replays,
    }
}

/// Prints where the championship is kept, and whether it is resumed or over.
fn announce(config: &Config, plan: &Plan) {
    let store = config.results.to_string();
    let records = config.records.display().to_string();
    let mut text = i18n::text!("champ-kept", store = &store, records = records) + "\n";
    match (plan.state(), plan.results().len()) {
        (ChampionshipState::Finished, _) => text += &(i18n::text!("champ-already", store = store) + "\n"),
        (ChampionshipState::Ongoing, 0) => {}
        (ChampionshipState::Ongoing, done) => text += &(i18n::text!("champ-resumed", done = done) + "\n"),
    }
    console::show(&text);
}

/// Prints the commands that show the results.
fn next(store: &str) {
    console::show(&(i18n::text!("champ-next", store = store) + "\n"));
}

/// A running championship.
pub struct Runner<'a> {
    pub(super) args: &'a Jouer,
    pub(super) config: Rc<Config>,
    pub(super) confining: Confining,
    pub(super) kind: &'static GameEntry,
    pub(super) signals: SignalFd,
    /// The pages, if shown.
    pub(super) board: Option<Sidecar>,
    /// The organiser's socket.
    pub(super) control: Option<Control>,
    pub(super) store: Store,
    pub(super) plan: Plan,
    pub(super) network: Option<Network>,
    /// The server that hands players over, if any: the championship ends with it.
    pub(super) lobby: Option<OwnedFd>,
    pub(super) pool: Pool<Key>,
    /// Other machines, which play the rencontres of two engines.
    pub(super) bridge: Option<Bridge<Key>>,
    /// Writes records to disk.
    pub(super) committer: Committer<IncomingRencontre>,
    pub(super) reserve: Reserve,
    pub(super) start_failures: StartFailures,
    /// Whose engines wrote what that is not of their protocol, as far as it has been told.
    pub(super) odd: BTreeSet<(String, String)>,
    pub(super) suspects: Suspects,
    pub(super) health: MachineHealth,
    /// Why the machine seems to fail, as long as nothing begins for this reason.
    pub(super) trouble: Option<Reason>,
    /// When a pause ends that the organiser has not asked for.
    pub(super) resumes: Deadline,
    /// When those who are awaited at the beginning are named again.
    pub(super) reminds: Deadline,
    /// Results that disk or store did not take, to be handed in again.
    pub(super) unrecorded: Vec<(IncomingRencontre, Box<Record>)>,
    pub(super) view: ConsoleView,
    pub(super) started: Instant,
    /// The games under way.
    pub(super) attempts: BTreeMap<Key, Attempt>,
    /// How long the rencontres lasted that were played.
    pub(super) lengths: Vec<Duration>,
    /// For unique record names.
    pub(super) count: u64,
    /// Waiting for a host.
    pub(super) jobs: VecDeque<Job>,
    /// Of what hosts are started with.
    pub(super) shortage: Shortage,
    /// The last check for suspended hosts.
    pub(super) looked: Instant,
    /// Requests to stop so far.
    pub(super) stop_requests: u32,
}

impl Runner<'_> {
    /// How commands name this championship: by its description, or by its store.
    pub(super) fn name(&self) -> String {
        let file = self.args.file.as_ref().filter(|_| !self.config.apart);
        file.map(|path| path.display().to_string()).unwrap_or_else(|| self.config.results.to_string())
    }

    fn run(&mut self) -> Result<()> {
        loop {
            self.plan.advance(self.started.elapsed());
            if self.resumes.passed() {
                self.hold(false);
            }
            self.begin_if_due();
            if let Some(bridge) = &self.bridge {
                self.plan.play_elsewhere(bridge.places());
            }
            if self.stop_requests == 0 {
                self.end_if_due()?;
                for action in self.plan.next_actions() {
                    match action {
                        Action::Start(start) => self.start(&start)?,
                        Action::Forfeit(forfeit) => self.forfeit(&forfeit)?,
                    }
                }
            }
            self.hand_out();
            self.view.update(&self.plan);
            let idle = self.plan.running().all(|pairing| self.is_held_up(pairing.key));
            if self.plan.state() == ChampionshipState::Finished
                || (self.stop_requests > 0 && idle)
                || self.stop_requests > 1
            {
                return Ok(());
            }
            self.wait()?;
            self.handle_signals()?;
            for (key, event) in self.pool.events() {
                self.hear(key, event)?;
            }
            self.hear_bridge()?;
            if self.stop_requests > 0 {
                // A machine may have fallen silent since.
                self.take_back_waiting()?;
            }
            let batch = self.committer.done();
            self.committed(batch)?;
            self.pool.lines().iter().for_each(|line| console::say(line));
            self.see_to_network();
            self.answer_organiser()?;
            if let Some(board) = &mut self.board {
                dashboard::attend(board);
            }
            if self.looked.elapsed() >= REFRESH {
                self.looked = Instant::now();
                self.pool.end_suspended();
                self.tell_endless();
                self.remind();
                events::tell_dropped(self.looked);
            }
        }
    }

    /// Whether a game waits, not to be played, but for the machine: for a host, or to be recorded.
    fn is_held_up(&self, key: Key) -> bool {
        self.trouble.is_some()
            && (self.jobs.iter().any(|job| job.key == key)
                || self.unrecorded.iter().any(|(incoming, _)| incoming.key == key))
    }

    fn wait(&self) -> Result<()> {
        let mut until = Deadline::after(Instant::now(), Some(REFRESH));
        until = until
            .min(Deadline::after(Instant::now(), self.plan.wake_after()))
            .min(self.shortage.again())
            .min(self.resumes);
        let readable = [self.signals.as_fd(), self.committer.fd()].into_iter().chain(self.pool.sockets());
        let mut fds: Vec<PollFd<'_>> = readable.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
        if let Some(network) = &self.network {
            until = until.min(network.watch(&mut fds));
        }
        if let Some(control) = &self.control {
            until = until.min(control.watch(&mut fds));
        }
        if let Some(board) = &self.board {
            until = until.min(board.watch(&mut fds));
        }
        if let Some(bridge) = &self.bridge {
            until = until.min(bridge.watch(&mut fds));
        }
        wait_any(&mut fds, until).with_context(|| i18n::reason(&Reason::new("poll")))
    }

    fn handle_signals(&mut self) -> Result<()> {
        let mut requests = 0;
        while self.signals.read_signal().with_context(|| i18n::text!("stop-signals"))?.is_some() {
            requests += 1;
        }
        if self.lobby.as_ref().is_some_and(|lobby| hung_up(lobby.as_fd())) {
            self.lobby = None;
            requests += 1;
        }
        if requests > 0 {
            // Not through the log: it answers a waiting person.
            let count = self.plan.running().count();
            console::say(&if self.stop_requests == 0 && requests == 1 {
                i18n::text!("champ-stopping", count = count)
            } else {
                i18n::text!("champ-stopped", count = count)
            });
        }
        self.stop_requests += requests;
        Ok(())
    }

    /// Handles the network; hosts hear of awaited players.
    fn see_to_network(&mut self) {
        let Some(network) = &mut self.network else { return };
        for (key, guest) in network.advance(&mut self.plan, &mut self.reserve) {
            match guest {
                Some(guest) => {
                    let Guest { stream, from, state } = guest;
                    self.pool.answer(key, &Order::Guest { from, state }, &[stream.as_fd()]);
                }
                None => self.pool.answer(key, &Order::Absent, &[]),
            }
        }
    }

    /// Stops the hosts, stores their last records, and disconnects everybody.
    fn stop(&mut self) -> Result<()> {
        if let Some(network) = &mut self.network {
            if self.plan.state() == ChampionshipState::Finished {
                // Nobody may have played the last game.
                network.all_over();
                // Guests of a server learn it from the server.
                if self.lobby.is_none() && self.stop_requests == 0 {
                    network.say_over(self.signals.as_fd());
                }
            }
            network.close();
        }
        // Players of finished rencontres still hear their results.
        let settled = self.settle();
        let deadline = self.pool.stop_all();
        let settled = settled.and_then(|()| self.record_until(deadline));
        let last = self.pool.end_by(deadline);
        self.take_records(last)?;
        self.pool.lines().iter().for_each(|line| console::say(line));
        settled?;
        self.record_again();
        self.settle()?;
        if self.plan.state() == ChampionshipState::Finished {
            self.finish_bridge();
        }
        self.bridge = None;
        self.not_settled().map_or(Ok(()), |why| Err(anyhow!(why)))
    }

    /// Stores the records of stopped hosts, so that they can tell the players, as long as disk and store take
    /// them.
    fn record_until(&mut self, deadline: Deadline) -> Result<()> {
        while self.pool.plays() && self.unrecorded.is_empty() && !deadline.passed() {
            let readable = [self.committer.fd()].into_iter().chain(self.pool.sockets());
            let mut fds: Vec<PollFd<'_>> = readable.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
            wait_any(&mut fds, deadline).with_context(|| i18n::reason(&Reason::new("poll")))?;
            let events = self.pool.events();
            self.take_records(events)?;
            // A host whose log nobody reads stands still.
            self.pool.lines().iter().for_each(|line| console::say(line));
            let batch = self.committer.done();
            self.committed(batch)?;
        }
        Ok(())
    }

    /// Takes the records among the last events of hosts.
    fn take_records(&mut self, events: Vec<(Key, HostEvent)>) -> Result<()> {
        for (key, event) in events {
            if let HostEvent::Said(Report::Record(record)) = event {
                self.handed_in(key, record)?;
            }
        }
        Ok(())
    }

    /// Shows the pages of a finished championship until somebody at the terminal stops it. A script goes on
    /// at once.
    fn show_pages(&mut self) -> Result<()> {
        let attended = std::io::stdin().is_terminal() || std::io::stdout().is_terminal();
        let finished = self.plan.state() == ChampionshipState::Finished && self.stop_requests == 0;
        let Some(board) = self.board.as_mut().filter(|_| attended && finished) else { return Ok(()) };
        console::show(&(i18n::text!("champ-pages-stay") + "\n"));
        let signals = || i18n::text!("stop-signals");
        while self.signals.read_signal().with_context(signals)?.is_none() {
            let mut fds = vec![PollFd::new(self.signals.as_fd(), PollFlags::POLLIN)];
            let until = board.watch(&mut fds);
            wait_any(&mut fds, until).with_context(|| i18n::reason(&Reason::new("poll")))?;
            dashboard::attend(board);
        }
        Ok(())
    }

    /// Prints the standings; the exit code.
    fn summary(&mut self) -> Result<ExitCode> {
        let ranking = self.store.ranking().in_words()?;
        console::show(&ranking.render_in(Rendering::Table, console::layout(), &presentation::message));
        if let Some(latency) = self.store.latencies().in_words()? {
            let ms = |duration: Duration| i18n::decimal(duration.as_secs_f64() * 1e3, 2) + " ms";
            let line = i18n::text!(
                "champ-latency",
                count = latency.moves,
                median = ms(latency.median),
                percentile = ms(latency.percentile_99),
                most = ms(latency.max)
            );
            console::show(&format!("{line}\n"));
            if latency.percentile_99 > OVERLOADED {
                i18n::out::complain(&i18n::text!("champ-overloaded"));
            }
        }
        match self.plan.state() {
            ChampionshipState::Ongoing => {
                i18n::out::complain(&i18n::text!("champ-unfinished"));
                Ok(ExitCode::from(UNFINISHED))
            }
            ChampionshipState::Finished if ranking.left_out.is_empty() => Ok(ExitCode::SUCCESS),
            ChampionshipState::Finished => {
                let keys: Vec<String> = ranking.left_out.iter().map(|game| game.key.to_string()).collect();
                i18n::out::complain(&i18n::text!("champ-blocked", keys = keys.join(", ")));
                Ok(ExitCode::from(INCOMPLETE))
            }
        }
    }
}
