//! The real server of Labyrinthe, for tests that play on it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::beside::program;

/// A server of both editions, killed when it goes out of scope.
pub struct Server {
    child: Child,
    /// Where it speaks the editions 2017 and 2025.
    pub ports: [String; 2],
    _folder: tempfile::TempDir,
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
        Server { child, ports, _folder: folder }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
