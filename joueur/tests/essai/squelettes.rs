//! The engines that students begin with, in six languages: built as their first lines say, tried, and in a championship.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use arbitre::record::Record;
use protocol::Termination;

use crate::beside::program;
use crate::bons::without_fault;
use crate::scene::example;

/// An engine, and what it takes to run it.
struct Skeleton {
    name: &'static str,
    source: &'static str,
    /// The program that it needs, and its package.
    tool: (&'static str, &'static str),
    /// How it is compiled into the program `OUT`, if it is.
    build: &'static [&'static str],
    /// How it is run, where it is not that program: this, and the source.
    run: Option<&'static str>,
}

const SKELETONS: &[Skeleton] = &[
    Skeleton {
        name: "c",
        source: "hasard.c",
        tool: ("cc", "gcc"),
        build: &["-Wall", "-Wextra", "-Werror", "-o"],
        run: None,
    },
    Skeleton {
        name: "cpp",
        source: "hasard.cpp",
        tool: ("c++", "g++"),
        build: &["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"],
        run: None,
    },
    Skeleton {
        name: "rust",
        source: "hasard.rs",
        tool: ("rustc", "rustc"),
        build: &["-D", "warnings", "-o"],
        run: None,
    },
    Skeleton {
        name: "java",
        source: "Hasard.java",
        tool: ("javac", "default-jdk-headless"),
        build: &[],
        run: Some("java"),
    },
    Skeleton {
        name: "python",
        source: "hasard.py",
        tool: ("python3", "python3"),
        build: &[],
        run: Some("python3"),
    },
    Skeleton { name: "js", source: "hasard.js", tool: ("node", "nodejs"), build: &[], run: Some("node") },
];

/// Those that can be run here: name and engine; and where they are built.
struct Built {
    engines: Vec<(&'static str, String)>,
    _folder: tempfile::TempDir,
}

static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let folder = tempfile::Builder::new().prefix("squelettes").tempdir().expect("a folder");
    let engines =
        SKELETONS.iter().filter_map(|skeleton| Some((skeleton.name, skeleton.engine(folder.path())?)));
    Built { engines: engines.collect(), _folder: folder }
});

impl Skeleton {
    /// As `--moteur` names it; `None` where its tool is missing.
    fn engine(&self, folder: &Path) -> Option<String> {
        let mut tool = Command::new(self.tool.0);
        tool.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
        let source = example(self.source);
        if let Some(run) = self.run {
            return Some(format!("pipe:{run} {}", source.display()));
        }
        let program = folder.join(self.name);
        let output = Command::new(self.tool.0).args(self.build).arg(&program).arg(&source).output();
        let output = output.expect("a compiler");
        assert!(output.status.success(), "{}: {}", self.source, String::from_utf8_lossy(&output.stderr));
        Some(format!("pipe:{}", program.display()))
    }
}

/// Tries the skeleton in this language.
fn tried(name: &str) {
    let Some((_, engine)) = BUILT.engines.iter().find(|(built, _)| *built == name) else {
        let (tool, package) = SKELETONS.iter().find(|skeleton| skeleton.name == name).expect("it").tool;
        // Not by a macro: those are heard of failed tests only.
        writeln!(io::stderr(), "OMIS essai::squelettes::{name} : il manque {tool} (paquet {package})")
            .expect("written");
        return;
    };
    without_fault(engine, "colonnes");
}

#[test]
fn c() {
    tried("c");
}

#[test]
fn cpp() {
    tried("cpp");
}

#[test]
fn rust() {
    tried("rust");
}

#[test]
fn java() {
    tried("java");
}

#[test]
fn python() {
    tried("python");
}

#[test]
fn js() {
    tried("js");
}

/// Everybody meets everybody, twice as usual: nobody fails, and nobody is late or illegal. Those whose tool is missing are left out above.
#[test]
fn they_play_a_championship() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = String::from("jeu = \"colonnes\"\ntemps = 30\ngraine = 1\n");
    for (name, engine) in &BUILT.engines {
        file += &format!("[[concurrent]]\nnom = \"{name}\"\nmoteur = \"{engine}\"\n");
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
    let count = BUILT.engines.len();
    assert!(count >= 2);
    assert_eq!(records.len(), count * (count - 1));
    for party in records.iter().flat_map(|record| &record.parties) {
        assert!(
            matches!(party.result.termination, Termination::Win | Termination::Draw),
            "{:?}",
            party.result
        );
    }
}
