//! How people name an engine.

use std::env;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

/// The class of the Java engine's program.
const JAVA_PROGRAM: &str = "arbitre.colonnes.Principal";

/// An engine by name: what `--moteur` takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSpec {
    /// `java`: the Java engine, in a JVM inside the process where the program can do that.
    Java,
    /// `java-pipe`: the Java engine as a child process.
    JavaPipe,
    /// `pipe:COMMAND`: any program that speaks the engine protocol; the shell runs the command.
    Pipe(String),
    /// A built-in engine of `moteur`, with its options: `alphabeta`, `hasard --graine 7`.
    BuiltIn(Vec<String>),
}

/// An engine that cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// Nothing is named.
    #[error("no engine is named")]
    Empty,
    /// A program of ours is not where it should be.
    #[error("{what} is not at {path}: build it first")]
    Missing {
        /// What is missing.
        what: &'static str,
        /// Where it was looked for.
        path: PathBuf,
    },
    /// Where this program is cannot be found out.
    #[error("cannot find this program's own folder: {0}")]
    Lost(#[from] io::Error),
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        match text.split_once(':') {
            Some(("pipe", command)) if !command.trim().is_empty() => {
                return Ok(EngineSpec::Pipe(command.trim().to_owned()));
            }
            Some(("pipe", _)) => return Err(SpecError::Empty),
            _ => {}
        }
        match text {
            "" => Err(SpecError::Empty),
            "java" => Ok(EngineSpec::Java),
            "java-pipe" => Ok(EngineSpec::JavaPipe),
            _ => Ok(EngineSpec::BuiltIn(text.split_whitespace().map(str::to_owned).collect())),
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpec::Java => f.write_str("java"),
            EngineSpec::JavaPipe => f.write_str("java-pipe"),
            EngineSpec::Pipe(command) => write!(f, "pipe:{command}"),
            EngineSpec::BuiltIn(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// Where the programs of Arbitre are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// The program with the built-in engines.
    pub moteur: PathBuf,
    /// The class path of the Java engine.
    pub java: PathBuf,
}

impl Places {
    /// Beside the running program, as cargo and an installation lay them out; `ARBITRE_JAVA` names another class path.
    ///
    /// # Errors
    /// The running program does not know where it is.
    pub fn beside_this_program() -> Result<Self, SpecError> {
        let program = env::current_exe()?;
        let folder = program.parent().unwrap_or(Path::new("."));
        // Test programs live one folder deeper than the others.
        let folder = if folder.ends_with("deps") { folder.parent().unwrap_or(folder) } else { folder };
        let java = env::var_os("ARBITRE_JAVA").map(PathBuf::from);
        let java = java.unwrap_or_else(|| {
            let candidates = [folder.join("../java/moteur-colonnes.jar"), folder.join("moteur-colonnes.jar")];
            candidates.iter().find(|path| path.exists()).unwrap_or(&candidates[0]).clone()
        });
        Ok(Places { moteur: folder.join("moteur"), java })
    }

    /// The Java engine's class path, if it is there.
    ///
    /// # Errors
    /// It is not.
    pub fn java(&self) -> Result<&Path, SpecError> {
        self.java
            .exists()
            .then_some(self.java.as_path())
            .ok_or_else(|| SpecError::Missing { what: "the Java engine", path: self.java.clone() })
    }
}

impl EngineSpec {
    /// The command that starts the engine for this game as a child process.
    ///
    /// # Errors
    /// A program of ours that it needs is missing.
    pub fn command(&self, game: &str, places: &Places) -> Result<Command, SpecError> {
        match self {
            EngineSpec::Java | EngineSpec::JavaPipe => {
                let mut command = Command::new(java_program());
                // Little else than the engine runs in this JVM: one collector thread, a quick start.
                command.args(["-XX:+UseSerialGC", "-cp"]);
                command.arg(places.java()?).arg(JAVA_PROGRAM);
                Ok(command)
            }
            EngineSpec::Pipe(line) => {
                let mut command = Command::new("sh");
                command.args(["-c", line]);
                Ok(command)
            }
            EngineSpec::BuiltIn(words) => {
                if !places.moteur.exists() {
                    return Err(SpecError::Missing { what: "moteur", path: places.moteur.clone() });
                }
                let mut command = Command::new(&places.moteur);
                command.arg(game).args(words);
                Ok(command)
            }
        }
    }
}

/// The `java` command: of `JAVA_HOME` where it is set, else of the path.
fn java_program() -> PathBuf {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/java"));
    home.filter(|program| program.exists()).unwrap_or_else(|| "java".into())
}
