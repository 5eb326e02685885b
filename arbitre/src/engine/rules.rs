//! The library of the rules, where a contest forbids it.

use std::collections::HashMap;
use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use confine::{Files, Layer, Level, Means, Policy, Survey};
use jeux::Reason;
use jeux::any::MARK;

/// How many files and folders of an engine are looked at, at most.
const ENTRIES: usize = 10_000;
/// How much of each.
const BYTES: u64 = 1 << 30;
/// How programs, libraries, archives of Java and Python, and WebAssembly begin.
const KINDS: [&[u8; 4]; 3] = [b"\x7fELF", b"PK\x03\x04", b"\0asm"];

/// Where the programs of this machine find the library of the rules, looked up once.
pub fn installed() -> &'static [PathBuf] {
    static INSTALLED: OnceLock<Vec<PathBuf>> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let mut found: Vec<PathBuf> = folders().iter().flat_map(|folder| inside(folder)).collect();
        found.sort();
        found.dedup();
        found
    })
}

/// The installed library, if this machine cannot hide it from engines.
pub fn visible(survey: &Survey) -> Option<&'static Path> {
    let hidden = survey.holds(Layer::Files, Means::Root);
    installed().first().filter(|_| !hidden).map(PathBuf::as_path)
}

/// Whether a setting, `oui` or `non`, forbids the library to engines of this level.
///
/// # Errors
/// It is another word, or forbids the library to engines that are not confined.
pub fn forbidden(word: &str, level: Level) -> Result<bool, Reason> {
    match word {
        "oui" => Ok(false),
        "non" if level == Level::None => Err(Reason::new("rules-unconfined")),
        "non" => Ok(true),
        _ => Err(Reason::new("rules-word").with(word)),
    }
}

/// The folders in which C, Java and Python look for libraries.
fn folders() -> Vec<PathBuf> {
    let paths = |name: &str| env::var_os(name).map(|value| env::split_paths(&value).collect::<Vec<_>>());
    let all = |name: &str| paths(name).unwrap_or_default();
    let mut prefixes: Vec<PathBuf> = ["/usr", "/usr/local"].map(PathBuf::from).into();
    prefixes.extend(all("PATH").iter().filter_map(|folder| folder.parent()).map(Path::to_owned));
    prefixes.extend(all("PYTHONHOME"));
    let pyenv = all("PYENV_ROOT").into_iter().chain(prefixes.clone());
    prefixes.extend(pyenv.flat_map(|root| entries(&root.join("versions"))).collect::<Vec<_>>());
    let mut folders: Vec<PathBuf> =
        ["PYTHONPATH", "LD_LIBRARY_PATH", "CLASSPATH"].into_iter().flat_map(all).collect();
    for prefix in prefixes {
        folders.push(prefix.join("share/java"));
        for library in ["lib", "lib64"].map(|name| prefix.join(name)) {
            let named = |entry: &PathBuf, ends: &dyn Fn(&str) -> bool| {
                entry.file_name().and_then(|name| name.to_str()).is_some_and(ends)
            };
            for entry in entries(&library) {
                if named(&entry, &|name| name.starts_with("python3")) {
                    folders.extend(["site-packages", "dist-packages"].map(|name| entry.join(name)));
                } else if named(&entry, &|name| name.ends_with("-linux-gnu")) {
                    folders.push(entry);
                }
            }
            folders.push(library);
        }
    }
    folders
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The library under its names in this folder of libraries; a class path also names archives.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let is_library = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        matches!(name, "arbitre" | "jeux.jar" | "libjeux.a") || name.starts_with("libjeux.so")
    };
    if is_library(folder) && folder.is_file() {
        return vec![folder.to_owned()];
    }
    entries(folder).into_iter().filter(|path| is_library(path)).collect()
}

/// The file among an engine's own that has the library of the rules in it.
pub fn brought(files: &Files, policy: &Policy) -> Option<PathBuf> {
    let cwd = env::current_dir().unwrap_or_default();
    let mut left = confine::taken_along(&files.own, &cwd, policy).unwrap_or_else(|_| files.own.clone());
    let mut looked_at = 0;
    while let Some(path) = left.pop() {
        looked_at += 1;
        if looked_at > ENTRIES {
            break;
        }
        let kind = fs::metadata(&path);
        if kind.as_ref().is_ok_and(fs::Metadata::is_dir) {
            // A link may lead back.
            left.extend(entries(&path).into_iter().filter(|path| !(path.is_symlink() && path.is_dir())));
        } else if kind.is_ok_and(|kind| kind.is_file()) && has_mark(&path) {
            return Some(path);
        }
    }
    None
}

/// A file that was searched: its last change, its length, and whether the library is in it.
type Searched = (SystemTime, u64, bool);

/// By path.
static SEARCHED: LazyLock<Mutex<HashMap<PathBuf, Searched>>> = LazyLock::new(Mutex::default);

/// Whether this file has the library in it. One that cannot be read is none that an engine can load.
fn has_mark(path: &Path) -> bool {
    let Ok(mut file) = File::open(path) else { return false };
    let Ok(metadata) = file.metadata() else { return false };
    let now = (metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), metadata.len());
    let known = || SEARCHED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&(modified, length, has)) = known().get(path)
        && (modified, length) == now
    {
        return has;
    }
    let has = search(&mut file).unwrap_or(false);
    known().insert(path.to_owned(), (now.0, now.1, has));
    has
}

fn search(file: &mut File) -> io::Result<bool> {
    let mut start = [0; 4];
    if file.read_exact(&mut start).is_err() || !KINDS.contains(&&start) {
        return Ok(false);
    }
    let mut file = file.take(BYTES);
    // The end of the last piece is kept: the mark may be on a seam.
    let mut piece = Vec::with_capacity((1 << 20) + MARK.len());
    loop {
        let kept = piece.len().saturating_sub(MARK.len() - 1);
        piece.drain(..kept);
        if file.by_ref().take(1 << 20).read_to_end(&mut piece)? == 0 {
            return Ok(false);
        }
        if memchr::memmem::find(&piece, MARK).is_some() {
            return Ok(true);
        }
    }
}
