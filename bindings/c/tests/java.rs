//! The jar of `bindings/java`, over the library that cargo has built with this test.

use std::path::{Path, PathBuf};
use std::process::Command;

use jeux::any::MARK;
use testing::left_out;
use testing::process::{program, run};

/// `bindings/java`.
fn here() -> PathBuf {
    testing::root().join("bindings/java")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Whether there is a JDK; says so if not.
fn has_java(test: &str) -> bool {
    let found = Command::new("javac").arg("-version").output().is_ok_and(|output| output.status.success());
    if !found {
        left_out(&format!("java::{test}"), "il manque un JDK");
    }
    found
}

#[test]
fn the_jar_does_as_it_says() {
    if !has_java("the_jar_does_as_it_says") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let jeux = folder.path().join("jeux");
    let libraries = program("liblibjeux.a");
    let libraries = libraries.parent().expect("a folder");
    let mut make = Command::new("make");
    make.args(["-s", "-C", env!("CARGO_MANIFEST_DIR"), "install", "CARGO=true"]);
    run(make.arg(format!("PREFIX={}", jeux.display())).arg(format!("DOSSIER={}", libraries.display())));
    run(Command::new("sh").arg(here().join("compile.sh")).arg(folder.path()).env("JEUX", &jeux));
    let jar = folder.path().join("jeux.jar");
    assert!(std::fs::read(&jar).expect("the jar").windows(MARK.len()).any(|bytes| bytes == MARK));
    let classes = folder.path().join("classes");
    let games = folder.path().join("parcours.txt");
    let plies = testing::games::write_all(&games, 20_000, 9);

    let mut javac = Command::new("javac");
    javac.args(["--release", "11", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-cp", text(&jar)]);
    run(javac.arg("-d").arg(&classes).arg(here().join("tests/Essais.java")));
    let path = format!("{}:{}", jar.display(), classes.display());
    let mut java = Command::new("java");
    java.args(["-Xcheck:jni", "-Xmx512m", "-Xss256k", "-cp", &path, "Essais"]).arg(&games);
    let output = run(&mut java);
    let played = String::from_utf8_lossy(&output.stdout);
    assert_eq!(played.trim(), plies.to_string(), "{}", testing::output::both(&output));

    // The example, as a student starts it.
    let example = testing::root().join("moteur-ia/exemples/DeuxCoups.java");
    let dialogue = folder.path().join("dialogue.txt");
    let lines = "hello 1\ngame morpion first party=aller time=5000 moves=A1,B2,A2,B3\ngo 4990\nverdict VALID GAGNE\nend GAGNE win\n\
                 game morpion first party=aller time=5000 moves=A1,B2\ngo 0\n\
                 game sphinx first h=10 n=30 w=10\ngo 4990\nquit\n";
    std::fs::write(&dialogue, lines).expect("the dialogue");
    let input = std::fs::File::open(&dialogue).expect("the dialogue");
    let output = run(Command::new("java").arg("-cp").arg(&jar).arg(example).stdin(input));
    let said = String::from_utf8_lossy(&output.stdout);
    let said: Vec<&str> = said.lines().filter(|line| !line.starts_with("info ")).collect();
    // In no time: the first legal move.
    assert_eq!(said[..3], ["engine 1 deux-coups-java", "move A3", "move B1"]);
    assert!(said.len() == 4 && said[3].starts_with("error "), "{said:?}");
}

#[test]
fn its_documentation_is_complete() {
    if !has_java("its_documentation_is_complete") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let sources = std::fs::read_dir(here().join("src/arbitre")).expect("the sources");
    let sources = sources.map(|entry| entry.expect("a source").path());
    let mut javadoc = Command::new("javadoc");
    javadoc.args(["-quiet", "-Xdoclint", "-Werror", "-encoding", "UTF-8", "-d", text(folder.path())]);
    run(javadoc.args(sources));
}
