//! What this machine can do, found out by confining a program that does nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use jeux::Reason;

use super::access::Files;
use super::cgroup;
use super::launch::{launch, soon};
use super::policy::{Level, Means, Policy, Survey};
use super::request::Confined;

/// The means that come with a user namespace, and go with it.
const NAMESPACES: [Means; 4] =
    [Means::UserNamespace, Means::PidNamespace, Means::Root, Means::NetworkNamespace];

/// The same as [`super::survey()`] with this launcher.
pub(super) fn of(launcher: &Path) -> Result<&'static Survey, Reason> {
    static SURVEY: OnceLock<Survey> = OnceLock::new();
    if let Some(survey) = SURVEY.get() {
        return Ok(survey);
    }
    let survey = survey(launcher)?;
    Ok(SURVEY.get_or_init(|| survey))
}

fn survey(launcher: &Path) -> Result<Survey, Reason> {
    let mut missing = BTreeMap::new();
    let cgroup = cgroup::delegated().map_err(|why| missing.insert(Means::Cgroup, why.to_string())).ok();
    let mut means: BTreeSet<Means> = Means::ALL.into();
    if cgroup.is_none() {
        means.remove(&Means::Cgroup);
    }
    loop {
        let tried = tried(launcher, &means, cgroup.as_ref())?;
        match tried {
            Ok(mut survey) => {
                survey.missing.append(&mut missing);
                return Ok(survey);
            }
            // Where there are no namespaces, or not the rights in them that they need, the rest may still hold.
            Err(why) if means.contains(&Means::UserNamespace) => {
                for one in NAMESPACES {
                    means.remove(&one);
                    missing.insert(one, why.to_string());
                }
            }
            Err(why) => return Err(why),
        }
    }
}

/// What holds by these means, or why nothing can be started with them.
fn tried(
    launcher: &Path,
    means: &BTreeSet<Means>,
    cgroup: Option<&PathBuf>,
) -> Result<Result<Survey, Reason>, Reason> {
    let policy = Policy { level: Level::Ordinary, ..Policy::default() };
    let access = super::access::of(&Files::default(), Path::new("/"), &policy);
    let confined = Confined {
        strict: false,
        limits: policy.limits,
        means: means.clone(),
        cgroup: cgroup.cloned(),
        readable: access.readable,
        passed: access.passed,
        folder: access.folder,
        links: access.links,
    };
    let failed = |error: std::io::Error| Reason::new("launcher-failed").because(Reason::os(&error));
    // It ends when its input does.
    let engine = Command::new("cat");
    let mut launch = launch(launcher, &engine, Some(confined), policy).map_err(failed)?;
    launch.command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let (mut child, mut line) = launch.spawn().map_err(failed)?;
    let started = line.started_by(soon());
    line.release();
    drop(child.stdin.take());
    let silent = started.is_none();
    if silent {
        child.kill().ok();
    }
    child.wait().map_err(failed)?;
    started.ok_or_else(|| Reason::new("launcher-failed").because(Reason::new("channel-silent")))
}
