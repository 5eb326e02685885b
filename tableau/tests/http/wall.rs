//! The wall: games come and go on it while a championship is played.

use crate::common::Tableau;
use crate::common::contest::{describe, start, waiting};
use crate::common::events::Events;
use arbitre::live;
use testing::until;

#[test]
fn a_championship_is_seen_on_the_wall_from_its_beginning_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let nasty = "<script>alert(1)</script>";
    let contestants = [("un", "hasard"), (nasty, &*waiting(folder)), ("panne", "pipe:exit 3")];
    let head = "titre = \"Tournoi de mai\"\ntemps = 600\nsimultanees = 1\ndemarrage = 600";
    describe(folder, head, &contestants);
    let records = folder.join("mai.parties");
    std::fs::create_dir(&records).expect("a folder");
    let tableau = Tableau::start(folder, &["mai.toml"]);
    until("the pages listen", || live::path_in(&records).exists());
    let quiet = tableau.get("/mur");
    assert_eq!(quiet.status, 200);
    // Before it begins: who will play what.
    assert!(quiet.body.contains("<bdi class=\"name\">panne</bdi>"), "{quiet:?}");
    assert!(quiet.body.contains("3 concurrents · 600 s par coup"), "{quiet:?}");
    assert!(quiet.body.contains("data-live=\"/mur/mai/suite\""), "the only championship");
    called_by_its_title(&tableau);
    assert!(tableau.get("/mur?tout").body.contains("data-live=\"/mur.suite\""));
    assert!(!quiet.body.contains("style="), "the policy forbids it");
    assert_eq!(tableau.get("/mur/avril").status, 404);
    assert_eq!(tableau.get("/mur/avril/suite").status, 404);
    let mut wall = Events::open(&tableau, "/mur/mai/suite", &[]);
    let mut english = Events::open(&tableau, "/mur.suite", &[("accept-language", "en")]);
    assert_eq!((wall.status, english.status), (200, 200));
    assert_eq!(wall.next().0, "now");
    english.until("3 contestants · 600 s per move");
    let mut running = start("championnat", folder, &["jouer", "mai.toml", "--sans-essai", "--discret"]);
    // Faults are told that come while somebody looks.
    until("the first rencontre has begun", || folder.join("venu").exists());
    let begun = tableau.get("/mur/mai").body;
    assert!(begun.contains("wall-coming") && !begun.contains("<table>"), "nobody is first yet: {begun}");
    std::fs::write(folder.join("va"), "").expect("a file");
    // The fault of the engine that fails is told, and what is shown is text.
    let banner = wall.find("wall-fault\n<p>");
    assert!(banner.contains("panne"), "{banner}");
    assert!(english.find("wall-fault\n<p>").contains(" wins, "));
    let ranking = wall.find("alert(1)");
    assert!(ranking.contains("panne") && !ranking.contains("<script>"), "{ranking}");
    // And goes again.
    let is_banner = |data: &&String| data.starts_with("wall-fault\n");
    wall.wait(|seen| {
        let last = seen.iter().rfind(is_banner);
        last.is_some_and(|data| !data.contains("<p>"))
    });
    assert!(running.0.wait().expect("its end").success());
    until("the end of the championship", || tableau.get("/mur").body.contains("terminé"));
    until("the podium", || tableau.get("/mur/mai").body.contains("class=\"podium\""));
    let page = tableau.get("/mur/mai");
    assert!(page.body.contains("&#60;script&#62;") && !page.body.contains("<script>alert"), "{page:?}");
    called_by_its_title(&tableau);
}

/// On every page that names the championship.
fn called_by_its_title(tableau: &Tableau) {
    let cookie = tableau.cookie(&tableau.organiser);
    for page in ["/", "/mur", "/mur?tout", "/championnat/mai", "/organiser/mai"] {
        let body = tableau.ask("GET", page, &[("cookie", &cookie)], "").body;
        assert!(body.contains("Tournoi de mai"), "{page}: {body}");
        assert!(!body.contains(">mai<"), "{page}: {body}");
    }
}
