//! A published championship, opened from its files.

use std::fs;

use testing::championship::describe;
use testing::process::run;
use thirtyfour::Key;

use crate::chrome::Chrome;
use crate::common::contest::command;

#[test]
fn a_published_game_is_stepped_through_without_a_server() {
    let test = "publish::a_published_game_is_stepped_through_without_a_server";
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let head = "jeu = \"colonnes\"\ngraine = 5\n[format]\ntype = \"aller-simple\"";
    describe(&folder.join("mai.toml"), head, &[("ada", "glouton --graine 1"), ("Zoé", "hasard --graine 2")]);
    run(&mut command("championnat", folder, &["jouer", "mai.toml", "--discret", "--sans-essai"]));
    run(&mut command("tableau", folder, &["publie", "mai.toml", "loin"]));
    // Nothing but these files is needed.
    let site = folder.join("ici");
    fs::rename(folder.join("loin"), &site).expect("moved");
    chrome.open(&format!("file://{}", site.join("index.html").display()));
    chrome.until("document.querySelector('#classement tr a')");
    chrome.click("#finies a");
    chrome.until("document.querySelectorAll('#game .pane').length === 2");
    let pane = "document.querySelectorAll('.pane')[1]";
    let board = || chrome.eval(&format!("return {pane}.querySelector('.plank').innerHTML"));
    let last = board();
    chrome.click(".pane:nth-of-type(2) [data-step=first]");
    chrome.until(&format!("{pane}.querySelector('.plank').innerHTML !== {last}"));
    let first = board();
    chrome.click(".pane:nth-of-type(2) [data-step=on]");
    chrome.until(&format!("{pane}.querySelector('.at').textContent === '1'"));
    chrome.until(&format!("{pane}.querySelector('.plank').innerHTML !== {first}"));
    assert!(chrome.url().ends_with("#retour.1"), "{}", chrome.url());
    chrome.key(Key::End);
    chrome.until(&format!("{pane}.querySelector('.plank').innerHTML === {last}"));
    chrome.key(Key::Home);
    chrome.until(&format!("{pane}.querySelector('.plank').innerHTML === {first}"));
    // The place in the address is where somebody else comes to.
    chrome.open(&format!("file://{}#retour.1", site.join("rencontre/1.1.html").display()));
    chrome.until(&format!("{pane}.querySelector('.at').textContent === '1'"));
    chrome.until(&format!("{pane}.querySelector('.plank').innerHTML !== {last}"));
    let news = chrome.news();
    assert!(news.complaints.is_empty(), "{news:?}");
    assert!(news.asked.iter().all(|address| address.starts_with("file://")), "{news:?}");
}
