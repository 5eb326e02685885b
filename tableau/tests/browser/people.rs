//! What people do with the pages.

use crate::chrome::Chrome;
use crate::common::Tableau;

/// A tableau with nothing to show, and a browser that wishes this language.
fn empty(test: &str, language: &str) -> Option<(tempfile::TempDir, Tableau, Chrome)> {
    let chrome = Chrome::start(test, language)?;
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    Some((folder, tableau, chrome))
}

#[test]
fn pages_speak_the_language_of_the_browser_until_another_is_chosen() {
    let test = "people::pages_speak_the_language_of_the_browser_until_another_is_chosen";
    let Some((_folder, tableau, chrome)) = empty(test, "en-GB") else { return };
    let origin = format!("http://{}", tableau.address);
    chrome.open(&format!("{origin}/"));
    assert!(chrome.text("main").contains("No championship yet"), "{}", chrome.text("main"));
    chrome.click("footer button[value=fr]");
    chrome.until_says("main", "Aucun championnat");
    chrome.open(&format!("{origin}/entrer"));
    assert_eq!(chrome.eval("return document.documentElement.lang"), "fr");
    chrome.is_content(&origin, "languages");
}

#[test]
fn a_token_behind_the_address_lets_somebody_in_and_leaves_no_trace() {
    let test = "people::a_token_behind_the_address_lets_somebody_in_and_leaves_no_trace";
    let Some((_folder, tableau, chrome)) = empty(test, "fr") else { return };
    let origin = format!("http://{}", tableau.address);
    chrome.open(&format!("{origin}/entrer#{}", tableau.player));
    chrome.until_there("footer form[action='/sortir']");
    assert_eq!(chrome.url(), format!("{origin}/"));
    let seen = chrome.eval("return document.cookie").to_string();
    assert!(!seen.contains(&tableau.player), "a program of the page sees the token: {seen}");
    let news = chrome.is_content(&origin, "tokens");
    assert!(
        news.asked.iter().all(|url| url.contains('#') || !url.contains(&tableau.player)),
        "{:?}",
        news.asked
    );
    chrome.click("footer form[action='/sortir'] button");
    chrome.until_there("footer a[href='/entrer']");
}

#[test]
fn the_first_page_is_light() {
    let Some((_folder, tableau, chrome)) = empty("people::the_first_page_is_light", "fr") else { return };
    let origin = format!("http://{}", tableau.address);
    chrome.open(&format!("{origin}/"));
    let news = chrome.is_content(&origin, "the first page");
    assert!((1..100_000).contains(&news.bytes), "{} bytes for {:?}", news.bytes, news.asked);
}

#[test]
fn the_browser_tells_what_is_wrong() {
    let Some(chrome) = Chrome::start("people::the_browser_tells_what_is_wrong", "fr") else { return };
    chrome.open("data:text/html;charset=utf-8,<p>un<img src='http://127.0.0.1:1/image'><script>console.error('aïe')</script>");
    chrome.until_says("p", "un");
    let news = chrome.news();
    assert!(news.complaints.iter().any(|line| line.contains("aïe")), "{news:?}");
    assert!(news.asked.contains("http://127.0.0.1:1/image"), "{news:?}");
}
