//! Championships of a room that end well.

use std::collections::BTreeSet;

use crate::support::{Organiser, slow};

#[test]
fn a_room_plays_a_championship_with_engines_that_travel() {
    let organiser = Organiser::new(
        "",
        &[
            ("ada", "pipe:ada/bot.sh"),
            ("bob", "pipe:cd bob && sh bot.sh"),
            ("cid", "pipe:sh 'un dossier/bot.sh'"),
            ("hasard", "hasard --graine 3"),
        ],
    );
    for name in ["ada", "bob", "un dossier"] {
        organiser.engine(name, &slow("0"));
    }
    std::fs::write(organiser.folder.path().join("ada/livre"), "ouverture").expect("written");
    let running = organiser.start(&[]);
    let (one, two) =
        (running.machine(&organiser, "salle-1", "2"), running.machine(&organiser, "salle-2", "1"));
    let complained = running.ends_well();
    let records = organiser.exported();
    assert_eq!(records.len(), 12, "{complained}");
    let machines: Vec<_> =
        records.values().map(|record| record.machine.clone().expect("a machine")).collect();
    let names: BTreeSet<&str> = machines.iter().map(|machine| machine.name.as_str()).collect();
    assert!(names.iter().all(|name| ["salle-1", "salle-2"].contains(name)), "{names:?}");
    assert!(
        machines.iter().all(|machine| machine.speed > 0 && machine.version.contains('-')),
        "{machines:?}"
    );
    let played = |said: &str| said.contains("parti après") && said.contains("tout est joué");
    assert!(played(&one.leaves()) && played(&two.leaves()));
    // What an engine logs over there is found here, under the rencontre it is about.
    let log = std::fs::read_to_string(organiser.records().join("journaux/ada.log")).expect("a log");
    assert!(log.contains("je joue") && log.matches("bob").count() >= 2, "{log}");
    // An engine arrives with its folder, and without the others.
    let moteurs = organiser.folder.path().join("salle/salle-1/moteurs");
    let arrived: Vec<String> = files(&moteurs);
    assert!(arrived.iter().filter(|path| path.ends_with("ada/livre")).count() <= 1, "{arrived:?}");
    assert!(!arrived.iter().any(|path| path.contains("mai.")), "{arrived:?}");
}

/// The files below a folder.
fn files(folder: &std::path::Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path().display().to_string());
        }
    }
    found
}

#[test]
fn rounds_that_depend_on_results_are_played_in_a_room() {
    let names = ["a", "b", "c", "d", "e"];
    let contestants: Vec<(&str, &str)> = names.iter().map(|name| (*name, "hasard")).collect();
    let organiser = Organiser::new("format = { type = \"suisse\", rondes = 3 }", &contestants);
    let running = organiser.start(&[]);
    let machine = running.machine(&organiser, "salle-1", "2");
    running.ends_well();
    assert_eq!(organiser.exported().len(), 6);
    machine.leaves();
}
