//! `--plan`: tries the engines, plays some rencontres as in the championship, and says how long it would take.

use std::collections::{BTreeMap, VecDeque};
use std::os::fd::AsFd;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::game::GameEntry;
use arbitre::host::{HostEvent, Order, Pool, Report, TaskSeat};
use arbitre::match_loop::Conditions;
use arbitre::random_seat::RandomSeat;
use arbitre::record::Record;
use arbitre::registry;
use arbitre::rencontre::{Contestant, Rencontre};
use championnat::presentation::{self, InWords, Sentence};
use championnat::{
    Action, Config, ContestantId, EntryOrder, Forecast, ForecastInput, Format, Key, Pairing, Plan,
    PlanSettings, PlannedStart, PlayedSample, RencontreResult, Results, SeatSpec, Side,
};
use ipc::process;
use ipc::wait::{Deadline, wait_any};
use jeux::text::{QUOTED, truncate, width};
use jeux::{Reason, Slot};
use jiff::Timestamp;
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use super::attempt::{Attempt, engine_of, host_command};
use super::beginning::{self, Trying};
use super::console;
use super::runner::plan_settings;
use super::shortage::Shortage;
use super::trial::{at_once, engines};

/// In each round of the sample everybody plays once; another one follows if it was shorter than this.
const ENOUGH: Duration = Duration::from_secs(20);
const MOST_ROUNDS: u32 = 4;
/// After so long no further rencontre of the sample begins; after so long it is cut.
const LONGEST: Duration = Duration::from_secs(120);
const CUT: Duration = Duration::from_secs(600);
/// Times for a move in the table, in milliseconds, besides that of the description.
const TIMES: [u64; 3] = [500, 1000, 2000];
/// Rounds of a Swiss system in the table.
const ROUNDS: [u32; 4] = [5, 7, 9, 11];
/// Games at random that say how long one may be, where none could be played.
const RANDOM_GAMES: u64 = 20;

/// Prints the forecast of a championship, which is not begun. Exit codes: 0; 3, stopped.
pub fn run(trying: &Trying<'_>, before: Option<Timestamp>) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT]).with_context(|| i18n::text!("stop-signals"))?;
    let config = trying.config;
    let kind = registry::named(&config.regulations.game).in_words()?;
    let Some(outcome) = trying.all(&signals)? else { return Ok(beginning::stopped()) };
    let failed: Vec<ContestantId> = outcome.failed().into_iter().map(|(who, _)| who).collect();
    let mut playing = engines(config);
    playing.retain(|who| !failed.contains(who));
    let sample = Sample { trying, kind, who: &playing, signals: &signals };
    let Some(samples) = sample.play()? else { return Ok(beginning::stopped()) };
    let left = without(config, &failed);
    let settings = plan_settings(&left);
    let longest = samples.iter().map(|sample| sample.longest).max();
    let input = ForecastInput {
        settings: &settings,
        samples: &samples,
        time_ms: config.regulations.time_ms,
        most_moves: longest.unwrap_or_else(|| longest_at_random(kind, config)),
    };
    let forecast = input.forecast(&left.regulations);
    let forecast = forecast.map_err(|why| anyhow!(presentation::message(&why)))?;
    let names: Vec<&str> = failed.iter().map(|who| config.regulations.name(*who)).collect();
    let mut lines: Vec<String> = config.title.iter().map(|title| truncate(title, QUOTED)).collect();
    if !names.is_empty() {
        lines.push(i18n::text!("plan-without", names = truncate(&names.join(", "), QUOTED)));
    }
    let begins = config.begins.filter(|begins| *begins > Timestamp::now()).unwrap_or_else(Timestamp::now);
    lines.extend(about(&left, &input, &forecast, begins));
    lines.push(String::new());
    lines.extend(table(&left, &input, begins, before.or(config.ends))?);
    console::show(&(lines.join("\n") + "\n"));
    Ok(ExitCode::SUCCESS)
}

/// The championship without some of its contestants.
fn without(config: &Config, failed: &[ContestantId]) -> Config {
    let mut left = config.clone();
    let all: Vec<ContestantId> = ContestantId::all(config.seats.len()).collect();
    let stays = |who: &&ContestantId| !failed.contains(who);
    let stay: Vec<ContestantId> = all.iter().filter(stays).copied().collect();
    left.seats = stay.iter().filter_map(|who| config.seats.get(who.index()).cloned()).collect();
    left.logins = stay.iter().filter_map(|who| config.logins.get(who.index()).cloned()).collect();
    left.regulations.contestants = stay.iter().map(|who| config.regulations.name(*who).to_owned()).collect();
    if let Format::Gauntlet { champion, .. } = &mut left.regulations.format {
        // One who does not play leaves the others without an opponent.
        let index = stay.iter().position(|who| who == champion).unwrap_or(usize::MAX);
        *champion = ContestantId(u32::try_from(index).unwrap_or(u32::MAX));
    }
    left
}

/// The forecast in words.
fn about(left: &Config, input: &ForecastInput<'_>, forecast: &Forecast, begins: Timestamp) -> Vec<String> {
    let regulations = &left.regulations;
    let mut lines = vec![i18n::text!(
        "plan-what",
        contestants = regulations.contestants.len(),
        format = format_named(&regulations.format),
        rencontres = forecast.rencontres,
        parties = regulations.parties,
        rounds = forecast.rounds,
        once = at_once(left)
    )];
    let network = left.seats.iter().filter(|seat| matches!(seat, SeatSpec::Network(_))).count();
    if network > 0 {
        lines.push(i18n::text!("plan-network", count = network));
    }
    let moves: Vec<Duration> = input.samples.iter().flat_map(|sample| sample.moves.iter().copied()).collect();
    if !moves.is_empty() {
        let parties = input.samples.len() as f64 * f64::from(regulations.parties);
        let mean = moves.iter().sum::<Duration>().as_secs_f64() / moves.len() as f64;
        lines.push(i18n::text!(
            "plan-measured",
            count = input.samples.len(),
            moves = i18n::decimal(moves.len() as f64 / parties, 0),
            most = input.most_moves,
            thought = i18n::decimal(mean, 3)
        ));
    }
    let ends = |duration: Duration| i18n::moment(end(begins, duration));
    lines.push(match forecast.likely {
        Some(likely) => i18n::text!("plan-likely", time = i18n::clock(likely), end = ends(likely)),
        None => i18n::text!("plan-unmeasured"),
    });
    lines.push(match forecast.worst {
        Some(worst) => i18n::text!(
            "plan-worst",
            time = i18n::clock(worst),
            end = ends(worst),
            seconds = i18n::decimal(regulations.time_ms as f64 / 1e3, 1),
            moves = input.most_moves
        ),
        None => i18n::text!("plan-no-worst"),
    });
    lines
}

/// Which formats end when, with which time for a move.
fn table(
    left: &Config,
    input: &ForecastInput<'_>,
    begins: Timestamp,
    before: Option<Timestamp>,
) -> Result<Vec<String>> {
    let regulations = &left.regulations;
    let usual = regulations.contestants.len().max(2).next_power_of_two().ilog2();
    let mut rounds: Vec<u32> = ROUNDS.into_iter().chain([usual]).collect();
    rounds.retain(|rounds| (*rounds as usize) < regulations.contestants.len());
    rounds.sort_unstable_by(|one, other| other.cmp(one));
    let mut formats = vec![regulations.format];
    formats.extend([2, 1].map(|meetings| Format::RoundRobin { meetings }));
    formats.extend(rounds.into_iter().map(|rounds| Format::Swiss { rounds, finals: None }));
    let mut known = Vec::new();
    formats.retain(|format| {
        !known.contains(format) && {
            known.push(*format);
            true
        }
    });
    let mut times: Vec<u64> = TIMES.into_iter().chain([regulations.time_ms]).collect();
    times.sort_unstable();
    times.dedup();
    let title = |time: &u64| match time {
        0 => i18n::text!("plan-no-limit"),
        ms => i18n::decimal(*ms as f64 / 1e3, 1) + " s",
    };
    let head = match before {
        Some(before) => i18n::text!("plan-before", time = i18n::moment(before)),
        None => i18n::text!("plan-table"),
    };
    let mut rows: Vec<Vec<String>> = vec![std::iter::once(head).chain(times.iter().map(title)).collect()];
    for format in formats {
        let mut row = vec![format_named(&format)];
        for time_ms in &times {
            let other = championnat::Regulations { format, time_ms: *time_ms, ..regulations.clone() };
            // A format that does not fit these contestants has no line.
            let Ok(forecast) = input.forecast(&other) else { break };
            row.push(cell(&forecast, begins, before));
        }
        if row.len() > times.len() {
            rows.push(row);
        }
    }
    let wide = |column: usize| rows.iter().map(|row| width(&row[column])).max().unwrap_or_default();
    let widths: Vec<usize> = (0..=times.len()).map(wide).collect();
    let padded =
        |(cell, wide): (&String, &usize)| cell.clone() + &" ".repeat(wide.saturating_sub(width(cell)));
    let line = |row: &Vec<String>| row.iter().zip(&widths).map(padded).collect::<Vec<_>>().join("  ");
    Ok(rows.iter().map(|row| line(row).trim_end().to_owned()).collect())
}

/// When it ends, and whether that is before the wanted time.
fn cell(forecast: &Forecast, begins: Timestamp, before: Option<Timestamp>) -> String {
    let likely = forecast.likely.map(|time| end(begins, time));
    let worst = forecast.worst.map(|time| end(begins, time));
    let shown = match (likely, worst) {
        (Some(at), _) => i18n::moment(at),
        (None, Some(at)) => i18n::text!("plan-at-latest", end = i18n::moment(at)),
        (None, None) => return i18n::text!("plan-unknown-end"),
    };
    let Some(before) = before else { return shown };
    let in_time = |at: Option<Timestamp>| at.is_some_and(|at| at <= before);
    let word = match (in_time(likely), in_time(worst)) {
        (_, true) => i18n::text!("plan-yes"),
        (true, false) => i18n::text!("plan-likely-yes"),
        (false, false) if likely.is_none() => i18n::text!("plan-perhaps"),
        (false, false) => i18n::text!("plan-no"),
    };
    format!("{word} {shown}")
}

fn end(begins: Timestamp, duration: Duration) -> Timestamp {
    begins.checked_add(duration).unwrap_or(Timestamp::MAX)
}

fn format_named(format: &Format) -> String {
    match format {
        Format::RoundRobin { meetings: 2 } => i18n::text!("plan-home-and-away"),
        Format::RoundRobin { meetings } => i18n::text!("plan-round-robin", count = *meetings),
        Format::Swiss { rounds, finals: None } => i18n::text!("plan-swiss", count = *rounds),
        Format::Swiss { rounds, finals: Some(_) } => i18n::text!("plan-swiss-finals", count = *rounds),
        Format::Knockout(_) => i18n::text!("plan-knockout"),
        Format::Gauntlet { .. } => i18n::text!("plan-gauntlet"),
        Format::Pools { pools, .. } => i18n::text!("plan-pools", count = *pools),
    }
}

/// The moves of the longest of some games played at random.
fn longest_at_random(kind: &'static GameEntry, config: &Config) -> usize {
    let contestants = ["1", "2"].map(|name| Contestant { name: name.to_owned(), from: String::new() });
    let length = |seed: u64| {
        let setup = kind.draw(&config.regulations.parameters, seed).ok()?;
        let rencontre = Rencontre {
            kind,
            id: "plan",
            contestants: &contestants,
            setup: &setup,
            parties: kind.parties_numbering(1),
            judged: true,
            scheduled: None,
            before: None,
        };
        let (mut one, mut other) = (RandomSeat::new(seed), RandomSeat::new(!seed));
        let conditions = Conditions { time: None, interrupt: None };
        let record = rencontre.referee([&mut one, &mut other], conditions, &mut ()).ok()?;
        record.parties.iter().map(|partie| partie.moves.len()).max()
    };
    (1..=RANDOM_GAMES).filter_map(length).max().unwrap_or(1)
}

/// Rencontres between those who play, as in the championship.
struct Sample<'a> {
    trying: &'a Trying<'a>,
    kind: &'static GameEntry,
    who: &'a [ContestantId],
    signals: &'a SignalFd,
}

/// A rencontre under way.
struct Playing {
    pairing: Pairing,
    since: Instant,
    record: Option<Box<Record>>,
}

impl Sample<'_> {
    /// Plays them; `None`: stopped.
    fn play(&self) -> Result<Option<Vec<PlayedSample>>> {
        if self.who.len() < 2 {
            return Ok(Some(Vec::new()));
        }
        let config = self.trying.config;
        let names = self.who.iter().map(|who| config.regulations.name(*who).to_owned());
        let regulations = championnat::Regulations {
            format: Format::RoundRobin { meetings: 1 },
            order: EntryOrder::Drawn,
            contestants: names.collect(),
            ..config.regulations.clone()
        };
        let schedule = regulations.schedule().map_err(|error| anyhow!(error.sentence()))?;
        let settings = PlanSettings { by_network: vec![false; self.who.len()], ..plan_settings(config) };
        let mut plan = Plan::new(schedule, settings, Results::new(), Duration::ZERO).in_words()?;
        let mut pool = Pool::new(host_command(), at_once(config));
        let (mut playing, mut samples) = (BTreeMap::<Key, Playing>::new(), Vec::new());
        let (begun, mut rounds, mut shortage) = (Instant::now(), 1, Shortage::default());
        let mut waiting: VecDeque<PlannedStart> = VecDeque::new();
        plan.open_until(rounds);
        console::say(&i18n::text!("plan-playing", count = self.who.len() / 2));
        loop {
            if plan.phase_over() && rounds < MOST_ROUNDS && begun.elapsed() < ENOUGH {
                rounds += 1;
                plan.open_until(rounds);
            }
            if begun.elapsed() < LONGEST {
                waiting.extend(plan.next_actions().into_iter().filter_map(|action| match action {
                    Action::Start(start) => Some(start),
                    Action::Forfeit(_) => None,
                }));
            } else {
                waiting.clear();
            }
            while let Some(start) = waiting.pop_front_if(|_| shortage.may_ask()) {
                let order = Order::Play(Box::new(self.attempt(&start)?.task));
                let (pairing, key) = (start.pairing, start.pairing.key);
                match pool.give(key, Side::ALL.map(|side| start.cores[side]), &order, &[]) {
                    Ok(()) => {
                        shortage.ended();
                        drop(playing.insert(key, Playing { pairing, since: Instant::now(), record: None }))
                    }
                    Err(error) if shortage.passes(&error, pool.plays()) => waiting.push_front(start),
                    Err(error) => {
                        let why = Reason::new("no-worker").because(Reason::os(&error));
                        return Err(anyhow!(presentation::reason(&why)));
                    }
                }
            }
            if playing.is_empty() && waiting.is_empty() {
                pool.end_all();
                return Ok(Some(samples));
            }
            let sockets = pool.sockets().map(|fd| PollFd::new(fd, PollFlags::POLLIN));
            let signal = PollFd::new(self.signals.as_fd(), PollFlags::POLLIN);
            let mut fds: Vec<PollFd<'_>> = std::iter::once(signal).chain(sockets).collect();
            let soon = Deadline::after(Instant::now(), Some(Duration::from_secs(1))).min(shortage.again());
            wait_any(&mut fds, soon).with_context(|| i18n::reason(&Reason::new("poll")))?;
            drop(fds);
            if self.signals.read_signal().with_context(|| i18n::text!("stop-signals"))?.is_some() {
                pool.end_all();
                return Ok(None);
            }
            if begun.elapsed() > CUT {
                playing.keys().for_each(|key| pool.kill(*key, Reason::new("stopped")));
                pool.end_all();
                return Ok(Some(samples));
            }
            for (key, event) in pool.events() {
                match event {
                    HostEvent::Said(Report::Record(record)) => {
                        if let Some(playing) = playing.get_mut(&key) {
                            playing.record = Some(record);
                        }
                        pool.answer(key, &Order::Recorded, &[]);
                    }
                    HostEvent::Said(Report::Done | Report::Failed(_)) | HostEvent::Died(_) => {
                        let Some(over) = playing.remove(&key) else { continue };
                        let Pairing { white, black, .. } = over.pairing;
                        samples.extend(over.record.and_then(|record| sample(&record, over.since.elapsed())));
                        plan.finished(key, RencontreResult { white, black, parties: vec![] }).in_words()?;
                    }
                    HostEvent::Said(_) => {}
                }
            }
            pool.end_suspended();
            pool.lines().iter().for_each(|line| console::say(line));
        }
    }

    /// A rencontre as in the championship, but of nobody's record.
    fn attempt(&self, start: &PlannedStart) -> Result<Attempt> {
        let config = self.trying.config;
        let who = |contestant: ContestantId| self.who.get(contestant.index()).copied().unwrap_or(contestant);
        let Pairing { key, white, black } = start.pairing;
        let pairing = Pairing { key, white: who(white), black: who(black) };
        let attempt = Attempt::new(config, self.kind, pairing, 0, config.regulations.time_ms, 0);
        let mut attempt = attempt.map_err(|error| anyhow!(presentation::reason(&error.problem)))?;
        attempt.task.live = None;
        for slot in Slot::ALL {
            let side = Side::from(slot);
            let (by, title) = ((config, self.trying.confining), i18n::text!("logbook-trial"));
            let label = attempt.task.players[slot].name.clone();
            let core = start.cores[side];
            if let Some(engine) = engine_of(by, pairing.contestants()[side], label, core, title) {
                attempt.task.players[slot].seat = TaskSeat::Engine(engine);
            }
        }
        Ok(attempt)
    }
}

/// What a whole rencontre says.
fn sample(record: &Record, took: Duration) -> Option<PlayedSample> {
    if record.interrupted.is_some() {
        return None;
    }
    let moves = record.parties.iter().flat_map(|partie| {
        let last = partie.result.fault_micros;
        partie.moves.iter().map(|mv| mv.micros).chain(last)
    });
    let moves: Vec<Duration> = moves.map(Duration::from_micros).collect();
    let besides = took.saturating_sub(moves.iter().sum());
    let longest = record.parties.iter().map(|partie| partie.moves.len()).max()?;
    Some(PlayedSample { besides, moves, longest })
}
