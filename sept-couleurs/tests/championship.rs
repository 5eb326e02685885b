//! A championship of a person: left, killed, taken up again.

mod support;

use std::fs;
use std::path::PathBuf;

use nix::sys::signal::Signal;
use support::{Session, folder, records, rejoue, typed};
use tempfile::TempDir;

/// Few cells and colours: whoever names them all in turn comes to the end of a game soon.
const BOARD: &str = "BCA^\nBCCA\nACCB\nvAAC\n";

struct Contest {
    folder: TempDir,
    board: String,
}

impl Contest {
    fn new() -> Self {
        let folder = folder();
        let board = folder.path().join("plateau.txt");
        fs::write(&board, BOARD).expect("a board");
        Contest { board: board.display().to_string(), folder }
    }

    fn arguments<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        let usual =
            ["--championnat", "2", "--contre", "glouton,hasard", "--plateau", &self.board, "--noms", "ada"];
        usual.iter().chain(more).copied().collect()
    }

    fn place(&self) -> PathBuf {
        self.folder.path().join("parties/championnat-sept-couleurs-ada")
    }

    fn records(&self) -> Vec<PathBuf> {
        records(&self.place())
    }
}

#[test]
fn it_is_played_to_its_end_with_the_sides_exchanged() {
    let contest = Contest::new();
    let played = typed(&contest.folder, &contest.arguments(&[]), "A\nB\nC\n".repeat(300));
    let said = played.said();
    assert_eq!(played.code(), Some(0), "{said}");
    let all = contest.records();
    assert_eq!(all.len(), 4, "{said}");
    all.iter().for_each(|path| rejoue(path));
    for wanted in [
        "partie 1 sur 2 contre glouton",
        "partie 1 sur 2 contre hasard",
        "partie 2 sur 2 contre hasard",
        "ada (v, en bas à gauche)",
        "ada (^, en haut à droite)",
        "glouton commence",
        "ada commence",
        "reste 0",
    ] {
        assert!(said.contains(wanted), "{wanted} is not in {said}");
    }
    // Nothing is left to be played: the same command tells how it ended.
    let again = typed(&contest.folder, &contest.arguments(&[]), "");
    assert_eq!(again.code(), Some(0));
    assert!(said.ends_with(&again.said()), "{}", again.said());
}

#[test]
fn it_goes_on_at_the_move_where_it_was_killed() {
    let contest = Contest::new();
    let mut session = Session::start(&contest.folder, &contest.arguments(&[]));
    session.wait_for("à ada (v) de jouer");
    session.type_line("u");
    session.wait_for("les coups ne se reprennent pas");
    session.type_line("A");
    session.wait_for("1. ada (v) joue A");
    session.wait_for("à ada (v) de jouer");
    session.signal(Signal::SIGKILL);
    assert_eq!(session.end().0, None);
    let mut session = Session::start(&contest.folder, &contest.arguments(&[]));
    session.wait_for("reprise après 2 coups");
    session.wait_for("à ada (v) de jouer");
    session.signal(Signal::SIGTERM);
    let (code, said) = session.end();
    assert_eq!(code, Some(3), "{said}");
    assert!(contest.records().is_empty());
    // The rest of it in pieces: each command goes on where the last one has left.
    let mut finished = 0;
    for _ in 0..400 {
        let played = typed(&contest.folder, &contest.arguments(&[]), "A\nB\nC\nB\nA\n");
        let now = contest.records().len();
        assert!(now >= finished, "a finished game stays finished");
        finished = now;
        if played.code() == Some(0) {
            break;
        }
        assert_eq!(played.code(), Some(3), "{}", played.said());
    }
    assert_eq!(finished, 4);
    contest.records().iter().for_each(|path| rejoue(path));
    // The first move of the game that was killed is still the first.
    let first = fs::read_to_string(contest.place().join("sept-couleurs-1-1.json")).expect("the first record");
    assert!(first.contains("\"text\": \"A\""), "{first}");
}

#[test]
fn another_command_or_a_second_terminal_is_refused_by_name() {
    let contest = Contest::new();
    let mut session = Session::start(&contest.folder, &contest.arguments(&[]));
    session.wait_for("de jouer");
    let second = typed(&contest.folder, &contest.arguments(&[]), "");
    assert_eq!(second.code(), Some(1), "{}", second.said());
    assert!(second.said().contains("est déjà en cours ailleurs"), "{}", second.said());
    session.signal(Signal::SIGINT);
    assert_eq!(session.end().0, Some(3));
    for (more, wanted) in [(["--temps", "2"], "--temps"), (["--graine", "123456789"], "--graine")] {
        let other = typed(&contest.folder, &contest.arguments(&more), "");
        assert_eq!(other.code(), Some(1));
        assert!(other.said().contains(wanted), "{}", other.said());
    }
    let unknown = ["--championnat", "2", "--contre", "dames"];
    assert!(typed(&contest.folder, &unknown, "").said().contains("dames"));
}

#[test]
fn a_record_that_lies_is_not_counted() {
    let contest = Contest::new();
    typed(&contest.folder, &contest.arguments(&[]), "A\nB\nC\n".repeat(300));
    let path = contest.place().join("sept-couleurs-1-2.json");
    let record = fs::read_to_string(&path).expect("a record");
    fs::write(&path, record.replacen("\"VALID\"", "\"TRICHE\"", 1)).expect("written");
    let refused = typed(&contest.folder, &contest.arguments(&[]), "");
    assert_eq!(refused.code(), Some(1), "{}", refused.said());
    let said = refused.said();
    let aside = format!("{}.refuse", path.display());
    // Relative to the folder in which it was started.
    let shown = path.strip_prefix(&contest.folder).expect("inside").display().to_string();
    assert!(said.contains(&format!("mv {shown} {shown}.refuse")), "{said}");
    // What it says to do works: the game is played again.
    fs::rename(&path, aside).expect("set aside");
    let again = typed(&contest.folder, &contest.arguments(&[]), "A\nB\nC\n".repeat(300));
    assert_eq!(again.code(), Some(0), "{}", again.said());
    assert!(path.exists());
}

#[test]
fn what_was_being_written_when_it_was_killed_is_no_harm() {
    let contest = Contest::new();
    let left = typed(&contest.folder, &contest.arguments(&[]), "A\n");
    assert_eq!(left.code(), Some(3));
    fs::write(contest.place().join("en-cours.json"), "{\"key\": \"1.").expect("written");
    fs::write(contest.place().join(".en-cours.json.new"), "{").expect("written");
    let again = typed(&contest.folder, &contest.arguments(&[]), "");
    assert_eq!(again.code(), Some(3), "{}", again.said());
    assert!(again.said().contains("à ada (v) de jouer"), "{}", again.said());
}
