//! The workspace's programs, and child processes that end with their test.

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::output::port;

/// A program of the workspace. It lies where cargo has put this test's own.
pub fn program(name: &str) -> PathBuf {
    let this = std::env::current_exe().expect("the path of this test");
    let found = this.ancestors().skip(1).take(2).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is missing: cargo build --bins"))
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Output {
    // Not the options of a make that runs these tests.
    let output = command.env_remove("MAKEFLAGS").env_remove("MAKELEVEL").output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, crate::output::both(&output));
    output
}

/// The C or C++ compiler: what the variable `CC` or `CXX` names, else `cc` or `c++`.
pub fn compiler(is_cpp: bool) -> Command {
    let (variable, default) = if is_cpp { ("CXX", "c++") } else { ("CC", "cc") };
    Command::new(std::env::var_os(variable).unwrap_or_else(|| default.into()))
}

/// A process that is killed with its test.
pub struct Killed(pub Child);

impl Killed {
    /// Starts a process.
    pub fn start(command: &mut Command) -> Killed {
        Killed(command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}")))
    }

    /// Waits for its end; what it has written since to the pipes that nobody has taken.
    pub fn end(mut self) -> Output {
        fn rest(pipe: Option<impl Read>) -> Vec<u8> {
            let mut bytes = Vec::new();
            pipe.map(|mut pipe| pipe.read_to_end(&mut bytes).expect("its output"));
            bytes
        }
        drop(self.0.stdin.take());
        let (out, err) = (self.0.stdout.take(), self.0.stderr.take());
        std::thread::scope(|scope| {
            let stderr = scope.spawn(|| rest(err));
            let stdout = rest(out);
            let status = self.0.wait().expect("its end");
            Output { status, stdout, stderr: stderr.join().expect("its errors") }
        })
    }

    /// Sends it a signal.
    pub fn signal(&self, name: Signal) {
        signal(self.0.id(), name);
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).ok();
    }
}

/// Starts a server whose first line ends with the port that it has found: the process, that port,
/// and the rest of its output.
pub fn listening(command: &mut Command) -> (Killed, u16, BufReader<ChildStdout>) {
    let mut server = Killed::start(command.stdin(Stdio::null()).stdout(Stdio::piped()));
    let mut out = BufReader::new(server.0.stdout.take().expect("its output"));
    let port = port(&mut out);
    (server, port, out)
}

/// Sends a signal to a process.
pub fn signal(process: u32, signal: Signal) {
    kill(Pid::from_raw(process.cast_signed()), signal).expect("it is there");
}

/// The child processes of a process, those included that have ended and not been waited for.
pub fn children(parent: u32) -> Vec<Pid> {
    let mut children = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // The process may end between the two.
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name is in parentheses and may hold anything; state and parent follow it.
        let parent_field = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
        if parent_field == Some(&parent.to_string()) {
            children.push(Pid::from_raw(pid));
        }
    }
    children
}

/// What a process has in memory, in KiB.
pub fn resident(process: u32) -> io::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| io::Error::other(format!("process {process} has ended")))
}

/// How many files and connections it has open.
pub fn open_files(process: u32) -> io::Result<usize> {
    Ok(fs::read_dir(format!("/proc/{process}/fd"))?.count())
}
