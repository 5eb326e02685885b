//! A program that runs beside this one and ends with it: it may fail or be missing, and nothing here waits for it but
//! for its end, half a second at most.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::Signal;
use nix::unistd::{Pid, getppid};

use crate::lines::Lines;
use crate::process::{self, End};
use crate::wait::Deadline;

/// It is started at most this often.
const AGAIN: Duration = Duration::from_secs(60);
/// How long it may take to end.
const BOUND: Duration = Duration::from_millis(500);

/// The program.
#[derive(Debug)]
pub struct Sidecar {
    program: PathBuf,
    arguments: Vec<OsString>,
    running: Option<Running>,
    /// When it may be started next.
    due: Deadline,
    /// It has ended once, and that was told.
    told: bool,
}

/// It, while it runs.
#[derive(Debug)]
struct Running {
    child: Child,
    /// What it says on its standard output and on its standard error.
    lines: [Lines; 2],
}

/// What there is to say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A line of its standard output.
    Said(String),
    /// A line of its standard error.
    Complained(String),
    /// It has ended for the first time: later ends are not told.
    Ended(End),
    /// It could not be started, for the first time: later failures are not told.
    NotStarted(Errno),
}

impl Sidecar {
    /// The program at this path, which is started by the next [`Sidecar::attend`].
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> Self {
        let due = Deadline::after(Instant::now(), Some(Duration::ZERO));
        Sidecar { program, arguments, running: None, due, told: false }
    }

    /// Adds what to wait for; gives when [`Sidecar::attend`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let Some(running) = &self.running else { return self.due };
        let open = running.lines.iter().filter_map(Lines::fd);
        fds.extend(open.map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        Deadline::NEVER
    }

    /// Starts it when it is time to, once a minute at most; what there is to say of it, in order on each of its
    /// streams. When it has closed both it is ended, and killed after half a second.
    pub fn attend(&mut self) -> Vec<Told> {
        let mut told = Vec::new();
        if self.running.is_none() && self.due.passed() {
            self.due = Deadline::after(Instant::now(), Some(AGAIN));
            match self.start() {
                Ok(running) => self.running = Some(running),
                Err(error) => {
                    let errno = Errno::from_raw(error.raw_os_error().unwrap_or_default());
                    self.ended(Told::NotStarted(errno), &mut told);
                }
            }
        }
        let Some(running) = &mut self.running else { return told };
        let [out, err] = running.lines.each_mut().map(Lines::take);
        told.extend(out.into_iter().map(Told::Said).chain(err.into_iter().map(Told::Complained)));
        // One that has closed both has ended, or is of no use.
        if running.lines.iter().all(|lines| lines.fd().is_none()) {
            let why = end(&mut running.child);
            self.running = None;
            self.ended(Told::Ended(why), &mut told);
        }
        told
    }

    /// Notes its end, and tells of it the first time.
    fn ended(&mut self, how: Told, told: &mut Vec<Told>) {
        if !std::mem::replace(&mut self.told, true) {
            told.push(how);
        }
    }

    fn start(&self) -> io::Result<Running> {
        let parent = Pid::this();
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A Ctrl-C in the terminal is for this program alone, which may have much to end.
        command.process_group(0);
        #[expect(unsafe_code, reason = "what is done between fork(2) and execve(2)")]
        // SAFETY: two system calls, which take no lock and no memory.
        unsafe {
            command.pre_exec(move || {
                set_pdeathsig(Signal::SIGKILL)?;
                // This program may have ended before that.
                if getppid() == parent { Ok(()) } else { Err(nix::errno::Errno::ESRCH.into()) }
            });
        }
        let mut child = command.spawn()?;
        let lines = child
            .stdout
            .take()
            .zip(child.stderr.take())
            .map(|(out, err)| Ok::<_, io::Error>([Lines::of(out)?, Lines::of(err)?]));
        match lines.ok_or(io::ErrorKind::BrokenPipe.into()).flatten() {
            Ok(lines) => Ok(Running { child, lines }),
            Err(error) => {
                end(&mut child);
                Err(error)
            }
        }
    }
}

/// Has it end, within a bound; why it did.
fn end(child: &mut Child) -> End {
    let deadline = Deadline::after(Instant::now(), Some(BOUND));
    let mut asked = false;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.into(),
            // Somebody else has seen its end already.
            Err(_) => return End::Unknown,
            // It is still a child of this process, so that nobody else has its number.
            Ok(None) if deadline.passed() => {
                child.kill().ok();
                return child.wait().map_or(End::Unknown, End::from);
            }
            Ok(None) => {
                if let (Ok(pid), false) = (i32::try_from(child.id()), std::mem::replace(&mut asked, true)) {
                    process::stop(Pid::from_raw(pid));
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

impl Drop for Sidecar {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            end(&mut running.child);
        }
    }
}
