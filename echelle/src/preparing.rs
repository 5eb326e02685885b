//! From a deposit to an engine that was tried: unpacked, compiled, and taken through the points of `joueur essai`, on a
//! thread of its own and with a bound on each step. Everything of a version's folder is made anew each time, so that what
//! was cut short is simply done again.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use arbitre::engine::InstallPaths;
use championnat::program_sum;
use championnat::submissions::{Compilers, Entry, Intake};
use echelle::spool::Deposit;
use echelle::{Folder, LadderError, Refused, Settings, Stage, Version};
use ipc::process::{self, ProcessEnd};
use jeux::Reason;
use jiff::Timestamp;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use sha2::{Digest, Sha256};

/// The time for all points of the trial.
const TRIAL_BOUND: Duration = Duration::from_secs(180);
/// The time for an engine of the trial to start, in seconds.
const START_SECONDS: u64 = 10;
/// The exit code of a trial in which a required point is wrong.
const FAILED: i32 = 1;

/// The programs that preparing needs.
#[derive(Debug)]
pub struct Tools {
    /// What starts confined programs.
    launcher: PathBuf,
    /// The folder of Rust's programs.
    rust: Option<PathBuf>,
    /// `joueur`, which tries engines.
    player: PathBuf,
}

impl Tools {
    /// Those beside this program.
    pub fn find() -> Result<Self, Reason> {
        let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error))?;
        let player = places.program("joueur").map_err(|error| Reason::from(&error))?;
        let rust = Compilers::new(&places.launcher).rust;
        Ok(Tools { launcher: places.launcher, rust, player })
    }
}

/// A deposit that becomes a version.
pub struct Preparing {
    pub folder: Folder,
    pub settings: Settings,
    pub deposit: Deposit,
    pub version: Version,
}

impl Preparing {
    /// Does all of it on this core, which compilers and engines inherit; `told` hears of each stage. The version is decided,
    /// or waits for its games.
    pub fn run(mut self, tools: &Tools, core: usize, told: &dyn Fn(Version)) -> Version {
        let mut own = CpuSet::new();
        if let Err(errno) = own.set(core).and_then(|()| sched_setaffinity(Pid::from_raw(0), &own)) {
            log::debug!("sched_setaffinity: {errno}");
        }
        // What reads the files of strangers may panic.
        let prepared = catch_unwind(AssertUnwindSafe(|| self.prepare(tools, told)));
        let stage = match prepared {
            Ok(Ok(stage)) => stage,
            // The machine's fault: it says so, and the student may hand it in again.
            Ok(Err(error)) => Stage::Refused(Refused::Otherwise(Reason::from(&error))),
            Err(_) => Stage::Refused(Refused::Otherwise(Reason::new("ladder-trial-broken"))),
        };
        match stage {
            Stage::Games => self.version.stage = Stage::Games,
            decided => self.version.decide(decided, Timestamp::now()),
        }
        self.version
    }

    fn prepare(&mut self, tools: &Tools, told: &dyn Fn(Version)) -> Result<Stage, LadderError> {
        let home = self.folder.version(&self.deposit.student, self.version.number);
        fs::create_dir_all(&home).map_err(at(&home))?;
        let (submitted, engine, report) = (home.join("rendu"), home.join("moteur"), home.join("essai.txt"));
        for folder in [&submitted, &engine] {
            remove(folder).map_err(at(folder))?;
        }
        told(self.version.clone());
        copy(&self.deposit.files(&self.folder.spool()), &submitted).map_err(at(&submitted))?;
        let entry = Entry {
            name: self.deposit.student.clone(),
            number: None,
            login: None,
            slug: "moteur".into(),
            paths: vec![submitted],
        };
        let level = self.settings.confinement;
        let compilers = Compilers { launcher: &tools.launcher, rust: tools.rust.clone(), level };
        let intake = Intake { engines: &home, game: self.settings.game, compilers: &compilers };
        let submission = intake.take(&entry, false);
        self.version.written_in = submission.language.map(str::to_owned);
        self.version.said = submission.said;
        let command = match submission.engine {
            Ok(command) => command,
            Err(why) => return Ok(Stage::Refused(Refused::NoEngine(why))),
        };
        self.version.set_command(&command, &engine);
        self.version.program = program_sum(&engine).map(|sum| format!("{sum:016x}"));
        self.version.stage = Stage::Tried;
        told(self.version.clone());
        self.try_it(&tools.player, &command, &report)
    }

    /// The points of the trial; their report is in the version's folder while it grows.
    fn try_it(&self, player: &Path, command: &str, report: &Path) -> Result<Stage, LadderError> {
        let settings = &self.settings;
        // One that was cut short may still be written to.
        fs::remove_file(report).ok();
        let out = File::create(report).map_err(at(report))?;
        let complaints = out.try_clone().map_err(at(report))?;
        let mut trial = Command::new(player);
        trial.args(["--langue", &self.version.language, "essai", "--jeu", settings.game.name]);
        trial.args(["--temps", &settings.time.as_secs_f64().to_string()]);
        trial.args(["--confinement", settings.confinement.word()]);
        let limits = &settings.limits;
        for (name, limit) in [
            ("memoire", limits.memory_mib),
            ("processus", limits.processes.into()),
            ("disque", limits.disk_mib),
        ] {
            trial.args(["--limite", &format!("{name}={limit}")]);
        }
        if limits.without_rules {
            trial.args(["--limite", "regles=non"]);
        }
        trial.args(["--demarrage", &START_SECONDS.to_string()]);
        for (key, value) in &settings.parameters {
            trial.arg("--parametre").arg(format!("{key}={value}"));
        }
        trial.arg(format!("--moteur={command}"));
        trial.stdin(Stdio::null()).stdout(out).stderr(complaints).process_group(0);
        process::end_with_parent(&mut trial);
        let mut child = trial.spawn().map_err(at(player))?;
        Ok(match end(&mut child) {
            ProcessEnd::Exited(0) => Stage::Games,
            ProcessEnd::Exited(FAILED) => Stage::Refused(Refused::Trial),
            ProcessEnd::Killed(Signal::SIGKILL) => {
                let why = Reason::new("ladder-trial-long").with(TRIAL_BOUND.as_secs());
                Stage::Refused(Refused::Otherwise(why))
            }
            end => Stage::Refused(Refused::Otherwise(
                Reason::new("ladder-trial").because(arbitre::reasons::ended(end)),
            )),
        })
    }
}

/// Waits for the end of the trial, and of whatever it has started.
fn end(child: &mut Child) -> ProcessEnd {
    let end = process::end(child, TRIAL_BOUND);
    // It leads a group of its own, which may be empty by now.
    killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL).ok();
    end
}

/// SHA-256 of the names and contents of all files in a folder.
pub fn sum(folder: &Path) -> Result<String, LadderError> {
    let mut files = vec![];
    gather(folder, &mut files).map_err(at(folder))?;
    files.sort();
    let mut sum = Sha256::new();
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(&path).as_os_str().as_encoded_bytes();
        // A submission is small.
        let contents = fs::read(&path).map_err(at(&path))?;
        sum.update((name.len() as u64).to_be_bytes());
        sum.update(name);
        sum.update(Sha256::digest(contents));
    }
    Ok(hex::encode(sum.finalize()))
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()? {
            kind if kind.is_dir() => gather(&entry.path(), files)?,
            kind if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

/// Copies files and folders, and nothing else.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()? {
            kind if kind.is_dir() => copy(&entry.path(), &target)?,
            kind if kind.is_file() => drop(fs::copy(entry.path(), target)?),
            _ => {}
        }
    }
    Ok(())
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> LadderError {
    let path = path.to_owned();
    |source| LadderError::Io { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_depends_on_names_and_contents_alone() {
        let folder = tempfile::tempdir().unwrap();
        let with = |name: &str, files: &[(&str, &str)]| {
            let home = folder.path().join(name);
            for (file, text) in files {
                let path = home.join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            sum(&home).unwrap()
        };
        let one = with("one", &[("a.py", "1"), ("b/c.py", "2")]);
        assert_eq!(one, with("two", &[("b/c.py", "2"), ("a.py", "1")]));
        assert_ne!(one, with("three", &[("a.py", "2"), ("b/c.py", "1")]));
        assert_ne!(one, with("four", &[("a.py", "1"), ("b/d.py", "2")]));
        copy(&folder.path().join("one"), &folder.path().join("five")).unwrap();
        assert_eq!(one, sum(&folder.path().join("five")).unwrap());
        assert!(sum(&folder.path().join("six")).is_err());
    }
}
