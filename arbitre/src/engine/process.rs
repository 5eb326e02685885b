//! How lines get to an engine and back.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use confine::{Confinement, EngineEnd, JAVA_NOTE, Launch, LaunchError, LauncherLink, descendants};
use ipc::channel::Channel;
use ipc::process;
use ipc::wait::{Deadline, wait, write_until};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::libc::{SYS_read, pid_t};
use nix::poll::PollFlags;
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

/// How long an engine may leave its input unread before it counts as hung.
const WRITE_BOUND: Duration = Duration::from_secs(1);
/// How long an engine may take to leave after `quit`.
const QUIT_BOUND: Duration = Duration::from_secs(1);
/// How long a launcher may take to end all that its engine has started.
const LAUNCHER_BOUND: Duration = Duration::from_secs(5);
/// How long to wait for the end of the log of an engine that has ended.
const LOG_BOUND: Duration = Duration::from_millis(200);
/// How long to wait for a launcher's word of that end: the machine may be busy with what the engine has started.
const END_BOUND: Duration = Duration::from_secs(1);
/// How long to wait before looking again for the status of an engine whose streams have ended.
const STATUS_PAUSE: Duration = Duration::from_millis(1);
/// How much a confined engine may write at once, in mebibytes.
const OUTPUT_MIB: usize = 16;
/// How many bytes a second it may write for long.
const STEADY_BYTES: f64 = 1e6;
/// How much of an engine's log is kept.
const LOG_BYTES: usize = 4096;

/// Who is given all that an engine logs, as it comes: on a thread of its own, which the engine waits for when it logs much.
pub type LogTo = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// What is known of the end of an engine, for the report of its failure.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LastWords {
    /// How its process ended, if it has.
    pub end: Option<EngineEnd>,
    /// The end of what it has logged: 4096 bytes at most, what is no UTF-8 replaced.
    pub log: String,
}

/// How lines get to an engine and back.
pub trait Link: Send {
    /// Sends one line, given without its end; returns within a bound, which is a second for a process.
    fn send(&mut self, line: &str) -> io::Result<()>;

    /// Readable when the engine has written something, or has ended.
    fn output(&self) -> BorrowedFd<'_>;

    /// Reads what the engine has written, without blocking; 0 bytes when it has ended.
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize>;

    /// Ends the engine at once, and what it has started; nothing happens to one that is no process. A launcher may
    /// take five seconds for that.
    fn kill(&mut self) {}

    /// How it is confined, where it is a process that was.
    fn confinement(&mut self) -> Option<Confinement> {
        None
    }

    /// The processor time that it and all that it has started have taken, where that is known.
    fn processor_time(&mut self) -> Option<Duration> {
        None
    }

    /// What the engine leaves behind, for which a process is waited for, a second at most; nothing, for one that is
    /// no process.
    fn last_words(&mut self) -> LastWords {
        LastWords::default()
    }
}

/// What an engine writes, on both its streams; one that writes more than is bearable is ended.
#[derive(Debug)]
struct OutputLimiter {
    /// The end of this is the end of the engine.
    stop: Channel,
    flooded: AtomicBool,
    /// When it wrote last, and how many bytes it was then ahead of what it may write for long. Not so many in a second: a referee
    /// who has much to do takes less than that, and would never see a flood.
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

/// An engine in a child process, the leader of a process group of its own. Dropping it sends `quit`, waits for its
/// end for a second at most, and kills the whole group.
#[derive(Debug)]
pub struct ProcessLink {
    child: Child,
    /// It leads no group: it is in that of who has started it.
    within: bool,
    /// To its launcher, if it has one, which is the child then.
    line: Option<LauncherLink>,
    /// What it writes, where that is bounded.
    flow: Option<Arc<OutputLimiter>>,
    /// Until it is closed.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    log: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnected when the log is complete.
    log_open: Receiver<()>,
    /// Somebody is given the whole of the log.
    awaited: bool,
}

impl ProcessLink {
    /// Starts the program.
    pub fn start(mut command: Command) -> io::Result<Self> {
        command.process_group(0);
        ProcessLink::spawn(command, false)
    }

    /// Starts an engine by a launcher; what it logs is given to `log_to` too.
    pub fn launch(mut launch: Launch, log_to: Option<LogTo>) -> Result<Self, LaunchError> {
        launch.command.process_group(0);
        piped(&mut launch.command);
        let launched =
            launch.spawn().and_then(|(child, line)| ProcessLink::around(child, false, Some(line), log_to));
        launched.map_err(|error| LaunchError::Launcher(error.into()))
    }

    /// The same in the process group of this process, which is that of an engine itself: whoever ends the one ends the other, and
    /// what either has started. Killing it kills everything in the group but this process.
    pub fn start_within(command: Command) -> io::Result<Self> {
        ProcessLink::spawn(command, true)
    }

    /// Ends the input of the engine, for which that means `quit`; what it writes can still be read.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// What the engine does just now; `None` where that cannot be seen.
    pub fn activity(&self) -> Option<Activity> {
        activity_of(self.child.id())
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
        let (log, (sender, log_open)) = (Arc::default(), mpsc::channel());
        let stop = line.as_ref().map(LauncherLink::stop).transpose()?.flatten();
        let flow = stop.map(|stop| {
            Arc::new(OutputLimiter {
                stop,
                flooded: AtomicBool::new(false),
                ahead: Mutex::new((Instant::now(), 0.0)),
            })
        });
        set_nonblocking(stdin.as_fd())?;
        let awaited = log_to.is_some();
        let stdin = Some(stdin);
        let link = ProcessLink { child, within, line, flow, stdin, stdout, log, log_open, awaited };
        set_nonblocking(link.stdout.as_fd())?;
        link.keep_log(stderr, log_to, sender)?;
        Ok(link)
    }

    /// Reads the engine's log on a thread, so that an engine that logs much never blocks; keeps the end of it.
    fn keep_log(
        &self,
        mut stderr: ChildStderr,
        log_to: Option<LogTo>,
        open: mpsc::Sender<()>,
    ) -> io::Result<()> {
        let (log, flow) = (Arc::clone(&self.log), self.flow.clone());
        thread::Builder::new().name("engine log".into()).spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = stderr.read(&mut bytes) {
                if let Some(flow) = &flow {
                    flow.add(read);
                }
                if let Some(log_to) = &log_to {
                    log_to(&bytes[..read]);
                }
                let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                log.extend(&bytes[..read]);
                let excess = log.len().saturating_sub(LOG_BYTES);
                log.drain(..excess);
            }
            drop(open);
        })?;
        Ok(())
    }

    /// How the process has ended, if it has. It stays a zombie: its number, by which its group is killed in the end, must
    /// not become another's.
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

    /// Whether the child itself ends before the deadline; it is not reaped.
    fn leaves_before(&self, deadline: Deadline) -> bool {
        let Ok(pid) = i32::try_from(self.child.id()).map(Pid::from_raw) else { return false };
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        loop {
            match waitid(Id::Pid(pid), flags) {
                Ok(WaitStatus::StillAlive) if deadline.passed() => return false,
                Ok(WaitStatus::StillAlive) => thread::sleep(STATUS_PAUSE),
                _ => return true,
            }
        }
    }

    /// Whether the output ends before the deadline; what is still written is thrown away.
    fn ends_before(&mut self, deadline: Deadline) -> bool {
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
            // Others may hold the pipe still, but who is asked has gone. What was written before that is there by now.
            Err(error) if error.kind() == ErrorKind::WouldBlock && self.end().is_some() => {
                match self.stdout.read(bytes) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
                    read => read,
                }
            }
            read => read,
        }
    }

    fn confinement(&mut self) -> Option<Confinement> {
        self.line.as_mut()?.confinement()
    }

    fn processor_time(&mut self) -> Option<Duration> {
        self.line.as_mut()?.processor_time()
    }

    fn kill(&mut self) {
        if let Some(line) = &mut self.line {
            // The launcher ends all that the engine has started, and then itself.
            line.release();
            if self.leaves_before(Deadline::after(Instant::now(), Some(LAUNCHER_BOUND))) {
                return;
            }
        }
        if self.within {
            process::kill_group_members();
        } else if let Ok(pid) = i32::try_from(self.child.id()) {
            // The leader of the group is not reaped yet, so that the number cannot be another group's.
            let killed = killpg(Pid::from_raw(pid), Signal::SIGKILL);
            log::trace!("engine {pid}: killed {killed:?}");
        }
        // One that has left its group is not among those; waiting for it would have no end.
        self.child.kill().ok();
    }

    fn last_words(&mut self) -> LastWords {
        let bound = if self.line.is_some() { END_BOUND } else { LOG_BOUND };
        let deadline = Deadline::after(Instant::now(), Some(bound));
        // What an engine says of its end comes with it, on another pipe; and its status a moment later.
        self.log_open.recv_timeout(LOG_BOUND).ok();
        let end = loop {
            match self.end() {
                None if !deadline.passed() => thread::sleep(STATUS_PAUSE),
                end => break end,
            }
        };
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let log: Vec<u8> = log.iter().copied().collect();
        let log = String::from_utf8_lossy(&log).into_owned();
        // What a JVM says of the options that it was given here is no word of the engine's.
        let lines: Vec<&str> = log.lines().filter(|line| !line.starts_with(JAVA_NOTE)).collect();
        LastWords { end, log: lines.join("\n").trim().to_owned() }
    }
}

impl Drop for ProcessLink {
    fn drop(&mut self) {
        let ended = self.end().is_some()
            || self.send("quit").is_ok()
                && self.ends_before(Deadline::after(Instant::now(), Some(QUIT_BOUND)));
        log::trace!("engine {}: ended {ended}", self.child.id());
        // The group is killed in any case: the engine may have started others.
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

/// What the threads of an engine do, and those of all that it has started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Activity {
    /// One of them takes the processor, or would if it were free.
    pub computes: bool,
    /// One of them waits for its standard input; where a confinement does not let that be seen, for anything.
    pub reads: bool,
}

/// What this launcher has started does; `None` where nothing of it is there, or can be seen.
fn activity_of(launcher: u32) -> Option<Activity> {
    let threads: Vec<PathBuf> =
        descendants(pid_t::try_from(launcher).ok()?).into_iter().flat_map(threads).collect();
    let activity = Activity {
        computes: threads.iter().any(|thread| computes(thread)),
        reads: threads.iter().any(|thread| reads_input(thread)),
    };
    (!threads.is_empty()).then_some(activity)
}

fn threads(pid: pid_t) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Its state is the field after its name, which may hold anything: proc(5). One that waits for a disk is as busy.
fn computes(thread: &Path) -> bool {
    let stat = fs::read_to_string(thread.join("stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with(['R', 'D']))
}

/// Whether it is within read(2) of descriptor 0.
fn reads_input(thread: &Path) -> bool {
    let Ok(call) = fs::read_to_string(thread.join("syscall")) else { return !computes(thread) };
    let mut words = call.split_whitespace();
    words.next() == Some(&SYS_read.to_string()) && words.next() == Some("0x0")
}
