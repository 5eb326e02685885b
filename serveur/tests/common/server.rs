//! The server as a process of its own.

use jeux::Slot;
use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};

use arbitre::record::Record;
use nix::sys::signal::{SigHandler, Signal, kill, signal};
use nix::unistd::Pid;
use protocol::Termination;
use protocol::colonnes::Coul;
use tempfile::TempDir;

use testing::process::children;
use testing::{PATIENCE, until};

use super::{Client, Table, alive, barrier, sockets};

/// A running server on a port of its own, with a folder of its own. Dropping it kills it and its children.
pub struct Server {
    process: Child,
    /// Where it listens.
    pub port: u16,
    /// What it prints.
    pub out: Lines,
    /// What it logs.
    pub log: Lines,
    folder: TempDir,
}

impl Server {
    /// Starts a server with these options on a free port, and waits until it listens.
    pub fn start(options: &[&str]) -> Server {
        Self::start_on("0", options)
    }

    /// The same on this port.
    pub fn start_on(port: &str, options: &[&str]) -> Server {
        Self::start_as(program(&[]), port, options, usize::MAX)
    }

    /// The same, but what it prints after the line that names its port meets a closed pipe.
    pub fn start_unheard(options: &[&str]) -> Server {
        Self::start_as(program(&[]), "0", options, 1)
    }

    /// The same from a program that ignores the end of its children.
    pub fn start_ignoring_children(options: &[&str]) -> Server {
        let mut command = program(&[]);
        #[expect(unsafe_code, reason = "between fork and exec")]
        // SAFETY: the closure only makes a system call that is safe after fork.
        unsafe {
            command.pre_exec(|| Ok(signal(Signal::SIGCHLD, SigHandler::SigIgn).map(drop)?));
        }
        Self::start_as(command, "0", options, usize::MAX)
    }

    /// The same over a layer that sees what it does to its files; records go to this folder.
    pub fn start_over(layer: &testing::cuts::Layer, records: &Path) -> Server {
        let mut command = program(&[]);
        layer.below(&mut command);
        Self::start_as(command, "0", &["--parties", records.to_str().expect("a readable path")], usize::MAX)
    }

    fn start_as(mut command: Command, port: &str, options: &[&str], heard: usize) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        if !options.iter().any(|option| option.ends_with("parties")) {
            command.arg("--parties").arg(folder.path().join("parties"));
        }
        command.args(options).arg(port).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the server starts");
        let out = Lines::read(process.stdout.take().expect("stdout"), heard);
        let log = Lines::read(process.stderr.take().expect("stderr"), usize::MAX);
        let said = out.wait_for("serveur à l'écoute sur le port ");
        let port = said.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a port");
        Server { process, port, out, log, folder }
    }

    /// The number of the process.
    pub fn pid(&self) -> Pid {
        Pid::from_raw(self.process.id().try_into().expect("a process number"))
    }

    /// Where clients find it.
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.port).into()
    }

    /// A new connection.
    pub fn connect(&self) -> Client {
        Client::connect(self.address())
    }

    /// A connection on which PARTIE has been asked and, whoever else is connected, taken note of.
    pub fn asked(&self, name: &str) -> Client {
        let mut client = self.connect();
        client.ask(name);
        self.barrier();
        client
    }

    /// Two players at the beginning of their rencontre: alice BLANC, bob NOIR, both answered.
    pub fn table(&self) -> Table {
        let mut alice = self.asked("alice");
        let mut bob = self.connect();
        bob.ask("bob");
        alice.welcome(Coul::Blanc, "bob");
        bob.welcome(Coul::Noir, "alice");
        Table { players: [alice, bob] }
    }

    /// Returns when the server has read everything that was sent to it before a rencontre.
    pub fn barrier(&self) {
        barrier(self.address());
    }

    /// Sends a signal to the server itself.
    pub fn signal(&self, signal: Signal) {
        kill(self.pid(), signal).expect("kill");
    }

    /// The processes of the rencontres under way.
    pub fn children(&self) -> Vec<Pid> {
        let playing = |pid: &Pid| !sockets(*pid, self.port).is_empty();
        children(self.process.id()).into_iter().filter(playing).collect()
    }

    /// Waits until no host has a player and no zombie is left.
    pub fn no_children(&self) {
        let zombies = || children(self.process.id()).into_iter().any(|pid| !alive(pid));
        until("nothing is played", || self.children().is_empty() && !zombies());
    }

    /// Waits for the end of the server; its exit code.
    pub fn exit_code(&mut self) -> i32 {
        let status = wait(&mut self.process);
        assert_eq!(status.signal(), None, "the server was not killed");
        status.code().expect("an exit code")
    }

    /// The folder for records.
    pub fn records_folder(&self) -> PathBuf {
        self.folder.path().join("parties")
    }

    /// The files of the records so far, in the order of their names.
    pub fn record_files(&self) -> Vec<PathBuf> {
        testing::championship::records(&self.records_folder())
    }

    /// The records so far.
    pub fn records(&self) -> Vec<Record> {
        self.record_files().iter().map(|path| Record::read(path).expect("a record")).collect()
    }

    /// The only record.
    pub fn record(&self) -> Record {
        let mut records = self.records();
        assert_eq!(records.len(), 1, "records");
        records.remove(0)
    }

    /// How the parties of the only record ended: the winner, and in which way.
    pub fn results(&self) -> Vec<(Option<usize>, Termination)> {
        let record = self.record();
        record
            .parties
            .iter()
            .map(|partie| (partie.result.winner.map(Slot::index), partie.result.termination))
            .collect()
    }

    /// Whether the server still works: two new players play a rencontre to its end.
    pub fn still_serves(&self) {
        let mut table = self.table();
        table.aller_et_retour();
        table.ended();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for pid in self.children() {
            // It may end by itself at any moment.
            kill(pid, Signal::SIGKILL).ok();
        }
        // It may have ended: then there is nothing to kill.
        self.process.kill().ok();
        self.process.wait().expect("wait");
    }
}

/// The program, with these arguments, in the default configuration.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serveur"));
    command.args(args).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// Runs the program to its end and gives what it wrote.
pub fn run(args: &[&str]) -> (i32, String, String) {
    let mut process =
        program(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let out = Lines::read(process.stdout.take().expect("stdout"), usize::MAX);
    let log = Lines::read(process.stderr.take().expect("stderr"), usize::MAX);
    let status = wait(&mut process);
    (status.code().expect("an exit code"), out.complete(), log.complete())
}

/// The same for a path among the arguments.
pub fn rejoue(options: &[&str], files: &[impl AsRef<Path>]) -> (i32, String, String) {
    let files = files.iter().map(|path| path.as_ref().to_str().expect("a readable path"));
    run(&["rejoue"].into_iter().chain(options.iter().copied()).chain(files).collect::<Vec<_>>())
}

fn wait(process: &mut Child) -> ExitStatus {
    let mut ended = None;
    until("the program ends", || {
        ended = process.try_wait().expect("wait");
        ended.is_some()
    });
    ended.expect("a status")
}

/// The lines that a program writes, as they come.
#[derive(Clone)]
pub struct Lines(Arc<(Mutex<Written>, Condvar)>);

#[derive(Default)]
struct Written {
    lines: Vec<String>,
    complete: bool,
}

impl Lines {
    /// Reads so many lines, then closes the pipe.
    fn read(from: impl Read + Send + 'static, count: usize) -> Lines {
        let lines = Lines(Arc::default());
        let shared = Arc::clone(&lines.0);
        std::thread::spawn(move || {
            let mut from = BufReader::new(from);
            let mut line = Vec::new();
            let (written, changed) = &*shared;
            for _ in 0..count {
                if !matches!(from.read_until(b'\n', &mut line), Ok(1..)) {
                    break;
                }
                let text = String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned();
                written.lock().expect("lines").lines.push(text);
                changed.notify_all();
                line.clear();
            }
            drop(from);
            written.lock().expect("lines").complete = true;
            changed.notify_all();
        });
        lines
    }

    /// Waits for a line that holds this text, and gives it.
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_for_many(text, 1)
    }

    /// Waits for so many lines that hold this text, and gives the last of them.
    pub fn wait_for_many(&self, text: &str, count: usize) -> String {
        let (written, changed) = &*self.0;
        let found = |written: &Written| {
            written.lines.iter().filter(|line| line.contains(text)).nth(count - 1).cloned()
        };
        let (written, _) = changed
            .wait_timeout_while(written.lock().expect("lines"), PATIENCE, |written| {
                found(written).is_none() && !written.complete
            })
            .expect("lines");
        found(&written).unwrap_or_else(|| panic!("{count} x {text:?} is not in {:#?}", written.lines))
    }

    /// Everything so far.
    pub fn so_far(&self) -> String {
        self.0.0.lock().expect("lines").lines.join("\n")
    }

    /// Everything, once the program has closed its end.
    pub fn complete(&self) -> String {
        let (written, changed) = &*self.0;
        let (written, _) = changed
            .wait_timeout_while(written.lock().expect("lines"), PATIENCE, |written| !written.complete)
            .expect("lines");
        assert!(written.complete, "the program still writes: {:#?}", written.lines);
        written.lines.join("\n")
    }
}
