//! The reveal of a championship's ranking on a projector, by the keyboard alone.

use serde_json::json;
use testing::until;
use thirtyfour::Key;

use crate::axe;
use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::contest::play_format;
use crate::tour::picture;

/// A number that the page says of itself.
fn told(chrome: &Chrome, name: &str) -> u64 {
    let script = format!("return +document.querySelector('.reveal-page').dataset.{name}");
    chrome.eval(&script).as_u64().expect("a number")
}

/// Waits for a step, which the address says.
fn at(chrome: &Chrome, step: u64) {
    chrome.until(&format!("location.hash === '#step={step}'"));
}

/// Reveals a whole ranking by the keyboard: the ranks and names in the order in which they come.
pub fn walk(chrome: &Chrome) -> Vec<(u64, String)> {
    let newest = "return [...document.querySelectorAll('.newest')].map(
        (place) => [+place.querySelector('.rank, .step').textContent, place.querySelector('.name').textContent])";
    chrome.until_there("#reveal-back:disabled");
    let mut seen = vec![];
    for step in 1..=told(chrome, "steps") {
        chrome.press(" ");
        at(chrome, step);
        let places: Vec<(u64, String)> = serde_json::from_value(chrome.eval(newest)).expect("places");
        seen.extend(places);
    }
    chrome.until_there("#reveal-next:disabled");
    seen
}

#[test]
fn a_ranking_is_revealed_from_last_to_first_by_keys() {
    let test = "reveal::a_ranking_is_revealed_from_last_to_first_by_keys";
    let Some(axe) = axe::program(test) else { return };
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let ten: Vec<String> = (1..=10).map(|number| format!("Maximilienne Delacroix {number}")).collect();
    // One engine is perfect, and the others play at random, each in its own way.
    let engines: Vec<String> = (1..=10)
        .map(|number| if number == 4 { "minimax".into() } else { format!("hasard --graine {number}") })
        .collect();
    let all: Vec<_> = ten.iter().map(String::as_str).zip(engines.iter().map(String::as_str)).collect();
    play_format(path, "mai", "type = \"aller-simple\"", &all);
    let tableau = Tableau::start(path, &["mai.toml"]);
    let origin = format!("http://{}", tableau.address);
    let page = format!("{origin}/championnat/mai/devoile");
    chrome.cookie(&origin, &format!("arbitre-{}", tableau.address.port()), &tableau.organiser);
    until("its results", || tableau.get("/championnat/mai").body.contains("class=\"podium small\""));
    chrome.resize(1920, 1080);
    chrome.open(&format!("{origin}/organiser/mai"));
    chrome.click("a[href$='/devoile']");
    chrome.until("location.pathname === '/championnat/mai/devoile'");
    chrome.until_there("#reveal-back:disabled");
    let seen = "[...document.querySelectorAll('[data-step]')].filter((one) => one.checkVisibility({ visibilityProperty: true }))";
    let count = || chrome.eval(&format!("return {seen}.length")).as_u64().expect("a number");
    assert_eq!(count(), 0, "nobody before the first step");
    assert!(chrome.text("main").contains("10 concurrents"), "{}", chrome.text("main"));
    assert_eq!(axe::found(&chrome, &axe), [""; 0]);
    let all = chrome.count("[data-step]");
    let [steps, podium] = ["steps", "podium"].map(|name| told(&chrome, name));
    assert!(all == 10 && podium > 1, "{all} contestants, the podium from step {podium} of {steps}");
    let look = |name: &str| {
        let fits = "return document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth";
        for (dark, paper) in [(true, "sombre"), (false, "clair")] {
            chrome.wish_dark(dark);
            for (width, height) in [(390, 844), (1920, 1080)] {
                chrome.resize(width, height);
                picture(&chrome, &format!("{name}-{width}-{paper}"));
                assert_eq!(chrome.eval(fits), true, "{name}: one screen of {width}");
            }
            assert_eq!(axe::found(&chrome, &axe), [""; 0], "{name} on {paper}");
        }
    };
    // Each key goes on by one step, and back again; the address says where.
    let at = |step: u64| at(&chrome, step);
    chrome.press(" ");
    at(1);
    let last = chrome.eval(&format!("return {seen}[0].querySelector('.rank').textContent"));
    let equals = chrome.count("[data-step='1']") as u64;
    assert_eq!(last, (10 - equals + 1).to_string(), "the last place comes first");
    assert_eq!(count(), equals);
    let moves = "return getComputedStyle(document.querySelector('.newest')).animationName";
    assert_eq!(chrome.eval(moves), "revealed");
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    chrome.devtools("Emulation.setEmulatedMedia", still);
    assert_eq!(chrome.eval(moves), "none");
    chrome.key(Key::Right);
    at(2);
    chrome.key(Key::Left);
    at(1);
    chrome.key(Key::Enter);
    at(2);
    let before = count();
    chrome.open("about:blank");
    chrome.open(&format!("{page}#step=2"));
    at(2);
    assert_eq!(count(), before, "a reload keeps the step");
    for step in 3..podium {
        chrome.press(" ");
        at(step);
    }
    // On a low screen the first ones scroll away.
    chrome.resize(1280, 500);
    chrome.key(Key::Left);
    at(podium - 2);
    chrome.key(Key::Right);
    at(podium - 1);
    chrome.until(
        "(([list, newest]) => newest.top >= list.top && newest.bottom <= list.bottom + 1)(
            ['.reveal-list', '.reveal-list .newest'].map((css) => document.querySelector(css).getBoundingClientRect()))",
    );
    assert_eq!(chrome.eval("return document.querySelector('.reveal-list').scrollTop > 0"), true);
    look("devoile-liste");
    // The button under the focus takes its own keys, once.
    chrome.tab_to("#reveal-next");
    for step in podium..=steps {
        chrome.key(Key::Enter);
        at(step);
    }
    chrome.until_there("#reveal-next:disabled");
    chrome.press(" ");
    at(steps);
    assert_eq!(chrome.count(".podium li.shown"), chrome.count(".podium li"));
    let middle = "const at = (css) => document.querySelector('.podium ' + css).getBoundingClientRect().left;
        return at('.rank-1') > Math.min(...[...document.querySelectorAll('.podium li')].map((one) => one.getBoundingClientRect().left))";
    assert_eq!(chrome.eval(middle), true, "the first stands between the others");
    look("devoile-podium");
    // By itself, from the step before.
    chrome.key(Key::Left);
    at(steps - 1);
    chrome.tab_to("#reveal-every");
    chrome.write("#reveal-every", "1");
    chrome.key(Key::Enter);
    at(steps);
    chrome.click(".podium .rank-1 a");
    chrome.until("location.pathname.startsWith('/championnat/mai/rencontre/')");
    chrome.is_content(&origin, "the reveal");
}
