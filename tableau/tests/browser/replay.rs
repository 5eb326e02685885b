//! Records, stepped through.

use thirtyfour::Key;

use crate::chrome::Chrome;
use crate::common::Tableau;
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
