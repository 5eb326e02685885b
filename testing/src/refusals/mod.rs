//! A system that has no room, no descriptors, no processes or no memory left for a while, at any place of a program.
//!
//! A program runs once over [`Refusals`] that refuse nothing and count; then again and again with calls that are
//! refused from a random one on. Whatever is refused, nothing must be lost, and the next start goes on.
//!
//! `REFUS=1000 GRAINE=7` refuses at a thousand places from this seed where a test does at a few (`outils/refus.sh`).

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::{Command, ExitStatus};

use nix::sys::signal::Signal;
use tempfile::TempDir;

use crate::process::{compiler, run};

/// What the system has none left of, as the layer numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    Room,
    Descriptors,
    Processes,
    Memory,
}

impl Resource {
    pub const ALL: [Resource; 4] =
        [Resource::Room, Resource::Descriptors, Resource::Processes, Resource::Memory];

    /// Whether one of our programs names it as the cause, in French.
    pub fn is_said(self, text: &str) -> bool {
        let words: &[&str] = match self {
            Resource::Room => &["disque plein", "disque est plein"],
            Resource::Descriptors => &["trop de fichiers ou de connexions ouverts"],
            Resource::Processes => &["ressource momentanément indisponible"],
            // The last is the C library's own, before it ends a program.
            Resource::Memory => &["n'a plus de mémoire", "mémoire épuisée", "out of memory"],
        };
        words.iter().any(|words| text.contains(words))
    }
}

/// Calls that are refused: so many, from one on; the first is the first of all.
#[derive(Clone, Copy, Debug)]
pub struct Refused {
    pub of: Resource,
    pub from: u64,
    pub count: u64,
}

impl Refused {
    /// Whether a program has ended in order that was refused this and has said so much: without a panic, and only for
    /// lack of memory without an exit code.
    pub fn allows(self, end: ExitStatus, said: &str) -> bool {
        let aborted = self.of == Resource::Memory
            && end.signal() == Some(Signal::SIGABRT as i32)
            && self.of.is_said(said);
        (aborted || end.code().is_some_and(|code| code < 100)) && !said.contains("panicked")
    }
}

/// The layer below a program, `layer.c`.
pub struct Refusals {
    /// Of its library and what it shares with this process.
    place: TempDir,
}

impl Default for Refusals {
    fn default() -> Self {
        let place = tempfile::tempdir().expect("a folder");
        // Engines may be other users.
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).expect("its mode");
        let source = crate::root().join("testing/src/refusals/layer.c");
        run(compiler(false)
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(place.path().join("layer.so"))
            .arg(source));
        Refusals { place }
    }
}

impl Refusals {
    /// Puts it below a program that is going to start, and the processes of the same program that this starts.
    pub fn below<'a>(&self, command: &'a mut Command, refused: Option<Refused>) -> &'a mut Command {
        let refused = refused.unwrap_or(Refused { of: Resource::Room, from: 0, count: 0 });
        let numbers = [0, 0, 0, 0, refused.of as u64, refused.from, refused.count];
        let shared = self.place.path().join("shared");
        fs::write(&shared, numbers.map(u64::to_ne_bytes).concat()).expect("written");
        let program = command.get_program().to_owned();
        command.env("REFUSALS_PROGRAM", program);
        command.env("REFUSALS", shared).env("LD_PRELOAD", self.place.path().join("layer.so"))
    }

    /// How many calls for each resource it has seen.
    pub fn counted(&self) -> [u64; 4] {
        let bytes = fs::read(self.place.path().join("shared")).expect("what is shared");
        let numbers = bytes.as_chunks().0;
        [0, 1, 2, 3].map(|at| u64::from_ne_bytes(numbers[at]))
    }
}

/// Refuses at random places of a program that makes so many calls for each resource; a place that fails is named.
pub fn each(what: &str, calls: [u64; 4], few: usize, look: impl Fn(Refused)) {
    let (count, seed) = crate::wanted("REFUS", few);
    let mut random = fastrand::Rng::with_seed(seed);
    for number in 1..=count {
        let of = Resource::ALL[number % 4];
        let from = random.u64(1..=calls[of as usize].max(1));
        // A moment, a while, or as long as it runs.
        let refused = Refused { of, from, count: *random.choice(&[1, 3, 20, u64::MAX]).expect("one") };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| look(refused))) {
            eprintln!("{what}, refusal {number} of {count} (seed {seed}): {refused:?}");
            resume_unwind(panic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_calls_of_the_program_are_refused_and_only_so_many() {
        let refusals = Refusals::default();
        let written = |refused| {
            let folder = tempfile::tempdir().unwrap();
            let mut command = Command::new(fs::canonicalize("/bin/sh").unwrap());
            // cat is another program.
            let script = "for n in 1 2 3 4; do printf x >$n || rm -f $n; done 2>/dev/null; cat 1 2 3 4 2>/dev/null | cat >all";
            command.args(["-c", script]).current_dir(folder.path());
            assert!(refusals.below(&mut command, refused).status().unwrap().success());
            fs::read_to_string(folder.path().join("all")).unwrap()
        };
        assert_eq!(written(None), "xxxx");
        // Four files are created and written, and one is created.
        assert_eq!(refusals.counted()[Resource::Room as usize], 9);
        assert_eq!(written(Some(Refused { of: Resource::Room, from: 4, count: 1 })), "xxx");
        assert_eq!(written(Some(Refused { of: Resource::Room, from: 4, count: 3 })), "x");
    }
}
