//! Where a document is run: a copy of the checkout in which everything is built, and a network of its own.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use nix::sched::{CloneFlags, unshare};
use tempfile::TempDir;

use testing::{executable, root};

/// Where the programs are.
pub fn built() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_serveur")).parent().expect("a folder")
}

/// The files of the checkout, relative to it: those that git has. What else lies there is its owner's.
pub fn files() -> Vec<PathBuf> {
    let git = ["ls-files", "-z", "--cached"];
    let listed = Command::new("git").args(git).current_dir(root()).output().expect("git");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let names = String::from_utf8(listed.stdout).expect("names");
    // Those that were removed and are not yet committed are still listed.
    names.split_terminator('\0').map(PathBuf::from).filter(|file| root().join(file).exists()).collect()
}

/// What each program is built as.
const PROGRAMS: [&str; 13] = [
    "serveur",
    "joueur",
    "moteur",
    "championnat",
    "tableau",
    "echelle",
    "machines",
    "7couleurs",
    "libstratege.so",
    "libvalidation.so",
    "libvalidation.a",
    "liblibjeux.so",
    "liblibjeux.a",
];

/// Folders of sources, in which no document has anything written.
const SOURCES: [&str; 5] = ["benches", "fuzz", "src", "tests", "vecteurs"];

/// A copy of the checkout. What a document writes there is gone with it.
pub struct Place {
    folder: TempDir,
}

impl Place {
    /// Everything that is built is there, and nothing can be built.
    pub fn new() -> Place {
        let place = Place { folder: tempfile::tempdir().expect("a folder") };
        // Older than anything that is built.
        let before = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        for file in files() {
            // A thousand files that are only looked at are one link.
            let linked = file.ancestors().filter(|folder| {
                folder.file_name().is_some_and(|name| SOURCES.iter().any(|source| name == *source))
            });
            let file = linked.last().unwrap_or(&file);
            let (from, to) = (root().join(file), place.checkout().join(file));
            if to.is_symlink() {
                continue;
            }
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            if from.is_symlink() {
                symlink(fs::read_link(&from).expect("a link"), &to).expect("a link");
            } else if from.is_dir() {
                symlink(&from, &to).expect("a link");
            } else {
                fs::copy(&from, &to).expect("a file of the house");
                File::options()
                    .append(true)
                    .open(&to)
                    .and_then(|file| file.set_modified(before))
                    .expect("a time");
            }
        }
        let built = built();
        for folder in ["bin", "target/release", "target/java"] {
            fs::create_dir_all(place.checkout().join(folder)).expect("a folder");
        }
        for name in PROGRAMS {
            // A library may be built for tests only, later than by itself.
            let places = [built.join(name), built.join("deps").join(name)];
            let made = |file: &&PathBuf| fs::metadata(file).and_then(|file| file.modified()).ok();
            let program = places.iter().filter(|file| file.exists()).max_by_key(made);
            let program =
                program.unwrap_or_else(|| panic!("{} is missing: cargo build", places[0].display()));
            for folder in ["bin", "target/release"] {
                symlink(program, place.checkout().join(folder).join(name)).expect("a link");
            }
        }
        for archive in ["moteur-colonnes.jar", "moteur-java.jar"] {
            let java = built.with_file_name("java").join(archive);
            if java.exists() {
                symlink(java, place.checkout().join("target/java").join(archive)).expect("a link");
            }
        }
        for folder in ["home", "tmp", "commands"] {
            fs::create_dir(place.path(folder)).expect("a folder");
        }
        // What is built is up to date; who builds nevertheless is told so.
        let version = env!("CARGO_PKG_RUST_VERSION");
        place.command(
            "cargo",
            &format!("[ \"$1\" != --version ] || {{ echo cargo {version}.0; exit; }}; echo all is built >&2; exit 101"),
        );
        place
    }

    /// The copy of the checkout.
    pub fn checkout(&self) -> PathBuf {
        self.path("arbitre")
    }

    /// A file beside it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, name: &str, body: &str) {
        executable::script(&self.path("commands").join(name), body);
    }
}

/// Held by a document that has the network of the machine to itself.
static NETWORK: Mutex<()> = Mutex::new(());

/// Gives this thread, and what it starts, a network of its own, where the ports that documents name are free. Where the
/// machine allows none (that takes root), documents take turns, as long as they hold what this gives.
pub fn network() -> Option<MutexGuard<'static, ()>> {
    let own = unshare(CloneFlags::CLONE_NEWNET).is_ok() && {
        let mut up = Command::new("ip");
        up.args(["link", "set", "lo", "up"]).stdin(Stdio::null());
        up.status().is_ok_and(|status| status.success())
    };
    (!own).then(|| NETWORK.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
}
