//! The real server of Labyrinthe, for tests that play on it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::beside::program;

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server of both editions, killed when it goes out of scope.
pub struct Server {
    child: Child,
    /// Where it speaks the editions 2017 and 2025.
    pub ports: [String; 2],
    folder: tempfile::TempDir,
}

impl Server {
    /// Starts one with these options besides the ports.
    pub fn start(options: &[&str]) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(program("serveur"))
            .args(["labyrinthe", "--port", "0", "--port", "0:2025", "--sans-parties", "--controle"])
            .arg(folder.path().join("controle"))
            .args(options)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut reader = BufReader::new(child.stdout.take().expect("its output"));
        let mut port = || {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a line");
            line.trim().rsplit(' ').next().expect("a port").to_owned()
        };
        let ports = [port(), port()];
        // The reports must be read, or the server would wait for us.
        std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()));
        Server { child, ports, folder }
    }
}

impl Server {
    /// What the organiser asks of it.
    fn organise(&self, words: &[&str]) -> Output {
        let mut command = Command::new(program("serveur"));
        command.arg("labyrinthe").args(words).arg("--controle").arg(self.folder.path().join("controle"));
        command.output().expect("an organiser")
    }

    /// A tournament of these two players, whom `enter` starts: created, and launched phase by phase, two games in all.
    pub fn tournament(&self, players: [&str; 2], enter: impl FnOnce()) {
        assert!(self.organise(&["tournoi", "cup", "--format", "aller-retour"]).status.success());
        enter();
        until("both have entered", || {
            let list = self.organise(&["classement", "cup"]).stdout;
            players.iter().all(|name| String::from_utf8_lossy(&list).contains(name))
        });
        // Each phase as soon as the one before it is over.
        for _ in 0..2 {
            until("the phase is launched", || self.organise(&["lance", "cup"]).status.success());
        }
    }
}

/// Waits for what no descriptor tells of.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "never happened: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
