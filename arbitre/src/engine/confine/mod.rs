//! Engines of strangers, confined without root.
//!
//! Every engine is started by a launcher: this same program, executed again ([`launched`]), which stays beside the engine as its
//! keeper. The keeper holds a line to whoever has started the engine; when that ends, for whatever reason, so do the engine and
//! all that it has started. Around the engine it puts what the [`Policy`] asks for and the machine has, layer by layer; a layer that
//! is missing is named, and says what it would need.
//!
//! # Layout
//! * `policy`: what is asked for ([`Policy`]), and what held ([`Confinement`], [`Survey`]). `access`: which files an engine gets to
//!   see; `linked`: where its libraries are. [`sight`]: what is hidden from it. `survey`: what this machine can
//!   do; [`lacking`]: what it cannot.
//! * `prepare`, `launch`: the side of whoever starts an engine. `request`: what the two sides say to each other; `usage`: processor time.
//! * `keeper`: the side of the launcher, up to the engine's start; `watch`: from there to its end; `family`: all that it has started;
//!   `scratch`: where it works.
//! * `layers`: all that is put around an engine: `namespaces` and `root` (life, files, network, user), `files` (Landlock), `calls` (seccomp), `cgroup` (resources).

mod access;
mod calls;
mod cgroup;
mod family;
mod files;
mod keeper;
pub mod lacking;
mod launch;
mod layers;
mod linked;
mod namespaces;
mod policy;
mod prepare;
mod request;
mod root;
mod scratch;
pub mod sight;
mod survey;
mod usage;
mod watch;

use jeux::Reason;

pub use access::Files;
pub(crate) use access::{JAVA_NOTE, named};
pub(crate) use family::descendants;
pub use keeper::launched;
pub use launch::{Launch, Line};
pub use policy::{Confinement, Held, Layer, Level, Limits, Means, Policy, Survey};
pub use prepare::prepare;

use super::Places;

/// What this machine can do; found out once, by confining a program that does nothing. That may take ten seconds, or
/// twenty where a first attempt with namespaces is refused.
///
/// # Errors
/// Nothing can be started, or this program does not know where it is.
pub fn survey() -> Result<&'static Survey, Reason> {
    let places = Places::beside_this_program().map_err(|error| Reason::from(&error))?;
    survey::of(&places.launcher)
}
