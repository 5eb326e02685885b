//! Whole games between real programs: the binary `moteur` and the example engines in Python and C.

mod host;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use host::{Engine, exit_status, moteur, play_match};
use jeux::colonnes::Board;
use jeux::morpion::Morpion;
use testing::PATIENCE;
use testing::output::lines;

fn exemple(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("exemples").join(file)
}

fn python(file: &str) -> Command {
    let mut command = Command::new("python3");
    command.arg(exemple(file));
    command
}

/// Compiles the example in C; the program stays as long as the folder.
fn c(folder: &Path) -> Command {
    let program = folder.join("hasard");
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-o"]).arg(&program).arg(exemple("hasard.c"));
    assert!(cc.status().expect("a C compiler").success());
    Command::new(program)
}

#[test]
fn hasard_plays_hundreds_of_games() {
    let a = Engine::start(moteur("colonnes hasard --graine 1"));
    let b = Engine::start(moteur("colonnes hasard --graine 2"));
    let score = play_match::<Board>(a, b, 300);
    assert!(score.wins.iter().all(|&wins| wins > 60), "{score:?}");
}

#[test]
fn glouton_beats_hasard() {
    let a = Engine::start(moteur("colonnes glouton --graine 1"));
    let b = Engine::start(moteur("colonnes hasard --graine 2"));
    let score = play_match::<Board>(a, b, 200);
    assert!(score.wins[0] > 150 && score.wins[1] < 10, "{score:?}");
}

#[test]
fn alphabeta_never_loses_to_glouton() {
    let a = Engine::start(moteur("colonnes alphabeta --graine 1 --profondeur 6"));
    let b = Engine::start(moteur("colonnes glouton --graine 2"));
    let score = play_match::<Board>(a, b, 40);
    assert!(score.wins[0] > 20 && score.wins[1] == 0, "{score:?}");
}

#[test]
fn the_python_example_plays_hundreds_of_games() {
    let score = play_match::<Board>(
        Engine::start(python("hasard.py")),
        Engine::start(moteur("colonnes hasard --graine 3")),
        200,
    );
    assert!(score.wins.iter().all(|&wins| wins > 30), "{score:?}");
}

#[test]
fn the_c_example_plays_hundreds_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = Engine::start(c(folder.path()));
    let score = play_match::<Board>(engine, Engine::start(moteur("colonnes hasard --graine 4")), 300);
    assert!(score.wins.iter().all(|&wins| wins > 60), "{score:?}");
}

#[test]
fn the_examples_play_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    play_match::<Board>(Engine::start(c(folder.path())), Engine::start(python("hasard.py")), 100);
}

#[test]
fn the_python_example_of_morpion_plays_many_games() {
    let example = || Engine::start(python("morpion.py"));
    let score = play_match::<Morpion>(example(), Engine::start(moteur("morpion hasard --graine 1")), 200);
    assert!(score.wins[0] > 110 && score.wins[1] < 20, "{score:?}");
    let score = play_match::<Morpion>(Engine::start(moteur("morpion minimax")), example(), 40);
    assert_eq!(score.wins[1], 0, "{score:?}");
}

#[test]
fn minimax_never_loses() {
    for other in ["glouton", "hasard --graine 2"] {
        let other = Engine::start(moteur(&format!("morpion {other}")));
        let score = play_match::<Morpion>(Engine::start(moteur("morpion minimax")), other, 40);
        assert_eq!(score.wins[1], 0, "{score:?}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_engine_in_the_middle_of_a_search() {
    let mut child = moteur("colonnes alphabeta --graine 1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let output = lines(child.stdout.take().expect("a pipe"));
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"game colonnes first\ngo 1000000\n").expect("it listens");
    drop(input);
    let said: Vec<String> = std::iter::from_fn(|| output.recv_timeout(PATIENCE).ok()).collect();
    assert!(exit_status(child).success());
    assert_eq!(said.iter().filter(|line| line.starts_with("move ")).count(), 1, "{said:?}");
}

#[test]
fn a_host_that_does_not_listen_any_more_is_a_clean_end() {
    let mut child = moteur("colonnes hasard")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let complaints = lines(child.stderr.take().expect("a pipe"));
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"hello 1\n").expect("it listens");
    assert_eq!(complaints.recv_timeout(PATIENCE).ok(), None);
    assert!(exit_status(child).success());
}
