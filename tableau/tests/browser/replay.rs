//! Records, stepped through.

use serde_json::json;
use thirtyfour::Key;

use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::contest::play_format;
use crate::pages::GAMES;
use crate::stage;

#[test]
fn a_record_of_every_game_is_stepped_through() {
    let Some(chrome) = Chrome::start("replay::a_record_of_every_game_is_stepped_through", "fr") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    stage::duels(folder.path());
    let tableau = Tableau::start(folder.path(), &["--parties", "parties", "--jouees", "jouees"]);
    let origin = format!("http://{}", tableau.address);
    for game in GAMES {
        let record = stage::record_of(folder.path(), game);
        let partie = &record.parties[0];
        let last = partie.moves.len();
        let page = format!("{origin}/parties/parties/{}", record.id);
        let board = || chrome.eval("return document.querySelector('.plank').innerHTML");
        let stands_at = |ply: usize| {
            chrome.until(&format!("document.querySelector('.at').textContent === '{ply}'"));
            chrome.until(&format!(
                "{ply} === 0 || document.querySelector('.moves a[aria-current]')?.dataset.ply === '{ply}'"
            ));
        };
        chrome.open(&format!("{page}?partie={}&coup=0", partie.name));
        stands_at(0);
        let first = board();
        chrome.click("[data-step=on]");
        stands_at(1);
        assert!(chrome.url().ends_with(&format!("#{}.1", partie.name)), "{}", chrome.url());
        chrome.until(&format!("document.querySelector('.plank').innerHTML !== {first}"));
        let second = board();
        chrome.key(Key::Right);
        stands_at(2);
        chrome.until(&format!("document.querySelector('.plank').innerHTML !== {second}"));
        chrome.key(Key::Left);
        stands_at(1);
        chrome.key(Key::End);
        stands_at(last);
        chrome.key(Key::Home);
        stands_at(0);
        chrome.until(&format!("document.querySelector('.plank').innerHTML === {first}"));
        chrome.click("[data-step=last]");
        stands_at(last);
        chrome.click("[data-step=back]");
        stands_at(last - 1);
        chrome.click("[data-step=first]");
        stands_at(0);
        // It goes on by itself until it is told to stop.
        chrome.click("[data-step=play]");
        stands_at(2);
        chrome.click("[data-step=play]");
        chrome.until("document.querySelector('[data-step=play]').getAttribute('aria-pressed') === 'false'");
        // The place in the address is where somebody else comes to.
        chrome.open("about:blank");
        chrome.open(&format!("{page}#{}.1", partie.name));
        stands_at(1);
        chrome.until(&format!("document.querySelector('.plank').innerHTML === {second}"));
        chrome.is_content(&origin, game);
    }
}

#[test]
fn a_rencontre_leads_to_the_next_to_its_players_and_back() {
    let test = "replay::a_rencontre_leads_to_the_next_to_its_players_and_back";
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let contestants = [("ana", "minimax"), ("bob", "hasard"), ("chloe", "glouton")];
    play_format(folder.path(), "mai", "type = \"aller-simple\"", &contestants);
    let tableau = Tableau::start(folder.path(), &["mai.toml"]);
    let origin = format!("http://{}", tableau.address);
    chrome.open(&format!("{origin}/championnat/mai/programme"));
    chrome.click("main table a[href*='/rencontre/']");
    chrome.until_there(".around a[rel=next]");
    let first = chrome.url();
    chrome.click(".around a[rel=next]");
    chrome.until_there(".around a[rel=prev]");
    assert_ne!(chrome.url(), first);
    chrome.click(".around a[rel=prev]");
    chrome.until(&format!("location.href === '{first}'"));
    // From the page of a player, one goes on among his rencontres and comes back to him.
    chrome.click(".versus .name a");
    chrome.until_there(".met a");
    let player = chrome.url();
    chrome.click(".met a");
    chrome.until_there(".around a");
    assert!(chrome.url().ends_with(&format!("?de={}", player.rsplit_once('/').expect("a number").1)));
    // The picture is that of the position that is shown.
    chrome.click("[data-step=first]");
    chrome.until("document.querySelector('[data-image]').href.includes('coup=0&image=1')");
    chrome.click(".around a");
    chrome.until(&format!("location.href === '{player}'"));
    chrome.is_content(&origin, "a rencontre");
}

#[test]
fn moves_are_heard_only_if_somebody_wants_to() {
    let Some(chrome) = Chrome::start("replay::moves_are_heard_only_if_somebody_wants_to", "fr") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    stage::duels(folder.path());
    let tableau = Tableau::start(folder.path(), &["--parties", "parties"]);
    let origin = format!("http://{}", tableau.address);
    let source = "globalThis.tones = 0; const Real = AudioContext;
        globalThis.AudioContext = class extends Real { createOscillator() { tones += 1; return super.createOscillator(); } };";
    chrome.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    let record = stage::record_of(folder.path(), "colonnes");
    let page = format!("{origin}/parties/parties/{}?coup=0", record.id);
    let step = |to: usize| {
        let board = chrome.eval("return document.querySelector('.plank').innerHTML");
        chrome.click("[data-step=on]");
        chrome.until(&format!("document.querySelector('.at').textContent === '{to}'"));
        chrome.until(&format!("document.querySelector('.plank').innerHTML !== {board}"));
    };
    let pressed = |yes: bool| chrome.until_there(&format!("[data-sound][aria-pressed={yes}]"));
    chrome.open(&page);
    pressed(false);
    step(1);
    assert_eq!(chrome.eval("return tones"), 0);
    chrome.click("[data-sound]");
    pressed(true);
    assert_eq!(chrome.eval("return tones"), 1, "it is heard what it will be like");
    step(2);
    assert_eq!(chrome.eval("return tones"), 2);
    // The browser remembers it, and the wall has none of it.
    chrome.open(&page);
    pressed(true);
    step(1);
    assert_eq!(chrome.eval("return tones"), 1);
    chrome.open(&format!("{origin}/mur"));
    assert_eq!(chrome.eval("return document.querySelectorAll('[data-sound]').length"), 0);
    chrome.open(&page);
    chrome.click("[data-sound]");
    pressed(false);
    step(1);
    assert_eq!(chrome.eval("return tones"), 0);
    chrome.is_content(&origin, "sound");
}
