//! A companion program that ends with this one. It may fail or be missing; nothing here waits
//! except for its end: half a second at most, three for one with a channel.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags};
use nix::unistd::Pid;

use crate::channel::Channel;
use crate::process::{self, ProcessEnd};
use crate::wait::Deadline;

/// The usual interval between two starts.
const AGAIN: Duration = Duration::from_secs(60);
/// The time to end.
const BOUND: Duration = Duration::from_millis(500);
const TALKING_BOUND: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub struct Sidecar {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// The interval between two starts.
    again: Duration,
    /// Whether its standard input is a channel to this program.
    talks: bool,
    running: Option<Running>,
    /// When it may be started next.
    due: Deadline,
    /// Its first end was reported.
    told: bool,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// Its standard output and standard error.
    lines: [Lines; 2],
    channel: Option<Channel>,
}

/// An event of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SidecarEvent {
    /// A line of standard output.
    Said(String),
    /// A line of standard error.
    Complained(String),
    /// It has ended for the first time; later ends are not reported.
    Ended(ProcessEnd),
    /// It could not be started, for the first time.
    NotStarted(Errno),
}

impl Sidecar {
    /// Started by the next [`Sidecar::attend`].
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> Self {
        let due = Deadline::after(Instant::now(), Some(Duration::ZERO));
        Sidecar { program, arguments, again: AGAIN, talks: false, running: None, due, told: false }
    }

    /// With another interval between two starts than a minute.
    pub fn again_after(mut self, again: Duration) -> Self {
        self.again = again;
        self
    }

    /// With a channel as its standard input, a new one for each start.
    pub fn talking(mut self) -> Self {
        self.talks = true;
        self
    }

    /// The channel to the program that runs.
    pub fn channel(&mut self) -> Option<&mut Channel> {
        self.running.as_mut()?.channel.as_mut()
    }

    /// Ends it; it may be started again when due.
    pub fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.end();
        }
    }

    /// Its process, while it runs.
    pub fn pid(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.child.id())
    }

    /// Adds descriptors to wait for; when [`Sidecar::attend`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let Some(running) = &self.running else { return self.due };
        let open = running.lines.iter().filter_map(Lines::fd).chain(running.channel.iter().map(Channel::fd));
        fds.extend(open.map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        Deadline::NEVER
    }

    /// Starts it when due; its events, in order on each stream. A program
    /// that has closed both streams is ended, and killed after half a second.
    pub fn attend(&mut self) -> Vec<SidecarEvent> {
        let mut told = Vec::new();
        if self.running.is_none() && self.due.passed() {
            self.due = Deadline::after(Instant::now(), Some(self.again));
            match self.start() {
                Ok(running) => self.running = Some(running),
                Err(error) => {
                    let errno = Errno::from_raw(error.raw_os_error().unwrap_or_default());
                    self.ended(SidecarEvent::NotStarted(errno), &mut told);
                }
            }
        }
        let Some(running) = &mut self.running else { return told };
        let [out, err] = running.lines.each_mut().map(Lines::take);
        told.extend(
            out.into_iter().map(SidecarEvent::Said).chain(err.into_iter().map(SidecarEvent::Complained)),
        );
        // With both streams closed it has ended, or is of no use.
        if running.lines.iter().all(|lines| lines.fd().is_none()) {
            let why = running.end();
            self.running = None;
            self.ended(SidecarEvent::Ended(why), &mut told);
        }
        told
    }

    /// Records its end, and reports the first.
    fn ended(&mut self, how: SidecarEvent, told: &mut Vec<SidecarEvent>) {
        if !std::mem::replace(&mut self.told, true) {
            told.push(how);
        }
    }

    fn start(&self) -> io::Result<Running> {
        let mut command = Command::new(&self.program);
        let (here, there) = self.talks.then(Channel::pair).transpose()?.unzip();
        let stdin = there.map_or_else(Stdio::null, |there| Stdio::from(there.into_fd()));
        command.args(&self.arguments).stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A Ctrl-C in the terminal is for this program alone, which may have much to finish.
        command.process_group(0);
        process::end_with_parent(&mut command);
        let mut child = command.spawn()?;
        let lines = child
            .stdout
            .take()
            .zip(child.stderr.take())
            .map(|(out, err)| Ok::<_, io::Error>([Lines::of(out)?, Lines::of(err)?]));
        match lines.ok_or(io::ErrorKind::BrokenPipe.into()).flatten() {
            Ok(lines) => Ok(Running { child, lines, channel: here }),
            Err(error) => {
                end(&mut child, BOUND, true);
                Err(error)
            }
        }
    }
}

impl Running {
    /// Ends it: the end of its channel is enough for one that has one, and may have much to finish.
    fn end(&mut self) -> ProcessEnd {
        match &self.channel {
            Some(channel) => {
                channel.shut();
                end(&mut self.child, TALKING_BOUND, false)
            }
            None => end(&mut self.child, BOUND, true),
        }
    }
}

/// Ends it within a bound, and asks it to by a signal if need be; how it ended.
fn end(child: &mut Child, bound: Duration, asks: bool) -> ProcessEnd {
    let deadline = Deadline::after(Instant::now(), Some(bound));
    let mut asked = !asks;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.into(),
            // Its end was seen elsewhere.
            Err(_) => return ProcessEnd::Unknown,
            // Still our child: its pid is not reused.
            Ok(None) if deadline.passed() => {
                child.kill().ok();
                return child.wait().map_or(ProcessEnd::Unknown, ProcessEnd::from);
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
            running.end();
        }
    }
}

/// Longer lines are cut.
const LONGEST: usize = 4096;
/// Reads per call: more than a pipe holds, so that nothing is left of an ended program.
const READS: usize = 32;

/// The lines of a pipe.
#[derive(Debug)]
pub struct Lines {
    from: Option<File>,
    begun: Vec<u8>,
}

impl Lines {
    pub fn of(from: impl Into<OwnedFd>) -> io::Result<Self> {
        let from = from.into();
        let flags = OFlag::from_bits_retain(fcntl(&from, FcntlArg::F_GETFL)?);
        fcntl(&from, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        Ok(Lines { from: Some(File::from(from)), begun: Vec::new() })
    }

    /// To wait for; `None` at the end.
    pub fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.from.as_ref().map(AsFd::as_fd)
    }

    /// The available lines without line feeds, each cut at 4096 bytes, 128 KiB at most per call; at
    /// the end of the stream with the incomplete one. Sanitize them before showing.
    pub fn take(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut bytes = [0; 4096];
        for _ in 0..READS {
            let Some(from) = &mut self.from else { break };
            match from.read(&mut bytes) {
                Ok(0) => self.from = None,
                Ok(read) => {
                    for byte in &bytes[..read] {
                        if *byte == b'\n' {
                            lines.push(lossy(&std::mem::take(&mut self.begun)));
                        } else if self.begun.len() < LONGEST {
                            self.begun.push(*byte);
                        }
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => self.from = None,
            }
        }
        if self.from.is_none() && !self.begun.is_empty() {
            lines.push(lossy(&std::mem::take(&mut self.begun)));
        }
        lines
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn who_never_pauses_holds_nobody() {
        let mut lines = Lines::of(File::open("/dev/zero").expect("a file")).expect("a pipe");
        assert_eq!(lines.take(), Vec::<String>::new());
        assert!(lines.fd().is_some(), "there is more to come");
    }

    #[test]
    fn nothing_is_left_of_who_has_ended() {
        let (from, mut to) = io::pipe().expect("a pipe");
        fcntl(&to, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).expect("fcntl");
        let line = [&[b'x'; 62][..], b"\xe9\n"].concat();
        let mut written = 0;
        // A pipe full, cut within a line.
        while to.write(&line).is_ok() {
            written += 1;
        }
        drop(to);
        let mut lines = Lines::of(from).expect("a pipe");
        let taken = lines.take();
        assert!(lines.fd().is_none() && taken.len() == written, "{} {written}", taken.len());
        assert!(taken.iter().all(|line| line.ends_with("x\u{fffd}")), "{taken:?}");
    }
}
