//! From a policy to what a launcher is asked for on this machine.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::process::Command;

use jeux::Reason;

use super::access::{self, Files};
use super::launch::{Launch, launch};
use super::policy::{Level, Means, Policy};
use super::request::Confined;
use super::{cgroup, survey};

/// The launch of an engine by this command, whose files are those. Where the policy is strict and a layer does not
/// hold here it is the launcher that refuses, with `confinement-missing`: that is how the engine ends.
///
/// # Errors
/// See [`super::survey()`]; what the system refuses.
pub fn prepare(launcher: &Path, engine: &Command, files: &Files, policy: &Policy) -> Result<Launch, Reason> {
    let confined = match policy.level {
        Level::None => None,
        level => Some(confined(launcher, files, policy, level)?),
    };
    launch(launcher, engine, confined, policy.clone()).map_err(|error| failed(&error))
}

/// What the launcher is to do for this policy on this machine.
fn confined(launcher: &Path, files: &Files, policy: &Policy, level: Level) -> Result<Confined, Reason> {
    let survey = survey::of(launcher)?;
    let mut means: BTreeSet<Means> = survey.held.values().flatten().copied().collect();
    means.retain(|means| !policy.without.contains(means));
    let cwd = std::env::current_dir().map_err(|error| failed(&error))?;
    let access = access::of(files, &cwd, policy);
    let cgroup = means.contains(&Means::Cgroup).then(cgroup::delegated).and_then(Result::ok);
    Ok(Confined {
        strict: level == Level::Strict,
        limits: policy.limits,
        means,
        cgroup,
        readable: access.readable,
        passed: access.passed,
        folder: access.folder,
        links: access.links,
    })
}

fn failed(error: &io::Error) -> Reason {
    Reason::new("launcher-failed").because(Reason::os(error))
}
