//! Swiss rounds that lead to a knock-out, with play-offs before it, as they are seen.

use testing::championship::describe;
use testing::process::run;

use crate::axe;
use crate::chrome::Chrome;
use crate::common::Tableau;
use crate::common::contest::command;
use crate::tour::whole_picture;

/// No blank breaks this name.
const LONG: &str = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau";

#[test]
fn a_bracket_after_swiss_rounds_fits_every_screen() {
    let test = "bracket::a_bracket_after_swiss_rounds_fits_every_screen";
    let Some(axe) = axe::program(test) else { return };
    let Some(chrome) = Chrome::start(test, "fr") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let head = "jeu = \"morpion\"\ngraine = 5\nconfinement = \"aucun\"\n[format]\ntype = \"suisse\"\nrondes = 2\nqualifies = 4\n\
                petite_finale = true\nbarrages = 2\nprolongations = 0\n[points]\ndepartage = []";
    // Perfect players draw with each other: play-offs come before the bracket, and decide nothing.
    let six = ["ada", "Blaise", "Maximilienne Delacroix-Montgolfier", "dora", "émile", LONG]
        .map(|name| (name, "minimax"));
    describe(&path.join("finale.toml"), head, &six);
    run(&mut command("championnat", path, &["jouer", "finale.toml", "--discret", "--sans-essai"]));
    let tableau = Tableau::start(path, &["finale.toml"]);
    let origin = format!("http://{}", tableau.address);
    for (name, page) in
        [("finale-tableau", "/tableau-final"), ("finale-programme", "/programme"), ("finale", "")]
    {
        chrome.resize(1920, 1080);
        chrome.open(&format!("{origin}/championnat/finale{page}"));
        chrome.until_there("main");
        for (dark, paper) in [(false, "clair"), (true, "sombre")] {
            chrome.wish_dark(dark);
            for (width, height) in [(360, 844), (1920, 1080)] {
                chrome.resize(width, height);
                let wide = chrome.eval("return document.documentElement.scrollWidth").as_u64();
                let whole = "return [...document.querySelectorAll('.pool td.n')].every((cell) => cell.offsetHeight < 60 || cell.closest('tr').querySelector('th').offsetHeight >= cell.offsetHeight)";
                assert_eq!(chrome.eval(whole), true, "{name}: figures are not broken at {width}");
                assert!(wide <= Some(width.into()), "{name}: {wide:?} pixels on a screen of {width}");
                whole_picture(&chrome, &format!("{name}-{width}-{paper}"), (width, height));
            }
            assert_eq!(axe::found(&chrome, &axe), [""; 0], "{name}");
        }
    }
    // The games of the first round, one of them with the long name.
    chrome.resize(360, 740);
    for board in 1..=3 {
        chrome.open(&format!("{origin}/championnat/finale/rencontre/1.{board}"));
        assert_eq!(chrome.eval("return document.documentElement.scrollWidth"), 360);
    }
    chrome.open(&format!("{origin}/championnat/finale/tableau-final"));
    assert_eq!(chrome.count(".stage"), 3, "semi-finals, the final, the winner");
    assert_eq!((chrome.count(".champion a"), chrome.count(".third .match")), (1, 1));
    assert!(chrome.text("main").contains("Barrages"), "{}", chrome.text("main"));
    chrome.click(".champion a");
    chrome.until("location.pathname.startsWith('/championnat/finale/concurrent/')");
    chrome.is_content(&origin, "a bracket");
}
