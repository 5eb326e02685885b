//! Links of all documents: to files that are there, and to headings that they have.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::place;

/// What a document leads to, and what in it can be led to.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: HashSet<String>,
}

fn read(text: &str) -> Page {
    let mut page = Page::default();
    let mut heading: Option<String> = None;
    let mut seen = HashMap::<String, usize>::new();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.to_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    *heading += &part;
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().unwrap_or_default());
                let before = seen.entry(anchor.clone()).or_default();
                // As they are numbered on pages that show them.
                page.anchors.insert(if *before == 0 { anchor } else { format!("{anchor}-{before}") });
                *before += 1;
            }
            _ => {}
        }
    }
    page
}

/// The anchor of a heading, as forges make them: small letters, dashes for blanks, no other punctuation.
fn anchor(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let kept = letters.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The path without its `..`.
fn plain(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                whole.pop();
            }
            Component::CurDir => {}
            part => whole.push(part),
        }
    }
    whole
}

/// What is wrong with the links of these documents, the paths of which are relative to the folder.
fn faults(folder: &Path, documents: &[PathBuf]) -> Vec<String> {
    let pages: HashMap<PathBuf, Page> = documents
        .iter()
        .map(|path| (path.clone(), read(&fs::read_to_string(folder.join(path)).expect("a document"))))
        .collect();
    let mut faults = Vec::new();
    for (path, page) in &pages {
        for link in page.links.iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (file, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(file, at)| (file, Some(at)));
            let target = match file {
                "" => path.clone(),
                file => plain(&path.parent().unwrap_or(Path::new("")).join(file)),
            };
            if !folder.join(&target).exists() {
                faults.push(format!("{}: {link}: there is no {}", path.display(), target.display()));
            } else if let Some(anchor) = anchor
                && !pages.get(&target).is_some_and(|page| page.anchors.contains(anchor))
            {
                faults.push(format!("{}: {link}: no such heading", path.display()));
            }
        }
    }
    faults.sort();
    faults
}

#[test]
fn every_link_leads_somewhere() {
    let mut documents = place::files();
    documents.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    assert!(documents.len() > 10, "{documents:?}");
    let faults = faults(testing::root(), &documents);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn links_that_lead_nowhere_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("guides")).expect("a folder");
    let page = "# L'été, en `sh`\n# Deux\n# Deux\n[a](#lété-en-sh) [b](#deux-1) [c](#trois) [d](guides/un.md#un) ![e](non.png)";
    fs::write(folder.path().join("page.md"), page).expect("a page");
    let guide = "# Un\n[a](../page.md#deux) [b](../page.md#zwei) [c](https://example.org/) [d](deux.md)";
    fs::write(folder.path().join("guides/un.md"), guide).expect("a page");
    let found = faults(folder.path(), &["page.md".into(), "guides/un.md".into()]);
    let wanted = [
        "guides/un.md: ../page.md#zwei: no such heading",
        "guides/un.md: deux.md: there is no guides/deux.md",
        "page.md: #trois: no such heading",
        "page.md: non.png: there is no non.png",
    ];
    assert_eq!(found, wanted);
}
