//! The main loop of a championship: the plan says what is to be done, the workers and the network do it.
//!
//! What counts is on disk before anybody is told: a worker hands in a record, the rules verify it, the folder and the store
//! have it, and only then may the worker tell the players. Killed at any instant, the championship goes on from the files
//! when it is started again.

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::control::Control;
use arbitre::game::Kind;
use arbitre::process;
use arbitre::reception::{Door, Doors, Guest, Reception, Relay, listen};
use arbitre::record::Record;
use arbitre::registry;
use arbitre::wait::{Deadline, wait_any};
use championnat::{
    Action, Config, ContestantId, Decided, Decision, Forfeit, IncomingRencontre, Intake, Key, Plan,
    PlanSettings, Rendering, Request, Ruling, Seat, Side, Start, State, Store,
};
use jeux::Reason;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use super::attempt::Attempt;
use super::catalogue::Games;
use super::channel::{Order, Report, Task, TaskEngine, TaskGuest, TaskPlayer, TaskSeat};
use super::confining::Confining;
use super::cores::usable_cores;
use super::network::{Network, hung_up};
use super::options::{Jouer, Port};
use super::pool::{Event, Job, Pool, lacks};
use super::reserve::Reserve;
use super::say::{self, InWords, Said};
use super::starts::Starts;
use super::view::View;
use super::{beginning, comeback, decide, folder, intake, logbook, notices, room, terminal, told};

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
pub fn run(args: &Jouer, config: Config, confining: Confining) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT]).with_context(|| words::text!("stop-signals"))?;
    let game = &config.regulations.game;
    let unknown = || Reason::new("unknown-game").with(game).with(registry::names());
    let kind = registry::find(game).ok_or_else(unknown).in_words()?;
    folder::prepare(&config.records)?;
    process::raise_descriptor_limit();
    if !args.untried
        && let Some(code) = beginning::try_engines(&config, &confining, &signals)?
    {
        return Ok(code);
    }
    let resumed = comeback::is_resumed(&config);
    let asked_to_stop = || matches!(signals.read_signal(), Ok(Some(_)));
    let Some(store) = folder::open_store(&config, kind, args.reconstruire, &asked_to_stop)? else {
        terminal::say(&words::text!("champ-stopping", count = 0));
        return Ok(ExitCode::from(UNFINISHED));
    };
    let config = Rc::new(config);
    let by_network = by_network(&config);
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
        network = Some(Network::new(reception, config.clone()));
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
    let mut plan = Plan::new(store.generator().clone(), settings, results, Duration::ZERO).in_words()?;
    for contestant in store.gone() {
        plan.withdraw(contestant);
    }
    if resumed {
        comeback::expect(&config, &mut plan);
    }
    let control = Control::listen(&decide::socket(&config.records));
    let control = control.map_err(|error| {
        log::warn!("{}", words::text!("decision-deaf", why = say::system(&error)));
    });
    if !args.discret {
        announce(&config, &plan);
    }
    let view = View::new(store.regulations(), &plan, args.discret);
    let starts = Starts::new(config.failed_starts);
    let mut runner = Runner {
        args,
        config,
        confining,
        kind,
        signals,
        control: control.ok(),
        store,
        plan,
        network,
        lobby,
        pool: Pool::default(),
        reserve: Reserve::new(),
        starts,
        view,
        started: Instant::now(),
        attempts: BTreeMap::new(),
        count: 0,
        jobs: VecDeque::new(),
        paused: Deadline::NEVER,
        looked: Instant::now(),
        stop_requests: 0,
    };
    let kept = runner.config.results.to_string();
    let outcome = runner.run();
    let stopped = runner.stop();
    notices::close();
    runner.view.close();
    outcome.and(stopped)?;
    let ended = runner.summary()?;
    if !args.discret {
        next(args, kept);
    }
    Ok(ended)
}

/// Says where the championship is kept, and whether it had begun, or ended, before.
fn announce(config: &Config, plan: &Plan) {
    let store = config.results.to_string();
    let records = config.records.display().to_string();
    let mut text = words::text!("champ-kept", store = &store, records = records) + "\n";
    match (plan.state(), plan.results().len()) {
        (State::Finished, _) => text += &(words::text!("champ-already", store = store) + "\n"),
        (State::Ongoing, 0) => {}
        (State::Ongoing, done) => text += &(words::text!("champ-resumed", done = done) + "\n"),
    }
    say::show(&text);
}

/// Says what shows the results: the path is what people would have to look for.
fn next(args: &Jouer, kept: String) {
    let named = args.file.as_ref().map(|path| path.display().to_string());
    let store = named.unwrap_or(kept);
    say::show(&(words::text!("champ-next", store = store) + "\n"));
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

/// Which contestants connect by network.
fn by_network(config: &Config) -> Vec<bool> {
    config.seats.iter().map(|seat| matches!(seat, Seat::Network(_))).collect()
}

/// What there is when somebody has come late.
struct Late {
    config: Rc<Config>,
    confining: Confining,
    /// The doors, if he is the first who comes by network.
    reception: Option<Box<dyn Reception>>,
}

struct Runner<'a> {
    args: &'a Jouer,
    config: Rc<Config>,
    confining: Confining,
    kind: &'static Kind,
    signals: SignalFd,
    /// Where the organiser asks for decisions.
    control: Option<Control>,
    store: Store,
    plan: Plan,
    network: Option<Network>,
    /// The process that sends guests, if one does: without it the championship cannot go on.
    lobby: Option<OwnedFd>,
    pool: Pool,
    reserve: Reserve,
    starts: Starts,
    view: View,
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
            self.pool.lines().iter().for_each(|line| terminal::say(line));
            self.see_to_network();
            self.answer_organiser()?;
            if self.looked.elapsed() >= REFRESH {
                self.looked = Instant::now();
                self.pool.end_suspended();
                notices::tell_dropped(self.looked);
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
        if let Some(control) = &self.control {
            until = until.min(control.watch(&mut fds));
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
        if requests > 0 {
            // Not by the log: it answers a person, who waits for it.
            let count = self.plan.running().count();
            terminal::say(&if self.stop_requests == 0 && requests == 1 {
                words::text!("champ-stopping", count = count)
            } else {
                words::text!("champ-stopped", count = count)
            });
        }
        self.stop_requests += requests;
        Ok(())
    }

    /// An attempt at a scheduled game.
    fn attempt(&mut self, pairing: championnat::Pairing) -> Result<Attempt> {
        self.count += 1;
        let meetings = self.store.meetings_before(&pairing);
        let attempt = Attempt::new(&self.config, self.kind, pairing, meetings, self.count);
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
            let name = self.config.regulations.name(contestant);
            let seat = match (&self.config.seats[contestant.index()], guest) {
                (Seat::Network(_), Some(guest)) => {
                    connections.push(guest.stream);
                    TaskSeat::Network(TaskGuest { from: guest.from, state: guest.state })
                }
                (Seat::Network(_), None) => {
                    TaskSeat::Network(TaskGuest { from: String::new(), state: String::new() })
                }
                (Seat::Engine { spec, .. }, _) => TaskSeat::Engine(Box::new(TaskEngine {
                    spec: spec.clone(),
                    core: start.cores[side],
                    ponder: self.config.ponder,
                    policy: self.confining.policy(contestant),
                    log: logbook::path(&self.config.records, name, contestant.index()),
                })),
            };
            TaskPlayer { name: name.to_owned(), seat }
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
            kept: self.config.engines_kept,
            players,
        };
        self.attempts.insert(key, attempt);
        let cores = Side::ALL.map(|side| start.cores[side]);
        self.jobs.push_back(Job { key, cores, order: Order::Play(Box::new(task)), connections });
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
            Event::Said(Report::Started(place, failed)) => {
                if let Some(contestant) = self.player(key, place)
                    && let Some(why) = self.starts.hear(contestant, failed.as_deref())
                {
                    self.put_out(contestant, why);
                }
                Ok(())
            }
            Event::Said(Report::Odd(place, what, count)) => {
                if let Some(contestant) = self.player(key, place) {
                    told::odd(key, self.config.regulations.name(contestant), &what, count);
                }
                Ok(())
            }
            Event::Said(Report::Tried(_)) => Ok(()),
            Event::Said(Report::Failed(why)) => self.failed(key, Reason::read(&why)),
            Event::Died(why) => self.failed(key, why),
        }
    }

    /// Who plays in this place of a game.
    fn player(&self, key: Key, place: usize) -> Option<ContestantId> {
        let pairing = self.attempts.get(&key)?.pairing;
        Some(if place == 0 { pairing.white } else { pairing.black })
    }

    /// A contestant is out: it loses what it has still to play, without being started.
    fn put_out(&mut self, contestant: ContestantId, why: Reason) {
        self.plan.withdraw(contestant);
        self.view.out(contestant);
        let name = self.config.regulations.name(contestant);
        log::warn!("{}", words::text!("champ-out", name = name, why = say::reason(&why)));
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
                told::fault(key, record);
            }
            Intake::Interrupted => {
                if let Some(attempt) = attempt {
                    attempt.interrupted = record.interrupted.as_deref().map(Reason::read);
                }
            }
            Intake::Known | Intake::Overruled => {}
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
        let again = self.plan.interrupted(key).in_words()?;
        told::interrupted(&self.config.regulations, &attempt.pairing, &why, again);
        if again {
            return Ok(());
        }
        let attempt = self.attempt(attempt.pairing)?;
        let record = attempt.given_up(self.config.replays + 1, &why);
        self.attempts.insert(key, attempt);
        self.write_down(key, &record)?;
        match self.attempts.remove(&key).and_then(|attempt| attempt.result) {
            Some(result) => self.plan.finished(key, result).in_words(),
            None => Ok(()),
        }
    }

    /// Takes the decisions that the organiser asks for.
    fn answer_organiser(&mut self) -> Result<()> {
        for asked in self.control.as_mut().map(Control::requests).unwrap_or_default() {
            let answer = match self.consider(&asked.line) {
                Ok((decision, late)) => {
                    decide::take(&mut self.store, &self.config.records, &decision)?;
                    let line = say::message(&decision.message());
                    self.take_effect(late, &line)?;
                    Ok(format!("{line}\n"))
                }
                Err(error) => Err(words::causes(error.as_ref())),
            };
            let answer = answer.as_deref().map_err(String::as_str);
            if let Some(control) = &mut self.control
                && let Err(error) = control.answer(asked.id, answer)
            {
                log::warn!("{}", words::text!("control-answering", why = say::system(&error)));
            }
        }
        Ok(())
    }

    /// The decision that is asked for and, where somebody comes late, what there is with him.
    fn consider(&mut self, line: &str) -> Result<(Decision, Option<Late>)> {
        let request: Request =
            serde_json::from_str(line).map_err(|_| anyhow!(words::text!("decision-unknown")))?;
        let file = self.args.file.as_deref().filter(|_| matches!(request.ruling, Ruling::Add { .. }));
        let config = file.map(|file| Config::load(file, &Games::default()).in_words()).transpose()?;
        let plan = &self.plan;
        let is_running = |key| plan.running().any(|pairing| pairing.key == key);
        let decision = decide::consider(&mut self.store, config.as_ref(), request, is_running)?;
        let Some(config) = config else { return Ok((decision, None)) };
        let confining = Confining::new(&config, file)?;
        let comes = by_network(&config).contains(&true) && self.network.is_none();
        let reception = comes.then(|| open_doors(self.args, self.kind)).transpose()?;
        Ok((decision, Some(Late { config: Rc::new(config), confining, reception })))
    }

    /// What has been decided takes effect.
    fn take_effect(&mut self, late: Option<Late>, line: &str) -> Result<()> {
        if let Some(Late { config, confining, reception }) = late {
            if let Some(reception) = reception {
                self.network = Some(Network::new(reception, config.clone()));
            }
            if let Some(network) = &mut self.network {
                network.described(config.clone());
            }
            self.config = config;
            self.confining = confining;
        }
        let stopped = self.plan.decided(Decided {
            schedule: self.store.generator().clone(),
            results: self.store.known_results().clone(),
            by_network: by_network(&self.config),
            gone: self.store.gone(),
            disqualified: self.store.disqualified(),
        });
        for key in stopped {
            self.pool.kill(key, Reason::new("decided"));
            self.jobs.retain(|job| job.key != key);
            self.leave(key, &[None, None]);
            self.attempts.remove(&key);
        }
        self.view.decided(self.store.regulations(), &self.plan, line);
        Ok(())
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
        say::show(&ranking.render_in(Rendering::Table, room::of_terminal(), &say::message));
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
