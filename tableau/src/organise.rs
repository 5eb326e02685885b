//! What an organiser does with a championship: starts, pauses, stops it, and takes decisions.
//!
//! A championship started here is a process of its own: it outlives the pages and is found again by
//! its socket.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use championnat::paths;
use championnat::{Location, Status};
use i18n::Language;
use ipc::control::{self, AskError};
use jeux::text::{QUOTED, truncate};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use tokio::process::Command;

use crate::contest::ContestData;
use crate::logs;
use crate::sibling_programs;

/// The program that plays and decides.
const PROGRAM: &str = "championnat";
/// How much of a failed championship's output is read, in bytes.
const LAST_WORDS: u64 = 4096;
/// The longest text of a decision, in characters.
const LONGEST: usize = 300;

/// A command to a whole championship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContestCourse {
    /// Begins, or resumes where it was.
    Demarre,
    /// Begins without the engines that do not play in the trial.
    #[serde(rename = "demarre-sans")]
    DemarreSans,
    /// The first rencontres begin, whoever is there.
    Commence,
    /// No new rencontre begins.
    Pause,
    /// Rencontres begin again.
    Reprend,
    /// The rencontres under way end, then the program.
    Arrete,
}

/// A decision, in the words of `championnat decision`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrganiserAct {
    Retire,
    Disqualifie,
    Reintegre,
    Ajoute,
    /// A rencontre is forfeited.
    Forfait,
    /// Its forfeit is taken back.
    Retablit,
    /// It is played again.
    Rejoue,
    /// Its result is set.
    Resultat,
    /// Everybody who looks reads a text.
    Annonce,
    /// Another time per move.
    Temps,
    /// The championship ends after the current round.
    Termine,
    /// The rest is played after all.
    Prolonge,
}

impl OrganiserAct {
    pub const fn word(self) -> &'static str {
        match self {
            OrganiserAct::Retire => "retire",
            OrganiserAct::Disqualifie => "disqualifie",
            OrganiserAct::Reintegre => "reintegre",
            OrganiserAct::Ajoute => "ajoute",
            OrganiserAct::Forfait => "forfait",
            OrganiserAct::Retablit => "retablit",
            OrganiserAct::Rejoue => "rejoue",
            OrganiserAct::Resultat => "resultat",
            OrganiserAct::Annonce => "annonce",
            OrganiserAct::Temps => "temps",
            OrganiserAct::Termine => "termine",
            OrganiserAct::Prolonge => "prolonge",
        }
    }

    /// It is about a rencontre, not about a contestant.
    pub const fn about_rencontre(self) -> bool {
        matches!(
            self,
            OrganiserAct::Forfait | OrganiserAct::Retablit | OrganiserAct::Rejoue | OrganiserAct::Resultat
        )
    }

    /// It names contestants besides the rencontre.
    pub const fn names(self) -> bool {
        matches!(self, OrganiserAct::Forfait | OrganiserAct::Resultat)
    }
}

/// A requested decision.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DecisionRequest {
    #[serde(rename = "quoi")]
    pub act: Option<OrganiserAct>,
    /// Or the text of an announcement, which may be empty; or the new time per move; or the new end,
    /// which may be empty.
    #[serde(rename = "nom", default)]
    pub name: String,
    #[serde(rename = "cle", default)]
    pub key: String,
    /// Who loses by forfeit; or the winner of each game, in order of play, or `nul`.
    #[serde(rename = "noms", default)]
    pub names: Vec<String>,
    #[serde(rename = "motif", default)]
    pub why: String,
    /// Who decides.
    #[serde(rename = "par", default)]
    pub who: String,
}

impl DecisionRequest {
    /// Whether all fields are given, with 300 characters each at most.
    pub fn is_complete(&self) -> bool {
        self.arguments(Path::new(".")).is_some()
    }

    /// The program's arguments, none of which can be read as an option; `None` if something is
    /// missing.
    pub fn arguments(&self, source: &Path) -> Option<Vec<OsString>> {
        let act = self.act?;
        let (why, who) = (self.why.trim(), self.who.trim());
        let subject = if act.about_rencontre() { self.key.trim() } else { &self.name };
        let names = self.names.iter().filter(|_| act.names());
        let (announces, ends) = (act == OrganiserAct::Annonce, act == OrganiserAct::Prolonge);
        let bare = ends || act == OrganiserAct::Termine;
        let needed = [subject].into_iter().filter(|_| !announces && !bare).chain([who]);
        let texts = needed.chain(names.clone().map(String::as_str));
        let short = |text: &str| text.chars().count() <= LONGEST && !text.contains('\0');
        if !{ texts }.all(|text| short(text) && !text.trim().is_empty())
            || ![subject, why].into_iter().all(short)
            || (act.names() && self.names.is_empty())
        {
            return None;
        }
        let mut arguments = vec!["decision".into(), plain(source), act.word().into()];
        arguments.extend((!announces && !why.is_empty()).then(|| format!("--motif={why}").into()));
        arguments.extend((ends && !subject.trim().is_empty()).then(|| format!("--fin={subject}").into()));
        arguments.extend([format!("--par={who}").into(), "--".into()]);
        arguments.extend((!bare).then(|| subject.into()));
        arguments.extend(names.map(OsString::from));
        Some(arguments)
    }
}

fn plain(path: &Path) -> OsString {
    if path.is_absolute() { path.into() } else { Path::new(".").join(path).into() }
}

/// The argument that names the championship: its description, or its results in a file. `None`: its
/// results are in PostgreSQL and there is no description.
pub fn source(contest: &ContestData) -> Option<&Path> {
    match (&contest.description, &contest.location) {
        (Some(file), _) => Some(file),
        (None, Location::Sqlite(path)) => Some(path),
        (None, Location::Postgres(_)) => None,
    }
}

fn socket(contest: &ContestData) -> Option<PathBuf> {
    contest.records.as_ref().map(|records| paths::socket(records))
}

/// The championship's own status; `None` if it is not running.
pub async fn status(contest: &ContestData) -> Result<Option<Status>, String> {
    let Some(socket) = socket(contest) else { return Ok(None) };
    let asked = tokio::task::spawn_blocking(move || control::ask(&socket, Status::REQUEST)).await;
    match asked {
        Ok(Ok(text)) => serde_json::from_str(&text).map(Some).map_err(|_| i18n::text!("manage-no-answer")),
        Ok(Err(AskError::Nobody(_))) => Ok(None),
        Ok(Err(AskError::Refused(why))) => Err(truncate(&why, QUOTED)),
        Ok(Err(AskError::NoAnswer(_) | AskError::Stranger(_))) | Err(_) => {
            Err(i18n::text!("manage-no-answer"))
        }
    }
}

/// Takes a decision, or only previews it; the output of the program, which has 30 seconds.
pub async fn decide(
    contest: &ContestData,
    wanted: &DecisionRequest,
    preview: bool,
    language: Language,
) -> Result<String, String> {
    let said = |id: &'static str| i18n::speaking(language, || i18n::say(id, &[]));
    let source = source(contest).ok_or_else(|| said("manage-no-source"))?;
    let mut arguments = wanted.arguments(source).ok_or_else(|| said("manage-incomplete"))?;
    if preview {
        // Behind the decision, and before what is no option.
        arguments.insert(3, "--apercu".into());
    }
    sibling_programs::run(PROGRAM, language, arguments).await
}

/// The championships started from here, by name; their output goes to a file, and their end is
/// known.
#[derive(Clone, Default)]
pub struct Starts(Arc<Mutex<HashMap<String, StartedContest>>>);

#[derive(Clone)]
struct StartedContest {
    log: PathBuf,
    since: SystemTime,
    /// It ended with an error.
    failed: bool,
    running: bool,
}

impl Starts {
    /// Sends a command to a championship, without waiting for its effect; the message for the page.
    pub async fn run(
        &self,
        contest: &ContestData,
        course: ContestCourse,
        language: Language,
    ) -> Result<String, String> {
        let said = |id: &'static str| i18n::speaking(language, || i18n::say(id, &[]));
        match course {
            ContestCourse::Demarre | ContestCourse::DemarreSans => {
                self.start(contest, course == ContestCourse::DemarreSans, language).await?;
                Ok(said("manage-started"))
            }
            ContestCourse::Commence | ContestCourse::Pause | ContestCourse::Reprend => {
                let word = match course {
                    ContestCourse::Commence => "commence",
                    ContestCourse::Pause => "pause",
                    _ => "reprend",
                };
                let source = source(contest).ok_or_else(|| said("manage-no-source"))?;
                sibling_programs::run(PROGRAM, language, vec!["decision".into(), plain(source), word.into()])
                    .await
            }
            ContestCourse::Arrete => {
                let socket = socket(contest).ok_or_else(|| said("manage-not-running"))?;
                let owner = tokio::task::spawn_blocking(move || control::owner(&socket)).await;
                let pid = owner.ok().and_then(Result::ok).ok_or_else(|| said("manage-not-running"))?;
                // A pid of 0 or 1 would mean a group, or all.
                let told = (pid > 1).then(|| kill(Pid::from_raw(pid), Signal::SIGTERM));
                match told {
                    Some(Ok(())) => Ok(said("manage-stopping")),
                    Some(Err(error)) => Err(i18n::speaking(language, || i18n::system(&error.into()))),
                    None => Err(said("manage-not-running")),
                }
            }
        }
    }

    async fn start(
        &self,
        contest: &ContestData,
        without_failing: bool,
        language: Language,
    ) -> Result<(), String> {
        let said = |id: &'static str| i18n::speaking(language, || i18n::say(id, &[]));
        let system = |error: std::io::Error| i18n::speaking(language, || i18n::system(&error));
        let file = contest.description.as_ref().ok_or_else(|| said("manage-no-description"))?;
        let program = i18n::speaking(language, || sibling_programs::program(PROGRAM))?;
        if status(contest).await.map_or(true, |status| status.is_some()) {
            return Err(said("manage-runs"));
        }
        let log = file.with_extension("lancement.log");
        let mut starts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A double click starts it once.
        if starts.get(&contest.name).is_some_and(|started| started.running) {
            return Err(said("manage-runs"));
        }
        let out = File::create(&log).map_err(system)?;
        let complaints = out.try_clone().map_err(system)?;
        let mut command = Command::new(program);
        command.args(["jouer", "--discret"]);
        if without_failing {
            // The same trial as the one that named them.
            command.args(["--sans-les-defaillants", "--essai", "coup"]);
        }
        command.arg("--").arg(plain(file));
        command.stdin(Stdio::null()).stdout(out).stderr(complaints);
        // A process group of its own, so that it outlives the pages.
        command.process_group(0);
        let mut child = command.spawn().map_err(system)?;
        let since = SystemTime::now();
        starts.insert(contest.name.clone(), StartedContest { log, since, failed: false, running: true });
        drop(starts);
        let (starts, name) = (self.clone(), contest.name.clone());
        tokio::spawn(async move {
            let well = child.wait().await.is_ok_and(|status| status.success());
            let mut starts = starts.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(started) = starts.get_mut(&name) {
                (started.failed, started.running) = (!well, false);
            }
        });
        Ok(())
    }

    /// Whether what was started here has not ended.
    pub fn is_running(&self, contest: &ContestData) -> bool {
        let starts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        starts.get(&contest.name).is_some_and(|started| started.running)
    }

    /// The last 4096 bytes of output of a championship that was started here and failed.
    pub fn last_words(&self, contest: &ContestData) -> Option<String> {
        let started = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&contest.name).cloned()?;
        let text = logs::tail(&started.log, LAST_WORDS).ok().filter(|_| started.failed)?;
        Some(text.trim().to_owned())
    }

    /// Who did not play in the trial of a championship that was started here and failed.
    pub fn failing(&self, contest: &ContestData) -> Vec<String> {
        let started = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&contest.name).cloned();
        let (Some(started), Some(records)) = (started, &contest.records) else { return Vec::new() };
        let path = paths::trial(records);
        // The file's clock may be a tick behind.
        let latest = path.metadata().and_then(|file| file.modified());
        let tried = latest.is_ok_and(|at| at + Duration::from_secs(1) >= started.since);
        let report = std::fs::read(path).ok().filter(|_| started.failed && tried);
        let report: Option<TrialReport> = report.and_then(|text| serde_json::from_slice(&text).ok());
        let tried = report.map(|report| report.contestants).unwrap_or_default();
        tried.into_iter().filter(|line| line.plays == Some(false)).map(|line| line.name).collect()
    }
}

/// The outcome of a trial, as `championnat` writes it.
#[derive(Deserialize)]
struct TrialReport {
    contestants: Vec<TriedContestant>,
}

#[derive(Deserialize)]
struct TriedContestant {
    name: String,
    plays: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_somebody_says_is_an_option() {
        let wanted = DecisionRequest {
            act: Some(OrganiserAct::Retire),
            name: "--par=x".into(),
            why: "-h".into(),
            who: "--".into(),
            ..DecisionRequest::default()
        };
        let arguments = wanted.arguments(Path::new("-mai.toml")).expect("complete");
        assert_eq!(
            arguments,
            ["decision", "./-mai.toml", "retire", "--motif=-h", "--par=--", "--", "--par=x"]
        );
        let key = DecisionRequest { act: Some(OrganiserAct::Resultat), key: "1.2".into(), ..wanted.clone() };
        assert_eq!(key.arguments(Path::new("a")), None, "no winners");
        let whole = DecisionRequest { names: vec!["-a".into(), "nul".into()], ..key };
        assert_eq!(whole.arguments(Path::new("/a")).expect("complete")[6..], ["1.2", "-a", "nul"]);
        let silent = DecisionRequest { why: " ".into(), ..wanted.clone() };
        assert_eq!(
            silent.arguments(Path::new("a")).expect("complete"),
            ["decision", "./a", "retire", "--par=--", "--", "--par=x"]
        );
        let act = |act, name: &str| {
            let wanted = DecisionRequest { act: Some(act), name: name.into(), ..silent.clone() };
            wanted.arguments(Path::new("a")).map(|arguments| arguments[2..].to_vec())
        };
        assert_eq!(act(OrganiserAct::Termine, "-x").expect("complete"), ["termine", "--par=--", "--"]);
        assert_eq!(act(OrganiserAct::Prolonge, "").expect("complete"), ["prolonge", "--par=--", "--"]);
        let later = act(OrganiserAct::Prolonge, "18:00").expect("complete");
        assert_eq!(later, ["prolonge", "--fin=18:00", "--par=--", "--"]);
        assert_eq!(act(OrganiserAct::Temps, "5").expect("complete"), ["temps", "--par=--", "--", "5"]);
        assert_eq!(act(OrganiserAct::Temps, " "), None);
        for why in ["a\0b", &"x".repeat(301)] {
            assert_eq!(
                DecisionRequest { why: why.into(), ..wanted.clone() }.arguments(Path::new("a")),
                None,
                "{why:?}"
            );
        }
    }
}
