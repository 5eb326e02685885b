//! The reports (`rapport/`) are built for real, and read as a reader's program would; what they say of the solved game is true.
//!
//! The PDFs are examined by the programs of poppler (Debian's `poppler-utils`): they share nothing with Typst, which has made the
//! files, and find what a reader's own viewer would show: fonts, links, where each word stands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use moteur_ia::colonnes::solution::facts::{Facts, LayerFacts};
use moteur_ia::colonnes::solution::solve::Limit;
use moteur_ia::colonnes::solution::{Table, Value};
use serde_json::{Value as Json, json};
use testing::output::both;
use testing::{left_out, root};

/// How far a word stays from the edge of the page, in points: text that runs out of its place runs into this.
const MARGIN: f64 = 25.0;

/// The reports that there are.
fn reports() -> Vec<String> {
    let folders = fs::read_dir(root().join("rapport")).expect("the reports").flatten();
    let with_text = folders.filter(|folder| folder.path().join("rapport.typ").exists());
    let mut names: Vec<String> =
        with_text.filter_map(|folder| folder.file_name().into_string().ok()).collect();
    names.sort();
    assert!(names.contains(&"colonnes".to_owned()), "{names:?}");
    names
}

/// Builds a report; `None` where its tool cannot be had.
fn built(name: &str) -> Option<PathBuf> {
    let output = Command::new("sh").arg("rapport/construire.sh").arg(name).current_dir(root()).output();
    let output = output.expect("a shell");
    if output.status.code() == Some(3) {
        return None;
    }
    // A warning of Typst is an error of the script.
    assert!(output.status.success(), "{name}: {}", both(&output));
    Some(root().join("target/rapport").join(format!("{name}.pdf")))
}

/// What a program of poppler says of a file.
fn poppler(program: &str, options: &[&str], pdf: &Path) -> String {
    let mut command = Command::new(program);
    // These write to the output where a second file would be named.
    let to_output = if program == "pdftotext" { &["-"][..] } else { &[] };
    let output = command.args(options).arg(pdf).args(to_output).output().expect("poppler");
    assert!(output.status.success(), "{program}: {}", both(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The value of each such attribute of a line of XML.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_once(&format!("{name}=\""))?.1.split('"').next()
}

fn number(line: &str, name: &str) -> f64 {
    attribute(line, name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name} of {line}"))
}

#[test]
fn each_report_can_be_read_and_printed() {
    let test = "reports::each_report_can_be_read_and_printed";
    if Command::new("pdfinfo").arg("-v").output().is_err() {
        return left_out(test, "il manque pdfinfo (paquet poppler-utils)");
    }
    for name in reports() {
        let Some(pdf) = built(&name) else {
            return left_out(test, "Typst ne peut pas être installé ici (pip, PyPI)");
        };
        let pages = pages(&name, &pdf);
        fonts_are_embedded(&name, &pdf);
        links_lead_somewhere(&name, &pdf, pages);
        nothing_is_outside(&name, &pdf, pages);
    }
}

/// The number of pages, which the subject of Colonnes prescribes.
fn pages(name: &str, pdf: &Path) -> usize {
    let info = poppler("pdfinfo", &[], pdf);
    let field = |key: &str| info.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    assert!(field("Title:").is_some_and(|title| !title.is_empty()), "{info}");
    let pages = field("Pages:").and_then(|pages| pages.parse().ok()).expect("the pages");
    if name == "colonnes" {
        assert!((5..=6).contains(&pages), "{pages} pages; the subject asks for 5 or 6");
    }
    pages
}

fn fonts_are_embedded(name: &str, pdf: &Path) {
    let table = poppler("pdffonts", &[], pdf);
    let fonts: Vec<&str> = table.lines().skip(2).collect();
    assert!(!fonts.is_empty(), "{name} has no text");
    for font in fonts {
        // Name, type and encoding may hold spaces and are not always aligned; after them: embedded, subset, Unicode, two numbers.
        assert_eq!(font.split_whitespace().rev().nth(4), Some("yes"), "{name}: {font}");
    }
}

/// Links within the report lead to one of its pages, the others to an address.
fn links_lead_somewhere(name: &str, pdf: &Path, pages: usize) {
    let xml = poppler("pdftohtml", &["-xml", "-i", "-stdout"], pdf);
    let targets: Vec<&str> = xml.split("<a ").skip(1).filter_map(|link| attribute(link, "href")).collect();
    let inside = targets.iter().filter(|target| !target.contains("://"));
    let mut count = 0;
    for target in inside {
        let page = target.rsplit_once('#').and_then(|(_, page)| page.parse().ok());
        assert!(page.is_some_and(|page: usize| (1..=pages).contains(&page)), "{name}: a link to {target:?}");
        count += 1;
    }
    assert!(count >= 10, "{name}: {count} links to its own sections and figures");
    for target in targets.iter().filter(|target| target.contains("://")) {
        assert!(target.starts_with("https://") || target.starts_with("http://"), "{name}: {target}");
    }
}

fn nothing_is_outside(name: &str, pdf: &Path, pages: usize) {
    let xml = poppler("pdftotext", &["-bbox"], pdf);
    let mut size = [0.0; 2];
    let (mut seen, mut words) = (0, 0);
    for line in xml.lines().map(str::trim) {
        if line.starts_with("<page ") {
            size = [number(line, "width"), number(line, "height")];
            seen += 1;
        } else if line.starts_with("<word ") {
            let [left, top, right, bottom] = ["xMin", "yMin", "xMax", "yMax"].map(|side| number(line, side));
            let free =
                [left, top, size[0] - right, size[1] - bottom].into_iter().fold(f64::INFINITY, f64::min);
            assert!(free >= MARGIN, "{name}, page {seen}: {line}");
            words += 1;
        }
    }
    assert!(seen == pages && words > 200 * pages, "{name}: {words} words on {seen} pages");
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "gagnée",
        Value::Draw => "nulle",
        Value::Loss(_) => "perdue",
    }
}

/// A layer as the data have it: positions, distinct ones, per cent won, drawn, lost.
fn layer(facts: &LayerFacts) -> Json {
    let share = |part: u64| (1e4 * part as f64 / facts.raw as f64).round() / 100.0;
    json!([facts.raw, facts.distinct, share(facts.wins), share(facts.draws), share(facts.losses)])
}

#[test]
fn what_is_said_of_the_solved_game_is_true() {
    let text = fs::read_to_string(root().join("rapport/colonnes/donnees/jeu.json")).expect("the data");
    let data: Json = serde_json::from_str(&text).expect("JSON");
    let limited = Facts::new(&Table::solve(Limit::FortyPlies, &mut |_| ()));
    let unlimited = Facts::new(&Table::solve(Limit::None, &mut |_| ()));
    let firsts: Json = limited
        .first_moves()
        .map(|(mv, value)| (mv.to_string(), word(value).into()))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let found = json!({
        "depart": word(limited.start.value),
        "depart_sans_limite": word(unlimited.start.value),
        "premiers_coups": firsts,
        "plus_long_gain": [limited.longest.plies, unlimited.longest.plies],
        "plus_long_gain_pions_poses": [limited.longest_in_movement.plies, unlimited.longest_in_movement.plies],
        "couches": limited.layers.iter().map(layer).collect::<Vec<_>>(),
        "total": layer(&limited.total),
    });
    assert_eq!(data, found, "sh rapport/mesurer.sh colonnes");
}
