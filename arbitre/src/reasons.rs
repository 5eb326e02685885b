//! Reasons for the errors of `ipc` and `confine`.

use std::path::Path;

use confine::{EngineEnd, LaunchError, Level, OsError, Unavailable, UnknownLevel, Unseen};
use ipc::channel::ChannelError;
use ipc::process::ProcessEnd;
use jeux::Reason;

/// Why a channel failed.
pub fn channel(error: &ChannelError) -> Reason {
    match error {
        ChannelError::Gone => Reason::new("channel-gone"),
        ChannelError::Silent => Reason::new("channel-silent"),
        ChannelError::Nonsense(_) => Reason::new("channel-nonsense"),
        ChannelError::Io(error) => Reason::os(error),
    }
}

/// How another program ended.
pub fn ended(end: ProcessEnd) -> Reason {
    match end {
        ProcessEnd::Exited(code) => Reason::new("exit-code").with(code),
        ProcessEnd::Killed(signal) => Reason::new("killed").with(signal),
        ProcessEnd::Unknown => Reason::new("ended"),
    }
}

/// Why an engine was not executed.
pub fn not_executed(error: &LaunchError) -> Reason {
    match error {
        LaunchError::LayersMissing(layers) => {
            layers.iter().fold(Reason::new("confinement-missing"), |why, layer| why.with(layer.name()))
        }
        LaunchError::Program { program, error } => {
            Reason::new("engine-start").with(program).because(system(error))
        }
        LaunchError::UserNamespace(error) => Reason::new("userns-refused").because(system(error)),
        LaunchError::Namespaces(error) => Reason::new("namespace-refused").because(system(error)),
        LaunchError::Mount(error) => Reason::new("mount-refused").because(system(error)),
        LaunchError::System(error) => system(error),
        LaunchError::Launcher(error) => Reason::new("launcher-failed").because(system(error)),
        LaunchError::LauncherSilent => Reason::new("launcher-failed").because(Reason::new("channel-silent")),
    }
}

/// A file that an engine does not see although its command names it, or the folder of it.
pub fn unseen(why: &Unseen) -> Reason {
    let here = std::env::current_dir().unwrap_or_default();
    let short = |path: &Path| match path.strip_prefix(&here) {
        Ok(below) if below.as_os_str().is_empty() => ".".to_owned(),
        Ok(below) => below.display().to_string(),
        Err(_) => path.display().to_string(),
    };
    match why {
        Unseen::Shared { folder, other } => {
            Reason::new("engine-folder-shared").with(short(folder)).with(short(other))
        }
        Unseen::Link { file, target } => {
            Reason::new("engine-file-linked").with(short(file)).with(short(target))
        }
        Unseen::Hidden(file) => Reason::new("engine-file-hidden").with(short(file)),
    }
}

/// How an engine ended.
pub fn engine_end(end: &EngineEnd) -> Reason {
    match end {
        EngineEnd::NotExecuted(error) => not_executed(error),
        EngineEnd::Exited(code) => Reason::new("engine-exit").with(code),
        EngineEnd::Killed(signal) => Reason::new("engine-killed").with(signal),
        EngineEnd::Unknown => Reason::new("engine-gone"),
        EngineEnd::Memory(mib) => Reason::new("memory-exceeded").with(mib),
        EngineEnd::Processes(count) => Reason::new("processes-exceeded").with(count),
        EngineEnd::Disk(mib) => Reason::new("disk-exceeded").with(mib),
        EngineEnd::Output(mib) => Reason::new("output-exceeded").with(mib),
        EngineEnd::Call(call) => Reason::new("call-forbidden").with(call.as_deref().unwrap_or("?")),
        EngineEnd::OutOfTurn => Reason::new("engine-out-of-turn"),
        EngineEnd::KeeperEnded => Reason::new("keeper-ended"),
    }
}

/// Why a means of confinement is missing here, and what it needs.
pub fn unavailable(why: &Unavailable) -> Reason {
    match why {
        Unavailable::Refused(error) => not_executed(error),
        Unavailable::NoLandlock => Reason::new("landlock-missing"),
        Unavailable::OldLandlock { found, needed } => Reason::new("landlock-old").with(found).with(needed),
        Unavailable::NoSeccomp(error) => Reason::new("seccomp-missing").because(system(error)),
        Unavailable::NoCgroup => Reason::new("cgroup-missing"),
        Unavailable::NoControllers { group, controllers } => {
            Reason::new("cgroup-controllers").with(group.display()).with(controllers)
        }
        Unavailable::NotDelegated { group, error } => {
            let why = Reason::new("cgroup-not-delegated").with(group.display());
            error.iter().fold(why, |why, error| why.because(system(error)))
        }
        Unavailable::SharedCgroup(group) => Reason::new("cgroup-shared").with(group.display()),
    }
}

/// An unknown level of confinement.
pub fn unknown_level(UnknownLevel(text): &UnknownLevel) -> Reason {
    Reason::new("confinement-unknown").with(text).with(Level::ALL.map(Level::word).join(", "))
}

/// A refusal of the system.
fn system(error: &OsError) -> Reason {
    match error {
        OsError::Number(number) => Reason::new("os").with(number),
        OsError::Kind(kind) => Reason::new("os").with(kind),
    }
}
