//! What an organiser does while a championship runs: another time per move, an early end, the rest after all.

use std::fs;

use testing::championship::describe;
use testing::until;

use crate::axe;
use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::contest::{start, waiting};

#[test]
fn the_organiser_changes_the_time_and_the_end() {
    let test = "organise::the_organiser_changes_the_time_and_the_end";
    let Some(axe) = axe::program(test) else { return };
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let head = "jeu = \"colonnes\"\nordre = \"liste\"\ntemps = 600\nsimultanees = 1\ndemarrage = 600\n\
                confinement = \"aucun\"\n[format]\ntype = \"aller-simple\"";
    let waits = waiting(path);
    let six = [
        ("ada", "hasard"),
        ("bob", "hasard"),
        ("chloé", &*waits),
        ("dan", "hasard"),
        ("eve", "hasard"),
        ("fred", "hasard"),
    ];
    describe(&path.join("mai.toml"), head, &six);
    let tableau = Tableau::start(path, &["mai.toml"]);
    let _playing = start("championnat", path, &["jouer", "mai.toml", "--sans-essai", "--discret"]);
    // The third rencontre of the first round is under way, and stays so.
    until("the one that waits", || path.join("venu").exists());
    let origin = format!("http://{}", tableau.address);
    chrome.cookie(&origin, &format!("arbitre-{}", tableau.address.port()), &tableau.organiser);
    let page = format!("{origin}/organiser/mai");
    until("its results", || tableau.get("/championnat/mai").body.contains("2 rencontres sur 15"));
    chrome.resize(1280, 800);
    let form = ".decide form:has(option[value=temps])";
    let decide = |act: &str, value: &str| {
        chrome.open(&page);
        chrome.choose(&format!("{form} select"), act);
        chrome.write(&format!("{form} [name=nom]"), value);
        chrome.write(&format!("{form} [name=motif]"), "il est tard");
        chrome.write(&format!("{form} [name=par]"), "ada");
        chrome.click(&format!("{form} button"));
        chrome.until_there("form.confirm");
        assert_eq!(axe::found(&chrome, &axe), [""; 0]);
        let what = chrome.text(".what");
        chrome.click("form.confirm button");
        chrome.until_there(".answer.good");
        what
    };
    let what = decide("temps", "2");
    assert!(what.contains("2 s par coup à partir de la ronde 2"), "{what}");
    let what = decide("termine", "");
    assert!(what.contains("terminé après la ronde 1 sur 5"), "{what}");
    chrome.until_says("ul.plain:last-of-type", "il est tard");
    let what = decide("prolonge", "");
    assert!(what.contains("le reste du championnat est joué"), "{what}");
    // What cannot be is told, and nothing is decided.
    chrome.open(&page);
    chrome.choose(&format!("{form} select"), "temps");
    chrome.write(&format!("{form} [name=nom]"), "vite");
    chrome.write(&format!("{form} [name=par]"), "ada");
    chrome.click(&format!("{form} button"));
    chrome.until_there(".answer.warn");
    let decisions = fs::read_to_string(path.join("mai.parties/decisions.jsonl")).expect("decisions");
    assert_eq!(decisions.lines().count(), 3, "{decisions}");
    chrome.open(&page);
    assert_eq!(axe::found(&chrome, &axe), [""; 0]);
}
