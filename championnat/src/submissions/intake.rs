//! Takes a submission over: its files in a folder of its own, and the engine that becomes of it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use arbitre::game::GameEntry;
use jeux::Reason;

use super::build::{self, Compilers};
use super::entries::Entry;
use super::language::{self, Recipe, Run};
use super::unpack::{Room, unpack};

/// The code of the reason for which a submission is no engine: it connects to a server.
pub const NETWORK_PLAYER: &str = "submission-network";

/// What became of a submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    pub name: String,
    /// What it is called on the game's wire, if otherwise.
    pub login: Option<String>,
    /// Its folder; empty if it could not be unpacked.
    pub folder: PathBuf,
    /// `None` before it is known.
    pub language: Option<&'static str>,
    /// Whether it was compiled.
    pub compiled: bool,
    /// What the compilers said.
    pub said: String,
    /// Links that were left out.
    pub links: usize,
    /// The engine as a description names it, or why there is none.
    pub engine: Result<String, Reason>,
    pub change: Change,
}

/// What a submission is to those before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    New,
    /// It is the same as before.
    None,
    /// The earlier one is in this folder now.
    Replaced(PathBuf),
}

/// Takes over submissions.
pub struct Intake<'a> {
    /// The folder with a folder for each.
    pub engines: &'a Path,
    pub game: &'a GameEntry,
    pub compilers: &'a Compilers<'a>,
}

impl Intake<'_> {
    /// Unpacks a submission, compiles it, and puts it in its folder. An earlier one that plays stays there
    /// if this one does not.
    pub fn take(&self, entry: &Entry, plays_already: bool) -> Submission {
        let folder = self.engines.join(&entry.slug);
        let mut submission = Submission {
            name: entry.name.clone(),
            login: entry.login.clone().filter(|login| *login != entry.name),
            folder: folder.clone(),
            language: None,
            compiled: false,
            said: String::new(),
            links: 0,
            engine: Err(Reason::new("submission-nothing")),
            change: Change::New,
        };
        let new = self.engines.join(format!(".{}.nouveau", entry.slug));
        // Left by an import that was cut off.
        fs::remove_dir_all(&new).ok();
        match unpack(&entry.paths, &new, Room::SUBMISSION) {
            Ok(links) => submission.links = links,
            Err(why) => {
                fs::remove_dir_all(&new).ok();
                submission.folder = PathBuf::new();
                submission.engine = Err(why);
                return submission;
            }
        }
        if plays_already && is_within(&new, &folder) {
            fs::remove_dir_all(&new).ok();
            submission.change = Change::None;
            return submission;
        }
        let run = self.prepare(&new, &entry.slug, &mut submission);
        let placed = match &run {
            Err(_) if plays_already => {
                submission.folder = free(self.engines, &format!("{}.refus", entry.slug));
                fs::rename(&new, &submission.folder)
            }
            _ => self.place(&new, &folder, &mut submission.change),
        };
        submission.engine = run.and_then(|run| {
            placed.map_err(|error| Reason::file(&folder, &error))?;
            let spec = spec(&run, &folder)?;
            only_own(&spec, &folder).map(|()| spec)
        });
        submission
    }

    /// Puts a new folder where an old one may be.
    fn place(&self, new: &Path, folder: &Path, change: &mut Change) -> std::io::Result<()> {
        if folder.exists() {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            let before = free(self.engines, &format!("{name}.avant"));
            fs::rename(folder, &before)?;
            *change = Change::Replaced(before);
        }
        fs::rename(new, folder)
    }

    /// Finds out how it is run, after compiling it if it has to be.
    fn prepare(&self, home: &Path, slug: &str, submission: &mut Submission) -> Result<Run, Reason> {
        if self.game.wire.is_some() && language::is_network_player(home) {
            return Err(Reason::new(NETWORK_PLAYER));
        }
        let recipe = language::recognise(home, slug, self.game.hosted)?;
        submission.language = Some(recipe.language);
        let Some(command) = &recipe.compile else { return Ok(recipe.run) };
        let before = language::all_files(home);
        let (said, made) = build::compile(home, command, self.compilers);
        submission.said = said;
        made?;
        submission.compiled = true;
        match recipe.run {
            Run::Made => {
                // Cargo's are programs: a library that is there is no player of theirs.
                let hosted = self.game.hosted && recipe.language == "Makefile";
                language::made(home, &before, slug, hosted).map(|Recipe { run, .. }| run)
            }
            run => Ok(run),
        }
    }
}

/// The engine as a description names it.
fn spec(run: &Run, folder: &Path) -> Result<String, Reason> {
    let not_text = || Reason::new("file-name-text");
    let whole = |file: &Path| {
        let path = if file.as_os_str().is_empty() { folder.to_owned() } else { folder.join(file) };
        path.to_str().map(str::to_owned).ok_or_else(not_text)
    };
    let quoted = |text: &str| shlex::try_quote(text).map(|text| text.into_owned()).map_err(|_| not_text());
    Ok(match run {
        Run::By(words, file) => format!("pipe:{} {}", words.join(" "), quoted(&whole(file)?)?),
        Run::Java(path, class) => {
            let parts = path.iter().map(|part| whole(part)).collect::<Result<Vec<_>, _>>()?;
            format!("pipe:java -cp {} {}", quoted(&parts.join(":"))?, quoted(class)?)
        }
        Run::Program(file) => {
            let path = folder.join(file);
            // What came by Windows has lost it.
            let allowed = fs::metadata(&path).and_then(|about| {
                fs::set_permissions(&path, fs::Permissions::from_mode(about.permissions().mode() | 0o755))
            });
            allowed.map_err(|error| Reason::file(&path, &error))?;
            let path = whole(file)?;
            format!("pipe:{}", quoted(&if path.contains('/') { path } else { format!("./{path}") })?)
        }
        Run::Library(file) => format!("so:{}", whole(file)?),
        Run::Word(command) => {
            let plain = |c: char| c.is_alphanumeric() || " _-./+@%".contains(c);
            let first = command.split_whitespace().next().unwrap_or_default();
            if command.chars().all(plain) && !folder.join(first).is_dir() {
                let words = command.split_whitespace().map(|word| {
                    if folder.join(word).exists() {
                        quoted(&whole(Path::new(word))?)
                    } else {
                        Ok(word.to_owned())
                    }
                });
                format!("pipe:{}", words.collect::<Result<Vec<_>, _>>()?.join(" "))
            } else {
                format!("pipe:cd {} && {command}", quoted(&whole(Path::new(""))?)?)
            }
        }
        Run::Made => return Err(Reason::new("submission-nothing")),
    })
}

/// Refuses an engine that names a file outside its folder: what a command names is shown to it.
pub fn only_own(spec: &str, folder: &Path) -> Result<(), Reason> {
    let os = |error: std::io::Error| Reason::file(folder, &error);
    let own = folder.canonicalize().map_err(os)?;
    let cwd = std::env::current_dir().map_err(os)?;
    let named = match spec.split_once(':') {
        Some(("so", library)) => vec![cwd.join(library)],
        Some((_, command)) => confine::named(command, &cwd),
        None => vec![],
    };
    let is_outside = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| !path.starts_with(&own));
    match named.iter().find(is_outside) {
        Some(path) => Err(Reason::new("submission-outside").with(path.display())),
        None => Ok(()),
    }
}

/// Whether every file of this folder is in the other one, too, with the same contents.
fn is_within(one: &Path, other: &Path) -> bool {
    let same = |file: &PathBuf| {
        let [one, other] = [one, other].map(|folder| fs::read(folder.join(file)));
        one.is_ok_and(|bytes| other.is_ok_and(|there| there == bytes))
    };
    language::all_files(one).iter().all(same)
}

/// The first free name in a folder.
fn free(folder: &Path, name: &str) -> PathBuf {
    let mut numbered = (1u32..).map(|number| folder.join(format!("{name}-{number}")));
    numbered.find(|path| !path.exists()).unwrap_or_default()
}
