//! The player under test, its engine, and what the engine notes.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::iter;
use std::process::{Command, Stdio};
use std::sync::mpsc::Receiver;

use nix::sys::stat::Mode;
use testing::PATIENCE;
use testing::output::lines;
use testing::process::Killed;

/// What an engine notes, line by line, as it comes.
pub struct Notes {
    folder: tempfile::TempDir,
    lines: Receiver<String>,
    /// For writing too: it has no end while engines come and go.
    open: File,
}

impl Notes {
    pub fn new() -> Notes {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("notes");
        nix::unistd::mkfifo(&path, Mode::S_IRWXU).expect("a pipe");
        let open = OpenOptions::new().read(true).write(true).open(&path).expect("the pipe");
        Notes { folder, lines: lines(open.try_clone().expect("the pipe")), open }
    }

    /// Where lines are noted.
    pub fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("notes")
    }

    /// An engine that does this when it is asked for a move, `$n` being how often that has happened, and this after any
    /// announcement of a game. A new start of it goes on counting, and says nothing if there is a file `silent`.
    pub fn engine(&self, on_go: &str, on_game: &str) -> String {
        let folder = self.folder.path();
        let script = format!(
            "cd {}\nwhile read -r line; do echo \"$line\" > notes; case $line in\n\
             hello*) [ -e silent ] || echo engine 1 témoin;;\ngame*) {on_game};;\n\
             go*) n=$(($(cat n 2>/dev/null || echo 0) + 1)); echo $n > n; {on_go};;\nquit) exit;; esac; done\n",
            folder.display()
        );
        std::fs::write(folder.join("moteur.sh"), script).expect("an engine");
        format!("pipe:sh {}/moteur.sh", folder.display())
    }

    /// The next line that the engine gets.
    pub fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line for the engine")
    }

    /// The next line, which must begin so; all of it.
    pub fn expect(&self, beginning: &str) -> String {
        let line = self.next();
        assert!(line.starts_with(beginning), "{line:?}, not {beginning:?}");
        line
    }

    /// The next line, which must announce a game with these moves.
    pub fn expect_game(&self, moves: &str) -> String {
        let line = self.expect("game ");
        let told = line.split(' ').find_map(|word| word.strip_prefix("moves="));
        assert_eq!(told.unwrap_or_default(), moves, "{line}");
        line
    }

    /// Everything that was noted and not asked for yet.
    pub fn rest(&self) -> Vec<String> {
        // What was written before it has been read when it comes.
        const LAST: &str = "until here";
        writeln!(&self.open, "{LAST}").expect("the pipe");
        iter::from_fn(|| Some(self.next()).filter(|line| line != LAST)).collect()
    }
}

/// A player, killed with the test.
pub fn start(args: &[&str]) -> Killed {
    Killed::start(&mut command(args))
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joueur"));
    command.args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C.UTF-8");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
