//! Every page in French on light paper and in English on dark paper, on a telephone and on the wall: nothing that keeps somebody
//! from reading it, nothing that the browser complains of. With `ECRANS=1`, a picture of each in `target/ecrans/` for who looks.

use std::env;
use std::fs;
use std::path::Path;

use crate::axe;
use crate::chrome::Chrome;
use crate::pages;
use crate::stage::Stage;

/// Where the pictures go.
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/ecrans");
/// How wide a page is: on a telephone, on a desk, on the wall; and how high the screen is.
const SIZES: [(u32, u32); 3] = [(360, 740), (1280, 800), (1920, 1080)];
/// What light and dark paper are called in the names of pictures, and the language that is read on each.
const PAPERS: [(&str, &str); 2] = [("clair", "fr"), ("sombre", "en")];
/// The highest picture of a page.
const HIGHEST: u64 = 4000;

#[test]
fn every_page_can_be_read_by_everybody() {
    let Some(axe) = axe::program("tour::every_page_can_be_read_by_everybody") else { return };
    let Some(chrome) = Chrome::start("tour::every_page_can_be_read_by_everybody", "fr") else { return };
    let stage = Stage::set();
    stage.enter(&chrome);
    let mut found = Vec::new();
    for page in pages::all(&stage) {
        for (paper, language) in PAPERS {
            chrome.cookie(&stage.origin(), "langue", language);
            chrome.wish_dark(paper == "sombre");
            chrome.resize(1280, 800);
            chrome.open(&stage.url(&page.path));
            chrome.until_there(page.whole);
            assert_eq!(chrome.eval("return document.documentElement.lang"), language, "{}", page.name);
            let here = format!("{} ({language}, {paper})", page.name);
            found.extend(axe::found(&chrome, &axe).into_iter().map(|line| format!("{here}: {line}")));
            found.extend(widths(&chrome, &page.name, paper));
            let news = chrome.news();
            let missing = page.name == "absente";
            let own = |complaint: &String| missing && complaint.contains("status of 404");
            found.extend(
                news.complaints
                    .iter()
                    .filter(|complaint| !own(complaint))
                    .map(|line| format!("{}: {line}", page.name)),
            );
            let other = |url: &&String| !url.starts_with(&stage.origin()) && !url.starts_with("data:");
            found.extend(news.asked.iter().filter(other).map(|url| format!("{}: asks {url}", page.name)));
        }
        if photographed() {
            sheet(&chrome, &page.name);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn photographed() -> bool {
    env::var_os("ECRANS").is_some()
}

/// Keeps a picture of what is seen under this name, if pictures are wanted.
pub fn picture(chrome: &Chrome, name: &str) {
    if photographed() {
        let folder = Path::new(PICTURES);
        fs::create_dir_all(folder).expect("a folder");
        chrome.picture(&folder.join(format!("{name}.png")));
    }
}

/// Keeps a picture of the whole page on a screen of this size, if pictures are wanted.
pub fn whole_picture(chrome: &Chrome, name: &str, (width, height): (u32, u32)) {
    if photographed() {
        let high = chrome.eval("return document.documentElement.scrollHeight").as_u64().expect("pixels");
        chrome.resize(width, u32::try_from(high.min(HIGHEST)).expect("pixels").max(height));
        picture(chrome, name);
    }
}

/// Shows the page as it stands in all widths; what is wider than the screen is given back.
fn widths(chrome: &Chrome, name: &str, paper: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (width, height) in SIZES {
        chrome.resize(width, height);
        let wide = chrome.eval("return document.documentElement.scrollWidth").as_u64().expect("pixels");
        if wide > u64::from(width) {
            wrong.push(format!("{name}: {wide} pixels wide on a screen of {width}"));
        }
        whole_picture(chrome, &format!("{name}-{width}-{paper}"), (width, height));
    }
    wrong
}

/// All pictures of a page on one sheet.
fn sheet(chrome: &Chrome, name: &str) {
    let mut html = "<!doctype html><meta charset=utf-8><body style='background:#888;display:grid;gap:8px;align-items:start;grid-template-columns:1fr 3fr 3fr'>".to_owned();
    for (paper, _) in PAPERS {
        for (width, _) in SIZES {
            html += &format!("<img style='width:100%' src='{name}-{width}-{paper}.png'>");
        }
    }
    let page = Path::new(PICTURES).join(format!("{name}.html"));
    fs::write(&page, html).expect("a sheet");
    chrome.resize(1600, 1000);
    chrome.open(&format!("file://{}", page.canonicalize().expect("a path").display()));
    chrome.resize(
        1600,
        2000.min(chrome.eval("return document.body.scrollHeight + 16").as_u64().expect("pixels") as u32),
    );
    picture(chrome, &format!("planche-{name}"));
    chrome.news();
}
