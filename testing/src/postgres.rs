//! A PostgreSQL server of a test's own, where this machine has one.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;

use crate::PATIENCE;
use crate::process::{Killed, run};

/// A server on a socket in a folder.
pub struct Postgres {
    child: Killed,
    folder: PathBuf,
    programs: PathBuf,
}

impl Postgres {
    /// The folder of its programs, the newest version. Without it there is nothing to test, unless `ARBITRE_TEST_PG=1`
    /// says that there must be.
    pub fn programs() -> Option<PathBuf> {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
        let newest =
            versions.map(|entry| entry.path().join("bin")).max_by_key(|bin| number(&bin.parent()?.into()));
        let found = newest.filter(|bin| bin.join("initdb").exists() && bin.join("postgres").exists());
        let must = std::env::var_os("ARBITRE_TEST_PG").is_some_and(|value| value == "1");
        assert!(found.is_some() || !must, "no PostgreSQL here");
        if found.is_none() {
            println!("no PostgreSQL here: not tested");
        }
        found
    }

    /// Makes an empty cluster, `data` in a folder.
    pub fn create(programs: &Path, folder: &Path) {
        own(folder);
        let mut initdb = command(programs, "initdb", folder);
        initdb.args([
            "--auth=trust",
            "--username=arbitre",
            "--no-sync",
            "--encoding=UTF8",
            "--locale=C",
            "-D",
            "data",
        ]);
        run(&mut initdb);
    }

    /// Starts it on the cluster of a folder, by a command that `prepare` has changed, and waits until it serves.
    pub fn start(programs: &Path, folder: &Path, prepare: impl FnOnce(&mut Command)) -> Postgres {
        own(folder);
        let mut command = command(programs, "postgres", folder);
        command.args(["-D", "data", "-k"]).arg(folder).args([
            "-c",
            "listen_addresses=",
            "-c",
            "lc_messages=C",
        ]);
        prepare(&mut command);
        let mut child = Killed::start(command.stderr(Stdio::piped()));
        let (sender, ready) = mpsc::channel();
        let log = BufReader::new(child.0.stderr.take().expect("its errors"));
        std::thread::spawn(move || {
            let mut said = Vec::new();
            for line in log.lines().map_while(Result::ok) {
                said.push(line);
                if said[said.len() - 1].contains("database system is ready to accept connections") {
                    sender.send(Ok(())).ok();
                }
            }
            sender.send(Err(said)).ok();
        });
        let server = Postgres { child, folder: folder.to_owned(), programs: programs.to_owned() };
        ready
            .recv_timeout(PATIENCE)
            .expect("the server does not start")
            .unwrap_or_else(|said| panic!("{said:#?}"));
        server
    }

    /// Where clients find a database of the server in a folder.
    pub fn url(folder: &Path, database: &str, options: &str) -> String {
        format!("postgres://arbitre@localhost/{database}?host={}{options}", folder.display())
    }

    /// Stops it with all its processes, so that none still writes while the folder is removed.
    fn stop(&mut self, mode: &str) {
        let mut stop = command(&self.programs, "pg_ctl", &self.folder);
        stop.args(["stop", "-m", mode, "-w", "-t", "20", "-D", "data"]).output().ok();
        self.child.0.wait().ok();
    }

    /// Ends it in order.
    pub fn end(mut self) {
        self.stop("fast");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop("immediate");
    }
}

/// A program of the server. It refuses to run as root; and whatever happens to the test, it ends with it.
fn command(programs: &Path, program: &str, folder: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]);
    if let Some((uid, gid)) = unprivileged() {
        command.args([format!("--reuid={uid}"), format!("--regid={gid}"), "--clear-groups".into()]);
    }
    command.arg(programs.join(program)).current_dir(folder).stdin(Stdio::null());
    command
}

/// Gives a folder to the server's user, with all that is in it; its data is for nobody else.
fn own(folder: &Path) {
    let mut paths = vec![folder.to_owned()];
    while let Some(path) = paths.pop() {
        if let Some((uid, gid)) = unprivileged() {
            lchown(&path, Some(uid), Some(gid)).expect("a new owner");
        }
        if path.is_dir() {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("its mode");
            paths.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        }
    }
}

/// A user who is not root, by number, where the test is root.
fn unprivileged() -> Option<(u32, u32)> {
    if fs::metadata("/proc/self").expect("/proc").uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("the users");
    let user = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    Some(user("postgres").or_else(|| user("nobody")).expect("no user to run the server as"))
}
