//! A rencontre on this machine: a host plays it, and its reports become an answer.

use std::fs;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arbitre::host::{
    HostCommand, HostEvent, HostSettings, Order, Pool, Report, Task, TaskLog, TaskSeat, Trial, Tried,
};
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::{Reason, Slot};
use nix::poll::{PollFd, PollFlags};
use nix::sys::eventfd::EventFd;

use arbitre::record::Record;

/// How often a host is looked at that says nothing.
const LOOK: Duration = Duration::from_secs(1);
/// Reports of odd lines and starts that are kept.
const REPORTS: usize = 64;
/// The end of an engine's log that is handed in.
const LOG_BYTES: usize = 64 << 10;

/// What happened in a rencontre.
pub struct Played {
    pub reports: Vec<Report>,
    pub end: Result<Box<Record>, Reason>,
    pub logs: [String; 2],
    pub ended: Instant,
}

/// The hosts of one place, which plays one rencontre at a time.
pub struct Place {
    pool: Pool<()>,
    pub cores: Vec<usize>,
    /// The logs of its two engines.
    logs: [PathBuf; 2],
}

impl Place {
    /// A place on these cores, with files in this folder.
    pub fn new(number: usize, cores: Vec<usize>, folder: &Path) -> Self {
        let settings = HostSettings { language: i18n::language().code().to_owned(), level: log::max_level() };
        let pool = Pool::new(HostCommand::this_program(&settings, false), 1);
        let log = |slot: usize| folder.join("journaux").join(format!("{number}-{slot}.log"));
        Place { pool, cores, logs: [log(0), log(1)] }
    }

    /// Stands in for one that is elsewhere.
    pub fn none() -> Self {
        Place::new(0, Vec::new(), Path::new(""))
    }

    /// Starts the host of the next rencontre.
    pub fn prepare(&mut self) {
        self.pool.prepare();
    }

    /// Tries an engine with one move, unless `stop` becomes readable.
    ///
    /// # Errors
    /// Nothing is known of the engine: its host failed.
    pub fn attempt(&mut self, trial: Trial, stop: &EventFd) -> Result<Tried, Reason> {
        let mut outcome = None;
        let ended = self.run(&Order::Try(Box::new(trial)), stop, &mut |report| {
            if let Report::Tried(tried) = report {
                outcome = Some(*tried);
            }
        });
        outcome.ok_or_else(|| ended.err().unwrap_or_else(|| Reason::new("interrupted")))
    }

    /// Plays a rencontre, unless `stop` becomes readable: then its interrupted record is the end.
    pub fn play(&mut self, mut task: Task, stop: &EventFd) -> Played {
        for (slot, player) in Slot::ALL.into_iter().zip(task.players.iter_mut()) {
            let TaskSeat::Engine(engine) = &mut player.seat else { continue };
            engine.core = match (slot, self.cores.as_slice()) {
                (Slot::One, [_, second, ..]) => Some(*second),
                (_, [first, ..]) => Some(*first),
                _ => None,
            };
            let path = &self.logs[slot];
            fs::remove_file(path).ok();
            let title = engine.log.take().map(|log| log.title).unwrap_or_default();
            engine.log = Some(TaskLog { path: path.clone(), title });
        }
        let (mut reports, mut record) = (Vec::new(), None);
        let ended = self.run(&Order::Play(Box::new(task)), stop, &mut |report| match report {
            Report::Record(one) => record = Some(one),
            Report::Started(..) if reports.len() < REPORTS => reports.push(report),
            _ => {}
        });
        let end = match (record, ended) {
            (Some(record), _) => Ok(record),
            (None, Err(why)) => Err(why),
            (None, Ok(())) => Err(Reason::new("interrupted")),
        };
        Played { reports, end, logs: self.logs.each_ref().map(|path| log_text(path)), ended: Instant::now() }
    }

    /// Has the host carry out this order, and passes on what it says; why it did not, if so.
    fn run(&mut self, order: &Order, stop: &EventFd, hear: &mut dyn FnMut(Report)) -> Result<(), Reason> {
        let given = self.pool.give((), [None, None], order, &[]);
        given.map_err(|error| Reason::new("no-worker").because(Reason::os(&error)))?;
        let (mut stopped, mut failed, mut looked) = (false, Ok(()), Instant::now());
        loop {
            let mut fds: Vec<PollFd<'_>> =
                self.pool.sockets().map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
            if !stopped {
                fds.insert(0, PollFd::new(stop.as_fd(), PollFlags::POLLIN));
            }
            let until = Deadline::after(Instant::now(), Some(LOOK));
            wait_any(&mut fds, until).map_err(|error| Reason::os(&error))?;
            if !stopped && is_ready(&fds[0]) {
                stopped = true;
                drop(fds);
                self.pool.stop(());
            } else {
                drop(fds);
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                self.pool.end_suspended();
            }
            for ((), event) in self.pool.events() {
                let report = match event {
                    HostEvent::Said(report) => report,
                    HostEvent::Died(why) => return Err(why),
                };
                let last = report.is_last();
                match report {
                    Report::Record(record) => {
                        hear(Report::Record(record));
                        // The organiser keeps it; engines learn nothing else from it.
                        self.pool.answer((), &Order::Recorded, &[]);
                    }
                    Report::Failed(why) => failed = Err(why),
                    report => hear(report),
                }
                if last {
                    self.pool.prepare();
                    return failed;
                }
            }
        }
    }
}

/// The end of a log, and nothing of it is left.
fn log_text(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    fs::remove_file(path).ok();
    let first = bytes.len().saturating_sub(LOG_BYTES);
    String::from_utf8_lossy(&bytes[first..]).into_owned()
}
