//! The reveal of a ranking: for the organiser alone, and whole without scripts.

use std::fs;

use testing::process::run;
use testing::until;

use crate::common::Tableau;
use crate::common::contest::{command, describe, play};

#[test]
fn only_the_organiser_reveals_a_ranking_and_nothing_before_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let nasty = "<script>alert(1)</script>";
    describe(folder, "titre = \"Tournoi de mai\"\ntemps = 20", &[("un", "glouton"), (nasty, "pipe:exit 3")]);
    let tableau = Tableau::start(folder, &["mai.toml"]);
    let reveal = |token: &str| {
        tableau.ask("GET", "/championnat/mai/devoile", &[("cookie", &tableau.cookie(token))], "")
    };
    for token in ["", &tableau.player] {
        assert_eq!(reveal(token).status, 403);
    }
    let organise =
        |path: &str| tableau.ask("GET", path, &[("cookie", &tableau.cookie(&tableau.organiser))], "").body;
    let waits = reveal(&tableau.organiser);
    assert!(waits.status == 200 && waits.body.contains("sera dévoilé quand tout sera joué"), "{waits:?}");
    assert!(waits.body.contains("2 concurrents") && !waits.body.contains("data-step="), "{waits:?}");
    assert!(!organise("/organiser/mai").contains("/devoile"));
    play(folder);
    until("its end", || organise("/organiser/mai").contains("href=\"/championnat/mai/devoile\""));
    let page = reveal(&tableau.organiser).body;
    let [last, first] = ["&#60;script&#62;", "<bdi class=\"name\">un</bdi>"].map(|name| page.find(name));
    assert!(last.is_some() && last < first, "{page}");
    assert!(!page.contains("<script>alert") && !page.contains("style="), "{page}");
    // Which one that is depends on when the other one is put out.
    let last = ["1.1", "2.1"].map(|key| format!("/championnat/mai/rencontre/{key}\">"));
    assert!(last.iter().any(|link| page.contains(link)), "the last rencontre of the first: {page}");
    assert_eq!(reveal("").status, 403);
    let ranking = tableau.get("/championnat/mai").body;
    assert!(ranking.contains("class=\"podium small\"") && !ranking.contains("/devoile"), "{ranking}");
    // A published site has no tokens, and nothing to reveal.
    run(&mut command("tableau", folder, &["publie", "mai.toml"]));
    assert!(!folder.join("mai.site/devoile.html").exists());
    let index = fs::read_to_string(folder.join("mai.site/index.html")).expect("a page");
    assert!(index.contains("class=\"podium small\"") && !index.contains("devoile"), "{index}");
}
