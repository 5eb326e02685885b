//! The package `arbitre`, in the interpreter that students have: the programs of `tests/python/` do the work.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jeux::any::MARK;
use tempfile::TempDir;
use testing::left_out;
use testing::output::{Heard, both};
use testing::process::{Killed, program, run};

fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A folder with the package, of the library that cargo has just built.
fn package() -> TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("arbitre");
    fs::create_dir(&folder).expect("a folder");
    for file in fs::read_dir(here("python/arbitre")).expect("the package") {
        let file = file.expect("a file");
        if file.file_type().expect("a type").is_file() {
            fs::copy(file.path(), folder.join(file.file_name())).expect("a copy");
        }
    }
    let test = std::env::current_exe().expect("this program");
    let built = test.with_file_name(format!("{DLL_PREFIX}_arbitre{DLL_SUFFIX}"));
    fs::copy(&built, folder.join("_arbitre.abi3.so")).unwrap_or_else(|error| panic!("{built:?}: {error}"));
    root
}

/// Python, which finds the package and what `outils/installer.sh --tests` has installed.
fn interpreter(package: &TempDir) -> Command {
    let installed = testing::root().join("target/python-tests");
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", std::env::join_paths([package.path(), &installed]).expect("paths"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Whether Python has these modules; says so if not.
fn has(test: &str, package: &TempDir, modules: &str) -> bool {
    let found = interpreter(package).args(["-c", &format!("import {modules}")]).output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        let why = format!("il manque {modules} (sh outils/installer.sh --tests)");
        left_out(&format!("package::{test}"), why);
    }
    found
}

/// This program of `tests/python/`, with the package.
fn python(package: &TempDir, name: &str, arguments: &[&str]) -> Command {
    let mut command = interpreter(package);
    command.arg(here("tests/python").join(name)).args(arguments);
    command
}

#[test]
fn the_games_are_those_of_the_rules() {
    let package = package();
    let games = package.path().join("parcours.txt");
    let plies = testing::games::write_all(&games, 20_000, 4).to_string();
    run(python(&package, "parcours.py", &[&plies]).stdin(File::open(&games).expect("the games")));
}

#[test]
fn whatever_is_passed_is_an_exception_at_most() {
    run(&mut python(&package(), "hostile.py", &["1", "120"]));
}

#[test]
fn values_copies_errors_and_the_examples_of_the_documentation() {
    let package = package();
    for name in ["values.py", "examples.py"] {
        run(&mut python(&package, name, &[]));
    }
}

#[test]
fn other_threads_run_while_it_thinks() {
    let package = package();
    // Colonnes has to be solved.
    run(python(&package, "threads.py", &[]).env("XDG_CACHE_HOME", package.path().join("cache")));
}

/// The list in Rust is written a second time, without the options of the program.
#[test]
fn its_engines_are_those_of_the_program() {
    let package = package();
    for game in &jeux::any::GAMES {
        let code = format!("import arbitre; print(*arbitre.engines('{}'))", game.name);
        let listed = run(interpreter(&package).args(["-c", &code]));
        let known = run(Command::new(program("moteur")).args(["liste", game.name]));
        let words = |text: Vec<u8>| {
            String::from_utf8_lossy(&text).split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(words(listed.stdout), words(known.stdout), "{}", game.name);
    }
}

#[test]
fn its_types_hold() {
    let package = package();
    if !has("its_types_hold", &package, "mypy") {
        return;
    }
    let mut mypy = interpreter(&package);
    mypy.args(["-m", "mypy", "--strict", "--cache-dir", "/dev/null"])
        .arg(here("tests/python/types_check.py"));
    run(mypy.env("MYPYPATH", package.path()));
}

#[test]
fn every_engine_of_the_house_plays() {
    run(&mut python(&package(), "duels.py", &[]));
}

/// A contest that forbids the library knows it by its mark.
#[test]
fn the_library_has_its_mark() {
    let library = fs::read(package().path().join("arbitre/_arbitre.abi3.so")).expect("the library");
    assert!(memchr::memmem::find(&library, MARK).is_some());
}

/// Its prints do not disturb the protocol, and it plays a whole trial.
#[test]
fn five_lines_are_an_engine() {
    let package = package();
    let engine = package.path().join("mien.py");
    let lines = "import arbitre, os, random\n\
                 def best(p, clock):\n    print('thinking')\n    os.system('echo from a child')\n    return random.choice(p.legal())\n\
                 arbitre.engine('moi', best)\n";
    fs::write(&engine, lines).expect("written");
    for game in ["colonnes", "morpion", "sphinx"] {
        let mut essai = Command::new(program("joueur"));
        essai.args(["essai", "--langue", "fr", "--jeu", game, "--temps", "20", "--moteur"]);
        essai.arg(format!("pipe:python3 {}", engine.display())).env("PYTHONPATH", package.path());
        let output = run(&mut essai);
        assert!(both(&output).contains("Tout va bien"), "{game}: {}", both(&output));
    }
}

/// The example, and the engine that the guide shows.
#[test]
fn the_engines_of_the_guide_win_when_they_can() {
    let package = package();
    let read = |name: &str| fs::read_to_string(testing::root().join(name)).expect("a file");
    let shown = ["guides/recherche.md", "guides/recherche.en.md"].map(|name| {
        let guide = read(name);
        let (_, rest) = guide.split_once("```python\n").expect("an engine");
        rest.split_once("```").expect("its end").0.to_owned()
    });
    for text in [read("moteur-ia/exemples/deux_coups.py")].into_iter().chain(shown) {
        let engine = package.path().join("mien.py");
        fs::write(&engine, &text).expect("written");
        let mut python = interpreter(&package);
        python.arg(&engine).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut python = Killed::start(&mut python);
        let mut heard = Heard::of(python.0.stdout.take().expect("its answers"));
        let mut to = python.0.stdin.take().expect("its messages");
        let game = "game morpion first party=aller time=5000 opponent=bob moves=A1,B2,A2,B3";
        writeln!(to, "hello 1\n{game}\ngo 4990").expect("written");
        heard.wait_for("\nmove A3\n");
    }
}

#[test]
fn games_are_environments() {
    let package = package();
    if !has("games_are_environments", &package, "numpy, gymnasium, pettingzoo") {
        return;
    }
    let output = run(&mut python(&package, "learning.py", &[]));
    let printed = String::from_utf8_lossy(&output.stdout);
    printed
        .lines()
        .filter(|line| line.starts_with("OMIS"))
        .for_each(|line| writeln!(io::stderr(), "{line}").expect("stderr"));
}
