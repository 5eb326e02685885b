//! What `joueur essai` says.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;

use testing::output::both;
use testing::process::program;
use testing::root;

/// A report.
pub struct Report {
    /// The exit code.
    pub code: Option<i32>,
    /// All that was said.
    pub text: String,
}

impl Report {
    /// The points that are wrong, by their titles.
    pub fn wrong(&self) -> Vec<&str> {
        let wrong = self.text.lines().filter_map(|line| line.strip_prefix("  FAUX  ")?.split_once(" : "));
        wrong.map(|(title, _)| title).collect()
    }
}

/// A file of the examples.
pub fn example(name: &str) -> PathBuf {
    root().join("moteur-ia/exemples").join(name)
}

/// Tries an engine. It has time enough on a machine that is busy with other tests.
pub fn essai(engine: &str, options: &[&str]) -> Report {
    program("moteur");
    let mut command = Command::new(env!("CARGO_BIN_EXE_joueur"));
    command.args(["essai", "--langue", "fr", "--moteur", engine]).args(options);
    // What Python keeps back is what is tried.
    let output = command.env_remove("PYTHONUNBUFFERED").output().expect("joueur");
    Report { code: output.status.code(), text: both(&output) }
}

/// Does something with each of these, several at a time: trials wait more than they work.
pub fn with_each<T: Sync>(all: &[T], run: impl Fn(&T) + Sync) {
    let next = Mutex::new(all.iter());
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                loop {
                    let one = next.lock().expect("the list").next();
                    let Some(one) = one else { return };
                    run(one);
                }
            });
        }
    });
}
