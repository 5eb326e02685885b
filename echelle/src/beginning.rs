//! A new ladder, and the links of its class.

use std::collections::BTreeMap;
use std::fs::{self, TryLockError};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::record::create_folder;
use championnat::Person;
use championnat::presentation::{self, InWords};
use championnat::submissions::slug_of;
use echelle::{Class, Folder, NewLadder, Settings, files};
use ipc::wait::{self, Deadline};
use jeux::Reason;
use jeux::text::sanitize_lines;
use jiff::Timestamp;

use crate::cli::{Links, Named, Serve};
use crate::course::Course;
use crate::in_reasons::InReasons;

/// Locked while a class and its links are changed.
const LOCK: &str = ".eleves.verrou";
/// How long others may have it locked.
const LOCK_BOUND: Duration = Duration::from_secs(10);
/// Where the pages were at the last start, for the links.
const ADDRESS: &str = ".adresse";

/// Begins the ladder that is asked for, if one is. A ladder of this name that is there gets the students that it lacks.
pub fn begin(args: &Serve) -> Result<Option<Folder>> {
    let root = &args.root.folder;
    let base = args.public.clone().unwrap_or_else(|| own_address(args.address));
    files::write(&root.join(ADDRESS), base.as_bytes()).in_reasons()?;
    let Some((game, list)) = args.game.as_ref().zip(args.class.as_ref()) else { return Ok(None) };
    let people = class(list)?;
    let stem = list.file_stem().unwrap_or_default().to_string_lossy();
    let name = args.name.clone().unwrap_or_else(|| slug_of(&format!("{game} {stem}")));
    let folder = folder(root, &name)?;
    let new = NewLadder {
        game: game.clone(),
        title: args.title.clone(),
        time: args.time,
        closes: args.closes.clone(),
        freezes: args.freezes.clone(),
    };
    let settings = new.text().in_words()?;
    if people.is_empty() {
        bail!(i18n::text!("ladder-nobody", list = list.display().to_string()));
    }
    if folder.settings().exists() {
        keep(&folder, &new, &Settings::parse(&settings).in_words()?)?;
    }
    create_folder(folder.path()).with_context(|| folder.path().display().to_string())?;
    let _lock = lock(&folder)?;
    if !folder.class().exists() {
        Class::default().write(&folder.class()).in_reasons()?;
    }
    add(&folder, &people)?;
    if !folder.settings().exists() {
        files::write(&folder.settings(), settings.as_bytes()).in_reasons()?;
    }
    write_links(&folder, &base)?;
    Ok(Some(folder))
}

/// Says which options change nothing in a ladder that is there; its game cannot be another.
fn keep(folder: &Folder, new: &NewLadder, wanted: &Settings) -> Result<()> {
    let kept = Settings::read(&folder.settings()).in_reasons()?;
    let (name, path) = (folder.name(), folder.settings().display().to_string());
    if wanted.game.name != kept.game.name {
        bail!(i18n::text!("ladder-other-game", name = name, game = kept.game.name, path = path));
    }
    let ignored = [
        ("--titre", new.title.is_some() && wanted.title != kept.title),
        ("--temps", new.time.is_some() && wanted.time != kept.time),
        ("--fermeture", new.closes.is_some() && wanted.closes != kept.closes),
        ("--gel", new.freezes.is_some() && wanted.freezes != kept.freezes),
    ];
    for (option, _) in ignored.iter().filter(|(_, differs)| *differs) {
        i18n::out::complain(&i18n::text!("ladder-kept", name = name, option = *option, path = &path));
    }
    Ok(())
}

/// `echelle liens`: the links of a class again, or others.
pub fn links(args: &Links) -> Result<ExitCode> {
    let (root, folder) = existing(&args.ladder)?;
    let lock = lock(&folder)?;
    if let Some(list) = &args.class {
        add(&folder, &class(list)?)?;
    }
    let mut known = Class::read(&folder.class()).in_reasons()?;
    for (slugs, revoked) in [(&args.renewed, false), (&args.revoked, true)] {
        for slug in slugs {
            if !known.renew(slug, revoked).map_err(random)? {
                let all = known.students.iter().map(|one| one.slug.as_str()).collect::<Vec<_>>().join(", ");
                bail!(i18n::text!("ladder-no-student", name = slug, known = all));
            }
        }
    }
    known.write(&folder.class()).in_reasons()?;
    let base = match &args.public {
        Some(base) => base.clone(),
        None => files::read(&root.join(ADDRESS)).in_reasons()?.unwrap_or_default(),
    };
    let path = write_links(&folder, base.trim())?;
    drop(lock);
    writeln!(i18n::out(), "{}", i18n::text!("ladder-links-file", path = path.display().to_string()))?;
    Ok(ExitCode::SUCCESS)
}

/// The folder of a ladder that is there, and its root.
pub fn existing(args: &Named) -> Result<(PathBuf, Folder)> {
    let root = args.root.folder.clone();
    let folder = folder(&root, &args.name)?;
    if !folder.settings().is_file() {
        let all = echelle::ladders(&root).in_reasons()?;
        let all = all.iter().map(Folder::name).collect::<Vec<_>>().join(", ");
        bail!(i18n::text!("ladder-unknown", name = &args.name, known = all));
    }
    Ok((root, folder))
}

fn folder(root: &Path, name: &str) -> Result<Folder> {
    Folder::new(root, name).ok_or_else(|| anyhow!(i18n::text!("ladder-name", name = name)))
}

/// Nobody else changes the class until this file is dropped.
fn lock(folder: &Folder) -> Result<fs::File> {
    let path = folder.path().join(LOCK);
    let file = files::lock_file(&path).in_reasons()?;
    match wait::lock(&file, Deadline::after(Instant::now(), Some(LOCK_BOUND))) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!(i18n::text!("ladder-class-locked", name = folder.name())),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
    }
}

fn add(folder: &Folder, people: &[Person]) -> Result<()> {
    let mut known = Class::read(&folder.class()).in_reasons()?;
    for name in known.add(people).map_err(random)? {
        i18n::out::complain(&i18n::text!("ladder-listed-twice", name = name));
    }
    known.write(&folder.class()).in_reasons()
}

fn random(error: getrandom::Error) -> anyhow::Error {
    anyhow!("getrandom: {error}")
}

/// The people of a class list; what is odd in it is told.
fn class(path: &Path) -> Result<Vec<Person>> {
    let name = path.display().to_string();
    let list = fs::read(path).map_err(|error| anyhow!(i18n::reason(&Reason::file(path, &error))))?;
    let said = |remark: &championnat::Remark| {
        let message = presentation::message(&remark.message);
        match remark.line {
            Some(line) => i18n::text!("import-at", path = &name, line = line, said = message),
            None => i18n::text!("config-in", source = &name, problem = message),
        }
    };
    let (people, remarks) = championnat::people(&list).map_err(|remark| anyhow!(said(&remark)))?;
    remarks.iter().for_each(|remark| i18n::out::complain(&said(remark)));
    Ok(people)
}

/// Writes a table of names, addresses and links beside the ladder, for its organiser alone.
fn write_links(folder: &Folder, base: &str) -> Result<PathBuf> {
    let path = folder.links();
    let class = Class::read(&folder.class()).in_reasons()?;
    let mut rows = vec![["etudiant", "nom", "e-mail", "lien"].map(str::to_owned)];
    for student in class.students.iter().filter(|student| !student.revoked) {
        let base = base.trim_end_matches('/');
        let link = format!("{base}/echelle/{}/entrer#{}", folder.name(), student.token.reveal());
        rows.push([student.slug.clone(), student.name.clone(), student.mail.clone(), link]);
    }
    let table = championnat::spreadsheet::table(rows);
    files::write(&path, table.as_bytes()).in_reasons()?;
    Ok(path)
}

/// The address of the pages for others, by the name of this machine.
fn own_address(address: SocketAddr) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => ipc::process::hostname(),
        _ => return format!("http://{address}"),
    };
    format!("http://{host}:{}", address.port())
}

/// Says which ladders play, until when, and where the links of a new one are. A reader that has gone does not stop them.
pub fn announce(courses: &BTreeMap<String, Course>, begun: Option<&Folder>) {
    let mut said = String::new();
    for (name, course) in courses {
        let settings = &course.ladder.settings;
        let (title, count) = (&settings.title, course.ladder.class.students.len());
        said += &i18n::text!("ladder-open", name = name, title = title, count = count);
        if let Some(closes) = settings.closes {
            let time = i18n::time_to_second(closes);
            said += ", ";
            said += &match settings.is_closed(Timestamp::now()) {
                true => i18n::text!("ladder-closed", time = time),
                false => i18n::text!("ladder-closes", time = time),
            };
        }
        said.push('\n');
    }
    if let Some(begun) = begun {
        let path = begun.links();
        said += &(i18n::text!("ladder-links-file", path = path.display().to_string()) + "\n");
    }
    std::io::stdout().write_all(sanitize_lines(&said).as_bytes()).ok();
}
