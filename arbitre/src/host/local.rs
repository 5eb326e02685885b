//! One host, for a client that has one rencontre played at a time, before the people who play it.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::time::Duration;

use ipc::channel::{Channel, ChannelError};
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::{Reason, Slot};
use nix::poll::{PollFd, PollFlags};

use super::person::{PersonMessage, PersonTurn, PersonView};
use super::{HostCommand, HostEvent, HostSettings, Order, Pool, Report, Task, TaskEngine, TaskSeat};
use crate::engine::{EngineSpec, InstallPaths, START_BOUND};
use crate::game::GameEntry;
use confine::{Level, Policy};

/// How long the host may take to read what a person says.
const READ_BOUND: Duration = Duration::from_secs(1);

/// An engine for a rencontre of this game, confined so; and the file of its own that is hidden from it, with the
/// folder which is: it cannot be started then.
pub fn engine(
    kind: &GameEntry,
    spec: &EngineSpec,
    policy: &Policy,
) -> Result<(TaskEngine, Option<(PathBuf, PathBuf)>), Reason> {
    let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
    spec.check(kind, &places).map_err(|error| Reason::from(&error))?;
    let command = spec.command(kind, &places).map_err(|error| Reason::from(&error))?;
    let real = |file: &PathBuf| {
        let wrong = |error| Reason::new("file").with(file.display()).because(Reason::os(&error));
        confine::comparable(file).map_err(wrong)
    };
    let files = spec.files(&command).own.iter().map(real).collect::<Result<Vec<_>, _>>()?;
    let within = confine::first_hidden(&files, &policy.hidden).filter(|_| policy.level != Level::None);
    let engine = TaskEngine {
        spec: spec.to_string(),
        key: String::new(),
        label: spec.label(),
        start_ms: START_BOUND.as_millis() as u64,
        unlimited_ms: None,
        core: None,
        ponder: true,
        policy: policy.clone(),
        log: None,
    };
    Ok((engine, within.map(|(file, folder)| (file.clone(), folder.clone()))))
}

/// A host, and the channels of the people who play there.
#[derive(Debug)]
pub struct LocalHost {
    pool: Pool<()>,
    people: [Option<Channel>; 2],
    stopped: bool,
}

impl LocalHost {
    /// A host which is started at once, logs as this program does, and ends with it.
    pub fn start() -> Self {
        let settings = HostSettings { language: i18n::language().code().to_owned(), level: log::max_level() };
        let mut pool = Pool::new(HostCommand::this_program(&settings, false), 1);
        pool.prepare();
        LocalHost { pool, people: [None, None], stopped: false }
    }

    /// Begins a rencontre; the one before is over.
    pub fn play(&mut self, task: Task) -> io::Result<()> {
        let mut theirs = Vec::new();
        for (player, person) in task.players.iter().zip(&mut self.people) {
            *person = None;
            if let TaskSeat::Person(_) = player.seat {
                let (here, there) = Channel::pair()?;
                *person = Some(here);
                theirs.push(there.into_fd());
            }
        }
        let fds: Vec<BorrowedFd<'_>> = theirs.iter().map(AsFd::as_fd).collect();
        self.pool.give((), [None, None], &Order::Play(Box::new(task)), &fds)
    }

    /// Starts an engine for the rencontre that follows, unless `stop` is readable before; the name by which it introduces itself.
    pub fn start_engine(
        &mut self,
        kind: &GameEntry,
        engine: &TaskEngine,
        stop: BorrowedFd<'_>,
    ) -> Result<String, Reason> {
        let order = Order::Start(kind.name.to_owned(), Box::new(engine.clone()));
        self.pool.give((), [None, None], &order, &[]).map_err(|error| Reason::os(&error))?;
        loop {
            let mut fds = vec![PollFd::new(stop, PollFlags::POLLIN)];
            self.watch(&mut fds);
            wait_any(&mut fds, Deadline::NEVER).map_err(|error| Reason::os(&error))?;
            if is_ready(&fds[0]) {
                self.stop();
            }
            for event in self.events() {
                match event {
                    HostEvent::Said(Report::Named(named)) => return named,
                    HostEvent::Said(_) => {}
                    HostEvent::Died(why) => return Err(why),
                }
            }
        }
    }

    /// Adds what to wait for: then [`LocalHost::events`] and [`LocalHost::views`] are due, in this order.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        let people = self.people.iter().flatten().map(Channel::fd);
        fds.extend(self.pool.sockets().chain(people).map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
    }

    /// What has come of the rencontre since the last time.
    pub fn events(&mut self) -> Vec<HostEvent> {
        self.pool.events().into_iter().map(|((), event)| event).collect()
    }

    /// What people have been shown since the last time, each with the person's slot. Who is to move comes last.
    pub fn views(&mut self) -> Vec<(Slot, PersonView)> {
        let mut views = [Vec::new(), Vec::new()];
        loop {
            let before = views.each_ref().map(Vec::len);
            for (slot, person) in Slot::ALL.into_iter().zip(&mut self.people) {
                while let Some(channel) = person {
                    match channel.receive::<PersonView>() {
                        Ok(Some((view, _))) => views[slot].push((slot, view)),
                        Ok(None) => break,
                        // The seat has been left.
                        Err(_) => *person = None,
                    }
                }
            }
            // What the other person was shown before a turn is there by now.
            if views.each_ref().map(Vec::len) == before {
                break;
            }
        }
        views.sort_by_key(|views| views.last().is_some_and(|(_, view)| view.turn == PersonTurn::Mine));
        views.into_iter().flatten().collect()
    }

    /// Says something for the person in this slot. Where nobody hears it the game is over, which is said otherwise.
    pub fn say(&self, slot: Slot, say: &PersonMessage) {
        if let Some(channel) = &self.people[slot]
            && let Err(error @ (ChannelError::Silent | ChannelError::Io(_))) =
                channel.send(say, &[], READ_BOUND)
        {
            log::debug!("{error}");
        }
    }

    /// Answers the host, unless it was told to stop.
    pub fn answer(&mut self, order: &Order) {
        if !self.stopped {
            self.pool.answer((), order, &[]);
        }
    }

    /// Has the rencontre stop at once, for good: its record, interrupted, is still to come.
    pub fn stop(&mut self) {
        self.stopped = true;
        self.pool.stop(());
    }
}

impl Drop for LocalHost {
    fn drop(&mut self) {
        self.pool.end_all();
    }
}
