//! The program that shows pages, here a stand-in: what it is told, and that nothing depends on it.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use arbitre::live::Receiver;

use testing::executable;
use testing::output::Heard;
use testing::terminal::Terminal;

use crate::support::*;

/// A folder with the programs of the house; the stand-in is this script, if there is one.
fn house(stand_in: Option<&str>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let championnat = Path::new(env!("CARGO_BIN_EXE_championnat"));
    executable::copy(championnat, &folder.path().join("championnat"));
    symlink(program("moteur"), folder.path().join("moteur")).expect("linked");
    if let Some(script) = stand_in {
        executable::script(&folder.path().join("tableau"), script);
    }
    describe(folder.path(), "morpion", "confinement = \"aucun\"", &TWO);
    folder
}

const TWO: [(&str, &str); 2] = [("un", "moteur = \"hasard\""), ("deux", "moteur = \"glouton\"")];

fn jouer(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(folder.join("championnat"));
    command.current_dir(folder).arg("jouer").args(args).env("RUST_LOG", "warn").env_remove("LANG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn played(folder: &Path, args: &[&str]) -> Output {
    let output = jouer(folder, args).output().expect("championnat");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    output
}

/// Whether the stand-in that has left its number here is there.
fn is_there(folder: &Path) -> bool {
    let number = fs::read_to_string(folder.join("numero")).unwrap_or_default();
    let process = PathBuf::from(format!("/proc/{}", number.trim()));
    !number.trim().is_empty() && process.exists()
}

/// Says what it is told, leaves its number, and stays.
const STAYS: &str = "echo \"pages $*\"; echo $$ > numero; exec sleep 1000";

#[test]
fn it_is_told_what_to_show_and_ends_with_the_championship() {
    let folder = house(Some(STAYS));
    let file = played(folder.path(), &["mai.toml", "--tableau"]);
    let said = "pages --langue fr --adresse 127.0.0.1:8088 mai.toml\n";
    assert!(text(&file.stdout).contains(said), "{}", text(&file.stdout));
    assert!(folder.path().join("numero").exists() && !is_there(folder.path()));
    let pieces = ["--jeu", "morpion", "--moteur", "hasard", "--moteur", "glouton", "--tableau=[::1]:0"];
    let pieces = text(&played(folder.path(), &pieces).stdout);
    let said = "pages --langue fr --adresse [::1]:0 --base championnats/morpion.sqlite \
                --parties championnats/morpion.parties\n";
    assert!(pieces.contains(said), "{pieces}");
}

/// The room still wants to see who has won.
#[test]
fn it_stays_after_the_end_until_the_organiser_closes_it() {
    let folder = house(Some(STAYS));
    let command = jouer(folder.path(), &["mai.toml", "--tableau"]);
    let (mut running, mut keys) = Terminal::open(24, 100).start(&command);
    let mut shown = Heard::of(keys.try_clone().expect("the terminal"));
    shown.wait_for("les pages restent ouvertes");
    assert!(is_there(folder.path()), "{}", shown.said());
    keys.write_all(b"\x03").expect("pressed");
    assert!(running.wait().expect("its end").success(), "{}", shown.said());
    assert!(!is_there(folder.path()));
}

/// Who watches sees every rencontre, from the process that referees it.
#[test]
fn every_rencontre_can_be_watched() {
    let folder = house(None);
    let folder = folder.path();
    fs::create_dir(folder.join("mai.parties")).expect("a folder");
    let watching = Receiver::bind(&folder.join("mai.parties")).expect("a socket");
    let mut running = Killed(jouer(folder, &["mai.toml"]).spawn().expect("it"));
    let mut watched = BTreeMap::new();
    until("the end", || {
        let ended = running.0.try_wait().expect("wait").is_some();
        while let Ok(seen) = watching.receive() {
            let record = seen.expect("a rencontre").record;
            watched.insert(record.scheduled.expect("a key"), record.id);
        }
        ended
    });
    let recorded: BTreeMap<_, _> =
        exported(folder).into_iter().map(|(key, record)| (key, record.id)).collect();
    assert_eq!(watched, recorded);
}

#[test]
fn one_that_is_missing_or_ends_disturbs_nothing() {
    let missing = text(&played(house(None).path(), &["mai.toml", "--tableau"]).stderr);
    assert!(missing.contains("sh outils/compiler.sh tableau"), "{missing}");
    let fails = house(Some("echo 'port pris' >&2; exit 1"));
    // It has time to end: the game waits for that.
    let waits = format!(
        "while [ ! -e va ]; do sleep 0.01; done; exec {} morpion hasard",
        program("moteur").display()
    );
    let waits = script(fails.path(), "attend.sh", &format!("cd {}; {waits}", fails.path().display()));
    describe(
        fails.path(),
        "morpion",
        "confinement = \"aucun\"\ndemarrage = 60",
        &[TWO[0], ("attend", &waits)],
    );
    let mut running =
        Killed(jouer(fails.path(), &["mai.toml", "--sans-essai", "--tableau"]).spawn().expect("it"));
    let mut log = String::new();
    let mut stderr = std::io::BufReader::new(running.0.stderr.take().expect("its log"));
    while !log.contains("les pages web se sont arrêtées (code de sortie 1)") {
        let read = std::io::BufRead::read_line(&mut stderr, &mut log).expect("a line");
        assert!(read > 0, "{log}");
    }
    fs::write(fails.path().join("va"), "").expect("a file");
    std::io::Read::read_to_string(&mut stderr, &mut log).expect("the rest");
    assert_eq!(running.0.wait().expect("its end").code(), Some(0), "{log}");
    assert!(log.contains("port pris") && log.matches("les pages web").count() == 1, "{log}");
}

#[test]
fn it_does_not_outlive_a_championship_that_is_killed() {
    let folder = house(Some(STAYS));
    let slow = script(folder.path(), "lent.sh", "echo engine 1 lent; while read line; do :; done");
    describe(folder.path(), "morpion", "temps = 600\nconfinement = \"aucun\"", &[TWO[0], ("lent", &slow)]);
    let running =
        Killed(jouer(folder.path(), &["mai.toml", "--sans-essai", "--tableau"]).spawn().expect("it"));
    until("the stand-in", || is_there(folder.path()));
    drop(running);
    until("its end", || !is_there(folder.path()));
}
