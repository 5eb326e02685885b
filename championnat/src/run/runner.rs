//! The main loop of a championship: the plan says what is to be done, the workers and the network do it.
//!
//! What counts is on disk before anybody is told: a worker hands in a record, the rules verify it, the folder and the store
//! have it, and only then may the worker tell the players. Killed at any instant, the championship goes on from the files
//! when it is started again.

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::game::Kind;
use arbitre::process;
use arbitre::reception::{Door, Doors, Guest, Reception, Relay, listen};
use arbitre::record::Record;
use arbitre::registry;
use arbitre::wait::{Deadline, wait_any};
use championnat::{
    Action, Config, Forfeit, IncomingRencontre, Intake, Key, Plan, PlanSettings, Rendering, Seat, Side,
    Start, State, Store,
};
use jeux::Reason;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use super::attempt::Attempt;
use super::channel::{Order, Report, Task, TaskGuest, TaskPlayer, TaskSeat};
use super::confining::Confining;
use super::network::{Network, hung_up};
use super::options::{Jouer, Port};
use super::pool::{Event, Job, Pool, lacks};
use super::reserve::Reserve;
use super::say::{self, InWords, Said};
use super::view::View;
use super::{folder, intake};

/// Where contestants connect unless the organiser says otherwise.
const USUAL_PORT: u16 = 4242;
/// Something is looked at this often even if nothing happens.
const REFRESH: Duration = Duration::from_secs(1);
/// How long nothing is started when the system has just refused it for lack of resources.
const PAUSE: Duration = Duration::from_millis(200);
/// A referee who is this late for one move in a hundred is short of processor time.
const OVERLOADED: Duration = Duration::from_millis(50);
/// Not finished: stopped by the organiser.
const UNFINISHED: u8 = 3;
/// Finished, but without the rencontres that were interrupted too often.
const INCOMPLETE: u8 = 4;

/// Runs a championship to its end, or until it is told to stop.
pub fn run(args: &Jouer, config: &Config, confining: &Confining) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT]).with_context(|| words::text!("stop-signals"))?;
    let game = &config.regulations.game;
    let unknown = || Reason::new("unknown-game").with(game).with(registry::names());
    let kind = registry::find(game).ok_or_else(unknown).in_words()?;
    folder::prepare(&config.records)?;
    process::raise_descriptor_limit();
    let store = folder::open_store(config, kind, args.reconstruire)?;
    let by_network: Vec<bool> = config.seats.iter().map(|seat| matches!(seat, Seat::Network(_))).collect();
    let (mut network, mut lobby) = (None, None);
    if by_network.contains(&true) {
        let reception = if args.relayed {
            let stdin = std::io::stdin().as_fd().try_clone_to_owned();
            let stdin = stdin.with_context(|| words::text!("in-standard"))?;
            lobby = Some(stdin.try_clone()?);
            Box::new(Relay::of(stdin)?)
        } else {
            open_doors(args, kind)?
        };
        network = Some(Network::new(reception, config));
    }
    if !args.discret {
        confining.announce()?;
    }
    let settings = PlanSettings {
        by_network,
        parties: config.regulations.parties,
        cores: usable_cores(),
        simultaneous: config.simultaneous,
        ponder: config.ponder,
        grace: config.grace,
        next_grace: config.next_grace,
        replays: config.replays,
    };
    let results = store.known_results().clone();
    let plan = Plan::new(store.generator().clone(), settings, results, Duration::ZERO).in_words()?;
    let view = View::new(&config.regulations, kind, &plan, args.discret);
    let mut runner = Runner {
        config,
        confining,
        kind,
        signals,
        store,
        plan,
        network,
        lobby,
        pool: Pool::default(),
        reserve: Reserve::new(),
        view,
        started: Instant::now(),
        attempts: BTreeMap::new(),
        count: 0,
        jobs: VecDeque::new(),
        paused: Deadline::NEVER,
        looked: Instant::now(),
        stop_requests: 0,
    };
    let outcome = runner.run();
    let stopped = runner.stop();
    runner.view.close();
    outcome.and(stopped)?;
    runner.summary()
}

/// The doors of the game's own wire.
fn open_doors(args: &Jouer, kind: &Kind) -> Result<Box<dyn Reception>> {
    let wire = kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title)).in_words()?;
    let usual = [Port { number: USUAL_PORT, form: String::new() }];
    let ports = if args.ports.is_empty() { &usual } else { args.ports.as_slice() };
    let mut doors = Vec::new();
    for Port { number, form } in ports {
        wire.check_form(form).in_words()?;
        let listener =
            listen::listen(args.address, *number).map_err(|error| Reason::from(&error)).in_words()?;
        let port = listener.local_addr().with_context(|| words::text!("listen-address"))?.port();
        say::show(&format!("{}\n", words::text!("lobby-listening", port = port.to_string())));
        doors.push(Door { listener, form: form.clone() });
    }
    Ok(wire.open(Doors::new(doors), args.handshake_time))
}

/// The cores that this process may use.
fn usable_cores() -> Vec<usize> {
    let set = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0));
    let allowed = |core: &usize| set.as_ref().is_ok_and(|set| set.is_set(*core).unwrap_or(false));
    let cores: Vec<usize> = (0..nix::sched::CpuSet::count()).filter(allowed).collect();
    if cores.is_empty() { vec![0] } else { cores }
}

struct Runner<'a> {
    config: &'a Config,
    confining: &'a Confining,
    kind: &'static Kind,
    signals: SignalFd,
    store: Store,
    plan: Plan,
    network: Option<Network<'a>>,
    /// The process that sends guests, if one does: without it the championship cannot go on.
    lobby: Option<OwnedFd>,
    pool: Pool,
    reserve: Reserve,
    view: View<'a>,
    started: Instant,
    /// What is being played.
    attempts: BTreeMap<Key, Attempt>,
    /// Makes the names of records unique.
    count: u64,
    /// What no worker has yet.
    jobs: VecDeque<Job>,
    /// Until when nothing is started, because the system refused.
    paused: Deadline,
    /// When workers were looked at that somebody may have suspended.
    looked: Instant,
    stop_requests: u32,
}

impl Runner<'_> {
    fn run(&mut self) -> Result<()> {
        loop {
            self.plan.advance(self.started.elapsed());
            if self.stop_requests == 0 {
                for action in self.plan.next_actions() {
                    match action {
                        Action::Start(start) => self.start(&start)?,
                        Action::Forfeit(forfeit) => self.forfeit(&forfeit)?,
                    }
                }
            }
            self.hand_out()?;
            self.view.update(&self.plan);
            let idle = self.plan.running().next().is_none();
            if self.plan.state() == State::Finished
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
            self.see_to_network();
            if self.looked.elapsed() >= REFRESH {
                self.looked = Instant::now();
                self.pool.end_suspended();
            }
        }
    }

    fn wait(&self) -> Result<()> {
        let mut until = Deadline::after(Instant::now(), Some(REFRESH));
        until = until.min(Deadline::after(Instant::now(), self.plan.wake_after())).min(self.paused);
        let readable = [self.signals.as_fd()].into_iter().chain(self.pool.sockets());
        let mut fds: Vec<PollFd<'_>> = readable.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
        if let Some(network) = &self.network {
            until = until.min(network.watch(&mut fds));
        }
        wait_any(&mut fds, until).with_context(|| words::reason("poll", &[]))
    }

    fn handle_signals(&mut self) -> Result<()> {
        let mut requests = 0;
        while self.signals.read_signal().with_context(|| words::text!("stop-signals"))?.is_some() {
            requests += 1;
        }
        if self.lobby.as_ref().is_some_and(|lobby| hung_up(lobby.as_fd())) {
            self.lobby = None;
            requests += 1;
        }
        if requests > 0 && self.stop_requests == 0 {
            log::info!("{}", words::text!("champ-stopping"));
        }
        self.stop_requests += requests;
        Ok(())
    }

    /// An attempt at a scheduled game.
    fn attempt(&mut self, pairing: championnat::Pairing) -> Result<Attempt> {
        self.count += 1;
        let meetings = self.store.meetings_before(&pairing);
        let attempt = Attempt::new(self.config, self.kind, pairing, meetings, self.count);
        let words = |error: jeux::game::ParameterError| {
            anyhow!(words::text!("config-parameter", key = error.name, why = say::reason(&error.problem)))
        };
        attempt.map_err(words)
    }

    /// Has a rencontre played as soon as there is a worker for it.
    fn start(&mut self, start: &Start) -> Result<()> {
        let attempt = self.attempt(start.pairing)?;
        let mut guests = [None, None];
        let mut missing = false;
        for (side, guest) in Side::ALL.into_iter().zip(&mut guests) {
            let contestant = start.pairing.contestants()[side];
            if let Seat::Network(_) = self.config.seats[contestant.index()] {
                let reserve = &mut self.reserve;
                *guest = self.network.as_mut().and_then(|network| network.take(contestant, reserve));
                missing |= guest.is_none();
            }
        }
        if missing {
            // He has left at this very moment: as if the game had not been begun.
            return self.not_begun(&start.pairing, guests);
        }
        let mut connections = Vec::new();
        let mut guests = guests.into_iter();
        let mut seat = |side: Side| {
            let contestant = start.pairing.contestants()[side];
            let guest = guests.next().flatten();
            let seat = match (&self.config.seats[contestant.index()], guest) {
                (Seat::Network(_), Some(guest)) => {
                    connections.push(guest.stream);
                    TaskSeat::Network(TaskGuest { from: guest.from, state: guest.state })
                }
                (Seat::Network(_), None) => {
                    TaskSeat::Network(TaskGuest { from: String::new(), state: String::new() })
                }
                (Seat::Engine { spec, .. }, _) => {
                    let (spec, core) = (spec.clone(), start.cores[side]);
                    let policy = self.confining.policy(contestant);
                    TaskSeat::Engine { spec, core, ponder: self.config.ponder, policy }
                }
            };
            TaskPlayer { name: self.config.regulations.name(contestant).to_owned(), seat }
        };
        let players = Side::ALL.map(&mut seat);
        let key = attempt.key();
        let task = Task {
            id: attempt.id.clone(),
            key: key.to_string(),
            game: self.kind.name.to_owned(),
            parties: self.config.regulations.parties as usize,
            setup: attempt.setup.clone(),
            time_ms: Some(self.config.regulations.time_ms).filter(|ms| *ms > 0),
            start_ms: self.config.start_bound.as_millis() as u64,
            players,
        };
        self.attempts.insert(key, attempt);
        let cores = Side::ALL.map(|side| start.cores[side]);
        self.jobs.push_back(Job { key, cores, task, connections });
        Ok(())
    }

    /// A rencontre could not begin, because somebody has just left; the other one waits on.
    fn not_begun(&mut self, pairing: &championnat::Pairing, guests: [Option<Guest>; 2]) -> Result<()> {
        self.plan.not_begun(pairing.key).in_words()?;
        for (contestant, guest) in [pairing.white, pairing.black].into_iter().zip(guests) {
            if let (Some(network), Some(guest)) = (&mut self.network, guest) {
                network.keep(contestant, guest, &mut self.plan);
            }
        }
        Ok(())
    }

    /// Gives the jobs to workers, unless the system has just refused to start one.
    fn hand_out(&mut self) -> Result<()> {
        if self.paused.passed() {
            self.paused = Deadline::NEVER;
        }
        while self.paused == Deadline::NEVER
            && let Some(job) = self.jobs.pop_front()
        {
            if let Err(error) = self.reserve.lend(|| self.pool.give(&job)) {
                if !lacks(&error) {
                    return Err(anyhow!(words::text!("champ-no-worker", why = say::system(&error))));
                }
                log::warn!("{}", words::text!("lobby-cannot-start", why = say::system(&error)));
                self.jobs.push_front(job);
                self.paused = Deadline::after(Instant::now(), Some(PAUSE));
            }
        }
        Ok(())
    }

    /// Records a forfeit.
    fn forfeit(&mut self, forfeit: &Forfeit) -> Result<()> {
        let attempt = self.attempt(forfeit.pairing)?;
        let record = attempt.forfeited(forfeit.absent);
        self.attempts.insert(attempt.key(), attempt);
        self.write_down(forfeit.pairing.key, &record)?;
        self.over(forfeit.pairing.key)
    }

    /// What a worker says of a game.
    fn hear(&mut self, key: Key, event: Event) -> Result<()> {
        match event {
            Event::Said(Report::Record(json)) => self.handed_in(key, &json),
            Event::Said(Report::Wanted(place)) => {
                let pairing = self.attempts.get(&key).map(|attempt| attempt.pairing);
                match (&mut self.network, pairing) {
                    (Some(network), Some(pairing)) => {
                        network.want(key, if place == 0 { pairing.white } else { pairing.black });
                    }
                    _ => self.pool.answer(key, &Order::Absent, &[]),
                }
                Ok(())
            }
            Event::Said(Report::Done(states)) => {
                let pairing = self.attempts.get(&key).map(|attempt| attempt.pairing);
                self.over(key)?;
                // Who asks again after the last game of all learns that it was the last.
                if let Some(network) = self.network.as_mut().filter(|_| self.plan.state() == State::Finished)
                {
                    network.all_over();
                }
                if let Some(pairing) = pairing {
                    self.give_back(&pairing, &states);
                }
                Ok(())
            }
            Event::Said(Report::Failed(why)) => self.failed(key, Reason::read(&why)),
            Event::Died(why) => self.failed(key, why),
        }
    }

    /// A worker has handed in a record: it counts, and may be announced, once the rules agree and the disk has it.
    fn handed_in(&mut self, key: Key, json: &str) -> Result<()> {
        let Some(attempt) = self.attempts.get(&key) else { return Ok(()) };
        let record = match Record::from_json(json) {
            Ok(record) => record,
            Err(_) => {
                self.pool.kill(key, Reason::new("channel-nonsense"));
                return Ok(());
            }
        };
        let verified = attempt
            .fits(&record)
            .map_err(|why| say::reason(&why))
            .and_then(|()| intake::convert(&record, self.kind, String::new()).map_err(|why| why.said()));
        let incoming = match verified {
            Ok(incoming) => incoming,
            Err(why) => {
                log::error!("{}", words::text!("record-contradiction", id = &record.id, why = &why));
                self.pool.kill(key, Reason::read(&why));
                return Ok(());
            }
        };
        self.take_in(key, &record, incoming)?;
        if record.interrupted.is_none() {
            self.pool.answer(key, &Order::Recorded, &[]);
        }
        Ok(())
    }

    /// Takes in a record of the championship's own.
    fn write_down(&mut self, key: Key, record: &Record) -> Result<()> {
        let incoming = intake::convert(record, self.kind, String::new()).in_words()?;
        self.take_in(key, record, incoming)
    }

    /// Puts a record on disk and into the store.
    fn take_in(&mut self, key: Key, record: &Record, mut incoming: IncomingRencontre) -> Result<()> {
        // Going on would lose what is finished.
        incoming.json = self.reserve.lend(|| folder::commit(record, &self.config.records))?;
        let intake = self.reserve.lend(|| self.store.take(&incoming)).in_words()?;
        let attempt = self.attempts.get_mut(&key);
        match intake {
            Intake::New(result) => {
                if let Some(attempt) = attempt {
                    attempt.result = Some(result);
                }
            }
            Intake::Interrupted => {
                if let Some(attempt) = attempt {
                    attempt.interrupted = record.interrupted.as_deref().map(Reason::read);
                }
            }
            Intake::Known => {}
            Intake::Duplicate(kept) => folder::double(&self.config.records, &record.id, &kept),
        }
        Ok(())
    }

    /// The worker of a game has failed.
    fn failed(&mut self, key: Key, why: Reason) -> Result<()> {
        self.leave(key, &[None, None]);
        let recorded = |attempt: &Attempt| attempt.result.is_some() || attempt.interrupted.is_some();
        if let Some(attempt) = self.attempts.get(&key)
            && !recorded(attempt)
            && self.stop_requests < 2
        {
            let record = attempt.cut(&why);
            self.write_down(key, &record)?;
        }
        self.over(key)
    }

    /// The players of a game by network have their connections back, where the wire remembers them.
    fn leave(&mut self, key: Key, states: &[Option<String>; 2]) {
        if let Some(pairing) = self.attempts.get(&key).map(|attempt| attempt.pairing) {
            self.give_back(&pairing, states);
        }
    }

    fn give_back(&mut self, pairing: &championnat::Pairing, states: &[Option<String>; 2]) {
        let Some(network) = &mut self.network else { return };
        for (contestant, state) in [pairing.white, pairing.black].into_iter().zip(states) {
            network.give_back(contestant, state.as_deref());
        }
    }

    /// A game is over: it has its result, or was interrupted and is played again, or given up.
    fn over(&mut self, key: Key) -> Result<()> {
        let Some(attempt) = self.attempts.remove(&key) else { return Ok(()) };
        if let Some(result) = attempt.result {
            self.view.finished(key, &result);
            return self.plan.finished(key, result).in_words();
        }
        let why = attempt.interrupted.clone().unwrap_or_else(|| Reason::new("interrupted"));
        if self.stop_requests > 1 {
            return Ok(());
        }
        let key_text = key.to_string();
        if self.plan.interrupted(key).in_words()? {
            log::error!("{}", words::text!("champ-replayed", key = key_text, why = say::reason(&why)));
            return Ok(());
        }
        log::error!("{}", words::text!("champ-given-up", key = key_text, why = say::reason(&why)));
        let attempt = self.attempt(attempt.pairing)?;
        let record = attempt.given_up(self.config.replays + 1, &why);
        self.attempts.insert(key, attempt);
        self.write_down(key, &record)?;
        match self.attempts.remove(&key).and_then(|attempt| attempt.result) {
            Some(result) => self.plan.finished(key, result).in_words(),
            None => Ok(()),
        }
    }

    /// Takes in who has come by network; workers hear of those who were wanted.
    fn see_to_network(&mut self) {
        let Some(network) = &mut self.network else { return };
        for (key, guest) in network.advance(&mut self.plan, &mut self.reserve) {
            match guest {
                Some(guest) => {
                    let known = TaskGuest { from: guest.from, state: guest.state };
                    self.pool.answer(key, &Order::Here(known), &[guest.stream.as_fd()]);
                }
                None => self.pool.answer(key, &Order::Absent, &[]),
            }
        }
    }

    /// Stops the workers, whose last records are kept, and lets everybody go.
    fn stop(&mut self) -> Result<()> {
        if let Some(network) = &mut self.network {
            // Who is received by somebody else learns it there.
            if self.plan.state() == State::Finished && self.lobby.is_none() && self.stop_requests == 0 {
                network.say_over(self.signals.as_fd());
            }
            network.close();
        }
        for (key, event) in self.pool.stop() {
            if let Event::Said(Report::Record(json)) = event {
                self.handed_in(key, &json)?;
            }
        }
        Ok(())
    }

    /// Shows how it stands; the exit code.
    fn summary(mut self) -> Result<ExitCode> {
        let ranking = self.store.ranking().in_words()?;
        say::show(&ranking.render(Rendering::Table, &say::message));
        if let Some(latency) = self.store.latencies().in_words()? {
            let ms = |duration: Duration| words::decimal(duration.as_secs_f64() * 1e3, 2) + " ms";
            let line = words::text!(
                "champ-latency",
                count = latency.moves,
                median = ms(latency.median),
                percentile = ms(latency.percentile_99),
                most = ms(latency.max)
            );
            say::show(&format!("{line}\n"));
            if latency.percentile_99 > OVERLOADED {
                words::out::complain(&words::text!("champ-overloaded"));
            }
        }
        match self.plan.state() {
            State::Ongoing => {
                words::out::complain(&words::text!("champ-unfinished"));
                Ok(ExitCode::from(UNFINISHED))
            }
            State::Finished if ranking.left_out.is_empty() => Ok(ExitCode::SUCCESS),
            State::Finished => {
                let keys: Vec<String> = ranking.left_out.iter().map(|game| game.key.to_string()).collect();
                words::out::complain(&words::text!("champ-blocked", keys = keys.join(", ")));
                Ok(ExitCode::from(INCOMPLETE))
            }
        }
    }
}
