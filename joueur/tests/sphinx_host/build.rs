//! Compiles bots, all at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;

use testing::left_out;
use testing::process::run;

use crate::table::so;

/// The libraries, until this program ends; `None` without Free Pascal.
static BUILT: LazyLock<Option<TempDir>> = LazyLock::new(|| {
    Command::new("fpc").arg("-iV").output().ok()?;
    let folder = tempfile::Builder::new().prefix("hote-sphinx").tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = fs::read_dir(root.join("tests/sphinx_host/pas")).expect("the bots").flatten();
    let sources =
        sources.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "pas"));
    let compiler = root.join("../moteur-ia/pascal/compiler.sh");
    for bots in [sources.collect(), vec![PathBuf::from("naif"), "fort".into()]] {
        run(Command::new("sh").arg(&compiler).arg(folder.path()).args(bots));
    }
    Some(folder)
});

/// Whether there is Free Pascal; else the test is left out, and `tests.sh` counts it so.
pub fn pascal(test: &str) -> bool {
    if BUILT.is_none() {
        left_out(&format!("sphinx_host::{test}"), "il manque Free Pascal (paquet fp-compiler)");
    }
    BUILT.is_some()
}

/// The library of a bot, as `--moteur` names it.
pub fn bot(name: &str) -> String {
    let folder = BUILT.as_ref().expect("Free Pascal").path();
    let library = folder.join(format!("lib{name}.so"));
    assert!(library.exists(), "{name}");
    so(&library)
}
