//! A single host, for a client with one rencontre at a time and people who play.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::time::Duration;

use ipc::channel::{Channel, ChannelError};
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::{Reason, Slot};
use nix::poll::{PollFd, PollFlags};

use super::person::{PersonMessage, PersonTurn, PersonView};
use super::{
    HostCommand, HostEvent, HostSettings, Order, Pool, Report, Task, TaskEngine, TaskSeat, Unstarted,
};
use crate::engine::{EngineSpec, InstallPaths, START_BOUND, named_files};
use crate::game::GameEntry;
use confine::{Level, Policy};

/// The time for the host to read a person's message.
const READ_BOUND: Duration = Duration::from_secs(1);

/// An engine for a rencontre of this game, which computes in its own turn only. The error names a file that it needs and the hidden
/// folder it is in.
pub fn engine(
    kind: &GameEntry,
    spec: &EngineSpec,
    policy: &Policy,
) -> Result<(TaskEngine, Option<(PathBuf, PathBuf)>), Reason> {
    let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
    spec.check(kind, &places).map_err(|error| Reason::from(&error))?;
    let files = named_files(spec, kind, &places)?;
    let within = confine::first_hidden(&files, &policy.hidden).filter(|_| policy.level != Level::None);
    let engine = TaskEngine {
        spec: spec.to_string(),
        key: String::new(),
        label: spec.label(),
        start_ms: START_BOUND.as_millis() as u64,
        unlimited_ms: None,
        core: None,
        ponder: false,
        policy: policy.clone(),
        log: None,
    };
    Ok((engine, within.map(|(file, folder)| (file.clone(), folder.clone()))))
}

/// A host, and the channels of its people.
#[derive(Debug)]
pub struct LocalHost {
    pool: Pool<()>,
    people: [Option<Channel>; 2],
    stopped: bool,
}

impl LocalHost {
    /// Starts a host that logs like this program and ends with it.
    pub fn start() -> Self {
        let settings = HostSettings { language: i18n::language().code().to_owned(), level: log::max_level() };
        LocalHost::of(HostCommand::this_program(&settings, false))
    }

    /// The same, started by this command.
    pub fn of(command: HostCommand) -> Self {
        let mut pool = Pool::new(command, 1);
        pool.prepare();
        LocalHost { pool, people: [None, None], stopped: false }
    }

    /// Begins a rencontre; the one before is over.
    pub fn play(&mut self, task: Task) -> io::Result<()> {
        self.stopped = false;
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

    /// Starts an engine for the next rencontre, unless `stop` is readable; the name by which it
    /// introduces itself.
    pub fn start_engine(
        &mut self,
        kind: &GameEntry,
        engine: &TaskEngine,
        stop: BorrowedFd<'_>,
    ) -> Result<String, Unstarted> {
        let order = Order::Start(kind.name.to_owned(), Box::new(engine.clone()));
        self.pool.give((), [None, None], &order, &[]).map_err(|error| Reason::os(&error))?;
        loop {
            let mut fds: Vec<PollFd<'_>> = Vec::new();
            if !self.stopped {
                fds.push(PollFd::new(stop, PollFlags::POLLIN));
            }
            self.watch(&mut fds);
            wait_any(&mut fds, Deadline::NEVER).map_err(|error| Reason::os(&error))?;
            if !self.stopped && is_ready(&fds[0]) {
                self.stop();
            }
            for event in self.events() {
                match event {
                    HostEvent::Said(Report::Named(_)) if self.stopped => {
                        return Err(Reason::new("stopped").into());
                    }
                    HostEvent::Said(Report::Named(named)) => return named,
                    HostEvent::Said(_) => {}
                    HostEvent::Died(why) => return Err(why.into()),
                }
            }
        }
    }

    /// Adds the descriptors for [`LocalHost::events`] and [`LocalHost::views`], to be called in
    /// this order.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        let people = self.people.iter().flatten().map(Channel::fd);
        fds.extend(self.pool.sockets().chain(people).map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
    }

    /// Events of the rencontre since the last call.
    pub fn events(&mut self) -> Vec<HostEvent> {
        self.pool.events().into_iter().map(|((), event)| event).collect()
    }

    /// New views of people, each with the person's slot, the player to move last.
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
            // The other person's view before a turn is there by now.
            if views.each_ref().map(Vec::len) == before {
                break;
            }
        }
        views.sort_by_key(|views| views.last().is_some_and(|(_, view)| view.turn == PersonTurn::Mine));
        views.into_iter().flatten().collect()
    }

    /// Sends a message of the person in this slot. If nobody hears it the game is over, as events
    /// say.
    pub fn say(&self, slot: Slot, say: &PersonMessage) {
        if let Some(channel) = &self.people[slot]
            && let Err(error @ (ChannelError::Silent | ChannelError::Io(_))) =
                channel.send(say, &[], READ_BOUND)
        {
            log::debug!("{error}");
        }
    }

    /// Answers the host. One that was told to stop waits for [`Order::Recorded`] only, if its rencontre was over by then.
    pub fn answer(&mut self, order: &Order) {
        if !self.stopped || matches!(order, Order::Recorded) {
            self.pool.answer((), order, &[]);
        }
    }

    /// Stops the rencontre for good: its interrupted record follows.
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
