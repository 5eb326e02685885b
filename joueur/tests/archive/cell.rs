//! A machine of which only the system and one folder are there: namespaces where they can be had, else an empty environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use testing::executable;
use testing::process::run;

/// Far more than a loaded machine needs, in seconds; what takes longer hangs.
const PATIENCE: &str = "120";

/// The namespaces of a machine of one's own.
const ALONE: [&str; 6] = ["--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child"];

/// What the scripts use of any system, where there are no namespaces.
const TOOLS: [&str; 20] = [
    "sh", "sed", "find", "head", "cat", "rm", "mkdir", "mkfifo", "mktemp", "mv", "touch", "dirname", "ls",
    "ln", "cp", "env", "python3", "man", "timeout", "sleep",
];

/// The machine.
pub struct Cell {
    folder: TempDir,
}

impl Cell {
    /// With an empty folder `opt`.
    pub fn new() -> Cell {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("opt")).expect("a folder");
        Cell { folder }
    }

    /// What its `/` is here.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a script in a folder of it (`opt/...`), which must succeed; what it has said.
    pub fn sh(&self, script: &str, folder: &Path) -> String {
        let root = self.root();
        fs::write(root.join("trial.sh"), script).expect("a script");
        let mut command = Command::new("timeout");
        command.arg(PATIENCE);
        if Command::new("unshare")
            .args(ALONE)
            .args(["unshare", "--user", "--map-user=1000", "true"])
            .output()
            .is_ok_and(|output| output.status.success())
        {
            let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archive/cell.sh");
            command.arg("unshare").args(ALONE).arg("sh").arg(program).arg(root).arg(folder);
            command.args(["sh", "/trial.sh"]);
        } else {
            println!("no namespaces here: an empty environment instead");
            command.arg("sh").arg(root.join("trial.sh")).current_dir(root.join(folder));
            command.env_clear().env("PATH", self.commands()).env("TMPDIR", root).env("LANG", "C.UTF-8");
        }
        String::from_utf8_lossy(&run(&mut command).stdout).into_owned()
    }

    /// A folder of commands, among which are no compilers, and a user who is not root.
    fn commands(&self) -> PathBuf {
        let folder = self.root().join("commandes");
        fs::create_dir(&folder).expect("a folder");
        for tool in TOOLS {
            let places = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(tool));
            if let Some(found) = places.into_iter().find(|path| path.exists()) {
                std::os::unix::fs::symlink(found, folder.join(tool)).expect("a link");
            }
        }
        executable::script(&folder.join("id"), "echo 1000");
        folder
    }
}
