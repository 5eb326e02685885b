//! A page of this machine on which a game is watched while it is played: the program `tableau` beside this one shows it.

use std::fs;
use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::reasons;
use ipc::sidecar::{Sidecar, Told};
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::Reason;
use nix::poll::{PollFd, PollFlags};

use crate::beside::TABLEAU;
use crate::report::say;

/// A free port of this machine, for nobody on another one.
const ADDRESS: &str = "127.0.0.1:0";
/// How long the program may take until it says where its pages are.
const BOUND: Duration = Duration::from_secs(10);

/// The program that shows it.
pub struct Page {
    sidecar: Sidecar,
    /// Where its pages are, once it has said so.
    url: Option<String>,
    ended: bool,
}

impl Page {
    /// Starts the program on this folder of records, and says where the rencontre of this name is shown. `None`, which is said
    /// too, where that is nowhere.
    ///
    /// # Errors
    /// The system does not let us wait.
    pub fn open(records: &Path, id: &str, stop: BorrowedFd<'_>) -> Result<Option<Self>> {
        let program = match TABLEAU.path() {
            Ok(program) => program,
            Err(error) => {
                let why = words::causes(error.as_ref());
                words::out::complain(&words::text!("companion-missing", why = why));
                return Ok(None);
            }
        };
        let mut arguments = vec!["--langue".into(), words::language().code().into()];
        arguments.extend(["--adresse".into(), ADDRESS.into(), "--parties".into(), records.into()]);
        let mut page = Page { sidecar: Sidecar::new(program, arguments), url: None, ended: false };
        let deadline = Deadline::after(Instant::now(), Some(BOUND));
        loop {
            page.attend();
            if let Some(url) = &page.url {
                let url = format!("{url}direct/{id}");
                say(&format!("{}\n", words::text!("page-open", url = url)));
                return Ok(Some(page));
            }
            let mut fds = vec![PollFd::new(stop, PollFlags::POLLIN)];
            let due = page.watch(&mut fds);
            wait_any(&mut fds, deadline.min(due)).context("poll")?;
            let stopped = is_ready(&fds[0]);
            if page.ended || stopped || deadline.passed() {
                if !page.ended && !stopped {
                    ended(&Reason::new("channel-silent"));
                }
                return Ok(None);
            }
        }
    }

    /// Adds what to wait for; gives when [`Page::attend`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        if self.ended { Deadline::NEVER } else { self.sidecar.watch(fds) }
    }

    /// Sees to the program. Whatever becomes of it, the rencontre goes on.
    pub fn attend(&mut self) {
        if self.ended {
            return;
        }
        for told in self.sidecar.attend() {
            match told {
                // The other addresses that it says are for who organises.
                Told::Said(line) => {
                    let url = line.split_whitespace().find(|word| word.starts_with("http://"));
                    self.url = self.url.take().or(url.map(str::to_owned));
                }
                Told::Complained(line) => words::out::complain(&line),
                Told::Ended(end) => self.end(&reasons::ended(end)),
                Told::NotStarted(errno) => self.end(&Reason::os(&errno.into())),
            }
        }
    }

    fn end(&mut self, why: &Reason) {
        self.ended = true;
        ended(why);
    }

    /// Keeps the page open until the person at the terminal has seen enough.
    ///
    /// # Errors
    /// The system does not let us wait.
    pub fn stay(mut self, stop: BorrowedFd<'_>) -> Result<()> {
        say(&format!("{}\n", words::text!("page-stays")));
        let input = io::stdin();
        // Where nobody types, a signal ends it.
        let person = if input.is_terminal() { input.as_fd() } else { stop };
        loop {
            let mut fds =
                vec![stop, person].into_iter().map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
            let due = self.watch(&mut fds);
            wait_any(&mut fds, due).context("poll")?;
            if fds[..2].iter().any(is_ready) {
                return Ok(());
            }
            drop(fds);
            self.attend();
        }
    }
}

fn ended(why: &Reason) {
    let why = words::reason(&why.code, &why.args);
    words::out::complain(&words::text!("companion-ended", why = why));
}

/// A folder for the record of a rencontre that is not to be kept, as long as somebody looks at its page.
pub struct PassingFolder(pub PathBuf);

impl PassingFolder {
    /// An empty one, for this user alone.
    ///
    /// # Errors
    /// What the system reports.
    pub fn new() -> Result<Self> {
        let pattern = std::env::temp_dir().join("serveur-XXXXXX");
        let path = nix::unistd::mkdtemp(&pattern).map_err(io::Error::from);
        path.map(PassingFolder).with_context(|| pattern.display().to_string())
    }
}

impl Drop for PassingFolder {
    fn drop(&mut self) {
        // What is left of it in a folder for temporary files is no harm.
        fs::remove_dir_all(&self.0).ok();
    }
}
