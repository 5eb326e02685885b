//! Specifications of engines.

use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use confine::{Files, home, named, utf8_locale};
use jeux::Reason;

use crate::game::{GameEntry, JavaEngine};

/// An engine by name: the value of `--moteur`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSpec {
    /// `java`: the Java engine, in a JVM inside this process where the program supports that;
    /// `java:PATH [CLASS]`: one's own.
    Java(Option<JavaClass>),
    /// `java-pipe`, `java-pipe:PATH [CLASS]`: the same as a child process.
    JavaPipe(Option<JavaClass>),
    /// `pipe:COMMAND`: any program that speaks the engine protocol; the shell runs the command.
    Pipe(String),
    /// `so:PATH [OPTIONS]`: a player in a shared library, run by `joueur hote-JEU` with these
    /// options.
    Library {
        path: PathBuf,
        /// Options of its host.
        options: Vec<String>,
    },
    /// A built-in engine of `moteur` with its options: `alphabeta`, `hasard --graine 7`.
    BuiltIn(Vec<String>),
}

/// A class with the methods of an engine in Java, `recevoir` and `emettre`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JavaClass {
    /// Its class path: an archive or a folder.
    pub path: PathBuf,
    /// Its name with its package, in dots; `None`: the `Main-Class` of the archive.
    pub name: Option<String>,
}

impl JavaClass {
    /// Reads `PATH [CLASS]`; a path may be that of the class's own file.
    fn parse(text: &str) -> Self {
        let (path, name) = match text.trim().split_once(char::is_whitespace) {
            Some((path, name)) => (Path::new(path), Some(name.trim().replace('/', "."))),
            None => (Path::new(text.trim()), None),
        };
        match (path.extension(), path.file_stem().and_then(|stem| stem.to_str())) {
            (Some(kind), Some(stem)) if kind == "class" && name.is_none() => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                JavaClass { path: folder.unwrap_or(Path::new(".")).to_owned(), name: Some(stem.to_owned()) }
            }
            _ => JavaClass { path: path.to_owned(), name },
        }
    }

    /// Whether it can be there, as far as its path says.
    pub fn check(&self) -> Result<(), SpecError> {
        let path = &self.path;
        if path.extension().is_some_and(|kind| kind == "java") {
            return Err(SpecError::JavaSource(path.clone()));
        }
        let found = fs::metadata(path).map_err(|error| SpecError::Library { path: path.clone(), error })?;
        if self.name.is_none() && found.is_dir() {
            return Err(SpecError::JavaClass(path.clone()));
        }
        Ok(())
    }
}

impl fmt::Display for JavaClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        self.name.iter().try_for_each(|name| write!(f, " {name}"))
    }
}

/// Why an engine cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// The specification is empty.
    #[error("no engine is named")]
    Empty,
    /// A program of ours is missing.
    #[error("{what} is not at {path}: build it first")]
    Missing {
        /// What is missing.
        what: &'static str,
        path: PathBuf,
    },
    /// The game has no such engine.
    #[error("{game} has no engine {engine} ({known})")]
    OtherGame {
        engine: String,
        game: &'static str,
        /// Its engines.
        known: String,
        /// The one probably meant.
        near: Option<String>,
    },
    /// The library is missing or inaccessible.
    #[error("{path}: {error}")]
    Library {
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// A source of Java, which has to be compiled.
    #[error("{0} is a source: compile it first")]
    JavaSource(PathBuf),
    /// A folder of classes, without the name of the engine's.
    #[error("which class of {0}?")]
    JavaClass(PathBuf),
    /// The folder of this program is unknown.
    #[error("cannot find this program's own folder: {0}")]
    Lost(#[from] io::Error),
}

impl From<&SpecError> for Reason {
    fn from(error: &SpecError) -> Self {
        match error {
            SpecError::Empty => Reason::new("engine-unnamed"),
            SpecError::Missing { what, path } => {
                Reason::new("engine-missing").with(what).with(path.display())
            }
            SpecError::OtherGame { engine, game, known, near } => {
                let reason = Reason::new("engine-of-other-game").with(engine).with(game).with(known);
                near.iter().fold(reason, |reason, near| reason.with(near))
            }
            SpecError::Library { path, error } => Reason::file(path, error),
            SpecError::JavaSource(path) => {
                let class = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                Reason::new("java-source").with(path.display()).with(class)
            }
            SpecError::JavaClass(path) => Reason::new("java-class").with(path.display()),
            SpecError::Lost(error) => Reason::new("program-lost").because(Reason::os(error)),
        }
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        match text.split_once(':') {
            Some(("pipe", command)) if !command.trim().is_empty() => {
                return Ok(EngineSpec::Pipe(command.trim().to_owned()));
            }
            Some(("so", library)) if !library.trim().is_empty() => return Ok(EngineSpec::library(library)),
            Some(("java", class)) if !class.trim().is_empty() => {
                return Ok(EngineSpec::Java(Some(JavaClass::parse(class))));
            }
            Some(("java-pipe", class)) if !class.trim().is_empty() => {
                return Ok(EngineSpec::JavaPipe(Some(JavaClass::parse(class))));
            }
            Some(("pipe" | "so" | "java" | "java-pipe", _)) => return Err(SpecError::Empty),
            _ => {}
        }
        match text {
            "" => Err(SpecError::Empty),
            "java" => Ok(EngineSpec::Java(None)),
            "java-pipe" => Ok(EngineSpec::JavaPipe(None)),
            _ => Ok(EngineSpec::BuiltIn(text.split_whitespace().map(str::to_owned).collect())),
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpec::Java(None) => f.write_str("java"),
            EngineSpec::Java(Some(class)) => write!(f, "java:{class}"),
            EngineSpec::JavaPipe(None) => f.write_str("java-pipe"),
            EngineSpec::JavaPipe(Some(class)) => write!(f, "java-pipe:{class}"),
            EngineSpec::Pipe(command) => write!(f, "pipe:{command}"),
            EngineSpec::Library { path, options } => {
                write!(f, "so:{}", path.display())?;
                options.iter().try_for_each(|word| write!(f, " {word}"))
            }
            EngineSpec::BuiltIn(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// The program that gives any class with these methods standard input and output.
const ANY_CLASS: JavaEngine =
    JavaEngine { archive: "moteur-java.jar", program: "arbitre.Tuyau", class: "arbitre/Tuyau" };

/// Names from this similarity on are suggested; 1 is equality.
const LIKE: f64 = 0.8;

/// This program, even if its file has been replaced.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// The folders of Arbitre's programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstallPaths {
    /// The folder of the programs.
    pub folder: PathBuf,
    /// The class path of the Java engines, if given.
    pub java: Option<PathBuf>,
    /// The program that starts engines: any whose `main` begins with
    /// [`launched`](confine::launched).
    pub launcher: PathBuf,
}

impl InstallPaths {
    /// Beside the running program, as cargo and an installation lay them out; `ARBITRE_JAVA` gives
    /// another class path.
    pub fn beside_this_program() -> Result<Self, SpecError> {
        let program = env::current_exe()?;
        let folder = program.parent().unwrap_or(Path::new("."));
        // Test programs are one folder deeper, and not launchers.
        let tests = folder.ends_with("deps");
        let folder = if tests { folder.parent().unwrap_or(folder) } else { folder };
        let launcher = if tests { folder.join("joueur") } else { THIS_PROGRAM.into() };
        Ok(InstallPaths {
            folder: folder.to_owned(),
            java: env::var_os("ARBITRE_JAVA").map(PathBuf::from),
            launcher,
        })
    }

    /// The path of a program of ours.
    pub fn program(&self, name: &'static str) -> Result<PathBuf, SpecError> {
        let path = self.folder.join(name);
        if path.exists() { Ok(path) } else { Err(SpecError::Missing { what: name, path }) }
    }

    /// The class path of a Java engine.
    pub fn java(&self, engine: &JavaEngine) -> Result<PathBuf, SpecError> {
        let candidates = match &self.java {
            Some(path) => vec![path.clone()],
            None => vec![self.folder.join("../java").join(engine.archive), self.folder.join(engine.archive)],
        };
        let there = candidates.iter().find(|path| path.exists());
        let missing = || SpecError::Missing { what: engine.archive, path: candidates[0].clone() };
        there.cloned().ok_or_else(missing)
    }
}

/// What runs a file that is no program, by its extension.
const INTERPRETERS: [(&str, &str); 6] =
    [("py", "python3"), ("js", "node"), ("rb", "ruby"), ("pl", "perl"), ("sh", "sh"), ("jar", "java -jar")];

impl EngineSpec {
    /// An engine as a person types it: a file with its arguments stands for the command that runs it, or
    /// for the library that it is.
    pub fn typed(text: &str) -> Result<Self, SpecError> {
        EngineSpec::file(text.trim()).map_or_else(|| text.parse(), Ok)
    }

    fn file(text: &str) -> Option<Self> {
        let first = text.find(char::is_whitespace).filter(|_| !Path::new(text).is_file());
        let (name, arguments) = text.split_at(first.unwrap_or(text.len()));
        let path = Path::new(name);
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        // `hasard` is an engine even where a file has that name.
        if !name.contains('/') && extension.is_empty() {
            return None;
        }
        if extension == "so" {
            return Some(EngineSpec::library(text));
        }
        let word = shlex::try_quote(name).ok()?;
        if extension == "class" {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).to_str()?;
            let (folder, class) = (shlex::try_quote(folder).ok()?, path.file_stem()?.to_str()?);
            return Some(EngineSpec::Pipe(format!("java -cp {folder} {class}{arguments}")));
        }
        let executable = metadata.permissions().mode() & 0o111 != 0;
        let interpreter = INTERPRETERS.iter().find(|(known, _)| *known == extension);
        let here = if name.contains('/') { "" } else { "./" };
        match interpreter {
            Some((_, interpreter)) if !executable => {
                Some(EngineSpec::Pipe(format!("{interpreter} {word}{arguments}")))
            }
            _ if executable => Some(EngineSpec::Pipe(format!("{here}{word}{arguments}"))),
            _ => None,
        }
    }

    /// Parses the text after `so:`: the options begin with the first `--` after a space.
    fn library(text: &str) -> Self {
        let text = text.trim();
        let (path, options) = text.split_at(text.find(" --").unwrap_or(text.len()));
        let options = options.split_whitespace().map(str::to_owned).collect();
        EngineSpec::Library { path: path.trim_end().into(), options }
    }

    /// A player's default name: the program or engine without options and folder, 30 characters at
    /// most.
    pub fn label(&self) -> String {
        let text = self.to_string();
        let word = match self {
            // In `python3 engine.py` the second word is the name.
            EngineSpec::Pipe(command) => command.split_whitespace().next_back(),
            EngineSpec::Library { path, .. } => {
                let stem = path.file_stem().and_then(|name| name.to_str());
                stem.map(|stem| stem.strip_prefix("lib").unwrap_or(stem))
            }
            EngineSpec::Java(Some(class)) | EngineSpec::JavaPipe(Some(class)) => match &class.name {
                Some(name) => name.rsplit('.').next(),
                None => class.path.file_stem().and_then(|name| name.to_str()),
            },
            _ => text.split_whitespace().next(),
        };
        let word = word.unwrap_or(&text);
        word.rsplit('/').next().unwrap_or(word).chars().take(30).collect()
    }

    pub fn java_of(&self, kind: &GameEntry) -> Result<&'static JavaEngine, SpecError> {
        kind.java.ok_or_else(|| self.of_other_game(kind))
    }

    fn of_other_game(&self, kind: &GameEntry) -> SpecError {
        let known = format!("{}, pipe:...", kind.engine);
        SpecError::OtherGame { engine: self.to_string(), game: kind.name, known, near: None }
    }

    /// The command that starts the engine for this game as a child process.
    pub fn command(&self, kind: &GameEntry, places: &InstallPaths) -> Result<Command, SpecError> {
        match self {
            EngineSpec::Java(class) | EngineSpec::JavaPipe(class) => {
                let engine = if class.is_some() { &ANY_CLASS } else { self.java_of(kind)? };
                let mut command = Command::new(java_program());
                // The engine is almost alone in this JVM: one collector thread starts faster.
                command.args(["-XX:+UseSerialGC", "-cp"]);
                command.arg(places.java(engine)?).arg(engine.program).envs(utf8_locale());
                if let Some(class) = class {
                    class.check()?;
                    command.arg(&class.path).args(&class.name);
                }
                Ok(command)
            }
            EngineSpec::Pipe(line) => {
                let mut command = Command::new("sh");
                // Some shells stay as parents; end and processor time would then be a child's.
                let exec = if is_one_program(line) { "exec " } else { "" };
                command.arg("-c").arg(format!("{exec}{line}")).envs(utf8_locale());
                Ok(command)
            }
            EngineSpec::Library { path, options } => {
                if !kind.hosted {
                    return Err(self.of_other_game(kind));
                }
                let mut command = Command::new(places.program("joueur")?);
                // It leads a process group, as every engine does.
                command
                    .arg(format!("hote-{}", kind.name))
                    .arg("--seul")
                    .args(options)
                    .arg("--")
                    .arg(library(path));
                Ok(command)
            }
            EngineSpec::BuiltIn(words) => {
                let mut command = Command::new(places.program("moteur")?);
                command.arg(kind.name).args(words);
                Ok(command)
            }
        }
    }

    /// The same engine with the paths of its command made absolute, and its own folder, in which it can
    /// then run; `None` if that is this folder, or if a shell has to read its command.
    pub fn at_home(&self) -> Option<(EngineSpec, PathBuf)> {
        let cwd = env::current_dir().ok()?;
        let (spec, file) = match self {
            EngineSpec::Pipe(line) if is_one_program(line) => {
                let words = absolute_words(line, &cwd);
                let file = named(line, &cwd).into_iter().next()?;
                let line = shlex::try_join(words.iter().map(String::as_str)).ok()?;
                (EngineSpec::Pipe(format!("exec {line}")), file)
            }
            EngineSpec::Library { path, options } => {
                let path = cwd.join(library(path));
                (EngineSpec::Library { path: path.clone(), options: options.clone() }, path)
            }
            EngineSpec::Java(Some(class)) | EngineSpec::JavaPipe(Some(class)) => {
                let path = cwd.join(&class.path);
                let class = JavaClass { path: path.clone(), name: class.name.clone() };
                (EngineSpec::JavaPipe(Some(class)), path)
            }
            _ => return None,
        };
        let home = home(&file);
        (home != cwd).then_some((spec, home))
    }

    /// The files that the engine consists of, as far as its specification says; those of ours that
    /// its command needs.
    pub fn files(&self, command: &Command) -> Files {
        let cwd = env::current_dir().unwrap_or_default();
        let own = match self {
            EngineSpec::Pipe(line) => named(line, &cwd),
            EngineSpec::Library { path, .. } => vec![cwd.join(library(path))],
            EngineSpec::BuiltIn(words) => words.iter().flat_map(|word| named(word, &cwd)).collect(),
            EngineSpec::Java(class) | EngineSpec::JavaPipe(class) => {
                class.iter().map(|class| cwd.join(&class.path)).collect()
            }
        };
        let words = [command.get_program()].into_iter().chain(command.get_args()).map(PathBuf::from);
        let needed = words.filter(|path| path.is_absolute() && !own.contains(path)).collect();
        Files { own, needed, ..Files::default() }
    }

    /// Whether this engine can be started for this game, without starting it: a built-in one must
    /// be listed by `moteur liste JEU`.
    pub fn check(&self, kind: &GameEntry, places: &InstallPaths) -> Result<(), SpecError> {
        self.command(kind, places)?;
        let words = match self {
            EngineSpec::Library { path, .. } => {
                let there = fs::metadata(library(path)).map(drop);
                return there.map_err(|error| SpecError::Library { path: path.clone(), error });
            }
            EngineSpec::Java(Some(class)) | EngineSpec::JavaPipe(Some(class)) => return class.check(),
            EngineSpec::BuiltIn(words) => words,
            _ => return Ok(()),
        };
        let listed = Command::new(places.program("moteur")?).args(["liste", kind.name]).output()?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let names: Vec<&str> = listed.split_whitespace().collect();
        if words.first().is_some_and(|word| names.contains(&word.as_str())) {
            return Ok(());
        }
        let near = words.first().and_then(|word| match prefix(word) {
            Some(prefix) => Some(format!("{prefix}:{self}")),
            None => nearest(word, &names).map(str::to_owned),
        });
        Err(SpecError::OtherGame { engine: self.to_string(), game: kind.name, known: names.join(", "), near })
    }
}

/// What is missing before the name of a file or program.
fn prefix(word: &str) -> Option<&'static str> {
    let path = Path::new(word);
    match path.extension().and_then(|kind| kind.to_str()) {
        Some("so") => Some("so"),
        Some("class" | "jar" | "java") => Some("java"),
        _ if word.contains('/') || path.is_file() => Some("pipe"),
        _ => {
            let found = |folder: PathBuf| folder.join(word).is_file();
            env::var_os("PATH").filter(|path| env::split_paths(path).any(found)).map(|_| "pipe")
        }
    }
}

/// The name most similar to an unknown one.
pub fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let like = names.iter().map(|name| (strsim::jaro_winkler(word, name), *name));
    let best = like.filter(|(like, _)| *like > LIKE).max_by(|one, other| one.0.total_cmp(&other.0));
    best.map(|(_, name)| name)
}

/// Whether a command is a program with arguments and needs no shell.
fn is_one_program(line: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || " _-./=:,+@%".contains(c);
    let first = line.split_whitespace().next().unwrap_or_default();
    let found = |folder: PathBuf| folder.join(first).is_file();
    line.chars().all(plain)
        && !first.contains('=')
        && (first.contains('/') || env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(found)))
}

/// Characters that only a shell understands, besides quotes.
const SHELL: &str = ";&|<>()$`*?~#\n";

impl EngineSpec {
    /// The same engine where every file that it names, by a path from `cwd`, is found below `root` under
    /// its absolute path: `bots/a.py` becomes `ROOT/home/prof/bots/a.py`. Files of the system stay.
    pub fn moved(&self, cwd: &Path, root: &Path) -> Self {
        let class = |class: &JavaClass| {
            let path = moved_path(&class.path, cwd, root).unwrap_or_else(|| class.path.clone());
            JavaClass { path, name: class.name.clone() }
        };
        match self {
            EngineSpec::Java(one) => EngineSpec::Java(one.as_ref().map(class)),
            EngineSpec::JavaPipe(one) => EngineSpec::JavaPipe(one.as_ref().map(class)),
            EngineSpec::Library { path, options } => {
                let file = library(&cwd.join(path));
                let path = moved_path(&file, cwd, root).unwrap_or(file);
                EngineSpec::Library { path, options: options.clone() }
            }
            EngineSpec::BuiltIn(words) => {
                EngineSpec::BuiltIn(words.iter().map(|word| moved_word(word, cwd, root)).collect())
            }
            EngineSpec::Pipe(line) => {
                let words = shlex::split(line).filter(|_| !line.contains(|c| SHELL.contains(c)));
                let words: Option<Vec<String>> =
                    words.map(|words| words.iter().map(|word| moved_word(word, cwd, root)).collect());
                let joined = words.and_then(|words| shlex::try_join(words.iter().map(String::as_str)).ok());
                EngineSpec::Pipe(joined.unwrap_or_else(|| moved_word(line, cwd, root)))
            }
        }
    }
}

/// This path below `root`, if it names a file that is not the system's.
fn moved_path(path: &Path, cwd: &Path, root: &Path) -> Option<PathBuf> {
    let (word, absolute) = (path.to_str()?, cwd.join(path));
    if !confine::named(&shlex::try_quote(word).ok()?, cwd).contains(&absolute) {
        return None;
    }
    Some(root.join(confine::normal(&absolute).strip_prefix("/").ok()?))
}

/// A word or a whole command, in which files are named by their paths below `root`.
fn moved_word(text: &str, cwd: &Path, root: &Path) -> String {
    let moved = |part: &str| {
        let path = moved_path(Path::new(part), cwd, root).filter(|_| !part.trim().is_empty())?;
        path.to_str().map(str::to_owned)
    };
    moved(text).unwrap_or_else(|| {
        let ends = |c: char| c.is_whitespace() || "=:;&|()<>,\"'".contains(c);
        let parts = text.split_inclusive(ends);
        let parts = parts.map(|part| {
            let bare = part.trim_end_matches(ends);
            moved(bare).map_or_else(|| part.to_owned(), |path| path + &part[bare.len()..])
        });
        parts.collect()
    })
}

/// The words of a command. A program without `/` is one of PATH, whatever has its name in this folder.
fn absolute_words(line: &str, cwd: &Path) -> Vec<String> {
    let found = |(index, word): (usize, &str)| index == 0 && !word.contains('/');
    let words = line.split_whitespace().enumerate();
    words.map(|word| if found(word) { word.1.to_owned() } else { absolute(word.1, cwd) }).collect()
}

/// A word of a command, in which existing files and folders are named by absolute paths: `a.jar:b.jar`,
/// `--table=x`.
fn absolute(word: &str, cwd: &Path) -> String {
    let replaced = |part: &str| {
        let path = cwd.join(part);
        let named = !part.trim().is_empty() && path.exists();
        named.then(|| path.to_str().map(str::to_owned)).flatten()
    };
    replaced(word).unwrap_or_else(|| {
        let parts = word.split_inclusive(['=', ':', ',']);
        let absolute = parts.map(|part| {
            let bare = part.trim_end_matches(['=', ':', ',']);
            replaced(bare).map_or_else(|| part.to_owned(), |path| path + &part[bare.len()..])
        });
        absolute.collect()
    })
}

/// A library's file, `NAME.so` or `libNAME.so`.
fn library(path: &Path) -> PathBuf {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let other = name.strip_prefix("lib").map_or_else(|| format!("lib{name}"), str::to_owned);
    let other = path.with_file_name(other);
    if !path.exists() && other.exists() { other } else { path.to_owned() }
}

/// The `java` of `JAVA_HOME`, or of the path.
fn java_program() -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
    home.filter(|program| program.exists()).unwrap_or_else(|| "java".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        let names = ["alphabeta", "hasard", "parfait", "glouton"];
        for (word, meant) in [
            ("alphabet", Some("alphabeta")),
            ("hazard", Some("hasard")),
            ("gluoton", Some("glouton")),
            ("Hasard", Some("hasard")),
            ("stockfish", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, &names), meant, "{word}");
        }
    }

    #[test]
    fn a_program_of_the_path_is_not_a_folder_of_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let here = folder.path();
        for name in ["java", "classes"] {
            fs::create_dir(here.join(name)).expect("a folder");
        }
        let absolute = |name: &str| here.join(name).to_str().expect("UTF-8").to_owned();
        let line = "java -cp classes:x Main java";
        let classes = format!("{}:x", absolute("classes"));
        assert_eq!(absolute_words(line, here), ["java", "-cp", &classes, "Main", &absolute("java")]);
        assert_eq!(absolute_words("./java", here), [format!("{}/./java", here.display())]);
    }

    #[test]
    fn a_file_stands_for_what_runs_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, mode: u32| {
            let path = folder.path().join(name);
            fs::write(&path, "").expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
            path.to_str().expect("text").to_owned()
        };
        let typed = |text: &str| EngineSpec::typed(text).expect("an engine");
        let pipe = |text: String| EngineSpec::Pipe(text);
        let [script, program, java, lib] =
            [("a.py", 0o644), ("bot", 0o755), ("Bot.class", 0o644), ("b.so", 0o755)].map(|(n, m)| file(n, m));
        assert_eq!(typed(&script), pipe(format!("python3 {script}")));
        assert_eq!(typed(&format!("{script} --x 3")), pipe(format!("python3 {script} --x 3")));
        assert_eq!(typed(&program), pipe(program.clone()));
        assert_eq!(typed(&java), pipe(format!("java -cp {} Bot", folder.path().display())));
        assert_eq!(typed(&format!("{lib} --abi sujet")).to_string(), format!("so:{lib} --abi sujet"));
        let spaced = file("un b.py", 0o644);
        assert_eq!(typed(&spaced), pipe(format!("python3 '{spaced}'")));
        let fixed = file("b.py", 0o755);
        assert_eq!(typed(&fixed), pipe(fixed.clone()), "its first line says what runs it");
        assert_eq!(typed("hasard --graine 7").to_string(), "hasard --graine 7");
        assert_eq!(typed(&format!("pipe:{script}")), pipe(script.clone()));
    }

    #[test]
    fn ones_own_class_in_java_is_named_by_its_file_archive_or_folder() {
        for (typed, path, name, label) in [
            ("java:Mon.class", ".", Some("Mon"), "Mon"),
            ("java:mien/Mon.class", "mien", Some("Mon"), "Mon"),
            ("java:mien paquet.Mon", "mien", Some("paquet.Mon"), "Mon"),
            ("java:mien paquet/Mon", "mien", Some("paquet.Mon"), "Mon"),
            ("java:mien/mon.jar", "mien/mon.jar", None, "mon"),
        ] {
            let spec: EngineSpec = typed.parse().expect("an engine");
            let class = JavaClass { path: path.into(), name: name.map(str::to_owned) };
            assert_eq!((&spec, spec.label().as_str()), (&EngineSpec::Java(Some(class)), label), "{typed}");
            assert_eq!(spec.to_string().parse::<EngineSpec>().expect("again"), spec, "{typed}");
        }
        let why = |text: &str| Reason::from(&JavaClass::parse(text).check().expect_err("unusable")).code;
        assert_eq!(why("/Mon.java"), "java-source");
        assert_eq!(why("/"), "java-class");
        assert_eq!(why("/no-such.jar"), "file");
    }

    #[test]
    fn an_engine_names_its_files_where_they_have_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let cwd = folder.path().canonicalize().expect("a path");
        fs::create_dir(cwd.join("bots")).expect("a folder");
        for file in ["bots/a.py", "bots/un b.py", "livre", "libx.so"] {
            fs::write(cwd.join(file), "").expect("written");
        }
        let there = format!("/la{}", cwd.display());
        for (spec, moved) in [
            (
                "pipe:python3 bots/a.py --livre=livre -n 3",
                "pipe:python3 THERE/bots/a.py '--livre=THERE/livre' -n 3",
            ),
            ("pipe:python3 'bots/un b.py'", "pipe:python3 'THERE/bots/un b.py'"),
            ("pipe:cd bots && ./a.py", "pipe:cd THERE/bots && ./a.py"),
            ("pipe:python3 bots/../bots/a.py", "pipe:python3 THERE/bots/a.py"),
            ("pipe:/usr/bin/env python3 HERE/bots/a.py", "pipe:/usr/bin/env python3 THERE/bots/a.py"),
            ("so:libx.so --abi sujet", "so:THERE/libx.so --abi sujet"),
            ("so:x.so", "so:THERE/libx.so"),
            ("java:bots pkg.Main", "java:THERE/bots pkg.Main"),
            ("alphabeta --table livre", "alphabeta --table THERE/livre"),
            ("hasard --graine 7", "hasard --graine 7"),
        ] {
            let spec: EngineSpec =
                spec.replace("HERE", &cwd.display().to_string()).parse().expect("an engine");
            let moved = moved.replace("THERE", &there);
            assert_eq!(spec.moved(&cwd, Path::new("/la")).to_string(), moved);
        }
    }

    #[test]
    fn a_program_takes_the_place_of_its_shell() {
        for line in ["./bot --x=3", "sh bot.sh", "cat", "/opt/a b"] {
            assert!(is_one_program(line), "{line}");
        }
        for line in [
            "cd x && ./bot",
            "exit 3",
            "A=1 ./bot",
            "./bot; true",
            "./bot 2>/dev/null",
            "~/bot",
            "./b $x",
            "'./b c'",
            "",
        ] {
            assert!(!is_one_program(line), "{line}");
        }
    }
}
