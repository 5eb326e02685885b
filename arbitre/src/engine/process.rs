//! The connection to an engine.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, fs, thread};

use confine::{Confinement, EngineEnd, JAVA_NOTE, Launch, LaunchError, LauncherLink, descendants};
use ipc::channel::Channel;
use ipc::process;
use ipc::wait::{Deadline, wait, write_until};
use jeux::Reason;
use jeux::text::decoded;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::libc::{SYS_read, pid_t};
use nix::poll::PollFlags;
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

/// How long an engine may leave its input unread before it counts as hung.
const WRITE_BOUND: Duration = Duration::from_secs(1);
/// The time to leave after `quit`.
const QUIT_BOUND: Duration = Duration::from_secs(1);
/// The time for a launcher to end everything its engine has started.
const LAUNCHER_BOUND: Duration = Duration::from_secs(5);
/// How often, and how long apart, an engine is looked at before it is said to compute.
const LOOKS: usize = 10;
const LOOK_AGAIN: Duration = Duration::from_millis(5);
/// The time for the rest of an ended engine's log.
const LOG_BOUND: Duration = Duration::from_millis(200);
/// The time for a launcher to report that end: the machine may be busy with what the engine
/// started.
const END_BOUND: Duration = Duration::from_secs(1);
/// The pause before looking again for the status of an engine whose output has ended.
const STATUS_PAUSE: Duration = Duration::from_millis(1);
/// The largest burst of a confined engine's output, in mebibytes.
const OUTPUT_MIB: usize = 16;
/// Its sustained rate, in bytes per second.
const STEADY_BYTES: f64 = 1e6;
/// How much of an engine's log is kept: where that of its turn begins, as a trace first names its cause,
/// and its end.
const LOG_BEGINNING: usize = 1024;
const LOG_END: usize = 3072;
/// Reads of it at once: a flood must hold nobody up.
const LOG_READS: usize = 16;
/// Stands for what is left out between them.
const LOG_GAP: &str = "[...]";

/// Receives everything an engine logs, on a thread of its own; the engine blocks if this is slow.
pub type LogTo = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// What is known of an engine's end, for the report of its failure.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LastWords {
    /// How its process ended.
    pub end: Option<EngineEnd>,
    /// Of its log the beginning of the last turn, and the end: 4096 bytes; what is not UTF-8 is read as
    /// Latin-1.
    pub log: String,
}

impl LastWords {
    /// Whether its log says that it was refused the network.
    pub fn wanted_network(&self) -> bool {
        let has = |words: &[&str]| words.iter().any(|word| self.log.contains(word));
        has(&["Network is unreachable", "Temporary failure in name resolution", "Name or service not known"])
            || has(&["Permission denied", "Operation not permitted", "[Errno 13]", "EACCES"])
                && has(&["urlopen", "socket", "Socket", "connect", "Connect", "getaddrinfo"])
    }
}

/// What is kept of an engine's log.
#[derive(Default, Debug)]
struct KeptLog {
    /// The end of what came before this turn.
    before: VecDeque<u8>,
    /// The beginning and the end of what came since.
    beginning: Vec<u8>,
    end: VecDeque<u8>,
    /// What is left out between them.
    gap: bool,
}

impl KeptLog {
    fn add(&mut self, bytes: &[u8]) {
        let room = LOG_BEGINNING.saturating_sub(self.beginning.len());
        let (first, rest) = bytes.split_at(bytes.len().min(room));
        self.beginning.extend(first);
        self.gap |= keep_end(&mut self.end, rest);
    }

    fn begin_turn(&mut self) {
        let KeptLog { before, beginning, end, .. } = std::mem::take(self);
        self.before = before;
        keep_end(&mut self.before, &beginning);
        keep_end(&mut self.before, &Vec::from(end));
    }

    /// The log of this turn.
    fn turn(&self) -> String {
        let end: Vec<u8> = self.end.iter().copied().collect();
        if !self.gap {
            return decoded(&[&self.beginning[..], &end].concat());
        }
        let beginning = decoded(&self.beginning);
        let end = decoded(&end);
        // The lines that were cut are left out, unless nothing else is there.
        let first = beginning.rsplit_once('\n').map_or(&*beginning, |(whole, _)| whole);
        let last = end.split_once('\n').map_or(&*end, |(_, whole)| whole);
        format!("{first}\n{LOG_GAP}\n{last}")
    }

    /// All that is kept.
    fn text(&self) -> String {
        let room = (LOG_BEGINNING + LOG_END).saturating_sub(self.beginning.len() + self.end.len());
        let before: Vec<u8> = self.before.range(self.before.len().saturating_sub(room)..).copied().collect();
        decoded(&before) + &self.turn()
    }
}

/// The pipe of an engine's log, read by a thread, and by whoever cannot wait for it.
struct LogPipe {
    stderr: ChildStderr,
    kept: KeptLog,
    to: Option<LogTo>,
    flow: Option<Arc<OutputLimiter>>,
}

impl LogPipe {
    /// Takes in what is there, up to a bound; whether more may come.
    fn read(&mut self) -> bool {
        for _ in 0..LOG_READS {
            let mut bytes = [0; 4096];
            let read = match self.stderr.read(&mut bytes) {
                Ok(0) => return false,
                Ok(read) => &bytes[..read],
                Err(error) if error.kind() == ErrorKind::WouldBlock => return true,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return false,
            };
            if let Some(flow) = &self.flow {
                flow.add(read.len());
            }
            if let Some(to) = &self.to {
                to(read);
            }
            self.kept.add(read);
        }
        true
    }
}

impl fmt::Debug for LogPipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogPipe").field("kept", &self.kept).finish_non_exhaustive()
    }
}

/// Adds bytes to the end of a log; whether some before them were dropped.
fn keep_end(end: &mut VecDeque<u8>, bytes: &[u8]) -> bool {
    end.extend(bytes);
    let excess = end.len().saturating_sub(LOG_END);
    end.drain(..excess);
    excess > 0
}

/// A line-based connection to an engine.
pub trait Link: Send {
    /// Sends one line, without its line feed; bounded, by a second for a process.
    fn send(&mut self, line: &str) -> io::Result<()>;

    /// Readable when the engine has written, or has ended.
    fn output(&self) -> BorrowedFd<'_>;

    /// Reads output without blocking; 0 bytes at its end.
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize>;

    /// Kills the engine and everything it has started, within five seconds; no effect without a
    /// process.
    fn kill(&mut self) {}

    /// Stops a confined process and everything it has started, until [`Link::thaw`].
    fn freeze(&mut self) {}

    fn thaw(&mut self) {}

    /// How the process is confined.
    fn confinement(&mut self) -> Option<Confinement> {
        None
    }

    /// The processor time of the engine and everything it has started, if known.
    fn processor_time(&mut self) -> Option<Duration> {
        None
    }

    /// The most memory of the engine and everything it has started, in bytes, if known.
    fn peak_memory(&mut self) -> Option<u64> {
        None
    }

    /// The same as far as somebody has looked by now.
    fn seen_memory(&mut self) -> Option<u64> {
        None
    }

    /// How long its process was ready and had no processor, if known.
    fn waiting_time(&mut self) -> Option<Duration> {
        None
    }

    /// Waits, not for long, until [`Link::waiting_time`] has all of a turn.
    fn count_waiting(&mut self) {}

    /// What the engine is doing; `None` if that cannot be seen.
    fn activity(&self) -> Option<Activity> {
        None
    }

    /// Passes on what the engine has logged so far.
    fn read_log(&mut self) {}

    /// What follows in the engine's log belongs to a new turn.
    fn begin_turn(&mut self) {}

    /// What it has logged in this turn.
    fn turn_log(&self) -> String {
        String::new()
    }

    /// Closes the engine's input, which means `quit`; its output can still be read.
    fn close_input(&mut self) {}

    /// What it does instead of answering, if that can be seen.
    fn stuck(&mut self) -> Option<Reason> {
        // Whoever reads or waits may be seen in the middle of a wake-up: who computes goes on doing so.
        let mut seen = self.activity()?;
        for _ in 1..LOOKS {
            if !seen.computes {
                break;
            }
            thread::sleep(LOOK_AGAIN);
            seen = self.activity()?;
        }
        match seen {
            Activity { computes: true, .. } => Some(Reason::new("engine-computes")),
            Activity { seen_reading: true, .. } => Some(Reason::new("engine-reads")),
            Activity { .. } => Some(Reason::new("engine-idle")),
        }
    }

    /// How the engine ended, waiting a second at most for its process; nothing without one.
    fn last_words(&mut self) -> LastWords {
        LastWords::default()
    }
}

/// Limits an engine's output on both streams; exceeding it ends the engine.
#[derive(Debug)]
struct OutputLimiter {
    /// Closing this ends the engine.
    stop: Channel,
    flooded: AtomicBool,
    /// The time of the last write, and the bytes ahead of the sustained rate then. A plain count
    /// per second would miss a flood while the referee is busy.
    ahead: Mutex<(Instant, f64)>,
}

impl OutputLimiter {
    fn add(&self, bytes: usize) {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let allowed = ahead.0.elapsed().as_secs_f64() * STEADY_BYTES;
        *ahead = (Instant::now(), (ahead.1 - allowed).max(0.0) + bytes as f64);
        if ahead.1 > (OUTPUT_MIB << 20) as f64 && !self.flooded.swap(true, Ordering::Relaxed) {
            self.stop.shut();
        }
    }
}

/// An engine in a child process, the leader of a process group. Dropping it sends `quit`, waits a
/// second for its end, and kills the whole group.
#[derive(Debug)]
pub struct ProcessLink {
    child: Child,
    /// It shares the process group of this process.
    within: bool,
    /// The launcher, which then is the child.
    line: Option<LauncherLink>,
    /// The limit of its output.
    flow: Option<Arc<OutputLimiter>>,
    /// Until it is closed.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    log: Arc<Mutex<LogPipe>>,
    /// Disconnected when the log is complete.
    log_open: Receiver<()>,
    /// Its log is passed on completely.
    awaited: bool,
}

impl ProcessLink {
    pub fn start(mut command: Command) -> io::Result<Self> {
        command.process_group(0);
        ProcessLink::spawn(command, false)
    }

    /// Starts an engine by a launcher; its log also goes to `log_to`.
    pub fn launch(mut launch: Launch, log_to: Option<LogTo>) -> Result<Self, LaunchError> {
        launch.command.process_group(0);
        piped(&mut launch.command);
        let launched =
            launch.spawn().and_then(|(child, line)| ProcessLink::around(child, false, Some(line), log_to));
        launched.map_err(|error| LaunchError::Launcher(error.into()))
    }

    /// Starts it in the process group of this process, itself an engine: ending one ends the other.
    /// Killing it kills everything in the group but this process.
    pub fn start_within(command: Command) -> io::Result<Self> {
        ProcessLink::spawn(command, true)
    }

    fn spawn(mut command: Command, within: bool) -> io::Result<Self> {
        piped(&mut command);
        ProcessLink::around(command.spawn()?, within, None, None)
    }

    fn around(
        mut child: Child,
        within: bool,
        line: Option<LauncherLink>,
        log_to: Option<LogTo>,
    ) -> io::Result<Self> {
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("a pipe to the engine is missing"));
        };
        let (sender, log_open) = mpsc::channel();
        let stop = line.as_ref().map(LauncherLink::stop).transpose()?.flatten();
        let flow = stop.map(|stop| {
            Arc::new(OutputLimiter {
                stop,
                flooded: AtomicBool::new(false),
                ahead: Mutex::new((Instant::now(), 0.0)),
            })
        });
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            set_nonblocking(pipe)?;
        }
        let awaited = log_to.is_some();
        let log = LogPipe { stderr, kept: KeptLog::default(), to: log_to, flow: flow.clone() };
        let (stdin, log) = (Some(stdin), Arc::new(Mutex::new(log)));
        let link = ProcessLink { child, within, line, flow, stdin, stdout, log, log_open, awaited };
        link.keep_log(sender)?;
        Ok(link)
    }

    fn log(&self) -> MutexGuard<'_, LogPipe> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the engine's log on a thread, so that the engine never blocks, and keeps its end.
    fn keep_log(&self, open: mpsc::Sender<()>) -> io::Result<()> {
        let (log, readable) = (Arc::clone(&self.log), self.log().stderr.as_fd().try_clone_to_owned()?);
        thread::Builder::new().name("engine log".into()).spawn(move || {
            while wait([(readable.as_fd(), PollFlags::POLLIN)], Deadline::NEVER).is_ok()
                && log.lock().unwrap_or_else(PoisonError::into_inner).read()
            {}
            drop(open);
        })?;
        Ok(())
    }

    /// How the process ended. It stays a zombie: the pid, by which its group is killed, must not be
    /// reused.
    fn end(&mut self) -> Option<EngineEnd> {
        if self.flow.as_ref().is_some_and(|flow| flow.flooded.load(Ordering::Relaxed)) {
            return Some(EngineEnd::Output(OUTPUT_MIB));
        }
        if let Some(line) = &mut self.line {
            return line.end();
        }
        let pid = Pid::from_raw(i32::try_from(self.child.id()).ok()?);
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        match waitid(Id::Pid(pid), flags).ok()? {
            WaitStatus::Exited(_, code) => Some(EngineEnd::Exited(code)),
            WaitStatus::Signaled(_, signal, _) => Some(EngineEnd::Killed(signal.to_string())),
            _ => None,
        }
    }

    /// Whether the output ends before the deadline; its rest is discarded.
    fn output_ends_before(&mut self, deadline: Deadline) -> bool {
        let mut bytes = [0; 1024];
        loop {
            match self.stdout.read(&mut bytes) {
                Ok(0) => return true,
                Ok(_) if deadline.passed() => return false,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let ready = wait([(self.stdout.as_fd(), PollFlags::POLLIN)], deadline);
                    if !matches!(ready, Ok([true])) {
                        return false;
                    }
                }
                Err(_) => return true,
            }
        }
    }
}

impl Link for ProcessLink {
    fn send(&mut self, line: &str) -> io::Result<()> {
        let deadline = Deadline::after(Instant::now(), Some(WRITE_BOUND));
        let stdin = self.stdin.as_mut().ok_or(ErrorKind::BrokenPipe)?;
        write_until(stdin, format!("{line}\n").as_bytes(), deadline)
    }

    fn output(&self) -> BorrowedFd<'_> {
        self.stdout.as_fd()
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.stdout.read(bytes);
        if let (Ok(read), Some(flow)) = (&read, &self.flow) {
            flow.add(*read);
        }
        match read {
            // Others may still hold the pipe, but the engine has gone, and everything it wrote is
            // there.
            Err(error) if error.kind() == ErrorKind::WouldBlock && self.end().is_some() => {
                match self.stdout.read(bytes) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
                    read => read,
                }
            }
            read => read,
        }
    }

    fn activity(&self) -> Option<Activity> {
        activity_of(self.child.id())
    }

    fn read_log(&mut self) {
        self.log().read();
    }

    fn begin_turn(&mut self) {
        let mut log = self.log();
        log.read();
        log.kept.begin_turn();
    }

    fn turn_log(&self) -> String {
        self.log().kept.turn()
    }

    fn close_input(&mut self) {
        self.stdin = None;
    }

    fn freeze(&mut self) {
        if let Some(line) = &self.line {
            line.freeze();
        }
    }

    fn thaw(&mut self) {
        if let Some(line) = &mut self.line {
            line.thaw();
        }
    }

    fn confinement(&mut self) -> Option<Confinement> {
        self.line.as_mut()?.confinement()
    }

    fn processor_time(&mut self) -> Option<Duration> {
        self.line.as_mut()?.processor_time()
    }

    fn peak_memory(&mut self) -> Option<u64> {
        self.line.as_mut()?.peak_memory()
    }

    fn seen_memory(&mut self) -> Option<u64> {
        self.line.as_ref()?.seen_memory()
    }

    fn waiting_time(&mut self) -> Option<Duration> {
        self.line.as_mut()?.waiting_time()
    }

    fn count_waiting(&mut self) {
        if let Some(line) = &mut self.line {
            line.count_waiting();
        }
    }

    fn kill(&mut self) {
        if let Some(line) = &mut self.line {
            // The launcher ends everything the engine has started, then itself.
            line.release();
            if process::ends_before(&self.child, Deadline::after(Instant::now(), Some(LAUNCHER_BOUND))) {
                return;
            }
        }
        if self.within {
            process::kill_group_members();
        } else if let Ok(pid) = i32::try_from(self.child.id()) {
            // The group's leader is not reaped yet, so its number cannot be reused.
            let killed = killpg(Pid::from_raw(pid), Signal::SIGKILL);
            log::trace!("engine {pid}: killed {killed:?}");
        }
        // If it has left its group, the signal missed it.
        self.child.kill().ok();
    }

    fn last_words(&mut self) -> LastWords {
        let bound = if self.line.is_some() { END_BOUND } else { LOG_BOUND };
        let deadline = Deadline::after(Instant::now(), Some(bound));
        // The engine's last log lines come on another pipe, and its status a moment later.
        self.log_open.recv_timeout(LOG_BOUND).ok();
        let end = loop {
            match self.end() {
                None if !deadline.passed() => thread::sleep(STATUS_PAUSE),
                end => break end,
            }
        };
        self.read_log();
        let log = self.log().kept.text();
        // The JVM's message about options given here is not the engine's.
        let lines: Vec<&str> = log.lines().filter(|line| !line.starts_with(JAVA_NOTE)).collect();
        LastWords { end, log: lines.join("\n").trim().to_owned() }
    }
}

impl Drop for ProcessLink {
    fn drop(&mut self) {
        self.thaw();
        let ended = self.end().is_some()
            || self.send("quit").is_ok()
                && self.output_ends_before(Deadline::after(Instant::now(), Some(QUIT_BOUND)));
        log::trace!("engine {}: ended {ended}", self.child.id());
        // Kill the group in any case: the engine may have started others.
        self.kill();
        if let Err(error) = self.child.wait() {
            log::debug!("engine {}: {error}", self.child.id());
        }
        if self.awaited {
            self.log_open.recv_timeout(LOG_BOUND).ok();
        }
    }
}

fn piped(command: &mut Command) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
}

fn set_nonblocking(fd: BorrowedFd<'_>) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(fd, FcntlArg::F_GETFL)?);
    fcntl(fd, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}

/// What an engine's threads are doing, with those of everything it has started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Activity {
    /// One of them is running or runnable.
    pub computes: bool,
    /// One of them reads standard input; if the confinement hides that, one of them is waiting.
    pub reads: bool,
    /// One of them was really seen reading it.
    pub seen_reading: bool,
}

/// What this launcher's processes are doing; `None` if there are none, or none can be seen.
fn activity_of(launcher: u32) -> Option<Activity> {
    let threads: Vec<PathBuf> =
        descendants(pid_t::try_from(launcher).ok()?).into_iter().flat_map(threads).collect();
    let activity = Activity {
        computes: threads.iter().any(|thread| computes(thread)),
        reads: threads.iter().any(|thread| reads_input(thread).unwrap_or_else(|| !computes(thread))),
        seen_reading: threads.iter().any(|thread| reads_input(thread) == Some(true)),
    };
    (!threads.is_empty()).then_some(activity)
}

fn threads(pid: pid_t) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// The state follows the name, which may contain anything: proc(5). Waiting for a disk counts as
/// busy.
fn computes(thread: &Path) -> bool {
    let stat = fs::read_to_string(thread.join("stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with(['R', 'D']))
}

/// Whether it is in read(2) on descriptor 0; `None` if that cannot be seen.
fn reads_input(thread: &Path) -> Option<bool> {
    let call = fs::read_to_string(thread.join("syscall")).ok()?;
    let mut words = call.split_whitespace();
    Some(words.next() == Some(&SYS_read.to_string()) && words.next() == Some("0x0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_was_refused_the_network_says_so_in_many_ways() {
        let of = |log: &str| LastWords { end: None, log: log.to_owned() }.wanted_network();
        for log in [
            "urllib.error.URLError: <urlopen error [Errno 13] Permission denied>",
            "connect: Network is unreachable",
            "  File \"socket.py\", line 836, in create_connection\nPermissionError: [Errno 13] Permission denied",
            "java.net.SocketException: Permission denied",
            "socket.gaierror: [Errno -3] Temporary failure in name resolution",
        ] {
            assert!(of(log), "{log}");
        }
        for log in [
            "PermissionError: [Errno 13] Permission denied: 'livre.txt'",
            "IndexError: list index out of range",
            "",
        ] {
            assert!(!of(log), "{log}");
        }
    }

    #[test]
    fn of_a_long_log_the_beginning_of_the_turn_and_the_end_are_kept() {
        let mut log = KeptLog::default();
        log.add(b"avant\n");
        assert_eq!((log.turn(), log.text()), ("avant\n".to_owned(), "avant\n".to_owned()));
        log.begin_turn();
        assert_eq!((log.turn(), log.text()), (String::new(), "avant\n".to_owned()));
        log.add(b"StackOverflowError\n");
        (0..1000).for_each(|line| log.add(format!("\tat Moteur.calcule({line})\n").as_bytes()));
        let text = log.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            (lines.first(), lines.last()),
            (Some(&"StackOverflowError"), Some(&"\tat Moteur.calcule(999)"))
        );
        assert!(lines.contains(&LOG_GAP) && text.len() <= LOG_BEGINNING + LOG_END + 8, "{}", text.len());
        assert!(lines.iter().all(|line| !line.starts_with("\tat") || line.ends_with(')')), "{text}");
    }
}
