//! The parent's loop, whatever the game: who comes in, rencontres in forked children, signals, a stop in two steps.
//!
//! It never waits for one guest in particular, so nobody's silence delays anybody. A [`Desk`] says what is particular: who plays
//! whom. A rencontre runs in a child, which keeps exactly the connections of its players and says on a pipe when each is free.

use std::collections::BTreeMap;
use std::io::{PipeReader, PipeWriter, Read};
use std::net::{IpAddr, TcpListener};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use arbitre::reasons;
use arbitre::reception::{News, Reception, listen};
use arbitre::record::Record;
use ipc::process::{self, End, Side};
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use jiff::Timestamp;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;
use nix::unistd::Pid;

use crate::child::FromChild;
use crate::report;

/// How long starting rencontres pauses when the system has just refused one: less than the doors are closed to others then.
const PAUSE: Duration = Duration::from_millis(100);
/// How long players may take to ask how their game ended when the server is to stop.
const LAST_QUESTIONS: Duration = Duration::from_secs(5);

/// What is particular to a server: who plays whom.
pub trait Desk<R> {
    /// A guest has come, asked, or left.
    fn news(&mut self, hall: &mut Hall<R>, news: News);

    /// Starts what can be started; called again and again, as long as rencontres begin.
    fn pair(&mut self, hall: &mut Hall<R>);

    /// Adds what else to wait for; gives when [`Desk::attend`] is due in any case.
    fn watch<'a>(&'a self, _fds: &mut Vec<PollFd<'a>>) -> Deadline {
        Deadline::NEVER
    }

    /// Sees to what else there is; nothing of it may block.
    fn attend(&mut self, _hall: &mut Hall<R>) {}

    /// No new rencontre begins any more: what the desk holds open is closed.
    fn close(&mut self) {}

    /// A process has ended that was no rencontre of the hall: with this exit code, or by a signal.
    fn ended(&mut self, _hall: &mut Hall<R>, _pid: Pid, _end: End) {}

    /// What still runs is to stop at once: the server has been told twice.
    fn hurry(&mut self) {}

    /// Whether anything but rencontres keeps a server that is told to stop.
    fn busy(&self) -> bool {
        false
    }
}

/// A rencontre under way.
struct Playing {
    /// The guests by their places, by their numbers at the reception.
    guests: [Option<u64>; 2],
    /// What is to be recorded if its referee does not live to do so.
    otherwise: Record,
    /// Since when it is recorded; what remains is that the players learn of it.
    over: Option<Instant>,
    /// What the child says, as far as it is no complete line.
    said: Vec<u8>,
    pipe: PipeReader,
}

/// A rencontre under way, as others see it.
#[derive(Clone, Copy)]
pub struct UnderWay<'a> {
    /// The guests by their places, as far as they are not free again.
    pub guests: &'a [Option<u64>; 2],
    /// Its record before the first move.
    pub record: &'a Record,
    /// It is over, and recorded.
    pub over: bool,
}

/// The hall of a server.
pub struct Hall<R> {
    /// Everybody who is connected and does not play.
    pub reception: R,
    records: Option<PathBuf>,
    signals: Option<SignalFd>,
    playing: BTreeMap<Pid, Playing>,
    started: u64,
    /// A rencontre could not be recorded, or was interrupted.
    failed: bool,
    stop_requests: u32,
    /// Until when no rencontre is started, because the system refused one.
    paused: Deadline,
}

/// Signals, delivered through a descriptor: to be blocked before anything else starts.
///
/// # Errors
/// The system has no descriptor left.
pub fn signals() -> Result<SignalFd> {
    process::signals(&[Signal::SIGTERM, Signal::SIGINT, Signal::SIGCHLD]).context("signalfd")
}

impl<R: Reception> Hall<R> {
    /// A hall with this reception; records go to this folder, if anywhere.
    pub fn new(reception: R, signals: SignalFd, records: Option<&Path>) -> Self {
        Hall {
            reception,
            records: records.map(Path::to_owned),
            signals: Some(signals),
            playing: BTreeMap::new(),
            started: 0,
            failed: false,
            stop_requests: 0,
            paused: Deadline::after(Instant::now(), Some(Duration::ZERO)),
        }
    }

    /// Runs the server until it is told to stop, or until the desk has closed the doors and all is played. The exit
    /// code: 1 when a rencontre was interrupted or could not be recorded.
    ///
    /// # Errors
    /// The system does not let it wait.
    pub fn run(mut self, mut desk: impl Desk<R>) -> Result<ExitCode> {
        loop {
            for news in self.reception.advance() {
                desk.news(&mut self, news);
            }
            if !self.stopping() && self.paused.passed() {
                desk.pair(&mut self);
            }
            if self.stopping() && self.playing.is_empty() && !desk.busy() {
                return Ok(if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
            }
            self.wait(&desk)?;
            self.hear();
            self.handle_signals(&mut desk)?;
            self.stop_the_slow();
            desk.attend(&mut self);
        }
    }

    /// Waits until something happens.
    fn wait(&self, desk: &impl Desk<R>) -> Result<()> {
        let mut until = if self.paused.passed() { Deadline::NEVER } else { self.paused };
        let signals = self.signals.as_ref().context("signalfd")?;
        let mut fds = vec![PollFd::new(signals.as_fd(), PollFlags::POLLIN)];
        for playing in self.playing.values() {
            until = until.min(self.hurry(playing));
            fds.push(PollFd::new(playing.pipe.as_fd(), PollFlags::POLLIN));
        }
        until = until.min(self.reception.watch(&mut fds)).min(desk.watch(&mut fds));
        wait_any(&mut fds, until).context("poll")
    }

    /// Whether no new rencontre begins any more.
    pub fn stopping(&self) -> bool {
        self.stop_requests > 0
    }

    /// The rencontres under way; also those that are over, as long as a player has still to learn of it.
    pub fn under_way(&self) -> impl Iterator<Item = UnderWay<'_>> {
        self.playing.values().map(|playing| UnderWay {
            guests: &playing.guests,
            record: &playing.otherwise,
            over: playing.over.is_some(),
        })
    }

    /// Takes nobody in any more; what is under way goes on.
    pub fn close_doors(&mut self) {
        self.stop_requests = self.stop_requests.max(1);
        self.reception.close();
    }

    /// A name for a rencontre of this game that no other has: from the time, the process and a number.
    pub fn next_id(&mut self, game: &str) -> String {
        self.started += 1;
        let now = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
        format!("{game}-{now}-{}-{}", std::process::id(), self.started)
    }

    /// Starts a rencontre in a child between these guests, by their places. There `leave` closes what is the parent's
    /// alone, then `work` runs, with their connections and the pipe to this process, and gives the exit code;
    /// `otherwise` is recorded if the child dies. `false`: the system refuses, later it may not.
    pub fn start(
        &mut self,
        guests: [Option<u64>; 2],
        otherwise: Record,
        leave: &mut dyn FnMut(),
        work: impl FnOnce(&mut R, PipeWriter) -> i32,
    ) -> bool {
        match self.split() {
            Ok((Side::Child, pipe, to_parent)) => {
                // The child keeps exactly what belongs to its rencontre.
                drop(pipe);
                let kept: Vec<u64> = guests.iter().flatten().copied().collect();
                self.reception.forget(&kept);
                self.playing.clear();
                self.signals = None;
                leave();
                process::run_child(|| work(&mut self.reception, to_parent))
            }
            Ok((Side::Parent(pid), pipe, _)) => {
                for guest in guests.iter().flatten() {
                    self.reception.lend(*guest);
                }
                self.playing.insert(pid, Playing { guests, otherwise, over: None, said: Vec::new(), pipe });
                true
            }
            Err(error) => {
                log::error!("{}", words::text!("lobby-cannot-start", why = words::system(&error)));
                self.reception.make_room();
                self.paused = Deadline::after(Instant::now(), Some(PAUSE));
                false
            }
        }
    }

    fn split(&mut self) -> std::io::Result<(Side, PipeReader, PipeWriter)> {
        let (pipe, to_parent) = std::io::pipe()?;
        fcntl(&pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        Ok((process::split()?, pipe, to_parent))
    }

    /// Takes in what the children say.
    fn hear(&mut self) {
        let mut said = Vec::new();
        for (&pid, playing) in &mut self.playing {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = playing.pipe.read(&mut bytes) {
                playing.said.extend_from_slice(&bytes[..read]);
            }
            while let Some(end) = playing.said.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = playing.said.drain(..=end).collect();
                said.push((pid, String::from_utf8_lossy(&line).trim().to_owned()));
            }
        }
        for (pid, line) in said {
            let Some(playing) = self.playing.get_mut(&pid) else { continue };
            match line.parse() {
                Ok(FromChild::Over) => playing.over = Some(Instant::now()),
                Ok(FromChild::Left(place, state)) => {
                    if let Some(guest) = playing.guests.get_mut(place).and_then(Option::take) {
                        self.reception.give_back(guest, state.as_deref());
                    }
                }
                Err(error) => {
                    log::error!(
                        "{}",
                        words::text!("laby-process", pid = pid.as_raw(), why = error.to_string())
                    );
                }
            }
        }
    }

    fn handle_signals(&mut self, desk: &mut impl Desk<R>) -> Result<()> {
        let mut stops = 0;
        if let Some(signals) = &mut self.signals {
            while let Some(signal) = signals.read_signal().context("signalfd")? {
                let number = i32::try_from(signal.ssi_signo).unwrap_or_default();
                stops += u32::from(Signal::try_from(number) != Ok(Signal::SIGCHLD));
            }
        }
        for (pid, end) in process::reap() {
            // What it said before it ended counts.
            self.hear();
            if self.playing.contains_key(&pid) {
                self.ended(pid, end);
            } else {
                desk.ended(self, pid, end);
            }
        }
        if stops > 0 {
            let first = self.stop_requests == 0;
            self.stop_requests += stops;
            if first {
                log::info!("{}", words::text!("lobby-stopping", count = self.playing.len()));
                self.reception.close();
                desk.close();
            }
            if self.stop_requests > 1 {
                log::warn!("{}", words::text!("lobby-stopped", count = self.playing.len()));
                self.playing.keys().copied().for_each(process::stop);
                desk.hurry();
            }
        }
        Ok(())
    }

    /// Sees the end of a child; what it did not hand back is lost, and a rencontre that it did not record is interrupted.
    fn ended(&mut self, pid: Pid, end: End) {
        let Some(playing) = self.playing.remove(&pid) else { return };
        for guest in playing.guests.into_iter().flatten() {
            self.reception.give_back(guest, None);
        }
        let why = match end {
            End::Exited(process::DONE) => return,
            End::Exited(process::STOPPED | process::NOT_RECORDED) => {
                self.failed = true;
                return;
            }
            End::Exited(code) => Reason::new("interrupted-exit-code").with(code),
            end => reasons::ended(end),
        };
        self.failed = true;
        let mut record = playing.otherwise;
        let sentence = words::reason(&why);
        log::error!("{}", words::text!("lobby-interrupted", id = &record.id, why = sentence));
        let Some(folder) = self.records.as_deref().filter(|folder| !record.path(folder).exists()) else {
            return;
        };
        record.interrupted = Some(why);
        record.ended = Some(record.started);
        match record.commit(folder) {
            Ok(path) => {
                let path = path.display().to_string();
                log::error!("{}", words::text!("lobby-recorded-interrupted", path = path));
                report::say(&report::rencontre(&record, false));
            }
            Err(error) => log::error!("{}", report::not_committed(&error)),
        }
    }

    /// Until when a rencontre may go on although the server is to stop: players who have still to ask how it ended get a
    /// little time for that.
    fn hurry(&self, playing: &Playing) -> Deadline {
        match playing.over {
            Some(over) if self.stop_requests == 1 => Deadline::after(over, Some(LAST_QUESTIONS)),
            _ => Deadline::NEVER,
        }
    }

    /// Stops those whose time is over by [`Hall::hurry`]. A child that is told twice is none the worse.
    fn stop_the_slow(&mut self) {
        let slow: Vec<Pid> = self
            .playing
            .iter()
            .filter(|(_, playing)| self.hurry(playing).passed())
            .map(|(&pid, _)| pid)
            .collect();
        for pid in slow {
            process::stop(pid);
            if let Some(playing) = self.playing.get_mut(&pid) {
                playing.over = None;
            }
        }
    }
}

/// Makes the folder for records, and finds out whether it can be written.
///
/// # Errors
/// It cannot, in words.
pub fn prepare_folder(folder: &Path) -> Result<()> {
    let advice = || words::text!("lobby-no-folder", folder = folder.display().to_string());
    arbitre::record::prepare_folder(folder).with_context(advice)
}

/// Opens a listening socket at this address, or at all of them; port 0 is any free one.
///
/// # Errors
/// It cannot, in a sentence.
pub fn listen_on(address: Option<IpAddr>, port: u16) -> Result<TcpListener> {
    listen::listen(address, port).map_err(|error| {
        let why = Reason::from(&error);
        anyhow!(words::reason(&why))
    })
}

/// Logs what a reception has to say of somebody who did not wait, or has no room; other news are the desk's.
pub fn told(news: &News) {
    match news {
        News::Dropped { from, why } => {
            let why = words::reason(&why);
            log::info!("{}", words::text!("lobby-gone", from = from, why = why));
        }
        News::Full => log::warn!("{}", words::reason(&Reason::new("no-room"))),
        News::Asks(_) | News::Left(_) | News::Phase(_) | News::Withdrawn(_) => {}
    }
}
