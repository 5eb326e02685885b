//! Rankings on a terminal and in a pipe, of a championship under way too.

use std::io::Read;
use std::path::Path;

use crate::support::*;
use testing::terminal::Terminal;

/// What the program shows on a terminal of so many columns.
fn on_terminal(folder: &Path, columns: u16, args: &[&str]) -> String {
    let Terminal { keys: mut screen, end } = Terminal::open(24, columns);
    let mut child = championnat(folder, args).stdout(end).spawn().expect("championnat");
    let mut said = vec![];
    // Where the other end has gone, reading fails on Linux.
    let mut some = [0; 4096];
    while let Ok(count @ 1..) = screen.read(&mut some) {
        said.extend_from_slice(&some[..count]);
    }
    assert!(child.wait().expect("its end").success());
    text(&said).replace('\r', "")
}

/// How many columns the widest line takes: every character here takes one.
fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or_default()
}

/// A championship of so many engines, played to its end.
fn played(folder: &Path, count: u32, head: &str) {
    let engines: Vec<(String, String)> = (1..=count)
        .map(|number| {
            (format!("concurrent numero {number}"), format!("moteur = \"hasard --graine {number}\""))
        })
        .collect();
    let engines: Vec<(&str, &str)> = engines.iter().map(|(name, rest)| (&name[..], &rest[..])).collect();
    describe(folder, "morpion", head, &engines);
    let output = run(folder, &["jouer", "mai.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn a_ranking_fits_the_terminal_and_is_whole_in_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    played(folder, 20, "[format]\ntype = \"aller-simple\"");
    for columns in [200, 80, 50] {
        let shown = on_terminal(folder, columns, &["classement", "mai.toml"]);
        assert!(widest(&shown) <= columns.into(), "{columns} columns:\n{shown}");
        assert_eq!(shown.contains('×'), columns == 200, "the grid is shown where it fits:\n{shown}");
    }
    // A championship that is over says so again, with the same table.
    let again = on_terminal(folder, 80, &["jouer", "mai.toml", "--discret"]);
    assert!(again.contains("concurrent numero 20"), "{again}");
    let ranking: Vec<&str> = again.lines().filter(|line| !line.starts_with("retard")).collect();
    assert!(widest(&ranking.join("\n")) <= 80, "{again}");
    let piped = |args: &[&str]| text(&run(folder, &[&["classement", "mai.toml"], args].concat()).stdout);
    assert!(widest(&piped(&[])) > 100 && piped(&[]).contains('×'));
    assert!(!piped(&["--sans-grille"]).contains('×'));
    assert!(widest(&piped(&["--largeur", "80"])) <= 80);
    assert_eq!(piped(&["--format", "csv", "--largeur", "30"]), piped(&["--format", "csv"]));
    let english = piped(&["--langue", "en", "--largeur", "80"]);
    assert!(!english.contains('…'), "{english}");
    assert!(english.contains("direct encounter, games won") && !english.contains(" : "), "{english}");
}

#[test]
fn pools_and_a_knock_out_are_told_by_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    played(folder, 8, "[format]\ntype = \"poules\"\npoules = 2\nqualifies = 2\npetite_finale = true");
    let stages = text(&run(folder, &["classement", "mai.toml"]).stdout);
    assert!(stages.contains("poule A\n") && stages.contains("poule B\n"), "{stages}");
    assert_eq!(stages.matches(" oui").count(), 4, "{stages}");
    assert!(stages.contains("demi-finales") && stages.contains("├─ "), "{stages}");
    assert!(stages.contains("petite finale : concurrent"), "{stages}");
    // Played again from the beginning, to hear what is said meanwhile.
    for left in ["mai.sqlite", "mai.sqlite-wal", "mai.sqlite-shm"] {
        std::fs::remove_file(folder.join(left)).ok();
    }
    std::fs::remove_dir_all(folder.join("mai.parties")).expect("the records");
    let said = text(&run(folder, &["jouer", "mai.toml"]).stdout);
    for part in ["1.1 (poule A) ", "(poule B) ", "4.1 (demi-finales) ", "(finale) ", "(petite finale) "] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// A ranking is asked for while the championship is being played, and does not stop it.
#[test]
fn a_championship_under_way_has_a_ranking() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let slow = script(
        folder,
        "attend.sh",
        "echo engine 1 attend\nwhile read a b; do [ $a != go ] || while [ ! -e assez ]; do sleep 0.05; done; [ $a != go ] || echo move z; done\n",
    );
    let one = ("un", "moteur = \"hasard --graine 1\"");
    let other = ("deux", "moteur = \"hasard --graine 2\"");
    let head = "ordre = \"liste\"\ntemps = 600\nsimultanees = 1\nconfinement = \"aucun\"";
    describe(folder, "morpion", head, &[("attend", &slow), one, other]);
    let mut child =
        Killed(championnat(folder, &["jouer", "mai.toml", "--sans-essai"]).spawn().expect("championnat"));
    let asked = || text(&run(folder, &["classement", "mai.toml", "--format", "json"]).stdout);
    until("a ranking with a result", || asked().contains("\"rencontres\": 1"));
    std::fs::write(folder.join("assez"), "").expect("a file");
    assert!(child.0.wait().expect("its end").success());
    assert!(asked().contains("\"rencontres\": 6"), "{}", asked());
}
