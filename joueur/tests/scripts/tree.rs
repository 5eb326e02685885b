//! A clone or an unpacked archive of which only the scripts are there, and a machine of which only the commands are there that a test wants.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tempfile::TempDir;

use testing::process::program;
use testing::{PATIENCE, executable, root};

/// What the scripts use of any system.
const TOOLS: [&str; 16] = [
    "sh", "sed", "find", "head", "cat", "rm", "mkdir", "mkfifo", "mktemp", "mv", "touch", "dirname", "ls",
    "ln", "cp", "env",
];

/// The scripts in a folder of their own, and the commands that they find.
pub struct Tree {
    folder: TempDir,
    /// Where programs are that are built.
    built: &'static str,
}

impl Tree {
    /// The scripts, the tools of any system, a compiler of C, and a user who is not root and cannot become it.
    pub fn new() -> Tree {
        let tree = Tree { folder: tempfile::tempdir().expect("a folder"), built: "target/release" };
        let scripts = [
            "demo.sh",
            "joueur.sh",
            "Cargo.toml",
            "outils/installer.sh",
            "outils/compiler.sh",
            "outils/rust.sh",
            "outils/langue.sh",
        ];
        for file in scripts.into_iter().chain(["moteur-ia/java/compile.sh"]) {
            let copy = tree.path(file);
            fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
            fs::copy(root().join(file), copy).expect("a script of the house");
        }
        fs::create_dir_all(tree.path("target/release")).expect("a folder");
        fs::create_dir_all(tree.path("commandes")).expect("a folder");
        for tool in TOOLS {
            let places = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(tool));
            let tool_path = places.into_iter().find(|path| path.exists()).expect("a tool of any system");
            symlink(tool_path, tree.path("commandes").join(tool)).expect("a link");
        }
        tree.command("id", "echo 1000");
        tree.command("cc", "exit 0");
        tree.command("apt-get", "echo \"$@\" >>\"$HOME/apt-get\"");
        tree
    }

    /// The same as the archive of a version has them: nothing that cargo knows, and no compiler.
    pub fn archive() -> Tree {
        let tree = Tree { built: "bin", ..Tree::new() };
        for file in ["Cargo.toml", "outils/rust.sh", "commandes/cc"] {
            fs::remove_file(tree.path(file)).expect("removed");
        }
        fs::remove_dir_all(tree.path("target")).expect("removed");
        fs::create_dir_all(tree.path("bin")).expect("a folder");
        tree
    }

    /// A file of it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    /// A command that the scripts find.
    pub fn command(&self, name: &str, body: &str) {
        self.script(&format!("commandes/{name}"), body);
    }

    /// A cargo of this version, which builds whatever it is asked to.
    pub fn cargo(&self, version: &str) {
        self.command(
            "cargo",
            &format!("[ \"$1\" != --version ] || echo 'cargo {version} (0123abc 2022-06-30)'"),
        );
    }

    /// A program as if it were built: this script.
    pub fn program(&self, name: &str, body: &str) {
        self.script(&format!("{}/{name}", self.built), body);
    }

    /// The programs of the house, as if they were built.
    pub fn programs(&self) {
        for name in ["serveur", "joueur", "moteur"] {
            self.program(name, &format!("exec '{}' \"$@\"", program(name).display()));
        }
    }

    fn script(&self, file: &str, body: &str) {
        executable::script(&self.path(file), body);
    }

    /// Whether apt-get was asked for anything.
    pub fn downloaded(&self) -> bool {
        self.path("apt-get").exists()
    }

    /// Runs a script of it to its end: exit code, standard output, standard error.
    pub fn sh(&self, script: &str, args: &[&str]) -> (Option<i32>, String, String) {
        self.sh_where(&[], script, args)
    }

    /// The same with these variables.
    pub fn sh_where(
        &self,
        variables: &[(&str, &str)],
        script: &str,
        args: &[&str],
    ) -> (Option<i32>, String, String) {
        let mut command = Command::new("/bin/sh");
        command.arg(self.path(script)).args(args).process_group(0).stdin(Stdio::null());
        command.env_clear().env("PATH", self.path("commandes")).env("HOME", self.folder.path());
        command.env("TMPDIR", self.folder.path()).env("JAVA_HOME", "/nonexistent");
        command.envs(variables.iter().copied());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a shell");
        let group = Pid::from_raw(child.id() as i32);
        let (done, over) = std::sync::mpsc::channel();
        let guard = std::thread::spawn(move || {
            if over.recv_timeout(PATIENCE).is_err() {
                killpg(group, Signal::SIGKILL).ok();
            }
        });
        let began = Instant::now();
        let Output { status, stdout, stderr } = child.wait_with_output().expect("its end");
        done.send(()).ok();
        guard.join().expect("the guard");
        let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert!(began.elapsed() < PATIENCE, "{script} hangs\n{stdout}\n{stderr}");
        (status.code(), stdout, stderr)
    }
}
