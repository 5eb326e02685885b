//! The documents do what they say: every command of theirs is run as a reader would type it, every link leads somewhere, and
//! every option that a sentence or a table names is one.
//!
//! A document is a reader's session from its first line to its last, in a copy of the checkout where all is built.
//! What is particular to a command (a server, an exit code, what is typed) stands in a file of `runs/`, one for both
//! languages: CONTRIBUTING.md describes it. Both show the same commands, which are run from the document in English; the one
//! in French is run as well if a file that it has its reader write is another. `DOCUMENT=guides/etudiant.md` runs that one alone.

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
use std::sync::Mutex;
use std::time::Duration;

use document::Step;
use session::{Document, Report};
use testing::left_out;

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

/// The document in French of the one in English.
fn in_french(name: &str) -> Option<String> {
    match name {
        "README.md" => Some("LISEZMOI.md".to_owned()),
        _ => name.strip_suffix(".en.md").map(|name| format!("{name}.md")),
    }
}

/// Where it is told what is particular to the commands of a document, in whatever language it is.
fn told_in(name: &str) -> String {
    let told = match name {
        "LISEZMOI.md" => "README",
        _ => {
            let name = name.strip_prefix("guides/").unwrap_or(name).trim_end_matches(".md");
            name.trim_end_matches(".en")
        }
    };
    format!("serveur/tests/guides/runs/{told}.run")
}

fn document(name: String) -> Document {
    let read = |name: &str| {
        fs::read_to_string(testing::root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let told_in = told_in(&name);
    Document { text: read(&name), told: read(&told_in), name, told_in }
}

#[test]
fn everything_told_is_of_a_document() {
    let told: BTreeSet<String> = documents().iter().map(|name| told_in(name)).collect();
    let folder = "serveur/tests/guides/runs";
    let there = fs::read_dir(testing::root().join(folder)).expect("a folder");
    let there = there.map(|file| format!("{folder}/{}", file.expect("a file").file_name().to_string_lossy()));
    assert_eq!(there.collect::<BTreeSet<_>>(), told);
}

/// What a document shows, in lines without comments: the commands, and the files that its reader writes, with their names.
fn shown(name: &str) -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let Document { text, told, told_in, .. } = document(name.to_owned());
    let steps = document::steps(&text, &told).unwrap_or_else(|why| panic!("{name}: {told_in}:{why}"));
    let without_comment = |line: &str| line.split(" # ").next().unwrap_or_default().trim_end().to_owned();
    let (mut commands, mut files) = (Vec::new(), Vec::new());
    for step in steps {
        match step {
            Step::Block(block) => {
                let lines = block.commands.iter().flat_map(|command| command.text.lines());
                commands.extend(lines.map(without_comment));
            }
            Step::File { name, content } => {
                files.push((name, content.lines().map(without_comment).collect()))
            }
        }
    }
    (commands, files)
}

#[test]
fn both_languages_show_the_same_commands() {
    let all = documents();
    for (name, french) in all.iter().filter_map(|name| Some((name, in_french(name)?))) {
        assert!(all.contains(&french), "{name} is not in French");
        let [(commands, files), (same_commands, same_files)] = [shown(name), shown(&french)];
        assert_eq!(commands, same_commands, "{name}, {french}");
        let names =
            |files: Vec<(String, Vec<String>)>| files.into_iter().map(|file| file.0).collect::<Vec<_>>();
        assert_eq!(names(files), names(same_files), "{name}, {french}");
    }
}

#[test]
fn every_command_of_the_documents_runs() {
    let one = std::env::var("DOCUMENT").ok();
    let mut all = documents();
    if let Some(one) = &one {
        all.retain(|name| name == one);
        assert!(!all.is_empty(), "{one} is no document");
    } else {
        let pairs = all.iter().filter_map(|name| Some((name, in_french(name)?)));
        let same = pairs.filter(|(name, french)| shown(name).1 == shown(french).1);
        let same: Vec<String> = same.map(|(_, french)| french).collect();
        all.retain(|name| !same.contains(name));
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
    let omitted: Vec<&str> = reports.iter().flat_map(|report| &report.omitted).map(String::as_str).collect();
    if !omitted.is_empty() {
        left_out("guides", omitted.join(", "));
    }
    let faults: Vec<_> = reports.iter().filter_map(|report| report.fault.clone()).collect();
    assert!(faults.is_empty(), "{} documents are wrong:\n\n{}", faults.len(), faults.join("\n\n"));
    println!("{} commands", reports.iter().map(|report| report.done).sum::<usize>());
    for (index, (words, _)) in NOT_RUN.iter().enumerate() {
        let met = reports.iter().any(|report| report.passed_over.contains(&index));
        assert!(met || one.is_some(), "no document has {words:?} any more");
    }
}
