//! PostgreSQL: every scenario, on a server that the test starts.
//!
//! Without PostgreSQL on this machine there is nothing to test, unless `ARBITRE_TEST_PG=1` says that there must be.

use std::path::Path;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use testing::postgres::Postgres;

use super::*;

/// A server on a socket in a folder of its own.
struct Server {
    _server: Postgres,
    // Removed after the end of the server, which writes to it.
    folder: tempfile::TempDir,
}

impl Server {
    fn start(programs: &Path) -> Server {
        let folder = tempfile::tempdir().unwrap();
        Postgres::create(programs, folder.path());
        let server = Postgres::start(programs, folder.path(), |command| {
            command.args(["-c", "fsync=off"]);
        });
        Server { _server: server, folder }
    }

    fn location(&self, database: &str, options: &str) -> Location {
        Location::Postgres(Postgres::url(self.folder.path(), database, options))
    }
}

#[test]
fn every_scenario() {
    let Some(programs) = Postgres::programs() else { return };
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
    // It loses the connection of the administrator, too.
    admin.execute("CREATE DATABASE fin", vec![]).unwrap();
    connections_are_lost(&server, &mut admin);
    the_server_goes_away(server);
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

/// The server says that it stops, then a connection ends without a word: the next try opens another.
fn connections_are_lost(server: &Server, admin: &mut database::Database) {
    admin.execute("CREATE DATABASE coupee", vec![]).unwrap();
    let regulations = double_round(2);
    let records = all_records(&regulations);
    let mut store = open(&server.location("coupee", ""), &regulations);
    let said = store.database.execute("DO $$ BEGIN RAISE SQLSTATE '57P01'; END $$", vec![]);
    assert!(matches!(said, Err(StoreError::CannotOpen(..))), "{said:?}");
    store.take_together(&records[..1]).unwrap();
    let process = store.database.number("SELECT pg_backend_pid()::bigint", vec![]).unwrap();
    kill(Pid::from_raw(process.try_into().unwrap()), Signal::SIGKILL).unwrap();
    let lost = store.take_together(&records[1..]);
    assert!(matches!(lost, Err(StoreError::CannotOpen(..))), "{lost:?}");
    // The server closes all others, too, and starts them anew.
    testing::until("a connection", || store.take_together(&records[1..]).is_ok());
    assert_eq!(store.results().unwrap().len(), 2);
}

/// The server dies in the middle of a championship: an error, and with a new connection nothing is missing.
fn the_server_goes_away(server: Server) {
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
