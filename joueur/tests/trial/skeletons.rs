//! The engines that students begin with: those that know the rules of one game, in six languages, and those that any game tells what they may
//! play, in five. Built as their first lines say, tried, and in a championship.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use arbitre::record::Record;
use arbitre::registry::GAMES;
use protocol::Termination;

use crate::scene::{example, with_each};
use crate::sound::without_fault_at;
use testing::left_out;
use testing::process::program;

/// An engine, and what it takes to run it.
struct Skeleton {
    name: &'static str,
    source: &'static str,
    /// The program that it needs, and its package.
    tool: (&'static str, &'static str),
    /// How it is compiled, if it is: `OUT` is the program, `DIR` a folder. The source comes last.
    build: &'static [&'static str],
    /// How it is run, `SOURCE` being that file, and how many times quicker where it is started often.
    run: &'static str,
    often: Option<&'static str>,
}

const RUN: &str = "OUT";

const fn c(name: &'static str, source: &'static str) -> Skeleton {
    let build = &["-Wall", "-Wextra", "-Werror", "-o", "OUT"];
    Skeleton { name, source, tool: ("cc", "gcc"), build, run: RUN, often: None }
}

const fn rust(name: &'static str, source: &'static str) -> Skeleton {
    let build = &["-D", "warnings", "-o", "OUT"];
    Skeleton { name, source, tool: ("rustc", "rustc"), build, run: RUN, often: None }
}

const fn java(name: &'static str, source: &'static str, often: &'static str) -> Skeleton {
    let tool = ("javac", "default-jdk-headless");
    Skeleton { name, source, tool, build: &["-d", "DIR"], run: "java SOURCE", often: Some(often) }
}

const fn python(name: &'static str, source: &'static str) -> Skeleton {
    Skeleton {
        name,
        source,
        tool: ("python3", "python3"),
        build: &[],
        run: "python3 SOURCE",
        often: Some("PYTHON SOURCE"),
    }
}

const SKELETONS: &[Skeleton] = &[
    c("c", "hasard.c"),
    Skeleton {
        name: "cpp",
        source: "hasard.cpp",
        tool: ("c++", "g++"),
        build: &["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "OUT"],
        run: RUN,
        often: None,
    },
    rust("rust", "hasard.rs"),
    java("java", "Hasard.java", "java -Xshare:auto -XX:TieredStopAtLevel=1 -cp DIR Hasard"),
    python("python", "hasard.py"),
    Skeleton {
        name: "js",
        source: "hasard.js",
        tool: ("node", "nodejs"),
        build: &[],
        run: "node SOURCE",
        often: None,
    },
    c("premier-c", "premier.c"),
    rust("premier-rust", "premier.rs"),
    java("premier-java", "Premier.java", "java -Xshare:auto -XX:TieredStopAtLevel=1 -cp DIR Premier"),
    python("premier-python", "premier.py"),
    Skeleton {
        name: "premier-pascal",
        source: "premier.pas",
        tool: ("fpc", "fp-compiler"),
        build: &["-v0", "-Sew", "-FEDIR", "-oOUT"],
        run: RUN,
        often: None,
    },
];

/// The smallest board of Coursidor with an objective: the lists of the usual one are made for every move of every trial.
const SMALL: [&str; 2] = ["--parametre", "m=3"];

/// The interpreter itself: `python3` may be a script that looks for it.
static PYTHON: LazyLock<String> = LazyLock::new(|| {
    let output = Command::new("python3").args(["-c", "import sys; print(sys.executable, end='')"]).output();
    output.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default()
});

/// A skeleton that can be run here.
struct Engine {
    name: &'static str,
    /// As `--moteur` names it, and for where it is started often.
    spec: String,
    often: String,
}

/// Those that can be run here; and where they are built.
struct Built {
    engines: Vec<Engine>,
    _folder: tempfile::TempDir,
}

static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let folder = tempfile::Builder::new().prefix("squelettes").tempdir().expect("a folder");
    let engines = SKELETONS.iter().filter_map(|skeleton| skeleton.engine(folder.path()));
    Built { engines: engines.collect(), _folder: folder }
});

impl Skeleton {
    /// Builds it; `None` where its tool is missing.
    fn engine(&self, folder: &Path) -> Option<Engine> {
        let mut tool = Command::new(self.tool.0);
        tool.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
        let source = example(self.source);
        let put = |text: &str| {
            text.replace("OUT", &folder.join(self.name).display().to_string())
                .replace("DIR", &folder.display().to_string())
                .replace("SOURCE", &source.display().to_string())
                .replace("PYTHON", &PYTHON)
        };
        if !self.build.is_empty() {
            let args = self.build.iter().map(|arg| put(arg));
            let output = Command::new(self.tool.0).args(args).arg(&source).output().expect("a compiler");
            let said = [output.stdout, output.stderr].concat();
            assert!(output.status.success(), "{}: {}", self.source, String::from_utf8_lossy(&said));
        }
        let spec = |run: &str| format!("pipe:{}", put(run));
        Some(Engine { name: self.name, spec: spec(self.run), often: spec(self.often.unwrap_or(self.run)) })
    }
}

/// Tries the skeleton of this name at these games.
fn tried(name: &str, games: &[&str]) {
    let Some(engine) = BUILT.engines.iter().find(|engine| engine.name == name) else {
        let (tool, package) = SKELETONS.iter().find(|skeleton| skeleton.name == name).expect("it").tool;
        let why = format!("il manque {tool} (paquet {package})");
        return left_out(&format!("trial::skeletons::{name}"), why);
    };
    with_each(games, |game| {
        let small: &[&str] = if *game == "coursidor" { &SMALL } else { &[] };
        without_fault_at(&engine.often, game, small);
    });
}

/// The skeleton in this language that knows the rules of one game.
fn one_game(name: &str) {
    tried(name, &["colonnes"]);
}

/// The one that every game tells what it may play.
fn every_game(name: &str) {
    let games: Vec<&str> = GAMES.iter().map(|kind| kind.name).collect();
    tried(name, &games);
}

#[test]
fn c_language() {
    one_game("c");
    every_game("premier-c");
}

#[test]
fn cpp() {
    one_game("cpp");
}

#[test]
fn rust_language() {
    one_game("rust");
    every_game("premier-rust");
}

#[test]
fn java_language() {
    one_game("java");
    every_game("premier-java");
}

/// A JVM finds no file with an accent where the locale is none of UTF-8, or none at all.
#[test]
fn java_starts_in_a_folder_with_accents_in_every_locale() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("Zoé Élan").join("été");
    fs::create_dir_all(&home).expect("a folder");
    let compiled = Command::new("javac").arg("-d").arg(&home).arg(example("Premier.java")).status();
    assert!(compiled.expect("javac").success());
    let engine = "pipe:java -XX:TieredStopAtLevel=1 -cp 'Zoé Élan/été' Premier";
    program("moteur");
    let all: Vec<_> = [("LANG", "en"), ("LC_ALL", "C"), ("LANG", "fr_FR.ISO-8859-1")]
        .into_iter()
        .flat_map(|locale| ["aucun", "ordinaire"].map(|level| (locale, level)))
        .collect();
    with_each(&all, |((variable, locale), level)| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joueur"));
        command.args(["essai", "--jeu", "morpion", "--temps", "20", "--moteur", engine]);
        command.args(["--confinement", level]).current_dir(folder.path());
        command.env_remove("LC_ALL").env_remove("LANG").env(variable, locale);
        let output = command.output().expect("joueur");
        let text = testing::output::both(&output);
        assert!(output.status.success() && !text.contains("FAUX"), "{variable}={locale} {level}: {text}");
    });
}

#[test]
fn python_language() {
    one_game("python");
    every_game("premier-python");
}

#[test]
fn pascal() {
    every_game("premier-pascal");
}

#[test]
fn js() {
    one_game("js");
}

/// Everybody meets everybody, twice as usual: nobody fails, and nobody is late or illegal. Those whose tool is missing are left out above.
#[test]
fn they_play_championships() {
    let (firsts, others): (Vec<&Engine>, Vec<&Engine>) =
        BUILT.engines.iter().partition(|engine| engine.name.starts_with("premier-"));
    let named = |engine: &&Engine| (engine.name, engine.spec.clone());
    championship("colonnes", &others.iter().map(named).collect::<Vec<_>>());
    let often = |engine: &&Engine| (engine.name, engine.often.clone());
    championship("morpion", &firsts.iter().map(often).collect::<Vec<_>>());
}

fn championship(game: &str, engines: &[(&str, String)]) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = format!("jeu = \"{game}\"\ntemps = 30\ngraine = 1\n");
    for (name, spec) in engines {
        file += &format!("[[concurrent]]\nnom = \"{name}\"\nmoteur = \"{spec}\"\n");
    }
    fs::write(folder.path().join("mai.toml"), file).expect("a description");
    let championnat = |args: &[&str]| {
        let mut command = Command::new(program("championnat"));
        let output =
            command.current_dir(folder.path()).args(args).stdin(Stdio::null()).output().expect("championnat");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    championnat(&["jouer", "mai.toml", "--discret"]);
    let exported = championnat(&["exporte", "mai.toml"]);
    let records: Vec<Record> =
        exported.lines().map(|line| Record::from_json(line).expect("a record")).collect();
    let count = engines.len();
    assert!(count >= 2);
    assert_eq!(records.len(), count * (count - 1));
    for partie in records.iter().flat_map(|record| &record.parties) {
        assert!(
            matches!(partie.result.termination, Termination::Win | Termination::Draw),
            "{:?}",
            partie.result
        );
    }
}
