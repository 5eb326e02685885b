//! `jeux.js` and `jeux.wasm` in Node, against the rules.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use testing::left_out;
use testing::process::run;

/// Where this crate is.
const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Runs a file of `tests/` in Node; `None` without Node: the test is left out, and `tests.sh` counts it so.
fn node(test: &str, file: &str, argument: &str, input: Stdio) -> Option<String> {
    let found = Command::new("node").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if found.is_err() {
        left_out(&format!("web::{test}"), "il manque node (paquet nodejs)");
        return None;
    }
    let output =
        run(Command::new("node").arg(Path::new(HERE).join("tests").join(file)).arg(argument).stdin(input));
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Somebody who changes the rules builds it anew.
#[test]
fn the_compiled_rules_are_of_these_sources() {
    run(Command::new("sh").arg(Path::new(HERE).join("build.sh")).arg("--check"));
}

#[test]
fn it_plays_as_the_rules_do() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parcours-web.txt");
    let plies = testing::games::write_all(&path, 20_000, 7);
    let games = File::open(&path).expect("the games").into();
    if let Some(played) = node("it_plays_as_the_rules_do", "parcours.mjs", "", games) {
        assert_eq!(played, plies.to_string());
    }
}

#[test]
fn whatever_it_is_given_is_an_exception_and_never_more() {
    let test = "whatever_it_is_given_is_an_exception_and_never_more";
    if let Some(said) = node(test, "hostile.mjs", "20000", Stdio::null()) {
        assert!(said.starts_with("ok"), "{said}");
    }
}
