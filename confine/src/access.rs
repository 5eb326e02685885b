//! Which files an engine may see, from the command that starts it.
//!
//! Its own folder is the folder of the file that its command names, if nobody else's files are there:
//! no hidden ones (records, results, other engines), and none that organisers keep beside a
//! championship. Otherwise it sees only the files that its command names. The same holds for the home
//! folder and the folders above it. What a file of the engine says, a link or a run path, shows nothing
//! else: it may be a stranger's.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use crate::namespaces::SCRATCH;
use crate::policy::Policy;

/// Programs, libraries and their files. No system has all of these.
const SYSTEM: [&str; 19] = [
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr",
    "/nix/store",
    "/gnu/store",
    "/sys/devices/system/cpu",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/fpc.cfg",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
];
/// Languages with settings in `/etc`, in folders whose names end with a version.
const LANGUAGES: [&str; 5] = ["java", "python", "dotnet", "php", "ghc"];
/// What programs that use the network read besides.
const NETWORK: [&str; 7] = [
    "/etc/ca-certificates",
    "/etc/gai.conf",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/resolv.conf",
    "/etc/services",
    "/etc/ssl/certs",
];
/// The variables that an engine keeps: where programs and libraries are, language and time zone.
const KEPT: [&str; 20] = [
    "PATH",
    "LANG",
    "LANGUAGE",
    "TZ",
    "JAVA_HOME",
    "CLASSPATH",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "NODE_PATH",
    "PERL5LIB",
    "RUBYLIB",
    "GEM_HOME",
    "GOROOT",
    "DOTNET_ROOT",
    "OMP_NUM_THREADS",
    "RUST_BACKTRACE",
    "GSL_PATH",
];
/// How the variables end from which players take their seed and their time for a move.
const OF_PLAYERS: [&str; 2] = ["_GRAINE", "_MS"];
/// The kept variables that name folders for programs to read.
const FOLDERS: [&str; 10] = [
    "JAVA_HOME",
    "CLASSPATH",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYENV_ROOT",
    "NODE_PATH",
    "PERL5LIB",
    "RUBYLIB",
    "DOTNET_ROOT",
];
/// Folders of the machine that never belong to an engine, and entries of home folders with keys and
/// passwords.
const MACHINE: [&str; 6] = ["/boot", "/dev", "/etc", "/proc", "/run", "/sys"];
const SECRETS: [&str; 11] = [
    ".aws",
    ".config",
    ".docker",
    ".git-credentials",
    ".gnupg",
    ".kube",
    ".mozilla",
    ".netrc",
    ".password-store",
    ".pgpass",
    ".ssh",
];
/// How many entries of a folder are shown one by one, at most.
const ENTRIES: usize = 500;
/// How deep in packages a class is looked for.
const PACKAGES: usize = 4;
/// How many levels above the working folder a command may name.
const ABOVE: usize = 16;
/// Entries of an organiser's folder: secrets of a class, records of a championship.
const ORGANISERS: [&str; 2] = [".secrets.csv", ".parties"];
/// What a folder of programs needs beside it.
const BESIDE_PROGRAMS: [&str; 13] = [
    "Lib",
    "conf",
    "include",
    "jre",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "plugins",
    "pyvenv.cfg",
    "release",
    "share",
    "versions",
];

/// What an engine sees.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Files, and folders with everything in them.
    pub readable: Vec<PathBuf>,
    /// The folder below the scratch folder in which it starts.
    pub folder: PathBuf,
    /// Folders that only have to exist: a path enters them and leaves them again by `..`.
    pub passed: Vec<PathBuf>,
    /// Links below the scratch folder, and their targets: its own files under the names that its
    /// command uses.
    pub links: Vec<(PathBuf, PathBuf)>,
    /// Its own folders, whose files it also finds where it starts.
    pub homes: Vec<PathBuf>,
    /// What it finds empty.
    pub covered: Vec<PathBuf>,
}

/// The files that an engine is made of: absolute paths, otherwise as people wrote them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    /// Its own files, whose folders it may see too.
    pub own: Vec<PathBuf>,
    /// Files of this project that it needs.
    pub needed: Vec<PathBuf>,
    /// Files and folders among those of the system that it finds empty, where it has a root of its own.
    pub covered: Vec<PathBuf>,
}

/// What an engine made of these files sees when it is run in `cwd`.
pub fn of(files: &Files, cwd: &Path, policy: &Policy) -> Access {
    let hidden: Vec<PathBuf> = policy.hidden.iter().flat_map(|path| [normal(path), resolved(path)]).collect();
    let (mut own, mut homes) = (BTreeSet::new(), Vec::new());
    let readable: Vec<PathBuf> = policy.readable.iter().map(|path| normal(&cwd.join(path))).collect();
    for file in &files.own {
        let file = normal(file);
        let shown = shown(&file, cwd, &hidden, &readable).unwrap_or_default();
        let home = home(&file);
        let within = |folders: &[PathBuf]| folders.iter().any(|folder| home.starts_with(folder));
        if within(&shown) && !within(system()) && !homes.contains(&home) && home.to_str().is_some() {
            homes.push(home);
        }
        own.extend(shown);
    }
    own.extend(readable);
    let (folder, links) = links(&own, &homes, cwd);
    own.extend(files.needed.iter().map(|path| normal(path)));
    if policy.limits.network {
        own.extend(NETWORK.map(PathBuf::from));
    }
    let holds_hidden = |path: &Path| hidden.iter().any(|hidden| hidden.starts_with(path));
    let mut readable: Vec<PathBuf> =
        system().iter().filter(|path| of_system(path) || !holds_hidden(path)).cloned().collect();
    for path in own {
        readable.extend([resolved(&path), path]);
    }
    // Folders come before their entries, which are shown with them.
    readable.sort();
    readable.dedup();
    readable.retain(|path| path.to_str().is_some() && path.components().count() > 1);
    let passed = files.own.iter().chain(&files.needed).flat_map(|path| passed(path)).collect();
    let covered = files.covered.iter().map(|path| resolved(path)).collect();
    Access { readable, folder, passed, links, homes, covered }
}

/// What an engine made of these files takes along to another machine: its files, with the folders of them
/// that it sees, and what its policy lets it read. The same paths as people wrote them, made absolute.
///
/// # Errors
/// The first file that it does not see itself.
pub fn taken_along(files: &[PathBuf], cwd: &Path, policy: &Policy) -> Result<Vec<PathBuf>, Unseen> {
    let hidden: Vec<PathBuf> = policy.hidden.iter().flat_map(|path| [normal(path), resolved(path)]).collect();
    let readable: Vec<PathBuf> = policy.readable.iter().map(|path| normal(&cwd.join(path))).collect();
    let mut taken: BTreeSet<PathBuf> = readable.iter().cloned().collect();
    for file in files {
        taken.extend(shown(&normal(file), cwd, &hidden, &readable)?);
    }
    Ok(taken.into_iter().collect())
}

/// What every engine sees, looked up once.
fn system() -> &'static [PathBuf] {
    static SYSTEM_NOW: OnceLock<Vec<PathBuf>> = OnceLock::new();
    SYSTEM_NOW.get_or_init(|| {
        let of_language = |name: &str| LANGUAGES.iter().any(|language| name.starts_with(language));
        let settings = fs::read_dir("/etc").into_iter().flatten().flatten();
        let settings = settings.filter(|entry| entry.file_name().to_str().is_some_and(of_language));
        let named =
            SYSTEM.map(PathBuf::from).into_iter().chain(settings.map(|entry| entry.path())).chain(programs());
        let existing = |path: PathBuf| path.canonicalize().ok().map(|real| [path, real]);
        let mut paths: Vec<PathBuf> = named.filter_map(existing).flatten().collect();
        paths.sort();
        paths.dedup();
        paths
    })
}

/// The environment of an engine, made from the environment of this process. A JVM is told that the
/// machine has this many mebibytes of memory.
pub fn environment(limit_mib: u64) -> Vec<(OsString, OsString)> {
    let keeps = |name: &str| {
        KEPT.contains(&name) || name.starts_with("LC_") || OF_PLAYERS.iter().any(|end| name.ends_with(end))
    };
    let mut kept: Vec<_> = env::vars_os().filter(|(name, _)| name.to_str().is_some_and(keeps)).collect();
    for name in ["HOME", "TMPDIR"] {
        kept.push((name.into(), SCRATCH.into()));
    }
    // A JVM plans for all memory of the machine unless told otherwise. Its own command line wins.
    let java = format!("-XX:MaxRAM={limit_mib}m -XX:MaxRAMPercentage=60");
    kept.push(("JDK_JAVA_OPTIONS".into(), java.into()));
    kept
}

/// How the line starts by which a JVM says that it took these options.
pub const JAVA_NOTE: &str = "NOTE: Picked up JDK_JAVA_OPTIONS:";

/// The existing files and folders that a shell command names, as absolute paths, each once and in the
/// order of the command, without files of the system.
pub fn named(command: &str, cwd: &Path) -> Vec<PathBuf> {
    let words =
        shlex::split(command).unwrap_or_else(|| command.split_whitespace().map(str::to_owned).collect());
    // `a.jar:b.jar`, `--table=x`, `bot;`, `(bot`. A `..` stays: the engine will take the same way.
    let ends = ['=', ':', ';', '&', '|', '(', ')', '<', '>', ',', '"', '\'', ' ', '\n'];
    let parts: Vec<&str> =
        words.iter().flat_map(|word| std::iter::once(word.as_str()).chain(word.split(ends))).collect();
    let mut found = Vec::new();
    // `cd bots && ./bot`: what is named may be in a folder that is named.
    let mut folders = vec![cwd.to_owned()];
    while let Some(folder) = folders.pop() {
        for part in parts.iter().filter(|part| !part.is_empty()) {
            let path = folder.join(part);
            if found.contains(&path) || !path.exists() || of_system(&normal(&path)) {
                continue;
            }
            if folder == cwd && path.is_dir() && normal(&path) != cwd {
                folders.push(path.clone());
            }
            found.push(path);
        }
    }
    found
}

/// The folder of a file; if it is a folder, itself.
pub fn home(file: &Path) -> PathBuf {
    let folder = if file.is_dir() { file } else { file.parent().unwrap_or(Path::new("/")) };
    normal(folder)
}

/// Why an engine does not see its own folder, or the file that its command names.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unseen {
    /// This folder also has another's file: of it the engine sees only what its command names.
    #[error("{folder} also has {other}")]
    Shared { folder: PathBuf, other: PathBuf },
    /// This file is a link, or in a linked folder, and leads elsewhere.
    #[error("{file} leads to {target}")]
    Link { file: PathBuf, target: PathBuf },
    /// This file is hidden from engines, or private to the machine or the user.
    #[error("{0} is hidden")]
    Hidden(PathBuf),
}

/// What an engine made of these files does not see although its command names it, and folders of which
/// it sees only what its command names.
pub fn unseen(files: &Files, cwd: &Path, policy: &Policy) -> Vec<Unseen> {
    let hidden: Vec<PathBuf> = policy.hidden.iter().flat_map(|path| [normal(path), resolved(path)]).collect();
    let readable: Vec<PathBuf> = policy.readable.iter().map(|path| normal(&cwd.join(path))).collect();
    let mut found = Vec::new();
    for file in &files.own {
        let file = normal(file);
        match shown(&file, cwd, &hidden, &readable) {
            Err(why) => found.push(why),
            Ok(shown) if shown.first().is_some_and(|first| *first == file) != file.is_dir() => {
                let folder = home(&file);
                found.extend(another(&folder, &hidden).map(|other| Unseen::Shared { folder, other }));
            }
            Ok(_) => {}
        }
    }
    let mut seen = BTreeSet::new();
    found.retain(|why| seen.insert(why.to_string()));
    found
}

/// The engine's own folder with this file, or the file alone; of a folder that is not its own alone, the
/// classes of Java.
fn shown(file: &Path, cwd: &Path, hidden: &[PathBuf], readable: &[PathBuf]) -> Result<Vec<PathBuf>, Unseen> {
    let real = resolved(file);
    let is_hidden = |path: &Path| hidden.iter().any(|hidden| path.starts_with(hidden)) || is_private(path);
    if is_hidden(file) || is_hidden(&real) {
        return Err(Unseen::Hidden(file.to_owned()));
    }
    let folder = if file.is_dir() { file } else { file.parent().unwrap_or(Path::new("/")) };
    let known =
        |path: &Path| of_system(path) || system().iter().chain(readable).any(|shown| path.starts_with(shown));
    let within = trusted(folder, cwd).filter(|real| file.is_dir() || resolved(file).starts_with(real));
    if within.is_none() && !known(&real) {
        return Err(Unseen::Link { file: file.to_owned(), target: real });
    }
    let prefix = folder
        .parent()
        .filter(|prefix| (folder.ends_with("bin") || folder.ends_with("shims")) && !is_mixed(prefix));
    let own = |folder: &&Path| {
        let trusted = trusted(folder, cwd).is_some();
        trusted && !holds_home(folder) && !of_system(folder) && another(folder, hidden).is_none()
    };
    if let Some(folder) = prefix.into_iter().chain([folder]).find(own) {
        return Ok(vec![folder.to_owned()]);
    }
    if !file.is_dir() {
        return Ok(vec![file.to_owned()]);
    }
    if within.is_some() && !holds_home(folder) && !of_system(folder) {
        let classes = classes(folder, hidden);
        if !classes.is_empty() {
            return Ok(classes);
        }
    }
    Err(another(folder, hidden).map_or_else(
        || Unseen::Hidden(folder.to_owned()),
        |other| Unseen::Shared { folder: folder.to_owned(), other },
    ))
}

/// The files of this folder that a JVM may look for, and the folders of packages with nobody else's files
/// in them.
fn classes(folder: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let is_class = |path: &Path| path.extension().is_some_and(|kind| kind == "class" || kind == "jar");
    let entries =
        |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_package = |folder: &Path| {
        let mut folders = vec![(folder.to_owned(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            for path in entries(&folder).take(ENTRIES) {
                if is_class(&path) {
                    return true;
                }
                if depth < PACKAGES && path.is_dir() && !path.is_symlink() {
                    folders.push((path, depth + 1));
                }
            }
        }
        false
    };
    let shown = entries(folder).filter(|path| {
        let own = |path: &Path| !hidden.iter().any(|hidden| path.starts_with(hidden));
        !path.is_symlink()
            && own(path)
            && if path.is_dir() {
                another(path, hidden).is_none() && is_package(path)
            } else {
                is_class(path)
            }
    });
    shown.collect()
}

/// A file in this folder that is not the engine's: a hidden one, or one of those that organisers keep
/// there or one folder below.
fn another(folder: &Path, hidden: &[PathBuf]) -> Option<PathBuf> {
    let real = resolved(folder);
    if let Some(hidden) = hidden.iter().find(|path| path.starts_with(folder) || path.starts_with(&real)) {
        return Some(hidden.clone());
    }
    let entries =
        |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let organisers = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ORGANISERS.iter().any(|ending| name.ends_with(ending))
    };
    let below = entries(folder).filter(|path| path.is_dir() && !path.is_symlink());
    entries(folder).find(organisers).or_else(|| below.flat_map(|folder| entries(&folder)).find(organisers))
}

/// The folder without links, if none of its links can be a stranger's: on the way from where it parts
/// from `cwd` only the first step may be a link, or those above it.
fn trusted(folder: &Path, cwd: &Path) -> Option<PathBuf> {
    let steps = folder.components().zip(cwd.components()).take_while(|(one, other)| one == other).count();
    let first: PathBuf = folder.components().take(steps + 1).collect();
    let rest = folder.strip_prefix(&first).ok()?;
    let expected = resolved(&first).join(rest);
    (resolved(folder) == expected).then_some(expected)
}

/// Whether this is private to the machine or the user, even if a command names it.
fn is_private(path: &Path) -> bool {
    let home = env::home_dir().unwrap_or_default();
    let in_home = [normal(&home), resolved(&home)].into_iter().any(|home| {
        let below = path.strip_prefix(home).ok();
        below
            .and_then(|below| below.iter().next())
            .is_some_and(|first| SECRETS.iter().any(|name| first == *name))
    });
    // Removable disks are mounted there.
    let carried = path.starts_with("/run/media");
    in_home || !carried && MACHINE.iter().any(|folder| path.starts_with(folder))
}

/// Whether this is the home folder, a folder above it, or the root.
fn holds_home(folder: &Path) -> bool {
    let homes = env::home_dir().into_iter().flat_map(|home| [normal(&home), resolved(&home)]);
    folder == Path::new("/")
        || homes.into_iter().any(|home| home.starts_with(folder) || home.starts_with(resolved(folder)))
}

/// Whether every engine sees it anyway.
fn of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// Folders of programs outside the system's: those of `PATH`, with what their programs need, and
/// those that variables name.
fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in env::split_paths(&env::var_os("PATH").unwrap_or_default()).filter(|path| path.is_absolute())
    {
        let folder = normal(&folder);
        if of_system(&folder) || holds_home(&folder) {
            continue;
        }
        if let Some(prefix) = folder.parent().filter(|_| folder.ends_with("bin") || folder.ends_with("shims"))
            && !is_mixed(prefix)
        {
            found.extend(BESIDE_PROGRAMS.map(|name| prefix.join(name)));
        }
        found.push(folder);
    }
    for name in FOLDERS {
        let value = env::var_os(name).unwrap_or_default();
        let named = env::split_paths(&value).filter(|path| path.is_absolute()).map(|path| normal(&path));
        found.extend(named.filter(|path| !holds_home(path)));
    }
    // A prefix, which may hold more than the GSL.
    let gsl = env::var_os("GSL_PATH").map(PathBuf::from).filter(|path| path.is_absolute());
    if let Some(prefix) = gsl.map(|path| normal(&path)) {
        let folders = ["bin", "include", "lib", "lib64"].map(|name| prefix.join(name));
        found.extend(folders.into_iter().filter(|path| !holds_home(path)));
    }
    found
}

/// Whether a prefix holds secrets besides programs.
fn is_mixed(prefix: &Path) -> bool {
    prefix.components().count() < 3
        || [".local", ".cargo", ".config"].iter().any(|name| prefix.ends_with(name))
}

/// The links by which an engine finds its files under the names that they have in `cwd`, and the
/// folder below the scratch folder in which it has to start so that names with `..` work too.
fn links(own: &BTreeSet<PathBuf>, homes: &[PathBuf], cwd: &Path) -> (PathBuf, Vec<(PathBuf, PathBuf)>) {
    let above = |path: &Path| {
        let mut base = cwd;
        for steps in 0..=ABOVE {
            if let Ok(below) = path.strip_prefix(base) {
                return Some((steps, base.to_owned(), below.to_owned()));
            }
            base = base.parent()?;
        }
        None
    };
    // A file that shares nothing but the root with `cwd` is named by its absolute path.
    let seen: Vec<_> = own
        .iter()
        .filter_map(|path| Some((path, above(path)?)))
        .filter(|(_, (_, base, _))| base.parent().is_some())
        .collect();
    let steps = seen.iter().map(|(_, (steps, ..))| *steps).max().unwrap_or(0);
    let top = cwd.ancestors().nth(steps).unwrap_or(cwd);
    let folder = Path::new("travail").join(cwd.strip_prefix(top).unwrap_or(Path::new("")));
    let mut links = Vec::new();
    for (path, _) in seen {
        let below = Path::new("travail").join(path.strip_prefix(top).unwrap_or(path));
        if folder == below && homes.contains(path) {
            // Its files are found there anyway.
        } else if folder.starts_with(&below) {
            // The working folder itself or one above it: link its entries.
            let entries = fs::read_dir(path).into_iter().flatten().flatten().take(ENTRIES);
            let entries = entries.map(|entry| (below.join(entry.file_name()), entry.path()));
            links.extend(entries.filter(|(link, _)| !folder.starts_with(link)));
        } else {
            links.push((below, path.clone()));
        }
    }
    links.retain(|(link, path)| link.to_str().is_some() && path.to_str().is_some());
    (folder, links)
}

/// The folders that this path leaves again by `..`.
fn passed(path: &Path) -> Vec<PathBuf> {
    let ancestors: Vec<&Path> = path.ancestors().collect();
    let leaving = ancestors.iter().filter(|ancestor| ancestor.ends_with(".."));
    leaving.filter_map(|ancestor| ancestor.parent().map(normal)).collect()
}

/// The path without `.` and `..`, whether it exists or not.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// The path without links where it exists, else without `.` and `..`.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| normal(path))
}

/// A path that is the same however a file is named: without links where the file exists, else
/// absolute.
pub fn comparable(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|_| std::path::absolute(path))
}

/// The first of these files that is hidden or in a hidden folder, with the path that hides it. All
/// paths are [`comparable`].
pub fn first_hidden<'a>(
    files: &'a [PathBuf],
    hidden: impl IntoIterator<Item = &'a PathBuf> + Clone,
) -> Option<(&'a PathBuf, &'a PathBuf)> {
    let by = |file: &PathBuf| hidden.clone().into_iter().find(|hidden| file.starts_with(hidden));
    files.iter().find_map(|file| Some((file, by(file)?)))
}

#[cfg(test)]
mod tests;
