//! Which files an engine gets to see, from how people name it.
//!
//! Its own folder is that of the file that its command names. Where that folder also holds what is hidden from it - records,
//! results, other engines -, it sees the folder's other entries one by one; of the home folder and those above it only the file.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use super::linked;
use super::policy::Policy;
use super::root::SCRATCH;

/// Programs, libraries and what they read of the system; who has one of these has not all of them.
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
/// Languages whose settings are in `/etc`, in folders with a version in their names.
const LANGUAGES: [&str; 5] = ["java", "python", "dotnet", "php", "ghc"];
/// What who may use the network reads besides.
const NETWORK: [&str; 7] = [
    "/etc/ca-certificates",
    "/etc/gai.conf",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/resolv.conf",
    "/etc/services",
    "/etc/ssl/certs",
];
/// What stays of the environment: where programs and libraries are, and how people write.
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
/// Those of them that name folders for programs to read.
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
/// Folders of the machine that no engine is made of, and those of users who keep keys and passwords there.
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
/// How many entries of a folder are shown one by one.
const ENTRIES: usize = 500;
/// How many levels above the working folder a command may name.
const ABOVE: usize = 16;

/// What an engine sees.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Files, and folders with all that is in them.
    pub readable: Vec<PathBuf>,
    /// The folder below the scratch folder in which it begins.
    pub folder: PathBuf,
    /// Folders that only have to be there: those that a path leaves again by `..`.
    pub passed: Vec<PathBuf>,
    /// Links below the scratch folder, and where they lead: its own files under the names that its command has for them.
    pub links: Vec<(PathBuf, PathBuf)>,
}

/// The files that an engine is made of: absolute, as they are named.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    /// Its own, whose folders it may see too.
    pub own: Vec<PathBuf>,
    /// Ours that it needs.
    pub needed: Vec<PathBuf>,
}

/// What an engine sees made of these files; it is run in `cwd`.
pub fn of(files: &Files, cwd: &Path, policy: &Policy) -> Access {
    let hidden: Vec<PathBuf> = policy.hidden.iter().flat_map(|path| [normal(path), real(path)]).collect();
    let mut own = BTreeSet::new();
    for file in &files.own {
        let file = normal(file);
        let libraries = linked::folders(&file).into_iter().map(|folder| normal(&folder));
        let libraries = libraries.filter(|folder| folder.is_dir() && !of_system(folder));
        own.extend(libraries.flat_map(|folder| shown(&folder, &hidden)));
        // A link leads to what it is made of: the interpreter of a virtual environment, say.
        own.extend(shown(&real(&file), &hidden));
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
        readable.extend([real(&path), path]);
    }
    // Folders before what is in them; that is shown with them.
    readable.sort();
    readable.dedup();
    readable.retain(|path| path.to_str().is_some() && path.components().count() > 1);
    let passed = files.own.iter().chain(&files.needed).flat_map(|path| passed(path)).collect();
    Access { readable, folder, passed, links }
}

/// What every engine sees; it does not change while this program runs.
fn system() -> &'static [PathBuf] {
    static SYSTEM_NOW: OnceLock<Vec<PathBuf>> = OnceLock::new();
    SYSTEM_NOW.get_or_init(|| {
        let of_language = |name: &str| LANGUAGES.iter().any(|language| name.starts_with(language));
        let settings = fs::read_dir("/etc").into_iter().flatten().flatten();
        let settings = settings.filter(|entry| entry.file_name().to_str().is_some_and(of_language));
        let named =
            SYSTEM.map(PathBuf::from).into_iter().chain(settings.map(|entry| entry.path())).chain(programs());
        let real = |path: PathBuf| path.canonicalize().ok().map(|real| [path, real]);
        let mut paths: Vec<PathBuf> = named.filter_map(real).flatten().collect();
        paths.sort();
        paths.dedup();
        paths
    })
}

/// The environment of an engine, from that of this process; a JVM is told that the machine has so many mebibytes of
/// memory.
pub fn environment(limit_mib: u64) -> Vec<(OsString, OsString)> {
    let keeps = |name: &str| KEPT.contains(&name) || name.starts_with("LC_");
    let mut kept: Vec<_> = env::vars_os().filter(|(name, _)| name.to_str().is_some_and(keeps)).collect();
    for name in ["HOME", "TMPDIR"] {
        kept.push((name.into(), SCRATCH.into()));
    }
    // A JVM plans for the machine's memory unless it is told of less; what its own command line says counts more.
    let java = format!("-XX:MaxRAM={limit_mib}m -XX:MaxRAMPercentage=60");
    kept.push(("JDK_JAVA_OPTIONS".into(), java.into()));
    kept
}

/// The line by which a JVM says that it was told so.
pub const JAVA_NOTE: &str = "NOTE: Picked up JDK_JAVA_OPTIONS:";

/// The existing files and folders that a command for the shell names, absolute, each once and in the order of the
/// command; without those of the system.
pub fn named(command: &str, cwd: &Path) -> Vec<PathBuf> {
    let words =
        shlex::split(command).unwrap_or_else(|| command.split_whitespace().map(str::to_owned).collect());
    let mut found = Vec::new();
    for word in &words {
        // `a.jar:b.jar`, `--table=x`, `bot;`, `(bot`. With its `..`: the engine will come by there.
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

/// What is shown of the folder of this file, or of this folder.
fn shown(file: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let is_hidden = |path: &Path| hidden.iter().any(|hidden| path.starts_with(hidden));
    let holds_hidden = |path: &Path| is_hidden(path) || hidden.iter().any(|hidden| hidden.starts_with(path));
    if [file, &real(file)].into_iter().any(|path| is_hidden(path) || is_private(path)) {
        return Vec::new();
    }
    let folder = if file.is_dir() { Some(file) } else { file.parent().map(prefix) };
    let Some(folder) = folder.filter(|folder| !holds_home(folder) && !of_system(folder)) else {
        return if file.is_dir() { Vec::new() } else { vec![file.to_owned()] };
    };
    if !holds_hidden(folder) && !holds_hidden(&real(folder)) {
        return vec![folder.to_owned()];
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut entries: Vec<PathBuf> =
        entries.filter(|path| !holds_hidden(path) && !holds_hidden(&real(path))).take(ENTRIES).collect();
    if !file.is_dir() {
        entries.push(file.to_owned());
    }
    entries
}

/// What belongs to the programs of this folder: `PREFIX/bin` needs `PREFIX/lib`; but there are prefixes with all sorts of things in
/// them.
fn prefix(folder: &Path) -> &Path {
    let above = folder.parent().filter(|prefix| !holds_home(prefix) && !is_mixed(prefix));
    above.filter(|_| folder.ends_with("bin") || folder.ends_with("shims")).unwrap_or(folder)
}

/// Whether this is the machine's or the user's own affair, even if a command names it.
fn is_private(path: &Path) -> bool {
    let home = env::home_dir().unwrap_or_default();
    let in_home = [normal(&home), real(&home)].into_iter().any(|home| {
        let below = path.strip_prefix(home).ok();
        below
            .and_then(|below| below.iter().next())
            .is_some_and(|first| SECRETS.iter().any(|name| first == *name))
    });
    // Disks that people carry about are mounted there.
    let carried = path.starts_with("/run/media");
    in_home || !carried && MACHINE.iter().any(|folder| path.starts_with(folder))
}

/// Whether this is the home folder or one above it, or the root.
fn holds_home(folder: &Path) -> bool {
    let homes = env::home_dir().into_iter().flat_map(|home| [normal(&home), real(&home)]);
    folder == Path::new("/")
        || homes.into_iter().any(|home| home.starts_with(folder) || home.starts_with(real(folder)))
}

/// Whether it is shown as the system's anyway.
fn of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// The folders of programs outside the system's own: of the path, with what belongs to them; those that variables name.
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

/// Folders that hold secrets besides programs.
fn is_mixed(prefix: &Path) -> bool {
    prefix.components().count() < 3
        || [".local", ".cargo", ".config"].iter().any(|name| prefix.ends_with(name))
}

/// The links by which an engine finds its files under the names that they have seen from `cwd`, and where below the scratch folder
/// it has to begin so that those with `..` lead to them too.
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
    // What is only found from the root is named by its absolute path.
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
            // The working folder itself, or one above it: its entries.
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

/// The folders that this path leaves again.
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

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| normal(path))
}

#[cfg(test)]
mod tests;
