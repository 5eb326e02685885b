//! The program in a folder of its own, descriptions, what it has recorded.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use arbitre::record::Record;
use nix::unistd::Pid;

/// How long anything may take before the test fails: far more than a loaded machine needs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A program of the house, which stands beside the one that is tested.
pub fn program(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_championnat")).with_file_name(name);
    assert!(path.exists(), "{} is missing: cargo build --bins", path.display());
    path
}

/// The program, to be started in this folder.
pub fn championnat(folder: &Path, args: &[&str]) -> Command {
    program("moteur");
    let mut command = Command::new(env!("CARGO_BIN_EXE_championnat"));
    command.current_dir(folder).args(args).env("RUST_LOG", "warn").env_remove("LANG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it to its end.
pub fn run(folder: &Path, args: &[&str]) -> Output {
    championnat(folder, args).output().expect("championnat")
}

/// Its output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The records that count, by the key of their scheduled game; each key must come once.
pub fn exported(folder: &Path) -> BTreeMap<String, Record> {
    let output = run(folder, &["exporte", "mai.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut records = BTreeMap::new();
    for line in text(&output.stdout).lines() {
        let record = Record::from_json(line).expect("a record");
        let key = record.scheduled.clone().expect("a key");
        assert!(records.insert(key, record).is_none(), "a game counts twice");
    }
    records
}

/// Describes a championship in `mai.toml`.
pub fn describe(folder: &Path, game: &str, head: &str, contestants: &[(&str, &str)]) {
    let mut file = format!("jeu = \"{game}\"\ngraine = 1\n{head}\n");
    for (name, rest) in contestants {
        file += &format!("[[concurrent]]\nnom = \"{name}\"\n{rest}\n");
    }
    std::fs::write(folder.join("mai.toml"), file).expect("a file");
}

/// An engine that is this script, in a file of the folder: the line of the description.
pub fn script(folder: &Path, name: &str, script: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, script).expect("a script");
    format!("moteur = \"pipe:exec sh {}\"", path.display())
}

/// A process that is killed with the test.
pub struct Killed(pub Child);

impl Drop for Killed {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).ok();
    }
}

/// The child processes of a process.
pub fn children(parent: u32) -> Vec<Pid> {
    let list = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|pid| pid.parse().ok()).map(Pid::from_raw).collect()
}

/// Numbers that look drawn, the same for the same seed.
pub struct Seeded(pub u64);

impl Seeded {
    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Waits until the condition holds, for what no descriptor tells of.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "never happened: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
