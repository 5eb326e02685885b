//! Every page in both languages, on light and on dark paper, on a telephone and on the wall: nothing that keeps somebody from reading it,
//! nothing that the browser complains of. With `ECRANS=1`, a picture of each in `target/ecrans/` for who looks.

use std::env;
use std::fs;
use std::path::Path;

use crate::axe;
use crate::chrome::Chrome;
use crate::pages;
use crate::stage::Stage;

/// Where the pictures go.
pub const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/ecrans");
/// How wide a page is: on a telephone, on a desk, on the wall; and how high the screen is.
const SIZES: [(u32, u32); 3] = [(360, 740), (1280, 800), (1920, 1080)];
/// What light and dark paper are called in the names of pictures.
const PAPERS: [&str; 2] = ["clair", "sombre"];
/// The highest picture of a page.
const HIGHEST: u64 = 4000;

#[test]
fn every_page_can_be_read_by_everybody() {
    let Some(axe) = axe::program("tour::every_page_can_be_read_by_everybody") else { return };
    let Some(chrome) = Chrome::start("tour::every_page_can_be_read_by_everybody", "fr") else { return };
    let stage = Stage::set();
    stage.enter(&chrome);
    let photographed = env::var_os("ECRANS").map(|_| Path::new(PICTURES));
    photographed.iter().for_each(|folder| fs::create_dir_all(folder).expect("a folder"));
    let mut found = Vec::new();
    for page in pages::all(&stage) {
        for language in ["en", "fr"] {
            chrome.cookie(&stage.origin(), "langue", language);
            chrome.resize(1280, 800);
            chrome.open(&stage.url(&page.path));
            chrome.until_there(page.whole);
            assert_eq!(chrome.eval("return document.documentElement.lang"), language, "{}", page.name);
            // Colours and widths are those of the French page.
            let papers: &[bool] = if language == "fr" { &[false, true] } else { &[false] };
            for &dark in papers {
                chrome.wish_dark(dark);
                let here = format!("{} ({language}, {})", page.name, if dark { "dark" } else { "light" });
                found.extend(axe::found(&chrome, &axe).into_iter().map(|line| format!("{here}: {line}")));
                if language == "fr" {
                    found.extend(widths(&chrome, &page.name, dark, photographed));
                }
            }
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
        if let Some(folder) = photographed {
            sheet(&chrome, &page.name, folder);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Shows the page as it stands in all widths; what is wider than the screen is given back.
fn widths(chrome: &Chrome, name: &str, dark: bool, photographed: Option<&Path>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (width, height) in SIZES {
        chrome.resize(width, height);
        let [wide, high] = ["scrollWidth", "scrollHeight"].map(|side| {
            chrome.eval(&format!("return document.documentElement.{side}")).as_u64().expect("pixels")
        });
        if wide > u64::from(width) {
            wrong.push(format!("{name}: {wide} pixels wide on a screen of {width}"));
        }
        let Some(folder) = photographed else { continue };
        let whole = u32::try_from(high.min(HIGHEST)).expect("pixels").max(height);
        chrome.resize(width, whole);
        let paper = PAPERS[usize::from(dark)];
        chrome.picture(&folder.join(format!("{name}-{width}-{paper}.png")));
    }
    wrong
}

/// All pictures of a page on one sheet.
fn sheet(chrome: &Chrome, name: &str, folder: &Path) {
    let mut html = "<!doctype html><meta charset=utf-8><body style='background:#888;display:grid;gap:8px;align-items:start;grid-template-columns:1fr 3fr 3fr'>".to_owned();
    for paper in PAPERS {
        for (width, _) in SIZES {
            html += &format!("<img style='width:100%' src='{name}-{width}-{paper}.png'>");
        }
    }
    let page = folder.join(format!("{name}.html"));
    fs::write(&page, html).expect("a sheet");
    chrome.resize(1600, 1000);
    chrome.open(&format!("file://{}", page.canonicalize().expect("a path").display()));
    chrome.resize(
        1600,
        2000.min(chrome.eval("return document.body.scrollHeight + 16").as_u64().expect("pixels") as u32),
    );
    chrome.picture(&folder.join(format!("planche-{name}.png")));
    chrome.news();
}
