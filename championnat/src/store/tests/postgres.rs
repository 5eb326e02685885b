//! PostgreSQL: every scenario, on a server that the test starts.
//!
//! Without PostgreSQL on this machine there is nothing to test, unless `ARBITRE_TEST_PG=1` says that there must be.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use super::*;

/// A server on a socket in a folder of its own.
struct Server {
    child: Child,
    folder: tempfile::TempDir,
    programs: PathBuf,
}

impl Server {
    fn start(programs: &Path) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        if is_root() {
            let (uid, gid) = unprivileged();
            chown(folder.path(), Some(uid), Some(gid)).unwrap();
        }
        let run = |program: &str| command(programs, program, folder.path());
        let created = run("initdb")
            .args(["--auth=trust", "--username=arbitre", "--no-sync", "--encoding=UTF8", "--locale=C", "-D"])
            .arg(&data)
            .output()
            .unwrap();
        assert!(created.status.success(), "initdb: {}", String::from_utf8_lossy(&created.stderr));
        let mut child = run("postgres")
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "lc_messages=C"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, ready) = mpsc::channel();
        let log = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                if line.contains("database system is ready to accept connections") {
                    let _ = sender.send(());
                }
            }
        });
        let server = Server { child, folder, programs: programs.to_owned() };
        ready.recv_timeout(Duration::from_secs(60)).expect("the server does not start");
        server
    }

    fn location(&self, database: &str, options: &str) -> Location {
        let host = self.folder.path().display();
        Location::Postgres(format!("postgres://arbitre@localhost/{database}?host={host}{options}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // With all its processes, so that none still writes while the folder is removed.
        let _ = command(&self.programs, "pg_ctl", self.folder.path())
            .args(["stop", "-m", "immediate", "-w", "-t", "20", "-D", "data"])
            .output();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program of the server. It refuses to run as root; and whatever happens to the test, it ends with it.
fn command(programs: &Path, program: &str, folder: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]);
    if is_root() {
        let (uid, gid) = unprivileged();
        command.args([format!("--reuid={uid}"), format!("--regid={gid}"), "--clear-groups".into()]);
    }
    command.arg(programs.join(program)).current_dir(folder).stdin(Stdio::null());
    command
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").unwrap().uid() == 0
}

/// A user who is not root, by number.
fn unprivileged() -> (u32, u32) {
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let user = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    user("postgres").or_else(|| user("nobody")).expect("no user to run the server as")
}

/// The folder of the server's programs, the newest version.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|entry| entry.path()).max_by_key(number)?.join("bin");
    (newest.join("initdb").exists() && newest.join("postgres").exists()).then_some(newest)
}

#[test]
fn every_scenario() {
    let Some(programs) = programs() else {
        assert!(std::env::var_os("ARBITRE_TEST_PG").is_none_or(|value| value != "1"), "no PostgreSQL here");
        println!("no PostgreSQL here: not tested");
        return;
    };
    let server = Server::start(&programs);
    let mut admin =
        database::Database::open(&server.location("postgres", ""), database::Mode::Write).unwrap();
    for (name, scenario) in scenarios::ALL {
        println!("{name}");
        admin.execute(&format!("CREATE DATABASE {name}"), vec![]).unwrap();
        scenario(&server.location(name, ""));
    }
    two_championships_in_two_schemas(&server, &mut admin);
    a_database_that_is_read_only(&server, &mut admin);
    let missing = Archive::open(&server.location("absente", "")).map(|_| ());
    assert!(matches!(missing, Err(StoreError::CannotOpen(..))), "{missing:?}");
    let empty = Archive::open(&server.location("postgres", "")).map(|_| ());
    assert!(matches!(empty, Err(StoreError::NotAChampionship(_))), "{empty:?}");
    the_server_goes_away(server, &mut admin);
}

fn two_championships_in_two_schemas(server: &Server, admin: &mut database::Database) {
    admin.execute("CREATE DATABASE schemas", vec![]).unwrap();
    let whole = server.location("schemas", "");
    let mut inside = database::Database::open(&whole, database::Mode::Write).unwrap();
    let in_schema = |name: &str| server.location("schemas", &format!("&options=-csearch_path%3D{name}"));
    let mut stores = vec![];
    for (name, contestants) in [("mai", 2), ("juin", 3)] {
        inside.execute(&format!("CREATE SCHEMA {name}"), vec![]).unwrap();
        stores.push(open(&in_schema(name), &double_round(contestants)));
    }
    assert!(matches!(
        Store::open(&in_schema("mai"), &double_round(2), &seats(2), &[]),
        Err(StoreError::Locked(..))
    ));
    let games: Vec<usize> = stores.iter().map(|store| store.known_games().count()).collect();
    assert_eq!(games, [2, 6]);
}

fn a_database_that_is_read_only(server: &Server, admin: &mut database::Database) {
    admin.execute("CREATE DATABASE figee", vec![]).unwrap();
    let regulations = double_round(2);
    drop(open(&server.location("figee", ""), &regulations));
    let frozen = server.location("figee", "&options=-cdefault_transaction_read_only%3Don");
    let refused = Store::open(&frozen, &regulations, &seats(2), &[]).map(|_| ());
    assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
    assert!(Archive::open(&frozen).unwrap().results().unwrap().is_empty());
}

/// The server dies in the middle of a championship: an error, and with a new connection nothing is missing.
fn the_server_goes_away(server: Server, admin: &mut database::Database) {
    admin.execute("CREATE DATABASE fin", vec![]).unwrap();
    let regulations = double_round(2);
    let records = all_records(&regulations);
    let location = server.location("fin", "");
    let mut store = open(&location, &regulations);
    store.take(&records[0]).unwrap();
    drop(server);
    let failed = store.take(&records[1]);
    assert!(matches!(failed, Err(StoreError::CannotOpen(..) | StoreError::Database(..))), "{failed:?}");
    let unreachable = Archive::open(&location).map(|_| ());
    assert!(matches!(unreachable, Err(StoreError::CannotOpen(..))), "{unreachable:?}");
}
