//! `joueur essai --surveille`: tries the engine again each time one of its source files is saved.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, SystemTime};
use std::{env, fs, thread};

use anyhow::{Context, Result, anyhow};
use arbitre::engine::{InstallPaths, named_files};
use i18n::text;
use jeux::Reason;

use super::options::Essai;
use crate::person::tell;
use crate::values::said;

const SOURCES: [&str; 20] = [
    "c", "h", "cc", "cpp", "hpp", "java", "kt", "pas", "pp", "inc", "rs", "go", "hs", "ml", "cs", "py", "js",
    "rb", "pl", "sh",
];
/// Between two looks at the files.
const PAUSE: Duration = Duration::from_millis(300);
/// Files of a folder that are looked at.
const MOST_FILES: usize = 10_000;

/// When each file was written, and its length.
type Snapshot = BTreeMap<PathBuf, (SystemTime, u64)>;

/// Goes on until Ctrl-C.
pub fn run(args: &Essai) -> Result<ExitCode> {
    let places = InstallPaths::beside_this_program().map_err(|error| anyhow!(said(&Reason::from(&error))))?;
    let files = named_files(&args.engine, args.game, &places).map_err(|why| anyhow!(said(&why)))?;
    let program = env::current_exe().context("joueur")?;
    let mut known = None;
    loop {
        let now = snapshot(&files, args.before.is_none());
        if known.as_ref() == Some(&now) {
            thread::sleep(PAUSE);
            continue;
        }
        // An editor may write a file in several steps.
        if known.is_some() {
            thread::sleep(PAUSE);
        }
        known = Some(snapshot(&files, args.before.is_none()));
        let built = match &args.before {
            None => true,
            Some(command) => Command::new("sh").args(["-c", command]).status().context("sh")?.success(),
        };
        if built {
            Command::new(&program).args(once()).status().with_context(|| program.display().to_string())?;
        }
        tell(&format!("\n{}", text!("essai-watches")));
    }
}

/// This command line without the options of this module.
fn once() -> Vec<OsString> {
    let mut words = env::args_os().skip(1);
    let mut rest = Vec::new();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--surveille") => {}
            Some("--avant") => drop(words.next()),
            Some(text) if text.starts_with("--avant=") => {}
            _ => rest.push(word),
        }
    }
    rest
}

/// The source files in the folders of these files, and these files themselves, if wanted.
fn snapshot(files: &[PathBuf], themselves: bool) -> Snapshot {
    let folders: Vec<&Path> = files.iter().filter_map(|file| file.parent()).collect();
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let is_source = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| SOURCES.contains(&extension))
    };
    let sources = entries.take(MOST_FILES).map(|entry| entry.path()).filter(is_source);
    let named = files.iter().filter(|_| themselves).cloned();
    let state = |path: PathBuf| {
        let metadata = fs::metadata(&path).ok()?;
        Some((path, (metadata.modified().ok()?, metadata.len())))
    };
    sources.chain(named).filter_map(state).collect()
}
