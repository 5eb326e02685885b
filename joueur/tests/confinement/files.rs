//! Engines that read, change and delete what is not theirs.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use confine::{Layer, Means, Policy};
use nix::unistd::dup;
use tempfile::TempDir;

use crate::build::Moteur;
use crate::remains;
use crate::trial::{Essai, here, ordinary};

/// What others have: each file says that it is secret.
struct Others {
    folder: TempDir,
    /// The files.
    files: Vec<String>,
}

impl Others {
    fn new() -> Self {
        // Where the programs are, not where the system has what is temporary, of which an engine may have its own.
        let folder = tempfile::Builder::new()
            .prefix("autres")
            .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
            .expect("a folder");
        let names = ["championnat.sqlite", "parties/premiere.json", "secrets.toml", "cle"];
        let files = names.map(|name| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, "secret").expect("written");
            path.display().to_string()
        });
        Others { folder, files: files.into() }
    }

    fn unchanged(&self) {
        let mut found = BTreeSet::new();
        for folder in [self.folder.path().to_owned(), self.folder.path().join("parties")] {
            let files = fs::read_dir(folder).expect("still there").flatten();
            found.extend(files.map(|file| file.path()).filter(|path| path.is_file()));
        }
        assert_eq!(found, self.files.iter().map(|file| Path::new(file).to_owned()).collect());
        for file in &self.files {
            assert_eq!(fs::read_to_string(file).expect("a file"), "secret", "{file}");
        }
    }
}

/// What of a process says what it is about.
fn of_process(pid: u32) -> Vec<String> {
    ["mem", "environ", "maps", "fd", "cwd", "root", "auxv"].map(|name| format!("/proc/{pid}/{name}")).into()
}

/// The way from this folder to a file.
pub fn way(to: &Path) -> String {
    let from = std::env::current_dir().expect("this folder");
    let common = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(common).map(|_| Path::new(".."));
    let way: PathBuf =
        up.chain(to.components().skip(common).map(|part| Path::new(part.as_os_str()))).collect();
    way.display().to_string()
}

/// By the names that its files have for the referee, absolute or from where he is.
#[test]
fn an_engine_has_its_own_folder() {
    let mut reading = Essai::new("lit");
    let absolute = reading.hostile.file("sous/dossier.txt", "deeper");
    let ways =
        ["donnees.txt", "sous/dossier.txt", "sous"].map(|name| way(&reading.hostile.folder().join(name)));
    reading.words = ways.into_iter().chain([absolute]).collect();
    reading.succeeds("4 read");
}

#[test]
fn store_records_and_secrets_are_out_of_sight() {
    let others = Others::new();
    let folders = [others.folder.path().display().to_string(), env!("CARGO_MANIFEST_DIR").to_owned()];
    let told = || others.files.iter().chain(&folders);
    Essai::new("lit").told(told()).unconfined().succeeds("secrets.toml: secret");
    Essai::new("lit").told(told()).plays_on();
    // The user's own, if he has any. A folder on the way to the engine shows that way.
    let home = ["/root", "/home", "/root/.ssh", "/etc/shadow", "/root/.bashrc", "/var/lib/postgresql"];
    let way = Path::new(env!("CARGO_TARGET_TMPDIR"));
    Essai::new("lit").told(home.iter().filter(|path| !way.starts_with(path))).plays_on();
}

#[test]
fn the_referee_is_out_of_sight() {
    let referee = of_process(std::process::id());
    Essai::new("lit").told(&referee).unconfined().succeeds("/mem: memory");
    // Without a root folder of its own it sees that there are descriptors, and not of what.
    let seen = |path: &&String| here().holds(Layer::Files, Means::Root) || !path.ends_with("/fd");
    Essai::new("lit").told(referee.iter().filter(seen)).plays_on();
}

#[test]
fn other_engines_are_out_of_sight() {
    let essai = |policy: Policy| {
        let mut essai = Essai::new("lit").under(policy);
        let theirs =
            [essai.honest.program.display().to_string(), essai.honest.file("ouvertures.txt", "mine")];
        essai.words = theirs.into();
        essai.words.push(essai.honest.folder().display().to_string());
        essai
    };
    essai(Policy::none()).succeeds("3 read");
    essai(ordinary()).plays_on();
}

/// Records, and other engines, may lie in its own folder.
#[test]
fn what_is_hidden_is_out_of_sight_in_its_own_folder() {
    let mut essai = Essai::new("lit");
    let records = essai.hostile.file("parties/premiere.json", "secret");
    let key = essai.hostile.file("cle", "secret");
    essai.words = vec![records.clone(), key.clone(), "parties/premiere.json".into(), "cle".into()];
    essai.policy = Policy::none();
    essai.succeeds("cle: secret");
    essai.policy = ordinary();
    essai.policy.hidden = vec![essai.hostile.folder().join("parties"), key.clone().into()];
    // Its folder is no longer its own alone.
    essai.policy.readable = vec![essai.hostile.folder().join("mots")];
    essai.plays_on();
    assert_eq!(fs::read_to_string(key).expect("a file"), "secret");
    assert_eq!(fs::read_to_string(records).expect("a file"), "secret");
}

#[test]
fn what_may_be_read_besides_may_be_read() {
    let others = Others::new();
    let mut policy = ordinary();
    policy.readable = vec![others.folder.path().join("parties")];
    let essai = Essai::new("lit").told(&others.files).under(policy);
    essai.succeeds("premiere.json: secret] 1 read");
}

#[test]
fn nothing_but_its_scratch_folder_is_changed() {
    let others = Others::new();
    let essai = |policy: Policy| {
        let mut essai = Essai::new("ecrit").under(policy);
        essai.words = others.files.clone();
        essai.words.push(essai.hostile.folder().join("donnees.txt").display().to_string());
        essai.words.push(essai.hostile.folder().join("nouveau").display().to_string());
        essai.words.push(essai.hostile.program.display().to_string());
        essai.words.push(essai.honest.folder().join("donnees.txt").display().to_string());
        essai
    };
    let confined = essai(ordinary());
    let before = [confined.hostile.contents(), confined.honest.contents()];
    confined.plays_on();
    assert_eq!([confined.hostile.contents(), confined.honest.contents()], before);
    others.unchanged();
    // In the second game its program has another name.
    essai(Policy::none()).play();
    assert!(
        fs::read_dir(others.folder.path())
            .expect("a folder")
            .flatten()
            .any(|file| { file.file_name() == "cle.nouveau" })
    );
}

/// Its run path names the folder of others: an engine is a stranger's file.
#[test]
fn a_run_path_shows_nothing() {
    let others = Others::new();
    let mut essai = Essai::new("lit").told(&others.files);
    essai.words.push(others.folder.path().display().to_string());
    let path = format!("-Wl,-rpath,{}", others.folder.path().display());
    essai.hostile.compile_again(&["-Wl,--disable-new-dtags", &path]);
    essai.plays_on();
    essai.hostile.compile_again(&["-Wl,--enable-new-dtags", &path]);
    essai.plays_on();
    essai.policy = Policy::none();
    essai.succeeds("secrets.toml: secret");
}

/// By their names in its scratch folder, which are links, they are no more its to change.
#[test]
fn its_own_files_are_read_only_by_any_name() {
    let essai = Essai::new("ecrit").told(["donnees.txt"]);
    let before = essai.hostile.contents();
    essai.results();
    assert_eq!(essai.hostile.contents(), before);
    essai.nothing_left();
}

#[test]
fn a_folder_is_not_deleted_from_within() {
    let essai = |policy: Policy| {
        let mut essai = Essai::new("efface").under(policy);
        essai.words = vec![essai.hostile.folder().display().to_string()];
        essai.hostile.file("sous/dossier.txt", "deeper");
        essai
    };
    let confined = essai(ordinary());
    let before = confined.hostile.contents();
    confined.plays_on();
    assert_eq!(confined.hostile.contents(), before);
    // In the second game it is not even there any more.
    let unconfined = essai(Policy::none());
    unconfined.play();
    assert!(!unconfined.hostile.program.exists());
}

#[test]
fn links_lead_nowhere() {
    let others = Others::new();
    let essai = |policy: Policy| {
        let mut essai = Essai::new("liens").under(policy);
        // Links that came with it.
        for (name, to) in [("dehors", others.folder.path()), ("racine", Path::new("/"))] {
            symlink(to, essai.hostile.folder().join(name)).expect("a link");
        }
        let through = |name: &str| essai.hostile.folder().join(name).display().to_string();
        let words = others.files.clone();
        let by_root = format!("{}{}", through("racine"), others.files[0]);
        essai.words = words.into_iter().chain([through("dehors/cle"), by_root]).collect();
        essai
    };
    essai(ordinary()).plays_on();
    others.unchanged();
    essai(Policy::none()).succeeds("reached");
    assert!(fs::read_to_string(&others.files[0]).expect("a file").contains("hostile"));
}

/// One that this program has left open for whomever it starts.
#[test]
fn descriptors_are_not_handed_down() {
    let mut leak = tempfile::NamedTempFile::new().expect("a file");
    let _inherited = dup(leak.as_file()).expect("a descriptor");
    Essai::new("descripteurs").plays_on();
    assert_eq!(fs::read_to_string(leak.path()).expect("a file"), "");
    Essai::new("descripteurs").unconfined().succeeds("descriptors");
    assert!(fs::read_to_string(leak.path()).expect("a file").contains("hostile"));
    leak.as_file_mut().sync_all().expect("still mine");
}

#[test]
fn no_core_is_left() {
    // Else it is the shell that says how it has ended.
    let essai = Essai::new("vidage").run_by("exec");
    let before = essai.hostile.contents();
    essai.ends_by("engine-killed: SIGABRT");
    assert_eq!(essai.hostile.contents(), before);
}

/// Files, sockets, shared memory, message queues: what may stay when nobody is there any more.
#[test]
fn nothing_is_left_that_needs_no_process() {
    // Below the numbers that the system gives away.
    let port = 20_000 + (std::process::id() % 10_000) as u16;
    let essai = |policy: Policy| {
        let mut essai = Essai::new("restes").under(policy);
        essai.words = vec![essai.hostile.key(), essai.hostile.mark.clone(), port.to_string()];
        essai
    };
    let confined = essai(ordinary());
    confined.plays_on();
    assert!(!remains::listened(port));
    let unconfined = essai(Policy::none());
    unconfined.results();
    let left = remains::shared(&unconfined.hostile, true);
    assert_eq!(left.len(), 4, "{left:?}");
    clean(&unconfined.hostile);
}

/// Removes what an engine has left that nobody has confined.
fn clean(engine: &Moteur) {
    for file in remains::files(engine) {
        if file.is_dir() { fs::remove_dir_all(file) } else { fs::remove_file(file) }.expect("removed");
    }
}
