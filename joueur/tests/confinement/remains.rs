//! What is left of an engine.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpid};

use crate::build::{Moteur, compiled};

/// How deep in folders that everybody may write to something of an engine is looked for.
const DEPTH: usize = 4;

/// Its processes, zombies too: by what they were started with, by their name, by their program.
pub fn processes(engine: &Moteur) -> Vec<String> {
    let (mark, inode) = (engine.mark.as_bytes(), engine.inode());
    let holds = |bytes: &[u8]| bytes.windows(mark.len()).any(|part| part == mark);
    let own = |folder: &Path| {
        let program = fs::metadata(folder.join("exe")).ok().map(|program| (program.dev(), program.ino()));
        let told = ["cmdline", "environ", "comm"];
        let told = told.into_iter().any(|file| fs::read(folder.join(file)).is_ok_and(|bytes| holds(&bytes)));
        told || program.is_some() && program == inode
    };
    let all = fs::read_dir("/proc").expect("/proc").flatten().map(|entry| entry.path());
    let all =
        all.filter(|path| path.file_name().is_some_and(|name| name.as_encoded_bytes()[0].is_ascii_digit()));
    let found = all.filter(|path| own(path)).map(|path| {
        let status = fs::read_to_string(path.join("status")).unwrap_or_default();
        format!("{}: {}", path.display(), status.lines().take(3).collect::<Vec<_>>().join(", "))
    });
    found.collect()
}

/// How many of them are its program under its own name, not those who have started it.
pub fn running(engine: &Moteur) -> usize {
    let of_program = |process: &String| process.contains(&format!("Name:\t{}", engine.mark));
    processes(engine).iter().filter(|process| of_program(process)).count()
}

/// Its files where everybody may write, but for its own folder: by their names, and by where links lead.
pub fn files(engine: &Moteur) -> BTreeSet<PathBuf> {
    let everybodys =
        ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/user", env!("CARGO_TARGET_TMPDIR")];
    let mut places = BTreeSet::from(everybodys.map(PathBuf::from));
    places.insert(std::env::temp_dir());
    let mut folders: Vec<(PathBuf, usize)> = places.into_iter().map(|path| (path, 0)).collect();
    let mut found = BTreeSet::new();
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            // A checkout may lie there itself, with ten thousand files of the compiler.
            if path == engine.folder() || path == testing::root() {
                continue;
            }
            let Ok(kind) = entry.file_type() else { continue };
            let target =
                if kind.is_symlink() { fs::read_link(&path).unwrap_or_default() } else { PathBuf::new() };
            let names = [entry.file_name(), target.into()];
            if names.iter().any(|name| name.to_string_lossy().contains(&engine.mark)) {
                found.insert(path);
            } else if depth < DEPTH && kind.is_dir() {
                folders.push((path, depth + 1));
            }
        }
    }
    found
}

/// Its sockets with names.
fn sockets(engine: &Moteur) -> Vec<String> {
    let unix = fs::read_to_string("/proc/net/unix").expect("sockets");
    unix.lines().filter(|line| line.contains(&engine.mark)).map(str::to_owned).collect()
}

/// Whether anybody listens at this port.
pub fn listened(port: u16) -> bool {
    let tables =
        ["tcp", "tcp6"].map(|name| fs::read_to_string(format!("/proc/net/{name}")).unwrap_or_default());
    let (port, listening) = (format!(":{port:04X}"), "0A");
    tables.iter().flat_map(|table| table.lines().skip(1)).any(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        words[1].ends_with(&port) && words[3] == listening
    })
}

/// Its shared memory, semaphores, message queues.
pub fn shared(engine: &Moteur, remove: bool) -> Vec<String> {
    let mut command = Command::new(compiled("inventaire"));
    command.arg(engine.key()).arg(&engine.mark).args(remove.then_some("efface"));
    let output = command.output().expect("an inventory");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// All of it.
pub fn all(engine: &Moteur) -> Vec<String> {
    let files = files(engine).into_iter().map(|path| path.display().to_string());
    let found = processes(engine).into_iter().chain(files);
    found.chain(sockets(engine)).chain(shared(engine, false)).collect()
}

/// Nothing is left of it. A process that was killed is there until it has been waited for.
pub fn nothing(engine: &Moteur) {
    let none = testing::happens(|| processes(engine).is_empty() && all(engine).is_empty());
    let left = if none { Vec::new() } else { all(engine) };
    // What a test has failed to end is not to go on after it.
    end(engine);
    assert!(none, "{left:#?}");
}

/// The numbers of its processes.
fn numbers(engine: &Moteur) -> impl Iterator<Item = Pid> {
    processes(engine).into_iter().map(|process| {
        let number = process.trim_start_matches("/proc/").split(':').next().and_then(|pid| pid.parse().ok());
        Pid::from_raw(number.expect("a number"))
    })
}

/// Its keeper: the child of this process from whom it descends.
pub fn keeper(engine: &Moteur) -> Pid {
    let mut pid = numbers(engine).next().expect("a process");
    loop {
        let parent = testing::proc::parent(pid).expect("a parent");
        if parent == getpid() {
            return pid;
        }
        pid = parent;
    }
}

/// Ends its processes.
pub fn end(engine: &Moteur) {
    for pid in numbers(engine) {
        // It may just have ended by itself.
        kill(pid, Signal::SIGKILL).ok();
    }
}
