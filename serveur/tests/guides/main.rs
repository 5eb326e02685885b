//! The documents do what they say: every command of theirs is run as a reader would type it, every link leads somewhere, and
//! every option that a sentence or a table names is one.
//!
//! A document is a reader's session from its first line to its last, in a copy of the checkout where all is built.
//! What is particular to a command (a server, an exit code, what is typed) stands in a file of `runs/`, one for both
//! languages: CONTRIBUTING.md describes it. `DOCUMENT=guides/etudiant.md` runs that one alone.

mod document;
mod links;
mod mentioned;
mod options;
mod place;
mod proof;
mod running;
mod session;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::sync::Mutex;
use std::time::Duration;

use session::{Document, Report};

/// Far more than any command needs on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Commands that are not run, by their first words, and why.
const NOT_RUN: [(&str, &str); 8] = [
    (
        "sudo apt-get install nats-server",
        "it changes the machine; outils/installer.sh installs it for the tests",
    ),
    ("for n in 01 02 03", "the computers of a room, by ssh"),
    (
        "bin/moteur colonnes resoudre",
        "a whole minute of a busy machine; `analyse` solves the game as well, without verifying",
    ),
    ("sh tests.sh", "this test is part of it"),
    (
        concat!("tar xf arbitre-", env!("CARGO_PKG_VERSION")),
        "the archive is built, unpacked and used by a test of its own",
    ),
    ("sh bindings/python/construire.sh mien", "it builds for minutes; the package has tests of its own"),
    ("python3 -m pip install --no-index --target mien", "see the package, which it installs"),
    ("bin/joueur duel mien/deux_coups.py", "see the package, which it uses"),
];

/// The documents whose commands are run.
fn documents() -> Vec<String> {
    let files = place::files();
    let names = files.iter().filter_map(|file| file.to_str());
    let wanted = |name: &&str| {
        ["README.md", "LISEZMOI.md", "CONTRIBUTING.md"].contains(name)
            || name.starts_with("guides/") && name.ends_with(".md")
    };
    names.filter(wanted).map(str::to_owned).collect()
}

/// What is told of the commands of a document, in whatever language it is: the name of the file, and whether another document
/// is the one in English.
fn told_in(name: &str) -> (String, bool) {
    let (told, translation) = match name {
        "LISEZMOI.md" => ("README", true),
        _ => {
            let name = name.strip_prefix("guides/").unwrap_or(name).trim_end_matches(".md");
            name.strip_suffix(".en")
                .map_or((name, !["README", "CONTRIBUTING"].contains(&name)), |name| (name, false))
        }
    };
    (format!("serveur/tests/guides/runs/{told}.run"), translation)
}

fn document(name: String) -> Document {
    let read = |name: &str| {
        fs::read_to_string(testing::root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let (told_in, translation) = told_in(&name);
    Document { text: read(&name), told: read(&told_in), name, told_in, translation }
}

#[test]
fn everything_told_is_of_a_document() {
    let told: BTreeSet<String> = documents().iter().map(|name| told_in(name).0).collect();
    let folder = "serveur/tests/guides/runs";
    let there = fs::read_dir(testing::root().join(folder)).expect("a folder");
    let there = there.map(|file| format!("{folder}/{}", file.expect("a file").file_name().to_string_lossy()));
    assert_eq!(there.collect::<BTreeSet<_>>(), told);
}

#[test]
fn every_command_of_the_documents_runs() {
    let one = std::env::var("DOCUMENT").ok();
    let mut all = documents();
    if let Some(one) = &one {
        all.retain(|name| name == one);
        assert!(!all.is_empty(), "{one} is no document");
    }
    let names: Vec<&str> = NOT_RUN.iter().map(|(words, _)| *words).collect();
    // Most of a session is waiting: for a bound of thinking time, for a process to start.
    let readers = 2 * std::thread::available_parallelism().map_or(1, usize::from);
    let (waiting, reports) = (Mutex::new(all.into_iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..readers {
            scope.spawn(|| {
                loop {
                    let Some(name) = waiting.lock().expect("documents").next() else { break };
                    let report = session::run(&document(name), PATIENCE, &names);
                    reports.lock().expect("reports").push(report);
                }
            });
        }
    });
    let reports: Vec<Report> = reports.into_inner().expect("reports");
    for omitted in reports.iter().flat_map(|report| &report.omitted) {
        // Not the one that cargo keeps for itself: tests.sh counts what was left out.
        writeln!(io::stderr(), "OMIS guides {omitted}").expect("stderr");
    }
    let faults: Vec<_> = reports.iter().filter_map(|report| report.fault.clone()).collect();
    assert!(faults.is_empty(), "{} documents are wrong:\n\n{}", faults.len(), faults.join("\n\n"));
    println!("{} commands", reports.iter().map(|report| report.done).sum::<usize>());
    for (index, (words, _)) in NOT_RUN.iter().enumerate() {
        let met = reports.iter().any(|report| report.passed_over.contains(&index));
        assert!(met || one.is_some(), "no document has {words:?} any more");
    }
}
