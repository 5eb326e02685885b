//! The end at an hour, the time per move, and what the command line replaces for a rehearsal.

use std::path::Path;
use std::time::Duration;

use championnat::{Archive, Location};
use jiff::Zoned;

use crate::support::*;

/// So many seconds from now, as the organiser writes it.
fn soon(seconds: i64) -> String {
    let at = Zoned::now().datetime().checked_add(Duration::from_secs(seconds.unsigned_abs()));
    at.expect("a time").strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

/// Four that play one rencontre each and then hang, until there is a file `suite`.
fn describe_hanging(folder: &Path, head: &str) {
    let engine = program("moteur").display().to_string();
    let lines = ["a", "b", "c", "d"].map(|name| {
        let (mark, more) =
            (folder.join(name).display().to_string(), folder.join("suite").display().to_string());
        let text = format!(
            "if [ -e '{mark}' ] && [ ! -e '{more}' ]; then echo engine 1 x; while read line; do :; done; fi\n\
             touch '{mark}'; exec '{engine}' morpion hasard\n"
        );
        (name, script(folder, &format!("{name}.sh"), &text))
    });
    let contestants = lines.each_ref().map(|(name, line)| (*name, line.as_str()));
    let head = format!("temps = 600\nsimultanees = 1\nconfinement = \"aucun\"\n{head}");
    describe(folder, "morpion", &head, &contestants);
}

fn archive(folder: &Path) -> Option<Archive> {
    Archive::open(&Location::Sqlite(folder.join("mai.sqlite"))).ok()
}

fn results(folder: &Path) -> usize {
    archive(folder).and_then(|mut archive| archive.results().ok()).map_or(0, |results| results.len())
}

fn decide(folder: &Path, action: &[&str]) -> Result<String, String> {
    let output = run(folder, &[&["decision", "mai.toml"], action].concat());
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// Played by each, and the round after which it ended, as programs read it.
fn ranking(folder: &Path) -> (Vec<u64>, Option<u64>) {
    let output = run(folder, &["classement", "mai.toml", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lines = json["classement"].as_array().expect("lines").iter();
    (
        lines.map(|line| line["rencontres"].as_u64().expect("a number")).collect(),
        json["arrete_apres"].as_u64(),
    )
}

/// Ends at its hour in the middle of round 2, and goes on when told to.
fn ends_at_its_hour(format: &str, rounds: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe_hanging(folder, &format!("format = {{ {format} }}"));
    let running =
        Killed(championnat(folder, &["jouer", "mai.toml", "--sans-essai"]).spawn().expect("it runs"));
    until("round 1", || results(folder) == 2);
    let said = decide(folder, &["prolonge", "--fin", &soon(2)]).expect("decided");
    assert!(said.contains("au plus tard") && !said.contains("motif"), "{said}");
    let mut child = running;
    let out = child.0.stdout.take().expect("its output");
    let said = ends_well(child, out);
    let why = format!("le championnat est terminé après la ronde 1 sur {rounds}");
    assert!(said.contains(&why), "{said}");
    assert_eq!(ranking(folder), (vec![1; 4], Some(1)));
    let shown = text(&run(folder, &["classement", "mai.toml"]).stdout);
    assert!(shown.matches(&why).count() >= 2, "under the table and among the decisions: {shown}");
    // The same command plays nothing more.
    let again = run(folder, &["jouer", "mai.toml"]);
    assert!(again.status.success() && text(&again.stdout).contains(&why), "{}", text(&again.stdout));
    assert_eq!(results(folder), 2);
    // The organiser has the rest played.
    decide(folder, &["prolonge"]).expect("decided");
    std::fs::write(folder.join("suite"), "").expect("a file");
    let rest = run(folder, &["jouer", "mai.toml"]);
    assert!(rest.status.success(), "{}", text(&rest.stderr));
    assert_eq!(ranking(folder), (vec![rounds as u64; 4], None));
}

#[test]
fn a_swiss_ends_at_its_hour_after_a_whole_round() {
    ends_at_its_hour("type = \"suisse\", rondes = 3", 3);
}

#[test]
fn a_round_robin_ends_at_its_hour_after_a_whole_round() {
    ends_at_its_hour("type = \"aller-retour\"", 6);
}

#[test]
fn the_hour_of_the_description_ends_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe_hanging(folder, "");
    // Begun without an hour, and killed.
    let running =
        Killed(championnat(folder, &["jouer", "mai.toml", "--sans-essai"]).spawn().expect("it runs"));
    // Killed in the middle of round 1, it would find engines that hang there already.
    until("round 1", || results(folder) == 2);
    drop(running);
    let file = folder.join("mai.toml");
    let described = std::fs::read_to_string(&file).expect("a description");
    std::fs::write(&file, format!("fin = \"{}\"\n{described}", soon(3))).expect("written");
    let output = run(folder, &["jouer", "mai.toml"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success() && said.contains("le championnat est terminé"), "{said}");
    assert!(said.contains("serveur decision mai.toml prolonge"), "{said}");
    let (played, _) = ranking(folder);
    assert!(played.iter().all(|count| *count == played[0]), "{played:?}");
    // One whose hour has passed does not begin.
    std::fs::remove_file(folder.join("mai.sqlite")).expect("removed");
    std::fs::remove_dir_all(folder.join("mai.parties")).expect("removed");
    std::fs::write(&file, format!("fin = \"2020-01-01T00:00\"\n{described}")).expect("written");
    let late = run(folder, &["jouer", "mai.toml"]);
    assert_eq!(late.status.code(), Some(1));
    assert!(text(&late.stderr).contains("est passée"), "{}", text(&late.stderr));
}

#[test]
fn the_organiser_ends_it_after_the_current_round_and_changes_the_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe_hanging(folder, "format = { type = \"suisse\", rondes = 3 }");
    let running =
        Killed(championnat(folder, &["jouer", "mai.toml", "--sans-essai"]).spawn().expect("it runs"));
    until("round 2", || {
        results(folder) == 2
            && !archive(folder).is_none_or(|mut a| a.schedule().is_ok_and(|all| all.len() < 4))
    });
    drop(running);
    // Stopped: a round of which nothing is played has not begun.
    let said = decide(folder, &["temps", "0.5"]).expect("decided");
    assert!(said.contains("0.5 s par coup à partir de la ronde 2"), "{said}");
    for wrong in ["0.01", "-1", "x"] {
        decide(folder, &["temps", wrong]).expect_err("refused");
    }
    std::fs::write(folder.join("suite"), "").expect("a file");
    let output = run(folder, &["jouer", "mai.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for (key, record) in exported(folder) {
        let expected = if key.starts_with("1.") { 600_000 } else { 500 };
        assert_eq!(record.settings.time_ms, Some(expected), "{key}");
    }
    // What is recorded is taken in again with the time that it had.
    let again = run(folder, &["jouer", "mai.toml", "--reconstruire"]);
    assert!(again.status.success() && !text(&again.stderr).contains("règles"), "{}", text(&again.stderr));
    assert_eq!(results(folder), 6);
    decide(folder, &["termine"]).expect_err("the last round is played");
}

#[test]
fn options_beside_a_file_make_a_rehearsal_with_results_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let hasard = |seed| format!("moteur = \"hasard --graine {seed}\"");
    let (one, two) = (hasard(1), hasard(2));
    describe(folder, "morpion", "temps = 20", &[("un", &one), ("deux", &two)]);
    let rehearsed = run(folder, &["jouer", "mai.toml", "--temps", "2", "--moteur", "trois=glouton"]);
    let said = text(&rehearsed.stdout);
    assert!(rehearsed.status.success() && said.contains("répétition"), "{said}{}", text(&rehearsed.stderr));
    assert!(said.contains("mai-repetition.sqlite") && said.contains("trois"), "{said}");
    assert!(!folder.join("mai.sqlite").exists() && !folder.join("mai.parties").exists());
    // The same one is over; another one has another name.
    let again = run(folder, &["jouer", "mai.toml", "--temps", "2", "--moteur", "trois=glouton"]);
    assert!(text(&again.stdout).contains("mai-repetition.sqlite"), "{}", text(&again.stdout));
    let other = run(folder, &["jouer", "mai.toml", "--format", "suisse:rondes=1"]);
    assert!(text(&other.stdout).contains("mai-repetition-2.sqlite"), "{}", text(&other.stdout));
    // One that does not begin takes no name.
    for _ in 0..2 {
        let failed = run(folder, &["jouer", "mai.toml", "--temps", "3", "--moteur", "mort=pipe:exit 3"]);
        assert!(!failed.status.success());
        assert!(text(&failed.stdout).contains("mai-repetition-3.sqlite"), "{}", text(&failed.stdout));
    }
    // What does not change the regulations is the championship itself.
    let itself = run(folder, &["jouer", "mai.toml", "--simultanees", "1", "--temps", "20"]);
    assert!(itself.status.success() && !text(&itself.stdout).contains("répétition"));
    assert!(folder.join("mai.sqlite").exists());
    // In a place of its choice, from here and not from the description.
    std::fs::create_dir(folder.join("la")).expect("a folder");
    let named = ["jouer", "../mai.toml", "--graine", "7", "--resultats", "essai.sqlite"];
    let named = run(&folder.join("la"), &named);
    assert!(named.status.success() && folder.join("la/essai.sqlite").exists(), "{}", text(&named.stderr));
    let refused = run(folder, &["jouer", "mai.toml", "--temps", "3", "--resultats", "mai.sqlite"]);
    assert!(text(&refused.stderr).contains("le temps par coup"), "{}", text(&refused.stderr));
    // Impossible values are said without a line of the file.
    let wrong = run(folder, &["jouer", "mai.toml", "--temps=-2", "--format", "suisse:rondes=0"]);
    let said = text(&wrong.stderr);
    assert!(said.contains("temps") && !said.contains("mai.toml:1:1"), "{said}");
}

/// `groupe.1` is no file of another one that is `groupe`.
#[test]
fn the_rehearsal_of_a_name_with_a_dot_has_the_whole_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let hasard = "moteur = \"hasard\"";
    describe(folder, "morpion", "temps = 20", &[("un", hasard), ("deux", hasard)]);
    std::fs::rename(folder.join("mai.toml"), folder.join("groupe.1.toml")).expect("renamed");
    let rehearsed = run(folder, &["jouer", "groupe.1.toml", "--temps", "2"]);
    let said = text(&rehearsed.stdout);
    assert!(said.contains("groupe.1-repetition.sqlite"), "{said}{}", text(&rehearsed.stderr));
    assert!(folder.join("groupe.1-repetition.parties").is_dir() && !folder.join("groupe.sqlite").exists());
}
