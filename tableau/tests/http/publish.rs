//! A championship as a folder of files: whole, relative, and nothing private in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use nix::sys::signal::Signal;
use testing::until;

use crate::common::contest::{command, start};
use crate::logs::{IDEA, describe};

fn publish(folder: &Path, args: &[&str]) -> Output {
    let mut tableau = command("tableau", folder, &[&["publie"], args].concat());
    tableau.stdout(Stdio::piped()).stderr(Stdio::piped()).output().expect("tableau")
}

/// The files of a site with their texts, by their paths below it.
fn files(site: &Path) -> Vec<(PathBuf, String)> {
    let mut waiting = vec![site.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => waiting.push(path),
                false => found.push((path.clone(), fs::read_to_string(&path).expect("text"))),
            }
        }
    }
    found
}

/// The values of attributes of this name. A missing quote would be part of one.
fn values<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.split(&format!(" {name}="))
        .skip(1)
        .filter_map(|rest| rest.strip_prefix('"')?.split('"').next())
        .collect()
}

/// Where everything on a page leads: a file, and the place on it.
fn links(page: &Path, text: &str) -> Vec<(PathBuf, String)> {
    let links = ["href", "src"].iter().flat_map(|name| values(text, name));
    let target = |link: &str| {
        let (file, place) = link.split_once('#').unwrap_or((link, ""));
        assert!(!file.contains('?'), "{link} in {page:?}");
        let file =
            if file.is_empty() { page.to_owned() } else { page.parent().expect("a folder").join(file) };
        let file = fs::canonicalize(&file).unwrap_or_else(|error| panic!("{link} in {page:?}: {error}"));
        (file, place.to_owned())
    };
    links.map(target).collect()
}

/// Follows every link from the index: each leads to a file of the site, and to a place that is on it. Every page but those of
/// rencontres that are left out is come to.
fn follow(site: &Path) -> BTreeSet<PathBuf> {
    let site = fs::canonicalize(site).expect("a site");
    let mut waiting = vec![site.join("index.html")];
    let mut known: BTreeSet<PathBuf> = waiting.iter().cloned().collect();
    let mut ids: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    let mut places = Vec::new();
    while let Some(page) = waiting.pop() {
        let text = fs::read_to_string(&page).expect("a page");
        ids.insert(page.clone(), values(&text, "id").into_iter().map(str::to_owned).collect());
        for (file, place) in links(&page, &text) {
            assert!(file.starts_with(&site), "{file:?} in {page:?}");
            if known.insert(file.clone()) && file.extension().is_some_and(|end| end == "html") {
                waiting.push(file.clone());
            }
            // The page of a game makes places of its moves: aller.17.
            places.push((page.clone(), file, place.split('.').next().unwrap_or_default().to_owned()));
        }
    }
    for (page, file, place) in places.into_iter().filter(|(_, _, place)| !place.is_empty()) {
        assert!(ids.get(&file).is_some_and(|ids| ids.contains(&place)), "{place} of {file:?} in {page:?}");
    }
    known
}

#[test]
fn a_site_is_whole_and_nothing_in_it_is_private() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    describe(folder, "mai.toml", "titre = \"Tournoi <de> mai\"\n");
    let played = command("championnat", folder, &["jouer", "mai.toml", "--discret", "--sans-essai"]).output();
    assert!(played.expect("championnat").status.success());
    let done = publish(folder, &["mai.toml"]);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        done.status.success() && said.contains("dont 3 rencontres") && said.contains("mai.site/index.html"),
        "{done:?}"
    );
    let site = folder.join("mai.site");
    let all = files(&site);
    let names: BTreeSet<&PathBuf> = all.iter().map(|(path, _)| path).collect();
    for name in ["index.html", "grille.html", "concurrent/0.html", "rencontre/1.1.html", "assets/game.js"] {
        assert!(names.contains(&site.join(name)), "{name}: {names:?}");
    }
    for (path, text) in all.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "html")) {
        let whence = path.display();
        // The name of the language of drawings is no address.
        let text = &text.replace("http://www.w3.org/2000/svg", "");
        for hidden in [
            IDEA,
            "gargouille",
            "loup-garou",
            "/home/",
            &folder.display().to_string(),
            "<form",
            "=\"/",
            "://",
        ] {
            assert!(!text.contains(hidden), "{hidden} in {whence}: {text}");
        }
        // Every page is there: what has no link was never one.
        assert_eq!(
            text.matches("<a ").count(),
            text.split("<a ")
                .skip(1)
                .filter(|tag| tag.split('>').next().is_some_and(|tag| format!(" {tag}").contains(" href=\"")))
                .count(),
            "{whence}: {text}"
        );
        assert!(!text.contains("JSON"), "{whence}: {text}");
    }
    let reached = follow(&site);
    for (path, _) in all.iter().filter(|(path, _)| !path.starts_with(site.join("assets"))) {
        let known = reached.contains(&fs::canonicalize(path).expect("a file"));
        assert!(known || path.file_name().is_some_and(|name| name == ".publie-par-arbitre"), "{path:?}");
    }
    for name in ["index.html", "grille.html", "concurrent/0.html"] {
        let page = fs::read_to_string(site.join(name)).expect("a page");
        let head = page.split("</h1>").next().expect("a heading");
        assert!(head.contains("Tournoi &#60;de&#62; mai · Arbitre</title>"), "{name}: {head}");
        assert!(head.ends_with("<bdi>Tournoi &#60;de&#62; mai</bdi></a>"), "{name}: {head}");
    }
    let first = fs::read_to_string(site.join("index.html")).expect("a page");
    // Alone or level, by chance.
    let won = ["l&#39;emporte avec", "sont à égalité en tête"].iter().any(|said| first.contains(said));
    assert!(won && first.contains("Publié le "), "{first}");
    // Public logs are public here, too.
    fs::write(
        folder.join("juin.toml"),
        fs::read_to_string(folder.join("mai.toml"))
            .expect("a file")
            .replace("[format]", "journaux = \"publics\"\n[format]"),
    )
    .expect("written");
    assert!(publish(folder, &["juin.toml", "ouvert"]).status.success());
    assert!(files(&folder.join("ouvert")).iter().any(|(_, text)| text.contains(IDEA)));
}

#[test]
fn a_site_has_the_size_and_the_place_that_are_wished_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let five = [("a", "hasard"), ("b", "hasard"), ("c", "hasard"), ("d", "hasard"), ("e", "hasard")];
    let head = "jeu = \"morpion\"\nresultats = \"mai.sqlite\"\nparties = \"mai.parties\"\n[format]\ntype = \"aller-simple\"";
    testing::championship::describe(&folder.join("mai.toml"), head, &five);
    let played = command("championnat", folder, &["jouer", "mai.toml", "--discret", "--sans-essai"]).output();
    assert!(played.expect("championnat").status.success());
    let games = |site: &str| fs::read_dir(folder.join(site).join("rencontre")).map_or(0, Iterator::count);
    assert!(publish(folder, &["mai.sqlite"]).status.success());
    assert_eq!(games("mai.site"), 10);
    let every = follow(&folder.join("mai.site")).len();
    // What was published is replaced, and nothing of it is left.
    assert!(publish(folder, &["mai.sqlite", "--meilleurs", "1"]).status.success());
    assert_eq!(games("mai.site"), 4);
    assert_eq!(follow(&folder.join("mai.site")).len(), every - 6);
    assert!(publish(folder, &["mai.sqlite", "--sans-parties", "--langue", "en"]).status.success());
    assert_eq!(games("mai.site"), 0);
    assert!(follow(&folder.join("mai.site")).len() < every - 10, "no scripts of games, either");
    let first = fs::read_to_string(folder.join("mai.site/index.html")).expect("a page");
    assert!(first.contains("<html lang=\"en\">") && first.contains("Published on"), "{first}");
    // Other folders are left alone.
    fs::create_dir(folder.join("ailleurs")).expect("a folder");
    fs::write(folder.join("ailleurs/cours.txt"), "cours").expect("written");
    for (args, said) in [
        (&["mai.sqlite", "ailleurs"][..], "ailleurs existe déjà"),
        (&["nulle-part.sqlite"], "nulle-part.sqlite"),
        (&["mai.sqlite", "loin/de/tout"], "loin/de"),
    ] {
        let refused = publish(folder, args);
        let why = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(1) && why.contains(said), "{why}");
    }
    assert_eq!(fs::read_dir(folder.join("ailleurs")).expect("a folder").count(), 1);
    assert!(
        !fs::read_dir(folder)
            .expect("a folder")
            .any(|entry| { entry.expect("an entry").file_name().to_string_lossy().starts_with(".publie") })
    );
}

/// Whether it is still being written or has just come into its place: what is there is whole, and nothing is beside it.
#[test]
fn a_site_that_is_interrupted_leaves_what_was_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let eight = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|name| (name, "hasard"));
    let head = "jeu = \"morpion\"\nresultats = \"mai.sqlite\"\nparties = \"mai.parties\"\n[format]\ntype = \"aller-simple\"";
    testing::championship::describe(&folder.join("mai.toml"), head, &eight);
    let played = command("championnat", folder, &["jouer", "mai.toml", "--discret", "--sans-essai"]).output();
    assert!(played.expect("championnat").status.success());
    assert!(publish(folder, &["mai.sqlite"]).status.success());
    let site = folder.join("mai.site");
    let whole = follow(&site);
    let beside = || {
        let names = fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
        names.filter(|entry| entry.file_name().to_string_lossy().starts_with(".publie")).count()
    };
    let mut writing = start("tableau", folder, &["publie", "mai.sqlite"]);
    until("it writes", || beside() > 0 || writing.0.try_wait().expect("tableau").is_some());
    writing.signal(Signal::SIGINT);
    let ended = writing.0.wait().expect("tableau");
    assert!(matches!(ended.code(), Some(0 | 1)), "{ended}");
    assert_eq!((follow(&site), beside()), (whole, 0));
}
