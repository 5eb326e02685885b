//! The process of a game: this program, executed again. It ends with the pages that have started it, and is in nobody's way.

use std::cell::RefCell;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::engine::{EngineSeat, EngineSpec, EngineStart, MARGIN, Places, SpecError};
use arbitre::game::Kind;
use arbitre::live::{Live, path_in};
use arbitre::match_loop::Conditions;
use arbitre::record::{Record, prepare_folder};
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::{reasons, registry};
use confine::Policy;
use ipc::channel::{Channel, ChannelError};
use ipc::wait::Deadline;
use jeux::Reason;

use super::person::PersonSeat;
use super::resumed::{Chair, Resumed, with_figures};
use super::talk::{Order, Report, Task, TaskPlayer};

/// How long the pages may take to say what to play, and to hear something.
const BOUND: Duration = Duration::from_secs(20);
/// The longest that an engine takes for a move that nothing limits: a person waits for it.
const PONDERS: Duration = Duration::from_secs(3);

/// Referees the one game that it is told of on its standard input; what went wrong with that is a [`Report`], not an
/// error.
///
/// # Errors
/// There is nobody who says what to play, within 20 seconds.
pub fn run() -> Result<ExitCode> {
    let stdin = std::io::stdin().as_fd().try_clone_to_owned().with_context(|| words::text!("in-standard"))?;
    let mut line = Channel::of(stdin)?;
    let told = line.wait_for::<Task>(Deadline::after(Instant::now(), Some(BOUND)))?;
    let (task, people) = told.ok_or(ChannelError::Silent)?;
    let line = RefCell::new(line);
    let report = play(&task, people, &line).unwrap_or_else(Report::Failed);
    // Pages that have gone hear nothing.
    line.borrow().send(&report, &[], BOUND).ok();
    Ok(ExitCode::SUCCESS)
}

/// Plays it; what became of it.
fn play(task: &Task, people: Vec<OwnedFd>, line: &RefCell<Channel>) -> Result<Report, Reason> {
    let kind = registry::named(&task.game)?;
    let stop = line.borrow().fd().try_clone_to_owned().map_err(|error| Reason::os(&error))?;
    prepare_folder(&task.records).map_err(|error| Reason::os(&error))?;
    let places = Places::beside_this_program().map_err(|error| Reason::from(&error))?;
    let policy = policy(&task.records)?;
    let parties = kind.parties_numbering(task.parties);
    let mut people = people.into_iter();
    let names = task.players.each_ref().map(|player| player.name.clone());
    let patience = Duration::from_millis(task.patience_ms);
    let before = task.before.as_ref().map(|record| record.parties.as_slice()).unwrap_or_default();
    let mut sit = |place: usize| -> Result<Resumed<'_>, Reason> {
        let chair = match &task.players[place].engine {
            Some(spec) => engine_seat(kind, spec, &places, &policy)?,
            None => {
                let line = people.next().ok_or_else(|| Reason::new("connection-missing"))?;
                let line = Channel::of(line).map_err(|error| Reason::os(&error))?;
                Chair::Person(Box::new(PersonSeat::new(line, names.clone(), parties.len(), patience)))
            }
        };
        Ok(Resumed::new(chair, before, place))
    };
    let (mut zero, mut one) = (sit(0)?, sit(1)?);
    let contestants =
        task.players.each_ref().map(|player| Contestant { name: player.name.clone(), from: from(player) });
    let rencontre = Rencontre {
        kind,
        id: &task.id,
        contestants: &contestants,
        setup: &task.setup,
        parties,
        judged: true,
        scheduled: None,
    };
    let live = task.live.then(|| Live::to(path_in(&task.records)));
    let time = task.time_ms.map(Duration::from_millis);
    let conditions = Conditions { time, interrupt: Some(stop.as_fd()), live: live.as_ref() };
    line.borrow().send(&Report::Begun, &[], BOUND).map_err(|error| reasons::channel(&error))?;
    let mut end = Report::Nothing;
    let mut before_end = |record: &Record| {
        let record = task.before.as_ref().map_or_else(|| record.clone(), |known| with_figures(record, known));
        end = ended(&record, task, &mut line.borrow_mut());
    };
    let played = rencontre.referee([&mut zero, &mut one], conditions, &mut before_end);
    let stopped = played.as_ref().is_ok_and(|record| record.interrupted.is_some());
    for seat in [&mut zero, &mut one] {
        if let Chair::Engine(seat) = seat.chair()
            && let Some(host) = seat.host()
            && stopped
        {
            // Whoever interrupts waits for nobody's leave.
            host.kill();
        }
    }
    played.map_err(|error| Reason::new("record-setup").with(error.name).because(error.problem))?;
    Ok(end)
}

/// What becomes of a record: it is kept before anybody is told of the end, unless the game goes on elsewhere, or has not begun.
fn ended(record: &Record, task: &Task, line: &mut Channel) -> Report {
    if record.interrupted.is_some() {
        let goes_on = matches!(line.receive::<Order>(), Ok(Some((Order::HandOver, _))));
        if goes_on {
            return serde_json::to_string(record).map_or(Report::Nothing, Report::Handed);
        }
        if record.parties.iter().all(|party| party.moves.is_empty()) {
            return Report::Nothing;
        }
    }
    match record.commit(&task.records) {
        Ok(_) => Report::Kept,
        Err(error) => {
            // What was finished is at least said: whoever runs the pages can keep it.
            let path = error.path.display().to_string();
            let why = words::text!("file", path = path, why = words::system(&error.source));
            log::error!("{why}\n{}", record.to_json().unwrap_or_default());
            Report::Lost(Reason::os(&error.source))
        }
    }
}

/// How engines are confined: of the records they are to learn nothing.
fn policy(records: &Path) -> Result<Policy, Reason> {
    let hidden = confine::comparable(records).map_err(|error| Reason::os(&error))?;
    Ok(Policy { hidden: vec![hidden], ..Policy::default() })
}

/// The seat of an engine, which has been started.
fn engine_seat<'a>(
    kind: &'static Kind,
    spec: &str,
    places: &'a Places,
    policy: &Policy,
) -> Result<Chair<'a>, Reason> {
    let spec: EngineSpec = spec.parse().map_err(|error: SpecError| Reason::from(&error))?;
    let policy = policy.clone();
    let start = move || EngineStart::new(&spec, kind, places, &policy).run();
    let host = start().map_err(|error| Reason::from(&error))?;
    let seat = EngineSeat::new(Some(host), Box::new(start), MARGIN).unlimited(kind.time.min(PONDERS));
    Ok(Chair::Engine(Box::new(seat)))
}

/// Where a player comes from, as the record says it; whoever takes moves back is told apart from who does not.
fn from(player: &TaskPlayer) -> String {
    let who = player.engine.as_deref().unwrap_or(PERSON);
    match player.taken_back {
        0 => who.to_owned(),
        count => format!("{who} ; coups repris : {count}"),
    }
}

/// A person, in records.
pub const PERSON: &str = "personne";
