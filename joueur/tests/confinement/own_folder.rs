//! An engine finds the files beside its program where it runs, and may write there.

use std::fs;
use std::path::Path;

use arbitre::engine::{EngineSpec, EngineStart};
use confine::{Level, Policy};
use tempfile::TempDir;

use crate::files::way;
use crate::levels::{lacking, missing};
use crate::trial::{game, ordinary, places};

/// Its name says what it has read; it changes a file that it came with, and makes others.
const READER: &str = r#"
import os, sys
read = open("ouvertures.txt").read() + open("livres/un.txt").read() + str(os.path.getsize("table.bin"))
open("journal.txt", "a").write("joue")
os.makedirs("sorties", exist_ok=True)
open("sorties/partie.txt", "w").write("joue")
open("nouveau.txt", "w").write("joue")
read += open("journal.txt").read() + "".join(open(name).read() for name in sys.argv[1:])
print("engine 1", read, flush=True)
sys.stdin.read()
"#;

/// An engine with its files in a folder `Zoé D.`, below one where the referee is not.
fn reader() -> (TempDir, String) {
    let top = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let home = top.path().join("Zoé");
    for folder in ["livres", "sorties"] {
        fs::create_dir_all(home.join(folder)).expect("a folder");
    }
    for (name, text) in [
        ("moteur.py", READER),
        ("ouvertures.txt", "B2"),
        ("livres/un.txt", "C3"),
        ("journal.txt", "hier"),
        ("sorties/partie.txt", "hier"),
    ] {
        fs::write(home.join(name), text).expect("a file");
    }
    // Too large to be copied.
    fs::File::create(home.join("table.bin")).and_then(|file| file.set_len(2 << 20)).expect("a file");
    let way = way(&home);
    (top, way)
}

fn name(command: &str, policy: &Policy) -> String {
    let spec: EngineSpec = format!("pipe:{command}").parse().expect("a spec");
    let host = EngineStart::new(&spec, game(), &places(), policy).run();
    host.map_or_else(|error| format!("{error}"), |host| host.name().to_owned())
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn a_confined_engine_finds_its_files_and_changes_copies() {
    let policies = missing().map(|(means, _)| lacking(means)).chain([ordinary()]);
    for policy in policies {
        let (top, way) = reader();
        // The file as the command names it is there, too.
        let command = format!("python3 {way}/moteur.py {way}/ouvertures.txt");
        assert_eq!(name(&command, &policy), "B2C32097152hierjoueB2", "{:?}", policy.without);
        let home = top.path().join("Zoé");
        assert_eq!(
            (text(&home, "journal.txt"), text(&home, "sorties/partie.txt")),
            ("hier".into(), "hier".into())
        );
        assert!(!home.join("nouveau.txt").exists());
    }
}

#[test]
fn an_unconfined_engine_runs_in_its_own_folder() {
    let (top, way) = reader();
    let command = format!("python3 {way}/moteur.py {way}/ouvertures.txt");
    let policy = Policy { level: Level::None, ..Policy::default() };
    assert_eq!(name(&command, &policy), "B2C32097152hierjoueB2");
    assert_eq!(text(&top.path().join("Zoé"), "nouveau.txt"), "joue");
    // A shell reads this one, and starts where the referee is.
    let moved = format!("cd {way} && exec python3 moteur.py ouvertures.txt");
    assert_eq!(name(&moved, &policy), "B2C32097152hierjouejoueB2");
}

/// Its keeper has this signal blocked, and reads it from a descriptor.
#[test]
fn an_engine_hears_of_the_ends_of_its_processes() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let engine = r#"
import os, signal, sys
heard = []
signal.signal(signal.SIGCHLD, lambda *_: heard.append("heard"))
child = os.fork() or os._exit(0)
os.waitpid(child, 0)
print("engine 1", *heard, flush=True)
sys.stdin.read()
"#;
    fs::write(folder.path().join("moteur.py"), engine).expect("a file");
    let command = format!("python3 {}/moteur.py", way(folder.path()));
    for policy in [ordinary(), Policy::none()] {
        assert_eq!(name(&command, &policy), "heard");
    }
}
