//! What a program written by strangers may do to the machine: confinement without root. Knows no
//! game and no referee.
//!
//! Every engine is started by a launcher: this same program, executed again ([`launched`]). The
//! launcher stays beside the engine as its keeper and holds a line to the process that started the
//! engine. When that process ends, for whatever reason, the keeper ends the engine and everything
//! that the engine has started. Around the engine the launcher puts every layer that the [`Policy`]
//! asks for and the machine has. A missing layer is named, with what the machine would need for it.
//!
//! # Layout
//! * `policy`: what is asked for ([`Policy`]). `survey`: what the machine can do ([`Survey`]), and what
//!   held around an engine ([`Confinement`]). `error`: why an engine was not executed, how it ended,
//!   why a machine lacks something.
//! * `access`: which files an engine sees. `locale`: in which locale it runs.
//! * `launch`: the side of the process that starts an engine ([`prepare`], [`survey()`]).
//!   `messages`: what it and the launcher tell each other.
//! * `keeper`: the launcher until the engine runs; `watch`: from then until the engine ends.
//!   `processes`: everything that the engine has started. `waiting`: how long it had no processor.
//!   `scratch`: the folder it works in.
//! * `namespaces` (life, files, network, user), `layers` (rlimits, Landlock, and the order of
//!   everything), `seccomp` (system calls), `cgroup` (resources): what is put around an engine.

#![deny(unsafe_code)]

mod access;
mod cgroup;
mod error;
mod keeper;
mod launch;
mod layers;
mod locale;
mod messages;
mod namespaces;
mod policy;
mod processes;
mod scratch;
mod seccomp;
mod survey;
mod waiting;
mod watch;

pub use access::{
    Files, JAVA_NOTE, Unseen, comparable, first_hidden, home, named, normal, taken_along, unseen,
};
pub use error::{EngineEnd, LaunchError, OsError, Unavailable};
pub use keeper::launched;
pub use launch::{Launch, LauncherLink, prepare, survey};
pub use locale::utf8_locale;
pub use policy::{Layer, Level, Limits, Means, Policy, UnknownLevel};
pub use processes::descendants;
pub use survey::{Confinement, Held, ProcessBound, Survey};
