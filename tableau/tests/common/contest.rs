//! Championships and players that are really there: programs of the house beside the one that is tested.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take before the test fails: far more than a loaded machine needs.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A program of the house, which stands beside the one that is tested.
pub fn program(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_tableau")).with_file_name(name);
    assert!(path.exists(), "{} is missing: cargo build --bins", path.display());
    path
}

/// A process that is killed with the test.
pub struct Killed(pub Child);

impl Drop for Killed {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).ok();
    }
}

/// Starts a program of the house in this folder.
pub fn start(name: &str, folder: &Path, arguments: &[&str]) -> Killed {
    let mut command = Command::new(program(name));
    command.current_dir(folder).args(arguments).env("LANG", "fr").env("TMPDIR", folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Killed(command.spawn().expect("a program"))
}

/// Waits until something is so.
pub fn until(what: &str, mut so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !so() {
        assert!(begin.elapsed() < PATIENCE, "{what} does not come");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Describes a championship of Colonnes in `mai.toml`.
pub fn describe(folder: &Path, head: &str, contestants: &[(&str, &str)]) {
    let mut file = format!("jeu = \"colonnes\"\ngraine = 1\nconfinement = \"aucun\"\n{head}\n");
    for (name, engine) in contestants {
        file += &format!("[[concurrent]]\nnom = '{name}'\nmoteur = '{engine}'\n");
    }
    std::fs::write(folder.join("mai.toml"), file).expect("a file");
}

/// An engine that does nothing before a file called `va` is there, and plays then.
pub fn waiting(folder: &Path) -> String {
    let moteur = program("moteur");
    let script = format!(
        "while [ ! -e {} ]; do sleep 0.02; done; exec {} colonnes hasard",
        folder.join("va").display(),
        moteur.display()
    );
    let path = folder.join("attend.sh");
    std::fs::write(&path, script).expect("a script");
    format!("pipe:exec sh {}", path.display())
}

/// Plays a whole championship to its end.
pub fn play(folder: &Path) {
    let mut championnat = start("championnat", folder, &["jouer", "mai.toml", "--sans-essai", "--discret"]);
    assert!(championnat.0.wait().expect("its end").success());
}
