//! A championship as a folder of files: whole, relative, and nothing private in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::common::contest::command;
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

/// Everything that a page leads to, as paths.
fn links(page: &Path, text: &str) -> Vec<PathBuf> {
    let values = [" href=\"", " src=\""].iter().flat_map(|name| text.split(name).skip(1));
    let values = values.filter_map(|rest| rest.split(['"', '#', '?']).next()).filter(|link| !link.is_empty());
    values.map(|link| page.parent().expect("a folder").join(link)).collect()
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
        for link in links(path, text) {
            let there =
                fs::canonicalize(&link).unwrap_or_else(|error| panic!("{link:?} in {whence}: {error}"));
            assert!(there.starts_with(fs::canonicalize(&site).expect("a folder")), "{link:?} in {whence}");
        }
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
    // What was published is replaced, and nothing of it is left.
    assert!(publish(folder, &["mai.sqlite", "--meilleurs", "1"]).status.success());
    assert_eq!(games("mai.site"), 4);
    assert!(publish(folder, &["mai.sqlite", "--sans-parties", "--langue", "en"]).status.success());
    assert_eq!(games("mai.site"), 0);
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
