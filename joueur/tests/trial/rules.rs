//! Engines where the library of the rules is forbidden.

use std::fs;
use std::path::Path;
use std::process::Command;

use confine::{Layer, Means};
use testing::output::both;

use crate::scene::{Report, example};

const FORBIDDEN: [&str; 4] = ["--confinement", "ordinaire", "--limite", "regles=non"];

/// A random engine in this folder that begins with these lines.
fn engine(folder: &Path, lines: &str) {
    let text = fs::read_to_string(example("hasard.py")).expect("the example");
    fs::write(folder.join("mien.py"), lines.to_owned() + &text).expect("written");
}

/// Tries the engine of this folder, where Python looks for libraries in another one.
fn essai(folder: &Path, libraries: &Path, options: &[&str]) -> Report {
    testing::process::program("moteur");
    let mut command = Command::new(env!("CARGO_BIN_EXE_joueur"));
    command.args(["essai", "--langue", "fr", "--temps", "20", "--moteur", "pipe:python3 mien.py"]);
    command.args(options).env("PYTHONPATH", libraries).current_dir(folder);
    let output = command.output().expect("joueur");
    Report { code: output.status.code(), text: both(&output) }
}

#[test]
fn an_installed_library_is_found_empty() {
    let [own, libraries] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    fs::create_dir(libraries.path().join("arbitre")).expect("a folder");
    fs::write(libraries.path().join("arbitre/__init__.py"), "there = True\n").expect("written");
    engine(own.path(), "import arbitre\nassert arbitre.there\n");
    let report = essai(own.path(), libraries.path(), &FORBIDDEN[..2]);
    assert_eq!(report.code, Some(0), "{}", report.text);
    let report = essai(own.path(), libraries.path(), &FORBIDDEN);
    let survey = confine::survey(Path::new(env!("CARGO_BIN_EXE_joueur"))).expect("a survey");
    if survey.holds(Layer::Files, Means::Root) {
        assert_eq!(report.code, Some(1), "{}", report.text);
        assert!(report.text.contains("has no attribute 'there'"), "{}", report.text);
    } else {
        assert_eq!(report.code, Some(0), "{}", report.text);
    }
}

#[test]
fn an_engine_with_the_library_in_its_folder_is_refused() {
    let [own, libraries] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    engine(own.path(), "");
    let library = [b"\x7fELF".as_slice(), &[0; 1 << 20], jeux::any::MARK].concat();
    for (name, contents, refused) in [
        ("mien.txt", jeux::any::MARK, false),
        ("autre.so", &library[..library.len() - 1], false),
        ("paquet/mienne.so", &library, true),
    ] {
        let path = own.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, contents).expect("written");
        let report = essai(own.path(), libraries.path(), &FORBIDDEN);
        assert_eq!(report.code, Some(i32::from(refused)), "{name}: {}", report.text);
        assert_eq!(report.text.contains("paquet/mienne.so contient la bibliothèque des règles"), refused);
    }
    assert_eq!(essai(own.path(), libraries.path(), &FORBIDDEN[..2]).code, Some(0));
}
