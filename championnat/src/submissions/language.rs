//! In which language a submission is written, how it is compiled, and how it is started.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use jeux::Reason;
use serde::Deserialize;

use super::entries::slug as slug_of;
use crate::alike::sum;

/// The file in which a submission says how it is compiled and started.
const OWN_WORD: &str = "arbitre.toml";
/// What the compilers of single programs make.
const MADE: &str = "arbitre-moteur";
/// How deep a program is looked for.
const DEPTH: usize = 8;
/// How much of a file is read to recognise it.
const READ: u64 = 1 << 20;
/// Folders of other people's programs, and of what was compiled before.
const NOT_OWN: [&str; 6] = ["node_modules", "target", "venv", "site-packages", "test", "tests"];
/// What clients of Colonnes and Labyrinthe include.
const CLIENT_INTERFACES: [&str; 2] = ["protocolColonne", "labyrinthAPI"];

/// How a submission becomes an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// What people call its language.
    pub language: &'static str,
    /// A command of the shell, run in its folder.
    pub compile: Option<String>,
    pub run: Run,
}

/// How it is started: paths are relative to its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Run {
    /// A program of the system with options, the engine's file, and words behind it.
    By(&'static [&'static str], PathBuf),
    /// `java`, with a class path and a class.
    Java(Vec<PathBuf>, String),
    Program(PathBuf),
    /// A player in a shared library.
    Library(PathBuf),
    /// A command as its author wrote it.
    Word(String),
    /// The one program that compiling makes.
    Made,
}

/// The table of [`OWN_WORD`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnWord {
    moteur: String,
    compile: Option<String>,
}

/// A language whose sources are recognised by their endings.
struct Language {
    name: &'static str,
    endings: &'static [&'static str],
    /// Whether a source begins the program.
    begins: fn(&str) -> bool,
}

const LANGUAGES: [Language; 7] = [
    Language { name: "Python", endings: &["py"], begins: |text| text.contains("__main__") },
    Language { name: "C", endings: &["c"], begins: has_main },
    Language { name: "C++", endings: &["cpp", "cc", "cxx"], begins: has_main },
    Language { name: "Java", endings: &["java"], begins: |text| text.contains("static void main") },
    Language { name: "JavaScript", endings: &["js", "mjs", "cjs"], begins: |text| text.contains("stdin") },
    Language { name: "Rust", endings: &["rs"], begins: |text| text.contains("fn main(") },
    Language { name: "Pascal", endings: &["pas", "pp", "lpr"], begins: is_program },
];
const SHELL: Language = Language { name: "shell", endings: &["sh"], begins: |text| text.starts_with("#!") };

/// Finds out how the submission in this folder becomes an engine. `slug` is the contestant's name as that
/// of a folder; `hosted`: the game has players in shared libraries.
///
/// # Errors
/// Nothing is found, or several things, which are named.
pub fn recognise(home: &Path, slug: &str, hosted: bool) -> Result<Recipe, Reason> {
    if home.join(OWN_WORD).is_file() {
        return own_word(home);
    }
    let files = files(home);
    let named = |name: &str| files.iter().filter(|file| file.ends_with(name)).min_by_key(|file| depth(file));
    let folder = |file: &Path| file.parent().unwrap_or(Path::new("")).to_owned();
    if let Some(cargo) = named("Cargo.toml") {
        let compile = format!(
            "cd {} && cargo build --release --offline --target-dir \"$TMPDIR/cible\" && \
             find \"$TMPDIR/cible/release\" -maxdepth 1 -type f -perm -u+x ! -name '*.so' -exec cp {{}} . \\;",
            within(&folder(cargo))
        );
        return Ok(Recipe { language: "Rust (Cargo)", compile: Some(compile), run: Run::Made });
    }
    let present: Vec<(&Language, Vec<&PathBuf>)> = LANGUAGES
        .iter()
        .map(|language| (language, of(language, &files)))
        .filter(|(_, sources)| !sources.is_empty())
        .collect();
    let makefile = ["Makefile", "makefile", "GNUmakefile"].into_iter().find_map(named);
    let to_compile =
        present.is_empty() || present.iter().any(|(one, _)| !matches!(one.name, "Python" | "JavaScript"));
    if let Some(makefile) = makefile.filter(|_| to_compile) {
        let compile = format!("cd {} && make", within(&folder(makefile)));
        return Ok(Recipe { language: "Makefile", compile: Some(compile), run: Run::Made });
    }
    if hosted && let Some((_, sources)) = present.iter().find(|(language, _)| language.name == "Pascal") {
        let is_library = |file: &PathBuf| first_word(&text(&home.join(file))) == "library";
        let libraries: Vec<PathBuf> =
            sources.iter().filter(|file| is_library(file)).map(|file| (*file).clone()).collect();
        if !libraries.is_empty() {
            return Ok(pascal_library(&choose(&libraries, |_| false, slug)?));
        }
    }
    match present.as_slice() {
        [] => ready(home, &files, slug, hosted),
        [(language, sources)] => {
            let sources: Vec<PathBuf> = sources.iter().map(|file| (*file).clone()).collect();
            let begins = |file: &PathBuf| (language.begins)(&text(&home.join(file)));
            let no_main = matches!(language.name, "C" | "C++") && !sources.iter().any(begins);
            if hosted && no_main {
                return Ok(library(home, language, &sources, &files));
            }
            let main = choose(&sources, begins, slug)?;
            Ok(compiled(home, language, &main, &sources, &files))
        }
        several => {
            let programs = several.iter().flat_map(|(language, sources)| {
                sources
                    .iter()
                    .filter(|file| (language.begins)(&text(&home.join(file))))
                    .map(|file| (*file).clone())
            });
            let programs: Vec<PathBuf> = programs.collect();
            let main = match choose(&programs, |_| true, slug) {
                Ok(main) => main,
                Err(_) => return Err(unsure(several.iter().flat_map(|(_, files)| files.iter().copied()))),
            };
            let (language, sources) = several
                .iter()
                .find(|(_, sources)| sources.contains(&&main))
                .ok_or_else(|| Reason::new("submission-nothing"))?;
            let sources: Vec<PathBuf> = sources.iter().map(|file| (*file).clone()).collect();
            Ok(compiled(home, language, &main, &sources, &files))
        }
    }
}

/// Whether the submission in this folder is a player who connects to a server, as the subjects of Colonnes and
/// Labyrinthe want it, and does not say how it is an engine.
pub fn is_network_player(home: &Path) -> bool {
    if home.join(OWN_WORD).is_file() {
        return false;
    }
    // An engine is given no host, port and name.
    let script = text(&home.join("joueur.sh"));
    let files = files(home);
    ["$2", "${2", "$@", "$*"].iter().any(|words| script.contains(words))
        || LANGUAGES.iter().flat_map(|language| of(language, &files)).any(|file| {
            text(&home.join(file)).lines().any(|line| {
                ["#include", "import", "from"].iter().any(|word| line.trim_start().starts_with(word))
                    && CLIENT_INTERFACES.iter().any(|interface| line.contains(interface))
            })
        })
}

/// The program that compiling has made in this folder, whose files were these before. `make` leaves alone
/// what its author has made already.
pub fn made(home: &Path, before: &[PathBuf], slug: &str, hosted: bool) -> Result<Recipe, Reason> {
    let all = files(home);
    let new: Vec<PathBuf> = all.iter().filter(|file| !before.contains(file)).cloned().collect();
    let is_compiled = |file: &&PathBuf| matches!(&*head(&home.join(file)), b"\x7fELF" | b"\xca\xfe\xba\xbe");
    let compiled: Vec<PathBuf> = all.iter().filter(is_compiled).cloned().collect();
    let libraries = |files: &[PathBuf]| if hosted { ending(files, "so") } else { vec![] };
    // A player's library comes first: a server of the game may be made beside it.
    [libraries(&new), libraries(&compiled), new, compiled]
        .iter()
        .map(|files| ready(home, files, slug, hosted))
        .find(|found| !matches!(found, Err(why) if why.code == "submission-nothing"))
        .unwrap_or_else(|| Err(Reason::new("submission-nothing")))
}

/// Something that runs as it is.
fn ready(home: &Path, files: &[PathBuf], slug: &str, hosted: bool) -> Result<Recipe, Reason> {
    let ends = |end: &str| ending(files, end);
    // The same program may also be where it is installed.
    let distinct = |mut files: Vec<PathBuf>| {
        let mut seen = HashSet::new();
        files.retain(|file| sum(&home.join(file)).is_none_or(|sum| seen.insert(sum)));
        files
    };
    let recipe = |language, run| Ok(Recipe { language, compile: None, run });
    if hosted && !ends("so").is_empty() {
        return recipe(".so", Run::Library(choose(&distinct(ends("so")), |_| false, slug)?));
    }
    let elf = |file: &PathBuf| head(&home.join(file)).starts_with(b"\x7fELF");
    let programs: Vec<PathBuf> =
        files.iter().filter(|file| !named_library(file) && elf(file)).cloned().collect();
    if !programs.is_empty() {
        return recipe("ELF", Run::Program(choose(&distinct(programs), |_| false, slug)?));
    }
    if !ends("jar").is_empty() {
        return recipe("Java", Run::By(&["java", "-jar"], choose(&ends("jar"), |_| false, slug)?));
    }
    let begins = |file: &PathBuf| head(&home.join(file)).starts_with(b"#!");
    let scripts: Vec<PathBuf> = files.iter().filter(|file| begins(file)).cloned().collect();
    let classes = |file: &PathBuf| file.extension().is_some_and(|own| own == "class");
    let main_classes: Vec<PathBuf> = files
        .iter()
        .filter(|file| classes(file) && bytes(&home.join(file)).windows(4).any(|four| four == b"main"))
        .cloned()
        .collect();
    if !main_classes.is_empty() {
        let main = choose(&main_classes, |_| false, slug)?;
        let class = main.with_extension("").to_string_lossy().replace('/', ".");
        return recipe("Java", Run::Java(vec![PathBuf::new()], class));
    }
    let shell: Vec<PathBuf> = of(&SHELL, files).into_iter().cloned().collect();
    if !shell.is_empty() {
        return recipe(SHELL.name, Run::By(&["sh"], choose(&shell, begins, slug)?));
    }
    if !scripts.is_empty() {
        return recipe("script", Run::Program(choose(&scripts, |_| false, slug)?));
    }
    Err(Reason::new("submission-nothing"))
}

/// Those of these files that end so.
fn ending(files: &[PathBuf], end: &str) -> Vec<PathBuf> {
    files.iter().filter(|file| file.extension().is_some_and(|own| own == end)).cloned().collect()
}

/// One of these: the only one, `main`, the only one that begins a program, or the one named as its folder.
fn choose(files: &[PathBuf], begins: impl Fn(&PathBuf) -> bool, slug: &str) -> Result<PathBuf, Reason> {
    let stem = |file: &PathBuf| file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_main = |file: &&PathBuf| matches!(stem(file).as_str(), "main" | "__main__");
    let is_named = |file: &&PathBuf| slug_of(&stem(file)) == slug;
    let only = |found: Vec<&PathBuf>| match found.as_slice() {
        [one] => Some((*one).clone()),
        _ => None,
    };
    only(files.iter().collect())
        .or_else(|| only(files.iter().filter(is_main).collect()))
        .or_else(|| only(files.iter().filter(|file| begins(file)).collect()))
        .or_else(|| only(files.iter().filter(is_named).collect()))
        .ok_or_else(|| unsure(files.iter()))
}

fn unsure<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Reason {
    let names: Vec<String> = files.map(|file| file.display().to_string()).take(20).collect();
    if names.is_empty() {
        Reason::new("submission-nothing")
    } else {
        Reason::new("submission-unsure").with(names.join(", "))
    }
}

/// The recipe of a program that begins in this file.
fn compiled(home: &Path, language: &Language, main: &Path, sources: &[PathBuf], files: &[PathBuf]) -> Recipe {
    let folder = main.parent().unwrap_or(Path::new(""));
    let parts = sources
        .iter()
        .filter(|file| *file == main || !(language.begins)(&text(&home.join(file))))
        .map(|file| quoted(file))
        .collect::<Vec<_>>()
        .join(" ");
    let c = |compiler: &str| format!("{compiler} {} -o {MADE} {parts} -lm -pthread", headers(files));
    let program = Run::Program(MADE.into());
    let (compile, run) = match language.name {
        "Python" => (None, Run::By(&["python3"], main.to_owned())),
        "JavaScript" => (None, Run::By(&["node"], main.to_owned())),
        "C" => (Some(c("cc -O2 -Wall")), program),
        "C++" => (Some(c("c++ -std=c++20 -O2 -Wall")), program),
        "Rust" => (Some(format!("rustc --edition 2024 -O -o {MADE} {}", quoted(main))), program),
        "Pascal" => (Some(fpc(MADE, main)), Run::Program(folder.join(MADE))),
        _ => {
            let package = text(&home.join(main)).lines().find_map(|line| {
                line.trim().strip_prefix("package ")?.split_once(';').map(|(name, _)| name.trim().to_owned())
            });
            let up = package.as_deref().map_or(0, |name| name.split('.').count());
            let root = folder.ancestors().nth(up).unwrap_or(Path::new(""));
            let beside = sources.iter().filter(|file| file.parent() == Some(folder)).map(|file| quoted(file));
            let beside = beside.collect::<Vec<_>>().join(" ");
            let jars = files.iter().filter(|file| file.extension().is_some_and(|own| own == "jar"));
            let path: Vec<PathBuf> = std::iter::once(PathBuf::new()).chain(jars.cloned()).collect();
            let class_path: Vec<String> = path.iter().map(|part| within(part)).collect();
            let compile = format!(
                "javac -encoding UTF-8 -d . -cp {} -sourcepath {} {beside}",
                class_path.join(":"),
                within(root)
            );
            let class = main.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (
                Some(compile),
                Run::Java(path, package.map_or(class.clone(), |package| format!("{package}.{class}"))),
            )
        }
    };
    Recipe { language: language.name, compile, run }
}

/// A player in a shared library, of these sources. What the subject's graphs are made of is linked if it is
/// used.
fn library(home: &Path, language: &Language, sources: &[PathBuf], files: &[PathBuf]) -> Recipe {
    let compiler = if language.name == "C" { "cc" } else { "c++ -std=c++20" };
    let parts: Vec<String> = sources.iter().map(|file| quoted(file)).collect();
    let made = format!("{MADE}.so");
    let uses_gsl = files.iter().any(|file| text(&home.join(file)).contains("<gsl/"));
    let gsl = if uses_gsl { "-lgsl -lgslcblas " } else { "" };
    let compile = format!(
        "{compiler} -O2 -Wall -shared -fPIC -I. {} -o {made} {} {gsl}-lm -pthread",
        headers(files),
        parts.join(" ")
    );
    Recipe { language: language.name, compile: Some(compile), run: Run::Library(made.into()) }
}

/// A player of Sphinx, as its subject wants it: a library in Pascal.
fn pascal_library(main: &Path) -> Recipe {
    let made = format!("{MADE}.so");
    let compile = Some(fpc(&made, main));
    Recipe { language: "Pascal", compile, run: Run::Library(main.with_file_name(made)) }
}

/// Compiles in the folder of the main file, where its units and included files are.
fn fpc(made: &str, main: &Path) -> String {
    let folder = main.parent().unwrap_or(Path::new(""));
    format!("cd {} && fpc -O2 -o{made} {}", within(folder), quoted_name(main))
}

/// The options by which a C compiler finds the headers of these files.
fn headers(files: &[PathBuf]) -> String {
    let is_header =
        |file: &&PathBuf| file.extension().is_some_and(|own| own == "h" || own == "hpp" || own == "hh");
    let mut folders: Vec<&Path> = files.iter().filter(is_header).filter_map(|file| file.parent()).collect();
    folders.sort();
    folders.dedup();
    folders.iter().map(|folder| format!("-I{}", within(folder))).collect::<Vec<_>>().join(" ")
}

fn own_word(home: &Path) -> Result<Recipe, Reason> {
    let read = text(&home.join(OWN_WORD));
    let word: OwnWord = toml::from_str(&read)
        .map_err(|error| Reason::new("submission-word").with(error.message().replace('\n', " ")))?;
    let moteur = word.moteur.trim();
    let run = match moteur.split_once(':') {
        Some(("so", library)) => Run::Library(library.trim().into()),
        Some(("pipe", command)) => Run::Word(command.trim().to_owned()),
        // Never one of Arbitre's own engines.
        _ => Run::Word(moteur.to_owned()),
    };
    let compile = word.compile.filter(|text| !text.trim().is_empty());
    if matches!(&run, Run::Word(command) if command.is_empty()) {
        return Err(Reason::new("engine-unnamed"));
    }
    Ok(Recipe { language: OWN_WORD, compile, run })
}

/// The sources in this language.
fn of<'a>(language: &Language, files: &'a [PathBuf]) -> Vec<&'a PathBuf> {
    let ends = |file: &&PathBuf| {
        let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        language.endings.contains(&ending.as_str())
    };
    files.iter().filter(ends).collect()
}

/// The files of a folder that can be its program, by relative paths.
fn files(home: &Path) -> Vec<PathBuf> {
    let own = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && !NOT_OWN.contains(&&*name) && depth(path) < DEPTH
    };
    all_files(home)
        .into_iter()
        .filter(|file| file.ancestors().all(|part| part == Path::new("") || own(part)))
        .collect()
}

/// All files of a folder, by relative paths, sorted.
pub fn all_files(home: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (vec![], vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(home.join(&folder)).into_iter().flatten().flatten() {
            let path = folder.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_file() => found.push(path),
                Ok(kind) if kind.is_dir() => folders.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

fn depth(path: &Path) -> usize {
    path.components().count()
}

fn bytes(path: &Path) -> Vec<u8> {
    let mut bytes = vec![];
    let read = fs::File::open(path).map(|file| file.take(READ).read_to_end(&mut bytes));
    if read.is_ok() { bytes } else { vec![] }
}

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&bytes(path)).into_owned()
}

fn head(path: &Path) -> Vec<u8> {
    let mut bytes = vec![];
    let read = fs::File::open(path).map(|file| file.take(4).read_to_end(&mut bytes));
    if read.is_ok() { bytes } else { vec![] }
}

fn named_library(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".o") || name.ends_with(".a") || name.ends_with(".so") || name.contains(".so.")
}

/// Whether a source in C has a `main`.
fn has_main(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find("main") {
        let before = rest[..at].trim_end();
        let after = rest[at + 4..].trim_start();
        if after.starts_with('(')
            && (before.ends_with("int") || before.ends_with("void") || before.ends_with("auto"))
        {
            return true;
        }
        rest = &rest[at + 4..];
    }
    false
}

/// Whether a source in Pascal is a program, and no unit or library.
fn is_program(text: &str) -> bool {
    first_word(text) == "program"
}

/// The first word of a source in Pascal behind comments and directives, in small letters.
fn first_word(text: &str) -> String {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let comment = [("{", "}"), ("(*", "*)"), ("//", "\n")]
            .into_iter()
            .find_map(|(open, close)| Some((rest.strip_prefix(open)?, close)));
        let Some((inside, close)) = comment else { break };
        rest = inside.split_once(close).map_or("", |(_, behind)| behind);
    }
    let word = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    word.to_ascii_lowercase()
}

/// A path for the shell, below the folder in which it runs.
fn quoted(path: &Path) -> String {
    let path = Path::new(".").join(path).display().to_string();
    shlex::try_quote(&path).map_or_else(|_| "''".to_owned(), |quoted| quoted.into_owned())
}

fn quoted_name(path: &Path) -> String {
    quoted(Path::new(path.file_name().unwrap_or_default()))
}

fn within(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { ".".to_owned() } else { quoted(folder) }
}

#[cfg(test)]
#[path = "language_tests.rs"]
mod tests;
