//! Which files an engine may see, from the command that starts it.
//!
//! Its own folder is the folder of the file that its command names. If that folder also has hidden
//! files (records, results, other engines), the engine sees the folder's other entries one by one.
//! Of the home folder and the folders above it, it sees only the file.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use object::elf::{DT_RPATH, DT_RUNPATH, FileHeader64};
use object::read::elf::FileHeader;
use object::{Endianness, ReadCache};

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
const KEPT: [&str; 19] = [
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
];
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
/// How many levels above the working folder a command may name.
const ABOVE: usize = 16;
/// A linker writes one entry for the folders of libraries, or two. Each may be as long as the file.
const LIBRARY_ENTRIES: usize = 2;
/// Longer files are not searched for folders of libraries, in bytes.
const LONGEST_PROGRAM: u64 = 256 << 20;

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
}

/// The files that an engine is made of: absolute paths, otherwise as people wrote them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    /// Its own files, whose folders it may see too.
    pub own: Vec<PathBuf>,
    /// Files of this project that it needs.
    pub needed: Vec<PathBuf>,
}

/// What an engine made of these files sees when it is run in `cwd`.
pub fn of(files: &Files, cwd: &Path, policy: &Policy) -> Access {
    let hidden: Vec<PathBuf> = policy.hidden.iter().flat_map(|path| [normal(path), resolved(path)]).collect();
    let mut own = BTreeSet::new();
    for file in &files.own {
        let file = normal(file);
        let libraries = library_folders(&file).into_iter().map(|folder| normal(&folder));
        let libraries = libraries.filter(|folder| folder.is_dir() && !of_system(folder));
        own.extend(libraries.flat_map(|folder| shown(&folder, &hidden)));
        // A link may lead to the rest of the engine: from a virtual environment to its interpreter, say.
        own.extend(shown(&resolved(&file), &hidden));
        own.extend(shown(&file, &hidden));
    }
    own.extend(policy.readable.iter().map(|path| normal(&cwd.join(path))));
    let (folder, links) = links(&own, cwd);
    own.extend(files.needed.iter().map(|path| normal(path)));
    if policy.limits.network {
        own.extend(NETWORK.map(PathBuf::from));
    }
    let mut readable = system().to_vec();
    for path in own {
        readable.extend([resolved(&path), path]);
    }
    // Folders come before their entries, which are shown with them.
    readable.sort();
    readable.dedup();
    readable.retain(|path| path.to_str().is_some() && path.components().count() > 1);
    let passed = files.own.iter().chain(&files.needed).flat_map(|path| passed(path)).collect();
    Access { readable, folder, passed, links }
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
    let keeps = |name: &str| KEPT.contains(&name) || name.starts_with("LC_");
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
    let mut found = Vec::new();
    for word in &words {
        // `a.jar:b.jar`, `--table=x`, `bot;`, `(bot`. A `..` stays: the engine will take the same way.
        let parts = word.split(['=', ':', ';', '&', '|', '(', ')', '<', '>', ',', '"', '\'', ' ', '\n']);
        for part in std::iter::once(word.as_str()).chain(parts) {
            let path = cwd.join(part);
            if !part.is_empty() && !found.contains(&path) && path.exists() && !of_system(&normal(&path)) {
                found.push(path);
            }
        }
    }
    found
}

fn shown(file: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let is_hidden = |path: &Path| hidden.iter().any(|hidden| path.starts_with(hidden));
    let holds_hidden = |path: &Path| is_hidden(path) || hidden.iter().any(|hidden| hidden.starts_with(path));
    if [file, &resolved(file)].into_iter().any(|path| is_hidden(path) || is_private(path)) {
        return Vec::new();
    }
    let folder = if file.is_dir() { Some(file) } else { file.parent().map(prefix) };
    let Some(folder) = folder.filter(|folder| !holds_home(folder) && !of_system(folder)) else {
        return if file.is_dir() { Vec::new() } else { vec![file.to_owned()] };
    };
    if !holds_hidden(folder) && !holds_hidden(&resolved(folder)) {
        return vec![folder.to_owned()];
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut entries: Vec<PathBuf> =
        entries.filter(|path| !holds_hidden(path) && !holds_hidden(&resolved(path))).take(ENTRIES).collect();
    if !file.is_dir() {
        entries.push(file.to_owned());
    }
    entries
}

/// The folder that the programs of this folder need: `PREFIX/bin` needs `PREFIX/lib`, so it is
/// `PREFIX`, unless a prefix of this name also holds other things.
fn prefix(folder: &Path) -> &Path {
    let above = folder.parent().filter(|prefix| !holds_home(prefix) && !is_mixed(prefix));
    above.filter(|_| folder.ends_with("bin") || folder.ends_with("shims")).unwrap_or(folder)
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
        found.push(prefix(&folder).to_owned());
    }
    for name in FOLDERS {
        let value = env::var_os(name).unwrap_or_default();
        let named = env::split_paths(&value).filter(|path| path.is_absolute()).map(|path| normal(&path));
        found.extend(named.filter(|path| !holds_home(path)));
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
fn links(own: &BTreeSet<PathBuf>, cwd: &Path) -> (PathBuf, Vec<(PathBuf, PathBuf)>) {
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
        if folder.starts_with(&below) {
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
fn normal(path: &Path) -> PathBuf {
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

/// The folders in which a program or library says that its libraries are (`-Wl,-rpath`). None for a
/// file that is no program or library of this kind of machine.
fn library_folders(file: &Path) -> Vec<PathBuf> {
    let lists = File::open(file).ok().and_then(run_paths).unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
    let parts = lists.iter().flat_map(|list| list.split(|byte| *byte == b':'));
    let named = parts.filter_map(|part| {
        let part = str::from_utf8(part).ok()?;
        Some(PathBuf::from(part.replace("${ORIGIN}", &folder).replace("$ORIGIN", &folder)))
    });
    named.filter(|path| path.is_absolute()).collect()
}

/// The lists of folders in the dynamic section of a file.
fn run_paths(file: File) -> Option<Vec<Vec<u8>>> {
    let about = file.metadata().ok()?;
    if !about.is_file() || about.len() > LONGEST_PROGRAM {
        return None;
    }
    // Only the needed parts of the file are read.
    let data = ReadCache::new(file);
    let header = FileHeader64::<Endianness>::parse(&data).ok()?;
    let endian = header.endian().ok()?;
    let table = header.sections(endian, &data).ok()?.dynamic_table(endian, &data).ok()?;
    let named = table.iter().filter(|entry| matches!(entry.tag, DT_RPATH | DT_RUNPATH));
    let lists = named.take(LIBRARY_ENTRIES).filter_map(|entry| table.string(entry).ok());
    Some(lists.map(<[u8]>::to_vec).collect())
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
