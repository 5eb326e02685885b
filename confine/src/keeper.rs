//! The launcher: puts the layers around an engine, starts it, and stays beside it as its keeper.
//!
//! With namespaces it is two processes: the first process of the new PID namespace, whose end ends
//! every other process in it, and one outside that waits for it. Without, it is one process, which
//! adopts every process of the engine whose parent has ended.

use std::fs::File;
use std::io;
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use ipc::channel::Channel;
use ipc::process;
use ipc::wait::Deadline;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, dup2_stderr, dup2_stdin, dup2_stdout, fork, geteuid};

use crate::error::{LaunchError, Unavailable};
use crate::layers::{Layers, SLACK};
use crate::messages::{Confining, LaunchRequest, LauncherReply, MARK, SEND_BOUND};
use crate::namespaces::{NOBODY, Proc};
use crate::policy::{Layer, Means};
use crate::processes::{ProcessView, counts_apart};
use crate::scratch::Scratch;
use crate::survey::Survey;
use crate::watch::Watch;
use crate::{cgroup, namespaces};

/// Runs the launcher if this program was executed as one, otherwise returns `None`. Call it first
/// in `main`, before starting threads or opening files. It returns the exit code when the engine
/// and everything it has started have ended.
pub fn launched() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    if words.next()? != MARK {
        return None;
    }
    let request = words.next().and_then(|text| serde_json::from_str::<LaunchRequest>(text.to_str()?).ok());
    let engine = words.next().map(|program| {
        let mut command = Command::new(program);
        command.args(words);
        command
    });
    // Each descriptor is taken over once.
    let request = request.filter(|request| request.line != request.usage);
    let (Some(request), Some(engine)) = (request, engine) else { return Some(ExitCode::FAILURE) };
    let (Some(line), Some(usage)) = (given(request.line), given(request.usage)) else {
        return Some(ExitCode::FAILURE);
    };
    let Ok(line) = Channel::of(line) else { return Some(ExitCode::FAILURE) };
    let nothing = match File::options().read(true).write(true).open("/dev/null") {
        Ok(nothing) => nothing,
        Err(error) => {
            refuse(&line, error.into());
            return Some(ExitCode::FAILURE);
        }
    };
    let (usage, confined) = (File::from(usage), request.confined);
    let kept = Launcher { line, usage, confined, engine, nothing, bounding: None }.run();
    Some(if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn refuse(line: &Channel, why: LaunchError) {
    // There is no reader if the process that started the engine has ended.
    line.send(&LauncherReply::Refused(why), &[], SEND_BOUND).ok();
}

/// A descriptor that this program was executed with.
fn given(number: RawFd) -> Option<OwnedFd> {
    #[expect(unsafe_code, reason = "a descriptor by its number")]
    // SAFETY: this program has opened nothing else yet. A descriptor with this number is one that it was
    // executed with and that nothing owns; the two of a request are different.
    let open = (number > 2).then(|| unsafe { BorrowedFd::borrow_raw(number) })?;
    fcntl(open, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).ok()?;
    #[expect(unsafe_code, reason = "a descriptor by its number")]
    // SAFETY: as above, and it is open.
    Some(unsafe { OwnedFd::from_raw_fd(number) })
}

struct Launcher {
    line: Channel,
    usage: File,
    confined: Option<Confining>,
    engine: Command,
    /// `/dev/null`, opened while the path still leads there: the new root is not complete at once.
    nothing: File,
    /// `tasks` of a group that bounds the number of the engine's processes.
    bounding: Option<File>,
}

impl Launcher {
    /// Whether the engine was started. Afterwards none of its processes is left.
    fn run(mut self) -> bool {
        let wanted = |means| self.confined.as_ref().is_some_and(|confined| confined.means.contains(&means));
        let namespaces = wanted(Means::UserNamespace);
        if namespaces {
            let network = self.confined.as_ref().is_some_and(|confined| confined.limits.network);
            if let Err(why) = namespaces::enter(network || !wanted(Means::NetworkNamespace)) {
                self.refuse(why);
                return false;
            }
        }
        // Before the root changes: afterwards no path leads there.
        let (group, folder) = match self.group() {
            Some(Ok((group, folder))) => (Some(Ok(group)), Some(folder)),
            Some(Err(why)) => (Some(Err(why)), None),
            None => (None, None),
        };
        let (bounding, processes) = self.bounding_processes().unzip();
        self.bounding = bounding;
        let started = if namespaces { self.keep_apart(group) } else { self.keep(group) };
        for folder in [folder, processes].into_iter().flatten() {
            folder.remove();
        }
        started
    }

    /// Runs [`Launcher::keep`] in the first process of the new PID namespace.
    fn keep_apart(mut self, group: Option<Result<cgroup::EngineCgroup, Unavailable>>) -> bool {
        #[expect(unsafe_code, reason = "fork(2)")]
        // SAFETY: this program has one thread, so the child may do whatever an ordinary process does.
        let forked = unsafe { fork() };
        match forked {
            Ok(ForkResult::Child) => {
                let started = self.keep(group);
                std::process::exit(i32::from(!started));
            }
            Ok(ForkResult::Parent { child }) => {
                let Launcher { line, nothing, .. } = self;
                drop((line, group));
                silence(&nothing).ok();
                matches!(waitpid(child, None), Ok(nix::sys::wait::WaitStatus::Exited(_, 0)))
            }
            Err(errno) => {
                self.refuse(errno.into());
                false
            }
        }
    }

    /// The engine's control group, or why it has none: the other means hold without it.
    fn group(&self) -> Option<Result<(cgroup::EngineCgroup, cgroup::CgroupDir), Unavailable>> {
        let confined = self.confined.as_ref()?;
        let parent = confined.cgroup.as_ref()?;
        let most = confined.limits.processes.saturating_add(SLACK);
        let group = cgroup::EngineCgroup::new(parent, &confined.limits, most);
        Some(group.map_err(|error| cgroup::refused(parent, &error)))
    }

    /// A group for the number of its processes alone, if it can have one.
    fn bounding_processes(&self) -> Option<(File, cgroup::CgroupDir)> {
        let confined = self.confined.as_ref()?;
        let most = confined.limits.processes.saturating_add(SLACK);
        cgroup::bounding_processes(confined.pids_cgroup.as_ref()?, most).ok()
    }

    fn refuse(&self, why: LaunchError) {
        refuse(&self.line, why);
    }

    /// Builds the confinement, starts the engine and watches it to its end. Whether it was started.
    fn keep(&mut self, group: Option<Result<cgroup::EngineCgroup, Unavailable>>) -> bool {
        let namespaces = std::process::id() == 1;
        let mut scratch = None;
        let watched = self.started(namespaces, group, &mut scratch).map(Watch::until_the_end);
        let started = watched.is_ok();
        if let Err(why) = watched {
            self.refuse(why);
        }
        if !namespaces {
            ProcessView::Descent.kill();
        }
        if let Some(scratch) = scratch {
            scratch.remove();
        }
        started
    }

    /// Starts the engine. `scratch` is to be removed when it has ended.
    fn started(
        &mut self,
        namespaces: bool,
        group: Option<Result<cgroup::EngineCgroup, Unavailable>>,
        scratch: &mut Option<Scratch>,
    ) -> Result<Watch<'_>, LaunchError> {
        if namespaces {
            // The other process of the launcher may be killed.
            prctl::set_pdeathsig(Signal::SIGKILL)?;
        } else {
            prctl::set_child_subreaper(true)?;
        }
        let ends = process::signals(&[Signal::SIGCHLD])?;
        let mut around = Survey::default();
        let group =
            group.and_then(|group| group.map_err(|why| around.missing.insert(Means::Cgroup, why)).ok());
        let mut view = if namespaces { ProcessView::Whole } else { ProcessView::Descent };
        if let Some(confined) = &self.confined {
            if namespaces {
                around.hold(Layer::User, Means::UserNamespace);
                around.hold(Layer::Life, Means::PidNamespace);
                if confined.means.contains(&Means::NetworkNamespace) && !confined.limits.network {
                    around.hold(Layer::Network, Means::NetworkNamespace);
                }
            }
            let place = scratch.insert(if namespaces && confined.means.contains(&Means::Root) {
                if namespaces::build_root(confined, group.is_some())? == Proc::Machine {
                    view = ProcessView::Descent;
                }
                around.hold(Layer::Files, Means::Root);
                Scratch::of_root()
            } else {
                if namespaces {
                    view = ProcessView::Descent;
                }
                Scratch::new()?
            });
            place.furnish(confined)?;
        }
        let (mut ours, theirs) = Channel::pair()?;
        let folder = scratch.as_ref().map(|scratch| scratch.path().to_owned());
        let layers = Layers { keeper: theirs, around, folder: folder.clone() };
        if let (Some(folder), Some(confined)) = (&folder, &self.confined) {
            for name in ["HOME", "TMPDIR"] {
                self.engine.env(name, folder);
            }
            self.engine.current_dir(folder.join(&confined.folder));
        }
        let limited_apart = namespaces && counts_apart(geteuid().as_raw() == NOBODY);
        let bounding = self.bounding.take();
        let (kind, joining) = match (&group, &bounding) {
            (Some(group), _) => (Some(Means::Cgroup), Some(&group.joining)),
            (None, Some(joining)) => (Some(Means::PidsCgroup), Some(joining)),
            (None, None) => (None, None),
        };
        #[expect(unsafe_code, reason = "fork(2)")]
        // SAFETY: this program has one thread, so the child may do whatever an ordinary process does.
        let (forked, joining) = unsafe {
            match group.as_ref().and_then(|group| cgroup::fork_into(&group.folder).ok()) {
                Some(forked) => (forked, None),
                None => (fork()?, joining),
            }
        };
        let first = match forked {
            ForkResult::Parent { child } => child,
            ForkResult::Child => self.become_engine(layers, kind, joining, limited_apart),
        };
        // The messages end when the child executes the engine, or ends itself.
        drop(layers);
        let mut listener = None;
        let mut survey = None;
        while let Ok(Some((word, descriptors))) = ours.wait_for::<LauncherReply>(Deadline::NEVER) {
            match word {
                LauncherReply::Started(said) => survey = Some(said),
                LauncherReply::Refused(why) => return Err(why),
                // Only a keeper says this.
                LauncherReply::Ended(_) => {}
            }
            listener = descriptors.into_iter().next();
        }
        // It was killed before it was the engine.
        if self.confined.is_some() && survey.is_none() {
            return Err(LaunchError::LauncherSilent);
        }
        silence(&self.nothing)?;
        if self.confined.is_some() {
            // No process of the engine may look into this one.
            prctl::set_dumpable(false).ok();
        }
        Watch::new(
            &mut self.line,
            &self.usage,
            self.confined.as_ref(),
            view,
            first,
            (ends, listener, group),
            survey.unwrap_or_default(),
            scratch.clone(),
        )
    }

    /// Puts the layers around this process, a child of the keeper, and executes the engine. `kind`: of the engine's
    /// control group, if it has one. `joining`: how this process gets into it, unless it is there.
    fn become_engine(
        &mut self,
        mut layers: Layers,
        kind: Option<Means>,
        joining: Option<&File>,
        limited_apart: bool,
    ) -> ! {
        let mut layered = || {
            // The keeper has blocked it for itself.
            [Signal::SIGCHLD].into_iter().collect::<SigSet>().thread_unblock()?;
            joining.map_or(Ok(()), cgroup::join)?;
            match &self.confined {
                Some(confined) => layers.put(confined, kind, limited_apart),
                None => Ok(()),
            }
        };
        let why = match layered() {
            Ok(()) => {
                let error = self.engine.exec().into();
                let program = self.engine.get_program().to_string_lossy().into_owned();
                LaunchError::Program { program, error }
            }
            Err(why) => why,
        };
        refuse(&layers.keeper, why);
        std::process::exit(1);
    }
}

/// Closes this process's copies of the engine's streams.
fn silence(nothing: &File) -> io::Result<()> {
    dup2_stdin(nothing)?;
    dup2_stdout(nothing)?;
    dup2_stderr(nothing)?;
    Ok(())
}
