//! The championship of the last versions.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use championnat::presentation::{self, InWords};
use championnat::submissions::{self, Change, Head, Submission};
use championnat::{EngineCheck, Message};
use echelle::{Ladder, Stage, Version, files};
use jeux::Reason;

use crate::beginning;
use crate::cli::Contest;
use crate::in_reasons::InReasons;
use crate::preparing::copy;

/// Writes the description, and a folder of engines beside it; neither may be there yet.
pub fn run(args: &Contest) -> Result<ExitCode> {
    let (root, folder) = beginning::existing(&args.ladder)?;
    let ladder = Ladder::open(folder).in_reasons()?;
    let path = &args.description;
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-moteurs");
    let engines = path.with_file_name(name);
    if let Some(taken) = [path, &engines].into_iter().find(|path| path.exists()) {
        bail!(i18n::text!("ladder-contest-exists", path = taken.display().to_string()));
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    if !engines.to_str().is_some_and(|path| path.chars().all(plain)) {
        bail!(i18n::text!("ladder-contest-path", path = path.display().to_string()));
    }
    let (mut playing, mut undecided) = (vec![], 0);
    for student in &ladder.class.students {
        let versions = ladder.folder.student(&student.slug).in_reasons()?;
        // Those whose deposits are in the spool are counted there.
        undecided += versions.versions.iter().filter(|version| version.stage == Stage::Games).count();
        if let Some(version) = versions.playing() {
            playing.push((student, version.clone()));
        }
    }
    if playing.len() < 2 {
        bail!(i18n::text!("ladder-too-few", name = ladder.folder.name(), count = playing.len()));
    }
    let waiting = undecided + echelle::spool::deposits(&ladder.folder.spool()).in_reasons()?.len();
    if waiting > 0 {
        i18n::out::complain(&i18n::text!("ladder-still-waiting", count = waiting));
    }
    let done = write(&ladder, &playing, [path, &engines, &root], &args.format);
    if done.is_err() {
        fs::remove_dir_all(&engines).ok();
    }
    done?;
    let (count, path) = (playing.len(), path.display().to_string());
    writeln!(i18n::out(), "{}", i18n::text!("ladder-contest", count = count, path = path))?;
    Ok(ExitCode::SUCCESS)
}

fn write(
    ladder: &Ladder,
    playing: &[(&echelle::Student, Version)],
    [path, engines, root]: [&Path; 3],
    format: &str,
) -> Result<()> {
    let mut taken = vec![];
    for (student, version) in playing {
        let from = ladder.folder.version(&student.slug, version.number).join("moteur");
        let home = engines.join(&student.slug);
        copy(&from, &home).with_context(|| home.display().to_string())?;
        let missing = || Reason::new("ladder-no-version").with(&student.slug);
        taken.push(Submission {
            name: student.name.clone(),
            login: None,
            engine: Ok(version.engine(&home).ok_or_else(missing).in_words()?),
            folder: home,
            language: None,
            compiled: false,
            said: String::new(),
            links: 0,
            change: Change::New,
        });
    }
    let shown = |path: &Path| path.display().to_string();
    let about = Message::new("ladder-contest-about")
        .with("ladder", ladder.folder.name())
        .with("description", shown(path))
        .with("engines", shown(engines))
        .with("root", shown(root));
    let head = Head {
        game: ladder.settings.game.name,
        title: Some(&ladder.settings.title),
        time: ladder.settings.time.as_secs_f64(),
        format,
        about,
    };
    let check = EngineCheck::default();
    let mut text =
        submissions::describe(Ok(&head), path, &taken, &check, &presentation::message).in_words()?;
    let limits = &ladder.settings.limits;
    let rules = if limits.without_rules { "regles = \"non\"\n" } else { "" };
    let level = format!("confinement = \"{}\"\n{rules}\n[format]", ladder.settings.confinement);
    text = text.replacen("\n[format]", &level, 1);
    text += &format!(
        "\n[limites]\nmemoire = {}\nprocessus = {}\ndisque = {}\n",
        limits.memory_mib, limits.processes, limits.disk_mib
    );
    if !ladder.settings.parameters.is_empty() {
        text += "\n[parametres]\n";
        for (key, value) in &ladder.settings.parameters {
            text += &format!("{key} = {}\n", toml::Value::from(value.as_str()));
        }
    }
    files::write(path, text.as_bytes()).in_reasons()
}
