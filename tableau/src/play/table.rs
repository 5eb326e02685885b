//! A table at which a game is played: who sits there, how things stand, and the thread that looks after the process of the game.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arbitre::game::{Beginning, Kind};
use arbitre::reasons;
use arbitre::record::Record;
use ipc::channel::Channel;
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::game::Params;
use jeux::{Player, Reason};
use nix::poll::{PollFd, PollFlags};
use tokio::sync::{Semaphore, watch};

use super::talk::{Order, Report, Say, Task, TaskPlayer, Turn, View};

/// The option with which this program referees a game.
pub const REFEREE: &str = "--arbitre";
/// This program, even if its file has been replaced meanwhile.
const THIS_PROGRAM: &str = "/proc/self/exe";
/// How long a game may take to hear something, and to end.
const BOUND: Duration = Duration::from_secs(10);
/// How long somebody who has no limit may take for a move.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// The longest that a rencontre lasts.
const LONGEST: Duration = Duration::from_secs(12 * 3600);
/// So many pages of the same seat are kept up to date.
const MOST_STREAMS: usize = 4;

/// What is to be played at a table.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The game.
    pub kind: &'static Kind,
    /// How many games.
    pub parties: usize,
    /// What they begin with.
    pub setup: Params,
    /// The time for each move; `None` without limit.
    pub time: Option<Duration>,
    /// Who plays, by place.
    pub players: [TaskPlayer; 2],
    /// What was chosen, for who wants to play the same again.
    pub form: Vec<(String, String)>,
}

impl Wish {
    /// How many people play.
    pub fn people(&self) -> usize {
        self.players.iter().filter(|player| player.engine.is_none()).count()
    }
}

/// How far a table is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The other person has still to come.
    Waiting,
    /// The game is being started.
    Starting,
    /// It is played.
    Playing,
    /// It is over, and its record is kept.
    Kept,
    /// It was given up before it had begun.
    Nothing,
    /// It could not be played, or not to its end, or is not kept.
    Failed(Reason),
}

impl Stage {
    /// Whether nothing more will happen.
    pub const fn is_over(&self) -> bool {
        matches!(self, Stage::Kept | Stage::Nothing | Stage::Failed(_))
    }
}

/// How things stand for one seat.
#[derive(Clone, Debug)]
pub struct Standing {
    /// How far the table is.
    pub stage: Stage,
    /// What the person sees, once there is something, and since when.
    pub view: Option<(Arc<View>, Instant)>,
    /// The names by place.
    pub names: [String; 2],
}

/// A table.
pub struct Table {
    /// The identifier of its record.
    pub id: String,
    /// What is played.
    pub wish: Wish,
    /// The secret of each seat; an engine has none.
    pub secrets: [Option<String>; 2],
    /// When it was made.
    pub made: Instant,
    records: PathBuf,
    inner: Mutex<Inner>,
    changed: watch::Sender<u64>,
    streams: [Arc<Semaphore>; 2],
}

struct Inner {
    stage: Stage,
    players: [TaskPlayer; 2],
    views: [Option<(Arc<View>, Instant)>; 2],
    /// The lines to the game and to its seats, as long as it is played.
    line: Option<Channel>,
    seats: [Option<Channel>; 2],
    ended: Option<Instant>,
    /// Moves are being taken back.
    handing: bool,
}

/// What comes after the process of a game.
enum Then {
    /// Another one goes on from there.
    Again(Box<Record>),
    /// Nothing.
    Over(Stage),
}

impl Table {
    /// A table at which nobody plays yet.
    pub fn new(id: String, wish: Wish, secrets: [Option<String>; 2], records: PathBuf) -> Arc<Self> {
        let inner = Inner {
            stage: Stage::Waiting,
            players: wish.players.clone(),
            views: [None, None],
            line: None,
            seats: [None, None],
            ended: None,
            handing: false,
        };
        let streams = [(); 2].map(|()| Arc::new(Semaphore::new(MOST_STREAMS)));
        let (inner, changed) = (Mutex::new(inner), watch::Sender::new(0));
        Arc::new(Table { id, wish, secrets, made: Instant::now(), records, inner, changed, streams })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Inner)) {
        change(&mut self.inner());
        self.changed.send_modify(|number| *number += 1);
    }

    fn stand(&self, stage: Stage) {
        self.change(|inner| {
            inner.ended = stage.is_over().then(Instant::now);
            inner.stage = stage;
        });
    }

    /// How things stand for the seat in this place (0 or 1).
    pub fn standing(&self, place: usize) -> Standing {
        let inner = self.inner();
        let names = inner.players.each_ref().map(|player| player.name.clone());
        Standing { stage: inner.stage.clone(), view: inner.views[place].clone(), names }
    }

    /// Changes whenever something has.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// What bounds the number of pages of a seat that are kept up to date.
    pub fn streams(&self, place: usize) -> Arc<Semaphore> {
        self.streams[place].clone()
    }

    /// How long ago everything was over here; `None` as long as it is not.
    pub fn over_for(&self) -> Option<Duration> {
        self.inner().ended.map(|ended| ended.elapsed())
    }

    /// Starts the game, with the place and the name of who has come last, if somebody has; only the first time. It is
    /// looked after by a thread of its own.
    pub fn start(self: &Arc<Self>, come: Option<(usize, String)>) {
        let mut begins = false;
        self.change(|inner| {
            if inner.stage == Stage::Waiting {
                (begins, inner.stage) = (true, Stage::Starting);
                if let Some((place, name)) = come {
                    inner.players[place].name = name;
                    tell_apart(&mut inner.players);
                }
            }
        });
        if !begins {
            return;
        }
        let table = self.clone();
        let playing = move || {
            let mut before = None;
            loop {
                match table.play(before.take()) {
                    Ok(Then::Again(record)) => before = Some(*record),
                    Ok(Then::Over(stage)) => return table.stand(stage),
                    Err(error) => return table.stand(Stage::Failed(Reason::os(&error))),
                }
            }
        };
        if let Err(error) = thread::Builder::new().name("table".into()).spawn(playing) {
            self.stand(Stage::Failed(Reason::os(&error)));
        }
    }

    /// Says something to the game for the seat in this place, without waiting. What it cannot hear now is lost: it is
    /// no game any more, or hopelessly late.
    pub fn say(&self, place: usize, say: &Say) {
        let inner = self.inner();
        if let Some(Err(error)) = inner.seats[place].as_ref().map(|line| line.send(say, &[], Duration::ZERO))
        {
            log::debug!("{}: {error}", self.id);
        }
    }

    /// Stops everything here; what was played is kept as interrupted.
    pub fn stop(&self) {
        self.change(|inner| match (&inner.stage, &inner.line) {
            (Stage::Waiting, _) => (inner.stage, inner.ended) = (Stage::Nothing, Some(Instant::now())),
            (_, Some(line)) => line.finish(),
            _ => {}
        });
    }

    /// Whether the person in this place may take back a move now: only who plays against an engine may.
    pub fn may_take_back(&self, place: usize) -> bool {
        let inner = self.inner();
        let view = inner.views[place].as_ref().map(|(view, _)| view);
        let played = view.is_some_and(|view| {
            matches!(view.turn, Turn::Mine | Turn::Theirs) && view.moves.iter().any(|said| said.mine)
        });
        self.wish.people() == 1 && inner.stage == Stage::Playing && !inner.handing && played
    }

    /// Takes back the last move of the person in this place, and what was played after it; nothing where that may not
    /// be.
    pub fn take_back(&self, place: usize) {
        if !self.may_take_back(place) {
            return;
        }
        self.change(|inner| {
            let Some(line) = &inner.line else { return };
            inner.handing = line.send(&Order::HandOver, &[], Duration::ZERO).is_ok();
        });
    }

    /// Lets a process play until it ends.
    fn play(&self, before: Option<Record>) -> io::Result<Then> {
        let began = Instant::now();
        let (mut line, there) = Channel::pair()?;
        let mut command = Command::new(THIS_PROGRAM);
        // A group of its own: a Ctrl-C at the terminal is for the pages, whose end it notices.
        command.arg(REFEREE).stdin(Stdio::from(there.into_fd())).stdout(Stdio::null()).process_group(0);
        let mut running = Running(command.spawn()?);
        // The other ends are the child's now; the command would keep one.
        drop(command);
        let mut seats = [None, None];
        let mut theirs = Vec::new();
        let players = self.inner().players.clone();
        for (place, player) in players.iter().enumerate() {
            if player.engine.is_none() {
                let (here, there) = Channel::pair()?;
                seats[place] = Some(here);
                theirs.push(there.into_fd());
            }
        }
        let task = Task {
            id: self.id.clone(),
            game: self.wish.kind.name.to_owned(),
            parties: self.wish.parties,
            setup: self.wish.setup.clone(),
            time_ms: self.wish.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            patience_ms: u64::try_from(PATIENCE.as_millis()).unwrap_or(u64::MAX),
            players,
            records: self.records.clone(),
            live: self.is_shown(),
            before,
        };
        let fds: Vec<_> = theirs.iter().map(AsFd::as_fd).collect();
        if let Err(error) = line.send(&task, &fds, BOUND) {
            return Ok(Then::Over(Stage::Failed(reasons::channel(&error))));
        }
        drop(theirs);
        // One to speak with here, one to hear with there.
        let twin = |channel: &Channel| Channel::of(channel.fd().try_clone_to_owned()?);
        let speaking = [seats[0].as_ref().map(twin).transpose()?, seats[1].as_ref().map(twin).transpose()?];
        let control = twin(&line)?;
        self.change(|inner| (inner.line, inner.seats) = (Some(control), speaking));
        let then = self.hear(&mut line, &mut seats, Deadline::after(began, Some(LONGEST)));
        self.change(|inner| (inner.line, inner.seats) = (None, [None, None]));
        running.end();
        Ok(then)
    }

    /// Whether everybody may see the game while it is played: not where somebody who plays could learn what is hidden.
    pub fn is_shown(&self) -> bool {
        self.wish.people() == 1 || !hides(self.wish.kind, &self.wish.setup)
    }

    /// Hears what the process says until it has said how it ended.
    fn hear(&self, line: &mut Channel, seats: &mut [Option<Channel>; 2], end: Deadline) -> Then {
        loop {
            for (place, seat) in seats.iter_mut().enumerate() {
                // A seat that is closed before the game has said its last is no news.
                while let Some(Ok(Some((view, _)))) = seat.as_mut().map(Channel::receive::<View>) {
                    self.change(|inner| inner.views[place] = Some((Arc::new(view), Instant::now())));
                }
            }
            match line.receive::<Report>() {
                Ok(None) => {}
                Ok(Some((Report::Begun, _))) => {
                    self.change(|inner| (inner.stage, inner.handing) = (Stage::Playing, false));
                    continue;
                }
                Ok(Some((report, _))) => {
                    // What the seats were told before that is there by now.
                    for (place, seat) in seats.iter_mut().enumerate() {
                        while let Some(Ok(Some((view, _)))) = seat.as_mut().map(Channel::receive::<View>) {
                            self.change(|inner| inner.views[place] = Some((Arc::new(view), Instant::now())));
                        }
                    }
                    return self.then(report);
                }
                Err(error) => return Then::Over(Stage::Failed(reasons::channel(&error))),
            }
            if end.passed() {
                line.finish();
            }
            let mut fds = vec![PollFd::new(line.fd(), PollFlags::POLLIN)];
            fds.extend(seats.iter().flatten().map(|seat| PollFd::new(seat.fd(), PollFlags::POLLIN)));
            let due = if end.passed() { Deadline::after(Instant::now(), Some(BOUND)) } else { end };
            match wait_any(&mut fds, due) {
                Ok(()) if end.passed() && !fds.iter().any(is_ready) => {
                    return Then::Over(Stage::Failed(Reason::new("channel-silent")));
                }
                Ok(()) => {}
                Err(error) => return Then::Over(Stage::Failed(Reason::os(&error))),
            }
        }
    }

    /// What comes after this report.
    fn then(&self, report: Report) -> Then {
        let failed = |why| Then::Over(Stage::Failed(why));
        match report {
            Report::Begun | Report::Kept => Then::Over(Stage::Kept),
            Report::Nothing => Then::Over(Stage::Nothing),
            Report::Failed(why) | Report::Lost(why) => failed(why),
            Report::Handed(json) => match Record::from_json(&json) {
                Ok(mut record) => {
                    let place = usize::from(self.wish.players[0].engine.is_some());
                    if shorten(&mut record, place) {
                        self.change(|inner| inner.players[place].taken_back += 1);
                    }
                    Then::Again(Box::new(record))
                }
                Err(error) => failed(Reason::text(error)),
            },
        }
    }
}

/// Takes the last move of the player in this place off the game under way, with all that followed; whether there was one.
fn shorten(record: &mut Record, place: usize) -> bool {
    let Some(party) = record.parties.last_mut() else { return false };
    let last = party.moves.iter().rposition(|mv| mv.player == place);
    if let Some(last) = last {
        party.moves.truncate(last);
    }
    last.is_some()
}

/// Whether players of this game see less than everybody else does.
fn hides(kind: &Kind, setup: &Params) -> bool {
    let judge = kind.start(&Beginning { setup, first: 0, judged: true });
    judge.is_ok_and(|judge| judge.follow(setup, Player::First).is_some())
}

/// Gives players of the same name a number each.
pub fn tell_apart(players: &mut [TaskPlayer; 2]) {
    if players[0].name == players[1].name {
        players[0].name += "-1";
        players[1].name += "-2";
    }
}

/// The process of a game: it ends when nobody looks after it any more.
struct Running(Child);

impl Running {
    /// Waits a while for its end, and takes none of its excuses.
    fn end(&mut self) {
        let until = Deadline::after(Instant::now(), Some(BOUND));
        while !until.passed() {
            if !matches!(self.0.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended is not killed.
        self.0.kill().and_then(|()| self.0.wait()).ok();
    }
}
